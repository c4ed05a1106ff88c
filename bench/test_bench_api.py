"""Times of the Python surface: step, load, odds, batch, view, copy, picture.

In a normal run each is executed once, for its assertions; `nox -s bench` reads the times.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import pysim
from pysim import _core
from pysim.odds import Attack, attack_odds
from pysim.scenario import load_compiled
from pysim.viewer import svg

SCENARIO = "westeros/kingsroad"
SEED = 7
BLOCK = 2_000
LIMIT = 3_000


@lru_cache
def game() -> pysim.Game:
    return pysim.load(SCENARIO)


def play_in_python(seed: int) -> tuple[int, pysim.State]:
    """Play a random game; give the number of decisions and the last state."""
    source = random.Random(seed)
    state = game().new_initial_state(seed)
    decisions = 0
    while not state.is_terminal():
        state.apply_action(source.choice(state.legal_actions()))
        decisions += 1
    return decisions, state


def middle() -> pysim.State:
    """Give a state some way into a game, with hands, tokens and losses on both sides."""
    source = random.Random(SEED)
    state = game().new_initial_state(SEED)
    for _ in range(60):
        state.apply_action(source.choice(state.legal_actions()))
    assert not state.is_terminal()
    return state


def attack() -> tuple[pysim.State, int]:
    """Give the first melee attack of a random game whose outcomes can be counted."""
    for seed in range(100):
        source = random.Random(seed)
        state = game().new_initial_state(seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            for action in actions:
                if " melee " not in state.action_to_string(action):
                    continue
                try:
                    found = state.chance_outcomes(action, limit=LIMIT)
                except ValueError:
                    continue
                if len(found) > 5:
                    return state, action
            state.apply_action(source.choice(actions))
    raise AssertionError("no melee attack in a hundred games")


def block(agent: str, numbers: range, threads: int) -> dict[str, Any]:
    """Play consecutive games of one scenario, an agent against itself."""
    count = len(numbers)
    index = np.arange(numbers.start, numbers.stop, dtype=np.uint64)
    none = np.zeros(count, dtype=np.uint16)
    return _core.play_games(
        games=[game().core],
        scenario=none,
        agents=[agent],
        seat0=none,
        seat1=none,
        dice_index=index,
        game_number=index,
        seed=SEED,
        threads=threads,
    )


@pytest.mark.benchmark(group="play")
def test_step_a_game_in_python(benchmark: BenchmarkFixture) -> None:
    decisions, state = benchmark(play_in_python, SEED)
    assert (decisions, state) == play_in_python(SEED)
    assert decisions > 50
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0


@pytest.mark.benchmark(group="play")
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_play_a_block(benchmark: BenchmarkFixture, agent: str) -> None:
    found = benchmark(block, agent, range(BLOCK), 2)
    assert {len(column) for column in found.values()} == {BLOCK}
    assert not found["fault"].any()
    assert set(found["winner"].tolist()) <= {-1, 0, 1}
    assert len(set(found["game_hash"].tolist())) == BLOCK
    alone = block(agent, range(BLOCK - 20, BLOCK), 1)
    for name, column in alone.items():
        assert column.tolist() == found[name][-20:].tolist()


@pytest.mark.benchmark(group="load")
def test_load_a_scenario(benchmark: BenchmarkFixture) -> None:
    loaded = benchmark(pysim.load, SCENARIO)
    assert loaded.id == SCENARIO
    assert loaded.plan == load_compiled(SCENARIO)


@pytest.mark.benchmark(group="odds")
def test_outcomes_of_an_attack(benchmark: BenchmarkFixture) -> None:
    state, action = attack()
    found = benchmark(state.chance_outcomes, action)
    assert sum(chance for _, chance in found) == 1
    assert len({outcome.core.rules_bytes() for outcome, _ in found}) == len(found) > 5
    rolled = state.clone()
    rolled.apply_action(action)
    assert rolled.core.rules_bytes() in {outcome.core.rules_bytes() for outcome, _ in found}


@pytest.mark.benchmark(group="odds")
def test_exact_odds_of_an_attack(benchmark: BenchmarkFixture) -> None:
    """Five dice at blue: three of the eight sides hit, by the binomial."""
    uncached = attack_odds.__wrapped__
    found = benchmark(uncached, Attack(dice=5, target_rank="blue"))
    assert sum(found.chances.values()) == 1
    assert found.chance(lambda outcome: outcome.hits == 0) == Fraction(5, 8) ** 5


@pytest.mark.benchmark(group="state")
def test_clone(benchmark: BenchmarkFixture) -> None:
    state = middle()
    copy = benchmark(state.clone)
    assert copy == state
    copy.apply_action(copy.legal_actions()[0])
    assert copy != state


@pytest.mark.benchmark(group="state")
def test_view_and_complete(benchmark: BenchmarkFixture) -> None:
    state = middle()
    seat = state.current_player()
    whole = benchmark(lambda: state.view(seat).complete(SEED))
    assert whole.view(seat) == state.view(seat)
    assert whole.legal_actions() == state.legal_actions()


@pytest.mark.benchmark(group="picture")
def test_svg(benchmark: BenchmarkFixture) -> None:
    description = middle().to_dict()
    picture = benchmark(svg, description, game().plan)
    assert picture.startswith("<svg")
    assert picture.rstrip().endswith("</svg>")
    for unit in description["units"]:
        assert not unit["on_map"] or unit["number"] in picture
