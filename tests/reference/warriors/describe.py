"""The table as the same dictionary as ``State.to_dict()``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.warriors.session import Session
from tests.reference.warriors.state import Battle, Plan

__all__ = ["picture"]


def picture(session: Session) -> dict[str, Any]:
    """Describe the whole table."""
    state, decision = session.state, session.decision
    plan = state.plan
    asked = state.asking
    return {
        "turn": state.turn,
        "phase": state.phase,
        "step": state.step,
        "decision": decision.name if decision else "",
        "to_act": "EF".index(decision.side) if decision else -1,
        "initiative": state.initiative,
        "impulses": [state.impulses[side] for side in "EF"],
        "vp": state.vp,
        "kings": dict(state.kings),
        "pools": {name: state.pool(name) for name, row in plan.types.items() if row["pool"] >= 0},
        "areas": [
            {
                "id": area.id,
                "control": area.control,
                "aggressor": area.aggressor,
                "unassigned": points(plan, area.unassigned),
            }
            for area in state.areas
        ],
        "leaders": [
            {
                "id": leader.id,
                "where": leader.where,
                "side": leader.serves,
                "disgraced": leader.disgraced,
                "troops": points(plan, leader.troops),
            }
            for leader in state.leaders
        ],
        "killed_kings": sorted(state.killed_kings),
        "battle": battle_picture(state.battle),
        "hand": [
            {"area": plan.area_ids[area], "type": kind, "n": n}
            for (area, kind), n in sorted(
                state.hand.items(), key=lambda row: (row[0][0], plan.type_number(row[0][1]))
            )
            if n
        ],
        "last": state.last,
        "asking": asked and {"leader": asked[0].id, "type": asked[1], "had": asked[2]},
        "result": state.result,
    }


def points(plan: Plan, troops: Mapping[str, int]) -> dict[str, int]:
    """Write points by type, in list order."""
    if not troops:
        return {}
    return {name: troops[name] for name in plan.type_ids if troops.get(name)}


def battle_picture(battle: Battle | None) -> dict[str, Any] | None:
    """Describe the battle that goes on."""
    if battle is None:
        return None
    return {
        "area": battle.area.id,
        "commanders": {
            side: leader.id if leader else "" for side, leader in battle.commanders.items()
        },
        "missed": min(2, battle.missed),
        "hits": [battle.hits[side] for side in "EF"],
        "retreating": battle.retreating,
        "destination": battle.destination,
        "besieged": battle.besieged,
        "limit": battle.limit,
    }
