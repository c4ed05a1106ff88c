"""A battle being played: legal actions as texts, actions applied with dice from outside."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.reference.westeros.whole import sequence
from tests.reference.westeros.whole.ask import FACES, Decision, Dice, ScriptedDice, Steps
from tests.reference.westeros.whole.state import GameOver, Plan, State

__all__ = ["Session", "first_rolls"]


def first_rolls(plan: Plan, seen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Read the rolls of the first Marshaling phase from what lies on the table after it."""
    first = plan.data["momentum"]
    seats = (first, 1 - first)
    script = []
    short = [face for face in FACES if sum(pool[face] for pool in seen["pools"]) >= 10]
    for seat in seats:
        pool = seen["pools"][seat]
        faces = "".join(face * pool[face] for face in FACES)
        wanted = plan.houses[seat]["order_rating"] - len(faces)
        if any(pool.values()):
            faces += (short or ["G"])[0] * wanted
        script.append(("order_tokens", faces))
    for seat in seats:
        for card, count in Counter(seen["hands"][seat]).items():
            script += [("draw_card", str(plan.rows_of_seat[seat].index(card)))] * count
    return script


class Session:
    """One battle. ``decision`` is what is asked now, None after the end."""

    def __init__(self, plan: Plan, dice: Dice) -> None:
        self.state = State(plan)
        self.state.dice = dice
        self._begin()

    def _begin(self) -> None:
        self._steps: Steps = sequence.play(self.state)
        self.decision: Decision | None = None
        self._go(None)

    def _go(self, answer: str | None) -> None:
        try:
            self.decision = next(self._steps) if answer is None else self._steps.send(answer)
        except GameOver:
            self.decision = None

    @property
    def legal(self) -> list[str]:
        """The legal actions, empty at the end."""
        return self.decision.options if self.decision else []

    def apply(self, text: str, dice: Dice) -> None:
        """Apply an action; its rolls are in ``dice.log`` afterwards."""
        if text not in self.legal:
            raise ValueError(f"{text} is not legal")
        self.state.dice = dice
        self._go(text)

    def save(self) -> bytes:
        """Keep the state at the start of a turn; only then nothing else goes on."""
        return pickle.dumps({k: v for k, v in self.state.__dict__.items() if k != "plan"})

    @classmethod
    def resume(cls, plan: Plan, saved: bytes) -> Session:
        """Go on from a kept state."""
        session = cls.__new__(cls)
        session.state = State(plan)
        session.state.__dict__.update(pickle.loads(saved))
        session.state.dice = ScriptedDice([])
        session._begin()
        return session
