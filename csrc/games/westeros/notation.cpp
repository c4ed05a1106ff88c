// Text of actions. Units are written by their plan number, hexes as (c,r), faces by their letter.
#include "games/westeros/plan.hpp"
#include "games/westeros/steps.hpp"

namespace sim::westeros {

namespace {

std::string hex_text(unsigned h) {
    return "(" + std::to_string(hex_column(static_cast<Hex>(h))) + "," +
           std::to_string(hex_row(static_cast<Hex>(h))) + ")";
}

}  // namespace

std::string_view Rules::decision(const State& s) const {
    return s.winner != kNone ? std::string_view("game_over")
                             : step_table()[static_cast<unsigned>(top(s).step)].name;
}

std::string Rules::action_text(const State& s, Action x) const {
    const unsigned kind = action_kind(x);
    if (kind >= kKinds) return "unknown";
    const KindDef& def = kKindTable[kind];
    std::string text(def.name);
    const std::array<unsigned, 3> value = {field_a(x), field_b(x), field_c(x)};
    const int actor = to_act(s);
    const unsigned seat = actor < 0 ? 0 : static_cast<unsigned>(actor);
    for (unsigned i = 0; i < 3; ++i) {
        const auto type = static_cast<Field>(def.fields[i].type);
        const unsigned v = value[i];
        if (type == Field::none) continue;
        text += ' ';
        const bool optional = type == Field::optional_face || type == Field::optional_unit ||
                              type == Field::optional_hex || type == Field::optional_card;
        if (optional && v == kNone) return text + "none";
        switch (type) {
        case Field::face:
        case Field::optional_face: text += v < kFaces ? kFaceNames[v] : "?"; break;
        case Field::unit:
        case Field::optional_unit:
            text += v < kUnits ? t_.units[v].number : "H" + std::to_string(v - kHiddenToken + 1);
            break;
        case Field::card:
        case Field::optional_card:
            text += v < t_.cards[seat].size() ? t_.cards[seat][v].id : "?";
            break;
        case Field::commander: text += v < t_.commanders.size() ? t_.commanders[v].id : "?"; break;
        case Field::yes_no: text += v != 0 ? "yes" : "no"; break;
        case Field::hex:
        case Field::optional_hex: text += hex_text(v); break;
        case Field::mode: text += v < kModeNames.size() ? kModeNames[v] : "?"; break;
        case Field::target:
            text += static_cast<Mode>(value[1]) == Mode::scorch ? hex_text(v)
                    : v < kUnits                                ? t_.units[v].number
                                                                : "?";
            break;
        case Field::number: text += std::to_string(v); break;
        case Field::formation:
            text += v < 2 ? t_.types[s.type[value[0]]].formation_id[v] : "?";
            break;
        case Field::side: text += v < kSideNames.size() ? kSideNames[v] : "?"; break;
        case Field::forced_kind: text += v < kForcedNames.size() ? kForcedNames[v] : "?"; break;
        case Field::source: text += v < kSourceNames.size() ? kSourceNames[v] : "?"; break;
        case Field::bonus: text += v < kBonusNames.size() ? kBonusNames[v] : "?"; break;
        case Field::help: text += v < kHelpNames.size() ? kHelpNames[v] : "?"; break;
        case Field::payment: text += v < kPayments.size() ? kPayments[v] : "?"; break;
        case Field::none: break;
        }
    }
    return text;
}

}  // namespace sim::westeros
