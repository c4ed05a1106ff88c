// Worth of units, attacks and fires for the greedy agent.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

namespace {

constexpr int kFar = 40;

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
            if (v.condition == VictoryIf::commander_captured && v.seat != seat && (v.name < 0 || v.name == commander))
                m.worth += worth::kPoint * v.points;
    }
    m.need = std::max(m.need, 1);
    return m;
}

/// Expected damage of a roll: the chance to eliminate, and the figures on the way there.
/// A flank reroll is worth about one more side in eight; so is a banner against a unit that cannot go back.
int Judge::damage(int dice, bool by_cavalry, const Mark& m, bool flank, bool moves_back) const {
    if (dice <= 0) return 0;
    int sides = m.shields + (m.valor && (!m.cavalry || by_cavalry) ? 1 : 0);
    if (flank) ++sides;
    if (moves_back && m.cornered && !m.stalwart) ++sides;
    int hits = 0;
    for (int k = 1; k <= m.plain; ++k) hits += chance(dice, sides, m.protection + k);
    const int kill = chance(dice, sides, m.protection + m.need);
    return (m.worth * (kill + hits / (2 * m.need)) >> 10) + (moves_back ? worth::kRetreat * dice : 0);
}

int Judge::melee(const State& s, unsigned u, unsigned target, bool second) {
    const bool flank = s.engaged[target] != kNoUnit && s.engaged[target] != u;
    const bool horse = r_.type(s, u).cls == Class::cavalry;
    const Mark& m = mark(target);
    const int gain = damage(r_.attack_dice(s, u, target, Mode::melee, flank, second), horse, m, flank, true);
    if (!m.stalwart) return gain;
    // Three in four: the target may fall or, with two banners, be driven off before it strikes back.
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
            if (r_.legal_target(s_, u, target, mode)) best = std::max(best, attack(u, target, mode));
    });
    if (mark(u).scorch)
        (t_.near1[from] & fuel_).each([&](int h) { best = std::max(best, scorch(u, static_cast<Hex>(h))); });
    return best;
}

int Judge::parting(unsigned u) {
    const UnitId partner = s_.engaged[u];
    if (partner == kNoUnit) return 0;
    const std::uint8_t commander = s_.commander[u];
    if (commander != kNone && (t_.commanders[commander].free_move || t_.commanders[commander].no_blow)) return 0;
    const int dice = r_.attack_dice(s_, partner, u, Mode::parting_blow, false, false);
    return damage(dice, mark(partner).cavalry, mark(u), false, false);
}

/// For archers and dogs the sight has to be asked hex by hex. Assumes the trial holds the unit as moved.
void Judge::survey_ranged(unsigned u, const Cells& cells, Mode mode) {
    const UnitMask enemies = s_.on_map & seat_mask(other(seat_));
    cells.each([&](int h) {
        trial_.hex[u] = static_cast<Hex>(h);
        int& best = strike_[static_cast<unsigned>(h)];
        each_bit(enemies, [&](int i) {
            const auto target = static_cast<unsigned>(i);
            if (r_.legal_target(trial_, u, target, mode)) best = std::max(best, shot(trial_, u, target, mode, false));
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

/// Worth of holding each objective for the rest of the battle. Rules: W11.7.
void Judge::value_objectives() {
    bool scored = false;
    std::array<std::array<int, kObjectives>, 2> value{};
    for (const VictoryDef& v : t_.victory) {
        if (v.condition != VictoryIf::controls && v.condition != VictoryIf::each_controlled) continue;
        const int times = v.when == VictoryWhen::round_end ? t_.rounds - s_.round + 1 : 1;
        each_bit(v.objectives, [&](int o) { value[v.seat][static_cast<unsigned>(o)] += v.points * times; });
        scored = true;
    }
    for (unsigned o = 0; o < t_.objectives.size(); ++o) {
        // A plan that decides by objectives without points: each counts as one.
        if (!scored) value[0][o] = value[1][o] = 1;
        const bool marker = t_.objectives[o].marker;
        int points = 0;
        if (!marker || s_.owner[o] != seat_) points += value[seat_][o];
        if (marker ? s_.owner[o] == other(seat_) : s_.occupied[other(seat_)].test(t_.objectives[o].hex))
            points += value[other(seat_)][o];
        taken_[o] = points * worth::kLater;
    }
}

/// Hexes where units are wanted.
Cells Judge::goals(bool with_fire) const {
    Cells wanted;
    for (unsigned o = 0; o < t_.objectives.size(); ++o)
        if (taken_[o] > 0) wanted.set(t_.objectives[o].hex);
    wanted |= in_area_ | captives_;
    if (rows_ != nullptr)
        for (const auto& [row, value] : rows_->rows) {
            (void)value;
            const int step = t_.house[seat_].north ? -1 : 1;
            for (int r = row; r >= 0 && r < t_.rows; r += step)
                wanted.word[static_cast<unsigned>(r) / 4] |= std::uint64_t{0xFFFF} << (r % 4 * 16);
        }
    if (with_fire) wanted |= neighbours(fuel_);
    return (wanted & t_.playable) - s_.occupied[seat_];
}

/// Path lengths to the next goal, spreading from all goals at once; enemies count as one hex further away.
void Judge::map_goals() {
    const Cells open = t_.playable - t_.impassable;
    const Cells prey = neighbours(s_.occupied[other(seat_)]) & open;
    for (unsigned burner = 0; burner < (t_.burnable ? 2U : 1U); ++burner) {
        auto& field = goal_[burner];
        field.fill(kFar);
        Cells front = goals(burner == 1) & open, reached = front;
        for (int away = 0; away < kFar && (front.any() || away == 0); ++away) {
            front.each([&](int h) { field[static_cast<unsigned>(h)] = static_cast<std::uint8_t>(away); });
            front = neighbours(front) & open;
            if (away == 0) front |= prey;
            front -= reached;
            reached |= front;
        }
    }
}

/// Where enemies can strike next turn, up to seven at once.
void Judge::map_threats() {
    threat_ = {};
    each_bit(s_.on_map & seat_mask(other(seat_)), [&](int i) {
        const auto u = static_cast<unsigned>(i);
        const UnitType& type = r_.type(s_, u);
        const int steps = type.move[static_cast<unsigned>(r_.rank(s_, u))] + std::max(1, type.range_max - 1);
        Cells area = t_.near1[s_.hex[u]];
        for (int k = 1; k < steps; ++k) area = neighbours(area);
        const Cells carry = threat_[0] & area;
        const Cells more = threat_[1] & carry;
        threat_[0] = threat_[0] ^ area;
        threat_[1] = threat_[1] ^ carry;
        threat_[2] |= more;
    });
}

/// Rows still short of units are worth a share for each unit beyond them (B05).
int Judge::rows_value(unsigned u, Hex h) const {
    const bool south = !t_.house[seat_].north;
    int sum = 0;
    for (const auto& [row, value] : rows_->rows) {
        const auto beyond = [&](Hex x) { return south ? hex_row(x) >= row : hex_row(x) <= row; };
        if (!beyond(h)) continue;
        int others = 0;
        each_bit(s_.on_map & seat_mask(seat_) & ~bit(u), [&](int i) {
            others += beyond(s_.hex[static_cast<unsigned>(i)]) ? 1 : 0;
        });
        if (others < rows_->count) sum += worth::kLater / (rows_->count - others);
    }
    return sum;
}

/// Everything about hexes that does not depend on the unit; made once, when first needed.
void Judge::map() {
    mapped_ = true;
    for (const VictoryDef& v : t_.victory) {
        if (v.seat != seat_) continue;
        if (v.condition == VictoryIf::units_in) {
            in_area_ |= v.area;
            area_value_ = worth::kLater * v.points / v.per;
        }
        if (v.condition == VictoryIf::captive_taken && v.hex != kNoHex) captives_.set(v.hex);
    }
    value_objectives();
    map_goals();
    map_threats();
}

int Judge::place(unsigned u, Hex h) {
    if (!mapped_) map();
    const Mark& m = mark(u);
    const unsigned burner = m.scorch ? 1 : 0;
    // A shooter wants to be near, not next to the enemy.
    int sum = -worth::kStep * std::max<int>(goal_[burner][h], m.shooter ? 2 : 0);
    const std::uint8_t objective = t_.objective_at[h];
    if (objective != kNone) sum += taken_[objective];
    if (in_area_.test(h)) sum += area_value_;
    if (captives_.test(h)) sum += 5 * worth::kPoint;
    if (rows_ != nullptr) sum += rows_value(u, h);
    const int threats = (threat_[0].test(h) ? 1 : 0) + (threat_[1].test(h) ? 2 : 0) + (threat_[2].test(h) ? 4 : 0);
    return sum - threats * m.worth / (m.need * 64);
}

}  // namespace sim::westeros
