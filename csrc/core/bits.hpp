// A fixed set of small numbers, one bit each, with the operators of a set.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/assert.hpp"

namespace sim {

template <int N>
struct Bits {
    static constexpr int kWords = (N + 63) / 64;
    std::array<std::uint64_t, kWords> word{};

    static constexpr Bits of(int i) {
        Bits b;
        b.set(i);
        return b;
    }
    constexpr void set(int i) {
        SIM_ASSERT(i >= 0 && i < N);
        word[static_cast<unsigned>(i) / 64] |= std::uint64_t{1} << (static_cast<unsigned>(i) % 64);
    }
    constexpr void reset(int i) {
        SIM_ASSERT(i >= 0 && i < N);
        word[static_cast<unsigned>(i) / 64] &=
            ~(std::uint64_t{1} << (static_cast<unsigned>(i) % 64));
    }
    [[nodiscard]] constexpr bool test(int i) const {
        SIM_ASSERT(i >= 0 && i < N);
        return (word[static_cast<unsigned>(i) / 64] >> (static_cast<unsigned>(i) % 64)) & 1;
    }
    [[nodiscard]] constexpr bool any() const {
        std::uint64_t all = 0;
        for (const auto w : word) all |= w;
        return all != 0;
    }
    [[nodiscard]] constexpr bool none() const { return !any(); }
    [[nodiscard]] constexpr int count() const {
        int n = 0;
        for (const auto w : word) n += std::popcount(w);
        return n;
    }

    friend constexpr Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < kWords; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend constexpr Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < kWords; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend constexpr Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < kWords; ++i) a.word[i] ^= b.word[i];
        return a;
    }
    /// Members of a that are not in b.
    friend constexpr Bits operator-(Bits a, const Bits& b) {
        for (int i = 0; i < kWords; ++i) a.word[i] &= ~b.word[i];
        return a;
    }
    constexpr Bits& operator&=(const Bits& b) { return *this = *this & b; }
    constexpr Bits& operator|=(const Bits& b) { return *this = *this | b; }
    constexpr Bits& operator-=(const Bits& b) { return *this = *this - b; }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

    /// Move every member up by S; members that pass the end are lost. S is below 64.
    template <int S>
    [[nodiscard]] constexpr Bits up() const {
        static_assert(S > 0 && S < 64 && N % 64 == 0, "members pushed past the end must be lost");
        Bits r;
        r.word[0] = word[0] << S;
        for (int i = 1; i < kWords; ++i) r.word[i] = (word[i] << S) | (word[i - 1] >> (64 - S));
        return r;
    }
    template <int S>
    [[nodiscard]] constexpr Bits down() const {
        static_assert(S > 0 && S < 64);
        Bits r;
        for (int i = 0; i + 1 < kWords; ++i) r.word[i] = (word[i] >> S) | (word[i + 1] << (64 - S));
        r.word[kWords - 1] = word[kWords - 1] >> S;
        return r;
    }

    /// Call f(i) for each member in increasing order.
    template <class F>
    constexpr void each(F&& f) const {
        for (int i = 0; i < kWords; ++i)
            for (std::uint64_t w = word[i]; w != 0; w &= w - 1) f(i * 64 + std::countr_zero(w));
    }
};

/// Call f(i) for each bit of a 32-bit mask in increasing order.
template <class F>
constexpr void each_bit(std::uint32_t mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(std::countr_zero(mask));
}

/// A 32-bit mask with the loop of a set.
struct MaskSet {
    std::uint32_t mask;
    template <class F>
    constexpr void each(F&& f) const {
        each_bit(mask, f);
    }
};

}  // namespace sim
