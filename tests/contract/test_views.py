"""Hidden information: what a seat's view shows, hides, and how it is filled in at random."""

from __future__ import annotations

from typing import Any

import pytest

import pysim
from pysim import _core
from pysim.errors import IllegalActionError
from tests.contract.walk import BATTLES, SCENARIOS, positions

COMPLETIONS = 20

pytestmark = pytest.mark.parametrize("scenario", SCENARIOS)


def visible(state: pysim.State, seat: int) -> dict[str, Any]:
    """Describe a state without what is hidden from a seat: the other House's hand."""
    shown = state.to_dict()
    if "hands" in shown:
        shown["hands"][1 - seat] = None
    return shown


def guesses_differ(state: pysim.State, seat: int) -> bool:
    """Tell whether no single guess at the other House's hand is likely to be right.

    True when cards are both in that hand and in its deck, no card makes up over half of them, and
    no card is lying open on the table.
    """
    other = 1 - seat
    now = state.to_dict()
    if "hands" not in now:
        return False
    cards = {row["id"]: row["copies"] for row in state.game.plan["cards"] if row["seat"] == other}
    unseen: list[int] = [
        copies - now["discards"][other].get(card, 0) for card, copies in cards.items()
    ]
    in_hand, in_deck = int(now["hand_sizes"][other]), int(now["deck_sizes"][other])
    return (
        min(in_hand, in_deck) > 0
        and sum(unseen) == in_hand + in_deck
        and 2 * max(unseen) <= sum(unseen)
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_shows_all_that_is_open_and_no_more(scenario: str, seat: int) -> None:
    for state in positions(scenario, 3):
        view = state.view(seat)
        assert view.to_dict() == visible(state, seat)
        assert view.view(seat) == view
        assert view.core.check_invariants() == []
        if state.current_player() == seat:
            assert view.legal_actions() == state.legal_actions()
            texts = [view.action_to_string(action) for action in view.legal_actions()]
            assert texts == [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_has_no_dice(scenario: str, seat: int) -> None:
    for state in positions(scenario, 20):
        view = state.view(seat)
        assert not view.core.has_dice
        assert (view.seed, view.core.seed, view.core.game_number) == (None, 0, 0)
        before = view.core.to_bytes()
        for action in view.legal_actions():
            with pytest.raises(IllegalActionError, match="view"):
                view.apply_action(action)
            break
        with pytest.raises(_core.IllegalAction, match="view"):
            _core.perft(view.core, 2)
        assert view.core.to_bytes() == before


@pytest.mark.parametrize("seat", [0, 1])
def test_states_that_differ_in_hidden_things_have_equal_views(scenario: str, seat: int) -> None:
    """Completions of a view differ in what it hides only; masking each gives the view again."""
    for state in positions(scenario, 6):
        view = state.view(seat)
        wanted = view.core.to_bytes()
        for seed in range(3):
            full = view.complete(seed)
            assert full.core.has_dice
            assert full.core.check_invariants() == []
            assert full.view(seat).core.to_bytes() == wanted
            assert full.view(seat) == view
            assert visible(full, seat) == visible(state, seat)
            if "hands" in full.to_dict():
                held = sum(full.to_dict()["hands"][1 - seat].values())
                assert held == state.to_dict()["hand_sizes"][1 - seat]
            else:
                assert full == state  # nothing is hidden but the dice to come
            if state.current_player() == seat:
                assert full.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("seat", [0, 1])
def test_states_that_differ_in_the_dice_key_have_equal_views(scenario: str, seat: int) -> None:
    for state in positions(scenario, 15):
        other_key = state.complete(99)
        assert other_key == state
        assert other_key.core.seed != state.core.seed
        assert other_key.view(seat).core.to_bytes() == state.view(seat).core.to_bytes()


@pytest.mark.parametrize("seat", [0, 1])
def test_completions_differ_and_are_repeatable(scenario: str, seat: int) -> None:
    checked = 0
    for state in positions(scenario, 12):
        view = state.view(seat)
        one, two = view.complete(3), view.complete(3)
        assert one.core.to_bytes() == two.core.to_bytes()
        if guesses_differ(state, seat):
            fills = {view.complete(seed).core.rules_bytes() for seed in range(COMPLETIONS)}
            assert len(fills) > 1
            checked += 1
        keys = {view.complete(seed).core.seed for seed in range(COMPLETIONS)}
        assert len(keys) == COMPLETIONS
        assert state.core.seed not in keys
    assert checked >= 5 or scenario not in BATTLES


def test_completed_games_can_be_played_to_the_end(scenario: str) -> None:
    for state in positions(scenario, 25):
        for seat in (0, 1):
            full = state.view(seat).complete(8)
            ply = 0
            while not full.is_terminal():
                full.apply_action(full.legal_action_at(ply * 7919 % full.legal_count()))
                assert full.core.check_invariants() == []
                ply += 1
            assert sum(full.returns()) == 0


def test_a_seat_that_does_not_exist_has_no_view(scenario: str) -> None:
    state = next(positions(scenario, 1))
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="player"):
            state.view(seat)
