"""Where a hex lies on the page: pointy-top hexes in horizontal rows.

Rules: W3.2, W3.4, W3.5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

__all__ = ["Layout", "hex_path", "neighbours"]

_SIDE = 40.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Page positions of hex centres; row 0 lies at the bottom, odd rows half a hex to the east."""

    rows: int
    columns: int
    left: float
    top: float
    side: float = _SIDE

    @property
    def step(self) -> float:
        """Width of one hex, which is also the distance between two neighbours."""
        return sqrt(3.0) * self.side

    @property
    def width(self) -> float:
        """Width of the whole board."""
        return self.step * self.columns

    @property
    def height(self) -> float:
        """Height of the whole board."""
        return self.side * (1.5 * (self.rows - 1) + 2.0)

    def centre(self, c: int, r: int) -> tuple[float, float]:
        """Give the page position of the centre of hex ``(c, r)``. Rules: W3.4."""
        x = self.left + self.step * (c + 0.5 + 0.5 * (r % 2))
        y = self.top + self.side * (1.0 + 1.5 * (self.rows - 1 - r))
        return x, y


def hex_path(side: float) -> str:
    """Give the outline of a pointy-top hex around the origin as SVG points."""
    half = sqrt(3.0) * side / 2.0
    corners: Iterable[tuple[float, float]] = (
        (0.0, -side),
        (half, -side / 2),
        (half, side / 2),
        (0.0, side),
        (-half, side / 2),
        (-half, -side / 2),
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def neighbours(c: int, r: int) -> tuple[tuple[int, int], ...]:
    """List the six hexes around ``(c, r)``: E, W, NE, NW, SE, SW. Rules: W3.5."""
    east = r % 2
    return (
        (c + 1, r),
        (c - 1, r),
        (c + east, r + 1),
        (c + east - 1, r + 1),
        (c + east, r - 1),
        (c + east - 1, r - 1),
    )
