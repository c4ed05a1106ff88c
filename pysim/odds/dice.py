"""Exact weights of rolls of the eight-sided battle die.

Rules: W2.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

__all__ = ["FACES", "SIDES", "WEIGHTS", "Roll", "rolls"]

FACES = "GBRMV"
WEIGHTS = (3, 2, 1, 1, 1)
SIDES = sum(WEIGHTS)

Roll = tuple[int, int, int, int, int]
"""How many dice show each face, in the order of ``FACES``."""


@lru_cache(maxsize=64)
def rolls(dice: int) -> tuple[tuple[Roll, int], ...]:
    """List every result of a roll by face counts, with its weight out of ``8 ** dice``.

    Rules: W2.1.

    >>> sum(weight for _, weight in rolls(3)) == 8**3
    True
    """
    return tuple(
        ((counts[0], counts[1], counts[2], counts[3], counts[4]), weight)
        for counts, weight in _split(dice, 0)
    )


def _split(dice: int, face: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Deal dice to this face and the ones after it."""
    if face == len(FACES) - 1:
        yield (dice,), WEIGHTS[face] ** dice
        return
    for here in range(dice + 1):
        ways = comb(dice, here) * WEIGHTS[face] ** here
        for rest, weight in _split(dice - here, face + 1):
            yield (here, *rest), ways * weight
