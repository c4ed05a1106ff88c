"""What one plain attack does to its target, with exact chances (AT.4 to AT.12)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.reference.westeros.attack import (
    count_hits,
    declare_melee,
    defence_level,
    dice,
    hit_faces,
    hits_left,
)
from tests.reference.westeros.odds import FACES, rolls
from tests.reference.westeros.position import Position, Unit
from tests.reference.westeros.retreat import retreat_paths, take_losses

__all__ = ["Fate", "fate", "has_free_run", "is_flank"]

Fate = tuple[int, bool]
"""Figures left of the target, and whether it owes at least one retreat hex and still stands."""


def is_flank(position: Position, attacker: Unit, target: Unit, mode: str) -> bool:
    """Tell whether the attack is a flank attack (W7.4, W7.11)."""
    return mode == "melee" and declare_melee(position, attacker, target).flank


def has_free_run(position: Position, target: Unit, hexes: int) -> bool:
    """Tell whether every retreat of so many hexes succeeds and meets no catapult.

    Raft landings, the hexes that a plan closes to one House, may hold catapult tokens.

    Rules: W8.13; plan rule B04.4.
    """
    landings = {at for closed in position.barred.values() for at in closed}
    return all(
        lost == 0 and landings.isdisjoint(path)
        for path, lost in retreat_paths(position, target, hexes)
    )


def fate(position: Position, attacker: Unit, target: Unit, mode: str) -> dict[Fate, Fraction]:
    """Give the chance of each fate of a target, before any choice of its owner.

    Engagement tokens are placed first, because they decide on the cover of a building.

    Rules: W7.10-W7.22, W8.1-W8.3, W9.4, W9.11, W9.13.
    """
    found: dict[Fate, Fraction] = {}
    if mode == "melee":
        position = replace(position, units=declare_melee(position, attacker, target).units)
        target = position.units[target.number]
        attacker = position.units[attacker.number]
    if mode != "war_dogs":
        _add_roll(position, attacker, target, mode, Fraction(1), found)
        return found
    for face, rank in (("G", "green"), ("B", "blue"), ("R", "red")):
        _add_roll(position, replace(attacker, rank=rank), target, mode, FACES[face], found)
    _add(found, (target.figures, True), FACES["M"])
    _add(found, (_figures_after(target, 1), False), FACES["V"])
    return found


def _add_roll(
    position: Position,
    attacker: Unit,
    target: Unit,
    mode: str,
    weight: Fraction,
    found: dict[Fate, Fraction],
) -> None:
    """Add the fates of one roll of the attacker's dice (AT.5 to AT.12)."""
    hitting = hit_faces(
        defence_level(target.rank, heavy_armor="heavy_armor" in target.keywords),
        target_kind=target.kind,
        attacker_kind=attacker.kind,
    )
    for roll, chance in rolls(dice(position, attacker, target, mode)):
        hits = hits_left(position, target, count_hits(roll, hitting))
        figures = _figures_after(target, hits)
        _add(found, (figures, figures > 0 and roll["M"] > 0), weight * chance)


def _add(found: dict[Fate, Fraction], key: Fate, weight: Fraction) -> None:
    """Add to the chance of a fate."""
    found[key] = found.get(key, Fraction(0)) + weight


def _figures_after(target: Unit, hits: int) -> int:
    """Give the figures left after hits (W8.1-W8.3)."""
    rating = target.capture_rating if target.commander else None
    after = take_losses(target.plain, rating, hits)
    return 0 if after.eliminated else after.plain + (1 if target.commander else 0)
