"""What each game adds to the reading of scenario files: its records, checks and compiler."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import BaseModel

__all__ = ["Layer", "layer_of"]


@dataclass(frozen=True, slots=True)
class Layer:
    """The parts of one game. Plan and world are its own models, so they have no type here."""

    plan: type[BaseModel]
    world: type[BaseModel]
    check_world: Callable[..., None]
    check_plan: Callable[..., None]
    compile_plan: Callable[..., dict[str, Any]]


def layer_of(game: str) -> Layer:
    """Return the parts of a game that `pysim.scenario.read.TABLES` lists.

    >>> layer_of("warriors").plan.__name__
    'Plan'
    """
    package = f"pysim.scenario.{game}"
    models = import_module(f"{package}.models")
    check = import_module(f"{package}.check")
    return Layer(
        models.Plan,
        models.World,
        check.check_world,
        check.check_plan,
        import_module(f"{package}.compile").compile_plan,
    )
