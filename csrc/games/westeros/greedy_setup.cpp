// Formations, outposts and what plans ask for before round 1.
#include <algorithm>

#include "games/westeros/greedy_choices.hpp"
#include "games/westeros/plan.hpp"

namespace sim::westeros::greedy {

namespace {

/// A House draws what it hides: a rule would tell the enemy where to look. Each of the `left`
/// things still to lie falls on each of the `places` with the same chance.
bool falls_here(Stream& stream, int left, int places) {
    return static_cast<int>(stream.below(static_cast<std::uint32_t>(places))) < left;
}

/// Frame: a tokens laid, b lowest hex, c real ones laid. Rules: WD B02, rule 1.
Action hide_locations(const Rules& rules, const State& s, const ActionList& legal, Stream& stream) {
    const PlanRules& p = rules.tables().plan;
    const Frame& f = s.stack[s.stack_depth - 1U];
    const int left = p.location_count[0] + p.location_count[1] - f.a;
    const int real = p.location_count[1] - f.c;
    int places = 0;
    p.location_area.each([&](int h) { places += h >= f.b; });
    unsigned hex = kNone;
    p.location_area.each([&](int h) {
        if (h < f.b || hex != kNone) return;
        if (falls_here(stream, left, places)) hex = static_cast<unsigned>(h);
        --places;
    });
    const unsigned face = falls_here(stream, real, left) ? 1 : 0;
    return best_of(legal,
        [&](Action x) { return (field_a(x) == hex ? 2 : 0) + (field_b(x) == face ? 1 : 0); });
}

/// Frame: a named so far, b lowest. Rules: WD B03 rule 1, B10 rule 1.
Action hide_tokens(const Rules& rules, const State& s, const ActionList& legal, Stream& stream) {
    const PlanRules& p = rules.tables().plan;
    const Frame& f = s.stack[s.stack_depth - 1U];
    const int left = p.prisoner ? 1 : p.archers_real - f.a;
    int places = (p.prisoner ? 2 : static_cast<int>(p.archers.size())) - f.b;
    for (const Action x : legal)
        if (falls_here(stream, left, places--)) return x;
    return legal[legal.size() - 1];
}

int strength(std::uint8_t stack) {
    return (stack & 3) + 2 * (stack >> 2 & 3) + 3 * (stack >> 4 & 3);
}

unsigned index_of(const PlanRules& p, Action x) {
    return static_cast<unsigned>(
        std::find(p.palisades.begin(), p.palisades.end(), field_a(x)) - p.palisades.begin());
}

/// The rarer colour first, then a second token where the first is easily paid. Rules: WD B04,
/// rule 2.
Action load_palisade(const Rules& rules, const State& s, const ActionList& legal) {
    const PlanRules& p = rules.tables().plan;
    const bool first = s.stack[s.stack_depth - 1U].a < p.palisades.size();
    return best_of(legal, [&](Action x) {
        const int colour = static_cast<int>(field_b(x));
        return first ? colour : 4 * -strength(s.plan[index_of(p, x)]) + colour;
    });
}

/// Take off what opens a palisade, near the own units, for the fewest dice. Rules: WD B04, rule 2.
Action break_palisade(const Rules& rules, const State& s, const ActionList& legal, Seat seat) {
    const PlanRules& p = rules.tables().plan;
    return best_of(legal, [&](Action x) {
        if (field_a(x) == kNone) return 0;
        const auto at = static_cast<Hex>(field_a(x));
        int near = kStride;
        each_bit(s.on_map & seat_mask(seat),
            [&](int u) { near = std::min(near, distance(at, s.hex[static_cast<unsigned>(u)])); });
        const std::uint8_t stack = s.plan[index_of(p, x)];
        const int tokens = (stack & 3) + (stack >> 2 & 3) + (stack >> 4 & 3);
        const int price = static_cast<int>(kPayments[field_c(x)].size());
        const bool valor = kPayments[field_c(x)].find('V') != std::string_view::npos;
        return (tokens == 1 ? 200 : 100) - 2 * near - 20 * price - (valor ? 10 : 0);
    });
}

}  // namespace

/// A formation or a side of an outpost: tried out, both as to what the unit can do now and as to
/// what may be done to it. Rules: W3.30-W3.36, W9.29.
Action stance(const Rules& rules, const State& s, const ActionList& legal, Seat seat) {
    const bool side = kind_of(legal[0]) == Kind::choose_outpost_side;
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        const bool second = field_b(x) != 0;
        State then = s;
        UnitMask& mask = side ? then.tower : then.second_formation;
        mask = second ? mask | bit(u) : mask & ~bit(u);
        if (side && second && s.engaged[u] != kNoUnit) {  // W3.32
            then.engaged[s.engaged[u]] = kNoUnit;
            then.engaged[u] = kNoUnit;
        }
        Judge judge(rules, then, seat);
        const UnitMask to_act = s.ordered & ~s.attacked & bit(u);
        int gain = 0;
        if (side)
            gain = to_act != 0 ? judge.best_attack(u) : judge.best_attack(u) / 2;
        else if (to_act != 0 || s.ordered == 0)
            gain = judge.order(u);
        return gain - judge.exposure(u);
    });
}

Action setup(const Rules& rules, const State& s, const ActionList& legal, Stream& stream) {
    switch (s.stack[s.stack_depth - 1U].step) {
    case Step::place_hidden_tokens: return hide_locations(rules, s, legal, stream);
    case Step::assign_hidden_tokens: return hide_tokens(rules, s, legal, stream);
    case Step::place_palisade_tokens: return load_palisade(rules, s, legal);
    case Step::remove_palisade_tokens:
        return break_palisade(rules, s, legal, other(rules.tables().plan.palisade_seat));
    default:  // the colours of catapults are hidden: drawn
        return legal[static_cast<int>(stream.below(static_cast<std::uint32_t>(legal.size())))];
    }
}

}  // namespace sim::westeros::greedy
