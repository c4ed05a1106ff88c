"""A scenario file of one's own: its dice, units, commander, cards and map are what is played."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import pysim
from pysim.cli.root import run
from pysim.errors import ScenarioError
from pysim.scenario import load_compiled, scenario_hash

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'format = 1\nextends = "westeros/test"\n'
DUEL = """
[units]
S1 = { at = [4, 4], commander = "" }
N1 = { commander = "" }
"""
CAPTAIN = """
[commanders.edric]
person = "edric"
house = "south"
name = "Edric"
title = "Captain"
class = "infantry"
command_limit = 2
capture_rating = 2
unit_types = ["t_inf"]
traits = []
keywords = ["toughness:1"]
ability = [{ op = "add_dice", k = 1, who = "own" }]
commit = { when = ["own_turn_start"], effects = [{ op = "morale", k = 2 }] }

[units]
S2 = { commander = "edric" }

[tactics.T-EDR]
when = ["before"]
require = {}
effects = [{ op = "add_dice", k = 2, who = "one" }]

[cards.ED1]
copies = 2
name = "Strike"
house = "south"
person = "edric"
tactic = "T-EDR"
boxes = [{ order = { n = 2 }, effects = [{ op = "add_dice", k = 1, who = "ordered" }] }]

[cards.ED2]
copies = 2
name = "Run"
house = "south"
person = "edric"
tactic = "T-EDR"
boxes = [{ order = { n = 1 }, effects = [{ op = "add_move", k = 3, who = "ordered" }] }]

[cards.ED3]
copies = 1
name = "Rest"
house = "south"
person = "edric"
boxes = [{ order = { n = 3 }, effects = [] }, { effects = [{ op = "draw", n = 2 }] }]
"""


def write(folder: Path, text: str, name: str = "mine.toml", head: str = HEAD) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + text, encoding="utf-8")
    return path


def play(game: Any, seed: int) -> Any:
    state = game.new_initial_state(seed=seed)
    chooser = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def attack_outcomes(game: Any) -> dict[int, float]:
    """Give the chances of N1's figures after S1, beside it, has attacked it in the first turn."""
    for seed in range(50):
        state = game.new_initial_state(seed=seed)
        texts = {state.action_to_string(move) for move in state.legal_actions()}
        if state.current_player() == 0 and "token B S1" in texts:
            break
    state.apply_action("token B S1")
    while "choose_attack S1 melee N1" not in legal(state):
        state.apply_action(next(text for text in legal(state) if text.startswith("end_moves")))
    chances: dict[int, float] = {}
    for after, ways, of in state.core.chance_outcomes(
        state.string_to_action("choose_attack S1 melee N1")
    ):
        rows = {row["number"]: row for row in after.to_dict()["units"]}
        figures = rows["N1"]["figures"] if rows["N1"]["on_map"] else 0
        chances[figures] = chances.get(figures, 0) + ways / of
    return chances


def legal(state: Any) -> list[str]:
    return [state.action_to_string(move) for move in state.legal_actions()]


@pytest.mark.parametrize(("dice", "untouched"), [(2, (5 / 8) ** 2), (5, (5 / 8) ** 5)])
def test_overridden_dice_decide_the_odds_of_an_attack(
    tmp_path: Path, dice: int, untouched: float
) -> None:
    # S1 and N1 are blue and stand in the open: a face hits with 3/8, three of eight.
    text = f"{DUEL}[unit_types.t_stal]\ndice = [2, {dice}, 4]\n"
    chances = attack_outcomes(pysim.load(write(tmp_path, text)))
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[4] == pytest.approx(untouched)


def test_only_what_is_overridden_changes(tmp_path: Path) -> None:
    base = load_compiled("westeros/test")
    plan = load_compiled(write(tmp_path, "[unit_types.t_cav]\nmove = [1, 2, 3]\n"))
    rows = {row["id"]: row for row in plan["types"]}
    assert rows["t_cav"]["move"] == [1, 2, 3]
    assert scenario_hash(plan) != scenario_hash(base)
    for row in plan["types"]:
        if row["id"] == "t_cav":
            row["move"] = next(r for r in base["types"] if r["id"] == "t_cav")["move"]
    assert {**plan, "id": base["id"]} == base


def test_a_whole_new_unit_type_is_played(tmp_path: Path) -> None:
    text = """
[unit_types.scouts]
house = "south"
name = "Scouts"
class = "ranged"
figures = 2
move = [5, 5, 5]
dice = [1, 1, 1]
attacks = [{ mode = "ranged", min = 1, max = 2 }]
keywords = ["pursue:1", "stalwart"]
traits = ["scout"]

[units]
S5 = { type = "scouts", rank = "green", at = [0, 0] }
"""
    game = pysim.load(write(tmp_path, text))
    rows = {row["number"]: row for row in game.new_initial_state(seed=1).to_dict()["units"]}
    assert (rows["S5"]["type"], rows["S5"]["class"], rows["S5"]["figures"]) == (
        "scouts",
        "ranged",
        2,
    )
    assert play(game, 1).is_terminal()


def test_new_commander_brings_five_cards_that_are_played(tmp_path: Path) -> None:
    game = pysim.load(write(tmp_path, CAPTAIN))
    cards = {row["id"]: row for row in game.plan["cards"] if row["person"] == "edric"}
    assert {name: row["copies"] for name, row in cards.items()} == {"ED1": 2, "ED2": 2, "ED3": 1}
    first = game.new_initial_state(seed=0).to_dict()
    assert first["deck_sizes"][0] + first["hand_sizes"][0] == 15
    played, committed, tactics = set(), set(), 0
    for seed in range(30):
        state = game.new_initial_state(seed=seed)
        chooser = random.Random(seed)
        while not state.is_terminal():
            words = legal(state)
            wanted = [
                word
                for word in words
                if word.startswith(("lead ED", "choose_commit edric yes", "choose_tactic yes"))
            ]
            word = chooser.choice(wanted or words)
            tactics += word == "choose_tactic yes"
            played |= {word.split()[1]} if word.startswith("lead ED") else set()
            committed |= {word} if word.startswith("choose_commit edric") else set()
            state.apply_action(word)
    assert played == {"ED1", "ED2", "ED3"}
    assert committed
    assert tactics > 0


def test_effect_of_a_new_card_is_in_force(tmp_path: Path) -> None:
    # ED2 orders one unit and gives it three hexes more.
    game = pysim.load(write(tmp_path, CAPTAIN))
    plain = 3  # movement of a green T-INF
    for seed in range(200):
        state = game.new_initial_state(seed=seed)
        lead = next((word for word in legal(state) if word.startswith("lead ED2 edric")), None)
        if lead is not None:
            break
    assert lead is not None
    state.apply_action(lead)
    while not any(word.startswith("choose_move S2") for word in legal(state)):
        words = legal(state)
        state.apply_action(
            next((w for w in words if "S2" in w), next((w for w in words if "no" in w), words[-1]))
        )
    reached = {
        tuple(int(part) for part in word.split("(")[1].rstrip(")").split(","))
        for word in legal(state)
        if word.startswith("choose_move S2")
    }
    assert max(abs(r - 1) for _, r in reached) > plain


def test_new_map_units_objectives_and_victory(tmp_path: Path) -> None:
    text = """
game = "westeros"
code = "OWN"
name = "Narrow"
rounds = 2
momentum = "lannister"
map = [". H .", ". V", ". . ."]

[houses]
stark = { edge = "north", order_rating = 2, leadership_rating = 1, command_tokens = 1, morale_end = "11" }
lannister = { edge = "south", order_rating = 2, leadership_rating = 1, command_tokens = 1, morale_end = "rout" }

[units]
S1 = { type = "war_host", rank = "green", at = [0, 2], commander = "maege" }
L1 = { type = "lannisport_guards", rank = "green", at = [2, 0], commander = "kevan" }

[[objectives]]
at = [1, 1]
kind = "building"

[[victory]]
who = "lannister"
points = 7
when = "game_end"
condition = "controls"
at = [1, 1]

[options]
directional_retreats = true
"""  # noqa: E501
    game = pysim.load(write(tmp_path, text, head="format = 1\n"))
    assert game.places == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)}
    assert game.options["directional_retreats"] is True
    points = set()
    for seed in range(40):
        state = play(game, seed)
        points.add(state.to_dict()["vp"][1])
        assert state.to_dict()["round"] <= 2
    assert points == {0, 7}


def test_files_extend_files_by_relative_paths(tmp_path: Path) -> None:
    write(tmp_path, "rounds = 3\n[units]\nS2 = { rank = 'red' }\n", "base.toml")
    head = 'format = 1\nextends = "../base.toml"\n'
    path = write(tmp_path, "[units]\nS3 = { rank = 'red' }\n", "sub/mine.toml", head)
    ranks = {row["number"]: row["rank"] for row in load_compiled(path)["units"]}
    assert (ranks["S2"], ranks["S3"]) == ("red", "red")
    assert load_compiled(path)["rounds"] == 3


def test_cycles_of_any_length_are_named(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        write(tmp_path, "", f"{name}.toml", f'format = 1\nextends = "{other}.toml"\n')
    with pytest.raises(ScenarioError) as caught:
        load_compiled(tmp_path / "a.toml")
    (problem,) = caught.value.problems
    assert problem.file == str(tmp_path / "c.toml")
    assert (problem.key, problem.line) == ("extends", 2)
    assert "'a.toml' is extended in a circle" in problem.message


def test_extending_a_missing_file_names_both(tmp_path: Path) -> None:
    path = write(tmp_path, "", head='format = 1\n\nextends = "gone.toml"\n')
    with pytest.raises(ScenarioError) as caught:
        load_compiled(path)
    (problem,) = caught.value.problems
    assert problem.file == str(tmp_path / "gone.toml")
    assert "cannot read the file" in problem.message
    assert f"(extended by {path}:3)" in problem.message


@pytest.mark.parametrize(
    "words",
    [
        ["show", "mine.toml"],
        ["show", "mine.toml", "--seed", "1", "--legal"],
        ["match", "mine.toml", "--agents", "random,greedy", "--seed", "1"],
        ["perft", "mine.toml", "--depth", "1", "--seed", "1"],
        ["bench", "--scenarios", "mine.toml", "--games", "3"],
        ["odds", "action", "mine.toml", "--seed", "1", "--action", "pass"],
        ["scenario", "check", "mine.toml"],
    ],
)
def test_every_command_takes_a_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    write(tmp_path, CAPTAIN)
    monkeypatch.chdir(tmp_path)
    assert run([*words, "--json"]) == 0, capsys.readouterr().err
    printed = capsys.readouterr()
    assert json.loads(printed.out)
    assert run(words) == 0
    assert capsys.readouterr().out


def test_an_event_of_own_files_is_bound_to_their_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, CAPTAIN)
    event = tmp_path / "event.toml"
    event.write_text(
        'format = 1\nagents = ["random", "greedy"]\nscenarios = ["mine.toml", "westeros/test"]\n'
        "games = 4\nseed = 1\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "run", "event.toml", "--out", "run", "--threads", "1", "--json"]
    assert run(words) == 0, capsys.readouterr().err
    assert json.loads(capsys.readouterr().out)["played"] == 8
    assert run(["tournament", "verify", "run", "--threads", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["good"] is True
    header = json.loads((tmp_path / "run" / "event.json").read_text(encoding="utf-8"))
    assert header["scenarios"][0]["sha256"] == scenario_hash(load_compiled(path))
