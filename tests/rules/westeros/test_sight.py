"""W3.9 to W3.14 and W7.2: line of sight of ranged attacks."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import place

Hex = tuple[int, int]


def sees(start: Hex, end: Hex, *units: str, terrain: dict[Hex, str] | None = None) -> bool:
    """Ask whether an archer of range 6 may shoot from one hex at another, both ways."""
    bow = {"t_bow": {"attacks": [{"mode": "ranged", "min": 1, "max": 6}]}}
    answers = []
    for a, b in ((start, end), (end, start)):
        here = f"S1 t_bow blue ({a[0]},{a[1]})"
        there = f"N1 t_inf blue ({b[0]},{b[1]})"
        table = place(here, there, *units, terrain=terrain, types=bow).order("S1")
        answers.append("N1" in table.targets("S1", "ranged"))
    assert answers[0] == answers[1]
    return answers[0]


@pytest.mark.rule("W14.3")
def test_w14_3_along_a_hexside() -> None:
    assert sees((2, 2), (2, 4), terrain={(2, 3): "forest"})
    assert not sees((2, 2), (2, 4), terrain={(2, 3): "forest", (1, 3): "forest"})
    assert not sees((2, 2), (2, 4), "S2 t_inf blue (1,3)", terrain={(2, 3): "forest"})


@pytest.mark.rule("W14.4")
def test_w14_4_past_units() -> None:
    assert not sees((2, 2), (4, 5), "N2 t_inf blue (4,4)")
    assert not sees((2, 2), (4, 5), "S2 t_inf blue (2,3)")
    assert sees((2, 2), (4, 5), "N2 t_inf blue (3,3)")
    assert not sees((2, 2), (4, 5), "N2 t_inf blue (3,3)", "S2 t_inf blue (3,4)")


@pytest.mark.rule("W14.30")
def test_w14_30_two_hexes_on_a_side() -> None:
    # (2,2) to (3,4) runs straight; (2,2) to (3,3) has the pair (3,2), (2,3) at its middle.
    assert sees((2, 2), (3, 3), terrain={(3, 2): "forest"})
    assert sees((2, 2), (3, 3), terrain={(2, 3): "forest"})
    assert not sees((2, 2), (3, 3), terrain={(3, 2): "forest", (2, 3): "forest"})


@pytest.mark.rule("W3.10")
def test_w3_10_own_hexes_do_not_block() -> None:
    assert sees((3, 4), (5, 4), terrain={(3, 4): "forest", (5, 4): "building"})


@pytest.mark.rule("W3.11")
@pytest.mark.parametrize(
    ("land", "blocks"),
    [
        ("plains", False), ("road", False), ("river", False), ("marsh", False), ("lake", False),
        ("river+bridge", False), ("river+ford", False), ("plains+tent", False),
        ("plains+palisade", False), ("forest", True), ("forest_river", True),
        ("forest_road", True), ("building", True), ("hill", True), ("plains+siege_engine", True),
    ],
)  # fmt: skip
def test_w3_11_blocking_terrain(land: str, blocks: bool) -> None:
    assert sees((3, 4), (5, 4), terrain={(4, 4): land}) is not blocks


@pytest.mark.rule("W3.14")
def test_w3_14_along_one_group_of_hills() -> None:
    heights = {(c, 4): "hill" for c in (3, 4, 5)}
    assert sees((3, 4), (5, 4), terrain=heights)
    other = {(2, 4): "hill", (4, 4): "hill", (6, 4): "hill"}
    assert not sees((2, 4), (6, 4), terrain=other)
    assert not sees((3, 4), (5, 4), terrain={(3, 4): "hill", (4, 4): "hill"})


@pytest.mark.rule("W3.14")
def test_w3_14_from_a_hill_over_units_below() -> None:
    between = "N2 t_inf blue (4,4)"
    assert not sees((3, 4), (5, 4), between)
    assert sees((3, 4), (5, 4), between, terrain={(3, 4): "hill"})
    assert sees((3, 4), (5, 4), between, terrain={(5, 4): "hill"})
    heights = {(c, 4): "hill" for c in (3, 4, 5)}
    assert not sees((3, 4), (5, 4), between, terrain=heights)
    assert not sees((3, 4), (5, 4), terrain={(3, 4): "hill", (4, 4): "forest"})


@pytest.mark.rule("W3.41")
def test_w3_41_a_devastated_forest_does_not_block() -> None:
    burner = {"t_inf": {"keywords": [["scorch", 0]]}}
    units = ("S1 t_bow blue (3,4)", "N1 t_inf blue (5,4)", "S2 t_inf red (4,3)")
    table = place(*units, terrain={(4, 4): "forest"}, types=burner).order("S2").stay()
    table.do("choose_attack S2 scorch (4,4)", "scorch GGGB").order("S1")
    assert table.targets("S1", "ranged") == ["N1"]


@pytest.mark.rule("W7.2")
def test_w7_2_range() -> None:
    units = (
        "S1 t_bow blue (3,4)",
        "N1 t_inf blue (7,4)",
        "N2 t_inf blue (2,0)",
        "N3 t_inf blue (8,5)",
    )
    assert place(*units).order("S1").targets("S1", "ranged") == ["N1", "N2"]


@pytest.mark.rule("W7.2")
def test_w7_2_bows_shoot_at_adjacent_enemies() -> None:
    table = place("S1 t_bow blue (3,4)", "N1 t_stal blue (4,4)").order("S1")
    assert table.targets("S1", "melee") == []
    table.attack("S1", "N1", "RR", mode="ranged")
    assert table.partner("S1") is None
    assert table.asks == "choose_turn_action"
