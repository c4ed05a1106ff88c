"""Read, check and compile one scenario; the heavy imports live here, not in the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysim.errors import Problem, ScenarioError
from pysim.scenario.layers import layer_of
from pysim.scenario.read import TABLES, Report, read_data, read_plan
from pysim.scenario.records import check_options, unknown
from pysim.scenario.shape import parse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from pathlib import Path

    from pysim.scenario.westeros.models import Plan, World

__all__ = ["Given", "find_problems", "load", "read_checked", "read_given", "read_world"]

Given = dict[str, set[tuple[str, str]]]
"""Table -> record and key of each value that comes from no shipped file."""

_CORE_NAMES = {
    "types": "unit_types",
    "rounds": "turns",
    "flags": "rules",
    "border_limits": "charts",
}
"""Names of the compiled scenario that differ from those of the files."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A scenario after all checks of Python, good or not."""

    game: str
    identity: str
    path: Path
    report: Report
    plan: Any
    world: Any
    switches: dict[str, bool | int | str]

    def compiled(self) -> dict[str, Any]:
        """Compile; raises all problems, those that only the core finds among them."""
        from pysim import _core

        plan, world = self.checked()
        done = layer_of(self.game).compile_plan(self.identity, plan, world, self.switches)
        try:
            _core.Game(done)
        except _core.BadScenario as problem:
            _add_core_problem(str(problem), done, self.report)
            self.report.check()
        return done

    def checked(self) -> tuple[Any, Any]:
        """Return the records; raises all problems if there are any."""
        self.report.check()
        assert self.plan is not None
        assert self.world is not None
        return self.plan, self.world


def load(
    name: str | PathLike[str], options: Mapping[str, object] | None
) -> tuple[dict[str, Any], Path]:
    """Return the compiled scenario and its file; all problems come in one error."""
    done = _read(name, options)
    return done.compiled(), done.path


def read_checked(
    name: str | PathLike[str], options: Mapping[str, object] | None = None
) -> tuple[Any, Any]:
    """Return a plan and the records it may name, as the files of its game have them, checked."""
    return _read(name, options).checked()


def read_given(
    name: str | PathLike[str], options: Mapping[str, object] | None = None
) -> tuple[Plan, World, Given]:
    """Return what `read_checked` does for Westeros, and which values the user's own files give."""
    done = _read(name, options)
    tables = ("units", "unit_types", "commanders")
    return *done.checked(), {table: done.report.given(table) for table in tables}


def read_world() -> World:
    """Return all records of the shipped Westeros data files, after all checks."""
    layer, report = layer_of("westeros"), Report()
    world: Any = parse(layer.world, read_data("westeros", {}, report), report)
    if world is not None:
        layer.check_world(world, report)
    report.check()
    found: World = world
    return found


def find_problems(
    name: str | PathLike[str],
) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return the compiled scenario, or None, and all its problems in the order of the files.

    The core reads the scenario too, if nothing else is wrong with it; what it refuses is one more
    problem.

    Raises:
        UnknownGameError: no scenario has this id.
    """
    try:
        done = _read(name, None)
        return (None, _sorted(done.report)) if done.report.problems else (done.compiled(), [])
    except ScenarioError as error:
        return None, list(error.problems)


def _read(name: str | PathLike[str], options: Mapping[str, object] | None) -> _Read:
    identity, path, data, report = read_plan(name)
    game = data.get("game", "westeros")
    if game not in TABLES:
        report.add(["game"], unknown("game", str(game), TABLES))
        report.check()
    layer = layer_of(game)
    tables = read_data(game, data, report)
    plan = parse(layer.plan, data, report, game)
    world: Any = parse(layer.world, tables, report, game)
    switches: dict[str, bool | int | str] = {}
    if world is not None:
        layer.check_world(world, report)
        own = _own_options(plan, data)
        switches = check_options(world.switches, own, report, from_call=False)
        given = check_options(world.switches, dict(options or {}), report, from_call=True)
        switches |= {key: given[key] for key in options or {} if key in given}
        if plan is not None:
            layer.check_plan(plan, world, switches, report)
    return _Read(game, identity, path, report, plan, world, switches)


def _own_options(plan: Any, data: dict[str, Any]) -> dict[str, object]:
    given = plan.options if plan is not None else data.get("options")
    return dict(given) if isinstance(given, dict) else {}


def _sorted(report: Report) -> list[Problem]:
    """Put the problems of one file together, by line, and those of the user's file first."""
    files = list(dict.fromkeys(document.file for document in report.documents))
    return sorted(report.problems, key=lambda one: (files.index(one.file), one.line or 0))


def _add_core_problem(text: str, compiled: dict[str, Any], report: Report) -> None:
    """Note what the core refuses; it begins with a place in the compiled scenario."""
    place, colon, message = text.partition(": ")
    table, *inner = place.split(".")
    rows = compiled.get(table)
    if inner and inner[0].isdigit() and isinstance(rows, list) and int(inner[0]) < len(rows):
        inner[0] = _name_of(rows[int(inner[0])], inner[0])
    parts: list[str | int] = [_CORE_NAMES.get(table, table), *inner]
    if colon and report.documents[0].index.find(parts)[1] is not None:
        report.add(parts, message)
    else:
        report.add([], text)


def _name_of(row: Any, number: str) -> str:
    """Return the key that a row of the compiled scenario has in a file."""
    if isinstance(row, dict):
        return str(row.get("id") or row.get("number") or row.get("leader") or number)
    return "-".join(row[:2]) if len(row) > 2 and isinstance(row[0], str) else number
