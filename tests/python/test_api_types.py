"""Arguments of wrong types are refused in plain words, which name the argument."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pysim
from pysim.tournament import (
    Event,
    EventError,
    RunFolder,
    Schedule,
    build_report,
    elo_from_pairs,
    event_from_mapping,
    load_engine,
    ratings_from_pairs,
    read_event_file,
    replay_game,
    resume_run,
    run_event,
    share_from_pairs,
    verify_run,
)

GAME = pysim.load("westeros/kingsroad")
STATE = GAME.new_initial_state(seed=7)
FIRST = STATE.legal_actions()[0]
ENGINE = load_engine()
EVENT = Event(agents=("random", "greedy"), scenarios=("westeros/test",), games=4, seed=1)
NUMBERS = ["7", 7.0, None, [7], b"7", True]
TEXTS = [3, None, 2.5, ["a"], b"a"]
RAW = ("incompatible function arguments", "SupportsInt", "supported between", "has no attribute")


def refused(call: Callable[[Any], object], value: object, name: str) -> None:
    """Check that a call raises a TypeError of one plain line that names the argument."""
    with pytest.raises(TypeError) as caught:
        call(value)
    text = str(caught.value)
    assert text.startswith(f"{name} must be ")
    assert text.endswith(f"({type(value).__name__})")
    assert "\n" not in text
    assert not any(words in text for words in RAW)


@pytest.mark.parametrize("value", NUMBERS)
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("game_number", lambda x: GAME.new_initial_state(seed=1, game_number=x)),
        ("player", STATE.view),
        ("seed", STATE.view(0).complete),
        ("limit", lambda x: STATE.chance_outcomes(FIRST, limit=x)),
    ],
)
def test_whole_numbers(name: str, call: Callable[[Any], object], value: object) -> None:
    refused(call, value, name)


@pytest.mark.parametrize("value", ["x", 2.0, [1], True])
def test_seed(value: object) -> None:
    refused(lambda x: GAME.new_initial_state(seed=x), value, "seed")


@pytest.mark.parametrize("value", ["x", 2.0, None])
def test_place_of_a_legal_action(value: object) -> None:
    refused(STATE.legal_action_at, value, "index")


@pytest.mark.parametrize("place", [-1, 999, 2**70])
def test_place_out_of_range_tells_how_many_there_are(place: int) -> None:
    count = STATE.legal_count()
    with pytest.raises(IndexError, match=f"there are {count} legal actions, none at {place}"):
        STATE.legal_action_at(place)


@pytest.mark.parametrize("value", TEXTS)
def test_texts_and_paths(value: object) -> None:
    refused(pysim.load, value, "scenario")
    refused(STATE.string_to_action, value, "the action")


@pytest.mark.parametrize("value", [3, ["a"], b"x"])
def test_name_of_a_game(value: object) -> None:
    refused(pysim.list_scenarios, value, "game")


@pytest.mark.parametrize("value", [3, "directional_retreats", ["directional_retreats"]])
def test_options(value: object) -> None:
    refused(lambda x: pysim.load("westeros/kingsroad", options=x), value, "options")


def test_name_of_an_option() -> None:
    with pytest.raises(TypeError, match=r"the name of an option must be a text, not 3 \(int\)"):
        pysim.load("westeros/kingsroad", options={3: True})  # type: ignore[dict-item]


@pytest.mark.parametrize("value", ["x", 3, None, [1]])
def test_bytes_and_compiled_scenarios(value: object) -> None:
    refused(GAME.state_from_bytes, value, "data")
    refused(pysim.Game, value, "compiled")
    refused(lambda x: pysim.State.from_bytes(x, b""), value, "game")


@pytest.mark.parametrize("value", ["GB", 3, 2.5])
def test_scripted_dice(value: object) -> None:
    refused(lambda x: STATE.clone().apply_action(FIRST, dice=x), value, "dice")


@pytest.mark.parametrize("roll", [3, ("attack",), ("attack", 2.5), (1, "G")])
def test_one_scripted_roll(roll: object) -> None:
    state = STATE.clone()
    with pytest.raises(TypeError, match="one of the dice must be the name of a roll"):
        state.apply_action(FIRST, dice=[roll])  # type: ignore[list-item]
    assert state == STATE


@pytest.mark.parametrize("action", [2.0, None, [1], "token", 2**70, np.int64(3)])
def test_wrong_actions_are_illegal_in_plain_words(action: Any) -> None:
    state = STATE.clone()
    for call in (state.apply_action, state.chance_outcomes):
        with pytest.raises(pysim.IllegalActionError) as caught:
            call(action)
        assert "is not legal: seat 0 has to " in str(caught.value)
        assert not any(words in str(caught.value) for words in RAW)
    assert state == STATE


def test_numbers_of_numpy_are_numbers() -> None:
    assert GAME.new_initial_state(seed=np.uint64(7)) == STATE
    assert STATE.view(np.int8(1)) == STATE.view(1)
    assert sum(chance for _, chance in STATE.chance_outcomes(np.uint32(FIRST))) == 1


@pytest.mark.parametrize("value", [3, None, ["a"]])
def test_folders_of_runs(value: object) -> None:
    name = "the folder of a run"
    refused(RunFolder, value, name)
    refused(build_report, value, name)
    refused(lambda x: run_event(EVENT, x, threads=1, engine=ENGINE), value, name)
    refused(lambda x: resume_run(x, threads=1, engine=ENGINE), value, name)
    refused(lambda x: verify_run(x, threads=1, engine=ENGINE), value, name)
    refused(lambda x: replay_game(x, 1, engine=ENGINE), value, name)
    refused(read_event_file, value, "the event file")


def test_other_arguments_of_a_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    refused(lambda x: run_event(x, out, threads=1, engine=ENGINE), {"games": 2}, "event")
    refused(lambda x: run_event(EVENT, out, threads=x, engine=ENGINE), "2", "threads")
    refused(lambda x: run_event(EVENT, out, threads=1, engine=x), None, "engine")
    assert not out.exists()
    run_event(EVENT, str(out), threads=1, engine=ENGINE)
    refused(lambda x: resume_run(out, threads=1, engine=x), "core", "engine")
    refused(lambda x: replay_game(out, x, engine=ENGINE), "1", "number")
    assert build_report(str(out)).run["complete"]
    assert replay_game(str(out), 3, engine=ENGINE).same


def test_event_made_by_hand_is_checked_before_it_is_played(tmp_path: Path) -> None:
    wrong: Any = Event(agents=("random", "gredy"), scenarios=3, games="x", seed=None)  # type: ignore[arg-type]
    with pytest.raises(EventError) as caught:
        run_event(wrong, tmp_path / "run", threads=1, engine=ENGINE)
    text = "\n".join(caught.value.problems)
    assert "event: agents[1]: unknown agent 'gredy'; did you mean 'greedy'?" in text
    assert "event: games: 'x' is wrong; allowed is an even number" in text
    assert "event: scenarios: 3 is wrong" in text
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("value", ["x", 2.0, None])
def test_schedules(value: object) -> None:
    schedule = Schedule(agents=2, scenarios=1, games=4)
    refused(schedule.plan, value, "game")
    refused(schedule.block, value, "number")
    refused(lambda x: Schedule(agents=2, scenarios=1, games=x), value, "games")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"games": 3}, "games must be even"),
        ({"agents": 1}, "agents must be from 2"),
        ({"block_size": 0}, "block_size must be from 2"),
        ({"pairing": "robin"}, "pairing must be round_robin or gauntlet, not 'robin'"),
    ],
)
def test_impossible_schedules(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Schedule(**{"agents": 2, "scenarios": 1, "games": 4, **more})


def test_statistics_and_mappings() -> None:
    refused(elo_from_pairs, 3, "pair counts")
    refused(share_from_pairs, None, "pair counts")
    refused(lambda x: ratings_from_pairs(x, {}), "two", "size")
    refused(lambda x: ratings_from_pairs(2, x), [1], "tables")
    refused(lambda x: event_from_mapping(x, source="x", agents=["random"]), 3, "values")
    refused(lambda x: event_from_mapping({}, source="x", agents=x), "random", "agents")
    with pytest.raises(ValueError, match="five numbers of at least 0"):
        elo_from_pairs("12345")  # type: ignore[arg-type]
