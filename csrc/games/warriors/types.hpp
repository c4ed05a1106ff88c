// Names and closed lists of Warriors of God. Rules: G1, G2, G5.1, G5.62.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/action.hpp"
#include "core/area_map.hpp"
#include "core/bits.hpp"

namespace sim::warriors {

/// Seat 0 is the English side E, seat 1 the French side F. Rules: G1.1.
using Side = std::uint8_t;
inline constexpr Side kEnglish = 0, kFrench = 1;
/// LeaderDef::side of a non-aligned leader (G2.1).
inline constexpr std::uint8_t kNeutral = 2;
constexpr Side other(Side side) { return side ^ 1U; }

inline constexpr std::uint8_t kNone = 255;

/// Capacities: the tables of 2.1, 2.2 and chapter 3.
inline constexpr unsigned kLeaders = 72, kAreas = 24, kTroops = 12;
inline constexpr unsigned kInfantry = 0;
/// Ages of the death chart (2.4).
inline constexpr unsigned kAges = 6;
/// Largest value of an area, most stars of a leader (2.1, chapter 3).
inline constexpr unsigned kMaxValue = 3, kMaxStars = 3;
/// Points that one leader can hold of one type: a nibble of State::troops.
inline constexpr unsigned kMaxPoints = 15;
/// Areas that can be controlled (G3.1), so friendly groups of two areas or more.
inline constexpr unsigned kContested = 19, kGroups = kContested / 2;

using Leaders = Bits<kLeaders>;
using Areas = std::uint32_t;
/// Troop types, one bit each.
using Types = std::uint16_t;
using Map = AreaMap<Areas, 4>;
constexpr Areas area_bit(unsigned area) { return Areas{1} << area; }

/// Where a leader is: an area below kAreas, or one of these. Rules: G5.2c.
enum Place : std::uint8_t {
    in_prison = kAreas,  // of the side he does not serve
    in_rout_box,
    in_pool,    // waits for phase 9: the common pool, or his own side's leaders (G5.44)
    in_future,  // arrives later
    dead,
    killed,  // in battle this turn; phase 11 scores him (G5.58)
    hit,     // removed by a hit of this round; his elimination roll comes (G8.8)
    place_count
};
inline constexpr std::array<std::string_view, place_count - kAreas> kPlaceNames = {
    "prison", "rout", "pool", "future", "dead", "killed", "hit"};

/// Rules: G3.6, chart of 2.4.
enum class Border : std::uint8_t { clear, obstructed, river, sea };
inline constexpr std::array<std::string_view, 4> kBorderNames = {"C", "O", "R", "S"};
constexpr unsigned border_bit(Border b) { return 1U << static_cast<unsigned>(b); }

enum class TroopClass : std::uint8_t { infantry, longbow, knight, gunner, mercenary };
inline constexpr std::array<std::string_view, 5> kTroopClassNames = {
    "infantry", "longbow", "knight", "gunner", "mercenary"};

/// Who may command a type of troops (table 2.2).
enum class Commanders : std::uint8_t { any, knight, burgundian, aligned, listed };
inline constexpr std::array<std::string_view, 5> kCommandersNames = {
    "any", "knight", "burgundian", "aligned", "listed"};

/// Results of the elimination chart (2.4).
enum class Elimination : std::uint8_t { killed, captured, routed };
inline constexpr std::array<std::string_view, 3> kEliminationNames = {"K", "C", "R"};

/// Rules: G5.1.
enum class Step : std::uint8_t {
    setup_roll,
    setup_pick,
    initiative,
    impulse,
    companion,
    select,
    commander,
    siege_question,
    siege,
    siege_retreat,
    round,
    hits,
    force_question,
    retreat_question,
    forced_retreat,
    escape,
    pursuit,
    pursuit_hits,
    control,
    recruit,
    deploy,
    drop,
    hire,
    exchange,
    ransom,
    death,
    neutral,
    own,
    king,
    distribute,
    points,
    next_turn,
    game_over,
    count
};

/// Kinds of action; the numbers are those of G5.62.
enum class Kind : std::uint8_t {
    none,
    take,
    pass,
    move,
    remove_marker,
    go,
    join,
    battle,
    commander,
    field,
    siege,
    give_up,
    withdraw,
    lose_mercenaries,
    lose,
    lose_leader,
    clear,
    force,
    stand,
    retreat,
    escape,
    recruit,
    done,
    lift,
    drop,
    hire,
    exchange,
    decline,
    pay,
    place_neutral,
    place,
    crown,
    give,
    count
};
inline constexpr unsigned kKinds = static_cast<unsigned>(Kind::count);
constexpr Action act(Kind kind, unsigned a = 0, unsigned b = 0, unsigned c = 0) {
    return make_action(static_cast<unsigned>(kind), a, b, c);
}
constexpr Kind kind_of(Action x) { return static_cast<Kind>(action_kind(x)); }

/// What a field of an action holds.
enum class Field : unsigned { none, leader, area, troop, number };
extern const std::array<KindDef, kKinds> kKindTable;

/// Rolls, in the words of G5.2b.
enum class RollName : std::uint8_t {
    setup,
    initiative,
    siege,
    joan,
    battle,
    pursuit,
    elimination,
    control,
    death
};
struct RollDef {
    std::string_view name;
    std::string_view rule;
};
inline constexpr std::array<RollDef, 9> kRolls = {{{"setup", "G4.5"}, {"initiative", "G5.3"},
    {"siege", "G7.5"}, {"joan", "G7.10"}, {"battle", "G7.11"}, {"pursuit", "G8.17"},
    {"elimination", "G8.8"}, {"control", "G5.15"}, {"death", "G5.42"}}};

/// How a game ended. Rules: G11.2, G11.3.
enum class Way : std::uint8_t { none, margin, final, draw };
inline constexpr std::array<std::string_view, 4> kWayNames = {"none", "margin", "final", "draw"};

}  // namespace sim::warriors
