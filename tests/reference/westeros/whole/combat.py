"""Who may attack whom, with how many dice, and what hits (sections 7.1 and 7.3, W7.18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import victory
from tests.reference.westeros.whole.ground import (
    FOREST,
    adjacent,
    around,
    bonuses,
    cls_of,
    far,
    hx,
    ignores_terrain,
    ruling,
    word,
)  # fmt: skip
from tests.reference.westeros.whole.sight import dogs_see, sees, sees_from
from tests.reference.westeros.whole.state import RANK_NUMBER, State, Unit

__all__ = [
    "attack_texts", "cover", "dice", "hit_faces", "level", "may_melee", "may_shoot", "range_of",
    "would_flank",
]  # fmt: skip

SHIELD = {0: "G", 1: "G", 2: "B", 3: "R", 4: "R"}
FORDS = {"ford", "hidden_ford"}


def attack_texts(s: State, unit: Unit, verb: str, *, bonus: int = 0) -> list[str]:
    """Write all attacks that a unit may make as actions (W7.1 to W7.6, W9.4, W9.6)."""
    assert unit.at is not None
    found = []
    enemies = [(foe, far(unit.at, foe.at)) for foe in s.own(1 - unit.seat) if foe.at]
    for foe, away in enemies:
        if away == 1 and may_melee(s, unit, foe, bonus=bonus):
            found.append(f"{verb} {unit.number} melee {foe.number}")
        if away <= 5 and may_shoot(s, unit, foe, bonus=bonus):
            found.append(f"{verb} {unit.number} ranged {foe.number}")
        if away <= 3 and may_set_dogs(s, unit, foe):
            found.append(f"{verb} {unit.number} war_dogs {foe.number}")
    return found + [f"{verb} {unit.number} scorch {hx(at)}" for at in scorch_hexes(s, unit)]


def would_flank(s: State, unit: Unit, foe: Unit) -> bool:
    """Tell whether a melee attack is a flank attack (W7.11, W9.24, W9.41, W9.44)."""
    if word(s, foe, "line") is not None:
        return False
    if word(s, foe, "hedgehog") is not None:
        return True
    return foe.partner >= 0 and foe.partner != unit.id


def may_melee(s: State, unit: Unit, foe: Unit, *, bonus: int = 0) -> bool:
    """Tell whether a melee attack is legal (W7.1, W7.6, W7.11.2)."""
    if "melee" not in unit.kind.modes or unit.at is None or foe.at is None:
        return False
    if far(unit.at, foe.at) != 1 or unit.in_tower or foe.in_tower:
        return False
    other = s.units[unit.partner] if unit.partner not in (-1, foe.id) else None
    if other is not None and word(s, other, "fearsome") is not None:
        return False
    return dice(s, unit, foe, "melee", flank=would_flank(s, unit, foe), bonus=bonus) > 0


def range_of(s: State, unit: Unit, foe: Unit, mode: str) -> tuple[int, int]:
    """Give least and most range against a target (W3.33, W9.13, WD9.32)."""
    least, most = unit.kind.modes[mode]
    if mode == "ranged" and unit.in_tower and cls_of(unit) == "ranged":
        most += 1
    if mode == "ranged" and word(s, unit, "tree_archer") is not None and unit.at:
        most += 1 if ruling(s.places[unit.at]) in FOREST else 0
    return least, most - (1 if foe.in_tower else 0)


def may_shoot(s: State, unit: Unit, foe: Unit, *, bonus: int = 0, blind: bool = False) -> bool:
    """Tell whether a ranged attack is legal (W7.2, W7.3, W7.6, W9.51, W13.7).

    Args:
        s: the state.
        unit: who shoots.
        foe: the target.
        bonus: dice more or less in this attack.
        blind: line of sight is not needed (Edmure's commit).
    """
    if "ranged" not in unit.kind.modes or unit.at is None or foe.at is None:
        return False
    away = far(unit.at, foe.at)
    least, most = range_of(s, unit, foe, "ranged")
    if not least <= away <= most:
        return False
    anywhere = s.plan.options.get("engaged_fire_anywhere")
    if unit.partner >= 0 and away != 1 and not anywhere:
        return False
    if not blind and not sees_from(s, unit, foe.at):
        if word(s, unit, "indirect_fire") is None:
            return False
        friends = [one for one in adjacent(s, unit) if one.seat == unit.seat and one.at]
        if not any(one.at and sees(s, one.at, foe.at) for one in friends):
            return False
    return dice(s, unit, foe, "ranged", bonus=bonus) > 0


def may_set_dogs(s: State, unit: Unit, foe: Unit, *, commit: bool = False) -> bool:
    """Tell whether war dogs may be set on a target (W9.4, W9.13; Young Wolf's commit)."""
    if unit.at is None or foe.at is None:
        return False
    if commit:
        least, most = 2, 3 - (1 if foe.in_tower else 0)
    elif "war_dogs" not in unit.kind.modes:
        return False
    else:
        least, most = range_of(s, unit, foe, "war_dogs")
        if unit.partner >= 0 and not s.plan.options.get("engaged_fire_anywhere"):
            return False
    if not least <= far(unit.at, foe.at) <= most:
        return False
    return dogs_see(s, unit.at, foe.at, unit.seat)


def scorch_hexes(s: State, unit: Unit) -> list[Hex]:
    """Give the hexes that a unit may scorch (W9.6, W3.42; B04.1, B06.2, B10.4)."""
    if unit.at is None or word(s, unit, "scorch") is None:
        return []
    return [at for at in around(unit.at) if may_burn(s, at)]


def may_burn(s: State, at: Hex) -> bool:
    """Tell whether fire may be set in a hex (W3.40, W3.42; B04.1, B06.2, B10.4)."""
    place = s.places.get(at)
    if place is None or at in s.on_hex or place.burn_limit == 0 or place.devastated:
        return False
    if s.plan.scorch_only and place.token not in s.plan.scorch_only:
        return False
    late = s.plan.special.get("no_fire_before")
    return not (late and (late["c"], late["r"]) == at and s.round < late["round"])


def dice(
    s: State,
    unit: Unit,
    foe: Unit,
    mode: str,
    *,
    role: str = "attack",
    flank: bool = False,
    bonus: int = 0,
    colour: str = "",
    support: int = 0,
) -> int:
    """Count the dice of a roll: rank, all modifiers, then the limit of two.

    Args:
        s: the state.
        unit: who rolls.
        foe: against whom.
        mode: melee, ranged or war_dogs.
        role: attack, counter or parting (W10.2 and the table of section 7.3).
        flank: it is a flank attack.
        bonus: dice of a commit or of an attack with fewer dice.
        support: dice of the units that support a coordinated attack (W13.2).
        colour: rank whose dice count, if not the unit's own (W9.13, W9.20).

    Rules: W7.14, section 7.3, W3.17, W7.60, W13.4, W13.6, WD6.2.
    """
    base = unit.kind.dice[colour or unit.rank]
    extra = bonus + support
    if role == "attack":
        extra += _attack_modifiers(s, unit, foe, mode, flank=flank)
    elif word(s, unit, "pike_square") is not None:
        extra += 2
    if word(s, unit, "polearm") is not None and cls_of(foe) == "cavalry":
        extra += 1
    if s.plan.options.get("reduced_strength"):
        full = unit.kind.figures
        extra -= 1 if full - unit.figures >= (full + 1) // 2 else 0
    limited = _max_two(s, unit, foe, mode, role)
    cap_base = bool(s.plan.options.get("cap_base_only"))
    n = _limit(base, extra, limited=limited, cap_base=cap_base)
    if mode != "melee" and word(s, foe, "stealth") is not None:
        n = max(_limit(base, extra - 1, limited=limited, cap_base=cap_base), min(n, 1))
    return n


def _limit(base: int, extra: int, *, limited: bool, cap_base: bool) -> int:
    """Apply *max 2* to the sum, or to the rank dice alone (W3.17, W13.6)."""
    if not limited:
        return base + extra
    return min(base, 2) + extra if cap_base else min(base + extra, 2)


def _attack_modifiers(s: State, unit: Unit, foe: Unit, mode: str, *, flank: bool) -> int:
    """Add up the rows of section 7.3 that act on attacks alone, and cards and commanders."""
    assert foe.at is not None
    extra = 0
    if word(s, unit, "off_balance") is not None and unit.moved:
        extra -= 1
    if word(s, unit, "hedgehog") is not None:
        extra += 1
    if word(s, unit, "pike_square") is not None:
        extra -= 2
    if word(s, unit, "line") is not None and cls_of(foe) == "infantry":
        extra += 1
    if mode != "melee" and ruling(s.places[foe.at]) == "marsh":
        extra += 1
    if mode == "ranged" and word(s, unit, "volley") is not None:
        extra += _volley(s, unit)
    for effect in bonuses(s, unit, "add_dice"):
        extra += _conditional(s, unit, foe, effect, flank=flank)
    for effect in bonuses(s, unit, "add_dice_terrain"):
        del effect
        extra += terrain_kinds(s, unit)
    for effect in bonuses(s, unit, "add_dice_support"):
        del effect
        extra += _supporters(s, unit, foe)
    if bonuses(s, unit, "dice_per_unit_passed"):
        extra += len(s.turn.passed)
    if unit.commander:
        for effect in s.plan.commanders[unit.commander]["ability"]:
            if effect["op"] == "add_dice":
                extra += _conditional(s, unit, foe, effect, flank=flank)
    return extra


def _conditional(s: State, unit: Unit, foe: Unit, effect: Mapping[str, Any], *, flank: bool) -> int:
    """Give the dice of add_dice if its condition is met (WD10.9 table)."""
    if effect.get("class") and effect["class"] != cls_of(unit):
        return 0
    if effect.get("first_attack") and unit.attacks > 0:
        return 0
    condition = effect.get("condition", "")
    met = {
        "": True,
        "flank": flank,
        "moved": unit.moved,
        "target_has_commander": bool(foe.commander),
        "target_damaged": foe.figures < foe.kind.figures,
        "own_morale_higher": victory.higher_morale(s) == unit.seat,
    }
    return int(effect["k"]) if met[condition] else 0


def _volley(s: State, unit: Unit) -> int:
    """Count the other Volley units of the connected group (W9.54)."""
    group = {unit.id}
    border = [unit]
    while border:
        near = [
            other
            for one in border
            for other in adjacent(s, one)
            if other.seat == unit.seat
            and cls_of(other) == "ranged"
            and word(s, other, "volley") is not None
            and other.id not in group
        ]
        border = list({one.id: one for one in near}.values())
        group |= {one.id for one in border}
    return len(group) - 1


def terrain_kinds(s: State, unit: Unit) -> int:
    """Count the different terrain types around a unit (WD3.3, WD10.31, WD13.4)."""
    assert unit.at is not None
    kinds: set[str] = set()
    for at in around(unit.at):
        place = s.places.get(at)
        if place is None:
            continue
        row = "plains" if place.devastated else place.terrain
        parts = {"forest_road": {"forest", "road"}, "forest_river": {"forest", "river"}}
        kinds |= parts.get(row, {row})
    if not s.plan.options.get("al01_plains"):
        kinds.discard("plains")
    cap = s.plan.options.get("al01_cap") or 0
    return min(len(kinds), cap) if cap else len(kinds)


def _supporters(s: State, unit: Unit, foe: Unit) -> int:
    """Count the other friendly units in the player's commander's zone that see the target."""
    from tests.reference.westeros.whole.ground import zone_units

    assert foe.at is not None
    if s.leader_unit(s.turn.leader) is None:
        return 0
    return sum(
        1 for one in zone_units(s, s.turn.leader) if one.id != unit.id and sees_from(s, one, foe.at)
    )


def _max_two(s: State, unit: Unit, foe: Unit, mode: str, role: str) -> bool:
    """Tell whether the roll has two dice at most (W3.17 and the tables, W3.31, W9.55)."""
    assert unit.at is not None
    assert foe.at is not None
    if ignores_terrain(s, unit):
        return False
    here, there = ruling(s.places[unit.at]), ruling(s.places[foe.at])
    archer = role == "attack" and word(s, unit, "tree_archer") is not None
    trees = not archer and (here in FOREST or there in FOREST)
    ford = here in FORDS and word(s, unit, "dive") is None
    uphill = there == "hill" and here != "hill"
    inside = here == "building" or (here == "outpost" and unit.side == "barracks")
    return trees or ford or uphill or (mode != "melee" and inside)


def level(s: State, unit: Unit, mode: str) -> int:
    """Give the defence level of a unit against a mode (W7.18, W9.2, W9.41, W9.42)."""
    number = RANK_NUMBER[unit.rank]
    if word(s, unit, "heavy_armor") is not None:
        number += 1
    loose = word(s, unit, "line") is not None or word(s, unit, "wedge") is not None
    if loose and mode != "melee":
        number -= 1
    return number


def hit_faces(s: State, target: Unit, attacker_cls: str, mode: str) -> set[str]:
    """Give the faces that hit (table of W7.18)."""
    number = level(s, target, mode)
    faces = {SHIELD[number]}
    safe = cls_of(target) == "cavalry" and attacker_cls != "cavalry"
    if number == 0 or (number <= 3 and not safe):
        faces.add("V")
    return faces


def cover(s: State, unit: Unit) -> int:
    """Give the hits that the hex takes off (W3.18, W3.20, W3.22, W3.31)."""
    assert unit.at is not None
    place = s.places[unit.at]
    row = "plains" if place.devastated else place.terrain
    went_out = unit.partner >= 0 and unit.token_owner == unit.seat
    housed = row == "building" or (row == "outpost" and unit.side == "barracks")
    return (1 if housed and not went_out else 0) + (1 if place.token == "palisade" else 0)
