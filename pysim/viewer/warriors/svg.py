"""One state of the area map as one self-contained SVG picture. Rules: G3.1 to G3.6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from pysim.viewer.warriors import borders, nodes, svg_panel
from pysim.viewer.warriors.facts import make_board
from pysim.viewer.warriors.ink import DEFINITIONS
from pysim.viewer.warriors.palette import BACK, SEA
from pysim.viewer.warriors.spread import Box, spread

__all__ = ["svg"]

_TOP = 76.0
_LEFT = 16.0
_SCALE = (12.4, 11.4)
_GAP = 24.0
_SHORE = 44.0
_LEAST = 700.0


def svg(
    description: Mapping[str, Any], plan: Mapping[str, Any], *, viewer: int | None = None
) -> str:
    """Draw a state as SVG text; well-formed, and in need of no other file.

    Args:
        description: what ``State.to_dict()`` or ``describe_plan(plan)`` gives.
        plan: the compiled scenario.
        viewer: the seat whose view it is, which the picture then says.
    """
    board = make_board(description, plan, viewer)
    drawn = nodes.make_nodes(board)
    boxes, width, height = _places(drawn)
    lines = borders.border_lines(board, boxes)
    panel_left = _LEFT + width + _GAP
    panels, panel_end = svg_panel.draw_panels(board, panel_left, _TOP)
    wide = panel_left + svg_panel.PANEL_WIDTH + _LEFT
    map_end = max(_TOP + height, panel_end)
    legend, end = svg_panel.draw_legend(board, _LEFT, map_end + 24, wide - 2 * _LEFT)
    body = [
        f'<rect width="{wide:.0f}" height="{end:.0f}" fill="{BACK}"/>',
        svg_panel.draw_header(board, wide),
        f'<rect x="{_LEFT:g}" y="{_TOP:g}" width="{width:.1f}" height="{map_end - _TOP:.1f}" '
        f'rx="8" fill="{SEA}"/>',
        *borders.draw_land(board, boxes, lines),
        *borders.draw_borders(board, lines),
        *(nodes.draw_node(board, node, boxes[area]) for area, node in drawn.items()),
        *panels,
        legend,
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{end:.0f}" '
        f'viewBox="0 0 {wide:.0f} {end:.0f}" font-family="Helvetica, Arial, \'Liberation Sans\', '
        "'DejaVu Sans', sans-serif\">"
        f"<title>{escape(str(plan['name']))}</title>"
        f"<defs>{DEFINITIONS}</defs>{''.join(body)}</svg>"
    )


def _places(drawn: Mapping[str, nodes.Node]) -> tuple[dict[str, Box], float, float]:
    """Place the boxes near their coordinates; gives them and the size of the map."""
    across = _SCALE[0] + _more([node.width for node in drawn.values()], 190)
    down = _SCALE[1] + _more([node.height for node in drawn.values()], 110)
    wanted = [
        Box(float(node.row["x"]) * across, float(node.row["y"]) * down, node.width, node.height)
        for node in drawn.values()
    ]
    found = spread(wanted, _GAP)
    left = min(box.left for box in found) - _SHORE
    top = min(box.top for box in found) - _SHORE
    width = max(_LEAST, max(box.right for box in found) + _SHORE - left)
    height = max(box.bottom for box in found) + _SHORE - top
    moved = [box.moved(_LEFT - left, _TOP - top) for box in found]
    return dict(zip(drawn, moved, strict=True)), width, height


def _more(sizes: list[float], usual: float) -> float:
    """Tell how much farther apart areas are drawn if one of them is large."""
    return max(0.0, max(sizes, default=0.0) - usual) / 100.0
