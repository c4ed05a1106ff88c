"""Operations of commits and steps (W6.10, WD2.40): moves, fire, shots, tokens."""

from __future__ import annotations

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole import card_ops, combat, follow, walk
from tests.reference.westeros.whole.ask import Steps, ask
from tests.reference.westeros.whole.effects import (
    Effect,
    Source,
    admits,
    choose_unit,
    make_active,
    may_rally,
)
from tests.reference.westeros.whole.ground import adjacent, around, cls_of, hx, zone_units
from tests.reference.westeros.whole.sight import sees_from
from tests.reference.westeros.whole.state import State, Unit

__all__ = [
    "TABLE",
    "can_rearrange",
    "can_refresh",
    "covered_targets",
    "one_step",
    "rally_around",
    "step_hexes",
    "step_units",
]


def rally_around(s: State, effect: Effect, source: Source, head: Unit) -> Steps:
    """Rally and refresh a unit and up to some next to it (Smalljon, WD2.34)."""
    _refresh(s, head, effect.get("k", 1))
    last = -1
    for _ in range(effect["n"]):
        near = [one for one in adjacent(s, head) if one.seat == head.seat and one.id > last]
        near = sorted((one for one in near if can_refresh(s, one)), key=lambda one: one.id)
        unit = yield from choose_unit(s, source.seat, near, may=True)
        if unit is None:
            break
        last = unit.id
        _refresh(s, unit, effect.get("k", 1))


def can_refresh(s: State, unit: Unit) -> bool:
    """Tell whether a unit is inactive or has lost figures."""
    return may_rally(s, unit) or unit.figures < unit.kind.figures


def _refresh(s: State, unit: Unit, k: int) -> None:
    if may_rally(s, unit):
        make_active(unit)
    card_ops.give_figures(unit, k)


def step(s: State, effect: Effect, source: Source) -> Steps:
    """Move units a little, without parting blow (WD10.9 table, W6.10)."""
    who = effect.get("who", "zoc")
    units = [one for one in step_units(s, who, source) if admits(s, effect, one)]
    if who == "own":
        for unit in units:
            yield from one_step(s, unit, effect["k"], may=True)
        return
    for _ in range(effect.get("n", 1)):
        able = [one for one in units if step_hexes(s, one, effect["k"])]
        unit = yield from choose_unit(s, source.seat, able, may=True)
        if unit is None:
            return
        units.remove(unit)
        yield from one_step(s, unit, effect["k"], may=True)


def step_units(s: State, who: str, source: Source) -> list[Unit]:
    """Give the units that a step may move, measured at its start."""
    if who == "own":
        head = s.leader_unit(source.leader)
        return [head] if head else []
    if who == "zoc":
        return zone_units(s, source.leader)
    ordered = [s.units[i] for i in sorted(s.turn.ordered) if s.units[i].at is not None]
    if who == "one_ordered_attacked":
        return [one for one in ordered if one.attacks]
    return [one for one in ordered if one.partner < 0]


def step_hexes(s: State, unit: Unit, k: int) -> list[Hex]:
    """Give where a step can end."""
    if unit.at is None or walk.held(s, unit, own_order=False):
        return []
    most = unit.kind.move[unit.rank] if k < 0 else k
    return sorted(walk.reach(s, unit, most), key=lambda at: (at[1], at[0]))


def one_step(s: State, unit: Unit, k: int, *, may: bool, free: bool = True) -> Steps:
    """Ask for the hex of a step and go there."""
    options = [f"choose_effect_hex {hx(at)}" for at in step_hexes(s, unit, k)]
    if may and options:
        options.append("choose_effect_hex none")
    answer = yield from ask(unit.seat, "choose_effect_hex", options)
    if answer and not answer.endswith("none"):
        yield from walk.travel(s, unit, follow.parse_hex(answer), free=free)


def fire(s: State, effect: Effect, source: Source) -> Steps:
    """Set fire to hexes next to the commander's unit (Gregor, Reaver)."""
    head = s.leader_unit(source.leader)
    if head is None or head.at is None:
        return
    near = sorted(
        (at for at in around(head.at) if combat.may_burn(s, at)), key=lambda at: (at[1], at[0])
    )
    chosen: list[Hex] = []
    for _ in range(effect["n"]):
        options = [f"choose_effect_hex {hx(at)}" for at in near]
        if not options:
            break
        options.append("choose_effect_hex none")
        answer = yield from ask(source.seat, "choose_effect_hex", options)
        if answer is None or answer.endswith("none"):
            break
        at = follow.parse_hex(answer)
        chosen.append(at)
        strikes.burn(s, at, effect["k"], source.seat)
        near = [one for one in near if (one[1], one[0]) > (at[1], at[0])]


def any_token(s: State, effect: Effect, source: Source) -> Steps:
    """Let any token order the commander's unit until the phase ends (Sandor)."""
    yield from ()
    del effect
    s.any_token.add(source.leader)


def covering_fire(s: State, effect: Effect, source: Source) -> Steps:
    """Let the ranged units of the zone shoot at one enemy (Edmure, WD2.36)."""
    del effect
    foe = yield from choose_unit(s, source.seat, covered_targets(s, source))
    if foe is None:
        return
    shooters = shooters_at(s, source, foe)
    while shooters and foe.at is not None:
        able = [one for one in shooters if combat.may_shoot(s, one, foe, bonus=-1, blind=True)]
        unit = yield from choose_unit(s, source.seat, able, may=True)
        if unit is None:
            return
        shooters.remove(unit)
        yield from strikes.attack(s, unit, foe, "ranged", bonus=-1, by_commit=True)


def shooters_at(s: State, source: Source, foe: Unit) -> list[Unit]:
    """Give the ranged units of the zone that may take part in the covering fire."""
    return [
        one
        for one in zone_units(s, source.leader)
        if cls_of(one) == "ranged" and combat.may_shoot(s, one, foe, bonus=-1, blind=True)
    ]


def covered_targets(s: State, source: Source) -> list[Unit]:
    """Give the enemies in sight of the commander's unit that somebody may shoot at."""
    head = s.leader_unit(source.leader)
    if head is None or head.at is None:
        return []
    return [
        foe
        for foe in s.own(1 - source.seat)
        if foe.at and sees_from(s, head, foe.at) and shooters_at(s, source, foe)
    ]


def rearrange_tokens(s: State, effect: Effect, source: Source) -> Steps:
    """Lay the command tokens on own commanders anew, then lead through this one (Galbart)."""
    del effect
    cards = [one for one in s.leaders.values() if one.seat == source.seat and one.on_map]
    left = sum(one.tokens for one in cards)
    limits = [s.plan.commanders[one.id]["command_limit"] for one in cards]
    limits = [
        limit - (1 if one.id == source.leader else 0)
        for one, limit in zip(cards, limits, strict=True)
    ]
    for index, card in enumerate(cards):
        later = sum(limits[index + 1 :])
        counts = [n for n in range(limits[index] + 1) if 0 <= left - n <= later]
        options = [f"choose_token_layout {card.id} {n}" for n in counts]
        answer = yield from ask(source.seat, "choose_token_layout", options)
        card.tokens = int((answer or "0").split()[-1])
        left -= card.tokens
    s.turn.lead_only = source.leader


def can_rearrange(s: State, source: Source) -> bool:
    """Tell whether tokens lie on own cards and a lead through the commander will be legal."""
    from tests.reference.westeros.whole import lead

    cards = [one for one in s.leaders.values() if one.seat == source.seat and one.on_map]
    total = sum(one.tokens for one in cards)
    room = sum(s.plan.commanders[one.id]["command_limit"] for one in cards) - 1
    if not total or total > room:
        return False
    kept = s.leaders[source.leader].tokens
    s.leaders[source.leader].tokens = 0
    legal = bool(lead.lead_actions(s, source.seat, only=source.leader))
    s.leaders[source.leader].tokens = kept
    return legal


TABLE = {
    "step": step,
    "add_fire": fire,
    "any_token": any_token,
    "covering_fire": covering_fire,
    "rearrange_command_tokens": rearrange_tokens,
}
