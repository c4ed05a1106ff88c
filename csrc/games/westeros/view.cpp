// What a seat may know, and a random completion of it. Rules: W1.6, W1.7, WD1.6.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

/// Everything is open but the other House's hand; its size stays known.
Rules::State Rules::view(const State& s, int seat) const {
    State v = s;
    const Seat hidden = other(static_cast<Seat>(seat));
    if (v.view_of == kNone) {
        int size = 0;
        for (const auto n : v.hand[hidden]) size += n;
        v.unseen_hand[hidden] = static_cast<std::uint8_t>(size);
    }
    v.hand[hidden].fill(0);
    v.view_of = static_cast<std::uint8_t>(seat);
    // Cards that the other House has named to keep are still hidden (W5.43).
    Frame& f = v.stack[0];
    if (f.step == Step::choose_keep_card && f.b == hidden) f.d = f.e = kNone;
    mask_plan(v, static_cast<Seat>(seat));
    return v;
}

/// Deal the hidden hand from the cards that are neither discarded nor being played.
Rules::State Rules::complete(const State& view, Dice& dice) const {
    State s = view;
    if (s.view_of == kNone) return s;
    const Seat hidden = other(s.view_of);
    std::array<std::uint8_t, kCards> deck;
    for (unsigned c = 0; c < kCards; ++c)
        deck[c] = static_cast<std::uint8_t>(t_.copies[hidden][c] - s.discard[hidden][c]);
    if (s.card != kNone && s.in_turn == hidden) --deck[s.card];
    for (int n = s.unseen_hand[hidden]; n > 0; --n) {
        const auto card =
            static_cast<unsigned>(dice.draw(static_cast<RollId>(RollName::determine), deck));
        --deck[card];
        ++s.hand[hidden][card];
    }
    s.unseen_hand[hidden] = 0;
    // A card named to be kept while a second may follow (keep_cards) is one of the hand.
    Frame& f = s.stack[0];
    if (f.step == Step::choose_keep_card && f.b == hidden && f.c > 0)
        f.d = static_cast<std::uint8_t>(
            dice.draw(static_cast<RollId>(RollName::determine), s.hand[hidden]));
    complete_plan(s, s.view_of, dice);
    s.view_of = kNone;
    return s;
}

}  // namespace sim::westeros
