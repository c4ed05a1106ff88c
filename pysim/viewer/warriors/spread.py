"""Where the boxes of the areas go: near their places, and apart from each other."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Box", "spread"]

_ROUNDS = 250
_WIDER = 1.06
_SLACK = 0.01


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page by its centre."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """The left side."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The right side."""
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        """The upper side."""
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        """The lower side."""
        return self.y + self.height / 2

    def moved(self, dx: float, dy: float) -> Box:
        """Give the same box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def inflated(self, margin: float) -> Box:
        """Give a box that is larger on each side."""
        return Box(self.x, self.y, self.width + 2 * margin, self.height + 2 * margin)


def spread(boxes: list[Box], gap: float) -> list[Box]:
    """Push boxes apart until a gap is between any two; a map too crowded for that grows.

    A box stays on the side of its neighbour where it belongs. The same boxes always give the
    same places.

    >>> [box.x for box in spread([Box(0, 0, 10, 30), Box(4, 0, 10, 30)], 2)]
    [-4.0, 8.0]
    """
    while True:
        places = list(boxes)
        for _ in range(_ROUNDS):
            if not _push(places, boxes, gap):
                return places
        boxes = [
            Box(box.x * _WIDER + index, box.y * _WIDER, box.width, box.height)
            for index, box in enumerate(boxes)
        ]


def _push(places: list[Box], home: list[Box], gap: float) -> bool:
    """Push each pair that is too close apart by half each; tells whether there was any."""
    pushed = False
    for first in range(len(places)):
        for second in range(first + 1, len(places)):
            one, other = places[first], places[second]
            east = 1 if home[second].x >= home[first].x else -1
            south = 1 if home[second].y >= home[first].y else -1
            across = (one.width + other.width) / 2 + gap - east * (other.x - one.x)
            down = (one.height + other.height) / 2 + gap - south * (other.y - one.y)
            if across <= _SLACK or down <= _SLACK:
                continue
            pushed = True
            dx, dy = (east * across / 2, 0.0) if across < down else (0.0, south * down / 2)
            places[first], places[second] = one.moved(-dx, -dy), other.moved(dx, dy)
    return pushed
