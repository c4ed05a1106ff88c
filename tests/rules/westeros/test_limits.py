"""Plans that ask for more than the core has room for are refused."""

from __future__ import annotations

import pytest

from tests.rules.westeros.positions import _commander, place


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
