// Hex boards of pointy-top hexes in rows, odd rows shifted half a hex to the east.
//
// A hex (c, r) is cell r * kStride + c of a 256-bit set. The stride leaves at least one empty
// column at the right of each row, so that a shift by one never runs into the next row. Rules:
// W3.1-W3.6.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "core/bits.hpp"

#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

namespace sim {

inline constexpr int kStride = 16;
inline constexpr int kCells = 256;
using Cells = Bits<kCells>;

/// One hex: row times 16 plus column. kNoHex is off the map.
using Hex = std::uint8_t;
inline constexpr Hex kNoHex = 255;

constexpr Hex hex_at(int c, int r) { return static_cast<Hex>(r * kStride + c); }
constexpr int hex_column(Hex h) { return h % kStride; }
constexpr int hex_row(Hex h) { return h / kStride; }

/// The cells of the first N / 16 rows: boards of at most 12 rows need three words of the four.
template <int N>
constexpr Bits<N> narrow(const Cells& cells) {
    Bits<N> b;
    for (unsigned i = 0; i < b.word.size(); ++i) b.word[i] = cells.word[i];
    return b;
}
template <int N>
constexpr Cells widen(const Bits<N>& b) {
    Cells cells;
    for (unsigned i = 0; i < b.word.size(); ++i) cells.word[i] = b.word[i];
    return cells;
}

namespace detail {
template <int N>
constexpr Bits<N> row_parity(int parity) {
    Bits<N> b;
    for (int i = 0; i < N; ++i)
        if (i / kStride % 2 == parity) b.set(i);
    return b;
}
template <int N>
inline constexpr Bits<N> kEvenRows = row_parity<N>(0);
template <int N>
inline constexpr Bits<N> kOddRows = row_parity<N>(1);
}  // namespace detail

/// All cells adjacent to a member. The caller keeps the playable ones.
/// Rules: W3.5 (even rows reach columns c-1 and c of the next row, odd rows c and c+1).
template <int N>
[[gnu::always_inline]] constexpr Bits<N> neighbours(const Bits<N>& x) {
    const Bits<N> diagonal = x | (x & detail::kEvenRows<N>).template down<1>() |
                             (x & detail::kOddRows<N>).template up<1>();
    return x.template up<1>() | x.template down<1>() | diagonal.template up<kStride>() |
           diagonal.template down<kStride>();
}

struct Cube {
    int q;
    int r;
};

/// Rules: W3.6.
constexpr Cube cube(Hex h) {
    const int r = hex_row(h);
    return {hex_column(h) - (r - (r & 1)) / 2, r};
}

constexpr int distance(Hex a, Hex b) {
    const auto abs = [](int x) { return x < 0 ? -x : x; };
    const Cube x = cube(a), y = cube(b);
    const int dq = abs(x.q - y.q), dr = abs(x.r - y.r), ds = abs(x.q + x.r - y.q - y.r);
    return dq > dr ? (dq > ds ? dq : ds) : (dr > ds ? dr : ds);
}

/// Which of sixteen hexes lie within n hexes of a centre (bit i for hexes[i]); kNoHex may be
/// among them and is then reported by chance, so the caller keeps only what is on the map.
[[nodiscard]] inline std::uint32_t within(int n, const Hex* hexes, Hex centre) {
#if defined(__SSSE3__)
    const auto row_of = [](__m128i h) {
        return _mm_and_si128(_mm_srli_epi16(h, 4), _mm_set1_epi8(15));
    };
    const auto cube_q = [](__m128i h, __m128i r) {
        const __m128i half = _mm_and_si128(_mm_srli_epi16(r, 1), _mm_set1_epi8(7));
        return _mm_sub_epi8(_mm_and_si128(h, _mm_set1_epi8(15)), half);
    };
    const __m128i there = _mm_loadu_si128(reinterpret_cast<const __m128i*>(hexes));
    const __m128i here = _mm_set1_epi8(static_cast<char>(centre));
    const __m128i dr = _mm_sub_epi8(row_of(there), row_of(here));
    const __m128i dq = _mm_sub_epi8(cube_q(there, row_of(there)), cube_q(here, row_of(here)));
    const __m128i far = _mm_max_epu8(
        _mm_max_epu8(_mm_abs_epi8(dq), _mm_abs_epi8(dr)), _mm_abs_epi8(_mm_add_epi8(dq, dr)));
    return static_cast<std::uint32_t>(
        _mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8(static_cast<char>(n + 1)), far)));
#else
    std::uint32_t found = 0;
    for (int i = 0; i < 16; ++i)
        found |= static_cast<std::uint32_t>(distance(hexes[i], centre) <= n) << i;
    return found;
#endif
}

}  // namespace sim
