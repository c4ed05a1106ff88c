"""Exact odds of an action in a position, asked of the engine.

Rules: W1.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pysim.game import State

__all__ = ["ActionOdds", "action_odds"]


@dataclass(frozen=True, slots=True)
class ActionOdds:
    """One thing an action can lead to: what it changes, and how likely that is.

    Args:
        chance: how likely it is.
        changes: what is different, in words; seats are numbers in them.
        states: how many states differ in nothing that ``State.to_dict`` reports.
    """

    chance: Fraction
    changes: tuple[str, ...]
    states: int


def action_odds(state: State, action: int | str, *, limit: int = 100_000) -> list[ActionOdds]:
    """List what an action can lead to at the next decision, the likeliest first.

    States that differ in nothing that ``State.to_dict`` reports are counted together.

    >>> import pysim
    >>> state = pysim.load("westeros/test").new_initial_state(seed=7)
    >>> sum(row.chance for row in action_odds(state, state.legal_actions()[0]))
    Fraction(1, 1)
    """
    before = state.to_dict()
    merged: dict[tuple[str, ...], tuple[Fraction, int]] = {}
    for after, chance in state.chance_outcomes(action, limit=limit):
        key = _changes(before, after.to_dict())
        so_far, count = merged.get(key, (Fraction(), 0))
        merged[key] = (so_far + chance, count + 1)
    rows = [ActionOdds(chance, key, count) for key, (chance, count) in merged.items()]
    return sorted(rows, key=lambda row: (-row.chance, row.changes))


def _changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[str, ...]:
    """Say in words how two descriptions differ."""
    words = [*_unit_changes(before, after), *_table_changes(before, after)]
    if after["terminal"]:
        winner = after["winner"]
        words.append("game over, drawn" if winner is None else f"game over, seat {winner} wins")
    elif (after["to_act"], after["decision"]) != (before["to_act"], before["decision"]):
        words.append(f"seat {after['to_act']} to {after['decision']}")
    return tuple(words)


def _unit_changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Say what happened to each unit."""
    words: list[str] = []
    for old, new in zip(before["units"], after["units"], strict=True):
        name = old["number"]
        if old["on_map"] and not new["on_map"]:
            words.append(f"{name} eliminated")
            continue
        if new["figures"] != old["figures"]:
            words.append(f"{name} {old['figures']} -> {new['figures']} figures")
        if (new["c"], new["r"]) != (old["c"], old["r"]):
            words.append(f"{name} to ({new['c']},{new['r']})")
        if new["active"] != old["active"]:
            words.append(f"{name} {'active' if new['active'] else 'inactive'}")
    return words


def _table_changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Say what happened to round, morale, points, pools, hands and fire."""
    words = [
        f"{key} {before[key]} -> {after[key]}"
        for key in ("round", "morale")
        if after[key] != before[key]
    ]
    for seat in (0, 1):
        if after["vp"][seat] != before["vp"][seat]:
            words.append(f"seat {seat} {after['vp'][seat]} VP")
        if after["pools"][seat] != before["pools"][seat]:
            pool = "".join(
                f"{face}{count}" for face, count in after["pools"][seat].items() if count
            )
            words.append(f"seat {seat} tokens {pool or 'none'}")
        if after["hands"][seat] != before["hands"][seat]:
            hand = after["hands"][seat] or {}
            words.append(f"seat {seat} hand " + " ".join(f"{card}x{n}" for card, n in hand.items()))
    for old, new in zip(before["hexes"], after["hexes"], strict=True):
        if new["fire"] != old["fire"]:
            words.append(f"fire {new['fire']} at ({new['c']},{new['r']})")
    return words
