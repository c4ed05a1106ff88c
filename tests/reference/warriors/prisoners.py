"""Phases 7 and 8: exchange, ransom and deaths (G5.37-G5.43)."""

from __future__ import annotations

from itertools import combinations

from tests.reference.warriors.ask import Answer, Steps, ask
from tests.reference.warriors.losses import rout
from tests.reference.warriors.state import Area, Leader, State, enemy

__all__ = ["phase_7", "phase_8"]

Sums = set[tuple[int, int]]


def phase_7(state: State) -> Steps:
    """Exchange prisoners, then ransom them."""
    state.phase = 7
    yield from exchange(state)
    yield from ransoms(state)


def sums(leaders: list[Leader]) -> Sums:
    """List the sums of stars that sets of leaders have, each with its number of leaders."""
    found = {(0, 0)}
    for leader in leaders:
        found |= {(stars + leader.stars, heads + 1) for stars, heads in found}
    return found


def exchange(state: State) -> Steps:
    """Exchange as many stars as possible (G5.37, G5.70, G13.9)."""
    state.step, state.last = "P7_EXCHANGE", 0
    reach = {side: sums(state.captives(side)) for side in "EF"}
    both = {stars for stars, _ in reach["E"]} & {stars for stars, _ in reach["F"]}
    targets: dict[str, Sums]
    if state.plan.options["exchange_by_heads"]:
        pairs = [
            (mine + theirs, stars, mine, theirs)
            for stars, mine in reach["E"]
            for other, theirs in reach["F"]
            if stars == other
        ]
        _, best, mine, theirs = max(pairs)
        targets = {"E": {(best, mine)}, "F": {(best, theirs)}}
    else:
        best = max(both)
        targets = {side: {pair for pair in reach[side] if pair[0] == best} for side in "EF"}
    if best == 0:
        return
    for side in "FE":
        state.last = 0
        captives = state.captives(side)
        picked: list[Leader] = []
        while (sum(one.stars for one in picked), len(picked)) not in targets[side]:
            options = []
            for n, leader in enumerate(captives):
                after = not picked or leader.number > picked[-1].number
                stars = sum(one.stars for one in picked) + leader.stars
                later = sums(captives[n + 1 :])
                if after and any(
                    (stars + more, len(picked) + 1 + heads) in targets[side]
                    for more, heads in later
                ):
                    options.append(Answer("exchange", leader.number))
            answer = yield from ask(state.initiative, "choose_exchange", options)
            assert answer is not None
            state.last = answer.word
            picked.append(state.leaders[answer.a])
            rout(picked[-1])


def ransoms(state: State) -> Steps:
    """Ransom captives, one after the other (G5.38-G5.41)."""
    for side in (state.initiative, state.non):
        for leader in state.captives(side):
            state.step, state.last = "P7_RANSOM", 0
            yield from ransom(state, side, leader)
    state.last = 0


def payments(state: State, side: str, leader: Leader) -> list[tuple[Area, ...]]:
    """List the sets of areas that pay for a leader with none to spare (G5.38-G5.40)."""
    own = state.controlled(side)
    return [
        areas
        for n in range(1, leader.stars + 1)
        for areas in combinations(own, n)
        if leader.stars <= sum(area.value for area in areas)
        if all(sum(a.value for a in areas if a is not spare) < leader.stars for spare in areas)
    ]


def ransom(state: State, side: str, leader: Leader) -> Steps:
    """Ask for the ransom of one captive (G5.71)."""
    ways = payments(state, side, leader)
    paid: list[Area] = []
    while tuple(paid) not in ways:
        options = {
            Answer("pay", leader.number, way[len(paid)].number)
            for way in ways
            if list(way[: len(paid)]) == paid
        }
        first = [] if paid else [Answer("decline", leader.number)]
        answer = yield from ask(side, "choose_ransom", [*first, *options])
        assert answer is not None
        if answer.kind == "decline":
            return
        state.last = answer.word
        area = state.areas[answer.b]
        paid.append(area)
        area.control = enemy(side) if state.plan.options["ransom_to_enemy"] else ""
    rout(leader)


def phase_8(state: State) -> None:
    """Let leaders die of age (G5.42, G5.43)."""
    state.phase, state.step = 8, "P8_DEATH"
    for leader in state.leaders:
        if not (state.on_map(leader) or leader.where in ("prison", "rout")):
            continue
        age = min(6, max(1, state.turn - leader.row["entry"]))
        fatal = state.plan.charts["death"][age - 1]
        if 0 < fatal < 6:
            dies = bool(state.dice.draw("death", {1: fatal, 0: 6 - fatal}))
        else:
            dies = fatal > 0
        if dies:
            if state.on_map(leader):
                state.area(leader.where).unassigned.update(leader.troops)
            for side in "EF":
                if state.kings[side] == leader.id:
                    state.kings[side] = ""
            bury(leader)


def bury(leader: Leader) -> None:
    """Take a leader out of the game."""
    rout(leader)
    leader.where = "dead"
