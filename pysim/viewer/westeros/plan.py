"""Describe a compiled plan as the engine describes a state: the table before the first round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pysim.viewer.westeros.palette import morale_zone

__all__ = ["describe_plan"]

_NO_TOKENS: Mapping[str, int] = {"G": 0, "B": 0, "R": 0, "V": 0, "M": 0}


def describe_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the starting layout of a compiled plan, without dice and cards in hand.

    Rules: W4.1, W4.2, W4.4.
    """
    types = {row["id"]: row for row in plan["types"]}
    objectives = {(row["c"], row["r"]): row["owner"] for row in plan["objectives"]}
    marker = int(plan.get("morale_start", 0))
    depth = [max(0, -marker), max(0, marker)]
    units = [_unit(index, row, types) for index, row in enumerate(plan["units"])]
    leads = {unit["commander"]: unit["id"] for unit in units if unit["commander"]}
    return {
        "round": 1,
        "decision": "none",
        "to_act": -1,
        "first_player": -1,
        "momentum": plan.get("momentum", -1),
        "morale": marker,
        "depth": depth,
        "zone": [morale_zone(steps) for steps in depth],
        "vp": [0, 0],
        "terminal": False,
        "winner": None,
        "way": "none",
        "units": units,
        "hexes": [
            {
                "c": c,
                "r": r,
                "terrain": terrain,
                "token": token,
                "fire": 0,
                "devastated": False,
                "objective": objectives.get((c, r)),
            }
            for c, r, terrain, token, _ in plan["hexes"]
        ],
        "pools": [dict(_NO_TOKENS), dict(_NO_TOKENS)],
        "hands": [{}, {}],
        "hand_sizes": [0, 0],
        "deck_sizes": [_deck_size(plan, seat) for seat in (0, 1)],
        "discards": [{}, {}],
        "command_tokens": [house["command_tokens"] for house in plan["houses"]],
        "commanders": [
            {
                "id": row["id"],
                "seat": _seat_of(plan, row),
                "tokens": 0,
                "committed": False,
                "on_map": row["id"] in leads,
                "unit": leads.get(row["id"]),
            }
            for row in plan["commanders"]
        ],
        "edges": [house["edge"] for house in plan["houses"]],
        "concealed": list(plan.get("concealed_tokens", (0, 0))),
        "brotherhood": list(plan.get("brotherhood_tokens", (0, 0))),
        "forced": None,
    }


def _unit(
    index: int, row: Mapping[str, Any], types: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Describe one unit of the plan at full strength. Rules: W2.4, W2.8."""
    kind = types[row["type"]]
    commander = row.get("commander") or None
    return {
        "id": index,
        "number": row["number"],
        "seat": row["seat"],
        "type": row["type"],
        "class": kind["class"],
        "rank": row["rank"],
        "figures": kind["figures"],
        "plain": kind["figures"] - (1 if commander else 0),
        "commander": commander,
        "c": row["c"],
        "r": row["r"],
        "on_map": True,
        "active": True,
        "ordered": False,
        "moved": False,
        "attacked": False,
        "engaged_with": None,
        "engagement_owner": None,
        "outpost_side": None,
        "formation": None,
        "defend": False,
    }


def _deck_size(plan: Mapping[str, Any], seat: int) -> int:
    """Count the leadership cards of a seat. Rules: W2.13."""
    return sum(int(card["copies"]) for card in plan["cards"] if card["seat"] == seat)


def _seat_of(plan: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    """Find the seat of a commander: that of the unit he leads, else of his House."""
    for unit in plan["units"]:
        if unit["commander"] == row["id"]:
            return int(unit["seat"])
    houses = [house["id"] for house in plan["houses"]]
    return houses.index(row["house"]) if row["house"] in houses else 0
