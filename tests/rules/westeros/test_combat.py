"""Chapter 7: targets, engagement, dice, hits, counterattack; W14.40-W14.53 by exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.westeros.positions import Table, expected, mean, place, spread

HITS = {"green": "GV", "blue": "BV", "red": "RV"}


def duel(attacker: str = "t_inf blue", target: str = "t_inf blue", **more: object) -> Table:
    """S1 at (4,3), ordered, against N1 at (4,4)."""
    units = (f"S1 {attacker} (4,3)", f"N1 {target} (4,4)")
    return place(*units, **more).order("S1").stay()  # type: ignore[arg-type]


def lost(table: Table, number: str = "N1", start: int = 4) -> int:
    return start - (table.figures(number) if table.at(number) else 0)


def hits(table: Table, start: int = 4) -> list[Fraction]:
    """Chances of 0, 1, 2 ... figures lost by N1 in S1's attack."""
    chances = spread(table, "choose_attack S1 melee N1", lambda x: lost(x, start=start))
    return [chances.get(n, Fraction(0)) for n in range(max(chances) + 1)]


@pytest.mark.rule("W2.3")
@pytest.mark.rule("W7.18")
@pytest.mark.parametrize("rank", ["green", "blue", "red"])
@pytest.mark.parametrize("face", "GBRMV")
def test_w7_18_faces_that_hit(rank: str, face: str) -> None:
    table = duel(target=f"t_inf {rank}").attack("S1", "N1", face * 3)
    assert lost(table) == (3 if face in HITS[rank] else 0)


@pytest.mark.rule("W7.18")
@pytest.mark.parametrize(
    ("attacker", "target", "hit"),
    [("t_inf", "t_cav", 0), ("t_bow", "t_cav", 0), ("t_cav", "t_cav", 2), ("t_cav", "t_inf", 2),
     ("t_bow", "t_inf", 2)],
)  # fmt: skip
def test_w7_18_valor_and_cavalry(attacker: str, target: str, hit: int) -> None:
    table = duel(f"{attacker} green", f"{target} blue")
    mode = "ranged" if attacker == "t_bow" else "melee"
    table.attack("S1", "N1", "VV", mode=mode)
    assert lost(table, start=3 if target == "t_cav" else 4) == hit


@pytest.mark.rule("W7.14")
@pytest.mark.parametrize(("rank", "dice"), [("green", 2), ("blue", 3), ("red", 4)])
def test_w7_14_dice_by_rank(rank: str, dice: int) -> None:
    assert duel(f"t_inf {rank}").dice("S1", "N1") == dice


@pytest.mark.rule("W7.11")
def test_w7_11_melee_engages() -> None:
    table = duel().attack("S1", "N1", "GRR")
    assert (table.partner("S1"), table.partner("N1")) == ("N1", "S1")
    assert not table.unit("S1")["active"]


def flanked() -> Table:
    """W14.8: A (S1) engaged with X (N1); B (S2) beside X."""
    units = ("S1 t_inf red (3,2)", "N1 t_inf red (3,3)", "S2 t_inf blue (4,2)")
    return place(*units, solo=None).strike("S1", "N1", "BBBB")


@pytest.mark.rule("W14.8")
def test_w14_8_flank_attack_has_a_reroll_and_no_token() -> None:
    table = flanked().do("morale_up").strike("S2", "N1", "GGB")
    assert table.options("choose_flank_reroll") == ["G", "B", "none"]
    table.do("choose_flank_reroll G", "flank_reroll RV")
    assert lost(table) == 2
    assert (table.partner("N1"), table.partner("S2")) == ("S1", None)


@pytest.mark.rule("W7.16")
def test_w7_16_the_reroll_may_be_declined() -> None:
    table = flanked().do("morale_up").strike("S2", "N1", "GGB").do("choose_flank_reroll none")
    assert lost(table) == 0


@pytest.mark.rule("W14.9")
def test_w14_9_attacking_another_unit_changes_the_engagement() -> None:
    table = flanked().strike("N1", "S2", "GGGG")
    assert table.asks == "choose_turn_action"
    assert (table.partner("N1"), table.partner("S2"), table.partner("S1")) == ("S2", "N1", None)
    assert table.unit("S2")["engagement_owner"] == 1


@pytest.mark.rule("W7.11")
def test_w7_11_attacking_the_partner_turns_the_token() -> None:
    table = flanked()
    assert table.unit("S1")["engagement_owner"] == 0
    table.strike("N1", "S1", "GGGG")
    assert table.asks == "choose_turn_action"
    assert (table.partner("S1"), table.unit("S1")["engagement_owner"]) == ("N1", 1)


@pytest.mark.rule("W7.4")
def test_w7_4_ranged_attacks_are_no_flank_attacks() -> None:
    units = ("S1 t_inf red (3,2)", "N1 t_inf red (3,3)", "S2 t_bow blue (4,1)")
    table = place(*units).strike("S1", "N1", "BBBB").strike("S2", "N1", "VG", mode="ranged")
    assert table.asks == "choose_turn_action"
    assert (table.partner("N1"), table.partner("S2"), lost(table)) == ("S1", None, 1)


@pytest.mark.rule("W7.3")
@pytest.mark.rule("W13.7")
@pytest.mark.parametrize("anywhere", [False, True])
def test_w7_3_an_engaged_archer_shoots_only_at_adjacent_enemies(anywhere: bool) -> None:
    units = ("S1 t_bow red (4,3)", "N1 t_inf blue (4,4)", "N2 t_inf blue (2,4)")
    table = place(*units, solo=None, options={"engaged_fire_anywhere": anywhere}).do("morale_up")
    table.strike("N1", "S1", "GGG").order("S1")
    assert table.targets("S1", "ranged") == (["N1", "N2"] if anywhere else ["N1"])


@pytest.mark.rule("W14.25")
@pytest.mark.rule("W3.17")
@pytest.mark.rule("W13.6")
@pytest.mark.parametrize(("bonus", "base_only", "dice"), [(0, 0, 2), (1, 0, 2), (1, 1, 3)])
def test_w14_25_two_dice_into_forest(bonus: int, base_only: int, dice: int) -> None:
    units = ("S1 t_stal red (4,3) rickard", "N1 t_stal blue (4,4) n1")
    table = place(
        *(units if bonus else ("S1 t_stal red (4,3)", "N1 t_stal blue (4,4)")),
        terrain={(4, 4): "forest"},
        options={"cap_base_only": bool(base_only)},
    )
    assert table.order("S1").dice("S1", "N1") == dice


@pytest.mark.rule("W3.18")
@pytest.mark.rule("W3.20")
@pytest.mark.parametrize(
    ("here", "there", "dice"),
    [
        ("plains", "plains", 4), ("forest", "plains", 2), ("plains", "forest", 2),
        ("forest_road", "plains", 2), ("plains", "forest_road", 2), ("plains", "hill", 2),
        ("hill", "hill", 4), ("hill", "plains", 4), ("river+ford", "plains", 2),
        ("plains", "river+ford", 4), ("river+bridge", "plains", 4), ("plains", "building", 4),
        ("building", "plains", 4), ("plains", "plains+palisade", 4), ("road", "plains+tent", 4),
    ],
)  # fmt: skip
def test_w3_18_dice_by_terrain(here: str, there: str, dice: int) -> None:
    table = duel("t_inf red", terrain={(4, 3): here, (4, 4): there})
    assert table.dice("S1", "N1") == dice


@pytest.mark.rule("W3.18")
@pytest.mark.parametrize(
    ("here", "there", "dice"),
    [("plains", "plains", 3), ("building", "plains", 2), ("plains", "marsh", 4)],
)
def test_w3_18_dice_of_a_shot(here: str, there: str, dice: int) -> None:
    table = duel("t_bow red", terrain={(4, 3): here, (4, 4): there})
    assert table.dice("S1", "N1", "ranged") == dice


@pytest.mark.rule("W3.18")
@pytest.mark.rule("W3.20")
@pytest.mark.parametrize(("land", "toll"), [("plains", 3), ("building", 2), ("plains+palisade", 2)])
def test_w3_18_cover(land: str, toll: int) -> None:
    assert lost(duel(terrain={(4, 4): land}).attack("S1", "N1", "BBV")) == toll


@pytest.mark.rule("W7.30")
def test_w7_30_toughness_and_cover_add_up() -> None:
    tough = {"t_stal": {"keywords": [["toughness", 1]]}}
    table = duel(target="t_stal blue", terrain={(4, 4): "building"}, types=tough)
    assert lost(table.attack("S1", "N1", "BBV")) == 1


@pytest.mark.rule("W14.22")
@pytest.mark.rule("W3.22")
def test_w14_22_cover_is_lost_by_the_unit_that_went_out() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_inf green (5,4)", "N1 t_inf blue (4,4)")
    table = place(*units, solo=None, terrain={(4, 4): "building"}).do("morale_up")
    table.strike("N1", "S1", "GGG")
    flank = table.copy().strike("S2", "N1", "BG").do("choose_flank_reroll none")
    assert lost(flank) == 1
    assert lost(table.strike("S1", "N1", "BBG")) == 1


@pytest.mark.rule("W7.24")
@pytest.mark.rule("W7.40")
def test_w7_24_a_stalwart_unit_that_stands_counterattacks() -> None:
    table = duel(target="t_stal blue").attack("S1", "N1", "BGG")
    assert table.state.current_player() == 1
    table.do("choose_counterattack yes", "counterattack BVR")
    assert lost(table, "S1") == 2
    assert lost(table) == 1


@pytest.mark.rule("W7.24")
def test_w7_24_others_do_not_counterattack() -> None:
    assert duel().attack("S1", "N1", "GGG").asks == "choose_turn_action"


@pytest.mark.rule("W7.42")
def test_w7_42_a_counterattack_drives_the_attacker_back() -> None:
    table = duel(target="t_stal blue").attack("S1", "N1", "GGG")
    table.do("choose_counterattack yes", "counterattack MGG").do("choose_retreat_hex (4,2)")
    assert table.at("S1") == (4, 2)
    assert table.partner("N1") is None


@pytest.mark.rule("W7.41")
def test_w7_41_inactive_units_counterattack_any_number_of_times() -> None:
    units = ("S1 t_inf blue (4,3)", "S2 t_inf blue (5,4)", "N1 t_stal blue (4,4)")
    table = place(*units, solo=None).do("morale_up").strike("N1", "S1", "GGG")
    for number in ("S1", "S2"):
        table.strike(number, "N1", "GGG")
        if number == "S2":
            table.do("choose_flank_reroll none")
        table.do("choose_counterattack yes", "counterattack BGG")
        if number == "S1":
            table.do("pass")
    assert [lost(table, "S1"), lost(table, "S2")] == [1, 1]


@pytest.mark.rule("W7.6")
def test_w7_6_no_attack_without_dice() -> None:
    dogless = {"t_bow": {"dice": [1, 2, 3]}}
    table = place("S1 t_bow green (4,3)", "N1 t_inf blue (4,5)", types=dogless).order("S1")
    moved = table.copy().do("choose_move S1 (5,3)")
    assert table.targets("S1", "ranged") == ["N1"]
    assert not moved.options("choose_attack")


@pytest.mark.rule("W13.4")
@pytest.mark.parametrize("reduced", [False, True])
def test_w13_4_reduced_strength(reduced: bool) -> None:
    units = ("S1 t_inf blue (4,3)", "N1 t_inf blue (4,4)")
    table = place(*units, solo=None, options={"reduced_strength": reduced}).do("morale_up")
    table.strike("N1", "S1", "BBG")
    assert table.order("S1").dice("S1", "N1") == (2 if reduced else 3)


EXACT = [
    ("W14.40", "t_inf green", "t_inf green", ["1/4", "1/2", "1/4"]),
    ("W14.41", "t_inf blue", "t_inf blue", ["125/512", "225/512", "135/512", "27/512"]),
    ("W14.42", "t_inf red", "t_inf red", ["81/256", "27/64", "27/128", "3/64", "1/256"]),
    ("W14.43", "t_inf blue", "t_cav blue", ["27/64", "27/64", "9/64", "1/64"]),
    ("W14.44", "t_inf red", "lannister_heavy_infantry red",
     ["2401/4096", "343/1024", "147/2048", "7/1024", "1/4096"]),
    ("WD14.40", "war_host blue", "lannisport_guards green", ["1/8", "3/8", "3/8", "1/8"]),
    ("WD14.41", "winterfell_riders red", "lannister_heavy_infantry blue",
     ["81/256", "27/64", "27/128", "3/64", "1/256"]),
]  # fmt: skip


@pytest.mark.rule("W14.40")
@pytest.mark.rule("W14.41")
@pytest.mark.rule("W14.42")
@pytest.mark.rule("W14.43")
@pytest.mark.rule("W14.44")
@pytest.mark.rule("WD14.40")
@pytest.mark.rule("WD14.41")
@pytest.mark.parametrize(("example", "attacker", "target", "chances"), EXACT, ids=lambda x: str(x))
def test_w14_40_exact_hits(example: str, attacker: str, target: str, chances: list[str]) -> None:
    assert example
    start = 3 if "cav" in target else 4
    assert hits(duel(attacker, target), start) == [Fraction(x) for x in chances]


@pytest.mark.rule("W14.44")
def test_w14_44_red_cavalry() -> None:
    many = {"t_cav": {"figures": 4}}
    chances = ["2401/4096", "343/1024", "147/2048", "7/1024", "1/4096"]
    assert hits(duel("t_inf red", "t_cav red", types=many)) == [Fraction(x) for x in chances]


@pytest.mark.rule("W14.45")
@pytest.mark.parametrize(
    ("rank", "chance"),
    [("green", Fraction(15, 64)), ("blue", Fraction(169, 512)), ("red", Fraction(1695, 4096))],
)
def test_w14_45_a_morale_result(rank: str, chance: Fraction) -> None:
    crowd = {"t_inf": {"figures": 9}}
    table = duel(f"t_inf {rank}", "t_inf blue", types=crowd)
    seen = spread(table, "choose_attack S1 melee N1", lambda x: x.asks == "choose_retreat_hex")
    assert seen[True] == chance


PAIR = {"t_stal": {"figures": 2}, "t_dog": {"figures": 2, "attacks": [{"mode": "melee"}]}}


@pytest.mark.rule("W14.46")
def test_w14_46_two_figures_that_may_retreat() -> None:
    table = duel("t_inf blue", "t_dog blue", types=PAIR)
    ends = spread(table, "choose_attack S1 melee N1", fate)
    assert ends == {
        "eliminated": Fraction(81, 256),
        "retreats": Fraction(71, 256),
        "stands": Fraction(13, 32),
    }


@pytest.mark.rule("W14.46")
def test_w14_46_advance_is_triggered() -> None:
    # From a northern hex with one hex homeward the retreat is taken without a question.
    units = ("S1 war_host blue (4,3)", "N1 t_dog blue (4,4)", "N2 t_inf red (4,5)")
    table = place(*units, types=PAIR).order("S1").stay()
    follow = ("choose_advance", "choose_retreat_hex")
    asked = spread(table, "choose_attack S1 melee N1", lambda x: x.asks in follow)
    assert asked[True] == Fraction(19, 32)


def fate(table: Table) -> str:
    if table.at("N1") is None:
        return "eliminated"
    return "retreats" if table.asks == "choose_retreat_hex" else "stands"


@pytest.mark.rule("W14.47")
def test_w14_47_a_stalwart_unit_that_ignores_when_it_can() -> None:
    table = duel("t_inf blue", "t_stal blue", types=PAIR)
    ends: dict[str, Fraction] = {}
    for after, chance in table.outcomes("choose_attack S1 melee N1"):
        if after.asks == "choose_stalwart_ignore":
            after.do("choose_stalwart_ignore yes")
        ends[fate(after)] = ends.get(fate(after), Fraction(0)) + chance
    assert ends == {
        "eliminated": Fraction(81, 256),
        "retreats": Fraction(11, 256),
        "stands": Fraction(41, 64),
    }


def cornered(table_types: dict[str, dict[str, object]]) -> Table:
    units = (
        "S1 t_inf blue (4,3)",
        "N1 t_dog blue (4,4)",
        "N2 t_inf red (4,5)",
        "N3 t_inf red (3,5)",
    )
    return place(*units, types=table_types).order("S1").stay()


@pytest.mark.rule("W14.48")
def test_w14_48_no_retreat_possible() -> None:
    assert spread(cornered(PAIR), "choose_attack S1 melee N1", fate)["eliminated"] == Fraction(1, 2)


@pytest.mark.rule("W14.49")
def test_w14_49_toughness() -> None:
    tough = {"t_dog": PAIR["t_dog"] | {"keywords": [["toughness", 1]]}}
    table = duel("t_inf blue", "t_dog blue", types=tough)
    chances = spread(table, "choose_attack S1 melee N1", lambda x: lost(x, start=2))
    assert (chances[1] + chances[2], chances[2]) == (Fraction(81, 256), Fraction(27, 512))


def flank_on(rank: str, attacker: str) -> Table:
    units = (f"S1 t_inf {attacker} (4,3)", f"N1 t_stal {rank} (4,4)", "S2 t_dog blue (3,4)")
    quiet = {"t_stal": {"keywords": [], "figures": 6}}
    miss = "BBB" if rank == "green" else "GGG"
    return place(*units, types=quiet).strike("S2", "N1", miss).order("S1").stay()


@pytest.mark.rule("W14.50")
def test_w14_50_flank_attack_for_most_hits() -> None:
    value = expected(
        flank_on("blue", "blue"),
        "choose_attack S1 melee N1",
        lambda x: lost(x, start=6),
        "choose_flank_reroll",
    )
    assert value == Fraction(423, 256)


@pytest.mark.rule("W14.51")
def test_w14_51_flank_attack_for_two_hits() -> None:
    value = expected(
        flank_on("blue", "blue"),
        "choose_attack S1 melee N1",
        lambda x: int(lost(x, start=6) >= 2),
        "choose_flank_reroll",
    )
    assert value == Fraction(74169, 131072)


@pytest.mark.rule("W14.52")
def test_w14_52_flank_attack_on_green() -> None:
    value = expected(
        flank_on("green", "green"),
        "choose_attack S1 melee N1",
        lambda x: lost(x, start=6),
        "choose_flank_reroll",
    )
    assert value == Fraction(91, 64)


@pytest.mark.rule("W14.53")
@pytest.mark.parametrize(
    ("attacker", "rank", "rating", "chance"),
    [
        ("blue", "blue", 2, Fraction(81, 256)),
        ("blue", "red", 2, Fraction(5, 32)),
        ("red", "blue", 3, Fraction(621, 4096)),
    ],
)
def test_w14_53_capture_of_a_lone_commander(
    attacker: str, rank: str, rating: int, chance: Fraction
) -> None:
    alone = {"t_stal": {"figures": 1, "keywords": []}}
    boss = {2: "n1", 3: "greatjon_last_hearth"}[rating]
    units = (f"S1 t_inf {attacker} (4,3)", f"N1 t_stal {rank} (4,4) {boss}")
    table = place(*units, types=alone).order("S1").stay()
    ends = spread(table, "choose_attack S1 melee N1", lambda x: x.at("N1") is None)
    assert ends[True] == chance


@pytest.mark.rule("W14.61")
def test_w14_61_surviving_a_parting_blow() -> None:
    units = ("S1 t_dog green (4,3)", "N1 t_inf green (4,4)")
    table = place(*units, solo=None, types={"t_dog": {"figures": 1}}).do("morale_up")
    table.strike("N1", "S1", "RR").order("S1")
    ends = spread(table, "choose_move S1 (5,3)", lambda x: x.at("S1") == (5, 3))
    assert ends[True] == Fraction(1, 4)


@pytest.mark.rule("W14.41")
def test_w14_41_mean() -> None:
    table = duel()
    assert mean(spread(table, "choose_attack S1 melee N1", lost)) == Fraction(9, 8)
