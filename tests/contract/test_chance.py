"""Exact chance: the outcomes of an action weigh 1 together, and what is rolled is one of them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import pysim
from tests.contract.walk import BATTLES, SCENARIOS, first_turn, load, positions

LIMIT = 3_000


def outcomes(state: pysim.State, action: int) -> list[tuple[pysim.State, Fraction]] | None:
    """List the outcomes of an action; None if there are too many of them for this test."""
    try:
        return state.chance_outcomes(action, limit=LIMIT)
    except ValueError as problem:
        if "more outcomes than the limit" not in str(problem):
            raise
        return None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_weights_sum_to_one_and_hold_what_is_rolled(scenario: str) -> None:
    source = random.Random(scenario)
    sizes: Counter[str] = Counter()
    for state in positions(scenario, 4):
        if state.is_terminal():
            continue
        action = source.choice(state.legal_actions())
        before = state.core.to_bytes()
        found = outcomes(state, action)
        assert state.core.to_bytes() == before
        if found is None:
            sizes["above the limit"] += 1
            continue
        sizes["one" if len(found) == 1 else "many"] += 1
        assert sum(chance for _, chance in found) == 1
        assert all(chance > 0 for _, chance in found)
        ways = [outcome.core.rules_bytes() for outcome, _ in found]
        assert len(set(ways)) == len(ways)
        state.apply_action(action)
        assert state.core.rules_bytes() in ways
        for outcome, _ in found[:20]:
            assert outcome.core.check_invariants() == []
    assert sizes["one"] >= 20
    assert sizes["many"] >= 5
    assert sizes["above the limit"] < sizes["one"] + sizes["many"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_rolled_results_follow_the_exact_chances(scenario: str) -> None:
    """The most likely outcome of one decision, rolled with 400 dice keys, inside five sigma."""
    rolls = 400
    for state in positions(scenario, 3):
        legal = state.legal_actions()
        if scenario in BATTLES:
            legal = [a for a in legal if " melee " in state.action_to_string(a)]
        found = outcomes(state, legal[0]) if legal else None
        if found is None or len(found) < 2:
            continue
        best, chance = max(found, key=lambda pair: pair[1])
        hits = 0
        for seed in range(rolls):
            rolled = state.complete(seed)
            rolled.apply_action(legal[0])
            hits += rolled.core.rules_bytes() == best.core.rules_bytes()
        sigma = float(rolls * chance * (1 - chance)) ** 0.5
        assert abs(hits - float(rolls * chance)) <= 5 * sigma
        return
    pytest.fail("nothing is rolled in the games of this scenario")


@pytest.mark.rule("W2.1", "W5.6")
def test_order_dice_show_the_faces_of_the_die() -> None:
    """Three green sides, two blue, one each of red, morale and valor; inside five sigma."""
    starts = 3_000
    ratings = [house["order_rating"] for house in load("westeros/kingsroad").plan["houses"]]
    seen: Counter[str] = Counter()
    for seed in range(starts):
        for pool in first_turn("westeros/kingsroad", seed).to_dict()["pools"]:
            seen.update(pool)
    dice = starts * sum(ratings)
    assert sum(seen.values()) == dice
    for face, sides in {"G": 3, "B": 2, "R": 1, "M": 1, "V": 1}.items():
        chance = sides / 8
        sigma = (dice * chance * (1 - chance)) ** 0.5
        assert abs(seen[face] - dice * chance) <= 5 * sigma, face


@pytest.mark.rule("W5.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_first_hands_hold_every_card_as_often_as_its_copies(seat: int) -> None:
    """A shuffle without bias: each row of the deck, inside five sigma of the hypergeometric law."""
    starts = 3_000
    plan = load("westeros/kingsroad").plan
    copies = {row["id"]: row["copies"] for row in plan["cards"] if row["seat"] == seat}
    size, drawn = sum(copies.values()), plan["houses"][seat]["leadership_rating"]
    seen: Counter[str] = Counter()
    for seed in range(starts):
        seen.update(first_turn("westeros/kingsroad", seed).to_dict()["hands"][seat])
    assert sum(seen.values()) == starts * drawn
    for card, count in copies.items():
        share = count / size
        variance = drawn * share * (1 - share) * (size - drawn) / (size - 1)
        assert abs(seen[card] - starts * drawn * share) <= 5 * (starts * variance) ** 0.5, card
