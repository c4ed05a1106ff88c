// Where leaders are, and how they leave play. Rules: G5.10, G8.9-G8.12, G8.21.
#include "core/bytes.hpp"
#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

static_assert(kLeaders == 72, "three runs of 24 bytes");

Leaders join(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    Leaders found;
    found.word = {a | b << 24 | c << 48, c >> 16};
    return found;
}

}  // namespace

Leaders Rules::at(const State& s, unsigned place) const {
    const auto key = static_cast<std::uint8_t>(place);
    const auto* p = s.where.data();
    return join(
        equal_bytes<24>(p, key), equal_bytes<24>(p + 24, key), equal_bytes<24>(p + 48, key));
}

Leaders Rules::on_map(const State& s, Side side) const {
    const auto* p = s.where.data();
    return join(lower_bytes<24>(p, kAreas), lower_bytes<24>(p + 24, kAreas),
               lower_bytes<24>(p + 48, kAreas)) &
           s.serves[side];
}

Areas Rules::held_by(const State& s, Side side) const {
    Areas held = 0;
    on_map(s, side).each([&](int l) { held |= area_bit(s.where[static_cast<unsigned>(l)]); });
    return held;
}

Leaders Rules::in_play(const State& s) const {
    const auto* p = s.where.data();
    return join(lower_bytes<24>(p, in_pool), lower_bytes<24>(p + 24, in_pool),
        lower_bytes<24>(p + 48, in_pool));
}

/// Rules: G8.12.
Areas Rules::retreats(const State& s, Side side, unsigned area) const {
    return t_.map.beside(area) & ~s.control[other(side)] & ~held_by(s, other(side));
}

/// Points that leave the map go back to their pool; infantry has none. Rules: G2.11.
void Rules::return_troops(State& s, unsigned leader) const {
    Points p = troops_of(s, leader) & ~nibbles(1U << kInfantry);
    for (unsigned t = 1; p >> (4 * t) != 0; ++t)
        s.pool[t] = static_cast<std::uint8_t>(s.pool[t] + points_of(p, t));
    set_troops(s, leader, 0);
}

/// Rules: G8.10, G8.21.
void Rules::capture(State& s, unsigned leader) const {
    return_troops(s, leader);
    s.where[leader] = in_prison;
}

/// A non-aligned leader serves nobody any more. Rules: G8.11, G5.44, G5.45.
void Rules::rout(State& s, unsigned leader) const {
    return_troops(s, leader);
    s.where[leader] = in_rout_box;
    for (Leaders& serves : s.serves) serves -= Leaders::of(static_cast<int>(leader)) & t_.neutral;
}

/// Rules: G8.9.
void Rules::kill(State& s, unsigned leader) const {
    return_troops(s, leader);
    s.where[leader] = killed;
    for (unsigned side = 0; side < 2; ++side) {
        if (s.king[side] != leader) continue;
        s.king[side] = kNone;
        s.killed_kings = static_cast<std::uint8_t>(s.killed_kings | 1U << side);
    }
}

}  // namespace sim::warriors
