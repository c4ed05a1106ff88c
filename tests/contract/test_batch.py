"""Single, batched and threaded play agree, and the key of a game decides all of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pysim
from pysim import _core
from tests.contract.walk import BATTLES, SCENARIOS, first_turn, load

AGENTS = ["random", "greedy"]
GAMES = 84
SEED = 20_240_607


def play(games: range, *, seed: int = SEED, threads: int = 1) -> dict[str, NDArray[Any]]:
    """Play some games of a schedule of all scenarios, pairs and seats."""
    number = np.arange(games.start, games.stop, dtype=np.uint64)
    pair = number // 2
    return _core.play_games(
        [load(scenario).core for scenario in SCENARIOS],
        (pair % len(SCENARIOS)).astype(np.uint16),
        AGENTS,
        (number % 2).astype(np.uint16),
        (1 - number % 2).astype(np.uint16),
        pair,
        number,
        seed,
        threads=threads,
    )


def same(one: dict[str, NDArray[Any]], two: dict[str, NDArray[Any]]) -> bool:
    """Tell whether two results are equal in every column."""
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_do_not_matter(threads: int) -> None:
    assert same(play(range(GAMES)), play(range(GAMES), threads=threads))


def test_calls_from_several_python_threads_do_not_disturb_each_other() -> None:
    wanted = play(range(GAMES))
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda threads: play(range(GAMES), threads=threads), [1, 2, 3] * 4))
    assert all(same(result, wanted) for result in results)


def test_a_game_alone_equals_the_game_in_a_batch() -> None:
    batch = play(range(GAMES), threads=2)
    for number in range(0, GAMES, 5):
        alone = play(range(number, number + 1))
        assert all(alone[name][0] == batch[name][number] for name in batch)


def test_results_are_whole() -> None:
    result = play(range(GAMES))
    assert not result["fault"].any()
    assert set(result["winner"].tolist()) <= {-1, 0, 1}
    assert (result["way"] > 0).all()
    ways = [len(load(name).core.ways()) for name in SCENARIOS]
    which = [number // 2 % len(SCENARIOS) for number in range(GAMES)]
    assert all(way < ways[at] for at, way in zip(which, result["way"].tolist(), strict=True))
    assert (result["decisions"] > 0).all()
    assert len(set(result["game_hash"].tolist())) == GAMES


def test_another_seed_gives_other_games() -> None:
    one, two = play(range(GAMES)), play(range(GAMES), seed=SEED + 1)
    assert (one["game_hash"] != two["game_hash"]).all()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_batched_games_can_be_stepped_through(scenario: str) -> None:
    """The actions of a batched game, applied one by one, lead to the same end.

    The games of a pair have the same dice index and other game numbers: both start from the state
    of that index and continue its dice, whoever plays.
    """
    game = load(scenario)
    for agents in (["random", "random"], ["greedy", "random"], ["random", "greedy"]):
        for number in (6, 7):
            actions = _core.game_actions(game.core, agents, 3, number, SEED)
            state = game.new_initial_state(SEED, game_number=3)
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)
            assert state.is_terminal()
            seat0, seat1 = (np.array([AGENTS.index(name)], dtype=np.uint16) for name in agents)
            result = _core.play_games(
                [game.core],
                np.array([0], dtype=np.uint16),
                AGENTS,
                seat0,
                seat1,
                np.array([3], dtype=np.uint64),
                np.array([number], dtype=np.uint64),
                SEED,
            )
            final = state.to_dict()
            assert int(result["winner"][0]) == state.winner()
            assert game.core.ways()[int(result["way"][0])] == state.way()
            assert int(result["decisions"][0]) == len(actions)
            assert int(result["rounds"][0]) == final.get("round", final.get("turn"))
            points = final["vp"] if scenario in BATTLES else [final["vp"], -final["vp"]]
            assert [int(result["points0"][0]), int(result["points1"][0])] == points
            assert int(result["state_hash"][0]) >> 2 == hash(state.core)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_agents_of_a_pair_have_their_own_streams(scenario: str) -> None:
    core = load(scenario).core
    one, two = (_core.game_actions(core, ["random"] * 2, 3, number, SEED) for number in (6, 7))
    assert one != two


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_other_seeds_and_game_numbers_have_other_dice(scenario: str) -> None:
    """Seen in the first pools and hands, or in the first forty decisions of one fixed player."""

    def first(seed: int, number: int = 0) -> pysim.State:
        if scenario in BATTLES:
            return first_turn(scenario, seed, number)
        state = load(scenario).new_initial_state(seed, game_number=number)
        for ply in range(40):
            state.apply_action(state.legal_action_at(ply * 7919 % state.legal_count()))
        return state

    by_seed = [first(seed) for seed in range(20)]
    by_number = [first(1, number) for number in range(20)]
    for states in (by_seed, by_number):
        for part in ("pools", "hands") if scenario in BATTLES else ("leaders",):
            assert len({repr(state.to_dict()[part]) for state in states}) >= 5, part
    assert by_seed[1] == first(1)
    assert by_number[0] == by_seed[1]


def test_a_bad_call_is_refused() -> None:
    game = load(SCENARIOS[0]).core
    small, large = np.zeros(2, dtype=np.uint16), np.zeros(2, dtype=np.uint64)
    with pytest.raises(ValueError, match="unequal length"):
        _core.play_games([game], small, AGENTS, small, small[:1], large, large, 1)
    with pytest.raises(ValueError, match="unknown agent"):
        _core.play_games([game], small, ["nobody"], small, small, large, large, 1)
    with pytest.raises(IndexError, match="out of range"):
        _core.play_games([game], small + 1, AGENTS, small, small, large, large, 1)
    with pytest.raises(ValueError, match="threads"):
        _core.play_games([game], small, AGENTS, small, small, large, large, 1, threads=0)
