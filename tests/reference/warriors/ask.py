"""What the rules ask of the players (G5.2): answers as words and as texts (G5.60, G5.62)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["FIELDS", "KINDS", "Answer", "Asking", "Decision", "Steps", "ask"]

FIELDS = {
    "take": "L",
    "pass": "",
    "move": "LA",
    "remove_marker": "A",
    "go": "",
    "join": "L",
    "battle": "A",
    "commander": "L",
    "field": "",
    "siege": "",
    "give_up": "L",
    "withdraw": "LA",
    "lose_mercenaries": "",
    "lose": "LTn",
    "lose_leader": "L",
    "clear": "",
    "force": "",
    "stand": "",
    "retreat": "A",
    "escape": "L",
    "recruit": "Ann",
    "done": "",
    "lift": "ATn",
    "drop": "ATn",
    "hire": "AL",
    "exchange": "L",
    "decline": "L",
    "pay": "LA",
    "place_neutral": "LA",
    "place": "LA",
    "crown": "L",
    "give": "LTn",
}
"""The kinds in the order of their numbers, with what their fields mean: Leader, Area, Type or n."""

KINDS = list(FIELDS)


class Answer(NamedTuple):
    """One answer: its kind and the three fields."""

    kind: str
    a: int = 0
    b: int = 0
    c: int = 0

    @property
    def word(self) -> int:
        """The answer as a number of 32 bits (G5.60)."""
        number = KINDS.index(self.kind) + 1
        return (number << 24) | (self.a << 16) | (self.b << 8) | self.c

    def text(self, names: Mapping[str, Sequence[str]]) -> str:
        """Write the answer with the ids of leaders (L), areas (A) and types (T)."""
        values = zip(FIELDS[self.kind], (self.a, self.b, self.c), strict=False)
        return " ".join(
            [self.kind, *(str(n) if field == "n" else names[field][n] for field, n in values)]
        )


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
