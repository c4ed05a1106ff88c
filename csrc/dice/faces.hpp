// The eight-sided symbol die and pools of it, as counts of faces.
// Rules: W2.1 (three green, two blue, one red shield, one morale, one valor).
#pragma once

#include <array>
#include <cstdint>

namespace sim {

enum class Face : std::uint8_t { green, blue, red, morale, valor };
inline constexpr int kFaces = 5;
inline constexpr std::array<std::uint8_t, kFaces> kFaceWeight = {3, 2, 1, 1, 1};
inline constexpr int kDieSides = 8;

/// How many dice of a pool show each face, six bits a face in the order of Face. Pools add with +.
struct Faces {
    std::uint32_t packed = 0;

    static constexpr Faces of(Face f, int n = 1) {
        return {static_cast<std::uint32_t>(n) << (6 * static_cast<unsigned>(f))};
    }
    [[nodiscard]] constexpr int operator[](Face f) const {
        return static_cast<int>(packed >> (6 * static_cast<unsigned>(f)) & 63);
    }
    [[nodiscard]] constexpr int total() const {
        int n = 0;
        for (int f = 0; f < kFaces; ++f) n += (*this)[static_cast<Face>(f)];
        return n;
    }
    friend constexpr Faces operator+(Faces a, Faces b) { return {a.packed + b.packed}; }
    friend constexpr Faces operator-(Faces a, Faces b) { return {a.packed - b.packed}; }
    friend constexpr bool operator==(Faces, Faces) = default;
};

/// No packed counts are this great or greater.
inline constexpr std::uint32_t kPackedEnd = 1U << (6 * kFaces);

/// More dice than this are never rolled together: an attack has at most rank dice plus all bonuses.
inline constexpr int kMaxPool = 40;

namespace detail {
constexpr Face side(unsigned s) {
    return s < 3    ? Face::green
           : s < 5  ? Face::blue
           : s == 5 ? Face::red
           : s == 6 ? Face::morale
                    : Face::valor;
}
/// Counts of n dice read from 3n bits.
template <unsigned N>
constexpr auto table_of() {
    std::array<std::uint32_t, 1U << (3 * N)> table{};
    for (unsigned i = 0; i < table.size(); ++i)
        for (unsigned d = 0; d < N; ++d) table[i] += Faces::of(side(i >> (3 * d) & 7)).packed;
    return table;
}
inline constexpr auto kOneDie = table_of<1>();
inline constexpr auto kThreeDice = table_of<3>();
}  // namespace detail

/// The counts of n <= 10 dice whose sides are the low 3n bits of a random word.
constexpr Faces faces_of_bits(std::uint32_t bits, int n) {
    std::uint32_t sum = 0;
    for (; n >= 3; n -= 3, bits >>= 9) sum += detail::kThreeDice[bits & 511];
    for (; n > 0; --n, bits >>= 3) sum += detail::kOneDie[bits & 7];
    return {sum};
}

}  // namespace sim
