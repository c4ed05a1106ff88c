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
[[nodiscard]] Action ordered_unit(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action move(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action attack(const State& s, const ActionList& legal, Judge& judge);
[[nodiscard]] Action pursue_move(const ActionList& legal, unsigned u, Judge& judge);

}  // namespace greedy

}  // namespace sim::westeros
