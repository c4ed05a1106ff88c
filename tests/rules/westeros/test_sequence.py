"""Chapter 5: rounds, turns, tokens, orders, the Regroup phase."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import Table, place


@pytest.mark.rule("W14.6")
@pytest.mark.rule("W5.16")
def test_w14_6_tokens_and_units() -> None:
    table = place("S1 t_inf blue (3,2)", "S2 t_inf red (5,2)")
    texts = table.options()
    assert "token G S1" not in texts
    assert {"token B S1", "token V S1", "token_pair G S1", "token R S2", "token_pair M S2"} <= set(
        texts
    )
    assert {"morale_up", "pass"} <= set(texts)
    assert not table.options("morale_rally")


@pytest.mark.rule("W5.16")
def test_w5_16_tokens_are_spent() -> None:
    table = place("S1 t_inf blue (3,2)", "S2 t_inf blue (5,2)")
    before = table.see["pools"][0]
    table.do("token B S1").end().do("token_pair G S2").end().do("morale_up")
    after = table.see["pools"][0]
    assert {k: before[k] - after[k] for k in "GBRMV"} == {"G": 2, "B": 1, "R": 0, "M": 1, "V": 0}


@pytest.mark.rule("W5.17")
@pytest.mark.rule("W14.6")
def test_w5_17_inactive_units_are_rallied_and_ordered_again() -> None:
    table = place("S1 t_inf blue (3,2)").order("S1").end()
    assert not table.unit("S1")["active"]
    assert not [x for x in table.options("token") if x.endswith("S1")]
    table.do("morale_rally S1")
    assert table.unit("S1")["active"]
    assert table.see["depth"] == [1, 0]
    assert "token_pair G S1" in table.options()


@pytest.mark.rule("W5.9")
def test_w5_9_limits_of_morale_actions() -> None:
    table = place("S1 t_inf blue (3,2)", morale=10)
    assert "morale_up" not in table.options()
    table = place("S1 t_inf blue (3,2)", morale=-10).order("S1").end()
    assert not table.options("morale_rally")
    table = place("S1 t_inf blue (3,2)", morale=-9).order("S1").end().do("morale_rally S1")
    assert table.see["depth"] == [10, 0]


@pytest.mark.rule("W5.8")
def test_w5_8_turns_alternate_until_a_pass() -> None:
    table = place("S1 t_inf blue (3,2)", "N1 t_inf blue (3,6)", solo=None)
    assert table.state.current_player() == 0
    table.do("morale_up")
    assert table.state.current_player() == 1
    table.do("morale_up").do("pass")
    for _ in range(2):
        assert table.state.current_player() == 1
        table.order("N1" if table.unit("N1")["active"] else "N9").end()
    table.go("pass")
    assert table.asks in ("choose_keep_token", "choose_turn_action")


@pytest.mark.rule("W5.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_w5_2_momentum_begins_round_one(seat: int) -> None:
    table = place("S1 t_inf blue (3,2)", solo=None, momentum=seat)
    assert (table.see["first_player"], table.state.current_player()) == (seat, seat)


@pytest.mark.rule("W14.5")
@pytest.mark.rule("W5.1")
@pytest.mark.parametrize(("uses", "first"), [((1, 0), 1), ((1, 1), 0), ((0, 1), 0)])
def test_w14_5_advantage(uses: tuple[int, int], first: int) -> None:
    units = ("S1 t_stal blue (3,2) s1", "N1 t_stal blue (3,6) n1")
    table = place(*units, solo=None, cards="SB01", cards_north="LB01", momentum=0)
    for seat, used in enumerate(uses):
        if used:
            table.do(f"lead {'SL'[seat]}B01 {'sn'[seat]}1").end()
        else:
            table.do("morale_up")
    assert table.see["command_tokens"] == [5 - uses[0], 5 - uses[1]]
    table.do("pass").go("pass")
    while table.see["round"] == 1:
        table.go(table.options()[-1])
    assert table.see["first_player"] == first
    assert table.see["command_tokens"] == [5, 5]
    assert [c["tokens"] for c in table.see["commanders"]] == [0, 0]


@pytest.mark.rule("W14.7")
@pytest.mark.rule("W5.20")
def test_w14_7_command_limit() -> None:
    table = place("S1 war_host blue (3,2) maege", "S2 t_inf blue (4,2)", cards="SB01 SB05")
    table.do("lead SB01 maege")
    assert table.see["command_tokens"][0] == 4
    assert table.see["commanders"][0]["tokens"] == 1
    table.do("choose_ordered_unit S2")
    if table.asks == "choose_ordered_units":
        table.do("end_ordered_units")
    table.end()
    assert table.unit("S1")["active"]
    assert not table.options("lead")
    assert table.see["discards"][0] == {"SB01": 1}


@pytest.mark.rule("W5.21")
@pytest.mark.rule("W3.7")
def test_w5_21_candidates_are_active_units_within_two() -> None:
    units = (
        "S1 t_stal blue (4,3) s1",
        "S2 t_inf blue (6,3)",
        "S3 t_inf blue (7,3)",
        "S4 t_inf red (3,5)",
    )
    table = place(*units, cards="SB05").order("S2").end().do("lead SB05 s1")
    assert table.options("choose_ordered_unit") == ["S1", "S4"]


@pytest.mark.rule("W5.20")
def test_w5_20_no_command_token_no_card() -> None:
    houses = [
        {"id": h, "edge": h, "morale_end": "rout", "order_rating": 20, "leadership_rating": 1,
         "command_tokens": 0}
        for h in ("south", "north")
    ]  # fmt: skip
    table = place("S1 t_stal blue (4,3) s1", cards="SB01", houses=houses)
    assert not table.options("lead")


@pytest.mark.rule("W5.30")
def test_w5_30_all_moves_before_the_first_attack() -> None:
    units = ("S1 t_stal blue (4,3) s1", "S2 t_inf blue (3,3)", "N1 t_inf blue (4,4)")
    table = place(*units, cards="SB01").do("lead SB01 s1")
    table.do("choose_ordered_unit S1").do("choose_ordered_unit S2")
    assert not table.options("choose_attack")
    table.do("choose_move S2 (3,4)").attack("S1", "N1", "GGG")
    assert not table.options("choose_move")
    assert table.targets("S2") == ["N1"]
    assert not table.unit("S1")["active"]
    assert table.unit("S2")["active"]


@pytest.mark.rule("W5.33")
def test_w5_33_units_that_do_not_attack_become_inactive() -> None:
    table = place("S1 t_inf blue (3,2)").order("S1").do("choose_move S1 (4,2)")
    assert not table.end().unit("S1")["active"]


@pytest.mark.rule("W5.5")
def test_w5_5_rally_phase() -> None:
    table = place("S1 t_inf blue (3,2)").order("S1").end().go("pass")
    while table.see["round"] == 1:
        table.go(table.options()[-1])
    assert table.unit("S1")["active"]


@pytest.mark.rule("W5.43")
def test_w5_43_one_token_and_one_card_may_be_kept() -> None:
    table = place("S1 t_stal blue (3,2) s1", cards="SB01 SB05", solo=None).do("pass").do("pass")
    assert (table.asks, table.state.current_player()) == ("choose_keep_token", 0)
    assert set(table.options("choose_keep_token")) == {"G", "B", "R", "M", "V", "none"}
    table.do("choose_keep_token V")
    assert table.see["pools"][0] == {"G": 0, "B": 0, "R": 0, "M": 0, "V": 1}
    assert set(table.options("choose_keep_card")) == {"SB01", "SB05", "none"}
    table.do("choose_keep_card SB05")
    assert table.see["hands"][0] == {"SB05": 1}
    assert table.see["discards"][0] == {"SB01": 1}
    assert (table.asks, table.state.current_player()) == ("choose_keep_token", 1)


@pytest.mark.rule("W5.6")
@pytest.mark.rule("W5.7")
def test_w5_6_new_tokens_and_cards_are_added() -> None:
    table = place("S1 t_stal blue (3,2) s1", cards="SB01 SB05", solo=None).do("pass").do("pass")
    table.do("choose_keep_token V").do("choose_keep_card SB05").go("choose_keep_token none")
    while table.see["round"] == 1:
        table.go(table.options()[-1])
    assert [sum(pool.values()) for pool in table.see["pools"]] == [21, 20]
    assert table.see["hands"][0] == {"SB01": 1, "SB05": 1}


@pytest.mark.rule("W2.16")
@pytest.mark.rule("W13.8")
def test_w2_16_ten_tokens_of_a_kind() -> None:
    def most(unlimited: bool) -> int:
        houses = [
            {"id": h, "edge": h, "morale_end": "rout", "order_rating": 20, "leadership_rating": 0,
             "command_tokens": 0}
            for h in ("south", "north")
        ]  # fmt: skip
        table = place(
            "S1 t_inf blue (3,2)", solo=None, tokens=19, houses=houses,
            options={"unlimited_order_tokens": unlimited},
        )  # fmt: skip
        pools = table.see["pools"]
        return max(pools[0][kind] + pools[1][kind] for kind in "GBRMV")

    assert most(False) == 10
    assert most(True) > 10


@pytest.mark.rule("W14.14")
@pytest.mark.rule("W8.25")
@pytest.mark.parametrize(
    ("depth", "rest"), [(5, 3), (9, 7), (2, 0), (10, 10), (0, 0), (3, 3), (7, 7)]
)
@pytest.mark.parametrize("side", [-1, 1])
def test_w14_14_recovery(depth: int, rest: int, side: int) -> None:
    houses = [
        {"id": h, "edge": h, "morale_end": "11", "order_rating": 0, "leadership_rating": 0,
         "command_tokens": 0}
        for h in ("south", "north")
    ]  # fmt: skip
    table = place(
        "S1 t_inf blue (3,2)", tokens=0, solo=None, morale=side * depth, houses=houses, rounds=9
    )
    # Without tokens and cards passing is the only choice, so all rounds have been played.
    assert table.see["depth"][0 if side < 0 else 1] == rest
    assert table.state.is_terminal()


@pytest.mark.rule("W14.29")
@pytest.mark.rule("W8.24")
def test_w14_29_rout_waits_for_the_regroup_phase() -> None:
    def drop() -> Table:
        frail = {"t_dog": {"figures": 1}}
        units = ("S1 t_dog red (3,2)", "N1 t_inf blue (3,3)")
        table = place(*units, solo=None, morale=-8, types=frail, momentum=1)
        return table.strike("N1", "S1", "RRR")

    table = drop()
    assert table.see["depth"] == [10, 0]
    assert not table.state.is_terminal()
    saved = table.copy().do("morale_up")
    assert saved.see["depth"] == [9, 0]
    saved.do("pass").do("pass")
    while saved.see["round"] == 1:
        saved.go(saved.options()[-1])
    assert saved.see["depth"] == [7, 0]
    table.do("pass").do("pass")
    assert (table.state.winner(), table.state.way()) == (1, "rout")


@pytest.mark.rule("W13.5")
def test_w13_5_rout_at_once() -> None:
    frail = {"t_dog": {"figures": 1}}
    units = ("S1 t_dog red (3,2)", "N1 t_inf blue (3,3)")
    options = {"regroup_rout": False}
    table = place(*units, solo=None, morale=-8, types=frail, momentum=1, options=options)
    table.strike("N1", "S1", "RRR")
    assert (table.state.winner(), table.state.way()) == (1, "rout")
