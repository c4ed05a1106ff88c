// What follows the losses and the retreat of an attack, but for Advance and Pursue (pursuit.cpp):
// AT.13 to AT.15 and its end. Rules: W7.23-W7.28, W8.6, W9.52, WD2.32, WD2.33, WD10.42.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// AT.13: Raider, Tyrion's choice. Frame field e: bits of what has been asked, and kRetreatOver.
/// Rules: W7.23, W9.52, WD2.32.
void Rules::run_at_fallen(State& s, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    if (a.retreated >= 2 && !is_answer(a.mode) && (f.e & 1) == 0)
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            const Bonus& b = s.bonus[i];
            if (b.hook == Hook::morale_per_retreat && b.seat == seat_of(a.attacker) &&
                (s.ordered >> a.attacker & 1) != 0)
                change_morale(s, b.seat, b.amount);
        }
    f.e |= 1;
    if ((a.flags & Attack::eliminated) != 0) {
        if ((f.e & 2) == 0 && !is_answer(a.mode) && t_.has(Keyword::raider) &&
            keywords(s, a.attacker).has(Keyword::raider)) {
            f.e |= 2;
            f.step = choose_raider;
            return;
        }
        if ((f.e & 4) == 0 && may_force(s, a)) {
            f.e |= 4;
            f.step = choose_forced_kind;
            return;
        }
    }
    if ((a.more & Attack::answered) != 0) s.defend &= ~bit(a.target);  // W9.62
    if (a.mode != Mode::parting_blow && s.attack_depth > 1 &&
        (s.attack[s.attack_depth - 2U].more & Attack::concurrent) != 0 &&
        s.attack[s.attack_depth - 2U].attacker == a.target) {
        f.step = (f.e & kRetreatOver) != 0 ? at_withdraw : at_retreat;
        swap_answer(s);
        return;
    }
    f.step = at_withdraw;
}

/// Exchange an attack and its concurrent counterattack on the stack, so that what an elimination
/// opens is asked before the other side retreats (W9.62, AT.13).
void Rules::swap_answer(State& s) const {
    std::swap(s.attack[s.attack_depth - 1U], s.attack[s.attack_depth - 2U]);
    std::swap(s.stack[s.stack_depth - 1U], s.stack[s.stack_depth - 2U]);
}

void Rules::on_raider(State& s, Action x, Dice& d) const {
    top(s).step = at_fallen;
    if (field_a(x) == 0) return;
    const Seat seat = seat_of(fight(s).attacker);
    const auto k = static_cast<unsigned>(d.one(static_cast<RollId>(RollName::raider)));
    if (s.pool[other(seat)][k] == 0) return;
    --s.pool[other(seat)][k];
    ++s.pool[seat][k];
}

/// May the opponent's next turn be bound? Rules: WD2.32.
bool Rules::may_force(const State& s, const Attack& a) const {
    const std::uint8_t commander = s.commander[a.attacker];
    if (commander == kNone || !t_.commanders[commander].force_kind ||
        (s.on_map & bit(a.attacker)) == 0 || (s.marks & force_named) != 0)
        return false;
    const Seat enemy = other(seat_of(a.attacker));
    int cards = s.unseen_hand[enemy], tokens = 0;
    for (const auto n : s.hand[enemy]) cards += n;
    for (const auto n : s.pool[enemy]) tokens += n;
    return cards > 0 && tokens > 0;
}

void Rules::options_forced_kind(const State& s, ActionList& out) const {
    const Seat enemy = other(seat_of(fight(s).attacker));
    const auto& pool = s.pool[enemy];
    std::array<UnitMask, kFaces> targets = token_orders(s, enemy);
    const UnitMask ready = targets[static_cast<unsigned>(Face::valor)];
    UnitMask tired = s.on_map & seat_mask(enemy) & ~s.active;
    tired &= ~with_keyword(s, tired, Keyword::inefficient);
    if (s.morale == (enemy == 0 ? -10 : 10)) tired &= freely_rallied(s, enemy);
    targets[static_cast<unsigned>(Face::morale)] |= tired;
    bool token = false;
    for (unsigned k = 0; k < kFaces; ++k)
        token |= (pool[k] > 0 && targets[k] != 0) || (pool[k] > 1 && ready != 0);
    for (unsigned kind = 0; kind < (token ? 3U : 2U); ++kind)
        out.add(make_action(static_cast<unsigned>(Kind::choose_forced_kind), kind));
}

void Rules::on_forced_kind(State& s, Action x, Dice&) const {
    top(s).step = at_fallen;
    if (field_a(x) == 0) return;
    const Seat enemy = other(seat_of(fight(s).attacker));
    s.marks = static_cast<std::uint8_t>(s.marks | force_named);
    s.forced = static_cast<std::uint8_t>(
        field_a(x) | (enemy == 1 ? forced_seat : 0) | (s.in_turn == enemy ? forced_later : 0));
}

/// SL28: a step back before the counterattack. Rules: WD10.42.
void Rules::run_at_withdraw(State& s, Dice&) const {
    const Attack& a = fight(s);
    top(s).step = at_counter;
    if (!is_answer(a.mode) && a.mode != Mode::scorch && s.bonus_count != 0 &&
        has_bonus(s, a.attacker, Hook::withdraw) && withdraw_hexes(s).any())
        top(s).step = choose_withdraw;
}

Cells Rules::withdraw_hexes(const State& s) const {
    const Attack& a = fight(s);
    if ((s.on_map & bit(a.attacker)) == 0 || s.hex[a.attacker] != a.from || held(s, a.attacker))
        return {};
    Cells found;
    ((t_.near1[a.from] & t_.playable) - blocked_for(s, a.attacker)).each([&](int h) {
        if (distance(static_cast<Hex>(h), a.at) > distance(a.from, a.at)) found.set(h);
    });
    return found;
}

void Rules::options_withdraw(const State& s, ActionList& out) const {
    out.add_each(make_action(static_cast<unsigned>(Kind::choose_withdraw)), 16, withdraw_hexes(s));
    out.add(make_action(static_cast<unsigned>(Kind::choose_withdraw), kNone));
}

void Rules::on_withdraw(State& s, Action x, Dice& d) const {
    top(s).step = at_counter;
    if (field_a(x) == kNone) return;
    const unsigned u = fight(s).attacker;
    disengage(s, u);
    place(s, u, static_cast<Hex>(field_a(x)));
    end_movement(s, u, d);
}

/// May the target strike back with its own dice? Rules: W7.24, W7.28, W9.8, WD10.22.
bool Rules::may_counter(const State& s, const Attack& a) const {
    return keywords(s, a.target).has(Keyword::stalwart) &&
           ((s.tower & (bit(a.target) | bit(a.attacker))) == 0) && s.attack_depth < kAttackDepth &&
           can_pay_tax(s, a.target, a.attacker) &&
           attack_dice(s, a.target, a.attacker, Mode::counterattack, false, false) > 0;
}

/// AT.14. Rules: W7.24, W7.27, W7.40, WD2.33.
void Rules::run_at_counter(State& s, Dice&) const {
    Attack& a = fight(s);
    top(s).step = at_follow;
    if (is_answer(a.mode) || a.mode == Mode::scorch || (a.flags & Attack::cancelled) != 0) return;
    if (t_.watchers != 0 && ask_commit(s, When::after_attack_on)) {
        s.stack[s.stack_depth - 2U].step = at_counter;
        return;
    }
    if (a.mode != Mode::melee || (s.on_map & bit(a.target)) == 0 || s.hex[a.target] != a.at ||
        a.retreated > 0 || (a.more & Attack::answered) != 0)
        return;
    if ((s.on_map & bit(a.attacker)) == 0 || distance(s.hex[a.attacker], a.at) != 1) return;
    if (may_counter(s, a)) top(s).step = choose_counterattack;
}

void Rules::on_counterattack(State& s, Action x, Dice&) const {
    top(s).step = at_follow;
    if (field_a(x) == 0) return;
    const Attack& a = fight(s);
    pay_tax(s, a.target, a.attacker);
    begin_attack(s, a.target, a.attacker, Mode::counterattack, 0);
}

/// LL32: a figure to strike back at an ordered unit. Rules: WD10.22.
bool Rules::can_pay_tax(const State& s, unsigned u, unsigned attacker) const {
    return s.bonus_count == 0 || !has_bonus(s, attacker, Hook::tax_counter) || figures(s, u) > 1;
}

void Rules::pay_tax(State& s, unsigned u, unsigned attacker) const {
    if (s.bonus_count != 0 && has_bonus(s, attacker, Hook::tax_counter)) --s.plain[u];
}

/// Friends beside the attacker who may strike together. Rules: WD2.33.
UnitMask Rules::joint_units(const State& s, Seat seat) const {
    const Attack& a = fight(s);
    UnitMask found = 0;
    if ((s.tower & bit(a.attacker)) != 0) return 0;
    each_bit(s.on_map & seat_mask(seat) & ~s.tower, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        if (!t_.near1[s.hex[a.attacker]].test(s.hex[u]) || !can_pay_tax(s, u, a.attacker)) return;
        if (u == a.target && (a.more & Attack::answered) != 0) return;
        if (attack_dice(s, u, a.attacker, Mode::counterattack, false, false) > 0) found |= bit(u);
    });
    return found;
}

/// Frame: b commander, d and e the units named so far.
void Rules::options_joint_counter(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const Seat seat = t_.commanders[f.b].seat;
    const unsigned named = f.d | static_cast<unsigned>(f.e) << 8;
    const UnitMask later =
        named == 0 ? ~UnitMask{0} : ~UnitMask{0} << (16 * seat + std::bit_width(named));
    const UnitMask open = 16 * seat + std::bit_width(named) >= 32 ? 0 : later;
    out.add_each(make_action(static_cast<unsigned>(Kind::choose_joint_counter)), 16,
        MaskSet{joint_units(s, seat) & open});
    if (named != 0) out.add(make_action(static_cast<unsigned>(Kind::choose_joint_counter), kNone));
}

void Rules::on_joint_counter(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    const unsigned u = field_a(x);
    if (u != kNone) {
        const unsigned named = (f.d | static_cast<unsigned>(f.e) << 8) | 1U << (u & 15);
        f.d = static_cast<std::uint8_t>(named);
        f.e = static_cast<std::uint8_t>(named >> 8);
        return;
    }
    const Seat seat = t_.commanders[f.b].seat;
    const UnitMask units = UnitMask{f.d | static_cast<unsigned>(f.e) << 8} << (16 * seat);
    pop(s);
    Attack& a = fight(s);
    a.more |= Attack::answered;
    const unsigned enemy = a.attacker;
    const unsigned lead =
        (units & bit(a.target)) != 0 ? a.target : static_cast<unsigned>(std::countr_zero(units));
    int dice = 0, flags = 0, more = Attack::joint;
    each_bit(units, [&](int i) {
        const auto v = static_cast<unsigned>(i);
        pay_tax(s, v, enemy);
        dice += attack_dice(s, v, enemy, Mode::counterattack, false, false);
        if (type(s, v).cls != Class::cavalry) more |= Attack::no_valor;
        if (keywords(s, v).has(Keyword::fearsome)) flags |= Attack::fearsome;
    });
    begin_attack(s, lead, enemy, Mode::counterattack, flags, more);
    fight(s).support = static_cast<std::uint8_t>(std::min(dice, kMaxPool));
}

/// Abilities after the attack. Rules: WD2.25 (after_attack_self, after_elimination_self).
void Rules::run_at_after(State& s, Dice&) const {
    const Attack& a = fight(s);
    // Scorch triggers nothing (W9.15), nor does the attack of a commit open another one.
    if (!is_answer(a.mode) && a.mode != Mode::scorch && (a.flags & Attack::commit) == 0 &&
        (s.on_map & bit(a.attacker)) != 0 &&
        (ask_commit(s, When::after_elimination_self) || ask_commit(s, When::after_attack_self)))
        return;
    top(s).step = at_end;
}

/// AT.15 and the end of an attack. Rules: W5.33, W7.25.
void Rules::run_at_end(State& s, Dice&) const {
    const Attack& a = fight(s);
    const UnitMask me = bit(a.attacker);
    if (!is_answer(a.mode) && (a.more & (Attack::pursuit | Attack::out_of_turn)) == 0 &&
        (a.flags & Attack::commit) == 0) {
        const bool again =
            (a.flags & Attack::second) == 0 && has_bonus(s, a.attacker, Hook::second_attack);
        s.began |= me;
        if (!again) {
            s.attacked |= me;
            s.active &= ~(me & ~brotherhood(s));
        }
    }
    // Young Wolf's dogs: the card stays uncommitted if the target was eliminated (WD2.40,
    // war_dogs_attack).
    if ((a.flags & Attack::commit) != 0 && a.mode == Mode::war_dogs &&
        (a.flags & Attack::eliminated) != 0 && s.commander[a.attacker] != kNone)
        s.committed &= ~bit(s.commander[a.attacker]);
    if (!is_answer(a.mode)) end_bonuses(s, Until::this_attack, seat_of(a.attacker));
    s.attack[--s.attack_depth] = Attack{};
    pop(s);
}

}  // namespace sim::westeros
