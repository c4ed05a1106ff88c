"""Commit abilities and their moments (WD2.24, WD2.25, chapter 2.4 of the data)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole import combat, concurrent, effects, follow, walk
from tests.reference.westeros.whole.ask import Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import (
    RIVERS,
    adjacent,
    around,
    cls_of,
    controlled,
    empty,
    far,
    hx,
    impassable,
    word,
)  # fmt: skip
from tests.reference.westeros.whole.losses import unlink
from tests.reference.westeros.whole.plans import arrived
from tests.reference.westeros.whole.state import State, Unit

if TYPE_CHECKING:
    from tests.reference.westeros.whole.attack import Attack

__all__ = ["after_attack", "before_roll", "commit_effects", "ready", "swap_bearers"]


def ready(s: State, leader: str, when: str) -> bool:
    """Tell whether a commit may be used now: uncommitted, on the map, its moment (WD2.24)."""
    card = s.leaders.get(leader)
    row = s.plan.commanders[leader]["commit"] if card else None
    return bool(card and card.on_map and not card.committed and row and when in row["when"])


def commit_effects(s: State, leader: str) -> list[Mapping[str, Any]]:
    """Give the effects of a commit ability."""
    return list(s.plan.commanders[leader]["commit"]["effects"])


def _op(s: State, leader: str) -> str:
    return str(commit_effects(s, leader)[0]["op"])


def _asked(s: State, leader: str) -> Generator[Decision, str, bool]:
    """Ask the owner whether he commits, and turn the card (WD2.24)."""
    seat = s.leaders[leader].seat
    used = yield from ask_yes(seat, "choose_commit", f"choose_commit {leader}")
    if used:
        s.leaders[leader].committed = True
    return used


def before_roll(s: State, now: Attack) -> Steps:
    """Make the choices of AT.3, the player in turn first (W7.13, W5.34)."""
    for seat in (s.turn.seat, 1 - s.turn.seat):
        if seat == now.unit.seat:
            yield from concurrent.aimed_shot(s, now)
            yield from _before_own(s, now)
        else:
            yield from concurrent.declare(s, now)
            yield from _before_theirs(s, now)


def _before_own(s: State, now: Attack) -> Steps:
    leader = now.unit.commander
    if not leader or now.by_commit or not ready(s, leader, "before_attack_self"):
        return
    if (yield from _asked(s, leader)):
        for effect in commit_effects(s, leader):
            if effect["op"] == "add_dice":
                now.bonus += effect["k"]
            elif effect["op"] == "morale_also_hits":
                now.also_hits = True


def _before_theirs(s: State, now: Attack) -> Steps:
    """Let a commander protect his unit or one next to it (Maege)."""
    for leader in list(s.leaders):
        if s.leaders[leader].seat != now.target.seat or not ready(s, leader, "on_attack_on"):
            continue
        head = s.leader_unit(leader)
        if head is None or head.at is None or now.target.at is None:
            continue
        if far(head.at, now.target.at) > 1:
            continue
        if (yield from _asked(s, leader)):
            for effect in commit_effects(s, leader):
                if effect["op"] == "grant" and effect["keyword"] == "toughness":
                    now.toughness += effect["x"]


def swap_bearers(s: State, unit: Unit, hits: int) -> Generator[Decision, str, bool]:
    """Exchange the banner bearers of Robb's unit and a cavalry unit (WD2.30, WD2.31)."""
    leader = unit.commander
    if not leader or not hits or not unit.plain or not ready(s, leader, "on_loss_self"):
        return False
    riders = [
        one
        for one in adjacent(s, unit)
        if one.seat == unit.seat and cls_of(one) == "cavalry" and one.kind.house != "brotherhood"
    ]
    riders.sort(key=lambda one: one.id)
    if not riders or not (yield from _asked(s, leader)):
        return False
    options = [f"choose_effect_unit {one.number}" for one in riders]
    answer = yield from ask(unit.seat, "choose_effect_unit", options)
    other = next(one for one in riders if answer and answer.split()[-1] == one.number)
    kinds = _bearer_kinds(s, unit), _bearer_kinds(s, other)
    unit.rank, other.rank = other.rank, unit.rank
    unit.commander, other.commander = other.commander, unit.commander
    s.leaders[leader].unit = other.id
    if unit.commander:
        s.leaders[unit.commander].unit = unit.id
    else:
        unit.plain += 1
        other.plain -= 1
        unit.plain_kinds[kinds[1]] += 1
        other.plain_kinds[kinds[1]] -= 1
    for one, bearer in ((unit, kinds[1]), (other, kinds[0])):
        _settle_kind(s, one, bearer)
    return True


def _bearer_kinds(s: State, unit: Unit) -> str:
    """Name the type of a unit's bearer: a commander counts as his first type (WD2.31)."""
    if not unit.commander:
        return unit.kind.id
    row = next(one for one in s.plan.data["commanders"] if one["id"] == unit.commander)
    return str(row["type"])


def _settle_kind(s: State, unit: Unit, bearer: str) -> None:
    """Give a unit the type of the majority of its figures, the bearer breaking a tie (WD2.31)."""
    votes = dict(+unit.plain_kinds)
    if unit.commander:
        votes[bearer] = votes.get(bearer, 0) + 1
    most = max(votes.values())
    best = [name for name, count in votes.items() if count == most]
    unit.kind = s.plan.kinds[bearer if bearer in best else best[0]]


def leaders_near(s: State, target: Unit) -> frozenset[str]:
    """Note which commanders' zones hold the target at AT.1 (``after_attack_on``)."""
    return frozenset(one for one in s.leaders if controlled(s, one, target))


def after_attack(s: State, now: Attack) -> Steps:
    """Offer what an own attack opens at the end of AT.16, before the unit rests."""
    leader = now.unit.commander
    if not leader or now.by_commit:
        return
    won = now.eliminated and ready(s, leader, "after_elimination_self")
    if won and (yield from _asked(s, leader)):
        s.turn.rally_at_end.append(now.unit.id)
    if not ready(s, leader, "after_attack_self") or s.nested >= follow.DEEPEST:
        return
    if _op(s, leader) == "second_attack" and now.mode == "melee":
        yield from _second_attack(s, now, leader)
    elif _op(s, leader) == "war_dogs_attack" and dog_targets(s, now.unit):
        used = yield from ask_yes(now.unit.seat, "choose_commit", f"choose_commit {leader}")
        if used:
            yield from war_dogs_commit(s, leader)


def _second_attack(s: State, now: Attack, leader: str) -> Steps:
    """Let Greatjon's unit attack in melee once more."""
    unit = now.unit
    foes = [one for one in s.own(1 - unit.seat) if combat.may_melee(s, unit, one)]
    if not foes or not (yield from _asked(s, leader)):
        return
    options = [f"choose_effect_unit {one.number}" for one in foes]
    answer = yield from ask(unit.seat, "choose_effect_unit", options)
    foe = next(one for one in foes if answer and answer.split()[-1] == one.number)
    yield from strikes.attack(s, unit, foe, "melee", by_commit=True)


def dog_targets(s: State, unit: Unit) -> list[Unit]:
    """Give the targets of Young Wolf's war dogs."""
    return [one for one in s.own(1 - unit.seat) if combat.may_set_dogs(s, unit, one, commit=True)]


def war_dogs_commit(s: State, leader: str) -> Steps:
    """Make the war-dogs attack; the card turns only if the target is not eliminated."""
    unit = s.leader_unit(leader)
    assert unit is not None
    s.leaders[leader].committed = True
    foes = dog_targets(s, unit)
    options = [f"choose_effect_unit {one.number}" for one in foes]
    answer = yield from ask(unit.seat, "choose_effect_unit", options)
    foe = next(one for one in foes if answer and answer.split()[-1] == one.number)
    now = yield from strikes.attack(s, unit, foe, "war_dogs", by_commit=True)
    s.leaders[leader].committed = not now.eliminated


def raider(s: State, unit: Unit) -> Steps:
    """Let a Raider unit roll for a token of the enemy pool (W9.52)."""
    if word(s, unit, "raider") is None:
        return
    if not (yield from ask_yes(unit.seat, "choose_raider")):
        return
    face = next(iter(s.dice.roll("raider", 1)))
    if s.pools[1 - unit.seat][face]:
        s.pools[1 - unit.seat][face] -= 1
        s.pools[unit.seat][face] += 1


def force_kind(s: State, by: Unit) -> Steps:
    """Let Tyrion's owner fix the kind of the enemy's next turn (WD2.32)."""
    from tests.reference.westeros.whole import sequence

    if not by.commander or by.at is None or s.turn.forced_asked:
        return
    ability = s.plan.commanders[by.commander]["ability"]
    if not any(one["op"] == "force_kind" for one in ability):
        return
    foe = 1 - by.seat
    if not any(s.pools[foe].values()) or not +s.hands[foe]:
        return
    options = ["choose_forced_kind none", "choose_forced_kind card"]
    if any(text != "morale_up" for text in sequence.token_actions(s, foe)):
        options.append("choose_forced_kind token")
    answer = yield from ask(by.seat, "choose_forced_kind", options)
    kind = (answer or "none").split()[-1]
    if kind != "none":
        s.turn.forced_asked = True
        s.forced = (foe, kind)


def fill_gap(s: State, fallen: Unit, at: Hex) -> Steps:
    """Let Daven's unit step into the hex of a fallen neighbour and attack."""
    if s.phase != "command":
        return
    for leader in list(s.leaders):
        head = s.leader_unit(leader)
        if head is None or head.at is None or head.seat != fallen.seat:
            continue
        if not ready(s, leader, "on_ally_eliminated") or far(head.at, at) != 1:
            continue
        if not can_fill(s, head, at) or not (yield from _asked(s, leader)):
            continue
        if (yield from walk.travel(s, head, at)) and s.nested < follow.DEEPEST:
            yield from _gap_attack(s, head)


def can_fill(s: State, head: Unit, at: Hex) -> bool:
    """Tell whether a unit can move into a hex next to it (W6.10)."""
    from tests.reference.westeros.whole.ground import may_enter

    return may_enter(s, head, at) and not walk.held(s, head, own_order=False)


def _gap_attack(s: State, head: Unit) -> Steps:
    foes = [one for one in adjacent(s, head) if one.seat != head.seat]
    foes = [one for one in foes if combat.may_melee(s, head, one) or combat.may_shoot(s, head, one)]
    foes.sort(key=lambda one: one.id)
    if not foes:
        return
    options = [f"choose_effect_unit {one.number}" for one in foes] + ["choose_effect_unit none"]
    answer = yield from ask(head.seat, "choose_effect_unit", options)
    foe = next((one for one in foes if answer and answer.split()[-1] == one.number), None)
    if foe is not None:
        mode = "melee" if combat.may_melee(s, head, foe) else "ranged"
        yield from strikes.attack(s, head, foe, mode, by_commit=True)


def escape(s: State, unit: Unit) -> Generator[Decision, str, bool]:
    """Let Tyrion escape to an empty hex at most two away (WD2.35)."""
    leader = unit.commander
    if not leader or not ready(s, leader, "on_capture_self"):
        return False
    places = _escape_hexes(s, unit)
    if not places or not (yield from _asked(s, leader)):
        return False
    options = [f"choose_effect_hex {hx(at)}" for at in places]
    answer = yield from ask(unit.seat, "choose_effect_hex", options)
    unlink(s, unit)
    unit.defend = False
    unit.side = ""
    s.put(unit, follow.parse_hex(answer or ""))
    yield from arrived(s, unit)
    return True


def _escape_hexes(s: State, unit: Unit) -> list[Hex]:
    """Give the hexes one or two away that can be reached over hexes without unit and fire."""
    assert unit.at is not None

    def passable(at: Hex) -> bool:
        return at in s.places and at not in s.on_hex and not s.places[at].fire

    first = {at for at in around(unit.at) if passable(at)}
    second = {at for here in first for at in around(here) if passable(at)}
    return sorted(
        (at for at in first | second if _lands(s, unit, at)), key=lambda at: (at[1], at[0])
    )


def _lands(s: State, unit: Unit, at: Hex) -> bool:
    return empty(s, at) and not impassable(s.places[at], cls_of(unit), palisades=False)


def withdraw(s: State, now: Attack) -> Generator[Decision, str, bool]:
    """Let an ordered unit step back after its attack, before the counterattack (WD10.42)."""
    from tests.reference.westeros.whole.ground import bonuses, may_enter

    unit = now.unit
    if unit.at is None or unit.at != now.stand:
        return False
    if not bonuses(s, unit, "withdraw_before_counter") or walk.held(s, unit, own_order=False):
        return False
    ways = [
        at
        for at in around(unit.at)
        if may_enter(s, unit, at) and far(at, now.spot) > far(unit.at, now.spot)
    ]
    if not ways:
        return False
    ways.sort(key=lambda at: (at[1], at[0]))
    options = [f"choose_withdraw {hx(at)}" for at in ways] + ["choose_withdraw none"]
    answer = yield from ask(unit.seat, "choose_withdraw", options)
    if answer is None or answer.endswith("none"):
        return False
    yield from walk.travel(s, unit, follow.parse_hex(answer), free=True)
    return True


def fanatic(s: State, unit: Unit) -> bool:
    """Tell whether a fanatic on a marked objective ignores all morale results (WD9.31)."""
    if unit.at is None or word(s, unit, "fanatic") is None:
        return False
    objective = s.objectives.get(unit.at)
    return objective is not None and objective.marker


def river_hexes(s: State, at: Hex) -> list[Hex]:
    """Give the empty hexes next to the rivers that touch a hex (WD2.38)."""
    river = {one for one in s.places if s.places[one].terrain in RIVERS}
    group = {one for one in around(at) if one in river}
    border = set(group)
    while border:
        border = {
            near for here in border for near in around(here) if near in river and near not in group
        }
        group |= border
    banks = {near for here in group for near in around(here)}
    return sorted(
        (one for one in banks if one != at and empty(s, one)), key=lambda one: (one[1], one[0])
    )


def own_turn_commits(s: State, seat: int) -> list[str]:
    """Give the commanders whose commit may be used at the start of an own turn."""
    return [
        leader
        for leader in s.leaders
        if s.leaders[leader].seat == seat
        and (ready(s, leader, "own_turn_start") or ready(s, leader, "before_lead_self"))
        and _possible(s, leader)
    ]


def _possible(s: State, leader: str) -> bool:
    """Tell whether a commit would do anything now."""
    source = effects.Source(s.leaders[leader].seat, leader, "commit")
    return any(effects.does_something(s, one, source) for one in commit_effects(s, leader))


def use_own_turn(s: State, leader: str) -> Steps:
    """Carry out a commit of the start of an own turn."""
    if _op(s, leader) == "war_dogs_attack":
        yield from war_dogs_commit(s, leader)
        return
    s.leaders[leader].committed = True
    yield from effects.run(
        s, commit_effects(s, leader), effects.Source(s.leaders[leader].seat, leader, "commit")
    )
