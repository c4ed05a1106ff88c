"""One game played by the core and by the reference at once, both with the reference's dice.

The reference draws every roll, notes its name and faces, and the core is forced with the same
rolls: a roll too many, too few, of another name or size is a disagreement. After each action the
decision and the legal actions must be the same, and so must the pictures of the whole table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from pysim import _core
from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole.ask import RandomDice, ScriptedDice
from tests.reference.westeros.whole.describe import core_picture, differences, picture
from tests.reference.westeros.whole.follow import parse_hex
from tests.reference.westeros.whole.ground import far
from tests.reference.westeros.whole.session import Session, first_rolls
from tests.reference.westeros.whole.state import Plan

__all__ = ["Duel"]

EARLY = {"pass", "end_moves", "end_attacks"}
MOVES = ("choose_move ", "choose_path ", "choose_effect_hex (", "choose_pursue_move (")


class Duel:
    """A battle in both implementations, and the player who makes its choices.

    Args:
        compiled: the scenario as the core reads it.
        seed: seed of the set-up in the core, of the dice and of the choices.
    """

    def __init__(self, compiled: Mapping[str, Any], seed: int) -> None:
        self.plan = Plan(compiled)
        self.core = _core.Game(compiled).new_initial_state(seed)
        script = first_rolls(self.plan, self.core.to_dict())
        self.mine = Session(self.plan, ScriptedDice(script))
        self.picks = random.Random(f"{compiled['id']}/{seed}")
        self.actions: list[str] = []
        self.rolls: list[tuple[str, str]] = []

    @property
    def texts(self) -> list[str]:
        """The core's legal actions."""
        write = self.core.action_to_string
        return [write(action) for action in self.core.legal_actions()]

    @property
    def asks(self) -> str:
        """What the reference asks now."""
        return self.mine.decision.name if self.mine.decision else "game_over"

    def compare(self, *, whole: bool = True) -> list[str]:
        """List what differs now; without ``whole`` only decision, player and legal actions."""
        here = (self.asks, self.mine.decision.seat if self.mine.decision else -1)
        there = (self.core.decision(), self.core.current_player())
        found = []
        if here != there:
            found.append(f"decision: reference {here}, core {there}")
        ours, theirs = set(self.mine.legal), set(self.texts)
        if ours != theirs:
            found.append(
                f"legal: only reference {sorted(ours - theirs)[:8]},"
                f" only core {sorted(theirs - ours)[:8]}"
            )
        if whole or found:
            found += self.compare_tables()
        return found

    def compare_tables(self) -> list[str]:
        """List what differs on the table."""
        view = picture(self.mine)
        player = self.core.current_player()
        return differences(view, core_picture(self.plan, self.core.to_dict(), player, view))

    def step(self) -> list[str]:
        """Choose an action and take it."""
        return self.take(self.choose())

    def take(self, text: str) -> list[str]:
        """Take an action in both; returns a disagreement about its rolls."""
        self.actions.append(text)
        dice = RandomDice(self.picks)
        self.mine.apply(text, dice)
        self.rolls = dice.log
        try:
            self.core.apply_scripted(self.core.string_to_action(text), dice.log)
        except _core.IllegalAction as error:
            return [f"rolls of the reference {dice.log}: {error}"]
        return []

    def choose(self) -> str:
        """Choose an action: mostly toward the enemy, seldom ending early."""
        texts = sorted(self.mine.legal)
        if self.picks.random() < 0.1:
            return self.picks.choice(texts)
        moves = [text for text in texts if text.startswith(MOVES) and text[-1] == ")"]
        if moves and self.picks.random() < 0.6:
            assert self.mine.decision is not None
            foes = [unit.at for unit in self.mine.state.own(1 - self.mine.decision.seat)]
            if foes:
                near = [(self._nearest(parse_hex(text), foes), text) for text in moves]
                best = min(near)[0]
                return self.picks.choice([text for away, text in near if away == best])
        return self.picks.choice([text for text in texts if text not in EARLY] or texts)

    @staticmethod
    def _nearest(at: Hex, foes: list[Hex | None]) -> int:
        return min(far(at, foe) for foe in foes if foe)
