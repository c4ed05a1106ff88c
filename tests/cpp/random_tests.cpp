// The generator, its streams, the symbol die, and pools of it.
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "check.hpp"
#include "dice/dice.hpp"

namespace test {

namespace {

using sim::Face;
using sim::Faces;
using sim::Purpose;
using sim::Stream;
using Words = std::vector<std::uint32_t>;

Words draw(Stream s, int n) {
    Words words;
    for (int i = 0; i < n; ++i) words.push_back(s.next());
    return words;
}

/// Whether a count is within five standard deviations of a binomial's mean.
bool in_band(double seen, double trials, double chance) {
    return std::abs(seen - trials * chance) <= 5 * std::sqrt(trials * chance * (1 - chance));
}

/// Whether counts of equally likely results have a chi-square within five deviations of its mean.
bool even(const std::vector<int>& counts) {
    double trials = 0, sum = 0;
    for (const int n : counts) trials += n;
    const double wanted = trials / static_cast<double>(counts.size());
    for (const int n : counts) sum += (n - wanted) * (n - wanted) / wanted;
    const double freedom = static_cast<double>(counts.size()) - 1;
    return std::abs(sum - freedom) <= 5 * std::sqrt(2 * freedom);
}

void small_ranges() {
    Stream s(3, 4, Purpose::dice);
    for (const unsigned n : {2U, 3U, 5U, 6U, 7U, 8U, 40U, 100U}) {
        std::vector<int> counts(n);
        for (unsigned i = 0; i < 4000 * n; ++i) {
            const auto x = s.below(n);
            if (x < n) ++counts[x];
        }
        int inside = 0;
        for (const int c : counts) inside += c;
        CHECK(inside == static_cast<int>(4000 * n));
        CHECK(even(counts));
    }
    // A power of two needs no rejection: the answer is the top bits of one word.
    for (unsigned k = 1; k < 32; ++k) {
        Stream a(9, k, Purpose::deck), b = a;
        for (int i = 0; i < 20; ++i) CHECK(a.below(1U << k) == b.next() >> (32 - k));
    }
    CHECK(s.below(1) == 0);
}

/// Three quarters of 2^32: without rejection, results that 3 divides would come twice as often.
void wide_range() {
    constexpr unsigned kWide = 3U << 30;
    constexpr int kDraws = 40000;
    Stream s(5, 6, Purpose::dice);
    std::vector<int> thirds(3), parts(3);
    for (int i = 0; i < kDraws; ++i) {
        const auto x = s.below(kWide);
        ++thirds[x % 3];
        ++parts[x >> 30];
    }
    CHECK(even(thirds) && even(parts));
    CHECK(in_band(kDraws, s.position(), 0.75));
}

Face side_of(unsigned bits) {
    static constexpr Face kSides[8] = {Face::green, Face::green, Face::green, Face::blue,
        Face::blue, Face::red, Face::morale, Face::valor};
    return kSides[bits];
}

/// Die by die, from the lowest three bits up. Rules: W2.1.
Faces literal_faces(std::uint32_t bits, int n) {
    int counts[5] = {};
    for (int die = 0; die < n; ++die) ++counts[static_cast<int>(side_of(bits >> 3 * die & 7))];
    Faces sum;
    for (int f = 0; f < 5; ++f) sum = sum + Faces::of(static_cast<Face>(f), counts[f]);
    return sum;
}

void pool_distribution() {
    static constexpr double kSides[5] = {3, 2, 1, 1, 1};
    sim::Dice dice(11, 0);
    for (const int n : {1, 3, 8, 12}) {
        constexpr int kRolls = 6000;
        int counts[5] = {}, no_green = 0, totals = 0;
        for (int i = 0; i < kRolls; ++i) {
            const Faces f = dice.pool(0, n);
            for (int face = 0; face < 5; ++face) counts[face] += f[static_cast<Face>(face)];
            no_green += f[Face::green] == 0;
            totals += f.total() == n;
        }
        CHECK(totals == kRolls);
        for (int face = 0; face < 5; ++face)
            CHECK(in_band(counts[face], double{kRolls} * n, kSides[face] / 8));
        CHECK(in_band(no_green, kRolls, std::pow(5.0 / 8, n)));
    }
}

void bags() {
    const std::vector<std::uint8_t> bag = {0, 3, 0, 1, 4};
    sim::Dice dice(12, 1);
    std::vector<int> seen(bag.size());
    for (int i = 0; i < 8000; ++i) ++seen[static_cast<unsigned>(dice.draw(0, bag))];
    CHECK(seen[0] == 0 && seen[2] == 0);
    for (unsigned i = 0; i < bag.size(); ++i) CHECK(in_band(seen[i], 8000, bag[i] / 8.0));
    CHECK(dice.stream(Purpose::dice).position() == 0);
}

}  // namespace

/// The answers of kat_vectors in the Random123 library of the paper's authors, for 10 rounds.
void philox() {
    constexpr std::uint32_t kOnes = 0xffffffff;
    CHECK((sim::philox4x32({0, 0, 0, 0}, {0, 0}) ==
           sim::PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    CHECK((sim::philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
           sim::PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    CHECK((sim::philox4x32(
               {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
           sim::PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

void stream() {
    const Stream start(0x123456789abcdefULL, 77, Purpose::dice);
    Stream moving = start;
    for (std::uint32_t n = 0; n < 70; ++n, moving.next()) {
        CHECK(moving.position() == n);
        CHECK(draw(Stream(0x123456789abcdefULL, 77, Purpose::dice, n), 9) == draw(moving, 9));
    }
    std::vector<Words> all;
    for (unsigned purpose = 0; purpose < 7; ++purpose)
        for (const std::uint64_t game : {0ULL, 1ULL, 1ULL << 32})
            for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32})
                all.push_back(draw(Stream(seed, game, static_cast<Purpose>(purpose)), 4));
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) CHECK(all[i] != all[j]);
    CHECK((draw(Stream(0, 0, Purpose::setup), 4) ==
           Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    small_ranges();
    wide_range();
}

void faces() {
    const Faces f = Faces::of(Face::green, 7) + Faces::of(Face::blue, 40) + Faces::of(Face::valor);
    CHECK(f[Face::green] == 7 && f[Face::blue] == 40 && f[Face::red] == 0);
    CHECK(f[Face::morale] == 0 && f[Face::valor] == 1 && f.total() == 48);
    CHECK(f - Faces::of(Face::blue, 40) == Faces::of(Face::green, 7) + Faces::of(Face::valor));
    CHECK(Faces::of(Face::valor, 63).total() == 63 && Faces{}.total() == 0);
    for (int n = 0; n <= 5; ++n)
        for (std::uint32_t bits = 0; bits < 1U << (3 * n); ++bits)
            if (!(sim::faces_of_bits(bits, n) == literal_faces(bits, n))) CHECK(false);
    std::mt19937 source(1);
    for (int n = 0; n <= 10; ++n)
        for (int i = 0; i < 300; ++i) {
            const auto bits = static_cast<std::uint32_t>(source());
            CHECK(sim::faces_of_bits(bits, n) == literal_faces(bits, n));
        }
}

void dice() {
    sim::Dice dice(8, 3);
    const Words words = draw(Stream(8, 3, Purpose::dice), 6);
    CHECK(dice.pool(0, 25) ==
          literal_faces(words[0], 10) + literal_faces(words[1], 10) + literal_faces(words[2], 5));
    CHECK(dice.one(0) == side_of(words[3] & 7));
    sim::Dice other;
    const std::uint32_t at[3] = {0, 4, 0};
    other.seek(8, 3, at);
    CHECK(other.pool(0, 10) == literal_faces(words[4], 10));
    CHECK(dice.pool(0, 10) == literal_faces(words[4], 10));
    CHECK(dice.pool(0, 0).total() == 0 && dice.pool(0, sim::kMaxPool).total() == 40);
    CHECK(aborts([&] { dice.pool(0, sim::kMaxPool + 1); }));
    pool_distribution();
    bags();
}

}  // namespace test
