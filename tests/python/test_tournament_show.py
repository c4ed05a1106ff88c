"""One game of a run by its number: played again, shown, compared with what is stored."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pysim
from pysim.cli.root import run
from pysim.tournament import RunError, RunFolder, load_engine, replay_game
from tests.python.made_up_engine import rewrite

GAMES = ["--agents", "random,greedy", "--games", "20", "--seed", "11", "--block-size", "10"]
SCENARIOS = ["--scenarios", "westeros/kingsroad,westeros/whispering_wood"]


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small event."""
    out = tmp_path_factory.mktemp("show") / "run"
    assert run(["tournament", "run", *GAMES, *SCENARIOS, "--out", str(out), "--json"]) == 0
    return out


@pytest.fixture(name="call")
def _call(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run ``pysim tournament show``; gives exit code, output and errors."""

    def call(folder: Path, *words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["tournament", "show", str(folder), *words])
        return code, *capsys.readouterr()

    return call


@pytest.mark.parametrize("number", [0, 3, 17, 39])
def test_game_is_played_again_as_it_is_stored(folder: Path, number: int) -> None:
    game = replay_game(folder, number, engine=load_engine())
    header = RunFolder(folder).header()
    stored = RunFolder(folder).read_block(number // 10, header)
    assert game.stored == {name: int(column[number % 10]) for name, column in stored.items()}
    assert game.same is True
    assert game.state.is_terminal()
    assert len(game.decisions) == game.played["decisions"]
    assert hash(game.state) == game.played["state_hash"] >> 2
    assert game.state.winner() == game.played["winner"]


def test_decisions_lead_from_the_start_to_the_final_position(folder: Path) -> None:
    game = replay_game(folder, 7, engine=load_engine())
    state = pysim.load("westeros/whispering_wood").new_initial_state(11, game_number=3)
    for decision in game.decisions:
        assert state.game.seat_names[state.current_player()] == decision.seat
        state.apply_action(decision.text)
    assert state == game.state


def test_json_names_everything(folder: Path, call: Any) -> None:
    code, out, _ = call(folder, "3", "--log", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["game"] == found["stored"]
    assert list(found["game"]) == list(RunFolder(folder).header().to_dict()["columns"])
    assert found["game"]["scenario"] == "westeros/whispering_wood"
    assert (found["game"]["seat0"], found["game"]["seat1"]) == ("greedy", "random")
    assert found["game"]["winner"] in found["seats"]
    assert (found["seed"], found["same"], found["different"]) == (11, True, [])
    assert len(found["log"]) == found["game"]["decisions"]
    assert set(found["log"][0]) == {"seat", "action", "text", "dice", "losses"}
    assert found["position"]["terminal"] is True
    assert "log" not in json.loads(call(folder, "3", "--json")[1])


def test_text_says_who_played_what_and_how_it_ended(folder: Path, call: Any) -> None:
    code, out, _ = call(folder, "2")
    game = replay_game(folder, 2, engine=load_engine())
    lines = dict(line.split(None, 1) for line in out.splitlines()[:6])
    assert code == 0
    assert lines["scenario"] == "westeros/whispering_wood"
    assert (lines["stark"], lines["lannister"]) == ("random", "greedy")
    assert lines["dice"] == "seed 11, dice index 1"
    assert lines["result"].startswith("lannister (greedy) has won ")
    assert f"{game.played['decisions']} decisions" in out
    assert f"{game.played['state_hash']:016x}" in out
    assert f"{game.played['game_hash']:016x}" in out
    assert "stored      the same in all columns and both hashes" in out
    assert str(game.state) in out
    assert "Decisions" not in out


def test_log_lists_every_decision(folder: Path, call: Any) -> None:
    _, out, _ = call(folder, "2", "--log")
    game = replay_game(folder, 2, engine=load_engine())
    listed = out.partition("Decisions\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split(None, 1) for line in listed] == [
        [decision.seat, str(decision)] for decision in game.decisions
    ]


def test_svg_takes_the_place_of_the_board(folder: Path, call: Any, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    code, out, _ = call(folder, "2", "--svg", str(picture))
    assert code == 0
    assert out.endswith(f"wrote {picture}\n")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_game_of_a_missing_block_is_shown_and_said_to_be_missing(
    folder: Path, call: Any, tmp_path: Path
) -> None:
    part = tmp_path / "part"
    (part / "blocks").mkdir(parents=True)
    (part / "event.json").write_bytes((folder / "event.json").read_bytes())
    code, out, _ = call(part, "12")
    assert code == 0
    assert f"stored      not yet: {part}/blocks/000001.parquet is missing" in out
    found = json.loads(call(part, "12", "--json")[1])
    assert (found["stored"], found["same"]) == (None, None)


def test_false_record_is_named_with_exit_code_one(folder: Path, call: Any, tmp_path: Path) -> None:
    false = tmp_path / "false"
    shutil.copytree(folder, false)

    def change(columns: dict[str, Any]) -> None:
        columns["winner"][4] = -1
        columns["game_hash"][4] = 0xBEEF

    rewrite(false / "blocks" / "000001.parquet", change, keep_marks=True)
    code, out, _ = call(false, "14")
    assert code == 1
    assert "stored      DIFFERENT in" in out
    assert "winner draw, game_hash 000000000000beef" in out
    found = json.loads(call(false, "14", "--json")[1])
    assert found["different"] == ["winner", "game_hash"]
    assert call(false, "15")[0] == 0


def test_damaged_block_cannot_be_compared(folder: Path, call: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    shutil.copytree(folder, bad)
    (bad / "blocks" / "000000.parquet").write_bytes(b"")
    code, out, err = call(bad, "3")
    assert (code, out) == (2, "")
    assert "000000.parquet does not match its checksum, so game 3 cannot be compared" in err


@pytest.mark.parametrize("number", [-1, 40, 10**30])
def test_number_out_of_range_is_refused(folder: Path, call: Any, number: int) -> None:
    with pytest.raises(RunError, match=f"no game {number}; its games are 0 to 39"):
        replay_game(folder, number, engine=load_engine())
    code, _, err = call(folder, "--", str(number))
    assert code == 2
    assert "its games are 0 to 39" in err
