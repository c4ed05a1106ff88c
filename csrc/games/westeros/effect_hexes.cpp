// Hexes and cards that effects let their player name. Rules: W10.4, WD10.9, WD10.30, WD10.33.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Hexes an effect may name. Frame field d: the moving unit (steps, escape, river_jump).
Cells Rules::effect_hexes(const State& s, const Frame& f) const {
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const UnitId home = s.commander_unit[f.b];
    switch (e.op) {
    case Op::step:
    case Op::step_all:
    case Op::extend_advance: {
        const unsigned u = f.d;
        if ((s.on_map & bit(u)) == 0) return {};
        const int k = e.op == Op::extend_advance ? 1 : e.k < 0 ? allowance(s, u, false) : e.k;
        return reach(s, u, s.hex[u], k, false);
    }
    case Op::pay_figures_for_palisade: return palisade_hexes(s, f.d, f.e);
    case Op::escape: return escape_hexes(s, f.d);
    case Op::river_jump: return river_hexes(s, s.hex[f.d]);
    default: return home == kNoUnit ? Cells{} : fuel(s, s.hex[home]);
    }
}

/// Frame field e: the lowest hex that may be chosen (add_fire).
void Rules::options_effect_hex(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const Op op = effect_list(s, f)[f.c - 1U].op;
    const int least = op == Op::add_fire ? f.e : 0;
    const Cells hexes = effect_hexes(s, f);
    hexes.each([&](int h) {
        if (h >= least)
            out.add(make_action(
                static_cast<unsigned>(Kind::choose_effect_hex), static_cast<unsigned>(h)));
    });
    const bool forced =
        op == Op::pay_figures_for_palisade || op == Op::escape || op == Op::river_jump;
    if (!forced || hexes.none())
        out.add(make_action(static_cast<unsigned>(Kind::choose_effect_hex), kNone));
}

void Rules::on_effect_hex(State& s, Action x, Dice& d) const {
    const Frame f = top(s);
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const auto h = static_cast<Hex>(field_a(x));
    if (h == kNoHex) {
        pop(s);
        return;
    }
    switch (e.op) {
    case Op::step:
        pop(s);
        disengage(s, f.d);
        place(s, f.d, h);
        end_movement(s, f.d, d);
        break;
    case Op::step_all:
    case Op::extend_advance:  // T-DAV after the command
        pop(s);
        move_aside(s, f.d, h);
        break;
    case Op::pay_figures_for_palisade:
        pop(s);
        s.laid.set(h);
        break;
    case Op::escape:
    case Op::river_jump:
        pop(s);
        if (Attack* a = attack_on(s, f.d); a != nullptr && e.op == Op::escape) {
            a->flags |= Attack::cancelled;
            if ((a->more & Attack::concurrent) != 0)
                s.attack[s.attack_depth - 2U].flags |= Attack::cancelled;
        }
        disengage(s, f.d);
        place(s, f.d, h);
        end_movement(s, f.d, d);
        break;
    default: {
        set_fire(s, h, e.k, t_.commanders[f.b].seat);
        Frame& now = top(s);
        now.e = static_cast<std::uint8_t>(h + 1);
        if (--now.d == 0) pop(s);
        break;
    }
    }
}

/// Frame: d cards still to discard, e the last one + 1: sets are named in increasing order. Two
/// cards for tokens (T-MAR) may be kept, but not one of them.
void Rules::options_discard_card(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    const Seat seat = t_.commanders[f.b].seat;
    const EffectDef& e = effect_list(s, f)[f.c - 1U];
    const bool for_tokens = e.op == Op::discard_cards_for_tokens;
    const unsigned least = f.e > 0 ? f.e - 1U : 0;
    const auto kinds = static_cast<unsigned>(t_.cards[seat].size());
    const auto behind = [&](unsigned card) {
        int n = 0;
        for (unsigned c = card; c < kinds; ++c) n += s.hand[seat][c];
        return n;
    };
    for (unsigned card = least; card < kinds; ++card)
        if (s.hand[seat][card] > 0 && (!for_tokens || behind(card) >= f.d))
            out.add(make_action(static_cast<unsigned>(Kind::choose_discard_card), card));
    if (out.empty() || (for_tokens && f.e == 0))
        out.add(make_action(static_cast<unsigned>(Kind::choose_discard_card), kNone));
}

void Rules::on_discard_card(State& s, Action x, Dice& d) const {
    Frame& f = top(s);
    const Seat seat = t_.commanders[f.b].seat;
    const unsigned card = field_a(x);
    if (card == kNone) {
        pop(s);
        return;
    }
    --s.hand[seat][card];
    ++s.discard[seat][card];
    f.e = static_cast<std::uint8_t>(card + 1);
    if (--f.d > 0) return;
    const bool for_tokens = effect_list(s, f)[f.c - 1U].op == Op::discard_cards_for_tokens;
    pop(s);
    if (for_tokens)
        deal_tokens(s,
            d.pool(static_cast<RollId>(RollName::tokens_for_cards), t_.house[seat].order_rating));
}

}  // namespace sim::westeros
