"""Data part, section 2.4: Brynden the Blackfish and Marq Piper."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

FISH = "S1 riverrun_cavalry blue (4,3) brynden"
LONE = {"t_dog": {"figures": 1}}


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def walk(table: Table, *hexes: str) -> Table:
    """Give the hexes of the Blackfish's move in order and stop on the last."""
    for place_of in hexes:
        table.do(f"choose_path S1 {place_of}")
    if "none" in table.options("choose_path S1"):
        table.do("choose_path S1 none")
    return table


# Brynden moves through friends.


@pytest.mark.rule("WD2.37")
def test_wd2_37_through_a_friend_to_an_empty_hex() -> None:
    table = place(FISH, "S2 t_inf blue (5,3)", "N1 t_inf red (7,4)").order("S1")
    assert table.options("choose_move S1") == []
    table.do("choose_path S1 (5,3)")
    assert "none" not in table.options("choose_path S1")
    assert "(6,3)" in table.options("choose_path S1")
    walk(table, "(6,3)")
    assert (table.at("S1"), table.at("S2")) == ((6, 3), (5, 3))
    table.attack("S1", "N1", "RGG")
    assert table.figures("N1") == 3


@pytest.mark.rule("WD2.37")
@pytest.mark.rule("W6.1")
def test_wd2_37_his_movement_and_his_enemies_limit_him() -> None:
    row = ("S2 t_inf blue (5,3)", "S3 t_inf blue (6,3)", "N1 t_inf red (4,4)")
    table = place(FISH, *row).order("S1")
    assert "(4,4)" not in table.options("choose_path S1")
    walk(table, "(5,3)", "(6,3)", "(7,3)")
    assert table.at("S1") == (7, 3)
    assert table.asks != "choose_path"


@pytest.mark.rule("WD2.37")
def test_wd2_37_he_must_end_on_an_empty_hex() -> None:
    row = ("S2 t_inf blue (5,3)", "S3 t_inf blue (6,3)", "S4 t_inf blue (7,3)")
    table = place(FISH, *row).order("S1")
    walk(table, "(5,3)").do("choose_path S1 (6,3)")
    assert "(7,3)" not in table.options("choose_path S1")
    assert "none" not in table.options("choose_path S1")
    closed = [f"N{n} t_inf red {at}" for n, at in enumerate(("(5,2)", "(6,2)", "(6,3)", "(6,4)",
                                                            "(5,4)"), 1)]  # fmt: skip
    shut = place(FISH, "S2 t_inf blue (5,3)", *closed).order("S1")
    assert "(5,3)" not in shut.options("choose_path S1")
    assert "(4,2)" in shut.options("choose_path S1")


@pytest.mark.rule("WD2.37")
@pytest.mark.rule("W6.3")
def test_wd2_37_friends_hexes_count_as_plains() -> None:
    terrain = {(5, 3): "forest", (6, 3): "plains", (5, 4): "forest"}
    table = place(FISH, "S2 t_inf blue (5,3)", terrain=terrain).order("S1")
    stopped = table.copy().do("choose_path S1 (5,4)")
    assert (stopped.at("S1"), stopped.asks) == ((5, 4), "choose_turn_action")
    walk(table, "(5,3)", "(6,3)", "(7,3)")
    assert table.at("S1") == (7, 3)


@pytest.mark.rule("WD2.37")
def test_wd2_37_over_a_friend_behind_a_palisade() -> None:
    terrain = {(5, 3): "plains+palisade", (5, 4): "plains+palisade"}
    table = place(FISH, "S2 t_inf blue (5,3)", terrain=terrain).order("S1")
    assert "(5,4)" not in table.options("choose_path S1")
    walk(table, "(5,3)", "(6,3)")
    assert table.at("S1") == (6, 3)


@pytest.mark.rule("W6.5")
@pytest.mark.rule("WD2.37")
def test_wd2_37_engaged_he_suffers_one_parting_blow() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "N1 t_inf blue (4,4)")
    table = place(*units).strike("S1", "N1", "RRR").do("morale_rally S1").order("S1")
    table.do("choose_path S1 (5,3)", "parting_blow BBR")
    walk(table, "(6,3)")
    assert (table.at("S1"), table.figures("S1"), table.partner("N1")) == ((6, 3), 1, None)


@pytest.mark.rule("WD2.37")
@pytest.mark.rule("W9.7")
def test_wd2_37_also_in_a_pursuit() -> None:
    units = (FISH, "N1 t_dog blue (4,4)", "S2 t_inf blue (4,5)", "N2 t_inf red (5,7)")
    table = place(*units, types=LONE).order("S1")
    table.attack("S1", "N1", "BGG")
    for step, may_stop in (("(4,4)", True), ("(4,5)", False)):
        table.do(next(x for x in table.options() if step in x))
        assert any(x.endswith("none") for x in table.options()) is may_stop
    table.do(next(x for x in table.options() if "(5,6)" in x))
    assert table.at("S1") == (5, 6)
    table.do("choose_pursue_attack S1 melee N2", "attack RGG")
    assert table.figures("N2") == 3


@pytest.mark.rule("WD2.37")
@pytest.mark.rule("W8.12")
def test_wd2_37_not_in_a_retreat() -> None:
    units = (FISH, "S2 t_inf blue (4,2)", "S3 t_inf blue (5,2)", "N1 t_inf red (4,4)")
    table = place(*units, solo=1).strike("N1", "S1", "MRRR")
    assert (table.at("S1"), table.figures("S1")) == ((4, 3), 2)


# Brynden's commit.


@pytest.mark.rule("WD2.24")
def test_brynden_a_die_for_each_unit_passed() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "S3 t_inf blue (6,3)", "N1 t_inf red (8,3)")
    plain = walk(place(*units).order("S1"), "(5,3)", "(6,3)", "(7,3)")
    assert plain.dice("S1", "N1") == 3
    table = place(*units).order("S1").do("choose_commit brynden yes")
    walk(table, "(5,3)", "(6,3)", "(7,3)")
    assert table.dice("S1", "N1") == 5
    assert table.see["commanders"][0]["committed"]
    one = place(*units[:2], "N1 t_inf red (7,3)").order("S1").do("choose_commit brynden yes")
    assert walk(one, "(5,3)", "(6,3)").dice("S1", "N1") == 4


@pytest.mark.rule("WD2.37")
def test_wd2_37_each_unit_counts_once() -> None:
    units = ("S1 riverrun_cavalry green (4,3) brynden", "S2 t_inf blue (5,3)",
             "N1 t_inf red (6,2)")  # fmt: skip
    table = place(*units).order("S1").do("choose_commit brynden yes")
    assert walk(table, "(5,3)", "(5,4)", "(5,3)", "(5,2)").dice("S1", "N1") == 3


@pytest.mark.rule("WD2.25")
def test_brynden_only_before_his_move() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)")
    table = place(*units, cards="SB01").lead("SB01", "brynden", "S1", "S3")
    assert table.options("choose_commit") == ["brynden yes"]
    walk(table, "(5,3)", "(6,3)")
    assert table.asks == "choose_move"
    assert not table.options("choose_commit")
    other = place(*units).order("S3")
    assert not other.options("choose_commit")


@pytest.mark.rule("W10.2")
@pytest.mark.rule("WD2.24")
def test_brynden_the_dice_last_for_the_turn() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "N1 t_inf red (7,3)")
    table = place(*units).order("S1").do("choose_commit brynden yes")
    walk(table, "(5,3)", "(6,3)").attack("S1", "N1", "GGGG")
    assert table.do("morale_rally S1").order("S1").dice("S1", "N1") == 3


# Marq.

PIPER = "S1 vance_wayfarers blue (4,3) marq"
RIVER = {(c, 4): "river" for c in range(6)}
DIVE: dict[str, Any] = {"concealed_tokens": [2, 0]}


def jump(table: Table) -> set[str]:
    assert table.asks == "choose_commit"
    table.do("choose_commit marq yes")
    return names(table, "choose_effect_hex")


def piper(*units: str, to: str = "(5,3)", **more: Any) -> Table:
    """Marq's unit, ordered alone, has moved from (4,3)."""
    given = {"terrain": RIVER, **DIVE, **more}
    return place(PIPER, *units, **given).order("S1").do(f"choose_move S1 {to}")


@pytest.mark.rule("WD2.38")
def test_wd2_38_along_the_river() -> None:
    found = jump(piper())
    south = {f"({c},3)" for c in range(6)}
    north = {f"({c},5)" for c in range(6)}
    assert found == (south | north | {"(6,4)"}) - {"(5,3)"}


@pytest.mark.rule("WD2.38")
def test_wd2_38_then_he_may_attack() -> None:
    table = piper("N1 t_inf red (0,6)").do("choose_commit marq yes")
    table.do("choose_effect_hex (0,5)")
    assert table.at("S1") == (0, 5)
    table.attack("S1", "N1", "RGG")
    assert (table.figures("N1"), table.see["commanders"][0]["committed"]) == (3, True)


@pytest.mark.rule("WD2.24")
def test_marq_may_decline_and_try_again() -> None:
    table = piper().do("choose_commit marq no").end()
    assert (table.at("S1"), table.see["commanders"][0]["committed"]) == ((5, 3), False)
    table.do("morale_rally S1").order("S1").do("choose_move S1 (4,3)")
    assert table.asks == "choose_commit"


@pytest.mark.rule("WD2.38")
def test_wd2_38_only_beside_a_river_and_after_a_move() -> None:
    assert piper(to="(4,2)").asks != "choose_commit"
    still = place(PIPER, terrain=RIVER, **DIVE).order("S1").stay()
    assert still.asks != "choose_commit"
    lake = {(c, 4): "lake" for c in range(6)}
    assert piper(terrain=lake).asks != "choose_commit"


@pytest.mark.rule("WD2.38")
def test_wd2_38_connected_river_hexes_only() -> None:
    gap = {
        (0, 4): "river",
        (1, 4): "lake",
        (2, 4): "plains",
        (5, 4): "river",
        (4, 5): "forest_river",
    }
    found = jump(piper(terrain=gap))
    assert "(0,3)" not in found
    assert {"(4,4)", "(5,5)", "(3,5)", "(4,6)", "(5,6)"} <= found
    assert not {"(4,5)", "(5,4)"} & found


@pytest.mark.rule("WD2.38")
def test_wd2_38_whatever_token_lies_on_the_river() -> None:
    bridged = RIVER | {(5, 4): "river+bridge", (4, 4): "river+ford"}
    found = jump(piper(terrain=bridged))
    assert {"(0,5)", "(5,4)", "(4,4)"} <= found
    assert "(3,4)" not in found


@pytest.mark.rule("WD2.38")
def test_wd2_38_empty_hexes_only() -> None:
    found = jump(piper("N1 t_inf red (0,5)", "S2 t_inf red (1,5)",
                       terrain=RIVER | {(2, 5): "lake", (3, 5): "forest"}))  # fmt: skip
    assert not {"(0,5)", "(1,5)", "(2,5)"} & found
    assert "(3,5)" in found


@pytest.mark.rule("WD2.38")
@pytest.mark.rule("W9.53")
def test_wd2_38_after_a_dive() -> None:
    table = piper(to="(4,4)")
    assert table.hex(4, 4)["token"] == "hidden_ford"
    assert table.see["concealed"] == [1, 0]
    found = jump(table)
    assert {"(0,5)", "(4,3)"} <= found
    assert "(3,4)" not in found
    assert table.do("choose_effect_hex (0,5)").at("S1") == (0, 5)


@pytest.mark.rule("W6.8")
@pytest.mark.rule("WD2.38")
def test_marq_takes_an_objective_by_his_jump() -> None:
    goal = {"c": 0, "r": 5, "owner": 1, "kind": "location", "marker": True}
    table = piper(objectives=[goal]).do("choose_commit marq yes").do("choose_effect_hex (0,5)")
    assert table.hex(0, 5)["objective"] == 0


# The Blackfish with his own cards and in Pursue.


@pytest.mark.rule("WD10.34")
@pytest.mark.rule("WD2.37")
def test_al03_lengthens_his_path_too() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "N1 t_inf red (9,4)", "N2 t_inf red (7,4)")
    table = place(*units, cards="AL03").lead("AL03", "brynden", "S1")
    near = walk(table.copy(), "(5,3)", "(6,3)", "(7,3)").stay()
    assert near.options("choose_attack S1 melee") == ["N2"]
    walk(table, "(5,3)", "(6,3)", "(7,3)", "(8,3)", "(9,3)")
    assert table.at("S1") == (9, 3)
    assert not table.options("choose_attack S1")
    assert table.asks in ("choose_tactic", "choose_turn_action")


@pytest.mark.rule("WD2.37")
@pytest.mark.rule("WD2.24")
def test_brynden_units_passed_in_a_pursuit_count_this_turn() -> None:
    units = (FISH, "N1 t_dog blue (4,4)", "S2 t_inf blue (4,5)", "N2 t_inf red (5,7)")
    table = place(*units, types=LONE).order("S1").do("choose_commit brynden yes")
    table.attack("S1", "N1", "BGG")
    for step in ("(4,4)", "(4,5)", "(5,6)"):
        table.do(next(x for x in table.options() if step in x))
    table.do("choose_pursue_attack S1 melee N2", "attack RGGG")
    assert table.figures("N2") == 3


@pytest.mark.rule("WD2.37")
def test_brynden_a_friend_passed_twice_in_a_turn_counts_once() -> None:
    units = ("S1 riverrun_cavalry blue (4,2) brynden", "S2 t_inf blue (4,3)",
             "N1 t_dog blue (3,3)", "N2 t_inf red (6,3)")  # fmt: skip
    table = place(*units, types=LONE).order("S1").do("choose_commit brynden yes")
    walk(table, "(4,3)", "(4,4)", "none").attack("S1", "N1", "BGGG")
    for step in ("(3,3)", "(4,3)", "(5,3)"):
        table.do(next(x for x in table.options() if step in x))
    table.do("choose_pursue_attack S1 melee N2", "attack RGGG")
    assert table.figures("N2") == 3


@pytest.mark.rule("W6.6")
@pytest.mark.rule("WD2.37")
def test_wd2_37_a_fearsome_enemy_holds_him() -> None:
    units = (FISH, "S2 t_inf blue (5,3)", "N1 lannisport_guards blue (4,4) sandor")
    table = place(*units).strike("S1", "N1", "RRR").do("morale_rally S1").order("S1")
    assert not table.options("choose_path")
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.38")
def test_wd2_38_beside_two_rivers_along_either() -> None:
    two = {(4, 4): "river", (3, 5): "river", (5, 2): "river", (5, 1): "river"}
    table = place("S1 vance_wayfarers blue (3,3) marq", terrain=two, concealed_tokens=[2, 0])
    found = jump(table.order("S1").do("choose_move S1 (4,3)"))
    assert {"(3,6)", "(6,1)", "(5,4)", "(5,3)"} <= found
    assert not {"(8,1)", "(2,3)", "(4,4)"} & found
