// The table of steps and the table of action kinds.
#include "games/westeros/steps.hpp"

namespace sim::westeros {

using enum Step;

struct StepTable {
    using R = Rules;
    using Rows = StepRows<Rules, State, Step>;
    static constexpr std::array<StepDef, static_cast<unsigned>(Step::count)> kSteps = {{
        Rows::automatic<&R::run_setup>(setup, "setup", "W4.1"),
        Rows::automatic<&R::run_rally>(rally, "rally", "W5.1"),
        Rows::automatic<&R::run_marshal>(marshal, "marshal", "W5.6"),
        Rows::automatic<&R::run_turn_start>(turn_start, "turn_start", "W5.8"),
        Rows::automatic<&R::run_lead_units>(lead_units, "lead_units", "W5.21"),
        Rows::automatic<&R::run_lead_next>(lead_next, "lead_next", "WD10.20"),
        Rows::automatic<&R::run_tactic_before>(tactic_before, "tactic_before", "W5.24"),
        Rows::automatic<&R::run_order_start>(order_start, "order_start", "W5.30"),
        Rows::automatic<&R::run_formations>(formations, "formations", "W4.3"),
        Rows::automatic<&R::run_finish_move>(finish_move, "finish_move", "W6.5"),
        Rows::automatic<&R::run_other_move>(other_move, "other_move", "W6.10"),
        Rows::automatic<&R::run_fill_gap>(fill_gap, "fill_gap", "WD2.40"),
        Rows::automatic<&R::run_attack_start>(attack_start, "attack_start", "W5.30"),
        Rows::automatic<&R::run_turn_end>(turn_end, "turn_end", "W5.35"),
        Rows::automatic<&R::run_turn_effects>(turn_effects, "turn_effects", "W5.35"),
        Rows::automatic<&R::run_turn_close>(turn_close, "turn_close", "W5.35"),
        Rows::automatic<&R::run_regroup_status>(regroup_status, "regroup_status", "W5.40"),
        Rows::automatic<&R::run_regroup_victory>(regroup_victory, "regroup_victory", "W5.42"),
        Rows::automatic<&R::run_regroup_discard>(regroup_discard, "regroup_discard", "W5.43"),
        Rows::automatic<&R::run_regroup_end>(regroup_end, "regroup_end", "W5.44"),
        Rows::automatic<&R::run_effects>(effects, "effects", "W10.4"),
        Rows::automatic<&R::run_at_engage>(at_engage, "at_engage", "W7.11"),
        Rows::automatic<&R::run_at_choices>(at_choices, "at_choices", "W7.13"),
        Rows::automatic<&R::run_at_roll>(at_roll, "at_roll", "W7.15"),
        Rows::automatic<&R::run_at_reroll>(at_reroll, "at_reroll", "W7.16"),
        Rows::automatic<&R::run_at_count>(at_count, "at_count", "W7.18"),
        Rows::automatic<&R::run_at_losses>(at_losses, "at_losses", "W7.21"),
        Rows::automatic<&R::run_at_retreat>(at_retreat, "at_retreat", "W7.22"),
        Rows::automatic<&R::run_at_fallen>(at_fallen, "at_fallen", "W7.23"),
        Rows::automatic<&R::run_at_withdraw>(at_withdraw, "at_withdraw", "WD10.42"),
        Rows::automatic<&R::run_at_counter>(at_counter, "at_counter", "W7.24"),
        Rows::automatic<&R::run_at_follow>(at_follow, "at_follow", "W7.26"),
        Rows::automatic<&R::run_at_pursue>(at_pursue, "at_pursue", "W9.7"),
        Rows::automatic<&R::run_at_after>(at_after, "at_after", "WD2.25"),
        Rows::automatic<&R::run_at_end>(at_end, "at_end", "W7.25"),
        Rows::automatic<&R::run_retreat>(retreat, "retreat", "W8.10"),
        Rows::decision<&R::options_turn_action, &R::on_turn_action>(
            choose_turn_action, "choose_turn_action", "W5.9"),
        Rows::decision<&R::options_command_box, &R::on_command_box>(
            choose_command_box, "choose_command_box", "W5.22"),
        Rows::decision<&R::options_ordered_units, &R::on_ordered_units>(
            choose_ordered_units, "choose_ordered_units", "W5.23"),
        Rows::decision<&R::options_tactic, &R::on_tactic>(choose_tactic, "choose_tactic", "W5.24"),
        Rows::decision<&R::options_move, &R::on_move>(choose_move, "choose_move", "W5.31"),
        Rows::decision<&R::options_attack, &R::on_attack>(choose_attack, "choose_attack", "W5.32"),
        Rows::decision<&R::options_flank_reroll, &R::on_flank_reroll>(
            choose_flank_reroll, "choose_flank_reroll", "W7.16"),
        Rows::decision<&R::options_reroll_die, &R::on_reroll_die>(
            choose_reroll_die, "choose_reroll_die", "WD10.9"),
        Rows::decision<&R::options_yes_no, &R::on_stalwart_ignore>(
            choose_stalwart_ignore, "choose_stalwart_ignore", "W9.8"),
        Rows::decision<&R::options_retreat_hex, &R::on_retreat_hex>(
            choose_retreat_hex, "choose_retreat_hex", "W8.11"),
        Rows::decision<&R::options_yes_no, &R::on_counterattack>(
            choose_counterattack, "choose_counterattack", "W7.24"),
        Rows::decision<&R::options_yes_no, &R::on_advance>(
            choose_advance, "choose_advance", "W9.1"),
        Rows::decision<&R::options_pursue_move, &R::on_pursue_move>(
            choose_pursue_move, "choose_pursue_move", "W9.7"),
        Rows::decision<&R::options_pursue_attack, &R::on_pursue_attack>(
            choose_pursue_attack, "choose_pursue_attack", "W9.7"),
        Rows::decision<&R::options_commit, &R::on_commit>(choose_commit, "choose_commit", "WD2.24"),
        Rows::decision<&R::options_keep_token, &R::on_keep_token>(
            choose_keep_token, "choose_keep_token", "W5.43"),
        Rows::decision<&R::options_keep_card, &R::on_keep_card>(
            choose_keep_card, "choose_keep_card", "W5.43"),
        Rows::decision<&R::options_effect_unit, &R::on_effect_unit>(
            choose_effect_unit, "choose_effect_unit", "W10.4"),
        Rows::decision<&R::options_effect_hex, &R::on_effect_hex>(
            choose_effect_hex, "choose_effect_hex", "W10.4"),
        Rows::decision<&R::options_discard_card, &R::on_discard_card>(
            choose_discard_card, "choose_discard_card", "WD10.9"),
        Rows::decision<&R::options_place_hidden, &R::on_place_hidden>(
            place_hidden_tokens, "place_hidden_tokens", "WD12.4"),
        Rows::decision<&R::options_assign_hidden, &R::on_assign_hidden>(
            assign_hidden_tokens, "assign_hidden_tokens", "WD12.4"),
        Rows::decision<&R::options_place_palisade, &R::on_place_palisade>(
            place_palisade_tokens, "place_palisade_tokens", "WD12.4"),
        Rows::decision<&R::options_remove_palisade, &R::on_remove_palisade>(
            remove_palisade_tokens, "remove_palisade_tokens", "WD12.4"),
        Rows::decision<&R::options_place_catapult, &R::on_place_catapult>(
            place_catapult_tokens, "place_catapult_tokens", "WD12.4"),
        Rows::decision<&R::options_carry, &R::on_carry>(choose_carry, "choose_carry", "WD12.4"),
        Rows::decision<&R::options_place_archers, &R::on_place_archers>(
            place_archers, "choose_effect_hex", "WD12.4"),
        Rows::decision<&R::options_hidden_token, &R::on_hidden_token>(
            choose_hidden_token, "choose_effect_unit", "WD12.4"),
        Rows::decision<&R::options_formation, &R::on_formation>(
            choose_formation, "choose_formation", "W9.29"),
        Rows::decision<&R::options_outpost_side, &R::on_outpost_side>(
            choose_outpost_side, "choose_outpost_side", "W3.30"),
        Rows::decision<&R::options_aimed_shot, &R::on_aimed_shot>(
            choose_aimed_shot, "choose_aimed_shot", "W9.20"),
        Rows::decision<&R::options_yes_no, &R::on_concurrent_counter>(
            choose_concurrent_counter, "choose_concurrent_counter", "W9.62"),
        Rows::decision<&R::options_support, &R::on_support>(
            choose_support, "choose_support", "W13.2"),
        Rows::decision<&R::options_deflect, &R::on_deflect>(
            choose_deflect, "choose_deflect", "W9.40"),
        Rows::decision<&R::options_withdraw, &R::on_withdraw>(
            choose_withdraw, "choose_withdraw", "WD10.42"),
        Rows::decision<&R::options_yes_no, &R::on_raider>(choose_raider, "choose_raider", "W9.52"),
        Rows::decision<&R::options_yes_no, &R::on_defend_token>(
            choose_defend_token, "choose_defend_token", "W9.60"),
        Rows::decision<&R::options_forced_kind, &R::on_forced_kind>(
            choose_forced_kind, "choose_forced_kind", "WD2.32"),
        Rows::decision<&R::options_joint_counter, &R::on_joint_counter>(
            choose_joint_counter, "choose_joint_counter", "WD2.33"),
        Rows::decision<&R::options_path, &R::on_path>(choose_path, "choose_path", "WD2.37"),
        Rows::decision<&R::options_further_hex, &R::on_further_hex>(
            choose_further_hex, "choose_effect_hex", "WD10.26"),
        Rows::decision<&R::options_covering_unit, &R::on_covering_unit>(
            choose_covering_unit, "choose_effect_unit", "WD2.36"),
        Rows::decision<&R::options_gap_attack, &R::on_gap_attack>(
            choose_gap_attack, "choose_effect_unit", "WD2.40"),
        Rows::decision<&R::options_token_to_discard, &R::on_token_to_discard>(
            choose_token_to_discard, "choose_token_to_discard", "WD10.25"),
        Rows::decision<&R::options_token_source, &R::on_token_source>(
            choose_token_source, "choose_token_source", "WD10.33"),
        Rows::decision<&R::options_bonus, &R::on_bonus>(choose_bonus, "choose_bonus", "WD10.9"),
        Rows::decision<&R::options_other_commander, &R::on_other_commander>(
            choose_other_commander, "choose_other_commander", "WD10.41"),
        Rows::decision<&R::options_token_layout, &R::on_token_layout>(
            choose_token_layout, "choose_token_layout", "WD2.40"),
    }};
};

static_assert(
    [] {
        for (unsigned i = 0; i < StepTable::kSteps.size(); ++i)
            if (static_cast<unsigned>(StepTable::kSteps[i].step) != i) return false;
        return true;
    }(),
    "one row a step, in order");

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table() {
    return StepTable::kSteps;
}

namespace {
constexpr FieldDef field(std::string_view name, Field f) {
    return {name, static_cast<unsigned>(f)};
}
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
        {field("unit", Field::optional_unit), field("mode", Field::mode),
            field("target", Field::target)}},
    {"choose_commit", "WD2.24",
        {field("commander", Field::commander), field("use", Field::yes_no), {}}},
    {"choose_keep_token", "W5.43", {field("face", Field::optional_face), {}, {}}},
    {"choose_keep_card", "W5.43", {field("card", Field::optional_card), {}, {}}},
    {"choose_effect_unit", "W10.4", {field("unit", Field::optional_unit), {}, {}}},
    {"choose_effect_hex", "W10.4", {field("hex", Field::optional_hex), {}, {}}},
    {"choose_discard_card", "WD10.9", {field("card", Field::optional_card), {}, {}}},
    {"place_hidden_token", "WD12.4", {field("hex", Field::hex), field("real", Field::yes_no), {}}},
    {"assign_hidden_token", "WD12.4", {field("token", Field::number), {}, {}}},
    {"place_palisade_token", "WD12.4", {field("hex", Field::hex), field("face", Field::face), {}}},
    {"remove_palisade_token", "WD12.4",
        {field("hex", Field::optional_hex), field("face", Field::face),
            field("payment", Field::payment)}},
    {"place_catapult_token", "WD12.4", {field("hex", Field::hex), field("face", Field::face), {}}},
    {"choose_carry", "WD12.4", {field("take", Field::yes_no), {}, {}}},
    {"choose_formation", "W9.29",
        {field("unit", Field::unit), field("formation", Field::formation), {}}},
    {"choose_outpost_side", "W3.30", {field("unit", Field::unit), field("side", Field::side), {}}},
    {"choose_aimed_shot", "W9.20", {field("face", Field::optional_face), {}, {}}},
    {"choose_concurrent_counter", "W9.62", {field("strike", Field::yes_no), {}, {}}},
    {"choose_support", "W13.2", {field("unit", Field::optional_unit), {}, {}}},
    {"choose_deflect", "W9.40", {field("tokens", Field::number), {}, {}}},
    {"choose_withdraw", "WD10.42", {field("hex", Field::optional_hex), {}, {}}},
    {"choose_raider", "W9.52", {field("roll", Field::yes_no), {}, {}}},
    {"choose_defend_token", "W9.60", {field("place", Field::yes_no), {}, {}}},
    {"choose_forced_kind", "WD2.32", {field("kind", Field::forced_kind), {}, {}}},
    {"choose_joint_counter", "WD2.33", {field("unit", Field::optional_unit), {}, {}}},
    {"choose_path", "WD2.37", {field("unit", Field::unit), field("hex", Field::optional_hex), {}}},
    {"choose_token_to_discard", "WD10.25", {field("face", Field::face), {}, {}}},
    {"choose_token_source", "WD10.33",
        {field("face", Field::face), field("source", Field::source), {}}},
    {"choose_bonus", "WD10.9",
        {field("unit", Field::optional_unit), field("bonus", Field::bonus), {}}},
    {"choose_other_commander", "WD10.41", {field("commander", Field::commander), {}, {}}},
    {"choose_token_layout", "WD2.40",
        {field("commander", Field::commander), field("tokens", Field::number), {}}},
    {"lead_one", "W13.3", {field("card", Field::card), field("commander", Field::commander), {}}},
    {"deactivate", "WD10.21", {field("unit", Field::unit), {}, {}}},
    {"give_up_order", "WD2.36", {field("unit", Field::unit), field("help", Field::help), {}}},
    {"call_to_arms", "WD9.33", {field("unit", Field::unit), field("called", Field::unit), {}}},
}};

}  // namespace sim::westeros
