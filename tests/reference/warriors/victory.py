"""Phase 11: victory points and the end (G5.57-G5.59, chapter 11)."""

from __future__ import annotations

from tests.reference.warriors.prisoners import bury
from tests.reference.warriors.state import State, enemy

__all__ = ["phase_11"]


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
