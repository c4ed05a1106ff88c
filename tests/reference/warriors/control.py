"""Phase 4: control (G5.12-G5.20)."""

from __future__ import annotations

from tests.reference.warriors.state import Area, Leader, State, enemy

__all__ = ["phase_4"]


def phase_4(state: State) -> None:
    """Strip and gain control, area by area."""
    state.phase, state.step = 4, "P4_CONTROL"
    for area in state.areas:
        area.aggressor = ""
    before = {area.id: area.control for area in state.areas}
    for area in state.areas:
        for side in "EF":
            fresh = [one for one in state.here(area, side) if not one.disgraced]
            if area.neutral or not fresh:
                continue
            if before[area.id] == enemy(side):
                area.control = ""
            stripped = before[area.id] == enemy(side)
            again = state.plan.options["strip_and_roll_same_turn"]
            if before[area.id] == "" or (stripped and again):
                roll_control(state, area, side, fresh)
    for leader in state.leaders:
        leader.disgraced = False


def roll_control(state: State, area: Area, side: str, fresh: list[Leader]) -> None:
    """Let the best leader of a side roll for control (G5.15-G5.17)."""
    hired = sum(
        n
        for leader in state.here(area, side)
        for kind, n in leader.troops.items()
        if kind in state.plan.mercenaries
    )
    target = max((6 if leader.row["home"] == area.id else leader.stars) - hired for leader in fresh)
    if 0 < target < 6:
        gained = bool(state.dice.draw("control", {1: target, 0: 6 - target}))
    else:
        gained = target > 0
    if gained:
        area.control = side
