// The table of steps and the table of action kinds. Rules: G5.1, G5.62.
#include "games/warriors/steps.hpp"

namespace sim::warriors {

struct StepTable {
    using R = Rules;
    using Rows = StepRows<Rules, State, Step>;
    static constexpr std::array<StepDef, static_cast<unsigned>(Step::count)> kSteps = {{
        Rows::automatic<&R::run_setup_roll>(Step::setup_roll, "setup_roll", "G4.5"),
        Rows::decision<&R::options_setup_pick, &R::on_setup_pick>(
            Step::setup_pick, "choose_setup_leader", "G4.5"),
        Rows::automatic<&R::run_initiative>(Step::initiative, "initiative", "G5.3"),
        Rows::decision<&R::options_impulse, &R::on_impulse>(
            Step::impulse, "choose_impulse", "G5.9"),
        Rows::decision<&R::options_companion, &R::on_companion>(
            Step::companion, "choose_companion", "G5.63"),
        Rows::decision<&R::options_select, &R::on_select>(Step::select, "choose_battle", "G5.10"),
        Rows::decision<&R::options_commander, &R::on_commander>(
            Step::commander, "choose_commander", "G7.1"),
        Rows::decision<&R::options_siege_question, &R::on_siege_question>(
            Step::siege_question, "choose_siege", "G7.3"),
        Rows::automatic<&R::run_siege>(Step::siege, "siege", "G7.5"),
        Rows::decision<&R::options_siege_retreat, &R::on_siege_retreat>(
            Step::siege_retreat, "choose_siege_retreat", "G8.13"),
        Rows::automatic<&R::run_round>(Step::round, "round", "G7.9"),
        Rows::decision<&R::options_hits, &R::on_hits>(Step::hits, "allocate_hits", "G8.1"),
        Rows::decision<&R::options_force_question, &R::on_force_question>(
            Step::force_question, "choose_force_retreat", "G7.18"),
        Rows::decision<&R::options_retreat_question, &R::on_retreat_question>(
            Step::retreat_question, "choose_retreat", "G7.19"),
        Rows::decision<&R::options_forced_retreat, &R::on_forced_retreat>(
            Step::forced_retreat, "choose_retreat", "G7.18"),
        Rows::decision<&R::options_escape, &R::on_escape>(Step::escape, "choose_escapees", "G8.18"),
        Rows::automatic<&R::run_pursuit>(Step::pursuit, "pursuit", "G8.17"),
        Rows::decision<&R::options_hits, &R::on_pursuit_hits>(
            Step::pursuit_hits, "allocate_hits", "G8.17"),
        Rows::automatic<&R::run_control>(Step::control, "control", "G5.12"),
        Rows::decision<&R::options_recruit, &R::on_recruit>(
            Step::recruit, "choose_recruits", "G5.21"),
        Rows::decision<&R::options_deploy, &R::on_deploy>(Step::deploy, "choose_deploy", "G5.30"),
        Rows::decision<&R::options_drop, &R::on_drop>(Step::drop, "choose_deploy_target", "G5.66"),
        Rows::decision<&R::options_hire, &R::on_hire>(Step::hire, "choose_hire", "G5.31"),
        Rows::decision<&R::options_exchange, &R::on_exchange>(
            Step::exchange, "choose_exchange", "G5.37"),
        Rows::decision<&R::options_ransom, &R::on_ransom>(Step::ransom, "choose_ransom", "G5.38"),
        Rows::automatic<&R::run_death>(Step::death, "death", "G5.42"),
        Rows::decision<&R::options_neutral, &R::on_neutral>(
            Step::neutral, "choose_neutral_leader", "G5.45"),
        Rows::decision<&R::options_own, &R::on_own>(Step::own, "choose_placement", "G5.46"),
        Rows::decision<&R::options_king, &R::on_king>(Step::king, "choose_king", "G5.50"),
        Rows::decision<&R::options_distribute, &R::on_distribute>(
            Step::distribute, "choose_distribution", "G5.52"),
        Rows::automatic<&R::run_points>(Step::points, "points", "G5.57"),
        Rows::automatic<&R::run_next_turn>(Step::next_turn, "next_turn", "G5.59"),
        Rows::automatic<&R::run_next_turn>(Step::game_over, "game_over", "G11.1"),
    }};
};

namespace {

constexpr bool in_order() {
    for (unsigned i = 0; i < StepTable::kSteps.size(); ++i)
        if (StepTable::kSteps[i].step != static_cast<Step>(i)) return false;
    return true;
}
static_assert(in_order(), "a row for each step, in the order of Step");

constexpr std::array<StateName, static_cast<unsigned>(Step::count)> kStateNames = {
    {{"SETUP_ROLL", 0}, {"SETUP_PICK", 0}, {"P1_INITIATIVE", 1}, {"P2_IMPULSE", 2},
        {"P2_COMPANION", 2}, {"P3_SELECT", 3}, {"P3_BC", 3}, {"P3_SIEGE_Q", 3}, {"P3_SIEGE", 3},
        {"P3_SIEGE_RETREAT", 3}, {"P3_ROUND", 3}, {"P3_HITS", 3}, {"P3_FORCE_Q", 3},
        {"P3_RETREAT_Q", 3}, {"P3_RETREAT", 3}, {"P3_ESCAPE", 3}, {"P3_PURSUIT", 3},
        {"P3_PURSUIT_HITS", 3}, {"P4_CONTROL", 4}, {"P5_RECRUIT", 5}, {"P6_DEPLOY", 6},
        {"P6_DROP", 6}, {"P6_HIRE", 6}, {"P7_EXCHANGE", 7}, {"P7_RANSOM", 7}, {"P8_DEATH", 8},
        {"P9_NEUTRAL", 9}, {"P9_OWN", 9}, {"P9_KING", 9}, {"P10_DISTRIBUTE", 10}, {"P11_VP", 11},
        {"P12_NEXT", 12}, {"GAME_OVER", 11}}};

constexpr FieldDef field(std::string_view name, Field type) {
    return {name, static_cast<unsigned>(type)};
}
constexpr FieldDef kLeader = field("leader", Field::leader), kArea = field("area", Field::area),
                   kTroop = field("type", Field::troop), kNumber = field("n", Field::number);

}  // namespace

const std::array<StepDef, static_cast<unsigned>(Step::count)>& step_table() {
    return StepTable::kSteps;
}

const StateName& state_name(Step step) { return kStateNames[static_cast<unsigned>(step)]; }

const std::array<KindDef, kKinds> kKindTable = {{
    {"none", "G5.62", {}},
    {"take", "G4.5", {kLeader, {}, {}}},
    {"pass", "G5.9", {}},
    {"move", "G6.1", {kLeader, kArea, {}}},
    {"remove_marker", "G6.7", {kArea, {}, {}}},
    {"go", "G5.63", {}},
    {"join", "G5.63", {kLeader, {}, {}}},
    {"battle", "G5.10", {kArea, {}, {}}},
    {"commander", "G7.1", {kLeader, {}, {}}},
    {"field", "G7.3", {}},
    {"siege", "G7.3", {}},
    {"give_up", "G8.13", {kLeader, {}, {}}},
    {"withdraw", "G8.13", {kLeader, kArea, {}}},
    {"lose_mercenaries", "G8.4", {}},
    {"lose", "G8.2", {kLeader, kTroop, kNumber}},
    {"lose_leader", "G8.2", {kLeader, {}, {}}},
    {"clear", "G7.18", {}},
    {"force", "G7.18", {}},
    {"stand", "G7.19", {}},
    {"retreat", "G8.14", {kArea, {}, {}}},
    {"escape", "G8.18", {kLeader, {}, {}}},
    {"recruit", "G5.65", {kArea, field("longbow", Field::number), field("extra", Field::number)}},
    {"done", "G5.66", {}},
    {"lift", "G5.66", {kArea, kTroop, kNumber}},
    {"drop", "G5.66", {kArea, kTroop, kNumber}},
    {"hire", "G5.31", {field("home", Field::area), kLeader, {}}},
    {"exchange", "G5.70", {kLeader, {}, {}}},
    {"decline", "G5.71", {kLeader, {}, {}}},
    {"pay", "G5.71", {kLeader, kArea, {}}},
    {"place_neutral", "G5.45", {kLeader, kArea, {}}},
    {"place", "G5.46", {kLeader, kArea, {}}},
    {"crown", "G5.50", {kLeader, {}, {}}},
    {"give", "G5.67", {kLeader, kTroop, kNumber}},
}};

}  // namespace sim::warriors
