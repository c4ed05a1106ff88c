// Any game behind one interface, its state as bytes. Bindings, tournaments and contract tests
// compile once over it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.hpp"
#include "dice/sources.hpp"
#include "drivers/playout.hpp"

namespace sim {

/// The outcome of an action and its exact probability.
struct Outcome {
    std::vector<std::byte> state;
    Weight weight;
};

class AnyGame {
  public:
    virtual ~AnyGame() = default;
    [[nodiscard]] virtual std::string id() const = 0;
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual std::vector<std::string> seat_names() const = 0;
    [[nodiscard]] virtual std::size_t state_size() const = 0;
    /// The first decision, with its legal actions in `legal`.
    virtual void initial(std::byte* state, Dice& dice, ActionList& legal) const = 0;
    [[nodiscard]] virtual int to_act(const std::byte* state) const = 0;
    /// Above 0 for the winner, below for the loser; 0 for a draw and while the game goes on.
    [[nodiscard]] virtual float returns(const std::byte* state, int seat) const = 0;
    virtual void legal_actions(const std::byte* state, ActionList& out) const = 0;
    /// Carry out a legal action; the next legal actions are left in `legal`.
    virtual void apply(std::byte* state, Action action, Dice& dice, ActionList& legal) const = 0;
    virtual void view(std::byte* state, int seat) const = 0;
    virtual void complete(std::byte* state, Dice& dice) const = 0;
    [[nodiscard]] virtual std::string action_text(const std::byte* state, Action action) const = 0;
    [[nodiscard]] virtual std::string decision(const std::byte* state) const = 0;
    [[nodiscard]] virtual Value describe(const std::byte* state) const = 0;
    /// Is every number of a state from outside one that the game's tables have?
    [[nodiscard]] virtual bool intact(const std::byte* state) const = 0;
    [[nodiscard]] virtual std::vector<std::string> check_invariants(
        const std::byte* state) const = 0;
    [[nodiscard]] virtual std::string way(const std::byte* state) const = 0;
    [[nodiscard]] virtual std::vector<std::string> ways() const = 0;
    [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> rolls() const = 0;
    /// The answer that a script's text stands for, none if the roll cannot give it.
    [[nodiscard]] virtual std::optional<std::uint32_t> parse_answer(
        RollId id, std::string_view text) const = 0;
    /// How a script writes the answer to a roll of n dice (0 = any number), for messages.
    [[nodiscard]] virtual std::string answer_form(RollId id, std::uint32_t n) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(
        const std::byte* state, const Dice& dice, int depth) const = 0;
    /// The action of a built-in agent where somebody is to act; its draws have a stream of their
    /// own for each seed and view of the seat that acts.
    [[nodiscard]] virtual Action agent_action(
        const std::byte* state, const ActionList& legal, Agent agent, std::uint64_t seed) const = 0;
    [[nodiscard]] virtual GameResult play(
        std::array<Agent, 2> agents, const GameKey& key) const = 0;
    /// The actions of the game that `play` plays.
    [[nodiscard]] virtual std::vector<Action> play_actions(
        std::array<Agent, 2> agents, const GameKey& key) const = 0;
    /// Plays n games, random against random, adding up decisions and state hashes.
    virtual void play_many(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
        std::uint64_t& decisions, std::uint64_t& hash) const = 0;
};

/// Outcomes of an action with exact weights, equal states merged, in order of first appearance.
/// Throws std::length_error above `limit` paths.
std::vector<Outcome> outcomes(
    const AnyGame& game, std::span<const std::byte> state, Action action, std::size_t limit);

/// What a game offers before a scenario is loaded.
struct GameEntry {
    std::string_view name;
    std::unique_ptr<AnyGame> (*load)(const Value& compiled);
    Value (*vocabulary)();
    Value (*action_kinds)();
};

/// All games, in order of name.
std::span<const GameEntry> registry();

/// Load a compiled scenario; throws BadScenario.
std::unique_ptr<AnyGame> load_game(const Value& compiled);

}  // namespace sim
