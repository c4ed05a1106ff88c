"""A compiled scenario of any game in a few words, for lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["board_of", "counts_of", "pieces_of", "sides_of"]


def sides_of(compiled: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the sides in the order of their seats."""
    return tuple(row["id"] for row in compiled.get("houses") or compiled["sides"])


def board_of(compiled: Mapping[str, Any]) -> str:
    """Say what is played on: columns and rows of hexes, or areas.

    >>> board_of({"columns": 15, "rows": 11}), board_of({"areas": [{}] * 24})
    ('15x11', '24 areas')
    """
    if "areas" in compiled:
        return f"{len(compiled['areas'])} areas"
    return f"{compiled['columns']}x{compiled['rows']}"


def pieces_of(compiled: Mapping[str, Any]) -> int:
    """Count the pieces of a scenario: units, or leaders of the set-up and all that arrive."""
    return len(compiled["leaders"] if "leaders" in compiled else compiled["units"])


def counts_of(compiled: Mapping[str, Any]) -> dict[str, int]:
    """Count the pieces of each side in the order of the seats, and those that either may use.

    >>> counts_of({"sides": [{"id": "english", "letter": "E"}], "leaders": [{"side": "N"}]})
    {'english': 0, 'non-aligned': 1}
    """
    if "leaders" not in compiled:
        seats = [row["seat"] for row in compiled["units"]]
        return {side: seats.count(seat) for seat, side in enumerate(sides_of(compiled))}
    letters = {row["letter"]: row["id"] for row in compiled["sides"]} | {"N": "non-aligned"}
    owners = [row["side"] for row in compiled["leaders"]]
    return {name: owners.count(letter) for letter, name in letters.items()}
