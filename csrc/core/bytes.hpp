// Which of a few bytes equal a key, as a bit mask: one comparison for sixteen bytes where the
// processor has it.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sim {

/// Bit i is set when p[i] == key; N is 24 or 32.
template <int N>
[[nodiscard]] inline std::uint32_t equal_bytes(const std::uint8_t* p, std::uint8_t key) {
    static_assert(N == 24 || N == 32);
#if defined(__SSE2__)
    const __m128i keys = _mm_set1_epi8(static_cast<char>(key));
    const auto mask = [&](int at) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, keys)));
    };
    return mask(0) | mask(N - 16) << (N - 16);
#else
    std::uint32_t found = 0;
    for (int i = 0; i < N; ++i) found |= static_cast<std::uint32_t>(p[i] == key) << i;
    return found;
#endif
}

/// Bit i is set when p[i] < limit; N is 24 or 32, limit from 1.
template <int N>
[[nodiscard]] inline std::uint32_t lower_bytes(const std::uint8_t* p, std::uint8_t limit) {
    static_assert(N == 24 || N == 32);
#if defined(__SSE2__)
    const __m128i most = _mm_set1_epi8(static_cast<char>(limit - 1));
    const auto mask = [&](int at) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
        return static_cast<std::uint32_t>(
            _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, most), bytes)));
    };
    return mask(0) | mask(N - 16) << (N - 16);
#else
    std::uint32_t found = 0;
    for (int i = 0; i < N; ++i) found |= static_cast<std::uint32_t>(p[i] < limit) << i;
    return found;
#endif
}

/// a[i] += b[i] for N counts, none of which passes 255.
template <int N>
inline void add_bytes(std::uint8_t* a, const std::uint8_t* b) {
    static_assert(N % 8 == 0);
    for (int i = 0; i < N; i += 8) {
        std::uint64_t x = 0, y = 0;
        std::memcpy(&x, a + i, 8);
        std::memcpy(&y, b + i, 8);
        x += y;
        std::memcpy(a + i, &x, 8);
    }
}

}  // namespace sim
