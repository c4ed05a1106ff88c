"""Losses, elimination and retreats (chapter 8)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.reference.westeros.hexes import Hex, homeward, neighbours
from tests.reference.westeros.whole import plans, victory
from tests.reference.westeros.whole.ask import Decision, Steps, ask
from tests.reference.westeros.whole.ground import bonuses, cls_of, hx, may_enter
from tests.reference.westeros.whole.state import RANK_NUMBER, State, Unit

__all__ = [
    "Tally", "after_elimination", "drop_plain", "eliminate", "lose_figures", "morale_cost",
    "retreat", "take_off", "unlink",
]  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What one attack or effect has done to one unit (W8.3, W13.9)."""

    alone: bool
    over: int = 0
    stopped: bool = False
    by: Unit | None = None
    joint: bool = False
    escape_later: bool = False
    to_escape: bool = False
    fallen: bool = False


def unlink(s: State, unit: Unit) -> None:
    """Take off the engagement token of a unit."""
    if unit.partner >= 0:
        other = s.units[unit.partner]
        other.partner = other.token_owner = -1
        unit.partner = unit.token_owner = -1


def lose_figures(s: State, unit: Unit, n: int, tally: Tally) -> Steps:
    """Take off figures, the banner bearer last; the unit may fall.

    A lone commander falls when the hits of one attack or effect that no plain figure took reach
    his capture rating.

    Rules: W8.1, W8.2, W8.3, W8.5, W13.9.
    """
    if n <= 0 or unit.at is None or tally.stopped:
        return
    taken = min(unit.plain, n)
    drop_plain(unit, taken)
    if unit.plain:
        return
    if unit.commander:
        tally.over += n - taken
        rating = s.plan.commanders[unit.commander]["capture_rating"]
        rating += _capture_bonus(s, unit, tally)
        if s.plan.options.get("strict_ring_capture") and not tally.alone:
            return
        if tally.over < rating:
            return
        if tally.escape_later and _may_escape(s, unit):
            tally.to_escape = True
            return
        escaped = yield from _escape(s, unit)
        if escaped:
            tally.stopped = True
            return
    elif (yield from _revive(s, unit)):
        return
    tally.fallen = True
    if not tally.joint:
        yield from eliminate(s, unit, tally.by)


def drop_plain(unit: Unit, n: int) -> None:
    """Take plain figures off, those of the unit's own type last."""
    for _ in range(n):
        unit.plain -= 1
        kinds = +unit.plain_kinds
        other = [name for name in kinds if name != unit.kind.id]
        kinds[other[0] if other else unit.kind.id] -= 1
        unit.plain_kinds = +kinds


def _capture_bonus(s: State, unit: Unit, tally: Tally) -> int:
    """Give what infantry and ranged units need more to capture Beric (extras of chapter 2.4)."""
    ability = s.plan.commanders[unit.commander]["ability"]
    if tally.by is None or cls_of(tally.by) == "cavalry":
        return 0
    return sum(one.get("k", 1) for one in ability if one["op"] == "capture_bonus")


def escape_late(s: State, unit: Unit, tally: Tally) -> Steps:
    """Let Tyrion escape after the other losses of the same moment (WD2.35)."""
    if not tally.to_escape:
        return
    tally.stopped = yield from _escape(s, unit)
    if not tally.stopped:
        tally.fallen = True
        yield from take_off(s, [unit], {unit.id: tally.by} if tally.by else {})


def _may_escape(s: State, unit: Unit) -> bool:
    from tests.reference.westeros.whole import commits

    return commits.ready(s, unit.commander, "on_capture_self")


def _escape(s: State, unit: Unit) -> Generator[Decision, str, bool]:
    """Let Tyrion escape capture (WD2.35)."""
    from tests.reference.westeros.whole import commits

    return (yield from commits.escape(s, unit))


def _revive(s: State, unit: Unit) -> Generator[Decision, str, bool]:
    """Let Thoros bring a Brotherhood unit back (WD9.34)."""
    from tests.reference.westeros.whole import allies

    return (yield from allies.revive(s, unit))


def eliminate(s: State, unit: Unit, by: Unit | None = None, *, joint: bool = False) -> Steps:
    """Take a unit off: tokens, capture, morale, immediate points, abilities.

    Args:
        s: the state.
        unit: who falls.
        by: the unit whose dice did it, if any.
        joint: several eliminations happen at once; the caller shifts morale and checks the end.

    Rules: W8.4, W8.6, W8.22, W11.5, WD2.32.
    """
    at = unit.at
    unlink(s, unit)
    unit.defend = False
    unit.side = ""
    s.put(unit, None)
    plans.left_behind(s, unit)
    if unit.commander:
        leader = s.leaders[unit.commander]
        leader.on_map = False
        s.captured.add(unit.commander)
        victory.immediate(s, "commander_captured", 1 - unit.seat, name=unit.commander)
    victory.immediate(s, "enemy_unit_eliminated", 1 - unit.seat)
    if joint:
        return
    victory.lose_morale(s, unit.seat, morale_cost(s, unit, by))
    victory.check_nobody_left(s)
    yield from after_elimination(s, unit, by, at)


def take_off(
    s: State,
    fallen: list[Unit],
    by: dict[int, Unit] | None = None,
    escapes: Steps | None = None,
) -> Steps:
    """Take off what fell at the same moment; the marker moves once by the sum (W8.27, W11.5).

    Escapes from the same moment come next, then the abilities that wait for an elimination.
    """
    by = by or {}
    places = {unit.id: unit.at for unit in fallen}
    for unit in fallen:
        yield from eliminate(s, unit, by.get(unit.id), joint=True)
    shift = 0
    for unit in fallen:
        cost = morale_cost(s, unit, by.get(unit.id))
        shift += cost if unit.seat == 1 else -cost
    if fallen:
        victory.lose_morale(s, 1, shift)
        victory.check_nobody_left(s)
    if escapes is not None:
        yield from escapes
    for unit in fallen:
        yield from after_elimination(s, unit, by.get(unit.id), places[unit.id])


def after_elimination(s: State, unit: Unit, by: Unit | None, at: Hex | None) -> Steps:
    """Let abilities act that wait for an elimination: the forced kind, then filling the gap."""
    from tests.reference.westeros.whole import commits

    if by is not None:
        yield from commits.force_kind(s, by)
    if at is not None:
        yield from commits.fill_gap(s, unit, at)


def morale_cost(s: State, unit: Unit, by: Unit | None) -> int:
    """Give the morale an elimination costs: by rank, more by a card (W8.22, WD10.9 table)."""
    cost = RANK_NUMBER[unit.rank]
    if by is not None and by.seat == s.turn.seat and unit.seat != by.seat:
        cost += sum(int(str(one["k"])) for one in bonuses(s, by, "extra_morale"))
    return cost


def home_steps(s: State, unit: Unit) -> list[Hex]:
    """Give the legal hexes of one retreat step (W8.11, W8.12)."""
    assert unit.at is not None
    steps = homeward(unit.at, s.plan.edges[unit.seat])
    return sorted((at for at in steps if may_enter(s, unit, at)), key=lambda at: (at[1], at[0]))


def _straight(s: State, unit: Unit, foe: Hex) -> Generator[Decision, str, list[str]]:
    """Give the directions to try in a directional retreat (W13.1)."""
    assert unit.at is not None
    compass = ("E", "NE", "NW", "W", "SW", "SE")
    around_foe = neighbours(foe)
    primary = next(name for name, at in around_foe.items() if at == unit.at)
    if may_enter(s, unit, neighbours(unit.at)[primary]):
        return [primary]
    index = compass.index(primary)
    sides = [compass[(index + 1) % 6], compass[(index - 1) % 6]]
    sign = 1 if s.plan.edges[unit.seat] == "north" else -1
    height = {name: sign * neighbours(unit.at)[name][1] for name in sides}
    best = [name for name in sides if height[name] == max(height.values())]
    if len(best) == 1:
        return best
    legal = {neighbours(unit.at)[name]: name for name in best}
    legal = {at: name for at, name in legal.items() if may_enter(s, unit, at)}
    order = sorted(legal, key=lambda at: (at[1], at[0]))
    answer = yield from ask(
        unit.seat, "choose_retreat_hex", [f"choose_retreat_hex {hx(at)}" for at in order]
    )
    return [name for at, name in legal.items() if answer and answer.endswith(hx(at))]


def retreat(
    s: State, unit: Unit, owed: int, tally: Tally, *, foe: Hex | None = None, melee: bool = False
) -> Generator[Decision, str, int]:
    """Retreat hex by hex; what cannot be retreated costs figures. Returns the hexes moved.

    Rules: W8.10 to W8.18, W3.35, W13.1.
    """
    moved = 0
    if unit.in_tower:
        yield from lose_figures(s, unit, owed, tally)
        return 0
    directional = melee and foe is not None and s.plan.options.get("directional_retreats")
    line: list[str] = []
    if directional and owed and foe is not None:
        line = yield from _straight(s, unit, foe)
    while owed and unit.at is not None and not tally.stopped:
        if directional:
            ahead = [neighbours(unit.at)[name] for name in line]
            steps = [at for at in ahead if may_enter(s, unit, at)]
        else:
            steps = home_steps(s, unit)
        if not steps:
            break
        answer = yield from ask(
            unit.seat, "choose_retreat_hex", [f"choose_retreat_hex {hx(at)}" for at in steps]
        )
        at = next(at for at in steps if answer and answer.endswith(hx(at)))
        unlink(s, unit)
        unit.defend = False
        unit.side = ""
        s.put(unit, at)
        owed -= 1
        moved += 1
        yield from plans.entered(s, unit)
    if moved and unit.at is not None and not tally.stopped:
        yield from plans.arrived(s, unit, side=False)
    if owed and unit.at is not None and not tally.stopped:
        yield from lose_figures(s, unit, owed, tally)
    if moved and not tally.stopped:
        yield from plans.take_side(s, unit)
    return moved
