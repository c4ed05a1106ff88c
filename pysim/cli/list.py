"""``pysim list``: what there is to play."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import JsonFlag, console, print_json, table

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_FOLDED = frozenset({"name", "houses", "effect"})


class _What(StrEnum):
    """What can be listed."""

    scenarios = "scenarios"
    agents = "agents"
    options = "options"


@app.command()
def list_(
    what: Annotated[_What, typer.Argument(help="What to list.")] = _What.scenarios,
    json_: JsonFlag = False,
) -> None:
    """List scenarios, agents or rule options.

    Examples: [bold]pysim list[/bold] · [bold]pysim list agents[/bold] ·
    [bold]pysim list options --json[/bold]
    """
    match what:
        case _What.scenarios:
            _print_rows(_scenarios(), json_)
        case _What.agents:
            from pysim import _core

            _print_rows([{"agent": name} for name in _core.agents()], json_)
        case _What.options:
            _print_rows(_options(), json_)


def _scenarios() -> list[dict[str, Any]]:
    """Describe each shipped scenario in a row."""
    from pysim.scenario import load_compiled, scenario_ids

    rows = []
    for name in scenario_ids():
        plan = load_compiled(name)
        rows.append(
            {
                "scenario": name,
                "code": plan["code"],
                "name": plan["name"],
                "rounds": plan["rounds"],
                "board": f"{plan['columns']}x{plan['rows']}",
                "houses": " - ".join(house["id"] for house in plan["houses"]),
                "units": len(plan["units"]),
            }
        )
    return rows


def _options() -> list[dict[str, Any]]:
    """List each rule option with its default, its rule and what it does."""
    from pysim.rules import games_with_rules, switches

    return [
        {
            "option": switch.name,
            "default": switch.default,
            "rule": switch.rule,
            "effect": switch.effect
            if switch.available
            else f"{switch.effect} (this version plays the default only)",
        }
        for game in games_with_rules()
        for switch in switches(game)
    ]


def _print_rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print rows as JSON or as a table."""
    if as_json:
        print_json(rows)
        return
    console().print(_table(rows), soft_wrap=False)


def _table(rows: list[dict[str, Any]]) -> Table:
    """Make a table in which only columns of words fold, and only between words."""
    headings = list(rows[0]) if rows else ["nothing"]
    numbers = tuple(
        index for index, name in enumerate(headings) if rows and type(rows[0][name]) is int
    )
    made = table(*headings, right=numbers)
    made.collapse_padding = True
    for column, heading in zip(made.columns, headings, strict=True):
        column.no_wrap = heading not in _FOLDED
    for row in rows:
        made.add_row(*(_cell(value) for value in row.values()))
    return made


def _cell(value: object) -> str:
    """Write a value as an option of the command line would."""
    return str(value).lower() if isinstance(value, bool) else str(value)
