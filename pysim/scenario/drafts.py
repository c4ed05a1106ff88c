"""A commented scenario file to start from, which changes a few things of another scenario.

Explanations begin with "# ", lines that may be switched on with "#" alone. What the file of a game
holds is in the module ``template`` of that game.
"""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pysim.scenario.load import read_checked
from pysim.scenario.toml import toml_key, toml_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

__all__ = ["WIDTH", "explained", "given", "numbers", "off", "on", "options_block", "template"]

WIDTH = 96
_SWITCHED_OFF = re.compile(r"^#(?=[^ :])")
_OWN_LINES = {"format", "game", "code", "name"}


def template(
    extends: str | PathLike[str],
    *,
    written: str | None = None,
    file: str = "my_scenario.toml",
    whole: bool = False,
) -> str:
    """Return the text of a new scenario file that extends another scenario.

    Args:
        extends: a shipped id, or the path of a file that ends in ``.toml``.
        written: how the new file names it, if by another path.
        file: the name of the new file in the commands that it mentions.
        whole: copy the whole plan of a shipped scenario instead of extending it.

    Raises:
        UnknownGameError: no scenario has this id.
        ScenarioError: the other scenario is wrong itself.
    """
    plan, world = read_checked(extends)
    own: Any = import_module(f"pysim.scenario.{plan.game}.template")
    base = None if whole else str(extends) if written is None else written
    head = _head(plan, base, shlex.quote(file), own.SCHEMA_FILE)
    blocks: list[list[str]] = [head, *own.blocks(plan, world, whole=whole)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def on(lines: Iterable[str]) -> list[str]:
    """Switch on all lines that are not explanations.

    >>> on(["# Turns.", "#turns = 12"])
    ['# Turns.', 'turns = 12']
    """
    return [_SWITCHED_OFF.sub("", line) for line in lines]


def off(header: str, values: Mapping[str, Any]) -> list[str]:
    """Write a table, each line switched off.

    >>> off("[control]", {"ENG": "E"})
    ['#[control]', '#ENG = "E"']
    """
    lines = [f"#{header}"]
    for key, value in values.items():
        line = f"#{toml_key(key)} = {toml_value(value)}"
        if len(line) <= WIDTH or not isinstance(value, list):
            lines.append(line)
        else:
            lines += [f"#{key} = [", *[f"#{toml_value(inner)}," for inner in value], "#]"]
    return lines


def given(record: Any) -> dict[str, Any]:
    """Return the keys of a record that a file sets."""
    found: dict[str, Any] = record.model_dump(by_alias=True, exclude_unset=True)
    for key in ("sources", "extra"):
        found.pop(key, None)
    return found


def explained(text: str) -> list[str]:
    """Write an explanation in lines.

    >>> explained("Number of turns.")
    ['# Number of turns.']
    """
    return [f"# {line}" for line in wrap(text, WIDTH - 8)]


def numbers(plan: Any, texts: Mapping[str, str]) -> list[str]:
    """Write the single values of a plan, each with what it says."""
    return [
        line
        for key, value in given(plan).items()
        if isinstance(value, str | int) and key not in _OWN_LINES
        for line in [*explained(texts.get(key, key)), f"#{key} = {toml_value(value)}"]
    ]


def options_block(plan: Any, world: Any) -> list[str]:
    """Write the rule switches, each with what it does."""
    lines = ["# Rule switches. `pysim rules NAME` prints the rule of one.", "#[options]"]
    for name, switch in world.switches.items():
        if switch.available:
            lines.append(f"# {switch.effect}")
            lines.append(f"#{name} = {toml_value(plan.options.get(name, switch.default))}")
    return lines


def _head(plan: Any, base: str | None, file: str, schema: str) -> list[str]:
    what = "# A scenario of your own. What is not written here is as in the scenario it extends."
    begin = f"extends = {toml_value(base)}"
    title = f"Variant of {plan.name}"
    if base is None:
        what = f"# A scenario of your own, begun as a copy of {plan.name}."
        begin = f"game = {toml_value(plan.game)}"
        title = f"Copy of {plan.name}"
    command = "pysim scenario schema"
    if plan.game != "westeros":
        command += f" --game {plan.game}"
    return [
        f"#:schema ./{schema}",
        what,
        '# Explanations begin with "#" and a blank. In other lines take the "#" away and change',
        "# what you like.",
        "#",
        f"#   pysim scenario check {file}",
        f"#   pysim show {file}",
        f"#   pysim match {file} --agents random,greedy",
        "#",
        "# The first line is for editors, which then complete and explain keys. They need the file",
        f"# that this command writes: {command} > {schema}",
        "",
        "format = 1",
        begin,
        'code = "OWN"',
        f"name = {toml_value(title)}",
    ]
