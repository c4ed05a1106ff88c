"""Warriors files of one's own: what they change, and every mistake with its place."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

import pysim
from pysim import _core
from pysim.cli.root import run
from pysim.scenario import find_problems, load_compiled

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'format = 1\nextends = "warriors/hyw"\n'
LIW = 'format = 1\nextends = "warriors/liw"\n'
MANY = """tuns = 3
initiative = "G"

[borders]
NOR-ENG = "C"
ENG-WAL = "Q"
ENG-XXX = "C"
ENG-SAV = false

[leaders.hE00a]
battel = 3

[control]
IRE = "E"
NORR = "E"

[kings]
E = "hE00b"

[setup]
hE00b = { troops = { INF = 1, KE = 1 } }
hF00c = { side = "F", area = "IDF" }

[options]
ransom_to_enemi = true
gunner_first_turn = 99
"""


def write(folder: Path, text: str, head: str = HEAD) -> Path:
    path = folder / "mine.toml"
    path.write_text(head + text, encoding="utf-8")
    return path


def told(path: Path) -> list[str]:
    return [str(problem).replace(f"{path.parent}/", "") for problem in find_problems(path)]


def compiled(folder: Path, text: str, head: str = HEAD) -> dict[str, Any]:
    path = write(folder, text, head)
    assert told(path) == []
    return load_compiled(path)


def row(plan: dict[str, Any], table: str, name: str) -> dict[str, Any]:
    return next(one for one in plan[table] if one["id"] == name)


def plays(path: Path) -> bool:
    chooser = random.Random(1)
    for seed in (1, 2):
        state = pysim.load(path).new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
    return not state.core.check_invariants()


def test_all_problems_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = find_problems(write(tmp_path, MANY))
    assert [(problem.line, problem.key) for problem in found] == [
        (3, "tuns"),
        (4, "initiative"),
        (7, "borders.NOR-ENG"),
        (8, "borders.ENG-WAL"),
        (9, "borders.ENG-XXX"),
        (10, "borders.ENG-SAV"),
        (13, "leaders.hE00a.battel"),
        (16, "control.IRE"),
        (17, "control.NORR"),
        (20, "kings.E"),
        (23, "setup.hE00b.troops.KE"),
        (24, "setup.hF00c"),
        (27, "options.ransom_to_enemi"),
        (28, "options.gunner_first_turn"),
    ]
    texts = [problem.message for problem in found]
    assert texts[0].startswith("unknown key 'tuns'; did you mean 'turns'? (allowed: extends, ")
    assert texts[1] == "unknown value 'G' (allowed: E, F)"
    assert texts[2] == "these two areas have a border already, 'ENG-NOR' (G3.3)"
    assert texts[6].startswith("unknown key 'battel'; did you mean 'battle'? (allowed: ")
    assert texts[8].startswith("unknown area 'NORR'; did you mean 'NOR'? (allowed: SCO, ENG, ")
    assert "(allowed: hE00a, hE01a, hE03a," in texts[9]
    assert texts[11].startswith("unknown leader 'hF00c'; did you mean 'hF00")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turns = 61", "mine.toml:3: turns: must be less than or equal to 60, not 61"),
        ("era = 'hyww'", "mine.toml:3: era: unknown era 'hyww'; did you mean 'hyw'?"),
        ("[areas.NOR]\nvalue = 4", "mine.toml:4: areas.NOR.value: must be less than or equal to 3"),
        ("[areas.NOR]\nvalue = 0", "mine.toml:4: areas.NOR.value: a contested area has value 1"),
        ("[areas.IRE]\nkind = 'contested'\nvalue = 1", "troops.MIRE.home: 'IRE' is contested"),
        ("[areas.IRE]\nkind = 'contested'\nvalue = 1", "at most 19 contested areas, not 20"),
        ("[areas.IRE]\nrecruits = ['LW']", "'IRE' is neutral; nothing is raised there (G5.21)"),
        ("[areas.NOR]\nrecruits = ['LV']", "recruits[0]: unknown troop type 'LV' (allowed: INF"),
        ("[areas.NOR]\nrecruits = ['INF']", "recruits[0]: 'INF' is no special type"),
        ("[areas.NOR]\nrecruits = ['LE', 'LW']", "recruits[1]: 'LE' is raised here"),
        ("[areas.NOR]\nrecruits = ['G']", "recruits[0]: 'G' needs an area of value 3 (G5.24)"),
        ("[borders]\nENGNOR = 'C'", "borders.ENGNOR: a border is written AREA-AREA"),
        ("[borders]\nENG-ENG = 'C'", "borders.ENG-ENG: a border is written AREA-AREA"),
        ("[troops.LE]\nclass = 'infantry'", "troops.LE.class: the first troop type is"),
        ("[troops.LE]\nhome = 'IRE'", "troops.LE.home: mercenaries have a neutral home area"),
        ("[troops.MNET]\nhome = 'IRE'", "troops.MNET.home: 'IRE' is the home of MIRE already"),
        ("[troops.MNET]\nhome = 'NETT'", "troops.MNET.home: unknown area 'NETT'; did you mean"),
        ("[troops.INF]\npool = { hyw = 9 }", "troops.INF.pool: infantry is unlimited (G2.10)"),
        ("[troops.LE]\ncommanders = { hyw = 'lords' }", "commanders.hyw: unknown value 'lords'"),
        (
            "[troops.LE]\ncommanders = { hyw = 'listed' }\nlisted = ['hE00']",
            "mine.toml:5: troops.LE.listed[0]: unknown leader 'hE00'; did you mean 'hE00",
        ),
        ("[troops]\nKB = false", "areas.BUR.recruits[0]: unknown troop type 'KB'"),
        ("[leaders.hE00a]\nstars = 4", "leaders.hE00a.stars: must be less than or equal to 3"),
        ("[leaders.hE00a]\nhome = 'ENGL'", "leaders.hE00a.home: unknown area 'ENGL'"),
        ("[leaders.hE00a]\nhist = 'E'", "leaders.hE00a.hist: given for non-aligned leaders"),
        ("[leaders.hN00a]\nhist = ''", "leaders.hN00a.hist: given for non-aligned leaders"),
        ("[leaders.hE00a]\nbattle_bonus = 4\nbattle = 9", "battle: at most 12 with its bonus"),
        ("[charts]\ndeath = [1, 2, 3, 4, 5, 5]", "charts.death: at age 6 every leader dies"),
        ("[charts]\ncommand = 6", "charts.command: must be less than or equal to 5, not 6"),
        ("[charts.borders]\nsea = 0", "charts.borders.sea: must be greater than or equal to 1"),
        ("[capitals]\nE = 'IRE'", "capitals.E: 'IRE' is neutral and never controlled (G3.2)"),
        ("[kings]\nE = 'hE01a'", "kings.E: 'hE01a' is not in the set-up (G4.8)"),
        ("[kings]\nF = 'hE00a'", "kings.F: 'hE00a' is no aligned leader of F with 3 stars"),
        ("[setup]\nhN00b = false", "setup: 2 non-aligned leaders to choose from, or none, not 1"),
        ("[setup]\nhN00b = false", "mine.toml:4: setup.hN00b: 'hN00b' comes with the set-up"),
        ("[setup.hE00a]\nside = 'F'", "setup.hE00a.side: must be 'E', as the leader's own"),
        ("[setup.hE00a]\narea = 'ENGL'", "setup.hE00a.area: unknown area 'ENGL'"),
        ("[setup.hE01a]\nside = 'E'\narea = 'ENG'", "'hE01a' enters on turn 1; the set-up has"),
        ("[setup.hE00b]\ntroops = { INF = 5 }", "6 points, and 'hE00b' with 1 star commands 3"),
        ("[setup.hN00a]\ntroops = { G = 1 }", "troops.G: 'hN00a' may not command G (allowed: INF,"),
        ("[setup.hE00a]\ntroops = { LEE = 1 }", "troops.LEE: unknown troop type 'LEE'; did you"),
        ("[setup.hE00a]\ntroops = { LE = -1 }", "must be greater than or equal to 0, not -1"),
        ("[setup.hE00a]\ntroops = { INF = 0, KE = 4 }", "setup: 4 points of KE, and there are 3"),
        ("[options]\nransom_to_enemy = 1", "must be true or false, not 1 (G13.8)"),
        ("areas = 3", "mine.toml:3: areas: must be a table of records"),
        ("[switches.a]\nb = 1", "unknown key 'switches'"),
    ],
)
def test_each_mistake_is_named(tmp_path: Path, text: str, expected: str) -> None:
    found = told(write(tmp_path, text))
    assert any(expected in line for line in found), found


@pytest.mark.rule("G14.55", "G9.3", "G13.10", "G13.13", "G13.16")
@pytest.mark.parametrize(
    ("head", "text", "expected"),
    [
        (LIW, "[setup.lE00a]\ntroops = { LE = 1 }", "'lE00a' may not command LE (allowed: INF, LW"),
        (LIW, "[setup.lE00a]\ntroops = { G = 1 }", ""),
        (LIW, "[options]\nliw_gunners = false\n[setup.lE00a]\ntroops = { G = 1 }", "there are 0"),
        (HEAD, "[setup.hF00b]\ntroops = { KE = 1 }", ""),
        (
            HEAD,
            "[options]\nfrench_knights_any_rank = false\n[setup.hF00b]\ntroops = { KE = 1 }",
            "'hF00b' may not command KE",
        ),
        (HEAD, "[options]\nknights_own_kind = true\n[setup.hF00b]\ntroops = { KE = 1 }", ""),
        (HEAD, "[setup.hF00b]\ntroops = { KB = 1 }", ""),
        (HEAD, "[setup.hN00a]\ntroops = { INF = 0, KB = 1 }", "'hN00a' may not command KB"),
        (
            HEAD,
            "[leaders.hN00a]\nstars = 2\nhome = 'BUR'\n[setup.hN00a]\ntroops = { KB = 1 }",
            "",
        ),
        (
            HEAD,
            "[options]\nburgundian_neutrals = false\n"
            "[leaders.hN00a]\nstars = 2\nhome = 'BUR'\n[setup.hN00a]\ntroops = { KB = 1 }",
            "'hN00a' may not command KB",
        ),
    ],
)
def test_who_commands_what_follows_the_options(
    tmp_path: Path, head: str, text: str, expected: str
) -> None:
    path = write(tmp_path, text, head)
    found = told(path)
    if expected:
        assert any(expected in line for line in found), found
    else:
        assert found == []
        assert pysim.load(path).new_initial_state(seed=1).core.check_invariants() == []


@pytest.mark.rule("G5.73")
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"hE06a": 5}, "25 leaders that can serve E, at most 24, with entry 0 to 5 (G5.73)"),
        ({"hE01a": 7}, "25 leaders that can serve E, at most 24, with entry 2 to 7 (G5.73)"),
        ({"hN06a": 5}, "25 leaders that can serve E, at most 24, with entry 0 to 5 (G5.73)"),
        ({"hE06a": 5, "hE05a": 6}, ""),
        ({"hE06a": 7}, ""),
    ],
)
def test_sets_that_are_too_large(tmp_path: Path, entries: dict[str, int], expected: str) -> None:
    text = "".join(f"[leaders.{name}]\nentry = {turn}\n" for name, turn in entries.items())
    found = told(write(tmp_path, text))
    assert [line.split("leaders: ")[1] for line in found] == [expected] * bool(expected)


@pytest.mark.rule("G5.73")
def test_neither_73_leaders_nor_38_in_play(tmp_path: Path) -> None:
    one = '{{ era = "hyw", name = "{0}", side = "{0}", entry = {1}, stars = 1, bravery = 1, '
    one += 'battle = 1, home = "ENG" }}'
    new = "[leaders]\nx1 = " + one.format("E", 40)
    assert "at most 72 leaders of one era, not 73 (G2.4)" in "".join(told(write(tmp_path, new)))
    gone = "".join(f"hN{turn:02d}{letter} = false\n" for turn in range(1, 7) for letter in "ab")
    more = [f"x{n} = {one.format(side, 1)}\n" for n, side in enumerate("EF" * 6)]
    found = told(write(tmp_path, "[leaders]\n" + gone + "".join(more)))
    assert any("38 leaders, at most 36, with entry 0 to 5 (G5.73)" in line for line in found)


def test_a_file_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    base = load_compiled("warriors/hyw")
    text = """
[leaders.hE00a]
battle = 7
[borders]
ENG-NOR = "C"
GAS-NAV = false
[areas.NOR]
value = 3
recruits = ["G"]
[troops.KB]
pool = { hyw = 2 }
[charts]
margin = 20
[charts.points]
king = 2
[control]
IDF = false
WAL = "E"
[kings]
F = false
[setup]
hE00b = { area = "WAL" }
[rules]
english_sea = false
[options]
ransom_to_enemy = true
"""
    plan = compiled(tmp_path, text)
    assert row(plan, "leaders", "hE00a") == row(base, "leaders", "hE00a") | {"battle": 7}
    kept = [border for border in base["borders"] if border[0] != "GAS" or border[1] != "NAV"]
    changed = [["ENG", "NOR", "C"] if one[:2] == ["ENG", "NOR"] else one for one in kept]
    assert plan["borders"] == changed
    new = {"value": 3, "recruits": ["G"]}
    assert row(plan, "areas", "NOR") == row(base, "areas", "NOR") | new
    assert row(plan, "troops", "KB")["pool"] == 2
    assert (plan["charts"]["margin"], plan["charts"]["vp"]["king"]) == (20, 2)
    assert plan["control"] == {
        name: side for name, side in base["control"].items() if name != "IDF"
    } | {"WAL": "E"}
    assert plan["kings"] == {"E": "hE00a", "F": ""}
    assert plan["setup"][1] == base["setup"][1] | {"area": "WAL"}
    assert plan["flags"] == {"initiative_modifiers": True, "english_sea": False}
    assert plan["options"] == base["options"] | {"ransom_to_enemy": True}
    differs = {key for key in base if plan[key] != base[key]}
    assert differs == {
        *("id", "leaders", "borders", "areas", "troops", "charts", "control", "kings", "setup"),
        *("flags", "options"),
    }
    assert plays(tmp_path / "mine.toml")


def test_fewer_areas_leaders_and_types_can_be_played(tmp_path: Path) -> None:
    text = """
[areas]
WAL = false
[borders]
ENG-WAL = false
WAL-IRE = false
WAL-BRI = false
[troops]
LW = false
MSAV = false
[leaders]
hN07b = false
hF11b = false
"""
    plan = compiled(tmp_path, text)
    assert [len(plan[key]) for key in ("areas", "borders", "troops", "leaders")] == [23, 52, 10, 70]
    assert plays(tmp_path / "mine.toml")


def test_an_era_of_ones_own(tmp_path: Path) -> None:
    text = 'code = "MINI"\nera = "own"\n[kings]\nE = "o1"\nF = "o2"\n[setup]\n'
    text += "".join(f"{name} = false\n" for name in load_compiled("warriors/hyw")["kings"].values())
    text += "hE00b = false\nhF00b = false\nhN00a = false\nhN00b = false\n"
    text += 'o1 = { side = "E", area = "NOR", troops = { INF = 3 } }\n'
    text += 'o2 = { side = "F", area = "IDF" }\n'
    for name, side in (("o1", "E"), ("o2", "F")):
        text += f'[leaders.{name}]\nera = "own"\nname = "{name}"\nside = "{side}"\nentry = 0\n'
        text += 'stars = 3\nbravery = 2\nbattle = 4\nhome = "ENG"\n'
    missing = told(write(tmp_path, text))
    assert any("troops.INF.commanders: the key 'own' is missing" in line for line in missing)
    for kind in load_compiled("warriors/hyw")["troops"]:
        pool = "" if kind["id"] == "INF" else "pool = { own = 1 }\n"
        text += f"[troops.{kind['id']}]\ncommanders = {{ own = 'any' }}\n{pool}"
    plan = compiled(tmp_path, text)
    assert [one["id"] for one in plan["leaders"]] == ["o1", "o2"]
    assert {one["pool"] for one in plan["troops"]} == {-1, 1}
    assert plays(tmp_path / "mine.toml")


@pytest.mark.parametrize("name", ["warriors/hyw", "warriors/liw"])
def test_template_with_everything_switched_on_is_good_and_plays(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    assert run(["scenario", "new", str(path), "--extends", name]) == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^#(?=[^ :])", "", text, flags=re.MULTILINE), encoding="utf-8")
    assert told(path) == []
    made, base = load_compiled(path), load_compiled(name)
    assert "own_captain" in {leader["id"] for leader in made["leaders"]}
    assert len(made["borders"]) == len(base["borders"]) - 1
    for key in ("setup", "control", "kings", "charts", "options", "flags", "rounds", "capitals"):
        assert made[key] == base[key], key
    places = {one["leader"]: one for one in made["position"]["leaders"]}
    assert all(places[one["leader"]]["where"] == one["area"] for one in base["setup"])
    assert plays(path)


def test_what_the_core_refuses_is_found_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "turns = 10\n[leaders.hE00b]\nbattle = 5\n")

    def refuse(place: str) -> list[str]:
        def fail(_: dict[str, Any]) -> None:
            raise _core.BadScenario(f"{place}: too good to be true")

        monkeypatch.setattr(_core, "Game", fail)
        return told(path)

    message = "too good to be true"
    assert refuse("leaders.1.battle") == [f"mine.toml:5: leaders.hE00b.battle: {message}"]
    assert refuse("rounds") == [f"mine.toml:3: turns: {message}"]
    assert refuse("charts.margin") == [f"mine.toml: charts.margin: {message}"]


@pytest.mark.parametrize("name", ["warriors/hyw", "warriors/liw"])
def test_check_tells_what_a_scenario_holds(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["scenario", "check", name]) == 0
    told_ = capsys.readouterr().out
    assert told_.startswith(f"{name}: good: The ")
    assert told_.endswith("12 rounds, leaders: english 24, french 24, non-aligned 24\n")
    assert run(["scenario", "check", name, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)["scenario"]
    assert summary["sides"] == ["english", "french"]
    assert summary["pieces"] == {"english": 24, "french": 24, "non-aligned": 24}


def test_unknown_games_are_suggested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", "schema", "--game", "warrior"]) == 2
    assert "there is no game 'warrior'; did you mean 'warriors'?" in capsys.readouterr().err
    found = told(write(tmp_path, "game = 'warrior'\n", "format = 1\n"))
    assert "mine.toml:2: game: unknown game 'warrior'; did you mean 'warriors'?" in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "turns = 'x'",
        "initiative = 1",
        "[leaders.hE00a]\nstars = 'x'",
        "[areas.NOR]\nvalue = 'x'",
        "[borders]\nENG-NOR = 1",
        "[charts]\ndeath = 1",
        "charts = 3",
        "kings = 3",
        "[setup.hE00a]\ntroops = 3",
        "[position]\nturn = 'x'\nphase = 1\ninitiative = 'E'",
        "[rules]\nenglish_sea = 1",
    ],
)
def test_a_wrong_shape_hides_no_problem_of_another_place(tmp_path: Path, text: str) -> None:
    found = find_problems(write(tmp_path, f"{text}\n[setup.hF00b]\narea = 'nowhere'\n"))
    assert "setup.hF00b.area" in [problem.key for problem in found]
    assert len(found) == 2, [str(problem) for problem in found]
