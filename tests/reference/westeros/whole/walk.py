"""Movement (chapter 6, W3.19, W3.23, W9.53) and the parting blow (section 7.5)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import plans
from tests.reference.westeros.whole.ask import Decision, Steps
from tests.reference.westeros.whole.ground import (
    RIVERS,
    around,
    bonuses,
    ignores_terrain,
    is_road,
    may_enter,
    ruling,
    stops,
    word,
)  # fmt: skip
from tests.reference.westeros.whole.losses import unlink
from tests.reference.westeros.whole.state import State, Unit

__all__ = [
    "allowance", "held", "leave_engagement", "order_moves", "pursue_moves", "reach", "travel",
]  # fmt: skip


def allowance(s: State, unit: Unit) -> int:
    """Give the movement value with the bonuses of this turn (W6.1)."""
    extra = sum(
        int(str(one["k"]))
        for one in bonuses(s, unit, "add_move")
        if one.get("class", "") in ("", unit.kind.cls)
    )
    return unit.kind.move[unit.rank] + extra


def held(s: State, unit: Unit, *, own_order: bool) -> bool:
    """Tell whether a Fearsome enemy keeps the unit from moving (W6.6, W9.22; Robb)."""
    if unit.partner < 0 or word(s, s.units[unit.partner], "fearsome") is None:
        return False
    return not (own_order and _ability(s, unit, "free_disengage"))


def _ability(s: State, unit: Unit, op: str) -> bool:
    if not unit.commander:
        return False
    return any(one["op"] == op for one in s.plan.commanders[unit.commander]["ability"])


def dives(s: State, unit: Unit, at: Hex) -> bool:
    """Tell whether a unit may dive into a hex with a concealed token (W9.53)."""
    place = s.places.get(at)
    if place is None or at in s.on_hex or place.token or place.fire or place.devastated:
        return False
    if place.terrain not in RIVERS | {"lake"} or s.concealed[unit.seat] < 1:
        return False
    return word(s, unit, "dive") is not None


def reach(
    s: State, unit: Unit, most: int, *, order: bool = False, road: bool = False
) -> dict[Hex, int]:
    """Give every hex that a move of at most ``most`` hexes can end on, with its length.

    Args:
        s: the state.
        unit: who moves.
        most: the movement value.
        order: it is the normal move of an order, in which Dive works.
        road: the road bonus of a normal move counts; lengths then count the bonus hex as none.

    Rules: W6.1 to W6.4, W3.16, W3.19, W9.53.
    """
    assert unit.at is not None
    found: dict[Hex, int] = {}
    border = {(unit.at, road and is_road(s.places[unit.at]))}
    seen = set(border)
    enter: dict[Hex, bool] = {}
    diver = order and word(s, unit, "dive") is not None
    for step in range(1, most + 2):
        after: set[tuple[Hex, bool]] = set()
        for here, on_road in border:
            for at in around(here):
                if at not in enter:
                    enter[at] = may_enter(s, unit, at)
                if not enter[at]:
                    if diver and step <= most and dives(s, unit, at):
                        found.setdefault(at, step)
                    continue
                still = on_road and is_road(s.places[at])
                if step > most and not still:
                    continue
                found.setdefault(at, step)
                if not stops(s, unit, at, here) and (at, still) not in seen:
                    after.add((at, still))
        seen |= after
        border = after
    return found


def order_moves(s: State, unit: Unit) -> dict[Hex, bool]:
    """Give the destinations of an order's move, and whether each gives up the attack.

    Rules: W5.31, W6.1 to W6.6, W3.19, W3.23, WD10.34.
    """
    if unit.at is None or unit.moved or unit.no_move or held(s, unit, own_order=True):
        return {}
    if unit.from_marsh and not ignores_terrain(s, unit):
        near = reach(s, unit, min(1, allowance(s, unit)), order=True)
        return dict.fromkeys(near, True)
    most = allowance(s, unit)
    found = dict.fromkeys(reach(s, unit, most, order=True, road=True), False)
    more = sum(
        int(str(one["k"]))
        for one in bonuses(s, unit, "move_instead_of_attack")
        if one.get("class", "") in ("", unit.kind.cls)
    )
    if more:
        for at in reach(s, unit, most + more, order=True, road=True):
            found.setdefault(at, True)
    return found


def pursue_moves(s: State, unit: Unit, left: Hex, most: int) -> list[Hex]:
    """Give the destinations of Pursue: the first hex is the one left (W9.7, W9.10, W9.14)."""
    assert unit.at is not None
    own = unit.at
    if most < 1 or not may_enter(s, unit, left) or held(s, unit, own_order=False):
        return []
    found = {left}
    border = set() if stops(s, unit, left, own) else {left}
    for _ in range(most - 1):
        after: set[Hex] = set()
        for here in border:
            for at in around(here):
                if may_enter(s, unit, at, but=own):
                    found.add(at)
                    if not stops(s, unit, at, here):
                        after.add(at)
        border = after
    return sorted(found, key=lambda at: (at[1], at[0]))


def leave_engagement(s: State, unit: Unit, *, own_order: bool, free: bool = False) -> Steps:
    """End the engagement of a unit that moves away, after the partner's parting blow.

    Rules: W6.5, W7.60; Robb and Addam of chapter 2.4; SL28 of WD10.42.
    """
    if unit.partner < 0:
        return
    partner = s.units[unit.partner]
    free = free or _ability(s, unit, "no_parting_blow")
    free = free or (own_order and _ability(s, unit, "free_disengage"))
    free = free or bool(bonuses(s, unit, "withdraw_before_counter"))
    if not free:
        from tests.reference.westeros.whole.attack import parting_blow

        yield from parting_blow(s, partner, unit)
    unlink(s, unit)


def travel(
    s: State,
    unit: Unit,
    at: Hex,
    *,
    own_order: bool = False,
    free: bool = False,
    normal: bool = False,
    exits: bool = False,
) -> Generator[Decision, str, bool]:
    """Move a unit to a hex: parting blow, then the hex; tells whether it got there.

    Args:
        s: the state.
        unit: who moves.
        at: where to.
        own_order: it is the move of the unit's own order.
        free: no parting blow (``step``).
        normal: a normal move, in which Dive works.
        exits: ending on an exit hex takes the unit off the map (B08).

    Rules: W6.5, W6.8, W6.10, W9.53.
    """
    start = unit.at
    yield from leave_engagement(s, unit, own_order=own_order, free=free)
    if unit.at is None or unit.at != start:
        return False
    unit.side = ""
    place = s.places[at]
    if normal and not place.token and ruling(place) in RIVERS | {"lake"}:
        s.concealed[unit.seat] -= 1
        place.token = "hidden_ford"
    s.put(unit, at)
    plans.carried(s, unit, start)
    yield from plans.entered(s, unit)
    if s.on_hex.get(at) is unit:
        yield from plans.arrived(s, unit, exits=exits, side=not own_order)
    return s.on_hex.get(at) is unit
