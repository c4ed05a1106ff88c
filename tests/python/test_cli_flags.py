"""One rule for flags: one thing has one spelling, long and short, in every command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from pysim.cli.root import _COMMANDS, run
from pysim.tournament.header import COLUMNS

ONE_SCENARIO = ("show", "match", "perft", "odds action")
SEVERAL_SCENARIOS = ("balance", "bench", "tournament run")
SPELLINGS = {
    "--scenarios": "-s",
    "--agents": "-a",
    "--games": "-n",
    "--threads": "-j",
    "--option": "-o",
    "--moves": "-m",
    "--depth": "-d",
    "--quiet": "-q",
}


def commands() -> Iterator[tuple[str, Any]]:
    """Give every command that can be called, with its name."""
    for name in _COMMANDS:
        found = typer.main.get_command(import_module(f"pysim.cli.{name}").app)
        parts = getattr(found, "commands", None)
        if parts is None:
            yield name, found
        else:
            yield from ((f"{name} {part}", command) for part, command in parts.items())


ALL = dict(commands())


def spelled(param: Any) -> tuple[str, ...]:
    """Give the spellings of a flag, the long one first."""
    return tuple(sorted(param.opts, key=lambda text: not text.startswith("--")))


def options(command: Any) -> list[Any]:
    """Give the flags of a command."""
    return [param for param in command.params if param.param_type_name == "option"]


def test_every_flag_has_one_spelling_and_every_letter_one_meaning() -> None:
    letters: dict[str, str] = {}
    for name, command in ALL.items():
        for param in options(command):
            long, *short = spelled(param)
            if long == "--help":
                continue
            expected = [SPELLINGS[long]] if long in SPELLINGS else []
            assert short == expected, f"{name}: {long}"
            for letter in short:
                assert letters.setdefault(letter, long) == long
    assert set(letters) == set(SPELLINGS.values())


def test_a_flag_takes_the_same_kind_of_value_everywhere() -> None:
    kinds: dict[str, tuple[object, ...]] = {}
    for name, command in ALL.items():
        for param in options(command):
            kind = (param.is_flag, param.multiple, param.nargs)
            assert kinds.setdefault(spelled(param)[0], kind) == kind, name


@pytest.mark.parametrize("name", sorted(ALL))
def test_scenarios_are_given_by_one_rule(name: str) -> None:
    flags = {spelled(param)[0] for param in options(ALL[name])}
    places = [p.name for p in ALL[name].params if p.param_type_name == "argument"]
    assert ("--scenario" in flags) == (name == "odds attack")  # whose unit types it names
    assert ("--scenarios" in flags) == (name in SEVERAL_SCENARIOS)
    if name in ONE_SCENARIO:
        assert places[0] == "scenario"


@pytest.mark.parametrize("name", [*ONE_SCENARIO, *SEVERAL_SCENARIOS])
def test_commands_that_play_take_options_seed_and_json(name: str) -> None:
    flags = {spelled(param)[0] for param in options(ALL[name])}
    assert {"--seed", "--json"} <= flags
    assert "--option" in flags or name == "bench"


def test_names_may_be_joined_by_commas_or_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for words in (
        ["-s", "westeros/test,westeros/kingsroad"],
        ["-s", "westeros/test", "--scenarios", "westeros/kingsroad"],
    ):
        assert run(["bench", *words, "--games", "2"]) == 0
        outs.append(capsys.readouterr().out.splitlines()[:2])
    assert outs[0] == outs[1]
    for words in (["-a", "random,greedy"], ["-a", "random", "--agents", "greedy"]):
        assert run(["match", "westeros/test", *words, "--seed", "3"]) == 0
        outs.append(capsys.readouterr().out.splitlines())
    assert outs[2] == outs[3]


def test_page_lists_the_shared_flags_with_their_letters() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(--[a-z]+)` \| (?:`(-\w)`)? ?\|", text, re.M))
    used = [{spelled(param)[0] for param in options(command)} for command in ALL.values()]
    assert {flag: short for flag, short in listed.items() if short} == SPELLINGS
    shared = {flag for flags in used for flag in flags if sum(flag in one for one in used) > 1}
    assert shared - {"--help"} <= set(listed)
    assert set(listed) <= set.union(*used)


def test_record_on_the_page_has_the_columns_of_a_run() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    block = re.search(r"^```json\n(.*?)^```$", text, re.M | re.S)
    assert block is not None
    assert list(json.loads(block[1])) == list(COLUMNS)
