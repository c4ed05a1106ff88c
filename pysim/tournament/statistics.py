"""Strength and balance from counts of game pairs.

The pair - two games with the same scenario and the same dice streams, seats swapped - is the
unit of every error bar here, because the two games of a pair are not independent of each other.
A pair gives one side 0, 0.5, 1, 1.5 or 2 points; the five counts are the *pentanomial* counts.

Scale: every rating is on the *logistic* Elo scale, ``400 * log10(points / lost points)``.

Regularisation: when all pairs of a table have the same result (or there is no pair at all), the
plain formulas give an infinite rating or an error bar of nothing. Only then ``PRIOR_PAIRS``
(0.05) of a pair is added to each of the five counts. That costs an all-win table half of what the
smallest real loss of half a point would cost, so that it stays above every table with a loss.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from statistics import NormalDist

from pysim.errors import check_type, whole_number

__all__ = [
    "ELO_SCALE",
    "PRIOR_PAIRS",
    "Elo",
    "Rating",
    "Share",
    "elo_from_pairs",
    "percentiles",
    "ratings_from_pairs",
    "share_from_pairs",
    "swap_pairs",
]

ELO_SCALE = "logistic Elo"
PRIOR_PAIRS = 0.05
_CELLS = 5
_MOST_AGENTS = 10_000
_ELO_PER_NAT = 400.0 / math.log(10.0)
_NEWTON_STEPS = 100


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the points with the half-width of its error bar, cut to 0..1."""

    share: float
    error: float
    low: float
    high: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Elo:
    """A logistic Elo difference with the half-width of its error bar."""

    elo: float
    error: float
    low: float
    high: float
    pairs: int
    regularised: bool


@dataclass(frozen=True, slots=True)
class Rating:
    """A logistic Elo rating relative to the mean of all agents of the event.

    ``regularised`` says that one of the agent's tables had pairs of one result only.
    """

    elo: float
    error: float
    regularised: bool


@dataclass(frozen=True, slots=True)
class _Moments:
    """What the estimators need of five counts; ``won`` and ``lost`` are in half points."""

    total: float
    won: float
    lost: float
    variance: float
    regularised: bool

    @property
    def mean(self) -> float:
        """Give the share of the points."""
        return self.won / (self.won + self.lost)

    @property
    def spread(self) -> float:
        """Give share times lost share, without cancellation near 0 and 1."""
        both = self.won + self.lost
        return (self.won / both) * (self.lost / both)


def elo_from_pairs(counts: Sequence[int], *, confidence: float = 0.95) -> Elo:
    """Estimate the Elo difference of the side that the counts belong to.

    The error bar is the normal one of the mean pair result, carried to the Elo scale by the
    derivative of the logistic curve (delta method). All numbers are finite for any counts.

    Args:
        counts: number of pairs that gave 0, 0.5, 1, 1.5 and 2 points.
        confidence: probability covered by the error bar.

    Raises:
        ValueError: if there are not five counts, or one is negative.

    >>> round(elo_from_pairs([10, 20, 40, 20, 10]).elo, 3)
    0.0
    """
    moments = _moments(counts)
    elo = _ELO_PER_NAT * math.log(moments.won / moments.lost)
    error = _quantile(confidence) * math.sqrt(moments.variance / moments.total)
    error *= _ELO_PER_NAT / moments.spread
    return Elo(elo, error, elo - error, elo + error, sum(counts), moments.regularised)


def share_from_pairs(counts: Sequence[int], *, confidence: float = 0.95) -> Share:
    """Estimate the share of the points, 0 to 1, with an error bar from pairs.

    Raises:
        ValueError: if there are not five counts, or one is negative.

    >>> share_from_pairs([0, 0, 10, 0, 10]).share
    0.75
    """
    moments = _moments(counts)
    pairs = sum(counts)
    points = sum(half * count for half, count in enumerate(counts))
    share = points / (4 * pairs) if pairs else 0.5
    error = _quantile(confidence) * math.sqrt(moments.variance / moments.total)
    return Share(share, error, max(0.0, share - error), min(1.0, share + error), pairs)


def swap_pairs(counts: Sequence[int]) -> tuple[int, ...]:
    """Give the counts as the other side of the table sees them."""
    return tuple(reversed(counts))


def ratings_from_pairs(
    size: int,
    tables: Mapping[tuple[int, int], Sequence[int]],
    *,
    confidence: float = 0.95,
) -> list[Rating]:
    """Rate all agents at once by Bradley-Terry maximum likelihood on the full table.

    A draw counts as half a win. The mean of the ratings is 0. Error bars use the variance of
    the pairs (sandwich covariance), so with two agents they equal half of ``elo_from_pairs``.

    Args:
        size: number of agents.
        tables: for agents (a, b), a < b, the pentanomial counts as a sees them.
        confidence: probability covered by the error bars.

    Raises:
        ValueError: if some agents are not joined to the others by any table.
        TypeError: if an argument is of a wrong type.
    """
    import numpy as np

    size = whole_number("size", size, 0, _MOST_AGENTS)
    check_type("tables", tables, Mapping, "a table of counts by two agents")
    moments = {key: _moments(counts) for key, counts in tables.items()}
    _require_connected(size, list(moments))
    nats = np.zeros(size)
    for _ in range(_NEWTON_STEPS):
        gradient, information, _ = _likelihood(size, moments, nats.tolist())
        step = np.linalg.pinv(np.array(information), hermitian=True) @ np.array(gradient)
        largest = float(np.abs(step).max(initial=0.0))
        nats = nats + step / max(1.0, largest)
        nats -= nats.mean() if size else 0.0
        if largest < 1e-12:
            break
    _, information, noise = _likelihood(size, moments, nats.tolist())
    inverse = np.linalg.pinv(np.array(information), hermitian=True)
    covariance = inverse @ np.array(noise) @ inverse
    width = _quantile(confidence) * _ELO_PER_NAT
    errors = [width * math.sqrt(max(0.0, float(covariance[i, i]))) for i in range(size)]
    one_sided = {agent for key, table in moments.items() if table.regularised for agent in key}
    return [Rating(_ELO_PER_NAT * float(nats[i]), errors[i], i in one_sided) for i in range(size)]


def percentiles(histogram: Mapping[int, int], wanted: Sequence[int]) -> dict[int, int]:
    """Give exact percentiles (nearest rank) of a histogram {value: count}.

    >>> percentiles({10: 1, 20: 2, 30: 1}, [50, 100])
    {50: 20, 100: 30}
    """
    total = sum(histogram.values())
    found: dict[int, int] = {}
    for percent in wanted:
        rank = max(1, -(-percent * total // 100))
        below = 0
        for value in sorted(histogram):
            below += histogram[value]
            if below >= rank:
                found[percent] = value
                break
    return found


def _moments(counts: Sequence[int]) -> _Moments:
    """Check five counts and reduce them; regularise the tables that have one result only."""
    check_type("pair counts", counts, Iterable, "five numbers")
    numbers = all(isinstance(count, Real) for count in counts)
    if len(counts) != _CELLS or not numbers or any(count < 0 for count in counts):
        raise ValueError(
            f"pair counts must be five numbers of at least 0, for 0, 0.5, 1, 1.5 and 2 points; "
            f"got {list(counts)}"
        )
    regularised = sum(1 for count in counts if count) < 2
    weights = [count + PRIOR_PAIRS if regularised else float(count) for count in counts]
    total = math.fsum(weights)
    won = math.fsum(half * weight for half, weight in enumerate(weights))
    lost = math.fsum((4 - half) * weight for half, weight in enumerate(weights))
    mean = won / (won + lost)
    variance = math.fsum(w * (half / 4 - mean) ** 2 for half, w in enumerate(weights)) / total
    return _Moments(total, won, lost, variance, regularised)


def _quantile(confidence: float) -> float:
    """Give the two-sided normal quantile, 1.96 for 0.95."""
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence}")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _require_connected(size: int, edges: Sequence[tuple[int, int]]) -> None:
    """Refuse a field in which two agents cannot be compared, even through others."""
    reached = {0}
    for _ in range(size):
        for a, b in edges:
            if a in reached or b in reached:
                reached |= {a, b}
    missing = sorted(set(range(size)) - reached)
    if missing:
        raise ValueError(f"agents {missing} share no pair with the others and cannot be rated")


def _likelihood(
    size: int, moments: Mapping[tuple[int, int], _Moments], nats: Sequence[float]
) -> tuple[list[float], list[list[float]], list[list[float]]]:
    """Give gradient, information and noise matrices of the Bradley-Terry model, per pair."""
    gradient = [0.0] * size
    information = [[0.0] * size for _ in range(size)]
    noise = [[0.0] * size for _ in range(size)]
    for (a, b), table in moments.items():
        expected = 1.0 / (1.0 + math.exp(nats[b] - nats[a]))
        unexpected = 1.0 / (1.0 + math.exp(nats[a] - nats[b]))
        miss = table.total * (table.mean - expected)
        gradient[a] += miss
        gradient[b] -= miss
        weights = (table.total * expected * unexpected, table.total * table.variance)
        for matrix, weight in zip((information, noise), weights, strict=True):
            matrix[a][a] += weight
            matrix[b][b] += weight
            matrix[a][b] -= weight
            matrix[b][a] -= weight
    return gradient, information, noise
