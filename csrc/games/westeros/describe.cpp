// A state as plain data for people and programs, and the check of its invariants.
#include "games/westeros/steps.hpp"

namespace sim::westeros {

namespace {

Value tokens_of(const std::array<std::uint8_t, kFaces>& pool) {
    Value v;
    for (unsigned k = 0; k < kFaces; ++k) v.set(std::string(kFaceNames[k]), pool[k]);
    return v;
}

Value cards_of(const std::vector<CardDef>& cards, const std::array<std::uint8_t, kCards>& counts) {
    Value v{Value::Map{}};
    for (unsigned c = 0; c < cards.size(); ++c)
        if (counts[c] > 0) v.set(cards[c].id, counts[c]);
    return v;
}

template <class T, class F>
Value both(const std::array<T, 2>& pair, F&& f) {
    return Value{Value::List{f(pair[0]), f(pair[1])}};
}

}  // namespace

Value Rules::describe(const State& s) const {
    Value v;
    v.set("round", s.round);
    v.set("decision", decision(s));
    v.set("to_act", to_act(s));
    v.set("first_player", s.first_player);
    v.set("momentum", s.momentum);
    v.set("morale", s.morale);
    v.set("depth", Value::List{depth(s, 0), depth(s, 1)});
    v.set("zone", Value::List{kZoneNames[static_cast<unsigned>(zone(s, 0))],
                      kZoneNames[static_cast<unsigned>(zone(s, 1))]});
    v.set("vp", both(s.points, [](int x) { return Value(x); }));
    v.set("terminal", s.winner != kNone);
    v.set("winner", s.winner == kNone ? Value() : Value(s.winner));
    v.set("way", kWayNames[static_cast<unsigned>(s.way)]);
    Value::List units;
    for (unsigned u = 0; u < kUnits; ++u) {
        if (t_.units[u].number.empty()) continue;
        const bool here = (s.on_map & bit(u)) != 0;
        const auto flag = [&](UnitMask mask) { return Value((mask & bit(u)) != 0); };
        Value one;
        one.set("id", static_cast<int>(u));
        one.set("number", t_.units[u].number);
        one.set("seat", seat_of(static_cast<UnitId>(u)));
        one.set("type", type(s, u).id);
        one.set("name", type(s, u).name);
        one.set("class", kClassNames[static_cast<unsigned>(type(s, u).cls)]);
        one.set("rank", kRankNames[static_cast<unsigned>(rank(s, u))]);
        one.set("figures", here ? figures(s, u) : 0);
        one.set("plain", s.plain[u]);
        one.set("commander",
            s.commander[u] == kNone ? Value() : Value(t_.commanders[s.commander[u]].id));
        one.set("c", here ? Value(hex_column(s.hex[u])) : Value());
        one.set("r", here ? Value(hex_row(s.hex[u])) : Value());
        one.set("on_map", here);
        one.set("active", flag(s.active));
        one.set("ordered", flag(s.ordered));
        one.set("moved", flag(s.moved));
        one.set("attacked", flag(s.attacked));
        one.set("turned_up", flag(s.still));
        one.set("formation", type(s, u).formations
                                 ? Value(type(s, u).formation_id[s.second_formation >> u & 1])
                                 : Value());
        one.set("defend", flag(s.defend));
        const bool inside = here && land(s, s.hex[u]) == Terrain::outpost;
        one.set("outpost_side", inside ? Value(kSideNames[s.tower >> u & 1]) : Value());
        const bool engaged = here && s.engaged[u] != kNoUnit;
        one.set("engaged_with", engaged ? Value(s.engaged[u]) : Value());
        one.set(
            "engagement_owner", engaged ? Value((s.token_seat & bit(u)) != 0 ? 1 : 0) : Value());
        one.set("allowance", here ? allowance(s, u) : 0);
        units.emplace_back(std::move(one));
    }
    v.set("units", std::move(units));
    Value::List hexes;
    t_.playable.each([&](int cell) {
        const auto h = static_cast<Hex>(cell);
        Value one;
        one.set("c", hex_column(h));
        one.set("r", hex_row(h));
        one.set("terrain", kTerrainNames[t_.terrain_at[h]]);
        one.set("token", kTokenNames[static_cast<unsigned>(token(s, h))]);
        one.set("fire", fire_level(s, h));
        one.set("devastated", devastated(s).test(h));
        const std::uint8_t o = t_.objective_at[h];
        one.set("objective", o == kNone ? Value() : Value(s.owner[o] == kNone ? -1 : s.owner[o]));
        hexes.emplace_back(std::move(one));
    });
    v.set("hexes", std::move(hexes));
    v.set("pools", both(s.pool, tokens_of));
    Value::List hands, sizes, decks, discards;
    for (Seat seat = 0; seat < 2; ++seat) {
        const bool masked = s.view_of != kNone && s.view_of != seat;
        int size = s.unseen_hand[seat], deck = 0;
        for (unsigned c = 0; c < kCards; ++c) {
            size += s.hand[seat][c];
            deck += t_.copies[seat][c] - s.discard[seat][c];
        }
        if (s.card != kNone && s.in_turn == seat) --deck;
        hands.emplace_back(masked ? Value() : cards_of(t_.cards[seat], s.hand[seat]));
        sizes.emplace_back(size);
        decks.emplace_back(deck - size);
        discards.emplace_back(cards_of(t_.cards[seat], s.discard[seat]));
    }
    v.set("hands", std::move(hands));
    v.set("hand_sizes", std::move(sizes));
    v.set("deck_sizes", std::move(decks));
    v.set("discards", std::move(discards));
    v.set("command_tokens", both(s.board_tokens, [](int x) { return Value(x); }));
    Value::List commanders;
    for (unsigned c = 0; c < t_.commanders.size(); ++c) {
        Value one;
        one.set("id", t_.commanders[c].id);
        one.set("name", t_.commanders[c].name);
        one.set("seat", t_.commanders[c].seat);
        one.set("tokens", s.commander_tokens[c]);
        one.set("committed", (s.committed >> c & 1) != 0);
        one.set("on_map", s.commander_unit[c] != kNoUnit);
        one.set("unit", s.commander_unit[c] == kNoUnit ? Value() : Value(s.commander_unit[c]));
        commanders.emplace_back(std::move(one));
    }
    v.set("commanders", std::move(commanders));
    v.set("concealed", both(s.concealed, [](int x) { return Value(x); }));
    v.set("brotherhood", both(s.brotherhood, [](int x) { return Value(x); }));
    Value forced;
    if (s.forced != 0) {
        forced.set("seat", (s.forced & forced_seat) != 0 ? 1 : 0);
        forced.set("kind", kForcedNames[s.forced & 3U]);
    }
    v.set("forced", std::move(forced));
    v.set("edges",
        Value::List{t_.house[0].north ? "north" : "south", t_.house[1].north ? "north" : "south"});
    return v;
}

std::vector<std::string> Rules::check_invariants(const State& s) const {
    std::vector<std::string> broken;
    const auto check = [&](bool holds, const char* name) {
        if (!holds) broken.emplace_back(name);
    };
    std::array<Cells, 2> seen{};
    for (unsigned u = 0; u < kUnits; ++u) {
        if ((s.on_map & bit(u)) == 0) continue;
        const Hex h = s.hex[u];
        check(t_.playable.test(h), "unit_on_playable_hex");
        check(!seen[0].test(h) && !seen[1].test(h), "one_unit_a_hex");
        seen[seat_of(static_cast<UnitId>(u))].set(h);
        check(figures(s, u) > 0 && figures(s, u) <= type(s, u).figures + 1, "figures_in_range");
        check((s.tower & bit(u)) == 0 || land(s, h) == Terrain::outpost, "tower_in_outpost");
        check((s.tower & bit(u)) == 0 || s.engaged[u] == kNoUnit, "tower_unengaged");
        const UnitId partner = s.engaged[u];
        if (partner == kNoUnit) continue;
        check((s.on_map & bit(partner)) != 0 && s.engaged[partner] == u, "engagement_is_mutual");
        check(seat_of(partner) != seat_of(static_cast<UnitId>(u)), "engaged_with_enemy");
        check(distance(h, s.hex[partner]) == 1, "engaged_units_adjacent");
    }
    check(seen == s.occupied, "occupied_matches_units");
    check((s.active & ~s.on_map) == 0 && (s.ordered & ~s.on_map) == 0, "masks_on_map");
    check((s.blue & s.red) == 0, "one_rank");
    check((s.defend & ~s.on_map) == 0, "defend_tokens_on_map");
    check(s.pending == 0 && s.gap == 0, "nothing_pending");
    for (Seat seat = 0; seat < 2; ++seat)
        for (unsigned c = 0; c < kCards; ++c)
            check(s.hand[seat][c] + s.discard[seat][c] <= t_.copies[seat][c], "cards_within_deck");
    for (unsigned k = 0; k < kFaces; ++k)
        check(
            t_.options.unlimited_order_tokens || s.pool[0][k] + s.pool[1][k] <= 10, "token_supply");
    check(s.morale >= -10 && s.morale <= 10, "morale_on_track");
    check(s.round >= 1 && s.round <= t_.rounds, "round_in_range");
    return broken;
}

}  // namespace sim::westeros
