"""What a run folder says about itself: the event, the engine, the scenarios and the columns."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysim.tournament.event import Event, LoadedEvent, event_from_mapping

if TYPE_CHECKING:
    from pysim.tournament.engine import Engine

__all__ = ["COLUMNS", "RUN_FORMAT", "SAMPLE_SEED", "RunHeader", "behaviour_of", "header_for"]

COLUMNS: dict[str, str] = {
    "game": "uint64",
    "scenario": "uint16",
    "seat0": "uint16",
    "seat1": "uint16",
    "dice_index": "uint64",
    "winner": "int8",
    "way": "uint8",
    "decisions": "uint32",
    "rounds": "uint8",
    "points0": "int16",
    "points1": "int16",
    "state_hash": "uint64",
    "game_hash": "uint64",
    "fault": "uint8",
}
RUN_FORMAT = 1
SAMPLE_SEED = 0x5EED
"""Seed of the games whose results are the behaviour signature of an engine."""
_SAMPLE_GAMES = 20
_GENERATOR = "philox4x32-10"


@dataclass(frozen=True, slots=True)
class RunHeader:
    """What event.json says."""

    event: Event
    engine: str
    behaviour: str
    hashes: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]
    ways: tuple[tuple[str, ...], ...]

    @property
    def digest(self) -> str:
        """Give the SHA-256 of all that decides the results; every block carries it."""
        values = self._decisive()
        text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Give the content of event.json."""
        return {"format": RUN_FORMAT, "digest": self.digest, **self._decisive()}

    def _decisive(self) -> dict[str, Any]:
        """Give all that event.json says, except its format and its digest."""
        event, schedule = self.event, self.event.schedule
        return {
            "engine": self.engine,
            "behaviour": self.behaviour,
            "generator": _GENERATOR,
            "event": {
                "agents": list(event.agents),
                "scenarios": list(event.scenarios),
                "games": event.games,
                "seed": event.seed,
                "pairing": event.pairing,
                "block_size": event.block_size,
                "options": dict(event.options),
            },
            "total_games": schedule.total,
            "blocks": schedule.blocks,
            "scenarios": [
                {"id": name, "sha256": digest, "seats": list(seats), "ways": list(ways)}
                for name, digest, seats, ways in zip(
                    event.scenarios, self.hashes, self.seats, self.ways, strict=True
                )
            ],
            "columns": dict(COLUMNS),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], *, source: str) -> RunHeader:
        """Read the content of event.json back.

        Raises:
            EventError: if its event is wrong.
            KeyError: if something is missing; TypeError if it has another shape.
        """
        event = event_from_mapping(
            {"format": 1, **values["event"]}, source=source, agents=values["event"]["agents"]
        )
        return cls(
            event=event,
            engine=str(values["engine"]),
            behaviour=str(values["behaviour"]),
            hashes=tuple(str(row["sha256"]) for row in values["scenarios"]),
            seats=tuple(tuple(map(str, row["seats"])) for row in values["scenarios"]),
            ways=tuple(tuple(map(str, row["ways"])) for row in values["scenarios"]),
        )


def header_for(loaded: LoadedEvent, engine: Engine) -> RunHeader:
    """Make the header of an event for the engine that will play it."""
    games = [engine.Game(plan) for plan in loaded.compiled]
    return RunHeader(
        event=loaded.event,
        engine=engine.__version__,
        behaviour=behaviour_of(loaded, engine),
        hashes=loaded.hashes,
        seats=tuple(tuple(game.seat_names()) for game in games),
        ways=tuple(tuple(game.ways()) for game in games),
    )


def behaviour_of(loaded: LoadedEvent, engine: Engine) -> str:
    """Sign how an engine plays an event: the SHA-256 of a few games of each of its scenarios.

    An engine may change its rules or an agent and keep its version; then this changes.
    """
    import numpy as np

    agents = sorted(set(loaded.event.agents))
    scenarios = len(loaded.compiled)
    game = np.arange(_SAMPLE_GAMES * scenarios, dtype=np.uint64)
    results = engine.play_games(
        games=[engine.Game(plan) for plan in loaded.compiled],
        scenario=np.repeat(np.arange(scenarios, dtype=np.uint16), _SAMPLE_GAMES),
        agents=agents,
        seat0=(game % len(agents)).astype(np.uint16),
        seat1=(game // 2 % len(agents)).astype(np.uint16),
        dice_index=game,
        game_number=game,
        seed=SAMPLE_SEED,
        threads=1,
    )
    digest = hashlib.sha256()
    for name in sorted(set(COLUMNS) & set(results)):
        digest.update(results[name].astype("<i8", casting="unsafe").tobytes())
    return digest.hexdigest()
