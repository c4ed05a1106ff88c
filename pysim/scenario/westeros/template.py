"""What a new Westeros file proposes: changes of a battle, a unit type, a commander, his cards."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pysim.scenario.drafts import WIDTH, explained, given, numbers, off, on, options_block
from pysim.scenario.toml import toml_value
from pysim.scenario.westeros.check import map_cells
from pysim.scenario.westeros.describe import KEYS
from pysim.scenario.westeros.vocabulary import CODES, OPERATIONS, RANKS

if TYPE_CHECKING:
    from pysim.scenario.westeros.models import Plan, UnitPlace, UnitType, World

__all__ = ["SCHEMA_FILE", "blocks"]

SCHEMA_FILE = "scenario.schema.json"
_MOST_DICE = 10
_MOST_UNITS = 16
_OWN_BLOCKS = {"houses", "units", "decide", "instant", "options", "sources"}


def blocks(plan: Plan, world: World, *, whole: bool) -> list[list[str]]:
    """Return the parts of a new file below its head, each in lines."""
    battle = [
        numbers(plan, KEYS["Plan"]),
        _map(plan),
        *[_house(name, plan) for name in plan.houses],
        *_tables(plan),
        _all_units(plan) if whole else _units(plan, world),
        _lists(plan),
    ]
    switches = options_block(plan, world)
    return [
        *([on(block) for block in battle] if whole else battle),
        _unit_types(plan, world),
        _commander(plan, world),
        _cards(plan),
        on(switches) if whole and plan.options else switches,
    ]


def _tables(plan: Plan) -> list[list[str]]:
    """Write the tables of numbers that a plan may have."""
    return [
        [*explained(KEYS["Plan"].get(name, name)), *off(f"[{name}]", values)]
        for name, values in given(plan).items()
        if isinstance(values, dict) and name not in _OWN_BLOCKS
    ]


def _all_units(plan: Plan) -> list[str]:
    rows = [f"#{number} = {toml_value(given(place))}" for number, place in plan.units.items()]
    return ["# Units, by the first letter of the House and a number.", "#[units]", *rows]


def _map(plan: Plan) -> list[str]:
    top = len(plan.map) - 1
    words = [
        f"{code} {terrain}{f' with {token}' if token else ''}".replace("_", " ")
        for code, (terrain, token) in CODES.items()
    ]
    rows = []
    for i, row in enumerate(plan.map):
        r = top - i
        rows.append(f'#"{" " * (r % 2)}{" ".join(row.split())}",  # r = {r}')
    return [
        "# The map, row by row from north to south. A hex is [column, row], both from 0; row 0 is",
        "# the southernmost. Rows with an odd number have one hex less and lie half a hex east.",
        "# Codes of the hexes:",
        *[f"#   {', '.join(words[i : i + 4])}" for i in range(0, len(words), 4)],
        "#map = [",
        *rows,
        "#]",
    ]


def _house(name: str, plan: Plan) -> list[str]:
    edge = plan.houses[name].edge
    return [
        f"# The side of {name}, at the {edge} edge: order dice and leadership cards of a round,",
        '# command tokens, and the end of its morale track ("rout" loses, "11" does not).',
        *off(f"[houses.{name}]", given(plan.houses[name])),
    ]


def _own_units(plan: Plan) -> dict[str, UnitPlace]:
    """Return the units of the first House."""
    letter = next(iter(plan.houses))[:1].upper()
    return {number: place for number, place in plan.units.items() if number.startswith(letter)}


def _captain_unit(plan: Plan) -> str:
    """Choose the unit that the new commander may lead."""
    own = _own_units(plan)
    common = Counter(place.type for place in own.values()).most_common(1)[0][0]
    plain = [number for number, place in own.items() if not place.commander]
    fitting = [number for number in plain if own[number].type == common]
    return [*fitting, *plain, *own][0]


def _units(plan: Plan, world: World) -> list[str]:
    own = _own_units(plan)
    captain = _captain_unit(plan)
    named = {number for rule in plan.special for number in rule.units or ()}
    plain = [n for n, place in own.items() if not place.commander and n != captain]
    lines = [
        "# Units, by the first letter of the House and a number. A line changes keys of a unit,",
        "# or adds a unit, or takes one away. Now there are:",
        *[f"#   {number}  {toml_value(given(place))}" for number, place in plan.units.items()],
        "#[units]",
        f'#{captain} = {{ commander = "own_captain" }}  # the commander described below',
    ]
    if plain:
        rank = _other_rank(own[plain[0]], world.unit_types[own[plain[0]].type])
        lines.append(f"#{plain[0]} = {{ rank = {toml_value(rank)} }}")
    free = _free_hex(plan)
    if len(own) < _MOST_UNITS and free is not None:
        last = max(int(number[1:]) for number in own)
        place = own[captain]
        new = {"type": place.type, "rank": place.rank, "at": free}
        lines.append(f"#{captain[0]}{last + 1} = {toml_value(new)}")
    if len(plain) > 1 and plain[-1] not in named:
        lines.append(f"#{plain[-1]} = false")
    return lines


def _other_rank(place: UnitPlace, kind: UnitType) -> str:
    """Choose another rank that a unit's type has, if there is one."""
    having = [rank for rank, dice in zip(RANKS, kind.dice, strict=True) if dice]
    return next((rank for rank in having if rank != place.rank), place.rank)


def _free_hex(plan: Plan) -> list[int] | None:
    """Find an empty hex of plains near the units of the first House."""
    used = {(place.at[0], place.at[1]) for place in plan.units.values()}
    own = [place.at for place in _own_units(plan).values()]
    free = [at for at, code in map_cells(plan).items() if code == "." and at not in used]

    ranked = sorted((min(abs(c - a) + abs(r - b) for a, b in own), c, r) for c, r in free)
    return list(ranked[0][1:]) if ranked else None


def _unit_types(plan: Plan, world: World) -> list[str]:
    name = plan.units[_captain_unit(plan)].type
    kind = world.unit_types[name]
    dice = [min(count + 1, _MOST_DICE) if count else 0 for count in kind.dice]
    new = given(kind) | {"name": "Own Guard", "keywords": ["stalwart"]}
    return [
        f"# A unit type: here other dice for {kind.name}, as [green, blue, red].",
        *off(f"[unit_types.{name}]", {"dice": dice}),
        "",
        "# A new unit type needs all of its keys. Give it to a unit above, by its id own_guard.",
        *off("[unit_types.own_guard]", new),
    ]


def _commander(plan: Plan, world: World) -> list[str]:
    kind = plan.units[_captain_unit(plan)].type
    ability = [{"op": "add_dice", "k": 1, "who": "own", "condition": "flank"}]
    values = {
        "person": "own_captain",
        "house": next(iter(plan.houses)),
        "name": "Own Captain",
        "title": "Captain",
        "class": world.unit_types[kind].unit_class,
        "command_limit": 2,
        "capture_rating": 2,
        "unit_types": [kind],
        "traits": [],
        "keywords": ["stalwart"],
        "ability": ability,
        "commit": {"when": ["own_turn_start"], "effects": [{"op": "morale", "k": 1}]},
    }
    return [
        "# A new commander, with his ability and what he can do once in a game. To let him fight,",
        f'# say commander = "own_captain" in the line of a unit, such as {_captain_unit(plan)}.',
        *off("[commanders.own_captain]", values),
    ]


def _cards(plan: Plan) -> list[str]:
    house = next(iter(plan.houses))
    common = {"house": house, "person": "own_captain", "tactic": "T-OWN"}
    first = [{"op": "add_dice", "k": 1, "who": "ordered", "first_attack": True}]
    second = [{"op": "add_move", "k": 1, "who": "ordered"}]
    rally = [{"op": "rally", "n": 2, "area": "zoc"}]
    one = {"copies": 2, "name": "Strike", "boxes": [{"order": {"n": 2}, "effects": first}]}
    two = {"copies": 2, "name": "March", "boxes": [{"order": {"n": 2}, "effects": second}]}
    boxes: list[dict[str, Any]] = [{"order": {"n": 3}, "effects": []}, {"effects": rally}]
    three = {"copies": 1, "name": "Stand", "boxes": boxes}
    tactic = {
        "when": ["before"],
        "require": {"own_morale": "green_or_stronger"},
        "effects": [{"op": "add_dice", "k": 1, "who": "one"}],
    }
    words = wrap(", ".join(OPERATIONS), WIDTH - 4)
    return [
        "# His five cards: copies add up to five. A box orders units, does something else, or",
        "# both; of two boxes one is chosen. The tactic is what a card can do besides. The schema",
        "# and the guide to scenarios explain the operations:",
        *[f"#   {line}" for line in words],
        *off("[tactics.T-OWN]", tactic),
        "",
        *off("[cards.OWN1]", one | common),
        "",
        *off("[cards.OWN2]", two | common),
        "",
        *off("[cards.OWN3]", three | common),
    ]


def _lists(plan: Plan) -> list[str]:
    lines = [
        "# Objectives, special rules and what gives points. A file that extends another one",
        "# replaces each of these lists as a whole, so keep the rows that shall hold further on.",
    ]
    rows: list[tuple[str, list[Any]]] = [
        ("objectives", list(plan.objectives)),
        ("special", list(plan.special)),
        ("victory", list(plan.victory)),
    ]
    for name, records in rows:
        for record in records:
            lines += ["", *off(f"[[{name}]]", given(record))]
    for name, record in (("decide", plan.decide), ("instant", plan.instant)):
        if record is not None:
            lines += ["", *off(f"[{name}]", given(record))]
    return lines
