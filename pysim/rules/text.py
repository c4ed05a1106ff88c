"""Read ``data/<game>/rules.md`` and cut it into numbered rules.

A rule is a list entry or a table row that begins with its id in bold, such as ``- **W7.3** ...``.
Lines and tables below an entry belong to it, up to the next rule or heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from pysim.errors import SimError

__all__ = ["Rule", "chapter_rules", "find_rule", "games_with_rules", "rule_ids", "search_rules"]

_ENTRY = re.compile(r"^- \*\*([A-Z]+\d+(?:\.\d+[a-z]?)?)\*\*\s*(.*)$")
_ROW = re.compile(r"^\|\s*\*\*([A-Z]+\d+(?:\.\d+[a-z]?)?)\*\*\s*\|")
_CHAPTER = re.compile(r"[A-Z]+\d+")
_NAMED = re.compile(r"(?:\b([A-Z]+\d+)\.|(?<=, ))(\d+)([a-z]?)(?:-(\d+))?\b(?!\.\d)")
_HEADING = re.compile(r"^#{2,4}\s+(.*)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    Args:
        id: its id, such as ``W7.3``.
        game: the game whose rule it is.
        section: the heading that it stands below.
        text: its text in Markdown, without the id, and what was decided on it.
    """

    id: str
    game: str
    section: str
    text: str


def games_with_rules() -> list[str]:
    """List the games whose rules text is installed.

    >>> "westeros" in games_with_rules()
    True
    """
    data = files("pysim") / "data"
    if not data.is_dir():
        return []
    return sorted(place.name for place in data.iterdir() if (place / "rules.md").is_file())


def rule_ids(game: str) -> list[str]:
    """List the rule ids of a game in the order of its text."""
    return list(_rules(game))


def find_rule(identifier: str) -> Rule:
    """Find one rule by its id.

    Raises:
        SimError: no text has this id; the message names near ones.

    >>> find_rule("W7.1").section
    '7.1 Modes and targets'
    """
    wanted = identifier.strip()
    known: list[str] = []
    for game in games_with_rules():
        rules = _rules(game)
        for name in (wanted, wanted.upper()):
            if name in rules:
                return rules[name]
        known += rules
    near = get_close_matches(wanted.upper(), known, n=3, cutoff=0.6)
    hint = f"; near ids: {', '.join(near)}" if near else "; ids look like W7.3"
    raise SimError(f"no rule has the id {identifier!r}{hint}")


def chapter_rules(identifier: str) -> list[Rule]:
    """List the rules of a chapter such as ``W7``; empty if there is no such chapter.

    >>> chapter_rules("W7")[0].id
    'W7.1'
    """
    wanted = identifier.strip().upper()
    if not _CHAPTER.fullmatch(wanted):
        return []
    return [
        rule
        for game in games_with_rules()
        for rule in _rules(game).values()
        if rule.id.startswith(f"{wanted}.")
    ]


def search_rules(words: str, *, game: str | None = None) -> list[Rule]:
    """Find the rules whose text holds all the words, in any case.

    >>> any(rule.id == "W9.8" for rule in search_rules("stalwart counterattack"))
    True
    """
    wanted = [word.casefold() for word in words.split()]
    found: list[Rule] = []
    for name in games_with_rules():
        if game is not None and name != game:
            continue
        for rule in _rules(name).values():
            text = f"{rule.id} {rule.section} {rule.text}".casefold()
            if all(word in text for word in wanted):
                found.append(rule)
    return found


@lru_cache(maxsize=8)
def _rules(game: str) -> dict[str, Rule]:
    """Cut a game's rules text into its rules."""
    text = (files("pysim") / "data" / game / "rules.md").read_text(encoding="utf-8")
    found: dict[str, Rule] = {}
    lines = text.splitlines()
    decided = _decisions(lines)
    for identifier, section, body in _cut(lines):
        whole = "\n".join([body, *decided.get(identifier, [])])
        found.setdefault(identifier, Rule(identifier, game, section, whole))
    return found


def _decisions(lines: list[str]) -> dict[str, list[str]]:
    """Collect what the chapter of decisions says of each rule, written as lines."""
    found: dict[str, list[str]] = {}
    inside = False
    heads: list[str] = []
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            inside = "Decisions" in heading.group(1)
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not inside or not line.startswith("|"):
            continue
        if {"decision", "alternatives"} <= set(cells):
            heads = cells
        elif len(cells) == len(heads):
            row = dict(zip(heads, cells, strict=True))
            instead = row["alternatives"].strip("-")
            about = f"{row['about']}: " if "about" in row else ""
            other = f" (not: {instead})" if instead else ""
            for name in _named(cells[0]):
                found.setdefault(name, []).append(f"Decided: {about}{row['decision']}{other}")
    return found


def _named(cell: str) -> list[str]:
    """List the rule ids of a cell such as ``WD10.21-23, 26, W6.5``."""
    found: list[str] = []
    chapter = ""
    for first, number, letter, last in _NAMED.findall(cell):
        chapter = first or chapter
        if chapter:
            end = int(last) if last else int(number)
            found += [f"{chapter}.{n}{letter}" for n in range(int(number), end + 1)]
    return found


def _cut(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Go through the lines of a text; gives id, section and text of each rule."""
    section, head = "", ""
    name, body = "", [""]
    for index, line in enumerate(lines):
        heading, entry, row = _HEADING.match(line), _ENTRY.match(line), _ROW.match(line)
        new_table = line.startswith("|") and _is_rule_table(lines, index)
        if name and (heading or entry or row or new_table):
            yield name, section, "\n".join(body).strip()
            name = ""
        if heading:
            section = heading.group(1)
        elif entry:
            name, body = entry.group(1), [entry.group(2)]
        elif row:
            yield row.group(1), section, _row_text(head, line)
        elif new_table:
            head = line
        elif name:
            body.append(line)
    if name:
        yield name, section, "\n".join(body).strip()


def _is_rule_table(lines: list[str], index: int) -> bool:
    """Tell whether a line is the head of a table whose rows are rules."""
    return (
        index + 2 < len(lines)
        and lines[index + 1].startswith("| ---")
        and _ROW.match(lines[index + 2]) is not None
    )


def _row_text(head: str, row: str) -> str:
    """Write a table row as one line for each cell, with the column's title."""
    titles = [cell.strip() for cell in head.strip().strip("|").split("|")]
    cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
    pairs = list(zip(titles, cells, strict=False))[1:]
    return "\n".join(f"{title}: {cell}" if title else cell for title, cell in pairs)
