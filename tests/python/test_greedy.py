"""The greedy agent: stronger than chance on every plan, never undecided, and no fool."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pysim import _core
from pysim.game import list_scenarios
from pysim.scenario import load_compiled

AGENTS = ["random", "greedy"]
SECRET = {  # plans that hide something before round 1: there it draws lots
    "westeros/green_fork": "place_hidden_tokens",
    "westeros/whispering_wood": "assign_hidden_tokens",
    "westeros/wolf_raiders": "place_catapult_tokens",
    "westeros/siege": "assign_hidden_tokens",
}
PLANS = list_scenarios()
EXPANSIONS = ["westeros/mill_bridge", "westeros/oxcross"]
SEED = 5
Decision = tuple[_core.State, str, list[str]]


@cache
def core(plan: str) -> _core.Game:
    """Give the game of a plan."""
    return _core.Game(load_compiled(plan))


def play(plan: str, seats: tuple[int, int], pairs: int) -> dict[str, NDArray[Any]]:
    """Play pairs of games between agents of these numbers."""
    number = np.arange(2 * pairs, dtype=np.uint64)
    first, second = (np.array([a, b] * pairs, dtype=np.uint16) for a, b in (seats, seats[::-1]))
    zero = np.zeros(2 * pairs, dtype=np.uint16)
    return _core.play_games([core(plan)], zero, AGENTS, first, second, number // 2, number, SEED)


@cache
def decisions(kind: str, games: int = 40) -> list[Decision]:
    """Give the decisions of a kind in games of the expansions' plans, with all legal texts."""
    found: list[Decision] = []
    for plan in EXPANSIONS:
        for index in range(games):
            state = core(plan).new_initial_state(SEED, game_number=index)
            for action in _core.game_actions(core(plan), ["greedy"] * 2, index, index, SEED):
                if state.decision() == kind:
                    legal = [state.action_to_string(x) for x in state.legal_actions()]
                    found.append((state.clone(), state.action_to_string(action), legal))
                state.apply_action(action)
    return found


def chosen(kind: str) -> Counter[str]:
    """Count the last words of what was chosen."""
    return Counter(text.split()[-1] for _, text, _ in decisions(kind))


def unit(state: _core.State, number: str) -> dict[str, Any]:
    """Give the unit of a number."""
    units = state.to_dict()["units"]
    found: dict[str, Any] = next(one for one in units if one["number"] == number)
    return found


@pytest.mark.parametrize("plan", PLANS)
def test_it_beats_random_play(plan: str) -> None:
    winner = play(plan, (1, 0), 20)["winner"].reshape(-1, 2)
    points = (winner[:, 0] == 0).astype(int) + (winner[:, 1] == 1)
    assert np.mean(points == 2) >= 0.85, plan


@pytest.mark.parametrize("plan", PLANS)
def test_only_secrets_are_drawn_by_lot(plan: str) -> None:
    """The games of a pair differ in the agents' own streams only."""
    hashes = play(plan, (1, 1), 12)["game_hash"].reshape(-1, 2)
    same = hashes[:, 0] == hashes[:, 1]
    if plan not in SECRET:
        assert same.all()
        return
    assert not same.all()
    for index in range(6):
        state = core(plan).new_initial_state(SEED, game_number=index)
        games = [_core.game_actions(core(plan), ["greedy"] * 2, index, n, SEED) for n in (0, 1)]
        for one, two in zip(*games, strict=False):
            if one != two:
                assert state.decision() == SECRET[plan]
                break
            state.apply_action(one)


@pytest.mark.rule("W9.20")
def test_an_aimed_shot_takes_a_colour_with_more_dice() -> None:
    aimed = decisions("choose_aimed_shot")
    dice = {
        kind["id"]: dict(zip(("green", "blue", "red"), kind["dice"], strict=True))
        for plan in EXPANSIONS
        for kind in load_compiled(plan)["types"]
    }
    names = {"G": "green", "B": "blue", "R": "red"}
    shooters = {"clegane_crossbowmen": dice["clegane_crossbowmen"]}
    assert {text.split()[1] for _, text, _ in aimed} > {"R"}
    for state, text, _ in aimed:
        word = text.split()[1]
        ranks = {u["rank"] for u in state.to_dict()["units"] if u["type"] in shooters}
        if word != "none":
            row = shooters["clegane_crossbowmen"]
            assert row[names[word]] > min(row[rank] for rank in ranks)


@pytest.mark.rule("W9.40")
def test_tokens_are_spent_on_hits_that_would_cost_figures() -> None:
    spent = [int(text.split()[1]) for _, text, _ in decisions("choose_deflect")]
    most = [int(legal[-1].split()[1]) for _, _, legal in decisions("choose_deflect")]
    assert all(0 <= n <= k for n, k in zip(spent, most, strict=True))
    assert sum(n > 0 for n in spent) > len(spent) / 4


@pytest.mark.rule("W9.52")
@pytest.mark.rule("WD10.33")
def test_what_is_taken_from_the_enemy_costs_nothing() -> None:
    assert set(chosen("choose_raider")) == {"yes"}
    assert set(chosen("choose_token_source")) <= {"enemy"}


@pytest.mark.rule("W3.30")
def test_archers_shoot_from_the_tower() -> None:
    asked = [(s, t) for s, t, _ in decisions("choose_outpost_side") if s.to_dict()["round"] > 0]
    sides: dict[str, Counter[str]] = {"ranged": Counter(), "infantry": Counter()}
    for state, text in asked:
        _, number, side = text.split()
        sides[unit(state, number)["class"]][side] += 1
    assert sides["ranged"]["tower"] >= sides["ranged"]["barracks"]
    assert sides["infantry"]["barracks"] > 0


@pytest.mark.rule("W9.29")
def test_formations_follow_what_the_unit_can_do() -> None:
    assert set(chosen("choose_formation")) == {"line", "wedge", "hedgehog", "pike_square"}


@pytest.mark.rule("WD10.21")
def test_an_enemy_unit_is_made_inactive_after_the_attacks() -> None:
    for kind in ("choose_move", "choose_attack"):
        for state, text, _ in decisions(kind):
            if text.startswith("deactivate"):
                assert kind == "choose_attack"
                assert unit(state, text.split()[1])["active"]


@pytest.mark.rule("WD2.36")
def test_edmure_gives_his_order_to_friends() -> None:
    given = [text for _, text, _ in decisions("choose_move") if text.startswith("give_up_order")]
    assert given


@pytest.mark.rule("WD2.35")
def test_tyrion_escapes() -> None:
    asked = [text for _, text, _ in decisions("choose_commit") if "tyrion" in text]
    assert set(asked) == {"choose_commit tyrion yes"}


@pytest.mark.rule("WD2.32")
def test_tyrion_binds_the_enemy_to_what_is_worse_for_him() -> None:
    assert {"card", "token"} <= set(chosen("choose_forced_kind"))


def test_lannister_runs_for_the_exits() -> None:
    """Rule 1 of plan B08: against an enemy who plays at random most units get away."""
    played = play("westeros/oxcross", (0, 1), 20)
    away = played["points1"].reshape(-1, 2)[:, 0]
    assert away.mean() > 15
