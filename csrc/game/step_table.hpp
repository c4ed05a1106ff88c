// One row a step of a game: automatic steps have `run`, decisions have `options` and `on`.
// A game lists its rows in the order of its enumeration of steps.
#pragma once

#include <string_view>

#include "core/action.hpp"
#include "dice/dice.hpp"

namespace sim {

template <class Rules, class State, class Step>
struct StepRow {
    Step step;
    std::string_view name;
    std::string_view rule;
    void (*run)(const Rules&, State&, Dice&);
    void (*options)(const Rules&, const State&, ActionList&);
    void (*on)(const Rules&, State&, Action, Dice&);
};

/// Makes rows of member functions. A plain function for each member: the call needs no test for
/// virtual functions.
template <class Rules, class State, class Step>
struct StepRows {
    using Row = StepRow<Rules, State, Step>;

    template <auto Run>
    static constexpr Row automatic(Step step, std::string_view name, std::string_view rule) {
        return {step, name, rule, run_of<Run>, nullptr, nullptr};
    }
    template <auto Options, auto On>
    static constexpr Row decision(Step step, std::string_view name, std::string_view rule) {
        return {step, name, rule, nullptr, options_of<Options>, on_of<On>};
    }

  private:
    template <auto F>
    static void run_of(const Rules& r, State& s, Dice& d) {
        (r.*F)(s, d);
    }
    template <auto F>
    static void options_of(const Rules& r, const State& s, ActionList& out) {
        (r.*F)(s, out);
    }
    template <auto F>
    static void on_of(const Rules& r, State& s, Action x, Dice& d) {
        (r.*F)(s, x, d);
    }
};

}  // namespace sim
