"""Chapter 13: switches of which each changes the outcome (W13.2, W13.3, WD13.2, WD13.4, WD13.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.westeros.positions import Table, place, spread

TOGETHER = {"coordinated_attacks": True}
ANY = {"any_card_orders_one": True}
BOTH = {"two_boxes_both": True}
PLAIN = {"die_tactics_plain": True}
BIG = {"t_stal": {"figures": 12}}


def band(
    *units: str, options: dict[str, Any] | None = None, card: str = "LB05", **more: Any
) -> Table:
    """S1, S2 and S3 around N1 at (4,4) are ordered by a card of Kevan, who stands apart."""
    first = ("S1 t_inf blue (4,3)", "S2 t_inf red (3,3)", "S3 t_inf green (5,4)")
    given = {"types": BIG, **more}
    table = place(
        *first,
        "S4 t_inf blue (5,2) kevan",
        "N1 t_stal blue (4,4)",
        *units,
        cards=card,
        options=TOGETHER if options is None else options,
        **given,
    )
    return table.lead(card, "kevan", "S1", "S2", "S3").stay()


@pytest.mark.rule("W13.2")
def test_w13_2_off_by_default() -> None:
    table = band(options={})
    table.do("choose_attack S1 melee N1", "attack GGG")
    assert table.asks == "choose_counterattack"


@pytest.mark.rule("W13.2")
def test_w13_2_supporters_add_their_dice_less_one() -> None:
    table = band().do("choose_attack S1 melee N1")
    assert set(table.options("choose_support")) == {"S2", "S3", "none"}
    alone = table.copy().do("choose_support none", "attack BBB")
    assert alone.figures("N1") == 9
    # 3 of the leader, 4 - 1 of red S2, 2 - 1 of green S3.
    one = table.copy().do("choose_support S2")
    one.do("choose_support none", "attack BBBBBB")
    assert one.figures("N1") == 6
    after = table.do("choose_support S2").do("choose_support S3", "attack BBBBBBB")
    assert after.figures("N1") == 5


@pytest.mark.rule("W13.2")
def test_w13_2_supporters_give_up_their_attack() -> None:
    table = band().do("choose_attack S1 melee N1").do("choose_support S2")
    table.do("choose_support none", "attack GGGGGG").do("choose_counterattack no")
    assert [table.unit(x)["active"] for x in ("S1", "S2", "S3")] == [False, False, True]
    assert {x.split()[0] for x in table.options("choose_attack")} == {"S3"}


@pytest.mark.rule("W13.2", "W7.11")
def test_w13_2_only_the_leader_engages() -> None:
    table = band().do("choose_attack S1 melee N1").do("choose_support S2")
    table.do("choose_support none", "attack GGGGGG")
    assert (table.partner("S1"), table.partner("S2")) == ("N1", None)


@pytest.mark.rule("W13.2", "W3.17", "W7.14")
def test_w13_2_limits_hold_for_all_dice_together() -> None:
    table = band(terrain={(4, 4): "forest"}).do("choose_attack S1 melee N1")
    table.do("choose_support S2").do("choose_support S3", "attack BB")
    assert table.figures("N1") == 10


@pytest.mark.rule("W13.2")
def test_w13_2_who_may_support() -> None:
    table = place(
        "S1 t_inf blue (4,3)",
        "S2 t_bow red (3,3)",
        "S3 t_inf green (5,3)",
        "S4 t_inf blue (5,2) kevan",
        "N1 t_stal blue (4,4)",
        cards="LB05",
        options=TOGETHER,
    )
    # A bow has no melee attack; S3 is not adjacent to the target.
    table.lead("LB05", "kevan", "S1", "S2", "S3").stay()
    table.do("choose_attack S1 melee N1", "attack GGG")
    assert table.asks == "choose_counterattack"


@pytest.mark.rule("W13.2")
def test_w13_2_a_unit_that_has_attacked_cannot_support() -> None:
    table = band().do("choose_attack S2 melee N1").do("choose_support none", "attack GGGG")
    table.do("choose_counterattack no").do("choose_attack S1 melee N1")
    assert set(table.options("choose_support")) == {"S3", "none"}


@pytest.mark.rule("W13.2")
def test_w13_2_only_keywords_of_the_leader() -> None:
    kinds = BIG | {"t_cav": {"keywords": [["pursue", 2], ["fearsome", 0]]}}
    table = place(
        "S1 t_inf blue (4,3)",
        "S2 t_cav blue (3,3)",
        "S4 t_inf blue (5,2) kevan",
        "N1 t_stal blue (4,4)",
        cards="LB05",
        options=TOGETHER,
        types=kinds,
    )
    table.lead("LB05", "kevan", "S1", "S2").stay().do("choose_attack S1 melee N1")
    table.do("choose_support S2", "attack MMGGG").do("choose_stalwart_ignore yes")
    table.do("choose_retreat_hex (4,5)")
    # Neither two hexes a result (Fearsome) nor a pursuit.
    assert (table.at("N1"), table.asks) == ((4, 5), "choose_turn_action")


@pytest.mark.rule("W13.2", "W7.16")
def test_w13_2_reroll_only_if_all_flank() -> None:
    def flanked(lead: str, support: str) -> Table:
        kinds = BIG | {"t_adv": {"figures": 12}}
        table = place(
            "S1 t_inf blue (4,3)",
            "S2 t_inf blue (3,3)",
            "S3 t_inf blue (5,4)",
            "S4 t_inf blue (5,2) kevan",
            "N1 t_adv blue (4,4)",
            cards="LB05",
            options=TOGETHER,
            types=kinds,
        )
        table.strike("S1", "N1", "GGG").do("morale_rally S1")
        table.lead("LB05", "kevan", *sorted((lead, support))).stay()
        table.do(f"choose_attack {lead} melee N1")
        return table.do(f"choose_support {support}", "attack GGGGG")

    assert flanked("S2", "S3").asks == "choose_flank_reroll"
    assert flanked("S2", "S1").asks != "choose_flank_reroll"
    assert flanked("S1", "S2").asks != "choose_flank_reroll"


def cards(table: Table, seat: int = 0) -> int:
    return sum(table.see["hands"][seat].values())


@pytest.mark.rule("W13.3")
def test_w13_3_a_card_thrown_away_orders_one() -> None:
    units = ("S1 t_inf blue (4,3) kevan", "S2 t_inf blue (5,3)", "S3 t_inf blue (8,3)")
    assert not place(*units, cards="LB09").options("lead")
    table = place(*units, cards="LB09 LL16", options=ANY)
    assert set(table.options("lead_one")) == {"LB09 kevan", "LL16 kevan"}
    before = table.see["command_tokens"]
    table.do("lead_one LB09 kevan")
    assert set(table.options("choose_ordered_unit")) == {"S1", "S2"}
    table.do("choose_ordered_unit S2")
    assert table.asks == "choose_move"
    assert [table.unit(x)["ordered"] for x in ("S1", "S2")] == [False, True]
    assert table.see["command_tokens"][0] == before[0] - 1
    table.end()
    assert (table.see["discards"][0].get("LB09"), cards(table)) == (1, 1)


@pytest.mark.rule("W13.3")
def test_w13_3_the_text_of_the_card_does_nothing() -> None:
    units = ("S1 t_inf blue (4,3) kevan", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LB07", options=ANY)
    with_text = table.copy().lead("LB07", "kevan", "S1")
    assert with_text.dice("S1", "N1") == 4
    table.do("lead_one LB07 kevan")
    assert table.dice("S1", "N1") == 3


@pytest.mark.rule("W13.3")
def test_w13_3_no_tactic_comes_with_it() -> None:
    units = ("S1 t_inf blue (4,3) kevan", "N1 t_inf blue (4,4)")
    table = place(*units, cards="LL25", options=ANY)
    assert table.copy().do("lead LL25 kevan").asks == "choose_tactic"
    table.do("lead_one LL25 kevan")
    assert table.asks == "choose_move"
    assert table.end().asks == "choose_turn_action"


@pytest.mark.rule("W13.3", "W5.23")
def test_w13_3_needs_a_unit_a_token_and_room() -> None:
    units = ("S1 t_inf blue (4,3) kevan", "S2 t_inf blue (8,3)")
    table = place(*units, cards="LB01 LB01 LB01 LB01", options=ANY)
    table.do("lead_one LB01 kevan").end()
    assert not table.options("lead_one")
    table.do("morale_rally S1").do("lead_one LB01 kevan").end()
    # Kevan's limit is 2.
    assert not table.do("morale_rally S1").options("lead_one")


@pytest.mark.rule("WD13.2", "W5.22")
def test_wd13_2_one_box_without_the_switch() -> None:
    units = ("S1 t_inf blue (4,3) tywin", "S2 t_inf blue (9,3)")
    table = place(*units, cards="LL23").do("lead LL23 tywin")
    assert set(table.options("choose_command_box")) == {"0", "1"}


@pytest.mark.rule("WD13.2")
def test_wd13_2_both_boxes_for_two_tokens() -> None:
    units = ("S1 t_inf blue (4,3) tywin", "S2 t_inf blue (5,3)", "S3 t_inf blue (9,3)")
    table = place(*units, cards="LL23", options=BOTH)
    before = table.see["command_tokens"][0]
    table.do("lead LL23 tywin")
    assert set(table.options("choose_command_box")) == {"0", "1", "2"}
    one = table.copy().do("choose_command_box 0")
    assert one.see["command_tokens"][0] == before - 1
    table.do("choose_command_box 2")
    for number in ("S1", "S2", "S3"):
        table.do(f"choose_ordered_unit {number}")
    assert all(table.unit(x)["ordered"] for x in ("S1", "S2", "S3"))
    assert table.see["command_tokens"][0] == before - 2
    assert table.see["commanders"][0]["tokens"] == 2


@pytest.mark.rule("WD13.2")
def test_wd13_2_within_the_limit_of_the_commander() -> None:
    units = ("S1 t_inf blue (4,3) gregor_mountain", "S2 t_inf blue (5,3)", "S3 t_inf blue (9,3)")
    table = place(*units, cards="LL23", options=BOTH).do("lead LL23 gregor_mountain")
    assert set(table.options("choose_command_box")) == {"0", "1"}


def hurt(rank: str, roll: str | None, **more: Any) -> Table:
    """S1 has lost a figure; it and whole S2 are ordered by SL30, whose tactic comes last."""
    units = (
        f"S1 t_inf {rank} (4,3)",
        "S2 t_inf blue (3,3)",
        "S3 t_inf blue (3,2) smalljon",
        "N1 t_bow green (4,5)",
    )
    table = place(*units, cards="SL30", solo=None, **more).do("morale_up")
    shield = {"green": "G", "blue": "B", "red": "R"}[rank]
    table.strike("N1", "S1", shield + {"G": "B", "B": "R", "R": "G"}[shield], mode="ranged")
    assert table.figures("S1") == 3
    table.lead("SL30", "smalljon", "S1", "S2", tactic=None).end()
    return table.do("choose_tactic yes", *([f"card_die {roll}"] if roll else []))


@pytest.mark.rule("WD13.5", "WD10.8")
@pytest.mark.parametrize("rank", ["green", "blue", "red"])
@pytest.mark.parametrize("face", "GBRMV")
def test_wd10_8_the_die_of_smalljon_names_a_rank(rank: str, face: str) -> None:
    heals = face == "V" or face == rank[0].upper()
    assert hurt(rank, face).figures("S1") == (4 if heals else 3)


@pytest.mark.rule("WD13.5")
@pytest.mark.parametrize("rank", ["green", "blue", "red"])
def test_wd13_5_smalljon_without_a_die(rank: str) -> None:
    table = hurt(rank, None, options=PLAIN)
    assert (table.figures("S1"), table.figures("S2")) == (4, 4)


@pytest.mark.rule("WD14.49")
@pytest.mark.parametrize(("rank", "chance"), [("green", "1/2"), ("blue", "3/8"), ("red", "1/4")])
def test_wd14_49_odds_of_a_returning_figure(rank: str, chance: str) -> None:
    units = (f"S1 t_inf {rank} (4,3)", "S3 t_inf blue (3,2) smalljon", "N1 t_bow green (4,5)")
    table = place(*units, cards="SL30", solo=None).do("morale_up")
    roll = {"green": "GB", "blue": "BR", "red": "RG"}[rank]
    table.strike("N1", "S1", roll, mode="ranged").lead("SL30", "smalljon", "S1", tactic=None).end()
    found = spread(table, "choose_tactic yes", lambda x: x.figures("S1") == 4)
    assert found[True] == Fraction(chance)


def shielded(face: str | None, **more: Any) -> Table:
    """T-ROD is used before the command; a die may say who qualifies."""
    units = ("S1 t_inf green (4,3) rodrik", "S2 t_inf blue (5,3)", "S3 t_inf red (9,3)")
    table = place(*units, cards="SL36", **more).lead("SL36", "rodrik", "S2", tactic=None)
    return table.do("choose_tactic yes", *([f"card_die {face}"] if face else []))


@pytest.mark.rule("WD13.5", "WD10.8", "W9.64")
def test_wd13_5_rodrik_with_and_without_his_die() -> None:
    assert shielded("G").unit("S1")["defend"]
    assert shielded("B").unit("S2")["defend"]
    none = shielded("R")
    assert (none.asks, none.unit("S1")["defend"], none.unit("S2")["defend"]) == (
        "choose_move",
        False,
        False,
    )
    assert shielded("M").asks == "choose_move"
    either = shielded("V")
    assert set(either.options("choose_effect_unit")) == {"S1", "S2"}
    plain = shielded(None, options=PLAIN)
    assert set(plain.options("choose_effect_unit")) == {"S1", "S2"}
    assert plain.do("choose_effect_unit S1").unit("S1")["defend"]
