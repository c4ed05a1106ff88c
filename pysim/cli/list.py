"""``pysim list``: what there is to play."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    console,
    print_json,
    read_options,
    table,
    wrong_use,
)

if TYPE_CHECKING:
    from rich.table import Table

    from pysim.viewer.parts import PartedTable

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_FOLDED = "effect"
_OPTIONS = ("extras", "show_unverified")


class _What(StrEnum):
    """What can be listed."""

    scenarios = "scenarios"
    skirmishes = "skirmishes"
    agents = "agents"
    options = "options"
    units = "units"
    commanders = "commanders"


@app.command()
def list_(
    what: Annotated[_What, typer.Argument(metavar="WHAT", help="What to list.")] = _What.scenarios,
    options: OptionFlags = None,
    json_: JsonFlag = False,
) -> None:
    """List scenarios, skirmishes, agents, rule options, unit types or commanders.

    Examples: [bold]pysim list[/bold] · [bold]pysim list agents[/bold] ·
    [bold]pysim list options --json[/bold] · [bold]pysim list units -o extras=true[/bold]

    Of unit types and commanders, a value that no published source gives has a ? behind it,
    unless you say [bold]-o show_unverified=false[/bold].
    """
    given = _list_options(options)
    match what:
        case _What.scenarios:
            _print_rows(_scenarios(), json_)
            if not json_:
                typer.echo(_skirmish_note())
        case _What.skirmishes:
            _print_rows(_skirmishes(), json_)
        case _What.agents:
            from pysim import _core

            _print_rows([{"agent": name} for name in _core.agents()], json_)
        case _What.options:
            _print_rows(_options(), json_)
        case _What.units | _What.commanders:
            _print_sheets(_sheets(what, given["extras"]), json_, given["show_unverified"])


def _list_options(flags: list[str] | None) -> dict[str, bool]:
    """Read the options that a list obeys; the others say how to play."""
    from pysim.errors import suggest
    from pysim.rules import find_switch

    found = {}
    for name in _OPTIONS:
        switch = find_switch(name)
        assert switch is not None
        found[name] = bool(switch.default)
    for name, value in read_options(flags).items():
        if name not in found:
            allowed = " and ".join(_OPTIONS)
            wrong_use(f"--option: a list obeys {allowed}, not {name!r}{suggest(name, found)}")
        if not isinstance(value, bool):
            wrong_use(f"--option {name}: must be true or false, not {value!r}")
        found[name] = value
    return found


def _sheets(what: _What, extras: bool) -> list[dict[str, Any]]:
    """Describe each unit type or commander in a row; those of the extras only if asked for."""
    from pysim.scenario.load import read_world
    from pysim.scenario.westeros.sheets import commander_sheets, unit_sheets

    world = read_world()
    if what is _What.units:
        names = [name for name, kind in world.unit_types.items() if extras or not kind.extra]
        return unit_sheets(world, names)
    names = [name for name, man in world.commanders.items() if extras or not man.extra]
    return commander_sheets(world, names)


def _print_sheets(rows: list[dict[str, Any]], as_json: bool, marks: bool) -> None:
    """Print rows of values with the marks of WD13.1, or as JSON with a list of what is marked."""
    from pysim.scenario.westeros.sheets import NOTE, marked

    if as_json:
        print_json(rows)
        return
    columns = [name for name in rows[0] if name not in {"unverified", "name"}]
    shown = [{name: marked(row, name) if marks else row[name] for name in columns} for row in rows]
    _table(shown).show(console())
    if marks:
        typer.echo(NOTE)


def _scenarios() -> list[dict[str, Any]]:
    """Describe each shipped scenario in a row."""
    from pysim.scenario import load_compiled, scenario_ids
    from pysim.scenario.summary import board_of, pieces_of, sides_of

    rows = []
    for name in scenario_ids():
        plan = load_compiled(name)
        rows.append(
            {
                "scenario": name,
                "code": plan["code"],
                "name": plan["name"],
                "rounds": plan["rounds"],
                "board": board_of(plan),
                "sides": " - ".join(sides_of(plan)),
                "pieces": pieces_of(plan),
            }
        )
    return rows


def _skirmishes() -> list[dict[str, Any]]:
    """Describe each skirmish, whose battles are drawn from a seed."""
    from pysim.scenario import skirmish_names

    return [
        {"skirmish": name, "name": title, "scenario": f"{name}:SEED"}
        for name, title in skirmish_names().items()
    ]


def _skirmish_note() -> str:
    """Say how to name the battles that are drawn and so stand in no list."""
    forms = ", ".join(f"{row['scenario']} ({row['name']})" for row in _skirmishes())
    example = _skirmishes()[0]["skirmish"]
    return f"Battles drawn from a seed: {forms}; for example pysim show {example}:7"


def _options() -> list[dict[str, Any]]:
    """List each rule option of each game with its default, its rule and what it does."""
    from pysim.rules import switches
    from pysim.scenario.read import TABLES

    return [
        {
            "game": game,
            "option": switch.name,
            "default": switch.default,
            "rule": switch.rule,
            "effect": switch.effect
            if switch.available
            else f"{switch.effect} (this version plays the default only)",
        }
        for game in TABLES
        for switch in switches(game)
    ]


def _print_rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print rows as JSON or as a table."""
    if as_json:
        print_json(rows)
        return
    if rows and _FOLDED in rows[0]:
        console().print(_folding(rows), soft_wrap=False)
    else:
        _table(rows).show(console())


def _table(rows: list[dict[str, Any]]) -> PartedTable:
    """Make a table that a narrow terminal shows in parts; the first column names the row."""
    from pysim.viewer.parts import PartedTable

    heads = list(rows[0]) if rows else ["nothing"]
    words = [index for index, name in enumerate(heads) if rows and type(rows[0][name]) is not int]
    cells = [[_cell(value) for value in row.values()] for row in rows]
    return PartedTable("", heads, cells, texts=1, left=frozenset(words))


def _folding(rows: list[dict[str, Any]]) -> Table:
    """Make a table whose sentences fold between words."""
    made = table(*rows[0])
    for column, heading in zip(made.columns, rows[0], strict=True):
        column.no_wrap = heading != _FOLDED
    for row in rows:
        made.add_row(*(_cell(value) for value in row.values()))
    return made


def _cell(value: object) -> str:
    """Write a value as an option of the command line would."""
    return str(value).lower() if isinstance(value, bool) else str(value)
