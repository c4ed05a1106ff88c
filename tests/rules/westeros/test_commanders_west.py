"""Data part, section 2.4: Tyrion, Sandor and Daven."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, _commander, place

IMP = "S1 casterly_rock_cavaliers green (4,3) tyrion"
ALONE = {"casterly_rock_cavaliers": {"figures": 1}}
LONE = {"t_dog": {"figures": 1}}
CAPTAIN = "N2 t_stal blue (7,6) n1"


def committed(table: Table, name: str = "tyrion") -> bool:
    found: bool = next(c["committed"] for c in table.see["commanders"] if c["id"] == name)
    return found


def kinds(table: Table) -> set[str]:
    return {x.split()[0] for x in table.options()}


# Tyrion fixes what the opponent may do.


def triumph(**more: Any) -> Table:
    """Tyrion's unit has eliminated N1; North has tokens, a card and its own turns."""
    given: dict[str, Any] = {"cards_north": "SB01", "solo": None, "types": LONE} | more
    units = (IMP, "N1 t_dog green (4,4)", CAPTAIN, "N3 t_inf blue (6,6)")
    return place(*units, **given).strike("S1", "N1", "GG")


def leave(table: Table) -> Table:
    return table.do("choose_pursue_move none") if table.asks == "choose_pursue_move" else table


@pytest.mark.rule("WD2.32")
def test_wd2_32_a_card_or_a_pass() -> None:
    table = triumph()
    assert (table.asks, table.state.current_player()) == ("choose_forced_kind", 0)
    assert set(table.options("choose_forced_kind")) == {"none", "card", "token"}
    leave(table.do("choose_forced_kind card"))
    assert kinds(table) == {"lead", "pass"}


@pytest.mark.rule("WD2.32")
def test_wd2_32_tokens_morale_actions_included() -> None:
    table = leave(triumph().do("choose_forced_kind token"))
    assert kinds(table) == {"token", "token_pair", "morale_up", "pass"}
    assert not table.options("lead")


@pytest.mark.rule("WD2.32")
def test_wd2_32_one_turn_only() -> None:
    table = leave(triumph().do("choose_forced_kind card")).lead("SB01", "n1", "N3").end()
    table.do("morale_up")
    assert "token_pair" in kinds(table)
    table = leave(triumph().do("choose_forced_kind token")).do("morale_up").do("morale_up")
    assert "lead" in kinds(table)


@pytest.mark.rule("WD2.32")
def test_wd2_32_may_be_declined() -> None:
    table = leave(triumph().do("choose_forced_kind none"))
    assert {"lead", "token", "morale_up"} <= kinds(table)


@pytest.mark.rule("WD2.32")
def test_wd2_32_lapses_with_the_round() -> None:
    table = triumph(solo=0).do("choose_forced_kind token")
    leave(table).do("pass")
    while table.see["round"] == 1:
        table.go(next(x for x in table.options() if x.endswith("none") or "SB01" in x))
    if table.state.current_player() == 0:
        table.do("pass")
    assert "lead" in kinds(table)


@pytest.mark.rule("WD2.32")
@pytest.mark.parametrize("more", [{"cards_north": ""}, {"tokens": 0, "cards": "SB01"}])
def test_wd2_32_the_opponent_needs_a_token_and_a_card(more: dict[str, Any]) -> None:
    if "tokens" in more:
        table = place(IMP, "N1 t_dog green (4,4)", CAPTAIN, cards_north="SB01", solo=None,
                      types=LONE, **more)  # fmt: skip
        table.lead("SB01", "tyrion", "S1").attack("S1", "N1", "GG")
    else:
        table = triumph(**more)
    assert table.asks == "choose_pursue_move"


@pytest.mark.rule("WD2.32")
@pytest.mark.parametrize(("pool", "token"), [("R", False), ("RR", True), ("V", True), ("G", True)])
def test_wd2_32_token_only_with_a_target(pool: str, token: bool) -> None:
    units = ("N1 casterly_rock_cavaliers blue (4,4) tyrion", "S1 t_dog green (4,3)",
             "S2 t_stal green (7,2) s1")  # fmt: skip
    table = place(*units, cards="SB01", pool=pool, solo=None, types=LONE, momentum=1)
    table.strike("N1", "S1", "GBB")
    assert set(table.options("choose_forced_kind")) == {"none", "card"} | (
        {"token"} if token else set()
    )


@pytest.mark.rule("WD2.32")
def test_wd2_32_one_choice_a_turn() -> None:
    units = (IMP, "N1 t_dog green (4,4)", "N4 t_dog green (4,5)", CAPTAIN)
    table = place(*units, cards_north="SB01", solo=None, types=LONE).strike("S1", "N1", "GG")
    table.do("choose_forced_kind card").do("choose_pursue_move (4,4)")
    table.do("choose_pursue_attack S1 melee N4", "attack GG")
    assert table.at("N4") is None
    assert kinds(table) == {"lead", "pass"}


@pytest.mark.rule("WD2.32")
def test_wd2_32_by_counterattack_in_the_opponents_own_turn() -> None:
    units = ("S1 t_stal green (4,3) tyrion", "N1 t_dog green (4,4)", CAPTAIN)
    table = place(*units, cards_north="SB01", solo=None, types=LONE).do("morale_up")
    table.strike("N1", "S1", "BB").do("choose_counterattack yes", "counterattack GG")
    assert (table.asks, table.state.current_player()) == ("choose_forced_kind", 0)
    table.do("choose_forced_kind card").do("morale_up")
    assert (table.state.current_player(), kinds(table)) == (1, {"lead", "pass"})


@pytest.mark.rule("WD2.32")
def test_wd2_32_named_again_in_the_turn_that_follows() -> None:
    units = ("S1 t_stal green (4,3) tyrion", "N1 t_dog green (4,4)", "N4 t_dog green (3,3)")
    table = place(*units, CAPTAIN, cards_north="SB01", solo=None, types=LONE).do("morale_up")
    table.strike("N1", "S1", "BB").do("choose_counterattack yes", "counterattack GG")
    table.do("choose_forced_kind card").strike("S1", "N4", "GG")
    assert table.asks == "choose_forced_kind"
    assert "token" in kinds(leave(table.do("choose_forced_kind token")))
    assert "lead" not in kinds(table)


@pytest.mark.rule("WD2.32")
def test_wd2_32_by_parting_blow() -> None:
    units = ("S1 t_inf green (4,3) tyrion", "N1 t_dog green (4,4)", CAPTAIN)
    table = place(*units, cards_north="SB01", solo=None, types=LONE).strike("S1", "N1", "BB")
    table.order("N1").do("choose_move N1 (4,5)", "parting_blow GG")
    assert (table.at("N1"), table.asks) == (None, "choose_forced_kind")
    table.do("choose_forced_kind card").do("morale_up")
    assert kinds(table) == {"lead", "pass"}


# Tyrion escapes.

RING = ("(3,3)", "(5,3)", "(5,4)", "(5,2)", "(4,2)")


def caught(*units: str, rolls: str = "GGM", by: str = "t_inf blue", **more: Any) -> Table:
    """N1 at (4,4) attacks Tyrion, alone at (4,3); green cavalry is hit by G."""
    table = place(IMP, f"N1 {by} (4,4)", *units, solo=1, types=ALONE, **more)
    return table.strike("N1", "S1", rolls)


def flight(table: Table) -> set[str]:
    table.do("choose_commit tyrion yes")
    return set(table.options("choose_effect_hex"))


@pytest.mark.rule("WD2.35")
def test_wd2_35_escape_from_an_attack() -> None:
    table = caught()
    assert (table.asks, table.state.current_player()) == ("choose_commit", 0)
    assert len(flight(table)) == 16
    table.do("choose_effect_hex (6,3)")
    assert (table.at("S1"), table.figures("S1")) == ((6, 3), 1)
    assert (table.partner("S1"), table.partner("N1")) == (None, None)
    assert (committed(table), table.asks, table.see["vp"]) == (True, "choose_turn_action", [0, 0])


@pytest.mark.rule("WD2.35")
def test_wd2_35_may_be_declined() -> None:
    table = caught().do("choose_commit tyrion no")
    assert (table.at("S1"), table.see["vp"]) == (None, [0, 1])


@pytest.mark.rule("WD2.35")
def test_wd2_35_not_when_one_hit_captures_nobody() -> None:
    table = caught(rolls="GBB")
    assert (table.asks, table.figures("S1")) == ("choose_turn_action", 1)


@pytest.mark.rule("WD2.35")
@pytest.mark.rule("W9.7")
def test_wd2_35_no_pursuit_of_the_attacker() -> None:
    assert caught(by="t_cav blue").do("choose_commit tyrion no").asks == "choose_pursue_move"
    table = caught(by="t_cav blue")
    flight(table)
    assert table.do("choose_effect_hex (4,1)").asks == "choose_turn_action"


@pytest.mark.rule("WD2.35")
def test_wd2_35_figures_lost_stay_lost() -> None:
    table = place(IMP, "N1 t_cav red (4,4)", solo=1).strike("N1", "S1", "GGGV")
    flight(table)
    assert table.do("choose_effect_hex (4,1)").figures("S1") == 1


@pytest.mark.rule("WD2.35")
def test_wd2_35_terrain_does_not_limit_the_flight() -> None:
    blocked = [f"N{n} t_inf blue {at}" for n, at in enumerate(RING[2:], 2)]
    terrain = {(3, 3): "forest", (5, 3): "river", (6, 3): "hill", (2, 3): "river"}
    found = flight(caught(*blocked, terrain=terrain))
    assert {"(3,3)", "(6,3)"} <= found
    assert not {"(5,3)", "(2,3)", "(5,2)", "(5,1)"} & found


@pytest.mark.rule("WD2.35")
def test_wd2_35_units_bar_the_way() -> None:
    blocked = [f"N{n} t_inf blue {at}" for n, at in enumerate(RING[1:], 2)]
    found = flight(caught(*blocked))
    assert found == {"(3,3)", "(2,3)", "(3,4)", "(3,2)"}


@pytest.mark.rule("WD2.35")
def test_wd2_35_fire_bars_the_way() -> None:
    blocked = [f"N{n} t_inf blue {at}" for n, at in enumerate(RING[1:4], 2)]
    burner = "N8 lannisport_guards blue (3,2) gregor_reaver"
    terrain = {(3, 3): "forest", (4, 2): "forest"}
    table = place(IMP, "N1 t_inf blue (4,4)", *blocked, burner, solo=1, types=ALONE,
                  terrain=terrain)  # fmt: skip
    table.do("choose_commit gregor_reaver yes")
    table.do("choose_effect_hex (3,3)").strike("N1", "S1", "GGM")
    assert flight(table) == {"(4,2)", "(3,1)", "(4,1)"}


@pytest.mark.rule("WD2.35")
def test_wd2_35_not_without_an_empty_hex() -> None:
    blocked = [f"N{n} t_inf blue {at}" for n, at in enumerate(RING, 2)]
    table = caught(*blocked)
    assert (table.asks, table.at("S1")) == ("choose_turn_action", None)


@pytest.mark.rule("W2.11")
@pytest.mark.rule("WD2.35")
def test_wd2_35_once_in_a_battle() -> None:
    table = caught("N2 t_inf blue (4,1)")
    flight(table)
    table.do("choose_effect_hex (4,2)").strike("N2", "S1", "GGB")
    assert (table.asks, table.at("S1")) == ("choose_turn_action", None)


@pytest.mark.rule("WD2.35")
def test_wd2_35_escape_from_a_counterattack() -> None:
    table = place(IMP, "N1 t_stal blue (4,4)", types=ALONE).strike("S1", "N1", "GG")
    table.do("choose_counterattack yes", "counterattack GGM")
    flight(table)
    table.do("choose_effect_hex (6,3)")
    assert (table.at("S1"), table.partner("N1"), table.unit("S1")["active"]) == (
        (6, 3),
        None,
        False,
    )
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD2.35")
@pytest.mark.rule("W7.60")
def test_wd2_35_escape_from_a_parting_blow() -> None:
    table = place(IMP, "N1 t_inf blue (4,4)", types=ALONE).strike("S1", "N1", "RR")
    table.do("morale_rally S1").order("S1").do("choose_move S1 (8,3)", "parting_blow GGR")
    flight(table)
    table.do("choose_effect_hex (5,3)")
    assert (table.at("S1"), table.figures("S1"), table.partner("N1")) == ((5, 3), 1, None)
    assert not table.options("choose_move S1")


@pytest.mark.rule("WD2.35")
@pytest.mark.rule("W8.13")
def test_wd2_35_escape_from_a_failed_retreat() -> None:
    blocked = ("N2 t_inf red (4,2)", "N3 t_inf red (5,2)")
    table = caught(*blocked, rolls="GMB")
    flight(table)
    table.do("choose_effect_hex (6,3)")
    assert (table.at("S1"), table.figures("S1")) == ((6, 3), 1)


WEAK: dict[str, Any] = {"commanders": [{**_commander("tyrion"), "capture_rating": 1}]}


@pytest.mark.rule("WD2.35")
@pytest.mark.rule("W8.5")
def test_wd2_35_escape_from_a_card() -> None:
    boss: dict[str, Any] = {"commanders": [*WEAK["commanders"], _commander("n1")]}
    table = place(IMP, "N1 t_stal blue (4,6) n1", cards_north="LL31", morale=-3, solo=1,
                  types=ALONE, options={"hound_targets": "unordered"}, **boss)  # fmt: skip
    table.lead("LL31", "n1", "N1", tactic=None).do("choose_tactic yes", "uncontrolled VV")
    assert (table.asks, table.state.current_player()) == ("choose_commit", 0)
    flight(table)
    assert table.do("choose_effect_hex (6,3)").at("S1") == (6, 3)


@pytest.mark.rule("WD2.35")
@pytest.mark.rule("W3.44")
def test_wd2_35_escape_from_fire() -> None:
    burner = "S2 lannister_heavy_infantry red (6,3) gregor_reaver"
    who: dict[str, Any] = {"commanders": [*WEAK["commanders"], _commander("gregor_reaver")]}
    terrain = {(4, 3): "forest", (5, 3): "building"}
    table = place(IMP, burner, terrain=terrain, types=ALONE, **who)
    table.order("S2").stay().do("choose_attack S2 scorch (5,3)", "scorch GGGG")
    while table.see["round"] < 3 and table.asks != "choose_commit":
        table.go(next(x for x in table.options() if x == "pass" or x.endswith("none")))
    assert (table.asks, table.state.current_player()) == ("choose_commit", 0)
    flight(table)
    table.do("choose_effect_hex (4,1)")
    assert (table.at("S1"), table.figures("S1")) == ((4, 1), 1)


# Sandor


@pytest.mark.rule("WD2.24")
@pytest.mark.parametrize("token", "GRMV")
def test_sandor_any_token_orders_his_unit(token: str) -> None:
    units = ("S1 lannisport_guards blue (4,3) sandor", "S2 t_inf blue (5,3)")
    table = place(*units, pool=token)
    assert (f"token {token} S1" in table.options()) is (token == "V")
    table.do("choose_commit sandor yes")
    assert table.options(f"token {token} ")[:1] == ["S1"]
    assert ("S2" in table.options(f"token {token} ")) is (token == "V")
    table.do(f"token {token} S1")
    assert table.unit("S1")["ordered"]
    assert not any(table.see["pools"][0].values())


@pytest.mark.rule("WD2.24")
def test_sandor_until_the_command_phase_ends_if_active() -> None:
    table = place("S1 lannisport_guards blue (4,3) sandor").do("choose_commit sandor yes")
    table.do("token G S1").end()
    assert not [x for x in table.options("token") if x.endswith("S1")]
    table.do("morale_rally S1").do("token R S1").end().do("pass")
    while table.see["round"] == 1:
        table.go(table.options()[-1])
    if table.state.current_player() == 1:
        table.go("pass")
    assert set(table.options("token")) & {"B S1", "V S1"}
    assert not set(table.options("token")) & {"G S1", "R S1", "M S1"}
    assert not table.options("choose_commit")


@pytest.mark.rule("W9.22")
def test_sandor_is_fearsome() -> None:
    units = ("S1 lannisport_guards blue (4,3) sandor", "N1 t_inf blue (4,4)", "S2 t_inf red (5,4)")
    table = place(*units, solo=None).strike("S1", "N1", "RRR").order("N1")
    assert table.moves("N1") == set()
    assert table.targets("N1") == ["S1"]
    table = place(*units[:2]).strike("S1", "N1", "MGG")
    for _ in range(2):
        table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert (table.unit("N1")["r"], table.figures("N1")) == (6, 4)


@pytest.mark.rule("WD2.32")
@pytest.mark.parametrize(("pool", "used", "token"), [("M", False, False), ("GM", True, True)])
def test_wd2_32_a_morale_token_alone(pool: str, used: bool, token: bool) -> None:
    units = ("N1 casterly_rock_cavaliers blue (4,4) tyrion", "S1 t_dog green (4,3)",
             "S2 t_stal red (7,2) s1")  # fmt: skip
    table = place(*units, cards="SB01", pool=pool, solo=None, types=LONE, momentum=int(not used))
    if used:
        table.do("token G S9").end()
    table.strike("N1", "S1", "GBB")
    assert ("token" in table.options("choose_forced_kind")) is token


@pytest.mark.rule("WD2.24")
@pytest.mark.rule("WD2.32")
def test_wd2_32_commits_are_no_turn_actions() -> None:
    units = (IMP, "N1 t_dog green (4,4)", "N2 war_host blue (7,6) eddard")
    table = place(*units, cards_north="SB01", solo=None, types=LONE).strike("S1", "N1", "GG")
    leave(table.do("choose_forced_kind card"))
    assert kinds(table) == {"choose_commit", "lead", "pass"}
    table.do("choose_commit eddard yes")
    assert kinds(table) == {"lead", "pass"}


@pytest.mark.rule("W6.8")
@pytest.mark.rule("WD2.35")
def test_wd2_35_he_takes_the_objective_he_flees_to() -> None:
    goal = {"c": 6, "r": 3, "owner": 1, "kind": "location", "marker": True}
    table = caught(objectives=[goal]).do("choose_commit tyrion yes")
    assert table.do("choose_effect_hex (6,3)").hex(6, 3)["objective"] == 0
