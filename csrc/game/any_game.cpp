#include "game/any_game.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace sim {

std::vector<Outcome> outcomes(
    const AnyGame& game, std::span<const std::byte> state, Action action, std::size_t limit) {
    std::vector<Outcome> found;
    std::map<std::string, std::size_t> index;  // by the bytes of the state
    EnumerateSource source;
    std::size_t paths = 0;
    ActionList legal;
    do {
        if (++paths > limit) throw std::length_error("more outcomes than the limit");
        std::vector<std::byte> next(state.begin(), state.end());
        Dice dice(source);
        game.apply(next.data(), action, dice, legal);
        if (source.overflow()) throw std::length_error("more dice than exact weights can hold");
        const Weight weight = source.weight();
        const auto [at, fresh] = index.try_emplace(
            std::string(reinterpret_cast<const char*>(next.data()), next.size()), found.size());
        if (fresh)
            found.push_back({std::move(next), weight});
        else
            found[at->second].weight.plus(weight);
    } while (source.next_path());
    return found;
}

std::unique_ptr<AnyGame> load_game(const Value& compiled) {
    const std::string name = compiled["game"].text_or("");
    for (const GameEntry& entry : registry())
        if (entry.name == name) return entry.load(compiled);
    throw BadScenario("game: unknown game '" + name + "'");
}

}  // namespace sim
