"""The SVG board of the area map, on positions written here."""

from __future__ import annotations

import copy
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from pysim.errors import UnknownGameError
from pysim.viewer import describe_plan, svg, text
from pysim.viewer.warriors.borders import border_lines
from pysim.viewer.warriors.facts import make_board
from pysim.viewer.warriors.nodes import make_nodes
from pysim.viewer.warriors.palette import CLOTH
from pysim.viewer.warriors.routes import route
from pysim.viewer.warriors.spread import Box, spread
from pysim.viewer.warriors.svg import _places
from tests.python.area_positions import (
    ALL,
    PLANS,
    POSITIONS,
    SCENARIOS,
    battle,
    opening,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str, position: str) -> tuple[dict[str, Any], dict[str, Any], ElementTree.Element]:
    """Draw a position: plan, description, picture."""
    plan = PLANS[name]
    state = POSITIONS[position](plan)
    return plan, state, ElementTree.fromstring(svg(state, plan))


def words(node: ElementTree.Element) -> list[str]:
    """List every text that a reader of a part of the picture sees."""
    return [one.text or "" for one in node.iter(f"{SVG}text")]


def group(root: ElementTree.Element, kind: str, value: str) -> ElementTree.Element:
    """Find the one group of an area or leader."""
    (found,) = [node for node in root.iter(f"{SVG}g") if node.get(f"data-{kind}") == value]
    return found


def text_box(node: ElementTree.Element) -> tuple[float, float, float, float]:
    """Give the room that a text takes: left, upper, right, lower side."""
    x, y, size, wide = (float(node.get(key) or 0) for key in ("x", "y", "font-size", "textLength"))
    shift = {"middle": wide / 2, "end": wide}.get(node.get("text-anchor") or "", 0.0)
    return x - shift, y - 0.72 * size, x - shift + wide, y + 0.2 * size


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Tell whether two boxes share more than a hair."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 0.15
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.15
    )


@pytest.mark.parametrize(("name", "position"), ALL)
def test_svg_is_xml_that_needs_nothing_else(name: str, position: str) -> None:
    plan = PLANS[name]
    picture = svg(POSITIONS[position](plan), plan)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    identifiers = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(identifiers) == len(set(identifiers))
    assert {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")} <= set(identifiers)
    assert not re.search(r"(href|src)=\"(?!#)", picture)
    assert picture == svg(POSITIONS[position](plan), plan)


@pytest.mark.parametrize(("name", "position"), ALL)
def test_no_text_lies_on_another_or_outside_the_picture(name: str, position: str) -> None:
    _, _, root = drawn(name, position)
    found = [(node.text, text_box(node)) for node in root.iter(f"{SVG}text")]
    wide, high = float(root.get("width") or 0), float(root.get("height") or 0)
    assert len(found) > 100
    assert [pair for pair in combinations(found, 2) if overlap(pair[0][1], pair[1][1])] == []
    for word, (left, top, right, bottom) in found:
        assert min(left, top) >= 0, word
        assert (right <= wide, bottom <= high) == (True, True), word


@pytest.mark.rule("G3.1", "G3.2")
@pytest.mark.parametrize(("name", "position"), ALL)
def test_each_area_shows_name_id_value_and_control(name: str, position: str) -> None:
    plan, state, root = drawn(name, position)
    assert len([node for node in root.iter(f"{SVG}g") if node.get("class") == "area"]) == 24
    heads = {}
    for row, now in zip(plan["areas"], state["areas"], strict=True):
        area = group(root, "area", row["id"])
        seen = words(area)
        assert {row["name"], row["id"]} <= set(seen)
        frame = next(node for node in area.iter(f"{SVG}rect") if node.get("stroke-width") == "2.2")
        assert frame.get("stroke") == CLOTH.get(now["control"], "#77736a")
        assert (frame.get("stroke-dasharray") is not None) == (row["kind"] == "neutral")
        bar = next(area.iter(f"{SVG}path"))
        if now["control"]:
            assert bar.get("fill") == CLOTH[now["control"]]
            assert seen[0] == now["control"]
        label = next(node for node in area.iter(f"{SVG}text") if node.text == row["name"])
        heads[row["value"]] = float(label.get("font-size") or 0)
        values = area.findall(f"{SVG}circle")
        assert len(values) == (row["kind"] == "contested")
    assert heads[0] < heads[1] < heads[2] < heads[3]


@pytest.mark.rule("G2.1", "G2.2")
@pytest.mark.parametrize(("name", "position"), ALL)
def test_each_leader_stands_where_he_is_with_all_that_is_known_of_him(
    name: str, position: str
) -> None:
    plan, state, root = drawn(name, position)
    areas = {row["id"] for row in plan["areas"]}
    printed = {row["id"]: row for row in plan["leaders"]}
    shown = {node.get("data-leader") for node in root.iter(f"{SVG}g")} - {None}
    commanders = set((state["battle"] or {"commanders": {}})["commanders"].values())
    coming = min(
        printed[row["id"]]["entry"] for row in state["leaders"] if row["where"] == "future"
    )
    for row in state["leaders"]:
        leader = printed[row["id"]]
        away = row["where"] == "dead" or (row["where"] == "future" and leader["entry"] > coming)
        assert (row["id"] in shown) != away
        if away:
            continue
        here = group(root, "area", row["where"]) if row["where"] in areas else root
        cell = group(here, "leader", row["id"])
        seen = words(cell)
        assert seen[:2] == [row["side"] or "N", leader["name"]]
        assert f"{leader['bravery']}-{leader['battle']}" in seen
        signs = [node.get("href") for node in cell.iter(f"{SVG}use")]
        assert signs.count("#pysim-w-star") == leader["stars"]
        assert ("#pysim-w-crown" in signs) == (row["id"] in state["kings"].values())
        assert ("#pysim-w-bow" in signs) == leader["longbow"]
        assert ("BC" in seen) == (row["id"] in commanders)
        squares = [node.get("fill") for node in cell.iter(f"{SVG}rect")]
        assert (CLOTH["E"] in squares, CLOTH["F"] in squares) == (
            row["side"] == "E",
            row["side"] == "F",
        )
        assert ("#17171a" in squares) == (leader["side"] == "N")
        if row["where"] in areas:
            troops = {f"{kind} {count}" for kind, count in row["troops"].items() if count}
            assert troops == {word for word in seen if re.fullmatch("[A-Z]+ [0-9]+", word)}
            assert ("disgr." in seen) == row["disgraced"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_loose_troops_aggressors_boxes_and_tracks_are_shown(name: str) -> None:
    _, state, root = drawn(name, "crowded")
    for row in state["areas"]:
        area = group(root, "area", row["id"])
        seen = words(area)
        loose = [f"{kind} {count}" for kind, count in row["unassigned"].items()]
        assert seen[len(seen) - len(loose) :] == loose or not loose
        assert ("unassigned" in seen) == bool(loose)
        marks = [node for node in area.iter(f"{SVG}g") if node.get("class") == "aggressor"]
        assert [words(mark) for mark in marks] == ([[row["aggressor"]]] if row["aggressor"] else [])
    seen = words(root)
    assert "Turn 6 of 12 · phase 7, prisoners · French to choose ransom" in seen
    assert {"victory points -12", "Common pool:", "Rout box:", "Killed in battle this turn:"} <= (
        set(seen)
    )
    assert {"Initiative", "to act", "In hand: England INF 3"} <= set(seen)
    assert [word for word in seen if word.startswith("Prison")] == ["Prison:", "Prison:"]
    assert any(word.endswith("the king was killed this turn") for word in seen)
    for kind, left in state["pools"].items():
        assert not left or f"{kind} {left}" in seen


@pytest.mark.rule("G5.7")
def test_impulses_left_are_told_in_phase_2_only() -> None:
    plan = PLANS["warriors/hyw"]
    state = opening(plan)
    state.update(impulses=[1, 4], phase=2, to_act=1, decision="choose_impulse")
    seen = words(ElementTree.fromstring(svg(state, plan)))
    assert {"1 impulse left", "4 impulses left"} <= set(seen)
    assert "Turn 1 of 12 · phase 2, impulses · French to choose impulse" in seen
    state.update(phase=4)
    assert "impulse left" not in text(state, plan)


@pytest.mark.rule("G7.1")
def test_a_battle_is_told_with_commanders_missed_marker_and_hits() -> None:
    plan, _, root = drawn("warriors/hyw", "battle")
    seen = words(root)
    assert {
        "Battle in Normandy",
        "E commander: Edward III",
        "F commander: Philip VI",
        "Besieged: English",
        "Missed marker: 2nd missed",
        "Hits left to meet: E 3, F 1",
        "French retreats to Picardy",
        "Leaders still to escape: 2",
        "Hit, elimination roll to come:",
    } <= set(seen)
    glow = [node for node in root.iter(f"{SVG}rect") if node.get("stroke-width") == "9"]
    assert len(glow) == 1
    assert "Battle in" not in " ".join(words(drawn("warriors/hyw", "opening")[2]))
    board = text(battle(plan), plan)
    assert "Battle in Normandy: E commander: Edward III; F commander: Philip VI" in board
    assert "Hit, roll to come: F John of Luxembourg ** 3-3\n" in board


@pytest.mark.rule("G3.6")
@pytest.mark.parametrize(("name", "position"), ALL)
def test_border_lines_have_types_and_keep_clear_of_other_areas(name: str, position: str) -> None:
    plan, state, root = drawn(name, position)
    found = {
        node.get("data-between"): node
        for node in root.iter(f"{SVG}g")
        if node.get("class") == "border"
    }
    styles: dict[str, set[tuple[Any, ...]]] = {}
    for one, other, code in plan["borders"]:
        node = found[f"{one} {other}"]
        assert node.get("data-type") == code
        marks = ("stroke", "stroke-width", "stroke-dasharray")
        lines = [tuple(path.get(key) for key in marks) for path in node.iter(f"{SVG}path")]
        styles.setdefault(code, set()).add(tuple(lines))
    assert len(found) == len(plan["borders"])
    assert all(len(kinds) == 1 for kinds in styles.values())
    shapes = {tuple(line[1:] for line in next(iter(kinds))) for kinds in styles.values()}
    assert len(shapes) == 4, "types must differ without their colour"
    board = make_board(state, plan)
    boxes, _, _ = _places(make_nodes(board))
    for one, other, _, points in border_lines(board, boxes):
        for area, box in boxes.items():
            inside = [
                point
                for point in points
                if box.left < point[0] < box.right and box.top < point[1] < box.bottom
            ]
            assert area in (one, other) or not inside


@pytest.mark.parametrize("name", SCENARIOS)
def test_legend_explains_lines_signs_and_troops(name: str) -> None:
    plan, _, root = drawn(name, "opening")
    seen = set(words(root))
    assert {
        "clear: 2 may cross",
        "obstructed: 1 may cross",
        "river: 3 may cross",
        "sea: 1 or 2 may cross",
        "king",
        "longbow",
        "disgraced",
        "aggressor",
        "battle commander",
        "non-aligned leader",
    } <= seen
    assert {row["name"] for row in plan["troops"]} <= seen


def test_names_of_user_files_are_escaped_and_shortened() -> None:
    plan = copy.deepcopy(PLANS["warriors/hyw"])
    plan["name"] = "War & <Peace>"
    plan["leaders"][0].update(name='R<b "&" Co')
    plan["leaders"][1].update(name="A name that has no end " * 9)
    plan["areas"][1].update(name="En<g>")
    plan["areas"][2].update(name="Far away beyond all the hills " * 4)
    root = ElementTree.fromstring(svg(describe_plan(plan), plan))
    seen = words(root)
    assert {"War & <Peace>", 'R<b "&" Co', "En<g>"} <= set(seen)
    assert sum(word.startswith("A name that") and word.endswith("…") for word in seen) == 1
    found = [text_box(node) for node in root.iter(f"{SVG}text")]
    assert not any(overlap(*pair) for pair in combinations(found, 2))
    board = text(describe_plan(plan), plan)
    assert all(len(line) <= 80 for line in board.splitlines())
    assert "En<g>" in board


@pytest.mark.parametrize(("winner", "way", "said"), [(0, "margin", "English won by the margin"),
                                                    (1, "final", "French won at the end"),
                                                    (-1, "draw", "drawn")])  # fmt: skip
def test_the_end_is_told(winner: int, way: str, said: str) -> None:
    plan = PLANS["warriors/liw"]
    state = opening(plan)
    state.update(vp=44, result={"winner": winner, "way": way})
    seen = words(ElementTree.fromstring(svg(state, plan)))
    assert f"Turn 1 of 12 · {said}" in seen
    assert f"Turn 1 of 12 · {said}\n" in text(state, plan)


def test_a_view_says_whose_it_is() -> None:
    plan = PLANS["warriors/hyw"]
    seen = words(ElementTree.fromstring(svg(opening(plan), plan, viewer=1)))
    assert any("as seen by French" in word for word in seen)
    assert "as seen by English" in text(opening(plan), plan, viewer=0)


@pytest.mark.rule("G4.2", "G4.4", "G4.8")
def test_a_described_plan_is_the_set_up() -> None:
    plan = PLANS["warriors/hyw"]
    state = describe_plan(plan)
    where = {row["id"]: (row["where"], row["side"], row["troops"]) for row in state["leaders"]}
    assert where["hE00a"] == ("ENG", "E", {"INF": 4, "LE": 2, "KE": 1})
    assert where["hN00b"] == ("BRI", "", {"INF": 3})
    assert where["hF01a"] == ("future", "F", {})
    areas = {row["id"]: row for row in state["areas"]}
    assert areas["NAV"]["unassigned"] == {"MNAV": 2}
    assert (areas["ENG"]["control"], areas["NOR"]["control"]) == ("E", "F")
    assert state["kings"] == {"E": "hE00a", "F": "hF00a"}
    assert state["pools"]["LE"] == 3
    assert state["pools"]["MNAV"] == 0
    assert "INF" not in state["pools"]
    assert (state["turn"], state["phase"], state["to_act"]) == (1, 0, -1)


def test_a_described_plan_with_a_position_is_that_position() -> None:
    plan = copy.deepcopy(PLANS["warriors/hyw"])
    rows = [{"leader": row["id"], "where": "dead", "side": ""} for row in plan["leaders"]]
    rows[0].update(where="NOR", side="E", troops={"INF": 2, "LE": 1}, disgraced=True)
    rows[4].update(where="prison", side="E")
    plan["position"] = {
        "turn": 3,
        "phase": 11,
        "initiative": "F",
        "vp": -4,
        "control": {"NOR": "F"},
        "aggressor": {"NOR": "E"},
        "kings": {"E": "hE00a", "F": ""},
        "leaders": rows,
        "unassigned": {"ENG": {"LE": 2}},
        "killed": {"E": ["hN00b"], "F": ["hF00a"], "kings": ["F"]},
    }
    state = describe_plan(plan)
    found = {row["id"]: row for row in state["leaders"]}
    assert (found["hN00b"]["where"], found["hN00b"]["side"]) == ("killed", "E")
    assert found["hE00a"]["disgraced"] is True
    assert state["pools"]["LE"] == 3
    assert (state["turn"], state["step"], state["vp"]) == (3, "P11_VP", -4)
    assert state["killed_kings"] == ["F"]
    seen = words(ElementTree.fromstring(svg(state, plan)))
    assert {"Charles of Blois", "Philip VI", "Jacob van Artevelde"} <= set(seen)


def test_boxes_on_one_spot_are_spread_and_keep_their_sides() -> None:
    found = spread([Box(10, 10, 40, 20)] * 12 + [Box(90, 10, 200, 30), Box(91, 11, 30, 90)], 8)
    for one, other in combinations(found, 2):
        apart = max(
            max(one.left, other.left) - min(one.right, other.right),
            max(one.top, other.top) - min(one.bottom, other.bottom),
        )
        assert apart >= 7.9
    assert found[-1].x > found[-2].x or found[-1].y > found[-2].y
    far = [Box(0, 0, 10, 10), Box(500, 0, 10, 10)]
    assert spread(far, 8) == far


def test_a_line_goes_straight_bows_or_turns_corners() -> None:
    one, other = Box(0, 0, 20, 20), Box(300, 0, 20, 20)
    assert {y for _, y in route(one, other, [])} == {0.0}
    bowed = route(one, other, [Box(150, 0, 20, 20)])
    assert 20 < max(abs(y) for _, y in bowed) < 60
    walled = route(one, other, [Box(150, 0, 20, 700), Box(150, 400, 20, 80)])
    assert max(abs(y) for _, y in walled) > 300
    shut_in = route(one, other, [Box(0, 0, 60, 60)])
    assert shut_in == [(0, 0), (300, 0)]


def test_a_game_without_pictures_is_refused() -> None:
    with pytest.raises(UnknownGameError, match="'chess'"):
        svg({}, {"game": "chess"})
