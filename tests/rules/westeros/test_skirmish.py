"""Every battle of skirmish mode is set up by W4.10 to W4.13, whatever the seed."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysim.scenario import load_compiled
from pysim.scenario.westeros.skirmish import Skirmish, Summary, read_skirmish
from pysim.scenario.westeros.skirmish_battle import (
    Battle,
    board_hexes,
    commander_sets,
    draw_battle,
    leader_types,
    zones,
)

DATA, WORLD = read_skirmish()
RAID = DATA.summaries["raid"]
ORDER = "GBRMV"

seeds = st.integers(0, 2**64 - 1)


def variant(*, terrain: list[str] | None = None, few: str = "", **changes: object) -> Skirmish:
    """Change the raid: keys of its summary, the terrain of all cards, or a House of few units."""
    cards = dict(DATA.setup_cards)
    for name, card in cards.items():
        if terrain is not None:
            cards[name] = card.model_copy(update={"terrain": terrain})
        if card.house == few:
            cards[name] = cards[name].model_copy(update={"units": card.units[:1]})
    summaries = {"raid": RAID.model_copy(update=changes)}
    return DATA.model_copy(update={"summaries": summaries, "setup_cards": cards})


VARIANTS = {
    "raid": DATA,
    "deep board, a row each": variant(board_side="B", unit_rows=1, spare_rows=1),
    "other edges": variant(edges={"stark": "south", "lannister": "north"}),
    "no piece fits": variant(terrain=["F"] * 6, free_rows=5),
    "no piece at all": variant(terrain=[]),
    "lakes anywhere": variant(terrain=["L"] * 3, free_rows=0, spare_rows=3),
    "few Lannisters": variant(few="lannister"),
    "few of the North": variant(few="stark"),
    "one commander": variant(commanders=1, total_limit=2, cards=3),
    "three commanders": variant(commanders=3, total_limit=7),
}
variants = st.sampled_from(sorted(VARIANTS))


def drawn(seed: int, name: str = "raid") -> Battle:
    return draw_battle(VARIANTS[name], WORLD, "westeros/raid", seed)


def south_edge(summary: Summary, house: str, row: int) -> int:
    """Count a row from a House's own edge, from 0."""
    last = 10 if summary.board_side == "A" else 14
    return row if summary.edges[house] == "south" else last - row


@pytest.mark.rule("W4.10", "W4.12")
@given(seed=seeds, name=variants)
def test_commanders_are_within_number_and_limit(seed: int, name: str) -> None:
    battle = drawn(seed, name)
    summary = battle.summary
    for house, names in battle.commanders.items():
        men = [WORLD.commanders[one] for one in names]
        assert len(names) == summary.commanders
        assert len({man.person for man in men}) == len(men)
        assert {man.house for man in men} == {house}
        assert sum(man.command_limit for man in men) <= summary.total_limit


@pytest.mark.rule("W4.11", "W4.12")
@given(seed=seeds, name=variants)
def test_units_are_those_of_the_cards_and_a_blue_one_for_each_commander(
    seed: int, name: str
) -> None:
    battle = drawn(seed, name)
    cards = VARIANTS[name].setup_cards
    for house in battle.houses:
        taken = battle.cards[house]
        assert len(set(taken)) == len(taken) == battle.summary.cards
        assert {cards[one].house for one in taken} == {house}
        assert not {cards[one].commander for one in taken} & set(battle.commanders[house])
        troops = battle.troops[house]
        led = [troop for troop in troops if troop.commander]
        assert [troop.commander for troop in led] == list(battle.commanders[house])
        for troop in led:
            assert troop.rank == "blue"
            assert troop.type in WORLD.commanders[troop.commander].unit_types
            assert WORLD.unit_types[troop.type].dice[1] > 0
        rest = Counter((troop.type, troop.rank) for troop in troops if not troop.commander)
        assert rest == Counter((unit.type, unit.rank) for one in taken for unit in cards[one].units)
        assert Counter(troops) == Counter(step.what for step in battle.units if step.house == house)


@pytest.mark.rule("W4.12")
@given(seed=seeds, name=variants)
def test_terrain_is_placed_in_turn_off_the_edges(seed: int, name: str) -> None:
    battle = drawn(seed, name)
    summary, cards = battle.summary, VARIANTS[name].setup_cards
    *ties, last = battle.roll_off
    assert all(len(set(roll.values())) == 1 for roll in ties)
    low, high = sorted(battle.houses, key=lambda house: ORDER.index(last[house]))
    assert ORDER.index(last[low]) < ORDER.index(last[high])
    assert battle.first == low
    places = [step.at for step in battle.terrain]
    assert len(set(places)) == len(places)
    assert set(places) <= set(board_hexes(summary))
    for _, row in places:
        for house in battle.houses:
            assert south_edge(summary, house, row) >= summary.free_rows
    left = {
        house: Counter(code for one in battle.cards[house] for code in cards[one].terrain)
        for house in battle.houses
    }
    inner = [
        at
        for at in board_hexes(summary)
        if all(south_edge(summary, house, at[1]) >= summary.free_rows for house in battle.houses)
    ]
    assert len(battle.terrain) == min(len(inner), sum(map(Counter.total, left.values())))
    turn = low
    for step in battle.terrain:
        if not left[turn].total():
            turn = low if turn == high else high
        assert step.house == turn
        left[turn][step.what] -= 1
        turn = low if turn == high else high
    for house, code in battle.dropped:
        left[house][code] -= 1
    assert not any(count for pieces in left.values() for count in pieces.values())


@pytest.mark.rule("W4.12", "W4.13")
@given(seed=seeds, name=variants)
def test_units_are_placed_in_turn_in_their_own_rows(seed: int, name: str) -> None:
    battle = drawn(seed, name)
    summary = battle.summary
    lakes = {step.at for step in battle.terrain if step.what == "L"}
    places = [step.at for step in battle.units]
    assert len(set(places)) == len(places)
    assert not set(places) & lakes
    left = {house: len(battle.troops[house]) for house in battle.houses}
    turn = next(house for house in battle.houses if house != battle.first)
    other = {turn: battle.first, battle.first: turn}
    taken: set[tuple[int, int]] = set()
    done: list[str] = []
    for step in battle.units:
        turn = turn if left[turn] else other[turn]
        assert step.house == turn
        row = south_edge(summary, turn, step.at[1])
        assert row < summary.unit_rows + summary.spare_rows
        if row >= summary.unit_rows:
            first = {
                at
                for at in board_hexes(summary)
                if south_edge(summary, turn, at[1]) < summary.unit_rows
            }
            assert first <= taken | lakes
        taken.add(step.at)
        left[turn] -= 1
        done += [] if left[turn] else [turn]
        turn = other[turn]
    assert len(done) == 2
    assert battle.momentum == done[0]


@pytest.mark.rule("W4.12")
@given(seed=seeds)
def test_third_row_is_used_when_the_first_two_are_full(seed: int) -> None:
    # A row of 10 hexes for 14 units: four stand in the next one.
    battle = drawn(seed, "deep board, a row each")
    for house in battle.houses:
        rows = Counter(
            south_edge(battle.summary, house, step.at[1])
            for step in battle.units
            if step.house == house
        )
        assert rows == {0: 10, 1: 4}


@pytest.mark.rule("W4.12")
@given(seed=seeds)
def test_piece_without_a_hex_is_dropped(seed: int) -> None:
    battle = drawn(seed, "no piece fits")
    assert len(battle.terrain) == 14
    assert len(battle.dropped) == 2 * 4 * 6 - 14


@pytest.mark.rule("W4.12")
@given(seed=seeds)
def test_house_that_is_done_first_takes_momentum(seed: int) -> None:
    assert drawn(seed, "few Lannisters").momentum == "lannister"
    assert drawn(seed, "few of the North").momentum == "stark"
    battle = drawn(seed)
    assert battle.momentum != battle.first


@pytest.mark.rule("W4.10", "W4.13", "WD12.50")
@given(seed=seeds)
def test_raid_compiles_to_what_its_summary_says(seed: int) -> None:
    plan = load_compiled(f"westeros/raid:{seed}")
    battle = drawn(seed)
    assert (plan["columns"], plan["rows"], plan["rounds"]) == (15, 11, 5)
    assert len(plan["hexes"]) == 15 * 6 + 14 * 5
    assert Counter(unit["seat"] for unit in plan["units"]) == {0: 14, 1: 14}
    assert len({(unit["c"], unit["r"]) for unit in plan["units"]}) == 28
    names = {".": "plains", "F": "forest", "H": "hill"}
    codes = {step.at: step.what for step in battle.terrain}
    for c, r, terrain, token, _ in plan["hexes"]:
        assert (terrain, token) == (names[codes.get((c, r), ".")], "")
        assert 2 <= r <= 8 or terrain == "plains"
    for unit in plan["units"]:
        assert unit["r"] in ((9, 10) if unit["seat"] == 0 else (0, 1))
    assert [house["id"] for house in plan["houses"]] == ["stark", "lannister"]
    assert [house["edge"] for house in plan["houses"]] == ["north", "south"]
    for house in plan["houses"]:
        assert (house["order_rating"], house["leadership_rating"]) == (4, 3)
        assert (house["command_tokens"], house["morale_end"]) == (3, "rout")
    assert plan["momentum"] == battle.houses.index(battle.momentum)
    (victory,) = plan["victory"]
    assert (victory["who"], victory["condition"]) == (-1, "enemy_unit_eliminated")
    assert (victory["points"], victory["when"]) == (1, "immediate")
    chosen = [name for house in battle.houses for name in battle.commanders[house]]
    assert [man["id"] for man in plan["commanders"]] == chosen


def evenly(counts: Counter[object], kinds: int, total: int) -> bool:
    """Tell whether all kinds come about equally often: within five standard deviations."""
    share = total / kinds
    width = 5 * sqrt(share * (1 - 1 / kinds))
    return len(counts) == kinds and all(abs(n - share) < width for n in counts.values())


@pytest.mark.rule("W2.1", "W4.12")
def test_legal_choices_are_equally_likely() -> None:
    battles = [drawn(seed) for seed in range(3000)]
    faces: Counter[str] = Counter()
    for house in ("stark", "lannister"):
        sets = list(commander_sets(house, RAID, DATA, WORLD))
        found: Counter[object] = Counter(battle.commanders[house] for battle in battles)
        assert evenly(found, len(sets), 3000)
        assert set(found) == set(sets)
        first: Counter[object] = Counter(
            battle.cards[house].index(card) for battle in battles for card in battle.cards[house]
        )
        assert evenly(first, RAID.cards, 3000 * RAID.cards)
        units: Counter[object] = Counter(
            next(step.at for step in battle.units if step.house == house) for battle in battles
        )
        assert evenly(units, len(zones(RAID, house)[0]), 3000)
        faces.update(roll[house] for battle in battles for roll in battle.roll_off)
    for man in ("maege", "kevan"):
        types: Counter[object] = Counter(
            troop.type
            for battle in battles
            for troops in battle.troops.values()
            for troop in troops
            if troop.commander == man
        )
        assert evenly(types, len(leader_types(man, RAID, WORLD)), types.total())
    rolled = faces.total()
    for face, sides in zip(ORDER, (3, 2, 1, 1, 1), strict=True):
        share = rolled * sides / 8
        assert abs(faces[face] - share) < 5 * sqrt(share * (1 - sides / 8))
    hexes: Counter[object] = Counter(battle.terrain[0].at for battle in battles)
    assert evenly(hexes, len([at for at in board_hexes(RAID) if 2 <= at[1] <= 8]), 3000)
    starts = Counter(battle.first for battle in battles)
    assert evenly(Counter(dict[object, int](starts)), 2, 3000)


@pytest.mark.rule("W4.12")
def test_equal_pieces_and_equal_units_are_one_choice() -> None:
    pairs: dict[str, list[tuple[list[object], object]]] = {"units": [], "terrain": []}
    for battle in (drawn(seed) for seed in range(3000)):
        pieces: list[object] = [
            code for name in battle.cards[battle.first] for code in DATA.setup_cards[name].terrain
        ]
        pairs["terrain"].append((pieces, battle.terrain[0].what))
        opened = battle.units[0]
        pairs["units"].append(([*battle.troops[opened.house]], opened.what))
    for drawings in pairs.values():
        for choose in (max, min):  # the commonest of the kinds, and the rarest
            chances = [1 / len(set(things)) for things, _ in drawings]
            hits = sum(
                choose(dict.fromkeys(things), key=things.count) == what for things, what in drawings
            )
            width = 5 * sqrt(sum(chance * (1 - chance) for chance in chances))
            assert abs(hits - sum(chances)) < width


@pytest.mark.rule("W4.12", "WD13.7")
def test_leaders_have_types_of_their_list_and_no_extra() -> None:
    assert leader_types("robb_king", RAID, WORLD) == ["winterfell_riders", "last_hearth_lancers"]
    lancers = WORLD.unit_types["last_hearth_lancers"].model_copy(update={"extra": True})
    changed = {**WORLD.unit_types, "last_hearth_lancers": lancers}
    world = WORLD.model_copy(update={"unit_types": changed})
    assert leader_types("robb_king", RAID, world) == ["winterfell_riders"]
    riders = WORLD.unit_types["winterfell_riders"].model_copy(update={"dice": [2, 0, 4]})
    world = world.model_copy(update={"unit_types": {**changed, "winterfell_riders": riders}})
    assert leader_types("robb_king", RAID, world) == []
    assert not [
        names for names in commander_sets("stark", RAID, DATA, world) if "robb_king" in names
    ]
