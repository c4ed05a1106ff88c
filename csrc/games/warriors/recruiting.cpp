// Phase 5. Rules: G5.21-G5.28, G5.65.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// Bits of the third field of `recruit` (G5.65).
constexpr unsigned kKnight = 1, kGunner = 2;

}  // namespace

/// Rules: G5.21.
void Rules::begin_recruiting(State& s) const {
    s.side = non(s);
    s.area = kNone;
    s.step = Step::recruit;
    next_recruiting(s);
}

/// Go to the next area that has a choice; raise infantry where there is none. The mercenaries come
/// at the end. Rules: G5.21-G5.28.
void Rules::next_recruiting(State& s) const {
    for (;;) {
        const unsigned from = s.area == kNone ? 0U : s.area + 1U;
        const Areas rest = from >= kAreas ? 0 : s.control[s.side] >> from << from;
        if (rest == 0) {
            if (s.side == s.initiative) break;
            s.side = s.initiative;
            s.area = kNone;
            continue;
        }
        s.area = static_cast<std::uint8_t>(std::countr_zero(rest));
        const auto raises = [&](std::uint8_t type) { return type != kNone && s.pool[type] > 0; };
        if (raises(t_.raises_longbow[s.area]) || raises(t_.raises_knight[s.area]) ||
            raises(t_.raises_gunner[s.area]))
            return;
        auto& infantry = s.unassigned[s.area][kInfantry];
        infantry = static_cast<std::uint8_t>(infantry + t_.areas[s.area].value);
    }
    for (unsigned t = 0; t < t_.troops.size(); ++t) {
        const std::uint8_t home = t_.troops[t].home;
        if (home == kNone) continue;
        s.unassigned[home][t] = static_cast<std::uint8_t>(s.unassigned[home][t] + s.pool[t]);
        s.pool[t] = 0;
    }
    begin_phase(s, 6);
}

/// Rules: G5.22-G5.26, G5.65, G13.14.
void Rules::options_recruit(const State& s, ActionList& out) const {
    const unsigned value = t_.areas[s.area].value;
    const auto supply = [&](std::uint8_t type) { return type == kNone ? 0U : s.pool[type]; };
    const unsigned bows = std::min(value, supply(t_.raises_longbow[s.area]));
    const bool knight = supply(t_.raises_knight[s.area]) > 0;
    const bool gunner = supply(t_.raises_gunner[s.area]) > 0 &&
                        static_cast<int>(s.turn) >= t_.options.gunner_first_turn;
    for (unsigned n = 0; n <= bows; ++n)
        for (unsigned extra = 0; extra <= (kKnight | kGunner); ++extra) {
            if ((extra & kKnight) != 0 && !knight) continue;
            if ((extra & kGunner) != 0 && !gunner) continue;
            if (n + static_cast<unsigned>(std::popcount(extra)) <= value)
                out.add(act(Kind::recruit, s.area, n, extra));
        }
}

/// Rules: G5.21, G5.27, G5.65.
void Rules::on_recruit(State& s, Action x, Dice&) const {
    auto& here = s.unassigned[s.area];
    const auto raise = [&](std::uint8_t type, unsigned n) {
        if (n == 0) return;
        here[type] = static_cast<std::uint8_t>(here[type] + n);
        s.pool[type] = static_cast<std::uint8_t>(s.pool[type] - n);
    };
    const unsigned bows = field_b(x), extra = field_c(x);
    raise(t_.raises_longbow[s.area], bows);
    raise(t_.raises_knight[s.area], extra & kKnight);
    raise(t_.raises_gunner[s.area], (extra & kGunner) != 0 ? 1 : 0);
    const unsigned rest =
        t_.areas[s.area].value - bows - static_cast<unsigned>(std::popcount(extra));
    here[kInfantry] = static_cast<std::uint8_t>(here[kInfantry] + rest);
    next_recruiting(s);
}

}  // namespace sim::warriors
