"""``pysim show``: draw a scenario's plan or a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    ScenarioArgument,
    SvgFlag,
    draw_seed,
    open_game,
    print_board,
    print_json,
    read_options,
    seed_option,
    write_svg,
    wrong_use,
)
from pysim.cli.position import MovesFlag, play_moves

if TYPE_CHECKING:
    from pysim.game import Game, State

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_HEADS = {"command_limit": "limit", "capture_rating": "capture", "figures": "figs"}


@app.command()
def show(
    scenario: ScenarioArgument,
    svg: SvgFlag = None,
    seed: Annotated[
        int | None,
        seed_option(
            "Start a game with this seed; if only --moves, --view or --legal asks for a "
            "game, a seed is drawn and printed on stderr. Else the plan is drawn."
        ),
    ] = None,
    moves: MovesFlag = None,
    view: Annotated[
        str | None,
        typer.Option(
            "--view", metavar="SEAT", help="Show only what this seat (0, 1 or its name) may know."
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

    A value of ours that no published source gives has a ? behind it, unless you
    say [bold]-o show_unverified=false[/bold].
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
        write_svg(svg, description, plan, state.viewer if state else None)
    if json_:
        extra = _legal(state, legal) if state else {"aims": _aims(plan)}
        head = {"scenario": plan["id"], "seats": _seats(plan)}
        print_json({**head, "seed": state.seed if state else None, **description, **extra})
    elif svg is not None:
        typer.echo(f"wrote {svg}")
    else:
        print_board(description, plan, state.viewer if state else None)
        if state is None:
            _print_tables(plan, scenario, options)
        for row in _legal(state, legal).get("legal", []):
            typer.echo(f"{row['action']:>10}  {row['text']}")


def _seat(game: Game, text: str) -> int:
    """Read a seat: its number or its name."""
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
    from pysim.viewer.board import aims

    return aims(plan)


def _seats(plan: dict[str, Any]) -> list[str]:
    """Name the seats of a plan: houses, or sides."""
    return [str(row["id"]) for row in plan.get("houses") or plan["sides"]]


def _print_tables(plan: dict[str, Any], scenario: str, options: list[str] | None) -> None:
    """Print what a plan holds beside its board, and its aims, all in 80 columns."""
    from textwrap import fill

    lines = _area_tables(plan) if "areas" in plan else _hex_tables(plan, scenario, options)
    for line in lines:
        typer.echo(line)
    typer.echo("\nAims")
    for line in _aims(plan):
        typer.echo(fill(line, 79, initial_indent="  ", subsequent_indent="    "))


def _area_tables(plan: dict[str, Any]) -> list[str]:
    """Write leaders by turn of arrival, troop types and borders. Rules: G2.3, G3.6."""
    from textwrap import wrap

    from pysim.viewer.warriors.tables import border_lines, leader_lines, troop_lines

    lines = ["", "Leaders by turn of arrival"]
    lines += [f"  {line}" for line in leader_lines(plan)]
    lines += ["", "Troops", *(f"  {line}" for line in troop_lines(plan)), "", "Borders"]
    for line in border_lines(plan):
        lines += wrap(line, 79, initial_indent="  ", subsequent_indent=" " * 7)
    return lines


def _hex_tables(plan: dict[str, Any], scenario: str, options: list[str] | None) -> list[str]:
    """Write units, their types and commanders. Rules: WD13.1."""
    from pysim.scenario.load import read_given
    from pysim.scenario.westeros.sheets import MARK, NOTE, commander_sheets, unit_sheets
    from pysim.viewer.westeros.aims import unit_lines

    options_ = read_options(options)
    source, world, given = read_given(scenario, options_)
    default = world.switches["show_unverified"].default
    wanted = {"show_unverified": default, **source.options, **options_}["show_unverified"]
    own = wanted and source.sources.get("units", "choice") == "choice"
    lines = ["", "Units"]
    lines += [f"  {line}" for line in unit_lines(plan, MARK if own else "", given["units"])]
    types = unit_sheets(world, [row["id"] for row in plan["types"]], given["unit_types"])
    columns: tuple[str, ...] = (
        "name", "class", "figures", "move", "dice", "attacks", "keywords"
    )  # fmt: skip
    lines += _rows("Types", types, columns, wanted)
    people = commander_sheets(world, [row["id"] for row in plan["commanders"]], given["commanders"])
    columns = ("name", "class", "command_limit", "capture_rating", "keywords")
    lines += _rows("Commanders", people, columns, wanted) if people else []
    if any(MARK in line for line in lines):
        lines += ["", NOTE]
    return lines


def _rows(
    title: str, rows: list[dict[str, Any]], columns: tuple[str, ...], marks: object
) -> list[str]:
    """Write rows as a table; the last columns run together and fold within 80 columns."""
    from textwrap import fill

    from pysim.scenario.westeros.sheets import marked

    *narrow, _ = columns
    narrow = [name for name in narrow if name != "attacks"]
    heads = [_HEADS.get(name, name) for name in narrow]
    cells = [[marked(row, name) if marks else str(row[name]) for name in narrow] for row in rows]
    sizes = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    lines = ["", title]
    for row, words in zip([None, *rows], [heads, *cells], strict=True):
        line = "  ".join(word.ljust(size) for word, size in zip(words, sizes, strict=True))
        tail = _tail(row, columns, marks)
        rest = " " * (len(line) + 4)
        text = f"{line}  {tail}".rstrip()
        lines += fill(text, 79, initial_indent="  ", subsequent_indent=rest).splitlines()
    return lines


def _tail(row: dict[str, Any] | None, columns: tuple[str, ...], marks: object) -> str:
    """Write attacks and keywords of a row, or their heading."""
    from pysim.scenario.westeros.sheets import marked

    names = [name for name in ("attacks", "keywords") if name in columns]
    if row is None:
        return "; ".join(names)
    names = [name for name in names if row[name]]
    return "; ".join(marked(row, name) if marks else str(row[name]) for name in names)


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
    legal = state.legal_actions()
    return {"legal": [{"action": move, "text": state.action_to_string(move)} for move in legal]}
