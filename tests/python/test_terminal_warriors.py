"""The terminal board of the area map, its tables, and ``pysim show``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pysim.cli.root import run
from pysim.viewer import svg, text
from pysim.viewer.board import aims
from pysim.viewer.terminal import pieces
from pysim.viewer.warriors.tables import border_lines as border_table
from pysim.viewer.warriors.tables import leader_lines, troop_lines
from tests.python.area_positions import (
    ALL,
    PLANS,
    POSITIONS,
    SCENARIOS,
    crowded,
    opening,
)

SVG = "{http://www.w3.org/2000/svg}"


def words(node: ElementTree.Element) -> list[str]:
    """List every text that a reader of a part of the picture sees."""
    return [one.text or "" for one in node.iter(f"{SVG}text")]


@pytest.mark.parametrize(("name", "position"), ALL)
def test_terminal_board_shows_everything_in_80_columns(name: str, position: str) -> None:
    plan = PLANS[name]
    state = POSITIONS[position](plan)
    board = text(state, plan)
    lines = board.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert [line[:3] for line in lines if re.match("[A-Z]{3} [A-Z]", line)] == [
        row["id"] for row in plan["areas"]
    ]
    printed = {row["id"]: row for row in plan["leaders"]}
    running = " ".join(board.split())
    for row in state["leaders"]:
        leader = printed[row["id"]]
        head = f"{row['side'] or 'N'} {leader['name']} {'*' * leader['stars']} "
        head += f"{leader['bravery']}-{leader['battle']}"
        if row["where"] not in ("dead", "future"):
            assert head in running
            tail = running[running.index(head) :][:90]
            for kind, count in row["troops"].items():
                assert not count or f"{kind} {count}" in tail
    for row in state["areas"]:
        loose = " ".join(f"{kind} {count}" for kind, count in row["unassigned"].items())
        assert not loose or f"+ {loose}" in board


def test_terminal_board_tells_control_aggressor_marks_and_boxes() -> None:
    plan = PLANS["warriors/hyw"]
    board = text(crowded(plan), plan)
    assert "NOR Normandy       2 E F  + INF 12\n" in board
    assert "SAV Savoy          - . E  + MSAV 2\n" in board
    assert "IDF Ile de France  3 F E  E Edward III *** 3-8 d\n" in board
    assert "victory points -12: French leads, 30 win at once\n" in board
    assert "\nF French   king Philip VI\n" in board
    assert "\nPrison of E: F " in board
    assert "\nPrison of F: E " in board
    assert "\nCommon pool: N " in board
    assert "\nRout box: " in board
    assert "\nKilled this turn: E Richard II *** 1-4 K" in board
    assert "\nIn hand: England INF 3\n" in board


def test_phase_10_tells_what_is_asked() -> None:
    plan = PLANS["warriors/hyw"]
    state = opening(plan)
    state["asking"] = {"leader": "hE00a", "type": "LE", "had": 2}
    said = "Edward III to take LE, had 2"
    assert f"{said}\n" in text(state, plan)
    assert said in words(ElementTree.fromstring(svg(state, plan)))


def test_plain_text_is_the_coloured_text_without_styles() -> None:
    plan = PLANS["warriors/hyw"]
    coloured = "".join(run for run, _ in pieces(crowded(plan), plan))
    plain = text(crowded(plan), plan)
    assert [line.rstrip() for line in coloured.split("\n")] == plain.split("\n")
    assert "\x1b" not in plain


@pytest.mark.parametrize("name", SCENARIOS)
def test_tables_hold_every_leader_troop_and_border(name: str) -> None:
    plan = PLANS[name]
    leaders = leader_lines(plan)
    assert len(leaders) == 73
    assert [line.split()[0] for line in leaders[1::6]] == ["set", *map(str, range(1, 12))]
    for row in plan["leaders"]:
        (line,) = [line for line in leaders if f" {row['id']} " in line]
        assert line.endswith(row["name"] + (", longbow" if row["longbow"] else ""))
    assert [line.split()[0] for line in troop_lines(plan)[1:]] == [
        row["id"] for row in plan["troops"]
    ]
    lines = border_table(plan)
    assert lines[0] == ("leaders that may cross: clear 2, obstructed 1, river 3, sea 1 or 2")
    assert "NOR  clear PIC BRI ANJ; obstructed ORL; river IDF; sea ENG" in lines
    assert sum(len(re.findall(r" [A-Z]{3}\b", line)) for line in lines[1:]) == 2 * len(
        plan["borders"]
    )
    assert all(len(line) <= 77 for line in (*leaders, *troop_lines(plan), *lines))


@pytest.mark.rule("G11.2", "G11.3")
def test_aims_tell_points_and_margin() -> None:
    lines = aims(PLANS["warriors/hyw"])
    assert lines[0] == (
        "At the end of each turn: 2 for each controlled area of value 3, "
        "1 for each controlled area of value 1 or 2"
    )
    assert "English: 1 more for control of Ile de France" in lines
    assert "A lead of 30 or more at the end of a turn wins at once" in lines
    assert lines[-1] == "Otherwise whoever leads after turn 12 wins; 0 is a draw"


@pytest.fixture
def pysim(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line that must succeed, in this process; gives what it prints."""

    def call(*words: str) -> str:
        assert run(list(words)) == 0
        return capsys.readouterr().out

    return call


@pytest.mark.parametrize("name", SCENARIOS)
def test_show_prints_board_and_tables_in_80_columns(pysim: Any, name: str) -> None:
    lines = pysim("show", name).splitlines()
    assert lines[0] == f"{PLANS[name]['name']} ({name})"
    assert {"Leaders by turn of arrival", "Troops", "Borders", "Aims"} <= set(lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", SCENARIOS)
def test_show_writes_svg_and_json(pysim: Any, tmp_path: Path, name: str) -> None:
    target = tmp_path / "map.svg"
    assert pysim("show", name, "--svg", str(target)) == f"wrote {target}\n"
    assert target.read_text(encoding="utf-8") == svg(opening(PLANS[name]), PLANS[name])
    told = json.loads(pysim("show", name, "--json"))
    assert told["seats"] == ["english", "french"]
    assert told["seed"] is None
    assert told["aims"] == aims(PLANS[name])
    assert len(told["leaders"]) == 72


@pytest.mark.parametrize("name", SCENARIOS)
def test_show_plays_moves_and_draws_the_position(pysim: Any, tmp_path: Path, name: str) -> None:
    start = json.loads(pysim("show", name, "--seed", "1", "--legal", "--json"))
    first = start["legal"][0]
    assert first["text"].startswith("take ")
    target = tmp_path / "map.svg"
    words = ("show", name, "--seed", "1", "-m", first["text"], "--svg", str(target))
    after = json.loads(pysim(*words, "--json"))
    assert after == json.loads(pysim(*words[:5], str(first["action"]), "--json"))
    assert after["seed"] == 1
    assert target.read_text(encoding="utf-8") == svg(after, PLANS[name])
    board = pysim("show", name, "--seed", "1", "--legal")
    assert f"{first['action']:>10}  {first['text']}\n" in board
    assert "to choose setup leader" in board
