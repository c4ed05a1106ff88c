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

    from pysim.errors import Problem

__all__ = [
    "ScenarioInfo",
    "canonical_json",
    "find_problems",
    "list_info",
    "load_compiled",
    "scenario_hash",
    "scenario_ids",
    "skirmish_id",
    "skirmish_names",
]


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What a list of scenarios shows of one."""

    id: str
    code: str
    name: str
    rounds: int
    sides: tuple[str, ...]
    board: str
    pieces: int
    file: Path


def scenario_ids() -> list[str]:
    """Return the ids of the shipped scenarios in the order of their codes.

    >>> scenario_ids()[0]
    'westeros/kingsroad'
    """
    from pysim.scenario.read import scenario_files

    return list(scenario_files())


def skirmish_names() -> dict[str, str]:
    """Return the titles of the skirmishes, whose battles are drawn from a seed, by their ids.

    >>> skirmish_names()
    {'westeros/raid': 'Raid in the Riverlands'}
    """
    from pysim.scenario.westeros.skirmish_key import skirmish_names as names

    return names()


def skirmish_id(seed: int, skirmish: str = "westeros/raid") -> str:
    """Return the id of a skirmish battle, which names it wherever a scenario is named.

    Args:
        seed: the key of the battle, a whole number of at most 64 bits. It has nothing to do with
            the dice of the games that are played on it.
        skirmish: id of the skirmish, as `skirmish_names` gives it.

    Raises:
        TypeError: the seed is no whole number.
        ValueError: the seed is out of range.
        UnknownGameError: there is no such skirmish.

    >>> skirmish_id(7)
    'westeros/raid:7'
    >>> load_compiled(skirmish_id(7))["code"]
    'RAID-7'
    """
    from pysim.scenario.westeros.skirmish_key import write_id

    return write_id(seed, skirmish)


def load_compiled(
    name_or_path: str | PathLike[str], options: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Read, check and compile a scenario.

    Args:
        name_or_path: a shipped id, that of a skirmish with its seed, such as ``westeros/raid:7``,
            or the path of a file that ends in ``.toml``. Such a file may extend another one
            (``extends = "westeros/kingsroad"``) and override any table.
        options: switches by name; they win over those of the file.

    Raises:
        UnknownGameError: no scenario has this id; the message names the nearest.
        ScenarioError: the file, the data or an option is wrong; it holds all problems.
    """
    from pysim.scenario.load import load

    return load(name_or_path, options)[0]


def find_problems(name_or_path: str | PathLike[str]) -> list[Problem]:
    """Return all that is wrong with a scenario, an empty list if it can be played.

    Raises:
        UnknownGameError: no scenario has this id.

    >>> find_problems("westeros/kingsroad")
    []
    """
    from pysim.scenario.load import find_problems as find

    return find(name_or_path)[1]


def canonical_json(compiled: Mapping[str, Any]) -> str:
    """Write a compiled scenario as JSON: ASCII only, keys sorted, no blanks.

    >>> canonical_json({"rows": 7, "id": "a"})
    '{"id":"a","rows":7}'
    """
    return json.dumps(compiled, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def scenario_hash(compiled: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a compiled scenario, written as canonical JSON.

    >>> len(scenario_hash(load_compiled("westeros/test")))
    64
    """
    return hashlib.sha256(canonical_json(compiled).encode("ascii")).hexdigest()


def list_info() -> list[ScenarioInfo]:
    """Return a short description of each shipped scenario.

    >>> [info.pieces for info in list_info()][0]
    17
    """
    from pysim.scenario.load import load
    from pysim.scenario.summary import board_of, pieces_of, sides_of

    out = []
    for name in scenario_ids():
        plan, path = load(name, None)
        out.append(
            ScenarioInfo(
                id=name,
                code=plan["code"],
                name=plan["name"],
                rounds=plan["rounds"],
                sides=sides_of(plan),
                board=board_of(plan),
                pieces=pieces_of(plan),
                file=path,
            )
        )
    return out
