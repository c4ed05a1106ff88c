"""A position read from a state's description and the scenario's plain dict (W2.4, W3.15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference.westeros.hexes import Hex, distance

__all__ = ["Place", "Position", "Unit", "read_position"]

BURNABLE_TOKENS = {"bridge", "palisade", "tent", "siege_engine"}


@dataclass(frozen=True, slots=True)
class Place:
    """One playable hex: terrain, token, fire (W3.15, W3.40, W3.41)."""

    terrain: str = "plains"
    token: str = ""
    fire: int = 0
    devastated: bool = False
    burn_limit: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit on the map (W2.4, W2.5)."""

    number: str
    seat: int
    at: Hex
    kind: str = "infantry"
    rank: str = "blue"
    dice: Mapping[str, int] = field(default_factory=lambda: {"green": 2, "blue": 3, "red": 4})
    allowance: int = 2
    dice_bonus: int = 0
    modes: Mapping[str, tuple[int, int]] = field(default_factory=lambda: {"melee": (1, 1)})
    keywords: Mapping[str, int] = field(default_factory=dict)
    plain: int = 4
    full: int = 4
    commander: str = ""
    capture_rating: int = 0
    dice_on_commander: int = 0
    engaged_with: str = ""
    engagement_seat: int = -1
    ordered: bool = False
    moved: bool = False
    turned_up: bool = False
    attacked: bool = False
    side: str = ""

    @property
    def figures(self) -> int:
        """Count the figures, the commander included (W2.8)."""
        return self.plain + (1 if self.commander else 0)

    @property
    def in_tower(self) -> bool:
        """Tell whether the unit holds the tower side of an outpost (W3.30)."""
        return self.side == "tower"


@dataclass(frozen=True, slots=True)
class Position:
    """The map and the units, as sets and dicts."""

    places: Mapping[Hex, Place]
    units: Mapping[str, Unit]
    edges: tuple[str, str] = ("south", "north")
    barred: Mapping[int, frozenset[Hex]] = field(default_factory=dict)
    scorch_only: frozenset[str] = frozenset()
    no_fire: frozenset[Hex] = frozenset()
    options: Mapping[str, bool] = field(default_factory=dict)

    def unit_at(self, at: Hex) -> Unit | None:
        """Give the unit on a hex; a hex holds one at most (W2.6)."""
        for unit in self.units.values():
            if unit.at == at:
                return unit
        return None

    def occupied(self) -> set[Hex]:
        """Give the hexes with a unit (W2.6)."""
        return {unit.at for unit in self.units.values()}

    def enemies(self, unit: Unit) -> list[Unit]:
        """Give the units of the other House (W1.1)."""
        return [other for other in self.units.values() if other.seat != unit.seat]

    def controlled(self, commander: Unit) -> set[str]:
        """Give the friendly units inside a commander's zone of control (W3.7)."""
        return {
            unit.number
            for unit in self.units.values()
            if unit.seat == commander.seat and distance(unit.at, commander.at) <= 2
        }


def read_position(description: Mapping[str, Any], plan: Mapping[str, Any]) -> Position:
    """Read a position from ``State.to_dict()`` and the compiled scenario.

    Rules: W2.4, W2.10, W3.15, W3.41; plan rules B04.1, B04.5, B06.2, B10.4.
    """
    limits = {(c, r): (token, limit) for c, r, _, token, limit in plan["hexes"]}
    places = {}
    for row in description["hexes"]:
        at = (row["c"], row["r"])
        token = row["token"] or ""
        places[at] = Place(
            terrain=row["terrain"],
            token=token,
            fire=row["fire"],
            devastated=bool(row["devastated"]),
            burn_limit=_limit_now(limits[at], token, bool(row["devastated"])),
        )
    rows = [row for row in description["units"] if row["on_map"]]
    names = {row["id"]: row["number"] for row in rows}
    types = {row["id"]: row for row in plan["types"]}
    commanders = {row["id"]: row for row in plan["commanders"]}
    extra = _scorch_units(plan)
    units = {row["number"]: _read_unit(row, types, commanders, names, extra) for row in rows}
    only, closed = _fire_limits(plan, description["round"])
    return Position(
        places=places,
        units=units,
        edges=(description["edges"][0], description["edges"][1]),
        barred=_barred(plan),
        scorch_only=only,
        no_fire=closed,
        options=dict(plan["options"]),
    )


def _limit_now(start: tuple[str, int], token: str, devastated: bool) -> int:
    """Give the burn limit left: none once devastated or once the burnable token is gone (W3.41)."""
    first, limit = start
    if devastated or (first in BURNABLE_TOKENS and token != first):
        return 0
    return limit


def _read_unit(
    row: Mapping[str, Any],
    types: Mapping[str, Mapping[str, Any]],
    commanders: Mapping[str, Mapping[str, Any]],
    names: Mapping[Any, str],
    extra: set[str],
) -> Unit:
    """Read one unit; a commander's keywords come on top of the type's (W2.10, WD2.23)."""
    kind = types[row["type"]]
    pairs = [tuple(pair) for pair in kind["keywords"]]
    commander = row["commander"] or ""
    rating = hunting = 0
    if commander:
        pairs += [tuple(pair) for pair in commanders[commander]["keywords"]]
        rating = commanders[commander]["capture_rating"]
        hunting = _dice_on_commander(commanders[commander]["ability"])
    if row["number"] in extra:
        pairs.append(("scorch", 0))
    keywords: dict[str, int] = {}
    for name, value in pairs:
        keywords[name] = max(value, keywords.get(name, 0))
    partner = row["engaged_with"]
    owner = row["engagement_owner"]
    return Unit(
        number=row["number"],
        seat=row["seat"],
        at=(row["c"], row["r"]),
        kind=row["class"],
        rank=row["rank"],
        dice=dict(zip(("green", "blue", "red"), kind["dice"], strict=True)),
        allowance=row["allowance"],
        dice_bonus=row.get("dice_bonus", 0),
        modes={m["mode"]: (m.get("min", 1), m.get("max", 1)) for m in kind["attacks"]},
        keywords=keywords,
        plain=row["plain"],
        full=kind["figures"],
        commander=commander,
        capture_rating=rating,
        dice_on_commander=hunting,
        engaged_with="" if partner is None else names.get(partner, str(partner)),
        engagement_seat=-1 if owner is None else owner,
        ordered=bool(row["ordered"]),
        moved=bool(row["moved"]),
        turned_up=bool(row["turned_up"]),
        attacked=bool(row["attacked"]),
        side=row.get("outpost_side") or "",
    )


def _dice_on_commander(ability: list[Mapping[str, Any]]) -> int:
    """Give the dice added against a unit that holds a commander (chapter 2.4, Rickard)."""
    return sum(
        effect.get("k", 1)
        for effect in ability
        if effect["op"] == "add_dice" and effect.get("condition") == "target_has_commander"
    )


def _scorch_units(plan: Mapping[str, Any]) -> set[str]:
    """Give the units that the plan makes scorch the earth (B04.1, B06.1, B10.4)."""
    return {
        number
        for rule in plan["special"]
        if rule["op"] == "scorch_units"
        for number in rule["units"]
    }


def _barred(plan: Mapping[str, Any]) -> dict[int, frozenset[Hex]]:
    """Give the hexes that the plan closes to a seat: raft landings for Stark (B04.5)."""
    return {
        rule["seat"]: frozenset((c, r) for c, r, _, token, _ in plan["hexes"] if token == "ford")
        for rule in plan["special"]
        if rule["op"] == "bar_terrain"
    }


def _fire_limits(
    plan: Mapping[str, Any], round_number: int
) -> tuple[frozenset[str], frozenset[Hex]]:
    """Give the tokens that alone may burn, and the hexes closed to fire (B04.1, B06.2, B10.4)."""
    only = frozenset(rule["token"] for rule in plan["special"] if rule["op"] == "scorch_only")
    closed = frozenset(
        (rule["c"], rule["r"])
        for rule in plan["special"]
        if rule["op"] == "no_fire_before" and round_number < rule["round"]
    )
    return only, closed
