"""The phases of a round and the actions of a turn (chapter 5)."""

from __future__ import annotations

from tests.reference.westeros.whole import commits, effects, lead, orders, plans, setup, victory
from tests.reference.westeros.whole.ask import FACES, SHIELDS, Steps, ask
from tests.reference.westeros.whole.ground import add_fire, around, controlled, word
from tests.reference.westeros.whole.losses import Tally, lose_figures, take_off
from tests.reference.westeros.whole.state import State, Turn, Unit

__all__ = ["play", "token_actions", "turn_actions"]


def play(s: State) -> Steps:
    """Play from set-up, or from the start of a turn, to the end (section 5.1)."""
    if s.phase == "setup":
        yield from setup.set_up(s)
        s.phase = "round"
    while True:
        if s.phase == "round":
            _rally_phase(s)
            _marshaling_phase(s)
            s.phase = "command"
            s.passed = [False, False]
            s.to_act = s.first
        yield from _command_phase(s)
        s.phase = "regroup"
        yield from _regroup_phase(s)
        s.phase = "round"


def _rally_phase(s: State) -> None:
    """Advantage, refresh, rally (W5.1 to W5.5)."""
    if s.round == 1 or s.board[0] == s.board[1]:
        s.first = s.momentum
    else:
        s.first = 0 if s.board[0] > s.board[1] else 1
    for leader in s.leaders.values():
        s.board[leader.seat] += leader.tokens
        leader.tokens = 0
    for unit in s.units:
        if unit.at is not None:
            unit.active = True


def supply(s: State, face: str) -> int:
    """Count the order tokens of a kind that lie in the supply (W2.16, W13.8)."""
    if s.plan.options.get("unlimited_order_tokens"):
        return 1000
    return 10 - s.pools[0][face] - s.pools[1][face]


def _marshaling_phase(s: State) -> None:
    """Roll order tokens and draw cards, the first player first (W5.6, W5.7)."""
    for seat in (s.first, 1 - s.first):
        faces = s.dice.roll("order_tokens", s.plan.houses[seat]["order_rating"])
        for face, count in faces.items():
            s.pools[seat][face] += min(count, supply(s, face))
    for seat in (s.first, 1 - s.first):
        effects.draw_cards(s, seat, s.plan.houses[seat]["leadership_rating"])


def _command_phase(s: State) -> Steps:
    """Let the players take turns until both have passed (W5.8)."""
    while not all(s.passed):
        yield from _turn(s, s.to_act)
        other = 1 - s.to_act
        if not s.passed[other]:
            s.to_act = other
    s.any_token.clear()
    s.forced = None


def _turn(s: State, seat: int) -> Steps:
    """Take one turn: commits first, then one action (W5.9, WD2.25)."""
    s.turn = Turn(seat, {unit.id: unit.at for unit in s.units if unit.at is not None})
    for unit in s.units:
        _fresh(unit)
    while True:
        options = turn_actions(s, seat)
        answer = yield from ask(seat, "choose_turn_action", options)
        words = (answer or "pass").split()
        if words[0] != "choose_commit":
            break
        yield from commits.use_own_turn(s, words[1])
    s.grants = [one for one in s.grants if one.until != "next_own_turn" or one.seat != seat]
    if s.forced and s.forced[0] == seat:
        s.forced = None
    yield from _action(s, seat, words)


def _fresh(unit: Unit) -> None:
    """Forget what a unit did in the last turn."""
    unit.ordered = unit.moved = unit.no_move = unit.no_attack = unit.turned_up = False
    unit.pursued = unit.advanced = unit.from_marsh = False
    unit.advanced_into = None
    unit.attacks = unit.attacks_left = 0


def token_actions(s: State, seat: int) -> list[str]:
    """List the actions that spend order tokens (W5.9, W5.16; Sandor; B03 rule 2)."""
    pool = s.pools[seat]
    units = [unit for unit in s.own(seat) if orders.may_order(s, unit)]
    hidden = []
    if "hidden_archers" in s.plan.special and s.plan.special["hidden_archers"]["seat"] == seat:
        hidden = [plans.token_name(number) for number in s.hidden]
    found = []
    for face in FACES:
        if not pool[face]:
            continue
        for unit in units:
            ranked = SHIELDS.get(face) == unit.rank or face == "V"
            if ranked or unit.commander in s.any_token:
                found.append(f"token {face} {unit.number}")
        if face in "GV":
            found += [f"token {face} {name}" for name in hidden]
        if pool[face] >= 2:
            found += [f"token_pair {face} {unit.number}" for unit in units]
            found += [f"token_pair {face} {name}" for name in hidden]
    if pool["M"]:
        end = -10 if seat == 1 else 10
        if s.morale != end:
            found.append("morale_up")
        found += [
            f"morale_rally {unit.number}"
            for unit in s.own(seat)
            if effects.may_rally(s, unit) and (s.depth(seat) < 10 or _free_rally(s, unit))
        ]
    return found


def _free_rally(s: State, unit: Unit) -> bool:
    """Tell whether a commander lets the unit rally without losing morale (Stannis)."""
    return any(
        controlled(s, leader, unit)
        for leader in s.leaders
        if any(one["op"] == "free_rally" for one in s.plan.commanders[leader]["ability"])
    )


def turn_actions(s: State, seat: int) -> list[str]:
    """List the actions of a turn (W5.9), commits beside them."""
    if s.turn.lead_only:
        return lead.lead_actions(s, seat, only=s.turn.lead_only)
    kind = s.forced[1] if s.forced and s.forced[0] == seat else ""
    found = []
    if kind != "card":
        found += token_actions(s, seat)
    if kind != "token":
        found += lead.lead_actions(s, seat)
    for leader in commits.own_turn_commits(s, seat):
        if kind != "token" or commits.ready(s, leader, "own_turn_start"):
            found.append(f"choose_commit {leader} yes")
    return [*found, "pass"]


def _action(s: State, seat: int, words: list[str]) -> Steps:
    """Carry out the action of a turn."""
    if words[0] == "pass":
        s.passed[seat] = True
        return
    if words[0] in {"token", "token_pair"}:
        s.pools[seat][words[1]] -= 2 if words[0] == "token_pair" else 1
        if words[2].startswith("H"):
            yield from orders.order_hidden(s, int(words[2][1:]) - 1)
        else:
            orders.give_order(s, next(one for one in s.units if one.number == words[2]))
        yield from orders.carry_out(s)
    elif words[0] == "morale_up":
        s.pools[seat]["M"] -= 1
        victory.gain_morale(s, seat, 1)
    elif words[0] == "morale_rally":
        s.pools[seat]["M"] -= 1
        unit = next(one for one in s.units if one.number == words[1])
        if not _free_rally(s, unit):
            victory.lose_morale(s, seat, 1)
        effects.make_active(unit)
    else:
        yield from lead.play_card(s, seat, words)
    yield from lead.end_turn(s)


def _regroup_phase(s: State) -> Steps:
    """Status, score, victory, discard, morale, round (W5.40 to W5.45)."""
    yield from _fire(s)
    yield from _disloyal(s)
    for unit in s.units:
        unit.defend = False
    victory.round_points(s)
    victory.check_at_once(s)
    victory.regroup_victory(s)
    for seat in (s.first, 1 - s.first):
        yield from _keep_token(s, seat)
        yield from _keep_cards(s, seat)
    victory.recover(s)
    s.grants = []
    s.revived.clear()
    s.round += 1


def _fire(s: State) -> Steps:
    """Burn units, all at once, then spread level-4 fires (W3.44)."""
    burning = [
        unit
        for seat in (s.first, 1 - s.first)
        for unit in s.own(seat)
        if unit.at and s.places[unit.at].fire
    ]
    tallies = [Tally(alone=unit.plain == 0, joint=True) for unit in burning]
    for unit, tally in zip(burning, tallies, strict=True):
        yield from lose_figures(s, unit, 1, tally)
    fallen = [unit for unit, tally in zip(burning, tallies, strict=True) if tally.fallen]
    yield from take_off(s, fallen)
    full = [at for at, place in s.places.items() if place.fire >= 4]
    spread = {
        near
        for at in full
        for near in around(at)
        if near in s.places
        and s.places[near].burn_limit
        and not s.places[near].fire
        and not s.places[near].devastated
    }
    for at in spread:
        add_fire(s, at, 1)


def _disloyal(s: State) -> Steps:
    """Roll for disloyal units of Houses in bad morale (W9.21)."""
    for seat in (s.first, 1 - s.first):
        for unit in list(s.own(seat)):
            n = {"green": 1, "yellow": 2, "red": 3}.get(s.zone(seat), 0)
            if unit.at is None or word(s, unit, "disloyal") is None or not n:
                continue
            faces = s.dice.roll("disloyal", n)
            own = next(face for face, rank in SHIELDS.items() if rank == unit.rank)
            lost = faces.get("M", 0) + faces.get(own, 0)
            yield from lose_figures(s, unit, lost, Tally(alone=unit.plain == 0))


def _keep_token(s: State, seat: int) -> Steps:
    """Keep one order token at most (W5.43)."""
    held = [face for face in FACES if s.pools[seat][face]]
    options = [f"choose_keep_token {face}" for face in held]
    if options:
        options.append("choose_keep_token none")
    answer = yield from ask(seat, "choose_keep_token", options)
    kept = (answer or "none").split()[-1]
    s.pools[seat] = {face: int(face == kept) for face in FACES}


def _keep_cards(s: State, seat: int) -> Steps:
    """Keep one leadership card at most, or what an ability says (W5.43, Tywin)."""
    most = 1
    for leader in s.leaders.values():
        if leader.seat == seat and leader.on_map:
            for effect in s.plan.commanders[leader.id]["ability"]:
                if effect["op"] == "keep_cards":
                    most = max(most, effect["n"])
    hand = +s.hands[seat]
    kept: list[str] = []
    for _ in range(most):
        cards = [card for card in s.plan.card_rows if hand[card] and not later(s, card, kept)]
        options = [f"choose_keep_card {card}" for card in cards]
        if options:
            options.append("choose_keep_card none")
        answer = yield from ask(seat, "choose_keep_card", options)
        card = (answer or "none").split()[-1]
        if card == "none":
            break
        kept.append(card)
        hand[card] -= 1
    s.discards[seat].update(+hand)
    s.hands[seat].clear()
    s.hands[seat].update(kept)


def later(s: State, card: str, kept: list[str]) -> bool:
    """Tell whether a card comes before one already named: sets are named in order."""
    return bool(kept) and s.plan.row_of[card] < s.plan.row_of[kept[-1]]
