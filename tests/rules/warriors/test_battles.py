"""Phase 3: sieges, dice, hits. Rules: G7, G8."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.warriors.campaign import Campaign, campaign

SIDE = {"hE00a": "NOR INF4", "hE00b": "NOR INF2"}


def struck(hits: int, units: dict[str, str], **more: str) -> Campaign:
    """F fights E in Normandy, is hit so often in the first round, and hits nobody."""
    table = campaign(3, {**SIDE, **units}, control="F:NOR", aggressor="E:NOR", **more)
    return table.do("field", f"battle {hits}", "battle 0")


def kept(table: Campaign, *names: str) -> set[tuple[tuple[str, tuple[tuple[str, int], ...]], ...]]:
    """Give what each result of meeting the hits leaves to some leaders."""
    ends = table.results(lambda x: x.asks == "allocate_hits")
    return {
        tuple((end.leader(n)["where"], tuple(sorted(end.troops(n).items()))) for n in names)
        for end in ends
    }


@pytest.mark.rule("G14.15", "G14.61", "G8.1", "G8.2")
@pytest.mark.parametrize(("hits", "results"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 1)])
def test_g14_61_results_of_hits_on_one_leader(hits: int, results: int) -> None:
    table = struck(hits, {"hF00a": "NOR INF1 KF2"})
    if results == 1:
        assert table.asks != "allocate_hits"
        assert table.troops("hF00a") == {}
        return
    found = kept(table, "hF00a")
    assert len(found) == results
    if hits == 4:  # both chevaliers, or everything
        assert {troops for ((_, troops),) in found} == {(("INF", 1),), ()}
    if hits == 3:  # infantry and a chevalier, or both chevaliers
        assert {troops for ((_, troops),) in found} == {(("KF", 1),), (("INF", 1),)}


@pytest.mark.rule("G14.16", "G8.4")
def test_g14_16_a_lost_mercenary_takes_the_other_along() -> None:
    table = struck(1, {"hF00a": "NOR MNET2 INF2"})
    found = {troops for ((_, troops),) in kept(table, "hF00a")}
    assert found == {(("INF", 1), ("MNET", 2)), (("INF", 2),)}


def round_of(table: Campaign, *rolls: str) -> None:
    """Let both sides fight on until the dice of a round are rolled."""
    for _ in range(6):
        action = next(x for x in ("field", "stand", "pass") if x in table.options())
        try:
            table.do(action, *rolls)
        except ValueError:  # the other side is asked first
            table.do(action)
        else:
            return
    raise AssertionError("no round")


@pytest.mark.rule("G14.20", "G7.15")
def test_g14_20_misses_in_a_row_are_counted() -> None:
    """E, the aggressor, misses twice, hits, and misses again."""
    table = campaign(3, {"hE00a": "NOR INF6", "hF00a": "NOR INF6"}, control="F:NOR",
                     aggressor="E:NOR")  # fmt: skip
    marks = []
    for hits in (0, 0, 1, 0):
        round_of(table, f"battle {hits}", "battle 0")
        while table.asks == "allocate_hits":
            table.go(table.options()[0])
        marks.append(table.see["battle"]["missed"])
    assert marks == [1, 2, 0, 1]


@pytest.mark.rule("G7.3", "G7.4", "G7.5", "G14.10", "G14.11", "G14.37")
@pytest.mark.parametrize(
    ("area", "inside", "outside", "number"),
    [
        ("BRI", "hN02b", {"hE01b": "G2", "hE00b": "G1"}, 2),  # 2 + 3 + 2 - 3 - 2 (G14.10)
        ("BRI", "hN02b", {"hE01b": "G1"}, 3),
        ("BRI", "hN02b", {"hE01b": ""}, 4),
        ("BRI", "hN02b", {"hE02a": ""}, 5),
        ("ENG", "hF03b", {"hE01b": ""}, 6),  # 3 + 3 + 3 - 3 (G14.11): nothing is rolled
        ("NOR", "hF05a", {"hE07a": "G2"}, 0),  # 2 + 3 + 1 - 4 - 2: it falls for certain
        ("PIC", "hF05a", {"hE07a": "G1"}, 0),
        ("NOR", "hF05a", {"hE07a": "G1"}, 1),
    ],
)
def test_g14_37_a_siege_falls_by_its_number(
    area: str, inside: str, outside: dict[str, str], number: int
) -> None:
    """A second battle, in Anjou, waits, so that the outcomes are those of the siege alone."""
    units = {inside: f"{area}:F", **{name: f"{area} {troops}" for name, troops in outside.items()}}
    units |= {"hE00a": "ANJ INF3", "hF00a": "ANJ INF3"}
    table = campaign(3, units, control=f"F:{area},ANJ", aggressor=f"E:{area},ANJ")
    table.do(f"battle {area}")
    chances = table.spread("siege", lambda x: x.leader(inside)["where"] == "prison")
    assert chances.get(True, Fraction(0)) == Fraction(6 - number, 6)


@pytest.mark.rule("G14.17", "G8.6", "G8.8")
@pytest.mark.parametrize(
    ("die", "where"),
    [(1, "killed"), (2, "killed"), (3, "prison"), (4, "prison"), (5, "rout"), (6, "rout")],
)
def test_g14_17_the_commander_is_the_last_to_be_removed(die: int, where: str) -> None:
    """Philip VI, who commands, and Louis of Dampierre are bare; a leader of two stars rolls."""
    units = {**SIDE, "hF00a": "NOR", "hF00b": "NOR"}
    table = campaign(3, units, control="F:NOR", aggressor="E:NOR")
    table.do("field", "battle 1", "battle 0", f"elimination {die}")
    assert table.leader("hF00b")["where"] == where
    assert table.leader("hF00a")["where"] == "NOR"


@pytest.mark.rule("G14.18", "G8.8")
@pytest.mark.parametrize(("die", "where"), [(1, "killed"), (3, "prison"), (4, "rout")])
def test_g14_18_a_king_of_three_stars_is_hit(die: int, where: str) -> None:
    """Totals 4, 6 and 7 on the chart; the Black Prince commands and stays."""
    units = {"hE00a": "NOR", "hE01a": "NOR", "hF00a": "NOR INF6", "hF00b": "NOR INF4"}
    table = campaign(3, units, control="F:NOR", aggressor="E:NOR", kings="E:hE00a F:hF00a")
    table.do("commander hE01a").do("field", "battle 0", "battle 1", f"elimination {die}")
    assert table.leader("hE00a")["where"] == where
    assert table.leader("hE01a")["where"] == "NOR"


@pytest.mark.rule("G14.62", "G8.2")
@pytest.mark.parametrize(
    ("hits", "results"), [(1, 5), (2, 11), (3, 16), (4, 16), (5, 12), (6, 7), (7, 3)]
)
def test_g14_62_results_of_hits_on_three_leaders(hits: int, results: int) -> None:
    units = {"hF00a": "NOR INF2 KF1", "hF00b": "NOR INF1 MNET1", "hF06b": "NOR"}
    assert len(kept(struck(hits, units), *units)) == results
