"""``pysim balance``: the page, and figures that are those of the tournament report."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from pysim.cli.balance import balance_event, balance_rows, markdown
from pysim.cli.root import run
from pysim.game import list_scenarios
from pysim.tournament import Report, build_report, load_engine, run_event

ROOT = Path(__file__).resolve().parents[2]
PLANS = ["westeros/green_fork", "westeros/test"]
PAIRS, SEED = 6, 3
WORDS = ["--pairs", str(PAIRS), "--seed", str(SEED), "-s", ",".join(PLANS)]


def table(page: str) -> list[list[str]]:
    """Give the rows of the page's table, without the heads."""
    lines = [line for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def command_of(page: str) -> list[str]:
    """Give the words of the command that the page names."""
    command = re.search(r"```console\npysim (.*)\n```", page)
    assert command is not None
    return shlex.split(command[1])


@pytest.fixture(name="reports", scope="module")
def _reports(tmp_path_factory: pytest.TempPathFactory) -> list[Report]:
    """Play the same games as tournaments, by the command of that name."""
    home = tmp_path_factory.mktemp("runs")
    found = []
    for plan in PLANS:
        folder = home / plan.partition("/")[2]
        words = ["-a", "greedy,greedy", "-s", plan, "-n", str(2 * PAIRS), "--seed", str(SEED)]
        assert run(["tournament", "run", *words, "--out", str(folder), "--quiet"]) == 0
        found.append(build_report(folder))
    return found


@pytest.fixture(name="printed")
def _printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> tuple[dict[str, Any], str]:
    """Run the command once; gives its JSON and its page."""
    page = tmp_path / "balance.md"
    capsys.readouterr()
    assert run(["balance", *WORDS, "--json", "--out", str(page)]) == 0
    return json.loads(capsys.readouterr().out), page.read_text(encoding="utf-8")


def test_the_figures_are_those_of_the_report(
    reports: list[Report], printed: tuple[dict[str, Any], str]
) -> None:
    values, page = printed
    assert (values["agent"], values["pairs"], values["seed"]) == ("greedy", PAIRS, SEED)
    assert [row["scenario"] for row in values["plans"]] == PLANS
    for row, report in zip(values["plans"], reports, strict=True):
        plan = report.scenarios[0]
        assert row["games"] == plan["games"] == 2 * PAIRS
        assert {seat["seat"]: seat["wins"] for seat in row["seats"]} == plan["wins"]
        assert row["draws"] == plan["draws"]
        assert row["decisions"] == plan["decisions"]
        assert row["rounds"] == report.lengths["rounds"]
        first, second = row["seats"]
        assert first["win_rate"] == plan["wins"][plan["seat0"]] / plan["games"]
        assert first["low"] == max(0, plan["seat0_share"] - plan["seat0_error"])
        assert second["high"] == min(1, 1 - plan["seat0_share"] + plan["seat0_error"])
        ways = [
            (seat["seat"], way, games)
            for seat in row["seats"]
            for way, games in seat["ways"].items()
        ]
        assert sorted(ways) == sorted((w["winner"], w["way"], w["games"]) for w in plan["ways"])
    assert page == markdown(reports, command_of(page)[-1])


def test_the_page_has_two_lines_a_plan_with_rates_that_add_up(
    printed: tuple[dict[str, Any], str],
) -> None:
    page = printed[1]
    lines = table(page)
    assert [line[0] for line in lines] == [cell for plan in PLANS for cell in (plan, "")]
    for first, second in zip(lines[::2], lines[1::2], strict=True):
        assert len(first) == len(second) == 8
        rates = [float(line[2].removesuffix("%")) for line in (first, second)]
        assert sum(rates) + float(first[4].removesuffix("%")) == pytest.approx(100, abs=0.2)
        for line, rate in zip((first, second), rates, strict=True):
            low, high = (float(word.removesuffix("%")) for word in line[3].split(" to "))
            assert low <= rate <= high
            ways = [float(word) for word in re.findall(r"([\d.]+)%", line[7])]
            assert sum(ways) == pytest.approx(rate, abs=0.3)


def test_the_page_names_the_command_that_writes_it(printed: tuple[dict[str, Any], str]) -> None:
    """Of plans that were chosen it does not say what holds for the shipped ones together."""
    words = command_of(printed[1])
    assert words[:-1] == ["balance", *WORDS[:4], "-s", ",".join(PLANS), "--out"]
    assert Path(words[-1]).name == "balance.md"
    assert "35" not in printed[1].partition("not what is best play.")[2]


def test_the_shipped_page_shows_every_plan_in_the_allowed_range() -> None:
    page = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    lines = table(page)
    assert [line[0] for line in lines[::2]] == list_scenarios()
    assert "20,000 pairs" in page
    for line in lines[::2]:
        if line[0] != "westeros/test":  # W12.2: for tests of the engine
            assert 35 <= float(line[2].removesuffix("%")) <= 65, line[0]


def test_without_a_file_a_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["balance", *WORDS, "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert all(plan in shown for plan in PLANS)
    assert "ways of winning" in shown


def test_an_option_changes_the_games(tmp_path: Path) -> None:
    engine = load_engine()
    rows = []
    for number, options in enumerate(({}, {"reduced_strength": True})):
        event = balance_event("westeros/test", 40, SEED, options)
        run_event(event, tmp_path / str(number), threads=1, engine=engine)
        rows.append(balance_rows(build_report(tmp_path / str(number))))
    assert rows[0] != rows[1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-s", "westeros/oxcros"], "did you mean 'westeros/oxcross'"),
        (["--pairs", "0"], "--pairs"),
        (["-s", "westeros/test", "--seed", "-1"], "--seed"),
        (["-s", "westeros/test", "-o", "no_such=1"], "no_such"),
    ],
)
def test_wrong_use_is_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["balance", *words]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


def test_the_shipped_page_names_its_command() -> None:
    page = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    assert command_of(page)[1:] == ["--pairs", "20000", "--seed", "1", "--out", "docs/balance.md"]
    assert "more than 65 per cent" in page
