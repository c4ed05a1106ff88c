// The table of steps and the table of action kinds.
#include "games/westeros/steps.hpp"

namespace sim::westeros {

using enum Step;

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table() {
    using R = Rules;
    static constexpr std::array<StepDef, static_cast<unsigned>(Step::count)> kSteps = {{
        {setup, "setup", "W4.1", &R::run_setup, nullptr, nullptr},
        {rally, "rally", "W5.1", &R::run_rally, nullptr, nullptr},
        {marshal, "marshal", "W5.6", &R::run_marshal, nullptr, nullptr},
        {turn_start, "turn_start", "W5.8", &R::run_turn_start, nullptr, nullptr},
        {lead_units, "lead_units", "W5.21", &R::run_lead_units, nullptr, nullptr},
        {tactic_before, "tactic_before", "W5.24", &R::run_tactic_before, nullptr, nullptr},
        {order_start, "order_start", "W5.30", &R::run_order_start, nullptr, nullptr},
        {finish_move, "finish_move", "W6.5", &R::run_finish_move, nullptr, nullptr},
        {attack_start, "attack_start", "W5.30", &R::run_attack_start, nullptr, nullptr},
        {turn_end, "turn_end", "W5.35", &R::run_turn_end, nullptr, nullptr},
        {turn_close, "turn_close", "W5.35", &R::run_turn_close, nullptr, nullptr},
        {regroup_status, "regroup_status", "W5.40", &R::run_regroup_status, nullptr, nullptr},
        {regroup_discard, "regroup_discard", "W5.43", &R::run_regroup_discard, nullptr, nullptr},
        {regroup_end, "regroup_end", "W5.44", &R::run_regroup_end, nullptr, nullptr},
        {effects, "effects", "W10.4", &R::run_effects, nullptr, nullptr},
        {at_engage, "at_engage", "W7.11", &R::run_at_engage, nullptr, nullptr},
        {at_roll, "at_roll", "W7.15", &R::run_at_roll, nullptr, nullptr},
        {at_reroll, "at_reroll", "W7.16", &R::run_at_reroll, nullptr, nullptr},
        {at_count, "at_count", "W7.18", &R::run_at_count, nullptr, nullptr},
        {at_losses, "at_losses", "W7.21", &R::run_at_losses, nullptr, nullptr},
        {at_retreat, "at_retreat", "W7.22", &R::run_at_retreat, nullptr, nullptr},
        {at_counter, "at_counter", "W7.24", &R::run_at_counter, nullptr, nullptr},
        {at_follow, "at_follow", "W7.26", &R::run_at_follow, nullptr, nullptr},
        {at_after, "at_after", "WD2.25", &R::run_at_after, nullptr, nullptr},
        {at_end, "at_end", "W7.25", &R::run_at_end, nullptr, nullptr},
        {retreat, "retreat", "W8.10", &R::run_retreat, nullptr, nullptr},
        {choose_turn_action, "choose_turn_action", "W5.9", nullptr, &R::options_turn_action, &R::on_turn_action},
        {choose_command_box, "choose_command_box", "W5.22", nullptr, &R::options_command_box, &R::on_command_box},
        {choose_ordered_units, "choose_ordered_units", "W5.23", nullptr, &R::options_ordered_units,
         &R::on_ordered_units},
        {choose_tactic, "choose_tactic", "W5.24", nullptr, &R::options_tactic, &R::on_tactic},
        {choose_move, "choose_move", "W5.31", nullptr, &R::options_move, &R::on_move},
        {choose_attack, "choose_attack", "W5.32", nullptr, &R::options_attack, &R::on_attack},
        {choose_flank_reroll, "choose_flank_reroll", "W7.16", nullptr, &R::options_flank_reroll,
         &R::on_flank_reroll},
        {choose_reroll_die, "choose_reroll_die", "WD10.9", nullptr, &R::options_reroll_die, &R::on_reroll_die},
        {choose_stalwart_ignore, "choose_stalwart_ignore", "W9.8", nullptr, &R::options_yes_no,
         &R::on_stalwart_ignore},
        {choose_retreat_hex, "choose_retreat_hex", "W8.11", nullptr, &R::options_retreat_hex, &R::on_retreat_hex},
        {choose_counterattack, "choose_counterattack", "W7.24", nullptr, &R::options_yes_no, &R::on_counterattack},
        {choose_advance, "choose_advance", "W9.1", nullptr, &R::options_yes_no, &R::on_advance},
        {choose_pursue_move, "choose_pursue_move", "W9.7", nullptr, &R::options_pursue_move, &R::on_pursue_move},
        {choose_pursue_attack, "choose_pursue_attack", "W9.7", nullptr, &R::options_pursue_attack,
         &R::on_pursue_attack},
        {choose_commit, "choose_commit", "WD2.24", nullptr, &R::options_commit, &R::on_commit},
        {choose_keep_token, "choose_keep_token", "W5.43", nullptr, &R::options_keep_token, &R::on_keep_token},
        {choose_keep_card, "choose_keep_card", "W5.43", nullptr, &R::options_keep_card, &R::on_keep_card},
        {choose_effect_unit, "choose_effect_unit", "W10.4", nullptr, &R::options_effect_unit, &R::on_effect_unit},
        {choose_effect_hex, "choose_effect_hex", "W10.4", nullptr, &R::options_effect_hex, &R::on_effect_hex},
        {choose_discard_card, "choose_discard_card", "WD10.1", nullptr, &R::options_discard_card,
         &R::on_discard_card},
        {place_hidden_tokens, "place_hidden_tokens", "WD12.4", nullptr, &R::options_place_hidden,
         &R::on_place_hidden},
        {assign_hidden_tokens, "assign_hidden_tokens", "WD12.4", nullptr, &R::options_assign_hidden,
         &R::on_assign_hidden},
        {place_palisade_tokens, "place_palisade_tokens", "WD12.4", nullptr, &R::options_place_palisade,
         &R::on_place_palisade},
        {remove_palisade_tokens, "remove_palisade_tokens", "WD12.4", nullptr, &R::options_remove_palisade,
         &R::on_remove_palisade},
        {place_catapult_tokens, "place_catapult_tokens", "WD12.4", nullptr, &R::options_place_catapult,
         &R::on_place_catapult},
        {choose_carry, "choose_carry", "WD12.4", nullptr, &R::options_carry, &R::on_carry},
        {place_archers, "choose_effect_hex", "WD12.4", nullptr, &R::options_place_archers, &R::on_place_archers},
    }};
    static_assert([] {
        for (unsigned i = 0; i < kSteps.size(); ++i)
            if (static_cast<unsigned>(kSteps[i].step) != i) return false;
        return true;
    }(), "one row a step, in order");
    return kSteps;
}

namespace {
constexpr FieldDef field(std::string_view name, Field f) { return {name, static_cast<unsigned>(f)}; }
}  // namespace

const std::array<KindDef, kKinds> kKindTable = {{
    {"token", "W5.16", {field("face", Field::face), field("unit", Field::unit), {}}},
    {"token_pair", "W5.16", {field("face", Field::face), field("unit", Field::unit), {}}},
    {"morale_up", "W5.9", {}},
    {"morale_rally", "W5.9", {field("unit", Field::unit), {}, {}}},
    {"lead", "W5.20", {field("card", Field::card), field("commander", Field::commander), {}}},
    {"pass", "W5.8", {}},
    {"choose_command_box", "W5.22", {field("box", Field::number), {}, {}}},
    {"choose_ordered_unit", "W5.23", {field("unit", Field::unit), {}, {}}},
    {"end_ordered_units", "W5.23", {}},
    {"choose_tactic", "W5.24", {field("use", Field::yes_no), {}, {}}},
    {"choose_move", "W5.31", {field("unit", Field::unit), field("hex", Field::hex), {}}},
    {"end_moves", "W5.31", {}},
    {"choose_attack", "W5.32",
     {field("unit", Field::unit), field("mode", Field::mode), field("target", Field::target)}},
    {"end_attacks", "W5.32", {}},
    {"choose_flank_reroll", "W7.16", {field("face", Field::optional_face), {}, {}}},
    {"choose_reroll_die", "WD10.9", {field("face", Field::optional_face), {}, {}}},
    {"choose_stalwart_ignore", "W9.8", {field("ignore", Field::yes_no), {}, {}}},
    {"choose_retreat_hex", "W8.11", {field("hex", Field::hex), {}, {}}},
    {"choose_counterattack", "W7.24", {field("strike", Field::yes_no), {}, {}}},
    {"choose_advance", "W9.1", {field("advance", Field::yes_no), {}, {}}},
    {"choose_pursue_move", "W9.7", {field("hex", Field::optional_hex), {}, {}}},
    {"choose_pursue_attack", "W9.7",
     {field("unit", Field::optional_unit), field("mode", Field::mode), field("target", Field::target)}},
    {"choose_commit", "WD2.24", {field("commander", Field::commander), field("use", Field::yes_no), {}}},
    {"choose_keep_token", "W5.43", {field("face", Field::optional_face), {}, {}}},
    {"choose_keep_card", "W5.43", {field("card", Field::optional_card), {}, {}}},
    {"choose_effect_unit", "W10.4", {field("unit", Field::optional_unit), {}, {}}},
    {"choose_effect_hex", "W10.4", {field("hex", Field::optional_hex), {}, {}}},
    {"choose_discard_card", "WD10.1", {field("card", Field::optional_card), {}, {}}},
    {"place_hidden_token", "WD12.4", {field("hex", Field::hex), field("real", Field::yes_no), {}}},
    {"assign_hidden_token", "WD12.4", {field("token", Field::number), {}, {}}},
    {"place_palisade_token", "WD12.4", {field("hex", Field::hex), field("face", Field::face), {}}},
    {"remove_palisade_token", "WD12.4",
     {field("hex", Field::optional_hex), field("face", Field::face), field("payment", Field::payment)}},
    {"place_catapult_token", "WD12.4", {field("hex", Field::hex), field("face", Field::face), {}}},
    {"choose_carry", "WD12.4", {field("take", Field::yes_no), {}, {}}},
}};

}  // namespace sim::westeros
