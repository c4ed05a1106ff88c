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

/// The attack in progress that strikes a unit, also the one below a concurrent counterattack
/// (W9.62).
Attack* Rules::attack_on(State& s, unsigned u) const {
    if (s.attack_depth == 0) return nullptr;
    Attack& a = fight(s);
    if (a.target == u) return &a;
    if ((a.more & Attack::concurrent) != 0 && s.attack[s.attack_depth - 2U].target == u)
        return &s.attack[s.attack_depth - 2U];
    return nullptr;
}

/// Take n figures off, the bearer last; a lone commander falls to hits that reach his rating at one
/// stroke. Rules: W8.1-W8.5, W13.9.
int Rules::take(State& s, unsigned u, int n) const {
    const int taken = std::min<int>(n, s.plain[u]);
    s.plain[u] = static_cast<std::uint8_t>(s.plain[u] - taken);
    n -= taken;
    if (s.commander[u] == kNone) {
        if (s.plain[u] != 0) return 0;
        if (!t_.has_brotherhood || !can_revive(s, u)) return eliminate(s, u);
        s.pending |= bit(u);
        s.marks = static_cast<std::uint8_t>(s.marks | 1U << seat_of(static_cast<UnitId>(u)));
        return 0;
    }
    if (n == 0) return 0;
    int rating = t_.commanders[s.commander[u]].capture;
    if (Attack* a = attack_on(s, u); a != nullptr) {
        if (t_.options.strict_ring_capture && (a->flags & Attack::began_alone) == 0) return 0;
        a->leftover = static_cast<std::uint8_t>(a->leftover + n);
        n = a->leftover;
        if (type(s, a->attacker).cls != Class::cavalry)
            rating += t_.commanders[s.commander[u]].capture_bonus;
    }
    if (n < rating) return 0;
    if (!can_escape(s, u)) return eliminate(s, u);
    s.pending |= bit(u);
    return 0;
}

/// Rules: W8.6, W8.22; a commander beside it may fill the gap (WD2.25, on_ally_eliminated).
int Rules::eliminate(State& s, unsigned u) const {
    const auto seat = seat_of(static_cast<UnitId>(u));
    int loss = static_cast<int>(rank(s, u)) + 1;
    if (Attack* a = attack_on(s, u); a != nullptr) {
        a->flags |= Attack::eliminated;
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            const Bonus& b = s.bonus[i];
            if (b.hook == Hook::extra_morale && b.seat == other(seat) &&
                (b.units >> (a->attacker & 15) & 1) != 0 && !is_answer(a->mode))
                loss += b.amount;
        }
    }
    const Hex at = s.hex[u];
    disengage(s, u);
    s.occupied[seat].reset(at);
    s.hex[u] = kNoHex;
    const UnitMask gone = ~bit(u);
    s.on_map &= gone;
    s.active &= gone;
    s.ordered &= gone;
    s.defend &= gone;
    s.tower &= gone;
    s.advanced_here &= gone;
    const std::uint8_t commander = s.commander[u];
    if (commander != kNone) s.commander_unit[commander] = kNoUnit;
    for (const VictoryDef& v : t_.victory) {
        if (v.when != VictoryWhen::immediate || v.seat != other(seat)) continue;
        if (v.condition == VictoryIf::enemy_unit_eliminated ||
            (v.condition == VictoryIf::commander_captured && commander != kNone &&
                (v.name < 0 || v.name == commander)))
            award(s, v.seat, v.points);
    }
    if (t_.gap_fillers != 0 && s.stack[0].step != regroup_status)
        each_bit(t_.gap_fillers & t_.seat_commanders[seat], [&](int c) {
            if (!can_fill(s, static_cast<unsigned>(c), at)) return;
            s.gap = static_cast<std::uint8_t>(at + 1);
            s.marks = static_cast<std::uint8_t>((s.marks & ~gap_seat) | (seat != 0 ? gap_seat : 0));
        });
    return loss;
}

/// Rules: W8.27, W11.2, W11.5; WD B08 rule 2.
void Rules::settle(State& s, std::array<int, 2> loss) const {
    if (loss[0] == 0 && loss[1] == 0) return;
    check_instant(s);
    change_morale(s, 0, loss[1] - loss[0]);
    if (s.winner != kNone) return;
    const bool none0 = (s.on_map & seat_mask(0)) == 0, none1 = (s.on_map & seat_mask(1)) == 0;
    if (!none0 && !none1) return;
    const Seat loser = none0 ? 0 : 1;
    if ((none0 && none1) || (t_.plan.exits.any() && loser == t_.plan.exit_seat))
        finish(s);
    else
        win(s, other(loser), Way::elimination);
}

void Rules::lose(State& s, unsigned u, int n) const {
    std::array<int, 2> loss{};
    loss[seat_of(static_cast<UnitId>(u))] = take(s, u, n);
    settle(s, loss);
}

/// A unit that nothing has saved.
void Rules::fall(State& s, unsigned u) const {
    std::array<int, 2> loss{};
    loss[seat_of(static_cast<UnitId>(u))] = eliminate(s, u);
    settle(s, loss);
}

/// Tyrion's escape. Rules: WD2.35.
bool Rules::can_escape(const State& s, unsigned u) const {
    return commit_possible_at_capture(s, s.commander[u]) && escape_hexes(s, u).any();
}

bool Rules::commit_possible_at_capture(const State& s, unsigned c) const {
    return (t_.commanders[c].when >> static_cast<unsigned>(When::on_capture_self) & 1) != 0 &&
           (s.committed >> c & 1) == 0;
}

/// One or two hexes away over anything but units and fire. Rules: WD2.35.
Cells Rules::escape_hexes(const State& s, unsigned u) const {
    const Cells free = t_.playable - s.occupied[0] - s.occupied[1] - burning(s);
    const Cells near = t_.near1[s.hex[u]] & free;
    return (near | (neighbours(near) & free)) & empty_hexes(s);
}

/// Thoros brings a Brotherhood unit back, once a round. Rules: WD9.34.
bool Rules::can_revive(const State& s, unsigned u) const {
    const auto seat = seat_of(static_cast<UnitId>(u));
    if (!type(s, u).brotherhood || (s.marks >> seat & 1) != 0) return false;
    bool found = false;
    each_bit(t_.seat_commanders[seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        found |= t_.commanders[i].revive && (in_zoc(s, i) & bit(u)) != 0;
    });
    return found;
}

/// What may still save a unit, then who fills the gap of one that fell. Rules: WD2.35, WD9.34,
/// WD2.25.
void Rules::interrupt(State& s, Dice& d) const {
    if (s.pending != 0) {
        const UnitMask first = s.pending & seat_mask(s.first_player);
        const auto u = static_cast<unsigned>(std::countr_zero(first != 0 ? first : s.pending));
        s.pending &= ~bit(u);
        if (s.commander[u] != kNone) {
            if (can_escape(s, u))
                push(s, {choose_commit, commit_effects, s.commander[u], 0,
                            static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(u + 1)});
            else
                fall(s, u);
            return;
        }
        const Face face = d.one(static_cast<RollId>(RollName::revive));
        if (face == Face::valor || face == Face::green)
            s.plain[u] = 1;
        else
            fall(s, u);
        return;
    }
    const Hex at = static_cast<Hex>(s.gap - 1);
    const Seat seat = (s.marks & gap_seat) != 0 ? 1 : 0;
    s.gap = 0;
    s.marks = static_cast<std::uint8_t>(s.marks & ~gap_seat);
    each_bit(t_.gap_fillers & t_.seat_commanders[seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (can_fill(s, i, at))
            push(s, {choose_commit, commit_effects, static_cast<std::uint8_t>(i), 1, at, 0});
    });
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
    s.defend &= ~bit(u);  // W8.14
    if (s.attack_depth > 0 && fight(s).target == u) ++fight(s).retreated;
    if (!t_.plan.archers.empty() && f.b > 0 &&
        seat_of(static_cast<UnitId>(u)) != t_.plan.archers_seat)
        turn_up(s, to, 0);
    if (!t_.plan.rafts.empty() && f.b > 0)
        enter(s, u, d);  // the last hex is seen to when the retreat ends
}

}  // namespace sim::westeros
