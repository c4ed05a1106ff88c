"""What the records of all games' data files share, and their rule switches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from pysim.errors import shown, suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pysim.scenario.read import Report

__all__ = ["Record", "Source", "Strict", "Switch", "Without", "check_options", "unknown"]

Source = Literal["seed", "book", "choice"]


class Strict(BaseModel):
    """A table of a data file: no key but those named."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Record(Strict):
    """A table that also says where its values come from (WD1.3, G2.14)."""

    sources: dict[str, Source] = Field(default_factory=dict)


class Without(Strict):
    """What a switch takes away when it is off: a trait of a commander, named by his person."""

    commander: StrictStr
    trait: StrictStr


class Switch(Record):
    """An option: default, rule, and whether this version plays anything but the default.

    The default is true or false, a number from 0 to ``most``, or one of the ``choices``.
    ``read_by`` says what reads it: the core, the loader of the data, or what shows them.
    """

    default: StrictBool | StrictInt | StrictStr
    rule: StrictStr
    effect: StrictStr
    available: StrictBool
    read_by: Literal["core", "data", "viewer"] = "core"
    choices: list[StrictStr] = Field(default_factory=list)
    most: Annotated[StrictInt, Field(ge=0, le=99)] | None = None
    without: Without | None = None


def unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    """Write that a name is unknown, with the nearest one and the list of what is allowed."""
    words = list(allowed)
    return f"unknown {what} {shown(name)}{suggest(name, words)} (allowed: {', '.join(words)})"


def check_options(
    switches: Mapping[str, Switch], options: dict[str, object], report: Report, *, from_call: bool
) -> dict[str, bool | int | str]:
    """Return all switches, the given ones set; note unknown names and wrong types.

    Rules: W13, WD13, G13.
    """
    out: dict[str, bool | int | str] = {name: switch.default for name, switch in switches.items()}
    for name, value in options.items():
        switch = switches.get(name)
        if switch is None:
            message = unknown("option", name, switches)
        elif not _has_type(switch, value):
            message = f"must be {_allowed(switch)}, not {value!r} ({switch.rule})"
            if isinstance(value, str):
                message += suggest(value, switch.choices)
        elif not switch.available and value != switch.default:
            shown = str(switch.default).lower()
            message = f"{switch.rule} is not played by this version; only {shown} is allowed"
        else:
            assert isinstance(value, bool | int | str)
            out[name] = value
            continue
        if from_call:
            report.add_argument(name, message)
        else:
            report.add(["options", name], message)
    return out


def _has_type(switch: Switch, value: object) -> bool:
    """Tell whether a switch can have a value."""
    if switch.choices:
        return value in switch.choices
    if isinstance(switch.default, bool) or isinstance(value, bool):
        return isinstance(switch.default, bool) and isinstance(value, bool)
    return isinstance(value, int) and 0 <= value <= (switch.most or 0)


def _allowed(switch: Switch) -> str:
    if switch.choices:
        return " or ".join(repr(word) for word in switch.choices)
    if isinstance(switch.default, bool):
        return "true or false"
    return f"a whole number from 0 to {switch.most or 0}"
