// Leadership cards: what may be played, boxes, ordered units, tactics. Rules: W5.20-W5.26,
// WD10.1-WD10.7.
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Own units within two hexes of a commander, his own included; none when he is off the map. Rules:
/// W3.7.
UnitMask Rules::in_zoc(const State& s, unsigned commander) const {
    const UnitId home = s.commander_unit[commander];
    if (home == kNoUnit) return 0;
    const Seat seat = seat_of(home);
    const UnitMask near = within_two(s.hex.data() + 16 * seat, s.hex[home]);
    return near << (16 * seat) & s.on_map;
}

/// Units that a box may order. Rules: W5.21, WD10.4.
UnitMask Rules::candidates(const State& s, const BoxDef& box, unsigned commander) const {
    const UnitMask own = s.on_map & seat_mask(t_.commanders[commander].seat);
    const UnitMask area = box.anywhere ? own : in_zoc(s, commander);
    return area & s.active & t_.class_units[static_cast<unsigned>(box.cls)];
}

/// W5.23: a box that can order nobody and do nothing else is no use.
bool Rules::box_usable(const State& s, const BoxDef& box, unsigned commander, UnitMask zoc) const {
    if (box.order > 0 && !box.anywhere &&
        (zoc & s.active & t_.class_units[static_cast<unsigned>(box.cls)]) != 0)
        return true;
    const bool takes_tokens = box.order > 0 && (box.cls == Class::any || box.cls == Class::ranged);
    if (takes_tokens && hidden_near(s, commander) != 0) return true;
    if (box.order > 0) {
        const UnitMask area =
            box.anywhere ? s.on_map & seat_mask(t_.commanders[commander].seat) : zoc;
        if ((area & s.active & t_.class_units[static_cast<unsigned>(box.cls)]) != 0) return true;
    }
    for (const EffectDef& e : box.effects) {
        if (e.op == Op::rally &&
            (zoc & ~s.active & t_.class_units[static_cast<unsigned>(e.cls)]) != 0)
            return true;
        if (e.op == Op::morale || e.op == Op::draw) return true;
    }
    return false;
}

/// W5.22.
void Rules::options_command_box(const State& s, ActionList& out) const {
    const auto& boxes = t_.cards[s.in_turn][s.card].boxes;
    const UnitMask zoc = in_zoc(s, s.lead);
    for (unsigned b = 0; b < boxes.size(); ++b)
        if (box_usable(s, boxes[b], s.lead, zoc))
            out.add(make_action(static_cast<unsigned>(Kind::choose_command_box), b));
}

void Rules::on_command_box(State& s, Action x, Dice&) const { open_box(s, field_a(x)); }

/// Begin LEAD.units with the units that the box may order (W5.21: measured now, before any
/// movement).
void Rules::open_box(State& s, unsigned box) const {
    const BoxDef& def = t_.cards[s.in_turn][s.card].boxes[box];
    s.box = static_cast<std::uint8_t>(box);
    s.order_left = static_cast<std::uint8_t>(def.order);
    const UnitMask local = def.order == 0 ? 0 : candidates(s, def, s.lead) >> (16 * s.in_turn);
    top(s) = {lead_units, 0, 0, kNone, static_cast<std::uint8_t>(local),
        static_cast<std::uint8_t>(local >> 8)};
}

/// Units that the box may still order: named in increasing order, so that each set of units has one
/// path.
UnitMask Rules::orderable(const State& s, const BoxDef& box) const {
    const Frame& f = top(s);
    UnitMask units = UnitMask{f.d | static_cast<unsigned>(f.e) << 8} << (16 * s.in_turn);
    if (box.one_class && s.ordered != 0)
        units &= t_.class_units[static_cast<unsigned>(
            type(s, static_cast<unsigned>(std::countr_zero(s.ordered))).cls)];
    return f.a >= 32 ? 0 : units & ~s.ordered & ~UnitMask{0} << f.a;
}

/// Own active units adjacent to the unit ordered first and outside every own zone of control
/// (order_adjacent, WD10.1).
UnitMask Rules::uncontrolled_beside(const State& s, unsigned first) const {
    UnitMask controlled = 0, beside = 0;
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        if (t_.commanders[c].seat == s.in_turn) controlled |= in_zoc(s, c);
    each_bit(s.on_map & s.active & seat_mask(s.in_turn) & ~controlled & ~s.ordered, [&](int u) {
        if (t_.near1[s.hex[first]].test(s.hex[static_cast<unsigned>(u)]))
            beside |= bit(static_cast<unsigned>(u));
    });
    return beside;
}

/// Frame: a lowest unit that may be ordered next, b 1 in the second part of `order_adjacent`, c
/// unit ordered first, d and e the candidates' numbers within the House. Rules: W5.23.
void Rules::run_lead_units(State& s, Dice&) const {
    Frame& f = top(s);
    const BoxDef& box = t_.cards[s.in_turn][s.card].boxes[s.box];
    if (s.order_left > 0 && (orderable(s, box) != 0 || hidden_candidates(s, box) != 0)) {
        f.step = choose_ordered_units;
        return;
    }
    if (f.b == 0 && s.ordered != 0 && f.c < kUnits)
        for (const EffectDef& e : box.effects)
            if (e.op == Op::order_adjacent) {
                s.order_left = static_cast<std::uint8_t>(e.n);
                const UnitMask local = uncontrolled_beside(s, f.c) >> (16 * s.in_turn);
                f = {lead_units, 0, 1, f.c, static_cast<std::uint8_t>(local),
                    static_cast<std::uint8_t>(local >> 8)};
                return;
            }
    f = {tactic_before, 0, 0, 0, 0, 0};
    if (!box.effects.empty()) push(s, {effects, 0, s.lead, 0, 0, 0});
}

void Rules::options_ordered_units(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const BoxDef& box = t_.cards[s.in_turn][s.card].boxes[s.box];
    if (s.order_left > 0) {
        out.add_each(make_action(static_cast<unsigned>(Kind::choose_ordered_unit)), 16,
            MaskSet{orderable(s, box)});
        each_bit(hidden_candidates(s, box), [&](int token) {
            const unsigned u = kHiddenToken + static_cast<unsigned>(token);
            out.add(make_action(static_cast<unsigned>(Kind::choose_ordered_unit), u));
        });
    }
    if (s.ordered != 0 || f.c != kNone)
        out.add(make_action(static_cast<unsigned>(Kind::end_ordered_units)));
}

/// Hidden tokens of the commander's House in his zone of control (WD B03, rule 2).
UnitMask Rules::hidden_near(const State& s, unsigned commander) const {
    const PlanRules& p = t_.plan;
    const UnitId home = s.commander_unit[commander];
    if (p.archers.empty() || p.archers_seat != t_.commanders[commander].seat || home == kNoUnit)
        return 0;
    UnitMask found = 0;
    each_bit(hidden_tokens(s), [&](int i) {
        if (distance(s.hex[home], p.archers[static_cast<unsigned>(i)]) <= 2)
            found |= bit(static_cast<unsigned>(i));
    });
    return found;
}

/// Hidden tokens that the box may order: they count as green ranged units (WD B03, rule 2).
UnitMask Rules::hidden_candidates(const State& s, const BoxDef& box) const {
    if (t_.plan.archers.empty() || t_.plan.archers_seat != s.in_turn || top(s).b != 0) return 0;
    if (box.cls != Class::any && box.cls != Class::ranged) return 0;
    if (box.one_class && (s.ordered & ~t_.class_units[static_cast<unsigned>(Class::ranged)]) != 0)
        return 0;
    const UnitMask tokens = box.anywhere ? hidden_tokens(s) : hidden_near(s, s.lead);
    const unsigned least = top(s).a;
    return least <= kHiddenToken ? tokens : tokens & ~((UnitMask{1} << (least - kHiddenToken)) - 1);
}

void Rules::on_ordered_units(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    f.step = lead_units;
    if (static_cast<Kind>(action_kind(x)) == Kind::end_ordered_units) {
        s.order_left = 0;
        return;
    }
    const unsigned u = field_a(x);
    --s.order_left;
    f.a = static_cast<std::uint8_t>(u + 1);
    if (f.c == kNone) f.c = static_cast<std::uint8_t>(u);
    const UnitMask before = s.ordered;
    order(s, u);
    // Archers that have been turned up are the unit ordered first from now on.
    if (f.c >= kHiddenToken && f.c != kNone && s.ordered != before)
        f.c = static_cast<std::uint8_t>(std::countr_zero(s.ordered & ~before));
}

/// Requirement and timing. Rules: W5.24, WD10.7.
bool Rules::tactic_usable(const State& s, const CardDef& card, bool after) const {
    if (!card.has_tactic || s.tactic != 0 || !(after ? card.tactic.after : card.tactic.before))
        return false;
    const TacticDef& t = card.tactic;
    switch (t.require) {
    case Require::none: return true;
    case Require::own_morale_green: return zone(s, s.in_turn) <= Zone::green;
    case Require::enemy_morale_green: return zone(s, other(s.in_turn)) >= Zone::green;
    case Require::pool:
        for (unsigned k = 0; k < kFaces; ++k)
            if (s.pool[s.in_turn][k] < t.tokens[k]) return false;
        return true;
    }
    return false;
}

void Rules::run_tactic_before(State& s, Dice&) const {
    const bool usable = tactic_usable(s, t_.cards[s.in_turn][s.card], false);
    top(s) = {usable ? choose_tactic : order_start, 0, 0, 0, 0, 0};
}

/// Frame field a: 1 after the command.
void Rules::options_tactic(const State&, ActionList& out) const {
    out.add(make_action(static_cast<unsigned>(Kind::choose_tactic), 0));
    out.add(make_action(static_cast<unsigned>(Kind::choose_tactic), 1));
}

void Rules::on_tactic(State& s, Action x, Dice&) const {
    top(s) = {top(s).a == 0 ? order_start : turn_close, 0, 0, 0, 0, 0};
    if (field_a(x) == 0) return;
    s.tactic = 1;
    push(s, {effects, 1, s.lead, 0, 0, 0});
}

}  // namespace sim::westeros
