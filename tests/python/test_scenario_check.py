"""``pysim scenario check``: all problems at once, each with its place."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pysim import _core
from pysim.cli.root import run
from pysim.errors import UnknownGameError
from pysim.scenario import find_problems, load_compiled, scenario_ids
from pysim.scenario.lines import LineIndex

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'format = 1\nextends = "westeros/kingsroad"\n'
MANY = """rouns = 4
momentum = "starks"

[units]
S1 = { rank = "purple" }
S2 = { at = [8, 8] }
S3 = false
S99 = false

[unit_types.war_host]
dice = [1, 2]
keywords = [
    "advance",
    "pursue",
]

[cards.SL20]
boxes = [
    { order = { n = 2 }, effects = [
        { op = "add_dice", k = 1, who = "ordred" },
        { op = "add_dise" },
    ] },
]

[options]
directional_retreat = true
"""


class Done(NamedTuple):
    """What a command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def pysim(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Run a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> Done:
        code = run(["scenario", *words])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call


def write(folder: Path, text: str, head: str = HEAD) -> Path:
    path = folder / "mine.toml"
    path.write_text(head + text, encoding="utf-8")
    return path


def places(path: Path) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.key) for problem in find_problems(path)]


@pytest.mark.rule("WD1.4")
def test_all_problems_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert places(write(tmp_path, MANY)) == [
        (3, "rouns"),
        (4, "momentum"),
        (7, "units.S1.rank"),
        (8, "units.S2.at"),
        (10, "units.S99"),
        (13, "unit_types.war_host.dice"),
        (22, "cards.SL20.boxes[0].effects[0].who"),
        (23, "cards.SL20.boxes[0].effects[1].op"),
        (28, "options.directional_retreat"),
    ]


def test_problems_are_printed_with_place_and_remedy(pysim: Any, tmp_path: Path) -> None:
    write(tmp_path, MANY)
    done = pysim("check", "mine.toml")
    assert done.code == 1
    lines = done.out.splitlines()
    assert len(lines) == 9
    assert done.err == "pysim: 9 problems\n"
    assert lines[1].startswith(
        "mine.toml:4: momentum: unknown House 'starks'; did you mean 'stark'"
    )
    assert "did you mean 'add_dice'? (allowed: add_dice, add_move, " in lines[7]


def test_problems_as_json(pysim: Any, tmp_path: Path) -> None:
    write(tmp_path, MANY)
    done = pysim("check", "mine.toml", "--json")
    assert done.code == 1
    told = json.loads(done.out)
    assert (told["file"], told["good"], told["scenario"]) == ("mine.toml", False, None)
    assert told["problems"][2] == {
        "file": "mine.toml",
        "line": 7,
        "key": "units.S1.rank",
        "message": "unknown value 'purple' (allowed: green, blue, red)",
    }


@pytest.mark.parametrize("name", scenario_ids())
def test_shipped_scenarios_are_good(pysim: Any, name: str) -> None:
    done = pysim("check", name, "--json")
    assert done.code == 0
    told = json.loads(done.out)
    plan = load_compiled(name)
    assert told["problems"] == []
    assert told["scenario"]["code"] == plan["code"]
    assert list(told["scenario"]["pieces"])[:2] == told["scenario"]["sides"]
    rows = plan["units" if "units" in plan else "leaders"]
    assert sum(told["scenario"]["pieces"].values()) == len(rows)
    assert pysim("check", name).out.startswith(f"{name}: good: {plan['name']} ({plan['code']}), ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check"], "Missing argument 'FILE'"),
        (["check", "gone.toml"], "gone.toml: there is no such file"),
        (["check", "westeros/kingsraod"], "did you mean 'westeros/kingsroad'?"),
        (["check", "plain.txt"], "ends in .toml"),
        (["check", "folder.toml"], "this is a folder, not a file"),
        (["new", "mine.txt"], "ends in .toml"),
        (["new", "taken.toml"], "--force overwrites it"),
        (["new", "mine.toml", "--extends", "westeros/sieg"], "did you mean 'westeros/siege'?"),
        (["new", "mine.toml", "--extends", "gone.toml"], "there is no such file"),
        (["new", "mine.toml", "--extends", "taken.toml", "--whole"], "shipped scenarios only"),
        (["schema", "--jsn"], "--jsn"),
        (["chek", "x.toml"], "chek"),
    ],
)
def test_wrong_use_is_code_2(pysim: Any, tmp_path: Path, words: list[str], message: str) -> None:
    (tmp_path / "plain.txt").write_text(HEAD, encoding="utf-8")
    (tmp_path / "taken.toml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "folder.toml").mkdir()
    done = pysim(*words)
    assert done.code == 2
    assert message in done.err
    assert done.out == ""
    assert not (tmp_path / "mine.toml").exists()
    assert (tmp_path / "taken.toml").read_text(encoding="utf-8") == HEAD


def test_unknown_id_is_an_error_of_the_call() -> None:
    with pytest.raises(UnknownGameError, match="did you mean 'westeros/siege'"):
        find_problems("westeros/sige")


def test_what_the_core_refuses_is_one_more_problem(
    pysim: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "[units]\nS2 = { rank = 'blue' }\n")

    def refuse(_: dict[str, Any]) -> None:
        raise _core.BadScenario("units.S2.rank: too good to be true")

    monkeypatch.setattr(_core, "Game", refuse)
    done = pysim("check", "mine.toml")
    assert done.code == 1
    assert done.out == "mine.toml:4: units.S2.rank: too good to be true\n"
    assert "Traceback" not in done.err


@pytest.mark.rule("WD1.4")
def test_a_real_refusal_of_the_core_names_its_place(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "[cards.SL20]\nboxes = [{ order = { n = 1 }, effects = [\n"
        "{ op = 'join_box', box = 1, trait = 'noble' }] }]\n",
    )
    (problem,) = find_problems(path)
    assert problem.file == str(path)
    assert "only the first box can be joined" in problem.message
    assert problem.key.startswith("cards.SL20")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[commanders.maege]\nability = [{ op = 'rally', n = 1 }]",
            "ability[0].op: rally works in a commit ability or a card, not in an ability",
        ),
        (
            "[cards.SL20]\nboxes = [{ effects = [{ op = 'keep_cards', n = 2 }] }]",
            "only an ability of a commander may have keep_cards",
        ),
        ("[units]\nS99 = false", "false takes a record away, but there is none with this name"),
        ("[switches.extras]\ndefault = true", "unknown key 'switches'"),
        ("map = []", "map: must have at least 1 entry, not 0"),
        ("[houses]\nlannister = false", "houses: must have at least 2 entries, not 1"),
        ("[unit_types.war_host]\nmove = [9, 2, 1]", "move[0]: must be less than or equal to 8"),
        ("[unit_types.war_host]\ndice = [2, 11, 4]", "dice[1]: must be less than or equal to 10"),
        (
            "[unit_types.war_host]\nattacks = [{ mode = 'ranged', min = 1, max = 7 }]",
            "attacks[0].max: must be less than or equal to 6",
        ),
        ("victory = 3\n[[special]]\nop = 'x'\nfoo = 1", "special[0].foo: unknown key 'foo'"),
        ("[instant]\npoints = 3", "instant.generals: the key is missing"),
        (
            "[commanders.maege]\nability = [" + "{ op = 'free_disengage' }," * 5 + "]",
            "commanders.maege.ability: must have at most 4 entries, not 5",
        ),
    ],
)
def test_single_mistakes(tmp_path: Path, text: str, expected: str) -> None:
    found = [str(problem) for problem in find_problems(write(tmp_path, text))]
    assert any(expected in line for line in found), found


def test_what_an_extended_file_has_brought_can_be_taken_away(tmp_path: Path) -> None:
    write(
        tmp_path,
        "[unit_types.war_host]\nkeywords = []\n"
        "[cards.OWN1]\ncopies = 0\n[commanders.maege]\ncommit = { when = ['now'] }\n",
    )
    top = tmp_path / "top.toml"
    head = "format = 1\nextends = 'mine.toml'\n"
    top.write_text(head + "[cards]\nOWN1 = false\n[commanders.maege]\ncommit = false\n")
    assert find_problems(top) == []
    maege = {row["id"]: row for row in load_compiled(top)["commanders"]}["maege"]
    assert maege["commit"] is None
    top.write_text(head + "[cards]\nOWN2 = false\n")
    assert "top.toml:4: cards.OWN2: false takes a record away, but there is none" in "\n".join(
        str(problem) for problem in find_problems(top)
    )


def test_two_houses_of_one_letter_cannot_be_told_apart(tmp_path: Path) -> None:
    text = """
[houses]
lannister = false
south = { edge = "south", order_rating = 1, leadership_rating = 1, command_tokens = 1, morale_end = "rout" }
"""  # noqa: E501
    found = [str(problem) for problem in find_problems(write(tmp_path, text))]
    assert any("two Houses need two first letters" in line for line in found)


@pytest.mark.parametrize("text", ["map = 3", "momentum = 1", "[instant]\npoints = 'x'", "tie = 1"])
def test_a_wrong_shape_hides_no_problem_of_another_place(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, f"{text}\n[units.S2]\ntype = 'nobody'\n")
    assert "units.S2.type" in [problem.key for problem in find_problems(path)]


def test_a_wrong_house_hides_no_problem_of_another_place(tmp_path: Path) -> None:
    path = write(tmp_path, "[units.S2]\ntype = 'nobody'\n[houses.stark]\nedge = 'east'\n")
    assert [problem.key for problem in find_problems(path)] == [
        "units.S2.type",
        "houses.stark.edge",
    ]


NEW_WORDS = """
import sys
from pysim import _core
known = _core.vocabulary
_core.vocabulary = lambda game: {name: [*words, "newword"] for name, words in known(game).items()}
from jsonschema import Draft202012Validator
from pysim.scenario import find_problems
from pysim.scenario.schema import scenario_schema
import tomllib
data = tomllib.load(open(sys.argv[1], "rb"))
print(*Draft202012Validator(scenario_schema()).iter_errors(data))
print(*find_problems(sys.argv[1]), sep="|")
"""


def test_new_words_of_the_core_are_taken_up_at_once(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "[unit_types.war_host]\nkeywords = ['newword']\n"
        "[commanders.maege]\nability = [{ op = 'newword', k = 1, n = 2, who = 'newword' }]\n"
        "[commanders.maege.commit]\nwhen = ['newword']\neffects = [{ op = 'newword' }]\n"
        "[[victory]]\nwho = 'both'\nwhen = 'game_end'\ncondition = 'newword'\nat = [9, 6]\n"
        "[[special]]\nop = 'newword'\nat = [9, 6]\n",
    )
    command = [sys.executable, "-c", NEW_WORDS, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    by_schema, by_check = done.stdout.splitlines()
    assert by_schema == ""
    assert by_check.startswith(f"{path}:")  # the core, which does not know them, says the rest
    assert "unknown name 'newword'" in by_check
    assert "|" not in by_check


def test_lines_of_nested_values() -> None:
    text = (
        '# "x" = 1\n'
        "a.b = 1\n"
        "[t]\n"
        'text = """\n[no] # header\nkey = 1\n"""\n'
        "list = [ # first\n  1, [2,\n  3], 'a]b',\n]\n"
        'row = { "c d" = "}", e = [\n  { f = 1 }, # comment ]\n  { f = 2 },\n] }\n'
        "[[t.rows]]\nx = 1\n[t.rows.sub]\ny = 1\n[[t.rows]]\nx = 2\n"
    )
    lines = LineIndex(text).lines
    assert lines["a", "b"] == 2
    assert lines["t", "text"] == 4
    assert ("no",) not in lines
    assert [lines["t", "list", n] for n in range(3)] == [9, 9, 10]
    assert [lines["t", "list", 1, n] for n in range(2)] == [9, 10]
    assert lines["t", "row", "c d"] == 12
    assert [lines["t", "row", "e", n, "f"] for n in range(2)] == [13, 14]
    assert [lines["t", "rows", n, "x"] for n in range(2)] == [17, 21]
    assert lines["t", "rows", 0, "sub", "y"] == 19


@pytest.mark.parametrize("text", ["a = [", "a = {b", "= 3", "[[", '"', "a = '''x", "]", "a ="])
def test_lines_of_a_text_that_is_no_toml_end(text: str) -> None:
    assert all(line == 1 for line in LineIndex(text).lines.values())
