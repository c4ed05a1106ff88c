"""One state of the area map as text for a terminal, with or without colours.

A table of the areas with the leaders in them, and below it all that lies beside the map.
Rules: G2.2, 2.3, G5.2c.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pysim.viewer.warriors.facts import Board, Leader, make_board, points_words, stars_of
from pysim.viewer.warriors.palette import CLOTH
from pysim.viewer.words import Piece, fold

__all__ = ["pieces"]

_WIDTH = 79
_NAME = 14
_LEFT = 26
_KEY = (
    "v value (- neutral)",
    "c who controls, ! aggressor",
    "before a leader the side he serves (N nobody)",
    "* rank",
    "bravery-battle",
    "K king",
    "L longbow",
    "n non-aligned",
    "d disgraced",
    "B battle commander",
    "+ unassigned points",
)


def pieces(
    description: Mapping[str, Any], plan: Mapping[str, Any], *, viewer: int | None = None
) -> list[Piece]:
    """Draw a state as runs of text with Rich styles, for a terminal that has colours."""
    board = make_board(description, plan, viewer)
    drawn: list[Piece] = [
        (f"{plan['name']} ({plan['id']})\n", "bold"),
        (f"{board.status()}\n", ""),
        (f"{board.points()}\n", ""),
    ]
    for letter in ("E", "F"):
        name = f"{letter} {board.side_name(letter)}"
        drawn.append((f"{name:<10}", _style(letter)))
        drawn.append((f" {', '.join(board.side_facts(letter))}\n", ""))
    facts = board.battle_facts()
    if facts:
        drawn.append((_folded([f"{facts[0]}: {facts[1]}", *facts[2:]]), "bold"))
    drawn.append((f"{'id':<4}{'area':<{_NAME + 1}}v c !  leaders and points\n", "dim"))
    for row in plan["areas"]:
        drawn += _area(board, row)
    drawn += _boxes(board)
    drawn.append((_folded(list(_KEY), ", "), "dim"))
    return drawn


def _style(letter: str) -> str:
    """Give the style of a side's letter."""
    return f"bold white on {CLOTH[letter]}" if letter in CLOTH else ""


def _area(board: Board, row: Mapping[str, Any]) -> list[Piece]:
    """Draw the lines of one area."""
    state = next(area for area in board.state["areas"] if area["id"] == row["id"])
    control, aggressor = str(state["control"]), str(state["aggressor"])
    value = "-" if row["kind"] == "neutral" else str(row["value"])
    name = _cut(str(row["name"]), _NAME)
    head: list[Piece] = [
        (f"{row['id']:<4}{name:<{_NAME}} {value} ", "bold" if value == "3" else ""),
        (control or ".", _style(control)),
        (" ", ""),
        (aggressor or " ", _style(aggressor)),
        ("  ", ""),
    ]
    lines = [line for leader in board.at(row["id"]) for line in _leader(leader)]
    loose = points_words(state["unassigned"])
    if loose:
        lines += [[(line, "")] for line in _wrap(loose, _WIDTH - _LEFT - 2, "+ ")]
    drawn = list(head)
    for index, line in enumerate(lines):
        drawn += [(" " * _LEFT, "")] if index else []
        drawn += [*line, ("\n", "")]
    return drawn if lines else [*drawn, ("\n", "")]


def _leader(leader: Leader) -> list[list[Piece]]:
    """Draw a leader with his points, on as many lines as they need."""
    words = [f"{_cut(leader.name, 30)} {stars_of(leader)} {leader.rating}", *_marks(leader)]
    first, *rest = _wrap([*words, *points_words(leader.troops)], _WIDTH - _LEFT - 2, "")
    side = leader.side or "N"
    more: list[list[Piece]] = [[(f"  {line}", "")] for line in rest]
    return [[(side, _style(side)), (f" {first}", "")], *more]


def _marks(leader: Leader) -> list[str]:
    """List the letters of a leader's marks."""
    marks = (
        ("n", leader.aligned not in CLOTH),
        ("K", leader.king),
        ("L", leader.longbow),
        ("d", leader.disgraced),
        ("B", leader.commander),
    )
    letters = "".join(letter for letter, given in marks if given)
    return [letters] if letters else []


def _wrap(words: list[str], width: int, start: str) -> list[str]:
    """Put words on lines of this width; lines after the first are indented."""
    lines = [start + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append(f"  {word}")
        else:
            lines[-1] += f" {word}"
    return lines


def _cut(words: str, width: int) -> str:
    """Cut a text that is too long for its column."""
    return words if len(words) <= width else f"{words[: width - 1]}…"


def _boxes(board: Board) -> list[Piece]:
    """Draw prisons, common pool, rout box, the hit and killed, the next arrivals, the pools."""
    captives = board.at("prison")
    drawn: list[Piece] = []
    for keeper in ("E", "F"):
        held = [leader for leader in captives if leader.side not in ("", keeper)]
        drawn += _list(f"Prison of {keeper}", held)
    for where, words in (
        ("hit", "Hit, roll to come"),
        ("pool", "Common pool"),
        ("rout", "Rout box"),
        ("killed", "Killed this turn"),
    ):
        drawn += _list(words, board.at(where))
    arrivals = board.arrivals()
    if arrivals:
        drawn += _list(f"Arriving in turn {arrivals[0].entry}", arrivals)
    later = len(board.at("future")) - len(arrivals)
    drawn.append((f"Later: {later} leaders; dead: {len(board.at('dead'))}\n", ""))
    pools = points_words(board.state["pools"])
    drawn.append((_folded(["Pools:", *(pools or ["empty"])], " "), ""))
    drawn += [(_folded(["In hand:", *board.hand()], " "), "")] if board.hand() else []
    drawn += [(f"{board.question()}\n", "")] if board.question() else []
    return drawn


def _list(title: str, leaders: list[Leader]) -> list[Piece]:
    """Draw a box as words; an empty one gives nothing."""
    if not leaders:
        return []
    words = [
        " ".join((leader.side or "N", _cut(leader.name, 40), stars_of(leader), leader.rating))
        + "".join(f" {marks}" for marks in _marks(leader))
        for leader in leaders
    ]
    words[0] = f"{title}: {words[0]}"
    return [(_folded(words), "")]


def _folded(words: list[str], between: str = "; ") -> str:
    """Put words on lines of a terminal, all but the first indented."""
    return "\n  ".join(fold(words, between).splitlines()) + "\n"
