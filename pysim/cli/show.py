"""``pysim show``: draw a scenario's plan or a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    console,
    draw_seed,
    open_game,
    print_json,
    read_options,
    wrong_use,
)
from pysim.cli.position import MovesFlag, play_moves

if TYPE_CHECKING:
    from pysim.game import Game, State

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
            "--seed",
            min=0,
            max=2**64 - 1,
            help="Start a game with this seed; if only --moves, --view or --legal asks for a "
            "game, a seed is drawn and printed on stderr. Else the plan is drawn.",
        ),
    ] = None,
    moves: MovesFlag = None,
    view: Annotated[
        str | None,
        typer.Option(
            "--view", metavar="SEAT", help="Show only what this seat (0, 1 or House) may know."
        ),
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
        viewer = None if view is None else _seat(game, view)
        key = draw_seed(seed)
        state = game.new_initial_state(key)
        play_moves(state, moves)
        if seed is None:
            typer.echo(f"seed {key}", err=True)
        state = state if viewer is None else state.view(viewer)
        plan, description = game.plan, state.to_dict()
    if svg is not None:
        from pysim.viewer import svg as draw

        svg.write_text(
            draw(description, plan, viewer=state.viewer if state else None), encoding="utf-8"
        )
    if json_:
        extra = _legal(state, legal) if state else {"aims": _aims(plan)}
        print_json({"seed": state.seed if state else None, **description, **extra})
    elif svg is not None:
        typer.echo(f"wrote {svg}")
    else:
        _print_board(description, plan, state.viewer if state else None)
        if state is None:
            _print_units_and_aims(plan)
        for number, words in _legal(state, legal).get("legal", []):
            typer.echo(f"{number:>10}  {words}")


def _seat(game: Game, text: str) -> int:
    """Read a seat: its number or its House's name."""
    houses = [name.casefold() for name in game.seat_names]
    word = text.strip().casefold()
    seats_of = {name: seat for seat, name in enumerate(houses)}
    seats_of |= {str(seat): seat for seat in range(len(houses))}
    if word not in seats_of:
        seats = ", ".join(f"{seat} or {name}" for seat, name in enumerate(game.seat_names))
        wrong_use(f"--view: there is no seat {text!r}; there are {seats}")
    return seats_of[word]


def _aims(plan: dict[str, Any]) -> list[str]:
    """Give the aims of a scenario in words."""
    from pysim.viewer.aims import aims

    return aims(plan)


def _print_units_and_aims(plan: dict[str, Any]) -> None:
    """Print the units as a table and the aims as lines, both in 80 columns."""
    from textwrap import fill

    from pysim.viewer.aims import unit_lines

    typer.echo("\nUnits")
    for line in unit_lines(plan):
        typer.echo(f"  {line}")
    typer.echo("\nAims")
    for line in _aims(plan):
        typer.echo(fill(line, 79, initial_indent="  ", subsequent_indent="    "))


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


def _print_board(description: dict[str, Any], plan: dict[str, Any], viewer: int | None) -> None:
    """Print the board, with colours when stdout is a terminal."""
    out = console()
    if not out.is_terminal:
        from pysim.viewer import text

        typer.echo(text(description, plan, viewer=viewer), nl=False)
        return
    from rich.text import Text

    from pysim.viewer.terminal import pieces

    out.print(Text.assemble(*pieces(description, plan, viewer=viewer)), end="", soft_wrap=True)
