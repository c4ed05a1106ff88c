"""Who may command what, for the checks of set-ups and positions; the core decides it in games.

Rules: G2.8, G9.3, G9.5-G9.7, G13.10, G13.12, G13.16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pysim.scenario.records import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysim.scenario.read import Report
    from pysim.scenario.warriors.models import Leader, Plan, Troop, World

__all__ = ["STARS", "Command", "leaders_of"]

STARS = 3
"""Most stars of a leader (G2.1)."""

_DUKE_STARS = 2


def leaders_of(plan: Plan, world: World) -> dict[str, Leader]:
    """Return the leaders of a scenario's era in list order (table 2.1)."""
    return {name: row for name, row in world.leaders.items() if row.era == plan.era}


@dataclass(frozen=True, slots=True)
class Command:
    """The leaders of a scenario and what each of them may command."""

    plan: Plan
    world: World
    leaders: Mapping[str, Leader]
    options: Mapping[str, bool | int | str]

    def limit(self, name: str) -> int:
        """Return how many points a leader commands (G2.8)."""
        return self.world.charts.command * self.leaders[name].stars

    def pool(self, kind: str) -> int | None:
        """Return how many points of a type there are; None if there is no limit (G2.11, G13.13)."""
        troop = self.world.troops[kind]
        if troop.class_ == "gunner" and self.plan.era == "liw" and not self.options["liw_gunners"]:
            return 0
        return troop.pool.get(self.plan.era)

    def allows(self, name: str, kind: str) -> bool:
        """Tell whether a leader may command a type (table 2.2).

        Rules: G9.3, G9.5-G9.7.
        """
        leader, troop = self.leaders[name], self.world.troops[kind]
        commanders = troop.commanders.get(self.plan.era, "any")
        if commanders == "listed":
            return name in troop.listed
        if commanders == "aligned":
            return leader.side != "N"
        if commanders == "burgundian":
            return self._is_duke(leader, kind) or self._is_knight(leader)
        return commanders == "any" or (self._is_knight(leader) and self._own_kind(leader, kind))

    def _is_knight(self, leader: Leader) -> bool:
        """Rules: G9.5, G13.16."""
        any_rank = leader.side == "F" and bool(self.options["french_knights_any_rank"])
        return leader.side != "N" and (any_rank or leader.stars == STARS)

    def _is_duke(self, leader: Leader, kind: str) -> bool:
        """Rules: G9.6, G13.12."""
        home = self.world.areas.get(leader.home)
        aligned = leader.side != "N" or bool(self.options["burgundian_neutrals"])
        raised = home is not None and kind in home.recruits
        return leader.stars == _DUKE_STARS and raised and aligned

    def _own_kind(self, leader: Leader, kind: str) -> bool:
        """Rules: G13.10."""
        if not self.options["knights_own_kind"] or leader.side == "N":
            return True
        capital = self.world.areas.get(self.plan.capitals.get(leader.side, ""))
        return capital is not None and kind in capital.recruits

    def check_troops(
        self, name: str, troops: Mapping[str, int], path: list[str | int], report: Report
    ) -> None:
        """Note unknown types, too many points, and points that the leader may not command.

        Rules: G14.55.
        """
        leader, limit = self.leaders[name], self.limit(name)
        for kind, points in troops.items():
            if kind not in self.world.troops:
                report.add([*path, kind], unknown("troop type", kind, self.world.troops))
            elif points and not self.allows(name, kind):
                allowed = ", ".join(one for one in self.world.troops if self.allows(name, one))
                message = f"{name!r} may not command {kind} (allowed: {allowed}"
                report.add([*path, kind], f"{message}; {_rule(self, kind)})")
        total = sum(troops.values())
        if total > limit:
            stars = f"{leader.stars} star{'s' if leader.stars > 1 else ''}"
            report.add(path, f"{total} points, and {name!r} with {stars} commands {limit} (G2.8)")


def _rule(command: Command, kind: str) -> str:
    """Name the rule that says who commands a type."""
    troop: Troop = command.world.troops[kind]
    rules = {"aligned": "G9.7", "listed": "G9.3", "knight": "G9.5", "burgundian": "G9.6"}
    return rules.get(troop.commanders.get(command.plan.era, ""), "table 2.2")
