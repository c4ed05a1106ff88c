// Turn actions, orders, moves and attacks of the greedy agent.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

/// What using up a resource costs, so that cheap ones go first.
namespace cost {
constexpr int kToken = 10, kValor = 25, kPair = 60, kCard = 30;
constexpr int kRallied = 4;  // a rallied unit still needs an order: a quarter of its gain counts
}  // namespace cost

/// Gain of a command box for a commander whose zone of control is `zone`.
int box_gain(const Rules& rules, const State& s, Seat seat, const BoxDef& box, UnitMask zone,
    Orders& orders) {
    const Tables& t = rules.tables();
    const UnitMask area = box.anywhere ? s.on_map & seat_mask(seat) : zone;
    const UnitMask able = area & s.active & t.class_units[static_cast<unsigned>(box.cls)];
    int sum = 0;
    if (box.order > 0 && box.one_class) {
        for (unsigned c = 0; c < 3; ++c)
            sum = std::max(sum, orders.best(able & t.class_units[c], box.order));
    } else if (box.order > 0) {
        sum = orders.best(able, box.order);
    }
    for (const EffectDef& e : box.effects) {
        if (e.op == Op::rally) {
            const UnitMask tired = zone & ~s.active & t.class_units[static_cast<unsigned>(e.cls)];
            sum += orders.best(tired, e.n == 0 ? kUnitsPerSeat : e.n) / cost::kRallied;
        } else if (able != 0 && box.order > 0) {
            sum += worth::kDie;
        }
    }
    return sum;
}

/// Is a commit ability for the start of a turn worth its one use now? Rules: WD2.25.
int commit_gain(const Rules& rules, const State& s, unsigned commander, Orders& orders) {
    const CommanderDef& def = rules.tables().commanders[commander];
    if (def.commit.empty()) return 0;
    const EffectDef& e = def.commit[0];
    const bool last = s.round == rules.tables().rounds;
    switch (e.op) {
    case Op::rally: {
        const UnitMask tired = rules.in_zoc(s, commander) & ~s.active &
                               rules.tables().class_units[static_cast<unsigned>(e.cls)];
        return orders.best(tired, e.n == 0 ? kUnitsPerSeat : e.n) / 2 - 200;
    }
    case Op::morale: return last || rules.depth(s, def.seat) >= 3 ? 2 * worth::kMorale : 0;
    case Op::draw: return s.board_tokens[def.seat] >= 2 ? 150 : 0;
    case Op::step: return orders[s.commander_unit[commander]] / 3;
    default: return 200;
    }
}

int attack_gain(const State& s, Action x, Judge& judge) {
    const unsigned u = field_a(x);
    const auto mode = static_cast<Mode>(field_b(x));
    if (mode == Mode::scorch) return judge.scorch(u, static_cast<Hex>(field_c(x)));
    return judge.attack(u, field_c(x), mode, (s.began & bit(u)) != 0);
}

}  // namespace

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
    return best_of(legal,
        [&](Action x) { return box_gain(rules, s, s.in_turn, boxes[field_a(x)], zone, orders); });
}

/// Units are named in increasing order: name the lowest of the best that may still be ordered.
Action ordered_unit(const State& s, const ActionList& legal, Judge& judge) {
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
    for (int n = s.order_left; n > 0 && units != 0; --n) {
        const unsigned u = orders.pick(units);
        units &= ~bit(u);
        if (orders[u] > 0) best |= bit(u);
    }
    if (best == 0) return token;
    return make_action(static_cast<unsigned>(Kind::choose_ordered_unit),
        static_cast<unsigned>(std::countr_zero(best)));
}

/// The move that gains most, of all ordered units; none if no move is better than standing still.
Action move(const State& s, const ActionList& legal, Judge& judge) {
    unsigned unit = kNone;
    int here = 0;
    return best_of(legal, [&](Action x) {
        if (kind_of(x) == Kind::end_moves) return 1;
        if (kind_of(x) != Kind::choose_move) return kNever;
        const unsigned u = field_a(x);
        if (u != unit) {  // the list is in order of units
            unit = u;
            Cells cells;
            for (const Action y : legal)
                if (kind_of(y) == Kind::choose_move && field_a(y) == u)
                    cells.set(static_cast<int>(field_b(y)));
            judge.survey(u, cells);
            const bool attacks = (s.attacked & bit(u)) == 0;
            here = judge.stay(u) + (attacks ? judge.best_attack(u) : 0) + judge.parting(u);
        }
        const auto to = static_cast<Hex>(field_b(x));
        return judge.place(u, to) + judge.strike(to) - here + 1;
    });
}

Action attack(const State& s, const ActionList& legal, Judge& judge) {
    return best_of(legal, [&](Action x) {
        const bool none = kind_of(x) == Kind::end_attacks || field_a(x) == kNone;
        return none ? 0 : attack_gain(s, x, judge);
    });
}

/// Where to go after a melee attack: on to a new attack, or to a better hex.
Action pursue_move(const ActionList& legal, unsigned u, Judge& judge) {
    Cells cells;
    for (const Action x : legal)
        if (field_a(x) != kNone) cells.set(static_cast<int>(field_a(x)));
    judge.survey(u, cells);
    return best_of(legal, [&](Action x) {
        if (field_a(x) == kNone) return judge.stay(u);
        const auto to = static_cast<Hex>(field_a(x));
        return judge.place(u, to) + judge.strike(to);
    });
}

}  // namespace sim::westeros::greedy
