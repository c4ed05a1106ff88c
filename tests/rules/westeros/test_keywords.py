"""Chapter 9: keywords of the core set."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, place, spread

FRAIL = {"t_dog": {"figures": 1}}
BURNER = {"t_inf": {"keywords": [["scorch", 0]]}}


def charge(attacker: str, *others: str, roll: str = "MGG", **more: object) -> Table:
    """S1 at (4,3) attacks N1 at (4,4), which N2 lets retreat only to (3,5)."""
    units = (f"S1 {attacker} (4,3)", "N1 t_inf blue (4,4)", "N2 t_inf red (4,5)", *others)
    return place(*units, **more).strike("S1", "N1", roll)  # type: ignore[arg-type]


@pytest.mark.rule("W9.1")
def test_w9_1_advance_into_the_hex_left() -> None:
    table = charge("war_host blue")
    assert table.options("choose_advance") == ["no", "yes"]
    table.do("choose_advance yes")
    assert (table.at("S1"), table.partner("S1"), table.asks) == ((4, 4), None, "choose_turn_action")
    assert not table.unit("S1")["active"]


@pytest.mark.rule("W9.1")
def test_w9_1_advance_after_an_elimination_may_be_declined() -> None:
    units = ("S1 war_host blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types=FRAIL).strike("S1", "N1", "BGG").do("choose_advance no")
    assert table.at("S1") == (4, 3)


@pytest.mark.rule("W9.1")
@pytest.mark.rule("W7.27")
def test_w9_1_no_advance_on_a_target_that_stands() -> None:
    assert charge("war_host blue", roll="BGG").asks == "choose_turn_action"
    stuck = charge("war_host blue", "N3 t_inf blue (3,5)")
    assert (stuck.asks, stuck.figures("N1")) == ("choose_turn_action", 3)


@pytest.mark.rule("W7.26")
def test_w7_26_no_advance_after_a_ranged_attack() -> None:
    keen = {"t_bow": {"keywords": [["advance", 0]]}}
    units = ("S1 t_bow blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types=FRAIL | keen).strike("S1", "N1", "BB", mode="ranged")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("W9.2")
@pytest.mark.parametrize(("rank", "faces"), [("green", "BV"), ("blue", "RV"), ("red", "R")])
@pytest.mark.parametrize("face", "GBRV")
def test_w9_2_heavy_armor(rank: str, faces: str, face: str) -> None:
    units = ("S1 t_inf blue (4,3)", f"N1 lannister_heavy_infantry {rank} (4,4)")
    table = place(*units).strike("S1", "N1", face * 3)
    assert table.figures("N1") == (1 if face in faces else 4)


@pytest.mark.rule("W9.3")
def test_w9_3_toughness_is_fresh_for_each_attack() -> None:
    tough = {"t_stal": {"keywords": [["toughness", 1]]}}
    units = ("S1 t_inf blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,4)")
    table = place(*units, types=tough).strike("S1", "N1", "BBG")
    assert table.figures("N1") == 3
    table.strike("S2", "N1", "BBG").do("choose_flank_reroll none")
    assert table.figures("N1") == 2


@pytest.mark.rule("W14.16")
@pytest.mark.rule("W9.4")
def test_w14_16_war_dogs_valor_cannot_be_ignored() -> None:
    tough = {"t_cav": {"keywords": [["toughness", 1]]}}
    units = ("S1 t_dog blue (3,4)", "S2 t_inf blue (4,4)", "N1 t_cav red (6,4)")
    table = place(*units, types=tough).order("S1")
    table.attack("S1", "N1", "war_dogs V", mode="war_dogs")
    assert table.figures("N1") == 2


@pytest.mark.rule("W9.4")
@pytest.mark.parametrize(("face", "dice"), [("G", 2), ("B", 3), ("R", 4)])
def test_w9_4_war_dogs_colour_sets_the_dice(face: str, dice: int) -> None:
    table = place("S1 t_dog blue (3,4)", "N1 t_inf blue (5,4)").order("S1")
    table.attack("S1", "N1", f"war_dogs {face}", "attack " + "B" * dice, mode="war_dogs")
    assert (table.figures("N1") if table.at("N1") else 0) == 4 - dice
    assert table.partner("S1") is None


@pytest.mark.rule("W9.4")
@pytest.mark.rule("W9.11")
def test_w9_4_war_dogs_morale_drives_a_stalwart_unit_one_hex() -> None:
    table = place("S1 t_dog blue (3,4)", "N1 t_stal blue (5,4)").order("S1")
    table.attack("S1", "N1", "war_dogs M", mode="war_dogs").do("choose_retreat_hex (5,5)")
    assert table.at("N1") == (5, 5)
    table = place("S1 t_dog blue (3,4)", "N1 t_stal blue (5,8)", "S2 t_dog blue (5,6)").order("S2")
    table.attack("S2", "N1", "war_dogs M", mode="war_dogs")
    assert (table.at("N1"), table.figures("N1")) == ((5, 8), 3)


@pytest.mark.rule("W9.4")
def test_w9_4_war_dogs_range_and_sight() -> None:
    def targets(*units: str, land: str = "plains") -> list[str]:
        table = place("S1 t_dog blue (3,4)", *units, terrain={(4, 4): land}).order("S1")
        return table.targets("S1", "war_dogs")

    ranks = ("N1 t_inf red (2,4)", "N2 t_inf red (3,6)", "N3 t_inf red (6,4)", "N4 t_inf red (3,8)")
    assert targets(*ranks) == ["N2", "N3"]
    assert targets("N1 t_inf red (5,4)", "S2 t_inf red (4,4)") == ["N1"]
    assert targets("N1 t_inf red (5,4)", "N2 t_inf red (4,4)") == []
    assert targets("N1 t_inf red (5,4)", land="river") == []
    assert targets("N1 t_inf red (5,4)", land="forest_river") == []
    assert targets("N1 t_inf red (5,4)", land="forest") == []
    assert targets("N1 t_inf red (5,4)", land="river+bridge") == ["N1"]
    assert targets("N1 t_inf red (5,4)", land="river+ford") == []


@pytest.mark.rule("W9.13")
def test_w9_13_war_dogs_are_ranged_attacks() -> None:
    table = place("S1 t_dog blue (3,4)", "N1 t_inf blue (5,4)", terrain={(5, 4): "forest"}).order(
        "S1"
    )
    table.attack("S1", "N1", "war_dogs R", "attack BB", mode="war_dogs")
    assert table.figures("N1") == 2
    units = ("S1 t_dog blue (3,4)", "N1 t_inf blue (5,4)", "N2 t_inf blue (3,5)")
    engaged = place(*units, solo=None).do("morale_up").strike("N2", "S1", "GGG").order("S1")
    assert engaged.targets("S1", "war_dogs") == []


@pytest.mark.rule("W9.5")
def test_w9_5_off_balance() -> None:
    table = place("S1 t_bow red (3,4)", "N1 t_inf blue (5,4)").order("S1")
    assert table.copy().dice("S1", "N1", "ranged") == 3
    assert table.do("choose_move S1 (3,3)").dice("S1", "N1", "ranged") == 2


@pytest.mark.rule("W9.6")
@pytest.mark.rule("W14.62")
def test_w14_62_scorch_levels() -> None:
    table = (
        place("S1 t_inf blue (3,4)", terrain={(4, 4): "building"}, types=BURNER).order("S1").stay()
    )
    chances = spread(table, "choose_attack S1 scorch (4,4)", lambda x: x.hex(4, 4)["fire"])
    assert [chances[n] for n in range(4)] == [Fraction(n, 512) for n in (125, 225, 135, 27)]


@pytest.mark.rule("W9.6")
def test_w9_6_scorch_needs_an_empty_hex_that_can_burn() -> None:
    terrain = {
        (4, 4): "forest",
        (2, 4): "forest",
        (3, 5): "hill",
        (2, 5): "building",
        (5, 4): "forest",
    }
    units = ("S1 t_inf blue (3,4)", "N1 t_inf blue (2,4)")
    table = place(*units, terrain=terrain, types=BURNER).order("S1")
    assert set(table.targets("S1", "scorch")) == {"(4,4)", "(2,5)"}


@pytest.mark.rule("W9.15")
def test_w9_15_scorch_without_modifiers_and_while_engaged() -> None:
    terrain = {(3, 4): "forest", (4, 4): "building"}
    units = ("S1 t_inf red (3,4)", "N1 t_stal blue (2,4)")
    table = place(*units, solo=None, terrain=terrain, types=BURNER).do("morale_up")
    table.strike("N1", "S1", "GG").order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", "scorch GGGB")
    assert (table.hex(4, 4)["fire"], table.partner("S1")) == (3, "N1")
    assert not table.unit("S1")["active"]


@pytest.mark.rule("W14.28")
@pytest.mark.rule("W9.7")
def test_w14_28_pursue() -> None:
    table = charge("t_cav blue", "N3 t_inf blue (6,4)")
    hexes = set(table.options("choose_pursue_move"))
    assert {"(4,4)", "(5,4)", "(3,4)", "none"} <= hexes
    assert "(3,3)" in hexes
    assert "(6,5)" not in hexes
    table.do("choose_pursue_move (5,4)")
    assert table.partner("S1") is None
    assert "S1 melee N3" in table.options("choose_pursue_attack")
    table.do("choose_pursue_attack S1 melee N3", "attack MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert (table.asks, table.at("S1")) == ("choose_turn_action", (5, 4))


@pytest.mark.rule("W9.7")
def test_w9_7_pursue_may_attack_the_same_unit() -> None:
    table = charge("t_cav blue").do("choose_pursue_move (4,4)")
    table.do("choose_pursue_attack S1 melee N1", "attack BBV")
    assert table.figures("N1") == 1


@pytest.mark.rule("W9.7")
def test_w9_7_pursue_without_attack_or_without_move() -> None:
    table = charge("t_cav blue").do("choose_pursue_move (4,4)").do("choose_pursue_attack none")
    assert (table.asks, table.at("S1")) == ("choose_turn_action", (4, 4))
    assert charge("t_cav blue").do("choose_pursue_move none").asks == "choose_turn_action"


@pytest.mark.rule("W9.8")
def test_w9_8_stalwart_ignores_the_first_morale_result_only() -> None:
    table = place("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)").strike("S1", "N1", "MMG")
    table.do("choose_stalwart_ignore yes").do("choose_retreat_hex (4,5)")
    assert (table.at("N1"), table.asks) == ((4, 5), "choose_turn_action")


@pytest.mark.rule("W9.9")
def test_w9_9_advance_or_pursue() -> None:
    both = {"t_cav": {"keywords": [["pursue", 2], ["advance", 0]]}}
    table = charge("t_cav blue", types=both).do("choose_pursue_move none").do("choose_advance yes")
    assert (table.at("S1"), table.asks) == ((4, 4), "choose_turn_action")
    table = charge("t_cav blue", types=both).do("choose_pursue_move (4,4)")
    table.do("choose_pursue_attack none")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("W9.10")
def test_w9_10_stop_terrain_ends_the_pursuit_but_not_its_attack() -> None:
    table = charge("t_cav blue", roll="MG", terrain={(4, 4): "forest"})
    assert table.options("choose_pursue_move") == ["(4,4)", "none"]
    table.do("choose_pursue_move (4,4)")
    assert "S1 melee N1" in table.options("choose_pursue_attack")
    from_forest = charge("t_cav blue", roll="MG", terrain={(4, 3): "forest"})
    assert len(from_forest.options("choose_pursue_move")) > 2


@pytest.mark.rule("W9.14")
def test_w9_14_no_pursuit_into_a_hex_that_may_not_be_entered() -> None:
    table = charge("t_cav blue", terrain={(4, 4): "plains+palisade"})
    assert (table.asks, table.at("S1")) == ("choose_turn_action", (4, 3))


def dogs(types: dict[str, dict[str, object]], dog: str, target: str, figures: int = 9) -> Table:
    name = target.split()[0]
    types = types | {name: types.get(name, {}) | {"figures": figures}}
    return place(f"S1 {dog} (3,4)", f"N1 {target} (5,4)", types=types).order("S1").stay()


def lost(table: Table) -> int:
    return 9 - (table.figures("N1") if table.at("N1") else 0)


@pytest.mark.rule("W14.54")
@pytest.mark.rule("W14.55")
@pytest.mark.parametrize(
    ("target", "chances"),
    [
        ("t_inf blue", ["11521/32768", "3739/8192", "2619/16384", "243/8192", "81/32768"]),
        ("t_cav red", ["21393/32768", "2627/8192", "411/16384", "11/8192", "1/32768"]),
    ],
)
def test_w14_54_war_dogs(target: str, chances: list[str]) -> None:
    found = spread(dogs({}, "t_dog blue", target), "choose_attack S1 war_dogs N1", lost)
    assert [found[n] for n in range(5)] == [Fraction(x) for x in chances]


@pytest.mark.rule("WD14.43")
@pytest.mark.parametrize(
    ("target", "chance"),
    [
        ("t_inf blue", Fraction(2609, 4096)),
        ("t_inf green", Fraction(47, 64)),
        ("t_cav blue", Fraction(259, 512)),
    ],
)
def test_wd14_43_kennelmasters(target: str, chance: Fraction) -> None:
    table = dogs({}, "stark_kennelmasters blue", target)
    found = spread(table, "choose_attack S1 war_dogs N1", lambda x: lost(x) > 0)
    assert found[True] == chance


@pytest.mark.rule("WD14.46")
@pytest.mark.parametrize(
    ("rank", "chance"),
    [("green", Fraction(39, 64)), ("blue", Fraction(387, 512)), ("red", Fraction(3471, 4096))],
)
def test_wd14_46_a_tent_burns(rank: str, chance: Fraction) -> None:
    table = place(f"S1 t_inf {rank} (3,4)", terrain={(4, 4): "plains+tent"}, types=BURNER)
    table.order("S1").stay()
    found = spread(table, "choose_attack S1 scorch (4,4)", lambda x: x.hex(4, 4)["token"] == "")
    assert found[True] == chance


@pytest.mark.rule("WD14.50")
@pytest.mark.parametrize(
    ("first", "chance"), [("blue", Fraction(19197, 131072)), ("red", Fraction(127413, 524288))]
)
def test_wd14_50_two_scorch_attacks_on_a_building(first: str, chance: Fraction) -> None:
    units = (f"S1 t_inf {first} (3,4)", "S2 t_inf blue (5,4)")
    table = place(*units, terrain={(4, 4): "building"}, types=BURNER).order("S1").stay()
    total = Fraction(0)
    for after, weight in table.outcomes("choose_attack S1 scorch (4,4)"):
        if after.hex(4, 4)["devastated"]:
            total += weight
            continue
        after.order("S2").stay()
        ends = spread(after, "choose_attack S2 scorch (4,4)", lambda x: x.hex(4, 4)["devastated"])
        total += weight * ends.get(True, Fraction(0))
    assert total == chance


@pytest.mark.rule("WD14.51")
def test_wd14_51_a_wooden_bridge() -> None:
    table = (
        place("S1 t_inf red (3,4)", terrain={(4, 4): "river+bridge"}, types=BURNER)
        .order("S1")
        .stay()
    )
    found = spread(table, "choose_attack S1 scorch (4,4)", lambda x: x.hex(4, 4)["token"] == "")
    assert found[True] == Fraction(621, 4096)


@pytest.mark.rule("WD14.52")
@pytest.mark.parametrize(
    ("dice", "chance"), [(6, Fraction(19197, 131072)), (4, Fraction(81, 4096))]
)
def test_wd14_52_six_dice_on_four_figures(dice: int, chance: Fraction) -> None:
    kind = {"casterly_rock_cavaliers": {"dice": [2, 3, dice]}}
    units = ("S1 casterly_rock_cavaliers red (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, types=kind).order("S1").stay()
    found = spread(table, "choose_attack S1 melee N1", lambda x: x.at("N1") is None)
    assert found[True] == chance


@pytest.mark.rule("W9.13")
def test_w9_13_war_dogs_need_no_dice_of_the_own_rank() -> None:
    units = ("S1 t_dog green (2,2)", "N1 t_inf green (4,2)")
    table = place(*units, types={"t_dog": {"dice": [0, 3, 3]}}).order("S1")
    assert table.targets("S1", "war_dogs") == ["N1"]
