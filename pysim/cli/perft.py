"""``pysim perft``: count decision sequences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    QuietFlag,
    ScenarioArgument,
    SeedFlag,
    draw_seed,
    open_game,
    print_json,
)
from pysim.cli.position import MovesFlag, play_moves

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def perft(
    scenario: ScenarioArgument,
    depth: Annotated[
        int,
        typer.Option("--depth", "-d", min=0, max=10, metavar="N", help="How many decisions deep."),
    ] = 2,
    seed: SeedFlag = None,
    moves: MovesFlag = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first action.")] = False,
    options: OptionFlags = None,
    quiet: QuietFlag = False,
    json_: JsonFlag = False,
) -> None:
    """Count the action sequences of a position down to a depth.

    Examples: [bold]pysim perft westeros/kingsroad --depth 3 --seed 1[/bold] ·
    [bold]pysim perft westeros/test -d 2 --seed 1 --divide[/bold]
    """
    from pysim import _core
    from pysim.tournament.progress import GameProgress

    game = open_game(scenario, options)
    state = game.new_initial_state(draw_seed(seed))
    play_moves(state, moves)
    begun = time.process_time()
    parts: dict[str, int] = {}
    counts = [_core.perft(state.core, level) for level in range(max(depth, 1))]
    legal = state.legal_actions() if depth > 0 else []
    with GameProgress("counting", len(legal), quiet=quiet or json_, unit="actions") as bar:
        for action in legal:
            after = state.clone()
            after.apply_action(action)
            parts[state.action_to_string(action)] = _core.perft(after.core, depth - 1)
            bar.advance(1)
    if depth > 0:
        counts.append(sum(parts.values()) if parts else 1)
    if not divide:
        parts = {}
    spent = time.process_time() - begun
    if json_:
        print_json({"scenario": game.id, "seed": state.seed, "counts": counts, "divide": parts})
        return
    typer.echo(f"{game.id}, seed {state.seed}")
    for text, count in parts.items():
        typer.echo(f"{count:>14,}  {text}")
    for level, count in enumerate(counts):
        typer.echo(f"depth {level:>2} {count:>14,}")
    typer.echo(f"{spent:.2f} CPU seconds")
