"""``pysim bench``: a fixed list of games, their number of decisions, and one signature."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from pysim.cli.common import (
    JsonFlag,
    ScenariosFlag,
    chosen_scenarios,
    games_option,
    print_json,
    seed_option,
    wrong_use,
)

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_SEED = 1


@app.command()
def bench(
    scenarios: ScenariosFlag = None,
    games: Annotated[int, games_option("Games for each scenario.")] = 200,
    seed: Annotated[int, seed_option("Key of all chance, fixed by default.")] = _SEED,
    expect: Annotated[
        str | None,
        typer.Option("--expect", metavar="HASH", help="End with code 1 if the signature differs."),
    ] = None,
    json_: JsonFlag = False,
) -> None:
    """Play random games of a fixed seed; print decisions, signature and speed.

    All shipped scenarios are played, or those of --scenarios. The signature
    changes when, and only when, the rules code plays a game differently.
    Speed is for orientation. Unlike in other commands the seed is fixed, so
    that signatures can be compared.

    Examples: [bold]pysim bench[/bold] ·
    [bold]pysim bench -s westeros/kingsroad -n 1000 --json[/bold]
    """
    from pysim import _core
    from pysim.game import load
    from pysim.tournament.records import hash_text

    if expect is not None and not re.fullmatch("[0-9a-f]{16}", expect.strip().lower()):
        wrong_use(f"--expect is a signature of 16 hexadecimal digits, not {expect!r}")
    names = chosen_scenarios(scenarios)
    found = _core.bench([load(name).core for name in names], seed, games)
    signature = hash_text(found["hash"])
    rate = found["decisions"] / max(found["cpu_seconds"], 1e-9)
    same = expect is None or expect.strip().lower() == signature
    if json_:
        print_json(
            {
                "scenarios": names,
                "games": games,
                "seed": seed,
                "decisions": found["decisions"],
                "signature": signature,
                "cpu_seconds": found["cpu_seconds"],
                "decisions_per_cpu_second": round(rate),
                "as_expected": None if expect is None else same,
            }
        )
    else:
        typer.echo(f"decisions  {found['decisions']:,}")
        typer.echo(f"signature  {signature}")
        typer.echo(f"speed      {rate:,.0f} decisions per CPU second")
    if not same:
        typer.echo(f"pysim: signature {signature} is not the expected {expect}", err=True)
        raise typer.Exit(1)
