"""Tournaments with the real core, through the command line and through kills."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pysim.cli.tournament import app

EVENT = [
    *("--scenarios", "westeros/kingsroad"),
    *("--seed", "11"),
    *("--block-size", "100"),
]
ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from pysim.cli.tournament import app; app()"]


def invoke(*arguments: str) -> str:
    """Run a command that must succeed and give its output."""
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def contents(folder: Path) -> dict[str, bytes]:
    """Read every file of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def play(out: Path, *, games: int = 600, threads: int = 1, agents: str = "random,greedy") -> Path:
    """Play the event of this file."""
    given = ["--agents", agents, "--games", str(games), "--threads", str(threads)]
    given += ["--out", str(out)]
    invoke("run", *EVENT, *given)
    return out


def test_one_two_and_seven_threads_give_the_same_bytes(tmp_path: Path) -> None:
    one, two, seven = (
        contents(play(tmp_path / str(threads), threads=threads)) for threads in (1, 2, 7)
    )
    assert len(one) == 14  # event.json, a scenario, six blocks and their checksums
    assert one == two == seven


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    play(tmp_path / "a", games=100, agents="random,random")
    arguments = ["--agents", "random,random", "--games", "100", "--seed", "12"]
    invoke("run", *EVENT, *arguments, "--out", str(tmp_path / "b"))
    first, second = contents(tmp_path / "a"), contents(tmp_path / "b")
    assert first["blocks/000000.parquet"] != second["blocks/000000.parquet"]


def test_verify_and_report_of_a_played_run(tmp_path: Path) -> None:
    out = str(play(tmp_path / "run"))
    checked = json.loads(invoke("verify", out, "--json"))
    assert (checked["good"], checked["checked"], checked["missing_blocks"]) == (True, 600, 0)
    report = json.loads(invoke("report", out, "--json"))
    assert report["run"]["games"] == 600
    assert sum(report["pairings"][0]["pairs"]) == 300
    assert report["run"]["faults"] == 0
    assert sum(row["points"] for row in report["agents"]) == 600
    assert set(report["scenarios"][0]["wins"]) == {"stark", "lannister"}
    assert report["run"]["distinct_games"] > 590
    table = invoke("report", out)
    for words in ("greedy", "stark", "logistic Elo", "distinct games", "westeros/kingsroad"):
        assert words in table


def test_random_self_play_is_about_even_between_the_players(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    arguments = ["--scenarios", "westeros/kingsroad", "--games", "2000", "--seed", "3"]
    invoke("run", "--agents", "random,random", *arguments, "--out", out)
    [row] = json.loads(invoke("report", out, "--json"))["pairings"]
    width = 5 / 1.96
    assert abs(row["points_share"] - 0.5) <= width * row["points_error"]


def test_changed_block_fails_verification_with_exit_code_one(tmp_path: Path) -> None:
    out = play(tmp_path / "run", games=200)
    path = out / "blocks" / "000001.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    result = CliRunner().invoke(app, ["verify", str(out)])
    assert result.exit_code == 1
    assert f"{path}: corrupt block" in result.stdout
    result = CliRunner().invoke(app, ["report", str(out)])
    assert result.exit_code == 2
    assert str(path) in result.stderr


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_killed_runs_resume_to_the_same_bytes(tmp_path: Path, how: signal.Signals) -> None:
    games = 8_000
    whole = contents(play(tmp_path / "whole", games=games, threads=2, agents="random,random"))
    out = tmp_path / "killed"
    arguments = [*EVENT, "--agents", "random,random", "--games", str(games)]
    arguments += ["--threads", "2", "--out", str(out)]
    blocks = out / "blocks"
    reached, kills = 0, 0
    for _ in range(4):
        process = subprocess.Popen(
            [*COMMAND, "run", *arguments], cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE
        )
        reached += 12
        while process.poll() is None and len(list(blocks.glob("*.sha256"))) < reached:
            time.sleep(0.002)
        process.send_signal(how)
        _, said = process.communicate(timeout=60)
        if process.returncode == 128 + how:
            assert b"finished blocks are kept" in said
            assert b"pysim tournament resume" in said
        kills += process.returncode in (128 + how, -signal.SIGKILL)
    assert kills
    invoke("resume", str(out), "--threads", "1")
    assert contents(out) == whole
