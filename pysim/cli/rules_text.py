"""Rules text for a terminal: no Markdown marks, lines of 79 columns, tables in columns."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TAGS", "plain", "tags_note"]

_LINE = 79
_BULLET = re.compile(r"^(\s*(?:[-*]|\d+\.|[a-z]\)|Decided:)\s+)(.*)$")
_MARKS = re.compile(r"(?<!\w)(\*{1,2})(\S(?:[^*\n]*\S)?)\1(?!\w)")

TAGS = {
    "seed": "from the document that the engine was built from",
    "book": "from the published rules and what is known of them",
    "choice": "ours, where both say nothing",
}


def plain(text: str) -> str:
    """Write Markdown of the rules text as plain lines."""
    lines: list[str] = []
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        goes_on = (
            line.strip()
            and not _BULLET.match(line)
            and line.startswith("|") == (bool(block) and block[0].startswith("|"))
        )
        if block and not goes_on:
            lines += _block(block)
            block = []
        block.append(line)
    return "\n".join(lines).rstrip()


def _block(lines: Sequence[str]) -> list[str]:
    """Write the lines of a table, or of a paragraph, which is folded anew."""
    if lines[0].startswith("|"):
        return _table(lines)
    first, *rest = lines
    return _paragraph(_bare(" ".join([first, *map(str.strip, rest)])))


def tags_note(text: str) -> str:
    """Explain the tags that a text has; empty if it has none."""
    known = [f"[{tag}] {meaning}" for tag, meaning in TAGS.items() if f"[{tag}]" in text]
    return "\n".join(wrap("; ".join(known), _LINE))


def _bare(text: str) -> str:
    """Take off the marks of bold and code."""
    return _MARKS.sub(r"\2", text).replace("`", "")


def _paragraph(line: str) -> list[str]:
    """Fold a line; that of a list keeps its text right of its bullet."""
    bullet = _BULLET.match(line)
    first = bullet[1] if bullet else ""
    text = bullet[2] if bullet else line.strip()
    return wrap(
        text,
        _LINE,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    ) or [""]


def _table(rows: Sequence[str]) -> list[str]:
    """Write a table in columns, or one row as a line of ``title: cell`` if that is too wide."""
    cells = [[_bare(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not all(set(cell) <= {"-", ":"} and cell for cell in row)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=False)]
    if sum(widths) + 2 * len(widths) <= _LINE:
        return [
            "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=False)).rstrip()
            for row in cells
        ]
    titles, *body = cells
    lines = []
    for row in body:
        pairs = zip(titles, row, strict=False)
        text = "; ".join(f"{title}: {cell}" if title else cell for title, cell in pairs)
        lines += _paragraph(f"- {text}")
    return lines
