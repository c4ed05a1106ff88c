// Text of actions: the kind, then ids of leaders, areas and troop types, and plain numbers.
#include "games/warriors/steps.hpp"

namespace sim::warriors {

std::string_view Rules::decision(const State& s) const {
    return is_terminal(s) ? std::string_view("game_over")
                          : step_table()[static_cast<unsigned>(s.step)].name;
}

std::string Rules::action_text(const State&, Action x) const {
    const unsigned kind = action_kind(x);
    if (kind == 0 || kind >= kKinds) return "unknown";
    const KindDef& def = kKindTable[kind];
    const std::array<unsigned, 3> value = {field_a(x), field_b(x), field_c(x)};
    std::string text(def.name);
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned v = value[i];
        switch (static_cast<Field>(def.fields[i].type)) {
        case Field::leader: text += ' ' + (v < t_.leaders.size() ? t_.leaders[v].id : "?"); break;
        case Field::area: text += ' ' + (v < t_.areas.size() ? t_.areas[v].id : "?"); break;
        case Field::troop: text += ' ' + (v < t_.troops.size() ? t_.troops[v].id : "?"); break;
        case Field::number: text += ' ' + std::to_string(v); break;
        case Field::none: break;
        }
    }
    return text;
}

}  // namespace sim::warriors
