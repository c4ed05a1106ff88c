"""The map: terrain, tokens, fire (chapter 3), and the words that hold of a unit (chapter 9)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.reference.westeros.hexes import Hex, distance, neighbours
from tests.reference.westeros.whole.state import Place

if TYPE_CHECKING:
    from tests.reference.westeros.whole.state import State, Unit

__all__ = [
    "FOREST",
    "RIVERS",
    "add_fire",
    "adjacent",
    "around",
    "bonuses",
    "cls_of",
    "controlled",
    "empty",
    "far",
    "formation_of",
    "hx",
    "ignores_terrain",
    "impassable",
    "is_road",
    "may_enter",
    "ruling",
    "stops",
    "traits",
    "word",
    "zone_units",
]

FOREST = {"forest", "forest_river", "forest_road"}
RIVERS = {"river", "forest_river"}
FORDS = {"ford", "hidden_ford"}
ROADS = {"road", "forest_road", "bridge", "stone_bridge"}
STOPS = {"forest", "building", "marsh", "outpost", "ford", "hidden_ford", "palisade"}
BURNABLE = {"bridge", "palisade", "tent", "siege_engine"}


@cache
def around(at: Hex) -> tuple[Hex, ...]:
    """Give the six hexes around a hex, on the board or not (W3.5)."""
    return tuple(neighbours(at).values())


@cache
def far(a: Hex, b: Hex) -> int:
    """Give the distance of two hexes (W3.6)."""
    return distance(a, b)


def hx(at: Hex) -> str:
    """Write a hex as actions do."""
    return f"({at[0]},{at[1]})"


def ruling(place: Place) -> str:
    """Name the row in force: the token's, else the terrain's; devastated is plains.

    Rules: W3.15, W3.41.
    """
    if place.token:
        return place.token
    return "plains" if place.devastated else place.terrain


def is_road(place: Place) -> bool:
    """Tell whether a hex is of road type (W3.19)."""
    return ruling(place) in ROADS


def impassable(place: Place, cls: str, *, palisades: bool = True) -> bool:
    """Tell whether units of a class never enter the hex as it is (W3.18, W3.20, W3.42)."""
    row = ruling(place)
    if place.fire:
        return True
    if row == "palisade":
        return palisades and cls == "cavalry"
    return row in {"river", "forest_river", "lake", "siege_engine"}


def stops(s: State, unit: Unit, at: Hex, came_from: Hex) -> bool:
    """Tell whether entering a hex ends the unit's move (W3.16; W9.55, WD9.32, WD10.43)."""
    row = ruling(s.places[at])
    if ignores_terrain(s, unit):
        return False
    if row == "hill":
        return ruling(s.places[came_from]) != "hill"
    if row == "forest_road":
        return not is_road(s.places[came_from]) and word(s, unit, "tree_archer") is None
    if row in FORDS and word(s, unit, "dive") is not None:
        return False
    if row == "forest" and word(s, unit, "tree_archer") is not None:
        return False
    return row in STOPS


def may_enter(s: State, unit: Unit, at: Hex, *, but: Hex | None = None) -> bool:
    """Tell whether a unit may enter a hex: empty, passable, not closed by the plan.

    Args:
        s: the state.
        unit: who moves.
        at: the hex.
        but: a hex to be taken as empty, the one that the unit itself has left.

    Rules: W6.2, W8.12, B04 rule 5.
    """
    place = s.places.get(at)
    if place is None or (at in s.on_hex and at != but):
        return False
    if barred(s, unit.seat, at):
        return False
    return not impassable(place, unit.kind.cls, palisades=not ignores_terrain(s, unit))


def barred(s: State, seat: int, at: Hex) -> bool:
    """Tell whether the plan closes a hex to a House (B04 rule 5)."""
    rule = s.plan.special.get("bar_terrain")
    return bool(rule and rule["seat"] == seat and list(at) in rule["hexes"])


def empty(s: State, at: Hex) -> bool:
    """Tell whether a hex is empty: playable, no unit, not impassable, not burning (ch. 2.4)."""
    place = s.places.get(at)
    return place is not None and at not in s.on_hex and not impassable(place, "infantry")


def adjacent(s: State, unit: Unit) -> list[Unit]:
    """Give the units next to a unit."""
    assert unit.at is not None
    return [s.on_hex[at] for at in around(unit.at) if at in s.on_hex]


def controlled(s: State, leader: str, unit: Unit) -> bool:
    """Tell whether a unit is inside the zone of control of a commander (W3.7)."""
    head = s.leader_unit(leader)
    if head is None or head.at is None or unit.at is None or unit.seat != head.seat:
        return False
    return far(head.at, unit.at) <= 2


def zone_units(s: State, leader: str) -> list[Unit]:
    """Give the units that a commander controls, his own included, by number (W3.7)."""
    seat = s.leaders[leader].seat
    return [unit for unit in s.own(seat) if controlled(s, leader, unit)]


def bonuses(s: State, unit: Unit, op: str) -> list[dict[str, object]]:
    """Give the effects of an operation that this turn's card and tactic put on a unit."""
    return [
        {**bonus.effect, "k": bonus.k}
        for bonus in s.turn.bonuses
        if bonus.op == op and unit.id in bonus.units
    ]


def ignores_terrain(s: State, unit: Unit) -> bool:
    """Tell whether the unit ignores stop, marsh, max 2 and palisades this turn (WD10.43)."""
    return bool(s.turn.bonuses) and bool(bonuses(s, unit, "ignore_terrain"))


def traits(s: State, unit: Unit) -> set[str]:
    """Give the traits of a unit: of its type and of its commander (WD2.22)."""
    found = set(unit.kind.traits)
    if unit.commander:
        found |= set(s.plan.commanders[unit.commander].get("traits", []))
    return found


def word(s: State, unit: Unit, name: str) -> int | None:
    """Give the value of a keyword of a unit now, None if it has not got it.

    From type, commander, formation, plan, grants, auras and the defend token; the larger value
    counts, Toughness adds up.

    Rules: W2.10, WD2.23, W9.61, WD9.2; B04.1, B06.1, B10.4.
    """
    values = []
    if name in unit.kind.keywords:
        values.append(unit.kind.keywords[name])
    if unit.commander and name in s.plan.commander_keywords[unit.commander]:
        values.append(s.plan.commander_keywords[unit.commander][name])
    formation = unit.kind.formations.get(formation_of(unit), {})
    if name in formation:
        values.append(formation[name])
    if name == "scorch" and unit.number in s.plan.scorch_units:
        values.append(0)
    values += [one.x for one in s.grants if one.unit == unit.id and one.keyword == name]
    if unit.defend and name in {"heavy_armor", "stalwart"}:
        values.append(0)
    if name == "stalwart":
        if _aura(s, unit, name):
            values.append(0)
        if unit.at and _marshy(s, unit):
            return None
    if not values:
        return None
    return sum(values) if name == "toughness" else max(values)


def formation_of(unit: Unit) -> str:
    """Name the formation in force: the one chosen last, else the first of the type (WD9.2)."""
    if unit.formation in unit.kind.formations:
        return unit.formation
    return next(iter(unit.kind.formations), "")


def _marshy(s: State, unit: Unit) -> bool:
    """Tell whether a marsh takes the unit's Stalwart, from every source (W3.23, W9.66)."""
    assert unit.at is not None
    return ruling(s.places[unit.at]) == "marsh" and not ignores_terrain(s, unit)


def _aura(s: State, unit: Unit, name: str) -> bool:
    """Tell whether a friendly commander next to the unit lends it a keyword (Eddard)."""
    if unit.at is None:
        return False
    return any(
        effect["op"] == "aura" and effect["keyword"] == name
        for other in adjacent(s, unit)
        if other.seat == unit.seat and other.commander
        for effect in s.plan.commanders[other.commander]["ability"]
    )


def add_fire(s: State, at: Hex, levels: int, *, spread: bool = False) -> str:
    """Add fire to a hex; returns the token that burnt, if one did.

    Rules: W3.40, W3.41, W3.45, W3.38.
    """
    place = s.places[at]
    if place.burn_limit == 0 or levels == 0 or place.devastated:
        return ""
    place.fire = min(place.fire + levels, place.burn_limit, 4)
    if place.fire < place.burn_limit:
        return ""
    if place.token in BURNABLE:
        burnt = place.token
        place.token, place.fire, place.burn_limit = "", 0, 0
        s.destroyed.add(at)
        del spread
        return burnt
    place.devastated = True
    s.destroyed.add(at)
    unit = s.on_hex.get(at)
    if unit is not None:
        unit.side = ""
    return ""


def cls_of(unit: Unit) -> str:
    """Give the class of a unit: infantry, cavalry or ranged (W2.5)."""
    return unit.kind.cls
