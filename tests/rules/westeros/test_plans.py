"""WD12: rules of single battle plans, and the worked examples about them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.westeros.positions import Table, spread

Hex = tuple[int, int]


def plan(
    name: str,
    at: Mapping[str, Hex] | None = None,
    *,
    walk: int = 0,
    ranks: Mapping[str, str] | None = None,
    seed: int = 3,
    **changes: Any,
) -> Table:
    """A plan with all cards in hand and many tokens; with ``at`` only these units take part."""
    data = load_compiled(f"westeros/{name}")
    for house in data["houses"]:
        house |= {"order_rating": 20, "leadership_rating": 20}
    data["options"]["unlimited_order_tokens"] = True
    if at is not None:
        data["units"] = [
            u | {"c": at[u["number"]][0], "r": at[u["number"]][1]}
            for u in data["units"] if u["number"] in at
        ]  # fmt: skip
        led = {u["commander"] for u in data["units"]}
        data["commanders"] = [c for c in data["commanders"] if c["id"] in led]
    for unit in data["units"]:
        unit["rank"] = (ranks or {}).get(unit["number"], unit["rank"])
    if walk:
        for kind in data["types"]:
            kind["move"] = [walk] * 3
    return Table(_core.Game(data | changes).new_initial_state(seed))


def both_pass(table: Table) -> Table:
    return table.go("pass").go("pass")


def next_round(table: Table) -> Table:
    now = table.see["round"]
    while table.see["round"] == now:
        none = [x for x in table.options() if x == "pass" or x.endswith("none")]
        table.go(none[0])
    return table


def first_options(table: Table, until: str) -> Table:
    """Take first options, and no palisade away, until a decision is asked."""
    while table.asks != until:
        table.go(table.options()[-1 if table.asks == "remove_palisade_tokens" else 0])
    return table


@pytest.mark.rule("WD14.1")
@pytest.mark.parametrize(
    ("name", "sizes"), [("whispering_wood", [30, 25]), ("kingsroad", [20, 20])]
)
def test_wd14_1_decks(name: str, sizes: list[int]) -> None:
    cards = load_compiled(f"westeros/{name}")["cards"]
    assert [sum(x["copies"] for x in cards if x["seat"] == seat) for seat in (0, 1)] == sizes


@pytest.mark.rule("WD14.2")
@pytest.mark.parametrize(
    ("seat", "card", "leader", "units"),
    [
        (0, "SB01", "rickard", {"S1", "S2", "S3", "S4"}),
        (0, "SB01", "maege", {"S5", "S6", "S7", "S8"}),
        (1, "LB01", "kevan", {"L3", "L4", "L5", "L6", "L7", "L9"}),
    ],
)
def test_wd14_2_zones_of_control(seat: int, card: str, leader: str, units: set[str]) -> None:
    table = plan("kingsroad", momentum=seat).do(f"lead {card} {leader}")
    assert set(table.options("choose_ordered_unit")) == units


@pytest.mark.rule("WD14.3")
def test_wd14_3_command_limits() -> None:
    table = plan("kingsroad", momentum=1).do("pass")
    for leader, unit in (("maege", "S5"), ("rickard", "S1"), ("rickard", "S2")):
        assert f"SB01 {leader}" in table.options("lead")
        table.lead("SB01", leader, unit).end()
        assert "SB01 maege" not in table.options("lead")
    assert not table.options("lead")


PALISADES = "place_palisade_token"


def palisades() -> Table:
    """B04 with a token on each palisade, the red ones first; the fifteenth is still to be laid."""
    table = plan("wolf_raiders")
    for _ in range(10):
        reds = [x for x in table.options() if x.endswith("R")]
        table.do((reds or table.options())[0])
    return table


def last_palisade(table: Table) -> str:
    return next(x for x in table.options(PALISADES) if not x.endswith("R"))


@pytest.mark.rule("WD14.15")
def test_wd14_15_dice_against_palisades() -> None:
    table = palisades()
    dice = [f"palisades {n}" for n in (0, 0, 1, 3, 2)]  # G, G, B, V, R
    table.do(f"{PALISADES} {last_palisade(table)}", *dice)
    ways: dict[str, set[str]] = {}
    for option in table.options("remove_palisade_token"):
        if option != "none":
            _, colour, payment = option.split()
            ways.setdefault(colour, set()).add(payment)
    assert {"G", "V", "GG"} <= ways["G"]
    assert {"B", "V", "GG"} <= ways["B"]
    assert {"R", "V", "GG"} <= ways["R"]
    assert "G" not in ways["R"]
    assert "B" not in ways["R"]
    assert "BB" not in ways["R"]
    red = next(x for x in table.options("remove_palisade_token") if x.endswith("R GG"))
    table.do(f"remove_palisade_token {red}")
    left = table.options("remove_palisade_token")
    assert not [x for x in left if x.endswith((" G", " GG"))]
    assert [x for x in left if x.endswith("B B")]


@pytest.mark.rule("WD14.55")
def test_wd14_55_a_die_against_green_tokens() -> None:
    table = palisades()
    found = spread(
        table,
        f"{PALISADES} {last_palisade(table)}",
        lambda x: any(o.endswith((" G G", " G V")) for o in x.options("remove_palisade_token")),
    )
    assert found[True] == Fraction(16564, 16807)


def layouts(rank: str, walk: int = 2) -> list[Table]:
    """All states after the catapult set-up; L11 alone is about to cross, at (6,1)."""
    at = {"S1": (7, 9), "L11": (6, 1), "L1": (6, 6)}
    for seed in count():
        table = plan("wolf_raiders", at, ranks={"L11": rank}, walk=walk, momentum=0, seed=seed)
        table = first_options(table, "place_catapult_tokens")
        if first_options(table.copy(), "choose_turn_action").see["pools"][1]["M"] > 0:
            break
    found, todo = [], [table]
    while todo:
        here = todo.pop()
        if here.asks != "place_catapult_tokens":
            found.append(here.go("pass"))
            continue
        todo += [here.copy().go(x) for x in here.options()]
    return found


def survives(table: Table, *path: Hex) -> Fraction:
    """Chance that L11 lives through these moves, one an order."""
    if not path:
        return Fraction(1)
    if not table.unit("L11")["active"]:
        table.do("morale_rally L11")
    table.order("L11")
    total = Fraction(0)
    for after, chance in table.outcomes(f"choose_move L11 ({path[0][0]},{path[0][1]})"):
        if after.at("L11") == path[0]:
            total += chance * survives(after.end(), *path[1:])
    return total


@pytest.mark.rule("WD14.47")
@pytest.mark.parametrize(
    ("rank", "chance"),
    [("green", Fraction(1, 8)), ("blue", Fraction(1, 12)), ("red", Fraction(1, 24))],
)
def test_wd14_47_one_landing(rank: str, chance: Fraction) -> None:
    states = layouts(rank)
    assert len(states) == 216
    lost = sum((1 - survives(state, (6, 2)) for state in states), Fraction(0)) / 216
    assert lost == chance


@pytest.mark.rule("WD14.48")
@pytest.mark.parametrize(
    ("column", "rank", "chance"),
    [
        (7, "green", Fraction(3, 4)), (7, "blue", Fraction(5, 6)), (7, "red", Fraction(11, 12)),
        (6, "green", Fraction(49, 64)), (6, "blue", Fraction(121, 144)),
        (6, "red", Fraction(529, 576)),
    ],
)  # fmt: skip
def test_wd14_48_two_landings(column: int, rank: str, chance: Fraction) -> None:
    path = ((column, 2), (column, 3))
    mean = sum((survives(state, *path) for state in layouts(rank)), Fraction(0)) / 216
    assert mean == chance


@pytest.mark.rule("WD14.16")
def test_wd14_16_lannister_points_at_the_end() -> None:
    hexes = load_compiled("westeros/wolf_raiders")["hexes"]
    tents = [h for h in hexes if h[3] == "tent"]
    for burnt in tents[:3]:
        burnt[3:] = ["", 0]
    camp = {f"L{n}": (n + 2, 5) for n in range(1, 8)}
    table = plan("wolf_raiders", {"S1": (7, 9), **camp}, hexes=hexes, rounds=1)
    both_pass(first_options(table, "choose_turn_action"))
    assert table.see["vp"] == [0, 4 + 2]
    assert table.state.winner() == 1


@pytest.mark.rule("WD12.4")
def test_b04_stark_burns_tents_and_may_not_land() -> None:
    at = {"S2": (5, 5), "S3": (6, 4), "L1": (10, 0)}
    table = first_options(plan("wolf_raiders", at), "choose_turn_action")
    tent = (6, 5)
    table.order("S2").stay()
    assert f"S2 scorch ({tent[0]},{tent[1]})" in table.options("choose_attack")
    table.do("choose_attack S2 scorch (6,5)", "scorch GB")
    assert table.see["vp"] == [1, 0]
    assert table.hex(6, 5)["token"] == ""
    table.do("pass").order("S3")
    assert not {(5, 3), (6, 3)} & table.moves("S3")


@pytest.mark.rule("WD14.17")
@pytest.mark.parametrize(("third", "points"), [((9, 3), 2), (None, 1)])
def test_wd14_17_taking_ground(third: Hex | None, points: int) -> None:
    at = {"S2": (3, 8), "S3": (4, 6), "S4": (6, 5), "S5": (8, 4), "S6": (2, 4), "L2": (9, 1)}
    if third is not None:
        at["S7"] = third
    table = both_pass(plan("rallying", at))
    assert table.see["vp"] == [points, 0]


@pytest.mark.rule("WD14.18")
def test_wd14_18_stark_points_each_round() -> None:
    table = plan("red_fork", {"S1": (4, 5), "S2": (9, 9), "L1": (4, 2)})
    assert both_pass(table).see["vp"] == [2, 0]


@pytest.mark.rule("WD14.18")
@pytest.mark.parametrize(("roll", "points"), [("GGGB", 3), ("GGGG", 5)])
def test_wd14_18_fires_at_game_end(roll: str, points: int) -> None:
    table = plan("red_fork", {"S2": (9, 9), "L1": (10, 7)}, rounds=1, ranks={"L1": "red"})
    table.order("L1").stay().do("choose_attack L1 scorch (10,6)", f"scorch {roll}")
    both_pass(table)
    assert table.see["vp"] == [1 if points == 3 else 0, points]


@pytest.mark.rule("WD12.4")
def test_b06_the_bridge_burns_from_round_three() -> None:
    table = plan("red_fork", {"S2": (9, 9), "L1": (4, 4)}, ranks={"L1": "red"}, rounds=3)
    for _ in range(2):
        assert "(4,5)" not in table.copy().order("L1").targets("L1", "scorch")
        next_round(table)
        while table.state.current_player() == 0:
            table.go("pass")
    table.order("L1").stay().do("choose_attack L1 scorch (4,5)", "scorch GGGR")
    assert table.hex(4, 5)["token"] == ""
    before = table.see["vp"][1]
    while not table.state.is_terminal():
        table.go("pass")
    assert table.see["vp"][1] - before == 4


@pytest.mark.rule("WD12.4")
def test_b09_hills_score_from_round_two() -> None:
    table = plan("harrenhal", {"S1": (2, 6), "L1": (7, 2)}).order("S1")
    table.do("choose_move S1 (2,5)").end()
    assert table.hex(2, 5)["objective"] == 0
    assert next_round(table).see["vp"] == [0, 0]
    assert next_round(table).see["vp"] == [1, 0]


@pytest.mark.rule("WD12.4")
def test_b01_objectives_at_game_end() -> None:
    at = {"S4": (9, 7), "L4": (11, 7), "S1": (3, 9), "L1": (3, 2)}
    table = plan("kingsroad", at, rounds=1, walk=8)
    table.order("S4").do("choose_move S4 (9,6)").end()
    table.order("L4").do("choose_move L4 (11,6)").end()
    both_pass(table)
    assert (table.see["vp"], table.state.winner()) == ([1, 2], 1)


REAL = [(c, 3) for c in range(3, 10)]


def green_fork(morale: int, real: int) -> Table:
    """Stark takes this many real locations in the only round."""
    at = {"S3": (4, 5), "S4": (5, 5), "S5": (6, 5), "S6": (7, 5), "S7": (8, 5), "L4": (13, 0)}
    table = plan("green_fork", at, walk=8, rounds=1, morale_start=-morale)
    false = [(c, 4) for c in range(3, 9)]
    for c, r in REAL + false:
        table.go(f"place_hidden_token ({c},{r}) {'yes' if r == 3 else 'no'}")
    targets = REAL[:real] + false[1 : 6 - real]
    for number, (c, r) in zip(("S3", "S4", "S5", "S6", "S7"), targets, strict=True):
        table.order(number).do(f"choose_move {number} ({c},{r})").end()
        if table.state.current_player() == 1:
            table.do("pass")
    return table.go("pass")


@pytest.mark.rule("WD14.19")
@pytest.mark.parametrize(("depth", "real", "winner"), [(7, 5, 1), (6, 5, 0), (6, 4, 0), (6, 3, 1)])
def test_wd14_19_green_fork(depth: int, real: int, winner: int) -> None:
    table = green_fork(depth, real)
    assert (table.state.winner(), table.state.way()) == (winner, "decide")


@pytest.mark.rule("WD14.20")
@pytest.mark.parametrize(("points", "wins"), [(5, True), (4, False)])
def test_wd14_20_jaime_and_five_points(points: int, wins: bool) -> None:
    # One row of the victory table is changed: Jaime's unit alone brings all the points.
    at = {"S1": (2, 5), "S4": (5, 1), "S5": (5, 0), "L1": (6, 1), "L9": (13, 0)}
    data = load_compiled("westeros/whispering_wood")
    kind = {k["id"]: k for k in data["types"]}
    kind["casterly_rock_cavaliers"]["figures"] = 1
    kind["war_host"]["dice"] = [10, 10, 10]
    victory = [dict(v) for v in data["victory"]]
    for row in victory:
        if row["condition"] == "enemy_unit_eliminated":
            row["points"] = points
    table = plan(
        "whispering_wood", at, types=list(kind.values()), victory=victory, momentum=0
    )  # fmt: skip
    table = first_options(table, "choose_turn_action")
    table.order("S4").stay()
    table.do("choose_attack S4 melee L1", "attack " + "R" * 10)
    assert table.at("L1") is None
    assert table.state.is_terminal() is wins
    if wins:
        assert (table.state.winner(), table.state.way()) == (0, "instant")


@pytest.mark.rule("WD12.4")
def test_b03_catelyn_and_hidden_archers() -> None:
    at = {"S1": (2, 5), "S4": (12, 9), "L1": (7, 9), "L5": (4, 2), "L6": (13, 0)}
    table = plan("whispering_wood", at, walk=1, momentum=1)
    table.do("assign_hidden_token 0").go("assign_hidden_token 1")
    taken = table.copy().order("L1").do("choose_move L1 (7,10)")
    assert taken.see["vp"] == [0, 5]
    table.order("L5").do("choose_move L5 (3,3)")
    assert table.at("A1") == (4, 3)
    assert (table.unit("A1")["rank"], table.unit("A1")["active"]) == ("green", True)


@pytest.mark.rule("WD12.4")
def test_b03_a_token_is_ordered_like_a_green_unit() -> None:
    at = {"S1": (2, 5), "L1": (7, 4), "L6": (13, 0)}
    table = plan("whispering_wood", at, momentum=0)
    table.do("assign_hidden_token 0").go("assign_hidden_token 1")
    assert "token G H1" in table.options()
    assert "token B H1" not in table.options()
    table.do("token G H1")
    assert (table.at("A1"), table.moves("A1")) == ((4, 3), set())
    table.end()
    assert not table.unit("A1")["active"]
    false = table.do("pass").do("token G H4")
    assert false.asks == "choose_turn_action"


def open_siege() -> list[list[Any]]:
    return [
        [c, r, "plains", token if token == "siege_engine" else "", burn if token else 0]
        for c, r, _, token, burn in load_compiled("westeros/siege")["hexes"]
    ]


@pytest.mark.rule("WD12.4")
def test_b10_the_prisoner_is_carried_to_freedom() -> None:
    at = {"S2": (2, 4), "L1": (7, 1)}
    table = plan("siege", at, walk=8, hexes=open_siege()).go("assign_hidden_token 0")
    table.order("S2").do("choose_move S2 (2,3)").end()
    table.do("pass").do("morale_rally S2").order("S2").do("choose_move S2 (2,8)")
    table.do("choose_carry yes")
    assert (table.at("S2"), table.see["vp"]) == ((2, 8), [4, 0])


@pytest.mark.rule("WD12.4")
@pytest.mark.parametrize(("real", "points"), [(0, [2, 0]), (1, [0, 2])])
def test_b10_prisoner_at_game_end(real: int, points: list[int]) -> None:
    at = {"S2": (2, 4), "L1": (7, 1)}
    table = plan("siege", at, walk=8, momentum=0, rounds=1, hexes=open_siege())
    table.go(f"assign_hidden_token {real}").order("S2").do("choose_move S2 (2,3)").end()
    both_pass(table)
    assert table.see["vp"] == points


@pytest.mark.rule("WD12.4")
def test_b10_only_siege_engines_burn() -> None:
    table = plan("siege", {"S2": (5, 7), "L1": (7, 1)}, hexes=open_siege())
    table.go("assign_hidden_token 0").order("S2").stay()
    assert table.options("choose_attack S2 scorch") == ["(5,6)"]
    table.do("choose_attack S2 scorch (5,6)", "scorch GBBB")
    assert (table.see["vp"], table.hex(5, 6)["token"]) == ([1, 0], "")


@pytest.mark.rule("WD12.4")
def test_b10_the_token_stays_behind_when_its_bearer_retreats() -> None:
    at = {"S2": (2, 4), "L4": (2, 2), "L1": (7, 1)}
    table = plan("siege", at, walk=8, hexes=open_siege(), ranks={"L4": "red"})
    table.go("assign_hidden_token 0").order("S2").do("choose_move S2 (2,3)").end()
    table.strike("L4", "S2", "MGGG").do("choose_stalwart_ignore no")
    table.do("choose_retreat_hex (2,4)")
    if table.asks == "choose_advance":
        table.do("choose_advance no")
    table.do("morale_rally S2").do("pass").order("S2").do("choose_move S2 (2,8)")
    assert (table.at("S2"), table.see["vp"]) == ((2, 8), [0, 0])
