"""Chapters 2 to 8: set-up, rounds, orders and losses that no other file singles out."""

from __future__ import annotations

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table, place

BURNER = {"t_adv": {"keywords": [["scorch", 0]], "dice": [8, 8, 8]}}


def to_next_round(table: Table) -> Table:
    """End the round of the player who is left, keeping nothing."""
    now = table.see["round"]
    while not table.see["terminal"] and table.see["round"] == now:
        options = table.options()
        table.go("pass" if "pass" in options else next(x for x in options if x.endswith("none")))
    return table


@pytest.mark.rule("W2.5", "W2.6", "W2.7", "W7.14")
def test_w2_7_losses_change_neither_dice_nor_moves() -> None:
    units = ("S1 t_inf green (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, solo=None).do("morale_up").strike("N1", "S1", "GGR").order("S1")
    assert table.figures("S1") == 2
    assert table.dice("S1", "N1") == 2
    free = place("S1 t_inf green (4,3)", "N1 t_bow blue (4,6)", solo=None).do("morale_up")
    free.strike("N1", "S1", "GG", mode="ranged").order("S1")
    assert (free.figures("S1"), (4, 0) in free.moves("S1")) == (2, True)


@pytest.mark.rule("W2.8", "WD2.4", "W2.9", "W2.10")
def test_w2_8_a_commander_takes_the_place_of_a_figure() -> None:
    unit = place("S1 t_inf blue (4,3) kevan", "S2 t_inf blue (6,3)").unit("S1")
    assert (unit["figures"], unit["plain"], unit["commander"]) == (4, 3, "kevan")
    table = place("S1 t_inf blue (4,3) kevan", "N1 t_inf blue (4,4)", solo=1)
    assert table.strike("N1", "S1", "GGG").asks == "choose_counterattack"


@pytest.mark.rule("W2.13", "WD4.2", "W4.1", "W4.2")
@pytest.mark.parametrize("name", ["kingsroad", "oxcross", "mill_bridge"])
def test_w2_13_ten_basic_cards_and_five_a_commander(name: str) -> None:
    plan = load_compiled(f"westeros/{name}")
    table = Table(_core.Game(plan).new_initial_state(1))
    seats = [next(u["seat"] for u in plan["units"] if u["commander"] == man["id"])
             for man in plan["commanders"]]  # fmt: skip
    for seat in (0, 1):
        people = {man["person"] for man, side in zip(plan["commanders"], seats, strict=True)
                  if side == seat}  # fmt: skip
        cards = sum(card["copies"] for card in plan["cards"] if card["seat"] == seat)
        assert cards == 10 + 5 * len(people)
        house = plan["houses"][seat]
        if not table.asks.startswith(("choose_formation", "choose_outpost")):
            assert table.see["hand_sizes"][seat] == house["leadership_rating"]
            assert sum(table.see["pools"][seat].values()) == house["order_rating"]
    assert all(unit["active"] and not unit["engaged_with"] for unit in table.see["units"])


@pytest.mark.rule("W3.8", "W6.7")
def test_w3_8_a_zone_of_control_slows_nobody() -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4) kevan").order("S1")
    assert {(3, 4), (5, 3), (5, 4), (3, 3)} <= table.moves("S1")
    assert table.do("choose_move S1 (5,4)").at("S1") == (5, 4)


@pytest.mark.rule("W3.9")
def test_w3_9_melee_needs_no_sight() -> None:
    land = {(4, 3): "forest", (4, 4): "building"}
    table = place("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4)", terrain=land).order("S1")
    assert table.targets("S1") == ["N1"]


@pytest.mark.rule("W3.15")
def test_w3_15_the_values_of_a_token_replace_those_of_the_hex() -> None:
    units = ("S1 t_inf red (4,3)", "N1 t_inf blue (4,4)")
    for land, dice in (("forest", 2), ("forest_river+ford", 4), ("forest_river+bridge", 4)):
        table = place(*units, terrain={(4, 4): land}).order("S1")
        assert table.dice("S1", "N1") == dice


@pytest.mark.rule("W3.15", "W3.19", "W3.20")
def test_w3_15_a_palisade_takes_the_place_of_the_road() -> None:
    road = {(c, 4): "road" for c in range(2, 9)}
    walled = place("S1 t_inf blue (2,4)", terrain=road | {(4, 4): "road+palisade"}).order("S1")
    assert (5, 4) not in walled.moves("S1")


@pytest.mark.rule("W3.45", "W3.41", "W3.40")
def test_w3_45_the_limit_is_looked_at_whenever_a_level_changes() -> None:
    units = ("S1 t_adv blue (4,3)", "S2 t_adv blue (5,3)", "N1 t_bow blue (5,6)")
    table = place(*units, terrain={(5, 4): "forest"}, types=BURNER).order("S1").stay()
    table.do("choose_attack S1 scorch (5,4)", "scorch GGBBBBBB")
    assert (table.hex(5, 4)["fire"], table.hex(5, 4)["devastated"]) == (2, False)
    table.order("S2").stay().do("choose_attack S2 scorch (5,4)", "scorch GGBBBBBB")
    assert (table.hex(5, 4)["fire"], table.hex(5, 4)["devastated"]) == (3, True)


@pytest.mark.rule("W5.3", "W5.4", "W5.45", "W5.44")
def test_w5_4_tokens_come_back_and_momentum_stays() -> None:
    units = ("S1 t_stal blue (3,2) kevan", "S2 t_inf blue (4,2)")
    table = place(*units, cards="LB01 LB05", morale=-5).lead("LB01", "kevan", "S2").end()
    before = table.see
    assert (before["command_tokens"][0], before["commanders"][0]["tokens"]) == (4, 1)
    to_next_round(table)
    after = table.see
    assert (after["command_tokens"][0], after["commanders"][0]["tokens"]) == (5, 0)
    assert (after["momentum"], after["round"]) == (before["momentum"], 2)
    assert after["depth"] == [3, 0]


@pytest.mark.rule("W5.25")
def test_w5_25_the_card_is_discarded_at_the_end_of_the_turn() -> None:
    units = ("S1 t_stal blue (3,2) kevan", "S2 t_inf blue (4,2)")
    table = place(*units, cards="LB01").lead("LB01", "kevan", "S2")
    assert table.see["hands"][0] == {}
    assert table.end().see["discards"][0] == {"LB01": 1}


@pytest.mark.rule("W5.31", "W5.32", "W5.30")
def test_w5_31_units_in_any_order_and_an_end_at_any_time() -> None:
    units = ("S1 t_stal blue (3,2) kevan", "S2 t_inf blue (4,2)", "S3 t_inf blue (2,2)")
    foes = ("N1 t_inf blue (3,4)", "N2 t_inf blue (5,4)")
    table = place(*units, *foes, cards="LB05").lead("LB05", "kevan", "S1", "S2", "S3")
    assert {x.split()[0] for x in table.options("choose_move")} == {"S1", "S2", "S3"}
    assert "end_moves" in table.options()
    table.do("choose_move S2 (4,3)")
    assert {x.split()[0] for x in table.options("choose_move")} == {"S1", "S3"}
    table.do("choose_move S1 (3,3)").do("end_moves")
    assert "end_attacks" in table.options()
    assert {x.split()[0] for x in table.options("choose_attack")} == {"S1", "S2"}
    table.do("choose_attack S2 melee N2", "attack GGG")
    assert {x.split()[0] for x in table.options("choose_attack")} == {"S1"}


@pytest.mark.rule("W5.37")
def test_w5_37_one_way_is_taken_without_asking() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_bow blue (4,4)", "N2 t_inf blue (4,5)")
    table = place(*units).strike("S1", "N1", "MGG")
    assert (table.at("N1"), table.asks) == ((3, 5), "choose_turn_action")


@pytest.mark.rule("W5.41", "W11.2", "W11.3")
def test_w5_41_points_of_a_round_end() -> None:
    rows = [
        {"who": 0, "points": 2, "when": "round_end", "condition": "controls", "c": 4, "r": 4},
        {"who": -1, "points": 1, "when": "immediate", "condition": "enemy_unit_eliminated"},
    ]
    goal = [{"c": 4, "r": 4, "owner": -1, "kind": "location", "marker": True}]
    table = place("S1 t_inf blue (4,3)", objectives=goal, victory=rows).order("S1")
    table.do("choose_move S1 (4,4)").end()
    assert table.see["vp"] == [0, 0]
    assert to_next_round(table).see["vp"] == [2, 0]


@pytest.mark.rule("W11.7", "WD11.3", "W6.8")
def test_wd11_3_a_marker_turns_when_a_movement_ends_there() -> None:
    goal = [{"c": 4, "r": 4, "owner": 1, "kind": "location", "marker": True}]
    table = place("S1 t_inf green (4,3)", objectives=goal)
    passing = table.copy().order("S1").do("choose_move S1 (4,5)").end()
    assert passing.hex(4, 4)["objective"] == 1
    table.order("S1").do("choose_move S1 (4,4)").end()
    assert table.hex(4, 4)["objective"] == 0
    table.do("morale_rally S1").order("S1").do("choose_move S1 (4,3)").end()
    assert table.hex(4, 4)["objective"] == 0


@pytest.mark.rule("W5.42", "W8.24", "W11.1")
def test_w5_42_rout_is_looked_at_before_the_points_of_the_end() -> None:
    rows = [{"who": 0, "points": 9, "when": "game_end", "condition": "enemy_morale"}]
    table = place("S1 t_inf blue (4,3)", morale=-10, rounds=1, victory=rows).do("pass")
    assert (table.see["terminal"], table.state.winner(), table.state.way()) == (True, 1, "rout")


@pytest.mark.rule("W6.9", "W6.4")
def test_w6_9_nobody_leaves_the_map() -> None:
    table = place("S1 t_cav green (5,0)", "S2 t_inf blue (9,8)").order("S1")
    known = {(h["c"], h["r"]) for h in table.see["hexes"]}
    assert table.moves("S1") <= known
    assert (5, 4) in table.moves("S1")


@pytest.mark.rule("W6.4")
def test_w6_4_any_hex_in_reach_whatever_the_path() -> None:
    units = ("S1 t_inf green (4,3)", "N1 t_inf blue (4,4)", "N2 t_inf blue (5,4)")
    table = place(*units).order("S1")
    assert (3, 5) in table.moves("S1")
    assert (4, 5) not in table.moves("S1")
    assert table.moves("S1").isdisjoint({(4, 4), (5, 4)})


@pytest.mark.rule("W7.5")
def test_w7_5_one_attack_an_order_in_one_mode() -> None:
    units = ("S1 t_dog blue (4,3)", "N1 t_inf blue (4,4)", "N2 t_inf blue (6,3)")
    table = place(*units).order("S1")
    assert table.copy().targets("S1") == ["N1"]
    assert table.copy().targets("S1", "war_dogs") == ["N2"]
    table.attack("S1", "N1", "GGG")
    assert (table.asks, table.unit("S1")["active"]) == ("choose_turn_action", False)


@pytest.mark.rule("W7.12", "W7.11")
@pytest.mark.parametrize("first", ["S1", "N1"])
def test_w7_12_whose_token_shows_does_not_matter_for_a_flank(first: str) -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4)", "S2 t_inf blue (5,4)")
    table = place(*units, solo=None)
    if first == "N1":
        table.do("morale_up")
    table.strike(first, "N1" if first == "S1" else "S1", "RRR")
    if first == "S1":
        table.do("morale_up")
    assert table.unit("N1")["engagement_owner"] == (0 if first == "S1" else 1)
    assert table.strike("S2", "N1", "GGR").asks == "choose_flank_reroll"


@pytest.mark.rule("W7.25", "W7.15", "W7.10")
def test_w7_25_the_attacker_is_inactive_when_all_is_done() -> None:
    units = ("S1 t_adv blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": {"figures": 1}}).strike("S1", "N1", "BGG")
    assert (table.asks, table.unit("S1")["active"]) == ("choose_advance", True)
    assert not table.do("choose_advance yes").unit("S1")["active"]


@pytest.mark.rule("W7.28")
def test_w7_28_an_answer_without_dice_is_not_rolled() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)")
    table = place(*units, types={"t_stal": {"dice": [1, 1, 1]}}, options={"reduced_strength": True})
    table.strike("S1", "N1", "BBG")
    # Half of its figures are gone: one die less leaves none.
    assert (table.figures("N1"), table.asks) == (2, "choose_turn_action")
    table.do("morale_rally S1").order("S1").do("choose_move S1 (5,3)")
    assert table.at("S1") == (5, 3)


@pytest.mark.rule("W8.1", "W8.2", "W7.21", "W7.23")
def test_w8_1_a_figure_a_hit_and_the_last_ends_the_unit() -> None:
    units = ("S1 t_inf red (4,3)", "N1 t_bow blue (4,4)")
    table = place(*units).strike("S1", "N1", "BBBG")
    assert (table.figures("N1"), table.see["vp"]) == (1, [0, 0])
    gone = place(*units).strike("S1", "N1", "BBBB")
    assert (gone.at("N1"), gone.see["vp"], gone.see["morale"]) == (None, [1, 0], 2)


@pytest.mark.rule("W7.22", "W8.10")
def test_w7_22_hits_before_the_retreat() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": {"figures": 2}}).strike("S1", "N1", "BBM")
    assert (table.at("N1"), table.asks) == (None, "choose_turn_action")


@pytest.mark.rule("W8.17", "W8.10")
def test_w8_17_the_attacker_has_no_say_in_a_retreat() -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_bow blue (4,4)")
    table = place(*units).strike("S1", "N1", "MMG")
    deciders = []
    while table.asks != "choose_turn_action":
        deciders.append((table.asks, table.state.current_player()))
        table.go(table.options()[0])
    assert deciders == [("choose_retreat_hex", 1)] * 2
    at = table.at("N1")
    assert at is not None
    assert at[1] == 6


@pytest.mark.rule("W2.14", "W5.22")
def test_w2_14_cards_have_one_or_two_boxes() -> None:
    for name in ("kingsroad", "oxcross", "mill_bridge", "harrenhal"):
        for card in load_compiled(f"westeros/{name}")["cards"]:
            assert len(card["boxes"]) in (1, 2)
            basic = not card["person"]
            assert not (basic and card["tactic"])


@pytest.mark.rule("W5.34", "W7.13")
def test_w5_34_the_player_in_turn_chooses_first() -> None:
    units = (
        "S1 casterly_rock_cavaliers blue (4,3) jaime_kingslayer",
        "N1 war_host blue (4,4) maege",
    )
    table = place(*units).order("S1").attack("S1", "N1")
    assert (table.state.current_player(), table.asks) == (0, "choose_commit")
    table.do("choose_commit jaime_kingslayer no")
    assert (table.state.current_player(), table.asks) == (1, "choose_commit")
    assert table.options()[0].startswith("choose_commit maege")
