"""Boards, dice, records and cards as the text counts them (W1, W3.1-W3.3, W4.4, WD2.1, WD10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table, place

FACES = {"G": 3, "B": 2, "R": 1, "M": 1, "V": 1}
HOOKS = {
    "tyrion": ("force_kind", "escape"),
    "sandor": ("", "any_token"),
    "daven": ("", "fill_gap"),
    "edmure": ("give_up_order", "covering_fire"),
    "brynden": ("pass_friends", "dice_per_unit_passed"),
    "marq": ("", "river_jump"),
    "smalljon": ("counter_pursue", "rally"),
    "galbart": ("", "rearrange_command_tokens"),
    "rodrik": ("", "joint_counter"),
}
PLANS = ["kingsroad", "green_fork", "whispering_wood", "wolf_raiders", "rallying", "red_fork"]
PLANS += ["mill_bridge", "oxcross", "harrenhal", "siege"]


def board(columns: int, rows: int) -> dict[str, Any]:
    """Return an open map of a size."""
    cells = [(c, r) for r in range(rows) for c in range(columns - r % 2)]
    hexes = [[c, r, "plains", "", 0] for c, r in cells]
    return {"columns": columns, "rows": rows, "hexes": hexes}


@pytest.mark.rule("W1.2")
@pytest.mark.parametrize("rounds", [1, 10])
def test_w1_2_one_to_ten_rounds(rounds: int) -> None:
    table = place("S1 t_inf blue (4,3)", rounds=rounds)
    while not table.see["terminal"]:
        options = table.options()
        table.go("pass" if "pass" in options else options[-1])
    assert table.see["round"] == rounds


@pytest.mark.rule("W1.2")
@pytest.mark.parametrize("rounds", [0, 11])
def test_w1_2_no_other_number_of_rounds(rounds: int) -> None:
    with pytest.raises(_core.BadScenario, match="rounds"):
        place("S1 t_inf blue (4,3)", rounds=rounds)


@pytest.mark.rule("W1.7", "W1.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_w1_7_all_but_hands_and_decks_is_open(seat: int) -> None:
    units = ("S1 t_inf blue (4,3) kevan", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LB01 LB05", solo=None).lead("LB01", "kevan", "S1").stay()
    table.do("choose_attack S1 melee N1", "attack BGG").do("morale_up")
    whole, seen = table.see, table.state.view(seat).to_dict()
    assert seen["hands"][1 - seat] != whole["hands"][1 - seat] or not whole["hands"][1 - seat]
    assert {key for key in whole if seen[key] != whole[key]} <= {"hands"}


@pytest.mark.rule("W3.1", "W3.3", "W3.4")
@pytest.mark.parametrize(("columns", "rows", "count"), [(15, 11, 160), (10, 15, 143)])
def test_w3_3_both_sides_of_the_board_play(columns: int, rows: int, count: int) -> None:
    keys = ("seat", "number", "type", "rank", "c", "r", "commander")
    here = [(0, "S1", "t_cav", "green", 5, 5, ""), (1, "N1", "t_inf", "green", 8, 10, "")]
    units = [dict(zip(keys, row, strict=True)) for row in here]
    table = place("S1 t_cav green (5,5)", units=units, **board(columns, rows))
    assert len(table.see["hexes"]) == count
    free = {(h["c"], h["r"]) for h in table.see["hexes"]}
    assert table.order("S1").moves("S1") <= free
    assert (5, 9) in table.moves("S1")


@pytest.mark.rule("W3.2", "W8.11")
@pytest.mark.parametrize(
    ("at", "behind"), [((4, 4), {"(3,5)", "(4,5)"}), ((4, 5), {"(4,6)", "(5,6)"})]
)
def test_w3_2_two_hexes_toward_an_edge(at: tuple[int, int], behind: set[str]) -> None:
    c, r = at
    table = place(f"S1 t_inf blue ({c},{r - 1})", f"N1 t_bow blue ({c},{r})")
    assert set(table.strike("S1", "N1", "MGG").options("choose_retreat_hex")) == behind


@pytest.mark.rule("W4.4", "WD4.1")
@pytest.mark.parametrize("name", PLANS)
def test_w4_4_what_a_plan_tells(name: str) -> None:
    plan = load_compiled(f"westeros/{name}")
    assert 1 <= plan["rounds"] <= 10
    assert {house["edge"] for house in plan["houses"]} == {"north", "south"}
    for house in plan["houses"]:
        assert house["order_rating"] > 0
        assert house["leadership_rating"] > 0
        assert house["command_tokens"] > 0
        assert house["morale_end"] in ("rout", "11")
    assert plan["momentum"] in (0, 1)
    assert plan["victory"] or plan["decide"]
    assert {unit["seat"] for unit in plan["units"]} == {0, 1}


@pytest.mark.rule("WD2.1", "W2.1", "W1.8")
def test_wd2_1_faces_of_the_die() -> None:
    setup = ["choose_formation S1 hedgehog"]
    game = place("S1 brax_pikemen blue (4,3)", setup=setup, tokens=1).state.game
    table = Table(game.new_initial_state(1))
    found: dict[str, Fraction] = {}
    for after, part in table.outcomes("choose_formation S1 hedgehog"):
        face = next(kind for kind, n in after.see["pools"][0].items() if n)
        found[face] = found.get(face, Fraction()) + part
    assert found == {face: Fraction(n, 8) for face, n in FACES.items()}


@pytest.mark.rule("WD10.1", "W5.20")
def test_wd10_1_every_card_costs_a_token_and_any_commander_may_play_it() -> None:
    units = ("S1 t_inf blue (4,3) kevan", "S2 t_inf blue (6,3) tywin")
    table = place(*units, cards="LL16 LB09 LL25")
    plays = set(table.options("lead"))
    assert {"LL16 kevan", "LL16 tywin", "LL25 kevan", "LL25 tywin"} <= plays
    table.lead("LL25", "kevan", "S1").end()
    tokens = {man["id"]: man["tokens"] for man in table.see["commanders"]}
    assert (tokens, table.see["command_tokens"][0]) == ({"kevan": 1, "tywin": 0}, 4)


@pytest.mark.rule("WD10.9", "WD10.5")
def test_wd10_9_each_ordered_unit_or_one_of_them() -> None:
    units = ("S1 t_inf blue (4,3) daven", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,4)")
    each = place(*units, cards="LB07").lead("LB07", "daven", "S1", "S2").stay()
    assert [each.dice(x, "N1") for x in ("S1", "S2")] == [4, 4]
    one = place(*units, cards="LL36").lead("LL36", "daven", "S1", "S2", tactic=None)
    one.do("choose_bonus S2 dice").do("choose_tactic no")
    assert [one.dice(x, "N1") for x in ("S1", "S2")] == [3, 5]


@pytest.mark.rule("W10.5", "WD2.40")
@pytest.mark.parametrize("name", HOOKS)
def test_w10_5_hooks_of_the_commanders(name: str) -> None:
    ability, commit = HOOKS[name]
    known = _core.vocabulary("westeros")["operations"]
    plans = (load_compiled(f"westeros/{plan}") for plan in ("mill_bridge", "oxcross"))
    men = {man["id"]: man for plan in plans for man in plan["commanders"]}
    assert commit in known
    man = men[name]
    assert [effect["op"] for effect in man["ability"]] == ([ability] if ability else [])
    assert man["commit"]["effects"][0]["op"] == commit


def swapped(plain: int, friends: int) -> list[str]:
    """Robb's riders with this many plain figures change bearers with lancers of so many."""
    kinds = {
        "winterfell_riders": {"figures": plain + 1},
        "last_hearth_lancers": {"figures": friends},
    }
    units = (
        "S1 winterfell_riders red (4,3) robb_king",
        "S2 last_hearth_lancers green (3,3)",
        "N1 lannisport_guards blue (4,4)",
    )
    table = place(*units, solo=1, types=kinds, setup=["choose_formation S2 wedge"])
    table.strike("N1", "S1", "RVB").do("choose_commit robb_king yes")
    return [table.unit(number)["type"] for number in ("S1", "S2")]


@pytest.mark.rule("WD2.31", "WD2.30")
@pytest.mark.parametrize(
    ("plain", "friends", "first", "second"),
    [
        (2, 3, "winterfell_riders", "last_hearth_lancers"),
        (1, 3, "last_hearth_lancers", "last_hearth_lancers"),
        (2, 2, "winterfell_riders", "winterfell_riders"),
        (2, 1, "winterfell_riders", "winterfell_riders"),
    ],
)
def test_wd2_31_the_type_of_most_figures(plain: int, friends: int, first: str, second: str) -> None:
    assert swapped(plain, friends) == [first, second]
