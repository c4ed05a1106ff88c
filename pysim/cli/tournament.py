"""``pysim tournament``: run, resume, verify and report an event; show one of its games."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pysim.cli.common import (
    AgentsFlag,
    JsonFlag,
    LogFlag,
    OptionFlags,
    QuietFlag,
    ScenariosFlag,
    SvgFlag,
    ThreadsFlag,
    games_option,
    given_path,
    read_options,
    seed_option,
    split_names,
    threads_or_all,
)

if TYPE_CHECKING:
    from pysim.tournament.event import Event
    from pysim.tournament.progress import GameProgress

__all__ = ["app"]

app = typer.Typer(
    name="tournament",
    help="Play events of any size: in pairs, stored in blocks, resumable and checkable.",
    no_args_is_help=True,
    add_completion=False,
)

_STOPPED_BY = 128

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", parser=given_path, help="Folder of the run.")
]


@app.command()
def run(
    event_file: Annotated[
        Path | None,
        typer.Argument(
            metavar="EVENT.toml", parser=given_path, help="Event file; flags win over its keys."
        ),
    ] = None,
    agents: AgentsFlag = None,
    scenarios: ScenariosFlag = None,
    games: Annotated[
        int | None,
        games_option("Games for each two agents in each scenario; even.", bounded=False),
    ] = None,
    seed: Annotated[
        int | None, seed_option("Key of all chance; drawn and printed if not given.", bounded=False)
    ] = None,
    pairing: Annotated[
        str | None,
        typer.Option("--pairing", help="round_robin, or gauntlet: the first against the others."),
    ] = None,
    option: OptionFlags = None,
    block_size: Annotated[
        int | None,
        typer.Option("--block-size", metavar="N", help="Games in a block (a file); even."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", parser=given_path, help="Folder of the run; new or empty."
        ),
    ] = None,
    threads: ThreadsFlag = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the schedule, play nothing.")
    ] = False,
    quiet: QuietFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Play an event into a new folder.

    Examples:
    pysim tournament run -a random,greedy -s westeros/kingsroad -n 20000 --out runs/a
    pysim tournament run event.toml --out runs/b --threads 2
    """
    from pysim.cli.tournament_print import print_result, print_schedule
    from pysim.tournament.engine import load_engine
    from pysim.tournament.event import load_event
    from pysim.tournament.runner import run_event

    with _errors(None):
        given = {
            "agents": split_names(agents),
            "scenarios": split_names(scenarios),
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
            print_schedule(event, as_json)
            return
    if out is None:
        _fail("--out: missing; name a new folder for the run (or use --dry-run)")
    if not as_json:
        _notify(f"seed {event.seed}{' (drawn)' if drawn else ''}")
    with _errors(out), _progress("playing", event, quiet or as_json) as bar:
        result = run_event(
            event,
            out,
            threads=threads_or_all(threads),
            engine=engine,
            advance=bar.advance,
            notify=_notify,
        )
    with _errors(None):
        print_result(result, event.seed, as_json)


@app.command()
def resume(
    folder: Folder, threads: ThreadsFlag = None, quiet: QuietFlag = False, as_json: JsonFlag = False
) -> None:
    """Play what is missing in a stopped or damaged run.

    Example: pysim tournament resume runs/first
    """
    from pysim.cli.tournament_print import print_result
    from pysim.tournament.engine import load_engine
    from pysim.tournament.runner import resume_run

    with _errors(folder):
        event = _stored_event(folder)
        with _progress("playing", event, quiet or as_json) as bar:
            result = resume_run(
                folder,
                threads=threads_or_all(threads),
                engine=load_engine(),
                advance=bar.advance,
                notify=_notify,
            )
        print_result(result, event.seed, as_json)


@app.command()
def verify(
    folder: Folder, threads: ThreadsFlag = None, quiet: QuietFlag = False, as_json: JsonFlag = False
) -> None:
    """Play every stored game again and compare all columns.

    Exit code 1 means that a game is wrong, a block is corrupt, or games are missing.

    Example: pysim tournament verify runs/first
    """
    from pysim.cli.tournament_print import print_verified
    from pysim.tournament.engine import load_engine
    from pysim.tournament.verify import verify_run

    with _errors(None):
        event = _stored_event(folder)
        with _progress("checking", event, quiet or as_json) as bar:
            result = verify_run(
                folder, threads=threads_or_all(threads), engine=load_engine(), advance=bar.advance
            )
        print_verified(result, as_json)
    raise typer.Exit(0 if result.good and result.complete else 1)


@app.command()
def report(folder: Folder, quiet: QuietFlag = False, as_json: JsonFlag = False) -> None:
    """Sum up a run: points, seats, scenarios, strength, lengths, ways of winning.

    Example: pysim tournament report runs/first --json
    """
    from pysim.cli.tournament_print import print_figures
    from pysim.tournament.report import build_report

    with _errors(None):
        with _progress("reading", _stored_event(folder), quiet or as_json) as bar:
            figures = build_report(folder, advance=bar.advance)
        print_figures(figures, as_json)


@app.command()
def show(
    folder: Folder,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Number of the game, from 0.")],
    log: LogFlag = False,
    svg: SvgFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Play one game of a run again and show it: seats, result, final position.

    The game is compared with what the run has stored; exit code 1 means that
    they differ.

    Example: pysim tournament show runs/first 17 --log
    """
    from pysim.cli.tournament_print import print_game
    from pysim.tournament.engine import load_engine
    from pysim.tournament.replay import replay_game

    with _errors(None):
        game = replay_game(folder, number, engine=load_engine())
    print_game(game, log=log, svg=svg, as_json=as_json)
    raise typer.Exit(1 if game.different else 0)


def _stored_event(folder: Path) -> Event:
    """Read the event of a run."""
    from pysim.tournament.storage import RunFolder

    return RunFolder(folder).header().event


def _progress(what: str, event: Event, quiet: bool) -> GameProgress:
    """Make the progress bar over all games of an event."""
    from pysim.tournament.progress import GameProgress

    return GameProgress(what, event.schedule.total, quiet=quiet)


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


def _notify(message: object) -> None:
    """Tell the user something on standard error."""
    typer.echo(f"pysim: {message}", err=True)


def _fail(message: str) -> NoReturn:
    """End with wrong use."""
    _notify(message)
    raise typer.Exit(2)


@contextmanager
def _errors(folder: Path | None) -> Iterator[None]:
    """Turn errors, Ctrl-C and the signals that end a process into a message and an exit code."""
    from pysim.errors import SimError

    try:
        with _stopped_by_signals():
            yield
    except SimError as error:
        _fail(str(error))
    except KeyboardInterrupt as error:
        from pysim.tournament.runner import stopped_message

        _notify("stopped" if folder is None else stopped_message(folder))
        number = error.args[0] if error.args else signal.SIGINT
        raise typer.Exit(_STOPPED_BY + number) from error


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP stop the work as Ctrl-C does."""

    def stop(number: int, _: object) -> None:
        raise KeyboardInterrupt(number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
