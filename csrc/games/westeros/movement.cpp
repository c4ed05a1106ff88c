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

int Rules::fire_level(const State& s, Hex h) const {
    return (s.fire[0].test(h) ? 1 : 0) + (s.fire[1].test(h) ? 2 : 0) + (s.fire[2].test(h) ? 4 : 0);
}

/// Hexes whose fire has reached the burn limit. Rules: W3.41.
Cells Rules::devastated(const State& s) const {
    if (!t_.burnable) return {};
    const Cells four = s.fire[2];
    const Cells three = four | (s.fire[1] & s.fire[0]);
    const Cells two = four | s.fire[1];
    const Cells one = two | s.fire[0];
    return ((t_.burn[4] & four) | (t_.burn[3] & three) | (t_.burn[2] & two) | (t_.burn[1] & one)) -
           t_.burn_tokens;
}

/// Rules: W3.40, W3.41, W3.45.
void Rules::add_fire(State& s, Hex h, int levels) const {
    const int limit = t_.burn_at[h];
    if (limit == 0 || levels <= 0 || s.gone.test(h)) return;
    const int level = std::min(fire_level(s, h) + levels, limit);
    const bool removed = level == limit && t_.burn_tokens.test(h);
    for (unsigned i = 0; i < 3; ++i) {
        s.fire[i].reset(h);
        if (!removed && (level >> i & 1) != 0) s.fire[i].set(h);
    }
    if (removed) s.gone.set(h);
}

/// Hexes that end a move for a unit entering them, hills apart. Rules: W3.16, W3.18, W3.20.
Cells Rules::stops(const State& s) const {
    if (!t_.burnable) return t_.stop;
    return t_.stop - devastated(s) - (t_.token[static_cast<unsigned>(Token::palisade)] & s.gone);
}

/// Hexes a unit may not enter or pass. Rules: W6.2, W3.42, W3.20 (palisade and cavalry).
Cells Rules::blocked_for(const State& s, unsigned u) const {
    const Cells units = s.occupied[0] | s.occupied[1];
    const Seat seat = seat_of(static_cast<UnitId>(u));
    const bool horse = type(s, u).cls == Class::cavalry;
    Cells blocked = t_.closed[seat][horse ? 1 : 0] | units;
    if (t_.burnable) {
        const Cells bridges = t_.token[static_cast<unsigned>(Token::bridge)];
        const Cells engines = t_.token[static_cast<unsigned>(Token::siege_engine)];
        const Cells palisades = t_.token[static_cast<unsigned>(Token::palisade)];
        const Cells opened = (engines | (horse ? palisades : Cells{})) & s.gone;
        blocked =
            (blocked - opened) | (bridges & s.gone) | burning(s) | units | t_.plan.barred[seat];
    }
    return blocked;
}

/// Hexes that a unit reaches from `from` with `allowance` hexes of movement. Rules: W6.1-W6.4,
/// W3.16, W3.19.
Cells Rules::reach(const State& s, unsigned u, Hex from, int allowance, bool by_order) const {
    if (allowance <= 0) return {};
    const Cells open = t_.playable - blocked_for(s, u);
    const Cells stop = stops(s);
    Cells road = t_.road;
    if (t_.burnable)
        road -= devastated(s) | (t_.token[static_cast<unsigned>(Token::bridge)] & s.gone);
    // A hill stops whoever climbs it, a forest road whoever comes from no road.
    const auto going_on = [&](const Cells& front, const Cells& next) {
        Cells free = next - stop;
        if (t_.hills) {
            const Cells hills = t_.terrain[static_cast<unsigned>(Terrain::hill)] - stop;
            const Cells heights = front & hills;
            free -= hills;
            if (heights.any()) free |= neighbours(heights) & open & hills;
        }
        if (t_.forest_roads) free |= neighbours(front & road) & open & road & t_.forest_road;
        return free;
    };
    Cells front = Cells::of(from);
    Cells reached = t_.near1[from] & open;
    if (allowance > 1) front = going_on(front, reached);
    for (int step = 1; step < allowance && front.any(); ++step) {
        const Cells next = neighbours(front) & open;
        reached |= next;
        if (step + 1 < allowance) front = going_on(front, next);
    }
    if (by_order && road.test(from)) {
        const Cells way = open & road;
        Cells along = t_.near1[from] & way;
        reached |= along;
        for (int step = 1; step <= allowance; ++step) {
            along = neighbours(along) & way;
            reached |= along;
        }
    }
    reached.reset(from);
    return reached;
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
    if (by_order && t_.marsh &&
        t_.terrain_at[s.hex[u]] == static_cast<std::uint8_t>(Terrain::marsh))
        hexes = std::min(hexes, 1);
    return hexes;
}

/// Rules: W5.31.
void Rules::options_move(const State& s, ActionList& out) const {
    each_bit(s.ordered & ~s.moved & ~fresh_units(s) & s.on_map, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        out.add_each(make_action(static_cast<unsigned>(Kind::choose_move), u), 8,
            reach(s, u, s.hex[u], allowance(s, u), true));
    });
    out.add(make_action(static_cast<unsigned>(Kind::end_moves)));
}

/// A move; the partner of an engaged mover strikes first. Rules: W5.31, W6.5, W7.60; WD2.40
/// (free_disengage, no_parting_blow).
void Rules::on_move(State& s, Action x, Dice&) const {
    if (static_cast<Kind>(action_kind(x)) == Kind::end_moves) {
        top(s).step = attack_start;
        return;
    }
    const unsigned u = field_a(x);
    top(s) = {
        finish_move, static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(field_b(x)), 0, 0, 0};
    const UnitId partner = s.engaged[u];
    bool blow = partner != kNoUnit;
    if (s.commander[u] != kNone) {
        const CommanderDef& c = t_.commanders[s.commander[u]];
        blow &= !c.free_move && !c.no_blow;
    }
    if (blow) begin_attack(s, partner, u, Mode::parting_blow, 0);
    if (may_carry(s, u)) push(s, {choose_carry, static_cast<std::uint8_t>(u), 0, 0, 0, 0});
}

void Rules::run_finish_move(State& s, Dice& d) const {
    const unsigned u = top(s).a;
    const Hex to = top(s).b;
    top(s) = {choose_move, 0, 0, 0, 0, 0};
    if ((s.on_map & bit(u)) == 0) return;
    s.moved |= bit(u);
    if (t_.marsh && t_.terrain_at[s.hex[u]] == static_cast<std::uint8_t>(Terrain::marsh))
        s.attacked |= bit(u);
    disengage(s, u);
    place(s, u, to);
    carry_along(s, u);
    end_movement(s, u, d);
}

void Rules::place(State& s, unsigned u, Hex to) const {
    Cells& own = s.occupied[seat_of(static_cast<UnitId>(u))];
    own.reset(s.hex[u]);
    own.set(to);
    s.hex[u] = to;
}

/// What happens where a movement ends. Rules: W6.8, W11.7, plan rules.
void Rules::end_movement(State& s, unsigned u, Dice& d) const {
    if (!t_.plan.rafts.empty()) enter(s, u, d);
    if ((s.on_map & bit(u)) == 0) return;
    const std::uint8_t objective = t_.objective_at[s.hex[u]];
    if (objective != kNone && t_.objectives[objective].marker)
        s.owner[objective] = seat_of(static_cast<UnitId>(u));
    if (t_.has_plan_rules) plan_end_movement(s, u);
}

void Rules::disengage(State& s, unsigned u) const {
    const UnitId partner = s.engaged[u];
    if (partner == kNoUnit) return;
    s.engaged[u] = s.engaged[partner] = kNoUnit;
    s.token_seat &= ~(bit(u) | bit(partner));
}

/// Line of sight. Rules: W3.9-W3.14.
bool Rules::sees(const State& s, Hex a, Hex b, bool dogs) const {
    const int away = distance(a, b);
    if (away <= 1) return true;
    const int delta = b - a;
    SIM_ASSERT(away <= kSightRange);
    const SightLine& line = t_.sight[static_cast<unsigned>(hex_row(a) & 1)]
                                    [static_cast<unsigned>(delta + kSightRange * (kStride + 1))];
    Cells units = s.occupied[0] | s.occupied[1];
    Cells land = t_.no_sight;
    if (t_.burnable) {
        land -= devastated(s);
        land -= t_.token[static_cast<unsigned>(Token::siege_engine)] & s.gone;
    }
    if (t_.hills) {
        const Cells& hills = t_.terrain[static_cast<unsigned>(Terrain::hill)];
        const std::uint8_t from = t_.hill_group[a], to = t_.hill_group[b];
        if (from != 0 || to != 0) units &= hills;
        if (from != 0 && from == to)
            hills.each([&](int h) {
                if (t_.hill_group[static_cast<unsigned>(h)] != from) land.set(h);
            });
        else
            land |= hills;
    }
    // War dogs run between friends but not through water (W9.4).
    if (dogs) {
        units -= s.occupied[seat_of(unit_at(s, a))];
        // A bridge takes the place of its river hex (W3.15), a ford does not (W3.20).
        const Cells bridges = (t_.token[static_cast<unsigned>(Token::bridge)] - s.gone) |
                              t_.token[static_cast<unsigned>(Token::stone_bridge)];
        land |= (t_.terrain[static_cast<unsigned>(Terrain::river)] |
                    t_.terrain[static_cast<unsigned>(Terrain::forest_river)]) -
                bridges;
    }
    const Cells block = units | land;
    for (unsigned i = 0; i < line.steps; ++i) {
        const auto [p, q] = line.offset[i];
        if (block.test(a + p) && block.test(a + q)) return false;
    }
    return true;
}

}  // namespace sim::westeros
