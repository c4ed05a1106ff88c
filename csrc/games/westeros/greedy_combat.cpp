// Choices inside an attack: rerolls, answers, tokens, commits.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

const Attack& fight(const State& s) { return s.attack[s.attack_depth - 1U]; }

/// Colour of an Aimed Shot, or the unit's own. Rules: W9.20.
Action aimed_shot(const State& s, const ActionList& legal, Judge& judge) {
    const Attack& a = fight(s);
    const int more = (a.more & Attack::covering) != 0 ? -1 : 0;
    const bool second = (a.flags & Attack::second) != 0;
    return best_of(legal, [&](Action x) {
        const unsigned k = field_a(x);
        const int colour = k == kNone ? -1 : static_cast<int>(k);
        const int price = k == kNone ? 0 : token_worth(judge.rules(), s, judge.seat(), k) / 2;
        return judge.volley(a.attacker, a.target, colour, more, second) - price;
    });
}

/// Hits against tokens. Rules: W9.40.
Action deflect(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    const Attack& a = fight(s);
    const bool polearm = rules.keywords(s, a.target).has(Keyword::polearm);
    const auto colour = static_cast<unsigned>(rules.rank(s, a.attacker));
    const int price = token_worth(rules, s, judge.seat(), colour);
    const int stopped = rules.protection(s, a.target);
    return best_of(legal, [&](Action x) {
        const int n = static_cast<int>(field_a(x));
        const int hits = a.hits - n - (polearm && n > 0 ? 1 : 0) - stopped;
        return -judge.loss(a.target, hits) - n * price;
    });
}

/// To strike back, when that costs a figure. Rules: WD10.22.
Action answer(const State& s, const ActionList& legal, Judge& judge) {
    const Attack& a = fight(s);
    int gain = 1;
    if (s.bonus_count != 0 && judge.has_bonus(a.attacker, Hook::tax_counter))
        gain = judge.counter(a.target, a.attacker) - judge.loss(a.target, 1);
    return best_of(legal, [&](Action x) { return field_a(x) != 0 ? gain : 0; });
}

/// A step back before the answer, unless the hex that the target left is worth more. Rules:
/// WD10.42.
Action withdraw(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    const Attack& a = fight(s);
    const unsigned u = a.attacker;
    const bool stands = (s.on_map & bit(a.target)) != 0 && s.hex[a.target] == a.at;
    int remain = judge.stay(u);
    const Keywords k = rules.keywords(s, u);
    if (stands && a.mode == Mode::melee && rules.keywords(s, a.target).has(Keyword::stalwart))
        remain -= judge.counter(a.target, u);
    if (!stands && (k.has(Keyword::advance) || k.has(Keyword::pursue)))
        remain = std::max(remain, judge.place(u, a.at) + 2 * worth::kDie);
    return best_of(legal, [&](Action x) {
        return field_a(x) == kNone ? remain : judge.place(u, static_cast<Hex>(field_a(x)));
    });
}

/// Everybody who can strikes; a figure is paid only for what it brings. Rules: WD2.33, WD10.22.
Action joint_counter(const State& s, const ActionList& legal, Judge& judge) {
    const unsigned enemy = fight(s).attacker;
    const bool taxed = s.bonus_count != 0 && judge.has_bonus(enemy, Hook::tax_counter);
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        if (u == kNone) return 0;
        // Sets are named from the lowest unit up.
        const int order = kUnits - static_cast<int>(u);
        return judge.counter(u, enemy) - (taxed ? judge.loss(u, 1) : 0) > 0 ? order : -order;
    });
}

/// Whoever loses more by being bound: he who orders best with tokens must lead, and the reverse.
/// Rules: WD2.32.
Action forced_kind(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    const Tables& t = rules.tables();
    const Seat seat = other(judge.seat());
    Judge enemy(rules, s, seat);
    Orders orders(enemy);
    const UnitMask ready = s.on_map & s.active & seat_mask(seat);
    const std::array<UnitMask, 3> ranks = {
        ready & ~(s.blue | s.red), ready & s.blue, ready & s.red};
    int tokens = 0, cards = 0;
    for (unsigned k = 0; k < kFaces; ++k) {
        if (s.pool[seat][k] == 0) continue;
        const bool any = k == static_cast<unsigned>(Face::valor) || s.pool[seat][k] > 1;
        const UnitMask units = any ? ready : k < 3 ? ranks[k] : 0;
        tokens = std::max(tokens, orders.best(units, 1));
        if (k == static_cast<unsigned>(Face::morale)) tokens = std::max(tokens, worth::kMorale);
    }
    if (s.board_tokens[seat] > 0)
        each_bit(t.seat_commanders[seat], [&](int c) {
            const auto i = static_cast<unsigned>(c);
            if (s.commander_unit[i] != kNoUnit && s.commander_tokens[i] < t.limit[i])
                cards = std::max(cards, orders.best(rules.in_zoc(s, i) & s.active, 2));
        });
    return best_of(legal, [&](Action x) {
        const unsigned kind = field_a(x);  // none, card, token
        return kind == 0 ? 0 : kind == 1 ? tokens - cards : cards - tokens;
    });
}

/// More dice for the leader, against an attack of the supporter's own. Rules: W13.2.
Action support(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    const Attack& a = fight(s);
    const int now = judge.attack(a.attacker, a.target, Mode::melee);
    const int dice =
        std::max(rules.attack_dice(s, a.attacker, a.target, Mode::melee, false, false), 1);
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        if (u == kNone) return 0;
        const int more = rules.type(s, u).dice[static_cast<unsigned>(rules.rank(s, u))] - 1;
        return now * more / dice - judge.best_attack(u);
    });
}

/// May the commit at hand be worth its card? Reactive ones cost nothing else.
bool commits(const Rules& rules, const State& s, unsigned commander, Judge& judge) {
    const Tables& t = rules.tables();
    const CommanderDef& def = t.commanders[commander];
    const Frame& f = s.stack[s.stack_depth - 1U];
    const UnitId home = s.commander_unit[commander];
    if (def.commit.empty()) return true;
    const bool last = s.round == t.rounds;
    switch (def.commit[0].op) {
    case Op::second_attack: return judge.best_attack(fight(s).attacker) > 0;
    case Op::swap_bearers: return s.plain[fight(s).target] <= fight(s).hits;
    case Op::fill_gap: return gain_of_move(home, Cells::of(static_cast<Hex>(f.d)), true, judge) > 0;
    case Op::joint_counter: {
        const unsigned enemy = fight(s).attacker;
        int dice = 0;
        each_bit(s.on_map & ~s.tower & seat_mask(def.seat), [&](int i) {
            const auto u = static_cast<unsigned>(i);
            if (t.near1[s.hex[enemy]].test(s.hex[u]))
                dice +=
                    std::max(rules.attack_dice(s, u, enemy, Mode::counterattack, false, false), 0);
        });
        return judge.strike_back(home, enemy, dice) > (last ? 0 : 5 * worth::kDie);
    }
    case Op::river_jump: {
        Cells banks;
        (t.near1[s.hex[home]] & t.water).each([&](int h) {
            const std::uint8_t river = t.river_of[static_cast<unsigned>(h)];
            for (unsigned i = 0; river != 0 && i < kCells; ++i)
                if (t.river_of[i] == river) banks |= t.near1[i];
        });
        const Cells shut = (t.impassable - s.laid) | s.occupied[0] | s.occupied[1] | s.fire[0] |
                           s.fire[1] | s.fire[2];
        const bool attacks = (s.attacked & bit(home)) == 0;
        const int here = attacks ? judge.best_attack(home) : 0;
        return gain_of_move(home, (banks & t.playable) - shut, attacks, judge) - here >
               (last ? 0 : 4 * worth::kDie);
    }
    default: return true;
    }
}

}  // namespace

/// Roll again the face whose dice gain most: those that neither hit nor drive back.
/// Rules: W7.16, W7.18.
Action reroll(const Rules& rules, const State& s, const ActionList& legal, bool all) {
    const Attack& a = fight(s);
    const bool valor = rules.type(s, a.target).cls != Class::cavalry ||
                       rules.type(s, a.attacker).cls == Class::cavalry;
    const int defence = rules.defence(s, a.target, is_ranged(a.mode));
    // In eighths of a hit: a banner is worth three, and a whole hit more where it also hits.
    constexpr int kHit = 8, kBanner = 3;
    std::array<int, kFaces> value{};
    int mean = 0;
    for (unsigned f = 0; f < kFaces; ++f) {
        const auto face = static_cast<Face>(f);
        value[f] = kHit * rules.count_hits(Faces::of(face), defence, valor);
        if (face == Face::morale)
            value[f] = kBanner + ((a.flags & Attack::morale_hits) != 0 ? kHit : 0);
        mean += kFaceWeight[f] * value[f];
    }
    return best_of(legal, [&](Action x) {
        const unsigned f = field_a(x);
        if (f == kNone) return 0;
        const int dice = all ? Faces{a.faces}[static_cast<Face>(f)] : 1;
        return dice * (mean - kDieSides * value[f]);
    });
}

Action combat(const State& s, const ActionList& legal, Judge& judge) {
    const Frame& f = s.stack[s.stack_depth - 1U];
    switch (f.step) {
    case Step::choose_aimed_shot: return aimed_shot(s, legal, judge);
    case Step::choose_deflect: return deflect(s, legal, judge);
    case Step::choose_counterattack:
    case Step::choose_concurrent_counter: return answer(s, legal, judge);
    case Step::choose_withdraw: return withdraw(s, legal, judge);
    case Step::choose_joint_counter: return joint_counter(s, legal, judge);
    case Step::choose_forced_kind: return forced_kind(s, legal, judge);
    case Step::choose_support: return support(s, legal, judge);
    case Step::choose_covering_unit:
        return best_of(legal, [&](Action x) {
            return field_a(x) == kNone ? 0 : judge.volley(field_a(x), f.c, -1, -1, false);
        });
    default: {  // choose_gap_attack
        const UnitId home = s.commander_unit[f.b];
        const Mode mode = judge.rules().type(s, home).melee ? Mode::melee : Mode::ranged;
        return best_of(legal, [&](Action x) {
            return field_a(x) == kNone ? 0 : judge.attack(home, field_a(x), mode);
        });
    }
    }
}

Action commit(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const bool use = commits(rules, s, field_a(legal[0]), judge);
    return best_of(legal, [&](Action x) { return (field_b(x) != 0) == use ? 1 : 0; });
}

}  // namespace sim::westeros::greedy
