// The board of a compiled scenario and what follows from it. Rules: W3.1-W3.20.
#include "games/westeros/load.hpp"
#include "games/westeros/sight.hpp"

namespace sim::westeros {

namespace {

/// Number the connected rivers from 1 on; lakes do not count (WD2.38).
void find_rivers(Tables& t) {
    const Cells river = t.terrain[static_cast<unsigned>(Terrain::river)] |
                        t.terrain[static_cast<unsigned>(Terrain::forest_river)];
    std::uint8_t number = 0;
    for (Cells left = river; left.any();) {
        ++number;
        Cells members;
        left.each([&](int h) {
            if (members.none()) members.set(h);
        });
        for (Cells before; before != members;) {
            before = members;
            members |= neighbours(members) & river;
        }
        members.each([&](int h) { t.river_of[static_cast<unsigned>(h)] = number; });
        left -= members;
    }
}

/// Sets of terrain that movement and sight ask for, and the hill groups. Rules: W3.14, W3.16,
/// W3.18, W3.20.
void derive_board(Tables& t) {
    const auto terrain = [&](Terrain x) { return t.terrain[static_cast<unsigned>(x)]; };
    const auto token = [&](Token x) { return t.token[static_cast<unsigned>(x)]; };
    const Cells crossings = token(Token::ford) | token(Token::bridge) | token(Token::stone_bridge);
    const Cells water =
        terrain(Terrain::river) | terrain(Terrain::forest_river) | terrain(Terrain::lake);
    t.impassable = (water - crossings) | token(Token::siege_engine);
    t.stop = terrain(Terrain::forest) | terrain(Terrain::forest_road) | terrain(Terrain::building) |
             terrain(Terrain::marsh) | terrain(Terrain::outpost) | token(Token::ford) |
             token(Token::palisade);
    t.no_sight =
        terrain(Terrain::forest) |
        (terrain(Terrain::forest_river) - token(Token::bridge) - token(Token::stone_bridge)) |
        terrain(Terrain::forest_road) | terrain(Terrain::building) | terrain(Terrain::outpost) |
        token(Token::siege_engine);
    t.hills = terrain(Terrain::hill).any();
    t.marsh = terrain(Terrain::marsh).any();
    t.outposts = terrain(Terrain::outpost).any();
    t.water = water;
    find_rivers(t);
    t.forest_road = terrain(Terrain::forest_road);
    t.forest_roads = t.forest_road.any();
    // A token takes the place of the road under it (W3.15); bridges are roads themselves.
    t.road_terrain = terrain(Terrain::road) | terrain(Terrain::forest_road);
    t.road =
        (t.road_terrain & token(Token::none)) | token(Token::bridge) | token(Token::stone_bridge);
    t.fire_only = t.burn[1] | t.burn[2] | t.burn[3] | t.burn[4];
    std::uint8_t group = 0;
    for (Cells left = terrain(Terrain::hill); left.any();) {
        ++group;
        Cells members;
        left.each([&](int h) {
            if (members.none()) members.set(h);
        });
        for (Cells grown = members;; members = grown) {
            grown |= neighbours(members) & terrain(Terrain::hill);
            if (grown == members) break;
        }
        members.each([&](int h) { t.hill_group[static_cast<unsigned>(h)] = group; });
        left -= members;
    }
    for (unsigned h = 0; h < kCells; ++h) {
        if (!t.playable.test(static_cast<int>(h))) continue;
        const Cells self = Cells::of(static_cast<int>(h));
        const Cells one = (neighbours(self) & t.playable) - self;
        t.near1[h] = one;
        t.zoc[h] = (self | one | neighbours(one)) & t.playable;
        // A radius does not stop at holes of the map.
        t.playable.each([&](int other) {
            if (distance(static_cast<Hex>(h), static_cast<Hex>(other)) <= 2) t.zoc[h].set(other);
        });
    }
}

SightLine sight_line(Hex a, Hex b) {
    SightLine line;
    line.steps = static_cast<std::uint8_t>(distance(a, b) - 1);
    each_sight_point(a, b, [&](int i, int p, int q) {
        line.offset[static_cast<unsigned>(i - 1)] = {
            static_cast<std::int16_t>(p), static_cast<std::int16_t>(q)};
    });
    return line;
}

void derive_sight(Tables& t) {
    for (int parity = 0; parity < 2; ++parity) {
        const Hex a = hex_at(7, 7 + (parity + 1) % 2);  // row 8 is even, row 7 odd
        for (int r = 0; r < kStride; ++r)
            for (int c = 0; c < kStride; ++c) {
                const Hex b = hex_at(c, r);
                if (a == b || distance(a, b) > kSightRange) continue;
                const int delta = b - a;
                t.sight[static_cast<unsigned>(hex_row(a) & 1)][static_cast<unsigned>(
                    delta + kSightRange * (kStride + 1))] = sight_line(a, b);
            }
    }
}

}  // namespace

void load_board(Tables& t, const Value& v) {
    t.columns = v["columns"].as_int("columns");
    t.rows = v["rows"].as_int("rows");
    if (t.columns < 1 || t.columns >= kStride || t.rows < 1 || t.rows >= kStride)
        bad("columns, rows: at most 15");
    for (const Value& hex : v["hexes"].as_list("hexes")) {
        const auto& entry = hex.as_list("hexes");
        const int c = entry.at(0).as_int("hexes"), r = entry.at(1).as_int("hexes");
        if (c < 0 || c >= t.columns || r < 0 || r >= t.rows) bad("hexes: a hex off the map");
        const Hex h = hex_at(c, r);
        const auto terrain = named<Terrain>(kTerrainNames, entry.at(2), "hexes");
        const auto token = named<Token>(kTokenNames, entry.at(3), "hexes");
        const int burn = entry.at(4).as_int("hexes");
        if (burn < 0 || burn > 4) bad("hexes: burn limit from 0 to 4");
        if (token == Token::hidden_ford) bad("hexes: hidden fords are laid in play");
        t.playable.set(h);
        t.terrain[static_cast<unsigned>(terrain)].set(h);
        t.token[static_cast<unsigned>(token)].set(h);
        t.terrain_at[h] = static_cast<std::uint8_t>(terrain);
        t.token_at[h] = static_cast<std::uint8_t>(token);
        t.burn_at[h] = static_cast<std::uint8_t>(burn);
        t.burn[static_cast<unsigned>(burn)].set(h);
        const bool token_burns = token == Token::bridge || token == Token::palisade ||
                                 token == Token::tent || token == Token::siege_engine;
        if (burn > 0 && token_burns) t.burn_tokens.set(h);
    }
    if (t.playable.none()) bad("hexes: the map is empty");
    derive_board(t);
    derive_sight(t);
}

}  // namespace sim::westeros
