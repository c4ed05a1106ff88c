"""What the subcommands share: option types, JSON output, Rich output, drawn seeds."""

from __future__ import annotations

import json
import secrets
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pysim.game import Game

__all__ = [
    "JsonFlag",
    "OptionFlags",
    "SeedFlag",
    "console",
    "draw_seed",
    "fraction_text",
    "json_fraction",
    "open_game",
    "print_json",
    "read_options",
    "table",
    "wrong_use",
]

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
SeedFlag = Annotated[
    int | None,
    typer.Option(
        "--seed",
        min=0,
        max=2**64 - 1,
        help="Key of all chance; drawn and printed if not given.",
    ),
]
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
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, default=json_fraction))


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

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
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


def wrong_use(message: str) -> NoReturn:
    """End with exit code 2 and one line on stderr."""
    from pysim.errors import SimError

    raise SimError(message)
