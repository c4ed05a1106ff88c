"""The sequence of play (G5.1)."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.warriors.ask import Steps
from tests.reference.warriors.battles import battle_areas, phase_3
from tests.reference.warriors.control import phase_4, phase_11
from tests.reference.warriors.distribution import phase_10
from tests.reference.warriors.impulses import phase_1, phase_2
from tests.reference.warriors.placement import phase_9
from tests.reference.warriors.prisoners import phase_7, phase_8
from tests.reference.warriors.recruiting import phase_5, phase_6
from tests.reference.warriors.setup import lay_position, set_up
from tests.reference.warriors.state import State

__all__ = ["Mark", "go_on", "play"]

Mark = Callable[[int], None]
"""Called where only the table counts, with the number of the phase to go on with."""

DECIDED = {
    2: phase_2,
    5: phase_5,
    6: phase_6,
    7: phase_7,
    9: phase_9,
    10: phase_10,
}
SILENT = {1: phase_1, 4: phase_4, 8: phase_8, 11: phase_11}


def play(state: State, mark: Mark) -> Steps:
    """Play a game from its set-up or its position to its end."""
    position = state.plan.data.get("position")
    if position:
        lay_position(state, position)
        yield from go_on(state, position["phase"], mark)
    else:
        yield from set_up(state)
        yield from go_on(state, 1, mark)


def go_on(state: State, start: int, mark: Mark) -> Steps:
    """Play from a phase to the end of the game; phase 12 only counts the turn (G5.59)."""
    while True:
        for number in range(start, 12):
            mark(number)
            if number in SILENT:
                SILENT[number](state)
            elif number in DECIDED:
                yield from DECIDED[number](state)
            else:
                while battle_areas(state):
                    mark(number)
                    yield from phase_3(state)
        if state.result:
            return
        state.turn += 1
        start = 1
