"""What follows an attack: counterattack, Advance, Pursue, rest (AT.14 to AT.16, chapter 9)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import allies, combat, commits, concurrent, paths, walk
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole.ask import Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import around, bonuses, far, hx, may_enter, stops, word
from tests.reference.westeros.whole.state import State, Unit

if TYPE_CHECKING:
    from tests.reference.westeros.whole.attack import Attack

__all__ = ["DEEPEST", "follow_up", "further_attack", "maybe_rest", "parse_hex", "pursue"]

DEEPEST = 8


def parse_hex(text: str) -> Hex:
    """Read the hex at the end of an action."""
    c, r = text.split()[-1].strip("()").split(",")
    return int(c), int(r)


def follow_up(s: State, now: Attack) -> Steps:
    """Go on after the result of an attack (AT.13 to AT.16)."""
    unit, target = now.unit, now.target
    if now.eliminated and unit.at is not None and not now.concurrent:
        yield from commits.raider(s, unit)
    withdrawn = yield from commits.withdraw(s, now)
    if not now.called_off:
        yield from _answer(s, now)
        stays = unit.at == now.stand and not withdrawn and not now.called_off
        if now.mode == "melee" and stays and (target.at is None or now.moved_away):
            yield from _take_ground(s, now)
    if unit.at is not None:
        yield from commits.after_attack(s, now)
    if now.order:
        maybe_rest(s, unit)


def maybe_rest(s: State, unit: Unit) -> None:
    """Make a unit inactive after the last attack of its order (AT.15, W5.33)."""
    del s
    unit.attacks_left -= 1
    if unit.attacks_left <= 0 and unit.kind.house != "brotherhood":
        unit.active = False


def _answer(s: State, now: Attack) -> Steps:
    """Let the target, or those around Rodrik, strike back (AT.14, W7.24, WD2.33)."""
    if now.unit.at is None:
        return
    if (yield from allies.joint_counter(s, now)):
        return
    unit, target = now.unit, now.target
    if now.mode != "melee" or now.concurrent or unit.at is None or target.at != now.spot:
        return
    if far(unit.at, now.spot) != 1 or word(s, target, "stalwart") is None or unit.in_tower:
        return
    if not concurrent.can_strike_back(s, target, unit):
        return
    if not (yield from ask_yes(target.seat, "choose_counterattack")):
        return
    concurrent.pay_tax(s, target, unit)
    left = unit.at
    n = combat.dice(s, target, unit, "melee", role="counter")
    blow = strikes.Blow(target, unit, "melee", "counter", s.dice.roll("counterattack", n))
    moved, gone = yield from strikes.resolve(s, blow, now)
    if (gone or moved) and target.at is not None:
        yield from allies.counter_pursue(s, target, left)


def _take_ground(s: State, now: Attack) -> Steps:
    """Pursue, or else Advance, into the hex the target left (AT.16, W9.1, W9.7, W9.9)."""
    unit = now.unit
    if now.pursuit:
        return
    value = word(s, unit, "pursue")
    if value is not None and not unit.pursued:
        extra = sum(int(str(one["k"])) for one in bonuses(s, unit, "pursue_bonus"))
        if (yield from pursue(s, unit, now.spot, value + extra)):
            return
    yield from _advance(s, unit, now.spot)


def pursue(s: State, unit: Unit, left: Hex, value: int) -> Generator[Decision, str, bool]:
    """Let a unit pursue and attack once more; tells whether it did (W9.7, W9.10)."""
    if paths.walks_by_path(s, unit):
        walked = yield from paths.pursue_by_path(s, unit, left, value)
        if walked is None:
            return False
        moved = walked
    else:
        moves = walk.pursue_moves(s, unit, left, value)
        if not moves:
            return False
        options = [f"choose_pursue_move {hx(at)}" for at in moves]
        answer = yield from ask(
            unit.seat, "choose_pursue_move", [*options, "choose_pursue_move none"]
        )
        if answer is None or answer.endswith("none"):
            return False
        unit.pursued = True
        moved = yield from walk.travel(s, unit, parse_hex(answer))
    if unit.at is not None and moved:
        yield from further_attack(s, unit, "choose_pursue_attack")
    return True


def further_attack(s: State, unit: Unit, verb: str, *, bonus: int = 0) -> Steps:
    """Let a unit make one more attack, or none (W9.7)."""
    if s.nested >= DEEPEST:
        return
    texts = combat.attack_texts(s, unit, verb, bonus=bonus)
    if not texts:
        return
    answer = yield from ask(unit.seat, verb, [*texts, f"{verb} none"])
    if answer is None or answer.endswith("none"):
        return
    _, _, mode, goal = answer.split()
    if mode == "scorch":
        yield from strikes.scorch(s, unit, parse_hex(answer))
        return
    target = next(one for one in s.units if one.number == goal)
    yield from strikes.attack(s, unit, target, mode, bonus=bonus, pursuit=True)


def _advance(s: State, unit: Unit, left: Hex) -> Steps:
    """Let a unit advance into the hex left (W9.1, W9.14, W9.60, T-DAV)."""
    if word(s, unit, "advance") is None or unit.advanced or not may_enter(s, unit, left):
        return
    if walk.held(s, unit, own_order=False):
        return
    if not (yield from ask_yes(unit.seat, "choose_advance")):
        return
    unit.advanced = True
    start = unit.at
    if not (yield from walk.travel(s, unit, left)):
        return
    assert start is not None
    if not stops(s, unit, left, start):
        unit.advanced_into = left
        if bonuses(s, unit, "extend_advance"):
            yield from extend(s, unit)
    if unit.at is not None and word(s, unit, "defender") is not None and not unit.defend:
        unit.defend = yield from ask_yes(unit.seat, "choose_defend_token")


def extension_hexes(s: State, unit: Unit) -> list[Hex]:
    """Give the hexes to which a unit may go on after its Advance (T-DAV)."""
    assert unit.at is not None
    if walk.held(s, unit, own_order=False):
        return []
    return sorted(
        (at for at in around(unit.at) if may_enter(s, unit, at)), key=lambda at: (at[1], at[0])
    )


def extend(s: State, unit: Unit) -> Steps:
    """Let a unit go one hex further after its Advance (T-DAV, WD10.26)."""
    more = extension_hexes(s, unit)
    if not more:
        return
    options = [f"choose_effect_hex {hx(at)}" for at in more]
    answer = yield from ask(unit.seat, "choose_effect_hex", [*options, "choose_effect_hex none"])
    if answer and not answer.endswith("none"):
        yield from walk.travel(s, unit, parse_hex(answer))
