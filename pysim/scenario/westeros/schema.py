"""What the schema of Westeros files says beyond the models: words, and keys that go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.westeros import vocabulary
from pysim.scenario.westeros.describe import KEYS, TABLE_TEXTS
from pysim.scenario.westeros.meanings import MEANINGS

if TYPE_CHECKING:
    from pysim.scenario.westeros.models import World

__all__ = ["KEYS", "TABLE_TEXTS", "WHOLE", "refine"]

Schema = dict[str, Any]

WHOLE = ("houses", "units")
"""Tables of a plan whose records must be whole in a file that extends nothing."""

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


def refine(definitions: dict[str, Schema], world: World) -> None:
    """Explain words, and say which keys and names go where."""
    for (name, key), words in _WORDS.items():
        _explain(definitions[name]["properties"][key], MEANINGS[words])
    _add_rows_of_words(definitions)
    _add_names(definitions, world)


def _explain(schema: Schema, words: dict[str, str]) -> None:
    """Add for editors what each word of a closed list means."""
    if "enum" in schema:
        schema["x-taplo"] = {"docs": {"enumValues": [words.get(word) for word in schema["enum"]]}}


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
