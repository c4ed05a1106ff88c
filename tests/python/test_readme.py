"""What README, the check script, the changelog and the package say of each other is true."""

from __future__ import annotations

import doctest
import importlib.metadata
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import pysim
from pysim import _core

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)
SUBCOMMANDS = sorted(set(re.findall(r"`pysim ([a-z]+)", README + CONTRIBUTING)))


def test_readme_gives_two_commands_of_one_line() -> None:
    assert len(COMMANDS) == 2
    assert ".venv/bin/pysim tournament run" in COMMANDS[0]
    assert COMMANDS[1].endswith("/bin/pytest")


def test_check_script_runs_the_second_command_as_printed() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == COMMANDS[1]


@pytest.mark.parametrize(("name", "least"), [("README.md", 10), ("docs/python.md", 8)])
def test_python_examples_of_the_documents_run(name: str, least: int) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert len(examples.examples) >= least
    report: list[str] = []
    result = doctest.DocTestRunner().run(examples, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_commands_named_in_the_prose_exist(name: str) -> None:
    command = [sys.executable, "-m", "pysim", name, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert f"pysim {name}" in done.stdout


def test_table_of_results_is_marked() -> None:
    assert README.count("<!-- table -->\n") == 1
    assert README.index("<!-- table -->\n") < README.index("<!-- /table -->\n")


def first_run(folder: Path, games: int) -> str:
    """Play the event of the first command, or its first games, and return what is printed."""
    words = shlex.split(COMMANDS[0].rpartition("&&")[2])[1:]
    words[words.index("--out") + 1] = str(folder)
    words[words.index("--games") + 1] = str(games)
    command = [sys.executable, "-m", "pysim", *words, "--quiet"]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


def test_table_of_results_is_what_the_first_command_prints(tmp_path: Path) -> None:
    printed = {line.rstrip() for line in first_run(tmp_path / "run", 20_000).splitlines()}
    table = README.split("<!-- table -->")[1].split("<!-- /table -->")[0]
    lines = re.search(r"```text\n(.*)```", table, re.DOTALL)
    assert lines is not None
    assert [line for line in lines[1].splitlines() if line not in printed] == []


def test_record_in_the_guide_is_that_of_the_first_command(tmp_path: Path) -> None:
    first_run(tmp_path / "run", 20)
    guide = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    example = re.search(r"^```json\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    assert example is not None
    wanted = json.loads(example[1])
    command = [sys.executable, "-m", "pysim", "tournament", "show", str(tmp_path / "run"), "17"]
    shown = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(shown)["game"] == wanted


def test_linked_files_exist() -> None:
    links = re.findall(r"\]\(([^):]+)\)", README + CONTRIBUTING)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_versions_agree() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)$", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == pysim.__version__
    assert _core.__version__ == pysim.__version__
    assert importlib.metadata.version("pysim") == pysim.__version__


def test_changelog_entry_has_all_sections() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entry = changelog.split("\n## ")[1]
    sections = re.findall(r"^### (.+)$", entry, re.MULTILINE)
    assert sections == ["Rules", "Features", "Fixes", "Performance", "Compatibility"]


def test_files_that_go_with_the_licence_are_there() -> None:
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "respective owners" in (ROOT / "NOTICE").read_text(encoding="utf-8")
