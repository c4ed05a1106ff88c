"""Turn pydantic's findings into problems that say what is allowed and what was probably meant."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from pysim.errors import shown, suggest
from pysim.scenario.layers import mender_of
from pysim.scenario.read import TABLES, WORD_TABLES

if TYPE_CHECKING:
    from pysim.scenario.layers import Mender
    from pysim.scenario.read import Report

__all__ = ["parse"]

_Model = TypeVar("_Model", bound=BaseModel)
_QUOTED = re.compile(r"'([^']*)'")


def parse(
    model: type[_Model], data: dict[str, Any], report: Report, game: str = "westeros"
) -> _Model | None:
    """Return the checked records after noting every problem of their shape.

    Records with a wrong shape are left out, so that the others can still be checked against each
    other. None is returned where nothing useful would be left.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)
    seen = set()
    for item in found:
        path = _path(item["loc"], data)
        message = _message(model, item, path, game)
        if (tuple(path), message) not in seen:
            seen.add((tuple(path), message))
            report.add(path, message)
    try:
        return model.model_validate(_without(data, found, report, mender_of(game)))
    except ValidationError:
        return None


def _without(
    data: dict[str, Any], found: list[Any], report: Report, mend: Mender
) -> dict[str, Any]:
    """Return the data without what is wrong in it, and tell the report which names are gone."""
    out = copy.deepcopy(data)
    for item in found:
        path = _path(item["loc"], data)
        if item["type"] == "extra_forbidden":
            _take_out(out, path)
        else:
            mend(out, path, report)
    return out


def _take_out(data: dict[str, Any], path: list[str | int]) -> None:
    """Take an unknown key out, if what holds it is still there."""
    here: Any = data
    for part in path[:-1]:
        if isinstance(here, list):
            here = here[part] if isinstance(part, int) and part < len(here) else None
        else:
            here = here.get(part) if isinstance(here, dict) else None
    if isinstance(here, dict):
        here.pop(path[-1], None)


def _path(loc: tuple[str | int, ...], data: Any) -> list[str | int]:
    """Drop the parts that name a branch of a union and not a key of the file."""
    path: list[str | int] = []
    here = data
    for place, part in enumerate(loc):
        last = place == len(loc) - 1
        if isinstance(here, dict) and (part in here or last):
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int):
            here = here[part] if part < len(here) else None
        else:
            continue
        if part != "[key]":
            path.append(part)
    return path


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in get_args(annotation) for found in _models(part)]


def _fields(model: type[BaseModel], path: list[str | int]) -> list[str]:
    """Return the keys that the record holding the last part of the path may have."""
    here = model
    for part in path[:-1]:
        for name, info in here.model_fields.items():
            if part in (name, info.alias):
                inner = _models(info.annotation)
                here = inner[0] if inner else here
                break
    return [info.alias or name for name, info in here.model_fields.items()]


def _message(model: type[BaseModel], item: Any, path: list[str | int], game: str) -> str:
    kind = item["type"]
    given = item.get("input")
    context = item.get("ctx", {})
    if kind == "extra_forbidden":
        allowed = _fields(model, path)
        if len(path) == 1:
            allowed = ["extends", *allowed, *TABLES[game]]
        near = suggest(str(path[-1]), allowed)
        return f"unknown key {shown(path[-1])}{near} (allowed: {', '.join(allowed)})"
    if kind == "missing":
        return "the key is missing"
    table = str(path[-2]) if len(path) > 1 else ""
    if given is False and (kind in ("model_type", "dict_type") or table in WORD_TABLES):
        return "false takes a record away, but there is none with this name"
    if kind == "literal_error":
        allowed = _QUOTED.findall(context["expected"]) or [context["expected"]]
        words = ", ".join(repr(word) if word == "" else word for word in allowed)
        return f"unknown value {shown(given)}{suggest(str(given), allowed)} (allowed: {words})"
    if kind in ("too_short", "too_long"):
        least = "min_length" in context
        limit = context["min_length"] if least else context["max_length"]
        bound = "at least" if least else "at most"
        noun = "entry" if limit == 1 else "entries"
        return f"must have {bound} {limit} {noun}, not {len(given)}"
    text = str(item["msg"])
    text = text.replace("Input should be", "must be").replace("dictionary", "table")
    text = text.replace(" a valid ", " a ").replace(" a integer", " an integer")
    text = re.sub(r" or instance of \w+", "", text)
    return f"{text}, not {shown(given)}" if len(repr(given)) <= 60 else text
