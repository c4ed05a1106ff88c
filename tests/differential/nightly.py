"""Many random games of the core against the reference, on all processors.

    python -m tests.differential.nightly --games 10000 [--first 0] [--jobs N] [SCENARIO ...]

Without a scenario: every shipped one, and as many random plans (``random``) and positions
(``warriors/random``). Disagreements are printed; the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from pysim.scenario import load_compiled, scenario_ids
from tests.differential import playing, warriors
from tests.differential.random_plans import random_options, write_plan
from tests.differential.random_positions import edited, random_switches, write_position

__all__ = [
    "POSITIONS",
    "RANDOM",
    "Played",
    "disagreement",
    "draw",
    "play_many",
    "play_one",
    "shipped",
]

RANDOM = "random"
POSITIONS = "warriors/random"
CHUNK = 10


def shipped(game: str) -> list[str]:
    """Return the scenarios of a game to play: the shipped ones and the random ones."""
    drawn = {"westeros": RANDOM, "warriors": POSITIONS}[game]
    return [*(name for name in scenario_ids() if name.startswith(f"{game}/")), drawn]


class Played(NamedTuple):
    """Games of one scenario: their disagreements, and how often each decision was asked."""

    found: list[list[str]]
    seen: Counter[str]


def play_one(
    scenario: str, seed: int, *, options: bool = False, seen: Counter[str] | None = None
) -> list[str]:
    """Play one game and return its first disagreement.

    Args:
        scenario: a shipped scenario, or ``random`` for a plan and options drawn by the seed,
            ``warriors/random`` for a position.
        seed: seed of the game.
        options: options of a shipped scenario are drawn too.
        seen: counts the decisions that were asked.
    """
    picks = random.Random(f"{scenario}/{seed}/plan")
    compiled, drawn = draw(scenario, picks, options=options)
    duel: warriors.Duel | playing.Duel = (
        warriors.Duel(compiled, seed)
        if scenario.startswith("warriors/")
        else playing.Duel(compiled, seed)
    )
    found = disagreement(duel, every=15, seen=seen)
    return [f"{scenario}, seed {seed}, options {drawn}", *found] if found else []


def disagreement(
    duel: playing.Duel | warriors.Duel, *, every: int = 1, seen: Counter[str] | None = None
) -> list[str]:
    """Play a random game; returns the first disagreement, with the actions before it.

    Args:
        duel: the core and the reference of a game at its start, of `playing` or `warriors`.
        every: the whole table is compared at each n-th step and at the end.
        seen: counts the decisions that were asked.
    """
    while True:
        step = len(duel.actions)
        over = duel.mine.decision is None
        found = duel.compare(whole=over or step % every == 0)
        if over and not found:
            return []
        if seen is not None:
            seen[duel.asks] += 1
        found = found or duel.step()
        if found:
            return [f"step {step}, after {duel.actions[-8:]}", *found]


def draw(
    scenario: str, picks: random.Random, *, options: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a scenario as the core reads it, and the options drawn for it, as in ``play_one``."""
    drawn: dict[str, Any] = {}
    if scenario == POSITIONS:
        with tempfile.TemporaryDirectory() as folder:
            compiled = load_compiled(write_position(Path(folder), picks))
        compiled = edited(compiled, picks) if picks.random() < 0.4 else compiled
        return compiled, compiled["options"]
    if scenario == RANDOM:
        with tempfile.TemporaryDirectory() as folder:
            path = write_plan(Path(folder), picks)
            drawn = random_options(picks) if picks.random() < 0.5 else {}
            return load_compiled(path, {**drawn, "extras": True}), drawn
    if options:
        warlike = scenario.startswith("warriors/")
        drawn = random_switches(picks) if warlike else random_options(picks)
        return load_compiled(scenario, drawn), drawn
    return _compiled(scenario), drawn


@cache
def _compiled(scenario: str) -> dict[str, Any]:
    return load_compiled(scenario)


def _chunk(job: tuple[str, int, int, bool]) -> Played:
    scenario, first, last, options = job
    seen: Counter[str] = Counter()
    games = [play_one(scenario, seed, options=options, seen=seen) for seed in range(first, last)]
    return Played([found for found in games if found], seen)


def play_many(
    scenarios: Iterable[str], seeds: range, *, jobs: int, options: bool = False
) -> Iterator[tuple[str, Played]]:
    """Play the seeds of each scenario in several processes."""
    starts = range(seeds.start, seeds.stop, CHUNK)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {
            scenario: [
                pool.submit(_chunk, (scenario, first, min(first + CHUNK, seeds.stop), options))
                for first in starts
            ]
            for scenario in scenarios
        }
        for scenario, chunks in waiting.items():
            done = [chunk.result() for chunk in chunks]
            seen = sum((one.seen for one in done), Counter[str]())
            yield scenario, Played([found for one in done for found in one.found], seen)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.nightly")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    parser.add_argument("--games", type=int, default=10_000, help="games of each scenario")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--options", action="store_true", help="draw options too")
    given = parser.parse_args(arguments)
    scenarios = given.scenarios or [*shipped("westeros"), *shipped("warriors")]
    seeds = range(given.first, given.first + given.games)
    start, total = time.perf_counter(), 0
    for scenario, (found, _) in play_many(scenarios, seeds, jobs=given.jobs, options=given.options):
        total += len(found)
        seconds = time.perf_counter() - start
        print(f"{scenario}: {len(found)} of {given.games} games disagree, {seconds:.0f} s")
        for lines in found[:5]:
            print("   ", "\n        ".join(lines[:6]))
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
