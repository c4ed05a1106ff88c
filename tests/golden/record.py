"""Write the golden texts: playthroughs, perft counts, the schedule.

The texts hold what a player can see and nothing about the layout of a state in memory, so that a
change of speed alone leaves them as they are.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pysim
from pysim import _core
from pysim.scenario import scenario_ids
from pysim.tournament import GamePlan, Schedule
from pysim.tournament.schedule import Pairing

FOLDER = Path(__file__).parent
SEED = 1
STEP = 7919
DEPTHS = (1, 2, 3)
KEYS = 1_000
PAIRINGS: tuple[Pairing, ...] = ("round_robin", "gauntlet")

_AGAIN = """\
# Rewrite with: python tests/golden/regenerate.py
# then read the difference and explain it in the commit: which rule ids change, or why none does.
"""


def playthrough_file(scenario: str) -> Path:
    """Give the place of a scenario's playthrough."""
    return FOLDER / "playthroughs" / f"{scenario.replace('/', '_')}.txt"


def playthrough(scenario: str) -> str:
    """Play a scenario by a fixed rule and write down every decision and what followed."""
    state = pysim.load(scenario).new_initial_state(SEED)
    lines = [
        f"# {scenario}, seed {SEED}, game number 0.",
        f"# At ply p with n legal actions, number p * {STEP} mod n of the list is taken.",
        "# ply seat decision: action (its number of the legal ones); below, what it changed.",
        *_AGAIN.splitlines(),
        "",
        f"    {describe(state)}",
    ]
    ply, last = 0, describe(state)
    while not state.is_terminal():
        legal = state.legal_actions()
        place = ply * STEP % len(legal)
        text = state.action_to_string(legal[place])
        lines.append(
            f"{ply} seat {state.current_player()} {state.decision()}: {text} "
            f"({place} of {len(legal)})"
        )
        state.apply_action(legal[place])
        if describe(state) != last:
            last = describe(state)
            lines.append(f"    {last}")
        ply += 1
    lines += ["", "units at the end:", *survivors(state.to_dict()), ""]
    lines.append(f"winner {state.winner()}, {state.way()}, returns {state.returns()}")
    return "\n".join(lines) + "\n"


def describe(state: pysim.State) -> str:
    """Write the counts of a state in one line."""
    now = state.to_dict()
    if state.game.id.startswith("warriors/"):
        return describe_campaign(now)
    pools = " ".join(
        "".join(f"{face}{count}" for face, count in pool.items() if count) or "-"
        for pool in now["pools"]
    )
    hands = " ".join(
        ",".join(f"{card}x{n}" if n > 1 else card for card, n in hand.items()) or "-"
        for hand in now["hands"]
    )
    figures = [
        sum(unit["figures"] for unit in now["units"] if unit["seat"] == seat) for seat in (0, 1)
    ]
    return (
        f"round {now['round']} morale {now['morale']:+d} points {now['vp'][0]}-{now['vp'][1]} "
        f"figures {figures[0]}-{figures[1]} command {now['command_tokens'][0]}-"
        f"{now['command_tokens'][1]} pools {pools} hands {hands}"
    )


def describe_campaign(now: dict[str, Any]) -> str:
    """Write turn, victory points, control, leaders and points of the sides, pools."""
    sides = []
    for side in "EF":
        mine = [one for one in now["leaders"] if one["side"] == side and one["where"].isupper()]
        held = sum(area["control"] == side for area in now["areas"])
        troops = sum(sum(one["troops"].values()) for one in mine)
        king = now["kings"][side] or "-"
        sides.append(f"{side} areas {held} leaders {len(mine)} troops {troops} king {king}")
    loose = sum(sum(area["unassigned"].values()) for area in now["areas"])
    pools = " ".join(f"{kind}{count}" for kind, count in now["pools"].items())
    return (
        f"turn {now['turn']} {now['step']} initiative {now['initiative']} impulses "
        f"{now['impulses'][0]}-{now['impulses'][1]} points {now['vp']:+d} {'; '.join(sides)}; "
        f"unassigned {loose} pools {pools}"
    )


def survivors(now: dict[str, Any]) -> list[str]:
    """Write the units, or the leaders, that are left, one a line."""
    if "leaders" in now:
        return [
            f"    {one['id']} {one['where']} {one['side'] or '-'} "
            + " ".join(f"{kind}{count}" for kind, count in one["troops"].items() if count)
            for one in now["leaders"]
            if one["side"] and one["where"].isupper()
        ]
    return [
        f"    {unit['number']} {unit['type']} {unit['rank']} ({unit['c']},{unit['r']}) "
        f"{unit['figures']} figures" + (f" with {unit['commander']}" if unit["commander"] else "")
        for unit in now["units"]
        if unit["on_map"]
    ]


def perft_counts(scenario: str) -> list[int]:
    """Count the sequences of 1, 2, 3 decisions from the start, each going on with its own dice."""
    state = pysim.load(scenario).new_initial_state(SEED)
    return [_core.perft(state.core, depth) for depth in DEPTHS]


def perft_table() -> str:
    """Write the perft counts of all scenarios."""
    lines = [
        f"# Sequences of {', '.join(map(str, DEPTHS))} decisions from the start with seed {SEED}.",
        *_AGAIN.splitlines(),
    ]
    lines += [f"{name} {' '.join(map(str, perft_counts(name)))}" for name in scenario_ids()]
    return "\n".join(lines) + "\n"


def schedule_plans(pairing: Pairing) -> list[GamePlan]:
    """Give the first games of an event of three agents and nine scenarios."""
    schedule = Schedule(agents=3, scenarios=9, games=200, pairing=pairing)
    return [schedule.plan(number) for number in range(KEYS)]


def schedule_keys(pairing: Pairing) -> list[tuple[int, int]]:
    """Give (dice index, game number) of the first games of an event."""
    return [(plan.dice_index, plan.game) for plan in schedule_plans(pairing)]


def schedule_table() -> str:
    """Write the digest of the first keys of each mode of the tournament."""
    lines = [
        f"# SHA-256 of {KEYS:,} lines 'game scenario seat0 seat1 dice_index' of each mode.",
        "# A change gives every event other games: it needs a new format number of the runs.",
        *_AGAIN.splitlines(),
    ]
    for pairing in PAIRINGS:
        text = "".join(
            f"{plan.game} {plan.scenario} {plan.seat0} {plan.seat1} {plan.dice_index}\n"
            for plan in schedule_plans(pairing)
        )
        lines.append(f"{pairing} {hashlib.sha256(text.encode('ascii')).hexdigest()}")
    return "\n".join(lines) + "\n"


def texts() -> dict[Path, str]:
    """Write all golden texts; gives them by file."""
    made = {playthrough_file(scenario): playthrough(scenario) for scenario in scenario_ids()}
    made[FOLDER / "perft.txt"] = perft_table()
    made[FOLDER / "schedule.txt"] = schedule_table()
    return made
