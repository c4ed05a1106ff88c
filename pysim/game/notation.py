"""Words at the border of a state: which texts name an action, which lists are scripted dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pysim.errors import IllegalActionError, check_type

if TYPE_CHECKING:
    from pysim.game.game import Game

__all__ = ["Roll", "is_well_formed", "scripted"]

Roll = tuple[str, str | int]
"""A scripted roll: the name of the roll, and its faces (``"GBV"``) or its value."""

_HEX = re.compile(r"\((\d+),(\d+)\)")
_HIDDEN = re.compile(r"H(\d+)")
_MOST_HIDDEN = 16
_MOST_ROLLED = 2**32 - 1
"""Packed dice are 32 bits: six bits for the number of each of the five faces, the lowest first."""
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
        IllegalActionError: a number or text that no roll can show.

    >>> scripted([("attack", "GBV"), ("draw", 3)])
    [('attack', 'GBV'), ('draw', '3')]
    """
    check_type("dice", dice, (list, tuple), _DICE)
    return [_scripted_roll(roll) for roll in dice]


def _scripted_roll(roll: object) -> tuple[str, str]:
    """Check one scripted roll."""
    check_type("one of the dice", roll, (list, tuple), _ONE_OF_THE_DICE)
    match roll:
        case [str(name), str() | int() as answer]:
            text = str(answer)
            if text.removeprefix("-").isdigit() and not 0 <= int(text) <= _MOST_ROLLED:
                most = f"a number from 0 to {_MOST_ROLLED}"
                raise IllegalActionError(f"roll {name!r}: {most}, not {text}")
            for word in (name, text):
                if not word.isascii():
                    wanted = "names and faces are ASCII"
                    raise IllegalActionError(f"roll {name!a}: {wanted}, not {word!a}")
            return name, text
    raise TypeError(f"one of the dice must be {_ONE_OF_THE_DICE}, not {roll!r}")
