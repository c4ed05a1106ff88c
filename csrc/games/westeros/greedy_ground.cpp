// Worth of hexes for the greedy agent: objectives, prisoners, ways to them, enemies nearby.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

namespace {

constexpr int kFar = 40;         // no way to any goal
constexpr int kNothing = -1000;  // a false token: worse than passing

}  // namespace

void Judge::want(Hex h, int value) {
    if (value <= 0) return;
    ground_[h] += value;
    wanted_.set(h);
}

/// Worth of holding each objective for the rest of the battle. Rules: W11.7.
void Judge::value_objectives() {
    std::array<std::array<int, kObjectives>, 2> value{};
    for (const VictoryDef& v : t_.victory) {
        if (v.condition != VictoryIf::controls && v.condition != VictoryIf::each_controlled)
            continue;
        const int times = v.when == VictoryWhen::round_end ? t_.rounds - s_.round + 1 : 1;
        each_bit(v.objectives,
            [&](int o) { value[v.seat][static_cast<unsigned>(o)] += v.points * times; });
    }
    const Seat enemy = other(seat_);
    for (unsigned o = 0; o < t_.objectives.size(); ++o) {
        const ObjectiveDef& def = t_.objectives[o];
        const bool mine = def.marker && s_.owner[o] == seat_;
        const bool theirs = def.marker ? s_.owner[o] == enemy : s_.occupied[enemy].test(def.hex);
        want(def.hex,
            worth::kLater * ((mine ? 0 : value[seat_][o]) + (theirs ? value[enemy][o] : 0)));
    }
    // Face-down locations: only the House that laid them knows which are real (WD B02).
    if (t_.plan.locations)
        for (unsigned i = 0; i < kObjectives; ++i) {
            const bool known = seat_ == t_.plan.location_seat || (s_.hidden_shown >> i & 1) != 0;
            const bool real = (s_.hidden_real >> i & 1) != 0;
            if (s_.owner[i] == enemy && (real || !known)) want(s_.plan[i], worth::kLater);
        }
}

/// Captives to be taken and prisoners to be found and led away. Rules: WD B03 rule 4, B10.
void Judge::value_prisoners() {
    const PlanRules& p = t_.plan;
    if (p.captive != kNoHex && seat_ != p.captive_seat && s_.plan[0] == 0)
        want(p.captive, 4 * worth::kPoint);
    if (!p.prisoner || seat_ != p.carrier_seat || s_.plan[3] != 0) return;
    if (s_.hidden_shown == 0)
        for (const Hex h : p.places) want(h, 2 * worth::kPoint);
    else if (!s_.occupied[seat_].test(s_.plan[1]))
        want(s_.plan[1], 3 * worth::kPoint);
}

/// Progress of the prisoner when his hex's unit takes him to another. Rules: WD B10, rules 2 and 5.
int Judge::carried(Hex h) const {
    const bool north = t_.house[seat_].north;
    const int row = hex_row(h), now = hex_row(s_.plan[1]), free = t_.plan.free_row;
    if (north ? row >= free : row <= free) return 4 * worth::kPoint;
    return 300 * (north ? row - now : now - row);
}

/// Points for leaving, and the way still to go. Rules: WD B08, rule 1.
int Judge::exit_value(unsigned u, Hex h) {
    if (t_.plan.exits.test(h)) {
        const int points = s_.commander[u] != kNone ? exits_->with_commander : exits_->points;
        return worth::kPoint * points;
    }
    return -worth::kExitStep * distances(plain_walker)[h];
}

void Judge::value_ground() {
    ground_.fill(0);
    for (const VictoryDef& v : t_.victory)
        if (v.seat == seat_ && v.condition == VictoryIf::units_in)
            v.area.each(
                [&](int h) { want(static_cast<Hex>(h), worth::kLater * v.points / v.per); });
    if (!t_.objectives.empty() || t_.plan.locations) value_objectives();
    value_prisoners();
}

/// Hexes where units are wanted.
Cells Judge::goals(bool with_fire) const {
    if (flees_) {
        const Cells open = t_.plan.exits - s_.occupied[other(seat_)];
        return open.any() ? open : t_.plan.exits;
    }
    Cells wanted = wanted_;
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

/// Path lengths to the next goal, spreading from all goals at once; enemies count as one hex
/// further away, unless all that matters is to get away.
const std::array<std::uint8_t, kCells>& Judge::distances(unsigned walker) {
    auto& field = goal_[walker];
    if (goals_known_[walker]) return field;
    goals_known_[walker] = true;
    field.fill(kFar);
    Cells shut = (t_.impassable - s_.laid) | t_.plan.barred[seat_];
    if (walker == diver) shut -= t_.water;
    if (flees_) shut |= s_.occupied[other(seat_)];
    const Cells open = t_.playable - shut;
    const Cells prey = flees_ ? Cells{} : neighbours(s_.occupied[other(seat_)]) & open;
    Cells front = goals(walker == burner) & (flees_ ? t_.playable : open), left = open;
    for (int away = 0; away < kFar && (front.any() || away == 0); ++away) {
        front.each(
            [&](int h) { field[static_cast<unsigned>(h)] = static_cast<std::uint8_t>(away); });
        left -= front;
        front = neighbours(front) & left;
        if (away == 0) front |= prey & left;
    }
    return field;
}

/// Where enemies can strike next turn, up to seven at once.
void Judge::map_threats() {
    threat_ = {};
    each_bit(s_.on_map & seat_mask(other(seat_)), [&](int i) {
        const auto u = static_cast<unsigned>(i);
        const UnitType& type = r_.type(s_, u);
        const int steps =
            type.move[static_cast<unsigned>(r_.rank(s_, u))] + std::max(1, type.range_max - 1);
        Cells area = t_.zoc[s_.hex[u]];
        for (int k = 2; k < steps; ++k) area = neighbours(area);
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
        each_bit(s_.on_map & seat_mask(seat_) & ~bit(u),
            [&](int i) { others += beyond(s_.hex[static_cast<unsigned>(i)]) ? 1 : 0; });
        if (others < rows_->count) sum += worth::kLater / (rows_->count - others);
    }
    return sum;
}

/// Everything about hexes that does not depend on the unit; made once, when first needed.
void Judge::map() {
    mapped_ = true;
    value_ground();
    map_threats();
}

int Judge::place(unsigned u, Hex h) {
    if (!mapped_) map();
    const Mark& m = mark(u);
    const unsigned walker = m.scorch ? burner : m.dives ? diver : plain_walker;
    // A shooter wants to be near, not next to the enemy.
    int sum = ground_[h] +
              (flees_ ? exit_value(u, h)
                      : -worth::kStep * std::max<int>(distances(walker)[h], m.shooter ? 2 : 0));
    if (rows_ != nullptr) sum += rows_value(u, h);
    if (t_.plan.prisoner && s_.plan[1] == s_.hex[u] && seat_ == t_.plan.carrier_seat &&
        s_.plan[3] == 0)
        sum += carried(h);
    const int threats =
        (threat_[0].test(h) ? 1 : 0) + (threat_[1].test(h) ? 2 : 0) + (threat_[2].test(h) ? 4 : 0);
    return sum - threats * m.worth / (m.need * 64);
}

int Judge::hidden(unsigned token) const {
    if ((s_.hidden_real >> token & 1) == 0) return kNothing;
    const Hex at = t_.plan.archers[token];
    int near = 0;
    each_bit(s_.on_map & seat_mask(other(seat_)), [&](int u) {
        if (distance(at, s_.hex[static_cast<unsigned>(u)]) <= 3) ++near;
    });
    return near > 0 ? 300 : 40;
}

}  // namespace sim::westeros
