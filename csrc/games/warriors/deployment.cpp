// Phase 6. Rules: G5.29-G5.36, G5.66.
#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// Friendly groups of two areas or more, by their lowest area.
struct Rules::Groups {
    std::array<Areas, kGroups> areas{};
    unsigned count = 0;

    /// The number of the group that an area belongs to, `count` if to none.
    [[nodiscard]] unsigned of(unsigned area) const {
        unsigned g = 0;
        while (g < count && (areas[g] & area_bit(area)) == 0) ++g;
        return g;
    }
};

/// Rules: G5.30, G5.36.
Rules::Groups Rules::groups_of(const State& s, Side side) const {
    Groups groups;
    for (Areas rest = s.control[side]; rest != 0;) {
        const auto lowest = static_cast<unsigned>(std::countr_zero(rest));
        const Areas group = t_.map.connected(lowest, s.control[side], t_.deploys[side]);
        rest &= ~group;
        if (std::popcount(group) > 1) groups.areas[groups.count++] = group;
    }
    return groups;
}

unsigned Rules::lowest_of_group(const State& s, unsigned group) const {
    return static_cast<unsigned>(std::countr_zero(groups_of(s, s.side).areas[group]));
}

namespace {

/// The areas of a group from which points of a type were lifted.
Areas lifted(const State& s, Areas group, unsigned type) {
    Areas found = 0;
    each_bit(group, [&](int a) {
        if ((s.unassigned[static_cast<unsigned>(a)][type] & kLifted) != 0)
            found |= area_bit(static_cast<unsigned>(a));
    });
    return found;
}

constexpr unsigned last_area(const State& s) { return field_a(s.last); }

}  // namespace

/// Rules: G5.29.
void Rules::begin_deployment(State& s, Side side) const {
    clear_sequence(s);
    s.side = side;
    s.step = Step::deploy;
}

/// Keys (area, type) increase; another area must be left to drop into. Rules: G5.66.
void Rules::options_deploy(const State& s, ActionList& out) const {
    out.add(act(Kind::done));
    const Groups groups = groups_of(s, s.side);
    Areas all = 0;
    for (unsigned g = 0; g < groups.count; ++g) all |= groups.areas[g];
    if (s.last != 0) all = all >> last_area(s) << last_area(s);
    each_bit(all, [&](int a) {
        const auto area = static_cast<unsigned>(a);
        const auto& here = s.unassigned[area];
        for (unsigned type = 0; type < kTroops; ++type) {
            if (here[type] == 0 || (here[type] & kLifted) != 0) continue;
            if (s.last != 0 && area == last_area(s) && type <= field_b(s.last)) continue;
            const Areas open = groups.areas[groups.of(area)] & ~area_bit(area);
            if ((open & ~lifted(s, open, type)) == 0) continue;
            for (unsigned n = 1; n <= here[type]; ++n) out.add(act(Kind::lift, area, type, n));
        }
    });
}

/// Rules: G5.66.
void Rules::on_deploy(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::done) {
        begin_drop(s);
        return;
    }
    const unsigned area = field_a(x), type = field_b(x), n = field_c(x);
    auto& here = s.unassigned[area][type];
    here = static_cast<std::uint8_t>((here - n) | kLifted);
    auto& hand = s.hand[groups_of(s, s.side).of(area)][type];
    hand = static_cast<std::uint8_t>(hand + n);
    s.last = x;
}

/// Go to the first (group, type) in hand, or on to hiring. Rules: G5.66.
void Rules::begin_drop(State& s) const {
    clear_sequence(s);
    for (unsigned g = 0; g < kGroups; ++g)
        for (unsigned type = 0; type < kTroops; ++type) {
            if (s.hand[g][type] == 0) continue;
            s.left = static_cast<std::uint8_t>(g);
            s.type = static_cast<std::uint8_t>(type);
            s.step = Step::drop;
            return;
        }
    for (auto& area : s.unassigned)
        for (auto& n : area) n = static_cast<std::uint8_t>(n & ~kLifted);
    s.step = Step::hire;
}

/// Areas increase; all must be dropped. State::left is the group. Rules: G5.66.
void Rules::options_drop(const State& s, ActionList& out) const {
    const Areas group = groups_of(s, s.side).areas[s.left];
    Areas open = group & ~lifted(s, group, s.type);
    if (s.last != 0) open = open >> last_area(s) >> 1 << 1 << last_area(s);
    const unsigned hand = s.hand[s.left][s.type];
    for (; open != 0; open &= open - 1) {
        const auto area = static_cast<unsigned>(std::countr_zero(open));
        const bool later = (open & (open - 1)) != 0;
        for (unsigned n = later ? 1 : hand; n <= hand; ++n)
            out.add(act(Kind::drop, area, s.type, n));
    }
}

/// Rules: G5.66.
void Rules::on_drop(State& s, Action x, Dice&) const {
    const unsigned area = field_a(x), n = field_c(x);
    auto& here = s.unassigned[area][s.type];
    here = static_cast<std::uint8_t>(here + n);
    auto& hand = s.hand[s.left][s.type];
    hand = static_cast<std::uint8_t>(hand - n);
    s.last = x;
    if (hand == 0) begin_drop(s);
}

/// Keys (home, leader) never decrease. Rules: G5.31, G5.32, G5.36, G5.66.
void Rules::options_hire(const State& s, ActionList& out) const {
    out.add(act(Kind::done));
    Leaders able;
    Areas stand = 0;
    on_map(s, s.side).each([&](int l) {
        if (free_command(s, static_cast<unsigned>(l)) == 0) return;
        able.set(l);
        stand |= area_bit(s.where[static_cast<unsigned>(l)]);
    });
    const unsigned first = s.last != 0 ? last_area(s) : 0;
    for (unsigned home = first; home < t_.areas.size(); ++home) {
        const std::uint8_t type = t_.mercenary[home];
        if (type == kNone || s.unassigned[home][type] == 0) continue;
        Areas reached = area_bit(home);
        each_bit(t_.map.beside(home, t_.deploys[s.side]) & s.control[s.side], [&](int a) {
            const auto area = static_cast<unsigned>(a);
            if ((reached & area_bit(area)) == 0) reached |= group_of(s, area);
        });
        if ((reached & stand) == 0) continue;
        able.each([&](int i) {
            const auto l = static_cast<unsigned>(i);
            const bool key = s.last == 0 || home > first || l >= field_b(s.last);
            const bool commands = (t_.leaders[l].commands >> type & 1U) != 0;
            if (key && commands && (reached & area_bit(s.where[l])) != 0)
                out.add(act(Kind::hire, home, l));
        });
    }
}

/// Rules: G5.29, G5.31.
void Rules::on_hire(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::done) {
        if (s.side == s.initiative)
            begin_phase(s, 7);
        else
            begin_deployment(s, s.initiative);
        return;
    }
    const unsigned home = field_a(x), leader = field_b(x), type = t_.mercenary[home];
    s.unassigned[home][type] = static_cast<std::uint8_t>(s.unassigned[home][type] - 1);
    set_troops(s, leader, troops_of(s, leader) + point(type));
    s.last = x;
}

}  // namespace sim::warriors
