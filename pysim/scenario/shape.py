"""Turn pydantic's findings into problems that say what is allowed and what was probably meant."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from pysim.errors import suggest
from pysim.scenario.read import TABLES

if TYPE_CHECKING:
    from pysim.scenario.read import Report

__all__ = ["parse"]

_Model = TypeVar("_Model", bound=BaseModel)
_QUOTED = re.compile(r"'([^']*)'")


_STAND_INS: dict[str, Any] = {"code": "?", "name": "?", "rounds": 1, "morale_start": 0}


def parse(model: type[_Model], data: dict[str, Any], report: Report) -> _Model | None:
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
        message = _message(model, item, path)
        if (tuple(path), message) not in seen:
            seen.add((tuple(path), message))
            report.add(path, message)
    try:
        return model.model_validate(_without(data, found, report))
    except ValidationError:
        return None


def _without(data: dict[str, Any], found: list[Any], report: Report) -> dict[str, Any]:
    """Return the data without what is wrong in it, and tell the report which names are gone."""
    out = copy.deepcopy(data)
    for item in found:
        path = _path(item["loc"], data)
        top = str(path[0]) if path else ""
        place: Any = out
        if item["type"] == "extra_forbidden":
            for part in path[:-1]:
                place = place.get(part, {}) if isinstance(place, dict) else place[part]
            if isinstance(place, dict):
                place.pop(path[-1], None)
        elif top in _STAND_INS:
            out[top] = _STAND_INS[top]
        elif isinstance(out.get(top), list) and top != "map":
            out[top] = []
        elif top not in {"houses", "map"} and len(path) > 1 and isinstance(out.get(top), dict):
            out[top].pop(path[1], None)
            report.broken.update((top, str(path[1])))
    return out


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


def _message(model: type[BaseModel], item: Any, path: list[str | int]) -> str:
    kind = item["type"]
    given = item.get("input")
    context = item.get("ctx", {})
    if kind == "extra_forbidden":
        allowed = _fields(model, path)
        if len(path) == 1:
            allowed = ["extends", *allowed, *TABLES]
        near = suggest(str(path[-1]), allowed)
        return f"unknown key {path[-1]!r}{near} (allowed: {', '.join(allowed)})"
    if kind == "missing":
        return "the key is missing"
    if kind == "literal_error":
        allowed = _QUOTED.findall(context["expected"]) or [context["expected"]]
        words = ", ".join(repr(word) if word == "" else word for word in allowed)
        return f"unknown value {given!r}{suggest(str(given), allowed)} (allowed: {words})"
    text = str(item["msg"])
    text = text.replace("Input should be", "must be").replace("dictionary", "table")
    text = text.replace(" a valid ", " a ").replace(" a integer", " an integer")
    text = text.replace(" or instance of BaseModel", "")
    shown = repr(given)
    return f"{text}, not {shown}" if len(shown) <= 60 else text
