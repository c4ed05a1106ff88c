"""The scenario generator of skirmish mode: from a summary and a seed to a battle ready to play.

What W4.12 leaves to chance is drawn, and what it leaves to the players as well: each choice is one
of the legal ones, all equally likely. Equal terrain pieces and equal units count as one choice.
Rules: W4.10 to W4.13, WD12.50, WD12.51.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Generic, TypeVar

from pysim.scenario.westeros.skirmish import BOARD_COLUMNS, BOARD_ROWS
from pysim.scenario.westeros.skirmish_stream import SkirmishStream
from pysim.scenario.westeros.vocabulary import IMPASSABLE, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pysim.scenario.westeros.models import World
    from pysim.scenario.westeros.skirmish import Skirmish, Summary

__all__ = [
    "PLAINS",
    "Battle",
    "Step",
    "Troop",
    "board_hexes",
    "commander_sets",
    "draw_battle",
    "leader_types",
    "zones",
]

Hex = tuple[int, int]
T = TypeVar("T")

PLAINS = "."
_ROLL_OFF = "GBRMV"
"""Faces from the lowest to the highest (W4.12)."""


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit of a battle: what it is, and who leads it if anybody does."""

    type: str
    rank: str
    commander: str = ""


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """A thing that was placed: by which House, what, and on which hex."""

    house: str
    what: T
    at: Hex


@dataclass(slots=True)
class Battle:
    """A skirmish that was set up, with all that was drawn on the way, in the order of W4.12.

    ``first`` is the House that places terrain first. ``dropped`` are pieces without a legal hex,
    each after its House.
    """

    summary_id: str
    seed: int
    summary: Summary
    commanders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    troops: dict[str, list[Troop]] = field(default_factory=dict)
    roll_off: list[dict[str, str]] = field(default_factory=list)
    first: str = ""
    terrain: list[Step[str]] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    units: list[Step[Troop]] = field(default_factory=list)
    momentum: str = ""

    @property
    def id(self) -> str:
        """The battle's name wherever a scenario is named."""
        return f"{self.summary_id}:{self.seed}"

    @property
    def houses(self) -> tuple[str, ...]:
        """The Houses, seat 0 first."""
        return tuple(self.summary.edges)

    def positions(self, house: str) -> list[tuple[Troop, Hex]]:
        """Give a House's units with their hexes, in the order of its list of units."""
        places: dict[Troop, list[Hex]] = {}
        for step in self.units:
            if step.house == house:
                places.setdefault(step.what, []).append(step.at)
        return [(troop, places[troop].pop(0)) for troop in self.troops[house]]


def draw_battle(skirmish: Skirmish, world: World, summary_id: str, seed: int) -> Battle:
    """Set up a battle.

    Args:
        skirmish: all skirmish data, checked.
        world: the records that they name.
        summary_id: id of the summary, such as ``westeros/raid``.
        seed: the key of the battle's own random numbers.
    """
    summary = skirmish.summaries[summary_id.rpartition("/")[2]]
    battle = Battle(summary_id, seed, summary)
    stream = SkirmishStream(summary_id, seed)
    south_first = sorted(battle.houses, key=lambda house: summary.edges[house] != "south")
    for house in south_first:
        choices = list(commander_sets(house, summary, skirmish, world))
        battle.commanders[house] = stream.choose(choices)
    pieces: dict[str, list[str]] = {}
    drawn: dict[str, list[Troop]] = {}
    for house in south_first:
        deck = [
            name
            for name, card in skirmish.setup_cards.items()
            if card.house == house and card.commander not in battle.commanders[house]
        ]
        battle.cards[house] = tuple(stream.shuffle(deck)[: summary.cards])
        cards = [skirmish.setup_cards[name] for name in battle.cards[house]]
        drawn[house] = [Troop(unit.type, unit.rank) for card in cards for unit in card.units]
        pieces[house] = [code for card in cards for code in card.terrain]
    for house in south_first:
        leaders = []
        for man in battle.commanders[house]:
            kind = stream.choose(leader_types(man, summary, world))
            leaders.append(Troop(kind, summary.leader_rank, man))
        battle.troops[house] = [*leaders, *drawn[house]]
    _roll_off(battle, stream)
    _place_terrain(battle, pieces, stream)
    _place_units(battle, stream)
    return battle


def commander_sets(
    house: str, summary: Summary, skirmish: Skirmish, world: World
) -> Iterator[tuple[str, ...]]:
    """Give every choice of commanders that a House has, in the order of the cards (W4.12).

    There are as many as the summary says, of different persons, and the total of their command
    limits is within its bound.
    """
    deck = skirmish.setup_cards.values()
    men = [card.commander for card in deck if card.house == house and card.commander]
    for names in combinations(men, summary.commanders):
        chosen = [world.commanders[name] for name in names]
        persons = {man.person for man in chosen}
        limits = sum(man.command_limit for man in chosen)
        led = all(leader_types(name, summary, world) for name in names)
        if led and len(persons) == len(chosen) and limits <= summary.total_limit:
            yield names


def leader_types(commander: str, summary: Summary, world: World) -> list[str]:
    """List the unit types that a commander may bring: of his list, no extra, with the rank."""
    rank = RANKS.index(summary.leader_rank)
    types = ((name, world.unit_types[name]) for name in world.commanders[commander].unit_types)
    return [name for name, kind in types if kind.dice[rank] and not kind.extra]


def zones(summary: Summary, house: str) -> tuple[list[Hex], list[Hex]]:
    """Give the hexes for a House's units: of its first rows, and of those behind them (W4.12)."""
    rows = list(range(BOARD_ROWS[summary.board_side]))
    own = rows if summary.edges[house] == "south" else rows[::-1]
    last = summary.unit_rows + summary.spare_rows
    board = board_hexes(summary)
    first, spare = own[: summary.unit_rows], own[summary.unit_rows : last]
    return [at for at in board if at[1] in first], [at for at in board if at[1] in spare]


def board_hexes(summary: Summary) -> list[Hex]:
    """List the hexes of a board side, row by row from the south (W3.3, W3.4)."""
    columns = BOARD_COLUMNS[summary.board_side]
    rows = range(BOARD_ROWS[summary.board_side])
    return [(c, r) for r in rows for c in range(columns - r % 2)]


def _roll_off(battle: Battle, stream: SkirmishStream) -> None:
    """Roll a die for each House until they differ; the lower one places terrain first (W4.12)."""
    while not battle.first:
        roll = {house: stream.die() for house in battle.houses}
        battle.roll_off.append(roll)
        first, second = sorted(battle.houses, key=lambda house: _ROLL_OFF.index(roll[house]))
        if roll[first] != roll[second]:
            battle.first = first


def _turns(houses: Sequence[str], left: Mapping[str, Sequence[object]]) -> Iterator[str]:
    """Give whose turn it is to place a thing, as long as there is any; who has none is skipped."""
    while any(left.values()):
        for house in houses:
            if left[house]:
                yield house


def _place_terrain(battle: Battle, pieces: dict[str, list[str]], stream: SkirmishStream) -> None:
    """Place the terrain pieces in turn, off the rows at either edge (W4.12)."""
    summary = battle.summary
    inner = range(summary.free_rows, BOARD_ROWS[summary.board_side] - summary.free_rows)
    free = [at for at in board_hexes(summary) if at[1] in inner]
    second = next(house for house in battle.houses if house != battle.first)
    for house in _turns((battle.first, second), pieces):
        if free:
            piece, at = _choose(pieces[house], free, stream)
            battle.terrain.append(Step(house, piece, at))
            free.remove(at)
        else:
            piece = pieces[house][0]
            battle.dropped.append((house, piece))
        pieces[house].remove(piece)


def _place_units(battle: Battle, stream: SkirmishStream) -> None:
    """Place the units in turn; who has placed the last one first takes momentum (W4.12)."""
    left = {house: list(battle.troops[house]) for house in battle.houses}
    codes = {step.at: step.what for step in battle.terrain}
    free = {
        house: [
            [at for at in zone if codes.get(at, PLAINS) not in IMPASSABLE]
            for zone in zones(battle.summary, house)
        ]
        for house in battle.houses
    }
    second = next(house for house in battle.houses if house != battle.first)
    for house in _turns((second, battle.first), left):
        zone = next(hexes for hexes in free[house] if hexes)
        troop, at = _choose(left[house], zone, stream)
        battle.units.append(Step(house, troop, at))
        left[house].remove(troop)
        zone.remove(at)
        if not left[house] and not battle.momentum:
            battle.momentum = house


def _choose(things: Sequence[T], hexes: Sequence[Hex], stream: SkirmishStream) -> tuple[T, Hex]:
    """Draw a thing and a hex for it; equal things are one choice."""
    kinds = list(dict.fromkeys(things))
    number = stream.below(len(kinds) * len(hexes))
    return kinds[number // len(hexes)], hexes[number % len(hexes)]
