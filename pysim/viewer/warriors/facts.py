"""What a board of areas shows: the plan and the state of its leaders joined, and sentences on both.

Rules: G2.1, G5.1, G5.2c.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = [
    "BORDERS",
    "PHASES",
    "Board",
    "Leader",
    "border_words",
    "make_board",
    "points_words",
    "stars_of",
]

PHASES: tuple[str, ...] = (
    "set-up",
    "initiative",
    "impulses",
    "battles",
    "control",
    "recruiting",
    "deployment and hiring",
    "prisoners",
    "deaths",
    "placement",
    "distribution",
    "victory points",
    "next turn",
)

BORDERS: Mapping[str, str] = {"C": "clear", "O": "obstructed", "R": "river", "S": "sea"}

_SEATS = ("E", "F")
_WAYS = {"margin": "by the margin", "final": "at the end"}
_MISSED = ("none", "1st missed", "2nd missed")


@dataclass(frozen=True, slots=True)
class Leader:
    """One leader: what the plan prints on the counter, and what the state says of it."""

    id: str
    name: str
    aligned: str
    entry: int
    stars: int
    bravery: int
    battle: int
    home: str
    longbow: bool
    where: str
    side: str
    disgraced: bool
    king: bool
    commander: bool
    troops: Mapping[str, int]

    @property
    def rating(self) -> str:
        """Bravery and battle rating as the counter prints them. Rules: G2.2."""
        return f"{self.bravery}-{self.battle}"


@dataclass(frozen=True, slots=True)
class Board:
    """A described state and its plan, with the leaders of each place at hand."""

    plan: Mapping[str, Any]
    state: Mapping[str, Any]
    leaders: tuple[Leader, ...]
    viewer: int | None = None

    def at(self, where: str) -> list[Leader]:
        """List the leaders of a place, those of E first, each side in list order."""
        here = [leader for leader in self.leaders if leader.where == where]
        return sorted(here, key=lambda leader: {"E": 0, "F": 1}.get(leader.side, 2))

    def arrivals(self) -> list[Leader]:
        """List the leaders of the next set to arrive. Rules: G2.3."""
        future = self.at("future")
        turn = min((leader.entry for leader in future), default=0)
        return [leader for leader in future if leader.entry == turn]

    def side_name(self, letter: str) -> str:
        """Give a side's name as text, ``nobody`` for no side."""
        for row in self.plan["sides"]:
            if row["letter"] == letter:
                return str(row["id"]).replace("_", " ").title()
        return "nobody"

    def seat_name(self, seat: int) -> str:
        """Give the name of a seat's side."""
        return self.side_name(_SEATS[seat] if seat in (0, 1) else "")

    def area_name(self, area: str) -> str:
        """Give an area's name, its id if the plan has no such area."""
        for row in self.plan["areas"]:
            if row["id"] == area:
                return str(row["name"])
        return area

    def leader_name(self, leader: str) -> str:
        """Give a leader's name, ``nobody`` for none."""
        for row in self.leaders:
            if row.id == leader:
                return row.name
        return leader or "nobody"

    def status(self) -> str:
        """Say in one line where the game stands: turn, phase, and who decides what."""
        state = self.state
        words = [f"Turn {state['turn']} of {self.plan['rounds']}"]
        phase = int(state["phase"])
        if state.get("result"):
            winner, way = state["result"]["winner"], str(state["result"]["way"])
            won = "drawn" if winner not in (0, 1) else f"{self.seat_name(winner)} won"
            words.append(f"{won} {_WAYS.get(way, '')}".strip())
        else:
            words.append(f"phase {phase}, {PHASES[phase]}" if phase else PHASES[0])
            if state["to_act"] in (0, 1):
                what = str(state["decision"]).replace("_", " ")
                words.append(f"{self.seat_name(state['to_act'])} to {what or 'act'}")
        if self.viewer is not None:
            words.append(f"as seen by {self.seat_name(self.viewer)}")
        return " · ".join(words)

    def points(self) -> str:
        """Say who leads by how many victory points. Rules: G1.4, G11.2."""
        vp = int(self.state["vp"])
        need = f"{self.plan['charts']['margin']} win at once"
        if vp == 0:
            return f"victory points 0, {need}"
        return f"victory points {vp:+d}: {self.side_name('E' if vp > 0 else 'F')} leads, {need}"

    def side_facts(self, letter: str) -> list[str]:
        """Tell king, initiative and impulses left of a side. Rules: G5.6, G5.7, G8.9."""
        king = self.state["kings"].get(letter) or ""
        words = [f"king {self.leader_name(king)}" if king else "no king"]
        if letter in self.state.get("killed_kings", ()):
            words[0] += ", the king was killed this turn"
        if self.state["initiative"] == letter:
            words.append("initiative")
        if self.state["phase"] == 2:
            left = self.state["impulses"][_SEATS.index(letter)]
            words.append(f"{left} impulse{'' if left == 1 else 's'} left")
        return words

    def battle_facts(self) -> list[str]:
        """Tell the battle that is being fought, nothing without one. Rules: G7.1 to G8.19."""
        battle = self.state.get("battle")
        if not battle:
            return []
        lines = [f"Battle in {self.area_name(battle['area'])}"]
        lines += [
            f"{letter} commander: {self.leader_name(battle['commanders'].get(letter) or '')}"
            for letter in _SEATS
        ]
        if battle.get("besieged"):
            lines.append(f"besieged: {self.side_name(battle['besieged'])}")
        lines.append(f"missed marker: {_MISSED[min(2, int(battle['missed']))]}")
        if any(battle["hits"]):
            left = ", ".join(
                f"{letter} {hits}" for letter, hits in zip(_SEATS, battle["hits"], strict=True)
            )
            lines.append(f"hits left to meet: {left}")
        if battle.get("retreating"):
            to = battle.get("destination") or ""
            lines.append(
                f"{self.side_name(battle['retreating'])} retreats"
                + (f" to {self.area_name(to)}" if to else "")
            )
        if battle.get("limit"):
            lines.append(f"leaders still to escape: {battle['limit']}")
        return lines

    def question(self) -> str:
        """Tell what phase 10 asks, nothing elsewhere. Rules: G5.56, G5.67."""
        asking = self.state.get("asking")
        if not asking:
            return ""
        return f"{self.leader_name(asking['leader'])} to take {asking['type']}, had {asking['had']}"

    def hand(self) -> list[str]:
        """Tell the points lifted and not yet dropped. Rules: G5.66."""
        return [
            f"{self.area_name(row['area'])} {row['type']} {row['n']}"
            for row in self.state.get("hand") or ()
        ]


def make_board(
    description: Mapping[str, Any], plan: Mapping[str, Any], viewer: int | None = None
) -> Board:
    """Join a described state and its plan."""
    found = {row["id"]: row for row in description["leaders"]}
    kings = {king for king in description["kings"].values() if king}
    battle = description.get("battle") or {"commanders": {}}
    commanders = {leader for leader in battle["commanders"].values() if leader}
    leaders = tuple(
        Leader(
            id=str(row["id"]),
            name=str(row["name"]),
            aligned=str(row["side"]),
            entry=int(row["entry"]),
            stars=int(row["stars"]),
            bravery=int(row["bravery"]),
            battle=int(row["battle"]),
            home=str(row["home"]),
            longbow=bool(row["longbow"]),
            where=str(found[row["id"]]["where"]),
            side=str(found[row["id"]]["side"]),
            disgraced=bool(found[row["id"]]["disgraced"]),
            king=row["id"] in kings,
            commander=row["id"] in commanders,
            troops=dict(found[row["id"]]["troops"]),
        )
        for row in plan["leaders"]
        if row["id"] in found
    )
    return Board(plan, description, leaders, viewer)


def points_words(points: Mapping[str, int]) -> list[str]:
    """Write troop points: type and number, only those there are.

    >>> points_words({"INF": 4, "LE": 0, "KE": 1})
    ['INF 4', 'KE 1']
    """
    return [f"{kind} {count}" for kind, count in points.items() if count]


def stars_of(leader: Leader) -> str:
    """Write the rank of a leader as stars."""
    return "*" * leader.stars


def border_words(code: str, limits: Mapping[str, int]) -> str:
    """Say how many leaders cross a border. Rules: G3.6, chart in 2.4."""
    if code != "S":
        return str(limits[code])
    most = max(limits["S"], limits["S_friendly"], limits["S_english"])
    return str(limits["S"]) if most == limits["S"] else f"{limits['S']} or {most}"
