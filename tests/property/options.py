"""Strategies: any shipped scenario under any of the options that this version can play."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from hypothesis import strategies as st

import pysim
from pysim.scenario import scenario_ids


def switches() -> dict[str, bool]:
    """Give the options of the core that can be switched, with their defaults."""
    text = (files("pysim") / "data" / "westeros" / "options.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["options"]
    return {
        name: row["default"]
        for name, row in rows.items()
        if row["available"]
        and isinstance(row["default"], bool)
        and row.get("read_by", "core") == "core"
    }


@lru_cache(maxsize=256)
def load(scenario: str, chosen: frozenset[str]) -> pysim.Game:
    """Load a scenario with some options on and all others off."""
    return pysim.load(scenario, options={name: name in chosen for name in switches()})


scenarios = st.sampled_from(scenario_ids())
option_sets = st.frozensets(st.sampled_from(sorted(switches())))
games = st.builds(load, scenarios, option_sets)
seeds = st.integers(0, 2**64 - 1)
