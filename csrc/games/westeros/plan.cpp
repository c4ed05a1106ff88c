// Rules of single plans during play, and what they hide. Rules: WD B02, B03, B04, B10.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Face-down archer tokens still on the map.
UnitMask Rules::hidden_tokens(const State& s) const {
    return (bit(static_cast<unsigned>(t_.plan.archers.size())) - 1) & ~s.hidden_shown;
}

/// Where archers may appear beside an occupied token hex (WD B03 rule 3).
Cells Rules::archer_hexes(const State& s, Hex around) const {
    return t_.near1[around] & empty_hexes(s);
}

void Rules::appear(State& s, unsigned slot, Hex at, bool ordered) const {
    const UnitDef& def = t_.units[slot];
    s.hex[slot] = at;
    s.type[slot] = static_cast<std::uint8_t>(def.type);
    s.plain[slot] = static_cast<std::uint8_t>(t_.types[static_cast<unsigned>(def.type)].figures);
    s.occupied[def.seat].set(at);
    s.on_map |= bit(slot);
    s.active |= bit(slot);
    if (def.rank == Rank::blue) s.blue |= bit(slot);
    if (def.rank == Rank::red) s.red |= bit(slot);
    const std::uint8_t objective = t_.objective_at[at];
    if (objective != kNone && t_.objectives[objective].marker) s.owner[objective] = def.seat;
    if (!ordered) return;
    s.ordered |= bit(slot);
    s.still |= bit(slot);
}

/// Turn a token up: a real one becomes a unit, a false one is taken off. Rules: WD B03, rules 2
/// and 3.
void Rules::reveal(State& s, unsigned token, Hex at, bool ordered) const {
    if ((s.hidden_real >> token & 1) == 0) return;
    // Units are numbered as they appear: their numbers tell nothing of the tokens still hidden.
    const UnitMask before = s.hidden_real & s.hidden_shown & ~bit(token);
    const unsigned slot = t_.plan.archer_slot + static_cast<unsigned>(std::popcount(before));
    if (!s.occupied[0].test(at) && !s.occupied[1].test(at))
        appear(s, slot, at, ordered);
    else if (archer_hexes(s, at).any())
        push(s, {place_archers, static_cast<std::uint8_t>(slot), at,
                    ordered ? std::uint8_t{1} : std::uint8_t{0}, 0, 0});
}

void Rules::options_place_archers(const State& s, ActionList& out) const {
    archer_hexes(s, top(s).b).each([&](int h) {
        out.add(
            make_action(static_cast<unsigned>(Kind::choose_effect_hex), static_cast<unsigned>(h)));
    });
}

void Rules::on_place_archers(State& s, Action x, Dice&) const {
    const Frame f = top(s);
    pop(s);
    appear(s, f.a, static_cast<Hex>(field_a(x)), f.c != 0);
}

/// Turn up the hidden tokens within some hexes of an enemy's unit, in the order that their owner
/// picks (WD B03, rule 3).
void Rules::turn_up(State& s, Hex around, int hexes) const {
    UnitMask found = 0;
    each_bit(hidden_tokens(s), [&](int i) {
        if (distance(t_.plan.archers[static_cast<unsigned>(i)], around) <= hexes)
            found |= bit(static_cast<unsigned>(i));
    });
    if (found != 0)
        push(s, {choose_hidden_token, static_cast<std::uint8_t>(found),
                    static_cast<std::uint8_t>(found >> 8), 0, 0, 0});
}

/// Frame: a and b the tokens still to be turned up.
void Rules::options_hidden_token(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    out.add_each(make_action(static_cast<unsigned>(Kind::choose_effect_unit), kHiddenToken), 16,
        MaskSet{f.a | static_cast<unsigned>(f.b) << 8});
}

void Rules::on_hidden_token(State& s, Action x, Dice&) const {
    const unsigned token = field_a(x) - kHiddenToken;
    Frame& f = top(s);
    const unsigned left = (f.a | static_cast<unsigned>(f.b) << 8) & ~bit(token);
    f.a = static_cast<std::uint8_t>(left);
    f.b = static_cast<std::uint8_t>(left >> 8);
    if (left == 0) pop(s);
    s.hidden_shown |= bit(token);
    reveal(s, token, t_.plan.archers[token], false);
}

/// A unit on a raft landing: the catapult shoots once. Rules: WD B04, rule 4.
void Rules::enter(State& s, unsigned u, Dice& d) const {
    const PlanRules& p = t_.plan;
    if (seat_of(static_cast<UnitId>(u)) == p.catapult_seat) return;
    for (unsigned i = 0; i < p.rafts.size(); ++i) {
        if (p.rafts[i] != s.hex[u] || (s.hidden_shown >> i & 1) != 0) continue;
        s.hidden_shown |= bit(i);
        if (s.plan[i] != static_cast<std::uint8_t>(rank(s, u))) return;
        const Face rolled = d.one(static_cast<RollId>(RollName::catapult));
        if (static_cast<std::uint8_t>(rolled) == s.plan[i]) {
            s.plain[u] = 0;
            if (s.commander[u] != kNone && can_escape(s, u))
                s.pending |= bit(u);
            else
                fall(s, u);
        }
        return;
    }
}

/// A unit leaves the map by an exit: not eliminated. Rules: WD B08, rules 1 and 2.
void Rules::leave(State& s, unsigned u) const {
    const Seat seat = seat_of(static_cast<UnitId>(u));
    const std::uint8_t commander = s.commander[u];
    disengage(s, u);
    s.occupied[seat].reset(s.hex[u]);
    s.hex[u] = kNoHex;
    s.on_map &= ~bit(u);
    s.active &= ~bit(u);
    s.ordered &= ~bit(u);
    s.defend &= ~bit(u);
    if (commander != kNone) s.commander_unit[commander] = kNoUnit;
    for (const VictoryDef& v : t_.victory)
        if (v.condition == VictoryIf::unit_exits && v.seat == seat)
            award(s, seat, commander != kNone ? v.with_commander : v.points);
    check_instant(s);
    if (s.winner == kNone && (s.on_map & seat_mask(seat)) == 0) finish(s);
}

/// Rules: WD B02 rule 2, B03 rules 3 and 4, B10 rules 2 and 5.
void Rules::plan_end_movement(State& s, unsigned u) const {
    const PlanRules& p = t_.plan;
    const Seat seat = seat_of(static_cast<UnitId>(u));
    const Hex at = s.hex[u];
    if (p.locations)
        for (unsigned i = 0; i < static_cast<unsigned>(p.location_count[0] + p.location_count[1]);
            ++i)
            if (s.plan[i] == at) {
                s.owner[i] = seat;
                if (seat != p.location_seat) s.hidden_shown |= bit(i);
            }
    if (p.captive == at && seat != p.captive_seat && s.plan[0] == 0) {
        s.plan[0] = 1;
        for (const VictoryDef& v : t_.victory)
            if (v.condition == VictoryIf::captive_taken && v.seat == seat) award(s, seat, v.points);
        check_instant(s);
    }
    if (!p.archers.empty() && seat != p.archers_seat) turn_up(s, at, 1);
    if (p.prisoner && seat == p.carrier_seat) {
        if (s.hidden_shown == 0 && (at == p.places[0] || at == p.places[1])) {
            s.hidden_shown = 3;
            s.plan[1] = p.places[static_cast<unsigned>(std::countr_zero(s.hidden_real))];
        }
        if (s.plan[2] == u + 1 && s.plan[1] == at && s.plan[3] == 0) {
            const bool north = t_.house[seat].north;
            if (north ? hex_row(at) >= p.free_row : hex_row(at) <= p.free_row) {
                s.plan[3] = 1;
                for (const VictoryDef& v : t_.victory)
                    if (v.condition == VictoryIf::prisoner_freed && v.seat == seat)
                        award(s, seat, v.points);
                check_instant(s);
            }
        }
        s.plan[2] = 0;
    }
}

/// A unit of the carrying House that begins its order with the prisoner may take him along (WD B10,
/// rule 2).
bool Rules::may_carry(const State& s, unsigned u) const {
    const PlanRules& p = t_.plan;
    return p.prisoner && s.hidden_shown != 0 && s.plan[3] == 0 && s.plan[1] == s.hex[u] &&
           seat_of(static_cast<UnitId>(u)) == p.carrier_seat;
}

void Rules::options_carry(const State&, ActionList& out) const {
    out.add(make_action(static_cast<unsigned>(Kind::choose_carry), 0));
    out.add(make_action(static_cast<unsigned>(Kind::choose_carry), 1));
}

void Rules::on_carry(State& s, Action x, Dice&) const {
    s.plan[2] = static_cast<std::uint8_t>(field_a(x) != 0 ? top(s).a + 1 : 0);
    pop(s);
}

void Rules::carry_along(State& s, unsigned u) const {
    if (t_.plan.prisoner && s.plan[2] == u + 1) s.plan[1] = s.hex[u];
}

/// Show a seat what it may know of the plan's hidden things; `v` holds nothing of them yet. Rules:
/// WD1.6.
void Rules::show_plan(State& v, const State& s, Seat viewer) const {
    const PlanRules& p = t_.plan;
    Frame& f = v.stack[v.stack_depth - 1U];
    const bool secret = (p.locations && viewer != p.location_seat) ||
                        (!p.archers.empty() && viewer != p.archers_seat) ||
                        (p.prisoner && viewer != p.prisoner_seat);
    v.hidden_real = secret ? s.hidden_real & s.hidden_shown : s.hidden_real;
    if (secret && f.step == place_hidden_tokens) f.c = 0;
    if (secret && f.step == assign_hidden_tokens) f.a = f.b = 0;
    v.plan = s.plan;
    if (!p.rafts.empty() && viewer != p.catapult_seat)
        for (unsigned i = 0; i < p.rafts.size(); ++i)
            if ((s.hidden_shown >> i & 1) == 0 &&
                !(f.step == place_palisade_tokens || f.step == remove_palisade_tokens))
                v.plan[i] = f.step == place_catapult_tokens && i >= f.a ? 0 : kNone;
}

/// Deal what show_plan leaves out. Rules: WD1.6.
void Rules::complete_plan(State& s, Seat viewer, Dice& d) const {
    const PlanRules& p = t_.plan;
    Frame& f = s.stack[s.stack_depth - 1U];
    const auto deal = [&](int tokens, int real) {
        std::array<std::uint8_t, 16> bag{};
        for (int i = 0; i < tokens; ++i)
            bag[static_cast<unsigned>(i)] = (s.hidden_shown >> i & 1) == 0 ? 1 : 0;
        for (int n = real - std::popcount(s.hidden_real); n > 0; --n) {
            const auto i =
                static_cast<unsigned>(d.draw(static_cast<RollId>(RollName::determine), bag));
            bag[i] = 0;
            s.hidden_real |= bit(i);
        }
    };
    if (p.locations && viewer != p.location_seat) {
        const int laid =
            f.step == place_hidden_tokens ? f.a : p.location_count[0] + p.location_count[1];
        const int real = f.step == place_hidden_tokens ? std::max(laid - p.location_count[0], 0)
                                                       : p.location_count[1];
        deal(laid, real);
        if (f.step == place_hidden_tokens) f.c = static_cast<std::uint8_t>(real);
    }
    if (!p.archers.empty() && viewer != p.archers_seat) {
        const bool naming = f.step == assign_hidden_tokens;
        deal(static_cast<int>(p.archers.size()), naming ? 0 : p.archers_real);
        if (naming) f.a = f.b = 0;
    }
    if (p.prisoner && viewer != p.prisoner_seat && f.step != assign_hidden_tokens &&
        s.hidden_shown == 0)
        deal(2, 1);
    if (!p.rafts.empty() && viewer != p.catapult_seat && f.step != place_palisade_tokens &&
        f.step != remove_palisade_tokens) {
        const unsigned known =
            f.step == place_catapult_tokens ? f.a : static_cast<unsigned>(p.rafts.size());
        std::vector<std::uint8_t> fits;
        for (const auto& layout : p.layouts) {
            bool same = true;
            for (unsigned i = 0; i < known; ++i)
                same &= (s.hidden_shown >> i & 1) == 0 || s.plan[i] == layout[i];
            fits.push_back(same ? 1 : 0);
        }
        const auto& layout = p.layouts[static_cast<unsigned>(
            d.draw(static_cast<RollId>(RollName::determine), fits))];
        std::copy_n(layout.begin(), known, s.plan.begin());
    }
}

}  // namespace sim::westeros
