"""The fast core against the slow reference, at every move, attack and retreat of random games.

At ``choose_move`` and ``choose_attack`` the core's legal actions of every ordered unit that has
not moved or attacked must be exactly those that the reference derives from the rules text; at
``choose_retreat_hex`` the hexes offered must be the legal steps of a unit of the fight.

Left out, because the description of a state does not tell them:

* units that have attacked and may attack again by a card or a commander (W5.33);
* the figures of rolls: the reference compares what is legal, the odds tests compare chances;
* units held by a plan's own rule, such as archers that have just been turned up (B03 rule 2);
  the core marks them as moved.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pysim
from pysim.scenario import scenario_ids
from tests.reference.westeros.compare import (
    attacks_of,
    hexes_in,
    moves_of,
    numbers_in,
    retreating_units,
)
from tests.reference.westeros.player import pick
from tests.reference.westeros.position import Position, read_position

SCENARIOS = [name for name in scenario_ids() if name.startswith("westeros/")]
SEEDS = range(4)
LIMIT = 20_000


@pytest.mark.rule("W6.4")
@pytest.mark.rule("W7.1")
@pytest.mark.rule("W7.2")
@pytest.mark.rule("W8.11")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_legal_sets_agree_with_the_rules_text(scenario: str, seed: int) -> None:
    assert disagreements(scenario, seed) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_legal_sets_agree_in_many_games(scenario: str, seed: int) -> None:
    assert disagreements(scenario, seed) == []


def test_the_games_reach_every_kind_of_decision() -> None:
    seen: Counter[str] = Counter()
    for scenario in SCENARIOS:
        disagreements(scenario, 0, seen)
    assert min(seen[name] for name in ("choose_move", "choose_attack", "choose_retreat_hex")) > 0


def disagreements(scenario: str, seed: int, seen: Counter[str] | None = None) -> list[str]:
    """Play one random game and list every difference with the reference."""
    return disagreements_in(pysim.load(scenario), seed, seen)


def disagreements_in(game: pysim.Game, seed: int, seen: Counter[str] | None = None) -> list[str]:
    """Play one random game of a loaded scenario."""
    scenario = game.id
    state = game.new_initial_state(seed=seed)
    dice = random.Random(f"{scenario}/{seed}")
    plan: dict[str, Any] = dict(game.plan)
    found: list[str] = []
    fight: set[str] = set()
    for step in range(LIMIT):
        if state.is_terminal() or len(found) > 4:
            break
        decision = state.decision()
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        if decision in {"choose_move", "choose_attack", "choose_retreat_hex"}:
            position, seat = read_position(state.to_dict(), plan), state.current_player()
            if decision == "choose_retreat_hex":
                problems = _check_retreat(position, seat, set(texts), fight)
            else:
                problems = _check_orders(position, seat, set(texts), decision)
            found += [f"{scenario} seed {seed} step {step}: {problem}" for problem in problems]
            if seen is not None:
                seen[decision] += 1
        choice = pick(dice, texts, state.to_dict(), state.current_player())
        fight = set() if decision == "choose_turn_action" else fight | set(numbers_in(choice))
        if (
            choice.startswith("choose_commit") and "yes" in choice.split()
        ):  # one target: not asked, W5.37
            fight |= {row["number"] for row in state.to_dict()["units"]}
        state.apply_action(texts[choice])
    return found


def _check_orders(position: Position, seat: int, texts: set[str], kind: str) -> list[str]:
    """List the units whose moves or attacks differ, with what is missing and what is too much.

    Rules: W5.31, W5.32, W6.1-W6.6, W7.1-W7.6.
    """
    problems = []
    for unit in position.units.values():
        core = {text for text in texts if text.startswith(f"{kind} {unit.number} ")}
        if unit.seat != seat or not unit.ordered:
            if core:
                problems.append(f"{unit.number} was not ordered but has {sorted(core)}")
            continue
        if unit.moved if kind == "choose_move" else unit.attacked:
            continue
        mine = (moves_of if kind == "choose_move" else attacks_of)(position, unit)
        if core != mine:
            problems.append(
                f"{unit.number} at {unit.at}: only the core has {sorted(core - mine)}, "
                f"only the reference has {sorted(mine - core)}"
            )
    return problems


def _check_retreat(position: Position, seat: int, texts: set[str], fight: set[str]) -> list[str]:
    """Find a unit of the fight whose legal steps are the hexes offered (W8.11, W8.12)."""
    offered = [at for text in texts for at in hexes_in(text)]
    fits = retreating_units(position, seat, offered)
    if fits & fight:
        return []
    return [f"retreat to {sorted(offered)} fits {sorted(fits)}, but {sorted(fight)} fight"]
