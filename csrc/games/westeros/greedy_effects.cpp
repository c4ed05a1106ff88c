// Units, hexes and bonuses that cards, tactics and commits ask for.
#include <algorithm>

#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

const std::vector<EffectDef>& effects_of(const Rules& rules, const State& s, const Frame& f) {
    const Tables& t = rules.tables();
    if (list_of(f) == commit_effects) return t.commanders[f.b].commit;
    const CardDef& card = t.cards[s.in_turn][s.card];
    return list_of(f) == tactic_effects ? card.tactic.effects
                                        : card.boxes[s.box & kBoxNumber].effects;
}

const EffectDef& effect_of(const Rules& rules, const State& s) {
    const Frame& f = s.stack[s.stack_depth - 1U];
    return effects_of(rules, s, f)[f.c - 1U];
}

/// The unit of the commander for whom the effect at hand acts. Rules: WD10.6.
UnitId home_of(const Rules& rules, const State& s, const EffectDef& e) {
    const Tables& t = rules.tables();
    const unsigned actor = s.stack[s.stack_depth - 1U].b;
    if (!e.person.empty())
        for (unsigned c = 0; c < t.commanders.size(); ++c)
            if (t.commanders[c].person == e.person && s.commander_unit[c] != kNoUnit &&
                t.commanders[c].seat == t.commanders[actor].seat)
                return s.commander_unit[c];
    return s.commander_unit[actor];
}

/// A step outside an order; an attack may follow if the unit is still to act. Rules: W6.10.
int step_gain(const Rules& rules, const State& s, const EffectDef& e, unsigned u, Judge& judge) {
    const int hexes = e.op == Op::extend_advance ? 1 : e.k < 0 ? rules.allowance(s, u, false) : e.k;
    const Cells cells = rules.reach(s, u, s.hex[u], hexes, false);
    const int blow = e.op == Op::step ? 0 : judge.parting(u);
    return judge.step(u, cells) - blow;
}

/// Gain of the effect for one unit; the enemy's if it is a target.
int unit_gain(const Rules& rules, const State& s, const EffectDef& e, unsigned u, Judge& judge,
    Orders& orders) {
    const UnitId home = home_of(rules, s, e);
    switch (e.op) {
    case Op::step:
    case Op::step_all:
    case Op::extend_advance: return step_gain(rules, s, e, u, judge);
    case Op::war_dogs_attack: return judge.attack(home, u, Mode::war_dogs, true);
    case Op::second_attack:
        return seat_of(static_cast<UnitId>(u)) != judge.seat()
                   ? judge.attack(home, u, Mode::melee, true)
                   : judge.best_attack(u);
    case Op::as_flank: return judge.best_attack(u);
    case Op::swap_bearers: return rules.figures(s, u);
    case Op::hit_uncontrolled: return judge.loss(u, 1);
    case Op::pay_figures_for_palisade: return -judge.loss(u, 1);
    case Op::place_defend: return judge.exposure(u) + 1;
    case Op::grant: return judge.exposure(u) + orders[u] + 1;
    case Op::covering_fire: return covering_gain(rules, s, s.stack[s.stack_depth - 1U].b, u, judge);
    default: return orders[u] + 1;  // rallies
    }
}

/// Operations whose units are all named in the end, so that the best need not be the lowest.
constexpr bool forced_set(Op op) { return op == Op::hit_uncontrolled; }

/// Units still to be named. Frame field d, as the rules keep it (effects.cpp).
constexpr unsigned left_to_name(const Frame& f) { return f.d & 31U; }

/// Sets are named from the lowest unit up: the lowest of the n best.
Action lowest_of_best(const ActionList& legal, unsigned n, const std::array<int, kUnits>& gain) {
    std::array<unsigned, kUnits> units{};
    unsigned count = 0;
    for (const Action x : legal)
        if (field_a(x) < kUnits) units[count++] = field_a(x);
    std::stable_sort(units.begin(), units.begin() + count,
        [&](unsigned a, unsigned b) { return gain[a] > gain[b]; });
    const unsigned taken = std::min(n, count);
    const unsigned lowest = *std::min_element(units.begin(), units.begin() + taken);
    for (const Action x : legal)
        if (field_a(x) == lowest) return x;
    return legal[0];
}

/// Gain of the part of a tactic or card that its owner may still decline; 1 if it costs nothing.
int effect_gain(
    const Rules& rules, const State& s, const EffectDef& e, Judge& judge, Orders& orders) {
    const Tables& t = rules.tables();
    const Seat seat = judge.seat();
    switch (e.op) {
    case Op::pay_figures_for_palisade:  // two figures are dearer than cover for one unit
        return -2 * worth::kDie;
    case Op::roll_swap_token: {
        int least = kOddsOne, mean = 0;
        for (unsigned k = 0; k < kFaces; ++k) {
            const int value = token_worth(rules, s, seat, k);
            if (s.pool[seat][k] > 0) least = std::min(least, value);
            mean += kFaceWeight[k] * value;
        }
        return mean / kDieSides - least;
    }
    case Op::discard_token: return -token_worth(rules, s, seat, static_cast<unsigned>(e.kind));
    case Op::rally: {
        const UnitMask tired =
            rules.fitting(s, rules.in_zoc(s, s.lead) & ~s.active, e.cls, e.traits);
        return orders.best(tired, e.n == 0 ? kUnitsPerSeat : e.n) / 2;
    }
    case Op::token_on_other_commander: {
        const auto gain = [&](unsigned c) { return orders.best(rules.in_zoc(s, c) & s.active, 2); };
        int least = -kNever;
        each_bit(t.seat_commanders[seat], [&](int i) {
            const auto c = static_cast<unsigned>(i);
            if (c != s.lead && s.commander_unit[c] != kNoUnit && s.commander_tokens[c] < t.limit[c])
                least = std::min(least, gain(c));
        });
        return gain(s.lead) - least;
    }
    default: return 1;
    }
}

}  // namespace

/// Used unless its price is higher than what it brings.
Action tactic(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    Orders orders(judge);
    int gain = 0;
    for (const EffectDef& e : rules.tables().cards[s.in_turn][s.card].tactic.effects)
        gain += effect_gain(rules, s, e, judge, orders);
    return best_of(legal, [&](Action x) { return field_a(x) != 0 ? gain : 0; });
}

Action effect_unit(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const Frame& f = s.stack[s.stack_depth - 1U];
    if (f.step == Step::choose_hidden_token) return legal[0];  // all of them are turned up
    const EffectDef& e = effect_of(rules, s);
    Orders orders(judge);
    if (!forced_set(e.op))
        return best_of(legal, [&](Action x) {
            return field_a(x) == kNone ? 0 : unit_gain(rules, s, e, field_a(x), judge, orders);
        });
    std::array<int, kUnits> gain{};
    for (const Action x : legal)
        if (field_a(x) < kUnits)
            gain[field_a(x)] = unit_gain(rules, s, e, field_a(x), judge, orders);
    return lowest_of_best(legal, left_to_name(f), gain);
}

Action effect_hex(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const Frame& f = s.stack[s.stack_depth - 1U];
    const UnitMask enemies = s.on_map & seat_mask(other(judge.seat()));
    const auto near = [&](Action x, int hexes) {
        int n = 0;
        each_bit(enemies, [&](int u) {
            n += distance(static_cast<Hex>(field_a(x)), s.hex[static_cast<unsigned>(u)]) <= hexes;
        });
        return n;
    };
    if (f.step == Step::place_archers)  // in range, not beside the enemy
        return best_of(legal, [&](Action x) { return near(x, 3) - 2 * near(x, 1); });
    if (f.step == Step::choose_further_hex) return hex_for(s, legal, f.a, f.b != 0, judge);
    const EffectDef& e = effect_of(rules, s);
    switch (e.op) {
    case Op::pay_figures_for_palisade:  // in the enemy's way
        return best_of(legal, [&](Action x) { return near(x, 2); });
    case Op::add_fire:
        return best_of(legal, [&](Action x) {
            return field_a(x) == kNone ? 0 : judge.fire(static_cast<Hex>(field_a(x)), e.k);
        });
    case Op::escape:
        return best_of(
            legal, [&](Action x) { return judge.place(f.d, static_cast<Hex>(field_a(x))); });
    case Op::river_jump: return hex_for(s, legal, f.d, (s.attacked & bit(f.d)) == 0, judge);
    default: {
        const bool to_act = (s.ordered & ~s.attacked & bit(f.d)) != 0 && list_of(f) != end_effects;
        return hex_for(s, legal, f.d, to_act && s.attack_depth == 0, judge);
    }
    }
}

/// Dice or movement for one ordered unit: what an order is worth with it. Rules: WD10.9 (LL36).
Action bonus(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const EffectDef& e = effect_of(rules, s);
    Orders before(judge);
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        if (u == kNone || s.bonus_count >= kBonuses) return 0;
        const bool dice = field_b(x) == 0;
        State then = s;
        then.bonus[then.bonus_count++] = make_bonus(dice ? Hook::add_dice : Hook::add_move,
            dice ? e.dice : e.move, 1U << (u & 15), Until::turn_end, judge.seat());
        Judge with(rules, then, judge.seat());
        return with.order(u) - before[u];
    });
}

}  // namespace sim::westeros::greedy
