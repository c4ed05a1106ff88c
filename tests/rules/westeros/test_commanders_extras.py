"""Data part: the extras with an operation (Beric, Thoros, Stannis) and Brotherhood units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

BERIC = "S1 hollow_hill_knights blue (4,3) beric"
LONE = {"hollow_hill_knights": {"figures": 1}}
TWO: dict[str, Any] = {"brotherhood_tokens": [2, 0]}


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def ordering(table: Table) -> set[str]:
    return {x.split()[-1] for x in table.options("token")}


# Beric.


@pytest.mark.rule("WD2.7")
@pytest.mark.parametrize(
    ("enemy", "mode", "rolls", "captured"),
    [
        ("t_inf blue", "melee", "BBB", False),
        ("t_inf red", "melee", "BBBB", True),
        ("t_inf red", "melee", "BBBG", False),
        ("t_bow red", "ranged", "BBB", False),
        ("t_cav blue", "melee", "BBB", True),
        ("t_cav blue", "melee", "BBG", False),
    ],
)
def test_beric_is_harder_to_take_for_men_on_foot(
    enemy: str, mode: str, rolls: str, captured: bool
) -> None:
    table = place(BERIC, f"N1 {enemy} (4,4)", solo=1, types=LONE, **TWO)
    table.strike("N1", "S1", rolls, mode=mode)
    assert (table.at("S1") is None) is captured


@pytest.mark.rule("WD9.33")
def test_wd9_33_an_active_friend_moves_a_hex_and_attacks() -> None:
    units = (BERIC, "S2 t_inf blue (6,3)", "S3 t_inf blue (7,3)", "S4 t_inf blue (5,3)",
             "N1 t_inf red (7,4)")  # fmt: skip
    table = place(*units, **TWO).order("S4").end().order("S1").stay()
    assert names(table, "call_to_arms") == {"S1 S2"}
    table.do("call_to_arms S1 S2")
    assert names(table, "choose_effect_hex") == {"(6,2)", "(7,2)", "(6,4)", "none"}
    table.do("choose_effect_hex (6,4)")
    assert not table.options("choose_attack S1")
    table.attack("S2", "N1", "RGG")
    assert (table.figures("N1"), table.unit("S2")["active"]) == (3, False)
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD9.33")
def test_wd9_33_instead_of_attacking() -> None:
    units = (BERIC, "S2 t_inf blue (5,3)", "N1 t_inf red (5,4)")
    table = place(*units, **TWO).order("S1").attack("S1", "N1", "GGG")
    assert not table.options("call_to_arms")
    table = place(*units, **TWO).order("S1").stay().do("call_to_arms S1 S2")
    if table.asks == "choose_effect_hex":
        table.do("choose_effect_hex none")
    assert table.options("choose_attack") == ["S2 melee N1"]
    table.end()
    assert not table.unit("S2")["active"]


# Brotherhood tokens.


@pytest.mark.rule("WD2.7")
def test_wd2_7_never_inactive_and_a_token_each_turn() -> None:
    table = place(BERIC, "S2 true_king_outlaws blue (5,3)", "S3 t_inf blue (3,3)", **TWO)
    table.order("S1").end()
    assert (table.see["brotherhood"], table.unit("S1")["active"]) == ([1, 0], True)
    assert not [x for x in table.options("morale_rally") if x in ("S1", "S2")]
    table.order("S1").end()
    assert table.see["brotherhood"] == [0, 0]
    assert ordering(table) & {"S1", "S2", "S3"} == {"S3"}


@pytest.mark.rule("WD2.7")
def test_wd2_7_one_token_for_several_units_at_the_end_of_the_turn() -> None:
    units = (BERIC, "S2 true_king_outlaws blue (5,3)", "S3 t_inf blue (3,3)")
    table = place(*units, cards="SB05", **TWO).lead("SB05", "beric", "S1", "S2", "S3")
    assert table.see["brotherhood"] == [2, 0]
    table.end()
    assert table.see["brotherhood"] == [1, 0]
    assert [table.unit(n)["active"] for n in ("S1", "S2", "S3")] == [True, True, False]


@pytest.mark.rule("WD2.7")
def test_wd2_7_no_token_for_a_turn_of_others() -> None:
    table = place(BERIC, "S3 t_inf blue (3,3)", cards="SB05", **TWO)
    table.order("S3").end().do("morale_up")
    assert table.see["brotherhood"] == [2, 0]


@pytest.mark.rule("WD2.7")
def test_wd2_7_without_a_token_no_card_orders_them_either() -> None:
    units = (BERIC, "S2 true_king_outlaws blue (5,3)", "S3 t_inf blue (3,3)", "S4 t_inf blue (4,2)")
    none: dict[str, Any] = {"brotherhood_tokens": [0, 0]}
    table = place(*units, cards="SB05", **none)
    assert ordering(table) == {"S3", "S4", "S9"}
    table.do("lead SB05 beric")
    assert names(table, "choose_ordered_unit") == {"S3", "S4"}


@pytest.mark.rule("WD2.7")
def test_wd2_7_active_after_an_attack() -> None:
    units = (BERIC, "N1 t_inf red (4,4)")
    table = place(*units, **TWO).strike("S1", "N1", "GGG")
    assert (table.asks, table.unit("S1")["active"]) == ("choose_turn_action", True)
    assert "S1" in ordering(table)


@pytest.mark.rule("WD2.7")
@pytest.mark.parametrize("face", "GBRV")
def test_wd2_7_counts_as_blue(face: str) -> None:
    units = ("S1 true_king_outlaws blue (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1, **TWO).strike("N1", "S1", face * 3)
    assert table.figures("S1") == (1 if face in "BV" else 4)


# Thoros.

THOROS = "S1 t_inf blue (4,3) thoros"
OUTLAW = "S2 true_king_outlaws blue (5,3)"
LAST = {"true_king_outlaws": {"figures": 1}}


def fallen(face: str | None, *units: str, **more: Any) -> Table:
    """N1 takes the last figure of S2 at (5,3)."""
    given: dict[str, Any] = {"solo": 1, "types": LAST, **TWO, **more}
    table = place(THOROS, OUTLAW, "N1 t_inf blue (5,4)", *units, **given).order("N1").stay()
    rolls = ["attack BGG"] + ([f"revive {face}"] if face else [])
    return table.do("choose_attack N1 melee S2", *rolls)


@pytest.mark.rule("WD9.34")
@pytest.mark.parametrize(("face", "stays"), [("V", True), ("G", True), ("B", False), ("R", False),
                                             ("M", False)])  # fmt: skip
def test_wd9_34_revived_by_v_or_g(face: str, stays: bool) -> None:
    table = fallen(face)
    assert (table.at("S2"), table.see["vp"]) == (((5, 3), [0, 0]) if stays else (None, [0, 1]))
    assert table.see["depth"] == [0 if stays else 2, 0]
    if stays:
        assert table.figures("S2") == 1


@pytest.mark.rule("WD9.34")
def test_wd9_34_once_a_round() -> None:
    table = fallen("V").do("morale_rally N1").order("N1").stay()
    table.do("choose_attack N1 melee S2", "attack BGG")
    assert table.at("S2") is None


@pytest.mark.rule("WD9.34")
def test_wd9_34_again_in_the_next_round() -> None:
    table = fallen("V").do("pass")
    while table.see["round"] == 1:
        table.go(next(x for x in table.options() if x.endswith("none")))
    if table.state.current_player() == 0:
        table.go("pass")
    table.order("N1").stay().do("choose_attack N1 melee S2", "attack BGG", "revive G")
    assert table.at("S2") == (5, 3)


@pytest.mark.rule("WD9.34")
def test_wd9_34_brotherhood_units_of_his_zone_only() -> None:
    frail = {"t_dog": {"figures": 1}} | LAST
    units = (THOROS, "S2 t_dog blue (5,3)", "S3 true_king_outlaws blue (7,3)",
             "N1 t_inf blue (5,4)", "N3 t_inf blue (7,4)")  # fmt: skip
    table = place(*units, solo=1, types=frail, **TWO).strike("N1", "S2", "BGG")
    table.strike("N3", "S3", "BGG")
    assert (table.at("S2"), table.at("S3")) == (None, None)


@pytest.mark.rule("WD9.34")
def test_wd9_34_chance() -> None:
    table = place(THOROS, OUTLAW, "N1 t_inf green (5,4)", solo=1, types=LAST, **TWO).order("N1")
    table.stay()
    found = spread(table, "choose_attack N1 melee S2", lambda x: x.at("S2") is None)
    assert found[True] == Fraction(39, 64) * Fraction(1, 2)


# Stannis.


@pytest.mark.rule("WD2.24")
def test_stannis_free_rally_of_the_units_he_controls() -> None:
    units = (
        "S1 nightsong_knights blue (4,3) stannis",
        "S2 t_inf blue (5,3)",
        "S3 t_inf blue (9,3)",
    )
    table = place(*units, morale=-4)
    for number in ("S2", "S3"):
        table.order(number).end()
    near = table.copy().do("morale_rally S2")
    assert (near.see["depth"], near.unit("S2")["active"]) == ([4, 0], True)
    far = table.do("morale_rally S3")
    assert (far.see["depth"], far.unit("S3")["active"]) == ([5, 0], True)


@pytest.mark.rule("WD9.34")
@pytest.mark.rule("W7.22")
def test_wd9_34_a_revived_unit_still_retreats() -> None:
    units = (THOROS, OUTLAW, "N1 war_host blue (5,4)")
    table = place(*units, solo=1, types=LAST, **TWO).order("N1").stay()
    table.do("choose_attack N1 melee S2", "attack BMG", "revive V")
    assert table.asks == "choose_retreat_hex"
    table.do("choose_retreat_hex (6,2)")
    assert (table.at("S2"), table.figures("S2"), table.asks) == ((6, 2), 1, "choose_advance")


@pytest.mark.rule("WD2.24")
def test_stannis_the_token_is_spent_all_the_same() -> None:
    units = ("S1 nightsong_knights blue (4,3) stannis", "S2 t_inf blue (5,3)")
    table = place(*units, pool="BBM").do("token B S2").end().do("morale_rally S2")
    assert table.see["pools"][0]["M"] == 0
