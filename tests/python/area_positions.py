"""Positions of Warriors of God for the tests of its pictures and of its terminal board."""

from __future__ import annotations

from typing import Any

from pysim.scenario import load_compiled
from pysim.viewer import describe_plan

__all__ = ["ALL", "PLANS", "POSITIONS", "SCENARIOS", "battle", "crowded", "opening", "place"]

SCENARIOS = ("warriors/hyw", "warriors/liw")
PLANS = {name: load_compiled(name) for name in SCENARIOS}


def opening(plan: dict[str, Any]) -> dict[str, Any]:
    """Describe the table before the first roll."""
    return describe_plan(plan)


def place(row: dict[str, Any], where: str, side: str, **more: Any) -> None:
    """Put a leader somewhere; a non-aligned one serves the side."""
    row.update(where=where, side=row["side"] or side, **more)


def crowded(plan: dict[str, Any]) -> dict[str, Any]:
    """Describe a late turn: twelve leaders in one area, both prisons and all boxes in use."""
    state = describe_plan(plan)
    state.update(turn=6, phase=7, step="P7_RANSOM", decision="choose_ransom", to_act=1, vp=-12)
    rows = state["leaders"]
    for row, printed in zip(rows, plan["leaders"], strict=True):
        own = printed["side"] if printed["side"] != "N" else ""
        row.update(where="future", side=own, troops={}, disgraced=False)
    for index, row in enumerate(rows[:12]):
        troops = {"INF": index % 5, "LE": index % 2, "MNET": index % 3, "KE": int(index == 4)}
        place(row, "IDF", "FE"[index % 2], troops=troops, disgraced=index % 4 == 0)
    for row in rows[12:18]:
        place(row, "ENG", "E", troops={"INF": 2})
    for index, row in enumerate(rows[18:24]):
        place(row, "prison", "EF"[index % 2])
    for row in rows[24:28]:
        place(row, "rout", "")
    for row in (*rows[28:30], *rows[34:36]):
        place(row, "pool", "")
    for row in rows[30:32]:
        place(row, "killed", "E")
    for row in rows[32:34]:
        place(row, "PIC", "F", troops=dict.fromkeys(("INF", "G", "KE", "KF", "LW", "LE"), 1))
    for row in rows[36:40]:
        row.update(where="dead")
    state["kings"] = {"E": rows[30]["id"], "F": rows[2]["id"]}
    state["killed_kings"] = ["E"]
    areas = {row["id"]: row for row in state["areas"]}
    areas["IDF"].update(aggressor="E", control="F", unassigned={"INF": 3, "G": 1})
    areas["NOR"].update(aggressor="F", control="E", unassigned={"INF": 12})
    areas["SAV"].update(aggressor="E")
    areas["SCO"].update(control="F")
    state["hand"] = [{"area": "ENG", "type": "INF", "n": 3}]
    return state


def battle(plan: dict[str, Any]) -> dict[str, Any]:
    """Describe a battle in which both sides have been hit."""
    state = describe_plan(plan)
    rows = state["leaders"]
    state.update(turn=2, phase=3, step="P3_HITS", decision="allocate_hits", to_act=0)
    for row in (*rows[:2], *rows[6:8]):
        place(row, "NOR", "E", troops={"INF": 1})
    for row in (*rows[2:4], *rows[8:10]):
        place(row, "NOR", "F", troops={"INF": 2})
    place(rows[9], "hit", "F", troops={})
    state["battle"] = {
        "area": "NOR",
        "commanders": {"E": rows[0]["id"], "F": rows[2]["id"]},
        "missed": 2,
        "hits": [3, 1],
        "retreating": "F",
        "destination": "PIC",
        "besieged": "E",
        "limit": 2,
    }
    return state


POSITIONS = {"opening": opening, "crowded": crowded, "battle": battle}
ALL = [(name, position) for name in SCENARIOS for position in POSITIONS]
