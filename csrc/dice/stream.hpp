// A stream of random words for one purpose of one game: position n of it is a pure function of
// (event seed, game number, purpose, n).
#pragma once

#include <cstdint>

#include "dice/philox.hpp"

namespace sim {

/// What a stream is for. Streams of different purposes never share a word. The numbers are part of
/// a game's identity.
enum class Purpose : std::uint8_t {
    setup,
    dice,
    deck,
    agent_0,
    agent_1,
    determinisation,
    schedule
};

/// Counter layout: word 0 = block, word 1 = purpose, words 2 and 3 = game number. Key = event seed.
class Stream {
  public:
    Stream() = default;
    Stream(std::uint64_t seed, std::uint64_t game, Purpose purpose, std::uint32_t position = 0)
        : seed_(seed), game_(game), purpose_(purpose), position_(position) {
        if (position % 4 != 0) refill(position / 4);
    }

    std::uint32_t next() {
        if (position_ % 4 == 0) refill(position_ / 4);
        return block_[position_++ % 4];
    }

    /// A number from 0 to n-1, each equally likely (multiply and reject: Lemire 2019).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = std::uint64_t{next()} * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t floor = -n % n;
            while (static_cast<std::uint32_t>(product) < floor) product = std::uint64_t{next()} * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    [[nodiscard]] std::uint32_t position() const { return position_; }
    [[nodiscard]] std::uint64_t seed() const { return seed_; }
    [[nodiscard]] std::uint64_t game() const { return game_; }

  private:
    void refill(std::uint32_t block) {
        block_ = philox4x32(
            {block, static_cast<std::uint32_t>(purpose_), static_cast<std::uint32_t>(game_),
                static_cast<std::uint32_t>(game_ >> 32)},
            {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
    }

    std::uint64_t seed_ = 0;
    std::uint64_t game_ = 0;
    Purpose purpose_ = Purpose::setup;
    std::uint32_t position_ = 0;
    PhiloxCounter block_{};
};

}  // namespace sim
