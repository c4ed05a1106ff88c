"""Battles drawn from a seed: their ids, their random numbers, their files, and games on them."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pysim
from pysim import UnknownGameError, _core
from pysim.cli.root import run
from pysim.scenario import (
    canonical_json,
    find_problems,
    load_compiled,
    skirmish_id,
    skirmish_names,
)
from pysim.scenario.westeros.skirmish_stream import PURPOSE, SkirmishStream
from pysim.scenario.westeros.skirmish_text import draw_skirmish, skirmish_text
from tests.golden.test_philox import philox

MOST = 2**64 - 1
seeds = st.integers(0, MOST)

GOLDEN = {
    0: "6bc616016f3ae2d524f0c2f131f3e539",
    1: "d8e6cb8bc46c5886b8209ced54077a1f",
    7: "6964ee0eb08463081052415aa1ba7c0d",
    2026: "4118334912f9b5253326bf6788484aa9",
    MOST: "be5b434bd12aa37722456f717c7eace9",
}
"""Seed -> first half of the SHA-256 of map, units and momentum of the raid's battle."""


def drawn_part(seed: int) -> str:
    """Sign what is drawn of a battle; names and ratings of the data files are not in it."""
    plan = load_compiled(skirmish_id(seed))
    part = {key: plan[key] for key in ("momentum", "units")}
    part["hexes"] = [row[:3] for row in plan["hexes"]]
    return hashlib.sha256(canonical_json(part).encode()).hexdigest()[:32]


@pytest.mark.parametrize("seed", GOLDEN)
def test_a_seed_is_the_same_battle_for_ever(seed: int) -> None:
    assert drawn_part(seed) == GOLDEN[seed]


def test_battle_seven_in_words() -> None:
    battle = draw_skirmish("westeros/raid:7")
    assert battle.id == "westeros/raid:7"
    assert battle.commanders == {
        "stark": ("maege", "eddard"),
        "lannister": ("gregor_mountain", "kevan"),
    }
    assert battle.cards["stark"] == ("rickard", "stark_levy", "greatjon", "greatjon_last_hearth")
    assert battle.roll_off == [{"stark": "R", "lannister": "G"}]
    assert (battle.first, battle.momentum) == ("lannister", "stark")
    lines = skirmish_text("westeros/raid:7").splitlines()
    assert lines[1] == "# stark: Maege Mormont (Lady of Bear Island) and Eddard Stark (Lord of " \
        "Winterfell)"  # fmt: skip
    assert "# Roll-off: stark R, lannister G. lannister places terrain first, the other units." in (
        lines
    )
    assert '    ". . . . F H . . . . . . . . .",  # r = 8' in lines
    assert 'S1 = { type = "war_host", rank = "blue", at = [6, 9], commander = "maege" }' in lines


@given(seed=seeds, number=st.integers(0, 40))
def test_numbers_are_those_of_the_generator_with_their_own_counter(seed: int, number: int) -> None:
    stream = SkirmishStream("westeros/raid", seed)
    found = [stream.word() for _ in range(number + 1)][-1]
    block, place = divmod(number, 4)
    tag = np.frombuffer(hashlib.sha256(b"westeros/raid").digest()[:8], dtype="<u4").tolist()
    key = [seed % 2**32, seed >> 32]
    assert found == philox([block, PURPOSE, *tag], key)[place]
    assert PURPOSE > 255


@given(seed=seeds, n=st.integers(1, 2**32))
def test_number_below_is_the_upper_part_of_a_product(seed: int, n: int) -> None:
    one, two = SkirmishStream("a", seed), SkirmishStream("a", seed)
    found, word = one.below(n), two.word()
    while word * n % 2**32 < 2**32 % n:  # the words that would favour some numbers
        word = two.word()
    assert found == word * n >> 32
    assert 0 <= found < n
    assert one.word() == two.word()


def test_streams_of_other_summaries_and_seeds_are_others() -> None:
    first = {
        (name, seed): tuple(SkirmishStream(name, seed).word() for _ in range(1))
        for name in ("westeros/raid", "westeros/ambush")
        for seed in (0, 1, 2**32, 2**63)
    }
    assert len(set(first.values())) == len(first)
    mixed = SkirmishStream("a", 1).shuffle(range(20))
    assert mixed != list(range(20))
    assert sorted(mixed) == list(range(20))


def test_a_battle_has_nothing_to_do_with_other_random_numbers() -> None:
    text = skirmish_text("westeros/raid:5")
    random.seed(5)
    np.random.default_rng(5)
    state = pysim.load("westeros/raid:5").new_initial_state(seed=5)
    state.apply_action(state.legal_actions()[0])
    assert skirmish_text("westeros/raid:5") == text
    # The dice of a game come from its own seed: the first rolled is the same on every battle.
    pools = [
        sorted(
            map(str, pysim.load(skirmish_id(number)).new_initial_state(seed=1).to_dict()["pools"])
        )
        for number in range(4)
    ]
    assert pools == pools[:1] * 4


@settings(max_examples=40)
@given(seed=seeds)
def test_the_file_is_the_same_battle(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("skirmish") / "battle.toml"
    path.write_text(skirmish_text(skirmish_id(seed)), encoding="utf-8")
    assert find_problems(path) == []
    of_file, of_id = load_compiled(path), load_compiled(skirmish_id(seed))
    assert (of_file.pop("id"), of_id.pop("id")) == ("battle", f"westeros/raid:{seed}")
    assert of_file == of_id


@settings(max_examples=40)
@given(seed=seeds)
def test_every_battle_is_good_and_ends(seed: int) -> None:
    assert find_problems(skirmish_id(seed)) == []
    game = pysim.load(skirmish_id(seed))
    state = game.new_initial_state(seed=seed)
    chosen = random.Random(seed)
    decisions = 0
    while not state.is_terminal():
        state.apply_action(chosen.choice(state.legal_actions()))
        decisions += 1
        assert decisions < 5000
    returns = state.returns()
    assert sum(returns) == 0
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert state.to_dict()["round"] <= 5


def test_greedy_and_random_play_many_battles() -> None:
    count = 400
    games = [pysim.load(skirmish_id(seed)).core for seed in range(40)]
    number = np.arange(count, dtype=np.uint64)
    result = _core.play_games(
        games,
        (number % 40).astype(np.uint16),
        ["random", "greedy"],
        (number // 40 % 2).astype(np.uint16),
        (1 - number // 40 % 2).astype(np.uint16),
        number,
        number,
        seed=1,
        threads=1,
    )
    assert not result["fault"].any()
    assert result["rounds"].max() <= 5
    assert result["points0"].min() >= 0
    greedy_seat = (1 - number // 40 % 2).astype(int)
    assert (result["winner"] == greedy_seat).mean() > 0.75
    assert len(set(result["game_hash"].tolist())) == count
    assert result["points0"].max() <= 14


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "westeros/raid",
            r"drawn from a seed: write westeros/raid:SEED .* such as westeros/raid:7",
        ),
        ("westeros/raid:", "from 0 to 18446744073709551615 .* not ''"),
        ("westeros/raid:07", "without sign or leading zeros, not '07'"),
        ("westeros/raid:-1", "not '-1'"),
        ("westeros/raid:+1", "not '\\+1'"),
        ("westeros/raid: 7", "not ' 7'"),
        ("westeros/raid:7.0", "not '7.0'"),
        ("westeros/raid:\u0667", "not '\u0667'"),
        ("westeros/raid:7:8", "not '7:8'"),
        (f"westeros/raid:{2**64}", f"not '{2**64}'"),
        ("westeros/raid:" + "9" * 5000, "not '9999"),
        ("westeros/raaid:7", "did you mean 'westeros/raid:7'"),
        ("raid:7", "did you mean 'westeros/raid:7'"),
        ("raid", "did you mean 'westeros/raid:SEED'"),
        ("westeros/kingsroad:7", "westeros/kingsroad is no skirmish and has no seed"),
        ("westeros/kingsraod", "did you mean 'westeros/kingsroad'.*westeros/raid:SEED; or a path"),
        (":", "no skirmish has the id ':'"),
    ],
)
def test_wrong_ids_say_what_is_right(name: str, words: str) -> None:
    with pytest.raises(UnknownGameError, match=words):
        pysim.load(name)
    with pytest.raises(UnknownGameError, match=words):
        find_problems(name)


def test_ids_are_written_and_checked() -> None:
    assert skirmish_names() == {"westeros/raid": "Raid in the Riverlands"}
    assert skirmish_id(MOST) == f"westeros/raid:{MOST}"
    assert pysim.load(skirmish_id(np.int64(7))).id == "westeros/raid:7"
    for wrong in (-1, MOST + 1):
        with pytest.raises(ValueError, match="seed must be from 0 to 18446744073709551615"):
            skirmish_id(wrong)
    for value in (1.0, "7", None, True):
        with pytest.raises(TypeError, match="seed must be a whole number"):
            skirmish_id(value)  # type: ignore[arg-type]
    with pytest.raises(UnknownGameError, match="'westeros/rad'; did you mean 'westeros/raid'"):
        skirmish_id(7, "westeros/rad")
    with pytest.raises(TypeError, match="skirmish must be the id"):
        skirmish_id(7, 7)  # type: ignore[arg-type]


@pytest.fixture(name="call")
def _call(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> Any:
    """Run a command line in an empty folder; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(list(words))
        return code, *capsys.readouterr()

    return call


def test_file_is_written_once_and_is_checked(call: Any, tmp_path: Path) -> None:
    code, out, _ = call("scenario", "skirmish", "--seed", "7", "--out", "mine.toml")
    assert (code, out) == (
        0,
        "wrote mine.toml, which is westeros/raid:7; next: pysim show mine.toml\n",
    )
    assert (tmp_path / "mine.toml").read_text() == skirmish_text("westeros/raid:7")
    assert call("scenario", "check", "mine.toml")[:2] == (
        0,
        "mine.toml: good: Raid in the Riverlands, battle 7 (RAID-7), 5 rounds, units: stark 14, "
        "lannister 14\n",
    )
    code, out, err = call("scenario", "skirmish", "--seed", "8", "--out", "mine.toml")
    assert (code, out) == (2, "")
    assert "there is such a file already; --force overwrites it" in err
    assert call("scenario", "skirmish", "--seed", "8", "--out", "mine.toml", "--force")[0] == 0
    assert (tmp_path / "mine.toml").read_text() == skirmish_text("westeros/raid:8")


def test_battle_is_printed_and_a_drawn_seed_is_told(call: Any) -> None:
    assert call("scenario", "skirmish", "--seed", "7") == (0, skirmish_text("westeros/raid:7"), "")
    code, out, err = call("scenario", "skirmish")
    assert code == 0
    assert out == skirmish_text(f"westeros/raid:{err.split()[1]}")
    assert call("scenario", "skirmish")[2] != err
    found = json.loads(call("scenario", "skirmish", "westeros/raid", "--seed", "7", "--json")[1])
    assert (found["file"], found["scenario"], found["seed"]) == ("-", "westeros/raid:7", 7)
    assert found["text"] == skirmish_text("westeros/raid:7")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["westeros/rad", "--seed", "7"], "did you mean 'westeros/raid'"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "7", "--out", "mine.txt"], "ends in .toml"),
    ],
)
def test_wrong_use_is_one_line(call: Any, words: list[str], message: str) -> None:
    code, out, err = call("scenario", "skirmish", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["show", "westeros/raid:7"],
        ["show", "westeros/raid:7", "--seed", "1", "--legal"],
        ["match", "westeros/raid:7", "--agents", "random,greedy", "--seed", "1"],
        ["perft", "westeros/raid:7", "--seed", "1", "--depth", "2"],
        ["bench", "--scenarios", "westeros/raid:7,westeros/raid:8", "--games", "2"],
        ["odds", "action", "westeros/raid:7", "--seed", "1", "--action", "pass"],
        ["odds", "attack", "--scenario", "westeros/raid:7", "--attacker", "war_host", "--rank",
         "blue", "--target-rank", "red"],
        ["scenario", "check", "westeros/raid:7"],
        ["scenario", "new", "-", "--extends", "westeros/raid:7"],
        ["scenario", "new", "-", "--whole", "--extends", "westeros/raid:7"],
    ],
    ids=lambda words: " ".join(words[:2]),
)  # fmt: skip
def test_every_command_takes_the_id(call: Any, words: list[str]) -> None:
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    assert out
    if "westeros/raid:7" in words and words[0] != "scenario":
        place = words.index("westeros/raid:7")
        wrong = [*words[:place], "westeros/raid", *words[place + 1 :]]
        code, out, err = call(*wrong)
        assert (code, out) == (2, "")
        assert "write westeros/raid:SEED" in err


def test_event_files_and_runs_take_the_id(call: Any, tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(
        'format = 1\nagents = ["random", "greedy"]\ngames = 4\nseed = 1\n'
        'scenarios = ["westeros/raid:1", "westeros/raid:2"]\n'
    )
    assert call("tournament", "run", "event.toml", "--out", "one", "--json")[0] == 0
    flags = ["-a", "random,greedy", "-n", "4", "--seed", "1"]
    names = "westeros/raid:1,westeros/raid:2"
    assert call("tournament", "run", *flags, "-s", names, "--out", "two", "--json")[0] == 0
    for path in (tmp_path / "one").rglob("*.*"):
        assert (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes() == (
            path.read_bytes()
        )
    assert call("tournament", "verify", "one")[0] == 0
    code, out, _ = call("tournament", "show", "one", "6")
    assert code == 0
    assert "westeros/raid:2" in out
    (tmp_path / "event.toml").write_text(
        'format = 1\nagents = ["random", "gredy"]\ngames = 4\nscenarios = ["westeros/raid"]\n'
    )
    code, _, err = call("tournament", "run", "event.toml", "--out", "three")
    assert code == 2
    assert "unknown agent 'gredy'" in err
    assert "write westeros/raid:SEED" in err


def test_a_file_may_extend_a_battle(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nextends = "westeros/raid:7"\nname = "Mine"\nrounds = 7\n'
        '[units]\nS2 = false\nS3 = { rank = "red" }\n'
    )
    mine, battle = load_compiled(path), load_compiled("westeros/raid:7")
    assert (mine["rounds"], mine["hexes"]) == (7, battle["hexes"])
    assert [unit["number"] for unit in mine["units"]][:3] == ["S1", "S3", "S4"]
    path.write_text('format = 1\nextends = "westeros/raid"\n')
    (problem,) = find_problems(path)
    assert problem.key == "extends"
    assert "write westeros/raid:SEED" in problem.message
    path.write_text('format = 1\nextends = "westeros/raid:7"\n[units]\nS3 = { at = [6, 9] }\n')
    (problem,) = find_problems(path)
    assert str(problem).endswith("mine.toml:4: units.S3.at: hex (6,9) already holds S1")


def test_list_names_the_skirmishes(call: Any) -> None:
    assert (
        "Battles drawn from a seed: westeros/raid:SEED (Raid in the Riverlands)"
        in (call("list")[1])
    )
    assert json.loads(call("list", "skirmishes", "--json")[1]) == [
        {
            "skirmish": "westeros/raid",
            "name": "Raid in the Riverlands",
            "scenario": "westeros/raid:SEED",
        }
    ]
    assert "westeros/raid" in call("list", "skirmishes")[1]
    assert [row["scenario"] for row in json.loads(call("list", "--json")[1])] == (
        pysim.list_scenarios()
    )
