"""Whole random games of Warriors of God: the fast core and the slow reference agree."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.differential.nightly import Played, draw, play_many, play_one, shipped
from tests.differential.warriors import Duel, weight_errors
from tests.differential.weights import TooMany

Results = dict[str, Played]
GAMES = 30
DECISIONS = {
    "allocate_hits", "choose_battle", "choose_commander", "choose_companion", "choose_deploy",
    "choose_deploy_target", "choose_distribution", "choose_escapees", "choose_exchange",
    "choose_force_retreat", "choose_hire", "choose_impulse", "choose_king", "choose_neutral_leader",
    "choose_placement", "choose_ransom", "choose_recruits", "choose_retreat", "choose_setup_leader",
    "choose_siege", "choose_siege_retreat",
}  # fmt: skip


@pytest.fixture(scope="module")
def some() -> Results:
    """Play some games of each scenario, on two processors; ``-m slow`` plays a thousand."""
    return dict(play_many(shipped("warriors"), range(GAMES), jobs=2))


@pytest.mark.parametrize("scenario", shipped("warriors"))
def test_games_agree(scenario: str, some: Results) -> None:
    assert some[scenario].found == []


@pytest.mark.parametrize("scenario", shipped("warriors")[:-1])
def test_games_with_options_agree(scenario: str) -> None:
    games = (play_one(scenario, seed, options=True) for seed in range(4))
    assert [found for found in games if found] == []


@pytest.mark.slow
def test_a_thousand_games_agree() -> None:
    found = dict(play_many(shipped("warriors"), range(1000), jobs=2))
    assert {name: played.found for name, played in found.items() if played.found} == {}


@pytest.mark.slow
def test_a_thousand_games_with_options_agree() -> None:
    found = dict(play_many(shipped("warriors")[:-1], range(2000, 3000), jobs=2, options=True))
    assert {name: played.found for name, played in found.items() if played.found} == {}


def test_the_games_ask_every_kind_of_decision(some: Results) -> None:
    seen = sum((played.seen for played in some.values()), Counter[str]())
    assert {name for name in DECISIONS if not seen[name]} == set()


@pytest.mark.parametrize("scenario", shipped("warriors"))
def test_outcomes_have_the_same_weights(scenario: str) -> None:
    checked, errors = check_weights(scenario, range(1, 6), wanted=3, limit=50)
    assert errors == []
    assert checked >= 8


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10, 60, 10))
@pytest.mark.parametrize("scenario", shipped("warriors"))
def test_outcomes_have_the_same_weights_in_many_games(scenario: str, first: int) -> None:
    assert check_weights(scenario, range(first, first + 10), wanted=8, limit=200)[1] == []


def check_weights(
    scenario: str, seeds: range, *, wanted: int, limit: int
) -> tuple[int, list[list[str]]]:
    """Enumerate some answers with dice in each game; returns how many, and errors."""
    found, total = [], 0
    for seed in seeds:
        compiled, _ = draw(scenario, random.Random(seed))
        duel = Duel(compiled, seed, keep=True)
        checked, errors = 0, duel.compare()
        while duel.mine.decision is not None and checked < wanted and not errors:
            answer = duel.choose()
            try:
                number, errors = weight_errors(duel, answer, limit)
                checked += number > 1
            except TooMany:
                pass
            errors = errors or duel.take(answer) or duel.compare(whole=False)
        total += checked
        if errors:
            found.append([f"seed {seed}", *errors])
    return total, found
