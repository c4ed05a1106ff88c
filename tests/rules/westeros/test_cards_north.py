"""Data part, section 10.5: boxes of the leadership cards SL26 to SL40."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

BOSS = "S1 t_stal blue (4,3) s1"
LONE = {"t_dog": {"figures": 1}}


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def refuse(table: Table) -> Table:
    return table.do("choose_tactic no") if table.asks == "choose_tactic" else table


def play(card: str, leader: str, *numbers: str, units: tuple[str, ...], **more: Any) -> Table:
    """Play a card without its tactic, at whatever time it is asked."""
    table = place(*units, cards=card, **more).do(f"lead {card} {leader}")
    refuse(table)
    for number in numbers:
        if table.asks == "choose_ordered_units":
            table.do(f"choose_ordered_unit {number}")
    if table.asks == "choose_ordered_units":
        table.do("end_ordered_units")
    return refuse(table)


@pytest.mark.rule("WD10.4")
@pytest.mark.parametrize(
    ("card", "most"),
    [("SL26", 2), ("SL28", 2), ("SL30", 2), ("SL31", 2), ("SL33", 2), ("SL35", 3), ("SL36", 2),
     ("SL38", 2), ("SL40", 3)],
)  # fmt: skip
def test_sl_numbers(card: str, most: int) -> None:
    others = ("S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "S4 t_inf blue (4,2)")
    table = refuse(place(BOSS, *others, "S5 t_inf blue (7,3)", cards=card).do(f"lead {card} s1"))
    assert names(table, "choose_ordered_unit") == {"S1", "S2", "S3", "S4"}
    for number in ("S1", "S2", "S3")[: most - 1]:
        table.do(f"choose_ordered_unit {number}")
        assert "end_ordered_units" in table.options()
    table.do(f"choose_ordered_unit S{most}")
    assert table.asks != "choose_ordered_units"
    assert sum(u["ordered"] for u in table.see["units"]) == most


# SL26, SL27


@pytest.mark.rule("WD10.43")
@pytest.mark.parametrize("land", ["forest", "hill", "marsh", "building", "river+ford"])
def test_wd10_43_no_stop(land: str) -> None:
    column: dict[tuple[int, int], str] = {(5, 3): land, (4, 4): "river", (5, 4): "river",
                                          (4, 2): "river", (5, 2): "river"}  # fmt: skip
    plain = play("SL30", "s1", "S1", units=(BOSS,), terrain=column)
    assert (6, 3) not in plain.moves("S1")
    table = play("SL26", "s1", "S1", units=(BOSS,), terrain=column)
    assert {(5, 3), (6, 3)} <= table.moves("S1")
    assert (7, 3) not in table.moves("S1")


@pytest.mark.rule("WD10.43")
def test_wd10_43_the_palisade_bar_goes_rivers_and_fire_stay() -> None:
    terrain = {(5, 3): "plains+palisade", (4, 4): "river", (3, 3): "lake", (4, 2): "forest"}
    rider = ("S1 t_cav blue (4,3) addam",)
    assert (5, 3) not in play("SL30", "addam", "S1", units=rider, terrain=terrain).moves("S1")
    assert (5, 3) in play("SL26", "addam", "S1", units=rider, terrain=terrain).moves("S1")
    burner = (*rider, "S2 lannisport_guards blue (5,2) gregor_reaver")
    table = place(*burner, terrain=terrain, cards="SL26").do("choose_commit gregor_reaver yes")
    while table.asks == "choose_effect_hex":
        table.do("choose_effect_hex (4,2)" if "(4,2)" in table.options("choose_effect_hex")
                 else "choose_effect_hex none")  # fmt: skip
    assert table.hex(4, 2)["fire"] == 1
    table.lead("SL26", "addam", "S1")
    assert not {(4, 4), (3, 3), (4, 2)} & table.moves("S1")


@pytest.mark.rule("WD10.43")
@pytest.mark.rule("W3.23")
def test_wd10_43_no_limit_by_the_marsh() -> None:
    terrain = {(4, 3): "marsh"}
    units = (BOSS, "N1 t_inf red (6,4)")
    plain = play("SL30", "s1", "S1", units=units, terrain=terrain)
    assert max(abs(c - 4) for c, r in plain.moves("S1") if r == 3) == 1
    table = play("SL26", "s1", "S1", units=units, terrain=terrain)
    assert (2, 3) in table.moves("S1")
    table.do("choose_move S1 (5,4)").attack("S1", "N1", "RGG")
    assert table.figures("N1") == 3


@pytest.mark.rule("WD10.43")
@pytest.mark.rule("W3.23")
def test_wd10_43_stalwart_in_the_marsh() -> None:
    units = (BOSS, "N1 t_stal blue (4,4)")
    for card, kept in (("SL30", False), ("SL26", True)):
        table = play(card, "s1", "S1", units=units, terrain={(4, 3): "marsh"})
        table.attack("S1", "N1", "GGG").do("choose_counterattack yes", "counterattack MGG")
        assert (table.asks == "choose_stalwart_ignore") is kept


@pytest.mark.rule("WD10.43")
@pytest.mark.rule("W3.17")
@pytest.mark.parametrize(
    "terrain",
    [{(4, 3): "forest"}, {(4, 4): "forest"}, {(4, 4): "hill"}, {(4, 3): "river+ford"},
     {(4, 3): "forest", (4, 4): "forest"}],
)  # fmt: skip
def test_wd10_43_no_max_two(terrain: dict[tuple[int, int], str]) -> None:
    units = (BOSS, "N1 t_inf red (4,4)")
    assert play("SL30", "s1", "S1", units=units, terrain=terrain).dice("S1", "N1") == 2
    assert play("SL26", "s1", "S1", units=units, terrain=terrain).dice("S1", "N1") == 3


@pytest.mark.rule("WD10.43")
def test_wd10_43_cover_stays() -> None:
    units = (BOSS, "N1 t_inf blue (4,4)")
    table = play("SL26", "s1", "S1", units=units, terrain={(4, 4): "building"})
    assert table.attack("S1", "N1", "BBG").figures("N1") == 3


@pytest.mark.rule("WD10.43")
def test_wd10_43_only_for_the_ordered_units() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf red (4,4)", "N2 t_inf red (5,4)")
    table = play("SL26", "s1", "S1", units=units, terrain={(5, 4): "forest"}).end()
    assert refuse(table).order("S2").dice("S2", "N2") == 2


# SL28, SL29


def back(*units: str, roll: str = "GGG", **more: Any) -> Table:
    """A blue unit at (4,3), ordered by SL28, has attacked N1, a stalwart unit at (4,4)."""
    given = (BOSS, "N1 t_stal blue (4,4)", *units)
    return play("SL28", "s1", "S1", units=given, **more).attack("S1", "N1", roll)


@pytest.mark.rule("WD10.42")
def test_wd10_42_a_step_away_before_the_counterattack() -> None:
    table = back()
    assert (table.asks, table.state.current_player()) == ("choose_withdraw", 0)
    assert names(table, "choose_withdraw") == {"(5,3)", "(4,2)", "(5,2)", "none"}
    table.do("choose_withdraw (4,2)")
    assert refuse(table).asks == "choose_turn_action"
    assert (table.at("S1"), table.partner("S1"), table.partner("N1")) == ((4, 2), None, None)
    assert not table.unit("S1")["active"]


@pytest.mark.rule("WD10.42")
def test_wd10_42_it_is_optional() -> None:
    table = back().do("choose_withdraw none")
    assert (table.asks, table.partner("S1")) == ("choose_counterattack", "N1")


@pytest.mark.rule("WD10.42")
def test_wd10_42_only_hexes_a_move_could_enter_and_farther_away() -> None:
    table = back("S2 t_inf blue (5,2)", terrain={(4, 2): "river", (3, 3): "plains"})
    assert names(table, "choose_withdraw") == {"(5,3)", "none"}
    walled = back("S2 t_inf blue (5,2)", "S3 t_inf blue (5,3)", terrain={(4, 2): "river"})
    assert walled.asks == "choose_counterattack"


@pytest.mark.rule("WD10.42")
def test_wd10_42_the_advance_is_lost() -> None:
    units = ("S1 war_host blue (4,3) s1", "N1 t_dog blue (4,4)")
    table = play("SL28", "s1", "S1", units=units, types=LONE).attack("S1", "N1", "BGG")
    gone = table.copy().do("choose_withdraw (4,2)")
    assert refuse(gone).asks == "choose_turn_action"
    assert table.do("choose_withdraw none").asks == "choose_advance"


@pytest.mark.rule("WD10.42")
def test_wd10_42_also_after_a_ranged_attack() -> None:
    units = (BOSS, "S2 t_bow blue (5,3)", "N1 t_inf blue (5,4)")
    table = play("SL28", "s1", "S2", units=units).attack("S2", "N1", "GG", mode="ranged")
    assert table.asks == "choose_withdraw"
    table.do("choose_withdraw (6,2)")
    assert table.at("S2") == (6, 2)


@pytest.mark.rule("WD10.42")
@pytest.mark.rule("W9.22")
def test_wd10_42_a_fearsome_target_holds() -> None:
    units = (BOSS, "N1 lannisport_guards blue (4,4) sandor")
    table = play("SL28", "s1", "S1", units=units).attack("S1", "N1", "GGG")
    assert refuse(table).asks == "choose_turn_action"


@pytest.mark.rule("WD10.5")
def test_sl28_no_parting_blows_this_turn() -> None:
    units = (BOSS, "S2 t_inf blue (3,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SL28").strike("S1", "N1", "GGG").do("morale_rally S1")
    table.do("lead SL28 s1").do("choose_ordered_unit S1")
    if table.asks == "choose_ordered_units":
        table.do("end_ordered_units")
    refuse(table).do("choose_move S1 (4,2)")
    assert (table.at("S1"), table.figures("S1"), table.partner("N1")) == ((4, 2), 4, None)


@pytest.mark.rule("W10.2")
def test_sl28_the_next_turn_has_parting_blows_again() -> None:
    table = back().do("choose_withdraw none").do("choose_counterattack no").end()
    refuse(table).do("morale_rally S1").order("S1")
    table.do("choose_move S1 (4,2)", "parting_blow BGG")
    assert table.figures("S1") == 3


# SL31 to SL34

THREE = (
    "S1 t_inf blue (4,3) galbart",
    "S2 t_cav blue (8,0) smalljon",
    "S3 t_inf blue (5,3) rodrik",
)
FOE = "N1 t_inf red (4,4)"


@pytest.mark.rule("WD14.8")
@pytest.mark.rule("WD10.40")
def test_wd14_8_a_die_for_each_idle_commander() -> None:
    table = play("SL31", "galbart", "S1", "S3", units=(*THREE, FOE, "N2 t_inf red (5,4)"))
    assert (table.dice("S1", "N1"), table.dice("S3", "N2")) == (5, 5)


@pytest.mark.rule("WD14.8")
@pytest.mark.rule("WD10.41")
def test_wd14_8_with_the_token_on_another() -> None:
    table = place(*THREE, FOE, cards="SL31").do("lead SL31 galbart").do("choose_tactic yes")
    table.do("choose_other_commander rodrik").do("choose_ordered_unit S1")
    if table.asks == "choose_ordered_units":
        table.do("end_ordered_units")
    tokens = {c["id"]: c["tokens"] for c in table.see["commanders"]}
    assert tokens == {"galbart": 0, "smalljon": 0, "rodrik": 1}
    assert table.dice("S1", "N1") == 5


@pytest.mark.rule("WD10.40")
def test_wd10_40_a_commander_with_a_token_is_not_idle() -> None:
    table = place(*THREE, FOE, cards="SL31 SB01").lead("SB01", "rodrik", "S3").end()
    refuse(table.do("lead SL31 galbart"))
    assert table.dice("S1", "N1") == 4


@pytest.mark.rule("WD10.40")
def test_wd10_40_only_commanders_on_the_map() -> None:
    units = ("S1 t_inf blue (4,3) galbart", "S3 t_dog blue (6,3) rodrik", "N1 t_inf red (4,4)",
             "N2 t_inf red (6,4)")  # fmt: skip
    table = place(*units, cards="SL31", types=LONE, solo=None).do("morale_up")
    table.strike("N2", "S3", "BBBB")
    assert table.at("S3") is None
    refuse(table.do("lead SL31 galbart"))
    assert table.dice("S1", "N1") == 3


@pytest.mark.rule("WD10.44")
def test_wd10_44_the_count_holds_for_the_turn() -> None:
    units = ("S1 t_inf blue (4,3) galbart", "S3 t_dog blue (5,3) rodrik", "N1 t_inf red (4,4)",
             "N2 t_stal red (5,4)")  # fmt: skip
    table = play("SL31", "galbart", "S1", "S3", units=units, types=LONE)
    table.attack("S3", "N2", "GGGG").do("choose_counterattack yes", "counterattack BBBB")
    if table.asks == "choose_commit":
        table.do("choose_commit rodrik no")
    assert table.at("S3") is None
    assert table.dice("S1", "N1") == 4


@pytest.mark.rule("WD10.40")
def test_sl33_movement_for_each_idle_commander() -> None:
    table = play("SL33", "galbart", "S1", units=THREE)
    assert {(0, 3), (2, 1)} <= table.moves("S1")
    alone = play("SL33", "galbart", "S1", units=THREE[:1])
    assert (2, 3) in alone.moves("S1")
    assert (1, 3) not in alone.moves("S1")


# SL38, SL39


@pytest.mark.rule("WD10.44")
@pytest.mark.rule("W9.64")
def test_sl38_a_defend_token_for_one_ordered_unit() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "N1 t_inf red (5,4)")
    table = play("SL38", "s1", "S1", "S2", units=units).attack("S2", "N1", "GGG").end()
    refuse(table)
    assert table.asks == "choose_effect_unit"
    assert names(table, "choose_effect_unit") == {"S1", "S2"}
    table.do("choose_effect_unit S2")
    assert [table.unit(n)["defend"] for n in ("S1", "S2", "S3")] == [False, True, False]
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD10.44")
def test_sl38_for_the_only_ordered_unit_without_asking() -> None:
    table = play("SL38", "s1", "S1", units=(BOSS, "S2 t_inf blue (5,3)")).end()
    assert refuse(table).asks == "choose_turn_action"
    assert table.unit("S1")["defend"]


@pytest.mark.rule("W9.60")
@pytest.mark.rule("WD10.44")
def test_sl38_one_token_a_unit() -> None:
    units = (BOSS, "S2 mormont_shieldmaidens blue (5,3)")
    table = refuse(play("SL38", "s1", "S1", "S2", units=units).end())
    assert [table.unit(n)["defend"] for n in ("S1", "S2")] == [True, True]


@pytest.mark.rule("WD10.43")
@pytest.mark.parametrize(("card", "dice"), [("SL30", 2), ("SL26", 3)])
def test_wd10_43_shots_out_of_a_building(card: str, dice: int) -> None:
    units = ("S1 t_bow red (4,3) s1", "N1 t_inf red (4,5)")
    table = play(card, "s1", "S1", units=units, terrain={(4, 3): "building"})
    assert table.dice("S1", "N1", "ranged") == dice


@pytest.mark.rule("WD10.42")
def test_wd10_42_farther_than_before_from_a_target_two_hexes_away() -> None:
    units = (BOSS, "S2 t_bow blue (5,3)", "N1 t_inf blue (5,5)")
    table = play("SL28", "s1", "S2", units=units).attack("S2", "N1", "GG", mode="ranged")
    assert names(table, "choose_withdraw") == {"(5,2)", "(6,2)", "none"}
