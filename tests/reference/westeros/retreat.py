"""Retreats and losses (W8.1-W8.3, W8.10-W8.18, W3.35)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.westeros.hexes import Hex, homeward
from tests.reference.westeros.movement import may_enter
from tests.reference.westeros.position import Position, Unit

__all__ = ["Losses", "Path", "retreat_hexes", "retreat_length", "retreat_paths", "take_losses"]

Path = tuple[tuple[Hex, ...], int]
"""The hexes entered in order, and the figure losses for the hexes still owed."""


def retreat_length(morale: int, *, ignored: int = 0, fearsome: bool = False) -> int:
    """Give the hexes owed: one a result that stands, two if the roller is Fearsome.

    Rules: W8.10, W9.12, W9.22.
    """
    return max(0, morale - ignored) * (2 if fearsome else 1)


def retreat_hexes(position: Position, unit: Unit, at: Hex) -> set[Hex]:
    """Give the legal hexes of one retreat step from a hex (W8.11, W8.12, W3.16)."""
    return {
        near for near in homeward(at, position.edges[unit.seat]) if may_enter(position, unit, near)
    }


def retreat_paths(position: Position, unit: Unit, owed: int) -> set[Path]:
    """Give all retreats of a unit: steps until none is legal, then one loss a hex still owed.

    A unit in a tower does not move (W3.35).

    Rules: W8.10, W8.11, W8.12, W8.13.
    """
    if unit.in_tower:
        return {((), owed)}
    open_paths: set[tuple[Hex, ...]] = {()}
    done: set[Path] = set()
    for step in range(owed):
        longer: set[tuple[Hex, ...]] = set()
        for path in open_paths:
            at = path[-1] if path else unit.at
            after = retreat_hexes(position, unit, at)
            if not after:
                done.add((path, owed - step))
            longer |= {(*path, near) for near in after}
        open_paths = longer
    return done | {(path, 0) for path in open_paths}


@dataclass(frozen=True, slots=True)
class Losses:
    """A unit after losses: plain figures left, and whether the unit is gone."""

    plain: int
    eliminated: bool
    captured: bool


def take_losses(plain: int, capture_rating: int | None, hits: int, failed: int = 0) -> Losses:
    """Take off figures for hits and failed retreat of one attack.

    Args:
        plain: plain figures of the unit.
        capture_rating: rating of the commander who leads it; None without one.
        hits: hits left after Toughness and Cover.
        failed: figure losses from failed retreat of the same attack.

    Rules: W8.1, W8.2, W8.3, W8.13, W8.18.
    """
    total = hits + failed
    left = max(0, plain - total)
    over = total - (plain - left)
    if capture_rating is None:
        return Losses(left, eliminated=left == 0, captured=False)
    captured = left == 0 and over >= capture_rating
    return Losses(left, eliminated=captured, captured=captured)
