// The course of a battle: rounds, phases, turns, regroup. Rules: W5.1-W5.45.
#include <algorithm>

#include "core/bytes.hpp"
#include "games/westeros/steps.hpp"

namespace sim::westeros {

using enum Step;

void Rules::step(State& s, Action action, Dice& dice, ActionList& out) const {
    step_table()[static_cast<unsigned>(top(s).step)].on(*this, s, action, dice);
    advance(s, dice, out);
}

/// Run automatic steps; take decisions that have one option (W5.37); stop at a real choice or the
/// end.
void Rules::advance(State& s, Dice& d, ActionList& out) const {
    if (t_.interrupts)
        run_on<true>(s, d, out);
    else
        run_on<false>(s, d, out);
}

template <bool Interrupts>
void Rules::run_on(State& s, Dice& d, ActionList& out) const {
    const auto& table = step_table();
    out.clear();
    while (s.winner == kNone) {
        if constexpr (Interrupts)
            if (s.pending != 0 || s.gap != 0) interrupt(s, d);
        const StepDef& def = table[static_cast<unsigned>(top(s).step)];
        if (def.run != nullptr) {
            def.run(*this, s, d);
            continue;
        }
        def.options(*this, s, out);
        SIM_ASSERT(!out.empty());
        if (out.size() > 1) return;
        def.on(*this, s, out[0], d);
        out.clear();
    }
}

void Rules::legal_actions(const State& s, ActionList& out) const {
    out.clear();
    // A view knows only its own seat's choices.
    if (s.view_of != kNone && s.view_of != to_act(s)) return;
    if (s.winner == kNone) step_table()[static_cast<unsigned>(top(s).step)].options(*this, s, out);
}

void Rules::apply(State& s, Action action, Dice& dice) const {
    ActionList next;
    step(s, action, dice, next);
}

Rules::State Rules::initial(Dice& dice) const {
    ActionList out;
    return initial(dice, out);
}

/// Advantage, refresh, rally. Rules: W5.1-W5.5.
void Rules::run_rally(State& s, Dice&) const {
    if (s.round == 1 || s.board_tokens[0] == s.board_tokens[1])
        s.first_player = s.momentum;
    else
        s.first_player = s.board_tokens[1] > s.board_tokens[0] ? 1 : 0;
    s.board_tokens = {static_cast<std::uint8_t>(t_.house[0].command_tokens),
        static_cast<std::uint8_t>(t_.house[1].command_tokens)};
    s.commander_tokens.fill(0);
    s.active = s.on_map;
    top(s).step = marshal;
}

/// Rules: W5.6, W2.16.
void Rules::roll_order_tokens(State& s, Seat seat, Dice& d) const {
    const Faces rolled =
        d.pool(static_cast<RollId>(RollName::order_tokens), t_.house[seat].order_rating);
    for (unsigned f = 0; f < kFaces; ++f) {
        int n = rolled[static_cast<Face>(f)];
        if (!t_.options.unlimited_order_tokens) n = std::min(n, 10 - s.pool[0][f] - s.pool[1][f]);
        s.pool[seat][f] = static_cast<std::uint8_t>(s.pool[seat][f] + std::max(n, 0));
    }
}

/// Draw from the deck, which is what is neither in hand, discarded nor being played. Rules: W5.7.
void Rules::draw_cards(State& s, Seat seat, int n, Dice& d) const {
    std::array<std::uint8_t, kCards> deck;
    int left = 0;
    for (unsigned c = 0; c < kCards; ++c) {
        deck[c] =
            static_cast<std::uint8_t>(t_.copies[seat][c] - s.hand[seat][c] - s.discard[seat][c]);
        left += deck[c];
    }
    if (s.card != kNone && s.in_turn == seat) {
        --deck[s.card];
        --left;
    }
    for (; n > 0; --n) {
        if (left == 0) {
            deck = s.discard[seat];
            s.discard[seat].fill(0);
            for (const auto c : deck) left += c;
            if (left == 0) return;
        }
        const auto card = static_cast<unsigned>(d.draw(
            static_cast<RollId>(RollName::draw_card), deck, static_cast<std::uint32_t>(left)));
        --deck[card];
        --left;
        ++s.hand[seat][card];
    }
}

/// Rules: W5.6, W5.7.
void Rules::run_marshal(State& s, Dice& d) const {
    const Seat first = s.first_player;
    roll_order_tokens(s, first, d);
    roll_order_tokens(s, other(first), d);
    draw_cards(s, first, t_.house[first].leadership_rating, d);
    draw_cards(s, other(first), t_.house[other(first)].leadership_rating, d);
    s.in_turn = first;
    s.passed = 0;
    top(s).step = turn_start;
}

/// Rules: W5.8.
void Rules::run_turn_start(State& s, Dice&) const {
    if (s.passed == 3) {
        s.turn_started.fill(0);
        top(s).step = regroup_status;
        return;
    }
    if ((s.passed >> s.in_turn & 1) != 0) s.in_turn = other(s.in_turn);
    if (t_.remembers_start)
        std::copy_n(s.hex.begin() + 16 * s.in_turn, kUnitsPerSeat, s.turn_started.begin());
    top(s).step = choose_turn_action;
}

/// Formations may be chosen anew before any movement. Rules: W5.30, W9.29.
void Rules::run_order_start(State& s, Dice&) const {
    s.moved = s.attacked = s.began = s.advanced = s.advanced_here = s.pursued = 0;
    bool acts = s.ordered != 0;
    if (!t_.plain_moves)
        for (unsigned i = 0; i < s.bonus_count; ++i) acts |= s.bonus[i].hook == Hook::deactivate;
    top(s).step = acts ? choose_move : turn_end;
    if (t_.formations && s.ordered != 0) push(s, {formations, 1, 0, 0, 0, 0});
}

/// Rules: W5.35; defend tokens: W9.60.
void Rules::run_turn_end(State& s, Dice& d) const {
    s.active &= ~(s.ordered & ~brotherhood(s));
    if (t_.has(Keyword::defender))
        s.defend |= with_keyword(s, s.ordered & ~s.began & s.on_map, Keyword::defender);
    if (s.card != kNone && tactic_usable(s, t_.cards[s.in_turn][s.card], true))
        top(s) = {choose_tactic, 1, 0, 0, 0, 0};
    else if (s.bonus_count != 0 || (s.card != kNone && (box_of(s).at_end || after_other_box(s))))
        top(s) = {turn_effects, 0, 0, 0, 0, 0};
    else
        run_turn_close(s, d);
}

/// Effects worded for the end of the turn, box after box. Frame: a 1 while those of the first of
/// two boxes run. Rules: W5.35, WD13.2, WD10.20.
void Rules::run_turn_effects(State& s, Dice&) const {
    if (after_other_box(s)) {
        s.box ^= 1;  // the other box, and back
        top(s).a ^= 1;
        if (top(s).a != 0) {
            if (box_of(s).at_end) push(s, {effects, end_effects, s.lead, 0, 0, 0});
            return;
        }
    }
    for (unsigned i = 0; i < s.bonus_count; ++i)
        if (s.bonus[i].hook == Hook::rally_at_end) {
            const UnitMask tired =
                (UnitMask{s.bonus[i].units} << (16 * s.bonus[i].seat)) & s.on_map;
            s.active |= tired & ~with_keyword(s, tired, Keyword::inefficient);
        }
    top(s).step = turn_close;
    if (s.card != kNone && box_of(s).at_end) push(s, {effects, end_effects, s.lead, 0, 0, 0});
}

/// The card is discarded, bonuses of the turn end; a Brotherhood token is paid. Rules: W5.35,
/// WD2.7.
void Rules::run_turn_close(State& s, Dice&) const {
    if ((s.marks & brothers) != 0) {
        s.marks = static_cast<std::uint8_t>(s.marks & ~brothers);
        if (s.brotherhood[s.in_turn] > 0) --s.brotherhood[s.in_turn];
    }
    if (s.card != kNone) ++s.discard[s.in_turn][s.card];
    s.card = s.lead = kNone;
    s.box = s.order_left = s.tactic = 0;
    end_bonuses(s, Until::turn_end, s.in_turn);
    s.ordered = s.moved = s.attacked = s.began = s.advanced = s.advanced_here = s.pursued = 0;
    s.still = 0;
    free_from_force(s);
    s.in_turn = other(s.in_turn);
    top(s) = {turn_start, 0, 0, 0, 0, 0};
}

/// Rules: W10.2, WD10.9.
void Rules::end_bonuses(State& s, Until until, Seat seat) const {
    if (s.bonus_count == 0) return;
    unsigned kept = 0;
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        const bool ends = until == Until::round_end || b.until == Until::this_attack ||
                          (b.until == until && (until != Until::next_own_turn || b.seat == seat));
        if (!ends) s.bonus[kept++] = b;
    }
    for (unsigned i = kept; i < s.bonus_count; ++i) s.bonus[i] = Bonus{};
    s.bonus_count = static_cast<std::uint8_t>(kept);
}

}  // namespace sim::westeros
