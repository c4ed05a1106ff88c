// Order tokens, cards and command tokens for the greedy agent.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

/// Worths of tokens: a wild one, the fitting colour, morale, and what is left over for a pair.
constexpr int kValorWorth = 80, kFitting = 60, kMoraleWorth = 50, kSpare = 25;

/// What the next card through a commander could do.
int zone_gain(const Rules& rules, const State& s, unsigned commander, Orders& orders) {
    return s.commander_unit[commander] == kNoUnit
               ? 0
               : orders.best(rules.in_zoc(s, commander) & s.active, 2);
}

/// Tokens go to the commanders who lead least, and leave room where most is to be led. Frame of
/// choose_token_layout: a tokens left, b House, d who must keep room. Rules: WD2.40.
Action token_layout(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const Tables& t = rules.tables();
    const Frame& f = s.stack[s.stack_depth - 1U];
    const unsigned now = field_a(legal[0]);
    Orders orders(judge);
    const int mine = zone_gain(rules, s, now, orders);
    int before = f.a;  // tokens that find a place on cards less useful than this one
    each_bit(t.seat_commanders[f.b], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (i <= now || s.commander_unit[i] == kNoUnit) return;
        const int room = t.limit[i] - (i == f.d ? 1 : 0);
        const bool less = i != f.d && (now == f.d || zone_gain(rules, s, i, orders) < mine);
        if (less) before -= room;
    });
    const int wanted = std::max(before, 0);
    return best_of(legal, [&](Action x) {
        const int n = static_cast<int>(field_b(x)) - wanted;
        return n < 0 ? n : -n;
    });
}

}  // namespace

int token_worth(const Rules& rules, const State& s, Seat seat, unsigned face) {
    const UnitMask ready = s.on_map & s.active & seat_mask(seat);
    if (face == static_cast<unsigned>(Face::valor)) return ready != 0 ? kValorWorth : kSpare;
    if (face == static_cast<unsigned>(Face::morale)) return kMoraleWorth;
    int units = 0;
    each_bit(ready, [&](int u) {
        units += static_cast<unsigned>(rules.rank(s, static_cast<unsigned>(u))) == face;
    });
    return s.pool[seat][face] <= units && units > 0 ? kFitting : kSpare;
}

/// Most orders first, then boxes with something added, then tactics.
int card_value(const CardDef& card) {
    int most = 0;
    for (const BoxDef& box : card.boxes)
        most = std::max(most, 10 * box.order + (box.effects.empty() ? 0 : 5));
    return most + (card.has_tactic ? 2 : 0);
}

Action tokens(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const Seat seat = judge.seat();
    switch (s.stack[s.stack_depth - 1U].step) {
    case Step::choose_token_to_discard:
        return best_of(legal, [&](Action x) { return -token_worth(rules, s, seat, field_a(x)); });
    case Step::choose_token_source:  // from the enemy: it is his loss as well
        return best_of(legal, [](Action x) { return static_cast<int>(field_b(x)); });
    case Step::choose_other_commander: {
        Orders orders(judge);
        return best_of(legal, [&](Action x) { return -zone_gain(rules, s, field_a(x), orders); });
    }
    default: return token_layout(rules, s, legal, judge);
    }
}

/// The cheapest card. Two for tokens (T-MAR) go when they could not be played anyway, or when many
/// units wait for orders. Rules: WD10.33.
Action discard_card(const Rules& rules, const State& s, const ActionList& legal, Seat seat) {
    const auto& cards = rules.tables().cards[seat];
    int held = 0;
    for (const auto n : s.hand[seat]) held += n;
    const int waiting = std::popcount(s.on_map & s.active & seat_mask(seat));
    const bool spare = held - 2 >= s.board_tokens[seat] || waiting > 2 * held;
    return best_of(legal, [&](Action x) {
        if (field_a(x) == kNone) return spare ? kNever : 0;
        return -card_value(cards[field_a(x)]);
    });
}

/// The token or card to keep for the next round. Rules: W5.43.
Action keep(const Rules& rules, const State& s, const ActionList& legal, Seat seat) {
    if (kind_of(legal[0]) == Kind::choose_keep_card)
        return best_of(legal, [&](Action x) {
            const unsigned card = field_a(x);
            return card == kNone ? 0 : 1 + card_value(rules.tables().cards[seat][card]);
        });
    std::array<int, 3> of_rank{};
    each_bit(s.on_map & seat_mask(seat),
        [&](int u) { ++of_rank[static_cast<unsigned>(rules.rank(s, static_cast<unsigned>(u)))]; });
    return best_of(legal, [&](Action x) {
        const unsigned f = field_a(x);
        if (f == kNone) return 0;
        return f == static_cast<unsigned>(Face::valor)    ? 100
               : f == static_cast<unsigned>(Face::morale) ? 1
                                                          : of_rank[f];
    });
}

}  // namespace sim::westeros::greedy
