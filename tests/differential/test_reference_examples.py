"""The reference against the worked examples of the rules text, positions first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.reference.westeros import terrain
from tests.reference.westeros.attack import (
    count_hits,
    declare_melee,
    dice,
    hit_faces,
    hits_left,
    legal_targets,
    range_of,
)
from tests.reference.westeros.board import board, playable, soldier
from tests.reference.westeros.hexes import distance, neighbours, steps_between, zone_of_control
from tests.reference.westeros.movement import order_moves, pursue_hexes
from tests.reference.westeros.position import Place
from tests.reference.westeros.retreat import (
    retreat_length,
    retreat_paths,
    take_losses,
)
from tests.reference.westeros.sight import sees


@pytest.mark.rule("W14.1")
def test_w14_1_neighbours() -> None:
    assert neighbours((3, 2)) == {
        "E": (4, 2), "W": (2, 2), "NE": (3, 3), "NW": (2, 3), "SE": (3, 1), "SW": (2, 1),
    }  # fmt: skip
    assert neighbours((3, 3)) == {
        "E": (4, 3), "W": (2, 3), "NE": (4, 4), "NW": (3, 4), "SE": (4, 2), "SW": (3, 2),
    }  # fmt: skip


@pytest.mark.rule("W14.2")
def test_w14_2_distances_and_zone() -> None:
    given = {(5, 2): 3, (3, 4): 2, (2, 4): 2, (4, 3): 3, (3, 3): 2, (4, 5): 4}
    assert {at: distance((2, 2), at) for at in given} == given
    assert len(zone_of_control((4, 3), playable(9, 7))) == 19


@pytest.mark.rule("W3.6")
def test_w3_6_distance_is_the_number_of_steps() -> None:
    hexes = playable(6, 7)
    for a in hexes:
        for b in hexes:
            assert distance(a, b) == steps_between(a, b)


@pytest.mark.rule("W14.3")
def test_w14_3_sight_along_a_hexside() -> None:
    assert sees(board(terrain={(2, 3): "forest"}), (2, 2), (2, 4))
    assert not sees(board(terrain={(2, 3): "forest", (1, 3): "forest"}), (2, 2), (2, 4))
    mixed = board([soldier("N1", (1, 3))], terrain={(2, 3): "forest"})
    assert not sees(mixed, (2, 2), (2, 4))


@pytest.mark.rule("W14.4")
def test_w14_4_sight_past_units() -> None:
    assert not sees(board([soldier("N1", (4, 4))]), (2, 2), (4, 5))
    assert sees(board([soldier("N1", (3, 3))]), (2, 2), (4, 5))


@pytest.mark.rule("W3.13")
def test_w3_13_sight_is_symmetric() -> None:
    mixed = board(
        [soldier("N1", (4, 3)), soldier("S1", (2, 4))],
        terrain={(3, 3): "forest", (5, 4): "hill", (5, 3): "hill", (3, 1): "hill"},
    )
    for a in mixed.places:
        for b in mixed.places:
            assert sees(mixed, a, b) == sees(mixed, b, a)


@pytest.mark.rule("W14.30")
def test_w14_30_the_middle_lies_on_a_side() -> None:
    crowded = board(terrain=dict.fromkeys(playable(9, 7), "forest"))
    assert distance((2, 2), (3, 3)) == 2
    assert not sees(crowded, (2, 2), (3, 3))
    assert not sees(crowded, (3, 3), (2, 2))
    for open_side in ((3, 2), (2, 3)):
        one = board(terrain={(3, 2): "forest", (2, 3): "forest", open_side: "plains"})
        assert sees(one, (2, 2), (3, 3))
        assert sees(one, (3, 3), (2, 2))


@pytest.mark.rule("W14.8")
@pytest.mark.rule("W14.9")
def test_w14_8_flank_then_w14_9_the_attack_back() -> None:
    south, north = soldier("S1", (3, 2)), soldier("N1", (3, 3))
    second = soldier("S2", (4, 2))
    start = board([south, north, second])
    engaged = declare_melee(start, south, north)
    assert not engaged.flank
    at_start = replace(start, units=engaged.units)
    flank = declare_melee(at_start, at_start.units["S2"], at_start.units["N1"])
    assert flank.flank
    assert flank.units == engaged.units
    assert ("S2", "melee") in legal_targets(at_start, at_start.units["N1"])
    back = declare_melee(at_start, at_start.units["N1"], at_start.units["S2"])
    assert not back.flank
    assert back.units["S1"].engaged_with == ""
    assert back.units["N1"].engaged_with == "S2"
    assert back.units["S2"].engagement_seat == 1


@pytest.mark.rule("W14.10")
def test_w14_10_an_engaged_unit_may_leave_unless_held_by_fear() -> None:
    south = soldier("S1", (3, 2), engaged_with="N1", engagement_seat=0, allowance=1)
    north = soldier("N1", (3, 3), engaged_with="S1", engagement_seat=0)
    assert (2, 2) in order_moves(board([south, north]), south)
    feared = replace(north, keywords={"fearsome": 0})
    assert order_moves(board([south, feared]), south) == set()


@pytest.mark.rule("W14.11")
def test_w14_11_no_legal_step_costs_figures() -> None:
    unit = soldier("S1", (3, 2))
    closed = board([unit, soldier("S2", (3, 1)), soldier("S3", (2, 1))])
    assert retreat_paths(closed, unit, retreat_length(2)) == {((), 2)}
    assert take_losses(4, None, 0, 2).plain == 2
    assert retreat_paths(closed, unit, retreat_length(2, ignored=1)) == {((), 1)}


@pytest.mark.rule("W14.12")
def test_w14_12_retreat_to_the_edge() -> None:
    unit = soldier("S1", (3, 1))
    one_way = board([unit, soldier("S2", (4, 0))])
    assert retreat_paths(one_way, unit, 3) == {(((3, 0),), 2)}


@pytest.mark.rule("W14.13")
def test_w14_13_a_lone_commander() -> None:
    hitting = hit_faces(2, target_kind="infantry", attacker_kind="infantry")
    hits = count_hits({"B": 1, "G": 1, "M": 1}, hitting)
    assert hits == 1
    assert not take_losses(0, 2, hits).captured
    assert take_losses(0, 2, hits, 1).captured


@pytest.mark.rule("W14.21")
def test_w14_21_ranges_of_towers() -> None:
    bow = {"ranged": (1, 4)}
    low = soldier("S1", (3, 2), kind="ranged", modes=bow)
    high = soldier("N1", (3, 6), kind="ranged", modes=bow, side="tower")
    assert range_of(high, low, "ranged") == (1, 5)
    assert range_of(low, high, "ranged") == (1, 3)
    assert range_of(replace(low, side="tower"), high, "ranged") == (1, 4)


@pytest.mark.rule("W14.23")
def test_w14_23_fire_stops_at_the_limit() -> None:
    wood = Place("forest", fire=2, burn_limit=3)
    after = terrain.add_fire(wood, 2)
    assert (after.fire, after.devastated) == (3, True)
    assert not terrain.blocks_sight(after)
    assert terrain.impassable(after, "infantry")


@pytest.mark.rule("W14.25")
def test_w14_25_two_dice_into_a_forest() -> None:
    north = soldier("N1", (3, 3))
    for bonus, cap, expected in ((0, False, 2), (1, False, 2), (1, True, 3)):
        south = soldier("S1", (3, 2), rank="red", dice_bonus=bonus)
        wood = board([south, north], terrain={(3, 3): "forest"}, options={"cap_base_only": cap})
        assert dice(wood, south, north, "melee") == expected


@pytest.mark.rule("W14.28")
def test_w14_28_pursue_enters_the_hex_left_first() -> None:
    rider = soldier("S1", (3, 2), kind="cavalry")
    assert pursue_hexes(board([rider]), rider, (3, 3), 1) == {(3, 3)}
    around = set(neighbours((3, 3)).values()) - {(3, 2)}
    assert pursue_hexes(board([rider]), rider, (3, 3), 2) == {(3, 3)} | around
    taken = board([rider, soldier("N1", (3, 3))])
    assert pursue_hexes(taken, rider, (3, 3), 2) == set()


@pytest.mark.rule("WD14.2")
def test_wd14_2_zones_on_the_kingsroad() -> None:
    stark = {
        "S1": (10, 7), "S2": (9, 8), "S3": (11, 8), "S4": (10, 8),
        "S5": (5, 8), "S6": (4, 8), "S7": (6, 8), "S8": (5, 9),
    }  # fmt: skip
    lannister = {
        "N1": (5, 2), "N2": (3, 2), "N3": (7, 2), "N4": (9, 2), "N5": (8, 3),
        "N6": (10, 2), "N7": (11, 2), "N8": (12, 3), "N9": (9, 1),
    }  # fmt: skip
    field = board(
        [soldier(number, at) for number, at in {**stark, **lannister}.items()],
        columns=15,
        rows=11,
    )
    units = field.units
    assert field.controlled(units["S1"]) == {"S1", "S2", "S3", "S4"}
    assert field.controlled(units["S5"]) == {"S5", "S6", "S7", "S8"}
    assert field.controlled(units["N4"]) == {"N3", "N4", "N5", "N6", "N7", "N9"}


@pytest.mark.rule("WD14.4")
def test_wd14_4_the_bearer_decides_what_hits() -> None:
    roll = {"R": 1, "V": 1, "B": 1}
    red = hit_faces(3, target_kind="cavalry", attacker_kind="infantry")
    green = hit_faces(1, target_kind="cavalry", attacker_kind="infantry")
    assert (count_hits(roll, red), count_hits(roll, green)) == (1, 0)


@pytest.mark.rule("W7.30")
@pytest.mark.rule("W3.22")
def test_w7_30_toughness_and_cover_add_and_a_sally_loses_cover() -> None:
    unit = replace(soldier("S1", (3, 2)), keywords={"toughness": 1})
    house = board([unit], terrain={(3, 2): "building"})
    assert hits_left(house, unit, 3) == 1
    sally = replace(unit, engaged_with="N1", engagement_seat=0)
    held = replace(unit, engaged_with="N1", engagement_seat=1)
    assert hits_left(house, sally, 3) == 2
    assert hits_left(house, held, 3) == 1
