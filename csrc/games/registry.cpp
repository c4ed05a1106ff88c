// The list of games; the one place that knows them all.
#include "game/any_game.hpp"

namespace sim::warriors {
std::unique_ptr<AnyGame> load(const Value& compiled);
Value vocabulary();
Value action_kinds();
}  // namespace sim::warriors

namespace sim::westeros {
std::unique_ptr<AnyGame> load(const Value& compiled);
Value vocabulary();
Value action_kinds();
}  // namespace sim::westeros

namespace sim {

std::span<const GameEntry> registry() {
    static constexpr std::array<GameEntry, 2> kGames = {{
        {"warriors", warriors::load, warriors::vocabulary, warriors::action_kinds},
        {"westeros", westeros::load, westeros::vocabulary, westeros::action_kinds},
    }};
    return kGames;
}

}  // namespace sim
