"""One convention for JSON: hashes as hexadecimal text, names for numbers, one record for a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pysim.cli.root import run
from pysim.tournament.header import COLUMNS

SCENARIO = "westeros/kingsroad"
PAIR = ["--agents", "random,greedy", "--seed", "5"]
HASHES = ("state_hash", "game_hash", "signature")


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small event."""
    out = tmp_path_factory.mktemp("json") / "run"
    words = [*PAIR, "--scenarios", SCENARIO, "--games", "20", "--block-size", "10"]
    assert run(["tournament", "run", *words, "--out", str(out), "--json"]) == 0
    return out


def outputs(folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[str, Any]]:
    """Give what each command prints as JSON."""
    attack = ["--dice", "3", "--target-rank", "blue"]
    lines = [
        ["list"],
        ["list", "agents"],
        ["list", "options"],
        ["show", SCENARIO],
        ["show", SCENARIO, "--seed", "5", "--legal"],
        ["match", SCENARIO, *PAIR],
        ["match", SCENARIO, *PAIR, "--log"],
        ["perft", "westeros/test", "--seed", "5", "--divide"],
        ["bench", "--scenarios", SCENARIO, "--games", "2"],
        ["rules", "W7.18"],
        ["odds", "attack", *attack],
        ["tournament", "report", str(folder)],
        ["tournament", "verify", str(folder)],
        ["tournament", "resume", str(folder)],
        ["tournament", "show", str(folder), "3", "--log"],
    ]
    for words in lines:
        assert run([*words, "--json"]) == 0
        yield " ".join(words), json.loads(capsys.readouterr().out)


def walk(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Give every value with its key."""
    yield key, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from walk(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from walk(item, key)


def test_every_output_keeps_the_convention(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    hashes = 0
    for words, found in outputs(folder, capsys):
        for key, value in walk(found):
            if key in HASHES:
                hashes += 1
                assert re.fullmatch(r"[0-9a-f]{16}", value), (words, key)
            if isinstance(value, dict) and "exact" in value:
                assert set(value) == {"exact", "decimal"}
            if isinstance(value, dict) and "state_hash" in value:
                assert list(value)[: len(COLUMNS)] == list(COLUMNS), words
                assert value["scenario"] == SCENARIO
                assert {value["seat0"], value["seat1"]} == {"random", "greedy"}
                assert value["winner"] in ("stark", "lannister", "draw")
                assert isinstance(value["way"], str)
    assert hashes > 8


def test_match_and_tournament_show_write_the_same_record(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["match", SCENARIO, *PAIR, "--games", "4", "--json"]) == 0
    match = json.loads(capsys.readouterr().out)
    for number in range(4):
        assert run(["tournament", "show", str(folder), str(number), "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["game"] == match["games"][number]
        assert shown["seats"] == match["seats"]


def test_schedule_has_the_first_keys_of_a_record(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    capsys.readouterr()
    words = [*PAIR, "--scenarios", SCENARIO, "--games", "20", "--dry-run", "--json"]
    assert run(["tournament", "run", *words, "--out", str(tmp_path / "none")]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert run(["tournament", "show", str(folder), "3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["game"]
    keys = list(COLUMNS)[:5]
    assert {key: rows[3][key] for key in keys} == {key: record[key] for key in keys}
