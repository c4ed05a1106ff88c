// The actions of a turn. Rules: W5.8-W5.17, W5.20-W5.23, W13.3, WD2.7, WD2.25, WD2.32.
#include <algorithm>

#include "core/bytes.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Cards in hand through each commander who can take a token and has units near. Rules: W5.9,
/// W5.20-W5.23.
void Rules::list_leads(const State& s, Seat seat, ActionList& out) const {
    const std::uint32_t held = ~equal_bytes<kCards>(s.hand[seat].data(), 0) & ((1U << kCards) - 1);
    if (held == 0) return;
    std::array<UnitMask, kCommanders> zone_of;
    std::uint32_t able = 0, full = 0;
    UnitMask ready = 0;
    const bool hidden = !t_.plan.archers.empty();
    const UnitMask asked = s.must_lead == 0 ? ~UnitMask{0} : bit(s.must_lead - 1U);
    each_bit(t_.seat_commanders[seat] & asked, [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (s.commander_tokens[c] >= t_.limit[c]) {
            if ((t_.pay_cards[seat] & held) == 0) return;
            full |= bit(c);
        }
        zone_of[c] = in_zoc(s, c);
        const bool tokens = hidden && hidden_near(s, c) != 0;
        if (zone_of[c] != 0 || tokens) able |= bit(c);
        if ((zone_of[c] & s.active) != 0 || tokens) ready |= bit(c);
    });
    if (able == 0) return;
    each_bit(held, [&](int i) {
        const auto card = static_cast<unsigned>(i);
        const unsigned base = make_action(static_cast<unsigned>(Kind::lead), card);
        if ((t_.any_unit_cards[seat] >> card & 1) != 0) {
            UnitMask through = ready & ~full;
            each_bit(ready & full, [&](int c) {
                if (payable_elsewhere(s, card, static_cast<unsigned>(c)))
                    through |= bit(static_cast<unsigned>(c));
            });
            out.add_each(base, 8, MaskSet{through});
            return;
        }
        each_bit(able, [&](int commander) {
            const auto c = static_cast<unsigned>(commander);
            if ((full >> c & 1) != 0 && !payable_elsewhere(s, card, c)) return;
            for (const BoxDef& b : t_.cards[seat][card].boxes)
                if (box_usable(s, b, c, zone_of[c])) {
                    out.add(base | c << 8);
                    break;
                }
        });
    });
}

/// Rules: W5.8-W5.17, W5.20-W5.23; commit abilities for the start of an own turn: WD2.25.
void Rules::options_turn_action(const State& s, ActionList& out) const {
    const Seat seat = s.in_turn;
    if (s.must_lead != 0) {
        list_leads(s, seat, out);
        // Only a hand dealt to complete a view may hold no card for him (WD2.25).
        if (out.empty()) out.add(make_action(static_cast<unsigned>(Kind::pass)));
        return;
    }
    const auto& pool = s.pool[seat];
    const UnitMask own = s.on_map & seat_mask(seat);
    UnitMask ready = own & s.active;
    std::array<UnitMask, kFaces> of_kind = {
        ready & ~(s.blue | s.red), ready & s.blue, ready & s.red, 0, ready};
    if (!t_.plain_turns) {
        of_kind = token_orders(s, seat);
        ready = of_kind[static_cast<unsigned>(Face::valor)];
    }
    const unsigned bound = s.forced == 0 ? 0 : forced_now(s);
    const UnitMask tokens =
        t_.plan.archers.empty() || t_.plan.archers_seat != seat ? 0 : hidden_tokens(s);
    const auto offer_hidden = [&](Kind kind, unsigned k) {
        each_bit(tokens, [&](int i) {
            out.add(make_action(
                static_cast<unsigned>(kind), k, kHiddenToken + static_cast<unsigned>(i)));
        });
    };
    if (bound != forced_card) {
        for (unsigned k = 0; k < kFaces; ++k)
            if (pool[k] > 0) {
                out.add_each(
                    make_action(static_cast<unsigned>(Kind::token), k), 8, MaskSet{of_kind[k]});
                // A hidden token is ordered like a green unit (WD B03, rule 2).
                if (k == 0 || k == static_cast<unsigned>(Face::valor)) offer_hidden(Kind::token, k);
            }
        for (unsigned k = 0; k < kFaces; ++k)
            if (pool[k] > 1) {
                out.add_each(
                    make_action(static_cast<unsigned>(Kind::token_pair), k), 8, MaskSet{ready});
                offer_hidden(Kind::token_pair, k);
            }
        if (pool[static_cast<unsigned>(Face::morale)] > 0) list_morale(s, own & ~s.active, out);
    }
    if (s.board_tokens[seat] > 0 && bound != forced_token) list_leads(s, seat, out);
    out.add(make_action(static_cast<unsigned>(Kind::pass)));
    each_bit(t_.start_commits[seat] & ~s.committed, [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (commit_possible(s, c, When::own_turn_start) ||
            (bound != forced_token && commit_possible(s, c, When::before_lead_self)))
            out.add(make_action(static_cast<unsigned>(Kind::choose_commit), c, 1));
    });
    if (t_.options.any_card_orders_one && s.board_tokens[seat] > 0 && bound != forced_token)
        list_lead_one(s, seat, out);
}

/// Units that one token of each kind orders; two of a kind order whom one of valor does. Rules:
/// W5.9, WD2.7, WD2.40 (any_token).
std::array<UnitMask, kFaces> Rules::token_orders(const State& s, Seat seat) const {
    UnitMask ready = s.on_map & seat_mask(seat) & s.active, any = 0;
    if (!t_.plain_turns) {
        if (s.brotherhood[seat] == 0) ready &= ~brotherhood(s);
        for (unsigned i = 0; i < s.bonus_count; ++i)
            if (s.bonus[i].hook == Hook::any_token && s.bonus[i].seat == seat)
                any |= UnitMask{s.bonus[i].units} << (16 * seat) & ready;
    }
    return {(ready & ~(s.blue | s.red)) | any, (ready & s.blue) | any, (ready & s.red) | any, any,
        ready};
}

/// The two actions of a morale token. Rules: W5.9, W9.23.
void Rules::list_morale(const State& s, UnitMask tired, ActionList& out) const {
    const int own_end = s.in_turn == 0 ? -10 : 10;
    if (s.morale != -own_end) out.add(make_action(static_cast<unsigned>(Kind::morale_up)));
    if (!t_.plain_turns)
        tired = rallied_by_token(s, tired);
    else if (s.morale == own_end)
        return;
    out.add_each(make_action(static_cast<unsigned>(Kind::morale_rally)), 16, MaskSet{tired});
}

/// The kind that the player in turn must take, 0 when he is free. Rules: WD2.32.
unsigned Rules::forced_now(const State& s) const {
    const bool his = (s.forced & forced_seat) / forced_seat == s.in_turn;
    return his && (s.forced & forced_later) == 0 ? s.forced & 3U : 0;
}

/// Units that the morale token may rally: not Inefficient; no morale is paid under a commander with
/// `free_rally`. Rules: W5.9, W9.23, WD2.40.
UnitMask Rules::rallied_by_token(const State& s, UnitMask inactive) const {
    if (t_.has(Keyword::inefficient)) inactive &= ~with_keyword(s, inactive, Keyword::inefficient);
    const int own_end = s.in_turn == 0 ? -10 : 10;
    if (s.morale == own_end) inactive &= freely_rallied(s, s.in_turn);
    return inactive;
}

/// Units in the zone of control of a commander with `free_rally`.
UnitMask Rules::freely_rallied(const State& s, Seat seat) const {
    UnitMask units = 0;
    each_bit(t_.free_rally[seat], [&](int c) { units |= in_zoc(s, static_cast<unsigned>(c)); });
    return units;
}

/// Any card for one unit (W13.3).
void Rules::list_lead_one(const State& s, Seat seat, ActionList& out) const {
    UnitMask able = 0;
    each_bit(t_.seat_commanders[seat], [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (s.commander_tokens[c] < t_.limit[c] &&
            (candidates(s, t_.one_unit, c) != 0 || hidden_near(s, c) != 0))
            able |= bit(c);
    });
    for (unsigned card = 0; card < t_.cards[seat].size(); ++card)
        if (s.hand[seat][card] > 0)
            out.add_each(
                make_action(static_cast<unsigned>(Kind::lead_one), card), 8, MaskSet{able});
}

void Rules::on_turn_action(State& s, Action x, Dice&) const {
    const Seat seat = s.in_turn;
    const auto kind = static_cast<Kind>(action_kind(x));
    if (kind == Kind::choose_commit) {
        s.committed |= bit(field_a(x));
        push(s, {effects, commit_effects, static_cast<std::uint8_t>(field_a(x)), 0, 0, 0});
        return;
    }
    end_bonuses(s, Until::next_own_turn, seat);
    s.must_lead = 0;
    if (s.forced != 0 && (s.forced & forced_seat) / forced_seat == seat) s.forced = 0;
    constexpr auto kMorale = static_cast<unsigned>(Face::morale);
    switch (kind) {
    case Kind::token:
    case Kind::token_pair:
        s.pool[seat][field_a(x)] =
            static_cast<std::uint8_t>(s.pool[seat][field_a(x)] - (kind == Kind::token ? 1 : 2));
        top(s).step = order_start;
        order(s, field_b(x));
        break;
    case Kind::morale_up:
        --s.pool[seat][kMorale];
        change_morale(s, seat, 1);
        top(s).step = turn_close;
        break;
    case Kind::morale_rally:
        --s.pool[seat][kMorale];
        if (t_.free_rally[seat] == 0 || (freely_rallied(s, seat) & bit(field_a(x))) == 0)
            change_morale(s, seat, -1);
        s.active |= bit(field_a(x));
        top(s).step = turn_close;
        break;
    case Kind::lead:
    case Kind::lead_one: begin_lead(s, field_a(x), field_b(x), kind == Kind::lead_one); break;
    default:
        s.passed = static_cast<std::uint8_t>(s.passed | 1U << seat);
        s.in_turn = other(seat);
        top(s).step = turn_start;
        break;
    }
}

/// What Tyrion has named in the opponent's own turn binds his next one. Rules: WD2.32.
void Rules::free_from_force(State& s) const {
    s.marks = static_cast<std::uint8_t>(s.marks & ~force_named);
    if (s.forced != 0 && (s.forced & forced_seat) / forced_seat == s.in_turn)
        s.forced = static_cast<std::uint8_t>(s.forced & ~forced_later);
}

/// Rules: W5.17, W9.63, WD2.7.
void Rules::mark_ordered(State& s, unsigned u) const {
    s.ordered |= bit(u);
    s.defend &= ~bit(u);
    if ((brotherhood(s) & bit(u)) != 0) s.marks |= brothers;
}

/// Rules: W5.17; a hidden token is turned up instead (WD B03, rule 2).
void Rules::order(State& s, unsigned u) const {
    if (u < kUnits) {
        mark_ordered(s, u);
        return;
    }
    const unsigned token = u - kHiddenToken;
    s.hidden_shown |= bit(token);
    reveal(s, token, t_.plan.archers[token], true);
}

}  // namespace sim::westeros
