// The greedy agent: the best action one decision ahead.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

Action Rules::greedy(const State& s, const ActionList& legal, Stream& stream) const {
    (void)s;
    return legal[static_cast<int>(stream.below(static_cast<std::uint32_t>(legal.size())))];
}

}  // namespace sim::westeros
