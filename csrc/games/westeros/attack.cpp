// The attack procedure AT.1 to AT.12, for attacks, counterattacks and parting blows; what follows
// is in aftermath.cpp, the choices of AT.3 and AT.9 in attack_choices.cpp. Rules: W7.10-W7.22,
// W7.40, W7.60, W9.62.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

namespace {

constexpr RollId roll_of(Mode m) {
    switch (m) {
    case Mode::counterattack: return static_cast<RollId>(RollName::counterattack);
    case Mode::parting_blow: return static_cast<RollId>(RollName::parting_blow);
    default: return static_cast<RollId>(RollName::attack);
    }
}

}  // namespace

/// AT.1; `target` is a hex for Scorch.
void Rules::begin_attack(
    State& s, unsigned attacker, unsigned target, Mode mode, int flags, int more) const {
    SIM_ASSERT(s.attack_depth < kAttackDepth);
    // What was granted for an attack does not reach the one that follows from it (W5.36, WD2.40).
    if (!is_answer(mode))
        end_bonuses(s, Until::this_attack, seat_of(static_cast<UnitId>(attacker)));
    Attack a{};
    a.attacker = static_cast<UnitId>(attacker);
    a.target = mode == Mode::scorch ? kNoUnit : static_cast<UnitId>(target);
    a.mode = mode;
    a.from = s.hex[attacker];
    a.at = mode == Mode::scorch ? static_cast<Hex>(target) : s.hex[target];
    a.flags = static_cast<std::uint8_t>(flags);
    a.more = static_cast<std::uint8_t>(more);
    a.colour = kNone;
    if (t_.watchers != 0 && !is_answer(mode) && a.target != kNoUnit)
        each_bit(t_.watchers, [&](int c) {
            const auto i = static_cast<unsigned>(c);
            if (watch_number(i) < kWatchers && (in_zoc(s, i) & bit(a.target)) != 0)
                a.asked = static_cast<std::uint16_t>(a.asked | 1U << (kWatch + watch_number(i)));
        });
    if (a.target != kNoUnit && s.commander[a.target] != kNone && s.plain[a.target] == 0)
        a.flags |= Attack::began_alone;
    s.attack[s.attack_depth++] = a;
    push(s, {is_answer(mode) ? at_roll : at_engage, 0, 0, 0, 0, 0});
}

/// AT.2; attackers that join in: W13.2. Rules: W7.11, W7.12, W9.28, W9.44.
void Rules::run_at_engage(State& s, Dice&) const {
    Attack& a = fight(s);
    if (t_.options.coordinated_attacks && a.mode == Mode::melee && top(s).e == 0 &&
        (a.flags & Attack::commit) == 0 && (a.more & ~Attack::no_reroll) == 0 &&
        supporters(s) != 0) {
        top(s).step = choose_support;
        return;
    }
    top(s).step = at_choices;
    top(s).e = 0;
    if (a.mode != Mode::melee) return;
    const unsigned x = a.attacker, y = a.target;
    const UnitMask both = bit(x) | bit(y);
    const bool shows_one = seat_of(a.attacker) == 1;
    if (flanks(s, x, y)) a.flags |= Attack::flank;
    if (s.engaged[x] != y) {
        disengage(s, x);
        if (s.engaged[y] != kNoUnit) return;
        s.engaged[x] = static_cast<UnitId>(y);
        s.engaged[y] = static_cast<UnitId>(x);
    }
    s.token_seat = shows_one ? s.token_seat | both : s.token_seat & ~both;
}

/// AT.4, AT.5; a concurrent counterattack is rolled with the attack (W9.62).
void Rules::run_at_roll(State& s, Dice& d) const {
    Attack& a = fight(s);
    if (a.mode == Mode::scorch) {
        roll_scorch(s, a, d);
        return;
    }
    if (a.mode == Mode::war_dogs) {
        roll_war_dogs(s, a, d);
        return;
    }
    int dice = a.support;  // of a joint counterattack
    if ((a.more & Attack::joint) == 0)
        dice += attack_dice(s, a.attacker, a.target, a.mode, (a.flags & Attack::flank) != 0,
            (a.flags & Attack::second) != 0, a.colour == kNone ? -1 : a.colour,
            (a.more & Attack::covering) != 0 ? -1 : 0);
    if (dice <= 0) {  // W7.28
        top(s).step = at_end;
        return;
    }
    if (a.support != 0 && a.mode == Mode::melee) dice = limit_together(s, a, dice);
    a.dice = static_cast<std::uint8_t>(dice);
    a.faces = d.pool(roll_of(a.mode), dice).packed;
    top(s).step = at_reroll;
    // From here on a bonus for the first attack is used up, also for the attack of a pursuit
    // (WD10.5).
    if (!is_answer(a.mode) && (a.flags & Attack::commit) == 0) s.began |= bit(a.attacker);
    if ((a.more & Attack::answered) != 0) {
        Attack& counter = s.attack[s.attack_depth];
        counter = Attack{};
        counter.attacker = a.target;
        counter.target = a.attacker;
        counter.mode = Mode::counterattack;
        counter.from = a.at;
        counter.at = a.from;
        counter.more = Attack::concurrent;
        counter.colour = kNone;
        if (s.commander[a.attacker] != kNone && s.plain[a.attacker] == 0)
            counter.flags = Attack::began_alone;
        const int own = attack_dice(s, a.target, a.attacker, Mode::counterattack, false, false);
        counter.dice = static_cast<std::uint8_t>(own);
        counter.faces = d.pool(roll_of(Mode::counterattack), own).packed;
    }
}

/// W9.6, W9.15.
void Rules::roll_scorch(State& s, Attack& a, Dice& d) const {
    const int dice = attack_dice(s, a.attacker, a.attacker, Mode::scorch, false, false);
    const Faces f = d.pool(static_cast<RollId>(RollName::scorch), dice);
    set_fire(s, a.at, f[Face::green], seat_of(a.attacker));
    top(s).step = at_after;
}

/// One die: a shield sets the dice of a ranged attack, M drives back, V wounds. Rules: W9.4, W9.11,
/// W9.13.
void Rules::roll_war_dogs(State& s, Attack& a, Dice& d) const {
    const Face face = d.one(static_cast<RollId>(RollName::war_dogs));
    if (face == Face::valor || face == Face::morale) {
        top(s).step = at_fallen;
        if (face == Face::valor || (s.tower & bit(a.target)) != 0) {
            a.hits = 1;
            lose(s, a.target, 1);
        } else {
            push(s, {retreat, a.target, 1, 0, 0, 0});
        }
        return;
    }
    const int dice = attack_dice(s, a.attacker, a.target, Mode::war_dogs, false,
        (a.flags & Attack::second) != 0, static_cast<int>(face));
    if (dice <= 0) {
        top(s).step = at_after;
        return;
    }
    a.dice = static_cast<std::uint8_t>(dice);
    a.faces = d.pool(roll_of(a.mode), dice).packed;
    top(s).step = at_reroll;
}

/// AT.6 and WD10.9 (reroll_one). Frame field a: flank rerolls that are over. Stealth: two faces
/// (WD9.30).
void Rules::run_at_reroll(State& s, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    if (is_answer(a.mode)) {
        f.step = at_count;
        return;
    }
    if (f.a == 0) {
        f.a = 1;
        bool as_flank = a.mode == Mode::melee && has_bonus(s, a.attacker, Hook::as_flank);
        if (as_flank) {
            for (unsigned i = 0; i < s.bonus_count; ++i)
                if (s.bonus[i].hook == Hook::as_flank)
                    s.bonus[i].units = 0;  // the next melee attack only
            as_flank = !t_.has(Keyword::line) || !keywords(s, a.target).has(Keyword::line);
        }
        if ((as_flank || (a.flags & Attack::flank) != 0) && (a.more & Attack::no_reroll) == 0) {
            f.step = choose_flank_reroll;
            return;
        }
    }
    f.b = 0;
    const std::uint8_t commander = s.commander[a.attacker];
    const bool one = (commander != kNone && t_.commanders[commander].reroll) ||
                     has_bonus(s, a.attacker, Hook::reroll_one);
    f.step = one ? choose_reroll_die : at_count;
}

/// W7.16: none, or one face that shows.
void Rules::options_flank_reroll(const State& s, ActionList& out) const {
    const Faces faces{fight(s).faces};
    const Frame& frame = top(s);
    for (unsigned f = 0; f < kFaces; ++f)
        if (faces[static_cast<Face>(f)] > 0 && !(frame.a == 2 && frame.b == f))
            out.add(make_action(static_cast<unsigned>(Kind::choose_flank_reroll), f));
    out.add(make_action(static_cast<unsigned>(Kind::choose_flank_reroll), kNone));
}

void Rules::on_flank_reroll(State& s, Action x, Dice& d) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    f.step = at_reroll;
    if (field_a(x) == kNone) return;
    // A second, other face may follow (WD9.30).
    if (f.a == 1 && t_.has(Keyword::stealth) && keywords(s, a.attacker).has(Keyword::stealth)) {
        f.a = 2;
        f.b = static_cast<std::uint8_t>(field_a(x));
        f.step = choose_flank_reroll;
    }
    const auto face = static_cast<Face>(field_a(x));
    const Faces faces{a.faces};
    const int n = faces[face];
    a.faces = (faces - Faces::of(face, n) + d.pool(static_cast<RollId>(RollName::flank_reroll), n))
                  .packed;
}

void Rules::options_reroll_die(const State& s, ActionList& out) const {
    const Faces faces{fight(s).faces};
    for (unsigned f = 0; f < kFaces; ++f)
        if (faces[static_cast<Face>(f)] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_reroll_die), f));
    out.add(make_action(static_cast<unsigned>(Kind::choose_reroll_die), kNone));
}

void Rules::on_reroll_die(State& s, Action x, Dice& d) const {
    Attack& a = fight(s);
    top(s).step = at_count;
    if (field_a(x) == kNone) return;
    const Faces faces{a.faces};
    const Faces again = d.pool(static_cast<RollId>(RollName::reroll_one), 1);
    a.faces = (faces - Faces::of(static_cast<Face>(field_a(x))) + again).packed;
}

/// AT.7, AT.8. Rules: W7.17, W7.18, W9.2, W9.22, W9.42; Deflect may follow (AT.9).
void Rules::run_at_count(State& s, Dice&) const {
    Attack& a = fight(s);
    const Faces faces{a.faces};
    const bool valor =
        type(s, a.target).cls != Class::cavalry ||
        (type(s, a.attacker).cls == Class::cavalry && (a.more & Attack::no_valor) == 0);
    int morale = faces[Face::morale];
    if (t_.has(Keyword::wedge) && morale > 0 && !is_answer(a.mode) &&
        keywords(s, a.attacker).has(Keyword::wedge))
        ++morale;
    int hits = count_hits(faces, defence(s, a.target, is_ranged(a.mode)), valor);
    if ((a.flags & Attack::morale_hits) != 0) hits += morale;
    if (t_.has(Keyword::fearsome) && (a.more & Attack::joint) == 0 &&
        keywords(s, a.attacker).has(Keyword::fearsome))
        a.flags |= Attack::fearsome;
    a.hits = static_cast<std::uint8_t>(hits);
    a.morale = static_cast<std::uint8_t>(morale);
    if (t_.has(Keyword::deflect) && can_deflect(s, a))
        top(s).step = choose_deflect;
    else
        finish_count(s, 0);
}

/// AT.9, AT.10: hits ignored by Deflect, then by Toughness and Cover. Rules: W7.19, W7.20, W9.3.
void Rules::finish_count(State& s, int ignored) const {
    Attack& a = fight(s);
    a.hits = static_cast<std::uint8_t>(std::max(0, a.hits - ignored - protection(s, a.target)));
    top(s).step = at_losses;
}

/// AT.11. Rules: W8.1-W8.4; WD2.30 may come before; with a concurrent counterattack both sides lose
/// at once, and only the difference of morale results drives back (W9.62, W8.27).
void Rules::run_at_losses(State& s, Dice&) const {
    Attack& a = fight(s);
    if (a.hits > 0 && a.mode != Mode::parting_blow && ask_commit(s, When::on_loss_self)) return;
    if ((a.more & Attack::answered) != 0) {
        top(s).step = at_retreat;
        ++s.attack_depth;
        push(s, {at_count, 0, 0, 0, 0, 0});
        return;
    }
    top(s).step = a.mode == Mode::parting_blow ? at_fallen : at_retreat;
    if ((a.more & Attack::concurrent) == 0) {
        if (a.hits > 0) lose(s, a.target, a.hits);
        return;
    }
    Attack& first = s.attack[s.attack_depth - 2U];
    std::array<int, 2> loss{};
    for (const Attack* x : {&first, &a})
        if (x->hits > 0) loss[seat_of(x->target)] += take(s, x->target, x->hits);
    settle(s, loss);
    const std::uint8_t both = std::min(first.morale, a.morale);
    first.morale = static_cast<std::uint8_t>(first.morale - both);
    a.morale = static_cast<std::uint8_t>(a.morale - both);
    if ((first.flags & Attack::eliminated) != 0 && (a.flags & Attack::eliminated) == 0)
        swap_answer(s);
}

/// AT.12: Stalwart first, then the retreat; in a tower figures are lost instead. Rules: W3.35,
/// W7.22, W8.10, W9.8, W9.12, W9.22, WD9.31.
void Rules::run_at_retreat(State& s, Dice&) const {
    Attack& a = fight(s);
    Frame& f = top(s);
    const UnitMask target = bit(a.target);
    if ((a.flags & (Attack::eliminated | Attack::cancelled)) != 0 || (s.on_map & target) == 0)
        a.morale = 0;
    if (a.morale > 0 && t_.has(Keyword::fanatic) && is_fanatic(s, a.target)) a.morale = 0;
    if (a.morale > 0 && f.b == 0 && keywords(s, a.target).has(Keyword::stalwart)) {
        f.b = 1;
        f.step = choose_stalwart_ignore;
        return;
    }
    f.step = at_fallen;
    if (a.morale == 0) return;
    if ((s.tower & target) != 0) {
        lose(s, a.target, a.morale);
        return;
    }
    const int hexes = a.morale * ((a.flags & Attack::fearsome) != 0 ? 2 : 1);
    push(s, {retreat, a.target, static_cast<std::uint8_t>(hexes), 0, 0, 0});
}

/// On an objective with a control marker (WD9.31).
bool Rules::is_fanatic(const State& s, unsigned u) const {
    const std::uint8_t objective = t_.objective_at[s.hex[u]];
    return objective != kNone && t_.objectives[objective].marker &&
           keywords(s, u).has(Keyword::fanatic);
}

void Rules::on_stalwart_ignore(State& s, Action x, Dice&) const {
    fight(s).morale = static_cast<std::uint8_t>(fight(s).morale - field_a(x));
    top(s).step = at_retreat;
}

}  // namespace sim::westeros
