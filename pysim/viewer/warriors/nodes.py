"""The areas of the SVG map: a box each with name, value, control, leaders and loose troops.

Rules: G3.1, G3.2, 2.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from pysim.viewer.warriors.cells import (
    Item,
    cell_height,
    draw_cell,
    draw_items,
    items_height,
    name_room,
    troop_items,
)
from pysim.viewer.warriors.facts import Board, Leader, points_words
from pysim.viewer.warriors.ink import badge, label, length, shorten, sign
from pysim.viewer.warriors.palette import CLOTH, GOLD, INK, NOBODY, PAPER, SOFT
from pysim.viewer.warriors.spread import Box

__all__ = ["Node", "draw_node", "make_nodes"]

_LEAST, _MOST = 122.0, 178.0
_PAD = 4.0
_ID = 9.5
_LOOSE = "unassigned"
_MOST_NAME = 170.0
_FEW, _COLUMNS, _HIGHEST = 4, ((10, 5), (18, 6)), 8


@dataclass(frozen=True, slots=True)
class Node:
    """An area ready to be drawn: what stands in it, and how large its box is."""

    row: Mapping[str, Any]
    state: Mapping[str, Any]
    columns: tuple[tuple[Leader, ...], ...]
    cell: float
    head: float
    width: float
    height: float
    loose: tuple[Item, ...]

    @property
    def neutral(self) -> bool:
        """Whether nobody ever controls the area."""
        return bool(self.row["kind"] == "neutral")


def troop_classes(board: Board) -> dict[str, str]:
    """Give the class of each troop type."""
    return {row["id"]: row["class"] for row in board.plan["troops"]}


def make_nodes(board: Board) -> dict[str, Node]:
    """Measure all areas."""
    classes = troop_classes(board)
    states = {row["id"]: row for row in board.state["areas"]}
    return {
        row["id"]: _measure(row, states[row["id"]], board.at(row["id"]), classes)
        for row in board.plan["areas"]
    }


def _measure(
    row: Mapping[str, Any],
    state: Mapping[str, Any],
    leaders: list[Leader],
    classes: Mapping[str, str],
) -> Node:
    """Find the size of one area's box. Rules: G3.1."""
    head, size = _head(row)
    columns = _columns(leaders)
    cell = min(_MOST, max([_LEAST, *(name_room(leader) for leader in leaders)]))
    title = min(length(str(row["name"]), size, bold=True), _MOST_NAME)
    title += length(str(row["id"]), _ID) + 2 * head + 22
    title += 30 if state["aggressor"] else 0
    inner = max(title, cell * len(columns) + _PAD * (len(columns) - 1))
    cell = (inner - _PAD * (len(columns) - 1)) / max(1, len(columns))
    tallest = max(
        (sum(cell_height(leader, classes, cell) for leader in column) for column in columns),
        default=0.0,
    )
    loose = tuple(_loose(state, classes))
    below = items_height(list(loose), inner) + 3 if loose else 0.0
    height = head + (tallest + _PAD if leaders else 0) + below + _PAD
    return Node(row, state, columns, cell, head, inner + 2 * _PAD, height, loose)


def _head(row: Mapping[str, Any]) -> tuple[float, float]:
    """Give the height of the name's bar and the size of the name: more for a higher value."""
    value = 0 if row["kind"] == "neutral" else int(row["value"])
    return 17.0 + 3.0 * value, 11.0 + 1.5 * value


def _columns(leaders: list[Leader]) -> tuple[tuple[Leader, ...], ...]:
    """Divide leaders into columns: one for a few; of many, each side has its own."""
    if len(leaders) <= _FEW:
        return (tuple(leaders),) if leaders else ()
    most = next((high for total, high in _COLUMNS if len(leaders) <= total), _HIGHEST)
    columns: list[tuple[Leader, ...]] = []
    for _, group in groupby(leaders, key=lambda leader: leader.side):
        side = list(group)
        per = -(-len(side) // -(-len(side) // most))
        columns += [tuple(side[start : start + per]) for start in range(0, len(side), per)]
    return tuple(columns)


def _loose(state: Mapping[str, Any], classes: Mapping[str, str]) -> list[Item]:
    """List the unassigned points of an area behind their word."""
    items = troop_items(state["unassigned"], classes, dashed=True)
    if not items:
        return []
    width = length(_LOOSE, _ID)
    return [Item(width + 2, lambda x, y: label(x + 2, y + 3.4, _LOOSE, _ID, fill=SOFT)), *items]


def draw_node(board: Board, node: Node, box: Box) -> str:
    """Draw an area at its place."""
    parts = [
        f'<g class="area" data-area={quoteattr(str(node.row["id"]))}>',
        f"<title>{escape(_words(board, node))}</title>",
        _frame(board, node, box),
        _bar(node, box),
    ]
    classes = troop_classes(board)
    left = box.left + _PAD
    for column in node.columns:
        top = box.top + node.head + _PAD
        for leader in column:
            parts.append(draw_cell(board, leader, classes, (left, top, node.cell)))
            top += cell_height(leader, classes, node.cell)
        left += node.cell + _PAD
    if node.loose:
        items = list(node.loose)
        inner = node.width - 2 * _PAD
        top = box.bottom - items_height(items, inner) - _PAD
        parts.append(draw_items(items, box.left + _PAD, top, inner))
    return "".join([*parts, "</g>"])


def _frame(board: Board, node: Node, box: Box) -> str:
    """Draw the box: golden while it is fought over, dashed if neutral."""
    battle = board.state.get("battle")
    fought = battle is not None and battle["area"] == node.row["id"]
    rim = _cloth(node)
    shape = (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="5"'
    )
    dash = ' stroke-dasharray="5 3"' if node.neutral else ""
    glow = f'{shape} fill="none" stroke="{GOLD}" stroke-width="9"/>' if fought else ""
    return f'{glow}{shape} fill="{PAPER}" stroke="{rim}" stroke-width="2.2"{dash}/>'


def _cloth(node: Node) -> str:
    """Give the colour of whoever controls an area."""
    return CLOTH.get(str(node.state["control"]), NOBODY)


def _bar(node: Node, box: Box) -> str:
    """Draw the bar with control, name, id, aggressor and value."""
    head, size = _head(node.row)
    control = str(node.state["control"])
    middle = box.top + head / 2
    ink = INK if node.neutral or not control else "#ffffff"
    fill = "#f4f1e6" if node.neutral else (_cloth(node) if control else "#cfcbbf")
    right = box.right - head / 2 - 2
    parts = [
        f'<path d="M{box.left + 1:.1f},{box.top + head:.1f} v{-head + 5:.1f} q0,-4 4,-4 '
        f'h{box.width - 10:.1f} q4,0 4,4 v{head - 5:.1f} Z" fill="{fill}"/>'
    ]
    x = box.left + 6
    if control:
        parts.append(badge(x + head / 2 - 3, middle, control, size=head - 6))
        x += head - 1
    name = shorten(str(node.row["name"]), size, _MOST_NAME, bold=True)
    parts.append(label(x, middle + size * 0.36, name, size, fill=ink, bold=True))
    x += length(name, size, bold=True) + 5
    parts.append(label(x, middle + size * 0.36, str(node.row["id"]), _ID, fill=ink))
    parts.append(_value(node, right, middle, head))
    if node.state["aggressor"]:
        parts.append(_aggressor(str(node.state["aggressor"]), right - head / 2 - 28, middle))
    return "".join(parts)


def _value(node: Node, x: float, y: float, head: float) -> str:
    """Draw the value of an area in a disc; a neutral one has none."""
    if node.neutral:
        return ""
    radius = head / 2 - 2.5
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#fffdf2" stroke="{INK}"/>'
        + label(
            x, y + radius * 0.55, str(node.row["value"]), radius * 1.55, bold=True, anchor="middle"
        )
    )


def _aggressor(side: str, x: float, y: float) -> str:
    """Draw the aggressor marker: crossed swords and the side."""
    return (
        f'<g class="aggressor"><rect x="{x:.1f}" y="{y - 7:.1f}" width="27" height="14" rx="3" '
        f'fill="#fffdf2" stroke="{CLOTH[side]}" stroke-width="1.6"/>'
        f"{sign('swords', x + 7.5, y, INK, scale=0.9)}{badge(x + 19.5, y, side, size=10)}</g>"
    )


def _words(board: Board, node: Node) -> str:
    """Describe an area in words for the tooltip."""
    words = [f"{node.row['name']} ({node.row['id']})"]
    if node.neutral:
        words.append("neutral")
    else:
        words += [
            f"value {node.row['value']}",
            f"controlled by {board.side_name(str(node.state['control']))}",
        ]
    if node.row["recruits"]:
        words.append(f"raises {', '.join(node.row['recruits'])}")
    if node.state["aggressor"]:
        words.append(f"aggressor {board.side_name(str(node.state['aggressor']))}")
    loose = ", ".join(points_words(node.state["unassigned"]))
    return "; ".join([*words, f"unassigned {loose}"] if loose else words)
