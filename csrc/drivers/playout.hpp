// Play a game to its end with built-in agents. A template over the game, since it holds states by
// value.
#pragma once

#include <array>
#include <cstdint>

#include "core/action.hpp"
#include "core/hash.hpp"
#include "dice/dice.hpp"

namespace sim {

/// The built-in agents.
enum class Agent : std::uint8_t { random, greedy };

/// What is kept of a played game. `game_hash` covers every action, so equal games have equal
/// hashes.
struct GameResult {
    std::int8_t winner = -1;  // a seat, -1 for a draw
    std::uint8_t way = 0;
    std::uint8_t rounds = 0;
    std::uint8_t fault = 0;
    std::uint32_t decisions = 0;
    std::array<std::int16_t, 2> points{};
    std::uint64_t state_hash = 0;
    std::uint64_t game_hash = 0;
};

/// Identity of one game of an event: dice are common to the games of a pair, agents' streams are
/// not.
struct GameKey {
    std::uint64_t seed = 0;
    std::uint64_t dice_index = 0;
    std::uint64_t game_number = 0;
};

/// The action of a built-in agent. One that judges positions gets its seat's view, never the state.
template <class G>
[[gnu::always_inline]] inline Action choose(const G& game, const typename G::State& s,
    const ActionList& legal, Agent agent, unsigned seat, Stream& stream) {
    return agent == Agent::random
               ? legal[static_cast<int>(stream.below(static_cast<std::uint32_t>(legal.size())))]
               : game.greedy(game.view(s, static_cast<int>(seat)), legal, stream);
}

/// Play from a state with its first legal actions in `legal`. `see` is called with each action
/// before it is applied.
template <class G, class See>
void play_on(const G& game, typename G::State& s, ActionList& legal, Dice& dice,
    std::array<Agent, 2> agents, std::array<Stream, 2>& streams, GameResult& result, See&& see) {
    while (!legal.empty()) {
        const auto seat = static_cast<unsigned>(game.to_act(s));
        const Action action = choose(game, s, legal, agents[seat], seat, streams[seat]);
        see(action);
        result.game_hash = hash_combine(result.game_hash, action);
        ++result.decisions;
        game.step(s, action, dice, legal);
    }
}

template <class G, class See>
GameResult play_game(const G& game, std::array<Agent, 2> agents, const GameKey& key, See&& see) {
    Dice dice(key.seed, key.dice_index);
    std::array<Stream, 2> streams = {Stream{key.seed, key.game_number, Purpose::agent_0},
        Stream{key.seed, key.game_number, Purpose::agent_1}};
    ActionList legal;
    typename G::State s = game.initial(dice, legal);
    GameResult result;
    play_on(game, s, legal, dice, agents, streams, result, see);
    game.summarise(s, result);
    result.state_hash = hash_bytes(&s, sizeof s);
    return result;
}

/// Sequences of `depth` decisions from a state, each continuing the state's own dice.
template <class G>
std::uint64_t perft(const G& game, const typename G::State& s, const Dice& dice, int depth) {
    ActionList legal;
    game.legal_actions(s, legal);
    if (depth == 0 || legal.empty()) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(legal.size());
    std::uint64_t n = 0;
    for (const Action action : legal) {
        typename G::State next = s;
        Dice rolls = dice;
        game.apply(next, action, rolls);
        n += perft(game, next, rolls, depth - 1);
    }
    return n;
}

}  // namespace sim
