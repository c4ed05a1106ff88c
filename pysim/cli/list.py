"""``pysim list``: what there is to play."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from pysim.cli.common import JsonFlag, console, print_json, table

__all__ = ["app"]

app = typer.Typer(add_completion=False)


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
                "board": f"{plan['columns']} x {plan['rows']}",
                "houses": " - ".join(house["id"] for house in plan["houses"]),
                "units": len(plan["units"]),
            }
        )
    return rows


def _options() -> list[dict[str, Any]]:
    """List each rule option with its default."""
    from pysim.scenario import load_compiled, scenario_ids

    plan = load_compiled(scenario_ids()[0])
    return [{"option": name, "default": value} for name, value in plan["options"].items()]


def _print_rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print rows as JSON or as a table."""
    if as_json:
        print_json(rows)
        return
    headings = list(rows[0]) if rows else ["nothing"]
    numbers = tuple(
        index for index, name in enumerate(headings) if rows and isinstance(rows[0][name], int)
    )
    made = table(*headings, right=numbers)
    for row in rows:
        made.add_row(*(str(value) for value in row.values()))
    console().print(made)
