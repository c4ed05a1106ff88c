"""What the rules ask of the players (G5.2)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from tests.reference.warriors.words import Answer

__all__ = ["Asking", "Decision", "Steps", "ask"]


class Decision(NamedTuple):
    """Who has to choose, what the decision is called, and its answers in increasing order."""

    side: str
    name: str
    options: list[Answer]


Asking = Generator[Decision, Answer, Answer | None]
Steps = Generator[Decision, Answer, None]


def ask(side: str, name: str, options: Iterable[Answer], *, always: bool = False) -> Asking:
    """Ask for one of the answers; with none nothing happens, a single one is taken (G5.2).

    Args:
        side: who chooses.
        name: the decision.
        options: the legal answers in any order.
        always: a single answer is asked for, too.
    """
    rows = sorted(set(options), key=lambda answer: answer.word)
    if not rows:
        return None
    if len(rows) == 1 and not always:
        return rows[0]
    answer = yield Decision(side, name, rows)
    assert answer in rows
    return answer
