"""A progress bar for anything that takes longer than two seconds."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["GameProgress"]

_PATIENCE_SECONDS = 2.0


class GameProgress:
    """Count games, or other things, on standard error, with rate and remaining time.

    Nothing is shown in the first two seconds, when ``quiet``, or when standard error is not a
    terminal.

    >>> with GameProgress("playing", 10, quiet=True) as progress:
    ...     progress.advance(10)
    >>> progress.done
    10
    """

    def __init__(self, what: str, total: int, *, quiet: bool, unit: str = "games") -> None:
        """Remember what is counted; the clock starts on entering."""
        self.done = 0
        self._unit = unit
        self._what, self._total = what, total
        self._quiet = quiet or sys.stderr is None or not sys.stderr.isatty()
        self._started = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Self:
        """Start the clock."""
        self._started = time.monotonic()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar down."""
        if self._shown:
            self._shown[0].stop()

    def advance(self, games: int) -> None:
        """Count finished games."""
        self.done += games
        if self._quiet:
            return
        if self._shown is None and time.monotonic() - self._started >= _PATIENCE_SECONDS:
            self._shown = self._show()
        if self._shown:
            progress, task = self._shown
            speed = progress.tasks[0].speed
            rate = f"{speed:,.0f} {self._unit}/s" if speed else ""
            progress.update(task, completed=self.done, rate=rate)

    def _show(self) -> tuple[Progress, TaskID]:
        """Put the bar on the terminal."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        progress.start()
        return progress, progress.add_task(
            self._what, total=self._total, completed=self.done, rate=""
        )
