// Formations, and the side of an outpost. Rules: W3.30-W3.38, W4.3, W9.29.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Frame: a 0 before round 1, 1 for the units ordered now, 2 for unit b that stands in an outpost;
/// b the next place of the round: House (South first), formations then outposts, unit.
/// Rules: W3.30, W4.3, W9.29.
void Rules::run_formations(State& s, Dice&) const {
    Frame& f = top(s);
    const auto inside = [&](unsigned u) {
        return (s.on_map & bit(u)) != 0 && land(s, s.hex[u]) == Terrain::outpost &&
               type(s, u).cls != Class::cavalry;
    };
    if (f.a == 2) {
        if (inside(f.b))
            f = {choose_outpost_side, 2, f.b, f.b, 0, 0};
        else
            pop(s);
        return;
    }
    const unsigned first = f.a == 1 ? s.in_turn : t_.house[0].north ? 1 : 0;
    const unsigned end = f.a == 1 ? 16 : 64;
    while (f.b < end) {
        const unsigned place = f.b++;
        const unsigned u = (first ^ place / 32) * 16 + place % 16;
        if ((s.on_map & bit(u)) == 0 || (f.a == 1 && (s.ordered & bit(u)) == 0)) continue;
        const bool outposts = place / 16 % 2 == 1;
        if (outposts ? !inside(u) : !type(s, u).formations) continue;
        f.step = outposts ? choose_outpost_side : choose_formation;
        f.c = static_cast<std::uint8_t>(u);
        return;
    }
    pop(s);
}

void Rules::options_formation(const State& s, ActionList& out) const {
    for (unsigned i = 0; i < 2; ++i)
        out.add(make_action(static_cast<unsigned>(Kind::choose_formation), top(s).c, i));
}

void Rules::on_formation(State& s, Action x, Dice&) const {
    const UnitMask me = bit(field_a(x));
    s.second_formation = field_b(x) != 0 ? s.second_formation | me : s.second_formation & ~me;
    top(s).step = formations;
}

void Rules::options_outpost_side(const State& s, ActionList& out) const {
    for (unsigned side = 0; side < 2; ++side)
        out.add(make_action(static_cast<unsigned>(Kind::choose_outpost_side), top(s).c, side));
}

/// Rules: W3.30, W3.32, W3.37.
void Rules::on_outpost_side(State& s, Action x, Dice&) const {
    const unsigned u = field_a(x);
    if (field_b(x) != 0) {
        s.tower |= bit(u);
        disengage(s, u);
    }
    if (top(s).a == 2)
        pop(s);
    else
        top(s).step = formations;
}

}  // namespace sim::westeros
