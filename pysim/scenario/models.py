"""Shapes of the westeros data and plan files: keys, types and closed lists, unknown keys forbidden.

References between records are checked in `pysim.scenario.check`. Rules: WD1.4, WD3, WD4.1, WD11.1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

__all__ = [
    "BasicCard",
    "Card",
    "Commander",
    "Effect",
    "House",
    "HouseDeck",
    "Plan",
    "Switch",
    "Tactic",
    "UnitPlace",
    "UnitType",
    "Victory",
    "World",
]

Rank = Literal["green", "blue", "red"]
UnitClass = Literal["infantry", "cavalry", "ranged"]
Face = Literal["G", "B", "R", "V", "M"]
Source = Literal["seed", "book", "choice"]
Count = Annotated[StrictInt, Field(ge=0, le=20)]
Positive = Annotated[StrictInt, Field(ge=1, le=20)]
Small = Annotated[StrictInt, Field(ge=-10, le=10)]
Wide = Annotated[StrictInt, Field(ge=-100, le=100)]
Hex = Annotated[list[Wide], Field(min_length=2, max_length=2)]
ByRank = Annotated[list[Count], Field(min_length=3, max_length=3)]
Operation = Literal[
    "add_dice", "add_move", "grant", "pursue_bonus", "second_attack", "extra_morale",
    "order_adjacent", "reroll_one", "rally", "morale", "morale_per_retreat", "as_flank", "step",
    "draw", "discard_hand", "discard_token", "swap_bearers", "war_dogs_attack", "morale_also_hits",
    "add_fire", "free_disengage", "no_parting_blow", "keep_cards", "aura", "own_bonus",
]  # fmt: skip
VictoryCondition = Literal[
    "enemy_unit_eliminated", "controls", "each_controlled", "enemy_morale", "units_in",
    "token_present", "token_destroyed", "commander_captured", "captive_taken", "row_reached",
    "fire_level", "prisoner_freed", "prisoner_held", "prisoner_lost",
]  # fmt: skip
SpecialRule = Literal[
    "hidden_locations", "hidden_archers", "captive", "palisade_setup", "catapults", "bar_terrain",
    "scorch_units", "scorch_only", "burnt_token", "no_fire_before", "prisoner",
]  # fmt: skip
BurningToken = Literal["bridge", "palisade", "tent", "siege_engine"]
ObjectiveKind = Literal["location", "building", "stone_bridge", "wooden_bridge"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class _Record(_Strict):
    sources: dict[str, Source] = Field(default_factory=dict)


class Attack(_Strict):
    """One way a unit type can attack (W7.1)."""

    mode: Literal["melee", "ranged", "war_dogs"]
    min: Positive | None = None
    max: Positive | None = None


class UnitType(_Record):
    """One row of the unit tables; 0 in ``dice`` marks a rank that the type does not have."""

    house: StrictStr
    name: StrictStr
    unit_class: UnitClass = Field(alias="class")
    figures: Positive
    move: ByRank
    dice: ByRank
    attacks: list[Attack] = Field(min_length=1)
    keywords: list[StrictStr]
    traits: list[StrictStr]


class Effect(_Strict):
    """One named operation with its numbers."""

    op: Operation
    k: Small | None = None
    n: Count | None = None
    x: Count | None = None
    dice: Small | None = None
    move: Small | None = None
    who: Literal[
        "ordered", "one", "own", "target", "one_unordered_active", "one_ordered_attacked",
        "one_ordered_unengaged", "zoc",
    ] | None = None  # fmt: skip
    unit_class: UnitClass | None = Field(default=None, alias="class")
    condition: Literal[
        "", "flank", "moved", "target_has_commander", "target_damaged", "own_morale_higher"
    ] | None = None  # fmt: skip
    first_attack: StrictBool | None = None
    adjacent: StrictBool | None = None
    keyword: StrictStr | None = None
    until: Literal["turn_end", "next_own_turn", "round_end", "this_attack"] | None = None
    area: Literal["zoc", "own"] | None = None
    kind: Face | None = None


class Commit(_Strict):
    """A commit ability: moments and effects (WD2.24, WD2.25)."""

    when: list[
        Literal[
            "own_turn_start", "before_attack_self", "after_attack_self", "on_attack_on",
            "on_loss_self", "after_elimination_self",
        ]
    ] = Field(min_length=1)  # fmt: skip
    effects: list[Effect] = Field(min_length=1)


class Commander(_Record):
    """A commander card, one for each title (WD2.20 to WD2.26)."""

    person: StrictStr
    house: StrictStr
    name: StrictStr
    title: StrictStr
    unit_class: UnitClass = Field(alias="class")
    command_limit: Count
    capture_rating: Count
    unit_types: list[StrictStr] = Field(min_length=1)
    traits: list[StrictStr]
    keywords: list[StrictStr]
    ability: list[Effect]
    commit: Commit | None = None


class Order(_Strict):
    """Whom a command box orders (WD10.4)."""

    n: Positive
    filter: Literal["", "infantry", "cavalry", "ranged", "one_class"] = ""
    anywhere: StrictBool = False


class Box(_Strict):
    """One command box."""

    order: Order | None = None
    effects: list[Effect]


class Require(_Strict):
    """The condition of a tactic (WD10.7)."""

    own_morale: Literal["green_or_stronger"] | None = None
    enemy_morale: Literal["green_or_weaker"] | None = None
    pool: dict[Face, Positive] | None = None


class Tactic(_Record):
    """The tactic box that the five cards of a commander share (WD10.2)."""

    when: list[Literal["before", "after", "payment"]] = Field(min_length=1)
    require: Require
    effects: list[Effect] = Field(min_length=1)


class BasicCard(_Record):
    """A row of a basic deck."""

    copies: Positive
    name: StrictStr
    boxes: list[Box] = Field(min_length=1, max_length=2)


class Card(BasicCard):
    """A row of a commander's five cards."""

    house: StrictStr
    person: StrictStr
    tactic: StrictStr | None = None


class HouseDeck(_Record):
    """A House as the decks see it: prefix of its basic cards and the deck they come from."""

    name: StrictStr
    prefix: StrictStr
    basic: StrictStr


class Switch(_Record):
    """An option: default, rule, and whether this version plays anything but the default."""

    default: StrictBool
    rule: StrictStr
    effect: StrictStr
    available: StrictBool


class House(_Strict):
    """A side of a plan (WD4.1)."""

    edge: Literal["north", "south"]
    order_rating: Count
    leadership_rating: Count
    command_tokens: Count
    morale_end: Literal["rout", "11"]


class UnitPlace(_Strict):
    """A unit of a plan: type, rank, hex and the commander who leads it."""

    type: StrictStr
    rank: Rank
    at: Hex
    commander: StrictStr = ""


class Objective(_Strict):
    """An objective hex, with or without control marker (W11.7)."""

    at: Hex
    owner: StrictStr = ""
    kind: ObjectiveKind
    marker: StrictBool = True


class Special(_Strict):
    """A special rule of a plan; which keys belong to which ``op`` is checked apart."""

    op: SpecialRule
    at: Hex | None = None
    seat: StrictStr | None = None
    owner: StrictStr | None = None
    carrier: StrictStr | None = None
    rows: list[Wide] | None = None
    hexes: list[Hex] | None = None
    places: list[Hex] | None = None
    units: list[StrictStr] | None = None
    real: Positive | None = None
    false: Count | None = None
    type: StrictStr | None = None
    rank: Rank | None = None
    tokens: dict[Face, Positive] | None = None
    dice: Positive | None = None
    each: Positive | None = None
    kind: Literal["raft"] | None = None
    token: BurningToken | None = None
    round: Positive | None = None
    free_row: Wide | None = None


class Victory(_Strict):
    """A source of victory points (WD11.1)."""

    who: StrictStr
    when: Literal["immediate", "round_end", "game_end"]
    condition: VictoryCondition
    points: Wide | Annotated[list[Wide], Field(min_length=3, max_length=3)] | None = None
    from_round: Positive | None = None
    at: Hex | None = None
    kind: ObjectiveKind | None = None
    while_standing: StrictBool | None = None
    area: list[Hex] | None = None
    per: Positive | None = None
    token: BurningToken | None = None
    name: StrictStr | None = None
    table: list[Hex] | None = None
    count: Positive | None = None
    once_destroyed: Count | None = None


class Decide(_Strict):
    """The rule that replaces victory points (B02)."""

    winner: StrictStr
    otherwise: StrictStr
    real_locations: Positive
    own_morale: Literal["green_or_stronger"]


class Instant(_Strict):
    """The condition that wins at once (B03)."""

    test: Literal["regroup", "at_once"] = "regroup"
    points: Positive
    generals: dict[str, StrictStr]


class Plan(_Record):
    """A battle plan; the tables of the data files may be overridden inside it."""

    format: Literal[1]
    game: Literal["westeros"]
    code: StrictStr
    name: StrictStr
    rounds: Annotated[StrictInt, Field(ge=1, le=10)]
    momentum: StrictStr
    morale_start: Annotated[StrictInt, Field(ge=-10, le=10)] = 0
    tie: Literal["morale", "momentum"] = "morale"
    map: list[StrictStr] = Field(min_length=1, max_length=15)
    houses: dict[str, House] = Field(min_length=2, max_length=2)
    burn_limits: dict[BurningToken, Annotated[StrictInt, Field(ge=0, le=4)]] = Field(
        default_factory=dict
    )
    units: dict[str, UnitPlace] = Field(min_length=1)
    objectives: list[Objective] = Field(default_factory=list, max_length=16)
    special: list[Special] = Field(default_factory=list)
    victory: list[Victory] = Field(default_factory=list)
    decide: Decide | None = None
    instant: Instant | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class World(_Strict):
    """All records that a plan may name."""

    unit_types: dict[str, UnitType]
    commanders: dict[str, Commander]
    decks: dict[str, HouseDeck]
    basic: dict[str, dict[str, BasicCard]]
    cards: dict[str, Card]
    tactics: dict[str, Tactic]
    switches: dict[str, Switch]
