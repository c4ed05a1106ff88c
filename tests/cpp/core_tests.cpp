// Sets of bits against std::set, the hex map against the table of W3.5, and lists of actions.
#include <array>
#include <map>
#include <queue>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/action.hpp"
#include "core/bits.hpp"
#include "core/hex_map.hpp"

namespace test {

namespace {

using sim::Bits;

template <int N>
Bits<N> packed(const std::set<int>& members) {
    Bits<N> b;
    for (const int i : members) b.set(i);
    return b;
}

template <int N>
std::vector<int> listed(const Bits<N>& b) {
    std::vector<int> found;
    b.each([&](int i) { found.push_back(i); });
    return found;
}

template <int N>
bool same(const Bits<N>& b, const std::set<int>& members) {
    return listed(b) == std::vector<int>(members.begin(), members.end()) &&
           b.count() == static_cast<int>(members.size()) && b.any() == !members.empty() &&
           b.none() == members.empty();
}

/// Members moved by `step`; those that leave the set are lost.
std::set<int> moved(const std::set<int>& members, int step, int size) {
    std::set<int> found;
    for (const int i : members)
        if (i + step >= 0 && i + step < size) found.insert(i + step);
    return found;
}

std::set<int> random_set(std::mt19937& source, int size) {
    std::set<int> members;
    const unsigned wanted = source() % (static_cast<unsigned>(size) + 1);
    for (unsigned i = 0; i < wanted; ++i)
        members.insert(static_cast<int>(source() % static_cast<unsigned>(size)));
    return members;
}

/// Union, intersection, difference and symmetric difference, member by member.
template <int N>
void set_algebra(const std::set<int>& x, const std::set<int>& y) {
    std::set<int> both, either, only, one;
    for (int i = 0; i < N; ++i) {
        const bool in_x = x.count(i) != 0, in_y = y.count(i) != 0;
        if (in_x && in_y) both.insert(i);
        if (in_x || in_y) either.insert(i);
        if (in_x && !in_y) only.insert(i);
        if (in_x != in_y) one.insert(i);
    }
    const Bits<N> a = packed<N>(x), b = packed<N>(y);
    CHECK(same<N>(a & b, both));
    CHECK(same<N>(a | b, either));
    CHECK(same<N>(a - b, only));
    CHECK(same<N>(a ^ b, one));
    Bits<N> c = a;
    CHECK(same<N>(c &= b, both));
    c = a;
    CHECK(same<N>(c |= b, either));
    c = a;
    CHECK(same<N>(c -= b, only));
    CHECK((a == b) == (x == y));
}

template <int N>
void sets_of() {
    std::mt19937 source(N);
    for (int turn = 0; turn < 40; ++turn) {
        const std::set<int> x = random_set(source, N), y = random_set(source, N);
        CHECK(same<N>(packed<N>(x), x));
        set_algebra<N>(x, y);
    }
    Bits<N> b;
    for (int i = 0; i < N; ++i) {
        CHECK(Bits<N>::of(i).count() == 1 && Bits<N>::of(i).test(i));
        b.set(i);
        CHECK(b.count() == i + 1);
    }
    b.reset(N / 2);
    CHECK(b.count() == N - 1 && !b.test(N / 2));
    CHECK(aborts([] { Bits<N>{}.set(N); }));
    CHECK(aborts([] { Bits<N>{}.set(-1); }));
}

template <int N, int S>
void shifts_by(const std::set<int>& members) {
    CHECK(same<N>(packed<N>(members).template up<S>(), moved(members, S, N)));
    CHECK(same<N>(packed<N>(members).template down<S>(), moved(members, -S, N)));
}

template <int N>
void shifts_of() {
    std::mt19937 source(N);
    for (int turn = 0; turn < 40; ++turn) {
        const std::set<int> members = random_set(source, N);
        shifts_by<N, 1>(members);
        shifts_by<N, 16>(members);
        shifts_by<N, 37>(members);
        shifts_by<N, 63>(members);
    }
}

using Place = std::pair<int, int>;

struct Board {
    int columns;
    int rows;

    [[nodiscard]] bool has(const Place& p) const {
        return p.first >= 0 && p.first < columns && p.second >= 0 && p.second < rows;
    }
    [[nodiscard]] std::vector<Place> places() const {
        std::vector<Place> all;
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) all.emplace_back(c, r);
        return all;
    }
    [[nodiscard]] sim::Cells cells() const {
        sim::Cells all;
        for (const auto& [c, r] : places()) all.set(sim::hex_at(c, r));
        return all;
    }
};

/// The table of W3.5: E, W, NE, NW, SE, SW of an even and of an odd row, kept to the board.
std::vector<Place> table_neighbours(const Board& board, const Place& from) {
    static constexpr std::array<std::array<std::array<int, 2>, 6>, 2> kTable = {{
        {{{1, 0}, {-1, 0}, {0, 1}, {-1, 1}, {0, -1}, {-1, -1}}},
        {{{1, 0}, {-1, 0}, {1, 1}, {0, 1}, {1, -1}, {0, -1}}},
    }};
    std::vector<Place> found;
    for (const auto& step : kTable[static_cast<unsigned>(from.second % 2)]) {
        const Place to = {from.first + step[0], from.second + step[1]};
        if (board.has(to)) found.push_back(to);
    }
    return found;
}

sim::Hex hex_of(const Place& p) { return sim::hex_at(p.first, p.second); }

sim::Cells table_cells(const Board& board, const Place& from) {
    sim::Cells found;
    for (const Place& to : table_neighbours(board, from)) found.set(hex_of(to));
    return found;
}

std::map<Place, int> breadth_first(const Board& board, const Place& from) {
    std::map<Place, int> steps = {{from, 0}};
    std::queue<Place> open;
    for (open.push(from); !open.empty(); open.pop())
        for (const Place& to : table_neighbours(board, open.front()))
            if (steps.emplace(to, steps[open.front()] + 1).second) open.push(to);
    return steps;
}

void board(const Board& b) {
    const sim::Cells playable = b.cells();
    CHECK(playable.count() == b.columns * b.rows);
    std::mt19937 source(1);
    sim::Cells some, around;
    for (const Place& from : b.places()) {
        const sim::Hex h = hex_of(from);
        CHECK(sim::hex_column(h) == from.first && sim::hex_row(h) == from.second);
        CHECK((sim::neighbours(sim::Cells::of(h)) & playable) == table_cells(b, from));
        for (const auto& [to, steps] : breadth_first(b, from))
            CHECK(sim::distance(h, hex_of(to)) == steps);
        if (source() % 4 != 0) continue;
        some.set(h);
        around |= table_cells(b, from);
    }
    CHECK((sim::neighbours(some) & playable) == around);
}

}  // namespace

void bits() {
    sets_of<1>();
    sets_of<7>();
    sets_of<63>();
    sets_of<64>();
    sets_of<65>();
    sets_of<165>();
    sets_of<256>();
    shifts_of<64>();
    shifts_of<128>();
    shifts_of<256>();
    std::vector<int> found;
    sim::each_bit(0x80000005U, [&](int i) { found.push_back(i); });
    sim::MaskSet{0x18U}.each([&](int i) { found.push_back(i); });
    CHECK((found == std::vector<int>{0, 2, 31, 3, 4}));
}

/// Rules: W3.5, W3.6.
void hex_map() {
    board({15, 11});
    board({10, 15});
    CHECK(sim::distance(sim::hex_at(0, 0), sim::hex_at(14, 0)) == 14);
    CHECK(sim::distance(sim::hex_at(4, 2), sim::hex_at(4, 4)) == 2);
}

void actions() {
    const sim::Action x = sim::make_action(0x12, 0x34, 0x56, 0x78);
    CHECK(x == 0x12345678U && sim::action_kind(x) == 0x12);
    CHECK(sim::field_a(x) == 0x34 && sim::field_b(x) == 0x56 && sim::field_c(x) == 0x78);
    CHECK(aborts([] { static_cast<void>(sim::make_action(256)); }));
    static sim::ActionList list;
    CHECK(list.empty() && list.size() == 0 && list.begin() == list.end());
    list.add(5);
    list.add_each(x, 8, Bits<100>::of(1) | Bits<100>::of(70));
    list.add_each(x + 1, 0, sim::MaskSet{0x0AU});
    const std::vector<sim::Action> wanted = {5, x + 0x100, x + 70 * 0x100, x + 1 + 1, x + 1 + 3};
    CHECK(std::vector<sim::Action>(list.begin(), list.end()) == wanted);
    CHECK(list.size() == 5 && list[4] == x + 4 && list.span().size() == 5);
    list.mutable_span()[0] = 6;
    CHECK(list[0] == 6);
    CHECK(aborts([] { static_cast<void>(list[5]); }));
    list.clear();
    CHECK(list.empty());
    for (int i = 0; i < sim::ActionList::kCapacity; ++i) list.add(static_cast<sim::Action>(i));
    CHECK(list.size() == 2048 && list[2047] == 2047);
    CHECK(aborts([] { list.add(0); }));
}

}  // namespace test
