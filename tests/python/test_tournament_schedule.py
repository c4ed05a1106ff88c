"""The schedule: pairs, balance at every prefix, and the two forms of it that must agree."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysim.tournament import GamePlan, Schedule
from pysim.tournament.schedule import Pairing, pairings

schedules = st.builds(
    Schedule,
    agents=st.integers(2, 6),
    scenarios=st.integers(1, 4),
    games=st.integers(1, 20).map(lambda pairs: 2 * pairs),
    pairing=st.sampled_from(["round_robin", "gauntlet"]),
    block_size=st.integers(1, 30).map(lambda pairs: 2 * pairs),
)


def test_first_games_of_two_agents_in_two_scenarios() -> None:
    schedule = Schedule(agents=2, scenarios=2, games=4)
    assert [(p.scenario, p.seat0, p.seat1, p.dice_index) for p in schedule.plans()] == [
        (0, 0, 1, 0),
        (0, 1, 0, 0),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (0, 0, 1, 2),
        (0, 1, 0, 2),
        (1, 0, 1, 3),
        (1, 1, 0, 3),
    ]


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        ("round_robin", ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))),
        ("gauntlet", ((0, 1), (0, 2), (0, 3))),
    ],
)
def test_who_meets_whom(pairing: Pairing, expected: tuple[tuple[int, int], ...]) -> None:
    assert pairings(4, pairing) == expected


@given(schedules)
def test_pairs_swap_seats_and_share_scenario_and_dice(schedule: Schedule) -> None:
    plans = list(schedule.plans())
    dice = []
    for even, odd in zip(plans[::2], plans[1::2], strict=True):
        assert (even.seat0, even.seat1) == (odd.seat1, odd.seat0)
        assert (even.scenario, even.dice_index) == (odd.scenario, odd.dice_index)
        dice.append(even.dice_index)
    assert len(set(dice)) == len(dice)


@given(schedules)
def test_balanced_at_every_prefix(schedule: Schedule) -> None:
    cells: Counter[tuple[int, frozenset[int]]] = Counter()
    seats: Counter[tuple[int, int, int]] = Counter()
    for plan in schedule.plans():
        cells[plan.scenario, frozenset((plan.seat0, plan.seat1))] += 1
        seats[plan.scenario, plan.seat0, plan.seat1] += 1
        complete = len(cells) == len(schedule.meetings) * schedule.scenarios
        assert max(cells.values()) - (min(cells.values()) if complete else 0) <= 2
        there = seats[plan.scenario, plan.seat0, plan.seat1]
        back = seats[plan.scenario, plan.seat1, plan.seat0]
        assert abs(there - back) <= 1
    assert set(cells.values()) == {schedule.games}


@given(schedules)
def test_blocks_cover_every_game_once_and_cut_no_pair(schedule: Schedule) -> None:
    blocks = [schedule.block(number) for number in range(schedule.blocks)]
    assert [game for block in blocks for game in block] == list(range(schedule.total))
    assert all(block.start % 2 == 0 and len(block) % 2 == 0 for block in blocks)


@given(schedules, st.data())
def test_columns_equal_single_games(schedule: Schedule, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, schedule.total - 1))
    stop = data.draw(st.integers(start + 1, schedule.total))
    columns = schedule.arrays(range(start, stop))
    rows = zip(
        columns.game.tolist(),
        columns.scenario.tolist(),
        columns.seat0.tolist(),
        columns.seat1.tolist(),
        columns.dice_index.tolist(),
        strict=True,
    )
    assert [GamePlan(*row) for row in rows] == [schedule.plan(g) for g in range(start, stop)]


def test_numbers_outside_the_event_are_refused() -> None:
    schedule = Schedule(agents=2, scenarios=1, games=4, block_size=2)
    with pytest.raises(IndexError, match=r"game 4 is not in 0\.\.3"):
        schedule.plan(4)
    with pytest.raises(IndexError, match=r"block -1 is not in 0\.\.1"):
        schedule.block(-1)
