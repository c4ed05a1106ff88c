"""Check a plan and its records against each other, and note every problem.

Rules: WD1.4, WD3.2, WD4.2, WD4.3.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pysim.errors import suggest
from pysim.scenario.records import unknown
from pysim.scenario.westeros.check_world import check_world, keys_of
from pysim.scenario.westeros.models import Special, Victory
from pysim.scenario.westeros.vocabulary import (
    CODES,
    IMPASSABLE,
    RANKS,
    SPECIAL_KEYS,
    SPECIAL_REQUIRED,
    VICTORY_KEYS,
    VICTORY_REQUIRED,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysim.scenario.read import Report
    from pysim.scenario.westeros.models import (
        BasicCard,
        Commander,
        HouseDeck,
        Plan,
        UnitPlace,
        UnitType,
        World,
    )

__all__ = ["check_plan", "check_world", "decks_in_play", "map_cells"]

Path = list[str | int]
_UNIT_NUMBER = re.compile(r"[0-9]{1,3}")


def map_cells(plan: Plan) -> dict[tuple[int, int], str]:
    """Return the map codes by ``(c, r)``; the first row of the text is the northernmost (WD3.2)."""
    top = len(plan.map) - 1
    return {
        (c, top - i): code for i, row in enumerate(plan.map) for c, code in enumerate(row.split())
    }


def decks_in_play(plan: Plan, world: World) -> list[dict[str, BasicCard]]:
    """Return for each House its cards by id: the basic deck, then those of its commanders (WD4.2).

    Both titles of a commander bring the same five cards. A commander without cards brings none.
    """
    decks: list[dict[str, BasicCard]] = []
    owners = _owners(plan)
    for seat, house in enumerate(plan.houses):
        info = world.decks.get(house)
        deck: dict[str, BasicCard] = {}
        if info is not None:
            for key, row in world.basic.get(info.basic, {}).items():
                deck[info.prefix + key] = row
        persons = {
            world.commanders[place.commander].person
            for number, place in plan.units.items()
            if place.commander in world.commanders and owners.get(number) == seat
        }
        deck |= {key: card for key, card in world.cards.items() if card.person in persons}
        decks.append(deck)
    return decks


def _owners(plan: Plan) -> dict[str, int]:
    """Return the seat of each unit number by its first letter (WD12.7)."""
    letters = {house[:1].upper(): seat for seat, house in enumerate(plan.houses)}
    return {number: letters[number[:1]] for number in plan.units if number[:1] in letters}


def check_plan(
    plan: Plan, world: World, switches: Mapping[str, bool | int | str], report: Report
) -> None:
    """Check map, Houses, units, objectives, special rules and victory of a plan (WD1.4)."""
    cells = _check_map(plan, report)
    houses = list(plan.houses)
    for house in houses:
        if house not in world.decks:
            report.add(["houses", house], unknown("House", house, world.decks))
        elif world.decks[house].kind == "ally":
            message = f"{house} is an ally and no side of a plan; its units serve another (WD1.7)"
            report.add(["houses", house], message)
        elif world.decks[house].basic not in world.basic:
            message = unknown("basic deck", world.decks[house].basic, world.basic)
            report.add(["decks", house, "basic"], message)
    if len({house[:1].upper() for house in houses}) == 1:
        message = "two Houses need two first letters, which begin the numbers of their units"
        report.add(["houses", houses[1]], message)
    if len({side.edge for side in plan.houses.values()}) == 1:
        report.add(["houses", houses[1], "edge"], "one House is at north, the other at south")
    if plan.momentum not in plan.houses:
        report.add(["momentum"], unknown("House", plan.momentum, houses))
    _check_units(plan, world, cells, report)
    for name in ("concealed_tokens", "brotherhood_tokens"):
        for house in getattr(plan, name):
            if house not in plan.houses:
                report.add([name, house], unknown("House", house, houses))
    if not switches.get("extras", True):
        _check_extras(plan, world, report)
    for place, objective in enumerate(plan.objectives):
        path: Path = ["objectives", place]
        _on_map(objective.at, [*path, "at"], cells, report)
        if objective.owner and objective.owner not in plan.houses:
            report.add([*path, "owner"], unknown("House", objective.owner, houses))
    _check_special(plan, world, cells, report)
    _check_victory(plan, cells, report)


def _check_map(plan: Plan, report: Report) -> dict[tuple[int, int], str]:
    top = len(plan.map) - 1
    even = len(plan.map[-1].split())
    if not 2 <= even <= 15:
        report.add(["map", top], f"a row has from 2 to 15 hexes, not {even}")
        return map_cells(plan)
    for i, row in enumerate(plan.map):
        r = top - i
        codes = row.split()
        wanted = even - r % 2
        if len(codes) != wanted:
            report.add(["map", i], f"row r = {r} has {len(codes)} hexes, not {wanted} (W3.4)")
        for c, code in enumerate(codes):
            if code not in CODES:
                words = " ".join(CODES)
                message = f"unknown terrain code {code!r} at ({c},{r}) (allowed: {words})"
                report.add(["map", i], message)
    return map_cells(plan)


def _on_map(at: list[int], path: Path, cells: dict[tuple[int, int], str], report: Report) -> bool:
    if (at[0], at[1]) in cells:
        return True
    report.add(path, f"hex ({at[0]},{at[1]}) is off the map")
    return False


def _check_units(
    plan: Plan, world: World, cells: dict[tuple[int, int], str], report: Report
) -> None:
    used: dict[tuple[int, int], str] = {}
    persons: dict[str, str] = {}
    owners = _owners(plan)
    letters = [house[:1].upper() for house in plan.houses]
    for number, place in plan.units.items():
        path: Path = ["units", number]
        if number not in owners or not _UNIT_NUMBER.fullmatch(number[1:]):
            shown = " or ".join(letters)
            report.add(path, f"a unit number is {shown} and digits, as in {letters[0]}1 (WD12.7)")
        if _on_map(place.at, [*path, "at"], cells, report):
            here = (place.at[0], place.at[1])
            if cells[here] in IMPASSABLE:
                report.add([*path, "at"], f"hex ({here[0]},{here[1]}) is impassable")
            if here in used:
                report.add([*path, "at"], f"hex ({here[0]},{here[1]}) already holds {used[here]}")
            used.setdefault(here, number)
        kind = world.unit_types.get(place.type)
        if kind is None:
            report.add([*path, "type"], unknown("unit type", place.type, world.unit_types))
        elif kind.dice[RANKS.index(place.rank)] == 0:
            report.add([*path, "rank"], f"{place.type} has no rank {place.rank}")
        if place.commander:
            _check_commander(number, place, plan, world, persons, report)
    for seat, house in enumerate(plan.houses):
        count = sum(1 for owner in owners.values() if owner == seat)
        if not 1 <= count <= 16 and "units" not in report.broken:
            report.add(["units"], f"{house} needs from 1 to 16 units, not {count}")


def _check_commander(
    number: str,
    place: UnitPlace,
    plan: Plan,
    world: World,
    persons: dict[str, str],
    report: Report,
) -> None:
    path: Path = ["units", number, "commander"]
    man: Commander | None = world.commanders.get(place.commander)
    if man is None:
        report.add(path, unknown("commander", place.commander, world.commanders))
        return
    if man.person in persons:
        message = f"{man.person} already leads {persons[man.person]}, under this or another title"
        report.add(path, message)
    persons.setdefault(man.person, number)
    if place.type in world.unit_types and place.type not in man.unit_types:
        words = ", ".join(man.unit_types)
        message = f"{place.commander} may not lead {place.type} (allowed: {words}; WD2.21)"
        report.add(path, message)
    seat = _owners(plan).get(number)
    deck = world.decks.get(man.house)
    ally = deck is not None and deck.kind == "ally"
    if seat is not None and man.house != list(plan.houses)[seat] and not ally:
        report.add(path, f"{place.commander} belongs to House {man.house}")


def _check_extras(plan: Plan, world: World, report: Report) -> None:
    """Note each record of a plan that needs the option ``extras`` (WD13.7)."""
    used: list[tuple[Path, str, UnitType | Commander | HouseDeck | None]] = [
        (["houses", house], house, world.decks.get(house)) for house in plan.houses
    ]
    for number, place in plan.units.items():
        path: Path = ["units", number]
        used.append(([*path, "type"], place.type, world.unit_types.get(place.type)))
        man = world.commanders.get(place.commander)
        used.append(([*path, "commander"], place.commander, man))
    for index, rule in enumerate(plan.special):
        kind = world.unit_types.get(rule.type or "")
        used.append((["special", index, "type"], rule.type or "", kind))
    for path, name, record in used:
        if record is not None and record.extra:
            report.add(path, f"{name} is an extra; only the option extras allows it (WD13.7)")


def _keys(
    kind: str,
    given: dict[str, object],
    allowed: tuple[str, ...],
    needed: tuple[str, ...],
    path: Path,
    report: Report,
) -> None:
    for key in given:
        if key not in allowed and key not in {"op"}:
            message = f"{kind} has no key {key!r}{suggest(key, allowed)}"
            report.add([*path, key], f"{message} (allowed: {', '.join(allowed)})")
    for key in needed:
        if key not in given:
            report.add(path, f"{kind} needs the key {key}")


def _check_special(
    plan: Plan, world: World, cells: dict[tuple[int, int], str], report: Report
) -> None:
    houses = list(plan.houses)
    for place, rule in enumerate(plan.special):
        path: Path = ["special", place]
        given = rule.model_dump(exclude_none=True)
        allowed = SPECIAL_KEYS.get(rule.op, keys_of(Special))
        _keys(rule.op, given, allowed, SPECIAL_REQUIRED.get(rule.op, ()), path, report)
        for key in ("seat", "owner", "carrier"):
            if key in given and given[key] not in plan.houses:
                report.add([*path, key], unknown("House", given[key], houses))
        for number in rule.units or ():
            if number not in plan.units:
                report.add([*path, "units"], unknown("unit", number, plan.units))
        if rule.type is not None and rule.type not in world.unit_types:
            report.add([*path, "type"], unknown("unit type", rule.type, world.unit_types))
        for key, hexes in (("hexes", rule.hexes), ("places", rule.places)):
            for at in hexes or ():
                _on_map(at, [*path, key], cells, report)
        if rule.at is not None:
            _on_map(rule.at, [*path, "at"], cells, report)


def _check_victory(plan: Plan, cells: dict[tuple[int, int], str], report: Report) -> None:
    houses = list(plan.houses)
    placed = [place.commander for place in plan.units.values() if place.commander]
    marked = {(objective.at[0], objective.at[1]) for objective in plan.objectives}
    for place, rule in enumerate(plan.victory):
        path: Path = ["victory", place]
        given = rule.model_dump(exclude_none=True)
        needed = VICTORY_REQUIRED.get(rule.condition, ())
        allowed = VICTORY_KEYS.get(rule.condition, keys_of(Victory))
        _keys(rule.condition, given, allowed, needed, path, report)
        if rule.who not in {"both", *houses}:
            report.add([*path, "who"], unknown("House", rule.who, ["both", *houses]))
        table = isinstance(rule.points, list)
        if rule.condition == "enemy_morale" and not table:
            message = "enemy_morale needs three points: for green, yellow and red"
            report.add([*path, "points"], message)
        elif rule.condition != "enemy_morale" and table:
            report.add([*path, "points"], f"{rule.condition} has one number of points")
        if rule.name is not None and rule.name not in placed:
            report.add([*path, "name"], unknown("commander", rule.name, placed))
        at_hex = rule.at
        if at_hex is not None and _on_map(at_hex, [*path, "at"], cells, report):
            c, r = at_hex
            if (c, r) not in marked and "objectives" not in report.broken:
                report.add([*path, "at"], f"({c},{r}) is no objective")
        for at in rule.area or ():
            _on_map(at, [*path, "area"], cells, report)
    if plan.decide is not None:
        for key in ("winner", "otherwise"):
            if getattr(plan.decide, key) not in plan.houses:
                report.add(["decide", key], unknown("House", getattr(plan.decide, key), houses))
    if plan.instant is not None:
        for house in houses:
            name = plan.instant.generals.get(house, "")
            if name not in placed:
                path = ["instant", "generals", house]
                report.add(path, unknown("commander", name, placed))
