"""Positions for rules tests of Warriors of God: a few leaders, everybody else dead.

``campaign(2, {"hE00a": "ENG INF4 KE1", "hF00a": "NOR"})`` starts phase 2 with Edward III in England
under four infantry and a knight, and Philip VI, bare, in Normandy. Aligned leaders serve their own
side; ``"FLA:E INF3"`` says whom a non-aligned one serves. Every roll of a test is scripted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pysim import _core
from pysim.scenario import load_compiled
from tests.rules.table import Table

__all__ = ["Campaign", "campaign"]


@cache
def _plan(scenario: str, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return load_compiled(f"warriors/{scenario}", dict(options))


def _troops(words: list[str]) -> dict[str, int]:
    found = {}
    for word in words:
        match = re.fullmatch(r"([A-Z]+)(\d+)", word)
        assert match, word
        found[match[1]] = int(match[2])
    return found


def _leader(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    where, *troops = place.split()
    where, _, serves = where.partition(":")
    disgraced = where.endswith("!")
    where = where.removesuffix("!")
    side = row["side"] if row["side"] != "N" else serves
    return {"leader": row["id"], "where": where, "side": side, "disgraced": disgraced,
            "troops": _troops(troops)}  # fmt: skip


def campaign(
    phase: int,
    leaders: Mapping[str, str],
    *,
    scenario: str = "hyw",
    turn: int = 3,
    initiative: str = "E",
    next_side: str = "E",
    impulses: tuple[int, int] = (9, 9),
    vp: int = 0,
    control: str = "",
    aggressor: str = "",
    kings: str = "",
    unassigned: Mapping[str, str] | None = None,
    killed: Mapping[str, list[str]] | None = None,
    seed: int = 1,
    **options: bool | int,
) -> Campaign:
    """Return the first decision of a phase.

    A leader is where his text says, with his troops; those not named are dead. ``control`` and
    ``aggressor`` are written ``"E:ENG,NOR F:IDF"``, ``kings`` ``"E:hE00a F:hF00a"``, ``unassigned``
    tells the points that lie in areas. What is left over are options.
    """
    plan = dict(_plan(scenario, tuple(sorted(options.items()))))

    def sides(text: str) -> dict[str, str]:
        marks: dict[str, str] = {}
        for part in text.split():
            side, _, names = part.partition(":")
            marks |= dict.fromkeys(names.split(","), side)
        return marks

    crowned = dict(part.split(":") for part in kings.split())
    plan["position"] = {
        "turn": turn,
        "phase": phase,
        "initiative": initiative,
        "impulses": list(impulses) if phase == 2 else [0, 0],
        "next": next_side if phase == 2 else "",
        "vp": vp,
        "control": sides(control),
        "aggressor": sides(aggressor),
        "kings": {"E": "", "F": "", **crowned},
        "leaders": [_leader(row, leaders.get(row["id"], "dead")) for row in plan["leaders"]],
        "unassigned": {area: _troops(text.split()) for area, text in (unassigned or {}).items()},
        "killed": {"E": [], "F": [], "kings": [], **(killed or {})},
    }
    return Campaign(_core.Game(plan).new_initial_state(seed))


class Campaign(Table):
    """A campaign with actions written as text."""

    def leader(self, identity: str) -> dict[str, Any]:
        found: dict[str, Any] = next(x for x in self.see["leaders"] if x["id"] == identity)
        return found

    def area(self, identity: str) -> dict[str, Any]:
        found: dict[str, Any] = next(x for x in self.see["areas"] if x["id"] == identity)
        return found

    def troops(self, identity: str) -> dict[str, int]:
        return {kind: n for kind, n in self.leader(identity)["troops"].items() if n}

    def results(self, while_: Callable[[Campaign], bool]) -> list[Campaign]:
        """Every state that a sequence of answers leads to while a condition holds."""
        found: list[Campaign] = []
        open_ = [self]
        while open_:
            here = open_.pop()
            if not while_(here):
                found.append(here)
                continue
            open_ += [here.copy().go(action) for action in reversed(here.options())]
        return found
