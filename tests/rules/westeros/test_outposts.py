"""Outposts: tower and barracks (W3.30-W3.38, W8.15, W8.16, W4.3), fire on them, roads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

POST = {(4, 4): "outpost"}
BARRACKS = ["choose_outpost_side N1 barracks"]
BIG = {"t_inf": {"figures": 9}, "t_stal": {"figures": 9}, "t_bow": {"figures": 9}}


def manned(side: str, unit: str, *others: str, **more: Any) -> Table:
    """N1 stands in the outpost (4,4) from the start."""
    setup = [f"choose_outpost_side N1 {side}"]
    land = more.pop("terrain", {}) | POST
    given = {"types": BIG, **more}
    return place(f"N1 {unit} (4,4)", *others, terrain=land, setup=setup, **given)


@pytest.mark.rule("W4.3", "W3.30")
def test_w4_3_south_chooses_first_formations_before_sides() -> None:
    land = {(4, 1): "outpost", (4, 4): "outpost", (6, 1): "outpost", (6, 4): "outpost"}
    units = ("S1 t_inf blue (4,1)", "S2 brax_pikemen blue (6,1)")
    units += ("N1 brax_pikemen blue (4,4)", "N2 t_bow blue (6,4)")
    setup = ["choose_formation S2 hedgehog", "choose_outpost_side S1 tower"]
    setup += ["choose_outpost_side S2 barracks", "choose_formation N1 hedgehog"]
    setup += ["choose_outpost_side N1 barracks", "choose_outpost_side N2 tower"]
    table = place(*units, terrain=land, setup=setup)
    sides = [table.unit(x)["outpost_side"] for x in ("S1", "S2", "N1", "N2", "S9")]
    assert sides == ["tower", "barracks", "barracks", "tower", None]


@pytest.mark.rule("W3.36", "W4.3")
def test_w3_36_cavalry_takes_the_barracks_unasked() -> None:
    table = place("S1 t_cav blue (4,4)", "S2 t_cav blue (6,3)", terrain=POST | {(6, 4): "outpost"})
    assert table.unit("S1")["outpost_side"] == "barracks"
    table.order("S2").do("choose_move S2 (6,4)")
    assert table.unit("S2")["outpost_side"] == "barracks"


@pytest.mark.rule("W3.30", "W3.18")
def test_w3_30_a_unit_that_enters_stops_and_chooses() -> None:
    belt = {(c, 4): "outpost" for c in range(11)}
    table = place("S1 t_inf green (4,3)", terrain=belt).order("S1")
    assert max(r for _, r in table.moves("S1")) == 4
    table.do("choose_move S1 (4,4)")
    assert sorted(table.options("choose_outpost_side S1")) == ["barracks", "tower"]
    table.do("choose_outpost_side S1 tower").end()
    assert table.unit("S1")["outpost_side"] == "tower"


@pytest.mark.rule("W3.30", "W3.37")
def test_w3_37_the_side_stays_until_the_unit_leaves() -> None:
    table = place("S1 t_inf blue (4,3)", terrain=POST).order("S1").do("choose_move S1 (4,4)")
    table.do("choose_outpost_side S1 tower").end().do("morale_rally S1").order("S1")
    assert table.asks == "choose_move"
    table.do("choose_move S1 (4,3)")
    assert table.unit("S1")["outpost_side"] is None
    table.end().do("morale_rally S1").order("S1").do("choose_move S1 (4,4)")
    table.do("choose_outpost_side S1 barracks")
    assert table.unit("S1")["outpost_side"] == "barracks"


@pytest.mark.rule("W3.30", "W9.1")
def test_w3_30_after_an_advance() -> None:
    units = ("S1 t_adv blue (4,3)", "N1 t_dog blue (4,4)")
    kinds = {"t_dog": {"figures": 1}}
    table = place(*units, terrain=POST, types=kinds, setup=BARRACKS).strike("S1", "N1", "BBG")
    table.do("choose_advance yes")
    assert table.asks == "choose_outpost_side"
    table.do("choose_outpost_side S1 tower")
    assert (table.at("S1"), table.unit("S1")["outpost_side"]) == ((4, 4), "tower")


@pytest.mark.rule("W3.31", "W3.18")
def test_w3_31_barracks_cover_one_hit_of_each_attack() -> None:
    units = ("S1 t_bow blue (4,2)", "S2 t_inf blue (4,3)")
    table = manned("barracks", "t_inf blue", *units).strike("S1", "N1", "BB", mode="ranged")
    assert table.figures("N1") == 8
    assert table.strike("S2", "N1", "BBG").figures("N1") == 7
    plain = place("N1 t_inf blue (4,4)", *units, types=BIG).strike("S1", "N1", "BB", mode="ranged")
    assert plain.figures("N1") == 7


@pytest.mark.rule("W3.31", "W3.17")
@pytest.mark.parametrize(("side", "dice"), [("barracks", 2), ("tower", 3)])
def test_w3_31_shots_out_of_barracks_are_limited(side: str, dice: int) -> None:
    table = manned(side, "t_bow red", "S1 t_inf blue (4,2)", solo=1).order("N1")
    assert table.dice("N1", "S1", "ranged") == dice


@pytest.mark.rule("W3.31")
def test_w3_31_melee_out_of_and_into_barracks_is_not_limited() -> None:
    table = manned("barracks", "t_inf red", "S1 t_inf red (4,3)", solo=1).order("N1")
    assert table.dice("N1", "S1") == 4
    into = manned("barracks", "t_inf red", "S1 t_inf red (4,3)").order("S1")
    assert into.dice("S1", "N1") == 4


@pytest.mark.rule("W14.22", "W3.22", "W3.31")
def test_w14_22_no_cover_for_the_unit_that_went_out_to_fight() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_bow blue (4,2)")
    table = manned("barracks", "t_inf blue", *units, solo=None).do("morale_up")
    table.strike("N1", "S1", "GGG")
    assert table.unit("N1")["engagement_owner"] == 1
    shot = table.copy().strike("S2", "N1", "BB", mode="ranged")
    assert shot.figures("N1") == 7
    table.strike("S1", "N1", "BBG")
    assert (table.unit("N1")["engagement_owner"], table.figures("N1")) == (0, 8)


@pytest.mark.rule("W3.32", "W7.1")
def test_w3_32_no_melee_into_or_out_of_a_tower() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_bow blue (3,3)")
    table = manned("tower", "t_inf blue", *units)
    assert table.copy().order("S1").targets("S1") == []
    assert table.copy().order("S2").targets("S2", "ranged") == ["N1"]
    out = manned("tower", "t_inf blue", *units, solo=1).order("N1")
    assert out.targets("N1") == []
    below = manned("barracks", "t_inf blue", *units, solo=1).order("N1")
    assert sorted(below.targets("N1")) == ["S1", "S2"]


@pytest.mark.rule("W3.32", "W7.24")
def test_w3_32_no_joint_or_own_answer_from_a_tower() -> None:
    units = ("S1 t_bow blue (4,3)",)
    table = manned("tower", "t_stal blue", *units).strike("S1", "N1", "GG", mode="ranged")
    assert table.asks == "choose_turn_action"
    assert table.partner("N1") is None


@pytest.mark.rule("W14.21", "W3.33")
@pytest.mark.parametrize(
    ("shooter", "distance", "legal"), [("N1", 5, True), ("S1", 3, True), ("S1", 4, False)]
)
def test_w14_21_range_of_and_at_a_tower(shooter: str, distance: int, legal: bool) -> None:
    at = {3: "(4,1)", 4: "(4,0)", 5: "(7,0)"}[distance]
    table = manned("tower", "t_bow blue", f"S1 t_bow blue {at}", solo=int(shooter == "N1"))
    target = "S1" if shooter == "N1" else "N1"
    assert (target in table.order(shooter).targets(shooter, "ranged")) == legal


@pytest.mark.rule("W14.21", "W3.33")
@pytest.mark.parametrize(("at", "legal"), [((4, 0), True), ((7, 0), False)])
def test_w14_21_two_towers(at: tuple[int, int], legal: bool) -> None:
    setup = ["choose_outpost_side S1 tower", "choose_outpost_side N1 tower"]
    units = (f"S1 t_bow blue ({at[0]},{at[1]})", "N1 t_bow blue (4,4)")
    table = place(*units, terrain=POST | {at: "outpost"}, setup=setup).order("S1")
    assert (table.targets("S1", "ranged") == ["N1"]) == legal


@pytest.mark.rule("W3.33", "W9.13")
@pytest.mark.parametrize(("at", "legal"), [("(4,2)", True), ("(4,1)", False)])
def test_w9_13_a_tower_shortens_the_run_of_dogs(at: str, legal: bool) -> None:
    table = manned("tower", "t_inf blue", f"S1 t_dog blue {at}").order("S1")
    assert (table.targets("S1", "war_dogs") == ["N1"]) == legal


@pytest.mark.rule("W9.13", "W3.33")
def test_w9_13_no_gain_for_dogs_in_a_tower() -> None:
    units = ("S1 t_inf blue (4,0)", "S2 t_inf blue (4,1)")
    table = manned("tower", "t_dog blue", *units, solo=1).order("N1")
    assert table.targets("N1", "war_dogs") == ["S2"]
    units = ("S1 t_inf blue (4,2)",)
    wood = {(4, 3): "forest", (3, 3): "forest"}
    blocked = manned("tower", "t_dog blue", *units, terrain=wood, solo=1).order("N1")
    assert blocked.targets("N1", "war_dogs") == []


@pytest.mark.rule("W3.34")
@pytest.mark.parametrize("land", ["forest", "building", "plains", "hill"])
def test_w3_34_only_hills_block_the_view_from_a_tower(land: str) -> None:
    between = {(4, 3): land, (3, 3): land}
    units = ["S1 t_inf red (4,2)"]
    if land == "plains":
        units += ["S2 t_inf red (4,3)", "S3 t_inf red (3,3)"]
    table = manned("tower", "t_bow blue", *units, terrain=between, solo=1).order("N1")
    assert ("S1" in table.targets("N1", "ranged")) == (land != "hill")
    low = manned("barracks", "t_bow blue", *units, terrain=between, solo=1).order("N1")
    assert "S1" not in low.targets("N1", "ranged")


@pytest.mark.rule("W3.34")
def test_w3_34_the_view_at_a_tower_is_blocked_as_usual() -> None:
    between = {(4, 3): "forest", (3, 3): "forest"}
    table = manned("tower", "t_bow blue", "S1 t_bow blue (4,2)", terrain=between).order("S1")
    assert table.targets("S1", "ranged") == []


@pytest.mark.rule("W3.35", "W8.16")
def test_w3_35_morale_costs_figures_in_a_tower() -> None:
    table = manned("tower", "t_inf blue", "S1 t_bow blue (4,2)")
    table.strike("S1", "N1", "MM", mode="ranged")
    assert (table.at("N1"), table.figures("N1"), table.asks) == ((4, 4), 7, "choose_turn_action")
    low = manned("barracks", "t_inf blue", "S1 t_bow blue (4,2)")
    low.strike("S1", "N1", "MG", mode="ranged").do("choose_retreat_hex (4,5)")
    assert (low.at("N1"), low.unit("N1")["outpost_side"]) == ((4, 5), None)


@pytest.mark.rule("W3.35", "W9.8")
def test_w3_35_stalwart_ignores_one() -> None:
    table = manned("tower", "t_stal blue", "S1 t_bow blue (4,2)")
    table.strike("S1", "N1", "MM", mode="ranged").do("choose_stalwart_ignore yes")
    assert (table.at("N1"), table.figures("N1")) == ((4, 4), 8)


@pytest.mark.rule("W3.35", "W8.18", "W8.16")
def test_w8_16_a_tower_can_fall_to_morale() -> None:
    table = manned("tower", "t_dog blue", "S1 t_bow blue (4,2)", types={"t_dog": {"figures": 2}})
    table.strike("S1", "N1", "MM", mode="ranged")
    assert (table.at("N1"), table.see["vp"]) == (None, [1, 0])


@pytest.mark.rule("W3.35", "W9.11")
def test_w3_35_dogs_drive_nobody_out_of_a_tower() -> None:
    table = manned("tower", "t_inf blue", "S1 t_dog blue (4,2)").order("S1")
    table.attack("S1", "N1", "war_dogs M", mode="war_dogs")
    assert (table.at("N1"), table.figures("N1")) == ((4, 4), 8)


@pytest.mark.rule("W8.15", "W3.30")
def test_w8_15_a_retreat_may_end_in_an_outpost() -> None:
    units = ("S1 t_inf blue (4,2)", "N1 t_bow blue (4,3)", "N2 t_inf blue (5,4)")
    table = place(*units, terrain=POST).strike("S1", "N1", "MGG")
    assert (table.at("N1"), table.asks) == ((4, 4), "choose_outpost_side")
    assert table.state.current_player() == 1
    table.do("choose_outpost_side N1 tower")
    assert table.unit("N1")["outpost_side"] == "tower"


@pytest.mark.rule("W8.15")
def test_w8_15_a_longer_retreat_goes_on() -> None:
    units = ("S1 t_inf blue (4,2)", "N1 t_bow blue (4,3)", "N2 t_inf blue (5,4)")
    table = place(*units, "N3 t_inf blue (3,5)", terrain=POST).strike("S1", "N1", "MMG")
    while table.asks == "choose_outpost_side":
        table.do("choose_outpost_side N1 tower")
    assert (table.at("N1"), table.figures("N1")) == ((4, 5), 4)
    assert table.unit("N1")["outpost_side"] is None


@pytest.mark.rule("W3.38", "W3.41", "W3.44")
@pytest.mark.parametrize("side", ["tower", "barracks"])
def test_w3_38_a_burning_outpost_is_no_burnt_one(side: str) -> None:
    land = {(5, 4): "building"}
    kinds = BIG | {"t_adv": {"keywords": [["scorch", 0]], "dice": [8, 8, 8]}}
    units = ("S1 t_adv blue (6,4)",)
    table = manned(side, "t_inf blue", *units, terrain=land, types=kinds).order("S1").stay()
    table.do("choose_attack S1 scorch (5,4)", "scorch GGGGGGGG")
    assert (table.hex(5, 4)["fire"], table.hex(5, 4)["devastated"]) == (4, True)
    table.do("pass")
    assert (table.hex(4, 4)["fire"], table.figures("N1")) == (1, 9)
    assert table.unit("N1")["outpost_side"] == side
    while table.see["round"] == 1:
        table.go(next(x for x in table.options() if x.endswith("none")))
    table.do("pass").do("pass")
    # Neither side of it keeps the fire away.
    assert (table.hex(4, 4)["fire"], table.figures("N1")) == (1, 8)


@pytest.mark.rule("W3.38", "W3.41")
@pytest.mark.parametrize("side", ["tower", "barracks"])
def test_w3_38_devastation_takes_the_side_away(side: str) -> None:
    land = POST | {(5, 4): "building"}
    hexes = place(terrain=land).state.to_dict()["hexes"]
    rows = [
        [h["c"], h["r"], h["terrain"], h["token"], {(4, 4): 1, (5, 4): 4}.get((h["c"], h["r"]), 0)]
        for h in hexes
    ]
    kinds = BIG | {"t_adv": {"keywords": [["scorch", 0]], "dice": [8, 8, 8]}}
    units = ("S1 t_adv blue (6,4)", "S2 t_inf blue (4,3)", "N1 t_inf blue (4,4)")
    setup = [f"choose_outpost_side N1 {side}"]
    table = place(*units, hexes=rows, types=kinds, setup=setup).order("S1").stay()
    table.do("choose_attack S1 scorch (5,4)", "scorch GGGGGGGG").do("pass")
    assert table.hex(4, 4)["devastated"]
    assert table.unit("N1")["outpost_side"] is None


@pytest.mark.rule("W3.42", "W3.18", "W3.40")
def test_w3_42_an_empty_outpost_burns_to_four() -> None:
    kinds = {"t_adv": {"keywords": [["scorch", 0]], "dice": [8, 8, 8]}}
    units = ("S1 t_adv blue (4,3)", "S2 t_inf blue (3,3)")
    table = place(*units, terrain=POST, types=kinds).order("S1").stay()
    some = table.copy().do("choose_attack S1 scorch (4,4)", "scorch GGGBBBBB")
    assert (some.hex(4, 4)["fire"], some.hex(4, 4)["devastated"]) == (3, False)
    assert (4, 4) not in some.order("S2").moves("S2")
    table.do("choose_attack S1 scorch (4,4)", "scorch GGGGGBBB")
    assert (table.hex(4, 4)["fire"], table.hex(4, 4)["devastated"]) == (4, True)


@pytest.mark.rule("W3.30", "W3.18")
def test_w3_30_an_outpost_blocks_the_view_on_either_side() -> None:
    units = ("S1 t_bow blue (4,2)", "N2 t_inf blue (4,6)")
    assert place(*units).order("S1").targets("S1", "ranged") == ["N2"]
    post = place(*units, terrain={(4, 4): "outpost", (4, 5): "outpost", (4, 3): "outpost"})
    assert post.order("S1").targets("S1", "ranged") == []


@pytest.mark.rule("W3.19")
def test_w3_19_a_road_adds_a_hex() -> None:
    road = {(c, 4): "road" for c in range(2, 9)}
    table = place("S1 t_inf blue (2,4)", terrain=road).order("S1")
    assert (5, 4) in table.moves("S1")
    assert (6, 4) not in table.moves("S1")
    off = place("S1 t_inf blue (2,4)", terrain=road | {(4, 4): "plains"}).order("S1")
    assert (5, 4) not in off.moves("S1")
