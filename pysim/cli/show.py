"""``pysim show``: draw a scenario's plan or a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import JsonFlag, OptionFlags, console, open_game, print_json, read_options
from pysim.cli.position import MovesFlag, play_moves

if TYPE_CHECKING:
    from pysim.game import State

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def show(
    scenario: Annotated[str, typer.Argument(help="Scenario id, or path of a TOML file.")],
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture here.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, help="Start a game with this seed; without it only the plan is drawn."
        ),
    ] = None,
    moves: MovesFlag = None,
    view: Annotated[
        int | None,
        typer.Option("--view", metavar="SEAT", help="Show only what this seat may know."),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="List the legal actions as well.")] = False,
    options: OptionFlags = None,
    json_: JsonFlag = False,
) -> None:
    """Draw the plan of a scenario, or a position after some moves.

    Examples: [bold]pysim show westeros/kingsroad[/bold] ·
    [bold]pysim show westeros/kingsroad --svg board.svg[/bold] ·
    [bold]pysim show westeros/kingsroad --seed 1 --legal[/bold]
    """
    state = None
    if seed is None and not moves and view is None and not legal:
        plan, description = _plan_only(scenario, options)
    else:
        game = open_game(scenario, options)
        state = game.new_initial_state(seed)
        play_moves(state, moves)
        state = state if view is None else state.view(view)
        plan, description = game.plan, state.to_dict()
    if svg is not None:
        from pysim.viewer import svg as draw

        svg.write_text(draw(description, plan), encoding="utf-8")
    if json_:
        print_json({"seed": state.seed if state else None, **description, **_legal(state, legal)})
    elif svg is not None:
        typer.echo(f"wrote {svg}")
    else:
        _print_board(description, plan)
        for number, words in _legal(state, legal).get("legal", []):
            typer.echo(f"{number:>10}  {words}")


def _plan_only(scenario: str, options: list[str] | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give the plan and its starting layout, without the engine."""
    from pysim.scenario import load_compiled
    from pysim.viewer import describe_plan

    plan = load_compiled(scenario, options=read_options(options))
    return plan, describe_plan(plan)


def _legal(state: State | None, wanted: bool) -> dict[str, Any]:
    """List the legal actions with their text when they are asked for."""
    if state is None or not wanted:
        return {}
    return {"legal": [(move, state.action_to_string(move)) for move in state.legal_actions()]}


def _print_board(description: dict[str, Any], plan: dict[str, Any]) -> None:
    """Print the board, with colours when stdout is a terminal."""
    out = console()
    if not out.is_terminal:
        from pysim.viewer import text

        typer.echo(text(description, plan), nl=False)
        return
    from rich.text import Text

    from pysim.viewer.terminal import pieces

    out.print(Text.assemble(*pieces(description, plan)), end="", soft_wrap=True)
