// Maps of areas against a plain list of borders, and tables of steps.
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/area_map.hpp"
#include "game/step_table.hpp"

namespace test {

namespace {

constexpr unsigned kAreas = 24, kTypes = 4;
using Map = sim::AreaMap<std::uint32_t, kTypes>;
/// The type of each border, by its two areas.
using Borders = std::map<std::pair<unsigned, unsigned>, unsigned>;

std::vector<unsigned> members(std::uint32_t set) {
    std::vector<unsigned> found;
    for (unsigned a = 0; a < 32; ++a)
        if ((set >> a & 1U) != 0) found.push_back(a);
    return found;
}

/// A random map; about one pair of areas in `sparse` has a border.
Borders random_borders(std::mt19937& source, unsigned sparse) {
    Borders borders;
    for (unsigned a = 0; a < kAreas; ++a)
        for (unsigned b = 0; b < kAreas; ++b)
            if (a != b && borders.count({b, a}) == 0 && source() % (2 * sparse) == 0)
                borders[{a, b}] = static_cast<unsigned>(source() % kTypes);
    return borders;
}

Map built(const Borders& borders) {
    Map map;
    for (const auto& [pair, type] : borders) map.join(pair.first, pair.second, type);
    return map;
}

/// Neighbours over borders of some types, border by border.
std::set<unsigned> literal_beside(const Borders& borders, unsigned area, unsigned types) {
    std::set<unsigned> found;
    for (const auto& [pair, type] : borders) {
        if ((types >> type & 1U) == 0) continue;
        if (pair.first == area) found.insert(pair.second);
        if (pair.second == area) found.insert(pair.first);
    }
    return found;
}

/// Areas are added until no border of the types adds one more.
std::set<unsigned> literal_connected(
    const Borders& borders, unsigned from, std::uint32_t within, unsigned types) {
    std::set<unsigned> found = {from};
    for (std::size_t before = 0; before != found.size();) {
        before = found.size();
        for (const unsigned area : std::set<unsigned>(found))
            for (const unsigned next : literal_beside(borders, area, types))
                if ((within >> next & 1U) != 0) found.insert(next);
    }
    return found;
}

bool same(std::uint32_t set, const std::set<unsigned>& wanted) {
    return members(set) == std::vector<unsigned>(wanted.begin(), wanted.end());
}

void compare(const Borders& borders, std::mt19937& source) {
    const Map map = built(borders);
    constexpr unsigned kAll = (1U << kTypes) - 1;
    for (unsigned a = 0; a < kAreas; ++a) {
        CHECK(same(map.beside(a), literal_beside(borders, a, kAll)));
        for (unsigned types = 0; types <= kAll; ++types)
            CHECK(same(map.beside(a, types), literal_beside(borders, a, types)));
        for (unsigned b = 0; b < kAreas; ++b) {
            const auto it =
                borders.count({a, b}) != 0 ? borders.find({a, b}) : borders.find({b, a});
            CHECK(map.joined(a, b) == (it != borders.end()));
            if (it != borders.end()) CHECK(map.type(a, b) == it->second);
        }
        const auto within = static_cast<std::uint32_t>(source());
        const auto types = static_cast<unsigned>(source()) & kAll;
        CHECK(same(map.connected(a, within & 0xffffffU, types),
            literal_connected(borders, a, within & 0xffffffU, types)));
    }
}

/// A game of two steps: one that counts by itself, and a choice of what to add.
struct Counter {
    struct State {
        int sum;
    };
    enum class Step : unsigned char { count, choose };
    int step = 10;

    void run_count(State& s, sim::Dice&) const { s.sum += step; }
    void options_choose(const State& s, sim::ActionList& out) const {
        out.add(static_cast<sim::Action>(s.sum));
    }
    void on_choose(State& s, sim::Action x, sim::Dice&) const { s.sum += static_cast<int>(x); }
};

}  // namespace

void area_map() {
    std::mt19937 source(7);
    for (const unsigned sparse : {2U, 6U, 12U, 40U})
        for (int turn = 0; turn < 5; ++turn) compare(random_borders(source, sparse), source);
    // A chain 0-1-2-3-4 whose third border is of another type, and 5 alone.
    Map chain;
    for (unsigned a = 0; a < 4; ++a) chain.join(a, a + 1, a == 2 ? 1 : 0);
    CHECK(chain.connected(0, 0x3f, 0b01) == 0b00111);
    CHECK(chain.connected(0, 0x3f, 0b11) == 0b11111);
    CHECK(chain.connected(0, 0b11101, 0b11) == 0b00001);
    CHECK(chain.connected(5, 0x3f, 0b11) == 0b100000);
    CHECK(chain.connected(1, 0, 0b11) == 0b00010);
    CHECK(aborts([&] { chain.join(1, 0, 0); }));
    CHECK(aborts([&] { chain.join(6, 6, 0); }));
    CHECK(aborts([&] { chain.join(6, 7, kTypes); }));
    CHECK(aborts([&] { static_cast<void>(chain.type(0, 2)); }));
    CHECK(aborts([] { static_cast<void>(Map::bit(32)); }));
}

void step_rows() {
    using Rows = sim::StepRows<Counter, Counter::State, Counter::Step>;
    constexpr auto kCount =
        Rows::automatic<&Counter::run_count>(Counter::Step::count, "count", "X1.1");
    constexpr auto kChoose = Rows::decision<&Counter::options_choose, &Counter::on_choose>(
        Counter::Step::choose, "choose", "X1.2");
    static_assert(kCount.options == nullptr && kCount.on == nullptr && kChoose.run == nullptr);
    static_assert(kCount.name == "count" && kChoose.rule == "X1.2");
    static_assert(kChoose.step == Counter::Step::choose);
    const Counter rules{100};
    Counter::State s{1};
    sim::Dice dice;
    kCount.run(rules, s, dice);
    CHECK(s.sum == 101);
    static sim::ActionList list;
    kChoose.options(rules, s, list);
    CHECK(list.size() == 1 && list[0] == 101);
    kChoose.on(rules, s, list[0], dice);
    CHECK(s.sum == 202);
}

}  // namespace test
