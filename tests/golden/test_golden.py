"""Did behaviour change? Playthroughs, perft counts and the schedule against their files.

All files are rewritten by ``python tests/golden/regenerate.py``.
"""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pysim
from pysim.scenario import scenario_ids
from tests.golden.record import (
    FOLDER,
    KEYS,
    PAIRINGS,
    SEED,
    perft_counts,
    perft_table,
    playthrough,
    playthrough_file,
    schedule_keys,
    schedule_table,
)

HOW = "rewrite with: python tests/golden/regenerate.py"


def compare(path: Path, made: str) -> None:
    """Fail with the first differing lines when a file does not hold a text."""
    if not path.exists():
        pytest.fail(f"{path.name} is missing; {HOW}")
    stored = path.read_text(encoding="utf-8")
    if stored != made:
        lines = difflib.unified_diff(
            stored.splitlines(), made.splitlines(), "stored", "now", lineterm="", n=1
        )
        pytest.fail("\n".join([f"{path.name} differs; {HOW}", *list(lines)[:14]]))


@pytest.mark.parametrize("scenario", scenario_ids())
def test_playthrough(scenario: str) -> None:
    compare(playthrough_file(scenario), playthrough(scenario))


@pytest.mark.parametrize("hash_seed", ["1", "77"])
def test_the_order_of_hashes_does_not_matter(hash_seed: str) -> None:
    code = (
        "from tests.golden.record import playthrough; print(playthrough('westeros/siege'), end='')"
    )
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=FOLDER.parents[1],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    compare(playthrough_file("westeros/siege"), made.stdout)


def test_no_playthrough_without_a_scenario() -> None:
    stored = set((FOLDER / "playthroughs").glob("*"))
    assert stored == {playthrough_file(scenario) for scenario in scenario_ids()}


def test_perft() -> None:
    compare(FOLDER / "perft.txt", perft_table())


@pytest.mark.parametrize("scenario", scenario_ids())
def test_perft_counts_agree_with_clone_and_apply(scenario: str) -> None:
    """Depth 1 is the length of the legal list; depth 2 is counted again, one clone at a time."""
    state = pysim.load(scenario).new_initial_state(SEED)
    one, two, _ = perft_counts(scenario)
    assert one == len(state.legal_actions())
    counted = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        counted += max(after.legal_count(), 1)
    assert two == counted


def test_schedule_keys_are_frozen() -> None:
    compare(FOLDER / "schedule.txt", schedule_table())


@pytest.mark.parametrize("pairing", PAIRINGS)
def test_schedule_keys_are_distinct_and_paired(pairing: str) -> None:
    keys = schedule_keys("gauntlet" if pairing == "gauntlet" else "round_robin")
    assert len(set(keys)) == len(keys) == KEYS
    dice = [index for index, _ in keys]
    assert all(dice.count(index) == 2 for index in set(dice))


def test_each_dice_index_starts_another_game() -> None:
    """The first dice and hands of 500 consecutive dice indexes are practically all different."""
    game = pysim.load("westeros/kingsroad")
    starts = set()
    for index in sorted({index for index, _ in schedule_keys("round_robin")}):
        now = game.new_initial_state(SEED, game_number=index).to_dict()
        starts.add(repr((now["pools"], now["hands"])))
    assert len(starts) >= KEYS // 2 - 10
