"""A made-up engine for tournament tests: it can be told to stop, to lie and to report faults.

It answers with numbers mixed from (seed, dice index, game number). The real core cannot be told
such things; it is tested in ``test_tournament_core.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pysim.tournament import Event, RunFolder
from pysim.tournament.header import COLUMNS, SAMPLE_SEED
from pysim.tournament.storage import encode_block

__all__ = ["EVENT", "MadeUpEngine", "contents", "rewrite", "sign", "stored_rows"]

Words = NDArray[np.uint64]

EVENT = Event(
    agents=("random", "greedy"),
    scenarios=("westeros/kingsroad", "westeros/green_fork"),
    games=500,
    seed=42,
    block_size=128,
)


def mix(words: Words) -> Words:
    """Scramble 64-bit words (the finaliser of SplitMix64)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class MadeUpGame:
    """A game with two seats and no rules."""

    num_players = 2

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.compiled = compiled

    def seat_names(self) -> list[str]:
        return ["stark", "lannister"]

    def ways(self) -> list[str]:
        return ["points", "morale", "rounds"]


class MadeUpEngine:
    """An engine that can be stopped after some games, told to lie, or to report faults."""

    __version__ = "made-up-1"
    Game = MadeUpGame

    def __init__(
        self, *, stop_after: int | None = None, lie_about: int = -1, rules: int = 0
    ) -> None:
        self.stop_after = stop_after
        self.lie_about = lie_about
        self.rules = rules
        self.played: list[int] = []
        self.threads: set[int] = set()

    def agents(self) -> list[str]:
        return ["random", "greedy"]

    def play_games(
        self,
        *,
        games: list[Any],
        scenario: NDArray[np.uint16],
        agents: list[str],
        seat0: NDArray[np.uint16],
        seat1: NDArray[np.uint16],
        dice_index: Words,
        game_number: Words,
        seed: int,
        threads: int,
    ) -> dict[str, NDArray[Any]]:
        assert scenario.max() < len(games)
        if seed == SAMPLE_SEED:  # the sample that signs the behaviour
            dice_index = dice_index + np.uint64(self.rules)
        else:
            if self.stop_after is not None and len(self.played) >= self.stop_after:
                raise KeyboardInterrupt
            self.played += game_number.tolist()
            self.threads.add(threads)
        word = mix(mix(dice_index + np.uint64(seed)) + game_number)
        seats = len(agents) * seat0.astype(np.int64) + seat1.astype(np.int64)
        word = mix(word + seats.astype(np.uint64))
        winner = (word % np.uint64(3)).astype(np.int8) - np.int8(1)
        return {
            "winner": winner.astype(np.int8),
            "way": (mix(word) % np.uint64(3)).astype(np.uint8),
            "decisions": (np.uint64(100) + word % np.uint64(50)).astype(np.uint32),
            "rounds": (np.uint64(1) + word % np.uint64(5)).astype(np.uint8),
            "points0": (word % np.uint64(9)).astype(np.int16),
            "points1": (word % np.uint64(7)).astype(np.int16),
            "state_hash": mix(word)
            + (game_number == np.uint64(max(0, self.lie_about))) * (np.uint64(self.lie_about >= 0)),
            "game_hash": mix(word % np.uint64(300)),
            "fault": (word % np.uint64(11) == np.uint64(0)).astype(np.uint8),
        }


def contents(folder: Path) -> dict[str, bytes]:
    """Read every file of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def stored_rows(folder: Path) -> Iterator[dict[str, int]]:
    """Read all games of a run, one at a time."""
    run = RunFolder(folder)
    for number in range(EVENT.schedule.blocks):
        columns = run.read_block(number, run.header())
        for values in zip(*(columns[name].tolist() for name in COLUMNS), strict=True):
            yield dict(zip(COLUMNS, values, strict=True))


def sign(path: Path) -> None:
    """Give a block file a fresh checksum."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{digest}  {path.name}\n")


def rewrite(path: Path, change: Callable[[dict[str, Any]], None], *, keep_marks: bool) -> None:
    """Change columns of a block, keep what it says of itself, and sign it again."""
    marks = pq.read_metadata(path).metadata if keep_marks else {}
    table = pq.read_table(path)
    columns = {name: table.column(name).to_numpy().copy() for name in COLUMNS}
    change(columns)
    said = {key.decode(): value.decode() for key, value in marks.items()}
    path.write_bytes(encode_block(columns, said))
    sign(path)
