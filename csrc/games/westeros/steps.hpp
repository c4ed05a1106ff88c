// The table of steps: one row for each enumerator of Step, in its order.
#pragma once

#include "games/westeros/rules.hpp"

namespace sim::westeros {

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table();

}  // namespace sim::westeros
