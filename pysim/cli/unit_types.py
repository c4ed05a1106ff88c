"""Unit types by id, gathered from the shipped scenarios."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

__all__ = ["find_type", "has_keyword", "keyword_value"]


def find_type(name: str) -> dict[str, Any]:
    """Find a unit type by its id, as a compiled scenario writes it.

    Raises:
        SimError: no shipped scenario uses such a type; the message names the nearest.
    """
    from pysim.errors import SimError
    from pysim.scenario import load_compiled, scenario_ids

    known: dict[str, dict[str, Any]] = {}
    for scenario in scenario_ids():
        for row in load_compiled(scenario)["types"]:
            known.setdefault(row["id"], row)
        if name in known:
            return known[name]
    near = get_close_matches(name.lower().replace("-", "_"), known, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(sorted(known))}"
    raise SimError(f"no unit type {name!r}; {hint}")


def keyword_value(kind: dict[str, Any] | None, keyword: str) -> int:
    """Give a keyword's number; 0 if the type lacks it."""
    for name, value in kind["keywords"] if kind else ():
        if name == keyword:
            return int(value)
    return 0


def has_keyword(kind: dict[str, Any] | None, keyword: str) -> bool:
    """Tell whether a unit type has a keyword."""
    return kind is not None and any(name == keyword for name, _ in kind["keywords"])
