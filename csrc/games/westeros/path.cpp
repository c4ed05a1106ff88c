// Moves given hex by hex (Brynden) and along rivers (Marq). Rules: WD2.37, WD2.38.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

// Frame: a unit, b the hex reached, c steps made and flags, d and e the friends passed.
constexpr unsigned kSteps = 15, kOnRoad = 16, kPursuit = 32, kHalted = 64;

}  // namespace

/// Does a unit that stands over hex `at` come to an empty hex within some steps?
bool Rules::path_ends(const State& s, unsigned u, Hex at, int left, bool pursuit) const {
    const Cells& own = s.occupied[seat_of(static_cast<UnitId>(u))];
    if (!own.test(at) || (pursuit && at == s.hex[u])) return true;
    if (left == 0) return false;
    bool found = false;
    path_ground(s, u, pursuit).each([&](int h) {
        if (!found && t_.near1[at].test(h))
            found = path_ends(s, u, static_cast<Hex>(h), left - 1, pursuit);
    });
    return found;
}

/// Hexes that the path may enter: what other units may, and friends' hexes that do not burn.
Cells Rules::path_ground(const State& s, unsigned u, bool pursuit) const {
    const Seat seat = seat_of(static_cast<UnitId>(u));
    Cells friends = s.occupied[seat] - burning(s);
    Cells open = t_.playable - blocked_for(s, u);
    if (pursuit)
        open.set(s.hex[u]);
    else
        open |= dive_hexes(s, u);
    friends.reset(s.hex[u]);
    return open | friends;
}

/// Where the path may go next.
Cells Rules::path_hexes(const State& s, const Frame& f) const {
    const unsigned u = f.a;
    const bool pursuit = (f.c & kPursuit) != 0;
    const int limit =
        pursuit ? keywords(s, u).pursue : order_allowance(s, u, extra_allowance(s, u));
    const int left = limit - static_cast<int>(f.c & kSteps);
    if ((f.c & kHalted) != 0 || left < 0) return {};
    Cells next = path_ground(s, u, pursuit) & t_.near1[f.b];
    if (left == 0) {  // one hex more along a road (W3.19)
        if ((f.c & kOnRoad) == 0) return {};
        return next & road_hexes(s) & (t_.playable - s.occupied[0] - s.occupied[1]);
    }
    Cells found;
    next.each([&](int h) {
        if (path_ends(s, u, static_cast<Hex>(h), left - 1, pursuit)) found.set(h);
    });
    return found;
}

/// The first hexes of a path by order.
Cells Rules::path_starts(const State& s, unsigned u) const {
    if (held(s, u) && !t_.commanders[s.commander[u]].free_move) return {};
    const Frame f = {choose_path, static_cast<std::uint8_t>(u), s.hex[u],
        static_cast<std::uint8_t>(road_hexes(s).test(s.hex[u]) ? kOnRoad : 0), 0, 0};
    return path_hexes(s, f);
}

/// Enter a hex: what it does to the rest of the path.
void Rules::extend_path(State& s, Frame& f, Hex to) const {
    const unsigned u = f.a;
    const auto seat = seat_of(static_cast<UnitId>(u));
    const bool over = s.occupied[seat].test(to) && to != s.hex[u];
    unsigned c = f.c + 1U;
    const bool road = road_hexes(s).test(to) && !over;
    if (over) {
        const unsigned passed =
            (f.d | static_cast<unsigned>(f.e) << 8) | 1U << (unit_at(s, to) & 15);
        f.d = static_cast<std::uint8_t>(passed);
        f.e = static_cast<std::uint8_t>(passed >> 8);
    } else {
        const bool from_over = s.occupied[seat].test(f.b) && f.b != s.hex[u];
        const bool uphill = land(s, to) == Terrain::hill && !ignores_terrain(s, u);
        const bool halts = from_over ? stops(s, u).test(to) || uphill : halted(s, u, f.b, to);
        if (halts || open_water(s, to)) c |= kHalted;
    }
    if (!road) c &= ~kOnRoad;
    f.c = static_cast<std::uint8_t>(c);
    f.b = to;
}

void Rules::start_path(State& s, unsigned u, Hex first, bool pursuit) const {
    const bool road = !pursuit && road_hexes(s).test(s.hex[u]);
    Frame f = {choose_path, static_cast<std::uint8_t>(u), s.hex[u],
        static_cast<std::uint8_t>((road ? kOnRoad : 0U) | (pursuit ? kPursuit : 0U)), 0, 0};
    extend_path(s, f, first);
    push(s, f);
}

void Rules::options_path(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const unsigned base = make_action(static_cast<unsigned>(Kind::choose_path), f.a);
    const bool alive = (s.on_map & bit(f.a)) != 0;
    if (alive) out.add_each(base, 8, path_hexes(s, f));
    const bool over = alive && s.occupied[seat_of(f.a)].test(f.b) && f.b != s.hex[f.a];
    if (!over || out.empty()) out.add(base | static_cast<unsigned>(kNone) << 8);
}

void Rules::on_path(State& s, Action x, Dice& d) const {
    if (field_b(x) == kNone)
        finish_path(s, d);
    else
        extend_path(s, top(s), static_cast<Hex>(field_b(x)));
}

/// The unit stands where the path ends; each friend passed this turn counts once (WD2.37).
void Rules::finish_path(State& s, Dice& d) const {
    const Frame f = top(s);
    pop(s);
    if ((s.on_map & bit(f.a)) == 0) return;
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        Bonus& b = s.bonus[i];
        if (b.hook != Hook::dice_per_unit_passed || b.seat != seat_of(f.a) ||
            (b.units >> (f.a & 15) & 1) == 0)
            continue;
        const unsigned passed = passed_units(b) | f.d | static_cast<unsigned>(f.e) << 8;
        b.amount = static_cast<std::int8_t>(passed);
        b.arg = static_cast<std::uint8_t>(passed >> 8);
    }
    if ((f.c & kPursuit) != 0)
        pursue_to(s, f.a, f.b, d);
    else
        finish_order_move(s, f.a, f.b,
            static_cast<int>(f.c & kSteps) > allowance(s, f.a) + ((f.c & kOnRoad) != 0 ? 1 : 0), d);
}

/// Empty hexes beside the connected river that a hex touches. Rules: WD2.38.
Cells Rules::river_hexes(const State& s, Hex at) const {
    Cells banks;
    (t_.near1[at] & t_.water).each([&](int h) {
        const std::uint8_t river = t_.river_of[static_cast<unsigned>(h)];
        if (river == 0) return;
        for (unsigned i = 0; i < kCells; ++i)
            if (t_.river_of[i] == river) banks |= t_.near1[i];
    });
    Cells found = banks & empty_hexes(s);
    found.reset(at);
    return found;
}

}  // namespace sim::westeros
