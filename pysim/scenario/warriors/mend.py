"""What the checks go on with where a warriors file has a wrong shape, so that it hides no more."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pysim.scenario.read import Report

__all__ = ["mend"]

_STAND_INS: dict[str, Any] = {
    "game": "warriors",
    "code": "?",
    "name": "?",
    "era": "hyw",
    "turns": 12,
    "initiative": "E",
    "rules": {},
    "capitals": {"E": "ENG", "F": "IDF"},
    "options": {},
}
"""Values of the scenario that bring no more problems."""

_DATA = ("areas", "borders", "troops", "leaders", "charts")
_WHOLE = ("setup", "control", "kings", "sources")


def mend(data: dict[str, Any], path: list[str | int], report: Report) -> None:
    """Take out what is wrong at a path, or put something plain there; tell which names are gone."""
    top = str(path[0]) if path else ""
    if top in _DATA:
        _mend_data(data, top, path, report)
    elif top in _STAND_INS:
        data[top] = copy.copy(_STAND_INS[top])
        report.broken.add(top)
    elif top == "position":
        _mend_position(data, path, report)
    elif top in _WHOLE and len(path) > 1 and isinstance(data.get(top), dict):
        data[top].pop(path[1], None)
        report.broken.add(str(path[1]))
    elif top:
        data[top] = {}


def _mend_data(data: dict[str, Any], top: str, path: list[str | int], report: Report) -> None:
    """Put the shipped record in the place of a wrong one, or take it out."""
    shipped = report.shipped(top)
    if len(path) < 2 or not isinstance(data.get(top), dict):
        data[top] = copy.deepcopy(shipped)
        return
    name = str(path[1])
    if name in shipped:
        data[top][name] = copy.deepcopy(shipped[name])
    else:
        data[top].pop(name, None)
    report.broken.add(name)


def _mend_position(data: dict[str, Any], path: list[str | int], report: Report) -> None:
    """Take a wrong record out of a table of the position, or the position as a whole."""
    position = data.get("position")
    table = position.get(path[1]) if isinstance(position, dict) and len(path) > 2 else None
    if isinstance(table, dict):
        table.pop(path[2], None)
        report.broken.add(str(path[2]))
    else:
        data.pop("position", None)
