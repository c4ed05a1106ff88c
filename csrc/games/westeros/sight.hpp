// The line of sight between two hex centres, in whole numbers. Rules: W3.13.
#pragma once

#include <array>

#include "core/hex_map.hpp"

namespace sim::westeros {

/// Call f(i, first, second) for each point i of the way between two hexes: the cells on it, as
/// offsets from `a`, equal when the point lies inside one hex. Coordinates are times n, so that a
/// half is n / 2.
template <class F>
constexpr void each_sight_point(Hex a, Hex b, F&& f) {
    const Cube x = cube(a), y = cube(b);
    const int n = distance(a, b);
    const auto to_offset = [&](int q, int r) { return r * kStride + q + (r - (r & 1)) / 2 - a; };
    const auto floor_div = [](int p, int q) { return p >= 0 ? p / q : -((-p + q - 1) / q); };
    for (int i = 1; i < n; ++i) {
        const std::array<int, 3> at = {x.q * n + (y.q - x.q) * i, x.r * n + (y.r - x.r) * i,
            (-x.q - x.r) * n + (x.q + x.r - y.q - y.r) * i};
        std::array<int, 3> low{}, high{};
        for (unsigned j = 0; j < 3; ++j) {
            const int down = floor_div(at[j], n), rest = at[j] - down * n;
            low[j] = 2 * rest <= n ? down : down + 1;
            high[j] = 2 * rest < n ? down : down + 1;
        }
        // Two coordinates may be halves: one up and the other down, and the reverse.
        std::array<int, 3> first = low, second = low;
        bool up = true;
        for (unsigned j = 0; j < 3; ++j)
            if (low[j] != high[j]) {
                (up ? first : second)[j] = high[j];
                up = false;
            }
        f(i, to_offset(first[0], first[1]), to_offset(second[0], second[1]));
    }
}

}  // namespace sim::westeros
