"""The rule switches of a game, read from ``data/<game>/options.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["Switch", "find_switch", "switches"]


@dataclass(frozen=True, slots=True)
class Switch:
    """One rule switch.

    Args:
        name: its name, as ``--option`` takes it.
        game: the game that has it.
        default: its value if nothing is said.
        rule: id of the rule that describes it.
        effect: what it does when it is on.
        available: whether this version plays other values than the default.
        values: the words that it may have; none for one that is true or false, or a number.
    """

    name: str
    game: str
    default: bool | int | str
    rule: str
    effect: str
    available: bool
    values: tuple[str, ...] = ()


def switches(game: str) -> list[Switch]:
    """List the rule switches of a game in the order of its file.

    >>> [switch.rule for switch in switches("westeros")][0]
    'W13.1'
    """
    place = files("pysim") / "data" / game / "options.toml"
    if not place.is_file():
        return []
    rows = tomllib.loads(place.read_text(encoding="utf-8"))["options"]
    return [
        Switch(
            name,
            game,
            row["default"],
            row["rule"],
            row["effect"],
            row["available"],
            tuple(row.get("choices", ())),
        )
        for name, row in rows.items()
    ]


def find_switch(name: str) -> Switch | None:
    """Find a rule switch of any game by its name; None if there is none.

    >>> find_switch("directional_retreats").rule
    'W13.1'
    """
    from pysim.rules.text import games_with_rules

    wanted = name.strip().lower().replace("-", "_")
    for game in games_with_rules():
        for switch in switches(game):
            if switch.name == wanted:
                return switch
    return None
