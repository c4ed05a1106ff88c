// The game behind AnyGame, and its closed lists for the checks of data files.
#include <stdexcept>

#include "game/any_game_of.hpp"
#include "game/closed_lists.hpp"
#include "games/warriors/load.hpp"
#include "games/warriors/rules.hpp"

namespace sim::warriors {

void Rules::summarise(const State& s, GameResult& result) const {
    result.winner = s.winner < 2 ? static_cast<std::int8_t>(s.winner) : std::int8_t{-1};
    result.way = static_cast<std::uint8_t>(s.way);
    result.rounds = s.turn;
    result.points = {s.vp, static_cast<std::int16_t>(-s.vp)};
}

std::string_view Rules::way_name(const State& s) { return kWayNames[static_cast<unsigned>(s.way)]; }

std::vector<std::string> Rules::way_names() { return {kWayNames.begin(), kWayNames.end()}; }

std::vector<std::pair<std::string, std::string>> Rules::roll_names() {
    std::vector<std::pair<std::string, std::string>> out;
    for (const RollDef& r : kRolls) out.emplace_back(r.name, r.rule);
    return out;
}

namespace {

/// How the answer to a roll is written: a number from `least` to `most`.
struct Answers {
    std::uint32_t least;
    std::uint32_t most;
    std::string_view words;
};

/// Dice of which the value counts, single dice that succeed or fail, and dice that hit. Rules:
/// G5.2b.
constexpr Answers answers_of(RollName roll) {
    switch (roll) {
    case RollName::setup:
    case RollName::initiative:
    case RollName::joan:
    case RollName::elimination: return {1, kSix, "the value of the die, 1 to 6"};
    case RollName::siege:
    case RollName::control:
    case RollName::death: return {0, 1, "1 for success, 0 for failure"};
    case RollName::battle:
    case RollName::pursuit: break;
    }
    return {0, kMaxSixPool, "the number of hits"};
}

std::string answer_form(RollId id, std::uint32_t n) {
    const Answers form = answers_of(static_cast<RollName>(id));
    const bool pool = form.most == kMaxSixPool && n > 0;
    return std::string(form.words) + (pool ? " of " + std::to_string(n) + " dice" : "");
}

}  // namespace

/// The core numbers the values of a die from 0. Rules: G5.2b.
std::optional<std::uint32_t> Rules::parse_answer(RollId id, std::string_view text) {
    if (text.empty() || text.size() > 2 ||
        text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    const auto n = static_cast<std::uint32_t>(std::stoul(std::string(text)));
    const Answers form = answers_of(static_cast<RollName>(id));
    if (n < form.least || n > form.most) return std::nullopt;
    return form.most == kSix ? n - 1 : n;
}

std::unique_ptr<AnyGame> load(const Value& compiled) {
    try {
        return std::make_unique<AnyGameOf<Rules>>(compiled, answer_form);
    } catch (const std::out_of_range&) {
        throw BadScenario("a list of the compiled scenario is too short");
    }
}

Value vocabulary() {
    Value v;
    v.set("kinds", name_list(kAreaKinds));
    v.set("troop_classes", name_list(kTroopClassNames));
    v.set("commanders", name_list(kCommandersNames));
    v.set("border_types", name_list(kBorderNames));
    v.set("elimination", name_list(kEliminationNames));
    v.set("places", name_list(kPlaceNames));
    v.set("ways", name_list(kWayNames));
    v.set("options",
        Value::List{"historical_allegiance", "pin_by_marker_alone", "impulses_use_modified_dice",
            "strip_and_roll_same_turn", "silenced_round_is_miss", "pursuit_adds_bravery",
            "crown_captives", "ransom_to_enemy", "exchange_by_heads", "knights_own_kind",
            "free_rearrangement", "burgundian_neutrals", "liw_gunners", "gunner_first_turn",
            "returning_infantry", "french_knights_any_rank", "pursuit_before_border"});
    return v;
}

Value action_kinds() { return kind_list(kKindTable); }

}  // namespace sim::warriors
