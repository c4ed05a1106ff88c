"""Places that cannot be written, readers that go away, terminals without letters, huge input."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pysim
from pysim.cli import balance, root
from pysim.errors import MOST_SHOWN_PROBLEMS, IllegalActionError, ScenarioError
from pysim.scenario.read import MOST_PROBLEMS
from pysim.tournament import build_report, load_engine, verify_run
from pysim.tournament.event import Event, load_event
from pysim.tournament.header import header_for
from pysim.tournament.runner import GamePlayer
from pysim.tournament.storage import RunFolder

COMMAND = [sys.executable, "-m", "pysim"]
HEAD = 'format = 1\nextends = "westeros/kingsroad"\ncode = "X"\nname = "Mine"\n'
PLAIN_HOUSE = "order_rating = 1, leadership_rating = 1, command_tokens = 1, morale_end = 'rout'"
TWO_WHO_GIVE_UP = """
[commanders.maege]
ability = [{ op = "give_up_order" }]
[commanders.rickard]
ability = [{ op = "give_up_order" }]
"""


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command line and give its code and what it wrote."""
    code = root.run(list(words))
    return code, *capsys.readouterr()


@pytest.mark.parametrize("target", ["no/such/folder/page.md", "."])
def test_balance_looks_at_its_target_before_it_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("played")

    monkeypatch.setattr(balance, "_play", never)
    code, out, err = said(capsys, "balance", "--pairs", "1", "--out", target)
    assert (code, out) == (2, "")
    assert err.startswith(f"pysim: {target}: cannot be written: ")


def test_balance_prints_a_page_that_could_not_be_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("balance", "-s", "westeros/test", "--pairs", "1", "-q", "--out", "/dev/full")
    code, out, err = said(capsys, *words)
    assert code == 2
    assert "| westeros/test |" in out
    assert err == "pysim: /dev/full: cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bench", "-s", ","), "--scenarios names no scenario"),
        (("balance", "-s", ""), "--scenarios names no scenario"),
        (("bench", "-s", "westeros/test,westeros/test"), "listed twice: westeros/test"),
        (("bench", "--expect", "zz"), "16 hexadecimal digits, not 'zz'"),
        (("rules", "W7.1", "--search", "x"), "rule ids or --search WORDS, not both"),
        (("scenario", "check", "folder.toml"), "folder.toml: this is a folder, not a file"),
        (("scenario", "check", "loop.toml"), "loop.toml: cannot read the file: "),
    ],
)
def test_nothing_given_is_ignored(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.toml").mkdir()
    Path("loop.toml").symlink_to("loop.toml")
    code, out, err = said(capsys, *words)
    assert code == (1 if "loop" in message else 2)
    assert message in err + out


@pytest.mark.parametrize("command", ["show", "match", "perft", "tournament run --dry-run"])
def test_what_only_the_core_refuses_has_file_and_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + TWO_WHO_GIVE_UP, encoding="utf-8")
    words = command.split()
    if words[0] == "tournament":
        words += ["-a", "random,random", "-n", "2", "-s"]
    if words[0] == "match":
        words += ["-a", "random,random"]
    code, out, err = said(capsys, *words, str(path))
    assert (code, out) == (2, "")
    assert f"{path}:" in err
    assert "at most one of a House with give_up_order" in err
    with pytest.raises(ScenarioError, match="give_up_order"):
        pysim.load(path)


def test_problems_of_a_huge_file_are_counted_and_not_all_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + "\n".join(f"x{n} = 1" for n in range(30_000)), encoding="utf-8")
    code, out, err = said(capsys, "scenario", "check", str(path))
    assert code == 1
    assert len(out.splitlines()) == MOST_SHOWN_PROBLEMS
    assert err == f"pysim: {MOST_PROBLEMS + 1} problems, the first 100 of them shown\n"
    _, _, err = said(capsys, "show", str(path))
    assert len(err.splitlines()) == MOST_SHOWN_PROBLEMS + 1


def test_a_file_that_is_no_scenario_by_its_size(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{HEAD}x = [{'1,' * 250_000}]", encoding="utf-8")
    code, out, _ = said(capsys, "scenario", "check", str(path))
    assert (code, out) == (1, f"{path}: cannot read the file: more than 500,000 bytes\n")


def test_a_long_name_is_not_written_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'{HEAD}{"k" * 90_000} = 1\n[units.S1]\ntype = "{"x" * 90_000}"\n', encoding="utf-8"
    )
    code, out, _ = said(capsys, "scenario", "check", str(path))
    assert code == 1
    assert "unknown unit type 'xxxxxxx" in out
    assert "unknown key 'kkkkkkk" in out
    assert len(out) < 100_000
    assert "x" * 100 not in out


def test_a_reader_that_goes_away_ends_a_command_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run(
            [*COMMAND, "list"], stdout=gone, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("words", [["--help"], ["show", "westeros/kingsroad"], ["match", "--help"]])
def test_a_terminal_of_ascii_gets_what_it_can_show(words: list[str]) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, *words], env=environment, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


@pytest.fixture
def state() -> pysim.State:
    return pysim.load("westeros/test").new_initial_state(seed=1)


def to_the_roll_of_tokens(state: pysim.State) -> str:
    """Go to the decision before round 1, after which both Houses roll; give what it is."""
    last = "choose_keep_card NT01"
    while last not in map(state.action_to_string, state.legal_actions()):
        state.apply_action(state.legal_actions()[-1])
    return last


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        (("order_tokens", 2**64), "a number is from 0 to 4294967295"),
        (("order_tokens", 10**5000), "a number is from 0 to 4294967295"),
        (("order_tokens", -1), "a number is from 0 to 4294967295"),
        (("order_tokens", str(2**32)), "is no answer to it"),
        (("order_tokens", "\u00b2"), "is no answer to it; give a letter of GBRMV for each die"),
        (("order_tokens", "G" * 64), "is no answer to it; give a letter of GBRMV for each die"),
        (("order_tokens", "\ud800"), "is no answer to it; give a letter of GBRMV for each die"),
        (("\ud800", "G"), r"unknown roll '\\ud800'; there are: order_tokens, draw_card, "),
        (("order_tokens", "GG"), "a letter of GBRMV for each of 3 dice"),
        (("order_tokens", 3 + 2**30), "is no answer to it"),
    ],
)
def test_dice_that_nobody_can_roll(
    state: pysim.State, dice: tuple[str, str | int], message: str
) -> None:
    last = to_the_roll_of_tokens(state)
    before = state.clone()
    with pytest.raises(IllegalActionError, match=message):
        state.apply_action(last, dice=[dice])
    assert state == before


def racing(monkeypatch: pytest.MonkeyPatch, folder: RunFolder, other: str) -> Iterator[None]:
    """Let another process write ``event.json`` after this one has seen that there is none."""
    path = folder.path / "event.json"
    seen = RunFolder.exists

    def exists(self: RunFolder) -> bool:
        found = seen(self)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(other, encoding="utf-8")
        return found

    monkeypatch.setattr(RunFolder, "exists", exists)
    yield


def test_two_processes_that_begin_the_same_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ["tournament", "run", "-a", "random,random", "-s", "westeros/test", "-n", "2", "-q",
             "--seed", "1", "-j", "1", "--out"]  # fmt: skip
    assert said(capsys, *words, str(tmp_path / "first"))[0] == 0
    event = (tmp_path / "first" / "event.json").read_text(encoding="utf-8")
    for name, text in (("same", event), ("other", event.replace('"seed": 1', '"seed": 2'))):
        folder = RunFolder(tmp_path / name)
        next(racing(monkeypatch, folder, text))
        code, _, err = said(capsys, *words, str(folder.path))
        assert code == (0 if name == "same" else 2), err
        monkeypatch.undo()


def test_blocks_that_are_not_there_cost_no_look(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event = Event(("random", "greedy"), ("westeros/test",), games=10**10, seed=1, block_size=2)
    engine, folder = load_engine(), RunFolder(tmp_path / "huge")
    header = header_for(load_event(event, engine), engine)
    folder.create(header)
    player = GamePlayer(load_event(event, engine), engine, threads=1)
    folder.write_block(4_999_999_999, player.play(event.schedule.block(4_999_999_999)), header)
    looks = []

    def look(self: RunFolder, number: int) -> Path:
        looks.append(number)
        assert len(looks) < 100
        return self.blocks / f"{number:06d}.parquet"

    monkeypatch.setattr(RunFolder, "block_path", look)
    assert build_report(folder.path).run["missing_games"] == 10**10 - 2
    found = verify_run(folder.path, threads=1, engine=engine)
    assert (found.good, found.checked, found.missing_blocks) == (True, 2, 4_999_999_999)
    assert set(looks) == {4_999_999_999}


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "report", ""),
        ("tournament", "run", "", "--dry-run"),
        ("tournament", "run", "-a", "random,random", "--out", ""),
        ("balance", "--out", ""),
        ("show", "westeros/test", "--svg", ""),
    ],
)
def test_an_empty_path_is_not_the_folder_one_is_in(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, _, err = said(capsys, *words)
    assert code == 2
    assert "the path is empty" in err


def test_what_a_link_led_to_nowhere_stays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    link, target = tmp_path / "page.md", tmp_path / "far.md"
    link.symlink_to(target)
    assert said(capsys, "balance", "-o", "x=1", "--out", str(link))[0] == 2
    assert link.is_symlink()
    assert not target.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"[houses]\nbaratheon = {{ edge = 'north', {PLAIN_HOUSE} }}\n",
            "houses: must have at most 2 entries, not 3",
        ),
        ('map = ["", ""]\n', "map[1]: a row has from 2 to 15 hexes, not 0"),
    ],
)
def test_lengths_are_those_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    code, out, _ = said(capsys, "scenario", "check", str(path))
    assert code == 1
    assert message in out
    assert "not -1" not in out


def test_a_library_that_cannot_be_loaded_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise ImportError("libx.so: failed to map segment from shared object")

    monkeypatch.setattr(root, "app", broken)
    code, _, err = said(capsys, "list")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "cannot be loaded: libx.so: failed to map" in err
