"""Runs on disk: bytes, resume, damage, full disks, reports; played by a made-up engine.

The engine below answers with numbers mixed from (seed, dice index, game number). It can be told
to stop, to lie and to report faults, which the real core cannot. The real core is tested in
``test_tournament_core.py``.
"""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from pysim.tournament import (
    Event,
    RunError,
    RunFolder,
    build_report,
    resume_run,
    run_event,
    verify_run,
)
from pysim.tournament.header import COLUMNS, SAMPLE_SEED
from pysim.tournament.storage import encode_block

Words = NDArray[np.uint64]


def mix(words: Words) -> Words:
    """Scramble 64-bit words (the finaliser of SplitMix64)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class MadeUpGame:
    """A game with two seats and no rules."""

    num_players = 2

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.compiled = compiled

    def seat_names(self) -> list[str]:
        return ["stark", "lannister"]


class MadeUpEngine:
    """An engine that can be stopped after some games, told to lie, or to report faults."""

    __version__ = "made-up-1"
    Game = MadeUpGame

    def __init__(
        self, *, stop_after: int | None = None, lie_about: int = -1, rules: int = 0
    ) -> None:
        self.stop_after = stop_after
        self.lie_about = lie_about
        self.rules = rules
        self.played: list[int] = []
        self.threads: set[int] = set()

    def agents(self) -> list[str]:
        return ["random", "greedy"]

    def ways(self) -> list[str]:
        return ["points", "morale", "rounds"]

    def play_games(
        self,
        *,
        games: list[Any],
        scenario: NDArray[np.uint16],
        agents: list[str],
        seat0: NDArray[np.uint16],
        seat1: NDArray[np.uint16],
        dice_index: Words,
        game_number: Words,
        seed: int,
        threads: int,
    ) -> dict[str, NDArray[Any]]:
        assert scenario.max() < len(games)
        if seed == SAMPLE_SEED:  # the sample that signs the behaviour
            dice_index = dice_index + np.uint64(self.rules)
        else:
            if self.stop_after is not None and len(self.played) >= self.stop_after:
                raise KeyboardInterrupt
            self.played += game_number.tolist()
            self.threads.add(threads)
        word = mix(mix(dice_index + np.uint64(seed)) + game_number)
        seats = len(agents) * seat0.astype(np.int64) + seat1.astype(np.int64)
        word = mix(word + seats.astype(np.uint64))
        winner = (word % np.uint64(3)).astype(np.int8) - np.int8(1)
        return {
            "winner": winner.astype(np.int8),
            "way": (mix(word) % np.uint64(3)).astype(np.uint8),
            "decisions": (np.uint64(100) + word % np.uint64(50)).astype(np.uint32),
            "rounds": (np.uint64(1) + word % np.uint64(5)).astype(np.uint8),
            "points0": (word % np.uint64(9)).astype(np.int16),
            "points1": (word % np.uint64(7)).astype(np.int16),
            "state_hash": mix(word)
            + (game_number == np.uint64(max(0, self.lie_about))) * (np.uint64(self.lie_about >= 0)),
            "game_hash": mix(word % np.uint64(300)),
            "fault": (word % np.uint64(11) == np.uint64(0)).astype(np.uint8),
        }


EVENT = Event(
    agents=("random", "greedy"),
    scenarios=("westeros/kingsroad", "westeros/green_fork"),
    games=500,
    seed=42,
    block_size=128,
)


def contents(folder: Path) -> dict[str, bytes]:
    """Read every file of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(name="finished")
def _finished(tmp_path: Path) -> Path:
    """Make a complete run."""
    run_event(EVENT, tmp_path / "finished", threads=1, engine=MadeUpEngine())
    return tmp_path / "finished"


def stored_rows(folder: Path) -> Iterator[dict[str, int]]:
    """Read all games of a run, one at a time."""
    run = RunFolder(folder)
    for number in range(EVENT.schedule.blocks):
        columns = run.read_block(number, run.header())
        for values in zip(*(columns[name].tolist() for name in COLUMNS), strict=True):
            yield dict(zip(COLUMNS, values, strict=True))


def test_folder_has_one_checked_file_a_block_and_all_games_in_order(finished: Path) -> None:
    names = set(contents(finished))
    numbers = range(8)  # 1000 games in blocks of 128
    assert names == {"event.json"} | {
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


def test_stopped_run_resumes_to_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "stopped"
    for stop_after in (200, 100, 300):
        with pytest.raises(KeyboardInterrupt):
            run_event(EVENT, out, threads=1, engine=MadeUpEngine(stop_after=stop_after))
    before = {name for name in contents(out) if name.endswith(".sha256")}
    assert 3 <= len(before) < 8
    (out / "blocks" / "000007.parquet.tmp").write_bytes(b"half a blo")
    engine = MadeUpEngine()
    result = resume_run(out, threads=2, engine=engine)
    assert result.kept == 128 * len(before)
    assert engine.played == list(range(result.kept, 1000))
    assert contents(out) == contents(finished)


def test_resume_of_a_finished_run_plays_nothing(finished: Path) -> None:
    engine = MadeUpEngine()
    assert resume_run(finished, threads=1, engine=engine).kept == 1000
    assert engine.played == []


@pytest.mark.parametrize("name", ["000003.parquet", "000003.sha256"])
def test_damaged_block_is_named_and_played_again(finished: Path, name: str) -> None:
    whole = contents(finished)
    path = finished / "blocks" / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(RunError, match=r"corrupt block.*000003\.parquet"):
        build_report(finished)
    checked = verify_run(finished, threads=1, engine=MadeUpEngine())
    assert not checked.good
    assert [path.name for path in checked.corrupt] == ["000003.parquet"]
    assert checked.checked == 1000 - 128
    said: list[str] = []
    engine = MadeUpEngine()
    resume_run(finished, threads=1, engine=engine, notify=said.append)
    assert engine.played == list(range(3 * 128, 4 * 128))
    assert "000003.parquet" in said[0]
    assert contents(finished) == whole


def test_block_without_checksum_is_not_trusted(finished: Path) -> None:
    whole = contents(finished)
    (finished / "blocks" / "000000.sha256").unlink()
    engine = MadeUpEngine()
    resume_run(finished, threads=1, engine=engine)
    assert engine.played == list(range(128))
    assert contents(finished) == whole


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


@pytest.mark.parametrize("text", ["", "{}", '{"format": 2}', '{"format": 1, "event": []}', "[1]"])
def test_damaged_event_file_is_named(finished: Path, text: str) -> None:
    (finished / "event.json").write_text(text)
    with pytest.raises(RunError, match=r"event\.json: (damaged|format 2)"):
        build_report(finished)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "it is not JSON text"),
        ("[" * 100_000, "it is not JSON text"),
        ("[1]", "it is not a table of keys and values"),
        ("{}", "the key 'format' is missing"),
        ('{"format": 1, "event": []}', "a value in it has the wrong kind"),
        ('{"format": 1, "event": {"agents": [], "games": 1}}', "its event is wrong: "),
    ],
)
def test_damage_of_event_file_is_told_in_plain_words(finished: Path, text: str, words: str) -> None:
    (finished / "event.json").write_text(text)
    with pytest.raises(RunError, match=rf"event\.json: damaged: {words}"):
        build_report(finished)


@pytest.mark.parametrize(
    "key", ["engine", "event", "scenarios", "ways", "columns", "blocks", "digest", "behaviour"]
)
@pytest.mark.parametrize("value", [None, {}, 7, [7]])
def test_wrong_shapes_in_event_file_are_one_message(
    finished: Path, key: str, value: object
) -> None:
    values = json.loads((finished / "event.json").read_text())
    (finished / "event.json").write_text(json.dumps({**values, key: value}))
    with pytest.raises(RunError, match=r"event\.json: damaged"):
        build_report(finished)


def test_changed_number_in_event_file_is_noticed(finished: Path) -> None:
    values = json.loads((finished / "event.json").read_text())
    values["total_games"] = 2000
    (finished / "event.json").write_text(json.dumps(values))
    with pytest.raises(RunError, match="do not agree"):
        resume_run(finished, threads=1, engine=MadeUpEngine())


def test_full_disk_keeps_finished_blocks(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "full"
    real = os.fsync
    written = 0

    def fill_up(handle: int) -> None:
        nonlocal written
        written += 1
        if written > 12:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill_up)
        with pytest.raises(RunError, match=r"disk is full; finished blocks are kept.*resume"):
            run_event(EVENT, out, threads=1, engine=MadeUpEngine())
    assert not list(out.rglob("*.tmp"))
    assert (out / "blocks" / "000000.sha256").exists()
    resume_run(out, threads=1, engine=MadeUpEngine())
    assert contents(out) == contents(finished)


def test_two_processes_cannot_play_one_run(finished: Path) -> None:
    run = RunFolder(finished)
    with run.locked(), pytest.raises(RunError, match="another process"):
        resume_run(finished, threads=1, engine=MadeUpEngine())


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


def test_report_of_a_part_gives_no_strength(tmp_path: Path) -> None:
    out = tmp_path / "part ['*]? of it"
    with pytest.raises(KeyboardInterrupt):
        run_event(EVENT, out, threads=1, engine=MadeUpEngine(stop_after=400))
    report = build_report(out)
    assert not report.run["complete"]
    assert 0 < report.run["games"] < 1000
    assert report.run["games"] == sum(row["games"] + row["faults"] for row in report.scenarios)
    assert [row["elo"] for row in report.agents] == [None, None]
    assert "not complete" in report.run["note"]


def test_report_of_a_run_without_blocks_is_all_zero(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_event(EVENT, tmp_path, threads=1, engine=MadeUpEngine(stop_after=0))
    report = build_report(tmp_path).to_dict()
    assert report["run"]["games"] == 0
    json.dumps(report, allow_nan=False)


def test_self_play_keeps_the_two_players_apart(tmp_path: Path) -> None:
    event = Event(agents=("random", "random"), scenarios=("westeros/kingsroad",), games=200, seed=1)
    run_event(event, tmp_path, threads=1, engine=MadeUpEngine())
    report = build_report(tmp_path)
    assert [row["agent"] for row in report.agents] == ["random", "random#2"]
    assert report.agents[0]["points"] + report.agents[1]["points"] == report.scenarios[0]["games"]


def sign(path: Path) -> None:
    """Give a block file a fresh checksum."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{digest}  {path.name}\n")


def rewrite(path: Path, change: Callable[[dict[str, Any]], None], *, keep_marks: bool) -> None:
    """Change columns of a block, keep what it says of itself, and sign it again."""
    marks = pq.read_metadata(path).metadata if keep_marks else {}
    table = pq.read_table(path)
    columns = {name: table.column(name).to_numpy().copy() for name in COLUMNS}
    change(columns)
    said = {key.decode(): value.decode() for key, value in marks.items()}
    path.write_bytes(encode_block(columns, said))
    sign(path)


def refused_and_repaired(folder: Path, whole: dict[str, bytes], names: list[str]) -> None:
    """Check that a report refuses, naming the files, and that resume plays them again."""
    with pytest.raises(RunError, match=r"is not this block of this event") as caught:
        build_report(folder)
    assert all(name in str(caught.value) for name in names)
    checked = verify_run(folder, threads=1, engine=MadeUpEngine())
    assert [path.name for path in checked.corrupt] == names
    result = resume_run(folder, threads=1, engine=MadeUpEngine())
    assert [path.name for path in result.replayed] == names
    assert contents(folder) == whole


def test_swapped_blocks_with_fresh_checksums_are_noticed(finished: Path) -> None:
    whole = contents(finished)
    one, two = (finished / "blocks" / f"{n:06d}.parquet" for n in (1, 2))
    first = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(first)
    sign(one)
    sign(two)
    refused_and_repaired(finished, whole, ["000001.parquet", "000002.parquet"])


def test_block_of_another_run_is_noticed(finished: Path, tmp_path: Path) -> None:
    whole = contents(finished)
    other = dataclasses.replace(EVENT, seed=43)
    run_event(other, tmp_path / "other", threads=1, engine=MadeUpEngine())
    for end in ("parquet", "sha256"):
        name = f"blocks/000004.{end}"
        (finished / name).write_bytes((tmp_path / "other" / name).read_bytes())
    refused_and_repaired(finished, whole, ["000004.parquet"])


@pytest.mark.parametrize("column", ["game", "scenario", "seat0", "seat1", "dice_index"])
def test_column_that_is_not_the_schedule_is_noticed(finished: Path, column: str) -> None:
    whole = contents(finished)

    def change(columns: dict[str, Any]) -> None:
        columns[column][5] ^= 1

    rewrite(finished / "blocks" / "000003.parquet", change, keep_marks=True)
    refused_and_repaired(finished, whole, ["000003.parquet"])


def test_block_without_marks_is_noticed(finished: Path) -> None:
    whole = contents(finished)
    rewrite(finished / "blocks" / "000003.parquet", lambda _: None, keep_marks=False)
    refused_and_repaired(finished, whole, ["000003.parquet"])


@pytest.mark.parametrize(
    ("key", "value"),
    [("seed", 43), ("agents", ["greedy", "random"]), ("games", 502), ("options", {"x": True})],
)
def test_edited_event_file_is_refused(finished: Path, key: str, value: object) -> None:
    values = json.loads((finished / "event.json").read_text())
    values["event"][key] = value
    (finished / "event.json").write_text(json.dumps(values))
    for use in (
        lambda: build_report(finished),
        lambda: resume_run(finished, threads=1, engine=MadeUpEngine()),
    ):
        with pytest.raises(RunError, match="do not agree"):
            use()


def test_edited_event_file_with_a_fresh_digest_does_not_own_the_blocks(finished: Path) -> None:
    path = finished / "event.json"
    header = RunFolder(finished).header()
    forged = dataclasses.replace(header, event=dataclasses.replace(header.event, seed=43))
    path.write_text(json.dumps(forged.to_dict()))
    with pytest.raises(RunError, match=r"is not this block of this event.* and 3 more"):
        build_report(finished)


def test_other_rules_under_the_same_version_are_refused(finished: Path) -> None:
    engine = MadeUpEngine(rules=1)
    with pytest.raises(RunError, match="other rules or agents than the run was started with"):
        resume_run(finished, threads=1, engine=engine)
    with pytest.raises(RunError, match="other rules or agents"):
        verify_run(finished, threads=1, engine=engine)
    with pytest.raises(RunError, match="another event: its behaviour"):
        run_event(EVENT, finished, threads=1, engine=engine)
    assert engine.played == []


@pytest.mark.parametrize("name", ["000003.parquet", "000003.sha256"])
def test_folder_or_pipe_in_place_of_a_block(finished: Path, name: str) -> None:
    path = finished / "blocks" / name
    path.unlink()
    path.mkdir()
    with pytest.raises(RunError, match=rf"{name}: this is a folder, not a file; remove it, then"):
        resume_run(finished, threads=1, engine=MadeUpEngine())
    path.rmdir()
    os.mkfifo(path)
    with pytest.raises(RunError, match="not a regular file; remove it"):
        build_report(finished)


@pytest.mark.parametrize("threads", [0, 257, 2**70])
def test_number_of_threads_is_bounded(tmp_path: Path, threads: int) -> None:
    with pytest.raises(RunError, match=f"threads: from 1 to 256, not {threads}"):
        run_event(EVENT, tmp_path / "out", threads=threads, engine=MadeUpEngine())
