"""Data part, section 2.4: Daven fills the place of a friend that falls beside him."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

DAVEN = "S1 lannisport_guards blue (4,3) daven"
FRIEND = "S2 t_dog blue (5,3)"
LONE = {"t_dog": {"figures": 1}}


def fallen(attacker: str, *units: str, rolls: str = "BGG", **more: Any) -> Table:
    """N1, the attacker at (5,4), has eliminated S2 at (5,3) beside Daven at (4,3)."""
    given: dict[str, Any] = {"solo": 1, "types": LONE} | more
    table = place(DAVEN, FRIEND, f"N1 {attacker} (5,4)", *units, **given)
    table.strike("N1", "S2", rolls)
    assert table.at("S2") is None
    return table


@pytest.mark.rule("WD14.23")
def test_wd14_23_into_the_gap_and_at_the_riders() -> None:
    table = fallen("t_cav blue")
    assert (table.asks, table.state.current_player()) == ("choose_commit", 0)
    declined = table.copy().do("choose_commit daven no")
    assert declined.asks == "choose_pursue_move"
    table.do("choose_commit daven yes")
    assert table.at("S1") == (5, 3)
    assert set(table.options("choose_effect_unit")) == {"N1", "none"}
    table.do("choose_effect_unit N1", "attack VBG")
    assert (table.figures("N1"), table.partner("S1")) == (2, "N1")
    assert table.asks == "choose_turn_action"
    assert (table.at("N1"), table.unit("S1")["active"]) == ((5, 4), True)
    assert table.see["commanders"][0]["committed"]


@pytest.mark.rule("WD14.23")
@pytest.mark.rule("W9.14")
def test_daven_keeps_an_attacker_from_its_advance() -> None:
    open_way = fallen("war_host blue").do("choose_commit daven no")
    assert open_way.asks == "choose_advance"
    table = fallen("war_host blue").do("choose_commit daven yes").do("choose_effect_unit none")
    assert (table.asks, table.at("S1")) == ("choose_turn_action", (5, 3))


@pytest.mark.rule("W9.52")
@pytest.mark.rule("WD2.25")
def test_daven_acts_before_raider() -> None:
    table = fallen("vance_wayfarers blue")
    assert table.asks == "choose_commit"
    table.do("choose_commit daven yes").do("choose_effect_unit none")
    assert (table.asks, table.state.current_player()) == ("choose_raider", 1)


@pytest.mark.rule("WD2.25")
def test_daven_must_stand_beside_the_unit() -> None:
    units = (DAVEN, "S2 t_dog blue (6,3)", "N1 t_inf blue (6,4)")
    table = place(*units, solo=1, types=LONE).strike("N1", "S2", "BGG")
    assert (table.at("S2"), table.asks) == (None, "choose_turn_action")


@pytest.mark.rule("WD2.25")
def test_daven_answers_for_friends_only() -> None:
    units = (DAVEN, "S3 t_inf blue (5,4)", "N1 t_dog blue (4,4)")
    table = place(*units, types=LONE).strike("S3", "N1", "BGG")
    assert (table.at("N1"), table.asks) == (None, "choose_turn_action")


@pytest.mark.rule("WD2.24")
def test_daven_keeps_his_state_when_inactive() -> None:
    table = place(DAVEN, FRIEND, "N1 t_inf blue (5,4)", solo=None, types=LONE)
    table.order("S1").end().strike("N1", "S2", "BGG")
    table.do("choose_commit daven yes").do("choose_effect_unit N1", "attack BGG")
    assert (table.unit("S1")["active"], table.figures("N1")) == (False, 3)


@pytest.mark.rule("WD2.24")
def test_daven_attacks_only_what_is_beside_the_gap() -> None:
    table = fallen("t_inf blue", "N2 t_inf red (3,3)", "N3 t_inf red (6,3)")
    table.do("choose_commit daven yes")
    assert set(table.options("choose_effect_unit")) == {"N1", "N3", "none"}


@pytest.mark.rule("WD2.24")
@pytest.mark.rule("W5.36")
def test_daven_pursues_after_his_attack() -> None:
    table = fallen("t_inf blue").do("choose_commit daven yes")
    table.do("choose_effect_unit N1", "attack MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert set(table.options("choose_pursue_move")) == {"(5,4)", "none"}


@pytest.mark.rule("W2.11")
def test_daven_once_in_a_battle() -> None:
    units = (DAVEN, FRIEND, "S3 t_dog blue (6,3)", "N1 t_inf blue (5,4)", "N2 t_inf blue (6,4)")
    table = place(*units, solo=1, types=LONE).strike("N1", "S2", "BGG")
    table.do("choose_commit daven yes").do("choose_effect_unit none").strike("N2", "S3", "BGG")
    assert (table.at("S3"), table.asks) == (None, "choose_turn_action")


# In his own turn.


@pytest.mark.rule("WD2.25")
def test_daven_in_his_own_turn_after_a_counterattack() -> None:
    table = place(DAVEN, FRIEND, "N1 t_stal blue (5,4)", types=LONE).strike("S2", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack BGG")
    assert (table.at("S2"), table.asks, table.state.current_player()) == (None, "choose_commit", 0)
    table.do("choose_commit daven yes").do("choose_effect_unit N1", "attack BGG")
    assert (table.at("S1"), table.figures("N1")) == ((5, 3), 3)


@pytest.mark.rule("WD2.25")
@pytest.mark.rule("W7.60")
def test_daven_in_his_own_turn_after_a_parting_blow() -> None:
    table = place(DAVEN, FRIEND, "N1 t_inf blue (5,4)", types=LONE, solo=0).strike(
        "S2", "N1", "GGG"
    )
    table.do("morale_rally S2").order("S2").do("choose_move S2 (6,3)", "parting_blow BGG")
    assert (table.at("S2"), table.asks, table.state.current_player()) == (None, "choose_commit", 0)
    table.do("choose_commit daven yes").do("choose_effect_unit none")
    assert (table.at("S1"), table.asks) == ((5, 3), "choose_turn_action")


# His own engagement.


def bound(enemy: str = "t_inf blue") -> Table:
    """Daven is engaged with N2 at (3,3), which struck him; N1 then eliminates his friend."""
    units = (DAVEN, FRIEND, f"N2 {enemy} (3,3)", "N1 t_cav blue (5,4)")
    return place(*units, solo=1, types=LONE).strike("N2", "S1", "GGG")


@pytest.mark.rule("W6.10")
@pytest.mark.rule("WD2.24")
def test_daven_engaged_suffers_a_parting_blow() -> None:
    table = bound().strike("N1", "S2", "BGG")
    table.do("choose_commit daven yes", "parting_blow BBG")
    assert (table.at("S1"), table.figures("S1"), table.partner("S1")) == ((5, 3), 2, None)
    table.do("choose_effect_unit N1", "attack GGG")
    assert table.partner("S1") == "N1"


@pytest.mark.rule("W6.10")
@pytest.mark.rule("W6.5")
def test_daven_may_fall_to_the_parting_blow() -> None:
    weak = LONE | {"lannisport_guards": {"figures": 1}}
    units = (DAVEN, FRIEND, "N2 t_inf blue (3,3)", "N1 t_cav blue (5,4)")
    table = place(*units, solo=1, types=weak).strike("N2", "S1", "GGG").strike("N1", "S2", "BGG")
    table.do("choose_commit daven yes", "parting_blow BBG")
    assert (table.at("S1"), table.asks) == (None, "choose_pursue_move")
    assert table.see["vp"] == [0, 2]


@pytest.mark.rule("W6.10")
@pytest.mark.rule("W6.6")
def test_daven_cannot_leave_a_fearsome_enemy() -> None:
    table = bound("lannisport_guards blue")
    assert table.copy().strike("N1", "S2", "BGG").asks == "choose_commit"
    units = (DAVEN, FRIEND, "N2 lannisport_guards blue (3,3) sandor", "N1 t_cav blue (5,4)")
    held = place(*units, solo=1, types=LONE).strike("N2", "S1", "GGG").strike("N1", "S2", "BGG")
    assert held.asks == "choose_pursue_move"


@pytest.mark.rule("WD2.25")
def test_daven_not_in_the_regroup_phase() -> None:
    units = (DAVEN, "S2 westerlands_militia green (5,3)")
    weak = {"westerlands_militia": {"figures": 1}}
    table = place(*units, morale=-3, types=weak).do("pass", "disloyal G")
    assert table.at("S2") is None
    assert not table.options("choose_commit")


@pytest.mark.rule("WD2.25")
def test_daven_also_when_a_card_takes_the_unit() -> None:
    units = ("S1 lannisport_guards blue (4,3) daven", FRIEND, "N1 t_stal blue (8,6) n1")
    table = place(*units, solo=1, types=LONE, cards_north="LL31", morale=-3,
                  options={"hound_targets": "unordered"})  # fmt: skip
    table.lead("LL31", "n1", "N1", tactic=None).do("choose_tactic yes", "uncontrolled VBB")
    table.do("choose_effect_unit S2")
    assert (table.at("S2"), table.asks, table.state.current_player()) == (None, "choose_commit", 0)
    table.do("choose_commit daven yes")
    assert table.at("S1") == (5, 3)
