"""What a new warriors file proposes: leaders, borders, areas, troops, charts, a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.drafts import explained, given, numbers, off, on, options_block
from pysim.scenario.warriors.commanding import Command, leaders_of
from pysim.scenario.warriors.describe import KEYS, TABLE_TEXTS

if TYPE_CHECKING:
    from pysim.scenario.warriors.models import Plan, World

__all__ = ["SCHEMA_FILE", "blocks"]

SCHEMA_FILE = "warriors.schema.json"
_TABLES = ("rules", "capitals", "kings", "control", "setup")
_OTHER_BORDER = {"C": "R", "O": "C", "R": "C", "S": "C"}
_MOST_VALUE = 3


def blocks(plan: Plan, world: World, *, whole: bool) -> list[list[str]]:
    """Return the parts of a new file below its head, each in lines."""
    own = [numbers(plan, KEYS["Plan"]), *_tables(plan)]
    position, switches = _position(plan, world), options_block(plan, world)
    return [
        *([on(block) for block in own] if whole else own),
        _leaders(plan, world),
        _borders(world),
        _areas(plan, world),
        _troops(plan, world),
        _charts(world),
        on(position) if whole and plan.position is not None else position,
        on(switches) if whole and plan.options else switches,
    ]


def _tables(plan: Plan) -> list[list[str]]:
    """Write the tables of the scenario."""
    values = given(plan)
    return [
        [*explained(KEYS["Plan"][name]), *off(f"[{name}]", values[name])]
        for name in _TABLES
        if values.get(name)
    ]


def _leaders(plan: Plan, world: World) -> list[str]:
    leaders = leaders_of(plan, world)
    named = {name for troop in world.troops.values() for name in troop.listed}
    named |= {*plan.setup, *(plan.position.leaders if plan.position is not None else ())}
    going = next(name for name in reversed(leaders) if name not in named)
    first = next(iter(leaders))
    new = given(leaders[going]) | {"name": "Own Captain", "bravery": 3, "battle": 5}
    return [
        "# Leaders. At most 72 of an era play, six of them entering on each turn, so here one goes",
        f"# and a new one comes. {leaders[first].name} gets another rating.",
        *off("[leaders]", {going: False}),
        "",
        *off("[leaders.own_captain]", new),
        "",
        *off(f"[leaders.{first}]", {"battle": max(leaders[first].battle - 1, 1)}),
    ]


def _borders(world: World) -> list[str]:
    pairs = list(world.borders)
    changed = {pairs[0]: _OTHER_BORDER[world.borders[pairs[0]]], pairs[-1]: False}
    return [*explained(TABLE_TEXTS["borders"]), *off("[borders]", changed)]


def _areas(plan: Plan, world: World) -> list[str]:
    name, area = next(
        (name, area)
        for name, area in world.areas.items()
        if area.kind == "contested" and name not in plan.capitals.values()
    )
    value = area.value + 1 if area.value < _MOST_VALUE else 1
    return [
        f"# The value of {area.name}, now {area.value}: it sets recruits and points.",
        *off(f"[areas.{name}]", {"value": value}),
    ]


def _troops(plan: Plan, world: World) -> list[str]:
    name, troop = next((name, row) for name, row in world.troops.items() if plan.era in row.pool)
    return [
        f"# How many points of {troop.name} there are, now {troop.pool[plan.era]}.",
        *off(f"[troops.{name}]", {"pool": {plan.era: troop.pool[plan.era] + 1}}),
    ]


def _charts(world: World) -> list[str]:
    """Write the charts with the values that they have."""
    values = given(world.charts)
    inner = {name: values.pop(name) for name in ("borders", "points")}
    lines = ["# Charts and constants; each says what it is in the schema and in the guide."]
    lines += off("[charts]", values)
    for name, rows in inner.items():
        lines += ["", *explained(KEYS["Charts"][name]), *off(f"[charts.{name}]", rows)]
    return lines


def _position(plan: Plan, world: World) -> list[str]:
    """Write the position of the plan, or the set-up as a position."""
    values = _first_position(plan, world) if plan.position is None else given(plan.position)
    below = {name: values.pop(name) for name in ("leaders", "unassigned") if name in values}
    lines = [
        "# A position: with it games start at the first decision of a phase, not at the set-up.",
        "# Phases: 1 initiative, 2 impulses, 3 battles, 4 control, 5 recruiting, 6 deployment,",
        "# 7 prisoners, 8 deaths, 9 placement, 10 distribution, 11 victory points.",
        *off("[position]", values),
    ]
    for name, rows in below.items():
        lines += [
            "",
            *explained(KEYS["Position"][name]),
            *off(f"[position.{name}]", rows),
        ]
    return lines


def _first_position(plan: Plan, world: World) -> dict[str, Any]:
    """Make a position of the set-up, each non-aligned leader on the side that history gave him."""
    leaders = leaders_of(plan, world)
    switches = {name: switch.default for name, switch in world.switches.items()}
    command = Command(plan, world, leaders, switches | plan.options)
    places: dict[str, Any] = {}
    here: dict[str, dict[str, str]] = {}
    for name, row in plan.setup.items():
        leader = leaders[name]
        side = leader.hist or leader.side
        troops = {kind: n for kind, n in row.troops.items() if command.allows(name, kind)}
        places[name] = {"where": row.area, "side": side, "troops": troops}
        here.setdefault(row.area, {})[name] = side
    aggressors = {}
    for area, sides in here.items():
        if len(set(sides.values())) > 1:
            chosen = [name for name in sides if leaders[name].side == "N"]
            aggressors[area] = sides[[*chosen, *sides][0]]
    homes = {row.home: {kind: row.pool[plan.era]} for kind, row in world.troops.items() if row.home}
    return {
        "turn": 1,
        "phase": 2,
        "initiative": plan.initiative,
        "impulses": {"E": 4, "F": 4} | {plan.initiative: 5},
        "next": plan.initiative,
        "vp": 0,
        "control": dict(plan.control),
        "aggressor": aggressors,
        "kings": dict(plan.kings),
        "leaders": places,
        "unassigned": homes,
    }
