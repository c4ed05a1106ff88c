// What a plan adds: its victory table and its special rules. Rules: WD11.1, WD12.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "games/westeros/types.hpp"

namespace sim::westeros {

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
    prisoner_lost,
    unit_exits
};
inline constexpr std::array<std::string_view, 15> kVictoryNames = {"enemy_unit_eliminated",
    "controls", "each_controlled", "enemy_morale", "units_in", "token_present", "token_destroyed",
    "commander_captured", "captive_taken", "row_reached", "fire_level", "prisoner_freed",
    "prisoner_held", "prisoner_lost", "unit_exits"};
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
    int with_commander = 0;  // unit_exits: points for a unit that its commander leads out
};

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
    // B08: hexes by which units leave the map.
    Cells exits;
    Seat exit_seat = 0;
    // Other ends of a battle.
    bool decide = false;
    Seat decide_winner = 0;
    int decide_locations = 0;
    bool instant = false;
    bool instant_at_once = true;
    int instant_points = 0;
    std::array<int, 2> general{};  // commander whose capture wins for the other House
};

}  // namespace sim::westeros
