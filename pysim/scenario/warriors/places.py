"""Where the leaders are in a position, those included that its file does not name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysim.scenario.warriors.models import Leader, Position

__all__ = ["PLACES", "places_of"]

PLACES = ("prison", "rout", "pool", "future", "dead")
"""Where a leader can be who is not on the map (G5.2c)."""

_PLACEMENT = 9
"""The phase in which the leaders of a turn arrive (G2.3)."""


def places_of(position: Position, leaders: Mapping[str, Leader]) -> dict[str, str]:
    """Return area or place of each leader; who is not named is still to come, or dead.

    Rules: G2.3.
    """
    found = {}
    for name, row in leaders.items():
        later = row.entry > position.turn
        later |= row.entry == position.turn and position.phase <= _PLACEMENT
        place = position.leaders.get(name)
        found[name] = place.where if place else "future" if later else "dead"
    return found
