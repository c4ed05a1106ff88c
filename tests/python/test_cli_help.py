"""Every example of a help page runs, and no value in one is named by a type of Python."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pysim.cli.root import app, run
from tests.python.test_cli_flags import ALL

SMALLER = {  # a later flag wins
    "balance": ["--pairs", "1"],
    "bench": ["--games", "1"],
    "match": ["--games", "2"],
    "tournament run": ["--games", "2"],
}
EVENT = """format = 1
agents = ["random", "greedy"]
scenarios = ["westeros/test"]
games = 20
seed = 1
"""


def examples() -> Iterator[tuple[str, list[str]]]:
    """Give the examples of each command, as words after ``pysim``."""
    texts = {"": str(app.registered_callback.callback.__doc__)}  # type: ignore[union-attr]
    texts |= {name: str(command.help) for name, command in ALL.items()}
    for name, text in texts.items():
        for part in re.findall(r"Examples?:(.*?)(?:\n\n|\n *$|$)", text, re.DOTALL):
            plain = re.sub(r"\[/?bold\]|·", "", part)
            for line in re.split(r"(?<!\S)pysim (?=[a-z])", plain)[1:]:
                yield name, shlex.split(line.partition(">")[0])


EXAMPLES = list(examples())


def test_every_command_has_an_example() -> None:
    assert {""} | set(ALL) == {name for name, _ in EXAMPLES}


@pytest.mark.parametrize(("name", "words"), EXAMPLES, ids=[" ".join(w) for _, w in EXAMPLES])
def test_an_example_runs(
    name: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "runs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    if words[:2] == ["scenario", "check"]:
        assert run(["scenario", "new", words[2]]) == 0
    if "runs/first" in words and "--out" not in words:
        assert run(["tournament", "run", "event.toml", "--out", "runs/first", "--quiet"]) == 0
    assert run([*words, *SMALLER.get(name, [])]) == 0


def test_numbers_and_words_have_names_of_our_own(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ALL:
        if not name.startswith("tournament"):
            assert run([*name.split(), "--help"]) == 0
            shown = capsys.readouterr().out
            assert not re.search(r"<(int|int range|list\[str\])>", shown.split("Options")[1]), name
