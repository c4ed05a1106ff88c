"""The data of skirmish mode: summaries and set-up cards, read and checked.

Rules: W4.10, W4.11, W4.13, WD12.50, WD12.51.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StrictInt, StrictStr

from pysim.scenario.load import read_world
from pysim.scenario.read import Report, read_file
from pysim.scenario.records import Record, Strict, unknown
from pysim.scenario.shape import parse
from pysim.scenario.westeros.models import Count, Positive, Rank, Victory
from pysim.scenario.westeros.vocabulary import CODES, IMPASSABLE, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysim.scenario.westeros.models import World

__all__ = [
    "BOARD_COLUMNS",
    "BOARD_ROWS",
    "SetupCard",
    "SetupUnit",
    "Skirmish",
    "Summary",
    "read_skirmish",
]

SETUP_CARDS = 8
"""Set-up cards of a House: one for each commander card, and one without commander (W4.11)."""

BOARD_ROWS = {"A": 11, "B": 15}
BOARD_COLUMNS = {"A": 15, "B": 10}
"""Size of a board side (W3.3)."""

MOST_UNITS = 16
"""Units that a House may have in a plan."""

Rows = Annotated[StrictInt, Field(ge=0, le=5)]


class SetupUnit(Strict):
    """A unit of a set-up card."""

    type: StrictStr
    rank: Rank


class SetupCard(Record):
    """A set-up card: its units, and terrain pieces by their map codes (W4.11)."""

    house: StrictStr
    commander: StrictStr = ""
    units: list[SetupUnit] = Field(min_length=1, max_length=6)
    terrain: list[StrictStr] = Field(max_length=6)


class Summary(Record):
    """A skirmish summary (W4.10, W4.13).

    Units go into the first ``unit_rows`` rows of their House, into ``spare_rows`` more only when
    those are full. No terrain piece lies in the ``free_rows`` rows at either edge. Each chosen
    commander brings a unit of ``leader_rank`` (W4.12).
    """

    name: StrictStr
    board_side: Literal["A", "B"]
    rounds: Annotated[StrictInt, Field(ge=1, le=10)]
    commanders: Positive
    total_limit: Positive
    cards: Positive
    order_rating: Count
    leadership_rating: Count
    command_tokens: Count
    morale_end: Literal["rout", "11"]
    leader_rank: Rank
    unit_rows: Annotated[StrictInt, Field(ge=1, le=5)]
    spare_rows: Rows
    free_rows: Rows
    edges: dict[str, Literal["north", "south"]] = Field(min_length=2, max_length=2)
    victory: list[Victory] = Field(min_length=1)


class Skirmish(Strict):
    """All skirmish data."""

    format: Literal[1]
    summaries: dict[str, Summary] = Field(min_length=1)
    setup_cards: dict[str, SetupCard]


def read_skirmish() -> tuple[Skirmish, World]:
    """Return the skirmish data and the records that they name.

    Raises:
        ScenarioError: the data are wrong; it holds all problems.
    """
    world = read_world()
    report = Report()
    skirmish = parse(Skirmish, read_file("westeros", "skirmish.toml", report), report)
    if skirmish is not None:
        check_skirmish(skirmish, world, report)
    report.check()
    assert skirmish is not None
    return skirmish, world


def check_skirmish(skirmish: Skirmish, world: World, report: Report) -> None:
    """Check summaries and set-up cards against the records, and note every problem."""
    for name, card in skirmish.setup_cards.items():
        _check_card(name, card, world, report)
    for name, summary in skirmish.summaries.items():
        path: list[str | int] = ["summaries", name]
        if set(summary.edges.values()) != {"north", "south"}:
            report.add([*path, "edges"], "one House is at north, the other at south")
        if summary.cards > SETUP_CARDS - summary.commanders:
            left = SETUP_CARDS - summary.commanders
            message = f"only {left} set-up cards are left once the commanders are chosen (W4.12)"
            report.add([*path, "cards"], message)
        if 2 * (summary.unit_rows + summary.spare_rows) > BOARD_ROWS[summary.board_side]:
            report.add([*path, "spare_rows"], "the rows of the two Houses overlap (W4.12)")
        for place, rule in enumerate(summary.victory):
            if rule.who not in {"both", *summary.edges}:
                message = unknown("House", rule.who, ["both", *summary.edges])
                report.add([*path, "victory", place, "who"], message)
        for house in summary.edges:
            _check_deck(house, [*path, "edges", house], skirmish, world, report)
        if not report.problems:
            _check_room(name, skirmish, world, report)


def _check_card(name: str, card: SetupCard, world: World, report: Report) -> None:
    path: list[str | int] = ["setup_cards", name]
    if card.house not in world.decks:
        report.add([*path, "house"], unknown("House", card.house, world.decks))
    man = world.commanders.get(card.commander)
    if card.commander and man is None:
        report.add([*path, "commander"], unknown("commander", card.commander, world.commanders))
    elif man is not None and man.house != card.house:
        report.add([*path, "commander"], f"{card.commander} belongs to House {man.house}")
    for place, unit in enumerate(card.units):
        kind = world.unit_types.get(unit.type)
        here = [*path, "units", place]
        if kind is None:
            report.add([*here, "type"], unknown("unit type", unit.type, world.unit_types))
        elif kind.dice[RANKS.index(unit.rank)] == 0:
            report.add([*here, "rank"], f"{unit.type} has no rank {unit.rank}")
    pieces = [code for code, (_, token) in CODES.items() if not token]
    for place, code in enumerate(card.terrain):
        if code not in pieces:
            report.add([*path, "terrain", place], unknown("terrain code", code, pieces))


def _check_deck(
    house: str, path: list[str | int], skirmish: Skirmish, world: World, report: Report
) -> None:
    """Check that a House has eight cards, each commander once and one card without (W4.11)."""
    deck = [card.commander for card in skirmish.setup_cards.values() if card.house == house]
    if house not in world.decks:
        report.add(path, unknown("House", house, world.decks))
    elif len(deck) != SETUP_CARDS:
        report.add(path, f"a House has {SETUP_CARDS} set-up cards, not {len(deck)} (W4.11)")
    elif deck.count("") != 1 or len(set(deck)) != len(deck):
        message = "each commander has one set-up card, and one card has no commander (W4.11)"
        report.add(path, message)


def _check_room(name: str, skirmish: Skirmish, world: World, report: Report) -> None:
    """Check that every draw of a summary gives commanders, and units that find a hex (W4.12)."""
    from pysim.scenario.westeros.skirmish_battle import commander_sets, zones

    summary = skirmish.summaries[name]
    path: list[str | int] = ["summaries", name]
    decks = {
        house: [card for card in skirmish.setup_cards.values() if card.house == house]
        for house in summary.edges
    }
    lakes = sum(_most(map(_lakes, deck), summary.cards) for deck in decks.values())
    for house, deck in decks.items():
        if not any(commander_sets(house, summary, skirmish, world)):
            message = f"{house} has no {summary.commanders} commanders within this limit (W4.12)"
            report.add([*path, "total_limit"], message)
        units = summary.commanders + _most((len(card.units) for card in deck), summary.cards)
        zone = [at for part in zones(summary, house) for at in part]
        inner = range(summary.free_rows, BOARD_ROWS[summary.board_side] - summary.free_rows)
        exposed = sum(row in inner for _, row in zone)
        room = min(MOST_UNITS, len(zone) - min(lakes, exposed))
        if units > room:
            message = f"{house} may draw {units} units, and there is room for {room} (W4.12)"
            report.add([*path, "cards"], message)


def _most(counts: Iterable[int], cards: int) -> int:
    """Add up the largest counts, one for each card that is drawn."""
    return sum(sorted(counts, reverse=True)[:cards])


def _lakes(card: SetupCard) -> int:
    """Count the pieces of a card on which no unit can stand."""
    return sum(code in IMPASSABLE for code in card.terrain)
