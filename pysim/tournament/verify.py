"""Check a run by playing every stored game again from its key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pysim.tournament.header import COLUMNS
from pysim.tournament.runner import Advance, GamePlayer, ignore, load_stored
from pysim.tournament.storage import RunError, RunFolder

if TYPE_CHECKING:
    from os import PathLike

    from pysim.tournament.engine import Engine

__all__ = ["Mismatch", "VerifyResult", "verify_run"]

_MOST_MISMATCHES = 20


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One stored value that playing again does not confirm."""

    path: Path
    game: int
    column: str
    stored: int
    played: int


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What a verification found; ``mismatches`` keeps the first ones only."""

    folder: Path
    total: int
    checked: int
    wrong_games: int
    mismatches: tuple[Mismatch, ...]
    corrupt: tuple[Path, ...]
    missing_blocks: int
    missing_games: int

    @property
    def good(self) -> bool:
        """Say whether everything that is stored is right."""
        return not self.wrong_games and not self.corrupt

    @property
    def complete(self) -> bool:
        """Say whether every game of the event is stored and could be checked."""
        return self.checked == self.total


def verify_run(
    out: str | PathLike[str], *, threads: int, engine: Engine, advance: Advance | None = None
) -> VerifyResult:
    """Play every stored game again from its key and compare all columns.

    Raises:
        RunError: if there is no run, or it belongs to another engine, or a scenario is damaged.
    """
    import numpy as np

    folder = RunFolder(out)
    header = folder.header()
    schedule = header.event.schedule
    player = GamePlayer(load_stored(folder, header, engine), engine, threads)
    advance = advance or ignore
    checked = wrong = 0
    missing_blocks, missing_games = schedule.blocks, schedule.total
    mismatches: list[Mismatch] = []
    corrupt: list[Path] = []
    for block in folder.stored_blocks(header):
        if not block.finished and not block.corrupt:
            continue
        numbers = schedule.block(block.number)
        missing_blocks -= 1
        missing_games -= len(numbers)
        try:
            stored = None if block.corrupt else folder.read_block(block.number, header)
        except RunError:
            stored = None
        if stored is None:
            corrupt.append(block.path)
            advance(len(numbers))
            continue
        played = player.play(numbers, advance)
        differs = np.zeros(len(numbers), dtype=bool)
        for name in COLUMNS:
            unequal = stored[name] != played[name]
            differs |= unequal
            for index in np.flatnonzero(unequal)[: _MOST_MISMATCHES - len(mismatches)]:
                values = int(stored[name][index]), int(played[name][index])
                mismatches.append(Mismatch(block.path, numbers[int(index)], name, *values))
        wrong += int(differs.sum())
        checked += len(numbers)
    advance(missing_games)
    return VerifyResult(
        folder=folder.path,
        total=schedule.total,
        checked=checked,
        wrong_games=wrong,
        mismatches=tuple(mismatches),
        corrupt=tuple(corrupt),
        missing_blocks=missing_blocks,
        missing_games=missing_games,
    )
