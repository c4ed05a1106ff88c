"""Random positions of Warriors of God: crowded areas, full prisons, any phase; other numbers.

A position is written as a scenario file, so that it goes through the same door as a user's own.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pysim.scenario import load_compiled
from tests.reference.warriors.state import Leader, Plan, State, enemy

__all__ = ["edited", "random_switches", "write_position"]

SCENARIOS = ("warriors/hyw", "warriors/liw")
PHASES = (1, 2, 2, 2, 3, 3, 3, 3, 4, 5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11)


def random_switches(picks: random.Random) -> dict[str, bool | int | str]:
    """Draw values for the options of chapter 13."""
    rows = tomllib.loads(
        files("pysim").joinpath("data/warriors/options.toml").read_text(encoding="utf-8")
    )["options"]
    drawn: dict[str, bool | int | str] = {
        name: picks.random() < 0.5 for name, row in rows.items() if isinstance(row["default"], bool)
    }
    drawn["gunner_first_turn"] = picks.choice([1, 1, 4, 60])
    return drawn


def write_position(folder: Path, picks: random.Random) -> Path:
    """Write a random position or set-up, half of them with random options, into a folder."""
    base = picks.choice(SCENARIOS)
    options = random_switches(picks) if picks.random() < 0.5 else {}
    path = folder / "position.toml"
    lines = ["format = 1", f'extends = "{base}"', 'code = "X"', 'name = "Random"']
    lines += ["[options]", *(f"{name} = {str(value).lower()}" for name, value in options.items())]
    if picks.random() < 0.15:
        lines += random_setup(base, options, picks)
    else:
        lines += Drawing(base, options, picks).lines()
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def random_setup(base: str, options: Mapping[str, Any], picks: random.Random) -> list[str]:
    """Write a set-up in few areas, with points that the leaders may have without G13.10."""
    table = State(Plan(load_compiled(base, {**options, "knights_own_kind": False})))
    places = picks.sample(table.areas, picks.randint(1, 4))
    kinds = table.plan.type_ids
    for row in table.plan.data["setup"]:
        leader = table.leader(row["leader"])
        leader.where = picks.choice(places).id
        for _ in range(picks.randint(0, leader.free)):
            attach(table, leader, picks)
    held = [area for area in table.areas if not area.neutral and picks.random() < 0.4]
    found = ["[control]", *(f'{area.id} = "{picks.choice("EF")}"' for area in held)]
    for row in table.plan.data["setup"]:
        leader = table.leader(row["leader"])
        troops = {kind: leader.troops[kind] for kind in kinds}
        found += [f"[setup.{leader.id}]", f'area = "{leader.where}"', f"troops = {inline(troops)}"]
    return found


def attach(table: State, leader: Leader, picks: random.Random) -> None:
    """Attach one point that a leader may have and that there is."""
    kind = picks.choice(["INF", "LE", "LW", *table.plan.type_ids])
    there = kind == "INF" or table.pool(kind) > 0
    leader.troops[kind if there and table.may_command(leader, kind) else "INF"] += 1


class Drawing:
    """A position being drawn.

    Args:
        base: the scenario.
        options: its options.
        picks: where chance comes from.
    """

    def __init__(self, base: str, options: Mapping[str, Any], picks: random.Random) -> None:
        self.picks = picks
        self.table = State(Plan(load_compiled(base, dict(options))))
        self.turn, self.phase = picks.randint(1, 12), picks.choice(PHASES)
        self.hot = picks.sample(self.table.areas, picks.randint(2, 7))
        self.history = bool(options.get("historical_allegiance"))
        self.place_leaders()
        self.lay_points()
        self.mark_areas()

    def place_leaders(self) -> None:
        """Put the leaders of the last turns into few areas, into prisons and boxes (G5.73)."""
        picks, table = self.picks, self.table
        holders = {area.id: picks.choice("EF") for area in self.hot}
        late = self.phase >= 9
        for leader in table.leaders:
            leader.where = "dead"
            entry = leader.row["entry"]
            if entry > self.turn or (entry == self.turn and not late):
                leader.where = "future"
                continue
            if entry < self.turn - (5 if late else 6) or picks.random() < 0.1:
                continue
            if entry == self.turn and self.phase == 9:
                leader.where = "pool"
                continue
            row = leader.row
            side = row["side"] if leader.aligned else picks.choice("EF")
            leader.serves = row["hist"] if self.history and not leader.aligned else side
            if picks.random() < 0.18:
                leader.where = "prison"
            elif 3 <= self.phase <= 9 and picks.random() < 0.15:
                leader.where = "pool" if self.phase == 9 else "rout"
            else:
                areas = self.hot
                if 4 <= self.phase <= 8:
                    areas = [one for one in self.hot if holders[one.id] == leader.serves]
                leader.where = picks.choice(areas).id if areas else "prison"

    def lay_points(self) -> None:
        """Attach points within the command limits and the pools, and leave some lying."""
        picks, table = self.picks, self.table
        for leader in table.leaders:
            if table.on_map(leader):
                for _ in range(picks.randint(0, leader.free)):
                    attach(table, leader, picks)
        if not 5 <= self.phase <= 10:
            return
        for area in picks.sample(table.areas, 6) + self.hot:
            for _ in range(picks.randint(0, 3)):
                kind = picks.choice(["INF", *table.plan.type_ids])
                if kind == "INF" or table.pool(kind) > 0:
                    area.unassigned[kind] += 1

    def mark_areas(self) -> None:
        """Draw who controls the areas and who is aggressor there."""
        likely = self.picks.choice([(1, 1, 1), (8, 1, 1), (1, 8, 1)])
        for area in self.table.areas:
            if not area.neutral:
                area.control = self.picks.choices(["E", "F", ""], likely)[0]
            sides = [side for side in "EF" if self.table.here(area, side)]
            fought = len(sides) == 2
            if self.phase in (3, 4) and not fought:
                for leader in [one for side in sides for one in self.table.here(area, side)]:
                    leader.disgraced = self.picks.random() < 0.2
            if sides and not 5 <= self.phase <= 8 and (fought or self.picks.random() < 0.2):
                area.aggressor = self.picks.choice(sides)

    def killed(self) -> dict[str, list[str]]:
        """Draw the victims of this turn."""
        found: dict[str, list[str]] = {"E": [], "F": []}
        for leader in self.table.leaders:
            late = leader.row["entry"] < self.turn and 4 <= self.phase <= 11
            if leader.where == "dead" and late and self.picks.random() < 0.1:
                side = leader.row["side"] if leader.aligned else self.picks.choice("EF")
                found[leader.row["hist"] if self.history and not leader.aligned else side].append(
                    leader.id
                )
        return found

    def lines(self) -> list[str]:
        """Write the position."""
        picks, table = self.picks, self.table
        kings = {}
        for side in "EF":
            heirs = [
                one.id
                for one in table.leaders
                if one.row["side"] == side and one.stars == 3
                if table.on_map(one) or one.where in ("prison", "rout")
            ]
            if heirs and picks.random() < 0.8:
                kings[side] = picks.choice(heirs)
        control = {area.id: area.control for area in table.areas if area.control}
        found = [
            "[position]",
            f"turn = {self.turn}",
            f"phase = {self.phase}",
            f'initiative = "{picks.choice("EF")}"',
            f"vp = {picks.randint(-20, 20)}",
            f"control = {inline(control)}",
            f"kings = {inline(kings)}",
            f"aggressor = {inline({a.id: a.aggressor for a in table.areas if a.aggressor})}",
        ]
        if self.phase == 2:
            first = picks.choice("EF")
            most = picks.randint(1, 5)
            other = picks.randint(0, 5)
            left = {first: most, enemy(first): other}
            found.append(f'next = "{first}"\nimpulses = {inline(left)}')
        killed = self.killed()
        found.append(f"killed = {{ E = {killed['E']}, F = {killed['F']} }}")
        found.append("[position.leaders]")
        for one in table.leaders:
            rows: dict[str, Any] = {"where": one.where}
            if not one.aligned and (table.on_map(one) or one.where == "prison"):
                rows["side"] = one.serves
            if one.disgraced:
                rows["disgraced"] = True
            if table.on_map(one) and one.troops:
                rows["troops"] = one.troops
            if one.where != "future":
                found.append(f"{one.id} = {inline(rows)}")
        found.append("[position.unassigned]")
        found += [f"{a.id} = {inline(a.unassigned)}" for a in table.areas if a.unassigned]
        return found


def edited(compiled: Mapping[str, Any], picks: random.Random) -> dict[str, Any]:
    """Change numbers of a compiled position that an owner may correct (G2.14)."""
    data: dict[str, Any] = json.loads(json.dumps(compiled))
    charts = data["charts"]
    charts["elimination"] = picks.choices("KCR", k=8)
    charts["death"] = [*(picks.randint(0, 4) for _ in range(5)), 6]
    charts["siege"], charts["gunner_cap"] = picks.randint(0, 6), picks.randint(0, 4)
    charts["margin"] = picks.choice([10, 25, 60, 200])
    for name in ("value", "killed"):
        charts["vp"][name] = [0, *(picks.randint(0, 4) for _ in range(3))]
    charts["vp"]["capitals"], charts["vp"]["king"] = picks.randint(0, 3), picks.randint(0, 3)
    data["border_limits"] = {name: picks.randint(1, 4) for name in data["border_limits"]}
    data["flags"] = {name: picks.random() < 0.5 for name in data["flags"]}
    for row in data["borders"]:
        row[2] = picks.choice([row[2], picks.choice("CORS")])
    for row in data["leaders"]:
        row["bravery"] = picks.choice([row["bravery"], picks.randint(1, 9)])
        row["battle"] = picks.choice([row["battle"], picks.randint(1, 3), picks.randint(1, 10)])
        row["home"] = picks.choice([row["home"], picks.choice(data["areas"])["id"]])
        row["longbow"] = picks.choice([row["longbow"], picks.random() < 0.5])
        row["battle_bonus"] = max(row["battle_bonus"], picks.choice([0, 2]))
        row["silences"] = row["silences"] or (row["side"] == "F" and picks.random() < 0.1)
    for row in data["areas"]:
        if row["kind"] == "contested":
            row["value"] = picks.choice([row["value"], picks.randint(1, 3)])
            other = [picks.choice(kinds) for kinds in (["LE", "LW"], ["KE", "KF", "KB"], ["G"])]
            kept = [kind for kind in other if picks.random() < 0.5]
            row["recruits"] = picks.choice([row["recruits"], row["recruits"], kept])
    for row in data["troops"]:
        if row["pool"] > 0 and not row["home"]:
            row["pool"] += picks.randint(0, 4)
    table = State(Plan(data))
    for row in data["position"]["leaders"] if "position" in data else []:
        leader = table.leader(row["leader"])
        allowed: Counter[str] = Counter()
        for kind, n in row.get("troops", {}).items():
            allowed[kind if table.may_command(leader, kind) else "INF"] += n
        row["troops"] = dict(allowed)
    return data


def inline(values: Mapping[str, Any]) -> str:
    """Write a table of TOML on one line."""

    def one(value: Any) -> str:
        if isinstance(value, Counter):
            return inline(value)
        if isinstance(value, bool):
            return str(value).lower()
        return repr(value)

    return "{ " + ", ".join(f"{key} = {one(value)}" for key, value in values.items()) + " }"
