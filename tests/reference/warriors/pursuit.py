"""Dice of the battle commanders, and the pursuit (G7.11-G7.13, G8.17)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tests.reference.warriors.ask import Steps
from tests.reference.warriors.losses import allocate, eliminations
from tests.reference.warriors.state import Leader, State, enemy

__all__ = ["bravery", "dice_of", "points", "pursuit", "roll_hits"]


def bravery(state: State, side: str) -> int:
    """Return the bravery of the battle commander of a side."""
    assert state.battle is not None
    commander = state.battle.commanders[side]
    assert commander is not None
    return int(commander.row["bravery"])


def points(state: State, leader: Leader, kind: str) -> int:
    """Count the points of a class that a leader has."""
    types = state.plan.types
    return sum(n for name, n in leader.troops.items() if types[name]["class"] == kind)


def dice_of(state: State, side: str) -> int:
    """Count the dice of a side (G7.11, G7.12, G9.4)."""
    assert state.battle is not None
    commander = state.battle.commanders[side]
    assert commander is not None
    rating = int(commander.row["battle"])
    if points(state, commander, "longbow"):
        rating += commander.row["battle_bonus"]
    own = state.here(state.battle.area, side)
    all_points = sum(one.troops.total() - points(state, one, "gunner") for one in own)
    bows = sum(points(state, one, "longbow") + bool(one.row["longbow"]) for one in own)
    return min(rating, len(own) + all_points) + min(rating, bows)


def roll_hits(state: State, name: str, dice: int, bonus: int) -> int:
    """Roll dice of which each one of 6 or more is a hit (G7.13)."""
    faces = sum(face + bonus >= 6 for face in range(1, 7))
    chance = Fraction(faces, 6)
    if dice == 0 or chance in (0, 1):
        return dice * int(chance)
    weights = {k: comb(dice, k) * faces**k * (6 - faces) ** (dice - k) for k in range(dice + 1)}
    return state.dice.draw(name, weights)


def pursuit(state: State, side: str, fleeing: list[Leader]) -> Steps:
    """Roll once against the fleeing leaders of a side (G8.17)."""
    battle = state.battle
    assert battle is not None
    hunter = enemy(side)
    state.step = "P3_PURSUIT"
    bonus = 1
    if state.plan.options["pursuit_adds_bravery"]:
        bonus += max(0, bravery(state, hunter) - bravery(state, side))
    battle.hits[side] = roll_hits(state, "pursuit", dice_of(state, hunter), bonus)
    state.step = "P3_PURSUIT_HITS"
    removed = yield from allocate(state, side, fleeing)
    eliminations(state, removed)
