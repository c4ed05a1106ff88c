"""What the rules ask of the players (W5.37) and of chance (W1.8, W2.1).

Every roll has a name and is noted for the core.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

__all__ = [
    "DIE",
    "FACES",
    "SHIELDS",
    "Asking",
    "Decision",
    "Dice",
    "RandomDice",
    "ScriptedDice",
    "Steps",
    "ask",
    "ask_yes",
    "faces_text",
]

FACES = "GBRMV"
SHIELDS = {"G": "green", "B": "blue", "R": "red"}
DIE = "GGGBBRMV"


def faces_text(faces: Mapping[str, int]) -> str:
    """Write the faces of a roll in the order G B R M V."""
    return "".join(face * faces.get(face, 0) for face in FACES)


class Dice:
    """A source of rolls; ``log`` holds the rolls of the step as the core wants them.

    This one stands where nothing is rolled: it refuses every roll.
    """

    def __init__(self) -> None:
        self.log: list[tuple[str, str]] = []

    def roll(self, name: str, n: int) -> dict[str, int]:
        """Roll ``n`` dice: how often each face shows (W2.1)."""
        thrown = self._throw(name, n)
        faces = {face: thrown.count(face) for face in FACES if face in thrown}
        self.log.append((name, faces_text(faces)))
        return faces

    def draw(self, name: str, weights: Mapping[int, int]) -> int:
        """Draw one of several numbers, each as likely as its weight says."""
        number = self._pick(name, weights)
        self.log.append((name, str(number)))
        return number

    def _throw(self, name: str, n: int) -> str:
        raise AssertionError(f"no roll is expected here, but {n} dice for {name}")

    def _pick(self, name: str, weights: Mapping[int, int]) -> int:
        raise AssertionError(f"no draw is expected here, but one of {len(weights)} for {name}")


class RandomDice(Dice):
    """Fair dice of a seeded generator."""

    def __init__(self, source: random.Random) -> None:
        super().__init__()
        self.source = source

    def _throw(self, name: str, n: int) -> str:
        del name
        return "".join(self.source.choices(DIE, k=n))

    def _pick(self, name: str, weights: Mapping[int, int]) -> int:
        del name
        return self.source.choices(list(weights), weights=list(weights.values()))[0]


class ScriptedDice(Dice):
    """Dice that show what a script says; an unexpected roll is an error."""

    def __init__(self, script: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.script = list(script)

    def _next(self, name: str) -> str:
        wanted, answer = self.script[len(self.log)]
        if wanted != name:
            raise ValueError(f"roll {name} is asked for, the script gives {wanted}")
        return answer

    def _throw(self, name: str, n: int) -> str:
        answer = self._next(name)
        if len(answer) != n:
            raise ValueError(f"roll {name} asks for {n} dice, the script gives {answer!r}")
        return answer

    def _pick(self, name: str, weights: Mapping[int, int]) -> int:
        number = int(self._next(name))
        if number not in weights:
            raise ValueError(f"draw {name} cannot give {number}")
        return number


class Decision(NamedTuple):
    """Who has to choose, what the decision is called, and the actions as texts."""

    seat: int
    name: str
    options: list[str]


Asking = Generator[Decision, str, str | None]
Steps = Generator[Decision, str, None]


def ask(seat: int, name: str, options: list[str]) -> Asking:
    """Ask for one of the options; with none nothing happens, a single one is taken (W5.37)."""
    if not options:
        return None
    if len(options) == 1:
        return options[0]
    answer = yield Decision(seat, name, options)
    return answer


def ask_yes(seat: int, name: str, start: str = "") -> Generator[Decision, str, bool]:
    """Ask for yes or no."""
    first = start or name
    answer = yield from ask(seat, name, [f"{first} no", f"{first} yes"])
    return answer == f"{first} yes"
