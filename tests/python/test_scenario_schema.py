"""``pysim scenario schema``: what is good by it, what is not, and that it explains every key."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pysim import _core
from pysim.cli.root import run
from pysim.scenario import scenario_ids
from pysim.scenario.drafts import template
from pysim.scenario.read import TABLES, scenario_files
from pysim.scenario.schema import DIALECT, scenario_schema
from pysim.scenario.warriors import describe as warriors
from pysim.scenario.westeros import describe as westeros
from pysim.scenario.westeros import vocabulary
from pysim.scenario.westeros.meanings import MEANINGS

SCHEMAS = {game: scenario_schema(game) for game in TABLES}
SCHEMA = SCHEMAS["westeros"]
ALL_KEYS = {"warriors": warriors.KEYS, "westeros": westeros.KEYS}
HEAD = 'format = 1\nextends = "westeros/kingsroad"\n'


def mistakes(text: str, game: str = "westeros") -> list[str]:
    found = Draft202012Validator(SCHEMAS[game]).iter_errors(tomllib.loads(text))
    return [error.json_path for error in found]


@pytest.mark.parametrize(
    ("words", "game"),
    [
        (["schema"], "westeros"),
        (["schema", "--json"], "westeros"),
        (["schema", "--game", "warriors"], "warriors"),
    ],
)
def test_command_prints_a_schema_of_its_dialect(
    capsys: pytest.CaptureFixture[str], words: list[str], game: str
) -> None:
    assert run(["scenario", *words]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(SCHEMAS[game]))
    assert printed["$schema"] == DIALECT == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(printed)


@pytest.mark.parametrize("name", scenario_ids())
def test_shipped_scenarios_and_templates_are_good(name: str) -> None:
    game = name.split("/")[0]
    assert mistakes(scenario_files()[name].read_text(encoding="utf-8"), game) == []
    assert mistakes(template(name), game) == []
    assert mistakes(template(name, whole=True), game) == []


@pytest.mark.parametrize("name", ["westeros/test", "warriors/hyw"])
def test_records_of_the_data_files_are_good(name: str) -> None:
    game, folder = name.split("/")[0], scenario_files()[name].parent.parent
    seen = set()
    for table, (file, key) in TABLES[game].items():
        for path in [folder / file, *folder.glob(f"{file[:-5]}_*.toml")]:
            if path.is_file():
                rows = tomllib.loads(path.read_text(encoding="utf-8")).get(key, {})
                data = {"format": 1, "extends": name, table: rows}
                found = Draft202012Validator(SCHEMAS[game]).iter_errors(data)
                assert [error.json_path for error in found] == []
                seen.add(table)
    assert seen == set(TABLES[game])


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("rouns = 4", "$"),
        ("rounds = 11", "$.rounds"),
        ("rounds = '4'", "$.rounds"),
        ("extends_ = 1", "$"),
        ("map = ['. Q']", "$.map[0]"),
        ("map = ['. .', 3]", "$.map[1]"),
        ("tie = 'coin'", "$.tie"),
        ("[houses.stark]\nedge = 'east'", "$.houses.stark.edge"),
        ("[houses.stark]\norder_rating = -1", "$.houses.stark.order_rating"),
        ("[houses.stark]\nluck = 1", "$.houses.stark"),
        ("[units]\nS2 = { rank = 'pink' }", "$.units.S2.rank"),
        ("[units]\nS2 = { at = [1] }", "$.units.S2.at"),
        ("[units]\nS2 = true", "$.units.S2"),
        ("[units]\nsecond = { rank = 'red' }", "$.units"),
        ("[unit_types.war_host]\ndice = [1, 2]", "$.unit_types.war_host.dice"),
        ("[unit_types.war_host]\nclass = 'ships'", "$.unit_types.war_host.class"),
        ("[unit_types.war_host]\nkeywords = ['pursue']", "$.unit_types.war_host.keywords[0]"),
        ("[unit_types.mine]\nkeywords = ['flying']", "$.unit_types.mine.keywords[0]"),
        (
            "[unit_types.war_host]\nattacks = [{ min = 1 }]",
            "$.unit_types.war_host.attacks[0]",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'fly' }]",
            "$.commanders.maege.ability[0].op",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'morale', n = 1 }]",
            "$.commanders.maege.ability[0]",
        ),
        (
            "[commanders.maege.commit]\nwhen = ['never']",
            "$.commanders.maege.commit.when[0]",
        ),
        (
            "[tactics.T-MAE]\neffects = [{ op = 'step', who = 'target' }]",
            "$.tactics['T-MAE'].effects[0].who",
        ),
        ("[cards.SL20]\nboxes = []", "$.cards.SL20.boxes"),
        (
            "[[victory]]\nwho = 'both'\nwhen = 'game_end'\ncondition = 'controls'",
            "$.victory[0]",
        ),
        (
            "[[victory]]\nwho = 'both'\nwhen = 'game_end'\ncondition = 'captive_taken'\nper = 1",
            "$.victory[0]",
        ),
        ("[[special]]\nop = 'no_fire_before'\nround = 3", "$.special[0]"),
        ("[options]\nno_such_switch = true", "$.options"),
        ("[options]\ncap_base_only = 'yes'", "$.options.cap_base_only"),
        ("[switches.extras]\ndefault = true", "$"),
    ],
)  # fmt: skip
def test_broken_files_are_found(text: str, where: str) -> None:
    assert where in mistakes(HEAD + text)


@pytest.mark.parametrize(
    "text",
    [
        "[units]\nS8 = false",
        "[commanders.rickard]\ncommit = false",
        "[unit_types.war_host]\ndice = [3, 4, 5]",
        "[houses.stark]\norder_rating = 5",
        "decide = false",
    ],
)
def test_parts_are_good_in_a_file_that_extends(text: str) -> None:
    assert mistakes(HEAD + text) == []


def test_a_file_that_extends_nothing_needs_whole_records() -> None:
    assert mistakes("format = 1\n[units]\nS1 = { rank = 'red' }\n").count("$.units.S1") == 2
    assert mistakes("format = 1\n").count("$") == 8
    assert mistakes('extends = "westeros/test"\n') == ["$"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("turns = 0", "$.turns"),
        ("rounds = 12", "$"),
        ("initiative = 'N'", "$.initiative"),
        ("[borders]\nENG-NOR = 'Q'", "$.borders['ENG-NOR']"),
        ("[areas.NOR]\nvalue = 4", "$.areas.NOR.value"),
        ("[leaders.hE00a]\nstars = 4", "$.leaders.hE00a.stars"),
        ("[leaders.hE00a]\nluck = 4", "$.leaders.hE00a"),
        ("[control]\nENG = 'N'", "$.control.ENG"),
        ("[kings]\nN = 'hE00a'", "$.kings"),
        ("[setup]\nhE00a = { side = 'N' }", "$.setup.hE00a.side"),
        ("[charts]\ndeath = [1, 2, 3]", "$.charts.death"),
        ("[charts.borders]\nsee = 1", "$.charts.borders"),
        ("[position]\nphase = 12", "$.position.phase"),
        ("[position.leaders.hE00a]\nwere = 'ENG'", "$.position.leaders.hE00a"),
        ("[options]\ngunner_first_turn = 61", "$.options.gunner_first_turn"),
        ("extends = 'westeros/test'", "$.extends"),
    ],
)
def test_broken_warriors_files_are_found(text: str, where: str) -> None:
    head = "format = 1\n" if text.startswith("extends") else 'format = 1\nextends = "x.toml"\n'
    assert where in mistakes(head + text, "warriors")


@pytest.mark.parametrize(
    "text",
    [
        "[borders]\nENG-NOR = false",
        "[control]\nENG = false",
        "[leaders]\nhN11b = false",
        "[setup]\nhE00b = { area = 'WAL' }",
        "position = false",
        "[troops.LE]\npool = { hyw = 9 }",
    ],
)
def test_parts_of_warriors_files_are_good(text: str) -> None:
    assert mistakes(f'format = 1\nextends = "warriors/hyw"\n{text}\n', "warriors") == []


def test_every_key_and_word_is_explained() -> None:
    assert all(inner["description"] for game in SCHEMAS for _, inner in keys(SCHEMAS[game]))
    for name, words in (
        ("operation", vocabulary.OPERATIONS),
        ("who", vocabulary.WHO),
        ("condition", vocabulary.CONDITIONS),
        ("until", vocabulary.UNTIL),
        ("moment", vocabulary.MOMENTS),
        ("keyword", vocabulary.KEYWORDS),
        ("special", vocabulary.SPECIAL_RULES),
        ("victory", vocabulary.VICTORY_CONDITIONS),
    ):
        assert set(MEANINGS[name]) == set(words), name


def keys(schema: Any) -> list[tuple[str, Any]]:
    """Give all keys of all records, those that only narrow others left out."""
    found = []
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name == "properties":
            found += list(inner.items())
        if name not in ("if", "then"):
            parts = inner if isinstance(inner, list) else [inner]
            found += [pair for part in parts for pair in keys(part)]
    return found


@pytest.mark.parametrize("game", list(SCHEMAS))
def test_every_record_is_closed(game: str) -> None:
    assert SCHEMAS[game]["additionalProperties"] is False
    for name, definition in SCHEMAS[game]["$defs"].items():
        assert definition["additionalProperties"] is False, name
        assert definition["description"], name
        keys_told = ALL_KEYS[game][name.removesuffix("Part")]
        assert set(keys_told) == set(definition["properties"]), name


def test_closed_lists_of_warriors_hold_what_the_core_knows() -> None:
    words = _core.vocabulary("warriors")
    parts = SCHEMAS["warriors"]["$defs"]
    troop = parts["TroopPart"]["properties"]
    assert troop["class"]["enum"] == words["troop_classes"]
    assert troop["commanders"]["additionalProperties"]["enum"] == words["commanders"]
    border = SCHEMAS["warriors"]["properties"]["borders"]["additionalProperties"]["anyOf"][0]
    assert border["enum"] == words["border_types"]
    results = parts["ChartsPart"]["properties"]["elimination"]["items"]
    assert results["enum"] == words["elimination"]
    switches = SCHEMAS["warriors"]["properties"]["options"]["properties"]
    assert list(switches) == words["options"]
    places = parts["LeaderPlacePart"]["properties"]["where"]["anyOf"][0]["enum"]
    assert set(places[:5]) < set(words["places"])


def test_closed_lists_hold_what_the_core_knows() -> None:
    words = _core.vocabulary("westeros")
    effect = SCHEMA["$defs"]["Effect"]["properties"]
    assert set(words["operations"]) <= set(effect["op"]["enum"])
    assert set(words["who"]) <= set(effect["who"]["enum"])
    assert set(words["conditions"]) <= set(effect["condition"]["enum"])
    assert set(words["until"]) <= set(effect["until"]["enum"])
    assert set(words["keywords"]) <= set(effect["keyword"]["enum"])
    commit = SCHEMA["$defs"]["CommitPart"]["properties"]
    assert set(words["when"]) <= set(commit["when"]["items"]["enum"])
    assert set(words["victory"]) <= set(
        SCHEMA["$defs"]["Victory"]["properties"]["condition"]["enum"]
    )
    assert set(words["special"]) <= set(SCHEMA["$defs"]["Special"]["properties"]["op"]["enum"])
    codes = {(terrain, token) for terrain, token in vocabulary.CODES.values()}
    assert {terrain for terrain, _ in codes} == set(words["terrain"])
    assert {token for _, token in codes} == set(words["tokens"])


def test_words_of_operations_are_explained_to_editors() -> None:
    operation = SCHEMA["$defs"]["Effect"]["properties"]["op"]
    explained = operation["x-taplo"]["docs"]["enumValues"]
    assert len(explained) == len(operation["enum"])
    assert explained[operation["enum"].index("morale")] == MEANINGS["operation"]["morale"]
