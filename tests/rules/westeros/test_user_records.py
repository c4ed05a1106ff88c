"""Cases that only a user's plan brings about: commanders, cards and options put together anew."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import _commander, _data, place

LONE = {"figures": 1}
BOSS = "S1 t_stal blue (4,3) s1"


def leads(who: str, **changes: Any) -> dict[str, Any]:
    """A commander's row with other entries; the units of `place` name him by ``who``."""
    return {**_commander(who), **changes}


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Add a card with these boxes, and perhaps a tactic, to the cards of the tests."""

    def add(*boxes: dict[str, Any], tactic: dict[str, Any] | None = None, name: str = "X1") -> None:
        row: dict[str, Any] = {"person": "s1", "copies": 5, "name": name, "boxes": list(boxes)}
        if tactic is not None:
            monkeypatch.setitem(_data("cards")["tactics"], "T-X", {"require": {}, **tactic})
            row["tactic"] = "T-X"
        monkeypatch.setitem(_data("cards")["cards"], name, row)

    return add


@pytest.mark.rule("WD10.9")
def test_wd10_9_one_ordered_unit_of_the_players_choice(card: Any) -> None:
    effects = [{"op": "add_dice", "k": 2, "who": "one"}, {"op": "add_move", "k": 1, "who": "one"}]
    card({"order": {"n": 2}, "effects": effects})
    units = (BOSS, "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)", "N1 t_inf red (5,4)")
    table = place(*units, cards="X1").lead("X1", "s1", "S2", "S3")
    assert table.options("choose_effect_unit") == ["S2", "S3"]
    before = len(table.copy().do("choose_effect_unit S3").do("choose_effect_unit S3").moves("S2"))
    table.do("choose_effect_unit S2").do("choose_effect_unit S2")
    assert table.asks == "choose_move"
    assert len(table.moves("S2")) > before
    plain = place(*units).order("S2").dice("S2", "N1")
    assert table.dice("S2", "N1") == plain + 2


@pytest.mark.rule("WD2.31")
def test_wd2_31_a_commander_counts_as_the_first_of_his_types() -> None:
    """Smalljon leads riders, but counts as a lancer; two riders against him break no tie."""
    units = ("S1 winterfell_riders red (3,3) robb_king",
             "S2 winterfell_riders green (4,3) smalljon", "N1 t_inf blue (3,4)")  # fmt: skip
    table = place(*units, solo=1, types={"winterfell_riders": {"figures": 2}})
    table.strike("N1", "S1", "RRR").do("choose_commit robb_king yes")
    first, second = table.unit("S1"), table.unit("S2")
    assert (first["commander"], first["type"]) == ("smalljon", "last_hearth_lancers")
    assert (second["commander"], second["type"]) == ("robb_king", "winterfell_riders")


@pytest.mark.rule("WD2.30")
@pytest.mark.rule("WD2.7")
def test_wd2_30_no_bearers_change_with_the_brotherhood() -> None:
    units = ("S1 winterfell_riders red (3,3) robb_king", "S2 hollow_hill_knights blue (4,3)",
             "N1 t_inf blue (3,4)")  # fmt: skip
    alone = place(*units, solo=1, brotherhood_tokens=[5, 0]).strike("N1", "S1", "RRR")
    assert alone.asks != "choose_commit"
    helped = place(*units, "S3 winterfell_riders green (2,3)", solo=1, brotherhood_tokens=[5, 0])
    helped.strike("N1", "S1", "RRR").do("choose_commit robb_king yes")
    assert (helped.unit("S1")["rank"], helped.unit("S2")["rank"]) == ("green", "blue")


@pytest.mark.rule("WD10.21")
@pytest.mark.rule("WD2.7")
def test_wd10_21_the_brotherhood_cannot_be_deactivated() -> None:
    units = ("S1 casterly_rock_cavaliers blue (3,2) tyrion", "N1 hollow_hill_knights blue (3,4)",
             "N2 t_inf blue (2,4)")  # fmt: skip
    table = place(*units, cards="LL27", brotherhood_tokens=[0, 5]).lead("LL27", "tyrion", "S1")
    assert table.options("deactivate") == ["N2"]


@pytest.mark.rule("WD9.34")
@pytest.mark.parametrize("face", "GR")
def test_wd9_34_only_one_of_two_units_lost_at_once(face: str) -> None:
    """Fire takes the last figure of both in the same moment; the first by number is rolled for."""
    kinds = {"true_king_outlaws": LONE, "hollow_hill_knights": LONE,
             "t_inf": {"keywords": [["scorch", 0]]}}  # fmt: skip
    units = ("S1 true_king_outlaws blue (3,2) thoros", "S2 true_king_outlaws blue (4,3)",
             "S3 hollow_hill_knights blue (3,3)", "N1 t_inf red (4,5)")  # fmt: skip
    terrain = {(4, 4): "building", (4, 3): "forest", (3, 3): "forest"}
    table = place(*units, terrain=terrain, types=kinds, brotherhood_tokens=[5, 0], solo=1)
    table.order("N1").stay().do("choose_attack N1 scorch (4,4)", "scorch GGGG")
    while (table.see["round"], table.asks) != (2, "choose_turn_action"):
        options = table.options()
        table.go("pass" if "pass" in options else options[-1])
    table.go("pass").do("pass", f"revive {face}")
    assert (table.figures("S2"), table.figures("S3")) == (int(face == "G"), 0)


@pytest.mark.rule("WD10.23")
def test_wd10_23_a_retreat_at_the_start_of_the_turn_counts_for_nothing() -> None:
    """S2 shoots for Edmure, is struck back at, and leaves the hex beside S4 before LL34 is led."""
    units = ("S1 vance_wayfarers blue (3,3) edmure", "S2 tully_longbowmen blue (4,3)",
             "S4 t_inf blue (5,3)", "S3 lannister_heavy_infantry blue (6,2) sandor",
             "N1 t_inf red (4,4)", "N2 war_host blue (5,4) rodrik")  # fmt: skip
    table = place(*units, cards="LL34").do("choose_commit edmure yes")
    table.do("choose_effect_unit S2", "attack G").do("choose_commit rodrik yes")
    table.do("choose_joint_counter N2", "counterattack MGG").do("choose_retreat_hex (4,2)")
    while table.asks != "choose_turn_action":
        table.do(next(x for x in table.options() if x.endswith("none")))
    table.do("lead LL34 sandor").do("choose_ordered_unit S4")
    assert table.at("S2") == (4, 2)
    assert table.options("choose_ordered_unit") == ["S2", "S3"]


@pytest.mark.rule("WD10.26")
@pytest.mark.rule("W6.3")
def test_wd10_26_after_the_command_not_out_of_stop_terrain() -> None:
    units = ("S1 t_adv blue (3,2) s1", "N1 t_dog blue (3,3)")
    open_ground, forest = (
        place(*units, cards="LL37", terrain={(3, 3): land}, types={"t_dog": LONE})
        .lead("LL37", "s1", "S1")
        .attack("S1", "N1", roll)
        .do("choose_advance yes")
        .do("choose_tactic yes")
        for land, roll in (("plains", "BBB"), ("forest", "BB"))
    )
    assert open_ground.asks == "choose_effect_unit"
    assert (forest.asks, forest.at("S1")) == ("choose_turn_action", (3, 3))


@pytest.mark.rule("WD10.26")
@pytest.mark.rule("W6.5")
def test_wd10_26_after_the_command_the_partner_strikes_first() -> None:
    """S2 advances, is then engaged by the pursuit of N2, and goes its extra hex under a blow."""
    riders = {"winterfell_riders": {"keywords": [["stalwart", 0], ["pursue", 2]]}, "t_dog": LONE}
    units = ("S1 t_stal blue (5,2) s1", "S2 t_adv blue (4,3)", "S3 t_inf blue (6,3)",
             "N1 t_dog blue (5,3)", "N2 winterfell_riders blue (6,4) smalljon")  # fmt: skip
    table = place(*units, cards="LL37", types=riders).lead("LL37", "s1", "S2", "S3")
    table.attack("S2", "N1", "BGG").do("choose_advance yes")
    table.do("choose_attack S3 melee N2", "attack GGG")
    table.do("choose_counterattack yes", "counterattack MRR")
    table.do("choose_retreat_hex (6,2)").do("choose_pursue_move (6,3)")
    table.do("choose_pursue_attack N2 melee S2", "attack GGR")
    assert table.partner("S2") == "N2"
    table.do("choose_tactic yes").do("choose_effect_unit S2")
    hit = table.copy().do("choose_effect_hex (4,3)", "parting_blow BGG")
    assert (hit.at("S2"), hit.figures("S2")) == ((4, 3), table.figures("S2") - 1)
    assert hit.partner("N2") is None


@pytest.mark.rule("W13.5")
@pytest.mark.parametrize(("waits", "winner"), [(True, None), (False, 0)])
def test_w13_5_off_an_instant_condition_does_not_wait(waits: bool, winner: int | None) -> None:
    goal = {"test": "regroup", "points": 1, "generals": ["s1", "n1"]}
    table = place("S1 t_inf red (3,3) s1", "N1 t_inf green (3,4) n1", types={"t_inf": LONE},
                  options={"regroup_rout": waits}, instant=goal)  # fmt: skip
    assert table.strike("S1", "N1", "GGGG").see["winner"] == winner


@pytest.mark.rule("WD10.6")
def test_wd10_6_a_captured_commander_rallies_nobody(card: Any) -> None:
    """Neither friends nor, by a slip of numbers, the last unit of the battle (N9)."""
    tactic = {"when": ["after"], "effects": [{"op": "rally", "area": "own_and_adjacent", "n": 2}]}
    card({"order": {"n": 1}, "effects": []}, tactic=tactic)
    far = [f"N{20 + n} t_cav blue ({n % 10},{7 if n < 10 else 6})" for n in range(14)]
    units = ("S1 t_inf blue (3,2) s1", "S2 t_inf blue (3,1)", "N1 t_stal blue (3,3)", *far)
    men = [leads("s1", capture_rating=1)]
    table = place(*units, cards="X1", types={"t_inf": LONE}, commanders=men, solo=None)
    table.order("S2").end().order("N9").end()
    table.lead("X1", "s1", "S1").attack("S1", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack BBB").do("choose_tactic yes")
    assert (table.at("S1"), table.asks) == (None, "choose_turn_action")
    assert not table.unit("S2")["active"]
    assert not table.unit("N9")["active"]


@pytest.mark.rule("W9.5")
def test_w9_5_off_balance_of_a_commander() -> None:
    men = [leads("s1", keywords=[["off_balance", 0]])]
    table = place("S1 t_inf blue (3,1) s1", "N1 t_inf red (3,3)", commanders=men).order("S1")
    still = place("S1 t_inf blue (3,2) s1", "N1 t_inf red (3,3)", commanders=men).order("S1")
    moved = table.do("choose_move S1 (3,2)").dice("S1", "N1")
    assert moved == still.dice("S1", "N1") - 1


@pytest.mark.rule("W9.54")
@pytest.mark.parametrize(("kind", "more"), [("t_inf", 0), ("tully_longbowmen", 1)])
def test_w9_54_volley_counts_ranged_units(kind: str, more: int) -> None:
    units = ("S1 tully_longbowmen blue (3,1)", f"S2 {kind} blue (4,1) s1", "N1 t_inf red (3,3)")
    men = [leads("s1", keywords=[["volley", 0]])]
    table = place(*units, commanders=men).order("S1")
    alone = place("S1 tully_longbowmen blue (3,1)", "N1 t_inf red (3,3)").order("S1")
    dice = table.dice("S1", "N1", "ranged")
    assert dice == alone.dice("S1", "N1", "ranged") + more


@pytest.mark.rule("W9.23")
@pytest.mark.parametrize("keywords", [[], [["inefficient", 0]]])
def test_w9_23_no_rally_at_the_end_of_the_turn(keywords: list[Any]) -> None:
    """Jaime's commit rallies his own unit when the turn ends."""
    kinds = {"t_inf": {"keywords": keywords}, "t_adv": LONE}
    table = place("S1 t_inf blue (3,2) jaime_lion", "N1 t_adv green (3,3)", types=kinds)
    table.strike("S1", "N1", "GGG")
    while table.asks != "choose_turn_action":
        commit = "choose_commit jaime_lion yes"
        table.do(commit if commit in table.options() else table.options()[-1])
    assert table.see["commanders"][0]["committed"]
    assert (table.asks, table.unit("S1")["active"]) == ("choose_turn_action", not keywords)


@pytest.mark.rule("WD13.2")
@pytest.mark.rule("W5.35")
def test_wd13_2_both_boxes_end_with_the_turn(card: Any) -> None:
    defend = [{"op": "place_defend", "who": "one_ordered", "at": "turn_end"}]
    card({"order": {"n": 1}, "effects": defend}, {"order": {"n": 1}, "effects": defend})
    units = ("S1 t_stal blue (3,2) s1", "S2 t_inf green (4,2)", "S3 t_inf green (2,2)")
    table = place(*units, cards="X1", options={"two_boxes_both": True}).do("lead X1 s1")
    table.do("choose_command_box 2").do("choose_ordered_unit S2").do("choose_ordered_unit S3")
    table.stay()
    for unit in ("S2", "S3"):
        assert unit in table.options("choose_effect_unit")
        table.do(f"choose_effect_unit {unit}")
        if table.asks != "choose_effect_unit":
            break
    assert table.asks == "choose_turn_action"
    assert [table.unit(unit)["defend"] for unit in ("S2", "S3")] == [True, True]


@pytest.mark.rule("WD13.2")
@pytest.mark.rule("WD10.20")
def test_wd13_2_both_boxes_of_ll26_are_three_orders() -> None:
    units = ("S1 t_stal blue (3,2) s1", "S2 stone_crows green (4,2)", "S3 stone_crows green (2,2)",
             "S4 stone_crows green (3,3)", "S5 t_inf green (4,3)")  # fmt: skip
    table = place(*units, cards="LL26", options={"two_boxes_both": True}).do("lead LL26 s1")
    both = table.copy().do("choose_command_box 2")
    for unit in ("S2", "S3", "S4"):
        both.do(f"choose_ordered_unit {unit}")
    assert both.asks != "choose_ordered_units"
    second = table.do("choose_command_box 1").do("choose_ordered_unit S4")
    assert second.options("choose_ordered_unit") == ["S1", "S2", "S3", "S5"]


@pytest.mark.rule("W9.4")
@pytest.mark.rule("WD9.31")
def test_w9_4_fanatics_retreat_from_war_dogs() -> None:
    goal = {"c": 3, "r": 4, "owner": 1, "kind": "location", "marker": True}
    units = ("S1 t_dog blue (3,2)", "N1 army_of_the_light blue (3,4)")
    table = place(*units, objectives=[goal]).strike("S1", "N1", "war_dogs M", mode="war_dogs")
    assert table.asks == "choose_retreat_hex"


@pytest.mark.rule("W9.6")
@pytest.mark.rule("WD2.40")
def test_beric_lays_fire() -> None:
    units = ("S1 hollow_hill_knights blue (4,3) beric", "N1 t_inf blue (9,7)")
    table = place(*units, terrain={(4, 4): "forest"}, brotherhood_tokens=[5, 0]).order("S1").stay()
    table.do("choose_attack S1 scorch (4,4)", "scorch GBR")
    assert table.hex(4, 4)["fire"] == 1


@pytest.mark.rule("W10.2")
def test_w10_2_fourteen_grants_of_a_round_are_in_force(card: Any) -> None:
    """Each card lets one more unit advance for the rest of the round, the last one too."""
    names = [f"X{n}" for n in range(1, 15)]
    grant = {"op": "grant", "keyword": "advance", "who": "ordered", "until": "round_end"}
    for name in names:
        card({"order": {"n": 1}, "effects": [grant]}, name=name)
    ring = ["(4,1)", "(5,1)", "(6,1)", "(4,2)", "(5,2)", "(6,2)", "(7,2)",
            "(3,3)", "(4,3)", "(6,3)", "(7,3)", "(4,4)", "(6,4)", "(5,4)"]  # fmt: skip
    numbers = [f"S{n}" for n in range(10, 24)]
    units = [f"{number} t_inf blue {at}" for number, at in zip(numbers, ring, strict=True)]
    sides = [
        {"id": house, "edge": house, "morale_end": "rout", "order_rating": 20,
         "leadership_rating": 14, "command_tokens": 20} for house in ("south", "north")
    ]  # fmt: skip
    men = [leads("s1", command_limit=20)]
    table = place("S1 t_inf blue (5,3) s1", *units, "N1 t_dog blue (5,5)", cards=" ".join(names),
                  commanders=men, houses=sides, types={"t_dog": LONE})  # fmt: skip
    for name, number in zip(names, numbers, strict=True):
        table.do(f"lead {name} s1").do(f"choose_ordered_unit {number}")
        if number != numbers[-1] and table.asks != "choose_turn_action":
            table.end()
    assert table.attack(numbers[-1], "N1", "BBB").asks == "choose_advance"
