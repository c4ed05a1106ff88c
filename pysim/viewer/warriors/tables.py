"""The plan of an area map as lines of text: leaders by turn, borders, troops, and the aims.

Rules: G2.1, G2.3, G3.6, G11.1 to G11.6, tables 2.2 and 2.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pysim.viewer.warriors.facts import BORDERS, border_words

__all__ = ["aims", "border_lines", "leader_lines", "troop_lines"]

_LINE = 77
_COMMANDERS: Mapping[str, str] = {
    "any": "any",
    "knight": "see G9.5",
    "burgundian": "see G9.5, G9.6",
    "aligned": "aligned",
}


def leader_lines(plan: Mapping[str, Any]) -> list[str]:
    """Write the leaders as a table in the order of their arrival; the first line heads it.

    Each has turn of entry, id, side, rank, bravery and battle rating, home and name.
    """
    rows = [("turn", "id", "side", "stars", "rating", "home", "name")]
    last = None
    for row in sorted(plan["leaders"], key=lambda leader: int(leader["entry"])):
        entry = int(row["entry"])
        turn = "" if entry == last else (f"{entry:>4}" if entry else " set")
        last = entry
        rating = f"{row['bravery']}-{row['battle']}"
        name = str(row["name"]) + (", longbow" if row["longbow"] else "")
        side, stars = str(row["side"]), "*" * int(row["stars"])
        rows.append((turn, str(row["id"]), side, stars, rating, str(row["home"]), name))
    return _table(rows)


def border_lines(plan: Mapping[str, Any]) -> list[str]:
    """Write each area's neighbours by the type of border; the first line tells the limits."""
    limits = plan["border_limits"]
    near: dict[str, dict[str, list[str]]] = {
        area["id"]: {code: [] for code in BORDERS} for area in plan["areas"]
    }
    order = list(near)
    for one, other, code in plan["borders"]:
        near[one][code].append(other)
        near[other][code].append(one)
    told = (f"{word} {border_words(code, limits)}" for code, word in BORDERS.items())
    lines = [f"leaders that may cross: {', '.join(told)}"]
    for area, kinds in near.items():
        told = (
            f"{BORDERS[code]} {' '.join(sorted(found, key=order.index))}"
            for code, found in kinds.items()
            if found
        )
        lines.append(f"{area:<4} {'; '.join(told)}")
    return lines


def troop_lines(plan: Mapping[str, Any]) -> list[str]:
    """Write the troop types as a table; the first line heads it."""
    rows = [("id", "name", "class", "pool", "raised in", "commanders")]
    for row in plan["troops"]:
        kind = row["id"]
        places = " ".join(area["id"] for area in plan["areas"] if kind in area["recruits"])
        pool = "-" if row["pool"] < 0 else str(row["pool"])
        who = _COMMANDERS.get(row["commanders"], " ".join(row["listed"]))
        where = row["home"] or places or "any"
        rows.append((kind, str(row["name"]), str(row["class"]), pool, where, who))
    return _table(rows)


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Write rows in columns; a last cell that is too long for a terminal is cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        line = "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        lines.append(line if len(line) <= _LINE else f"{line[: _LINE - 1]}…")
    return lines


def aims(plan: Mapping[str, Any]) -> list[str]:
    """Tell in words what gives points and what wins."""
    charts = plan["charts"]
    points = charts["vp"]
    return [
        f"At the end of each turn: {_by_number(points['value'], 'controlled area of value')}",
        *_capitals(plan),
        f"For the enemy of a leader killed in battle: "
        f"{_by_number(points['killed'], 'leader of rank')}, "
        f"{points['king']} more if he was king",
        "For the keeper of each captive at the end of a turn: the stars of the captive",
        f"A lead of {charts['margin']} or more at the end of a turn wins at once",
        f"Otherwise whoever leads after turn {plan['rounds']} wins; 0 is a draw",
    ]


def _by_number(points: list[int], what: str) -> str:
    """Tell the points for each number from 1 up, equal ones together."""
    told = []
    for worth in sorted(set(points[1:]), reverse=True):
        numbers = [str(number) for number, one in enumerate(points) if number and one == worth]
        told.append(f"{worth} for each {what} {' or '.join(numbers)}")
    return ", ".join(told)


def _capitals(plan: Mapping[str, Any]) -> list[str]:
    """Tell what the enemy's capital is worth."""
    names = {row["id"]: str(row["name"]) for row in plan["areas"]}
    sides = {row["letter"]: str(row["id"]).title() for row in plan["sides"]}
    more = plan["charts"]["vp"]["capitals"]
    return [
        f"{sides[letter]}: {more} more for control of "
        f"{names.get(plan['capitals'][other], plan['capitals'][other])}"
        for letter, other in (("E", "F"), ("F", "E"))
        if plan["capitals"].get(other)
    ]
