// What commanders and units do beside their orders: moves outside an order, Daven, Edmure, Call to
// Arms. Rules: W6.10, WD2.36, WD2.40, WD9.33.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

// Moves outside an order (W6.10).

/// Rules: W6.5, W6.6; a move of an order by a path goes through here as well (path.cpp).
bool Rules::suffers_blow(const State& s, unsigned u) const {
    if (s.engaged[u] == kNoUnit || has_bonus(s, u, Hook::no_parting_blow)) return false;
    return s.commander[u] == kNone || !t_.commanders[s.commander[u]].no_blow;
}

void Rules::move_aside(State& s, unsigned u, Hex to) const {
    push(s, {other_move, static_cast<std::uint8_t>(u), to, s.hex[u], 0, 0});
    if (suffers_blow(s, u)) begin_attack(s, s.engaged[u], u, Mode::parting_blow, 0);
}

/// Frame: a unit, b where to, c where from.
void Rules::run_other_move(State& s, Dice& d) const {
    const Frame f = top(s);
    pop(s);
    if ((s.on_map & bit(f.a)) == 0 || s.hex[f.a] != f.c) return;
    disengage(s, f.a);
    place(s, f.a, f.b);
    end_movement(s, f.a, d);
}

// Daven: into the hex of a unit that has just been eliminated, then an attack (WD2.40).

bool Rules::can_fill(const State& s, unsigned c, Hex h) const {
    const UnitId home = s.commander_unit[c];
    return (s.committed >> c & 1) == 0 && home != kNoUnit && (s.pending & bit(home)) == 0 &&
           t_.near1[s.hex[home]].test(h) && !blocked_for(s, home).test(h) && !held(s, home) &&
           s.attack_depth + 1 < kAttackDepth;
}

/// Frame: b the commander; the move has been made.
void Rules::run_fill_gap(State& s, Dice&) const {
    if (s.commander_unit[top(s).b] == kNoUnit)
        pop(s);
    else
        top(s).step = choose_gap_attack;
}

void Rules::options_gap_attack(const State& s, ActionList& out) const {
    const UnitId home = s.commander_unit[top(s).b];
    const Mode mode = type(s, home).melee ? Mode::melee : Mode::ranged;
    each_bit(s.on_map & seat_mask(other(seat_of(home))), [&](int i) {
        const auto u = static_cast<unsigned>(i);
        if (distance(s.hex[home], s.hex[u]) == 1 && legal_target(s, home, u, mode) &&
            attack_dice(s, home, u, mode, mode == Mode::melee && flanks(s, home, u), false) > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_effect_unit), u));
    });
    out.add(make_action(static_cast<unsigned>(Kind::choose_effect_unit), kNone));
}

void Rules::on_gap_attack(State& s, Action x, Dice&) const {
    const UnitId home = s.commander_unit[top(s).b];
    pop(s);
    if (field_a(x) == kNone) return;
    begin_attack(s, home, field_a(x), type(s, home).melee ? Mode::melee : Mode::ranged,
        Attack::commit, Attack::out_of_turn);
}

// Edmure: fire without sight, and an order given up for another unit (WD2.36).

UnitMask Rules::covering_units(const State& s, unsigned commander, unsigned target) const {
    UnitMask found = 0;
    each_bit(
        in_zoc(s, commander) & t_.class_units[static_cast<unsigned>(Class::ranged)], [&](int i) {
            const auto u = static_cast<unsigned>(i);
            if (in_range(s, u, target, Mode::ranged) &&
                attack_dice(s, u, target, Mode::ranged, false, false, -1, -1) > 0)
                found |= bit(u);
        });
    return found;
}

/// Frame: b commander, c target, d and e the units that have shot.
void Rules::options_covering_unit(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const UnitId home = s.commander_unit[f.b];
    if (home != kNoUnit && (s.on_map & bit(f.c)) != 0) {
        const UnitMask shot = UnitMask{f.d | static_cast<unsigned>(f.e) << 8}
                              << (16 * seat_of(home));
        out.add_each(make_action(static_cast<unsigned>(Kind::choose_effect_unit)), 16,
            MaskSet{covering_units(s, f.b, f.c) & ~shot});
    }
    out.add(make_action(static_cast<unsigned>(Kind::choose_effect_unit), kNone));
}

void Rules::on_covering_unit(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    const unsigned u = field_a(x);
    if (u == kNone) {
        pop(s);
        return;
    }
    const unsigned shot = (f.d | static_cast<unsigned>(f.e) << 8) | 1U << (u & 15);
    f.d = static_cast<std::uint8_t>(shot);
    f.e = static_cast<std::uint8_t>(shot >> 8);
    begin_attack(s, u, f.c, Mode::ranged, Attack::commit, Attack::covering);
}

/// Instead of moving and attacking, a friend beside his unit moves or attacks.
void Rules::list_give_up(const State& s, ActionList& out) const {
    each_bit(t_.givers[s.in_turn], [&](int c) {
        const UnitId giver = s.commander_unit[static_cast<unsigned>(c)];
        if (giver == kNoUnit || (s.ordered & bit(giver) & ~(s.moved | s.still | s.attacked)) == 0)
            return;
        const UnitMask others = s.on_map & seat_mask(s.in_turn) & ~s.ordered;
        each_bit(payable(s, s.in_turn, others), [&](int i) {
            const auto u = static_cast<unsigned>(i);
            if (!t_.near1[s.hex[giver]].test(s.hex[u])) return;
            const auto base = make_action(static_cast<unsigned>(Kind::give_up_order), u);
            if (can_move(s, u)) out.add(base);
            out.add(base | 1U << 8);
        });
    });
}

void Rules::on_give_up(State& s, Action x) const {
    const unsigned u = field_a(x);
    UnitMask giver = 0;
    each_bit(t_.givers[s.in_turn], [&](int c) {
        const UnitId home = s.commander_unit[static_cast<unsigned>(c)];
        if (home != kNoUnit && (s.ordered & bit(home)) != 0) giver |= bit(home);
    });
    s.still |= giver;
    s.attacked |= giver;
    mark_ordered(s, u);
    if (field_b(x) == 0)
        s.attacked |= bit(u);
    else
        s.still |= bit(u);
}

// Call to Arms (WD9.33).

void Rules::list_call_to_arms(const State& s, ActionList& out) const {
    const UnitMask ready = s.ordered & ~s.attacked & ~s.began & s.on_map;
    each_bit(with_keyword(s, ready, Keyword::call_to_arms), [&](int i) {
        const auto caller = static_cast<unsigned>(i);
        const UnitMask others = s.on_map & s.active & seat_mask(s.in_turn) & ~s.ordered;
        each_bit(payable(s, s.in_turn, others), [&](int j) {
            const auto u = static_cast<unsigned>(j);
            if (distance(s.hex[caller], s.hex[u]) <= 2)
                out.add(make_action(static_cast<unsigned>(Kind::call_to_arms), caller, u));
        });
    });
}

void Rules::on_call_to_arms(State& s, Action x) const {
    const unsigned caller = field_a(x), u = field_b(x);
    s.attacked |= bit(caller);
    s.active &= ~(bit(caller) & ~brotherhood(s));
    mark_ordered(s, u);
    s.still |= bit(u);
    if (!held(s, u)) push(s, {choose_further_hex, static_cast<std::uint8_t>(u), 1, 0, 0, 0});
}

}  // namespace sim::westeros
