"""Small boards for examples: plains with a few named hexes and units (W3.4, W2.12)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole.ask import Decision, ScriptedDice
from tests.reference.westeros.whole.state import Plan, State, Turn, Unit

__all__ = ["board", "find", "give", "playable", "run"]

KINDS: dict[str, dict[str, Any]] = {
    "foot": {"class": "infantry", "figures": 4, "move": [3, 2, 2], "dice": [2, 3, 4]},
    "horse": {"class": "cavalry", "figures": 3, "move": [4, 4, 3], "dice": [2, 3, 4]},
    "bows": {"class": "ranged", "figures": 4, "move": [2, 2, 2], "dice": [2, 2, 3]},
}
BURN = {"forest": 3, "building": 4, "outpost": 4}


def playable(columns: int, rows: int) -> list[Hex]:
    """Give the hexes of a board: even rows have all columns, odd rows one less (W3.4)."""
    return [(c, r) for r in range(rows) for c in range(columns - r % 2)]


def _kind(name: str) -> dict[str, Any]:
    """Write a unit type; ``foot+stalwart`` is foot with a keyword."""
    base, *words = name.split("+")
    shots = [{"mode": "ranged", "min": 1, "max": 4}]
    parts = [word.partition(":") for word in words]
    return {
        "id": name,
        "house": "",
        "attacks": shots if base == "bows" else [{"mode": "melee"}],
        "keywords": [[word, int(number or 0)] for word, _, number in parts],
        **KINDS[base],
    }


def board(
    units: Mapping[str, tuple[str, str, Hex]] | None = None,
    *,
    terrain: Mapping[Hex, str] | None = None,
    columns: int = 9,
    rows: int = 7,
    commanders: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> State:
    """Make a position in the Command phase, with the first House in turn.

    Args:
        units: number to type, rank and hex; numbers with S play from the south edge.
        terrain: hexes that are not plains.
        columns: hexes of an even row.
        rows: rows of the board.
        commanders: units with a commander, and his capture rating.
        options: options of chapter 13.
    """
    given, lands, led = units or {}, terrain or {}, commanders or {}
    house = {"order_rating": 1, "leadership_rating": 1, "command_tokens": 1, "morale_end": "rout"}
    plan = Plan(
        {
            "houses": [{"edge": "south", **house}, {"edge": "north", **house}],
            "options": options or {},
            "types": [_kind(name) for name in dict.fromkeys(kind for kind, _, _ in given.values())],
            "commanders": [
                {
                    "id": number,
                    "keywords": [],
                    "ability": [],
                    "commit": None,
                    "command_limit": 1,
                    "capture_rating": rating,
                }
                for number, rating in led.items()
            ],
            "cards": [],
            "special": [],
            "victory": [],
            "instant": None,
            "momentum": 0,
            "morale_start": 0,
            "objectives": [],
            "hexes": [
                [c, r, lands.get((c, r), "plains"), "", BURN.get(lands.get((c, r), ""), 0)]
                for c, r in playable(columns, rows)
            ],
            "units": [
                {
                    "number": number,
                    "seat": int(number[0] != "S"),
                    "type": kind,
                    "rank": rank,
                    "c": at[0],
                    "r": at[1],
                    "commander": number if number in led else "",
                }
                for number, (kind, rank, at) in given.items()
            ],
        }
    )
    s = State(plan)
    s.phase = "command"
    s.turn = Turn(0, {unit.id: unit.at for unit in s.units if unit.at})
    return s


def find(s: State, number: str) -> Unit:
    """Give a unit by its number."""
    return next(unit for unit in s.units if unit.number == number)


def give(s: State, one: str, other: str, owner: int) -> None:
    """Lay an engagement token of a House between two units."""
    a, b = find(s, one), find(s, other)
    a.partner, b.partner = b.id, a.id
    a.token_owner = b.token_owner = owner


def run(
    s: State,
    steps: Generator[Decision, str, Any],
    *answers: str,
    rolls: tuple[tuple[str, str], ...] = (),
) -> Any:
    """Run steps with these answers and rolls; returns the decision left open, or the result."""
    s.dice = ScriptedDice(rolls)
    left = list(answers)
    try:
        asked: Decision = next(steps)
        while left:
            asked = steps.send(left.pop(0))
    except StopIteration as done:
        return done.value
    return asked
