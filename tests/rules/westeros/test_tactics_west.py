"""Data part, section 10.3: the tactics of Tyrion, Sandor and Daven."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

TYRION = "S1 t_cav blue (4,3) tyrion"
SANDOR = "S1 t_inf blue (4,3) sandor"
LONE = {"figures": 1}


def pool(table: Table, seat: int = 0) -> Counter[str]:
    return Counter(table.see["pools"][seat])


def three(table: Table) -> tuple[int, ...]:
    return tuple(table.figures(n) if table.at(n) else 0 for n in ("N1", "N2", "N3"))


# T-TYR


@pytest.mark.rule("WD14.10")
@pytest.mark.rule("WD10.25")
def test_wd14_10_swap_a_token_for_a_rolled_one() -> None:
    table = place(TYRION, cards="LL29", pool="GVR").lead("LL29", "tyrion", "S1", tactic=None)
    table.do("choose_tactic yes", "swap_token B")
    assert set(table.options("choose_token_to_discard")) == {"G", "R", "V"}
    table.do("choose_token_to_discard R")
    assert pool(table) == Counter("GVB")
    assert table.asks == "choose_move"


@pytest.mark.rule("WD10.25")
def test_wd10_25_one_of_the_two_shown_may_be_discarded() -> None:
    table = place(TYRION, cards="LL29", pool="GVR").lead("LL29", "tyrion", "S1", tactic=None)
    table.do("choose_tactic yes", "swap_token M").do("choose_token_to_discard V")
    assert pool(table) == Counter("GRM")


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("held", "usable"), [("GV", True), ("GGR", False), ("VVB", False)])
def test_wd10_7_t_tyr_needs_both_tokens(held: str, usable: bool) -> None:
    table = place(TYRION, cards="LL29", pool=held).lead("LL29", "tyrion", "S1", tactic=None)
    assert (table.asks == "choose_tactic") is usable


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_tyr_only_before_the_command() -> None:
    table = place(TYRION, cards="LL29", pool="GV").lead("LL29", "tyrion", "S1").end()
    assert (table.asks, pool(table)) == ("choose_turn_action", Counter("GV"))


@pytest.mark.rule("WD10.25")
@pytest.mark.rule("W2.16")
def test_wd10_25_nothing_is_taken_from_an_empty_supply() -> None:
    scarce = {"unlimited_order_tokens": False}
    table = place(TYRION, cards="LL29", options=scarce)
    assert pool(table)["G"] + pool(table, 1)["G"] == 10
    table.lead("LL29", "tyrion", "S1", tactic=None).do("choose_tactic yes", "swap_token G")
    before = pool(table)
    table.do("choose_token_to_discard R")
    assert pool(table) == before - Counter("R")


# T-SAN


def hound(*units: str, morale: int = 3, **more: Any) -> Table:
    """LL31 has been played through Sandor at (4,3); its tactic is asked."""
    table = place(SANDOR, *units, cards="LL31", morale=morale, **more)
    return table.lead("LL31", "sandor", "S1", tactic=None)


@pytest.mark.rule("WD10.7")
@pytest.mark.rule("W8.21")
@pytest.mark.parametrize(("morale", "usable"), [(2, False), (3, True), (7, True), (10, True)])
def test_wd10_7_t_san_needs_weak_enemy_morale(morale: int, usable: bool) -> None:
    assert (hound("N1 t_inf blue (8,6)", morale=morale).asks == "choose_tactic") is usable


@pytest.mark.rule("WD10.24")
def test_wd10_24_a_die_for_each_enemy_unit_outside_every_zone() -> None:
    units = ("N1 t_inf blue (8,6)", "N2 t_inf red (1,6)", "N3 t_inf green (4,6)")
    led = (*units[:2], "N3 t_inf green (4,6) n1", "N4 t_inf red (5,6)", "N5 t_inf red (5,5)")
    hound(*units).do("choose_tactic yes", "uncontrolled BBBB")
    hound(*led).do("choose_tactic yes", "uncontrolled BBB")


@pytest.mark.rule("WD10.24")
@pytest.mark.rule("W10.4")
def test_t_san_one_hit_a_unit_for_each_v() -> None:
    units = ("N1 t_inf blue (8,6)", "N2 t_inf red (1,6)", "N3 t_inf green (4,6)")
    table = hound(*units).do("choose_tactic yes", "uncontrolled VBVM")
    assert set(table.options("choose_effect_unit")) == {"N1", "N2", "N3"}
    table.do("choose_effect_unit N1")
    assert set(table.options("choose_effect_unit")) == {"N2", "N3", "N9"}
    table.do("choose_effect_unit N3")
    assert three(table) == (3, 4, 3)
    assert table.asks == "choose_move"


@pytest.mark.rule("W10.4")
def test_t_san_no_choice_when_every_unit_is_hit() -> None:
    units = ("N1 t_inf blue (8,6)", "N2 t_inf red (1,6)", "N3 t_inf green (4,6)")
    table = hound(*units).do("choose_tactic yes", "uncontrolled VVVV")
    assert (three(table), table.figures("N9"), table.asks) == ((3, 3, 3), 3, "choose_move")


@pytest.mark.rule("W10.4")
def test_t_san_only_v_hits_whatever_the_rank() -> None:
    units = ("N1 t_inf blue (8,6)", "N2 t_inf red (1,6)", "N3 t_inf green (4,6)")
    table = hound(*units).do("choose_tactic yes", "uncontrolled GBRM")
    assert (three(table), table.asks) == ((4, 4, 4), "choose_move")


@pytest.mark.rule("W8.5")
@pytest.mark.rule("W8.6")
def test_t_san_may_eliminate() -> None:
    units = ("N1 t_dog red (8,6)",)
    table = hound(*units, types={"t_dog": LONE}).do("choose_tactic yes", "uncontrolled VB")
    table.do("choose_effect_unit N1")
    assert (table.at("N1"), table.see["vp"], table.see["depth"]) == (None, [1, 0], [0, 6])


@pytest.mark.rule("WD10.7")
@pytest.mark.rule("W5.24")
def test_wd10_7_t_san_before_or_after_but_once() -> None:
    early = hound("N1 t_inf blue (8,6)").do("choose_tactic yes", "uncontrolled BB").end()
    assert early.asks == "choose_turn_action"
    late = hound("N1 t_inf blue (8,6)").do("choose_tactic no").end()
    assert late.asks == "choose_tactic"
    late.do("choose_tactic yes", "uncontrolled VV")
    assert (late.figures("N1"), late.asks) == (3, "choose_turn_action")


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_san_requirement_read_when_used() -> None:
    units = ("N1 t_dog red (4,4)", "N2 t_inf blue (8,6)")
    table = place(SANDOR, *units, cards="LL31", types={"t_dog": LONE}, morale=0)
    table.lead("LL31", "sandor", "S1", tactic=None)
    assert table.asks == "choose_move"
    table.attack("S1", "N1", "RGG")
    assert (table.see["depth"], table.asks) == ([0, 3], "choose_tactic")
    table.do("choose_tactic yes", "uncontrolled VV")
    assert table.figures("N2") == 3


@pytest.mark.rule("WD14.45")
def test_wd14_45_five_dice() -> None:
    units = [f"N{n} t_inf blue ({at})" for n, at in enumerate(("8,6", "1,6", "4,6", "2,7"), 1)]

    def valors(table: Table) -> int:
        hit = sum(4 - table.figures(f"N{n}") for n in (1, 2, 3, 4, 9))
        while table.asks == "choose_effect_unit":
            table.go(f"choose_effect_unit {table.options('choose_effect_unit')[0]}")
            hit = sum(4 - table.figures(f"N{n}") for n in (1, 2, 3, 4, 9))
        return hit

    found = spread(hound(*units), "choose_tactic yes", valors)
    assert found == {
        0: Fraction(16807, 32768),
        1: Fraction(12005, 32768),
        2: Fraction(1715, 16384),
        3: Fraction(245, 16384),
        4: Fraction(35, 32768),
        5: Fraction(1, 32768),
    }


@pytest.mark.rule("WD13.3")
def test_wd13_3_unordered_units_instead() -> None:
    units = ("N1 t_inf blue (4,6) n1", "N2 t_inf red (5,6)")
    rest: dict[str, Any] = {"cards": "LL31", "morale": 3, "solo": None}
    table = place(SANDOR, *units, options={"hound_targets": "unordered"}, **rest)
    table.do("morale_up").order("N2").end().lead("LL31", "sandor", "S1", tactic=None)
    table.do("choose_tactic yes", "uncontrolled VV")
    assert (table.figures("N1"), table.figures("N2"), table.figures("N9")) == (3, 4, 3)


# T-DAV


GUARDS = "S2 war_host blue (5,3)"


def daven(*units: str, tactic: str = "yes", morale: int = 0, **more: Any) -> Table:
    """LL37 through Daven at (4,3); the war host at (5,3) drives N1 away from (5,4)."""
    lead = "S1 t_stal blue (4,3) s1"
    place_in = (lead, GUARDS, "N1 t_inf blue (5,4)", *units)
    table = place(*place_in, cards="LL37", morale=morale, **more)
    table.lead("LL37", "s1", "S2", tactic=None)
    if table.asks == "choose_tactic":
        table.do(f"choose_tactic {tactic}")
    table.attack("S2", "N1", "MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[-1]}")
    return table.do("choose_advance yes")


@pytest.mark.rule("WD10.26")
def test_t_dav_a_hex_further() -> None:
    table = daven()
    assert table.at("S2") == (5, 4)
    places = {"(4,4)", "(6,4)", "(4,5)", "(5,5)", "(5,3)"}
    places -= {"({},{})".format(*(table.at("N1") or (9, 9)))}
    assert set(table.options("choose_effect_hex")) == places | {"none"}
    table.do("choose_effect_hex (6,4)")
    assert (table.at("S2"), table.asks) == ((6, 4), "choose_turn_action")
    assert table.partner("S2") is None


@pytest.mark.rule("WD10.26")
def test_t_dav_may_stay_on_the_first_hex() -> None:
    table = daven().do("choose_effect_hex none")
    assert (table.at("S2"), table.asks) == ((5, 4), "choose_turn_action")


@pytest.mark.rule("WD10.26")
@pytest.mark.rule("W6.3")
def test_wd10_26_not_out_of_stop_terrain() -> None:
    lead = ("S1 t_stal blue (4,3) s1", GUARDS, "N1 t_inf blue (5,4)")
    table = place(*lead, cards="LL37", terrain={(5, 4): "forest"})
    table.lead("LL37", "s1", "S2", tactic="yes").attack("S2", "N1", "MG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    table.do("choose_advance yes")
    assert (table.at("S2"), table.asks) == ((5, 4), "choose_turn_action")


@pytest.mark.rule("WD10.26")
@pytest.mark.rule("W6.2")
def test_t_dav_the_further_hex_must_be_one_a_move_may_enter() -> None:
    terrain = {(6, 4): "river", (4, 4): "plains"}
    table = daven("N2 t_inf red (4,4)", terrain=terrain)
    assert not {"(6,4)", "(4,4)"} & set(table.options("choose_effect_hex"))
    assert "(5,3)" in table.options("choose_effect_hex")


@pytest.mark.rule("WD10.26")
@pytest.mark.rule("WD10.7")
def test_wd10_26_used_after_the_command() -> None:
    table = daven(tactic="no")
    assert (table.asks, table.at("S2")) == ("choose_tactic", (5, 4))
    table.do("choose_tactic yes")
    if table.asks == "choose_effect_unit":
        table.do("choose_effect_unit S2")
    table.do("choose_effect_hex (6,4)")
    assert (table.at("S2"), table.asks) == ((6, 4), "choose_turn_action")
    unused = daven(tactic="no").do("choose_tactic no")
    assert (unused.at("S2"), unused.asks) == ((5, 4), "choose_turn_action")


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("morale", "asked"), [(-6, True), (-7, False)])
def test_wd10_7_t_dav_needs_green_morale(morale: int, asked: bool) -> None:
    lead = ("S1 t_stal blue (4,3) s1", GUARDS)
    table = place(*lead, cards="LL37", morale=morale).lead("LL37", "s1", "S2", tactic=None)
    assert (table.asks == "choose_tactic") is asked


@pytest.mark.rule("WD10.26")
def test_t_dav_is_for_advances_not_for_pursuits() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 t_cav blue (5,3)", "N1 t_inf blue (5,4)")
    table = place(*units, cards="LL37").lead("LL37", "s1", "S2", tactic="yes")
    table.attack("S2", "N1", "MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[-1]}")
    table.do("choose_pursue_move (5,4)")
    assert table.asks in ("choose_pursue_attack", "choose_turn_action")


@pytest.mark.rule("WD10.26")
def test_wd10_26_after_the_command_for_each_unit_that_advanced() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 war_host blue (5,3)", "S3 war_host blue (3,3)",
             "N1 t_dog blue (5,4)", "N2 t_dog blue (3,4)")  # fmt: skip
    table = place(*units, cards="LL37", types={"t_dog": LONE}).lead("LL37", "s1", "S2", "S3")
    table.attack("S2", "N1", "BGG").do("choose_advance yes")
    table.attack("S3", "N2", "BGG").do("choose_advance yes").do("choose_tactic yes")
    assert set(table.options("choose_effect_unit")) == {"S2", "S3", "none"}
    table.do("choose_effect_unit S3").do("choose_effect_hex (2,4)")
    if table.asks == "choose_effect_unit":
        table.do("choose_effect_unit S2")
    table.do("choose_effect_hex (6,4)")
    assert (table.at("S2"), table.at("S3"), table.asks) == ((6, 4), (2, 4), "choose_turn_action")


@pytest.mark.rule("WD10.26")
def test_wd10_26_not_for_a_unit_that_did_not_advance() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 war_host blue (5,3)", "N1 t_dog blue (5,4)")
    table = place(*units, cards="LL37", types={"t_dog": LONE}).lead("LL37", "s1", "S2")
    table.attack("S2", "N1", "BGG").do("choose_advance no").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes")
    assert (table.at("S2"), table.asks) == ((5, 3), "choose_turn_action")


@pytest.mark.rule("W6.8")
@pytest.mark.rule("WD10.26")
def test_t_dav_takes_an_objective_with_the_further_hex() -> None:
    goal = {"c": 6, "r": 4, "owner": 1, "kind": "location", "marker": True}
    table = daven(objectives=[goal]).do("choose_effect_hex (6,4)")
    assert table.hex(6, 4)["objective"] == 0
