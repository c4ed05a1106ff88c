"""Chapter 9.4: Dive, concealed tokens, hidden fords and lakes (W9.50, W9.53, W9.55, W9.56)."""

from __future__ import annotations

from typing import Any

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table, place

HORSE = "riverrun_cavalry"
RIVER = {(c, 4): "river" for c in range(11)}
DIVER = {"t_inf": {"keywords": [["dive", 0]]}}


def bank(*units: str, tokens: tuple[int, int] = (4, 0), **more: Any) -> Table:
    """A river along row 4; Tully horse S1 stands south of it at (4,3)."""
    first = f"S1 {HORSE} blue (4,3)"
    given = {"terrain": RIVER, "concealed_tokens": list(tokens), **more}
    return place(first, *units, **given)


@pytest.mark.rule("W9.50", "W9.53", "W14.26")
def test_w9_53_the_unit_stops_in_the_river_and_lays_a_token() -> None:
    table = bank().order("S1")
    assert {(4, 4), (5, 4), (3, 4)} <= table.moves("S1")
    assert not any(r > 4 for _, r in table.moves("S1"))
    table.do("choose_move S1 (4,4)")
    assert (table.at("S1"), table.hex(4, 4)["token"]) == ((4, 4), "hidden_ford")
    assert table.see["concealed"] == [3, 0]


@pytest.mark.rule("W9.53")
@pytest.mark.parametrize("land", ["river", "forest_river", "lake"])
def test_w9_53_any_river_or_lake_hex(land: str) -> None:
    table = bank(terrain={(4, 4): land}).order("S1").do("choose_move S1 (4,4)")
    assert (table.at("S1"), table.hex(4, 4)["token"]) == ((4, 4), "hidden_ford")


@pytest.mark.rule("W9.50")
def test_w9_50_others_may_not_enter() -> None:
    table = bank("S2 t_cav blue (6,3)", "N1 t_inf blue (6,5)").order("S2")
    assert not any(r >= 4 for _, r in table.moves("S2"))


@pytest.mark.rule("W9.53")
def test_w9_53_no_token_no_river() -> None:
    table = bank(f"S2 {HORSE} blue (6,3)", tokens=(1, 4)).order("S1").do("choose_move S1 (4,4)")
    table.end().order("S2")
    assert table.see["concealed"] == [0, 4]
    assert not any(r == 4 for _, r in table.moves("S2"))


@pytest.mark.rule("W14.26", "W9.53", "W3.20")
def test_w14_26_the_enemy_uses_the_hidden_ford_and_stops_there() -> None:
    kinds = {"t_inf": {"move": [3, 3, 3]}}
    table = bank("N1 t_inf blue (4,5)", tokens=(1, 0), solo=None, types=kinds).order("S1")
    table.do("choose_move S1 (4,4)").end().do("morale_up").do("morale_rally S1").do("morale_up")
    table.order("S1").do("choose_move S1 (5,3)").end()
    assert table.hex(4, 4)["token"] == "hidden_ford"
    table.order("N1")
    assert [at for at in table.moves("N1") if at[1] <= 4] == [(4, 4)]
    table.do("choose_move N1 (4,4)")
    assert (table.at("N1"), table.see["concealed"]) == ((4, 4), [0, 0])


def ford(unit: str, enemy: str = "N1 t_inf blue (5,5)") -> Table:
    """A unit stands on a ford of the river and is ordered."""
    land = RIVER | {(5, 4): "river+ford"}
    return place(f"S1 {unit} (5,4)", enemy, terrain=land, concealed_tokens=[4, 0]).order("S1")


@pytest.mark.rule("W9.55", "W3.17", "W3.20")
@pytest.mark.parametrize(("unit", "dice"), [(f"{HORSE} red", 4), ("t_cav red", 2)])
def test_w9_55_divers_attack_from_a_ford_with_all_dice(unit: str, dice: int) -> None:
    assert ford(unit).dice("S1", "N1") == dice


@pytest.mark.rule("W9.53", "W3.17", "W3.20")
@pytest.mark.parametrize(("unit", "reach", "dice"), [(f"{HORSE} red", 5, 4), ("t_cav red", 4, 2)])
def test_w9_53_a_hidden_ford_limits_others(unit: str, reach: int, dice: int) -> None:
    table = bank(f"S2 {unit} (5,3)", "N1 t_inf blue (4,5)").order("S1")
    table.do("choose_move S1 (4,4)").end().do("morale_rally S1").order("S1")
    table.do("choose_move S1 (3,3)").end().order("S2")
    assert max(r for _, r in table.moves("S2")) == reach
    assert table.do("choose_move S2 (4,4)").dice("S2", "N1") == dice


@pytest.mark.rule("W9.55", "W9.53")
def test_w9_55_divers_attack_from_their_hidden_ford_with_all_dice() -> None:
    table = bank("N1 t_inf blue (4,5)").order("S1").do("choose_move S1 (4,4)")
    assert table.dice("S1", "N1") == 3


@pytest.mark.rule("W9.55", "W9.53")
def test_w9_55_a_ford_does_not_stop_divers_and_costs_no_token() -> None:
    land = RIVER | {(4, 4): "river+ford"}
    table = bank(terrain=land).order("S1")
    assert {(4, 4), (4, 5), (3, 5), (4, 6)} <= table.moves("S1")
    table.copy().do("choose_move S1 (4,6)")
    after = table.do("choose_move S1 (4,4)")
    assert (after.hex(4, 4)["token"], after.see["concealed"]) == ("ford", [4, 0])
    other = place("S1 t_cav blue (4,3)", terrain=land).order("S1")
    assert not any(r > 4 for _, r in other.moves("S1"))


@pytest.mark.rule("W9.55")
def test_w9_55_a_second_visit_costs_no_token() -> None:
    table = bank(f"S2 {HORSE} blue (5,3)").order("S1").do("choose_move S1 (4,4)").end()
    table.do("morale_rally S1").order("S1").do("choose_move S1 (3,3)").end().order("S2")
    assert (4, 5) in table.moves("S2")
    table.do("choose_move S2 (4,4)")
    assert table.see["concealed"] == [3, 0]


@pytest.mark.rule("W9.53")
def test_w9_53_a_bridge_is_no_river_to_dive_into() -> None:
    table = bank(terrain=RIVER | {(4, 4): "river+bridge"}).order("S1")
    assert (4, 6) in table.moves("S1")
    table.do("choose_move S1 (4,4)")
    assert (table.hex(4, 4)["token"], table.see["concealed"]) == ("bridge", [4, 0])


@pytest.mark.rule("W9.53", "W9.14")
def test_w9_53_no_pursuit_into_the_river() -> None:
    land = {(4, 5): "river", (5, 5): "river", (3, 5): "river"}
    units = ("N1 t_dog blue (4,4)",)
    kinds = {"t_dog": {"figures": 1}}
    table = bank(*units, terrain=land, types=kinds).strike("S1", "N1", "BGG")
    hexes = set(table.options("choose_pursue_move"))
    assert "(4,4)" in hexes
    assert hexes.isdisjoint({"(4,5)", "(5,5)", "(3,5)"})


@pytest.mark.rule("W9.53", "W9.1")
def test_w9_53_no_advance_into_the_river() -> None:
    kinds = {"t_inf": {"keywords": [["dive", 0], ["advance", 0]]}}
    units = (f"S1 {HORSE} blue (4,3)", "N1 t_inf blue (3,5)", "S2 t_inf blue (3,3)")
    table = place(*units, terrain=RIVER, types=kinds, concealed_tokens=[1, 1], solo=None)
    table.order("S1").do("choose_move S1 (4,4)").end()
    table.strike("N1", "S1", "MGG")
    assert (table.at("S1"), table.at("N1")) == ((4, 3), (3, 5))
    # The hex left is a hidden ford by now: the way is open, and no token is laid.
    assert table.asks == "choose_advance"
    assert table.do("choose_advance yes").see["concealed"] == [0, 1]


@pytest.mark.rule("W9.53", "W8.12")
def test_w9_53_no_retreat_into_the_river() -> None:
    land = {(4, 2): "river", (5, 2): "river"}
    table = bank("N1 t_inf blue (4,4)", terrain=land, solo=1).strike("N1", "S1", "MGG")
    assert (table.at("S1"), table.figures("S1")) == ((4, 3), 2)
    assert table.see["concealed"] == [4, 0]


@pytest.mark.rule("W9.53", "W8.12", "W3.16")
def test_w9_53_anybody_may_retreat_over_a_hidden_ford() -> None:
    units = ("S2 t_cav blue (4,5)", "N1 t_inf blue (4,6)")
    table = bank(*units, solo=None).order("S1").do("choose_move S1 (4,4)").end()
    table.do("morale_up").do("morale_rally S1").do("morale_up").order("S1")
    table.do("choose_move S1 (5,3)").end()
    table.strike("N1", "S2", "MMG")
    while table.asks == "choose_retreat_hex":
        table.do("choose_retreat_hex " + min(table.options("choose_retreat_hex")))
    # (5,4), the other hex toward the own edge, is open water.
    assert table.figures("S2") == 3
    assert table.at("S2") in {(3, 3), (4, 3)}


@pytest.mark.rule("W9.50", "WD2.23")
def test_w9_50_a_commander_brings_the_keyword() -> None:
    table = place("S1 t_inf blue (4,3) marq", terrain=RIVER, concealed_tokens=[1, 0]).order("S1")
    assert (4, 4) in table.moves("S1")


@pytest.mark.rule("W9.53", "W3.18")
def test_w3_18_a_lake_is_closed_to_others() -> None:
    land = {(4, 4): "lake", (3, 4): "lake", (5, 4): "lake"}
    table = place("S1 t_cav blue (4,3)", terrain=land).order("S1")
    assert table.moves("S1").isdisjoint(land)
    units = ("N1 t_inf blue (4,5)", "S1 t_bow blue (4,3)")
    seen = place(*units, terrain=land).order("S1")
    assert seen.targets("S1", "ranged") == ["N1"]


@pytest.mark.rule("W9.56", "W9.53")
def test_w9_56_the_plan_sets_the_number() -> None:
    plan = load_compiled("westeros/mill_bridge")
    assert any(unit["type"] == HORSE for unit in plan["units"])
    assert plan["concealed_tokens"] == [2, 0]
    assert _core.Game(plan).new_initial_state(1).to_dict()["concealed"] == [2, 0]
