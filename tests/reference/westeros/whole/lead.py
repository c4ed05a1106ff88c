"""Playing a leadership card, from paying to the end of the turn (section 5.4, W5.35)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from tests.reference.westeros.whole import effects, orders, plans
from tests.reference.westeros.whole.ask import Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import far, traits, word
from tests.reference.westeros.whole.state import State, Unit

__all__ = ["candidates", "end_turn", "lead_actions", "play_card"]

Box = dict[str, Any]
ONE_UNIT: Box = {"order": {"n": 1}, "effects": []}


def candidates(s: State, leader: str, box: Box) -> Iterator[Unit]:
    """Give the units that a box can order (W5.21, WD10.4)."""
    order, head = box["order"], s.leader_unit(leader)
    if order is None or head is None or head.at is None:
        return
    for unit in s.own(head.seat):
        near = order.get("anywhere") or (unit.at is not None and far(unit.at, head.at) <= 2)
        if near and not unit.ordered and orders.may_order(s, unit) and admitted(s, order, unit):
            yield unit


def admitted(s: State, order: Box, unit: Unit) -> bool:
    """Tell whether class, House and trait of an order admit a unit."""
    wanted = order.get("filter", "")
    if wanted and wanted != "one_class" and wanted != unit.kind.cls:
        return False
    if order.get("house") and order["house"] != unit.kind.house:
        return False
    return not order.get("trait") or order["trait"] in traits(s, unit)


def hidden_in_reach(s: State, leader: str, box: Box) -> list[int]:
    """Give the hidden tokens that a box can order, like a green ranged unit (B03 rule 2)."""
    rule = s.plan.special.get("hidden_archers")
    head = s.leader_unit(leader)
    order = box["order"]
    if rule is None or head is None or head.at is None or order is None:
        return []
    if head.seat != rule["seat"] or order.get("filter", "") not in ("", "one_class", "ranged"):
        return []
    return [
        number
        for number, (at, _) in s.hidden.items()
        if order.get("anywhere") or far(at, head.at) <= 2
    ]


def other_effect(s: State, leader: str, box: Box) -> bool:
    """Tell whether a box does something without ordering anybody (W5.23)."""
    source = effects.Source(s.leaders[leader].seat, leader, "box")
    return any(
        effects.does_something(s, one, source)
        for one in box["effects"]
        if box["order"] is None or one["op"] in effects.WITHOUT_ORDERS
    )


def usable(s: State, leader: str, box: Box) -> bool:
    """Tell whether a box can be used: it orders somebody or does something else (W5.23)."""
    if next(candidates(s, leader, box), None) is not None:
        return True
    return bool(hidden_in_reach(s, leader, box)) or other_effect(s, leader, box)


def others_below_limit(s: State, leader: str) -> list[str]:
    """Give the other own commanders on the map below their command limits (WD10.41)."""
    seat = s.leaders[leader].seat
    return [
        one.id
        for one in s.leaders.values()
        if one.seat == seat and one.on_map and one.id != leader and _room(s, one.id)
    ]


def _room(s: State, leader: str) -> bool:
    limit: int = s.plan.commanders[leader]["command_limit"]
    return s.leaders[leader].tokens < limit


def pays_elsewhere(s: State, card: str, leader: str) -> bool:
    """Tell whether the tactic of a card may lay the token on another commander (T-GAL)."""
    tactic = s.plan.cards[card]["tactic"]
    if tactic is None or "payment" not in tactic["when"]:
        return False
    seat = s.leaders[leader].seat
    met = effects.meets(s, seat, tactic["require"])
    return met and bool(others_below_limit(s, leader))


def lead_actions(s: State, seat: int, *, only: str = "") -> list[str]:
    """List the leadership cards that can be played and through whom.

    Rules: W5.9, W5.20, W5.23, WD10.41, W13.3.
    """
    if not s.board[seat]:
        return []
    found = []
    for card in s.plan.card_rows:
        if not s.hands[seat][card]:
            continue
        for leader in s.leaders.values():
            if leader.seat != seat or not leader.on_map or (only and leader.id != only):
                continue
            room = _room(s, leader.id)
            boxes = s.plan.cards[card]["boxes"]
            paid = room or pays_elsewhere(s, card, leader.id)
            if paid and any(usable(s, leader.id, box) for box in boxes):
                found.append(f"lead {card} {leader.id}")
            single = s.plan.options.get("any_card_orders_one") and not only
            if single and room and usable(s, leader.id, ONE_UNIT):
                found.append(f"lead_one {card} {leader.id}")
    return found


def play_card(s: State, seat: int, words: list[str]) -> Steps:
    """Play a leadership card (LEAD.pay to ATTACK)."""
    verb, card, leader = words
    s.turn.card, s.turn.leader = card, leader
    s.hands[seat][card] -= 1
    if verb == "lead_one":
        _pay(s, leader)
        s.turn.tactic_used = True
        yield from order_units(s, leader, ONE_UNIT)
        yield from orders.carry_out(s)
        return
    s.turn.pays = leader
    elsewhere = pays_elsewhere(s, card, leader)
    if elsewhere and (not _room(s, leader) or (yield from ask_yes(seat, "choose_tactic"))):
        yield from _use(s, "payment")
    _pay(s, s.turn.pays)
    s.turn.idle = sum(
        1 for one in s.leaders.values() if one.seat == seat and one.on_map and not one.tokens
    )
    boxes = s.plan.cards[card]["boxes"]
    s.turn.boxes = yield from _which_boxes(s, leader, boxes)
    for number in s.turn.boxes:
        before = len(s.turn.ordered)
        yield from order_units(s, leader, boxes[number])
        s.turn.box_units = s.turn.ordered[before:]
        source = effects.Source(seat, leader, "box")
        yield from effects.run(s, boxes[number]["effects"], source)
        s.turn.box_units = []
    yield from use_tactic(s, "before")
    yield from orders.carry_out(s)


def _pay(s: State, leader: str) -> None:
    """Lay a command token on a commander's card (W5.20)."""
    s.board[s.leaders[leader].seat] -= 1
    s.leaders[leader].tokens += 1


def _which_boxes(s: State, leader: str, boxes: list[Box]) -> Generator[Decision, str, list[int]]:
    """Choose the command box, or both where the option allows it (W5.22, WD13.2)."""
    seat = s.leaders[leader].seat
    able = [number for number, box in enumerate(boxes) if usable(s, leader, box)]
    options = [f"choose_command_box {number}" for number in able]
    both = len(able) == 2 and s.board[seat] and _room(s, leader)
    if both and s.plan.options.get("two_boxes_both"):
        options.append("choose_command_box 2")
    answer = yield from ask(seat, "choose_command_box", options)
    number = int((answer or "0").split()[-1])
    if number < 2:
        return [number]
    _pay(s, leader)
    return [0, 1]


def order_units(s: State, leader: str, box: Box, *, may: bool = False) -> Steps:
    """Choose the units to order, in increasing order (W5.23)."""
    order = box["order"]
    if order is None:
        return
    seat = s.leaders[leader].seat
    pool = [unit.number for unit in candidates(s, leader, box)]
    pool += [plans.token_name(number) for number in hidden_in_reach(s, leader, box)]
    chosen: list[str] = []
    cls = ""
    while pool and len(chosen) < order["n"]:
        options = [f"choose_ordered_unit {number}" for number in pool]
        if chosen or may:
            options.append("end_ordered_units")
        answer = yield from ask(seat, "choose_ordered_units", options)
        if answer is None or answer == "end_ordered_units":
            break
        number = answer.split()[-1]
        chosen.append(number)
        pool = pool[pool.index(number) + 1 :]
        if order.get("filter") == "one_class":
            cls = cls or class_of(s, number)
            pool = [one for one in pool if class_of(s, one) == cls]
        if number.startswith("H"):
            yield from orders.order_hidden(s, int(number[1:]) - 1)
        else:
            orders.give_order(s, next(one for one in s.units if one.number == number))


def class_of(s: State, number: str) -> str:
    """Give the class of a unit or hidden token."""
    if number.startswith("H"):
        return s.plan.kinds[s.plan.special["hidden_archers"]["type"]].cls
    return next(one for one in s.units if one.number == number).kind.cls


def use_tactic(s: State, when: str) -> Steps:
    """Offer the tactic of the card at one of its moments, once (W5.24)."""
    if not s.turn.card or s.turn.tactic_used:
        return
    tactic = s.plan.cards[s.turn.card]["tactic"]
    seat = s.turn.seat
    if tactic is None or when not in tactic["when"]:
        return
    if not effects.meets(s, seat, tactic["require"]):
        return
    if (yield from ask_yes(seat, "choose_tactic")):
        yield from _use(s, when)


def _use(s: State, when: str) -> Steps:
    """Carry out the tactic of the card."""
    s.turn.tactic_used = True
    source = effects.Source(s.turn.seat, s.turn.leader, "tactic", late=when == "after")
    yield from effects.run(s, s.plan.cards[s.turn.card]["tactic"]["effects"], source)


def end_turn(s: State) -> Steps:
    """End a turn in the order of W5.35."""
    brothers = [unit for unit in s.units if unit.ordered and unit.kind.house == "brotherhood"]
    for unit in s.units:
        if unit.ordered and unit not in brothers:
            unit.active = False
    for unit in s.units:
        idle = unit.ordered and unit.at is not None and not unit.attacks
        if idle and word(s, unit, "defender") is not None:
            unit.defend = True
    yield from use_tactic(s, "after")
    for effect, leader in s.turn.at_end:
        source = effects.Source(s.turn.seat, leader, "box", late=True)
        yield from effects.run(s, [effect], source)
    if brothers:
        s.brotherhood[s.turn.seat] = max(0, s.brotherhood[s.turn.seat] - 1)
    for number in s.turn.rally_at_end:
        if effects.may_rally(s, s.units[number]):
            effects.make_active(s.units[number])
    if s.turn.card:
        s.discards[s.turn.seat][s.turn.card] += 1
    s.turn.card = ""
    s.grants = [one for one in s.grants if one.until != "turn_end"]
    s.turn.bonuses = []
