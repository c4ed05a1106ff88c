// Figure losses, capture, elimination, retreats, the morale track. Rules: chapter 8.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// W8.20.
int Rules::depth(const State& s, Seat seat) const {
    return std::max(0, seat == 0 ? -s.morale : +s.morale);
}

Zone Rules::zone(const State& s, Seat seat) const {
    const int d = depth(s, seat);
    return d == 0   ? Zone::steady
           : d <= 2 ? Zone::grey
           : d <= 6 ? Zone::green
           : d <= 9 ? Zone::yellow
                    : Zone::red;
}

/// W8.23; with W13.5 off a Rout space ends the battle at once.
void Rules::change_morale(State& s, Seat seat, int gain) const {
    const int moved = std::clamp(s.morale + (seat == 0 ? gain : -gain), -10, 10);
    s.morale = static_cast<std::int8_t>(moved);
    if (t_.options.regroup_rout) return;
    for (Seat loser = 0; loser < 2; ++loser)
        if (t_.house[loser].rout && depth(s, loser) == 10) win(s, other(loser), Way::rout);
}

/// Take n figures off, the bearer last; a lone commander falls to hits that reach his rating at one
/// stroke. Rules: W8.1-W8.5, W13.9.
void Rules::lose(State& s, unsigned u, int n) const {
    const int taken = std::min<int>(n, s.plain[u]);
    s.plain[u] = static_cast<std::uint8_t>(s.plain[u] - taken);
    n -= taken;
    if (s.commander[u] == kNone) {
        if (s.plain[u] == 0) eliminate(s, u);
        return;
    }
    if (n == 0) return;
    if (s.attack_depth > 0 && fight(s).target == u) {
        Attack& a = fight(s);
        if (t_.options.strict_ring_capture && (a.flags & Attack::began_alone) == 0) return;
        a.leftover = static_cast<std::uint8_t>(a.leftover + n);
        n = a.leftover;
    }
    if (n >= t_.commanders[s.commander[u]].capture) eliminate(s, u);
}

/// Rules: W8.6, W8.22, W11.5.
void Rules::eliminate(State& s, unsigned u) const {
    const auto seat = seat_of(static_cast<UnitId>(u));
    int loss = static_cast<int>(rank(s, u)) + 1;
    if (s.attack_depth > 0 && fight(s).target == u) {
        Attack& a = fight(s);
        a.flags |= Attack::eliminated;
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            const Bonus& b = s.bonus[i];
            if (b.hook == Hook::extra_morale && b.seat == other(seat) &&
                (b.units >> (a.attacker & 15) & 1) != 0 && a.mode != Mode::counterattack &&
                a.mode != Mode::parting_blow)
                loss += b.amount;
        }
    }
    disengage(s, u);
    s.occupied[seat].reset(s.hex[u]);
    s.hex[u] = kNoHex;
    const UnitMask gone = ~bit(u);
    s.on_map &= gone;
    s.active &= gone;
    s.ordered &= gone;
    const std::uint8_t commander = s.commander[u];
    if (commander != kNone) s.commander_unit[commander] = kNoUnit;
    for (const VictoryDef& v : t_.victory) {
        if (v.when != VictoryWhen::immediate || v.seat != other(seat)) continue;
        if (v.condition == VictoryIf::enemy_unit_eliminated ||
            (v.condition == VictoryIf::commander_captured && commander != kNone &&
                (v.name < 0 || v.name == commander)))
            award(s, v.seat, v.points);
    }
    check_instant(s);
    change_morale(s, seat, -loss);
    if (s.winner == kNone && (s.on_map & seat_mask(seat)) == 0)
        win(s, other(seat), Way::elimination);
}

namespace {

enum Direction : int { kEast, kWest, kNorthEast, kNorthWest, kSouthEast, kSouthWest };

/// W3.5; kNoHex at the edge of the cell set.
Hex step_to(Hex h, int direction) {
    const int odd = hex_row(h) & 1;
    int c = hex_column(h), r = hex_row(h);
    switch (direction) {
    case kEast: ++c; break;
    case kWest: --c; break;
    case kNorthEast:
        c += odd;
        ++r;
        break;
    case kNorthWest:
        c += odd - 1;
        ++r;
        break;
    case kSouthEast:
        c += odd;
        --r;
        break;
    default:
        c += odd - 1;
        --r;
        break;
    }
    return c < 0 || c >= kStride || r < 0 || r >= kStride ? kNoHex : hex_at(c, r);
}

/// The two directions beside one, in turn around the hex.
constexpr std::array<std::array<int, 2>, 6> kBeside = {
    {{kNorthEast, kSouthEast}, {kNorthWest, kSouthWest}, {kNorthWest, kEast}, {kNorthEast, kWest},
        {kSouthWest, kEast}, {kSouthEast, kWest}}};

}  // namespace

/// The legal next hexes of a retreat. Rules: W8.11, W8.12; W13.1 (frame field d: direction taken +
/// 1).
Cells Rules::retreat_hexes(const State& s, unsigned u) const {
    const Hex h = s.hex[u];
    const bool north = t_.house[seat_of(static_cast<UnitId>(u))].north;
    const Cells free = t_.playable - blocked_for(s, u);
    const Attack& a = fight(s);
    const bool melee = a.mode == Mode::melee || a.mode == Mode::counterattack;
    if (!t_.options.directional_retreats || !melee) {
        const int row = hex_row(h) + (north ? 1 : -1);
        Cells home;
        if (row >= 0 && row < kStride)
            home.word[static_cast<unsigned>(row) / 4] = std::uint64_t{0xFFFF} << (row % 4 * 16);
        return t_.near1[h] & home & free;
    }
    const auto single = [&](int direction) {
        Cells one;
        const Hex to = step_to(h, direction);
        if (to != kNoHex && free.test(to)) one.set(to);
        return one;
    };
    if (top(s).d != 0) return single(top(s).d - 1);
    int primary = 0;
    while (primary < 6 && step_to(a.from, primary) != h) ++primary;
    SIM_ASSERT(primary < 6);  // a melee target is adjacent
    if (primary == 6) return {};
    const Cells straight = single(primary);
    if (straight.any()) return straight;
    const auto beside = kBeside[static_cast<unsigned>(primary)];
    const auto homeward = [&](int direction) {
        const int dr = direction >= kSouthEast ? -1 : direction >= kNorthEast ? 1 : 0;
        return north ? dr : -dr;
    };
    if (homeward(beside[0]) == homeward(beside[1])) return single(beside[0]) | single(beside[1]);
    return single(homeward(beside[0]) > homeward(beside[1]) ? beside[0] : beside[1]);
}

/// One hex of a retreat after the other. Frame: a unit, b hexes owed, c hexes gone, d direction + 1
/// (W13.1). Rules: W8.10-W8.14, W8.18.
void Rules::run_retreat(State& s, Dice& d) const {
    Frame& f = top(s);
    const unsigned u = f.a;
    if ((s.on_map & bit(u)) == 0) {
        pop(s);
        return;
    }
    if (f.b > 0 && retreat_hexes(s, u).any()) {
        f.step = choose_retreat_hex;
        return;
    }
    const int owed = f.b, gone = f.c;
    pop(s);
    if (gone > 0) end_movement(s, u, d);
    if (owed > 0 && (s.on_map & bit(u)) != 0) lose(s, u, owed);
}

void Rules::options_retreat_hex(const State& s, ActionList& out) const {
    retreat_hexes(s, top(s).a).each([&](int h) {
        out.add(
            make_action(static_cast<unsigned>(Kind::choose_retreat_hex), static_cast<unsigned>(h)));
    });
}

void Rules::on_retreat_hex(State& s, Action x, Dice& d) const {
    Frame& f = top(s);
    const unsigned u = f.a;
    const auto to = static_cast<Hex>(field_a(x));
    if (t_.options.directional_retreats)
        for (int direction = 0; direction < 6; ++direction)
            if (step_to(s.hex[u], direction) == to) f.d = static_cast<std::uint8_t>(direction + 1);
    f.step = retreat;
    --f.b;
    ++f.c;
    disengage(s, u);
    place(s, u, to);
    if (s.attack_depth > 0 && fight(s).target == u) ++fight(s).retreated;
    if (!t_.plan.archers.empty() && f.b > 0 &&
        seat_of(static_cast<UnitId>(u)) != t_.plan.archers_seat)
        turn_up(s, to, 0);
    if (!t_.plan.rafts.empty() && f.b > 0)
        enter(s, u, d);  // the last hex is seen to when the retreat ends
}

}  // namespace sim::westeros
