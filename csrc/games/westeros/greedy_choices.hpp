// The choices of the greedy agent, one function a kind of decision.
#pragma once

#include "games/westeros/greedy.hpp"

namespace sim::westeros {

inline constexpr int kNever = -1000000;

/// The action with the highest score, the first of equals.
template <class Score>
Action best_of(const ActionList& legal, Score&& score) {
    Action best = legal[0];
    int most = kNever;
    for (const Action x : legal) {
        const int value = score(x);
        if (value > most) {
            most = value;
            best = x;
        }
    }
    return best;
}

constexpr Kind kind_of(Action x) { return static_cast<Kind>(action_kind(x)); }

/// Gains of an order by unit, worked out when first asked for.
class Orders {
  public:
    explicit Orders(Judge& judge) : judge_(judge) {}
    int operator[](unsigned u) {
        if (u >= kUnits) return judge_.hidden(u - kHiddenToken);
        if ((known_ & bit(u)) == 0) {
            known_ |= bit(u);
            gain_[u] = judge_.order(u);
        }
        return gain_[u];
    }
    /// Sum of the n best of these units.
    int best(UnitMask units, int n) {
        int sum = 0;
        for (; n > 0 && units != 0; --n) {
            const unsigned u = pick(units);
            sum += (*this)[u];
            units &= ~bit(u);
        }
        return sum;
    }
    /// The best of these units, the lowest number of equals.
    unsigned pick(UnitMask units) {
        auto best = static_cast<unsigned>(std::countr_zero(units));
        each_bit(units, [&](int u) {
            if ((*this)[static_cast<unsigned>(u)] > (*this)[best]) best = static_cast<unsigned>(u);
        });
        return best;
    }

    [[nodiscard]] Judge& judge() { return judge_; }

  private:
    Judge& judge_;
    UnitMask known_ = 0;
    std::array<int, kUnits> gain_;
};

namespace greedy {

// Orders (greedy_orders.cpp).
[[nodiscard]] Action turn_action(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action command_box(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action ordered_unit(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
/// Is a commit ability for the start of a turn worth its one use now? Rules: WD2.25.
[[nodiscard]] int commit_gain(
    const Rules& rules, const State& s, unsigned commander, Orders& orders);

// Moves and attacks (greedy_moves.cpp).
[[nodiscard]] Action move(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action path(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action attack(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action pursue_move(const ActionList& legal, unsigned u, Judge& judge);
/// A hex for a unit that goes there, and may attack from it; none: stay.
[[nodiscard]] Action hex_for(
    const State& s, const ActionList& legal, unsigned u, bool attacks, Judge& judge);
/// Gain of going to one of these hexes, with the attack that follows.
[[nodiscard]] int gain_of_move(unsigned u, const Cells& cells, bool attacks, Judge& judge);
/// Shots without sight at one target. Rules: WD2.36.
[[nodiscard]] int covering_gain(
    const Rules& rules, const State& s, unsigned commander, unsigned target, Judge& judge);

// Choices inside an attack (greedy_combat.cpp).
[[nodiscard]] Action reroll(const Rules& rules, const State& s, const ActionList& legal, bool all);
[[nodiscard]] Action combat(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action commit(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);

// What cards and abilities ask for (greedy_effects.cpp).
[[nodiscard]] Action tactic(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action effect_unit(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action effect_hex(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action bonus(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);

// Tokens and cards (greedy_tokens.cpp).
/// What a token of a kind is worth to a House now.
[[nodiscard]] int token_worth(const Rules& rules, const State& s, Seat seat, unsigned face);
[[nodiscard]] int card_value(const CardDef& card);
[[nodiscard]] Action tokens(
    const Rules& rules, const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action discard_card(
    const Rules& rules, const State& s, const ActionList& legal, Seat seat);
[[nodiscard]] Action keep(const Rules& rules, const State& s, const ActionList& legal, Seat seat);

// Set-up, formations, outposts (greedy_setup.cpp).
[[nodiscard]] Action stance(const Rules& rules, const State& s, const ActionList& legal, Seat seat);
[[nodiscard]] Action setup(
    const Rules& rules, const State& s, const ActionList& legal, Stream& stream);

}  // namespace greedy

}  // namespace sim::westeros
