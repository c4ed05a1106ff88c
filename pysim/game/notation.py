"""Words at the border of a state: which texts name an action, which lists are scripted dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pysim import _core
from pysim.errors import IllegalActionError, check_type, suggest

if TYPE_CHECKING:
    from pysim.game.game import Game
    from pysim.game.state import State

__all__ = ["Roll", "agent_named", "illegal", "is_well_formed", "scripted"]

Roll = tuple[str, str | int]
"""A scripted roll: its name, and its faces or a number.

Dice have one letter each, in any order: G, B, R for a shield, M for morale, V for valor. A drawn
thing is a number: its place in what is drawn from, from 0. Dice may be a number as well: how many
show each face, six bits a face, G in the lowest; that is what a record holds.
"""

_HEX = re.compile(r"\((\d+),(\d+)\)")
_HIDDEN = re.compile(r"H(\d+)")
_MOST_HIDDEN = 16
_SHOWN = 4
_MOST_ROLLED = 2**32 - 1
_DICE = 'a list such as [("attack", "GBV")]'
_ONE_OF_THE_DICE = 'the name of a roll with its faces or value, such as ("attack", "GBV")'


def is_well_formed(text: str, game: Game) -> bool:
    """Tell whether an action's text names a kind and things that a game has."""
    first, *others = text.split(" ")
    if first in ("", "unknown"):
        return False
    for word in others:
        place = _HEX.fullmatch(word)
        if place and (int(place[1]), int(place[2])) not in game.places:
            return False
        hidden = _HIDDEN.fullmatch(word)
        if not word or "?" in word or (hidden and not _has_token(game, word, int(hidden[1]))):
            return False
    return True


def _has_token(game: Game, word: str, number: int) -> bool:
    """Tell whether ``H1``, ``H2``, ... is a unit, or may be a hidden token of a plan."""
    if any(row["number"] == word for row in game.plan["units"]):
        return True
    return bool(game.plan["special"]) and 1 <= number <= _MOST_HIDDEN


def scripted(dice: Sequence[Roll]) -> list[tuple[str, str]]:
    """Check scripted dice and write them as the engine takes them.

    Raises:
        TypeError: they are no list of names with what was rolled.
        IllegalActionError: a number that no roll can show.

    >>> scripted([("attack", "GBV"), ("draw", 3)])
    [('attack', 'GBV'), ('draw', '3')]
    """
    check_type("dice", dice, (list, tuple), _DICE)
    return [_scripted_roll(roll) for roll in dice]


def illegal(state: State, shown: str, text: str) -> IllegalActionError:
    """Make the error that says what was to decide and which legal action is nearest to a text."""
    if state.is_terminal():
        return IllegalActionError(f"{shown} is not legal: the game is over")
    seats, chooser, viewer = state.game.seat_names, state.current_player(), state.viewer
    if viewer is not None and chooser not in (-1, viewer):
        return IllegalActionError(
            f"{shown} is not legal in the view of {seats[viewer]}: it is {seats[chooser]}'s "
            f"choice, to {state.decision()}"
        )
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    near = get_close_matches(text, legal, n=1, cutoff=0.3)
    some = ", ".join(legal[:_SHOWN]) + (", ..." if len(legal) > _SHOWN else "")
    hint = f"did you mean {near[0]!r}?" if near else f"legal: {some}"
    return IllegalActionError(
        f"{shown} is not legal: seat {chooser} has to {state.decision()}, "
        f"{len(legal)} legal actions; {hint}"
    )


def agent_named(name: object) -> str:
    """Check the name of a built-in agent.

    Raises:
        TypeError: it is no text.
        ValueError: there is no such agent; the message names the nearest.
    """
    check_type("agent", name, str, "the name of an agent")
    names = _core.agents()
    if name not in names:
        near = suggest(str(name), names)
        raise ValueError(f"no agent is called {name!r}{near} (there are: {', '.join(names)})")
    return str(name)


def _scripted_roll(roll: object) -> tuple[str, str]:
    """Check one scripted roll."""
    check_type("one of the dice", roll, (list, tuple), _ONE_OF_THE_DICE)
    match roll:
        case [str(name), str() | int() as answer] if not isinstance(answer, bool):
            if isinstance(answer, int) and not 0 <= answer <= _MOST_ROLLED:
                raise IllegalActionError(f"roll {name!a}: a number is from 0 to {_MOST_ROLLED}")
            return _encodable(name), _encodable(str(answer))
    raise TypeError(f"one of the dice must be {_ONE_OF_THE_DICE}, not {roll!r}")


def _encodable(text: str) -> str:
    """Write what is no Unicode text so that the engine can say that it knows no such word."""
    return text.encode(errors="backslashreplace").decode()
