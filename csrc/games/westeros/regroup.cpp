// The Regroup phase: status, victory, discard, morale, next round. Rules: W5.40-W5.45.
#include <algorithm>

#include "core/bytes.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Fire, Disloyal, defend tokens. Frame field a: the next part. Rules: W3.44, W5.40, W9.21, W9.65.
void Rules::run_regroup_status(State& s, Dice& d) const {
    Frame& f = top(s);
    if (!t_.burnable && !t_.has(Keyword::disloyal)) f.a = 3;
    const Cells fires = burning(s);
    switch (f.a++) {
    case 0: {
        if (fires.none()) break;
        std::array<int, 2> loss{};
        for (unsigned u = 0; u < kUnits; ++u)
            if ((s.on_map & bit(u)) != 0 && fires.test(s.hex[u]))
                loss[seat_of(static_cast<UnitId>(u))] += take(s, u, 1);
        settle(s, loss);
        break;
    }
    case 1: {
        if (fires.none()) break;
        const Cells palisades = t_.lays ? s.laid - t_.water : Cells{};
        const Cells spread = (neighbours(s.fire[2]) & t_.playable) - fires -
                             ((t_.burn[0] | devastated(s) | s.gone) - palisades);
        spread.each([&](int h) { add_fire(s, static_cast<Hex>(h), 1); });
        break;
    }
    case 2:
        if (t_.has(Keyword::disloyal)) {
            const unsigned flip = s.first_player == 0 ? 0 : 16;
            while (f.b < kUnits && !test_loyalty(s, f.b ^ flip, d)) ++f.b;
            if (f.b++ < kUnits) --f.a;  // one unit at a time
        }
        break;
    default:
        s.defend = 0;
        s.forced = s.marks = 0;  // WD2.32, WD9.34
        f = {regroup_victory, 0, 0, 0, 0, 0};
        break;
    }
}

/// Roll for one unit if it is disloyal and its House in doubt. Rules: W9.21.
bool Rules::test_loyalty(State& s, unsigned u, Dice& d) const {
    const auto seat = seat_of(static_cast<UnitId>(u));
    const Zone mood = zone(s, seat);
    if (mood < Zone::green || (s.on_map & bit(u)) == 0 || !keywords(s, u).has(Keyword::disloyal))
        return false;
    const int dice = static_cast<int>(mood) - static_cast<int>(Zone::green) + 1;
    const Faces rolled = d.pool(static_cast<RollId>(RollName::disloyal), dice);
    const int n = rolled[Face::morale] + rolled[static_cast<Face>(rank(s, u))];
    if (n > 0) lose(s, u, n);
    return true;
}

/// Score, victory. Rules: W5.41, W5.42.
void Rules::run_regroup_victory(State& s, Dice&) const {
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
    auto& discard = s.discard[f.b];
    add_bytes<kCards>(discard.data(), hand.data());
    hand.fill(0);
    for (const std::uint8_t kept : {f.d, f.e})
        if (kept != kNone) {
            --discard[kept];
            ++hand[kept];
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
