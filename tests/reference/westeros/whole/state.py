"""The state of a battle in plain objects (W2.4, W2.9, W4.1), and the plan it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole.ask import FACES, Dice

__all__ = [
    "RANKS", "RANK_NUMBER", "Bonus", "GameOver", "Grant", "Kind", "Leader", "Objective", "Place",
    "Plan", "State", "Turn", "Unit",
]  # fmt: skip

RANKS = ("green", "blue", "red")
RANK_NUMBER = {"green": 1, "blue": 2, "red": 3}
Effect = Mapping[str, Any]


class GameOver(Exception):
    """Somebody has won; the state tells who and how."""


@dataclass(slots=True)
class Kind:
    """A unit type (W2.5, WD2.3)."""

    id: str
    house: str
    cls: str
    figures: int
    move: dict[str, int]
    dice: dict[str, int]
    modes: dict[str, tuple[int, int]]
    keywords: dict[str, int]
    traits: frozenset[str]
    formations: dict[str, dict[str, int]]


@dataclass(slots=True)
class Place:
    """A playable hex: terrain, one token, fire (W3.15, W3.40)."""

    terrain: str
    token: str = ""
    burn_limit: int = 0
    fire: int = 0
    devastated: bool = False


@dataclass(slots=True)
class Objective:
    """A location that can be controlled (W11.7)."""

    kind: str
    marker: bool
    owner: int


@dataclass(slots=True)
class Leader:
    """What happens to a commander card (W2.9, W2.11)."""

    id: str
    seat: int
    unit: int
    tokens: int = 0
    committed: bool = False
    on_map: bool = True


@dataclass(slots=True)
class Unit:
    """A unit (W2.4); the last fields describe the turn that is going on."""

    id: int
    number: str
    seat: int
    kind: Kind
    rank: str
    plain: int
    commander: str
    at: Hex | None
    active: bool = True
    partner: int = -1
    token_owner: int = -1
    defend: bool = False
    formation: str = ""
    side: str = ""
    plain_kinds: Counter[str] = field(default_factory=Counter)
    ordered: bool = False
    moved: bool = False
    attacks: int = 0
    attacks_left: int = 0
    no_move: bool = False
    no_attack: bool = False
    turned_up: bool = False
    pursued: bool = False
    advanced: bool = False
    advanced_into: Hex | None = None
    from_marsh: bool = False

    @property
    def figures(self) -> int:
        """Count all figures, the commander included (W2.8)."""
        return self.plain + (1 if self.commander else 0)

    @property
    def in_tower(self) -> bool:
        """Tell whether the unit holds the tower side (W3.32)."""
        return self.side == "tower"


@dataclass(slots=True)
class Grant:
    """A keyword given for a time (WD10.9 table, ``grant``)."""

    unit: int
    keyword: str
    x: int
    until: str
    seat: int


@dataclass(slots=True)
class Bonus:
    """What a box or tactic gives some units for this turn (W10.2, WD10.5)."""

    op: str
    units: frozenset[int]
    effect: Effect
    k: int = 0


@dataclass(slots=True)
class Turn:
    """The turn that is going on."""

    seat: int
    where: dict[int, Hex]
    card: str = ""
    leader: str = ""
    pays: str = ""
    ordered: list[int] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    at_end: list[tuple[Effect, str]] = field(default_factory=list)
    rally_at_end: list[int] = field(default_factory=list)
    tactic_used: bool = False
    idle: int = 0
    box_units: list[int] = field(default_factory=list)
    lead_only: str = ""
    deactivator: str = ""
    forced_asked: bool = False
    passed: set[int] = field(default_factory=set)


class Plan:
    """The compiled scenario, read once."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.data = compiled
        self.houses = compiled["houses"]
        self.edges = tuple(house["edge"] for house in self.houses)
        self.options: Mapping[str, Any] = compiled["options"]
        self.kinds = {row["id"]: self._kind(row) for row in compiled["types"]}
        self.commanders = {row["id"]: row for row in compiled["commanders"]}
        self.commander_keywords = {
            name: self._words(row["keywords"]) for name, row in self.commanders.items()
        }
        self.cards = {row["id"]: row for row in compiled["cards"]}
        self.card_rows = [row["id"] for row in compiled["cards"]]
        self.row_of = {name: index for index, name in enumerate(self.card_rows)}
        self.rows_of_seat = [
            [row["id"] for row in compiled["cards"] if row["seat"] == seat] for seat in (0, 1)
        ]
        self.special = {row["op"]: row for row in compiled["special"]}
        self.victory = compiled["victory"]
        self.scorch_units = {
            number
            for row in compiled["special"]
            if row["op"] == "scorch_units"
            for number in row["units"]
        }
        self.scorch_only = {
            row["token"] for row in compiled["special"] if row["op"] == "scorch_only"
        }
        self.hexes = [(c, r) for c, r, *_ in compiled["hexes"]]
        self.index = {at: index for index, at in enumerate(self.hexes)}

    @staticmethod
    def _words(pairs: Any) -> dict[str, int]:
        words: dict[str, int] = {}
        for name, value in pairs:
            words[name] = max(value, words.get(name, 0))
        return words

    def _kind(self, row: Mapping[str, Any]) -> Kind:
        return Kind(
            id=row["id"],
            house=row.get("house", ""),
            cls=row["class"],
            figures=row["figures"],
            move=dict(zip(RANKS, row["move"], strict=True)),
            dice=dict(zip(RANKS, row["dice"], strict=True)),
            modes={a["mode"]: (a.get("min", 1), a.get("max", 1)) for a in row["attacks"]},
            keywords=self._words(row["keywords"]),
            traits=frozenset(row.get("traits", [])),
            formations={
                one["id"]: self._words(one["keywords"]) for one in row.get("formations") or []
            },
        )


class State:
    """Everything on the table, hidden things included."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.dice = Dice()
        data = plan.data
        self.phase = "setup"
        self.round = 1
        self.momentum: int = data["momentum"]
        self.first: int = data["momentum"]
        self.to_act: int = self.first
        self.passed = [False, False]
        self.morale: int = data["morale_start"]
        self.vp = [0, 0]
        self.pools = [dict.fromkeys(FACES, 0), dict.fromkeys(FACES, 0)]
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.decks: list[Counter[str]] = [Counter(), Counter()]
        for row in data["cards"]:
            self.decks[row["seat"]][row["id"]] += row["copies"]
        self.discards: list[Counter[str]] = [Counter(), Counter()]
        self.board = [house["command_tokens"] for house in plan.houses]
        self.places = {
            (c, r): Place(terrain, token, limit) for c, r, terrain, token, limit in data["hexes"]
        }
        self.objectives = {
            (row["c"], row["r"]): Objective(row["kind"], bool(row["marker"]), row["owner"])
            for row in data["objectives"]
        }
        self.units: list[Unit] = []
        self.on_hex: dict[Hex, Unit] = {}
        self.leaders: dict[str, Leader] = {}
        for row in data["units"]:
            self.add_unit(
                row["number"], row["seat"], row["type"], row["rank"], (row["c"], row["r"]),
                row["commander"],
            )  # fmt: skip
        self.grants: list[Grant] = []
        self.turn = Turn(self.first, {})
        self.over = False
        self.winner = -1
        self.way = "none"
        self.captured: set[str] = set()
        self.destroyed: set[Hex] = set()
        self.any_token: set[str] = set()
        self.concealed: list[int] = list(data.get("concealed_tokens") or [0, 0])
        self.brotherhood: list[int] = list(data.get("brotherhood_tokens") or [0, 0])
        self.forced: tuple[int, str] | None = None
        self.nested = 0
        self.locations: dict[Hex, bool] = {}
        self.shown: set[Hex] = set()
        self.hidden: dict[int, tuple[Hex, bool]] = {}
        self.archers = 0
        self.captive: Hex | None = None
        self.catapults: dict[Hex, str] = {}
        self.palisades: dict[Hex, list[str]] = {}
        self.removal_dice: list[str] = []
        self.prisoner: Hex | None = None
        self.false_prisoner: Hex | None = None
        self.prisoner_shown = False
        self.prisoner_freed = False
        self.carrier = -1
        self.exited: set[int] = set()
        self.revived: set[str] = set()

    def add_unit(
        self, number: str, seat: int, kind: str, rank: str, at: Hex, commander: str = ""
    ) -> Unit:
        """Put a full, active unit on the map (WD2.4, WD4.3)."""
        type_ = self.plan.kinds[kind]
        plain = type_.figures - (1 if commander else 0)
        unit = Unit(
            len(self.units), number, seat, type_, rank, plain, commander, at,
            plain_kinds=Counter({kind: plain}),
        )  # fmt: skip
        self.units.append(unit)
        self.on_hex[at] = unit
        if commander:
            self.leaders[commander] = Leader(commander, seat, unit.id)
        return unit

    def own(self, seat: int) -> Iterator[Unit]:
        """Give the units of a House on the map, by number."""
        return (unit for unit in self.units if unit.seat == seat and unit.at is not None)

    def put(self, unit: Unit, at: Hex | None) -> None:
        """Set a unit on a hex, or take it off the map."""
        if unit.at is not None:
            del self.on_hex[unit.at]
        unit.at = at
        if at is not None:
            self.on_hex[at] = unit

    def depth(self, seat: int) -> int:
        """Give the depth of a House's morale (W8.20)."""
        return max(0, self.morale if seat == 1 else -self.morale)

    def zone(self, seat: int) -> str:
        """Name the morale zone of a House (W8.20)."""
        depth = self.depth(seat)
        if depth == 0:
            return "steady"
        if depth <= 2:
            return "grey"
        if depth <= 6:
            return "green"
        return "yellow" if depth <= 9 else "red"

    def leader_unit(self, leader: str) -> Unit | None:
        """Give the unit of a commander while he is on the map."""
        card = self.leaders.get(leader)
        return self.units[card.unit] if card and card.on_map else None
