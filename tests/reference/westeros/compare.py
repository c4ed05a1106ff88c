"""What the reference allows at a decision, as the texts of the core's actions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.reference.westeros.attack import legal_targets, scorch_hexes
from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.movement import order_moves
from tests.reference.westeros.position import Position, Unit
from tests.reference.westeros.retreat import retreat_hexes

__all__ = ["attacks_of", "hexes_in", "moves_of", "numbers_in", "retreating_units"]

HEX = re.compile(r"\((\d+),\s*(\d+)\)")
NUMBER = re.compile(r"\b([SLNA]\d+)\b")


def hexes_in(text: str) -> list[Hex]:
    """Read the hexes that an action's text names."""
    return [(int(c), int(r)) for c, r in HEX.findall(text)]


def numbers_in(text: str) -> list[str]:
    """Read the unit numbers that an action's text names."""
    return NUMBER.findall(text)


def moves_of(position: Position, unit: Unit) -> set[str]:
    """Give the texts of all legal moves of a unit (W5.31, W6.4)."""
    return {f"choose_move {unit.number} ({c},{r})" for c, r in order_moves(position, unit)}


def attacks_of(position: Position, unit: Unit) -> set[str]:
    """Give the texts of all legal attacks of a unit (W5.32, W7.5)."""
    fights = {
        f"choose_attack {unit.number} {mode} {target}"
        for target, mode in legal_targets(position, unit)
    }
    fires = {
        f"choose_attack {unit.number} scorch ({c},{r})" for c, r in scorch_hexes(position, unit)
    }
    return fights | fires


def retreating_units(position: Position, seat: int, offered: Iterable[Hex]) -> set[str]:
    """Give the units of a seat whose legal next retreat hexes are exactly those offered (W8.11)."""
    wanted = set(offered)
    return {
        unit.number
        for unit in position.units.values()
        if unit.seat == seat and retreat_hexes(position, unit, unit.at) == wanted
    }
