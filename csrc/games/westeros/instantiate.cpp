// The game behind AnyGame, and its closed lists for the checks of data files.
#include <stdexcept>

#include "game/any_game_of.hpp"
#include "game/closed_lists.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

void Rules::summarise(const State& s, GameResult& result) const {
    result.winner = s.winner == kNone ? std::int8_t{-1} : static_cast<std::int8_t>(s.winner);
    result.way = static_cast<std::uint8_t>(s.way);
    result.rounds = s.round;
    result.points = s.points;
}

std::string_view Rules::way_name(const State& s) { return kWayNames[static_cast<unsigned>(s.way)]; }

std::vector<std::string> Rules::way_names() { return {kWayNames.begin(), kWayNames.end()}; }

std::vector<std::pair<std::string, std::string>> Rules::roll_names() {
    std::vector<std::pair<std::string, std::string>> out;
    for (const RollDef& r : kRolls) out.emplace_back(r.name, r.rule);
    return out;
}

/// Faces by their letters, or the number of the thing drawn.
std::optional<std::uint32_t> Rules::parse_answer(RollId, std::string_view text) {
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos &&
        text.size() < 4)
        return static_cast<std::uint32_t>(std::stoul(std::string(text)));
    if (text.size() > kMaxPool) return std::nullopt;
    Faces faces;
    for (const char c : text) {
        const auto at = std::string_view("GBRMV").find(c);
        if (at == std::string_view::npos) return std::nullopt;
        faces = faces + Faces::of(static_cast<Face>(at));
    }
    return faces.packed;
}

namespace {

std::string answer_form(RollId, std::uint32_t n) {
    const std::string dice = n == 0 ? "each die" : "each of " + std::to_string(n) + " dice";
    return "a letter of GBRMV for " + dice + ", or the number of what is drawn";
}

}  // namespace

std::unique_ptr<AnyGame> load(const Value& compiled) {
    try {
        return std::make_unique<AnyGameOf<Rules>>(compiled, answer_form);
    } catch (const std::out_of_range&) {
        throw BadScenario("a list of the compiled scenario is too short");
    }
}

Value vocabulary() {
    Value v;
    v.set("ranks", name_list(kRankNames));
    v.set("classes", name_list(kClassNames));
    v.set("terrain", name_list(kTerrainNames));
    // Hidden fords are laid in play, no map has them.
    Value::List tokens;
    for (const auto x : kTokenNames)
        if (x != kTokenNames[static_cast<unsigned>(Token::hidden_ford)]) tokens.emplace_back(x);
    v.set("tokens", std::move(tokens));
    v.set("keywords", name_list(kKeywordNames));
    v.set("modes", name_list(kModeNames));
    v.set("operations", name_list(kOpNames));
    v.set("who", name_list(kWhoNames));
    v.set("conditions", name_list(kConditionNames));
    v.set("until", name_list(kUntilNames));
    v.set("when", name_list(kWhenNames));
    v.set("victory", name_list(kVictoryNames));
    v.set("ways", name_list(kWayNames));
    v.set("areas", name_list(kAreaNames));
    v.set("special", Value::List{"scorch_units", "scorch_only", "no_fire_before"});
    v.set(
        "options", Value::List{"directional_retreats", "coordinated_attacks", "any_card_orders_one",
                       "reduced_strength", "regroup_rout", "cap_base_only", "engaged_fire_anywhere",
                       "unlimited_order_tokens", "strict_ring_capture", "two_boxes_both",
                       "hound_targets", "al01_plains", "al01_cap", "die_tactics_plain"});
    return v;
}

Value action_kinds() { return kind_list(kKindTable); }

}  // namespace sim::westeros
