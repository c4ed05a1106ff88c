"""The leaders of the area map: what is drawn of one, and how much room it takes.

Rules: G2.1, G2.2, G2.7, G2.8, 2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from pysim.viewer.warriors.facts import Board, Leader, points_words
from pysim.viewer.warriors.ink import badge, label, length, pill, pill_width, shorten, sign
from pysim.viewer.warriors.palette import GOLD, INK, NOBODY, PAPER, TINT, TROOPS

__all__ = [
    "Item",
    "cell_height",
    "draw_cell",
    "draw_items",
    "draw_line",
    "items_height",
    "leader_words",
    "name_room",
    "troop_items",
]

_NAME = 11.0
_LINE = 13.5
_GAP = 4.0
_SIGN = 12.0
_INDENT = 17.0

Draw = Callable[[float, float], str]


@dataclass(frozen=True, slots=True)
class Item:
    """Something small on a line: its width, and how to draw it at a left side and a middle."""

    width: float
    draw: Draw


def name_room(leader: Leader) -> float:
    """Tell how wide the first line of a leader is."""
    return _INDENT + length(leader.name, _NAME, bold=leader.commander) + 5


def troop_items(
    points: Mapping[str, int], classes: Mapping[str, str], *, dashed: bool = False
) -> list[Item]:
    """Make a pill of each troop type."""
    items = []
    for words in points_words(points):
        fill = TROOPS.get(classes.get(words.split(" ")[0], ""), PAPER)
        items.append(Item(pill_width(words), _pill_drawer(words, fill, dashed)))
    return items


def _pill_drawer(words: str, fill: str, dashed: bool, ink: str = INK) -> Draw:
    """Make the function that draws a pill."""
    return lambda x, y: pill(x, y, words, fill, ink=ink, dashed=dashed)


def _sign_item(name: str, colour: str) -> Item:
    """Make an item of a sign."""
    return Item(_SIGN, lambda x, y: sign(name, x + _SIGN / 2, y, colour))


def _rank(leader: Leader) -> Item:
    """Make the item with stars and ratings, which no line break divides."""
    rating = length(leader.rating, _NAME, bold=True)
    width = 9.5 * leader.stars + 3 + rating

    def draw(x: float, y: float) -> str:
        stars = "".join(
            sign("star", x + 4.8 + 9.5 * index, y, INK, scale=0.85) for index in range(leader.stars)
        )
        words = label(x + 9.5 * leader.stars + 3, y + 4, leader.rating, _NAME, bold=True)
        return stars + words

    return Item(width, draw)


def _second_line(leader: Leader, classes: Mapping[str, str]) -> list[Item]:
    """List what stands under a leader's name: rank, marks, troops."""
    items = [_rank(leader)]
    if leader.king:
        items.append(_sign_item("crown", GOLD))
    if leader.longbow:
        items.append(_sign_item("bow", "#2f6b2f"))
    if leader.commander:
        items.append(Item(pill_width("BC"), _pill_drawer("BC", "#f6d568", False)))
    if leader.disgraced:
        items.append(Item(pill_width("disgr."), _pill_drawer("disgr.", "#3a3630", False, "#fff")))
    return items + troop_items(leader.troops, classes)


def items_height(items: list[Item], width: float) -> float:
    """Tell how high items are when they run on lines of this width."""
    return _LINE * len(_lines(items, width))


def draw_items(items: list[Item], x: float, y: float, width: float) -> str:
    """Draw items on lines of this width, the first line's upper side at ``y``."""
    parts = []
    for index, line in enumerate(_lines(items, width)):
        left = x
        for item in line:
            parts.append(item.draw(left, y + _LINE * (index + 0.5)))
            left += item.width + _GAP
    return "".join(parts)


def _lines(items: list[Item], width: float) -> list[list[Item]]:
    """Break items into lines."""
    lines: list[list[Item]] = []
    room = -1.0
    for item in items:
        if lines and item.width <= room:
            lines[-1].append(item)
        else:
            lines.append([item])
            room = width
        room -= item.width + _GAP
    return lines


def cell_height(leader: Leader, classes: Mapping[str, str], width: float) -> float:
    """Tell how high a leader's cell of this width is."""
    return 16.0 + items_height(_second_line(leader, classes), width - _INDENT - 3) + 2.0


def draw_cell(
    board: Board, leader: Leader, classes: Mapping[str, str], box: tuple[float, float, float]
) -> str:
    """Draw a leader with marks and troops in a cell, given left side, upper side and width."""
    x, y, width = box
    height = cell_height(leader, classes, width)
    inner = width - _INDENT - 3
    name = shorten(leader.name, _NAME, inner, bold=leader.commander)
    parts = [
        f'<g class="leader" data-leader="{escape(leader.id, {chr(34): "&quot;"})}">',
        f"<title>{escape(leader_words(board, leader))}</title>",
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height - 1:.1f}" rx="3" '
        f'fill="{TINT.get(leader.side, "#eceae4")}" stroke="{_rim(leader)}" '
        f'stroke-width="{1.8 if leader.commander else 0.6}"/>',
        _stripe(leader, x + width - 3, y, height - 1),
        badge(x + 8, y + 8.5, leader.side),
        label(x + _INDENT, y + 12.3, name, _NAME, bold=leader.commander),
        draw_items(_second_line(leader, classes), x + _INDENT, y + 16, inner),
        "</g>",
    ]
    return "".join(parts)


def _rim(leader: Leader) -> str:
    """Give the colour of a cell's frame; a battle commander has a golden one."""
    return GOLD if leader.commander else NOBODY


def _stripe(leader: Leader, x: float, y: float, height: float) -> str:
    """Draw the black stripe of a non-aligned leader. Rules: G2.2."""
    if leader.aligned in ("E", "F"):
        return ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="3" height="{height:.1f}" fill="#17171a"/>'


def draw_line(board: Board, leader: Leader, x: float, y: float, width: float) -> str:
    """Draw a leader on one line without troops, as the boxes beside the map show him."""
    rank = _rank(leader)
    marks = [item for item in _second_line(leader, {})[1:] if item.width == _SIGN]
    right = x + width - rank.width - 5
    room = right - x - _INDENT - (_SIGN + 2) * len(marks) - 4
    parts = [
        f'<g class="leader" data-leader="{escape(leader.id, {chr(34): "&quot;"})}">',
        f"<title>{escape(leader_words(board, leader))}</title>",
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="16" rx="3" '
        f'fill="{TINT.get(leader.side, "#eceae4")}"/>',
        _stripe(leader, x + width - 3, y, 16),
        badge(x + 8, y + 8, leader.side),
        label(x + _INDENT, y + 12, shorten(leader.name, _NAME, room), _NAME),
        rank.draw(right, y + 8),
    ]
    for index, item in enumerate(marks):
        parts.append(item.draw(right - (_SIGN + 2) * (index + 1), y + 8))
    return "".join([*parts, "</g>"])


def leader_words(board: Board, leader: Leader) -> str:
    """Describe a leader in words for the tooltip."""
    kind = "non-aligned" if leader.aligned not in ("E", "F") else "aligned"
    words = [
        f"{leader.name} ({leader.id})",
        f"{kind}, serves {board.side_name(leader.side)}",
        f"{leader.stars} star{'' if leader.stars == 1 else 's'}",
        f"bravery {leader.bravery}, battle {leader.battle}",
        f"home {board.area_name(leader.home)}",
        f"entered turn {leader.entry}"
        if leader.where != "future"
        else f"enters turn {leader.entry}",
    ]
    flags = ("king", "longbow", "disgraced", "commander")
    words += [flag for flag in flags if getattr(leader, flag)]
    troops = ", ".join(points_words(leader.troops))
    return "; ".join([*words, troops] if troops else words)
