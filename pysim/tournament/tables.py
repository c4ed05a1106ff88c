"""A report as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pysim.tournament.report import Report

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["print_report"]

_PAIR_HEADS = ("0", "0.5", "1", "1.5", "2")


def print_report(report: Report, console: Console) -> None:
    """Print all tables of a report."""
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
        console.print(table)
    console.print(
        f"Error bars: {run['confidence']:.0%}, {run['error_bars']}. Scale: {run['elo_scale']}. "
        f"Regularisation (*): {run['regularisation']}; then only the direction is sure.",
        highlight=False,
    )


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int) -> Table:
    """Make a table whose first ``texts`` columns are words and the others numbers."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for index, head in enumerate(heads):
        table.add_column(head, justify="left" if index < texts else "right")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _agents(report: Report) -> Table:
    """Show points, rates and rating of each agent."""
    heads = ["agent", "games", "wins", "draws", "losses", "points", "share", "win rate"]
    heads += [report.run["elo_scale"], "faults"]
    rows = [
        [
            row["agent"],
            *(f"{row[key]:,}" for key in ("games", "wins", "draws", "losses")),
            f"{row['points']:,.1f}",
            _with_error(row["points_share"], row["points_error"]),
            _percent(row["win_rate"]),
            _elo(row),
            f"{row['faults']:,}",
        ]
        for row in report.agents
    ]
    return _table("Agents (ratings relative to the mean of the field)", heads, rows, 1)


def _pairings(report: Report) -> Table:
    """Show the pair counts and the difference of each two agents."""
    heads = ["first", "second", *(f"pairs {head}" for head in _PAIR_HEADS), "share"]
    heads.append(report.run["elo_scale"])
    rows = [
        [
            row["first"],
            row["second"],
            *(f"{count:,}" for count in row["pairs"]),
            _with_error(row["points_share"], row["points_error"]),
            _elo(row),
        ]
        for row in report.pairings
    ]
    return _table("Pairs, by points of the first agent", heads, rows, 2)


def _seats(title: str, agents: Iterable[dict[str, Any]]) -> Table:
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
    return _table(title, heads, rows, 2)


def _by_scenario(report: Report) -> Table:
    """Show each agent in each scenario."""
    heads = ["scenario", "agent", "games", "wins", "draws", "losses", "share"]
    rows = [
        [
            row["scenario"],
            row["agent"],
            *(f"{row[key]:,}" for key in ("games", "wins", "draws", "losses")),
            _with_error(row["points_share"], row["points_error"]),
        ]
        for row in report.agents_by_scenario
    ]
    return _table("Agents by scenario", heads, rows, 2)


def _scenarios(report: Report) -> Table:
    """Show the balance of each scenario."""
    heads = ["scenario", "seat 0", "games", "wins seat 0", "wins seat 1", "draws"]
    heads += ["share seat 0", "distinct games", "faults"]
    rows = [
        [
            row["scenario"],
            row["seat0"],
            f"{row['games']:,}",
            *(f"{wins:,}" for wins in row["wins"].values()),
            f"{row['draws']:,}",
            _with_error(row["seat0_share"], row["seat0_error"]),
            f"{row['distinct_games']:,}",
            f"{row['faults']:,}",
        ]
        for row in report.scenarios
    ]
    return _table("Scenarios (both agents of a pair play both seats)", heads, rows, 2)


def _ways(report: Report) -> Table:
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
    return _table("How games ended", ["scenario", "winner", "way", "games", "share"], rows, 3)


def _lengths(report: Report) -> Table:
    """Show lengths of games."""
    keys = ["mean", "least", "p5", "p25", "p50", "p75", "p95", "p99", "most"]
    rows = [
        [what, *(f"{values[key]:,.1f}" if key == "mean" else f"{values[key]:,}" for key in keys)]
        for what, values in report.lengths.items()
        if values
    ]
    return _table("Length of games", ["", *keys], rows, 1)


def _percent(share: float | None) -> str:
    """Write a share."""
    return "-" if share is None else f"{share:.1%}"


def _with_error(share: float | None, error: float) -> str:
    """Write a share with its error bar."""
    return "-" if share is None else f"{share:.1%} ± {error:.1%}"


def _elo(row: dict[str, Any]) -> str:
    """Write a rating with its error bar; a star marks a regularised one."""
    if row["elo"] is None:
        return "-"
    return f"{row['elo']:+.1f} ± {row['elo_error']:.1f}{' *' if row['elo_regularised'] else ''}"
