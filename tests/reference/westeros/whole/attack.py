"""The attack procedure AT.1 to AT.16 (section 7.2), counterattack and parting blow."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import combat, commits, concurrent, follow
from tests.reference.westeros.whole.ask import FACES, SHIELDS, Decision, Steps, ask, ask_yes
from tests.reference.westeros.whole.ground import add_fire, bonuses, cls_of, word
from tests.reference.westeros.whole.losses import Tally, lose_figures, retreat, unlink
from tests.reference.westeros.whole.state import State, Unit
from tests.reference.westeros.whole.victory import gain_morale, immediate

__all__ = ["Attack", "Blow", "attack", "parting_blow", "resolve", "scorch"]


@dataclass(slots=True)
class Blow:
    """One roll against a unit: who, whom, how, and the sums that count."""

    striker: Unit
    victim: Unit
    mode: str
    role: str
    faces: Mapping[str, int]
    also_hits: bool = False
    toughness: int = 0
    hits: int = 0
    morale: int = 0
    striker_cls: str = ""
    fearsome: bool = False
    stand: Hex | None = None

    def __post_init__(self) -> None:
        self.stand = self.striker.at


@dataclass(slots=True)
class Attack:
    """One attack from AT.1 to AT.16."""

    unit: Unit
    target: Unit
    mode: str
    spot: Hex
    stand: Hex
    bonus: int = 0
    flank: bool = False
    all_flank: bool = True
    support: int = 0
    gift: bool = False
    pursuit: bool = False
    order: bool = False
    by_commit: bool = False
    colour: str = ""
    also_hits: bool = False
    toughness: int = 0
    concurrent: bool = False
    moved_away: int = 0
    eliminated: bool = False
    called_off: bool = False
    near_leaders: frozenset[str] = field(default_factory=frozenset)


def attack(
    s: State,
    unit: Unit,
    target: Unit,
    mode: str,
    *,
    bonus: int = 0,
    order: bool = False,
    pursuit: bool = False,
    by_commit: bool = False,
    helpers: list[Unit] | None = None,
) -> Generator[Decision, str, Attack]:
    """Carry out an attack.

    Args:
        s: the state.
        unit: the attacker.
        target: the target.
        mode: melee, ranged or war_dogs.
        bonus: dice more or less.
        order: it is an attack of the unit's order, after which it becomes inactive (W5.33).
        pursuit: it is the further attack of Pursue.
        helpers: units that support a coordinated attack (W13.2).
        by_commit: it is the attack of a commit, which opens no commit of the attacker (WD2.25).
    """
    assert unit.at is not None
    assert target.at is not None
    now = Attack(
        unit, target, mode, target.at, unit.at, bonus, order=order, pursuit=pursuit,
        by_commit=by_commit, near_leaders=commits.leaders_near(s, target),
    )  # fmt: skip
    for helper in helpers or []:
        now.support += helper.kind.dice[helper.rank] - 1
        now.all_flank = now.all_flank and combat.would_flank(s, helper, target)
    s.nested += 1
    if mode == "melee":
        _engage(s, now)
    yield from commits.before_roll(s, now)
    if mode == "war_dogs":
        yield from _dogs(s, now)
    else:
        yield from _roll_and_resolve(s, now)
    unit.attacks += 1
    yield from follow.follow_up(s, now)
    for helper in helpers or []:
        helper.attacks += 1
        helper.attacks_left = 1
        follow.maybe_rest(s, helper)
    s.nested -= 1
    return now


def _engage(s: State, now: Attack) -> None:
    """Turn, take off and place engagement tokens (AT.2, W7.11)."""
    unit, target = now.unit, now.target
    now.flank = combat.would_flank(s, unit, target)
    if unit.partner == target.id:
        unit.token_owner = target.token_owner = unit.seat
        return
    unlink(s, unit)
    if target.partner >= 0:
        return
    unit.partner, target.partner = target.id, unit.id
    unit.token_owner = target.token_owner = unit.seat


def _roll_and_resolve(s: State, now: Attack) -> Steps:
    """Count dice, roll, re-roll, and carry the result out (AT.4 to AT.13)."""
    unit, target = now.unit, now.target
    n = combat.dice(
        s, unit, target, now.mode, flank=now.flank, bonus=now.bonus, colour=now.colour,
        support=now.support,
    )  # fmt: skip
    if now.mode == "melee":
        _spend_flank_gift(s, now)
    if n <= 0:
        return
    faces = s.dice.roll("attack", n)
    if now.concurrent:
        yield from concurrent.both_at_once(s, now, faces)
        return
    faces = yield from rerolls(s, now, faces)
    blow = Blow(
        unit, target, now.mode, "attack", faces, also_hits=now.also_hits, toughness=now.toughness
    )
    now.moved_away, now.eliminated = yield from resolve(s, blow, now)
    reward_retreat(s, now)


def _spend_flank_gift(s: State, now: Attack) -> None:
    """Use up the re-roll that a tactic gave the next melee attack (WD10.9 ``as_flank``)."""
    for bonus in s.turn.bonuses:
        if bonus.op == "as_flank" and now.unit.id in bonus.units:
            s.turn.bonuses.remove(bonus)
            now.gift = True
            return


def rerolls(
    s: State, now: Attack, faces: dict[str, int]
) -> Generator[Decision, str, dict[str, int]]:
    """Re-roll one face of a flank attack, then one die where an ability says so (AT.6)."""
    seat = now.unit.seat
    if now.mode == "melee" and ((now.flank and now.all_flank) or now.gift):
        times = 2 if now.flank and word(s, now.unit, "stealth") is not None else 1
        used: list[str] = []
        for _ in range(times):
            face = yield from _face(seat, "choose_flank_reroll", faces, used)
            if face == "none":
                break
            used.append(face)
            faces = _again(s, faces, face, faces[face], "flank_reroll")
    able = bool(bonuses(s, now.unit, "reroll_one"))
    if now.unit.commander:
        ability = s.plan.commanders[now.unit.commander]["ability"]
        able = able or any(one["op"] == "reroll_one" for one in ability)
    if able:
        face = yield from _face(seat, "choose_reroll_die", faces, [])
        if face != "none":
            faces = _again(s, faces, face, 1, "reroll_one")
    return faces


def _face(
    seat: int, name: str, faces: Mapping[str, int], used: list[str]
) -> Generator[Decision, str, str]:
    shown = [face for face in FACES if faces.get(face) and face not in used]
    answer = yield from ask(seat, name, [f"{name} {face}" for face in [*shown, "none"]])
    return (answer or "none").split()[-1]


def _again(s: State, faces: Mapping[str, int], face: str, n: int, name: str) -> dict[str, int]:
    kept = dict(faces)
    kept[face] -= n
    for new, count in s.dice.roll(name, n).items():
        kept[new] = kept.get(new, 0) + count
    return kept


def count(s: State, blow: Blow) -> None:
    """Count hits and morale results of a roll (AT.7, AT.8)."""
    hitting = combat.hit_faces(s, blow.victim, blow.striker_cls or cls_of(blow.striker), blow.mode)
    shown = blow.faces.get("M", 0)
    blow.morale = shown
    if shown and blow.role == "attack" and word(s, blow.striker, "wedge") is not None:
        blow.morale += 1
    blow.hits = sum(blow.faces.get(face, 0) for face in hitting)
    if blow.also_hits:
        blow.hits += blow.morale
    if word(s, blow.striker, "fearsome") is not None:
        blow.fearsome = True


def soak(s: State, blow: Blow) -> int:
    """Subtract Toughness and Cover (AT.10)."""
    off = (word(s, blow.victim, "toughness") or 0) + blow.toughness
    return max(0, blow.hits - off - combat.cover(s, blow.victim))


def resolve(s: State, blow: Blow, now: Attack | None) -> Generator[Decision, str, tuple[int, bool]]:
    """Carry out a roll against a unit (AT.7 to AT.13).

    Returns:
        The hexes that the unit retreated, and whether it was eliminated.
    """
    victim = blow.victim
    tally = Tally(alone=victim.plain == 0, by=blow.striker)
    count(s, blow)
    yield from concurrent.deflect(s, blow)
    hits = soak(s, blow)
    if blow.role != "parting" and (yield from commits.swap_bearers(s, victim, hits)):
        count(s, blow)
        hits = soak(s, blow)
    yield from lose_figures(s, victim, hits, tally)
    if tally.stopped and now is not None:
        now.called_off = True
    if victim.at is None or tally.stopped:
        return 0, victim.at is None
    if blow.role == "parting":
        return 0, False
    return (yield from fall_back(s, blow, blow.morale, tally, now))


def fall_back(
    s: State, blow: Blow, results: int, tally: Tally, now: Attack | None
) -> Generator[Decision, str, tuple[int, bool]]:
    """Let a unit that still stands ignore a result and retreat (AT.12)."""
    victim = blow.victim
    if results and not commits.fanatic(s, victim):
        if word(s, victim, "stalwart") is not None:
            ignored = yield from ask_yes(victim.seat, "choose_stalwart_ignore")
            results -= 1 if ignored else 0
    else:
        results = 0
    owed = results * (2 if blow.fearsome and not victim.in_tower else 1)
    moved = yield from retreat(s, victim, owed, tally, foe=blow.stand, melee=blow.mode == "melee")
    if tally.stopped and now is not None:
        now.called_off = True
    return moved, victim.at is None


def reward_retreat(s: State, now: Attack) -> None:
    """Raise the morale for a retreat of two hexes or more (T-GRG)."""
    if now.moved_away >= 2 and now.unit.seat == s.turn.seat:
        for effect in bonuses(s, now.unit, "morale_per_retreat"):
            gain_morale(s, now.unit.seat, int(str(effect["k"])))


def _dogs(s: State, now: Attack) -> Steps:
    """Send war dogs: one die says what happens (W9.4, W9.11, W9.13)."""
    target = now.target
    face = next(iter(s.dice.roll("war_dogs", 1)))
    if face in SHIELDS:
        now.colour = SHIELDS[face]
        yield from _roll_and_resolve(s, now)
        return
    tally = Tally(alone=target.plain == 0, by=now.unit)
    if face == "V":
        yield from lose_figures(s, target, 1, tally)
    else:
        now.moved_away = yield from retreat(s, target, 1, tally)
    now.eliminated = target.at is None


def parting_blow(s: State, striker: Unit, mover: Unit) -> Steps:
    """Let the partner strike a unit that moves away (W7.60 to W7.62)."""
    mode = "melee"
    n = combat.dice(s, striker, mover, mode, role="parting")
    if n <= 0:
        return
    blow = Blow(striker, mover, mode, "parting", s.dice.roll("parting_blow", n))
    yield from resolve(s, blow, None)


def scorch(s: State, unit: Unit, at: Hex, *, order: bool = False) -> Steps:
    """Set fire to an adjacent hex: each G adds a level (W9.6, W9.15)."""
    unit.attacks += 1
    faces = s.dice.roll("scorch", unit.kind.dice[unit.rank])
    burn(s, at, faces.get("G", 0), unit.seat)
    if order:
        follow.maybe_rest(s, unit)
    yield from ()


def burn(s: State, at: Hex, levels: int, seat: int) -> None:
    """Add fire by a House's deed; tokens that burn may be worth points to it (B04, B10)."""
    burnt = add_fire(s, at, levels)
    if burnt:
        immediate(s, "token_destroyed", seat, token=burnt)
