// The greedy agent: the best action one decision ahead. How positions are judged: greedy.hpp.
// Ties go to the first action in the order of the list; decisions it has no opinion on, to its own stream.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

namespace {

constexpr int kNever = -1000000;

/// The action with the highest score, the first of equals.
template <class Score>
Action best_of(const ActionList& legal, Score&& score) {
    Action best = legal[0];
    int most = kNever;
    for (const Action x : legal) {
        const int value = score(x);
        if (value > most) {
            most = value;
            best = x;
        }
    }
    return best;
}

constexpr Kind kind_of(Action x) { return static_cast<Kind>(action_kind(x)); }

/// Gains of an order by unit, worked out when first asked for.
class Orders {
public:
    explicit Orders(Judge& judge) : judge_(judge) {}
    int operator[](unsigned u) {
        if (u >= kUnits) return judge_.hidden(u - kHiddenToken);
        if ((known_ & bit(u)) == 0) {
            known_ |= bit(u);
            gain_[u] = judge_.order(u);
        }
        return gain_[u];
    }
    /// Sum of the n best of these units.
    int best(UnitMask units, int n) {
        int sum = 0;
        for (; n > 0 && units != 0; --n) {
            const unsigned u = pick(units);
            sum += (*this)[u];
            units &= ~bit(u);
        }
        return sum;
    }
    /// The best of these units, the lowest number of equals.
    unsigned pick(UnitMask units) {
        auto best = static_cast<unsigned>(std::countr_zero(units));
        each_bit(units, [&](int u) {
            if ((*this)[static_cast<unsigned>(u)] > (*this)[best]) best = static_cast<unsigned>(u);
        });
        return best;
    }

private:
    Judge& judge_;
    UnitMask known_ = 0;
    std::array<int, kUnits> gain_;
};

/// What using up a resource costs, so that cheap ones go first.
namespace cost {
constexpr int kToken = 10, kValor = 25, kPair = 60, kCard = 30;
constexpr int kRallied = 4;  // a rallied unit still needs an order: a quarter of its gain counts
}  // namespace cost

/// Gain of a command box for a commander whose zone of control is `zone`.
int box_gain(const Rules& rules, const State& s, Seat seat, const BoxDef& box, UnitMask zone, Orders& orders) {
    const Tables& t = rules.tables();
    const UnitMask area = box.anywhere ? s.on_map & seat_mask(seat) : zone;
    const UnitMask able = area & s.active & t.class_units[static_cast<unsigned>(box.cls)];
    int sum = 0;
    if (box.order > 0 && box.one_class) {
        for (unsigned c = 0; c < 3; ++c) sum = std::max(sum, orders.best(able & t.class_units[c], box.order));
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
        case Kind::morale_rally: return orders[field_a(x)] / cost::kRallied - worth::kMorale - danger;
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
    return best_of(legal, [&](Action x) {
        return box_gain(rules, s, s.in_turn, boxes[field_a(x)], zone, orders);
    });
}

/// Units are named in increasing order: name the lowest of the best ones that the box may still order.
Action ordered_unit(const State& s, const ActionList& legal, Judge& judge) {
    Orders orders(judge);
    UnitMask units = 0, best = 0;
    Action token = legal[legal.size() - 1];  // a hidden token worth turning up, else the end of the list
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
                if (kind_of(y) == Kind::choose_move && field_a(y) == u) cells.set(static_cast<int>(field_b(y)));
            judge.survey(u, cells);
            const bool attacks = (s.attacked & bit(u)) == 0;
            here = judge.stay(u) + (attacks ? judge.best_attack(u) : 0) + judge.parting(u);
        }
        const auto to = static_cast<Hex>(field_b(x));
        return judge.place(u, to) + judge.strike(to) - here + 1;
    });
}

int attack_gain(const State& s, Action x, Judge& judge) {
    const unsigned u = field_a(x);
    const auto mode = static_cast<Mode>(field_b(x));
    if (mode == Mode::scorch) return judge.scorch(u, static_cast<Hex>(field_c(x)));
    return judge.attack(u, field_c(x), mode, (s.began & bit(u)) != 0);
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

/// A hex for a unit that goes there without attacking; none: stay.
Action plain_hex(const State& s, const ActionList& legal, unsigned u, Judge& judge) {
    return best_of(legal, [&](Action x) {
        return judge.place(u, field_a(x) == kNone ? s.hex[u] : static_cast<Hex>(field_a(x)));
    });
}

/// Roll again the face whose dice gain most: those that neither hit nor drive back. Rules: W7.16, W7.18.
Action reroll(const Rules& rules, const State& s, const ActionList& legal, bool all) {
    const Attack& a = s.attack[s.attack_depth - 1U];
    const bool valor = rules.type(s, a.target).cls != Class::cavalry || rules.type(s, a.attacker).cls == Class::cavalry;
    const int defence = rules.defence(s, a.target);
    // In eighths of a hit: a banner is worth a third of one, or a whole one more where it also hits.
    constexpr int kHit = 8, kBanner = 3;
    std::array<int, kFaces> value{};
    int mean = 0;
    for (unsigned f = 0; f < kFaces; ++f) {
        const auto face = static_cast<Face>(f);
        value[f] = kHit * rules.count_hits(Faces::of(face), defence, valor);
        if (face == Face::morale) value[f] = kBanner + ((a.flags & Attack::morale_hits) != 0 ? kHit : 0);
        mean += kFaceWeight[f] * value[f];
    }
    return best_of(legal, [&](Action x) {
        const unsigned f = field_a(x);
        if (f == kNone) return 0;
        const int dice = all ? Faces{a.faces}[static_cast<Face>(f)] : 1;
        return dice * (mean - kDieSides * value[f]);
    });
}

const std::vector<EffectDef>& effects_of(const Rules& rules, const State& s, const Frame& f) {
    const Tables& t = rules.tables();
    if (f.a == 2) return t.commanders[f.b].commit;
    const CardDef& card = t.cards[s.in_turn][s.card];
    return f.a == 0 ? card.boxes[s.box].effects : card.tactic.effects;
}

Action effect_unit(const Rules& rules, const State& s, const ActionList& legal, const EffectDef& e, Judge& judge) {
    Orders orders(judge);
    const UnitId home = s.commander_unit[static_cast<unsigned>(s.stack[s.stack_depth - 1U].b)];
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        if (u == kNone) return 0;
        if (seat_of(static_cast<UnitId>(u)) != judge.seat())  // a target of the commander's unit
            return judge.attack(home, u, e.op == Op::war_dogs_attack ? Mode::war_dogs : Mode::melee, true);
        if (e.op == Op::swap_bearers) return rules.figures(s, u);
        if (e.op == Op::as_flank || e.op == Op::second_attack) return judge.best_attack(u);
        return orders[u] + 1;
    });
}

Action effect_hex(const State& s, const ActionList& legal, const EffectDef& e, const Frame& f, Judge& judge) {
    if (e.op == Op::step) return plain_hex(s, legal, f.d, judge);
    return best_of(legal, [&](Action x) {
        return field_a(x) == kNone ? 0 : judge.fire(static_cast<Hex>(field_a(x)), e.k);
    });
}

/// Most orders first, then boxes with something added, then tactics.
int card_value(const CardDef& card) {
    int most = 0;
    for (const BoxDef& box : card.boxes)
        most = std::max(most, 10 * box.order + (box.effects.empty() ? 0 : 5));
    return most + (card.has_tactic ? 2 : 0);
}

Action keep_token(const Rules& rules, const State& s, const ActionList& legal, Seat seat) {
    std::array<int, 3> of_rank{};
    each_bit(s.on_map & seat_mask(seat), [&](int u) {
        ++of_rank[static_cast<unsigned>(rules.rank(s, static_cast<unsigned>(u)))];
    });
    return best_of(legal, [&](Action x) {
        const unsigned f = field_a(x);
        if (f == kNone) return 0;
        return f == static_cast<unsigned>(Face::valor) ? 100 : f == static_cast<unsigned>(Face::morale) ? 1 : of_rank[f];
    });
}

/// Reactive commits cost nothing but the card: use them when a unit of weight is at stake.
Action commit(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const CommanderDef& def = rules.tables().commanders[field_a(legal[0])];
    const Attack& a = s.attack[s.attack_depth - 1U];
    bool use = true;
    if (!def.commit.empty() && def.commit[0].op == Op::second_attack) use = judge.best_attack(a.attacker) > 0;
    if (!def.commit.empty() && def.commit[0].op == Op::swap_bearers) use = s.plain[a.target] <= a.hits;
    return best_of(legal, [&](Action x) { return (field_b(x) != 0) == use ? 1 : 0; });
}

}  // namespace

Action Rules::greedy(const State& s, const ActionList& legal, Stream& stream) const {
    const auto seat = static_cast<Seat>(to_act(s));
    const Frame& f = top(s);
    const auto yes = [&] { return best_of(legal, [](Action x) { return static_cast<int>(field_a(x)); }); };
    const auto& cards = t_.cards[seat];
    switch (f.step) {
    case Step::choose_carry:
    case Step::choose_tactic:
    case Step::choose_stalwart_ignore:
    case Step::choose_counterattack: return yes();
    case Step::choose_flank_reroll: return reroll(*this, s, legal, true);
    case Step::choose_reroll_die: return reroll(*this, s, legal, false);
    case Step::choose_keep_token: return keep_token(*this, s, legal, seat);
    case Step::choose_keep_card:
        return best_of(legal, [&](Action x) { return field_a(x) == kNone ? 0 : 1 + card_value(cards[field_a(x)]); });
    case Step::choose_discard_card:
        return best_of(legal, [&](Action x) { return field_a(x) == kNone ? 0 : -card_value(cards[field_a(x)]); });
    default: break;
    }
    Judge judge(*this, s, seat);
    switch (f.step) {
    case Step::choose_turn_action: return turn_action(*this, s, legal, judge);
    case Step::choose_command_box: return command_box(*this, s, legal, judge);
    case Step::choose_ordered_units: return ordered_unit(s, legal, judge);
    case Step::choose_move: return move(s, legal, judge);
    case Step::choose_attack:
    case Step::choose_pursue_attack: return attack(s, legal, judge);
    case Step::choose_pursue_move: return pursue_move(legal, fight(s).attacker, judge);
    case Step::choose_advance: {
        const unsigned u = fight(s).attacker;
        const int gain = judge.place(u, fight(s).at) - judge.stay(u);
        return best_of(legal, [&](Action x) { return field_a(x) != 0 ? gain : 0; });
    }
    case Step::choose_retreat_hex: return plain_hex(s, legal, f.a, judge);
    case Step::choose_commit: return commit(*this, s, legal, judge);
    case Step::choose_effect_unit: return effect_unit(*this, s, legal, effects_of(*this, s, f)[f.c - 1U], judge);
    case Step::choose_effect_hex: return effect_hex(s, legal, effects_of(*this, s, f)[f.c - 1U], f, judge);
    default: return legal[static_cast<int>(stream.below(static_cast<std::uint32_t>(legal.size())))];
    }
}

}  // namespace sim::westeros
