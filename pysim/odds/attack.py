"""Exact odds of one attack, by enumeration of face counts.

An ``Attack`` says what stands on the table once all dice modifiers are known; ``attack_odds``
gives every outcome with its exact probability. It is an independent calculation in plain Python,
not a call into the engine.
Rules: W2.1, W7.14 to W7.27, W8.1, W8.3, W8.10, W8.13, W9.2, W9.4, W9.8, W9.22, W9.42.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple

from pysim.errors import check_type, check_word, whole_number
from pysim.odds.dice import FACES, SIDES, WEIGHTS, Roll, rolls

__all__ = ["Attack", "AttackOdds", "Outcome", "attack_odds"]

Rank = Literal["green", "blue", "red"]
UnitClass = Literal["infantry", "cavalry", "ranged"]
Mode = Literal["melee", "ranged", "war_dogs"]
Aim = Literal["hits", "losses", "eliminate", "dislodge"]

_RANKS: tuple[Rank, ...] = ("green", "blue", "red")
_CLASSES: tuple[UnitClass, ...] = ("infantry", "cavalry", "ranged")
_MODES: tuple[Mode, ...] = ("melee", "ranged", "war_dogs")
_AIMS: tuple[Aim, ...] = ("hits", "losses", "eliminate", "dislodge")
_SHIELD = (0, 0, 1, 2, 2)
_MORALE, _VALOR = FACES.index("M"), FACES.index("V")
_MOST_DICE = 16
_WORDS: dict[str, tuple[str, ...]] = {
    "target_rank": _RANKS,
    "target_class": _CLASSES,
    "attacker_class": _CLASSES,
    "mode": _MODES,
    "aim": _AIMS,
}
_RANGES = {
    "dice": (0, _MOST_DICE),
    "figures": (1, 12),
    "capture_rating": (0, 9),
    "at_least": (0, _MOST_DICE),
    "toughness": (0, 9),
    "cover": (0, 9),
    "deflect": (0, 10),
}
_FLAGS = ("flank", "heavy_armor", "loose", "stalwart", "fearsome", "wedge", "tower")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One attack, with all dice modifiers already in ``dice``.

    Args:
        dice: how many dice are rolled.
        target_rank: rank of the target.
        target_class: class of the target.
        attacker_class: class of the attacker; valor of others does not hit cavalry.
        figures: the target's figures, its commander included.
        capture_rating: the rating of the commander who leads the target; 0 without commander.
        mode: ``melee``, ``ranged`` or ``war_dogs``.
        flank: a melee flank attack, so one face may be rolled again.
        aim: what the flank reroll is chosen for: most ``hits``, most figures lost (``losses``), to
            ``eliminate`` the target, or to ``dislodge`` it (eliminate it or make it retreat).
        at_least: choose the reroll for this many hits or more; wins over ``aim``.
        toughness: hits that the target ignores.
        cover: hits that its terrain ignores.
        deflect: hits that the target's owner deflects.
        heavy_armor: the target's defence is one rank higher.
        loose: the target is in Line or Wedge, so its defence is one lower against a ranged attack.
        stalwart: the target ignores the first morale result.
        fearsome: the attacker is Fearsome, so each morale result is two hexes.
        wedge: the attacker is in Wedge, so a first morale result counts twice.
        tower: the target stands in a tower: no retreat, each morale result is a figure.
        retreat_room: how many hexes the target can retreat; None for as many as it must.
        rank_dice: for war dogs, the attacker's dice as green, blue and red unit.

    Raises:
        TypeError: a value of another kind.
        ValueError: an unknown word (the message names the nearest), or a number out of range.
    """

    dice: int
    target_rank: Rank
    target_class: UnitClass = "infantry"
    attacker_class: UnitClass = "infantry"
    figures: int = 4
    capture_rating: int = 0
    mode: Mode = "melee"
    flank: bool = False
    aim: Aim = "hits"
    at_least: int = 0
    toughness: int = 0
    cover: int = 0
    deflect: int = 0
    heavy_armor: bool = False
    loose: bool = False
    stalwart: bool = False
    fearsome: bool = False
    wedge: bool = False
    tower: bool = False
    retreat_room: int | None = None
    rank_dice: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        for name, allowed in _WORDS.items():
            check_word(name, getattr(self, name), allowed)
        for name, (least, most) in _RANGES.items():
            whole_number(name, getattr(self, name), least, most)
        if self.retreat_room is not None:
            whole_number("retreat_room", self.retreat_room, 0, 30)
        check_type("rank_dice", self.rank_dice, tuple, "three numbers")
        if len(self.rank_dice) != len(_RANKS):
            raise ValueError(f"rank_dice must be three numbers, not {len(self.rank_dice)}")
        for rank, dice in zip(_RANKS, self.rank_dice, strict=True):
            whole_number(f"rank_dice of {rank}", dice, 0, _MOST_DICE)
        for name in _FLAGS:
            check_type(name, getattr(self, name), bool, "True or False")
        if self.flank and self.mode != "melee":
            raise ValueError("only a melee attack can be a flank attack (W7.4)")
        if self.tower and self.mode == "melee":
            raise ValueError("a unit in a tower cannot be attacked in melee (W3.32)")

    @property
    def defence(self) -> int:
        """The defence level d. Rules: W7.18."""
        level = _RANKS.index(self.target_rank) + 1 + self.heavy_armor
        return level - (self.loose and self.mode != "melee")

    @property
    def valor_hits(self) -> bool:
        """Whether valor hits the target. Rules: W7.18."""
        level = self.defence
        if level in (0, 4):
            return level == 0
        return self.target_class != "cavalry" or self.attacker_class == "cavalry"


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """What one roll led to: hits and morale results rolled, figures lost, hexes moved in retreat.

    Hits are counted before the target ignores any; morale results with the one that Wedge adds.
    """

    hits: int
    morale: int
    losses: int
    retreat: int
    eliminated: bool

    @property
    def dislodged(self) -> bool:
        """Whether the target was eliminated or moved. Rules: W7.26."""
        return self.eliminated or self.retreat > 0


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The outcomes of an attack with their probabilities, which add up to 1."""

    attack: Attack
    chances: dict[Outcome, Fraction]

    def chance(self, wanted: Callable[[Outcome], bool]) -> Fraction:
        """Add up the probability of all outcomes that are wanted."""
        return sum((part for outcome, part in self.chances.items() if wanted(outcome)), Fraction())

    @property
    def hits(self) -> dict[int, Fraction]:
        """How likely each number of hits is, before Toughness, Cover and Deflect."""
        return self._spread(lambda outcome: outcome.hits)

    @property
    def losses(self) -> dict[int, Fraction]:
        """How likely each number of figures lost is."""
        return self._spread(lambda outcome: outcome.losses)

    @property
    def mean_hits(self) -> Fraction:
        """The mean number of hits."""
        return sum((hits * part for hits, part in self.hits.items()), Fraction())

    @property
    def mean_losses(self) -> Fraction:
        """The mean number of figures lost."""
        return sum((lost * part for lost, part in self.losses.items()), Fraction())

    @property
    def morale(self) -> Fraction:
        """The chance of at least one morale result."""
        return self.chance(lambda outcome: outcome.morale > 0)

    @property
    def eliminated(self) -> Fraction:
        """The chance that the target is eliminated."""
        return self.chance(lambda outcome: outcome.eliminated)

    @property
    def retreats(self) -> Fraction:
        """The chance that the target survives and moves at least one hex in retreat."""
        return self.chance(lambda outcome: not outcome.eliminated and outcome.retreat > 0)

    @property
    def dislodged(self) -> Fraction:
        """The chance that the target is eliminated or moves."""
        return self.chance(lambda outcome: outcome.dislodged)

    @property
    def stands(self) -> Fraction:
        """The chance that the target survives where it was."""
        return self.chance(lambda outcome: not outcome.dislodged)

    def _spread(self, key: Callable[[Outcome], int]) -> dict[int, Fraction]:
        """Add up probabilities by a number of the outcome, in increasing order."""
        found: dict[int, Fraction] = {}
        for outcome, part in self.chances.items():
            found[key(outcome)] = found.get(key(outcome), Fraction()) + part
        return dict(sorted(found.items()))


@lru_cache(maxsize=512)
def attack_odds(attack: Attack) -> AttackOdds:
    """Give every outcome of an attack with its exact probability.

    >>> odds = attack_odds(Attack(dice=3, target_rank="blue", figures=2))
    >>> odds.eliminated, odds.retreats
    (Fraction(81, 256), Fraction(71, 256))
    """
    if attack.mode == "war_dogs":
        return AttackOdds(attack, _war_dogs(attack))
    weights = _flank_weights(attack) if attack.flank else _Resolver(attack).rolled(attack.dice)
    whole = sum(weights.values())
    chances = {outcome: Fraction(part, whole) for outcome, part in sorted(weights.items())}
    return AttackOdds(attack, chances)


def _flank_weights(attack: Attack) -> dict[Outcome, int]:
    """Weigh the outcomes when one face may be rolled again. Rules: W7.16.

    Rolls that keep the same hits and morale results and roll as many dice again lead to the same
    outcomes, so they are added up first.
    """
    resolver = _Resolver(attack)
    chosen: dict[_Kept, int] = {}
    for roll, weight in rolls(attack.dice):
        kept = resolver.best_reroll(roll)
        chosen[kept] = chosen.get(kept, 0) + weight
    found: dict[Outcome, int] = {}
    for kept, weight in chosen.items():
        scale = weight * SIDES ** (attack.dice - kept.again)
        for outcome, part in resolver.after(kept).items():
            found[outcome] = found.get(outcome, 0) + scale * part
    return found


class _Kept(NamedTuple):
    """What a roll keeps, and how many dice are rolled again."""

    hits: int
    morale: int
    again: int


class _Resolver:
    """The outcomes of one attack, each worked out once for all rolls that lead to it."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        shield = FACES[_SHIELD[attack.defence]]
        hitting = shield + ("V" if attack.valor_hits else "")
        self._hitting = tuple(face in hitting for face in FACES)
        self._hit_sides = sum(WEIGHTS[FACES.index(face)] for face in hitting)
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        self._after: dict[_Kept, dict[Outcome, int]] = {}
        self._worth: dict[_Kept, int] = {}

    def rolled(self, dice: int) -> dict[Outcome, int]:
        """Weigh the outcomes of a roll, out of ``8 ** dice``. Rules: W7.15."""
        return self.after(_Kept(0, 0, dice))

    def best_reroll(self, roll: Roll) -> _Kept:
        """Choose no reroll or one face shown; on equal value the earlier one, no reroll first."""
        hits = sum(shown for shown, hit in zip(roll, self._hitting, strict=True) if hit)
        morale = roll[_MORALE]
        best = _Kept(hits, morale, 0)
        value = self._value(best)
        for face, shown in enumerate(roll):
            if not shown:
                continue
            kept = _Kept(
                hits - shown if self._hitting[face] else hits,
                0 if face == _MORALE else morale,
                shown,
            )
            if self._value(kept) > value:
                best, value = kept, self._value(kept)
        return best

    def after(self, kept: _Kept) -> dict[Outcome, int]:
        """Weigh the outcomes of the dice rolled again, out of ``8 ** again``."""
        if kept in self._after:
            return self._after[kept]
        hit, sides = self._hit_sides, WEIGHTS[_MORALE]
        miss = SIDES - hit - sides
        found: dict[Outcome, int] = {}
        for hits in range(kept.again + 1):
            for morale in range(kept.again - hits + 1):
                rest = kept.again - hits - morale
                ways = comb(kept.again, hits) * comb(kept.again - hits, morale)
                weight = ways * hit**hits * sides**morale * miss**rest
                outcome = self._outcome(kept.hits + hits, kept.morale + morale)
                found[outcome] = found.get(outcome, 0) + weight
        self._after[kept] = found
        return found

    def _value(self, kept: _Kept) -> int:
        """Value what may follow by what the reroll is chosen for, out of ``8 ** dice``."""
        if kept not in self._worth:
            scale = SIDES ** (self._attack.dice - kept.again)
            self._worth[kept] = scale * sum(
                part * _wanted(self._attack, outcome) for outcome, part in self.after(kept).items()
            )
        return self._worth[kept]

    def _outcome(self, hits: int, morale: int) -> Outcome:
        """Carry a finished roll through losses and retreat, once for each pair of counts."""
        key = hits, morale
        if key not in self._outcomes:
            self._outcomes[key] = _resolve(self._attack, hits, morale)
        return self._outcomes[key]


def _wanted(attack: Attack, outcome: Outcome) -> int:
    """Value one outcome by what the reroll is chosen for."""
    if attack.at_least:
        return int(outcome.hits >= attack.at_least)
    match attack.aim:
        case "hits":
            return outcome.hits
        case "losses":
            return outcome.losses
        case "eliminate":
            return int(outcome.eliminated)
        case "dislodge":
            return int(outcome.dislodged)


def _resolve(attack: Attack, hits: int, rolled: int) -> Outcome:
    """Carry hits and rolled morale through losses and retreat. Rules: W7.17 to W7.23, W9.42."""
    morale = rolled + (1 if attack.wedge and rolled else 0)
    damage = max(0, hits - attack.deflect - attack.toughness - attack.cover)
    owed = max(0, morale - 1) if attack.stalwart else morale
    return _suffer(attack, hits, damage, morale, owed)


def _suffer(attack: Attack, hits: int, damage: int, morale: int, owed: int) -> Outcome:
    """Take off figures, then retreat; a hex that fails costs a figure.

    Rules: W8.1, W8.3, W8.10, W8.13.
    """
    if _is_gone(attack, damage):
        return Outcome(hits, morale, attack.figures, 0, True)
    steps = owed * (2 if attack.fearsome and not attack.tower else 1)
    room = 0 if attack.tower else steps if attack.retreat_room is None else attack.retreat_room
    moved = min(steps, room)
    total = damage + steps - moved
    if _is_gone(attack, total):
        return Outcome(hits, morale, attack.figures, moved, True)
    plain = attack.figures - (1 if attack.capture_rating else 0)
    return Outcome(hits, morale, min(total, plain), moved, False)


def _is_gone(attack: Attack, losses: int) -> bool:
    """Tell whether losses of one attack eliminate the target. Rules: W8.2, W8.3."""
    if attack.capture_rating:
        return losses >= attack.figures - 1 + attack.capture_rating
    return losses >= attack.figures


def _war_dogs(attack: Attack) -> dict[Outcome, Fraction]:
    """Give the outcomes of war dogs: one die decides what follows. Rules: W9.4, W9.11, W9.13."""
    found: dict[Outcome, Fraction] = {}

    def add(outcome: Outcome, part: Fraction) -> None:
        found[outcome] = found.get(outcome, Fraction()) + part

    for face, dice in enumerate(attack.rank_dice):
        share = Fraction(WEIGHTS[face], SIDES)
        shot = attack_odds(replace(attack, mode="ranged", dice=dice))
        for outcome, part in shot.chances.items():
            add(outcome, share * part)
    plain = replace(attack, fearsome=False)
    add(_suffer(plain, 0, 0, 1, 1), Fraction(WEIGHTS[_MORALE], SIDES))
    add(_suffer(plain, 1, 1, 0, 0), Fraction(WEIGHTS[_VALOR], SIDES))
    return dict(sorted(found.items()))
