"""A battle of skirmish mode as the text of a scenario file.

Rules: W4.10 to W4.13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pysim.scenario.toml import toml_value
from pysim.scenario.westeros.skirmish import read_skirmish
from pysim.scenario.westeros.skirmish_battle import PLAINS, board_hexes, draw_battle
from pysim.scenario.westeros.skirmish_key import split_id

if TYPE_CHECKING:
    from pysim.scenario.westeros.models import World
    from pysim.scenario.westeros.skirmish_battle import Battle

__all__ = ["battle_text", "draw_skirmish", "skirmish_text"]


def draw_skirmish(name: str) -> Battle:
    """Set up the battle of an id such as ``westeros/raid:7``.

    Raises:
        UnknownGameError: no skirmish has this id, or its seed is missing or wrong.
        ScenarioError: the data of skirmish mode are wrong.
    """
    return _draw(name)[0]


def skirmish_text(name: str) -> str:
    """Return the battle of an id such as ``westeros/raid:7`` as the text of a scenario file.

    Raises:
        UnknownGameError: no skirmish has this id, or its seed is missing or wrong.
        ScenarioError: the data of skirmish mode are wrong.
    """
    return battle_text(*_draw(name))


def _draw(name: str) -> tuple[Battle, World]:
    found = split_id(name)
    assert found is not None
    skirmish, world = read_skirmish()
    return draw_battle(skirmish, world, *found), world


def battle_text(battle: Battle, world: World) -> str:
    """Write a battle as a scenario file that extends no other."""
    summary = battle.summary
    numbers = {
        "format": 1,
        "game": battle.summary_id.partition("/")[0],
        "code": f"{battle.summary_id.rpartition('/')[2].upper()}-{battle.seed}",
        "name": f"{summary.name}, battle {battle.seed}",
        "rounds": summary.rounds,
        "momentum": battle.momentum,
    }
    blocks = [
        _story(battle, world),
        _pairs(numbers),
        _map(battle),
        *[_house(house, battle) for house in battle.houses],
        _units(battle),
    ]
    for rule in summary.victory:
        given = rule.model_dump(by_alias=True, exclude_none=True)
        blocks.append(["[[victory]]", *_pairs(given)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _pairs(values: dict[str, Any]) -> list[str]:
    return [f"{key} = {toml_value(value)}" for key, value in values.items()]


def _story(battle: Battle, world: World) -> list[str]:
    """Write as comments what was drawn on the way."""
    lines = [f"# {battle.summary.name} ({battle.id}), a battle of skirmish mode."]
    for house in battle.houses:
        men = (world.commanders[name] for name in battle.commanders[house])
        people = " and ".join(f"{man.name} ({man.title})" if man.title else man.name for man in men)
        lines.append(f"# {house}: {people}")
        lines.append(f"#   set-up cards: {', '.join(battle.cards[house])}")
    rolls = "; ".join(
        ", ".join(f"{house} {face}" for house, face in roll.items()) for roll in battle.roll_off
    )
    lines.append(f"# Roll-off: {rolls}. {battle.first} places terrain first, the other units.")
    for house, piece in battle.dropped:
        lines.append(f"# {house} found no hex for a piece {piece}.")
    return lines


def _map(battle: Battle) -> list[str]:
    codes = {step.at: step.what for step in battle.terrain}
    rows: dict[int, list[str]] = {}
    for c, r in board_hexes(battle.summary):
        rows.setdefault(r, []).append(codes.get((c, r), PLAINS))
    lines = [f'    {" " * (r % 2)}"{" ".join(row)}",  # r = {r}' for r, row in sorted(rows.items())]
    return ["map = [", *lines[::-1], "]"]


def _house(house: str, battle: Battle) -> list[str]:
    summary = battle.summary
    values = {
        "edge": summary.edges[house],
        "order_rating": summary.order_rating,
        "leadership_rating": summary.leadership_rating,
        "command_tokens": summary.command_tokens,
        "morale_end": summary.morale_end,
    }
    return [f"[houses.{house}]", *_pairs(values)]


def _units(battle: Battle) -> list[str]:
    lines = ["[units]"]
    for house in battle.houses:
        for number, (troop, at) in enumerate(battle.positions(house), 1):
            place: dict[str, Any] = {"type": troop.type, "rank": troop.rank, "at": list(at)}
            if troop.commander:
                place["commander"] = troop.commander
            lines.append(f"{house[:1].upper()}{number} = {toml_value(place)}")
    return lines
