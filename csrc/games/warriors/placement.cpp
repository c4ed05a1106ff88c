// Phases 8 and 9. Rules: G5.42-G5.51, G5.72.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// Rules: G5.42, G5.43.
void Rules::run_death(State& s, Dice& d) const {
    in_play(s).each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        const unsigned age = std::clamp(s.turn - t_.leaders[l].entry, 1, static_cast<int>(kAges));
        const int faces = t_.charts.death[age - 1];
        if (d.successes(static_cast<RollId>(RollName::death), 1, faces) == 1) die(s, l);
    });
    begin_phase(s, 9);
}

/// His troops lie unassigned in his area. Rules: G5.43.
void Rules::die(State& s, unsigned leader) const {
    if (s.where[leader] < kAreas) {
        const Points p = troops_of(s, leader);
        for (unsigned t = 0; p >> (4 * t) != 0; ++t) {
            auto& here = s.unassigned[s.where[leader]][t];
            here = static_cast<std::uint8_t>(here + points_of(p, t));
        }
        set_troops(s, leader, 0);
    }
    for (auto& king : s.king)
        if (king == leader) king = kNone;
    for (auto& serves : s.serves) serves -= Leaders::of(static_cast<int>(leader)) & t_.neutral;
    s.where[leader] = dead;
}

/// New leaders and those of the rout box wait to be placed. Rules: G5.44.
void Rules::begin_placement(State& s) const {
    (t_.arrivals[s.turn] & at(s, in_future)).each([&](int l) {
        s.where[static_cast<unsigned>(l)] = in_pool;
    });
    at(s, in_rout_box).each([&](int l) { s.where[static_cast<unsigned>(l)] = in_pool; });
    clear_sequence(s);
    s.side = non(s);
    s.step = Step::neutral;
}

/// Rules: G5.47.
Areas Rules::placements(const State& s, Side side, unsigned leader) const {
    const Areas home = t_.leaders[leader].home == kNone ? 0 : area_bit(t_.leaders[leader].home);
    return s.control[side] | t_.of_value[0] | home;
}

/// Rules: G5.48, G5.49, G13.15.
void Rules::place_leader(State& s, unsigned leader, unsigned area) const {
    const LeaderDef& def = t_.leaders[leader];
    s.where[leader] = static_cast<std::uint8_t>(area);
    s.serves[s.side].set(static_cast<int>(leader));
    if (def.entry == s.turn || t_.options.returning_infantry)
        set_troops(s, leader, point(kInfantry, def.stars));
    mark_aggressor(s, s.side, area);
}

/// Non-aligned leaders that the side may place now: all of the common pool, or under G13.1 the
/// next one of its own. Rules: G5.45.
Leaders Rules::waiting(const State& s, Side side) const {
    const Leaders pool = at(s, in_pool) & t_.neutral;
    if (!t_.options.historical_allegiance) return pool;
    Leaders own;
    pool.each([&](int l) {
        if (own.none() && t_.leaders[static_cast<unsigned>(l)].hist == side) own.set(l);
    });
    return own;
}

/// Rules: G5.45, G5.72.
void Rules::options_neutral(const State& s, ActionList& out) const {
    waiting(s, s.side).each([&](int l) {
        const auto leader = static_cast<unsigned>(l);
        out.add_each(act(Kind::place_neutral, leader), 8, MaskSet{placements(s, s.side, leader)});
    });
}

/// The sides alternate until the pool is empty; under G13.1 each places all its own. Rules: G5.45.
void Rules::on_neutral(State& s, Action x, Dice&) const {
    if (x != 0) place_leader(s, field_a(x), field_b(x));
    if (t_.options.historical_allegiance && waiting(s, s.side).any()) return;
    s.side = other(s.side);
    if (waiting(s, s.side).any()) return;
    if (t_.options.historical_allegiance && s.side == s.initiative) return;
    s.side = non(s);
    s.step = Step::own;
    next_own(s);
}

/// Go to the next own leader that waits, then to the kings. Rules: G5.46.
void Rules::next_own(State& s) const {
    for (;;) {
        s.leader = static_cast<std::uint8_t>(first_from(at(s, in_pool) & t_.aligned[s.side], 0));
        if (s.leader != kNone) return;
        if (s.side == s.initiative) break;
        s.side = s.initiative;
    }
    s.side = non(s);
    s.step = Step::king;
}

/// Rules: G5.46, G5.47.
void Rules::options_own(const State& s, ActionList& out) const {
    out.add_each(act(Kind::place, s.leader), 8, MaskSet{placements(s, s.side, s.leader)});
}

/// Rules: G5.46.
void Rules::on_own(State& s, Action x, Dice&) const {
    if (x != 0) place_leader(s, s.leader, field_b(x));
    next_own(s);
}

/// Rules: G5.50, G13.7.
void Rules::options_king(const State& s, ActionList& out) const {
    if (s.king[s.side] != kNone) return;
    Leaders candidates = on_map(s, s.side);
    if (t_.options.crown_captives) candidates |= captives_of(s, other(s.side));
    (candidates & t_.aligned[s.side]).each([&](int l) {
        const auto leader = static_cast<unsigned>(l);
        if (t_.leaders[leader].stars == kMaxStars) out.add(act(Kind::crown, leader));
    });
}

/// Rules: G5.50.
void Rules::on_king(State& s, Action x, Dice&) const {
    if (x != 0) s.king[s.side] = static_cast<std::uint8_t>(field_a(x));
    if (s.side == s.initiative)
        begin_phase(s, 10);
    else
        s.side = s.initiative;
}

}  // namespace sim::warriors
