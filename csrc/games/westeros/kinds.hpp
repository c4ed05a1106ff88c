// Kinds of action, what their fields hold, and small codes that the state keeps.
#pragma once

#include <array>
#include <string_view>

#include "core/action.hpp"
#include "games/westeros/state.hpp"

namespace sim::westeros {

/// Kinds of action, W section 5.7 and WD section 5; the numbers are part of the action codec.
enum class Kind : std::uint8_t {
    token,
    token_pair,
    morale_up,
    morale_rally,
    lead,
    pass,
    choose_command_box,
    choose_ordered_unit,
    end_ordered_units,
    choose_tactic,
    choose_move,
    end_moves,
    choose_attack,
    end_attacks,
    choose_flank_reroll,
    choose_reroll_die,
    choose_stalwart_ignore,
    choose_retreat_hex,
    choose_counterattack,
    choose_advance,
    choose_pursue_move,
    choose_pursue_attack,
    choose_commit,
    choose_keep_token,
    choose_keep_card,
    choose_effect_unit,
    choose_effect_hex,
    choose_discard_card,
    place_hidden_token,
    assign_hidden_token,
    place_palisade_token,
    remove_palisade_token,
    place_catapult_token,
    choose_carry,
    choose_formation,
    choose_outpost_side,
    choose_aimed_shot,
    choose_concurrent_counter,
    choose_support,
    choose_deflect,
    choose_withdraw,
    choose_raider,
    choose_defend_token,
    choose_forced_kind,
    choose_joint_counter,
    choose_path,
    choose_token_to_discard,
    choose_token_source,
    choose_bonus,
    choose_other_commander,
    choose_token_layout,
    lead_one,
    deactivate,
    give_up_order,
    call_to_arms,
    count
};

/// What a field of an action holds.
enum class Field : unsigned {
    none,
    face,
    unit,
    card,
    commander,
    yes_no,
    hex,
    mode,
    target,
    optional_face,
    optional_unit,
    optional_hex,
    optional_card,
    number,
    payment,
    formation,
    side,
    forced_kind,
    source,
    bonus,
    help
};

/// Words for small choices, in the order of their numbers.
inline constexpr std::array<std::string_view, 2> kSideNames = {"barracks", "tower"};
inline constexpr std::array<std::string_view, 3> kForcedNames = {"none", "card", "token"};
inline constexpr std::array<std::string_view, 2> kSourceNames = {"supply", "enemy"};
inline constexpr std::array<std::string_view, 2> kBonusNames = {"dice", "move"};
inline constexpr std::array<std::string_view, 2> kHelpNames = {"move", "attack"};

/// From this bit on Attack::asked tells which commanders with `after_attack_on` had the target in
/// their zone of control at AT.1.
inline constexpr unsigned kWatch = 12, kWatchers = 4;

/// Field e of an attack's frame: its retreat came before what its concurrent counterattack opens at
/// AT.16 (W9.62).
inline constexpr std::uint8_t kRetreatOver = 8;

/// State::box: a number, and what came before or follows the box; kOneUnit for W13.3.
inline constexpr std::uint8_t kBoxNumber = 15, kAfterOther = 16, kMayOmit = 32, kJoined = 64,
                              kBothBoxes = 128, kOneUnit = 255;

/// Which list of effects a frame works on: the low bits of its field a.
enum EffectList : unsigned { box_effects, tactic_effects, commit_effects, end_effects };
constexpr unsigned list_of(const Frame& f) { return f.a & 3U; }

inline constexpr int kKinds = static_cast<int>(Kind::count);
extern const std::array<KindDef, kKinds> kKindTable;

}  // namespace sim::westeros
