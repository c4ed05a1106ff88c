"""Data part, sections 10.2, 10.6, 10.7: boxes and tactics of the core set's leadership cards."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.westeros.positions import Table, place

BOSS = "S1 t_stal blue (4,3) s1"
LONE = {"figures": 1}


def choice(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def ordered_through(card: str, *units: str, box: int = 0) -> set[str]:
    """Units that a card offers first to the commander at (4,3)."""
    table = place(BOSS, *units, cards=card).do(f"lead {card} s1")
    if table.asks == "choose_command_box":
        table.do(f"choose_command_box {box}")
    return choice(table, "choose_ordered_unit")


TWO = ["SB01", "SB07", "SB08", "SL01", "SL03", "SL06", "SL08", "SL11", "SL13", "SL18", "SL21",
       "SL23", "LL01", "LL03", "LL06", "LL08", "LL11", "LL18", "LL21"]  # fmt: skip
THREE = ["SB05", "SL05", "SL10", "SL15", "SL20", "SL25", "LL05", "LL10", "LL15", "LL20", "LL25"]


@pytest.mark.rule("WD10.4")
@pytest.mark.rule("W5.23")
@pytest.mark.parametrize(("card", "most"), [(x, 2) for x in TWO] + [(x, 3) for x in THREE])
def test_wd10_4_orders_for_two_or_three(card: str, most: int) -> None:
    others = ("S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "S4 t_inf blue (4,2)")
    table = place(BOSS, *others, cards=card).do(f"lead {card} s1")
    assert choice(table, "choose_ordered_unit") == {"S1", "S2", "S3", "S4"}
    for number in ("S1", "S2", "S3", "S4")[: most - 1]:
        table.do(f"choose_ordered_unit {number}")
        assert "end_ordered_units" in table.options()
    table.do(f"choose_ordered_unit S{most}")
    assert table.asks not in ("choose_ordered_units", "choose_effect_unit")
    assert sum(u["ordered"] for u in table.see["units"]) == most


@pytest.mark.rule("WD10.5")
def test_wd10_5_b07_a_die_more() -> None:
    table = place(BOSS, "N1 t_inf blue (4,4)", cards="SB07").lead("SB07", "s1", "S1")
    assert table.dice("S1", "N1") == 4


@pytest.mark.rule("WD10.5")
def test_wd10_5_b07_only_the_first_attack() -> None:
    units = ("S1 t_cav blue (4,3) rickard", "N1 t_dog blue (4,4)", "N2 t_inf blue (5,4)")
    table = place(*units, types={"t_dog": LONE}, cards="SB07").lead("SB07", "rickard", "S1")
    table.attack("S1", "N1", "BGGG").do("choose_pursue_move (4,4)")
    table.do("choose_pursue_attack S1 melee N2", "attack GGG")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD10.5")
def test_wd10_5_b08_movement() -> None:
    table = place(BOSS, cards="SB08").lead("SB08", "s1", "S1")
    assert (7, 3) in table.moves("S1")
    assert len(place(BOSS, cards="SB01").lead("SB01", "s1", "S1").moves("S1")) == 18


@pytest.mark.rule("W5.26")
def test_w5_26_b09_rallies_all_in_the_zone_without_morale() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "S3 t_inf blue (7,3)")
    table = place(*units, cards="SB09")
    assert not table.options("lead")
    for number in ("S1", "S2", "S3"):
        table.order(number).end()
    table.do("lead SB09 s1")
    assert [table.unit(f"S{n}")["active"] for n in (1, 2, 3)] == [True, True, False]
    assert (table.see["depth"], table.asks) == ([0, 0], "choose_turn_action")


@pytest.mark.rule("W5.22")
def test_w5_22_b10_one_class_or_rally_two() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "S3 t_cav blue (3,3)", "S4 t_inf blue (4,2)")
    table = place(*units, cards="SB10").do("lead SB10 s1").do("choose_ordered_unit S1")
    assert choice(table, "choose_ordered_unit") == {"S2", "S4"}
    table = place(*units, cards="SB10")
    for number in ("S1", "S2", "S3"):
        table.order(number).end()
    table.do("lead SB10 s1").do("choose_command_box 1")
    assert choice(table, "choose_effect_unit") == {"S1", "S2", "S3", "none"}
    table.do("choose_effect_unit S2").do("choose_effect_unit S3")
    assert [table.unit(f"S{n}")["active"] for n in (1, 2, 3)] == [False, True, True]


@pytest.mark.rule("WD10.5")
@pytest.mark.parametrize("card", ["SL01", "LL01"])
def test_wd10_5_cavalry_movement(card: str) -> None:
    units = ("S1 t_cav blue (4,3) rickard", "S2 t_inf blue (3,3)")
    table = place(*units, cards=card).lead(card, "rickard", "S1", "S2")
    assert (9, 3) in table.moves("S1")
    assert (0, 3) not in table.moves("S2")


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl03_flank_die() -> None:
    units = (BOSS, "N1 t_inf red (4,4)", "S2 t_inf blue (5,4)")
    assert place(*units, cards="SL03").lead("SL03", "s1", "S1").dice("S1", "N1") == 3
    table = place(*units, cards="SL03").strike("S2", "N1", "BBB").lead("SL03", "s1", "S1")
    assert table.dice("S1", "N1") == 4


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl06_infantry_that_moved() -> None:
    units = (BOSS, "S2 t_cav blue (3,3)", "N1 t_inf red (5,5)")
    table = place(*units, cards="SL06").lead("SL06", "s1", "S1", "S2")
    table.do("choose_move S1 (5,4)").do("choose_move S2 (4,5)").stay()
    assert (table.dice("S1", "N1"), table.dice("S2", "N1")) == (4, 3)
    still = place(BOSS, "N1 t_inf red (4,4)", cards="SL06").lead("SL06", "s1", "S1")
    assert still.dice("S1", "N1") == 3


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl08_pursue_one() -> None:
    units = (BOSS, "N1 t_dog blue (4,4)")
    table = place(*units, cards="SL08", types={"t_dog": LONE}).lead("SL08", "s1", "S1")
    table.attack("S1", "N1", "BGG")
    assert choice(table, "choose_pursue_move") == {"(4,4)", "none"}


@pytest.mark.rule("WD2.23")
def test_wd2_23_the_larger_pursue_counts() -> None:
    units = ("S1 t_cav blue (4,3) rickard", "N1 t_dog blue (4,4)")
    table = place(*units, cards="SL08", types={"t_dog": LONE}).lead("SL08", "rickard", "S1")
    table.attack("S1", "N1", "BGG")
    assert "(5,4)" in table.options("choose_pursue_move")
    assert "(6,4)" not in table.options("choose_pursue_move")


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl11_cavalry_die() -> None:
    units = ("S1 t_cav blue (4,3) rickard", "S2 t_inf blue (5,3)", "N1 t_inf red (5,4)")
    table = place(*units, cards="SL11").lead("SL11", "rickard", "S1", "S2")
    assert (table.dice("S1", "N1"), table.dice("S2", "N1")) == (4, 3)


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl13_movement() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)")
    table = place(*units, cards="SL13").lead("SL13", "s1", "S1", "S2")
    assert (1, 3) in table.moves("S1")
    assert (8, 3) in table.moves("S2")


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl16_an_uncontrolled_neighbour() -> None:
    units = (BOSS, "S2 t_inf blue (6,3)", "S3 t_inf blue (7,3)", "S4 t_inf blue (8,3)",
             "S5 t_inf blue (5,3)")  # fmt: skip
    table = place(*units, cards="SL16").do("lead SL16 s1")
    assert choice(table, "choose_ordered_unit") == {"S1", "S2", "S5"}
    table.do("choose_ordered_unit S2")
    assert choice(table, "choose_ordered_unit") == {"S3"}
    table.do("choose_ordered_unit S3")
    assert [table.unit(f"S{n}")["ordered"] for n in (2, 3, 5)] == [True, True, False]


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl18_toughness_until_the_next_own_turn() -> None:
    units = (BOSS, "S2 t_cav blue (3,3)", "N1 t_inf blue (4,4)", "N2 t_inf blue (3,4)")
    table = place(*units, cards="SL18", solo=None).lead("SL18", "s1", "S1", "S2").end()
    refuse(table)
    cavalry = table.copy().strike("N2", "S2", "BBG")
    assert cavalry.figures("S2") == 1
    later = table.copy().do("morale_up").do("morale_up").strike("N1", "S1", "BBG")
    assert later.figures("S1") == 2
    assert table.strike("N1", "S1", "BBG").figures("S1") == 3


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl21_stalwart_until_the_round_ends() -> None:
    units = ("S1 t_inf blue (4,3) s1", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SL21", solo=None).lead("SL21", "s1", "S1").end()
    refuse(table).do("morale_up").do("morale_up").strike("N1", "S1", "GGG")
    assert table.asks == "choose_counterattack"


@pytest.mark.rule("WD10.5")
def test_wd10_5_sl23_reroll() -> None:
    units = ("S1 t_inf blue (4,3) s1", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SL23").lead("SL23", "s1", "S1").attack("S1", "N1", "GGG")
    table.do("choose_reroll_die G", "reroll_one B")
    assert (table.figures("N1"), table.asks) == (3, "choose_tactic")


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll03_pursue_bonus() -> None:
    units = ("S1 t_cav blue (4,3) addam", "N1 t_dog blue (4,4)")
    table = place(*units, cards="LL03", types={"t_dog": LONE}).lead("LL03", "addam", "S1")
    table.attack("S1", "N1", "BGG")
    assert "(6,4)" in table.options("choose_pursue_move")


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll06_damaged_target() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf blue (5,4)", "N2 t_inf blue (4,4)")
    table = place(*units, cards="LL06").strike("S2", "N1", "BGG").lead("LL06", "s1", "S1")
    assert (table.dice("S1", "N1"), table.dice("S1", "N2")) == (4, 3)


def refuse(table: Table) -> Table:
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    return table


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll08_one_more_morale() -> None:
    units = (BOSS, "N1 t_dog blue (4,4)")
    table = refuse(place(*units, cards="LL08", types={"t_dog": LONE}).lead("LL08", "s1", "S1"))
    assert table.attack("S1", "N1", "BGG").see["depth"] == [0, 3]


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll11_die_at_commanders() -> None:
    units = (BOSS, "N1 t_stal blue (4,4) n1", "N2 t_inf blue (5,4)")
    table = refuse(place(*units, cards="LL11").lead("LL11", "s1", "S1"))
    assert (table.dice("S1", "N1"), table.dice("S1", "N2")) == (4, 3)


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll13_a_second_attack_with_a_die_less() -> None:
    units = ("S1 t_cav blue (4,3) addam", "N1 t_inf red (4,4)", "S2 t_inf blue (3,3)")
    table = refuse(place(*units, cards="LL13").lead("LL13", "addam", "S1", "S2"))
    table.attack("S1", "N1", "GGG")
    assert table.unit("S1")["active"]
    assert table.dice("S1", "N1") == 2
    table.attack("S1", "N1", "GG")
    assert not table.options("choose_attack S1")


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll16_three_infantry() -> None:
    units = ("S2 t_inf blue (5,3)", "S3 t_cav blue (3,3)", "S4 t_bow blue (4,2)")
    assert ordered_through("LL16", *units) == {"S1", "S2"}


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll18_infantry_stalwart_until_the_next_own_turn() -> None:
    units = (
        "S1 t_inf blue (4,3) s1",
        "S2 t_cav blue (3,3)",
        "N1 t_inf blue (4,4)",
        "N2 t_inf blue (3,4)",
    )
    table = place(*units, cards="LL18", solo=None).lead("LL18", "s1", "S1", "S2").end()
    refuse(table)
    assert table.copy().strike("N2", "S2", "GGG").asks == "choose_turn_action"
    later = table.copy().do("morale_up").do("morale_up").strike("N1", "S1", "GGG")
    assert later.asks == "choose_turn_action"
    assert table.strike("N1", "S1", "GGG").asks == "choose_counterattack"


@pytest.mark.rule("WD10.5")
@pytest.mark.parametrize(("morale", "dice"), [(0, 3), (1, 4), (-1, 3)])
def test_wd10_5_ll21_higher_morale(morale: int, dice: int) -> None:
    units = (BOSS, "N1 t_inf red (4,4)")
    table = refuse(place(*units, cards="LL21", morale=morale).lead("LL21", "s1", "S1"))
    assert table.dice("S1", "N1") == dice


@pytest.mark.rule("WD10.5")
def test_wd10_5_ll23_one_anywhere() -> None:
    far = ("S2 t_inf blue (5,3)", "S3 t_inf blue (9,5)")
    assert ordered_through("LL23", *far) == {"S1", "S2"}
    assert ordered_through("LL23", *far, box=1) == {"S1", "S2", "S3", "S9"}


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("morale", "usable"), [(-6, True), (-7, False)])
def test_wd10_7_t_rob(morale: int, usable: bool) -> None:
    units = ("S1 t_cav blue (4,3) rickard", "S2 t_cav blue (5,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SL05", morale=morale).lead("SL05", "rickard", "S1", "S2")
    table.attack("S1", "N1", "GGG").end()
    assert (table.asks == "choose_tactic") is usable
    if usable:
        table.do("choose_tactic yes")
        if table.asks == "choose_effect_unit":
            assert choice(table, "choose_effect_unit") == {"S1", "none"}
            table.do("choose_effect_unit S1")
        table.do("choose_effect_hex (3,3)")
        assert (table.at("S1"), table.partner("N1"), table.figures("S1")) == ((3, 3), None, 3)


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_gre_as_flank() -> None:
    units = (BOSS, "S2 t_cav blue (5,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SL10").lead("SL10", "s1", "S1", "S2", tactic="yes")
    pool = table.see["pools"][0]
    table.attack("S1", "N1", "GGB").do("choose_flank_reroll G", "flank_reroll BV")
    assert (table.figures("N1"), table.partner("S1")) == (1, "N1")
    assert table.see["pools"][0] == pool


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_ric_rally_for_a_morale_token() -> None:
    units = ("S1 t_cav blue (4,3) rickard", "S2 t_inf blue (5,3)", "S3 t_cav blue (3,3)")
    table = place(*units, cards="SL15").lead("SL15", "rickard", "S1", "S2").end()
    before = table.see["pools"][0]["M"]
    table.do("choose_tactic yes")
    if table.asks == "choose_effect_unit":
        table.do("choose_effect_unit S1")
    assert table.unit("S1")["active"]
    assert not table.unit("S2")["active"]
    assert table.see["pools"][0]["M"] == before - 1
    assert table.see["depth"] == [0, 0]


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize("early", [True, False])
def test_wd10_7_t_mae_morale_once_at_either_time(early: bool) -> None:
    table = place(BOSS, cards="SL20").lead("SL20", "s1", "S1", tactic=None)
    table.do(f"choose_tactic {'yes' if early else 'no'}").end()
    assert (table.asks == "choose_tactic") is not early
    if not early:
        table.do("choose_tactic yes")
    assert table.see["depth"] == [0, 1]


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_edd_stalwart_for_a_unit_without_orders() -> None:
    units = (
        "S1 t_inf blue (4,3) s1",
        "S2 t_inf blue (5,3)",
        "S3 t_inf blue (3,3)",
        "N1 t_inf blue (5,4)",
    )
    table = place(*units, cards="SL25", solo=None).lead("SL25", "s1", "S1").end()
    table.do("choose_tactic yes")
    assert choice(table, "choose_effect_unit") == {"S2", "S3"}
    table.do("choose_effect_unit S2").strike("N1", "S2", "GGG")
    assert table.asks == "choose_counterattack"


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_add_step_of_an_unengaged_cavalry_unit() -> None:
    units = ("S1 t_cav blue (4,3) addam", "S2 t_cav blue (5,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LL05").lead("LL05", "addam", "S1", "S2")
    table.attack("S1", "N1", "GGG").end().do("choose_tactic yes")
    if table.asks == "choose_effect_unit":
        assert choice(table, "choose_effect_unit") == {"S2", "none"}
        table.do("choose_effect_unit S2")
    table.do("choose_effect_hex (7,3)")
    assert table.at("S2") == (7, 3)


@pytest.mark.rule("WD14.25")
def test_wd14_25_t_grg() -> None:
    units = (BOSS, "N1 t_inf blue (4,4)")
    table = place(*units, cards="LL10").lead("LL10", "s1", "S1", tactic="yes")
    table.attack("S1", "N1", "MMG")
    for _ in range(2):
        table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert table.see["depth"] == [0, 1]
    blocked = ("N2 t_inf red (4,6)", "N3 t_inf red (3,6)", "N4 t_inf red (4,5)")
    table = place(*units, *blocked, cards="LL10").lead("LL10", "s1", "S1", tactic="yes")
    table.attack("S1", "N1", "MMG")
    assert (table.at("N1"), table.figures("N1"), table.see["depth"]) == ((3, 5), 3, [0, 0])


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize("led", [True, False])
def test_wd10_7_t_jai_bonus_for_the_commander_if_ordered(led: bool) -> None:
    units = (
        "S1 t_inf blue (4,3) s1",
        "S2 t_inf blue (5,3)",
        "N1 t_inf red (4,4)",
        "N2 t_inf red (6,4)",
    )
    numbers = ("S1", "S2") if led else ("S2",)
    table = place(*units, cards="LL15").lead("LL15", "s1", *numbers, tactic="yes")
    assert (8, 3) not in table.moves("S2")
    if led:
        assert (1, 3) in table.moves("S1")
        assert table.stay().dice("S1", "N1") == 4
    assert table.stay().dice("S2", "N2") == 3


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_kev_rally_one_infantry_unit() -> None:
    units = (BOSS, "S2 t_cav blue (5,3)", "S3 t_inf blue (3,3)")
    table = place(*units, cards="LL20").lead("LL20", "s1", "S1", "S2", "S3").end()
    table.do("choose_tactic yes")
    assert choice(table, "choose_effect_unit") <= {"S1", "S3", "none"}
    table.do("choose_effect_unit S3")
    assert [table.unit(f"S{n}")["active"] for n in (1, 2, 3)] == [False, False, True]


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_tyw_draw_and_discard() -> None:
    decks = permutations(("SB01", "LL25", "SB05"))
    dealt = ((deck, place(BOSS, cards=" ".join(deck), draw=2)) for deck in decks)
    deck, table = next((d, t) for d, t in dealt if "LL25" in t.see["hands"][0])
    drawn = next(name for name in deck if name not in table.see["hands"][0])
    kept = next(name for name in table.see["hands"][0] if name != "LL25")
    table.lead("LL25", "s1", "S1", tactic=None)
    table.do("choose_tactic yes", f"draw_card {deck.index(drawn)}")
    assert choice(table, "choose_discard_card") == {drawn, kept}
    table.do(f"choose_discard_card {kept}")
    assert table.see["hands"][0] == {drawn: 1}


@pytest.mark.rule("W5.24")
def test_w5_24_tokens_of_a_requirement_must_be_there() -> None:
    table = place(BOSS, cards="SL20", tokens=0, solo=None).lead("SL20", "s1", "S1")
    assert table.asks == "choose_move"


@pytest.mark.rule("W10.2")
def test_w10_2_bonuses_do_not_act_on_counterattacks() -> None:
    units = (BOSS, "N1 t_stal blue (4,4)")
    table = place(*units, cards="SB07").lead("SB07", "s1", "S1").attack("S1", "N1", "GGGG")
    table.do("choose_counterattack yes", "counterattack GGG")
    assert table.asks == "choose_turn_action"
