"""The part of the native core that tournaments use, as a typed protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Engine", "EngineGame", "check_engine", "load_engine"]


class EngineGame(Protocol):
    """A rules object of the core."""

    @property
    def num_players(self) -> int:
        """Give the number of seats."""

    def seat_names(self) -> list[str]:
        """Give the seats' names, seat 0 first."""

    def ways(self) -> list[str]:
        """List the ways the game can end, by code."""


class Engine(Protocol):
    """What a tournament asks of the core; the core itself is one."""

    __version__: str

    def Game(self, compiled: Mapping[str, Any], /) -> EngineGame:  # noqa: N802
        """Make the rules object of a compiled scenario."""

    def agents(self) -> list[str]:
        """List the names of the built-in agents."""

    def play_games(
        self,
        *,
        games: list[Any],
        scenario: NDArray[np.uint16],
        agents: list[str],
        seat0: NDArray[np.uint16],
        seat1: NDArray[np.uint16],
        dice_index: NDArray[np.uint64],
        game_number: NDArray[np.uint64],
        seed: int,
        threads: int,
    ) -> dict[str, NDArray[Any]]:
        """Play games to their end and give one array per result column."""

    def game_actions(
        self, game: Any, agents: Sequence[str], dice_index: int, game_number: int, seed: int
    ) -> list[int]:
        """Give the actions of one of the games that ``play_games`` plays."""


def load_engine() -> Engine:
    """Import the native core.

    Raises:
        SimError: if the core was not built.
    """
    from importlib import import_module

    from pysim.errors import SimError

    try:
        return cast("Engine", import_module("pysim._core"))
    except ImportError as error:
        raise SimError(f"the native core is not built: {error}") from error


def check_engine(engine: object) -> None:
    """Refuse anything that cannot play games.

    Raises:
        TypeError: saying what was given.
    """
    from pysim.errors import check_type

    if not callable(getattr(engine, "play_games", None)):
        check_type("engine", engine, (), "the native core, which load_engine() gives")
