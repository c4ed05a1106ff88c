"""What cards, tactics and commits do: the operations of chapter 10 (W10.4, WD10.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.reference.westeros.whole import allies, card_ops, combat, deeds, victory
from tests.reference.westeros.whole.ask import Steps, ask
from tests.reference.westeros.whole.ground import (
    adjacent,
    around,
    cls_of,
    controlled,
    traits,
    word,
    zone_units,
)  # fmt: skip
from tests.reference.westeros.whole.state import Bonus, Grant, State, Unit

__all__ = ["Source", "draw_cards", "make_active", "may_rally", "meets", "run"]

LASTING = {
    "add_dice", "add_move", "pursue_bonus", "extra_morale", "reroll_one", "morale_per_retreat",
    "tax_counter", "add_dice_terrain", "add_dice_support", "move_instead_of_attack",
    "ignore_terrain", "withdraw_before_counter",
}  # fmt: skip
WITHOUT_ORDERS = {"deactivate", "rally"}
Effect = Mapping[str, Any]


@dataclass(slots=True)
class Source:
    """Whose effect it is: House, playing or committed commander, box, tactic or commit."""

    seat: int
    leader: str
    kind: str
    late: bool = False


def meets(s: State, seat: int, require: Mapping[str, Any] | None) -> bool:
    """Tell whether a requirement is met: morale zone, tokens in the pool (W5.24, WD10.7)."""
    require = require or {}
    pool = require.get("pool") or {}
    if any(s.pools[seat][face] < n for face, n in pool.items()):
        return False
    own, enemy = require.get("own_morale"), require.get("enemy_morale")
    if own and not victory.meets_zone(s, seat, own):
        return False
    return not enemy or victory.meets_zone(s, 1 - seat, enemy)


def run(s: State, effects: list[Effect], source: Source) -> Steps:
    """Carry effects out in order; those for the end of the turn wait (W5.35)."""
    for effect in effects:
        if effect.get("at") == "turn_end" and not source.late:
            s.turn.at_end.append((effect, source.leader))
        elif meets(s, source.seat, effect.get("require")):
            yield from _one(s, effect, source)


def _one(s: State, effect: Effect, source: Source) -> Steps:
    """Carry one effect out."""
    op = effect["op"]
    named = effect.get("commander")
    if named and s.leader_unit(named) is None:
        return
    if op in LASTING:
        yield from lasting(s, effect, source)
    elif op in card_ops.TABLE:
        yield from card_ops.TABLE[op](s, effect, source)
    elif op in deeds.TABLE:
        yield from deeds.TABLE[op](s, effect, source)
    else:
        yield from _TABLE[op](s, effect, source)


def _ordered(s: State, effect: Effect) -> list[Unit]:
    """Give the ordered units on the map that an effect's class and trait admit."""
    units = [s.units[i] for i in s.turn.box_units or s.turn.ordered]
    return sorted(
        (one for one in units if one.at is not None and admits(s, effect, one)),
        key=lambda one: one.id,
    )


def admits(s: State, effect: Effect, unit: Unit) -> bool:
    """Tell whether class and trait of an effect admit a unit."""
    if effect.get("class") and effect["class"] != cls_of(unit):
        return False
    return not effect.get("trait") or effect["trait"] in traits(s, unit)


def lasting(s: State, effect: Effect, source: Source) -> Steps:
    """Give this turn's ordered units, or one of them, a bonus (W10.2, WD10.5, WD10.9)."""
    units = frozenset(one.id for one in _ordered(s, effect))
    if effect.get("who") == "one":
        chosen = yield from choose_unit(s, source.seat, _ordered(s, effect))
        units = frozenset([chosen.id] if chosen else [])
    k = s.turn.idle if effect.get("count") == "idle_commanders" else effect.get("k", 1)
    s.turn.bonuses.append(Bonus(effect["op"], units, effect, k))


def choose_unit(s: State, seat: int, units: list[Unit], *, may: bool = False) -> Any:
    """Ask for one of some units."""
    del s
    options = [f"choose_effect_unit {one.number}" for one in units]
    if not options:
        return None
    if may:
        options.append("choose_effect_unit none")
    answer = yield from ask(seat, "choose_effect_unit", options)
    number = (answer or "none").split()[-1]
    return next((one for one in units if one.number == number), None)


def grant(s: State, effect: Effect, source: Source) -> Steps:
    """Give a keyword for a time (WD10.9 table)."""
    who = effect.get("who", "ordered")
    if who == "one_unordered_active":
        units = [
            one
            for one in zone_units(s, source.leader)
            if one.active and not one.ordered and admits(s, effect, one)
        ]
        chosen = yield from choose_unit(s, source.seat, units)
        units = [chosen] if chosen else []
    elif who == "own":
        head = s.leader_unit(source.leader)
        units = [head] if head else []
    else:
        units = _ordered(s, effect)
    for unit in units:
        s.grants.append(
            Grant(unit.id, effect["keyword"], effect.get("x", 0), effect["until"], source.seat)
        )


def second_attack(s: State, effect: Effect, source: Source) -> Steps:
    """Give one ordered unit a second attack this turn (WD10.9 table)."""
    unit = yield from choose_unit(s, source.seat, _ordered(s, effect))
    if unit is not None:
        unit.attacks_left += 1
        s.turn.bonuses.append(
            Bonus("second_attack", frozenset([unit.id]), effect, effect.get("k", 0))
        )


def as_flank(s: State, effect: Effect, source: Source) -> Steps:
    """Give one ordered unit the re-roll in its next melee attack (T-GRE)."""
    unit = yield from choose_unit(s, source.seat, _ordered(s, effect))
    if unit is not None:
        s.turn.bonuses.append(Bonus("as_flank", frozenset([unit.id]), effect))


def own_bonus(s: State, effect: Effect, source: Source) -> Steps:
    """Give the playing commander's unit dice and movement, if ordered (T-JAI)."""
    yield from ()
    head = s.leader_unit(source.leader)
    if head is None or not head.ordered:
        return
    units = frozenset([head.id])
    plain: dict[str, Any] = {}
    s.turn.bonuses.append(Bonus("add_dice", units, plain, effect["dice"]))
    s.turn.bonuses.append(Bonus("add_move", units, plain, effect["move"]))


def may_rally(s: State, unit: Unit) -> bool:
    """Tell whether a unit can be rallied in the Command phase (W9.23)."""
    return unit.at is not None and not unit.active and word(s, unit, "inefficient") is None


def make_active(unit: Unit) -> None:
    """Rally a unit."""
    unit.active = True


def rally(s: State, effect: Effect, source: Source) -> Steps:
    """Make units active, all or up to some (W5.26)."""
    head = s.leader_unit(effect.get("commander") or source.leader)
    if head is None or head.at is None:
        return
    area = effect.get("area", "zoc")
    n = effect.get("n", 0)
    if area == "own_and_adjacent":
        yield from deeds.rally_around(s, effect, source, head)
        return
    if area == "own":
        if may_rally(s, head):
            make_active(head)
        return
    units = rallied(s, effect, source)
    if n == 0:
        for unit in units:
            make_active(unit)
        return
    may = n > 1 or source.kind != "tactic"
    last = -1
    for _ in range(n):
        later = [one for one in units if one.id > last]
        unit = yield from choose_unit(s, source.seat, later, may=may)
        if unit is None:
            return
        make_active(unit)
        last = unit.id


def rallied(s: State, effect: Effect, source: Source) -> list[Unit]:
    """Give the inactive units of the zone that a rally can make active."""
    units = [one for one in zone_units(s, source.leader) if may_rally(s, one)]
    return [one for one in units if admits(s, effect, one)]


def does_something(s: State, effect: Effect, source: Source) -> bool:
    """Tell whether a commit, or a box that orders nobody, would change anything now (W5.23)."""
    from tests.reference.westeros.whole import commits

    head = s.leader_unit(effect.get("commander") or source.leader)
    op = effect["op"]
    if head is None or head.at is None:
        return False
    if op == "deactivate":
        return bool(allies.deactivations(s, effect["commander"], source.seat))
    if op == "rally":
        if effect.get("area") == "own_and_adjacent":
            group = [head, *(one for one in adjacent(s, head) if one.seat == head.seat)]
            return any(deeds.can_refresh(s, one) for one in group)
        if effect.get("area") == "own":
            return may_rally(s, head)
        return bool(rallied(s, effect, source))
    if op == "step":
        units = deeds.step_units(s, effect.get("who", "zoc"), source)
        return any(
            admits(s, effect, one) and deeds.step_hexes(s, one, effect["k"]) for one in units
        )
    if op == "add_fire":
        return any(combat.may_burn(s, at) for at in around(head.at))
    if op == "war_dogs_attack":
        return bool(commits.dog_targets(s, head))
    if op == "covering_fire":
        return bool(deeds.covered_targets(s, source))
    if op == "rearrange_command_tokens":
        return deeds.can_rearrange(s, source)
    if op == "draw":
        return bool(+s.decks[source.seat] or +s.discards[source.seat])
    return op not in LASTING


def morale(s: State, effect: Effect, source: Source) -> Steps:
    """Raise the own morale."""
    yield from ()
    victory.gain_morale(s, source.seat, effect["k"])


def draw(s: State, effect: Effect, source: Source) -> Steps:
    """Draw leadership cards."""
    yield from ()
    draw_cards(s, source.seat, effect["n"])


def draw_cards(s: State, seat: int, n: int) -> None:
    """Draw cards; an empty deck is made anew from the discard pile (W5.7)."""
    for _ in range(n):
        deck = +s.decks[seat]
        if not deck:
            s.decks[seat], s.discards[seat] = +s.discards[seat], deck
            deck = +s.decks[seat]
        if not deck:
            return
        rows = s.plan.rows_of_seat[seat]
        weights = {row: deck[card] for row, card in enumerate(rows) if deck[card]}
        card = rows[s.dice.draw("draw_card", weights)]
        s.decks[seat][card] -= 1
        s.hands[seat][card] += 1


def discard_hand(s: State, effect: Effect, source: Source) -> Steps:
    """Discard cards of one's choice."""
    for _ in range(effect["n"]):
        cards = [card for card in s.plan.card_rows if s.hands[source.seat][card]]
        options = [f"choose_discard_card {card}" for card in cards]
        answer = yield from ask(source.seat, "choose_discard_card", options)
        if answer is None:
            return
        card = answer.split()[-1]
        s.hands[source.seat][card] -= 1
        s.discards[source.seat][card] += 1


def discard_token(s: State, effect: Effect, source: Source) -> Steps:
    """Put an order token back into the supply (T-RIC)."""
    yield from ()
    s.pools[source.seat][effect["kind"]] -= 1


def uncontrolled(s: State, unit: Unit) -> bool:
    """Tell whether a unit is outside every friendly zone of control (W3.7)."""
    return not any(controlled(s, leader, unit) for leader in s.leaders)


_TABLE = {
    "grant": grant,
    "second_attack": second_attack,
    "as_flank": as_flank,
    "own_bonus": own_bonus,
    "rally": rally,
    "morale": morale,
    "draw": draw,
    "discard_hand": discard_hand,
    "discard_token": discard_token,
}
