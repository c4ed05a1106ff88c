"""The reference against the exact probabilities of the rules text (W14.40-55, WD14.40-46)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference.westeros.attack import defence_level, hit_faces
from tests.reference.westeros.odds import (
    chance,
    flank_best,
    hits_and_morale,
    hits_distribution,
    mean,
    war_dogs_hits,
)
from tests.reference.westeros.retreat import take_losses

F = Fraction
GREEN = hit_faces(1, target_kind="infantry", attacker_kind="infantry")
BLUE = hit_faces(2, target_kind="infantry", attacker_kind="infantry")
RED = hit_faces(3, target_kind="infantry", attacker_kind="infantry")
BLUE_HORSE = hit_faces(2, target_kind="cavalry", attacker_kind="infantry")
RED_HORSE = hit_faces(3, target_kind="cavalry", attacker_kind="infantry")
RED_ARMOUR = hit_faces(
    defence_level("red", heavy_armor=True), target_kind="infantry", attacker_kind="infantry"
)


def _listed(n: int, hitting: set[str]) -> list[F]:
    return list(hits_distribution(n, hitting).values())


@pytest.mark.rule("W14.40")
def test_w14_40_green_infantry() -> None:
    assert _listed(2, GREEN) == [F(1, 4), F(1, 2), F(1, 4)]
    assert mean(hits_distribution(2, GREEN)) == 1


@pytest.mark.rule("W14.41")
def test_w14_41_blue_infantry() -> None:
    assert _listed(3, BLUE) == [F(125, 512), F(225, 512), F(135, 512), F(27, 512)]
    assert mean(hits_distribution(3, BLUE)) == F(9, 8)


@pytest.mark.rule("W14.42")
def test_w14_42_red_infantry() -> None:
    assert _listed(4, RED) == [F(81, 256), F(27, 64), F(27, 128), F(3, 64), F(1, 256)]
    assert mean(hits_distribution(4, RED)) == 1


@pytest.mark.rule("W14.43")
def test_w14_43_blue_cavalry_without_valor() -> None:
    assert _listed(3, BLUE_HORSE) == [F(27, 64), F(27, 64), F(9, 64), F(1, 64)]
    assert mean(hits_distribution(3, BLUE_HORSE)) == F(3, 4)


@pytest.mark.rule("W14.44")
def test_w14_44_red_armour_and_red_cavalry() -> None:
    expected = [F(2401, 4096), F(343, 1024), F(147, 2048), F(7, 1024), F(1, 4096)]
    assert _listed(4, RED_ARMOUR) == expected
    assert _listed(4, RED_HORSE) == expected
    assert mean(hits_distribution(4, RED_HORSE)) == F(1, 2)


@pytest.mark.rule("W14.45")
def test_w14_45_a_morale_result() -> None:
    found = [chance(n, lambda roll: roll["M"] >= 1) for n in (2, 3, 4)]
    assert found == [F(15, 64), F(169, 512), F(1695, 4096)]


def _fate(ignored: int, *, way_out: bool) -> dict[str, F]:
    """Give the chances of W14.46-48: three dice on two figures of blue infantry."""
    fate = {"eliminated": F(0), "retreats": F(0), "stands": F(0)}
    for (hits, morale), weight in hits_and_morale(3, BLUE).items():
        owed = max(0, morale - ignored)
        failed = 0 if way_out or take_losses(2, None, hits).eliminated else owed
        if take_losses(2, None, hits, failed).eliminated:
            fate["eliminated"] += weight
        elif owed and way_out:
            fate["retreats"] += weight
        else:
            fate["stands"] += weight
    return fate


@pytest.mark.rule("W14.46")
def test_w14_46_two_figures_with_a_way_out() -> None:
    fate = _fate(0, way_out=True)
    assert fate == {"eliminated": F(81, 256), "retreats": F(71, 256), "stands": F(13, 32)}
    assert fate["eliminated"] + fate["retreats"] == F(19, 32)


@pytest.mark.rule("W14.47")
def test_w14_47_stalwart_ignores_one() -> None:
    assert _fate(1, way_out=True) == {
        "eliminated": F(81, 256),
        "retreats": F(11, 256),
        "stands": F(41, 64),
    }


@pytest.mark.rule("W14.48")
def test_w14_48_no_way_out() -> None:
    assert _fate(0, way_out=False)["eliminated"] == F(1, 2)


@pytest.mark.rule("W14.49")
def test_w14_49_toughness() -> None:
    spread = hits_distribution(3, BLUE)
    assert sum(weight for hits, weight in spread.items() if hits - 1 >= 1) == F(81, 256)
    assert sum(weight for hits, weight in spread.items() if hits - 1 >= 2) == F(27, 512)


@pytest.mark.rule("W14.50")
def test_w14_50_flank_for_most_hits() -> None:
    assert flank_best(3, BLUE, F) == F(423, 256)


@pytest.mark.rule("W14.51")
def test_w14_51_flank_for_two_hits() -> None:
    assert flank_best(3, BLUE, lambda hits: F(hits >= 2)) == F(74169, 131072)
    assert sum(_listed(3, BLUE)[2:]) == F(81, 256)


@pytest.mark.rule("W14.52")
def test_w14_52_flank_on_green() -> None:
    assert flank_best(2, GREEN, F) == F(91, 64)


def _captured(n: int, hitting: set[str], rating: int, toughness: int = 0) -> F:
    """Give the chance that hits alone capture a lone commander (W8.3)."""
    return sum(
        (
            weight
            for hits, weight in hits_distribution(n, hitting).items()
            if take_losses(0, rating, max(0, hits - toughness)).captured
        ),
        F(0),
    )


@pytest.mark.rule("W14.53")
def test_w14_53_a_lone_commander() -> None:
    assert _captured(3, BLUE, 2) == F(81, 256)
    assert _captured(3, RED, 2) == F(5, 32)
    assert _captured(4, BLUE, 3) == F(621, 4096)


DOGS = {"green": 2, "blue": 3, "red": 4}


@pytest.mark.rule("W14.54")
def test_w14_54_war_dogs_on_blue_infantry() -> None:
    spread = war_dogs_hits(DOGS, BLUE)
    assert [spread[hits] for hits in range(5)] == [
        F(11521, 32768), F(3739, 8192), F(2619, 16384), F(243, 8192), F(81, 32768),
    ]  # fmt: skip
    assert mean(spread) == F(7, 8)


@pytest.mark.rule("W14.55")
def test_w14_55_war_dogs_on_red_cavalry() -> None:
    spread = war_dogs_hits(DOGS, RED_HORSE)
    assert [spread[hits] for hits in range(5)] == [
        F(21393, 32768), F(2627, 8192), F(411, 16384), F(11, 8192), F(1, 32768),
    ]  # fmt: skip
    assert mean(spread) == F(3, 8)


@pytest.mark.rule("W14.56")
def test_w14_56_wedge() -> None:
    spread: dict[int, F] = {}
    for (_, morale), weight in hits_and_morale(3, BLUE, wedge=True).items():
        spread[morale] = spread.get(morale, F(0)) + weight
    assert spread == {0: F(343, 512), 2: F(147, 512), 3: F(21, 512), 4: F(1, 512)}


@pytest.mark.rule("WD14.40")
def test_wd14_40_war_host_on_green_guards() -> None:
    assert _listed(3, GREEN) == [F(1, 8), F(3, 8), F(3, 8), F(1, 8)]


@pytest.mark.rule("WD14.41")
def test_wd14_41_riders_on_heavy_infantry() -> None:
    level = defence_level("blue", heavy_armor=True)
    hitting = hit_faces(level, target_kind="infantry", attacker_kind="cavalry")
    assert hitting == {"R", "V"}
    assert _listed(4, hitting) == [F(81, 256), F(27, 64), F(27, 128), F(3, 64), F(1, 256)]


@pytest.mark.rule("WD14.42")
def test_wd14_42_lone_gregor() -> None:
    assert _captured(4, RED_ARMOUR, 4, 1) == 0
    assert _captured(5, RED_ARMOUR, 4, 1) == F(1, 32768)
    assert _captured(5, BLUE, 4, 1) == F(243, 32768)
    assert _captured(6, BLUE, 4, 1) == F(8019, 262144)


@pytest.mark.rule("WD14.43")
def test_wd14_43_kennelmasters() -> None:
    dogs = {"green": 2, "blue": 3, "red": 3}
    found = [1 - war_dogs_hits(dogs, hitting)[0] for hitting in (BLUE, GREEN, BLUE_HORSE)]
    assert found == [F(2609, 4096), F(47, 64), F(259, 512)]


@pytest.mark.rule("WD14.44")
def test_wd14_44_young_wolf() -> None:
    hitting = hit_faces(2, target_kind="infantry", attacker_kind="cavalry")
    assert 1 - war_dogs_hits(DOGS, hitting)[0] == F(21247, 32768)


@pytest.mark.rule("WD14.45")
def test_wd14_45_valor_of_five_dice() -> None:
    assert _listed(5, {"V"}) == [
        F(16807, 32768), F(12005, 32768), F(1715, 16384), F(245, 16384), F(35, 32768), F(1, 32768),
    ]  # fmt: skip


@pytest.mark.rule("WD14.46")
def test_wd14_46_a_tent_burns() -> None:
    found = [chance(n, lambda roll: roll["G"] >= 1) for n in (2, 3, 4)]
    assert found == [F(39, 64), F(387, 512), F(3471, 4096)]
