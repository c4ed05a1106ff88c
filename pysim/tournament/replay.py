"""One game of a run by its number: played again from its key, and compared with its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysim.errors import check_type
from pysim.tournament.header import COLUMNS
from pysim.tournament.records import Names
from pysim.tournament.runner import GamePlayer, load_stored
from pysim.tournament.storage import RunError, RunFolder

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from pysim.game import Game, State
    from pysim.tournament.engine import Engine
    from pysim.tournament.header import RunHeader

__all__ = ["Decision", "ReplayedGame", "play_decisions", "replay_game"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game: which seat made it, what it chose, and what came of it.

    Args:
        seat: name of the seat.
        action: number of the action.
        text: its text.
        dice: the rolls up to the next decision, each with its name and its faces, number of hits
            or value.
        losses: the units that lost figures, in words.
    """

    seat: str
    action: int
    text: str
    dice: tuple[tuple[str, str], ...] = ()
    losses: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Give the decision as plain values."""
        return {
            "seat": self.seat,
            "action": self.action,
            "text": self.text,
            "dice": [{"roll": name, "faces": faces} for name, faces in self.dice],
            "losses": list(self.losses),
        }

    def __str__(self) -> str:
        """Write the action, and in brackets dice and losses."""
        told = [*(f"{name} {faces}" for name, faces in self.dice), *self.losses]
        return f"{self.text}  [{'; '.join(told)}]" if told else self.text


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game of a run, played again; ``stored`` is None if its block is not played yet."""

    folder: Path
    header: RunHeader
    block: Path
    played: dict[str, int]
    stored: dict[str, int] | None
    decisions: tuple[Decision, ...]
    state: State

    @property
    def names(self) -> Names:
        """What the numbers of the records stand for."""
        return Names.of(self.header)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, seat 0 first."""
        return self.header.seats[self.played["scenario"]]

    @property
    def different(self) -> tuple[str, ...]:
        """The columns in which the stored record is not what was played."""
        if self.stored is None:
            return ()
        return tuple(name for name in COLUMNS if self.stored[name] != self.played[name])

    @property
    def same(self) -> bool | None:
        """Whether the stored record is confirmed; None if there is none."""
        return None if self.stored is None else not self.different

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain values, with names for numbers."""
        names = self.names
        return {
            "folder": str(self.folder),
            "block": str(self.block),
            "total_games": self.header.event.schedule.total,
            "seed": self.header.event.seed,
            "seats": list(self.seats),
            "game": names.record(self.played),
            "stored": None if self.stored is None else names.record(self.stored),
            "same": self.same,
            "different": list(self.different),
            "log": [decision.to_dict() for decision in self.decisions],
            "position": self.state.to_dict(),
        }


def replay_game(out: str | PathLike[str], number: int, *, engine: Engine) -> ReplayedGame:
    """Play one game of a run again, from its number alone.

    Args:
        out: the run folder; it need not be complete.
        number: the number of the game.
        engine: the native core.

    Raises:
        RunError: if there is no run, no such game, or the run belongs to another engine or to
            other scenario data.
        TypeError: if an argument is of a wrong type.
    """
    from pysim.game import Game

    check_type("number", number, int, "a whole number")
    folder = RunFolder(out)
    header = folder.header()
    event, schedule = header.event, header.event.schedule
    if not 0 <= number < schedule.total:
        raise RunError(
            f"{folder.path}: there is no game {number}; its games are 0 to {schedule.total - 1}"
        )
    loaded = load_stored(folder, header, engine)
    plan = schedule.plan(number)
    columns = GamePlayer(loaded, engine, threads=1).play(range(number, number + 1))
    played = {name: int(columns[name][0]) for name in COLUMNS}
    decisions, state = play_decisions(
        Game(loaded.compiled[plan.scenario]),
        (event.agents[plan.seat0], event.agents[plan.seat1]),
        dice_index=plan.dice_index,
        game_number=number,
        seed=event.seed,
        engine=engine,
    )
    if len(decisions) != played["decisions"] or not _is_position(state, played["state_hash"]):
        raise RunError(
            f"{folder.path}: game {number}: the engine does not repeat its own decisions"
        )
    return ReplayedGame(
        folder=folder.path,
        header=header,
        block=folder.block_path(number // schedule.block_size),
        played=played,
        stored=_stored(folder, header, number),
        decisions=decisions,
        state=state,
    )


def play_decisions(
    game: Game,
    agents: Sequence[str],
    *,
    dice_index: int,
    game_number: int,
    seed: int,
    engine: Engine,
) -> tuple[tuple[Decision, ...], State]:
    """List the decisions of a game between built-in agents, and give its final position.

    Args:
        game: the scenario.
        agents: the agent of each seat, seat 0 first.
        dice_index: which dice of the seed the game has.
        game_number: which random numbers of the seed the agents have.
        seed: the key of all chance.
        engine: the native core.
    """
    actions = engine.game_actions(game.core, agents, dice_index, game_number, seed)
    state = game.new_initial_state(seed, game_number=dice_index)
    seats = game.seat_names
    decisions = []
    figures = _figures(state)
    for action in actions:
        seat, text = seats[state.current_player()], state.action_to_string(action)
        dice = tuple(state.core.apply_recorded(action))
        before, figures = figures, _figures(state)
        losses = tuple(
            f"{unit} {before[unit]} -> {left} figures" if left else f"{unit} eliminated"
            for unit, left in figures.items()
            if left < before[unit]
        )
        decisions.append(Decision(seat, action, text, dice, losses))
    return tuple(decisions), state


def _figures(state: State) -> dict[str, int]:
    """Give the figures of each unit; a game without units has none to tell."""
    units = state.to_dict().get("units", [])
    return {unit["number"]: unit["figures"] for unit in units}


def _stored(folder: RunFolder, header: RunHeader, number: int) -> dict[str, int] | None:
    """Read the record of a game; None if its block is not there.

    Raises:
        RunError: if the block is corrupt.
    """
    block, place = divmod(number, header.event.schedule.block_size)
    state = folder.block_state(block, header)
    if state.corrupt:
        raise RunError(f"{state.path} {state.problem}, so game {number} cannot be compared")
    if not state.finished:
        return None
    columns = folder.read_block(block, header)
    return {name: int(columns[name][place]) for name in COLUMNS}


def _is_position(state: State, state_hash: int) -> bool:
    """Tell whether a position has a record's hash; Python's own hash is its upper 62 bits."""
    return hash(state) == state_hash >> 2
