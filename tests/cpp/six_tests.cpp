// Six-sided dice: exact weights against every single throw, sampling, and rolls that are certain.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "dice/sources.hpp"

namespace test {

namespace {

using sim::Dice;
using sim::Purpose;
using sim::Stream;

std::uint32_t throws_of(int n) {
    std::uint32_t all = 1;
    for (int i = 0; i < n; ++i) all *= 6;
    return all;
}

/// How many of the 6^n throws have each number of dice that show one of the first k faces.
std::vector<std::uint64_t> literal_weights(int n, unsigned k) {
    std::vector<std::uint64_t> found(static_cast<unsigned>(n) + 1);
    for (std::uint32_t all = throws_of(n), i = 0; i < all; ++i) {
        unsigned x = 0;
        std::uint32_t rest = i;
        for (int die = 0; die < n; ++die, rest /= 6) x += rest % 6 < k ? 1U : 0U;
        ++found[x];
    }
    return found;
}

void weights() {
    for (int n = 1; n <= 8; ++n)
        for (unsigned k = 0; k <= 6; ++k) {
            const auto wanted = literal_weights(n, k);
            for (int x = 0; x <= n; ++x)
                CHECK(sim::success_weight(n, static_cast<int>(k), x) ==
                      wanted[static_cast<unsigned>(x)]);
        }
    // The largest pools do not pass 64 bits: all weights together are 6^24.
    unsigned __int128 sum = 0, all = 1;
    for (int x = 0; x <= sim::kMaxSixPool; ++x) sum += sim::success_weight(24, 5, x);
    for (int i = 0; i < sim::kMaxSixPool; ++i) all *= 6;
    CHECK(sum == all);
}

/// Counts stay within five deviations of the binomial's mean, number by number.
void sampling(int n, int k) {
    constexpr int kRolls = 6000;
    std::array<int, sim::kMaxSixPool + 1> seen{};
    Dice dice(21, static_cast<std::uint64_t>(100 * n + k));
    for (int i = 0; i < kRolls; ++i) {
        const int x = dice.successes(0, n, k);
        CHECK(x >= 0 && x <= n);
        ++seen[static_cast<unsigned>(x)];
    }
    const double p = k / 6.0;
    double chance = std::pow(1 - p, n);  // of x successes
    for (int x = 0; x <= n; ++x) {
        const double deviation = std::sqrt(kRolls * chance * (1 - chance));
        CHECK(std::abs(seen[static_cast<unsigned>(x)] - kRolls * chance) <= 5 * deviation + 1);
        chance *= (n - x) * p / ((x + 1) * (1 - p));
    }
}

/// Up to twelve dice come from one number below 6^n, more from one for each dozen and the rest.
void words() {
    for (int n = 1; n <= sim::kMaxSixPool; ++n) {
        Stream rolled(2, static_cast<std::uint64_t>(n), Purpose::dice), drawn = rolled;
        for (int i = 0; i < 50; ++i) {
            static_cast<void>(sim::sample_successes(rolled, n, 1 + i % 5));
            for (int left = n; left > 0; left -= 12)
                static_cast<void>(drawn.below(throws_of(left < 12 ? left : 12)));
            CHECK(rolled.position() == drawn.position());
        }
    }
    // Few dice: the number is practically never drawn again.
    Stream s(2, 0, Purpose::dice);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        CHECK(s.position() == i);
        static_cast<void>(sim::sample_successes(s, 3, 2));
    }
    CHECK(aborts([&] { static_cast<void>(sim::sample_successes(s, sim::kMaxSixPool + 1, 1)); }));
}

/// A roll that is certain asks nobody.
void certain() {
    sim::ScriptSource nothing({});
    Dice asked(nothing), sampled(3, 3);
    for (Dice* dice : {&asked, &sampled})
        for (const int n : {0, 1, 5, 24}) {
            CHECK(dice->successes(1, n, 0) == 0 && dice->successes(1, n, -4) == 0);
            CHECK(dice->successes(1, n, 6) == n && dice->successes(1, n, 11) == n);
        }
    CHECK(asked.successes(1, 0, 3) == 0 && sampled.successes(1, 0, 3) == 0);
    CHECK(nothing.complete() && sampled.stream(Purpose::dice).position() == 0);
}

void single_dice() {
    std::array<int, 7> seen{};
    Dice dice(4, 9);
    for (int i = 0; i < 6000; ++i) {
        const int x = dice.six(0);
        CHECK(x >= 1 && x <= 6);
        ++seen[static_cast<unsigned>(x)];
    }
    for (unsigned x = 1; x <= 6; ++x) CHECK(std::abs(seen[x] - 1000) <= 5 * 29);
    sim::ScriptSource source({{7, 0}, {7, 5}});
    Dice scripted(source);
    CHECK(scripted.six(7) == 1 && scripted.six(7) == 6 && source.complete());
}

}  // namespace

void six_sided() {
    weights();
    for (const int n : {1, 2, 5, 8, 12, 13, 24})
        for (const int k : {1, 3, 5}) sampling(n, k);
    words();
    certain();
    single_dice();
}

}  // namespace test
