"""Positions in warriors files: games start there, and every mistake is named with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pysim
from pysim.scenario import find_problems, load_compiled

if TYPE_CHECKING:
    from pathlib import Path

HEAD = (
    'format = 1\nextends = "warriors/hyw"\n[position]\nturn = {0}\nphase = {1}\ninitiative = "F"\n'
)
PHASES = {
    1: "P2_IMPULSE",
    2: "P2_IMPULSE",
    5: "P5_RECRUIT",
    6: "P6_DEPLOY",
    9: "P9_NEUTRAL",
}
GOOD = """
vp = -3
control = { ENG = "E", NOR = "E", IDF = "F", ORL = "F" }
kings = { E = "hE00a", F = "hF00a" }
[position.leaders]
hE00a = { where = "ENG", troops = { INF = 4, KE = 1 } }
hF00a = { where = "IDF", side = "F" }
hF01a = { where = "prison" }
hN00a = { where = "FLA", side = "E", troops = { INF = 3 } }
"""
IMPULSES = "impulses = { E = 3, F = 4 }\nnext = 'F'\n"


def write(folder: Path, text: str, *, turn: int = 3, phase: int = 2) -> Path:
    path = folder / "mine.toml"
    path.write_text(HEAD.format(turn, phase) + text, encoding="utf-8")
    return path


def told(path: Path) -> list[str]:
    return [str(problem).replace(f"{path.parent}/", "") for problem in find_problems(path)]


def leaders(state: Any) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in state.to_dict()["leaders"]}


@pytest.mark.rule("G5.2c")
@pytest.mark.parametrize("phase", list(PHASES))
def test_games_start_at_the_first_decision_of_the_phase(tmp_path: Path, phase: int) -> None:
    text = (IMPULSES if phase == 2 else "") + GOOD
    if phase in (5, 6):
        text += "[position.unassigned]\nENG = { INF = 2, LE = 1 }\n"
    path = write(tmp_path, text, phase=phase)
    assert told(path) == []
    state = pysim.load(path).new_initial_state(seed=1)
    found = state.to_dict()
    assert (found["turn"], found["step"], found["vp"]) == (3, PHASES[phase], -3)
    assert found["kings"] == {"E": "hE00a", "F": "hF00a"}
    assert {row["id"]: row["control"] for row in found["areas"]}["NOR"] == "E"
    assert leaders(state)["hE00a"]["where"] == "ENG"
    assert state.core.check_invariants() == []


@pytest.mark.rule("G2.3")
def test_leaders_that_are_not_named_are_dead_or_still_to_come(tmp_path: Path) -> None:
    for phase, third in ((2, "future"), (10, "dead")):
        text = (IMPULSES if phase == 2 else "") + GOOD
        plan = load_compiled(write(tmp_path, text, phase=phase))
        where = {row["leader"]: row["where"] for row in plan["position"]["leaders"]}
        assert len(where) == 72
        assert (where["hE00b"], where["hE03a"], where["hE04a"]) == ("dead", third, "future")


def test_a_position_can_be_taken_away_again(tmp_path: Path) -> None:
    path = write(tmp_path, IMPULSES + GOOD)
    over = tmp_path / "over.toml"
    over.write_text("format = 1\nextends = 'mine.toml'\nposition = false\n", encoding="utf-8")
    assert "position" in load_compiled(path)
    plan, base = load_compiled(over), load_compiled("warriors/hyw")
    assert plan | {"id": base["id"]} == base


@pytest.mark.parametrize(
    ("at", "text", "expected"),
    [
        ((13, 1), "", "mine.toml:4: position.turn: the game has 12 turns (G1.3)"),
        ((3, 12), "", "position.phase: must be less than or equal to 11, not 12"),
        ((3, 2), "", "position.impulses: F has the next impulse, so at least one (G5.8)"),
        ((3, 2), "next = 'E'\nimpulses = { F = 1 }", "E has the next impulse, so at least one"),
        ((3, 3), "impulses = { F = 1 }", "mine.toml:7: position.impulses: only in phase 2"),
        ((3, 3), "next = 'E'", "mine.toml:7: position.next: only in phase 2"),
        ((3, 5), "control = { IRE = 'E' }", "position.control.IRE: 'IRE' is neutral"),
        ((3, 5), "control = { NORR = 'E' }", "unknown area 'NORR'; did you mean 'NOR'?"),
        ((3, 5), "aggressor = { NOR = 'E' }", "no aggressor in phases 5 to 8 (G5.12, G14.53)"),
        ((3, 1), "aggressor = { NOR = 'E' }", "aggressor.NOR: E has no leader in 'NOR' (G6.9)"),
        ((3, 5), "aggressor = { NORR = 'E' }", "aggressor.NORR: unknown area 'NORR'"),
        (
            (3, 5),
            "kings = { E = 'hE00b' }\nleaders.hE00b = { where = 'ENG' }",
            "'hE00b' is no aligned leader of E with 3 stars",
        ),
        ((3, 5), "kings = { E = 'hE00a' }", "position.kings.E: 'hE00a' is dead"),
        ((3, 5), "kings = { E = 'hE05a' }", "position.kings.E: 'hE05a' has not come yet"),
        ((3, 5), "killed = { E = ['hE0a'] }", "killed.E[0]: unknown leader 'hE0a'; did you mean"),
        ((3, 3), "killed = { E = ['hE00a'] }", "position.killed: only after phase 3 (G5.58)"),
        ((3, 5), "killed = { E = ['hE05a'] }", "killed.E[0]: 'hE05a' is not dead"),
        ((3, 5), "killed = { F = ['hE00a'] }", "'hE00a' did not serve F, or is named twice"),
        ((3, 5), "killed = { E = ['hN00a'], F = ['hN00a'] }", "killed.F[0]: 'hN00a' did not"),
        (
            (3, 5),
            "killed = { E = ['hE00b', 'hN00a'], kings = ['E'] }",
            "killed.kings[0]: no aligned leader of E with 3 stars is among position.killed.E",
        ),
        ((3, 5), "leaders.hE0 = { where = 'ENG' }", "leaders.hE0: unknown leader 'hE0'; did you"),
        (
            (3, 5),
            "leaders.hE00a = { where = 'ENG', sid = 'E' }",
            "unknown key 'sid'; did you mean 'side'?",
        ),
        ((3, 5), "leaders.hE00a = { where = 'prisn' }", "unknown place 'prisn'; did you mean 'pri"),
        ((3, 5), "leaders.hE00a = { where = 'future' }", "'hE00a' entered on turn 0, so he never"),
        ((3, 10), "leaders.hE03a = { where = 'future' }", "'hE03a' entered on turn 3, so he never"),
        ((3, 5), "leaders.hE04a = { where = 'ENG' }", "'hE04a' enters on turn 4, so now he is in"),
        ((3, 5), "leaders.hE00a = { where = 'pool' }", "leaders wait in phase 9 only"),
        ((3, 10), "leaders.hE00a = { where = 'rout' }", "the rout box is empty after phase 9"),
        ((3, 1), "leaders.hE00a = { where = 'rout' }", "the rout box is empty after phase 9"),
        ((3, 5), "leaders.hE00a = { where = 'ENG', side = 'F' }", "must be 'E': he is aligned"),
        ((3, 5), "leaders.hN00a = { where = 'ENG' }", "'hN00a' is non-aligned: E or F, whom he"),
        ((3, 5), "leaders.hN00a = { where = 'rout', side = 'E' }", "only for leaders on the map"),
        (
            (3, 5),
            "leaders.hE00a = { where = 'ENG', disgraced = true }",
            "disgraced: only on the map and in phases 3 and 4 (G8.19, G5.20)",
        ),
        (
            (3, 5),
            "leaders.hE00a = { where = 'prison', troops = { INF = 1 } }",
            "troops: only leaders on the map have troops",
        ),
        (
            (3, 5),
            "leaders.hE00b = { where = 'ENG', troops = { INF = 3, LE = 1 } }",
            "4 points, and 'hE00b' with 1 star commands 3 (G2.8)",
        ),
        (
            (3, 5),
            "leaders.hE00b = { where = 'ENG', troops = { KE = 1 } }",
            "troops.KE: 'hE00b' may not command KE (allowed: INF, LE, LW, G, MIRE,",
        ),
        (
            (3, 5),
            "leaders.hE00a = { where = 'ENG' }\nleaders.hF00a = { where = 'ENG' }",
            "leaders of both sides in 'ENG': not in phases 4 to 8 (G14.53)",
        ),
        (
            (3, 1),
            "leaders.hE00a = { where = 'ENG' }\nleaders.hF00a = { where = 'ENG' }",
            "'ENG' needs an aggressor, E or F: leaders of both sides are there (G14.53)",
        ),
        ((3, 5), "unassigned = { ENGL = { INF = 1 } }", "unassigned.ENGL: unknown area 'ENGL'"),
        ((3, 5), "unassigned = { ENG = { INV = 1 } }", "unassigned.ENG.INV: unknown troop type"),
        ((3, 5), "unassigned = { ENG = { LE = 7 } }", "position: 7 points of LE, and there are 6"),
        ((3, 3), "unassigned = { ENG = { INF = 1 } }", "only in phases 5 to 10; mercenaries at"),
        ((2, 3), "unassigned = { IRE = { MIRE = 1 } }", "only in phases 5 to 10; mercenaries at"),
    ],
)
def test_each_mistake_is_named(
    tmp_path: Path, at: tuple[int, int], text: str, expected: str
) -> None:
    found = told(write(tmp_path, text, turn=at[0], phase=at[1]))
    assert any(expected in line for line in found), found
    assert len(found) == 1, found


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ((1, 3), "unassigned = { IRE = { MIRE = 2 } }"),
        ((3, 4), "leaders.hE00a = { where = 'ENG', disgraced = true }"),
        ((3, 4), "killed = { E = ['hE00a'], F = ['hN00a'], kings = ['E'] }"),
        ((3, 4), "aggressor = { NOR = 'E' }"),
        ((3, 9), "leaders.hN00a = { where = 'pool' }"),
        ((3, 9), "leaders.hN00a = { where = 'rout' }"),
        (
            (3, 10),
            "leaders.hE00a = { where = 'ENG' }\nleaders.hF00a = { where = 'ENG' }\n"
            "aggressor = { ENG = 'F' }",
        ),
        ((3, 2), "impulses = { F = 1 }"),
    ],
)
def test_good_positions_play(tmp_path: Path, at: tuple[int, int], text: str) -> None:
    path = write(tmp_path, text, turn=at[0], phase=at[1])
    assert told(path) == []
    state = pysim.load(path).new_initial_state(seed=1)
    assert state.core.check_invariants() == []
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.core.check_invariants() == []


@pytest.mark.rule("G13.1")
def test_history_binds_the_non_aligned(tmp_path: Path) -> None:
    text = "leaders.hN00a = { where = 'ENG', side = 'F' }\n[options]\nhistorical_allegiance = true"
    found = told(write(tmp_path, text, phase=5))
    assert len(found) == 1
    assert "leaders.hN00a.side: must be 'E', as in history (G13.1)" in found[0]


@pytest.mark.rule("G5.73")
def test_no_more_leaders_are_in_play_than_can_be(tmp_path: Path) -> None:
    turn = 6
    names = [
        row["id"]
        for row in load_compiled("warriors/hyw")["leaders"]
        if row["entry"] < turn and row["side"] == "E"
    ]
    names += [f"hN{entry:02d}{letter}" for entry in range(turn) for letter in "ab"]
    assert len(names) == 24

    def places(more: str) -> list[str]:
        rows = [f"leaders.{name} = {{ where = 'ENG', side = 'E' }}" for name in names]
        return told(write(tmp_path, "\n".join([*rows, more]), turn=turn, phase=5))

    assert places("") == []
    found = places("leaders.hE06a = { where = 'ENG' }")
    assert len(found) == 1
    assert "25 leaders in play that can serve E, at most 24 (G5.73)" in found[0]
