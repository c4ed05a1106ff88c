// Worth of units and of rolls against them for the greedy agent.
#include "games/westeros/greedy.hpp"

namespace sim::westeros {

namespace {

/// Sides of a die that hit this defence level, valor apart. Rules: W7.18.
constexpr int shield_sides(int defence) { return defence <= 1 ? 3 : defence == 2 ? 2 : 1; }

/// Hits that a House is expected to deflect in one attack at most.
constexpr int kDeflected = 2;
/// What a token of a colour is worth to its House when it is used for something else.
constexpr int kAimed = 25;

}  // namespace

Judge::Judge(const Rules& rules, const State& s, Seat seat)
    : r_(rules),
      s_(s),
      t_(rules.tables()),
      seat_(seat),
      flees_(t_.has_exits && t_.plan.exit_seat == seat),
      trial_(s) {
    for (const VictoryDef& v : t_.victory) {
        if (v.condition == VictoryIf::enemy_unit_eliminated) kill_[other(v.seat)] += v.points;
        if (v.condition == VictoryIf::row_reached && v.seat == seat) rows_ = &v;
        if (v.condition == VictoryIf::unit_exits && t_.has_exits) exits_ = &v;
    }
    if (flees_) ++kill_[other(seat)];  // a pursuer less stands in the way
    if (t_.burnable) fuel_ = find_fuel();
}

bool Judge::has_bonus(unsigned u, Hook hook) const {
    for (unsigned i = 0; i < s_.bonus_count; ++i) {
        const Bonus& b = s_.bonus[i];
        if (b.hook == hook && b.seat == seat_of(static_cast<UnitId>(u)) &&
            (b.units >> (u & 15) & 1) != 0)
            return true;
    }
    return false;
}

/// True when a retreat would cost figures. Rules: W3.35, W8.11, W8.13.
bool Judge::cornered(unsigned u) const {
    if ((s_.tower & bit(u)) != 0) return true;
    const int row = hex_row(s_.hex[u]) + (t_.house[seat_of(static_cast<UnitId>(u))].north ? 1 : -1);
    if (row < 0 || row >= kStride) return true;
    Cells back;
    back.word[static_cast<unsigned>(row) / 4] = std::uint64_t{0xFFFF} << (row % 4 * 16);
    const Cells shut = (t_.impassable - s_.laid) | s_.occupied[0] | s_.occupied[1];
    return ((t_.near1[s_.hex[u]] & back & t_.playable) - shut).none();
}

/// Points and morale that its House loses with the unit.
void Judge::appraise(Mark& m, unsigned u) const {
    const auto seat = seat_of(static_cast<UnitId>(u));
    const UnitType& type = r_.type(s_, u);
    const auto rank = static_cast<unsigned>(r_.rank(s_, u));
    const std::uint8_t commander = s_.commander[u];
    m.plain = m.need = s_.plain[u];
    m.worth = worth::kPoint * kill_[seat] + worth::kMorale * (static_cast<int>(rank) + 1) +
              worth::kDie * type.dice[rank];
    m.back = 0;
    if (exits_ != nullptr && exits_->seat == seat) {  // it will not get away any more
        const int points = commander != kNone ? exits_->with_commander : exits_->points;
        m.worth += worth::kLater * points;
        m.back = worth::kExitStep;
    }
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
}

const Judge::Mark& Judge::mark(unsigned u) {
    Mark& m = mark_[u];
    if ((known_ & bit(u)) != 0) return m;
    known_ |= bit(u);
    const UnitType& type = r_.type(s_, u);
    const Keywords keywords = r_.keywords(s_, u);
    m.defence = r_.defence(s_, u);
    m.ranks = r_.defence(s_, u, true) < m.defence;
    m.cavalry = type.cls == Class::cavalry;
    m.protection = r_.protection(s_, u);
    m.stalwart = keywords.has(Keyword::stalwart);
    m.fearsome = keywords.has(Keyword::fearsome);
    m.dives = keywords.has(Keyword::dive);
    m.raids = keywords.has(Keyword::raider);
    m.scorch = t_.burnable && keywords.has(Keyword::scorch);
    m.deflects = !keywords.has(Keyword::deflect)  ? 0
                 : keywords.has(Keyword::polearm) ? kDeflected + 1
                                                  : kDeflected;
    m.shooter = !type.melee;
    m.defends = (s_.defend & bit(u)) != 0;
    m.cornered = cornered(u);
    const std::uint8_t objective =  // WD9.31
        keywords.has(Keyword::fanatic) ? t_.objective_at[s_.hex[u]] : std::uint8_t{kNone};
    m.fanatic = objective != kNone && t_.objectives[objective].marker;
    appraise(m, u);
    return m;
}

/// Expected damage of a roll: the chance to eliminate, and the figures on the way there.
/// A flank reroll counts as one more side in eight; so does a unit that cannot retreat.
int Judge::damage(const Blow& blow, const Mark& m) const {
    if (blow.dice <= 0) return 0;
    const int defence = m.defence - (blow.ranged && m.ranks ? 1 : 0);
    const bool valor = defence == 0 || (defence < 4 && (!m.cavalry || blow.horse));  // W7.18
    int sides = shield_sides(defence) + (valor ? 1 : 0) + (blow.flank ? 1 : 0);
    const bool drives = blow.drives && !m.fanatic;
    const int hexes = blow.fearsome ? 2 : 1;
    if (drives && m.cornered && !m.stalwart) sides += hexes;
    const int ignored = m.protection + blow.ignored;
    int hits = 0;
    for (int k = 1; k <= m.plain; ++k) hits += chance(blow.dice, sides, ignored + k);
    const int kill = chance(blow.dice, sides, ignored + m.need);
    const int harm = m.worth * (kill + hits / (2 * m.need)) >> 10;
    if (!drives) return harm;
    // One side in eight drives back; a Stalwart unit may stand.
    const int driven = blow.dice * hexes * m.back / (m.stalwart ? 24 : 8);
    return harm + worth::kRetreat * blow.dice * hexes + (m.cornered ? 0 : driven);
}

/// Hits that the target's House may take away with tokens of the attacker's colour. Rules: W9.40.
int Judge::deflected(unsigned u, unsigned target, const Mark& m) {
    if (m.deflects == 0 || mark(u).deflects != 0) return 0;
    const int tokens =
        s_.pool[seat_of(static_cast<UnitId>(target))][static_cast<unsigned>(r_.rank(s_, u))];
    return tokens == 0 ? 0 : std::min(tokens, kDeflected) + m.deflects - kDeflected;
}

int Judge::melee(const State& s, unsigned u, unsigned target, bool second) {
    const Mark& m = mark(target);
    const Mark& me = mark(u);
    Blow blow;
    blow.flank = r_.flanks(s, u, target);
    blow.dice = r_.attack_dice(s, u, target, Mode::melee, blow.flank, second);
    if (blow.dice <= 0) return 0;
    blow.horse = me.cavalry;
    blow.fearsome = me.fearsome;
    blow.drives = true;
    blow.ignored = deflected(u, target, m);
    const int gain = damage(blow, m) + (me.raids ? worth::kRaid : 0);
    if (!m.stalwart) return gain;
    Blow answer;
    answer.dice = r_.attack_dice(s, target, u, Mode::counterattack, false, false);
    answer.horse = m.cavalry;
    answer.fearsome = m.fearsome;
    answer.drives = true;
    answer.ignored = deflected(target, u, me);
    int harm = damage(answer, me);
    // Three in four: the target may fall or be driven off first; not if both roll at once (W9.62).
    if (!m.defends) harm = harm * 3 / 4;
    return gain - (s.bonus_count != 0 && has_bonus(u, Hook::tax_counter) ? harm / 2 : harm);
}

int Judge::shot(const State& s, unsigned u, unsigned target, Mode mode, bool second) {
    if (mode == Mode::ranged) return aim(s, u, target, second);
    Blow blow;
    // War dogs mostly bring a shield, green more often than not (W9.4).
    blow.dice = r_.attack_dice(s, u, target, mode, false, second, 0);
    blow.horse = mark(u).cavalry;
    blow.ranged = blow.drives = true;
    blow.fearsome = mark(u).fearsome;
    return damage(blow, mark(target));
}

/// A ranged attack, with Aimed Shot if a token of a better colour is there. Rules: W9.20.
int Judge::aim(const State& s, unsigned u, unsigned target, bool second) {
    Blow blow;
    blow.dice = r_.attack_dice(s, u, target, Mode::ranged, false, second);
    blow.horse = mark(u).cavalry;
    blow.ranged = blow.drives = true;
    blow.fearsome = mark(u).fearsome;
    const Mark& m = mark(target);
    int best = damage(blow, m);
    if (!t_.has(Keyword::aimed_shot) || (s.moved & bit(u)) != 0 ||
        !r_.keywords(s, u).has(Keyword::aimed_shot))
        return best;
    for (int k = 0; k < 3; ++k) {
        if (s.pool[seat_of(static_cast<UnitId>(u))][static_cast<unsigned>(k)] == 0) continue;
        blow.dice = r_.attack_dice(s, u, target, Mode::ranged, false, second, k);
        best = std::max(best, damage(blow, m) - kAimed);
    }
    return best;
}

int Judge::attack(unsigned u, unsigned target, Mode mode, bool second) {
    return mode == Mode::melee ? melee(s_, u, target, second) : shot(s_, u, target, mode, second);
}

int Judge::volley(unsigned u, unsigned target, int colour, int more, bool second) {
    Blow blow;
    blow.dice = r_.attack_dice(s_, u, target, Mode::ranged, false, second, colour, more);
    blow.horse = mark(u).cavalry;
    blow.ranged = blow.drives = true;
    blow.fearsome = mark(u).fearsome;
    return damage(blow, mark(target));
}

int Judge::strike_back(unsigned u, unsigned enemy, int dice) {
    Blow blow;
    blow.dice = dice;
    blow.horse = mark(u).cavalry;
    blow.drives = true;
    blow.fearsome = mark(u).fearsome;
    blow.ignored = deflected(u, enemy, mark(enemy));
    return damage(blow, mark(enemy));
}

int Judge::counter(unsigned u, unsigned enemy) {
    return strike_back(u, enemy, r_.attack_dice(s_, u, enemy, Mode::counterattack, false, false));
}

int Judge::loss(unsigned u, int hits) {
    const Mark& m = mark(u);
    if (hits <= 0) return 0;
    return m.worth * std::min(hits, m.plain) / (2 * m.need) + (hits >= m.need ? m.worth : 0);
}

/// Half of what each of the two could do; the second flanks. Rules: W7.11, W9.24, W9.41.
int Judge::exposure(unsigned u) {
    const Mark& m = mark(u);
    const Keywords k = r_.keywords(s_, u);
    const bool tower = (s_.tower & bit(u)) != 0;
    int first = 0, second = 0;
    each_bit(s_.on_map & seat_mask(other(seat_of(static_cast<UnitId>(u)))), [&](int i) {
        const auto e = static_cast<unsigned>(i);
        const UnitType& type = r_.type(s_, e);
        const int away = distance(s_.hex[e], s_.hex[u]);
        const int steps = type.move[static_cast<unsigned>(r_.rank(s_, e))];
        Blow blow;
        blow.drives = true;
        blow.horse = mark(e).cavalry;
        blow.fearsome = mark(e).fearsome;
        if (type.melee && !tower && away <= steps + 1) {
            blow.flank = first > 0 ? !k.has(Keyword::line) : k.has(Keyword::hedgehog);
            blow.dice = r_.attack_dice(s_, e, u, Mode::melee, blow.flank, false);
        } else if (type.range_max > 0 && away <= steps + type.range_max - (tower ? 1 : 0)) {
            blow.ranged = true;
            blow.dice = r_.attack_dice(s_, e, u, Mode::ranged, false, false);
        }
        const int harm = damage(blow, m);
        second = std::max(second, std::min(first, harm));
        first = std::max(first, harm);
    });
    return (first + second) / 2;
}

}  // namespace sim::westeros
