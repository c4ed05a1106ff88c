"""Exceptions of pysim, all below `SimError`, and the helper that names the nearest allowed word."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "NOT_BUILT",
    "IllegalActionError",
    "Problem",
    "ReplayError",
    "ScenarioError",
    "SimError",
    "UnknownGameError",
    "VersionError",
    "suggest",
]

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
        lines = [str(item) for item in self.problems]
        head = [f"{len(lines)} problems in the scenario:"] if len(lines) > 1 else []
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
    near = get_close_matches(name, words, n=1, cutoff=0.6)
    if not near:
        near = [word for word in words if word.lower() == name.lower()][:1]
    return f"; did you mean {near[0]!r}?" if near else ""
