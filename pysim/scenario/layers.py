"""What each game adds to the reading of scenario files: its records, checks and compiler."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import BaseModel

    from pysim.scenario.read import Report

    Mender = Callable[[dict[str, Any], list[str | int], Report], None]
    """Takes out of the data what has a wrong shape at a path."""

__all__ = ["Layer", "layer_of", "mender_of"]


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


def mender_of(game: str) -> Mender:
    """Return what takes a value of a wrong shape out of a game's data, so that the rest is checked.

    >>> mender_of("warriors").__name__
    'mend'
    """
    mend: Mender = import_module(f"pysim.scenario.{game}.mend").mend
    return mend
