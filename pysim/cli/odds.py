"""``pysim odds``: exact outcome tables."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pysim.cli.common import (
    JsonFlag,
    OptionFlags,
    ScenarioArgument,
    SeedFlag,
    console,
    draw_seed,
    fraction_text,
    open_game,
    print_json,
    table,
    wrong_use,
)
from pysim.cli.position import MovesFlag, play_moves, read_action
from pysim.cli.unit_types import find_type, has_keyword, keyword_value

if TYPE_CHECKING:
    from fractions import Fraction

    from pysim.odds import Attack, AttackOdds

__all__ = ["app"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Give exact outcome tables of an attack or an action.",
)


class _Rank(StrEnum):
    """Ranks of a unit."""

    green = "green"
    blue = "blue"
    red = "red"


class _Class(StrEnum):
    """Classes of a unit."""

    infantry = "infantry"
    cavalry = "cavalry"
    ranged = "ranged"


class _Mode(StrEnum):
    """Modes of attack that have odds."""

    melee = "melee"
    ranged = "ranged"
    war_dogs = "war_dogs"


class _Aim(StrEnum):
    """What a flank reroll is chosen for."""

    hits = "hits"
    losses = "losses"
    eliminate = "eliminate"
    dislodge = "dislodge"


def _count(flag: str, most: int, words: str, *, least: int = 0) -> Any:
    """Make an option that takes a small number."""
    return typer.Option(flag, min=least, max=most, metavar="N", help=words)


@app.command()
def attack(
    target_rank: Annotated[_Rank, typer.Option("--target-rank", help="Rank of the target.")],
    attacker: Annotated[
        str | None,
        typer.Option("--attacker", metavar="TYPE", help="Unit type; gives class, dice, keywords."),
    ] = None,
    rank: Annotated[_Rank | None, typer.Option("--rank", help="Rank of the attacker.")] = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            "--scenario",
            metavar="ID|FILE",
            help="Scenario whose unit types are meant; the shipped ones by default.",
        ),
    ] = None,
    dice: Annotated[
        int | None, _count("--dice", 16, "Dice rolled, all modifiers included.")
    ] = None,
    rank_dice: Annotated[
        str | None,
        typer.Option("--rank-dice", metavar="G,B,R", help="War dogs: dice as green, blue, red."),
    ] = None,
    attacker_class: Annotated[
        _Class | None,
        typer.Option("--attacker-class", help="That of --attacker by default, else infantry."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="TYPE", help="Unit type; gives class, figures, keywords."),
    ] = None,
    target_class: Annotated[
        _Class | None,
        typer.Option("--target-class", help="That of --target by default, else infantry."),
    ] = None,
    figures: Annotated[
        int | None,
        _count(
            "--figures",
            12,
            "The target's figures, commander included; all of --target by default, else 4.",
            least=1,
        ),
    ] = None,
    capture_rating: Annotated[
        int, _count("--capture-rating", 9, "Rating of the target's commander; 0 for none.")
    ] = 0,
    mode: Annotated[
        _Mode | None,
        typer.Option(
            "--mode", help="What --attacker does first in its row by default, else melee."
        ),
    ] = None,
    flank: Annotated[
        bool, typer.Option("--flank", help="Flank attack: one face may be rolled again.")
    ] = False,
    aim: Annotated[
        _Aim, typer.Option("--aim", help="What the flank reroll is chosen for.")
    ] = _Aim.hits,
    at_least: Annotated[int, _count("--at-least", 16, "Choose the reroll for this many hits.")] = 0,
    stalwart: Annotated[
        bool, typer.Option("--stalwart", help="Target ignores the first morale result.")
    ] = False,
    heavy_armor: Annotated[
        bool, typer.Option("--heavy-armor", help="Target's defence is one higher.")
    ] = False,
    loose: Annotated[
        bool, typer.Option("--loose", help="Target in Line or Wedge, against ranged attacks.")
    ] = False,
    toughness: Annotated[int, _count("--toughness", 9, "Hits the target ignores.")] = 0,
    cover: Annotated[int, _count("--cover", 9, "Hits the terrain ignores.")] = 0,
    deflect: Annotated[int, _count("--deflect", 10, "Hits deflected by tokens.")] = 0,
    fearsome: Annotated[
        bool, typer.Option("--fearsome", help="Attacker's morale results count two hexes.")
    ] = False,
    wedge: Annotated[
        bool, typer.Option("--wedge", help="Attacker in Wedge: one morale result more.")
    ] = False,
    tower: Annotated[
        bool, typer.Option("--tower", help="Target in a tower: morale costs figures.")
    ] = False,
    no_retreat: Annotated[
        bool, typer.Option("--no-retreat", help="Target has no hex to retreat to.")
    ] = False,
    retreat_room: Annotated[
        int | None,
        _count(
            "--retreat-room", 30, "Hexes the target can retreat; as many as it must by default."
        ),
    ] = None,
    json_: JsonFlag = False,
) -> None:
    """Print the exact outcomes of one attack, by full enumeration of the dice.

    Examples: [bold]pysim odds attack --dice 3 --target-rank blue --figures 2[/bold] ·
    [bold]pysim odds attack --dice 3 --target-rank blue --flank --at-least 2[/bold] ·
    [bold]pysim odds attack --attacker t_cav --rank blue --target-rank red --heavy-armor[/bold] ·
    [bold]pysim odds attack --scenario westeros/mill_bridge --attacker brax_pikemen
    --rank blue --target-rank red[/bold]
    """
    from pysim.odds import Attack, attack_odds

    if scenario is not None and not attacker and not target:
        wrong_use("--scenario says whose unit types --attacker and --target name; give one of them")
    giver = find_type(attacker, scenario) if attacker else None
    taker = find_type(target, scenario) if target else None
    mode = _mode_of(giver, mode)
    in_ranks = _rank_dice(rank_dice, giver) if mode is _Mode.war_dogs else (0, 0, 0)
    if mode is not _Mode.war_dogs and dice is None:
        dice = _dice_of(giver, rank)
    try:
        made = Attack(
            dice=dice or 0,
            target_rank=target_rank.value,
            target_class=(target_class or _Class(taker["class"] if taker else "infantry")).value,
            attacker_class=(
                attacker_class or _Class(giver["class"] if giver else "infantry")
            ).value,
            figures=figures or (int(taker["figures"]) if taker else 4),
            capture_rating=capture_rating,
            mode=mode.value,
            flank=flank,
            aim=aim.value,
            at_least=at_least,
            toughness=max(toughness, keyword_value(taker, "toughness")),
            cover=cover,
            deflect=deflect,
            heavy_armor=heavy_armor or has_keyword(taker, "heavy_armor"),
            loose=loose,
            stalwart=stalwart or has_keyword(taker, "stalwart"),
            fearsome=fearsome or has_keyword(giver, "fearsome"),
            wedge=wedge,
            tower=tower,
            retreat_room=0 if no_retreat else retreat_room,
            rank_dice=in_ranks,
        )
    except ValueError as problem:
        wrong_use(str(problem))
    _print_attack(made, attack_odds(made), json_)


@app.command()
def action(
    scenario: ScenarioArgument,
    move: Annotated[
        str | None,
        typer.Option(
            "--action",
            metavar="ACTION",
            help="The action, as text or number; the only legal one if left out.",
        ),
    ] = None,
    seed: SeedFlag = None,
    moves: MovesFlag = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, metavar="N", help="Most outcomes to enumerate.")
    ] = 100_000,
    options: OptionFlags = None,
    json_: JsonFlag = False,
) -> None:
    """Print all outcomes of an action in a position, with exact probabilities.

    Example:
    [bold]pysim odds action westeros/test --seed 7 --moves pass --action "token B N1"[/bold]
    """
    from pysim.odds import action_odds

    game = open_game(scenario, options)
    state = game.new_initial_state(draw_seed(seed))
    play_moves(state, moves)
    if move is None:
        legal = [state.action_to_string(number) for number in state.legal_actions()]
        if len(legal) != 1:
            wrong_use(f"--action is needed; legal here: {', '.join(legal[:12])}")
        move = legal[0]
    try:
        rows = action_odds(state, read_action(move), limit=limit)
    except ValueError as problem:
        wrong_use(f"{problem}; see --limit" if "limit" in str(problem) else str(problem))
    if json_:
        print_json(
            {
                "scenario": game.id,
                "seed": state.seed,
                "action": move,
                "outcomes": [
                    {"chance": row.chance, "changes": list(row.changes), "states": row.states}
                    for row in rows
                ],
            }
        )
        return
    typer.echo(f"{game.id}, seed {state.seed}: {move}")
    made = table("chance", "exact", "what changes", right=(0, 1))
    for row in rows:
        exact, percent = fraction_text(row.chance)
        made.add_row(percent, exact, "; ".join(row.changes) or "nothing")
    console().print(made)


def _mode_of(giver: dict[str, Any] | None, wanted: _Mode | None) -> _Mode:
    """Take the mode of attack from the flag or the unit type, and check that they agree."""
    if giver is None:
        return wanted or _Mode.melee
    able = [str(way["mode"]) for way in giver["attacks"]]
    if wanted is not None and wanted.value not in able:
        wrong_use(
            f"--mode: {giver['id']} cannot make a {wanted.value.replace('_', ' ')} attack, "
            f"only {' or '.join(able)}"
        )
    return wanted or _Mode(able[0])


def _dice_of(giver: dict[str, Any] | None, rank: _Rank | None) -> int:
    """Take the number of dice from the unit type's row."""
    if giver is None or rank is None:
        wrong_use("odds attack needs --dice N, or --attacker TYPE with --rank RANK")
    dice = int(giver["dice"][list(_Rank).index(rank)])
    if dice == 0:
        wrong_use(f"--rank: {giver['id']} has no {rank.value} rank")
    return dice


def _rank_dice(text: str | None, giver: dict[str, Any] | None) -> tuple[int, int, int]:
    """Take the war dogs' dice by rank from the flag or from the unit type's row."""
    words = text.split(",") if text else [str(count) for count in giver["dice"]] if giver else []
    if len(words) != 3 or not all(word.strip().isdigit() for word in words):
        wrong_use("--mode war_dogs needs --attacker TYPE or --rank-dice G,B,R, such as 2,3,4")
    if any(len(word.strip()) > 2 or int(word) > 16 for word in words):
        wrong_use("--rank-dice: each number of dice is from 0 to 16")
    green, blue, red = (int(word) for word in words)
    return green, blue, red


def _print_attack(attack: Attack, odds: AttackOdds, as_json: bool) -> None:
    """Print the outcome table of an attack."""
    ends = {
        "target eliminated": odds.eliminated,
        "survives and retreats": odds.retreats,
        "stands": odds.stands,
        "at least one morale result": odds.morale,
    }
    if attack.mode == "melee":
        ends["Advance or Pursue possible"] = odds.dislodged
        if attack.stalwart:
            ends["may counterattack"] = odds.stands
    if as_json:
        print_json(
            {
                "hits": {str(count): chance for count, chance in odds.hits.items()},
                "figures_lost": {str(count): chance for count, chance in odds.losses.items()},
                "mean_hits": odds.mean_hits,
                "mean_figures_lost": odds.mean_losses,
                **{name.lower().replace(" ", "_"): chance for name, chance in ends.items()},
            }
        )
        return
    typer.echo(_describe(attack))
    made = table("outcome", "chance", "exact", right=(1, 2))
    for noun, spread in (("hit", odds.hits), ("figure lost", odds.losses)):
        for count, chance in spread.items():
            exact, percent = fraction_text(chance)
            many = noun if count == 1 else noun.replace("hit", "hits").replace("figure", "figures")
            made.add_row(f"{count} {many}", percent, exact)
        made.add_section()
    for name, chance in ends.items():
        exact, percent = fraction_text(chance)
        made.add_row(name, percent, exact)
    console().print(made)
    means = {"hits": odds.mean_hits, "figures lost": odds.mean_losses}
    typer.echo(", ".join(f"mean {name} {_mean_text(mean)}" for name, mean in means.items()))


def _mean_text(mean: Fraction) -> str:
    """Write a mean as a decimal number, and exactly where that is short."""
    exact, _ = fraction_text(mean)
    return f"{float(mean):.4f}" + (f" ({exact})" if exact == str(mean) else "")


def _describe(attack: Attack) -> str:
    """Say in one line which attack the table is for."""
    dice = "war dogs, {}/{}/{}".format(*attack.rank_dice)
    if attack.mode != "war_dogs":
        dice = f"{attack.mode}{' flank attack' if attack.flank else ''}, {attack.dice}"
    target = f"{attack.target_rank} {attack.target_class}"
    figures = f"{attack.figures} figure{'' if attack.figures == 1 else 's'}"
    return f"{dice} dice: {attack.attacker_class} on {target} with {figures}"
