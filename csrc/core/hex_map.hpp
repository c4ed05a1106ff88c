// Hex boards of pointy-top hexes in rows, odd rows shifted half a hex to the east.
//
// A hex (c, r) is cell r * kStride + c of a 256-bit set. The stride leaves at least one empty
// column at the right of each row, so that a shift by one never runs into the next row. Rules:
// W3.1-W3.6.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "core/bits.hpp"

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

namespace detail {
constexpr Cells row_parity(int parity) {
    Cells b;
    for (int i = 0; i < kCells; ++i)
        if (i / kStride % 2 == parity) b.set(i);
    return b;
}
}  // namespace detail

inline constexpr Cells kEvenRows = detail::row_parity(0);
inline constexpr Cells kOddRows = detail::row_parity(1);

/// All cells adjacent to a member. The caller keeps the playable ones.
/// Rules: W3.5 (even rows reach columns c-1 and c of the next row, odd rows c and c+1).
[[gnu::always_inline]] constexpr Cells neighbours(const Cells& x) {
    const Cells diagonal = x | (x & kEvenRows).down<1>() | (x & kOddRows).up<1>();
    return x.up<1>() | x.down<1>() | diagonal.up<kStride>() | diagonal.down<kStride>();
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

}  // namespace sim
