"""Check the records of the data files against each other: areas, borders, troops, charts.

Rules: G2, G3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysim.scenario.records import unknown
from pysim.scenario.warriors.commanding import STARS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysim.scenario.read import Report
    from pysim.scenario.warriors.models import AreaRow, Troop, World

__all__ = ["check_world", "known"]

Path = list[str | int]
_CONTESTED, _MOST_POINTS, _DIE = 19, 15, 6
_RAISED = ("longbow", "knight", "gunner")


def check_world(world: World, report: Report) -> None:
    """Check what does not depend on a scenario."""
    contested = [name for name, area in world.areas.items() if area.kind == "contested"]
    if len(contested) > _CONTESTED:
        report.add(["areas"], f"at most {_CONTESTED} contested areas, not {len(contested)} (G3.1)")
    for name, area in world.areas.items():
        _check_area(name, area, world, report)
    _check_borders(world, report)
    _check_troops(world, report)
    charts = world.charts
    if charts.death[-1] != _DIE:
        report.add(["charts", "death"], f"at age 6 every leader dies: the last is {_DIE} (G5.73)")
    if charts.command * STARS > _MOST_POINTS:
        message = f"a leader of {STARS} stars commands at most {_MOST_POINTS} points"
        report.add(["charts", "command"], message)


def known(
    names: Iterable[str], allowed: Iterable[str], what: str, path: Path, report: Report
) -> None:
    """Note each name of a list that is not among the allowed ones."""
    words = list(allowed)
    for place, name in enumerate(names):
        if name not in words:
            report.add([*path, place], unknown(what, name, words))


def _check_area(name: str, area: AreaRow, world: World, report: Report) -> None:
    """Check value and recruits of an area (G3.1, G5.22-G5.26)."""
    path: Path = ["areas", name]
    if (area.kind == "contested") != (area.value > 0):
        report.add([*path, "value"], "a contested area has value 1 to 3, a neutral one none (G3.1)")
    known(area.recruits, world.troops, "troop type", [*path, "recruits"], report)
    if area.recruits and area.kind == "neutral":
        report.add([*path, "recruits"], f"{name!r} is neutral; nothing is raised there (G5.21)")
        return
    seen: dict[str, str] = {}
    for place, kind in enumerate(area.recruits):
        troop = world.troops.get(kind)
        if troop is None:
            continue
        here: Path = [*path, "recruits", place]
        if troop.class_ not in _RAISED:
            report.add(here, f"{kind!r} is no special type that areas raise (table 2.2)")
        elif area.value < troop.min_value:
            report.add(here, f"{kind!r} needs an area of value {troop.min_value} (G5.24)")
        elif troop.class_ in seen:
            message = (
                f"{seen[troop.class_]!r} is raised here, and an area raises one {troop.class_}"
            )
            report.add(here, f"{message} type (G5.65)")
        seen.setdefault(troop.class_, kind)


def _check_borders(world: World, report: Report) -> None:
    """Check that each border joins two known areas, and each pair once (G3.3)."""
    seen: dict[frozenset[str], str] = {}
    for pair in world.borders:
        path: Path = ["borders", pair]
        ends = pair.split("-")
        if len(ends) != 2 or ends[0] == ends[1]:
            report.add(path, "a border is written AREA-AREA, with two different areas")
            continue
        for end in ends:
            if end not in world.areas:
                report.add(path, unknown("area", end, world.areas))
        first = seen.setdefault(frozenset(ends), pair)
        if first != pair:
            report.add(path, f"these two areas have a border already, {first!r} (G3.3)")


def _check_troops(world: World, report: Report) -> None:
    """Check class and home of the troop types (table 2.2)."""
    homes: dict[str, str] = {}
    for place, (name, troop) in enumerate(world.troops.items()):
        path: Path = ["troops", name]
        if (troop.class_ == "infantry") != (place == 0):
            report.add([*path, "class"], "the first troop type is the infantry, and no other")
        if (troop.class_ == "mercenary") != bool(troop.home):
            report.add([*path, "home"], "mercenaries have a neutral home area, others none")
        elif troop.home:
            _check_home(name, troop, world, homes, report)


def _check_home(
    name: str, troop: Troop, world: World, homes: dict[str, str], report: Report
) -> None:
    """Mercenaries appear in a neutral area, each in its own (G5.28)."""
    path: Path = ["troops", name, "home"]
    if troop.home not in world.areas:
        report.add(path, unknown("area", troop.home, world.areas))
    elif world.areas[troop.home].kind != "neutral":
        report.add(path, f"{troop.home!r} is contested; a home of mercenaries is neutral (G4.2)")
    first = homes.setdefault(troop.home, name)
    if first != name:
        report.add(path, f"{troop.home!r} is the home of {first} already")
