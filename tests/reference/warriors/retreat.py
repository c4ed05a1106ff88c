"""Retreats from battles and sieges (8.3)."""

from __future__ import annotations

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.impulses import leave
from tests.reference.warriors.losses import capture
from tests.reference.warriors.pursuit import pursuit
from tests.reference.warriors.state import Area, State, enemy

__all__ = ["destinations", "flee", "withdraw"]


def destinations(state: State, area: Area, side: str) -> list[Area]:
    """List the areas that a side may retreat to (G8.12)."""
    near = [state.area(name) for name in state.plan.neighbours(area.id)]
    foe = enemy(side)
    return [to for to in near if to.control != foe and not state.here(to, foe)]


def withdraw(state: State, side: str) -> Steps:
    """Take the besiegers away after a failed siege (G7.7, G8.13, G5.68)."""
    battle = state.battle
    assert battle is not None
    state.step, battle.retreating = "P3_SIEGE_RETREAT", side
    area = battle.area
    room = {to.number: state.limit(side, area, to) for to in destinations(state, area, side)}
    leaders = state.here(area, side)
    lost = max(0, len(leaders) - sum(room.values()))
    for n, leader in enumerate(leaders):
        options = []
        if len(leaders) - n > lost:
            options += [Answer("withdraw", leader.number, to) for to in room if room[to]]
        if lost:
            options.append(Answer("give_up", leader.number))
        answer = yield from ask(side, "choose_siege_retreat", options)
        assert answer is not None
        if answer.kind == "give_up":
            capture(leader)
            lost -= 1
        else:
            room[answer.b] -= 1
            leave(state, leader, state.areas[answer.b].id)


def flee(state: State, side: str, to: Area | None) -> Steps:
    """Carry a field retreat out; without a destination everybody is captured (G8.14-G8.19)."""
    battle = state.battle
    assert battle is not None
    battle.retreating, battle.destination = side, to.id if to else ""
    state.last = 0
    before = state.plan.options["pursuit_before_border"]
    if before:
        yield from pursuit(state, side, state.here(battle.area, side))
    leaders = state.here(battle.area, side)
    if to is None:
        for leader in leaders:
            capture(leader)
        return
    most = state.limit(side, battle.area, to)
    if len(leaders) > most:
        state.step = "P3_ESCAPE"
        named: list[int] = []
        battle.limit = most
        while battle.limit:
            later = [one for one in leaders if one.number > max(named, default=-1)]
            options = [
                Answer("escape", one.number) for one in later[: len(later) + 1 - battle.limit]
            ]
            answer = yield from ask(side, "choose_escapees", options)
            assert answer is not None
            named.append(answer.a)
            battle.limit -= 1
            state.last = answer.word
        state.last = 0
        for leader in leaders:
            if leader.number not in named:
                capture(leader)
    if not before:
        yield from pursuit(state, side, state.here(battle.area, side))
    for leader in state.here(battle.area, side):
        leader.disgraced = True
        leave(state, leader, to.id)
