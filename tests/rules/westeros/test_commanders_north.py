"""Data part, section 2.4: Smalljon Umber and Galbart Glover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

LONE = {"t_dog": {"figures": 1}}


def names(table: Table, start: str) -> set[str]:
    return set(table.options(start))


def tokens(table: Table) -> dict[str, int]:
    return {c["id"]: c["tokens"] for c in table.see["commanders"]}


def active(table: Table, *numbers: str) -> list[bool]:
    return [table.unit(n)["active"] for n in numbers]


# Smalljon rallies and heals.


@pytest.mark.rule("WD14.21")
@pytest.mark.rule("WD2.34")
def test_wd14_21_three_units_active_and_healed() -> None:
    units = ("S1 last_hearth_lancers blue (4,3) smalljon", "S2 war_host blue (5,3)",
             "S3 winterfell_riders blue (3,3)", "N1 t_cav blue (4,4)",
             "N3 t_cav blue (2,3)")  # fmt: skip
    table = place(*units, solo=None, setup=["choose_formation S1 wedge"])
    table.order("S2").end().strike("N1", "S1", "BGG")
    table.order("S3").end().strike("N3", "S3", "BBG")
    table.order("S1").do("choose_formation S1 wedge").end().do("morale_up")
    assert [table.figures(n) for n in ("S1", "S2", "S3")] == [2, 4, 1]
    assert active(table, "S1", "S2", "S3") == [False, False, False]
    table.do("choose_commit smalljon yes")
    assert names(table, "choose_effect_unit") == {"S2", "S3", "none"}
    table.do("choose_effect_unit S2").do("choose_effect_unit S3")
    assert [table.figures(n) for n in ("S1", "S2", "S3")] == [3, 4, 2]
    assert active(table, "S1", "S2", "S3") == [True, True, True]
    assert table.see["commanders"][0]["committed"]
    assert (table.asks, table.state.current_player()) == ("choose_turn_action", 0)
    assert table.see["depth"] == [1, 0]  # North's morale token; the rally costs none


@pytest.mark.rule("WD2.24")
def test_smalljon_two_adjacent_units_at_most() -> None:
    units = ("S1 t_cav blue (4,3) smalljon", "S2 t_inf blue (5,3)", "S3 t_inf blue (3,3)",
             "S4 t_inf blue (4,4)", "S5 t_inf blue (6,3)")  # fmt: skip
    table = place(*units)
    for number in ("S1", "S2", "S3", "S4", "S5"):
        table.order(number).end()
    table.do("choose_commit smalljon yes")
    assert names(table, "choose_effect_unit") == {"S2", "S3", "S4", "none"}
    table.do("choose_effect_unit S2").do("choose_effect_unit S3")
    assert active(table, "S1", "S2", "S3", "S4", "S5") == [True, True, True, False, False]
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD2.24")
def test_smalljon_alone() -> None:
    units = ("S1 t_cav blue (4,3) smalljon", "S2 t_inf blue (5,3)")
    table = place(*units).order("S1").end().order("S2").end().do("choose_commit smalljon yes")
    table.do("choose_effect_unit none")
    assert active(table, "S1", "S2") == [True, False]


# Smalljon pursues after a counterattack.


def answered(unit: str = "t_stal blue", enemy: str = "t_inf blue", rolls: str = "MGG",
             *more: str, **given: Any) -> Table:  # fmt: skip
    """N1 at (4,4) has attacked S1 at (4,3) in vain and S1 strikes back."""
    table = place(f"S1 {unit} (4,3) smalljon", f"N1 {enemy} (4,4)", *more, solo=1, **given)
    table.strike("N1", "S1", "GGG")
    return table.do("choose_counterattack yes", f"counterattack {rolls}")


@pytest.mark.rule("WD2.39")
def test_wd2_39_into_the_hex_left_and_at_it_again() -> None:
    table = answered()
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert (table.asks, table.state.current_player()) == ("choose_pursue_move", 0)
    assert names(table, "choose_pursue_move") == {"(4,4)", "none"}
    table.do("choose_pursue_move (4,4)")
    assert set(table.options("choose_pursue_attack")) == {"S1 melee N1", "none"}
    table.do("choose_pursue_attack S1 melee N1", "attack BGG")
    assert (table.figures("N1"), table.at("S1")) == (3, (4, 4))
    assert (table.unit("S1")["active"], table.asks) == (True, "choose_turn_action")
    assert table.state.current_player() == 1


@pytest.mark.rule("WD2.39")
def test_wd2_39_after_an_elimination_too() -> None:
    table = answered("t_stal blue", "t_dog blue", "BGG", "N2 t_inf red (4,5)", types=LONE)
    assert table.at("N1") is None
    table.do("choose_pursue_move (4,4)").do("choose_pursue_attack S1 melee N2", "attack RGG")
    assert table.figures("N2") == 3


@pytest.mark.rule("WD2.39")
def test_wd2_39_it_may_be_declined() -> None:
    table = answered()
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    table.do("choose_pursue_move none")
    assert (table.at("S1"), table.asks) == ((4, 3), "choose_turn_action")


@pytest.mark.rule("WD2.39")
@pytest.mark.rule("W7.40")
def test_wd2_39_not_against_an_attacker_that_stands() -> None:
    assert answered(rolls="BGG").asks == "choose_turn_action"
    blocked = ("N2 t_inf red (3,5)", "N3 t_inf red (4,5)")
    stuck = answered("t_stal blue", "t_inf blue", "MGG", *blocked)
    assert (stuck.asks, stuck.figures("N1")) == ("choose_turn_action", 3)


@pytest.mark.rule("WD2.39")
def test_wd2_39_needs_stalwart() -> None:
    units = ("S1 last_hearth_lancers blue (4,3) smalljon", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1, setup=["choose_formation S1 wedge"]).strike("N1", "S1", "GGG")
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("WD2.39")
@pytest.mark.rule("W9.62")
def test_wd2_39_with_a_defend_token() -> None:
    kind = {"t_stal": {"keywords": [["defender", 0]]}}
    units = ("S1 t_stal blue (4,3) smalljon", "N1 t_inf blue (4,4)")
    table = place(*units, solo=None, types=kind).order("S1").end()
    assert table.unit("S1")["defend"]
    table.order("N1").stay().do("choose_attack N1 melee S1")
    table.do("choose_concurrent_counter no", "attack GGG")
    table.do("choose_counterattack yes", "counterattack MGG")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert names(table, "choose_pursue_move") == {"(4,4)", "none"}


@pytest.mark.rule("WD2.39")
def test_wd2_39_one_hex_whatever_the_unit_pursues_otherwise() -> None:
    kind = {"t_cav": {"keywords": [["stalwart", 0], ["pursue", 2]]}}
    table = answered("t_cav blue", types=kind)
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    assert names(table, "choose_pursue_move") == {"(4,4)", "none"}


# Galbart.

MEN = ("S1 t_inf blue (4,3) galbart", "S2 t_cav blue (5,3) smalljon", "S3 t_inf blue (3,3) rodrik",
       "S4 t_inf blue (4,2)", "S5 t_inf blue (5,2)", "S6 t_inf blue (4,4)")  # fmt: skip


def full(*, tokens_on: str = "galbart galbart", **more: Any) -> Table:
    """SB01 and SB07 have been played; SB05 and SB08 are left in hand."""
    table = place(*MEN, cards="SB01 SB07 SB05 SB08", **more)
    for card, leader, unit in zip(("SB01", "SB07"), tokens_on.split(), ("S4", "S5"), strict=True):
        table.lead(card, leader, unit).end()
    return table


def layout(table: Table, **wanted: int) -> Table:
    while table.asks == "choose_token_layout":
        name = table.options("choose_token_layout")[0].split()[0]
        table.do(f"choose_token_layout {name} {wanted[name]}")
    return table


@pytest.mark.rule("WD2.24")
def test_galbart_rearranges_the_tokens_and_leads() -> None:
    table = full()
    assert tokens(table) == {"galbart": 2, "smalljon": 0, "rodrik": 0}
    assert not [x for x in table.options("lead") if "galbart" in x]
    table.do("choose_commit galbart yes")
    layout(table, galbart=0, smalljon=1, rodrik=1)
    assert tokens(table) == {"galbart": 0, "smalljon": 1, "rodrik": 1}
    assert set(table.options()) == {"lead SB05 galbart", "lead SB08 galbart"}
    table.lead("SB05", "galbart", "S1", "S6")
    assert tokens(table) == {"galbart": 1, "smalljon": 1, "rodrik": 1}
    assert next(c["committed"] for c in table.see["commanders"] if c["id"] == "galbart")


@pytest.mark.rule("WD2.25")
@pytest.mark.rule("WD2.24")
def test_galbart_none_above_a_limit_and_himself_below_his() -> None:
    table = full(tokens_on="smalljon rodrik").do("choose_commit galbart yes")
    seen = set()

    def visit(here: Table) -> None:
        if here.asks != "choose_token_layout":
            seen.add(tuple(tokens(here).values()))
            return
        for option in here.options():
            visit(here.copy().do(option))

    visit(table)
    assert seen == {(0, 2, 0), (0, 1, 1), (0, 0, 2), (1, 1, 0), (1, 0, 1)}


@pytest.mark.rule("WD2.25")
def test_galbart_needs_a_token_and_a_card_to_lead() -> None:
    assert not place(*MEN, cards="SB01").options("choose_commit galbart")
    table = place(*MEN, cards="SB01").lead("SB01", "galbart", "S4").end()
    assert not table.options("choose_commit galbart")


@pytest.mark.rule("WD2.25")
def test_galbart_another_leads_without_his_commit() -> None:
    table = full(tokens_on="smalljon rodrik")
    assert "SB05 rodrik" in table.options("lead")
    assert table.lead("SB05", "rodrik", "S6").see["commanders"][0]["committed"] is False


@pytest.mark.rule("W9.2")
@pytest.mark.parametrize("face", "GBRV")
def test_galbart_heavy_armor(face: str) -> None:
    units = ("S1 t_inf blue (4,3) galbart", "N1 t_inf blue (4,4)")
    table = place(*units, solo=1).strike("N1", "S1", face * 3)
    assert table.figures("S1") == (1 if face in "RV" else 4)


@pytest.mark.rule("WD2.39")
@pytest.mark.rule("W9.62")
@pytest.mark.parametrize(
    ("attack", "counter", "pursues"),
    [("GGG", "MGG", True), ("MGG", "MGG", False), ("MMG", "MGG", False)],
)
def test_wd2_39_after_a_concurrent_counterattack(attack: str, counter: str, pursues: bool) -> None:
    kind = {"t_inf": {"keywords": [["defender", 0]]}}
    units = ("S1 t_inf blue (4,3) smalljon", "N1 t_cav blue (4,4)")
    table = place(*units, solo=None, types=kind).order("S1").end().order("N1").stay()
    table.do("choose_attack N1 melee S1")
    table.do("choose_concurrent_counter yes", f"attack {attack}", f"counterattack {counter}")
    while table.asks in ("choose_stalwart_ignore", "choose_retreat_hex"):
        table.do(table.options()[0])
    assert (table.asks == "choose_pursue_move" and table.state.current_player() == 0) is pursues


@pytest.mark.rule("W9.62")
@pytest.mark.rule("WD2.39")
def test_w9_62_the_token_is_gone_when_a_parting_blow_meets_the_pursuit() -> None:
    kind = {"t_stal": {"keywords": [["stalwart", 0], ["defender", 0]]}}
    units = ("S1 t_stal blue (4,3) smalljon", "N1 t_cav blue (4,4)", "N2 t_inf blue (3,3)")
    table = place(*units, "N8 t_inf blue (9,7)", solo=None, types=kind).strike("S1", "N2", "GGG")
    table.order("N8").end().do("morale_rally S1").order("N9").end().order("S1").end()
    assert table.unit("S1")["defend"]
    table.order("N1").stay().do("choose_attack N1 melee S1")
    table.do("choose_concurrent_counter yes", "attack GGG", "counterattack MGG")
    table.do("choose_flank_reroll none")
    table.do(f"choose_retreat_hex {table.options('choose_retreat_hex')[0]}")
    table.do("choose_pursue_move (4,4)", "parting_blow BGM")
    assert table.figures("S1") == 3
    table.do("choose_pursue_attack none")
    assert (table.at("S1"), table.asks) == ((4, 4), "choose_turn_action")


@pytest.mark.rule("W9.62")
@pytest.mark.rule("WD2.39")
def test_w9_62_the_retreat_is_settled_before_the_pursuit() -> None:
    kind = {"t_stal": {"keywords": [["stalwart", 0], ["defender", 0]]}, "t_dog": {"figures": 1}}
    units = ("S1 t_stal blue (4,3) smalljon", "N1 t_dog blue (4,4)")
    table = place(*units, solo=None, types=kind).order("S1").end().order("N1").stay()
    table.do("choose_attack N1 melee S1")
    table.do("choose_concurrent_counter yes", "attack MGG", "counterattack BBB")
    assert (table.at("N1"), table.asks) == (None, "choose_stalwart_ignore")
    assert table.do("choose_stalwart_ignore yes").asks == "choose_pursue_move"
