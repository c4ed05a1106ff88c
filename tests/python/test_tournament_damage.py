"""Damaged runs and full disks: what is noticed, what is said, what is repaired."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pysim.tournament import (
    RunError,
    RunFolder,
    build_report,
    resume_run,
    run_event,
    verify_run,
)
from tests.python.made_up_engine import EVENT, MadeUpEngine, contents, rewrite, sign


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
