"""Play an event block by block.

The core plays with many threads; here one block is assembled while the one before is written.
A block is played in slices of about a quarter of a second, so that progress is smooth and Ctrl-C
is answered at once. Slices change no result: a game depends only on the seed and its number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pysim.errors import check_type, whole_number
from pysim.tournament.engine import check_engine
from pysim.tournament.event import Event, LoadedEvent, load_event
from pysim.tournament.header import COLUMNS, RunHeader, header_for
from pysim.tournament.scenarios import read_scenarios, write_scenarios
from pysim.tournament.storage import RunError, RunFolder, resume_hint

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

    from pysim.tournament.engine import Engine

__all__ = [
    "Advance",
    "GamePlayer",
    "RunResult",
    "ignore",
    "iter_plans",
    "load_stored",
    "resume_run",
    "run_event",
    "stopped_message",
]

Advance = Callable[[int], None]
"""Called with the number of games that were just finished."""

_PLANNED = ("game", "scenario", "seat0", "seat1", "dice_index")
_SLICE_SECONDS = 0.25
MOST_THREADS = 256
_FIRST_SLICE = 64


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run or a resume did."""

    folder: Path
    total: int
    played: int
    kept: int
    replayed: tuple[Path, ...]
    seconds: float


@dataclass(slots=True)
class GamePlayer:
    """Play any games of one event; remembers how many make a slice."""

    loaded: LoadedEvent
    engine: Engine
    threads: int
    games: list[Any] = field(init=False)
    slice_size: int = _FIRST_SLICE

    def __post_init__(self) -> None:
        """Make the rules objects, one per scenario.

        Raises:
            RunError: the number of threads is out of range.
            TypeError: it is no number.
        """
        try:
            whole_number("threads", self.threads, 1, MOST_THREADS)
        except ValueError:
            raise RunError(f"threads: from 1 to {MOST_THREADS}, not {self.threads}") from None
        self.games = [self.engine.Game(plan) for plan in self.loaded.compiled]

    def play(self, numbers: range, advance: Advance | None = None) -> dict[str, NDArray[Any]]:
        """Play consecutive games and give all columns of a block."""
        import numpy as np

        advance = advance or ignore
        parts: list[Mapping[str, NDArray[Any]]] = []
        at = numbers.start
        while at < numbers.stop:
            part = range(at, min(at + self.slice_size, numbers.stop))
            started = time.perf_counter()
            parts.append(self._play_slice(part))
            self._adapt(len(part), time.perf_counter() - started)
            advance(len(part))
            at = part.stop
        return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}

    def _play_slice(self, numbers: range) -> dict[str, NDArray[Any]]:
        """Play games in one call of the core and check the shape of what it gives."""
        event = self.loaded.event
        plan = event.schedule.arrays(numbers)
        results = self.engine.play_games(
            games=self.games,
            scenario=plan.scenario,
            agents=list(event.agents),
            seat0=plan.seat0,
            seat1=plan.seat1,
            dice_index=plan.dice_index,
            game_number=plan.game,
            seed=event.seed,
            threads=self.threads,
        )
        columns: dict[str, NDArray[Any]] = {name: getattr(plan, name) for name in _PLANNED}
        for name, kind in COLUMNS.items():
            if name in columns:
                continue
            array = results[name]
            if array.dtype != kind or array.shape != (len(numbers),):
                raise RunError(
                    f"the core gave column {name!r} as {array.dtype}{array.shape}, "
                    f"expected {kind}({len(numbers)},)"
                )
            columns[name] = array
        return columns

    def _adapt(self, games: int, seconds: float) -> None:
        """Aim the next slice at a quarter of a second, in steps of four at most."""
        wanted = int(games * _SLICE_SECONDS / max(seconds, 1e-6))
        self.slice_size = max(1, min(wanted, games * 4, 1_000_000))


def run_event(
    event: Event,
    out: str | PathLike[str],
    *,
    threads: int,
    engine: Engine,
    advance: Advance | None = None,
    notify: Callable[[str], None] | None = None,
) -> RunResult:
    """Play an event into a new folder, or go on in the folder of the same event.

    Args:
        event: what to play.
        out: the run folder.
        threads: threads of the core; never changes a result.
        engine: the native core.
        advance: told the number of games that were just finished.
        notify: told, in words, what the user should know.

    Raises:
        EventError: if a scenario or an option is wrong.
        RunError: if the folder holds another event, or the disk refuses.
        TypeError: if an argument is of a wrong type.
    """
    check_type("event", event, Event, "an Event")
    loaded = load_event(event, engine)
    folder = RunFolder(out)
    header = header_for(loaded, engine)
    player = GamePlayer(loaded, engine, threads)
    folder.create(header)
    return _play_missing(folder, header, player, advance, notify)


def resume_run(
    out: str | PathLike[str],
    *,
    threads: int,
    engine: Engine,
    advance: Advance | None = None,
    notify: Callable[[str], None] | None = None,
) -> RunResult:
    """Play what is missing in a run folder; blocks that fail their checksum are played again.

    Raises:
        RunError: if there is no run, or it belongs to another engine, or a scenario is not kept
            in its folder and can no longer be read.
    """
    folder = RunFolder(out)
    header = folder.header()
    loaded = load_stored(folder, header, engine, repair=True)
    return _play_missing(folder, header, GamePlayer(loaded, engine, threads), advance, notify)


def load_stored(
    folder: RunFolder, header: RunHeader, engine: Engine, *, repair: bool = False
) -> LoadedEvent:
    """Read the scenarios of a stored run and refuse if the engine has changed.

    Args:
        folder: the run.
        header: its event.json.
        engine: the native core.
        repair: go on with a damaged scenario file if the scenario is still where it came from.

    Raises:
        RunError: saying what has changed or is damaged.
    """
    check_engine(engine)
    if engine.__version__ != header.engine:
        raise RunError(
            f"{folder.path}: the run was played by engine {header.engine}, this is engine "
            f"{engine.__version__}; use the same version"
        )
    unknown = sorted(set(header.event.agents) - set(engine.agents()))
    if unknown:
        raise RunError(f"{folder.path}: this engine has no agent {', '.join(unknown)}")
    compiled = read_scenarios(folder, header, repair=repair)
    for name, plan in zip(header.event.scenarios, compiled, strict=True):
        try:
            engine.Game(plan)
        except ValueError as error:
            raise RunError(f"{folder.path}: this engine cannot play {name}: {error}") from error
    loaded = LoadedEvent(header.event, tuple(compiled), header.hashes)
    now = header_for(loaded, engine)
    if now.behaviour != header.behaviour:
        raise RunError(
            f"{folder.path}: this engine plays these scenarios by other rules or agents than the "
            f"run was started with (behaviour {header.behaviour[:16]}, now {now.behaviour[:16]}); "
            f"use the engine it was started with or start a new run"
        )
    if now != header:
        raise RunError(f"{folder.path}: seats or ways of winning have changed; start a new run")
    return loaded


def _play_missing(
    folder: RunFolder,
    header: RunHeader,
    player: GamePlayer,
    advance: Advance | None,
    notify: Callable[[str], None] | None,
) -> RunResult:
    """Play every block that is not finished; writing overlaps with playing the next one."""
    advance, notify = advance or ignore, notify or ignore
    started = time.perf_counter()
    schedule = header.event.schedule
    played = kept = 0
    replayed: list[Path] = []
    with folder.locked():
        folder.remove_leftovers()
        write_scenarios(folder, player.loaded.compiled, notify)
        with _Writer(folder, header) as writer:
            for block in folder.block_states(header):
                numbers = schedule.block(block.number)
                if block.finished:
                    kept += len(numbers)
                    advance(len(numbers))
                    continue
                if block.corrupt:
                    replayed.append(block.path)
                    notify(f"{block.path}: {block.problem}; playing the block again")
                writer.write(block.number, player.play(numbers, advance))
                played += len(numbers)
    seconds = time.perf_counter() - started
    return RunResult(folder.path, schedule.total, played, kept, tuple(replayed), seconds)


class _Writer:
    """Write blocks in the background, one at a time; leaving waits for the last one."""

    def __init__(self, folder: RunFolder, header: RunHeader) -> None:
        """Start the writing thread."""
        self._folder = folder
        self._header = header
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pysim-writer")
        self._pending: Future[None] | None = None

    def __enter__(self) -> Self:
        """Give the writer."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for the last block; its error is raised unless there already is one."""
        self._pool.shutdown(wait=True)
        if kind is None:
            self._wait()

    def write(self, number: int, columns: Mapping[str, NDArray[Any]]) -> None:
        """Hand over a block; waits for the block before, so memory holds two at most."""
        self._wait()
        self._pending = self._pool.submit(self._folder.write_block, number, columns, self._header)

    def _wait(self) -> None:
        """Wait for the block that is being written and raise its error."""
        if self._pending is not None:
            self._pending.result()
            self._pending = None


def stopped_message(folder: Path) -> str:
    """Say what a stopped run keeps and how to go on."""
    return f"stopped; finished blocks are kept. To play the rest, {resume_hint(folder)}"


def iter_plans(event: Event) -> Iterator[dict[str, Any]]:
    """Give every game of the schedule with names, for printing."""
    labels = event.labels
    for plan in event.schedule.plans():
        yield {
            "game": plan.game,
            "scenario": event.scenarios[plan.scenario],
            "seat0": labels[plan.seat0],
            "seat1": labels[plan.seat1],
            "dice_index": plan.dice_index,
            "seed": event.seed,
        }


def ignore(_: object) -> None:
    """Do nothing; stands in for callbacks that were not given."""
