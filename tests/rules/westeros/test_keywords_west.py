"""Chapter 9.2: keywords of Wardens of the West that are no formation; odds of W14.57, W14.58."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, place, spread

BOTH = [{"mode": "melee"}, {"mode": "ranged", "min": 1, "max": 3}]
FEAR = {"t_inf": {"keywords": [["fearsome", 0]]}}
FEARED = {"t_stal": {"keywords": [["fearsome", 0]]}}


def bows(rank: str = "green", target: str = "N1 t_inf red (4,5)", **more: object) -> Table:
    """Crossbows at (4,3) are ordered."""
    units = (f"S1 clegane_crossbowmen {rank} (4,3)", target)
    return place(*units, **more).order("S1")  # type: ignore[arg-type]


def shoot(table: Table, colour: str, roll: str) -> Table:
    table.attack("S1", "N1", mode="ranged")
    return table.do(f"choose_aimed_shot {colour}", f"attack {roll}")


@pytest.mark.rule("W9.20", "WD14.14")
@pytest.mark.parametrize(("colour", "roll"), [("R", "RRGB"), ("B", "RRG"), ("G", "RR")])
def test_w9_20_aimed_shot_takes_the_dice_of_the_token(colour: str, roll: str) -> None:
    table = bows()
    before = table.see["pools"][0]
    shoot(table, colour, roll)
    assert table.figures("N1") == 2
    after = table.see["pools"][0]
    assert after == {**before, colour: before[colour] - 1}
    assert not table.unit("S1")["active"]


@pytest.mark.rule("W9.20", "WD14.14", "W7.13")
def test_w9_20_aimed_shot_takes_coloured_tokens_and_may_be_declined() -> None:
    table = bows().attack("S1", "N1", mode="ranged")
    assert table.asks == "choose_aimed_shot"
    assert sorted(table.options("choose_aimed_shot")) == ["B", "G", "R", "none"]
    before = table.see["pools"][0]
    table.do("choose_aimed_shot none", "attack RG")
    assert (table.figures("N1"), table.see["pools"][0]) == (3, before)


@pytest.mark.rule("W9.20")
def test_w9_20_aimed_shot_offers_what_lies_in_the_pool() -> None:
    units = ("S1 clegane_crossbowmen green (4,3)", "N1 t_inf red (4,5)")
    table = place(*units, pool="GVVM").do("token V S1").attack("S1", "N1", mode="ranged")
    assert sorted(table.options("choose_aimed_shot")) == ["G", "none"]
    bare = place(*units, pool="VVM").do("token V S1").attack("S1", "N1", "RG", mode="ranged")
    assert bare.figures("N1") == 3


@pytest.mark.rule("W9.20")
def test_w9_20_no_aimed_shot_after_a_move() -> None:
    table = bows().do("choose_move S1 (5,3)").attack("S1", "N1", "RG", mode="ranged")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 3)


@pytest.mark.rule("W9.20")
def test_w9_20_aimed_shot_is_for_ranged_attacks() -> None:
    both = {"clegane_crossbowmen": {"attacks": BOTH}}
    table = bows("green", "N1 t_inf red (4,4)", types=both).attack("S1", "N1", "RG")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 3)


@pytest.mark.rule("W9.20", "W7.14")
def test_w9_20_aimed_shot_then_modifiers_then_limits() -> None:
    marsh = bows(terrain={(4, 5): "marsh"})
    assert shoot(marsh, "R", "RRGGG").figures("N1") == 2
    forest = bows(terrain={(4, 5): "forest"})
    assert shoot(forest, "R", "RG").figures("N1") == 3


@pytest.mark.rule("WD14.53")
@pytest.mark.parametrize(("colour", "chance"), [("none", "7/16"), ("R", "175/256")])
def test_wd14_53_crossbows_on_red_infantry(colour: str, chance: str) -> None:
    table = bows().attack("S1", "N1", mode="ranged")
    found = spread(table, f"choose_aimed_shot {colour}", lambda x: x.figures("N1") < 4)
    assert found[True] == Fraction(chance)


def grumble(rank: str, depth: int, **more: object) -> Table:
    """Militia of South, whose morale stands at this depth; South is about to end the round."""
    militia = f"S1 westerlands_militia {rank} (4,3)"
    return place(militia, morale=-depth, **more)  # type: ignore[arg-type]


@pytest.mark.rule("W9.21", "W5.40")
@pytest.mark.parametrize(
    ("depth", "dice"), [(0, 0), (2, 0), (3, 1), (6, 1), (7, 2), (9, 2), (10, 3)]
)
def test_w9_21_disloyal_dice_by_zone(depth: int, dice: int) -> None:
    table = grumble("green", depth).do("pass", *(["disloyal " + "M" * dice] if dice else []))
    assert table.figures("S1") == 6 - dice


@pytest.mark.rule("W9.21")
@pytest.mark.parametrize(("rank", "faces"), [("green", "GM"), ("blue", "BM"), ("red", "RM")])
@pytest.mark.parametrize("face", "GBRMV")
def test_w9_21_disloyal_faces(rank: str, faces: str, face: str) -> None:
    table = grumble(rank, 7).do("pass", f"disloyal {face}{face}")
    assert table.figures("S1") == (4 if face in faces else 6)


@pytest.mark.rule("W9.21")
def test_w9_21_each_unit_has_its_own_dice_and_loyal_enemies_none() -> None:
    units = ("S1 westerlands_militia green (4,3)", "S2 westerlands_militia red (6,3)")
    foe = "N1 westerlands_militia green (4,6)"
    table = place(*units, foe, morale=-7).do("pass", "disloyal GR", "disloyal RR")
    assert [table.figures(x) for x in ("S1", "S2", "N1")] == [5, 4, 6]
    table = place(*units, foe, morale=7).do("pass", "disloyal GG")
    assert [table.figures(x) for x in ("S1", "S2", "N1")] == [6, 6, 4]


@pytest.mark.rule("W9.21", "W8.6")
def test_w9_21_a_unit_that_melts_away_is_eliminated() -> None:
    alone = {"westerlands_militia": {"figures": 1}}
    table = grumble("blue", 4, types=alone).do("pass", "disloyal B")
    assert (table.at("S1"), table.see["vp"], table.see["depth"]) == (None, [0, 1], [6, 0])


@pytest.mark.rule("W8.5", "W9.21")
@pytest.mark.parametrize(("roll", "falls"), [("BG", False), ("BM", True)])
def test_w8_5_a_lone_commander_needs_his_rating(roll: str, falls: bool) -> None:
    alone = {"t_adv": {"keywords": [["disloyal", 0]], "figures": 1}}
    table = place("S1 t_adv blue (4,3) kevan", morale=-7, types=alone)
    table.do("pass", f"disloyal {roll}")
    assert (table.at("S1") is None) == falls


def lost(table: Table) -> int:
    return 6 - table.figures("S1")


@pytest.mark.rule("W14.57")
@pytest.mark.parametrize(("depth", "value"), [(3, "1/2"), (7, "1"), (10, "3/2")])
def test_w14_57_disloyal_green_mean(depth: int, value: str) -> None:
    found = spread(grumble("green", depth), "pass", lost)
    assert sum(n * chance for n, chance in found.items()) == Fraction(value)


@pytest.mark.rule("W14.57", "W14.58")
@pytest.mark.parametrize(
    ("rank", "chances"), [("green", ["1/4", "1/2", "1/4"]), ("blue", ["25/64", "15/32", "9/64"])]
)
def test_w14_58_disloyal_two_dice(rank: str, chances: list[str]) -> None:
    found = spread(grumble(rank, 7), "pass", lost)
    assert found == {n: Fraction(chance) for n, chance in enumerate(chances)}


def held(unit: str, *others: str, **more: object) -> Table:
    """The fearsome N1 at (4,4) has attacked S1 at (4,3), which is ordered now."""
    units = (f"S1 {unit}", "N1 t_stal blue (4,4)", *others)
    table = place(*units, solo=None, types=FEARED, **more).do("morale_up")  # type: ignore[arg-type]
    return table.strike("N1", "S1", "RRR").order("S1")


@pytest.mark.rule("W9.22", "W6.6")
def test_w9_22_no_move_away_from_a_fearsome_enemy() -> None:
    table = held("t_inf blue (4,3)")
    assert table.partner("S1") == "N1"
    assert table.moves("S1") == set()
    assert table.targets("S1") == ["N1"]


@pytest.mark.rule("W9.22", "W7.11")
def test_w9_22_no_attack_on_another_unit() -> None:
    table = held("t_inf blue (4,3)", "N2 t_inf blue (5,4)")
    assert table.targets("S1") == ["N1"]


@pytest.mark.rule("W9.22")
def test_w9_22_only_engagement_holds() -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)", types=FEARED).order("S1")
    assert (5, 3) in table.moves("S1")
    units = ("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)", "N2 t_inf blue (5,4)")
    free = place(*units, types=FEARED).order("S1")
    assert free.targets("S1") == ["N1", "N2"]


@pytest.mark.rule("W9.22", "W7.3")
def test_w9_22_a_shot_at_another_neighbour_is_no_disengagement() -> None:
    table = held("t_bow blue (4,3)", "N2 t_inf blue (5,4)", "N3 t_inf blue (4,6)")
    assert table.moves("S1") == set()
    assert sorted(table.targets("S1", "ranged")) == ["N1", "N2"]


@pytest.mark.rule("W9.22", "WD2.24")
def test_w9_22_the_king_in_the_north_slips_away() -> None:
    table = held("winterfell_riders blue (4,3) robb_king")
    table.do("choose_move S1 (5,3)")
    assert (table.at("S1"), table.partner("N1")) == ((5, 3), None)


@pytest.mark.rule("W9.22", "W8.10")
def test_w9_22_each_morale_result_is_two_hexes() -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_bow blue (4,4)", types=FEAR)
    table.strike("S1", "N1", "MGG").do("choose_retreat_hex (4,5)").do("choose_retreat_hex (4,6)")
    assert (table.at("N1"), table.figures("N1"), table.asks) == ((4, 6), 4, "choose_turn_action")


@pytest.mark.rule("W9.22", "W8.13")
def test_w9_22_each_hex_that_is_missing_costs_a_figure() -> None:
    table = place("S1 t_inf blue (4,7)", "N1 t_bow blue (4,8)", types=FEAR)
    table.strike("S1", "N1", "MGG")
    assert (table.at("N1"), table.figures("N1")) == ((4, 8), 2)


@pytest.mark.rule("W9.12")
@pytest.mark.parametrize(("roll", "steps"), [("MGG", 0), ("MMG", 2)])
def test_w9_12_stalwart_ignores_a_whole_result(roll: str, steps: int) -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)", types=FEAR)
    table.strike("S1", "N1", roll).do("choose_stalwart_ignore yes")
    taken = 0
    while table.asks == "choose_retreat_hex":
        table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
        taken += 1
    assert taken == steps
    assert (table.at("N1") == (4, 4)) == (steps == 0)


@pytest.mark.rule("W9.22", "W7.42")
def test_w9_22_in_a_counterattack() -> None:
    kinds = {"t_stal": {"keywords": [["fearsome", 0], ["stalwart", 0]]}}
    table = place("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)", types=kinds)
    table.strike("S1", "N1", "GGG").do("choose_counterattack yes", "counterattack MGG")
    table.do("choose_retreat_hex (4,2)").do("choose_retreat_hex (4,1)")
    assert (table.at("S1"), table.asks) == ((4, 1), "choose_turn_action")


@pytest.mark.rule("W14.64")
def test_w14_64_fearsome_costs_with_no_room() -> None:
    kinds = FEAR | {"t_bow": {"figures": 9}}
    table = place("S1 t_inf blue (4,7)", "N1 t_bow red (4,8)", types=kinds).order("S1").stay()
    blocked = spread(table, "choose_attack S1 melee N1", lambda x: 9 - x.figures("N1"))
    # Each die: a hit 2/8 costs one figure, a morale result 1/8 two.
    one = {0: Fraction(5, 8), 1: Fraction(2, 8), 2: Fraction(1, 8)}
    wanted: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(3):
        sums: dict[int, Fraction] = {}
        for n, chance in wanted.items():
            for more, part in one.items():
                sums[n + more] = sums.get(n + more, Fraction()) + chance * part
        wanted = sums
    assert blocked == wanted


@pytest.mark.rule("W9.23")
def test_w9_23_no_rally_by_token_or_card() -> None:
    units = ("S1 westerlands_militia blue (4,3)", "S2 t_inf blue (5,3) kevan")
    table = place(*units, cards="LB09 LB10")
    for number in ("S1", "S2"):
        table.order(number).end()
    assert table.options("morale_rally") == ["S2"]
    rally = table.copy().do("lead LB09 kevan")
    assert (rally.unit("S1")["active"], rally.unit("S2")["active"]) == (False, True)
    table.do("lead LB10 kevan")
    assert sorted(table.options("choose_effect_unit")) == ["S2", "none"]
    table.do("choose_effect_unit S2")
    assert (table.unit("S1")["active"], table.unit("S2")["active"]) == (False, True)


@pytest.mark.rule("W9.23", "W5.23")
def test_w9_23_a_rally_card_needs_somebody_to_rally() -> None:
    units = ("S1 westerlands_militia blue (4,3)", "S2 t_inf blue (5,3) kevan")
    table = place(*units, cards="LB09").order("S1").end()
    assert not table.options("lead")
    assert not table.options("choose_commit")


@pytest.mark.rule("W9.23", "W5.5")
def test_w9_23_the_rally_phase_is_no_command_phase() -> None:
    table = place("S1 westerlands_militia blue (4,3)").order("S1").end().do("pass")
    while table.see["round"] == 1:
        table.go(table.options()[0])
    assert table.unit("S1")["active"]
