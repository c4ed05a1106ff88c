"""The raw counts of a run: DuckDB aggregates over its block files.

All sums are made over slices of a quarter of a million games and added up in Python, so memory does
not grow with the number of games.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

    from pysim.tournament.header import RunHeader

__all__ = ["Sums", "sum_up"]

_SLICE_GAMES = 250_000
_MEMORY = "64MB"

_CELLS_SQL = """
    SELECT scenario, seat0, seat1, winner, way, fault, count(*)
    FROM slice GROUP BY ALL
"""

# Half points of the pair's first agent (seat 0 of the even game), and of seat 0 in both games.
_PAIRS_SQL = """
    SELECT scenario, first, second, halves, seat_halves, count(*) FROM (
        SELECT
            any_value(scenario) AS scenario,
            any_value(seat0) FILTER (game % 2 = 0) AS first,
            any_value(seat1) FILTER (game % 2 = 0) AS second,
            sum(CASE WHEN winner < 0 THEN 1 WHEN winner = game % 2 THEN 2 ELSE 0 END)::INTEGER
                AS halves,
            sum(CASE WHEN winner < 0 THEN 1 WHEN winner = 0 THEN 2 ELSE 0 END)::INTEGER
                AS seat_halves
        FROM slice GROUP BY dice_index HAVING count(*) = 2 AND max(fault) = 0
    ) GROUP BY ALL
"""

_LENGTHS_SQL = """
    SELECT scenario, decisions, rounds, count(*) FROM slice GROUP BY ALL
"""

_DISTINCT_SQL = """
    SELECT scenario, count(*) FROM (
        SELECT DISTINCT scenario, game_hash FROM slice WHERE game_hash % $parts = $part
    ) GROUP BY scenario
"""


@dataclass(slots=True)
class Sums:
    """The raw counts of a run, by the numbers that the block files hold."""

    cells: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """Games by scenario, seat 0, seat 1, winner, way and fault."""
    pairs: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """Pairs by scenario, first agent, second agent, and half points of the first and of seat 0."""
    lengths: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """Games by scenario, decisions and rounds."""
    distinct: Counter[int] = field(default_factory=Counter)
    """Games that differ from each other, by scenario."""


def sum_up(
    header: RunHeader, paths: Sequence[Path], games: int, advance: Callable[[int], None] | None
) -> Sums:
    """Run the aggregates over all slices."""
    sums = Sums()
    if not paths:
        return sums
    per_slice = max(1, _SLICE_GAMES // header.event.block_size)
    with _connection() as connection:
        for start in range(0, len(paths), per_slice):
            part = paths[start : start + per_slice]
            _view(connection, part)
            for sql, counter in (
                (_CELLS_SQL, sums.cells),
                (_PAIRS_SQL, sums.pairs),
                (_LENGTHS_SQL, sums.lengths),
            ):
                for *key, count in _rows(connection.execute(sql)):
                    counter[tuple(key)] += count
            if advance:
                advance(min(games, len(part) * header.event.block_size))
        _view(connection, paths)
        parts = -(-games // _SLICE_GAMES)
        for number in range(parts):
            given = {"parts": parts, "part": number}
            for scenario, count in _rows(connection.execute(_DISTINCT_SQL, given)):
                sums.distinct[scenario] += count
    return sums


@contextmanager
def _connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Open DuckDB in memory, with little of it and a place to spill that is removed."""
    import duckdb

    with tempfile.TemporaryDirectory(prefix="pysim-report-") as spill:
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": _MEMORY,
            "threads": 2,
            "temp_directory": spill,
            "preserve_insertion_order": False,
        }
        connection = duckdb.connect(":memory:", config=settings)
        try:
            yield connection
        finally:
            connection.close()


def _view(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Make the view ``slice`` of some block files, whatever characters their names have."""
    names = [str(path.absolute()) for path in paths]
    listed = ", ".join("'" + _plain_glob(name).replace("'", "''") + "'" for name in names)
    connection.execute(f"CREATE OR REPLACE VIEW slice AS FROM read_parquet([{listed}])")


def _plain_glob(name: str) -> str:
    """Quote the characters that have a meaning in file patterns."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in name)


def _rows(result: duckdb.DuckDBPyConnection) -> Iterator[tuple[int, ...]]:
    """Give the rows of a result as integers."""
    while batch := result.fetchmany(10_000):
        yield from batch
