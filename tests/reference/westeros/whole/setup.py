"""What is decided before round 1 (W4.3, WD12: B02, B03, B04, B10)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from tests.reference.westeros.hexes import Hex
from tests.reference.westeros.whole import plans
from tests.reference.westeros.whole.ask import Steps, ask
from tests.reference.westeros.whole.ground import around, hx, ruling
from tests.reference.westeros.whole.state import Objective, State, Unit

__all__ = ["choose_formation", "set_up", "several_formations"]

FACES = "GBRV"
DIE_WITHOUT_MORALE = {0: 3, 1: 2, 2: 1, 3: 1}


def set_up(s: State) -> Steps:
    """Ask what the plan and the units ask for before round 1."""
    tasks = {
        "hidden_locations": _locations,
        "hidden_archers": _archers,
        "prisoner": _prisoner,
        "palisade_setup": _palisades,
        "catapults": _catapults,
    }
    if "captive" in s.plan.special:
        rule = s.plan.special["captive"]
        s.captive = (rule["c"], rule["r"])
    for op, task in tasks.items():
        if op in s.plan.special:
            yield from task(s, s.plan.special[op])
    south = 0 if s.plan.edges[0] == "south" else 1
    for seat in (south, 1 - south):
        for unit in list(s.own(seat)):
            if several_formations(unit):
                yield from choose_formation(unit)
        for unit in list(s.own(seat)):
            assert unit.at is not None
            if ruling(s.places[unit.at]) == "outpost":
                yield from plans.choose_side(s, unit)


def several_formations(unit: Unit) -> bool:
    """Tell whether a unit has several formations."""
    return len(unit.kind.formations) > 1


def choose_formation(unit: Unit) -> Steps:
    """Let the owner choose a formation (W4.3, W9.29)."""
    options = [f"choose_formation {unit.number} {name}" for name in unit.kind.formations]
    answer = yield from ask(unit.seat, "choose_formation", options)
    unit.formation = (answer or "").split()[-1]


def _locations(s: State, rule: dict[str, Any]) -> Steps:
    """Lay the location tokens in increasing order of hexes (B02 rule 1)."""
    places = sorted(
        (at for at in s.places if at[1] in rule["rows"] and s.places[at].terrain != "river"),
        key=lambda at: (at[1], at[0]),
    )
    left = {"yes": rule["real"], "no": rule["false"]}
    start = 0
    while sum(left.values()):
        last = len(places) - sum(left.values())
        options = [
            f"place_hidden_token {hx(at)} {kind}"
            for at in places[start : last + 1]
            for kind in ("no", "yes")
            if left[kind]
        ]
        answer = yield from ask(rule["seat"], "place_hidden_tokens", options)
        _, where, kind = (answer or "").split()
        at = next(one for one in places if hx(one) == where)
        left[kind] -= 1
        s.locations[at] = kind == "yes"
        s.objectives[at] = Objective("location", True, -1)
        start = places.index(at) + 1


def _archers(s: State, rule: dict[str, Any]) -> Steps:
    """Mark the real ones among the hidden archer tokens (B03 rule 1)."""
    total, real = len(rule["hexes"]), rule["real"]
    chosen: list[int] = []
    while len(chosen) < real:
        first = chosen[-1] + 1 if chosen else 0
        last = total - (real - len(chosen))
        options = [f"assign_hidden_token {n}" for n in range(first, last + 1)]
        answer = yield from ask(rule["seat"], "assign_hidden_tokens", options)
        chosen.append(int((answer or "").split()[-1]))
    for n, at in enumerate(rule["hexes"]):
        s.hidden[n] = ((at[0], at[1]), n in chosen)


def _prisoner(s: State, rule: dict[str, Any]) -> Steps:
    """Lay the real and the false prisoner token (B10 rule 1)."""
    options = [f"assign_hidden_token {n}" for n in range(len(rule["places"]))]
    answer = yield from ask(rule["owner"], "assign_hidden_tokens", options)
    real = int((answer or "").split()[-1])
    places: list[Hex] = [(at[0], at[1]) for at in rule["places"]]
    s.prisoner, s.false_prisoner = places[real], places[1 - real]


def _palisades(s: State, rule: dict[str, Any]) -> Steps:
    """Load the palisades with tokens; five dice take some off again (B04 rule 2)."""
    left = {face: rule["tokens"][face] for face in "GBR"}
    places = [at for at in s.plan.hexes if s.places[at].token == "palisade"]
    s.palisades = {at: [] for at in places}
    for at in places:
        options = [f"place_palisade_token {hx(at)} {face}" for face in "GBR" if left[face]]
        answer = yield from ask(rule["owner"], "place_palisade_tokens", options)
        _lay(s, left, answer or "")
    while sum(left.values()):
        options = [
            f"place_palisade_token {hx(at)} {face}"
            for at in places
            for face in "GBR"
            if left[face] and "GBR".index(face) >= "GBR".index(s.palisades[at][-1])
        ]
        answer = yield from ask(rule["owner"], "place_palisade_tokens", options)
        _lay(s, left, answer or "")
    for _ in range(rule["dice"]):
        s.removal_dice.append(FACES[s.dice.draw("palisades", DIE_WITHOUT_MORALE)])
    yield from _remove(s, 1 - rule["owner"])
    for at in places:
        if not s.palisades[at]:
            s.places[at].token, s.places[at].burn_limit = "", 0
    s.palisades, s.removal_dice = {}, []


def _lay(s: State, left: dict[str, int], answer: str) -> None:
    _, where, face = answer.split()
    at = next(one for one in s.palisades if hx(one) == where)
    s.palisades[at].append(face)
    left[face] -= 1


def _remove(s: State, seat: int) -> Steps:
    """Take tokens off palisades with the dice rolled (B04 rule 2)."""
    while True:
        dice = sorted(s.removal_dice, key=FACES.index)
        pairs = sorted(
            {first + second for first, second in combinations(dice, 2)},
            key=lambda pair: [FACES.index(face) for face in pair],
        )
        options = []
        for at, tokens in s.palisades.items():
            for face in sorted(set(tokens), key="GBR".index):
                single = [die for die in dict.fromkeys(dice) if die in (face, "V")]
                options += [
                    f"remove_palisade_token {hx(at)} {face} {paid}" for paid in [*single, *pairs]
                ]
        if not options:
            return
        options.append("remove_palisade_token none")
        answer = yield from ask(seat, "remove_palisade_tokens", options)
        if answer is None or answer.endswith("none"):
            return
        _, where, face, paid = answer.split()
        at = next(one for one in s.palisades if hx(one) == where)
        s.palisades[at].remove(face)
        for die in paid:
            s.removal_dice.remove(die)


@cache
def _layouts(landings: tuple[Hex, ...], each: int) -> tuple[tuple[str, ...], ...]:
    """Give all layouts in which every token lies next to one of each other colour."""
    found = []

    def fine(colours: dict[Hex, str]) -> bool:
        return all(
            {"G", "B", "R"} - {colour} <= {colours.get(near, "") for near in around(at)}
            for at, colour in colours.items()
        )

    def grow(so_far: str) -> None:
        if len(so_far) == len(landings):
            if fine(dict(zip(landings, so_far, strict=True))):
                found.append(tuple(so_far))
            return
        for face in "GBR":
            if so_far.count(face) < each:
                grow(so_far + face)

    grow("")
    return tuple(found)


def _catapults(s: State, rule: dict[str, Any]) -> Steps:
    """Lay the catapult tokens on the landings (B04 rule 3)."""
    landings = tuple((at[0], at[1]) for at in rule["hexes"])
    layouts = _layouts(landings, rule["each"])
    chosen: tuple[str, ...] = ()
    for at in landings:
        n = len(chosen)
        faces = {layout[n] for layout in layouts if layout[:n] == chosen}
        options = [f"place_catapult_token {hx(at)} {face}" for face in "GBR" if face in faces]
        answer = yield from ask(rule["owner"], "place_catapult_tokens", options)
        chosen = (*chosen, (answer or "").split()[-1])
    s.catapults = dict(zip(landings, chosen, strict=True))
