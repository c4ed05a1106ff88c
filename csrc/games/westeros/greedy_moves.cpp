// Moves, paths and attacks of the greedy agent.
#include "games/westeros/greedy_choices.hpp"

namespace sim::westeros::greedy {

namespace {

/// Frame of choose_path (path.cpp): field c holds the steps made and whether it is a pursuit.
constexpr unsigned kSteps = 15, kPursuit = 32;

/// Hexes to which a unit that passes friends may go on from a hex. Rules: WD2.37.
Cells walk(const Rules& rules, const State& s, unsigned u, Hex from, int left) {
    const Tables& t = rules.tables();
    const auto seat = seat_of(static_cast<UnitId>(u));
    const Cells fire = s.fire[0] | s.fire[1] | s.fire[2];
    const bool horse = rules.type(s, u).cls == Class::cavalry;
    Cells friends = s.occupied[seat];
    friends.reset(s.hex[u]);
    const Cells shut = (t.closed[seat][horse ? 1 : 0] - s.laid) | s.occupied[other(seat)] | fire;
    const Cells open = (t.playable - shut) | (friends - fire);
    const Cells halts = t.stop - friends;
    Cells front = Cells::of(from), found = front;
    if (halts.test(from) && from != s.hex[u]) left = 0;
    for (; left > 0 && front.any(); --left) {
        const Cells next = (neighbours(front) & open) - found;
        found |= next;
        front = next - halts;
    }
    return found - friends;
}

int best_end(const Cells& cells, unsigned u, bool attacks, Judge& judge) {
    int best = kNever;
    cells.each([&](int h) {
        const auto to = static_cast<Hex>(h);
        best = std::max(best, judge.place(u, to) + (attacks ? judge.strike(to) : 0));
    });
    return best;
}

int attack_gain(const State& s, Action x, Judge& judge) {
    const unsigned u = field_a(x);
    const auto mode = static_cast<Mode>(field_b(x));
    if (mode == Mode::scorch) return judge.scorch(u, static_cast<Hex>(field_c(x)));
    return judge.attack(u, field_c(x), mode, (s.began & bit(u)) != 0);
}

/// What the enemy loses when one of his units may not be ordered any more. Rules: WD10.21.
int idle_gain(const Rules& rules, const State& s, unsigned u, Seat seat, Judge& enemy) {
    return enemy.order(u) - token_worth(rules, s, seat, static_cast<unsigned>(rules.rank(s, u)));
}

/// An order given up for a friend, against what the giver could do with it. Rules: WD2.36.
int help_gain(const Rules& rules, const State& s, Action x, Judge& judge) {
    const Tables& t = rules.tables();
    const unsigned u = field_a(x);
    int own = 0;
    each_bit(t.givers[s.in_turn], [&](int c) {
        const UnitId home = s.commander_unit[static_cast<unsigned>(c)];
        if (home != kNoUnit && (s.ordered & bit(home)) != 0) own = judge.order(home);
    });
    if (field_b(x) != 0) return judge.best_attack(u) - own;
    const Cells cells = rules.reach(s, u, s.hex[u], rules.allowance(s, u), true);
    return judge.step(u, cells) - judge.parting(u) - own;
}

/// The called unit may go one hex and attack in place of the caller. Rules: WD9.33.
int call_gain(const Rules& rules, const State& s, Action x, Judge& judge) {
    const unsigned u = field_b(x);
    const Cells cells = rules.held(s, u) ? Cells{} : rules.reach(s, u, s.hex[u], 1, false);
    return std::max(judge.best_attack(u), gain_of_move(u, cells, true, judge)) -
           judge.best_attack(field_a(x));
}

/// Friends beside his unit whom Brynden can pass on the way to an attack. Rules: WD2.37.
int pass_gain(const Rules& rules, const State& s, unsigned commander, Judge& judge) {
    const UnitId home = s.commander_unit[commander];
    const Cells near = rules.tables().near1[s.hex[home]] & s.occupied[seat_of(home)];
    const Cells cells = walk(rules, s, home, s.hex[home], rules.allowance(s, home));
    judge.survey(home, cells);
    int most = 0;
    cells.each([&](int h) { most = std::max(most, judge.strike(static_cast<Hex>(h))); });
    const bool last = s.round == rules.tables().rounds;
    return near.any() && most > (last ? 0 : 4 * worth::kDie) ? 2 : kNever;
}

}  // namespace

int gain_of_move(unsigned u, const Cells& cells, bool attacks, Judge& judge) {
    if (cells.none()) return kNever;
    if (attacks) judge.survey(u, cells);
    return best_end(cells, u, attacks, judge) - judge.stay(u) - judge.parting(u);
}

Action hex_for(const State& s, const ActionList& legal, unsigned u, bool attacks, Judge& judge) {
    Cells cells;
    for (const Action x : legal)
        if (field_a(x) != kNone) cells.set(static_cast<int>(field_a(x)));
    if (attacks) judge.survey(u, cells);
    return best_of(legal, [&](Action x) {
        if (field_a(x) == kNone) return judge.stay(u) + (attacks ? judge.best_attack(u) : 0);
        const auto to = static_cast<Hex>(field_a(x));
        return judge.place(u, to) + (attacks ? judge.strike(to) : 0) -
               (s.hex[u] == to ? 0 : judge.parting(u));
    });
}

int covering_gain(
    const Rules& rules, const State& s, unsigned commander, unsigned target, Judge& judge) {
    const Tables& t = rules.tables();
    int sum = 0;
    const UnitMask shooters =
        rules.in_zoc(s, commander) & t.class_units[static_cast<unsigned>(Class::ranged)];
    each_bit(shooters, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        if (rules.in_range(s, u, target, Mode::ranged))
            sum += judge.volley(u, target, -1, -1, false);
    });
    return sum;
}

/// The move that gains most, of all ordered units; none if no move is better than standing still.
Action move(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    unsigned unit = kNone;
    int here = 0;
    bool attacks = false;
    Cells short_moves;  // beyond them the attack is lost (WD10.34)
    const bool long_moves = rules.tables().extra_moves;
    const auto look_at = [&](unsigned u, Cells cells) {
        unit = u;
        judge.survey(u, cells);
        attacks = (s.attacked & bit(u)) == 0;
        here = judge.stay(u) + (attacks ? judge.best_attack(u) : 0) + judge.parting(u);
        if (long_moves) short_moves = rules.reach(s, u, s.hex[u], rules.allowance(s, u), true);
    };
    return best_of(legal, [&](Action x) {
        const unsigned u = field_a(x);
        switch (kind_of(x)) {
        case Kind::end_moves: return 1;
        case Kind::choose_commit: return pass_gain(rules, s, u, judge);
        case Kind::give_up_order: return help_gain(rules, s, x, judge) + 1;
        case Kind::choose_path: {
            const int left = rules.allowance(s, u);
            if (u != unit) look_at(u, walk(rules, s, u, s.hex[u], left));
            const Cells ends = walk(rules, s, u, static_cast<Hex>(field_b(x)), left - 1);
            return best_end(ends, u, attacks, judge) - here + 1;
        }
        case Kind::choose_move: break;
        default: return kNever;  // enemy units are made inactive after the attacks
        }
        if (u != unit) {  // the list is in order of units
            Cells cells;
            for (const Action y : legal)
                if (kind_of(y) == Kind::choose_move && field_a(y) == u)
                    cells.set(static_cast<int>(field_b(y)));
            look_at(u, cells);
        }
        const auto to = static_cast<Hex>(field_b(x));
        const bool strikes = attacks && (!long_moves || short_moves.test(to));
        return judge.place(u, to) + (strikes ? judge.strike(to) : 0) - here + 1;
    });
}

/// The next hex of a path: the one with the best end behind it; of equal ends the one reached
/// first.
Action path(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    const Frame& f = s.stack[s.stack_depth - 1U];
    const unsigned u = f.a;
    const bool pursuit = (f.c & kPursuit) != 0;
    const int limit = pursuit ? rules.keywords(s, u).pursue : rules.allowance(s, u);
    const int left = std::max(limit - static_cast<int>(f.c & kSteps), 0);
    const bool attacks = pursuit || (s.attacked & bit(u)) == 0;
    Cells all = walk(rules, s, u, f.b, left);
    for (const Action x : legal)
        if (field_b(x) != kNone) all.set(static_cast<int>(field_b(x)));
    all.set(f.b);
    judge.survey(u, all);
    return best_of(legal, [&](Action x) {
        if (field_b(x) == kNone) return best_end(Cells::of(f.b), u, attacks, judge) + 1;
        const auto to = static_cast<Hex>(field_b(x));
        return best_end(walk(rules, s, u, to, left - 1), u, attacks, judge);
    });
}

Action attack(const State& s, const ActionList& legal, Judge& judge) {
    const Rules& rules = judge.rules();
    int most = 0;
    bool others = false;
    const Action best = best_of(legal, [&](Action x) {
        int gain = kNever;
        switch (kind_of(x)) {
        case Kind::choose_attack:
        case Kind::choose_pursue_attack:
            gain = field_a(x) == kNone ? 0 : attack_gain(s, x, judge);
            break;
        case Kind::call_to_arms: gain = call_gain(rules, s, x, judge); break;
        case Kind::end_attacks: gain = 0; break;
        default: others = true; break;
        }
        most = std::max(most, gain);
        return gain;
    });
    if (most > 0 || !others) return best;
    Judge enemy(rules, s, other(judge.seat()));
    return best_of(legal, [&](Action x) {
        if (kind_of(x) == Kind::deactivate)
            return idle_gain(rules, s, field_a(x), judge.seat(), enemy);
        return x == best ? 0 : kNever;
    });
}

/// Where to go after a melee attack: on to a new attack, or to a better hex.
Action pursue_move(const ActionList& legal, unsigned u, Judge& judge) {
    Cells cells;
    for (const Action x : legal)
        if (field_a(x) != kNone) cells.set(static_cast<int>(field_a(x)));
    judge.survey(u, cells);
    return best_of(legal, [&](Action x) {
        if (field_a(x) == kNone) return judge.stay(u);
        const auto to = static_cast<Hex>(field_a(x));
        return judge.place(u, to) + judge.strike(to);
    });
}

}  // namespace sim::westeros::greedy
