"""Losses and what becomes of leaders that are hit (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.warriors.ask import Answer, Decision, ask
from tests.reference.warriors.setup import roll_die
from tests.reference.warriors.state import Leader, State, enemy

__all__ = ["allocate", "capture", "eliminations", "rout"]

Key = tuple[int, int, int]
Removed = Generator[Decision, Answer, list[Leader]]


def capture(leader: Leader) -> None:
    """Put a leader into the prison of the enemy; his troops are eliminated (G8.21)."""
    leader.troops.clear()
    leader.where, leader.disgraced = "prison", False


def rout(leader: Leader) -> None:
    """Put a leader into the rout box; whom he served no longer counts (G5.45, G8.11)."""
    leader.troops.clear()
    leader.where, leader.disgraced = "rout", False
    leader.serves = str(leader.row["side"]) if leader.aligned else ""


def is_knight(state: State, kind: str) -> bool:
    """Whether the points of a type are knights or chevaliers."""
    return bool(state.plan.types[kind]["class"] == "knight")


def is_mercenary(state: State, kind: str) -> bool:
    """Whether the points of a type are mercenaries."""
    return bool(state.plan.types[kind]["class"] == "mercenary")


def strength(state: State, pieces: list[Leader]) -> int:
    """Count the hits that a side can meet (G5.64)."""
    total = len(pieces)
    mercenary = False
    for leader in pieces:
        for kind, n in leader.troops.items():
            if is_mercenary(state, kind):
                mercenary = mercenary or n > 0
            else:
                total += 2 * n if is_knight(state, kind) else n
    return total + mercenary


def allocate(state: State, side: str, pieces: list[Leader]) -> Removed:
    """Let a side meet its hits; returns its removed leaders in their order (8.1, G5.64).

    Args:
        state: the table, with the hits to meet in the battle.
        side: who is hit.
        pieces: its leaders that are hit, with their points.
    """
    battle = state.battle
    assert battle is not None
    chief = battle.commanders[side]
    removed: list[Leader] = []
    state.last = 0
    if battle.hits[side] >= strength(state, pieces):
        removed = [one for one in pieces if one is not chief]
        removed += [one for one in pieces if one is chief]
        for leader in removed:
            hit(leader)
        battle.hits[side] = 0
        return removed
    left = list(pieces)
    key: Key = (0, -1, -1)
    while battle.hits[side] > 0:
        options = losses(state, battle.hits[side], left, chief, key)
        answer = yield from ask(side, "allocate_hits", list(options))
        assert answer is not None
        key, met = options[answer]
        battle.hits[side] = max(0, battle.hits[side] - met)
        state.last = answer.word
        if answer.kind == "lose_mercenaries":
            for leader in left:
                for kind in state.plan.mercenaries:
                    del leader.troops[kind]
        elif answer.kind == "lose":
            state.leaders[answer.a].troops[state.plan.type_ids[answer.b]] -= answer.c
        else:
            leader = state.leaders[answer.a]
            hit(leader)
            removed.append(leader)
            left.remove(leader)
    state.last = 0
    return removed


def hit(leader: Leader) -> None:
    """Remove a leader by a hit; his roll is still to come."""
    leader.troops.clear()
    leader.where, leader.disgraced = "hit", False


def losses(
    state: State, hits: int, pieces: list[Leader], chief: Leader | None, after: Key
) -> dict[Answer, tuple[Key, int]]:
    """List the answers that meet hits, with their keys and the hits they meet (G5.64, G5.64a)."""
    found: dict[Answer, tuple[Key, int]] = {}
    if after[0] == 0 and any(
        n for one in pieces for kind, n in one.troops.items() if is_mercenary(state, kind)
    ):
        found[Answer("lose_mercenaries")] = (1, 0, 0), 1
    for leader in pieces:
        for kind, have in leader.troops.items():
            number = state.plan.type_number(kind)
            if is_mercenary(state, kind):
                continue
            knight = is_knight(state, kind)
            for n in range(1, have + 1):
                meets = 2 * n if knight else n
                if meets <= hits + knight:
                    key = (3 if knight else 2, leader.number, number)
                    found[Answer("lose", leader.number, number, n)] = key, meets
        if leader.bare() and leader is not chief:
            found[Answer("lose_leader", leader.number)] = (4, leader.number, 0), 1
    return {
        answer: (key, meets)
        for answer, (key, meets) in found.items()
        if key > after
        and (hits <= meets or the_rest(state, pieces, chief, answer, key) >= hits - meets)
    }


def the_rest(
    state: State, pieces: list[Leader], chief: Leader | None, answer: Answer, after: Key
) -> int:
    """Count the hits that answers with later keys could still meet (G5.64a)."""
    total = 0
    for leader in pieces:
        keeps = 0
        for kind, have in leader.troops.items():
            number = state.plan.type_number(kind)
            if is_mercenary(state, kind):
                keeps += 0 if answer.kind == "lose_mercenaries" else have
                continue
            knight = is_knight(state, kind)
            if (3 if knight else 2, leader.number, number) > after:
                total += 2 * have if knight else have
            else:
                taken = answer[:3] == ("lose", leader.number, number)
                keeps += have - (answer.c if taken else 0)
        later = (4, leader.number, 0) > after
        total += later and keeps == 0 and leader is not chief
    return total


def eliminations(state: State, leaders: list[Leader]) -> None:
    """Roll for the removed leaders of a side (8.2)."""
    battle = state.battle
    assert battle is not None
    chart = state.plan.charts["elimination"]
    for leader in leaders:
        result = chart[roll_die(state, "elimination") + leader.stars - 2]
        keeper = any(
            one.where == battle.area.id and one.serves == enemy(leader.serves)
            for one in state.leaders
        )
        if result == "K":
            leader.where = "killed"
            if state.kings[leader.serves] == leader.id:
                state.kings[leader.serves] = ""
                state.killed_kings.append(leader.serves)
        elif result == "C" and keeper:
            capture(leader)
        else:
            rout(leader)
