"""The reference against the worked examples of the rules text, positions first."""

from __future__ import annotations

import pytest

from tests.reference.westeros.hexes import distance, neighbours, steps_between, zone_of_control
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole import combat, losses, orders, victory, walk
from tests.reference.westeros.whole.board import board, find, give, playable, run
from tests.reference.westeros.whole.ground import add_fire, far, impassable, ruling
from tests.reference.westeros.whole.losses import Tally
from tests.reference.westeros.whole.sight import BLOCKING, sees


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
    mixed = board({"N1": ("foot", "blue", (1, 3))}, terrain={(2, 3): "forest"})
    assert not sees(mixed, (2, 2), (2, 4))


@pytest.mark.rule("W14.4")
def test_w14_4_sight_past_units() -> None:
    assert not sees(board({"N1": ("foot", "blue", (4, 4))}), (2, 2), (4, 5))
    assert sees(board({"N1": ("foot", "blue", (3, 3))}), (2, 2), (4, 5))


@pytest.mark.rule("W3.13")
def test_w3_13_sight_is_symmetric() -> None:
    hills = dict.fromkeys([(5, 4), (5, 3), (3, 1)], "hill")
    mixed = board(
        {"N1": ("foot", "blue", (4, 3)), "S1": ("foot", "blue", (2, 4))},
        terrain={(3, 3): "forest", **hills},
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
    foot = ("foot", "blue")
    s = board({"S1": (*foot, (3, 2)), "S2": (*foot, (4, 2)), "N1": (*foot, (3, 3))})
    south, second, north = (find(s, number) for number in ("S1", "S2", "N1"))
    run(s, strikes.attack(s, south, north, "melee"), rolls=(("attack", "RRR"),))
    assert (south.partner, north.partner, north.token_owner) == (north.id, south.id, 0)
    asked = run(s, strikes.attack(s, second, north, "melee"), rolls=(("attack", "RRR"),))
    assert asked.name == "choose_flank_reroll"
    assert (second.partner, north.partner) == (-1, south.id)
    run(s, strikes.attack(s, north, second, "melee"), rolls=(("attack", "RRR"),))
    assert south.partner == -1
    assert (north.partner, second.partner, second.token_owner) == (second.id, north.id, 1)


@pytest.mark.rule("W14.10")
def test_w14_10_an_engaged_unit_may_leave_unless_held_by_fear() -> None:
    for kind, free in (("foot", True), ("foot+fearsome", False)):
        s = board({"S1": ("foot", "blue", (3, 2)), "N1": (kind, "blue", (3, 3))})
        give(s, "S1", "N1", 0)
        orders.give_order(s, find(s, "S1"))
        assert ((2, 2) in walk.order_moves(s, find(s, "S1"))) == free
        if free:
            unit = find(s, "S1")
            run(s, walk.travel(s, unit, (2, 2)), rolls=(("parting_blow", "BGM"),))
            assert (unit.at, unit.plain, unit.partner) == ((2, 2), 3, -1)


@pytest.mark.rule("W14.11")
def test_w14_11_no_legal_step_costs_figures() -> None:
    foot = ("foot+stalwart", "blue")
    for ignored, left in (("no", 2), ("yes", 3)):
        s = board(
            {
                "S1": (*foot, (3, 2)), "S2": (*foot, (3, 1)), "S3": (*foot, (2, 1)),
                "N1": ("foot", "blue", (3, 3)),
            }
        )  # fmt: skip
        fight = strikes.attack(s, find(s, "N1"), find(s, "S1"), "melee")
        answer = f"choose_stalwart_ignore {ignored}"
        asked = run(s, fight, answer, rolls=(("attack", "GMM"),))
        assert (find(s, "S1").at, find(s, "S1").plain) == ((3, 2), left)
        assert asked.name == "choose_counterattack"


@pytest.mark.rule("W14.12")
def test_w14_12_retreat_to_the_edge() -> None:
    s = board({"S1": ("foot", "blue", (3, 1)), "S2": ("foot", "blue", (4, 0))})
    unit = find(s, "S1")
    assert run(s, losses.retreat(s, unit, 3, Tally(alone=False))) == 1
    assert (unit.at, unit.plain) == ((3, 0), 2)


@pytest.mark.rule("W14.13")
@pytest.mark.parametrize(("blocked", "captured"), [(False, False), (True, True)])
def test_w14_13_a_lone_commander(blocked: bool, captured: bool) -> None:
    foot = ("foot", "blue")
    units = {"S1": (*foot, (3, 2)), "S4": (*foot, (8, 0)), "N1": (*foot, (3, 3))}
    if blocked:
        units |= {"S2": (*foot, (3, 1)), "S3": (*foot, (2, 1))}
    s = board(units, commanders={"S1": 2})
    find(s, "S1").plain = 0
    fight = strikes.attack(s, find(s, "N1"), find(s, "S1"), "melee")
    run(s, fight, *([] if blocked else ["choose_retreat_hex (2,1)"]), rolls=(("attack", "GBM"),))
    assert (find(s, "S1").at is None) == captured
    assert s.morale == (-2 if captured else 0)


@pytest.mark.rule("W14.14")
def test_w14_14_recovery() -> None:
    s = board()
    for before, after in ((-5, -3), (-9, -7), (-2, 0), (-10, -10)):
        s.morale = before
        victory.recover(s)
        assert s.morale == after


@pytest.mark.rule("W14.16")
def test_w14_16_war_dogs_show_v() -> None:
    s = board({"S1": ("foot", "green", (3, 2)), "N1": ("horse+toughness:1", "red", (3, 5))})
    unit = find(s, "N1")
    run(s, strikes.attack(s, find(s, "S1"), unit, "war_dogs"), rolls=(("war_dogs", "V"),))
    assert unit.plain == 2


@pytest.mark.rule("W14.17")
def test_w14_17_deflect_with_polearm() -> None:
    s = board({"S1": ("foot+deflect+polearm", "blue", (3, 2)), "N1": ("foot", "blue", (3, 3))})
    s.pools[0]["B"] = 2
    fight = strikes.attack(s, find(s, "N1"), find(s, "S1"), "melee")
    run(s, fight, "choose_deflect 1", rolls=(("attack", "BBG"),))
    assert (find(s, "S1").plain, s.pools[0]["B"]) == (4, 1)


@pytest.mark.rule("W14.18")
def test_w14_18_volley_counts_the_chain() -> None:
    bows = ("bows+volley", "blue")
    s = board(
        {
            "S1": (*bows, (2, 2)), "S2": (*bows, (3, 2)), "S3": (*bows, (4, 2)),
            "N1": ("foot", "blue", (2, 5)),
        }
    )  # fmt: skip
    assert combat.dice(s, find(s, "S1"), find(s, "N1"), "ranged") == 2 + 2


@pytest.mark.rule("W14.20")
def test_w14_20_cavalry_in_line_under_arrows() -> None:
    s = board({"N1": ("horse+line", "green", (2, 5)), "N2": ("horse+line", "blue", (3, 5))})
    assert combat.hit_faces(s, find(s, "N1"), "ranged", "ranged") == {"G", "V"}
    assert combat.hit_faces(s, find(s, "N2"), "ranged", "ranged") == {"G"}


@pytest.mark.rule("W14.21")
def test_w14_21_ranges_of_towers() -> None:
    s = board({"S1": ("bows", "blue", (3, 2)), "N1": ("bows", "blue", (3, 6))})
    low, high = find(s, "S1"), find(s, "N1")
    high.side = "tower"
    assert combat.range_of(s, high, low, "ranged") == (1, 5)
    assert combat.range_of(s, low, high, "ranged") == (1, 3)
    low.side = "tower"
    assert combat.range_of(s, low, high, "ranged") == (1, 4)


@pytest.mark.rule("W14.22")
@pytest.mark.rule("W7.30")
def test_w14_22_a_sally_loses_cover() -> None:
    s = board(
        {"S1": ("foot+toughness:1", "blue", (3, 2)), "N1": ("foot", "blue", (3, 3))},
        terrain={(3, 2): "building"},
    )
    for owner, hits in ((0, 2), (1, 1)):
        give(s, "S1", "N1", owner)
        blow = strikes.Blow(find(s, "N1"), find(s, "S1"), "melee", "attack", {"B": 3}, hits=3)
        assert strikes.soak(s, blow) == hits


@pytest.mark.rule("W14.23")
def test_w14_23_fire_stops_at_the_limit() -> None:
    s = board(terrain={(3, 3): "forest"})
    add_fire(s, (3, 3), 2)
    add_fire(s, (3, 3), 2)
    place = s.places[3, 3]
    assert (place.fire, place.devastated) == (3, True)
    assert ruling(place) not in BLOCKING
    assert impassable(place, "infantry")


@pytest.mark.rule("W14.24")
def test_w14_24_concurrent_counterattack() -> None:
    s = board({"S1": ("foot", "blue", (3, 2)), "N1": ("foot", "blue", (3, 3))})
    unit, foe = find(s, "N1"), find(s, "S1")
    foe.defend = True
    rolls = (("attack", "RMM"), ("counterattack", "GBM"))
    answers = ("choose_concurrent_counter yes", "choose_stalwart_ignore yes")
    run(s, strikes.attack(s, unit, foe, "melee"), *answers, rolls=rolls)
    assert (unit.plain, foe.plain, foe.at, foe.defend) == (3, 3, (3, 2), False)


@pytest.mark.rule("W14.25")
def test_w14_25_two_dice_into_a_forest() -> None:
    for bonus, cap, expected in ((0, False, 2), (1, False, 2), (1, True, 3)):
        s = board(
            {"S1": ("foot", "red", (3, 2)), "N1": ("foot", "blue", (3, 3))},
            terrain={(3, 3): "forest"},
            options={"cap_base_only": cap},
        )
        assert combat.dice(s, find(s, "S1"), find(s, "N1"), "melee", bonus=bonus) == expected


@pytest.mark.rule("W14.26")
def test_w14_26_the_last_concealed_token() -> None:
    s = board(
        {"S1": ("horse+dive", "blue", (3, 2)), "N1": ("foot", "blue", (3, 4))},
        terrain={(3, 3): "river"},
    )
    s.concealed[0] = 1
    diver, foe = find(s, "S1"), find(s, "N1")
    orders.give_order(s, diver)
    assert (3, 3) in walk.order_moves(s, diver)
    assert (3, 3) not in walk.reach(s, foe, 2)
    run(s, walk.travel(s, diver, (3, 3), normal=True))
    assert (s.places[3, 3].token, s.concealed[0]) == ("hidden_ford", 0)
    s.put(diver, (3, 2))
    beyond = (4, 2)
    assert (3, 3) in walk.reach(s, foe, 2)
    assert walk.reach(s, foe, 2).get(beyond, 9) > far((3, 4), beyond)


@pytest.mark.rule("W14.27")
def test_w14_27_out_of_a_marsh() -> None:
    s = board({"S1": ("foot", "green", (3, 2))}, terrain={(3, 2): "marsh"})
    unit = find(s, "S1")
    orders.give_order(s, unit)
    moves = walk.order_moves(s, unit)
    assert set(moves) == set(neighbours((3, 2)).values())
    assert all(moves.values())


@pytest.mark.rule("W14.28")
def test_w14_28_pursue_enters_the_hex_left_first() -> None:
    s = board({"S1": ("horse", "blue", (3, 2))})
    rider = find(s, "S1")
    assert walk.pursue_moves(s, rider, (3, 3), 1) == [(3, 3)]
    around = set(neighbours((3, 3)).values())
    assert set(walk.pursue_moves(s, rider, (3, 3), 2)) == {(3, 3)} | around
    taken = board({"S1": ("horse", "blue", (3, 2)), "N1": ("foot", "blue", (3, 3))})
    assert walk.pursue_moves(taken, find(taken, "S1"), (3, 3), 2) == []


@pytest.mark.rule("W14.28")
def test_w14_28_no_second_pursue() -> None:
    s = board(
        {
            "S1": ("horse+pursue:2", "blue", (3, 2)), "N1": ("foot", "green", (3, 3)),
            "N2": ("foot", "green", (4, 4)),
        }
    )  # fmt: skip
    fight = strikes.attack(s, find(s, "S1"), find(s, "N1"), "melee")
    answers = (
        "choose_pursue_move (3,3)", "choose_pursue_attack S1 melee N2",
        "choose_retreat_hex (4,5)",
    )  # fmt: skip
    rolls = (("attack", "RRM"), ("attack", "RRM"))
    run(s, fight, *answers, rolls=rolls)
    assert (find(s, "S1").at, find(s, "N2").at) == ((3, 3), (4, 5))
    assert s.nested == 0


@pytest.mark.rule("WD14.4")
def test_wd14_4_the_bearer_decides_what_hits() -> None:
    roll = {"R": 1, "V": 1, "B": 1}
    s = board({"S1": ("horse", "red", (3, 2)), "S2": ("horse", "green", (2, 2))})
    hits = [
        sum(roll.get(face, 0) for face in combat.hit_faces(s, find(s, number), "infantry", "melee"))
        for number in ("S1", "S2")
    ]
    assert hits == [1, 0]


@pytest.mark.rule("WD14.13")
def test_wd14_13_pikemen() -> None:
    for formation, rank, horse, expected in (
        ("hedgehog", "blue", True, 5), ("hedgehog", "blue", False, 4),
        ("pike_square", "blue", True, 2), ("pike_square", "blue", False, 1),
        ("pike_square", "green", False, 0),
    ):  # fmt: skip
        foe = "horse" if horse else "foot"
        s = board({"S1": (f"foot+polearm+{formation}", rank, (3, 2)), "N1": (foe, "blue", (3, 3))})
        assert combat.dice(s, find(s, "S1"), find(s, "N1"), "melee") == expected
        assert combat.may_melee(s, find(s, "S1"), find(s, "N1")) == (expected > 0)
