// Chances of hits, as a table made by the compiler: P(at least k hits of n dice), in 1/1024.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace sim::westeros {

inline constexpr int kOddsOne = 1024;  // certainty
inline constexpr int kOddsDice = 12;   // more dice than this are judged as this many
inline constexpr int kOddsSides = 8;   // W2.1

namespace detail {

/// table[n][w][k]: n dice of which w sides in eight hit show at least k hits. n * 3 bits fit in 64.
constexpr auto make_tails() {
    std::array<std::array<std::array<std::uint16_t, kOddsDice + 2>, kOddsSides + 1>, kOddsDice + 1>
        table{};
    for (unsigned n = 0; n <= kOddsDice; ++n)
        for (unsigned w = 0; w <= kOddsSides; ++w) {
            std::array<std::uint64_t, kOddsDice + 2> ways{1};  // ways to show exactly k hits
            for (unsigned die = 0; die < n; ++die)
                for (unsigned k = die + 2; k-- > 0;)
                    ways[k] = ways[k] * (kOddsSides - w) + (k > 0 ? ways[k - 1] * w : 0);
            std::uint64_t tail = 0;
            for (unsigned k = n + 1; k-- > 0;) {
                tail += ways[k];
                table[n][w][k] = static_cast<std::uint16_t>(tail * kOddsOne >> (3 * n));
            }
        }
    return table;
}

inline constexpr auto kTails = make_tails();

}  // namespace detail

/// P(at least `hits` of `dice` dice hit when `sides` of eight hit), in 1/1024. Rules: W2.1.
constexpr int chance(int dice, int sides, int hits) {
    const auto n = static_cast<unsigned>(std::clamp(dice, 0, kOddsDice));
    const auto w = static_cast<unsigned>(std::clamp(sides, 0, kOddsSides));
    const auto k = static_cast<unsigned>(std::clamp(hits, 0, kOddsDice + 1));
    return detail::kTails[n][w][k];
}

static_assert(
    chance(1, 4, 1) == kOddsOne / 2 && chance(2, 4, 2) == kOddsOne / 4 && chance(3, 2, 4) == 0);

}  // namespace sim::westeros
