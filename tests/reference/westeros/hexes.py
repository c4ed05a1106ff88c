"""The grid: neighbours, distance, zone of control, home-ward hexes (W3.4-W3.7, W8.11)."""

from __future__ import annotations

from collections.abc import Collection

__all__ = [
    "EVEN_ROW",
    "ODD_ROW",
    "Hex",
    "cube",
    "distance",
    "homeward",
    "neighbours",
    "steps_between",
    "zone_of_control",
]

Hex = tuple[int, int]
"""Column and row of W3.4: r = 0 is the southern row, c = 0 the western hex."""

EVEN_ROW = {"E": (1, 0), "W": (-1, 0), "NE": (0, 1), "NW": (-1, 1), "SE": (0, -1), "SW": (-1, -1)}
ODD_ROW = {"E": (1, 0), "W": (-1, 0), "NE": (1, 1), "NW": (0, 1), "SE": (1, -1), "SW": (0, -1)}


def neighbours(at: Hex) -> dict[str, Hex]:
    """Give the six hexes around a hex by direction, on the board or not (table under W3.5)."""
    c, r = at
    table = EVEN_ROW if r % 2 == 0 else ODD_ROW
    return {name: (c + dc, r + dr) for name, (dc, dr) in table.items()}


def cube(at: Hex) -> tuple[int, int, int]:
    """Give the cube coordinates (q, r, -q-r) with q = c - (r - (r mod 2))/2 (W3.6, W3.13)."""
    c, r = at
    q = c - (r - r % 2) // 2
    return q, r, -q - r


def distance(a: Hex, b: Hex) -> int:
    """Give the distance max(|dq|, |dr|, |dq+dr|) (W3.6)."""
    qa, ra, _ = cube(a)
    qb, rb, _ = cube(b)
    dq, dr = qb - qa, rb - ra
    return max(abs(dq), abs(dr), abs(dq + dr))


def steps_between(a: Hex, b: Hex, *, within: Collection[Hex] | None = None) -> int | None:
    """Count the steps from hex to hex by breadth-first search, the check of W3.6.

    Args:
        a: where to begin.
        b: where to end.
        within: hexes to stay on; without it the plane has no edge.

    Returns:
        The least number of steps, or None when there is no way.
    """
    reached = {a}
    border = {a}
    steps = 0
    while b not in reached:
        border = {
            after
            for at in border
            for after in neighbours(at).values()
            if after not in reached and (within is None or after in within)
        }
        if not border:
            return None
        reached |= border
        steps += 1
    return steps


def zone_of_control(at: Hex, playable: Collection[Hex]) -> set[Hex]:
    """Give the hexes at distance 0 to 2 of a commander, whatever lies between (W3.7)."""
    return {other for other in playable if distance(at, other) <= 2}


def homeward(at: Hex, edge: str) -> set[Hex]:
    """Give the two adjacent hexes nearer one's own edge, on the board or not (W3.5, W8.11)."""
    around = neighbours(at)
    if edge == "south":
        return {around["SE"], around["SW"]}
    if edge == "north":
        return {around["NE"], around["NW"]}
    raise ValueError(f"edge must be 'south' or 'north', not {edge!r}")
