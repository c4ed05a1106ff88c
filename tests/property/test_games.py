"""What holds in every game, whatever the scenario, the options, the dice and the choices."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import pysim
from pysim import _core
from pysim.scenario import load_compiled, scenario_ids
from tests.property.options import (
    battle_games,
    game_of,
    games,
    load,
    scenarios,
    seeds,
    switches,
)

EXAMPLES = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
MOST_DECISIONS = 5_000
SUPPLY = 10


def figures(now: dict[str, Any]) -> dict[str, int]:
    """Give the figures of each unit by its number."""
    return {unit["number"]: unit["figures"] for unit in now["units"]}


def strengths(game: pysim.Game) -> dict[str, int]:
    """Give the figures that each type starts with, a commander not counted."""
    return {row["id"]: row["figures"] for row in game.plan["types"]}


def most_points(game: pysim.Game, seat: int) -> int:
    """Give a bound for a House's points: what its victory rows can give at the very most."""
    plan = game.plan
    total = 0
    for row in plan["victory"]:
        if row["who"] not in (-1, seat):
            continue
        values = [row.get("points", 0), row.get("once_destroyed", 0), *row.get("zone_points", [])]
        values += [value for _, value in row.get("table", [])]
        # Units, hexes, tokens or objectives can each give the points once a round.
        total += max(values) * (len(plan["units"]) + len(plan["hexes"])) * plan["rounds"]
    return total


def check(game: pysim.Game, now: dict[str, Any], before: dict[str, Any]) -> None:
    """Check one state against the rules of counting, and against the state before it."""
    assert -10 <= now["morale"] <= 10
    assert now["depth"] == [max(-now["morale"], 0), max(now["morale"], 0)]
    assert before["round"] <= now["round"] <= game.plan["rounds"]
    for seat in (0, 1):
        assert before["vp"][seat] <= now["vp"][seat] <= most_points(game, seat)
        assert now["hand_sizes"][seat] == sum(now["hands"][seat].values())
        assert now["deck_sizes"][seat] >= 0
        tokens = [row["tokens"] for row in now["commanders"] if row["seat"] == seat]
        house = game.plan["houses"][seat]
        assert now["command_tokens"][seat] + sum(tokens) <= house["command_tokens"]
    if not game.options["unlimited_order_tokens"]:
        for face, count in now["pools"][0].items():
            assert 0 <= count <= count + now["pools"][1][face] <= SUPPLY
    start = strengths(game)
    for unit in now["units"]:
        if unit["on_map"]:
            assert 1 <= unit["figures"] <= start[unit["type"]] + (unit["commander"] is not None)
            assert unit["plain"] <= start[unit["type"]]
    gone = {row["id"] for row in before["commanders"] if not row["on_map"]}
    assert not gone & {row["id"] for row in now["commanders"] if row["on_map"]}
    lost = {unit["number"] for unit in before["units"] if not unit["on_map"] and not unit["plain"]}
    back = {unit["number"] for unit in now["units"] if unit["on_map"]} & lost
    appeared = {unit["number"] for unit in game.plan["units"]}
    assert not back & appeared, "an eliminated unit is on the map again"


@pytest.mark.rule("W2.16", "W11.6")
@EXAMPLES
@given(game=battle_games, seed=seeds, choices=seeds)
def test_counts_stay_in_their_bounds(game: pysim.Game, seed: int, choices: int) -> None:
    state = game.new_initial_state(seed)
    source = random.Random(choices)
    before = state.to_dict()
    for _ in range(MOST_DECISIONS):
        if state.is_terminal():
            break
        assert state.legal_count() >= 2
        state.apply_action(state.legal_action_at(source.randrange(state.legal_count())))
        now = state.to_dict()
        assert state.core.check_invariants() == []
        check(game, now, before)
        before = now
    assert state.is_terminal()
    assert sum(state.returns()) == 0


@EXAMPLES
@given(
    game=games,
    seed=seeds,
    picks=st.lists(st.integers(0, 199), min_size=1, max_size=60),
)
def test_any_list_of_choices_can_be_played(game: pysim.Game, seed: int, picks: list[int]) -> None:
    """The choices themselves are drawn here, so that a failure shrinks to a short replay."""
    state = game.new_initial_state(seed)
    for ply in range(MOST_DECISIONS):
        if state.is_terminal():
            break
        state.apply_action(state.legal_action_at(picks[ply % len(picks)] % state.legal_count()))
        assert state.core.check_invariants() == []
    assert state.is_terminal() or len(set(picks)) < 3, "endless"


@settings(EXAMPLES, max_examples=40)
@given(game=games, seed=seeds, choices=seeds, stop=st.integers(0, 150), seat=st.integers(0, 1))
def test_views_and_bytes_under_options(
    game: pysim.Game, seed: int, choices: int, stop: int, seat: int
) -> None:
    state = game.new_initial_state(seed)
    source = random.Random(choices)
    for _ in range(stop):
        if state.is_terminal():
            break
        state.apply_action(state.legal_action_at(source.randrange(state.legal_count())))
    assert game.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    view = state.view(seat)
    full = view.complete(choices)
    assert full.view(seat).core.to_bytes() == view.core.to_bytes()
    assert full.core.check_invariants() == []


@settings(EXAMPLES, max_examples=30)
@given(scenario=scenarios, seed=seeds, number=seeds)
def test_keys_of_64_bits_are_used_in_full(scenario: str, seed: int, number: int) -> None:
    """Changing any half of the seed or of the game number changes the dice."""
    game = load(scenario, frozenset())

    def dice(seed: int, number: int) -> list[bytes]:
        state = game.new_initial_state(seed, game_number=number)
        rolled = []
        for ply in range(60):
            if state.is_terminal():
                break
            state.apply_action(state.legal_action_at(ply * 7919 % state.legal_count()))
            rolled.append(state.core.rules_bytes())
        return rolled

    wanted = dice(seed, number)
    assert dice(seed, number) == wanted
    for bit in (1, 1 << 32, 1 << 63):
        assert dice(seed ^ bit, number) != wanted
        assert dice(seed, number ^ bit) != wanted


@pytest.mark.rule("W13.1", "W13.4", "W13.5", "W13.6", "W13.7", "W13.8", "W13.9")
@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in ("westeros", "warriors") for name in sorted(switches(kind))],
)
def test_every_switch_matters(kind: str, name: str) -> None:
    """Each option changes at least one of some thousand games of a built-in agent."""
    plain = frozenset(one for one, default in switches(kind).items() if default)
    assert any(
        (_hashes(scenario, plain) != _hashes(scenario, plain ^ {name})).any()
        for scenario in scenario_ids()
        if game_of(scenario) == kind
    )


@lru_cache(maxsize=16)
def _hashes(scenario: str, chosen: frozenset[str]) -> NDArray[np.uint64]:
    """Play some hundred games; gives the hash of each, which covers all its actions.

    The Houses roll so many order dice that the supply of tokens can run short.
    """
    names = switches(game_of(scenario))
    plan = load_compiled(scenario, options={name: name in chosen for name in names})
    for house in plan.get("houses", []):
        house["order_rating"] = 12
    agent, games = ("greedy", 150) if "houses" in plan else ("random", 3_000)
    number = np.arange(games, dtype=np.uint64)
    zero = np.zeros(games, dtype=np.uint16)
    core = _core.Game(plan)
    return _core.play_games([core], zero, [agent], zero, zero, number, number, 1)["game_hash"]
