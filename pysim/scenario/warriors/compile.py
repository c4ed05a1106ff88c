"""Write a checked scenario as the one plain structure that the core reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pysim.scenario.warriors.models import Leader, Plan, Position, World

__all__ = ["compile_plan", "leaders_of"]

_PLACEMENT = 9
"""The phase in which the leaders of a turn arrive (G2.3)."""


def leaders_of(plan: Plan, world: World) -> dict[str, Leader]:
    """Return the leaders of a scenario's era in list order (table 2.1)."""
    return {name: row for name, row in world.leaders.items() if row.era == plan.era}


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
        "troops": _troops(plan, world, options),
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


def _troops(plan: Plan, world: World, options: dict[str, bool | int | str]) -> list[dict[str, Any]]:
    """Give the troop types with the pools of the era; without gunners under G13.13."""
    rows = []
    for name, row in world.troops.items():
        pool = row.pool.get(plan.era, -1)
        if row.class_ == "gunner" and plan.era == "liw" and not options["liw_gunners"]:
            pool = 0
        rows.append(
            {
                "id": name,
                "name": row.name,
                "class": row.class_,
                "pool": pool,
                "commanders": row.commanders[plan.era],
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
    rows = []
    for name, row in leaders.items():
        place = given.leaders.get(name)
        later = row.entry > given.turn or (row.entry == given.turn and given.phase <= _PLACEMENT)
        rows.append(
            {"leader": name, "where": "future" if later else "dead", "side": ""}
            if place is None
            else {"leader": name, **place.model_dump()}
        )
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
