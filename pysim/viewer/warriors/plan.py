"""Describe a compiled plan as the engine describes a state: set-up, or the position of a file.

Rules: G4.2 to G4.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["describe_plan"]

_STEPS = (
    "SETUP_ROLL",
    "P1_INITIATIVE",
    "P2_IMPULSE",
    "P3_SELECT",
    "P4_CONTROL",
    "P5_RECRUIT",
    "P6_DEPLOY",
    "P7_EXCHANGE",
    "P8_DEATH",
    "P9_NEUTRAL",
    "P10_DISTRIBUTE",
    "P11_VP",
    "P12_NEXT",
)
_MERCENARIES = 2  # points in each neutral area, G4.2


def describe_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the table of a plan before the first roll; nobody is to act."""
    position = plan.get("position") or {}
    phase = int(position.get("phase", 0))
    leaders = _placed(plan, position) if position else _set_up(plan)
    unassigned = dict(position.get("unassigned", {})) if position else _mercenaries(plan)
    start = position or plan
    return {
        "turn": int(position.get("turn", 1)),
        "phase": phase,
        "step": _STEPS[phase],
        "decision": "",
        "to_act": -1,
        "initiative": str(start.get("initiative", "")),
        "impulses": list(position.get("impulses", (0, 0))),
        "vp": int(position.get("vp", 0)),
        "kings": {side: start.get("kings", {}).get(side, "") for side in ("E", "F")},
        "pools": _pools(plan, leaders, unassigned),
        "areas": [
            {
                "id": area["id"],
                "control": start.get("control", {}).get(area["id"], ""),
                "aggressor": position.get("aggressor", {}).get(area["id"], ""),
                "unassigned": dict(unassigned.get(area["id"], {})),
            }
            for area in plan["areas"]
        ],
        "leaders": leaders,
        "killed_kings": list(position.get("killed", {}).get("kings", ())),
        "battle": None,
        "hand": [],
        "last": 0,
        "asking": None,
        "result": None,
    }


def _row(
    leader: Mapping[str, Any], where: str, side: str, troops: Mapping[str, int], *, shame: bool
) -> dict[str, Any]:
    """Describe one leader; an aligned one always shows his own side."""
    own = str(leader["side"])
    return {
        "id": leader["id"],
        "where": where,
        "side": own if own in ("E", "F") else side,
        "disgraced": shame,
        "troops": {kind: count for kind, count in troops.items() if count},
    }


def _set_up(plan: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe the leaders of the set-up on the map, all others as future ones. Rules: G4.4."""
    placed = {row["leader"]: row for row in plan["setup"]}
    rows = []
    for leader in plan["leaders"]:
        row = placed.get(leader["id"])
        if row is None:
            rows.append(_row(leader, "future", "", {}, shame=False))
        else:
            rows.append(_row(leader, row["area"], row["side"], row["troops"], shame=False))
    return rows


def _placed(plan: Mapping[str, Any], position: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe the leaders of a position; this turn's killed ones keep the side they served."""
    killed = {
        leader: side for side in ("E", "F") for leader in position.get("killed", {}).get(side, ())
    }
    found = {row["leader"]: row for row in position["leaders"]}
    rows = []
    for leader in plan["leaders"]:
        row = found.get(leader["id"], {"where": "dead"})
        one = leader["id"]
        rows.append(
            _row(
                leader,
                "killed" if one in killed else row["where"],
                killed.get(one, row.get("side", "")),
                row.get("troops", {}),
                shame=bool(row.get("disgraced", False)),
            )
        )
    return rows


def _mercenaries(plan: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Lay the mercenaries of each neutral area out. Rules: G4.2."""
    return {
        row["home"]: {row["id"]: min(_MERCENARIES, int(row["pool"]))}
        for row in plan["troops"]
        if row["home"] and row["pool"] > 0
    }


def _pools(
    plan: Mapping[str, Any],
    leaders: list[dict[str, Any]],
    unassigned: Mapping[str, Mapping[str, int]],
) -> dict[str, int]:
    """Count the special points that are left. Rules: G4.8."""
    heaps = [row["troops"] for row in leaders] + list(unassigned.values())
    return {
        row["id"]: int(row["pool"]) - sum(int(heap.get(row["id"], 0)) for heap in heaps)
        for row in plan["troops"]
        if row["pool"] >= 0
    }
