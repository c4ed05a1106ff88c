"""Chapter 6, phases 1 and 2: initiative, moves, pinning, markers. Rules: G5.3-G5.9, G6."""

from __future__ import annotations

import pytest

from tests.rules.warriors.campaign import Campaign, campaign

E3 = ("hE00a", "hE00b", "hE02b")
E4 = (*E3, "hE01b")
F = ("hF00a", "hF00b", "hF01a")


def stand(place: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, place)


def groups(table: Campaign, to: str) -> int:
    """Count the groups that one impulse can lead to an area."""
    found = 0
    for option in table.options():
        if option.startswith("move") and option.endswith(f" {to}"):
            after = table.copy().go(option)
            found += len(after.results(lambda x: x.asks == "choose_companion"))
    return found


@pytest.mark.rule("G5.3", "G5.4", "G5.5", "G5.6", "G5.7", "G14.1", "G14.3", "G14.4")
@pytest.mark.parametrize(
    ("scenario", "leaders", "kings", "before", "rolls", "initiative", "impulses"),
    [
        # Both kings at home: 4 against 6 (G14.1), and 5 against 5, which the last one keeps.
        ("hyw", {"hE00a": "ENG", "hF00a": "IDF"}, "E:hE00a F:hF00a", "E", (3, 5), "F", [5, 6]),
        ("hyw", {"hE00a": "ENG", "hF00a": "IDF"}, "E:hE00a F:hF00a", "E", (4, 4), "E", [7, 6]),
        # E without a king, that of F away from home: 0 against 4 (G14.3).
        ("hyw", {"hF00a": "NOR"}, "F:hF00a", "E", (1, 4), "F", [1, 2]),
        # No modifiers in LIW: a tie stays with F (G14.4).
        ("liw", {"lF00a": "IDF"}, "F:lF00a", "F", (2, 2), "F", [3, 4]),
    ],
)
def test_g14_1_rolls_for_the_initiative(
    scenario: str, leaders: dict[str, str], kings: str, before: str, rolls: tuple[int, int],
    initiative: str, impulses: list[int],
) -> None:  # fmt: skip
    """The rolls of the next turn follow the last question of phase 10: keep a mercenary or not."""
    keeper, spare = ("hE00b", "hF00b") if scenario == "hyw" else ("lE00b", "lF00b")
    units = {**leaders, keeper: "WAL MIRE1", spare: "LAN"}
    table = campaign(10, units, scenario=scenario, turn=4, kings=kings, initiative=before,
                     control="E:ENG F:IDF")  # fmt: skip
    see = table.do(f"give {keeper} MIRE 1", *(f"initiative {n}" for n in rolls)).see
    assert (see["turn"], see["initiative"], see["impulses"]) == (5, initiative, impulses)
    assert table.state.current_player() == "EF".index(initiative)


@pytest.mark.rule("G14.5", "G6.5", "G6.6", "G6.7")
def test_g14_5_pinned_by_a_leader_and_a_marker() -> None:
    units = {**stand("NOR", *E3), "hF00a": "NOR", "hF00b": "PRO"}
    table = campaign(2, units, control="F:NOR", aggressor="F:NOR")
    assert len([x for x in table.options() if x.endswith(" BRI")]) == 3
    assert groups(table, "BRI") == 3  # one of the three, never two
    assert table.options("remove_marker") == ["NOR"]
    enemy = campaign(2, units, control="F:NOR", aggressor="F:NOR",
                     next_side="F")  # fmt: skip
    assert enemy.options("move hF00a") == []


@pytest.mark.rule("G14.6", "G6.5", "G6.7")
def test_g14_6_pinned_by_a_marker_alone() -> None:
    other = {"hF00a": "IDF"}
    alone = campaign(2, {"hE00a": "NOR", "hE00b": "ENG", **other}, control="F:NOR")
    assert not [x for x in alone.options("move") if x.startswith("hE00a")]
    assert alone.options("remove_marker") == []
    two = campaign(2, {**stand("NOR", "hE00a", "hE00b"), **other}, control="F:NOR")
    assert groups(two, "BRI") == 2
    assert two.options("remove_marker") == ["NOR"]
    free = two.do("remove_marker NOR")
    while free.see["impulses"][0] and free.see["areas"] and free.state.current_player() != 0:
        free.do("pass")
    assert free.area("NOR")["control"] == ""
    assert groups(free, "BRI") == 3


@pytest.mark.rule("G13.2")
def test_g13_2_off_a_marker_alone_pins_nobody() -> None:
    units = {"hE00a": "NOR", "hE00b": "ENG", "hF00a": "IDF"}
    table = campaign(2, units, control="F:NOR", pin_by_marker_alone=False)
    assert [x for x in table.options("move") if x.startswith("hE00a")]


@pytest.mark.rule("G14.7", "G6.2", "G9.10")
@pytest.mark.parametrize(
    ("scenario", "mine", "control", "at", "to", "most"),
    [
        ("hyw", "E", "E:ENG", "ENG", "NOR", 2),
        ("hyw", "E", "E:ENG", "NOR", "ENG", 2),
        ("hyw", "F", "F:NOR E:ENG", "NOR", "ENG", 1),
        ("hyw", "F", "F:BRI,AQU", "BRI", "AQU", 2),
        ("hyw", "E", "E:ENG", "WAL", "IRE", 1),
        ("liw", "E", "E:ENG", "ENG", "NOR", 1),
    ],
)
def test_g14_7_limits_at_sea(
    scenario: str, mine: str, control: str, at: str, to: str, most: int
) -> None:
    letter = "h" if scenario == "hyw" else "l"
    names = [f"{letter}{mine}0{n}{x}" for n in (0, 1) for x in "ab"][:3]
    table = campaign(2, stand(at, *names), scenario=scenario, control=control, initiative=mine,
                     next_side=mine)  # fmt: skip
    move = next(x for x in table.options() if x.startswith("move") and x.endswith(f" {to}"))
    after = table.do(move).results(lambda x: x.asks == "choose_companion")
    gone = max(sum(one.leader(name)["where"] == to for name in names) for one in after)
    assert gone == most


@pytest.mark.rule("G14.8", "G6.8")
def test_g14_8_the_second_side_to_enter_is_the_aggressor() -> None:
    table = campaign(2, {"hE00a": "AQU", "hF00a": "ORL", "hE00b": "SCO", "hF00b": "PRO"})
    table.do("move hE00a POI")
    assert table.area("POI")["aggressor"] == ""
    assert table.see["impulses"]
    table.do("move hF00a POI")
    assert table.area("POI")["aggressor"] == "F"


@pytest.mark.rule("G6.8", "G6.9")
def test_g6_9_the_marker_goes_with_the_last_leader() -> None:
    units = {**stand("NOR", "hE00a", "hE00b"), "hE02b": "WAL", "hF00a": "PRO"}
    table = campaign(2, units, control="F:IDF", pin_by_marker_alone=False)
    table.do("move hE00a IDF").do("join hE00b").do("pass")
    assert table.area("IDF")["aggressor"] == "E"
    table.do("move hE00a ORL").do("go").do("pass")
    assert table.area("IDF")["aggressor"] == "E"
    table.do("move hE00b ORL")
    assert table.area("IDF")["aggressor"] == ""


@pytest.mark.rule("G14.58", "G5.63")
@pytest.mark.parametrize(("to", "results"), [("IDF", 7), ("BRI", 6), ("ORL", 3), ("ENG", 6)])
def test_g14_58_results_of_one_impulse(to: str, results: int) -> None:
    table = campaign(2, stand("NOR", *E3), control="E:ENG")
    assert len([x for x in table.options("move") if x.endswith(to)]) == 3
    assert groups(table, to) == results


@pytest.mark.rule("G14.59", "G6.6")
@pytest.mark.parametrize(("enemies", "to", "results"), [(2, "IDF", 14), (2, "BRI", 10),
                                                        (3, "IDF", 10)])  # fmt: skip
def test_g14_59_results_of_a_pinned_group(enemies: int, to: str, results: int) -> None:
    units = {**stand("NOR", *E4), **stand("NOR", *F[:enemies])}
    assert groups(campaign(2, units, control="E:NOR", aggressor="F:NOR"), to) == results


@pytest.mark.rule("G6.1", "G6.4")
def test_g6_4_troops_go_with_their_leader() -> None:
    table = campaign(2, {"hE00a": "NOR INF4 KE1", "hF00a": "PRO"}).do("move hE00a BRI")
    assert table.troops("hE00a") == {"INF": 4, "KE": 1}
    assert table.leader("hE00a")["where"] == "BRI"
