"""``pysim balance``: which seat the plans favour, greedy against greedy, as a table."""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    QuietFlag,
    ScenariosFlag,
    ThreadsFlag,
    check_target,
    chosen_scenarios,
    given_path,
    print_json,
    read_options,
    seed_option,
    threads_or_all,
    write_text,
)
from pysim.errors import SimError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pysim.tournament.event import Event
    from pysim.tournament.report import Report

__all__ = ["app", "balance_event", "balance_rows", "markdown"]

app = typer.Typer(add_completion=False)

_PAIRS = 20_000
_MOST_PAIRS = 50_000_000
_SEED = 1
_AGENT = "greedy"
_HEADS = ("plan", "seat", "win rate", "95 %", "draws", "decisions", "rounds", "ways of winning")


@app.command()
def balance(
    scenarios: ScenariosFlag = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", min=1, max=_MOST_PAIRS, metavar="N", help="Pairs of games for each plan."
        ),
    ] = _PAIRS,
    seed: Annotated[int, seed_option("Key of all chance, fixed by default.", bounded=False)] = (
        _SEED
    ),
    option: OptionFlags = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", parser=given_path, help="Write the table as Markdown."
        ),
    ] = None,
    threads: ThreadsFlag = None,
    quiet: QuietFlag = False,
    json_: JsonFlag = False,
) -> None:
    """Play greedy against greedy and print how often each seat wins, and how.

    All shipped plans are played, or those of --scenarios, each as an event of
    its own, in pairs as in a tournament; the figures are those of its report.
    The seed is fixed, so that tables can be compared.

    Examples: [bold]pysim balance --out docs/balance.md[/bold] ·
    [bold]pysim balance -s westeros/kingsroad --pairs 500[/bold]
    """
    names = chosen_scenarios(scenarios)
    if out is not None:
        check_target(out)
    events = [balance_event(name, pairs, seed, read_options(option)) for name in names]
    reports = _play(events, threads_or_all(threads), quiet or json_)
    rows = [row for report in reports for row in balance_rows(report)]
    if json_:
        print_json({"agent": _AGENT, "pairs": pairs, "seed": seed, "plans": rows})
    elif out is None:
        _print(rows)
    if out is not None:
        page = markdown(reports, shlex.quote(str(out)))
        try:
            write_text(out, page)
        except SimError:  # the games are not lost with the file
            typer.echo(page, nl=False)
            raise
        typer.echo(f"wrote {out}", err=json_)


def balance_event(
    scenario: str, pairs: int, seed: int, options: Mapping[str, bool | int | str]
) -> Event:
    """Make the event of one plan: the agent against itself.

    Raises:
        EventError: if a value is wrong.
    """
    from pysim.tournament.engine import load_engine
    from pysim.tournament.event import event_from_mapping

    values = {
        "format": 1,
        "agents": [_AGENT, _AGENT],
        "scenarios": [scenario],
        "games": 2 * pairs,
        "seed": seed,
        "options": options,
    }
    return event_from_mapping(
        values, source="command line", agents=load_engine().agents(), flags=list(values)
    )


def _play(events: Sequence[Event], threads: int, quiet: bool) -> list[Report]:
    """Play the events, after a look at all of them, and sum each one up."""
    from pysim.tournament.engine import load_engine
    from pysim.tournament.event import load_event
    from pysim.tournament.progress import GameProgress

    engine = load_engine()
    for event in events:
        load_event(event, engine, source="command line")
    games = sum(event.schedule.total for event in events)
    with GameProgress("playing", games, quiet=quiet) as bar:
        return [_report(event, threads, bar.advance) for event in events]


def _report(event: Event, threads: int, advance: Callable[[int], None]) -> Report:
    """Play one event in a folder that is thrown away."""
    from pysim.tournament.engine import load_engine
    from pysim.tournament.report import build_report
    from pysim.tournament.runner import run_event

    with tempfile.TemporaryDirectory(prefix="pysim-balance-") as folder:
        run_event(
            event, Path(folder) / "run", threads=threads, engine=load_engine(), advance=advance
        )
        return build_report(Path(folder) / "run")


def balance_rows(report: Report) -> list[dict[str, Any]]:
    """Take the figures of one plan out of a tournament report, one row for each plan in it.

    The interval is that of the share of the points, from pairs; without draws that is the rate of
    wins. Rounds are those of the whole run: one event a plan.
    """
    return [
        {
            "scenario": plan["scenario"],
            "games": plan["games"],
            "distinct_games": plan["distinct_games"],
            "seats": [
                _seat(plan, name, share)
                for name, share in zip(
                    plan["wins"], (plan["seat0_share"], 1 - plan["seat0_share"]), strict=True
                )
            ],
            "draws": plan["draws"],
            "decisions": plan["decisions"],
            "rounds": report.lengths["rounds"],
        }
        for plan in report.scenarios
    ]


def _seat(plan: dict[str, Any], name: str, share: float) -> dict[str, Any]:
    """Give the figures of a seat."""
    wins = plan["wins"][name]
    return {
        "seat": name,
        "wins": wins,
        "win_rate": wins / plan["games"] if plan["games"] else None,
        "low": max(0.0, share - plan["seat0_error"]),
        "high": min(1.0, share + plan["seat0_error"]),
        "ways": {way["way"]: way["games"] for way in plan["ways"] if way["winner"] == name},
    }


def _cells(row: dict[str, Any]) -> list[list[str]]:
    """Write the row of a plan as two lines of words, one a seat."""
    games = max(row["games"], 1)
    long, rounds = row["decisions"], row["rounds"]
    lines = []
    for number, seat in enumerate(row["seats"]):
        ways = ", ".join(f"{way} {count / games:.1%}" for way, count in seat["ways"].items())
        first = number == 0
        lines.append(
            [
                row["scenario"] if first else "",
                seat["seat"],
                f"{seat['wins'] / games:.1%}",
                f"{seat['low']:.1%} to {seat['high']:.1%}",
                f"{row['draws'] / games:.1%}" if first else "",
                f"{long['mean']:.0f} ({long['p5']:.0f} to {long['p95']:.0f})" if first else "",
                f"{rounds['mean']:.2f} ({rounds['p5']:.0f} to {rounds['p95']:.0f})"
                if first
                else "",
                ways or "-",
            ]
        )
    return lines


def _print(rows: Sequence[dict[str, Any]]) -> None:
    """Print the table on the terminal."""
    from pysim.cli.common import console
    from pysim.viewer.parts import PartedTable

    shown = PartedTable(
        "",
        _HEADS,
        [line for row in rows for line in _cells(row)],
        texts=2,
        left=frozenset({len(_HEADS) - 1}),
    )
    shown.show(console())


def markdown(reports: Sequence[Report], out: str) -> str:
    """Write the page of the documentation from the reports of the plans.

    Args:
        reports: one for each plan, all of the same number of games and seed.
        out: the file, as the command that writes it names it.
    """
    from pysim.game import list_scenarios

    run = reports[0].run
    rows = [row for report in reports for row in balance_rows(report)]
    pairs, seed = run["games_per_meeting"] // 2, run["seed"]
    options = "".join(f" -o {name}={str(value).lower()}" for name, value in run["options"].items())
    names = [row["scenario"] for row in rows]
    shipped = names == list_scenarios()
    if not shipped:
        options = f" -s {shlex.quote(','.join(names))}{options}"
    lines = [
        "# Balance of the plans",
        "",
        f"Which seat wins when the built-in agent `{_AGENT}` plays both: {pairs:,} pairs of games",
        f"for each plan, seed {seed}, engine {run['engine']}. This page is written by",
        "",
        "```console",
        f"pysim balance --pairs {pairs} --seed {seed}{options} --out {out}",
        "```",
        "",
        "Each plan is an event of its own; the figures are those of",
        "[its report](tournaments.md). A pair is two games with the same dice. The agent draws",
        "lots only where a plan hides something before round 1, so in most plans both games of a",
        "pair are the same game; the interval counts pairs, not games. Lengths: the mean, and in",
        "brackets the range that holds nine games in ten. Ways of winning are shares of all games.",
        "",
        f"| {' | '.join(_HEADS)} |",
        f"| {' | '.join('---' for _ in _HEADS)} |",
        *(f"| {' | '.join(line)} |" for row in rows for line in _cells(row)),
        "",
        "The rates tell how this agent plays a plan, not what is best play.",
    ]
    if shipped:
        lines[-1] += " Where a seat won"
        lines += [
            "less than 35 or more than 65 per cent, numbers of our own making were changed (`pysim",
            "rules WD12.6`, `pysim rules G4.3`); the test scenario of the engine stays as it is.",
        ]
    return "\n".join(lines) + "\n"
