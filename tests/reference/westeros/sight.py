"""Line of sight in exact fractions (W3.9-W3.14, W3.34, W9.4)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from tests.reference.westeros import terrain
from tests.reference.westeros.hexes import Hex, cube, distance, neighbours
from tests.reference.westeros.position import Place, Position, Unit

__all__ = ["between", "dogs_see", "hill_group", "sees", "tower_sees"]

HALF = Fraction(1, 2)


def _hex_of(q: int, r: int) -> Hex:
    """Turn cube coordinates back into column and row (W3.6)."""
    return q + (r - r % 2) // 2, r


def between(a: Hex, b: Hex) -> list[set[Hex]]:
    """Give, for each point i/N of the way, the hex or the two hexes it lies on (W3.13)."""
    n = distance(a, b)
    start, end = cube(a), cube(b)
    found = []
    for i in range(1, n):
        point = [Fraction(s * (n - i) + e * i, n) for s, e in zip(start, end, strict=True)]
        halves = [k for k, value in enumerate(point) if value - floor(value) == HALF]
        if not halves:
            q, r, _ = (floor(value + HALF) for value in point)
            found.append({_hex_of(q, r)})
            continue
        first, second = halves
        both = set()
        for up, down in ((first, second), (second, first)):
            whole = [int(value) if value.denominator == 1 else 0 for value in point]
            whole[up], whole[down] = ceil(point[up]), floor(point[down])
            both.add(_hex_of(whole[0], whole[1]))
        found.append(both)
    return found


def hill_group(places: dict[Hex, Place], at: Hex) -> set[Hex]:
    """Give the connected group of hill hexes around a hill hex (W3.14a)."""
    group: set[Hex] = set()
    border = {at} if at in places and terrain.is_hill(places[at]) else set()
    while border:
        group |= border
        border = {
            near
            for here in border
            for near in neighbours(here).values()
            if near in places and near not in group and terrain.is_hill(places[near])
        }
    return group


def sees(position: Position, a: Hex, b: Hex) -> bool:
    """Tell whether sight is free between two hexes (W3.10-W3.14)."""
    return _free(position, a, b, set())


def dogs_see(position: Position, dogs: Unit, b: Hex) -> bool:
    """Tell whether war dogs see a hex: friends do not block, rivers do (W9.4)."""
    friends = {unit.at for unit in position.units.values() if unit.seat == dogs.seat}
    return _free(position, dogs.at, b, friends, dogs=True)


def tower_sees(position: Position, a: Hex, b: Hex) -> bool:
    """Tell whether a ranged unit in a tower sees a hex: only hills block it (W3.34)."""
    return all(any(not _hill_blocks(position, a, b, at) for at in step) for step in between(a, b))


def _free(position: Position, a: Hex, b: Hex, unseen: set[Hex], *, dogs: bool = False) -> bool:
    """Tell whether on each point of the way at least one hex does not block (W3.12, W3.13)."""
    return all(
        any(not _blocks(position, a, b, at, unseen, dogs=dogs) for at in step)
        for step in between(a, b)
    )


def _blocks(position: Position, a: Hex, b: Hex, at: Hex, unseen: set[Hex], *, dogs: bool) -> bool:
    """Tell whether one hex on the way blocks (W3.11, W3.14, W9.4).

    A half hex outside the board holds neither unit nor terrain, so it does not block.
    """
    place = position.places.get(at)
    if place is None:
        return False
    if dogs and terrain.blocks_dogs(place):
        return True
    if terrain.blocks_sight(place) or _hill_blocks(position, a, b, at):
        return True
    if at not in position.occupied() or at in unseen:
        return False
    elevated = _on_hill(position, a) or _on_hill(position, b)
    return terrain.is_hill(place) or not elevated


def _on_hill(position: Position, at: Hex) -> bool:
    """Tell whether a hex is a hill (W3.14)."""
    return at in position.places and terrain.is_hill(position.places[at])


def _hill_blocks(position: Position, a: Hex, b: Hex, at: Hex) -> bool:
    """Tell whether a hill between blocks (W3.14a).

    It does unless both ends stand on hills and every hill between, as W3.13 finds the hexes
    between, belongs to the same connected group as both ends.
    """
    if not _on_hill(position, at):
        return False
    group = hill_group(dict(position.places), a)
    if b not in group:
        return True
    hills = {here for step in between(a, b) for here in step if _on_hill(position, here)}
    return not hills <= group
