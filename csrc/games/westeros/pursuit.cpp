// AT.16: Advance, Pursue and what they open. Rules: W7.26, W9.1, W9.7-W9.10, W9.14, W9.60, WD2.39,
// WD9.33, WD10.26.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Hexes of a pursuit. Rules: W9.7, WD2.39.
int Rules::pursue_value(const State& s, const Attack& a) const {
    if (a.mode == Mode::melee) {
        const Keywords k = keywords(s, a.attacker);
        return k.has(Keyword::pursue) ? k.pursue : 0;
    }
    const std::uint8_t commander = s.commander[a.attacker];
    if (a.mode != Mode::counterattack || (a.more & Attack::joint) != 0 || commander == kNone)
        return 0;
    const bool owes =
        (a.more & Attack::concurrent) != 0 && s.attack[s.attack_depth - 2U].morale > 0;
    return owes ? 0 : t_.commanders[commander].counter_pursue;
}

/// AT.16. Rules: W7.26, W9.1, W9.7, W9.9, W9.10, W9.14. Frame field c: 1 once Pursue has been
/// declined.
void Rules::run_at_follow(State& s, Dice&) const {
    const Attack& a = fight(s);
    Frame& f = top(s);
    f.step = at_after;
    const UnitMask me = bit(a.attacker);
    if (!(a.mode == Mode::melee || a.mode == Mode::counterattack) || (s.on_map & me) == 0 ||
        s.hex[a.attacker] != a.from || (a.flags & Attack::cancelled) != 0)
        return;
    if ((a.flags & Attack::eliminated) == 0 && a.retreated == 0) return;
    if (blocked_for(s, a.attacker).test(a.at) || (a.more & Attack::pursuit) != 0) return;
    if (held(s, a.attacker)) return;  // by another enemy, after a counterattack (W9.22)
    if (a.mode == Mode::counterattack && !t_.counter_pursuit) return;
    if (a.mode == Mode::counterattack && (a.more & Attack::concurrent) != 0) {
        Frame& first = s.stack[s.stack_depth - 2U];
        if ((first.e & kRetreatOver) == 0 && first.step == at_retreat) {
            first.e |= kRetreatOver;
            f.step = at_follow;
            swap_answer(s);
            return;
        }
    }
    if (f.c == 0 && pursue_value(s, a) > 0 && (s.pursued & me) == 0)
        f.step = choose_pursue_move;
    else if (a.mode == Mode::melee && (s.advanced & me) == 0 &&
             keywords(s, a.attacker).has(Keyword::advance))
        f.step = choose_advance;
}

void Rules::on_advance(State& s, Action x, Dice& d) const {
    top(s).step = at_after;
    if (field_a(x) == 0) return;
    const Attack& a = fight(s);
    const unsigned u = a.attacker;
    s.advanced |= bit(u);
    disengage(s, u);
    place(s, u, a.at);
    const bool halts = halted(s, u, a.from, a.at);
    Frame& f = top(s);
    end_movement(s, u, d);
    if ((s.on_map & bit(u)) == 0) return;
    if (!halts) s.advanced_here |= bit(u);
    if (!halts && s.bonus_count != 0 && has_bonus(s, u, Hook::extend_advance))
        f = {choose_further_hex, static_cast<std::uint8_t>(u), 0, 0, 0, 0};
    else
        after_advance(s, f);
}

/// A defend token may be placed (W9.60).
void Rules::after_advance(State& s, Frame& f) const {
    const unsigned u = fight(s).attacker;
    const bool may = t_.has(Keyword::defender) && (s.on_map & bit(u)) != 0 &&
                     (s.defend & bit(u)) == 0 && keywords(s, u).has(Keyword::defender);
    f.step = may ? choose_defend_token : at_after;
}

void Rules::on_defend_token(State& s, Action x, Dice&) const {
    top(s).step = at_after;
    if (field_a(x) != 0) s.defend |= bit(fight(s).attacker);
}

/// One hex more: after an Advance (T-DAV) or called to arms. Frame: a unit, b 1 when called to
/// arms. Rules: WD10.26, WD9.33.
void Rules::options_further_hex(const State& s, ActionList& out) const {
    const unsigned u = top(s).a;
    if ((s.on_map & bit(u)) != 0)
        out.add_each(make_action(static_cast<unsigned>(Kind::choose_effect_hex)), 16,
            reach(s, u, s.hex[u], 1, false));
    out.add(make_action(static_cast<unsigned>(Kind::choose_effect_hex), kNone));
}

void Rules::on_further_hex(State& s, Action x, Dice& d) const {
    const Frame f = top(s);
    const auto to = static_cast<Hex>(field_a(x));
    if (f.b != 0) {
        pop(s);
        if (to == kNoHex) return;
        s.moved |= bit(f.a);
        if (t_.marsh && wading(s, f.a) == 1) s.attacked |= bit(f.a);  // W3.23
        move_aside(s, f.a, to);
        return;
    }
    Frame& now = top(s);
    if (to != kNoHex) {
        place(s, f.a, to);
        end_movement(s, f.a, d);
    }
    after_advance(s, now);
}

/// The hex left, then on from there. Rules: W9.7, W9.10; a path: WD2.37.
void Rules::options_pursue_move(const State& s, ActionList& out) const {
    const Attack& a = fight(s);
    const int further = pursue_value(s, a) - 1;
    Cells cells = Cells::of(a.at);
    const bool walks =
        s.commander[a.attacker] != kNone && t_.commanders[s.commander[a.attacker]].pass_friends;
    if (further > 0 && !walks && !halted(s, a.attacker, a.from, a.at)) {
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

void Rules::on_pursue_move(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    if (field_a(x) == kNone) {
        f.step = at_follow;
        f.c = 1;
        return;
    }
    const unsigned u = fight(s).attacker;
    s.pursued |= bit(u);
    if (s.commander[u] != kNone && t_.commanders[s.commander[u]].pass_friends) {
        disengage(s, u);
        start_path(s, u, static_cast<Hex>(field_a(x)), true);
        return;
    }
    f.step = at_pursue;
    f.d = static_cast<std::uint8_t>(field_a(x));
    // After a counterattack it may still be engaged with another enemy (W6.5, WD2.39).
    if (s.engaged[u] != kNoUnit && s.engaged[u] != fight(s).target && suffers_blow(s, u))
        begin_attack(s, s.engaged[u], u, Mode::parting_blow, 0);
}

/// Frame field d: where to.
void Rules::run_at_pursue(State& s, Dice& d) const {
    const Attack& a = fight(s);
    const auto to = static_cast<Hex>(top(s).d);
    top(s).step = at_after;
    if ((s.on_map & bit(a.attacker)) == 0 || s.hex[a.attacker] != a.from) return;
    disengage(s, a.attacker);
    pursue_to(s, a.attacker, to, d);
}

void Rules::pursue_to(State& s, unsigned u, Hex to, Dice& d) const {
    Frame& f = top(s);
    place(s, u, to);
    f.step = at_after;
    end_movement(s, u, d);
    if ((s.on_map & bit(u)) != 0 && s.attack_depth < kAttackDepth) f.step = choose_pursue_attack;
}

void Rules::options_pursue_attack(const State& s, ActionList& out) const {
    list_attacks(s, fight(s).attacker, false, Kind::choose_pursue_attack, out);
    out.add(make_action(static_cast<unsigned>(Kind::choose_pursue_attack), kNone, kNone, kNone));
}

void Rules::on_pursue_attack(State& s, Action x, Dice&) const {
    top(s).step = at_after;
    if (field_a(x) == kNone) return;
    begin_attack(s, field_a(x), field_c(x), static_cast<Mode>(field_b(x)), 0,
        Attack::pursuit | (is_answer(fight(s).mode) ? Attack::out_of_turn : 0));
}

}  // namespace sim::westeros
