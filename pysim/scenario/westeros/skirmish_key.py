"""Names of skirmish battles: the id of a summary, a colon and a seed, as in ``westeros/raid:7``.

Rules: W4.10.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pysim.errors import UnknownGameError, check_type, suggest, whole_number
from pysim.scenario import read

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MOST_SEED", "skirmish_file", "skirmish_names", "split_id", "write_id"]

MOST_SEED = 2**64 - 1
_SEED = re.compile(r"0|[1-9][0-9]{0,19}")
_FILE = "skirmish.toml"


def skirmish_file(summary: str) -> Path:
    """Return the data file of a summary's game."""
    return read.DATA / summary.partition("/")[0] / _FILE


def skirmish_names() -> dict[str, str]:
    """Return the title of each summary by its id.

    >>> skirmish_names()
    {'westeros/raid': 'Raid in the Riverlands'}
    """
    found = {}
    for path in sorted(read.DATA.glob(f"*/{_FILE}")):
        rows = read.read_file(path.parent.name, _FILE, read.Report()).get("summaries")
        for name, row in rows.items() if isinstance(rows, dict) else ():
            title = row.get("name", name) if isinstance(row, dict) else name
            found[f"{path.parent.name}/{name}"] = str(title)
    return found


def write_id(seed: int, summary: str) -> str:
    """Return the name of a battle.

    Raises:
        TypeError: the seed is no whole number, or the summary no text.
        ValueError: the seed needs more than 64 bits, or is below 0.
        UnknownGameError: no summary has this id.
    """
    check_type("skirmish", summary, str, "the id of a skirmish")
    number = whole_number("seed", seed, 0, MOST_SEED)
    names = skirmish_names()
    if summary not in names:
        near = suggest(summary, names)
        allowed = ", ".join(names)
        raise UnknownGameError(f"no skirmish has the id {summary!r}{near} (there are: {allowed})")
    return f"{summary}:{number}"


def split_id(name: str) -> tuple[str, int] | None:
    """Cut the name of a battle into the summary's id and the seed; None if it names no skirmish.

    Raises:
        UnknownGameError: it names a skirmish, but with a wrong seed or none, or seems to do so.

    >>> split_id("westeros/raid:7")
    ('westeros/raid', 7)
    """
    summary, colon, seed = name.partition(":")
    names = skirmish_names()
    if summary not in names:
        if not colon:
            return None
        if summary in read.scenario_files():
            raise UnknownGameError(f"{name!r}: {summary} is no skirmish and has no seed in its id")
        whole = {one.partition("/")[2]: f"{one}:{seed}" for one in names}
        near = suggest(whole.get(summary, name), whole.values())
        allowed = ", ".join(f"{one}:SEED" for one in names)
        raise UnknownGameError(
            f"no skirmish has the id {name!r}{near} (there are: {allowed}; the ids of other "
            f"scenarios have no colon, and paths end in .toml)"
        )
    if not colon:
        raise UnknownGameError(
            f"{name!r} is a skirmish, whose battles are drawn from a seed: write {name}:SEED with "
            f"a number, such as {name}:7"
        )
    if not _SEED.fullmatch(seed) or int(seed) > MOST_SEED:
        raise UnknownGameError(
            f"{name!r}: the seed of a skirmish is a whole number from 0 to {MOST_SEED} without "
            f"sign or leading zeros, not {seed!r}"
        )
    return summary, int(seed)
