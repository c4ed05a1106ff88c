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
    const UnitMask near = within(2, s.hex.data() + 16 * seat, s.hex[home]);
    return near << (16 * seat) & s.on_map;
}

/// Those of a class, with all of some traits (WD10.4).
UnitMask Rules::fitting(const State& s, UnitMask units, Class cls, std::uint32_t traits) const {
    units &= t_.class_units[static_cast<unsigned>(cls)];
    if (traits == 0) return units;
    UnitMask found = 0;
    each_bit(units, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        std::uint32_t has = type(s, u).traits;
        if (s.commander[u] != kNone) has |= t_.commanders[s.commander[u]].traits;
        if ((traits & ~has) == 0) found |= bit(u);
    });
    return found;
}

/// Units that a box may order. Rules: W5.21, WD10.4.
UnitMask Rules::candidates(const State& s, const BoxDef& box, unsigned commander) const {
    const Seat seat = t_.commanders[commander].seat;
    UnitMask area = box.anywhere ? s.on_map & seat_mask(seat) : in_zoc(s, commander);
    if (t_.has_brotherhood && s.brotherhood[seat] == 0) area &= ~brotherhood(s);
    return fitting(s, area & s.active, box.cls, box.traits);
}

/// W5.23: a box that can order nobody and do nothing else is no use.
bool Rules::box_usable(const State& s, const BoxDef& box, unsigned commander, UnitMask zoc) const {
    if (box.order > 0) {
        const bool plain = !box.anywhere && box.traits == 0 && !t_.has_brotherhood;
        if (plain ? (zoc & s.active & t_.class_units[static_cast<unsigned>(box.cls)]) != 0
                  : candidates(s, box, commander) != 0)
            return true;
        const bool takes_tokens = box.cls == Class::any || box.cls == Class::ranged;
        if (takes_tokens && hidden_near(s, commander) != 0) return true;
    }
    for (const EffectDef& e : box.effects) {
        switch (e.op) {
        case Op::rally:
            if (t_.plain_turns && e.area == Area::zoc && e.require.kind == Requirement::none) {
                if ((zoc & ~s.active & t_.class_units[static_cast<unsigned>(e.cls)]) != 0)
                    return true;
                break;
            }
            [[fallthrough]];
        case Op::deactivate:
        case Op::morale:
        case Op::draw:
            if (acts_alone(s, e, commander, zoc)) return true;
            break;
        default: break;
        }
    }
    return false;
}

/// Does an effect do something though nobody is ordered? Rules: W5.23.
bool Rules::acts_alone(const State& s, const EffectDef& e, unsigned commander, UnitMask zoc) const {
    const Frame f = {effects, box_effects, static_cast<std::uint8_t>(commander), 0, 0, 0};
    const int boss = boss_of(s, e, f);
    if (boss < 0 || !holds(s, t_.commanders[commander].seat, e.require)) return false;
    if (e.op == Op::deactivate) return may_deactivate(s, static_cast<unsigned>(boss)) != 0;
    if (e.op != Op::rally) return true;
    UnitMask tired = zoc;
    if (e.area == Area::own) tired = bit(s.commander_unit[static_cast<unsigned>(boss)]);
    tired &= ~s.active & t_.class_units[static_cast<unsigned>(e.cls)];
    return (tired & ~with_keyword(s, tired, Keyword::inefficient)) != 0;
}

/// W5.22; both boxes: WD13.2.
void Rules::options_command_box(const State& s, ActionList& out) const {
    const auto& boxes = t_.cards[s.in_turn][s.card].boxes;
    const UnitMask zoc = in_zoc(s, s.lead);
    for (unsigned b = 0; b < boxes.size(); ++b)
        if (box_usable(s, boxes[b], s.lead, zoc))
            out.add(make_action(static_cast<unsigned>(Kind::choose_command_box), b));
    if (t_.options.two_boxes_both && out.size() == 2 && s.board_tokens[s.in_turn] > 0 &&
        s.commander_tokens[s.lead] < t_.limit[s.lead])
        out.add(make_action(static_cast<unsigned>(Kind::choose_command_box), 2));
}

void Rules::on_command_box(State& s, Action x, Dice&) const {
    if (field_a(x) == 2) pay_command(s, s.lead);
    open_box(s, field_a(x) == 2 ? 0 | kBothBoxes : field_a(x));
}

void Rules::pay_command(State& s, unsigned commander) const {
    --s.board_tokens[s.in_turn];
    ++s.commander_tokens[commander];
}

/// Reveal the card and pay, on the playing commander's card unless a tactic lays the token
/// elsewhere. Rules: W5.20, W13.3, WD10.41.
void Rules::begin_lead(State& s, unsigned card, unsigned commander, bool one) const {
    --s.hand[s.in_turn][card];
    s.card = static_cast<std::uint8_t>(card);
    s.lead = static_cast<std::uint8_t>(commander);
    s.tactic = 0;
    s.box = one ? kOneUnit : std::uint8_t{0};
    if (!one && t_.pay_cards[s.in_turn] != 0 && payable_elsewhere(s, card, commander)) {
        top(s) = {choose_tactic, 2, 0, 0, 0, 0};
        return;
    }
    pay_command(s, commander);
    open_card(s);
}

void Rules::open_card(State& s) const {
    if (s.box == kOneUnit || t_.cards[s.in_turn][s.card].boxes.size() == 1)
        open_box(s, s.box);
    else
        top(s) = {choose_command_box, 0, 0, 0, 0, 0};
}

/// Begin LEAD.units with the units that the box may order (W5.21: measured now, before any
/// movement).
void Rules::open_box(State& s, unsigned box) const {
    s.box = static_cast<std::uint8_t>(box);
    const BoxDef& def = box_of(s);
    s.order_left = static_cast<std::uint8_t>(def.order);
    const UnitMask local = def.order == 0 ? 0 : candidates(s, def, s.lead) >> (16 * s.in_turn);
    top(s) = {lead_units, 0, 0, kNone, static_cast<std::uint8_t>(local),
        static_cast<std::uint8_t>(local >> 8)};
}

/// The second of two boxes (WD13.2), or the first one that the second joins (WD10.20).
void Rules::run_lead_next(State& s, Dice&) const {
    const bool both = s.box != kOneUnit && (s.box & kBothBoxes) != 0;
    const bool joins = s.box != kOneUnit && (s.box & kJoined) != 0;
    if (!both && !joins) {
        top(s) = {tactic_before, 0, 0, 0, 0, 0};
        return;
    }
    // A box's bonuses reach only the units that it orders itself (WD10.5).
    add_bonus(s, make_bonus(Hook::earlier_box, 0, s.ordered >> (16 * s.in_turn), Until::turn_end,
                     s.in_turn));
    open_box(s, (both ? 1 : 0 | kMayOmit) | kAfterOther);
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
/// (order_adjacent, WD10.9).
UnitMask Rules::uncontrolled_beside(const State& s, unsigned first) const {
    UnitMask controlled = 0, beside = 0;
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        if (t_.commanders[c].seat == s.in_turn) controlled |= in_zoc(s, c);
    const UnitMask others = s.on_map & s.active & seat_mask(s.in_turn) & ~controlled & ~s.ordered;
    each_bit(payable(s, s.in_turn, others), [&](int u) {
        if (t_.near1[s.hex[first]].test(s.hex[static_cast<unsigned>(u)]))
            beside |= bit(static_cast<unsigned>(u));
    });
    return beside;
}

/// Own active units that were adjacent to the unit ordered first when the turn began, controlled or
/// not. Rules: WD10.23.
UnitMask Rules::beside_at_start(const State& s, unsigned first) const {
    const Hex stood = s.turn_started[first & 15];
    UnitMask beside = 0;
    const UnitMask others = s.on_map & s.active & seat_mask(s.in_turn) & ~s.ordered;
    each_bit(payable(s, s.in_turn, others), [&](int u) {
        if (distance(stood, s.turn_started[static_cast<unsigned>(u) & 15U]) == 1)
            beside |= bit(static_cast<unsigned>(u));
    });
    return beside;
}

/// Frame: a lowest unit that may be ordered next, b 1 in the second part of `order_adjacent`, c
/// unit ordered first, d and e the candidates' numbers within the House. Rules: W5.23.
void Rules::run_lead_units(State& s, Dice&) const {
    Frame& f = top(s);
    const BoxDef& box = box_of(s);
    if (s.order_left > 0 && (orderable(s, box) != 0 || hidden_candidates(s, box) != 0)) {
        f.step = choose_ordered_units;
        return;
    }
    if (f.b == 0 && s.ordered != 0 && f.c < kUnits)
        for (const EffectDef& e : box.effects)
            if (e.op == Op::order_adjacent) {
                s.order_left = static_cast<std::uint8_t>(e.n == 0 ? kUnitsPerSeat : e.n);
                const UnitMask units =
                    e.n == 0 ? beside_at_start(s, f.c) : uncontrolled_beside(s, f.c);
                const UnitMask local = units >> (16 * s.in_turn);
                f = {lead_units, 0, 1, f.c, static_cast<std::uint8_t>(local),
                    static_cast<std::uint8_t>(local >> 8)};
                return;
            }
    const bool last = t_.plain_boxes || s.box == kOneUnit;
    f = {last ? tactic_before : lead_next, 0, 0, 0, 0, 0};
    if (!box.effects.empty()) push(s, {effects, box_effects, s.lead, 0, 0, 0});
}

void Rules::options_ordered_units(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const BoxDef& box = box_of(s);
    if (s.order_left > 0) {
        out.add_each(make_action(static_cast<unsigned>(Kind::choose_ordered_unit)), 16,
            MaskSet{orderable(s, box)});
        each_bit(hidden_candidates(s, box), [&](int token) {
            const unsigned u = kHiddenToken + static_cast<unsigned>(token);
            out.add(make_action(static_cast<unsigned>(Kind::choose_ordered_unit), u));
        });
    }
    // A box orders at least one unit, unless another box joins it (W5.23, WD10.20).
    if (f.c != kNone || f.b == 1 || (s.box != kOneUnit && (s.box & kMayOmit) != 0))
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

/// Rules: WD10.7.
bool Rules::holds(const State& s, Seat seat, const Requirement& require) const {
    switch (require.kind) {
    case Requirement::none: return true;
    case Requirement::own_morale_green: return zone(s, seat) <= Zone::green;
    case Requirement::enemy_morale_green: return zone(s, other(seat)) >= Zone::green;
    case Requirement::pool:
        for (unsigned k = 0; k < kFaces; ++k)
            if (s.pool[seat][k] < require.tokens[k]) return false;
        return true;
    }
    return false;
}

/// Requirement and timing. Rules: W5.24, WD10.7; a card for one unit (W13.3) has no tactic.
bool Rules::tactic_usable(const State& s, const CardDef& card, bool after) const {
    if (!card.has_tactic || s.tactic != 0 || s.box == kOneUnit ||
        !(after ? card.tactic.after : card.tactic.before))
        return false;
    return holds(s, s.in_turn, card.tactic.require);
}

/// May the command token of this card be laid on another commander? Rules: WD10.41.
bool Rules::payable_elsewhere(const State& s, unsigned card, unsigned commander) const {
    const Seat seat = s.in_turn;
    if ((t_.pay_cards[seat] >> card & 1) == 0 ||
        !holds(s, seat, t_.cards[seat][card].tactic.require))
        return false;
    bool found = false;
    each_bit(t_.seat_commanders[seat], [&](int i) {
        const auto c = static_cast<unsigned>(i);
        found |=
            c != commander && s.commander_unit[c] != kNoUnit && s.commander_tokens[c] < t_.limit[c];
    });
    return found;
}

void Rules::run_tactic_before(State& s, Dice&) const {
    const bool usable = tactic_usable(s, t_.cards[s.in_turn][s.card], false);
    top(s) = {usable ? choose_tactic : order_start, 0, 0, 0, 0, 0};
}

/// Frame field a: 0 before the command, 1 after it, 2 while paying. A commander without room must
/// use the tactic (WD10.41).
void Rules::options_tactic(const State& s, ActionList& out) const {
    if (top(s).a != 2 || s.commander_tokens[s.lead] < t_.limit[s.lead])
        out.add(make_action(static_cast<unsigned>(Kind::choose_tactic), 0));
    out.add(make_action(static_cast<unsigned>(Kind::choose_tactic), 1));
}

void Rules::on_tactic(State& s, Action x, Dice&) const {
    const unsigned moment = top(s).a;
    const bool use = field_a(x) != 0;
    if (use) s.tactic = 1;
    if (moment == 2) {
        if (use) {
            top(s) = {choose_other_commander, 0, 0, 0, 0, 0};
        } else {
            pay_command(s, s.lead);
            open_card(s);
        }
        return;
    }
    top(s) = {moment == 0 ? order_start : turn_effects, 0, 0, 0, 0, 0};
    if (use) push(s, {effects, tactic_effects, s.lead, 0, 0, 0});
}

}  // namespace sim::westeros
