"""Chapter 8: figure losses, capture, retreats, the morale track."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import Table, place


def attack(*units: str, roll: str, **more: object) -> Table:
    """N1 attacks S1 with the roll; more units may stand by."""
    return place(*units, solo=1, **more).strike("N1", "S1", roll)  # type: ignore[arg-type]


@pytest.mark.rule("W14.11")
def test_w14_11_no_legal_step_costs_figures() -> None:
    others = ("S2 t_inf blue (3,1)", "S3 t_inf blue (2,1)", "N1 t_inf blue (3,3)")
    table = attack("S1 t_inf blue (3,2)", *others, roll="MMG")
    assert (table.at("S1"), table.figures("S1")) == ((3, 2), 2)
    stalwart = attack("S1 t_stal blue (3,2)", *others, roll="MMG")
    stalwart.do("choose_stalwart_ignore yes")
    assert (stalwart.at("S1"), stalwart.figures("S1")) == ((3, 2), 3)
    assert stalwart.asks == "choose_counterattack"


@pytest.mark.rule("W14.12")
def test_w14_12_the_map_edge() -> None:
    units = ("S1 t_inf blue (3,1)", "S2 t_inf blue (4,0)", "N1 t_inf blue (3,2)")
    table = attack(*units, roll="MMM")
    assert (table.at("S1"), table.figures("S1")) == ((3, 0), 2)


@pytest.mark.rule("W8.11")
@pytest.mark.rule("W8.14")
def test_w8_11_the_owner_chooses_between_two_hexes() -> None:
    table = attack("S1 t_inf blue (3,2)", "N1 t_inf blue (3,3)", roll="MGG")
    assert table.state.current_player() == 0
    assert set(table.options("choose_retreat_hex")) == {"(3,1)", "(2,1)"}
    table.do("choose_retreat_hex (2,1)")
    assert (table.at("S1"), table.figures("S1"), table.partner("N1")) == ((2, 1), 4, None)


@pytest.mark.rule("W8.12")
@pytest.mark.parametrize("land", ["river", "lake", "plains+siege_engine"])
def test_w8_12_retreat_needs_passable_hexes(land: str) -> None:
    table = attack(
        "S1 t_inf blue (3,2)",
        "N1 t_inf blue (3,3)",
        roll="MGG",
        terrain={(3, 1): land, (2, 1): land},
    )
    assert (table.at("S1"), table.figures("S1")) == ((3, 2), 3)


@pytest.mark.rule("W8.12")
@pytest.mark.parametrize("land", ["forest", "plains+palisade", "river+ford"])
def test_w8_12_stop_terrain_does_not_stop_a_retreat(land: str) -> None:
    terrain = {(3, 1): land, (2, 1): "river"}
    table = attack("S1 t_inf blue (3,2)", "N1 t_inf blue (3,3)", roll="MMG", terrain=terrain)
    assert {"(4,0)", "(3,0)"} == set(table.options("choose_retreat_hex"))


@pytest.mark.rule("W8.12")
def test_w8_12_cavalry_does_not_retreat_into_a_palisade() -> None:
    terrain = {(3, 1): "plains+palisade", (2, 1): "plains+palisade"}
    table = attack("S1 t_cav blue (3,2)", "N1 t_inf blue (3,3)", roll="MGG", terrain=terrain)
    assert (table.at("S1"), table.figures("S1")) == ((3, 2), 2)


@pytest.mark.rule("W14.13")
def test_w14_13_a_lone_commander() -> None:
    alone = {"t_stal": {"figures": 1, "keywords": []}}
    units = ("S1 t_stal blue (3,2) s1", "N1 t_inf blue (3,3)")
    table = attack(*units, roll="BGM", types=alone).do("choose_retreat_hex (3,1)")
    assert (table.at("S1"), table.figures("S1")) == ((3, 1), 1)
    others = ("S2 t_inf blue (3,1)", "S3 t_inf blue (2,1)")
    table = attack(*units, *others, roll="BGM", types=alone)
    assert table.at("S1") is None
    assert table.see["depth"] == [2, 0]
    assert not table.see["commanders"][0]["on_map"]


@pytest.mark.rule("W8.3")
@pytest.mark.rule("W13.9")
@pytest.mark.parametrize("strict", [False, True])
def test_w8_3_leftover_hits_of_the_same_attack_capture(strict: bool) -> None:
    pair = {"t_stal": {"figures": 2, "keywords": []}}
    units = ("S1 t_stal blue (3,2) s1", "N1 t_inf blue (3,3)")
    table = attack(*units, roll="BBV", types=pair, options={"strict_ring_capture": strict})
    assert (table.at("S1") is None) is not strict


@pytest.mark.rule("W8.3")
def test_w8_3_hits_below_the_rating_are_not_remembered() -> None:
    pair = {"t_stal": {"figures": 2, "keywords": []}}
    units = ("S1 t_stal blue (3,2) s1", "N1 t_inf blue (3,3)", "N2 t_inf blue (2,3)")
    table = attack(*units, roll="BVG", types=pair)
    assert table.figures("S1") == 1
    table.strike("N2", "S1", "BGG").do("choose_flank_reroll none")
    assert table.figures("S1") == 1


@pytest.mark.rule("W8.22")
@pytest.mark.rule("W8.6")
@pytest.mark.parametrize(
    ("rank", "loss", "roll"), [("green", 1, "G"), ("blue", 2, "B"), ("red", 3, "R")]
)
def test_w8_22_morale_of_an_eliminated_unit(rank: str, loss: int, roll: str) -> None:
    frail = {"t_dog": {"figures": 1}}
    table = attack(f"S1 t_dog {rank} (3,2)", "N1 t_inf blue (3,3)", roll=roll * 3, types=frail)
    assert (table.see["depth"], table.see["vp"]) == ([loss, 0], [0, 1])


@pytest.mark.rule("W14.15")
def test_w14_15_depth_two_and_a_red_unit() -> None:
    frail = {"t_dog": {"figures": 1}}
    units = ("S1 t_dog red (3,2)", "N1 t_inf blue (3,3)")
    table = attack(*units, roll="RRR", types=frail, morale=-2)
    assert (table.see["depth"][0], table.see["zone"][0]) == (5, "green")


@pytest.mark.rule("W8.20")
@pytest.mark.parametrize(
    ("depth", "zone"),
    [(0, "steady"), (1, "grey"), (2, "grey"), (3, "green"), (6, "green"), (7, "yellow"),
     (9, "yellow"), (10, "red")],
)  # fmt: skip
def test_w8_20_zones(depth: int, zone: str) -> None:
    see = place("S1 t_inf blue (3,2)", morale=-depth).see
    assert (see["depth"], see["zone"]) == ([depth, 0], [zone, "steady"])
    see = place("S1 t_inf blue (3,2)", morale=depth).see
    assert (see["depth"], see["zone"]) == ([0, depth], ["steady", zone])


@pytest.mark.rule("W8.23")
def test_w8_23_the_marker_stops_at_the_last_space() -> None:
    frail = {"t_dog": {"figures": 1}}
    units = ("S1 t_dog red (3,2)", "N1 t_inf blue (3,3)")
    table = attack(*units, roll="RRR", types=frail, morale=-9)
    assert table.see["depth"] == [10, 0]


@pytest.mark.rule("W8.23")
def test_w8_23_one_marker_for_both() -> None:
    table = place("S1 t_inf blue (3,2)", solo=1, morale=-2).do("morale_up")
    assert table.see["depth"] == [3, 0]
    table = place("S1 t_inf blue (3,2)", solo=0, morale=-2).do("morale_up")
    assert table.see["depth"] == [1, 0]
    table = place("S1 t_inf blue (3,2)", solo=0).do("morale_up")
    assert table.see["depth"] == [0, 1]


@pytest.mark.rule("W13.1")
@pytest.mark.parametrize("directional", [False, True])
def test_w13_1_straight_away_from_the_attacker(directional: bool) -> None:
    units = ("S1 t_inf blue (5,4)", "N1 t_inf blue (4,4)")
    table = attack(*units, roll="MGG", options={"directional_retreats": directional})
    if directional:
        assert table.at("S1") == (6, 4)
    else:
        assert set(table.options("choose_retreat_hex")) == {"(5,3)", "(4,3)"}


@pytest.mark.rule("W13.1")
def test_w13_1_secondary_direction_and_lost_figures() -> None:
    on = {"directional_retreats": True}
    units = ("S1 t_inf blue (5,4)", "N1 t_inf blue (4,4)", "S2 t_inf blue (6,4)")
    table = attack(*units, roll="MMG", options=on)
    assert table.at("S1") == (6, 2)  # south-east, the nearer of the two directions beside east
    units = ("S1 t_inf blue (5,4)", "N1 t_inf blue (4,4)", "S2 t_inf blue (7,4)")
    table = attack(*units, roll="MMG", options=on)
    assert (table.at("S1"), table.figures("S1")) == ((6, 4), 3)


@pytest.mark.rule("W8.10")
def test_w8_10_ranged_attacks_drive_back_too() -> None:
    table = place("S1 t_inf blue (3,2)", "N1 t_bow blue (3,4)", solo=1)
    table.strike("N1", "S1", "MG", mode="ranged").do("choose_retreat_hex (3,1)")
    assert table.at("S1") == (3, 1)
