"""B03: hidden archers as units of their own, and the instant win."""

from __future__ import annotations

from typing import Any

import pytest

from pysim.scenario import load_compiled
from tests.rules.westeros.positions import place
from tests.rules.westeros.test_plans import both_pass, plan

WOOD = load_compiled("westeros/whispering_wood")
OPEN: list[list[Any]] = [[c, r, "plains", "", 0] for c, r, *_ in WOOD["hexes"]]


@pytest.mark.rule("W9.5")
@pytest.mark.rule("WD12.4")
def test_b03_archers_turned_up_by_an_order_have_not_moved() -> None:
    at = {"S1": (0, 10), "L1": (5, 5), "L2": (14, 0)}
    table = plan("whispering_wood", at, momentum=1, hexes=OPEN, instant=None)
    table.do("assign_hidden_token 0").go("assign_hidden_token 1")
    table.go("pass").do("token G H1")
    assert table.moves("A1") == set()
    assert table.dice("A1", "L1", "ranged") == 2


@pytest.mark.rule("W5.23")
@pytest.mark.rule("WD12.4")
def test_b03_a_card_may_order_a_token_alone() -> None:
    at = {"S1": (2, 5), "S4": (13, 10), "L1": (14, 0)}
    table = plan("whispering_wood", at, momentum=1, hexes=OPEN, instant=None)
    table.go("assign_hidden_token 2").go("pass")
    table.order("S1").end()
    assert "SB01 robb_young_wolf" in table.options("lead")


@pytest.mark.rule("WD12.4")
@pytest.mark.parametrize(("real", "named"), [((0, 2), "A1"), ((2, 3), "A1")])
def test_b03_archers_are_numbered_as_they_appear(real: tuple[int, int], named: str) -> None:
    at = {"S1": (2, 5), "S4": (13, 10), "L1": (14, 0)}
    table = plan("whispering_wood", at, momentum=0, hexes=OPEN, instant=None)
    for token in real:
        if table.asks == "assign_hidden_tokens":  # the last one left is named without asking
            table.go(f"assign_hidden_token {token}")
    table.do("token G H3")
    assert table.at(named) == (4, 6)


@pytest.mark.rule("W11.2")
@pytest.mark.rule("WD14.20")
def test_wd14_20_points_of_the_game_end_count_for_the_instant_win() -> None:
    rich = {"who": 0, "points": 3, "when": "immediate", "condition": "enemy_unit_eliminated"}
    other = {"who": 1, "points": 9, "when": "game_end", "condition": "units_in", "per": 1}
    table = plan(
        "whispering_wood",
        {"S1": (5, 5), "S4": (13, 10), "L1": (5, 4), "L2": (14, 0)},
        momentum=0,
        hexes=OPEN,
        rounds=1,
        ranks={"L1": "red"},
        instant=WOOD["instant"],
        victory=[*WOOD["victory"], rich, other | {"area": [[14, 0]]}],
        types=[kind | {"figures": 1} for kind in WOOD["types"]],
        commanders=[
            man | {"capture_rating": 1, "commit": None}
            for man in WOOD["commanders"]
            if man["id"] in ("robb_young_wolf", "jaime_kingslayer")
        ],
    )
    table.go("assign_hidden_token 0").go("assign_hidden_token 1")
    table.order("S1").attack("S1", "L1", "RRRR")
    while table.asks != "choose_turn_action":
        table.go(table.options()[-1])
    assert table.see["vp"] == [4, 0]
    both_pass(table)
    assert (table.state.way(), table.state.winner()) == ("instant", 0)


@pytest.mark.rule("WD2.40")
def test_wd2_40_of_two_steps_either_may_come_first() -> None:
    table = place(
        "S1 t_inf blue (3,3) greatjon_last_hearth",
        "S2 t_inf blue (4,3)",
        "S3 t_inf blue (5,3)",
        "N1 t_inf red (9,7)",
    )
    table.do("choose_commit greatjon_last_hearth yes")
    table.do("choose_effect_unit S3").do("choose_effect_hex (6,3)").do("choose_effect_unit S2")
    assert "(5,3)" in table.options("choose_effect_hex")
