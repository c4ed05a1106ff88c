// The operations of cards, tactics and commit abilities. Rules: W10.4, WD2.24-WD2.40,
// WD10.5-WD10.9.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

/// Each unit of the set may step; the set is measured once, when the effect starts.
constexpr bool is_step(Op op) {
    return op == Op::step || op == Op::step_all || op == Op::extend_advance;
}
/// Operations whose units may be left out.
constexpr bool optional_units(const EffectDef& e) {
    return is_step(e.op) || (e.op == Op::rally && (e.n > 1 || e.area == Area::own_and_adjacent));
}
/// choose_effect_unit keeps in its field d the units still to choose and the face of a roll + 1.
constexpr unsigned kLeft = 31, kFaceShift = 5;

constexpr UnitMask mask_in(const Frame& f) {
    return UnitMask{f.d | static_cast<unsigned>(f.e) << 8};
}

}  // namespace

/// Grants of one keyword that last longer than a turn share one entry, so that the loader can count
/// how many bonuses may be in force together (check_bonuses).
void Rules::add_bonus(State& s, const Bonus& b) const {
    if (b.units == 0) return;
    if (shares_entry(b.hook, b.until, b.amount))
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            Bonus& before = s.bonus[i];
            if (before.hook == b.hook && before.arg == b.arg && before.until == b.until &&
                before.seat == b.seat && before.amount == b.amount) {
                before.units = static_cast<std::uint16_t>(before.units | b.units);
                return;
            }
        }
    SIM_ASSERT(s.bonus_count < kBonuses);
    s.bonus[s.bonus_count++] = b;
}

/// Frame field a: which list; b: the commander who acts.
const std::vector<EffectDef>& Rules::effect_list(const State& s, const Frame& f) const {
    switch (list_of(f)) {
    case commit_effects: return t_.commanders[f.b].commit;
    case tactic_effects: return t_.cards[s.in_turn][s.card].tactic.effects;
    default: return box_of(s).effects;
    }
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
    if (e.at_end == (list_of(f) == end_effects)) start_effect(s, e, f, d);
}

/// The commander for whom an effect acts: the one it names, else the one who plays the card or
/// commits; -1 when the named one is not on the map. Rules: WD10.6.
int Rules::boss_of(const State& s, const EffectDef& e, const Frame& f) const {
    if (e.person.empty()) return f.b;
    int found = -1;
    each_bit(t_.seat_commanders[t_.commanders[f.b].seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (t_.commanders[i].person == e.person && s.commander_unit[i] != kNoUnit) found = c;
    });
    return found;
}

/// Units that get what an effect gives without a choice. Rules: WD10.5, WD10.9.
UnitMask Rules::reached_by(const State& s, const EffectDef& e, const Frame& f) const {
    const Seat seat = t_.commanders[f.b].seat;
    const UnitId home = s.commander_unit[static_cast<unsigned>(boss_of(s, e, f))];
    UnitMask reached = s.ordered & seat_mask(seat);
    if (list_of(f) == box_effects)
        for (unsigned i = 0; i < s.bonus_count; ++i)
            if (s.bonus[i].hook == Hook::earlier_box)
                reached &= ~(UnitMask{s.bonus[i].units} << (16 * seat));
    if (e.who == Who::own) reached = home == kNoUnit ? 0 : bit(home);
    if (e.who == Who::target && s.attack_depth > 0) reached = bit(fight(s).target);
    return fitting(s, reached, e.cls, e.traits);
}

/// Units among which an effect's player chooses. Frame field c: effect + 1.
UnitMask Rules::effect_units(const State& s, const Frame& f) const {
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const Seat seat = t_.commanders[f.b].seat;
    if (is_step(e.op)) return mask_in(f) << (16 * seat) & s.on_map;
    const int boss = boss_of(s, e, f);
    if (boss < 0) return 0;
    const auto c = static_cast<unsigned>(boss);
    const UnitMask own = s.on_map & seat_mask(seat);
    const UnitMask cls = t_.class_units[static_cast<unsigned>(e.cls)];
    const UnitId home = s.commander_unit[c];
    const auto around = [&](UnitMask of, int from, int to) {
        UnitMask found = 0;
        if (home == kNoUnit) return found;  // captured in the attack of his own card
        each_bit(of, [&](int u) {
            const int away = distance(s.hex[home], s.hex[static_cast<unsigned>(u)]);
            if (away >= from && away <= to) found |= bit(static_cast<unsigned>(u));
        });
        return found;
    };
    switch (e.op) {
    case Op::add_dice:
    case Op::add_move: return reached_by(s, e, f);  // one of them
    case Op::rally: {
        if (e.area == Area::own_and_adjacent) {
            UnitMask needy = 0;
            each_bit(around(own, 1, 1) & cls, [&](int i) {
                const auto u = static_cast<unsigned>(i);
                const bool hurt = figures(s, u) < type(s, u).figures;
                if (hurt || (s.active & bit(u)) == 0) needy |= bit(u);
            });
            return needy;
        }
        const UnitMask idle = in_zoc(s, c) & ~s.active & cls;
        return t_.has(Keyword::inefficient) ? idle & ~with_keyword(s, idle, Keyword::inefficient)
                                            : idle;
    }
    case Op::second_attack:
        if (e.who == Who::own) return melee_targets(s, home);
        return s.ordered & own & cls;
    case Op::as_flank: return s.ordered & own & cls;
    case Op::grant: return in_zoc(s, c) & s.active & ~s.ordered & cls;
    case Op::swap_bearers:
        return around(own & ~brotherhood(s), 1, 1) &
               t_.class_units[static_cast<unsigned>(Class::cavalry)];
    case Op::war_dogs_attack: {
        UnitMask seen = 0;
        each_bit(around(s.on_map & ~seat_mask(seat), 2, 3), [&](int i) {
            const auto u = static_cast<unsigned>(i);
            const bool far = (s.tower & bit(u)) != 0 && distance(s.hex[home], s.hex[u]) == 3;
            if (!far && sees(s, s.hex[home], s.hex[u], true)) seen |= bit(u);
        });
        return seen;
    }
    default: return special_units(s, e, f);
    }
}

/// The number of a bonus. Rules: WD10.40.
int Rules::amount_of(const State& s, const EffectDef& e, Seat seat) const {
    if (!e.count_idle) return e.k;
    int idle = 0;
    each_bit(t_.seat_commanders[seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        idle += s.commander_unit[i] != kNoUnit && s.commander_tokens[i] == 0;
    });
    return idle;
}

void Rules::start_effect(State& s, const EffectDef& e, const Frame& frame, Dice& d) const {
    const Frame f = frame;
    const Seat seat = t_.commanders[f.b].seat;
    const int boss = boss_of(s, e, f);
    if (boss < 0 || !holds(s, seat, e.require)) return;
    const UnitId home = s.commander_unit[static_cast<unsigned>(boss)];
    const auto local = [&](UnitMask units) {
        return static_cast<std::uint16_t>(units >> (16 * seat));
    };
    UnitMask reached = reached_by(s, e, f);
    const auto give = [&](Hook hook, int amount, std::uint8_t arg = 0) {
        add_bonus(s, make_bonus(hook, amount, local(reached), e.until, seat, arg, e.condition));
    };
    const auto choose_units = [&](int n) {
        const Frame next = {choose_effect_unit, f.a, f.b, f.c, static_cast<std::uint8_t>(n), 0};
        if (effect_units(s, next) != 0) push(s, next);
    };
    switch (e.op) {
    case Op::add_dice:
    case Op::add_move:
        if (e.who == Who::one)
            choose_units(1);
        else if (e.op == Op::add_dice)
            give(Hook::add_dice, amount_of(s, e, seat), e.first_attack ? 1 : 0);
        else
            give(Hook::add_move, amount_of(s, e, seat));
        break;
    case Op::pursue_bonus: give(Hook::pursue_bonus, e.k); break;
    case Op::extra_morale: give(Hook::extra_morale, e.k); break;
    case Op::morale_per_retreat: give(Hook::morale_per_retreat, e.k); break;
    case Op::reroll_one: give(Hook::reroll_one, 1); break;
    case Op::tax_counter: give(Hook::tax_counter, 1); break;
    case Op::add_dice_terrain: give(Hook::add_dice_terrain, 1); break;
    case Op::add_dice_support:
        give(Hook::add_dice_support, 1, static_cast<std::uint8_t>(boss));
        break;
    case Op::move_instead_of_attack: give(Hook::move_instead, e.k); break;
    case Op::ignore_terrain: give(Hook::ignore_terrain, 1); break;
    case Op::withdraw_before_counter:
        give(Hook::withdraw, 1);
        give(Hook::no_parting_blow, 1);
        break;
    case Op::attack_twice:
        reached = with_keyword(s, reached, e.keyword);
        give(Hook::second_attack, 0);
        break;
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
        if (e.area == Area::own) {
            reached = home == kNoUnit ? 0 : bit(home);
            if (!e.at_end)
                give(Hook::rally_at_end, 1);
            else if (with_keyword(s, reached, Keyword::inefficient) == 0)
                s.active |= reached;
        } else if (e.area == Area::own_and_adjacent) {
            if (home == kNoUnit) break;
            apply_to_unit(s, e, f, home);
            choose_units(e.n);
        } else if (e.n == 0) {
            const UnitMask idle = in_zoc(s, static_cast<unsigned>(boss)) & ~s.active &
                                  t_.class_units[static_cast<unsigned>(e.cls)];
            s.active |= t_.has(Keyword::inefficient)
                            ? idle & ~with_keyword(s, idle, Keyword::inefficient)
                            : idle;
        } else {
            choose_units(e.n);
        }
        break;
    case Op::second_attack:
    case Op::as_flank:
    case Op::swap_bearers:
    case Op::war_dogs_attack: choose_units(1); break;
    case Op::step:
    case Op::step_all: start_steps(s, e, f); break;
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
    default: start_special(s, e, f, d); break;
    }
}

/// Measure the units that may step. Rules: WD10.9, WD10.34, W6.10, W9.22.
void Rules::start_steps(State& s, const EffectDef& e, const Frame& f) const {
    const auto boss = static_cast<unsigned>(boss_of(s, e, f));
    const Seat seat = t_.commanders[boss].seat;
    const UnitId home = s.commander_unit[boss];
    if (e.op == Op::step && e.who == Who::own) {
        if (home != kNoUnit && !held(s, home)) push(s, {choose_effect_hex, f.a, f.b, f.c, home, 0});
        return;
    }
    UnitMask units = s.on_map & seat_mask(seat) & t_.class_units[static_cast<unsigned>(e.cls)];
    if (e.op == Op::step_all) units &= in_zoc(s, boss) & s.active & ~s.ordered;
    if (e.op == Op::extend_advance) units &= s.advanced_here;
    if (e.who == Who::zoc) units &= in_zoc(s, boss);
    if (e.who == Who::one_ordered_attacked) units &= s.ordered & s.began;
    if (e.who == Who::one_ordered_unengaged) {
        units &= s.ordered;
        each_bit(units, [&](int u) {
            if (s.engaged[static_cast<unsigned>(u)] != kNoUnit)
                units &= ~bit(static_cast<unsigned>(u));
        });
    }
    const UnitMask local = units >> (16 * seat);
    const unsigned left =
        e.op == Op::step ? static_cast<unsigned>(std::max(e.n, 1)) : kUnitsPerSeat;
    if (local != 0)
        push(s, {choose_effect_unit, static_cast<std::uint8_t>(list_of(f) | left << 2), f.b, f.c,
                    static_cast<std::uint8_t>(local), static_cast<std::uint8_t>(local >> 8)});
}

/// Frame: d units still to choose and the face of a roll, e the unit chosen last + 1; for steps d
/// and e hold the units that may still step, the high bits of a how many of them.
void Rules::options_effect_unit(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    // Sets are named from the lowest unit up; steps in any order, as one may make room for another.
    const unsigned least = e.op == Op::pay_figures_for_palisade && f.e > 0 ? f.e - 1U : f.e;
    const UnitMask open = is_step(e.op) ? ~UnitMask{0} : least >= 32 ? 0 : ~UnitMask{0} << least;
    UnitMask units = effect_units(s, f) & open;
    if (is_step(e.op))
        each_bit(units, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            Frame there = f;
            there.d = static_cast<std::uint8_t>(u);
            if (held(s, u) || effect_hexes(s, there).none()) units &= ~bit(u);
        });
    if (e.op == Op::hit_uncontrolled)  // all hits are dealt: leave enough units above
        for (unsigned left = (f.d & kLeft) - 1U; left > 0 && units != 0; --left)
            units &= ~(UnitMask{1} << (31 - std::countl_zero(units)));
    out.add_each(make_action(static_cast<unsigned>(Kind::choose_effect_unit)), 16, MaskSet{units});
    if (units == 0 || optional_units(e))
        out.add(make_action(static_cast<unsigned>(Kind::choose_effect_unit), kNone));
}

void Rules::on_effect_unit(State& s, Action x, Dice&) const {
    const Frame f = top(s);
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const unsigned u = field_a(x);
    if (u == kNone) {
        pop(s);
        return;
    }
    if (is_step(e.op)) {
        const UnitMask rest = mask_in(f) & ~bit(u & 15);
        const unsigned left = (f.a >> 2) - 1U;
        Frame& now = top(s);
        now.a = static_cast<std::uint8_t>(list_of(f) | left << 2);
        now.d = static_cast<std::uint8_t>(rest);
        now.e = static_cast<std::uint8_t>(rest >> 8);
        if (left == 0 || rest == 0) pop(s);
        push(s, {choose_effect_hex, static_cast<std::uint8_t>(list_of(f)), f.b, f.c,
                    static_cast<std::uint8_t>(u), 0});
        return;
    }
    if ((f.d & kLeft) == 1) {
        pop(s);
    } else {
        --top(s).d;
        top(s).e = static_cast<std::uint8_t>(u + 1);
    }
    apply_to_unit(s, e, f, u);
}

void Rules::apply_to_unit(State& s, const EffectDef& e, const Frame& f, unsigned u) const {
    const Seat seat = seat_of(static_cast<UnitId>(u));
    const auto one = static_cast<std::uint16_t>(1U << (u & 15));
    const unsigned home = s.commander_unit[static_cast<unsigned>(boss_of(s, e, f))];
    switch (e.op) {
    case Op::rally:
        if (with_keyword(s, bit(u), Keyword::inefficient) == 0) s.active |= bit(u);
        if (e.area == Area::own_and_adjacent && figures(s, u) < type(s, u).figures)
            s.plain[u] = static_cast<std::uint8_t>(
                std::min(s.plain[u] + e.k, type(s, u).figures - (s.commander[u] != kNone ? 1 : 0)));
        break;
    case Op::add_dice:
    case Op::add_move:
        add_bonus(
            s, make_bonus(e.op == Op::add_dice ? Hook::add_dice : Hook::add_move,
                   amount_of(s, e, seat), one, e.until, seat, e.first_attack ? 1 : 0, e.condition));
        break;
    case Op::as_flank:
        add_bonus(s, make_bonus(Hook::as_flank, 1, one, Until::turn_end, seat));
        break;
    case Op::grant:
        add_bonus(s,
            make_bonus(Hook::keyword, e.x, one, e.until, seat, static_cast<unsigned>(e.keyword)));
        break;
    case Op::second_attack:
        if (e.who == Who::own)
            begin_attack(s, home, u, Mode::melee, Attack::commit | Attack::second);
        else
            add_bonus(s, make_bonus(Hook::second_attack, e.k, one, Until::turn_end, seat));
        break;
    case Op::war_dogs_attack: begin_attack(s, home, u, Mode::war_dogs, Attack::commit); break;
    case Op::swap_bearers: swap_bearers(s, home, u, f.b); break;
    case Op::hit_uncontrolled: lose(s, u, 1); break;
    case Op::place_defend: s.defend |= bit(u); break;
    case Op::pay_figures_for_palisade:
        --s.plain[u];
        if (f.d == 1)  // the second figure; the first was the unit before
            push(s, {choose_effect_hex, f.a, f.b, f.c, static_cast<std::uint8_t>(f.e - 1),
                        static_cast<std::uint8_t>(u)});
        break;
    case Op::covering_fire:
        push(s, {choose_covering_unit, f.a, f.b, static_cast<std::uint8_t>(u), 0, 0});
        break;
    default: break;
    }
}

}  // namespace sim::westeros
