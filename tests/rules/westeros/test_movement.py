"""Chapters 3 and 6: the map, terrain, movement by order, fire."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import Table, place

WALK_1 = {"t_inf": {"move": [1, 1, 1]}}
BURNER = {"t_inf": {"keywords": [["scorch", 0]]}}


@pytest.mark.rule("W14.1")
def test_w14_1_neighbours() -> None:
    even = place("S1 t_inf blue (3,2)", types=WALK_1).order("S1")
    assert even.moves("S1") == {(4, 2), (2, 2), (3, 3), (2, 3), (3, 1), (2, 1)}
    odd = place("S1 t_inf blue (3,3)", types=WALK_1).order("S1")
    assert odd.moves("S1") == {(4, 3), (2, 3), (4, 4), (3, 4), (4, 2), (3, 2)}


@pytest.mark.rule("W14.2")
@pytest.mark.parametrize(
    ("hex_", "away"),
    [((5, 2), 3), ((3, 4), 2), ((2, 4), 2), ((4, 3), 3), ((3, 3), 2), ((4, 5), 4)],
)
def test_w14_2_distances(hex_: tuple[int, int], away: int) -> None:
    def reached(walk: int) -> set[tuple[int, int]]:
        types = {"t_inf": {"move": [walk] * 3}}
        return place("S1 t_inf blue (2,2)", types=types).order("S1").moves("S1")

    assert hex_ in reached(away)
    assert hex_ not in reached(away - 1)


@pytest.mark.rule("W14.2")
def test_w14_2_nineteen_hexes_within_two() -> None:
    assert len(place("S1 t_inf blue (4,3)").order("S1").moves("S1")) == 18


@pytest.mark.rule("W6.1")
@pytest.mark.parametrize(("rank", "hexes"), [("green", 36), ("blue", 18), ("red", 18)])
def test_w6_1_movement_by_rank(rank: str, hexes: int) -> None:
    assert len(place(f"S1 t_inf {rank} (5,4)").order("S1").moves("S1")) == hexes


@pytest.mark.rule("W3.16")
@pytest.mark.parametrize(
    "land",
    ["forest", "building", "marsh", "hill", "forest_road", "river+ford", "plains+palisade"],
)
def test_w3_16_stop_terrain(land: str) -> None:
    moves = place("S1 t_inf blue (3,4)", terrain={(4, 4): land}).order("S1").moves("S1")
    assert (4, 4) in moves
    assert (5, 4) not in moves


@pytest.mark.rule("W3.18")
@pytest.mark.rule("W3.20")
@pytest.mark.parametrize(
    "land", ["plains", "road", "river+bridge", "river+stone_bridge", "plains+tent"]
)
def test_w3_18_terrain_that_does_not_stop(land: str) -> None:
    moves = place("S1 t_inf blue (3,4)", terrain={(4, 4): land}).order("S1").moves("S1")
    assert {(4, 4), (5, 4)} <= moves


@pytest.mark.rule("W3.18")
@pytest.mark.rule("W3.20")
@pytest.mark.parametrize("land", ["river", "forest_river", "lake", "plains+siege_engine"])
def test_w3_18_impassable_terrain(land: str) -> None:
    moves = place("S1 t_inf blue (3,4)", terrain={(4, 4): land}).order("S1").moves("S1")
    assert not {(4, 4), (5, 4)} & moves


@pytest.mark.rule("W3.20")
def test_w3_20_cavalry_may_not_enter_a_palisade() -> None:
    moves = (
        place("S1 t_cav blue (3,4)", terrain={(4, 4): "plains+palisade"}).order("S1").moves("S1")
    )
    assert (4, 4) not in moves


@pytest.mark.rule("W3.18")
def test_w3_18_a_hill_does_not_stop_a_unit_already_on_a_hill() -> None:
    heights = {(3, 4): "hill", (4, 4): "hill"}
    assert (5, 4) in place("S1 t_inf blue (3,4)", terrain=heights).order("S1").moves("S1")


@pytest.mark.rule("W3.16")
def test_w3_16_stop_terrain_does_not_stop_a_unit_from_leaving() -> None:
    moves = place("S1 t_inf blue (3,4)", terrain={(3, 4): "forest"}).order("S1").moves("S1")
    assert len(moves) == 18


@pytest.mark.rule("W3.19")
def test_w3_19_one_hex_more_along_a_road() -> None:
    road = {(c, 4): "road" for c in range(2, 7)}
    assert (5, 4) in place("S1 t_inf blue (2,4)", terrain=road).order("S1").moves("S1")
    assert (6, 4) not in place("S1 t_inf blue (2,4)", terrain=road).order("S1").moves("S1")
    gap = road | {(3, 4): "plains"}
    assert (5, 4) not in place("S1 t_inf blue (2,4)", terrain=gap).order("S1").moves("S1")
    started_beside = road | {(2, 4): "plains"}
    assert (5, 4) not in place("S1 t_inf blue (2,4)", terrain=started_beside).order("S1").moves(
        "S1"
    )


@pytest.mark.rule("W3.19")
def test_w3_19_forest_road_and_bridge_are_road() -> None:
    road = {(2, 4): "road", (3, 4): "forest_road", (4, 4): "river+bridge", (5, 4): "road"}
    assert (5, 4) in place("S1 t_inf blue (2,4)", terrain=road).order("S1").moves("S1")


@pytest.mark.rule("W6.2")
def test_w6_2_units_may_not_be_entered_or_passed() -> None:
    moves = place("S1 t_inf blue (3,4)", "S2 t_inf blue (4,4)").order("S1").moves("S1")
    assert not {(4, 4), (5, 4)} & moves


@pytest.mark.rule("W6.7")
def test_w6_7_leaving_an_adjacent_unengaged_enemy_is_free() -> None:
    table = place("S1 t_inf blue (3,4)", "N1 t_inf red (3,5)").order("S1")
    assert table.do("choose_move S1 (2,4)").at("S1") == (2, 4)


def engaged_with_red() -> Table:
    table = place("S1 t_inf green (3,2)", "N1 t_inf red (3,3)", "S2 t_inf blue (4,2)", solo=None)
    table.strike("S1", "N1", "BB").do("pass")
    return table.do("morale_rally S1").order("S1")


@pytest.mark.rule("W14.10")
@pytest.mark.rule("W7.60")
def test_w14_10_parting_blow_before_the_move() -> None:
    table = engaged_with_red().do("choose_move S1 (2,2)", "parting_blow GGMM")
    assert (table.at("S1"), table.figures("S1")) == ((2, 2), 2)
    assert table.partner("S1") is None
    assert table.partner("N1") is None


@pytest.mark.rule("W14.10")
@pytest.mark.rule("W7.62")
def test_w14_10_a_unit_that_does_not_survive_does_not_move() -> None:
    table = engaged_with_red().do("choose_move S1 (2,2)", "parting_blow GGGV")
    assert table.at("S1") is None
    assert table.see["vp"] == [0, 1]


@pytest.mark.rule("W6.5")
def test_w6_5_a_step_to_another_hex_beside_the_partner_disengages() -> None:
    table = engaged_with_red().do("choose_move S1 (2,3)", "parting_blow RRRR")
    assert table.at("S1") == (2, 3)
    assert table.partner("N1") is None


@pytest.mark.rule("W14.27")
def test_w14_27_marsh_one_hex_or_an_attack() -> None:
    table = place("S1 t_inf green (3,2)", "N1 t_inf red (4,3)", terrain={(3, 2): "marsh"}).order(
        "S1"
    )
    assert table.moves("S1") == {(4, 2), (2, 2), (3, 3), (2, 3), (3, 1), (2, 1)}
    moved = table.copy().do("choose_move S1 (3,3)")
    assert "choose_attack S1 melee N1" not in moved.stay().options()
    near = place("S1 t_inf green (3,2)", "N1 t_inf red (3,3)", terrain={(3, 2): "marsh"}).order(
        "S1"
    )
    near.attack("S1", "N1", "BB")
    assert near.at("S1") == (3, 2)


@pytest.mark.rule("W3.18")
def test_w3_18_marsh_takes_stalwart() -> None:
    table = place("S1 t_inf green (3,2)", "N1 t_stal red (3,3)", terrain={(3, 3): "marsh"})
    table.strike("S1", "N1", "MB")
    assert table.asks == "choose_retreat_hex"


@pytest.mark.rule("W14.23")
@pytest.mark.rule("W3.41")
def test_w14_23_a_forest_burns_down() -> None:
    units = ("S1 t_inf red (3,4)", "S2 t_inf red (4,5)", "S3 t_inf blue (5,4)")
    table = place(*units, terrain={(4, 4): "forest"}, types=BURNER)
    table.order("S1").stay().do("choose_attack S1 scorch (4,4)", "scorch GGBV")
    assert table.hex(4, 4)["fire"] == 2
    assert not table.hex(4, 4)["devastated"]
    table.order("S2").stay().do("choose_attack S2 scorch (4,4)", "scorch GGRM")
    assert table.hex(4, 4)["fire"] == 3
    assert table.hex(4, 4)["devastated"]
    assert (4, 4) not in table.order("S3").moves("S3")


@pytest.mark.rule("W3.42")
def test_w3_42_nobody_enters_a_fire() -> None:
    units = ("S1 t_inf blue (3,4)", "S2 t_inf blue (5,4)")
    table = place(*units, terrain={(4, 4): "forest"}, types=BURNER).order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", "scorch GBB")
    assert (4, 4) not in table.order("S2").moves("S2")


@pytest.mark.rule("W3.41")
@pytest.mark.rule("W3.20")
@pytest.mark.parametrize(
    ("land", "roll", "open_"),
    [
        ("plains+tent", "GBB", True),
        ("plains+palisade", "GGB", True),
        ("plains+siege_engine", "GGG", True),
        ("river+bridge", "GGG", False),
    ],
)
def test_w3_41_burnt_tokens_are_removed(land: str, roll: str, open_: bool) -> None:
    units = ("S1 t_inf blue (3,4)", "S2 t_cav blue (5,4)")
    table = place(*units, terrain={(4, 4): land}, types=BURNER).order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", f"scorch {roll}")
    assert (table.hex(4, 4)["token"], table.hex(4, 4)["fire"]) == ("", 0)
    assert ((4, 4) in table.order("S2").moves("S2")) == open_


@pytest.mark.rule("W3.44")
def test_w3_44_fire_spreads_from_level_four_and_kills() -> None:
    woods = {(4, 4): "building", (5, 4): "forest", (4, 5): "forest", (6, 4): "forest"}
    units = ("S1 t_inf red (3,4)", "S2 t_inf blue (5,4)")
    table = place(*units, terrain=woods, types=BURNER).order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", "scorch GGGG")
    assert table.hex(4, 4)["devastated"]
    next_round(table)
    assert [table.hex(*at)["fire"] for at in ((5, 4), (4, 5), (6, 4))] == [1, 1, 0]
    assert table.figures("S2") == 4
    next_round(table)
    assert table.figures("S2") == 3


@pytest.mark.rule("W3.43")
def test_w3_43_small_fires_stay() -> None:
    woods = {(4, 4): "building", (5, 4): "forest"}
    table = place("S1 t_inf red (3,4)", terrain=woods, types=BURNER).order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", "scorch GGGB")
    next_round(table)
    assert [table.hex(4, 4)["fire"], table.hex(5, 4)["fire"]] == [3, 0]


def next_round(table: Table) -> None:
    """Pass until the next round has begun."""
    now = table.see["round"]
    while table.see["round"] == now:
        none = [x for x in table.options() if x in ("pass", "choose_keep_token none")]
        table.go(none[0] if none else table.options()[-1])


@pytest.mark.rule("W3.18")
def test_w3_18_a_forest_road_does_not_stop_whoever_comes_by_road() -> None:
    ways = {(2, 2): "road", (3, 2): "forest_road"}
    assert (6, 2) in place("S1 t_cav green (2,2)", terrain=ways).order("S1").moves("S1")
    woods = {(3, 2): "forest_road"}
    assert (4, 2) not in place("S1 t_inf blue (2,2)", terrain=woods).order("S1").moves("S1")


@pytest.mark.rule("W3.23")
def test_w3_23_a_marsh_limits_orders_only() -> None:
    table = place("S1 t_cav blue (4,4) addam", terrain={(4, 4): "marsh"})
    table.do("choose_commit addam yes")
    assert "(6,4)" in table.options("choose_effect_hex")
