// Names of Battles of Westeros, spelled as in the rules text. Every enumeration has its table of
// names; data files, notation and descriptions use these spellings only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/hex_map.hpp"
#include "dice/faces.hpp"

namespace sim::westeros {

using Seat = std::uint8_t;       // 0 and 1, the Houses in the order of the plan
using UnitId = std::uint8_t;     // seat * 16 + number within the House
using UnitMask = std::uint32_t;  // one bit a unit

inline constexpr int kUnitsPerSeat = 16;  // the largest plan has 13 a House (B02)
inline constexpr int kUnits = 32;
inline constexpr UnitId kNoUnit = 255;
inline constexpr std::uint8_t kNone = 255;
inline constexpr int kCommanders =
    12;  // W12, WD12: at most four a House; six leaves room for user plans
inline constexpr int kCards = 24;  // distinct cards a House: 6 basic, 3 for each of six commanders
inline constexpr int kObjectives = 16;  // 13 tokens in B02

constexpr Seat seat_of(UnitId u) { return u >> 4; }
constexpr Seat other(Seat s) { return s ^ 1; }
constexpr UnitMask bit(unsigned u) { return UnitMask{1} << u; }
constexpr UnitMask seat_mask(Seat s) { return UnitMask{0xFFFF} << (16 * s); }

/// W2.3.
enum class Rank : std::uint8_t { green, blue, red };
inline constexpr std::array<std::string_view, 3> kRankNames = {"green", "blue", "red"};

/// W2.4.
enum class Class : std::uint8_t { infantry, cavalry, ranged, any };
inline constexpr std::array<std::string_view, 4> kClassNames = {
    "infantry", "cavalry", "ranged", ""};

/// W2.1; also the kinds of order token (WD2.1).
inline constexpr std::array<std::string_view, 5> kFaceNames = {"G", "B", "R", "M", "V"};

/// W3.18.
enum class Terrain : std::uint8_t {
    plains,
    forest,
    hill,
    river,
    forest_river,
    road,
    forest_road,
    building,
    marsh,
    lake,
    outpost
};
inline constexpr std::array<std::string_view, 11> kTerrainNames = {"plains", "forest", "hill",
    "river", "forest_river", "road", "forest_road", "building", "marsh", "lake", "outpost"};

/// W3.20.
enum class Token : std::uint8_t {
    none,
    ford,
    bridge,
    stone_bridge,
    palisade,
    tent,
    siege_engine,
    hidden_ford  // laid in play by Dive (W9.53)
};
inline constexpr std::array<std::string_view, 8> kTokenNames = {
    "", "ford", "bridge", "stone_bridge", "palisade", "tent", "siege_engine", "hidden_ford"};

/// WD9.1.
enum class Keyword : std::uint8_t {
    advance,
    heavy_armor,
    toughness,
    war_dogs,
    off_balance,
    scorch,
    pursue,
    stalwart,
    aimed_shot,
    disloyal,
    fearsome,
    inefficient,
    hedgehog,
    pike_square,
    polearm,
    deflect,
    line,
    wedge,
    defender,
    dive,
    indirect_fire,
    raider,
    volley,
    stealth,
    fanatic,
    tree_archer,
    call_to_arms
};
inline constexpr std::array<std::string_view, 27> kKeywordNames = {"advance", "heavy_armor",
    "toughness", "war_dogs", "off_balance", "scorch", "pursue", "stalwart", "aimed_shot",
    "disloyal", "fearsome", "inefficient", "hedgehog", "pike_square", "polearm", "deflect", "line",
    "wedge", "defender", "dive", "indirect_fire", "raider", "volley", "stealth", "fanatic",
    "tree_archer", "call_to_arms"};

/// W7.1-W7.5, and the two rolls that answer an attack: counterattack (W7.40) and parting blow
/// (W7.60).
enum class Mode : std::uint8_t { melee, ranged, war_dogs, scorch, counterattack, parting_blow };
inline constexpr std::array<std::string_view, 6> kModeNames = {
    "melee", "ranged", "war_dogs", "scorch", "counterattack", "parting_blow"};

constexpr bool is_answer(Mode m) { return m == Mode::counterattack || m == Mode::parting_blow; }
/// W9.13: war dogs count as a ranged attack.
constexpr bool is_ranged(Mode m) { return m == Mode::ranged || m == Mode::war_dogs; }

/// W8.20, best to worst (W8.21).
enum class Zone : std::uint8_t { steady, grey, green, yellow, red };
inline constexpr std::array<std::string_view, 5> kZoneNames = {
    "steady", "grey", "green", "yellow", "red"};

/// How a game ended.
enum class Way : std::uint8_t {
    none,
    points,
    morale,
    momentum,
    rout,
    elimination,
    instant,
    decide
};
inline constexpr std::array<std::string_view, 8> kWayNames = {
    "none", "points", "morale", "momentum", "rout", "elimination", "instant", "decide"};

/// Switches of W13 and WD13 that the core knows.
struct Options {
    bool directional_retreats = false;    // W13.1
    bool reduced_strength = false;        // W13.4
    bool regroup_rout = true;             // W13.5
    bool cap_base_only = false;           // W13.6
    bool engaged_fire_anywhere = false;   // W13.7
    bool unlimited_order_tokens = false;  // W13.8
    bool strict_ring_capture = false;     // W13.9
    bool coordinated_attacks = false;     // W13.2
    bool any_card_orders_one = false;     // W13.3
    bool two_boxes_both = false;          // WD13.2
    bool hound_unordered = false;         // WD13.3
    bool al01_plains = false;             // WD13.4
    int al01_cap = 0;                     // WD13.4, 0: no cap
    bool die_tactics_plain = false;       // WD13.5
};

/// Named rolls (RollId), each with its rule.
enum class RollName : std::uint8_t {
    order_tokens,
    draw_card,
    attack,
    flank_reroll,
    reroll_one,
    war_dogs,
    counterattack,
    parting_blow,
    scorch,
    palisades,
    catapult,
    determine,
    disloyal,
    raider,
    swap_token,
    uncontrolled,
    tokens_for_cards,
    card_die,
    revive
};
struct RollDef {
    std::string_view name;
    std::string_view rule;
};
inline constexpr std::array<RollDef, 19> kRolls = {{{"order_tokens", "W5.6"}, {"draw_card", "W5.7"},
    {"attack", "W7.15"}, {"flank_reroll", "W7.16"}, {"reroll_one", "WD10.9"}, {"war_dogs", "W9.4"},
    {"counterattack", "W7.40"}, {"parting_blow", "W7.60"}, {"scorch", "W9.6"},
    {"palisades", "WD12.4"}, {"catapult", "WD12.4"}, {"determine", "W1.6"}, {"disloyal", "W9.21"},
    {"raider", "W9.52"}, {"swap_token", "WD10.25"}, {"uncontrolled", "WD10.24"},
    {"tokens_for_cards", "WD10.33"}, {"card_die", "WD10.8"}, {"revive", "WD9.34"}}};

/// Bonuses in force: what they change.
enum class Hook : std::uint8_t {
    add_dice,
    add_move,
    keyword,
    pursue_bonus,
    second_attack,
    extra_morale,
    reroll_one,
    morale_per_retreat,
    as_flank,
    rally_at_end,
    earlier_box,          // units ordered by another box of the card (WD10.5)
    deactivate,           // WD10.21
    tax_counter,          // WD10.22
    extend_advance,       // T-DAV
    add_dice_terrain,     // WD10.31
    add_dice_support,     // WD10.32
    move_instead,         // WD10.34
    ignore_terrain,       // WD10.43
    withdraw,             // WD10.42
    no_parting_blow,      // WD10.42
    any_token,            // Sandor's commit
    dice_per_unit_passed  // Brynden's commit
};
/// When a bonus counts, WD10.9.
enum class Condition : std::uint8_t {
    always,
    flank,
    moved,
    target_has_commander,
    target_damaged,
    own_morale_higher
};
inline constexpr std::array<std::string_view, 6> kConditionNames = {
    "", "flank", "moved", "target_has_commander", "target_damaged", "own_morale_higher"};
/// When a bonus ends, WD10.9.
enum class Until : std::uint8_t { this_attack, turn_end, next_own_turn, round_end };
inline constexpr std::array<std::string_view, 4> kUntilNames = {
    "this_attack", "turn_end", "next_own_turn", "round_end"};

}  // namespace sim::westeros
