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
    if (t_.lays && s.laid.test(h)) return t_.water.test(h) ? Token::hidden_ford : Token::palisade;
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
    const UnitType& kind = type(s, u);
    Keywords k = kind.keywords;
    if (kind.formations) k.add(kind.formation[s.second_formation >> u & 1]);
    if ((s.defend & bit(u)) != 0) {  // W9.61
        k.add(Keyword::heavy_armor, 0);
        k.add(Keyword::stalwart, 0);
    }
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
    if (t_.marsh && land(s, s.hex[u]) == Terrain::marsh && !ignores_terrain(s, u))
        k.flags &= ~(1U << static_cast<unsigned>(Keyword::stalwart));
    return k;
}

UnitMask Rules::with_keyword(const State& s, UnitMask units, Keyword k) const {
    UnitMask found = 0;
    if (t_.has(k))
        each_bit(units, [&](int u) {
            if (keywords(s, static_cast<unsigned>(u)).has(k))
                found |= bit(static_cast<unsigned>(u));
        });
    return found;
}

/// W7.18: rank 1 to 3, one more with Heavy Armor, one less in Line or Wedge against a ranged
/// attack.
int Rules::defence(const State& s, unsigned target, bool ranged) const {
    const Keywords k = keywords(s, target);
    const bool ranks = k.has(Keyword::line) || k.has(Keyword::wedge);
    return static_cast<int>(rank(s, target)) + 1 + (k.has(Keyword::heavy_armor) ? 1 : 0) -
           (ranged && ranks ? 1 : 0);
}

/// W7.18; at level 0 valor always hits.
int Rules::count_hits(Faces faces, int defence, bool valor_counts) const {
    const Face shield = defence <= 1 ? Face::green : defence == 2 ? Face::blue : Face::red;
    return faces[shield] + ((valor_counts && defence < 4) || defence == 0 ? faces[Face::valor] : 0);
}

bool Rules::flanks(const State& s, unsigned attacker, unsigned target) const {
    bool flank = s.engaged[target] != kNoUnit && s.engaged[target] != attacker;
    if (t_.has(Keyword::line) && flank) flank = !keywords(s, target).has(Keyword::line);
    if (t_.has(Keyword::hedgehog) && !flank) flank = keywords(s, target).has(Keyword::hedgehog);
    return flank;
}

/// Hits of one attack that the target ignores: Toughness and Cover. Rules: W3.22, W3.31, W7.20,
/// W7.30.
int Rules::protection(const State& s, unsigned target) const {
    const Hex h = s.hex[target];
    int ignored = keywords(s, target).toughness;
    const Terrain here = land(s, h);
    if (here == Terrain::building || (here == Terrain::outpost && (s.tower >> target & 1) == 0)) {
        const bool went_out =
            s.engaged[target] != kNoUnit && ((s.token_seat >> target & 1) != 0) == (target >= 16);
        if (!went_out) ++ignored;
    }
    if (token(s, h) == Token::palisade) ++ignored;
    return ignored;
}

/// Ranged units with Volley joined to one by adjacent ones, itself apart. Rules: W9.54.
int Rules::volley(const State& s, unsigned u) const {
    const UnitMask own = s.on_map & seat_mask(seat_of(static_cast<UnitId>(u)));
    const UnitMask all = with_keyword(
        s, own & t_.class_units[static_cast<unsigned>(Class::ranged)], Keyword::volley);
    UnitMask joined = bit(u);
    for (UnitMask before = 0; before != joined;) {
        before = joined;
        each_bit(before, [&](int i) {
            each_bit(all & ~joined, [&](int j) {
                if (t_.near1[s.hex[static_cast<unsigned>(i)]].test(s.hex[static_cast<unsigned>(j)]))
                    joined |= bit(static_cast<unsigned>(j));
            });
        });
    }
    return std::popcount(joined & all & ~bit(u));
}

/// Different terrain types beside a hex. Rules: WD3.3, WD13.4.
int Rules::terrain_types(const State& s, Hex around) const {
    std::uint32_t seen = 0;
    t_.near1[around].each([&](int h) {
        const Terrain here = land(s, static_cast<Hex>(h));
        const auto add = [&](Terrain x) { seen |= 1U << static_cast<unsigned>(x); };
        if (here == Terrain::forest_road || here == Terrain::forest_river) add(Terrain::forest);
        if (here == Terrain::forest_road)
            add(Terrain::road);
        else
            add(here == Terrain::forest_river ? Terrain::river : here);
    });
    if (!t_.options.al01_plains) seen &= ~(1U << static_cast<unsigned>(Terrain::plains));
    const int n = std::popcount(seen);
    return t_.options.al01_cap > 0 ? std::min(n, t_.options.al01_cap) : n;
}

/// Dice that keywords and cards of the expansions add or take. Rules: section 7.3, W9.24-W9.26,
/// W9.41, W9.54, WD10.31, WD10.32, WD2.37.
int Rules::special_dice(const State& s, unsigned attacker, unsigned target, Mode mode) const {
    const Keywords k = keywords(s, attacker);
    const Class against = type(s, target).cls;
    int extra = k.has(Keyword::polearm) && against == Class::cavalry ? 1 : 0;
    if (is_answer(mode)) return extra + (k.has(Keyword::pike_square) ? 2 : 0);
    extra += (k.has(Keyword::hedgehog) ? 1 : 0) - (k.has(Keyword::pike_square) ? 2 : 0) +
             (k.has(Keyword::line) && against == Class::infantry ? 1 : 0);
    if (mode == Mode::ranged && k.has(Keyword::volley)) extra += volley(s, attacker);
    const auto seat = seat_of(static_cast<UnitId>(attacker));
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        if (b.seat != seat || (b.units >> (attacker & 15) & 1) == 0) continue;
        if (b.hook == Hook::add_dice_terrain) extra += terrain_types(s, s.hex[attacker]);
        if (b.hook == Hook::dice_per_unit_passed) extra += std::popcount(passed_units(b));
        if (b.hook == Hook::add_dice_support)
            each_bit(in_zoc(s, b.arg) & ~bit(attacker), [&](int u) {
                const Hex from = s.hex[static_cast<unsigned>(u)];
                const auto v = static_cast<unsigned>(u);
                const bool tower = (s.tower & bit(v)) != 0 && type(s, v).cls == Class::ranged;
                extra +=
                    tower ? sees_from_tower(s, from, s.hex[target]) : sees(s, from, s.hex[target]);
            });
    }
    return extra;
}

/// W7.14: rank dice, all modifiers, then limits.
int Rules::attack_dice(const State& s, unsigned attacker, unsigned target, Mode mode, bool flank,
    bool second, int colour, int more) const {
    const UnitType& kind = type(s, attacker);
    const auto seat = seat_of(static_cast<UnitId>(attacker));
    const int base = kind.dice[colour >= 0 ? static_cast<unsigned>(colour)
                                           : static_cast<unsigned>(rank(s, attacker))];
    if (mode == Mode::scorch) return base;  // W9.15
    const Hex from = s.hex[attacker], at = s.hex[target];
    int extra = more;
    if (t_.special_dice) extra += special_dice(s, attacker, target, mode);
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
        if ((s.moved >> attacker & 1) != 0 &&
            (kind.keywords.has(Keyword::off_balance) ||
                (t_.lends(Keyword::off_balance) &&
                    keywords(s, attacker).has(Keyword::off_balance))))
            --extra;
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

    // A ford or bridge takes the place of its forest river (W3.15); a palisade only adds.
    const auto forest = [&](Hex h) {
        const Terrain land_here = land(s, h);
        if (land_here == Terrain::forest_river && token(s, h) != Token::none) return false;
        return land_here == Terrain::forest || land_here == Terrain::forest_road ||
               land_here == Terrain::forest_river;
    };
    const bool uphill = t_.hills && land(s, at) == Terrain::hill && land(s, from) != Terrain::hill;
    const Terrain here = land(s, from);
    const bool out_of_building =
        is_ranged(mode) &&
        (here == Terrain::building || (here == Terrain::outpost && (s.tower >> attacker & 1) == 0));
    const Token crossing = token(s, from);
    bool woods = forest(from) || forest(at);
    bool ford = crossing == Token::ford || crossing == Token::hidden_ford;
    bool rough = true;
    if (t_.special_moves) {
        if (!is_answer(mode) && ignores_terrain(s, attacker)) rough = false;
        const Keywords k = keywords(s, attacker);
        if (k.has(Keyword::dive)) ford = false;  // W9.55
        if (!is_answer(mode) && k.has(Keyword::tree_archer)) woods = false;
    }
    const bool limited = rough && (woods || uphill || out_of_building || ford);
    const auto total = [&](int more_or_less) {
        if (!limited) return base + more_or_less;
        return t_.options.cap_base_only ? std::min(base, 2) + more_or_less
                                        : std::min(base + more_or_less, 2);  // W3.17, W13.6
    };
    const int dice = total(extra);
    const bool hidden =
        is_ranged(mode) && t_.has(Keyword::stealth) && keywords(s, target).has(Keyword::stealth);
    return hidden ? std::max(std::min(dice, 1), total(extra - 1)) : dice;  // WD9.30: not below 1
}

/// Rules: W3.32, W3.33, W7.1-W7.3, W9.13, WD9.32.
bool Rules::in_range(const State& s, unsigned attacker, unsigned target, Mode mode) const {
    const UnitType& kind = type(s, attacker);
    const int away = distance(s.hex[attacker], s.hex[target]);
    const bool free_fire = s.engaged[attacker] == kNoUnit || t_.options.engaged_fire_anywhere;
    const int shorter = (s.tower >> target & 1) != 0 ? 1 : 0;
    switch (mode) {
    case Mode::melee:
        return kind.melee && away == 1 && ((s.tower & (bit(attacker) | bit(target))) == 0);
    case Mode::ranged: {
        int most = kind.range_max - shorter;
        if (kind.cls == Class::ranged && (s.tower >> attacker & 1) != 0) ++most;
        if (t_.has(Keyword::tree_archer) && keywords(s, attacker).has(Keyword::tree_archer)) {
            const Terrain here = land(s, s.hex[attacker]);
            if (here == Terrain::forest || here == Terrain::forest_road) ++most;
        }
        if (kind.range_max == 0 || away > most || away < kind.range_min ||
            (away == 1 && kind.melee))
            return false;
        return free_fire || away == 1;
    }
    case Mode::war_dogs:
        return kind.dogs_max != 0 && away >= kind.dogs_min && away <= kind.dogs_max - shorter &&
               free_fire;
    default: return false;
    }
}

/// Rules: W7.1-W7.3, W7.6, W9.4, W9.13.
bool Rules::legal_target(const State& s, unsigned attacker, unsigned target, Mode mode) const {
    if (!in_range(s, attacker, target, mode)) return false;
    return mode == Mode::melee || sees_target(s, attacker, s.hex[target], mode == Mode::war_dogs);
}

/// Enemies that a melee attack may go for, dice apart. Rules: W3.32, W7.1, W7.11.
UnitMask Rules::melee_targets(const State& s, unsigned u) const {
    const unsigned theirs = 16U * other(seat_of(static_cast<UnitId>(u)));
    UnitMask targets = within(1, s.hex.data() + theirs, s.hex[u]) << theirs & s.on_map;
    if (s.tower != 0) targets = (s.tower & bit(u)) != 0 ? 0 : targets & ~s.tower;
    return held(s, u) ? targets & bit(s.engaged[u]) : targets;
}

void Rules::list_attacks(
    const State& s, unsigned u, bool second, Kind action, ActionList& out) const {
    const UnitType& kind = type(s, u);
    const auto seat = seat_of(static_cast<UnitId>(u));
    const auto first = static_cast<unsigned>(action);
    const auto offer = [&](Mode mode, unsigned target) {
        const bool flank = mode == Mode::melee && flanks(s, u, target);
        // War dogs may drive back or wound without dice (W9.4); other attacks need one (W7.6).
        if (mode == Mode::war_dogs || attack_dice(s, u, target, mode, flank, second) > 0)
            out.add(make_action(first, u, static_cast<unsigned>(mode), target));
    };
    if (kind.melee) {
        each_bit(melee_targets(s, u),
            [&](int target) { offer(Mode::melee, static_cast<unsigned>(target)); });
    }
    for (const Mode mode : {Mode::ranged, Mode::war_dogs}) {
        const int most = mode == Mode::ranged ? kind.range_max : kind.dogs_max;
        if (most == 0) continue;
        const unsigned theirs = 16U * other(seat);
        // A tower and a tree may each add one hex (W3.33, WD9.32).
        const UnitMask near = within(most + 2, s.hex.data() + theirs, s.hex[u]) << theirs;
        each_bit(near & s.on_map, [&](int target) {
            if (legal_target(s, u, static_cast<unsigned>(target), mode))
                offer(mode, static_cast<unsigned>(target));
        });
    }
    if (t_.burnable && keywords(s, u).has(Keyword::scorch)) {
        fuel(s, s.hex[u]).each([&](int h) {
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
    if (t_.plain_moves) return;
    list_deactivate(s, out);
    if (t_.has(Keyword::call_to_arms)) list_call_to_arms(s, out);
}

void Rules::on_attack(State& s, Action x, Dice&) const {
    const unsigned u = field_a(x);
    switch (static_cast<Kind>(action_kind(x))) {
    case Kind::end_attacks: top(s).step = turn_end; break;
    case Kind::deactivate: on_deactivate(s, u); break;
    case Kind::call_to_arms: on_call_to_arms(s, x); break;
    default:
        begin_attack(s, u, field_c(x), static_cast<Mode>(field_b(x)),
            (s.began >> u & 1) != 0 ? Attack::second : 0);
        break;
    }
}

void Rules::run_attack_start(State& s, Dice&) const { top(s).step = choose_attack; }

}  // namespace sim::westeros
