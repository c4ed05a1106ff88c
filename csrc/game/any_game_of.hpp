// AnyGame over a concrete game; each game instantiates it once.
#pragma once

#include <cstring>

#include "game/any_game.hpp"
#include "game/game.hpp"

namespace sim {

template <Game G>
class AnyGameOf final : public AnyGame {
    using S = typename G::State;

    static S read(const std::byte* bytes) {
        S s;
        std::memcpy(&s, bytes, sizeof s);
        return s;
    }
    static void write(std::byte* bytes, const S& s) { std::memcpy(bytes, &s, sizeof s); }

  public:
    using AnswerForm = std::string (*)(RollId id, std::uint32_t n);

    /// `form` says how a script writes the answers to rolls of this game.
    AnyGameOf(const Value& compiled, AnswerForm form) : game_(compiled), answer_form_(form) {}

    std::string id() const override { return game_.tables().id; }
    std::string name() const override { return game_.tables().name; }
    std::vector<std::string> seat_names() const override { return game_.seat_names(); }
    std::size_t state_size() const override { return sizeof(S); }
    void initial(std::byte* state, Dice& dice, ActionList& legal) const override {
        write(state, game_.initial(dice, legal));
    }
    int to_act(const std::byte* state) const override { return game_.to_act(read(state)); }
    float returns(const std::byte* state, int seat) const override {
        return game_.returns(read(state), seat);
    }
    void legal_actions(const std::byte* state, ActionList& out) const override {
        game_.legal_actions(read(state), out);
    }
    void apply(std::byte* state, Action action, Dice& dice, ActionList& legal) const override {
        S s = read(state);
        game_.step(s, action, dice, legal);
        write(state, s);
    }
    void view(std::byte* state, int seat) const override {
        write(state, game_.view(read(state), seat));
    }
    void complete(std::byte* state, Dice& dice) const override {
        write(state, game_.complete(read(state), dice));
    }
    std::string action_text(const std::byte* state, Action action) const override {
        return game_.action_text(read(state), action);
    }
    std::string decision(const std::byte* state) const override {
        return std::string(game_.decision(read(state)));
    }
    Value describe(const std::byte* state) const override { return game_.describe(read(state)); }
    bool intact(const std::byte* state) const override { return game_.intact(read(state)); }
    std::vector<std::string> check_invariants(const std::byte* state) const override {
        return game_.check_invariants(read(state));
    }
    std::string way(const std::byte* state) const override {
        return std::string(G::way_name(read(state)));
    }
    std::vector<std::string> ways() const override { return G::way_names(); }
    std::vector<std::pair<std::string, std::string>> rolls() const override {
        return G::roll_names();
    }
    std::optional<std::uint32_t> parse_answer(RollId id, std::string_view text) const override {
        return G::parse_answer(id, text);
    }
    std::string answer_form(RollId id, std::uint32_t n) const override {
        return answer_form_(id, n);
    }
    std::uint64_t perft(const std::byte* state, const Dice& dice, int depth) const override {
        return sim::perft(game_, read(state), dice, depth);
    }
    Action agent_action(const std::byte* state, const ActionList& legal, Agent agent,
        std::uint64_t seed) const override {
        const S s = read(state);
        const int seat = game_.to_act(s);
        const S seen = game_.view(s, seat);
        Stream stream(
            seed, hash_bytes(&seen, sizeof seen), seat == 0 ? Purpose::agent_0 : Purpose::agent_1);
        return choose(game_, seen, legal, agent, static_cast<unsigned>(seat), stream);
    }
    GameResult play(std::array<Agent, 2> agents, const GameKey& key) const override {
        return play_game(game_, agents, key, [](Action) {});
    }
    std::vector<Action> play_actions(
        std::array<Agent, 2> agents, const GameKey& key) const override {
        std::vector<Action> actions;
        (void)play_game(game_, agents, key, [&](Action a) { actions.push_back(a); });
        return actions;
    }
    void play_many(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
        std::uint64_t& decisions, std::uint64_t& hash) const override {
        for (std::uint64_t i = first; i < first + n; ++i) {
            const GameResult r = play({Agent::random, Agent::random}, {seed, i, i});
            decisions += r.decisions;
            hash = hash_combine(hash, r.state_hash);
        }
    }

  private:
    G game_;
    AnswerForm answer_form_;
};

}  // namespace sim
