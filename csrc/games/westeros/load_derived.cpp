// What follows from a loaded battle: what can burn, be laid or granted in it. Rules that nobody in
// the battle can use cost nothing during play.
#include <algorithm>
#include <set>

#include "games/westeros/kinds.hpp"
#include "games/westeros/load.hpp"

namespace sim::westeros {

namespace {

/// Call f(effect, seat) for every effect of cards and commanders.
template <class F>
void each_effect(const Tables& t, F&& f) {
    for (Seat seat = 0; seat < 2; ++seat)
        for (const CardDef& card : t.cards[seat]) {
            for (const BoxDef& box : card.boxes)
                for (const EffectDef& e : box.effects) f(e, seat);
            for (const EffectDef& e : card.tactic.effects) f(e, seat);
        }
    for (const CommanderDef& c : t.commanders) {
        for (const EffectDef& e : c.ability) f(e, c.seat);
        for (const EffectDef& e : c.commit) f(e, c.seat);
    }
}

bool has_effect(const Tables& t, Op op) {
    bool found = false;
    each_effect(t, [&](const EffectDef& e, Seat) { found |= e.op == op; });
    return found;
}

/// Every keyword that a unit of this battle has or may be granted.
void find_keywords(Tables& t) {
    for (const UnitType& type : t.types) {
        t.keywords |= type.keywords.flags;
        for (const Keywords& k : type.formation) t.lent |= k.flags;
        t.formations |= type.formations;
    }
    for (const CommanderDef& c : t.commanders) t.lent |= c.keywords.flags | c.aura.flags;
    for (const UnitDef& u : t.units)
        if (u.scorch) t.lent |= 1U << static_cast<unsigned>(Keyword::scorch);
    each_effect(t, [&](const EffectDef& e, Seat) {
        if (e.op == Op::grant) t.lent |= 1U << static_cast<unsigned>(e.keyword);
    });
    t.keywords |= t.lent;
}

void find_commanders(Tables& t) {
    for (unsigned c = 0; c < t.commanders.size(); ++c) {
        const CommanderDef& def = t.commanders[c];
        const auto at = [&](When when) {
            return (def.when >> static_cast<unsigned>(when) & 1) != 0 ? bit(c) : 0;
        };
        t.seat_commanders[def.seat] |= bit(c);
        t.limit[c] = static_cast<std::uint8_t>(def.limit);
        t.start_commits[def.seat] |= at(When::own_turn_start) | at(When::before_lead_self);
        t.move_commits[def.seat] |= at(When::before_move_self);
        t.gap_fillers |= at(When::on_ally_eliminated);
        t.watchers |= at(When::after_attack_on);
        t.interrupts |= (at(When::on_ally_eliminated) | at(When::on_capture_self)) != 0;
        t.interrupts |= def.revive;
        t.free_rally[def.seat] |= def.free_rally ? bit(c) : 0;
        t.givers[def.seat] |= def.give_up_order ? bit(c) : 0;
        t.path_takers[def.seat] |= def.pass_friends ? bit(c) : 0;
        t.counter_pursuit |= def.counter_pursue > 0;
    }
    for (const auto seat : t.givers)
        if (std::popcount(seat) > 1)
            bad("commanders: at most one of a House with give_up_order (WD2.36)");
    // The step stack and Attack::asked have room for no more (kStackDepth, kWatchers).
    for (const auto seat : t.seat_commanders)
        if (std::popcount(t.gap_fillers & seat) > 1)
            bad("commanders: at most one of a House with the moment on_ally_eliminated (WD2.25)");
    if (std::popcount(t.watchers) > static_cast<int>(kWatchers))
        bad("commanders: at most " + std::to_string(kWatchers) +
            " with the moment after_attack_on (WD2.25)");
}

void find_cards(Tables& t) {
    for (unsigned seat = 0; seat < 2; ++seat)
        for (unsigned card = 0; card < t.cards[seat].size(); ++card) {
            if (t.cards[seat][card].any_unit && !t.has_brotherhood)
                t.any_unit_cards[seat] |= bit(card);
            for (const EffectDef& e : t.cards[seat][card].tactic.effects)
                if (e.op == Op::token_on_other_commander) t.pay_cards[seat] |= bit(card);
        }
    each_effect(t, [&](const EffectDef& e, Seat) {
        t.remembers_start |= e.op == Op::order_adjacent && e.n == 0;
    });
}

/// Bonuses that an effect puts in force (add_bonus), with those that last longer than a turn apart.
struct Bonuses {
    int turn = 0, longer = 0;
};
Bonuses bonuses_of(const std::vector<EffectDef>& effects) {
    Bonuses n;
    for (const EffectDef& e : effects) switch (e.op) {
        case Op::grant:
            if (e.until <= Until::turn_end)
                ++n.turn;
            else if (!shares_entry(Hook::keyword, e.until, e.x))
                ++n.longer;
            break;
        case Op::any_token: ++n.longer; break;
        case Op::own_bonus:
        case Op::withdraw_before_counter: n.turn += 2; break;
        case Op::second_attack: n.turn += e.who != Who::own; break;
        case Op::rally: n.turn += e.area == Area::own && !e.at_end; break;
        case Op::add_dice:
        case Op::add_move:
        case Op::pursue_bonus:
        case Op::extra_morale:
        case Op::morale_per_retreat:
        case Op::reroll_one:
        case Op::tax_counter:
        case Op::add_dice_terrain:
        case Op::add_dice_support:
        case Op::move_instead_of_attack:
        case Op::ignore_terrain:
        case Op::attack_twice:
        case Op::as_flank:
        case Op::deactivate:
        case Op::extend_advance:
        case Op::choose_bonus:
        case Op::dice_per_unit_passed: ++n.turn; break;
        default: break;
        }
    return n;
}

/// The state has room for kBonuses bonuses in force together: the grants that last, those of every
/// commit ability, and those of one card with both its boxes and its tactic. A card's own grants
/// that last are counted once a copy, as each copy may be played in one round. Rules: W10.2.
void check_bonuses(const Tables& t) {
    std::set<std::array<int, 3>> shared;
    const auto share = [&](const std::vector<EffectDef>& effects, Seat seat) {
        for (const EffectDef& e : effects)
            if (e.op == Op::grant && shares_entry(Hook::keyword, e.until, e.x))
                shared.insert({seat, static_cast<int>(e.keyword), static_cast<int>(e.until)});
    };
    int lasting = 0, most = 0;
    for (Seat seat = 0; seat < 2; ++seat)
        for (const CardDef& card : t.cards[seat]) {
            Bonuses n = bonuses_of(card.tactic.effects);
            share(card.tactic.effects, seat);
            for (const BoxDef& box : card.boxes) {
                const Bonuses more = bonuses_of(box.effects);
                n = {n.turn + more.turn, n.longer + more.longer};
                share(box.effects, seat);
            }
            most = std::max(most, n.turn + (card.boxes.size() > 1 ? 1 : 0));
            lasting += n.longer * card.copies;
        }
    for (const CommanderDef& c : t.commanders) {
        const Bonuses n = bonuses_of(c.commit);
        lasting += n.turn + n.longer;
        share(c.commit, c.seat);
    }
    lasting += static_cast<int>(shared.size());
    if (lasting + most > kBonuses)
        bad("cards, commanders: at most " + std::to_string(kBonuses) +
            " bonuses in force together, not " + std::to_string(lasting + most) + " (W10.2)");
}

}  // namespace

void derive(Tables& t) {
    t.one_unit.order = 1;
    find_keywords(t);
    find_commanders(t);
    for (const UnitType& type : t.types) t.has_brotherhood |= type.brotherhood;
    find_cards(t);
    check_bonuses(t);
    t.plain_turns = !t.has_brotherhood && !has_effect(t, Op::any_token) && t.free_rally[0] == 0 &&
                    t.free_rally[1] == 0 && !t.has(Keyword::inefficient);
    t.extra_moves = has_effect(t, Op::move_instead_of_attack);
    const bool palisades_laid = has_effect(t, Op::pay_figures_for_palisade);
    const bool dives = t.has(Keyword::dive) && t.water.any();
    t.lays = palisades_laid || dives;
    t.ignoring = has_effect(t, Op::ignore_terrain);
    t.special_moves = t.lays || t.ignoring || t.has(Keyword::dive) || t.has(Keyword::tree_archer);
    t.special_dice = t.has(Keyword::hedgehog) || t.has(Keyword::pike_square) ||
                     t.has(Keyword::polearm) || t.has(Keyword::line) || t.has(Keyword::volley) ||
                     has_effect(t, Op::add_dice_terrain) || has_effect(t, Op::add_dice_support) ||
                     has_effect(t, Op::dice_per_unit_passed);
    t.plain_boxes = !t.options.two_boxes_both && !has_effect(t, Op::join_box);
    t.has_exits = t.plan.exits.any();
    t.plain_moves = !has_effect(t, Op::deactivate) && !has_effect(t, Op::river_jump) &&
                    t.givers[0] == 0 && t.givers[1] == 0 && t.path_takers[0] == 0 &&
                    t.path_takers[1] == 0 && !t.has(Keyword::call_to_arms);
    t.plain_ends = !t.marsh && !t.extra_moves && !t.lays && !t.has_exits && t.plain_moves &&
                   !t.has_plan_rules && !t.outposts;
    // Where nobody can set fires the burn tables need not be asked.
    const bool fires = t.has(Keyword::scorch) || has_effect(t, Op::add_fire);
    t.burnable = (fires && (t.fire_only.any() || palisades_laid)) || !t.plan.palisades.empty();
    for (unsigned seat = 0; seat < 2; ++seat) {
        t.closed[seat][0] = t.impassable | t.plan.barred[seat];
        t.closed[seat][1] = t.closed[seat][0] | t.token[static_cast<unsigned>(Token::palisade)];
    }
}

}  // namespace sim::westeros
