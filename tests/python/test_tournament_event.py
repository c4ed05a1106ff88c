"""Events from files and flags, their mistakes, and the command line around them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pysim.cli.tournament import app
from pysim.tournament import Event, EventError, event_from_mapping, read_event_file

AGENTS = ["random", "greedy"]
GOOD: dict[str, Any] = {
    "format": 1,
    "agents": ["random", "greedy"],
    "scenarios": ["westeros/kingsroad"],
    "games": 100,
    "seed": 1,
}
FLAGS = ["--agents", "random,greedy", "--scenarios", "westeros/kingsroad", "--games", "40"]


def check(values: dict[str, Any], flags: tuple[str, ...] = ()) -> Event:
    """Make an event of plain values."""
    return event_from_mapping(values, source="event.toml", agents=AGENTS, flags=flags)


def problems(values: dict[str, Any], flags: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Give the problems of a wrong event."""
    with pytest.raises(EventError) as caught:
        check(values, flags)
    return caught.value.problems


def test_file_and_mapping_give_the_same_event(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(
        'format = 1\nagents = ["random", "greedy"]\nscenarios = ["westeros/kingsroad"]\n'
        "games = 100\nseed = 1\n[options]\ndirectional_retreats = true\n"
    )
    event = check(read_event_file(path))
    assert event == check({**GOOD, "options": {"directional_retreats": True}})
    assert (event.pairing, event.block_size) == ("round_robin", 10_000)


def test_all_problems_are_reported_at_once() -> None:
    found = problems(
        {"format": 2, "agents": ["random", "gredy"], "games": 3, "sed": 1, "pairing": "robin"}
    )
    assert len(found) == 6
    text = "\n".join(found)
    assert "event.toml: format: 2 is wrong" in text
    assert "event.toml: scenarios: missing" in text
    assert "event.toml: games: 3 is wrong; allowed is an even number" in text
    assert "event.toml: sed: unknown key; did you mean 'seed'?" in text
    assert "event.toml: agents[1]: unknown agent 'gredy'; did you mean 'greedy'?" in text
    assert "did you mean 'round_robin'?" in text


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("agents", ["random"], "a list of 2 to 1000 agent names"),
        ("agents", "random", "a list of 2 to 1000 agent names"),
        ("scenarios", [], "a list of 1 to 1000 scenario ids"),
        ("scenarios", ["westeros/kingsroad"] * 2, "listed twice: westeros/kingsroad"),
        ("games", 0, "even number"),
        ("games", True, "even number"),
        ("games", "20", "even number"),
        ("games", 2.0, "even number"),
        ("seed", -1, "from 0 to 9223372036854775807"),
        ("seed", 2**63, "from 0 to 9223372036854775807"),
        ("block_size", 7, "even number from 2"),
        ("block_size", 10**9, "to 200000"),
        ("options", {"a": 0.5}, "options.a"),
        ("format", None, "format"),
    ],
)
def test_wrong_values_say_what_is_allowed(key: str, value: object, message: str) -> None:
    [problem] = problems({**GOOD, key: value})
    assert message in problem
    assert key in problem


def test_wrong_scenarios_are_reported_with_the_other_problems() -> None:
    found = problems({**GOOD, "games": 3, "scenarios": ["westeros/kingsrod"]})
    assert len(found) == 2
    assert "kingsrod" in found[1]


def test_problems_of_flags_name_the_flag() -> None:
    values = {**GOOD, "agents": ["random", "rndom"], "block_size": 3}
    assert sorted(text.split(":")[0] for text in problems(values, ("agents", "block_size"))) == [
        "--agents item 2",
        "--block-size",
    ]


def test_drawn_seeds_differ() -> None:
    values = {key: value for key, value in GOOD.items() if key != "seed"}
    seeds = {check(values).seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_equal_agents_get_their_own_labels() -> None:
    event = check({**GOOD, "agents": ["random", "greedy", "random", "random"]})
    assert event.labels == ("random", "greedy", "random#2", "random#3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"games = ", "broken TOML: Invalid value"),
        (b"\xff\xfe", "the file is not UTF-8 text"),
        (b"\xef\xbb\xbfgames = 2", r"the file starts with a byte order mark \(BOM\)"),
        (b"format = 1\ngames = 1" + b"0" * 5000, "broken TOML: an integer has too many digits"),
        (b"games = 1" + b"0" * 50, "games: an integer of more than 64 bits"),
        (b"games = 0x1" + b"0" * 5000, "games: an integer of more than 64 bits"),
        (b"games = " + b"[" * 5000 + b"]" * 5000, "lists or tables are nested"),
        (b"games = " + b"[" * 40 + b"]" * 40, "lists or tables are nested more than 32 deep"),
        (b".".join([b"a"] * 3000) + b" = 1", "lists or tables are nested more than 32 deep"),
    ],
    ids=range(9),
)
def test_file_that_is_no_toml_is_named(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(text)
    with pytest.raises(EventError, match=rf"event\.toml(:\d+)?: (broken TOML: )?{message}"):
        read_event_file(path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EventError, match=r"none\.toml: cannot read the file: No such file"):
        read_event_file(tmp_path / "none.toml")


def invoke(*arguments: str) -> tuple[int, str, str]:
    """Run the command; gives exit code, standard output and standard error."""
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_dry_run_prints_every_game_and_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    code, stdout, _ = invoke("run", *FLAGS, "--seed", "5", "--dry-run", "--out", str(out))
    lines = stdout.splitlines()
    assert code == 0
    assert lines[0] == "# 40 games in 1 blocks, seed 5"
    assert lines[2:4] == [
        "0 westeros/kingsroad random greedy 0",
        "1 westeros/kingsroad greedy random 0",
    ]
    assert len(lines) == 42
    assert not out.exists()


def test_dry_run_as_json_lines() -> None:
    code, stdout, _ = invoke("run", *FLAGS, "--seed", "5", "--dry-run", "--json")
    rows = [json.loads(line) for line in stdout.splitlines()]
    assert code == 0
    assert rows[3] == {
        "game": 3,
        "scenario": "westeros/kingsroad",
        "seat0": "greedy",
        "seat1": "random",
        "dice_index": 1,
        "seed": 5,
    }


def test_flags_win_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(
        'format = 1\nagents = ["random", "greedy"]\nscenarios = ["westeros/kingsroad"]\n'
        "games = 100\nseed = 1\n"
    )
    code, stdout, _ = invoke("run", str(path), "--games", "2", "--seed", "9", "--dry-run")
    assert code == 0
    assert stdout.startswith("# 2 games in 1 blocks, seed 9")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run"], "--agents: missing"),
        (["run", *FLAGS], "--out: missing"),
        (["run", *FLAGS, "--games", "41", "--dry-run"], "--games: 41 is wrong"),
        (["run", *FLAGS, "--option", "retreats", "--dry-run"], "NAME=VALUE"),
        (["run", *FLAGS, "--out", "x", "--scenarios", "no/such"], "no/such"),
        (["report", "no/such/folder"], "no run here"),
        (["resume", "no/such/folder"], "no run here"),
        (["verify", "no/such/folder"], "no run here"),
    ],
)
def test_wrong_use_ends_with_two_and_one_message(arguments: list[str], message: str) -> None:
    code, stdout, stderr = invoke(*arguments)
    assert code == 2
    assert message in stderr
    assert stdout == ""


def test_unknown_scenario_is_named_before_anything_is_written(tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = ["run", *FLAGS, "--scenarios", "westeros/kingsrod", "--out", str(out)]
    code, _, stderr = invoke(*arguments)
    assert code == 2
    assert "westeros/kingsrod" in stderr
    assert "westeros/kingsroad" in stderr
    assert not out.exists()


@pytest.mark.parametrize("threads", ["0", "257", "1000", str(2**70)])
@pytest.mark.parametrize("command", ["run", "resume", "verify"])
def test_number_of_threads_is_bounded(tmp_path: Path, command: str, threads: str) -> None:
    result = CliRunner().invoke(app, [command, str(tmp_path), "--threads", threads])
    assert result.exit_code == 2
    words = " ".join(result.output.replace("│", " ").split())
    assert "or equal to" in words


def test_too_many_games_name_the_maximum() -> None:
    (found,) = problems({**GOOD, "games": 10**10 + 2})
    assert "allowed is an even number from 2 to 10000000000" in found


def test_pipe_folder_and_loop_are_no_event_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for path, message in [
        (tmp_path / "pipe.toml", "it is a pipe or device"),
        (tmp_path / "loop.toml", "Too many levels of symbolic links"),
        (tmp_path, "Is a directory"),
    ]:
        result = CliRunner().invoke(app, ["run", str(path), "--dry-run"])
        assert result.exit_code == 2
        assert f"{path}: cannot read the file: {message}" in result.output
        assert result.output.count("\n") == 1
