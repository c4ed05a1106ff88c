// Sources that answer a game's questions without randomness: log, script, and enumeration with
// exact weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dice/dice.hpp"

namespace sim {

/// What was asked and answered.
struct Roll {
    RollId id;
    std::uint32_t answer;
    friend bool operator==(const Roll&, const Roll&) = default;
};

/// Plays the streams of a dice and writes down every answer.
class RecordSource final : public DiceSource {
  public:
    explicit RecordSource(Dice& dice) : dice_(dice) {}
    std::uint32_t answer(const Question& question) override;
    [[nodiscard]] const std::vector<Roll>& log() const { return log_; }

  private:
    Dice& dice_;
    std::vector<Roll> log_;
};

/// Answers from a list; used for replays and for forced dice in tests. It never runs short
/// silently: a roll that the list does not have next, or an answer that the question does not
/// allow, is remembered and makes complete() false.
class ScriptSource final : public DiceSource {
  public:
    explicit ScriptSource(std::vector<Roll> rolls) : rolls_(std::move(rolls)) {}
    std::uint32_t answer(const Question& question) override;
    [[nodiscard]] bool complete() const { return !failed_ && next_ == rolls_.size(); }
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::size_t used() const { return next_; }
    [[nodiscard]] RollId asked() const { return asked_; }
    /// What the roll that failed may be, in words.
    [[nodiscard]] const std::string& wanted() const { return wanted_; }

  private:
    std::vector<Roll> rolls_;
    std::size_t next_ = 0;
    bool failed_ = false;
    RollId asked_ = 0;
    std::string wanted_;
};

/// An exact probability as a reduced fraction.
struct Weight {
    unsigned __int128 numerator = 1;
    unsigned __int128 denominator = 1;
    void times(std::uint64_t n, std::uint64_t d);
    void plus(const Weight& other);
};

/// Walks through every combination of answers: run the game once per path, then next_path(), until
/// it says false.
class EnumerateSource final : public DiceSource {
  public:
    std::uint32_t answer(const Question& question) override;
    /// Go to the next path; false when all have been visited.
    bool next_path();
    [[nodiscard]] Weight weight() const;
    /// True when a product of weights would not fit; the caller gives up.
    [[nodiscard]] bool overflow() const { return overflow_; }

  private:
    struct Choice {
        std::uint32_t answer;
        std::uint64_t weight;
    };
    struct Branch {
        std::vector<Choice> choices;
        std::uint64_t total = 0;
        std::size_t at = 0;
    };
    static Branch branch_of(const Question& question, bool& overflow);
    std::vector<Branch> path_;
    std::size_t depth_ = 0;
    bool overflow_ = false;
};

}  // namespace sim
