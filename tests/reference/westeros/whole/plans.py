"""Special rules of the battle plans during play (WD12: B02, B03, B04, B08, B10; W3.30, W6.8)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import victory
from tests.reference.westeros.whole.ask import SHIELDS, Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import around, cls_of, empty, far, hx, ruling
from tests.reference.westeros.whole.state import State, Unit

__all__ = [
    "arrived", "ask_carry", "carried", "choose_side", "entered", "left_behind", "take_side",
    "token_name", "turn_up",
]  # fmt: skip


def token_name(number: int) -> str:
    """Name a hidden token of B03."""
    return f"H{number + 1}"


def entered(s: State, unit: Unit) -> Steps:
    """Act on a hex entered by any movement: catapults (B04 rule 4)."""
    rule = s.plan.special.get("catapults")
    if rule is None or unit.at not in s.catapults or unit.seat == rule["owner"]:
        return
    colour = s.catapults.pop(unit.at)
    if SHIELDS[colour] != unit.rank:
        return
    if next(iter(s.dice.roll("catapult", 1))) == colour:
        from tests.reference.westeros.whole.losses import eliminate

        yield from eliminate(s, unit)


def arrived(s: State, unit: Unit, *, exits: bool = False, side: bool = True) -> Steps:
    """Act on a hex where a movement has ended (W6.8, W3.30 and the plans).

    Args:
        s: the state.
        unit: who has moved.
        exits: ending on an exit hex takes the unit off the map (B08 rule 1).
        side: the side of an outpost is chosen now, not after an ability (Marq).
    """
    yield from _find_archers(s, unit)
    if unit.at is None:
        return
    objective = s.objectives.get(unit.at)
    if objective is not None and objective.marker:
        objective.owner = unit.seat
    _find_location(s, unit)
    _take_captive(s, unit)
    _find_prisoner(s, unit)
    if side:
        yield from take_side(s, unit)
    if exits:
        _leave_map(s, unit)


def take_side(s: State, unit: Unit) -> Steps:
    """Choose a side where a movement has ended on an outpost (W3.30)."""
    if unit.at and ruling(s.places[unit.at]) == "outpost" and not unit.side:
        yield from choose_side(s, unit)


def choose_side(s: State, unit: Unit) -> Steps:
    """Let the owner choose the side of an outpost; cavalry takes the barracks (W3.30, W3.36)."""
    from tests.reference.westeros.whole.losses import unlink

    sides = ["barracks"] if cls_of(unit) == "cavalry" else ["tower", "barracks"]
    options = [f"choose_outpost_side {unit.number} {side}" for side in sides]
    answer = yield from ask(unit.seat, "choose_outpost_side", options)
    unit.side = (answer or "barracks").split()[-1]
    if unit.in_tower:
        unlink(s, unit)


def _find_location(s: State, unit: Unit) -> None:
    """Turn up a location token (B02 rule 2)."""
    rule = s.plan.special.get("hidden_locations")
    if rule and unit.seat != rule["seat"] and unit.at in s.locations:
        s.shown.add(unit.at)


def _take_captive(s: State, unit: Unit) -> None:
    """Take Catelyn (B03 rule 4)."""
    rule = s.plan.special.get("captive")
    if rule and unit.seat != rule["seat"] and unit.at == s.captive:
        s.captive = None
        victory.immediate(s, "captive_taken", unit.seat)
        victory.check_at_once(s)


def _find_archers(s: State, unit: Unit) -> Steps:
    """Turn up the hidden tokens next to an enemy unit that has ended a movement (B03 rule 3)."""
    rule = s.plan.special.get("hidden_archers")
    if rule is None or unit.seat == rule["seat"] or unit.at is None:
        return
    at = unit.at
    near = [number for number, (where, _) in s.hidden.items() if far(where, at) <= 1]
    while near:
        options = [f"choose_effect_unit {token_name(number)}" for number in near]
        answer = yield from ask(rule["seat"], "choose_effect_unit", options)
        number = next(one for one in near if (answer or "").split()[-1] == token_name(one))
        near.remove(number)
        yield from turn_up(s, number)


def turn_up(s: State, number: int) -> Generator[Decision, str, Unit | None]:
    """Turn up a hidden token: archers appear, or it is taken off (B03 rules 2 and 3)."""
    rule = s.plan.special["hidden_archers"]
    at, real = s.hidden.pop(number)
    if not real:
        return None
    if at in s.on_hex or not empty(s, at):
        free = sorted(
            (near for near in around(at) if empty(s, near)), key=lambda one: (one[1], one[0])
        )
        options = [f"choose_effect_hex {hx(near)}" for near in free]
        answer = yield from ask(rule["seat"], "choose_effect_hex", options)
        if answer is None:
            return None
        at = next(near for near in free if answer.endswith(hx(near)))
    s.archers += 1
    return s.add_unit(f"A{s.archers}", rule["seat"], rule["type"], rule["rank"], at)


def ask_carry(s: State, unit: Unit) -> Steps:
    """Ask whether a unit that begins its order on the prisoner takes him along (B10 rule 2)."""
    rule = s.plan.special.get("prisoner")
    s.carrier = -1
    if rule is None or unit.seat != rule["carrier"] or not s.prisoner_shown:
        return
    if s.prisoner is None or s.prisoner != unit.at:
        return
    if (yield from ask_yes(unit.seat, "choose_carry")):
        s.carrier = unit.id


def carried(s: State, unit: Unit, start: Hex | None) -> None:
    """Let the prisoner go along with the unit that takes him (B10 rule 2)."""
    if s.carrier == unit.id and s.prisoner == start:
        s.prisoner = unit.at


def left_behind(s: State, unit: Unit) -> None:
    """Leave the prisoner where the unit fell."""
    if s.carrier == unit.id:
        s.carrier = -1


def _find_prisoner(s: State, unit: Unit) -> None:
    """Turn up the prisoner tokens, and free the prisoner beyond a row (B10 rules 2 and 5)."""
    rule = s.plan.special.get("prisoner")
    if rule is None or unit.seat != rule["carrier"]:
        return
    if not s.prisoner_shown and unit.at in (s.prisoner, s.false_prisoner):
        s.prisoner_shown = True
        s.false_prisoner = None
    if s.carrier != unit.id or s.prisoner != unit.at or unit.at is None:
        return
    if s.plan.edges[unit.seat] == "north":
        home = unit.at[1] >= rule["free_row"]
    else:
        home = unit.at[1] <= rule["free_row"]
    if home:
        s.prisoner = None
        s.prisoner_freed = True
        victory.immediate(s, "prisoner_freed", unit.seat)
        victory.check_at_once(s)


def _leave_map(s: State, unit: Unit) -> None:
    """Let a unit leave by an exit hex (B08 rule 1)."""
    rule = s.plan.special.get("exits")
    if rule is None or unit.seat != rule["seat"] or unit.at is None:
        return
    if list(unit.at) not in [list(at) for at in rule["hexes"]]:
        return
    from tests.reference.westeros.whole.losses import unlink

    unlink(s, unit)
    s.put(unit, None)
    s.exited.add(unit.id)
    if unit.commander:
        s.leaders[unit.commander].on_map = False
    victory.immediate(s, "unit_exits", unit.seat, led=bool(unit.commander))
    victory.check_nobody_left(s)
