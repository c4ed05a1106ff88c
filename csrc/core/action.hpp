// One decision is one 32-bit word.
//
//   bits  31..24   23..16   15..8   7..0
//         kind     field a  field b  field c
//
// Which kinds there are, what their fields mean and how they are written is one table a game
// (KindDef).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/assert.hpp"

namespace sim {

using Action = std::uint32_t;

constexpr Action make_action(unsigned kind, unsigned a = 0, unsigned b = 0, unsigned c = 0) {
    SIM_ASSERT(kind < 256 && a < 256 && b < 256 && c < 256);
    return kind << 24 | a << 16 | b << 8 | c;
}
constexpr unsigned action_kind(Action x) { return x >> 24; }
constexpr unsigned field_a(Action x) { return x >> 16 & 255; }
constexpr unsigned field_b(Action x) { return x >> 8 & 255; }
constexpr unsigned field_c(Action x) { return x & 255; }

/// What a field holds; the game gives the text form of each.
struct FieldDef {
    std::string_view name;
    unsigned type;  // a game's own enumeration; 0 = unused field
};

/// One row of a game's action table.
struct KindDef {
    std::string_view name;
    std::string_view rule;
    std::array<FieldDef, 3> fields;
};

/// The legal actions of one decision, in increasing order, in place (no allocation).
class ActionList {
  public:
    static constexpr int kCapacity = 2048;

    void clear() { size_ = 0; }
    void add(Action x) {
        SIM_ASSERT(size_ < kCapacity);
        data_[static_cast<unsigned>(size_++)] = x;
    }
    /// Add base + i << shift for each member i of a set; the caller's loop in one place, without a
    /// store a member.
    template <class Set>
    void add_each(Action base, unsigned shift, const Set& set) {
        Action* p = data_.data() + size_;
        set.each([&](int i) { *p++ = base + (static_cast<Action>(i) << shift); });
        size_ = static_cast<int>(p - data_.data());
        SIM_ASSERT(size_ <= kCapacity);
    }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Action operator[](int i) const {
        SIM_ASSERT(i >= 0 && i < size_);
        return data_[static_cast<unsigned>(i)];
    }
    [[nodiscard]] const Action* begin() const { return data_.data(); }
    [[nodiscard]] const Action* end() const { return data_.data() + size_; }
    [[nodiscard]] std::span<const Action> span() const { return {begin(), end()}; }
    [[nodiscard]] std::span<Action> mutable_span() {
        return {data_.data(), static_cast<unsigned>(size_)};
    }

  private:
    int size_ = 0;
    std::array<Action, kCapacity> data_;
};

}  // namespace sim
