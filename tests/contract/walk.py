"""Games for the contract tests: every shipped scenario, walked by random and by greedy play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

import pysim
from pysim import _core
from pysim.scenario import scenario_ids

SCENARIOS: list[str] = scenario_ids()
BATTLES = [name for name in SCENARIOS if name.startswith("westeros/")]
"""Scenarios with hands of cards, which only their owner sees."""
SEEDS = (1, 2, 3)


@lru_cache(maxsize=32)
def load(scenario: str) -> pysim.Game:
    """Load a scenario once for all tests."""
    return pysim.load(scenario)


def random_game(scenario: str, seed: int) -> Iterator[pysim.State]:
    """Give the state at every ply of a random game, the last one included.

    It is one object that moves on: clone it to keep it.
    """
    state = load(scenario).new_initial_state(seed)
    source = random.Random(f"{scenario} {seed}")
    yield state
    while not state.is_terminal():
        state.apply_action(state.legal_action_at(source.randrange(state.legal_count())))
        yield state


def greedy_game(scenario: str, seed: int) -> Iterator[pysim.State]:
    """Give the state at every ply of a game of the built-in greedy agent against itself."""
    game = load(scenario)
    state = game.new_initial_state(seed, game_number=5)
    yield state
    for action in _core.game_actions(game.core, ["greedy", "greedy"], 5, 5, seed):
        state.apply_action(action)
        yield state


@lru_cache(maxsize=32)
def _walked(scenario: str) -> tuple[tuple[pysim.State, ...], ...]:
    """Walk the games of a scenario once and keep every position."""
    walks = [random_game(scenario, seed) for seed in SEEDS] + [greedy_game(scenario, 4)]
    return tuple(tuple(state.clone() for state in walk) for walk in walks)


def games(scenario: str) -> Iterator[list[pysim.State]]:
    """Give the games of a scenario, each with a copy of the state at every ply."""
    for game in _walked(scenario):
        yield [state.clone() for state in game]


def positions(scenario: str, every: int) -> Iterator[pysim.State]:
    """Give copies of every n-th position of the scenario's games, the last ones included."""
    for game in _walked(scenario):
        for ply, state in enumerate(game):
            if ply % every == 0 or state.is_terminal():
                yield state.clone()


def first_turn(scenario: str, seed: int, game_number: int = 0) -> pysim.State:
    """Give the first state with dice and cards in hand, past the set-up decisions of the plan."""
    assert scenario in BATTLES
    state = load(scenario).new_initial_state(seed, game_number=game_number)
    while state.decision() != "choose_turn_action":
        state.apply_action(state.legal_action_at(0))
    return state
