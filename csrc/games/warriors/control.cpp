// Phase 4. Rules: G5.12-G5.20.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// What the best undisgraced leader must not exceed; nobody there: 0. Rules: G5.16, G5.17.
int Rules::control_target(const State& s, Side side, unsigned area) const {
    const Leaders here = leaders_in(s, side, area);
    const Points hired = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::mercenary)]);
    int best = 0;
    unsigned mercenaries = 0;
    here.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        mercenaries += total(troops_of(s, l) & hired);
        if (s.disgraced.test(i)) return;
        const LeaderDef& def = t_.leaders[l];
        best = std::max(best, def.home == area ? 6 : static_cast<int>(def.stars));
    });
    return best - static_cast<int>(mercenaries);
}

/// Rules: G5.12-G5.20.
void Rules::run_control(State& s, Dice& d) const {
    s.aggressor = {0, 0};
    std::array<Areas, 2> held{};
    for (Side side = 0; side < 2; ++side)
        (on_map(s, side) - s.disgraced).each([&](int l) {
            held[side] |= area_bit(s.where[static_cast<unsigned>(l)]);
        });
    const std::array<Areas, 2> before = s.control;
    each_bit((held[0] | held[1]) & t_.contested, [&](int a) {
        const auto area = static_cast<unsigned>(a);
        const Side side = (held[0] & area_bit(area)) != 0 ? kEnglish : kFrench;
        if ((before[side] & area_bit(area)) != 0) return;
        const bool stripped = (before[other(side)] & area_bit(area)) != 0;
        if (stripped) s.control[other(side)] &= ~area_bit(area);
        if (stripped && !t_.options.strip_and_roll_same_turn) return;
        const int target = control_target(s, side, area);
        if (d.successes(static_cast<RollId>(RollName::control), 1, target) == 1)
            s.control[side] |= area_bit(area);
    });
    s.disgraced = Leaders{};
    begin_phase(s, 5);
}

}  // namespace sim::warriors
