"""Check a scenario and its records against each other, and note every problem.

Rules: G2, G3, G4, G5.73, G12, G14.55.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pysim.scenario.records import unknown
from pysim.scenario.warriors.compile import leaders_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pysim.scenario.read import Report
    from pysim.scenario.warriors.models import Leader, Plan, World

__all__ = ["check_plan", "check_world"]

Path = list[str | int]
_CONTESTED, _LEADERS, _ONE_SIDE, _SETS, _STARS = 19, 72, 24, 6, 3
_PLACES = ("prison", "rout", "pool", "future", "dead")


def check_world(world: World, report: Report) -> None:
    """Check areas, borders, troops and leaders (G2, G3)."""
    contested = 0
    for name, area in world.areas.items():
        path: Path = ["areas", name]
        contested += area.kind == "contested"
        if (area.kind == "contested") != (area.value > 0):
            report.add([*path, "value"], "a contested area has value 1 to 3, a neutral one none")
        _known(area.recruits, world.troops, "troop type", [*path, "recruits"], report)
    if contested > _CONTESTED:
        report.add(["areas"], f"at most {_CONTESTED} contested areas, not {contested}")
    _check_borders(world, report)
    for name, troop in world.troops.items():
        path = ["troops", name]
        if (troop.class_ == "mercenary") != bool(troop.home):
            report.add([*path, "home"], "mercenaries have a neutral home area, others none")
        elif troop.home and troop.home not in world.areas:
            report.add([*path, "home"], unknown("area", troop.home, world.areas))
        elif troop.home and world.areas[troop.home].kind != "neutral":
            report.add([*path, "home"], f"{troop.home} is contested; a home is a neutral area")
        _known(troop.listed, world.leaders, "leader", [*path, "listed"], report)
    for name, leader in world.leaders.items():
        if leader.home not in world.areas:
            report.add(["leaders", name, "home"], unknown("area", leader.home, world.areas))
        if (leader.side == "N") != bool(leader.hist):
            report.add(["leaders", name, "hist"], "given for non-aligned leaders, and only those")


def _check_borders(world: World, report: Report) -> None:
    """Check that each border joins two known areas, and each pair once (G3.3)."""
    seen: set[frozenset[str]] = set()
    for pair in world.borders:
        path: Path = ["borders", pair]
        ends = pair.split("-")
        if len(ends) != 2 or ends[0] == ends[1]:
            report.add(path, "a border is written AREA-AREA, with two different areas")
            continue
        _known(ends, world.areas, "area", path, report)
        if frozenset(ends) in seen:
            report.add(path, "these two areas have a border already")
        seen.add(frozenset(ends))


def _known(
    names: Iterable[str], allowed: Iterable[str], what: str, path: Path, report: Report
) -> None:
    words = list(allowed)
    for place, name in enumerate(names):
        if name not in words:
            report.add([*path, place], unknown(what, name, words))


def check_plan(
    plan: Plan, world: World, switches: Mapping[str, bool | int | str], report: Report
) -> None:
    """Check set-up, control, kings and position of a scenario (G4, G12)."""
    eras = dict.fromkeys(leader.era for leader in world.leaders.values())
    if plan.era not in eras:
        report.add(["era"], unknown("era", plan.era, eras))
        return
    leaders = leaders_of(plan, world)
    _check_sets(leaders, report)
    for name, troop in world.troops.items():
        if plan.era not in troop.commanders:
            report.add(["troops", name, "commanders"], f"the key {plan.era!r} is missing")
    for side, area in plan.capitals.items():
        _contested(area, ["capitals", side], world, report)
    for area in plan.control:
        _contested(area, ["control", area], world, report)
    for side, name in plan.kings.items():
        _check_king(side, name, ["kings", side], leaders, report)
    _check_setup(plan, world, leaders, switches, report)
    if plan.position is not None:
        _check_position(plan, world, leaders, report)


def _check_sets(leaders: Mapping[str, Leader], report: Report) -> None:
    """At most 24 leaders of one side live at a time (G5.73)."""
    if len(leaders) > _LEADERS:
        report.add(["leaders"], f"at most {_LEADERS} leaders, not {len(leaders)}")
    for first in range(60):
        sides = Counter(
            leader.side for leader in leaders.values() if first <= leader.entry < first + _SETS
        )
        for side in ("E", "F"):
            if sides[side] + sides["N"] > _ONE_SIDE:
                message = (
                    f"more than {_ONE_SIDE} leaders that can serve {side} enter on turns"
                    f" {first} to {first + _SETS - 1} (G5.73)"
                )
                report.add(["leaders"], message)
                return


def _contested(area: str, path: Path, world: World, report: Report) -> None:
    if area not in world.areas:
        report.add(path, unknown("area", area, world.areas))
    elif world.areas[area].kind != "contested":
        report.add(path, f"{area} is neutral and never controlled (G3.2)")


def _check_king(
    side: str, name: str, path: Path, leaders: Mapping[str, Leader], report: Report
) -> None:
    if name not in leaders:
        report.add(path, unknown("leader", name, leaders))
    elif leaders[name].side != side or leaders[name].stars != _STARS:
        report.add(path, f"a king is an aligned leader of {side} with {_STARS} stars")


def _check_setup(
    plan: Plan,
    world: World,
    leaders: Mapping[str, Leader],
    switches: Mapping[str, bool | int | str],
    report: Report,
) -> None:
    """Check places, sides and troops of the set-up (G4.4, G14.54, G14.55)."""
    used: Counter[str] = Counter()
    for name, row in plan.setup.items():
        path: Path = ["setup", name]
        if name not in leaders:
            report.add(path, unknown("leader", name, leaders))
            continue
        leader = leaders[name]
        if row.area not in world.areas:
            report.add([*path, "area"], unknown("area", row.area, world.areas))
        side = "chosen" if leader.side == "N" else leader.side
        if row.side != side:
            report.add([*path, "side"], f"must be {side!r}, as the leader's side says")
        limit = world.charts.command * leader.stars
        if sum(row.troops.values()) > limit:
            report.add([*path, "troops"], f"a leader of {leader.stars} stars commands {limit}")
        for kind in row.troops:
            if kind not in world.troops:
                report.add([*path, "troops", kind], unknown("troop type", kind, world.troops))
        used.update({k: n for k, n in row.troops.items() if k in world.troops})
    chosen = [name for name, row in plan.setup.items() if row.side == "chosen"]
    if len(chosen) not in (0, 2):
        report.add(["setup"], f"two non-aligned leaders to choose from, not {len(chosen)} (G4.5)")
    for kind, n in used.items():
        pool = world.troops[kind].pool.get(plan.era)
        if pool is not None and n > pool:
            report.add(["setup"], f"{n} points of {kind}, and there are {pool} (G2.11)")
    del switches  # what options change in the set-up is the core's business (G13.10)


def _check_position(
    plan: Plan, world: World, leaders: Mapping[str, Leader], report: Report
) -> None:
    """Check the names of a position; its rules are checked by the core (G5.2c)."""
    position = plan.position
    assert position is not None
    top: Path = ["position"]
    if position.turn > plan.turns:
        report.add([*top, "turn"], f"the game has {plan.turns} turns")
    for area in position.control:
        _contested(area, [*top, "control", area], world, report)
    for key in ("aggressor", "unassigned"):
        for area in getattr(position, key):
            if area not in world.areas:
                report.add([*top, key, area], unknown("area", area, world.areas))
    for side, name in position.kings.items():
        _check_king(side, name, [*top, "kings", side], leaders, report)
    for name, place in position.leaders.items():
        path: Path = [*top, "leaders", name]
        if name not in leaders:
            report.add(path, unknown("leader", name, leaders))
        if place.where not in world.areas and place.where not in _PLACES:
            words = [*_PLACES, *world.areas]
            report.add([*path, "where"], unknown("place", place.where, words))
    for side in ("E", "F"):
        _known(getattr(position.killed, side), leaders, "leader", [*top, "killed", side], report)
