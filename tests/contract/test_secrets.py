"""Secrets made on purpose: positions that differ only in what a House may not see look equal to it.

Unlike the tests of completions, these do not use ``complete``: the hidden difference is made by
the secret decisions of a plan, or by scripted cards.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import pysim
from tests.contract.walk import BATTLES, SCENARIOS, load, positions, random_game

# Decisions of plans whose last word is secret (WD1.6); the words before it are open.
SECRET = ("place_hidden_tokens", "assign_hidden_tokens", "place_catapult_tokens")


def set_up(scenario: str, source: random.Random) -> tuple[pysim.State, int]:
    """Make the set-up decisions: the open part always alike, the secret part at random.

    Gives the state at the first turn and the seat that has made secret decisions, -1 if none has.
    """
    state, keeper = load(scenario).new_initial_state(11), -1
    while state.decision() != "choose_turn_action":
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        if state.decision() in SECRET:
            keeper = state.current_player()
            shown = texts[0].rsplit(" ", 1)[0]
            state.apply_action(source.choice([text for text in texts if text.startswith(shown)]))
        else:
            state.apply_action(texts[0])
    return state, keeper


@pytest.mark.rule("WD1.6")
@pytest.mark.parametrize("scenario", BATTLES)
def test_secret_set_up_does_not_show(scenario: str) -> None:
    source = random.Random(scenario)
    made = [set_up(scenario, source) for _ in range(12)]
    keeper = made[0][1]
    if keeper < 0:
        assert len({state.core.rules_bytes() for state, _ in made}) == 1
        return
    own = {state.view(keeper).core.to_bytes() for state, _ in made}
    others = {state.view(1 - keeper).core.to_bytes() for state, _ in made}
    assert len(own) > 1
    assert len(others) == 1


@pytest.mark.rule("WD1.6")
def test_the_scenarios_with_secret_tokens_are_known() -> None:
    keepers = {name: set_up(name, random.Random(1))[1] for name in BATTLES}
    assert {name.split("/")[1]: seat for name, seat in keepers.items() if seat >= 0} == {
        "green_fork": 0,
        "whispering_wood": 0,
        "wolf_raiders": 0,
        "siege": 1,
    }


def deck(state: pysim.State, seat: int) -> list[int]:
    """Give the rows of the cards still in a House's deck, one for each copy."""
    now = state.to_dict()
    rows = [row for row in state.game.plan["cards"] if row["seat"] == seat]
    left: list[int] = []
    for number, row in enumerate(rows):
        known = now["hands"][seat].get(row["id"], 0) + now["discards"][seat].get(row["id"], 0)
        left += [number] * (row["copies"] - known)
    return left


def marshal(state: pysim.State, action: int, draws: dict[int, list[int]]) -> pysim.State:
    """Take the last action of a round, with forced order dice and cards for the next."""
    after = state.clone()
    after.apply_action(action)
    first = after.to_dict()["first_player"]
    order = (first, 1 - first)
    houses = state.game.plan["houses"]
    dice = [("order_tokens", "G" * houses[seat]["order_rating"]) for seat in order]
    cards = [("draw_card", str(row)) for seat in order for row in draws[seat]]
    forced = state.clone()
    forced.apply_action(action, dice=[*dice, *cards])
    return forced


@pytest.mark.rule("W1.6", "W5.7")
@pytest.mark.parametrize("scenario", BATTLES)
def test_drawn_cards_do_not_show(scenario: str) -> None:
    checked: Counter[int] = Counter()
    for state in (copy.clone() for seed in range(8) for copy in random_game(scenario, seed)):
        if not state.decision().startswith("choose_keep") or sum(checked.values()) >= 8:
            continue
        action = state.legal_actions()[-1]
        after = state.clone()
        after.apply_action(action)
        draws = [house["leadership_rating"] for house in state.game.plan["houses"]]
        decks = [deck(after, seat) for seat in (0, 1)]
        if after.is_terminal() or after.to_dict()["round"] == state.to_dict()["round"]:
            continue
        before = [deck(state, seat) for seat in (0, 1)]
        if any(len(before[seat]) < draws[seat] + 1 for seat in (0, 1)) or not all(decks):
            continue
        plain = {seat: before[seat][: draws[seat]] for seat in (0, 1)}
        for seat in (0, 1):
            other = {**plain, seat: before[seat][-draws[seat] :]}
            one, two = marshal(state, action, plain), marshal(state, action, other)
            if sorted(plain[seat]) == sorted(other[seat]):
                continue
            assert one != two
            assert one.view(seat) != two.view(seat)
            assert one.view(1 - seat).core.to_bytes() == two.view(1 - seat).core.to_bytes()
            checked[seat] += 1
    assert checked[0]
    assert checked[1]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_completions_keep_the_decision_at_every_ply(scenario: str) -> None:
    """A House that has to decide knows its options; the other may guess a hand with only one."""
    for state in positions(scenario, 1):
        for seat in (0, 1):
            full = state.view(seat).complete(2)
            assert full.decision() == state.decision()
            assert full.current_player() == state.current_player()
            least = 2 if seat == state.current_player() else 1
            assert full.legal_count() >= (0 if state.is_terminal() else least)
