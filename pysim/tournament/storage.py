"""The run folder: event.json, the scenarios, and one Parquet file per finished block.

::

    DIR/event.json              the event, written first
    DIR/scenarios/000000.json   scenario 0 as it was compiled, see `pysim.tournament.scenarios`
    DIR/blocks/000000.parquet   results of block 0
    DIR/blocks/000000.sha256    its checksum, in the format of ``sha256sum -c``

Every file is written to a temporary name, synced, renamed, and the folder is synced. A block is
finished when both of its files are there and agree, and when it says, and its columns show, that
it is this block of this event; everything else is played again. No time, no
host name and no thread count is stored, so equal events give byte-identical folders.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pysim.errors import path_of
from pysim.tournament.disk import (
    TEMPORARY,
    RunError,
    disk_errors,
    require_file,
    resume_hint,
    sync_folder,
    write_atomically,
)
from pysim.tournament.event import EventError
from pysim.tournament.header import COLUMNS, RUN_FORMAT, RunHeader

if TYPE_CHECKING:
    from os import PathLike

    import pyarrow as pa
    from numpy.typing import NDArray

__all__ = ["BlockState", "RunError", "RunFolder", "encode_block", "resume_hint"]

_HASHES = ("state_hash", "game_hash")
_EVENT_FILE = "event.json"
_BLOCK_NAME = re.compile("[0-9]{6}|[1-9][0-9]{6,17}")


@dataclass(frozen=True, slots=True)
class BlockState:
    """What is on disk of one block."""

    number: int
    state: str
    path: Path
    problem: str = ""

    @property
    def finished(self) -> bool:
        """Say whether the block is there and agrees with its checksum."""
        return self.state == "finished"

    @property
    def corrupt(self) -> bool:
        """Say whether the block's file was changed, or is not a block of this event."""
        return self.state == "corrupt"


class RunFolder:
    """One run on disk."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Name the folder; nothing is read or written yet."""
        self.path = path_of("the folder of a run", path)
        self.blocks = self.path / "blocks"
        self.scenarios = self.path / "scenarios"

    def exists(self) -> bool:
        """Say whether the folder holds a run."""
        return (self.path / _EVENT_FILE).is_file()

    def create(self, header: RunHeader) -> None:
        """Write event.json of a new run, or accept the folder of the very same event.

        Raises:
            RunError: if the folder holds something else, or cannot be written.
        """
        if self.exists():
            self._require_same(header)
            return
        parts = (self.blocks, self.scenarios)
        with disk_errors(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise RunError(f"--out {self.path}: this is a file, not a folder")
            if self.path.is_dir():
                foreign = sorted(
                    item.name
                    for item in self.path.iterdir()
                    if not item.name.endswith(TEMPORARY)
                    and item.name != _EVENT_FILE  # another process has just written it
                    and not (item in parts and item.is_dir() and not any(item.iterdir()))
                )
                if foreign:
                    raise RunError(
                        f"--out {self.path}: the folder is not empty (found {foreign[0]!r}) and "
                        f"has no {_EVENT_FILE}; choose a new or an empty folder"
                    )
            for part in parts:
                part.mkdir(parents=True, exist_ok=True)
        with self.locked(), disk_errors(self.path):
            if self.exists():  # written since by a process that was a moment faster
                self._require_same(header)
                return
            text = json.dumps(header.to_dict(), indent=2) + "\n"
            write_atomically(self.path / _EVENT_FILE, text.encode())
            sync_folder(self.path.absolute().parent)

    def header(self) -> RunHeader:
        """Read and check event.json.

        Raises:
            RunError: if there is none, or it was written by another format or damaged.
        """
        path = self.path / _EVENT_FILE
        require_file(path, "remove it and start a new run")
        try:
            values = json.loads(path.read_bytes())
        except FileNotFoundError as error:
            raise RunError(f"{self.path}: no run here: it has no {_EVENT_FILE}") from error
        except OSError as error:
            raise RunError(f"{path}: cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise RunError(f"{path}: damaged: it is not JSON text ({_first(error)})") from error
        if not isinstance(values, dict):
            raise RunError(f"{path}: damaged: it is not a table of keys and values")
        try:
            if values["format"] != RUN_FORMAT:
                raise RunError(
                    f"{path}: format {values['format']} is not known; this version reads "
                    f"{RUN_FORMAT}"
                )
            header = RunHeader.from_dict(values, source=str(path))
            consistent = header.to_dict() == values
        except KeyError as error:
            raise RunError(f"{path}: damaged: the key {error} is missing") from error
        except EventError as error:
            raise RunError(f"{path}: damaged: its event is wrong: {_first(error)}") from error
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise RunError(f"{path}: damaged: a value in it has the wrong kind") from error
        if not consistent:
            raise RunError(
                f"{path}: damaged: its parts do not agree with each other; was it edited? Restore "
                f"it or start a new run"
            )
        return header

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing the same run at the same time.

        Raises:
            RunError: if another process holds the folder.
        """
        try:
            import fcntl
        except ImportError:  # no such lock on this system
            yield
            return
        with disk_errors(self.path):
            self.blocks.mkdir(exist_ok=True)
            handle = os.open(self.blocks, os.O_RDONLY)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RunError(f"{self.path}: another process is playing this run") from error
            yield
        finally:
            os.close(handle)

    def remove_leftovers(self) -> None:
        """Delete the temporary files of a killed run."""
        for folder in (self.path, self.scenarios, self.blocks):
            for item in folder.glob(f"*{TEMPORARY}"):
                if item.is_dir() and not item.is_symlink():
                    raise RunError(f"{item}: this is a folder, not a file; remove it, then resume")
                with disk_errors(self.path):
                    item.unlink(missing_ok=True)

    def block_path(self, number: int) -> Path:
        """Give the name of a block's results."""
        return self.blocks / f"{number:06d}.parquet"

    def block_state(self, number: int, header: RunHeader) -> BlockState:
        """Compare a block with its checksum and the event: finished, missing or corrupt.

        Raises:
            RunError: if something that is not a file is in its place, or it cannot be read.
        """
        path = self.block_path(number)
        sums = path.with_suffix(".sha256")
        for item in (path, sums):
            require_file(item, f"remove it, then {resume_hint(self.path)}")
        try:
            expected = sums.read_text(encoding="ascii", errors="replace")
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return BlockState(number, "missing", path)
        except OSError as error:
            raise RunError(f"{error.filename}: cannot be read: {error.strerror}") from error
        if expected != _checksum_line(digest, path):
            return BlockState(number, "corrupt", path, "does not match its checksum")
        try:
            self.read_block(number, header)
        except RunError:
            return BlockState(number, "corrupt", path, "is not this block of this event")
        return BlockState(number, "finished", path)

    def stored_blocks(self, header: RunHeader) -> Iterator[BlockState]:
        """Give the state of each block of the event that has a file, in order.

        Raises:
            RunError: if a block cannot be read.
        """
        for number in sorted(self._numbers_there()):
            if number < header.event.schedule.blocks:
                yield self.block_state(number, header)

    def block_states(self, header: RunHeader) -> Iterator[BlockState]:
        """Give the state of every block of the event, in order.

        Raises:
            RunError: if a block cannot be read.
        """
        there = self._numbers_there()
        for number in range(header.event.schedule.blocks):
            if number in there:
                yield self.block_state(number, header)
            else:
                yield BlockState(number, "missing", self.block_path(number))

    def _numbers_there(self) -> set[int]:
        """Find the numbers of the blocks that have a file, good or not."""
        try:
            items = list(self.blocks.iterdir())
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise RunError(f"{self.blocks}: cannot be read: {error.strerror}") from error
        return {
            int(item.stem)
            for item in items
            if item.suffix in (".parquet", ".sha256") and _BLOCK_NAME.fullmatch(item.stem)
        }

    def write_block(
        self, number: int, columns: Mapping[str, NDArray[Any]], header: RunHeader
    ) -> None:
        """Write a finished block of an event: results first, checksum second.

        Raises:
            RunError: if the disk is full or refuses.
        """
        path = self.block_path(number)
        with disk_errors(self.path):
            data = encode_block(columns, _marks(header, number))
            write_atomically(path, data)
            line = _checksum_line(hashlib.sha256(data).hexdigest(), path)
            write_atomically(path.with_suffix(".sha256"), line.encode())

    def read_block(self, number: int, header: RunHeader) -> dict[str, NDArray[Any]]:
        """Read all columns of a block.

        Raises:
            RunError: naming the file, if it does not hold this block of this event.
        """
        import numpy as np
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.block_path(number)
        try:
            with path.open("rb") as file:
                table = pq.read_table(file, use_threads=False)
        except (OSError, pa.ArrowException) as error:
            raise RunError(f"{path}: not a block file: {error}") from error
        if table.schema != _schema():
            raise RunError(f"{path}: not a block file: its columns are {table.schema.names}")
        marks = table.schema.metadata or {}
        if any(
            marks.get(key.encode()) != value.encode()
            for key, value in _marks(header, number).items()
        ):
            raise RunError(f"{path}: not block {number} of this event")
        plan = header.event.schedule.arrays(header.event.schedule.block(number))
        columns = {name: table.column(name).to_numpy() for name in COLUMNS}
        for name in ("game", "scenario", "seat0", "seat1", "dice_index"):
            if not np.array_equal(columns[name], getattr(plan, name)):
                raise RunError(f"{path}: its column {name} is not that of the schedule")
        return columns

    def _require_same(self, header: RunHeader) -> None:
        """Refuse a folder that holds another event, naming the first difference."""
        stored, wanted = self.header().to_dict(), header.to_dict()
        stored, wanted = {**stored, **stored["event"]}, {**wanted, **wanted["event"]}
        stored["scenario data"], wanted["scenario data"] = self.header().hashes, header.hashes
        stored["ways"], wanted["ways"] = self.header().ways, header.ways
        for key in ("engine", *header.to_dict()["event"], "scenario data", "ways", "behaviour"):
            if stored[key] != wanted[key]:
                raise RunError(
                    f"--out {self.path}: the folder holds another event: its {key} is "
                    f"{stored[key]}, not {wanted[key]}; choose another folder, or to go on with "
                    f"the event that is there, {resume_hint(self.path)}"
                )


def encode_block(
    columns: Mapping[str, NDArray[Any]], marks: Mapping[str, str] | None = None
) -> bytes:
    """Encode the columns of a block as Parquet; equal columns and marks give equal bytes."""
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema()
    arrays = [pa.array(columns[name], type=schema.field(name).type) for name in COLUMNS]
    buffer = io.BytesIO()
    with pq.ParquetWriter(
        buffer,
        schema,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=[name for name in COLUMNS if name not in _HASHES],
        write_statistics=True,
        store_schema=False,
    ) as writer:
        table = pa.Table.from_arrays(arrays, schema=schema)
        writer.write_table(table, row_group_size=max(1, len(arrays[0])))
        if marks:
            writer.add_key_value_metadata(dict(marks))
    return buffer.getvalue()


def _schema() -> pa.Schema:
    """Give the schema of a block file."""
    import pyarrow as pa

    kinds = {
        kind: getattr(pa, kind)()
        for kind in ("uint8", "uint16", "uint32", "uint64", "int8", "int16")
    }
    return pa.schema([pa.field(name, kinds[kind]) for name, kind in COLUMNS.items()])


def _marks(header: RunHeader, number: int) -> dict[str, str]:
    """Give what a block file says of itself: of which event it is which block."""
    return {
        "pysim.event_sha256": header.digest,
        "pysim.block": str(number),
    }


def _first(error: Exception) -> str:
    """Give the first line of an error's text."""
    return str(error).partition("\n")[0]


def _checksum_line(digest: str, path: Path) -> str:
    """Give the content of a checksum file."""
    return f"{digest}  {path.name}\n"
