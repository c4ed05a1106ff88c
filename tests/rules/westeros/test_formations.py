"""Chapter 9: formations of pikemen and lancers, when they change, and the odds that go with them.

Rules: W4.3, W9.24-W9.29, W9.41-W9.45.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.rules.westeros.positions import Table, place, spread

PIKES = "brax_pikemen"
LANCERS = "last_hearth_lancers"
PIKE = {PIKES: {"keywords": [["polearm", 0], ["stalwart", 0]]}}


def drill(formation: str, unit: str, *others: str, **more: object) -> Table:
    """S1 takes this formation before the battle; nothing is ordered."""
    setup = [f"choose_formation S1 {formation}"]
    return place(f"S1 {unit}", *others, setup=setup, **more)  # type: ignore[arg-type]


def under(formation: str, unit: str, *others: str, **more: object) -> Table:
    """N1 has this formation, South has the turns."""
    setup = [f"choose_formation N1 {formation}"]
    return place(f"N1 {unit}", *others, setup=setup, **more)  # type: ignore[arg-type]


def order(table: Table, formation: str, number: str = "S1") -> Table:
    return table.order(number).do(f"choose_formation {number} {formation}")


@pytest.mark.rule("W4.3", "W2.4")
def test_w4_3_south_first_then_north_by_number() -> None:
    units = ("N1 brax_pikemen blue (4,6)", "S2 last_hearth_lancers red (6,2)")
    setup = ["choose_formation S1 hedgehog", "choose_formation S2 line"]
    setup.append("choose_formation N1 pike_square")
    table = place("S1 brax_pikemen blue (4,2)", *units, setup=setup)
    found = [table.unit(x)["formation"] for x in ("S1", "S2", "N1", "S9")]
    assert found == ["hedgehog", "line", "pike_square", None]


@pytest.mark.rule("W9.29")
def test_w9_29_the_formation_is_asked_at_each_order_before_any_move() -> None:
    table = drill("hedgehog", "brax_pikemen blue (4,3)", "N1 t_inf blue (4,6)").order("S1")
    assert table.asks == "choose_formation"
    assert sorted(table.options()) == [
        "choose_formation S1 hedgehog",
        "choose_formation S1 pike_square",
    ]
    table.do("choose_formation S1 pike_square")
    assert (table.asks, table.unit("S1")["formation"]) == ("choose_move", "pike_square")
    table.end().do("morale_rally S1")
    assert table.unit("S1")["formation"] == "pike_square"
    assert order(table, "hedgehog").unit("S1")["formation"] == "hedgehog"


@pytest.mark.rule("W9.29")
def test_w9_29_a_card_asks_for_every_unit_before_the_first_move() -> None:
    units = ("S2 last_hearth_lancers blue (3,3)", "S3 t_inf blue (5,3) kevan")
    setup = ["choose_formation S1 hedgehog", "choose_formation S2 wedge"]
    table = place("S1 brax_pikemen blue (4,3)", *units, cards="LB05", setup=setup)
    table.lead("LB05", "kevan", "S1", "S2", "S3")
    assert set(table.options()) == {
        "choose_formation S1 hedgehog",
        "choose_formation S1 pike_square",
    }
    table.do("choose_formation S1 pike_square")
    assert {x.split()[1] for x in table.options()} == {"S2"}
    table.do("choose_formation S2 line")
    assert table.asks == "choose_move"


@pytest.mark.rule("W5.5", "W9.29")
def test_w5_5_a_new_round_keeps_the_formation() -> None:
    table = drill("pike_square", "brax_pikemen blue (4,3)").do("pass")
    while table.see["round"] == 1:
        table.go(table.options()[0])
    assert table.unit("S1")["formation"] == "pike_square"


@pytest.mark.rule("WD14.13", "W9.24", "W9.25", "W9.26")
@pytest.mark.parametrize(
    ("formation", "rank", "target", "dice"),
    [
        ("hedgehog", "blue", "t_cav", 5),
        ("hedgehog", "blue", "t_inf", 4),
        ("hedgehog", "red", "t_bow", 5),
        ("pike_square", "blue", "t_cav", 2),
        ("pike_square", "blue", "t_inf", 1),
        ("pike_square", "green", "t_cav", 1),
    ],
)
def test_wd14_13_dice_of_pikemen(formation: str, rank: str, target: str, dice: int) -> None:
    table = drill(formation, f"{PIKES} {rank} (4,3)", f"N1 {target} blue (4,4)")
    assert order(table, formation).dice("S1", "N1") == dice


@pytest.mark.rule("WD14.13", "W7.6")
def test_wd14_13_green_pike_square_has_no_die_for_infantry() -> None:
    units = ("green (4,3)", "N1 t_inf blue (4,4)", "N2 t_cav blue (5,4)")
    table = drill("hedgehog", f"{PIKES} {units[0]}", *units[1:])
    assert order(table, "pike_square").targets("S1") == ["N2"]


@pytest.mark.rule("WD14.54")
def test_wd14_54_hedgehog_on_green_cavalry() -> None:
    table = drill("hedgehog", f"{PIKES} blue (4,3)", "N1 t_cav green (4,4)")
    order(table, "hedgehog").stay()
    found = spread(table, "choose_attack S1 melee N1", lambda x: x.at("N1") is None)
    assert found[True] == Fraction(4509, 16384)


@pytest.mark.rule("W9.24", "W9.28")
def test_w9_24_every_melee_attack_on_a_hedgehog_is_a_flank_attack() -> None:
    table = under("hedgehog", "brax_pikemen blue (4,4)", "S1 t_inf blue (4,3)")
    table.strike("S1", "N1", "GGR")
    assert (table.asks, table.partner("S1")) == ("choose_flank_reroll", "N1")
    table.do("choose_flank_reroll G", "flank_reroll BB")
    assert table.figures("N1") == 1
    other = under("pike_square", "brax_pikemen blue (4,4)", "S1 t_inf blue (4,3)")
    assert other.strike("S1", "N1", "GGR").asks != "choose_flank_reroll"


@pytest.mark.rule("W9.24")
def test_w9_24_an_engaged_partner_flanks_too_but_not_a_bow() -> None:
    table = under("hedgehog", "brax_pikemen blue (4,4)", "S1 t_inf blue (4,3)")
    table.strike("S1", "N1", "GGR").do("choose_flank_reroll none").do("morale_rally S1")
    assert table.strike("S1", "N1", "GGR").asks == "choose_flank_reroll"
    bow = under("hedgehog", "brax_pikemen blue (4,4)", "S1 t_bow blue (4,2)")
    assert bow.strike("S1", "N1", "GG", mode="ranged").asks == "choose_turn_action"


@pytest.mark.rule("W9.24", "WD2.24")
def test_w9_24_flank_bonus_against_a_hedgehog() -> None:
    wolf = "S1 winterfell_riders blue (4,3) robb_young_wolf"
    table = under("hedgehog", "brax_pikemen blue (4,4)", wolf).order("S1")
    assert table.dice("S1", "N1") == 4


def answer(formation: str, attacker: str, roll: str = "GGG") -> Table:
    """S1 has attacked the stalwart pikemen N1, who may answer."""
    table = under(formation, "brax_pikemen blue (4,4)", f"S1 {attacker} (4,3)", types=PIKE)
    table.strike("S1", "N1", roll)
    if table.asks == "choose_flank_reroll":
        table.do("choose_flank_reroll none")
    return table


def fits(table: Table, action: str, roll: str) -> list[int]:
    """Return the numbers of dice with which an action can be scripted."""
    found = []
    for n in range(9):
        script = [f"{roll} {'G' * n}"] if n else []
        try:
            table.copy().do(action, *script)
        except ValueError:
            continue
        found.append(n)
    return found


@pytest.mark.rule("W9.24", "W9.25", "W9.26")
@pytest.mark.parametrize(
    ("formation", "attacker", "dice"),
    [
        ("pike_square", "t_inf blue", 5),
        ("pike_square", "t_cav blue", 6),
        ("hedgehog", "t_inf blue", 3),
        ("hedgehog", "t_cav blue", 4),
    ],
)
def test_w9_25_dice_of_a_counterattack(formation: str, attacker: str, dice: int) -> None:
    table = answer(formation, attacker)
    assert fits(table, "choose_counterattack yes", "counterattack") == [dice]


@pytest.mark.rule("W9.27")
def test_w9_27_pike_square_does_not_make_stalwart() -> None:
    table = under("pike_square", "brax_pikemen blue (4,4)", "S1 t_inf blue (4,3)")
    assert table.strike("S1", "N1", "GGG").asks == "choose_turn_action"


@pytest.mark.rule("W9.25", "W9.26", "W7.60")
@pytest.mark.parametrize(
    ("formation", "mover", "dice"),
    [
        ("pike_square", "t_inf blue", 5),
        ("pike_square", "t_cav blue", 6),
        ("hedgehog", "t_inf blue", 3),
        ("hedgehog", "t_cav blue", 4),
    ],
)
def test_w9_25_dice_of_a_parting_blow(formation: str, mover: str, dice: int) -> None:
    table = under(formation, "brax_pikemen blue (4,4)", f"S1 {mover} (4,3)")
    table.strike("S1", "N1", "GGG")
    if table.asks == "choose_flank_reroll":
        table.do("choose_flank_reroll none")
    table.do("morale_rally S1").order("S1")
    assert fits(table, "choose_move S1 (5,3)", "parting_blow") == [dice]


@pytest.mark.rule("W9.41", "W9.44")
def test_w9_41_no_flank_attack_on_a_line() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_inf blue (5,4)")
    for formation, asks in (("line", "choose_turn_action"), ("wedge", "choose_flank_reroll")):
        table = under(formation, "last_hearth_lancers blue (4,4)", *units)
        table.strike("S1", "N1", "GGG").strike("S2", "N1", "GGG")
        assert table.asks == asks
        assert (table.partner("S1"), table.partner("S2")) == ("N1", None)


@pytest.mark.rule("W9.44", "WD2.24")
@pytest.mark.parametrize(("formation", "dice"), [("line", 3), ("wedge", 4)])
def test_w9_44_no_flank_bonus_against_a_line(formation: str, dice: int) -> None:
    wolf = "S2 winterfell_riders blue (5,4) robb_young_wolf"
    units = ("last_hearth_lancers blue (4,4)", "S1 t_inf blue (4,3)", wolf)
    table = under(formation, *units).strike("S1", "N1", "GGG").order("S2")
    assert table.dice("S2", "N1") == dice


@pytest.mark.rule("W9.41", "W9.44")
@pytest.mark.parametrize(
    ("formation", "target", "dice"),
    [
        ("line", "t_inf", 4),
        ("line", "t_bow", 3),
        ("line", "t_cav", 3),
        ("wedge", "t_inf", 3),
    ],
)
def test_w9_41_dice_of_lancers(formation: str, target: str, dice: int) -> None:
    table = drill(formation, f"{LANCERS} blue (4,3)", f"N1 {target} blue (4,4)")
    assert order(table, formation).dice("S1", "N1") == dice


@pytest.mark.rule("W9.41")
def test_w9_41_the_extra_die_is_for_attacks() -> None:
    stout = {LANCERS: {"keywords": [["stalwart", 0]]}}
    units = ("last_hearth_lancers blue (4,4)", "S1 t_inf blue (4,3)")
    table = under("line", *units, types=stout).strike("S1", "N1", "GGG")
    assert fits(table, "choose_counterattack yes", "counterattack") == [3]


@pytest.mark.rule("W14.20", "W9.41", "W9.42", "W9.44", "W7.18")
@pytest.mark.parametrize(
    ("formation", "rank", "faces"),
    [
        ("line", "green", "GV"),
        ("line", "blue", "G"),
        ("line", "red", "B"),
        ("wedge", "green", "GV"),
        ("wedge", "blue", "G"),
        ("wedge", "red", "B"),
    ],
)
def test_w14_20_loose_cavalry_under_fire(formation: str, rank: str, faces: str) -> None:
    big = {LANCERS: {"figures": 9}}
    bow = "S1 t_bow blue (4,2)"
    table = under(formation, f"last_hearth_lancers {rank} (4,4)", bow, types=big).order("S1").stay()
    for face in "GBRV":
        after = table.copy().attack("S1", "N1", face * 2, mode="ranged")
        assert after.figures("N1") == (7 if face in faces else 9)


@pytest.mark.rule("W9.41", "W9.42")
@pytest.mark.parametrize("formation", ["line", "wedge"])
def test_w9_41_melee_counts_the_full_rank(formation: str) -> None:
    big = {LANCERS: {"figures": 9}}
    for rank, hits in (("green", "G"), ("blue", "B"), ("red", "R")):
        units = (f"last_hearth_lancers {rank} (4,4)", "S1 t_inf blue (4,3)")
        for face in "GBRV":
            table = under(formation, *units, types=big).strike("S1", "N1", face * 3)
            assert table.figures("N1") == (6 if face in hits else 9)


@pytest.mark.rule("W9.44", "W9.2")
@pytest.mark.parametrize("face", "GBRV")
def test_w9_44_heavy_armor_and_line_add_up(face: str) -> None:
    units = ("last_hearth_lancers blue (4,4)", "S1 t_bow blue (4,2)")
    kinds = {LANCERS: {"keywords": [["heavy_armor", 0]], "figures": 9}}
    table = under("line", *units, types=kinds).strike("S1", "N1", face * 2, mode="ranged")
    assert table.figures("N1") == (7 if face == "B" else 9)


@pytest.mark.rule("W9.42")
def test_w9_42_war_dogs_count_as_fire() -> None:
    units = ("last_hearth_lancers green (4,4)", "S1 t_dog blue (4,2)")
    big = {LANCERS: {"figures": 9}}
    table = under("wedge", *units, types=big).order("S1")
    table.attack("S1", "N1", "war_dogs G", "attack VV", mode="war_dogs")
    assert table.figures("N1") == 7


@pytest.mark.rule("W14.19", "W9.42", "W7.17")
def test_w14_19_a_wedge_adds_a_morale_result() -> None:
    table = drill("wedge", f"{LANCERS} blue (4,3)", "N1 t_inf blue (4,4)")
    order(table, "wedge").attack("S1", "N1", "MGB")
    assert table.figures("N1") == 3
    table.do("choose_retreat_hex (4,5)").do("choose_retreat_hex (4,6)")
    assert (table.at("N1"), table.asks) == ((4, 6), "choose_pursue_move")
    calm = drill("wedge", f"{LANCERS} blue (4,3)", "N1 t_inf blue (4,4)")
    order(calm, "wedge").attack("S1", "N1", "GGB")
    assert (calm.at("N1"), calm.figures("N1")) == ((4, 4), 3)


@pytest.mark.rule("W9.42")
def test_w9_42_two_morale_results_become_three_with_the_reroll_before() -> None:
    units = (f"{LANCERS} blue (4,3)", "N1 t_inf blue (4,4)", "S2 t_inf blue (5,4)")
    table = drill("wedge", *units).strike("S2", "N1", "RRR")
    order(table, "wedge").attack("S1", "N1", "GGB").do("choose_flank_reroll G", "flank_reroll MM")
    steps = 0
    while table.asks == "choose_retreat_hex":
        table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
        steps += 1
    assert steps == 3


@pytest.mark.rule("W14.56")
def test_w14_56_wedge_odds_with_no_way_out() -> None:
    kinds = {"t_inf": {"figures": 20}}
    table = drill("wedge", f"{LANCERS} blue (4,7)", "N1 t_inf red (4,8)", types=kinds)
    order(table, "wedge").stay()
    found = spread(table, "choose_attack S1 melee N1", lambda x: 20 - x.figures("N1"))
    wanted: dict[int, Fraction] = {}
    for roll in product("GGGBBRMV", repeat=3):
        morale, hits = roll.count("M"), roll.count("R") + roll.count("V")
        lost = hits + morale + (morale > 0)
        wanted[lost] = wanted.get(lost, Fraction()) + Fraction(1, 512)
    assert found == wanted


@pytest.mark.rule("W9.45")
@pytest.mark.parametrize(("formation", "reach"), [("wedge", 3), ("line", 1)])
def test_w9_45_pursue_goes_with_the_formation(formation: str, reach: int) -> None:
    table = drill("line", f"{LANCERS} blue (4,3)", "N1 t_inf blue (4,4)")
    roll = "MGG" if formation == "wedge" else "MGGG"
    order(table, formation).attack("S1", "N1", roll)
    while table.asks == "choose_retreat_hex":
        table.do("choose_retreat_hex " + min(table.options("choose_retreat_hex")))
    hexes = set(table.options("choose_pursue_move")) - {"none"}
    assert "(4,4)" in hexes
    assert (len(hexes) == 1) == (reach == 1)
    assert ("(6,4)" in hexes) == (reach == 3)
    assert "(7,4)" not in hexes
