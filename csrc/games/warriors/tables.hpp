// What a scenario fixes: leaders, troops, map, charts, set-up, options. Rules: G2, G3, G12, G13.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/warriors/state.hpp"

namespace sim::warriors {

struct SideDef {
    std::string id;      // english, french
    std::string letter;  // E, F
};

/// Rules: G2.1.
struct LeaderDef {
    std::string id;
    std::string name;
    std::uint8_t side = kNeutral;
    std::uint8_t entry = 0;
    std::uint8_t stars = 1;
    std::uint8_t bravery = 1;
    std::uint8_t battle = 1;
    std::uint8_t home = kNone;  // area
    std::uint8_t hist = kNeutral;
    std::uint8_t capacity = 3;      // G2.8
    std::uint8_t battle_bonus = 0;  // G9.4
    bool longbow = false;
    bool silences = false;  // G7.10
    Types commands = 0;     // G9.3, G9.5-G9.7 under the options
};

/// Rules: table 2.2.
struct TroopDef {
    std::string id;
    std::string name;
    TroopClass cls = TroopClass::infantry;
    Commanders commanders = Commanders::any;
    std::uint8_t supply = kNone;  // pool of the scenario; kNone = unlimited
    std::uint8_t home = kNone;    // of a mercenary
    std::uint8_t min_value = 0;   // least value of an area that raises it
};

/// Rules: chapter 3.
struct AreaDef {
    std::string id;
    std::string name;
    std::uint8_t value = 0;  // 0 = neutral
    Types recruits = 0;
};

/// Leaders over a border: chart of 2.4.
struct Limits {
    std::array<std::uint8_t, 4> plain = {2, 1, 3, 1};
    std::uint8_t sea_friendly = 2;
    std::uint8_t sea_english = 2;
};

struct Charts {
    std::array<Elimination, 8> elimination{};          // totals 2 to 9
    std::array<std::uint8_t, kAges> death{};           // by age - 1
    std::uint8_t siege = 3;                            // G7.4
    std::uint8_t gunner_cap = 2;                       // G7.4
    std::uint8_t command = 3;                          // G2.8
    std::int16_t margin = 30;                          // G1.5
    std::array<std::uint8_t, kMaxValue + 1> value{};   // points by the value of an area
    std::array<std::uint8_t, kMaxStars + 1> killed{};  // points by stars
    std::uint8_t capitals = 1;
    std::uint8_t king = 1;
};

/// Chapter 13.
struct Options {
    bool historical_allegiance = false;      // G13.1
    bool pin_by_marker_alone = true;         // G13.2
    bool impulses_use_modified_dice = true;  // G13.3
    bool strip_and_roll_same_turn = false;   // G13.4
    bool silenced_round_is_miss = true;      // G13.5
    bool pursuit_adds_bravery = true;        // G13.6
    bool crown_captives = false;             // G13.7
    bool ransom_to_enemy = false;            // G13.8
    bool exchange_by_heads = false;          // G13.9
    bool knights_own_kind = false;           // G13.10
    bool free_rearrangement = true;          // G13.11
    bool burgundian_neutrals = true;         // G13.12
    bool liw_gunners = true;                 // G13.13 (acts on the pool, in the data)
    int gunner_first_turn = 1;               // G13.14
    bool returning_infantry = true;          // G13.15
    bool french_knights_any_rank = true;     // G13.16
    bool pursuit_before_border = false;      // G13.17
};

/// A leader of the set-up (chapter 12); side kNeutral = chosen (G4.5).
struct SetupDef {
    std::uint8_t leader = 0;
    std::uint8_t side = kNeutral;
    std::uint8_t area = 0;
    Points troops = 0;
};

struct Tables {
    std::string id;
    std::string code;
    std::string name;
    std::array<SideDef, 2> side;
    int turns = 12;  // G1.3
    std::vector<LeaderDef> leaders;
    std::vector<TroopDef> troops;
    std::vector<AreaDef> areas;
    Map map;
    Limits limits;
    Charts charts;
    Options options;
    bool initiative_modifiers = false;  // G5.4
    bool english_sea = false;           // G9.10
    std::array<std::uint8_t, 2> capital{};
    std::vector<SetupDef> setup;
    std::array<Areas, 2> control{};
    std::array<std::uint8_t, 2> king{kNone, kNone};
    Side initiative = kEnglish;
    /// The game starts here, at the first step of a phase, instead of at the set-up.
    std::optional<State> position;
    unsigned position_phase = 0;

    // Derived (load_derived.cpp).
    std::array<Leaders, 2> aligned;  // leaders of each side's own colour
    Leaders neutral;                 // non-aligned leaders
    Leaders everyone;
    std::vector<Leaders> arrivals;  // by turn (G2.3)
    Areas contested = 0;
    std::array<Areas, kMaxValue + 1> of_value{};  // areas by value, 0 = neutral
    std::array<Types, 5> of_class{};              // types by TroopClass
    Types fighting = 0;                           // counted in T of G7.11: all but gunners
    std::array<std::uint8_t, kTroops> order{};    // types in the order of G5.67, n_order of them
    std::array<Points, kTroops + 1> before{};     // nibbles of order[0] to order[i - 1]
    Types mercenaries = 0;
    Points mercenary_points = 0;                        // their nibbles
    Types common = 0;                                   // the last group of G5.67
    std::array<std::uint8_t, kAreas> raises_longbow{};  // type that an area raises, or kNone
    std::array<std::uint8_t, kAreas> raises_knight{};
    std::array<std::uint8_t, kAreas> raises_gunner{};
    std::array<std::uint8_t, kAreas> mercenary{};  // type whose home an area is, or kNone
    /// Border types over which a side may deploy and hire (G5.36).
    std::array<unsigned, 2> deploys{};
};

}  // namespace sim::warriors
