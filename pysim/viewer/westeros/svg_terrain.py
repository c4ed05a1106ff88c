"""The ground of the SVG board: hexes, roads, overlays, fire, devastation, objectives.

Rules: W3.18, W3.20, W3.40, W3.41, W11.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pysim.viewer.westeros.geometry import Layout, hex_path, neighbours
from pysim.viewer.westeros.palette import NEUTRAL, TERRAIN, house_colours

__all__ = ["DEFINITIONS", "coordinates", "ground", "has_road", "objective", "overlay", "roads"]

_TREE = (
    '<path d="M0,-9 L6,3 H-6 Z" fill="#3f6b3a"/>'
    '<rect x="-1.2" y="3" width="2.4" height="4" fill="#6b4a2b"/>'
)

DEFINITIONS = f"""
<g id="pysim-tree">{_TREE}</g>
<g id="pysim-forest"><use href="#pysim-tree" x="-21" y="4"/><use href="#pysim-tree" x="20" y="6"/>
<use href="#pysim-tree" x="-11" y="-19"/><use href="#pysim-tree" x="12" y="-18"/>
<use href="#pysim-tree" x="-8" y="24"/><use href="#pysim-tree" x="9" y="25"/>
<use href="#pysim-tree" x="0" y="4"/></g>
<g id="pysim-hill" fill="none" stroke="#8a6a3a" stroke-width="2.2" stroke-linecap="round">
<path d="M-26,6 q9,-17 18,0"/><path d="M8,8 q9,-17 18,0"/><path d="M-10,-12 q10,-18 20,0"/>
<path d="M-11,27 q10,-16 21,0"/></g>
<g id="pysim-river" fill="none" stroke="#3f86bd" stroke-width="2" stroke-linecap="round">
<path d="M-26,-10 q6.5,-6 13,0 t13,0 t13,0 t13,0"/><path d="M-26,4 q6.5,-6 13,0 t13,0 t13,0 t13,0"/>
<path d="M-20,18 q6.5,-6 13,0 t13,0 t13,0"/></g>
<g id="pysim-forest_river"><use href="#pysim-river"/><use href="#pysim-tree" x="-16" y="-16"/>
<use href="#pysim-tree" x="17" y="-14"/><use href="#pysim-tree" x="0" y="26"/></g>
<g id="pysim-forest_road"><use href="#pysim-tree" x="-18" y="-14"/>
<use href="#pysim-tree" x="18" y="-14"/>
<use href="#pysim-tree" x="-17" y="19"/><use href="#pysim-tree" x="17" y="20"/></g>
<g id="pysim-building"><g stroke="#5b4636" stroke-width="1.2">
<path d="M-22,-4 h16 v15 h-16 Z" fill="#efe2cf"/>
<path d="M-25,-4 L-14,-15 L-3,-4 Z" fill="#a9583e"/><path d="M4,-10 h17 v21 h-17 Z" fill="#efe2cf"/>
<path d="M1,-10 L12.5,-23 L24,-10 Z" fill="#a9583e"/>
<path d="M-8,14 h15 v13 h-15 Z" fill="#efe2cf"/>
<path d="M-11,14 L-0.5,4 L10,14 Z" fill="#a9583e"/></g></g>
<g id="pysim-marsh" fill="none" stroke="#4d7057" stroke-width="1.8" stroke-linecap="round">
<path d="M-22,-6 v-8 M-26,-6 l-3,-6 M-18,-6 l3,-6 M-29,-5 h14"/>
<path d="M18,-6 v-8 M14,-6 l-3,-6 M22,-6 l3,-6 M11,-5 h14"/>
<path d="M0,24 v-8 M-4,24 l-3,-6 M4,24 l3,-6 M-7,25 h14"/>
<path d="M-24,12 h10 M14,12 h10 M-4,0 h9" stroke="#6f9fb5"/></g>
<g id="pysim-lake" fill="none" stroke="#e4f1fb" stroke-width="1.6" stroke-linecap="round">
<path d="M-22,-8 h14 M6,-14 h12 M-8,6 h16 M-20,18 h10 M8,20 h12"/></g>
<g id="pysim-outpost"><path d="M-13,24 V-14 h4 v-7 h5 v7 h8 v-7 h5 v7 h4 V24 Z" fill="#8d8479"
 stroke="#4b443d" stroke-width="1.4"/>
<path d="M-4,24 v-11 q4,-6 8,0 v11 Z" fill="#4b443d"/></g>
<g id="pysim-ford"><g fill="#d8cfae" stroke="#7d7353" stroke-width="1">
<ellipse cx="-19" cy="-15" rx="6" ry="4"/>
<ellipse cx="-3" cy="-22" rx="5.5" ry="3.6"/><ellipse cx="15" cy="-15" rx="6.5" ry="4"/>
<ellipse cx="-20" cy="15" rx="6" ry="4"/>
<ellipse cx="0" cy="24" rx="6.5" ry="4"/><ellipse cx="19" cy="14" rx="5.5" ry="3.6"/>
<ellipse cx="0" cy="0" rx="6" ry="4"/></g></g>
<g id="pysim-hidden_ford"><g fill="#9fc4d8" stroke="#3f6f8f" stroke-width="1"
 stroke-dasharray="3 2"><ellipse cx="-18" cy="-14" rx="6" ry="4"/>
<ellipse cx="14" cy="-16" rx="6.5" ry="4"/><ellipse cx="-14" cy="16" rx="6" ry="4"/>
<ellipse cx="18" cy="14" rx="5.5" ry="3.6"/><ellipse cx="0" cy="0" rx="6" ry="4"/></g></g>
<g id="pysim-bridge"><path d="M-30,-12 H30 V12 H-30 Z" fill="#b98a56" stroke="#5d4023"
 stroke-width="1.6"/>
<path d="M-21,-12 v24 M-12,-12 v24 M-3,-12 v24 M6,-12 v24 M15,-12 v24 M24,-12 v24"
 stroke="#7d5a33" stroke-width="1.2"/></g>
<g id="pysim-stone_bridge"><path d="M-30,-13 H30 V13 H-30 Z" fill="#b5b2ac" stroke="#5a5752"
 stroke-width="2"/>
<path d="M-30,-4 h60 M-30,5 h60 M-18,-13 v9 M2,-13 v9 M20,-13 v9 M-10,-4 v9 M12,-4 v9"
 stroke="#85817a" stroke-width="1.1"/></g>
<g id="pysim-palisade"><path d="M-27,28 v-12 l3.5,-5 l3.5,5 v12 Z m8,4 v-12 l3.5,-5 l3.5,5 v12 Z
 m8,4 v-12 l3.5,-5 l3.5,5 v12 Z
m8,-1 v-12 l3.5,-5 l3.5,5 v12 Z m8,-4 v-12 l3.5,-5 l3.5,5 v12 Z" transform="translate(3.5 -3)"
 fill="#a5723f" stroke="#593a1b"
 stroke-width="1.1"/></g>
<g id="pysim-tent"><path d="M0,-21 L24,19 H-24 Z" fill="#f4ecd8" stroke="#7a6a4d"
 stroke-width="1.6"/>
<path d="M0,-9 L8,19 H-8 Z" fill="#9a855f"/>
<path d="M0,-21 v-7 l8,3 l-8,3" fill="#c2473c" stroke="#7a6a4d" stroke-width="1"/></g>
<g id="pysim-siege_engine" stroke="#4a3018" stroke-width="2.4" fill="none"
 stroke-linecap="round"><path d="M-20,12 H20 M-14,12 L2,-10
 L14,12"/><path d="M-18,4 L22,-20" stroke-width="3.4"/>
<circle cx="-14" cy="17" r="6" fill="#a5723f"/>
<circle cx="14" cy="17" r="6" fill="#a5723f"/><circle cx="23" cy="-20" r="4.2" fill="#6c6a66"/></g>
<g id="pysim-fire"><path d="M0,13 C-13,12 -13,-2 -6,-8 C-6,-3 -3,-2 -2,-4 C-4,-12 2,-16 4,-19
 C4,-12 12,-6 12,2 C12,9 6,13 0,13 Z"
 fill="#ef6a1f" stroke="#a8330b" stroke-width="1.3"/>
<path d="M0,12 C-6,11 -6,4 -1,-1 C0,3 6,3 5,8 C5,11 3,12 0,12 Z" fill="#ffd34d"/></g>
<g id="pysim-devastated" stroke="#3a332c" stroke-width="3" stroke-linecap="round" opacity="0.55">
<path d="M-20,-20 L20,20 M20,-20 L-20,20"/></g>
<g id="pysim-flag"><path d="M0,9 V-9" stroke="#222" stroke-width="1.8" stroke-linecap="round"/></g>
""".strip()

_ROADS = frozenset({"road", "forest_road"})
_BRIDGES = frozenset({"bridge", "stone_bridge"})
_DRAWN = frozenset(
    {
        "forest",
        "hill",
        "river",
        "forest_river",
        "forest_road",
        "building",
        "marsh",
        "lake",
        "outpost",
    }
)


def ground(layout: Layout, row: Mapping[str, Any]) -> str:
    """Draw one hex: its terrain, and what burnt it down."""
    x, y = layout.centre(row["c"], row["r"])
    terrain = str(row["terrain"])
    burnt = bool(row["devastated"])
    fill = "#a79f92" if burnt else TERRAIN.get(terrain, TERRAIN["plains"])
    parts = [
        f'<g transform="translate({x:.1f} {y:.1f})"><polygon points="{hex_path(layout.side)}" '
        f'fill="{fill}" '
        'stroke="#7c7a62" stroke-width="1"/>'
    ]
    if burnt:
        parts.append('<use href="#pysim-devastated"/>')
    elif terrain in _DRAWN:
        parts.append(f'<use href="#pysim-{terrain}"/>')
    parts.append(f"<title>({row['c']},{row['r']}) {_words(row)}</title></g>")
    return "".join(parts)


def roads(layout: Layout, hexes: Mapping[tuple[int, int], Mapping[str, Any]]) -> str:
    """Join neighbouring road and bridge hexes by a path. Rules: W3.19."""
    lines: list[str] = []
    for (c, r), row in hexes.items():
        if not _is_road(row):
            continue
        x, y = layout.centre(c, r)
        near = [hexes[place] for place in neighbours(c, r) if place in hexes]
        joined = [other for other in near if _is_road(other)]
        for other in joined:
            far_x, far_y = layout.centre(other["c"], other["r"])
            lines.append(f"M{x:.1f},{y:.1f} L{(x + far_x) / 2:.1f},{(y + far_y) / 2:.1f}")
        if not joined and row["token"] not in _BRIDGES:
            lines.append(f"M{x - 18:.1f},{y:.1f} h36")
    path = " ".join(lines)
    if not path:
        return ""
    return (
        f'<path d="{path}" fill="none" stroke="#8d7750" stroke-width="15" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#d9c391" stroke-width="11.5" '
        'stroke-linecap="round"/>'
    )


def overlay(
    layout: Layout, row: Mapping[str, Any], hexes: Mapping[tuple[int, int], Mapping[str, Any]]
) -> str:
    """Draw the terrain token and the fire of a hex, and its coordinates. Rules: W3.20, W3.40."""
    x, y = layout.centre(row["c"], row["r"])
    parts = [f'<g transform="translate({x:.1f} {y:.1f})">']
    if row["token"]:
        turn = (
            ' transform="rotate(90)"' if row["token"] in _BRIDGES and _crosses(row, hexes) else ""
        )
        parts.append(f'<use href="#pysim-{row["token"]}"{turn}/>')
    if row["fire"]:
        parts.append(
            '<use href="#pysim-fire" transform="translate(-24 6) scale(0.9)"/><text x="-24" '
            'y="15" font-size="12" '
            'font-weight="bold" fill="#5b1a04" stroke="#fff3c4" stroke-width="2.5" '
            'paint-order="stroke" '
            f'text-anchor="middle">{row["fire"]}</text>'
        )
    return "".join([*parts, "</g>"])


def coordinates(layout: Layout, row: Mapping[str, Any]) -> str:
    """Write a hex's column and row, with a light rim so that nothing below hides it."""
    x, y = layout.centre(row["c"], row["r"])
    return (
        f'<text x="{x:.1f}" y="{y - 28:.1f}" font-size="7.5" fill="#2f2d1e" stroke="#f4f1dc" '
        'stroke-width="2" stroke-linejoin="round" paint-order="stroke" '
        f'text-anchor="middle">{row["c"]},{row["r"]}</text>'
    )


def objective(layout: Layout, row: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Draw the ring and the flag of an objective in its owner's colour. Rules: W11.7."""
    owner = row["objective"]
    if owner is None:
        return ""
    x, y = layout.centre(row["c"], row["r"])
    colour = NEUTRAL if owner < 0 else house_colours(plan, owner)[0]
    ring = hex_path(layout.side - 4)
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><polygon points="{ring}" fill="none" '
        'stroke="#201d14" '
        f'stroke-width="6.5"/><polygon points="{ring}" fill="none" stroke="{colour}" '
        'stroke-width="4"/>'
        '<g transform="translate(19 -17)"><use href="#pysim-flag"/><path d="M0,-9 h13 l-4,4.5 '
        'l4,4.5 h-13 Z" '
        f'fill="{colour}" stroke="#201d14" stroke-width="1.2"/></g></g>'
    )


def has_road(row: Mapping[str, Any]) -> bool:
    """Tell whether a hex's ground is a road that is not burnt down."""
    return row["terrain"] in _ROADS and not row["devastated"]


def _is_road(row: Mapping[str, Any]) -> bool:
    """Tell whether a path is drawn through a hex."""
    return row["token"] in _BRIDGES or has_road(row)


def _crosses(row: Mapping[str, Any], hexes: Mapping[tuple[int, int], Mapping[str, Any]]) -> bool:
    """Tell whether the water runs east and west, so that a bridge over it runs north and south."""
    sides = ((row["c"] - 1, row["r"]), (row["c"] + 1, row["r"]))
    return any(place in hexes and "river" in hexes[place]["terrain"] for place in sides)


def _words(row: Mapping[str, Any]) -> str:
    """Describe a hex in words for the tooltip."""
    words = [str(row["terrain"]).replace("_", " ")]
    if row["token"]:
        words.append(str(row["token"]).replace("_", " "))
    if row["fire"]:
        words.append(f"fire {row['fire']}")
    if row["devastated"]:
        words.append("devastated")
    return ", ".join(words)
