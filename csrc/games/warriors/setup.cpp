// Set-up. Rules: G4.
#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// Rules: G4.2, G4.3, G4.7, G4.8.
Rules::State Rules::empty_state() const {
    State s{};
    s.serves = t_.aligned;
    s.control = t_.control;
    s.turn = 1;
    s.where.fill(dead);
    t_.everyone.each([&](int l) { s.where[static_cast<unsigned>(l)] = in_future; });
    for (unsigned t = 0; t < t_.troops.size(); ++t) {
        const TroopDef& def = t_.troops[t];
        const std::uint8_t supply = def.supply == kNone ? std::uint8_t{0} : def.supply;
        (def.home == kNone ? s.pool[t] : s.unassigned[def.home][t]) = supply;
    }
    s.initiative = t_.initiative;
    s.king = t_.king;
    s.commander = {kNone, kNone};
    s.besieged = s.winner = kNone;
    clear_sequence(s);
    return s;
}

/// Rules: G4.4.
void Rules::place_setup(State& s, const SetupDef& def, Side side) const {
    s.where[def.leader] = def.area;
    set_troops(s, def.leader, def.troops);
    for (unsigned t = 0; t < t_.troops.size(); ++t) {
        const unsigned n = points_of(def.troops, t);
        const TroopDef& troop = t_.troops[t];
        if (troop.supply == kNone) continue;
        auto& from = troop.home == kNone ? s.pool[t] : s.unassigned[troop.home][t];
        from = static_cast<std::uint8_t>(from - n);
    }
    if (side != kNeutral) s.serves[side].set(def.leader);
}

Rules::State Rules::initial(Dice& dice, ActionList& out) const {
    State s;
    if (t_.position) {
        s = *t_.position;
        begin_phase(s, t_.position_phase);
    } else {
        s = empty_state();
        const bool historical = t_.options.historical_allegiance;
        for (const SetupDef& def : t_.setup) {
            const auto hist = t_.leaders[def.leader].hist;
            place_setup(s, def, def.side == kNeutral && historical ? hist : def.side);
        }
        s.step = Step::setup_roll;
        if (historical) finish_setup(s);
    }
    advance(s, dice, out);
    return s;
}

/// The higher roll picks, E on a tie. Rules: G4.5.
void Rules::run_setup_roll(State& s, Dice& d) const {
    const int english = d.six(static_cast<RollId>(RollName::setup));
    const int french = d.six(static_cast<RollId>(RollName::setup));
    s.side = french > english ? kFrench : kEnglish;
    s.step = Step::setup_pick;
}

/// Rules: G4.5.
void Rules::options_setup_pick(const State& s, ActionList& out) const {
    Leaders offered;
    for (const SetupDef& def : t_.setup)
        if (def.side == kNeutral) offered.set(def.leader);
    (offered - s.serves[0] - s.serves[1]).each([&](int l) {
        out.add(act(Kind::take, static_cast<unsigned>(l)));
    });
}

/// The opponent has the other one. Rules: G4.5.
void Rules::on_setup_pick(State& s, Action x, Dice&) const {
    for (const SetupDef& def : t_.setup) {
        if (def.side != kNeutral) continue;
        const bool taken = x != 0 && def.leader == field_a(x);
        s.serves[taken ? s.side : other(s.side)].set(def.leader);
    }
    finish_setup(s);
}

/// Without a non-aligned leader the side that does not control the area is the aggressor, E if
/// nobody does. Rules: G4.6, G14.53.
void Rules::finish_setup(State& s) const {
    std::array<std::uint8_t, kAreas> first;
    first.fill(kNone);
    for (const SetupDef& def : t_.setup) {
        auto& leader = first[def.area];
        if (t_.neutral.test(def.leader) && def.leader < leader) leader = def.leader;
    }
    for (unsigned area = 0; area < t_.areas.size(); ++area) {
        if ((battle_areas(s) & area_bit(area)) == 0) continue;
        const bool french = first[area] != kNone ? s.serves[kFrench].test(first[area])
                                                 : (s.control[kEnglish] & area_bit(area)) != 0;
        s.aggressor[french ? kFrench : kEnglish] |= area_bit(area);
    }
    begin_phase(s, 1);
}

}  // namespace sim::warriors
