"""A position on the command line: a scenario, a seed, and moves by number or text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pysim.game import State

__all__ = ["MovesFlag", "play_moves", "read_action"]

MovesFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--moves",
        "-m",
        metavar="A;B;...",
        help="Moves to play first, as text or number, separated by ';'. May be repeated.",
    ),
]


def play_moves(state: State, moves: list[str] | None) -> None:
    """Play the moves of the command line on a state.

    Raises:
        IllegalActionError: a move is not legal; the message says which legal one is nearest.
    """
    for flag in moves or []:
        for word in flag.split(";"):
            if word.strip():
                state.apply_action(read_action(word))


def read_action(word: str) -> int | str:
    """Take a whole number as an action's number, anything else as its text."""
    text = word.strip()
    return int(text) if text.isdigit() else text
