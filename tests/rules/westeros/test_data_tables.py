"""The data files hold what the tables of the rules text say, cell by cell: units and word lists.

The text is the source of truth. Commanders, cards and plans are in the other files ``test_data_*``.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import Any

import pytest

from pysim.scenario.westeros.vocabulary import (
    BURN_LIMITS,
    CODES,
    KEYWORDS,
    MOMENTS,
    VICTORY_CONDITIONS,
)
from tests.rules.westeros.rules_tables import (
    Row,
    data,
    named,
    plain,
    source,
    split_keywords,
    tables,
    tags,
    text,
    words,
)

UNITS = data("units", "units")
RANKS = ("green", "blue", "red")

CORE, WEST, NORTH, RIVER, EXTRAS = tables("2.2 Unit types", "id", "House")
UNIT_ROWS = [row for table in (CORE, WEST, NORTH, RIVER, EXTRAS) for row in table]


def by_rank(cell: str) -> list[int]:
    return [0 if part == "-" else int(part) for part in plain(cell).split("/")]


def attacks(cell: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for word in words(cell, ";"):
        reach = re.fullmatch(r"(.*) (\d)-(\d)", word)
        if reach:
            mode = reach[1].replace(" ", "_")
            found.append({"mode": mode, "min": int(reach[2]), "max": int(reach[3])})
        else:
            found.append({"mode": word})
    return found


@pytest.mark.rule("WD2.3", "WD2.5", "WD2.6", "WD9.2", "W9.45")
@pytest.mark.parametrize("row", named(UNIT_ROWS))
def test_unit_type(row: Row) -> None:
    unit = UNITS[plain(row["id"])]
    keywords, formations = split_keywords(row["keywords"])
    assert unit["house"] == plain(row["House"])
    assert unit["name"] == plain(row["name"])
    assert unit["class"] == plain(row["class"])
    assert unit["figures"] == int(plain(row["figures"]))
    assert unit["move"] == by_rank(row["move G/B/R"])
    assert unit["dice"] == by_rank(row["dice G/B/R"])
    assert unit["attacks"] == attacks(row["attack"])
    assert unit["keywords"] == keywords
    assert unit.get("formations", []) == formations
    assert unit["traits"] == words(row["traits"])
    assert unit.get("extra", False) is (row in EXTRAS)


@pytest.mark.rule("WD1.3")
@pytest.mark.parametrize("row", named(UNIT_ROWS))
def test_sources_of_a_unit_type(row: Row) -> None:
    given = UNITS[plain(row["id"])]["sources"]
    columns = {"move": "move G/B/R", "dice": "dice G/B/R", "attacks": "attack"}
    for key in ("name", "class", "figures", "move", "dice", "attacks", "keywords", "traits"):
        cell = row[columns.get(key, key)]
        whole_table = "book" if row in CORE and key in ("name", "class") else "choice"
        if key == "dice" and "(" in cell:
            rank = re.search(r"\((\w+) \d", cell)
            assert rank, cell
            assert given[f"dice.{rank[1]}"] == tags(cell)[0]
            cell = plain(cell)
        assert given.get(key, "choice") == source(cell, whole_table), key
    if "formation" in row["keywords"]:
        assert given["formations"] == source(row["keywords"])


@pytest.mark.rule("WD2.3")
def test_no_unit_type_is_missing_or_too_many() -> None:
    tested = {name for name, unit in UNITS.items() if unit["house"] == "test"}
    assert set(UNITS) - tested == {plain(row["id"]) for row in UNIT_ROWS}


@pytest.mark.rule("W2.12")
@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row["code"]) for row in tables("2.3 Units", "code")[0]]
)
def test_test_unit(row: Row) -> None:
    unit = UNITS[row["code"].lower().replace("-", "_")]
    assert unit["name"] == row["code"]
    assert (unit["class"], unit["figures"]) == (row["class"], int(row["strength"]))
    assert unit["move"] == by_rank(row["move G/B/R"])
    assert unit["dice"] == by_rank(row["dice G/B/R"])
    assert unit["attacks"] == attacks(row["attack"])
    assert unit["keywords"] == split_keywords(row["keywords"])[0]


@pytest.mark.rule("WD2.7")
def test_brotherhood_units_are_blue_only() -> None:
    there = {name: unit["dice"] for name, unit in UNITS.items() if unit["house"] == "brotherhood"}
    assert len(there) == 3
    assert all([bool(dice) for dice in row] == [False, True, False] for row in there.values())


@pytest.mark.rule("WD2.8")
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=plain(row["unit type"])) for row in tables("2.3 Force points")[0]],
)
def test_force_points_follow_from_the_data(row: Row) -> None:
    unit = UNITS[plain(row["unit type"])]
    heavy = "heavy_armor" in unit["keywords"]
    own, better = (2, 8 / 3, 4), (8 / 3, 4, 8)
    for place, rank in enumerate(RANKS):
        life = better[place] if heavy else own[place]
        if unit["class"] == "cavalry":
            life = (own[place] + better[place]) / 2
        points = sqrt(unit["dice"][place] * unit["figures"] * life)
        assert round(points, 1) == float(row[rank]), rank


@pytest.mark.rule("WD9.1")
def test_keyword_ids() -> None:
    after = text()[text().index("**WD9.1**") :]
    block = re.search(r"\| id \| rule \| id .*?\n\n", after, re.S)
    assert block
    found = {cell.removesuffix(":X") for cell in re.findall(r"`([^`\[\]]+)`", block[0])}
    assert found == set(KEYWORDS)


@pytest.mark.rule("WD2.25")
def test_moments() -> None:
    codes = {plain(row["code"]) for row in tables("2.4 Commanders", "code", "moment")[0]}
    assert codes == set(MOMENTS)


@pytest.mark.rule("WD3.2")
def test_map_codes() -> None:
    tokens = {"control marker": "", "control marker if the plan says so": "", "-": "",
              "wooden bridge": "bridge", "siege engine": "siege_engine",
              "raft landing": "ford", "stone bridge": "stone_bridge"}  # fmt: skip
    for row in tables("3. Map data", "code")[0]:
        terrain, token = CODES[plain(row["code"]) or "."]
        assert terrain == row["terrain of the hex"].replace(" ", "_")
        word = re.split("[:(]", row["token on it"])[0].strip()
        assert token == tokens.get(word, word)
    assert len(tables("3. Map data", "code")[0]) == len(CODES)


@pytest.mark.rule("W3.18", "W3.20")
def test_burn_limits() -> None:
    found = {}
    for row in tables("3.3 Terrain hexes", "terrain")[0]:
        found[row["terrain"].replace(" ", "_")] = row["burn limit"]
    for row in tables("3.4 Terrain tokens", "token")[0]:
        found[row["token"].split(" (")[0]] = row["burn limit"]
    found["siege_engine"] = found.pop("siege tower / catapult")
    given = {name: int(limit) for name, limit in found.items() if limit.isdigit()}
    assert given == BURN_LIMITS


@pytest.mark.rule("WD11.1")
def test_victory_conditions() -> None:
    (row,) = [row for row in tables("11. Victory data")[0] if plain(row["part"]) == "condition"]
    named = set(re.findall(r"`(\w+)", row["values"]))
    of_plans = {"captive_taken", "prisoner_freed", "prisoner_held", "prisoner_lost"}
    assert named | of_plans == set(VICTORY_CONDITIONS)
