"""A game being played: legal answers, answers given with dice from outside."""

from __future__ import annotations

import pickle

from tests.reference.warriors.ask import Answer, Decision, Steps
from tests.reference.warriors.sequence import go_on, play
from tests.reference.warriors.state import Plan, State
from tests.reference.westeros.whole.ask import Dice, ScriptedDice

__all__ = ["Session"]

Rolls = list[tuple[str, str]]


class Session:
    """One game. ``decision`` is what is asked now, None after the end.

    Args:
        plan: the scenario.
        dice: what the rolls before the first decision show.
        keep: the table is kept now and then, so that ``again`` is quick.
    """

    def __init__(self, plan: Plan, dice: Dice, *, keep: bool = False) -> None:
        self.keep = keep
        self.state = State(plan)
        self.decision: Decision | None = None
        self.saved = b""
        self.since: list[tuple[Answer | None, Rolls]] = []
        self._begin(play(self.state, self._mark), dice)

    def _begin(self, steps: Steps, dice: Dice) -> None:
        self._steps = steps
        self._go(None, dice)

    def _mark(self, phase: int) -> None:
        """Keep the table where nothing else goes on."""
        if not self.keep:
            return
        kept = {k: v for k, v in self.state.__dict__.items() if k not in ("plan", "dice")}
        self.saved = pickle.dumps((phase, kept))
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
        """Return another session at the same point: the phase or battle is played again."""
        other = Session.__new__(Session)
        other.keep = True
        other.state = State(self.state.plan)
        if self.saved:
            phase, kept = pickle.loads(self.saved)
            other.state.__dict__.update(kept)
            steps = go_on(other.state, phase, other._mark)
        else:
            steps = play(other.state, other._mark)
        other.saved, other.since = self.saved, []
        other._begin(steps, ScriptedDice(self.since[0][1]))
        for answer, rolls in self.since[1:]:
            assert answer is not None
            other.apply(answer, ScriptedDice(rolls))
        return other
