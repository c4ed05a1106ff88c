// What a seat may know, and a random completion of it. Rules: W1.6, W1.7, WD1.6.
#include <tuple>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

namespace {

/// The members of a state that lie open to both Houses (W1.7). Hands, hidden plan tokens, plan
/// notes and frames are not among them: `view` copies of those what the seat may know.
constexpr auto kOpen = std::make_tuple(&State::hex, &State::type, &State::plain, &State::commander,
    &State::engaged, &State::occupied, &State::fire, &State::gone, &State::laid, &State::on_map,
    &State::active, &State::ordered, &State::moved, &State::attacked, &State::blue, &State::red,
    &State::token_seat, &State::advanced, &State::pursued, &State::began, &State::still,
    &State::advanced_here, &State::defend, &State::second_formation, &State::tower, &State::pending,
    &State::hidden_shown, &State::committed, &State::points, &State::discard, &State::unseen_hand,
    &State::pool, &State::board_tokens, &State::commander_tokens, &State::owner, &State::morale,
    &State::round, &State::first_player, &State::momentum, &State::in_turn, &State::passed,
    &State::winner, &State::way, &State::card, &State::box, &State::lead, &State::order_left,
    &State::tactic, &State::bonus_count, &State::attack_depth, &State::stack_depth,
    &State::commander_unit, &State::concealed, &State::brotherhood, &State::forced,
    &State::must_lead, &State::gap, &State::marks, &State::bonus, &State::attack,
    &State::turn_started);

}  // namespace

/// What is open, the seat's own secrets, and the size of the other House's hand.
Rules::State Rules::view(const State& s, int seat) const {
    State v{};
    std::apply([&](auto... member) { ((v.*member = s.*member), ...); }, kOpen);
    const auto own = static_cast<Seat>(seat);
    const Seat hidden = other(own);
    v.hand[own] = s.hand[own];
    if (s.view_of == kNone) {
        int size = 0;
        for (const auto n : s.hand[hidden]) size += n;
        v.unseen_hand[hidden] = static_cast<std::uint8_t>(size);
    }
    v.view_of = own;
    v.stack = s.stack;
    // Cards that the other House has named to keep are still hidden (W5.43).
    Frame& f = v.stack[0];
    if (f.step == Step::choose_keep_card && f.b == hidden) f.d = f.e = kNone;
    show_plan(v, s, own);
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
