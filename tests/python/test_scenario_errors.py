from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING

import pytest

from pysim.errors import ScenarioError
from pysim.scenario import load_compiled

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'format = 1\nextends = "westeros/kingsroad"\n'


def problems(folder: Path, text: str, *, head: str = HEAD) -> list[str]:
    path = folder / "mine.toml"
    path.write_text(head + text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_compiled(path)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


@pytest.mark.rule("WD1.4")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[units.S2]\ntype = 'northmen_archer'",
            "mine.toml:4: units.S2.type: unknown unit type 'northmen_archer'; did you mean "
            "'northmen_archers'?",
        ),
        ("[units.S2]\nrank = 'gren'", "mine.toml:4: units.S2.rank: unknown value 'gren'; did you "
         "mean 'green'? (allowed: green, blue, red)"),
        ("[units.S2]\nat = [8, 8]", "mine.toml:4: units.S2.at: hex (8,8) is impassable"),
        ("[units.S2]\nat = [14, 7]", "mine.toml:4: units.S2.at: hex (14,7) is off the map"),
        ("[units.S3]\nat = [9, 8]", "mine.toml:4: units.S3.at: hex (9,8) already holds S2"),
        (
            "[units.S5]\ncommander = 'mage'",
            "mine.toml:4: units.S5.commander: unknown commander 'mage'; did you mean 'maege'?",
        ),
        (
            "[units.S6]\ncommander = 'maege'",
            "mine.toml:4: units.S6.commander: maege already leads S5, under this or another title",
        ),
        (
            "[units]\nS6 = { commander = 'greatjon' }\nS7 = { commander = 'greatjon_last_hearth' }",
            "mine.toml:5: units.S7.commander: greatjon already leads S6, under this or another",
        ),
        (
            "[units.S2]\ncommander = 'eddard'",
            "mine.toml:4: units.S2.commander: eddard may not lead northmen_archers "
            "(allowed: war_host; WD2.21)",
        ),
        ("[units.L4]\ncommander = 'tywin'\ntype = 'casterly_rock_cavaliers'\nrank = 'pink'",
         "mine.toml:6: units.L4.rank: unknown value 'pink'"),
        ("[houses.stark]\norder_rating = -1", "mine.toml:4: houses.stark.order_rating: must be "
         "greater than or equal to 0, not -1"),
        (
            "[unit_types.war_host]\ndice = [0, 3, 4]",
            "units.S6.rank: war_host has no rank green",
        ),
        (
            "[unit_types.war_host]\nkeywords = ['advanse']",
            "mine.toml:4: unit_types.war_host.keywords[0]: unknown keyword 'advanse'; did you mean "
            "'advance'?",
        ),
        (
            "[unit_types.war_host]\nkeywords = ['pursue']",
            "keyword 'pursue' needs a number, as in 'pursue:2'",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'moral', k = 1 }]",
            "mine.toml:4: commanders.maege.ability[0].op: unknown value 'moral'; did you mean "
            "'morale'?",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'morale', n = 1 }]",
            "commanders.maege.ability[0].n: morale has no key 'n' (allowed: k)",
        ),
        (
            "[commanders.maege]\nunit_types = ['war_hosts']",
            "commanders.maege.unit_types[0]: unknown unit type 'war_hosts'; did you mean "
            "'war_host'?",
        ),
        (
            "[cards.SL20]\ncopies = 2",
            "the card set of maege has exactly 5 cards, not 6 (WD1.4)",
        ),
        (
            "[basic.core.B05]\ncopies = 1",
            "mine.toml:3: basic.core: a basic deck has exactly 10 cards, not 9 (WD1.4)",
        ),
        (
            "[cards.SL20]\ntactic = 'T-MAEE'",
            "mine.toml:4: cards.SL20.tactic: unknown tactic 'T-MAEE'; did you mean 'T-MAE'?",
        ),
        ("rouns = 4", "mine.toml:3: rouns: unknown key 'rouns'; did you mean 'rounds'?"),
        ("rounds = '4'", "mine.toml:3: rounds: must be an integer, not '4'"),
        ("momentum = 'starks'", "mine.toml:3: momentum: unknown House 'starks'; did you mean "
         "'stark'?"),
        (
            "[options]\ncap_base_onyl = true",
            "mine.toml:4: options.cap_base_onyl: unknown option 'cap_base_onyl'; did you mean "
            "'cap_base_only'?",
        ),
        (
            "[options]\ncap_base_only = 'yes'",
            "mine.toml:4: options.cap_base_only: must be true or false, not 'yes' (W13.6)",
        ),
        (
            "[[victory]]\nwho = 'both'\nwhen = 'immediate'\ncondition = 'enemy_unit_eliminate'",
            "mine.toml:6: victory[0].condition: unknown value 'enemy_unit_eliminate'; did you mean "
            "'enemy_unit_eliminated'?",
        ),
        (
            "[[victory]]\nwho = 'starc'\nwhen = 'game_end'\ncondition = 'controls'\nat = [1, 1]",
            "mine.toml:7: victory[0].at: (1,1) is no objective",
        ),
        (
            "[[special]]\nop = 'scorch_units'\nunits = ['S99']",
            "mine.toml:5: special[0].units: unknown unit 'S99'",
        ),
        ("[[special]]\nop = 'no_fire_before'\nround = 3", "no_fire_before needs the key at"),
        ("[houses.lannister]\nedge = 'north'", "one House is at north, the other at south"),
        ("map = ['. Q', '. . .']", "unknown terrain code 'Q' at (1,1)"),
        ("map = ['. . .', '. . .']", "mine.toml:3: map[0]: row r = 1 has 3 hexes, not 2 (W3.4)"),
        (
            "[[objectives]]\nat = [20, 1]\nkind = 'location'",
            "mine.toml:4: objectives[0].at: hex (20,1) is off the map",
        ),
    ],
)  # fmt: skip
def test_each_mistake_is_named(tmp_path: Path, text: str, expected: str) -> None:
    found = problems(tmp_path, text)
    assert any(expected in line for line in found), found


def test_all_problems_come_together(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        "rouns = 4\n[units]\nS1 = { rank = 'purple' }\nS2 = { at = [8, 8] }\n"
        "[options]\ndirectional_retreat = true\n",
    )
    assert [line.split(": ")[1] for line in found] == [
        "units.S1.rank",
        "rouns",
        "options.directional_retreat",
        "units.S2.at",
    ]


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    (line,) = problems(tmp_path, "rounds = = 4\n")
    assert line.startswith("mine.toml:3: broken TOML: ")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("format = 2\n", "mine.toml:1: format: this version reads format 1; not 2"),
        ("", "mine.toml: format: this version reads format 1; it is missing"),
        (
            'format = 1\nextends = "westeros/kingsraod"\n',
            "mine.toml:2: extends: no scenario has the id 'westeros/kingsraod'; did you mean "
            "'westeros/kingsroad'?",
        ),
        ('format = 1\nextends = "mine.toml"\n', "'mine.toml' is extended in a circle"),
    ],
)
def test_head_of_the_file(tmp_path: Path, head: str, expected: str) -> None:
    (line,) = problems(tmp_path, "", head=head)
    assert expected in line


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"nowhere\.toml: cannot read the file"):
        load_compiled(tmp_path / "nowhere.toml")


def test_extending_file_overrides_any_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        HEAD + "rounds = 7\n[units]\nS8 = false\nS2 = { rank = 'red' }\n"
        "[houses.stark]\norder_rating = 6\n[unit_types.war_host]\ndice = [1, 2, 3]\n"
        "[options]\nreduced_strength = true\n",
        encoding="utf-8",
    )
    plan = load_compiled(path)
    base = load_compiled("westeros/kingsroad")
    assert (plan["id"], plan["code"], plan["rounds"]) == ("mine", "B01", 7)
    assert [row["number"] for row in plan["units"] if row["seat"] == 0] == [
        f"S{n}" for n in range(1, 8)
    ]
    assert plan["units"][1]["rank"] == "red"
    assert plan["houses"][0]["order_rating"] == 6
    assert plan["houses"][1] == base["houses"][1]
    assert next(row for row in plan["types"] if row["id"] == "war_host")["dice"] == [1, 2, 3]
    assert plan["options"]["reduced_strength"] is True
    assert plan["hexes"] == base["hexes"]


def test_scenario_error_survives_pickling(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + "rouns = 4\nrounds = '1'\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_compiled(path)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems
    assert str(again) == str(caught.value)


@pytest.mark.rule("WD1.4")
@pytest.mark.parametrize("number", [21, -11, 2**31, 2**63 - 1])
@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("k", "[commanders.maege]\nability = [{{ op = 'morale', k = {} }}]"),
        ("n", "[commanders.maege]\nability = [{{ op = 'draw', n = {} }}]"),
        ("x", "[commanders.maege]\nability = [{{ op = 'grant', keyword = 'pursue', x = {} }}]"),
        ("dice", "[commanders.maege]\nability = [{{ op = 'own_bonus', dice = {} }}]"),
        ("move", "[commanders.maege]\nability = [{{ op = 'own_bonus', move = {} }}]"),
        ("rounds", "rounds = {}"),
    ],
)
def test_numbers_are_bounded(tmp_path: Path, place: str, text: str, number: int) -> None:
    found = problems(tmp_path, text.format(number))
    assert any(place in line and "than or equal to" in line for line in found), found


@pytest.mark.rule("WD11.1")
@pytest.mark.parametrize("number", [101, -101, 2**62])
@pytest.mark.parametrize("text", ["points = {}", "points = [1, 2, {}]", "table = [[8, {}]]"])
def test_points_are_bounded(tmp_path: Path, text: str, number: int) -> None:
    head = "[[victory]]\nwho = 'stark'\nwhen = 'game_end'\ncondition = 'row_reached'\n"
    found = problems(tmp_path, head + text.format(number))
    assert any("100" in line and "than or equal to" in line for line in found), found


@pytest.mark.parametrize("word", ["pursue:21", "pursue:999", "toughness:" + "9" * 5000])
def test_numbers_of_keywords_are_bounded(tmp_path: Path, word: str) -> None:
    found = problems(tmp_path, f"[unit_types.war_host]\nkeywords = ['{word}']")
    assert any("is from 0 to 20" in line for line in found), found


@pytest.mark.rule("WD2.25")
@pytest.mark.parametrize(
    ("effect", "moment", "allowed"),
    [
        ("op = 'swap_bearers'", "own_turn_start", "on_loss_self"),
        ("op = 'second_attack', who = 'own'", "own_turn_start", "after_attack_self"),
        ("op = 'war_dogs_attack'", "on_attack_on", "own_turn_start"),
        ("op = 'morale_also_hits'", "after_attack_self", "before_attack_self"),
        (
            "op = 'grant', keyword = 'off_balance', who = 'target'",
            "own_turn_start",
            "before_attack_self",
        ),
        ("op = 'step', who = 'own', n = 1", "before_attack_self", "own_turn_start"),
        ("op = 'add_fire', n = 1", "on_loss_self", "own_turn_start"),
        *(
            ("op = 'morale', k = 1", moment, "own_turn_start")
            for moment in (
                "on_loss_self",
                "before_lead_self",
                "before_move_self",
                "after_move_self",
                "on_capture_self",
            )
        ),
    ],
)
def test_commit_at_an_unfitting_moment(
    tmp_path: Path, effect: str, moment: str, allowed: str
) -> None:
    text = (
        f"[commanders.maege.commit]\nwhen = ['{allowed}', '{moment}']\neffects = [{{ {effect} }}]"
    )
    (line,) = problems(tmp_path, text)
    assert line.startswith("mine.toml:4: commanders.maege.commit.when[1]: ")
    assert f"cannot be at {moment} (allowed: {allowed}" in line


@pytest.mark.rule("WD2.25")
@pytest.mark.parametrize(
    ("effect", "key"),
    [
        ("op = 'swap_bearers'", "op"),
        ("op = 'war_dogs_attack'", "op"),
        ("op = 'morale_also_hits'", "op"),
        ("op = 'second_attack', who = 'own'", "who"),
        ("op = 'grant', keyword = 'off_balance', who = 'target'", "who"),
    ],
)
def test_cards_have_no_commit_effects(tmp_path: Path, effect: str, key: str) -> None:
    (line,) = problems(tmp_path, f"[tactics.T-MAE]\neffects = [{{ {effect} }}]")
    assert line.startswith(f"mine.toml:4: tactics.T-MAE.effects[0].{key}: only a commit ability")
    (line,) = problems(tmp_path, f"[cards.SL20]\nboxes = [{{ effects = [{{ {effect} }}] }}]")
    assert line.startswith("mine.toml:4: cards.SL20.boxes[0].effects[0]")


def test_missing_extended_file_names_who_extends_it(tmp_path: Path) -> None:
    (line,) = problems(tmp_path, "", head='format = 1\n\nextends = "nofile.toml"\n')
    assert line == (
        "nofile.toml: cannot read the file: No such file or directory (extended by mine.toml:3)"
    )


def test_removed_card_is_named_in_the_users_file(tmp_path: Path) -> None:
    found = problems(tmp_path, "[cards]\nSL20 = false\n")
    assert found == [
        "mine.toml:4: cards.SL20: the card set of maege has exactly 5 cards, not 4 (WD1.4)"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rounds = 1" + "0" * 5000, "mine.toml:3: broken TOML: an integer has too many digits"),
        ("rounds = 0x1" + "0" * 5000, "mine.toml: rounds: an integer of more than 64 bits"),
        ("map = " + "[" * 9000 + "]" * 9000, "nested"),
        ("units" + ".a" * 3000 + " = 1", "mine.toml: lists or tables are nested more than 32"),
    ],
    ids=range(4),
)
def test_monstrous_files_are_one_line(tmp_path: Path, text: str, expected: str) -> None:
    (line,) = problems(tmp_path, text)
    assert expected in line


def test_what_is_no_text_file_is_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "bom.toml").write_text("\ufeff" + HEAD, encoding="utf-8")
    for name, message in [
        ("pipe.toml", "cannot read the file: it is a pipe"),
        ("loop.toml", "cannot read the file: Too many levels of symbolic links"),
        ("bom.toml", "byte order mark"),
    ]:
        with pytest.raises(ScenarioError, match=message) as caught:
            load_compiled(tmp_path / name)
        assert "\n" not in str(caught.value)
        (line,) = problems(tmp_path, "", head=f'format = 1\nextends = "{name}"\n')
        assert line.endswith("(extended by mine.toml:2)")
