"""Write a checked plan as the one plain structure that the core reads.

Only dicts, lists, strings, integers and booleans; seats and commanders resolved, defaults filled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.westeros.check import decks_in_play, map_cells
from pysim.scenario.westeros.vocabulary import BURN_LIMITS, CODES

if TYPE_CHECKING:
    from pysim.scenario.westeros.models import Card, Commander, Effect, Order, Plan, UnitType, World

__all__ = ["compile_plan", "type_row"]


_CONCEALED = 4
"""Concealed tokens of a House with a Dive unit, where the plan does not say (W9.56)."""


def compile_plan(
    identity: str, plan: Plan, world: World, options: dict[str, bool | int | str]
) -> dict[str, Any]:
    """Return the compiled scenario; the plan must have passed all checks."""
    seats = {house: seat for seat, house in enumerate(plan.houses)}
    letters = {house[:1].upper(): seat for house, seat in seats.items()}
    lost = _lost_traits(world, options)
    figures = _figures(plan, world)
    return {
        "format": 1,
        "game": plan.game,
        "id": identity,
        "code": plan.code,
        "name": plan.name,
        "columns": len(plan.map[-1].split()),
        "rows": len(plan.map),
        "rounds": plan.rounds,
        "houses": [
            {
                "id": house,
                "edge": side.edge,
                "order_rating": side.order_rating,
                "leadership_rating": side.leadership_rating,
                "command_tokens": side.command_tokens,
                "morale_end": side.morale_end,
            }
            for house, side in plan.houses.items()
        ],
        "momentum": seats[plan.momentum],
        "morale_start": plan.morale_start,
        "hexes": _hexes(plan),
        "types": [type_row(name, world.unit_types[name]) for name in _types_in_use(plan, figures)],
        "commanders": [
            _commander(place.commander, world.commanders[place.commander], lost, figures)
            for place in plan.units.values()
            if place.commander
        ],
        "cards": _cards(plan, world),
        "units": [
            {
                "seat": letters[number[0]],
                "number": number,
                "type": place.type,
                "rank": place.rank,
                "c": place.at[0],
                "r": place.at[1],
                "commander": place.commander,
            }
            for number, place in plan.units.items()
        ],
        "objectives": [
            {
                "c": objective.at[0],
                "r": objective.at[1],
                "owner": seats.get(objective.owner, -1),
                "kind": objective.kind,
                "marker": objective.marker,
            }
            for objective in plan.objectives
        ],
        "special": _special(plan, seats),
        "victory": _victory(plan, seats),
        "decide": _decide(plan, seats),
        "instant": _instant(plan),
        "tie": plan.tie,
        "concealed_tokens": _concealed(plan, world),
        "brotherhood_tokens": [plan.brotherhood_tokens.get(house, 0) for house in plan.houses],
        "options": {
            name: value for name, value in options.items() if world.switches[name].read_by == "core"
        },
    }


def _lost_traits(world: World, options: dict[str, bool | int | str]) -> set[tuple[str, str]]:
    """Return the traits that switches take away, each after the person who has it (WD13.6)."""
    gone = (world.switches[name].without for name, value in options.items() if value is False)
    return {(one.commander, one.trait) for one in gone if one is not None}


def _concealed(plan: Plan, world: World) -> list[int]:
    """Return the tokens for Dive of each House (W9.53, W9.56)."""
    divers = set()
    for number, place in plan.units.items():
        kind = world.unit_types[place.type]
        words = [*kind.keywords, *(word for one in kind.formations for word in one.keywords)]
        if place.commander:
            words += world.commanders[place.commander].keywords
        if "dive" in words:
            divers.add(number[:1])
    return [
        plan.concealed_tokens.get(house, _CONCEALED if house[:1].upper() in divers else 0)
        for house in plan.houses
    ]


def _hexes(plan: Plan) -> list[list[Any]]:
    limits: dict[str, int] = dict(BURN_LIMITS)
    for burning, limit in plan.burn_limits.items():
        limits[burning] = limit
    out: list[list[Any]] = []
    for (c, r), code in sorted(map_cells(plan).items(), key=lambda cell: (cell[0][1], cell[0][0])):
        terrain, token = CODES[code]
        out.append([c, r, terrain, token, limits.get(token or terrain, 0)])
    return out


def _figures(plan: Plan, world: World) -> dict[str, str]:
    """Give the type that each cavalry commander's figure counts as, where bearers may change.

    Nowhere else do types of figures matter, and a type that no unit can have costs time.
    Rules: WD2.30, WD2.31.
    """
    men = {
        name: world.commanders[name] for place in plan.units.values() if (name := place.commander)
    }
    commits = [man.commit.effects for man in men.values() if man.commit is not None]
    if not any(effect.op == "swap_bearers" for effects in commits for effect in effects):
        return {}
    return {name: man.unit_types[0] for name, man in men.items() if man.unit_class == "cavalry"}


def _types_in_use(plan: Plan, figures: dict[str, str]) -> list[str]:
    names = [place.type for place in plan.units.values()]
    names += [rule.type for rule in plan.special if rule.type]
    return list(dict.fromkeys([*names, *figures.values()]))


def _keywords(words: list[str]) -> list[list[Any]]:
    parts = [word.partition(":") for word in words]
    return [[name, int(number or 0)] for name, _, number in parts]


def _effect(effect: Effect) -> dict[str, Any]:
    given = effect.model_dump(by_alias=True, exclude_none=True)
    return {key: int(value) if isinstance(value, bool) else value for key, value in given.items()}


def type_row(name: str, kind: UnitType) -> dict[str, Any]:
    """Write a unit type as the compiled scenario has it."""
    return {
        "id": name,
        "name": kind.name,
        "house": kind.house,
        "class": kind.unit_class,
        "figures": kind.figures,
        "move": list(kind.move),
        "dice": list(kind.dice),
        "attacks": [attack.model_dump(exclude_none=True) for attack in kind.attacks],
        "keywords": _keywords(kind.keywords),
        "formations": [
            {"id": one.id, "keywords": _keywords(one.keywords)} for one in kind.formations
        ],
        "traits": list(kind.traits),
    }


def _commander(
    name: str, man: Commander, lost: set[tuple[str, str]], figures: dict[str, str]
) -> dict[str, Any]:
    commit = None
    if man.commit is not None:
        effects = [_effect(effect) for effect in man.commit.effects]
        commit = {"when": list(man.commit.when), "effects": effects}
    return {
        "id": name,
        "person": man.person,
        "house": man.house,
        "name": man.name,
        "title": man.title,
        "class": man.unit_class,
        "type": figures.get(name, ""),
        "command_limit": man.command_limit,
        "capture_rating": man.capture_rating,
        "traits": [trait for trait in man.traits if (man.person, trait) not in lost],
        "keywords": _keywords(man.keywords),
        "ability": [_effect(effect) for effect in man.ability],
        "commit": commit,
    }


def _cards(plan: Plan, world: World) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for seat, deck in enumerate(decks_in_play(plan, world)):
        for name, row in deck.items():
            card: Card | None = world.cards.get(name)
            boxes = []
            for box in row.boxes:
                effects = [_effect(effect) for effect in box.effects]
                boxes.append({"order": _order(box.order), "effects": effects})
            out.append(
                {
                    "id": name,
                    "copies": row.copies,
                    "seat": seat,
                    "person": card.person if card is not None else "",
                    "name": row.name,
                    "boxes": boxes,
                    "tactic": _tactic(card, world),
                }
            )
    return out


def _order(order: Order | None) -> dict[str, Any] | None:
    if order is None:
        return None
    given = order.model_dump(exclude_none=True)
    return {**given, "anywhere": int(order.anywhere)}


def _tactic(card: Card | None, world: World) -> dict[str, Any] | None:
    if card is None or card.tactic is None:
        return None
    tactic = world.tactics[card.tactic]
    return {
        "name": card.tactic,
        "when": list(tactic.when),
        "require": tactic.require.model_dump(exclude_none=True),
        "effects": [_effect(effect) for effect in tactic.effects],
    }


def _placed(given: dict[str, Any], seats: dict[str, int]) -> dict[str, Any]:
    """Write ``at`` as c and r, and Houses as seats."""
    out: dict[str, Any] = {}
    for key, value in given.items():
        if key == "at":
            out["c"], out["r"] = value
        elif key in {"seat", "owner", "carrier"}:
            out[key] = seats[value]
        else:
            out[key] = value
    return out


def _special(plan: Plan, seats: dict[str, int]) -> list[dict[str, Any]]:
    rafts = [list(at) for at, code in map_cells(plan).items() if code == "r"]
    rafts.sort(key=lambda at: (at[1], at[0]))
    out = []
    for rule in plan.special:
        row = _placed(rule.model_dump(exclude_none=True), seats)
        if rule.op in {"bar_terrain", "catapults"}:
            row["hexes"] = rafts
        out.append(row)
    return out


def _victory(plan: Plan, seats: dict[str, int]) -> list[dict[str, Any]]:
    out = []
    for rule in plan.victory:
        given = rule.model_dump(exclude_none=True)
        row = _placed(given, seats)
        row["who"] = seats.get(rule.who, -1)
        if isinstance(rule.points, list):
            row["zone_points"] = row.pop("points")
        if rule.while_standing is not None:
            row["while_standing"] = int(rule.while_standing)
        out.append(row)
    return out


def _decide(plan: Plan, seats: dict[str, int]) -> dict[str, Any] | None:
    if plan.decide is None:
        return None
    return {
        "winner": seats[plan.decide.winner],
        "otherwise": seats[plan.decide.otherwise],
        "real_locations": plan.decide.real_locations,
        "own_morale": plan.decide.own_morale,
    }


def _instant(plan: Plan) -> dict[str, Any] | None:
    if plan.instant is None:
        return None
    generals = [plan.instant.generals[house] for house in plan.houses]
    return {"test": plan.instant.test, "points": plan.instant.points, "generals": generals}
