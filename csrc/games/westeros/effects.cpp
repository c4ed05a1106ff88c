// The operations of cards, tactics and commit abilities. Rules: W10.4, WD2.24-WD2.40, WD10.1,
// WD10.9.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

/// Operations whose units may be left out.
constexpr bool optional_units(const EffectDef& e) {
    return e.op == Op::step || (e.op == Op::rally && e.n > 1);
}

}  // namespace

void Rules::add_bonus(State& s, const Bonus& b) const {
    SIM_ASSERT(s.bonus_count < kBonuses);
    if (b.units != 0 && s.bonus_count < kBonuses) s.bonus[s.bonus_count++] = b;
}

/// Frame field a: 0 box, 1 tactic, 2 commit ability; b: the commander.
const std::vector<EffectDef>& Rules::effect_list(const State& s, const Frame& f) const {
    if (f.a == 2) return t_.commanders[f.b].commit;
    const CardDef& card = t_.cards[s.in_turn][s.card];
    return f.a == 0 ? card.boxes[s.box].effects : card.tactic.effects;
}

/// Carry out the effects one after the other. Frame field c: the next one.
void Rules::run_effects(State& s, Dice& d) const {
    Frame& f = top(s);
    const auto& list = effect_list(s, f);
    if (f.c >= list.size()) {
        pop(s);
        return;
    }
    const EffectDef& e = list[f.c++];
    start_effect(s, e, f, d);
}

/// Units among which an effect's player chooses. Frame field c: effect + 1.
UnitMask Rules::effect_units(const State& s, const Frame& f) const {
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const Seat seat = t_.commanders[f.b].seat;
    const UnitMask own = s.on_map & seat_mask(seat);
    const UnitMask cls = t_.class_units[static_cast<unsigned>(e.cls)];
    const UnitId home = s.commander_unit[f.b];
    const auto around = [&](UnitMask of, int from, int to) {
        UnitMask found = 0;
        each_bit(of, [&](int u) {
            const int away = distance(s.hex[home], s.hex[static_cast<unsigned>(u)]);
            if (away >= from && away <= to) found |= bit(static_cast<unsigned>(u));
        });
        return found;
    };
    switch (e.op) {
    case Op::rally: return in_zoc(s, f.b) & ~s.active & cls;
    case Op::second_attack:
        if (e.who == Who::own) return around(s.on_map & ~seat_mask(seat), 1, 1);
        return s.ordered & own & cls;
    case Op::as_flank: return s.ordered & own & cls;
    case Op::grant: return in_zoc(s, f.b) & s.active & ~s.ordered & cls;
    case Op::swap_bearers:
        return around(own, 1, 1) & t_.class_units[static_cast<unsigned>(Class::cavalry)];
    case Op::war_dogs_attack: {
        UnitMask seen = 0;
        each_bit(around(s.on_map & ~seat_mask(seat), 2, 3), [&](int u) {
            if (sees(s, s.hex[home], s.hex[static_cast<unsigned>(u)], true))
                seen |= bit(static_cast<unsigned>(u));
        });
        return seen;
    }
    case Op::step: {
        UnitMask units = own & cls;
        if (e.who == Who::zoc) units &= in_zoc(s, f.b);
        if (e.who == Who::one_ordered_attacked) units &= s.ordered & s.began;
        if (e.who == Who::one_ordered_unengaged) {
            units &= s.ordered;
            each_bit(units, [&](int u) {
                if (s.engaged[static_cast<unsigned>(u)] != kNoUnit)
                    units &= ~bit(static_cast<unsigned>(u));
            });
        }
        return units;
    }
    default: return 0;
    }
}

void Rules::start_effect(State& s, const EffectDef& e, const Frame& frame, Dice& d) const {
    const Frame f = frame;
    const Seat seat = t_.commanders[f.b].seat;
    const auto local = [&](UnitMask units) {
        return static_cast<std::uint16_t>(units >> (16 * seat));
    };
    const UnitId home = s.commander_unit[f.b];
    UnitMask reached = s.ordered & seat_mask(seat);
    if (e.who == Who::own) reached = home == kNoUnit ? 0 : bit(home);
    if (e.who == Who::target && s.attack_depth > 0) reached = bit(fight(s).target);
    reached &= t_.class_units[static_cast<unsigned>(e.cls)];
    const auto give = [&](Hook hook, int amount, std::uint8_t arg = 0) {
        add_bonus(s, {hook, static_cast<std::int8_t>(amount), e.condition, e.until, local(reached),
                         seat, arg});
    };
    const auto choose_units = [&](int n) {
        const Frame next = {choose_effect_unit, f.a, f.b, f.c, static_cast<std::uint8_t>(n), 0};
        if (effect_units(s, next) != 0) push(s, next);
    };
    switch (e.op) {
    case Op::add_dice: give(Hook::add_dice, e.k, e.first_attack ? 1 : 0); break;
    case Op::add_move: give(Hook::add_move, e.k); break;
    case Op::pursue_bonus: give(Hook::pursue_bonus, e.k); break;
    case Op::extra_morale: give(Hook::extra_morale, e.k); break;
    case Op::morale_per_retreat: give(Hook::morale_per_retreat, e.k); break;
    case Op::reroll_one: give(Hook::reroll_one, 1); break;
    case Op::grant:
        if (e.who == Who::one_unordered_active)
            choose_units(1);
        else
            give(Hook::keyword, e.x, static_cast<std::uint8_t>(e.keyword));
        break;
    case Op::own_bonus:
        if (home != kNoUnit && (s.ordered & bit(home)) != 0) {
            reached = bit(home);
            give(Hook::add_dice, e.dice);
            give(Hook::add_move, e.move);
        }
        break;
    case Op::rally:
        if (e.own_area) {
            reached = home == kNoUnit ? 0 : bit(home);
            give(Hook::rally_at_end, 1);
        } else if (e.n == 0) {
            s.active |= in_zoc(s, f.b) & t_.class_units[static_cast<unsigned>(e.cls)];
        } else {
            choose_units(e.n);
        }
        break;
    case Op::second_attack:
    case Op::as_flank:
    case Op::swap_bearers:
    case Op::war_dogs_attack: choose_units(1); break;
    case Op::step:
        if (e.who == Who::own) {
            if (home != kNoUnit) push(s, {choose_effect_hex, f.a, f.b, f.c, home, 0});
        } else {
            choose_units(std::max(e.n, 1));
        }
        break;
    case Op::add_fire:
        push(s, {choose_effect_hex, f.a, f.b, f.c, static_cast<std::uint8_t>(e.n), 0});
        break;
    case Op::morale: change_morale(s, seat, e.k); break;
    case Op::draw: draw_cards(s, seat, e.n, d); break;
    case Op::discard_hand:
        push(s, {choose_discard_card, f.a, f.b, f.c, static_cast<std::uint8_t>(e.n), 0});
        break;
    case Op::discard_token: {
        auto& tokens = s.pool[seat][static_cast<unsigned>(e.kind)];
        if (tokens > 0) --tokens;
        break;
    }
    case Op::morale_also_hits:
        if (s.attack_depth > 0) fight(s).flags |= Attack::morale_hits;
        break;
    case Op::order_adjacent:  // a choice of LEAD.units
    case Op::free_disengage:  // the rest are standing abilities
    case Op::no_parting_blow:
    case Op::keep_cards:
    case Op::aura: break;
    }
}

/// Frame: d units still to choose, e the unit chosen last + 1.
void Rules::options_effect_unit(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    // Sets are named from the lowest unit up; of two steps either may come first, as one may make
    // room for the other.
    const bool steps = effect_list(s, f)[f.c - 1U].op == Op::step;
    const UnitMask open = steps       ? ~(f.e == 0 ? 0 : bit(f.e - 1U))
                          : f.e >= 32 ? 0
                                      : ~UnitMask{0} << f.e;
    const UnitMask units = effect_units(s, f) & open;
    each_bit(units, [&](int u) {
        out.add(
            make_action(static_cast<unsigned>(Kind::choose_effect_unit), static_cast<unsigned>(u)));
    });
    if (units == 0 || optional_units(effect_list(s, f)[f.c - 1U]))
        out.add(make_action(static_cast<unsigned>(Kind::choose_effect_unit), kNone));
}

void Rules::on_effect_unit(State& s, Action x, Dice& d) const {
    const Frame f = top(s);
    if (field_a(x) == kNone || f.d == 1)
        pop(s);
    else {
        --top(s).d;
        top(s).e = static_cast<std::uint8_t>(field_a(x) + 1);
    }
    if (field_a(x) != kNone) apply_to_unit(s, effect_list(s, f)[f.c - 1U], f, field_a(x), d);
}

void Rules::apply_to_unit(State& s, const EffectDef& e, const Frame& f, unsigned u, Dice&) const {
    const Seat seat = seat_of(static_cast<UnitId>(u));
    const auto one = static_cast<std::uint16_t>(1U << (u & 15));
    const unsigned home = s.commander_unit[f.b];
    switch (e.op) {
    case Op::rally: s.active |= bit(u); break;
    case Op::as_flank:
        add_bonus(s, {Hook::as_flank, 1, Condition::always, Until::turn_end, one, seat, 0});
        break;
    case Op::grant:
        add_bonus(s, {Hook::keyword, static_cast<std::int8_t>(e.x), Condition::always, e.until, one,
                         seat, static_cast<std::uint8_t>(e.keyword)});
        break;
    case Op::second_attack:
        if (e.who == Who::own)
            begin_attack(s, home, u, Mode::melee, Attack::commit | Attack::second);
        else
            add_bonus(s, {Hook::second_attack, static_cast<std::int8_t>(e.k), Condition::always,
                             Until::turn_end, one, seat, 0});
        break;
    case Op::war_dogs_attack: begin_attack(s, home, u, Mode::war_dogs, Attack::commit); break;
    case Op::step:
        push(s, {choose_effect_hex, f.a, f.b, f.c, static_cast<std::uint8_t>(u), 0});
        break;
    case Op::swap_bearers: {
        // WD2.30, WD2.31: bearers, and with them ranks, change places; then the dice are counted
        // again.
        const std::uint8_t theirs = s.commander[u];
        if (theirs == kNone) {
            ++s.plain[home];
            --s.plain[u];
        } else {
            s.commander_unit[theirs] = static_cast<UnitId>(home);
        }
        s.commander[home] = theirs;
        s.commander[u] = f.b;
        s.commander_unit[f.b] = static_cast<UnitId>(u);
        const auto swap_bit = [&](UnitMask& mask) {
            const UnitMask x = mask >> home & 1, y = mask >> u & 1;
            mask = (mask & ~(bit(home) | bit(u))) | x << u | y << home;
        };
        swap_bit(s.blue);
        swap_bit(s.red);
        const std::uint8_t type_home = s.type[home], type_other = s.type[u];
        if (s.plain[home] <= (theirs == kNone ? 2 : 1)) s.type[home] = type_other;
        if (s.plain[u] <= 1) s.type[u] = type_home;
        s.stack[s.stack_depth - 2U].step = at_count;
        break;
    }
    default: break;
    }
}

/// Hexes an effect may name. Frame field d: the moving unit (step).
Cells Rules::effect_hexes(const State& s, const Frame& f) const {
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    if (e.op == Op::step) {
        const unsigned u = f.d;
        if ((s.on_map & bit(u)) == 0) return {};
        return reach(s, u, s.hex[u], e.k < 0 ? allowance(s, u, false) : e.k, false);
    }
    const UnitId home = s.commander_unit[f.b];
    if (home == kNoUnit) return {};
    Cells cells = (t_.near1[s.hex[home]] & t_.fire_only) - s.occupied[0] - s.occupied[1] - s.gone -
                  devastated(s);
    if (t_.late_fire != kNoHex && s.round < t_.late_fire_round) cells.reset(t_.late_fire);
    return cells;
}

/// Frame field e: the lowest hex that may be chosen (add_fire).
void Rules::options_effect_hex(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    effect_hexes(s, f).each([&](int h) {
        if (h >= f.e)
            out.add(make_action(
                static_cast<unsigned>(Kind::choose_effect_hex), static_cast<unsigned>(h)));
    });
    out.add(make_action(static_cast<unsigned>(Kind::choose_effect_hex), kNone));
}

void Rules::on_effect_hex(State& s, Action x, Dice& d) const {
    Frame& f = top(s);
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const auto h = static_cast<Hex>(field_a(x));
    if (h == kNoHex) {
        pop(s);
    } else if (e.op == Op::step) {
        const unsigned u = f.d;
        pop(s);
        disengage(s, u);
        place(s, u, h);
        end_movement(s, u, d);
    } else {
        set_fire(s, h, e.k, t_.commanders[f.b].seat);
        f.e = static_cast<std::uint8_t>(h + 1);
        if (--f.d == 0) pop(s);
    }
}

void Rules::options_discard_card(const State& s, ActionList& out) const {
    const Seat seat = t_.commanders[top(s).b].seat;
    for (unsigned card = 0; card < t_.cards[seat].size(); ++card)
        if (s.hand[seat][card] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_discard_card), card));
    if (out.empty()) out.add(make_action(static_cast<unsigned>(Kind::choose_discard_card), kNone));
}

void Rules::on_discard_card(State& s, Action x, Dice&) const {
    const Seat seat = t_.commanders[top(s).b].seat;
    if (field_a(x) != kNone) {
        --s.hand[seat][field_a(x)];
        ++s.discard[seat][field_a(x)];
    }
    if (field_a(x) == kNone || --top(s).d == 0) pop(s);
}

/// Is there anything for a commit ability to work on? Rules: WD2.24, WD2.25.
bool Rules::commit_possible(const State& s, unsigned c, When when) const {
    const CommanderDef& def = t_.commanders[c];
    const UnitId home = s.commander_unit[c];
    if ((def.when >> static_cast<unsigned>(when) & 1) == 0 || (s.committed >> c & 1) != 0 ||
        home == kNoUnit)
        return false;
    const Frame f = {effects, 2, static_cast<std::uint8_t>(c), 1, home, 0};
    if (s.attack_depth > 0) {
        const Attack& a = fight(s);
        if (when == When::on_attack_on)
            return t_.near1[s.hex[home]].test(s.hex[a.target]) || home == a.target;
        if (when == When::on_loss_self)
            return home == a.target && s.plain[home] > 0 && effect_units(s, f) != 0;
        if (home != a.attacker) return false;
        if (when == When::after_elimination_self) return (a.flags & Attack::eliminated) != 0;
        if (when == When::before_attack_self) return true;
        if (def.commit[0].op == Op::second_attack && a.mode != Mode::melee) return false;
    }
    switch (def.commit[0].op) {
    case Op::rally:
        return (in_zoc(s, c) & ~s.active &
                   t_.class_units[static_cast<unsigned>(def.commit[0].cls)]) != 0;
    case Op::step:
        return def.commit[0].who == Who::own ? effect_hexes(s, f).any() : effect_units(s, f) != 0;
    case Op::add_fire: return effect_hexes(s, f).any();
    case Op::second_attack:
    case Op::war_dogs_attack: return effect_units(s, f) != 0;
    default: return true;
    }
}

/// Put the question to the next commander whose moment has come; false when there is none.
bool Rules::ask_commit(State& s, When when) const {
    Attack& a = fight(s);
    for (unsigned c = 0; c < t_.commanders.size(); ++c) {
        if ((t_.commanders[c].when >> static_cast<unsigned>(when) & 1) == 0 ||
            (a.asked >> c & 1) != 0)
            continue;
        const UnitId side =
            when == When::on_attack_on || when == When::on_loss_self ? a.target : a.attacker;
        if (t_.commanders[c].seat != seat_of(side) || !commit_possible(s, c, when)) continue;
        a.asked |= bit(c);
        push(s, {choose_commit, 2, static_cast<std::uint8_t>(c), 0, 0, 0});
        return true;
    }
    return false;
}

void Rules::options_commit(const State& s, ActionList& out) const {
    out.add(make_action(static_cast<unsigned>(Kind::choose_commit), top(s).b, 0));
    out.add(make_action(static_cast<unsigned>(Kind::choose_commit), top(s).b, 1));
}

void Rules::on_commit(State& s, Action x, Dice&) const {
    pop(s);
    if (field_b(x) == 0) return;
    s.committed |= bit(field_a(x));
    push(s, {effects, 2, static_cast<std::uint8_t>(field_a(x)), 0, 0, 0});
}

}  // namespace sim::westeros
