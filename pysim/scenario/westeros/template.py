"""A commented scenario file to start from, which changes a few things of another scenario.

Explanations begin with "# ", lines that may be switched on with "#" alone.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pysim.scenario.load import read_checked
from pysim.scenario.toml import toml_value
from pysim.scenario.westeros.check import map_cells
from pysim.scenario.westeros.describe import KEYS
from pysim.scenario.westeros.vocabulary import CODES, OPERATIONS, RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from pysim.scenario.westeros.models import Plan, UnitPlace, UnitType, World

__all__ = ["SCHEMA_FILE", "template"]

SCHEMA_FILE = "scenario.schema.json"
_MOST_DICE = 10
_MOST_UNITS = 16
_WIDTH = 96
_SWITCHED_OFF = re.compile(r"^#(?=[^ :])")
_OWN_BLOCKS = {"houses", "units", "decide", "instant", "options", "sources"}
_OWN_LINES = {"format", "game", "code", "name"}


def template(
    extends: str | PathLike[str],
    *,
    written: str | None = None,
    file: str = "my_scenario.toml",
    whole: bool = False,
) -> str:
    """Return the text of a new scenario file that extends another scenario.

    Args:
        extends: a shipped id, or the path of a file that ends in ``.toml``.
        written: how the new file names it, if by another path.
        file: the name of the new file in the commands that it mentions.
        whole: copy the whole plan of a shipped scenario instead of extending it.

    Raises:
        UnknownGameError: no scenario has this id.
        ScenarioError: the other scenario is wrong itself.
    """
    plan, world = read_checked(extends)
    base = None if whole else str(extends) if written is None else written
    battle = [
        _numbers(plan),
        _map(plan),
        *[_house(name, plan) for name in plan.houses],
        *_tables(plan),
        _all_units(plan) if whole else _units(plan, world),
        _lists(plan),
    ]
    records = [_unit_types(plan, world), _commander(plan, world), _cards(plan)]
    blocks = [
        _head(plan, base, shlex.quote(file)),
        *([_on(block) for block in battle] if whole else battle),
        *records,
        _on(_options(plan, world)) if whole and plan.options else _options(plan, world),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _on(lines: list[str]) -> list[str]:
    """Switch on all lines that are not explanations."""
    return [_SWITCHED_OFF.sub("", line) for line in lines]


def _off(header: str, values: Mapping[str, Any]) -> list[str]:
    """Write a table, each line switched off."""
    lines = [f"#{header}"]
    for key, value in values.items():
        line = f"#{key} = {toml_value(value)}"
        if len(line) <= _WIDTH or not isinstance(value, list):
            lines.append(line)
        else:
            lines += [f"#{key} = [", *[f"#{toml_value(inner)}," for inner in value], "#]"]
    return lines


def _given(record: Any) -> dict[str, Any]:
    """Return the keys of a record that a file sets."""
    found: dict[str, Any] = record.model_dump(by_alias=True, exclude_unset=True)
    for key in ("sources", "extra"):
        found.pop(key, None)
    return found


def _head(plan: Plan, base: str | None, file: str) -> list[str]:
    what = "# A scenario of your own. What is not written here is as in the scenario it extends."
    begin = f"extends = {toml_value(base)}"
    title = f"Variant of {plan.name}"
    if base is None:
        what = f"# A scenario of your own, begun as a copy of {plan.name}."
        begin = f"game = {toml_value(plan.game)}"
        title = f"Copy of {plan.name}"
    return [
        f"#:schema ./{SCHEMA_FILE}",
        what,
        '# Explanations begin with "#" and a blank. In other lines take the "#" away and change',
        "# what you like.",
        "#",
        f"#   pysim scenario check {file}",
        f"#   pysim show {file}",
        f"#   pysim match {file} --agents random,greedy",
        "#",
        "# The first line is for editors, which then complete and explain keys. They need the file",
        f"# that this command writes: pysim scenario schema > {SCHEMA_FILE}",
        "",
        "format = 1",
        begin,
        'code = "OWN"',
        f"name = {toml_value(title)}",
    ]


def _numbers(plan: Plan) -> list[str]:
    return [
        line
        for key, value in _given(plan).items()
        if isinstance(value, str | int) and key not in _OWN_LINES
        for line in [*_explained(KEYS["Plan"].get(key, key)), f"#{key} = {toml_value(value)}"]
    ]


def _explained(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH - 8)]


def _tables(plan: Plan) -> list[list[str]]:
    """Write the tables of numbers that a plan may have."""
    return [
        [*_explained(KEYS["Plan"].get(name, name)), *_off(f"[{name}]", values)]
        for name, values in _given(plan).items()
        if isinstance(values, dict) and name not in _OWN_BLOCKS
    ]


def _all_units(plan: Plan) -> list[str]:
    rows = [f"#{number} = {toml_value(_given(place))}" for number, place in plan.units.items()]
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
        *_off(f"[houses.{name}]", _given(plan.houses[name])),
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
        *[f"#   {number}  {toml_value(_given(place))}" for number, place in plan.units.items()],
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
    new = _given(kind) | {"name": "Own Guard", "keywords": ["stalwart"]}
    return [
        f"# A unit type: here other dice for {kind.name}, as [green, blue, red].",
        *_off(f"[unit_types.{name}]", {"dice": dice}),
        "",
        "# A new unit type needs all of its keys. Give it to a unit above, by its id own_guard.",
        *_off("[unit_types.own_guard]", new),
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
        *_off("[commanders.own_captain]", values),
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
    words = wrap(", ".join(OPERATIONS), _WIDTH - 4)
    return [
        "# His five cards: copies add up to five. A box orders units, does something else, or",
        "# both; of two boxes one is chosen. The tactic is what a card can do besides. The schema",
        "# and the guide to scenarios explain the operations:",
        *[f"#   {line}" for line in words],
        *_off("[tactics.T-OWN]", tactic),
        "",
        *_off("[cards.OWN1]", one | common),
        "",
        *_off("[cards.OWN2]", two | common),
        "",
        *_off("[cards.OWN3]", three | common),
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
            lines += ["", *_off(f"[[{name}]]", _given(record))]
    for name, record in (("decide", plan.decide), ("instant", plan.instant)):
        if record is not None:
            lines += ["", *_off(f"[{name}]", _given(record))]
    return lines


def _options(plan: Plan, world: World) -> list[str]:
    lines = ["# Rule switches. `pysim rules NAME` prints the rule of one.", "#[options]"]
    for name, switch in world.switches.items():
        if switch.available:
            lines.append(f"# {switch.effect}")
            lines.append(f"#{name} = {toml_value(plan.options.get(name, switch.default))}")
    return lines
