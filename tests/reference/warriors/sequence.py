"""The sequence of play (G5.1)."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.warriors.ask import Steps
from tests.reference.warriors.battles import phase_3
from tests.reference.warriors.control import phase_4
from tests.reference.warriors.distribution import phase_10
from tests.reference.warriors.impulses import phase_1, phase_2
from tests.reference.warriors.placement import phase_9
from tests.reference.warriors.prisoners import phase_7, phase_8
from tests.reference.warriors.recruiting import phase_5, phase_6
from tests.reference.warriors.setup import lay_position, set_up
from tests.reference.warriors.state import State
from tests.reference.warriors.victory import phase_11

__all__ = ["play", "turns"]


def play(state: State, on_turn: Callable[[], None]) -> Steps:
    """Play a game from its set-up or its position to its end.

    Args:
        state: an empty table.
        on_turn: called when a turn begins.
    """
    position = state.plan.data.get("position")
    if not position:
        yield from set_up(state)
        yield from turns(state, on_turn)
        return
    lay_position(state, position)
    start = position["phase"]
    if start == 1:
        on_turn()
        phase_1(state)
    if start <= 2:
        first = position["next"] if start == 2 else state.initiative
        yield from phase_2(state, first)
    yield from from_phase_3(state, max(3, start))
    if not state.result:
        state.turn += 1
        yield from turns(state, on_turn)


def turns(state: State, on_turn: Callable[[], None]) -> Steps:
    """Play whole turns to the end of the game."""
    while True:
        on_turn()
        phase_1(state)
        yield from phase_2(state, state.initiative)
        yield from from_phase_3(state, 3)
        if state.result:
            return
        state.phase = 12
        state.turn += 1


def from_phase_3(state: State, start: int) -> Steps:
    """Play the rest of a turn, beginning with a phase (G5.1)."""
    if start <= 3:
        yield from phase_3(state)
    if start <= 4:
        phase_4(state)
    if start <= 5:
        yield from phase_5(state)
    if start <= 6:
        yield from phase_6(state)
    if start <= 7:
        yield from phase_7(state)
    if start <= 8:
        phase_8(state)
    if start <= 9:
        yield from phase_9(state)
    if start <= 10:
        yield from phase_10(state)
    phase_11(state)
