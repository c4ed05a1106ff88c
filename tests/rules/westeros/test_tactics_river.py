"""Data part, section 10.4: the tactics of Brynden, Edmure and Marq."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

BOSS = "S1 t_stal blue (4,3) s1"
FOOT = "S2 vance_wayfarers blue (5,3)"
HORSE = "S3 riverrun_cavalry green (3,3)"


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def pool(table: Table, seat: int = 0) -> Counter[str]:
    return Counter(table.see["pools"][seat])


# T-BRY


def blackfish(*units: str, card: str = "AL01", ordered: str = "S1", **more: Any) -> Table:
    """The card has been played through the commander at (4,3), its tactic used."""
    table = place(BOSS, *units, cards=card, **more).lead(card, "s1", ordered, tactic=None)
    return table.do("choose_tactic yes") if table.asks == "choose_tactic" else table


@pytest.mark.rule("WD10.30")
def test_wd10_30_both_figures_from_one_unit() -> None:
    table = blackfish(FOOT)
    assert table.figures("S2") == 2
    assert names(table, "choose_effect_hex") == {"(6,3)", "(5,4)", "(6,4)", "(5,2)", "(6,2)"}
    table.do("choose_effect_hex (5,4)")
    assert table.hex(5, 4)["token"] == "palisade"
    assert table.asks == "choose_move"


@pytest.mark.rule("WD10.30")
def test_wd10_30_one_figure_each_from_two_units() -> None:
    table = blackfish(FOOT, HORSE)
    assert names(table, "choose_effect_unit") == {"S2", "S3"}
    table.do("choose_effect_unit S2").do("choose_effect_unit S3")
    assert (table.figures("S2"), table.figures("S3")) == (3, 2)
    near_one = {"(6,3)", "(5,4)", "(6,4)", "(5,2)", "(6,2)"}
    near_other = {"(2,3)", "(3,4)", "(4,4)", "(3,2)", "(4,2)"}
    assert names(table, "choose_effect_hex") == near_one | near_other


@pytest.mark.rule("WD10.30")
def test_wd10_30_bearers_are_not_paid() -> None:
    weak = {"vance_wayfarers": {"figures": 2}, "riverrun_cavalry": {"figures": 2}}
    table = blackfish(FOOT, HORSE, types=weak)
    assert (table.figures("S2"), table.figures("S3")) == (1, 1)
    table = blackfish(FOOT, types=weak)
    assert (table.figures("S2"), table.asks) == (2, "choose_move")
    led = "S2 vance_wayfarers blue (5,3) edmure"
    table = blackfish(led, types={"vance_wayfarers": {"figures": 3}})
    assert (table.figures("S2"), table.unit("S2")["commander"]) == (1, "edmure")


@pytest.mark.rule("WD10.30")
@pytest.mark.rule("W10.3")
def test_wd10_30_only_controlled_units_of_tully() -> None:
    units = ("S2 war_host blue (5,3)", "S3 vance_wayfarers blue (7,3)")
    table = blackfish(*units)
    assert (table.figures("S2"), table.figures("S3"), table.asks) == (4, 4, "choose_move")
    far = "S3 vance_wayfarers blue (7,3)"
    table = blackfish(FOOT, far)
    assert (table.figures("S2"), table.figures("S3")) == (2, 4)


@pytest.mark.rule("WD10.30")
def test_wd10_30_hexes_for_the_palisade() -> None:
    terrain = {(6, 3): "forest", (5, 4): "road", (6, 4): "plains+tent", (5, 2): "hill"}
    table = blackfish(FOOT, "N1 t_inf red (6,2)", terrain={**terrain, (4, 4): "plains"})
    assert not names(table, "choose_effect_hex")
    assert table.hex(5, 4)["token"] == "palisade"


@pytest.mark.rule("WD10.30")
def test_wd10_30_not_on_an_objective() -> None:
    goal = {"c": 5, "r": 4, "owner": -1, "kind": "location", "marker": True}
    table = blackfish(FOOT, objectives=[goal])
    assert names(table, "choose_effect_hex") == {"(6,3)", "(6,4)", "(5,2)", "(6,2)"}


@pytest.mark.rule("W3.20")
def test_t_bry_the_palisade_bars_cavalry_and_covers() -> None:
    units = (FOOT, "S4 t_inf blue (6,3)", "S5 t_cav blue (4,4)")
    table = place(BOSS, *units, cards="AL05").lead("AL05", "s1", "S2", tactic=None)
    table.do("choose_tactic yes").do("choose_effect_hex (5,4)")
    assert (5, 4) in table.moves("S2")
    table.do("choose_move S2 (5,4)").end()
    assert (5, 4) not in table.order("S5").moves("S5")


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("morale", "asked"), [(-6, True), (-7, False)])
def test_wd10_7_t_bry_requirement_and_time(morale: int, asked: bool) -> None:
    table = place(BOSS, FOOT, cards="AL01", morale=morale).lead("AL01", "s1", "S1", tactic=None)
    assert (table.asks == "choose_tactic") is asked
    if asked:
        table.do("choose_tactic no")
    assert table.end().asks == "choose_turn_action"
    assert table.figures("S2") == 4


# T-EDM

LORD = "S1 vance_wayfarers blue (4,3) edmure"


def after_edmure(*units: str, boss: str = "edmure", ordered: str = "S2", **more: Any) -> Table:
    """AL10 has ordered one unit and ends; its tactic is asked if it may be used."""
    table = place(*units, cards="AL10", **more).lead("AL10", boss, ordered)
    return table.end()


@pytest.mark.rule("WD10.34")
def test_t_edm_units_without_orders_step() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "S4 t_cav blue (7,3)",
             "S5 t_inf blue (4,2)")  # fmt: skip
    table = place(*units, cards="AL10").order("S5").end().lead("AL10", "edmure", "S2").end()
    assert table.asks == "choose_tactic"
    before = pool(table)
    table.do("choose_tactic yes")
    assert names(table, "choose_effect_unit") == {"S1", "S3", "none"}
    table.do("choose_effect_unit S3")
    assert "(2,3)" in table.options("choose_effect_hex")
    assert "(1,3)" not in table.options("choose_effect_hex")
    table.do("choose_effect_hex (2,3)").do("choose_effect_unit S1").do("choose_effect_hex (4,4)")
    assert (table.at("S3"), table.at("S1")) == ((2, 3), (4, 4))
    assert (table.unit("S3")["active"], table.unit("S1")["active"]) == (True, True)
    assert (pool(table), table.asks) == (before, "choose_turn_action")


@pytest.mark.rule("WD10.34")
def test_t_edm_may_stop_at_any_time() -> None:
    table = after_edmure(LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)").do("choose_tactic yes")
    table.do("choose_effect_unit none")
    assert (table.at("S1"), table.at("S3"), table.asks) == ((4, 3), (3, 3), "choose_turn_action")


@pytest.mark.rule("WD10.6")
def test_t_edm_the_zone_is_edmures() -> None:
    units = (BOSS, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)",
             "S4 vance_wayfarers blue (8,3) edmure", "S5 t_inf blue (9,3)")  # fmt: skip
    table = after_edmure(*units, boss="s1").do("choose_tactic yes")
    assert names(table, "choose_effect_unit") == {"S4", "S5", "none"}


@pytest.mark.rule("WD10.6")
def test_t_edm_does_nothing_without_edmure() -> None:
    table = after_edmure(BOSS, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", boss="s1")
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes")
    assert (table.asks, table.at("S3")) == ("choose_turn_action", (3, 3))


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("held", "asked"), [("BR", True), ("BG", False), ("RV", False)])
def test_wd10_7_t_edm_needs_its_tokens(held: str, asked: bool) -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)")
    table = place(*units, cards="AL10", pool=held).lead("AL10", "edmure", "S2", tactic=None)
    assert table.asks == "choose_move"
    table.end()
    assert (table.asks == "choose_tactic") is asked


@pytest.mark.rule("W6.10")
@pytest.mark.rule("WD10.34")
def test_wd10_34_parting_blow_and_fearsome() -> None:
    units = (LORD, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "N1 t_inf blue (3,4)",
             "N2 lannisport_guards blue (4,4) sandor")  # fmt: skip
    table = place(*units, cards="AL10").order("S3").stay().attack("S3", "N1", "RRR")
    table.do("morale_rally S3").lead("AL10", "edmure", "S2").end().do("choose_tactic yes")
    table.do("choose_effect_unit S3").do("choose_effect_hex (2,3)", "parting_blow BGG")
    assert (table.at("S3"), table.figures("S3"), table.partner("S3")) == ((2, 3), 3, None)
    table = place(*units, cards="AL10").order("S3").stay().attack("S3", "N2", "GGG")
    table.do("morale_rally S3").lead("AL10", "edmure", "S2").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes")
    assert "S3" not in names(table, "choose_effect_unit")


# T-MAR

PIPER = "S1 vance_wayfarers blue (4,3) marq"
HAND = "AL11 SB01 SB05 SB07"


def piper(cards: str = HAND, hand: int | None = None, **more: Any) -> Table:
    table = place(PIPER, cards=cards, draw=hand, **more)
    return table.lead(cards.split()[0], "marq", "S1", tactic=None)


@pytest.mark.rule("WD10.33")
def test_wd10_33_two_cards_then_a_die_each_of_the_rating() -> None:
    table = piper(pool="BMG")
    assert table.asks == "choose_tactic"
    table.do("choose_tactic yes")
    assert names(table, "choose_discard_card") == {"SB01", "SB05", "none"}
    table.do("choose_discard_card SB01")
    assert names(table, "choose_discard_card") == {"SB05", "SB07"}
    table.do("choose_discard_card SB07", "tokens_for_cards VRG")
    assert table.asks == "choose_token_source"
    for face, source in (("G", "supply"), ("R", "supply"), ("V", "enemy")):
        assert names(table, "choose_token_source") == {f"{face} supply", f"{face} enemy"}
        before = pool(table, 1)
        table.do(f"choose_token_source {face} {source}")
        assert pool(table, 1) == before - Counter(face if source == "enemy" else "")
    assert pool(table) == Counter("BMGGRV")
    assert table.see["hands"][0] == {"SB05": 1}
    assert table.asks == "choose_move"


@pytest.mark.rule("WD10.33")
def test_t_mar_the_discard_is_optional() -> None:
    table = piper(pool="BM").do("choose_tactic yes").do("choose_discard_card none")
    assert (table.asks, pool(table)) == ("choose_move", Counter("BM"))
    assert sum(table.see["hands"][0].values()) == 3


@pytest.mark.rule("WD10.33")
def test_wd10_33_exactly_two_other_cards() -> None:
    table = piper("AL11 SB01", pool="BM")
    if table.asks == "choose_tactic":
        table.do("choose_tactic yes")
    assert table.asks == "choose_move"
    table = piper("AL11 SB01 SB05", pool="BM").do("choose_tactic yes")
    table.do("choose_discard_card SB01", "tokens_for_cards GB")
    assert table.see["hands"][0] == {}


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_mar_a_face_that_only_the_supply_has() -> None:
    table = piper("AL11 SB01 SB05", pool="BM", tokens=0, solo=None).do("choose_tactic yes")
    table.do("choose_discard_card SB01", "tokens_for_cards GB")
    assert (pool(table), table.asks) == (Counter("BMGB"), "choose_move")


@pytest.mark.rule("WD10.7")
@pytest.mark.rule("W2.16")
def test_t_mar_a_face_that_only_the_enemy_has() -> None:
    scarce = {"unlimited_order_tokens": False}
    table = piper("AL11 SB01 SB05", options=scarce)
    mine, theirs = pool(table)["G"], pool(table, 1)["G"]
    assert mine + theirs == 10
    rolled = "G" * 20
    table.do("choose_tactic yes").do("choose_discard_card SB01", f"tokens_for_cards {rolled}")
    assert (pool(table)["G"], pool(table, 1)["G"]) == (10, 0)


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("held", "asked"), [("BM", True), ("BG", False), ("MV", False)])
def test_wd10_7_t_mar_needs_its_tokens(held: str, asked: bool) -> None:
    assert (piper(pool=held).asks == "choose_tactic") is asked


@pytest.mark.rule("WD10.7")
def test_wd10_7_t_mar_at_either_time() -> None:
    table = piper(pool="BM").do("choose_tactic no").end()
    assert table.asks == "choose_tactic"
    table.do("choose_tactic yes").do("choose_discard_card SB01")
    table.do("choose_discard_card SB05", "tokens_for_cards GR")
    table.do("choose_token_source G supply").do("choose_token_source R supply")
    assert (pool(table), table.asks) == (Counter("BMGR"), "choose_turn_action")
    once = piper(pool="BM").do("choose_tactic yes").do("choose_discard_card none").end()
    assert once.asks == "choose_turn_action"


@pytest.mark.rule("WD14.56")
def test_wd14_56_at_least_one_v() -> None:
    table = place(PIPER, cards="AL11 SB01 SB05", pool="GGBMR", solo=None, tokens=0)
    table.lead("AL11", "marq", "S1", tactic=None).do("choose_tactic yes")
    found = spread(table, "choose_discard_card SB01", lambda x: pool(x)["V"] > 0)
    assert found[True] == Fraction(15961, 32768)
