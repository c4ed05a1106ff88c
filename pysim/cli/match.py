"""``pysim match``: play games between two built-in agents, in pairs with seats swapped."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    SeedFlag,
    console,
    draw_seed,
    open_game,
    print_json,
    table,
    wrong_use,
)

if TYPE_CHECKING:
    from pysim.game import Game

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_MOST_SHOWN = 20


@app.command()
def match(
    scenario: Annotated[
        str, typer.Option("--scenario", "-s", help="Scenario id, or path of a TOML file.")
    ],
    agents: Annotated[
        str, typer.Option("--agents", "-a", metavar="A,B", help="Two agents; A sits first.")
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            max=1_000_000,
            help="An even number, as games come in pairs, or 1; 2 by default.",
        ),
    ] = None,
    seed: SeedFlag = None,
    threads: Annotated[
        int, typer.Option("--threads", "-j", min=1, max=256, help="Threads; results are the same.")
    ] = 1,
    log: Annotated[
        bool, typer.Option("--log", help="Print each action; one game by default.")
    ] = False,
    options: OptionFlags = None,
    json_: JsonFlag = False,
) -> None:
    """Play games between two built-in agents and print the results.

    Games come in pairs: same dice, seats swapped. Exit code 1 means that an agent made a fault.

    Examples:
    [bold]pysim match --scenario westeros/kingsroad --agents random,greedy --seed 1[/bold] ·
    [bold]pysim match -s westeros/kingsroad -a greedy,greedy --log[/bold]
    """
    pair = _two_agents(agents)
    game = open_game(scenario, options)
    key = draw_seed(seed)
    count = games or (1 if log else 2)
    if count > 1 and count % 2:
        wrong_use(
            f"--games: games come in pairs with seats swapped; give {count - 1} or {count + 1}"
        )
    labels = (pair[0], f"{pair[1]}#2") if pair[0] == pair[1] else pair
    rows = _play(game, pair, labels, count=count, seed=key, threads=threads)
    if log:
        for row in rows:
            row["log"] = _log(game, row, pair, seed=key)
    if json_:
        print_json({"scenario": game.id, "agents": list(labels), "seed": key, "games": rows})
    else:
        _print(game, labels, rows, key)
    if any(row["fault"] for row in rows):
        raise typer.Exit(1)


def _two_agents(text: str) -> tuple[str, str]:
    """Read and check ``A,B``."""
    from pysim import _core

    known = _core.agents()
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2:
        wrong_use(f"--agents needs two names such as random,greedy, not {text!r}")
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            wrong_use(f"--agents: no agent {name!r}; {hint}")
    return names[0], names[1]


def _play(
    game: Game,
    agents: tuple[str, str],
    labels: tuple[str, str],
    *,
    count: int,
    seed: int,
    threads: int,
) -> list[dict[str, Any]]:
    """Play the games natively; odd games swap the seats and keep the dice of the game before."""
    import numpy as np

    from pysim import _core

    number = np.arange(count, dtype=np.uint64)
    swapped = (number % 2).astype(np.uint16)
    result = _core.play_games(
        [game.core],
        np.zeros(count, dtype=np.uint16),
        list(agents),
        swapped,
        (1 - swapped).astype(np.uint16),
        number // np.uint64(2),
        number,
        seed,
        threads,
    )
    ways = game.core.ways()
    return [
        {
            "game": index,
            "seats": [labels[index % 2], labels[1 - index % 2]],
            "winner": int(result["winner"][index]),
            "way": ways[int(result["way"][index])],
            "rounds": int(result["rounds"][index]),
            "points": [int(result["points0"][index]), int(result["points1"][index])],
            "decisions": int(result["decisions"][index]),
            "fault": int(result["fault"][index]),
            "state_hash": f"{int(result['state_hash'][index]):016x}",
        }
        for index in range(count)
    ]


def _print(game: Game, agents: tuple[str, str], rows: list[dict[str, Any]], seed: int) -> None:
    """Print logs, the games one by one when they are few, and the score."""
    typer.echo(f"{game.id}, seed {seed}")
    for row in rows:
        for line in row.get("log", ()):
            typer.echo(line)
    houses = game.seat_names
    if len(rows) <= _MOST_SHOWN:
        made = table(
            "game",
            houses[0],
            houses[1],
            "winner",
            "points",
            "rounds",
            "how",
            "decisions",
            right=(0, 5, 7),
        )
        for row in rows:
            winner = row["winner"]
            made.add_row(
                str(row["game"]),
                *row["seats"],
                "draw" if winner < 0 else f"{row['seats'][winner]} ({houses[winner]})",
                f"{row['points'][0]}:{row['points'][1]}",
                str(row["rounds"]),
                row["way"].replace("_", " "),
                str(row["decisions"]),
            )
        console().print(made)
    wins = [0, 0]
    for row in rows:
        if row["winner"] >= 0:
            wins[(row["winner"] + row["game"]) % 2] += 1
    draws = len(rows) - sum(wins)
    typer.echo(f"{agents[0]} {wins[0]} - {wins[1]} {agents[1]}, {draws} drawn")


def _log(game: Game, row: dict[str, Any], agents: tuple[str, str], *, seed: int) -> list[str]:
    """Replay one of the games and write each of its actions."""
    from pysim import _core

    pair = row["game"] // 2
    seated = agents[::-1] if row["game"] % 2 else agents
    actions = _core.game_actions(game.core, seated, pair, row["game"], seed)
    state = game.new_initial_state(seed, game_number=pair)
    houses = game.seat_names
    lines = []
    for action in actions:
        lines.append(f"{houses[state.current_player()]:>10}  {state.action_to_string(action)}")
        state.apply_action(action)
    return lines
