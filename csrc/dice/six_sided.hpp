// Six-sided dice: how many of n dice succeed, drawn with one random number.
#pragma once

#include <array>
#include <cstdint>

#include "core/assert.hpp"
#include "dice/stream.hpp"

namespace sim {

inline constexpr int kSix = 6;
/// As many six-sided dice as one random number of 32 bits can stand for: 6^12 < 2^32.
inline constexpr int kSixAtOnce = 12;
/// More dice than this are never rolled together (6^24 < 2^64, the weights of an enumeration).
inline constexpr int kMaxSixPool = 24;

namespace detail {

constexpr std::uint64_t power(std::uint64_t base, int exponent) {
    std::uint64_t p = 1;
    for (int i = 0; i < exponent; ++i) p *= base;
    return p;
}

constexpr std::uint64_t binomial(int n, int k) {
    std::uint64_t c = 1;
    for (int i = 1; i <= k; ++i)
        c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return c;
}

}  // namespace detail

/// In how many of the 6^n throws of n dice exactly x dice show one of k faces.
constexpr std::uint64_t success_weight(int n, int k, int x) {
    return detail::binomial(n, x) * detail::power(static_cast<std::uint64_t>(k), x) *
           detail::power(static_cast<std::uint64_t>(kSix - k), n - x);
}

namespace detail {

/// below[n][k][x]: throws of n dice with at most x successes.
constexpr auto success_table() {
    std::array<std::array<std::array<std::uint32_t, kSixAtOnce + 1>, kSix>, kSixAtOnce + 1> below{};
    for (int n = 1; n <= kSixAtOnce; ++n)
        for (int k = 1; k < kSix; ++k) {
            std::uint64_t sum = 0;
            for (int x = 0; x <= n; ++x) {
                sum += success_weight(n, k, x);
                below[static_cast<unsigned>(n)][static_cast<unsigned>(k)]
                     [static_cast<unsigned>(x)] = static_cast<std::uint32_t>(sum);
            }
        }
    return below;
}
inline constexpr auto kSuccesses = success_table();
inline constexpr auto kPowersOfSix = [] {
    std::array<std::uint32_t, kSixAtOnce + 1> p{};
    for (int n = 0; n <= kSixAtOnce; ++n)
        p[static_cast<unsigned>(n)] = static_cast<std::uint32_t>(power(kSix, n));
    return p;
}();

}  // namespace detail

/// How many of n dice show one of k faces.
inline int sample_successes(Stream& stream, int n, int k) {
    SIM_ASSERT(n >= 0 && n <= kMaxSixPool && k >= 0 && k <= kSix);
    if (k == 0) return 0;
    if (k == kSix) return n;
    int sum = 0;
    while (n > 0) {
        const int now = n < kSixAtOnce ? n : kSixAtOnce;
        const std::uint32_t at = stream.below(detail::kPowersOfSix[static_cast<unsigned>(now)]);
        const auto& below =
            detail::kSuccesses[static_cast<unsigned>(now)][static_cast<unsigned>(k)];
        unsigned x = 0;
        while (at >= below[x]) ++x;
        sum += static_cast<int>(x);
        n -= now;
    }
    return sum;
}

}  // namespace sim
