// Operations of the expansions' cards and commanders. Rules: W10.4, W10.5, WD2.40, WD10.8,
// WD10.20-WD10.44.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Units outside every zone of control of their House. Rules: W3.7.
UnitMask Rules::uncontrolled(const State& s, Seat seat) const {
    UnitMask controlled = 0;
    each_bit(t_.seat_commanders[seat],
        [&](int c) { controlled |= in_zoc(s, static_cast<unsigned>(c)); });
    return s.on_map & seat_mask(seat) & ~controlled;
}

/// May a unit get what a roll grants? `die`: the face + 1, 0 without a roll. Rules: WD10.8.
bool Rules::qualifies(const State& s, unsigned u, const EffectDef& e, unsigned die) const {
    if (!e.die || t_.options.die_tactics_plain) return true;
    const auto face = static_cast<Face>(die - 1);
    return face == Face::valor || die - 1 == static_cast<unsigned>(rank(s, u));
}

/// The part of start_effect that the core set does not need.
void Rules::start_special(State& s, const EffectDef& e, const Frame& f, Dice& d) const {
    const auto boss = static_cast<unsigned>(boss_of(s, e, f));
    const Seat seat = t_.commanders[f.b].seat;
    const UnitId home = s.commander_unit[boss];
    const auto everyone = [&](Hook hook, std::uint8_t arg) {
        add_bonus(s, make_bonus(hook, 1, 0xFFFF, Until::turn_end, seat, arg));
    };
    const auto choose_units = [&](unsigned n, unsigned face) {
        const Frame next = {
            choose_effect_unit, f.a, f.b, f.c, static_cast<std::uint8_t>(n | face << 5), 0};
        if (n > 0 && effect_units(s, next) != 0) push(s, next);
    };
    const auto roll = [&] {
        return e.die && !t_.options.die_tactics_plain
                   ? static_cast<unsigned>(d.one(static_cast<RollId>(RollName::card_die))) + 1
                   : 0U;
    };
    switch (e.op) {
    case Op::deactivate: everyone(Hook::deactivate, static_cast<std::uint8_t>(boss)); break;
    case Op::extend_advance:
        if (s.stack[s.stack_depth - 2U].step == turn_effects)
            start_steps(s, e, f);
        else
            everyone(Hook::extend_advance, 0);
        break;
    case Op::choose_bonus:
        if ((s.ordered & s.on_map) != 0) push(s, {choose_bonus, f.a, f.b, f.c, 0, 0});
        break;
    case Op::join_box:  // not the box that was carried out before it (WD13.2)
        if ((s.box & kAfterOther) == 0 &&
            (s.ordered & ~fitting(s, s.ordered, Class::any, e.traits)) == 0)
            s.box = static_cast<std::uint8_t>(s.box | kJoined);
        break;
    case Op::hit_uncontrolled: {
        const int n = std::popcount(special_units(s, e, f));
        if (n == 0) break;
        const Faces rolled = d.pool(static_cast<RollId>(RollName::uncontrolled), n);
        choose_units(static_cast<unsigned>(rolled[Face::valor]), 0);
        break;
    }
    case Op::pay_figures_for_palisade: choose_units(2, 0); break;
    case Op::discard_cards_for_tokens: {
        int cards = 0;
        for (const auto n : s.hand[seat]) cards += n;
        if (cards >= e.n)
            push(s, {choose_discard_card, f.a, f.b, f.c, static_cast<std::uint8_t>(e.n), 0});
        break;
    }
    case Op::roll_swap_token: {
        int tokens = 0;
        for (const auto n : s.pool[seat]) tokens += n;
        if (tokens == 0) break;
        const Face face = d.one(static_cast<RollId>(RollName::swap_token));
        push(s, {choose_token_to_discard, static_cast<std::uint8_t>(face), 0, 0, 0, 0});
        break;
    }
    case Op::heal: {
        const unsigned face = roll();
        each_bit(reached_by(s, e, f) & s.on_map, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            const int room = type(s, u).figures - figures(s, u);
            if (room > 0 && qualifies(s, u, e, face))
                s.plain[u] = static_cast<std::uint8_t>(s.plain[u] + std::min(e.n, room));
        });
        break;
    }
    case Op::place_defend: choose_units(1, roll()); break;
    case Op::escape: push(s, {choose_effect_hex, f.a, f.b, f.c, f.d, 0}); break;
    case Op::river_jump: push(s, {choose_effect_hex, f.a, f.b, f.c, home, 0}); break;
    case Op::any_token:
        add_bonus(s, make_bonus(Hook::any_token, 1, 1U << (home & 15), Until::round_end, seat));
        break;
    case Op::fill_gap:
        push(s, {fill_gap, 0, f.b, 0, 0, 0});
        move_aside(s, home, f.d);
        break;
    case Op::covering_fire: choose_units(1, 0); break;
    case Op::dice_per_unit_passed:
        add_bonus(
            s, make_bonus(Hook::dice_per_unit_passed, 0, 1U << (home & 15), Until::turn_end, seat));
        break;
    case Op::rearrange_command_tokens:
        s.must_lead = static_cast<std::uint8_t>(boss + 1);
        push(s, {choose_token_layout, static_cast<std::uint8_t>(tokens_on_map(s, seat)), seat, 0,
                    f.b, 0});
        break;
    case Op::joint_counter: push(s, {choose_joint_counter, f.a, f.b, 0, 0, 0}); break;
    default: break;  // standing abilities, and order_adjacent, a choice of LEAD.units
    }
}

/// The part of effect_units that the core set does not need.
UnitMask Rules::special_units(const State& s, const EffectDef& e, const Frame& f) const {
    const auto boss = static_cast<unsigned>(boss_of(s, e, f));
    const Seat seat = t_.commanders[boss].seat;
    UnitMask found = 0;
    switch (e.op) {
    case Op::hit_uncontrolled:
        return t_.options.hound_unordered ? s.on_map & s.active & seat_mask(other(seat))
                                          : uncontrolled(s, other(seat));
    case Op::place_defend: {
        const UnitMask units = e.who == Who::zoc ? in_zoc(s, boss) : s.ordered & s.on_map;
        each_bit(units & ~s.defend, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            if (qualifies(s, u, e, f.d >> 5U)) found |= bit(u);
        });
        return found;
    }
    case Op::pay_figures_for_palisade: {
        const UnitMask units = fitting(s, in_zoc(s, boss), e.cls, e.traits);
        const auto fits = [&](unsigned u, unsigned v, int figures) {
            return payable_figures(s, v) >= figures && palisade_hexes(s, u, v).any();
        };
        each_bit(units, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            if (f.e > 0) {
                if (fits(f.e - 1U, u, 1)) found |= bit(u);
                return;
            }
            if (payable_figures(s, u) == 0) return;
            each_bit(units & ~UnitMask{0} << u, [&](int j) {
                const auto v = static_cast<unsigned>(j);
                if (fits(u, v, u == v ? 2 : 1)) found |= bit(u);
            });
        });
        return found;
    }
    case Op::covering_fire: {
        const Hex from = s.hex[s.commander_unit[boss]];
        each_bit(s.on_map & seat_mask(other(seat)), [&](int i) {
            const auto u = static_cast<unsigned>(i);
            const Hex at = s.hex[u];
            if (sees(s, from, at) && covering_units(s, boss, u) != 0) found |= bit(u);
        });
        return found;
    }
    default: return 0;
    }
}

/// Plain figures that can be taken off without the bearer. Rules: WD10.30.
int Rules::payable_figures(const State& s, unsigned u) const {
    return s.plain[u] - (s.commander[u] == kNone ? 1 : 0);
}

/// Plains and roads without unit, token, objective or fire beside one of two units. Rules: WD10.30.
Cells Rules::palisade_hexes(const State& s, unsigned u, unsigned v) const {
    Cells found;
    ((t_.near1[s.hex[u]] | t_.near1[s.hex[v]]) & empty_hexes(s)).each([&](int i) {
        const auto h = static_cast<Hex>(i);
        const Terrain here = land(s, h);
        if ((here == Terrain::plains || here == Terrain::road) && token(s, h) == Token::none &&
            t_.objective_at[h] == kNone)
            found.set(h);
    });
    return found;
}

// LL36: one ordered unit gets dice or movement.

void Rules::options_bonus(const State& s, ActionList& out) const {
    each_bit(s.ordered & s.on_map, [&](int u) {
        for (unsigned bonus = 0; bonus < kBonusNames.size(); ++bonus)
            out.add(make_action(
                static_cast<unsigned>(Kind::choose_bonus), static_cast<unsigned>(u), bonus));
    });
    out.add(make_action(static_cast<unsigned>(Kind::choose_bonus), kNone, kNone));
}

void Rules::on_bonus(State& s, Action x, Dice&) const {
    const Frame f = top(s);
    pop(s);
    const unsigned u = field_a(x);
    if (u == kNone) return;
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const bool dice = field_b(x) == 0;
    add_bonus(s, make_bonus(dice ? Hook::add_dice : Hook::add_move, dice ? e.dice : e.move,
                     1U << (u & 15), Until::turn_end, s.in_turn));
}

// LL27: an enemy unit in Tyrion's zone of control becomes inactive (WD10.21).

UnitMask Rules::may_deactivate(const State& s, unsigned commander) const {
    const UnitId home = s.commander_unit[commander];
    if (home == kNoUnit) return 0;
    const Seat seat = seat_of(home);
    UnitMask found = 0;
    each_bit(s.on_map & s.active & seat_mask(other(seat)) & ~brotherhood(s), [&](int i) {
        const auto u = static_cast<unsigned>(i);
        if (distance(s.hex[home], s.hex[u]) <= 2 &&
            s.pool[seat][static_cast<unsigned>(rank(s, u))] > 0)
            found |= bit(u);
    });
    return found;
}

void Rules::list_deactivate(const State& s, ActionList& out) const {
    for (unsigned i = 0; i < s.bonus_count; ++i)
        if (s.bonus[i].hook == Hook::deactivate)
            out.add_each(make_action(static_cast<unsigned>(Kind::deactivate)), 16,
                MaskSet{may_deactivate(s, s.bonus[i].arg)});
}

void Rules::on_deactivate(State& s, unsigned u) const {
    --s.pool[s.in_turn][static_cast<unsigned>(rank(s, u))];
    s.active &= ~bit(u);
    for (unsigned i = 0; i < s.bonus_count; ++i)
        if (s.bonus[i].hook == Hook::deactivate) {
            s.bonus[i] = s.bonus[s.bonus_count - 1U];
            s.bonus[--s.bonus_count] = Bonus{};
            return;
        }
}

}  // namespace sim::westeros
