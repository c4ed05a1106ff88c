"""Games of Warriors of God, played by the core and by the reference at once.

The reference draws every roll and the core is forced with the same rolls: a roll too many, too few
or of another name is a disagreement. After each answer the decision, the legal answers in their
order and the picture of the whole table must be the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from pysim import _core
from tests.differential.weights import Choice, Enumerating, TooMany
from tests.reference.warriors.ask import Answer
from tests.reference.warriors.describe import picture
from tests.reference.warriors.session import Session
from tests.reference.warriors.state import Plan, enemy
from tests.reference.westeros.whole.ask import Dice, RandomDice

__all__ = ["Duel", "weight_errors"]

GONE = ("dead", "killed")


class Duel:
    """A game in both implementations, and the player who makes its choices.

    Args:
        compiled: the scenario as the core reads it.
        seed: seed of the start in the core, of the dice and of the choices.
        keep: outcome weights will be compared.
    """

    def __init__(self, compiled: Mapping[str, Any], seed: int, *, keep: bool = False) -> None:
        self.plan = Plan(compiled)
        self.core = _core.Game(compiled).new_initial_state(seed)
        self.mine = begin(self.plan, self.core.to_dict(), keep=keep)
        self.picks = random.Random(f"{compiled['id']}/{seed}")
        self.actions: list[str] = []

    @property
    def asks(self) -> str:
        """What the reference asks now."""
        return self.mine.decision.name if self.mine.decision else "game_over"

    def text(self, answer: Answer) -> str:
        """Write an answer."""
        return answer.text(self.plan.names)

    def compare(self, *, whole: bool = True) -> list[str]:
        """List what differs now; without ``whole`` only decision, player and legal answers."""
        over = self.mine.decision is None
        here = (self.asks, -1 if over else "EF".index(self.side))
        there = (self.core.decision(), self.core.current_player())
        found = [] if here == there else [f"decision: reference {here}, core {there}"]
        result = {"winner": self.core.winner(), "way": self.core.way()}
        if self.core.is_terminal() and self.mine.state.result != result:
            found.append(f"result: reference {self.mine.state.result}, core {result}")
        ours = [answer.word for answer in self.mine.legal]
        theirs = self.core.legal_actions()
        if ours != theirs:
            texts = {self.text(answer) for answer in self.mine.legal}
            others = {self.core.action_to_string(word) for word in theirs}
            found.append(
                f"legal: only reference {sorted(texts - others)[:8]},"
                f" only core {sorted(others - texts)[:8]}, or the order"
            )
        if whole or found:
            found += differences(picture(self.mine), self.core.to_dict())
            found += self.core.check_invariants()
        return found

    @property
    def side(self) -> str:
        """Who has to choose."""
        assert self.mine.decision is not None
        return self.mine.decision.side

    def step(self) -> list[str]:
        """Choose an answer and give it."""
        return self.take(self.choose())

    def take(self, answer: Answer) -> list[str]:
        """Give an answer in both; returns a disagreement about its text or its rolls."""
        text = self.text(answer)
        self.actions.append(text)
        dice = RandomDice(self.picks)
        self.mine.apply(answer, dice)
        try:
            if self.core.action_to_string(answer.word) != text:
                return [f"text: reference {text}, core {self.core.action_to_string(answer.word)}"]
            self.core.apply_scripted(self.core.string_to_action(text), dice.log)
        except _core.IllegalAction as error:
            return [f"rolls of the reference {dice.log}: {error}"]
        return []

    def choose(self) -> Answer:
        """Choose any answer, but seek the enemy and give rare kinds of answers a chance."""
        legal = self.mine.legal
        if self.picks.random() < 0.3:
            kind = self.picks.choice(sorted({answer.kind for answer in legal}))
            return self.picks.choice([answer for answer in legal if answer.kind == kind])
        if self.asks == "choose_impulse" and self.picks.random() < 0.5:
            foe, state = enemy(self.side), self.mine.state
            foes = {
                area.number for area in state.areas if area.control == foe or state.here(area, foe)
            }
            moves = [one for one in legal if one.kind == "move" and one.b in foes]
            return self.picks.choice(moves or legal)
        return self.picks.choice(legal)


def begin(plan: Plan, seen: Mapping[str, Any], *, keep: bool) -> Session:
    """Start the reference as the core has started: with the rolls that lead to its table.

    Most of these rolls decide about one thing each, so they are found one after the other.
    """

    def apart(way: list[Choice]) -> tuple[tuple[int, int], Session, Enumerating]:
        dice = Enumerating(way)
        session = Session(plan, dice, keep=keep)
        mine = picture(session)
        wrong = sum(
            (here["where"] in GONE) != (there["where"] in GONE)
            for here, there in zip(mine["leaders"], seen["leaders"], strict=True)
        )
        return (wrong, len(differences(mine, seen))), session, dice

    found, session, dice = apart([])
    done = 0
    while found[1] and done < len(dice.taken):
        rows = [apart([*dice.taken[:done], other]) for other in dice.others[done]]
        found, session, dice = min(rows, key=lambda row: row[0])
        done += 1
    if found[1]:
        for other, _ in ways(lambda dice: Session(plan, dice, keep=keep), 3000):
            if picture(other) == seen:
                return other
    return session


def ways(play: Callable[[Dice], Session], limit: int) -> Iterator[tuple[Session, Fraction]]:
    """Play a step in every way that the dice can fall.

    Raises:
        TooMany: there are more ways than the limit.
    """
    waiting: list[list[Choice]] = [[]]
    leaves = 0
    while waiting:
        way = waiting.pop()
        dice = Enumerating(way)
        session = play(dice)
        leaves += 1
        for i in range(len(way), len(dice.taken)):
            waiting += [[*dice.taken[:i], other] for other in dice.others[i][1:]]
        if leaves + len(waiting) > limit:
            raise TooMany
        yield session, prod((chance for _, chance in dice.taken), start=Fraction(1))


def differences(mine: Mapping[str, Any], core: Mapping[str, Any]) -> list[str]:
    """List what differs between two pictures."""
    found = []
    for key in sorted({*mine, *core}):
        here, there = mine.get(key), core.get(key)
        if here == there:
            continue
        if key in ("areas", "leaders") and here and there:
            found += [
                f"{ours['id']}: reference {ours}, core {theirs}"
                for ours, theirs in zip(here, there, strict=True)
                if ours != theirs
            ]
        else:
            found.append(f"{key}: reference {here}, core {there}")
    return found


def weight_errors(duel: Duel, answer: Answer, limit: int) -> tuple[int, list[str]]:
    """Compare the outcomes of an answer in both, weights included, if the core has several.

    Returns:
        The number of different outcomes, and what differs.

    Raises:
        TooMany: there are more outcomes than the limit.
    """
    try:
        reached = duel.core.chance_outcomes(answer.word, limit)
    except ValueError as error:
        raise TooMany from error
    if len(reached) == 1:
        return 1, []

    def play(dice: Dice) -> Session:
        session = duel.mine.again()
        session.apply(answer, dice)
        return session

    weights: dict[str, Fraction] = {}
    for session, chance in ways(play, 2 * limit):
        key = json.dumps(picture(session), sort_keys=True)
        weights[key] = weights.get(key, Fraction(0)) + chance
    number = len(weights)
    errors = []
    for after, up, down in reached:
        key = json.dumps(after.to_dict(), sort_keys=True)
        if key not in weights:
            near = min(
                (differences(json.loads(other), after.to_dict()) for other in weights), key=len
            )
            errors.append(f"{duel.text(answer)}: only the core, {up}/{down}, nearest {near[:6]}")
        else:
            weights[key] -= Fraction(up, down)
    errors += [
        f"{duel.text(answer)}: {left} more in the reference for {key}"
        for key, left in weights.items()
        if left
    ]
    return number, errors
