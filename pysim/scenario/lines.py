"""Find the line of a key in the text of a TOML file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LineIndex", "key_text"]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"^\s*((?:\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")
_ROW = re.compile(r"^\s*[\"'].*[\"']\s*,?\s*(#.*)?$")

Key = tuple[str | int, ...]


def _parts(text: str) -> list[str]:
    return [a or b or c for a, b, c in _PART.findall(text)]


class LineIndex:
    """The lines of all tables, keys and one-line array rows of a TOML text.

    Args:
        text: the text of the file.
    """

    def __init__(self, text: str) -> None:
        """Read the text once, line by line."""
        self.lines: dict[Key, int] = {}
        counts: dict[Key, int] = {}
        table: list[str | int] = []
        rows: Key = ()
        row = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if rows and _ROW.match(line):
                self.lines[(*rows, row)] = number
                row += 1
                continue
            header = _HEADER.match(line)
            if header and not line.rstrip().endswith(","):
                table = list(_parts(header[2]))
                rows = ()
                if header[1] == "[[":
                    name: Key = tuple(table)
                    counts[name] = counts.get(name, -1) + 1
                    table.append(counts[name])
                for depth in range(1, len(table) + 1):
                    self.lines.setdefault(tuple(table[:depth]), number)
                continue
            key = _KEY.match(line)
            if key:
                path = (*table, *_parts(key[1]))
                self.lines.setdefault(path, number)
                rows, row = (path, 0) if line.rstrip().endswith("[") else ((), 0)

    def find(self, path: Sequence[str | int]) -> tuple[int, int | None]:
        """Return how many parts of the path are known here, and the line of the deepest one."""
        for depth in range(len(path), 0, -1):
            line = self.lines.get(tuple(path[:depth]))
            if line is not None:
                return depth, line
        return 0, None


def key_text(path: Sequence[str | int]) -> str:
    """Write a key path as ``units.S1.at`` or ``victory[2].points``.

    >>> key_text(["victory", 2, "points"])
    'victory[2].points'
    """
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text
