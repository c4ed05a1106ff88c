"""The plans and switches of the data files say what the text says, cell by cell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pysim import list_scenarios
from pysim.scenario import load_compiled
from tests.rules.westeros.rules_tables import (
    PLANS,
    Row,
    data,
    plain,
    plan,
    scenario,
    section,
    tables,
    tags,
    text,
)

CODES = sorted(PLANS)
HOUSES = ("stark", "lannister")


def heading(code: str) -> str:
    """Give the title of a plan's section without what stands in brackets."""
    found = re.search(rf"^### ({code} .*?)(?: \(|$)", text(), re.M)
    assert found
    return found[1]


@pytest.mark.rule("WD12.5", "WD12.7")
@pytest.mark.parametrize("code", CODES)
def test_head_of_a_plan(code: str) -> None:
    made = plan(code)
    body = section(code)
    rounds, momentum = re.findall(r"^Rounds (\d+); momentum (\w+); board side A\.$", body, re.M)[0]
    assert (made["code"], made["game"], made["format"]) == (code, "westeros", 1)
    assert f"{code} {made['name']}" == heading(code)
    assert (made["rounds"], made["momentum"]) == (int(rounds), momentum.lower())
    depth = re.search(r"Morale marker starts at depth (\d+) on the (\w+) segment", body)
    sign = -1 if depth and depth[2] == "Stark" else 1
    assert made["morale_start"] == (sign * int(depth[1]) if depth else 0)
    tie = "momentum" if "tie is won by the momentum holder" in body else "morale"
    assert made["tie"] == tie
    ends = re.findall(r"end of round (\d+)", body)
    assert set(ends) <= {rounds}


@pytest.mark.rule("WD4.1")
@pytest.mark.parametrize("code", CODES)
def test_ratings_of_a_plan(code: str) -> None:
    made = plan(code)["houses"]
    assert list(made) == list(HOUSES)
    (rows,) = tables(code, "item", "Stark", "Lannister")
    found: dict[str, dict[str, Any]] = {house: {} for house in HOUSES}
    for row in rows:
        for house in HOUSES:
            value = row[house.title()]
            key = {"morale segment end": "morale_end"}.get(row["item"], row["item"])
            number = value.isdigit() and key != "morale_end"
            found[house][key.replace(" ", "_")] = int(value) if number else value
    assert made == found


@pytest.mark.rule("WD3.1", "WD3.2")
@pytest.mark.parametrize("code", CODES)
def test_map_of_a_plan(code: str) -> None:
    block = re.search(r"```\n(.*?)```", section(code), re.S)
    assert block
    ruler, *lines = block[1].splitlines()
    assert ruler.split() == [str(c % 10) for c in range(15)]
    rows = [line.split() for line in lines]
    assert [row[0] for row in rows] == [f"r{r}" for r in range(10, -1, -1)]
    assert [row.split() for row in plan(code)["map"]] == [row[1:] for row in rows]
    assert [len(row) - 1 for row in rows] == [15 - r % 2 for r in range(10, -1, -1)]


@pytest.mark.rule("WD12.7", "WD4.3")
@pytest.mark.parametrize("code", CODES)
def test_units_of_a_plan(code: str) -> None:
    (rows,) = tables(code, "no", "unit type")
    found = {}
    for row in rows:
        place = re.fullmatch(r"\((\d+),(\d+)\)", row["hex"])
        assert place
        unit = {"type": plain(row["unit type"]), "rank": row["rank"]}
        unit["at"] = [int(place[1]), int(place[2])]
        if row["commander"] != "-":
            unit["commander"] = plain(row["commander"])
        found[row["no"]] = unit
    made = plan(code)["units"]
    assert made == found
    assert list(made) == list(found)


@pytest.mark.rule("WD12.5")
def test_all_ten_plans_are_shipped_in_their_order() -> None:
    codes = [load_compiled(name)["code"] for name in list_scenarios("westeros")]
    assert codes == [*CODES, "W-TEST"]


def victory(code: str) -> list[tuple[str, Any, str, str]]:
    return [(row["who"], row["points"], row["when"], row["condition"])
            for row in plan(code)["victory"]]  # fmt: skip


@pytest.mark.rule("WD11.1", "WD1.7", "W9.56")
def test_mill_bridge() -> None:
    made = plan("B07")
    body = section("B07")
    assert "Concealed tokens for Dive: 2." in body
    assert made["concealed_tokens"] == {"stark": 2}
    compiled = load_compiled("westeros/mill_bridge")
    assert compiled["concealed_tokens"] == [2, 0]
    assert "stone bridge (6,5), outpost (6,3), building (10,3)" in body
    assert [(row["kind"], row["at"], row["owner"]) for row in made["objectives"]] == [
        ("stone_bridge", [6, 5], "stark"),
        ("outpost", [6, 3], "stark"),
        ("building", [10, 3], "stark"),
    ]
    assert [list(row.values()) for row in tables("B07", "who")[0]] == [
        ["both", "1", "immediate", "enemy unit eliminated"],
        ["Lannister", "1 each", "game end", "own unit on r = 3 or less"],
        ["both", "2 each", "game end", "controlled objective"],
    ]
    assert victory("B07") == [
        ("both", 1, "immediate", "enemy_unit_eliminated"),
        ("lannister", 1, "game_end", "units_in"),
        ("both", 2, "game_end", "each_controlled"),
    ]
    area = [[c, r] for c, r, *_ in compiled["hexes"] if r <= 3]
    assert (made["victory"][1]["area"], made["victory"][1]["per"]) == (area, 1)
    assert "kind" not in made["victory"][2]
    hexes = {(c, r): (terrain, token) for c, r, terrain, token, _ in compiled["hexes"]}
    assert hexes[6, 5] == ("river", "stone_bridge")
    assert hexes[6, 3] == ("outpost", "")
    assert [burn for c, r, *_, burn in compiled["hexes"] if (c, r) == (6, 3)] == [4]
    tully = [row["seat"] for row in compiled["cards"] if row["id"].startswith("AL")]
    assert tully == [0] * 9


@pytest.mark.rule("WD11.1")
def test_oxcross() -> None:
    made = plan("B08")
    exits = re.search(r"Exit hexes: (.*)\.", section("B08"))
    assert exits
    places = [[int(n) for n in pair.split(",")] for pair in re.findall(r"\((.*?)\)", exits[1])]
    assert made["special"] == [{"op": "exits", "seat": "lannister", "hexes": places}]
    assert load_compiled("westeros/oxcross")["special"] == [
        {"op": "exits", "seat": 1, "hexes": places}
    ]
    assert [list(row.values()) for row in tables("B08", "who")[0]] == [
        ["Stark", "1", "immediate", "enemy unit eliminated"],
        ["Lannister", "2", "immediate", "own unit without commander left by an exit"],
        ["Lannister", "3", "immediate", "own unit with commander left by an exit"],
    ]
    assert victory("B08") == [
        ("stark", 1, "immediate", "enemy_unit_eliminated"),
        ("lannister", 2, "immediate", "unit_exits"),
    ]
    assert made["victory"][1]["with_commander"] == 3


SWITCHES = data("options", "options")


def option_rows() -> list[Row]:
    pattern = r"^\| \*\*(WD?13\.\d+)\*\* \| (.*?) \| (.*?) \| .* \| (.*) \|$"
    return [
        {"rule": rule, "switch": plain(name), "default": plain(default), "tag": tags(last)[0]}
        for rule, name, default, last in re.findall(pattern, text(), re.M)
    ]


@pytest.mark.rule("W13.1", "W13.9", "WD13.1", "WD13.2", "WD13.3", "WD13.4", "WD13.5", "WD13.6")
def test_every_switch_of_the_text_can_be_set() -> None:
    words = {"on": True, "off": False}
    found = {}
    for row in option_rows():
        if row["switch"] == "al01_plains, al01_cap":
            assert row["default"] == "off, 0"
            found["al01_plains"] = (row["rule"], False)
            found["al01_cap"] = (row["rule"], 0)
            continue
        found[row["switch"]] = (row["rule"], words.get(row["default"], row["default"]))
    assert len(found) == 9 + 8
    assert {name: (row["rule"], row["default"]) for name, row in SWITCHES.items()} == found
    assert all(row["available"] for row in SWITCHES.values())
    by_rule = {row["rule"]: row["tag"] for row in option_rows()}
    assert {row["rule"]: row["sources"]["effect"] for row in SWITCHES.values()} == by_rule


@pytest.mark.rule("WD13.3")
def test_words_of_hound_targets() -> None:
    (line,) = re.findall(r"^\| \*\*WD13\.3\*\*.*$", text(), re.M)
    assert all(f"`{word}`" in line for word in SWITCHES["hound_targets"]["choices"])


@pytest.mark.rule("W12.2")
def test_engine_test_scenario() -> None:
    items = {row["item"]: row["value"] for row in tables("12. Scenarios", "item", "value")[0]}
    made = scenario("test")
    for house in ("South", "North"):
        first, *others = items[house].split("; ")
        leader = re.fullmatch(
            r"commander (\w+) \(limit (\d), capture (\d)\) in (T-\w+ \w+) at (\(.*\))", first
        )
        assert leader
        man = data("commanders", "commanders")[leader[1].lower()]
        assert (man["command_limit"], man["capture_rating"]) == (int(leader[2]), int(leader[3]))
        found = []
        for place, line in enumerate([f"{leader[4]} {leader[5]}", *others], 1):
            kind, rank, c, r = re.fullmatch(r"(T-\w+) (\w+) \((\d),(\d)\)", line).groups()  # type: ignore[union-attr]
            unit = {"type": kind.lower().replace("-", "_"), "rank": rank, "at": [int(c), int(r)]}
            found.append(
                (
                    f"{house[0]}{place}",
                    unit | ({"commander": leader[1].lower()} if place == 1 else {}),
                )
            )
        assert [row for row in made["units"].items() if row[0][0] == house[0]] == found
    assert items["per House"] == (
        "order rating 3, leadership rating 2, command tokens 3, morale end Rout; momentum South"
    )
    for side in made["houses"].values():
        assert list(side.values())[1:] == [3, 2, 3, "rout"]
    assert (made["momentum"], made["rounds"]) == ("south", 5)
    assert items["decks"] == (
        "10 basic cards: 4 x order 2, 3 x order 3, 2 x rally all own units in ZOC, 1 x order 2 "
        "with +1 die each"
    )
    add_die = {"op": "add_dice", "k": 1, "who": "ordered"}
    rally = {"op": "rally", "n": 0, "area": "zoc"}
    deck = data("cards", "basic")["test"].values()
    assert [(card["copies"], card["boxes"]) for card in deck] == [
        (4, [{"order": {"n": 2}, "effects": []}]),
        (3, [{"order": {"n": 3}, "effects": []}]),
        (2, [{"effects": [rally]}]),
        (1, [{"order": {"n": 2}, "effects": [add_die]}]),
    ]
    assert items["rounds, victory"] == (
        "5 rounds; 1 VP an enemy unit; 2 VP for the building at game end; 2 VP a captured commander"
    )
    assert [(row["points"], row["condition"]) for row in made["victory"]] == [
        (1, "enemy_unit_eliminated"),
        (2, "each_controlled"),
        (2, "commander_captured"),
    ]
