"""The generator against published answers and against a second version written from the paper.

Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3" (2011); the answers are
those of the file kat_vectors of the authors' Random123 library, for philox4x32 with 10 rounds.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysim import _core

KNOWN = {
    "zeros": (
        "00000000 00000000 00000000 00000000",
        "00000000 00000000",
        "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    ),
    "ones": (
        "ffffffff ffffffff ffffffff ffffffff",
        "ffffffff ffffffff",
        "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ),
    "pi": (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
}

words = st.integers(0, 2**32 - 1)


def numbers(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def philox(counter: list[int], key: list[int], rounds: int = 10) -> list[int]:
    """Encrypt a counter as the paper describes it: two multiplications and a swap each round."""
    low = 2**32 - 1
    left, right = counter[:2], counter[2:]
    for number in range(rounds):
        # The key is bumped by the golden ratio and by sqrt(3) - 1, as 32-bit fractions.
        round_key = [(key[0] + number * 0x9E3779B9) & low, (key[1] + number * 0xBB67AE85) & low]
        high0, low0 = divmod(left[0] * 0xD2511F53, 2**32)
        high1, low1 = divmod(right[0] * 0xCD9E8D57, 2**32)
        left, right = (
            [high1 ^ left[1] ^ round_key[0], low1],
            [high0 ^ right[1] ^ round_key[1], low0],
        )
    return left + right


@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name: str) -> None:
    counter, key, answer = (numbers(text) for text in KNOWN[name])
    assert list(_core.philox(counter, key)) == answer
    assert philox(counter, key) == answer


@given(st.lists(words, min_size=4, max_size=4), st.lists(words, min_size=2, max_size=2))
def test_the_core_agrees_with_the_plain_version(counter: list[int], key: list[int]) -> None:
    assert list(_core.philox(counter, key)) == philox(counter, key)


def test_words_are_spread_evenly() -> None:
    """Each bit of 4,000 blocks is set about half the time: inside five sigma."""
    blocks = [_core.philox([number, 1, 0, 0], [7, 0]) for number in range(4_000)]
    for word in range(4):
        for bit in range(32):
            ones = sum(block[word] >> bit & 1 for block in blocks)
            assert abs(ones - 2_000) <= 5 * 4_000**0.5 / 2


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(TypeError):
        _core.philox([1, 2, 3], [1, 2])
    with pytest.raises(TypeError):
        _core.philox([1, 2, 3, 2**32], [1, 2])
