// All chance of a game comes through one Dice. Behind it stands either the game's own random
// streams (the fast path) or a source that answers the same questions from a script, a log or an
// enumeration.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/assert.hpp"
#include "dice/faces.hpp"
#include "dice/six_sided.hpp"
#include "dice/stream.hpp"

namespace sim {

/// A game's own name for a roll (the game has the table of names and rule ids).
using RollId = std::uint8_t;

/// One question to chance. The answer is packed face counts (pool), an index (uniform, bag), or a
/// number of dice (successes).
struct Question {
    enum class Kind : std::uint8_t { pool, uniform, bag, successes };
    RollId id;
    Kind kind;
    std::uint32_t n;                         // dice, or number of equally likely answers
    std::span<const std::uint8_t> bag = {};  // copies of each answer
    std::uint8_t faces = 0;                  // faces of a six-sided die that succeed
};

/// Answers questions in place of the random streams.
class DiceSource {
  public:
    virtual std::uint32_t answer(const Question& question) = 0;

  protected:
    ~DiceSource() = default;
};

class Dice {
  public:
    Dice() = default;
    Dice(std::uint64_t seed, std::uint64_t game)
        : streams_{Stream{seed, game, Purpose::setup}, Stream{seed, game, Purpose::dice},
              Stream{seed, game, Purpose::deck}} {}
    explicit Dice(DiceSource& source) : source_(&source) {}

    /// Roll n dice together. Rules: W2.1.
    Faces pool(RollId id, int n) {
        SIM_ASSERT(n >= 0 && n <= kMaxPool);
        if (source_ != nullptr) [[unlikely]]
            return {source_->answer({id, Question::Kind::pool, static_cast<std::uint32_t>(n)})};
        Faces sum;
        for (; n > 10; n -= 10) sum = sum + faces_of_bits(stream(Purpose::dice).next(), 10);
        return sum + faces_of_bits(stream(Purpose::dice).next(), n);
    }

    /// Roll one die.
    Face one(RollId id) {
        const Faces f = pool(id, 1);
        int face = 0;
        while (f[static_cast<Face>(face)] == 0) ++face;
        return static_cast<Face>(face);
    }

    /// Roll one six-sided die: 1 to 6.
    int six(RollId id) {
        if (source_ != nullptr) [[unlikely]]
            return static_cast<int>(source_->answer({id, Question::Kind::uniform, kSix})) + 1;
        return static_cast<int>(stream(Purpose::dice).below(kSix)) + 1;
    }

    /// Roll n six-sided dice and count those that show one of `faces` faces. Not rolled when it is
    /// certain.
    int successes(RollId id, int n, int faces) {
        if (n == 0 || faces <= 0) return 0;
        if (faces >= kSix) return n;
        if (source_ != nullptr) [[unlikely]]
            return static_cast<int>(source_->answer({id, Question::Kind::successes,
                static_cast<std::uint32_t>(n), {}, static_cast<std::uint8_t>(faces)}));
        return sample_successes(stream(Purpose::dice), n, faces);
    }

    /// Draw one of the things in a bag; counts[i] is how many copies of thing i it holds. The bag
    /// is not empty.
    int draw(RollId id, std::span<const std::uint8_t> counts) {
        std::uint32_t total = 0;
        for (const auto c : counts) total += c;
        return draw(id, counts, total);
    }
    /// The same for a caller who knows how many things the bag holds.
    int draw(RollId id, std::span<const std::uint8_t> counts, std::uint32_t total) {
        if (source_ != nullptr) [[unlikely]]
            return static_cast<int>(source_->answer({id, Question::Kind::bag, 0, counts}));
        std::uint32_t at = stream(Purpose::deck).below(total);
        int i = 0;
        while (at >= counts[static_cast<unsigned>(i)]) at -= counts[static_cast<unsigned>(i++)];
        return i;
    }

    [[nodiscard]] Stream& stream(Purpose p) { return streams_[static_cast<unsigned>(p)]; }
    [[nodiscard]] const Stream& stream(Purpose p) const {
        return streams_[static_cast<unsigned>(p)];
    }
    /// Continue the streams of another dice at given positions (state bytes, pickles).
    void seek(std::uint64_t seed, std::uint64_t game, std::span<const std::uint32_t, 3> position) {
        for (unsigned i = 0; i < 3; ++i)
            streams_[i] = Stream{seed, game, static_cast<Purpose>(i), position[i]};
    }

  private:
    DiceSource* source_ = nullptr;
    std::array<Stream, 3> streams_{};
};

}  // namespace sim
