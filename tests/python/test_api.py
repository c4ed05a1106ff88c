"""The Python surface: load, step, copy, save, look."""

from __future__ import annotations

import copy
import os
import pickle
import random
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pysim
from pysim.errors import IllegalActionError, SimError, VersionError

SCENARIO = "westeros/kingsroad"


@pytest.fixture(scope="module")
def game() -> pysim.Game:
    return pysim.load(SCENARIO)


@pytest.fixture
def state(game: pysim.Game) -> pysim.State:
    return game.new_initial_state(seed=7)


def walk(state: pysim.State, decisions: int, seed: int = 1) -> pysim.State:
    """Play some random decisions."""
    source = random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(source.choice(state.legal_actions()))
    return state


def test_a_random_game_ends_and_its_returns_add_up(state: pysim.State) -> None:
    walk(state, 100_000)
    assert state.is_terminal()
    assert state.current_player() == -1
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}
    assert state.way()


def test_same_seed_same_game_other_number_other_game(game: pysim.Game) -> None:
    one = walk(game.new_initial_state(seed=3), 60)
    two = walk(game.new_initial_state(seed=3), 60)
    other = walk(game.new_initial_state(seed=3, game_number=1), 60)
    assert one == two
    assert hash(one) == hash(two)
    assert one != other


def test_a_missing_seed_is_drawn_and_told(game: pysim.Game) -> None:
    first, second = game.new_initial_state(), game.new_initial_state()
    assert first.seed != second.seed
    assert game.new_initial_state(seed=first.seed) == first


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_out_of_range_is_refused(game: pysim.Game, seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be from 0"):
        game.new_initial_state(seed=seed)


def test_legal_actions_are_sorted_unique_and_indexed(state: pysim.State) -> None:
    for _ in range(40):
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert state.legal_count() == len(legal)
        assert [state.legal_action_at(index) for index in range(len(legal))] == legal
        walk(state, 1, seed=5)


def test_every_action_has_text_that_reads_back(state: pysim.State) -> None:
    for _ in range(60):
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == state.legal_actions()
        walk(state, 1, seed=len(texts))


def test_an_action_may_be_given_as_text(state: pysim.State) -> None:
    other = state.clone()
    action = state.legal_actions()[-1]
    state.apply_action(action)
    other.apply_action(other.action_to_string(action))
    assert state == other


def test_illegal_action_leaves_the_state_and_names_the_decision(state: pysim.State) -> None:
    walk(state, 5)
    before = state.to_bytes()
    wrong = next(number for number in range(2**20) if number not in state.legal_actions())
    with pytest.raises(IllegalActionError, match=state.decision()):
        state.apply_action(wrong)
    assert state.to_bytes() == before


def test_mistyped_action_names_the_nearest_legal_one(state: pysim.State) -> None:
    right = state.action_to_string(state.legal_actions()[0])
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(right[:-1] + "?")
    assert "did you mean" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SimError)


@pytest.mark.parametrize("wrong", [-1, 2**32, 2**70, None])
def test_numbers_that_no_action_has_are_refused(state: pysim.State, wrong: int) -> None:
    before = state.to_bytes()
    with pytest.raises(IllegalActionError):
        state.apply_action(wrong)
    assert state.to_bytes() == before


def test_no_action_is_legal_when_the_game_is_over(state: pysim.State) -> None:
    walk(state, 100_000)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize("make", [pysim.State.clone, copy.copy, copy.deepcopy])
def test_copies_are_equal_and_apart(state: pysim.State, make: object) -> None:
    walk(state, 8)
    other = make(state)  # type: ignore[operator]
    assert other == state
    assert hash(other) == hash(state)
    before = state.to_bytes()
    walk(other, 3)
    assert state.to_bytes() == before


def test_bytes_and_pickle_bring_the_state_back(state: pysim.State) -> None:
    walk(state, 20)
    for other in (
        pysim.State.from_bytes(state.game, state.to_bytes()),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other == state
        assert other.seed == 7
        assert walk(other, 30) == walk(state.clone(), 30)


def test_a_view_shows_no_other_seat_and_no_outcomes(state: pysim.State) -> None:
    view = state.view(state.current_player())
    assert view.view(state.current_player()) == view
    with pytest.raises(ValueError, match="does not know"):
        view.view(1 - state.current_player())
    with pytest.raises(pysim.IllegalActionError, match=r"complete\(\) it first$"):
        view.chance_outcomes(view.legal_actions()[0])


def test_a_damaged_pickle_of_a_game_is_refused_and_spoils_no_other() -> None:
    game = pysim.load("westeros/test", options={"directional_retreats": True})
    good = pickle.dumps(game)
    with pytest.raises(pysim.VersionError, match="damaged"):
        pickle.loads(good.replace(b"Engine test", b"Engine tesT"))
    assert pickle.loads(good).name == game.name


def test_pickle_of_a_view_has_no_seed(state: pysim.State) -> None:
    view = pickle.loads(pickle.dumps(walk(state, 9).view(1)))
    assert view == state.view(1)
    assert view.seed is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"XXXX" + data[4:], "do not begin with"),
        (lambda data: data[:-1], "cut short"),
        (lambda data: data + b"0", "cut short"),
        (lambda data: data[:4] + b"\x63" + data[5:], "format 99"),
        (lambda data: data[:60] + bytes([data[60] ^ 1]) + data[61:], "damaged"),
        (lambda _: b"", "do not begin with"),
    ],
)
def test_spoilt_bytes_are_refused(state: pysim.State, change: object, words: str) -> None:
    with pytest.raises(VersionError, match=words):
        state.game.state_from_bytes(change(state.to_bytes()))  # type: ignore[operator]


def test_bytes_of_other_options_are_refused(state: pysim.State) -> None:
    other = pysim.load(SCENARIO, options={"directional_retreats": True})
    assert other != state.game
    with pytest.raises(VersionError, match="options"):
        other.state_from_bytes(state.to_bytes())


@pytest.mark.rule("W1.6")
def test_view_hides_the_other_hand_and_masks_again_to_itself(state: pysim.State) -> None:
    walk(state, 12)
    for player in (0, 1):
        view = state.view(player)
        hands = view.to_dict()["hands"]
        assert hands[1 - player] is None
        assert hands[player] == state.to_dict()["hands"][player]
        assert view.view(player) == view
        for seed in range(5):
            assert view.complete(seed).view(player) == view


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_a_built_in_agent_tells_its_action(state: pysim.State, agent: str) -> None:
    """The same from the seat's view, the same when asked again; the state stays as it is."""
    for _ in range(40):
        before, seat = state.clone(), state.current_player()
        action = state.agent_action(agent, seed=3)
        assert action in state.legal_actions()
        assert action == state.view(seat).agent_action(agent, seed=3)
        assert action == state.agent_action(agent, seed=3)
        assert state == before
        with pytest.raises(pysim.IllegalActionError, match="nothing to decide"):
            state.view(1 - seat).agent_action(agent)
        state.apply_action(action)


def test_random_draws_by_its_seed(state: pysim.State) -> None:
    assert len({state.agent_action("random", seed=seed) for seed in range(50)}) > 5


def test_greedy_of_a_game_and_of_a_tournament_are_the_same(game: pysim.Game) -> None:
    """Greedy draws no lots in this plan, so asking at each decision plays the same game."""
    from pysim import _core

    played = _core.game_actions(game.core, ["greedy", "greedy"], 5, 5, 9)
    state = game.new_initial_state(seed=9, game_number=5)
    asked = []
    while not state.is_terminal():
        asked.append(state.agent_action("greedy"))
        state.apply_action(asked[-1])
    assert asked == played


def test_an_unknown_agent_names_the_nearest(state: pysim.State) -> None:
    with pytest.raises(ValueError, match="no agent is called 'gredy'; did you mean 'greedy'"):
        state.agent_action("gredy")


def test_view_of_a_seat_that_does_not_exist(state: pysim.State) -> None:
    with pytest.raises(ValueError, match="player must be from 0 to 1"):
        state.view(2)


def test_chance_outcomes_are_exact_and_hold_what_happens() -> None:
    state = pysim.load("westeros/test").new_initial_state(seed=11)
    source = random.Random(2)
    most = 0
    while not state.is_terminal():
        action = source.choice(state.legal_actions())
        outcomes = []
        if state.decision() == "choose_attack":
            outcomes = state.chance_outcomes(action)
            assert sum((chance for _, chance in outcomes), Fraction()) == 1
            assert len({after for after, _ in outcomes}) == len(outcomes)
        most = max(most, len(outcomes))
        state.apply_action(action)
        if outcomes:
            assert state in [after for after, _ in outcomes]
    assert most > 1


def test_chance_outcomes_stop_at_the_limit() -> None:
    state = pysim.load("westeros/test").new_initial_state(seed=11)
    source = random.Random(2)
    while True:
        action = source.choice(state.legal_actions())
        if state.decision() == "choose_attack" and len(state.chance_outcomes(action)) > 1:
            break
        state.apply_action(action)
    with pytest.raises(ValueError, match="limit of 1"):
        state.chance_outcomes(action, limit=1)


def test_chance_outcomes_refuse_an_illegal_action(state: pysim.State) -> None:
    with pytest.raises(IllegalActionError):
        state.chance_outcomes("no such thing")


def test_svg_text_and_repr(state: pysim.State) -> None:
    assert ElementTree.fromstring(state.svg()).tag.endswith("svg")
    assert state._repr_svg_() == state.svg()
    assert str(state).startswith("Clash on the Kingsroad")
    assert state.decision() in repr(state)
    walk(state, 100_000)
    assert "over" in repr(state)


def test_games_are_equal_by_scenario_and_options(game: pysim.Game) -> None:
    again = pysim.load(SCENARIO)
    assert again == game
    assert hash(again) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) is game
    assert pysim.load("westeros/test") != game


def test_scenarios_are_listed() -> None:
    names = pysim.list_scenarios()
    assert SCENARIO in names
    assert pysim.list_scenarios("westeros") == [n for n in names if n.startswith("westeros/")]
    with pytest.raises(pysim.UnknownGameError, match=r"'chess' \(there are: westeros\)"):
        pysim.list_scenarios("chess")
    with pytest.raises(pysim.UnknownGameError, match="'westros'; did you mean 'westeros'"):
        pysim.list_scenarios("westros")


def test_unknown_scenario_names_the_nearest() -> None:
    with pytest.raises(SimError, match="kingsroad"):
        pysim.load("westeros/kingsraod")


def test_every_public_name_can_be_had_and_no_other() -> None:
    for name in pysim.__all__:
        assert getattr(pysim, name) is not None
    assert set(pysim.__all__) <= set(dir(pysim))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        pysim.nonsense  # noqa: B018


def test_import_pulls_in_nothing_heavy() -> None:
    heavy = {"numpy", "pydantic", "typer", "rich", "pyarrow", "duckdb", "pysim._core"}
    code = "import sys, pysim; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not heavy & set(done.stdout.split())


@pytest.mark.parametrize("number", [12345, 25 << 8, 64 << 8, 2**20, 2**32 - 1, 2**70, -1])
def test_a_number_that_no_action_has_gets_no_text(state: pysim.State, number: int) -> None:
    with pytest.raises(IllegalActionError, match="no action has the number"):
        state.action_to_string(number)


def test_a_view_tells_whose_it_is_and_whose_choice(state: pysim.State) -> None:
    chooser = state.current_player()
    other = 1 - chooser
    view = state.view(other)
    assert state.viewer is None
    assert view.viewer == view.clone().viewer == pickle.loads(pickle.dumps(view)).viewer == other
    assert view.complete(seed=1).viewer is None
    assert f"view of {state.game.seat_names[other]}" in repr(view)
    assert view.legal_actions() == []
    message = f"it is {state.game.seat_names[chooser]}'s choice"
    with pytest.raises(IllegalActionError, match=message):
        view.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalActionError, match=message):
        view.apply_action("pass")
    assert "as seen by" in view.svg()


def test_sources_without_the_native_part_say_so(tmp_path: Path) -> None:
    source = Path(pysim.__file__).parent
    ignore = shutil.ignore_patterns("_core*.so", "__pycache__")
    shutil.copytree(source, tmp_path / "pysim", ignore=ignore)
    kept = "[one for one in sys.meta_path if 'ditable' not in repr(one)]"
    start = f"import sys; sys.meta_path[:] = {kept}"

    def last_lines(code: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            [sys.executable, "-c", f"{start}\n{code}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        )
        return done.returncode, done.stderr.splitlines()

    _, lines = last_lines(f"import pysim; pysim.load({SCENARIO!r})")
    assert "ImportError: the native part of pysim" in lines[-1]
    assert "pip install --editable ." in lines[-1]
    arguments = ["show", SCENARIO, "--seed", "1"]
    code, lines = last_lines(f"from pysim.cli import main; main({arguments!r})")
    assert code == 2
    (line,) = lines
    assert line.startswith("pysim: the native part of pysim")
