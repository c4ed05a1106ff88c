"""``pysim rules``: the rules text by rule id or by words."""

from __future__ import annotations

from typing import Annotated

import typer

from pysim.cli.common import JsonFlag, print_json, wrong_use

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def rules(
    ids: Annotated[list[str] | None, typer.Argument(help="Rule ids, for example W7.18.")] = None,
    search: Annotated[
        str | None,
        typer.Option("--search", "-s", metavar="WORDS", help="Find rules that hold these words."),
    ] = None,
    json_: JsonFlag = False,
) -> None:
    """Print rules of the rules text.

    Examples: [bold]pysim rules W7.18[/bold] · [bold]pysim rules W9.1 W9.7[/bold] ·
    [bold]pysim rules --search "stalwart marsh"[/bold]
    """
    from pysim.rules import find_rule, search_rules

    if not ids and not search:
        wrong_use("rules needs rule ids, such as W7.18, or --search WORDS")
    found = [find_rule(name) for name in ids or []]
    if search:
        found += search_rules(search)
    if json_:
        print_json(
            [
                {"id": rule.id, "game": rule.game, "section": rule.section, "text": rule.text}
                for rule in found
            ]
        )
    else:
        typer.echo("\n\n".join(f"{rule.id}  ({rule.section})\n{rule.text}" for rule in found))
    if not found:
        typer.echo(f"pysim: no rule holds {search!r}", err=True)
        raise typer.Exit(1)
