"""Read TOML files, follow ``extends``, join them and remember where each key stands."""

from __future__ import annotations

import copy
import os
import tomllib
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pysim.errors import Problem, ScenarioError, UnknownGameError, suggest
from pysim.scenario.lines import LineIndex, key_text
from pysim.scenario.toml import TomlFileError, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

__all__ = [
    "DATA",
    "TABLES",
    "WORD_TABLES",
    "Document",
    "Report",
    "read_data",
    "read_file",
    "read_plan",
    "scenario_files",
]

DATA = Path(__file__).resolve().parent.parent / "data"
TABLES: dict[str, dict[str, tuple[str, str]]] = {
    "westeros": {
        "unit_types": ("units.toml", "units"),
        "commanders": ("commanders.toml", "commanders"),
        "decks": ("cards.toml", "houses"),
        "basic": ("cards.toml", "basic"),
        "cards": ("cards.toml", "cards"),
        "tactics": ("cards.toml", "tactics"),
    },
    "warriors": {
        "areas": ("areas.toml", "areas"),
        "borders": ("areas.toml", "borders"),
        "troops": ("troops.toml", "troops"),
        "leaders": ("leaders.toml", "leaders"),
        "charts": ("charts.toml", "charts"),
    },
}
"""Tables of a game's data files: name inside a scenario that overrides them -> file and key there.

A table may be spread over ``cards.toml`` and further files ``cards_*.toml``.
"""

WORD_TABLES = frozenset({"aggressor", "borders", "control", "kings"})
"""Tables whose records are single words; ``false`` takes one away as it does a whole table."""

FORMAT = 1

MOST_PROBLEMS = 1000
"""So many problems of one scenario are looked for."""


@dataclass(frozen=True, slots=True)
class Document:
    """A TOML file: its name, its content and the lines of its keys."""

    file: str
    data: dict[str, Any]
    index: LineIndex
    prefix: str = ""
    inside: str = ""
    shipped: bool = False

    def find(self, path: Sequence[str | int]) -> tuple[int, int | None, bool]:
        """Return how deep this file knows the path, the line, and whether it alone decides.

        A list or a plain value replaces what other files say, so its file decides alone.
        """
        if self.prefix:
            if not path or path[0] != self.prefix:
                return 0, None, False
            path = [self.inside, *path[1:]]
        depth, line = self.index.find(path)
        here: Any = self.data
        for part in path[:depth]:
            here = here.get(part) if isinstance(here, dict) else None
            if not isinstance(here, dict):
                return depth, line, True
        return depth, line, False


@dataclass(slots=True)
class Report:
    """Problems found so far, and the files in which their places are looked up."""

    documents: list[Document] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    def add(self, path: Sequence[str | int], message: str) -> None:
        """Note a problem; the file that knows most of the path is named, the user's first.

        Raises:
            ScenarioError: holding all problems, when there are `MOST_PROBLEMS`.
        """
        if self.broken and any(message.find(f"{name!r}") >= 0 for name in self.broken):
            return  # it follows from a record that was already found wrong
        best, line = self.documents[0], None
        depth = 0
        for document in self.documents:
            known, where, alone = document.find(path)
            if known > depth:
                best, depth, line = document, known, where
            if alone:
                break
        shown = list(path)
        if best.prefix:
            shown[0] = best.inside
        self.problems.append(Problem(message, best.file, key_text(shown), line))
        if len(self.problems) == MOST_PROBLEMS:
            note = f"reading ended here, after {MOST_PROBLEMS} problems"
            raise ScenarioError([*self.problems, Problem(note, best.file)])

    def mentioned(self, table: str, names: Iterable[str]) -> str | None:
        """Return the first of the names that a plan file itself mentions in a table."""
        wanted = set(names)
        for document in self.documents:
            rows = {} if document.prefix else document.data.get(table)
            for name in rows if isinstance(rows, dict) else ():
                if name in wanted:
                    return str(name)
        return None

    def shipped(self, table: str) -> dict[str, Any]:
        """Return the records of a data table as its own files have them."""
        found: dict[str, Any] = {}
        for document in self.documents:
            rows = document.data.get(document.inside) if document.prefix == table else None
            found |= rows if isinstance(rows, dict) else {}
        return found

    def given(self, table: str) -> set[tuple[str, str]]:
        """Return record and key of each value of a table that comes from no shipped file."""
        found: set[tuple[str, str]] = set()
        for document in self.documents:
            rows = {} if document.shipped else document.data.get(table)
            for name, row in rows.items() if isinstance(rows, dict) else ():
                found |= {(name, key) for key in row} if isinstance(row, dict) else set()
        return found

    def add_argument(self, name: str, message: str) -> None:
        """Note a problem of an option that was given in a call and stands in no file."""
        self.problems.append(Problem(message, key=f"options.{name}"))

    def check(self) -> None:
        """Raise everything noted so far, if anything."""
        if self.problems:
            raise ScenarioError(self.problems)


def scenario_files() -> dict[str, Path]:
    """Return the shipped scenarios, id -> file, ordered by the code of the plan."""
    found = {
        f"{path.parent.parent.name}/{path.stem}": path
        for path in sorted(DATA.glob("*/scenarios/*.toml"))
    }
    order = (
        "kingsroad", "green_fork", "whispering_wood", "wolf_raiders", "rallying", "red_fork",
        "mill_bridge", "oxcross", "harrenhal", "siege", "test", "hyw", "liw",
    )  # fmt: skip
    rank = {name: place for place, name in enumerate(order)}
    games = list(TABLES)
    ids = sorted(
        found, key=lambda i: (games.index(i.split("/")[0]), rank.get(i.split("/")[1], 99), i)
    )
    return {name: found[name] for name in ids}


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(DATA.parent.parent).as_posix()
    except (OSError, RuntimeError, ValueError):
        return str(path)


def _real(path: Path) -> str:
    """Return one text for all names of a file, also where its links lead nowhere."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)


def _parse(path: Path) -> Document:
    shown = _shown(path)
    try:
        text, data = read_toml(path)
    except TomlFileError as error:
        raise ScenarioError([Problem(str(error), shown, line=error.line)]) from error
    shipped = _real(path).startswith(_real(DATA) + os.sep)
    return Document(shown, data, LineIndex(text), shipped=shipped)


def _check_format(document: Document) -> None:
    found = document.data.get("format")
    if found != FORMAT or isinstance(found, bool):
        line = document.index.find(["format"])[1]
        was = "it is missing" if found is None else f"not {found!r}"
        message = f"this version reads format {FORMAT}; {was}"
        raise ScenarioError([Problem(message, document.file, "format", line)])


def _merge(base: dict[str, Any], over: dict[str, Any], *, table: str = "") -> dict[str, Any]:
    """Lay ``over`` on ``base``: tables are joined key by key, everything else is replaced."""
    out = dict(base)
    taken = (dict, str) if table in WORD_TABLES else dict
    for key, value in over.items():
        before = out.get(key)
        if value is False and isinstance(before, taken):
            del out[key]
        elif isinstance(value, dict) and isinstance(before, dict):
            out[key] = _merge(before, value, table=key)
        else:
            out[key] = copy.deepcopy(value)
    return out


def locate(name: str | PathLike[str]) -> tuple[str, Path]:
    """Return id and file of a shipped scenario, or of a user's file ending in ``.toml``.

    The file of a skirmish such as ``westeros/raid:7`` is that of the data it is drawn from.

    Raises:
        UnknownGameError: no shipped scenario or skirmish has the id.
    """
    text = str(name)
    if text.endswith(".toml"):
        return Path(text).stem, Path(text)
    files = scenario_files()
    if text in files:
        return text, files[text]
    from pysim.scenario.westeros.skirmish_key import skirmish_file, skirmish_names, split_id

    skirmish = split_id(text)
    if skirmish is not None:
        return text, skirmish_file(skirmish[0])
    drawn = [f"{name}:SEED" for name in skirmish_names()]
    words = [*files, *drawn]
    short = {key.split("/")[1]: key for key in words}
    near = suggest(text, words) or suggest(text, short)
    for word, key in short.items():
        near = near.replace(f"'{word}'?", f"'{key}'?")
    allowed = ", ".join(words)
    raise UnknownGameError(
        f"no scenario has the id {text!r}{near} (there are: {allowed}; or a path ending .toml)"
    )


def read_plan(name: str | PathLike[str]) -> tuple[str, Path, dict[str, Any], Report]:
    """Read a plan and what it extends; return id, file, joined content and an empty report."""
    identity, path = locate(name)
    chain: list[Document] = []
    seen: set[str] = set()
    this, where = identity, path
    while True:
        try:
            document = _drawn(this) if _is_skirmish(this) else _parse(where)
            _check_format(document)
        except ScenarioError as error:
            raise _extended_by(chain, error) from error
        chain.append(document)
        seen.add(_real(where))
        base = document.data.get("extends")
        if base is None:
            break
        problem = "" if isinstance(base, str) else "extends must be a scenario id or a path"
        if not problem:
            target = where.parent / base if base.endswith(".toml") else base
            try:
                this, where = locate(target)
            except UnknownGameError as error:
                problem = str(error)
            if not problem and _real(where) in seen:
                problem = f"{base!r} is extended in a circle"
        if problem:
            line = document.index.find(["extends"])[1]
            raise ScenarioError([Problem(problem, document.file, "extends", line)])
    data: dict[str, Any] = {}
    for document in reversed(chain):
        data = _merge(data, document.data)
    data.pop("extends", None)
    return identity, path, data, Report(documents=chain)


def _is_skirmish(identity: str) -> bool:
    """Tell whether an id that `locate` gave is drawn from a seed; that of a file has no slash."""
    return "/" in identity and ":" in identity


def _drawn(name: str) -> Document:
    """Draw a skirmish battle; its lines are those of the file that could be written of it."""
    from pysim.scenario.westeros.skirmish_text import skirmish_text

    text = skirmish_text(name)
    return Document(name, tomllib.loads(text), LineIndex(text))


def _extended_by(chain: list[Document], error: ScenarioError) -> ScenarioError:
    """Add the file and the line that extend the file with the error, if one does."""
    if not chain:
        return error
    line = chain[-1].index.find(["extends"])[1]
    place = f"{chain[-1].file}:{line}" if line else chain[-1].file
    return ScenarioError(
        [
            replace(problem, message=f"{problem.message} (extended by {place})")
            for problem in error.problems
        ]
    )


def read_data(game: str, plan: dict[str, Any], report: Report) -> dict[str, Any]:
    """Read the data tables of a game and lay over them what the files of the plan have of them.

    The report knows these files. Their data tables are taken out of the joined plan: only laid one
    after the other on the shipped ones do they tell what ``false`` takes away.
    """
    files = report.documents[::-1]
    world: dict[str, Any] = {}
    for table, (name, key) in [*TABLES[game].items(), ("switches", ("options.toml", "options"))]:
        rows: dict[str, Any] = {}
        for file in _data_files(game, name):
            document = _parse_data(file, file.stat().st_mtime_ns)
            report.documents.append(replace(document, prefix=table, inside=key))
            rows = _merge(rows, document.data.get(key, {}))
        if table in TABLES[game]:
            plan.pop(table, None)
            for over in (document.data.get(table, {}) for document in files):
                if isinstance(over, dict):
                    rows = _merge(rows, over, table=table)
                else:
                    report.add([table], "must be a table of records")
        world[table] = rows
    return world


@lru_cache(maxsize=64)
def _parse_data(path: Path, _changed: int) -> Document:
    """Parse a shipped file, once for each time that it was changed."""
    document = _parse(path)
    _check_format(document)
    return document


def read_file(game: str, name: str, report: Report) -> dict[str, Any]:
    """Read one data file of a game that no plan overrides."""
    file = DATA / game / name
    document = _parse_data(file, file.stat().st_mtime_ns)
    report.documents.append(document)
    return dict(document.data)


def _data_files(game: str, name: str) -> list[Path]:
    """Return ``units.toml``, if there is one, and what continues it, ``units_*.toml``."""
    first = DATA / game / name
    rest = sorted(first.parent.glob(f"{first.stem}_*{first.suffix}"))
    return [first, *rest] if first.is_file() else rest
