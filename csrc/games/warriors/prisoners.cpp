// Phase 7. Rules: G5.37-G5.41, G5.70, G5.71.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// For each sum of stars the most captives that reach it, or -1.
struct Reach {
    std::array<std::int8_t, kLeaders * kMaxStars + 1> heads;

    Reach() {
        heads.fill(-1);
        heads[0] = 0;
    }
    void add(unsigned stars) {
        for (unsigned sum = heads.size() - 1; sum >= stars; --sum)
            if (heads[sum - stars] >= 0)
                heads[sum] = std::max(heads[sum], static_cast<std::int8_t>(heads[sum - stars] + 1));
    }
};

}  // namespace

/// Which sum of stars is exchanged. Option G13.9 also fixes the number of heads in each prison.
/// State::left is the sum still to be named in the running prison, State::more the heads under
/// G13.9, State::area the prison's keeper. Rules: G5.37.
void Rules::begin_exchange(State& s) const {
    clear_sequence(s);
    s.side = s.initiative;
    if (captives_of(s, kEnglish).none() || captives_of(s, kFrench).none()) {
        next_ransom(s);
        return;
    }
    std::array<Reach, 2> reach;
    for (Side keeper = 0; keeper < 2; ++keeper)
        captives_of(s, keeper).each(
            [&](int l) { reach[keeper].add(t_.leaders[static_cast<unsigned>(l)].stars); });
    unsigned best = 0;
    int heads = 0;
    for (unsigned sum = 1; sum < reach[0].heads.size(); ++sum) {
        if (reach[0].heads[sum] < 0 || reach[1].heads[sum] < 0) continue;
        const int both = reach[0].heads[sum] + reach[1].heads[sum];
        if (t_.options.exchange_by_heads && both < heads) continue;
        best = sum;
        heads = both;
    }
    if (best == 0) {
        next_ransom(s);
        return;
    }
    s.area = kEnglish;
    s.left = static_cast<std::uint8_t>(best);
    s.to = static_cast<std::uint8_t>(best);
    if (t_.options.exchange_by_heads) {
        s.more = static_cast<std::uint8_t>(reach[0].heads[best]);
        s.type = static_cast<std::uint8_t>(reach[1].heads[best]);
    }
    s.step = Step::exchange;
}

/// A captive is offered if later ones can complete the sum. Rules: G5.70.
void Rules::options_exchange(const State& s, ActionList& out) const {
    const Leaders captives = captives_of(s, s.area);
    const bool by_heads = t_.options.exchange_by_heads;
    std::array<Action, kLeaders> offered;
    unsigned n = 0;
    Reach later;
    for (unsigned l = kLeaders; l-- > 0;) {
        if (!captives.test(static_cast<int>(l))) continue;
        if (s.last != 0 && l <= field_a(s.last)) break;
        const unsigned stars = t_.leaders[l].stars;
        if (stars <= s.left) {
            const int heads = later.heads[s.left - stars];
            if (heads >= 0 && (!by_heads || heads + 1 == s.more))
                offered[n++] = act(Kind::exchange, l);
        }
        later.add(stars);
    }
    while (n > 0) out.add(offered[--n]);
}

/// Rules: G5.37, G5.70.
void Rules::on_exchange(State& s, Action x, Dice&) const {
    const unsigned leader = field_a(x);
    s.left = static_cast<std::uint8_t>(s.left - t_.leaders[leader].stars);
    if (t_.options.exchange_by_heads) --s.more;
    rout(s, leader);
    s.last = x;
    if (s.left > 0) return;
    s.last = 0;
    if (s.area == kFrench) {
        next_ransom(s);
        return;
    }
    s.area = kFrench;
    s.left = s.to;
    if (t_.options.exchange_by_heads) s.more = s.type;
    s.type = kNone;
}

/// Go to the next captive of INI, then of NON. State::leader is the captive, State::left the value
/// named so far, State::more the least of the areas named. Rules: G5.38.
void Rules::next_ransom(State& s) const {
    const unsigned after = s.step == Step::ransom ? s.leader : kNone;
    const Side side = s.step == Step::ransom ? s.side : s.initiative;
    clear_sequence(s);
    s.side = side;
    s.step = Step::ransom;
    unsigned from = after == kNone ? 0 : after + 1;
    for (;;) {
        const unsigned next = first_from(captives_of(s, other(s.side)), from);
        s.leader = static_cast<std::uint8_t>(next);
        if (next != kNone) return;
        if (s.side != s.initiative) {
            begin_phase(s, 8);
            return;
        }
        s.side = non(s);
        from = 0;
    }
}

/// Can areas of a set, in increasing order, end a payment without a spare one? `sum` and `least`
/// are value and least value of those named. Rules: G5.39, G5.71.
bool Rules::pays(Areas areas, unsigned sum, unsigned least, unsigned price) const {
    if (sum >= price) return sum - least < price;
    for (; areas != 0; areas &= areas - 1) {
        const unsigned value = t_.areas[static_cast<unsigned>(std::countr_zero(areas))].value;
        if (pays(areas & (areas - 1), sum + value, std::min(least, value), price)) return true;
    }
    return false;
}

/// Rules: G5.38, G5.71.
void Rules::options_ransom(const State& s, ActionList& out) const {
    if (s.last == 0) out.add(act(Kind::decline, s.leader));
    const unsigned price = t_.leaders[s.leader].stars;
    Areas rest = s.control[s.side];
    if (s.last != 0) rest = rest >> field_b(s.last) >> 1 << 1 << field_b(s.last);
    const unsigned least = s.last != 0 ? s.more : kMaxValue;
    for (; rest != 0; rest &= rest - 1) {
        const auto area = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned value = t_.areas[area].value;
        if (pays(rest & (rest - 1), s.left + value, std::min(least, value), price))
            out.add(act(Kind::pay, s.leader, area));
    }
}

/// Rules: G5.38, G13.8.
void Rules::on_ransom(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::pay) {
        const unsigned area = field_b(x), value = t_.areas[area].value;
        s.control[s.side] &= ~area_bit(area);
        if (t_.options.ransom_to_enemy) s.control[other(s.side)] |= area_bit(area);
        s.more = static_cast<std::uint8_t>(s.last == 0 ? value : std::min<unsigned>(s.more, value));
        s.left = static_cast<std::uint8_t>(s.left + value);
        s.last = x;
        if (s.left < t_.leaders[s.leader].stars) return;
        rout(s, s.leader);
    }
    next_ransom(s);
}

}  // namespace sim::warriors
