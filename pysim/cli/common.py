"""What the subcommands share: flags, JSON output, Rich output, drawn seeds.

One rule for flags: a command about one scenario takes it as its first argument, a command about
several takes ``--scenarios``; one thing has one spelling, long and short, in every command.
"""

from __future__ import annotations

import json
import os
import secrets
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pysim.game import Game

__all__ = [
    "MOST_THREADS",
    "AgentsFlag",
    "JsonFlag",
    "LogFlag",
    "OptionFlags",
    "QuietFlag",
    "ScenarioArgument",
    "ScenariosFlag",
    "SeedFlag",
    "SvgFlag",
    "ThreadsFlag",
    "check_target",
    "chosen_scenarios",
    "console",
    "draw_seed",
    "fraction_text",
    "games_option",
    "json_fraction",
    "open_game",
    "print_board",
    "print_json",
    "read_options",
    "seed_option",
    "split_names",
    "table",
    "threads_or_all",
    "write_svg",
    "write_text",
    "wrong_use",
]

_MOST_SEED = 2**64 - 1
_MOST_GAMES = 100_000_000
MOST_THREADS = 256

ScenarioArgument = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="Scenario id, skirmish with a seed (westeros/raid:7), or path of a TOML file.",
    ),
]
ScenariosFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--scenarios", "-s", metavar="A,B,...", help="Scenario ids or paths of TOML files."
    ),
]
AgentsFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--agents", "-a", metavar="A,B,...", help="Agents; `pysim list agents` names them."
    ),
]
ThreadsFlag = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-j",
        min=1,
        max=MOST_THREADS,
        metavar="N",
        help="Threads; they change no result. (default: all processors)",
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
QuietFlag = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")]
LogFlag = Annotated[bool, typer.Option("--log", help="Print each decision of a game.")]
SvgFlag = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the board as an SVG picture.")
]


def seed_option(words: str, *, bounded: bool = True) -> Any:
    """Make the option ``--seed`` with its own help; unbounded if an event checks it."""
    least, most = (0, _MOST_SEED) if bounded else (None, None)
    return typer.Option("--seed", min=least, max=most, metavar="N", help=words)


def games_option(words: str, *, bounded: bool = True) -> Any:
    """Make the option ``--games`` with its own help; unbounded if an event checks it."""
    least, most = (1, _MOST_GAMES) if bounded else (None, None)
    return typer.Option("--games", "-n", min=least, max=most, metavar="N", help=words)


SeedFlag = Annotated[int | None, seed_option("Key of all chance; drawn and printed if not given.")]
OptionFlags = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="Set a rule switch; may be repeated."
    ),
]

_SEEDS = 2**63
_FILE_WIDTH = 200


def print_json(value: Any) -> None:
    """Print a value as JSON, keys in the order given."""
    typer.echo(
        json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False, default=json_fraction)
    )


def json_fraction(value: object) -> Any:
    """Write a fraction for JSON: exact text and a decimal number."""
    if isinstance(value, Fraction):
        return {"exact": str(value), "decimal": float(value)}
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def fraction_text(value: Fraction) -> tuple[str, str]:
    """Write a fraction exactly and in per cent; a very long one only in per cent."""
    exact = str(value)
    return (exact if len(exact) <= 24 else "~", f"{float(value) * 100:.2f} %")


def console() -> Console:
    """Make a Rich console for stdout; plain when it is not a terminal."""
    from rich.console import Console

    made = Console(highlight=False, soft_wrap=True)
    if not made.is_terminal:
        made.width = _FILE_WIDTH
    return made


def table(*headings: str, right: tuple[int, ...] = ()) -> Table:
    """Make a light table; ``right`` lists the columns to align to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for index, heading in enumerate(headings):
        made.add_column(
            heading,
            justify="right" if index in right else "left",
            overflow="fold",
            no_wrap=index == 0,
        )
    return made


def draw_seed(seed: int | None) -> int:
    """Give the seed that was asked for, or draw one."""
    return secrets.randbelow(_SEEDS) if seed is None else seed


def open_game(scenario: str, options: list[str] | None) -> Game:
    """Load a scenario with the options of the command line."""
    from pysim.game import load

    return load(scenario, options=read_options(options))


def split_names(flags: list[str] | None) -> list[str] | None:
    """Split repeated values with commas between names; None if the flag was not given."""
    if flags is None:
        return None
    return [name.strip() for flag in flags for name in flag.split(",") if name.strip()]


def chosen_scenarios(flags: list[str] | None) -> list[str]:
    """Give the scenarios of ``--scenarios``, each once, or all shipped ones without the flag."""
    from pysim.game import list_scenarios

    names = split_names(flags)
    if names is None:
        return list_scenarios()
    if not names:
        wrong_use("--scenarios names no scenario (`pysim list` shows them)")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        wrong_use(f"--scenarios: listed twice: {', '.join(twice)}")
    return names


def threads_or_all(threads: int | None) -> int:
    """Use all processors unless told otherwise."""
    return threads or min(os.cpu_count() or 1, MOST_THREADS)


def read_options(flags: list[str] | None) -> dict[str, bool | int | str]:
    """Read ``NAME=VALUE`` flags: true, false, a whole number, or a word."""
    found: dict[str, bool | int | str] = {}
    for flag in flags or []:
        name, equals, value = flag.partition("=")
        if not equals or not name:
            wrong_use(f"--option needs NAME=VALUE, not {flag!r}")
        found[name.strip()] = _value(value.strip())
    return found


def _value(text: str) -> bool | int | str:
    """Read one option value."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def print_board(description: dict[str, Any], plan: dict[str, Any], viewer: int | None) -> None:
    """Print a board, with colours when stdout is a terminal."""
    out = console()
    if not out.is_terminal:
        from pysim.viewer import text

        typer.echo(text(description, plan, viewer=viewer), nl=False)
        return
    from rich.text import Text

    from pysim.viewer.terminal import pieces

    out.print(Text.assemble(*pieces(description, plan, viewer=viewer)), end="", soft_wrap=True)


def write_svg(
    path: Path, description: dict[str, Any], plan: dict[str, Any], viewer: int | None
) -> None:
    """Write a board as an SVG picture."""
    from pysim.viewer import svg

    write_text(path, svg(description, plan, viewer=viewer))


def write_text(path: Path, text: str) -> None:
    """Write a file; a disk that refuses ends with one line that names the file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        wrong_use(f"{path}: cannot be written: {problem.strerror}")


def check_target(path: Path) -> None:
    """Refuse a place where no file can be written, before the work for it begins."""
    there = path.exists()
    try:
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as problem:
        wrong_use(f"{path}: cannot be written: {problem.strerror}")


def wrong_use(message: str) -> NoReturn:
    """End with exit code 2 and one line on stderr."""
    from pysim.errors import SimError

    raise SimError(message)
