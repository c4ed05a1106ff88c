"""A completed view is a position like any other: it can be played to its end."""

from __future__ import annotations

import random

import pytest

from pysim import _core
from pysim.scenario import load_compiled, scenario_ids


@pytest.mark.parametrize("scenario", scenario_ids())
@pytest.mark.parametrize("seat", [0, 1])
def test_completed_views_play_on(scenario: str, seat: int) -> None:
    game = _core.Game(load_compiled(scenario))
    choose = random.Random(7).choice
    played = 0
    for seed in range(4):
        state = game.new_initial_state(seed)
        ply = 0
        while not state.is_terminal():
            if ply % 29 == 0:
                full = state.view(seat).complete(ply)
                while not full.is_terminal():
                    full.apply_action(choose(full.legal_actions()))
                    assert full.check_invariants() == []
                played += 1
            state.apply_action(choose(state.legal_actions()))
            ply += 1
    assert played > 4
