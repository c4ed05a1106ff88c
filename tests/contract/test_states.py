"""What every state of every scenario promises: legal lists, copies, texts, bytes, the end."""

from __future__ import annotations

import copy
import pickle

import pytest

import pysim
from pysim import _core
from pysim.errors import IllegalActionError
from tests.contract.walk import SCENARIOS, SEEDS, games, load, positions, random_game

MOST_DECISIONS = 5_000

pytestmark = pytest.mark.parametrize("scenario", SCENARIOS)


def key(state: pysim.State) -> bytes:
    """Give everything that decides how a game goes on, the place in the dice included."""
    return state.core.to_bytes()


def finish(state: pysim.State) -> list[bytes]:
    """Play on by a fixed rule and give the key of every state on the way."""
    keys = [key(state)]
    ply = 0
    while not state.is_terminal():
        state.apply_action(state.legal_action_at(ply * 7919 % state.legal_count()))
        keys.append(key(state))
        ply += 1
    return keys


def test_legal_lists(scenario: str) -> None:
    for game in games(scenario):
        for state in game:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert state.legal_count() == len(legal)
            assert [state.legal_action_at(i) for i in range(len(legal))] == legal
            if state.is_terminal():
                assert legal == []
                assert state.current_player() == -1
            else:
                assert len(legal) >= 2, "a single option is taken without asking (W5.37)"
                assert state.current_player() in (0, 1)


def test_questions_change_nothing(scenario: str) -> None:
    for state in positions(scenario, 5):
        before = key(state)
        state.legal_actions()
        state.legal_count()
        state.to_dict()
        state.view(0)
        state.view(1)
        state.complete(3)
        state.core.check_invariants()
        repr(state)
        for action in state.legal_actions()[:5]:
            state.action_to_string(action)
        assert key(state) == before


def test_invariants_after_every_step(scenario: str) -> None:
    for game in games(scenario):
        for state in game:
            assert state.core.check_invariants() == [], (repr(state), state.decision())


def test_a_copy_goes_its_own_way_to_the_same_place(scenario: str) -> None:
    for state in positions(scenario, 3):
        before = key(state)
        for action in state.legal_actions()[:12]:
            one, two = state.clone(), state.clone()
            one.apply_action(action)
            assert key(state) == before
            two.apply_action(action)
            assert key(one) == key(two)
            assert one == two
            assert hash(one) == hash(two)


def test_action_texts_are_distinct_and_read_back(scenario: str) -> None:
    for state in positions(scenario, 2):
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert all(text == text.strip() != "" and "\n" not in text for text in texts)
        assert [state.core.string_to_action(text) for text in texts] == legal
        for action, text in list(zip(legal, texts, strict=True))[::7]:
            assert state.string_to_action(f" {text} ") == action


@pytest.mark.parametrize("how", ["bytes", "pickle", "copy", "deepcopy", "core"])
def test_saved_games_go_on_alike(scenario: str, how: str) -> None:
    game = load(scenario)
    for state in positions(scenario, 60):
        match how:
            case "bytes":
                back = game.state_from_bytes(state.to_bytes())
            case "pickle":
                back = pickle.loads(pickle.dumps(state))
            case "copy":
                back = copy.copy(state)
            case "deepcopy":
                back = copy.deepcopy(state)
            case _:
                core = game.core.state_from_bytes(state.core.to_bytes())
                back = pysim.State(game, core, seed=state.seed, game_number=state.game_number)
        assert back is not state
        assert back == state
        assert (back.seed, back.game_number) == (state.seed, state.game_number)
        assert back.to_bytes() == state.to_bytes()
        assert back.legal_actions() == state.legal_actions()
        assert finish(back) == finish(state)


def test_every_ply_survives_saving(scenario: str) -> None:
    game = load(scenario)
    for state in positions(scenario, 1):
        data = state.to_bytes()
        back = game.state_from_bytes(data)
        assert back == state
        assert back.to_bytes() == data
        assert back.legal_actions() == state.legal_actions()


def test_damaged_core_bytes_are_refused(scenario: str) -> None:
    state = next(positions(scenario, 50))
    data = state.core.to_bytes()
    for bad in (b"", data[:-1], data + b"\0", data[:-1] + bytes([data[-1] ^ 1])):
        with pytest.raises(_core.BadScenario, match="state bytes"):
            load(scenario).core.state_from_bytes(bad)


def test_games_end_and_add_up(scenario: str) -> None:
    ways = set(load(scenario).core.ways()) - {"none"}
    for game in games(scenario):
        for count, state in enumerate(game):
            assert count <= MOST_DECISIONS
            if not state.is_terminal():
                assert state.returns() == [0.0, 0.0]
                assert state.winner() == -1
                assert state.way() == "none"
        assert state.is_terminal()
        assert sum(state.returns()) == 0
        assert set(state.returns()) <= {-1.0, 0.0, 1.0}
        assert state.way() in ways
        results = {-1: [0.0, 0.0], 0: [1.0, -1.0], 1: [-1.0, 1.0]}
        assert state.returns() == results[state.winner()]


def test_illegal_actions_leave_the_state_untouched(scenario: str) -> None:
    seen: set[int] = {0, 1, 2**32 - 1, 2**31}
    tried = 0
    for state in positions(scenario, 4):
        legal = set(state.legal_actions())
        before = key(state)
        near = {action + step for action in legal for step in (-1, 1, 256)}
        for action in sorted((near | seen) - legal)[:40]:
            if not 0 <= action < 2**32:
                continue
            with pytest.raises(_core.IllegalAction):
                state.core.apply_action(action)
            tried += 1
        for wrong in (-1, 2**32, "no such action"):
            with pytest.raises(IllegalActionError):
                state.apply_action(wrong)
        assert key(state) == before
        seen |= legal
    assert tried > 100


def test_a_wrong_script_of_dice_leaves_the_state_untouched(scenario: str) -> None:
    for state in positions(scenario, 40):
        before = key(state)
        for action in state.legal_actions()[:3]:
            with pytest.raises(_core.IllegalAction):
                state.core.apply_scripted(action, [("catapult", "G")] * 40)
        assert key(state) == before


def test_same_seed_same_game(scenario: str) -> None:
    for seed in SEEDS:
        one = [key(state) for state in random_game(scenario, seed)]
        two = [key(state) for state in random_game(scenario, seed)]
        assert one == two
