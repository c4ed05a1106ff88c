"""Ratings and error bars: known answers worked by hand, and no infinity for any counts."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysim.tournament.statistics import (
    PRIOR_PAIRS,
    elo_from_pairs,
    percentiles,
    ratings_from_pairs,
    share_from_pairs,
    swap_pairs,
)

counts = st.lists(
    st.one_of(st.just(0), st.integers(0, 5), st.integers(0, 10**12)), min_size=5, max_size=5
)


def test_three_quarters_of_the_points_are_191_elo() -> None:
    # 3:1 is 400 * log10(3) = 190.8485 (0.4771213 * 400).
    assert elo_from_pairs([0, 0, 5, 0, 5]).elo == pytest.approx(190.8485, abs=1e-4)


def test_sixty_pairs_worked_by_hand() -> None:
    # Counts 4, 8, 20, 16, 12 of 60 pairs. Points per pair as quarters of the share:
    # sum = 8 + 40 + 48 + 48 = 144 of 240, so the share is 3/5 and the odds are 3:2.
    # Deviations from 3/5: -3/5, -7/20, -1/10, 3/20, 2/5; squares 36, 12.25, 1, 2.25, 16 hundredths.
    # Variance = (4*36 + 8*12.25 + 20*1 + 16*2.25 + 12*16) / 6000 = 490 / 6000 = 49/600.
    table = [4, 8, 20, 16, 12]
    share = share_from_pairs(table)
    assert share.share == 0.6
    error = 1.959963985 * math.sqrt(Fraction(49, 600) / 60)
    assert share.error == pytest.approx(error, rel=1e-9)
    assert (share.low, share.high) == pytest.approx((0.6 - error, 0.6 + error))
    # 400 * log10(1.5) = 70.4365; slope 400 / (ln 10 * 0.24) = 723.8242 Elo per unit of share.
    elo = elo_from_pairs(table)
    assert elo.elo == pytest.approx(70.4365, abs=1e-4)
    assert elo.error == pytest.approx(723.8242 * error, rel=1e-6)
    assert not elo.regularised


def test_pairs_of_split_wins_carry_less_noise_than_independent_games() -> None:
    # 1-1 in every second pair: independent games of the same shares would have twice the noise.
    split = share_from_pairs([10, 0, 20, 0, 10])
    assert split.error == pytest.approx(1.959963985 * math.sqrt(Fraction(1, 8) / 40), rel=1e-9)


def test_all_wins_are_regularised_as_stated() -> None:
    # 100 pairs 2-0 and 0.05 of a pair in each cell: lost quarters 4 + 3 + 2 + 1 = 10 times 0.05,
    # won 400 + 0.5; Elo = 400 * log10(400.5 / 0.5) = 400 * log10(801).
    assert PRIOR_PAIRS == 0.05
    elo = elo_from_pairs([0, 0, 0, 0, 100])
    assert elo.regularised
    assert elo.elo == pytest.approx(400 * math.log10(801))
    assert elo.elo > elo_from_pairs([0, 0, 0, 1, 99]).elo


@given(counts)
def test_no_counts_give_nan_or_infinity(table: list[int]) -> None:
    elo, share = elo_from_pairs(table), share_from_pairs(table)
    values = [elo.elo, elo.error, elo.low, elo.high, share.share, share.error]
    assert all(math.isfinite(value) for value in values)
    assert elo.error > 0
    assert 0 <= share.low <= share.share <= share.high <= 1


@given(counts)
def test_the_other_side_sees_the_mirror_image(table: list[int]) -> None:
    elo, back = elo_from_pairs(table), elo_from_pairs(swap_pairs(table))
    assert back.elo == pytest.approx(-elo.elo, abs=1e-6)
    assert back.error == pytest.approx(elo.error, rel=1e-6)


@given(st.integers(1, 10**6), st.integers(0, 3))
def test_one_pair_better_is_never_rated_lower(pairs: int, cell: int) -> None:
    worse, better = [0] * 5, [0] * 5
    worse[4], better[4] = pairs, pairs + 1
    worse[cell] += 1
    assert elo_from_pairs(better).elo > elo_from_pairs(worse).elo


def test_wrong_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="five numbers"):
        elo_from_pairs([1, 2, 3])
    with pytest.raises(ValueError, match="five numbers"):
        share_from_pairs([1, 2, 3, 4, -1])
    with pytest.raises(ValueError, match="confidence"):
        elo_from_pairs([1, 1, 1, 1, 1], confidence=1.0)


def test_two_agents_are_rated_half_the_difference_apart() -> None:
    table = [4, 8, 20, 16, 12]
    first, second = ratings_from_pairs(2, {(0, 1): table})
    assert (first.elo, second.elo) == pytest.approx((70.4365 / 2, -70.4365 / 2), abs=1e-4)
    assert first.error == second.error == pytest.approx(elo_from_pairs(table).error / 2)
    assert not first.regularised
    assert ratings_from_pairs(2, {(0, 1): [0, 0, 0, 0, 9]})[1].regularised


def test_consistent_round_robin_gives_its_own_differences() -> None:
    # Odds 3:1 and 3:1 in a row make 9:1; then every table is met exactly: 190.8485 apart.
    three_to_one, nine_to_one = [0, 0, 10, 0, 10], [1, 0, 2, 0, 17]
    ratings = ratings_from_pairs(
        3, {(0, 1): three_to_one, (1, 2): three_to_one, (0, 2): nine_to_one}
    )
    assert [r.elo for r in ratings] == pytest.approx([190.8485, 0.0, -190.8485], abs=1e-3)


@given(st.dictionaries(st.sampled_from([(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)]), counts))
def test_ratings_are_finite_with_mean_zero(tables: dict[tuple[int, int], list[int]]) -> None:
    joined = {(0, 1): [0] * 5, (0, 2): [0] * 5, (0, 3): [0] * 5} | tables
    ratings = ratings_from_pairs(4, joined)
    assert all(math.isfinite(r.elo) and math.isfinite(r.error) for r in ratings)
    assert sum(r.elo for r in ratings) == pytest.approx(0, abs=1e-6)


def test_unconnected_agents_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match=r"agents \[2, 3\] share no pair"):
        ratings_from_pairs(4, {(0, 1): [1] * 5, (2, 3): [1] * 5})


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(1, 100))
def test_percentile_is_the_nearest_rank(values: list[int], percent: int) -> None:
    histogram = {value: values.count(value) for value in values}
    found = percentiles(histogram, [percent])[percent]
    at_most = sum(value <= found for value in values)
    below = sum(value < found for value in values)
    assert Fraction(at_most, len(values)) >= Fraction(percent, 100) > Fraction(below, len(values))
