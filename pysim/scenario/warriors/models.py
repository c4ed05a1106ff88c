"""Shapes of the warriors data and scenario files: keys, types and closed lists (G2.14).

References between records are checked in `pysim.scenario.warriors.check`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from pysim.scenario.records import Record, Strict, Switch

__all__ = [
    "AreaRow",
    "Charts",
    "Leader",
    "LeaderPlace",
    "Plan",
    "Position",
    "SetUp",
    "Troop",
    "World",
]

SideLetter = Literal["E", "F"]
Border = Literal["C", "O", "R", "S"]
Commanders = Literal["any", "knight", "burgundian", "aligned", "listed"]
Count = Annotated[StrictInt, Field(ge=0, le=99)]
Digit = Annotated[StrictInt, Field(ge=0, le=9)]
Points = dict[str, Annotated[StrictInt, Field(ge=0, le=127)]]
AreaPoints = dict[str, Points]
Limit = Annotated[StrictInt, Field(ge=1, le=72)]
Turn = Annotated[StrictInt, Field(ge=1, le=60)]


class AreaRow(Record):
    """An area of the map (G3.1); value only for contested ones; x and y place it in pictures."""

    name: StrictStr
    kind: Literal["contested", "neutral"]
    value: Annotated[StrictInt, Field(ge=0, le=3)] = 0
    recruits: list[StrictStr] = Field(default_factory=list)
    x: Annotated[StrictInt, Field(ge=0, le=100)]
    y: Annotated[StrictInt, Field(ge=0, le=120)]


class Troop(Record):
    """A troop type (table 2.2); pool and commanders by era, no pool = unlimited."""

    name: StrictStr
    class_: Literal["infantry", "longbow", "knight", "gunner", "mercenary"] = Field(alias="class")
    pool: dict[str, Count] = Field(default_factory=dict)
    commanders: dict[str, Commanders]
    listed: list[StrictStr] = Field(default_factory=list)
    home: StrictStr = ""
    min_value: Annotated[StrictInt, Field(ge=0, le=3)] = 0


class Leader(Record):
    """A leader (G2.1)."""

    era: StrictStr
    name: StrictStr
    side: Literal["E", "F", "N"]
    entry: Annotated[StrictInt, Field(ge=0, le=60)]
    stars: Annotated[StrictInt, Field(ge=1, le=3)]
    bravery: Annotated[StrictInt, Field(ge=1, le=9)]
    battle: Annotated[StrictInt, Field(ge=1, le=12)]
    home: StrictStr
    longbow: StrictBool = False
    hist: Literal["E", "F", ""] = ""
    silences: StrictBool = False
    battle_bonus: Annotated[StrictInt, Field(ge=0, le=4)] = 0


class BorderLimits(Strict):
    """Leaders that may cross a border in one impulse or retreat (chart of 2.4)."""

    clear: Limit
    obstructed: Limit
    river: Limit
    sea: Limit
    sea_friendly: Limit
    sea_english: Limit


class ChartPoints(Strict):
    """Victory points of phase 11 (chart of 2.4): by value 0 to 3, by stars 0 to 3."""

    value: list[Digit] = Field(min_length=4, max_length=4)
    killed: list[Digit] = Field(min_length=4, max_length=4)
    capitals: Digit
    king: Digit


class Charts(Record):
    """The charts of 2.4 and the constants of G2.14."""

    elimination: list[Literal["K", "C", "R"]] = Field(min_length=8, max_length=8)
    death: list[Annotated[StrictInt, Field(ge=0, le=6)]] = Field(min_length=6, max_length=6)
    siege: Digit
    gunner_cap: Digit
    command: Annotated[StrictInt, Field(ge=1, le=5)]
    margin: Annotated[StrictInt, Field(ge=1, le=10_000)]
    borders: BorderLimits
    points: ChartPoints


class SetUp(Strict):
    """Where a leader of the set-up stands and what he commands (chapter 12)."""

    side: Literal["E", "F", "chosen"]
    area: StrictStr
    troops: Points = Field(default_factory=dict)


class Rules(Strict):
    """Rules that belong to one scenario only (G1.2)."""

    initiative_modifiers: StrictBool = False
    english_sea: StrictBool = False


class LeaderPlace(Strict):
    """Where a leader is in a position: an area, prison, rout, pool, future or dead (G5.2c)."""

    where: StrictStr
    side: Literal["E", "F", ""] = ""
    disgraced: StrictBool = False
    troops: Points = Field(default_factory=dict)


class Killed(Strict):
    """Leaders killed in battle this turn, by the side they served, and sides whose king was."""

    E: list[StrictStr] = Field(default_factory=list)
    F: list[StrictStr] = Field(default_factory=list)
    kings: list[SideLetter] = Field(default_factory=list)


class Position(Strict):
    """A position at the beginning of a phase, from which games start instead of the set-up."""

    turn: Turn
    phase: Annotated[StrictInt, Field(ge=1, le=11)]
    initiative: SideLetter
    impulses: dict[SideLetter, Annotated[StrictInt, Field(ge=0, le=99)]] = Field(
        default_factory=dict
    )
    next: SideLetter | None = None
    vp: Annotated[StrictInt, Field(ge=-9999, le=9999)] = 0
    control: dict[str, SideLetter] = Field(default_factory=dict)
    aggressor: dict[str, SideLetter] = Field(default_factory=dict)
    kings: dict[SideLetter, StrictStr] = Field(default_factory=dict)
    leaders: dict[str, LeaderPlace] = Field(default_factory=dict)
    unassigned: AreaPoints = Field(default_factory=dict)
    killed: Killed = Field(default_factory=Killed)


class Plan(Record):
    """A scenario; the tables of the data files may be overridden inside it."""

    format: Literal[1]
    game: Literal["warriors"]
    code: StrictStr
    name: StrictStr
    era: StrictStr
    turns: Turn
    initiative: SideLetter
    rules: Rules = Field(default_factory=Rules)
    capitals: dict[SideLetter, StrictStr] = Field(min_length=2, max_length=2)
    kings: dict[SideLetter, StrictStr] = Field(default_factory=dict)
    control: dict[str, SideLetter] = Field(default_factory=dict)
    setup: dict[str, SetUp]
    options: dict[str, Any] = Field(default_factory=dict)
    position: Position | None = None


class World(Strict):
    """All records that a scenario may name."""

    areas: dict[str, AreaRow] = Field(min_length=2, max_length=24)
    borders: dict[str, Border]
    troops: dict[str, Troop] = Field(min_length=1, max_length=12)
    leaders: dict[str, Leader]
    charts: Charts
    switches: dict[str, Switch]
