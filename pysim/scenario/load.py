"""Read, check and compile one scenario; the heavy imports live here, not in the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.check import check_options, check_plan, check_world
from pysim.scenario.compile import compile_plan
from pysim.scenario.models import Plan, World
from pysim.scenario.read import read_data, read_plan
from pysim.scenario.shape import parse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from pathlib import Path

__all__ = ["load"]


def _own_options(plan: Plan | None, data: dict[str, Any]) -> dict[str, object]:
    given = plan.options if plan is not None else data.get("options")
    return dict(given) if isinstance(given, dict) else {}


def load(
    name: str | PathLike[str], options: Mapping[str, object] | None
) -> tuple[dict[str, Any], Path]:
    """Return the compiled scenario and its file; all problems come in one error."""
    identity, path, data, report = read_plan(name)
    if data.get("game", "westeros") != "westeros":
        parse(Plan, data, report)
        report.check()
    tables = read_data("westeros", data, report)
    plan = parse(Plan, data, report)
    world = parse(World, tables, report)
    if world is not None:
        check_world(world, report)
        switches = check_options(world, _own_options(plan, data), report, from_call=False)
        given = check_options(world, dict(options or {}), report, from_call=True)
        switches |= {key: given[key] for key in options or {} if key in given}
        if plan is not None:
            check_plan(plan, world, report)
    report.check()
    assert plan is not None
    assert world is not None
    return compile_plan(identity, plan, world, switches), path
