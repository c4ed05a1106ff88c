"""The numbered text, the code and the tests cite the same rules.

Every rule of the text has a test with its id, or a line in ``tests/untested.toml`` that says why
not. That list may only shrink; ``python tests/test_rule_ids.py`` prints what is missing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXTS = sorted((ROOT / "pysim" / "data").glob("*/rules.md"))
LIST = ROOT / "tests" / "untested.toml"

_DEFINED = re.compile(r"\*\*((?:WD?|G)\d+\.\d+[a-z]?)\*\*")
_MARKER = re.compile(r"mark\.rule\(([^)]*)\)")
_ID = r"(?:WD?|G)\d+\.\d+[a-z]?"
_CITED = re.compile(rf"\b({_ID})(?:(?:-| to )((?:WD?|G)?\d+\.\d+[a-z]?|\d+)\b(?!\.\d))?")

CHAPTERS = {*(f"W{n}" for n in range(1, 15)), *(f"WD{n}" for n in (1, 2, 3, 4, 6, 9, 10, 11, 12))}
CHAPTERS |= {"WD13", "WD14", *(f"G{n}" for n in range(1, 15))}
"""Chapters that number their rules; chapter 15 of either half lists decisions by rule."""


def parts(identifier: str) -> tuple[str, int, int, str]:
    """Cut an id into letters, chapter, number and suffix."""
    match = re.fullmatch(r"(WD?|G)(\d+)\.(\d+)([a-z]?)", identifier)
    assert match, identifier
    return match[1], int(match[2]), int(match[3]), match[4]


@lru_cache(maxsize=1)
def defined() -> frozenset[str]:
    """Collect the ids that the rules texts give to their rules."""
    return frozenset(
        name for text in TEXTS for name in _DEFINED.findall(text.read_text(encoding="utf-8"))
    )


def cited(text: str) -> Iterator[str]:
    """Give the ids that a text cites; a range such as W7.10-W7.14 gives all rules between."""
    for match in _CITED.finditer(text):
        first, last = match[1], match[2]
        yield first
        if last is None:
            continue
        letters, chapter, low, _ = parts(first)
        end = re.fullmatch(r"(WD?|G)?(?:(\d+)\.)?(\d+)[a-z]?", last)
        assert end, last
        if (end[2] is None and int(end[3]) <= low) or (end[2] and int(end[2]) != chapter):
            continue
        if end[2]:
            yield f"{end[1] or letters}{chapter}.{last.rsplit('.', 1)[1]}"
        for number in range(low + 1, int(end[3]) + 1):
            if f"{letters}{chapter}.{number}" in defined():
                yield f"{letters}{chapter}.{number}"


def citations(files: Iterator[Path]) -> dict[str, str]:
    """Collect the cited ids of some files, each with the place of its first citation."""
    places: dict[str, str] = {}
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for identifier in cited(line):
                places.setdefault(identifier, f"{path.relative_to(ROOT)}:{number}")
    return places


@lru_cache(maxsize=1)
def code() -> dict[str, str]:
    """Collect the ids that the code and its data files cite."""
    native = sorted(path for path in (ROOT / "csrc").rglob("*") if path.suffix in {".cpp", ".hpp"})
    python = sorted((ROOT / "pysim").rglob("*.py"))
    data = sorted((ROOT / "pysim" / "data").rglob("*.toml"))
    return citations(iter(native + python + data))


@lru_cache(maxsize=1)
def suite() -> dict[str, str]:
    """Collect the ids in the rule markers of the tests, each with its file."""
    places: dict[str, str] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for match in _MARKER.finditer(path.read_text(encoding="utf-8")):
            for identifier in re.findall(r"[\"']([^\"']+)[\"']", match[1]):
                places.setdefault(identifier, str(path.relative_to(ROOT)))
    return places


@lru_cache(maxsize=1)
def untested() -> dict[str, str]:
    """Read the list: each id with its reason; the tables of the file only group it."""
    groups = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return {identifier: reason for rows in groups.values() for identifier, reason in rows.items()}


def by_number(identifiers: set[str]) -> list[str]:
    """Sort ids as the text does."""
    return sorted(identifiers, key=parts)


def missing() -> list[str]:
    """List the rules that have no test and no line in the list."""
    return by_number(set(defined() - suite().keys() - untested().keys()))


@pytest.mark.parametrize("where", [code, suite])
def test_cited_rules_exist(where: Callable[[], dict[str, str]]) -> None:
    unknown = {name: place for name, place in where().items() if name not in defined()}
    assert unknown == {}, "ids that the rules text does not have"


def test_every_rule_is_tested_or_excused() -> None:
    assert missing() == [], "rules with neither a test nor a line in tests/untested.toml"


def test_the_list_shrinks() -> None:
    settled = by_number(untested().keys() & suite().keys())
    assert settled == [], "tested by now: take these lines out of tests/untested.toml"


def test_the_list_is_about_rules_of_the_text() -> None:
    assert untested().keys() - defined() == set()
    assert all(len(reason) >= 10 for reason in untested().values())


def test_the_text_has_every_chapter() -> None:
    found = {"{}{}".format(*parts(identifier)) for identifier in defined()}
    assert found == CHAPTERS
    assert len(defined()) > 400


def test_ranges_are_read() -> None:
    assert {"W7.10", "W7.11", "W7.12"} <= set(cited("Rules: W7.10-W7.12."))
    assert "W10.4" in set(cited("W10.1-10.9"))
    assert "W6.3" in set(cited("W6.1 to W6.4"))
    assert list(cited("see W7.3, 2 dice")) == ["W7.3"]


if __name__ == "__main__":
    print("\n".join(missing()) or "nothing is missing")
