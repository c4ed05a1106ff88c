"""Colours and short signs that the SVG board and the terminal board share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "FACES",
    "NEUTRAL",
    "RANKS",
    "TERRAIN",
    "TERRAIN_SIGNS",
    "TOKEN_SIGNS",
    "ZONES",
    "house_colours",
    "house_name",
    "morale_zone",
]

TERRAIN: Mapping[str, str] = {
    "plains": "#dfe3b4",
    "forest": "#8fb07a",
    "hill": "#d3b98a",
    "river": "#8fbfe0",
    "forest_river": "#7fb3b4",
    "road": "#dfe3b4",
    "forest_road": "#8fb07a",
    "building": "#dccbb8",
    "marsh": "#a9bd9f",
    "lake": "#6ba3d0",
    "outpost": "#c9c3bb",
}

# The signs are the codes of map files (WD3.2); only a hidden ford has none there.
TERRAIN_SIGNS: Mapping[str, str] = {
    "plains": ".",
    "forest": "F",
    "hill": "H",
    "river": "~",
    "forest_river": "%",
    "road": "=",
    "forest_road": ":",
    "building": "V",
    "marsh": "M",
    "lake": "L",
    "outpost": "O",
}

TOKEN_SIGNS: Mapping[str, str] = {
    "": "",
    "ford": "f",
    "hidden_ford": "u",
    "bridge": "w",
    "stone_bridge": "b",
    "palisade": "P",
    "tent": "T",
    "siege_engine": "C",
}

RANKS: Mapping[str, str] = {"green": "#2e9e4f", "blue": "#2f6fd0", "red": "#d8342f"}

FACES: Mapping[str, str] = {
    "G": "#2e9e4f",
    "B": "#2f6fd0",
    "R": "#d8342f",
    "V": "#7a3fa0",
    "M": "#26262a",
}

ZONES: Mapping[str, str] = {
    "steady": "#ffffff",
    "grey": "#b9b9b9",
    "green": "#79c27d",
    "yellow": "#efd34f",
    "red": "#dd4b41",
}

NEUTRAL = "#fdfdf6"

_HOUSES: Mapping[str, tuple[str, str]] = {
    "stark": ("#54687c", "#f2f5f7"),
    "lannister": ("#8e1f24", "#f4cf63"),
    "tully": ("#20518f", "#f3c9c0"),
}
_SEATS: tuple[tuple[str, str], ...] = (("#54687c", "#f2f5f7"), ("#8e1f24", "#f4cf63"))


def house_colours(plan: Mapping[str, Any], seat: int) -> tuple[str, str]:
    """Give the cloth and the ink colour of a seat's House."""
    return _HOUSES.get(str(plan["houses"][seat]["id"]), _SEATS[seat % 2])


def house_name(plan: Mapping[str, Any], seat: int) -> str:
    """Give the House's name as text, or ``nobody`` for seat -1."""
    if seat < 0:
        return "nobody"
    return str(plan["houses"][seat]["id"]).replace("_", " ").title()


def morale_zone(depth: int) -> str:
    """Name the zone that colours a space of the morale track. Rules: W8.20."""
    for last, zone in ((0, "steady"), (2, "grey"), (6, "green"), (9, "yellow")):
        if depth <= last:
            return zone
    return "red"
