"""Data part, section 10.4: boxes of the leadership cards AL01 to AL15."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

BOSS = "S1 t_stal blue (4,3) s1"
HORSE = "S1 riverrun_cavalry blue (4,3) brynden"
FOOT = "S2 vance_wayfarers blue (5,3)"
LONE = {"t_dog": {"figures": 1}}


def numbers(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def ordered(table: Table) -> set[str]:
    return {u["number"] for u in table.see["units"] if u["ordered"]}


@pytest.mark.rule("WD10.4")
@pytest.mark.parametrize(
    ("card", "most"),
    [("AL01", 2), ("AL03", 2), ("AL06", 2), ("AL08", 2), ("AL10", 3), ("AL11", 2), ("AL13", 1)],
)
def test_al_numbers(card: str, most: int) -> None:
    others = ("S2 t_inf blue (5,3)", "S3 vance_wayfarers blue (3,3)", "S4 t_inf blue (4,2)")
    table = place(BOSS, *others, "S5 t_inf blue (7,3)", cards=card).do(f"lead {card} s1")
    assert numbers(table, "choose_ordered_unit") == {"S1", "S2", "S3", "S4"}
    for number in ("S1", "S2", "S3")[: most - 1]:
        table.do(f"choose_ordered_unit {number}")
        assert "end_ordered_units" in table.options()
    table.do(f"choose_ordered_unit S{most}")
    assert table.asks != "choose_ordered_units"
    assert len(ordered(table)) == most


@pytest.mark.rule("WD10.4")
@pytest.mark.parametrize("card", ["AL05", "AL15"])
def test_al05_al15_three_units_of_tully(card: str) -> None:
    units = (BOSS, FOOT, "S3 riverrun_cavalry green (3,3)", "S4 tully_longbowmen red (4,2)",
             "S5 vance_wayfarers blue (6,3)", "S6 war_host blue (5,2)",
             "S8 vance_wayfarers blue (8,3)")  # fmt: skip
    table = place(*units, cards=card).do(f"lead {card} s1")
    assert numbers(table, "choose_ordered_unit") == {"S2", "S3", "S4", "S5"}
    for number in ("S2", "S3", "S4"):
        table.do(f"choose_ordered_unit {number}")
    assert table.asks != "choose_ordered_units"
    assert ordered(table) == {"S2", "S3", "S4"}


@pytest.mark.rule("W5.23")
def test_al05_is_no_action_without_a_unit_of_tully() -> None:
    assert not place(BOSS, "S2 t_inf blue (5,3)", cards="AL05").options("lead")
    assert place(BOSS, FOOT, cards="AL05").options("lead") == ["AL05 s1"]


def terrain_dice(terrain: dict[tuple[int, int], str], **options: Any) -> int:
    """Dice of a blue unit (3) that attacks from (4,4) with AL01 the unit at (5,4)."""
    units = ("S1 t_inf blue (4,4) s1", "N1 t_inf red (5,4)")
    table = place(*units, cards="AL01", terrain=terrain, options=options)
    return table.lead("AL01", "s1", "S1").dice("S1", "N1")


MILL = {(4, 5): "river+ford", (3, 5): "river", (4, 3): "building", (3, 3): "forest"}


@pytest.mark.rule("WD14.12")
@pytest.mark.rule("WD3.3")
def test_wd14_12_river_building_and_forest() -> None:
    assert terrain_dice(MILL) == 6
    assert terrain_dice({}) == 3


@pytest.mark.rule("WD3.3")
def test_wd3_3_types_that_count() -> None:
    one = {(3, 4): "hill", (4, 5): "marsh", (3, 5): "lake", (4, 3): "outpost", (3, 3): "road"}
    assert terrain_dice(one) == 8
    assert terrain_dice({(3, 4): "forest_road"}) == 5
    assert terrain_dice({(3, 4): "forest_road", (4, 5): "forest", (3, 5): "road"}) == 5
    assert terrain_dice({(3, 4): "forest", (4, 5): "forest", (4, 3): "forest"}) == 4
    assert terrain_dice({(3, 4): "plains+palisade", (4, 5): "plains+tent"}) == 3
    assert terrain_dice({(5, 4): "road"}) == 4


@pytest.mark.rule("WD3.3")
@pytest.mark.rule("WD10.31")
def test_wd10_31_neither_the_own_hex_nor_far_ones() -> None:
    assert terrain_dice({(4, 4): "road", (5, 5): "hill", (2, 4): "forest"}) == 3


@pytest.mark.rule("WD13.4")
def test_wd13_4_plains_and_cap() -> None:
    assert terrain_dice(MILL, al01_plains=True) == 7
    assert terrain_dice(MILL, al01_cap=2) == 5
    assert terrain_dice(MILL, al01_plains=True, al01_cap=1) == 4


@pytest.mark.rule("W3.17")
@pytest.mark.rule("WD6.2")
def test_al01_dice_come_before_the_limit_of_the_hex() -> None:
    assert terrain_dice({**MILL, (5, 4): "forest"}) == 2


@pytest.mark.rule("WD10.31")
def test_wd10_31_counted_where_each_attack_is_made() -> None:
    terrain = {(3, 5): "hill", (3, 4): "road"}
    units = ("S1 t_cav blue (4,3) addam", "N1 t_dog blue (4,4)", "N2 t_inf red (4,5)")
    table = place(*units, cards="AL01", terrain=terrain, types=LONE).lead("AL01", "addam", "S1")
    moved = table.copy().attack("S1", "N1", "BGG").do("choose_pursue_move (4,4)")
    moved.do("choose_pursue_attack S1 melee N2", "attack GGGGG")
    assert moved.asks == "choose_turn_action"


# AL03, AL04


@pytest.mark.rule("WD10.34")
def test_al03_two_hexes_more_for_cavalry_that_gives_up_its_attack() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 riverrun_cavalry blue (5,3)", "N1 t_inf red (8,4)",
             "N2 t_inf red (6,4)")  # fmt: skip
    table = place(*units, cards="AL03").lead("AL03", "s1", "S1", "S2")
    assert {(8, 3), (9, 3)} <= table.moves("S2")
    assert (9, 1) in table.moves("S2")
    assert (1, 3) not in table.moves("S1")
    far = table.copy().do("choose_move S2 (9,3)").stay()
    assert not far.options("choose_attack S2")
    near = table.copy().do("choose_move S2 (7,3)").stay()
    assert near.options("choose_attack S2 melee") == ["N1"]
    assert set(table.stay().options("choose_attack S2 melee")) == {"N2"}


@pytest.mark.rule("WD10.34")
def test_al03_the_limit_is_the_allowance_of_the_rank() -> None:
    for rank, own in (("green", 4), ("blue", 3)):
        units = ("S1 t_stal blue (2,3) s1", f"S2 riverrun_cavalry {rank} (3,3)",
                 f"N1 t_inf red ({3 + own},4)", f"N2 t_inf red ({4 + own},4)")  # fmt: skip
        table = place(*units, cards="AL03").lead("AL03", "s1", "S2")
        assert (5 + own, 3) in table.moves("S2")
        assert (6 + own, 3) not in table.moves("S2")
        within = table.copy().do(f"choose_move S2 ({3 + own},3)").stay()
        assert within.options("choose_attack S2 melee")
        beyond = table.do(f"choose_move S2 ({4 + own},3)").stay()
        assert not beyond.options("choose_attack S2 melee")
        assert not beyond.end().unit("S2")["active"]


# AL06, AL07


@pytest.mark.rule("WD10.6")
@pytest.mark.rule("W5.35")
@pytest.mark.parametrize("place_of", ["(5,3)", "(9,3)"])
def test_al06_edmures_unit_rallies_in_the_zone_or_not(place_of: str) -> None:
    table = place(BOSS, f"S2 vance_wayfarers blue {place_of} edmure", cards="AL06")
    table.order("S2").end().lead("AL06", "s1", "S1").do("end_moves")
    assert not table.unit("S2")["active"]
    if table.asks == "choose_attack":
        table.do("end_attacks")
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert (table.unit("S2")["active"], table.unit("S1")["active"]) == (True, False)
    assert table.see["depth"] == [0, 0]


@pytest.mark.rule("W5.35")
def test_al06_also_when_his_unit_was_ordered_by_it() -> None:
    table = place("S1 vance_wayfarers blue (4,3) edmure", "S2 t_inf blue (5,3)", cards="AL06")
    table.lead("AL06", "edmure", "S1", "S2").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert (table.unit("S1")["active"], table.unit("S2")["active"]) == (True, False)


@pytest.mark.rule("W5.23")
@pytest.mark.rule("WD10.6")
def test_al06_with_nobody_to_order() -> None:
    units = (BOSS, "S2 vance_wayfarers blue (9,3) edmure")
    table = place(*units, cards="AL06").order("S1").end()
    assert table.options("lead") == ["AL06 edmure"]
    table.order("S2").end().do("lead AL06 s1")
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert (table.unit("S2")["active"], table.unit("S1")["active"]) == (True, False)
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD10.6")
def test_al06_nothing_without_edmure() -> None:
    table = place(BOSS, FOOT, cards="AL06").lead("AL06", "s1", "S1", "S2").end()
    assert not any(table.unit(n)["active"] for n in ("S1", "S2"))


@pytest.mark.rule("W9.23")
def test_al06_inefficient_units_stay_inactive() -> None:
    table = place(BOSS, "S2 westerlands_militia blue (5,3) edmure", cards="AL06")
    table.order("S2").end().lead("AL06", "s1", "S1").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert not table.unit("S2")["active"]


# AL08, AL09

SUPPORTED = ("S1 t_stal blue (4,3) s1", "N1 t_inf red (5,4)")


def support(*units: str, terrain: dict[tuple[int, int], str] | None = None) -> int:
    table = place(*SUPPORTED, *units, cards="AL08", terrain=terrain)
    return table.lead("AL08", "s1", "S1").dice("S1", "N1")


@pytest.mark.rule("WD10.32")
def test_wd10_32_a_die_for_each_supporter() -> None:
    assert support() == 3
    assert support("S2 t_inf blue (5,3)") == 4
    assert support("S2 t_inf blue (5,3)", "S3 t_bow green (3,3)") == 5


@pytest.mark.rule("WD10.32")
@pytest.mark.rule("W3.12")
def test_wd10_32_units_and_terrain_block() -> None:
    assert support("S3 t_bow green (3,3)", "S4 t_inf blue (4,4)") == 4
    assert support("S3 t_bow green (3,3)", terrain={(4, 4): "forest"}) == 3
    assert support("S3 t_bow green (3,3)", terrain={(5, 3): "forest"}) == 4


@pytest.mark.rule("WD10.32")
def test_wd10_32_supporters_stand_in_the_zone_of_the_playing_commander() -> None:
    units = ("S1 t_stal blue (3,3) s1", "S2 t_inf blue (4,3)", "N1 t_inf red (5,4)")
    for more, dice in (((), 4), (("S3 t_inf blue (6,4)",), 4), (("S3 t_inf blue (5,3)",), 5)):
        table = place(*units, *more, cards="AL08").lead("AL08", "s1", "S2")
        assert table.dice("S2", "N1") == dice


@pytest.mark.rule("WD10.32")
def test_wd10_32_ranged_attacks_too_inactive_supporters_too() -> None:
    units = (BOSS, "S2 t_bow blue (4,4)", "S3 t_inf blue (5,4)", "N1 t_inf red (5,5)")
    table = place(*units, cards="AL08").order("S3").end().lead("AL08", "s1", "S2")
    assert table.dice("S2", "N1", "ranged") == 3


@pytest.mark.rule("W3.34")
@pytest.mark.rule("WD10.32")
def test_al08_a_shooter_in_a_tower_sees_over_units() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 t_bow blue (3,3)", "S3 t_inf blue (4,4)",
             "N1 t_inf red (5,4)")  # fmt: skip
    table = place(*units, cards="AL08", terrain={(3, 3): "outpost"},
                  setup=["choose_outpost_side S2 tower"])  # fmt: skip
    assert table.lead("AL08", "s1", "S1").dice("S1", "N1") == 5


# AL13, AL14


@pytest.mark.rule("WD10.34")
@pytest.mark.rule("W5.33")
def test_al13_a_raider_attacks_twice() -> None:
    units = (BOSS, "S2 vance_wayfarers blue (5,3)", "N1 t_inf red (5,4)", "N2 t_inf red (6,3)")
    table = place(*units, cards="AL13").lead("AL13", "s1", "S2")
    table.attack("S2", "N1", "GGG")
    assert table.unit("S2")["active"]
    assert set(table.targets("S2")) == {"N1", "N2"}
    assert table.dice("S2", "N2") == 3
    table.attack("S2", "N1", "RGG")
    assert (table.figures("N1"), table.unit("S2")["active"]) == (3, False)
    assert not table.options("choose_attack")


@pytest.mark.rule("WD10.34")
def test_al13_the_second_attack_may_be_left_out() -> None:
    units = (BOSS, "S2 vance_wayfarers blue (5,3)", "N1 t_inf red (5,4)")
    table = place(*units, cards="AL13").lead("AL13", "s1", "S2").attack("S2", "N1", "GGG").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert (table.asks, table.unit("S2")["active"]) == ("choose_turn_action", False)


@pytest.mark.rule("WD10.34")
def test_al13_others_attack_once() -> None:
    table = place(BOSS, "N1 t_inf red (4,4)", cards="AL13").lead("AL13", "s1", "S1")
    table.attack("S1", "N1", "GGG")
    assert not table.options("choose_attack")
    assert not table.unit("S1")["active"]


@pytest.mark.rule("WD10.34")
def test_t_edm_the_others_still_step_when_edmure_falls() -> None:
    units = ("S1 vance_wayfarers blue (4,3) edmure", "S2 t_inf blue (4,2)",
             "S3 t_inf blue (3,3)", "N1 t_inf red (4,4)")  # fmt: skip
    lone = {"vance_wayfarers": {"figures": 1}}
    table = place(*units, types=lone, cards="AL10").strike("S1", "N1", "GGG")
    table.do("morale_rally S1").lead("AL10", "edmure", "S3").end().do("choose_tactic yes")
    table.do("choose_effect_unit S1").do("choose_effect_hex (5,2)", "parting_blow BBVV")
    assert table.at("S1") is None
    assert set(table.options("choose_effect_unit")) == {"S2", "none"}
