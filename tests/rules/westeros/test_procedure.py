"""Corners of attacks inside attacks, tactics and effects. Rules: W5.36, W6.10, W7.61, W8.4."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import place

LONE = {"figures": 1}


@pytest.mark.rule("W7.61")
def test_w7_61_morale_of_a_parting_blow_is_ignored() -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)").strike("S1", "N1", "GGG")
    table.do("choose_counterattack no").do("morale_rally S1").order("S1")
    table.do("choose_move S1 (5,3)", "parting_blow MMM")
    assert (table.at("S1"), table.figures("S1")) == ((5, 3), 4)


@pytest.mark.rule("W8.4")
def test_w8_4_a_captured_commander_plays_no_cards() -> None:
    alone = {"t_stal": LONE | {"keywords": []}}
    units = ("S1 t_stal blue (4,3) s1", "S2 t_stal blue (6,3) rickard", "N1 t_inf blue (4,4)")
    table = place(*units, solo=None, momentum=1, cards="SB01 SL05", types=alone)
    table.strike("N1", "S1", "BBG")
    assert table.at("S1") is None
    assert set(table.options("lead")) == {"SB01 rickard", "SL05 rickard"}


@pytest.mark.rule("W5.36")
def test_w5_36_a_counterattack_against_a_pursuit_attack() -> None:
    units = ("S1 t_cav blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_stal blue (5,4)")
    table = place(*units, types={"t_dog": LONE}).strike("S1", "N1", "BGG")
    table.do("choose_pursue_move (4,4)").do("choose_pursue_attack S1 melee N2", "attack GGG")
    table.do("choose_counterattack yes", "counterattack MBG")
    assert table.asks == "choose_retreat_hex"
    table.do("choose_retreat_hex (4,3)")
    assert (table.at("S1"), table.figures("S1"), table.asks) == ((4, 3), 2, "choose_turn_action")
    assert not table.unit("S1")["active"]


@pytest.mark.rule("W7.40")
def test_w7_40_a_counterattack_that_eliminates_brings_the_point() -> None:
    units = ("S1 t_dog blue (4,3)", "N1 t_stal blue (4,4)")
    table = place(*units, types={"t_dog": LONE}).strike("S1", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack BGG")
    assert (table.at("S1"), table.see["vp"], table.see["depth"]) == (None, [0, 1], [2, 0])


@pytest.mark.rule("W3.42")
def test_w3_42_no_retreat_into_fire() -> None:
    burner = {"t_inf": {"keywords": [["scorch", 0]]}}
    terrain = {(5, 2): "forest", (4, 2): "river"}
    units = ("S1 t_inf blue (4,3)", "S2 t_inf blue (6,3)", "N1 t_stal blue (4,4)")
    table = place(*units, "S3 t_inf blue (6,2)", terrain=terrain, types=burner, solo=None)
    table.order("S3").stay().do("choose_attack S3 scorch (5,2)", "scorch GBB")
    table.strike("N1", "S1", "MGG")
    assert (table.at("S1"), table.figures("S1")) == ((4, 3), 3)


@pytest.mark.rule("W8.6")
@pytest.mark.rule("W7.11")
def test_w8_6_elimination_takes_the_engagement_token_away() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4)", "S2 t_inf blue (5,4)")
    kind = {"t_inf": {"figures": 2}}
    table = place(*units, types=kind).strike("S1", "N1", "GGG").strike("S2", "N1", "BBG")
    table.do("choose_flank_reroll none")
    assert (table.at("N1"), table.partner("S1"), table.partner("S2")) == (None, None, None)


@pytest.mark.rule("W9.22")
@pytest.mark.rule("W7.11")
def test_w7_11_an_engaged_unit_that_flanks_gives_up_its_own_engagement() -> None:
    units = (
        "S1 t_inf blue (4,3)",
        "S2 t_inf blue (3,4)",
        "N1 t_inf blue (4,4)",
        "N2 t_inf blue (5,3)",
    )
    table = place(*units).strike("S1", "N2", "GGG").strike("S2", "N1", "GGG")
    table.do("morale_rally S1").strike("S1", "N1", "GGG")
    assert table.asks == "choose_flank_reroll"
    assert (table.partner("S1"), table.partner("N2"), table.partner("N1")) == (None, None, "S2")


@pytest.mark.rule("W13.1")
def test_w13_1_ranged_attacks_keep_the_way_home() -> None:
    units = ("S1 t_inf blue (5,4)", "N1 t_bow blue (3,4)")
    table = place(*units, solo=1, options={"directional_retreats": True})
    table.strike("N1", "S1", "MG", mode="ranged")
    assert set(table.options("choose_retreat_hex")) == {"(5,3)", "(4,3)"}


@pytest.mark.rule("W6.10")
def test_w6_10_a_step_of_a_card_leaves_the_unit_inactive() -> None:
    units = ("S1 t_cav blue (4,3) rickard", "S2 t_cav blue (5,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LL05").lead("LL05", "rickard", "S1").end()
    table.do("choose_tactic yes")
    if table.asks == "choose_effect_unit":
        table.do("choose_effect_unit S1")
    table.do("choose_effect_hex (3,3)")
    assert (table.at("S1"), table.unit("S1")["active"]) == ((3, 3), False)


@pytest.mark.rule("WD2.30")
def test_wd2_30_not_for_hits_that_toughness_takes() -> None:
    kind = {"winterfell_riders": {"keywords": [["toughness", 1]]}}
    units = ("S1 winterfell_riders red (4,3) robb_king", "S2 winterfell_riders green (3,3)")
    table = place(*units, "N1 lannisport_guards blue (4,4)", solo=1, types=kind)
    table.strike("N1", "S1", "RVB")
    assert (table.asks, table.figures("S1")) == ("choose_turn_action", 3)
