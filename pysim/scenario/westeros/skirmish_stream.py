"""The random numbers of skirmish mode: a stream of their own for each summary and seed.

Word n of a stream is a pure function of the summary's id, the seed and n, by the generator of the
core (Philox4x32-10). The key is the seed. The counter has four words: the number of the block of
four numbers, `PURPOSE`, and the first eight bytes of the SHA-256 of the summary's id. In all
streams of a game the second word is small, so no game shares a number with a skirmish, even if it
has the same seed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeVar

from pysim import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PURPOSE", "SkirmishStream"]

PURPOSE = 0x736B6972
"""The letters "skir" as a number."""

_WORD = 2**32
_FACES = "GGGBBRMV"
"""The sides of a die (W2.1)."""

T = TypeVar("T")


class SkirmishStream:
    """The stream of one summary and seed; each number drawn moves it on.

    Args:
        summary: id of the summary, such as ``westeros/raid``.
        seed: a whole number of at most 64 bits.

    >>> stream = SkirmishStream("westeros/raid", 7)
    >>> [stream.below(10) for _ in range(8)]
    [5, 9, 5, 1, 8, 5, 4, 1]
    """

    def __init__(self, summary: str, seed: int) -> None:
        """Start at the first number."""
        tag = int.from_bytes(hashlib.sha256(summary.encode()).digest()[:8], "little")
        self._tag = (tag % _WORD, tag // _WORD)
        self._key = (seed % _WORD, seed // _WORD)
        self._block = 0
        self._left: list[int] = []

    def word(self) -> int:
        """Draw a number of 32 bits."""
        if not self._left:
            self._left = _core.philox([self._block, PURPOSE, *self._tag], self._key)[::-1]
            self._block += 1
        return self._left.pop()

    def below(self, n: int) -> int:
        """Draw a number from 0 to n-1, each equally likely (multiply and reject: Lemire 2019)."""
        product = self.word() * n
        while product % _WORD < _WORD % n:
            product = self.word() * n
        return product // _WORD

    def choose(self, things: Sequence[T]) -> T:
        """Draw one of some things, each equally likely."""
        return things[self.below(len(things))]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """Give the things in random order, each order equally likely (Fisher and Yates)."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def die(self) -> str:
        """Roll a die: G, B, R, M or V (W2.1)."""
        return self.choose(_FACES)
