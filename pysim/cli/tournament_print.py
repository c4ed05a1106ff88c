"""What ``pysim tournament`` prints: schedules, results, verdicts, reports and single games."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pysim.cli.common import print_board, print_json, write_svg

if TYPE_CHECKING:
    from pysim.tournament.event import Event
    from pysim.tournament.replay import ReplayedGame
    from pysim.tournament.report import Report
    from pysim.tournament.runner import RunResult
    from pysim.tournament.verify import Mismatch, VerifyResult

__all__ = ["print_figures", "print_game", "print_result", "print_schedule", "print_verified"]

_FILE_WIDTH = 120


def print_figures(figures: Report, as_json: bool) -> None:
    """Print a report, as wide as the terminal or as ``COLUMNS`` says, and 120 columns in a pipe."""
    if as_json:
        print_json(figures.to_dict())
        return
    from rich.console import Console

    from pysim.tournament.tables import print_report

    at_terminal = sys.stdout is not None and sys.stdout.isatty()
    known = at_terminal or os.environ.get("COLUMNS", "").isdigit()
    print_report(figures, Console(width=None if known else _FILE_WIDTH))


def print_schedule(event: Event, as_json: bool) -> None:
    """Print one line per game."""
    from pysim.tournament.runner import iter_plans

    if not as_json:
        schedule = event.schedule
        typer.echo(
            f"# {schedule.total} games in {schedule.blocks} blocks, seed {event.seed}\n"
            f"# game scenario seat0 seat1 dice_index"
        )
    for plan in iter_plans(event):
        if as_json:
            typer.echo(json.dumps(plan))
        else:
            keys = ("game", "scenario", "seat0", "seat1", "dice_index")
            typer.echo(" ".join(str(plan[key]) for key in keys))


def print_result(result: RunResult, seed: int, as_json: bool) -> None:
    """Say what was played and sum it up."""
    from pysim.tournament.report import build_report

    figures = build_report(result.folder)
    if as_json:
        print_json(
            {
                "folder": str(result.folder),
                "seed": seed,
                "total_games": result.total,
                "played": result.played,
                "kept": result.kept,
                "replayed_blocks": [str(path) for path in result.replayed],
                "seconds": round(result.seconds, 3),
                "report": figures.to_dict(),
            }
        )
        return
    print_figures(figures, as_json=False)
    rate = result.played / max(result.seconds, 1e-9)
    kept = f", {result.kept:,} were there already" if result.kept else ""
    typer.echo(
        f"{result.played:,} games played in {result.seconds:.1f} s ({rate:,.0f} games/s){kept}; "
        f"the run in {result.folder} is complete"
    )


def print_verified(result: VerifyResult, as_json: bool) -> None:
    """Say what was confirmed and name what was not."""
    mismatches = _named_mismatches(result)
    if as_json:
        print_json(
            {
                "folder": str(result.folder),
                "good": result.good,
                "complete": result.complete,
                "total_games": result.total,
                "checked": result.checked,
                "wrong_games": result.wrong_games,
                "missing_games": result.missing_games,
                "missing_blocks": result.missing_blocks,
                "corrupt_blocks": [str(path) for path in result.corrupt],
                "mismatches": mismatches,
            }
        )
        return
    for path in result.corrupt:
        typer.echo(f"{path}: corrupt block; resume plays it again")
    for row in mismatches:
        typer.echo(
            f"{row['file']}: game {row['game']}: {row['column']} is {row['stored']}, played again "
            f"it is {row['played']}"
        )
    typer.echo(
        f"{result.checked - result.wrong_games:,} of {result.total:,} games verified, "
        f"{result.wrong_games:,} wrong, {len(result.corrupt)} blocks corrupt"
    )
    if result.missing_games:
        from pysim.tournament.storage import resume_hint

        typer.echo(
            f"not complete: {result.missing_games:,} games ({result.missing_blocks} blocks) are "
            f"missing; to play them, {resume_hint(result.folder)}"
        )


def _named_mismatches(result: VerifyResult) -> list[dict[str, Any]]:
    """Write the values that differ with names for numbers."""
    from pysim.tournament.records import Names
    from pysim.tournament.storage import RunFolder

    header = RunFolder(result.folder).header()
    names = Names.of(header)

    def row(item: Mismatch) -> dict[str, Any]:
        scenario = header.event.schedule.plan(item.game).scenario
        return {
            "file": str(item.path),
            "game": item.game,
            "column": item.column,
            "stored": names.value(item.column, item.stored, scenario=scenario),
            "played": names.value(item.column, item.played, scenario=scenario),
        }

    return [row(item) for item in result.mismatches]


def print_game(game: ReplayedGame, *, log: bool, svg: Path | None, as_json: bool) -> None:
    """Show one game of a run and say whether it is what the run has stored."""
    position, plan = game.state.to_dict(), game.state.game.plan
    if svg is not None:
        write_svg(svg, position, plan, None)
    if as_json:
        values = game.to_dict()
        if not log:
            del values["log"]
        print_json(values)
        return
    played, names = game.played, game.names
    record = names.record(played)
    width = max(len("state hash"), *map(len, game.seats))
    lines = {
        "game": f"{played['game']} of {game.header.event.schedule.total:,} in {game.folder}",
        "scenario": record["scenario"],
        **dict(zip(game.seats, (record["seat0"], record["seat1"]), strict=True)),
        "dice": f"seed {game.header.event.seed}, dice index {played['dice_index']}",
        "result": names.result_text(played),
        "length": f"{played['decisions']} decisions, {played['rounds']} rounds",
        "state hash": record["state_hash"],
        "game hash": record["game_hash"],
        "stored": _verdict(game),
    }
    for word, text in lines.items():
        typer.echo(f"{word:<{width}}  {text}")
    if log:
        typer.echo("\nDecisions")
        for decision in game.decisions:
            typer.echo(f"{decision.seat:>{width}}  {decision}")
    if svg is not None:
        typer.echo(f"wrote {svg}")
    else:
        typer.echo("\nFinal position")
        print_board(position, plan, None)


def _verdict(game: ReplayedGame) -> str:
    """Say whether the stored record of a game is what was played."""
    if game.stored is None:
        return f"not yet: {game.block} is missing"
    if game.same:
        return f"the same in all columns and both hashes, in {game.block}"
    names, scenario = game.names, game.played["scenario"]
    wrong = (
        f"{column} {names.value(column, game.stored[column], scenario=scenario)}"
        for column in game.different
    )
    return f"DIFFERENT in {game.block}: {', '.join(wrong)}"
