// A 64-bit hash of bytes and a mixer, stable on every machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sim {

static_assert(std::endian::native == std::endian::little, "state bytes are little-endian");

/// The finaliser of MurmurHash3 (Appleby): a bijection of 64-bit numbers.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
}

constexpr std::uint64_t hash_combine(std::uint64_t h, std::uint64_t x) {
    return mix64(h * 0x9e3779b97f4a7c15ULL + x);
}

inline std::uint64_t hash_bytes(const void* data, std::size_t size) {
    const auto* p = static_cast<const unsigned char*>(data);
    std::uint64_t h = size;
    for (; size >= 8; size -= 8, p += 8) {
        std::uint64_t x;
        std::memcpy(&x, p, 8);
        h = hash_combine(h, x);
    }
    if (size > 0) {
        std::uint64_t x = 0;
        std::memcpy(&x, p, size);
        h = hash_combine(h, x);
    }
    return h;
}

}  // namespace sim
