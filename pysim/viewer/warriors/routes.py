"""How the line of a border runs from area to area without passing behind a third one."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from pysim.viewer.warriors.spread import Box

__all__ = ["Point", "Triangle", "path_of", "route"]

Point = tuple[float, float]
Triangle = tuple[Point, Point, Point]

_MARGIN = 9.0
_SAMPLES = 20
_BENDS = (
    (0.0, 0.5),
    *(
        (turn * bend, skew)
        for bend in (0.1, 0.2, 0.32, 0.45, 0.6)
        for skew in (0.5, 0.7, 0.3)
        for turn in (1, -1)
    ),
)
_FLAT = tuple((bend, skew) for bend, skew in _BENDS if abs(bend) < 0.3)


def route(
    first: Box, second: Box, others: Sequence[Box], land: Sequence[Triangle] = ()
) -> list[Point]:
    """Give the points of a line between two boxes that keeps clear of the others.

    Straight if that is free; else the flattest bow that is free; else around the corners. With
    ``land`` wide bows will do, too, and the one that crosses least of it is taken.
    """
    near = [box.inflated(_MARGIN) for box in others]
    start, end = (first.x, first.y), (second.x, second.y)
    best: list[Point] = []
    least = 1 << 30
    for bend, skew in _BENDS if land else _FLAT:
        points = _bow(start, end, bend, skew)
        legs = list(pairwise(points))
        if any(_hits(a, b, box) for box in near for a, b in legs):
            continue
        dry = sum(_inside(point, field) for point in points for field in land)
        if dry < least:
            best, least = points, dry
        if not dry:
            break
    if not best:
        return _around(start, end, near)
    return best


def path_of(points: Sequence[Point]) -> str:
    """Write points as the data of an SVG path."""
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _bow(start: Point, end: Point, bend: float, skew: float) -> list[Point]:
    """Give points of a curve that bends off the straight line by a part of its length.

    ``skew`` says where along the line it bends most.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    handle = (
        start[0] + skew * dx - 2 * bend * dy,
        start[1] + skew * dy + 2 * bend * dx,
    )
    points = []
    for index in range(_SAMPLES + 1):
        t = index / _SAMPLES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(
            (
                a * start[0] + b * handle[0] + c * end[0],
                a * start[1] + b * handle[1] + c * end[1],
            )
        )
    return points


def _inside(point: Point, field: Triangle) -> bool:
    """Tell whether a point lies in a triangle."""
    x, y = point
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(field, (field[1], field[2], field[0]), strict=True)
    ]
    return min(turns) > 0 or max(turns) < 0


def _hits(a: Point, b: Point, box: Box) -> bool:
    """Tell whether a straight line enters a box."""
    low, high = 0.0, 1.0
    for start, step, least, most in (
        (a[0], b[0] - a[0], box.left, box.right),
        (a[1], b[1] - a[1], box.top, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not least < start < most:
                return False
            continue
        ends = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return high - low > 1e-6


def _around(start: Point, end: Point, boxes: Sequence[Box]) -> list[Point]:
    """Give the shortest line from corner to corner; straight if the boxes shut it in."""
    corners = [
        (x, y)
        for box in boxes
        for x in (box.left - 0.5, box.right + 0.5)
        for y in (box.top - 0.5, box.bottom + 0.5)
    ]
    points = [start, end, *corners]
    best: dict[int, float] = {0: 0.0}
    came: dict[int, int] = {}
    heap = [(hypot(end[0] - start[0], end[1] - start[1]), 0)]
    closed: set[int] = set()
    while heap:
        _, here = heappop(heap)
        if here == 1:
            break
        if here in closed:
            continue
        closed.add(here)
        for there, point in enumerate(points):
            if there in closed:
                continue
            way = best[here] + _distance(points[here], point)
            if way >= best.get(there, 1e12):
                continue
            if any(_hits(points[here], point, box) for box in boxes):
                continue
            best[there], came[there] = way, here
            heappush(heap, (way + _distance(point, end), there))
    if 1 not in came:
        return [start, end]
    line = [1]
    while line[-1] != 0:
        line.append(came[line[-1]])
    return [points[index] for index in reversed(line)]


def _distance(a: Point, b: Point) -> float:
    """Tell how far two points are apart."""
    return hypot(a[0] - b[0], a[1] - b[1])
