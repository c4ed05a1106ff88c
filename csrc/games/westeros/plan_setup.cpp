// Decisions that plans ask for before round 1. Rules: W4.3, WD B02 rule 1, B03 rule 1, B04 rules 2
// and 3, B10 rule 1.
#include <algorithm>

#include "games/westeros/plan.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

/// The dice of a payment among green, blue, red, valor.
constexpr std::array<std::uint8_t, 4> cost(std::string_view payment) {
    const auto count = [&](char face) {
        std::uint8_t n = 0;
        for (const char c : payment) n = static_cast<std::uint8_t>(n + (c == face));
        return n;
    };
    return {count('G'), count('B'), count('R'), count('V')};
}

/// Two bits a colour: how many tokens of it lie on a palisade.
constexpr int stacked(std::uint8_t packed, unsigned colour) { return packed >> (2 * colour) & 3; }

}  // namespace

/// Frame field a: the next part of the plan's set-up.
void Rules::run_setup(State& s, Dice& d) const {
    const PlanRules& p = t_.plan;
    switch (top(s).a++) {
    case 0:
        if (p.locations) push(s, {place_hidden_tokens, 0, 0, 0, 0, 0});
        break;
    case 1:
        if (!p.archers.empty()) push(s, {assign_hidden_tokens, 0, 0, 0, 0, 0});
        break;
    case 2:
        if (!p.palisades.empty()) push(s, {place_palisade_tokens, 0, 0, 0, 0, 0});
        break;
    case 3:
        if (!p.palisades.empty()) {
            // M is rolled again until it is another face: seven equally likely sides.
            constexpr std::array<std::uint8_t, 4> kSides = {3, 2, 1, 1};
            Frame f{remove_palisade_tokens, 0, 0, 0, 0, 0};
            std::array<std::uint8_t*, 4> count = {&f.a, &f.b, &f.c, &f.d};
            for (int i = 0; i < p.palisade_dice; ++i)
                ++*count[static_cast<unsigned>(
                    d.draw(static_cast<RollId>(RollName::palisades), kSides))];
            push(s, f);
        }
        break;
    case 4:
        if (!p.rafts.empty()) push(s, {place_catapult_tokens, 0, 0, 0, 0, 0});
        break;
    case 5:
        if (p.prisoner) {
            s.plan[1] = kNoHex;
            push(s, {assign_hidden_tokens, 0, 0, 0, 0, 0});
        }
        break;
    case 6:
        if (t_.formations || t_.outposts) push(s, {formations, 0, 0, 0, 0, 0});
        break;
    default: top(s) = {rally, 0, 0, 0, 0, 0}; break;
    }
}

/// Tokens are laid from the lowest hex up, each real or false, so that the order tells nothing.
/// Frame: a tokens laid, b lowest hex, c real ones laid.
void Rules::options_place_hidden(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const auto& count = t_.plan.location_count;
    const int left = count[0] + count[1] - f.a;
    int behind = 0;
    t_.plan.location_area.each([&](int h) { behind += h >= f.b; });
    t_.plan.location_area.each([&](int h) {
        if (h < f.b || behind-- < left) return;
        for (unsigned real = 0; real < 2; ++real) {
            const int laid = real != 0 ? f.c : f.a - f.c;
            if (laid < count[real])
                out.add(make_action(static_cast<unsigned>(Kind::place_hidden_token),
                    static_cast<unsigned>(h), real));
        }
    });
}

void Rules::on_place_hidden(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    s.plan[f.a] = static_cast<std::uint8_t>(field_a(x));
    if (field_b(x) != 0) {
        s.hidden_real |= bit(f.a);
        ++f.c;
    }
    f.b = static_cast<std::uint8_t>(field_a(x) + 1);
    if (++f.a == t_.plan.location_count[0] + t_.plan.location_count[1]) pop(s);
}

/// B03: which tokens are real, lowest first; B10: at which place the prisoner is. Frame: a named so
/// far, b lowest.
void Rules::options_assign_hidden(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const PlanRules& p = t_.plan;
    const int tokens = p.prisoner ? 2 : static_cast<int>(p.archers.size());
    const int wanted = p.prisoner ? 1 : p.archers_real;
    for (int i = f.b; i <= tokens - (wanted - f.a); ++i)
        out.add(make_action(
            static_cast<unsigned>(Kind::assign_hidden_token), static_cast<unsigned>(i)));
}

void Rules::on_assign_hidden(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    s.hidden_real |= bit(field_a(x));
    f.b = static_cast<std::uint8_t>(field_a(x) + 1);
    if (t_.plan.prisoner || ++f.a == t_.plan.archers_real) pop(s);
}

/// One token on each palisade in turn, then the last one on any; of two colours on one palisade the
/// lower is laid first, so that each result has one path. Frame: a palisades done.
void Rules::options_place_palisade(const State& s, ActionList& out) const {
    const PlanRules& p = t_.plan;
    const auto next = static_cast<unsigned>(top(s).a);
    for (unsigned i = 0; i < p.palisades.size(); ++i)
        for (unsigned k = 0; k < 3; ++k) {
            int laid = 0;
            for (unsigned j = 0; j < p.palisades.size(); ++j) laid += stacked(s.plan[j], k);
            if (laid >= p.palisade_tokens[k]) continue;
            const bool first = next < p.palisades.size() && i == next;
            const bool second = next >= p.palisades.size() && (s.plan[i] >> (2 * (k + 1))) == 0;
            if (first || second)
                out.add(make_action(
                    static_cast<unsigned>(Kind::place_palisade_token), p.palisades[i], k));
        }
}

void Rules::on_place_palisade(State& s, Action x, Dice&) const {
    const PlanRules& p = t_.plan;
    const auto i = static_cast<unsigned>(
        std::find(p.palisades.begin(), p.palisades.end(), field_a(x)) - p.palisades.begin());
    s.plan[i] = static_cast<std::uint8_t>(s.plan[i] + (1U << (2 * field_b(x))));
    const int all = p.palisade_tokens[0] + p.palisade_tokens[1] + p.palisade_tokens[2];
    if (++top(s).a == all) pop(s);
}

/// Frame: a, b, c, d dice left that show green, blue, red, valor.
void Rules::options_remove_palisade(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const std::array<std::uint8_t, 4> dice = {f.a, f.b, f.c, f.d};
    for (unsigned i = 0; i < t_.plan.palisades.size(); ++i)
        for (unsigned k = 0; k < 3; ++k) {
            if (stacked(s.plan[i], k) == 0) continue;
            for (unsigned pay = 0; pay < kPayments.size(); ++pay) {
                const auto price = cost(kPayments[pay]);
                bool paid = true;
                for (unsigned j = 0; j < 4; ++j) paid &= price[j] <= dice[j];
                const bool fits = kPayments[pay].size() == 2 || price[3] == 1 || price[k] == 1;
                if (paid && fits)
                    out.add(make_action(static_cast<unsigned>(Kind::remove_palisade_token),
                        t_.plan.palisades[i], k, pay));
            }
        }
    out.add(make_action(static_cast<unsigned>(Kind::remove_palisade_token), kNone, kNone, kNone));
}

void Rules::on_remove_palisade(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    const PlanRules& p = t_.plan;
    if (field_a(x) != kNone) {
        const auto price = cost(kPayments[field_c(x)]);
        f.a = static_cast<std::uint8_t>(f.a - price[0]);
        f.b = static_cast<std::uint8_t>(f.b - price[1]);
        f.c = static_cast<std::uint8_t>(f.c - price[2]);
        f.d = static_cast<std::uint8_t>(f.d - price[3]);
        const auto i = static_cast<unsigned>(
            std::find(p.palisades.begin(), p.palisades.end(), field_a(x)) - p.palisades.begin());
        s.plan[i] = static_cast<std::uint8_t>(s.plan[i] - (1U << (2 * field_b(x))));
        return;
    }
    for (unsigned i = 0; i < p.palisades.size(); ++i)
        if (s.plan[i] == 0) s.gone.set(p.palisades[i]);
    s.plan.fill(0);
    pop(s);
}

/// Only colours that some legal layout continues with. Frame: a landings done.
void Rules::options_place_catapult(const State& s, ActionList& out) const {
    const unsigned n = top(s).a;
    std::array<bool, 3> possible{};
    for (const auto& layout : t_.plan.layouts)
        if (std::equal(layout.begin(), layout.begin() + n, s.plan.begin()))
            possible[layout[n]] = true;
    for (unsigned k = 0; k < 3; ++k)
        if (possible[k])
            out.add(make_action(
                static_cast<unsigned>(Kind::place_catapult_token), t_.plan.rafts[n], k));
}

void Rules::on_place_catapult(State& s, Action x, Dice&) const {
    s.plan[top(s).a] = static_cast<std::uint8_t>(field_b(x));
    if (++top(s).a == t_.plan.rafts.size()) pop(s);
}

}  // namespace sim::westeros
