"""Read a TOML file into plain values, with one clear line for whatever may be wrong with it.

And the other way round: write a plain value as TOML.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["TomlFileError", "read_toml", "toml_key", "toml_value"]

_MOST_BYTES = 500_000  # five times all that is shipped
_DEEPEST = 32
_INTEGERS = range(-(2**63), 2**63)
_LONG_NUMBER = re.compile(r"[0-9_]{1000,}")
_BOM = "\ufeff"
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class TomlFileError(ValueError):
    """A file that is not usable TOML; knows the line where that can be said."""

    def __init__(self, message: str, line: int | None = None) -> None:
        """Keep the message and the line."""
        super().__init__(message)
        self.line = line


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a TOML file and its content.

    Raises:
        TomlFileError: it cannot be read, is not TOML, or holds what no file needs: integers of
            more than 64 bits, very deep nesting.
    """
    text = _read(path)
    if text.startswith(_BOM):
        raise TomlFileError("the file starts with a byte order mark (BOM); save it without", 1)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = str(error).rpartition("(at line ")[2].partition(",")[0]
        line = int(place) if place.isdigit() else None
        raise TomlFileError(f"broken TOML: {error}", line) from error
    except RecursionError as error:
        raise TomlFileError("broken TOML: lists or tables are nested too deeply") from error
    except ValueError as error:  # Python reads no integer of more than 4,300 digits
        found = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise TomlFileError("broken TOML: an integer has too many digits", line) from error
    for key in _unusable(data):
        raise TomlFileError(key)
    return text, data


def _read(path: Path) -> str:
    """Return the text of a regular file."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise TomlFileError("cannot read the file: it is a pipe or device, not a regular file")
        if path.is_file() and path.stat().st_size > _MOST_BYTES:
            raise TomlFileError(f"cannot read the file: more than {_MOST_BYTES:,} bytes")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise TomlFileError("the file is not UTF-8 text") from error
    except OSError as error:
        raise TomlFileError(f"cannot read the file: {error.strerror}") from error
    except RuntimeError as error:
        raise TomlFileError("cannot read the file: its symbolic links form a loop") from error
    except TomlFileError:
        raise
    except ValueError as error:
        raise TomlFileError(f"cannot read the file: {error}") from error


def _unusable(data: dict[str, Any]) -> Iterator[str]:
    """Give what is too deep or too large, walking without recursion."""
    level: list[tuple[str, Any]] = [("", data)]
    for _ in range(_DEEPEST):
        below: list[tuple[str, Any]] = []
        for key, value in level:
            if isinstance(value, dict):
                below += [
                    (f"{key}.{name}" if key else name, inner) for name, inner in value.items()
                ]
            elif isinstance(value, list):
                below += [(f"{key}[{place}]", inner) for place, inner in enumerate(value)]
            elif isinstance(value, int) and value not in _INTEGERS:
                yield f"{key}: an integer of more than 64 bits"
        level = below
        if not level:
            return
    yield f"lists or tables are nested more than {_DEEPEST} deep"


def toml_key(name: str) -> str:
    """Write a key, in quotation marks if it needs them.

    >>> toml_key("a_b"), toml_key("a b")
    ('a_b', '"a b"')
    """
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def toml_value(value: object) -> str:
    """Write a plain value on one line.

    >>> print(toml_value({"rank": "red", "at": [7, 10], "marker": False}))
    { rank = "red", at = [7, 10], marker = false }
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        inside = ", ".join(f"{toml_key(key)} = {toml_value(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(inner) for inner in value)}]"
    return str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False)
