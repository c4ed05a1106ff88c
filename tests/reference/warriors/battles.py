"""Phase 3: battles, sieges and rounds (G5.10, chapter 7)."""

from __future__ import annotations

from collections.abc import Generator

from tests.reference.warriors.ask import Answer, Decision, Steps, ask
from tests.reference.warriors.losses import allocate, capture, eliminations
from tests.reference.warriors.pursuit import bravery, dice_of, points, roll_hits
from tests.reference.warriors.retreat import destinations, flee, withdraw
from tests.reference.warriors.setup import roll_die
from tests.reference.warriors.state import Area, Battle, State, enemy

__all__ = ["battle_areas", "phase_3"]


def battle_areas(state: State) -> list[Area]:
    """List the areas that hold leaders of both sides (G5.10)."""
    return [area for area in state.areas if state.here(area, "E") and state.here(area, "F")]


def phase_3(state: State) -> Steps:
    """Fight the battle that INI picks (G5.10)."""
    state.phase, state.step, state.last = 3, "P3_SELECT", 0
    options = [Answer("battle", area.number) for area in battle_areas(state)]
    answer = yield from ask(state.initiative, "choose_battle", options)
    assert answer is not None
    state.battle = Battle(state.areas[answer.a])
    yield from fight(state)
    state.battle, state.last = None, 0


def fight(state: State) -> Steps:
    """Fight one battle, by siege or in the field (G7.1-G7.3)."""
    battle = state.battle
    assert battle is not None
    for side in state.in_turn:
        state.step = "P3_BC"
        there = state.here(battle.area, side)
        most = max(leader.stars for leader in there)
        options = [Answer("commander", one.number) for one in there if one.stars == most]
        answer = yield from ask(side, "choose_commander", options)
        assert answer is not None
        battle.commanders[side] = state.leaders[answer.a]
    holder = battle.area.control
    if holder:
        state.step = "P3_SIEGE_Q"
        answer = yield from ask(holder, "choose_siege", [Answer("field"), Answer("siege")])
        if answer == Answer("siege"):
            battle.besieged = holder
            yield from siege(state)
            return
    over = False
    while not over:
        yield from one_round(state)
        over = yield from after_round(state)


def siege(state: State) -> Steps:
    """Roll for the siege (G7.4-G7.8)."""
    battle, charts = state.battle, state.plan.charts
    assert battle is not None
    state.step = "P3_SIEGE"
    inside = battle.besieged
    outside = enemy(inside)
    besiegers = state.here(battle.area, outside)
    guns = sum(points(state, leader, "gunner") for leader in besiegers)
    number = battle.area.value + charts["siege"]
    number += bravery(state, inside) - bravery(state, outside) - min(charts["gunner_cap"], guns)
    falls = 6 - number
    if 0 < falls < 6:
        fallen = bool(state.dice.draw("siege", {1: falls, 0: 6 - falls}))
    else:
        fallen = falls > 0
    if fallen:
        for leader in state.here(battle.area, inside):
            capture(leader)
    else:
        yield from withdraw(state, outside)


def one_round(state: State) -> Steps:
    """Roll the dice of a round and take the losses (G7.10-G7.16)."""
    battle = state.battle
    assert battle is not None
    state.step, state.last = "P3_ROUND", 0
    silent = joan(state)
    scored = {}
    for side in "EF":
        bonus = max(0, bravery(state, side) - bravery(state, enemy(side)))
        dice = 0 if silent == side else dice_of(state, side)
        scored[side] = roll_hits(state, "battle", dice, bonus)
    aggressor = battle.area.aggressor
    if scored[aggressor]:
        battle.missed = 0
    elif silent != aggressor or state.plan.options["silenced_round_is_miss"]:
        battle.missed += 1
    battle.hits = {side: scored[enemy(side)] for side in "EF"}
    removed = {}
    for side in state.in_turn:
        state.step = "P3_HITS"
        removed[side] = yield from allocate(state, side, state.here(battle.area, side))
    for side in state.in_turn:
        eliminations(state, removed[side])


def joan(state: State) -> str:
    """Roll for Joan of Arc as commander; returns the side that may not roll (G7.10)."""
    assert state.battle is not None
    commander = state.battle.commanders["F"]
    if commander is None or not commander.row["silences"]:
        return ""
    die, other = roll_die(state, "joan"), bravery(state, "E")
    return "F" if die < other else "E" if die > other else ""


def after_round(state: State) -> Generator[Decision, Answer, bool]:
    """End the battle, or ask who retreats; the value tells whether it is over (G7.17-G7.20)."""
    battle = state.battle
    assert battle is not None
    area, aggressor = battle.area, battle.area.aggressor
    other = enemy(aggressor)
    if not (state.here(area, "E") and state.here(area, "F")):
        return True
    if battle.missed == 3:
        state.step, state.last = "P3_FORCE_Q", 0
        options = [Answer("clear"), Answer("force")]
        answer = yield from ask(other, "choose_force_retreat", options)
        battle.missed = 0
        if answer == Answer("force"):
            state.step, battle.retreating = "P3_RETREAT", aggressor
            options = retreats(state, aggressor)
            answer = yield from ask(aggressor, "choose_retreat", options)
            yield from flee(state, aggressor, None if answer is None else state.areas[answer.a])
            return True
    nowhere = not destinations(state, area, "E") and not destinations(state, area, "F")
    for side in (other, aggressor):
        state.step, state.last = "P3_RETREAT_Q", 0
        options = [Answer("stand"), *retreats(state, side)]
        lone = nowhere and side == other
        answer = yield from ask(side, "choose_retreat", options, always=lone)
        assert answer is not None
        if answer.kind == "retreat":
            yield from flee(state, side, state.areas[answer.a])
            return True
    return False


def retreats(state: State, side: str) -> list[Answer]:
    """List the retreats of a side."""
    assert state.battle is not None
    found = destinations(state, state.battle.area, side)
    return [Answer("retreat", area.number) for area in found]
