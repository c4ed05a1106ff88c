"""A game: one scenario with its options, ready to make states."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from copy import deepcopy
from os import PathLike
from typing import Any

from pysim import _core
from pysim.errors import (
    ScenarioError,
    UnknownGameError,
    VersionError,
    check_type,
    suggest,
    whole_number,
)
from pysim.game.codec import unpack
from pysim.game.state import MOST_WORD, State
from pysim.scenario import load_compiled, scenario_hash, scenario_ids

__all__ = ["Game", "list_scenarios", "load"]

_MOST_SEEDS = 2**63


class Game:
    """One scenario with its options: immutable, shared by all its states.

    Made by ``load``; a ``Game`` can also be built from a compiled scenario that is already at hand.

    >>> import pysim
    >>> game = pysim.load("westeros/kingsroad")
    >>> game.id, game.num_players, game.seat_names
    ('westeros/kingsroad', 2, ('stark', 'lannister'))
    """

    __slots__ = ("_core", "_digest", "_places", "_plan")

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        check_type("compiled", compiled, Mapping, "a compiled scenario")
        self._plan: dict[str, Any] = deepcopy(dict(compiled))
        try:
            self._core = _core.Game(self._plan)
        except _core.BadScenario as problem:
            raise ScenarioError(f"{compiled.get('id', 'scenario')}: {problem}") from None
        self._places = frozenset((row[0], row[1]) for row in self._plan.get("hexes", ()))
        self._digest = bytes.fromhex(scenario_hash(self._plan))[:8]

    @property
    def id(self) -> str:
        """The scenario's id, for example ``westeros/kingsroad``."""
        return str(self._plan["id"])

    @property
    def name(self) -> str:
        """The scenario's title."""
        return str(self._plan["name"])

    @property
    def num_players(self) -> int:
        """How many players the game has."""
        return self._core.num_players

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What each seat plays, seat 0 first."""
        return tuple(self._core.seat_names())

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option in force."""
        return dict(self._plan["options"])

    @property
    def plan(self) -> dict[str, Any]:
        """The compiled scenario: map, units, cards, victory, options. Treat it as read-only."""
        return self._plan

    @property
    def places(self) -> frozenset[tuple[int, int]]:
        """The hexes of the board as pairs of column and row, each ``(c, r)``; in no order."""
        return self._places

    @property
    def digest(self) -> bytes:
        """Eight bytes that differ between scenarios or options that differ."""
        return self._digest

    @property
    def core(self) -> _core.Game:
        """The native rules object, for batch drivers."""
        return self._core

    def new_initial_state(self, seed: int | None = None, *, game_number: int = 0) -> State:
        """Make the state before the first decision.

        Args:
            seed: key of all chance in the game; drawn if not given, ``state.seed`` tells which.
            game_number: which game of an event this is; each has its own dice.

        Raises:
            TypeError: the seed or the game number is no whole number.
            ValueError: the seed or the game number is negative or needs more than 64 bits.

        >>> import pysim
        >>> state = pysim.load("westeros/kingsroad").new_initial_state(seed=7)
        >>> state.seed, state.is_terminal()
        (7, False)
        """
        drawn = secrets.randbelow(_MOST_SEEDS) if seed is None else seed
        key = whole_number("seed", drawn, 0, MOST_WORD)
        number = whole_number("game_number", game_number, 0, MOST_WORD)
        return State(self, self._core.new_initial_state(key, number), seed=key, game_number=number)

    def state_from_bytes(self, data: bytes) -> State:
        """Read back what ``State.to_bytes`` wrote.

        Checksums find damage, not forgery. Bytes that somebody made up are refused where a number
        in them is out of range, but they may hold a position that no game reaches, and to play on
        from that can end the process: like a pickle, take bytes only from where you trust.

        Raises:
            VersionError: the bytes are damaged, or of another format, scenario or option set.

        >>> import pysim
        >>> game = pysim.load("westeros/kingsroad")
        >>> state = game.new_initial_state(seed=7)
        >>> game.state_from_bytes(state.to_bytes()) == state
        True
        """
        check_type("data", data, (bytes, bytearray, memoryview), "the bytes of a state")
        seed, game_number, viewer, body = unpack(data, digest=self._digest)
        if viewer is not None and viewer >= self.num_players:
            raise VersionError(f"state bytes are damaged: a view of seat {viewer}")
        try:
            core = self._core.state_from_bytes(body)
        except _core.BadScenario as problem:
            raise VersionError(f"state bytes are damaged: {problem}") from None
        keyless = seed is None and game_number == 0  # a view, or one that was completed
        if viewer is None:
            fits = core.has_dice and (
                keyless or (core.seed, core.game_number) == (seed, game_number)
            )
        else:
            fits = keyless and not core.has_dice and core.view(viewer) == core
        if not fits:
            raise VersionError("state bytes are damaged: their parts do not belong together")
        return State(self, core, seed=seed, game_number=game_number, viewer=viewer)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        return f"<pysim.Game {self.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._digest, self._plan)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self


_rebuilt: dict[bytes, Game] = {}


def _rebuild(digest: bytes, plan: Mapping[str, Any]) -> Game:
    """Make an unpickled game, once for each scenario and option set.

    Raises:
        VersionError: the plan is not the one that was saved.
    """
    game = _rebuilt.get(digest)
    if game is None:
        game = Game(plan)
        if game.digest != digest:
            raise VersionError("the saved game is damaged: its plan has another digest")
        _rebuilt[digest] = game
    return game


def load(
    scenario: str | PathLike[str], *, options: Mapping[str, bool | int | str] | None = None
) -> Game:
    """Load a shipped scenario by id, or your own by the path of its TOML file.

    Args:
        scenario: an id that ``list_scenarios`` gives, that of a skirmish with its seed
            (``westeros/raid:7``), or a path.
        options: rule switches to set, by name.

    Raises:
        TypeError: the scenario is no text or path, or the options are no table of names.
        UnknownGameError: no scenario has this id.
        ScenarioError: the file or an option is wrong; the error holds all problems.

    >>> import pysim
    >>> pysim.load("westeros/kingsroad", options={"directional_retreats": True}).id
    'westeros/kingsroad'
    """
    check_type("scenario", scenario, (str, PathLike), "the id of a scenario or a path")
    if options is not None:
        check_type("options", options, Mapping, "a table of switches by name")
        for name in options:
            check_type("the name of an option", name, str, "a text")
    return Game(load_compiled(scenario, options=options))


def list_scenarios(game: str | None = None) -> list[str]:
    """List the ids of the shipped scenarios, of one game or of all.

    Raises:
        TypeError: the name of the game is no text.
        UnknownGameError: there is no such game; the message names the nearest.

    >>> import pysim
    >>> "westeros/kingsroad" in pysim.list_scenarios("westeros")
    True
    """
    names = scenario_ids()
    if game is None:
        return names
    check_type("game", game, str, "the name of a game")
    games = list(dict.fromkeys(name.split("/")[0] for name in names))
    if game not in games:
        near = suggest(game, games)
        raise UnknownGameError(f"no game is called {game!r}{near} (there are: {', '.join(games)})")
    return [name for name in names if name.split("/")[0] == game]
