// The greedy agent: the best action one decision ahead. How positions are judged: greedy.hpp.
// Ties go to the first action of the list. Its own stream decides only what is hidden before round
// 1, where a rule would tell the enemy.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros {

namespace {

Action agree(const ActionList& legal) {
    return best_of(legal, [](Action x) { return static_cast<int>(field_a(x)); });
}

/// On into the hex that the target has left. Rules: W9.1.
Action go_on(const State& s, const ActionList& legal, Judge& judge) {
    const Attack& a = s.attack[s.attack_depth - 1U];
    const int gain = judge.place(a.attacker, a.at) - judge.stay(a.attacker);
    return best_of(legal, [&](Action x) { return field_a(x) != 0 ? gain : 0; });
}

}  // namespace

Action Rules::greedy(const State& s, const ActionList& legal, Stream& stream) const {
    const auto seat = static_cast<Seat>(to_act(s));
    const Step step = top(s).step;
    switch (step) {
    case Step::choose_carry:
    case Step::choose_raider:
    case Step::choose_defend_token:
    case Step::choose_stalwart_ignore: return agree(legal);  // for nothing
    case Step::choose_flank_reroll: return greedy::reroll(*this, s, legal, true);
    case Step::choose_reroll_die: return greedy::reroll(*this, s, legal, false);
    case Step::choose_keep_token:
    case Step::choose_keep_card: return greedy::keep(*this, s, legal, seat);
    case Step::choose_discard_card: return greedy::discard_card(*this, s, legal, seat);
    case Step::choose_formation:
    case Step::choose_outpost_side: return greedy::stance(*this, s, legal, seat);
    case Step::place_hidden_tokens:
    case Step::assign_hidden_tokens:
    case Step::place_palisade_tokens:
    case Step::remove_palisade_tokens:
    case Step::place_catapult_tokens: return greedy::setup(*this, s, legal, stream);
    default: break;
    }
    Judge judge(*this, s, seat);
    switch (step) {
    case Step::choose_turn_action: return greedy::turn_action(*this, s, legal, judge);
    case Step::choose_command_box: return greedy::command_box(*this, s, legal, judge);
    case Step::choose_ordered_units: return greedy::ordered_unit(*this, s, legal, judge);
    case Step::choose_move: return greedy::move(s, legal, judge);
    case Step::choose_path: return greedy::path(s, legal, judge);
    case Step::choose_attack:
    case Step::choose_pursue_attack: return greedy::attack(s, legal, judge);
    case Step::choose_pursue_move: return greedy::pursue_move(legal, fight(s).attacker, judge);
    case Step::choose_advance: return go_on(s, legal, judge);
    case Step::choose_retreat_hex: return greedy::hex_for(s, legal, top(s).a, false, judge);
    case Step::choose_commit: return greedy::commit(*this, s, legal, judge);
    case Step::choose_tactic: return greedy::tactic(*this, s, legal, judge);
    case Step::choose_effect_unit:
    case Step::choose_hidden_token: return greedy::effect_unit(*this, s, legal, judge);
    case Step::choose_effect_hex:
    case Step::choose_further_hex:
    case Step::place_archers: return greedy::effect_hex(*this, s, legal, judge);
    case Step::choose_bonus: return greedy::bonus(*this, s, legal, judge);
    case Step::choose_token_to_discard:
    case Step::choose_token_source:
    case Step::choose_other_commander:
    case Step::choose_token_layout: return greedy::tokens(*this, s, legal, judge);
    default: return greedy::combat(s, legal, judge);
    }
}

}  // namespace sim::westeros
