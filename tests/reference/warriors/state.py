"""The table: leaders, areas, markers and pools (chapters 2, 3 and G5.2c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference.westeros.whole.ask import Dice

__all__ = ["Area", "Battle", "Leader", "Plan", "State", "enemy"]


def enemy(side: str) -> str:
    """Return the other side."""
    return "F" if side == "E" else "E"


class Plan:
    """What the compiled scenario says, by id."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.data = compiled
        self.types: dict[str, Mapping[str, Any]] = {row["id"]: row for row in compiled["troops"]}
        self.type_ids = list(self.types)
        self.area_ids = [row["id"] for row in compiled["areas"]]
        self.leader_ids = [row["id"] for row in compiled["leaders"]]
        self.mercenaries = [name for name, row in self.types.items() if row["home"]]
        self.charts = compiled["charts"]
        self.options: Mapping[str, Any] = compiled["options"]
        self.names = {"L": self.leader_ids, "A": self.area_ids, "T": self.type_ids}
        self.common = [*self._types("longbow", listed=False), *self._types("infantry")]
        self.in_order = [
            *self._types("knight"),
            *self._types("longbow", listed=True),
            *self._types("mercenary"),
            *self._types("gunner"),
            *self.common,
        ]
        self.borders: dict[frozenset[str], str] = {
            frozenset((a, b)): code for a, b, code in compiled["borders"]
        }

    def _types(self, kind: str, *, listed: bool | None = None) -> list[str]:
        """List the types of a class, with or without those for listed leaders only (G5.67)."""
        return [
            name
            for name, row in self.types.items()
            if row["class"] == kind and listed in (None, row["commanders"] == "listed")
        ]

    def type_number(self, kind: str) -> int:
        """Return the place of a troop type in table 2.2."""
        return self.type_ids.index(kind)

    def neighbours(self, area: str) -> list[str]:
        """List the adjacent areas in list order (G3.3)."""
        return [other for other in self.area_ids if frozenset((area, other)) in self.borders]

    def border(self, a: str, b: str) -> str:
        """Return the type of the border between two adjacent areas."""
        return self.borders[frozenset((a, b))]


@dataclass
class Leader:
    """A leader: his row of table 2.1 and where he is."""

    number: int
    row: Mapping[str, Any]
    where: str = "future"
    serves: str = ""
    disgraced: bool = False
    troops: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.id = str(self.row["id"])

    @property
    def aligned(self) -> bool:
        """Whether he always serves one side."""
        return bool(self.row["side"] != "N")

    @property
    def stars(self) -> int:
        """His rank."""
        return int(self.row["stars"])

    @property
    def free(self) -> int:
        """His free command, at three points a star by default (G2.8)."""
        return int(self.row["limit"]) - self.troops.total()

    def bare(self) -> bool:
        """Whether no point is attached to him."""
        return self.troops.total() == 0


@dataclass
class Area:
    """An area and what lies in it without a leader."""

    number: int
    row: Mapping[str, Any]
    control: str = ""
    aggressor: str = ""
    unassigned: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.id = str(self.row["id"])

    @property
    def neutral(self) -> bool:
        """Whether nobody can ever control it (G3.2)."""
        return bool(self.row["kind"] == "neutral")

    @property
    def value(self) -> int:
        """Its value, 0 of neutral areas."""
        return int(self.row["value"])


@dataclass
class Battle:
    """The battle that is being fought."""

    area: Area
    commanders: dict[str, Leader | None] = field(default_factory=lambda: {"E": None, "F": None})
    missed: int = 0
    hits: dict[str, int] = field(default_factory=lambda: {"E": 0, "F": 0})
    retreating: str = ""
    destination: str = ""
    besieged: str = ""
    limit: int = 0


class State:
    """Everything on the table."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.dice = Dice()
        self.turn = 1
        self.phase = 0
        self.step = "SETUP_ROLL"
        self.initiative: str = plan.data["initiative"]
        self.impulses = {"E": 0, "F": 0}
        self.first = "E"
        self.vp = 0
        factor = plan.charts["command"]
        self.leaders = [
            Leader(n, {**row, "limit": factor * row["stars"]})
            for n, row in enumerate(plan.data["leaders"])
        ]
        self.areas = [Area(n, row) for n, row in enumerate(plan.data["areas"])]
        self.kings = {"E": "", "F": ""}
        self.killed_kings: list[str] = []
        self.battle: Battle | None = None
        self.hand: Counter[tuple[int, str]] = Counter()
        self.asking: tuple[Leader, str, int] | None = None
        self.last = 0
        self.result: dict[str, Any] | None = None

    @property
    def non(self) -> str:
        """The side without the initiative."""
        return enemy(self.initiative)

    @property
    def in_turn(self) -> tuple[str, str]:
        """NON and INI, the order of most steps."""
        return (self.non, self.initiative)

    def leader(self, name: str) -> Leader:
        """Return a leader by id."""
        return self.leaders[self.plan.leader_ids.index(name)]

    def area(self, name: str) -> Area:
        """Return an area by id."""
        return self.areas[self.plan.area_ids.index(name)]

    def on_map(self, leader: Leader) -> bool:
        """Whether a leader stands in an area."""
        return leader.where in self.plan.area_ids

    def here(self, area: Area, side: str) -> list[Leader]:
        """List the leaders of a side in an area, in list order."""
        name = area.id
        return [one for one in self.leaders if one.where == name and one.serves == side]

    def captives(self, side: str) -> list[Leader]:
        """List the leaders of a side in the prison of its enemy, in list order."""
        return [one for one in self.leaders if one.where == "prison" and one.serves == side]

    def controlled(self, side: str) -> list[Area]:
        """List the areas of a side in list order."""
        return [area for area in self.areas if area.control == side]

    def pool(self, kind: str) -> int:
        """Count the points of a special type that are not on the map (G2.11)."""
        used = sum(one.troops[kind] for one in self.leaders if one.troops)
        used += sum(area.unassigned[kind] for area in self.areas if area.unassigned)
        used += sum(n for (_, name), n in self.hand.items() if name == kind)
        return int(self.plan.types[kind]["pool"]) - used

    def limit(self, side: str, start: Area, end: Area) -> int:
        """Count the leaders that may cross a border in one go (2.4, G6.2, G8.20, G9.10)."""
        limits = self.plan.data["border_limits"]
        code = self.plan.border(start.id, end.id)
        rows = [limits[code]]
        if code == "S" and end.control == side:
            rows.append(limits["S_friendly"])
        english = self.plan.data["flags"]["english_sea"] and side == "E"
        if code == "S" and english and start.control == side:
            rows.append(limits["S_english"])
        return int(max(rows))

    def may_command(self, leader: Leader, kind: str) -> bool:
        """Whether a leader may have points of a type (chapter 9)."""
        row, options = self.plan.types[kind], self.plan.options
        own = str(leader.row["side"])
        rule = row["commanders"]
        if rule == "any":
            return True
        if rule == "listed":
            return leader.id in row["listed"]
        if rule == "aligned":
            return leader.aligned
        any_rank = own == "F" and options["french_knights_any_rank"]
        knight = leader.aligned and (leader.stars == 3 or any_rank)
        if rule == "burgundian":
            duke = leader.stars == 2 and kind in self.area(leader.row["home"]).row["recruits"]
            return knight or (duke and (leader.aligned or bool(options["burgundian_neutrals"])))
        if knight and options["knights_own_kind"]:
            return kind in self.area(self.plan.data["capitals"][own]).row["recruits"]
        return knight

    def groups(self, side: str) -> list[list[Area]]:
        """List the friendly groups, each in list order (terms of chapter 1, G5.36)."""
        left, found = self.controlled(side), []
        while left:
            group = [left.pop(0)]
            for area in group:
                near = [other for other in left if self.allowed_step(side, area, other)]
                group += near
                left = [other for other in left if other not in near]
            found.append(sorted(group, key=lambda area: area.number))
        return found

    def allowed_step(self, side: str, a: Area, b: Area) -> bool:
        """Whether deployment and hiring of a side may step from one area to the other (G5.36)."""
        if frozenset((a.id, b.id)) not in self.plan.borders:
            return False
        code = self.plan.border(a.id, b.id)
        return code != "O" and (code != "S" or side == "E")
