"""What stands around the area map: title, track, sides, prisons, boxes, battle, legend.

Rules: 2.3, G5.2c.
"""

from __future__ import annotations

from collections.abc import Callable

from pysim.viewer.warriors.borders import stroke
from pysim.viewer.warriors.cells import Item, draw_items, draw_line, items_height, troop_items
from pysim.viewer.warriors.facts import BORDERS, Board, Leader, border_words
from pysim.viewer.warriors.ink import badge, label, length, pill, shorten, sign
from pysim.viewer.warriors.nodes import troop_classes
from pysim.viewer.warriors.palette import CLOTH, GOLD, INK, NOBODY, PAPER, SOFT, TROOPS

__all__ = ["PANEL_WIDTH", "draw_header", "draw_legend", "draw_panels"]

PANEL_WIDTH = 290.0
_PAD = 10.0
_LINE = 16.0
_GAP = 12.0
_CELL = 8.0

Part = Callable[[float, float], str]


def draw_header(board: Board, width: float) -> str:
    """Draw the title, the lines that say where the game stands, and the track of points."""
    room = width - _track_width(board) - 60
    return "".join(
        (
            label(16, 32, shorten(str(board.plan["name"]), 24, room, bold=True), 24, bold=True),
            label(16, 55, shorten(board.status(), 14, room), 14, fill=SOFT),
            _track(board, width),
        )
    )


def _track_width(board: Board) -> float:
    """Tell how long the track of victory points is."""
    return _CELL * (2 * int(board.plan["charts"]["margin"]) + 1)


def _track(board: Board, width: float) -> str:
    """Draw the victory points from the win of F to the win of E, the marker on it. Rules: G1.4."""
    margin, vp = int(board.plan["charts"]["margin"]), int(board.state["vp"])
    long = _track_width(board)
    left = width - 16 - long
    zero = left + long / 2
    shown = max(-margin, min(margin, vp))
    parts = [
        f'<rect x="{left:.1f}" y="34" width="{long / 2:.1f}" height="15" fill="#c9d8f1"/>'
        f'<rect x="{zero:.1f}" y="34" width="{long / 2:.1f}" height="15" fill="#f2cfca"/>'
        f'<rect x="{left:.1f}" y="34" width="{long:.1f}" height="15" fill="none" stroke="{SOFT}"/>'
    ]
    for step in range(-margin, margin + 1, 10):
        x = zero + _CELL * step
        parts.append(f'<path d="M{x:.1f},34 v15" stroke="{SOFT}" stroke-width="0.8"/>')
        parts.append(label(x, 62, f"{step:+d}" if step else "0", 10, fill=SOFT, anchor="middle"))
    x = zero + _CELL * shown
    parts.append(
        f'<path d="M{x - 6:.1f},30 h12 l-6,9 Z M{x:.1f},30 V52" fill="{INK}" stroke="{INK}" '
        'stroke-width="1.6"/>'
    )
    parts.append(label(left, 25, f"{board.side_name('F')} lead", 11, fill=CLOTH["F"], bold=True))
    parts.append(
        label(
            zero,
            25,
            f"victory points {vp:+d}" if vp else "victory points 0",
            12,
            bold=True,
            anchor="middle",
        )
    )
    words = f"{board.side_name('E')} lead"
    parts.append(label(left + long, 25, words, 11, fill=CLOTH["E"], bold=True, anchor="end"))
    return "".join(parts)


class _Panel:
    """A framed list that grows downwards; parts are placed when it is drawn."""

    def __init__(self, title: str, cloth: str, right: str = "") -> None:
        self._title, self._cloth, self._right = title, cloth, right
        self._parts: list[tuple[float, Part]] = []
        self.height = 30.0

    def _add(self, height: float, part: Part) -> None:
        self._parts.append((self.height, part))
        self.height += height

    def words(self, words: str, *, soft: bool = False, bold: bool = False) -> None:
        """Add a line of text."""
        text = shorten(words, 11.5, PANEL_WIDTH - 2 * _PAD, bold=bold)
        colour = SOFT if soft else INK
        self._add(_LINE, lambda x, y: label(x + _PAD, y + 11.5, text, 11.5, fill=colour, bold=bold))

    def leaders(self, board: Board, leaders: list[Leader]) -> None:
        """Add a line for each leader."""
        for leader in leaders:
            self._add(17.0, _line_drawer(board, leader))

    def items(self, items: list[Item]) -> None:
        """Add small items on as many lines as they need."""
        width = PANEL_WIDTH - 2 * _PAD
        self._add(
            items_height(items, width) + 3, lambda x, y: draw_items(items, x + _PAD, y, width)
        )

    def draw(self, x: float, y: float) -> str:
        """Draw the panel with its upper left corner here."""
        tall = self.height + 6
        frame = (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{PANEL_WIDTH:g}" height="{tall:.1f}" rx="6" '
            f'fill="{PAPER}" stroke="{self._cloth}" stroke-width="1.5"/>'
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{PANEL_WIDTH:g}" height="25" rx="6" '
            f'fill="{self._cloth}"/>'
        )
        title = label(x + _PAD, y + 17.5, self._title, 14, fill="#fff", bold=True)
        right = label(
            x + PANEL_WIDTH - _PAD, y + 17.5, self._right, 12, fill="#fff", bold=True, anchor="end"
        )
        return frame + title + right + "".join(part(x, y + at) for at, part in self._parts)


def _line_drawer(board: Board, leader: Leader) -> Part:
    """Make the function that draws a leader's line."""
    return lambda x, y: draw_line(board, leader, x + _PAD, y, PANEL_WIDTH - 2 * _PAD)


def draw_panels(board: Board, left: float, top: float) -> tuple[list[str], float]:
    """Draw all panels below each other; gives them and where they end."""
    panels = [_side_panel(board, 0), _side_panel(board, 1)]
    panels += [panel for panel in (_battle_panel(board), _boxes_panel(board)) if panel]
    parts = []
    for panel in panels:
        parts.append(panel.draw(left, top))
        top += panel.height + 6 + _GAP
    return parts, top - _GAP


def _side_panel(board: Board, seat: int) -> _Panel:
    """Draw what belongs to one side: king, initiative, impulses, prison."""
    letter = ("E", "F")[seat]
    turn = "to act" if board.state["to_act"] == seat else ""
    panel = _Panel(f"{letter} {board.side_name(letter)}", CLOTH[letter], turn)
    for words in board.side_facts(letter):
        panel.words(words[:1].upper() + words[1:])
    captives = _captives(board, letter)
    panel.words("Prison:" if captives else "Prison: empty", soft=True)
    panel.leaders(board, captives)
    return panel


def _captives(board: Board, keeper: str) -> list[Leader]:
    """List the leaders in a side's prison: those who served the other side. Rules: chapter 1."""
    return [leader for leader in board.at("prison") if leader.side not in ("", keeper)]


def _battle_panel(board: Board) -> _Panel | None:
    """Draw the battle that is being fought, and who was hit in it."""
    lines = board.battle_facts()
    hit = board.at("hit")
    if not lines and not hit:
        return None
    panel = _Panel(lines[0] if lines else "Battle", "#8a6400")
    for words in lines[1:]:
        panel.words(words[:1].upper() + words[1:])
    if hit:
        panel.words("Hit, elimination roll to come:", soft=True)
        panel.leaders(board, hit)
    return panel


def _boxes_panel(board: Board) -> _Panel:
    """Draw the common pool, the rout box, the killed, the next arrivals and the points left."""
    panel = _Panel("Off the map", NOBODY)
    arrivals = board.arrivals()
    for where, words in (
        ("pool", "Common pool"),
        ("rout", "Rout box"),
        ("killed", "Killed in battle this turn"),
    ):
        leaders = board.at(where)
        panel.words(f"{words}:" if leaders else f"{words}: empty", soft=True)
        panel.leaders(board, leaders)
    if arrivals:
        panel.words(f"Arriving in turn {arrivals[0].entry}:", soft=True)
        panel.leaders(board, arrivals)
    later = len(board.at("future")) - len(arrivals)
    panel.words(f"{later} leaders still later, {len(board.at('dead'))} dead", soft=True)
    for words in board.hand():
        panel.words(f"In hand: {words}")
    if board.question():
        panel.words(board.question())
    items = troop_items(board.state["pools"], troop_classes(board))
    panel.words("Special points left in the pools:" if items else "Pools: empty", soft=True)
    if items:
        panel.items(items)
    return panel


def draw_legend(board: Board, left: float, top: float, width: float) -> tuple[str, float]:
    """Draw the key to lines and signs in rows of this width; gives it and where it ends."""
    x, y = left, top
    parts = []
    for wide, draw, words in _entries(board):
        room = wide + 5 + length(words, 11.5) + 18
        if x > left and x + room - 18 > left + width:
            x, y = left, y + 22
        parts.append(draw(x, y) + label(x + wide + 5, y + 4, words, 11.5, fill=SOFT))
        x += room
    return "".join(parts), y + 14


def _entries(board: Board) -> list[tuple[float, Part, str]]:
    """List the legend: width and drawing of each sign, and what it means."""
    limits = board.plan["border_limits"]
    entries: list[tuple[float, Part, str]] = [
        (44.0, _border_drawer(code), f"{word}: {border_words(code, limits)} may cross")
        for code, word in BORDERS.items()
    ]
    for letter in ("E", "F"):
        entries.append((14.0, _badge_drawer(letter), board.side_name(letter)))
    entries += [
        (14.0, _value_disc, "value of an area"),
        (26.0, _neutral_box, "neutral area"),
        (14.0, lambda x, y: sign("star", x + 7, y, INK), "star of rank"),
        (22.0, lambda x, y: label(x, y + 4, "3-8", 11, bold=True), "bravery-battle"),
        (14.0, lambda x, y: sign("crown", x + 7, y, GOLD), "king"),
        (14.0, lambda x, y: sign("bow", x + 7, y, "#2f6b2f"), "longbow"),
        (
            6.0,
            lambda x, y: (
                f'<rect x="{x:.1f}" y="{y - 8:.1f}" width="3" height="16" fill="#17171a"/>'
            ),
            "non-aligned leader",
        ),
        (22.0, lambda x, y: pill(x, y, "BC", "#f6d568"), "battle commander"),
        (34.0, lambda x, y: pill(x, y, "disgr.", "#3a3630", ink="#fff"), "disgraced"),
        (14.0, lambda x, y: sign("swords", x + 7, y, INK), "aggressor"),
        (44.0, lambda x, y: pill(x, y, "INF 2", "#e9dcb8", dashed=True), "unassigned points"),
    ]
    for row in board.plan["troops"]:
        code = str(row["id"])
        fill = TROOPS.get(row["class"], PAPER)
        entries.append((length(code, 9.5) + 7, _pill_drawer(code, fill), str(row["name"])))
    return entries


def _border_drawer(code: str) -> Part:
    """Make the function that draws a piece of a border."""
    return lambda x, y: stroke(code, f"M{x:.1f},{y:.1f} h44")


def _badge_drawer(letter: str) -> Part:
    """Make the function that draws a side's square."""
    return lambda x, y: badge(x + 7, y, letter)


def _pill_drawer(words: str, fill: str) -> Part:
    """Make the function that draws a troop type."""
    return lambda x, y: pill(x, y, words, fill)


def _value_disc(x: float, y: float) -> str:
    """Draw a sample of an area's value."""
    return (
        f'<circle cx="{x + 7:.1f}" cy="{y:.1f}" r="7" fill="#fffdf2" stroke="{INK}"/>'
        f"{label(x + 7, y + 4, '2', 11, bold=True, anchor='middle')}"
    )


def _neutral_box(x: float, y: float) -> str:
    """Draw a sample of a neutral area's frame."""
    return (
        f'<rect x="{x:.1f}" y="{y - 7:.1f}" width="26" height="14" rx="3" fill="{PAPER}" '
        f'stroke="{NOBODY}" stroke-width="1.8" stroke-dasharray="5 3"/>'
    )
