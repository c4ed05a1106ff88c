"""Which game's pictures a plan asks for: the SVG board, the plan's description, its aims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pysim.errors import UnknownGameError

__all__ = ["aims", "describe_plan", "game_of", "svg"]

_GAMES = ("westeros", "warriors")


def svg(
    description: Mapping[str, Any], plan: Mapping[str, Any], *, viewer: int | None = None
) -> str:
    """Draw a state as SVG text.

    ``description`` is what ``State.to_dict()`` gives (or ``describe_plan(plan)``), ``plan`` the
    compiled scenario. With ``viewer`` the picture says whose view it is. The text needs no other
    file, and is well-formed XML.

    >>> from pysim.scenario import load_compiled
    >>> from pysim.viewer import describe_plan, svg
    >>> plan = load_compiled("westeros/kingsroad")
    >>> svg(describe_plan(plan), plan).startswith("<svg ")
    True
    """
    if game_of(plan) == "warriors":
        from pysim.viewer.warriors.svg import svg as draw
    else:
        from pysim.viewer.westeros.svg import svg as draw
    return draw(description, plan, viewer=viewer)


def describe_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a compiled plan as the engine describes a state: the table before the first roll."""
    if game_of(plan) == "warriors":
        from pysim.viewer.warriors.plan import describe_plan as describe
    else:
        from pysim.viewer.westeros.plan import describe_plan as describe
    return describe(plan)


def aims(plan: Mapping[str, Any]) -> list[str]:
    """Tell in words what gives points and what wins.

    >>> from pysim.scenario import load_compiled
    >>> print(aims(load_compiled("westeros/kingsroad"))[0])
    Each House: 1 point for each enemy unit eliminated, at once
    """
    if game_of(plan) == "warriors":
        from pysim.viewer.warriors.tables import aims as tell
    else:
        from pysim.viewer.westeros.aims import aims as tell
    return tell(plan)


def game_of(plan: Mapping[str, Any]) -> str:
    """Name the game of a plan; one without a name is of the first game.

    Raises:
        UnknownGameError: there are no pictures for this game.
    """
    game = str(plan.get("game", _GAMES[0]))
    if game not in _GAMES:
        raise UnknownGameError(f"no pictures for a game called {game!r} ({', '.join(_GAMES)})")
    return game
