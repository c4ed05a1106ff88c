// The table of steps: one row for each enumerator of Step, in its order.
#pragma once

#include "game/step_table.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using StepDef = StepRow<Rules, State, Step>;

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table();

}  // namespace sim::westeros
