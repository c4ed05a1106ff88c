"""The JSON Schema of scenario files, made from the models, for editors that know such schemas.

A file that extends another one may leave out whatever it does not change, so most records have
two forms here: the whole one, and one in which nothing is required.
"""

from __future__ import annotations

import copy
from typing import Any

from pydantic.json_schema import models_json_schema

from pysim.scenario.read import TABLES, Report, read_data, scenario_files
from pysim.scenario.records import Switch, check_options
from pysim.scenario.shape import parse
from pysim.scenario.westeros import vocabulary
from pysim.scenario.westeros.describe import KEYS, TABLE_TEXTS
from pysim.scenario.westeros.meanings import MEANINGS
from pysim.scenario.westeros.models import Plan, World

__all__ = ["DIALECT", "scenario_schema"]

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PART = "Part"
_WORDS = {
    ("Effect", "op"): "operation",
    ("Effect", "who"): "who",
    ("Effect", "condition"): "condition",
    ("Effect", "until"): "until",
    ("Special", "op"): "special",
    ("Victory", "condition"): "victory",
    ("Victory", "when"): "when",
}
"""Model and key -> the closed list whose words are explained there."""


def scenario_schema(game: str = "westeros") -> Schema:
    """Return the JSON Schema (draft 2020-12) of the scenario files of a game.

    >>> schema = scenario_schema()
    >>> schema["additionalProperties"], "extends" in schema["properties"]
    (False, True)
    """
    world = _world(game)
    _, made = models_json_schema([(Plan, "validation"), (World, "validation")])
    definitions: dict[str, Schema] = made["$defs"]
    tables = definitions.pop("World")["properties"]
    for name, definition in definitions.items():
        _describe(name, definition)
    _add_rows_of_words(definitions)
    _add_names(definitions, world)
    partial = {name + _PART: _partial(definition) for name, definition in definitions.items()}
    plan, loose = definitions.pop("Plan"), partial.pop("Plan" + _PART)
    loose["properties"]["options"] = _options(world)
    for table in TABLES[game]:
        loose["properties"][table] = _table(table, _partial_of(tables[table]), world)
    loose["properties"]["format"] = {"const": 1, "description": KEYS["Plan"]["format"]}
    loose["properties"]["extends"] = _extends()
    whole = {key: plan["properties"][key] for key in ("houses", "units")}
    schema = {
        "$schema": DIALECT,
        "title": f"pysim scenario ({game})",
        "type": "object",
        "properties": dict(sorted(loose["properties"].items(), key=_place)),
        "required": ["format"],
        "additionalProperties": False,
        "if": {"required": ["extends"]},
        "else": {"required": plan["required"], "properties": whole},
        "$defs": dict(sorted({**definitions, **partial}.items())),
    }
    return _without_unused(schema)


def _world(game: str) -> World:
    """Read the shipped records, whose names the schema proposes."""
    report = Report()
    world = parse(World, read_data(game, {}, report), report)
    report.check()
    assert world is not None
    return world


def _place(item: tuple[str, Schema]) -> int:
    """Put the keys into the order in which a file has them."""
    order = ["format", "game", "extends", *KEYS["Plan"], *TABLES["westeros"]]
    return order.index(item[0]) if item[0] in order else len(order)


def _describe(name: str, definition: Schema) -> None:
    """Add descriptions, and take out what only the models need."""
    definition.pop("title", None)
    definition["description"] = definition.get("description", name).replace("``", "")
    for key, inner in definition.get("properties", {}).items():
        plain = _simple(inner)
        text = KEYS.get(name, {}).get(key)
        if text is not None:
            plain["description"] = text
        words = MEANINGS.get(_WORDS.get((name, key), ""), {})
        if words and "enum" in plain:
            explained = [words.get(word) for word in plain["enum"]]
            plain["x-taplo"] = {"docs": {"enumValues": explained}}
        definition["properties"][key] = plain


def _simple(schema: Schema) -> Schema:
    """Drop titles, and the null that stands for a key left out, which TOML does not have."""
    out = copy.deepcopy(schema)
    out.pop("title", None)
    if out.get("default", 0) is None:
        del out["default"]
    if "anyOf" in out:
        rest = [part for part in out.pop("anyOf") if part.get("type") != "null"]
        out = {**rest[0], **out} if len(rest) == 1 else {"anyOf": rest, **out}
    return out


def _add_rows_of_words(definitions: dict[str, Schema]) -> None:
    """Say which keys go with which operation, special rule and victory condition."""
    tables: list[tuple[str, str, dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]] = [
        ("Effect", "op", vocabulary.EFFECT_KEYS, {}),
        ("Special", "op", vocabulary.SPECIAL_KEYS, vocabulary.SPECIAL_REQUIRED),
        ("Victory", "condition", vocabulary.VICTORY_KEYS, vocabulary.VICTORY_REQUIRED),
    ]
    for name, key, allowed, needed in tables:
        rows = []
        for word, keys in allowed.items():
            then: Schema = {"propertyNames": {"enum": list(dict.fromkeys([key, *keys]))}}
            if needed.get(word):
                then["required"] = list(needed[word])
            targets = vocabulary.EFFECT_TARGETS.get(word) if name == "Effect" else None
            if targets:
                then["properties"] = {"who": {"enum": list(targets)}}
            rows.append({"if": {"properties": {key: {"const": word}}}, "then": then})
        definitions[name]["allOf"] = rows


def _add_names(definitions: dict[str, Schema], world: World) -> None:
    """Put in what the models leave open: keywords, terrain codes, and names to be proposed."""
    keyword = {
        "anyOf": [
            {"enum": [word for word in vocabulary.KEYWORDS if not _has_number(word)]},
            {
                "type": "string",
                "pattern": f"^({'|'.join(filter(_has_number, vocabulary.KEYWORDS))}):[0-9]{{1,2}}$",
            },
        ]
    }
    for definition in definitions.values():
        if "keywords" in definition.get("properties", {}):
            definition["properties"]["keywords"]["items"] = keyword
    definitions["Effect"]["properties"]["keyword"] = {
        "enum": list(vocabulary.KEYWORDS),
        "description": KEYS["Effect"]["keyword"],
    }
    codes = "".join(f"\\{code}" if code in "]^-\\" else code for code in vocabulary.CODES)
    plan = definitions["Plan"]["properties"]
    plan["map"]["items"] = {"type": "string", "pattern": f"^\\s*[{codes}](\\s+[{codes}])*\\s*$"}
    plan["units"]["propertyNames"] = {"pattern": "^[A-Z][0-9]{1,3}$"}
    for name, key, known in (
        ("UnitPlace", "type", world.unit_types),
        ("UnitPlace", "commander", world.commanders),
        ("Card", "tactic", world.tactics),
        ("HouseDeck", "basic", world.basic),
        ("UnitType", "house", world.decks),
        ("Commander", "house", world.decks),
    ):
        inner = definitions[name]["properties"][key]
        inner.pop("type", None)
        inner["anyOf"] = [{"enum": list(known)}, {"type": "string"}]


def _has_number(keyword: str) -> bool:
    return keyword in vocabulary.KEYWORDS_WITH_NUMBER


def _partial(definition: Schema) -> Schema:
    """Return the form of a record in which nothing is required; ``false`` takes it away."""
    out = copy.deepcopy(definition)
    out.pop("required", None)
    out |= {"type": ["object", "boolean"], "not": {"const": True}}
    for key, inner in out.get("properties", {}).items():
        out["properties"][key] = _partial_of(inner)
    return out


def _partial_of(schema: Schema) -> Schema:
    """Let a table be partial too; lists stay whole."""
    out = dict(schema)
    if "$ref" in out:
        out["$ref"] += _PART
    if isinstance(out.get("additionalProperties"), dict):
        out["additionalProperties"] = _partial_of(out["additionalProperties"])
        out.pop("minProperties", None)
        out.pop("maxProperties", None)
    return out


def _table(table: str, schema: Schema, world: World) -> Schema:
    """Propose the names of the shipped records of a data table."""
    record = schema["additionalProperties"]
    names = {
        name: {**record, "description": getattr(row, "name", None) or name}
        for name, row in getattr(world, table).items()
    }
    return {
        "type": "object",
        "description": TABLE_TEXTS[table],
        "properties": names,
        "additionalProperties": record,
    }


def _options(world: World) -> Schema:
    """List the rule switches."""
    known = {}
    for name, default in check_options(world.switches, {}, Report(), from_call=False).items():
        switch = world.switches[name]
        values: Schema = {"const": default}
        if switch.available:
            values = _values_of(switch)
        text = f"{switch.effect} ({switch.rule})"
        known[name] = {**values, "default": default, "description": text}
    return {
        "type": "object",
        "description": KEYS["Plan"]["options"],
        "properties": known,
        "additionalProperties": False,
    }


def _values_of(switch: Switch) -> Schema:
    """Return what a rule switch may be set to."""
    if isinstance(switch.default, bool):
        return {"type": "boolean"}
    if isinstance(switch.default, str):
        return {"enum": list(switch.choices)}
    return {"type": "integer", "minimum": 0, "maximum": switch.most}


def _extends() -> Schema:
    return {
        "description": TABLE_TEXTS["extends"],
        "type": "string",
        "anyOf": [{"enum": list(scenario_files())}, {"pattern": "\\.toml$"}],
    }


def _without_unused(schema: Schema) -> Schema:
    """Drop the definitions that nothing refers to."""
    while True:
        text = repr({**schema, "$defs": list(schema["$defs"].values())})
        used = {name for name in schema["$defs"] if f"'#/$defs/{name}'" in text}
        if used == set(schema["$defs"]):
            return schema
        schema = {**schema, "$defs": {k: v for k, v in schema["$defs"].items() if k in used}}
