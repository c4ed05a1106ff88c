"""Check a plan and its records against each other, and note every problem.

Rules: WD1.4, WD3.2, WD4.2, WD4.3.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pysim.errors import suggest
from pysim.scenario.vocabulary import (
    CODES,
    COMMIT_MOMENTS,
    COMMIT_ONLY,
    EFFECT_KEYS,
    EFFECT_TARGETS,
    IMPASSABLE,
    KEYWORDS,
    KEYWORDS_WITH_NUMBER,
    RANKS,
    SPECIAL_KEYS,
    SPECIAL_REQUIRED,
    VICTORY_KEYS,
    VICTORY_REQUIRED,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysim.scenario.models import BasicCard, Commander, Commit, Effect, Plan, UnitPlace, World
    from pysim.scenario.read import Report

__all__ = ["check_options", "check_plan", "check_world", "decks_in_play", "map_cells", "unknown"]

Path = list[str | int]
MOST_KEYWORD = 20
_UNIT_NUMBER = re.compile(r"[0-9]{1,3}")


def unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    """Write that a name is unknown, with the nearest one and the list of what is allowed."""
    words = list(allowed)
    return f"unknown {what} {name!r}{suggest(name, words)} (allowed: {', '.join(words)})"


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


def check_world(world: World, report: Report) -> None:
    """Check unit types, commanders, cards and tactics (WD1.4)."""
    for name, kind in world.unit_types.items():
        path: Path = ["unit_types", name]
        _keywords(kind.keywords, [*path, "keywords"], report)
        if not any(kind.dice):
            report.add([*path, "dice"], "at least one rank must have dice")
        for place, attack in enumerate(kind.attacks):
            here = [*path, "attacks", place]
            if attack.mode == "melee":
                if attack.min is not None or attack.max is not None:
                    report.add(here, "a melee attack has no min and max")
            elif attack.min is None or attack.max is None or attack.min > attack.max:
                report.add(here, f"a {attack.mode} attack needs min and max, min <= max")
    for name, man in world.commanders.items():
        path = ["commanders", name]
        _keywords(man.keywords, [*path, "keywords"], report)
        for place, type_name in enumerate(man.unit_types):
            if type_name not in world.unit_types:
                here = [*path, "unit_types", place]
                report.add(here, unknown("unit type", type_name, world.unit_types))
        _effects(man.ability, [*path, "ability"], report)
        if man.commit is not None:
            _effects(man.commit.effects, [*path, "commit", "effects"], report)
            _commit_moments(man.commit, [*path, "commit"], report)
    _check_cards(world, report)


def _ruled_by(effect: Effect) -> tuple[str, str] | None:
    """Return the row of `COMMIT_MOMENTS` that an effect falls under."""
    rows = ((effect.op, ""), (effect.op, effect.who or ""))
    return next((row for row in rows if row in COMMIT_MOMENTS), None)


def _shown(row: tuple[str, str]) -> str:
    return f"{row[0]} of {row[1]!r}" if row[1] else row[0]


def _commit_moments(commit: Commit, path: Path, report: Report) -> None:
    """Check that each effect of a commit ability fits all its moments (WD2.25)."""
    for effect in commit.effects:
        row = _ruled_by(effect)
        if row is None:
            continue
        for place, moment in enumerate(commit.when):
            if moment not in COMMIT_MOMENTS[row]:
                allowed = ", ".join(COMMIT_MOMENTS[row])
                message = f"{_shown(row)} cannot be at {moment} (allowed: {allowed})"
                report.add([*path, "when", place], message)


def _card_effects(effects: list[Effect], path: Path, report: Report) -> None:
    """Check the effects of a box or a tactic."""
    _effects(effects, path, report)
    for place, effect in enumerate(effects):
        row = _ruled_by(effect)
        if row in COMMIT_ONLY:
            message = f"only a commit ability may have {_shown(row)}"
            report.add([*path, place, "who" if row[1] else "op"], message)


def _check_cards(world: World, report: Report) -> None:
    for name, tactic in world.tactics.items():
        _card_effects(tactic.effects, ["tactics", name, "effects"], report)
    rows: list[tuple[Path, BasicCard]] = [
        (["basic", deck, key], row)
        for deck, cards in world.basic.items()
        for key, row in cards.items()
    ]
    persons = {man.person for man in world.commanders.values()}
    for name, card in world.cards.items():
        rows.append((["cards", name], card))
        if card.tactic is not None and card.tactic not in world.tactics:
            report.add(["cards", name, "tactic"], unknown("tactic", card.tactic, world.tactics))
        if card.person not in persons:
            message = unknown("commander", card.person, sorted(persons))
            report.add(["cards", name, "person"], message)
    for path, row in rows:
        for place, box in enumerate(row.boxes):
            _card_effects(box.effects, [*path, "boxes", place, "effects"], report)
            if box.order is None and not box.effects:
                report.add([*path, "boxes", place], "a box needs an order or an effect")
    for deck, cards in world.basic.items():
        count = sum(row.copies for row in cards.values())
        if count != 10 and "basic" not in report.broken:
            report.add(["basic", deck], f"a basic deck has exactly 10 cards, not {count} (WD1.4)")
    totals = Counter[str]()
    for card in world.cards.values():
        totals[card.person] += card.copies
    for person, count in totals.items():
        if count != 5 and "cards" not in report.broken:
            keys = [key for key, card in world.cards.items() if card.person == person]
            shipped = report.shipped("cards")
            gone = [key for key, row in shipped.items() if row.get("person") == person]
            first = report.mentioned("cards", [*keys, *gone]) or keys[0]
            message = f"the card set of {person} has exactly 5 cards, not {count} (WD1.4)"
            report.add(["cards", first], message)


def _keywords(words: list[str], path: Path, report: Report) -> None:
    for place, word in enumerate(words):
        _keyword(word, [*path, place], report)


def _keyword(word: str, path: Path, report: Report) -> None:
    name, colon, number = word.partition(":")
    if name not in KEYWORDS:
        allowed = [f"{key}:X" if key in KEYWORDS_WITH_NUMBER else key for key in KEYWORDS]
        near = suggest(name, KEYWORDS)
        report.add(path, f"unknown keyword {word!r}{near} (allowed: {', '.join(allowed)})")
    elif name in KEYWORDS_WITH_NUMBER and not (number.isascii() and number.isdigit()):
        report.add(path, f"keyword {word!r} needs a number, as in '{name}:2'")
    elif name in KEYWORDS_WITH_NUMBER and (len(number) > 2 or int(number) > MOST_KEYWORD):
        report.add(path, f"the number of keyword {name!r} is from 0 to {MOST_KEYWORD}")
    elif name not in KEYWORDS_WITH_NUMBER and colon:
        report.add(path, f"keyword {name!r} has no number")


def _effects(effects: list[Effect], path: Path, report: Report) -> None:
    for place, effect in enumerate(effects):
        here = [*path, place]
        allowed = EFFECT_KEYS[effect.op]
        for key in effect.model_dump(by_alias=True, exclude_none=True):
            if key != "op" and key not in allowed:
                words = ", ".join(allowed) or "none"
                message = f"{effect.op} has no key {key!r}{suggest(key, allowed)}"
                report.add([*here, key], f"{message} (allowed: {words})")
        targets = EFFECT_TARGETS.get(effect.op)
        if effect.who is not None and targets and effect.who not in targets:
            message = f"{effect.op} cannot reach {effect.who!r} (allowed: {', '.join(targets)})"
            report.add([*here, "who"], message)
        if effect.keyword is not None and effect.keyword not in KEYWORDS:
            report.add([*here, "keyword"], unknown("keyword", effect.keyword, KEYWORDS))
        if effect.op in {"grant", "aura"} and effect.keyword is None:
            report.add(here, f"{effect.op} needs the key keyword")


def check_plan(plan: Plan, world: World, report: Report) -> None:
    """Check map, Houses, units, objectives, special rules and victory of a plan (WD1.4)."""
    cells = _check_map(plan, report)
    houses = list(plan.houses)
    for house in houses:
        if house not in world.decks:
            report.add(["houses", house], unknown("House", house, world.decks))
        elif world.decks[house].basic not in world.basic:
            message = unknown("basic deck", world.decks[house].basic, world.basic)
            report.add(["decks", house, "basic"], message)
    if len({side.edge for side in plan.houses.values()}) == 1:
        report.add(["houses", houses[1], "edge"], "one House is at north, the other at south")
    if plan.momentum not in plan.houses:
        report.add(["momentum"], unknown("House", plan.momentum, houses))
    _check_units(plan, world, cells, report)
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
    if seat is not None and man.house != list(plan.houses)[seat]:
        report.add(path, f"{place.commander} belongs to House {man.house}")


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
        _keys(rule.op, given, SPECIAL_KEYS[rule.op], SPECIAL_REQUIRED[rule.op], path, report)
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
        _keys(rule.condition, given, VICTORY_KEYS[rule.condition], needed, path, report)
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
            if (c, r) not in marked:
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


def check_options(
    world: World, options: dict[str, object], report: Report, *, from_call: bool
) -> dict[str, bool]:
    """Return all switches, the given ones set (W13, WD13); note unknown names and wrong types."""
    out = {name: switch.default for name, switch in world.switches.items()}
    for name, value in options.items():
        path: Path = ["options", name]
        switch = world.switches.get(name)
        if switch is None:
            message = unknown("option", name, world.switches)
        elif not isinstance(value, bool):
            message = f"must be true or false, not {value!r} ({switch.rule})"
        elif not switch.available and value != switch.default:
            shown = str(switch.default).lower()
            message = f"{switch.rule} is not played by this version; only {shown} is allowed"
        else:
            out[name] = value
            continue
        if from_call:
            report.add_argument(name, message)
        else:
            report.add(path, message)
    return out
