"""Exact outcome weights of one action: the reference's full enumeration against the core's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from tests.differential.playing import Duel
from tests.reference.westeros.whole.ask import DIE, FACES, Dice, ScriptedDice
from tests.reference.westeros.whole.describe import core_picture, picture
from tests.reference.westeros.whole.session import Session
from tests.reference.westeros.whole.state import Plan

__all__ = ["Table", "TooMany", "outcomes", "weight_errors"]

Choice = tuple[str | int, Fraction]
Picture = dict[str, Any]


class TooMany(Exception):
    """The action has more outcomes than wanted."""


def throws(n: int) -> list[Choice]:
    """List what n dice can show, with the chance of each (W2.1)."""
    found: list[Choice] = []
    for faces in combinations_with_replacement(FACES, n):
        counts = Counter(faces)
        ways = factorial(n) // prod(factorial(k) for k in counts.values())
        chance = Fraction(ways)
        for face, k in counts.items():
            chance *= Fraction(DIE.count(face), 8) ** k
        found.append(("".join(faces), chance))
    return found


class Enumerating(Dice):
    """Dice that follow a given way as far as it goes, and note what else could have come."""

    def __init__(self, way: list[Choice]) -> None:
        super().__init__()
        self.way = way
        self.taken: list[Choice] = []
        self.others: list[list[Choice]] = []

    def _take(self, choices: list[Choice]) -> Choice:
        n = len(self.taken)
        taken = self.way[n] if n < len(self.way) else choices[0]
        self.taken.append(taken)
        self.others.append(choices)
        return taken

    def _throw(self, name: str, n: int) -> str:
        del name
        return str(self._take(throws(n))[0])

    def _pick(self, name: str, weights: Mapping[int, int]) -> int:
        del name
        total = sum(weights.values())
        choices: list[Choice] = [(key, Fraction(k, total)) for key, k in weights.items()]
        return int(self._take(choices)[0])


class Table:
    """The reference at some point of a turn, to which it can be brought back."""

    def __init__(self, plan: Plan, session: Session) -> None:
        self.plan = plan
        self.saved = session.save()
        self.done: list[tuple[str, list[tuple[str, str]]]] = []

    def again(self) -> Session:
        """Play the turn again up to now."""
        session = Session.resume(self.plan, self.saved)
        for text, rolls in self.done:
            session.apply(text, ScriptedDice(rolls))
        return session


def outcomes(table: Table, text: str, limit: int) -> Iterator[tuple[Picture, Fraction]]:
    """Carry an action out in every way that the dice can fall."""
    waiting: list[list[Choice]] = [[]]
    leaves = 0
    while waiting:
        way = waiting.pop()
        dice = Enumerating(way)
        session = table.again()
        session.apply(text, dice)
        leaves += 1
        for i in range(len(way), len(dice.taken)):
            waiting += [[*dice.taken[:i], other] for other in dice.others[i][1:]]
        if leaves + len(waiting) > limit:
            raise TooMany
        yield picture(session), prod((chance for _, chance in dice.taken), start=Fraction(1))


def weight_errors(duel: Duel, table: Table, text: str, limit: int) -> tuple[int, list[str]]:
    """Compare the outcomes of an action in both, weights included.

    Returns:
        The number of different outcomes, and what differs.

    Raises:
        TooMany: there are more outcomes than the limit.
    """
    buckets: dict[Any, list[tuple[Picture, Fraction]]] = defaultdict(list)
    for view, chance in outcomes(table, text, limit):
        rows = buckets[_key(view)]
        known = next((i for i, (other, _) in enumerate(rows) if other == view), None)
        if known is None:
            rows.append((view, chance))
        else:
            rows[known] = (view, rows[known][1] + chance)
    weights = {(key, i): row[1] for key, rows in buckets.items() for i, row in enumerate(rows)}
    core = duel.core
    errors = []
    for after, up, down in core.chance_outcomes(core.string_to_action(text)):
        seen, player = after.to_dict(), after.current_player()
        key = _key(core_picture(duel.plan, seen, player, {}))
        match = next(
            (
                (key, i)
                for i, (view, _) in enumerate(buckets.get(key, []))
                if core_picture(duel.plan, seen, player, view) == view
            ),
            None,
        )
        if match is None:
            errors.append(f"{text}: the core can reach what the reference cannot, {up}/{down}")
        else:
            weights[match] -= Fraction(up, down)
    errors += [
        f"{text}: {buckets[key][i][0]['decision']} has {left} more in the reference"
        for (key, i), left in weights.items()
        if left
    ]
    return len(weights), errors


def _key(view: Picture) -> Any:
    """Sort pictures roughly, by what both sides always tell."""
    units = sorted(
        (name, value[:5])
        for name, value in view.items()
        if name[1:].isdigit() and name[0] in "SLBNA"
    )
    return (view["decision"], view["player"], view["points"], view["morale"], str(units))
