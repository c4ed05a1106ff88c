"""Find the line of a key in the text of a TOML file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LineIndex", "key_text"]

_BLANK = re.compile(r"(?:[\s,]|#[^\n]*)*")
_NAME = re.compile(r"[ \t]*(?:\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE = re.compile(r"[^,\]}#\n]*")

Key = tuple[str | int, ...]


class LineIndex:
    r"""The lines of all tables, keys and items of a TOML text, those inside others included.

    Args:
        text: the text of a file that is good TOML.

    >>> index = LineIndex("[units]\nS1 = { at = [\n    1,\n    2,\n] }\n")
    >>> index.find(["units", "S1", "at", 1])
    (4, 4)
    """

    def __init__(self, text: str) -> None:
        """Keep the text; it is read when the first line is asked for."""
        self._text = text
        self._breaks: list[int] = []
        self._counts: dict[Key, int] = {}
        self._lines: dict[Key, int] = {}

    @property
    def lines(self) -> dict[Key, int]:
        """The line of each path."""
        if not self._lines:
            self._breaks = [match.start() for match in re.finditer("\n", self._text)]
            self._read()
        return self._lines

    def find(self, path: Sequence[str | int]) -> tuple[int, int | None]:
        """Return how many parts of the path are known here, and the line of the deepest one."""
        for depth in range(len(path), 0, -1):
            line = self.lines.get(tuple(path[:depth]))
            if line is not None:
                return depth, line
        return 0, None

    def _note(self, path: Key, place: int) -> None:
        """Keep the line of a path and of what it lies in; the first mention counts."""
        line = bisect_right(self._breaks, place - 1) + 1
        for depth in range(1, len(path) + 1):
            self._lines.setdefault(path[:depth], line)

    def _read(self) -> None:
        text, place = self._text, 0
        table: Key = ()
        while True:
            place = _end(_BLANK, text, place)
            if place >= len(text):
                return
            if text[place] == "[":
                many = text.startswith("[[", place)
                names, end = self._names(place + 1 + many)
                table = self._table(names, many)
                self._note(table, place)
                end = end + 1 + many
            else:
                end = self._pair(table, place)
            if end <= place:
                return  # not TOML: what is known so far has to do
            place = end

    def _table(self, names: list[str], many: bool) -> Key:
        """Return the path of a header; a row of a list of tables gets its number."""
        path: Key = ()
        for depth, name in enumerate(names):
            path = (*path, name)
            if many and depth == len(names) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _names(self, place: int) -> tuple[list[str], int]:
        """Read ``a.b."c d"``; return its parts and the place after them."""
        names = []
        while match := _NAME.match(self._text, place):
            names.append(next((part for part in match.groups() if part is not None), ""))
            place = match.end()
            if self._text[place : place + 1] != ".":
                break
            place += 1
        return names, place

    def _pair(self, table: Key, place: int) -> int:
        """Read ``key = value``; return the place after it."""
        names, end = self._names(place)
        path = (*table, *names)
        self._note(path, place)
        return self._value(path, end + 1)

    def _value(self, path: Key, place: int) -> int:
        """Read a value and all that lies in it; return the place after it."""
        text = self._text
        place = _end(_BLANK, text, place)
        if text[place : place + 1] == "[":
            return self._inside(path, place + 1, "]")
        if text[place : place + 1] == "{":
            return self._inside(path, place + 1, "}")
        string = _STRING.match(text, place)
        return string.end() if string else _end(_BARE, text, place)

    def _inside(self, path: Key, place: int, closing: str) -> int:
        """Read the items of a list or an inline table up to the closing bracket."""
        number = 0
        while True:
            place = _end(_BLANK, self._text, place)
            if place >= len(self._text) or self._text[place] in "]}":
                return place + 1
            if closing == "}":
                end = self._pair(path, place)
            else:
                self._note((*path, number), place)
                end = self._value((*path, number), place)
                number += 1
            if end <= place:
                return len(self._text)  # not TOML
            place = end


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


def key_text(path: Sequence[str | int]) -> str:
    """Write a key path as ``units.S1.at`` or ``victory[2].points``.

    >>> key_text(["victory", 2, "points"])
    'victory[2].points'
    """
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text
