"""Exceptions of pysim, all below `SimError`, and the words for wrong names, types and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "MOST_SHOWN_PROBLEMS",
    "NOT_BUILT",
    "IllegalActionError",
    "Problem",
    "ReplayError",
    "ScenarioError",
    "SimError",
    "UnknownGameError",
    "VersionError",
    "check_type",
    "check_word",
    "path_of",
    "shown",
    "suggest",
    "whole_number",
]

_LONGEST_SHOWN = 60
MOST_SHOWN_PROBLEMS = 100
"""Problems of one scenario that are written out; the rest are only counted."""

NOT_BUILT = (
    "the native part of pysim (pysim._core) is not built here: run from another folder if pysim is "
    "installed, or run `pip install --editable .` in this one"
)


class SimError(Exception):
    """Base of every error that pysim raises on purpose."""


class IllegalActionError(SimError, ValueError):
    """The action is not among the legal actions of the state, which stays untouched."""


class ReplayError(SimError):
    """A replay is damaged, or does not lead where its record says."""


class VersionError(SimError):
    """Saved data have another format, version, scenario or option set than needed."""


class UnknownGameError(SimError, LookupError):
    """No game or scenario has the wanted name."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a scenario: where it stands, what it is and what would be right."""

    message: str
    file: str = ""
    key: str = ""
    line: int | None = None

    def __str__(self) -> str:
        """Write ``file:line: key: message``, leaving out what is not known."""
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return ": ".join(part for part in (place, self.key, self.message) if part)


class ScenarioError(SimError, ValueError):
    """A scenario, data file or option is wrong; ``problems`` holds everything found.

    Args:
        problems: one text, or all problems in the order of the file.
    """

    def __init__(self, problems: str | Iterable[Problem | str]) -> None:
        """Keep all problems and make one line of text for each."""
        given = [problems] if isinstance(problems, str) else list(problems)
        self.problems: tuple[Problem, ...] = tuple(
            item if isinstance(item, Problem) else Problem(item) for item in given
        )
        lines = [str(item) for item in self.problems[:MOST_SHOWN_PROBLEMS]]
        several = f"{len(self.problems)} problems in the scenario"
        if len(lines) < len(self.problems):
            several += f", the first {len(lines)} of them"
        head = [f"{several}:"] if len(self.problems) > 1 else []
        super().__init__("\n".join([*head, *lines]))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[tuple[Problem, ...]]]:
        """Pickle by the problems, not by their text."""
        return type(self), (self.problems,)


def suggest(name: str, allowed: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest allowed name, or an empty text.

    >>> suggest("kingsraod", ["kingsroad", "siege"])
    "; did you mean 'kingsroad'?"
    >>> suggest("zzz", ["kingsroad", "siege"])
    ''
    """
    words = list(allowed)
    if len(name) > _LONGEST_SHOWN:
        return ""
    near = get_close_matches(name, words, n=1, cutoff=0.6)
    if not near:
        near = [word for word in words if word.lower() == name.lower()][:1]
    return f"; did you mean {near[0]!r}?" if near else ""


def shown(value: object) -> str:
    """Write a value as Python does, and only the beginning of a long one.

    >>> len(shown("x" * 1_000_000))
    63
    """
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def check_type(name: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Refuse an argument of another type in plain words.

    Args:
        name: the argument's name.
        value: what was given.
        kinds: the types that are right.
        wanted: what they are, in words.

    Raises:
        TypeError: saying what was wanted and what was given.

    >>> check_type("the action", 3, str, "a text")
    Traceback (most recent call last):
    TypeError: the action must be a text, not 3 (int)
    """
    if not isinstance(value, kinds):
        raise TypeError(f"{name} must be {wanted}, not {shown(value)} ({type(value).__name__})")


def check_word(name: str, value: object, allowed: Iterable[str]) -> None:
    """Refuse a word that is none of some.

    Raises:
        TypeError: it is no text.
        ValueError: it is none of them; the message names the nearest.

    >>> check_word("rank", "gren", ["green", "red"])
    Traceback (most recent call last):
    ValueError: rank: 'gren' is unknown; did you mean 'green'? (allowed: green, red)
    """
    words = list(allowed)
    check_type(name, value, str, f"one of {', '.join(words)}")
    if value not in words:
        near = suggest(str(value), words)
        raise ValueError(f"{name}: {value!r} is unknown{near} (allowed: {', '.join(words)})")


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """Check a whole number of Python or NumPy and its range.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is out of range.

    >>> whole_number("seed", 1.5, 0, 9)
    Traceback (most recent call last):
    TypeError: seed must be a whole number, not 1.5 (float)
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        check_type(name, value, (), "a whole number")
    number = index(value)  # type: ignore[arg-type]
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}")
    return number


def path_of(name: str, value: object) -> Path:
    """Take a text or a path as a path.

    Raises:
        TypeError: it is neither.
    """
    check_type(name, value, (str, PathLike), "a path")
    return Path(value)  # type: ignore[arg-type]
