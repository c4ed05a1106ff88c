"""What the checks go on with where a Westeros file has a wrong shape, so that it hides no more."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pysim.scenario.read import Report

__all__ = ["mend"]

_ROW = {True: " ".join("." * 15), False: " ".join("." * 14)}
_STAND_INS: dict[str, Any] = {
    "code": "?",
    "name": "?",
    "rounds": 1,
    "map": [_ROW[r % 2 == 0] for r in range(15)],
    "burn_limits": {},
    "objectives": [],
    "special": [],
    "victory": [],
    "options": {},
}
"""Values of the battle that bring no more problems."""

_HOUSE: dict[str, Any] = {
    "order_rating": 1,
    "leadership_rating": 1,
    "command_tokens": 1,
    "morale_end": "rout",
}


def mend(data: dict[str, Any], path: list[str | int], report: Report) -> None:
    """Take out what is wrong at a path, or put something plain there; tell which names are gone."""
    top = str(path[0]) if path else ""
    if top in _STAND_INS:
        data[top] = copy.copy(_STAND_INS[top])
        report.broken.add(top)
    elif top == "houses":
        _mend_house(data, path)
    elif top == "momentum" and isinstance(data.get("houses"), dict):
        data[top] = next(iter(data["houses"]), "")
    elif top in {"decide", "instant", "tie", "morale_start"}:
        data.pop(top, None)
    elif len(path) > 1 and isinstance(data.get(top), dict):
        data[top].pop(path[1], None)
        report.broken.update((top, str(path[1])))


def _mend_house(data: dict[str, Any], path: list[str | int]) -> None:
    """Put a plain value where a House has a wrong one."""
    houses = data.get("houses")
    if not isinstance(houses, dict) or len(path) < 2:
        return
    rows = [row for name, row in houses.items() if name != path[1] and isinstance(row, dict)]
    edge = "south" if any(row.get("edge") == "north" for row in rows) else "north"
    plain = {**_HOUSE, "edge": edge}
    house = houses.get(path[1])
    if len(path) > 2 and isinstance(house, dict):
        house[path[2]] = plain[str(path[2])]
    else:
        houses[path[1]] = plain
