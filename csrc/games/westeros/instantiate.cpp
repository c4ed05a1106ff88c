// The game behind AnyGame, and its closed lists for the checks of data files.
#include <stdexcept>

#include "game/any_game_of.hpp"
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

std::unique_ptr<AnyGame> load(const Value& compiled) {
    try {
        return std::make_unique<AnyGameOf<Rules>>(compiled);
    } catch (const std::out_of_range&) {
        throw BadScenario("a list of the compiled scenario is too short");
    }
}

namespace {

template <std::size_t N>
Value names(const std::array<std::string_view, N>& list) {
    Value::List out;
    for (const auto x : list) out.emplace_back(x);
    return out;
}

}  // namespace

Value vocabulary() {
    Value v;
    v.set("ranks", names(kRankNames));
    v.set("classes", names(kClassNames));
    v.set("terrain", names(kTerrainNames));
    // Hidden fords are laid in play, no map has them.
    Value::List tokens;
    for (const auto x : kTokenNames)
        if (x != kTokenNames[static_cast<unsigned>(Token::hidden_ford)]) tokens.emplace_back(x);
    v.set("tokens", std::move(tokens));
    v.set("keywords", names(kKeywordNames));
    v.set("modes", names(kModeNames));
    v.set("operations", names(kOpNames));
    v.set("who", names(kWhoNames));
    v.set("conditions", names(kConditionNames));
    v.set("until", names(kUntilNames));
    v.set("when", names(kWhenNames));
    v.set("victory", names(kVictoryNames));
    v.set("ways", names(kWayNames));
    v.set("areas", names(kAreaNames));
    v.set("special", Value::List{"scorch_units", "scorch_only", "no_fire_before"});
    v.set(
        "options", Value::List{"directional_retreats", "coordinated_attacks", "any_card_orders_one",
                       "reduced_strength", "regroup_rout", "cap_base_only", "engaged_fire_anywhere",
                       "unlimited_order_tokens", "strict_ring_capture", "two_boxes_both",
                       "hound_targets", "al01_plains", "al01_cap", "die_tactics_plain"});
    return v;
}

Value action_kinds() {
    Value::List out;
    for (const KindDef& kind : kKindTable) {
        Value one;
        one.set("name", kind.name);
        one.set("rule", kind.rule);
        Value::List fields;
        for (const FieldDef& f : kind.fields)
            if (!f.name.empty()) fields.emplace_back(f.name);
        one.set("fields", std::move(fields));
        out.emplace_back(std::move(one));
    }
    return out;
}

}  // namespace sim::westeros
