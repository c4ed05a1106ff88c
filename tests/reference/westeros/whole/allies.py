"""Abilities that change orders and answers (WD2.33 to WD2.40, WD9.33, WD10.21)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole import (
    combat,
    commits,
    concurrent,
    deeds,
    follow,
    orders,
    paths,
    walk,
)
from tests.reference.westeros.whole.ask import Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import (
    RIVERS,
    adjacent,
    around,
    cls_of,
    controlled,
    far,
    hx,
    ignores_terrain,
    ruling,
    word,
)  # fmt: skip
from tests.reference.westeros.whole.state import Bonus, State, Unit

if TYPE_CHECKING:
    from tests.reference.westeros.whole.attack import Attack

__all__ = [
    "after_move",
    "attack_extras",
    "counter_pursue",
    "joint_counter",
    "move_extras",
    "revive",
    "use_extra",
]

COLOUR = {"green": "G", "blue": "B", "red": "R"}


def ability(s: State, unit: Unit, op: str) -> bool:
    """Tell whether a unit's commander has an ability."""
    if not unit.commander:
        return False
    return any(one["op"] == op for one in s.plan.commanders[unit.commander]["ability"])


def move_extras(s: State) -> list[str]:
    """List what MOVE offers beside moves."""
    found = _deactivations(s)
    for unit in orders.on_map(s):
        if unit.moved or unit.no_move:
            continue
        if ability(s, unit, "give_up_order"):
            found += _helped(s, unit)
        leader = unit.commander
        if leader and commits.ready(s, leader, "before_move_self") and _could_move(s, unit):
            found.append(f"choose_commit {leader} yes")
    return found


def attack_extras(s: State) -> list[str]:
    """List what ATTACK offers beside attacks: LL27 and Call to Arms (WD9.33)."""
    found = _deactivations(s)
    for unit in orders.on_map(s):
        able = unit.attacks_left > 0 and not unit.no_attack
        if able and word(s, unit, "call_to_arms") is not None:
            found += [f"call_to_arms {unit.number} {one.number}" for one in _called(s, unit)]
    return found


def _called(s: State, unit: Unit) -> list[Unit]:
    """Give the active units within two hexes that a call to arms can reach."""
    return [
        one
        for one in s.own(unit.seat)
        if one.at and unit.at and orders.may_order(s, one) and not one.ordered
        and far(one.at, unit.at) <= 2
    ]  # fmt: skip


def use_extra(s: State, answer: str) -> Steps:
    """Carry out one of the extra options."""
    words = answer.split()
    if words[0] == "deactivate":
        unit = next(one for one in s.units if one.number == words[1])
        s.pools[s.turn.seat][COLOUR[unit.rank]] -= 1
        unit.active = False
        s.turn.deactivator = ""
    elif words[0] == "choose_commit":
        s.leaders[words[1]].committed = True
        head = s.leader_unit(words[1])
        assert head is not None
        s.turn.bonuses.append(Bonus("dice_per_unit_passed", frozenset([head.id]), {}))
    elif words[0] == "give_up_order":
        _give_up(s, words[1], words[2])
    elif words[0] == "call_to_arms":
        follow.maybe_rest(s, next(one for one in s.units if one.number == words[1]))
        unit = next(one for one in s.units if one.number == words[2])
        orders.give_order(s, unit)
        unit.no_move = True
        start = unit.at
        yield from deeds.one_step(s, unit, 1, may=True, free=False)
        unit.moved = unit.at != start
        marshy = unit.from_marsh and not ignores_terrain(s, unit)
        unit.no_attack = unit.moved and marshy


def _deactivations(s: State) -> list[str]:
    """List the deactivations that the card played offers once."""
    if not s.turn.deactivator:
        return []
    return deactivations(s, s.turn.deactivator, s.turn.seat)


def deactivations(s: State, leader: str, seat: int) -> list[str]:
    """List the enemy units that LL27 can make inactive (WD10.21)."""
    head = s.leader_unit(leader)
    if head is None or head.at is None:
        return []
    pool = s.pools[seat]
    return [
        f"deactivate {unit.number}"
        for unit in s.own(1 - seat)
        if unit.active and pool[COLOUR[unit.rank]] and unit.at and far(unit.at, head.at) <= 2
        if unit.kind.house != "brotherhood"  # never inactive (WD2.7)
    ]


def _helped(s: State, giver: Unit) -> list[str]:
    """List the units that Edmure's unit may help in place of its own order (WD2.36)."""
    found = []
    for unit in sorted(adjacent(s, giver), key=lambda one: one.id):
        if unit.seat != giver.seat or unit.ordered or orders.tokenless(s, unit):
            continue
        if _could_move(s, unit):
            found.append(f"give_up_order {unit.number} move")
        found.append(f"give_up_order {unit.number} attack")
    return found


def _could_move(s: State, unit: Unit) -> bool:
    """Tell whether a unit has a hex to move to."""
    assert unit.at is not None
    if not unit.ordered:
        unit.from_marsh = ruling(s.places[unit.at]) == "marsh"
    if paths.walks_by_path(s, unit):
        return bool(paths.path_texts(s, unit))
    return bool(walk.order_moves(s, unit))


def _give_up(s: State, number: str, kind: str) -> None:
    giver = next(one for one in orders.on_map(s) if ability(s, one, "give_up_order"))
    giver.no_move = giver.no_attack = True
    unit = next(one for one in s.units if one.number == number)
    orders.give_order(s, unit)
    if kind == "move":
        unit.no_attack = True
    else:
        unit.no_move = True


def after_move(s: State, unit: Unit) -> Steps:
    """Let Marq jump along the river after a move of his order (WD2.38)."""
    leader = unit.commander
    if not leader or not commits.ready(s, leader, "after_move_self") or unit.at is None:
        return
    if not any(at in s.places and s.places[at].terrain in RIVERS for at in around(unit.at)):
        return
    places = commits.river_hexes(s, unit.at)
    if not places or not (
        yield from ask_yes(unit.seat, "choose_commit", f"choose_commit {leader}")
    ):
        return
    s.leaders[leader].committed = True
    options = [f"choose_effect_hex {hx(at)}" for at in places]
    answer = yield from ask(unit.seat, "choose_effect_hex", options)
    yield from walk.travel(s, unit, follow.parse_hex(answer or ""), exits=True)


def joint_counter(s: State, now: Attack) -> Generator[Decision, str, bool]:
    """Let every friendly unit next to the attacker strike back together (WD2.33)."""
    attacker, target = now.unit, now.target
    for leader in sorted(now.near_leaders):
        if s.leaders[leader].seat != target.seat or not commits.ready(s, leader, "after_attack_on"):
            continue
        units = _strikers(s, now)
        if not units:
            continue
        if not (yield from ask_yes(target.seat, "choose_commit", f"choose_commit {leader}")):
            continue
        s.leaders[leader].committed = True
        chosen = yield from _choose_strikers(target.seat, units)
        for unit in chosen:
            concurrent.pay_tax(s, unit, attacker)
        n = sum(combat.dice(s, one, attacker, "melee", role="counter") for one in chosen)
        lead = target if target in chosen else chosen[0]
        faces = s.dice.roll("counterattack", n)
        horse = all(cls_of(one) == "cavalry" for one in chosen)
        blow = strikes.Blow(
            lead, attacker, "melee", "counter", faces,
            striker_cls="cavalry" if horse else "infantry",
            fearsome=any(word(s, one, "fearsome") is not None for one in chosen),
        )  # fmt: skip
        yield from strikes.resolve(s, blow, now)
        return True
    return False


def _strikers(s: State, now: Attack) -> list[Unit]:
    """Give the units that may take part in the joint counterattack."""
    attacker = now.unit
    if attacker.at is None or attacker.in_tower:
        return []
    near = [one for one in adjacent(s, attacker) if one.seat != attacker.seat and not one.in_tower]
    return sorted(
        (
            one
            for one in near
            if not (one is now.target and now.concurrent)
            and concurrent.can_strike_back(s, one, attacker)
        ),
        key=lambda one: one.id,
    )


def _choose_strikers(seat: int, units: list[Unit]) -> Generator[Decision, str, list[Unit]]:
    chosen: list[Unit] = []
    while True:
        later = [one for one in units if not chosen or one.id > chosen[-1].id]
        options = [f"choose_joint_counter {one.number}" for one in later]
        if chosen:
            options.append("choose_joint_counter none")
        answer = yield from ask(seat, "choose_joint_counter", options)
        if answer is None or answer.endswith("none"):
            return chosen
        chosen.append(next(one for one in later if one.number == answer.split()[-1]))


def counter_pursue(s: State, unit: Unit, left: Hex) -> Steps:
    """Let Smalljon's unit pursue after its counterattack (WD2.39)."""
    if not unit.commander or unit.pursued or unit.at is None:
        return
    for effect in s.plan.commanders[unit.commander]["ability"]:
        if effect["op"] == "counter_pursue":
            yield from follow.pursue(s, unit, left, effect["x"])


def revive(s: State, unit: Unit) -> Generator[Decision, str, bool]:
    """Roll for a Brotherhood unit in Thoros's zone that has lost its last figure (WD9.34)."""
    yield from ()
    if unit.kind.house != "brotherhood":
        return False
    for leader in list(s.leaders):
        ability = s.plan.commanders[leader]["ability"]
        if not any(one["op"] == "revive" for one in ability) or leader in s.revived:
            continue
        if not controlled(s, leader, unit):
            continue
        s.revived.add(leader)
        if next(iter(s.dice.roll("revive", 1))) in "VG":
            unit.plain = 1
            unit.plain_kinds[unit.kind.id] = 1
            return True
    return False
