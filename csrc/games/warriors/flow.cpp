// The course of a game: phases, initiative, turns. Rules: G5.1-G5.9, G5.59.
#include <algorithm>

#include "games/warriors/steps.hpp"

namespace sim::warriors {

void Rules::step(State& s, Action action, Dice& dice, ActionList& out) const {
    step_table()[static_cast<unsigned>(s.step)].on(*this, s, action, dice);
    advance(s, dice, out);
}

/// Run automatic steps; take decisions with one answer, pass over those with none; stop at a real
/// choice or the end. Rules: G5.2.
void Rules::advance(State& s, Dice& d, ActionList& out) const {
    const auto& table = step_table();
    out.clear();
    while (s.winner == kNone) {
        const StepDef& def = table[static_cast<unsigned>(s.step)];
        if (def.run != nullptr) {
            def.run(*this, s, d);
            continue;
        }
        def.options(*this, s, out);
        if (out.size() > 1 || (out.size() == 1 && asks_alone(s))) return;
        def.on(*this, s, out.empty() ? Action{0} : out[0], d);
        out.clear();
    }
}

void Rules::legal_actions(const State& s, ActionList& out) const {
    out.clear();
    if (s.winner == kNone) step_table()[static_cast<unsigned>(s.step)].options(*this, s, out);
}

void Rules::apply(State& s, Action action, Dice& dice) const {
    ActionList next;
    step(s, action, dice, next);
}

float Rules::returns(const State& s, int seat) const {
    if (s.winner >= 2) return 0;
    return s.winner == seat ? 1.0F : -1.0F;
}

/// Leave the state at the first step of a phase. Rules: G5.1.
void Rules::begin_phase(State& s, unsigned phase) const {
    switch (phase) {
    case 1: s.step = Step::initiative; break;
    case 2: s.step = Step::impulse; break;
    case 3: begin_battles(s); break;
    case 4: s.step = Step::control; break;
    case 5: begin_recruiting(s); break;
    case 6: begin_deployment(s, non(s)); break;
    case 7: begin_exchange(s); break;
    case 8: s.step = Step::death; break;
    case 9: begin_placement(s); break;
    case 10: begin_distribution(s); break;
    default: s.step = Step::points; break;
    }
}

/// Rules: G5.3-G5.7.
void Rules::run_initiative(State& s, Dice& d) const {
    std::array<int, 2> rolled{}, modified{};
    for (unsigned side = 0; side < 2; ++side) {
        rolled[side] = modified[side] = d.six(static_cast<RollId>(RollName::initiative));
        if (!t_.initiative_modifiers) continue;
        const unsigned king = s.king[side];
        if (king == kNone)
            --modified[side];
        else if (s.where[king] == t_.capital[side])
            ++modified[side];
    }
    if (modified[0] != modified[1]) s.initiative = modified[0] > modified[1] ? kEnglish : kFrench;
    const auto& counted = t_.options.impulses_use_modified_dice ? modified : rolled;
    const int impulses = 2 + std::min(counted[0], counted[1]);
    s.impulses[s.initiative] = static_cast<std::uint8_t>(impulses);
    s.impulses[non(s)] = static_cast<std::uint8_t>(impulses - 1);
    s.side = s.initiative;
    s.step = Step::impulse;
}

/// The other side's impulse, or the battles. Rules: G5.8.
void Rules::next_impulse(State& s) const {
    clear_sequence(s);
    s.step = Step::impulse;
    if (s.impulses[other(s.side)] > 0)
        s.side = other(s.side);
    else if (s.impulses[s.side] == 0)
        begin_phase(s, 3);
}

/// Rules: G5.10.
void Rules::begin_battles(State& s) const {
    s.side = s.initiative;
    s.step = Step::select;
}

/// Rules: G5.59.
void Rules::run_next_turn(State& s, Dice&) const {
    ++s.turn;
    begin_phase(s, 1);
}

}  // namespace sim::warriors
