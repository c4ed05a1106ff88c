"""The exact chances of attacks: the core's enumerated outcomes against the reference's fractions.

In random games, at ``choose_attack``, the figures left of the target and the chance that it has to
retreat must have exactly the distribution that follows from the rules text.

Left out, because something that the description does not tell may act:

* turns of a leadership card, and targets whose House used a card in its turn before (W10.2, W9);
* the losses of flank attacks, and of attacks in which a choice comes before them (re-rolls,
  commits); of a flank attack the test asks only that the core offers the re-roll;
* targets that could fail a retreat, for then hits and failed steps cannot be told apart, or that
  could retreat onto a raft landing, where a catapult may lie in wait (B04 rule 4).
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import pysim
from pysim.scenario import scenario_ids
from tests.reference.westeros.attack import dice
from tests.reference.westeros.compare import numbers_in
from tests.reference.westeros.outcome import Fate, fate, has_free_run, is_flank
from tests.reference.westeros.player import pick
from tests.reference.westeros.position import Position, Unit, read_position

SCENARIOS = [name for name in scenario_ids() if name.startswith("westeros/")]
EARLY = {
    "choose_aimed_shot",
    "choose_commit",
    "choose_concurrent_counter",
    "choose_deflect",
    "choose_flank_reroll",
    "choose_reroll_die",
}
OWES = {"choose_retreat_hex", "choose_stalwart_ignore"}
MODES = ("melee", "ranged", "war_dogs")
MOST = 12
LIMIT = 20_000


@pytest.mark.rule("W7.18")
@pytest.mark.rule("W8.3")
@pytest.mark.rule("W9.4")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_attacks_have_the_chances_of_the_rules_text(scenario: str, seed: int) -> None:
    assert differences(scenario, seed, Counter()) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_chances_agree_in_many_games(scenario: str, seed: int) -> None:
    assert differences(scenario, seed, Counter()) == []


def test_every_mode_is_compared() -> None:
    seen: Counter[str] = Counter()
    for scenario in SCENARIOS:
        for seed in range(3):
            differences(scenario, seed, seen)
    assert all(seen[mode] > 0 for mode in (*MODES, "flank"))


def differences(scenario: str, seed: int, seen: Counter[str]) -> list[str]:
    """Play one random game and list every attack whose chances differ."""
    return differences_in(pysim.load(scenario), seed, seen)


def differences_in(game: pysim.Game, seed: int, seen: Counter[str]) -> list[str]:
    """Play one random game of a loaded scenario."""
    scenario = game.id
    state = game.new_initial_state(seed=seed)
    picks = random.Random(f"{scenario}/{seed}/outcomes")
    plan: dict[str, Any] = dict(game.plan)
    turns = ["", ""]
    found: list[str] = []
    done = 0
    for step in range(LIMIT):
        if state.is_terminal() or done >= MOST:
            break
        seat = state.current_player()
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        if state.decision() == "choose_attack" and not any("lead" in turn for turn in turns):
            position = read_position(state.to_dict(), plan)
            for text in sorted(texts):
                problem, mode = _compare(state, position, text)
                done += 1 if mode else 0
                seen[mode] += 1
                if problem:
                    found.append(f"{scenario} seed {seed} step {step} {text}: {problem}")
        choice = pick(picks, texts, state.to_dict(), seat, avoid="lead")
        if state.decision() == "choose_turn_action":
            turns[seat] = choice
        state.apply_action(texts[choice])
    return found


def _compare(state: pysim.State, position: Position, text: str) -> tuple[str, str]:
    """Compare one attack; give the problem and the mode, both empty when it is left out."""
    mode = next((word for word in text.split() if word in MODES), "")
    numbers = numbers_in(text)
    if not mode or len(numbers) != 2:
        return "", ""
    attacker, target = (position.units[number] for number in numbers)
    if attacker.attacked:
        return "", ""
    after = {later.decision() for later, _ in state.chance_outcomes(text)}
    flank = is_flank(position, attacker, target, mode)
    if flank or "choose_flank_reroll" in after:
        fits = flank and bool(after & {"choose_flank_reroll", "choose_commit"})
        return ("" if fits else f"flank {flank}, but the core asks {sorted(after)}"), "flank"
    longest = max(dice(position, attacker, target, mode), *attacker.dice.values())
    if not has_free_run(position, target, min(longest, 4)):
        return "", ""
    core = _core_fate(state, text, target)
    if not core:
        return "", ""
    mine = fate(position, attacker, target, mode)
    return ("" if core == mine else f"core {_shown(core)}, reference {_shown(mine)}"), mode


def _core_fate(state: pysim.State, text: str, target: Unit) -> dict[Fate, Fraction]:
    """Give the core's chance of each fate; empty when a choice comes before the losses."""
    found: dict[Fate, Fraction] = {}
    for after, weight in state.chance_outcomes(text):
        if after.decision() in EARLY:
            return {}
        rows = {row["number"]: row for row in after.to_dict()["units"]}
        row = rows.get(target.number)
        figures = row["figures"] if row and row["on_map"] else 0
        moved = row is not None and (row["c"], row["r"]) != target.at
        owes = figures > 0 and (moved or after.decision() in OWES)
        found[figures, owes] = found.get((figures, owes), Fraction(0)) + weight
    return found


def _shown(chances: dict[Fate, Fraction]) -> str:
    """Write a distribution in a fixed order."""
    return ", ".join(f"{key}: {chances[key]}" for key in sorted(chances))
