// Whole games without Python: tournaments' blocks, perft, the bench. The interpreter lock is
// released inside.
#include "bindings/bindings.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <system_error>
#include <thread>

namespace sim::bindings {

namespace {
constexpr std::array<std::string_view, 2> kAgents = {"random", "greedy"};
}  // namespace

Agent agent_named(const std::string& name) {
    for (unsigned i = 0; i < kAgents.size(); ++i)
        if (kAgents[i] == name) return static_cast<Agent>(i);
    throw py::value_error("agents: unknown agent '" + name + "'; built in are random, greedy");
}

namespace {

/// Games or subtrees between two looks for a signal such as Ctrl-C.
constexpr int kLook = 64;

/// Has Python a signal to handle? Called by the thread that Python runs on, without the lock.
bool interrupted() {
    const py::gil_scoped_acquire acquire;
    return PyErr_CheckSignals() != 0;
}

template <class T>
using In = py::array_t<T, py::array::c_style | py::array::forcecast>;

py::dict play_games(const std::vector<std::shared_ptr<AnyGame>>& games,
    const In<std::uint16_t>& scenario, const std::vector<std::string>& agents,
    const In<std::uint16_t>& seat0, const In<std::uint16_t>& seat1,
    const In<std::uint64_t>& dice_index, const In<std::uint64_t>& game_number, std::uint64_t seed,
    int threads) {
    const py::ssize_t n = scenario.size();
    for (const auto dimensions :
        {scenario.ndim(), seat0.ndim(), seat1.ndim(), dice_index.ndim(), game_number.ndim()})
        if (dimensions != 1) throw py::value_error("play_games: arrays of one dimension");
    if (seat0.size() != n || seat1.size() != n || dice_index.size() != n || game_number.size() != n)
        throw py::value_error("play_games: arrays of unequal length");
    if (threads < 1 || threads > 256) throw py::value_error("threads: from 1 to 256");
    for (const auto& game : games)
        if (game == nullptr) throw py::type_error("games: a list of Game, not None");
    std::vector<Agent> kinds;
    for (const auto& name : agents) kinds.push_back(agent_named(name));
    for (py::ssize_t i = 0; i < n; ++i)
        if (scenario.at(i) >= games.size() || seat0.at(i) >= kinds.size() ||
            seat1.at(i) >= kinds.size())
            throw py::index_error("play_games: scenario or agent number out of range");
    std::vector<GameResult> results(static_cast<std::size_t>(n));
    const auto* which = scenario.data();
    const auto* a0 = seat0.data();
    const auto* a1 = seat1.data();
    const auto* dice = dice_index.data();
    const auto* number = game_number.data();
    std::atomic<bool> stopped = false;
    int since_look = 0;
    {
        const py::gil_scoped_release release;
        // A fixed division of work: thread t plays games t, t + threads, ...
        const auto work = [&](int t) {
            for (py::ssize_t i = t; i < n && !stopped.load(std::memory_order_relaxed);
                i += threads) {
                if (t == 0 && ++since_look % kLook == 0 && interrupted()) {
                    stopped = true;
                    return;
                }
                results[static_cast<std::size_t>(i)] =
                    games[which[i]]->play({kinds[a0[i]], kinds[a1[i]]}, {seed, dice[i], number[i]});
            }
        };
        std::vector<std::thread> pool;
        int started = 1;
        try {
            for (; started < threads && started < n; ++started) pool.emplace_back(work, started);
        } catch (const std::system_error&) {
            // No more threads to be had: this one plays the shares of those that are missing.
        }
        work(0);
        for (int t = started; t < threads && t < n; ++t) work(t);
        for (auto& thread : pool) thread.join();
    }
    if (stopped) throw py::error_already_set();
    const auto column = [&]<class T>(T, auto&& get) {
        py::array_t<T> out(n);
        T* p = out.mutable_data();
        for (py::ssize_t i = 0; i < n; ++i)
            p[i] = static_cast<T>(get(results[static_cast<std::size_t>(i)]));
        return out;
    };
    py::dict d;
    d["winner"] = column(std::int8_t{}, [](const GameResult& r) { return r.winner; });
    d["way"] = column(std::uint8_t{}, [](const GameResult& r) { return r.way; });
    d["decisions"] = column(std::uint32_t{}, [](const GameResult& r) { return r.decisions; });
    d["rounds"] = column(std::uint8_t{}, [](const GameResult& r) { return r.rounds; });
    d["points0"] = column(std::int16_t{}, [](const GameResult& r) { return r.points[0]; });
    d["points1"] = column(std::int16_t{}, [](const GameResult& r) { return r.points[1]; });
    d["state_hash"] = column(std::uint64_t{}, [](const GameResult& r) { return r.state_hash; });
    d["game_hash"] = column(std::uint64_t{}, [](const GameResult& r) { return r.game_hash; });
    d["fault"] = column(std::uint8_t{}, [](const GameResult& r) { return r.fault; });
    return d;
}

/// The loop whose instructions the performance guard counts; kept out of line for the profiler to
/// find.
[[gnu::noinline]] void bench_loop(const AnyGame& game, std::uint64_t seed, std::uint64_t first,
    std::uint64_t n, std::uint64_t& decisions, std::uint64_t& hash) {
    game.play_many(seed, first, n, decisions, hash);
}

py::dict bench(
    const std::vector<std::shared_ptr<AnyGame>>& games, std::uint64_t seed, std::uint64_t n) {
    for (const auto& game : games)
        if (game == nullptr) throw py::type_error("games: a list of Game, not None");
    std::uint64_t decisions = 0, hash = 0;
    bool stopped = false;
    std::clock_t start = 0, end = 0;
    {
        const py::gil_scoped_release release;
        start = std::clock();
        for (const auto& game : games)
            for (std::uint64_t first = 0; first < n && !stopped; first += kLook) {
                bench_loop(
                    *game, seed, first, std::min<std::uint64_t>(kLook, n - first), decisions, hash);
                stopped = interrupted();
            }
        end = std::clock();
    }
    if (stopped) throw py::error_already_set();
    py::dict d;
    d["decisions"] = decisions;
    d["hash"] = hash;
    d["cpu_seconds"] = static_cast<double>(end - start) / CLOCKS_PER_SEC;
    return d;
}

/// Perft that looks for signals between subtrees.
std::uint64_t perft_from(
    const AnyGame& game, const std::vector<std::byte>& state, const Dice& dice, int depth) {
    constexpr int kSubtree = 3;
    if (depth <= kSubtree) {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        const py::gil_scoped_release release;
        return game.perft(state.data(), dice, depth);
    }
    ActionList legal, next;
    game.legal_actions(state.data(), legal);
    if (legal.empty()) return 1;
    std::uint64_t n = 0;
    for (const Action action : legal) {
        std::vector<std::byte> after = state;
        Dice rolls = dice;
        game.apply(after.data(), action, rolls, next);
        n += perft_from(game, after, rolls, depth - 1);
    }
    return n;
}

const GameEntry& entry_named(const std::string& name) {
    for (const GameEntry& entry : registry())
        if (entry.name == name) return entry;
    std::string known;
    for (const GameEntry& entry : registry())
        known += (known.empty() ? "" : ", ") + std::string(entry.name);
    throw py::value_error("game: unknown game '" + name + "'; there are: " + known);
}

}  // namespace

void register_batch(py::module_& m) {
    m.def("agents", [] { return std::vector<std::string>(kAgents.begin(), kAgents.end()); });
    m.def(
        "vocabulary",
        [](const std::string& game) { return to_python(entry_named(game).vocabulary()); },
        py::arg("game"));
    m.def(
        "action_kinds",
        [](const std::string& game) { return to_python(entry_named(game).action_kinds()); },
        py::arg("game"));
    m.def("play_games", &play_games, py::arg("games"), py::arg("scenario"), py::arg("agents"),
        py::arg("seat0"), py::arg("seat1"), py::arg("dice_index"), py::arg("game_number"),
        py::arg("seed"), py::arg("threads") = 1);
    m.def(
        "game_actions",
        [](const AnyGame& game, const std::array<std::string, 2>& agents, std::uint64_t dice_index,
            std::uint64_t game_number, std::uint64_t seed) {
            return game.play_actions(
                {agent_named(agents[0]), agent_named(agents[1])}, {seed, dice_index, game_number});
        },
        py::arg("game"), py::arg("agents"), py::arg("dice_index"), py::arg("game_number"),
        py::arg("seed"));
    m.def(
        "perft",
        [](const PyState& s, int depth) {
            if (depth < 0 || depth > 10) throw py::value_error("depth: from 0 to 10");
            if (!s.has_dice) throw IllegalAction("a view has no dice: complete() it first");
            return perft_from(*s.game, s.bytes, s.dice, depth);
        },
        py::arg("state"), py::arg("depth"));
    m.def("bench", &bench, py::arg("games"), py::arg("seed"), py::arg("n"));
    m.def(
        "philox",
        [](const std::array<std::uint32_t, 4>& counter, const std::array<std::uint32_t, 2>& key) {
            return philox4x32(counter, key);
        },
        py::arg("counter"), py::arg("key"),
        "Philox4x32-10 of a counter and a key, for known-answer tests.");
}

}  // namespace sim::bindings
