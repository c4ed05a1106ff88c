"""Chapter 11: points, ties, elimination, control."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

LONE = {"t_dog": {"figures": 1}}
LAST_ROUND = {"rounds": 1, "solo": None}


def finished(*units: str, **more: Any) -> Table:
    """Both players pass in the only round."""
    table = place(*units, **(LAST_ROUND | more))
    return table.do("pass").do("pass")


@pytest.mark.rule("W11.4")
@pytest.mark.rule("W8.26")
@pytest.mark.parametrize(("morale", "winner"), [(-3, 1), (3, 0), (-1, 1), (1, 0)])
def test_w11_4_a_tie_goes_to_the_higher_morale(morale: int, winner: int) -> None:
    table = finished("S1 t_inf blue (3,2)", morale=morale)
    assert (table.state.winner(), table.state.way()) == (winner, "morale")


@pytest.mark.rule("W11.4")
@pytest.mark.parametrize("holder", [0, 1])
def test_w11_4_then_to_the_holder_of_momentum(holder: int) -> None:
    table = finished("S1 t_inf blue (3,2)", momentum=holder)
    assert (table.state.winner(), table.state.way()) == (holder, "momentum")


@pytest.mark.rule("W11.4")
def test_w11_4_a_plan_may_name_momentum_alone() -> None:
    assert (
        finished("S1 t_inf blue (3,2)", momentum=0, morale=-3, tie="momentum").state.winner() == 0
    )


@pytest.mark.rule("W11.4")
def test_w11_4_more_points_win() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_dog green (4,4)")
    table = place(*units, types=LONE, morale=-4, **LAST_ROUND).strike("S1", "N1", "GRR")
    table.do("pass").do("pass")
    assert (table.see["vp"], table.state.winner(), table.state.way()) == ([1, 0], 0, "points")
    assert table.state.returns() == [1.0, -1.0]


@pytest.mark.rule("W11.3")
@pytest.mark.parametrize(("depth", "points"), [(2, 0), (3, 1), (6, 1), (7, 2), (9, 2), (10, 3)])
def test_w11_3_points_for_enemy_morale(depth: int, points: int) -> None:
    victory = [
        {"who": -1, "zone_points": [1, 2, 3], "when": "game_end", "condition": "enemy_morale"}
    ]
    houses = [
        {"id": h, "edge": h, "morale_end": "11", "order_rating": 20, "leadership_rating": 0,
         "command_tokens": 0}
        for h in ("south", "north")
    ]  # fmt: skip
    table = finished("S1 t_inf blue (3,2)", morale=-depth, victory=victory, houses=houses)
    assert table.see["vp"] == [0, points]


@pytest.mark.rule("W11.5")
def test_w11_5_no_unit_left() -> None:
    units = [
        {
            "seat": 0,
            "number": "S1",
            "type": "t_inf",
            "rank": "blue",
            "c": 4,
            "r": 3,
            "commander": "",
        },
        {
            "seat": 1,
            "number": "N1",
            "type": "t_dog",
            "rank": "blue",
            "c": 4,
            "r": 4,
            "commander": "",
        },
    ]
    table = place("S1 t_inf blue (4,3)", "N1 t_dog blue (4,4)", types=LONE, units=units)
    table.strike("S1", "N1", "BRR")
    assert (table.state.winner(), table.state.way()) == (0, "elimination")


MARKED = [{"c": 4, "r": 4, "owner": -1, "kind": "location", "marker": True}]


@pytest.mark.rule("W11.7")
@pytest.mark.rule("W6.8")
@pytest.mark.parametrize(("marker", "points"), [(True, 1), (False, 0)])
def test_w11_7_a_marker_stays_when_the_unit_has_left(marker: bool, points: int) -> None:
    victory = [
        {
            "who": -1,
            "points": 1,
            "when": "game_end",
            "condition": "each_controlled",
            "kind": "location",
        }
    ]
    objectives = [MARKED[0] | {"marker": marker}]
    table = place(
        "S1 t_inf blue (4,3)", objectives=objectives, victory=victory, rounds=1
    )  # fmt: skip
    for to in ("(4,4)", "(4,5)"):
        table.order("S1").do(f"choose_move S1 {to}").end()
        if to == "(4,4)":
            table.do("morale_rally S1")
    table.do("pass")
    assert table.see["vp"] == [points, 0]


@pytest.mark.rule("W6.8")
def test_w6_8_advance_and_retreat_take_objectives() -> None:
    units = ("S1 war_host blue (4,3)", "N1 t_inf blue (4,4)", "N2 t_inf red (4,5)")
    table = place(*units, objectives=MARKED).strike("S1", "N1", "MGG").do("choose_advance yes")
    assert table.hex(4, 4)["objective"] == 0
    behind = [MARKED[0] | {"c": 3, "r": 5}]
    table = place(*units, objectives=behind).strike("S1", "N1", "MGG")
    assert table.hex(3, 5)["objective"] == 1


@pytest.mark.rule("W8.24")
@pytest.mark.parametrize("end", ["rout", "11"])
def test_w8_24_only_the_rout_space_loses(end: str) -> None:
    houses = [
        {"id": h, "edge": h, "morale_end": end, "order_rating": 20, "leadership_rating": 0,
         "command_tokens": 0}
        for h in ("south", "north")
    ]  # fmt: skip
    table = place("S1 t_inf blue (3,2)", solo=None, morale=-10, houses=houses)
    table.do("pass").go("pass")
    assert table.state.is_terminal() is (end == "rout")
