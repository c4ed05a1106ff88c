// The greedy agent: the best action one decision ahead. How positions are judged: greedy.hpp.
// Ties go to the first action of the list; its own stream decides where it has no opinion.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros {

namespace {

/// A hex for a unit that goes there without attacking; none: stay.
Action plain_hex(const State& s, const ActionList& legal, unsigned u, Judge& judge) {
    return best_of(legal, [&](Action x) {
        return judge.place(u, field_a(x) == kNone ? s.hex[u] : static_cast<Hex>(field_a(x)));
    });
}

/// Roll again the face whose dice gain most: those that neither hit nor drive back.
/// Rules: W7.16, W7.18.
Action reroll(const Rules& rules, const State& s, const ActionList& legal, bool all) {
    const Attack& a = s.attack[s.attack_depth - 1U];
    const bool valor = rules.type(s, a.target).cls != Class::cavalry ||
                       rules.type(s, a.attacker).cls == Class::cavalry;
    const int defence = rules.defence(s, a.target);
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

const std::vector<EffectDef>& effects_of(const Rules& rules, const State& s, const Frame& f) {
    const Tables& t = rules.tables();
    if (f.a == 2) return t.commanders[f.b].commit;
    const CardDef& card = t.cards[s.in_turn][s.card];
    return f.a == 0 ? card.boxes[s.box].effects : card.tactic.effects;
}

Action effect_unit(
    const Rules& rules, const State& s, const ActionList& legal, const EffectDef& e, Judge& judge) {
    Orders orders(judge);
    const UnitId home = s.commander_unit[static_cast<unsigned>(s.stack[s.stack_depth - 1U].b)];
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        if (u == kNone) return 0;
        if (seat_of(static_cast<UnitId>(u)) != judge.seat())  // a target of the commander's unit
            return judge.attack(
                home, u, e.op == Op::war_dogs_attack ? Mode::war_dogs : Mode::melee, true);
        if (e.op == Op::swap_bearers) return rules.figures(s, u);
        if (e.op == Op::as_flank || e.op == Op::second_attack) return judge.best_attack(u);
        return orders[u] + 1;
    });
}

Action effect_hex(
    const State& s, const ActionList& legal, const EffectDef& e, const Frame& f, Judge& judge) {
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
    each_bit(s.on_map & seat_mask(seat),
        [&](int u) { ++of_rank[static_cast<unsigned>(rules.rank(s, static_cast<unsigned>(u)))]; });
    return best_of(legal, [&](Action x) {
        const unsigned f = field_a(x);
        if (f == kNone) return 0;
        return f == static_cast<unsigned>(Face::valor)    ? 100
               : f == static_cast<unsigned>(Face::morale) ? 1
                                                          : of_rank[f];
    });
}

/// Reactive commits cost nothing but the card: use them when a unit of weight is at stake.
Action commit(const Rules& rules, const State& s, const ActionList& legal, Judge& judge) {
    const CommanderDef& def = rules.tables().commanders[field_a(legal[0])];
    const Attack& a = s.attack[s.attack_depth - 1U];
    bool use = true;
    if (!def.commit.empty() && def.commit[0].op == Op::second_attack)
        use = judge.best_attack(a.attacker) > 0;
    if (!def.commit.empty() && def.commit[0].op == Op::swap_bearers)
        use = s.plain[a.target] <= a.hits;
    return best_of(legal, [&](Action x) { return (field_b(x) != 0) == use ? 1 : 0; });
}

}  // namespace

Action Rules::greedy(const State& s, const ActionList& legal, Stream& stream) const {
    const auto seat = static_cast<Seat>(to_act(s));
    const Frame& f = top(s);
    const auto yes = [&] {
        return best_of(legal, [](Action x) { return static_cast<int>(field_a(x)); });
    };
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
        return best_of(legal,
            [&](Action x) { return field_a(x) == kNone ? 0 : 1 + card_value(cards[field_a(x)]); });
    case Step::choose_discard_card:
        return best_of(legal,
            [&](Action x) { return field_a(x) == kNone ? 0 : -card_value(cards[field_a(x)]); });
    default: break;
    }
    Judge judge(*this, s, seat);
    switch (f.step) {
    case Step::choose_turn_action: return greedy::turn_action(*this, s, legal, judge);
    case Step::choose_command_box: return greedy::command_box(*this, s, legal, judge);
    case Step::choose_ordered_units: return greedy::ordered_unit(s, legal, judge);
    case Step::choose_move: return greedy::move(s, legal, judge);
    case Step::choose_attack:
    case Step::choose_pursue_attack: return greedy::attack(s, legal, judge);
    case Step::choose_pursue_move: return greedy::pursue_move(legal, fight(s).attacker, judge);
    case Step::choose_advance: {
        const unsigned u = fight(s).attacker;
        const int gain = judge.place(u, fight(s).at) - judge.stay(u);
        return best_of(legal, [&](Action x) { return field_a(x) != 0 ? gain : 0; });
    }
    case Step::choose_retreat_hex: return plain_hex(s, legal, f.a, judge);
    case Step::choose_commit: return commit(*this, s, legal, judge);
    case Step::choose_effect_unit:
        return effect_unit(*this, s, legal, effects_of(*this, s, f)[f.c - 1U], judge);
    case Step::choose_effect_hex:
        return effect_hex(s, legal, effects_of(*this, s, f)[f.c - 1U], f, judge);
    default: return legal[static_cast<int>(stream.below(static_cast<std::uint32_t>(legal.size())))];
    }
}

}  // namespace sim::westeros
