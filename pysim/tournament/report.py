"""Read a run and sum it up: points, seats, scenarios, strength, lengths, ways of winning.

Games with a fault are counted apart and left out of points and strength, and so is the other game
of their pair where pairs are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pysim.tournament.header import RunHeader
from pysim.tournament.records import Names
from pysim.tournament.statistics import (
    ELO_SCALE,
    PRIOR_PAIRS,
    elo_from_pairs,
    percentiles,
    ratings_from_pairs,
    share_from_pairs,
    swap_pairs,
)
from pysim.tournament.storage import RunError, RunFolder, resume_hint
from pysim.tournament.sums import Sums, sum_up

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Report", "build_report"]

_PERCENTS = (5, 25, 50, 75, 95, 99)
_CONFIDENCE = 0.95
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a run; ``to_dict`` is what ``--json`` prints."""

    run: dict[str, Any]
    agents: list[dict[str, Any]]
    pairings: list[dict[str, Any]]
    scenarios: list[dict[str, Any]]
    agents_by_scenario: list[dict[str, Any]]
    lengths: dict[str, dict[str, float]]

    def to_dict(self) -> dict[str, Any]:
        """Give the report as plain values."""
        return asdict(self)


def build_report(
    out: str | PathLike[str], *, advance: Callable[[int], None] | None = None
) -> Report:
    """Sum up a run folder.

    Args:
        out: the run folder; it need not be complete.
        advance: told the number of games that were just read.

    Raises:
        RunError: if there is no run, or a block does not match its checksum.
    """
    folder = RunFolder(out)
    header = folder.header()
    paths: list[Path] = []
    corrupt: list[str] = []
    games = 0
    for block in folder.stored_blocks(header):
        if block.corrupt:
            corrupt.append(f"{block.path} {block.problem}")
        elif block.finished:
            paths.append(block.path)
            games += len(header.event.schedule.block(block.number))
    if corrupt:
        more = f" and {len(corrupt) - _NAMED} more" if len(corrupt) > _NAMED else ""
        raise RunError(
            f"corrupt block, no report made: {', '.join(corrupt[:_NAMED])}{more}; to repair, "
            f"{resume_hint(folder.path)}"
        )
    return _Builder(header, sum_up(header, paths, games, advance), games).report()


class _Builder:
    """Turn raw counts into the tables of the report."""

    def __init__(self, header: RunHeader, sums: Sums, games: int) -> None:
        """Keep the counts; orient every pair table to the lower agent."""
        self.header, self.sums, self.games = header, sums, games
        self.labels = header.event.labels
        self.names = Names.of(header)
        self.complete = games == header.event.schedule.total
        self.tables: dict[tuple[int, int], list[int]] = {
            (a, b): [0] * 5 for a, b in header.event.schedule.meetings
        }
        for (_, first, second, halves, _), count in sums.pairs.items():
            self.tables[first, second][halves] += count

    def report(self) -> Report:
        """Make all tables."""
        event = self.header.event
        rounds: Counter[int] = Counter()
        decisions: Counter[int] = Counter()
        for (_, length, played, *_), count in self.sums.lengths.items():
            decisions[length] += count
            rounds[played] += count
        return Report(
            run=self._run(),
            agents=self._agents(),
            pairings=[self._pairing(a, b) for a, b in self.tables],
            scenarios=[self._scenario(index) for index in range(len(event.scenarios))],
            agents_by_scenario=[
                {"scenario": name, **self._points(agent, scenario=index)}
                for index, name in enumerate(event.scenarios)
                for agent in range(len(self.labels))
            ],
            lengths={"decisions": _length(decisions), "rounds": _length(rounds)},
        )

    def _run(self) -> dict[str, Any]:
        """Say what the figures are made of."""
        event = self.header.event
        missing = event.schedule.total - self.games
        return {
            "seed": event.seed,
            "engine": self.header.engine,
            "games": self.games,
            "total_games": event.schedule.total,
            "missing_games": missing,
            "complete": self.complete,
            "games_per_meeting": event.games,
            "options": dict(event.options),
            "faults": sum(c for key, c in self.sums.cells.items() if key[5]),
            "distinct_games": sum(self.sums.distinct.values()),
            "elo_scale": ELO_SCALE,
            "confidence": _CONFIDENCE,
            "error_bars": "from game pairs (pentanomial), normal approximation",
            "regularisation": (
                f"{PRIOR_PAIRS} of a pair in each of the five counts, only where all pairs of a "
                f"table have the same result"
            ),
            "note": ""
            if self.complete
            else f"the run is not complete: {missing:,} games are missing, and no strength is "
            f"estimated before the last one",
        }

    def _agents(self) -> list[dict[str, Any]]:
        """Make one row per agent, with its rating if the run is complete."""
        rows = [self._points(agent) for agent in range(len(self.labels))]
        ratings = (
            ratings_from_pairs(len(self.labels), self.tables, confidence=_CONFIDENCE)
            if self.complete
            else [None] * len(self.labels)
        )
        for row, rating in zip(rows, ratings, strict=True):
            row["elo"] = None if rating is None else rating.elo
            row["elo_error"] = None if rating is None else rating.error
            row["elo_regularised"] = None if rating is None else rating.regularised
        return rows

    def _points(self, agent: int, scenario: int | None = None) -> dict[str, Any]:
        """Sum up one agent: all games, games by seat, pairs, faults."""
        seats = [Counter[str](), Counter[str]()]
        faults = 0
        for (where, seat0, seat1, winner, _, fault), count in self.sums.cells.items():
            if agent not in (seat0, seat1) or scenario not in (None, where):
                continue
            if fault:
                faults += count
                continue
            seat = 0 if agent == seat0 else 1
            seats[seat][_result(winner, seat)] += count
        pairs = [0] * 5
        for (where, first, second, halves, _), count in self.sums.pairs.items():
            if agent in (first, second) and scenario in (None, where):
                pairs[halves if agent == first else 4 - halves] += count
        share = share_from_pairs(pairs, confidence=_CONFIDENCE)
        names = self._seat_names(scenario)
        return {
            "agent": self.labels[agent],
            **_tally(seats[0] + seats[1]),
            "points_error": share.error,
            "pairs": pairs,
            "seats": {names[seat]: _tally(seats[seat]) for seat in (0, 1)},
            "faults": faults,
        }

    def _pairing(self, a: int, b: int) -> dict[str, Any]:
        """Compare two agents, as the first of them sees it."""
        pairs = self.tables[a, b]
        share = share_from_pairs(pairs, confidence=_CONFIDENCE)
        row: dict[str, Any] = {
            "first": self.labels[a],
            "second": self.labels[b],
            "pairs": pairs,
            "second_pairs": list(swap_pairs(pairs)),
            "points_share": share.share,
            "points_error": share.error,
        }
        estimate = elo_from_pairs(pairs, confidence=_CONFIDENCE) if self.complete else None
        row["elo"] = estimate.elo if estimate else None
        row["elo_error"] = estimate.error if estimate else None
        row["elo_regularised"] = estimate.regularised if estimate else None
        return row

    def _scenario(self, index: int) -> dict[str, Any]:
        """Sum up one scenario: seats, ways of ending, lengths, distinct games."""
        results: Counter[int] = Counter()
        ways: Counter[tuple[int, int]] = Counter()
        faults = 0
        for (where, _, _, winner, way, fault), count in self.sums.cells.items():
            if where != index:
                continue
            if fault:
                faults += count
                continue
            results[winner] += count
            ways[winner, way] += count
        pairs = [0] * 5
        for (where, _, _, _, halves), count in self.sums.pairs.items():
            if where == index:
                pairs[halves] += count
        share = share_from_pairs(pairs, confidence=_CONFIDENCE)
        names = self._seat_names(index)
        decisions: Counter[int] = Counter()
        for (where, length, *_), count in self.sums.lengths.items():
            if where == index:
                decisions[length] += count
        return {
            "scenario": self.header.event.scenarios[index],
            "games": sum(results.values()),
            "wins": {names[seat]: results[seat] for seat in (0, 1)},
            "draws": results[-1],
            "seat0": names[0],
            "seat0_share": share.share,
            "seat0_error": share.error,
            "seat0_pairs": pairs,
            "ways": [
                {
                    "winner": self.names.winner(winner, scenario=index),
                    "way": self.names.way(way, scenario=index),
                    "games": count,
                }
                for (winner, way), count in sorted(ways.items(), key=lambda kv: (-kv[1], kv[0]))
            ],
            "decisions": _length(decisions),
            "distinct_games": self.sums.distinct[index],
            "faults": faults,
        }

    def _seat_names(self, scenario: int | None) -> tuple[str, ...]:
        """Name the seats of a scenario, or of all if they share the names."""
        if scenario is not None:
            return self.header.seats[scenario]
        same = set(self.header.seats)
        return same.pop() if len(same) == 1 else ("seat 0", "seat 1")


def _result(winner: int, seat: int) -> str:
    """Say how a game ended for a seat."""
    if winner < 0:
        return "draws"
    return "wins" if winner == seat else "losses"


def _tally(results: Counter[str]) -> dict[str, Any]:
    """Give games, wins, draws, losses, points and shares."""
    wins, draws, losses = results["wins"], results["draws"], results["losses"]
    games = wins + draws + losses
    return {
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "points": wins + draws / 2,
        "points_share": (wins + draws / 2) / games if games else None,
        "win_rate": wins / games if games else None,
    }


def _length(histogram: Counter[int]) -> dict[str, float]:
    """Give mean, extremes and percentiles of a length."""
    total = histogram.total()
    if not total:
        return {}
    mean = sum(value * count for value, count in histogram.items()) / total
    found = percentiles(histogram, _PERCENTS)
    return {
        "mean": mean,
        "least": min(histogram),
        **{f"p{percent}": found[percent] for percent in _PERCENTS},
        "most": max(histogram),
    }
