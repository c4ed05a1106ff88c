"""Strategies: any shipped scenario under any of the options that this version can play."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from hypothesis import strategies as st

import pysim
from pysim.scenario import scenario_ids


def switches(game: str) -> dict[str, bool]:
    """Give the options of a game's core that can be switched, with their defaults."""
    text = (files("pysim") / "data" / game / "options.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["options"]
    return {
        name: row["default"]
        for name, row in rows.items()
        if row.get("available", True)
        and isinstance(row["default"], bool)
        and row.get("read_by", "core") == "core"
    }


def game_of(scenario: str) -> str:
    """Give the game of a scenario."""
    return scenario.partition("/")[0]


@lru_cache(maxsize=256)
def load(scenario: str, chosen: frozenset[str]) -> pysim.Game:
    """Load a scenario with some options on and all others off."""
    names = switches(game_of(scenario))
    return pysim.load(scenario, options={name: name in chosen for name in names})


scenarios = st.sampled_from(scenario_ids())
battles = st.sampled_from([name for name in scenario_ids() if game_of(name) == "westeros"])


def optioned(scenario: str) -> st.SearchStrategy[pysim.Game]:
    """Draw the options of a scenario."""
    names = sorted(switches(game_of(scenario)))
    return st.builds(load, st.just(scenario), st.frozensets(st.sampled_from(names)))


games = scenarios.flatmap(optioned)
battle_games = battles.flatmap(optioned)
seeds = st.integers(0, 2**64 - 1)
