"""Phases 1 and 2: initiative and impulses (G5.3-G5.9, chapter 6)."""

from __future__ import annotations

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.setup import roll_die
from tests.reference.warriors.state import Area, Leader, State, enemy

__all__ = ["arrive", "leave", "phase_1", "phase_2"]


def phase_1(state: State) -> None:
    """Roll for the initiative and the number of impulses (G5.3-G5.7)."""
    state.phase, state.step = 1, "P1_INITIATIVE"
    plain = {side: roll_die(state, "initiative") for side in "EF"}
    rolls = {side: plain[side] + modifier(state, side) for side in "EF"}
    if rolls["E"] != rolls["F"]:
        state.initiative = "E" if rolls["E"] > rolls["F"] else "F"
    counted = rolls if state.plan.options["impulses_use_modified_dice"] else plain
    number = 2 + min(counted.values())
    state.impulses = {state.initiative: number, state.non: number - 1}
    state.first = state.initiative


def modifier(state: State, side: str) -> int:
    """Return what the king of a side adds to its roll (G5.4, G5.5)."""
    king = state.kings[side]
    if not state.plan.data["flags"]["initiative_modifiers"]:
        return 0
    if not king:
        return -1
    return int(state.leader(king).where == state.plan.data["capitals"][side])


def phase_2(state: State) -> Steps:
    """Play the impulses, one at a time; a side that has none left is passed over (G5.8)."""
    state.phase = 2
    side = state.first
    while sum(state.impulses.values()):
        if not state.impulses[side]:
            side = enemy(side)
        yield from impulse(state, side)
        state.last = 0
        side = enemy(side)


def impulse(state: State, side: str) -> Steps:
    """Play one impulse (G5.9, G5.63)."""
    state.step = "P2_IMPULSE"
    answer = yield from ask(side, "choose_impulse", impulses(state, side))
    assert answer is not None
    state.impulses[side] -= 1
    if answer.kind == "remove_marker":
        state.areas[answer.a].control = ""
    if answer.kind != "move":
        return
    state.last = answer.word
    mover, end = state.leaders[answer.a], state.areas[answer.b]
    start = state.area(mover.where)
    most = state.limit(side, start, end)
    go(state, mover, end)
    moved, last = 1, mover.number
    while moved < most and may_leave(state, side, start):
        joins = [one for one in state.here(start, side) if one.number > last]
        if not joins:
            return
        state.step = "P2_COMPANION"
        options = [Answer("go"), *(Answer("join", one.number) for one in joins)]
        answer = yield from ask(side, "choose_companion", options)
        assert answer is not None
        if answer.kind == "go":
            return
        state.last = answer.word
        go(state, state.leaders[answer.a], end)
        moved, last = moved + 1, answer.a


def impulses(state: State, side: str) -> list[Answer]:
    """List what a side may do in an impulse (G5.2a, G6.1-G6.7)."""
    found = [Answer("pass")]
    for area in state.areas:
        own = state.here(area, side)
        if not own:
            continue
        foes = state.here(area, enemy(side))
        if area.control == enemy(side) and len(own) > len(foes) + 1:
            found.append(Answer("remove_marker", area.number))
        if may_leave(state, side, area):
            found += [
                Answer("move", leader.number, state.area(to).number)
                for leader in own
                for to in state.plan.neighbours(area.id)
            ]
    return found


def may_leave(state: State, side: str, area: Area) -> bool:
    """Whether one more leader of a side may leave an area (G6.5)."""
    friends = len(state.here(area, side)) + (area.control == side)
    leaders = len(state.here(area, enemy(side)))
    foes = leaders + (area.control == enemy(side))
    if not state.plan.options["pin_by_marker_alone"] and leaders == 0:
        return True
    return foes == 0 or friends > foes


def go(state: State, leader: Leader, end: Area) -> None:
    """Move one leader over a border (G6.4, G6.8, G6.9)."""
    leave(state, leader, end.id)
    arrive(state, leader)


def leave(state: State, leader: Leader, where: str) -> None:
    """Take a leader away; the marker of an aggressor goes with his last leader (G6.9)."""
    start = state.area(leader.where)
    leader.where = where
    if start.aggressor == leader.serves and not state.here(start, leader.serves):
        start.aggressor = ""


def arrive(state: State, leader: Leader) -> None:
    """Put an aggressor marker where a leader has arrived among enemies (G6.8, G5.49)."""
    area, foe = state.area(leader.where), enemy(leader.serves)
    if not area.aggressor and (area.control == foe or state.here(area, foe)):
        area.aggressor = leader.serves
