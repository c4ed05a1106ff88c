// Game and State, checked at the border: an illegal action leaves the state as it was.
#include "bindings/bindings.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace sim::bindings {

namespace {

using GamePtr = std::shared_ptr<AnyGame>;

constexpr std::uint32_t kFormat = 1;

struct Header {
    std::uint32_t format;
    std::uint32_t size;
    std::uint64_t seed;
    std::uint64_t number;
    std::array<std::uint32_t, 3> position;
    std::uint32_t has_dice;
    std::uint64_t hash;
};

PyState start(const GamePtr& game, std::uint64_t seed, std::uint64_t number) {
    PyState s{game, std::vector<std::byte>(game->state_size()), Dice(seed, number), seed, number,
        true, {}};
    ActionList legal;
    game->initial(s.bytes.data(), s.dice, legal);
    s.set_legal(legal);
    return s;
}

void require_legal(const PyState& s, Action action) {
    if (!std::binary_search(s.legal.begin(), s.legal.end(), action))
        throw IllegalAction("action " + std::to_string(action) + " (" +
                            s.game->action_text(s.bytes.data(), action) + ") is not legal at " +
                            s.game->decision(s.bytes.data()));
}

/// What a view hides has no outcome.
void require_whole(const PyState& s) {
    if (!s.has_dice) throw IllegalAction("a view hides what happens next: complete() it first");
}

void apply(PyState& s, Action action) {
    require_whole(s);
    require_legal(s, action);
    ActionList next;
    s.game->apply(s.bytes.data(), action, s.dice, next);
    s.set_legal(next);
}

/// Rolls dice from a state's own streams and keeps what each roll shows, by its name: faces, the
/// number of hits, or the value of a die.
class FacesSource final : public DiceSource {
  public:
    explicit FacesSource(PyState& s) : record_(s.dice), names_(s.game->rolls()) {}
    std::uint32_t answer(const Question& question) override {
        const std::uint32_t found = record_.answer(question);
        std::string shown;
        if (question.kind == Question::Kind::pool) {
            const Faces faces{found};
            for (unsigned i = 0; i < kFaces; ++i)
                shown.append(static_cast<std::size_t>(faces[static_cast<Face>(i)]), "GBRMV"[i]);
        } else if (question.kind == Question::Kind::successes) {
            shown = std::to_string(found);
        } else if (question.kind == Question::Kind::uniform) {
            shown = std::to_string(found + 1);  // the value of a die
        } else {
            return found;  // cards are drawn face down
        }
        rolled.emplace_back(names_[question.id].first, shown);
        return found;
    }
    std::vector<std::pair<std::string, std::string>> rolled;

  private:
    RecordSource record_;
    std::vector<std::pair<std::string, std::string>> names_;
};

/// Carry out an action and tell which faces were rolled, in their order.
std::vector<std::pair<std::string, std::string>> apply_recorded(PyState& s, Action action) {
    require_whole(s);
    require_legal(s, action);
    FacesSource source(s);
    Dice dice(source);
    ActionList next;
    s.game->apply(s.bytes.data(), action, dice, next);
    s.set_legal(next);
    return source.rolled;
}

Roll parse_roll(const PyState& s, const std::string& name, const std::string& answer) {
    const auto rolls = s.game->rolls();
    for (unsigned i = 0; i < rolls.size(); ++i) {
        if (rolls[i].first != name) continue;
        const auto id = static_cast<RollId>(i);
        if (const auto parsed = s.game->parse_answer(id, answer)) return {id, *parsed};
        throw IllegalAction("roll " + name + ": '" + answer + "' is no answer to it; give " +
                            s.game->answer_form(id, 0));
    }
    std::string known;
    for (const auto& roll : rolls) known += (known.empty() ? "" : ", ") + roll.first;
    throw IllegalAction("unknown roll '" + name + "'; there are: " + known);
}

/// Why a script does not fit: what was asked, and what the script has at that place.
std::string misfit(const PyState& s, const ScriptSource& source, const std::vector<Roll>& script) {
    const auto rolls = s.game->rolls();
    const std::size_t at = source.used();
    std::string text = "scripted dice: roll " + std::to_string(at + 1) + " asked for " +
                       rolls[source.asked()].first + ", which the script does not give";
    if (at < script.size() && script[at].id != source.asked())
        text += " (it has " + rolls[script[at].id].first + " there)";
    return text + "; the answer is " + s.game->answer_form(source.asked(), source.asked_n());
}

void apply_scripted(
    PyState& s, Action action, const std::vector<std::pair<std::string, std::string>>& script) {
    require_whole(s);
    require_legal(s, action);
    std::vector<Roll> rolls;
    for (const auto& [name, answer] : script) rolls.push_back(parse_roll(s, name, answer));
    ScriptSource source(rolls);
    Dice dice(source);
    std::vector<std::byte> next = s.bytes;
    ActionList legal;
    s.game->apply(next.data(), action, dice, legal);
    if (source.failed()) throw IllegalAction(misfit(s, source, rolls));
    if (!source.complete())
        throw IllegalAction("scripted dice: only " + std::to_string(source.used()) + " of " +
                            std::to_string(rolls.size()) + " rolls were used");
    s.bytes = std::move(next);
    s.set_legal(legal);
}

py::list chance_outcomes(const PyState& s, Action action, std::size_t limit) {
    require_whole(s);
    require_legal(s, action);
    const auto to_int = [](unsigned __int128 x) {
        return (py::int_(static_cast<std::uint64_t>(x >> 64)) << py::int_(64)) |
               py::int_(static_cast<std::uint64_t>(x));
    };
    py::list list;
    for (Outcome& o : outcomes(*s.game, s.bytes, action, limit)) {
        PyState next = s;
        next.bytes = std::move(o.state);
        next.list_legal();
        list.append(py::make_tuple(next, to_int(o.weight.numerator), to_int(o.weight.denominator)));
    }
    return list;
}

Action parse_action(const PyState& s, const std::string& text) {
    for (const Action a : s.legal)
        if (s.game->action_text(s.bytes.data(), a) == text) return a;
    throw IllegalAction(
        "'" + text + "' is not a legal action at " + s.game->decision(s.bytes.data()));
}

py::bytes rules_bytes(const PyState& s) {
    return {reinterpret_cast<const char*>(s.bytes.data()), s.bytes.size()};
}

py::bytes to_bytes(const PyState& s) {
    Header h{kFormat, static_cast<std::uint32_t>(s.bytes.size()), s.seed, s.number,
        {s.dice.stream(Purpose::setup).position(), s.dice.stream(Purpose::dice).position(),
            s.dice.stream(Purpose::deck).position()},
        s.has_dice ? 1U : 0U, hash_bytes(s.bytes.data(), s.bytes.size())};
    if (!s.has_dice) h.seed = h.number = 0, h.position = {};
    std::string out(sizeof h + s.bytes.size(), '\0');
    std::memcpy(out.data(), &h, sizeof h);
    std::memcpy(out.data() + sizeof h, s.bytes.data(), s.bytes.size());
    return py::bytes(out);
}

PyState from_bytes(const GamePtr& game, const std::string& data) {
    Header h;
    if (data.size() != sizeof h + game->state_size())
        throw BadScenario("state bytes: " + std::to_string(data.size()) + " bytes, expected " +
                          std::to_string(sizeof h + game->state_size()));
    std::memcpy(&h, data.data(), sizeof h);
    if (h.format != kFormat)
        throw BadScenario("state bytes: format " + std::to_string(h.format) + ", expected 1");
    PyState s{game, std::vector<std::byte>(game->state_size()), Dice(), h.seed, h.number,
        h.has_dice != 0, {}};
    std::memcpy(s.bytes.data(), data.data() + sizeof h, s.bytes.size());
    if (hash_bytes(s.bytes.data(), s.bytes.size()) != h.hash)
        throw BadScenario("state bytes: damaged (hash differs)");
    s.dice.seek(h.seed, h.number, h.position);
    if (!s.game->intact(s.bytes.data()) || !s.game->check_invariants(s.bytes.data()).empty() ||
        std::string(to_bytes(s)) != data)
        throw BadScenario("state bytes: a value that no state has");
    s.list_legal();
    return s;
}

}  // namespace

void register_state(py::module_& m) {
    py::class_<AnyGame, GamePtr>(m, "Game", "One scenario under chosen options.")
        .def(py::init(
                 [](const py::dict& compiled) { return GamePtr(load_game(to_value(compiled))); }),
            py::arg("compiled"))
        .def_property_readonly("id", &AnyGame::id)
        .def_property_readonly("name", &AnyGame::name)
        .def_property_readonly(
            "num_players", [](const AnyGame& game) { return game.seat_names().size(); })
        .def_property_readonly("state_size", &AnyGame::state_size)
        .def("seat_names", &AnyGame::seat_names)
        .def("ways", &AnyGame::ways)
        .def("rolls", &AnyGame::rolls)
        .def("new_initial_state", &start, py::arg("seed"), py::arg("game_number") = 0)
        .def("state_from_bytes", &from_bytes, py::arg("data"));

    py::class_<PyState>(m, "State", "A position of a game.")
        .def_property_readonly(
            "game", [](const PyState& s) { return std::const_pointer_cast<AnyGame>(s.game); })
        .def_property_readonly("seed", [](const PyState& s) { return s.seed; })
        .def_property_readonly("game_number", [](const PyState& s) { return s.number; })
        .def_property_readonly("has_dice", [](const PyState& s) { return s.has_dice; })
        .def("current_player", [](const PyState& s) { return s.game->to_act(s.bytes.data()); })
        .def("is_terminal", [](const PyState& s) { return s.game->to_act(s.bytes.data()) < 0; })
        .def("returns",
            [](const PyState& s) {
                return std::array<float, 2>{
                    s.game->returns(s.bytes.data(), 0), s.game->returns(s.bytes.data(), 1)};
            })
        .def(
            "winner",
            [](const PyState& s) {
                return s.game->returns(s.bytes.data(), 0) > 0   ? 0
                       : s.game->returns(s.bytes.data(), 1) > 0 ? 1
                                                                : -1;
            },
            "The seat that has won; -1 for a draw and while the game goes on.")
        .def("way", [](const PyState& s) { return s.game->way(s.bytes.data()); })
        .def("decision", [](const PyState& s) { return s.game->decision(s.bytes.data()); })
        .def("legal_actions", [](const PyState& s) { return s.legal; })
        .def("legal_count", [](const PyState& s) { return s.legal.size(); })
        .def(
            "legal_action_at",
            [](const PyState& s, std::size_t i) {
                if (i >= s.legal.size()) throw py::index_error("legal action index out of range");
                return s.legal[i];
            },
            py::arg("index"))
        .def("apply_action", &apply, py::arg("action"))
        .def("apply_recorded", &apply_recorded, py::arg("action"))
        .def("apply_scripted", &apply_scripted, py::arg("action"), py::arg("rolls"))
        .def(
            "action_to_string",
            [](const PyState& s, Action a) { return s.game->action_text(s.bytes.data(), a); },
            py::arg("action"))
        .def("string_to_action", &parse_action, py::arg("text"))
        .def("clone", [](const PyState& s) { return s; })
        .def("__eq__",
            [](const PyState& a, const PyState& b) {
                return a.game->id() == b.game->id() && a.bytes == b.bytes;
            })
        .def("__hash__",
            [](const PyState& s) {
                return static_cast<std::int64_t>(hash_bytes(s.bytes.data(), s.bytes.size()) >> 2);
            })
        .def("rules_bytes", &rules_bytes)
        .def("to_bytes", &to_bytes)
        .def(
            "view",
            [](const PyState& s, int seat) {
                if (seat != 0 && seat != 1) throw py::index_error("seat: 0 or 1");
                PyState v = s;
                v.game->view(v.bytes.data(), seat);
                v.dice = Dice();
                v.seed = v.number = 0;
                v.has_dice = false;
                v.list_legal();
                return v;
            },
            py::arg("seat"))
        .def(
            "complete",
            [](const PyState& s, std::uint64_t seed) {
                PyState full = s;
                // The hidden part and the dice that follow come from a stream of their own.
                Stream keys(seed, 0, Purpose::determinisation);
                const std::uint64_t fresh = std::uint64_t{keys.next()} << 32 | keys.next();
                Dice hidden(fresh, 0);
                full.game->complete(full.bytes.data(), hidden);
                full.seed = fresh;
                full.number = 1;
                full.dice = Dice(fresh, 1);
                full.has_dice = true;
                full.list_legal();
                return full;
            },
            py::arg("seed"))
        .def("chance_outcomes", &chance_outcomes, py::arg("action"), py::arg("limit") = 100000)
        .def(
            "agent_action",
            [](const PyState& s, const std::string& agent, std::uint64_t seed) {
                if (s.legal.empty()) throw IllegalAction("there is nothing to decide here");
                ActionList legal;
                s.game->legal_actions(s.bytes.data(), legal);
                return s.game->agent_action(s.bytes.data(), legal, agent_named(agent), seed);
            },
            py::arg("agent"), py::arg("seed"))
        .def("check_invariants",
            [](const PyState& s) { return s.game->check_invariants(s.bytes.data()); })
        .def("to_dict",
            [](const PyState& s) { return to_python(s.game->describe(s.bytes.data())); });
}

}  // namespace sim::bindings
