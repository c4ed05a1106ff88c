"""The skirmish data are what section WD12.2 says, and mistakes in them are named."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from pysim.errors import ScenarioError
from pysim.scenario.westeros.skirmish import read_skirmish
from tests.rules.westeros.rules_tables import FOLDER, Row, plain, tables, text

if TYPE_CHECKING:
    from pathlib import Path

ROWS = tables("12.2 Skirmish data", "card", "units", "terrain")[0]
DATA, WORLD = read_skirmish()


@pytest.mark.rule("WD12.51", "W4.11")
@pytest.mark.parametrize("row", [pytest.param(row, id=plain(row["card"])) for row in ROWS])
def test_setup_card(row: Row) -> None:
    name = plain(row["card"])
    card = DATA.setup_cards[name]
    assert [f"{unit.type} {unit.rank}" for unit in card.units] == row["units"].split(", ")
    assert card.terrain == row["terrain"].split()
    levy = name.endswith("_levy")
    assert card.commander == ("" if levy else name)
    assert card.house == (name.removesuffix("_levy") if levy else WORLD.commanders[name].house)
    known = "book" if name in ("maege", "robb_king") else "choice"
    assert card.sources["units"] == known


@pytest.mark.rule("WD12.51", "W4.11")
def test_each_house_has_eight_cards() -> None:
    assert [plain(row["card"]) for row in ROWS] == list(DATA.setup_cards)
    for house in ("stark", "lannister"):
        deck = [card for card in DATA.setup_cards.values() if card.house == house]
        assert len(deck) == 8
        assert sum(not card.commander for card in deck) == 1


@pytest.mark.rule("WD12.50", "W4.10", "W4.12", "W4.13")
def test_raid_summary() -> None:
    raid = DATA.summaries["raid"]
    line = text()[text().index("**WD12.50**") :].split("\n")[0]
    assert f"2 commanders a House with total limit {raid.total_limit}; 1 VP" in line
    assert f"board side {raid.board_side}, {raid.rounds} rounds" in line
    ratings = (raid.order_rating, raid.leadership_rating, raid.command_tokens)
    assert "order rating {}, leadership rating {}, command tokens {}".format(*ratings) in line
    assert f"draw {raid.cards} set-up cards" in line
    assert f"morale ends {raid.morale_end}" in line
    assert raid.commanders == 2
    assert [(row.who, row.points, row.condition) for row in raid.victory] == [
        ("both", 1, "enemy_unit_eliminated")
    ]
    assert (raid.unit_rows, raid.spare_rows, raid.free_rows) == (2, 1, 2)
    assert raid.leader_rank == "blue"
    # Two leaders and three units on each of four cards: the fourteen units of the text.
    assert "14 units" in line
    assert {len(card.units) for card in DATA.setup_cards.values()} == {3}
    assert raid.commanders + 3 * raid.cards == 14


@pytest.mark.rule("W4.11", "W4.12", "WD1.4")
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"robb_king"', '"rob_king"', "unknown commander 'rob_king'; did you mean 'robb_king'?"),
        (
            'commander = "maege"',
            'commander = "kevan"',
            "setup_cards.maege.commander: kevan belongs to House lannister",
        ),
        ('"westerlands_archers"', '"archers"', "units[2].type: unknown unit type 'archers'"),
        ('rank = "red"', 'rank = "pink"', "unknown value 'pink'"),
        ('terrain = ["H"]', 'terrain = ["T"]', "terrain[0]: unknown terrain code 'T'"),
        ('commander = "eddard"\n', "", "one card has no commander (W4.11)"),
        ("cards = 4", "cards = 7", "only 6 set-up cards are left"),
        ("spare_rows = 1", "spare_rows = 4", "the rows of the two Houses overlap"),
        ('stark = "north"', 'stark = "south"', "one House is at north, the other at south"),
        ('who = "both"', 'who = "tully"', "victory[0].who: unknown House 'tully'"),
        ("total_limit = 4", "total_limit = 1", "stark has no 2 commanders within this limit"),
        ("cards = 4", "cards = 5", "cards: stark may draw 17 units, and there is room for 16"),
        ("rounds = 5", "rouns = 5", "did you mean 'rounds'?"),
        ('house = "stark"\ncommander = "eddard"', 'house = "lannister"', "8 set-up cards, not 7"),
    ],
)
def test_mistakes_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, expected: str
) -> None:
    folder = tmp_path / "pysim" / "data"
    shutil.copytree(str(FOLDER), folder / "westeros")
    monkeypatch.setattr("pysim.scenario.read.DATA", folder)
    file = folder / "westeros" / "skirmish.toml"
    content = file.read_text(encoding="utf-8")
    assert old in content
    file.write_text(content.replace(old, new), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        read_skirmish()
    found = [str(problem) for problem in caught.value.problems]
    assert any(expected in line for line in found), found
    assert all(line.startswith("pysim/data/westeros/skirmish.toml:") for line in found)
