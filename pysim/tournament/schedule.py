"""Which game is played by whom: a pure function of the game number.

Games 2k and 2k+1 are pair k: same scenario, same dice streams (``dice_index`` = k), seats
swapped. Consecutive pairs walk through all cells (pairing of agents x scenario) in turn, so at
every prefix two cells differ by one pair at most, and the seats of a cell by one game at most.
Nothing is shuffled and nothing is drawn, so any part of the schedule can be made alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, SupportsIndex, get_args

from pysim.errors import check_type, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GamePlan", "Pairing", "Schedule", "ScheduleArrays", "pairings"]

Pairing = Literal["round_robin", "gauntlet"]
_MOST = 2**62


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One line of the schedule; agents and scenario are indexes into the event's lists."""

    game: int
    scenario: int
    seat0: int
    seat1: int
    dice_index: int


@dataclass(frozen=True, slots=True)
class ScheduleArrays:
    """A run of consecutive games as the columns that the engine takes."""

    game: NDArray[np.uint64]
    scenario: NDArray[np.uint16]
    seat0: NDArray[np.uint16]
    seat1: NDArray[np.uint16]
    dice_index: NDArray[np.uint64]


def pairings(agents: int, pairing: Pairing) -> tuple[tuple[int, int], ...]:
    """List who meets whom: everybody (round robin), or the first against the rest (gauntlet)."""
    if pairing == "gauntlet":
        return tuple((0, other) for other in range(1, agents))
    return tuple((a, b) for a in range(agents) for b in range(a + 1, agents))


@dataclass(frozen=True, slots=True)
class Schedule:
    """The schedule of an event.

    Args:
        agents: number of agents.
        scenarios: number of scenarios.
        games: games for each cell, that is for each two agents in each scenario; even.
        pairing: who meets whom.
        block_size: games in a block; even, so that no pair is cut in two.

    >>> Schedule(agents=2, scenarios=1, games=4).plan(3)
    GamePlan(game=3, scenario=0, seat0=1, seat1=0, dice_index=1)
    """

    agents: int
    scenarios: int
    games: int
    pairing: Pairing = "round_robin"
    block_size: int = 10_000

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            TypeError: one is no whole number.
            ValueError: one is out of range or odd, or there is no such pairing.
        """
        for name, least in (("agents", 2), ("scenarios", 1), ("games", 2), ("block_size", 2)):
            number = whole_number(name, getattr(self, name), least, _MOST)
            if least == 2 and name != "agents" and number % 2:
                raise ValueError(f"{name} must be even, as games come in pairs, not {number}")
        if self.pairing not in get_args(Pairing):
            raise ValueError(
                f"pairing must be {' or '.join(get_args(Pairing))}, not {self.pairing!r}"
            )

    @property
    def meetings(self) -> tuple[tuple[int, int], ...]:
        """Give the pairings of agents, in schedule order."""
        return pairings(self.agents, self.pairing)

    @property
    def total(self) -> int:
        """Give the number of games of the whole event."""
        return len(self.meetings) * self.scenarios * self.games

    @property
    def blocks(self) -> int:
        """Give the number of blocks; the last one may be shorter."""
        return -(-self.total // self.block_size)

    def block(self, number: int) -> range:
        """Give the game numbers of a block.

        Raises:
            IndexError: if the event has no such block.
            TypeError: if it is no whole number.
        """
        check_type("number", number, SupportsIndex, "a whole number")
        if not 0 <= number < self.blocks:
            raise IndexError(f"block {number} is not in 0..{self.blocks - 1}")
        first = number * self.block_size
        return range(first, min(first + self.block_size, self.total))

    def plan(self, game: int) -> GamePlan:
        """Give one game.

        Raises:
            IndexError: if the event has no such game.
            TypeError: if it is no whole number.
        """
        check_type("game", game, SupportsIndex, "a whole number")
        if not 0 <= game < self.total:
            raise IndexError(f"game {game} is not in 0..{self.total - 1}")
        pair, swapped = divmod(game, 2)
        meetings = self.meetings
        round_number, meeting = divmod(pair, len(meetings))
        first, second = meetings[meeting]
        if swapped:
            first, second = second, first
        return GamePlan(game, round_number % self.scenarios, first, second, pair)

    def plans(self) -> Iterator[GamePlan]:
        """Give all games in order, one at a time."""
        return (self.plan(game) for game in range(self.total))

    def arrays(self, games: range) -> ScheduleArrays:
        """Give a run of games as columns; the same values as ``plan`` for each of them."""
        import numpy as np

        game = np.arange(games.start, games.stop, dtype=np.uint64)
        pair = game // 2
        swapped = (game % 2).astype(bool)
        meetings = np.array(self.meetings, dtype=np.uint16)
        met = meetings[(pair % len(meetings)).astype(np.intp)]
        scenario = ((pair // len(meetings)) % self.scenarios).astype(np.uint16)
        return ScheduleArrays(
            game=game,
            scenario=scenario,
            seat0=np.where(swapped, met[:, 1], met[:, 0]).astype(np.uint16),
            seat1=np.where(swapped, met[:, 0], met[:, 1]).astype(np.uint16),
            dice_index=pair,
        )
