"""A run folder holds its scenarios: it needs no scenario file once it was started."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from pysim import _core
from pysim.cli.root import run
from pysim.scenario import canonical_json, load_compiled, scenario_hash, scenario_ids, skirmish_id
from pysim.tournament import (
    Event,
    RunError,
    RunFolder,
    build_report,
    load_engine,
    replay_game,
    resume_run,
    run_event,
    verify_run,
)
from tests.python.made_up_engine import EVENT, MadeUpEngine, contents

NAMES = [*scenario_ids(), skirmish_id(7)]
OWN = 'format = 1\nextends = "westeros/kingsroad"\nname = "Mine"\nrounds = 2\n'


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_back_plays_the_same(name: str) -> None:
    compiled = load_compiled(name)
    again = json.loads(canonical_json(compiled))
    assert again == compiled
    hashes = [_core.bench([_core.Game(plan)], 1, 4)["hash"] for plan in (compiled, again)]
    assert hashes[0] == hashes[1]


@pytest.fixture(name="moved")
def _moved(tmp_path: Path) -> Path:
    """Play half of an event with a scenario file of one's own, and take the file away."""
    file = tmp_path / "mine.toml"
    file.write_text(OWN)
    event = Event(("random", "greedy"), (str(file), skirmish_id(3)), games=40, seed=5, block_size=8)
    run_event(event, tmp_path / "run", threads=2, engine=load_engine())
    shutil.copytree(tmp_path / "run", tmp_path / "whole")
    for path in sorted((tmp_path / "run" / "blocks").iterdir())[:10]:
        path.unlink()
    file.unlink()
    return tmp_path / "run"


def test_each_scenario_is_kept_under_its_checksum(moved: Path) -> None:
    values = json.loads((moved / "event.json").read_text())
    files = sorted((moved / "scenarios").iterdir())
    assert [path.name for path in files] == ["000000.json", "000001.json"]
    for path, row in zip(files, values["scenarios"], strict=True):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == row["sha256"]
        assert scenario_hash(json.loads(path.read_bytes())) == row["sha256"]
    assert files[1].read_text() == canonical_json(load_compiled("westeros/raid:3"))


def test_run_is_resumed_verified_and_shown_without_the_file(moved: Path, tmp_path: Path) -> None:
    part = verify_run(moved, threads=1, engine=load_engine())
    assert (part.good, part.missing_games) == (True, 40)
    resume_run(moved, threads=1, engine=load_engine())
    assert contents(moved) == contents(tmp_path / "whole")
    assert verify_run(moved, threads=2, engine=load_engine()).complete
    game = replay_game(moved, 1, engine=load_engine())
    assert game.same
    assert game.state.game.name == "Mine"
    for command in (["verify"], ["resume"], ["report"], ["show", "0"]):
        assert run(["tournament", command[0], str(moved), *command[1:]]) == 0


def test_run_is_copied_to_where_no_file_is(moved: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "run"
    shutil.copytree(moved, other)
    resume_run(other, threads=1, engine=load_engine())
    assert contents(other) == contents(tmp_path / "whole")


def test_file_that_has_changed_does_not_matter(moved: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OWN.replace("rounds = 2", "rounds = 3"))
    resume_run(moved, threads=1, engine=load_engine())
    assert contents(moved) == contents(tmp_path / "whole")


def test_missing_scenario_is_written_again_while_its_file_is_there(
    moved: Path, tmp_path: Path
) -> None:
    (moved / "scenarios" / "000000.json").unlink()
    for use in (verify_run, resume_run):
        with pytest.raises(
            RunError, match=r"000000\.json: there is no such file, and .*mine\.toml"
        ):
            use(moved, threads=1, engine=load_engine())
    (tmp_path / "mine.toml").write_text(OWN.replace("rounds = 2", "rounds = 3"))
    with pytest.raises(RunError, match="has changed since the run was started"):
        resume_run(moved, threads=1, engine=load_engine())
    (tmp_path / "mine.toml").write_text(OWN)
    assert verify_run(moved, threads=1, engine=load_engine()).good
    assert not (moved / "scenarios" / "000000.json").exists()
    resume_run(moved, threads=1, engine=load_engine())
    assert contents(moved) == contents(tmp_path / "whole")


def test_run_of_an_older_version_without_scenarios_goes_on(finished: Path) -> None:
    whole = contents(finished)
    shutil.rmtree(finished / "scenarios")
    assert verify_run(finished, threads=1, engine=MadeUpEngine()).complete
    assert resume_run(finished, threads=1, engine=MadeUpEngine()).kept == 1000
    assert contents(finished) == whole


@pytest.mark.parametrize("text", [b"", b"{}", b"[" * 100_000, b"\xff", b'{"format":1}'])
def test_damaged_scenario_is_refused_and_written_again(finished: Path, text: bytes) -> None:
    whole = contents(finished)
    (finished / "scenarios" / "000001.json").write_bytes(text)
    with pytest.raises(RunError, match=r"000001\.json: damaged: it does not match its checksum"):
        verify_run(finished, threads=1, engine=MadeUpEngine())
    assert build_report(finished).run["games"] == 1000
    said: list[str] = []
    engine = MadeUpEngine()
    resume_run(finished, threads=1, engine=engine, notify=said.append)
    assert engine.played == []
    assert len(said) == 1
    assert "000001.json: does not match its checksum; writing it again" in said[0]
    assert contents(finished) == whole


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"[" * 100_000, "it is not JSON text"),
        (b"[1]", "it is not a compiled scenario"),
        (b"{}", "this engine cannot play westeros/green_fork: "),
    ],
)
def test_forged_scenario_with_its_checksum_is_refused(
    finished: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, words: str
) -> None:
    header = RunFolder(finished).header()
    (finished / "scenarios" / "000001.json").write_bytes(text)
    forged = [header.hashes[0], hashlib.sha256(text).hexdigest()]
    values = json.loads((finished / "event.json").read_text())
    rows = zip(values["scenarios"], forged, strict=True)
    values["scenarios"] = [{**row, "sha256": digest} for row, digest in rows]
    decisive = {key: value for key, value in values.items() if key not in ("format", "digest")}
    values["digest"] = hashlib.sha256(canonical_json(decisive).encode()).hexdigest()
    (finished / "event.json").write_text(json.dumps(values))
    engine = MadeUpEngine()
    monkeypatch.setattr(engine, "Game", _core.Game, raising=False)
    with pytest.raises(RunError, match=words):
        verify_run(finished, threads=1, engine=engine)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_folder_or_pipe_in_place_of_a_scenario(finished: Path, kind: str) -> None:
    path = finished / "scenarios" / "000000.json"
    path.unlink()
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    for use in (resume_run, verify_run):
        with pytest.raises(RunError, match=r"000000\.json: this is (not )?a .*remove it, then"):
            use(finished, threads=1, engine=MadeUpEngine())


def test_kill_before_the_scenarios_were_written(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "killed"

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pysim.tournament.runner.write_scenarios", die)
        with pytest.raises(KeyboardInterrupt):
            run_event(EVENT, out, threads=1, engine=MadeUpEngine())
    (out / "scenarios" / "000000.json.tmp").write_bytes(b"half a scen")
    assert set(contents(out)) == {"event.json", "scenarios/000000.json.tmp"}
    run_event(EVENT, out, threads=1, engine=MadeUpEngine())
    assert contents(out) == contents(finished)


def test_folder_that_was_only_made_is_used(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "made"
    (out / "blocks").mkdir(parents=True)
    (out / "scenarios").mkdir()
    (out / "event.json.tmp").write_bytes(b"{")
    run_event(EVENT, out, threads=1, engine=MadeUpEngine())
    assert contents(out) == contents(finished)
    mine = tmp_path / "mine"
    (mine / "scenarios").mkdir(parents=True)
    (mine / "scenarios" / "000000.json").write_text("my own")
    with pytest.raises(RunError, match="not empty"):
        run_event(EVENT, mine, threads=1, engine=MadeUpEngine())
    assert contents(mine) == {"scenarios/000000.json": b"my own"}
