// Phase 3: battle commanders, sieges, rounds. Rules: G5.10, G7.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// Misses in a row that the marker shows (2.3).
constexpr unsigned kMarkedMisses = 2;

}  // namespace

/// Rules: G5.10.
void Rules::options_select(const State& s, ActionList& out) const {
    out.add_each(act(Kind::battle), 16, MaskSet{battle_areas(s)});
}

/// Rules: G5.10, G7.1.
void Rules::on_select(State& s, Action x, Dice&) const {
    if (x == 0) {
        begin_phase(s, 4);
        return;
    }
    s.area = static_cast<std::uint8_t>(field_a(x));
    s.side = non(s);
    s.step = Step::commander;
}

/// Rules: G7.1.
void Rules::options_commander(const State& s, ActionList& out) const {
    const Leaders here = leaders_in(s, s.side, s.area);
    unsigned best = 0;
    here.each([&](int l) {
        best = std::max<unsigned>(best, t_.leaders[static_cast<unsigned>(l)].stars);
    });
    here.each([&](int l) {
        const auto leader = static_cast<unsigned>(l);
        if (t_.leaders[leader].stars == best) out.add(act(Kind::commander, leader));
    });
}

/// Rules: G7.1, G7.3.
void Rules::on_commander(State& s, Action x, Dice&) const {
    s.commander[s.side] = static_cast<std::uint8_t>(field_a(x));
    if (s.side != s.initiative) {
        s.side = s.initiative;
        return;
    }
    s.step = Step::round;
    for (Side side = 0; side < 2; ++side) {
        if (!controls(s, side, s.area)) continue;
        s.side = side;
        s.step = Step::siege_question;
    }
}

/// Rules: G7.3.
void Rules::options_siege_question(const State&, ActionList& out) const {
    out.add(act(Kind::field));
    out.add(act(Kind::siege));
}

/// Rules: G7.3.
void Rules::on_siege_question(State& s, Action x, Dice&) const {
    s.step = Step::round;
    if (kind_of(x) == Kind::field) return;
    s.besieged = s.side;
    s.step = Step::siege;
}

/// Rules: G7.4.
int Rules::siege_number(const State& s, unsigned area, Side besieged) const {
    const Side besieger = other(besieged);
    const Points guns = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::gunner)]);
    unsigned gunners = 0;
    leaders_in(s, besieger, area).each([&](int l) {
        gunners += total(troops_of(s, static_cast<unsigned>(l)) & guns);
    });
    return t_.areas[area].value + t_.charts.siege + t_.leaders[s.commander[besieged]].bravery -
           t_.leaders[s.commander[besieger]].bravery -
           static_cast<int>(std::min<unsigned>(gunners, t_.charts.gunner_cap));
}

/// Success on a roll above the number. Rules: G7.5-G7.8.
void Rules::run_siege(State& s, Dice& d) const {
    const int faces = 6 - std::max(0, siege_number(s, s.area, s.besieged));
    if (d.successes(static_cast<RollId>(RollName::siege), 1, faces) == 1) {
        leaders_in(s, s.besieged, s.area).each([&](int l) {
            capture(s, static_cast<unsigned>(l));
        });
        end_battle(s);
        return;
    }
    s.side = other(s.besieged);
    begin_siege_retreat(s);
}

/// Rules: G7.11, G7.12, G9.4.
int Rules::dice_of(const State& s, Side side, const Leaders& leaders) const {
    const Points fighting = nibbles(t_.fighting);
    const Points bows = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::longbow)]);
    unsigned men = 0, archers = 0;
    leaders.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        const Points p = troops_of(s, l);
        men += 1 + total(p & fighting);
        archers += total(p & bows) + (t_.leaders[l].longbow ? 1U : 0U);
    });
    const unsigned chief = s.commander[side];
    SIM_ASSERT(chief != kNone);
    const LeaderDef& def = t_.leaders[chief];
    const bool bonus = (troops_of(s, chief) & bows) != 0;
    const unsigned rating = def.battle + (bonus ? def.battle_bonus : 0U);
    return static_cast<int>(std::min(rating, men) + std::min(rating, archers));
}

/// A die of 6 or more hits after the bravery difference is added. Rules: G7.13.
int Rules::hitting_faces(const State& s, Side side) const {
    const int more =
        t_.leaders[s.commander[side]].bravery - t_.leaders[s.commander[other(side)]].bravery;
    return std::clamp(1 + more, 1, 6);
}

/// State::more becomes 1 at the third miss, which has no marker of its own. Rules: G7.10-G7.15.
void Rules::run_round(State& s, Dice& d) const {
    std::array<bool, 2> silent{};
    if (t_.leaders[s.commander[kFrench]].silences) {
        const int roll = d.six(static_cast<RollId>(RollName::joan));
        const int bravery = t_.leaders[s.commander[kEnglish]].bravery;
        silent = {roll > bravery, roll < bravery};
    }
    for (Side side = 0; side < 2; ++side) {
        const int dice = silent[side] ? 0 : dice_of(s, side, leaders_in(s, side, s.area));
        s.pending[other(side)] = static_cast<std::uint8_t>(
            d.successes(static_cast<RollId>(RollName::battle), dice, hitting_faces(s, side)));
    }
    const Side aggressor = aggressor_of(s);
    if (s.pending[other(aggressor)] > 0)
        s.missed = 0;
    else if (!silent[aggressor] || t_.options.silenced_round_is_miss)
        ++(s.missed < kMarkedMisses ? s.missed : s.more);
    s.side = non(s);
    s.step = Step::hits;
}

/// Go on to the next battle. Rules: G7.8, G7.17.
void Rules::end_battle(State& s) const {
    clear_sequence(s);
    s.commander = {kNone, kNone};
    s.pending = {0, 0};
    s.missed = 0;
    s.besieged = kNone;
    begin_battles(s);
}

}  // namespace sim::warriors
