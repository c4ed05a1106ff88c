// A map of areas joined by typed borders: masks of neighbours for each area and type.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

#include "core/assert.hpp"

namespace sim {

/// `Set` is an unsigned integer with one bit an area; `Types` is the number of border types.
template <std::unsigned_integral Set, unsigned Types>
class AreaMap {
  public:
    static constexpr unsigned kAreas = std::numeric_limits<Set>::digits;

    static constexpr Set bit(unsigned area) {
        SIM_ASSERT(area < kAreas);
        return Set{1} << area;
    }

    /// Join two areas both ways. They are not joined yet.
    void join(unsigned a, unsigned b, unsigned type) {
        SIM_ASSERT(a != b && type < Types && !joined(a, b));
        by_type_[a][type] |= bit(b);
        by_type_[b][type] |= bit(a);
        beside_[a] |= bit(b);
        beside_[b] |= bit(a);
        type_[a][b] = type_[b][a] = static_cast<std::uint8_t>(type);
    }

    [[nodiscard]] bool joined(unsigned a, unsigned b) const { return (beside_[a] & bit(b)) != 0; }
    /// The type of the border between two joined areas.
    [[nodiscard]] unsigned type(unsigned a, unsigned b) const {
        SIM_ASSERT(joined(a, b));
        return type_[a][b];
    }
    [[nodiscard]] Set beside(unsigned area) const { return beside_[area]; }
    /// The neighbours over borders of some types; bit t of `types` stands for type t.
    [[nodiscard]] Set beside(unsigned area, unsigned types) const {
        Set found = 0;
        for (unsigned t = 0; t < Types; ++t)
            if ((types >> t & 1U) != 0) found |= by_type_[area][t];
        return found;
    }
    /// The areas of `within` that steps inside it join with `from`, over borders of some types;
    /// `from` is among them.
    [[nodiscard]] Set connected(unsigned from, Set within, unsigned types) const {
        Set found = bit(from), fresh = found;
        while (fresh != 0) {
            const auto area = static_cast<unsigned>(std::countr_zero(fresh));
            fresh &= fresh - 1;
            const Set more = beside(area, types) & within & ~found;
            found |= more;
            fresh |= more;
        }
        return found;
    }

  private:
    std::array<Set, kAreas> beside_{};
    std::array<std::array<Set, Types>, kAreas> by_type_{};
    std::array<std::array<std::uint8_t, kAreas>, kAreas> type_{};
};

}  // namespace sim
