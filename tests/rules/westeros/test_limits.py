"""Plans that ask for more than the core has room for are refused."""

from __future__ import annotations

import pytest

from pysim import _core
from tests.rules.westeros.positions import _commander, _data, place


@pytest.mark.rule("WD2.25")
@pytest.mark.parametrize(
    ("model", "others", "limit"),
    [("daven", ["kevan"], "at most one"), ("edmure", ["kevan", "addam", "greatjon"], "at most 4")],
)
def test_wd2_25_as_many_as_the_core_has_room_for(model: str, others: list[str], limit: str) -> None:
    """Plans with more commanders that act at once than fit are refused, not played wrongly."""
    names = [model, *others]
    moment = {"daven": "on_ally_eliminated", "edmure": "after_attack_on"}[model]
    rows = [_commander(name) for name in names]
    commit = {"when": [moment], "effects": [{"op": "fill_gap"}]}
    if moment == "after_attack_on":
        rows, names = [*rows, _commander("maege")], [*names, "maege"]
        commit["effects"] = [{"op": "joint_counter"}]
    units = [f"S{i} t_inf blue ({i},2) {name}" for i, name in enumerate(names, 1)]
    with pytest.raises(ValueError, match=limit):
        place(*units, commanders=[{**row, "commit": commit} for row in rows])


@pytest.mark.rule("WD2.36")
def test_wd2_36_one_commander_of_a_house_gives_up_orders() -> None:
    rows = [_commander("edmure"), {**_commander("kevan"), "ability": [{"op": "give_up_order"}]}]
    units = ["S1 t_inf blue (1,2) edmure", "S2 t_inf blue (2,2) kevan"]
    with pytest.raises(ValueError, match="at most one of a House with give_up_order"):
        place(*units, commanders=rows)


@pytest.mark.rule("W10.2")
@pytest.mark.parametrize(("several", "fits"), [(13, True), (14, False)])
def test_w10_2_bonuses_in_force_together(
    monkeypatch: pytest.MonkeyPatch, several: int, fits: bool
) -> None:
    """A card with more bonuses than a state has room for is refused."""
    effects = [{"op": "add_dice", "k": 1, "who": "ordered"}] * several
    box = {"order": {"n": 1}, "effects": effects}
    row = {"person": "s1", "copies": 1, "name": "X1", "boxes": [box]}
    monkeypatch.setitem(_data("cards")["cards"], "X1", row)
    units = ("S1 t_inf blue (4,3) s1", "N1 t_inf blue (4,4)")
    if not fits:
        with pytest.raises(ValueError, match="at most 13 bonuses in force together, not 14"):
            place(*units, cards="X1")
        return
    table = place(*units, cards="X1").lead("X1", "s1", "S1").stay()
    with pytest.raises(_core.IllegalAction, match="with 16 dice"):
        table.do("choose_attack S1 melee N1")
