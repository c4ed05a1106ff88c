"""Check a scenario against its records and note every problem: leaders, set-up, control, kings.

Rules: G2, G4, G5.73, G12, G14.55.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pysim.scenario.records import unknown
from pysim.scenario.warriors.check_position import check_position
from pysim.scenario.warriors.check_world import check_world, known
from pysim.scenario.warriors.commanding import STARS, Command, leaders_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysim.scenario.read import Report
    from pysim.scenario.warriors.models import Leader, Plan, SetUp, World

__all__ = ["check_plan", "check_world"]

Path = list[str | int]
_LEADERS, _ONE_SIDE, _IN_PLAY, _SETS, _LAST_SET = 72, 24, 36, 6, 60
_MOST_RATING = 12
_TO_CHOOSE = 2


def check_plan(
    plan: Plan, world: World, switches: Mapping[str, bool | int | str], report: Report
) -> None:
    """Check leaders, set-up, control, kings and position of a scenario (G4, G12)."""
    eras = dict.fromkeys(leader.era for leader in world.leaders.values())
    if plan.era not in eras:
        report.add(["era"], unknown("era", plan.era, eras))
        return
    command = Command(plan, world, leaders_of(plan, world), switches)
    _check_leaders(command.leaders, world, report)
    _check_sets(command.leaders, report)
    _check_troops(command, report)
    for side, area in plan.capitals.items():
        _contested(area, ["capitals", side], world, report)
    for area in plan.control:
        _contested(area, ["control", area], world, report)
    for side, name in plan.kings.items():
        path: Path = ["kings", side]
        _check_king(side, name, path, command.leaders, report)
        if name in command.leaders and name not in plan.setup:
            report.add(path, f"{name!r} is not in the set-up (G4.8)")
    _check_setup(command, report)
    if plan.position is None:
        return
    for area in plan.position.control:
        _contested(area, ["position", "control", area], world, report)
    for side, name in plan.position.kings.items():
        _check_king(side, name, ["position", "kings", side], command.leaders, report)
    check_position(plan.position, command, report)


def _check_leaders(leaders: Mapping[str, Leader], world: World, report: Report) -> None:
    """Check homes, allegiance and ratings (G2.1)."""
    for name, leader in leaders.items():
        path: Path = ["leaders", name]
        if leader.home not in world.areas:
            report.add([*path, "home"], unknown("area", leader.home, world.areas))
        if (leader.side == "N") != bool(leader.hist):
            report.add([*path, "hist"], "given for non-aligned leaders, and only those (G2.1)")
        if leader.battle + leader.battle_bonus > _MOST_RATING:
            report.add([*path, "battle"], f"at most {_MOST_RATING} with its bonus (G7.11, G9.4)")


def _check_sets(leaders: Mapping[str, Leader], report: Report) -> None:
    """At most 24 leaders of one side and 36 in all enter in any six turns in a row (G5.73)."""
    if len(leaders) > _LEADERS:
        report.add(["leaders"], f"at most {_LEADERS} leaders of one era, not {len(leaders)} (G2.4)")
    for first in range(_LAST_SET):
        sides = Counter(
            leader.side for leader in leaders.values() if first <= leader.entry < first + _SETS
        )
        turns = f"with entry {first} to {first + _SETS - 1} (G5.73)"
        for side in ("E", "F"):
            if sides[side] + sides["N"] > _ONE_SIDE:
                count = sides[side] + sides["N"]
                message = f"{count} leaders that can serve {side}, at most {_ONE_SIDE}, {turns}"
                report.add(["leaders"], message)
                return
        if sides.total() > _IN_PLAY:
            report.add(["leaders"], f"{sides.total()} leaders, at most {_IN_PLAY}, {turns}")
            return


def _check_troops(command: Command, report: Report) -> None:
    """Check what the troop types say about the era of the scenario (table 2.2)."""
    era = command.plan.era
    for name, troop in command.world.troops.items():
        path: Path = ["troops", name]
        if era not in troop.commanders:
            report.add([*path, "commanders"], f"the key {era!r} is missing")
        elif troop.commanders[era] == "listed":
            known(troop.listed, command.leaders, "leader", [*path, "listed"], report)
        if (troop.class_ == "infantry") == (era in troop.pool):
            wanted = "infantry is unlimited (G2.10)"
            if troop.class_ != "infantry":
                wanted = f"the key {era!r} is missing; only infantry is unlimited (G2.11)"
            report.add([*path, "pool"], wanted)


def _contested(area: str, path: Path, world: World, report: Report) -> None:
    """Note an area that nobody can control (G3.2)."""
    if area not in world.areas:
        report.add(path, unknown("area", area, world.areas))
    elif world.areas[area].kind != "contested":
        report.add(path, f"{area!r} is neutral and never controlled (G3.2)")


def _check_king(
    side: str, name: str, path: Path, leaders: Mapping[str, Leader], report: Report
) -> None:
    """Only aligned leaders of 3 stars are kings (G5.50)."""
    if name not in leaders:
        report.add(path, unknown("leader", name, leaders))
    elif leaders[name].side != side or leaders[name].stars != STARS:
        fit = [key for key, row in leaders.items() if row.side == side and row.stars == STARS]
        message = f"{name!r} is no aligned leader of {side} with {STARS} stars"
        report.add(path, f"{message} (allowed: {', '.join(fit)}; G5.50)")


def _check_setup(command: Command, report: Report) -> None:
    """Check who is in the set-up, and that there are as many points (G4.4, G4.5, G14.54)."""
    plan = command.plan
    used: Counter[str] = Counter()
    for name, row in plan.setup.items():
        if name not in command.leaders:
            report.add(["setup", name], unknown("leader", name, command.leaders))
            continue
        _check_placed(name, row, command, report)
        used.update({kind: n for kind, n in row.troops.items() if kind in command.world.troops})
    for name, leader in command.leaders.items():
        if leader.entry == 0 and name not in plan.setup and plan.position is None:
            message = f"{name!r} comes with the set-up (entry 0) and has no place there (G2.3)"
            report.add(["setup", name], message)
    chosen = [name for name, row in plan.setup.items() if row.side == "chosen"]
    if len(chosen) not in (0, _TO_CHOOSE):
        message = f"{_TO_CHOOSE} non-aligned leaders to choose from, or none, not {len(chosen)}"
        report.add(["setup"], f"{message} (G4.5)")
    for kind, points in used.items():
        pool = command.pool(kind)
        if pool is not None and points > pool:
            report.add(["setup"], f"{points} points of {kind}, and there are {pool} (G2.11)")


def _check_placed(name: str, row: SetUp, command: Command, report: Report) -> None:
    """Check place, side and troops of one leader (G4.4, G14.55)."""
    path: Path = ["setup", name]
    leader = command.leaders[name]
    if row.area not in command.world.areas:
        report.add([*path, "area"], unknown("area", row.area, command.world.areas))
    side = "chosen" if leader.side == "N" else leader.side
    if row.side != side:
        report.add([*path, "side"], f"must be {side!r}, as the leader's own side says")
    if leader.entry:
        report.add(path, f"{name!r} enters on turn {leader.entry}; the set-up has entry 0 (G2.3)")
    troops = dict(row.troops)
    if command.options["knights_own_kind"]:  # what he may not command becomes infantry (G13.10)
        kinds = [kind for kind in troops if kind in command.world.troops]
        troops = {kind: n for kind, n in troops.items() if kind not in kinds}
        troops |= {kind: row.troops[kind] for kind in kinds if command.allows(name, kind)}
        lost = sum(row.troops.values()) - sum(troops.values())
        troops["INF"] = troops.get("INF", 0) + lost
    command.check_troops(name, troops, [*path, "troops"], report)
