"""The terminal board of any game: plain text, or runs of text with Rich styles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pysim.viewer.board import game_of
from pysim.viewer.words import Piece

__all__ = ["pieces", "text"]


def text(
    description: Mapping[str, Any],
    plan: Mapping[str, Any] | None = None,
    *,
    viewer: int | None = None,
) -> str:
    """Draw a state as plain text; with ``viewer`` it says whose view it is.

    >>> from pysim.scenario import load_compiled
    >>> from pysim.viewer import describe_plan, text
    >>> plan = load_compiled("westeros/kingsroad")
    >>> print(text(describe_plan(plan), plan).splitlines()[0])
    Clash on the Kingsroad (westeros/kingsroad)
    """
    lines = "".join(run for run, _ in pieces(description, plan, viewer=viewer)).split("\n")
    return "\n".join(line.rstrip() for line in lines)


def pieces(
    description: Mapping[str, Any],
    plan: Mapping[str, Any] | None = None,
    *,
    viewer: int | None = None,
) -> list[Piece]:
    """Draw a state as runs of text with Rich styles, for a terminal that has colours.

    A hex board can be drawn without its plan, a map of areas cannot.
    """
    if plan is not None and game_of(plan) == "warriors":
        from pysim.viewer.warriors.terminal import pieces as draw

        return draw(description, plan, viewer=viewer)
    from pysim.viewer.westeros.terminal import pieces as draw_hexes

    return draw_hexes(description, plan, viewer=viewer)
