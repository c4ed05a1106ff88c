"""Colours of the area map; every one of them is doubled by a letter, a shape or a line."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "BACK",
    "CLOTH",
    "COAST",
    "GOLD",
    "INK",
    "LAND",
    "NOBODY",
    "PAPER",
    "SEA",
    "SOFT",
    "TINT",
    "TROOPS",
]

BACK = "#f1ebd8"
PAPER = "#fbf8ec"
INK = "#2a261d"
SOFT = "#5a543f"
SEA = "#d5e4ea"
LAND = "#ece3c6"
COAST = "#a9b7a6"
GOLD = "#e0a100"

NOBODY = "#77736a"
CLOTH: Mapping[str, str] = {"E": "#a8201f", "F": "#1f4f9e"}
TINT: Mapping[str, str] = {"E": "#f9e3df", "F": "#e0e9f8"}

TROOPS: Mapping[str, str] = {
    "infantry": "#e9dcb8",
    "longbow": "#cfe3bd",
    "knight": "#d9d9de",
    "gunner": "#f3d3ae",
    "mercenary": "#e3d3ea",
}
