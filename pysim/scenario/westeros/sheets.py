"""Unit types and commanders as rows for people, each value with what is known about its source.

A value whose source is ``choice`` is our own; no published source gives it. Rules: WD1.3, WD13.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from pysim.scenario.westeros.models import Attack, Commander, UnitType, World

__all__ = ["MARK", "NOTE", "commander_sheets", "marked", "unit_sheets"]

MARK = "?"
"""What stands behind a value that no source gives (WD13.1)."""

NOTE = f"{MARK} our own value, which no source gives (WD13.1; -o show_unverified=false)"

_RANKS = ("green", "blue", "red")


def unit_sheets(
    world: World, names: Iterable[str] | None = None, given: Container[tuple[str, str]] = ()
) -> list[dict[str, Any]]:
    """Return a row for each unit type, or for those named; ``unverified`` lists columns of ours.

    Ranks that a type does not have show as ``-``. A column of three ranks is listed as such, or by
    single ranks (``dice.red``) where a source gives the others.

    Args:
        world: all records.
        names: ids of the unit types.
        given: id and key of each value of a user's file, which is nowhere listed as ours.
    """
    return [_unit(name, world.unit_types[name], given) for name in _asked(names, world.unit_types)]


def commander_sheets(
    world: World, names: Iterable[str] | None = None, given: Container[tuple[str, str]] = ()
) -> list[dict[str, Any]]:
    """Return a row for each commander card, or for those named."""
    return [
        _commander(name, world.commanders[name], given) for name in _asked(names, world.commanders)
    ]


def _asked(names: Iterable[str] | None, known: Iterable[str]) -> Iterable[str]:
    return known if names is None else names


def marked(row: Mapping[str, Any], column: str) -> str:
    """Write a cell with the mark behind it, or behind single ranks, if its source is ``choice``."""
    text = str(row[column])
    ours = row["unverified"]
    if column in ours:
        return f"{text}{MARK}" if text else text
    parts = text.split("/")
    if len(parts) == len(_RANKS):
        ranks = [f"{column}.{rank}" in ours for rank in _RANKS]
        return "/".join(
            f"{part}{MARK}" if own else part for part, own in zip(parts, ranks, strict=True)
        )
    return text


def _unit(name: str, kind: UnitType, given: Container[tuple[str, str]]) -> dict[str, Any]:
    there = [bool(dice) for dice in kind.dice]
    words = _keywords(kind.keywords)
    formations = [f"{_word(one.id)}{_extra(one.id, one.keywords)}" for one in kind.formations]
    if formations:
        words.insert(0, f"formation {' or '.join(formations)}")
    columns = ("name", "class", "figures", "move", "dice", "attacks", "keywords")
    return {
        "unit": name,
        "name": kind.name,
        "house": kind.house,
        "class": kind.unit_class,
        "figures": kind.figures,
        "move": _by_rank(kind.move, there),
        "dice": _by_rank(kind.dice, there),
        "attacks": "; ".join(_attack(attack) for attack in kind.attacks),
        "keywords": ", ".join(words),
        "unverified": _ours(kind.sources, [one for one in columns if (name, one) not in given]),
    }


def _commander(name: str, man: Commander, given: Container[tuple[str, str]]) -> dict[str, Any]:
    columns = ("name", "class", "command_limit", "capture_rating", "unit_types", "keywords")
    return {
        "commander": name,
        "name": f"{man.name}, {man.title}" if man.title else man.name,
        "house": man.house,
        "class": man.unit_class,
        "command_limit": man.command_limit,
        "capture_rating": man.capture_rating,
        "unit_types": ", ".join(man.unit_types),
        "keywords": ", ".join(_keywords(man.keywords)),
        "unverified": _ours(man.sources, [one for one in columns if (name, one) not in given]),
    }


def _ours(sources: Mapping[str, str], columns: Iterable[str]) -> list[str]:
    """List the columns, or the ranks of columns, whose source is ``choice`` (WD1.3)."""
    found: list[str] = []
    for column in columns:
        own = sources.get(column, "choice") == "choice"
        ranks = {rank: sources.get(f"{column}.{rank}") for rank in _RANKS}
        if not any(ranks.values()):
            found += [column] if own else []
            continue
        for rank, source in ranks.items():
            if source == "choice" or (source is None and own):
                found.append(f"{column}.{rank}")
    return found


def _by_rank(values: list[int], there: list[bool]) -> str:
    return "/".join(str(value) if has else "-" for value, has in zip(values, there, strict=True))


def _attack(attack: Attack) -> str:
    mode = attack.mode.replace("_", " ")
    return mode if attack.min is None else f"{mode} {attack.min}-{attack.max}"


def _word(name: str) -> str:
    return name.replace("_", " ").title()


def _keywords(words: Iterable[str]) -> list[str]:
    parts = [word.partition(":") for word in words]
    return [f"{_word(name)} {number}" if number else _word(name) for name, _, number in parts]


def _extra(name: str, words: Iterable[str]) -> str:
    """Write what a formation brings besides the keyword of its own name."""
    more = _keywords(word for word in words if word != name)
    return f" with {', '.join(more)}" if more else ""
