"""Flank attacks against a slow enumeration in plain words; the work does not grow with the dice.

Rules: W7.16.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pysim.odds import Attack, attack
from pysim.odds.attack import attack_odds
from tests.reference.westeros.attack import count_hits, count_morale, defence_level, hit_faces
from tests.reference.westeros.odds import Roll, rolls
from tests.reference.westeros.retreat import retreat_length, take_losses

Fate = tuple[int, int, int, int, bool]
"""Hits, morale results, figures lost, hexes moved, eliminated."""

FIGURES = 3
WORTH: dict[str, Callable[[Fate], int]] = {
    "hits": lambda fate: fate[0],
    "losses": lambda fate: fate[2],
    "eliminate": lambda fate: fate[4],
    "dislodge": lambda fate: fate[4] or fate[3] > 0,
}


def fate_of(roll: Roll, hitting: set[str], more: dict[str, Any]) -> Fate:
    """Give what a finished roll does to three figures with a way out."""
    hits = count_hits(roll, hitting)
    morale = count_morale(roll, wedge=more.get("wedge", False))
    damage = max(0, hits - more.get("toughness", 0))
    owed = retreat_length(morale, ignored=int(more.get("stalwart", False)))
    room = more.get("retreat_room", owed)
    if take_losses(FIGURES, None, damage).eliminated:
        return hits, morale, FIGURES, 0, True
    moved = min(owed, room)
    left = take_losses(FIGURES, None, damage, owed - moved)
    return hits, morale, FIGURES - left.plain, moved, left.eliminated


def slow(dice: int, hitting: set[str], aim: str, more: dict[str, Any]) -> dict[Fate, Fraction]:
    """Weigh all fates when the best face is rolled again; the first of equals, none before all."""
    found: dict[Fate, Fraction] = {}
    for roll, weight in rolls(dice):
        choices = [{fate_of(roll, hitting, more): Fraction(1)}]
        for face, shown in roll.items():
            if shown:
                after: dict[Fate, Fraction] = {}
                for again, part in rolls(shown):
                    mixed = {**roll, face: 0}
                    mixed = {name: mixed[name] + again[name] for name in mixed}
                    fate = fate_of(mixed, hitting, more)
                    after[fate] = after.get(fate, Fraction()) + part
                choices.append(after)
        best = max(
            choices, key=lambda after: sum(WORTH[aim](fate) * p for fate, p in after.items())
        )
        for fate, part in best.items():
            found[fate] = found.get(fate, Fraction()) + weight * part
    return found


@pytest.mark.rule("W7.16")
@pytest.mark.parametrize("dice", [0, 1, 3])
@pytest.mark.parametrize("aim", list(WORTH))
@pytest.mark.parametrize(
    "more", [{}, {"wedge": True, "retreat_room": 0}, {"stalwart": True, "toughness": 1}]
)
def test_w7_16_every_outcome_has_the_chance_of_the_slow_enumeration(
    dice: int, aim: str, more: dict[str, Any]
) -> None:
    for rank, kind, rider in product(("green", "blue", "red"), ("infantry", "cavalry"), (0, 1)):
        attacker = "cavalry" if rider else "infantry"
        hitting = hit_faces(defence_level(rank), target_kind=kind, attacker_kind=attacker)
        made = Attack(
            dice=dice,
            target_rank=rank,  # type: ignore[arg-type]
            target_class=kind,  # type: ignore[arg-type]
            attacker_class=attacker,  # type: ignore[arg-type]
            figures=FIGURES,
            flank=True,
            aim=aim,  # type: ignore[arg-type]
            **more,
        )
        found = {
            (one.hits, one.morale, one.losses, one.retreat, one.eliminated): chance
            for one, chance in attack_odds(made).chances.items()
        }
        assert found == slow(dice, hitting, aim, more)


@pytest.mark.rule("W7.16")
def test_w7_16_most_dice_take_one_look_at_each_pair_of_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[int, int]] = []
    real = attack._resolve

    def count(made: Attack, hits: int, morale: int) -> attack.Outcome:
        seen.append((hits, morale))
        return real(made, hits, morale)

    monkeypatch.setattr(attack, "_resolve", count)
    odds = attack_odds(Attack(dice=16, target_rank="red", flank=True, figures=11))
    assert sum(odds.chances.values()) == 1
    assert len(seen) == len(set(seen)) == 17 * 18 // 2
