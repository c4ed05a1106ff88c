"""Positions for rules tests: a few units on an open map, every order token in the pool.

Units are written as in ``place("S1 t_inf blue (3,2)", "N1 t_stal red (3,3) n1")``; S plays from
the south edge (seat 0), N from the north (seat 1). A far-off unit of each side keeps the battle
going. Every roll of a test is scripted; a roll that the script does not give is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

from pysim import _core
from tests.rules.table import Spread
from tests.rules.table import Table as Played

__all__ = ["Table", "expected", "mean", "place", "spread"]

COLUMNS, ROWS = 11, 9
BURN = {"forest": 3, "building": 4, "outpost": 4, "forest_road": 3, "bridge": 3, "palisade": 2}
BURN |= {"tent": 1, "siege_engine": 3}
FILES = {
    "units": ["units", "units_expansions", "units_extras"],
    "commanders": ["commanders", "commanders_expansions", "commanders_extras"],
    "cards": ["cards", "cards_west", "cards_river", "cards_north"],
}


@cache
def _data(name: str) -> dict[str, Any]:
    """Give the tables of a kind of data, of the core set and of the expansions together."""
    found: dict[str, Any] = {}
    for file in FILES[name]:
        text = files("pysim").joinpath(f"data/westeros/{file}.toml").read_text(encoding="utf-8")
        for key, rows in tomllib.loads(text).items():
            if isinstance(rows, dict):
                found.setdefault(key, {}).update(rows)
    return found


def _keywords(words: Iterable[str]) -> list[list[Any]]:
    return [[word.partition(":")[0], int(word.partition(":")[2] or 0)] for word in words]


def _effects(given: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {key: int(x) if isinstance(x, bool) else x for key, x in effect.items()} for effect in given
    ]


def _type(name: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    table = _data("units")
    row = table["units"][name]
    kind = {
        "id": name,
        "name": name,
        "house": row["house"],
        "class": row["class"],
        "figures": row["figures"],
        "move": row["move"],
        "dice": row["dice"],
        "attacks": row["attacks"],
        "keywords": _keywords(row["keywords"]),
        "formations": [
            {"id": one["id"], "keywords": _keywords(one["keywords"])}
            for one in row.get("formations", [])
        ],
        "traits": row["traits"],
    }
    return {**kind, **changes}


def _commander(name: str, *, figures: bool = False) -> dict[str, Any]:
    row = _data("commanders")["commanders"][name]
    commit = row.get("commit")
    return {
        "id": name,
        **{key: row[key] for key in ("person", "house", "name", "title", "class", "traits")},
        "type": row["unit_types"][0] if figures else "",
        "command_limit": row["command_limit"],
        "capture_rating": row["capture_rating"],
        "keywords": _keywords(row["keywords"]),
        "ability": _effects(row["ability"]),
        "commit": commit and {"when": commit["when"], "effects": _effects(commit["effects"])},
    }


def _card(identity: str, seat: int) -> dict[str, Any]:
    table = _data("cards")
    row = table["cards"].get(identity) or table["basic"]["core"][identity[1:]]
    tactic = row.get("tactic")
    boxes = []
    for box in row["boxes"]:
        order = box.get("order")
        if order is not None:
            order = {"filter": "", **order, "anywhere": int(order.get("anywhere", False))}
        boxes.append({"order": order, "effects": _effects(box["effects"])})
    rule = table["tactics"][tactic] if tactic else {}
    return {
        "id": identity,
        "copies": 1,
        "seat": seat,
        "person": row.get("person", ""),
        "name": row["name"],
        "boxes": boxes,
        "tactic": tactic
        and {
            "name": tactic,
            "when": rule["when"],
            "require": rule["require"],
            "effects": _effects(rule["effects"]),
        },
    }


def _hexes(terrain: Mapping[tuple[int, int], str]) -> list[list[Any]]:
    out: list[list[Any]] = []
    for r in range(ROWS):
        for c in range(COLUMNS - r % 2):
            land, _, token = terrain.get((c, r), "plains").partition("+")
            out.append([c, r, land, token, BURN.get(token or land, 0)])
    return out


def _filled(pool: Mapping[str, int], wanted: str | None, dice: int) -> bool:
    """Tell whether a pool is what a test needs: exactly so, or every kind twice."""
    if wanted is not None:
        return all(n == wanted.count(kind) for kind, n in pool.items())
    return dice < 20 or all(n >= 2 for n in pool.values())


def place(
    *units: str,
    terrain: Mapping[tuple[int, int], str] | None = None,
    solo: int | None = 0,
    morale: int = 0,
    cards: str = "",
    cards_north: str = "",
    draw: int | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    types: Mapping[str, Mapping[str, Any]] | None = None,
    tokens: int = 20,
    pool: str | None = None,
    pool_north: str | None = None,
    setup: Iterable[str] = (),
    **changes: Any,
) -> Table:
    """Return a battle with these units before the first turn.

    Args:
        units: number, type, rank, hex and perhaps commander of each unit.
        terrain: terrain, or terrain+token, of hexes that are not plains.
        solo: the seat that has all turns, the other having passed; None for both in turn.
        morale: morale marker, positive on the segment of seat 1.
        cards: the deck of seat 0, all in hand unless ``draw`` says otherwise.
        cards_north: the deck of seat 1.
        draw: leadership rating.
        options: switches of chapter 13.
        types: changes to unit types.
        tokens: order dice; with the usual 20 each kind lies in the pool at least twice.
        pool: the exact pool of seat 0, as "GGV", in place of ``tokens``.
        pool_north: the exact pool of seat 1.
        setup: actions before the first round, in order.
        changes: other keys of the compiled scenario.
    """
    rows = [unit.split() for unit in (*units, "S9 t_inf green (0,0)", "N9 t_inf green (10,8)")]
    decks = (cards.split(), cards_north.split())
    deck = [_card(name, seat) for seat in (0, 1) for name in decks[seat]]
    side = {
        "leadership_rating": len(deck) if draw is None else draw,
        "command_tokens": 5,
    }
    wanted = (pool, pool_north)
    rolled = [tokens if pool is None else len(pool) for pool in wanted]
    men = [row[4] for row in rows if len(row) > 4]
    figures = "robb_king" in men  # his commit asks what a commander's figure counts as
    used = [row[1] for row in rows]
    if figures:
        used += [_data("commanders")["commanders"][name]["unit_types"][0] for name in men]
    plan: dict[str, Any] = {
        "format": 1,
        "game": "westeros",
        "id": "westeros/test",
        "code": "W-TEST",
        "name": "Rules test",
        "columns": COLUMNS,
        "rows": ROWS,
        "rounds": 5,
        "houses": [
            {"id": house, "edge": house, "morale_end": "rout", "order_rating": dice, **side}
            for house, dice in zip(("south", "north"), rolled, strict=True)
        ],
        "momentum": 0 if solo is None else 1 - solo,
        "morale_start": morale,
        "hexes": _hexes(terrain or {}),
        "types": [_type(name, (types or {}).get(name, {})) for name in dict.fromkeys(used)],
        "commanders": [_commander(name, figures=figures) for name in men],
        "cards": deck,
        "units": [
            {
                "seat": int(row[0][0] == "N"),
                "number": row[0],
                "type": row[1],
                "rank": row[2],
                "c": int(row[3].strip("()").split(",")[0]),
                "r": int(row[3].strip("()").split(",")[1]),
                "commander": row[4] if len(row) > 4 else "",
            }
            for row in rows
        ],
        "objectives": [],
        "special": [],
        "victory": [
            {"who": -1, "points": 1, "when": "immediate", "condition": "enemy_unit_eliminated"}
        ],
        "decide": None,
        "instant": None,
        "tie": "morale",
        "options": {"unlimited_order_tokens": True, **(options or {})},
        **changes,
    }
    game = _core.Game(plan)
    for seed in count():
        table = Table(game.new_initial_state(seed))
        for action in setup:
            table.go(action)
        if all(map(_filled, table.see["pools"], wanted, rolled)):
            break
    if solo is not None:
        table.do("pass")
    return table


class Table(Played):
    """A battle with actions written as text."""

    def unit(self, number: str) -> dict[str, Any]:
        found: dict[str, Any] = next(u for u in self.see["units"] if u["number"] == number)
        return found

    def at(self, number: str) -> tuple[int, int] | None:
        unit = self.unit(number)
        return (unit["c"], unit["r"]) if unit["on_map"] else None

    def figures(self, number: str) -> int:
        return int(self.unit(number)["figures"])

    def partner(self, number: str) -> str | None:
        other = self.unit(number)["engaged_with"]
        if other is None or isinstance(other, str):
            return other
        return str(next(u["number"] for u in self.see["units"] if u["id"] == other))

    def hex(self, c: int, r: int) -> dict[str, Any]:
        found: dict[str, Any] = next(h for h in self.see["hexes"] if (h["c"], h["r"]) == (c, r))
        return found

    def lead(
        self, card: str, commander: str, *numbers: str, box: int = 0, tactic: str | None = "no"
    ) -> Table:
        """Play a card, order these units with it, and answer for the tactic, unless None."""
        self.do(f"lead {card} {commander}")
        if self.asks == "choose_command_box":
            self.do(f"choose_command_box {box}")
        for number in numbers:
            if self.asks == "choose_ordered_units":
                self.do(f"choose_ordered_unit {number}")
        if self.asks == "choose_ordered_units":
            self.do("end_ordered_units")
        assert all(self.unit(number)["ordered"] for number in numbers)
        if self.asks == "choose_tactic" and tactic is not None:
            self.do(f"choose_tactic {tactic}")
        return self

    def order(self, number: str) -> Table:
        """Order a unit by any token, or pair of tokens, that can."""
        can = [x for x in self.options() if x.startswith("token") and x.split()[-1] == number]
        return self.do(sorted(can, key=lambda x: ("token V" in x or "M" in x, x))[0])

    def moves(self, number: str) -> set[tuple[int, int]]:
        """Return the hexes that an ordered unit may move to."""
        texts = self.options(f"choose_move {number} ")
        return {(int(c), int(r)) for c, r in (t.strip("()").split(",") for t in texts)}

    def stay(self) -> Table:
        if self.asks == "choose_move":
            self.do("end_moves")
        return self

    def attack(self, number: str, target: str, *rolls: str, mode: str = "melee") -> Table:
        """Attack with an ordered unit; the roll of the attack is "attack" if no name is given."""
        self.stay()
        named = [roll if " " in roll else f"attack {roll}" for roll in rolls]
        return self.do(f"choose_attack {number} {mode} {target}", *named)

    def strike(self, number: str, target: str, *rolls: str, mode: str = "melee") -> Table:
        """Order a unit and attack with it."""
        return self.order(number).attack(number, target, *rolls, mode=mode)

    def targets(self, number: str, mode: str = "melee") -> list[str]:
        """Return the targets of an ordered unit."""
        return self.stay().options(f"choose_attack {number} {mode} ")

    def dice(self, number: str, target: str, mode: str = "melee", roll: str = "attack") -> int:
        """Return how many dice an ordered unit's attack rolls."""
        self.stay()
        for n in range(1, 13):
            with suppress(_core.IllegalAction):
                self.copy().do(f"choose_attack {number} {mode} {target}", f"{roll} " + "R" * n)
                return n
        raise AssertionError("no number of dice fits")

    def end(self) -> Table:
        """End the turn of the player in turn, choosing nothing."""
        for last in ("end_moves", "end_attacks"):
            if last in self.options():
                self.do(last)
        return self


def spread(table: Table, action: str, of: Callable[[Table], Any]) -> Spread:
    """Return the exact chances of what an action leads to."""
    return table.spread(action, of)


def mean(chances: Spread) -> Fraction:
    """Return the mean of a spread of numbers."""
    return sum((Fraction(x) * chance for x, chance in chances.items()), Fraction(0))


def expected(
    table: Table, action: str, value: Callable[[Table], Fraction | int], ask: str
) -> Fraction:
    """Return the mean value when the decision ``ask`` is taken for the highest mean."""
    total = Fraction(0)
    for after, chance in table.outcomes(action):
        if after.asks == ask:
            best = max(
                sum((c * value(x) for x, c in after.outcomes(option)), Fraction(0))
                for option in after.options()
            )
        else:
            best = Fraction(value(after))
        total += chance * best
    return total
