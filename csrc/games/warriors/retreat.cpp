// Retreats and pursuit. Rules: G5.68, G5.69, G7.18-G7.20, G8.12-G8.21.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// Notes of a running retreat, one byte an area or leader; they live in State::hand, which battles
/// do not use. Rules: G5.68, G5.69.
std::uint8_t& note(State& s, unsigned i) { return s.hand[i / kTroops][i % kTroops]; }
std::uint8_t note(const State& s, unsigned i) { return s.hand[i / kTroops][i % kTroops]; }

static_assert(kGroups * kTroops >= kLeaders);

/// Equal positions have equal bytes. Rules: G5.2c.
void clear_notes(State& s) {
    for (auto& row : s.hand) row.fill(0);
}

}  // namespace

/// Every battle area has one. Rules: G6.8, G14.53.
Side Rules::aggressor_of(const State& s) const {
    return (s.aggressor[kEnglish] & area_bit(s.area)) != 0 ? kEnglish : kFrench;
}

/// State::more is how many leaders must still be given up, State::leader the one who is asked; the
/// notes count the leaders that have taken each way. Rules: G5.68.
void Rules::begin_siege_retreat(State& s) const {
    unsigned room = 0;
    each_bit(retreats(s, s.side, s.area),
        [&](int to) { room += border_limit(s, s.side, s.area, static_cast<unsigned>(to)); });
    const auto leaders = static_cast<unsigned>(leaders_in(s, s.side, s.area).count());
    s.more = static_cast<std::uint8_t>(leaders > room ? leaders - room : 0);
    s.step = Step::siege_retreat;
    next_besieger(s);
}

/// Leaders are asked in list order; with the last one gone the battle is over. Rules: G5.68, G7.8.
void Rules::next_besieger(State& s) const {
    const Leaders here = leaders_in(s, s.side, s.area);
    if (here.none()) {
        clear_notes(s);
        end_battle(s);
        return;
    }
    s.leader = static_cast<std::uint8_t>(first_from(here, 0));
}

/// Rules: G5.68, G8.13.
void Rules::options_siege_retreat(const State& s, ActionList& out) const {
    if (s.more > 0) out.add(act(Kind::give_up, s.leader));
    if (leaders_in(s, s.side, s.area).count() <= s.more) return;
    each_bit(retreats(s, s.side, s.area), [&](int a) {
        const auto to = static_cast<unsigned>(a);
        if (note(s, to) < border_limit(s, s.side, s.area, to))
            out.add(act(Kind::withdraw, s.leader, to));
    });
}

/// Rules: G7.7, G8.13.
void Rules::on_siege_retreat(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::withdraw) {
        ++note(s, field_b(x));
        s.where[s.leader] = static_cast<std::uint8_t>(field_b(x));
        drop_aggressor(s, s.side, s.area);
    } else {
        capture(s, s.leader);
        --s.more;
    }
    next_besieger(s);
}

/// Rules: G7.18.
void Rules::options_force_question(const State&, ActionList& out) const {
    out.add(act(Kind::clear));
    out.add(act(Kind::force));
}

/// Rules: G7.18, G7.20.
void Rules::on_force_question(State& s, Action x, Dice&) const {
    s.missed = s.more = 0;
    s.step = Step::retreat_question;
    if (kind_of(x) == Kind::clear) return;
    s.side = other(s.side);
    s.step = Step::forced_retreat;
}

/// Rules: G7.19, G8.15.
void Rules::options_retreat_question(const State& s, ActionList& out) const {
    out.add(act(Kind::stand));
    out.add_each(act(Kind::retreat), 16, MaskSet{retreats(s, s.side, s.area)});
}

/// The non-aggressor is asked even if nobody has a way out. Rules: G5.2.
bool Rules::asks_alone(const State& s) const {
    return s.step == Step::retreat_question && s.side != aggressor_of(s) &&
           retreats(s, 0, s.area) == 0 && retreats(s, 1, s.area) == 0;
}

/// Rules: G7.19.
void Rules::on_retreat_question(State& s, Action x, Dice&) const {
    if (kind_of(x) == Kind::retreat)
        begin_retreat(s, field_a(x));
    else if (s.side != aggressor_of(s))
        s.side = other(s.side);
    else
        s.step = Step::round;
}

/// Rules: G7.18.
void Rules::options_forced_retreat(const State& s, ActionList& out) const {
    out.add_each(act(Kind::retreat), 16, MaskSet{retreats(s, s.side, s.area)});
}

/// Rules: G8.15.
void Rules::on_forced_retreat(State& s, Action x, Dice&) const {
    begin_retreat(s, x == 0 ? kNone : field_a(x));
}

/// Without a destination all are captured. Rules: G8.15, G8.16, G13.17.
void Rules::begin_retreat(State& s, unsigned to) const {
    s.to = static_cast<std::uint8_t>(to);
    if (t_.options.pursuit_before_border)
        s.step = Step::pursuit;
    else if (to == kNone)
        finish_retreat(s);
    else
        begin_escape(s);
}

/// State::left is how many still have to be named; the notes hold who was. Rules: G8.18.
void Rules::begin_escape(State& s) const {
    const unsigned limit = border_limit(s, s.side, s.area, s.to);
    if (static_cast<unsigned>(leaders_in(s, s.side, s.area).count()) <= limit) {
        end_escape(s);
        return;
    }
    s.left = static_cast<std::uint8_t>(limit);
    s.step = Step::escape;
}

/// Rules: G5.69.
void Rules::options_escape(const State& s, ActionList& out) const {
    const Leaders here = leaders_in(s, s.side, s.area);
    int later = here.count();
    const int last = s.last == 0 ? -1 : static_cast<int>(field_a(s.last));
    here.each([&](int l) {
        if (l > last && later >= s.left) out.add(act(Kind::escape, static_cast<unsigned>(l)));
        --later;
    });
}

/// Rules: G8.18.
void Rules::on_escape(State& s, Action x, Dice&) const {
    note(s, field_a(x)) = 1;
    s.last = x;
    if (--s.left > 0) return;
    leaders_in(s, s.side, s.area).each([&](int l) {
        if (note(std::as_const(s), static_cast<unsigned>(l)) == 0)
            capture(s, static_cast<unsigned>(l));
    });
    clear_notes(s);
    s.last = 0;
    end_escape(s);
}

/// Rules: G8.16, G13.17.
void Rules::end_escape(State& s) const {
    if (t_.options.pursuit_before_border)
        finish_retreat(s);
    else
        s.step = Step::pursuit;
}

/// Rules: G8.17, G13.6.
void Rules::run_pursuit(State& s, Dice& d) const {
    const Side pursuer = other(s.side);
    const int braver = t_.options.pursuit_adds_bravery ? hitting_faces(s, pursuer) - 1 : 0;
    const int dice = dice_of(s, pursuer, leaders_in(s, pursuer, s.area));
    s.pending[s.side] = static_cast<std::uint8_t>(
        d.successes(static_cast<RollId>(RollName::pursuit), dice, std::min(2 + braver, 6)));
    s.step = Step::pursuit_hits;
}

/// Rules: G8.17.
void Rules::on_pursuit_hits(State& s, Action x, Dice& d) const {
    if (!allocate(s, x)) return;
    roll_eliminations(s, d);
    if (t_.options.pursuit_before_border && s.to != kNone)
        begin_escape(s);
    else
        finish_retreat(s);
}

/// The aggressor marker stays where the last leader was captured or removed by hits. Rules: G6.9,
/// G8.15, G8.19.
void Rules::finish_retreat(State& s) const {
    const Leaders fleeing = leaders_in(s, s.side, s.area);
    fleeing.each([&](int l) {
        const auto leader = static_cast<unsigned>(l);
        if (s.to == kNone) {
            capture(s, leader);
            return;
        }
        s.where[leader] = s.to;
        s.disgraced.set(l);
    });
    if (s.to != kNone && fleeing.any()) drop_aggressor(s, s.side, s.area);
    end_battle(s);
}

}  // namespace sim::warriors
