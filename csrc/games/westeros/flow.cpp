// The course of a battle: rounds, phases, turns, regroup. Rules: W5.1-W5.45.
#include <algorithm>

#include "core/bytes.hpp"
#include "games/westeros/steps.hpp"

namespace sim::westeros {

using enum Step;

void Rules::step(State& s, Action action, Dice& dice, ActionList& out) const {
    step_table()[static_cast<unsigned>(top(s).step)].on(*this, s, action, dice);
    advance(s, dice, out);
}

/// Run automatic steps; take decisions that have one option (W5.37); stop at a real choice or the
/// end.
void Rules::advance(State& s, Dice& d, ActionList& out) const {
    const auto& table = step_table();
    out.clear();
    while (s.winner == kNone) {
        const StepDef& def = table[static_cast<unsigned>(top(s).step)];
        if (def.run != nullptr) {
            def.run(*this, s, d);
            continue;
        }
        def.options(*this, s, out);
        SIM_ASSERT(!out.empty());
        if (out.size() > 1) return;
        def.on(*this, s, out[0], d);
        out.clear();
    }
}

void Rules::legal_actions(const State& s, ActionList& out) const {
    out.clear();
    // A view knows only its own seat's choices.
    if (s.view_of != kNone && s.view_of != to_act(s)) return;
    if (s.winner == kNone) step_table()[static_cast<unsigned>(top(s).step)].options(*this, s, out);
}

void Rules::apply(State& s, Action action, Dice& dice) const {
    ActionList next;
    step(s, action, dice, next);
}

Rules::State Rules::initial(Dice& dice) const {
    ActionList out;
    return initial(dice, out);
}

/// Advantage, refresh, rally. Rules: W5.1-W5.5.
void Rules::run_rally(State& s, Dice&) const {
    if (s.round == 1 || s.board_tokens[0] == s.board_tokens[1])
        s.first_player = s.momentum;
    else
        s.first_player = s.board_tokens[1] > s.board_tokens[0] ? 1 : 0;
    s.board_tokens = {static_cast<std::uint8_t>(t_.house[0].command_tokens),
        static_cast<std::uint8_t>(t_.house[1].command_tokens)};
    s.commander_tokens.fill(0);
    s.active = s.on_map;
    top(s).step = marshal;
}

/// Rules: W5.6, W2.16.
void Rules::roll_order_tokens(State& s, Seat seat, Dice& d) const {
    const Faces rolled =
        d.pool(static_cast<RollId>(RollName::order_tokens), t_.house[seat].order_rating);
    for (unsigned f = 0; f < kFaces; ++f) {
        int n = rolled[static_cast<Face>(f)];
        if (!t_.options.unlimited_order_tokens) n = std::min(n, 10 - s.pool[0][f] - s.pool[1][f]);
        s.pool[seat][f] = static_cast<std::uint8_t>(s.pool[seat][f] + std::max(n, 0));
    }
}

/// Draw from the deck, which is what is neither in hand, discarded nor being played. Rules: W5.7.
void Rules::draw_cards(State& s, Seat seat, int n, Dice& d) const {
    std::array<std::uint8_t, kCards> deck;
    int left = 0;
    for (unsigned c = 0; c < kCards; ++c) {
        deck[c] =
            static_cast<std::uint8_t>(t_.copies[seat][c] - s.hand[seat][c] - s.discard[seat][c]);
        left += deck[c];
    }
    if (s.card != kNone && s.in_turn == seat) {
        --deck[s.card];
        --left;
    }
    for (; n > 0; --n) {
        if (left == 0) {
            deck = s.discard[seat];
            s.discard[seat].fill(0);
            for (const auto c : deck) left += c;
            if (left == 0) return;
        }
        const auto card =
            static_cast<unsigned>(d.draw(static_cast<RollId>(RollName::draw_card), deck));
        --deck[card];
        --left;
        ++s.hand[seat][card];
    }
}

/// Rules: W5.6, W5.7.
void Rules::run_marshal(State& s, Dice& d) const {
    const Seat first = s.first_player;
    roll_order_tokens(s, first, d);
    roll_order_tokens(s, other(first), d);
    draw_cards(s, first, t_.house[first].leadership_rating, d);
    draw_cards(s, other(first), t_.house[other(first)].leadership_rating, d);
    s.in_turn = first;
    s.passed = 0;
    top(s).step = turn_start;
}

/// Rules: W5.8.
void Rules::run_turn_start(State& s, Dice&) const {
    if (s.passed == 3) {
        top(s).step = regroup_status;
        return;
    }
    if ((s.passed >> s.in_turn & 1) != 0) s.in_turn = other(s.in_turn);
    top(s).step = choose_turn_action;
}

/// Cards in hand through each commander who can take a token and has units near. Rules: W5.9,
/// W5.20-W5.23.
void Rules::list_leads(const State& s, Seat seat, ActionList& out) const {
    const std::uint32_t held = ~equal_bytes<kCards>(s.hand[seat].data(), 0) & ((1U << kCards) - 1);
    if (held == 0) return;
    std::array<UnitMask, kCommanders> zone_of;
    std::uint32_t able = 0;
    UnitMask ready = 0;
    each_bit(t_.seat_commanders[seat], [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (s.commander_tokens[c] >= t_.limit[c]) return;
        zone_of[c] = in_zoc(s, c);
        const bool tokens = hidden_near(s, c) != 0;
        if (zone_of[c] != 0 || tokens) able |= bit(c);
        if ((zone_of[c] & s.active) != 0 || tokens) ready |= bit(c);
    });
    if (able == 0) return;
    each_bit(held, [&](int i) {
        const auto card = static_cast<unsigned>(i);
        const unsigned base = make_action(static_cast<unsigned>(Kind::lead), card);
        if ((t_.any_unit_cards[seat] >> card & 1) != 0) {
            out.add_each(base, 8, MaskSet{ready});
            return;
        }
        each_bit(able, [&](int commander) {
            const auto c = static_cast<unsigned>(commander);
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
    const auto& pool = s.pool[seat];
    const UnitMask own = s.on_map & seat_mask(seat);
    const UnitMask ready = own & s.active;
    const std::array<UnitMask, 5> of_kind = {
        ready & ~(s.blue | s.red), ready & s.blue, ready & s.red, 0, ready};
    const UnitMask tokens =
        t_.plan.archers.empty() || t_.plan.archers_seat != seat ? 0 : hidden_tokens(s);
    const auto offer_hidden = [&](Kind kind, unsigned k) {
        each_bit(tokens, [&](int i) {
            out.add(make_action(
                static_cast<unsigned>(kind), k, kHiddenToken + static_cast<unsigned>(i)));
        });
    };
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
    if (pool[static_cast<unsigned>(Face::morale)] > 0) {
        const int own_end = seat == 0 ? -10 : 10;
        if (s.morale != -own_end) out.add(make_action(static_cast<unsigned>(Kind::morale_up)));
        if (s.morale != own_end)
            out.add_each(make_action(static_cast<unsigned>(Kind::morale_rally)), 16,
                MaskSet{own & ~s.active});
    }
    if (s.board_tokens[seat] > 0) list_leads(s, seat, out);
    out.add(make_action(static_cast<unsigned>(Kind::pass)));
    each_bit(t_.start_commits[seat] & ~s.committed, [&](int c) {
        if (commit_possible(s, static_cast<unsigned>(c), When::own_turn_start))
            out.add(make_action(
                static_cast<unsigned>(Kind::choose_commit), static_cast<unsigned>(c), 1));
    });
}

void Rules::on_turn_action(State& s, Action x, Dice&) const {
    const Seat seat = s.in_turn;
    const auto kind = static_cast<Kind>(action_kind(x));
    if (kind == Kind::choose_commit) {
        s.committed |= bit(field_a(x));
        push(s, {effects, 2, static_cast<std::uint8_t>(field_a(x)), 0, 0, 0});
        return;
    }
    end_bonuses(s, Until::next_own_turn, seat);
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
        change_morale(s, seat, -1);
        s.active |= bit(field_a(x));
        top(s).step = turn_close;
        break;
    case Kind::lead: {
        const unsigned card = field_a(x), commander = field_b(x);
        --s.hand[seat][card];
        s.card = static_cast<std::uint8_t>(card);
        s.lead = static_cast<std::uint8_t>(commander);
        --s.board_tokens[seat];
        ++s.commander_tokens[commander];
        s.tactic = 0;
        if (t_.cards[seat][card].boxes.size() == 1)
            open_box(s, 0);
        else
            top(s).step = choose_command_box;
        break;
    }
    default:
        s.passed = static_cast<std::uint8_t>(s.passed | 1U << seat);
        s.in_turn = other(seat);
        top(s).step = turn_start;
        break;
    }
}

/// Rules: W5.17; a hidden token is turned up instead (WD B03, rule 2).
void Rules::order(State& s, unsigned u) const {
    if (u < kUnits) {
        s.ordered |= bit(u);
        return;
    }
    const unsigned token = u - kHiddenToken;
    s.hidden_shown |= bit(token);
    reveal(s, token, t_.plan.archers[token], true);
}

/// Rules: W5.30.
void Rules::run_order_start(State& s, Dice&) const {
    s.moved = s.attacked = s.began = s.advanced = s.pursued = 0;
    top(s).step = s.ordered != 0 ? choose_move : turn_end;
}

/// Rules: W5.35.
void Rules::run_turn_end(State& s, Dice&) const {
    s.active &= ~s.ordered;
    if (s.card != kNone && tactic_usable(s, t_.cards[s.in_turn][s.card], true))
        top(s) = {choose_tactic, 1, 0, 0, 0, 0};
    else
        top(s).step = turn_close;
}

void Rules::run_turn_close(State& s, Dice&) const {
    for (unsigned i = 0; i < s.bonus_count; ++i)
        if (s.bonus[i].hook == Hook::rally_at_end)
            s.active |= (UnitMask{s.bonus[i].units} << (16 * s.bonus[i].seat)) & s.on_map;
    if (s.card != kNone) ++s.discard[s.in_turn][s.card];
    s.card = s.lead = kNone;
    s.box = s.order_left = s.tactic = s.fresh = 0;
    end_bonuses(s, Until::turn_end, s.in_turn);
    s.ordered = s.moved = s.attacked = s.began = s.advanced = s.pursued = 0;
    s.in_turn = other(s.in_turn);
    top(s) = {turn_start, 0, 0, 0, 0, 0};
}

/// Rules: W10.2, WD10.9.
void Rules::end_bonuses(State& s, Until until, Seat seat) const {
    if (s.bonus_count == 0) return;
    unsigned kept = 0;
    for (unsigned i = 0; i < s.bonus_count; ++i) {
        const Bonus& b = s.bonus[i];
        const bool ends = until == Until::round_end || b.until == Until::this_attack ||
                          (b.until == until && (until != Until::next_own_turn || b.seat == seat));
        if (!ends) s.bonus[kept++] = b;
    }
    for (unsigned i = kept; i < s.bonus_count; ++i) s.bonus[i] = Bonus{};
    s.bonus_count = static_cast<std::uint8_t>(kept);
}

/// Status, score, victory. Rules: W3.44, W5.40-W5.42.
void Rules::run_regroup_status(State& s, Dice&) const {
    if (t_.burnable) {
        const Cells fires = burning(s);
        if (fires.any()) {
            const Cells fourth = s.fire[2];
            for (unsigned i = 0; i < kUnits; ++i) {
                const unsigned u = s.first_player == 0 ? i : i ^ 16U;
                if ((s.on_map & bit(u)) != 0 && fires.test(s.hex[u])) lose(s, u, 1);
                if (s.winner != kNone) return;
            }
            const Cells spread =
                (neighbours(fourth) & t_.playable) - fires - t_.burn[0] - devastated(s) - s.gone;
            spread.each([&](int h) { add_fire(s, static_cast<Hex>(h), 1); });
        }
    }
    score(s, VictoryWhen::round_end);
    for (Seat seat = 0; seat < 2; ++seat)
        if (t_.house[seat].rout && depth(s, seat) == 10) {
            win(s, other(seat), Way::rout);
            return;
        }
    check_instant(s, true);
    if (s.winner != kNone) return;
    if (s.round == t_.rounds) {
        finish(s);
        return;
    }
    end_bonuses(s, Until::round_end, 0);
    top(s) = {regroup_discard, 0, 0, 0, 0, 0};
}

/// First player's token and card, then the second player's. Rules: W5.43.
void Rules::run_regroup_discard(State& s, Dice&) const {
    Frame& f = top(s);
    const std::uint8_t turn = f.a;
    if (turn == 4) {
        f = {regroup_end, 0, 0, 0, 0, 0};
        return;
    }
    const Seat seat = turn < 2 ? s.first_player : other(s.first_player);
    f = {turn % 2 == 0 ? choose_keep_token : choose_keep_card, turn, seat, 0, kNone, kNone};
}

void Rules::options_keep_token(const State& s, ActionList& out) const {
    for (unsigned k = 0; k < kFaces; ++k)
        if (s.pool[top(s).b][k] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_keep_token), k));
    out.add(make_action(static_cast<unsigned>(Kind::choose_keep_token), kNone));
}

void Rules::on_keep_token(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    s.pool[f.b].fill(0);
    if (field_a(x) != kNone) s.pool[f.b][field_a(x)] = 1;
    f = {regroup_discard, static_cast<std::uint8_t>(f.a + 1), 0, 0, 0, 0};
}

/// Frame: a turn, b seat, c cards kept so far, d and e which. A second card is not below the first.
void Rules::options_keep_card(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    for (unsigned card = f.c > 0 ? f.d : 0; card < t_.cards[f.b].size(); ++card)
        if (s.hand[f.b][card] > (card == f.d ? 1 : 0))
            out.add(make_action(static_cast<unsigned>(Kind::choose_keep_card), card));
    out.add(make_action(static_cast<unsigned>(Kind::choose_keep_card), kNone));
}

void Rules::on_keep_card(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    int limit = 1;
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        if (t_.commanders[c].seat == f.b && t_.commanders[c].keep > limit && in_zoc(s, c) != 0)
            limit = t_.commanders[c].keep;
    if (field_a(x) != kNone) {
        (f.c == 0 ? f.d : f.e) = static_cast<std::uint8_t>(field_a(x));
        if (++f.c < limit) return;
    }
    auto& hand = s.hand[f.b];
    for (unsigned card = 0; card < kCards; ++card) {
        const int kept = (f.d == card ? 1 : 0) + (f.e == card ? 1 : 0);
        s.discard[f.b][card] = static_cast<std::uint8_t>(s.discard[f.b][card] + hand[card] - kept);
        hand[card] = static_cast<std::uint8_t>(kept);
    }
    f = {regroup_discard, static_cast<std::uint8_t>(f.a + 1), 0, 0, 0, 0};
}

/// Recover morale, next round. Rules: W8.25, W5.44, W5.45.
void Rules::run_regroup_end(State& s, Dice&) const {
    const int d = s.morale < 0 ? -s.morale : s.morale;
    const int rest = d >= 10 ? 10 : d >= 7 ? 7 : d >= 3 ? 3 : 0;
    s.morale = static_cast<std::int8_t>(s.morale < 0 ? -rest : rest);
    ++s.round;
    top(s) = {rally, 0, 0, 0, 0, 0};
}

}  // namespace sim::westeros
