// Commit abilities: when they may be used and the question. Rules: WD2.24, WD2.25.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Conditions of a commit ability inside an attack. Rules: WD2.25.
bool Rules::asked_in_attack(const State& s, unsigned c, When when) const {
    const CommanderDef& def = t_.commanders[c];
    const UnitId home = s.commander_unit[c];
    const Attack& a = fight(s);
    const Frame f = {effects, commit_effects, static_cast<std::uint8_t>(c), 1, 1, 0};
    switch (when) {
    case When::on_attack_on: return t_.near1[s.hex[home]].test(s.hex[a.target]) || home == a.target;
    case When::after_attack_on:
        return (a.asked >> (kWatch + watch_number(c)) & 1) != 0 &&
               (s.on_map & bit(a.attacker)) != 0 && s.attack_depth < kAttackDepth &&
               joint_units(s, def.seat) != 0;
    case When::on_loss_self:
        return home == a.target && s.plain[home] > 0 && effect_units(s, f) != 0;
    default: break;
    }
    if (home != a.attacker) return false;
    if (when == When::after_elimination_self) return (a.flags & Attack::eliminated) != 0;
    if (when == When::before_attack_self) return true;
    return def.commit[0].op != Op::second_attack || a.mode == Mode::melee;
}

/// Has one of these units a hex to step to?
bool Rules::someone_steps(const State& s, const EffectDef& e, UnitMask units) const {
    bool found = false;
    each_bit(units, [&](int i) {
        const auto u = static_cast<unsigned>(i);
        found = found || (!held(s, u) && reach(s, u, s.hex[u], std::max(e.k, 1), false).any());
    });
    return found;
}

/// The number of a commander among those with `after_attack_on`.
unsigned Rules::watch_number(unsigned commander) const {
    return static_cast<unsigned>(std::popcount(t_.watchers & (bit(commander) - 1)));
}

/// Would the ability of an uncommitted commander on the map change anything now?
bool Rules::commit_works(const State& s, unsigned c, When when) const {
    const CommanderDef& def = t_.commanders[c];
    const UnitId home = s.commander_unit[c];
    const EffectDef& e = def.commit[0];
    if (e.op == Op::rally && e.area == Area::zoc && s.attack_depth == 0 && t_.plain_turns)
        return (in_zoc(s, c) & ~s.active & t_.class_units[static_cast<unsigned>(e.cls)]) != 0;
    if (s.attack_depth > 0) {
        if (!asked_in_attack(s, c, when)) return false;
        if (when != When::own_turn_start && when != When::after_attack_self) return true;
    }
    const Frame f = {effects, commit_effects, static_cast<std::uint8_t>(c), 1, home, 0};
    switch (e.op) {
    case Op::rally:
        if (e.area == Area::own_and_adjacent &&
            ((s.active & bit(home)) == 0 || figures(s, home) < type(s, home).figures))
            return true;
        return effect_units(s, f) != 0;
    case Op::step:
        if (e.who == Who::own) return !held(s, home) && effect_hexes(s, f).any();
        return someone_steps(s, e, in_zoc(s, c) & t_.class_units[static_cast<unsigned>(e.cls)]);
    case Op::add_fire: return effect_hexes(s, f).any();
    case Op::river_jump: return effect_hexes(s, f).any();
    case Op::second_attack:
    case Op::war_dogs_attack: return s.attack_depth < kAttackDepth && effect_units(s, f) != 0;
    case Op::covering_fire: return effect_units(s, f) != 0;
    case Op::dice_per_unit_passed:
        return (s.ordered & bit(home) & ~(s.moved | s.still)) != 0 && !path_starts(s, home).none();
    case Op::rearrange_command_tokens:
        return tokens_on_map(s, def.seat) > 0 && may_lead_through(s, c);
    default: return true;
    }
}

/// Put the question to the next commander whose moment has come; false when there is none.
bool Rules::ask_commit(State& s, When when) const {
    Attack& a = fight(s);
    for (unsigned c = 0; c < t_.commanders.size(); ++c) {
        if ((t_.commanders[c].when >> static_cast<unsigned>(when) & 1) == 0 ||
            (a.asked >> c & 1) != 0)
            continue;
        const bool of_target = when == When::on_attack_on || when == When::on_loss_self ||
                               when == When::after_attack_on;
        const UnitId side = of_target ? a.target : a.attacker;
        if (t_.commanders[c].seat != seat_of(side) || !commit_possible(s, c, when)) continue;
        a.asked = static_cast<std::uint16_t>(a.asked | 1U << c);
        push(s, {choose_commit, commit_effects, static_cast<std::uint8_t>(c), 0, 0, 0});
        return true;
    }
    return false;
}

void Rules::options_commit(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    out.add(make_action(static_cast<unsigned>(Kind::choose_commit), f.b, 0));
    if (f.c == 0 || can_fill(s, f.b, f.d))
        out.add(make_action(static_cast<unsigned>(Kind::choose_commit), f.b, 1));
}

/// Frame: b commander, c 1 for a gap, d its hex or the unit of a captured commander, e that unit
/// + 1.
void Rules::on_commit(State& s, Action x, Dice&) const {
    const Frame f = top(s);
    pop(s);
    if (field_b(x) == 0) {
        if (f.e != 0) fall(s, f.e - 1U);
        return;
    }
    s.committed = s.committed | bit(field_a(x));
    push(s, {effects, commit_effects, static_cast<std::uint8_t>(field_a(x)), 0, f.d, 0});
}

/// Bearers, and with them ranks, change places; then the dice are counted again. Rules: WD2.30,
/// WD2.31.
void Rules::swap_bearers(State& s, unsigned home, unsigned u, unsigned commander) const {
    const std::uint8_t theirs = s.commander[u];
    if (theirs == kNone) {
        ++s.plain[home];
        --s.plain[u];
    } else {
        s.commander_unit[theirs] = static_cast<UnitId>(home);
    }
    s.commander[home] = theirs;
    s.commander[u] = static_cast<std::uint8_t>(commander);
    s.commander_unit[commander] = static_cast<UnitId>(u);
    const auto swap_bit = [&](UnitMask& mask) {
        const UnitMask x = mask >> home & 1, y = mask >> u & 1;
        mask = (mask & ~(bit(home) | bit(u))) | x << u | y << home;
    };
    swap_bit(s.blue);
    swap_bit(s.red);
    const auto figure = [&](unsigned c) {
        return static_cast<std::uint8_t>(t_.commanders[c].type);
    };
    const std::uint8_t new_bearer = theirs == kNone ? s.type[u] : figure(theirs);
    // At most one other figure: the bearer breaks the tie.
    if (s.plain[home] <= (theirs == kNone ? 2 : 1)) s.type[home] = new_bearer;
    if (s.plain[u] <= 1) s.type[u] = figure(commander);
    s.stack[s.stack_depth - 2U].step = at_count;
}

}  // namespace sim::westeros
