// The start of a battle. Rules: W4.1, W4.2, WD4.3.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

/// Units in place, full, active; hands and pools empty. Rules: W4.1, W4.2, WD4.3.
Rules::State Rules::initial(Dice& dice, ActionList& out) const {
    State s{};
    s.hex.fill(kNoHex);
    s.commander.fill(kNone);
    s.engaged.fill(kNoUnit);
    s.commander_unit.fill(kNoUnit);
    s.owner.fill(kNone);
    for (unsigned u = 0; u < kUnits; ++u) {
        const UnitDef& def = t_.units[u];
        if (def.number.empty() || def.hex == kNoHex) continue;
        s.type[u] = static_cast<std::uint8_t>(def.type);
        s.hex[u] = def.hex;
        s.commander[u] = def.commander;
        const bool led = def.commander != kNone;
        s.plain[u] = static_cast<std::uint8_t>(
            t_.types[static_cast<unsigned>(def.type)].figures - (led ? 1 : 0));
        if (led) s.commander_unit[def.commander] = static_cast<UnitId>(u);
        s.occupied[def.seat].set(def.hex);
        s.on_map |= bit(u);
        if (def.rank == Rank::blue) s.blue |= bit(u);
        if (def.rank == Rank::red) s.red |= bit(u);
    }
    s.active = s.on_map;
    s.concealed = t_.concealed;
    s.brotherhood = t_.brotherhood;
    for (unsigned o = 0; o < t_.objectives.size(); ++o) s.owner[o] = t_.objectives[o].owner;
    for (Seat seat = 0; seat < 2; ++seat)
        s.board_tokens[seat] = static_cast<std::uint8_t>(t_.house[seat].command_tokens);
    s.morale = static_cast<std::int8_t>(t_.morale_start);
    s.round = 1;
    s.momentum = t_.momentum;
    s.winner = s.view_of = s.card = s.lead = kNone;
    s.stack_depth = 1;
    s.stack[0] = {Step::setup, 0, 0, 0, 0, 0};
    advance(s, dice, out);
    return s;
}

}  // namespace sim::westeros
