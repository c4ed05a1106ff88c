"""Set-ups of a user's own: aggressor markers and points of the pools (chapter 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pysim


def start(folder: Path, text: str, *, take: int = 0) -> dict[str, Any]:
    """Start a game of HYW with another set-up, as the table after the choice of G4.5."""
    path = folder / "mine.toml"
    path.write_text(f'format = 1\nextends = "warriors/hyw"\n{text}', encoding="utf-8")
    state = pysim.load(path).new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[take])
    assert state.core.check_invariants() == []
    return state.to_dict()


def markers(table: dict[str, Any]) -> dict[str, str]:
    return {area["id"]: area["aggressor"] for area in table["areas"] if area["aggressor"]}


@pytest.mark.rule("G4.6")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("setup.hF00a.area = 'ENG'", {"ENG": "F"}),
        ("setup.hE00a.area = 'IDF'", {"IDF": "E"}),
        ("setup.hE00a.area = 'NOR'\nsetup.hF00a.area = 'NOR'", {"NOR": "E"}),
        ("setup.hE00a.area = 'NAV'\nsetup.hF00b.area = 'NAV'", {"NAV": "E"}),
        ("setup.hF00a.area = 'NOR'", {}),
    ],
)
def test_aligned_leaders_of_both_sides_have_an_aggressor(
    tmp_path: Path, text: str, expected: dict[str, str]
) -> None:
    """The side that does not control the area, E if nobody does."""
    assert markers(start(tmp_path, text)) == expected


@pytest.mark.rule("G4.6")
@pytest.mark.parametrize("take", [0, 1])
def test_the_first_non_aligned_leader_of_an_area_is_aggressor(tmp_path: Path, take: int) -> None:
    """Both stand in England; the marker is that of Jacob's side, whoever controls England."""
    text = "setup.hN00a.area = 'ENG'\nsetup.hN00b.area = 'ENG'"
    table = start(tmp_path, text, take=take)
    jacob = next(row for row in table["leaders"] if row["id"] == "hN00a")
    assert markers(table) == {"ENG": jacob["side"]}


@pytest.mark.rule("G4.8")
@pytest.mark.rule("G4.2")
def test_hired_points_of_the_set_up_are_missing_at_home(tmp_path: Path) -> None:
    text = "setup.hE00b.troops = { INF = 1, LE = 0, MNET = 1, LW = 1 }"
    table = start(tmp_path, text)
    lying = {area["id"]: area["unassigned"] for area in table["areas"] if area["unassigned"]}
    assert lying["NET"] == {"MNET": 1}
    assert lying["IRE"] == {"MIRE": 2}
    assert (table["pools"]["MNET"], table["pools"]["LW"]) == (0, 2)
