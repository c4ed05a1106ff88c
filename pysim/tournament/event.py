"""An event: what is played, checked in full before the first game.

An event comes from a small TOML file, from command line flags, or from both (flags win). Every
problem is reported at once, each with its place, what was allowed and the nearest valid name.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pysim.errors import SimError, check_type, path_of, shown, suggest
from pysim.tournament.engine import check_engine
from pysim.tournament.schedule import Pairing, Schedule

if TYPE_CHECKING:
    from os import PathLike

    from pydantic import BaseModel

    from pysim.tournament.engine import Engine

__all__ = [
    "DEFAULT_BLOCK_SIZE",
    "Event",
    "EventError",
    "LoadedEvent",
    "event_from_mapping",
    "labels_of",
    "load_event",
    "read_event_file",
]

DEFAULT_BLOCK_SIZE = 10_000
_LARGEST_BLOCK = 200_000
_LARGEST_EVENT = 10**10
_MOST_NAMES = 1000
_SEED_LIMIT = 2**63
_DRAWN_SEED_BITS = 53
_PAIRINGS = ("round_robin", "gauntlet")


class EventError(SimError, ValueError):
    """An event with mistakes; ``problems`` lists all of them."""

    def __init__(self, problems: Sequence[str]) -> None:
        """Keep the list and make one message of it."""
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True)
class Event:
    """What is played; two equal events give byte-identical run folders."""

    agents: tuple[str, ...]
    scenarios: tuple[str, ...]
    games: int
    seed: int
    pairing: Pairing = "round_robin"
    block_size: int = DEFAULT_BLOCK_SIZE
    options: Mapping[str, bool | int | str] = field(default_factory=dict)

    @property
    def schedule(self) -> Schedule:
        """Give the schedule of the event."""
        return Schedule(
            agents=len(self.agents),
            scenarios=len(self.scenarios),
            games=self.games,
            pairing=self.pairing,
            block_size=self.block_size,
        )

    def to_mapping(self) -> dict[str, Any]:
        """Give the keys of the event file that describes this event."""
        values = {name: getattr(self, name) for name in _KEYS if name != "format"}
        lists = {name: list(names) for name, names in values.items() if isinstance(names, tuple)}
        return {"format": 1, **values, **lists}

    @property
    def labels(self) -> tuple[str, ...]:
        """Give one distinct name per agent; the second ``random`` is called ``random#2``."""
        return labels_of(self.agents)


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """An event whose scenarios were compiled: ready to play."""

    event: Event
    compiled: tuple[Mapping[str, Any], ...]
    hashes: tuple[str, ...]


def labels_of(agents: Sequence[str]) -> tuple[str, ...]:
    """Give one distinct name per agent.

    >>> labels_of(["random", "greedy", "random"])
    ('random', 'greedy', 'random#2')
    """
    seen: dict[str, int] = {}
    labels = []
    for agent in agents:
        seen[agent] = seen.get(agent, 0) + 1
        labels.append(agent if seen[agent] == 1 else f"{agent}#{seen[agent]}")
    return tuple(labels)


def read_event_file(path: str | PathLike[str]) -> dict[str, Any]:
    """Read an event file into plain values, without checking them.

    Raises:
        EventError: if the file cannot be read or is not TOML.
    """
    from pysim.scenario.toml import TomlFileError, read_toml

    file = path_of("the event file", path)
    try:
        return read_toml(file)[1]
    except TomlFileError as error:
        place = f"{file}:{error.line}" if error.line else str(file)
        raise EventError([f"{place}: {error}"]) from error


def event_from_mapping(
    values: Mapping[str, Any], *, source: str, agents: Sequence[str], flags: Sequence[str] = ()
) -> Event:
    """Check plain values and make an event of them; draws a seed if there is none.

    Args:
        values: the keys of an event file.
        source: file name for messages.
        agents: names of the agents that exist.
        flags: keys that came from the command line, shown as flags in messages.

    Raises:
        EventError: with all problems.
        TypeError: if the values are no table, or the agents no list of names.
    """
    from pydantic import ValidationError

    check_type("values", values, Mapping, "the keys and values of an event")
    check_type("agents", agents, (list, tuple), "a list of agent names")

    problems: list[str] = []
    model: BaseModel | None = None
    try:
        model = _model().model_validate(dict(values))
    except ValidationError as error:
        found = (_describe(item, source, flags) for item in error.errors())
        problems.extend(dict.fromkeys(found))
    names = values.get("agents")
    if isinstance(names, Sequence) and not isinstance(names, str):
        for index, name in enumerate(names):
            if isinstance(name, str) and name not in agents:
                place = _place(("agents", index), source, flags)
                problems.append(f"{place}: unknown agent {shown(name)}{_hint(name, agents)}")
    if problems or model is None:
        problems.extend(_scenario_problems(values.get("scenarios"), values.get("options")))
        raise EventError(problems)
    checked = model.model_dump()
    seed = checked["seed"]
    return Event(
        agents=tuple(checked["agents"]),
        scenarios=tuple(checked["scenarios"]),
        games=checked["games"],
        seed=secrets.randbits(_DRAWN_SEED_BITS) if seed is None else seed,
        pairing=checked["pairing"],
        block_size=checked["block_size"],
        options=dict(sorted(checked["options"].items())),
    )


def load_event(event: Event, engine: Engine, *, source: str = "event") -> LoadedEvent:
    """Compile every scenario of an event and check that the engine takes it.

    Raises:
        EventError: with the problems of the event, or of all its scenarios.
        TypeError: if the engine is none.
    """
    check_engine(engine)
    event_from_mapping(event.to_mapping(), source=source, agents=engine.agents())
    from pysim.scenario import load_compiled, scenario_hash

    problems: list[str] = []
    compiled: list[Mapping[str, Any]] = []
    for name in event.scenarios:
        try:
            plan = load_compiled(name, options=dict(event.options))
            if engine.Game(plan).num_players != 2:
                problems.append(f"{source}: scenario {name!r} is not for two seats")
            compiled.append(plan)
        except (SimError, ValueError, LookupError) as error:
            text = str(error) if isinstance(error, SimError) else f"{name}: {error}"
            if text not in problems:
                problems.append(text)
    if problems:
        raise EventError(problems)
    return LoadedEvent(event, tuple(compiled), tuple(str(scenario_hash(c)) for c in compiled))


def _scenario_problems(names: object, options: object) -> list[str]:
    """Find what is wrong with the scenarios of an event that is wrong already."""
    from pysim.scenario import load_compiled

    problems: list[str] = []
    given = options if isinstance(options, Mapping) else {}
    switches = {key: value for key, value in given.items() if isinstance(value, bool | int | str)}
    for name in names if isinstance(names, list) else []:
        try:
            if isinstance(name, str):
                load_compiled(name, options=switches)
        except SimError as error:
            problems.append(str(error))
    return list(dict.fromkeys(problems))


def _model() -> type[BaseModel]:
    """Build the pydantic model of an event file; pydantic is imported only when needed."""
    from typing import Annotated, Literal

    from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr
    from pydantic import field_validator as validates

    text = Annotated[StrictStr, Field(min_length=1, max_length=200)]

    class EventFile(BaseModel):
        model_config = ConfigDict(extra="forbid", strict=True)

        format: Literal[1]
        agents: Annotated[list[text], Field(min_length=2, max_length=_MOST_NAMES)]
        scenarios: Annotated[list[text], Field(min_length=1, max_length=_MOST_NAMES)]
        games: Annotated[int, Field(ge=2, le=_LARGEST_EVENT, multiple_of=2)]
        seed: Annotated[int, Field(ge=0, lt=_SEED_LIMIT)] | None = None
        pairing: Literal["round_robin", "gauntlet"] = "round_robin"
        block_size: Annotated[int, Field(ge=2, le=_LARGEST_BLOCK, multiple_of=2)] = (
            DEFAULT_BLOCK_SIZE
        )
        options: dict[str, StrictBool | StrictInt | StrictStr] = Field(default_factory=dict)

        @validates("scenarios")
        @classmethod
        def _distinct(cls, names: list[str]) -> list[str]:
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"listed twice: {', '.join(twice)}")
            return names

    EventFile.model_rebuild(_types_namespace={**globals(), **locals()})
    return EventFile


_KEYS = ("format", "agents", "scenarios", "games", "seed", "pairing", "block_size", "options")

_ALLOWED = {
    "format": "1, the number of this file format",
    "agents": f"a list of 2 to {_MOST_NAMES} agent names; write a name twice for self play",
    "scenarios": f"a list of 1 to {_MOST_NAMES} scenario ids, each once",
    "games": f"an even number from 2 to {_LARGEST_EVENT}: games for each two agents in a scenario",
    "seed": f"a whole number from 0 to {_SEED_LIMIT - 1}",
    "pairing": "round_robin or gauntlet (the first agent meets all others)",
    "block_size": f"an even number from 2 to {_LARGEST_BLOCK}",
    "options": "a table of option names with true, false, a whole number or a text",
}


def _describe(item: Mapping[str, Any], source: str, flags: Sequence[str]) -> str:
    """Turn one pydantic error into a line with place, value and what is allowed."""
    location: tuple[str | int, ...] = tuple(item["loc"])
    key = str(location[0]) if location else ""
    place = _place(location, source, flags)
    if item["type"] == "extra_forbidden":
        return f"{place}: unknown key{_hint(key, _KEYS)}"
    if item["type"] == "missing":
        return f"{place}: missing; {_ALLOWED[key]}"
    if item["type"] == "value_error":
        return f"{place}: {item['ctx']['error']}; allowed is {_ALLOWED[key]}"
    nearest = _hint(str(item["input"]), _PAIRINGS) if key == "pairing" else ""
    return f"{place}: {shown(item['input'])} is wrong; allowed is {_ALLOWED[key]}{nearest}"


def _place(location: Sequence[str | int], source: str, flags: Sequence[str]) -> str:
    """Name the place of a problem: file and key path, or the flag."""
    key = str(location[0]) if location else ""
    part = location[1] if len(location) > 1 else None
    if key in flags:
        flag = {"options": "--option"}.get(key, "--" + key.replace("_", "-"))
        if part is None:
            return flag
        return f"{flag} item {part + 1}" if isinstance(part, int) else f"{flag} {part}"
    if part is None:
        return f"{source}: {key}"
    return f"{source}: {key}[{part}]" if isinstance(part, int) else f"{source}: {key}.{part}"


def _hint(name: str, allowed: Sequence[str]) -> str:
    """Suggest the nearest valid name and list what is allowed."""
    return f"{suggest(name, allowed)} (known: {', '.join(allowed)})"
