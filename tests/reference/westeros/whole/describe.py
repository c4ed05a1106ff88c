"""The table in the words of the core's ``to_dict``: the same picture from both sides.

A picture holds what both know and what does not depend on how a half-finished step is kept:
flags of units are compared only where a player chooses a turn, a move or an attack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.westeros.whole.ground import formation_of, hx, ruling
from tests.reference.westeros.whole.session import Session
from tests.reference.westeros.whole.state import Plan, State, Unit
from tests.reference.westeros.whole.walk import allowance

__all__ = ["core_picture", "differences", "picture"]

SETTLED = {"choose_turn_action", "choose_move", "choose_attack"}
Picture = dict[str, Any]


def differences(mine: Picture, theirs: Picture) -> list[str]:
    """List what differs between the reference's and the core's picture."""
    return [
        f"{key}: reference {mine.get(key)!r}, core {theirs.get(key)!r}"
        for key in [*mine, *(key for key in theirs if key not in mine)]
        if mine.get(key) != theirs.get(key)
    ]


def picture(session: Session) -> Picture:
    """Describe the reference's table."""
    s, asked = session.state, session.decision
    name = asked.name if asked else "game_over"
    found: Picture = {
        "decision": name,
        "player": asked.seat if asked else -1,
        "over": (s.over, s.way, s.winner if s.over else None),
        "morale": (s.morale, s.depth(0), s.depth(1), s.zone(0), s.zone(1)),
        "points": tuple(s.vp),
    }
    if s.over:
        return found
    begun = any(map(any, (h.values() for h in s.hands + s.discards))) or s.round > 1
    found |= {
        "round": s.round,
        "momentum": s.momentum,
        "command_tokens": tuple(s.board),
        "pools": tuple(tuple(sorted(pool.items())) for pool in s.pools),
        "forced": s.forced,
        "concealed": tuple(s.concealed),
        "brotherhood": tuple(s.brotherhood),
    }
    for seat in (0, 1):
        found[f"hand {seat}"] = _counted(s.hands[seat])
        found[f"deck {seat}"] = sum(s.decks[seat].values())
        found[f"discards {seat}"] = _counted(s.discards[seat])
    for leader in s.leaders.values():
        found[leader.id] = (leader.tokens, leader.committed, leader.on_map)
    if begun:
        found["first_player"] = s.first
    for unit in s.units:
        if unit.at is not None:
            found[unit.number] = _unit(s, unit, name, begun=begun)
    _ground(s, found, begun=begun)
    return found


def _counted(cards: Mapping[str, int]) -> frozenset[tuple[str, int]]:
    return frozenset((card, count) for card, count in cards.items() if count)


def _unit(s: State, unit: Unit, decision: str, *, begun: bool) -> tuple[Any, ...]:
    fixed: tuple[Any, ...] = (
        unit.at, unit.rank, unit.kind.id, unit.plain, unit.commander or None,
    )  # fmt: skip
    if decision == "choose_path":
        return fixed
    partner = s.units[unit.partner].number if unit.partner >= 0 else None
    fixed += (partner, unit.token_owner if unit.partner >= 0 else None)
    if decision not in SETTLED or not begun:
        return fixed
    formation = formation_of(unit)
    fixed += (unit.active, unit.defend, unit.side or None, formation or None, unit.ordered)
    if unit.ordered:
        assert unit.at is not None
        marshy = unit.from_marsh or ruling(s.places[unit.at]) == "marsh"
        fixed += (unit.moved, None if marshy else allowance(s, unit))
        if not s.nested:
            fixed += (unit.attacks_left <= 0 or unit.no_attack,)
    return fixed


def _ground(s: State, found: Picture, *, begun: bool) -> None:
    """Add the hexes that are not as at the start, and who controls what."""
    for c, r, _, token, _ in s.plan.data["hexes"]:
        place = s.places[c, r]
        if place.token != token or place.fire or place.devastated:
            found[hx((c, r))] = (place.token, place.fire, place.devastated)
    if begun:
        for at, one in s.objectives.items():
            if one.marker and at not in s.locations:
                found[f"objective {hx(at)}"] = one.owner


def core_picture(plan: Plan, seen: Mapping[str, Any], player: int, mine: Picture) -> Picture:
    """Describe the core's table in the same words.

    Args:
        plan: the plan.
        seen: the core's ``to_dict``.
        player: the core's current player.
        mine: the reference's picture, which tells what can be compared.
    """
    over = seen["terminal"]
    found: Picture = {
        "decision": seen["decision"],
        "player": player,
        "over": (over, seen["way"], seen["winner"] if over else None),
        "morale": (seen["morale"], *seen["depth"], *seen["zone"]),
        "points": tuple(seen["vp"]),
    }
    if over:
        return found
    begun = "first_player" in mine
    forced = seen["forced"]
    found |= {
        "round": seen["round"],
        "momentum": seen["momentum"],
        "command_tokens": tuple(seen["command_tokens"]),
        "pools": tuple(tuple(sorted(pool.items())) for pool in seen["pools"]),
        "forced": (forced["seat"], forced["kind"]) if forced else None,
        "concealed": tuple(seen["concealed"]),
        "brotherhood": tuple(seen["brotherhood"]),
    }
    for seat in (0, 1):
        found[f"hand {seat}"] = frozenset(seen["hands"][seat].items())
        found[f"deck {seat}"] = seen["deck_sizes"][seat]
        found[f"discards {seat}"] = frozenset(seen["discards"][seat].items())
    for row in seen["commanders"]:
        found[row["id"]] = (row["tokens"], row["committed"], row["on_map"])
    if begun:
        found["first_player"] = seen["first_player"]
    numbers = {row["id"]: row["number"] for row in seen["units"]}
    for row in seen["units"]:
        if row["on_map"]:
            found[row["number"]] = _core_unit(plan, row, numbers, mine.get(row["number"], ()))
    for (c, r, _, token, _), row in zip(plan.data["hexes"], seen["hexes"], strict=True):
        if row["token"] != token or row["fire"] or row["devastated"]:
            found[hx((c, r))] = (row["token"] or "", row["fire"], row["devastated"])
        name = f"objective {hx((c, r))}"
        if name in mine:
            found[name] = row["objective"]
    return found


def _core_unit(
    plan: Plan, row: Mapping[str, Any], numbers: Mapping[int, str], mine: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Describe a unit of the core as far as the reference does."""
    formation = row["formation"] if plan.kinds[row["type"]].formations else None
    every = (
        (row["c"], row["r"]), row["rank"], row["type"], row["plain"], row["commander"],
        numbers.get(row["engaged_with"]), row["engagement_owner"],
        row["active"], row["defend"], row["outpost_side"], formation, row["ordered"],
        row["moved"], row["allowance"], row["attacked"],
    )  # fmt: skip
    if len(mine) > 13 and mine[13] is None:
        every = (*every[:13], None, *every[14:])
    return every[: len(mine)] if mine else every
