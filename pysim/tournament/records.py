"""Games as records for people and JSON: names in place of numbers, hashes as hexadecimal text.

A block file holds numbers only; ``Names`` knows what they stand for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysim.tournament.header import COLUMNS

if TYPE_CHECKING:
    from pysim.tournament.header import RunHeader

__all__ = ["DRAW", "Names", "hash_text"]

DRAW = "draw"
_HASHES = ("state_hash", "game_hash")


def hash_text(value: int) -> str:
    """Write a 64-bit hash as 16 hexadecimal digits.

    >>> hash_text(48879)
    '000000000000beef'
    """
    return f"{value:016x}"


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of a game's record stand for.

    >>> seats, ways = ("south", "north"), ("none", "points")
    >>> names = Names(("westeros/test",), ("random", "greedy"), (seats,), (ways,))
    >>> names.winner(0, scenario=0), names.winner(-1, scenario=0)
    ('south', 'draw')
    """

    scenarios: Sequence[str]
    agents: Sequence[str]
    seats: Sequence[Sequence[str]]
    ways: Sequence[Sequence[str]]

    @classmethod
    def of(cls, header: RunHeader) -> Names:
        """Take the names of a run."""
        return cls(header.event.scenarios, header.event.labels, header.seats, header.ways)

    def winner(self, seat: int, *, scenario: int) -> str:
        """Name the seat that has won, or ``draw``."""
        return DRAW if seat == -1 else _named(self.seats[scenario], seat, "seat")

    def way(self, code: int, *, scenario: int) -> str:
        """Name a way of ending; each game has its own."""
        return _named(self.ways[scenario], code, "way")

    def value(self, column: str, value: int, *, scenario: int) -> str | int:
        """Write one value of a record; a number that stands for nothing keeps its column's name."""
        match column:
            case "scenario":
                return _named(self.scenarios, value, "scenario")
            case "seat0" | "seat1":
                return _named(self.agents, value, "agent")
            case "winner":
                return self.winner(value, scenario=scenario)
            case "way":
                return self.way(value, scenario=scenario)
        return hash_text(value) if column in _HASHES else value

    def record(self, row: Mapping[str, int]) -> dict[str, str | int]:
        """Write a whole record, its keys in the order of the columns."""
        return {
            name: self.value(name, int(row[name]), scenario=int(row["scenario"]))
            for name in COLUMNS
            if name in row
        }

    def result_text(self, row: Mapping[str, Any]) -> str:
        """Say in words how a game ended: who has won, with what points, in which way."""
        scenario, winner = int(row["scenario"]), int(row["winner"])
        points = f"{row['points0']}:{row['points1']}"
        way = self.way(int(row["way"]), scenario=scenario).replace("_", " ")
        way += f", fault {row['fault']}" if row["fault"] else ""
        if winner not in (0, 1):
            return f"{self.winner(winner, scenario=scenario)}, {points}, by {way}"
        agent = _named(self.agents, int(row[f"seat{winner}"]), "agent")
        return f"{self.winner(winner, scenario=scenario)} ({agent}) has won {points}, by {way}"


def _named(names: Sequence[str], index: int, kind: str) -> str:
    """Give the name that a number stands for."""
    return names[index] if 0 <= index < len(names) else f"{kind} {index}"
