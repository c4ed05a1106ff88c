"""Plan B07: Tully allies, outpost, two concealed tokens, objectives and victory."""

from __future__ import annotations

from typing import Any

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table
from tests.rules.westeros.test_plans import plan

Hex = tuple[int, int]
PLAN = load_compiled("westeros/mill_bridge")
POINTS = {x["condition"]: x["points"] for x in PLAN["victory"]}
FALLEN, ROWS = POINTS["enemy_unit_eliminated"], POINTS["units_in"]
HELD = POINTS["each_controlled"]
QUIET = {"L1": (14, 10), "S9": (0, 0)}


def bridge(at: dict[str, Hex], *, seat: int = 0, side: str = "barracks", **more: Any) -> Table:
    """A few units of the plan, two idle ones among them; this seat plays first."""
    table = plan("mill_bridge", QUIET | at, momentum=seat, **more)
    if table.asks == "choose_outpost_side":
        table.go(f"choose_outpost_side S1 {side}")
    while table.asks == "choose_formation":
        table.go(table.options()[0])
    return table


def to_the_end(table: Table) -> Table:
    while not table.state.is_terminal():
        options = table.options()
        table.go(next(x for x in options if x == "pass" or x.endswith("none")))
    return table


# Set-up.


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W4.3")
def test_b07_set_up() -> None:
    table = Table(_core.Game(PLAN).new_initial_state(5))
    assert table.see["concealed"] == PLAN["concealed_tokens"] == [2, 0]
    assert (table.asks, table.state.current_player()) == ("choose_outpost_side", 0)
    assert set(table.options("choose_outpost_side")) == {"S1 tower", "S1 barracks"}
    table.go("choose_outpost_side S1 tower")
    assert (table.asks, table.state.current_player()) == ("choose_formation", 1)
    table.go("choose_formation L11 pike_square")
    assert (table.state.current_player(), table.see["momentum"]) == (1, 1)
    assert (table.unit("S1")["outpost_side"], table.unit("L11")["formation"]) == (
        "tower",
        "pike_square",
    )
    owned = {(h["c"], h["r"]) for h in table.see["hexes"] if h["objective"] == 0}
    assert owned == {(6, 5), (6, 3), (10, 3)}
    assert table.see["depth"] == [0, 0]


@pytest.mark.rule("WD4.2")
@pytest.mark.rule("WD1.7")
def test_b07_cards_of_the_allies_lie_in_the_deck_of_stark() -> None:
    cards = PLAN["cards"]
    assert [sum(x["copies"] for x in cards if x["seat"] == seat) for seat in (0, 1)] == [25, 20]
    allies = {x["id"]: x["copies"] for x in cards if x["seat"] == 0 and x["id"].startswith("AL")}
    assert allies == {"AL01": 2, "AL03": 2, "AL05": 1, "AL06": 2, "AL08": 2, "AL10": 1, "AL11": 2,
                      "AL13": 2, "AL15": 1}  # fmt: skip


@pytest.mark.rule("WD1.7")
def test_b07_a_fallen_ally_costs_stark_morale() -> None:
    kinds = PLAN["types"]
    frail = [k | ({"figures": 1} if k["id"] == "tully_longbowmen" else {}) for k in kinds]
    table = bridge({"S4": (5, 7), "L4": (6, 8)}, seat=1, types=frail).strike("L4", "S4", "BGG")
    assert (table.at("S4"), table.see["vp"], table.see["depth"]) == (None, [0, FALLEN], [2, 0])


@pytest.mark.rule("WD1.7")
def test_b07_allies_and_stark_share_pool_and_commanders() -> None:
    table = bridge({"S1": (6, 3), "S10": (7, 3), "S4": (5, 3)}).do("lead SB05 edmure")
    assert set(table.options("choose_ordered_unit")) == {"S1", "S4", "S10"}


# The outpost.


@pytest.mark.rule("W3.32")
@pytest.mark.rule("W3.37")
def test_b07_edmure_in_the_tower_is_safe_from_melee_and_makes_none() -> None:
    table = bridge({"S1": (6, 3), "L4": (7, 4)}, side="tower")
    assert table.copy().order("S1").targets("S1") == []
    assert table.do("pass").order("L4").targets("L4") == []


@pytest.mark.rule("W3.31")
def test_b07_the_barracks_cover() -> None:
    table = bridge({"S1": (6, 3), "L4": (7, 4)}, seat=1).strike("L4", "S1", "BBG")
    assert table.figures("S1") == 3


@pytest.mark.rule("W3.30")
def test_b07_the_side_is_chosen_on_entering() -> None:
    table = bridge({"S6": (6, 2)}).order("S6").do("choose_move S6 (6,3)")
    assert table.asks == "choose_outpost_side"
    table.do("choose_outpost_side S6 tower")
    assert table.unit("S6")["outpost_side"] == "tower"
    horse = bridge({"S8": (6, 2)}).order("S8").do("choose_move S8 (6,3)")
    assert (horse.asks, horse.unit("S8")["outpost_side"]) == ("choose_turn_action", "barracks")


# The river.


@pytest.mark.rule("W9.53")
@pytest.mark.rule("W9.56")
def test_b07_two_concealed_tokens() -> None:
    table = bridge({"S2": (3, 4), "S3": (8, 4), "S8": (11, 4)})
    for number, river, left in (("S2", (3, 5), 1), ("S3", (8, 5), 0)):
        step = "{} ({},{})".format(number, *river)
        table.order(number).do(next(x for x in table.options() if x.endswith(step)))
        if table.asks == "choose_commit":
            table.do("choose_commit marq no")
        table.end()
        if table.state.current_player() == 1:
            table.do("pass")
        assert table.see["concealed"] == [left, 0]
        assert table.hex(*river)["token"] == "hidden_ford"
    last = table.order("S8").moves("S8")
    assert (10, 5) in last
    assert (11, 5) not in last


@pytest.mark.rule("WD14.12")
@pytest.mark.rule("WD3.3")
def test_wd14_12_on_the_map_of_the_mill() -> None:
    table = bridge({"S3": (10, 4), "L6": (11, 4)}).lead("AL01", "marq", "S3", tactic=None)
    while table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert table.dice("S3", "L6") == 6


# Points and victory.


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W11.7")
def test_b07_points_at_the_end() -> None:
    table = bridge({"L6": (10, 4), "L7": (4, 3), "L4": (5, 4)}, seat=1, rounds=1)
    table.order("L6").do("choose_move L6 (10,3)").end()
    assert table.hex(10, 3)["objective"] == 1
    assert table.see["vp"] == [0, 0]
    to_the_end(table)
    assert table.see["vp"] == [2 * HELD, HELD + 2 * ROWS]


@pytest.mark.rule("WD12.4")
def test_b07_stark_holds_all() -> None:
    table = to_the_end(bridge({"L4": (5, 4)}, rounds=1))
    assert (table.see["vp"], table.state.winner()) == ([3 * HELD, 0], 0)


@pytest.mark.rule("WD12.4")
def test_b07_rows_three_and_below_count_for_lannister_alone() -> None:
    at = {"L4": (5, 3), "L5": (6, 0), "L6": (9, 2), "L7": (3, 1), "L2": (0, 3), "L3": (13, 3),
          "L9": (12, 1), "S10": (5, 10)}  # fmt: skip
    table = to_the_end(bridge(at, rounds=1))
    assert table.see["vp"] == [3 * HELD, 7 * ROWS]


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W11.4")
@pytest.mark.rule("W8.26")
@pytest.mark.parametrize(("start", "winner"), [(-4, 1), (4, 0), (0, 1)])
def test_b07_equal_points_go_to_morale_and_then_to_the_momentum(start: int, winner: int) -> None:
    even = [x | {"points": 1} for x in PLAN["victory"]]
    at = {"L4": (5, 3), "L5": (6, 0), "L6": (9, 2)}
    table = to_the_end(bridge(at, seat=1, rounds=1, morale_start=start, victory=even))
    assert (table.see["vp"], table.state.winner()) == ([3, 3], winner)


@pytest.mark.rule("WD12.4")
def test_b07_a_point_at_once_for_an_eliminated_unit() -> None:
    kinds = PLAN["types"]
    frail = [k | ({"figures": 1} if k["id"] == "lannisport_guards" else {}) for k in kinds]
    table = bridge({"S7": (7, 4), "L6": (7, 3)}, types=frail).strike("S7", "L6", "GBB")
    assert table.see["vp"] == [FALLEN, 0]


@pytest.mark.rule("W8.24")
@pytest.mark.rule("WD12.4")
def test_b07_the_segments_end_in_rout() -> None:
    table = bridge({"L4": (5, 4)}, morale_start=-10).do("pass").do("pass")
    assert table.state.is_terminal()
    assert table.state.winner() == 1
