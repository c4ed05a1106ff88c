"""What the schema of warriors files says beyond the models: words explained, names proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.warriors.describe import KEYS, TABLE_TEXTS
from pysim.scenario.warriors.places import PLACES

if TYPE_CHECKING:
    from pysim.scenario.warriors.models import World

__all__ = ["KEYS", "TABLE_TEXTS", "WHOLE", "refine"]

Schema = dict[str, Any]

WHOLE = ("setup", "capitals")
"""Tables of a plan whose records must be whole in a file that extends nothing."""

_SIDES = {"E": "English", "F": "French", "N": "non-aligned", "chosen": "non-aligned", "": "nobody"}
_RESULTS = {"K": "killed", "C": "captured", "R": "routed"}


def refine(definitions: dict[str, Schema], world: World) -> None:
    """Explain one-letter words to editors and propose the names of areas, troops and leaders."""
    for record, key in (
        ("SetUp", "side"),
        ("Leader", "side"),
        ("Leader", "hist"),
        ("Plan", "initiative"),
        ("Position", "initiative"),
        ("Position", "next"),
        ("LeaderPlace", "side"),
    ):
        _explain(definitions[record]["properties"][key], _SIDES)
    _explain(definitions["Charts"]["properties"]["elimination"]["items"], _RESULTS)
    areas, troops, leaders = list(world.areas), list(world.troops), list(world.leaders)
    eras = list(dict.fromkeys(row.era for row in world.leaders.values()))
    for record, key, names in (
        ("Plan", "era", eras),
        ("Leader", "era", eras),
        ("SetUp", "area", areas),
        ("Leader", "home", areas),
        ("LeaderPlace", "where", [*PLACES, *areas]),
    ):
        definitions[record]["properties"][key] |= _proposed(names)
    for record, key, names in (
        ("Plan", "setup", leaders),
        ("Plan", "control", areas),
        ("Position", "control", areas),
        ("Position", "aggressor", areas),
        ("Position", "unassigned", areas),
        ("Position", "leaders", leaders),
        ("SetUp", "troops", troops),
        ("LeaderPlace", "troops", troops),
    ):
        definitions[record]["properties"][key]["propertyNames"] = _proposed(names)
    recruits = definitions["AreaRow"]["properties"]["recruits"]
    recruits["items"] = _proposed(troops)


def _proposed(names: list[str]) -> Schema:
    """Return the schema of a name that should be one of these."""
    return {"anyOf": [{"enum": names}, {"type": "string"}]}


def _explain(schema: Schema, words: dict[str, str]) -> None:
    """Add for editors what each word of a closed list means."""
    schema["x-taplo"] = {"docs": {"enumValues": [words[word] for word in schema["enum"]]}}
