// What the drivers and AnyGame ask of a game. A missing member fails in the game's own header.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/action.hpp"
#include "core/value.hpp"
#include "dice/dice.hpp"

namespace sim {

/// A game has an immutable rules object G, shared by threads, and a plain State without padding.
template <class G>
concept Game =
    std::constructible_from<G, const Value&> && std::is_trivially_copyable_v<typename G::State> &&
    std::has_unique_object_representations_v<typename G::State> &&
    requires(const G& game, const typename G::State& now, typename G::State& next, Action action,
        ActionList& out, Dice& dice, Stream& stream, int seat) {
        { game.initial(dice, out) } -> std::same_as<typename G::State>;
        { game.to_act(now) } -> std::same_as<int>;
        { game.is_terminal(now) } -> std::same_as<bool>;
        { game.returns(now, seat) } -> std::same_as<float>;
        game.legal_actions(now, out);
        game.apply(next, action, dice);
        game.step(next, action, dice, out);
        { game.view(now, seat) } -> std::same_as<typename G::State>;
        { game.complete(now, dice) } -> std::same_as<typename G::State>;
        { game.greedy(now, out, stream) } -> std::same_as<Action>;
        { game.decision(now) } -> std::same_as<std::string_view>;
        { game.action_text(now, action) } -> std::same_as<std::string>;
        { game.intact(now) } -> std::same_as<bool>;
        { game.describe(now) } -> std::same_as<Value>;
        { game.check_invariants(now) } -> std::same_as<std::vector<std::string>>;
        { game.seat_names() } -> std::same_as<std::vector<std::string>>;
        {
            G::parse_answer(RollId{}, std::string_view())
        } -> std::same_as<std::optional<std::uint32_t>>;
    };

}  // namespace sim
