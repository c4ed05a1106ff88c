"""Data part, section 2.4: Edmure gives up his order and gives covering fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

LORD = "S1 vance_wayfarers blue (4,3) edmure"
BOWS = "S2 tully_longbowmen blue (5,3)"
LONE = {"t_dog": {"figures": 1}}


def helped(table: Table) -> set[str]:
    return set(table.options("give_up_order"))


# He gives up his order.


@pytest.mark.rule("WD14.22")
def test_wd14_22_an_inactive_neighbour_attacks() -> None:
    units = (LORD, BOWS, "N1 t_inf blue (4,4)", "N2 t_inf red (7,4)")
    table = place(*units).order("S2").end().strike("S1", "N1", "GGG").do("morale_rally S1")
    table.order("S1")
    assert (table.partner("S1"), table.unit("S2")["active"]) == ("N1", False)
    table.do("give_up_order S2 attack")
    assert not table.options("choose_move")
    assert not table.options("choose_attack S1")
    assert table.dice("S2", "N2", "ranged") == 2
    table.attack("S2", "N2", "RG", mode="ranged")
    assert table.figures("N2") == 3
    assert not table.unit("S1")["active"]
    assert not table.unit("S2")["active"]
    assert (table.partner("S1"), table.asks) == ("N1", "choose_turn_action")


@pytest.mark.rule("WD2.36")
def test_wd2_36_a_neighbour_moves_and_does_not_attack() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "N1 t_inf red (8,4)")
    table = place(*units).order("S1").do("give_up_order S2 move")
    assert table.options("choose_move S1") == []
    assert (7, 3) in table.moves("S2")
    table.do("choose_move S2 (7,3)")
    assert not table.options("choose_attack")
    assert [table.unit(n)["active"] for n in ("S1", "S2")] == [False, False]


@pytest.mark.rule("WD2.36")
def test_wd2_36_an_active_neighbour_loses_its_own_order() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "N1 t_inf red (6,3)")
    table = place(*units).order("S1").do("give_up_order S2 attack").attack("S2", "N1", "RGG")
    assert (table.figures("N1"), table.unit("S2")["active"]) == (3, False)
    assert not [x for x in table.options("token") if x.split()[-1] in ("S1", "S2")]


@pytest.mark.rule("WD2.36")
def test_wd2_36_who_can_be_helped() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (6,3)", "N1 t_inf red (3,3)")
    table = place(*units).order("S1")
    assert helped(table) == {"S2 move", "S2 attack"}
    ordered = place(*units, "S4 t_inf blue (4,2)", cards="SB01").lead("SB01", "edmure", "S1", "S2")
    assert helped(ordered) == {"S4 move", "S4 attack"}
    other = place(*units, cards="SB01").lead("SB01", "edmure", "S2", "S3")
    assert helped(other) == set()


@pytest.mark.rule("WD2.36")
def test_wd2_36_before_his_unit_has_moved() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (5,2)")
    table = place(*units, cards="SB01").lead("SB01", "edmure", "S1", "S3")
    assert "S2 move" in helped(table)
    table.do("choose_move S1 (4,4)")
    assert table.asks == "choose_move"
    assert helped(table) == set()


@pytest.mark.rule("WD2.36")
def test_wd2_36_it_is_optional() -> None:
    table = place(LORD, "S2 t_inf blue (5,3)", "N1 t_inf red (4,4)").strike("S1", "N1", "RGG")
    assert (table.figures("N1"), table.unit("S2")["active"]) == (3, True)


@pytest.mark.rule("WD2.36")
@pytest.mark.rule("W9.63")
def test_wd2_36_the_helped_unit_counts_as_ordered() -> None:
    units = (LORD, "S2 mormont_shieldmaidens blue (5,3)", "N1 t_inf red (6,3)")
    table = place(*units).order("S2").end()
    assert table.unit("S2")["defend"]
    table.order("S1").do("give_up_order S2 attack")
    assert not table.unit("S2")["defend"]
    table.attack("S2", "N1", "GGG")
    assert not table.unit("S2")["defend"]


@pytest.mark.rule("W10.2")
@pytest.mark.rule("WD2.36")
def test_wd2_36_without_the_bonus_of_the_card() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "N1 t_inf red (6,3)")
    table = place(*units, cards="SB07").lead("SB07", "edmure", "S1").do("give_up_order S2 attack")
    assert table.dice("S2", "N1") == 3


# Covering fire.


def fire(*units: str, **more: Any) -> Table:
    """Edmure, at (4,3), commits his card at the start of his turn."""
    return place(LORD, *units, **more).do("choose_commit edmure yes")


def target(table: Table, number: str = "N1") -> Table:
    if number in table.options("choose_effect_unit"):
        table.do(f"choose_effect_unit {number}")
    return table


@pytest.mark.rule("WD2.36")
@pytest.mark.rule("WD2.24")
def test_covering_fire_each_shooter_with_a_die_less() -> None:
    units = ("S2 t_bow red (5,3)", "S3 t_bow blue (3,3)", "N1 t_inf blue (4,5)")
    table = place(*units, LORD).order("S3").end().do("choose_commit edmure yes")
    assert set(table.options("choose_effect_unit")) == {"S2", "S3", "none"}
    table.do("choose_effect_unit S2", "attack BG").do("choose_effect_unit S3", "attack B")
    assert (table.figures("N1"), table.asks) == (2, "choose_turn_action")
    assert [table.unit(n)["active"] for n in ("S1", "S2", "S3")] == [True, True, False]
    assert table.see["commanders"][0]["committed"]
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.36")
def test_covering_fire_any_order_and_each_once() -> None:
    table = fire("S2 t_bow red (5,3)", "S3 t_bow red (3,3)", "N1 t_inf blue (4,5)")
    table.do("choose_effect_unit S3", "attack GG")
    assert set(table.options("choose_effect_unit")) == {"S2", "none"}
    table.do("choose_effect_unit none")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 4)


@pytest.mark.rule("WD2.36")
def test_covering_fire_needs_edmure_to_see_the_target_but_not_the_shooters() -> None:
    terrain = {(3, 4): "forest", (4, 5): "forest"}
    units = ("S2 t_bow red (2,3)", "N1 t_inf blue (4,6)")
    blind = place(LORD, *units, terrain=terrain | {(4, 4): "forest"})
    assert not blind.options("choose_commit")
    seen = fire(*units, terrain={(3, 4): "forest", (3, 5): "forest", (2, 4): "forest"})
    target(seen).do("choose_effect_unit S2", "attack BB")
    assert seen.figures("N1") == 2


@pytest.mark.rule("WD2.36")
def test_covering_fire_by_ranged_units_of_his_zone_in_range() -> None:
    units = ("S2 t_bow red (5,3)", "S3 t_bow red (7,3)", "S4 t_inf red (4,4)",
             "S5 westerlands_archers red (4,1)", "N1 t_inf blue (5,5)")  # fmt: skip
    table = target(fire(*units))
    assert set(table.options("choose_effect_unit")) == {"S2", "none"}


@pytest.mark.rule("WD2.36")
@pytest.mark.rule("W7.3")
def test_covering_fire_an_engaged_shooter_aims_at_neighbours_only() -> None:
    units = (LORD, "S2 t_bow red (5,3)", "S3 t_bow red (3,3)", "N1 t_inf blue (4,5)",
             "N2 t_inf blue (6,4)")  # fmt: skip
    table = place(*units, solo=None).do("morale_up").strike("N2", "S2", "BBG")
    table.do("choose_commit edmure yes")
    first = set(table.options("choose_effect_unit"))
    assert first == {"N1", "N2"}
    one = table.copy().do("choose_effect_unit N1")
    assert set(one.options("choose_effect_unit")) == {"S3", "none"}
    two = table.copy().do("choose_effect_unit N2")
    assert "S2" in two.options("choose_effect_unit")
    two.do("choose_effect_unit S2", "attack BB")
    assert (two.figures("N2"), two.partner("S2")) == (2, "N2")


@pytest.mark.rule("WD2.36")
def test_covering_fire_ends_with_the_target() -> None:
    units = ("S2 t_bow red (5,3)", "S3 t_bow red (3,3)", "N1 t_dog blue (4,5)")
    table = target(fire(*units, types=LONE)).do("choose_effect_unit S2", "attack BG")
    assert (table.at("N1"), table.asks) == (None, "choose_turn_action")


@pytest.mark.rule("WD2.36")
@pytest.mark.rule("W7.4")
def test_covering_fire_is_a_ranged_attack() -> None:
    table = target(fire("S2 t_bow red (4,4)", "N1 t_stal blue (4,5)"))
    table.do("choose_effect_unit S2", "attack BG")
    assert (table.asks, table.partner("S2"), table.figures("N1")) == ("choose_turn_action", None, 3)
    moved = target(fire("S2 t_bow red (4,4)", "N1 t_inf blue (4,5)"))
    moved.do("choose_effect_unit S2", "attack MG")
    assert moved.asks == "choose_retreat_hex"


@pytest.mark.rule("W7.6")
@pytest.mark.rule("WD6.2")
def test_covering_fire_with_no_die_left() -> None:
    feeble = {"t_bow": {"dice": [1, 1, 1]}}
    table = place(LORD, "S2 t_bow red (4,4)", "N1 t_inf blue (4,5)", types=feeble)
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.36")
def test_covering_fire_range_is_tested_at_each_attack() -> None:
    units = ("S2 t_bow red (5,3)", "S3 t_bow red (4,2)", "N1 t_inf blue (5,6)")
    table = target(fire(*units))
    assert set(table.options("choose_effect_unit")) == {"S2", "S3", "none"}
    table.do("choose_effect_unit S2", "attack MG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("W9.54")
@pytest.mark.rule("WD6.2")
def test_covering_fire_volley_counts() -> None:
    units = ("S2 tully_longbowmen blue (5,3)", "S3 tully_longbowmen blue (5,2)",
             "N1 t_inf blue (4,5)")  # fmt: skip
    table = target(fire(*units)).do("choose_effect_unit S2", "attack BB")
    assert table.figures("N1") == 2
