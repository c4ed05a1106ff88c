"""Legal attacks, engagement, dice and hits (W7, W9.4-W9.15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.reference.westeros import terrain
from tests.reference.westeros.hexes import Hex, distance, neighbours
from tests.reference.westeros.position import Position, Unit
from tests.reference.westeros.sight import dogs_see, sees, tower_sees

__all__ = [
    "Declared",
    "count_hits",
    "count_morale",
    "declare_melee",
    "defence_level",
    "dice",
    "hit_faces",
    "hits_left",
    "legal_targets",
    "range_of",
    "scorch_hexes",
]

RANK_NUMBER = {"green": 1, "blue": 2, "red": 3}
SHIELD = {0: "G", 1: "G", 2: "B", 3: "R", 4: "R"}


def legal_targets(position: Position, unit: Unit) -> set[tuple[str, str]]:
    """Give the (target, mode) pairs that an ordered unit may attack with figures or dogs.

    Rules: W7.1-W7.6.
    """
    found = set()
    for enemy in position.enemies(unit):
        tests = {"melee": _may_melee, "ranged": _may_shoot, "war_dogs": _may_set_dogs}
        for mode, test in tests.items():
            if mode in unit.modes and test(position, unit, enemy):
                found.add((enemy.number, mode))
    return found


def _may_melee(position: Position, unit: Unit, enemy: Unit) -> bool:
    """Tell whether a melee attack is legal (W7.1, W7.6, W7.11.2)."""
    if distance(unit.at, enemy.at) != 1 or unit.in_tower or enemy.in_tower:
        return False
    partner = position.units.get(unit.engaged_with)
    if partner and partner.number != enemy.number and "fearsome" in partner.keywords:
        return False
    return dice(position, unit, enemy, "melee") > 0


def _may_shoot(position: Position, unit: Unit, enemy: Unit) -> bool:
    """Tell whether a ranged attack is legal (W7.2, W7.3, W7.6, W13.7)."""
    away = distance(unit.at, enemy.at)
    least, most = range_of(unit, enemy, "ranged")
    if not least <= away <= most:
        return False
    anywhere = position.options.get("engaged_fire_anywhere", False)
    if unit.engaged_with and away != 1 and not anywhere:
        return False
    seen = tower_sees if unit.in_tower and unit.kind == "ranged" else sees
    return seen(position, unit.at, enemy.at) and dice(position, unit, enemy, "ranged") > 0


def _may_set_dogs(position: Position, unit: Unit, enemy: Unit) -> bool:
    """Tell whether war dogs may be set on a target (W9.4, W9.13)."""
    least, most = range_of(unit, enemy, "war_dogs")
    if not least <= distance(unit.at, enemy.at) <= most:
        return False
    if unit.engaged_with and not position.options.get("engaged_fire_anywhere", False):
        return False
    return dogs_see(position, unit, enemy.at)


def range_of(unit: Unit, enemy: Unit, mode: str) -> tuple[int, int]:
    """Give least and most range against a target, after the tower rules (W3.33, W9.13)."""
    least, most = unit.modes[mode]
    if mode == "ranged" and unit.in_tower and unit.kind == "ranged":
        most += 1
    if enemy.in_tower:
        most -= 1
    return least, most


def scorch_hexes(position: Position, unit: Unit) -> set[Hex]:
    """Give the hexes that a unit may scorch (W9.6, W9.15, W3.42; B04.1, B06.2, B10.4)."""
    if "scorch" not in unit.keywords:
        return set()
    found = set()
    for at in neighbours(unit.at).values():
        place = position.places.get(at)
        if place is None or at in position.occupied() or at in position.no_fire:
            continue
        if place.burn_limit == 0 or place.devastated:
            continue
        if position.scorch_only and place.token not in position.scorch_only:
            continue
        found.add(at)
    return found


@dataclass(frozen=True, slots=True)
class Declared:
    """What AT.2 does: the flank, and the units with their tokens after it (W7.11)."""

    flank: bool
    units: Mapping[str, Unit]


def declare_melee(position: Position, attacker: Unit, target: Unit) -> Declared:
    """Turn, take off and place engagement tokens for a melee attack.

    Rules: W7.11 (1 to 4), W7.12.
    """
    units = dict(position.units)
    seat = attacker.seat
    if attacker.engaged_with == target.number:
        for number in (attacker.number, target.number):
            units[number] = replace(units[number], engagement_seat=seat)
        return Declared(False, units)
    if attacker.engaged_with:
        for number in (attacker.engaged_with, attacker.number):
            units[number] = replace(units[number], engaged_with="", engagement_seat=-1)
    if units[target.number].engaged_with:
        return Declared(True, units)
    for number, other in (
        (attacker.number, target.number),
        (target.number, attacker.number),
    ):
        units[number] = replace(units[number], engaged_with=other, engagement_seat=seat)
    return Declared(False, units)


def dice(position: Position, attacker: Unit, target: Unit, mode: str) -> int:
    """Give the number of dice of an attack.

    Rank dice, then the modifiers the description tells of (Off-balance, marsh, Polearm, reduced
    strength, the bonus of cards and abilities), then the limit of two.

    Rules: W7.14, section 7.3, W3.17, W9.5, W9.26, W13.4, W13.6.
    """
    base = attacker.dice[attacker.rank]
    extra = attacker.dice_bonus
    source, goal = position.places[attacker.at], position.places[target.at]
    if "off_balance" in attacker.keywords and attacker.moved:
        extra -= 1
    if "polearm" in attacker.keywords and target.kind == "cavalry":
        extra += 1
    if target.commander:
        extra += attacker.dice_on_commander
    if mode != "melee" and terrain.ruling(goal) == "marsh":
        extra += 1
    if position.options.get("reduced_strength", False):
        lost = attacker.full - attacker.figures
        extra -= 1 if lost >= (attacker.full + 1) // 2 else 0
    limited = terrain.is_max_two(attacker, source, goal, mode)
    if not limited:
        return base + extra
    if position.options.get("cap_base_only", False):
        return min(base, 2) + extra
    return min(base + extra, 2)


def defence_level(
    rank: str, *, heavy_armor: bool = False, open_formation: bool = False, ranged: bool = False
) -> int:
    """Give the defence level d: rank, +1 Heavy Armor, -1 Line or Wedge when shot at (W7.18)."""
    level = RANK_NUMBER[rank] + (1 if heavy_armor else 0)
    return level - (1 if open_formation and ranged else 0)


def hit_faces(level: int, *, target_kind: str, attacker_kind: str) -> set[str]:
    """Give the faces that hit (table of W7.18)."""
    faces = {SHIELD[level]}
    no_valor = target_kind == "cavalry" and attacker_kind != "cavalry"
    if level == 0 or (level <= 3 and not no_valor):
        faces.add("V")
    return faces


def count_hits(faces: Mapping[str, int], hitting: set[str]) -> int:
    """Count the hits of a roll before Toughness and Cover (W7.18)."""
    return sum(number for face, number in faces.items() if face in hitting)


def count_morale(faces: Mapping[str, int], *, wedge: bool = False) -> int:
    """Count the morale results, one more in Wedge if any shows (W7.18, W9.42)."""
    shown = faces.get("M", 0)
    return shown + 1 if wedge and shown else shown


def hits_left(position: Position, target: Unit, hits: int) -> int:
    """Subtract Toughness and Cover together, not below 0 (W7.20, W7.30)."""
    place = position.places[target.at]
    return max(0, hits - target.keywords.get("toughness", 0) - terrain.cover(place, target))
