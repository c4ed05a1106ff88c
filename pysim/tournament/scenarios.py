"""The scenarios of a run as they were when it was started, kept in its folder.

::

    DIR/scenarios/000000.json   scenario 0 of the event, compiled

A file holds the canonical JSON of a compiled scenario and nothing else, so that its SHA-256 is the
one that event.json gives for the scenario. A file that has another is never used.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from pysim.errors import SimError
from pysim.scenario import canonical_json, load_compiled, scenario_hash
from pysim.tournament.disk import RunError, disk_errors, require_file, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pysim.tournament.header import RunHeader
    from pysim.tournament.storage import RunFolder

__all__ = ["read_scenarios", "scenario_path", "write_scenarios"]


def scenario_path(folder: RunFolder, number: int) -> Path:
    """Give the name of a scenario's file."""
    return folder.scenarios / f"{number:06d}.json"


def write_scenarios(
    folder: RunFolder, compiled: Sequence[Mapping[str, Any]], notify: Callable[[str], None]
) -> None:
    """Write what is missing or damaged of a run's scenarios.

    Raises:
        RunError: if the disk is full or refuses.
    """
    with disk_errors(folder.path):
        folder.scenarios.mkdir(exist_ok=True)
        for number, plan in enumerate(compiled):
            path = scenario_path(folder, number)
            _require_scenario(path)
            data = canonical_json(plan).encode("ascii")
            there = path.read_bytes() if path.exists() else None
            if there == data:
                continue
            if there is not None:
                notify(f"{path}: does not match its checksum; writing it again")
            write_atomically(path, data)


def read_scenarios(
    folder: RunFolder, header: RunHeader, *, repair: bool = False
) -> list[dict[str, Any]]:
    """Give the compiled scenarios of a run, those that are not kept from where they came from.

    Args:
        folder: the run.
        header: its event.json.
        repair: take the place of a damaged file as well, which will then be written again.

    Raises:
        RunError: naming the file that is damaged, or the scenario that cannot be had.
    """
    found = []
    for number, wanted in enumerate(header.hashes):
        path = scenario_path(folder, number)
        plan, problem = _read(path, wanted)
        if problem and not repair:
            raise RunError(f"{path}: damaged: {problem}; resume writes it again if it still can")
        if plan is None:
            plan = _compile(header, number, f"{path}: {problem or 'there is no such file'}")
        found.append(plan)
    return found


def _read(path: Path, wanted: str) -> tuple[dict[str, Any] | None, str]:
    """Read a kept scenario: None with a problem if it is damaged, without if it is not there."""
    _require_scenario(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from error
    if hashlib.sha256(data).hexdigest() != wanted:
        return None, "it does not match its checksum in event.json"
    try:
        plan = json.loads(data)
    except (ValueError, RecursionError):
        return None, "it is not JSON text"
    return (plan, "") if isinstance(plan, dict) else (None, "it is not a compiled scenario")


def _compile(header: RunHeader, number: int, missing: str) -> dict[str, Any]:
    """Compile a scenario that is not kept, and refuse if it is another one now."""
    name, wanted = header.event.scenarios[number], header.hashes[number]
    try:
        plan = load_compiled(name, options=dict(header.event.options))
    except SimError as error:
        raise RunError(f"{missing}, and scenario {name} cannot be read: {error}") from error
    now = scenario_hash(plan)
    if now != wanted:
        raise RunError(
            f"{missing}, and scenario {name} has changed since the run was started (hash "
            f"{wanted[:16]}, now {now[:16]}); restore one of them or start a new run"
        )
    return plan


def _require_scenario(path: Path) -> None:
    """Refuse a folder, pipe or device where a scenario should be."""
    require_file(path, "remove it, then resume")
