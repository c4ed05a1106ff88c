"""A player that seeks fights, so that random games reach attacks, flanks and retreats."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from tests.reference.westeros.compare import hexes_in
from tests.reference.westeros.hexes import distance

__all__ = ["pick"]


def pick(
    picks: random.Random,
    texts: Collection[str],
    description: dict[str, Any],
    seat: int,
    *,
    avoid: str = "",
) -> str:
    """Pick an action: mostly not ending early, often moving close to an enemy.

    Args:
        picks: where the choices come from.
        texts: the legal actions as texts.
        description: the state as a dict.
        seat: who decides.
        avoid: first word of actions to take seldom.
    """
    every = sorted(texts)
    if picks.random() < 0.1:
        return picks.choice(every)
    early = {"pass", "end_moves", "end_attacks", avoid}
    wanted = [text for text in every if text.split()[0] not in early] or every
    moves = [text for text in wanted if text.startswith("choose_move ") and hexes_in(text)]
    if moves and picks.random() < 0.7:
        foes = [
            (row["c"], row["r"])
            for row in description["units"]
            if row["on_map"] and row["seat"] != seat
        ]
        return min(moves, key=lambda text: min(distance(hexes_in(text)[0], foe) for foe in foes))
    return picks.choice(wanted)
