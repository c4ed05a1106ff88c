"""Check unit types, commanders, cards and tactics against each other, and note every problem.

Rules: WD1.4, WD2.25, WD9.2.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pysim.errors import shown, suggest
from pysim.scenario.models import Effect
from pysim.scenario.vocabulary import (
    ABILITY_ONLY,
    CARD_ONLY,
    COMMIT_MOMENTS,
    COMMIT_ONLY,
    EFFECT_KEYS,
    EFFECT_TARGETS,
    KEYWORDS,
    KEYWORDS_WITH_NUMBER,
    MOMENTS,
    MOST_KEPT_CARDS,
    NOT_STANDING,
    RESERVED_MOMENTS,
    STANDING_DICE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

    from pysim.scenario.models import BasicCard, Commit, UnitType, World
    from pysim.scenario.read import Report

__all__ = ["check_world", "keys_of", "unknown"]

Path = list[str | int]
MOST_KEYWORD = 20


def unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    """Write that a name is unknown, with the nearest one and the list of what is allowed."""
    words = list(allowed)
    return f"unknown {what} {shown(name)}{suggest(name, words)} (allowed: {', '.join(words)})"


def keys_of(model: type[BaseModel]) -> tuple[str, ...]:
    """Return all keys of a model but the one that tells its rows apart."""
    names = [info.alias or name for name, info in model.model_fields.items()]
    return tuple(name for name in names if name != "op")


def check_world(world: World, report: Report) -> None:
    """Check unit types, commanders, cards and tactics (WD1.4)."""
    for name, kind in world.unit_types.items():
        path: Path = ["unit_types", name]
        _keywords(kind.keywords, [*path, "keywords"], report)
        _formations(kind, path, report)
        if not any(kind.dice):
            report.add([*path, "dice"], "at least one rank must have dice")
        for place, attack in enumerate(kind.attacks):
            here = [*path, "attacks", place]
            if attack.mode == "melee":
                if attack.min is not None or attack.max is not None:
                    report.add(here, "a melee attack has no min and max")
            elif attack.min is None or attack.max is None or attack.min > attack.max:
                report.add(here, f"a {attack.mode} attack needs min and max, min <= max")
    for name, man in world.commanders.items():
        path = ["commanders", name]
        _keywords(man.keywords, [*path, "keywords"], report)
        for place, type_name in enumerate(man.unit_types):
            if type_name not in world.unit_types:
                here = [*path, "unit_types", place]
                report.add(here, unknown("unit type", type_name, world.unit_types))
        _effects(man.ability, [*path, "ability"], world, report)
        _fitting(man.ability, {*CARD_ONLY, *_commit_only()}, [*path, "ability"], report)
        for place, effect in enumerate(man.ability):
            if effect.op in NOT_STANDING:
                message = f"{effect.op} works in a commit ability or a card, not in an ability"
                report.add([*path, "ability", place, "op"], message)
            _standing(effect, [*path, "ability", place], report)
        if man.commit is not None:
            here = [*path, "commit", "effects"]
            _effects(man.commit.effects, here, world, report)
            _fitting(man.commit.effects, {*CARD_ONLY, *ABILITY_ONLY}, here, report)
            _commit_moments(man.commit, [*path, "commit"], report)
    _check_cards(world, report)


def _standing(effect: Effect, path: Path, report: Report) -> None:
    """Check what the ability of a commander says beside its operation (WD2.40)."""
    if effect.op == "keep_cards" and effect.n not in range(1, MOST_KEPT_CARDS + 1):
        report.add([*path, "n"], f"keep_cards keeps from 1 to {MOST_KEPT_CARDS} cards (W5.43)")
    if effect.op == "add_dice":
        for key in effect.model_dump(by_alias=True, exclude_none=True):
            if key != "op" and key not in STANDING_DICE:
                allowed = ", ".join(STANDING_DICE)
                message = f"an ability's add_dice has no key {key!r} (allowed: {allowed})"
                report.add([*path, key], message)


def _ruled_by(effect: Effect) -> tuple[str, str] | None:
    """Return the row of `COMMIT_MOMENTS` that an effect falls under."""
    rows = ((effect.op, ""), (effect.op, effect.who or ""))
    return next((row for row in rows if row in COMMIT_MOMENTS), None)


def _shown(row: tuple[str, str]) -> str:
    return f"{row[0]} of {row[1]!r}" if row[1] else row[0]


def _commit_moments(commit: Commit, path: Path, report: Report) -> None:
    """Check that each effect of a commit ability fits all its moments (WD2.25)."""
    for effect in commit.effects:
        row = _ruled_by(effect)
        plain = tuple(word for word in MOMENTS if word not in RESERVED_MOMENTS)
        moments = COMMIT_MOMENTS[row] if row else plain
        for place, moment in enumerate(commit.when):
            if moment not in moments:
                what = _shown(row) if row else effect.op
                message = f"{what} cannot be at {moment} (allowed: {', '.join(moments)})"
                report.add([*path, "when", place], message)


def _commit_only() -> set[str]:
    return {op for op, who in COMMIT_ONLY if not who}


def _fitting(effects: list[Effect], barred: set[str], path: Path, report: Report) -> None:
    """Check that no operation stands where it never works (WD2.40, W10.4)."""
    for place, effect in enumerate(effects):
        if effect.op in barred:
            owner = (
                "a card or a tactic"
                if effect.op in CARD_ONLY
                else "an ability of a commander"
                if effect.op in ABILITY_ONLY
                else "a commit ability"
            )
            report.add([*path, place, "op"], f"only {owner} may have {effect.op}")


def _formations(kind: UnitType, path: Path, report: Report) -> None:
    """Check that there are no formations, or two with names of their own (WD9.2)."""
    names = [one.id for one in kind.formations]
    if len(names) not in (0, 2) or len(set(names)) != len(names):
        message = "a unit type has no formations, or two with different ids (WD9.2)"
        report.add([*path, "formations"], message)
    for place, one in enumerate(kind.formations):
        _keywords(one.keywords, [*path, "formations", place, "keywords"], report)


def _card_effects(effects: list[Effect], path: Path, world: World, report: Report) -> None:
    """Check the effects of a box or a tactic."""
    _effects(effects, path, world, report)
    _fitting(effects, set(ABILITY_ONLY), path, report)
    for place, effect in enumerate(effects):
        row = _ruled_by(effect)
        if row in COMMIT_ONLY:
            message = f"only a commit ability may have {_shown(row)}"
            report.add([*path, place, "who" if row[1] else "op"], message)


def _check_cards(world: World, report: Report) -> None:
    for name, tactic in world.tactics.items():
        _card_effects(tactic.effects, ["tactics", name, "effects"], world, report)
    rows: list[tuple[Path, BasicCard]] = [
        (["basic", deck, key], row)
        for deck, cards in world.basic.items()
        for key, row in cards.items()
    ]
    persons = {man.person for man in world.commanders.values()}
    for name, card in world.cards.items():
        rows.append((["cards", name], card))
        if card.tactic is not None and card.tactic not in world.tactics:
            report.add(["cards", name, "tactic"], unknown("tactic", card.tactic, world.tactics))
        if card.person not in persons:
            message = unknown("commander", card.person, sorted(persons))
            report.add(["cards", name, "person"], message)
    for path, row in rows:
        for place, box in enumerate(row.boxes):
            _card_effects(box.effects, [*path, "boxes", place, "effects"], world, report)
            house = box.order.house if box.order is not None else None
            if house is not None and house not in world.decks:
                here = [*path, "boxes", place, "order", "house"]
                report.add(here, unknown("House", house, world.decks))
            if box.order is None and not box.effects:
                report.add([*path, "boxes", place], "a box needs an order or an effect")
    for deck, cards in world.basic.items():
        count = sum(row.copies for row in cards.values())
        if count != 10 and "basic" not in report.broken:
            report.add(["basic", deck], f"a basic deck has exactly 10 cards, not {count} (WD1.4)")
    totals = Counter[str]()
    for card in world.cards.values():
        totals[card.person] += card.copies
    for person, count in totals.items():
        if count != 5 and "cards" not in report.broken:
            keys = [key for key, card in world.cards.items() if card.person == person]
            shipped = report.shipped("cards")
            gone = [key for key, row in shipped.items() if row.get("person") == person]
            first = report.mentioned("cards", [*keys, *gone]) or keys[0]
            message = f"the card set of {person} has exactly 5 cards, not {count} (WD1.4)"
            report.add(["cards", first], message)


def _keywords(words: list[str], path: Path, report: Report) -> None:
    for place, word in enumerate(words):
        _keyword(word, [*path, place], report)


def _keyword(word: str, path: Path, report: Report) -> None:
    name, colon, number = word.partition(":")
    if name not in KEYWORDS:
        allowed = [f"{key}:X" if key in KEYWORDS_WITH_NUMBER else key for key in KEYWORDS]
        near = suggest(name, KEYWORDS)
        report.add(path, f"unknown keyword {word!r}{near} (allowed: {', '.join(allowed)})")
    elif name in KEYWORDS_WITH_NUMBER and not (number.isascii() and number.isdigit()):
        report.add(path, f"keyword {word!r} needs a number, as in '{name}:2'")
    elif name in KEYWORDS_WITH_NUMBER and (len(number) > 2 or int(number) > MOST_KEYWORD):
        report.add(path, f"the number of keyword {name!r} is from 0 to {MOST_KEYWORD}")
    elif name not in KEYWORDS_WITH_NUMBER and colon:
        report.add(path, f"keyword {name!r} has no number")


def _effects(effects: list[Effect], path: Path, world: World, report: Report) -> None:
    persons = {man.person for man in world.commanders.values()}
    for place, effect in enumerate(effects):
        here = [*path, place]
        allowed = EFFECT_KEYS.get(effect.op, keys_of(Effect))
        for key in effect.model_dump(by_alias=True, exclude_none=True):
            if key != "op" and key not in allowed:
                words = ", ".join(allowed) or "none"
                message = f"{effect.op} has no key {key!r}{suggest(key, allowed)}"
                report.add([*here, key], f"{message} (allowed: {words})")
        targets = EFFECT_TARGETS.get(effect.op)
        if effect.who is not None and targets and effect.who not in targets:
            message = f"{effect.op} cannot reach {effect.who!r} (allowed: {', '.join(targets)})"
            report.add([*here, "who"], message)
        if effect.keyword is not None and effect.keyword not in KEYWORDS:
            report.add([*here, "keyword"], unknown("keyword", effect.keyword, KEYWORDS))
        if effect.commander is not None and effect.commander not in persons:
            message = unknown("commander", effect.commander, sorted(persons))
            report.add([*here, "commander"], message)
        if effect.house is not None and effect.house not in world.decks:
            report.add([*here, "house"], unknown("House", effect.house, world.decks))
        if effect.op in {"grant", "aura"} and effect.keyword is None:
            report.add(here, f"{effect.op} needs the key keyword")
