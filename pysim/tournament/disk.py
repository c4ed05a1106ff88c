"""Write the files of a run so that a stop at any moment leaves old or new, and name what fails."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pysim.errors import SimError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "TEMPORARY",
    "RunError",
    "disk_errors",
    "require_file",
    "resume_hint",
    "sync_folder",
    "write_atomically",
]

TEMPORARY = ".tmp"
"""How the name of a file ends that is not yet written."""


class RunError(SimError):
    """A run folder that cannot be used as asked, or a disk that refused a file."""


def resume_hint(folder: Path) -> str:
    """Give the command that goes on with a stopped run."""
    import shlex

    return f"run: pysim tournament resume {shlex.quote(str(folder))}"


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file under a temporary name, sync, rename, and sync the folder."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a failed write names no file itself
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def require_file(path: Path, advice: str) -> None:
    """Refuse a folder, pipe or device where a file should be; nothing there is no problem."""
    if path.is_dir():
        raise RunError(f"{path}: this is a folder, not a file; {advice}")
    if path.exists() and not path.is_file():
        raise RunError(f"{path}: this is not a regular file; {advice}")


def sync_folder(folder: Path) -> None:
    """Make the renames in a folder survive a power cut, where the system can do it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Turn an operating system error into one clear message."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise RunError(
                f"{folder}: the disk is full; finished blocks are kept. Make room, then "
                f"{resume_hint(folder)}"
            ) from error
        raise RunError(f"{folder}: cannot write: {error.strerror}: {error.filename}") from error
