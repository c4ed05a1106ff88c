"""``pysim rules``: the rules text by rule id or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pysim.cli.common import JsonFlag, print_json, wrong_use
from pysim.cli.rules_text import plain, tags_note

if TYPE_CHECKING:
    from pysim.rules import Rule

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_LINE = 79


@app.command()
def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID...", help="Rule ids (W7.18), chapters (W7), or names of rule switches."
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option("--search", metavar="WORDS", help="Find rules that hold these words."),
    ] = None,
    json_: JsonFlag = False,
) -> None:
    """Print rules of the rules text, with what was decided where it is silent.

    A word in brackets tells where a rule comes from: seed, the document that
    the engine was built from; book, the published rules and what is known of
    them; choice, ours, where both say nothing.

    Examples: [bold]pysim rules W7.18[/bold] · [bold]pysim rules W9.1 W9.7[/bold] ·
    [bold]pysim rules W7[/bold] · [bold]pysim rules directional_retreats[/bold] ·
    [bold]pysim rules --search "stalwart marsh"[/bold]
    """
    from pysim.errors import SimError
    from pysim.rules import search_rules

    if not ids and not search:
        wrong_use("rules needs rule ids, such as W7.18, or --search WORDS")
    if ids and search is not None:
        wrong_use("rules takes rule ids or --search WORDS, not both")
    found: list[Rule] = []
    blocks: list[str] = []
    problems: list[str] = []
    for name in ids or []:
        try:
            rules_found, block = _look_up(name)
        except SimError as problem:
            problems.append(str(problem))
        else:
            found += rules_found
            blocks.append(block)
    if search:
        more = search_rules(search)
        found += more
        blocks += [_whole(rule) for rule in more]
    if json_ and (found or not problems):
        print_json(
            [
                {"id": rule.id, "game": rule.game, "section": rule.section, "text": rule.text}
                for rule in found
            ]
        )
    elif blocks:
        note = "" if len(found) > len(blocks) else tags_note("".join(blocks))  # none for a chapter
        typer.echo("\n\n".join([*blocks, note] if note else blocks))
    if problems:
        wrong_use("\n".join(problems))
    if not found:
        typer.echo(f"pysim: no rule holds {search!r}", err=True)
        raise typer.Exit(1)


def _look_up(name: str) -> tuple[list[Rule], str]:
    """Find what a word names, and write it: a rule, a chapter, or the rule of a switch."""
    from pysim.rules import chapter_rules, find_rule, find_switch

    switch = find_switch(name)
    if switch is not None:
        rule = find_rule(switch.rule)
        state = f"default {str(switch.default).lower()}"
        if not switch.available:
            state += "; this version plays the default only"
        return [rule], f"switch {switch.name} ({state}): {switch.effect}\n\n{_whole(rule)}"
    chapter = chapter_rules(name)
    if chapter:
        return chapter, "\n".join(_short(rule) for rule in chapter)
    rule = find_rule(name)
    return [rule], _whole(rule)


def _whole(rule: Rule) -> str:
    """Write a rule with its section."""
    return f"{rule.id}  ({rule.section})\n{plain(rule.text)}"


def _short(rule: Rule) -> str:
    """Write the beginning of a rule on one line."""
    from textwrap import shorten

    words = plain(rule.text).splitlines()[0] if rule.text else rule.section
    return f"{rule.id:<7} {shorten(words, _LINE - 8, placeholder=' ...')}"
