"""A game being played: legal answers, answers given with dice from outside."""

from __future__ import annotations

import pickle

from tests.reference.warriors.ask import Decision, Steps
from tests.reference.warriors.sequence import play, turns
from tests.reference.warriors.state import Plan, State
from tests.reference.warriors.words import Answer
from tests.reference.westeros.whole.ask import Dice, ScriptedDice

__all__ = ["Session"]

Rolls = list[tuple[str, str]]


class Session:
    """One game. ``decision`` is what is asked now, None after the end."""

    def __init__(self, plan: Plan, dice: Dice) -> None:
        self.state = State(plan)
        self.decision: Decision | None = None
        self.saved = b""
        self.since: list[tuple[Answer | None, Rolls]] = []
        self._begin(play(self.state, self._on_turn), dice)

    def _begin(self, steps: Steps, dice: Dice) -> None:
        self._steps = steps
        self._go(None, dice)

    def _on_turn(self) -> None:
        """Keep the state; only when a turn begins nothing else goes on."""
        kept = {k: v for k, v in self.state.__dict__.items() if k not in ("plan", "dice")}
        self.saved = pickle.dumps(kept)
        self.since = []
        self._kept = len(self.state.dice.log)

    def _go(self, answer: Answer | None, dice: Dice) -> None:
        self.state.dice = dice
        self._kept = 0
        self.since.append((answer, []))
        try:
            self.decision = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration:
            self.decision = None
            self.state.step = "GAME_OVER"
        if not self.since:
            self.since = [(None, [])]
        self.since[-1] = (self.since[-1][0], dice.log[self._kept :])

    @property
    def legal(self) -> list[Answer]:
        """The legal answers in increasing order, empty at the end."""
        return self.decision.options if self.decision else []

    def apply(self, answer: Answer, dice: Dice) -> None:
        """Give an answer; its rolls are in ``dice.log`` afterwards."""
        if answer not in self.legal:
            raise ValueError(f"{answer.text(self.state.plan.names)} is not legal")
        self._go(answer, dice)

    def again(self) -> Session:
        """Return another session at the same point: the turn is played again up to now."""
        other = Session.__new__(Session)
        other.state = State(self.state.plan)
        if self.saved:
            other.state.__dict__.update(pickle.loads(self.saved))
            steps = turns(other.state, other._on_turn)
        else:
            steps = play(other.state, other._on_turn)
        other.saved, other.since = self.saved, []
        other._begin(steps, ScriptedDice(self.since[0][1]))
        for answer, rolls in self.since[1:]:
            assert answer is not None
            other.apply(answer, ScriptedDice(rolls))
        return other
