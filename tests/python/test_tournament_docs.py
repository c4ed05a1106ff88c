"""What docs/tournaments.md says of events, folders and columns is so, and its examples run."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pysim.cli.root import run
from pysim.tournament import EventError, event_from_mapping
from pysim.tournament.event import DEFAULT_BLOCK_SIZE
from pysim.tournament.header import COLUMNS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
CHAPTERS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))
AGENTS = ["random", "greedy"]


def blocks(kind: str) -> list[str]:
    """Give the code blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.M | re.S)


def rows(chapter: str, first: str) -> dict[str, list[str]]:
    """Give the rows of the table whose first heading is this word, by their first cell."""
    table = re.search(rf"^\| {first} \|.*?(?=\n\n)", CHAPTERS[chapter], re.M | re.S)
    assert table is not None
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]
    ]
    assert all(all(cells[-1:]) for cells in lines)
    return {cells[0].strip("`"): cells[1:] for cells in lines}


@pytest.fixture(name="example", scope="module")
def _example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the example of the page in a folder of its own."""
    home = tmp_path_factory.mktemp("docs")
    (home / "event.toml").write_text(blocks("toml")[0], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert run(["tournament", "run", "event.toml", "--out", "runs/example", "--json"]) == 0
    return home


def test_every_column_is_listed_with_its_type_unit_and_meaning(example: Path) -> None:
    listed = rows("The columns", "column")
    schema = pq.read_schema(next((example / "runs" / "example" / "blocks").glob("*.parquet")))
    assert list(listed) == schema.names == list(COLUMNS)
    for field in schema:
        kind, unit, meaning = listed[field.name]
        assert kind == str(field.type)
        assert unit
        assert meaning
    assert sorted(key.decode() for key in schema.metadata or {}) == sorted(
        re.findall(r"`(pysim\.\w+)`", CHAPTERS["The columns"])
    )


def test_every_key_of_an_event_is_listed() -> None:
    listed = rows("The event", "key")
    with pytest.raises(EventError) as caught:
        event_from_mapping({"unknown": 1}, source="x", agents=AGENTS)
    known = re.search(r"\(known: ([\w, ]+)\)", str(caught.value))
    assert known is not None
    assert list(listed) == known[1].split(", ")
    required = {key for key, cells in listed.items() if cells[2] == "required"}
    missing = {text.split(": ")[1] for text in caught.value.problems if ": missing; " in text}
    assert required == missing
    for key, cells in listed.items():
        flag = "--option" if key == "options" else "--" + key.replace("_", "-")
        assert cells[0] == ("" if key == "format" else f"`{flag}`")


def test_bounds_and_defaults_of_an_event_are_those_of_the_code() -> None:
    listed = rows("The event", "key")
    good = tomllib.loads(blocks("toml")[0])
    for key in ("games", "seed", "block_size"):
        least, most = (int(number) for number in re.findall(r"\d+", listed[key][1])[-2:])
        step = 1 if key == "seed" else 2
        for value in (least, most):
            event_from_mapping({**good, key: value}, source="x", agents=AGENTS)
        for value in (least - step, most + step):
            with pytest.raises(EventError, match=f"x: {key}: {value} is wrong"):
                event_from_mapping({**good, key: value}, source="x", agents=AGENTS)
    needed = {key: good[key] for key in ("format", "agents", "scenarios", "games")}
    event = event_from_mapping(needed, source="x", agents=AGENTS)
    assert listed["pairing"][2] == f"`{event.pairing}`"
    assert listed["block_size"][2] == str(event.block_size) == str(DEFAULT_BLOCK_SIZE)
    for pairing in re.findall(r"`(\w+)`", listed["pairing"][1]):
        event_from_mapping({**good, "pairing": pairing}, source="x", agents=AGENTS)


def test_example_has_every_key_and_is_what_is_played(example: Path) -> None:
    written = tomllib.loads(blocks("toml")[0])
    assert list(written) == list(rows("The event", "key"))
    stored = json.loads((example / "runs" / "example" / "event.json").read_text())
    assert {"format": 1, **stored["event"]} == written


def test_every_file_and_key_of_a_run_is_listed(example: Path) -> None:
    out = example / "runs" / "example"
    found = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    patterns = [name.replace("NNNNNN", r"\d{6}") for name in rows("The run folder", "file")]
    assert all(any(re.fullmatch(pattern, name) for pattern in patterns) for name in found)
    assert all(any(re.fullmatch(pattern, name) for name in found) for pattern in patterns)
    values: dict[str, Any] = json.loads((out / "event.json").read_text())
    assert list(rows("The run folder", "key")) == list(values)


def test_python_examples_run(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)
    examples = doctest.DocTestParser().get_doctest(TEXT, {}, "tournaments.md", "tournaments.md", 0)
    assert len(examples.examples) > 15
    report: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=report.append).failed == 0, "".join(report)


def test_commands_run(
    example: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(example)
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 5
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "pysim"
        assert run(words) == 0, command
        assert capsys.readouterr().out


def test_links_lead_somewhere() -> None:
    anchors = {name.lower().replace(",", "").replace(" ", "-") for name in CHAPTERS}
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        page, _, _ = link.partition("#")
        found = (ROOT / "docs" / page).exists() if page else link.removeprefix("#") in anchors
        assert found, link
