"""A report as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pysim.tournament.report import Report
from pysim.viewer.parts import PartedTable

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["print_report"]

_LEAST_SHOWN = 0.001
_PAIR_HEADS = ("0", "0.5", "1", "1.5", "2")


def print_report(report: Report, console: Console) -> None:
    """Print all tables of a report, each in as many parts as the console's width asks for."""
    run = report.run
    state = "" if run["complete"] else " (not complete)"
    console.print(
        f"{run['games']:,} of {run['total_games']:,} games{state}, seed {run['seed']}, "
        f"engine {run['engine']}; {run['distinct_games']:,} distinct games, "
        f"{run['faults']:,} faults",
        highlight=False,
    )
    if run["note"]:
        console.print(run["note"], highlight=False)
    for table in (
        _agents(report),
        _pairings(report),
        _seats("Agents by seat", report.agents),
        *([_by_scenario(report)] if len(report.scenarios) > 1 else []),
        _scenarios(report),
        _ways(report),
        _lengths(report),
    ):
        table.show(console)
    console.print(
        f"Error bars: {run['confidence']:.0%}, {run['error_bars']}. Scale: {run['elo_scale']}, for "
        f"agents relative to the mean of the field. "
        f"Regularisation (*): {run['regularisation']}; then only the direction is sure.",
        highlight=False,
    )


def _agents(report: Report) -> PartedTable:
    """Show points, rates and rating of each agent."""
    heads = ["agent", "games", "points", "share", report.run["elo_scale"], "faults"]
    heads += ["wins", "draws", "losses", "win rate"]
    rows = [
        [
            row["agent"],
            f"{row['games']:,}",
            f"{row['points']:,.1f}",
            _with_error(row["points_share"], row["points_error"]),
            _elo(row),
            f"{row['faults']:,}",
            *(f"{row[key]:,}" for key in ("wins", "draws", "losses")),
            _percent(row["win_rate"]),
        ]
        for row in report.agents
    ]
    return PartedTable("Agents", heads, rows, 1)


def _pairings(report: Report) -> PartedTable:
    """Show the pair counts and the difference of each two agents."""
    heads = ["first", "second", "share", report.run["elo_scale"]]
    heads += [f"pairs {head}" for head in _PAIR_HEADS]
    rows = [
        [
            row["first"],
            row["second"],
            _with_error(row["points_share"], row["points_error"]),
            _elo(row),
            *(f"{count:,}" for count in row["pairs"]),
        ]
        for row in report.pairings
    ]
    return PartedTable("Pairs, by points of the first agent", heads, rows, 2)


def _seats(title: str, agents: Iterable[dict[str, Any]]) -> PartedTable:
    """Show each agent in each seat."""
    heads = ["agent", "seat", "games", "wins", "draws", "losses", "share", "win rate"]
    rows = [
        [
            agent["agent"],
            seat,
            *(f"{tally[key]:,}" for key in ("games", "wins", "draws", "losses")),
            _percent(tally["points_share"]),
            _percent(tally["win_rate"]),
        ]
        for agent in agents
        for seat, tally in agent["seats"].items()
    ]
    return PartedTable(title, heads, rows, 2)


def _by_scenario(report: Report) -> PartedTable:
    """Show each agent in each scenario."""
    heads = ["scenario", "agent", "games", "share", "wins", "draws", "losses"]
    rows = [
        [
            row["scenario"],
            row["agent"],
            f"{row['games']:,}",
            _with_error(row["points_share"], row["points_error"]),
            *(f"{row[key]:,}" for key in ("wins", "draws", "losses")),
        ]
        for row in report.agents_by_scenario
    ]
    return PartedTable("Agents by scenario", heads, rows, 2)


def _scenarios(report: Report) -> PartedTable:
    """Show the balance of each scenario; both agents of a pair play both seats."""
    heads = ["scenario", "seat 0", "games", "share", "wins", "draws", "losses"]
    heads += ["distinct", "faults"]
    rows = [
        [
            row["scenario"],
            row["seat0"],
            f"{row['games']:,}",
            _with_error(row["seat0_share"], row["seat0_error"]),
            f"{wins:,}",
            f"{row['draws']:,}",
            f"{losses:,}",
            f"{row['distinct_games']:,}",
            f"{row['faults']:,}",
        ]
        for row in report.scenarios
        for wins, losses in (row["wins"].values(),)
    ]
    return PartedTable("Scenarios, as seat 0 sees them", heads, rows, 2)


def _ways(report: Report) -> PartedTable:
    """Show how games ended."""
    rows = [
        [
            row["scenario"],
            way["winner"],
            way["way"],
            f"{way['games']:,}",
            _percent(way["games"] / row["games"]),
        ]
        for row in report.scenarios
        for way in row["ways"]
    ]
    return PartedTable("How games ended", ["scenario", "winner", "way", "games", "share"], rows, 3)


def _lengths(report: Report) -> PartedTable:
    """Show lengths of games."""
    keys = ["mean", "least", "p5", "p25", "p50", "p75", "p95", "p99", "most"]
    rows = [
        [what, *(f"{values[key]:,.1f}" if key == "mean" else f"{values[key]:,}" for key in keys)]
        for what, values in report.lengths.items()
        if values
    ]
    return PartedTable("Length of games", ["", *keys], rows, 1)


def _percent(share: float | None) -> str:
    """Write a share."""
    return "-" if share is None else f"{share:.1%}"


def _with_error(share: float | None, error: float) -> str:
    """Write a share with its error bar; one that is small is not nothing."""
    small = error < _LEAST_SHOWN / 2
    return "-" if share is None else f"{share:.1%} ± {'<0.1%' if small else f'{error:.1%}'}"


def _elo(row: dict[str, Any]) -> str:
    """Write a rating with its error bar; a star marks a regularised one."""
    if row["elo"] is None:
        return "-"
    return f"{row['elo']:+.1f} ± {row['elo_error']:.1f}{' *' if row['elo_regularised'] else ''}"
