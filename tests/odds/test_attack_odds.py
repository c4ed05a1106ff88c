"""Exact odds against the known answers of the rules text, chapter 14.2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pysim.odds import Attack, AttackOdds, attack_odds

F = Fraction


def odds(dice: int, rank: Any, **more: Any) -> AttackOdds:
    return attack_odds(Attack(dice=dice, target_rank=rank, **more))


def spread(result: AttackOdds) -> list[F]:
    return list(result.hits.values())


@pytest.mark.rule("W14.40")
def test_w14_40_two_dice_on_green_infantry() -> None:
    result = odds(2, "green")
    assert spread(result) == [F(1, 4), F(1, 2), F(1, 4)]
    assert result.mean_hits == 1


@pytest.mark.rule("W14.41")
def test_w14_41_three_dice_on_blue_infantry() -> None:
    result = odds(3, "blue")
    assert spread(result) == [F(125, 512), F(225, 512), F(135, 512), F(27, 512)]
    assert result.mean_hits == F(9, 8)


@pytest.mark.rule("W14.42")
def test_w14_42_four_dice_on_red_infantry() -> None:
    result = odds(4, "red")
    assert spread(result) == [F(81, 256), F(27, 64), F(27, 128), F(3, 64), F(1, 256)]
    assert result.mean_hits == 1


@pytest.mark.rule("W14.43")
def test_w14_43_valor_of_infantry_does_not_hit_cavalry() -> None:
    result = odds(3, "blue", target_class="cavalry")
    assert spread(result) == [F(27, 64), F(27, 64), F(9, 64), F(1, 64)]
    assert result.mean_hits == F(3, 4)


@pytest.mark.rule("W7.18")
def test_w7_18_valor_of_cavalry_hits_cavalry() -> None:
    result = odds(3, "blue", target_class="cavalry", attacker_class="cavalry")
    assert result.mean_hits == F(9, 8)


@pytest.mark.rule("W14.44")
@pytest.mark.parametrize("more", [{"heavy_armor": True}, {"target_class": "cavalry"}])
def test_w14_44_four_dice_on_red_without_valor(more: dict[str, Any]) -> None:
    result = odds(4, "red", **more)
    assert spread(result) == [
        F(2401, 4096), F(343, 1024), F(147, 2048), F(7, 1024), F(1, 4096),
    ]  # fmt: skip
    assert result.mean_hits == F(1, 2)


@pytest.mark.rule("W14.45")
@pytest.mark.parametrize(("dice", "chance"), [(2, F(15, 64)), (3, F(169, 512)), (4, F(1695, 4096))])
def test_w14_45_at_least_one_morale_result(dice: int, chance: F) -> None:
    assert odds(dice, "blue").morale == chance


@pytest.mark.rule("W14.46")
def test_w14_46_two_figures_with_room_to_retreat() -> None:
    result = odds(3, "blue", figures=2)
    assert result.eliminated == F(81, 256)
    assert result.retreats == F(71, 256)
    assert result.dislodged == F(19, 32)
    assert result.stands == F(13, 32)


@pytest.mark.rule("W14.47")
def test_w14_47_stalwart_ignores_the_first_morale_result() -> None:
    result = odds(3, "blue", figures=2, stalwart=True)
    assert result.eliminated == F(81, 256)
    assert result.retreats == F(11, 256)
    assert result.stands == F(41, 64)


@pytest.mark.rule("W14.48")
def test_w14_48_no_room_to_retreat_costs_figures() -> None:
    result = odds(3, "blue", figures=2, retreat_room=0)
    assert result.eliminated == F(1, 2)
    assert result.retreats == 0


@pytest.mark.rule("W14.49")
@pytest.mark.parametrize("more", [{"toughness": 1}, {"cover": 1}])
def test_w14_49_toughness_ignores_one_hit(more: dict[str, Any]) -> None:
    result = odds(3, "blue", figures=2, **more)
    assert 1 - result.losses[0] == F(81, 256)
    assert result.losses[2] == F(27, 512)


@pytest.mark.rule("W14.50")
def test_w14_50_flank_reroll_for_most_hits() -> None:
    assert odds(3, "blue", flank=True).mean_hits == F(423, 256)


@pytest.mark.rule("W14.51")
def test_w14_51_flank_reroll_for_two_hits() -> None:
    result = odds(3, "blue", flank=True, at_least=2)
    assert result.chance(lambda outcome: outcome.hits >= 2) == F(74169, 131072)


@pytest.mark.rule("W14.52")
def test_w14_52_flank_reroll_of_two_dice_on_green() -> None:
    assert odds(2, "green", flank=True).mean_hits == F(91, 64)


@pytest.mark.rule("W14.53")
@pytest.mark.parametrize(
    ("dice", "rank", "rating", "chance"),
    [(3, "blue", 2, F(81, 256)), (3, "red", 2, F(5, 32)), (4, "blue", 3, F(621, 4096))],
)
def test_w14_53_lone_commander_needs_his_rating(
    dice: int, rank: str, rating: int, chance: F
) -> None:
    assert odds(dice, rank, figures=1, capture_rating=rating).eliminated == chance


@pytest.mark.rule("W14.54")
def test_w14_54_war_dogs_on_blue_infantry() -> None:
    result = odds(0, "blue", mode="war_dogs", rank_dice=(2, 3, 4))
    assert spread(result) == [
        F(11521, 32768), F(3739, 8192), F(2619, 16384), F(243, 8192), F(81, 32768),
    ]  # fmt: skip
    assert result.mean_hits == F(7, 8)


@pytest.mark.rule("W14.55")
def test_w14_55_war_dogs_on_red_cavalry() -> None:
    result = odds(0, "red", mode="war_dogs", target_class="cavalry", rank_dice=(2, 3, 4))
    assert spread(result) == [
        F(21393, 32768), F(2627, 8192), F(411, 16384), F(11, 8192), F(1, 32768),
    ]  # fmt: skip
    assert result.mean_hits == F(3, 8)


@pytest.mark.rule("W14.56")
def test_w14_56_wedge_adds_a_morale_result() -> None:
    result = odds(3, "blue", wedge=True)
    found = [result.chance(lambda o, n=n: o.morale == n) for n in range(5)]  # type: ignore[misc]
    assert found == [F(343, 512), 0, F(147, 512), F(21, 512), F(1, 512)]


@pytest.mark.rule("W14.64")
def test_w14_64_fearsome_doubles_the_retreat() -> None:
    result = odds(3, "red", figures=9, fearsome=True)
    found = [result.chance(lambda o, n=n: o.retreat == n) for n in (0, 2, 4, 6)]  # type: ignore[misc]
    assert found == [F(343, 512), F(147, 512), F(21, 512), F(1, 512)]


@pytest.mark.rule("W3.35")
def test_w3_35_morale_costs_a_figure_in_a_tower() -> None:
    result = odds(1, "blue", mode="ranged", tower=True)
    assert result.losses == {0: F(1, 2), 1: F(1, 2)}
    assert result.retreats == 0


@pytest.mark.rule("W9.41")
def test_w9_41_line_is_one_rank_lower_against_ranged_attacks_only() -> None:
    assert odds(1, "blue", mode="ranged", loose=True).mean_hits == F(1, 2)
    assert odds(1, "blue", mode="melee", loose=True).mean_hits == F(3, 8)
    lowest = odds(1, "green", mode="ranged", loose=True, target_class="cavalry")
    assert lowest.mean_hits == F(1, 2)


@pytest.mark.parametrize("dice", range(9))
@pytest.mark.parametrize("flank", [False, True])
def test_chances_add_up_to_one(dice: int, flank: bool) -> None:
    result = odds(dice, "red", flank=flank, aim="dislodge", stalwart=True, retreat_room=1)
    assert sum(result.chances.values()) == 1


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"dice": 99}, "dice must be from 0 to 16"),
        ({"figures": 0}, "figures must be from 1"),
        ({"flank": True, "mode": "ranged"}, "W7.4"),
        ({"tower": True}, "W3.32"),
    ],
)
def test_wrong_attacks_are_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Attack(**{"dice": 3, "target_rank": "blue", **more})
