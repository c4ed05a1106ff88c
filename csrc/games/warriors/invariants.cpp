// What must hold in every state. Rules: G14.53-G14.56.
#include "games/warriors/steps.hpp"

namespace sim::warriors {

namespace {

/// The first phase that finds no area with leaders of both sides, and the last one.
constexpr unsigned kAfterBattles = 4, kBeforePlacement = 8;

}  // namespace

std::vector<std::string> Rules::check_invariants(const State& s) const {
    std::vector<std::string> broken;
    const auto check = [&](bool holds, std::string_view name) {
        if (!holds) broken.emplace_back(name);
    };
    check((s.control[0] & s.control[1]) == 0, "an area is controlled by one side");
    check(((s.control[0] | s.control[1]) & ~t_.contested) == 0, "only contested areas controlled");
    check((s.aggressor[0] & s.aggressor[1]) == 0, "one aggressor an area");
    check((s.serves[0] & s.serves[1]).none(), "a leader serves one side");
    check((t_.aligned[0] - s.serves[0]).none() && (t_.aligned[1] - s.serves[1]).none(),
        "aligned leaders serve their side");
    for (unsigned t = 0; t < t_.troops.size(); ++t) {
        if (t_.troops[t].supply == kNone) continue;
        unsigned n = s.pool[t];
        for (const auto& area : s.unassigned) n += area[t] & (kLifted - 1U);
        for (unsigned l = 0; l < t_.leaders.size(); ++l) n += points_of(troops_of(s, l), t);
        if (s.step == Step::deploy || s.step == Step::drop)
            for (const auto& group : s.hand) n += group[t];
        check(n == t_.troops[t].supply, "points of a special type add up (G14.54)");
    }
    for (unsigned l = 0; l < t_.leaders.size(); ++l) {
        const LeaderDef& def = t_.leaders[l];
        const Points p = troops_of(s, l);
        check(
            total(handed_out(s, l)) <= def.capacity, "no leader above his command limit (G14.55)");
        check((p & ~nibbles(def.commands)) == 0, "no point its leader may not command (G14.55)");
        check(p == 0 || s.where[l] < kAreas, "troops only under leaders on the map");
        const bool serving = s.where[l] <= in_prison || s.where[l] >= killed;
        const bool serves = (s.serves[0] | s.serves[1]).test(static_cast<int>(l));
        const bool picked = s.step != Step::setup_pick && s.step != Step::setup_roll;
        check(def.side != kNeutral || serves == serving || !picked,
            "a non-aligned leader serves a side exactly in play");
        check(s.where[l] < place_count, "a leader is somewhere");
    }
    for (unsigned side = 0; side < 2; ++side)
        check(s.king[side] == kNone ||
                  (s.king[side] < t_.leaders.size() && t_.aligned[side].test(s.king[side])),
            "a king is aligned to his side");
    const unsigned phase = state_name(s.step).phase;
    const bool peace = phase >= kAfterBattles && phase <= kBeforePlacement;
    check(!peace || battle_areas(s) == 0, "no area holds leaders of both sides (G14.53)");
    const bool marked = (battle_areas(s) & ~(s.aggressor[0] | s.aggressor[1])) == 0;
    check(marked || phase == 0 || phase > 3, "every battle area has an aggressor (G14.53)");
    return broken;
}

}  // namespace sim::warriors
