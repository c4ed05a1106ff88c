"""Scenarios: which there are, and a file as the plain structure that the core plays.

>>> from pysim.scenario import load_compiled
>>> load_compiled("westeros/kingsroad")["code"]
'B01'
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from pathlib import Path

__all__ = ["ScenarioInfo", "list_info", "load_compiled", "scenario_hash", "scenario_ids"]


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What a list of scenarios shows of one."""

    id: str
    code: str
    name: str
    rounds: int
    houses: tuple[str, ...]
    unit_counts: tuple[int, ...]
    file: Path


def scenario_ids() -> list[str]:
    """Return the ids of the shipped scenarios in the order of their codes.

    >>> scenario_ids()[0]
    'westeros/kingsroad'
    """
    from pysim.scenario.read import scenario_files

    return list(scenario_files())


def load_compiled(
    name_or_path: str | PathLike[str], options: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Read, check and compile a scenario.

    Args:
        name_or_path: a shipped id, or the path of a file that ends in ``.toml``. Such a file may
            extend another one (``extends = "westeros/kingsroad"``) and override any table.
        options: switches by name; they win over those of the file.

    Raises:
        UnknownGameError: no scenario has this id; the message names the nearest.
        ScenarioError: the file, the data or an option is wrong; it holds all problems.
    """
    from pysim.scenario.load import load

    return load(name_or_path, options)[0]


def scenario_hash(compiled: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a compiled scenario, written as canonical JSON.

    >>> len(scenario_hash(load_compiled("westeros/test")))
    64
    """
    text = json.dumps(compiled, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def list_info() -> list[ScenarioInfo]:
    """Return a short description of each shipped scenario.

    >>> [info.unit_counts for info in list_info()][0]
    (8, 9)
    """
    from pysim.scenario.load import load

    out = []
    for name in scenario_ids():
        plan, path = load(name, None)
        seats = [unit["seat"] for unit in plan["units"]]
        out.append(
            ScenarioInfo(
                id=name,
                code=plan["code"],
                name=plan["name"],
                rounds=plan["rounds"],
                houses=tuple(house["id"] for house in plan["houses"]),
                unit_counts=(seats.count(0), seats.count(1)),
                file=path,
            )
        )
    return out
