// What stands behind a dice in place of its streams: a log, a script, and enumeration.
#include <cstdint>
#include <map>
#include <vector>

#include "check.hpp"
#include "dice/sources.hpp"

namespace test {

namespace {

using sim::Dice;
using sim::EnumerateSource;
using sim::Face;
using sim::Faces;
using sim::Question;
using sim::Roll;
using sim::ScriptSource;
using sim::Weight;
using Answers = std::vector<std::uint32_t>;
using Wide = unsigned __int128;

constexpr std::uint8_t kBag[] = {2, 0, 5, 1};

/// Ask for some of everything.
Answers ask_all(Dice& dice) {
    Answers answers;
    for (int n = 0; n <= 14; ++n) {
        answers.push_back(dice.pool(1, n).packed);
        answers.push_back(static_cast<std::uint32_t>(dice.draw(2, kBag)));
        answers.push_back(static_cast<std::uint32_t>(dice.one(3)));
        answers.push_back(static_cast<std::uint32_t>(dice.successes(4, n, 2)));
        answers.push_back(static_cast<std::uint32_t>(dice.six(5)));
    }
    return answers;
}

bool refuses(const std::vector<Roll>& script, const Question& question) {
    ScriptSource source(script);
    source.answer(question);
    return source.failed() && !source.complete() && source.asked() == question.id;
}

std::vector<Roll> pool_of(sim::RollId id, Faces f) { return {{id, f.packed}}; }

/// Add up the weights of all paths of a play by the number that each path ends with.
template <class Play>
std::map<int, Weight> outcomes(Play&& play) {
    std::map<int, Weight> found;
    EnumerateSource source;
    do {
        Dice dice(source);
        const int result = play(dice);
        const auto [at, fresh] = found.emplace(result, source.weight());
        if (!fresh) at->second.plus(source.weight());
    } while (source.next_path());
    CHECK(!source.overflow());
    return found;
}

bool equals(const Weight& w, Wide numerator, Wide denominator) {
    return w.numerator * denominator == numerator * w.denominator;
}

bool sums_to_one(const std::map<int, Weight>& found) {
    Weight sum{0, 1};
    for (const auto& entry : found) sum.plus(entry.second);
    return sum.numerator == 1 && sum.denominator == 1;
}

/// Ways to choose k of n, from Pascal's triangle.
std::uint64_t pascal(int n, int k) {
    if (k < 0 || k > n) return 0;
    return k == 0 || k == n ? 1 : pascal(n - 1, k - 1) + pascal(n - 1, k);
}

std::uint64_t power(std::uint64_t base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// Each face of a pool of n dice alone follows the binomial of its sides. Rules: W2.1.
void pools_of(int n) {
    static constexpr int kSides[5] = {3, 2, 1, 1, 1};
    for (int face = 0; face < 5; ++face) {
        const auto found =
            outcomes([&](Dice& dice) { return dice.pool(0, n)[static_cast<Face>(face)]; });
        CHECK(static_cast<int>(found.size()) == n + 1 && sums_to_one(found));
        const auto sides = static_cast<std::uint64_t>(kSides[face]);
        for (const auto& [k, weight] : found)
            CHECK(equals(weight, Wide{pascal(n, k)} * power(sides, k) * power(8 - sides, n - k),
                power(8, n)));
    }
    const auto whole =
        outcomes([&](Dice& dice) { return static_cast<int>(dice.pool(0, n).packed); });
    CHECK(whole.size() == pascal(n + 4, 4) && sums_to_one(whole));
}

/// The number of n dice that show one of k faces follows the binomial.
void successes_of(int n, int k) {
    const auto found = outcomes([&](Dice& dice) { return dice.successes(0, n, k); });
    CHECK(static_cast<int>(found.size()) == n + 1 && sums_to_one(found));
    const auto good = static_cast<std::uint64_t>(k);
    for (const auto& [x, weight] : found)
        CHECK(equals(weight, Wide{pascal(n, x)} * power(good, x) * power(6 - good, n - x),
            Wide{power(6, n)}));
}

}  // namespace

void scripts() {
    Dice plain(4, 2), recorded(4, 2);
    sim::RecordSource record(recorded);
    Dice through_record(record);
    const Answers answers = ask_all(plain);
    CHECK(ask_all(through_record) == answers);
    CHECK(record.log().size() == answers.size() - 1);
    ScriptSource script(record.log());
    Dice through_script(script);
    CHECK(ask_all(through_script) == answers && script.complete());
    CHECK(script.used() == record.log().size());

    std::vector<Roll> shorter = record.log();
    shorter.pop_back();
    ScriptSource runs_short(shorter);
    Dice through_short(runs_short);
    ask_all(through_short);
    CHECK(runs_short.failed() && !runs_short.complete() && runs_short.asked() == 5);
    std::vector<Roll> longer = record.log();
    longer.push_back({1, 0});
    ScriptSource left_over(longer);
    Dice through_long(left_over);
    ask_all(through_long);
    CHECK(!left_over.failed() && !left_over.complete());

    const Question two = {7, Question::Kind::pool, 2};
    const Question bag = {8, Question::Kind::bag, 0, kBag};
    const Question six = {9, Question::Kind::uniform, 6};
    const Question hits = {10, Question::Kind::successes, 7, {}, 2};
    CHECK(!refuses(pool_of(7, Faces::of(Face::red, 2)), two));
    CHECK(refuses(pool_of(6, Faces::of(Face::red, 2)), two));
    CHECK(refuses(pool_of(7, Faces::of(Face::red, 3)), two));
    CHECK(refuses({}, two));
    CHECK(!refuses({{8, 3}}, bag));
    CHECK(refuses({{8, 1}}, bag));
    CHECK(refuses({{8, 4}}, bag));
    CHECK(!refuses({{9, 5}}, six));
    CHECK(refuses({{9, 6}}, six));
    CHECK(!refuses({{10, 0}}, hits) && !refuses({{10, 7}}, hits));
    CHECK(refuses({{10, 8}}, hits) && refuses({{9, 3}}, hits));
}

void enumeration() {
    for (int n = 1; n <= 6; ++n) pools_of(n);
    for (int n = 1; n <= 8; ++n)
        for (int k = 1; k <= 5; ++k) successes_of(n, k);
    for (const int k : {0, 6}) {
        const auto certain = outcomes([&](Dice& dice) { return dice.successes(0, 8, k); });
        CHECK(certain.size() == 1 && equals(certain.at(k == 6 ? 8 : 0), 1, 1));
    }
    // 7 dice hitting on 4 or more, then 3 hitting on 6 (G14.41): nobody hits.
    const auto round = outcomes([](Dice& dice) {
        const int english = dice.successes(0, 7, 3);
        return 10 * english + dice.successes(0, 3, 1);
    });
    CHECK(round.size() == 32 && equals(round.at(0), 125, 27648));
    const auto bag = outcomes([](Dice& dice) { return dice.draw(0, kBag); });
    CHECK(bag.size() == 3 && sums_to_one(bag));
    CHECK(equals(bag.at(0), 2, 8) && equals(bag.at(2), 5, 8) && equals(bag.at(3), 1, 8));
    // A second roll only after a green first die: two greens 9/64, one 15/64, none 5/8.
    const auto tree = outcomes([](Dice& dice) {
        if (dice.one(0) != Face::green) return 0;
        return dice.one(1) == Face::green ? 2 : 1;
    });
    CHECK(tree.size() == 3 && sums_to_one(tree));
    CHECK(equals(tree.at(0), 5, 8) && equals(tree.at(1), 15, 64) && equals(tree.at(2), 9, 64));
    EnumerateSource uniform;
    int paths = 0;
    do {
        CHECK(
            uniform.answer({0, Question::Kind::uniform, 6}) == static_cast<std::uint32_t>(paths++));
        CHECK(equals(uniform.weight(), 1, 6));
    } while (uniform.next_path());
    CHECK(paths == 6);
    EnumerateSource big;
    Dice many(big);
    many.pool(0, 21);
    CHECK(big.overflow());
}

}  // namespace test
