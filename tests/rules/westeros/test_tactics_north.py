"""Data part, section 10.5: the tactics of Smalljon, Galbart and Rodrik."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

BOSS = "S1 t_stal blue (4,3) s1"


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def tokens(table: Table) -> dict[str, int]:
    return {c["id"]: c["tokens"] for c in table.see["commanders"]}


# T-SMJ


def hurt(ranks: str = "blue green red", card: str = "SL30", **more: Any) -> Table:
    """S2, S3 and S4 have each lost a figure; the card has ordered S2 and S3 of them."""
    second, third, fourth = ranks.split()
    units = (
        "S1 t_stal blue (4,3) s1",
        f"S2 t_inf {second} (5,3)",
        f"S3 t_inf {third} (3,3)",
        f"S4 t_inf {fourth} (4,2)",
        "N1 t_inf red (5,4)",
        "N2 t_inf red (3,4)",
        "N3 t_inf red (5,2)",
    )
    table = place(*units, cards=card, solo=None, **more)
    for enemy, unit in (("N1", "S2"), ("N2", "S3"), ("N3", "S4")):
        face = {"green": "G", "blue": "B", "red": "R"}[table.unit(unit)["rank"]]
        other = "B" if face == "G" else "G"
        table = table.order("S9").end() if enemy == "N1" else table.do("morale_up")
        table.strike(enemy, unit, face + other * 3)
    assert [table.figures(n) for n in ("S2", "S3", "S4")] == [3, 3, 3]
    return table.lead(card, "s1", "S2", "S3").end()


@pytest.mark.rule("WD10.8")
@pytest.mark.parametrize(
    ("face", "figures"), [("B", [4, 3, 3]), ("G", [3, 4, 3]), ("R", [3, 3, 3]), ("V", [4, 4, 3]),
                          ("M", [3, 3, 3])]
)  # fmt: skip
def test_wd10_8_the_die_names_the_rank_that_heals(face: str, figures: list[int]) -> None:
    table = hurt()
    assert table.asks == "choose_tactic"
    table.do("choose_tactic yes", f"card_die {face}")
    assert [table.figures(n) for n in ("S2", "S3", "S4")] == figures


@pytest.mark.rule("WD2.34")
@pytest.mark.rule("W10.4")
def test_t_smj_never_above_the_starting_figures() -> None:
    table = place(BOSS, "S2 t_inf blue (5,3)", cards="SL30").lead("SL30", "s1", "S1", "S2").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes", "card_die V")
    assert (table.figures("S1"), table.figures("S2")) == (4, 4)


@pytest.mark.rule("WD14.49")
@pytest.mark.parametrize(("rank", "chance"), [("green", (1, 2)), ("blue", (3, 8)), ("red", (1, 4))])
def test_wd14_49_chance_to_heal(rank: str, chance: tuple[int, int]) -> None:
    table = hurt(f"{rank} {rank} blue")
    found = spread(table, "choose_tactic yes", lambda x: x.figures("S2"))
    assert found[4] == Fraction(*chance)


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("held", "asked"), [("BV", True), ("BM", False), ("VR", False)])
def test_wd10_7_t_smj_needs_its_tokens_after_the_command(held: str, asked: bool) -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_stal red (5,4)")
    table = place(*units, cards="SL30", pool=held).lead("SL30", "s1", "S2", tactic=None)
    assert table.asks == "choose_move"
    table.attack("S2", "N1", "GGG").do("choose_counterattack yes", "counterattack BGGG").end()
    assert (table.asks == "choose_tactic") is asked


@pytest.mark.rule("WD13.5")
def test_wd13_5_without_the_die() -> None:
    table = hurt(options={"die_tactics_plain": True}).do("choose_tactic yes")
    assert [table.figures(n) for n in ("S2", "S3", "S4")] == [4, 4, 3]


# T-GAL

MEN = ("S1 t_inf blue (4,3) galbart", "S2 t_cav blue (5,3) smalljon", "S3 t_inf blue (3,3) rodrik")


def paying(*units: str, card: str = "SL35", leader: str = "galbart", **more: Any) -> Table:
    return place(*units, cards=card, **more).do(f"lead {card} {leader}")


@pytest.mark.rule("WD10.7")
@pytest.mark.rule("WD10.41")
def test_t_gal_the_token_lies_on_another_commander() -> None:
    table = paying(*MEN)
    assert table.asks == "choose_tactic"
    table.do("choose_tactic yes")
    assert names(table, "choose_other_commander") == {"smalljon", "rodrik"}
    table.do("choose_other_commander smalljon")
    assert tokens(table) == {"galbart": 0, "smalljon": 1, "rodrik": 0}
    assert table.see["command_tokens"][0] == 4
    assert names(table, "choose_ordered_unit") == {"S1", "S2", "S3"}


@pytest.mark.rule("WD10.7")
def test_t_gal_the_zone_stays_that_of_the_playing_commander() -> None:
    units = ("S1 t_inf blue (4,3) galbart", "S2 t_cav blue (9,3) smalljon", "S3 t_inf blue (8,3)",
             "S4 t_inf blue (5,3)")  # fmt: skip
    table = paying(*units).do("choose_tactic yes")
    if table.asks == "choose_other_commander":
        table.do("choose_other_commander smalljon")
    assert tokens(table)["smalljon"] == 1
    assert names(table, "choose_ordered_unit") == {"S1", "S4"}


@pytest.mark.rule("WD10.7")
def test_t_gal_may_be_left() -> None:
    table = paying(*MEN).do("choose_tactic no")
    assert tokens(table) == {"galbart": 1, "smalljon": 0, "rodrik": 0}


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("morale", "asked"), [(-6, True), (-7, False)])
def test_wd10_7_t_gal_needs_green_morale(morale: int, asked: bool) -> None:
    assert (paying(*MEN, morale=morale).asks == "choose_tactic") is asked


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_gal_only_while_paying() -> None:
    table = paying(*MEN).do("choose_tactic no")
    for number in ("S1", "S2", "S3"):
        table.do(f"choose_ordered_unit {number}")
    assert table.asks == "choose_move"
    assert table.end().asks == "choose_turn_action"


@pytest.mark.rule("WD10.41")
def test_wd10_41_the_playing_commander_may_be_full() -> None:
    full = ("S1 t_inf blue (4,3) sandor", "S2 t_inf blue (5,3) rodrik", "S3 t_inf blue (3,3)")
    table = place(*full, cards="SB01 SL35 SL36").lead("SB01", "sandor", "S3").end()
    assert "SL36 sandor" not in table.options("lead")
    assert "SL35 sandor" in table.options("lead")
    table.do("lead SL35 sandor")
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes")
    assert tokens(table) == {"sandor": 1, "rodrik": 1}
    assert names(table, "choose_ordered_unit") == {"S1", "S2"}


@pytest.mark.rule("WD10.41")
def test_wd10_41_the_other_must_be_below_his_limit() -> None:
    men = ("S1 t_inf blue (4,3) galbart", "S2 t_inf blue (5,3) sandor",
           "S3 t_inf blue (3,3) rodrik", "S4 t_inf blue (4,2)")  # fmt: skip
    table = place(*men, cards="SB01 SL35").lead("SB01", "sandor", "S4").end()
    table.do("lead SL35 galbart").do("choose_tactic yes")
    assert tokens(table) == {"galbart": 0, "sandor": 1, "rodrik": 1}
    weak = place(*men, cards="SB01 SL35", morale=-7).lead("SB01", "sandor", "S4").end()
    assert "SL35 sandor" not in weak.options("lead")


@pytest.mark.rule("WD10.41")
def test_wd10_41_nobody_else() -> None:
    table = paying("S1 t_inf blue (4,3) galbart", "S4 t_inf blue (4,2)")
    assert table.asks == "choose_ordered_units"
    assert tokens(table) == {"galbart": 1}


# T-ROD


def guard(face: str, *, late: bool = False, **more: Any) -> Table:
    units = ("S1 t_stal blue (4,3) s1", "S2 t_inf green (5,3)", "S3 t_inf blue (3,3)",
             "S4 t_inf blue (7,3)")  # fmt: skip
    table = place(*units, cards="SL36", **more).lead("SL36", "s1", "S1", tactic=None)
    if late:
        table.do("choose_tactic no").end()
    assert table.asks == "choose_tactic"
    return table.do("choose_tactic yes", f"card_die {face}")


def guarded(table: Table) -> set[str]:
    return {u["number"] for u in table.see["units"] if u["defend"]}


@pytest.mark.rule("WD10.8")
@pytest.mark.rule("W9.64")
@pytest.mark.parametrize(("face", "units"), [("B", {"S1", "S3"}), ("V", {"S1", "S2", "S3"})])
def test_t_rod_one_unit_of_the_zone_and_the_rank(face: str, units: set[str]) -> None:
    table = guard(face)
    assert names(table, "choose_effect_unit") == units
    table.do("choose_effect_unit S3")
    assert guarded(table) == {"S3"}
    assert table.asks == "choose_move"


@pytest.mark.rule("WD10.8")
@pytest.mark.parametrize(("face", "units"), [("G", {"S2"}), ("R", set()), ("M", set())])
def test_wd10_8_t_rod_one_unit_or_none(face: str, units: set[str]) -> None:
    assert guarded(guard(face)) == units


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_rod_after_the_command() -> None:
    table = guard("B", late=True).do("choose_effect_unit S1")
    assert (guarded(table), table.asks) == ({"S1"}, "choose_turn_action")


@pytest.mark.rule("WD10.7")
@pytest.mark.rule("W5.24")
def test_wd10_7_t_rod_once() -> None:
    table = guard("M").end()
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("held", "asked"), [("RM", True), ("RV", False), ("MB", False)])
def test_wd10_7_t_rod_needs_its_tokens(held: str, asked: bool) -> None:
    table = place(BOSS, cards="SL36", pool=held).lead("SL36", "s1", "S1", tactic=None)
    assert (table.asks == "choose_tactic") is asked


@pytest.mark.rule("W9.61")
@pytest.mark.rule("W9.64")
def test_t_rod_the_token_works() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf blue (5,4)")
    table = place(*units, cards="SL36", solo=None).lead("SL36", "s1", "S1").end()
    table.do("choose_tactic yes", "card_die B").do("choose_effect_unit S2").order("N1").stay()
    table.do("choose_attack N1 melee S2").do("choose_concurrent_counter no", "attack BBR")
    assert (table.figures("S2"), table.asks) == (3, "choose_counterattack")


@pytest.mark.rule("WD13.5")
def test_wd13_5_t_rod_without_the_die() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 t_inf green (5,3)", "S3 t_inf red (3,3)")
    table = place(*units, cards="SL36", options={"die_tactics_plain": True})
    table.lead("SL36", "s1", "S1", tactic=None).do("choose_tactic yes")
    assert names(table, "choose_effect_unit") == {"S1", "S2", "S3"}


@pytest.mark.rule("W10.4")
def test_t_smj_one_figure_a_unit() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "N1 t_inf blue (5,4)")
    table = place(*units, cards="SL30", solo=None).order("S9").end().strike("N1", "S2", "BBG")
    table.lead("SL30", "s1", "S1", "S2").end().do("choose_tactic yes", "card_die V")
    assert (table.figures("S2"), table.figures("S1")) == (3, 4)
