"""Plan B08: units that leave by the exits, the points, the end without Lannister units."""

from __future__ import annotations

from typing import Any

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table
from tests.rules.westeros.test_plans import plan

PLAN = load_compiled("westeros/oxcross")
EXIT = next(x for x in PLAN["victory"] if x["condition"] == "unit_exits")
FALLEN = next(x for x in PLAN["victory"] if x["condition"] == "enemy_unit_eliminated")["points"]
PLAIN, LED = EXIT["points"], EXIT["with_commander"]
LAST = {"rounds": 1}


def flight(at: dict[str, tuple[int, int]], **more: Any) -> Table:
    """A few units of the plan; Lannister has the momentum and plays first."""
    return plan("oxcross", at, momentum=1, **more)


def none_or_pass(table: Table) -> Table:
    now = table.see["round"]
    while not table.state.is_terminal() and table.see["round"] == now:
        options = table.options()
        table.go(next(x for x in options if x == "pass" or x.endswith("none")))
    return table


# Set-up.


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W4.3")
def test_b08_set_up() -> None:
    table = Table(_core.Game(PLAN).new_initial_state(5))
    assert table.see["morale"] == PLAN["morale_start"] > 0
    assert table.see["depth"] == [0, PLAN["morale_start"]]
    asked = []
    while table.asks == "choose_formation":
        asked.append(table.options()[0].split()[1])
        table.go(table.options()[0])
    assert asked == ["L7", "L8", "S1", "S4", "S5"]
    assert (table.state.current_player(), table.see["momentum"]) == (0, 0)
    for key, what in (("command_tokens", "command_tokens"), ("hand_sizes", "leadership_rating")):
        assert table.see[key] == [house[what] for house in PLAN["houses"]]
    dice = [sum(pool.values()) for pool in table.see["pools"]]
    assert dice == [house["order_rating"] for house in PLAN["houses"]]
    assert table.see["deck_sizes"] == [25 - size for size in table.see["hand_sizes"]]


@pytest.mark.rule("WD4.2")
def test_b08_decks() -> None:
    cards = PLAN["cards"]
    assert [sum(x["copies"] for x in cards if x["seat"] == seat) for seat in (0, 1)] == [25, 25]


# Exits.


@pytest.mark.rule("WD12.4")
@pytest.mark.parametrize(
    ("exit_hex", "start"),
    [((0, 10), (0, 8)), ((1, 10), (1, 8)), ((13, 10), (13, 8)), ((14, 10), (14, 8))],
)
def test_b08_a_unit_without_commander_leaves(
    exit_hex: tuple[int, int], start: tuple[int, int]
) -> None:
    table = flight({"L10": start, "L11": (7, 0), "S3": (7, 7)}).order("L10")
    before = table.see["depth"]
    table.do("choose_move L10 ({},{})".format(*exit_hex))
    assert (table.at("L10"), table.see["vp"]) == (None, [0, PLAIN])
    assert (table.see["depth"], table.state.is_terminal()) == (before, False)
    table.end()
    assert table.state.current_player() == 0


@pytest.mark.rule("WD12.4")
def test_b08_a_unit_with_a_commander_leaves_with_his_tokens() -> None:
    table = flight({"L3": (1, 8), "L11": (2, 8), "S3": (7, 7)})
    table.lead("LB01", "tyrion", "L3")
    table.do("choose_move L3 (1,10)").end()
    assert (table.at("L3"), table.see["vp"]) == (None, [0, LED])
    full = PLAN["houses"][1]["command_tokens"]
    assert table.see["command_tokens"][1] == full - 1
    table = none_or_pass(table)
    assert (table.see["round"], table.see["command_tokens"][1]) == (2, full)
    assert not [x for x in table.options("lead") if "tyrion" in x]


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W6.5")
def test_b08_leaving_an_engagement_costs_a_parting_blow_only() -> None:
    table = flight({"L11": (1, 9), "L10": (7, 0), "S3": (1, 8)}).strike("L11", "S3", "RR")
    assert table.partner("S3") == "L11"
    table.do("pass").do("morale_rally L11").order("L11")
    table.do("choose_move L11 (1,10)", "parting_blow RRR")
    assert (table.at("L11"), table.partner("S3"), table.see["vp"]) == (None, None, [0, PLAIN])


@pytest.mark.rule("WD12.4")
def test_b08_stark_units_stay() -> None:
    table = plan("oxcross", {"S3": (1, 9), "L11": (7, 0), "S9": (9, 9)}, momentum=0)
    table.order("S3").do("choose_move S3 (1,10)").end()
    assert (table.at("S3"), table.see["vp"]) == ((1, 10), [0, 0])


@pytest.mark.rule("WD12.4")
def test_b08_passing_over_other_edge_hexes_is_no_exit() -> None:
    table = flight({"L10": (5, 8), "L11": (7, 0), "S3": (9, 5)}).order("L10")
    table.do("choose_move L10 (5,10)").end()
    assert (table.at("L10"), table.see["vp"]) == ((5, 10), [0, 0])


@pytest.mark.rule("WD12.4")
def test_b08_a_unit_that_left_takes_no_further_part() -> None:
    table = none_or_pass(
        flight({"L10": (0, 8), "L11": (7, 0), "S3": (7, 7)})
        .order("L10").do("choose_move L10 (0,10)").end()
    )  # fmt: skip
    assert table.see["round"] == 2
    assert table.at("L10") is None
    assert not [x for x in table.options() if "L10" in x]


# The end.


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("WD11.2")
def test_b08_the_last_unit_leaves_and_points_decide() -> None:
    table = flight({"L10": (0, 8), "S3": (7, 7)}).order("L10").do("choose_move L10 (0,10)")
    assert table.state.is_terminal()
    assert (table.see["vp"], table.state.winner()) == ([0, PLAIN], 1)


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("WD11.2")
def test_b08_the_last_unit_falls_and_points_decide() -> None:
    weak = {"L11": "green", "S3": "red"}
    at = {"L10": (0, 8), "L11": (7, 6), "S3": (7, 7)}
    table = flight(at, ranks=weak).order("L10").do("choose_move L10 (0,10)").end()
    table.strike("S3", "L11", "GGGG")
    assert table.state.is_terminal()
    assert (table.see["vp"], table.state.winner()) == ([FALLEN, PLAIN], 1)


@pytest.mark.rule("WD12.4")
def test_b08_a_stark_side_without_units_loses() -> None:
    at = {"L11": (6, 7), "L10": (7, 0), "S9": (6, 8)}
    kinds = PLAN["types"]
    frail = [k | ({"figures": 1} if k["id"] == "northmen_archers" else {}) for k in kinds]
    table = flight(at, types=frail).strike("L11", "S9", "GG")
    assert table.state.is_terminal()
    assert table.state.winner() == 1


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W11.4")
@pytest.mark.parametrize(("start", "winner"), [(2, 0), (-6, 1)])
def test_b08_equal_points_go_to_the_higher_morale(start: int, winner: int) -> None:
    at = {"L11": (6, 7), "L10": (7, 0), "S9": (6, 9), "S3": (0, 0)}
    table = none_or_pass(flight(at, morale_start=start, **LAST))
    assert table.state.is_terminal()
    assert (table.see["vp"], table.state.winner()) == ([0, 0], winner)


@pytest.mark.rule("WD12.4")
@pytest.mark.rule("W11.3")
def test_b08_a_point_for_an_eliminated_lannister_unit_and_none_for_a_stark_one() -> None:
    at = {"L11": (7, 6), "L1": (3, 3), "S3": (7, 7), "S9": (3, 4), "S6": (9, 9)}
    kinds = PLAN["types"]
    frail = [k | ({"figures": 1} if k["id"] == "northmen_archers" else {}) for k in kinds]
    table = flight(at, types=frail, ranks={"S3": "red"}).strike("L1", "S9", "GBB")
    if table.asks == "choose_pursue_move":
        table.do("choose_pursue_move none")
    if table.asks == "choose_advance":
        table.do("choose_advance no")
    assert (table.at("S9"), table.see["vp"]) == (None, [0, 0])
    table.strike("S3", "L11", "GGGG")
    assert (table.at("L11"), table.see["vp"]) == (None, [FALLEN, 0])


@pytest.mark.rule("WD12.4")
def test_b08_a_pursuit_is_no_movement_of_its_own_order() -> None:
    at = {"L10": (1, 8), "L11": (7, 0), "S3": (1, 9), "S9": (9, 9)}
    table = flight(at).strike("L10", "S3", "MG").do("choose_retreat_hex (2,10)")
    table.do("choose_pursue_move (1,10)").do("choose_pursue_attack none")
    assert (table.at("L10"), table.see["vp"]) == ((1, 10), [0, 0])
    table.do("pass").do("morale_rally L10").order("L10").do("choose_move L10 (0,10)")
    assert (table.at("L10"), table.see["vp"]) == (None, [0, PLAIN])
