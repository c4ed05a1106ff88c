// Who may attack whom, with how many dice, and what hits. Rules: W7.1-W7.6, W7.14, W7.18, W7.20,
// section 7.3.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Terrain in force: a devastated hex is plains (W3.41).
Terrain Rules::land(const State& s, Hex h) const {
    const auto terrain = static_cast<Terrain>(t_.terrain_at[h]);
    if (t_.burnable && t_.burn_at[h] != 0 && !t_.burn_tokens.test(h) &&
        fire_level(s, h) >= t_.burn_at[h])
        return Terrain::plains;
    return terrain;
}

Token Rules::token(const State& s, Hex h) const {
    if (t_.burnable && s.gone.test(h)) return Token::none;
    return static_cast<Token>(t_.token_at[h]);
}

bool Rules::has_bonus(const State& s, unsigned u, Hook hook) const {
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        if (b.hook == hook && b.seat == seat_of(static_cast<UnitId>(u)) &&
            (b.units >> (u & 15) & 1) != 0)
            return true;
    }
    return false;
}

/// Keywords of unit type, commander, plan, bonuses and neighbours. Rules: W2.10, WD2.23, W3.23
/// (marsh takes Stalwart).
Keywords Rules::keywords(const State& s, unsigned u) const {
    Keywords k = type(s, u).keywords;
    const auto seat = seat_of(static_cast<UnitId>(u));
    if (s.commander[u] != kNone) k.add(t_.commanders[s.commander[u]].keywords);
    if (t_.units[u].scorch) k.add(Keyword::scorch, 0);
    int pursue_bonus = 0;
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        if (b.seat != seat || (b.units >> (u & 15) & 1) == 0) continue;
        if (b.hook == Hook::keyword) k.add(static_cast<Keyword>(b.arg), b.amount);
        if (b.hook == Hook::pursue_bonus) pursue_bonus += b.amount;
    }
    if (k.has(Keyword::pursue)) k.pursue = static_cast<std::uint8_t>(k.pursue + pursue_bonus);
    for (unsigned c = 0; c < t_.commanders.size(); ++c) {
        const CommanderDef& def = t_.commanders[c];
        if (def.aura.flags == 0 || def.seat != seat || s.commander_unit[c] == kNoUnit) continue;
        if (t_.near1[s.hex[s.commander_unit[c]]].test(s.hex[u])) k.add(def.aura);
    }
    if (t_.marsh && land(s, s.hex[u]) == Terrain::marsh)
        k.flags &= ~(1U << static_cast<unsigned>(Keyword::stalwart));
    return k;
}

/// W7.18: rank 1 to 3, one more with Heavy Armor.
int Rules::defence(const State& s, unsigned target) const {
    return static_cast<int>(rank(s, target)) + 1 +
           (keywords(s, target).has(Keyword::heavy_armor) ? 1 : 0);
}

/// W7.18.
int Rules::count_hits(Faces faces, int defence, bool valor_counts) const {
    const Face shield = defence <= 1 ? Face::green : defence == 2 ? Face::blue : Face::red;
    return faces[shield] + (valor_counts && defence < 4 ? faces[Face::valor] : 0);
}

/// Hits of one attack that the target ignores: Toughness and Cover. Rules: W7.20, W7.30, W3.22.
int Rules::protection(const State& s, unsigned target) const {
    const Hex h = s.hex[target];
    int ignored = keywords(s, target).toughness;
    if (land(s, h) == Terrain::building) {
        const bool went_out =
            s.engaged[target] != kNoUnit && ((s.token_seat >> target & 1) != 0) == (target >= 16);
        if (!went_out) ++ignored;
    }
    if (token(s, h) == Token::palisade) ++ignored;
    return ignored;
}

/// W7.14: rank dice, all modifiers, then limits.
int Rules::attack_dice(const State& s, unsigned attacker, unsigned target, Mode mode, bool flank,
    bool second, int colour) const {
    const UnitType& kind = type(s, attacker);
    const auto seat = seat_of(static_cast<UnitId>(attacker));
    const int base = kind.dice[colour >= 0 ? static_cast<unsigned>(colour)
                                           : static_cast<unsigned>(rank(s, attacker))];
    if (mode == Mode::scorch) return base;  // W9.15
    const Hex from = s.hex[attacker], at = s.hex[target];
    int extra = 0;
    if (!is_answer(mode)) {
        const auto holds = [&](Condition c) {
            switch (c) {
            case Condition::always: return true;
            case Condition::flank: return flank;
            case Condition::moved: return (s.moved >> attacker & 1) != 0;
            case Condition::target_has_commander: return s.commander[target] != kNone;
            case Condition::target_damaged: return figures(s, target) < type(s, target).figures;
            case Condition::own_morale_higher: return depth(s, seat) < depth(s, other(seat));
            }
            return false;
        };
        if (kind.keywords.has(Keyword::off_balance) && (s.moved >> attacker & 1) != 0) --extra;
        for (unsigned i = 0; i < s.bonus_count; ++i) {
            const Bonus& b = s.bonus[i];
            if (b.seat != seat || (b.units >> (attacker & 15) & 1) == 0) continue;
            if (b.hook == Hook::add_dice && (b.arg == 0 || (s.began >> attacker & 1) == 0) &&
                holds(b.condition))
                extra += b.amount;
            if (b.hook == Hook::second_attack && second) extra += b.amount;
        }
        if (s.commander[attacker] != kNone)
            for (const EffectDef& e : t_.commanders[s.commander[attacker]].ability)
                if (e.op == Op::add_dice && holds(e.condition)) extra += e.k;
    }
    if (is_ranged(mode) && t_.marsh && land(s, at) == Terrain::marsh) ++extra;
    if (t_.options.reduced_strength && 2 * figures(s, attacker) <= kind.figures) --extra;  // W13.4

    const auto forest = [&](Hex h) {
        const Terrain land_here = land(s, h);
        return land_here == Terrain::forest || land_here == Terrain::forest_road ||
               land_here == Terrain::forest_river;
    };
    const bool uphill = t_.hills && land(s, at) == Terrain::hill && land(s, from) != Terrain::hill;
    const bool out_of_building = is_ranged(mode) && land(s, from) == Terrain::building;
    const bool limited =
        forest(from) || forest(at) || uphill || out_of_building || token(s, from) == Token::ford;
    if (!limited) return base + extra;
    return t_.options.cap_base_only ? std::min(base, 2) + extra
                                    : std::min(base + extra, 2);  // W3.17, W13.6
}

/// Rules: W7.1-W7.3, W7.6, W9.4, W9.13.
bool Rules::legal_target(const State& s, unsigned attacker, unsigned target, Mode mode) const {
    const UnitType& kind = type(s, attacker);
    const Hex from = s.hex[attacker], at = s.hex[target];
    const int away = distance(from, at);
    const bool engaged = s.engaged[attacker] != kNoUnit;
    switch (mode) {
    case Mode::melee: return kind.melee && away == 1;
    case Mode::ranged:
        if (kind.range_max == 0 || away > kind.range_max || away < kind.range_min ||
            (away == 1 && kind.melee))
            return false;
        if (engaged && away > 1 && !t_.options.engaged_fire_anywhere) return false;
        return sees(s, from, at);
    case Mode::war_dogs:
        if (away < kind.dogs_min || away > kind.dogs_max || kind.dogs_max == 0) return false;
        return (!engaged || t_.options.engaged_fire_anywhere) && sees(s, from, at, true);
    default: return false;
    }
}

void Rules::list_attacks(
    const State& s, unsigned u, bool second, Kind action, ActionList& out) const {
    const UnitType& kind = type(s, u);
    const auto seat = seat_of(static_cast<UnitId>(u));
    const auto first = static_cast<unsigned>(action);
    const Cells& enemies = s.occupied[other(seat)];
    const auto offer = [&](Mode mode, unsigned target) {
        const bool flank =
            mode == Mode::melee && s.engaged[target] != kNoUnit && s.engaged[target] != u;
        // War dogs may drive back or wound without dice (W9.4); other attacks need one (W7.6).
        if (mode == Mode::war_dogs || attack_dice(s, u, target, mode, flank, second) > 0)
            out.add(make_action(first, u, static_cast<unsigned>(mode), target));
    };
    if (kind.melee) {
        UnitMask targets = 0;
        (t_.near1[s.hex[u]] & enemies).each([&](int h) {
            targets |= bit(unit_at(s, static_cast<Hex>(h)));
        });
        each_bit(targets, [&](int target) { offer(Mode::melee, static_cast<unsigned>(target)); });
    }
    for (const Mode mode : {Mode::ranged, Mode::war_dogs}) {
        if ((mode == Mode::ranged ? kind.range_max : kind.dogs_max) == 0) continue;
        each_bit(s.on_map & seat_mask(other(seat)), [&](int target) {
            if (legal_target(s, u, static_cast<unsigned>(target), mode))
                offer(mode, static_cast<unsigned>(target));
        });
    }
    if (t_.burnable && keywords(s, u).has(Keyword::scorch)) {
        // W9.6: an adjacent hex without unit that can still burn.
        Cells fuel = (t_.near1[s.hex[u]] & t_.fire_only) - s.occupied[0] - s.occupied[1] - s.gone -
                     devastated(s);
        if (t_.late_fire != kNoHex && s.round < t_.late_fire_round) fuel.reset(t_.late_fire);
        fuel.each([&](int h) {
            out.add(make_action(
                first, u, static_cast<unsigned>(Mode::scorch), static_cast<unsigned>(h)));
        });
    }
}

/// Rules: W5.32.
void Rules::options_attack(const State& s, ActionList& out) const {
    each_bit(s.ordered & ~s.attacked & s.on_map, [&](int u) {
        list_attacks(
            s, static_cast<unsigned>(u), (s.began >> u & 1) != 0, Kind::choose_attack, out);
    });
    out.add(make_action(static_cast<unsigned>(Kind::end_attacks)));
}

void Rules::on_attack(State& s, Action x, Dice&) const {
    if (static_cast<Kind>(action_kind(x)) == Kind::end_attacks) {
        top(s).step = turn_end;
        return;
    }
    const unsigned u = field_a(x);
    begin_attack(s, u, field_c(x), static_cast<Mode>(field_b(x)),
        (s.began >> u & 1) != 0 ? Attack::second : 0);
}

void Rules::run_attack_start(State& s, Dice&) const { top(s).step = choose_attack; }

}  // namespace sim::westeros
