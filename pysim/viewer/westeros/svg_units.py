"""The units of the SVG board: banners, commanders and engagement tokens.

Rules: W2.3, W2.8, W5.9, W7.11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from pysim.viewer.westeros.geometry import Layout
from pysim.viewer.westeros.palette import RANKS, house_colours

__all__ = ["DEFINITIONS", "commander_name", "engagement", "unit", "unit_state"]

DEFINITIONS = """
<g id="pysim-infantry"><path d="M-1.6,8 V-7 L0,-10.5 L1.6,-7 V8 Z"/>
<rect x="-5.5" y="4.2" width="11" height="2.6" rx="1"/>
<rect x="-1.4" y="6" width="2.8" height="5.4" rx="1"/></g>
<g id="pysim-cavalry"><path d="M-6.5,11 C-6,4 -4,2 -1,-1 C-4,0 -6,1.5 -8,0 C-9,-1.6 -8,-3 -6.4,-4
 C-4.8,-7 -2,-9 1,-9.2 L2.4,-11.5 L3.6,-8.6
 C8.4,-6 9.6,1 8.6,11 Z"/></g>
<g id="pysim-ranged" fill="none" stroke-width="2" stroke-linecap="round">
<path d="M-5,-10 C7,-7 7,7 -5,10" stroke-width="2.4"/>
<path d="M-5,-10 V10" stroke-width="1"/><path d="M-9,0 H8 M4.6,-3.2 L8.4,0 L4.6,3.2"/></g>
<path id="pysim-star" d="M0,-7 L2,-2.3 L7,-2 L3.2,1.2 L4.4,6.2 L0,3.5 L-4.4,6.2 L-3.2,1.2 L-7,-2
 L-2,-2.3 Z"/>
""".strip()

_BANNER = "M-22,-25 H22 V20 L11,14.5 L0,20 L-11,14.5 L-22,20 Z"


def unit(layout: Layout, row: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Draw one unit as a banner with rank band, class sign, figures, number and commander."""
    x, y = layout.centre(row["c"], row["r"])
    cloth, ink = house_colours(plan, row["seat"])
    active = bool(row["active"])
    edge = "#ffd447" if row.get("ordered") else "#17171a"
    if not active:
        edge = cloth
        cloth, ink = "#a5a5a2", "#f0f0ee"
    rank = str(row["rank"])
    parts = [
        f'<g transform="translate({x:.1f} {y + 1:.1f})"><path d="{_BANNER}" fill="{cloth}" '
        f'stroke="{edge}" '
        f'stroke-width="{1.8 if active else 3.2}" stroke-linejoin="round"/>',
        f'<rect x="-22" y="-25" width="44" height="11" fill="{RANKS.get(rank, "#777")}" '
        'stroke="#17171a" '
        f'stroke-width="1" opacity="{1 if active else 0.7}"/>',
        '<text y="-16.2" font-size="9" font-weight="bold" fill="#fff" '
        f'text-anchor="middle">{escape(str(row["number"]))}'
        "</text>",
        f'<g transform="translate(-9.5 0.5) scale(0.95)" fill="{ink}" stroke="{ink}" '
        'stroke-width="0.4">'
        f'<use href="#pysim-{row["class"]}"/></g>',
        (
            f'<text x="11" y="8" font-size="20" font-weight="bold" fill="{ink}" '
            f'text-anchor="middle">{row["figures"]}</text>'
        ),
    ]
    if row.get("commander"):
        parts.append(_commander(str(row["commander"]), plan))
    parts.extend((_marks(row), f"<title>{escape(_words(row, plan))}</title></g>"))
    return "".join(parts)


def engagement(
    layout: Layout, first: Mapping[str, Any], second: Mapping[str, Any], plan: Mapping[str, Any]
) -> str:
    """Draw the engagement token between two units in its owner's colour. Rules: W7.11."""
    x1, y1 = layout.centre(first["c"], first["r"])
    x2, y2 = layout.centre(second["c"], second["r"])
    owner = first["engagement_owner"]
    cloth, ink = house_colours(plan, first["seat"] if owner is None else owner)
    ends = [f"{x1 + (x2 - x1) * part:.1f},{y1 + (y2 - y1) * part:.1f}" for part in (0.37, 0.63)]
    line = f'<path d="M{ends[0]} L{ends[1]}" stroke-linecap="round" '
    return (
        f'{line}stroke="#101012" stroke-width="8"/>{line}stroke="{cloth}" stroke-width="5"/>'
        f'<g transform="translate({(x1 + x2) / 2:.1f} {(y1 + y2) / 2:.1f})"><circle r="8.5" '
        f'fill="{cloth}" stroke="{ink}" '
        f'stroke-width="1.6"/><path d="M-4,-4 L4,4 M4,-4 L-4,4" stroke="{ink}" stroke-width="2" '
        'stroke-linecap="round"/></g>'
    )


def commander_name(identifier: str, plan: Mapping[str, Any]) -> str:
    """Give the short name of a commander: the first word of his name."""
    for row in plan["commanders"]:
        if row["id"] == identifier:
            return str(row["name"]).split(" ")[0]
    return identifier.replace("_", " ").title()


def unit_state(row: Mapping[str, Any]) -> list[str]:
    """Tell formation, outpost side and defend token of a unit in words."""
    words = [
        str(row[key]).replace("_", " ") for key in ("formation", "outpost_side") if row.get(key)
    ]
    return [*words, "defend token"] if row.get("defend") else words


def _commander(identifier: str, plan: Mapping[str, Any]) -> str:
    """Draw the star and the name ribbon of the commander who leads a unit."""
    name = escape(commander_name(identifier, plan))
    width = max(30.0, 5.6 * len(name) + 19)
    return (
        f'<g transform="translate(0 20.5)"><rect x="{-width / 2:.1f}" y="-7" width="{width:.1f}" '
        'height="13" rx="6.5" '
        'fill="#1d1b1a" stroke="#f6c945" stroke-width="1.2"/>'
        f'<use href="#pysim-star" transform="translate({-width / 2 + 8:.1f} -0.5) scale(0.8)" '
        'fill="#f6c945"/>'
        f'<text x="6" y="2.8" font-size="9.5" fill="#fff" text-anchor="middle">{name}</text></g>'
    )


def _marks(row: Mapping[str, Any]) -> str:
    """Draw the small signs at a banner's side: formation, outpost side, defend token, moves.

    Rules: W3.30, W9.29, W9.60.
    """
    signs: list[str] = []
    if row.get("formation"):
        signs.append(str(row["formation"])[0].upper())
    if row.get("outpost_side"):
        signs.append(("T", "B")[row["outpost_side"] != "tower"])
    if row.get("defend"):
        signs.append("D")
    if row.get("moved"):
        signs.append("m")
    if row.get("attacked"):
        signs.append("a")
    return "".join(
        f'<g transform="translate(27 {-12 + 12 * index})"><circle r="5.6" fill="#fffbe6" '
        'stroke="#17171a"/>'
        f'<text y="3" font-size="8.5" font-weight="bold" text-anchor="middle">{sign}</text></g>'
        for index, sign in enumerate(signs)
    )


def _words(row: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Describe a unit in words for the tooltip."""
    names = {kind["id"]: kind["name"] for kind in plan["types"]}
    words = (
        f"{row['number']} {names.get(row['type'], row['type'])}, {row['rank']} {row['class']}, "
        f"{row['figures']} figures"
    )
    if row.get("commander"):
        words += f", led by {commander_name(str(row['commander']), plan)}"
    words += "".join(f", {word}" for word in unit_state(row))
    return words if row["active"] else f"{words}, inactive"
