"""Chapter 9: expansion keywords that meet in one attack, answers above all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

DEFENDER = [["defender", 0]]
ROOM = {"t_inf": {"figures": 9}, "t_cav": {"figures": 9}}


def met(kind: str, attacker: str, *others: str, words: Any = (), **more: Any) -> Table:
    """S1 at (4,3), made a defender, has its token; N1 at (4,4) attacks it and is answered."""
    kinds = ROOM | {kind: {"keywords": [*DEFENDER, *words], "figures": 9}} | more.pop("types", {})
    units = (f"S1 {kind} blue (4,3)", f"N1 {attacker} (4,4)", *others)
    table = place(*units, solo=None, types=kinds, **more).order("S1")
    if table.asks == "choose_formation":
        table.do(more["setup"][0])
    table.end()
    assert table.unit("S1")["defend"]
    table.order("N1")
    if table.asks == "choose_formation":
        table.do(more["setup"][-1])
    return table.attack("N1", "S1")


def exchange(table: Table, attack: str, answer: str) -> Table:
    return table.do("choose_concurrent_counter yes", f"attack {attack}", f"counterattack {answer}")


@pytest.mark.rule("W9.62", "W9.40")
def test_w9_62_both_sides_deflect() -> None:
    both = {"manderly_tridents": {"keywords": [["deflect", 0]], "figures": 9}}
    table = met("mormont_shieldmaidens", "manderly_tridents blue", types=both)
    exchange(table, "RGG", "BBG")
    # The attacker has Deflect and the defender has not: only the answer can be deflected.
    assert (table.asks, table.state.current_player()) == ("choose_deflect", 1)
    assert table.figures("N1") == 9
    table.do("choose_deflect 1")
    assert (table.figures("S1"), table.figures("N1")) == (8, 8)


@pytest.mark.rule("W9.62", "W9.40")
def test_w9_62_the_defender_deflects_before_anything_is_taken_off() -> None:
    table = met("manderly_tridents", "t_inf blue", words=[["deflect", 0]])
    exchange(table, "RRG", "BBG")
    assert (table.asks, table.state.current_player()) == ("choose_deflect", 0)
    assert (table.figures("S1"), table.figures("N1")) == (9, 9)
    table.do("choose_deflect 2")
    assert (table.figures("S1"), table.figures("N1")) == (9, 7)


@pytest.mark.rule("W9.62", "W7.20")
def test_w9_62_toughness_and_cover_of_each_side() -> None:
    tough = {"t_adv": {"keywords": [["toughness", 1]], "figures": 9}}
    land = {(4, 3): "building"}
    table = met("t_inf", "t_adv blue", terrain=land, types=tough)
    exchange(table, "RRG", "BBG")
    assert (table.figures("S1"), table.figures("N1")) == (8, 8)


@pytest.mark.rule("W9.62", "W9.25", "W9.26")
@pytest.mark.parametrize(("attacker", "dice"), [("t_inf blue", 5), ("t_cav blue", 6)])
def test_w9_62_a_pike_square_answers_with_more_dice(attacker: str, dice: int) -> None:
    setup = ["choose_formation S1 pike_square"]
    table = met("brax_pikemen", attacker, words=[["polearm", 0]], setup=setup)
    exchange(table, "GGG", "B" * dice)
    assert table.figures("N1") == 9 - dice
    assert not table.unit("S1")["defend"]


@pytest.mark.rule("W9.62", "W9.24")
def test_w9_62_a_hedgehog_may_be_rolled_at_again_when_both_rolls_lie() -> None:
    setup = ["choose_formation S1 hedgehog"]
    table = met("brax_pikemen", "t_inf blue", setup=setup)
    exchange(table, "GGG", "BGG")
    assert (table.asks, table.figures("N1")) == ("choose_flank_reroll", 9)
    table.do("choose_flank_reroll G", "flank_reroll RRR")
    assert (table.figures("S1"), table.figures("N1")) == (6, 8)


@pytest.mark.rule("W9.62", "W9.42")
def test_w9_62_the_wedge_counts_before_the_difference() -> None:
    setup = ["choose_formation N1 wedge"]
    table = met("t_inf", "last_hearth_lancers blue", setup=setup)
    exchange(table, "MGG", "MGG").do("choose_stalwart_ignore no")
    table.do("choose_retreat_hex (4,2)")
    assert (table.at("S1"), table.at("N1"), table.asks) == ((4, 2), (4, 4), "choose_pursue_move")


@pytest.mark.rule("W9.42", "W9.62")
def test_w9_62_a_wedge_gains_nothing_in_an_answer() -> None:
    setup = ["choose_formation S1 wedge"]
    table = met("last_hearth_lancers", "t_inf blue", setup=setup)
    exchange(table, "MGG", "MGG")
    assert (table.at("S1"), table.at("N1"), table.asks) == ((4, 3), (4, 4), "choose_turn_action")


@pytest.mark.rule("W9.62", "W7.42", "W8.14")
def test_w9_62_a_driven_attacker_is_no_longer_engaged() -> None:
    table = exchange(met("t_inf", "t_inf blue"), "GGG", "MGG")
    table.do("choose_retreat_hex (4,5)")
    assert (table.partner("S1"), table.at("N1"), table.asks) == (None, (4, 5), "choose_turn_action")
    assert not table.unit("N1")["active"]


@pytest.mark.rule("W9.62", "W8.13")
def test_w9_62_the_difference_without_room_costs_figures() -> None:
    units = ("S2 t_inf blue (4,5)", "S3 t_inf blue (3,5)")
    table = exchange(met("t_inf", "t_inf blue", *units), "GGG", "MMG")
    assert (table.at("N1"), table.figures("N1")) == ((4, 4), 7)


@pytest.mark.rule("W9.62", "W9.52")
def test_w9_62_a_raider_that_falls_with_its_target_still_rolls() -> None:
    kinds = {"vance_wayfarers": {"figures": 9}}
    table = met("t_dog", "vance_wayfarers blue", types=kinds | {"t_dog": _frail()})
    exchange(table, "RGG", "GGG")
    assert (table.at("S1"), table.asks, table.state.current_player()) == (None, "choose_raider", 1)


def _frail() -> dict[str, Any]:
    return {"keywords": DEFENDER, "figures": 1}


@pytest.mark.rule("WD10.22", "W9.62")
def test_wd10_22_a_taxed_answer_costs_a_figure_before_the_dice() -> None:
    units = ("S1 t_inf blue (4,3) sandor", "N1 t_adv blue (4,4)")
    kinds = {"t_adv": {"keywords": DEFENDER, "figures": 4}}
    table = place(*units, types=kinds, cards="LL32", solo=None).do("morale_up")
    table.order("N1").end().lead("LL32", "sandor", "S1", tactic=None).stay()
    table.do("choose_attack S1 melee N1").do(
        "choose_concurrent_counter yes", "attack GGG", "counterattack GGG"
    )
    assert table.figures("N1") == 3


@pytest.mark.rule("WD9.30", "W9.13")
@pytest.mark.parametrize(("face", "dice"), [("G", 1), ("B", 2), ("R", 3)])
def test_wd9_30_stealth_against_dogs(face: str, dice: int) -> None:
    kinds = {"t_adv": {"keywords": [["stealth", 0]], "figures": 9}}
    table = place("S1 t_dog blue (4,2)", "N1 t_adv blue (4,4)", types=kinds).order("S1")
    table.attack("S1", "N1", f"war_dogs {face}", "attack " + "B" * dice, mode="war_dogs")
    assert table.figures("N1") == 9 - dice


@pytest.mark.rule("W9.13", "W3.18")
def test_w9_13_dogs_roll_one_die_more_at_a_marsh() -> None:
    table = place("S1 t_dog blue (4,2)", "N1 t_inf blue (4,4)", terrain={(4, 4): "marsh"})
    table.order("S1").attack("S1", "N1", "war_dogs G", "attack BBR", mode="war_dogs")
    assert table.figures("N1") == 2


@pytest.mark.rule("WD2.23", "W9.7")
@pytest.mark.parametrize(("unit", "reach"), [("t_cav", 2), ("t_inf", 1)])
def test_wd2_23_the_larger_pursue_counts(unit: str, reach: int) -> None:
    kinds = {"t_dog": {"figures": 1}}
    units = (f"S1 {unit} blue (4,3) greatjon_last_hearth", "N1 t_dog blue (4,4)")
    table = place(*units, types=kinds).strike("S1", "N1", "BGG")
    hexes = set(table.options("choose_pursue_move"))
    assert ("(4,5)" in hexes) == (reach == 2)
    assert "(4,6)" not in hexes


@pytest.mark.rule("W9.9", "W9.60", "W9.7")
def test_w9_60_a_pursuit_earns_no_token() -> None:
    kinds = {"t_dog": {"figures": 1}, "t_inf": {"keywords": [*DEFENDER, ["pursue", 2]]}}
    units = ("S1 t_inf blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types=kinds).strike("S1", "N1", "BGG")
    table.do("choose_pursue_move (4,4)")
    while table.asks == "choose_pursue_attack":
        table.do("choose_pursue_attack none")
    assert (table.asks, table.unit("S1")["defend"]) == ("choose_turn_action", False)


@pytest.mark.rule("W9.60", "W9.1")
def test_w9_60_one_token_at_most() -> None:
    # The card gives the token to a unit that earns one anyway (SL38, W5.35: step 2 before 4).
    units = ("S1 mormont_shieldmaidens blue (4,3) rodrik", "S2 t_inf blue (5,3)")
    table = place(*units, cards="SL38").lead("SL38", "rodrik", "S1", "S2").end()
    if table.asks == "choose_tactic":
        table.do("choose_tactic no")
    assert [table.unit(x)["defend"] for x in ("S1", "S2")] == [True, True]


@pytest.mark.rule("W9.26", "W7.60")
def test_w9_26_polearm_in_a_parting_blow_from_a_ford_is_limited() -> None:
    land = {(4, 4): "river+ford"}
    units = ("S1 t_cav blue (4,3)", "N1 manderly_tridents red (4,4)")
    table = place(*units, terrain=land).strike("S1", "N1", "GGG").do("morale_rally S1").order("S1")
    table.do("choose_move S1 (5,3)", "parting_blow GG")
    assert table.at("S1") == (5, 3)


@pytest.mark.rule("W9.20", "W7.3")
def test_w9_20_an_engaged_crossbow_aims_at_its_neighbour() -> None:
    units = ("S1 clegane_crossbowmen green (4,3)", "N1 t_inf red (4,4)", "N2 t_inf red (4,5)")
    table = place(*units, solo=None).do("morale_up").strike("N1", "S1", "RRRB").order("S1")
    assert table.targets("S1", "ranged") == ["N1"]
    table.attack("S1", "N1", mode="ranged").do("choose_aimed_shot B", "attack RRG")
    assert (table.figures("N1"), table.partner("S1")) == (2, "N1")
    assert table.unit("S1")["engagement_owner"] == 1
