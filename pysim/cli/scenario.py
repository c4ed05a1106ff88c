"""``pysim scenario``: check a scenario file, begin a new one, draw a skirmish, print the schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import JsonFlag, SeedFlag, draw_seed, print_json, write_text, wrong_use

if TYPE_CHECKING:
    from pysim.errors import Problem

__all__ = ["app"]

app = typer.Typer(
    name="scenario",
    help="Check a scenario file, begin a new one, draw a skirmish, print the schema for editors.",
    no_args_is_help=True,
    add_completion=False,
)

_FILE = "my_scenario.toml"
_STDOUT = "-"
ForceFlag = Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")]


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Scenario file, or a shipped id.")],
    json_: JsonFlag = False,
) -> None:
    """List all that is wrong with a scenario file; the exit code is 1 if there is anything.

    Each line says file, line, key, what is wrong and what is allowed.

    Example: [bold]pysim scenario check my_scenario.toml[/bold]
    """
    from pysim.errors import MOST_SHOWN_PROBLEMS
    from pysim.scenario.load import find_problems

    _be_scenario(file)
    plan, problems = find_problems(file)
    if json_:
        print_json(
            {
                "file": file,
                "good": not problems,
                "scenario": _summary(plan) if plan is not None else None,
                "problems": [_row(problem) for problem in problems],
            }
        )
    elif plan is not None:
        typer.echo(f"{file}: good: {_sentence(_summary(plan))}")
    else:
        for problem in problems[:MOST_SHOWN_PROBLEMS]:
            typer.echo(str(problem))
        count, shown = len(problems), min(len(problems), MOST_SHOWN_PROBLEMS)
        rest = f", the first {shown} of them shown" if shown < count else ""
        typer.echo(f"pysim: {count} problem{'' if count == 1 else 's'}{rest}", err=True)
    if problems:
        raise typer.Exit(1)


@app.command()
def new(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="File to write; - for standard output.")
    ] = _FILE,
    extends: Annotated[
        str,
        typer.Option("--extends", metavar="ID", help="Shipped scenario, or file, to begin with."),
    ] = "westeros/kingsroad",
    whole: Annotated[
        bool,
        typer.Option("--whole", help="Copy the whole battle, to make a new one out of it."),
    ] = False,
    force: ForceFlag = False,
    json_: JsonFlag = False,
) -> None:
    """Write a commented scenario file that changes another scenario.

    Examples: [bold]pysim scenario new my_scenario.toml --extends westeros/siege[/bold] ·
    [bold]pysim scenario new my_war.toml --extends warriors/hyw[/bold] ·
    [bold]pysim scenario new my_battle.toml --whole[/bold]
    """
    from pysim.scenario.drafts import template

    target = Path(file)
    _be_writable(file, force)
    _be_scenario(extends)
    written = extends
    if whole and extends.endswith(".toml"):
        wrong_use("--whole copies shipped scenarios only; a file of your own can be extended")
    if extends.endswith(".toml"):
        folder = Path.cwd() if file == _STDOUT else target.parent
        written = Path(os.path.relpath(Path(extends).resolve(), folder.resolve())).as_posix()
    name = _FILE if file == _STDOUT else file
    text = template(extends, written=written, file=name, whole=whole)
    if file != _STDOUT:
        write_text(target, text)
    if json_:
        base = None if whole else written
        print_json({"file": file, "extends": base, "text": text})
    elif file == _STDOUT:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"wrote {file}; next: pysim scenario check {file}")


@app.command()
def skirmish(
    name: Annotated[
        str, typer.Argument(metavar="SKIRMISH", help="Id of the skirmish.")
    ] = "westeros/raid",
    seed: SeedFlag = None,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="File to write; - for standard output.")
    ] = _STDOUT,
    force: ForceFlag = False,
    json_: JsonFlag = False,
) -> None:
    """Draw a skirmish battle from a seed and write it as a scenario file.

    A command that takes a scenario takes the battle also without a file, by
    the id of the skirmish with a colon and the seed: [bold]westeros/raid:7[/bold].

    Examples: [bold]pysim scenario skirmish --seed 7 --out raid_7.toml[/bold] ·
    [bold]pysim show westeros/raid:7[/bold]
    """
    from pysim.scenario import skirmish_id
    from pysim.scenario.westeros.skirmish_text import skirmish_text

    _be_writable(out, force)
    key = draw_seed(seed)
    battle = skirmish_id(key, name)
    text = skirmish_text(battle)
    if seed is None:
        typer.echo(f"seed {key}", err=True)
    if out != _STDOUT:
        write_text(Path(out), text)
    if json_:
        print_json({"file": out, "scenario": battle, "seed": key, "text": text})
    elif out == _STDOUT:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"wrote {out}, which is {battle}; next: pysim show {out}")


@app.command()
def schema(
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game: westeros or warriors.")
    ] = "westeros",
    json_: Annotated[bool, typer.Option("--json", help="A schema is JSON anyway.")] = False,  # noqa: ARG001
) -> None:
    """Print the JSON Schema of scenario files, for editors that complete and explain TOML.

    Examples: [bold]pysim scenario schema > scenario.schema.json[/bold] ·
    [bold]pysim scenario schema --game warriors > warriors.schema.json[/bold]
    """
    from pysim.errors import suggest
    from pysim.scenario.read import TABLES
    from pysim.scenario.schema import scenario_schema

    if game not in TABLES:
        wrong_use(f"--game: there is no game {game!r}{suggest(game, TABLES)}")
    typer.echo(json.dumps(scenario_schema(game), indent=1))


def _be_writable(file: str, force: bool) -> None:
    """End with wrong use unless a scenario file can have this name, and there is none yet."""
    if file == _STDOUT:
        return
    if Path(file).suffix != ".toml":
        wrong_use(f"{file}: the name of a scenario file ends in .toml")
    if Path(file).exists() and not force:
        wrong_use(f"{file}: there is such a file already; --force overwrites it")


def _be_scenario(name: str) -> None:
    """End with wrong use unless there is such a file or id."""
    from pysim.errors import UnknownGameError
    from pysim.scenario.read import locate

    path = Path(name)
    if name.endswith(".toml"):
        if not os.path.lexists(path):
            wrong_use(f"{name}: there is no such file")
        if path.is_dir():
            wrong_use(f"{name}: this is a folder, not a file")
    elif path.exists() and not path.is_dir():
        wrong_use(f"{name}: the name of a scenario file ends in .toml")
    else:
        try:
            locate(name)
        except UnknownGameError:
            if path.is_dir() and name:
                wrong_use(f"{name}: this is a folder, not a file")
            raise


def _row(problem: Problem) -> dict[str, Any]:
    """Write a problem for JSON."""
    return {
        "file": problem.file,
        "line": problem.line,
        "key": problem.key,
        "message": problem.message,
    }


def _summary(plan: dict[str, Any]) -> dict[str, Any]:
    """Say in a few values what a compiled scenario holds."""
    from pysim.scenario.summary import board_of, counts_of, sides_of

    return {
        "id": plan["id"],
        "code": plan["code"],
        "name": plan["name"],
        "rounds": plan["rounds"],
        "board": board_of(plan),
        "sides": list(sides_of(plan)),
        "kind": "leaders" if "leaders" in plan else "units",
        "pieces": counts_of(plan),
    }


def _sentence(summary: dict[str, Any]) -> str:
    """Write the summary on one line."""
    pieces = [f"{side} {count}" for side, count in summary["pieces"].items()]
    rounds = summary["rounds"]
    return (
        f"{summary['name']} ({summary['code']}), {rounds} round{'' if rounds == 1 else 's'}, "
        f"{summary['kind']}: {', '.join(pieces)}"
    )
