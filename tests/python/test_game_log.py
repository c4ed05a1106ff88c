"""The log of a game: who decided what, which dice fell, and who lost figures."""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest

import pysim
from pysim.cli.root import run
from pysim.errors import IllegalActionError
from pysim.game import list_scenarios

GAME = ["match", "westeros/test", "-a", "greedy,greedy", "--seed", "1", "--log"]


@pytest.mark.parametrize("plan", list_scenarios())
def test_a_recorded_action_is_the_action(plan: str) -> None:
    state = pysim.load(plan).new_initial_state(seed=3)
    same = 0
    while not state.is_terminal():
        action = state.agent_action("greedy")
        recorded, scripted = state.clone(), state.clone()
        dice = recorded.core.apply_recorded(action)
        state.apply_action(action)
        assert recorded == state
        assert recorded.core.to_bytes() == state.core.to_bytes()  # the places of all streams
        if dice and plan.startswith("westeros/"):
            with suppress(IllegalActionError):  # where cards are drawn as well
                scripted.apply_action(action, dice=dice)
                assert scripted == state
                same += 1
        same += bool(dice) and plan.startswith("warriors/")
    assert same > 10


def test_a_view_has_no_dice_to_record() -> None:
    view = pysim.load("westeros/test").new_initial_state(seed=3).view(0)
    with pytest.raises(ValueError, match="complete"):
        view.core.apply_recorded(0)


def test_the_log_tells_dice_and_losses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*GAME, "--json"]) == 0
    log = json.loads(capsys.readouterr().out)["games"][0]["log"]
    state = pysim.load("westeros/test").new_initial_state(seed=1, game_number=0)
    for row in log:
        assert row["seat"] == state.game.seat_names[state.current_player()]
        before = {unit["number"]: unit["figures"] for unit in state.to_dict()["units"]}
        state.apply_action(row["action"])
        after = {unit["number"]: unit["figures"] for unit in state.to_dict()["units"]}
        lost = [name for name in before if after[name] < before[name]]
        assert [text.split()[0] for text in row["losses"]] == lost
        assert all(re.fullmatch("[GBRMV]+", roll["faces"]) for roll in row["dice"])
    assert state.is_terminal()
    assert any(row["losses"] for row in log)
    assert run(GAME) == 0
    text = capsys.readouterr().out
    assert text.count("eliminated") == sum("eliminated" in str(row["losses"]) for row in log)
    assert re.search(r"^(south|north)  choose_attack .*  \[attack [GBRMV]+", text, re.MULTILINE)
