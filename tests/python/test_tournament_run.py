"""Runs on disk: bytes, threads, verification, refusals, reports; by a made-up engine."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pysim.tournament import (
    Event,
    RunError,
    build_report,
    resume_run,
    run_event,
    verify_run,
)
from pysim.tournament.header import COLUMNS
from pysim.tournament.storage import encode_block
from tests.python.made_up_engine import EVENT, MadeUpEngine, contents, stored_rows


def test_folder_has_one_checked_file_a_block_and_all_games_in_order(finished: Path) -> None:
    names = set(contents(finished))
    numbers = range(8)  # 1000 games in blocks of 128
    assert names == {"event.json", "scenarios/000000.json", "scenarios/000001.json"} | {
        f"blocks/{n:06d}.{end}" for n in numbers for end in ("parquet", "sha256")
    }
    rows = list(stored_rows(finished))
    assert [row["game"] for row in rows] == list(range(1000))
    assert {row["seat0"] for row in rows} == {0, 1}


def test_folder_does_not_depend_on_the_number_of_threads(finished: Path, tmp_path: Path) -> None:
    for threads in (2, 7):
        engine = MadeUpEngine()
        run_event(EVENT, tmp_path / str(threads), threads=threads, engine=engine)
        assert engine.threads == {threads}
        assert contents(tmp_path / str(threads)) == contents(finished)


def test_verify_confirms_every_game(finished: Path) -> None:
    result = verify_run(finished, threads=1, engine=MadeUpEngine())
    assert result.good
    assert (result.checked, result.missing_blocks) == (1000, 0)


def test_verify_names_file_game_and_column_of_a_false_result(finished: Path) -> None:
    result = verify_run(finished, threads=1, engine=MadeUpEngine(lie_about=777))
    assert result.wrong_games == 1
    [wrong] = result.mismatches
    assert (wrong.path.name, wrong.game, wrong.column) == ("000006.parquet", 777, "state_hash")
    assert wrong.played == (wrong.stored + 1) % 2**64


def test_folder_of_another_event_is_refused(finished: Path) -> None:
    whole = contents(finished)
    other = dataclasses.replace(EVENT, seed=43)
    with pytest.raises(RunError, match=r"another event: its seed is 42, not 43.*resume"):
        run_event(other, finished, threads=1, engine=MadeUpEngine())
    with pytest.raises(RunError, match="its games is 500, not 502"):
        run_event(dataclasses.replace(EVENT, games=502), finished, threads=1, engine=MadeUpEngine())
    assert contents(finished) == whole


def test_folder_with_other_files_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(RunError, match=r"not empty \(found 'thesis.tex'\)"):
        run_event(EVENT, tmp_path, threads=1, engine=MadeUpEngine())
    assert contents(tmp_path) == {"thesis.tex": b"years of work"}


def test_another_engine_is_refused(finished: Path) -> None:
    engine = MadeUpEngine()
    engine.__version__ = "made-up-2"
    with pytest.raises(RunError, match="engine made-up-1, this is engine made-up-2"):
        resume_run(finished, threads=1, engine=engine)


def test_other_rules_under_the_same_version_are_refused(finished: Path) -> None:
    engine = MadeUpEngine(rules=1)
    with pytest.raises(RunError, match="other rules or agents than the run was started with"):
        resume_run(finished, threads=1, engine=engine)
    with pytest.raises(RunError, match="other rules or agents"):
        verify_run(finished, threads=1, engine=engine)
    with pytest.raises(RunError, match="another event: its behaviour"):
        run_event(EVENT, finished, threads=1, engine=engine)
    assert engine.played == []


def test_block_bytes_are_a_function_of_the_values() -> None:
    columns = {name: np.arange(6).astype(kind) for name, kind in COLUMNS.items()}
    data = encode_block(columns)
    assert encode_block({name: columns[name].copy() for name in reversed(COLUMNS)}) == data
    columns["fault"][5] = 0
    assert encode_block(columns) != data


def test_report_agrees_with_counting_by_hand(finished: Path) -> None:
    rows = list(stored_rows(finished))
    report = build_report(finished).to_dict()
    fair = [row for row in rows if not row["fault"]]
    points = Counter[int]()
    for row in fair:
        points[row["seat0"]] += {-1: 1, 0: 2, 1: 0}[row["winner"]]
        points[row["seat1"]] += {-1: 1, 0: 0, 1: 2}[row["winner"]]
    assert [agent["points"] for agent in report["agents"]] == [points[0] / 2, points[1] / 2]
    assert [agent["agent"] for agent in report["agents"]] == ["random", "greedy"]
    as_stark = [row for row in fair if row["seat0"] == 1]
    tally = report["agents"][1]["seats"]["stark"]
    assert (tally["games"], tally["wins"]) == (
        len(as_stark),
        sum(row["winner"] == 0 for row in as_stark),
    )
    pairs = [0] * 5
    for even, odd in zip(rows[::2], rows[1::2], strict=True):
        if not even["fault"] and not odd["fault"]:
            pairs[{-1: 1, 0: 2, 1: 0}[even["winner"]] + {-1: 1, 0: 0, 1: 2}[odd["winner"]]] += 1
    [table] = report["pairings"]
    assert table["pairs"] == pairs
    assert report["run"]["faults"] == sum(row["fault"] for row in rows)
    assert report["run"]["distinct_games"] == len(
        {(row["scenario"], row["game_hash"]) for row in rows}
    )
    first = report["scenarios"][0]
    assert first["wins"]["lannister"] == sum(
        row["winner"] == 1 and row["scenario"] == 0 for row in fair
    )
    assert sum(way["games"] for way in first["ways"]) == first["games"]
    lengths = sorted(row["decisions"] for row in rows)
    assert report["lengths"]["decisions"]["mean"] == pytest.approx(sum(lengths) / 1000)
    assert report["lengths"]["decisions"]["p50"] == lengths[499]
    assert report["lengths"]["decisions"]["p95"] == lengths[949]
    json.dumps(report, allow_nan=False)


def test_self_play_keeps_the_two_players_apart(tmp_path: Path) -> None:
    event = Event(agents=("random", "random"), scenarios=("westeros/kingsroad",), games=200, seed=1)
    run_event(event, tmp_path, threads=1, engine=MadeUpEngine())
    report = build_report(tmp_path)
    assert [row["agent"] for row in report.agents] == ["random", "random#2"]
    assert report.agents[0]["points"] + report.agents[1]["points"] == report.scenarios[0]["games"]


@pytest.mark.parametrize("threads", [0, 257, 2**70])
def test_number_of_threads_is_bounded(tmp_path: Path, threads: int) -> None:
    with pytest.raises(RunError, match=f"threads: from 1 to 256, not {threads}"):
        run_event(EVENT, tmp_path / "out", threads=threads, engine=MadeUpEngine())
