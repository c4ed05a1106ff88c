"""Tables that a narrow terminal shows in several parts, each with the columns that name a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["PartedTable"]

_FRAME = 3
"""What the frame takes of a column's width: two spaces and a line."""


@dataclass(frozen=True, slots=True)
class PartedTable:
    """A table whose first ``texts`` columns name the row.

    Of the other columns those in ``left`` are words, the rest numbers.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int
    left: frozenset[int] = frozenset()

    def show(self, console: Console) -> None:
        """Print the table in as many parts as the console's width asks for, none of them cut."""
        known = console.width
        for width, part in self.parts(known):
            console.width = max(known, width)
            console.print(part, soft_wrap=False)
            console.width = known

    def parts(self, width: int) -> Iterator[tuple[int, Table]]:
        """Give the table in as few parts as fit a width, about equally wide, each with its width.

        Every part has the columns of words. A part with a single number may be wider than asked
        for, since no cell is ever cut or wrapped.
        """
        widths = [
            max(map(len, column)) + _FRAME for column in zip(self.heads, *self.rows, strict=True)
        ]
        words = sum(widths[: self.texts]) + 1
        numbers = range(self.texts, len(self.heads))
        groups = _fill(widths, numbers, width - words)
        for room in range(width - words - 1, 0, -1):
            closer = _fill(widths, numbers, room)
            if len(closer) > len(groups):
                break
            groups = closer
        title = self.title
        for group in groups:
            wide = words + sum(widths[number] for number in group)
            yield wide, self._part(title, [*range(self.texts), *group])
            title = self.title and f"{self.title}, continued"

    def _part(self, title: str, columns: Sequence[int]) -> Table:
        """Draw some of the columns."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(title=title or None, title_justify="left")
        if not title:
            table.box = box.SIMPLE_HEAD
            table.pad_edge = False
            table.collapse_padding = True
        for column in columns:
            side: Literal["left", "right"] = (
                "left" if column < self.texts or column in self.left else "right"
            )
            table.add_column(self.heads[column], justify=side, no_wrap=True)
        for row in self.rows:
            table.add_row(*(Text(row[column]) for column in columns))
        return table


def _fill(widths: Sequence[int], columns: Iterable[int], room: int) -> list[list[int]]:
    """Put columns into groups that are no wider than the room; a group has one at least."""
    groups: list[list[int]] = [[]]
    for column in columns:
        if groups[-1] and sum(widths[one] for one in (*groups[-1], column)) > room:
            groups.append([])
        groups[-1].append(column)
    return groups
