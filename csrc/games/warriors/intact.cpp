// A first look at a state that comes from outside: is every number in it one that a table has?
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// A number below `end`, or none.
constexpr bool below(unsigned x, unsigned end) { return x < end || x == kNone; }

template <class Range>
bool all_below(const Range& range, unsigned end) {
    return std::ranges::all_of(range, [&](unsigned x) { return below(x, end); });
}

}  // namespace

/// Rules: G5.2c.
bool Rules::intact(const State& s) const {
    const bool places = std::ranges::all_of(s.where, [](unsigned x) { return x < place_count; });
    const bool sides = s.initiative < 2 && below(s.side, 2) && below(s.besieged, 2) &&
                       below(s.winner, 3) && s.killed_kings < 4;
    const bool leaders = all_below(s.king, kLeaders) && all_below(s.commander, kLeaders) &&
                         below(s.leader, kLeaders);
    const bool cursors = below(s.area, kAreas) && below(s.to, kAreas) && below(s.type, kTroops + 1);
    const Areas beyond = ~((Areas{1} << kAreas) - 1);
    const bool marks =
        ((s.control[0] | s.control[1] | s.aggressor[0] | s.aggressor[1]) & beyond) == 0;
    return places && sides && leaders && cursors && marks && s.step < Step::count &&
           s.way <= Way::draw && s.missed < 3;
}

}  // namespace sim::warriors
