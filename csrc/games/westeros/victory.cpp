// Points and the end of the battle. Rules: chapter 11, WD11.1-WD11.3.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

void Rules::win(State& s, Seat seat, Way way) const {
    if (s.winner != kNone) return;
    s.winner = seat;
    s.way = way;
}

void Rules::award(State& s, Seat seat, int points) const {
    s.points[seat] = static_cast<std::int16_t>(s.points[seat] + points);
}

/// A House sets fire to a hex; a token that burns down may give it points. Rules: W3.40, W3.41,
/// WD11.1.
void Rules::set_fire(State& s, Hex h, int levels, Seat seat) const {
    const Token burnt = token(s, h);
    add_fire(s, h, levels);
    if (burnt == Token::none || token(s, h) != Token::none) return;
    for (const VictoryDef& v : t_.victory)
        if (v.condition == VictoryIf::token_destroyed && v.when == VictoryWhen::immediate &&
            v.seat == seat && v.area.test(h))
            award(s, seat, v.points);
    check_instant(s);
}

/// Enough points and the enemy general captured; if both Houses meet it, points decide (W5.42).
/// With W13.5 off it holds at once. Rules: W11.2, W13.5, WD11.1, WD14.20.
void Rules::check_instant(State& s, bool regroup) const {
    const PlanRules& p = t_.plan;
    if (!p.instant || s.winner != kNone ||
        (!p.instant_at_once && t_.options.regroup_rout && !regroup))
        return;
    std::array<bool, 2> met{};
    for (Seat seat = 0; seat < 2; ++seat) {
        const int enemy = p.general[other(seat)];
        met[seat] = enemy >= 0 && s.points[seat] >= p.instant_points &&
                    s.commander_unit[static_cast<unsigned>(enemy)] == kNoUnit;
    }
    if (met[0] && met[1])
        decide_by_points(s);
    else if (met[0] || met[1])
        win(s, met[1] ? 1 : 0, Way::instant);
}

/// Points that a row of the victory table gives now.
int Rules::points_of(const State& s, const VictoryDef& v) const {
    const Seat seat = v.seat;
    switch (v.condition) {
    case VictoryIf::controls:
    case VictoryIf::each_controlled: {
        int n = 0;
        each_bit(v.objectives, [&](int o) {
            const ObjectiveDef& def = t_.objectives[static_cast<unsigned>(o)];
            // W11.7: without a marker only a unit standing there controls it.
            const bool mine = def.marker ? s.owner[static_cast<unsigned>(o)] == seat
                                         : s.occupied[seat].test(def.hex);
            if (mine && !(v.once_destroyed < 0 && land(s, def.hex) == Terrain::plains)) ++n;
        });
        return n * v.points;
    }
    case VictoryIf::enemy_morale: {
        const Zone z = zone(s, other(seat));
        return z < Zone::green
                   ? 0
                   : v.zone_points[static_cast<unsigned>(z) - static_cast<unsigned>(Zone::green)];
    }
    case VictoryIf::units_in: return (s.occupied[seat] & v.area).count() / v.per * v.points;
    case VictoryIf::token_present: return (v.area - s.gone).count() * v.points;
    case VictoryIf::row_reached: {
        // The count-th farthest unit decides (WD B05, WD14.17).
        const bool south = !t_.house[seat].north;
        int best = 0;
        for (const auto& [row, value] : v.rows) {
            int beyond = 0;
            s.occupied[seat].each([&](int h) {
                const int r = hex_row(static_cast<Hex>(h));
                beyond += south ? r >= row : r <= row;
            });
            if (beyond >= v.count) best = std::max(best, value);
        }
        return best * v.points;
    }
    case VictoryIf::fire_level: {
        int sum = 0;
        v.area.each([&](int cell) {
            const auto h = static_cast<Hex>(cell);
            const bool destroyed = s.gone.test(h) || fire_level(s, h) >= t_.burn_at[h];
            sum += destroyed ? v.once_destroyed : fire_level(s, h) * v.points;
        });
        return sum;
    }
    case VictoryIf::prisoner_held:
    case VictoryIf::prisoner_lost: {
        // WD B10: neither freed nor, for the other row, in the hex of a unit of the carrying House.
        const Hex at = s.plan[1];
        const bool held =
            at != kNoHex && s.occupied[t_.plan.carrier_seat].test(at) && s.hidden_shown != 0;
        const bool freed = s.plan[3] == 1;
        return !freed && held == (v.condition == VictoryIf::prisoner_held) ? v.points : 0;
    }
    default: return 0;  // awarded when it happens
    }
}

/// Award what falls due. Rules: W5.41, W5.42.
void Rules::score(State& s, VictoryWhen when) const {
    for (const VictoryDef& v : t_.victory)
        if (v.when == when && s.round >= v.from_round)
            s.points[v.seat] = static_cast<std::int16_t>(s.points[v.seat] + points_of(s, v));
}

/// Points, then morale, then momentum. Rules: W5.42, W8.26, W11.4.
void Rules::finish(State& s) const {
    score(s, VictoryWhen::game_end);
    check_instant(s, true);
    if (s.winner != kNone) return;
    if (t_.plan.decide) {
        int held = 0;
        each_bit(s.hidden_real,
            [&](int i) { held += s.owner[static_cast<unsigned>(i)] == t_.plan.decide_winner; });
        const bool met =
            held >= t_.plan.decide_locations && zone(s, t_.plan.decide_winner) <= Zone::green;
        win(s, met ? t_.plan.decide_winner : other(t_.plan.decide_winner), Way::decide);
        return;
    }
    decide_by_points(s);
}

/// Rules: W11.4, W8.26.
void Rules::decide_by_points(State& s) const {
    if (s.points[0] != s.points[1]) {
        win(s, s.points[1] > s.points[0] ? 1 : 0, Way::points);
        return;
    }
    const int d0 = depth(s, 0), d1 = depth(s, 1);
    if (!t_.tie_momentum && d0 != d1)
        win(s, d1 < d0 ? 1 : 0, Way::morale);
    else
        win(s, s.momentum, Way::momentum);
}

int Rules::to_act(const State& s) const {
    if (s.winner != kNone) return -1;
    const Frame& f = top(s);
    switch (f.step) {
    case Step::choose_keep_token:
    case Step::choose_keep_card: return f.b;
    case Step::choose_stalwart_ignore:
    case Step::choose_concurrent_counter:
    case Step::choose_deflect:
    case Step::choose_counterattack: return seat_of(fight(s).target);
    case Step::choose_flank_reroll:
    case Step::choose_reroll_die:
    case Step::choose_advance:
    case Step::choose_pursue_move:
    case Step::choose_aimed_shot:
    case Step::choose_withdraw:
    case Step::choose_raider:
    case Step::choose_defend_token:
    case Step::choose_forced_kind:
    case Step::choose_pursue_attack: return seat_of(fight(s).attacker);
    case Step::choose_retreat_hex:
    case Step::choose_further_hex:
    case Step::choose_path:
    case Step::choose_carry: return seat_of(f.a);
    case Step::choose_formation:
    case Step::choose_outpost_side: return seat_of(f.c);
    case Step::choose_joint_counter:
    case Step::choose_covering_unit:
    case Step::choose_gap_attack: return t_.commanders[f.b].seat;
    case Step::choose_token_layout: return f.b;
    case Step::place_hidden_tokens: return t_.plan.location_seat;
    case Step::assign_hidden_tokens:
        return t_.plan.prisoner ? t_.plan.prisoner_seat : t_.plan.archers_seat;
    case Step::place_palisade_tokens: return t_.plan.palisade_seat;
    case Step::remove_palisade_tokens: return other(t_.plan.palisade_seat);
    case Step::place_catapult_tokens: return t_.plan.catapult_seat;
    case Step::choose_hidden_token:
    case Step::place_archers: return t_.plan.archers_seat;
    case Step::choose_commit:
    case Step::choose_effect_unit:
    case Step::choose_effect_hex:
        return list_of(f) == commit_effects ? t_.commanders[f.b].seat : s.in_turn;
    default: return s.in_turn;
    }
}

float Rules::returns(const State& s, int seat) const {
    if (s.winner == kNone) return 0.0F;
    return s.winner == seat ? 1.0F : -1.0F;
}

}  // namespace sim::westeros
