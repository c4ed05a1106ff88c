"""Phase 10: distribution (G5.52-G5.55, G5.67)."""

from __future__ import annotations

from collections import Counter

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.state import Area, Leader, State

__all__ = ["phase_10"]


def phase_10(state: State) -> Steps:
    """Hand out all points, NON first; what is left is removed."""
    state.phase, state.step, state.last = 10, "P10_DISTRIBUTE", 0
    for side in state.in_turn:
        for area in state.areas:
            leaders = state.here(area, side)
            if leaders:
                yield from hand_out(state, side, area, leaders)
    for area in state.areas:
        area.unassigned.clear()


def hand_out(state: State, side: str, area: Area, leaders: list[Leader]) -> Steps:
    """Hand the points of one area to the leaders of a side there (G5.67, G5.67a)."""
    had = {leader.id: Counter(leader.troops) for leader in leaders}
    if state.plan.options["free_rearrangement"]:
        for leader in leaders:
            area.unassigned.update(leader.troops)
            leader.troops.clear()
    for kind in state.plan.in_order:
        takers = [leader for leader in leaders if state.may_command(leader, kind)]
        for n, leader in enumerate(takers):
            least, most = bounds(state, area, leaders, leader, takers[n + 1 :], kind)
            number = state.plan.type_number(kind)
            options = [Answer("give", leader.number, number, k) for k in range(least, most + 1)]
            state.asking = (leader, kind, had[leader.id][kind])
            answer = yield from ask(side, "choose_distribution", options)
            assert answer is not None
            state.asking = None
            leader.troops[kind] += answer.c
            area.unassigned[kind] -= answer.c


def bounds(
    state: State,
    area: Area,
    leaders: list[Leader],
    leader: Leader,
    later: list[Leader],
    kind: str,
) -> tuple[int, int]:
    """Return the least and the most points of a type that a leader can get now (G5.67a)."""
    plan = state.plan
    u, r = area.unassigned[kind], leader.free
    q = sum(one.free for one in later)
    common = plan.common
    order = plan.in_order
    total_room = sum(one.free for one in leaders)
    v = sum(area.unassigned[one] for one in common if order.index(one) >= order.index(kind))
    w = v - u if kind in common else v
    row = plan.types[kind]
    if row["class"] == "knight" or row["commanders"] == "listed":
        need = min(u, r + q)
    elif row["class"] == "mercenary":
        need = 0
    elif row["class"] == "gunner":
        need = min(u, r + q, max(0, total_room - v))
    else:
        need = max(0, min(v, total_room) - w)
    return max(0, need - q), min(u, r)
