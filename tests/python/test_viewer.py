"""The SVG board and the terminal board, on a small plan written here."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from pysim.scenario import load_compiled, scenario_ids
from pysim.scenario.westeros.vocabulary import CODES
from pysim.viewer import describe_plan, svg, text
from pysim.viewer.westeros.aims import aims, unit_lines
from pysim.viewer.westeros.geometry import Layout, neighbours
from pysim.viewer.westeros.palette import RANKS, TERRAIN, TERRAIN_SIGNS, TOKEN_SIGNS, house_colours
from pysim.viewer.westeros.terminal import pieces

SVG = "{http://www.w3.org/2000/svg}"


def small_plan() -> dict[str, Any]:
    """Write a plan of 5 x 4 hexes with every terrain and token."""
    places = [(c, r) for r in range(4) for c in range(5 - r % 2)]
    terrain = dict(zip(places, list(TERRAIN) * 2, strict=False))
    tokens = {(0, 3): "tent", (1, 3): "palisade", (2, 3): "siege_engine", (3, 0): "ford"}
    tokens[(1, 1)] = "bridge"
    tokens[(2, 1)] = "stone_bridge"
    return {
        "id": "westeros/small",
        "name": "Ford & Tower",
        "columns": 5,
        "rows": 4,
        "rounds": 6,
        "houses": [
            {"id": "stark", "edge": "north", "command_tokens": 3},
            {"id": "lannister", "edge": "south", "command_tokens": 2},
        ],
        "momentum": 1,
        "morale_start": -3,
        "hexes": [[c, r, terrain[c, r], tokens.get((c, r), ""), 0] for c, r in places],
        "types": [
            {"id": "host", "name": "War Host", "class": "infantry", "figures": 4},
            {"id": "riders", "name": "Riders", "class": "cavalry", "figures": 3},
            {"id": "bows", "name": "Archers", "class": "ranged", "figures": 4},
        ],
        "commanders": [{"id": "robb", "house": "stark", "name": "Robb Stark"}],
        "cards": [
            {"id": "SB01", "copies": 10, "seat": 0, "name": "Muster"},
            {"id": "LB01", "copies": 10, "seat": 1, "name": "Advance"},
        ],
        "units": [
            unit(0, "S1", "host", "blue", 1, 2, "robb"),
            unit(0, "S2", "bows", "green", 0, 3),
            unit(1, "L1", "riders", "red", 1, 1),
            unit(1, "L2", "host", "green", 2, 0),
        ],
        "objectives": [
            {"c": 2, "r": 2, "owner": -1, "kind": "location", "marker": True},
            {"c": 2, "r": 0, "owner": 1, "kind": "location", "marker": True},
        ],
    }


def unit(seat: int, number: str, kind: str, rank: str, c: int, r: int, lead: str = "") -> Any:
    """Write a plan's unit row."""
    return {
        "seat": seat,
        "number": number,
        "type": kind,
        "rank": rank,
        "c": c,
        "r": r,
        "commander": lead,
    }


@pytest.fixture
def plan() -> dict[str, Any]:
    return small_plan()


@pytest.fixture
def described(plan: dict[str, Any]) -> dict[str, Any]:
    return describe_plan(plan)


def engage(described: dict[str, Any], first: int, second: int, owner: int) -> None:
    """Put an engagement token between two units."""
    for one, other in ((first, second), (second, first)):
        described["units"][one]["engaged_with"] = other
        described["units"][one]["engagement_owner"] = owner


def words(picture: str) -> list[str]:
    """List every text that a reader of the picture sees."""
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.rule("W3.4")
def test_odd_rows_lie_half_a_hex_to_the_east_and_row_0_at_the_bottom() -> None:
    layout = Layout(rows=11, columns=15, left=0, top=0)
    x, y = layout.centre(0, 0)
    east, _ = layout.centre(1, 0)
    odd, above = layout.centre(0, 1)
    assert odd - x == pytest.approx((east - x) / 2)
    assert above < y


@pytest.mark.rule("W3.5")
def test_neighbours_lie_at_one_hex_of_distance() -> None:
    layout = Layout(rows=11, columns=15, left=0, top=0)
    for place in ((4, 4), (4, 5)):
        x, y = layout.centre(*place)
        for other in neighbours(*place):
            far_x, far_y = layout.centre(*other)
            distance = ((x - far_x) ** 2 + (y - far_y) ** 2) ** 0.5
            assert distance == pytest.approx(layout.step)
    assert neighbours(4, 5)[2] == (5, 6)


def test_svg_is_xml_that_needs_nothing_else(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    picture = svg(described, plan)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    identifiers = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(identifiers) == len(set(identifiers))
    used = {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")}
    assert used <= set(identifiers)
    assert not re.search(r"(href|src)=\"(?!#)", picture)


def test_svg_tells_title_round_edges_and_numbers(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    described.update(round=2, decision="choose_attack", to_act=1, vp=[4, 9])
    seen = words(svg(described, plan))
    assert "Ford & Tower" in seen
    assert "Round 2 of 6 · Lannister to choose attack" in seen
    assert {"NORTH: STARK", "SOUTH: LANNISTER", "4 VP", "9 VP", "▶ Lannister"} <= set(seen)
    assert {"S1", "S2", "L1", "L2", "Robb", "3,2", "0,0"} <= set(seen)


def test_svg_draws_each_hex_once(plan: dict[str, Any], described: dict[str, Any]) -> None:
    titles = [
        node.text or "" for node in ElementTree.fromstring(svg(described, plan)).iter(f"{SVG}title")
    ]
    for c, r, _, _, _ in plan["hexes"]:
        assert sum(title.startswith(f"({c},{r}) ") for title in titles) == 1
    assert any("siege engine" in title for title in titles)


def test_inactive_unit_loses_its_cloth(plan: dict[str, Any], described: dict[str, Any]) -> None:
    cloth = house_colours(plan, 1)[0]
    before = svg(described, plan).count(f'fill="{cloth}"')
    described["units"][2]["active"] = False
    picture = svg(described, plan)
    assert picture.count(f'fill="{cloth}"') == before - 1
    assert "inactive</title>" in picture


@pytest.mark.rule("W7.11")
@pytest.mark.parametrize("owner", [0, 1])
def test_engagement_line_has_its_owners_colour(
    plan: dict[str, Any], described: dict[str, Any], owner: int
) -> None:
    engage(described, 0, 2, owner)
    lines = [
        node
        for node in ElementTree.fromstring(svg(described, plan)).iter(f"{SVG}path")
        if node.get("stroke-width") == "5"
    ]
    assert [node.get("stroke") for node in lines] == [house_colours(plan, owner)[0]]


def test_rank_bands_objectives_fire_and_ruins_are_drawn(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    described["hexes"][1].update(fire=3, devastated=True)
    picture = svg(described, plan)
    assert all(colour in picture for colour in RANKS.values())
    assert picture.count('href="#pysim-flag"') == 2
    assert picture.count('href="#pysim-fire"') == 1
    assert picture.count('href="#pysim-devastated"') == 1


def test_hidden_hand_shows_no_card_and_an_open_hand_does(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    described["hands"] = [{"SB01": 2}, None]
    described["hand_sizes"] = [2, 3]
    seen = words(svg(described, plan))
    assert any("Muster x2" in word for word in seen)
    assert not any("Advance" in word for word in seen)
    assert any("3 in hand" in word for word in seen)


def test_names_are_escaped(plan: dict[str, Any], described: dict[str, Any]) -> None:
    plan["commanders"][0]["name"] = "R<b & Co"
    assert "R<b" in words(svg(described, plan))


@pytest.mark.rule("W2.8")
def test_described_plan_counts_figures_and_deck(described: dict[str, Any]) -> None:
    led, plain = described["units"][0], described["units"][1]
    assert (led["figures"], led["plain"]) == (4, 3)
    assert (plain["figures"], plain["plain"]) == (4, 4)
    assert described["deck_sizes"] == [10, 10]
    assert described["depth"] == [3, 0]
    assert described["zone"] == ["green", "steady"]


def test_terminal_board_has_the_north_on_top_and_fits_80_columns(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    lines = text(described, plan).splitlines()
    rows = [line for line in lines if re.match(r"^ ?\d+ ( |$)", line + " ")]
    north = next(index for index, line in enumerate(lines) if line.startswith("North: Stark"))
    south = next(index for index, line in enumerate(lines) if line.startswith("South: Lannister"))
    assert north < south
    assert rows
    assert all(len(line) <= 80 for line in lines)
    assert next(i for i, li in enumerate(lines) if "S2" in li) < next(
        i for i, li in enumerate(lines) if "L2" in li
    )


def test_terminal_board_marks_commander_inactive_and_objective(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    described["units"][3]["active"] = False
    drawn = text(described, plan)
    assert "S1* b" in drawn
    assert "(L2)g" in drawn
    assert "*-" in drawn


def test_plain_text_is_the_coloured_text_without_styles(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    coloured = "".join(run for run, _ in pieces(described, plan))
    plain = text(described, plan)
    assert [line.rstrip() for line in coloured.split("\n")] == plain.split("\n")
    assert "\x1b" not in plain


def test_every_terrain_has_a_sign_of_its_own() -> None:
    assert set(TERRAIN_SIGNS) == set(TERRAIN)
    assert len(set(TERRAIN_SIGNS.values())) == len(TERRAIN_SIGNS)


def test_signs_of_terrain_and_tokens_are_the_codes_of_map_files() -> None:
    for code, (terrain, token) in CODES.items():
        if code != "r":  # a raft landing, which is a ford in play
            assert code == (TOKEN_SIGNS[token] or TERRAIN_SIGNS[terrain])


def test_legend_names_tokens_roads_and_objectives_that_occur(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    seen = words(svg(described, plan))
    things = {"ford", "bridge", "stone bridge", "palisade", "tent", "siege engine"}
    assert things | {"road", "objective"} <= set(seen)
    for row in described["hexes"]:
        row.update(token="", terrain="plains", objective=None)
    assert not (things | {"road", "objective"}) & set(words(svg(described, plan)))


def test_long_card_names_are_shortened_and_keep_their_count(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    plan["cards"][0]["name"] = "Order two units of the infantry and move them without end"
    described["hands"] = [{"SB01": 2}, None]
    (line,) = [word for word in words(svg(described, plan)) if "SB01" in word]
    assert line.endswith("… x2")
    assert len(line) < 45


def test_a_view_says_whose_it_is(plan: dict[str, Any], described: dict[str, Any]) -> None:
    assert any("as seen by Stark" in word for word in words(svg(described, plan, viewer=0)))
    assert "as seen by Lannister" in text(described, plan, viewer=1)
    assert "as seen by" not in svg(described, plan)


def test_coordinates_are_drawn_after_the_name_pills(
    plan: dict[str, Any], described: dict[str, Any]
) -> None:
    seen = words(svg(described, plan))
    assert seen.index("Robb") < min(seen.index(f"{c},{r}") for c, r, _, _, _ in plan["hexes"])


def test_aims_of_every_scenario_are_in_words() -> None:
    for name in scenario_ids():
        if not name.startswith("westeros/"):
            continue
        loaded = load_compiled(name)
        lines = aims(loaded)
        assert not any("_" in line for line in lines)
        assert len(lines) >= 2
        assert all(len(line) <= 77 for line in unit_lines(loaded))
        assert len(unit_lines(loaded)) == len(loaded["units"]) + 1


@pytest.mark.rule("W9.29", "W3.30", "W9.60", "W9.53", "WD2.32")
def test_states_of_the_expansions_are_told(plan: dict[str, Any], described: dict[str, Any]) -> None:
    described["units"][0].update(formation="pike_square", defend=True)
    described["units"][1].update(outpost_side="tower")
    described["hexes"][3].update(terrain="river", token="hidden_ford")
    described.update(concealed=[2, 0], brotherhood=[0, 5], forced={"seat": 1, "kind": "card"})
    board = text(described, plan)
    assert "S1 pike square, defend token; S2 tower\n" in board
    assert "u hidden ford" in board
    folded = " ".join(board.split())
    assert "hand 0, concealed tokens 2 1 " in folded
    assert "hand 0, brotherhood tokens 5, must act by card, momentum North" in folded
    assert max(map(len, board.splitlines())) <= 79
    picture = svg(described, plan)
    assert {"P", "D", "T", "Concealed tokens 2"} <= set(words(picture))
    assert {"Brotherhood tokens 5", "Must act by card"} <= set(words(picture))
    assert '<use href="#pysim-hidden_ford"/>' in picture
    assert "pike square, defend token</title>" in picture


@pytest.mark.rule("WD11.1")
def test_exits_and_areas_are_told_in_words() -> None:
    lines = aims(load_compiled("westeros/oxcross"))
    assert (
        "Lannister: 2 points for each own unit that leaves by an exit, 3 if a commander leads it, "
        "at once" in lines
    )
    assert "Exits of Lannister: 0,10 1,10 13,10 14,10" in lines
    assert lines[-1] == "A House that is routed loses, and so does Stark with no unit left"
    bridge = aims(load_compiled("westeros/mill_bridge"))
    assert (
        "Lannister: 1 point for each own unit inside columns 0 to 14, rows 0 to 3, at the end of "
        "the game" in bridge
    )
    assert "Each House: 2 points for each objective controlled, at the end of the game" in bridge


@pytest.mark.parametrize("name", ["westeros/test", "westeros/kingsroad", "westeros/mill_bridge"])
def test_the_key_under_the_board_is_inside_the_picture(name: str) -> None:
    plan = load_compiled(name)
    picture = svg(describe_plan(plan), plan)
    tall = re.search(r'viewBox="0 0 \d+ (\d+)"', picture)
    assert tall is not None
    key = picture.rpartition('<g transform="translate(')[0].rpartition('font-size="11.5"')[0]
    start = re.findall(
        r'<g transform="translate\([\d.]+ ([\d.]+)\)"><g transform="translate\(0 0\)">', picture
    )
    rows = [float(y) for y in re.findall(r'<g transform="translate\(\d+ (\d+)\)">', key)]
    assert start
    assert float(start[-1]) + max(rows) <= float(tall[1]) - 10
