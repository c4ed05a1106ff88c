"""The command line: output, JSON, exit codes and one-line errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from rich.console import Console

from pysim.cli import list as list_
from pysim.cli.root import run
from pysim.scenario import scenario_ids, skirmish_names

SCENARIO = "westeros/kingsroad"
BLUE_ON_RED = ("--rank", "blue", "--target-rank", "red")
COMMANDS = ("list", "show", "match", "odds", "perft", "bench", "rules", "tournament")


class Done(NamedTuple):
    """What a command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def pysim(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line in this process."""

    def call(*words: str) -> Done:
        code = run(list(words))
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call


def test_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys; from pysim.cli.root import run; run(['--help']); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in COMMANDS)
    heavy = {"numpy", "pydantic", "pyarrow", "duckdb", "pysim._core", "pysim.tournament"}
    assert not heavy & set(done.stderr.split())


def test_module_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pysim", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("pysim ")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example(pysim: Any, name: str) -> None:
    done = pysim(name, "--help")
    assert done.code == 0
    sub = pysim("odds", "attack", "--help") if name == "odds" else done
    assert f"pysim {name}" in sub.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lst"], "did you mean 'list'?"),
        (["show"], "Missing argument"),
        (["show", SCENARIO, "--sgv"], "--svg"),
        (["show", "westeros/kingsraod"], "kingsroad"),
        (["show", SCENARIO, "--option", "x"], "NAME=VALUE"),
        (["show", SCENARIO, "--option", "directional_retreat=true"], "directional_retreats"),
        (["show", SCENARIO, "--seed", "1", "--moves", "fly away"], "not legal"),
        (["match", SCENARIO, "-a", "random"], "two names"),
        (["match", SCENARIO, "-a", "random,gredy"], "did you mean 'greedy'?"),
        (["match", "-s", SCENARIO], "the scenario is the first argument"),
        (["odds", "action", "--scenario", SCENARIO], "the scenario is the first argument"),
        (["bench", "--scenario", SCENARIO], "--scenarios"),
        (["rules"], "--search"),
        (["rules", "W999.9"], "no rule"),
        (["odds", "attack", "--target-rank", "blue"], "--dice"),
        (["odds", "attack", "--dice", "3", "--target-rank", "pink"], "'green', 'blue', 'red'"),
        (["odds", "atack"], "atack"),
        (["show", SCENARIO, "--view", "7", "--seed", "1"], "0 or stark, 1 or lannister"),
        (["show", SCENARIO, "--view", "tully"], "0 or stark, 1 or lannister"),
        (["match", SCENARIO, "-a", "random,greedy", "-n", "3"], "pairs"),
        (["match", SCENARIO], "two names"),
        (
            [
                "odds",
                "attack",
                "--attacker",
                "war_host",
                "--rank",
                "blue",
                "--mode",
                "ranged",
                "--target-rank",
                "red",
            ],
            "cannot make a ranged attack",
        ),
    ],
)
def test_wrong_use_is_one_line_and_code_2(pysim: Any, words: list[str], message: str) -> None:
    done = pysim(*words)
    assert done.code == 2
    assert done.out == ""
    assert message in done.err
    assert done.err.startswith("pysim: ")
    assert done.err.count("\n") == 1


def test_list(pysim: Any) -> None:
    assert SCENARIO in pysim("list").out
    rows = json.loads(pysim("list", "--json").out)
    assert {row["scenario"]: row["code"] for row in rows}[SCENARIO] == "B01"
    agents = [row["agent"] for row in json.loads(pysim("list", "agents", "--json").out)]
    assert {"random", "greedy"} <= set(agents)
    options = [row["option"] for row in json.loads(pysim("list", "options", "--json").out)]
    assert "directional_retreats" in options


def test_show_draws_the_plan_in_80_columns(pysim: Any) -> None:
    done = pysim("show", SCENARIO)
    assert done.code == 0
    assert "Clash on the Kingsroad" in done.out
    assert max(len(line) for line in done.out.splitlines()) <= 80
    assert "\x1b" not in done.out


def test_show_writes_svg(pysim: Any, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert pysim("show", SCENARIO, "--svg", str(target)).code == 0
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_show_plays_moves_and_lists_legal_actions(pysim: Any) -> None:
    start = json.loads(pysim("show", SCENARIO, "--seed", "1", "--legal", "--json").out)
    number, text = start["legal"][0]["action"], start["legal"][0]["text"]
    by_text = pysim("show", SCENARIO, "--seed", "1", "--legal", "--json", "-m", text)
    by_number = pysim("show", SCENARIO, "--seed", "1", "--legal", "--json", "-m", str(number))
    assert by_text == by_number
    assert json.loads(by_text.out) != start


def test_show_view_hides_a_hand(pysim: Any) -> None:
    done = json.loads(pysim("show", SCENARIO, "--seed", "1", "--view", "0", "--json").out)
    assert done["hands"][1] is None
    assert done["seed"] is None


def test_match_plays_a_pair_with_seats_swapped(pysim: Any) -> None:
    words = ["match", SCENARIO, "--agents", "random,greedy", "--seed", "1"]
    done = json.loads(pysim(*words, "--json").out)
    seated = [(game["seat0"], game["seat1"]) for game in done["games"]]
    assert seated == [("random", "greedy"), ("greedy", "random")]
    assert done == json.loads(pysim(*words, "--json", "--threads", "2").out)
    assert "greedy" in pysim(*words).out


def test_match_log_replays_the_game(pysim: Any) -> None:
    words = ["match", SCENARIO, "-a", "random,random", "--seed", "5", "--log", "--json"]
    (game,) = json.loads(pysim(*words).out)["games"]
    assert len(game["log"]) == game["decisions"]
    assert {row["seat"] for row in game["log"]} == {"stark", "lannister"}
    lines = pysim(*words[:-1]).out.splitlines()
    assert lines[1].split() == [game["log"][0]["seat"], *game["log"][0]["text"].split()]


def test_match_without_seed_prints_the_drawn_one(pysim: Any) -> None:
    first = pysim("match", SCENARIO, "-a", "random,random").out.splitlines()[0]
    second = pysim("match", SCENARIO, "-a", "random,random").out.splitlines()[0]
    assert "seed" in first
    assert first != second


def test_perft_counts_and_divides(pysim: Any) -> None:
    words = ["perft", "westeros/test", "--depth", "2", "--seed", "1", "--divide", "--json"]
    done = json.loads(pysim(*words).out)
    assert done["counts"][0] == 1
    assert sum(done["divide"].values()) > 0


def test_bench_signature_decides_the_exit_code(pysim: Any) -> None:
    words = ["bench", "-s", SCENARIO, "-n", "3", "--json"]
    signature = json.loads(pysim(*words).out)["signature"]
    assert pysim(*words, "--expect", signature).code == 0
    wrong = pysim(*words, "--expect", "0" * 16)
    assert wrong.code == 1
    assert json.loads(wrong.out)["as_expected"] is False


def test_rules_by_id_and_by_words(pysim: Any) -> None:
    done = pysim("rules", "W7.18")
    assert "Heavy Armor" in " ".join(done.out.split())
    assert "always hits" in done.out
    assert pysim("rules", "w7.18").out == done.out
    rows = json.loads(pysim("rules", "W9.8", "--json").out)
    assert rows[0]["id"] == "W9.8"
    assert "Stalwart" in rows[0]["text"]
    assert "W9.8" in pysim("rules", "--search", "stalwart counterattack").out
    assert pysim("rules", "--search", "no-such-word-anywhere").code == 1


@pytest.mark.rule("W14.46")
def test_odds_attack_prints_fractions_and_per_cent(pysim: Any) -> None:
    words = ["odds", "attack", "--dice", "3", "--target-rank", "blue", "--figures", "2"]
    done = pysim(*words)
    assert "81/256" in done.out
    assert "31.64 %" in done.out
    table = json.loads(pysim(*words, "--json").out)
    assert table["target_eliminated"]["exact"] == "81/256"
    assert table["survives_and_retreats"]["exact"] == "71/256"


@pytest.mark.rule("W2.12")
def test_odds_attack_takes_dice_and_class_from_a_unit_type(pysim: Any) -> None:
    rows = json.loads(pysim("show", "westeros/test", "--json").out)["units"]
    kind = rows[0]["type"]
    words = ["--target-rank", "blue", "--json"]
    done = pysim("odds", "attack", "--attacker", kind, "--rank", "blue", *words)
    assert done.code == 0
    wrong = pysim("odds", "attack", "--attacker", kind[:-1], "--rank", "blue", *words)
    assert wrong.code == 2
    assert kind in wrong.err


def test_odds_attack_takes_unit_types_from_a_scenario(pysim: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nextends = "westeros/kingsroad"\n[unit_types.war_host]\ndice = [2, 6, 6]\n'
        '[unit_types.own_guard]\nhouse = "stark"\nname = "Guard"\nclass = "infantry"\n'
        "figures = 2\nmove = [2, 2, 1]\ndice = [2, 3, 5]\n"
        'attacks = [{ mode = "melee" }]\nkeywords = ["stalwart"]\ntraits = []\n'
    )
    common = ["--rank", "blue", "--target-rank", "red"]
    mine = ["odds", "attack", "--scenario", str(path)]
    assert pysim(*mine, "--attacker", "war_host", *common).out.startswith("melee, 6 dice")
    assert pysim("odds", "attack", "--attacker", "war_host", *common).out.startswith("melee, 3")
    done = pysim(*mine, "--dice", "5", "--target", "own_guard", "--target-rank", "red")
    assert "infantry on red infantry with 2 figures" in done.out
    assert "may counterattack" in done.out
    for words, message in [
        (["--attacker", "own_gard", *common], "did you mean own_guard"),
        (["--dice", "3", "--target-rank", "red"], "--attacker and --target name; give one"),
    ]:
        wrong = pysim(*mine, *words)
        assert wrong.code == 2
        assert message in wrong.err
    path.write_text('format = 1\nextends = "westeros/kingsroad"\nrouns = 2\n')
    wrong = pysim(*mine, "--attacker", "war_host", *common)
    assert wrong.code == 2
    assert "mine.toml:3: rouns: unknown key" in wrong.err


def test_odds_action_adds_up_to_one(pysim: Any) -> None:
    legal = json.loads(pysim("show", "westeros/test", "--seed", "1", "--legal", "--json").out)
    action = legal["legal"][0]["text"]
    words = ["odds", "action", "westeros/test", "--seed", "1", "--action", action, "--json"]
    done = json.loads(pysim(*words).out)
    total = sum(row["chance"]["decimal"] for row in done["outcomes"])
    assert total == pytest.approx(1)


@pytest.mark.parametrize("seat", ["0", "stark", "Stark"])
def test_show_takes_a_view_by_number_or_house(pysim: Any, seat: str) -> None:
    done = pysim("show", SCENARIO, "--seed", "1", "--view", seat)
    assert done.code == 0
    assert "as seen by Stark" in done.out


@pytest.mark.parametrize("more", [["--legal"], ["--view", "1"]])
def test_show_tells_a_drawn_seed(pysim: Any, more: list[str]) -> None:
    first, second = pysim("show", SCENARIO, *more), pysim("show", SCENARIO, *more)
    word, seed = first.err.split()
    assert word == "seed"
    assert first.err != second.err
    assert pysim("show", SCENARIO, *more, "--seed", seed).out == first.out


def test_show_lists_units_and_aims(pysim: Any) -> None:
    lines = pysim("show", SCENARIO, "-o", "show_unverified=false").out.splitlines()
    unit = re.compile(r"  S1 +Winterfell Riders +blue\?? +10,7\?? +Rickard Karstark")
    assert any(unit.fullmatch(line) for line in lines)
    assert "  Stark: 1 point for each location controlled, at the end of the game" in lines
    assert json.loads(pysim("show", SCENARIO, "--json").out)["aims"]


def test_help_examples_name_known_scenarios(pysim: Any) -> None:
    pages = [[name] for name in COMMANDS] + [["odds", "attack"], ["odds", "action"]]
    pages += [["tournament", name] for name in ("run", "resume", "verify", "report", "show")]
    found = set()
    for page in pages:
        done = pysim(*page, "--help")
        assert done.code == 0
        found |= set(re.findall(r"\bwesteros/\w+", done.out))
    assert found
    assert found <= {*scenario_ids(), *skirmish_names()}


def test_match_tells_two_of_one_kind_apart(pysim: Any) -> None:
    done = pysim("match", SCENARIO, "-a", "random,random", "--seed", "1", "--json")
    seats = [(game["seat0"], game["seat1"]) for game in json.loads(done.out)["games"]]
    assert seats == [("random", "random#2"), ("random#2", "random")]


def test_match_table_fits_80_columns(pysim: Any) -> None:
    lines = pysim("match", SCENARIO, "-a", "random,random", "--seed", "1").out.splitlines()
    assert any("random#2" in line for line in lines)
    assert max(len(line.rstrip()) for line in lines) <= 80


def test_rules_prints_the_good_ids_before_the_error(pysim: Any) -> None:
    done = pysim("rules", "W5.1", "W99")
    assert done.code == 2
    assert done.out.startswith("W5.1 ")
    assert "'W99'" in done.err


def test_rules_lists_a_chapter_and_finds_a_switch(pysim: Any) -> None:
    lines = pysim("rules", "W7").out.splitlines()
    assert len(lines) > 10
    assert all(line.startswith("W7.") and len(line) <= 79 for line in lines)
    assert "W13.1" in pysim("rules", "directional_retreats").out


@pytest.mark.parametrize("what", ["scenarios", "options", "units", "commanders"])
def test_list_fits_80_columns_and_cuts_no_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """A wide table comes in parts; each of them names the rows."""
    assert run(["list", what, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(list_, "console", lambda: Console(width=80, soft_wrap=True))
    assert run(["list", what]) == 0
    drawn = capsys.readouterr().out
    rest = [line for line in drawn.splitlines() if not line.startswith(("Battles", "?"))]
    assert max(len(line.rstrip()) for line in rest) <= 80
    for row in rows:
        name, *others = (value for key, value in row.items() if key not in ("unverified", "name"))
        words = [word for value in others for word in list_._cell(value).split()]
        for word in [name, *words]:
            assert word in drawn


def test_a_rule_is_printed_with_what_was_decided(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "WD12.6", "W9.4"]) == 0
    out = capsys.readouterr().out
    assert "Decided: when no unit of the fleeing House is left the points decide" in out
    assert "Decided: the M of war dogs is no morale result" in out
    assert "`" not in out


def test_match_of_many_games_sums_up(pysim: Any) -> None:
    done = pysim("match", "westeros/test", "-a", "random,greedy", "--seed", "1", "-n", "1002")
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[-3].startswith("won by seat: south ")
    assert "elimination" in lines[-2]
    assert re.fullmatch(r"mean length: [\d.]+ decisions", lines[-1])
    seats = [int(n) for n in re.findall(r"\d+", lines[-3])]
    draws = int(re.search(r"(\d+) drawn", done.out)[1])  # type: ignore[index]
    assert sum(seats) + draws == 1002


def test_games_of_a_match_are_those_of_one_call(pysim: Any) -> None:
    """Games are played in slices; the last ones are the same as in a shorter match."""
    words = ("match", "westeros/test", "-a", "random,random", "--seed", "1", "--json", "-n")
    long, short = (json.loads(pysim(*words, str(n)).out)["games"] for n in (504, 502))
    assert long[:502] == short
    assert [row["game"] for row in long] == list(range(504))
