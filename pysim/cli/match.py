"""``pysim match``: play games between two built-in agents, in pairs with seats swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    AgentsFlag,
    JsonFlag,
    LogFlag,
    OptionFlags,
    QuietFlag,
    ScenarioArgument,
    SeedFlag,
    ThreadsFlag,
    console,
    draw_seed,
    games_option,
    open_game,
    print_json,
    split_names,
    table,
    threads_or_all,
    wrong_use,
)

if TYPE_CHECKING:
    from pysim.game import Game
    from pysim.tournament.records import Names
    from pysim.tournament.replay import Decision

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_AT_ONCE = 500
"""Games between two looks at the progress bar; even, as games come in pairs."""
_MOST_SHOWN = 20


@app.command()
def match(
    scenario: ScenarioArgument,
    agents: AgentsFlag = None,
    games: Annotated[
        int | None, games_option("An even number, as games come in pairs, or 1; 2 by default.")
    ] = None,
    seed: SeedFlag = None,
    threads: ThreadsFlag = None,
    log: LogFlag = False,
    options: OptionFlags = None,
    quiet: QuietFlag = False,
    json_: JsonFlag = False,
) -> None:
    """Play games between two built-in agents and print the results.

    Games come in pairs: same dice, seats swapped. With --log one game is played
    if --games is not given. Exit code 1 means that an agent made a fault.

    Examples:
    [bold]pysim match westeros/kingsroad --agents random,greedy --seed 1[/bold] ·
    [bold]pysim match westeros/kingsroad -a greedy,greedy --log[/bold]
    """
    from pysim.tournament.event import labels_of
    from pysim.tournament.records import Names

    pair = _two_agents(split_names(agents))
    game = open_game(scenario, options)
    key = draw_seed(seed)
    count = games or (1 if log else 2)
    if count > 1 and count % 2:
        wrong_use(
            f"--games: games come in pairs with seats swapped; give {count - 1} or {count + 1}"
        )
    names = Names((game.id,), labels_of(pair), (game.seat_names,), (game.core.ways(),))
    number = threads_or_all(threads)
    rows = _play(game, pair, count=count, seed=key, threads=number, quiet=quiet or json_)
    logs = [_log(game, row, pair, seed=key) for row in rows] if log else []
    if json_:
        records: list[dict[str, Any]] = [names.record(row) for row in rows]
        for record, made in zip(records, logs, strict=False):
            record["log"] = [decision.to_dict() for decision in made]
        print_json(
            {
                "scenario": game.id,
                "seats": list(game.seat_names),
                "agents": list(names.agents),
                "seed": key,
                "games": records,
            }
        )
    else:
        _print(names, rows, logs, key)
    if any(row["fault"] for row in rows):
        raise typer.Exit(1)


def _two_agents(names: list[str] | None) -> tuple[str, str]:
    """Check that there are two agents."""
    from pysim import _core

    known = _core.agents()
    if names is None or len(names) != 2:
        wrong_use(
            f"--agents needs two names such as random,greedy, not {','.join(names or []) or 'none'}"
        )
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            wrong_use(f"--agents: no agent {name!r}; {hint}")
    return names[0], names[1]


def _play(
    game: Game, agents: tuple[str, str], *, count: int, seed: int, threads: int, quiet: bool
) -> list[dict[str, int]]:
    """Play the games natively; odd games swap the seats and keep the dice of the game before."""
    from pysim import _core
    from pysim.tournament.header import COLUMNS
    from pysim.tournament.progress import GameProgress
    from pysim.tournament.schedule import Schedule

    schedule = Schedule(agents=2, scenarios=1, games=count + count % 2)
    found: list[dict[str, int]] = []
    with GameProgress("playing", count, quiet=quiet) as bar:
        for start in range(0, count, _AT_ONCE):
            plan = schedule.arrays(range(start, min(start + _AT_ONCE, count)))
            result = _core.play_games(
                [game.core],
                plan.scenario,
                list(agents),
                plan.seat0,
                plan.seat1,
                plan.dice_index,
                plan.game,
                seed,
                threads,
            )
            columns = [
                (getattr(plan, name) if hasattr(plan, name) else result[name]).tolist()
                for name in COLUMNS
            ]
            found += [dict(zip(COLUMNS, row, strict=True)) for row in zip(*columns, strict=True)]
            bar.advance(len(columns[0]))
    return found


def _log(
    game: Game, row: dict[str, int], agents: tuple[str, str], *, seed: int
) -> tuple[Decision, ...]:
    """List the decisions of one of the games."""
    from pysim.tournament.engine import load_engine
    from pysim.tournament.replay import play_decisions

    return play_decisions(
        game,
        (agents[row["seat0"]], agents[row["seat1"]]),
        dice_index=row["dice_index"],
        game_number=row["game"],
        seed=seed,
        engine=load_engine(),
    )[0]


def _print(
    names: Names,
    rows: list[dict[str, int]],
    logs: Sequence[Sequence[Decision]],
    seed: int,
) -> None:
    """Print logs, the games one by one when they are few, and the score."""
    houses = names.seats[0]
    width = max(map(len, houses))
    typer.echo(f"{names.scenarios[0]}, seed {seed}")
    for decision in (one for made in logs for one in made):
        typer.echo(f"{decision.seat:>{width}}  {decision}")
    if len(rows) <= _MOST_SHOWN:
        heads = ("game", *houses, "winner", "points", "rounds", "how", "decisions")
        made = table(*heads, right=(0, 5, 7))
        for row in rows:
            seated = [names.agents[row["seat0"]], names.agents[row["seat1"]]]
            made.add_row(
                str(row["game"]),
                *seated,
                names.winner(row["winner"], scenario=0),
                f"{row['points0']}:{row['points1']}",
                str(row["rounds"]),
                names.way(row["way"], scenario=0).replace("_", " "),
                str(row["decisions"]),
            )
        console().print(made)
    wins = [0, 0]
    for row in rows:
        if row["winner"] >= 0:
            wins[row[f"seat{row['winner']}"]] += 1
    draws = len(rows) - sum(wins)
    typer.echo(f"{names.agents[0]} {wins[0]} - {wins[1]} {names.agents[1]}, {draws} drawn")
    if len(rows) > _MOST_SHOWN:
        by_seat = ", ".join(
            f"{house} {sum(row['winner'] == seat for row in rows)}"
            for seat, house in enumerate(houses)
        )
        ways = Counter(names.way(row["way"], scenario=0).replace("_", " ") for row in rows)
        typer.echo(f"won by seat: {by_seat}")
        typer.echo("ways of ending: " + ", ".join(f"{way} {n}" for way, n in ways.most_common()))
        mean = sum(row["decisions"] for row in rows) / len(rows)
        typer.echo(f"mean length: {mean:.1f} decisions")
