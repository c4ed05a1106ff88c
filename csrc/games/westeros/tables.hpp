// What a plan and its options fix for the whole battle: the board, unit types, commanders, cards,
// victory. Built once from the compiled scenario (load.cpp), then shared by all threads and never
// changed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/westeros/state.hpp"

namespace sim::westeros {

/// Keywords with their numbers (WD9.1). Pursue of several sources: the larger counts (WD2.23).
struct Keywords {
    std::uint32_t flags = 0;
    std::uint8_t pursue = 0;
    std::uint8_t toughness = 0;
    [[nodiscard]] constexpr bool has(Keyword k) const {
        return flags >> static_cast<unsigned>(k) & 1;
    }
    constexpr void add(Keyword k, int x) {
        flags |= 1U << static_cast<unsigned>(k);
        if (k == Keyword::pursue && x > pursue) pursue = static_cast<std::uint8_t>(x);
        if (k == Keyword::toughness) toughness = static_cast<std::uint8_t>(toughness + x);
    }
    constexpr void add(const Keywords& other) {
        flags |= other.flags;
        pursue = pursue > other.pursue ? pursue : other.pursue;
        toughness = static_cast<std::uint8_t>(toughness + other.toughness);
    }
};

/// W2.5.
struct UnitType {
    std::string id, name;
    Class cls = Class::infantry;
    int figures = 0;
    std::array<int, 3> move{}, dice{};
    bool melee = false;
    int range_min = 0, range_max = 0;  // 0: no ranged attack
    int dogs_min = 0, dogs_max = 0;    // 0: no war dogs
    Keywords keywords;
};

/// Operations of cards and abilities (W10.4, WD2.40, WD10.1).
enum class Op : std::uint8_t {
    add_dice,
    add_move,
    grant,
    pursue_bonus,
    second_attack,
    extra_morale,
    order_adjacent,
    reroll_one,
    rally,
    morale,
    morale_per_retreat,
    as_flank,
    step,
    draw,
    discard_hand,
    discard_token,
    swap_bearers,
    war_dogs_attack,
    morale_also_hits,
    add_fire,
    free_disengage,
    no_parting_blow,
    keep_cards,
    aura,
    own_bonus
};
inline constexpr std::array<std::string_view, 25> kOpNames = {"add_dice", "add_move", "grant",
    "pursue_bonus", "second_attack", "extra_morale", "order_adjacent", "reroll_one", "rally",
    "morale", "morale_per_retreat", "as_flank", "step", "draw", "discard_hand", "discard_token",
    "swap_bearers", "war_dogs_attack", "morale_also_hits", "add_fire", "free_disengage",
    "no_parting_blow", "keep_cards", "aura", "own_bonus"};

/// Whom an operation reaches (WD10.9 and the rows of WD10).
enum class Who : std::uint8_t {
    ordered,
    one,
    own,
    target,
    one_unordered_active,
    one_ordered_attacked,
    one_ordered_unengaged,
    zoc
};
inline constexpr std::array<std::string_view, 8> kWhoNames = {"ordered", "one", "own", "target",
    "one_unordered_active", "one_ordered_attacked", "one_ordered_unengaged", "zoc"};

struct EffectDef {
    Op op{};
    int k = 0, x = 0, n = 0, dice = 0, move = 0;
    bool first_attack = false, adjacent = false;
    Who who = Who::ordered;
    Class cls = Class::any;
    Condition condition = Condition::always;
    Until until = Until::turn_end;
    Keyword keyword = Keyword::stalwart;
    Face kind = Face::morale;
    bool own_area = false;
};

/// Moments of commit abilities (WD2.25).
enum class When : std::uint8_t {
    own_turn_start,
    before_attack_self,
    after_attack_self,
    on_attack_on,
    on_loss_self,
    after_elimination_self
};
inline constexpr std::array<std::string_view, 6> kWhenNames = {"own_turn_start",
    "before_attack_self", "after_attack_self", "on_attack_on", "on_loss_self",
    "after_elimination_self"};

/// W2.9.
struct CommanderDef {
    std::string id, person, name, title;
    Seat seat = 0;
    UnitId unit = kNoUnit;  // the unit he starts in
    int limit = 0, capture = 0;
    Class cls = Class::infantry;
    int type = 0;  // type of the unit he starts in, his figure counts as it (WD2.31)
    Keywords keywords;
    std::vector<EffectDef> ability, commit;
    std::uint8_t when = 0;  // bit set of When
    bool free_move = false, no_blow = false, reroll = false;
    int keep = 1;
    Keywords aura;
};

/// W5.22, W5.23.
struct BoxDef {
    int order = 0;  // units, 0: the box orders nobody
    Class cls = Class::any;
    bool one_class = false, anywhere = false;
    std::vector<EffectDef> effects;
};
enum class Require : std::uint8_t { none, own_morale_green, enemy_morale_green, pool };
struct TacticDef {
    std::string name;
    bool before = false, after = false, payment = false;
    Require require = Require::none;
    std::array<std::uint8_t, kFaces> tokens{};
    std::vector<EffectDef> effects;
};
struct CardDef {
    std::string id;
    int copies = 0;
    std::vector<BoxDef> boxes;
    bool any_unit = false;  // one box, which orders units of any kind in the zone of control and
                            // does nothing alone
    bool has_tactic = false;
    TacticDef tactic;
};

enum class VictoryWhen : std::uint8_t { immediate, round_end, game_end };
enum class VictoryIf : std::uint8_t {
    enemy_unit_eliminated,
    controls,
    each_controlled,
    enemy_morale,
    units_in,
    token_present,
    token_destroyed,
    commander_captured,
    captive_taken,
    row_reached,
    fire_level,
    prisoner_freed,
    prisoner_held,
    prisoner_lost
};
inline constexpr std::array<std::string_view, 14> kVictoryNames = {"enemy_unit_eliminated",
    "controls", "each_controlled", "enemy_morale", "units_in", "token_present", "token_destroyed",
    "commander_captured", "captive_taken", "row_reached", "fire_level", "prisoner_freed",
    "prisoner_held", "prisoner_lost"};
struct VictoryDef {
    Seat seat = 0;
    int points = 0;
    VictoryWhen when{};
    VictoryIf condition{};
    int from_round = 1;
    Hex hex = kNoHex;
    std::uint32_t objectives = 0;      // each_controlled: bits of objectives
    std::array<int, 3> zone_points{};  // enemy_morale: green, yellow, red
    Cells area{};                      // units_in, token cells, fire cells
    int per = 1;
    std::vector<std::pair<int, int>> rows;  // row_reached: (row, value)
    int count = 3;
    int once_destroyed = 0;  // fire_level: points instead of levels
    int name = -1;           // commander_captured: commander, -1 any
};

struct ObjectiveDef {
    Hex hex = kNoHex;
    std::uint8_t owner = kNone;
    std::string kind;
    bool marker = true;
};

struct UnitDef {
    std::string number;
    Seat seat = 0;
    int type = 0;
    Rank rank = Rank::green;
    Hex hex = kNoHex;  // kNoHex: a slot that a plan rule fills later
    std::uint8_t commander = kNone;
    bool scorch = false;  // plan rule: has Scorch the Earth
};

struct HouseDef {
    std::string id;
    bool north = false;
    int order_rating = 0, leadership_rating = 0, command_tokens = 0;
    bool rout = false;
};

/// The steps of a line of sight between two hexes: cells to test, as offsets from the first
/// (W3.13).
struct SightLine {
    std::uint8_t steps = 0;
    std::array<std::array<std::int16_t, 2>, 6>
        offset{};  // equal when the point lies inside one hex
};
inline constexpr int kSightRange = 6;  // longbow 4, +1 in a tower, and one to spare

/// Rules of single plans (WD12). A plan switches on what it uses.
struct PlanRules {
    // B02: face-down locations.
    bool locations = false;
    Cells location_area;
    std::array<int, 2> location_count{};  // false, real
    Seat location_seat = 0;
    // B03: hidden archers, a captive.
    std::vector<Hex> archers;
    int archers_real = 0;
    Seat archers_seat = 0;
    UnitId archer_slot = kNoUnit;  // the first of the unit slots that real tokens fill
    Hex captive = kNoHex;
    Seat captive_seat = 0;
    // B04: palisade tokens, catapults on raft landings.
    std::vector<Hex> palisades;
    std::array<std::uint8_t, 3> palisade_tokens{};
    int palisade_dice = 0;
    Seat palisade_seat = 0;
    std::vector<Hex> rafts;
    std::vector<std::array<std::uint8_t, 9>> layouts;
    Seat catapult_seat = 0;
    std::array<Cells, 2> barred;  // hexes closed to a House
    // B10: the prisoner.
    bool prisoner = false;
    std::array<Hex, 2> places{};
    Seat prisoner_seat = 0, carrier_seat = 0;
    int free_row = 0;
    // Other ends of a battle.
    bool decide = false;
    Seat decide_winner = 0;
    int decide_locations = 0;
    bool instant = false;
    bool instant_at_once = true;
    int instant_points = 0;
    std::array<int, 2> general{};  // commander whose capture wins for the other House
};

/// Hidden plan tokens are named like units, from this number on.
inline constexpr unsigned kHiddenToken = 64;

struct Tables {
    std::string id, code, name;
    int columns = 0, rows = 0, rounds = 0;
    std::array<HouseDef, 2> house;
    Seat momentum = 0;
    int morale_start = 0;
    bool tie_momentum = false;
    Options options;

    std::vector<UnitType> types;
    std::vector<CommanderDef> commanders;
    std::array<std::vector<CardDef>, 2> cards;
    std::array<std::array<std::uint8_t, kCards>, 2> copies{};
    std::array<UnitDef, kUnits> units;
    std::array<UnitMask, 4> class_units{};  // units by class; index 3: all
    std::vector<ObjectiveDef> objectives;
    std::array<std::uint8_t, kCells> objective_at{};
    std::vector<VictoryDef> victory;

    Cells playable;
    std::array<Cells, 11> terrain;
    std::array<Cells, 7> token;
    std::array<Cells, 5> burn;  // by burn limit; 0: cannot burn
    std::array<std::uint8_t, kCells> terrain_at{}, token_at{}, burn_at{};
    Cells burn_tokens;  // cells whose burnable thing is a token
    std::array<std::uint8_t, kCells> hill_group{};
    Cells no_sight;    // blocking terrain without hills
    Cells stop;        // stop terrain without hills
    Cells impassable;  // all tokens in place
    std::array<std::array<Cells, 2>, 2>
        closed;  // [seat][cavalry]: impassable, palisades, plan bars
    Cells forest_road;
    Cells road;                                     // road-type hexes (W3.19)
    std::array<std::uint8_t, kCommanders> limit{};  // command limits
    std::array<std::uint32_t, 2> any_unit_cards{};  // cards of which CardDef::any_unit holds
    std::array<std::uint32_t, 2> seat_commanders{};
    std::array<std::uint32_t, 2>
        start_commits{};  // commanders who may commit at the start of an own turn
    std::array<std::array<SightLine, 2 * kSightRange * kStride + 2 * kSightRange + 1>, 2> sight{};
    std::array<Cells, kCells> near1, zoc;  // distance 1, distance 0 to 2
    bool burnable = false, hills = false, marsh = false, forest_roads = false;

    // Plan rules (WD12).
    Cells fire_only;  // cells that may be set on fire; all burnable ones unless the plan narrows it
    Hex late_fire = kNoHex;  // no fire here before late_fire_round
    int late_fire_round = 0;
    PlanRules plan;
    bool has_plan_rules = false;  // something happens where movements end
};

}  // namespace sim::westeros
