"""Records of the expansions in scenario files: allies, extras, formations, more keys of effects."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import pysim
from pysim.errors import ScenarioError
from pysim.scenario import load_compiled

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'format = 1\nextends = "westeros/kingsroad"\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def problems(folder: Path, text: str, **options: object) -> list[str]:
    path = write(folder, text)
    with pytest.raises(ScenarioError) as caught:
        load_compiled(path, options=options)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


def record(plan: dict[str, Any], table: str, name: str) -> dict[str, Any]:
    return next(row for row in plan[table] if row["id"] == name)


TULLY = "[units.{0}]\ntype = 'riverrun_cavalry'\nrank = 'blue'\ncommander = 'brynden'\n"


@pytest.mark.rule("WD1.7", "W9.53")
@pytest.mark.parametrize(("number", "seat"), [("S1", 0), ("L1", 1)])
def test_an_ally_serves_either_house(tmp_path: Path, number: str, seat: int) -> None:
    plan = load_compiled(write(tmp_path, TULLY.format(number)))
    cards = [row for row in plan["cards"] if row["person"] == "brynden"]
    assert {row["seat"] for row in cards} == {seat}
    assert sum(row["copies"] for row in cards) == 5
    assert record(plan, "commanders", "brynden")["house"] == "tully"
    assert record(plan, "types", "riverrun_cavalry")["house"] == "tully"
    assert plan["concealed_tokens"] == [4 * (seat == 0), 4 * (seat == 1)]


@pytest.mark.rule("W9.53", "W9.56")
def test_concealed_tokens_come_with_a_dive_unit_or_from_the_plan(tmp_path: Path) -> None:
    assert load_compiled("westeros/kingsroad")["concealed_tokens"] == [0, 0]
    marq = "[units.S5]\ntype = 'vance_wayfarers'\ncommander = 'marq'\n"
    assert load_compiled(write(tmp_path, marq))["concealed_tokens"] == [4, 0]
    more = "[concealed_tokens]\nstark = 1\nlannister = 3\n"
    assert load_compiled(write(tmp_path, marq + more))["concealed_tokens"] == [1, 3]
    found = problems(tmp_path, "[concealed_tokens]\ntully = 1\n")
    assert found[0].startswith("mine.toml:4: concealed_tokens.tully: unknown House 'tully'")


@pytest.mark.rule("WD2.7")
def test_brotherhood_tokens(tmp_path: Path) -> None:
    plan = load_compiled(write(tmp_path, "[brotherhood_tokens]\nlannister = 16\n"))
    assert plan["brotherhood_tokens"] == [0, 16]


@pytest.mark.rule("WD1.7")
def test_an_ally_is_no_side_of_a_plan(tmp_path: Path) -> None:
    text = "[houses]\nlannister = false\n[houses.tully]\nedge = 'south'\norder_rating = 1\n"
    text += "leadership_rating = 1\ncommand_tokens = 1\nmorale_end = 'rout'\n"
    found = problems(tmp_path, text)
    assert any("tully is an ally and no side of a plan" in line for line in found), found


@pytest.mark.rule("WD13.7")
def test_extras_need_their_option(tmp_path: Path) -> None:
    text = (
        "[units.S2]\ntype = 'lightning_lord_longbowmen'\nrank = 'blue'\n"
        "[units.S5]\ntype = 'true_king_outlaws'\ncommander = 'thoros'\n"
    )
    found = problems(tmp_path, text)
    assert found == [
        "mine.toml:4: units.S2.type: lightning_lord_longbowmen is an extra; only the option extras "
        "allows it (WD13.7)",
        "mine.toml:7: units.S5.type: true_king_outlaws is an extra; only the option extras allows "
        "it (WD13.7)",
        "mine.toml:8: units.S5.commander: thoros is an extra; only the option extras allows it "
        "(WD13.7)",
    ]
    plan = load_compiled(write(tmp_path, text), options={"extras": True})
    assert record(plan, "commanders", "thoros")["ability"] == [{"op": "revive"}]
    assert not [row for row in plan["cards"] if row["person"] == "thoros"]
    inside = load_compiled(write(tmp_path, text + "[options]\nextras = true\n"))
    assert inside["units"] == plan["units"]
    assert "extras" not in plan["options"]


@pytest.mark.rule("WD13.7", "WD10.60", "WD1.5")
def test_baratheon_is_a_side_with_the_option(tmp_path: Path) -> None:
    plan = load_compiled("westeros/test")
    units = "".join(
        f"{unit['number']} = {{ type = '{unit['type']}', rank = '{unit['rank']}', "
        f"at = [{unit['c']}, {unit['r']}] }}\n"
        for unit in plan["units"]
        if unit["seat"] == 0
    )
    houses = "".join(
        f"[houses.{name}]\nedge = '{edge}'\norder_rating = 3\nleadership_rating = 2\n"
        "command_tokens = 3\nmorale_end = 'rout'\n"
        for name, edge in (("stark", "south"), ("baratheon", "north"))
    )
    rows = "\n".join(['    ". . . . . . . . .",', '     ". . . . . . . .",'] * 3)
    text = (
        "format = 1\ngame = 'westeros'\ncode = 'X'\nname = 'X'\nrounds = 3\nmomentum = 'stark'\n"
        f'map = [\n{rows}\n    ". . . . . . . . .",\n]\n{houses}[units]\n{units}'
        "B1 = { type = 'nightsong_knights', rank = 'red', at = [4, 6], commander = 'stannis' }\n"
    )
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    made = load_compiled(path, options={"extras": True})
    deck = [row["id"] for row in made["cards"] if row["seat"] == 1]
    assert deck == ["BB01", "BB05", "BB07", "BB08", "BB09", "BB10"]
    with pytest.raises(ScenarioError, match="baratheon is an extra"):
        load_compiled(path)


@pytest.mark.rule("WD13.6", "WD2.22")
def test_sandor_loses_his_trait_with_the_switch() -> None:
    plan = load_compiled("westeros/oxcross")
    plain = load_compiled("westeros/oxcross", options={"sandor_noble": False})
    assert record(plan, "commanders", "sandor")["traits"] == ["lannister", "noble"]
    assert record(plain, "commanders", "sandor")["traits"] == ["lannister"]
    assert record(plain, "commanders", "daven") == record(plan, "commanders", "daven")
    assert plain["options"] == plan["options"]


@pytest.mark.rule("WD13.1", "WD13.3", "WD13.4", "WD13.5")
def test_switches_that_the_core_reads() -> None:
    given = {"hound_targets": "unordered", "al01_plains": True, "al01_cap": 3,
             "die_tactics_plain": True, "show_unverified": False}  # fmt: skip
    options = load_compiled("westeros/oxcross", options=given)["options"]
    assert options | {"show_unverified": False} == options | given
    assert "show_unverified" not in options
    assert (options["al01_cap"], options["hound_targets"]) == (3, "unordered")


@pytest.mark.rule("WD9.2", "W9.45")
def test_formations_are_compiled() -> None:
    plan = load_compiled("westeros/oxcross")
    assert record(plan, "types", "last_hearth_lancers")["formations"] == [
        {"id": "wedge", "keywords": [["wedge", 0], ["pursue", 3]]},
        {"id": "line", "keywords": [["line", 0], ["pursue", 1]]},
    ]
    assert record(plan, "types", "war_host")["formations"] == []


@pytest.mark.rule("WD10.40", "WD10.8", "WD10.6")
def test_effects_carry_their_new_keys() -> None:
    oxcross, bridge = load_compiled("westeros/oxcross"), load_compiled("westeros/mill_bridge")

    def effects(plan: dict[str, Any], card: str, box: int = 0) -> list[dict[str, Any]]:
        return record(plan, "cards", card)["boxes"][box]["effects"]  # type: ignore[no-any-return]

    weak = {"enemy_morale": "green_or_weaker"}
    assert effects(oxcross, "LL37") == [
        {"op": "add_move", "k": 1, "who": "ordered", "require": weak}
    ]
    assert effects(oxcross, "SL31") == [
        {"op": "add_dice", "who": "ordered", "count": "idle_commanders"}
    ]
    assert effects(oxcross, "LL26", 1) == [{"op": "join_box", "box": 0, "trait": "clansmen"}]
    assert effects(bridge, "AL06") == [
        {"op": "rally", "area": "own", "commander": "edmure", "at": "turn_end"}
    ]
    assert record(bridge, "cards", "AL05")["boxes"][0]["order"] == {
        "n": 3, "filter": "", "anywhere": 0, "house": "tully",
    }  # fmt: skip
    tactic = record(oxcross, "cards", "SL26")["tactic"]
    assert tactic["effects"] == [{"op": "heal", "n": 1, "who": "ordered", "die": 1}]
    assert record(oxcross, "cards", "SL31")["tactic"]["when"] == ["payment"]


@pytest.mark.rule("WD1.4")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[unit_types.war_host]\nformations = [{ id = 'wedge', keywords = ['wedge'] }]",
            "unit_types.war_host.formations: a unit type has no formations, or two",
        ),
        (
            "[unit_types.war_host]\nformations = [{ id = 'a', keywords = ['wege'] }, "
            "{ id = 'b', keywords = [] }]",
            "formations[0].keywords[0]: unknown keyword 'wege'; did you mean 'wedge'?",
        ),
        (
            "[tactics.T-EDM]\neffects = [{ op = 'step_all', k = 1, commander = 'edmur' }]",
            "tactics.T-EDM.effects[0].commander: unknown commander 'edmur'; did you mean 'edmure'?",
        ),
        (
            "[cards.AL05]\nboxes = [{ order = { n = 3, house = 'tuly' }, effects = [] }]",
            "cards.AL05.boxes[0].order.house: unknown House 'tuly'; did you mean 'tully'?",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'tax_counter' }]",
            "commanders.maege.ability[0].op: only a card or a tactic may have tax_counter",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'grant', keyword = 'advance' }]",
            "ability[0].op: grant works in a commit ability or a card, not in an ability",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'add_dice', k = 1, class = 'cavalry' }]",
            "ability[0].class: an ability's add_dice has no key 'class' (allowed: k, who, ",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'keep_cards', n = 3 }]",
            "ability[0].n: keep_cards keeps from 1 to 2 cards",
        ),
        (
            "[commanders.maege.commit]\neffects = [{ op = 'force_kind' }]",
            "commit.effects[0].op: only an ability of a commander may have force_kind",
        ),
        (
            "[cards.SL20]\nboxes = [{ effects = [{ op = 'give_up_order' }] }]",
            "boxes[0].effects[0].op: only an ability of a commander may have give_up_order",
        ),
        (
            "[commanders.maege]\nability = [{ op = 'river_jump' }]",
            "ability[0].op: only a commit ability may have river_jump",
        ),
        (
            "[commanders.maege.commit]\nwhen = ['own_turn_start']\neffects = [{ op = 'escape' }]",
            "escape cannot be at own_turn_start (allowed: on_capture_self)",
        ),
        (
            "[[special]]\nop = 'exits'\nseat = 'lannister'",
            "special[0]: exits needs the key hexes",
        ),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, expected: str) -> None:
    found = problems(tmp_path, text)
    assert any(expected in line for line in found), found


EXTRAS = """
momentum = "stark"
victory = []

[houses]
lannister = false

[houses.baratheon]
edge = "south"
order_rating = 5
leadership_rating = 4
command_tokens = 3
morale_end = "rout"

[brotherhood_tokens]
stark = 6

[units]
L1 = false
L2 = false
L3 = false
L4 = false
L5 = false
L6 = false
L7 = false
L8 = false
L9 = false
S1 = { type = "hollow_hill_knights", rank = "blue", commander = "beric" }
S2 = { type = "lightning_lord_longbowmen", rank = "blue", commander = "anguy" }
S5 = { type = "true_king_outlaws", rank = "blue", commander = "thoros" }
S6 = { type = "stone_crows", commander = "shagga" }
S7 = { type = "burned_men", commander = "timett" }
S8 = { type = "black_ears_riders", commander = "chella" }
B1 = { type = "nightsong_knights", rank = "red", at = [5, 2], commander = "stannis" }
B2 = { type = "army_of_the_light", rank = "blue", at = [6, 2], commander = "melisandre" }
B3 = { type = "stormland_smugglers", rank = "blue", at = [7, 2], commander = "davos" }
B4 = { type = "rainwood_rangers", rank = "green", at = [8, 3] }
B5 = { type = "greenstone_garrison", rank = "green", at = [9, 2] }
B6 = { type = "storms_end_sentinels", rank = "green", at = [10, 2] }
"""


@pytest.mark.rule("WD13.7", "WD2.7")
def test_every_record_of_the_extras_plays(tmp_path: Path) -> None:
    game = pysim.load(write(tmp_path, EXTRAS), options={"extras": True})
    for seed in range(3):
        state = game.new_initial_state(seed)
        choose = random.Random(seed)
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        assert state.returns() in ([1.0, -1.0], [-1.0, 1.0])
