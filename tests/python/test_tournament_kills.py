"""Runs that stop: what is kept, how they go on, what is said of a part."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pysim.cli.root import run
from pysim.tournament import (
    RunError,
    RunFolder,
    build_report,
    resume_run,
    run_event,
    verify_run,
)
from tests.python.made_up_engine import EVENT, MadeUpEngine, contents


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


def test_two_processes_cannot_play_one_run(finished: Path) -> None:
    run = RunFolder(finished)
    with run.locked(), pytest.raises(RunError, match="another process"):
        resume_run(finished, threads=1, engine=MadeUpEngine())


def test_report_of_a_part_gives_no_strength(tmp_path: Path) -> None:
    out = tmp_path / "part ['*]? of it"
    with pytest.raises(KeyboardInterrupt):
        run_event(EVENT, out, threads=1, engine=MadeUpEngine(stop_after=400))
    report = build_report(out)
    assert not report.run["complete"]
    assert 0 < report.run["games"] < 1000
    assert report.run["games"] == sum(row["games"] + row["faults"] for row in report.scenarios)
    assert [row["elo"] for row in report.agents] == [None, None]
    missing = 1000 - report.run["games"]
    assert report.run["missing_games"] == missing
    assert f"the run is not complete: {missing} games are missing" in report.run["note"]


def test_report_of_a_run_without_blocks_is_all_zero(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_event(EVENT, tmp_path, threads=1, engine=MadeUpEngine(stop_after=0))
    report = build_report(tmp_path).to_dict()
    assert report["run"]["games"] == 0
    json.dumps(report, allow_nan=False)


@pytest.fixture(name="part")
def _part(finished: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a run of which two blocks of 128 games are not there."""
    for number in (2, 5):
        for end in ("parquet", "sha256"):
            (finished / "blocks" / f"{number:06d}.{end}").unlink()
    monkeypatch.setattr("pysim.tournament.engine.load_engine", MadeUpEngine)
    return finished


def test_verification_of_a_part_is_a_negative_result(
    part: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = verify_run(part, threads=1, engine=MadeUpEngine())
    assert (result.good, result.complete) == (True, False)
    assert (result.missing_blocks, result.missing_games) == (2, 256)
    assert run(["tournament", "verify", str(part)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "744 of 1,000 games verified, 0 wrong, 0 blocks corrupt",
        "not complete: 256 games (2 blocks) are missing; to play them, "
        f"run: pysim tournament resume {part}",
    ]
    assert run(["tournament", "verify", str(part), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["good"], found["complete"], found["missing_games"]) == (True, False, 256)


def test_report_of_a_part_says_so(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "report", str(part)]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert words.startswith("744 of 1,000 games (not complete), seed 42")
    assert "the run is not complete: 256 games are missing, and no strength is estimated" in words


def test_verification_after_resume_is_good(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "resume", str(part)]) == 0
    capsys.readouterr()
    assert run(["tournament", "verify", str(part)]) == 0
    assert capsys.readouterr().out == "1,000 of 1,000 games verified, 0 wrong, 0 blocks corrupt\n"
