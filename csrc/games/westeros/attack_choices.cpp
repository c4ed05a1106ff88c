// Choices before the roll and before losses: AT.3 and AT.9. Rules: W7.13, W7.19, W9.20, W9.40,
// W9.62, W13.2.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// AT.3: the player in turn first (W5.34). Frame field e: bits of what has been asked.
void Rules::run_at_choices(State& s, Dice&) const {
    const Attack& a = fight(s);
    Frame& f = top(s);
    if (a.mode == Mode::scorch) {
        f.step = at_roll;
        return;
    }
    const bool attacker_first = seat_of(a.attacker) == s.in_turn;
    for (const bool attacker : {attacker_first, !attacker_first}) {
        if (!attacker) {
            if ((f.e & 2) == 0 && (s.defend & bit(a.target)) != 0 && a.mode == Mode::melee &&
                s.attack_depth < kAttackDepth && may_counter(s, a)) {
                f.e |= 2;
                f.step = choose_concurrent_counter;
                return;
            }
            if (ask_commit(s, When::on_attack_on)) return;
            continue;
        }
        if ((f.e & 1) == 0 && t_.has(Keyword::aimed_shot) && a.mode == Mode::ranged &&
            (s.moved & bit(a.attacker)) == 0 && keywords(s, a.attacker).has(Keyword::aimed_shot)) {
            f.e |= 1;
            f.step = choose_aimed_shot;
            return;
        }
        if (ask_commit(s, When::before_attack_self)) return;
    }
    f.step = at_roll;
    f.e = 0;
}

/// Rules: W9.20.
void Rules::options_aimed_shot(const State& s, ActionList& out) const {
    const Attack& a = fight(s);
    const auto& pool = s.pool[seat_of(a.attacker)];
    for (unsigned k = 0; k < 3; ++k)
        if (pool[k] > 0 &&
            attack_dice(s, a.attacker, a.target, a.mode, false, (a.flags & Attack::second) != 0,
                static_cast<int>(k), (a.more & Attack::covering) != 0 ? -1 : 0) > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_aimed_shot), k));
    out.add(make_action(static_cast<unsigned>(Kind::choose_aimed_shot), kNone));
}

void Rules::on_aimed_shot(State& s, Action x, Dice&) const {
    Attack& a = fight(s);
    top(s).step = at_choices;
    if (field_a(x) == kNone) return;
    --s.pool[seat_of(a.attacker)][field_a(x)];
    a.colour = static_cast<std::uint8_t>(field_a(x));
}

/// Rules: W9.62, W9.66, WD10.22.
void Rules::on_concurrent_counter(State& s, Action x, Dice&) const {
    Attack& a = fight(s);
    top(s).step = at_choices;
    if (field_a(x) == 0) return;
    pay_tax(s, a.target, a.attacker);
    a.more |= Attack::answered;
}

// Coordinated attacks (W13.2).

/// Other ordered units that may join the attack; named in increasing order. Frame field d: the last
/// one + 1.
UnitMask Rules::supporters(const State& s) const {
    const Attack& a = fight(s);
    const Frame& f = top(s);
    UnitMask found = 0;
    each_bit(
        s.ordered & ~s.attacked & ~s.began & s.on_map & ~bit(a.attacker) & ~s.tower, [&](int i) {
            const auto u = static_cast<unsigned>(i);
            const bool free = s.engaged[u] == kNoUnit || s.engaged[u] == a.target;
            if (u >= f.d && free && type(s, u).melee && t_.near1[a.at].test(s.hex[u]) &&
                type(s, u).dice[static_cast<unsigned>(rank(s, u))] > 1)
                found |= bit(u);
        });
    return found;
}

void Rules::options_support(const State& s, ActionList& out) const {
    out.add_each(
        make_action(static_cast<unsigned>(Kind::choose_support)), 16, MaskSet{supporters(s)});
    out.add(make_action(static_cast<unsigned>(Kind::choose_support), kNone));
}

void Rules::on_support(State& s, Action x, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    const unsigned u = field_a(x);
    f.step = at_engage;
    if (u == kNone) {
        f.e = 1;
        f.d = 0;
        return;
    }
    f.d = static_cast<std::uint8_t>(u + 1);
    a.support = static_cast<std::uint8_t>(
        a.support + type(s, u).dice[static_cast<unsigned>(rank(s, u))] - 1);
    if (!flanks(s, u, a.target)) a.more |= Attack::no_reroll;
    s.attacked |= bit(u);
    s.began |= bit(u);
    s.active &= ~(bit(u) & ~brotherhood(s));
}

/// Limits of the leader's and the target's hex hold for all dice together (W3.17, W13.2).
int Rules::limit_together(const State& s, const Attack& a, int dice) const {
    const int alone = attack_dice(s, a.attacker, a.target, a.mode, (a.flags & Attack::flank) != 0,
        (a.flags & Attack::second) != 0);
    const int more = attack_dice(s, a.attacker, a.target, a.mode, (a.flags & Attack::flank) != 0,
        (a.flags & Attack::second) != 0, -1, a.support);
    return more < alone + a.support ? more : dice;
}

// Deflect (W9.40).

bool Rules::can_deflect(const State& s, const Attack& a) const {
    return a.hits > 0 && !is_ranged(a.mode) && keywords(s, a.target).has(Keyword::deflect) &&
           !keywords(s, a.attacker).has(Keyword::deflect) &&
           s.pool[seat_of(a.target)][static_cast<unsigned>(rank(s, a.attacker))] > 0;
}

void Rules::options_deflect(const State& s, ActionList& out) const {
    const Attack& a = fight(s);
    const int tokens = s.pool[seat_of(a.target)][static_cast<unsigned>(rank(s, a.attacker))];
    for (int n = 0; n <= std::min<int>(tokens, a.hits); ++n)
        out.add(make_action(static_cast<unsigned>(Kind::choose_deflect), static_cast<unsigned>(n)));
}

void Rules::on_deflect(State& s, Action x, Dice&) const {
    const Attack& a = fight(s);
    const int n = static_cast<int>(field_a(x));
    auto& tokens = s.pool[seat_of(a.target)][static_cast<unsigned>(rank(s, a.attacker))];
    tokens = static_cast<std::uint8_t>(tokens - n);
    const bool polearm = n > 0 && keywords(s, a.target).has(Keyword::polearm);
    finish_count(s, n + (polearm ? 1 : 0));
}

/// The decisions that are answered yes or no.
void Rules::options_yes_no(const State& s, ActionList& out) const {
    const Kind kind = [&] {
        switch (top(s).step) {
        case choose_stalwart_ignore: return Kind::choose_stalwart_ignore;
        case choose_counterattack: return Kind::choose_counterattack;
        case choose_concurrent_counter: return Kind::choose_concurrent_counter;
        case choose_raider: return Kind::choose_raider;
        case choose_defend_token: return Kind::choose_defend_token;
        default: return Kind::choose_advance;
        }
    }();
    out.add(make_action(static_cast<unsigned>(kind), 0));
    out.add(make_action(static_cast<unsigned>(kind), 1));
}

}  // namespace sim::westeros
