"""Games and states: load a scenario, step through it, look at it."""

from __future__ import annotations

from pysim.game.game import Game, list_scenarios, load
from pysim.game.state import State

__all__ = ["Game", "State", "list_scenarios", "load"]
