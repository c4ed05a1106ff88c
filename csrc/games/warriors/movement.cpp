// Impulses. Rules: G5.8, G5.9, G5.63, G6.
#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// Rules: G6.5, G13.2.
bool Rules::may_leave(const State& s, Side side, unsigned area) const {
    const Leaders here = at(s, area);
    const int enemies = (here & s.serves[other(side)]).count();
    const bool marker = controls(s, other(side), area);
    if (enemies == 0 && !(marker && t_.options.pin_by_marker_alone)) return true;
    const int own = (here & s.serves[side]).count() + (controls(s, side, area) ? 1 : 0);
    return own > enemies + (marker ? 1 : 0);
}

/// Rules: chart of 2.4, G9.10.
unsigned Rules::border_limit(const State& s, Side side, unsigned from, unsigned to) const {
    const auto border = static_cast<Border>(t_.map.type(from, to));
    unsigned limit = t_.limits.plain[static_cast<unsigned>(border)];
    if (border != Border::sea) return limit;
    if (controls(s, side, to)) limit = std::max<unsigned>(limit, t_.limits.sea_friendly);
    if (t_.english_sea && side == kEnglish && controls(s, side, from))
        limit = std::max<unsigned>(limit, t_.limits.sea_english);
    return limit;
}

/// Rules: G5.9, G6.1, G6.5, G6.7.
void Rules::options_impulse(const State& s, ActionList& out) const {
    const Leaders own = on_map(s, s.side), enemy = on_map(s, other(s.side));
    std::array<std::uint8_t, kAreas> mine{}, theirs{};
    Areas held = 0;
    own.each([&](int l) {
        const unsigned area = s.where[static_cast<unsigned>(l)];
        ++mine[area];
        held |= area_bit(area);
    });
    enemy.each([&](int l) { ++theirs[s.where[static_cast<unsigned>(l)]]; });
    Areas free = 0, removable = 0;
    each_bit(held, [&](int a) {
        const auto area = static_cast<unsigned>(a);
        const unsigned f = mine[area] + (controls(s, s.side, area) ? 1U : 0U);
        const bool marker = controls(s, other(s.side), area);
        const bool pinned = theirs[area] > 0 || (marker && t_.options.pin_by_marker_alone);
        if (!pinned || f > theirs[area] + (marker ? 1U : 0U)) free |= area_bit(area);
        if (marker && mine[area] > theirs[area] + 1U) removable |= area_bit(area);
    });
    out.add(act(Kind::pass));
    own.each([&](int l) {
        const unsigned from = s.where[static_cast<unsigned>(l)];
        if ((free & area_bit(from)) != 0)
            out.add_each(
                act(Kind::move, static_cast<unsigned>(l)), 8, MaskSet{t_.map.beside(from)});
    });
    out.add_each(act(Kind::remove_marker), 16, MaskSet{removable});
}

/// Rules: G5.9, G6.7.
void Rules::on_impulse(State& s, Action x, Dice&) const {
    s.impulses[s.side] = static_cast<std::uint8_t>(s.impulses[s.side] - 1);
    if (kind_of(x) != Kind::move) {
        if (kind_of(x) == Kind::remove_marker) s.control[other(s.side)] &= ~area_bit(field_a(x));
        next_impulse(s);
        return;
    }
    const unsigned leader = field_a(x), to = field_b(x);
    s.area = s.where[leader];
    s.to = static_cast<std::uint8_t>(to);
    s.left = static_cast<std::uint8_t>(border_limit(s, s.side, s.area, to) - 1);
    s.last = x;
    move_leader(s, leader, to);
    s.step = Step::companion;
}

/// Rules: G5.63.
void Rules::options_companion(const State& s, ActionList& out) const {
    out.add(act(Kind::go));
    if (s.left == 0 || !may_leave(s, s.side, s.area)) return;
    leaders_in(s, s.side, s.area).each([&](int l) {
        if (static_cast<unsigned>(l) > field_a(s.last))
            out.add(act(Kind::join, static_cast<unsigned>(l)));
    });
}

/// Rules: G5.63.
void Rules::on_companion(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::go) {
        next_impulse(s);
        return;
    }
    move_leader(s, field_a(x), s.to);
    s.left = static_cast<std::uint8_t>(s.left - 1);
    s.last = x;
}

/// Rules: G6.4, G6.8, G6.9.
void Rules::move_leader(State& s, unsigned leader, unsigned to) const {
    const unsigned from = s.where[leader];
    const Side side = s.serves[kEnglish].test(static_cast<int>(leader)) ? kEnglish : kFrench;
    s.where[leader] = static_cast<std::uint8_t>(to);
    drop_aggressor(s, side, from);
    mark_aggressor(s, side, to);
}

/// Rules: G6.9.
void Rules::drop_aggressor(State& s, Side side, unsigned area) const {
    if ((s.aggressor[side] & area_bit(area)) != 0 && leaders_in(s, side, area).none())
        s.aggressor[side] &= ~area_bit(area);
}

/// Rules: G6.8, G5.49.
void Rules::mark_aggressor(State& s, Side side, unsigned area) const {
    if (((s.aggressor[0] | s.aggressor[1]) & area_bit(area)) != 0) return;
    if (controls(s, other(side), area) || leaders_in(s, other(side), area).any())
        s.aggressor[side] |= area_bit(area);
}

}  // namespace sim::warriors
