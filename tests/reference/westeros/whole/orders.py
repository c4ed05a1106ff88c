"""Carrying out orders: formations, MOVE and ATTACK (section 5.5)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.westeros.whole import allies, combat, follow, paths, plans, setup, walk
from tests.reference.westeros.whole import attack as strikes
from tests.reference.westeros.whole.ask import Decision, Steps, ask
from tests.reference.westeros.whole.ground import bonuses, far, hx, ruling
from tests.reference.westeros.whole.state import State, Unit

__all__ = ["carry_out", "give_order", "may_order", "on_map", "order_hidden"]


def may_order(s: State, unit: Unit) -> bool:
    """Tell whether a unit can be ordered (W5.17; Brotherhood tokens of WD2.7)."""
    return unit.active and not tokenless(s, unit)


def tokenless(s: State, unit: Unit) -> bool:
    """Tell whether it is a Brotherhood unit whose owner has no token left for it (WD2.7)."""
    return unit.kind.house == "brotherhood" and not s.brotherhood[unit.seat]


def give_order(s: State, unit: Unit) -> None:
    """Order a unit; its defend token goes (W5.17, W9.63)."""
    assert unit.at is not None
    unit.ordered = True
    unit.attacks, unit.attacks_left = 0, 1
    unit.defend = False
    unit.from_marsh = ruling(s.places[unit.at]) == "marsh"
    s.turn.ordered.append(unit.id)


def order_hidden(s: State, number: int) -> Steps:
    """Order a hidden token: it is turned up, real archers may only attack (B03 rule 2)."""
    unit = yield from plans.turn_up(s, number)
    if unit is not None:
        give_order(s, unit)
        unit.turned_up = unit.no_move = True


def on_map(s: State) -> list[Unit]:
    """Give the ordered units still on the map, by number."""
    return [s.units[i] for i in sorted(s.turn.ordered) if s.units[i].at is not None]


def carry_out(s: State) -> Steps:
    """Carry out the orders of this turn (ORDER, MOVE, ATTACK)."""
    for unit in on_map(s):
        if setup.several_formations(unit):
            yield from setup.choose_formation(unit)
    yield from _moves(s)
    yield from _attacks(s)


def _moves(s: State) -> Steps:
    """Let ordered units move, in any order (W5.31)."""
    gives_up: dict[int, dict[tuple[int, int], bool]] = {}
    while True:
        options = []
        for unit in on_map(s):
            if paths.walks_by_path(s, unit):
                options += paths.path_texts(s, unit)
                continue
            gives_up[unit.id] = walk.order_moves(s, unit)
            options += [f"choose_move {unit.number} {hx(at)}" for at in gives_up[unit.id]]
        options += allies.move_extras(s)
        options.append("end_moves")
        answer = yield from ask(s.turn.seat, "choose_move", options)
        if answer is None or answer == "end_moves":
            return
        if not answer.startswith(("choose_move", "choose_path")):
            yield from allies.use_extra(s, answer)
            continue
        if answer.startswith("choose_path"):
            unit = next(one for one in on_map(s) if one.number == answer.split()[1])
            yield from paths.walk_path(s, unit, follow.parse_hex(answer))
            continue
        unit = next(one for one in on_map(s) if one.number == answer.split()[1])
        at = follow.parse_hex(answer)
        yield from make_move(s, unit, at, gives_up=gives_up[unit.id][at])


def make_move(s: State, unit: Unit, at: tuple[int, int], *, gives_up: bool) -> Steps:
    """Make the move of an order (W6.5)."""
    unit.moved = True
    yield from plans.ask_carry(s, unit)
    got = yield from walk.travel(s, unit, at, own_order=True, normal=True, exits=True)
    s.carrier = -1
    if gives_up and got:
        unit.no_attack = True
    if got:
        yield from allies.after_move(s, unit)
        yield from plans.take_side(s, unit)


def _attacks(s: State) -> Steps:
    """Let ordered units attack, in any order (W5.32)."""
    while True:
        options = []
        for unit in on_map(s):
            if unit.attacks_left > 0 and not unit.no_attack:
                options += combat.attack_texts(
                    s, unit, "choose_attack", bonus=second_bonus(s, unit)
                )
        options += allies.attack_extras(s)
        options.append("end_attacks")
        answer = yield from ask(s.turn.seat, "choose_attack", options)
        if answer is None or answer == "end_attacks":
            return
        if not answer.startswith("choose_attack"):
            yield from allies.use_extra(s, answer)
            continue
        _, number, mode, goal = answer.split()
        unit = next(one for one in s.units if one.number == number)
        if mode == "scorch":
            yield from strikes.scorch(s, unit, follow.parse_hex(answer), order=True)
        else:
            target = next(one for one in s.units if one.number == goal)
            helpers: list[Unit] = []
            if mode == "melee" and s.plan.options.get("coordinated_attacks"):
                helpers = yield from _supporters(s, unit, target)
            yield from strikes.attack(
                s, unit, target, mode, bonus=second_bonus(s, unit), order=True, helpers=helpers
            )


def second_bonus(s: State, unit: Unit) -> int:
    """Give the dice that a second attack costs (WD10.9 table)."""
    rows = bonuses(s, unit, "second_attack")
    return int(str(rows[0]["k"])) if rows and unit.attacks_left == 1 else 0


def _supporters(s: State, unit: Unit, target: Unit) -> Generator[Decision, str, list[Unit]]:
    """Choose the units that add their dice to a coordinated attack (W13.2)."""
    able = [one for one in on_map(s) if one is not unit and _can_support(one, target)]
    chosen: list[Unit] = []
    while able:
        options = [f"choose_support {one.number}" for one in able] + ["choose_support none"]
        answer = yield from ask(unit.seat, "choose_support", options)
        if answer is None or answer.endswith("none"):
            break
        one = next(one for one in able if one.number == answer.split()[-1])
        chosen.append(one)
        able = [later for later in able if later.id > one.id]
    return chosen


def _can_support(unit: Unit, target: Unit) -> bool:
    """Tell whether an ordered unit can support an attack on a target (W13.2)."""
    if (
        unit.attacks_left < 1
        or unit.attacks
        or unit.no_attack
        or unit.in_tower
        or not unit.at
        or not target.at
    ):
        return False
    if "melee" not in unit.kind.modes or far(unit.at, target.at) != 1:
        return False
    return unit.partner in (-1, target.id) and unit.kind.dice[unit.rank] > 1
