"""Both sides strike at once (W9.62), Deflect (W9.40) and Aimed Shot (W9.20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.westeros.whole import allies, combat, commits
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole.ask import SHIELDS, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import bonuses, word
from tests.reference.westeros.whole.losses import (
    Tally,
    drop_plain,
    escape_late,
    lose_figures,
    take_off,
)
from tests.reference.westeros.whole.state import State, Unit

if TYPE_CHECKING:
    from tests.reference.westeros.whole.attack import Attack, Blow

__all__ = ["aimed_shot", "both_at_once", "can_strike_back", "declare", "deflect", "pay_tax"]

COLOUR = {"green": "G", "blue": "B", "red": "R"}


def aimed_shot(s: State, now: Attack) -> Steps:
    """Let the attacker pay a token for the dice of its colour (AT.3, W9.20)."""
    unit = now.unit
    if now.mode != "ranged" or unit.moved or word(s, unit, "aimed_shot") is None:
        return
    pool = s.pools[unit.seat]
    paid = [face for face in "GBR" if pool[face]]
    paid = [
        face
        for face in paid
        if combat.dice(
            s, unit, now.target, "ranged", bonus=now.bonus, colour=SHIELDS[face]
        ) > 0
    ]  # fmt: skip
    if not paid:
        return
    options = [f"choose_aimed_shot {face}" for face in [*paid, "none"]]
    answer = yield from ask(unit.seat, "choose_aimed_shot", options)
    face = (answer or "none").split()[-1]
    if face != "none":
        pool[face] -= 1
        now.colour = SHIELDS[face]


def taxed(s: State, foe: Unit) -> bool:
    """Tell whether a counterattack against this unit costs a figure (LL32, WD10.22)."""
    return bool(bonuses(s, foe, "tax_counter"))


def can_strike_back(s: State, unit: Unit, foe: Unit) -> bool:
    """Tell whether a unit has dice for a counterattack and can pay for it (W7.28, WD10.22)."""
    if taxed(s, foe) and unit.plain < (1 if unit.commander else 2):
        return False
    return combat.dice(s, unit, foe, "melee", role="counter") > 0


def pay_tax(s: State, unit: Unit, foe: Unit) -> None:
    """Take off the figure that a counterattack costs (LL32)."""
    if taxed(s, foe):
        drop_plain(unit, 1)


def declare(s: State, now: Attack) -> Steps:
    """Let the target's owner declare a concurrent counterattack (AT.3, W9.62, W9.66)."""
    target = now.target
    if now.mode != "melee" or not target.defend or word(s, target, "stalwart") is None:
        return
    if can_strike_back(s, target, now.unit):
        now.concurrent = yield from ask_yes(target.seat, "choose_concurrent_counter")
        if now.concurrent:
            pay_tax(s, target, now.unit)


def deflect(s: State, blow: Blow) -> Steps:
    """Let the victim's owner pay tokens of the striker's rank to ignore hits (AT.9, W9.40)."""
    victim, striker = blow.victim, blow.striker
    if blow.mode != "melee" or not blow.hits or word(s, victim, "deflect") is None:
        return
    if word(s, striker, "deflect") is not None:
        return
    colour = COLOUR[striker.rank]
    most = min(s.pools[victim.seat][colour], blow.hits)
    if not most:
        return
    options = [f"choose_deflect {n}" for n in range(most + 1)]
    answer = yield from ask(victim.seat, "choose_deflect", options)
    n = int((answer or "0").split()[-1])
    s.pools[victim.seat][colour] -= n
    extra = 1 if n and word(s, victim, "polearm") is not None else 0
    blow.hits = max(0, blow.hits - n - extra)


def both_at_once(s: State, now: Attack, faces: dict[str, int]) -> Steps:
    """Roll the counterattack too, take both losses at once, then one side retreats (W9.62)."""
    unit, target = now.unit, now.target
    n = combat.dice(s, target, unit, "melee", role="counter")
    answer = s.dice.roll("counterattack", n)
    faces = yield from strikes.rerolls(s, now, faces)
    there = strikes.Blow(
        unit, target, "melee", "attack", faces, also_hits=now.also_hits, toughness=now.toughness
    )
    back = strikes.Blow(target, unit, "melee", "counter", answer)
    hits = []
    for blow in (there, back):
        strikes.count(s, blow)
        yield from deflect(s, blow)
        hits.append(strikes.soak(s, blow))
    tallies = [
        Tally(alone=blow.victim.plain == 0, by=blow.striker, joint=True, escape_later=True)
        for blow in (there, back)
    ]
    for blow, n_hits, tally in zip((there, back), hits, tallies, strict=True):
        left = n_hits
        if (yield from commits.swap_bearers(s, blow.victim, left)):
            strikes.count(s, blow)
            left = strikes.soak(s, blow)
        yield from lose_figures(s, blow.victim, left, tally)
    fallen = [blow for blow, tally in zip((there, back), tallies, strict=True) if tally.fallen]
    yield from take_off(
        s,
        [blow.victim for blow in fallen],
        {blow.victim.id: blow.striker for blow in fallen},
        _escapes(
            s, [(blow.victim, tally) for blow, tally in zip((there, back), tallies, strict=True)]
        ),
    )
    if target.at is None and unit.at is not None:
        yield from commits.raider(s, unit)
    for tally in tallies:
        tally.joint = tally.escape_later = False
        now.called_off = now.called_off or tally.stopped
    now.eliminated = target.at is None
    yield from _difference(s, now, there, back, tallies)
    now.eliminated = target.at is None
    target.defend = False
    if target.at == now.spot and unit.at != now.stand and not now.called_off:
        yield from allies.counter_pursue(s, target, now.stand)


def _escapes(s: State, pairs: list[tuple[Unit, Tally]]) -> Steps:
    """Let the escapes come that answer this moment's captures."""
    for unit, tally in pairs:
        yield from escape_late(s, unit, tally)


def _difference(s: State, now: Attack, there: Blow, back: Blow, tallies: list[Tally]) -> Steps:
    """Let the side with fewer results of its own retreat by the difference (W9.62)."""
    margin = there.morale - back.morale
    loser, tally = (there, tallies[0]) if margin > 0 else (back, tallies[1])
    if margin == 0 or loser.victim.at is None or now.called_off:
        return
    moved, _ = yield from strikes.fall_back(s, loser, abs(margin), tally, now)
    if margin > 0:
        now.moved_away = moved
        strikes.reward_retreat(s, now)
