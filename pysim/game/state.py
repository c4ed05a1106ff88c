"""A state of a game: what is legal, what happens, how it looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pysim import _core
from pysim.errors import IllegalActionError
from pysim.game.codec import pack

if TYPE_CHECKING:
    from pysim.game.game import Game

__all__ = ["Roll", "State"]

Roll = tuple[str, Any]
"""A scripted roll: the name of the roll, and its faces (``"GBV"``) or values."""

_SHOWN = 4
_HEX = re.compile(r"\((\d+),(\d+)\)")
_HIDDEN = re.compile(r"H(\d+)")
_MOST_HIDDEN = 16


class State:
    """One position of a game: a value that can be copied, compared, hashed, saved and stepped.

    >>> import pysim
    >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> sum(state.returns())
    0.0
    """

    __slots__ = ("_core", "_game", "_game_number", "_seed", "_viewer")

    def __init__(
        self,
        game: Game,
        core: _core.State,
        *,
        seed: int | None,
        game_number: int,
        viewer: int | None = None,
    ) -> None:
        self._game = game
        self._core = core
        self._seed = seed
        self._game_number = game_number
        self._viewer = viewer

    @property
    def game(self) -> Game:
        """The game this state belongs to."""
        return self._game

    @property
    def seed(self) -> int | None:
        """The key of the game's chance; None in a view, which does not know it."""
        return self._seed

    @property
    def game_number(self) -> int:
        """Which game of an event this is."""
        return self._game_number

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None if the state is no view.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.viewer, state.view(1).viewer
        (None, 1)
        """
        return self._viewer

    @property
    def core(self) -> _core.State:
        """The native state, for batch drivers."""
        return self._core

    def current_player(self) -> int:
        """Tell who decides next: a seat, or -1 when the game is over."""
        return self._core.current_player()

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._core.is_terminal()

    def returns(self) -> list[float]:
        """Give each seat's result: +1 won, -1 lost, 0 drawn or still open."""
        return list(self._core.returns())

    def winner(self) -> int:
        """Tell which seat has won, or -1 when none has."""
        return self._core.winner()

    def way(self) -> str:
        """Name how the game ended; ``none`` while it goes on."""
        return self._core.way()

    def decision(self) -> str:
        """Name the decision to make, as the rules text does; ``game_over`` at the end."""
        return self._core.decision()

    def legal_actions(self) -> list[int]:
        """List the legal actions in increasing order.

        Empty when the game is over, and in the view of a seat that is not to choose.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.legal_actions() == sorted(state.legal_actions())
        True
        """
        return self._core.legal_actions()

    def legal_count(self) -> int:
        """Count the legal actions without making a list."""
        return self._core.legal_count()

    def legal_action_at(self, index: int) -> int:
        """Give one legal action by its place in ``legal_actions()``, without making the list.

        Raises:
            IndexError: the place is not below ``legal_count()``.
        """
        return self._core.legal_action_at(index)

    def action_to_string(self, action: int) -> str:
        """Write an action as text that players can read; ``string_to_action`` reads it back.

        Raises:
            IllegalActionError: no action of this game has the number.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> action = state.legal_actions()[0]
        >>> state.string_to_action(state.action_to_string(action)) == action
        True
        """
        try:
            text = self._core.action_to_string(action)
        except (ValueError, TypeError, OverflowError, IndexError):
            text = ""
        if self._is_well_formed(text) or self._is_legal(action):
            return text
        raise IllegalActionError(f"no action has the number {action!r}")

    def string_to_action(self, text: str) -> int:
        """Read an action from its text.

        Raises:
            IllegalActionError: no legal action has this text; the message names the nearest.
        """
        wanted = text.strip()
        for action in self._core.legal_actions():
            if self._core.action_to_string(action) == wanted:
                return action
        raise self._illegal(repr(wanted), wanted)

    def apply_action(self, action: int | str, *, dice: Sequence[Roll] | None = None) -> None:
        """Carry out an action, up to the next decision.

        Args:
            action: one of ``legal_actions()``, or its text.
            dice: forced rolls for tests, in order, each with the roll's name; all must be used.

        Raises:
            IllegalActionError: the action is not legal here, the scripted dice do not fit, or the
                state is a view, which has no dice. The state stays as it was.
        """
        number = self.string_to_action(action) if isinstance(action, str) else action
        try:
            if dice is None:
                self._core.apply_action(number)
            else:
                self._core.apply_scripted(number, list(dice))
        except (_core.IllegalAction, TypeError, OverflowError) as problem:
            if self._is_legal(number):
                raise IllegalActionError(str(problem)) from problem
            raise self._illegal(self._describe(number), self._describe(number)) from problem

    def clone(self) -> State:
        """Copy the state; what happens to one does not touch the other.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> other = state.clone()
        >>> other.apply_action(other.legal_actions()[0])
        >>> other == state
        False
        """
        return self._wrap(self._core.clone())

    def view(self, player: int) -> State:
        """Give the state as a seat may know it: hidden things and the dice key are masked.

        Raises:
            ValueError: there is no such seat.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.view(0).seed is None
        True
        """
        if not 0 <= player < self._game.num_players:
            raise ValueError(f"player must be from 0 to {self._game.num_players - 1}, not {player}")
        core = self._core.view(player)
        return State(self._game, core, seed=None, game_number=0, viewer=player)

    def complete(self, seed: int) -> State:
        """Fill what a view does not know at random, in agreement with all that was seen.

        >>> import pysim
        >>> view = pysim.load("westeros/kingsroad").new_initial_state(seed=7).view(0)
        >>> view.complete(seed=1).view(0) == view
        True
        """
        return State(self._game, self._core.complete(seed), seed=None, game_number=0)

    def chance_outcomes(
        self, action: int | str, *, limit: int = 100_000
    ) -> list[tuple[State, Fraction]]:
        """List every state an action can lead to at the next decision, with its exact probability.

        Raises:
            IllegalActionError: the action is not legal here.
            ValueError: there are more than ``limit`` outcomes.

        >>> import pysim
        >>> state = pysim.load("westeros/test").new_initial_state(seed=7)
        >>> sum(chance for _, chance in state.chance_outcomes(state.legal_actions()[0]))
        Fraction(1, 1)
        """
        number = self.string_to_action(action) if isinstance(action, str) else action
        if not self._is_legal(number):
            raise self._illegal(self._describe(number), self._describe(number))
        try:
            found = self._core.chance_outcomes(number, limit)
        except ValueError as problem:
            raise ValueError(f"{self._describe(number)}: {problem} of {limit:,}") from problem
        return [(self._wrap(core), Fraction(part, whole)) for core, part, whole in found]

    def to_dict(self) -> dict[str, Any]:
        """Describe the state as plain dicts and lists, ready for JSON."""
        return self._core.to_dict()

    def to_bytes(self) -> bytes:
        """Save the state; ``Game.state_from_bytes`` and ``State.from_bytes`` read it back.

        The bytes are for the same version of pysim only, and for the same scenario and options.
        """
        return pack(
            self._core.to_bytes(),
            digest=self._game.digest,
            seed=self._seed,
            game_number=self._game_number,
            viewer=self._viewer,
        )

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> State:
        """Read back what ``to_bytes`` wrote.

        Raises:
            VersionError: the bytes do not belong to this version, scenario and options.
        """
        return game.state_from_bytes(data)

    def svg(self) -> str:
        """Draw the state as SVG text.

        >>> import pysim
        >>> pysim.load("westeros/kingsroad").new_initial_state(seed=7).svg()[:5]
        '<svg '
        """
        from pysim.viewer import svg

        return svg(self.to_dict(), self._game.plan, viewer=self._viewer)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        from pysim.viewer import text

        return text(self.to_dict(), self._game.plan, viewer=self._viewer)

    def __repr__(self) -> str:
        name = self._game.id
        if self._viewer is not None:
            name += f": view of {self._game.seat_names[self._viewer]}"
        if self.is_terminal():
            return f"<pysim.State {name}: over, winner {self.winner()}, {self.way()}>"
        return (
            f"<pysim.State {name}: seat {self.current_player()} to {self.decision()}, "
            f"{self.legal_count()} legal actions>"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._core == other._core and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._core)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._game, self.to_bytes())

    def _wrap(self, core: _core.State) -> State:
        """Make a sibling state with the same game and dice key."""
        return State(
            self._game,
            core,
            seed=self._seed,
            game_number=self._game_number,
            viewer=self._viewer,
        )

    def _is_legal(self, action: object) -> bool:
        """Tell whether a number is a legal action here."""
        return isinstance(action, int) and action in self._core.legal_actions()

    def _describe(self, action: object) -> str:
        """Write an action that need not be legal; its bare number if it has no text."""
        try:
            return self.action_to_string(action)  # type: ignore[arg-type]
        except IllegalActionError:
            return repr(action)

    def _is_well_formed(self, text: str) -> bool:
        """Tell whether an action's text names a kind and things that this game has."""
        first, *others = text.split(" ")
        if first in ("", "unknown"):
            return False
        for word in others:
            place = _HEX.fullmatch(word)
            if place and (int(place[1]), int(place[2])) not in self._game.places:
                return False
            hidden = _HIDDEN.fullmatch(word)
            if not word or "?" in word or (hidden and not self._has_token(word, int(hidden[1]))):
                return False
        return True

    def _has_token(self, word: str, number: int) -> bool:
        """Tell whether ``H1``, ``H2``, ... is a unit, or may be a hidden token of this plan."""
        plan = self._game.plan
        if any(row["number"] == word for row in plan["units"]):
            return True
        return bool(plan["special"]) and 1 <= number <= _MOST_HIDDEN

    def _illegal(self, shown: str, text: str) -> IllegalActionError:
        """Make the error that says what was to decide and which legal action is nearest."""
        if self.is_terminal():
            return IllegalActionError(f"{shown} is not legal: the game is over")
        houses, chooser = self._game.seat_names, self.current_player()
        if self._viewer is not None and chooser not in (-1, self._viewer):
            return IllegalActionError(
                f"{shown} is not legal in the view of {houses[self._viewer]}: it is "
                f"{houses[chooser]}'s choice, to {self.decision()}"
            )
        legal = [self._core.action_to_string(action) for action in self._core.legal_actions()]
        near = get_close_matches(text, legal, n=1, cutoff=0.3)
        some = ", ".join(legal[:_SHOWN]) + (", ..." if len(legal) > _SHOWN else "")
        hint = f"did you mean {near[0]!r}?" if near else f"legal: {some}"
        return IllegalActionError(
            f"{shown} is not legal: seat {chooser} has to {self.decision()}, "
            f"{len(legal)} legal actions; {hint}"
        )


def _restore(game: Game, data: bytes) -> State:
    """Make an unpickled state."""
    return game.state_from_bytes(data)
