// The attack procedure AT.1 to AT.16, for attacks, counterattacks and parting blows. Rules:
// W7.10-W7.62, chapter 9.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

constexpr RollId roll_of(Mode m) {
    switch (m) {
    case Mode::counterattack: return static_cast<RollId>(RollName::counterattack);
    case Mode::parting_blow: return static_cast<RollId>(RollName::parting_blow);
    default: return static_cast<RollId>(RollName::attack);
    }
}

}  // namespace

/// AT.1; `target` is a hex for Scorch.
void Rules::begin_attack(
    State& s, unsigned attacker, unsigned target, Mode mode, int flags, int more) const {
    SIM_ASSERT(s.attack_depth < kAttackDepth);
    // What was granted for an attack does not reach the one that follows from it (W5.36, WD2.40).
    if (!is_answer(mode))
        end_bonuses(s, Until::this_attack, seat_of(static_cast<UnitId>(attacker)));
    Attack a{};
    a.attacker = static_cast<UnitId>(attacker);
    a.target = mode == Mode::scorch ? kNoUnit : static_cast<UnitId>(target);
    a.mode = mode;
    a.from = s.hex[attacker];
    a.at = mode == Mode::scorch ? static_cast<Hex>(target) : s.hex[target];
    a.flags = static_cast<std::uint8_t>(flags);
    a.more = static_cast<std::uint8_t>(more);
    if (a.target != kNoUnit && s.commander[a.target] != kNone && s.plain[a.target] == 0)
        a.flags |= Attack::began_alone;
    s.attack[s.attack_depth++] = a;
    push(s, {is_answer(mode) ? at_roll : at_engage, 0, 0, 0, 0, 0});
}

/// AT.2. Rules: W7.11, W7.12.
void Rules::run_at_engage(State& s, Dice&) const {
    Attack& a = fight(s);
    top(s).step = at_roll;
    if (a.mode != Mode::melee) return;
    const unsigned x = a.attacker, y = a.target;
    const UnitMask both = bit(x) | bit(y);
    const bool shows_one = seat_of(a.attacker) == 1;
    if (s.engaged[x] != y) {
        disengage(s, x);
        if (s.engaged[y] != kNoUnit) {
            a.flags |= Attack::flank;
            return;
        }
        s.engaged[x] = static_cast<UnitId>(y);
        s.engaged[y] = static_cast<UnitId>(x);
    }
    s.token_seat = shows_one ? s.token_seat | both : s.token_seat & ~both;
}

/// AT.3 to AT.5: abilities before the roll, dice, roll.
void Rules::run_at_roll(State& s, Dice& d) const {
    Attack& a = fight(s);
    if (!is_answer(a.mode) && a.mode != Mode::scorch &&
        (ask_commit(s, When::before_attack_self) || ask_commit(s, When::on_attack_on)))
        return;
    if (a.mode == Mode::scorch) {
        roll_scorch(s, a, d);
        return;
    }
    if (a.mode == Mode::war_dogs) {
        roll_war_dogs(s, a, d);
        return;
    }
    const int dice = attack_dice(s, a.attacker, a.target, a.mode, (a.flags & Attack::flank) != 0,
        (a.flags & Attack::second) != 0);
    if (dice <= 0) {  // W7.28
        top(s).step = at_end;
        return;
    }
    a.dice = static_cast<std::uint8_t>(dice);
    a.faces = d.pool(roll_of(a.mode), dice).packed;
    top(s).step = at_reroll;
    // From here on a bonus for the first attack is used up, also for the attack of a pursuit
    // (WD10.5).
    if (!is_answer(a.mode) && (a.flags & Attack::commit) == 0) s.began |= bit(a.attacker);
}

/// W9.6, W9.15.
void Rules::roll_scorch(State& s, Attack& a, Dice& d) const {
    const int dice = attack_dice(s, a.attacker, a.attacker, Mode::scorch, false, false);
    const Faces f = d.pool(static_cast<RollId>(RollName::scorch), dice);
    set_fire(s, a.at, f[Face::green], seat_of(a.attacker));
    top(s).step = at_after;
}

/// One die: a shield sets the dice of a ranged attack, M drives back, V wounds. Rules: W9.4, W9.11,
/// W9.13.
void Rules::roll_war_dogs(State& s, Attack& a, Dice& d) const {
    const Face face = d.one(static_cast<RollId>(RollName::war_dogs));
    if (face == Face::valor) {
        a.hits = 1;
        lose(s, a.target, 1);
        top(s).step = at_after;
        return;
    }
    if (face == Face::morale) {
        top(s).step = at_after;
        push(s, {retreat, a.target, 1, 0, 0, 0});
        return;
    }
    const int dice = attack_dice(s, a.attacker, a.target, Mode::war_dogs, false,
        (a.flags & Attack::second) != 0, static_cast<int>(face));
    if (dice <= 0) {
        top(s).step = at_after;
        return;
    }
    a.dice = static_cast<std::uint8_t>(dice);
    a.faces = d.pool(roll_of(a.mode), dice).packed;
    top(s).step = at_reroll;
}

/// AT.6 and WD10.9 (reroll_one). Frame field a: 1 once the flank reroll is over.
void Rules::run_at_reroll(State& s, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    if (is_answer(a.mode)) {
        f.step = at_count;
        return;
    }
    if (f.a == 0) {
        f.a = 1;
        const bool as_flank = a.mode == Mode::melee && has_bonus(s, a.attacker, Hook::as_flank);
        if (as_flank)
            for (unsigned i = 0; i < s.bonus_count; ++i)
                if (s.bonus[i].hook == Hook::as_flank)
                    s.bonus[i].units = 0;  // the next melee attack only
        if (as_flank || (a.flags & Attack::flank) != 0) {
            f.step = choose_flank_reroll;
            return;
        }
    }
    const std::uint8_t commander = s.commander[a.attacker];
    const bool one = (commander != kNone && t_.commanders[commander].reroll) ||
                     has_bonus(s, a.attacker, Hook::reroll_one);
    f.step = one ? choose_reroll_die : at_count;
}

/// W7.16: none, or one face that shows.
void Rules::options_flank_reroll(const State& s, ActionList& out) const {
    const Faces faces{fight(s).faces};
    for (unsigned f = 0; f < kFaces; ++f)
        if (faces[static_cast<Face>(f)] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_flank_reroll), f));
    out.add(make_action(static_cast<unsigned>(Kind::choose_flank_reroll), kNone));
}

void Rules::on_flank_reroll(State& s, Action x, Dice& d) const {
    Attack& a = fight(s);
    top(s).step = at_reroll;
    if (field_a(x) == kNone) return;
    const auto face = static_cast<Face>(field_a(x));
    const Faces faces{a.faces};
    const int n = faces[face];
    a.faces = (faces - Faces::of(face, n) + d.pool(static_cast<RollId>(RollName::flank_reroll), n))
                  .packed;
}

void Rules::options_reroll_die(const State& s, ActionList& out) const {
    const Faces faces{fight(s).faces};
    for (unsigned f = 0; f < kFaces; ++f)
        if (faces[static_cast<Face>(f)] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_reroll_die), f));
    out.add(make_action(static_cast<unsigned>(Kind::choose_reroll_die), kNone));
}

void Rules::on_reroll_die(State& s, Action x, Dice& d) const {
    Attack& a = fight(s);
    top(s).step = at_count;
    if (field_a(x) == kNone) return;
    const Faces faces{a.faces};
    const Faces again = d.pool(static_cast<RollId>(RollName::reroll_one), 1);
    a.faces = (faces - Faces::of(static_cast<Face>(field_a(x))) + again).packed;
}

/// AT.8 to AT.10. Rules: W7.18, W7.20, W9.2, W9.3.
void Rules::run_at_count(State& s, Dice&) const {
    Attack& a = fight(s);
    const Faces faces{a.faces};
    const bool valor =
        type(s, a.target).cls != Class::cavalry || type(s, a.attacker).cls == Class::cavalry;
    const int morale = faces[Face::morale];
    int hits = count_hits(faces, defence(s, a.target), valor);
    if ((a.flags & Attack::morale_hits) != 0) hits += morale;
    a.hits = static_cast<std::uint8_t>(std::max(0, hits - protection(s, a.target)));
    a.morale = static_cast<std::uint8_t>(morale);
    top(s).step = at_losses;
}

/// AT.11. Rules: W8.1-W8.4; WD2.30 may come before.
void Rules::run_at_losses(State& s, Dice&) const {
    Attack& a = fight(s);
    if (a.hits > 0 && a.mode != Mode::parting_blow && ask_commit(s, When::on_loss_self)) return;
    if (a.hits > 0) lose(s, a.target, a.hits);
    top(s).step = a.mode == Mode::parting_blow || (a.flags & Attack::eliminated) != 0 ? at_counter
                                                                                      : at_retreat;
}

/// AT.12: Stalwart first, then the retreat. Rules: W7.22, W8.10, W9.8.
void Rules::run_at_retreat(State& s, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    if (a.morale > 0 && f.b == 0 && keywords(s, a.target).has(Keyword::stalwart)) {
        f.b = 1;
        f.step = choose_stalwart_ignore;
        return;
    }
    f.step = at_counter;
    if (a.morale > 0) push(s, {retreat, a.target, a.morale, 0, 0, 0});
}

void Rules::options_yes_no(const State& s, ActionList& out) const {
    const Step step = top(s).step;
    const Kind kind = step == choose_stalwart_ignore ? Kind::choose_stalwart_ignore
                      : step == choose_counterattack ? Kind::choose_counterattack
                                                     : Kind::choose_advance;
    out.add(make_action(static_cast<unsigned>(kind), 0));
    out.add(make_action(static_cast<unsigned>(kind), 1));
}

void Rules::on_stalwart_ignore(State& s, Action x, Dice&) const {
    fight(s).morale = static_cast<std::uint8_t>(fight(s).morale - field_a(x));
    top(s).step = at_retreat;
}

/// AT.14. Rules: W7.24, W7.27, W7.40.
void Rules::run_at_counter(State& s, Dice&) const {
    Attack& a = fight(s);
    top(s).step = at_follow;
    if (a.retreated >= 2 && !is_answer(a.mode))
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            const Bonus& b = s.bonus[i];
            if (b.hook == Hook::morale_per_retreat && b.seat == seat_of(a.attacker) &&
                (s.ordered >> a.attacker & 1) != 0)
                change_morale(s, b.seat, b.amount);
        }
    if (a.mode != Mode::melee || (s.on_map & bit(a.target)) == 0 || s.hex[a.target] != a.at ||
        a.retreated > 0)
        return;
    if ((s.on_map & bit(a.attacker)) == 0 || distance(s.hex[a.attacker], a.at) != 1) return;
    if (!keywords(s, a.target).has(Keyword::stalwart)) return;
    if (attack_dice(s, a.target, a.attacker, Mode::counterattack, false, false) <= 0) return;
    top(s).step = choose_counterattack;
}

void Rules::on_counterattack(State& s, Action x, Dice&) const {
    top(s).step = at_follow;
    if (field_a(x) == 0) return;
    const Attack& a = fight(s);
    begin_attack(s, a.target, a.attacker, Mode::counterattack, 0);
}

/// AT.16. Rules: W7.26, W9.1, W9.7, W9.9, W9.10, W9.14. Frame field c: 1 once Pursue has been
/// declined.
void Rules::run_at_follow(State& s, Dice&) const {
    const Attack& a = fight(s);
    Frame& f = top(s);
    f.step = at_after;
    const UnitMask me = bit(a.attacker);
    if (a.mode != Mode::melee || (s.on_map & me) == 0 || s.hex[a.attacker] != a.from) return;
    if ((a.flags & Attack::eliminated) == 0 && a.retreated == 0) return;
    if (blocked_for(s, a.attacker).test(a.at) || (a.more & Attack::pursuit) != 0) return;
    const Keywords k = keywords(s, a.attacker);
    if (f.c == 0 && k.has(Keyword::pursue) && (s.pursued & me) == 0)
        f.step = choose_pursue_move;
    else if (k.has(Keyword::advance) && (s.advanced & me) == 0)
        f.step = choose_advance;
}

void Rules::on_advance(State& s, Action x, Dice& d) const {
    top(s).step = at_after;
    if (field_a(x) == 0) return;
    const Attack& a = fight(s);
    s.advanced |= bit(a.attacker);
    disengage(s, a.attacker);
    place(s, a.attacker, a.at);
    end_movement(s, a.attacker, d);
}

/// The hex left, then on from there. Rules: W9.7, W9.10.
void Rules::options_pursue_move(const State& s, ActionList& out) const {
    const Attack& a = fight(s);
    const int further = keywords(s, a.attacker).pursue - 1;
    Cells cells = Cells::of(a.at);
    const bool halts = stops(s).test(a.at) || (t_.hills && land(s, a.at) == Terrain::hill &&
                                                  land(s, a.from) != Terrain::hill);
    if (further > 0 && !halts) {
        // The hex it comes from is empty by then and may be entered again.
        State left = s;
        left.occupied[seat_of(a.attacker)].reset(a.from);
        cells |= reach(left, a.attacker, a.at, further, false);
    }
    cells.each([&](int h) {
        out.add(
            make_action(static_cast<unsigned>(Kind::choose_pursue_move), static_cast<unsigned>(h)));
    });
    out.add(make_action(static_cast<unsigned>(Kind::choose_pursue_move), kNone));
}

void Rules::on_pursue_move(State& s, Action x, Dice& d) const {
    Frame& f = top(s);
    if (field_a(x) == kNone) {
        f.step = at_follow;
        f.c = 1;
        return;
    }
    const Attack& a = fight(s);
    s.pursued |= bit(a.attacker);
    disengage(s, a.attacker);
    place(s, a.attacker, static_cast<Hex>(field_a(x)));
    end_movement(s, a.attacker, d);
    f.step = (s.on_map & bit(a.attacker)) != 0 ? choose_pursue_attack : at_after;
}

void Rules::options_pursue_attack(const State& s, ActionList& out) const {
    list_attacks(s, fight(s).attacker, false, Kind::choose_pursue_attack, out);
    out.add(make_action(static_cast<unsigned>(Kind::choose_pursue_attack), kNone, kNone, kNone));
}

void Rules::on_pursue_attack(State& s, Action x, Dice&) const {
    top(s).step = at_after;
    if (field_a(x) == kNone) return;
    begin_attack(s, field_a(x), field_c(x), static_cast<Mode>(field_b(x)), 0, Attack::pursuit);
}

/// Abilities after the attack. Rules: WD2.25 (after_attack_self, after_elimination_self).
void Rules::run_at_after(State& s, Dice&) const {
    const Attack& a = fight(s);
    if (!is_answer(a.mode) && (a.flags & Attack::commit) == 0 &&
        (s.on_map & bit(a.attacker)) != 0 &&
        (ask_commit(s, When::after_elimination_self) || ask_commit(s, When::after_attack_self)))
        return;
    top(s).step = at_end;
}

/// AT.15 and the end of an attack. Rules: W5.33, W7.25.
void Rules::run_at_end(State& s, Dice&) const {
    const Attack& a = fight(s);
    const UnitMask me = bit(a.attacker);
    if (!is_answer(a.mode) && (a.more & Attack::pursuit) == 0 && (a.flags & Attack::commit) == 0) {
        const bool again =
            (a.flags & Attack::second) == 0 && has_bonus(s, a.attacker, Hook::second_attack);
        s.began |= me;
        if (!again) {
            s.attacked |= me;
            s.active &= ~me;
        }
    }
    // Young Wolf's dogs: the card stays uncommitted if the target was eliminated (WD2.40,
    // war_dogs_attack).
    if ((a.flags & Attack::commit) != 0 && a.mode == Mode::war_dogs &&
        (a.flags & Attack::eliminated) != 0 && s.commander[a.attacker] != kNone)
        s.committed &= ~bit(s.commander[a.attacker]);
    if (!is_answer(a.mode)) end_bonuses(s, Until::this_attack, seat_of(a.attacker));
    s.attack[--s.attack_depth] = Attack{};
    pop(s);
}

}  // namespace sim::westeros
