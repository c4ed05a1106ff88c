"""Exact chances by full enumeration (W2.1, W7.16, W7.18, W9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import factorial

from tests.reference.westeros.attack import count_hits, count_morale

__all__ = [
    "FACES",
    "Roll",
    "chance",
    "flank_best",
    "hits_and_morale",
    "hits_distribution",
    "mean",
    "rolls",
    "war_dogs_hits",
]

FACES = {
    "G": Fraction(3, 8),
    "B": Fraction(2, 8),
    "R": Fraction(1, 8),
    "M": Fraction(1, 8),
    "V": Fraction(1, 8),
}
"""The die of W2.1."""

Roll = dict[str, int]
"""How often each face shows."""


def rolls(n: int) -> Iterator[tuple[Roll, Fraction]]:
    """Give every multiset of n faces with its chance (W2.1, W2.2)."""
    yield from _rolls(n, list(FACES), {}, Fraction(factorial(n)))


def _rolls(
    n: int, faces: list[str], shown: Roll, weight: Fraction
) -> Iterator[tuple[Roll, Fraction]]:
    """Give the multisets that share the counts already shown."""
    face, *rest = faces
    if not rest:
        yield {**shown, face: n}, weight * FACES[face] ** n / factorial(n)
        return
    for k in range(n + 1):
        yield from _rolls(n - k, rest, {**shown, face: k}, weight * FACES[face] ** k / factorial(k))


def chance(n: int, holds: Callable[[Roll], bool]) -> Fraction:
    """Give the chance that a roll of n dice has a property."""
    return sum((weight for roll, weight in rolls(n) if holds(roll)), Fraction(0))


def hits_distribution(n: int, hitting: set[str]) -> dict[int, Fraction]:
    """Give the chance of each number of hits (W7.18)."""
    found = dict.fromkeys(range(n + 1), Fraction(0))
    for roll, weight in rolls(n):
        found[count_hits(roll, hitting)] += weight
    return found


def hits_and_morale(
    n: int, hitting: set[str], *, wedge: bool = False
) -> dict[tuple[int, int], Fraction]:
    """Give the chance of each pair of hits and morale results (W7.18, W9.42)."""
    found: dict[tuple[int, int], Fraction] = {}
    for roll, weight in rolls(n):
        key = (count_hits(roll, hitting), count_morale(roll, wedge=wedge))
        found[key] = found.get(key, Fraction(0)) + weight
    return found


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """Give the mean of a distribution."""
    return sum((value * weight for value, weight in distribution.items()), Fraction(0))


def flank_best(n: int, hitting: set[str], worth: Callable[[int], Fraction]) -> Fraction:
    """Give the mean worth of the hits when the best face is rolled again, or none (W7.16)."""
    total = Fraction(0)
    for roll, weight in rolls(n):
        choices = [worth(count_hits(roll, hitting))]
        for face, number in roll.items():
            if number:
                kept = count_hits({**roll, face: 0}, hitting)
                again = hits_distribution(number, hitting)
                choices.append(
                    sum((p * worth(kept + new) for new, p in again.items()), Fraction(0))
                )
        total += weight * max(choices)
    return total


def war_dogs_hits(dice_by_rank: Mapping[str, int], hitting: set[str]) -> dict[int, Fraction]:
    """Give the chance of each number of hits of war dogs before Toughness (W9.4).

    The V result counts as one hit, the M result as none.
    """
    found: dict[int, Fraction] = {0: FACES["M"], 1: FACES["V"]}
    for face, rank in (("G", "green"), ("B", "blue"), ("R", "red")):
        for hits, weight in hits_distribution(dice_by_rank[rank], hitting).items():
            found[hits] = found.get(hits, Fraction(0)) + FACES[face] * weight
    return found
