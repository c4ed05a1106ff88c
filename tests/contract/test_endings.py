"""Why games end: the reported way against the final position; the points counted again."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

import pysim
from pysim import _core
from tests.contract.walk import BATTLES, SCENARIOS, load, positions

GREEDY, RANDOM = 60, 30
COUNTED = ["westeros/kingsroad", "westeros/wolf_raiders", "westeros/test"]


@lru_cache(maxsize=16)
def finals(scenario: str) -> tuple[pysim.State, ...]:
    """Play some greedy and some random games; gives their last states."""
    game, ends = load(scenario), []
    agents = [["greedy", "greedy"]] * GREEDY + [["random", "random"]] * RANDOM
    for number, pair in enumerate(agents):
        state = game.new_initial_state(9, game_number=number)
        for action in _core.game_actions(game.core, pair, number, number, 9):
            state.apply_action(action)
        ends.append(state)
    return tuple(ends)


def units_left(now: dict[str, Any], seat: int) -> int:
    """Count the units that a House has on the map."""
    return sum(unit["on_map"] and unit["seat"] == seat for unit in now["units"])


@pytest.mark.rule("W8.24", "W8.26", "W11.1", "W11.2", "W11.4", "W11.5", "WD11.2")
@pytest.mark.parametrize("scenario", BATTLES)
def test_the_way_fits_the_position(scenario: str) -> None:
    plan = load(scenario).plan
    seen: Counter[str] = Counter()
    for state in finals(scenario):
        now, way, winner = state.to_dict(), state.way(), state.winner()
        seen[way] += 1
        assert winner in (0, 1)
        loser = 1 - winner
        routed = [
            house["morale_end"] == "rout" and now["depth"][seat] == 10
            for seat, house in enumerate(plan["houses"])
        ]
        # The last unit may be the enemy general of an instant victory.
        # In a plan with exits the points decide when nobody is left (WD B08).
        exits = any(rule["op"] == "exits" for rule in plan["special"])
        gone = units_left(now, loser) == 0
        early = exits and any(units_left(now, seat) == 0 for seat in (0, 1))
        assert units_left(now, winner) > 0 or exits
        assert gone == (way == "elimination") or way == "instant" or exits
        if way not in ("elimination", "instant"):
            assert routed[loser] == (way == "rout")
        if way not in ("elimination", "instant", "rout") and not early:
            assert now["round"] == plan["rounds"]
        match way:
            case "points":
                assert now["vp"][winner] > now["vp"][loser]
            case "morale":
                assert plan["tie"] == "morale"
                assert now["vp"][0] == now["vp"][1]
                assert now["depth"][winner] < now["depth"][loser]
            case "momentum":
                assert now["vp"][0] == now["vp"][1]
                assert plan["tie"] == "momentum" or now["depth"] == [0, 0]
                assert winner == now["momentum"]
            case "decide":
                assert plan["decide"] is not None
                if winner == plan["decide"]["winner"]:
                    assert now["depth"][winner] <= 6
            case "instant":
                assert now["vp"][winner] >= plan["instant"]["points"]
                generals = set(plan["instant"]["generals"])
                assert any(
                    row["id"] in generals and row["seat"] == loser and not row["on_map"]
                    for row in now["commanders"]
                )
            case "rout" | "elimination":
                pass
            case _:
                pytest.fail(f"unknown way {way}")
    assert len(seen) >= 2 or scenario == "westeros/wolf_raiders", seen


@pytest.mark.rule("G1.4", "G1.5")
@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if name not in BATTLES])
def test_the_way_fits_the_victory_points(scenario: str) -> None:
    """The marker's end, the last turn, or the middle of the track."""
    plan = load(scenario).plan
    seen: Counter[str] = Counter()
    for state in finals(scenario):
        vp, way, winner = state.to_dict()["vp"], state.way(), state.winner()
        seen[way] += 1
        assert winner == (-1 if vp == 0 else int(vp < 0))
        match way:
            case "margin":
                assert abs(vp) >= plan["charts"]["margin"]
            case "final":
                assert state.to_dict()["turn"] == plan["rounds"]
                assert 0 < abs(vp) < plan["charts"]["margin"]
            case "draw":
                assert (vp, state.to_dict()["turn"]) == (0, plan["rounds"])
            case _:
                pytest.fail(f"unknown way {way}")
    assert len(seen) >= 2, seen


@pytest.mark.rule("W11.5")
@pytest.mark.parametrize("scenario", BATTLES)
def test_both_houses_have_units_while_the_battle_goes_on(scenario: str) -> None:
    for state in positions(scenario, 2):
        if not state.is_terminal():
            assert all(units_left(state.to_dict(), seat) for seat in (0, 1))


def counted(state: pysim.State, row: dict[str, Any], seat: int) -> int:
    """Count what one row of the victory table gives a House over the whole game."""
    plan, now = state.game.plan, state.to_dict()
    start = {unit["number"]: unit["seat"] for unit in plan["units"]}
    left = {unit["number"] for unit in now["units"] if unit["on_map"]}
    places = {(unit["c"], unit["r"]): unit["seat"] for unit in now["units"] if unit["on_map"]}
    hexes = {(cell["c"], cell["r"]): cell for cell in now["hexes"]}
    count: int
    match row["condition"]:
        case "enemy_unit_eliminated":
            count = sum(owner != seat for number, owner in start.items() if number not in left)
        case "commander_captured":
            count = sum(who["seat"] != seat for who in now["commanders"] if not who["on_map"])
        case "token_destroyed" | "token_present":
            laid = [(c, r) for c, r, _, token, _ in plan["hexes"] if token == row["token"]]
            there = sum(hexes[place]["token"] == row["token"] for place in laid)
            count = there if row["condition"] == "token_present" else len(laid) - there
        case "units_in":
            count = sum(places.get((c, r)) == seat for c, r in row["area"]) // row["per"]
        case "each_controlled":
            held: list[int | None] = [
                hexes[goal["c"], goal["r"]]["objective"]
                if goal["marker"]
                else places.get((goal["c"], goal["r"]))
                for goal in plan["objectives"]
                if goal["kind"] == row["kind"]
            ]
            count = held.count(seat)
        case other:
            pytest.fail(f"no count for {other}")
    return count * int(row["points"])


@pytest.mark.rule("W11.3", "W11.7", "W11.8", "WD11.1")
@pytest.mark.parametrize("scenario", COUNTED)
def test_points_counted_again_from_the_final_position(scenario: str) -> None:
    points: Counter[int] = Counter()
    for state in finals(scenario):
        to_the_end = state.way() not in ("elimination", "instant", "rout")
        for seat in (0, 1):
            rows = [
                row
                for row in state.game.plan["victory"]
                if row["who"] in (-1, seat) and (row["when"] == "immediate" or to_the_end)
            ]
            expected = sum(counted(state, row, seat) for row in rows)
            assert state.to_dict()["vp"][seat] == expected, (state.game_number, seat)
            points[expected] += 1
    assert len(points) >= 4
