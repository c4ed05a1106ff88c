"""Shapes of the westeros data and plan files: keys, types and closed lists, unknown keys forbidden.

References between records are checked in `pysim.scenario.westeros.check`.
Rules: WD1.4, WD3, WD4.1, WD11.1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr
from pydantic_core import CoreSchema, core_schema

from pysim.scenario.records import Record, Strict, Switch
from pysim.scenario.westeros import vocabulary

__all__ = [
    "BasicCard",
    "Card",
    "Commander",
    "Effect",
    "House",
    "HouseDeck",
    "Plan",
    "Tactic",
    "UnitPlace",
    "UnitType",
    "Victory",
    "World",
]


class _OneOf:
    """A text out of a closed list, which the core decides and not the type checker."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


Rank = Annotated[str, _OneOf(vocabulary.RANKS)]
UnitClass = Annotated[str, _OneOf(vocabulary.CLASSES)]
Face = Literal["G", "B", "R", "V", "M"]
Count = Annotated[StrictInt, Field(ge=0, le=20)]
Positive = Annotated[StrictInt, Field(ge=1, le=20)]
Small = Annotated[StrictInt, Field(ge=-10, le=10)]
Wide = Annotated[StrictInt, Field(ge=-100, le=100)]
Hex = Annotated[list[Wide], Field(min_length=2, max_length=2)]
Reach = Annotated[StrictInt, Field(ge=1, le=6)]
Moves = Annotated[list[Annotated[StrictInt, Field(ge=0, le=8)]], Field(min_length=3, max_length=3)]
Dice = Annotated[list[Annotated[StrictInt, Field(ge=0, le=10)]], Field(min_length=3, max_length=3)]
BurningToken = Literal["bridge", "palisade", "tent", "siege_engine"]
ObjectiveKind = Literal["location", "building", "stone_bridge", "wooden_bridge", "outpost"]


class Attack(Strict):
    """One way a unit type can attack (W7.1)."""

    mode: Literal["melee", "ranged", "war_dogs"]
    min: Reach | None = None
    max: Reach | None = None


class Formation(Strict):
    """A formation that the owner of a unit may choose: its keywords add to the unit's (WD9.2)."""

    id: StrictStr
    keywords: list[StrictStr]


class UnitType(Record):
    """One row of the unit tables; 0 in ``dice`` marks a rank that the type does not have."""

    house: StrictStr
    name: StrictStr
    unit_class: UnitClass = Field(alias="class")
    figures: Positive
    move: Moves
    dice: Dice
    attacks: list[Attack] = Field(min_length=1)
    keywords: list[StrictStr]
    formations: list[Formation] = Field(default_factory=list)
    traits: list[StrictStr]
    extra: StrictBool = False


class Require(Strict):
    """The condition of a tactic or an effect (WD10.7)."""

    own_morale: Literal["green_or_stronger"] | None = None
    enemy_morale: Literal["green_or_weaker"] | None = None
    pool: dict[Face, Positive] | None = None


class Effect(Strict):
    """One named operation with its numbers."""

    op: Annotated[str, _OneOf(vocabulary.OPERATIONS)]
    k: Small | None = None
    n: Count | None = None
    x: Count | None = None
    dice: Small | None = None
    move: Small | None = None
    who: Annotated[str, _OneOf(vocabulary.WHO)] | None = None
    unit_class: UnitClass | None = Field(default=None, alias="class")
    condition: Annotated[str, _OneOf(vocabulary.CONDITIONS)] | None = None
    first_attack: StrictBool | None = None
    adjacent: StrictBool | None = None
    keyword: StrictStr | None = None
    until: Annotated[str, _OneOf(vocabulary.UNTIL)] | None = None
    area: Literal["zoc", "own", "own_and_adjacent"] | None = None
    kind: Face | None = None
    house: StrictStr | None = None
    trait: StrictStr | None = None
    commander: StrictStr | None = None
    require: Require | None = None
    count: Literal["idle_commanders"] | None = None
    die: StrictBool | None = None
    at: Literal["turn_end"] | None = None
    box: Annotated[StrictInt, Field(ge=0, le=1)] | None = None


Effects = Annotated[list[Effect], Field(max_length=4)]


class Commit(Strict):
    """A commit ability: moments and effects (WD2.24, WD2.25)."""

    when: list[Annotated[str, _OneOf(vocabulary.MOMENTS)]] = Field(min_length=1)
    effects: Annotated[Effects, Field(min_length=1)]


class Commander(Record):
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
    ability: Effects
    commit: Commit | None = None
    extra: StrictBool = False


class Order(Strict):
    """Whom a command box orders (WD10.4)."""

    n: Positive
    filter: Literal["", "infantry", "cavalry", "ranged", "one_class"] = ""
    anywhere: StrictBool = False
    house: StrictStr | None = None
    trait: StrictStr | None = None


class Box(Strict):
    """One command box."""

    order: Order | None = None
    effects: Effects


class Tactic(Record):
    """The tactic box that the five cards of a commander share (WD10.2)."""

    when: list[Literal["before", "after", "payment"]] = Field(min_length=1)
    require: Require
    effects: Annotated[Effects, Field(min_length=1)]


class BasicCard(Record):
    """A row of a basic deck."""

    copies: Positive
    name: StrictStr
    boxes: list[Box] = Field(min_length=1, max_length=2)


class Card(BasicCard):
    """A row of a commander's five cards."""

    house: StrictStr
    person: StrictStr
    tactic: StrictStr | None = None


class HouseDeck(Record):
    """A House: prefix of its basic cards and the deck they come from; an ally has neither.

    An ally House is no side of a plan: its units and commanders serve another House (WD1.7).
    """

    name: StrictStr
    kind: Literal["primary", "ally"] = "primary"
    prefix: StrictStr = ""
    basic: StrictStr = ""
    extra: StrictBool = False


class House(Strict):
    """A side of a plan (WD4.1)."""

    edge: Literal["north", "south"]
    order_rating: Count
    leadership_rating: Count
    command_tokens: Count
    morale_end: Literal["rout", "11"]


class UnitPlace(Strict):
    """A unit of a plan: type, rank, hex and the commander who leads it."""

    type: StrictStr
    rank: Rank
    at: Hex
    commander: StrictStr = ""


class Objective(Strict):
    """An objective hex, with or without control marker (W11.7)."""

    at: Hex
    owner: StrictStr = ""
    kind: ObjectiveKind
    marker: StrictBool = True


class Special(Strict):
    """A special rule of a plan; which keys belong to which ``op`` is checked apart."""

    op: Annotated[str, _OneOf(vocabulary.SPECIAL_RULES)]
    at: Hex | None = None
    seat: StrictStr | None = None
    owner: StrictStr | None = None
    carrier: StrictStr | None = None
    rows: list[Wide] | None = None
    hexes: list[Hex] | None = None
    places: Annotated[list[Hex], Field(min_length=2, max_length=2)] | None = None
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


class Victory(Strict):
    """A source of victory points (WD11.1)."""

    who: StrictStr
    when: Literal["immediate", "round_end", "game_end"]
    condition: Annotated[str, _OneOf(vocabulary.VICTORY_CONDITIONS)]
    points: Wide | Annotated[list[Wide], Field(min_length=3, max_length=3)] | None = None
    from_round: Positive | None = None
    with_commander: Wide | None = None
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


class Decide(Strict):
    """The rule that replaces victory points (B02)."""

    winner: StrictStr
    otherwise: StrictStr
    real_locations: Positive
    own_morale: Literal["green_or_stronger"]


class Instant(Strict):
    """The condition that wins at once (B03)."""

    test: Literal["regroup", "at_once"] = "regroup"
    points: Positive
    generals: dict[str, StrictStr]


class Plan(Record):
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
    concealed_tokens: dict[str, Count] = Field(default_factory=dict)
    brotherhood_tokens: dict[str, Count] = Field(default_factory=dict)
    units: dict[str, UnitPlace] = Field(min_length=1)
    objectives: list[Objective] = Field(default_factory=list, max_length=16)
    special: list[Special] = Field(default_factory=list)
    victory: list[Victory] = Field(default_factory=list)
    decide: Decide | None = None
    instant: Instant | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class World(Strict):
    """All records that a plan may name."""

    unit_types: dict[str, UnitType]
    commanders: dict[str, Commander]
    decks: dict[str, HouseDeck]
    basic: dict[str, dict[str, BasicCard]]
    cards: dict[str, Card]
    tactics: dict[str, Tactic]
    switches: dict[str, Switch]
