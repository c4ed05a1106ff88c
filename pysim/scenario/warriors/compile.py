"""Write a checked scenario as the one plain structure that the core reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.warriors.commanding import Command, leaders_of
from pysim.scenario.warriors.places import places_of

if TYPE_CHECKING:
    from pysim.scenario.warriors.models import Leader, Plan, Position, World

__all__ = ["compile_plan"]


def compile_plan(
    identity: str, plan: Plan, world: World, options: dict[str, bool | int | str]
) -> dict[str, Any]:
    """Return the compiled scenario; the plan must have passed all checks."""
    leaders = leaders_of(plan, world)
    compiled: dict[str, Any] = {
        "format": 1,
        "game": plan.game,
        "id": identity,
        "code": plan.code,
        "name": plan.name,
        "rounds": plan.turns,
        "sides": [{"id": "english", "letter": "E"}, {"id": "french", "letter": "F"}],
        "areas": [
            {
                "id": name,
                "name": row.name,
                "kind": row.kind,
                "value": row.value,
                "recruits": list(row.recruits),
                "x": row.x,
                "y": row.y,
            }
            for name, row in world.areas.items()
        ],
        "borders": [[*pair.split("-"), kind] for pair, kind in world.borders.items()],
        "border_limits": _limits(world),
        "troops": _troops(Command(plan, world, leaders, options)),
        "leaders": [_leader(name, row) for name, row in leaders.items()],
        "charts": _charts(world),
        "capitals": dict(plan.capitals),
        "flags": plan.rules.model_dump(),
        "setup": [
            {
                "leader": name,
                "side": "" if row.side == "chosen" else row.side,
                "area": row.area,
                "troops": dict(row.troops),
            }
            for name, row in plan.setup.items()
        ],
        "control": dict(plan.control),
        "kings": {side: plan.kings.get(side, "") for side in ("E", "F")},
        "initiative": plan.initiative,
        "options": dict(options),
    }
    if plan.position is not None:
        compiled["position"] = _position(plan.position, leaders)
    return compiled


def _limits(world: World) -> dict[str, int]:
    limits = world.charts.borders
    return {
        "C": limits.clear,
        "O": limits.obstructed,
        "R": limits.river,
        "S": limits.sea,
        "S_friendly": limits.sea_friendly,
        "S_english": limits.sea_english,
    }


def _troops(command: Command) -> list[dict[str, Any]]:
    """Give the troop types with the pools of the era; -1 is unlimited (G2.10, G13.13)."""
    rows = []
    for name, row in command.world.troops.items():
        pool = command.pool(name)
        rows.append(
            {
                "id": name,
                "name": row.name,
                "class": row.class_,
                "pool": -1 if pool is None else pool,
                "commanders": row.commanders[command.plan.era],
                "listed": list(row.listed),
                "home": row.home,
                "min_value": row.min_value,
            }
        )
    return rows


def _leader(name: str, row: Leader) -> dict[str, Any]:
    return {
        "id": name,
        "name": row.name,
        "side": row.side,
        "entry": row.entry,
        "stars": row.stars,
        "bravery": row.bravery,
        "battle": row.battle,
        "home": row.home,
        "longbow": row.longbow,
        "hist": row.hist,
        "silences": row.silences,
        "battle_bonus": row.battle_bonus,
    }


def _charts(world: World) -> dict[str, Any]:
    charts = world.charts
    return {
        "elimination": list(charts.elimination),
        "death": list(charts.death),
        "siege": charts.siege,
        "gunner_cap": charts.gunner_cap,
        "command": charts.command,
        "margin": charts.margin,
        "vp": charts.points.model_dump(),
    }


def _position(given: Position, leaders: dict[str, Leader]) -> dict[str, Any]:
    """Give every leader a place: those not named are still to come, or dead."""
    rows: list[dict[str, Any]] = []
    for name, where in places_of(given, leaders).items():
        place = given.leaders.get(name)
        row = {"where": where, "side": ""} if place is None else place.model_dump()
        rows.append({"leader": name, **row})
    return {
        "turn": given.turn,
        "phase": given.phase,
        "initiative": given.initiative,
        "impulses": [given.impulses.get(side, 0) for side in ("E", "F")],
        "next": given.next or "",
        "vp": given.vp,
        "control": dict(given.control),
        "aggressor": dict(given.aggressor),
        "kings": {side: given.kings.get(side, "") for side in ("E", "F")},
        "leaders": rows,
        "unassigned": {area: dict(points) for area, points in given.unassigned.items()},
        "killed": given.killed.model_dump(),
    }
