"""The ground of the area map: land, coasts, and borders by type.

A border is told by the shape of its line as well as by its colour: a clear one is a plain
line, an obstructed one has cross strokes, a river is a double line, a sea lane is dotted.
Rules: G3.3 to G3.6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from xml.sax.saxutils import escape, quoteattr

from pysim.viewer.warriors.facts import BORDERS, Board, border_words
from pysim.viewer.warriors.palette import COAST, LAND
from pysim.viewer.warriors.routes import Point, Triangle, path_of, route
from pysim.viewer.warriors.spread import Box

__all__ = ["Border", "border_lines", "draw_borders", "draw_land", "land_fields", "stroke"]

Border = tuple[str, str, str, list[Point]]
"""Two areas, the type, and the points of the line."""

_WIDE = 84.0
_ROUND = 30.0
_LINES: Mapping[str, tuple[str, ...]] = {
    "C": ('stroke="#7d5a2c" stroke-width="3.2"',),
    "O": (
        'stroke="#4a3018" stroke-width="2"',
        'stroke="#4a3018" stroke-width="12" stroke-dasharray="2.2 5.5"',
    ),
    "R": ('stroke="#215f8f" stroke-width="8.4"', 'stroke="#dff0fa" stroke-width="4"'),
    "S": ('stroke="#33597a" stroke-width="3.6" stroke-linecap="round" stroke-dasharray="0.1 8"',),
}


def border_lines(board: Board, boxes: Mapping[str, Box]) -> list[Border]:
    """Find the line of each border: its two areas, its type, its points.

    Sea lanes keep away from the land where they can.
    """
    fields = land_fields(board, boxes)
    lines = []
    for one, other, code in board.plan["borders"]:
        rest = [box for area, box in boxes.items() if area not in (one, other)]
        dry = fields if code == "S" else ()
        lines.append((one, other, code, route(boxes[one], boxes[other], rest, dry)))
    return lines


def land_fields(board: Board, boxes: Mapping[str, Box]) -> list[Triangle]:
    """Find the ground between any three areas that meet by land."""
    near: dict[str, set[str]] = {area: set() for area in boxes}
    for one, other, code in board.plan["borders"]:
        if code != "S":
            near[one].add(other)
            near[other].add(one)
    order = list(boxes)
    return [
        ((boxes[a].x, boxes[a].y), (boxes[b].x, boxes[b].y), (boxes[c].x, boxes[c].y))
        for a, b, c in combinations(order, 3)
        if b in near[a] and c in near[a] and c in near[b]
    ]


def stroke(code: str, data: str) -> str:
    """Draw a line as a border of a type."""
    return "".join(f'<path d="{data}" fill="none" {style}/>' for style in _LINES[code])


def draw_borders(board: Board, lines: Sequence[Border]) -> list[str]:
    """Draw all borders, the sea lanes below the others."""
    limits = board.plan["border_limits"]
    ordered = sorted(lines, key=lambda line: "SCOR".index(line[2]))
    return [
        f'<g class="border" data-between={quoteattr(f"{one} {other}")} data-type="{code}">'
        f"<title>{escape(board.area_name(one))} - {escape(board.area_name(other))}: "
        f"{BORDERS[code]}, leaders that may cross: {border_words(code, limits)}</title>"
        f"{stroke(code, path_of(points))}</g>"
        for one, other, code, points in ordered
    ]


def draw_land(board: Board, boxes: Mapping[str, Box], lines: Sequence[Border]) -> list[str]:
    """Draw the land around areas and the borders that join them by land, first its coast."""
    parts = []
    inland = "".join(f"{path_of(field)} Z " for field in land_fields(board, boxes))
    for grow, colour in ((2.0, COAST), (0.0, LAND)):
        for box in boxes.values():
            large = box.inflated(_ROUND + grow)
            parts.append(
                f'<rect x="{large.left:.1f}" y="{large.top:.1f}" width="{large.width:.1f}" '
                f'height="{large.height:.1f}" rx="{_ROUND + grow:g}" fill="{colour}"/>'
            )
        for _, _, code, points in lines:
            if code != "S":
                parts.append(
                    f'<path d="{path_of(points)}" fill="none" stroke="{colour}" '
                    f'stroke-width="{_WIDE + 2 * grow:g}" stroke-linecap="round" '
                    'stroke-linejoin="round"/>'
                )
    if inland:
        parts.append(f'<path d="{inland}" fill="{LAND}"/>')
    return parts
