"""Chapter 9 and outposts: cases where two rules meet and one has to give way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

CALLER = {"t_adv": {"keywords": [["call_to_arms", 0]]}}
POST = {(4, 4): "outpost"}
LONE = {"figures": 1}


@pytest.mark.rule("W9.20", "WD9.33")
@pytest.mark.parametrize(("step", "asked"), [("none", True), ("(4,2)", False)])
def test_w9_20_a_called_crossbow_that_has_moved_does_not_aim(step: str, asked: bool) -> None:
    units = ("S1 t_adv blue (3,3)", "S2 clegane_crossbowmen green (4,3)", "N1 t_inf red (4,5)")
    table = place(*units, types=CALLER).order("S1").stay().do("call_to_arms S1 S2")
    table.do(f"choose_effect_hex {step}")
    if asked:
        assert table.do("choose_attack S2 ranged N1").asks == "choose_aimed_shot"
    else:
        table.do("choose_attack S2 ranged N1", "attack RG")
        assert table.figures("N1") == 3


@pytest.mark.rule("W9.5", "WD9.33")
def test_w9_5_a_called_bow_that_has_moved_is_off_balance() -> None:
    units = ("S1 t_adv blue (3,3)", "S2 t_bow red (4,3)", "N1 t_inf red (4,5)")
    table = place(*units, types=CALLER).order("S1").stay().do("call_to_arms S1 S2")
    assert table.copy().do("choose_effect_hex none").dice("S2", "N1", "ranged") == 3
    assert table.do("choose_effect_hex (4,2)").dice("S2", "N1", "ranged") == 2


@pytest.mark.rule("WD9.33", "W3.23")
@pytest.mark.parametrize(("step", "asked"), [("none", True), ("(4,4)", False)])
def test_wd9_33_a_called_unit_in_a_marsh_moves_or_attacks(step: str, asked: bool) -> None:
    units = ("S1 t_adv blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,5)")
    land = {(5, 4): "marsh"}
    units += ("N2 t_stal blue (5,5)",)
    table = place(*units, types=CALLER, terrain=land).order("S1").stay()
    table.do("call_to_arms S1 S2").do(f"choose_effect_hex {step}")
    assert any(x.startswith("S2") for x in table.options("choose_attack")) == asked


@pytest.mark.rule("W9.13", "W3.31")
@pytest.mark.parametrize(("side", "dice"), [("barracks", 2), ("tower", 4)])
def test_w9_13_dogs_out_of_barracks_are_limited(side: str, dice: int) -> None:
    setup = [f"choose_outpost_side S1 {side}"]
    units = ("S1 t_dog blue (4,4)", "N1 t_inf blue (4,6)")
    table = place(*units, terrain=POST, setup=setup, types={"t_inf": {"figures": 9}}).order("S1")
    table.attack("S1", "N1", "war_dogs R", "attack " + "B" * dice, mode="war_dogs")
    assert table.figures("N1") == 9 - dice


@pytest.mark.rule("W3.22", "W3.31", "W7.60")
@pytest.mark.parametrize(("attacker", "lost"), [("S1", 2), ("N1", 1)])
def test_w3_22_cover_against_a_parting_blow(attacker: str, lost: int) -> None:
    setup = ["choose_outpost_side S1 barracks"]
    units = ("S1 t_inf blue (4,4)", "N1 t_inf blue (4,5)")
    table = place(*units, terrain=POST, setup=setup, solo=None)
    if attacker == "N1":
        table.do("morale_up").strike("N1", "S1", "GGG")
    else:
        table.strike("S1", "N1", "GGG").do("morale_up").do("morale_rally S1").do("morale_up")
    table.order("S1").do("choose_move S1 (4,3)", "parting_blow BBG")
    assert (table.at("S1"), table.figures("S1")) == ((4, 3), 4 - lost)


@pytest.mark.rule("W3.32", "W9.7", "W3.30")
@pytest.mark.parametrize("side", ["tower", "barracks"])
def test_w3_32_a_pursuit_into_a_tower_ends_the_fighting(side: str) -> None:
    kinds = {"t_dog": LONE, "t_inf": {"keywords": [["pursue", 1]]}}
    units = ("S1 t_inf blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_bow blue (4,5)")
    setup = ["choose_outpost_side N1 barracks"]
    table = place(*units, terrain=POST, types=kinds, setup=setup).strike("S1", "N1", "BBG")
    table.do("choose_pursue_move (4,4)").do(f"choose_outpost_side S1 {side}")
    assert table.unit("S1")["outpost_side"] == side
    offered = "S1 melee N2" in table.options("choose_pursue_attack")
    assert offered == (side == "barracks")


@pytest.mark.rule("W8.15", "W3.36")
def test_w8_15_cavalry_driven_into_an_outpost_is_not_asked() -> None:
    units = ("S1 t_inf blue (4,2)", "N1 t_cav blue (4,3)", "N2 t_inf blue (5,4)")
    table = place(*units, terrain=POST).strike("S1", "N1", "MGG")
    assert (table.at("N1"), table.asks) == ((4, 4), "choose_turn_action")
    assert table.unit("N1")["outpost_side"] == "barracks"


@pytest.mark.rule("W9.42", "W9.7")
def test_w9_42_the_attack_of_a_pursuit_is_an_attack_too() -> None:
    units = ("S1 last_hearth_lancers blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_bow blue (4,5)")
    setup = ["choose_formation S1 wedge"]
    table = place(*units, types={"t_dog": LONE}, setup=setup).order("S1")
    table.do("choose_formation S1 wedge").attack("S1", "N1", "BGG")
    table.do("choose_pursue_move (4,4)").do("choose_pursue_attack S1 melee N2", "attack MGG")
    steps = 0
    while table.asks == "choose_retreat_hex":
        table.do("choose_retreat_hex " + min(table.options("choose_retreat_hex")))
        steps += 1
    assert steps == 2


def last_stand(answer: str, **more: Any) -> Table:
    """S1, one figure with a defend token, falls to N1 and its answer still counts."""
    kinds = {"mormont_shieldmaidens": {"keywords": [["defender", 0]], "figures": 1}}
    units = ("S1 mormont_shieldmaidens blue (4,3)", "N1 t_adv blue (4,4)")
    table = place(*units, solo=None, types=kinds, **more).order("S1").end()
    table.order("N1").attack("N1", "S1")
    rolls = ("attack RGG", f"counterattack {answer}")
    return table.do("choose_concurrent_counter yes", *rolls)


@pytest.mark.rule("W9.62", "W7.26")
def test_w9_62_the_morale_results_of_the_fallen_count() -> None:
    table = last_stand("MMG")
    assert (table.at("S1"), table.asks) == (None, "choose_retreat_hex")
    table.do("choose_retreat_hex (4,5)").do("choose_retreat_hex (4,6)")
    # Driven off, it may not advance.
    assert (table.at("N1"), table.asks, table.see["vp"]) == ((4, 6), "choose_turn_action", [0, 1])
    assert last_stand("GGG").asks == "choose_advance"


@pytest.mark.rule("WD2.36", "W9.60", "W9.63")
def test_wd2_36_a_helped_defender_that_only_moved_earns_its_token() -> None:
    units = ("S1 vance_wayfarers blue (4,3) edmure", "S2 mormont_shieldmaidens blue (5,3)")
    table = place(*units, "N1 t_inf blue (8,6)").order("S1").do("give_up_order S2 move")
    table.do(f"choose_move S2 {next(iter(table.options('choose_move S2')))}").end()
    assert table.unit("S2")["defend"]
    assert [table.unit(x)["active"] for x in ("S1", "S2")] == [False, False]


@pytest.mark.rule("WD2.33", "W3.32")
@pytest.mark.parametrize(("side", "asked"), [("tower", False), ("barracks", True)])
def test_wd2_33_no_joint_answer_to_a_shot_from_a_tower(side: str, asked: bool) -> None:
    setup = [f"choose_outpost_side N1 {side}"]
    units = ("S1 war_host blue (4,2) rodrik", "S2 t_inf blue (4,3)", "N1 t_bow blue (4,4)")
    table = place(*units, terrain=POST, setup=setup, solo=1)
    table.strike("N1", "S2", "GG", mode="ranged")
    assert (table.asks == "choose_commit") == asked


@pytest.mark.rule("W9.23", "WD2.24")
def test_w9_23_kevan_rallies_nobody_inefficient() -> None:
    units = (
        "S1 westerlands_militia blue (4,3)",
        "S2 t_inf blue (5,3) kevan",
        "S3 t_inf blue (5,2)",
    )
    table = place(*units)
    for number in ("S1", "S3"):
        table.order(number).end()
    table.do("choose_commit kevan yes")
    assert set(table.options("choose_effect_unit")) <= {"S3", "none"}
    if table.asks == "choose_effect_unit":
        table.do("choose_effect_unit S3")
    assert [table.unit(x)["active"] for x in ("S1", "S3")] == [False, True]


@pytest.mark.rule("W9.21", "W3.35")
def test_w9_21_disloyal_figures_leave_a_tower_too() -> None:
    setup = ["choose_outpost_side S1 tower"]
    land = {(4, 3): "outpost"}
    units = ("S1 westerlands_militia blue (4,3)",)
    table = place(*units, terrain=land, setup=setup, morale=-4).do("pass", "disloyal B")
    assert (table.figures("S1"), table.unit("S1")["outpost_side"]) == (5, "tower")


@pytest.mark.rule("W9.40", "W14.17", "W7.20")
def test_w9_40_deflected_hits_and_cover_add_up() -> None:
    units = ("S1 t_inf red (4,3)", "N1 manderly_tridents blue (4,4)")
    table = place(*units, terrain={(4, 4): "building"}).strike("S1", "N1", "BBBB")
    assert table.do("choose_deflect 1").figures("N1") == 3


@pytest.mark.rule("WD9.31", "W9.22")
def test_wd9_31_a_fanatic_on_its_objective_ignores_fearsome_results() -> None:
    kinds = {"t_adv": {"keywords": [["fanatic", 0]]}, "t_inf": {"keywords": [["fearsome", 0]]}}
    goal = {"c": 4, "r": 4, "owner": -1, "kind": "location", "marker": True}
    units = ("S1 t_inf blue (4,3)", "N1 t_adv blue (4,4)")
    table = place(*units, types=kinds, objectives=[goal]).strike("S1", "N1", "MMM")
    assert (table.at("N1"), table.figures("N1")) == ((4, 4), 4)


@pytest.mark.rule("W9.54", "W9.51", "W3.33")
def test_w9_54_a_volley_from_a_tower_reaches_farther() -> None:
    setup = ["choose_outpost_side S1 tower"]
    units = ("S1 tully_longbowmen blue (4,2)", "S2 tully_longbowmen blue (3,2)")
    land = {(4, 2): "outpost"}
    table = place(*units, "N1 t_inf red (4,7)", terrain=land, setup=setup).order("S1")
    assert table.dice("S1", "N1", "ranged") == 3
