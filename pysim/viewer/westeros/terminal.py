"""One state as text for a terminal, with or without colours.

Each hex is a cell of five characters on two lines: the unit's number and a star for a
commander above; terrain, token or fire, class and figures below. Odd rows are shifted to the right,
the northern row is on top.
Rules: W3.2, W3.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import Any

from pysim.viewer.westeros.palette import (
    RANKS,
    TERRAIN,
    TERRAIN_SIGNS,
    TOKEN_SIGNS,
    house_colours,
    house_name,
)
from pysim.viewer.westeros.svg_panel import special_tokens, status_line
from pysim.viewer.westeros.svg_units import unit_state
from pysim.viewer.words import Piece, fold

__all__ = ["pieces"]

_LINE = 79
_WIDTH = 5
_SHIFT = 2
_CLASS = {"infantry": "i", "cavalry": "c", "ranged": "r"}


def pieces(
    description: Mapping[str, Any],
    plan: Mapping[str, Any] | None = None,
    *,
    viewer: int | None = None,
) -> list[Piece]:
    """Draw a state as runs of text with Rich styles, for a terminal that has colours."""
    description = {**description, "viewer": viewer}
    drawn: list[Piece] = []
    if plan is not None:
        drawn += [
            (f"{plan['name']} ({plan['id']})\n", "bold"),
            (f"{status_line(description, plan)}\n", ""),
        ]
        for seat in (0, 1):
            drawn += _house(description, plan, seat)
        drawn.append((f"North: {_at_edge(description, plan, 'north')}\n", "bold"))
    drawn += _board(description, plan)
    if plan is not None:
        drawn.append((f"South: {_at_edge(description, plan, 'south')}\n", "bold"))
    states = [f"{unit['number']} {', '.join(words)}" for unit, words in _states(description)]
    if states:
        drawn.append((fold(states), ""))
    drawn.append((_key(description), "dim"))
    return drawn


def _states(description: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], list[str]]]:
    """List the units on the map with a formation, an outpost side or a defend token."""
    found = [(unit, unit_state(unit)) for unit in description["units"] if unit["on_map"]]
    return [(unit, words) for unit, words in found if words]


def _board(description: Mapping[str, Any], plan: Mapping[str, Any] | None) -> list[Piece]:
    """Draw the rows of hexes from north to south and the column numbers below them."""
    hexes = {(row["c"], row["r"]): row for row in description["hexes"]}
    units = {(row["c"], row["r"]): row for row in description["units"] if row["on_map"]}
    columns = max(c for c, _ in hexes) + 1
    drawn: list[Piece] = []
    for r in range(max(r for _, r in hexes), -1, -1):
        for line in (0, 1):
            label = f"{r:>2} " if line == 0 else "   "
            drawn.append((label + " " * (_SHIFT * (r % 2)), "dim"))
            for c in range(columns):
                cell = hexes.get((c, r))
                if cell is None:
                    drawn.append((" " * _WIDTH, ""))
                    continue
                drawn += _cell(cell, units.get((c, r)), plan, line)
            drawn.append(("\n", ""))
    drawn.append(("   " + "".join(f"{c:^{_WIDTH}}" for c in range(columns)).rstrip() + "\n", "dim"))
    return drawn


def _cell(
    row: Mapping[str, Any],
    unit: Mapping[str, Any] | None,
    plan: Mapping[str, Any] | None,
    line: int,
) -> list[Piece]:
    """Draw one of the two lines of a hex."""
    back = f"black on {TERRAIN.get(row['terrain'], TERRAIN['plains'])}"
    if row["devastated"]:
        back = "black on #a79f92"
    mark = str(row["fire"]) if row["fire"] else TOKEN_SIGNS.get(row["token"], "?")
    sign = "x" if row["devastated"] else TERRAIN_SIGNS.get(row["terrain"], "?")
    goal = row["objective"]
    if unit is None:
        lower = f" {sign}{mark or ' '}  "
        upper = " " * _WIDTH if goal is None else f" {_goal(goal)}  "
        return [(upper if line == 0 else lower, back)]
    if line == 1:
        flag = "*" if goal is not None else " "
        return [
            (f"{flag}{sign}{mark or ' '}{_CLASS.get(unit['class'], '?')}{unit['figures']}", back)
        ]
    star = "*" if unit["commander"] else " "
    number = f"{unit['number']}{star}"
    number = number if unit["active"] else f"({unit['number']})"
    if plan is None:
        return [(f"{number:<{_WIDTH}}", back)]
    cloth, ink = house_colours(plan, unit["seat"])
    style = f"bold {ink} on {cloth}" if unit["active"] else f"{ink} on #8a8a88"
    return [
        (f"{number:<{_WIDTH - 1}}", style),
        (str(unit["rank"])[:1], f"bold white on {RANKS.get(str(unit['rank']), '#777777')}"),
    ]


def _goal(owner: int) -> str:
    """Mark an objective that no unit stands on: ``*`` and its owner's seat, or ``-``."""
    return f"*{'-' if owner < 0 else owner}"


def _at_edge(description: Mapping[str, Any], plan: Mapping[str, Any], edge: str) -> str:
    """Name the House whose edge this is."""
    for seat, place in enumerate(description["edges"]):
        if place == edge:
            return house_name(plan, seat)
    return "-"


def _house(description: Mapping[str, Any], plan: Mapping[str, Any], seat: int) -> list[Piece]:
    """Tell victory points, morale, tokens and cards of one House in a line."""
    cloth, ink = house_colours(plan, seat)
    pool = " ".join(f"{face}{count}" for face, count in description["pools"][seat].items() if count)
    momentum = ", momentum" if description["momentum"] == seat else ""
    more = "".join(f", {word}" for word in special_tokens(description, seat))
    line = (
        f"{description['vp'][seat]} VP, morale {description['zone'][seat]} "
        f"({description['depth'][seat]})"
        f", tokens {pool or 'none'}, command {description['command_tokens'][seat]}"
        f", hand {description['hand_sizes'][seat]}{more}{momentum}"
    )
    name = f"{seat} {house_name(plan, seat):<10}"
    told = fill(line, _LINE - len(name) - 1, break_on_hyphens=False).replace(
        "\n", f"\n{' ' * len(name)} "
    )
    return [(name, f"bold {ink} on {cloth}"), (f" {told.strip()}\n", "")]


def _key(description: Mapping[str, Any]) -> str:
    """Explain the signs of the terrain and tokens that this map uses."""
    grounds = sorted({str(row["terrain"]) for row in description["hexes"]} - {"plains"})
    tokens = sorted({str(row["token"]) for row in description["hexes"]} - {""})
    words = [f"{TERRAIN_SIGNS.get(name, '?')} {name.replace('_', ' ')}" for name in grounds]
    words += [f"{TOKEN_SIGNS.get(name, '?')} {name.replace('_', ' ')}" for name in tokens]
    words += ["S1* led by a commander", "(S1) inactive", "g/b/r rank"]
    words += ["i/c/r infantry, cavalry, ranged with figures", "*0/*1/*- objective and its owner"]
    return fold(words, ", ")
