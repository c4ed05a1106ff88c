// The state of a game: a plain value of at most 1 KiB. Rules: G5.2c.
#pragma once

#include <cstring>
#include <type_traits>

#include "games/warriors/types.hpp"

namespace sim::warriors {

/// The points of one leader, a nibble a troop type in list order.
using Points = std::uint64_t;
constexpr Points point(unsigned type, unsigned n = 1) { return Points{n} << (4 * type); }
constexpr unsigned points_of(Points p, unsigned type) {
    return static_cast<unsigned>(p >> (4 * type)) & 15U;
}
/// Mask of the nibbles of some types.
constexpr Points nibbles(Types types) {
    Points m = 0;
    for (unsigned t = 0; t < kTroops; ++t)
        if ((types >> t & 1U) != 0) m |= point(t, 15);
    return m;
}
/// All points together.
constexpr unsigned total(Points p) {
    constexpr Points kLow = 0x0f0f0f0f0f0f0f0fULL;
    return static_cast<unsigned>(((p & kLow) + (p >> 4 & kLow)) * 0x0101010101010101ULL >> 56);
}

/// Marks on State::unassigned while points are lifted and dropped (G5.66): the area has been
/// lifted from for this type.
inline constexpr std::uint8_t kLifted = 128;

struct State {
    std::array<Leaders, 2> serves;  // leaders of each side: aligned ones always, others in play
    Leaders disgraced;              // G8.19
    std::array<Areas, 2> control;   // G2.3
    std::array<Areas, 2> aggressor;
    std::uint32_t last;  // last answer of the running sequence, 0 = none (G5.61)
    std::int16_t vp;     // G1.4
    std::uint8_t turn;
    Step step;

    std::array<std::uint8_t, kLeaders> where;                  // an area, or a Place
    std::array<std::array<std::uint8_t, 6>, kLeaders> troops;  // nibbles, see Points
    std::array<std::array<std::uint8_t, kTroops>, kAreas> unassigned;
    std::array<std::uint8_t, kTroops> pool;  // special types only
    /// Phase 6: points in hand by friendly group (of two areas or more, in order of their lowest
    /// area). Phase 10: what each leader of the area had of the running type, in list order.
    std::array<std::array<std::uint8_t, kTroops>, kGroups> hand;

    Side initiative;  // INI
    Side side;        // whose decision or work it is; the retreating side in 8.3
    std::array<std::uint8_t, 2> impulses;
    std::array<std::uint8_t, 2> king;       // leader, or kNone
    std::array<std::uint8_t, 2> commander;  // BC of each side in the battle, or kNone
    std::array<std::uint8_t, 2> pending;    // hits left to meet
    std::uint8_t area;                      // battle, running group move, or cursor over areas
    std::uint8_t to;                        // destination of a move or retreat
    std::uint8_t type;                      // cursor over troop types
    std::uint8_t leader;                    // cursor over leaders
    std::uint8_t left;      // what a sequence still may or must do; its meaning stands at its step
    std::uint8_t more;      // a second number of that kind
    std::uint8_t missed;    // misses of the aggressor in a row, 0 to 2 (G7.15)
    std::uint8_t besieged;  // side inside, or kNone (G7.3)
    std::uint8_t killed_kings;  // bit a side (2.4)
    std::uint8_t winner;        // kNone while the game goes on; 2 = draw
    Way way;
    std::array<std::uint8_t, 3> unused;

    friend bool operator==(const State&, const State&) = default;
};

/// The first leader of a set from a number on, or kNone.
constexpr unsigned first_from(const Leaders& leaders, unsigned from) {
    for (unsigned w = from / 64; w < leaders.word.size(); ++w) {
        const std::uint64_t word =
            w == from / 64 ? leaders.word[w] >> (from % 64) << (from % 64) : leaders.word[w];
        if (word != 0) return 64 * w + static_cast<unsigned>(std::countr_zero(word));
    }
    return kNone;
}

/// Give the numbers of a finished sequence their neutral values, so that equal positions have
/// equal bytes.
inline void clear_sequence(State& s) {
    s.last = 0;
    s.area = s.to = s.type = s.leader = kNone;
    s.left = s.more = 0;
}

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 1024);

[[nodiscard]] inline Points troops_of(const State& s, unsigned leader) {
    Points p = 0;
    std::memcpy(&p, s.troops[leader].data(), sizeof s.troops[leader]);
    return p;
}
inline void set_troops(State& s, unsigned leader, Points p) {
    std::memcpy(s.troops[leader].data(), &p, sizeof s.troops[leader]);
}

}  // namespace sim::warriors
