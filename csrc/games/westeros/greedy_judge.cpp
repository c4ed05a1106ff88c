// Worth of units, attacks and fires for the greedy agent.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

namespace {

/// Sides of a die that hit this defence level, valor apart. Rules: W7.18.
constexpr int shield_sides(int defence) { return defence <= 1 ? 3 : defence == 2 ? 2 : 1; }

}  // namespace

Judge::Judge(const Rules& rules, const State& s, Seat seat)
    : r_(rules), s_(s), t_(rules.tables()), seat_(seat), trial_(s) {
    for (const VictoryDef& v : t_.victory) {
        if (v.condition == VictoryIf::enemy_unit_eliminated) kill_[other(v.seat)] += v.points;
        if (v.condition == VictoryIf::row_reached && v.seat == seat) rows_ = &v;
    }
    if (t_.burnable) fuel_ = find_fuel();
}

/// True when a retreat would cost figures. Rules: W8.11, W8.13.
bool Judge::cornered(unsigned u) const {
    const int row = hex_row(s_.hex[u]) + (t_.house[seat_of(static_cast<UnitId>(u))].north ? 1 : -1);
    if (row < 0 || row >= kStride) return true;
    Cells back;
    back.word[static_cast<unsigned>(row) / 4] = std::uint64_t{0xFFFF} << (row % 4 * 16);
    const Cells shut = t_.impassable | s_.occupied[0] | s_.occupied[1];
    return ((t_.near1[s_.hex[u]] & back & t_.playable) - shut).none();
}

const Judge::Mark& Judge::mark(unsigned u) {
    Mark& m = mark_[u];
    if ((known_ & bit(u)) != 0) return m;
    known_ |= bit(u);
    const auto seat = seat_of(static_cast<UnitId>(u));
    const UnitType& type = r_.type(s_, u);
    const auto rank = static_cast<unsigned>(r_.rank(s_, u));
    const int defence = r_.defence(s_, u);
    const std::uint8_t commander = s_.commander[u];
    m.shields = shield_sides(defence);
    m.valor = defence < 4;
    m.cavalry = type.cls == Class::cavalry;
    m.protection = r_.protection(s_, u);
    const Keywords keywords = r_.keywords(s_, u);
    m.stalwart = keywords.has(Keyword::stalwart);
    m.scorch = t_.burnable && keywords.has(Keyword::scorch);
    m.shooter = !type.melee;
    m.cornered = cornered(u);
    m.plain = s_.plain[u];
    m.need = m.plain;
    m.worth = worth::kPoint * kill_[seat] + worth::kMorale * (static_cast<int>(rank) + 1) +
              worth::kDie * type.dice[rank];
    if (commander != kNone) {
        m.need += t_.commanders[commander].capture;  // W8.3
        m.worth += worth::kCommander;
        for (const VictoryDef& v : t_.victory)
            if (v.condition == VictoryIf::commander_captured && v.seat != seat &&
                (v.name < 0 || v.name == commander))
                m.worth += worth::kPoint * v.points;
        if (t_.plan.instant && t_.plan.general[seat] == commander) m.worth += 2 * worth::kPoint;
    }
    m.need = std::max(m.need, 1);
    return m;
}

/// Expected damage of a roll: the chance to eliminate, and the figures on the way there.
/// A flank reroll counts as one more side in eight; so does a unit that cannot retreat.
int Judge::damage(int dice, bool by_cavalry, const Mark& m, bool flank, bool moves_back) const {
    if (dice <= 0) return 0;
    int sides = m.shields + (m.valor && (!m.cavalry || by_cavalry) ? 1 : 0);
    if (flank) ++sides;
    if (moves_back && m.cornered && !m.stalwart) ++sides;
    int hits = 0;
    for (int k = 1; k <= m.plain; ++k) hits += chance(dice, sides, m.protection + k);
    const int kill = chance(dice, sides, m.protection + m.need);
    return (m.worth * (kill + hits / (2 * m.need)) >> 10) +
           (moves_back ? worth::kRetreat * dice : 0);
}

int Judge::melee(const State& s, unsigned u, unsigned target, bool second) {
    const bool flank = s.engaged[target] != kNoUnit && s.engaged[target] != u;
    const bool horse = r_.type(s, u).cls == Class::cavalry;
    const Mark& m = mark(target);
    const int gain =
        damage(r_.attack_dice(s, u, target, Mode::melee, flank, second), horse, m, flank, true);
    if (!m.stalwart) return gain;
    // Three in four: the target may fall or be driven off before it strikes back.
    const int answer = r_.attack_dice(s, target, u, Mode::counterattack, false, false);
    return gain - damage(answer, m.cavalry, mark(u), false, true) * 3 / 4;
}

int Judge::shot(const State& s, unsigned u, unsigned target, Mode mode, bool second) {
    // War dogs mostly bring a shield, green more often than not (W9.4).
    const int colour = mode == Mode::war_dogs ? 0 : -1;
    const int dice = r_.attack_dice(s, u, target, mode, false, second, colour);
    return damage(dice, r_.type(s, u).cls == Class::cavalry, mark(target), false, true);
}

int Judge::attack(unsigned u, unsigned target, Mode mode, bool second) {
    return mode == Mode::melee ? melee(s_, u, target, second) : shot(s_, u, target, mode, second);
}

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
    const int furthest = std::max({type.melee ? 1 : 0, type.range_max, type.dogs_max});
    int best = 0;
    each_bit(enemies, [&](int i) {
        const auto target = static_cast<unsigned>(i);
        if (distance(from, s_.hex[target]) > furthest) return;
        for (const Mode mode : {Mode::melee, Mode::ranged, Mode::war_dogs})
            if (r_.legal_target(s_, u, target, mode))
                best = std::max(best, attack(u, target, mode));
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
    const int dice = r_.attack_dice(s_, partner, u, Mode::parting_blow, false, false);
    return damage(dice, mark(partner).cavalry, mark(u), false, false);
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
    trial_.moved |= bit(u);
    trial_.engaged[u] = kNoUnit;
    const UnitId partner = s_.engaged[u];
    if (partner != kNoUnit) trial_.engaged[partner] = kNoUnit;
    if (type.melee) {
        each_bit(s_.on_map & seat_mask(other(seat_)), [&](int i) {
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
    trial_.engaged = s_.engaged;
}

int Judge::order(unsigned u) {
    const Cells cells = r_.reach(s_, u, s_.hex[u], r_.allowance(s_, u), true);
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
