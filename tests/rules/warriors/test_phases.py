"""Phases 5 to 11: recruiting, deployment, prisoners, placement, distribution, points. Rules: G5."""

from __future__ import annotations

import re

import pytest

from pysim import _core
from tests.rules.warriors.campaign import Campaign, campaign


def captive(side: str) -> dict[str, str]:
    """A prisoner whose ransom is asked for in phase 7, so that the game stops there."""
    return {"hE09b" if side == "E" else "hF10b": "prison"}


@pytest.mark.rule("G14.60", "G14.25", "G5.22", "G5.65")
@pytest.mark.parametrize("scenario", ["hyw", "liw"])
@pytest.mark.parametrize(
    ("area", "answers"),
    [("ENG", 12), ("IDF", 4), ("AQU", 2), ("BUR", 2), ("WAL", 2), ("NOR", 1)],
)
def test_g14_60_answers_of_recruiting(scenario: str, area: str, answers: int) -> None:
    table = campaign(5, {}, scenario=scenario, control=f"E:{area}")
    found = table.options("recruit") if table.see["step"] == "P5_RECRUIT" else ["only one"]
    assert len(found) == answers


@pytest.mark.rule("G14.26", "G5.36")
@pytest.mark.parametrize(("more", "reached"), [("", False), (",IDF", True)])
def test_g14_26_points_go_by_friendly_areas_but_not_over_obstructed_borders(
    more: str, reached: bool
) -> None:
    table = campaign(6, captive("F"), control=f"F:NOR,ORL{more}", unassigned={"NOR": "INF2"})
    ends = table.results(lambda x: x.see["step"].startswith("P6"))
    found = {end.area("ORL")["unassigned"].get("INF", 0) for end in ends}
    assert found == ({0, 1, 2} if reached else {0})


@pytest.mark.rule("G14.65", "G5.66")
@pytest.mark.parametrize(
    ("side", "more", "results"), [("E", "", 6), ("E", "INF1", 10), ("F", "", 1), ("F", "INF1", 2)]
)
def test_g14_65_results_of_deployment(side: str, more: str, results: int) -> None:
    lying = {"ENG": "INF2", **({"NOR": more} if more else {})}
    table = campaign(6, captive(side), control=f"{side}:ENG,NOR,PIC", unassigned=lying,
                     initiative=side)  # fmt: skip
    ends = table.results(lambda x: x.see["step"].startswith("P6"))
    found = {
        tuple(end.area(area)["unassigned"].get("INF", 0) for area in ("ENG", "NOR", "PIC"))
        for end in ends
    }
    assert len(found) == len(ends) == results


@pytest.mark.rule("G14.27", "G5.37")
def test_g14_27_all_are_exchanged_without_a_choice() -> None:
    captives = dict.fromkeys(("hF00a", "hF06b", "hE01b", "hE02a"), "prison")
    table = campaign(7, captives, turn=1)
    assert table.see["step"] not in ("P7_EXCHANGE", "P7_RANSOM")
    assert "prison" not in {table.leader(name)["where"] for name in captives}


@pytest.mark.rule("G14.28", "G14.66", "G5.38", "G5.70")
def test_g14_28_the_side_with_the_choice_picks_equal_stars() -> None:
    """E holds stars 3 and 2, F holds 1, 1 and 2: three stars of each go free."""
    captives = dict.fromkeys(("hF00a", "hF00b", "hE00b", "hE02b", "hE02a"), "prison")
    table = campaign(7, captives)
    assert table.options() == ["exchange hE00b", "exchange hE02a"]
    # hE00b leaves only hE02a to make three stars with; hE02a leaves the other leader of one star.
    assert len(table.results(lambda x: x.see["step"] == "P7_EXCHANGE")) == 2


def ransomed(table: Campaign) -> set[frozenset[str]]:
    """Give the areas paid by each result, none for declining."""
    before = {row["id"] for row in table.see["areas"] if row["control"]}
    ends = table.results(lambda x: x.see["step"] == "P7_RANSOM")
    found = {
        frozenset(before - {row["id"] for row in end.see["areas"] if row["control"]})
        for end in ends
    }
    assert len(found) == len(ends)
    return found


@pytest.mark.rule("G14.29", "G5.40", "G5.71")
def test_g14_29_ransom_of_three_stars() -> None:
    """Areas of value 3 (England), 2 (Brittany), 1 and 1 (Wales, Scotland)."""
    found = ransomed(campaign(7, {"hE00a": "prison"}, control="E:ENG,BRI,WAL,SCO"))
    assert found == {
        frozenset(), frozenset({"ENG"}), frozenset({"BRI", "WAL"}), frozenset({"BRI", "SCO"})
    }  # fmt: skip


@pytest.mark.rule("G14.67", "G5.71")
def test_g14_67_ransom_of_two_stars() -> None:
    found = ransomed(campaign(7, {"hE02a": "prison"}, control="E:ENG,BRI,WAL,SCO,PIC"))
    assert len(found) == 6
    assert {len(areas) for areas in found} == {0, 1, 2}


NEXT_TURN = ("initiative 3", "initiative 4")


def shared(unassigned: str, **leaders: str) -> Campaign:
    """Phase 10 with these leaders in uncontrolled England."""
    return campaign(10, leaders, unassigned={"ENG": unassigned} if unassigned else None)


def results(table: Campaign) -> int:
    ends = table.results(lambda x: x.see["step"] == "P10_DISTRIBUTE")
    held = {repr([row["troops"] for row in end.see["leaders"]]) for end in ends}
    assert len(held) == len(ends)
    return len(ends)


@pytest.mark.rule("G14.33", "G5.52")
def test_g14_33_the_side_without_initiative_takes_first() -> None:
    table = campaign(10, {"hF06b": "ENG INF1", "hE00a": "ENG INF3"},
                     control="E:ENG", unassigned={"ENG": "INF3"}, aggressor="F:ENG")  # fmt: skip
    assert table.see["step"] != "P10_DISTRIBUTE"
    assert (table.troops("hF06b"), table.troops("hE00a")) == ({"INF": 3}, {"INF": 4})


@pytest.mark.rule("G14.68", "G5.67", "G5.67a")
def test_g14_68_only_the_longbow_point_is_asked() -> None:
    table = shared("INF3 LE1", hE00b="ENG INF1")
    assert table.options() == ["give hE00b LE 0", "give hE00b LE 1"]
    assert table.copy().do("give hE00b LE 1", *NEXT_TURN).troops("hE00b") == {"INF": 2, "LE": 1}
    assert table.copy().do("give hE00b LE 0", *NEXT_TURN).troops("hE00b") == {"INF": 3}


@pytest.mark.rule("G14.69", "G5.67a")
def test_g14_69_two_leaders_one_question() -> None:
    table = shared("", hE02a="ENG INF3", hE02b="ENG INF2")
    assert table.options() == [f"give hE02a INF {n}" for n in (2, 3, 4, 5)]
    assert results(table) == 4


@pytest.mark.rule("G14.70", "G5.67a")
def test_g14_70_more_leaders_and_types() -> None:
    assert results(shared("", hE00a="ENG INF3", hE02a="ENG INF2", hE02b="ENG INF1")) == 22
    assert results(shared("", hE00a="ENG INF3 LE1", hE02a="ENG INF1 LE1")) == 15


@pytest.mark.rule("G14.71", "G5.67a")
def test_g14_71_a_mercenary_may_be_given_up() -> None:
    table = shared("", hE00b="ENG MNET1 INF2")
    assert table.options() == ["give hE00b MNET 0", "give hE00b MNET 1"]
    assert table.do("give hE00b MNET 0", *NEXT_TURN).troops("hE00b") == {"INF": 2}


@pytest.mark.rule("G14.72", "G5.67a")
@pytest.mark.parametrize(("infantry", "asked"), [(3, True), (1, False)])
def test_g14_72_a_gunner_and_infantry(infantry: int, asked: bool) -> None:
    table = shared(f"INF{infantry}", hE00b="ENG G1")
    if asked:
        assert table.options() == ["give hE00b G 0", "give hE00b G 1"]
        assert table.do("give hE00b G 0", *NEXT_TURN).troops("hE00b") == {"INF": 3}
    else:
        assert table.troops("hE00b") == {"G": 1, "INF": 1}


@pytest.mark.rule("G14.73", "G9.5", "G5.55")
def test_g14_73_a_non_aligned_leader_commands_infantry_only() -> None:
    table = shared("KE1 G1 INF2", hN00a="ENG:E")
    assert table.see["step"] != "P10_DISTRIBUTE"
    assert table.troops("hN00a") == {"INF": 2}
    assert table.area("ENG")["unassigned"] == {}


@pytest.mark.rule("G14.34", "G5.57", "G5.58")
def test_g14_34_points_of_a_turn() -> None:
    units = {"hE00a": "prison", "hF00a": "IDF", "hF00b": "dead"}
    table = campaign(11, units, control="E:ENG,WAL,NOR,AQU F:IDF,BUR,FLA", vp=5,
                     killed={"E": [], "F": ["hF00b"]})  # fmt: skip
    # E 2 + 1 + 1 + 2 and 1 for the leader killed, F 2 + 1 + 1 and 3 for the captive.
    assert table.see["vp"] == 5


def dice_of(table: Campaign, action: str) -> list[tuple[str, int]]:
    """Give the rolls that an action asks for first, with the number of dice."""
    found: list[tuple[str, int]] = []
    script: list[tuple[str, str]] = []
    for _ in range(3):
        try:
            state = table.state.clone()
            state.apply_scripted(state.string_to_action(action), script)
        except _core.IllegalAction as problem:
            match = re.search(r"asked for (\w+).*?(\d+) dice", str(problem))
            if match is None:
                break
            found.append((match[1], int(match[2])))
            script.append((match[1], "0"))
        else:
            break
    return found


@pytest.mark.rule("G14.12", "G14.13", "G14.14", "G7.9")
@pytest.mark.parametrize(
    ("own", "dice"),
    [
        ({"hE09b": "NOR LE2 INF1"}, 7),
        ({"hE00a": "NOR INF4 LE2 KE1", "hE00b": "NOR INF2 LE1"}, 11),
    ],
)
def test_g14_14_dice_of_a_battle(own: dict[str, str], dice: int) -> None:
    enemy = {"hF00a": "NOR INF6 KF2"}
    table = campaign(3, {**own, **enemy}, control="E:NOR", aggressor="F:NOR")
    while not dice_of(table, table.options()[0]):
        table.go((table.options("field") and "field") or table.options()[0])
    assert dice_of(table, table.options()[0])[:2] == [("battle", dice), ("battle", 5)]


@pytest.mark.rule("G14.31", "G5.44", "G5.45")
def test_g14_31_a_routed_leader_is_in_the_common_pool() -> None:
    pool = {"hN07b": "rout", "hN08a": "pool", "hN08b": "pool", "hE07a": "ENG"}
    table = campaign(9, pool, turn=9)
    assert table.state.current_player() == 1  # NON picks first
    assert {option.split()[1] for option in table.options()} == {"hN07b", "hN08a", "hN08b"}


@pytest.mark.rule("G14.32", "G5.46", "G5.49")
def test_g14_32_placed_in_his_home_among_enemies() -> None:
    table = campaign(9, {"hE07a": "pool", "hF07b": "ENG"}, turn=7, control="F:ENG")
    table.go("place hE07a ENG")
    assert table.troops("hE07a") == {"INF": 3}
    assert table.area("ENG")["aggressor"] == "E"
