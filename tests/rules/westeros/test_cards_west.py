"""Data part, section 10.3: boxes of the leadership cards LL26 to LL40."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, place, spread

TYRION = "S1 t_cav blue (4,3) tyrion"
BOSS = "S1 t_stal blue (4,3) s1"
CROWS = "S2 stone_crows blue (5,3)"
LONE = {"figures": 1}


def numbers(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def ordered(table: Table) -> set[str]:
    return {u["number"] for u in table.see["units"] if u["ordered"]}


# LL26


@pytest.mark.rule("WD10.20")
def test_ll26_box_one_two_dice_for_clansmen_one_for_others() -> None:
    units = (TYRION, CROWS, "S3 t_inf blue (3,3)", "N1 t_inf red (4,4)", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL26").lead("LL26", "tyrion", "S1", "S2")
    assert (table.dice("S1", "N1"), table.dice("S2", "N2")) == (4, 5)
    assert ordered(table) == {"S1", "S2"}


@pytest.mark.rule("WD14.9")
@pytest.mark.rule("WD10.20")
def test_wd14_9_joined_boxes() -> None:
    units = (
        "S1 t_cav blue (4,2) tyrion",
        "S2 stone_crows blue (5,3)",
        "S3 lannisport_guards blue (4,3)",
        "S4 lannisport_guards blue (3,3)",
        "N1 t_inf red (4,4)",
        "N2 t_inf red (5,4)",
    )
    table = place(*units, cards="LL26").do("lead LL26 tyrion").do("choose_command_box 1")
    table.do("choose_ordered_unit S2")
    assert {"S3", "S4"} <= numbers(table, "choose_ordered_unit")
    table.do("choose_ordered_unit S3").do("choose_ordered_unit S4").do("choose_tactic no")
    assert ordered(table) == {"S2", "S3", "S4"}
    assert table.see["command_tokens"][0] == 4
    assert (table.dice("S3", "N1"), table.dice("S4", "N1")) == (4, 4)


@pytest.mark.rule("WD10.20")
def test_wd10_20_all_moves_of_joined_boxes_come_before_the_attacks() -> None:
    units = (TYRION, CROWS, "N2 t_inf red (5,4)")
    table = place(*units, cards="LL26").lead("LL26", "tyrion", "S2", "S1", box=1)
    assert {"S1", "S2"} == {x.split()[0] for x in table.options("choose_move")}


@pytest.mark.rule("WD10.20")
def test_wd10_20_box_one_may_be_left_out() -> None:
    units = (TYRION, CROWS, "S3 t_inf blue (3,3)", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL26").lead("LL26", "tyrion", "S2", box=1)
    assert ordered(table) == {"S2"}
    assert table.dice("S2", "N2") == 3


@pytest.mark.rule("WD10.20")
def test_wd10_20_box_two_alone_when_its_unit_is_no_clansman() -> None:
    units = (TYRION, CROWS, "S3 t_inf blue (3,3)", "N1 t_inf red (4,4)")
    table = place(*units, cards="LL26").do("lead LL26 tyrion").do("choose_command_box 1")
    table.do("choose_ordered_unit S3").do("choose_tactic no")
    assert table.asks == "choose_move"
    assert ordered(table) == {"S3"}
    assert table.dice("S3", "N1") == 3


@pytest.mark.rule("WD10.20")
def test_ll26_traits_of_a_commander_count() -> None:
    units = (TYRION, "S2 t_inf blue (5,3) shagga", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL26").lead("LL26", "tyrion", "S2")
    assert table.dice("S2", "N2") == 5


# LL27, LL28


def deactivating(table: Table) -> set[str]:
    return numbers(table, "deactivate")


@pytest.mark.rule("WD10.21")
def test_wd10_21_a_token_of_its_rank_makes_an_enemy_inactive() -> None:
    units = (TYRION, "S2 t_inf blue (5,3)", "N1 t_inf red (4,4)", "N2 t_inf green (6,3)")
    table = place(*units, cards="LL27").lead("LL27", "tyrion", "S1", "S2")
    assert deactivating(table) == {"N1", "N2"}
    before = table.see["pools"][0]
    table.do("deactivate N1")
    assert table.see["pools"][0] == {**before, "R": before["R"] - 1}
    assert not table.unit("N1")["active"]
    assert table.unit("N2")["active"]
    assert (table.asks, deactivating(table)) == ("choose_move", set())
    assert not deactivating(table.do("end_moves"))


@pytest.mark.rule("WD10.21")
def test_wd10_21_offered_until_end_attacks() -> None:
    units = (TYRION, "N1 t_inf red (4,4)", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL27").lead("LL27", "tyrion", "S1").stay()
    assert table.asks == "choose_attack"
    assert deactivating(table) == {"N1", "N2"}
    table.do("deactivate N2")
    assert not table.unit("N2")["active"]
    assert table.targets("S1") == ["N1", "N2"]


@pytest.mark.rule("WD10.21")
def test_wd10_21_it_is_optional() -> None:
    table = place(TYRION, "N1 t_inf red (4,4)", cards="LL27").lead("LL27", "tyrion", "S1")
    before = table.see["pools"][0]
    table.end()
    assert table.unit("N1")["active"]
    assert table.see["pools"][0] == before


@pytest.mark.rule("WD10.21")
@pytest.mark.parametrize(("pool", "found"), [("GG", {"N2"}), ("R", {"N1"}), ("VM", set())])
def test_wd10_21_needs_a_token_of_the_rank(pool: str, found: set[str]) -> None:
    units = (TYRION, "N1 t_inf red (4,4)", "N2 t_inf green (6,3)")
    table = place(*units, cards="LL27", pool=pool).lead("LL27", "tyrion", "S1")
    assert deactivating(table) == found


@pytest.mark.rule("WD10.6")
@pytest.mark.rule("WD10.21")
def test_wd10_21_the_zone_is_tyrions_whoever_plays_it() -> None:
    units = (BOSS, "S2 t_cav blue (8,3) tyrion", "N1 t_inf red (3,4)", "N2 t_inf red (8,5)")
    table = place(*units, cards="LL27").lead("LL27", "s1", "S1")
    assert deactivating(table) == {"N2"}
    tokens = {c["id"]: c["tokens"] for c in table.see["commanders"]}
    assert tokens == {"s1": 1, "tyrion": 0}
    without = place(BOSS, "N1 t_inf red (3,4)", cards="LL27").lead("LL27", "s1", "S1")
    assert not deactivating(without)


@pytest.mark.rule("WD10.21")
def test_wd10_21_not_an_inactive_enemy() -> None:
    units = (TYRION, "N1 t_inf red (4,4)", "N2 t_inf red (6,3)")
    table = place(*units, cards="LL27", solo=None).do("morale_up").order("N1").end()
    assert deactivating(table.lead("LL27", "tyrion", "S1")) == {"N2"}


@pytest.mark.rule("W5.23")
@pytest.mark.rule("WD10.21")
def test_wd10_21_playable_with_nobody_to_order() -> None:
    table = place(TYRION, "N1 t_inf red (6,3)", cards="LL27").order("S1").end()
    table.do("lead LL27 tyrion")
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    table.do("deactivate N1")
    assert not table.unit("N1")["active"]


# LL29 to LL31


@pytest.mark.rule("WD10.4")
@pytest.mark.parametrize(
    ("card", "most"),
    [("LL26", 2), ("LL27", 2), ("LL29", 2), ("LL31", 3), ("LL32", 2), ("LL36", 2), ("LL37", 2),
     ("LL39", 2)],
)  # fmt: skip
def test_ll29_ll31_numbers(card: str, most: int) -> None:
    others = ("S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "S4 t_inf blue (4,2)")
    table = place(BOSS, *others, "S5 t_inf blue (7,3)", cards=card).do(f"lead {card} s1")
    if table.asks == "choose_command_box":
        table.do("choose_command_box 0")
    assert numbers(table, "choose_ordered_unit") == {"S1", "S2", "S3", "S4"}
    for number in ("S1", "S2", "S3")[: most - 1]:
        table.do(f"choose_ordered_unit {number}")
        assert "end_ordered_units" in table.options()
    table.do(f"choose_ordered_unit S{most}")
    assert table.asks != "choose_ordered_units"
    assert len(ordered(table)) == most


# LL32, LL33


@pytest.mark.rule("WD10.22")
def test_wd10_22_a_figure_is_paid_before_the_dice() -> None:
    units = (BOSS, "N1 t_stal blue (4,4)")
    table = place(*units, cards="LL32").lead("LL32", "s1", "S1").attack("S1", "N1", "GGG")
    spared = table.copy().do("choose_counterattack no")
    assert spared.figures("N1") == 4
    table.do("choose_counterattack yes", "counterattack BGG")
    assert (table.figures("N1"), table.figures("S1")) == (3, 3)


@pytest.mark.rule("WD10.22")
@pytest.mark.parametrize(
    "victim", ["N1 t_stal blue (4,4)", "N1 t_stal blue (4,4) n1"], ids=["plain", "commander"]
)
def test_wd10_22_a_last_figure_cannot_pay(victim: str) -> None:
    units = ("S1 t_inf blue (4,3) addam", victim)
    table = place(*units, types={"t_stal": LONE}, cards="LL32").lead("LL32", "addam", "S1")
    table.attack("S1", "N1", "GGG")
    assert table.asks != "choose_counterattack"


@pytest.mark.rule("WD10.22")
def test_wd10_22_no_tax_against_units_without_this_order() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_stal blue (4,4)", "N2 t_stal blue (5,4)")
    table = place(*units, cards="LL32").lead("LL32", "s1", "S1").attack("S1", "N1", "GGG")
    table.do("choose_counterattack no")
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    table.strike("S2", "N2", "GGG").do("choose_counterattack yes", "counterattack GGG")
    assert table.figures("N2") == 4


def on_guard(*units: str, cards: str) -> Table:
    """N1, shieldmaidens at (4,4), have earned a defend token; it is the turn of South."""
    table = place(*units, "N1 mormont_shieldmaidens blue (4,4)", cards=cards, solo=None)
    table.do("morale_up").order("N1").end()
    assert table.unit("N1")["defend"]
    return table


@pytest.mark.rule("WD10.22")
def test_wd10_22_a_concurrent_counterattack_is_taxed_before_any_dice() -> None:
    table = on_guard(BOSS, cards="LL32").lead("LL32", "s1", "S1").stay()
    table.do("choose_attack S1 melee N1")
    free = table.copy().do("choose_concurrent_counter no", "attack GGG")
    assert free.figures("N1") == 4
    table.do("choose_concurrent_counter yes", "attack GGG", "counterattack GGG")
    assert table.figures("N1") == 3


@pytest.mark.rule("WD10.22")
def test_wd10_22_each_unit_of_a_joint_counterattack_pays() -> None:
    units = (
        BOSS,
        "N1 t_stal blue (4,4) rodrik",
        "N2 t_inf blue (5,3)",
        "N3 t_dog blue (3,3)",
    )
    table = place(*units, cards="LL32", types={"t_dog": LONE}).lead("LL32", "s1", "S1")
    table.attack("S1", "N1", "GGG").do("choose_commit rodrik yes")
    assert not [x for x in table.options("choose_joint_counter") if "N3" in x]
    table.do("choose_joint_counter N1").do("choose_joint_counter N2", "counterattack GGGGGG")
    assert (table.figures("N1"), table.figures("N2"), table.figures("N3")) == (3, 3, 1)


# LL34, LL35


@pytest.mark.rule("WD14.11")
@pytest.mark.rule("WD10.23")
def test_wd14_11_neighbours_outside_the_zone() -> None:
    units = ("S1 t_cav blue (4,4) sandor", "S2 t_inf blue (5,5)", "S3 t_inf blue (4,5)",
             "S4 t_inf blue (6,6)", "S5 t_inf blue (7,5)")  # fmt: skip
    table = place(*units, cards="LL34").do("lead LL34 sandor")
    assert numbers(table, "choose_ordered_unit") == {"S1", "S2", "S3"}
    table.do("choose_ordered_unit S2")
    assert numbers(table, "choose_ordered_unit") == {"S3", "S4"}
    table.do("choose_ordered_unit S3").do("choose_ordered_unit S4")
    assert ordered(table) == {"S2", "S3", "S4"}


@pytest.mark.rule("WD10.23")
def test_wd10_23_any_number_but_none_needed_and_active_ones_only() -> None:
    ring = ("(5,3)", "(3,3)", "(5,4)", "(4,4)", "(5,2)")
    units = [f"S{n} t_inf blue {at}" for n, at in enumerate(ring, 2)]
    table = place(BOSS, *units, cards="LL34")
    alone = table.copy().lead("LL34", "s1", "S1")
    assert ordered(alone) == {"S1"}
    every = table.copy().lead("LL34", "s1", "S1", "S2", "S3", "S4", "S5", "S6")
    assert len(ordered(every)) == 6
    table.order("S3").end().do("lead LL34 s1").do("choose_ordered_unit S1")
    assert numbers(table, "choose_ordered_unit") == {"S2", "S4", "S5", "S6"}


@pytest.mark.rule("WD10.23")
def test_wd10_23_the_start_of_the_turn_is_before_any_commit() -> None:
    units = ("S1 t_inf blue (4,3) greatjon_last_hearth", "S2 t_inf blue (6,3)",
             "S3 t_inf blue (5,2)")  # fmt: skip
    table = place(*units, cards="LL34").do("choose_commit greatjon_last_hearth yes")
    table.do("choose_effect_unit S2").do("choose_effect_hex (5,3)")
    table.do("choose_effect_unit S3").do("choose_effect_hex (5,1)")
    table.do("lead LL34 greatjon_last_hearth").do("choose_ordered_unit S1")
    assert numbers(table, "choose_ordered_unit") == {"S3"}


# LL36 to LL40


@pytest.mark.rule("WD10.5")
def test_ll36_a_bonus_for_one_unit() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf red (4,4)", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL36").do("lead LL36 s1")
    table.do("choose_ordered_unit S1").do("choose_ordered_unit S2")
    assert numbers(table, "choose_bonus") == {"S1 dice", "S1 move", "S2 dice", "S2 move", "none"}
    for bonus, steps, dice in (("S2 dice", 2, 5), ("S2 move", 4, 3), ("none", 2, 3)):
        one = table.copy().do(f"choose_bonus {bonus}").do("choose_tactic no")
        assert ((9, 3) in one.moves("S2")) is (steps == 4)
        assert (10, 2) not in one.moves("S2")
        assert (0, 3) not in one.moves("S1")
        assert (one.dice("S2", "N2"), one.copy().dice("S1", "N1")) == (dice, 3)


@pytest.mark.rule("WD14.52")
@pytest.mark.parametrize(
    ("bonus", "chance"), [("S1 dice", Fraction(19197, 131072)), ("none", Fraction(81, 4096))]
)
def test_wd14_52_two_dice_more(bonus: str, chance: Fraction) -> None:
    units = ("S1 casterly_rock_cavaliers red (4,3) addam", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LL36").do("lead LL36 addam")
    table.do(f"choose_bonus {bonus}").do("choose_tactic no").stay()
    found = spread(table, "choose_attack S1 melee N1", lambda x: x.at("N1") is None)
    assert found[True] == chance


@pytest.mark.rule("WD10.5")
@pytest.mark.parametrize(("morale", "weak"), [(2, False), (3, True), (7, True), (-5, False)])
def test_ll37_movement_when_enemy_morale_is_weak(morale: int, weak: bool) -> None:
    units = (BOSS, "S2 t_inf blue (5,3)")
    table = place(*units, cards="LL37", morale=morale).lead("LL37", "s1", "S1", "S2")
    assert ((8, 3) in table.moves("S2")) is weak
    assert (9, 3) not in table.moves("S2")
    assert ((1, 3) in table.moves("S1")) is weak


@pytest.mark.rule("WD10.5")
@pytest.mark.parametrize(("morale", "dice"), [(2, 3), (3, 4), (10, 4)])
def test_ll39_a_die_when_enemy_morale_is_weak(morale: int, dice: int) -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf red (4,4)", "N2 t_inf red (5,4)")
    table = place(*units, cards="LL39", morale=morale).lead("LL39", "s1", "S1", "S2")
    assert (table.dice("S1", "N1"), table.copy().dice("S2", "N2")) == (dice, dice)


@pytest.mark.rule("WD10.20")
def test_ll26_box_two_orders_one_unit() -> None:
    units = (TYRION, "S3 t_inf blue (3,3)", "S4 t_inf blue (5,2)")
    table = place(*units, cards="LL26").do("lead LL26 tyrion").do("choose_command_box 1")
    assert numbers(table, "choose_ordered_unit") == {"S1", "S3", "S4"}
    table.do("choose_ordered_unit S1")
    assert table.asks != "choose_ordered_units"
    assert ordered(table) == {"S1"}
