"""Unit types by id, of the shipped data or as a scenario file changes them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

__all__ = ["find_type", "has_keyword", "keyword_value"]


def find_type(name: str, scenario: str | None = None) -> dict[str, Any]:
    """Find a unit type by its id, as a compiled scenario writes it.

    Args:
        name: the id.
        scenario: id or file of the scenario whose types are meant; the shipped ones by default.

    Raises:
        UnknownGameError: there is no such scenario.
        ScenarioError: the scenario is wrong.
        SimError: there is no such type; the message names the nearest.
    """
    from pysim.errors import SimError
    from pysim.scenario.load import read_checked, read_world
    from pysim.scenario.westeros.compile import type_row

    world = read_world() if scenario is None else read_checked(scenario)[1]
    known = world.unit_types
    if name in known:
        return type_row(name, known[name])
    near = get_close_matches(name.lower().replace("-", "_"), known, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(sorted(known))}"
    where = "" if scenario is None else f" in {scenario}"
    raise SimError(f"no unit type {name!r}{where}; {hint}")


def keyword_value(kind: dict[str, Any] | None, keyword: str) -> int:
    """Give a keyword's number; 0 if the type lacks it."""
    for name, value in kind["keywords"] if kind else ():
        if name == keyword:
            return int(value)
    return 0


def has_keyword(kind: dict[str, Any] | None, keyword: str) -> bool:
    """Tell whether a unit type has a keyword."""
    return kind is not None and any(name == keyword for name, _ in kind["keywords"])
