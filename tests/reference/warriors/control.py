"""Phases 4 and 11: control, victory points and the end (G5.12-G5.20, G5.57-G5.59)."""

from __future__ import annotations

from tests.reference.warriors.prisoners import bury
from tests.reference.warriors.state import Area, Leader, State, enemy

__all__ = ["phase_4", "phase_11"]


def phase_4(state: State) -> None:
    """Strip and gain control, area by area."""
    state.phase, state.step = 4, "P4_CONTROL"
    for area in state.areas:
        area.aggressor = ""
    before = {area.id: area.control for area in state.areas}
    for area in state.areas:
        for side in "EF":
            fresh = [one for one in state.here(area, side) if not one.disgraced]
            if area.neutral or not fresh:
                continue
            if before[area.id] == enemy(side):
                area.control = ""
            stripped = before[area.id] == enemy(side)
            again = state.plan.options["strip_and_roll_same_turn"]
            if before[area.id] == "" or (stripped and again):
                roll_control(state, area, side, fresh)
    for leader in state.leaders:
        leader.disgraced = False


def roll_control(state: State, area: Area, side: str, fresh: list[Leader]) -> None:
    """Let the best leader of a side roll for control (G5.15-G5.17)."""
    hired = sum(
        n
        for leader in state.here(area, side)
        for kind, n in leader.troops.items()
        if kind in state.plan.mercenaries
    )
    target = max((6 if leader.row["home"] == area.id else leader.stars) - hired for leader in fresh)
    if 0 < target < 6:
        gained = bool(state.dice.draw("control", {1: target, 0: 6 - target}))
    else:
        gained = target > 0
    if gained:
        area.control = side


def phase_11(state: State) -> None:
    """Score the turn and look whether the game is over."""
    state.phase, state.step = 11, "P11_VP"
    points = {side: score(state, side) for side in "EF"}
    state.vp += points["E"] - points["F"]
    for leader in state.leaders:
        if leader.where == "killed":
            bury(leader)
    state.killed_kings.clear()
    margin = state.plan.charts["margin"]
    if abs(state.vp) >= margin or state.turn == state.plan.data["rounds"]:
        way = "margin" if abs(state.vp) >= margin else "final" if state.vp else "draw"
        winner = 0 if state.vp > 0 else 1 if state.vp < 0 else -1
        state.result = {"winner": winner, "way": way}


def score(state: State, side: str) -> int:
    """Add up the points of a side (2.4)."""
    chart, foe = state.plan.charts["vp"], enemy(side)
    own = state.controlled(side)
    total = sum(chart["value"][area.value] for area in own)
    if any(area.id == state.plan.data["capitals"][foe] for area in own):
        total += chart["capitals"]
    killed = [one for one in state.leaders if one.where == "killed" and one.serves == foe]
    total += sum(chart["killed"][leader.stars] for leader in killed)
    total += chart["king"] * state.killed_kings.count(foe)
    return int(total + sum(leader.stars for leader in state.captives(foe)))
