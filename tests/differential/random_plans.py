"""Random battle plans: any troops and commanders of two sides, close together on odd ground.

A plan is written as a scenario file, so that it goes through the same door as a user's own.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

__all__ = ["random_options", "random_plan", "write_plan"]

SIDES = {
    "stark": ("stark", "tully", "brotherhood"),
    "lannister": ("lannister", "clansmen", "tully"),
    "baratheon": ("baratheon", "brotherhood"),
}
GROUND = "." * 40 + "FFFFHHH===~~~ffMMVOL%:wbPTC"
COLUMNS, ROWS = 11, 8


@cache
def _tables(name: str) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    folder = files("pysim").joinpath("data/westeros")
    for one in folder.iterdir():
        if one.name.startswith(name) and one.name.endswith(".toml"):
            rows |= tomllib.loads(one.read_text(encoding="utf-8")).get(name, {})
    return rows


def random_options(picks: random.Random) -> dict[str, bool | int | str]:
    """Draw values for the options that rules of play read (chapter 13 of both texts)."""
    rows = tomllib.loads(
        files("pysim").joinpath("data/westeros/options.toml").read_text(encoding="utf-8")
    )["options"]
    drawn: dict[str, bool | int | str] = {}
    for name, row in rows.items():
        if not row.get("rule", "").startswith(("W13", "WD13.2", "WD13.3", "WD13.4", "WD13.5")):
            continue
        if isinstance(row["default"], bool):
            drawn[name] = picks.random() < 0.4
    drawn["hound_targets"] = picks.choice(["uncontrolled", "unordered"])
    drawn["al01_cap"] = picks.choice([0, 0, 1, 2])
    return drawn


def random_plan(picks: random.Random) -> str:
    """Write a random plan as the text of a scenario file."""
    ground = {(c, r): picks.choice(GROUND) for r in range(ROWS) for c in range(COLUMNS - r % 2)}
    edges = picks.sample(["north", "south"], 2)
    houses = picks.sample(list(SIDES), 2)
    lines = [
        "format = 1", 'game = "westeros"', 'code = "X"', 'name = "Random"',
        f"rounds = {picks.randint(2, 4)}",
        f'momentum = "{picks.choice(houses)}"',
        f"morale_start = {picks.choice([0, 0, 2, -2, 5, -5, 8, -8])}", 'tie = "morale"',
    ]  # fmt: skip
    units: list[str] = []
    taken: set[tuple[int, int]] = set()
    persons: set[str] = set()
    for house, edge in zip(houses, edges, strict=True):
        units += _side(picks, house, edge, ground, taken, persons)
    lines += ["map = ["]
    for r in reversed(range(ROWS)):
        lines.append('    "' + " ".join(ground[c, r] for c in range(COLUMNS - r % 2)) + '",')
    lines += ["]"]
    for house, edge in zip(houses, edges, strict=True):
        lines += [
            f"[houses.{house}]", f'edge = "{edge}"', f"order_rating = {picks.randint(3, 8)}",
            f"leadership_rating = {picks.randint(3, 7)}",
            f"command_tokens = {picks.randint(2, 5)}",
            f'morale_end = "{picks.choice(["rout", "11"])}"',
        ]  # fmt: skip
    lines += ["[brotherhood_tokens]", *(f"{house} = {picks.randint(1, 9)}" for house in houses)]
    lines += ["[units]", *units]
    lines += _objectives(picks, ground, houses)
    return "\n".join(lines) + "\n"


def write_plan(folder: Path, picks: random.Random) -> Path:
    """Write a random plan to a file."""
    path = folder / "random.toml"
    path.write_text(random_plan(picks), encoding="utf-8")
    return path


def _side(
    picks: random.Random,
    house: str,
    edge: str,
    ground: dict[tuple[int, int], str],
    taken: set[tuple[int, int]],
    persons: set[str],
) -> list[str]:
    """Place the units of one side in the three rows on its half of the map."""
    rows = range(1, 4) if edge == "south" else range(ROWS - 4, ROWS - 1)
    kinds = {name: row for name, row in _tables("units").items() if row["house"] in SIDES[house]}
    leaders = [
        (name, row) for name, row in _tables("commanders").items() if row["house"] in SIDES[house]
    ]
    picks.shuffle(leaders)
    lines: list[str] = []
    wanted = picks.randint(6, 8)
    while len(lines) < wanted:
        commander = ""
        if len(lines) < 3:
            name, row = leaders.pop()
            if row["person"] in persons:
                continue
            persons.add(row["person"])
            commander, kind = name, picks.choice(row["unit_types"])
        else:
            kind = picks.choice(list(kinds))
        rank = picks.choice(["green", "blue", "blue", "red"])
        move = _tables("units")[kind]["dice"]
        if move[("green", "blue", "red").index(rank)] == 0:
            rank = "blue"
        at = picks.choice([one for one in ground if one[1] in rows and one not in taken])
        taken.add(at)
        if ground[at] in "~L%C" or (kinds.get(kind, {}).get("class") == "cavalry"):
            ground[at] = picks.choice(".FH=")
        number = f"{house[0].upper()}{len(lines) + 1}"
        extra = f', commander = "{commander}"' if commander else ""
        lines.append(
            f'{number} = {{ type = "{kind}", rank = "{rank}", at = [{at[0]}, {at[1]}]{extra} }}'
        )
    return lines


def _objectives(
    picks: random.Random, ground: dict[tuple[int, int], str], houses: list[str]
) -> list[str]:
    """Write objectives on some hexes and the victory table."""
    lines: list[str] = []
    for at in picks.sample([one for one in ground if ground[one] not in "~L%C"], 4):
        owner = picks.choice(["", *(f'owner = "{house}"' for house in houses)])
        marker = "true" if picks.random() < 0.7 else "false"
        lines += [
            "[[objectives]]", f"at = [{at[0]}, {at[1]}]", 'kind = "location"', owner,
            f"marker = {marker}",
        ]  # fmt: skip
    rows = [
        ('who = "both"', "points = 1", "immediate", "enemy_unit_eliminated", ""),
        ('who = "both"', "points = 1", "round_end", "each_controlled", 'kind = "location"'),
        (f'who = "{houses[0]}"', "points = 2", "immediate", "commander_captured", ""),
        ('who = "both"', "points = [1, 2, 3]", "game_end", "enemy_morale", ""),
        (f'who = "{houses[1]}"', "points = 1", "immediate", "token_destroyed", 'token = "tent"'),
    ]
    for who, points, when, condition, more in rows:
        lines += [
            "[[victory]]", who, points, f'when = "{when}"', f'condition = "{condition}"', more,
        ]  # fmt: skip
    return lines
