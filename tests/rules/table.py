"""A position in a rules test: actions are written as text, and rolls are scripted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self

from pysim import _core

__all__ = ["Spread", "Table"]

Spread = dict[Any, Fraction]


class Table:
    """A state with actions written as text."""

    def __init__(self, state: _core.State) -> None:
        self.state = state

    @property
    def see(self) -> dict[str, Any]:
        return self.state.to_dict()

    @property
    def asks(self) -> str:
        return self.state.decision()

    def copy(self) -> Self:
        return type(self)(self.state.clone())

    def do(self, action: str, *rolls: str) -> Self:
        """Apply an action; each roll is its name and what it shows: "attack GBM", "siege 1"."""
        script = [tuple(roll.split()) for roll in rolls]
        self.state.apply_scripted(self.state.string_to_action(action), script)
        return self

    def go(self, action: str) -> Self:
        """Apply an action whose dice do not matter to the test."""
        self.state.apply_action(self.state.string_to_action(action))
        return self

    def options(self, start: str = "") -> list[str]:
        """Legal actions that begin with a text, without it."""
        texts = [self.state.action_to_string(x) for x in self.state.legal_actions()]
        return [text[len(start) :].strip() for text in texts if text.startswith(start)]

    def outcomes(self, action: str) -> list[tuple[Self, Fraction]]:
        found = self.state.chance_outcomes(self.state.string_to_action(action))
        return [(type(self)(state), Fraction(n, d)) for state, n, d in found]

    def spread(self, action: str, of: Callable[[Self], Any]) -> Spread:
        """Return the exact chances of what an action leads to."""
        chances: Counter[Any] = Counter()
        for after, chance in self.outcomes(action):
            chances[of(after)] += chance
        assert sum(chances.values()) == 1
        return dict(chances)
