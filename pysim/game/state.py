"""A state of a game: what is legal, what happens, how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pysim import _core
from pysim.errors import IllegalActionError, check_type, whole_number
from pysim.game.codec import pack
from pysim.game.notation import Roll, agent_named, illegal, is_well_formed, scripted

if TYPE_CHECKING:
    from pysim.game.game import Game

__all__ = ["MOST_WORD", "Roll", "State"]

MOST_WORD = 2**64 - 1
"""The greatest seed or game number."""


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
        """The key of the game's chance; None in a view and in what ``complete`` makes of it."""
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
            IndexError: the place is not from 0 to ``legal_count() - 1``.
        """
        try:
            return self._core.legal_action_at(index)
        except (IndexError, TypeError):
            count = self.legal_count()
            check_type("index", index, int, "a whole number")
            raise IndexError(f"there are {count} legal actions, none at {index}") from None

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
        if is_well_formed(text, self._game) or self._is_legal(action):
            return text
        raise IllegalActionError(f"no action has the number {action!r}")

    def string_to_action(self, text: str) -> int:
        """Read an action from its text.

        Raises:
            TypeError: it is no text.
            IllegalActionError: no legal action has this text; the message names the nearest.
        """
        check_type("the action", text, str, "a text")
        wanted = text.strip()
        for action in self._core.legal_actions():
            if self._core.action_to_string(action) == wanted:
                return action
        raise illegal(self, repr(wanted), wanted)

    def apply_action(self, action: int | str, *, dice: Sequence[Roll] | None = None) -> None:
        """Carry out an action, up to the next decision.

        Args:
            action: one of ``legal_actions()``, or its text.
            dice: forced rolls for tests, in order, each with the roll's name; all must be used.
                Dice are letters, ``("attack", "GBV")``; a drawn thing is its number, see ``Roll``.

        Raises:
            IllegalActionError: the action is not legal here, the scripted dice do not fit, or the
                state is a view, which has no dice. The state stays as it was.
            TypeError: the scripted dice are no list of names with what was rolled.
        """
        number = self.string_to_action(action) if isinstance(action, str) else action
        rolls = None if dice is None else scripted(dice)
        try:
            if rolls is None:
                self._core.apply_action(number)
            else:
                self._core.apply_scripted(number, rolls)
        except (_core.IllegalAction, TypeError, OverflowError) as problem:
            if self._is_legal(number):
                raise IllegalActionError(str(problem)) from problem
            raise illegal(self, self._describe(number), self._describe(number)) from problem

    def agent_action(self, agent: str, *, seed: int = 0) -> int:
        """Ask a built-in agent what it would do here; nothing is carried out.

        It sees what the seat to act may know, so a view gives the same answer. What it draws by lot
        depends on that view and the seed alone.

        Raises:
            IllegalActionError: nobody is to act, or this is the view of the other seat.
            TypeError: the agent is no text, or the seed no whole number.
            ValueError: there is no such agent, or the seed is out of range.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.agent_action("greedy") in state.legal_actions()
        True
        """
        name, key = agent_named(agent), whole_number("seed", seed, 0, MOST_WORD)
        try:
            return self._core.agent_action(name, key)
        except _core.IllegalAction:
            raise IllegalActionError(f"{name} has nothing to decide here") from None

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
            TypeError: the seat is no whole number.
            ValueError: there is no such seat, or this is the view of another one, which does not
                know what this one sees; complete() it first.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.view(0).seed is None
        True
        """
        seat = whole_number("player", player, 0, self._game.num_players - 1)
        if self._viewer not in (None, seat):
            raise ValueError(
                f"player {seat}: a view of player {self._viewer} does not know what player {seat} "
                f"sees: complete() it first"
            )
        core = self._core.view(seat)
        return State(self._game, core, seed=None, game_number=0, viewer=seat)

    def complete(self, seed: int) -> State:
        """Fill what a view does not know at random, in agreement with all that was seen.

        The dice that follow are new ones; a whole state stays as it is but for them.

        Raises:
            TypeError: the seed is no whole number.
            ValueError: the seed is negative or needs more than 64 bits.

        >>> import pysim
        >>> view = pysim.load("westeros/kingsroad").new_initial_state(seed=7).view(0)
        >>> view.complete(seed=1).view(0) == view
        True
        """
        key = whole_number("seed", seed, 0, MOST_WORD)
        return State(self._game, self._core.complete(key), seed=None, game_number=0)

    def chance_outcomes(
        self, action: int | str, *, limit: int = 100_000
    ) -> list[tuple[State, Fraction]]:
        """List every state an action can lead to at the next decision, with its exact probability.

        Raises:
            IllegalActionError: the action is not legal here, or this is a view, which hides what
                happens next.
            TypeError: the limit is no whole number.
            ValueError: there are more than ``limit`` outcomes.

        >>> import pysim
        >>> state = pysim.load("westeros/test").new_initial_state(seed=7)
        >>> sum(chance for _, chance in state.chance_outcomes(state.legal_actions()[0]))
        Fraction(1, 1)
        """
        number = self.string_to_action(action) if isinstance(action, str) else action
        if not self._is_legal(number):
            raise illegal(self, self._describe(number), self._describe(number))
        most = whole_number("limit", limit, 1, MOST_WORD)
        try:
            found = self._core.chance_outcomes(number, most)
        except _core.IllegalAction as problem:
            raise IllegalActionError(f"{self._describe(number)}: {problem}") from None
        except ValueError as problem:
            raise ValueError(f"{self._describe(number)}: {problem} of {most:,}") from problem
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
        from pysim.game.game import Game

        check_type("game", game, Game, "a pysim.Game")
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
        return hasattr(action, "__index__") and action in self._core.legal_actions()

    def _describe(self, action: object) -> str:
        """Write an action that need not be legal; its bare number if it has no text."""
        try:
            return self.action_to_string(action)  # type: ignore[arg-type]
        except IllegalActionError:
            return repr(action)


def _restore(game: Game, data: bytes) -> State:
    """Make an unpickled state."""
    return game.state_from_bytes(data)
