"""One state as one self-contained SVG picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from pysim.viewer.westeros import svg_panel, svg_terrain, svg_units
from pysim.viewer.westeros.geometry import Layout
from pysim.viewer.westeros.palette import house_name

__all__ = ["svg"]

_TOP = 92.0
_LEFT = 16.0
_GAP = 18.0


def svg(
    description: Mapping[str, Any], plan: Mapping[str, Any], *, viewer: int | None = None
) -> str:
    """Draw a state as SVG text.

    ``description`` is what ``State.to_dict()`` gives (or ``describe_plan(plan)``), ``plan`` the
    compiled scenario. With ``viewer`` the picture says whose view it is. The text needs no other
    file, and is well-formed XML.

    >>> from pysim.scenario import load_compiled
    >>> from pysim.viewer import describe_plan, svg
    >>> plan = load_compiled("westeros/kingsroad")
    >>> svg(describe_plan(plan), plan).startswith("<svg ")
    True
    """
    description = {**description, "viewer": viewer}
    layout = Layout(rows=int(plan["rows"]), columns=int(plan["columns"]), left=_LEFT, top=_TOP)
    panel_left = _LEFT + layout.width + _GAP
    width = panel_left + svg_panel.PANEL_WIDTH + _LEFT
    panels, panel_bottom = _panels(description, plan, panel_left)
    legend, legend_bottom = svg_panel.legend(
        description, _LEFT + 4, _TOP + layout.height + 42, layout.width
    )
    height = max(legend_bottom, panel_bottom) + 16
    body = [
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#f1ebd8"/>',
        svg_panel.header(description, plan, width),
        *_board(description, plan, layout),
        *_edges(description, plan, layout),
        *panels,
        legend,
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="Helvetica, Arial, \'DejaVu '
        "Sans', sans-serif\">"
        f"<title>{escape(str(plan['name']))}</title>"
        f"<defs>{svg_terrain.DEFINITIONS}{svg_units.DEFINITIONS}</defs>{''.join(body)}</svg>"
    )


def _board(description: Mapping[str, Any], plan: Mapping[str, Any], layout: Layout) -> list[str]:
    """Draw the ground, what lies on it, and the units on top."""
    hexes = {(row["c"], row["r"]): row for row in description["hexes"]}
    units = [row for row in description["units"] if row["on_map"]]
    by_id = {row["id"]: row for row in units}
    parts = [svg_terrain.ground(layout, row) for row in hexes.values()]
    parts.append(svg_terrain.roads(layout, hexes))
    parts += [svg_terrain.overlay(layout, row, hexes) for row in hexes.values()]
    parts += [svg_terrain.objective(layout, row, plan) for row in hexes.values()]
    parts += [svg_units.unit(layout, row, plan) for row in units]
    for row in units:
        other = row["engaged_with"]
        if other is not None and other in by_id and row["id"] < other:
            parts.append(svg_units.engagement(layout, row, by_id[other], plan))
    parts += [svg_terrain.coordinates(layout, row) for row in hexes.values()]
    return parts


def _edges(description: Mapping[str, Any], plan: Mapping[str, Any], layout: Layout) -> list[str]:
    """Write each House's name along its edge. Rules: W3.5."""
    middle = layout.left + layout.width / 2
    places = {"north": layout.top - 8, "south": layout.top + layout.height + 18}
    return [
        f'<text x="{middle:.0f}" y="{places[edge]:.0f}" font-size="13" letter-spacing="3" '
        'font-weight="bold" '
        f'fill="#5a543f" text-anchor="middle">{edge.upper()}: '
        f"{escape(house_name(plan, seat).upper())}</text>"
        for seat, edge in enumerate(description["edges"])
        if edge in places
    ]


def _panels(
    description: Mapping[str, Any], plan: Mapping[str, Any], left: float
) -> tuple[list[str], float]:
    """Draw both House panels, the northern one on top; gives them and where they end."""
    order = sorted((0, 1), key=lambda seat: description["edges"][seat] != "north")
    parts: list[str] = []
    top = _TOP
    for seat in order:
        part, tall = svg_panel.house_panel(description, plan, seat, left, top)
        parts.append(part)
        top += tall + _GAP
    return parts, top - _GAP
