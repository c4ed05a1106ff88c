"""Small boards for examples: plains with a few named hexes and units (W3.4, W2.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.position import Place, Position, Unit

__all__ = ["board", "playable", "soldier"]


def playable(columns: int, rows: int) -> set[Hex]:
    """Give the hexes of a board: even rows have all columns, odd rows one less (W3.4)."""
    return {(c, r) for r in range(rows) for c in range(columns - r % 2)}


def board(
    units: Iterable[Unit] = (),
    *,
    terrain: Mapping[Hex, str] | None = None,
    tokens: Mapping[Hex, str] | None = None,
    columns: int = 9,
    rows: int = 7,
    options: Mapping[str, bool] | None = None,
) -> Position:
    """Make a position on plains; seat 0 owns the South edge, seat 1 the North edge (W3.5)."""
    lands, laid = terrain or {}, tokens or {}
    places = {
        at: Place(terrain=lands.get(at, "plains"), token=laid.get(at, ""))
        for at in playable(columns, rows)
    }
    return Position(
        places=places, units={unit.number: unit for unit in units}, options=options or {}
    )


def soldier(number: str, at: Hex, *, keywords: Iterable[str] = (), **changes: object) -> Unit:
    """Make a blue infantry unit of four figures; a number with S is seat 0, with N seat 1."""
    seat = 0 if number.startswith("S") else 1
    values: dict[str, object] = {"keywords": dict.fromkeys(keywords, 0), **changes}
    return Unit(number=number, seat=seat, at=at, **values)  # type: ignore[arg-type]
