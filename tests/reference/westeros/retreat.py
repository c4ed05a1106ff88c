"""Lengths of retreats and losses by numbers, apart from any game (W8.1-W8.3, W8.10, W8.13)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Losses", "retreat_length", "take_losses"]


def retreat_length(morale: int, *, ignored: int = 0, fearsome: bool = False) -> int:
    """Give the hexes owed: one a result that stands, two if the roller is Fearsome.

    Rules: W8.10, W9.12, W9.22.
    """
    return max(0, morale - ignored) * (2 if fearsome else 1)


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
