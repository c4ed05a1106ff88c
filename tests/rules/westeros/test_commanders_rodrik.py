"""Data part, section 2.4: Rodrik's joint counterattack (WD2.33)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from pysim import _core
from tests.rules.westeros.positions import Table, place

RODRIK = "S1 war_host blue (5,5) rodrik"
MAIDENS = "S2 mormont_shieldmaidens blue (6,5)"
ARCHERS = "S3 northmen_archers blue (5,6)"
FRAIL = {"mormont_shieldmaidens": {"figures": 1}}


def struck(*units: str, enemy: str = "lannisport_guards blue (6,6)", rolls: str = "GGG",
           mode: str = "melee", victim: str = "S2", **more: Any) -> Table:  # fmt: skip
    """N1, usually at (6,6), has attacked S2; Rodrik's card is asked if it can be used."""
    return place(*units, f"N1 {enemy}", solo=1, **more).strike("N1", victim, rolls, mode=mode)


def joined(table: Table, *numbers: str, rolls: str) -> Table:
    """Use the card with these units, whose joint roll is given."""
    table.do("choose_commit rodrik yes")
    for name in (*numbers, "none"):
        with suppress(_core.IllegalAction):
            return table.copy().do(f"choose_joint_counter {name}", f"counterattack {rolls}")
        table.do(f"choose_joint_counter {name}")
    raise AssertionError("the joint counterattack was not rolled")


def may_join(table: Table) -> set[str]:
    """Units that may be the first of the joint counterattack."""
    return set(table.copy().do("choose_commit rodrik yes").options("choose_joint_counter"))


@pytest.mark.rule("WD14.24")
@pytest.mark.rule("WD2.33")
def test_wd14_24_also_when_the_unit_is_eliminated() -> None:
    table = struck(RODRIK, MAIDENS, ARCHERS, rolls="BGG", types=FRAIL)
    assert (table.at("S2"), table.asks, table.state.current_player()) == (None, "choose_commit", 0)
    assert may_join(table) == {"S1", "S3"}
    table = joined(table, "S1", "S3", rolls="BBVGGG")
    assert table.figures("N1") == 1
    assert table.see["commanders"][0]["committed"]
    assert table.unit("S1")["active"]


@pytest.mark.rule("WD2.33")
def test_wd2_33_in_place_of_the_own_counterattack() -> None:
    table = struck("S1 t_stal blue (5,5) rodrik", "S2 t_stal blue (6,5)")
    after = joined(table.copy(), "S1", "S2", rolls="BGGGGG")
    assert (after.figures("N1"), after.asks) == (3, "choose_turn_action")
    declined = table.do("choose_commit rodrik no")
    assert declined.asks == "choose_counterattack"
    declined.do("choose_counterattack yes", "counterattack BGG")


@pytest.mark.rule("WD2.33")
def test_wd2_33_stalwart_or_not_active_or_not_any_class() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", ARCHERS, "S4 t_cav blue (7,6)", "S5 t_inf blue (8,6)")
    table = place(*units, "N1 t_inf red (6,6)", solo=None).order("S3").end()
    table.strike("N1", "S2", "GGGG")
    assert may_join(table) == {"S1", "S2", "S3", "S4"}
    after = joined(table, "S1", "S2", "S3", "S4", rolls="RGGGGGGGGGGG")
    assert (after.figures("N1"), after.unit("S3")["active"], after.unit("S4")["active"]) == (
        3,
        False,
        True,
    )


@pytest.mark.rule("WD2.33")
def test_wd2_33_a_part_of_them() -> None:
    table = joined(struck(RODRIK, "S2 t_inf blue (6,5)", ARCHERS), "S3", rolls="BBG")
    assert table.figures("N1") == 2


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W7.30")
def test_wd2_33_cover_and_toughness_once() -> None:
    table = struck(RODRIK, "S2 t_inf blue (6,5)", ARCHERS, terrain={(6, 6): "building"})
    after = joined(table, "S1", "S2", rolls="BBVGGG")
    assert after.figures("N1") == 1  # its own token shows: no cover (W3.22)
    tough = {"lannisport_guards": {"keywords": [["toughness", 1]]}}
    table = struck(RODRIK, "S2 t_inf blue (6,5)", ARCHERS, types=tough)
    assert joined(table, "S1", "S2", rolls="BBGGGG").figures("N1") == 3


@pytest.mark.rule("WD2.33")
def test_wd2_33_each_units_own_modifiers() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", "S3 manderly_tridents blue (5,6)")
    table = struck(*units, enemy="t_cav blue (6,6)")
    after = joined(table, "S1", "S3", rolls="BGGGGGG")
    assert after.figures("N1") == 2


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W3.17")
def test_wd2_33_the_limit_of_a_units_hex_is_its_own() -> None:
    table = struck(RODRIK, "S2 t_inf blue (6,5)", terrain={(5, 5): "forest"})
    assert joined(table, "S1", "S2", rolls="BGGGG").figures("N1") == 3


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W9.22")
def test_wd2_33_fearsome_of_one_doubles_the_retreat() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", "S3 t_inf blue (5,6) sandor")
    table = struck(*units, enemy="lannisport_guards blue (6,6)")
    one = joined(table.copy(), "S1", "S2", rolls="MGGGGG")
    one.do(f"choose_retreat_hex {one.options('choose_retreat_hex')[0]}")
    assert one.unit("N1")["r"] == 7
    two = joined(table, "S1", "S3", rolls="MGGGGG")
    while two.asks == "choose_retreat_hex":
        two.do(f"choose_retreat_hex {two.options('choose_retreat_hex')[0]}")
    assert two.unit("N1")["r"] == 8


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W7.40")
def test_wd2_33_no_advance_and_the_engagement_ends_by_retreat() -> None:
    table = struck(RODRIK, "S2 war_host blue (6,5)")
    assert table.partner("S2") == "N1"
    after = joined(table, "S1", "S2", rolls="MGGGGG")
    after.do(f"choose_retreat_hex {after.options('choose_retreat_hex')[0]}")
    assert (after.partner("S2"), after.asks) == (None, "choose_turn_action")
    assert (after.at("S1"), after.at("S2")) == ((5, 5), (6, 5))


@pytest.mark.rule("WD2.33")
def test_wd2_33_after_a_ranged_attack() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", ARCHERS)
    far = struck(*units, enemy="t_bow blue (8,7)", rolls="GG", mode="ranged", victim="S2")
    assert far.asks == "choose_turn_action"
    near = struck(*units, enemy="t_bow blue (6,6)", rolls="GG", mode="ranged", victim="S2")
    assert may_join(near) == {"S1", "S2", "S3"}
    assert joined(near, "S1", "S3", rolls="BBGGGG").figures("N1") == 2


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("WD2.25")
def test_wd2_33_the_attacked_unit_must_stand_in_his_zone_when_attacked() -> None:
    out = struck("S1 war_host blue (3,5) rodrik", "S2 t_inf blue (6,5)")
    assert out.asks == "choose_turn_action"
    edge = ("S1 war_host blue (5,5) rodrik", "S2 t_inf blue (7,5)", "S3 t_inf blue (7,6)")
    table = struck(*edge, enemy="lannisport_guards blue (8,6)", rolls="MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[-1]}")
    assert table.asks == "choose_commit"
    table.do("choose_commit rodrik yes", "counterattack BGG")  # S3 alone stands beside it
    assert (table.figures("N1"), table.asks) == (3, "choose_advance")


@pytest.mark.rule("WD2.33")
def test_wd2_33_somebody_must_stand_beside_the_attacker() -> None:
    units = ("S1 war_host blue (4,5) rodrik", "S2 mormont_shieldmaidens blue (6,5)")
    table = struck(*units, rolls="BGG", types=FRAIL)
    assert (table.at("S2"), table.asks) == (None, "choose_advance")


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W3.32")
def test_wd2_33_not_out_of_a_tower() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", ARCHERS)
    table = struck(*units, terrain={(5, 6): "outpost"}, setup=["choose_outpost_side S3 tower"])
    assert may_join(table) == {"S1", "S2"}


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W8.6")
def test_wd2_33_may_eliminate_the_attacker() -> None:
    weak = {"lannisport_guards": {"figures": 1}}
    table = joined(struck(RODRIK, "S2 t_inf blue (6,5)", types=weak), "S1", rolls="BGG")
    assert (table.at("N1"), table.see["vp"], table.asks) == (None, [1, 0], "choose_turn_action")


@pytest.mark.rule("W2.11")
def test_rodrik_once_in_a_battle() -> None:
    table = joined(struck(RODRIK, "S2 t_inf blue (6,5)"), "S1", rolls="GGG")
    table = table.do("morale_rally N1").strike("N1", "S2", "GGG")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W9.62")
def test_wd2_33_not_by_a_unit_that_has_counterattacked_concurrently() -> None:
    units = (RODRIK, MAIDENS, "N1 lannisport_guards blue (6,6)")
    table = place(*units, solo=None).order("S2").end().order("N1").stay()
    table.do("choose_attack N1 melee S2")
    table.do("choose_concurrent_counter yes", "attack GGG", "counterattack GGG")
    table.do("choose_commit rodrik yes", "counterattack BGG")  # S1 alone
    assert table.figures("N1") == 3


@pytest.mark.rule("W9.8")
@pytest.mark.rule("W9.60")
def test_rodrik_stalwart_and_defender() -> None:
    units = ("S1 war_host blue (4,3) rodrik", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1).strike("N1", "S1", "GGG").do("choose_commit rodrik no")
    assert table.asks == "choose_counterattack"
    table = place(*units).order("S1").end()
    assert table.unit("S1")["defend"]


@pytest.mark.rule("WD2.33")
def test_wd2_33_the_attacked_unit_joins_if_it_still_stands_adjacent() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)")
    beside = struck(*units, enemy="lannisport_guards blue (7,5)", rolls="MGG")
    beside.do("choose_retreat_hex (7,4)").do("choose_commit rodrik yes", "counterattack BGG")
    assert beside.figures("N1") == 3
    away = struck(*units, enemy="lannisport_guards blue (7,5)", rolls="MGG")
    away.do("choose_retreat_hex (6,4)")
    assert away.asks == "choose_advance"


@pytest.mark.rule("WD2.33")
@pytest.mark.rule("W3.32")
def test_wd2_33_not_at_an_attacker_in_a_tower() -> None:
    units = (RODRIK, "S2 t_inf blue (6,5)", ARCHERS)
    table = struck(*units, enemy="t_bow blue (6,6)", rolls="GG", mode="ranged",
                   terrain={(6, 6): "outpost"}, setup=["choose_outpost_side N1 tower"])  # fmt: skip
    assert table.asks == "choose_turn_action"
