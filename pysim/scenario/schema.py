"""The JSON Schema of scenario files, made from the models, for editors that know such schemas.

A file that extends another one may leave out whatever it does not change, so most records have
two forms here: the whole one, and one in which nothing is required.
"""

from __future__ import annotations

import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import models_json_schema

from pysim.scenario.layers import layer_of
from pysim.scenario.read import TABLES, WORD_TABLES, Report, read_data, scenario_files
from pysim.scenario.records import Switch, check_options
from pysim.scenario.shape import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DIALECT", "Schema", "scenario_schema"]

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PART = "Part"


def scenario_schema(game: str = "westeros") -> Schema:
    """Return the JSON Schema (draft 2020-12) of the scenario files of a game.

    What a game adds is in its module ``schema``: texts of its keys, the keys that a file which
    extends nothing needs whole, and what the models leave open.

    >>> schema = scenario_schema()
    >>> schema["additionalProperties"], "extends" in schema["properties"]
    (False, True)
    """
    own: Any = import_module(f"pysim.scenario.{game}.schema")
    layer, world = layer_of(game), _world(game)
    _, made = models_json_schema([(layer.plan, "validation"), (layer.world, "validation")])
    definitions: dict[str, Schema] = made["$defs"]
    tables = definitions.pop("World")["properties"]
    for name, definition in definitions.items():
        _describe(definition, name, own.KEYS.get(name, {}))
    own.refine(definitions, world)
    partial = {name + _PART: _partial(definition) for name, definition in definitions.items()}
    plan, loose = definitions.pop("Plan"), partial.pop("Plan" + _PART)
    loose["properties"]["options"] = _options(world, own.KEYS["Plan"]["options"])
    for table in TABLES[game]:
        rows = getattr(world, table)
        loose["properties"][table] = _table(tables[table], rows, own.TABLE_TEXTS[table], table)
    loose["properties"]["format"] = {"const": 1, "description": own.KEYS["Plan"]["format"]}
    loose["properties"]["extends"] = _extends(game, own.TABLE_TEXTS["extends"])
    order = ["format", "game", "extends", *own.KEYS["Plan"], *TABLES[game]]
    schema = {
        "$schema": DIALECT,
        "title": f"pysim scenario ({game})",
        "type": "object",
        "properties": {key: loose["properties"][key] for key in dict.fromkeys(order)},
        "required": ["format"],
        "additionalProperties": False,
        "if": {"required": ["extends"]},
        "else": {
            "required": plan["required"],
            "properties": {key: plan["properties"][key] for key in own.WHOLE},
        },
        "$defs": dict(sorted({**definitions, **partial}.items())),
    }
    return _without_unused(schema)


def _world(game: str) -> Any:
    """Read the shipped records, whose names the schema proposes."""
    report = Report()
    world = parse(layer_of(game).world, read_data(game, {}, report), report, game)
    report.check()
    assert world is not None
    return world


def _describe(definition: Schema, name: str, texts: Mapping[str, str]) -> None:
    """Add descriptions, and take out what only the models need."""
    definition.pop("title", None)
    definition["description"] = definition.get("description", name).replace("``", "")
    for key, inner in definition.get("properties", {}).items():
        plain = _simple(inner)
        if key in texts:
            plain["description"] = texts[key]
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


def _partial(definition: Schema) -> Schema:
    """Return the form of a record in which nothing is required; ``false`` takes it away."""
    out = copy.deepcopy(definition)
    out.pop("required", None)
    out |= {"type": ["object", "boolean"], "not": {"const": True}}
    for key, inner in out.get("properties", {}).items():
        out["properties"][key] = _partial_of(inner, key)
    return out


def _partial_of(schema: Schema, key: str) -> Schema:
    """Let a table be partial too; lists stay whole."""
    out = dict(schema)
    if "$ref" in out:
        out["$ref"] += _PART
    if isinstance(out.get("additionalProperties"), dict):
        out["additionalProperties"] = _partial_of(out["additionalProperties"], "")
        out.pop("minProperties", None)
        out.pop("maxProperties", None)
        if key in WORD_TABLES:
            out["additionalProperties"] = {"anyOf": [out["additionalProperties"], {"const": False}]}
    return out


def _table(schema: Schema, rows: Any, text: str, table: str) -> Schema:
    """Propose the names of the shipped records of a data table."""
    out = _simple(_partial_of(schema, table)) | {"description": text}
    if "additionalProperties" not in out:
        return out
    record = out["additionalProperties"]
    names = {
        name: {**record, "description": getattr(row, "name", None) or name}
        for name, row in rows.items()
    }
    return {
        "type": "object",
        "description": text,
        "properties": names,
        "additionalProperties": record,
    }


def _options(world: Any, text: str) -> Schema:
    """List the rule switches."""
    known = {}
    for name, default in check_options(world.switches, {}, Report(), from_call=False).items():
        switch = world.switches[name]
        values: Schema = {"const": default}
        if switch.available:
            values = _values_of(switch)
        about = f"{switch.effect} ({switch.rule})"
        known[name] = {**values, "default": default, "description": about}
    return {
        "type": "object",
        "description": text,
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


def _extends(game: str, text: str) -> Schema:
    shipped = [name for name in scenario_files() if name.startswith(f"{game}/")]
    return {
        "description": text,
        "type": "string",
        "anyOf": [{"enum": shipped}, {"pattern": "(\\.toml|:[0-9]+)$"}],
    }


def _without_unused(schema: Schema) -> Schema:
    """Drop the definitions that nothing refers to."""
    while True:
        text = repr({**schema, "$defs": list(schema["$defs"].values())})
        used = {name for name in schema["$defs"] if f"'#/$defs/{name}'" in text}
        if used == set(schema["$defs"]):
            return schema
        schema = {**schema, "$defs": {k: v for k, v in schema["$defs"].items() if k in used}}
