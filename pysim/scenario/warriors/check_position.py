"""Check a position from which games start instead of the set-up.

Rules: G5.2c, G5.73, G14.53-G14.55.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pysim.scenario.records import unknown
from pysim.scenario.warriors.commanding import STARS
from pysim.scenario.warriors.places import PLACES, places_of

if TYPE_CHECKING:
    from pysim.scenario.read import Report
    from pysim.scenario.warriors.commanding import Command
    from pysim.scenario.warriors.models import LeaderPlace, Position

__all__ = ["check_position"]

Path = list[str | int]
_TOP = "position"
_IMPULSES, _BATTLES, _CONTROL, _RECRUITING, _DEATHS, _PLACEMENT, _DISTRIBUTION = (
    2,
    3,
    4,
    5,
    8,
    9,
    10,
)
_ONE_SIDE, _IN_PLAY = 24, 36


def check_position(position: Position, command: Command, report: Report) -> None:
    """Check a position; control and kings' ranks are checked as in a set-up."""
    if position.turn > command.plan.turns:
        report.add([_TOP, "turn"], f"the game has {command.plan.turns} turns (G1.3)")
    for name, place in position.leaders.items():
        path: Path = [_TOP, "leaders", name]
        if name not in command.leaders:
            report.add(path, unknown("leader", name, command.leaders))
        else:
            _check_place(name, place, position, command, report)
    _check_impulses(position, report)
    _check_areas(position, command, report)
    _check_unassigned(position, command, report)
    _check_kings(position, command, report)
    _check_killed(position, command, report)
    _check_pools(position, command, report)
    _check_numbers(position, command, report)


def _check_place(
    name: str, place: LeaderPlace, position: Position, command: Command, report: Report
) -> None:
    """Check where one leader is, whom he serves and what he commands (G14.55)."""
    path: Path = [_TOP, "leaders", name]
    leader, areas = command.leaders[name], command.world.areas
    on_map = place.where in areas
    if not on_map and place.where not in PLACES:
        report.add([*path, "where"], unknown("place", place.where, [*PLACES, *areas]))
        return
    come = leader.entry < position.turn + (position.phase > _PLACEMENT)
    if place.where == "future" and come:
        message = f"{name!r} entered on turn {leader.entry}, so he never comes (G2.3)"
        report.add([*path, "where"], message)
    elif place.where not in ("future", "dead") and leader.entry > position.turn:
        message = f"{name!r} enters on turn {leader.entry}, so now he is in the future (G2.3)"
        report.add([*path, "where"], message)
    elif place.where == "pool" and position.phase != _PLACEMENT:
        report.add([*path, "where"], f"leaders wait in phase {_PLACEMENT} only (G5.45, G5.46)")
    elif place.where == "rout" and not _BATTLES <= position.phase <= _PLACEMENT:
        report.add([*path, "where"], f"the rout box is empty after phase {_PLACEMENT} (G14.56)")
    _check_side(name, place, command, report)
    if place.disgraced and not (on_map and position.phase in (_BATTLES, _CONTROL)):
        report.add([*path, "disgraced"], "only on the map and in phases 3 and 4 (G8.19, G5.20)")
    if place.troops and not on_map:
        report.add([*path, "troops"], "only leaders on the map have troops (G8.21, G5.43)")
    elif place.troops:
        command.check_troops(name, place.troops, [*path, "troops"], report)


def _check_side(name: str, place: LeaderPlace, command: Command, report: Report) -> None:
    """Check whom a leader serves: aligned ones their side, others one side while in play."""
    path: Path = [_TOP, "leaders", name, "side"]
    leader = command.leaders[name]
    if leader.side != "N":
        if place.side not in ("", leader.side):
            report.add(path, f"must be {leader.side!r}: he is aligned (G2.2)")
    elif place.where not in command.world.areas and place.where != "prison":
        if place.side:
            report.add(path, "only for leaders on the map or in a prison (G5.45)")
    elif not place.side:
        report.add(path, f"{name!r} is non-aligned: E or F, whom he serves (G5.45)")
    elif command.options["historical_allegiance"] and place.side != leader.hist:
        report.add(path, f"must be {leader.hist!r}, as in history (G13.1)")


def _check_impulses(position: Position, report: Report) -> None:
    """Only phase 2 has impulses, and then somebody has the next one (G5.7, G5.8)."""
    if position.phase != _IMPULSES:
        for key in ("impulses", "next"):
            if getattr(position, key):
                report.add([_TOP, key], f"only in phase {_IMPULSES} (G5.7)")
        return
    side = position.next or position.initiative
    if not position.impulses.get(side):
        report.add([_TOP, "impulses"], f"{side} has the next impulse, so at least one (G5.8)")


def _check_areas(position: Position, command: Command, report: Report) -> None:
    """Check aggressors and areas with leaders of both sides (G6.8, G6.9, G14.53)."""
    sides: dict[str, set[str]] = {}
    for name, place in position.leaders.items():
        if name in command.leaders and place.where in command.world.areas:
            own = command.leaders[name].side
            sides.setdefault(place.where, set()).add(place.side if own == "N" else own)
    for area, side in position.aggressor.items():
        path: Path = [_TOP, "aggressor", area]
        if area not in command.world.areas:
            report.add(path, unknown("area", area, command.world.areas))
        elif _CONTROL < position.phase <= _DEATHS:
            report.add(path, "no aggressor in phases 5 to 8 (G5.12, G14.53)")
        elif position.phase not in (_BATTLES, _CONTROL) and side not in sides.get(area, set()):
            report.add(path, f"{side} has no leader in {area!r} (G6.9)")
    for area, present in sides.items():
        if not {"E", "F"} <= present:
            continue
        if _CONTROL <= position.phase <= _DEATHS:
            message = f"leaders of both sides in {area!r}: not in phases 4 to 8 (G14.53)"
            report.add([_TOP, "leaders"], message)
        elif area not in position.aggressor:
            message = f"{area!r} needs an aggressor, E or F: leaders of both sides are there"
            report.add([_TOP, "aggressor"], f"{message} (G14.53)")


def _check_unassigned(position: Position, command: Command, report: Report) -> None:
    """Points lie unassigned in phases 5 to 10; mercenaries at home also before (G4.2, G14.56)."""
    swept = not _RECRUITING <= position.phase <= _DISTRIBUTION
    for area, points in position.unassigned.items():
        path: Path = [_TOP, "unassigned", area]
        if area not in command.world.areas:
            report.add(path, unknown("area", area, command.world.areas))
        for kind, count in points.items():
            troop = command.world.troops.get(kind)
            if troop is None:
                report.add([*path, kind], unknown("troop type", kind, command.world.troops))
                continue
            first = position.turn == 1 and position.phase < _RECRUITING
            if count and swept and not (first and troop.home == area):
                message = "only in phases 5 to 10; mercenaries at home also before, on turn 1"
                report.add([*path, kind], f"{message} (G4.2, G14.56)")


def _check_kings(position: Position, command: Command, report: Report) -> None:
    """A king is in play, wherever he is (G5.50, G5.51)."""
    where = places_of(position, command.leaders)
    for side, name in position.kings.items():
        if where.get(name) in ("future", "dead"):
            state = "has not come yet" if where[name] == "future" else "is dead"
            report.add([_TOP, "kings", side], f"{name!r} {state} (G5.43, G5.50, G8.9)")


def _check_killed(position: Position, command: Command, report: Report) -> None:
    """Check the leaders killed in battle this turn (G5.58, G8.9)."""
    where = places_of(position, command.leaders)
    lists = {"E": position.killed.E, "F": position.killed.F}
    if position.phase <= _BATTLES and any(lists.values()):
        report.add([_TOP, "killed"], f"only after phase {_BATTLES} (G5.58)")
    seen: set[str] = set()
    for side, names in lists.items():
        for number, name in enumerate(names):
            path: Path = [_TOP, "killed", side, number]
            if name not in command.leaders:
                report.add(path, unknown("leader", name, command.leaders))
                continue
            if where[name] != "dead":
                report.add(path, f"{name!r} is not dead: leave him out of position.leaders (G8.9)")
            if command.leaders[name].side not in ("N", side) or name in seen:
                report.add(path, f"{name!r} did not serve {side}, or is named twice")
            seen.add(name)
    for number, side in enumerate(position.killed.kings):
        ranks = [
            command.leaders[name].stars
            for name in lists[side]
            if name in command.leaders and command.leaders[name].side == side
        ]
        if STARS not in ranks:
            message = (
                f"no aligned leader of {side} with {STARS} stars is among position.killed.{side}"
            )
            report.add([_TOP, "killed", "kings", number], f"{message} (G5.50)")


def _check_pools(position: Position, command: Command, report: Report) -> None:
    """No more points on the map than there are (G2.11, G14.54)."""
    used: Counter[str] = Counter()
    for points in [place.troops for place in position.leaders.values()]:
        used.update(points)
    for points in position.unassigned.values():
        used.update(points)
    for kind, count in used.items():
        pool = command.pool(kind) if kind in command.world.troops else None
        if pool is not None and count > pool:
            report.add([_TOP], f"{count} points of {kind}, and there are {pool} (G2.11)")


def _check_numbers(position: Position, command: Command, report: Report) -> None:
    """At most 24 leaders of one side and 36 in all are in play, those who come included (G5.73)."""
    sides: Counter[str] = Counter()
    for name, where in places_of(position, command.leaders).items():
        leader = command.leaders[name]
        comes = where == "future" and leader.entry == position.turn
        if where not in ("future", "dead") or (comes and position.phase == _PLACEMENT):
            sides[leader.side] += 1
    for side in ("E", "F"):
        if sides[side] + sides["N"] > _ONE_SIDE:
            count = sides[side] + sides["N"]
            message = f"{count} leaders in play that can serve {side}, at most {_ONE_SIDE} (G5.73)"
            report.add([_TOP, "leaders"], message)
    if sides.total() > _IN_PLAY:
        message = f"{sides.total()} leaders in play, at most {_IN_PLAY} (G5.73)"
        report.add([_TOP, "leaders"], message)
