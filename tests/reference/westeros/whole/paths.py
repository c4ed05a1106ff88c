"""Moves given hex by hex, through friendly units: the Blackfish (WD2.37)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import plans, walk
from tests.reference.westeros.whole.ask import Decision, Steps, ask
from tests.reference.westeros.whole.ground import (
    around,
    bonuses,
    hx,
    is_road,
    may_enter,
    ruling,
    stops,
)  # fmt: skip
from tests.reference.westeros.whole.state import State, Unit

__all__ = ["path_texts", "pursue_by_path", "walk_path", "walks_by_path"]


def walks_by_path(s: State, unit: Unit) -> bool:
    """Tell whether a unit may pass friendly units, so that its path matters."""
    if not unit.commander:
        return False
    ability = s.plan.commanders[unit.commander]["ability"]
    return any(one["op"] == "pass_friends" for one in ability)


class Walk:
    """A walk that has got to a hex, with what is left of the allowance."""

    def __init__(
        self, s: State, unit: Unit, at: Hex, left: int, *, road: bool, normal: bool, own: Hex | None
    ) -> None:
        self.s, self.unit, self.at, self.left = s, unit, at, left
        self.road, self.normal, self.own = road, normal, own

    def friend(self, at: Hex) -> Unit | None:
        """Give the friendly unit on a hex, not the walker itself."""
        unit = self.s.on_hex.get(at)
        if unit is None or unit is self.unit or unit.seat != self.unit.seat:
            return None
        return unit

    def step(self, at: Hex) -> Walk | None:
        """Take one step, if it is allowed by itself."""
        s, unit = self.s, self.unit
        if at not in s.places or s.places[at].fire:
            return None
        friend = self.friend(at)
        dive = self.normal and self.left > 0 and walk.dives(s, unit, at)
        if friend is None and not dive and not may_enter(s, unit, at, but=self.own):
            return None
        road = self.road and friend is None and is_road(s.places[at])
        if self.left < 1 and not road:
            return None
        halt = dive or (friend is None and self._stops(at))
        left = -1 if halt else self.left - 1
        return Walk(s, unit, at, left, road=road and not halt, normal=self.normal, own=self.own)

    def _stops(self, at: Hex) -> bool:
        """Tell whether an empty hex ends the walk; a friend's hex counts as plains."""
        row = ruling(self.s.places[at])
        if self.friend(self.at) is not None and row in {"hill", "forest_road"}:
            return not bonuses(self.s, self.unit, "ignore_terrain")
        return stops(self.s, self.unit, at, self.at)

    def options(self) -> list[Hex]:
        """Give the next hexes from which the walk can still end on an empty hex."""
        if self.left < 0 or (self.left == 0 and not self.road):
            return []
        found = []
        for at in around(self.at):
            after = self.step(at)
            if after is not None and after.can_end():
                found.append(at)
        return sorted(found, key=lambda at: (at[1], at[0]))

    def can_end(self) -> bool:
        """Tell whether the walk can end on an empty hex."""
        return self.friend(self.at) is None or bool(self.options())


def first_walk(s: State, unit: Unit) -> Walk | None:
    """Begin the move of an order."""
    if unit.at is None or unit.moved or unit.no_move or walk.held(s, unit, own_order=True):
        return None
    most = walk.allowance(s, unit)
    most += sum(
        int(str(one["k"]))
        for one in bonuses(s, unit, "move_instead_of_attack")
        if one.get("class", "") in ("", unit.kind.cls)
    )
    road = is_road(s.places[unit.at])
    if unit.from_marsh and not bonuses(s, unit, "ignore_terrain"):
        most, road = min(1, most), False
    return Walk(s, unit, unit.at, most, road=road, normal=True, own=None)


def path_texts(s: State, unit: Unit) -> list[str]:
    """List the first hexes of an order's move."""
    start = first_walk(s, unit)
    if start is None:
        return []
    return [f"choose_path {unit.number} {hx(at)}" for at in start.options()]


def walk_path(s: State, unit: Unit, first: Hex) -> Steps:
    """Make the move of an order, hex by hex."""
    from tests.reference.westeros.whole import allies

    start = first_walk(s, unit)
    assert start is not None
    base = walk.allowance(s, unit)
    unit.moved = True
    marsh = unit.from_marsh and not bonuses(s, unit, "ignore_terrain")
    yield from plans.ask_carry(s, unit)
    steps = yield from _go(s, unit, start, first)
    s.carrier = -1
    extra = 1 if steps.road_all else 0
    if steps.arrived and (marsh or steps.length > base + extra):
        unit.no_attack = True
    if steps.arrived:
        yield from allies.after_move(s, unit)
        yield from plans.take_side(s, unit)


class Done:
    """What a walk came to."""

    def __init__(self) -> None:
        self.length = 0
        self.road_all = True
        self.arrived = False


def _go(s: State, unit: Unit, start: Walk, first: Hex) -> Generator[Decision, str, Done]:
    """Walk on from the first hex until the owner or the ground ends it."""
    done = Done()
    before = unit.at
    normal = start.normal
    yield from walk.leave_engagement(s, unit, own_order=normal)
    if unit.at is None or unit.at != before:
        return done
    here: Walk | None = start
    at: Hex | None = first
    while at is not None:
        assert here is not None
        here = here.step(at)
        assert here is not None
        done.length += 1
        done.road_all = done.road_all and here.road
        friend = here.friend(at)
        if friend is not None:
            s.turn.passed.add(friend.id)
        at = yield from _next(unit, here)
    assert here is not None
    done.arrived = yield from walk.travel(
        s, unit, here.at, own_order=normal, normal=normal, exits=normal
    )
    return done


def _next(unit: Unit, here: Walk) -> Generator[Decision, str, Hex | None]:
    """Ask for the next hex of a path."""
    from tests.reference.westeros.whole.follow import parse_hex

    more = here.options()
    options = [f"choose_path {unit.number} {hx(at)}" for at in more]
    if here.friend(here.at) is None:
        options.append(f"choose_path {unit.number} none")
    answer = yield from ask(unit.seat, "choose_path", options)
    if answer is None or answer.endswith("none"):
        return None
    return parse_hex(answer)


def pursue_by_path(
    s: State, unit: Unit, left: Hex, value: int
) -> Generator[Decision, str, bool | None]:
    """Pursue hex by hex; None if it is not possible or not wanted (W9.7, WD2.37)."""
    assert unit.at is not None
    if value < 1 or not may_enter(s, unit, left) or walk.held(s, unit, own_order=False):
        return None
    start = Walk(s, unit, unit.at, value, road=False, normal=False, own=unit.at)
    options = [f"choose_pursue_move {hx(left)}", "choose_pursue_move none"]
    answer = yield from ask(unit.seat, "choose_pursue_move", options)
    if answer is None or answer.endswith("none"):
        return None
    unit.pursued = True
    done = yield from _go(s, unit, start, left)
    return done.arrived
