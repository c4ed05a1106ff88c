"""The units of a scenario as lines, and what wins it in words.

Rules: W11.1 to W11.5, WD11.1.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from pysim.viewer.westeros.palette import house_name

__all__ = ["aims", "unit_lines"]

_WHEN: Mapping[str, str] = {
    "immediate": "at once",
    "round_end": "at the end of each round",
    "game_end": "at the end of the game",
}
_ZONES = ("green", "yellow", "red")


def unit_lines(
    plan: Mapping[str, Any], mark: str = "", given: Container[tuple[str, str]] = ()
) -> list[str]:
    """Write the units as a table: number, type, rank, hex and commander; the first line heads it.

    The mark stands behind each rank and hex (WD13.1), but those of a user's file, which are
    ``given`` as number and key.

    >>> from pysim.scenario import load_compiled
    >>> unit_lines(load_compiled("westeros/kingsroad"))[1]
    'S1   Winterfell Riders        blue   10,7  Rickard Karstark'
    """
    types = {row["id"]: str(row["name"]) for row in plan["types"]}
    people = {row["id"]: str(row["name"]) for row in plan["commanders"]}
    rows = [("no.", "type", "rank", "hex", "commander")]
    for row in plan["units"]:
        commander = people.get(row["commander"], row["commander"]) if row["commander"] else ""
        number = str(row["number"])
        rank = f"{row['rank']}{'' if (number, 'rank') in given else mark}"
        place = f"{row['c']},{row['r']}{'' if (number, 'at') in given else mark}"
        rows.append((number, types[row["type"]], rank, place, commander))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        "  ".join([*(cell.ljust(size) for cell, size in zip(row, widths, strict=False)), row[4]])
        .rstrip()
        for row in rows
    ]  # fmt: skip


def aims(plan: Mapping[str, Any]) -> list[str]:
    """Tell in words what gives points, what wins, and where the objectives lie.

    >>> from pysim.scenario import load_compiled
    >>> print(aims(load_compiled("westeros/kingsroad"))[0])
    Each House: 1 point for each enemy unit eliminated, at once
    """
    lines = [_source(row, plan) for row in plan["victory"]]
    decide, instant = plan.get("decide"), plan.get("instant")
    if instant:
        lines.append(
            f"A House with {instant['points']} points that has captured the enemy general wins at "
            f"once; the generals are {_people(instant['generals'], plan)}"
            if instant["test"] == "at_once"
            else f"A House with {instant['points']} points that has captured the enemy general "
            f"wins at the end of the round; the generals are {_people(instant['generals'], plan)}"
        )
    if decide:
        lines.append(
            f"After round {plan['rounds']} {house_name(plan, decide['winner'])} wins if it "
            f"controls {decide['real_locations']} or more real locations and its morale is "
            f"{str(decide['own_morale']).replace('_', ' ')}; otherwise "
            f"{house_name(plan, decide['otherwise'])} wins"
        )
    else:
        tie = "higher morale, then momentum" if plan.get("tie") == "morale" else "momentum"
        lines.append(f"Most points after round {plan['rounds']} win; a tie goes to {tie}")
    exits = [row for row in plan["special"] if row["op"] == "exits"]
    for row in exits:
        places = " ".join(f"{c},{r}" for c, r in row["hexes"])
        lines.append(f"Exits of {house_name(plan, row['seat'])}: {places}")
    leavers = {row["seat"]: house_name(plan, row["seat"]) for row in exits}
    for name in leavers.values():
        lines.append(f"When no unit of {name} is left on the map, the battle ends; points decide")
    stayers = [house_name(plan, seat) for seat in (0, 1) if seat not in leavers]
    lines.append(
        f"A House that is routed loses, and so does {' or '.join(stayers)} with no unit left"
        if leavers
        else "A House that is routed, or has no unit left, loses"
    )
    lines += _objectives(plan)
    return lines


def _source(row: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Write one source of victory points as a sentence."""
    who = "Each House" if row["who"] < 0 else house_name(plan, row["who"])
    points = row.get("points")
    count = "" if points is None else f"{points} point{'' if points == 1 else 's'} "
    start = f", from round {row['from_round']}" if row.get("from_round", 1) > 1 else ""
    when = _WHEN.get(str(row["when"]), str(row["when"]))
    return f"{who}: {count}{_condition(row)}, {when}{start}"


def _condition(row: Mapping[str, Any]) -> str:
    """Write what a source of victory points asks for."""
    kind = str(row.get("kind") or row.get("token") or "objective").replace("_", " ")
    standing = " that still stands" if row.get("while_standing") else ""
    match str(row["condition"]):
        case "enemy_unit_eliminated":
            return "for each enemy unit eliminated"
        case "controls":
            return f"for control of hex {row['c']},{row['r']}"
        case "each_controlled":
            return f"for each {kind} controlled{standing}"
        case "enemy_morale":
            points = " / ".join(str(points) for points in row["zone_points"])
            return f"{points} points if the enemy's morale is {' / '.join(_ZONES)}"
        case "unit_exits":
            more = row.get("with_commander", row["points"])
            return f"for each own unit that leaves by an exit, {more} if a commander leads it"
        case "units_in":
            rows = sorted({r for _, r in row["area"]})
            columns = sorted({c for c, _ in row["area"]})
            per = row.get("per", 1)
            units = "each own unit" if per == 1 else f"every {per} own units"
            return (
                f"for {units} inside columns {columns[0]} to {columns[-1]}, "
                f"rows {rows[0]} to {rows[-1]}"
            )
        case "token_present":
            return f"for each {kind} that is left"
        case "token_destroyed":
            return f"for each {kind} destroyed"
        case "commander_captured":
            return "for each enemy commander captured"
        case "captive_taken":
            return "for taking the captive"
        case "row_reached":
            steps = [f"{points} for row {r}" for r, points in row["table"]]
            return f"points for {row['count']} own units at or beyond a row ({', '.join(steps)})"
        case "fire_level":
            destroyed = row.get("once_destroyed")
            more = f", {destroyed} once it is destroyed" if destroyed else ""
            return f"for each level of fire on a {kind}{more}"
        case "prisoner_freed":
            return "for freeing the prisoner"
        case "prisoner_held":
            return "if the prisoner is with its units"
        case "prisoner_lost":
            return "if the prisoner is not with the enemy"
        case other:
            return f"for {other.replace('_', ' ')}"


def _people(identifiers: list[str], plan: Mapping[str, Any]) -> str:
    """Name some commanders."""
    names = {row["id"]: str(row["name"]) for row in plan["commanders"]}
    return " and ".join(names.get(one, one) for one in identifiers)


def _objectives(plan: Mapping[str, Any]) -> list[str]:
    """List the objective hexes with kind and first owner."""
    rows = []
    for row in plan["objectives"]:
        owner = "nobody" if row["owner"] < 0 else house_name(plan, row["owner"])
        rows.append(f"{str(row['kind']).replace('_', ' ')} {row['c']},{row['r']} ({owner})")
    return [f"Objectives and who holds them at the start: {'; '.join(rows)}"] if rows else []
