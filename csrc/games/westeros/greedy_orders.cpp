// Turn actions and orders of the greedy agent.
#include <algorithm>
#include <functional>

#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

/// What using up a resource costs, so that cheap ones go first.
namespace cost {
constexpr int kToken = 10, kValor = 25, kPair = 60, kCard = 30;
constexpr int kRallied = 4;   // a rallied unit still needs an order: a quarter of its gain counts
constexpr int kCommit = 200;  // the one use of a commander's ability
}  // namespace cost

/// Gain of the best units beside one of them; n 0: all. Rules: WD10.9, WD10.23.
int beside_gain(const State& s, const Tables& t, unsigned u, int n, Orders& orders) {
    const auto seat = seat_of(static_cast<UnitId>(u));
    UnitMask beside = 0;
    each_bit(s.on_map & s.active & ~s.ordered & seat_mask(seat) & ~bit(u), [&](int i) {
        if (t.near1[s.hex[u]].test(s.hex[static_cast<unsigned>(i)]))
            beside |= bit(static_cast<unsigned>(i));
    });
    return orders.best(beside, n == 0 ? kUnitsPerSeat : n);
}

/// What an effect adds to the orders of a box.
int extra_gain(const Rules& rules, const State& s, Seat seat, const EffectDef& e, UnitMask able,
    UnitMask zone, Orders& orders) {
    const Tables& t = rules.tables();
    if (e.require.kind == Requirement::enemy_morale_green &&
        rules.zone(s, other(seat)) < Zone::green)
        return 0;
    switch (e.op) {
    case Op::rally: {
        if (e.area == Area::own) return worth::kDie;
        const UnitMask tired = zone & ~s.active & t.class_units[static_cast<unsigned>(e.cls)];
        return orders.best(tired, e.n == 0 ? kUnitsPerSeat : e.n) / cost::kRallied;
    }
    case Op::order_adjacent: {  // the unit with the best neighbours
        int most = 0;
        each_bit(able, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            most = std::max(most, beside_gain(s, t, u, e.n, orders));
        });
        return most;
    }
    case Op::join_box: return 0;
    case Op::add_dice:
    case Op::add_move: {
        if (rules.fitting(s, able, e.cls, e.traits) == 0) return 0;
        if (!e.count_idle) return worth::kDie;
        int idle = 0;
        each_bit(t.seat_commanders[seat], [&](int c) {
            const auto i = static_cast<unsigned>(c);
            idle += s.commander_unit[i] != kNoUnit && s.commander_tokens[i] == 0;
        });
        return idle * worth::kDie;
    }
    default: return able != 0 ? worth::kDie : 0;
    }
}

/// Gain of a command box for a commander whose zone of control is `zone`.
int box_gain(const Rules& rules, const State& s, Seat seat, const BoxDef& box, UnitMask zone,
    Orders& orders) {
    const Tables& t = rules.tables();
    const UnitMask area = box.anywhere ? s.on_map & seat_mask(seat) : zone;
    const UnitMask able =
        box.order > 0 ? rules.fitting(s, area & s.active, box.cls, box.traits) : 0;
    int sum = 0;
    if (box.order > 0 && box.one_class) {
        for (unsigned c = 0; c < 3; ++c)
            sum = std::max(sum, orders.best(able & t.class_units[c], box.order));
    } else if (box.order > 0) {
        sum = orders.best(able, box.order);
    }
    for (const EffectDef& e : box.effects) sum += extra_gain(rules, s, seat, e, able, zone, orders);
    return sum;
}

/// Gain of the best card through a commander.
int lead_gain(const Rules& rules, const State& s, unsigned commander, Orders& orders) {
    const Seat seat = rules.tables().commanders[commander].seat;
    const auto& cards = rules.tables().cards[seat];
    const UnitMask zone = rules.in_zoc(s, commander);
    int most = 0;
    for (unsigned card = 0; card < cards.size(); ++card)
        if (s.hand[seat][card] > 0)
            for (const BoxDef& box : cards[card].boxes)
                most = std::max(most, box_gain(rules, s, seat, box, zone, orders));
    return most;
}

/// His unit and the neediest around it: a turn more for the tired, a figure more for the hurt.
/// Rules: WD2.40 (smalljon).
int relief_gain(const Rules& rules, const State& s, unsigned home, int n, Orders& orders) {
    const Tables& t = rules.tables();
    std::array<int, kUnits> gain{};
    unsigned count = 0;
    const auto needs = [&](unsigned u) {
        const bool hurt = rules.figures(s, u) < rules.type(s, u).figures;
        const int more = (s.active & bit(u)) == 0 ? orders[u] / 2 : 0;
        return more + (hurt ? orders.judge().loss(u, 1) : 0);
    };
    each_bit(s.on_map & seat_mask(seat_of(static_cast<UnitId>(home))) & ~bit(home), [&](int u) {
        if (t.near1[s.hex[home]].test(s.hex[static_cast<unsigned>(u)]))
            gain[count++] = needs(static_cast<unsigned>(u));
    });
    std::sort(gain.begin(), gain.begin() + count, std::greater<>());
    int sum = needs(home);
    for (int i = 0; i < n; ++i) sum += gain[static_cast<unsigned>(i)];
    return sum;
}

/// One token of any kind orders this unit: worth it when no fitting token is left.
int any_token_gain(const Rules& rules, const State& s, unsigned home, Orders& orders) {
    const auto& pool = s.pool[seat_of(static_cast<UnitId>(home))];
    const bool fits = pool[static_cast<unsigned>(rules.rank(s, home))] > 0 ||
                      pool[static_cast<unsigned>(Face::valor)] > 0;
    int tokens = 0;
    for (const auto n : pool) tokens += n;
    return fits || tokens == 0 || (s.active & bit(home)) == 0 ? 0 : orders[home] - 2 * cost::kToken;
}

/// The best target of a covering fire, less what a card turned is worth while others may come.
int covering_fire_gain(const Rules& rules, const State& s, unsigned commander, Judge& judge) {
    const UnitId home = s.commander_unit[commander];
    int most = 0;
    each_bit(s.on_map & seat_mask(other(judge.seat())), [&](int i) {
        const auto u = static_cast<unsigned>(i);
        if (distance(s.hex[home], s.hex[u]) <= kSightRange && rules.sees(s, s.hex[home], s.hex[u]))
            most = std::max(most, covering_gain(rules, s, commander, u, judge));
    });
    return most;
}

}  // namespace

int commit_gain(const Rules& rules, const State& s, unsigned commander, Orders& orders) {
    const CommanderDef& def = rules.tables().commanders[commander];
    if (def.commit.empty()) return 0;
    const EffectDef& e = def.commit[0];
    const bool last = s.round == rules.tables().rounds;
    const UnitId home = s.commander_unit[commander];
    const int reserve = last ? 0 : cost::kCommit;
    switch (e.op) {
    case Op::rally: {
        if (e.area == Area::own_and_adjacent)
            return relief_gain(rules, s, home, e.n, orders) - reserve;
        const UnitMask tired = rules.in_zoc(s, commander) & ~s.active &
                               rules.tables().class_units[static_cast<unsigned>(e.cls)];
        return orders.best(tired, e.n == 0 ? kUnitsPerSeat : e.n) / 2 - cost::kCommit;
    }
    case Op::morale: return last || rules.depth(s, def.seat) >= 3 ? 2 * worth::kMorale : 0;
    case Op::draw: return s.board_tokens[def.seat] >= 2 ? 150 : 0;
    case Op::step: return orders[home] / 3;
    case Op::any_token: return any_token_gain(rules, s, home, orders);
    case Op::covering_fire:
        return covering_fire_gain(rules, s, commander, orders.judge()) - reserve;
    case Op::rearrange_command_tokens:  // only when he could lead no more otherwise
        return s.commander_tokens[commander] < rules.tables().limit[commander]
                   ? 0
                   : lead_gain(rules, s, commander, orders) - reserve - 2 * cost::kCard;
    default: return cost::kCommit;
    }
}

Action turn_action(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    Orders orders(judge);
    const Seat seat = s.in_turn;
    const int danger = rules.tables().house[seat].rout ? rules.depth(s, seat) * 12 : 0;
    UnitId zone_of = kNone;  // the commander whose zone is at hand
    UnitMask zone = 0;
    return best_of(legal, [&](Action x) {
        switch (kind_of(x)) {
        case Kind::token: {
            const bool valor = static_cast<Face>(field_a(x)) == Face::valor;
            return orders[field_b(x)] - (valor ? cost::kValor : cost::kToken);
        }
        case Kind::token_pair: return orders[field_b(x)] - cost::kPair;
        case Kind::morale_up: return worth::kMorale * 2 / 3 + danger;
        case Kind::morale_rally:
            return orders[field_a(x)] / cost::kRallied - worth::kMorale - danger;
        case Kind::lead: {
            const unsigned commander = field_b(x);
            if (zone_of != commander) {
                zone_of = static_cast<UnitId>(commander);
                zone = rules.in_zoc(s, commander);
            }
            int most = 0;
            for (const BoxDef& box : rules.tables().cards[seat][field_a(x)].boxes)
                most = std::max(most, box_gain(rules, s, seat, box, zone, orders));
            return most - cost::kCard;
        }
        case Kind::lead_one:
            return orders.best(rules.in_zoc(s, field_b(x)) & s.active, 1) - 2 * cost::kCard;
        case Kind::choose_commit: return commit_gain(rules, s, field_a(x), orders);
        case Kind::pass: return 0;
        default: return kNever;
        }
    });
}

Action command_box(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    Orders orders(judge);
    const UnitMask zone = rules.in_zoc(s, s.lead);
    const auto& boxes = rules.tables().cards[s.in_turn][s.card].boxes;
    const auto gain = [&](const BoxDef& box) {
        return box_gain(rules, s, s.in_turn, box, zone, orders);
    };
    return best_of(legal, [&](Action x) {  // 2: both boxes, for a second command token (WD13.2)
        return field_a(x) == 2 ? gain(boxes[0]) + gain(boxes[1]) - cost::kCard
                               : gain(boxes[field_a(x)]);
    });
}

/// Units are named in increasing order: name the lowest of the best that may still be ordered. A
/// box that orders the neighbours of one unit begins with the one among the best.
Action ordered_unit(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    Orders orders(judge);
    UnitMask units = 0, best = 0;
    Action token =
        legal[legal.size() - 1];  // a hidden token worth turning up, else the end of the list
    for (const Action x : legal) {
        if (kind_of(x) != Kind::choose_ordered_unit) continue;
        if (field_a(x) < kUnits)
            units |= bit(field_a(x));
        else if (orders[field_a(x)] > 0)
            token = x;
    }
    if (s.ordered == 0 && s.box != kOneUnit)
        for (const EffectDef& e :
            rules.tables().cards[s.in_turn][s.card].boxes[s.box & kBoxNumber].effects)
            if (e.op == Op::order_adjacent)
                return best_of(legal, [&](Action x) {
                    const unsigned u = field_a(x);
                    if (kind_of(x) != Kind::choose_ordered_unit) return 0;
                    return orders[u] +
                           (u >= kUnits ? 0 : beside_gain(s, rules.tables(), u, e.n, orders));
                });
    for (int n = s.order_left; n > 0 && units != 0; --n) {
        const unsigned u = orders.pick(units);
        units &= ~bit(u);
        if (orders[u] > 0) best |= bit(u);
    }
    if (best == 0) return token;
    return make_action(static_cast<unsigned>(Kind::choose_ordered_unit),
        static_cast<unsigned>(std::countr_zero(best)));
}

}  // namespace sim::westeros::greedy
