"""Phase 9: placement and kings (G5.44-G5.51)."""

from __future__ import annotations

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.impulses import arrive
from tests.reference.warriors.state import Area, Leader, State

__all__ = ["phase_9"]


def phase_9(state: State) -> Steps:
    """Place the leaders of the common pool, then the aligned ones, then crown kings."""
    state.phase, state.step, state.last = 9, "P9_NEUTRAL", 0
    for leader in state.leaders:
        arrives = leader.where == "future" and leader.row["entry"] == state.turn
        if arrives or leader.where == "rout":
            leader.where = "pool"
    yield from neutrals(state)
    state.step = "P9_OWN"
    for side in state.in_turn:
        for leader in waiting(state):
            if leader.row["side"] == side:
                options = [Answer("place", leader.number, n) for n in places(state, side, leader)]
                answer = yield from ask(side, "choose_placement", options)
                assert answer is not None
                put(state, side, leader, state.areas[answer.b])
    state.step = "P9_KING"
    for side in state.in_turn:
        if not state.kings[side]:
            options = [Answer("crown", one.number) for one in heirs(state, side)]
            answer = yield from ask(side, "choose_king", options)
            if answer is not None:
                state.kings[side] = state.leaders[answer.a].id


def waiting(state: State) -> list[Leader]:
    """List the leaders to be placed."""
    return [leader for leader in state.leaders if leader.where == "pool"]


def neutrals(state: State) -> Steps:
    """Share and place the common pool (G5.45, G5.72, G13.1)."""
    if state.plan.options["historical_allegiance"]:
        for side in state.in_turn:
            for leader in waiting(state):
                if not leader.aligned and leader.row["hist"] == side:
                    yield from take(state, side, [leader])
        return
    turns = 0
    while common := [leader for leader in waiting(state) if not leader.aligned]:
        yield from take(state, state.in_turn[turns % 2], common)
        turns += 1


def take(state: State, side: str, common: list[Leader]) -> Steps:
    """Let a side take and place one of some leaders."""
    options = [
        Answer("place_neutral", leader.number, n)
        for leader in common
        for n in places(state, side, leader)
    ]
    answer = yield from ask(side, "choose_neutral_leader", options)
    assert answer is not None
    put(state, side, state.leaders[answer.a], state.areas[answer.b])


def places(state: State, side: str, leader: Leader) -> list[int]:
    """List the areas where a leader may be placed (G5.47)."""
    return [
        area.number
        for area in state.areas
        if area.control == side or area.neutral or area.id == leader.row["home"]
    ]


def put(state: State, side: str, leader: Leader, area: Area) -> None:
    """Place a leader with infantry (G5.48, G5.49)."""
    leader.where, leader.serves = area.id, side
    if leader.row["entry"] == state.turn or state.plan.options["returning_infantry"]:
        leader.troops["INF"] = leader.stars
    arrive(state, leader)


def heirs(state: State, side: str) -> list[Leader]:
    """List the leaders that a side may crown (G5.50, G13.7)."""
    captives = state.plan.options["crown_captives"]
    return [
        leader
        for leader in state.leaders
        if leader.row["side"] == side and leader.stars == 3
        if state.on_map(leader) or (captives and leader.where == "prison")
    ]
