"""Where a unit may move (W6.1-W6.9, W3.19, W3.23, W9.1, W9.7)."""

from __future__ import annotations

from tests.reference.westeros import terrain
from tests.reference.westeros.hexes import Hex, neighbours
from tests.reference.westeros.position import Position, Unit

__all__ = ["advance_hexes", "may_enter", "may_leave", "order_moves", "pursue_hexes", "reachable"]


def may_enter(position: Position, unit: Unit, at: Hex) -> bool:
    """Tell whether a unit may enter a hex (W6.2, W6.9, W3.42; palisade row; B04.5)."""
    place = position.places.get(at)
    if place is None or at in position.occupied():
        return False
    if at in position.barred.get(unit.seat, frozenset()):
        return False
    return not terrain.impassable(place, unit.kind)


def may_leave(position: Position, unit: Unit) -> bool:
    """Tell whether the unit may move by its own order: not when a Fearsome enemy holds it.

    Rules: W6.6, W9.22.
    """
    partner = position.units.get(unit.engaged_with)
    return partner is None or "fearsome" not in partner.keywords


def reachable(position: Position, unit: Unit, allowance: int, *, road_bonus: bool) -> set[Hex]:
    """Give every hex that a move of up to ``allowance`` hexes can end on.

    One hex costs 1; stop terrain ends the move; a move along road hexes only, from its start,
    may be 1 hex longer (normal moves only).

    Rules: W6.1, W6.2, W6.3, W6.4, W3.16, W3.19.
    """
    places = position.places
    found: set[Hex] = set()
    border = {(unit.at, terrain.is_road(places[unit.at]) and road_bonus)}
    for step in range(1, allowance + 2):
        after: set[tuple[Hex, bool]] = set()
        for here, on_road in border:
            for at in neighbours(here).values():
                if not may_enter(position, unit, at):
                    continue
                still_on_road = on_road and terrain.is_road(places[at])
                if step > allowance and not still_on_road:
                    continue
                found.add(at)
                if not terrain.stops(places[at], places[here]):
                    after.add((at, still_on_road))
        border = after
    return found


def order_moves(position: Position, unit: Unit) -> set[Hex]:
    """Give the legal destinations of ``choose_move`` for an ordered unit that has not moved.

    Rules: W5.31, W6.1-W6.6, W3.19, W3.23.
    """
    # B03, rule 2: archers that an order has turned up may attack but not move.
    if unit.moved or unit.turned_up or not may_leave(position, unit):
        return set()
    if terrain.ruling(position.places[unit.at]) == "marsh":
        return reachable(position, unit, min(1, unit.allowance), road_bonus=False)
    return reachable(position, unit, unit.allowance, road_bonus=True)


def advance_hexes(position: Position, unit: Unit, left: Hex) -> set[Hex]:
    """Give the hex of an Advance, if it can be entered (W9.1, W9.14)."""
    return {left} if may_enter(position, unit, left) else set()


def pursue_hexes(position: Position, unit: Unit, left: Hex, value: int) -> set[Hex]:
    """Give the destinations of Pursue: the first hex is the one left, then W6 (W9.7, W9.10)."""
    if value < 1 or not may_enter(position, unit, left):
        return set()
    found = {left}
    places = position.places
    border = set() if terrain.stops(places[left], places[unit.at]) else {left}
    for _ in range(value - 1):
        after: set[Hex] = set()
        for here in border:
            for at in neighbours(here).values():
                if may_enter(position, unit, at):
                    found.add(at)
                    if not terrain.stops(places[at], places[here]):
                        after.add(at)
        border = after
    return found
