"""``pysim tournament``: run, resume, verify and report an event."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pysim.cli.common import JsonFlag, OptionFlags, print_json, read_options

if TYPE_CHECKING:
    from rich.console import Console

    from pysim.tournament.event import Event
    from pysim.tournament.runner import RunResult, VerifyResult

__all__ = ["app"]

app = typer.Typer(
    name="tournament",
    help="Play events of any size: in pairs, stored in blocks, resumable and checkable.",
    no_args_is_help=True,
    add_completion=False,
)

_STOPPED = 130
_MOST_THREADS = 256

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the run.")]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        min=1,
        max=_MOST_THREADS,
        help="Threads; changes no result. (default: all processors)",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bar.")]


@app.command()
def run(
    event_file: Annotated[
        Path | None,
        typer.Argument(metavar="EVENT.toml", help="Event file; flags win over its keys."),
    ] = None,
    agents: Annotated[
        list[str] | None, typer.Option("--agents", help="Agents, with commas between them.")
    ] = None,
    scenarios: Annotated[
        list[str] | None, typer.Option("--scenarios", help="Scenarios, with commas between them.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", help="Games for each two agents in each scenario; even."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Seed; one is drawn and printed if not given.")
    ] = None,
    pairing: Annotated[
        str | None,
        typer.Option("--pairing", help="round_robin, or gauntlet: the first against the others."),
    ] = None,
    option: OptionFlags = None,
    block_size: Annotated[
        int | None, typer.Option("--block-size", help="Games in a block (a file); even.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of the run.")] = None,
    threads: Threads = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the schedule, play nothing.")
    ] = False,
    quiet: Quiet = False,
    as_json: JsonFlag = False,
) -> None:
    """Play an event into a new folder.

    Example: pysim tournament run --agents random,greedy --scenarios westeros/kingsroad
    --games 20000 --out runs/first
    """
    from pysim.tournament.engine import load_engine
    from pysim.tournament.event import load_event
    from pysim.tournament.progress import GameProgress
    from pysim.tournament.runner import run_event

    with _errors(None):
        given = {
            "agents": _names(agents),
            "scenarios": _names(scenarios),
            "games": games,
            "seed": seed,
            "pairing": pairing,
            "block_size": block_size,
            "options": read_options(option) or None,
        }
        engine = load_engine()
        event, drawn = _event(
            event_file, {k: v for k, v in given.items() if v is not None}, engine.agents()
        )
        if dry_run:
            load_event(event, engine)
            _print_schedule(event, as_json)
            return
    if out is None:
        _fail("--out: missing; name a new folder for the run (or use --dry-run)")
    if not as_json:
        _notify(f"seed {event.seed}{' (drawn)' if drawn else ''}")
    with _errors(out), GameProgress("playing", event.schedule.total, quiet=quiet or as_json) as bar:
        result = run_event(
            event,
            out,
            threads=_threads(threads),
            engine=engine,
            advance=bar.advance,
            notify=_notify,
        )
    _print_result(result, event.seed, as_json)


@app.command()
def resume(
    folder: Folder, threads: Threads = None, quiet: Quiet = False, as_json: JsonFlag = False
) -> None:
    """Play what is missing in a stopped or damaged run."""
    from pysim.tournament.engine import load_engine
    from pysim.tournament.progress import GameProgress
    from pysim.tournament.runner import resume_run
    from pysim.tournament.storage import RunFolder

    with _errors(folder):
        event = RunFolder(folder).header().event
        with GameProgress("playing", event.schedule.total, quiet=quiet or as_json) as bar:
            result = resume_run(
                folder,
                threads=_threads(threads),
                engine=load_engine(),
                advance=bar.advance,
                notify=_notify,
            )
    _print_result(result, event.seed, as_json)


@app.command()
def verify(
    folder: Folder, threads: Threads = None, quiet: Quiet = False, as_json: JsonFlag = False
) -> None:
    """Play every stored game again and compare all columns."""
    from pysim.tournament.engine import load_engine
    from pysim.tournament.progress import GameProgress
    from pysim.tournament.runner import verify_run
    from pysim.tournament.storage import RunFolder

    with _errors(None):
        total = RunFolder(folder).header().event.schedule.total
        with GameProgress("checking", total, quiet=quiet or as_json) as bar:
            result = verify_run(
                folder, threads=_threads(threads), engine=load_engine(), advance=bar.advance
            )
    _print_verified(result, as_json)
    raise typer.Exit(0 if result.good else 1)


@app.command()
def report(folder: Folder, quiet: Quiet = False, as_json: JsonFlag = False) -> None:
    """Sum up a run: points, seats, scenarios, strength, lengths, ways of winning."""
    from pysim.tournament.progress import GameProgress
    from pysim.tournament.report import build_report
    from pysim.tournament.storage import RunFolder
    from pysim.tournament.tables import print_report

    with _errors(None):
        total = RunFolder(folder).header().event.schedule.total
        with GameProgress("reading", total, quiet=quiet or as_json) as bar:
            figures = build_report(folder, advance=bar.advance)
    if as_json:
        print_json(figures.to_dict())
    else:
        print_report(figures, _console())


def _console() -> Console:
    """Make a console as wide as the terminal, or wide enough for every table in a pipe."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 160)


def _event(path: Path | None, given: dict[str, Any], agents: list[str]) -> tuple[Event, bool]:
    """Join an event file and the flags; says also whether the seed was drawn."""
    from pysim.tournament.event import event_from_mapping, read_event_file

    if path is None:
        values = {"format": 1, **given}
        source, flags = "command line", ["agents", "scenarios", "games", *given]
    else:
        stored = read_event_file(path)
        source, flags = str(path), list(given)
        values = {**stored, **given}
        if "options" in given and isinstance(stored.get("options"), dict):
            values["options"] = {**stored["options"], **given["options"]}
    event = event_from_mapping(values, source=source, agents=agents, flags=flags)
    return event, values.get("seed") is None


def _names(text: list[str] | None) -> list[str] | None:
    """Split repeated, comma-separated flag values into names."""
    if text is None:
        return None
    return [name.strip() for part in text for name in part.split(",") if name.strip()]


def _threads(threads: int | None) -> int:
    """Use all processors unless told otherwise."""
    return threads or min(os.cpu_count() or 1, _MOST_THREADS)


def _print_schedule(event: Event, as_json: bool) -> None:
    """Print one line per game."""
    from pysim.tournament.runner import iter_plans

    if not as_json:
        schedule = event.schedule
        typer.echo(
            f"# {schedule.total} games in {schedule.blocks} blocks, seed {event.seed}\n"
            f"# game scenario seat0 seat1 dice_index"
        )
    for plan in iter_plans(event):
        if as_json:
            typer.echo(json.dumps(plan))
        else:
            keys = ("game", "scenario", "seat0", "seat1", "dice_index")
            typer.echo(" ".join(str(plan[key]) for key in keys))


def _print_result(result: RunResult, seed: int, as_json: bool) -> None:
    """Say what was played and sum it up."""
    from pysim.tournament.report import build_report
    from pysim.tournament.tables import print_report

    with _errors(None):
        figures = build_report(result.folder)
    if as_json:
        print_json(
            {
                "folder": str(result.folder),
                "seed": seed,
                "total_games": result.total,
                "played": result.played,
                "kept": result.kept,
                "replayed_blocks": [str(path) for path in result.replayed],
                "seconds": round(result.seconds, 3),
                "report": figures.to_dict(),
            }
        )
        return
    print_report(figures, _console())
    rate = result.played / max(result.seconds, 1e-9)
    kept = f", {result.kept:,} were there already" if result.kept else ""
    typer.echo(
        f"{result.played:,} games played in {result.seconds:.1f} s ({rate:,.0f} games/s){kept}; "
        f"the run in {result.folder} is complete"
    )


def _print_verified(result: VerifyResult, as_json: bool) -> None:
    """Say what was confirmed and name what was not."""
    if as_json:
        print_json(
            {
                "folder": str(result.folder),
                "good": result.good,
                "total_games": result.total,
                "checked": result.checked,
                "wrong_games": result.wrong_games,
                "missing_blocks": result.missing_blocks,
                "corrupt_blocks": [str(path) for path in result.corrupt],
                "mismatches": [
                    {
                        "file": str(item.path),
                        "game": item.game,
                        "column": item.column,
                        "stored": item.stored,
                        "played": item.played,
                    }
                    for item in result.mismatches
                ],
            }
        )
        return
    for path in result.corrupt:
        typer.echo(f"{path}: corrupt block; resume plays it again")
    for item in result.mismatches:
        typer.echo(
            f"{item.path}: game {item.game}: {item.column} is {item.stored}, played again it is "
            f"{item.played}"
        )
    missing = f"; {result.missing_blocks} blocks are not played yet" * bool(result.missing_blocks)
    typer.echo(
        f"{result.checked:,} of {result.total:,} games checked, {result.wrong_games:,} wrong, "
        f"{len(result.corrupt)} blocks corrupt{missing}"
    )


def _notify(message: object) -> None:
    """Tell the user something on standard error."""
    typer.echo(f"pysim: {message}", err=True)


def _fail(message: str) -> NoReturn:
    """End with wrong use."""
    _notify(message)
    raise typer.Exit(2)


@contextmanager
def _errors(folder: Path | None) -> Iterator[None]:
    """Turn errors and Ctrl-C into a message and an exit code."""
    from pysim.errors import SimError

    try:
        yield
    except SimError as error:
        _fail(str(error))
    except KeyboardInterrupt as error:
        from pysim.tournament.runner import stopped_message

        _notify("stopped" if folder is None else stopped_message(folder))
        raise typer.Exit(_STOPPED) from error
