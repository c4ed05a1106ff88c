from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from pysim.errors import ScenarioError, UnknownGameError, suggest
from pysim.scenario import list_info, load_compiled, scenario_hash, scenario_ids

IDS = scenario_ids()


def deck_sizes(plan: dict[str, Any]) -> list[int]:
    return [sum(c["copies"] for c in plan["cards"] if c["seat"] == seat) for seat in (0, 1)]


def unit(plan: dict[str, Any], number: str) -> dict[str, Any]:
    return next(row for row in plan["units"] if row["number"] == number)


def record(plan: dict[str, Any], table: str, name: str) -> dict[str, Any]:
    return next(row for row in plan[table] if row["id"] == name)


def test_ids_are_ordered_by_the_code_of_the_plan() -> None:
    assert IDS == [
        "westeros/kingsroad",
        "westeros/green_fork",
        "westeros/whispering_wood",
        "westeros/wolf_raiders",
        "westeros/rallying",
        "westeros/red_fork",
        "westeros/mill_bridge",
        "westeros/oxcross",
        "westeros/harrenhal",
        "westeros/siege",
        "westeros/test",
        "warriors/hyw",
        "warriors/liw",
    ]


@pytest.mark.parametrize("name", IDS)
def test_compiled_is_plain_data(name: str) -> None:
    plan = load_compiled(name)
    assert json.loads(json.dumps(plan)) == plan
    assert plan["id"] == name
    assert scenario_hash(plan) == scenario_hash(load_compiled(name))


@pytest.mark.rule("WD14.1")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("kingsroad", [20, 20]),
        ("green_fork", [20, 25]),
        ("whispering_wood", [30, 25]),
        ("mill_bridge", [25, 20]),
        ("oxcross", [25, 25]),
        ("harrenhal", [25, 25]),
        ("siege", [20, 25]),
        ("test", [10, 10]),
    ],
)
def test_deck_is_ten_basic_cards_and_five_for_each_commander(name: str, sizes: list[int]) -> None:
    assert deck_sizes(load_compiled(f"westeros/{name}")) == sizes


@pytest.mark.rule("WD3.1")
def test_board_side_a_has_160_hexes() -> None:
    for name in IDS[: IDS.index("westeros/test")]:
        plan = load_compiled(name)
        assert (plan["columns"], plan["rows"], len(plan["hexes"])) == (15, 11, 160)
        assert plan["hexes"] == sorted(plan["hexes"], key=lambda h: (h[1], h[0]))


@pytest.mark.rule("WD12.1")
def test_kingsroad_has_the_values_of_its_page() -> None:
    plan = load_compiled("westeros/kingsroad")
    assert (plan["code"], plan["rounds"], plan["momentum"]) == ("B01", 5, 0)
    stark, lannister = plan["houses"]
    assert (stark["id"], stark["edge"], stark["order_rating"]) == ("stark", "north", 4)
    assert (stark["leadership_rating"], stark["command_tokens"]) == (3, 3)
    assert (lannister["order_rating"], lannister["leadership_rating"]) == (5, 4)
    assert unit(plan, "S1") == {
        "seat": 0,
        "number": "S1",
        "type": "winterfell_riders",
        "rank": "blue",
        "c": 10,
        "r": 7,
        "commander": "rickard",
    }
    land = {(c, r): (terrain, token, burn) for c, r, terrain, token, burn in plan["hexes"]}
    assert land[8, 5] == ("river", "ford", 0)
    assert land[8, 7] == ("river", "ford", 0)
    assert land[10, 4] == ("forest", "", 3)
    assert land[5, 0] == ("road", "", 0)
    assert [(o["c"], o["r"], o["owner"]) for o in plan["objectives"]] == [(9, 6, -1), (11, 6, -1)]
    assert [row["points"] for row in plan["victory"]] == [1, 1, 2]
    assert [row["id"] for row in plan["commanders"]] == ["rickard", "maege", "addam", "kevan"]


@pytest.mark.rule("WD2.5")
def test_siege_uses_exactly_the_published_figures() -> None:
    plan = load_compiled("westeros/siege")
    figures = {row["id"]: row["figures"] for row in plan["types"]}
    totals: dict[str, int] = {}
    for row in plan["units"]:
        plain = figures[row["type"]] - bool(row["commander"])
        totals[row["type"]] = totals.get(row["type"], 0) + plain
    assert totals == {
        "war_host": 27,
        "winterfell_riders": 11,
        "stark_kennelmasters": 6,
        "westerlands_archers": 8,
        "casterly_rock_cavaliers": 2,
        "lannister_heavy_infantry": 12,
        "lannisport_guards": 22,
    }
    engines = [(c, r, burn) for c, r, _, token, burn in plan["hexes"] if token == "siege_engine"]
    assert engines == [(2, 1, 1), (10, 1, 1), (5, 6, 1), (9, 6, 1)]


@pytest.mark.rule("WD12.4")
def test_wolf_raiders_camp() -> None:
    plan = load_compiled("westeros/wolf_raiders")
    tokens = [hex_[3] for hex_ in plan["hexes"]]
    assert (tokens.count("tent"), tokens.count("palisade"), tokens.count("ford")) == (7, 14, 9)
    assert plan["tie"] == "momentum"
    assert [house["morale_end"] for house in plan["houses"]] == ["11", "11"]
    rafts = next(row for row in plan["special"] if row["op"] == "bar_terrain")["hexes"]
    assert rafts == [[c, 2] for c in range(5, 10)] + [[c, 3] for c in range(5, 9)]


@pytest.mark.rule("WD12.6")
def test_red_fork_objectives_and_victory() -> None:
    plan = load_compiled("westeros/red_fork")
    assert {(o["c"], o["r"]): (o["owner"], o["marker"]) for o in plan["objectives"]} == {
        (10, 6): (0, True),
        (3, 4): (1, True),
        (10, 4): (1, True),
        (4, 5): (-1, False),
        (9, 5): (-1, False),
    }
    levels = [row for row in plan["victory"] if row["condition"] == "fire_level"]
    assert [row["once_destroyed"] for row in levels] == [5, 4]


@pytest.mark.rule("W12.2")
def test_engine_test_scenario() -> None:
    plan = load_compiled("westeros/test")
    assert (plan["columns"], plan["rows"], len(plan["hexes"])) == (9, 7, 60)
    assert [house["id"] for house in plan["houses"]] == ["south", "north"]
    land = {(c, r): (terrain, token) for c, r, terrain, token, _ in plan["hexes"]}
    special = {place: what for place, what in land.items() if what != ("plains", "")}
    assert special == {
        (2, 3): ("forest", ""),
        (5, 3): ("forest", ""),
        (4, 3): ("hill", ""),
        (0, 3): ("river", ""),
        (1, 3): ("river", ""),
        (6, 3): ("river", "ford"),
        (7, 3): ("river", ""),
        (4, 2): ("building", ""),
    }
    bow = record(plan, "types", "t_bow")
    assert bow["move"] == [2, 2, 2]
    assert bow["dice"] == [2, 2, 3]
    assert bow["attacks"] == [{"mode": "ranged", "min": 1, "max": 4}]


def test_cards_carry_orders_effects_and_tactics() -> None:
    plan = load_compiled("westeros/kingsroad")
    card = record(plan, "cards", "SL11")
    assert card["copies"] == 2
    assert card["boxes"][0]["order"] == {"n": 2, "filter": "", "anywhere": 0}
    assert card["boxes"][0]["effects"] == [
        {"op": "add_dice", "k": 1, "who": "ordered", "class": "cavalry", "first_attack": 1}
    ]
    assert card["tactic"]["require"] == {"pool": {"B": 1, "M": 1}}
    assert record(plan, "cards", "SB01")["copies"] == 4
    assert len(record(plan, "cards", "LB10")["boxes"]) == 2


def test_commander_values() -> None:
    plan = load_compiled("westeros/siege")
    gregor = record(plan, "commanders", "gregor_mountain")
    assert (gregor["command_limit"], gregor["capture_rating"]) == (1, 4)
    assert gregor["keywords"] == [["toughness", 1]]
    assert record(plan, "commanders", "robb_young_wolf")["command_limit"] == 3


def test_options_have_defaults_and_can_be_set() -> None:
    options = load_compiled("westeros/test")["options"]
    assert options.pop("regroup_rout") is True
    assert options.pop("hound_targets") == "uncontrolled"
    assert not any(options.values())
    changed = load_compiled("westeros/test", options={"cap_base_only": True})
    assert changed["options"]["cap_base_only"] is True
    assert scenario_hash(changed) != scenario_hash(load_compiled("westeros/test"))


def test_wrong_options_are_all_named() -> None:
    with pytest.raises(ScenarioError) as caught:
        load_compiled(
            "westeros/test",
            options={
                "cap_base_onyl": True,
                "regroup_rout": 1,
                "hound_targets": "unorderd",
                "al01_cap": 9,
            },
        )
    texts = [str(problem) for problem in caught.value.problems]
    assert len(texts) == 4
    assert "options.cap_base_onyl: unknown option 'cap_base_onyl'" in texts[0]
    assert "did you mean 'cap_base_only'?" in texts[0]
    assert "options.regroup_rout: must be true or false, not 1 (W13.5)" in texts[1]
    assert "options.hound_targets: must be 'uncontrolled' or 'unordered', not" in texts[2]
    assert "did you mean 'unordered'?" in texts[2]
    assert "options.al01_cap: must be a whole number from 0 to 8, not 9 (WD13.4)" in texts[3]


def test_unknown_scenario_is_suggested() -> None:
    with pytest.raises(UnknownGameError, match="did you mean 'westeros/kingsroad'"):
        load_compiled("westeros/kingsraod")
    with pytest.raises(LookupError, match="did you mean 'westeros/siege'"):
        load_compiled("siege")


def test_suggest_is_silent_without_a_near_name() -> None:
    assert suggest("qqqq", ["kingsroad"]) == ""


def test_list_info_counts_pieces() -> None:
    infos = {info.id: info for info in list_info()}
    assert infos["westeros/green_fork"].pieces == 26
    assert infos["westeros/green_fork"].sides == ("stark", "lannister")
    assert infos["westeros/green_fork"].board == "15x11"
    assert infos["warriors/liw"].pieces == 72
    assert infos["warriors/liw"].sides == ("english", "french")
    assert infos["warriors/liw"].board == "24 areas"
    assert infos["westeros/rallying"].rounds == 6
    assert infos["westeros/test"].file.name == "test.toml"


def test_importing_the_package_loads_no_pydantic() -> None:
    code = "import sys, pysim.scenario; print('pydantic' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
