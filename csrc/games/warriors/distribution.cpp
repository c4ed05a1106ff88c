// Phase 10. Rules: G5.52-G5.56, G5.67.
//
// State::area is the area being dealt with, State::type the position of the running type in
// Tables::order, State::leader the leader who is asked. Points of later types stay attached until
// their type comes, although the rules have pooled them all; `room` and `share_of` count them as
// pooled. State::hand holds what each leader had of the running type.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// The numbers that a leader may be given.
struct Rules::Share {
    unsigned least;
    unsigned most;
};

namespace {

std::uint8_t& had(State& s, unsigned place) { return s.hand[place / kTroops][place % kTroops]; }

static_assert(kGroups * kTroops >= kLeaders, "room for every leader of an area");

}  // namespace

/// Rules: G5.52.
Points Rules::handed_out(const State& s, unsigned leader) const {
    const Points all = troops_of(s, leader);
    const bool pooled = s.step == Step::distribute && t_.options.free_rearrangement &&
                        s.where[leader] == s.area &&
                        s.serves[s.side].test(static_cast<int>(leader));
    return pooled ? all & t_.before[s.type + 1U] : all;
}

unsigned Rules::had_before(const State& s) const {
    unsigned place = 0;
    leaders_in(s, s.side, s.area).each([&](int l) {
        if (static_cast<unsigned>(l) < s.leader) ++place;
    });
    return s.hand[place / kTroops][place % kTroops];
}

/// Rules: G5.55, G5.52a.
void Rules::begin_distribution(State& s) const {
    clear_sequence(s);
    s.side = non(s);
    s.area = 0;
    s.type = 0;
    s.step = Step::distribute;
    next_share(s);
}

/// Pool the running type. Rules: G5.52, G13.11.
void Rules::begin_type(State& s, const Leaders& mine) const {
    const unsigned type = t_.order[s.type];
    auto& pool = s.unassigned[s.area][type];
    unsigned place = 0;
    mine.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        const Points p = troops_of(s, l);
        const unsigned n = points_of(p, type);
        had(s, place++) = static_cast<std::uint8_t>(n);
        if (n == 0 || !t_.options.free_rearrangement) return;
        pool = static_cast<std::uint8_t>(pool + n);
        set_troops(s, l, p - point(type, n));
    });
}

/// Rules: G5.67, G5.67a.
Rules::Share Rules::share_of(const State& s, unsigned leader, const Leaders& mine) const {
    const unsigned type = t_.order[s.type];
    const auto& here = s.unassigned[s.area];
    // Points of later types are pooled, but still attached.
    const Points done = t_.options.free_rearrangement ? t_.before[s.type + 1U] : ~Points{0};
    const Points later = nibbles(t_.common) & ~done;
    unsigned r = 0, q = 0, all_room = 0;
    unsigned common = 0;  // V
    mine.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        const LeaderDef& def = t_.leaders[l];
        const Points p = troops_of(s, l);
        const unsigned free = def.capacity - total(p & done);
        all_room += free;
        if (l == leader) r = free;
        if (l > leader && (def.commands >> type & 1U) != 0) q += free;
        if ((p & later) != 0) common += total(p & later);
    });
    const unsigned u = here[type];
    const bool is_common = (t_.common >> type & 1U) != 0;
    const TroopClass cls = t_.troops[type].cls;
    unsigned need = std::min(u, r + q);
    if (cls == TroopClass::mercenary) {
        need = 0;
    } else if (cls == TroopClass::gunner || is_common) {
        for (unsigned i = s.type; i < t_.troops.size(); ++i)
            if ((t_.common >> t_.order[i] & 1U) != 0) common += here[t_.order[i]];
        const unsigned others = is_common ? common - u : common;  // W, or V for gunners
        const unsigned most = is_common ? std::min(common, all_room) : all_room;
        const unsigned rest = most > others ? most - others : 0;
        need = is_common ? rest : std::min(need, rest);
    }
    return {need > q ? need - q : 0, std::min(u, r)};
}

/// Hand out the running type as far as nothing has to be asked; is there a question? Rules: G5.67.
bool Rules::ask_type(State& s, const Leaders& mine) const {
    const unsigned type = t_.order[s.type];
    const int after = s.leader == kNone ? -1 : s.leader;
    bool asked = false;
    mine.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        if (asked || i <= after || (t_.leaders[l].commands >> type & 1U) == 0) return;
        const Share share = share_of(s, l, mine);
        if (share.least == share.most) {
            give(s, l, share.most);
            return;
        }
        s.leader = static_cast<std::uint8_t>(l);
        asked = true;
    });
    return asked;
}

/// A lone leader with room for all points there keeps his own and takes those he may command;
/// mercenaries are asked for. Rules: G5.67, G5.67a.
bool Rules::take_all(State& s, const Leaders& mine) const {
    const auto l = first_from(mine, 0);
    auto& here = s.unassigned[s.area];
    const Points p = troops_of(s, l);
    if ((p & t_.mercenary_points) != 0) return false;
    if (std::all_of(here.begin(), here.end(), [](std::uint8_t n) { return n == 0; })) return true;
    unsigned all = total(p);
    Points taken = 0;
    for (unsigned t = 0; t < kTroops; ++t) {
        all += here[t];
        if (here[t] == 0) continue;
        if ((t_.mercenaries >> t & 1U) != 0) return false;
        if ((t_.leaders[l].commands >> t & 1U) != 0) taken += point(t, here[t]);
    }
    if (all > t_.leaders[l].capacity) return false;
    for (unsigned t = 0; t < kTroops; ++t)
        here[t] = static_cast<std::uint8_t>(here[t] - points_of(taken, t));
    set_troops(s, l, p + taken);
    return true;
}

/// Hand out the points of one area; is there a question? Types that nobody has and that do not lie
/// here are passed over. Rules: G5.52, G5.67.
bool Rules::share_area(State& s) const {
    const Leaders mine = leaders_in(s, s.side, s.area);
    if (s.type == 0 && s.leader == kNone && mine.count() == 1 && take_all(s, mine)) {
        s.type = static_cast<std::uint8_t>(t_.troops.size());
        return false;
    }
    const auto& here = s.unassigned[s.area];
    Points held = 0;
    if (t_.options.free_rearrangement)
        mine.each([&](int l) { held |= troops_of(s, static_cast<unsigned>(l)); });
    for (; s.type < t_.troops.size(); ++s.type) {
        const unsigned type = t_.order[s.type];
        if (s.leader == kNone) {
            if (here[type] == 0 && points_of(held, type) == 0) continue;
            begin_type(s, mine);
        }
        if (here[type] > 0 && ask_type(s, mine)) return true;
        s.leader = kNone;
    }
    return false;
}

/// Go on to the next question: types in order, areas in order, NON before INI; then what nobody
/// took is removed. Rules: G5.52, G5.55.
void Rules::next_share(State& s) const {
    for (;;) {
        for (Areas rest = held_by(s, s.side) >> s.area << s.area; rest != 0; rest &= rest - 1) {
            const auto area = static_cast<std::uint8_t>(std::countr_zero(rest));
            if (area != s.area) s.type = 0;
            s.area = area;
            if (share_area(s)) return;
        }
        s.area = s.type = 0;
        if (s.side == s.initiative) break;
        s.side = s.initiative;
    }
    for (auto& area : s.unassigned)
        for (unsigned t = 0; t < kTroops; ++t) {
            if (t != kInfantry) s.pool[t] = static_cast<std::uint8_t>(s.pool[t] + area[t]);
            area[t] = 0;
        }
    for (auto& row : s.hand) row.fill(0);
    clear_sequence(s);
    s.step = Step::points;
}

void Rules::give(State& s, unsigned leader, unsigned n) const {
    const unsigned type = t_.order[s.type];
    set_troops(s, leader, troops_of(s, leader) + point(type, n));
    auto& here = s.unassigned[s.area][type];
    here = static_cast<std::uint8_t>(here - n);
}

/// Rules: G5.67a.
void Rules::options_distribute(const State& s, ActionList& out) const {
    const Share share = share_of(s, s.leader, leaders_in(s, s.side, s.area));
    for (unsigned n = share.least; n <= share.most; ++n)
        out.add(act(Kind::give, s.leader, t_.order[s.type], n));
}

/// Rules: G5.67.
void Rules::on_distribute(State& s, Action x, Dice&) const {
    give(s, field_a(x), field_c(x));
    next_share(s);
}

}  // namespace sim::warriors
