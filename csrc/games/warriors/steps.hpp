// The table of steps: one row for each enumerator of Step, in its order.
#pragma once

#include "game/step_table.hpp"
#include "games/warriors/rules.hpp"

namespace sim::warriors {

using StepDef = StepRow<Rules, State, Step>;

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table();

/// The state of G5.1 that a step stands for, and its phase (0 = set-up).
struct StateName {
    std::string_view name;
    unsigned phase;
};
const StateName& state_name(Step step);

}  // namespace sim::warriors
