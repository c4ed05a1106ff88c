"""What a run folder says about itself: the event, the engine, the scenarios and the columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysim.tournament.event import Event, LoadedEvent, event_from_mapping

if TYPE_CHECKING:
    from pysim.tournament.engine import Engine

__all__ = ["COLUMNS", "RUN_FORMAT", "RunHeader", "header_for"]

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
_GENERATOR = "philox4x32-10"


@dataclass(frozen=True, slots=True)
class RunHeader:
    """What event.json says."""

    event: Event
    engine: str
    hashes: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]
    ways: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the content of event.json."""
        event, schedule = self.event, self.event.schedule
        return {
            "format": RUN_FORMAT,
            "engine": self.engine,
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
                {"id": name, "sha256": digest, "seats": list(seats)}
                for name, digest, seats in zip(
                    event.scenarios, self.hashes, self.seats, strict=True
                )
            ],
            "ways": list(self.ways),
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
            hashes=tuple(str(row["sha256"]) for row in values["scenarios"]),
            seats=tuple(tuple(map(str, row["seats"])) for row in values["scenarios"]),
            ways=tuple(map(str, values["ways"])),
        )


def header_for(loaded: LoadedEvent, engine: Engine) -> RunHeader:
    """Make the header of an event for the engine that will play it."""
    return RunHeader(
        event=loaded.event,
        engine=engine.__version__,
        hashes=loaded.hashes,
        seats=tuple(tuple(engine.Game(plan).seat_names()) for plan in loaded.compiled),
        ways=tuple(engine.ways()),
    )
