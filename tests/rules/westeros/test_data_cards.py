"""The leadership cards of the data files say what the tables of chapter WD10 say, cell by cell."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.rules.westeros.rules_tables import Row, data, effect, plain, source, tables

CARDS = data("cards", "cards")
TACTICS = data("cards", "tactics")
BASIC = data("cards", "basic")["core"]
HOUSES = data("cards", "houses")

WEAK = {"enemy_morale": "green_or_weaker"}
STRONG = {"own_morale": "green_or_stronger"}
SECTIONS = {
    "10.3 Wardens of the West": ("lannister", "seed"),
    "10.4 Lords of the River": ("tully", "seed"),
    "10.5 Wardens of the North": ("stark", "seed"),
    "10.6 Core, House Stark": ("stark", "choice"),
    "10.7 Core, House Lannister": ("lannister", "choice"),
}
"""Section -> House of its cards and the tag of its tables."""

CARD_ROWS = [
    pytest.param(row, house, tag, id=row["ids"])
    for heading, (house, tag) in SECTIONS.items()
    for row in tables(heading, "ids")[0]
]
TACTIC_ROWS = [
    pytest.param(row, tag, id=row["tactic"])
    for heading, (_, tag) in SECTIONS.items()
    for row in tables(heading, "tactic")[0]
]


def ordered(op: str, **keys: object) -> dict[str, Any]:
    return effect(op, who="ordered", **keys)


def add(k: int, **keys: object) -> dict[str, Any]:
    return ordered("add_dice", k=k, **keys)


READING: dict[str, list[dict[str, Any]]] = {
    # basic cards
    "add_dice(1, ordered) on the first attack": [add(1, first_attack=True)],
    "add_move(1, ordered)": [ordered("add_move", k=1)],
    "rally all: every own inactive unit in the ZOC becomes active": [
        effect("rally", n=0, area="zoc")
    ],
    "rally(up to 2 units in the ZOC)": [effect("rally", n=2, area="zoc")],
    # core
    "add_move(1, ordered cavalry)": [ordered("add_move", k=1, class_="cavalry")],
    "add_dice_if(1, ordered, flank)": [add(1, condition="flank")],
    "add_dice_if(1, ordered infantry, moved)": [add(1, class_="infantry", condition="moved")],
    "grant(pursue:1, ordered, turn_end)": [
        ordered("grant", keyword="pursue", x=1, until="turn_end")
    ],
    "add_dice(1, ordered cavalry) on the first attack": [
        add(1, class_="cavalry", first_attack=True)
    ],
    "order_adjacent(1, uncontrolled)": [effect("order_adjacent", n=1)],
    "grant(toughness:1, ordered infantry, next_own_turn)": [
        ordered("grant", keyword="toughness", x=1, class_="infantry", until="next_own_turn")
    ],
    "grant(stalwart, ordered, round_end)": [
        ordered("grant", keyword="stalwart", until="round_end")
    ],
    "reroll_one(ordered)": [ordered("reroll_one")],
    "pursue_bonus(1)": [effect("pursue_bonus", k=1)],
    "add_dice_if(1, ordered, target_damaged)": [add(1, condition="target_damaged")],
    "extra_morale(1)": [effect("extra_morale", k=1)],
    "add_dice_if(1, ordered, target_has_commander)": [add(1, condition="target_has_commander")],
    "second_attack(one ordered cavalry unit, -1)": [
        effect("second_attack", k=-1, who="one", class_="cavalry")
    ],
    "grant(stalwart, ordered infantry, next_own_turn)": [
        ordered("grant", keyword="stalwart", class_="infantry", until="next_own_turn")
    ],
    "add_dice_if(1, ordered, own_morale_higher)": [add(1, condition="own_morale_higher")],
    # Wardens of the West
    "add_dice(1, ordered), units with trait clansmen +2 instead": [
        add(1),
        add(1, trait="clansmen"),
    ],
    "if every unit ordered so far by this card has trait clansmen, box 1 is carried out as well, "
    "free": [effect("join_box", box=0, trait="clansmen")],
    "also: choose an enemy unit in Tyrion's ZOC and discard an own order token of that unit's "
    "rank: deactivate it": [effect("deactivate", commander="tyrion")],
    "tax_counter: this turn an enemy unit must take off one figure before it counterattacks an "
    "ordered unit": [effect("tax_counter")],
    "then order_adjacent: any number of own active units that were adjacent to that unit at the "
    "start of the turn": [effect("order_adjacent", n=0)],
    "one ordered unit: +2 movement or +2 dice": [effect("choose_bonus", dice=2, move=2)],
    "if enemy morale is green or weaker: add_move(1, ordered)": [
        ordered("add_move", k=1, require=WEAK)
    ],
    "if enemy morale is green or weaker: add_dice(1, ordered)": [add(1, require=WEAK)],
    # Lords of the River
    "add_dice_terrain: each ordered unit +X dice, X = number of different terrain types in the "
    "hexes adjacent to the hex it attacks from": [effect("add_dice_terrain")],
    "move_instead_of_attack(2): an ordered cavalry unit may give up attacking for +2 movement": [
        effect("move_instead_of_attack", k=2, class_="cavalry")
    ],
    "at TURN_END rally(Edmure's unit), in the ZOC or not": [
        effect("rally", area="own", commander="edmure", at="turn_end")
    ],
    "add_dice_support: an ordered unit's attack gets +1 die for each other friendly unit in the "
    "playing commander's ZOC that has LOS to the target": [effect("add_dice_support")],
    "if that unit has Raider it may attack twice": [effect("attack_twice", keyword="raider")],
    # Wardens of the North
    "ignore_terrain(move, combat) for ordered units": [effect("ignore_terrain")],
    "withdraw_before_counter: after its attack, before AT.14, an ordered unit may step back 1 "
    "hex": [effect("withdraw_before_counter")],
    "ordered units suffer no parting blows this turn": [],
    "add_dice(count_idle_commanders, ordered)": [ordered("add_dice", count="idle_commanders")],
    "add_move(count_idle_commanders, ordered)": [ordered("add_move", count="idle_commanders")],
    "at TURN_END place_defend on one ordered unit": [
        effect("place_defend", who="one_ordered", at="turn_end")
    ],
}
"""Parts of a box as the text has them, and what the data write for them."""

ORDERS: dict[str, dict[str, Any]] = {
    "order(1)": {"n": 1},
    "order(2)": {"n": 2},
    "order(3)": {"n": 3},
    "order(3, infantry)": {"n": 3, "filter": "infantry"},
    "order(3, all of one class)": {"n": 3, "filter": "one_class"},
    "order(3, house tully)": {"n": 3, "house": "tully"},
    "order_anywhere(1)": {"n": 1, "anywhere": True},
}

TACTIC_READING: dict[str, list[dict[str, Any]]] = {
    "step(one ordered cavalry unit that attacked, 1)": [
        effect("step", who="one_ordered_attacked", class_="cavalry", n=1, k=1)
    ],
    "as_flank(one ordered infantry unit)": [effect("as_flank", class_="infantry")],
    "discard the M: rally(one cavalry unit in the ZOC)": [
        effect("discard_token", kind="M"),
        effect("rally", n=1, class_="cavalry", area="zoc"),
    ],
    "morale(+1)": [effect("morale", k=1)],
    "grant(stalwart, one active unordered unit in the ZOC, round_end)": [
        effect("grant", keyword="stalwart", who="one_unordered_active", until="round_end")
    ],
    "step(one ordered cavalry unit that is not engaged, 2)": [
        effect("step", who="one_ordered_unengaged", class_="cavalry", n=1, k=2)
    ],
    "morale_per_retreat(1)": [effect("morale_per_retreat", k=1)],
    "the playing commander's unit, if ordered: +1 die and +1 movement": [
        effect("own_bonus", dice=1, move=1)
    ],
    "rally(one infantry unit in the ZOC)": [effect("rally", n=1, class_="infantry", area="zoc")],
    "draw(1), then discard_hand(1)": [effect("draw", n=1), effect("discard_hand", n=1)],
    "roll_swap_token": [effect("roll_swap_token")],
    "hit_uncontrolled": [effect("hit_uncontrolled")],
    "extend_advance": [effect("extend_advance")],
    "pay_figures_for_palisade": [effect("pay_figures_for_palisade", n=2, house="tully")],
    "step_all(1)": [effect("step_all", k=1, commander="edmure")],
    "may discard exactly 2 hand cards": [effect("discard_cards_for_tokens", n=2)],
    "roll one die (WD10.8): each qualifying ordered unit below its starting figures gets one "
    "figure": [ordered("heal", n=1, die=True)],
    "token_on_other_commander": [effect("token_on_other_commander")],
    "roll one die (WD10.8): put a defend token on one qualifying own unit in the playing "
    "commander's ZOC": [effect("place_defend", who="zoc", die=True)],
}
TIMES = {"before": ["before"], "after": ["after"], "either": ["before", "after"],
         "payment": ["payment"]}  # fmt: skip


def without_notes(cell: str) -> str:
    """Take tags, code marks and notes out; brackets without a blank before them are arguments."""
    return re.sub(r"\s\([^()]*\)", "", re.sub(r" ?`\[\w+\]`", "", cell)).replace("`", "").strip()


def read_box(cell: str) -> dict[str, Any]:
    """Read one box: an order and effects, or effects alone."""
    order, effects = None, []
    for part in without_notes(cell).split("; "):
        if part in ORDERS:
            order = ORDERS[part]
        else:
            effects += READING[part]
    return {"effects": effects} if order is None else {"order": order, "effects": effects}


def read_boxes(cell: str) -> list[dict[str, Any]]:
    numbered = re.split(r"[;.]? ?[Bb]ox \d: ", cell)
    return [read_box(part) for part in numbered if part]


def keys(ids: str) -> list[str]:
    return [word.strip() for word in ids.split(",")]


@pytest.mark.rule("WD10.4", "WD10.5", "WD10.20", "WD10.40")
@pytest.mark.parametrize(("row", "house", "tag"), CARD_ROWS)
def test_card(row: Row, house: str, tag: str) -> None:
    first, *more = keys(row["ids"])
    card = CARDS[first]
    assert card["copies"] == 1 + len(more)
    assert more == [f"{first[:2]}{int(first[2:]) + 1:02}"][: len(more)]
    assert (card["house"], card["person"]) == (house, row["commander"])
    assert card["tactic"] == row["tactic"]
    assert card["boxes"] == read_boxes(row["box"])
    assert card["sources"]["boxes"] == source(row["box"], tag)


@pytest.mark.rule("WD10.7")
@pytest.mark.parametrize(("row", "tag"), TACTIC_ROWS)
def test_tactic(row: Row, tag: str) -> None:
    tactic = TACTICS[row["tactic"]]
    assert tactic["when"] == TIMES[row["timing"]]
    wanted = row["requirement"]
    pool = re.fullmatch(r"pool\{(.*)\}", wanted)
    if pool:
        require: dict[str, Any] = {"pool": dict(Counter(re.split(", ?", pool[1])))}
    else:
        house, zone = re.fullmatch(r"(\w+) morale green or (stronger|weaker)", wanted).groups()  # type: ignore[union-attr]
        require = WEAK if house == "enemy" else STRONG
        assert zone == ("weaker" if house == "enemy" else "stronger")
    assert tactic["require"] == require
    words = re.sub(r"`\[\w+\]`", "", row["effect"]).replace("`", "").strip()
    meant = [read for start, read in TACTIC_READING.items() if words.startswith(start)]
    assert [tactic["effects"]] == meant
    assert tactic["sources"]["effects"] == source(row["effect"], tag)


@pytest.mark.rule("WD10.2", "WD2.26")
def test_no_card_is_missing_or_too_many() -> None:
    named = {first: row for row, first in ((case.values[0], case.id) for case in CARD_ROWS)}
    assert set(CARDS) == {keys(ids)[0] for ids in named}
    assert set(TACTICS) == {case.id for case in TACTIC_ROWS}
    counts: Counter[str] = Counter()
    for card in CARDS.values():
        counts[card["person"]] += card["copies"]
    assert set(counts.values()) == {5}
    persons = {man["person"] for man in data("commanders", "commanders").values()
               if not man.get("extra") and man["house"] not in ("south", "north")}  # fmt: skip
    assert set(counts) == persons
    by_person = {card["person"]: set() for card in CARDS.values()}
    for card in CARDS.values():
        by_person[card["person"]].add(card["tactic"])
    assert all(len(tactics) == 1 for tactics in by_person.values())


@pytest.mark.rule("WD10.2", "WD10.3", "WD1.5")
def test_basic_cards() -> None:
    rows = tables("10.2 Basic cards", "id")[0]
    for row in rows:
        first, *more = keys(row["id"])
        assert BASIC[first]["copies"] == 1 + len(more)
        assert BASIC[first]["boxes"] == read_boxes(row["box"])
        assert "tactic" not in BASIC[first]
        assert BASIC[first]["sources"]["boxes"] == source(row["box"])
    assert set(BASIC) == {keys(row["id"])[0] for row in rows}
    assert sum(card["copies"] for card in BASIC.values()) == 10


@pytest.mark.rule("WD1.5", "WD1.7", "WD10.60")
def test_houses() -> None:
    rows = {plain(row["id"]): row for row in tables("1. Overview: what the data", "id", "kind")[0]}
    shipped = {name: house for name, house in HOUSES.items() if name not in ("south", "north")}
    assert set(shipped) == set(rows)
    for name, house in shipped.items():
        kind = rows[name]["kind"]
        assert house.get("kind", "primary") == kind
        assert (house.get("basic", ""), len(house.get("prefix", ""))) == (
            ("core", 1) if kind == "primary" else ("", 0)
        )
        assert (rows[name]["may be the player's primary House"] == "yes") is (kind == "primary")
    assert [shipped[name]["prefix"] for name in ("stark", "lannister", "baratheon")] == list("SLB")
