"""Whole random games: the fast core and the slow reference agree step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from pysim.scenario import load_compiled
from tests.differential.nightly import RANDOM, Played, play_many, play_one, shipped
from tests.differential.playing import Duel
from tests.differential.weights import Table, TooMany, weight_errors

Results = dict[str, Played]
GAMES = 100
OPTION_GAMES = 5
DECISIONS = {
    "choose_advance", "choose_aimed_shot", "choose_attack", "choose_command_box", "choose_commit",
    "choose_concurrent_counter", "choose_counterattack", "choose_defend_token", "choose_deflect",
    "choose_effect_hex", "choose_effect_unit", "choose_flank_reroll", "choose_forced_kind",
    "choose_formation", "choose_keep_card", "choose_keep_token", "choose_move",
    "choose_ordered_units", "choose_outpost_side", "choose_path", "choose_pursue_attack",
    "choose_pursue_move", "choose_raider", "choose_retreat_hex", "choose_stalwart_ignore",
    "choose_tactic", "choose_turn_action", "choose_withdraw",
}  # fmt: skip


@pytest.fixture(scope="module")
def some() -> Results:
    """Play some games of each plan, on two processors; ``-m slow`` plays a thousand."""
    return dict(play_many(shipped("westeros"), range(GAMES), jobs=2))


@pytest.mark.parametrize("scenario", shipped("westeros"))
def test_games_agree(scenario: str, some: Results) -> None:
    assert some[scenario].found == []


@pytest.mark.rule("W13.1")
@pytest.mark.rule("W13.4")
@pytest.mark.parametrize("scenario", shipped("westeros")[:-1])
def test_games_with_options_agree(scenario: str) -> None:
    games = (play_one(scenario, seed, options=True) for seed in range(OPTION_GAMES))
    assert [found for found in games if found] == []


@pytest.mark.slow
def test_a_thousand_games_agree() -> None:
    found = dict(play_many(shipped("westeros"), range(1000), jobs=2))
    assert {name: played.found for name, played in found.items() if played.found} == {}


@pytest.mark.slow
def test_a_thousand_games_with_options_agree() -> None:
    found = dict(play_many(shipped("westeros"), range(20_000, 21_000), jobs=2, options=True))
    assert {name: played.found for name, played in found.items() if played.found} == {}


def test_the_games_ask_every_kind_of_decision(some: Results) -> None:
    seen = sum((played.seen for played in some.values()), Counter[str]())
    assert {name for name in DECISIONS if not seen[name]} == set()


@pytest.mark.rule("W2.1")
@pytest.mark.rule("W1.8")
@pytest.mark.parametrize("scenario", [name for name in shipped("westeros") if name != RANDOM])
def test_outcomes_have_the_same_weights(scenario: str) -> None:
    checked, errors = check_weights(scenario, seed=1, wanted=4, limit=130)
    assert errors == []
    assert checked == 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("scenario", [name for name in shipped("westeros") if name != RANDOM])
def test_outcomes_have_the_same_weights_in_many_games(scenario: str, seed: int) -> None:
    assert check_weights(scenario, seed=seed, wanted=30, limit=500)[1] == []


def check_weights(scenario: str, *, seed: int, wanted: int, limit: int) -> tuple[int, list[str]]:
    """Play until so many actions with dice have been enumerated; returns how many, and errors."""
    duel = Duel(load_compiled(scenario), seed)
    checked, errors = 0, duel.compare()
    table: Table | None = None
    turn: object = None
    while duel.mine.decision is not None and checked < wanted and not errors:
        if duel.asks == "choose_turn_action" and duel.mine.state.turn is not turn:
            turn = duel.mine.state.turn
            table = Table(duel.plan, duel.mine)
        text = duel.choose()
        likely = text.startswith(("choose_attack", "choose_move", "choose_flank", "choose_counter"))
        if table is not None and likely:
            try:
                number, found = weight_errors(duel, table, text, limit)
                checked += number > 1
                errors += found
            except TooMany:
                pass
        errors += duel.take(text) or duel.compare(whole=False)
        if table is not None:
            table.done.append((text, duel.rolls))
    return checked, errors
