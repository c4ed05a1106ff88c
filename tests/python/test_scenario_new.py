"""``pysim scenario new``: the template is good, plays, and says the truth of what it extends."""

from __future__ import annotations

import json
import random
import re
import shlex
import tomllib
from typing import TYPE_CHECKING

import pytest

import pysim
from pysim.cli.root import run
from pysim.scenario import find_problems, load_compiled, scenario_ids

if TYPE_CHECKING:
    from pathlib import Path

SWITCHED_OFF = re.compile(r"^#(?=[^ :])", re.MULTILINE)
OTHER = ("id", "code", "name")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def plays(path: Path) -> bool:
    state = pysim.load(path).new_initial_state(seed=1)
    chooser = random.Random(1)
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
    return not state.core.check_invariants()


@pytest.mark.parametrize("name", scenario_ids())
def test_template_is_good_plays_and_changes_nothing(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    assert run(["scenario", "new", "mine.toml", "--extends", name]) == 0
    assert find_problems(path) == []
    made, base = load_compiled(path), load_compiled(name)
    assert [key for key in base if made[key] != base[key]] == list(OTHER)
    assert (made["id"], made["code"], made["name"]) == ("mine", "OWN", f"Variant of {base['name']}")
    assert plays(path)


@pytest.mark.parametrize("name", [name for name in scenario_ids() if "westeros" in name])
def test_template_with_everything_switched_on_is_good_and_plays(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    assert run(["scenario", "new", "mine.toml", "--extends", name]) == 0
    path.write_text(SWITCHED_OFF.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    assert find_problems(path) == []
    made, base = load_compiled(path), load_compiled(name)
    assert "own_captain" in {row["id"] for row in made["commanders"]}
    own = [row["copies"] for row in made["cards"] if row["person"] == "own_captain"]
    assert sum(own) == 5
    for key in ("hexes", "houses", "objectives", "victory", "special", "options", "rounds"):
        assert made[key] == base[key], key
    assert made["units"] != base["units"]
    assert made["types"] != base["types"]
    assert plays(path)


@pytest.mark.parametrize("name", scenario_ids())
def test_whole_copy_is_the_same_battle(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    assert run(["scenario", "new", "mine.toml", "--extends", name, "--whole"]) == 0
    assert "extends" not in tomllib.loads(path.read_text(encoding="utf-8"))
    made, base = load_compiled(path), load_compiled(name)
    assert [key for key in base if made[key] != base[key]] == list(OTHER)


def test_a_file_is_overwritten_only_by_force(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", "new"]) == 0
    assert "wrote my_scenario.toml" in capsys.readouterr().out
    assert run(["scenario", "new"]) == 2
    assert run(["scenario", "new", "--extends", "westeros/siege", "--force"]) == 0
    assert load_compiled("my_scenario.toml")["name"] == "Variant of Breaking the Siege"


def test_a_file_of_ones_own_is_extended_by_a_relative_path(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    assert run(["scenario", "new", "base.toml", "--extends", "westeros/test"]) == 0
    assert run(["scenario", "new", "deep/mine.toml", "--extends", "base.toml"]) == 0
    assert 'extends = "../base.toml"' in (tmp_path / "deep" / "mine.toml").read_text("utf-8")
    assert load_compiled("deep/mine.toml")["name"] == "Variant of Variant of Engine test"


def test_standard_output_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", "new", "-"]) == 0
    text = capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert run(["scenario", "new", "my_scenario.toml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"file": "my_scenario.toml", "extends": "westeros/kingsroad", "text": text}
    assert (tmp_path / "my_scenario.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["westeros/test", "warriors/liw"])
def test_commands_named_in_the_template_work(tmp_path: Path, name: str) -> None:
    assert run(["scenario", "new", "own file.toml", "--extends", name]) == 0
    text = (tmp_path / "own file.toml").read_text(encoding="utf-8")
    commands = re.findall(r"^#   (pysim .*)$", text, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        assert run(shlex.split(command)[1:]) == 0, command
