"""Dice-and-command wargames by their full rules, at native speed.

Load a scenario, make a state, ask it for its legal actions and apply one:

>>> import pysim
>>> game = pysim.load("westeros/kingsroad")
>>> state = game.new_initial_state(seed=7)
>>> state.apply_action(state.legal_actions()[0])

Names are imported when they are first used, so that ``import pysim`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pysim import errors
    from pysim.errors import (
        IllegalActionError,
        ReplayError,
        ScenarioError,
        SimError,
        UnknownGameError,
        VersionError,
    )
    from pysim.game import Game, State, list_scenarios, load

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalActionError",
    "ReplayError",
    "ScenarioError",
    "SimError",
    "State",
    "UnknownGameError",
    "VersionError",
    "__version__",
    "errors",
    "list_scenarios",
    "load",
]

_HOMES = {
    "Game": "pysim.game",
    "IllegalActionError": "pysim.errors",
    "ReplayError": "pysim.errors",
    "ScenarioError": "pysim.errors",
    "SimError": "pysim.errors",
    "State": "pysim.game",
    "UnknownGameError": "pysim.errors",
    "VersionError": "pysim.errors",
    "list_scenarios": "pysim.game",
    "load": "pysim.game",
}


def __getattr__(name: str) -> object:
    """Import a public name from its module at its first use."""
    if name == "errors":
        return import_module("pysim.errors")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pysim' has no attribute {name!r}")
    try:
        value: object = getattr(import_module(home), name)
    except ImportError as problem:
        if not _is_about_core(problem):
            raise
        from pysim.errors import NOT_BUILT

        raise ImportError(f"{NOT_BUILT} (looked in {__path__[0]})", name="pysim._core") from None
    globals()[name] = value
    return value


def _is_about_core(problem: ImportError) -> bool:
    """Tell whether an import failed because the native part is missing."""
    return problem.name == "pysim._core" or "cannot import name '_core'" in str(problem)


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(set(globals()) | set(__all__))
