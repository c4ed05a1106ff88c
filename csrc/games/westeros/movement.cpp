// Movement, terrain and fire. Rules: chapter 3, W6.1-W6.10.
#include <algorithm>

#include "core/bytes.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// The unit in a hex, kNoUnit when empty.
UnitId Rules::unit_at(const State& s, Hex h) const {
    const UnitMask found = equal_bytes<kUnits>(s.hex.data(), h);
    return found != 0 ? static_cast<UnitId>(std::countr_zero(found)) : kNoUnit;
}

/// Does a hex end the movement of a unit that enters it from another? Rules: W3.16, W3.18, W3.19.
bool Rules::halted(const State& s, unsigned u, Hex from, Hex to) const {
    if (ignores_terrain(s, u)) return false;
    if (t_.forest_road.test(to) && land(s, to) == Terrain::forest_road)
        return stops(s, u).test(to) && !road_hexes(s).test(from);
    if (t_.hills && land(s, to) == Terrain::hill && land(s, from) != Terrain::hill) return true;
    return stops(s, u).test(to);
}

/// The steps of `reach` on a board of N cells.
template <int N>
Cells Rules::walk(const Cells& open_cells, const Cells& stop_cells, const Cells& road_cells,
    bool climbs, Hex from, int allowance, bool by_order) const {
    using Set = Bits<N>;
    const Set open = narrow<N>(open_cells), stop = narrow<N>(stop_cells),
              road = narrow<N>(road_cells);
    // A hill stops whoever climbs it, a forest road whoever comes from no road.
    const auto going_on = [&](const Set& front, const Set& next) __attribute__((always_inline)) {
        Set free = next - stop;
        if (climbs) {
            const Set hills = narrow<N>(t_.terrain[static_cast<unsigned>(Terrain::hill)]) - stop;
            const Set heights = front & hills;
            free -= hills;
            if (heights.any()) free |= neighbours(heights) & open & hills;
        }
        if (t_.forest_roads)
            free |= neighbours(front & road) & open & road & narrow<N>(t_.forest_road);
        return free;
    };
    Set front = Set::of(from);
    Set reached = narrow<N>(t_.near1[from]) & open;
    if (allowance > 1) front = going_on(front, reached);
    for (int step = 1; step < allowance && front.any(); ++step) {
        const Set next = neighbours(front) & open;
        reached |= next;
        if (step + 1 < allowance) front = going_on(front, next);
    }
    if (by_order && road.test(from)) {
        const Set way = open & road;
        Set along = narrow<N>(t_.near1[from]) & way;
        reached |= along;
        for (int step = 1; step <= allowance; ++step) {
            along = neighbours(along) & way;
            reached |= along;
        }
    }
    reached.reset(from);
    return widen(reached);
}

/// Hexes that a unit reaches from `from` with `allowance` hexes of movement. Rules: W6.1-W6.4,
/// W3.16, W3.19.
Cells Rules::reach(const State& s, unsigned u, Hex from, int allowance, bool by_order) const {
    if (allowance <= 0) return {};
    Cells open = t_.playable - blocked_for(s, u);
    Cells stop = t_.stop, road = t_.road;
    bool climbs = t_.hills;
    if (t_.burnable || t_.special_moves) {
        stop = stops(s, u);
        road = road_hexes(s);
        climbs = climbs && !ignores_terrain(s, u);
        if (by_order && t_.lays) {
            const Cells water = dive_hexes(s, u);
            open |= water;
            stop |= water;
        }
    }
    return t_.rows <= 12 ? walk<192>(open, stop, road, climbs, from, allowance, by_order)
                         : walk<256>(open, stop, road, climbs, from, allowance, by_order);
}

/// Movement: rank value and bonuses; an order leads one hex out of a marsh. Rules: W6.1, W3.23,
/// W10.2.
int Rules::allowance(const State& s, unsigned u, bool by_order) const {
    int hexes = type(s, u).move[static_cast<unsigned>(rank(s, u))];
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        if (b.hook == Hook::add_move && b.seat == seat_of(static_cast<UnitId>(u)) &&
            (b.units >> (u & 15) & 1) != 0)
            hexes += b.amount;
    }
    return by_order && t_.marsh ? std::min(hexes, wading(s, u)) : hexes;
}

/// Hexes that an order may lead out of where a unit stands. Rules: W3.23, WD10.43.
int Rules::wading(const State& s, unsigned u) const {
    const bool marsh = t_.terrain_at[s.hex[u]] == static_cast<std::uint8_t>(Terrain::marsh);
    return marsh && !ignores_terrain(s, u) ? 1 : kStride;
}

/// Movement won by giving up the attack. Rules: WD10.34 (move_instead_of_attack).
int Rules::extra_allowance(const State& s, unsigned u) const {
    int hexes = 0;
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        if (b.hook == Hook::move_instead && b.seat == seat_of(static_cast<UnitId>(u)) &&
            (b.units >> (u & 15) & 1) != 0)
            hexes += b.amount;
    }
    return hexes;
}

/// Hexes of a move by order. Rules: W6.4, W6.6, WD10.34.
Cells Rules::order_hexes(const State& s, unsigned u) const {
    if (!t_.extra_moves && !t_.has(Keyword::fearsome))
        return reach(s, u, s.hex[u], allowance(s, u), true);
    const std::uint8_t commander = s.commander[u];
    if (held(s, u) && (commander == kNone || !t_.commanders[commander].free_move)) return {};
    return reach(s, u, s.hex[u], order_allowance(s, u, extra_allowance(s, u)), true);
}

/// Movement of an order with something on top; a marsh lets nobody go further (W3.23).
int Rules::order_allowance(const State& s, unsigned u, int more) const {
    const int hexes = allowance(s, u, false) + more;
    return t_.marsh ? std::min(hexes, wading(s, u)) : hexes;
}

bool Rules::can_move(const State& s, unsigned u) const {
    if (s.commander[u] != kNone && t_.commanders[s.commander[u]].pass_friends)
        return path_starts(s, u).any();
    return order_hexes(s, u).any();
}

/// Rules: W5.31.
void Rules::options_move(const State& s, ActionList& out) const {
    UnitMask movers = s.ordered & ~s.moved & ~s.still & s.on_map;
    if (!t_.plain_moves) movers &= ~path_units(s);
    each_bit(movers, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        out.add_each(
            make_action(static_cast<unsigned>(Kind::choose_move), u), 8, order_hexes(s, u));
    });
    out.add(make_action(static_cast<unsigned>(Kind::end_moves)));
    if (!t_.plain_moves) list_other_moves(s, out);
}

/// Units of the player in turn whose moves are given as paths (WD2.37).
UnitMask Rules::path_units(const State& s) const {
    UnitMask units = 0;
    each_bit(t_.path_takers[s.in_turn], [&](int c) {
        const UnitId home = s.commander_unit[static_cast<unsigned>(c)];
        if (home != kNoUnit) units |= bit(home);
    });
    return units;
}

/// What else is offered while units move. Rules: WD2.25, WD2.36, WD2.37, WD10.21.
void Rules::list_other_moves(const State& s, ActionList& out) const {
    each_bit(t_.move_commits[s.in_turn] & ~s.committed, [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (commit_possible(s, c, When::before_move_self))
            out.add(make_action(static_cast<unsigned>(Kind::choose_commit), c, 1));
    });
    each_bit(path_units(s) & s.ordered & ~s.moved & ~s.still & s.on_map, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        out.add_each(
            make_action(static_cast<unsigned>(Kind::choose_path), u), 8, path_starts(s, u));
    });
    list_deactivate(s, out);
    list_give_up(s, out);
}

/// A move; the partner of an engaged mover strikes first. Rules: W5.31, W6.5, W7.60; WD2.40
/// (free_disengage, no_parting_blow).
void Rules::on_move(State& s, Action x, Dice&) const {
    const unsigned u = field_a(x);
    switch (static_cast<Kind>(action_kind(x))) {
    case Kind::end_moves: top(s).step = attack_start; return;
    case Kind::deactivate: on_deactivate(s, u); return;
    case Kind::give_up_order: on_give_up(s, x); return;
    case Kind::choose_commit:
        s.committed |= bit(u);
        push(s, {effects, commit_effects, static_cast<std::uint8_t>(u), 0, 0, 0});
        return;
    case Kind::choose_path: start_path(s, u, static_cast<Hex>(field_b(x)), false); break;
    default:
        top(s) = {finish_move, static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(field_b(x)),
            s.hex[u], 0, 0};
        break;
    }
    if (s.engaged[u] != kNoUnit && suffers_blow(s, u) &&
        (s.commander[u] == kNone || !t_.commanders[s.commander[u]].free_move))
        begin_attack(s, s.engaged[u], u, Mode::parting_blow, 0);
    if (may_carry(s, u)) push(s, {choose_carry, static_cast<std::uint8_t>(u), 0, 0, 0, 0});
}

/// Frame: a unit, b where to, c where from; a unit that has escaped a blow has used its move up
/// (WD2.35).
void Rules::run_finish_move(State& s, Dice& d) const {
    const Frame f = top(s);
    top(s) = {choose_move, 0, 0, 0, 0, 0};
    if ((s.on_map & bit(f.a)) == 0) return;
    s.moved |= bit(f.a);
    if (s.hex[f.a] != f.c) return;
    if (t_.plain_ends) {
        if (s.engaged[f.a] != kNoUnit) disengage(s, f.a);
        place(s, f.a, f.b);
        take_control(s, f.a);
    } else {
        const bool beyond = t_.extra_moves && extra_allowance(s, f.a) > 0 &&
                            !reach(s, f.a, f.c, allowance(s, f.a), true).test(f.b);
        finish_order_move(s, f.a, f.b, beyond, d);
    }
}

/// `beyond`: the move takes more than the allowance and so costs the attack. Rules: W3.23, W6.5,
/// W9.53, WD2.38, WD10.34, WD B08 rule 1.
void Rules::finish_order_move(State& s, unsigned u, Hex to, bool beyond, Dice& d) const {
    s.moved |= bit(u);
    if (beyond || (t_.marsh && wading(s, u) == 1)) s.attacked |= bit(u);
    disengage(s, u);
    place(s, u, to);
    if (t_.lays) surface(s, u);
    carry_along(s, u);
    if (t_.has_exits && t_.plan.exits.test(to) &&
        t_.plan.exit_seat == seat_of(static_cast<UnitId>(u))) {
        leave(s, u);
        return;
    }
    end_movement(s, u, d);
    const std::uint8_t commander = s.commander[u];
    if (!t_.plain_moves && (s.on_map & bit(u)) != 0 && commander != kNone &&
        commit_possible(s, commander, When::after_move_self))
        push(s, {choose_commit, commit_effects, commander, 0, 0, 0});
}

void Rules::place(State& s, unsigned u, Hex to) const {
    Cells& own = s.occupied[seat_of(static_cast<UnitId>(u))];
    own.reset(s.hex[u]);
    own.set(to);
    s.hex[u] = to;
    s.tower &= ~bit(u);
    s.advanced_here &= ~bit(u);
}

/// What happens where a movement ends. Rules: W6.8, W11.7, plan rules.
void Rules::end_movement(State& s, unsigned u, Dice& d) const {
    if (!t_.has_plan_rules && !t_.outposts) {
        take_control(s, u);
        return;
    }
    if (!t_.plan.rafts.empty()) enter(s, u, d);
    if ((s.on_map & bit(u)) == 0) return;
    take_control(s, u);
    if (t_.has_plan_rules) plan_end_movement(s, u);
    if (t_.outposts && land(s, s.hex[u]) == Terrain::outpost)
        push(s, {formations, 2, static_cast<std::uint8_t>(u), 0, 0, 0});
}

void Rules::disengage(State& s, unsigned u) const {
    const UnitId partner = s.engaged[u];
    if (partner == kNoUnit) return;
    s.engaged[u] = s.engaged[partner] = kNoUnit;
    s.token_seat &= ~(bit(u) | bit(partner));
}

bool Rules::held(const State& s, unsigned u) const {
    return t_.has(Keyword::fearsome) && s.engaged[u] != kNoUnit &&
           keywords(s, s.engaged[u]).has(Keyword::fearsome);
}

}  // namespace sim::westeros
