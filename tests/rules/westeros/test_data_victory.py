"""Victory, objectives and special rules of the plans are what their sections say (WD11, WD12)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.rules.westeros.rules_tables import plain, plan, section, tables

KILL = "enemy unit eliminated"
TENTS = "tent still on the map"
Found = tuple[str, Any, str, dict[str, Any]]


def each(row: dict[str, Any]) -> Found:
    """Split a record into who, points, when, and what it asks for."""
    rest = {key: value for key, value in row.items() if key not in ("who", "points", "when")}
    return row["who"], row.get("points"), row["when"], rest


def asks(condition: str, **keys: object) -> dict[str, Any]:
    return {"condition": condition, **keys}


READING: dict[tuple[str, str], dict[str, Any]] = {
    ("", KILL): asks("enemy_unit_eliminated"),
    ("", "enemy morale green / yellow / red"): asks("enemy_morale"),
    ("", "Catelyn captured"): asks("captive_taken"),
    ("", "tent burnt"): asks("token_destroyed", token="tent"),
    ("", TENTS): asks("token_present", token="tent"),
    ("", "controls the stone bridge"): asks("controls", at=[9, 5]),
    ("", "controls the wooden bridge"): asks("controls", at=[4, 5]),
    ("", "siege engine burnt"): asks("token_destroyed", token="siege_engine"),
    ("", "prisoner freed"): asks("prisoner_freed"),
    ("", "prisoner not freed, but in the hex of a Stark unit"): asks("prisoner_held"),
    ("", "prisoner neither freed nor in the hex of a Stark unit"): asks("prisoner_lost"),
    ("B01", "controlled objective"): asks("each_controlled", kind="location"),
    ("B09", "controlled objective"): asks("each_controlled", kind="location", from_round=2),
    ("B06", "controlled building"): asks("each_controlled", kind="building", while_standing=True),
}
"""Condition of a victory table, in one plan or in all (""), and what the data ask for."""

PLAIN = ["B01", "B03", "B04", "B06", "B09", "B10"]
TIMES = {"game end": "game_end", "round end": "round_end", "immediate": "immediate",
         "every round end": "round_end", "round end, from round 2 on": "round_end"}  # fmt: skip


def read_points(text: str) -> Any:
    numbers = [int(number) for number in re.findall(r"\d+", text.split(" for")[0])]
    return numbers[0] if len(numbers) == 1 else numbers


@pytest.mark.rule("WD11.1", "W11.3")
@pytest.mark.parametrize("code", PLAIN)
def test_victory_table(code: str) -> None:
    made = [each(row) for row in plan(code)["victory"]]
    left = list(made)
    for row in tables(code, "who", "points", "when", "condition")[0]:
        condition = plain(row["condition"]).split(", rounded")[0]
        reading = READING.get((code, condition), READING.get(("", condition)))
        if reading is None or row["when"] == "-":
            continue  # of the tests below
        wanted = (row["who"].lower(), read_points(row["points"]), TIMES[row["when"]], reading)
        assert wanted in left, (wanted, left)
        left.remove(wanted)
    assert [row for row in left if row[3]["condition"] not in ("units_in", "fire_level")] == []


@pytest.mark.rule("WD11.1")
def test_every_row_of_the_tables_is_read() -> None:
    unread = []
    for code in PLAIN:
        for row in tables(code, "who", "points", "when", "condition")[0]:
            condition = plain(row["condition"]).split(", rounded")[0]
            if (code, condition) not in READING and ("", condition) not in READING:
                unread.append(f"{code}: {condition}")
    assert unread == [
        "B03: own VP at least 5 and the enemy general captured; tested whenever either changes",
        "B04: Lannister units in the camp area",
        "B06: fire level on a building that is not devastated",
        "B06: devastated building",
        "B06: fire level on the wooden bridge",
        "B06: wooden bridge destroyed",
    ]


def objectives(code: str) -> list[tuple[list[int], str, str, bool]]:
    return [(row["at"], row["kind"], row.get("owner", ""), row.get("marker", True))
            for row in plan(code).get("objectives", [])]  # fmt: skip


def riders_and(made: dict[str, Any], commander: str) -> list[str]:
    """List the Stark cavalry units and that of a commander."""
    return [
        number
        for number, unit in made["units"].items()
        if unit["type"] == "winterfell_riders" or unit.get("commander") == commander
    ]


def hexes(text: str) -> list[list[int]]:
    return [[int(c), int(r)] for c, r in re.findall(r"\((\d+),(\d+)\)", text)]


@pytest.mark.rule("W11.7", "WD4.3")
@pytest.mark.parametrize("code", ["B01", "B09"])
def test_objectives_of_nobody(code: str) -> None:
    (line,) = re.findall(r"^- Objectives with control markers.*$", section(code), re.M)
    assert "nobody's at the start" in line
    assert objectives(code) == [(at, "location", "", True) for at in hexes(line)]
    assert "Special rules: none." in section(code)
    assert "special" not in plan(code)


@pytest.mark.rule("WD11.1", "WD4.3")
def test_green_fork() -> None:
    body = section("B02")
    assert "lays 13 tokens face down" in body
    assert "rows r = 4 and r = 3 that are not river: 7 real, 6 false" in body
    assert "Stark wins if it controls at least 4 real tokens and its morale is green or" in body
    made = plan("B02")
    assert made["special"] == [
        {"op": "hidden_locations", "rows": [3, 4], "real": 7, "false": 6, "seat": "stark"}
    ]
    assert made["decide"] == {
        "winner": "stark",
        "otherwise": "lannister",
        "real_locations": 4,
        "own_morale": "green_or_stronger",
    }
    assert "No victory points." in body
    assert "victory" not in made


@pytest.mark.rule("WD11.1", "W11.2")
def test_whispering_wood() -> None:
    (line,) = re.findall(r"^- Tokens: Catelyn at .*$", section("B03"), re.M)
    catelyn, *archers = hexes(line)
    made = plan("B03")
    assert made["special"] == [
        {"op": "captive", "at": catelyn, "seat": "stark"},
        {
            "op": "hidden_archers",
            "hexes": archers,
            "real": 2,
            "seat": "stark",
            "type": "northmen_archers",
            "rank": "green",
        },
    ]
    assert "marks two of the four hidden tokens as real" in section("B03")
    assert "put a green `northmen_archers` unit" in section("B03")
    assert "own VP at least 5 and the enemy general captured (Robb for Lannister, Jaime for" in (
        section("B03")
    )
    generals = {"stark": "robb_young_wolf", "lannister": "jaime_kingslayer"}
    assert made["instant"] == {"test": "at_once", "points": 5, "generals": generals}


@pytest.mark.rule("WD11.1")
def test_wolf_raiders() -> None:
    made, body = plan("B04"), section("B04")
    assert "Camp area: hexes with r = 6, 5, 4 and c = 2..11. Tents: 7. Palisades: 14." in body
    codes = " ".join(made["map"]).split()
    assert (codes.count("T"), codes.count("P"), codes.count("r")) == (7, 14, 9)
    (camp,) = [row for row in made["victory"] if row["condition"] == "units_in"]
    area = [[c, r] for r in (4, 5, 6) for c in range(2, 12)]
    assert each(camp) == ("lannister", 1, "game_end", asks("units_in", per=3, area=area))
    assert "| Lannister | 1 for each 3 | game end | Lannister units in the camp area" in body
    riders = riders_and(made, "greatjon_last_hearth")
    assert "4 R, 5 B and 6 G tokens" in body
    assert "Stark rolls five dice" in body
    assert "Stark lays 3 R, 3 B, 3 G catapult tokens" in body
    assert made["special"] == [
        {"op": "scorch_units", "units": riders},
        {"op": "scorch_only", "token": "tent"},
        {"op": "burnt_token", "token": "tent", "seat": "stark"},
        {
            "op": "palisade_setup",
            "tokens": {"R": 4, "B": 5, "G": 6},
            "dice": 5,
            "owner": "lannister",
        },
        {"op": "catapults", "owner": "stark", "each": 3},
        {"op": "bar_terrain", "seat": "stark", "kind": "raft"},
    ]


@pytest.mark.rule("WD11.1")
def test_rallying() -> None:
    rows = tables("B05", "value", "Stark (from the north)")[0]
    found: dict[str, list[list[int]]] = {"stark": [], "lannister": []}
    for row in rows:
        for heading, cell in row.items():
            number = re.match(r"r = (\d+) or (less|more)", cell)
            if number:
                found[heading.split(" ")[0].lower()].append([int(number[1]), int(row["value"])])
    assert [each(row) for row in plan("B05")["victory"]] == [
        ("both", 1, "immediate", asks("enemy_unit_eliminated")),
        *(
            (house, None, "round_end", asks("row_reached", count=3, table=table))
            for house, table in found.items()
        ),
    ]
    assert "at least three of its units stand" in section("B05")


@pytest.mark.rule("WD11.1", "W11.7")
def test_red_fork() -> None:
    body = section("B06")
    assert "Buildings with control markers: (10,6) Stark, (3,4) and (10,4) Lannister." in body
    assert "Wooden bridge (4,5) (burn limit 3), stone bridge (9,5) (no burn limit)." in body
    assert objectives("B06") == [
        ([10, 6], "building", "stark", True),
        ([3, 4], "building", "lannister", True),
        ([10, 4], "building", "lannister", True),
        ([4, 5], "wooden_bridge", "", False),
        ([9, 5], "stone_bridge", "", False),
    ]
    made = plan("B06")
    fires = [each(row) for row in made["victory"] if row["condition"] == "fire_level"]
    rows = [list(row.values()) for row in tables("B06", "who")[0]][:4]
    assert [row[1] for row in rows] == ["1 each", "5", "1 each", "4"]
    assert fires == [
        ("lannister", 1, "game_end", asks("fire_level", kind="building", once_destroyed=5)),
        ("lannister", 1, "game_end", asks("fire_level", kind="wooden_bridge", once_destroyed=4)),
    ]
    guards = hexes(re.findall(r"start next to him \((.*)\) have Scorch", body)[0])
    units = [number for number, unit in made["units"].items()
             if unit["at"] in guards and number[0] == "L"]  # fmt: skip
    assert "The wooden bridge cannot be set on fire before round 3." in body
    assert made["special"] == [
        {"op": "scorch_units", "units": units},
        {"op": "no_fire_before", "at": [4, 5], "round": 3},
    ]


@pytest.mark.rule("WD11.1")
def test_siege() -> None:
    made, body = plan("B10"), section("B10")
    assert "Prisoner tokens: (2,3) and (11,3)." in body
    engines = hexes(re.findall(r"Siege engines: (.*), burn limit 1", body)[0])
    top = len(made["map"]) - 1
    drawn = [[c, top - i] for i, row in enumerate(made["map"])
             for c, code in enumerate(row.split()) if code == "C"]  # fmt: skip
    assert sorted(drawn) == sorted(engines)
    assert made["burn_limits"] == {"siege_engine": 1}
    assert "ends a movement on r = 8 or more" in body
    assert made["special"] == [
        {
            "op": "prisoner",
            "places": [[2, 3], [11, 3]],
            "owner": "lannister",
            "carrier": "stark",
            "free_row": 8,
        },
        {"op": "scorch_units", "units": riders_and(made, "greatjon")},
        {"op": "scorch_only", "token": "siege_engine"},
    ]
