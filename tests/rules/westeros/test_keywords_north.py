"""Chapters 9.3 and 9.4: Deflect and Raider, which answer a roll with tokens (W9.40, W9.52)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, place, spread

PLAIN = {"manderly_tridents": {"keywords": [["deflect", 0]]}}
STOUT = {"manderly_tridents": {"keywords": [["deflect", 0], ["polearm", 0], ["stalwart", 0]]}}


def pushed(roll: str, attacker: str = "t_inf blue", **more: object) -> Table:
    """S1 has attacked the tridents N1 and rolled."""
    units = (f"S1 {attacker} (4,3)", "N1 manderly_tridents blue (4,4)")
    return place(*units, **more).strike("S1", "N1", roll)  # type: ignore[arg-type]


@pytest.mark.rule("W14.17", "W9.40", "W7.19")
def test_w14_17_one_token_ignores_two_hits() -> None:
    table = pushed("BBG")
    before = table.see["pools"][1]
    assert (table.asks, table.state.current_player()) == ("choose_deflect", 1)
    # The hit that Polearm adds needs a token too.
    assert table.copy().do("choose_deflect 0").figures("N1") == 2
    table.do("choose_deflect 1")
    assert table.figures("N1") == 4
    assert table.see["pools"][1] == {**before, "B": before["B"] - 1}


@pytest.mark.rule("W9.40")
@pytest.mark.parametrize(("n", "figures"), [(0, 2), (1, 3), (2, 4)])
def test_w9_40_without_polearm_a_token_a_hit(n: int, figures: int) -> None:
    table = pushed("BBG", types=PLAIN)
    assert sorted(table.options("choose_deflect")) == ["0", "1", "2"]
    assert table.do(f"choose_deflect {n}").figures("N1") == figures


@pytest.mark.rule("W9.40")
@pytest.mark.parametrize(("rank", "kind"), [("green", "G"), ("blue", "B"), ("red", "R")])
def test_w9_40_tokens_of_the_colour_of_the_attacker(rank: str, kind: str) -> None:
    dice = {"green": 2, "blue": 3, "red": 4}[rank]
    table = pushed("BB" + "G" * (dice - 2), f"t_inf {rank}")
    before = table.see["pools"][1]
    table.do("choose_deflect 1")
    assert table.see["pools"][1] == {**before, kind: before[kind] - 1}


@pytest.mark.rule("W9.40")
def test_w9_40_as_many_as_lie_in_the_pool() -> None:
    units = ("S1 t_inf red (4,3)", "N1 manderly_tridents blue (4,4)")
    table = place(*units, pool_north="RBVM", types=PLAIN).strike("S1", "N1", "BBBB")
    assert sorted(table.options("choose_deflect")) == ["0", "1"]
    assert table.do("choose_deflect 1").figures("N1") == 1
    none = place(*units, pool_north="BVM").strike("S1", "N1", "BBGG")
    assert (none.asks, none.figures("N1")) == ("choose_turn_action", 2)


@pytest.mark.rule("W9.40")
def test_w9_40_nothing_to_deflect_is_not_asked() -> None:
    assert pushed("GGR").asks == "choose_turn_action"


@pytest.mark.rule("W9.40")
def test_w9_40_not_against_deflect() -> None:
    table = pushed("BBG", "manderly_tridents blue")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 2)


@pytest.mark.rule("W9.40")
def test_w9_40_not_against_shots_or_dogs() -> None:
    units = ("S1 t_bow blue (4,2)", "N1 manderly_tridents blue (4,4)")
    table = place(*units).strike("S1", "N1", "BB", mode="ranged")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 2)
    units = ("S1 t_dog blue (4,2)", "N1 manderly_tridents blue (4,4)")
    table = place(*units).order("S1")
    table.attack("S1", "N1", "war_dogs B", "attack BBG", mode="war_dogs")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 2)
    near = ("S1 t_bow blue (4,3)", "N1 manderly_tridents blue (4,4)")
    table = place(*near).strike("S1", "N1", "BB", mode="ranged")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 2)


@pytest.mark.rule("W9.40", "W7.20")
def test_w9_40_deflect_before_toughness() -> None:
    tough = {"manderly_tridents": {"keywords": [["deflect", 0], ["toughness", 1]]}}
    table = pushed("BBG", types=tough)
    assert sorted(table.options("choose_deflect")) == ["0", "1", "2"]
    assert table.copy().do("choose_deflect 0").figures("N1") == 3
    assert table.copy().do("choose_deflect 1").figures("N1") == 4


@pytest.mark.rule("W9.40", "W8.13")
def test_w9_40_no_answer_to_a_retreat_without_room() -> None:
    units = ("S1 t_inf blue (4,7)", "N1 manderly_tridents blue (4,8)")
    table = place(*units).strike("S1", "N1", "BMM").do("choose_deflect 1")
    assert table.figures("N1") == 2


@pytest.mark.rule("W9.40")
def test_w9_40_the_attack_still_takes_its_morale_results() -> None:
    table = pushed("BBM").do("choose_deflect 1").do("choose_retreat_hex (4,5)")
    assert (table.at("N1"), table.figures("N1")) == ((4, 5), 4)


@pytest.mark.rule("W9.40", "W7.40")
def test_w9_40_against_a_counterattack() -> None:
    units = ("S1 manderly_tridents blue (4,3)", "N1 t_stal red (4,4)")
    table = place(*units).strike("S1", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack BBGG")
    before = table.see["pools"][0]
    assert (table.asks, table.state.current_player()) == ("choose_deflect", 0)
    table.do("choose_deflect 1")
    assert table.figures("S1") == 4
    assert table.see["pools"][0] == {**before, "R": before["R"] - 1}


@pytest.mark.rule("W9.40", "W7.40")
def test_w9_40_a_counterattack_with_deflect_cannot_be_deflected() -> None:
    units = ("S1 manderly_tridents blue (4,3)", "N1 manderly_tridents blue (4,4)")
    table = place(*units, types=STOUT).strike("S1", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack BBG")
    assert (table.asks, table.figures("S1")) == ("choose_turn_action", 2)


@pytest.mark.rule("W9.40", "W7.60")
def test_w9_40_against_a_parting_blow() -> None:
    units = ("S1 manderly_tridents blue (4,3)", "N1 t_inf green (4,4)")
    table = place(*units).strike("S1", "N1", "BBB").do("morale_rally S1").order("S1")
    table.do("choose_move S1 (5,3)", "parting_blow BB")
    before = table.see["pools"][0]
    assert table.asks == "choose_deflect"
    table.do("choose_deflect 1")
    assert (table.at("S1"), table.figures("S1")) == ((5, 3), 4)
    assert table.see["pools"][0] == {**before, "G": before["G"] - 1}


@pytest.mark.rule("W9.26")
@pytest.mark.parametrize(("target", "dice"), [("t_cav", 4), ("t_inf", 3), ("t_bow", 3)])
def test_w9_26_polearm_dice(target: str, dice: int) -> None:
    units = ("S1 manderly_tridents blue (4,3)", f"N1 {target} blue (4,4)")
    assert place(*units).order("S1").dice("S1", "N1") == dice


def raid(roll: str = "BBG", pool: str | None = None, keep: bool = False) -> Table:
    """S1, a raider, has attacked N1 with two figures."""
    units = ("S1 vance_wayfarers blue (4,3)", "N1 t_dog blue (4,4)")
    kinds = {"t_dog": {"figures": 3 if keep else 2}}
    return place(*units, types=kinds, pool_north=pool).strike("S1", "N1", roll)


@pytest.mark.rule("W9.52", "W8.6")
def test_w9_52_a_raider_takes_a_token_of_the_enemy() -> None:
    table = raid(pool="GR")
    assert (table.asks, table.state.current_player()) == ("choose_raider", 0)
    assert table.see["vp"] == [1, 0]
    before = table.see["pools"][0]
    rolled = table.copy().do("choose_raider yes", "raider R")
    assert rolled.see["pools"][1] == {"G": 1, "B": 0, "R": 0, "M": 0, "V": 0}
    assert rolled.see["pools"][0] == {**before, "R": before["R"] + 1}
    missed = table.copy().do("choose_raider yes", "raider B")
    assert missed.see["pools"] == table.see["pools"]
    declined = table.do("choose_raider no")
    assert (declined.see["pools"][0], declined.asks) == (before, "choose_turn_action")


@pytest.mark.rule("W9.52")
@pytest.mark.parametrize("face", "GBRMV")
def test_w9_52_any_face_can_match(face: str) -> None:
    table = raid(pool="GBRMV").do("choose_raider yes", f"raider {face}")
    assert table.see["pools"][1][face] == 0


@pytest.mark.rule("W14.60")
@pytest.mark.parametrize(("pool", "chance"), [("GR", "1/2"), ("BM", "3/8")])
def test_w14_60_raider_odds(pool: str, chance: str) -> None:
    table = raid(pool=pool)
    before = sum(table.see["pools"][0].values())
    found = spread(table, "choose_raider yes", lambda x: sum(x.see["pools"][0].values()) > before)
    assert found[True] == Fraction(chance)


@pytest.mark.rule("W9.52")
def test_w9_52_only_an_elimination_counts() -> None:
    assert raid(keep=True).asks == "choose_turn_action"


@pytest.mark.rule("W9.52", "W7.40")
def test_w9_52_no_raid_by_a_counterattack_or_parting_blow() -> None:
    kinds = {"vance_wayfarers": {"keywords": [["raider", 0], ["stalwart", 0]]}}
    kinds |= {"t_adv": {"figures": 1}}
    units = ("S1 t_adv blue (4,3)", "N1 vance_wayfarers blue (4,4)")
    table = place(*units, types=kinds).strike("S1", "N1", "GGG")
    table.copy().do("choose_counterattack yes", "counterattack BGG")
    after = table.copy().do("choose_counterattack yes", "counterattack BGG")
    assert (after.at("S1"), after.asks) == (None, "choose_turn_action")
    table.do("choose_counterattack no").do("morale_rally S1").order("S1")
    table.do("choose_move S1 (5,3)", "parting_blow BGG")
    assert (table.at("S1"), table.asks) == (None, "choose_turn_action")


@pytest.mark.rule("W9.52", "W9.7", "W7.23")
def test_w9_52_the_raid_comes_before_the_pursuit() -> None:
    kinds = {"vance_wayfarers": {"keywords": [["raider", 0], ["pursue", 2]]}}
    kinds |= {"t_dog": {"figures": 1}, "t_adv": {"figures": 1}}
    units = ("S1 vance_wayfarers blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_adv blue (4,5)")
    table = place(*units, types=kinds, pool_north="GG").strike("S1", "N1", "BGG")
    assert table.asks == "choose_raider"
    table.do("choose_raider yes", "raider G")
    assert table.asks == "choose_pursue_move"
    table.do("choose_pursue_move (4,4)").do("choose_pursue_attack S1 melee N2", "attack BGG")
    assert table.asks == "choose_raider"
    table.do("choose_raider yes", "raider G")
    assert table.see["pools"][1]["G"] == 0


@pytest.mark.rule("W9.52", "W8.18")
def test_w9_52_a_retreat_that_kills_counts() -> None:
    kinds = {"t_dog": {"figures": 1}}
    units = ("S1 vance_wayfarers blue (4,7)", "N1 t_dog blue (4,8)")
    table = place(*units, types=kinds, pool_north="G").strike("S1", "N1", "MGG")
    assert (table.at("N1"), table.asks) == (None, "choose_raider")
