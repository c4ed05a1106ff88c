"""Phases 5 and 6: recruiting, deployment and hiring (G5.21-G5.36)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.warriors.ask import Answer, Decision, Steps, ask
from tests.reference.warriors.state import Area, State

__all__ = ["phase_5", "phase_6"]


def special(state: State, area: Area, kind: str) -> str:
    """Return the type of a class that an area raises, or an empty text."""
    types = state.plan.types
    return next((name for name in area.row["recruits"] if types[name]["class"] == kind), "")


def phase_5(state: State) -> Steps:
    """Raise troops in all controlled areas, then mercenaries appear (G5.21-G5.28)."""
    state.phase, state.step, state.last = 5, "P5_RECRUIT", 0
    for side in state.in_turn:
        for area in state.controlled(side):
            answer = yield from ask(side, "choose_recruits", musters(state, area))
            assert answer is not None
            bows, knight, gun = answer.b, answer.c & 1, answer.c >> 1
            raised = {"longbow": bows, "knight": knight, "gunner": gun}
            for kind, n in raised.items():
                if n:
                    area.unassigned[special(state, area, kind)] += n
            area.unassigned["INF"] += area.value - bows - knight - gun
    for name in state.plan.mercenaries:
        state.area(state.plan.types[name]["home"]).unassigned[name] += state.pool(name)


def musters(state: State, area: Area) -> list[Answer]:
    """List what can be raised in an area (G5.22-G5.27, G5.65)."""
    kinds = {kind: special(state, area, kind) for kind in ("longbow", "knight", "gunner")}
    most = {kind: state.pool(name) if name else 0 for kind, name in kinds.items()}
    if kinds["gunner"]:
        late = state.turn >= state.plan.options["gunner_first_turn"]
        worth = area.value >= state.plan.types[kinds["gunner"]]["min_value"]
        most["gunner"] *= late and worth
    return [
        Answer("recruit", area.number, bows, knight + 2 * gun)
        for bows in range(most["longbow"] + 1)
        for knight in range(min(1, most["knight"]) + 1)
        for gun in range(min(1, most["gunner"]) + 1)
        if bows + knight + gun <= area.value
    ]


def phase_6(state: State) -> Steps:
    """Deploy and hire, NON first (G5.29)."""
    state.phase = 6
    for side in state.in_turn:
        lifted = yield from lift(state, side)
        yield from drop(state, side, lifted)
        yield from hire(state, side)


Lifted = set[tuple[int, str]]


def lift(state: State, side: str) -> Generator[Decision, Answer, Lifted]:
    """Take unassigned points into the hand; returns the areas and types lifted from (G5.66a)."""
    state.step, state.last = "P6_DEPLOY", 0
    lifted: Lifted = set()
    key = (-1, -1)
    while True:
        options = [Answer("done")]
        for group in state.groups(side):
            for area in group:
                for kind, n in area.unassigned.items():
                    number = state.plan.type_number(kind)
                    open_areas = [a for a in group if (a.number, kind) not in lifted and a != area]
                    if (area.number, number) > key and open_areas:
                        options += [Answer("lift", area.number, number, k) for k in range(1, n + 1)]
        answer = yield from ask(side, "choose_deploy", options)
        assert answer is not None
        if answer.kind == "done":
            return lifted
        state.last = answer.word
        kind = state.plan.type_ids[answer.b]
        key = (answer.a, answer.b)
        lifted.add((answer.a, kind))
        state.areas[answer.a].unassigned[kind] -= answer.c
        state.hand[lowest(state, side, answer.a), kind] += answer.c


def lowest(state: State, side: str, number: int) -> int:
    """Return the number of the first area of the friendly group of an area."""
    return next(
        group[0].number
        for group in state.groups(side)
        if any(area.number == number for area in group)
    )


def drop(state: State, side: str, lifted: Lifted) -> Steps:
    """Lay the points in hand down again (G5.66b)."""
    groups = {group[0].number: group for group in state.groups(side)}
    order = sorted(state.hand, key=lambda pair: (pair[0], state.plan.type_number(pair[1])))
    for first, kind in order:
        state.last = 0
        open_areas = [area for area in groups[first] if (area.number, kind) not in lifted]
        while state.hand[first, kind]:
            state.step = "P6_DROP"
            number = state.plan.type_number(kind)
            left = state.hand[first, kind]
            options = []
            for area in open_areas:
                least = left if area is open_areas[-1] else 1
                options += [Answer("drop", area.number, number, n) for n in range(least, left + 1)]
            answer = yield from ask(side, "choose_deploy_target", options)
            assert answer is not None
            state.last = answer.word
            state.areas[answer.a].unassigned[kind] += answer.c
            state.hand[first, kind] -= answer.c
            open_areas = [area for area in open_areas if area.number > answer.a]
        del state.hand[first, kind]


def hire(state: State, side: str) -> Steps:
    """Hire mercenaries, one point at a time (G5.31, G5.32, G5.66c)."""
    state.step, state.last = "P6_HIRE", 0
    key = (-1, -1)
    while True:
        options = [Answer("done")]
        for kind in state.plan.mercenaries:
            home = state.area(state.plan.types[kind]["home"])
            if not home.unassigned[kind]:
                continue
            reached = {home.id}
            for group in state.groups(side):
                if any(state.allowed_step(side, home, area) for area in group):
                    reached |= {area.id for area in group}
            options += [
                Answer("hire", home.number, leader.number)
                for leader in state.leaders
                if leader.serves == side and leader.where in reached and leader.free > 0
                if (home.number, leader.number) >= key and state.may_command(leader, kind)
            ]
        answer = yield from ask(side, "choose_hire", options)
        assert answer is not None
        if answer.kind == "done":
            return
        state.last, key = answer.word, (answer.a, answer.b)
        home = state.areas[answer.a]
        kind = next(k for k in state.plan.mercenaries if state.plan.types[k]["home"] == home.id)
        home.unassigned[kind] -= 1
        state.leaders[answer.b].troops[kind] += 1
