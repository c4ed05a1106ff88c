// A first look at a state that comes from outside: is every number in it one that a table has?
#include <algorithm>

#include "games/westeros/steps.hpp"

namespace sim::westeros {

namespace {

/// A number below `end`, or none.
constexpr bool below(unsigned x, std::size_t end) { return x < end || x == kNone; }

bool is_unit(UnitId u) { return below(u, kUnits); }

bool is_seat(unsigned seat) { return seat < 2; }

bool intact_bonus(const Bonus& b) {
    return b.hook <= Hook::dice_per_unit_passed &&
           static_cast<unsigned>(b.condition) < kConditionNames.size();
}

bool intact_attack(const Attack& a) {
    return a.attacker < kUnits && is_unit(a.target) &&
           static_cast<unsigned>(a.mode) < kModeNames.size() && a.dice <= kMaxPool &&
           a.support <= kMaxPool && Faces{a.faces}.total() <= kMaxPool && below(a.colour, 3);
}

template <class Condition>
bool any_step(const State& s, Condition condition) {
    return std::any_of(s.stack.begin(), s.stack.begin() + s.stack_depth,
        [&](const Frame& f) { return condition(f.step); });
}

template <std::size_t N>
constexpr bool among(Step step, const std::array<Step, N>& steps) {
    return std::ranges::find(steps, step) != steps.end();
}

/// Is there a step of a card's turn without a card, or of an attack without an attack?
bool misses_its_card_or_attack(const State& s) {
    using enum Step;
    constexpr std::array of_card = {lead_units, lead_next, tactic_before, choose_command_box,
        choose_ordered_units, choose_tactic};
    constexpr std::array of_attack = {choose_flank_reroll, choose_stalwart_ignore,
        choose_counterattack, choose_concurrent_counter, choose_advance, choose_pursue_move,
        choose_pursue_attack, choose_aimed_shot};
    const auto attacks = [&](Step step) {
        return (step >= at_engage && step <= at_end) || among(step, of_attack);
    };
    return (s.card == kNone && any_step(s, [&](Step step) { return among(step, of_card); })) ||
           (s.attack_depth == 0 && any_step(s, attacks));
}

/// Does the uppermost step wait for a player?
bool awaits_a_choice(const State& s) {
    return s.stack[s.stack_depth - 1U].step >= Step::choose_turn_action;
}

}  // namespace

bool Rules::intact(const State& s) const {
    const std::size_t commanders = t_.commanders.size();
    const auto is_commander = [&](unsigned c) { return below(c, commanders); };
    const auto is_type = [&](unsigned type) { return type < t_.types.size(); };
    const bool units =
        std::ranges::all_of(s.type, is_type) && std::ranges::all_of(s.commander, is_commander) &&
        std::ranges::all_of(s.engaged, is_unit) && std::ranges::all_of(s.commander_unit, is_unit);
    const bool turn = is_seat(s.first_player) && is_seat(s.momentum) && is_seat(s.in_turn) &&
                      below(s.winner, 3) && below(s.view_of, 2) &&
                      static_cast<unsigned>(s.way) < kWayNames.size() && s.passed < 4 &&
                      (s.forced & 3U) < 3 && s.must_lead <= commanders &&
                      std::ranges::all_of(s.owner, [](unsigned x) { return below(x, 2); });
    if (!units || !turn) return false;
    const auto& cards = t_.cards[s.in_turn];
    if (!below(s.card, cards.size()) || !is_commander(s.lead)) return false;
    const bool card =
        s.card == kNone || s.box == kOneUnit || (s.box & kBoxNumber) < cards[s.card].boxes.size();
    const bool depths = s.bonus_count <= kBonuses && s.attack_depth <= kAttackDepth &&
                        s.stack_depth <= kStackDepth &&
                        (s.winner != kNone || (s.stack_depth > 0 && awaits_a_choice(s)));
    return card && depths && !misses_its_card_or_attack(s) &&
           std::all_of(s.bonus.begin(), s.bonus.begin() + s.bonus_count, intact_bonus) &&
           std::all_of(s.attack.begin(), s.attack.begin() + s.attack_depth, intact_attack) &&
           std::all_of(s.stack.begin(), s.stack.begin() + s.stack_depth,
               [](const Frame& f) { return f.step < Step::count; });
}

}  // namespace sim::westeros
