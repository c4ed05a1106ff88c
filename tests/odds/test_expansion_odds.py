"""Exact odds of the expansions: the calculator, the core and a slow enumeration agree.

Rules: W14.56 to W14.64, WD14.40 to WD14.56.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pysim.odds import Attack, attack_odds
from tests.rules.westeros.positions import Table, place, spread

F = Fraction
DIE = "GGGBBRMV"
LANCERS = "last_hearth_lancers"


def chance(dice: int, wanted: Callable[[tuple[str, ...]], bool]) -> F:
    """Return the chance that a roll of this many dice is as wanted, by counting all rolls."""
    rolls = list(product(DIE, repeat=dice))
    return F(sum(map(wanted, rolls)), len(rolls))


def left(table: Table) -> tuple[int, bool]:
    """Figures of the target, and whether it owes a retreat or has moved."""
    if table.at("N1") is None:
        return 0, False
    return table.figures("N1"), table.asks == "choose_retreat_hex" or table.at("N1") != (4, 4)


def core(attacker: str, target: str, *others: str, mode: str = "melee", **more: Any) -> Any:
    """Return the exact chances of figures lost in the core; N1 stands at (4,4)."""
    formation = {**more}.pop("formation", "")
    more.pop("formation", None)
    table = place(f"S1 {attacker}", f"N1 {target} (4,4)", *others, **more).order("S1")
    if table.asks == "choose_formation":
        table.do(f"choose_formation S1 {formation}")
    return spread(table.stay(), f"choose_attack S1 {mode} N1", left)


def calculated(attack: Attack) -> dict[tuple[int, bool], F]:
    """Return the same from the calculator."""
    found: dict[tuple[int, bool], F] = {}
    for outcome, part in attack_odds(attack).chances.items():
        key = (attack.figures - outcome.losses, outcome.retreat > 0)
        if outcome.eliminated:
            key = (0, False)
        found[key] = found.get(key, F()) + part
    return {key: part for key, part in found.items() if part}


@pytest.mark.rule("WD14.40", "WD14.41", "WD14.54", "W14.44", "W9.24", "W9.26")
@pytest.mark.parametrize(
    ("attacker", "target", "odds", "more"),
    [
        ("war_host blue (4,3)", "lannisport_guards green", {"dice": 3, "target_rank": "green"}, {}),
        (
            "winterfell_riders red (4,3)",
            "lannister_heavy_infantry blue",
            {"dice": 4, "heavy_armor": True, "attacker_class": "cavalry"},
            {},
        ),
        (
            "brax_pikemen blue (4,3)",
            "t_cav green",
            {"dice": 5, "target_rank": "green", "target_class": "cavalry", "figures": 3},
            {"formation": "hedgehog", "setup": ["choose_formation S1 hedgehog"]},
        ),
        (
            "brax_pikemen red (4,3)",
            "t_inf blue",
            {"dice": 2},
            {"formation": "pike_square", "setup": ["choose_formation S1 hedgehog"]},
        ),
        (
            f"{LANCERS} blue (4,3)",
            "t_inf blue",
            {"dice": 3, "wedge": True, "attacker_class": "cavalry"},
            {"formation": "wedge", "setup": ["choose_formation S1 line"]},
        ),
        (
            f"{LANCERS} blue (4,3)",
            "t_inf blue",
            {"dice": 4, "attacker_class": "cavalry"},
            {"formation": "line", "setup": ["choose_formation S1 wedge"]},
        ),
    ],
)
def test_melee_odds_of_core_and_calculator(
    attacker: str, target: str, odds: dict[str, Any], more: dict[str, Any]
) -> None:
    made = Attack(**{"target_rank": "blue", **odds})
    assert core(attacker, target, **more) == calculated(made)


@pytest.mark.rule("W14.20", "W9.41", "W9.42", "W9.44")
@pytest.mark.parametrize("formation", ["line", "wedge"])
@pytest.mark.parametrize("rank", ["green", "blue", "red"])
def test_shots_at_a_loose_formation(formation: str, rank: Any) -> None:
    setup = [f"choose_formation N1 {formation}"]
    found = core("t_bow red (4,2)", f"{LANCERS} {rank}", mode="ranged", setup=setup)
    made = Attack(
        dice=3,
        target_rank=rank,
        target_class="cavalry",
        attacker_class="ranged",
        figures=3,
        mode="ranged",
        loose=True,
    )
    assert found == calculated(made)


@pytest.mark.rule("W3.35", "W3.31")
@pytest.mark.parametrize(("side", "more"), [("tower", {"tower": True}), ("barracks", {"cover": 1})])
def test_shots_at_an_outpost(side: str, more: dict[str, Any]) -> None:
    setup = [f"choose_outpost_side N1 {side}"]
    land = {(4, 4): "outpost"}
    found = core("t_bow red (4,2)", "t_inf blue", mode="ranged", setup=setup, terrain=land)
    made = Attack(
        dice=3, target_rank="blue", attacker_class="ranged", figures=4, mode="ranged", **more
    )
    assert found == calculated(made)


@pytest.mark.rule("W14.64", "W9.22")
def test_w14_64_retreat_before_a_fearsome_unit() -> None:
    kinds = {"t_inf": {"keywords": [["fearsome", 0]]}, "t_adv": {"figures": 9}}
    table = place("S1 t_inf blue (4,1)", "N1 t_adv red (4,2)", types=kinds).order("S1").stay()

    def hexes(after: Table) -> int:
        while after.asks == "choose_retreat_hex":
            after.do("choose_retreat_hex " + min(after.options("choose_retreat_hex")))
        place_now = after.at("N1")
        assert place_now is not None
        return place_now[1] - 2

    found = spread(table, "choose_attack S1 melee N1", hexes)
    assert found == {0: F(343, 512), 2: F(147, 512), 4: F(21, 512), 6: F(1, 512)}


@pytest.mark.rule("WD14.53", "W9.20")
@pytest.mark.parametrize(("colour", "dice", "wanted"), [("none", 2, "7/16"), ("R", 4, "175/256")])
def test_wd14_53_enumerated(colour: str, dice: int, wanted: str) -> None:
    assert chance(dice, lambda roll: "R" in roll or "V" in roll) == F(wanted)
    table = place("S1 clegane_crossbowmen green (4,2)", "N1 t_inf red (4,4)").order("S1").stay()
    table.do("choose_attack S1 ranged N1")
    found = spread(table, f"choose_aimed_shot {colour}", lambda x: x.figures("N1") < 4)
    assert found[True] == F(wanted)


@pytest.mark.rule("W14.59", "W5.6", "W2.1")
def test_w14_59_four_order_dice() -> None:
    waiting = place("S1 brax_pikemen blue (4,3)", setup=["choose_formation S1 hedgehog"], tokens=4)
    table = Table(waiting.state.game.new_initial_state(1))
    pair = valor = F()
    for after, part in table.outcomes("choose_formation S1 hedgehog"):
        pool = after.see["pools"][0]
        pair += part * (max(pool.values()) >= 2)
        valor += part * (pool["V"] >= 1)
    assert (pair, valor) == (F(443, 512), F(1695, 4096))


@pytest.mark.rule("WD14.56")
def test_wd14_56_a_valor_among_five_dice() -> None:
    units = ("S1 vance_wayfarers blue (4,3) marq", "S2 t_inf blue (5,3)")
    table = place(*units, cards="AL11 AL13 AL15", pool="BBMGR")
    table.lead("AL11", "marq", "S1", tactic=None).do("choose_tactic yes")

    def valor(after: Table) -> bool:
        while after.asks == "choose_token_source":
            source = next(x for x in after.options("choose_token_source") if "supply" in x)
            after.do(f"choose_token_source {source}")
        assert sum(after.see["pools"][0].values()) == 10
        return bool(after.see["pools"][0]["V"])

    # The second card is forced, so all five dice are rolled at once.
    found = spread(table, "choose_discard_card AL13", valor)
    assert found[True] == F(15961, 32768) == chance(5, lambda roll: "V" in roll)


@pytest.mark.rule("WD14.55")
def test_wd14_55_a_die_that_takes_off_a_green_token() -> None:
    # Morale is rolled again, so every die shows G or V with 4/7.
    assert 1 - F(3, 7) ** 5 == F(16564, 16807)
