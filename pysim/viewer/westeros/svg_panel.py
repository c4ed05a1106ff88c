"""What stands around the SVG board: title line, morale track, one panel a House, legend.

Rules: W1.7, W8.20.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from pysim.viewer.westeros.geometry import hex_path
from pysim.viewer.westeros.palette import (
    FACES,
    NEUTRAL,
    RANKS,
    TERRAIN,
    ZONES,
    house_colours,
    house_name,
    morale_zone,
)
from pysim.viewer.westeros.svg_terrain import has_road
from pysim.viewer.words import fit

__all__ = ["PANEL_WIDTH", "header", "house_panel", "legend", "special_tokens", "status_line"]

PANEL_WIDTH = 250.0
_CELL = 13.0
_DEEPEST = 10
_TOKENS = ("ford", "hidden_ford", "bridge", "stone_bridge", "palisade", "tent", "siege_engine")


def status_line(description: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Say in one line where the game stands: round, and who decides what."""
    words = [f"Round {description['round']} of {plan['rounds']}"]
    if description["terminal"]:
        winner = description["winner"]
        won = "drawn" if winner is None or winner < 0 else f"{house_name(plan, winner)} won"
        way = str(description["way"]).replace("_", " ")
        words.append(f"{won} by {way}" if way != "none" else won)
    elif description["to_act"] >= 0:
        what = str(description["decision"]).replace("_", " ")
        words.append(f"{house_name(plan, description['to_act'])} to {what or 'act'}")
    viewer = description.get("viewer")
    if viewer is not None:
        words.append(f"as seen by {house_name(plan, viewer)}")
    return " · ".join(words)


def header(description: Mapping[str, Any], plan: Mapping[str, Any], width: float) -> str:
    """Draw the title, the status line and the morale track over the board."""
    return (
        '<text x="16" y="32" font-size="24" font-weight="bold" '
        f'fill="#2a261d">{escape(str(plan["name"]))}</text>'
        '<text x="16" y="54" font-size="14" '
        f'fill="#4a4535">{escape(status_line(description, plan))}</text>'
        f"{_morale_track(description, plan, width)}"
    )


def _morale_track(description: Mapping[str, Any], plan: Mapping[str, Any], width: float) -> str:
    """Draw the morale track with its marker, seat 0's segment to the left. Rules: W8.20."""
    left = width - 16 - _CELL * (2 * _DEEPEST + 1)
    marker = int(description["morale"])
    cells = []
    for space in range(-_DEEPEST, _DEEPEST + 1):
        fill = ZONES[morale_zone(abs(space))]
        cells.append(
            f'<rect x="{left + _CELL * (space + _DEEPEST):.1f}" y="34" width="{_CELL}" '
            f'height="15" fill="{fill}" '
            'stroke="#55503f" stroke-width="0.8"/>'
        )
    x = left + _CELL * (marker + _DEEPEST + 0.5)
    cells.append(
        f'<circle cx="{x:.1f}" cy="41.5" r="5.2" fill="#17171a" stroke="#fff" stroke-width="1.4"/>'
    )
    names = (
        f'<text x="{left:.1f}" y="27" font-size="11" '
        f'fill="#4a4535">{escape(house_name(plan, 0))} morale</text>'
        f'<text x="{left + _CELL * (2 * _DEEPEST + 1):.1f}" y="27" font-size="11" '
        'fill="#4a4535" text-anchor="end">'
        f"{escape(house_name(plan, 1))} morale</text>"
    )
    return names + "".join(cells)


def house_panel(
    description: Mapping[str, Any], plan: Mapping[str, Any], seat: int, left: float, top: float
) -> tuple[str, float]:
    """Draw what lies before one House; gives the drawing and its height. Rules: W1.7."""
    cloth, ink = house_colours(plan, seat)
    turn = description["to_act"] == seat
    lines = [
        f'<rect width="{PANEL_WIDTH}" height="34" rx="6" fill="{cloth}"/>',
        f'<text x="12" y="23" font-size="17" font-weight="bold" fill="{ink}">{"▶ " if turn else ""}'
        f"{escape(house_name(plan, seat))}</text>",
        f'<text x="{PANEL_WIDTH - 12}" y="23" font-size="17" font-weight="bold" fill="{ink}" '
        'text-anchor="end">'
        f"{description['vp'][seat]} VP</text>",
    ]
    y = 52.0
    rows = _facts(description, seat)
    for row in rows:
        lines.append(_line(row, 12, y))
        y += 16
    lines.append(_pool(description["pools"][seat], y + 2))
    y += 26
    for row in _people(description, plan, seat) + _cards(description, plan, seat):
        lines.append(_line(row, 11.5, y))
        y += 15
    y += 2
    frame = (
        f'<rect width="{PANEL_WIDTH}" height="{y:.0f}" rx="6" fill="#fbf8ec" stroke="{cloth}" '
        'stroke-width="1.5"/>'
    )
    return f'<g transform="translate({left:.1f} {top:.1f})">{frame}{"".join(lines)}</g>', y


def _line(words: str, size: float, y: float) -> str:
    """Write one line of a panel, shortened where it would run out of it."""
    text = escape(fit(words, size, PANEL_WIDTH - 24))
    return f'<text x="12" y="{y:.0f}" font-size="{size}" fill="#2a261d">{text}</text>'


def special_tokens(description: Mapping[str, Any], seat: int) -> list[str]:
    """Tell which tokens of the expansions a House has left. Rules: W9.53, WD2.7, WD2.32."""
    words = [
        f"{name} tokens {description[name][seat]}"
        for name in ("concealed", "brotherhood")
        if name in description and description[name][seat]
    ]
    forced = description.get("forced")
    if forced and forced["seat"] == seat:
        words.append(f"must act by {forced['kind']}")
    return words


def _facts(description: Mapping[str, Any], seat: int) -> list[str]:
    """List morale, momentum, edge, tokens and cards of one House."""
    momentum = " · momentum" if description["momentum"] == seat else ""
    return [
        (
            f"{str(description['edges'][seat]).title()} edge · morale "
            f"{description['zone'][seat]}{momentum}"
        ),
        f"Command tokens on the board: {description['command_tokens'][seat]}",
        (
            f"Cards: {description['hand_sizes'][seat]} in hand, {description['deck_sizes'][seat]} "
            "in the deck"
        ),
        *(word.capitalize() for word in special_tokens(description, seat)),
    ]


def _pool(pool: Mapping[str, int], y: float) -> str:
    """Draw the order tokens of a House as coloured discs with their numbers."""
    parts = []
    for index, (face, colour) in enumerate(FACES.items()):
        x = 22 + 45 * index
        parts.append(
            f'<circle cx="{x}" cy="{y:.0f}" r="9" fill="{colour}" stroke="#17171a" '
            f'stroke-width="0.8"/><text x="{x}" '
            f'y="{y + 3.5:.1f}" font-size="10" font-weight="bold" fill="#fff" '
            f'text-anchor="middle">{face}</text>'
            f'<text x="{x + 13}" y="{y + 4.5:.1f}" font-size="12.5" '
            f'fill="#2a261d">{pool.get(face, 0)}</text>'
        )
    return "".join(parts)


def _people(description: Mapping[str, Any], plan: Mapping[str, Any], seat: int) -> list[str]:
    """List a House's commanders, a disc for each command token on their cards."""
    names = {row["id"]: row["name"] for row in plan["commanders"]}
    rows = []
    for row in description["commanders"]:
        if row["seat"] != seat:
            continue
        words = f"★ {names.get(row['id'], row['id'])}"
        if row["tokens"]:
            words += " " + "●" * int(row["tokens"])
        if row["committed"]:
            words += " committed"
        if not row["on_map"]:
            words += " off the map"
        rows.append(words)
    return rows


def _cards(description: Mapping[str, Any], plan: Mapping[str, Any], seat: int) -> list[str]:
    """List the cards in hand where they may be seen; a hidden hand gives no line."""
    hand = description["hands"][seat]
    if not hand:
        return []
    names = {row["id"]: row["name"] for row in plan["cards"]}
    rows = []
    for card, count in hand.items():
        many = f" x{count}" if count > 1 else ""
        rows.append(fit(f"▪ {card} {names.get(card, card)}", 11.5, PANEL_WIDTH - 24, ending=many))
    return rows


def legend(
    description: Mapping[str, Any], left: float, top: float, width: float
) -> tuple[str, float]:
    """Draw the key to the signs under the board: the terrain in use, classes, ranks and states.

    Gives the drawing and where it ends.
    """
    entries = [
        (
            f'<rect y="-10" width="14" height="12" fill="{TERRAIN[name]}" stroke="#7c7a62"/>',
            name.replace("_", " "),
        )
        for name in TERRAIN
        if name not in ("road", "forest_road")
        and any(row["terrain"] == name for row in description["hexes"])
    ]
    entries += [
        (
            (
                f'<use href="#pysim-{name}" x="8" y="-4" fill="#2a261d" stroke="#2a261d" '
                'stroke-width="0.3"/>'
            ),
            name,
        )
        for name in ("infantry", "cavalry", "ranged")
    ]
    entries += _things(description)
    entries += [
        (f'<rect y="-10" width="14" height="12" fill="{colour}"/>', name)
        for name, colour in RANKS.items()
    ]
    entries.append(('<rect y="-10" width="14" height="12" fill="#9a9a98"/>', "inactive"))
    entries.append(('<use href="#pysim-star" x="8" y="-4" fill="#c79a1c"/>', "commander"))
    x, y = 0.0, 0.0
    parts = []
    for mark, word in entries:
        indent = 21 if word in ("infantry", "cavalry", "ranged") else 19
        room = indent + 12 + 6.4 * len(word)
        if x + room > width:
            x, y = 0.0, y + 20
        parts.append(
            f'<g transform="translate({x:.0f} {y:.0f})">{mark}<text x="{indent}" '
            f'font-size="11.5" fill="#4a4535">{word}</text></g>'
        )
        x += room
    return f'<g transform="translate({left:.1f} {top:.1f})">{"".join(parts)}</g>', top + y


def _things(description: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Make the legend's entries for roads, tokens and objectives that this map has."""
    hexes = description["hexes"]
    entries = []
    if any(has_road(row) for row in hexes):
        entries.append(
            (
                '<path d="M0,-4 h14" stroke="#8d7750" stroke-width="9"/>'
                '<path d="M0,-4 h14" stroke="#d9c391" stroke-width="6"/>',
                "road",
            )
        )
    entries += [
        (
            f'<g transform="translate(7 {-9 if name == "palisade" else -4}) scale(0.28)">'
            f'<use href="#pysim-{name}"/></g>',
            name.replace("_", " "),
        )
        for name in _TOKENS
        if any(row["token"] == name for row in hexes)
    ]
    if any(row["objective"] is not None for row in hexes):
        entries.append(
            (
                f'<g transform="translate(7 -4)"><polygon points="{hex_path(8)}" fill="none" '
                'stroke="#201d14" stroke-width="3.4"/>'
                f'<polygon points="{hex_path(8)}" fill="none" stroke="{NEUTRAL}" '
                'stroke-width="2"/></g>',
                "objective",
            )
        )
    return entries
