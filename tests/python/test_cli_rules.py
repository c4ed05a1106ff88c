"""``pysim rules`` prints plain lines for a terminal, whatever stands in the file."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from pysim.cli.root import run
from pysim.cli.rules_text import TAGS, plain
from pysim.rules import find_rule, rule_ids


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Give what a lookup prints."""
    capsys.readouterr()
    assert run(["rules", *words]) == 0
    return capsys.readouterr().out


def test_every_rule_fits_80_columns_without_marks_of_markdown() -> None:
    for identifier in rule_ids("westeros"):
        lines = plain(find_rule(identifier).text).splitlines()
        assert max(map(len, lines), default=0) <= 79, identifier
        assert not any("**" in line or "`" in line or "| --" in line for line in lines), identifier


def test_a_table_is_in_columns_and_a_paragraph_is_folded_anew() -> None:
    table = "| face | count |\n| --- | --- |\n| `green shield` | 3 |"
    assert plain(table) == "face          count\ngreen shield  3"
    assert plain("one **two**\n  three *four*\n- five") == "one two three four\n- five"
    assert plain("one\nDecided: two") == "one\nDecided: two"


def test_the_tags_are_explained_below_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(said(capsys, "W9.8").split())
    assert f"[seed] {TAGS['seed']}" in text
    assert TAGS["book"] not in text
    file = (files("pysim") / "data" / "westeros" / "rules.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`\[(\w+)\]`", file)) == set(TAGS)
