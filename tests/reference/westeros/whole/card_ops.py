"""Operations of single cards (sections 10.3 to 10.5 of the data, W10.4)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import deeds, effects, follow, lead, orders
from tests.reference.westeros.whole.ask import FACES, SHIELDS, Decision, Steps, ask
from tests.reference.westeros.whole.ground import around, far, hx, ruling, word, zone_units
from tests.reference.westeros.whole.losses import Tally, drop_plain, lose_figures
from tests.reference.westeros.whole.state import Bonus, State, Unit

__all__ = ["TABLE", "give_figures", "payers"]

Effect = Mapping[str, Any]


def give_figures(unit: Unit, k: int) -> None:
    """Give figures back, never above the starting number (WD2.34)."""
    more = min(k, unit.kind.figures - unit.figures)
    if unit.at is not None and more > 0:
        unit.plain += more
        unit.plain_kinds[unit.kind.id] += more


def order_adjacent(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Order units next to the unit ordered first: uncontrolled ones, or any number (LL34).

    Rules: WD10.9 table, WD10.23.
    """
    if not s.turn.ordered:
        return
    first = s.units[s.turn.ordered[0]]
    n = effect.get("n", 0)
    own = [one for one in s.own(source.seat) if orders.may_order(s, one) and not one.ordered]
    if n:
        assert first.at is not None
        here = first.at
        pool = [
            one for one in own if one.at and far(one.at, here) == 1 and effects.uncontrolled(s, one)
        ]
    else:
        start = s.turn.where[first.id]
        places = s.turn.where
        pool = [one for one in own if one.id in places and far(places[one.id], start) == 1]
    chosen = 0
    while pool and (not n or chosen < n):
        options = [f"choose_ordered_unit {one.number}" for one in pool] + ["end_ordered_units"]
        answer = yield from ask(source.seat, "choose_ordered_units", options)
        if answer is None or answer == "end_ordered_units":
            return
        unit = next(one for one in pool if one.number == answer.split()[-1])
        orders.give_order(s, unit)
        chosen += 1
        pool = [one for one in pool if one.id > unit.id]


def deactivate(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Open the deactivation of an enemy unit for this turn (LL27, WD10.21)."""
    yield from ()
    del source
    s.turn.deactivator = effect["commander"]


def hit_uncontrolled(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Roll a die for each uncontrolled enemy unit; each V hits one (T-SAN, WD10.24, WD13.3)."""
    del effect
    unordered = s.plan.options.get("hound_targets") == "unordered"
    units = [
        one
        for one in s.own(1 - source.seat)
        if (one.active if unordered else effects.uncontrolled(s, one))
    ]
    if not units:
        return
    hits = s.dice.roll("uncontrolled", len(units)).get("V", 0)
    last = -1
    for left in range(hits, 0, -1):
        later = [one for one in units if one.id > last]
        unit = yield from effects.choose_unit(s, source.seat, later[: len(later) - left + 1])
        last = unit.id
        yield from lose_figures(s, unit, 1, Tally(alone=unit.plain == 0))


def choose_bonus(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Give one ordered unit movement or dice (LL36)."""
    units = [s.units[i] for i in sorted(s.turn.ordered)]
    options = [f"choose_bonus {one.number} {kind}" for one in units for kind in ("move", "dice")]
    if not options:
        return
    answer = yield from ask(source.seat, "choose_bonus", [*options, "choose_bonus none"])
    if answer is None or answer.endswith("none"):
        return
    _, number, kind = answer.split()
    unit = next(one for one in units if one.number == number)
    plain: dict[str, Any] = {}
    s.turn.bonuses.append(
        Bonus("add_move" if kind == "move" else "add_dice", frozenset([unit.id]), plain,
              effect[kind])
    )  # fmt: skip


def extend_advance(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Let own units that advance go one hex further, or those that did (T-DAV, WD10.26)."""
    if not source.late:
        everyone = frozenset(one.id for one in s.own(source.seat))
        s.turn.bonuses.append(Bonus("extend_advance", everyone, effect))
        return
    units = [
        one
        for one in s.own(source.seat)
        if one.advanced_into is not None and one.at == one.advanced_into
    ]
    while units:
        able = [one for one in units if follow.extension_hexes(s, one)]
        unit = yield from effects.choose_unit(s, source.seat, able, may=True)
        if unit is None:
            return
        units.remove(unit)
        yield from follow.extend(s, unit)


def join_box(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Carry the other box out too if all units so far have a trait (LL26, WD10.20)."""
    from tests.reference.westeros.whole.ground import traits

    units = [s.units[i] for i in s.turn.ordered]
    if effect["box"] in s.turn.boxes:  # paid for and carried out (WD13.2)
        return
    if not units or not all(effect["trait"] in traits(s, one) for one in units):
        return
    box = s.plan.cards[s.turn.card]["boxes"][effect["box"]]
    before = len(s.turn.ordered)
    yield from lead.order_units(s, source.leader, box, may=True)
    s.turn.box_units = s.turn.ordered[before:]
    if s.turn.box_units:
        yield from effects.run(s, box["effects"], source)
    s.turn.box_units = []


def attack_twice(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Let an ordered unit with a keyword attack twice (AL13)."""
    yield from ()
    del source
    for number in s.turn.ordered:
        if word(s, s.units[number], effect["keyword"]) is not None:
            s.units[number].attacks_left += 1


def payers(s: State, leader: str, house: str) -> dict[int, int]:
    """Give the units that can pay plain figures, and how many (WD10.30)."""
    found = {}
    for unit in zone_units(s, leader):
        spare = unit.plain - (0 if unit.commander else 1)
        if unit.kind.house == house and spare > 0:
            found[unit.id] = spare
    return found


def palisade_hexes(s: State, units: list[Unit]) -> list[Hex]:
    """Give the hexes that a palisade may be put on (WD10.30)."""
    found = {
        at
        for unit in units
        if unit.at
        for at in around(unit.at)
        if at in s.places
        and at not in s.on_hex
        and ruling(s.places[at]) in {"plains", "road"}
        and not s.places[at].token
        and not s.places[at].fire
        and at not in s.objectives
    }
    return sorted(found, key=lambda at: (at[1], at[0]))


def pay_figures_for_palisade(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Take figures off and put up a palisade (T-BRY)."""
    spare = payers(s, source.leader, effect["house"])
    if sum(spare.values()) < effect["n"]:
        return
    paid: list[Unit] = []
    for left in range(effect["n"], 0, -1):
        able = [s.units[i] for i in sorted(spare) if _can_pay(s, spare, paid, i, left)]
        unit = yield from effects.choose_unit(s, source.seat, able)
        if unit is None:
            return
        spare[unit.id] -= 1
        paid.append(unit)
        drop_plain(unit, 1)
    options = [f"choose_effect_hex {hx(at)}" for at in palisade_hexes(s, paid)]
    answer = yield from ask(source.seat, "choose_effect_hex", options)
    if answer is not None:
        place = s.places[follow.parse_hex(answer)]
        place.token, place.burn_limit = "palisade", 2


def _can_pay(s: State, spare: dict[int, int], paid: list[Unit], i: int, left: int) -> bool:
    """Tell whether a unit may pay next, so that the rest and a hex can still be found."""
    if not spare[i] or (paid and i < paid[-1].id):
        return False
    after = {**spare, i: spare[i] - 1}
    now = [*paid, s.units[i]]
    if left == 1:
        return bool(palisade_hexes(s, now))
    return any(_can_pay(s, after, now, j, left - 1) for j in after)


def step_all(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Let every active, unordered unit of a commander's zone move a little (T-EDM)."""
    leader = effect["commander"]
    units = [one for one in zone_units(s, leader) if one.active and not one.ordered]
    while units:
        able = [one for one in units if deeds.step_hexes(s, one, effect["k"])]
        unit = yield from effects.choose_unit(s, source.seat, able, may=True)
        if unit is None:
            return
        units.remove(unit)
        yield from deeds.one_step(s, unit, effect["k"], may=True, free=False)


def discard_cards_for_tokens(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Discard cards, roll dice, take their tokens from the supply or the enemy (T-MAR)."""
    seat = source.seat
    if sum(s.hands[seat].values()) < effect["n"]:
        return
    if not (yield from _discard_in_order(s, seat, effect["n"])):
        return
    faces = s.dice.roll("tokens_for_cards", s.plan.houses[seat]["order_rating"])
    for face in FACES:
        for _ in range(faces.get(face, 0)):
            yield from _take_token(s, seat, face)


def _discard_in_order(s: State, seat: int, n: int) -> Generator[Decision, str, bool]:
    """Discard exactly n cards or none, named in increasing order."""
    hand = s.hands[seat]
    start = 0
    for left in range(n, 0, -1):
        rows = s.plan.card_rows
        cards = [
            card
            for index, card in enumerate(rows)
            if index >= start and hand[card] and sum(hand[later] for later in rows[index:]) >= left
        ]
        options = [f"choose_discard_card {card}" for card in cards]
        if left == n:
            options.append("choose_discard_card none")
        answer = yield from ask(seat, "choose_discard_card", options)
        if answer is None or answer.endswith("none"):
            return False
        card = answer.split()[-1]
        hand[card] -= 1
        s.discards[seat][card] += 1
        start = s.plan.row_of[card]
    return True


def _take_token(s: State, seat: int, face: str) -> Steps:
    """Take one token of a face from the supply or the enemy pool (``choose_token_source``)."""
    from tests.reference.westeros.whole.sequence import supply

    sources = [name for name, n in (
        ("supply", supply(s, face)), ("enemy", s.pools[1 - seat][face])
    ) if n > 0]  # fmt: skip
    options = [f"choose_token_source {face} {name}" for name in sources]
    answer = yield from ask(seat, "choose_token_source", options)
    if answer is not None:
        s.pools[seat][face] += 1
        if answer.endswith("enemy"):
            s.pools[1 - seat][face] -= 1


def roll_swap_token(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Roll a die, discard an own token, take one of the face rolled (T-TYR, WD10.25)."""
    from tests.reference.westeros.whole.sequence import supply

    del effect
    seat = source.seat
    face = next(iter(s.dice.roll("swap_token", 1)))
    held = [one for one in FACES if s.pools[seat][one]]
    options = [f"choose_token_to_discard {one}" for one in held]
    answer = yield from ask(seat, "choose_token_to_discard", options)
    if answer is not None:
        s.pools[seat][answer.split()[-1]] -= 1
        if supply(s, face) > 0:
            s.pools[seat][face] += 1


def _qualifies(s: State, effect: Effect) -> Callable[[Unit], bool]:
    """Roll the die that names a rank: V any unit, M none (WD10.8, WD13.5)."""
    if not effect.get("die") or s.plan.options.get("die_tactics_plain"):
        return lambda unit: unit.at is not None
    face = next(iter(s.dice.roll("card_die", 1)))
    return lambda unit: unit.at is not None and (face == "V" or SHIELDS.get(face) == unit.rank)


def heal(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Give damaged ordered units figures back (T-SMJ)."""
    yield from ()
    del source
    fits = _qualifies(s, effect)
    for number in s.turn.ordered:
        if fits(s.units[number]):
            give_figures(s.units[number], effect["n"])


def place_defend(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Put a defend token on a unit (SL38, T-ROD, W9.64)."""
    fits = _qualifies(s, effect)
    if effect["who"] == "one_ordered":
        units = [s.units[i] for i in sorted(s.turn.ordered)]
    else:
        units = zone_units(s, source.leader) if s.leader_unit(source.leader) else []
    units = [one for one in units if fits(one) and not one.defend]
    unit = yield from effects.choose_unit(s, source.seat, units)
    if unit is not None:
        unit.defend = True


def token_on_other_commander(s: State, effect: Effect, source: effects.Source) -> Steps:
    """Lay the command token on another commander (T-GAL, WD10.41)."""
    del effect
    others = lead.others_below_limit(s, source.leader)
    options = [f"choose_other_commander {one}" for one in others]
    answer = yield from ask(source.seat, "choose_other_commander", options)
    if answer is not None:
        s.turn.pays = answer.split()[-1]


TABLE: dict[str, Callable[[State, Effect, Any], Steps]] = {
    "order_adjacent": order_adjacent,
    "deactivate": deactivate,
    "hit_uncontrolled": hit_uncontrolled,
    "choose_bonus": choose_bonus,
    "extend_advance": extend_advance,
    "join_box": join_box,
    "attack_twice": attack_twice,
    "pay_figures_for_palisade": pay_figures_for_palisade,
    "step_all": step_all,
    "discard_cards_for_tokens": discard_cards_for_tokens,
    "roll_swap_token": roll_swap_token,
    "heal": heal,
    "place_defend": place_defend,
    "token_on_other_commander": token_on_other_commander,
}
