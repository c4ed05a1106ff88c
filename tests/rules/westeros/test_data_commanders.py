"""The commanders of the data files are what the tables of section WD2.4 say, cell by cell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.rules.westeros.rules_tables import (
    Row,
    data,
    effect,
    named,
    plain,
    source,
    split_keywords,
    tables,
    words,
)

UNITS = data("units", "units")
COMMANDERS = data("commanders", "commanders")
COMMANDER_TABLES = [
    "Core, House Stark",
    "Core, House Lannister",
    "Wardens of the West",
    "Lords of the River",
    "Wardens of the North",
]
COMMANDER_ROWS = [
    row for name in COMMANDER_TABLES for row in tables(name, "id", "name and title")[0]
]
OPERATIONS = {
    plain(row["commander"]): row
    for row in tables("Wardens of the North", "commander", "unit ability")[0]
}
EXTRA_COLUMNS = {"name": "name", "class": "class", "command_limit": "limit",
                 "capture_rating": "capture", "unit_types": "unit types"}  # fmt: skip
EXTRA_COMMANDERS = tables("Extras, commanders")[0]


@pytest.mark.rule("WD2.20", "WD2.21", "WD2.22", "WD2.26", "WD2.40")
@pytest.mark.parametrize("row", named(COMMANDER_ROWS))
def test_commander(row: Row) -> None:
    name = plain(row["id"])
    man = COMMANDERS[name]
    title = f", {man['title']}" if man["title"] else ""
    assert man["name"] + title == plain(row["name and title"])
    assert man["class"] == plain(row["class"])
    assert man["command_limit"] == int(plain(row["limit"]))
    assert man["capture_rating"] == int(plain(row["capture"]))
    assert man["unit_types"] == words(row["unit types"])
    assert man["traits"] == [man["house"], "noble"]
    is_keyword = OPERATIONS[name]["unit ability"] == "keyword"
    cell = row["unit ability / keywords"]
    assert man["keywords"] == (split_keywords(cell)[0] if is_keyword else [])
    moments = re.findall(
        r"`(\w+)(?:\([^)]*\))?`", row["commit ability (when: effect)"].split(":")[0]
    )
    assert man["commit"]["when"] == moments
    assert UNITS[man["unit_types"][0]]["class"] == man["class"]


@pytest.mark.rule("WD1.3")
@pytest.mark.parametrize("row", named(COMMANDER_ROWS))
def test_sources_of_a_commander(row: Row) -> None:
    name = plain(row["id"])
    given = COMMANDERS[name]["sources"]
    is_keyword = OPERATIONS[name]["unit ability"] == "keyword"
    columns = {
        "name": "name and title",
        "class": "class",
        "command_limit": "limit",
        "capture_rating": "capture",
        "unit_types": "unit types",
        "keywords" if is_keyword else "ability": "unit ability / keywords",
        "commit": "commit ability (when: effect)",
    }
    for key, heading in columns.items():
        assert given.get(key, "choice") == source(row[heading]), key


READING = {
    "add_dice_if(1, own, flank)": [effect("add_dice", k=1, who="own", condition="flank")],
    "second_attack(own, 0), adjacent target": [
        effect("second_attack", k=0, who="own", adjacent=True)
    ],
    "step(up to 2 own infantry units in the ZOC, 1)": [
        effect("step", who="zoc", class_="infantry", n=2, k=1)
    ],
    "add_dice_if(1, own, target_has_commander)": [
        effect("add_dice", k=1, who="own", condition="target_has_commander")
    ],
    "rally(own cavalry in the ZOC)": [effect("rally", n=0, class_="cavalry", area="zoc")],
    "grant(toughness:2, the target, this attack)": [
        effect("grant", keyword="toughness", x=2, who="target", until="this_attack")
    ],
    "aura(stalwart)": [effect("aura", keyword="stalwart")],
    "morale(+2)": [effect("morale", k=2)],
    "reroll_one(own)": [effect("reroll_one", who="own")],
    "add_dice(2, own), this attack": [effect("add_dice", k=2, who="own", until="this_attack")],
    "rally(own) at TURN_END step 4": [effect("rally", n=0, area="own")],
    "add_fire(up to 2 adjacent hexes, 1)": [effect("add_fire", n=2, k=1)],
    "rally(up to 2 own infantry units in the ZOC)": [
        effect("rally", n=2, class_="infantry", area="zoc")
    ],
    "step(own, movement value)": [effect("step", who="own", n=1, k=-1)],
    "keep_cards(2)": [effect("keep_cards", n=2)],
    "draw(2)": [effect("draw", n=2)],
    "grant(pursue:1, own, counterattacks)": [effect("counter_pursue", x=1)],
    "rally(own and up to 2 adjacent units), heal(1)": [
        effect("rally", area="own_and_adjacent", n=2, k=1)
    ],
}
"""Operations of WD2.40 with arguments, and how the data write them."""


def read_operation(cell: str) -> list[dict[str, Any]]:
    operation = cell.replace("`", "")
    if operation == "keyword":
        return []
    if re.fullmatch(r"\w+", operation):
        return [effect(operation)]
    return READING[operation]


@pytest.mark.rule("WD2.40")
@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_of_a_commander(name: str) -> None:
    man = COMMANDERS[name]
    assert man["ability"] == read_operation(OPERATIONS[name]["unit ability"])
    assert man["commit"]["effects"] == read_operation(OPERATIONS[name]["commit"])


@pytest.mark.rule("WD2.20", "WD2.26")
def test_no_commander_is_missing_or_too_many() -> None:
    tested = {name for name, man in COMMANDERS.items() if man["house"] in ("south", "north")}
    extras = {name for name, man in COMMANDERS.items() if man.get("extra")}
    assert set(COMMANDERS) - tested - extras == {plain(row["id"]) for row in COMMANDER_ROWS}
    assert set(OPERATIONS) == {plain(row["id"]) for row in COMMANDER_ROWS}
    persons = {"robb_king": "robb", "robb_young_wolf": "robb", "greatjon_last_hearth": "greatjon",
               "jaime_kingslayer": "jaime", "jaime_lion": "jaime", "gregor_mountain": "gregor",
               "gregor_reaver": "gregor"}  # fmt: skip
    assert {name: man["person"] for name, man in COMMANDERS.items() if man["person"] != name} == (
        persons
    )


@pytest.mark.rule("WD10.60", "WD13.7", "WD9.33", "WD9.34")
def test_commanders_of_the_extras() -> None:
    found = {}
    for row in EXTRA_COMMANDERS:
        names = [name for name in words(row["id"]) if name in COMMANDERS]
        for place, name in enumerate(names):
            man = COMMANDERS[name]
            part = [words(row[key])[place if len(names) > 1 else 0] for key in ("class", "limit")]
            capture = words(row["capture"].split(", counted")[0])[place if len(names) > 1 else 0]
            types = words(row["unit types"], ";")[place if len(names) > 1 else 0]
            assert [man["class"], str(man["command_limit"])] == part
            assert (str(man["capture_rating"]), man["unit_types"]) == (capture, [types])
            assert man["house"] == plain(row["House"])
            assert man["extra"] is True
            assert "commit" not in man
            if len(names) == 1:
                for key, heading in EXTRA_COLUMNS.items():
                    assert man["sources"].get(key, "choice") == source(row[heading]), (name, key)
            if len(names) == 1:
                assert man["name"] == plain(row["name"])
            found[name] = (man["keywords"], [one["op"] for one in man["ability"]])
    assert {name for name, man in COMMANDERS.items() if man.get("extra")} == set(found)
    able = {name: given for name, given in found.items() if given != ([], [])}
    assert able == {
        "beric": (["call_to_arms", "scorch"], ["capture_bonus"]),
        "thoros": ([], ["revive"]),
        "stannis": ([], ["free_rally"]),
    }


HOLDERS = {
    "Stark kennelmasters": "stark_kennelmasters",
    "Westerlands archers": "westerlands_archers",
    "Brax pikemen": "brax_pikemen",
    "Westerlands peasant militia": "westerlands_militia",
    "Clegane crossbowmen": "clegane_crossbowmen",
    "Sandor Clegane": "sandor",
    "Daven Lannister": "daven",
    "Tully river cavalry": "riverrun_cavalry",
    "Tully longbows": "tully_longbowmen",
    "Vance wayfarers": "vance_wayfarers",
    "Marq Piper": "marq",
    "Last Hearth lancers": "last_hearth_lancers",
    "Mormont shieldmaidens": "mormont_shieldmaidens",
    "Manderly trident bearers": "manderly_tridents",
    "Smalljon Umber": "smalljon",
    "Galbart Glover": "galbart",
    "Rodrik Cassel": "rodrik",
}


@pytest.mark.rule("W9.20", "W9.23", "W9.26", "W9.40", "W9.43", "W9.50", "W9.51", "W9.52", "W9.54")
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=HOLDERS[row["unit or commander"]])
        for row in tables("9.5 Keyword holders")[0]
    ],
)
def test_keyword_holder_of_the_seed(row: Row) -> None:
    name = HOLDERS[row["unit or commander"]]
    holder = UNITS.get(name) or COMMANDERS[name]
    cell, *numbers = row["keywords"].split("; limit")
    keywords, formations = split_keywords(cell.replace("Formation:", "formation"))
    if name == "smalljon":
        assert (cell, keywords) == ("Pursue 1 on counterattack", ["pursue_1_on_counterattack"])
        assert holder["ability"] == [{"op": "counter_pursue", "x": 1}]
    else:
        assert set(keywords) <= set(holder["keywords"])
        assert holder.get("formations", []) == formations
    assert holder["class"] == row["class"]
    if row["figures"] not in ("data", "-"):
        assert holder["figures"] == int(row["figures"])
    for limit in numbers:
        assert limit.split(", capture ") == [
            f" {holder['command_limit']}",
            str(holder["capture_rating"]),
        ]
