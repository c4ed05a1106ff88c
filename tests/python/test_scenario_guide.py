"""docs/scenarios.md: its files are good, its commands work, its tables hold every word."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import pysim
from pysim.cli.root import run
from pysim.scenario import find_problems, load_compiled
from pysim.scenario.warriors import describe as warriors
from pysim.scenario.westeros import describe as westeros
from pysim.scenario.westeros.guide import with_tables
from pysim.scenario.westeros.vocabulary import CODES

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
FILES = {
    name: text
    for kind, text in BLOCKS
    if kind == "toml"
    for name in re.findall(r"\A# file: (\S+)\n", text)
}
FRAGMENTS = [text for kind, text in BLOCKS if kind == "toml" and text not in FILES.values()]
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")


def test_tables_are_those_of_the_closed_lists() -> None:
    assert GUIDE.count("<!-- /") == 8
    assert with_tables(GUIDE) == GUIDE, (
        "run: python -m pysim.scenario.westeros.guide docs/scenarios.md"
    )


def test_every_key_of_every_record_is_named() -> None:
    words = set(re.findall(r"\w+", GUIDE))
    records = [*westeros.KEYS.values(), *warriors.KEYS.values()]
    keys = {key for record in records for key in record} - {"sources", "extra"}
    assert keys <= words
    assert all(f"`{code}`" in GUIDE for code in CODES)


def test_commands_do_what_the_guide_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(COMMANDS) == 23
    for command in COMMANDS:
        words, _, target = command.partition(" > ")
        wanted = 1 if "broken.toml" in words else 0
        assert run(shlex.split(words)[1:]) == wanted, (command, capsys.readouterr().err)
        printed = capsys.readouterr().out
        assert printed
        if target:
            Path(target).write_text(printed, encoding="utf-8")
    assert Path("scenario.schema.json").stat().st_size > 10_000


@pytest.mark.parametrize("place", range(len(FRAGMENTS)))
def test_fragments_are_good(place: int) -> None:
    text = FRAGMENTS[place]
    head = "" if "format = 1" in text else 'format = 1\nextends = "westeros/kingsroad"\n'
    Path("part.toml").write_text(head + text, encoding="utf-8")
    assert find_problems("part.toml") == []
    assert load_compiled("part.toml") != load_compiled("westeros/kingsroad")


def test_check_prints_what_the_guide_shows() -> None:
    shown = next(text for kind, text in BLOCKS if kind == "text").splitlines()
    found = [str(problem) for problem in find_problems("broken.toml")]
    assert len(found) == len(shown)
    for real, line in zip(found, shown, strict=True):
        assert real.startswith(line.replace("...)", ""))


def test_python_example() -> None:
    (text,) = [text for kind, text in BLOCKS if kind == "python"]
    names: dict[str, object] = {}
    exec(text, names)  # the guide's own text
    game, state = names["game"], names["state"]
    assert isinstance(game, pysim.Game)
    assert isinstance(state, pysim.State)
    assert game.options["directional_retreats"] is True
    assert state.seed == 7


def test_old_guard_has_its_dice_commander_and_deck() -> None:
    plan = load_compiled("old_guard.toml")
    types = {row["id"]: row for row in plan["types"]}
    assert types["war_host"]["dice"] == [3, 4, 5]
    assert types["old_guard"]["keywords"] == [["stalwart", 0], ["toughness", 1]]
    units = {row["number"]: row for row in plan["units"]}
    assert units["S4"]["commander"] == "edric"
    assert "S8" not in units
    cards = {row["id"]: row["copies"] for row in plan["cards"] if row["person"] == "edric"}
    assert cards == {"OG01": 2, "OG02": 2, "OG03": 1}


def test_early_henry_has_his_place_borders_and_rules() -> None:
    plan, base = load_compiled("early_henry.toml"), load_compiled("warriors/hyw")
    assert (plan["rounds"], plan["charts"]["margin"], plan["kings"]["E"]) == (8, 20, "hE07a")
    assert ["ENG", "PIC", "C"] in plan["borders"]
    assert len(plan["borders"]) == len(base["borders"]) - 1
    assert plan["control"] == base["control"] | {"NOR": "E"}
    assert [row["leader"] for row in plan["setup"] if row["side"] == "E"] == ["hE00b", "hE07a"]
    assert plan["options"]["pursuit_before_border"] is True


def test_agincourt_starts_with_its_position() -> None:
    state = pysim.load("agincourt.toml").new_initial_state(seed=1)
    found = state.to_dict()
    assert (found["turn"], found["step"], found["vp"]) == (8, "P2_IMPULSE", -6)
    leaders = {row["id"]: row for row in found["leaders"]}
    assert leaders["hF06b"]["where"] == "prison"
    assert leaders["hE07a"]["troops"] == {"INF": 4, "LE": 4}
    assert leaders["hE00a"]["where"] == "dead"
    assert leaders["hE08a"]["where"] == "future"
