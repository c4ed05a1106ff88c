"""The tables of the rules text as rows of cells, for the tests that compare the data with them."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest

__all__ = [
    "FOLDER",
    "PLANS",
    "Row",
    "cells",
    "data",
    "effect",
    "keyword",
    "named",
    "plain",
    "plan",
    "scenario",
    "section",
    "source",
    "split_keywords",
    "tables",
    "tags",
    "text",
    "words",
]

Row = dict[str, str]
"""A row of a table: heading -> text of the cell, with its tags."""

FOLDER = files("pysim") / "data" / "westeros"
PLANS = {
    "B01": "kingsroad",
    "B02": "green_fork",
    "B03": "whispering_wood",
    "B04": "wolf_raiders",
    "B05": "rallying",
    "B06": "red_fork",
    "B07": "mill_bridge",
    "B08": "oxcross",
    "B09": "harrenhal",
    "B10": "siege",
}
"""Code of a plan -> name of its file."""

_TAG = re.compile(r"`\[(seed|book|choice)\]`")
_BRACKETS = re.compile(r"\s*\([^()]*\)")


@lru_cache(maxsize=1)
def text() -> str:
    """Give the whole rules text."""
    return (FOLDER / "rules.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """Give the text under the heading that begins with these words, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}.*?\n(.*?)(?=^#|\Z)", text(), re.M | re.S)
    assert found, heading
    return found[1]


def tables(heading: str, *headings: str) -> list[list[Row]]:
    """Give the tables of a section, or only those whose first headings are these."""
    found: list[list[Row]] = []
    for block in re.findall(r"(?:^\|.*\|\n)+", section(heading), re.M):
        head, _, *rows = [cells(line) for line in block.splitlines()]
        if tuple(head[: len(headings)]) == headings:
            found.append([dict(zip(head, row, strict=True)) for row in rows])
    assert found, (heading, headings)
    return found


def cells(line: str) -> list[str]:
    """Split a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tags(cell: str) -> list[str]:
    """List the tags of a cell in order."""
    return _TAG.findall(cell)


def source(cell: str, default: str = "choice") -> str:
    """Give the tag that covers a cell: its first one outside brackets, else the table's."""
    found = tags(_BRACKETS.sub("", cell)) or tags(cell)
    return found[0] if found else default


def plain(cell: str) -> str:
    """Take tags, code marks and what stands in brackets out of a cell."""
    bare = _BRACKETS.sub("", _TAG.sub("", cell))
    return re.sub(r"\s+", " ", bare.replace("`", "")).strip(" .")


def words(cell: str, between: str = ",") -> list[str]:
    """Split a cell without its tags; ``-`` is no word."""
    return [
        word.strip() for word in re.split(between, plain(cell)) if word.strip() not in ("", "-")
    ]


def named(rows: list[Row]) -> list[Any]:
    """Make a case of each row, called by its id."""
    return [pytest.param(row, id=plain(row["id"])) for row in rows]


@lru_cache(maxsize=32)
def data(name: str, table: str) -> dict[str, Any]:
    """Give a table of the data files: that of ``name.toml`` and of all ``name_*.toml``."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.iterdir(), key=lambda path: path.name):
        if path.name == f"{name}.toml" or path.name.startswith(f"{name}_"):
            found |= tomllib.loads(path.read_text(encoding="utf-8")).get(table, {})
    assert found, (name, table)
    return found


def keyword(word: str) -> str:
    """Write a keyword of the text as the data do."""
    name, number = re.fullmatch(r"(.*?)(?: (\d+))?", word).groups()  # type: ignore[union-attr]
    name = name.lower().replace("-", "_").replace(" ", "_")
    name = {"scorch_the_earth": "scorch"}.get(name, name)
    return f"{name}:{number}" if number else name


_FORMATION = re.compile(
    r"formation (\w[\w ]*?)(?: with ([\w ]+))?,? or ([\w ]+?)(?: with ([\w ]+))?(?:;|$)"
)


def split_keywords(cell: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Give keywords and formations of a cell such as ``formation Wedge with Pursue 3, or Line``."""
    formations: list[dict[str, Any]] = []
    found = _FORMATION.match(plain(cell))
    rest = plain(cell)
    if found:
        rest = rest[found.end() :]
        for name, more in ((found[1], found[2]), (found[3], found[4])):
            own = [keyword(word) for word in (name, more) if word]
            formations.append({"id": own[0], "keywords": own})
    return [keyword(word) for word in words(rest, "[,;]")], formations


def effect(op: str, **keys: object) -> dict[str, Any]:
    """Write an operation as the data do; ``class_`` stands for ``class``."""
    return {"op": op, **{key.rstrip("_"): value for key, value in keys.items()}}


def plan(code: str) -> dict[str, Any]:
    """Give a plan as its own file has it."""
    return scenario(PLANS[code])


def scenario(name: str) -> dict[str, Any]:
    """Give a scenario as its own file has it."""
    file = FOLDER / "scenarios" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
