"""The tables of actions in docs/python.md hold all that the engine has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pysim
from pysim import _core
from pysim.game import list_scenarios

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
KINDS = {row["name"]: row for row in _core.action_kinds("westeros")}
WORDS = {
    "unit": r"[A-Z]+\d+",
    "hex": r"\(\d+,\d+\)",
    "target": r"[A-Z]+\d+|\(\d+,\d+\)",
    "face": "[GBRMV]",
    "card": r"[A-Z]+\d+",
    "commander": "[a-z][a-z_0-9]+",
    "mode": "melee|ranged|war_dogs|scorch",
    "formation": "[a-z_]+",
    "side": "barracks|tower",
    "kind": "none|card|token",
    "source": "supply|enemy",
    "bonus": "dice|move",
    "help": "move|attack",
    "payment": "[GBRV]{1,2}",
    "box": r"\d+",
    "use": "yes|no",
}


def rows(head: str) -> list[list[str]]:
    """Give the rows of the table whose first column has a heading."""
    found = re.search(rf"^\| {head} \|.*\n\| ---.*\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found is not None, head
    return [
        [cell.strip(" |") for cell in line.strip("|").split(" | ")]
        for line in found[1].splitlines()
    ]


def words_of_fields() -> dict[str, str]:
    """Give what a field may hold, for each field that the page lists."""
    found: dict[str, str] = {}
    for names, _, example in rows("field"):
        group = re.findall(r"\*(\w+)\*", names)
        found |= dict.fromkeys(group, WORDS[group[0]])
        assert re.fullmatch(WORDS[group[0]], example.strip("`")), example
    return found


def test_every_kind_of_action_is_listed_with_its_fields_and_rule() -> None:
    found = {kind.strip("`"): (fields, rule) for kind, fields, rule in rows("kind")}
    assert list(found) == list(KINDS)
    for name, (fields, rule) in found.items():
        assert [word.strip("*") for word in fields.split() if word != "-"] == KINDS[name]["fields"]
        assert rule == KINDS[name]["rule"], name


def test_every_field_is_listed() -> None:
    assert set(words_of_fields()) == {field for row in KINDS.values() for field in row["fields"]}


@pytest.mark.parametrize("plan", list_scenarios("westeros"))
def test_the_texts_of_actions_are_made_of_the_words_listed(plan: str) -> None:
    words = words_of_fields()
    state = pysim.load(plan).new_initial_state(seed=2)
    while not state.is_terminal():
        for action in state.legal_actions():
            kind, *given = state.action_to_string(action).split(" ")
            fields = KINDS[kind]["fields"]
            assert len(given) == len(fields) or given[-1] == "none"
            for field, word in zip(fields, given, strict=False):
                assert word == "none" or re.fullmatch(words[field], word), (kind, word)
        state.apply_action(state.agent_action("greedy"))
