"""Set-up (chapter 4), and positions to start from (G5.2c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.state import State, enemy

__all__ = ["lay_position", "roll_die", "set_up"]

DIE = dict.fromkeys(range(1, 7), 1)


def roll_die(state: State, name: str) -> int:
    """Roll one die whose face counts."""
    return state.dice.draw(name, DIE)


def set_up(state: State) -> Steps:
    """Lay out the scenario and share the two non-aligned leaders (G4.1-G4.8)."""
    data = state.plan.data
    for name, side in data["control"].items():
        state.area(name).control = side
    for side, king in data["kings"].items():
        state.kings[side] = king
    for leader in state.leaders:
        leader.serves = str(leader.row["side"]) if leader.aligned else ""
    for row in data["setup"]:
        leader = state.leader(row["leader"])
        leader.where = row["area"]
        for kind, n in row["troops"].items():
            own = state.plan.options["knights_own_kind"]
            known = not own or state.may_command(leader, kind)
            leader.troops[kind if known else "INF"] += n
    for name in state.plan.mercenaries:
        state.area(state.plan.types[name]["home"]).unassigned[name] = state.pool(name)
    chosen = [state.leader(row["leader"]) for row in data["setup"] if not row["side"]]
    if state.plan.options["historical_allegiance"]:
        for leader in chosen:
            leader.serves = leader.row["hist"]
    else:
        dice = {side: roll_die(state, "setup") for side in "EF"}
        first = "E" if dice["E"] >= dice["F"] else "F"
        state.step = "SETUP_PICK"
        options = [Answer("take", leader.number) for leader in chosen]
        taken = yield from ask(first, "choose_setup_leader", options)
        for leader in chosen:
            mine = taken is not None and taken.a == leader.number
            leader.serves = first if mine else enemy(first)
    for area in state.areas:
        if state.here(area, "E") and state.here(area, "F"):
            there = [one for one in state.leaders if one.where == area.id and not one.aligned]
            other = enemy(area.control) if area.control else "E"
            area.aggressor = there[0].serves if there else other


def lay_position(state: State, position: Mapping[str, Any]) -> None:
    """Lay out a position of a scenario file."""
    state.turn, state.phase = position["turn"], position["phase"]
    state.initiative, state.vp = position["initiative"], position["vp"]
    state.impulses = dict(zip("EF", position["impulses"], strict=True))
    state.first = position.get("next", "E")
    state.kings = dict(position["kings"])
    for area in state.areas:
        area.control = position["control"].get(area.id, "")
        area.aggressor = position["aggressor"].get(area.id, "")
        area.unassigned = Counter(position["unassigned"].get(area.id, {}))
    for row in position["leaders"]:
        leader = state.leader(row["leader"])
        leader.where, leader.disgraced = row["where"], row.get("disgraced", False)
        leader.serves = row.get("side") or (str(leader.row["side"]) if leader.aligned else "")
        leader.troops = Counter(row.get("troops", {}))
    for side in "EF":
        for name in position["killed"][side]:
            state.leader(name).where, state.leader(name).serves = "killed", side
    state.killed_kings = list(position["killed"]["kings"])
