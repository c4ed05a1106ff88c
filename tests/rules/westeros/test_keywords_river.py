"""Chapter 9.4 and the extras: Volley, Indirect Fire, Stealth, Fanatic, Tree Archer (WD9.30-34)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

BOWS = "tully_longbowmen"
CALLER = {"t_adv": {"keywords": [["call_to_arms", 0]]}}


@pytest.mark.rule("W14.18", "W9.54")
@pytest.mark.parametrize(
    ("others", "dice"),
    [
        ((), 2),
        (("S2 tully_longbowmen red (3,3)", "S3 tully_longbowmen green (2,3)"), 4),
        (("S2 tully_longbowmen red (2,3)",), 2),
        (("S2 t_bow red (3,3)", "S3 tully_longbowmen green (2,3)"), 2),
        (("S2 tully_longbowmen red (5,3)", "S3 tully_longbowmen blue (3,3)"), 4),
        (("N2 tully_longbowmen red (3,3)",), 2),
    ],
)
def test_w14_18_volley_counts_the_chain(others: tuple[str, ...], dice: int) -> None:
    units = (f"S1 {BOWS} blue (4,3)", "N1 t_inf red (4,5)", *others)
    assert place(*units).order("S1").dice("S1", "N1", "ranged") == dice


@pytest.mark.rule("W9.54")
def test_w9_54_inactive_links_count() -> None:
    units = (f"S1 {BOWS} blue (4,3)", f"S2 {BOWS} blue (3,3)", "N1 t_inf red (4,5)")
    table = place(*units).order("S2").end().order("S1")
    assert not table.unit("S2")["active"]
    assert table.dice("S1", "N1", "ranged") == 3


@pytest.mark.rule("W9.54", "W9.5", "W7.14")
def test_w9_54_volley_with_off_balance_and_limits() -> None:
    units = (f"S1 {BOWS} red (4,2)", f"S2 {BOWS} blue (3,3)", "N1 t_inf red (4,5)")
    moved = place(*units).order("S1").do("choose_move S1 (4,3)")
    assert moved.dice("S1", "N1", "ranged") == 3
    forest = place(*units, terrain={(4, 5): "forest"}).order("S1")
    assert forest.dice("S1", "N1", "ranged") == 2


@pytest.mark.rule("W9.54")
def test_w9_54_volley_is_for_ranged_attacks() -> None:
    both = {BOWS: {"attacks": [{"mode": "melee"}, {"mode": "ranged", "min": 1, "max": 4}]}}
    units = (f"S1 {BOWS} blue (4,3)", f"S2 {BOWS} blue (3,3)", "N1 t_inf red (4,4)")
    table = place(*units, types=both).order("S1")
    assert table.dice("S1", "N1") == 2


def screened(*units: str, **more: Any) -> list[str]:
    """Targets of the longbows at (4,3), whose sight of N1 at (4,6) a forest blocks."""
    first = (f"S1 {more.pop('kind', BOWS)} blue (4,3)", "N1 t_inf red (4,6)")
    return (
        place(*first, *units, terrain={(4, 4): "forest"}, **more)
        .order("S1")
        .targets("S1", "ranged")
    )


@pytest.mark.rule("W9.51")
def test_w9_51_sight_from_a_neighbour() -> None:
    assert screened() == []
    assert screened("S2 t_inf blue (5,4)") == ["N1"]
    assert screened("S2 t_inf blue (5,4)", kind="t_bow") == []
    assert screened("S2 t_inf blue (5,5)") == []
    assert screened("N2 t_cav blue (5,4)") == ["N2"]


@pytest.mark.rule("W9.51")
def test_w9_51_range_from_the_shooter() -> None:
    units = (f"S1 {BOWS} blue (4,3)", "S2 t_inf blue (4,4)")
    near = place(*units, "N1 t_inf red (4,7)").order("S1")
    assert near.targets("S1", "ranged") == ["N1"]
    far = place(*units, "N1 t_inf red (4,8)").order("S1")
    assert far.targets("S1", "ranged") == []


@pytest.mark.rule("W9.51")
def test_w9_51_the_own_sight_still_serves() -> None:
    units = (f"S1 {BOWS} blue (4,3)", "N1 t_inf red (4,5)", "S2 t_inf blue (4,2)")
    assert place(*units).order("S1").targets("S1", "ranged") == ["N1"]


SNEAK = {"keywords": [["stealth", 0]]}


@pytest.mark.rule("WD9.30")
@pytest.mark.parametrize(("rank", "dice"), [("blue", 1), ("red", 2)])
def test_wd9_30_a_shot_at_stealth_loses_a_die(rank: str, dice: int) -> None:
    units = (f"S1 t_bow {rank} (4,3)", "N1 t_adv blue (4,5)")
    table = place(*units, types={"t_adv": SNEAK}).order("S1")
    assert table.dice("S1", "N1", "ranged") == dice


@pytest.mark.rule("WD9.30")
def test_wd9_30_not_below_one_die_and_not_in_melee() -> None:
    kinds = {"t_adv": SNEAK, "t_bow": {"dice": [1, 1, 1], "keywords": []}}
    units = ("S1 t_bow blue (4,3)", "N1 t_adv blue (4,5)")
    assert place(*units, types=kinds).order("S1").dice("S1", "N1", "ranged") == 1
    units = ("S1 t_inf blue (4,3)", "N1 t_adv blue (4,4)")
    assert place(*units, types=kinds).order("S1").dice("S1", "N1") == 3


@pytest.mark.rule("WD9.30", "W7.14", "W3.17")
def test_wd9_30_limits_come_after_stealth() -> None:
    units = ("S1 t_bow red (4,3)", "N1 t_adv blue (4,5)")
    table = place(*units, types={"t_adv": SNEAK}, terrain={(4, 5): "forest"}).order("S1")
    assert table.dice("S1", "N1", "ranged") == 2


@pytest.mark.rule("WD9.30", "W7.16")
def test_wd9_30_two_faces_on_a_flank_attack() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_adv blue (5,4)", "N1 t_stal blue (4,4)")
    table = place(*units, types={"t_adv": SNEAK, "t_stal": {"keywords": []}})
    table.strike("S1", "N1", "GGG").strike("S2", "N1", "GGR")
    table.do("choose_flank_reroll G", "flank_reroll BG")
    assert (table.asks, table.figures("N1")) == ("choose_flank_reroll", 4)
    table.do("choose_flank_reroll R", "flank_reroll B")
    assert (table.asks, table.figures("N1")) == ("choose_turn_action", 2)


@pytest.mark.rule("WD9.30", "W9.8")
def test_wd9_30_the_second_face_is_another_and_stalwart_comes_after() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_adv blue (5,4)", "N1 t_stal blue (4,4)")
    table = place(*units, types={"t_adv": SNEAK}).strike("S1", "N1", "GGG")
    table.do("choose_counterattack no").strike("S2", "N1", "GGR")
    table.do("choose_flank_reroll R", "flank_reroll M")
    assert set(table.options("choose_flank_reroll")) == {"G", "M", "none"}
    table.do("choose_flank_reroll none")
    assert table.asks == "choose_stalwart_ignore"


@pytest.mark.rule("WD9.31")
@pytest.mark.parametrize(
    ("at", "marker", "drops"), [((4, 4), True, False), ((4, 4), False, True), ((5, 5), True, True)]
)
def test_wd9_31_fanatics_hold_their_objective(
    at: tuple[int, int], marker: bool, drops: bool
) -> None:
    kinds = {"t_adv": {"keywords": [["fanatic", 0]]}}
    goal = {"c": at[0], "r": at[1], "owner": -1, "kind": "location", "marker": marker}
    units = ("S1 t_inf blue (4,3)", "N1 t_adv blue (4,4)")
    table = place(*units, types=kinds, objectives=[goal]).strike("S1", "N1", "MMG")
    assert (table.asks == "choose_retreat_hex") == drops
    assert table.figures("N1") == 4


@pytest.mark.rule("WD9.31", "W8.13")
def test_wd9_31_no_figures_for_morale_either() -> None:
    kinds = {"t_adv": {"keywords": [["fanatic", 0]]}}
    goal = {"c": 4, "r": 8, "owner": -1, "kind": "location", "marker": True}
    units = ("S1 t_inf blue (4,7)", "N1 t_adv blue (4,8)")
    table = place(*units, types=kinds, objectives=[goal]).strike("S1", "N1", "MMB")
    assert table.figures("N1") == 3


TREE = {"t_bow": {"keywords": [["tree_archer", 0]], "move": [3, 3, 3]}}
WOOD = {(4, 3): "forest", (4, 2): "forest"}


@pytest.mark.rule("WD9.32")
def test_wd9_32_tree_archer_range() -> None:
    units = ("S1 t_bow blue (4,3)", "N1 t_inf blue (4,8)")
    wood = place(*units, types=TREE, terrain=WOOD).order("S1")
    assert wood.targets("S1", "ranged") == ["N1"]
    assert place(*units, types=TREE).order("S1").targets("S1", "ranged") == []
    assert place(*units, terrain=WOOD).order("S1").targets("S1", "ranged") == []


@pytest.mark.rule("WD9.32")
def test_wd9_32_tree_archer_dice_and_stop() -> None:
    units = ("S1 t_bow red (4,3)", "N1 t_inf blue (4,5)")
    assert place(*units, types=TREE, terrain=WOOD).order("S1").dice("S1", "N1", "ranged") == 3
    assert place(*units, terrain=WOOD).order("S1").dice("S1", "N1", "ranged") == 2
    both = WOOD | {(4, 5): "forest"}
    assert place(*units, types=TREE, terrain=both).order("S1").dice("S1", "N1", "ranged") == 3
    units = ("S1 t_bow red (4,1)",)
    belt = {(c, 2): "forest" for c in range(11)}
    assert any(r == 4 for _, r in place(*units, types=TREE, terrain=belt).order("S1").moves("S1"))
    plain = {"t_bow": {"move": [3, 3, 3]}}
    stopped = place(*units, types=plain, terrain=belt).order("S1").moves("S1")
    assert max(r for _, r in stopped) == 2


def called(*units: str, **more: Any) -> Table:
    """S1 calls to arms; it is ordered and the moves are over."""
    first = ("S1 t_adv blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,5)")
    return place(*first, *units, types=CALLER, **more).order("S1").stay()


@pytest.mark.rule("WD9.33")
def test_wd9_33_another_unit_moves_and_attacks() -> None:
    table = called()
    table.do("call_to_arms S1 S2")
    assert table.asks == "choose_effect_hex"
    assert "none" in table.options("choose_effect_hex")
    table.do("choose_effect_hex (4,4)")
    assert not [x for x in table.options("choose_attack") if x.startswith("S1")]
    table.do("choose_attack S2 melee N1", "attack GGG").do("choose_counterattack no")
    assert (table.at("S2"), table.partner("S2")) == ((4, 4), "N1")
    table.end()
    assert [table.unit(x)["active"] for x in ("S1", "S2")] == [False, False]


@pytest.mark.rule("WD9.33", "WD10.6")
def test_wd9_33_who_may_be_called() -> None:
    far = ("S3 t_inf blue (6,3)", "S4 t_inf blue (7,3)", "N2 t_inf blue (4,4)")
    table = called(*far)
    assert sorted(table.options("call_to_arms")) == ["S1 S2", "S1 S3"]
    units = ("S1 t_adv blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,6)")
    tired = place(*units, types=CALLER).order("S2").end().order("S1").stay()
    assert not tired.options("call_to_arms")


@pytest.mark.rule("WD9.33")
def test_wd9_33_instead_of_the_own_attack_only() -> None:
    units = ("S1 t_adv blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_inf blue (4,4)")
    table = place(*units, types=CALLER).strike("S1", "N1", "GGG")
    assert (table.asks, table.options("call_to_arms")) == ("choose_turn_action", [])


@pytest.mark.rule("WD9.33")
def test_wd9_33_no_more_than_one_hex() -> None:
    table = called().do("call_to_arms S1 S2")
    assert "(6,4)" in table.options("choose_effect_hex")
    assert "(7,4)" not in table.options("choose_effect_hex")


def fallen(number: str) -> Table:
    """The Brotherhood unit of one figure beside Thoros has lost it, before his die."""
    kinds = {
        "lightning_lord_longbowmen": {"figures": 1},
        "true_king_outlaws": {"figures": 4},
        "t_inf": {"figures": 4},
    }
    units = (
        "S1 true_king_outlaws blue (4,1) thoros",
        "S2 lightning_lord_longbowmen blue (4,3)",
        "S3 lightning_lord_longbowmen blue (6,5)",
        "N1 t_inf blue (4,4)",
        "N2 t_inf blue (6,6)",
        "N3 t_inf blue (5,4)",
    )
    return place(*units, solo=1, types=kinds, brotherhood_tokens=[5, 0]).order(number).stay()


@pytest.mark.rule("WD9.34")
@pytest.mark.parametrize("face", "GBRMV")
def test_wd9_34_thoros_keeps_a_unit_alive(face: str) -> None:
    table = fallen("N1").do("choose_attack N1 melee S2", "attack BGG", f"revive {face}")
    alive = face in "VG"
    assert (table.at("S2") is not None) == alive
    assert table.see["vp"] == [0, int(not alive)]
    if alive:
        assert table.figures("S2") == 1


@pytest.mark.rule("WD9.34", "W3.7")
def test_wd9_34_only_in_his_zone() -> None:
    table = fallen("N2").do("choose_attack N2 melee S3", "attack BGG")
    assert table.at("S3") is None


@pytest.mark.rule("WD9.34")
def test_wd9_34_once_a_round() -> None:
    table = fallen("N1").do("choose_attack N1 melee S2", "attack BGG", "revive G").end()
    table.strike("N3", "S2", "BGG").do("choose_flank_reroll none")
    assert table.at("S2") is None


@pytest.mark.rule("WD9.34")
def test_wd9_34_only_for_the_brotherhood() -> None:
    kinds = {"t_dog": {"figures": 1}}
    units = ("S1 true_king_outlaws blue (4,2) thoros", "S2 t_dog blue (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1, types=kinds, brotherhood_tokens=[5, 0])
    assert table.strike("N1", "S2", "BGG").at("S2") is None


@pytest.mark.rule("WD9.34")
def test_wd9_34_odds_of_a_revival() -> None:
    table = fallen("N1")
    found = spread(table, "choose_attack N1 melee S2", lambda x: x.at("S2") is None)
    # At least one hit of three dice on blue, then neither V nor G.
    assert found[True] == (1 - Fraction(125, 512)) * Fraction(1, 2)


@pytest.mark.rule("W9.66", "W3.23")
@pytest.mark.parametrize(("land", "asks"), [("plains", True), ("marsh", False)])
def test_w9_66_no_stalwart_in_a_marsh(land: str, asks: bool) -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_stal blue (4,4)")
    table = place(*units, terrain={(4, 4): land}).strike("S1", "N1", "MGG")
    assert (table.asks == "choose_stalwart_ignore") == asks
    calm = place(*units, terrain={(4, 4): land}).strike("S1", "N1", "GGG")
    assert (calm.asks == "choose_counterattack") == asks


@pytest.mark.rule("W14.27", "W3.23")
def test_w14_27_out_of_a_marsh_one_step_or_an_attack() -> None:
    kinds = {"t_inf": {"move": [3, 3, 3]}}
    units = ("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, terrain={(4, 3): "marsh"}, types=kinds).order("S1")
    assert table.moves("S1") == {(3, 3), (5, 3), (4, 2), (5, 2), (5, 4)}
    assert table.copy().targets("S1") == ["N1"]
    moved = table.do("choose_move S1 (5,4)")
    assert (moved.asks, moved.unit("S1")["active"]) == ("choose_turn_action", False)


@pytest.mark.rule("W3.18", "W3.23")
def test_w3_18_marsh_stops_and_helps_the_bow() -> None:
    belt = {(c, 4): "marsh" for c in range(11)}
    table = place("S1 t_cav blue (4,3)", terrain=belt).order("S1")
    assert max(r for _, r in table.moves("S1")) == 4
    units = ("S1 t_bow blue (4,2)", "N1 t_inf blue (4,4)", "S2 t_inf blue (4,3)")
    shot = place(*units[:2], terrain=belt).order("S1")
    assert shot.dice("S1", "N1", "ranged") == 3
    melee = place(*units[1:], terrain=belt).order("S2")
    assert melee.dice("S2", "N1") == 3
