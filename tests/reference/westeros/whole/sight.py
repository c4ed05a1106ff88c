"""Line of sight (W3.9 to W3.14, W3.34, W9.4, W9.51)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, floor

from tests.reference.westeros.hexes import Hex, cube, distance
from tests.reference.westeros.whole.ground import FOREST, RIVERS, around, ruling
from tests.reference.westeros.whole.state import State, Unit

__all__ = ["between", "dogs_see", "sees", "sees_from"]

BLOCKING = FOREST | {"building", "outpost", "siege_engine"}


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


@cache
def _way(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    return tuple(tuple(sorted(step)) for step in between(a, b))


def sees_from(s: State, viewer: Unit, target: Hex) -> bool:
    """Tell whether a unit sees a hex, from a tower over everything but hills (W3.34)."""
    assert viewer.at is not None
    tower = viewer.in_tower and viewer.kind.cls == "ranged"
    return sees(s, viewer.at, target, tower=tower)


def sees(s: State, a: Hex, b: Hex, *, tower: bool = False) -> bool:
    """Tell whether on each point of the way at least one hex is free (W3.12, W3.13)."""
    return all(any(not _blocks(s, a, b, at, tower=tower) for at in step) for step in _way(a, b))


def dogs_see(s: State, a: Hex, b: Hex, seat: int) -> bool:
    """Tell whether war dogs find their way: friends do not block, rivers do (W9.4)."""
    return all(any(not _blocks(s, a, b, at, dogs=seat) for at in step) for step in _way(a, b))


def _blocks(s: State, a: Hex, b: Hex, at: Hex, *, tower: bool = False, dogs: int = -1) -> bool:
    """Tell whether one hex between blocks; half hexes never do (W3.11, W3.14)."""
    place = s.places.get(at)
    if place is None:
        return False
    row = ruling(place)
    if row == "hill" and _hill_blocks(s, a, b):
        return True
    if tower:
        return False
    if row in BLOCKING:
        return True
    if place.token in {"ford", "hidden_ford"}:
        row = place.terrain
        if row == "forest_river":
            return True
    if dogs >= 0 and row in RIVERS:
        return True
    unit = s.on_hex.get(at)
    if unit is None or unit.seat == dogs:
        return False
    return ruling(place) == "hill" or not (_hill(s, a) or _hill(s, b))


def _hill(s: State, at: Hex) -> bool:
    return at in s.places and ruling(s.places[at]) == "hill"


def _hill_blocks(s: State, a: Hex, b: Hex) -> bool:
    """Tell whether hills between block: unless all are in one group with both ends (W3.14a)."""
    if not (_hill(s, a) and _hill(s, b)):
        return True
    group: set[Hex] = set()
    border = {a}
    while border:
        group |= border
        border = {
            near for here in border for near in around(here) if _hill(s, near) and near not in group
        }
    hills = {at for step in _way(a, b) for at in step if _hill(s, at)}
    return b not in group or not hills <= group
