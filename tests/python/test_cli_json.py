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

ROOT = Path(__file__).resolve().parents[2]
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


def documented() -> dict[str, set[str]]:
    """Read the table of keys in the documentation, command by command."""
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    rows = page.partition("## Keys of each command")[2].splitlines()
    found: dict[str, set[str]] = {}
    for row in rows:
        cells = row.strip("|").split(" | ")
        if row.startswith("| `") and len(cells) == 2:
            keys = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", cells[1])
            for command in re.findall(r"`([^`]+)`", cells[0]):
                found[command] = set(re.findall(r"`(\w+)`", keys))
    return found


def position_keys() -> set[str]:
    """Read the keys of a position."""
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    rows = page.partition("## A position")[2].splitlines()
    firsts = [row.strip("|").split(" | ")[0] for row in rows if row.startswith("| `")]
    return set(re.findall(r"`(\w+)`", " ".join(firsts)))


def test_every_key_is_documented_and_no_other(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = documented()
    told["show"] |= position_keys()
    test, pair = "westeros/test", ["--agents", "random,greedy", "--seed", "5"]
    lines = {
        **{f"list {what}": [] for what in ("agents", "options", "units", "commanders")},
        "list": [],
        "list skirmishes": [],
        "show": [test],
        "match": [test, *pair],
        "perft": [test, "--seed", "5"],
        "bench": ["-s", test, "-n", "2"],
        "balance": ["-s", test, "--pairs", "1"],
        "rules": ["W7.18"],
        "odds attack": ["--dice", "3", "--target-rank", "blue"],
        "odds action": [test, "--seed", "7", "--action", "pass"],
        "scenario check": [test],
        "scenario new": ["-"],
        "scenario skirmish": ["--seed", "1"],
        "tournament run": [*pair, "-s", SCENARIO, "-n", "20", "--block-size", "10", "--out",
                           str(folder)],
        "tournament resume": [str(folder)],
        "tournament verify": [str(folder)],
        "tournament report": [str(folder)],
        "tournament show": [str(folder), "3", "--log"],
    }  # fmt: skip
    assert set(lines) == set(told)
    for command, words in lines.items():
        capsys.readouterr()
        assert run([*command.split(), *words, "--json"]) == 0, command
        found = json.loads(capsys.readouterr().out)
        assert set(found[0] if isinstance(found, list) else found) == told[command], command


def test_every_way_of_ending_and_every_agent_is_documented() -> None:
    from pysim import _core, load

    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    firsts = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    ways = set(load("westeros/test").core.ways()) - {"none"}
    assert ways | set(_core.agents()) <= firsts
