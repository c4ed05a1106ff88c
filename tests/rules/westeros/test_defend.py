"""Chapter 9.3: Defender, the defend token and the concurrent counterattack (W9.43, W9.60-W9.66)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place

MAIDENS = "mormont_shieldmaidens"
BARE = {MAIDENS: {"keywords": [["defender", 0]]}}
ALONE = {"figures": 1}
TRIPLE = {"who": 0, "points": 3, "when": "immediate", "condition": "enemy_unit_eliminated"}


def guarded(
    attacker: str = "t_inf blue (4,4)", *others: str, rank: str = "blue", **more: Any
) -> Table:
    """S1 at (4,3) has earned its token; N1 stands beside it, and North is in turn."""
    units = (f"S1 {MAIDENS} {rank} (4,3)", f"N1 {attacker}", *others)
    table = place(*units, solo=None, **more).order("S1").end()
    assert table.unit("S1")["defend"]
    return table


def counter(table: Table, attack: str, answer: str) -> Table:
    """N1 attacks S1, which strikes back at once."""
    table.order("N1").attack("N1", "S1")
    return table.do("choose_concurrent_counter yes", f"attack {attack}", f"counterattack {answer}")


@pytest.mark.rule("W9.60", "W9.43", "W5.35")
def test_w9_60_a_token_for_an_order_without_attack() -> None:
    table = place(f"S1 {MAIDENS} blue (4,3)", "S2 t_inf blue (6,3)", "N1 t_inf blue (4,4)")
    stay = table.copy().order("S1").stay()
    assert not stay.unit("S1")["defend"]
    assert stay.end().unit("S1")["defend"]
    moved = table.copy().order("S1").do("choose_move S1 (5,3)").end()
    assert moved.unit("S1")["defend"]
    struck = table.copy().strike("S1", "N1", "GGG")
    assert not struck.unit("S1")["defend"]
    assert not table.order("S2").end().unit("S2")["defend"]


@pytest.mark.rule("W9.60", "W5.33")
def test_w9_60_scorch_is_an_attack() -> None:
    kinds = {MAIDENS: {"keywords": [["defender", 0], ["scorch", 0]]}}
    table = place(f"S1 {MAIDENS} blue (4,3)", terrain={(5, 3): "forest"}, types=kinds)
    table.order("S1").stay().do("choose_attack S1 scorch (5,3)", "scorch BBB")
    assert not table.unit("S1")["defend"]


@pytest.mark.rule("W9.60", "W9.1")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_w9_60_a_token_after_an_advance_is_a_choice(answer: str) -> None:
    units = (f"S1 {MAIDENS} blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    table.do("choose_advance yes")
    assert sorted(table.options("choose_defend_token")) == ["no", "yes"]
    table.do(f"choose_defend_token {answer}")
    assert table.unit("S1")["defend"] == (answer == "yes")
    assert (table.at("S1"), table.asks) == ((4, 4), "choose_turn_action")


@pytest.mark.rule("W9.60")
def test_w9_60_no_token_without_the_advance() -> None:
    units = (f"S1 {MAIDENS} blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    table.do("choose_advance no")
    assert (table.asks, table.unit("S1")["defend"]) == ("choose_turn_action", False)


@pytest.mark.rule("W9.60", "W9.43")
def test_w9_60_an_advance_without_defender_earns_nothing() -> None:
    units = ("S1 t_adv blue (4,3)", "N1 t_dog blue (4,4)")
    table = place(*units, types={"t_dog": ALONE}).strike("S1", "N1", "BGG")
    assert table.do("choose_advance yes").asks == "choose_turn_action"


@pytest.mark.rule("W9.61", "W9.2")
@pytest.mark.parametrize(("rank", "faces"), [("green", "BV"), ("blue", "RV"), ("red", "R")])
@pytest.mark.parametrize("face", "GBRV")
def test_w9_61_heavy_armor(rank: str, faces: str, face: str) -> None:
    table = guarded("t_bow blue (4,5)", rank=rank).strike("N1", "S1", face * 2, mode="ranged")
    assert table.figures("S1") == (2 if face in faces else 4)


@pytest.mark.rule("W9.61", "W9.44")
def test_w9_61_heavy_armor_counts_once() -> None:
    kinds = {MAIDENS: {"keywords": [["defender", 0], ["heavy_armor", 0]]}}
    table = guarded("t_bow blue (4,5)", rank="green", types=kinds)
    assert table.strike("N1", "S1", "BB", mode="ranged").figures("S1") == 2


@pytest.mark.rule("W9.61", "W9.8", "W7.24")
def test_w9_61_stalwart_ignores_and_answers() -> None:
    table = guarded().order("N1").attack("N1", "S1")
    table.do("choose_concurrent_counter no", "attack MGG").do("choose_stalwart_ignore yes")
    assert (table.at("S1"), table.asks) == ((4, 3), "choose_counterattack")
    table.do("choose_counterattack yes", "counterattack BBG")
    assert (table.figures("N1"), table.unit("S1")["defend"]) == (2, True)


@pytest.mark.rule("W9.62", "W7.13")
def test_w9_62_asked_for_melee_only_and_with_a_token_only() -> None:
    table = guarded().order("N1").attack("N1", "S1")
    assert (table.asks, table.state.current_player()) == ("choose_concurrent_counter", 0)
    bow = guarded("t_bow blue (4,4)").strike("N1", "S1", "GG", mode="ranged")
    assert bow.asks == "choose_turn_action"
    none = place(f"S1 {MAIDENS} blue (4,3)", "N1 t_inf blue (4,4)", solo=1)
    assert none.strike("N1", "S1", "GGG").asks == "choose_turn_action"
    stalwart = place("S1 t_stal blue (4,3)", "N1 t_inf blue (4,4)", solo=1)
    assert stalwart.strike("N1", "S1", "GGG").asks == "choose_counterattack"


@pytest.mark.rule("W14.24", "W9.62", "W9.61", "W7.43")
def test_w14_24_concurrent_counterattack() -> None:
    table = counter(guarded(), "RMM", "BGM")
    assert (table.figures("S1"), table.figures("N1")) == (3, 3)
    assert (table.asks, table.state.current_player()) == ("choose_stalwart_ignore", 0)
    ignored = table.copy().do("choose_stalwart_ignore yes")
    assert (ignored.at("S1"), ignored.at("N1")) == ((4, 3), (4, 4))
    assert not ignored.unit("S1")["defend"]
    assert ignored.asks == "choose_turn_action"
    driven = table.do("choose_stalwart_ignore no").do("choose_retreat_hex (4,2)")
    assert (driven.at("S1"), driven.at("N1"), driven.asks) == (
        (4, 2),
        (4, 4),
        "choose_turn_action",
    )
    assert not driven.unit("S1")["defend"]


@pytest.mark.rule("W9.62", "W7.24")
def test_w9_62_no_second_counterattack() -> None:
    table = counter(guarded(), "GGG", "GGG")
    assert (table.asks, table.unit("S1")["defend"]) == ("choose_turn_action", False)
    assert table.partner("S1") == "N1"


@pytest.mark.rule("W9.62")
def test_w9_62_the_side_with_fewer_results_retreats_by_the_difference() -> None:
    table = counter(guarded(), "MGG", "MMM")
    assert table.state.current_player() == 1
    table.do("choose_retreat_hex (4,5)").do("choose_retreat_hex (4,6)")
    assert (table.at("N1"), table.at("S1")) == ((4, 6), (4, 3))
    assert table.asks == "choose_turn_action"
    even = counter(guarded(), "MMG", "MMG")
    assert (even.at("N1"), even.at("S1"), even.partner("S1")) == ((4, 4), (4, 3), "N1")


@pytest.mark.rule("W9.62")
def test_w9_62_stalwart_of_the_attacker_acts_on_the_difference() -> None:
    table = counter(guarded("t_stal blue (4,4)"), "GGG", "MMG")
    table.do("choose_stalwart_ignore yes").do("choose_retreat_hex (4,5)")
    assert (table.at("N1"), table.asks) == ((4, 5), "choose_turn_action")


@pytest.mark.rule("W9.62", "W9.42")
def test_w9_62_fearsome_doubles_the_difference_of_its_side() -> None:
    fear = {"t_inf": {"keywords": [["fearsome", 0]]}}
    table = counter(guarded(types=fear), "MMG", "MGG").do("choose_stalwart_ignore no")
    steps = 0
    while table.asks == "choose_retreat_hex":
        table.do("choose_retreat_hex " + min(table.options("choose_retreat_hex")))
        steps += 1
    assert steps == 2


@pytest.mark.rule("W9.62", "W7.16")
def test_w9_62_the_attacker_rolls_a_face_again() -> None:
    table = guarded("t_inf blue (4,4)", "N2 t_inf blue (3,3)")
    table.strike("N1", "S1").do("choose_concurrent_counter no", "attack GGG")
    table.do("choose_counterattack no").do("morale_up").order("N2").attack("N2", "S1")
    table.do("choose_concurrent_counter yes", "attack GGB", "counterattack BGG")
    assert (table.asks, table.figures("N2"), table.figures("S1")) == ("choose_flank_reroll", 4, 4)
    table.do("choose_flank_reroll G", "flank_reroll RR")
    assert (table.figures("N2"), table.figures("S1")) == (3, 2)


@pytest.mark.rule("W9.62")
def test_w9_62_the_roll_of_the_fallen_counts() -> None:
    kinds = BARE | {MAIDENS: {"keywords": [["defender", 0]], "figures": 1}}
    table = counter(guarded(types=kinds), "RGG", "BBG")
    assert (table.at("S1"), table.figures("N1")) == (None, 2)
    assert table.see["vp"] == [0, 1]
    kinds = {"t_adv": {"figures": 1}}
    fallen = counter(guarded("t_adv blue (4,4)", types=kinds), "RRG", "BGG")
    assert (fallen.at("N1"), fallen.figures("S1"), fallen.asks) == (None, 2, "choose_turn_action")


@pytest.mark.rule("W9.62", "W7.26")
def test_w9_62_advance_after_a_won_exchange() -> None:
    table = counter(guarded("t_adv blue (4,4)"), "MGG", "GGG")
    table.do("choose_stalwart_ignore no").do("choose_retreat_hex (4,2)")
    assert table.asks == "choose_advance"


@pytest.mark.rule("W8.27", "W9.62")
@pytest.mark.parametrize(
    ("south", "north", "morale"), [("blue", "red", 1), ("red", "green", -2), ("blue", "blue", 0)]
)
def test_w8_27_both_fall_and_the_marker_moves_once(south: str, north: str, morale: int) -> None:
    kinds = {MAIDENS: {"keywords": [["defender", 0]], "figures": 1}, "t_adv": ALONE}
    table = guarded(f"t_adv {north} (4,4)", rank=south, types=kinds)
    faces = {"green": "G", "blue": "B", "red": "R"}
    dice = {"green": 2, "blue": 3, "red": 4}
    shield = {"green": "B", "blue": "R", "red": "R"}[south]
    own = {"green": 2, "blue": 3, "red": 3}[south]
    attack = shield * 2 + ("GG" if shield != "G" else "BB")[: dice[north] - 2]
    counter(table, attack, faces[north] * 2 + ("BR" if faces[north] == "G" else "GG")[: own - 2])
    assert (table.at("S1"), table.at("N1"), table.see["vp"]) == (None, None, [1, 1])
    assert table.see["morale"] == morale
    assert table.asks == "choose_turn_action"


@pytest.mark.rule("W8.27")
def test_w8_27_the_sum_counts_at_the_end_of_the_track() -> None:
    kinds = {MAIDENS: {"keywords": [["defender", 0]], "figures": 1}, "t_adv": ALONE}
    table = guarded("t_adv blue (4,4)", morale=-10, types=kinds)
    assert counter(table, "RRG", "BBG").see["depth"] == [10, 0]


def duel(rank: str, **more: Any) -> Table:
    """The last unit of either side, one figure each, falls in the same exchange."""
    kinds = {MAIDENS: {"keywords": [["defender", 0]], "figures": 1}, "t_adv": ALONE}
    where = {"S1": (0, MAIDENS, "blue", 4, 3), "N1": (1, "t_adv", rank, 4, 4)}
    keys = ("seat", "type", "rank", "c", "r")
    units = [
        dict(zip(keys, row, strict=True), number=number, commander="")
        for number, row in where.items()
    ]
    table = guarded(f"t_adv {rank} (4,4)", types=kinds, units=units, **more)
    answer = {"green": "GGB", "blue": "BBG"}[rank]
    return counter(table, "RR" + "G" * (rank == "blue"), answer)


@pytest.mark.rule("W11.5", "W11.4", "W8.27")
def test_w11_5_both_without_units_at_once() -> None:
    table = duel("green")
    assert (table.see["terminal"], table.see["vp"]) == (True, [1, 1])
    # South lost a blue unit and North a green one: the marker is one space on South's segment.
    assert (table.see["depth"], table.state.winner(), table.state.way()) == ([1, 0], 1, "morale")
    tie = duel("blue")
    assert (tie.see["depth"], tie.state.winner(), tie.state.way()) == ([0, 0], 0, "momentum")


@pytest.mark.rule("W11.5", "W11.4")
def test_w11_5_both_at_once_points_first() -> None:
    points = [TRIPLE]
    table = duel("green", victory=points)
    assert (table.see["vp"], table.state.winner(), table.state.way()) == ([3, 0], 0, "points")


@pytest.mark.rule("W9.63")
def test_w9_63_a_new_order_takes_the_token() -> None:
    units = (f"S1 {MAIDENS} blue (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units).order("S1").end().do("morale_rally S1")
    assert table.unit("S1")["defend"]
    table.order("S1")
    assert not table.unit("S1")["defend"]
    assert table.attack("S1", "N1", "GGG").unit("S1")["defend"] is False


@pytest.mark.rule("W9.63", "W8.14")
def test_w9_63_a_retreat_takes_the_token() -> None:
    table = guarded("t_bow blue (4,5)").strike("N1", "S1", "MM", mode="ranged")
    table.do("choose_stalwart_ignore yes").do("choose_retreat_hex (4,2)")
    assert (table.at("S1"), table.unit("S1")["defend"]) == ((4, 2), False)
    stays = guarded("t_bow blue (4,5)").strike("N1", "S1", "MG", mode="ranged")
    assert stays.do("choose_stalwart_ignore yes").unit("S1")["defend"]


@pytest.mark.rule("W9.63", "W9.11", "W9.4")
def test_w9_63_dogs_drive_the_unit_off() -> None:
    table = guarded("t_dog blue (4,5)").order("N1")
    table.attack("N1", "S1", "war_dogs M", mode="war_dogs").do("choose_retreat_hex (4,2)")
    assert not table.unit("S1")["defend"]


@pytest.mark.rule("W9.65", "W5.40")
def test_w9_65_the_status_step_takes_all_tokens() -> None:
    table = guarded().do("pass").do("pass")
    assert not table.unit("S1")["defend"]


@pytest.mark.rule("W9.64", "WD10.44")
@pytest.mark.parametrize("strikes", [True, False])
def test_w9_64_a_card_may_give_a_token_to_any_unit(strikes: bool) -> None:
    units = ("S1 t_inf blue (4,3)", "S2 war_host blue (6,3) rodrik", "N1 t_inf blue (4,4)")
    table = place(*units, "S3 t_inf blue (5,3)", cards="SL38", solo=None)
    table.lead("SL38", "rodrik", "S1", "S3").stay()
    if strikes:
        table.attack("S1", "N1", "GGG")
    table.end().do("choose_tactic no")
    assert sorted(table.options("choose_effect_unit")) == ["S1", "S3"]
    table.do("choose_effect_unit S1")
    assert [table.unit(x)["defend"] for x in ("S1", "S2", "S3")] == [True, False, False]
    assert table.order("N1").attack("N1", "S1").asks == "choose_concurrent_counter"


@pytest.mark.rule("W9.66", "W9.62", "W3.18")
def test_w9_66_no_answer_in_a_marsh() -> None:
    table = guarded(terrain={(4, 3): "marsh"}).order("N1").attack("N1", "S1", "BBM")
    assert table.figures("S1") == 4
    table.do("choose_retreat_hex (4,2)")
    assert (table.at("S1"), table.asks) == ((4, 2), "choose_turn_action")
    stays = guarded(terrain={(4, 3): "marsh"}).order("N1").attack("N1", "S1", "RGG")
    assert (stays.figures("S1"), stays.asks) == (3, "choose_turn_action")
    assert stays.unit("S1")["defend"]


@pytest.mark.rule("W14.63", "W9.62")
def test_w14_63_morale_difference() -> None:
    def both(n: int) -> Fraction:
        pairs = [(a, a + n) for a in range(4) if 0 <= a + n <= 3]
        return Fraction(
            sum(comb(3, a) * 7 ** (3 - a) * comb(3, b) * 7 ** (3 - b) for a, b in pairs), 8**6
        )

    wanted = {0: "34925/65536", 1: "53529/262144", 2: "3675/131072", 3: "343/262144"}
    assert {n: both(n) for n in wanted} == {n: Fraction(x) for n, x in wanted.items()}
    kinds = {MAIDENS: {"keywords": [["defender", 0]], "figures": 20}, "t_inf": {"figures": 20}}
    table = guarded(types=kinds).order("N1").attack("N1", "S1")
    found: dict[int, Fraction] = {}
    for after, chance in table.outcomes("choose_concurrent_counter yes"):
        seat = after.state.current_player()
        steps = 0
        if after.asks == "choose_stalwart_ignore":
            after.do("choose_stalwart_ignore no")
        while after.asks == "choose_retreat_hex":
            after.do("choose_retreat_hex " + min(after.options("choose_retreat_hex")))
            steps += 1
        sign = steps if seat == 0 else -steps
        found[sign] = found.get(sign, Fraction()) + chance
    assert found == {n: both(abs(n)) for n in range(-3, 4)}
