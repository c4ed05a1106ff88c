"""The data files of warriors say what the tables of the rules text say."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from pysim.rules import chapter_rules, find_rule, find_switch, rule_ids
from pysim.scenario import load_compiled, scenario_ids

DATA = Path(__file__).resolve().parents[2] / "pysim" / "data" / "warriors"
TEXT = (DATA / "rules.md").read_text(encoding="utf-8").splitlines()
ERAS = {"hyw": "HYW", "liw": "LIW"}
ROSTERS = {"hyw": "HYW leaders", "liw": "LIW leaders"}
TROOPS = {
    "infantry": "INF",
    "English longbow": "LE",
    "Welsh longbow": "LW",
    "English knight": "KE",
    "French chevalier": "KF",
    "Burgundian chevalier": "KB",
    "gunner": "G",
}
LIMITS = ("clear", "obstructed", "river", "sea_friendly", "sea", "sea_english")


@lru_cache(maxsize=8)
def data(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def table(before: str, after: int = 0) -> list[list[str]]:
    """Give the rows below the head of the first table from a line on that begins so."""
    start = next(n for n, line in enumerate(TEXT) if n >= after and line.startswith(before))
    first = next(n for n in range(start, len(TEXT)) if TEXT[n].startswith("|"))
    rows = []
    for line in TEXT[first + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip().replace("**", "") for cell in line.strip().strip("|").split("|")])
    raise AssertionError(f"no end of the table after {before!r}")


def troop(words: str) -> str:
    """Find the id of a troop type, named in the singular or plural."""
    return TROOPS[words.strip().removesuffix("s")]


def areas() -> dict[str, list[str]]:
    return {row[0]: row for row in table("Areas (x, y")}


def area(name: str) -> str:
    return next(key for key, row in areas().items() if row[1] == name)


@pytest.mark.rule("G2.1", "G2.4", "G2.9")
@pytest.mark.parametrize("era", list(ERAS))
def test_leaders_are_those_of_table_2_1(era: str) -> None:
    records = data(f"leaders_{era}")["leaders"]
    rows = table(ROSTERS[era])
    assert len(rows) == 72
    assert [row[0] for row in rows] == list(records)
    for name, entry, side, title, stars, bravery, battle, home, longbow, hist in rows:
        made = dict(records[name])
        assert {made.pop("name")} == {title}, name
        assert (made.pop("side"), made.pop("entry")) == (side, int(entry)), name
        ratings = [made.pop(key) for key in ("stars", "bravery", "battle")]
        assert ratings == [int(stars), int(bravery), int(battle)], name
        assert (made.pop("home"), made.pop("longbow", False)) == (home, longbow == "yes"), name
        assert made.pop("hist", "-") == hist, name
        assert made.pop("era") == era
        assert set(made.pop("sources")) >= {"name", "entry", "ratings", "home"}, name
        special = {"Joan of Arc": {"silences": True}, "Robin Hood": {"battle_bonus": 1}}
        assert made == special.get(title, {}), name


@pytest.mark.rule("G2.2", "G2.3", "G2.4")
@pytest.mark.parametrize("era", list(ERAS))
def test_each_set_has_six_leaders(era: str) -> None:
    sets: dict[int, str] = {}
    for name, row in data(f"leaders_{era}")["leaders"].items():
        sets[row["entry"]] = sets.get(row["entry"], "") + row["side"]
        assert name[0] == era[0]
    assert sets == dict.fromkeys(range(12), "EEFFNN")


@pytest.mark.rule("G2.11", "G9.3", "G9.5", "G9.6", "G9.7")
def test_troops_are_those_of_table_2_2() -> None:
    records = data("troops")["troops"]
    rows = table("### 2.2 Troops")
    assert [row[0] for row in rows] == list(records)
    for name, title, dice, longbow, absorbs, raised, who, *pools in rows:
        made = records[name]
        assert made["name"] == title, name
        kind = made["class"]
        assert (dice == "yes") == (kind != "gunner"), name
        assert (longbow == "yes") == (kind == "longbow"), name
        assert absorbs[0] == ("2" if kind == "knight" else "1"), name
        assert ("desert" in absorbs) == (kind == "mercenary"), name
        assert made.get("home", "") == (raised[-3:] if kind == "mercenary" else ""), name
        assert made.get("min_value", 0) == (3 if "value 3" in raised else 0), name
        wanted = "burgundian" if "G9.6" in who else "knight" if "KE" in who or "G9.5" in who else ""
        wanted = wanted or who.split()[0]
        if "LIW" in who:
            names = {row["name"]: key for key, row in data("leaders_liw")["leaders"].items()}
            listed = [names[one] for one in who.split("LIW ")[1].split(", ")]
            assert (made["commanders"], made["listed"]) == ({"hyw": "any", "liw": "listed"}, listed)
        else:
            assert made["commanders"] == dict.fromkeys(ERAS, wanted), name
        given = made.get("pool", dict.fromkeys(ERAS, "unlimited"))
        assert [str(given[era]) for era in ERAS] == pools, name


@pytest.mark.rule("G3.1", "G3.2")
def test_areas_are_those_of_chapter_3() -> None:
    records = data("areas")["areas"]
    assert list(areas()) == list(records)
    for name, title, kind, value, special, x, y in areas().values():
        made = records[name]
        assert (made["name"], made["kind"]) == (title, kind)
        assert made.get("value", "-") == (value if value == "-" else int(value)), name
        assert (made["x"], made["y"]) == (int(x), int(y)), name
        raised = [] if "home" in special or special == "-" else special.split(",")
        assert sorted(made.get("recruits", [])) == sorted(map(troop, raised)), name
    homes = {row["home"] for row in data("troops")["troops"].values() if "home" in row}
    assert homes == {name for name, row in records.items() if row["kind"] == "neutral"}
    assert sum(row.get("value", 0) for row in records.values()) == 30


@pytest.mark.rule("G3.3", "G3.6")
def test_borders_are_those_of_chapter_3() -> None:
    told = [
        (f"{row[n]}-{row[n + 1]}", row[n + 2])
        for row in table("Borders (each pair once")
        for n in (0, 3, 6)
        if row[n] != "-"
    ]
    assert len(told) == 55
    assert dict(told) == data("areas")["borders"]
    assert len({frozenset(pair.split("-")) for pair, _ in told}) == 55


def test_charts_are_those_of_2_4() -> None:
    charts = data("charts")["charts"]
    (results,) = table("Elimination chart")
    assert charts["elimination"] == [word[0] for word in results[1:]]
    (fatal,) = table("Death chart")
    assert charts["death"] == [int(cell[-1]) for cell in fatal[1:]]
    limits = [int(row[2]) for row in table("Border limits")]
    assert charts["borders"] == dict(zip(LIMITS, limits, strict=True))
    points = {row[0]: row[1] for row in table("Victory points of phase 11")}
    by_value = (
        points["each controlled area of value 3"],
        points["each controlled area of value 2 or 1"],
    )
    by_stars = [row for reason, row in points.items() if "star leader" in reason]
    assert charts["points"] == {
        "value": [0, int(by_value[1][0]), int(by_value[1][0]), int(by_value[0][0])],
        "killed": [0, int(by_stars[1][0]), int(by_stars[1][0]), int(by_stars[0][0])],
        "capitals": int(points["F controls England"][0]),
        "king": int(points["the king killed in battle this turn"][0]),
    }
    assert points["E controls Ile de France"].startswith(points["F controls England"][:6])


@pytest.mark.rule("G2.14", "G1.5", "G2.8")
def test_constants_are_those_of_2_5() -> None:
    told = next(row[1] for row in table("- **G2.14**") if row[0] == "`charts`")
    charts = data("charts")["charts"]
    for words, key in (
        ("siege constant", "siege"),
        ("gunner cap", "gunner_cap"),
        ("command factor", "command"),
        ("win margin", "margin"),
    ):
        found = re.search(rf"{words} (\d+)", told)
        assert found, words
        assert charts[key] == int(found[1]), key


@pytest.mark.parametrize("era", list(ERAS))
def test_scenarios_are_those_of_chapter_12(era: str) -> None:
    plan = data(f"scenarios/{era}")
    start = next(line for line in TEXT if re.match(rf"### 12\.\d {ERAS[era]} - ", line))
    items = {row[0]: row[1] for row in table(start)}
    assert plan["code"] == ERAS[era]
    assert plan["name"] == start.split(" - ")[1]
    assert plan["turns"] == int(items["turns"].split(";")[0])
    assert plan["initiative"] == items["first initiative on a tie"]
    names = {row["name"]: key for key, row in data(f"leaders_{era}")["leaders"].items()}
    kings = [one.partition(" ") for one in items["kings"].split(", ")]
    assert plan["kings"] == {side: names[who] for side, _, who in kings if who != "none"}
    control = [one.rpartition(" ") for one in items["control"].split(", ")[:-1]]
    assert plan["control"] == {area(place): side for place, _, side in control}
    assert plan["capitals"] == {"E": area("England"), "F": area("Ile de France")}
    modifiers = "initiative modifiers" in items["scenario rules on"]
    modifiers &= "no initiative modifiers" not in items["scenario rules on"]
    assert plan["rules"] == {"initiative_modifiers": modifiers, "english_sea": modifiers}
    rows = table("| leader |", TEXT.index(start))
    made = {}
    for who, side, place, troops in rows:
        points = [one.partition(" ") for one in troops.split(", ")]
        made[names[who]] = {
            "side": side,
            "area": area(place),
            "troops": {troop(kind): int(number) for number, _, kind in points},
        }
    assert plan["setup"] == made


def test_options_are_those_of_chapter_13() -> None:
    rows = table("## 13. Optional rules")
    options = data("options")["options"]
    assert [row[1].strip("`") for row in rows] == list(options)
    for rule, name, default, *_, source in rows:
        made = options[name.strip("`")]
        told = {"on": True, "off": False}.get(default, default)
        assert (made["rule"], made["available"]) == (rule, True)
        assert str(made["default"]) == str(told), name
        assert made["sources"]["effect"] == source.split("]")[0].strip("["), name
        assert made["effect"].endswith(".")


def test_each_value_says_where_it_comes_from() -> None:
    for file in ("areas", "troops", "leaders_hyw", "leaders_liw"):
        for name, row in data(file)[file.split("_")[0]].items():
            assert row["sources"], name
            assert set(row["sources"].values()) <= {"seed", "book", "choice"}, name
    for era in ERAS:
        plan = data(f"scenarios/{era}")
        assert set(plan) - {"format", "game", "code", "name", "era", "sources"} <= {
            *plan["sources"]
        }
    assert set(data("charts")["charts"]) - {"sources"} == set(data("charts")["charts"]["sources"])


@pytest.mark.rule("G1.2")
@pytest.mark.parametrize("era", list(ERAS))
def test_compiled_scenarios_hold_the_whole_world(era: str) -> None:
    plan = load_compiled(f"warriors/{era}")
    assert f"warriors/{era}" in scenario_ids()
    assert (plan["format"], plan["game"], plan["code"]) == (1, "warriors", ERAS[era])
    assert [len(plan[key]) for key in ("areas", "borders", "troops", "leaders")] == [24, 55, 12, 72]
    assert [row["id"] for row in plan["leaders"]] == list(data(f"leaders_{era}")["leaders"])
    assert "position" not in plan
    assert plan["kings"]["E"] == {"hyw": "hE00a", "liw": ""}[era]
    assert plan["border_limits"] == {
        "C": 2,
        "O": 1,
        "R": 3,
        "S": 1,
        "S_friendly": 2,
        "S_english": 2,
    }


@pytest.mark.rule("G13.13")
def test_lion_in_winter_can_do_without_gunners() -> None:
    pools = {}
    for era in ERAS:
        plan = load_compiled(f"warriors/{era}", options={"liw_gunners": False})
        pools[era] = {row["id"]: row["pool"] for row in plan["troops"]}["G"]
    assert pools == {"hyw": 4, "liw": 0}


def test_every_rule_of_the_text_can_be_looked_up() -> None:
    ids = rule_ids("warriors")
    cited = set(re.findall(r"\bG\d+\.\d+[a-z]?\b", "\n".join(TEXT)))
    assert cited == set(ids)
    assert len(ids) == len(set(ids)) > 250
    assert find_rule("G7.18").section == "7.3 Field battle round"
    assert "4 compositions" in find_rule("G14.25").text
    assert [rule.id for rule in chapter_rules("G10")] == ["G10.1"]
    assert len(chapter_rules("G13")) == len(data("options")["options"])
    for name, row in data("options")["options"].items():
        switch = find_switch(name)
        assert switch is not None
        assert (switch.game, switch.rule) == ("warriors", row["rule"])
        assert f"`{name}`" in find_rule(switch.rule).text
