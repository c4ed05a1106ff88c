"""Morale, points and the end of the game (W8.20 to W8.27, chapter 11, WD11)."""

from __future__ import annotations

from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole.ground import ruling
from tests.reference.westeros.whole.state import GameOver, State

__all__ = [
    "check_at_once", "check_nobody_left", "controls", "gain_morale", "higher_morale",
    "immediate", "lose_morale", "meets_zone", "recover", "regroup_victory", "round_points",
]  # fmt: skip

ZONES = ("steady", "grey", "green", "yellow", "red")
BREAKS = (10, 7, 3, 0)


def lose_morale(s: State, seat: int, k: int) -> None:
    """Move the marker toward the end of a House, to the last space at most (W8.23)."""
    s.morale = max(-10, min(10, s.morale + (k if seat == 1 else -k)))
    check_at_once(s)


def gain_morale(s: State, seat: int, k: int) -> None:
    """Move the marker toward the enemy's end (W8.23)."""
    lose_morale(s, 1 - seat, k)


def recover(s: State) -> None:
    """Move the marker back to the break of its zone (W8.25)."""
    sign = 1 if s.morale >= 0 else -1
    s.morale = sign * next(space for space in BREAKS if space <= abs(s.morale))


def higher_morale(s: State) -> int:
    """Give the House with the higher morale, -1 if both have the same (W8.26)."""
    if s.morale == 0:
        return -1
    return 0 if s.morale > 0 else 1


def meets_zone(s: State, seat: int, wanted: str) -> bool:
    """Tell whether the morale of a House is green or stronger, or green or weaker (W8.21)."""
    at = ZONES.index(s.zone(seat))
    return at <= 2 if wanted == "green_or_stronger" else at >= 2


def immediate(s: State, condition: str, seat: int, **facts: Any) -> None:
    """Give the immediate points of a condition that has come about for a House (W5.41)."""
    for row in s.plan.victory:
        if row["when"] != "immediate" or row["condition"] != condition:
            continue
        if row["who"] not in (-1, seat):
            continue
        if condition == "token_destroyed" and row["token"] != facts["token"]:
            continue
        if condition == "commander_captured" and row.get("name") not in (None, "", facts["name"]):
            continue
        if condition == "unit_exits" and facts["led"]:
            s.vp[seat] += row["with_commander"]
        else:
            s.vp[seat] += row["points"]


def controls(s: State, seat: int, at: Hex) -> bool:
    """Tell whether a House controls an objective (W11.7)."""
    objective = s.objectives[at]
    if objective.marker:
        return objective.owner == seat
    unit = s.on_hex.get(at)
    return unit is not None and unit.seat == seat


def _standing(s: State, at: Hex, row: dict[str, Any]) -> bool:
    """Tell whether a place still counts, where the plan wants it undevastated (B06 rule 3)."""
    return not (row.get("while_standing") and s.places[at].devastated)


def _zone_points(s: State, seat: int, row: dict[str, Any]) -> int:
    table = row.get("zone_points") or row["points"]
    zone = s.zone(1 - seat)
    return int(dict(zip(("green", "yellow", "red"), table, strict=True)).get(zone, 0))


def _row_reached(s: State, seat: int, row: dict[str, Any]) -> int:
    """Give the value of the farthest row on or beyond which enough units stand (B05)."""
    best = 0
    south = s.plan.edges[seat] == "south"
    for line, value in row["table"]:
        rows = [unit.at[1] for unit in s.own(seat) if unit.at]
        passed = [r for r in rows if (r >= line if south else r <= line)]
        if len(passed) >= row["count"]:
            best = max(best, value)
    return best


def _fire_points(s: State, row: dict[str, Any]) -> int:
    """Give the points of fire on objectives of a kind (B06)."""
    total = 0
    for at, objective in s.objectives.items():
        if objective.kind != row["kind"]:
            continue
        if at in s.destroyed:
            total += row["once_destroyed"]
        else:
            total += row["points"] * s.places[at].fire
    return total


def _worth(s: State, seat: int, row: dict[str, Any]) -> int:
    """Give the points of one row for one House now."""
    condition = row["condition"]
    points = row.get("points", 0)
    if condition == "controls":
        at = (row["c"], row["r"])
        return int(points) if controls(s, seat, at) and _standing(s, at, row) else 0
    if condition == "each_controlled":
        return sum(
            points
            for at, one in s.objectives.items()
            if row.get("kind", "") in ("", one.kind)
            and controls(s, seat, at)
            and _standing(s, at, row)
        )
    if condition == "enemy_morale":
        return _zone_points(s, seat, row)
    if condition == "units_in":
        area = {tuple(at) for at in row["area"]}
        inside = sum(1 for unit in s.own(seat) if unit.at in area)
        return int(points * (inside // row.get("per", 1)))
    if condition == "token_present":
        return int(points) * sum(1 for place in s.places.values() if place.token == row["token"])
    if condition == "row_reached":
        return _row_reached(s, seat, row)
    if condition == "fire_level":
        return _fire_points(s, row)
    holder = s.on_hex.get(s.prisoner) if s.prisoner else None
    carrier = s.plan.special.get("prisoner", {}).get("carrier", -1)
    by_carrier = holder is not None and holder.seat == carrier and s.prisoner_shown
    if condition == "prisoner_held":
        return int(points) if not s.prisoner_freed and by_carrier else 0
    if condition == "prisoner_lost":
        return int(points) if not s.prisoner_freed and not by_carrier else 0
    raise ValueError(f"unknown condition {condition}")


def _award(s: State, when: str) -> None:
    for row in s.plan.victory:
        if row["when"] != when or s.round < row.get("from_round", 1):
            continue
        for seat in (0, 1):
            if row["who"] in (-1, seat):
                s.vp[seat] += _worth(s, seat, row)


def round_points(s: State) -> None:
    """Give the points of a round end (W5.41)."""
    _award(s, "round_end")


def end(s: State, winner: int, way: str) -> None:
    """End the game."""
    s.over, s.winner, s.way = True, winner, way
    raise GameOver


def routed(s: State, seat: int) -> bool:
    """Tell whether the marker lies on a House's Rout space (W8.24)."""
    return s.plan.houses[seat]["morale_end"] == "rout" and s.depth(seat) == 10


def _instant_winner(s: State) -> int | None:
    """Give who meets the plan's instant condition; -1 if both do (B03)."""
    rule = s.plan.data["instant"]
    if not rule:
        return None
    won = [
        seat
        for seat in (0, 1)
        if s.vp[seat] >= rule["points"] and rule["generals"][1 - seat] in s.captured
    ]
    if not won:
        return None
    return won[0] if len(won) == 1 else -1


def check_at_once(s: State) -> None:
    """End the game by what acts the moment it is true (W11.2, W13.5 off)."""
    at_once = not s.plan.options.get("regroup_rout", True)
    if at_once:
        for seat in (0, 1):
            if routed(s, seat):
                end(s, 1 - seat, "rout")
    rule = s.plan.data["instant"]
    if rule and (at_once or rule.get("test") == "at_once"):
        _check_instant(s)


def _check_instant(s: State) -> None:
    winner = _instant_winner(s)
    if winner == -1:
        decide_by_points(s)
    elif winner is not None:
        end(s, winner, "instant")


def check_nobody_left(s: State) -> None:
    """End the game when a House has no unit left (W11.5; B08 rule 2)."""
    left = [any(True for _ in s.own(seat)) for seat in (0, 1)]
    if all(left):
        return
    if not any(left):
        decide_by_points(s)
    exits = s.plan.special.get("exits")
    gone = left.index(False)
    if exits and exits["seat"] == gone:
        decide_by_points(s)
    end(s, 1 - gone, "elimination")


def decide_by_points(s: State) -> None:
    """Decide by points, then morale, then momentum (W11.4)."""
    if s.vp[0] != s.vp[1]:
        end(s, 0 if s.vp[0] > s.vp[1] else 1, "points")
    if s.plan.data["tie"] == "morale" and higher_morale(s) >= 0:
        end(s, higher_morale(s), "morale")
    end(s, s.momentum, "momentum")


def regroup_victory(s: State) -> None:
    """Look for a winner in Regroup step 3: rout, instant, last round (W5.42)."""
    for seat in (0, 1):
        if routed(s, seat):
            end(s, 1 - seat, "rout")
    _check_instant(s)
    if s.round < s.plan.data["rounds"]:
        return
    _award(s, "game_end")
    _check_instant(s)
    rule = s.plan.data["decide"]
    if rule:
        real = sum(
            1 for at, is_real in s.locations.items() if is_real and controls(s, rule["winner"], at)
        )
        won = real >= rule["real_locations"] and meets_zone(s, rule["winner"], rule["own_morale"])
        end(s, rule["winner"] if won else rule["otherwise"], "decide")
    decide_by_points(s)


def ruling_at(s: State, at: Hex) -> str:
    """Name the row in force on a hex."""
    return ruling(s.places[at])
