// Fires, moves and orders: the best that a unit can make of where it may go.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

/// Hexes that can be set on fire and that somebody scores for. Rules: W9.6, W3.40.
Cells Judge::find_fuel() const {
    Cells scored;
    for (const VictoryDef& v : t_.victory)
        if (v.condition == VictoryIf::token_destroyed || v.condition == VictoryIf::fire_level ||
            v.condition == VictoryIf::token_present)
            scored |= v.area;
    Cells cells = (scored & t_.fire_only) - s_.gone - s_.occupied[0] - s_.occupied[1];
    if (t_.late_fire != kNoHex && s_.round < t_.late_fire_round) cells.reset(t_.late_fire);
    return cells;
}

/// Points for a fire that rises by `levels`, own rows and the enemy's.
int Judge::fire(Hex h, int levels) const {
    const int left = t_.burn_at[h] - r_.fire_level(s_, h);
    if (left <= 0 || levels <= 0 || s_.gone.test(h)) return 0;
    const bool burnt = levels >= left;
    int points = 0;
    for (const VictoryDef& v : t_.victory) {
        if (!v.area.test(h)) continue;
        const int sign = v.seat == seat_ ? 1 : -1;
        if (v.condition == VictoryIf::token_destroyed && burnt) points += sign * v.points;
        if (v.condition == VictoryIf::token_present && burnt) points -= sign * v.points;
        if (v.condition == VictoryIf::fire_level) {
            const int now = r_.fire_level(s_, h) * v.points;
            points += sign * ((burnt ? v.once_destroyed : now + levels * v.points) - now);
        }
    }
    return points * worth::kPoint;
}

int Judge::scorch(unsigned u, Hex h) const {
    const int dice = r_.attack_dice(s_, u, u, Mode::scorch, false, false);
    int sum = 0;
    for (int level = 1; level <= std::min(dice, 4); ++level) {
        const int exactly = chance(dice, 3, level) - (level < 4 ? chance(dice, 3, level + 1) : 0);
        sum += fire(h, level) * exactly / kOddsOne;
    }
    return sum;
}

int Judge::best_attack(unsigned u) {
    const UnitType& type = r_.type(s_, u);
    const Hex from = s_.hex[u];
    const UnitMask enemies = s_.on_map & seat_mask(other(seat_));
    // A tower and a tree may each add one hex (W3.33, WD9.32).
    const int furthest =
        std::max({type.melee ? 1 : 0, type.range_max > 0 ? type.range_max + 2 : 0, type.dogs_max});
    const bool held = r_.held(s_, u);
    int best = 0;
    each_bit(enemies, [&](int i) {
        const auto target = static_cast<unsigned>(i);
        if (distance(from, s_.hex[target]) > furthest) return;
        for (const Mode mode : {Mode::melee, Mode::ranged, Mode::war_dogs}) {
            if (mode == Mode::melee && held && s_.engaged[u] != target) continue;  // W7.11
            if (r_.legal_target(s_, u, target, mode))
                best = std::max(best, attack(u, target, mode));
        }
    });
    if (mark(u).scorch)
        (t_.near1[from] & fuel_).each([&](int h) {
            best = std::max(best, scorch(u, static_cast<Hex>(h)));
        });
    return best;
}

int Judge::parting(unsigned u) {
    const UnitId partner = s_.engaged[u];
    if (partner == kNoUnit) return 0;
    const std::uint8_t commander = s_.commander[u];
    if (commander != kNone &&
        (t_.commanders[commander].free_move || t_.commanders[commander].no_blow))
        return 0;
    if (s_.bonus_count != 0 && has_bonus(u, Hook::no_parting_blow)) return 0;
    Blow blow;
    blow.dice = r_.attack_dice(s_, partner, u, Mode::parting_blow, false, false);
    blow.horse = mark(partner).cavalry;
    blow.ignored = deflected(partner, u, mark(u));
    return damage(blow, mark(u));
}

/// A unit that leaves a marsh by its order does not attack with it. Rules: W3.23.
bool Judge::may_not_strike(unsigned u) const {
    return t_.marsh && t_.terrain_at[s_.hex[u]] == static_cast<std::uint8_t>(Terrain::marsh) &&
           !has_bonus(u, Hook::ignore_terrain);
}

/// For archers and dogs sight is asked hex by hex. Assumes that the trial has the unit moved.
void Judge::survey_ranged(unsigned u, const Cells& cells, Mode mode) {
    const UnitMask enemies = s_.on_map & seat_mask(other(seat_));
    cells.each([&](int h) {
        trial_.hex[u] = static_cast<Hex>(h);
        int& best = strike_[static_cast<unsigned>(h)];
        each_bit(enemies, [&](int i) {
            const auto target = static_cast<unsigned>(i);
            if (r_.legal_target(trial_, u, target, mode))
                best = std::max(best, shot(trial_, u, target, mode, false));
        });
    });
}

void Judge::survey(unsigned u, const Cells& cells) {
    const UnitType& type = r_.type(s_, u);
    cells.each([&](int h) { strike_[static_cast<unsigned>(h)] = 0; });
    if (may_not_strike(u)) return;
    trial_.moved |= bit(u);
    trial_.tower &= ~bit(u);
    trial_.engaged[u] = kNoUnit;
    trial_.occupied[seat_].reset(s_.hex[u]);
    const UnitId partner = s_.engaged[u];
    if (partner != kNoUnit) trial_.engaged[partner] = kNoUnit;
    if (type.melee) {
        each_bit(s_.on_map & ~s_.tower & seat_mask(other(seat_)), [&](int i) {
            const auto target = static_cast<unsigned>(i);
            (t_.near1[s_.hex[target]] & cells).each([&](int h) {
                trial_.hex[u] = static_cast<Hex>(h);
                int& best = strike_[static_cast<unsigned>(h)];
                best = std::max(best, melee(trial_, u, target, false));
            });
        });
    }
    if (type.range_max > 0) survey_ranged(u, cells, Mode::ranged);
    if (type.dogs_max > 0) survey_ranged(u, cells, Mode::war_dogs);
    trial_.hex[u] = s_.hex[u];
    if (mark(u).scorch)
        fuel_.each([&](int h) {
            const int gain = scorch(u, static_cast<Hex>(h));
            (t_.near1[static_cast<unsigned>(h)] & cells).each([&](int from) {
                int& best = strike_[static_cast<unsigned>(from)];
                best = std::max(best, gain);
            });
        });
    trial_.moved = s_.moved;
    trial_.tower = s_.tower;
    trial_.engaged = s_.engaged;
    trial_.occupied = s_.occupied;
}

int Judge::step(unsigned u, const Cells& cells) {
    const int here = stay(u);
    int best = here;
    cells.each([&](int h) { best = std::max(best, place(u, static_cast<Hex>(h))); });
    return best - here;
}

int Judge::order(unsigned u) {
    const std::uint8_t commander = s_.commander[u];
    const bool stays =
        r_.held(s_, u) && (commander == kNone || !t_.commanders[commander].free_move);  // W6.6
    const Cells cells = stays ? Cells{} : r_.reach(s_, u, s_.hex[u], r_.allowance(s_, u), true);
    survey(u, cells);
    const int here = stay(u);
    int best = here + best_attack(u);
    const int blow = parting(u);
    cells.each([&](int h) {
        const auto to = static_cast<Hex>(h);
        best = std::max(best, place(u, to) + strike(to) - blow);
    });
    return best - here;
}

}  // namespace sim::westeros
