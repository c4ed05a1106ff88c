"""Tables of a report in a terminal: nothing is cut, wrapped or wider than the terminal."""

from __future__ import annotations

import dataclasses
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pysim.cli.root import run
from pysim.tournament import Event, Report, build_report, run_event
from pysim.tournament.tables import print_report
from tests.python.made_up_engine import MadeUpEngine

SCENARIOS = ("westeros/kingsroad", "westeros/green_fork", "westeros/whispering_wood")


@pytest.fixture(name="report")
def _report(tmp_path: Path) -> Report:
    """Report a run of three agents in three scenarios."""
    event = Event(agents=("random", "greedy", "random"), scenarios=SCENARIOS, games=200, seed=1)
    run_event(event, tmp_path / "run", threads=1, engine=MadeUpEngine())
    return build_report(tmp_path / "run")


def grown(value: Any, factor: int) -> Any:
    """Multiply every count in a part of a report."""
    match value:
        case bool():
            return value
        case int():
            return value * factor
        case list():
            return [grown(item, factor) for item in value]
        case dict():
            return {
                key: item * factor if key == "points" else grown(item, factor)
                for key, item in value.items()
            }
    return value


def printed(report: Report, width: int) -> list[str]:
    """Print a report for a terminal of some width."""
    out = Console(width=width, file=StringIO())
    print_report(report, out)
    return out.file.getvalue().splitlines()  # type: ignore[attr-defined,no-any-return]


def cells(lines: list[str]) -> list[list[str]]:
    """Give the cells of every row of numbers of all tables."""
    rows = [line.strip("│").split("│") for line in lines if line.startswith("│")]
    return [[cell.strip() for cell in row] for row in rows]


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("factor", [1, 1_000, 1_000_000])
def test_every_line_fits_and_every_cell_is_whole(report: Report, width: int, factor: int) -> None:
    big = dataclasses.replace(
        report,
        agents=grown(report.agents, factor),
        pairings=grown(report.pairings, factor),
        scenarios=grown(report.scenarios, factor),
        agents_by_scenario=grown(report.agents_by_scenario, factor),
    )
    lines = printed(big, width)
    assert max(len(line.rstrip()) for line in lines) <= width
    assert "…" not in "".join(lines)
    rows = cells(lines)
    assert all(all(row) for row in rows)
    shown = {cell for row in rows for cell in row}
    for agent in big.agents:
        assert {f"{agent[key]:,}" for key in ("games", "wins", "draws", "losses")} <= shown
        assert f"{agent['elo']:+.1f} ± {agent['elo_error']:.1f}" in shown
    for pairing in big.pairings:
        assert {f"{count:,}" for count in pairing["pairs"]} <= shown
    assert {scenario["scenario"] for scenario in big.scenarios} <= shown
    assert {f"{scenario['distinct_games']:,}" for scenario in big.scenarios} <= shown


def test_wide_terminal_has_every_table_in_one_piece(report: Report) -> None:
    assert not [line for line in printed(report, 120) if "continued" in line]
    assert [line for line in printed(report, 80) if "continued" in line]


def test_numbers_stand_to_the_right_under_each_other(report: Report) -> None:
    lines = printed(report, 120)
    start = next(index for index, line in enumerate(lines) if line.startswith("Length of games"))
    head, rows = lines[start + 2], lines[start + 4 : start + 6]
    for row in rows:
        for name, cell in zip(head.split("┃")[2:-1], row.split("│")[2:-1], strict=True):
            assert len(name) == len(cell)
            assert cell.endswith(cell.strip() + " ")


def test_long_name_makes_a_table_wider_and_is_not_cut(report: Report) -> None:
    name = "a/very/long/path/to/a/scenario/of/my/own/that/nobody/would/type/by/hand/twice.toml"
    long = dataclasses.replace(
        report, scenarios=[{**row, "scenario": name} for row in report.scenarios]
    )
    found = [line for line in printed(long, 80) if name in line]
    assert found
    assert all(line.endswith("│") for line in found)


@pytest.mark.parametrize("columns", ["80", "120"])
def test_command_takes_its_width_from_the_environment(
    finished: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: str,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert run(["tournament", "report", str(finished)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= int(columns)
    assert any("continued" in line for line in lines) == (columns == "80")


def test_pipe_without_a_width_gets_120_columns(
    finished: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert run(["tournament", "report", str(finished)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert 80 < max(len(line.rstrip()) for line in lines) <= 120
