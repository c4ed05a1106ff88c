"""Data part, section 2.4: ability and commit of each commander of the core set."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, expected, place, spread

ALONE = {"figures": 1}


def lost(table: Table, start: int = 9) -> int:
    return start - (table.figures("N1") if table.at("N1") else 0)


def commit(table: Table, name: str, *rolls: str) -> Table:
    return table.do(f"choose_commit {name} yes", *rolls)


def committed(table: Table, index: int = 0) -> bool:
    return bool(table.see["commanders"][index]["committed"])


def engaged(unit: str, target: str = "N1 t_inf blue (4,4)") -> Table:
    """The unit at (4,3) has attacked N1 in vain, is engaged, and has been ordered again."""
    table = place(f"S1 {unit.replace('@', '(4,3)')}", target).strike("S1", "N1", "RRR")
    for decision, answer in (("choose_commit", "no"), ("choose_reroll_die", "none")):
        while table.asks == decision:
            table.do(next(x for x in table.options() if x.endswith(answer)))
    return table.do("morale_rally S1").order("S1")


@pytest.mark.rule("WD2.24")
def test_wd2_24_robb_king_disengages_freely() -> None:
    table = engaged("winterfell_riders blue @ robb_king").do("choose_move S1 (5,3)")
    assert (table.at("S1"), table.partner("N1")) == ((5, 3), None)


def robb_attacked(*units: str, alone: bool = False) -> Table:
    kind = {"winterfell_riders": ALONE} if alone else {}
    guards = "N1 lannisport_guards blue (4,4)"
    robb = "S1 winterfell_riders red (4,3) robb_king"
    return place(robb, guards, *units, solo=1, types=kind).strike("N1", "S1", "RVB")


@pytest.mark.rule("WD14.4")
@pytest.mark.rule("WD2.30")
def test_wd14_4_bearers_change_places() -> None:
    table = robb_attacked("S2 winterfell_riders green (3,3)")
    assert table.state.current_player() == 0
    refused = table.copy().do("choose_commit robb_king no")
    assert refused.figures("S1") == 2
    commit(table, "robb_king")
    first, second = table.unit("S1"), table.unit("S2")
    assert (first["rank"], first["commander"], first["figures"]) == ("green", None, 3)
    assert (second["rank"], second["commander"], second["figures"]) == ("red", "robb_king", 3)
    assert committed(table)


@pytest.mark.rule("WD14.5")
def test_wd14_5_not_when_robb_is_alone() -> None:
    table = robb_attacked("S2 winterfell_riders green (3,3)", alone=True)
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.30")
def test_wd2_30_needs_adjacent_friendly_cavalry() -> None:
    assert not robb_attacked("S2 war_host green (3,3)").options("choose_commit")
    assert not robb_attacked("S2 winterfell_riders green (2,3)").options("choose_commit")


@pytest.mark.rule("WD2.24")
def test_wd2_24_young_wolf_flank_die() -> None:
    units = (
        "S1 winterfell_riders blue (4,3) robb_young_wolf",
        "N1 t_inf red (4,4)",
        "S2 t_inf blue (3,4)",
    )
    table = place(*units).order("S1")
    assert table.copy().dice("S1", "N1") == 3
    table = place(*units).strike("S2", "N1", "BBB").order("S1")
    assert table.dice("S1", "N1") == 4


@pytest.mark.rule("WD14.6")
def test_wd14_6_young_wolf_dogs() -> None:
    units = ("S1 winterfell_riders blue (3,4) robb_young_wolf", "N1 t_dog blue (5,4)")
    table = place(*units, types={"t_dog": {"figures": 4}})
    kept = commit(table.copy(), "robb_young_wolf", "war_dogs R", "attack BBBV")
    assert (kept.at("N1"), committed(kept), kept.unit("S1")["active"]) == (None, False, True)
    used = commit(table, "robb_young_wolf", "war_dogs R", "attack BBBG")
    assert (used.figures("N1"), committed(used), used.unit("S1")["active"]) == (1, True, True)
    assert used.asks == "choose_turn_action"


@pytest.mark.rule("WD2.24")
def test_wd2_24_young_wolf_dogs_after_an_attack_while_engaged() -> None:
    units = (
        "S1 winterfell_riders blue (3,4) robb_young_wolf",
        "N1 t_inf blue (5,4)",
        "N2 t_inf red (3,5)",
    )  # fmt: skip
    table = place(*units).strike("S1", "N2", "GGG")
    commit(table, "robb_young_wolf", "war_dogs V")
    assert (table.figures("N1"), table.partner("S1")) == (3, "N2")


@pytest.mark.rule("WD14.44")
def test_wd14_44_young_wolf_hits() -> None:
    units = ("S1 winterfell_riders green (3,4) robb_young_wolf", "N1 t_inf blue (5,4)")
    table = place(*units, types={"t_inf": {"figures": 9}})
    found = spread(table, "choose_commit robb_young_wolf yes", lambda x: lost(x) > 0)
    assert found[True] == Fraction(21247, 32768)


@pytest.mark.rule("WD2.24")
@pytest.mark.parametrize(
    "leader",
    [
        "war_host blue (4,3) greatjon",
        "war_host blue (4,3) maege",
        "lannisport_guards blue (4,3) kevan",
    ],
)
def test_wd2_24_stalwart_commanders_counterattack(leader: str) -> None:
    table = place(f"S1 {leader}", "N1 t_inf blue (4,4)", solo=1)
    if leader.endswith("maege"):
        table.strike("N1", "S1").do("choose_commit maege no", "attack GGG")
    else:
        table.strike("N1", "S1", "GGG")
    assert table.options("choose_counterattack") == ["no", "yes"]


@pytest.mark.rule("WD2.24")
def test_wd2_24_greatjon_attacks_again() -> None:
    units = ("S1 war_host blue (4,3) greatjon", "N1 t_inf blue (4,4)", "N2 t_inf blue (5,4)")
    table = place(*units).strike("S1", "N1", "BGG")
    commit(table, "greatjon").do("choose_effect_unit N2", "attack BBG")
    assert (table.figures("N1"), table.figures("N2")) == (3, 2)
    assert (table.asks, committed(table), table.unit("S1")["active"]) == (
        "choose_turn_action",
        True,
        False,
    )


@pytest.mark.rule("WD2.24")
def test_wd2_24_last_hearth_pursues_and_steps() -> None:
    units = ("S1 t_inf blue (4,3) greatjon_last_hearth", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    assert table.options("choose_pursue_move") == ["(4,4)", "none"]
    units = (
        "S1 t_inf blue (4,3) greatjon_last_hearth",
        "S2 t_inf blue (6,3)",
        "S3 t_cav blue (3,3)",
    )
    table = commit(place(*units), "greatjon_last_hearth")
    assert table.options("choose_effect_unit") == ["S1", "S2", "none"]
    table.do("choose_effect_unit S1").do("choose_effect_hex (5,3)")
    table.do("choose_effect_unit S2").do("choose_effect_hex (7,3)")
    assert (table.at("S1"), table.at("S2")) == ((5, 3), (7, 3))
    assert table.unit("S1")["active"]
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD2.24")
def test_wd2_24_rickard_die_against_commanders() -> None:
    units = (
        "S1 winterfell_riders blue (4,3) rickard",
        "N1 t_stal blue (4,4) n1",
        "N2 t_inf blue (5,4)",
    )
    table = place(*units).order("S1")
    assert (table.dice("S1", "N1"), table.dice("S1", "N2")) == (4, 3)


@pytest.mark.rule("WD2.24")
def test_wd2_24_rickard_rallies_his_cavalry() -> None:
    units = ("S1 winterfell_riders blue (4,3) rickard", "S2 t_cav blue (6,3)",
             "S3 t_cav blue (7,3)",
             "S4 t_inf blue (3,3)")  # fmt: skip
    table = place(*units)
    assert not table.options("choose_commit")
    for number in ("S1", "S2", "S3", "S4"):
        table.order(number).end()
    commit(table, "rickard")
    assert [table.unit(f"S{n}")["active"] for n in (1, 2, 3, 4)] == [True, True, False, False]
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.24")
def test_wd2_24_maege_protects_herself_and_neighbours() -> None:
    units = ("S1 war_host blue (4,3) maege", "S2 t_inf blue (5,3)", "S3 t_inf blue (2,3)",
             "N1 t_inf blue (5,4)", "N2 t_inf blue (2,4)")  # fmt: skip
    table = place(*units, solo=1)
    far = table.copy().strike("N2", "S3", "BBB")
    assert (far.asks, far.figures("S3")) == ("choose_turn_action", 1)
    table.strike("N1", "S2")
    assert table.state.current_player() == 0
    commit(table, "maege", "attack BBB")
    assert table.figures("S2") == 3
    table.do("morale_rally N1").strike("N1", "S2", "BBG")
    assert table.figures("S2") == 1


@pytest.mark.rule("WD2.24")
def test_wd2_24_eddard_aura() -> None:
    units = ("S1 war_host blue (4,3) eddard", "S2 t_inf blue (5,3)", "N1 t_inf blue (5,4)",
             "N2 t_inf blue (4,4)")  # fmt: skip
    table = place(*units, solo=1)
    assert table.copy().strike("N1", "S2", "GGG").asks == "choose_counterattack"
    assert table.strike("N2", "S1", "GGG").asks == "choose_turn_action"


@pytest.mark.rule("WD2.24")
def test_wd2_24_eddard_raises_morale() -> None:
    table = commit(place("S1 war_host blue (4,3) eddard", morale=-3), "eddard")
    assert (table.see["depth"], table.asks) == ([1, 0], "choose_turn_action")


@pytest.mark.rule("WD2.24")
def test_wd2_24_kingslayer_rerolls_one_die() -> None:
    units = ("S1 casterly_rock_cavaliers blue (4,3) jaime_kingslayer", "N1 t_inf blue (4,4)")
    table = place(*units).strike("S1", "N1").do("choose_commit jaime_kingslayer no", "attack BGG")
    assert set(table.options("choose_reroll_die")) == {"B", "G", "none"}
    table.do("choose_reroll_die G", "reroll_one V")
    assert table.figures("N1") == 2


@pytest.mark.rule("WD2.24")
def test_wd2_24_kingslayer_two_dice_more() -> None:
    units = ("S1 casterly_rock_cavaliers blue (4,3) jaime_kingslayer", "N1 t_inf blue (4,4)")
    table = place(*units).strike("S1", "N1")
    commit(table, "jaime_kingslayer", "attack BBBGG").do("choose_reroll_die none")
    assert (table.figures("N1"), committed(table)) == (1, True)


@pytest.mark.rule("WD14.58")
def test_wd14_58_kingslayer_mean() -> None:
    units = ("S1 casterly_rock_cavaliers red (4,3) jaime_kingslayer", "N1 t_inf blue (4,4)")
    table = place(*units, types={"t_inf": {"figures": 9}}).strike("S1", "N1")
    value = expected(table, "choose_commit jaime_kingslayer no", lost, "choose_reroll_die")
    assert value == Fraction(61197, 32768)


@pytest.mark.rule("WD2.24")
@pytest.mark.rule("WD2.23")
def test_wd2_24_lion_pursues_three_and_rallies() -> None:
    units = ("S1 casterly_rock_cavaliers blue (4,3) jaime_lion", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    assert "(6,4)" in table.options("choose_pursue_move")
    assert "(7,4)" not in table.options("choose_pursue_move")
    table.do("choose_pursue_move none")
    commit(table, "jaime_lion").end()
    assert table.unit("S1")["active"]


@pytest.mark.rule("WD2.24")
def test_wd2_24_mountain_toughness() -> None:
    units = ("S1 lannisport_guards blue (4,3) gregor_mountain", "N1 t_inf blue (4,4)")
    assert place(*units, solo=1).strike("N1", "S1", "BBG").figures("S1") == 3


@pytest.mark.rule("WD14.57")
def test_wd14_57_mountain_morale_hits() -> None:
    units = ("S1 lannister_heavy_infantry red (4,3) gregor_mountain", "N1 t_inf blue (4,4)")
    table = place(*units, types={"t_inf": {"figures": 9}}).strike("S1", "N1")
    found = spread(table, "choose_commit gregor_mountain yes", lost)
    assert sum(chance for n, chance in found.items() if n >= 4) == Fraction(1, 16)
    assert sum(chance for n, chance in found.items() if n >= 2) == Fraction(11, 16)


@pytest.mark.rule("WD14.7")
@pytest.mark.rule("WD14.42")
@pytest.mark.parametrize(
    ("unit", "dice", "chance"),
    [
        ("lannister_heavy_infantry red", 4, Fraction(0)),
        ("lannister_heavy_infantry red", 5, Fraction(1, 32768)),
        ("lannisport_guards blue", 5, Fraction(243, 32768)),
        ("lannisport_guards blue", 6, Fraction(8019, 262144)),
    ],
)
def test_wd14_42_lone_mountain(unit: str, dice: int, chance: Fraction) -> None:
    kind = {unit.split()[0]: ALONE, "t_inf": {"dice": [dice] * 3}}
    units = (f"S1 {unit} (4,3) gregor_mountain", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1, types=kind).order("N1").stay()
    found = spread(table, "choose_attack N1 melee S1", lambda x: x.at("S1") is None)
    assert found.get(True, Fraction(0)) == chance


@pytest.mark.rule("WD2.24")
def test_wd2_24_reaver_scorches_and_burns() -> None:
    terrain = {(4, 4): "forest", (5, 4): "building", (3, 3): "hill", (5, 3): "forest"}
    units = ("S1 lannisport_guards blue (4,3) gregor_reaver", "S2 t_inf blue (5,3)")
    table = place(*units, terrain=terrain)
    burning = commit(table.copy(), "gregor_reaver")
    assert set(burning.options("choose_effect_hex")) == {"(4,4)", "(5,4)", "none"}
    burning.do("choose_effect_hex (4,4)").do("choose_effect_hex (5,4)")
    assert (burning.hex(5, 4)["fire"], burning.hex(4, 4)["fire"]) == (1, 1)
    table.order("S1").stay().do("choose_attack S1 scorch (5,4)", "scorch GGB")
    assert table.hex(5, 4)["fire"] == 2


@pytest.mark.rule("WD2.24")
def test_wd2_24_kevan_rallies_two_infantry_units() -> None:
    units = ("S1 lannisport_guards blue (4,3) kevan", "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)",
             "S4 t_cav blue (4,2)")  # fmt: skip
    table = place(*units)
    for number in ("S1", "S2", "S3", "S4"):
        table.order(number).end()
    commit(table, "kevan")
    assert table.options("choose_effect_unit") == ["S1", "S2", "S3", "none"]
    table.do("choose_effect_unit S1").do("choose_effect_unit S3")
    assert [table.unit(f"S{n}")["active"] for n in (1, 2, 3, 4)] == [True, False, True, False]
    assert table.see["depth"] == [0, 0]


@pytest.mark.rule("WD2.24")
def test_wd2_24_addam_suffers_no_parting_blow_and_moves() -> None:
    table = engaged("casterly_rock_cavaliers blue @ addam").do("choose_move S1 (5,3)")
    assert (table.at("S1"), table.partner("N1")) == ((5, 3), None)
    table = commit(place("S1 casterly_rock_cavaliers blue (4,3) addam"), "addam")
    assert "(7,3)" in table.options("choose_effect_hex")
    assert "(8,3)" not in table.options("choose_effect_hex")
    table.do("choose_effect_hex (7,3)")
    assert (table.at("S1"), table.unit("S1")["active"], table.asks) == (
        (7, 3),
        True,
        "choose_turn_action",
    )


@pytest.mark.rule("WD2.24")
def test_wd2_24_tywin_draws_and_keeps_two() -> None:
    deck = "SB01 SB05 SB07 SB08"
    table = place("S1 t_cav blue (4,3) tywin", cards=deck, draw=2, solo=None)
    left = [i for i, name in enumerate(deck.split()) if name not in table.see["hands"][0]]
    commit(table, "tywin", *(f"draw_card {i}" for i in left))
    assert table.see["hands"][0] == dict.fromkeys(deck.split(), 1)
    table.do("pass").do("pass").do("choose_keep_token none")
    table.do("choose_keep_card SB01").do("choose_keep_card SB08")
    assert table.see["hands"][0] == {"SB01": 1, "SB08": 1}


@pytest.mark.rule("W2.11")
@pytest.mark.rule("WD2.24")
def test_w2_11_a_commit_works_once() -> None:
    table = commit(place("S1 war_host blue (4,3) eddard"), "eddard")
    assert committed(table)
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.24")
def test_wd2_24_maege_protects_against_one_attack_only() -> None:
    units = ("S1 war_host blue (4,3) maege", "N1 t_cav blue (4,4)")
    table = place(*units, solo=1).strike("N1", "S1").do("choose_commit maege yes", "attack MGG")
    table.do("choose_stalwart_ignore no").do("choose_retreat_hex (4,2)")
    table.do("choose_pursue_move (4,3)").do("choose_pursue_attack N1 melee S1", "attack BBB")
    assert table.figures("S1") == 1


@pytest.mark.rule("WD2.24")
def test_wd2_24_kingslayer_has_his_dice_in_one_attack_only() -> None:
    units = ("S1 casterly_rock_cavaliers blue (4,3) jaime_kingslayer", "N1 t_dog blue (4,4)")
    table = place(*units, "N2 t_inf blue (5,4)", types={"t_dog": ALONE}).strike("S1", "N1")
    table.do("choose_commit jaime_kingslayer yes", "attack BGGGG").do("choose_reroll_die none")
    table.do("choose_pursue_move (4,4)")
    table.do("choose_pursue_attack S1 melee N2", "attack GGG")


@pytest.mark.rule("WD2.40")
def test_wd2_40_a_move_by_step_suffers_no_parting_blow() -> None:
    units = ("S1 t_inf blue (4,3) greatjon_last_hearth", "N1 t_inf blue (4,4)")
    table = place(*units).strike("S1", "N1", "GGG").do("choose_commit greatjon_last_hearth yes")
    table.do("choose_effect_unit S1").do("choose_effect_hex (4,2)")
    assert (table.at("S1"), table.figures("S1")) == ((4, 2), 4)


@pytest.mark.rule("W9.7")
def test_w9_7_a_pursuit_may_end_where_it_began() -> None:
    units = ("S1 t_cav blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_inf blue (8,5)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    assert "(4,3)" in table.options("choose_pursue_move")
