"""Values that no source gives are marked where units and commanders are shown (WD13.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pysim.cli.root import run
from pysim.scenario.load import read_world
from pysim.scenario.westeros.sheets import MARK, NOTE, commander_sheets, marked, unit_sheets

OFF = ("-o", "show_unverified=false")


@pytest.fixture
def pysim(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line in this process; gives exit code, output and errors."""

    def call(*words: str) -> tuple[int, str, str]:
        code = run(list(words))
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.rule("WD1.3", "WD13.1")
def test_cells_are_marked_by_their_sources() -> None:
    riders, lancers = unit_sheets(read_world(), ["winterfell_riders", "last_hearth_lancers"])
    assert marked(riders, "dice") == "2?/3/4?"
    assert marked(riders, "move") == "4/3/3?"
    assert (marked(riders, "figures"), marked(riders, "keywords")) == ("3", "Pursue 2")
    assert lancers["keywords"] == "formation Wedge with Pursue 3 or Line with Pursue 1"
    (tyrion,) = commander_sheets(read_world(), ["tyrion"])
    assert tyrion["unverified"] == ["unit_types", "keywords"]
    assert marked(tyrion, "keywords") == ""
    (riders,) = unit_sheets(
        read_world(), ["winterfell_riders"], {("winterfell_riders", "dice"), ("war_host", "move")}
    )
    assert (marked(riders, "dice"), marked(riders, "move")) == ("2/3/4", "4/3/3?")
    (tyrion,) = commander_sheets(read_world(), ["tyrion"], {("tyrion", "unit_types")})
    assert tyrion["unverified"] == ["keywords"]


@pytest.mark.rule("WD13.1")
def test_show_marks_by_default_and_not_if_switched_off(pysim: Any) -> None:
    _, out, _ = pysim("show", "westeros/kingsroad")
    lines = out.splitlines()
    assert "  S1   Winterfell Riders        blue?   10,7?  Rickard Karstark" in lines
    assert NOTE in lines
    assert any(line.startswith("  Northmen Archers") and "2/3/3?" in line for line in lines)
    _, plain, _ = pysim("show", "westeros/kingsroad", *OFF)
    assert MARK not in plain
    assert "  S1   Winterfell Riders        blue   10,7  Rickard Karstark" in plain.splitlines()
    assert max(map(len, plain.splitlines())) <= 80
    assert max(map(len, lines)) <= 80


@pytest.mark.rule("WD13.1")
def test_a_plan_may_switch_the_marks_off(pysim: Any, tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nextends = "westeros/kingsroad"\n[options]\nshow_unverified = false\n'
    )
    assert MARK not in pysim("show", str(path))[1]
    assert MARK in pysim("show", str(path), "-o", "show_unverified=true")[1]


@pytest.mark.rule("WD13.1")
def test_values_of_a_users_file_are_not_marked(pysim: Any, tmp_path: Any) -> None:
    base, path = tmp_path / "base.toml", tmp_path / "mine.toml"
    base.write_text(
        'format = 1\nextends = "westeros/kingsroad"\n'
        "[unit_types.war_host]\ndice = [3, 4, 5]\n"
        '[units]\nS9 = { type = "war_host", rank = "blue", at = [9, 9] }\n'
    )
    path.write_text(
        'format = 1\nextends = "base.toml"\n'
        '[units]\nS4 = { rank = "red" }\nS5 = { at = [5, 9] }\nS8 = false\n'
        "[commanders.rickard]\ncommand_limit = 3\n"
    )
    lines = pysim("show", str(path))[1].splitlines()
    assert "  S1   Winterfell Riders        blue?   10,7?  Rickard Karstark" in lines
    assert "  S4   War Host of the North    red     10,8?" in lines
    assert "  S5   War Host of the North    blue?   5,9    Maege Mormont" in lines
    assert "  S9   War Host of the North    blue    9,9" in lines
    (host,) = [line for line in lines if line.startswith("  War Host of the North")]
    assert host.split()[-5:] == ["4", "2/2/1?", "3/4/5", "melee?;", "Advance"]
    (rickard,) = [line for line in lines if line.startswith("  Rickard Karstark")]
    assert rickard.split()[-2:] == ["3", "2?"]
    assert NOTE in lines


@pytest.mark.rule("WD13.1")
def test_a_file_of_own_records_shows_no_mark_and_no_note(pysim: Any, tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    own = (
        '{{ house = "{0}", name = "Guard", class = "infantry", figures = 4, move = [2, 2, 1], '
        'dice = [2, 3, 4], attacks = [{{ mode = "melee" }}], keywords = [], traits = [] }}'
    )
    path.write_text(
        'format = 1\ngame = "westeros"\ncode = "X"\nname = "Mine"\nrounds = 3\n'
        'momentum = "stark"\nmap = [". . .", ". .", ". . ."]\n'
        f"[unit_types]\nown_s = {own.format('stark')}\nown_l = {own.format('lannister')}\n"
        '[units]\nS1 = { type = "own_s", rank = "red", at = [0, 2] }\n'
        'L1 = { type = "own_l", rank = "red", at = [0, 0] }\n'
        + "".join(
            f'[houses.{house}]\nedge = "{edge}"\norder_rating = 2\nleadership_rating = 2\n'
            'command_tokens = 2\nmorale_end = "rout"\n'
            for house, edge in (("stark", "north"), ("lannister", "south"))
        )
    )
    code, out, err = pysim("show", str(path))
    assert (code, err) == (0, "")
    assert "Guard" in out
    assert "Commanders" not in out
    assert MARK not in out
    assert commander_sheets(read_world(), []) == []


@pytest.mark.rule("WD13.1", "WD13.7")
def test_list_units_and_commanders(pysim: Any) -> None:
    code, out, _ = pysim("list", "units")
    assert code == 0
    assert "2?/3/4?" in out
    assert NOTE in out
    assert "black_ears_riders" not in out
    _, plain, _ = pysim("list", "units", *OFF)
    assert MARK not in plain
    _, extras, _ = pysim("list", "units", "-o", "extras=true")
    assert "black_ears_riders" in extras
    _, people, _ = pysim("list", "commanders")
    assert "sandor" in people
    assert "stannis" not in people


@pytest.mark.rule("WD13.1")
def test_list_as_json_names_what_is_unverified(pysim: Any) -> None:
    rows = {row["unit"]: row for row in json.loads(pysim("list", "units", "--json")[1])}
    assert rows["winterfell_riders"]["dice"] == "2/3/4"
    assert rows["winterfell_riders"]["unverified"] == [
        "move", "dice.green", "dice.red", "attacks",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("extra=true", "a list obeys extras and show_unverified, not 'extra'; did you mean"),
        ("extras=yes", "--option extras: must be true or false, not 'yes'"),
    ],
)
def test_a_list_refuses_other_options(pysim: Any, flag: str, message: str) -> None:
    code, _, err = pysim("list", "units", "-o", flag)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
