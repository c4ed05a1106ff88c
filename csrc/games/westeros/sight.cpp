// Lines of sight. Rules: W3.9-W3.14, W3.34, W7.2, W9.4, W9.51.
#include "games/westeros/sight.hpp"

#include "games/westeros/rules.hpp"

namespace sim::westeros {

/// From a tower only elevated ground closes the view. Rules: W3.34.
bool Rules::sees_from_tower(const State&, Hex a, Hex b) const {
    if (distance(a, b) <= 1 || !t_.hills) return true;
    return clear(a, b, t_.terrain[static_cast<unsigned>(Terrain::hill)]);
}

/// Does no pair of hexes on the line block? Rules: W3.12, W3.13.
bool Rules::clear(Hex a, Hex b, const Cells& block) const {
    if (distance(a, b) > kSightRange) {  // beyond every attack: not in the table
        bool open = true;
        each_sight_point(a, b,
            [&](int, int p, int q) { open = open && !(block.test(a + p) && block.test(a + q)); });
        return open;
    }
    const SightLine& line = t_.sight[static_cast<unsigned>(hex_row(a) & 1)]
                                    [static_cast<unsigned>(b - a + kSightRange * (kStride + 1))];
    for (unsigned i = 0; i < line.steps; ++i) {
        const auto [p, q] = line.offset[i];
        if (block.test(a + p) && block.test(a + q)) return false;
    }
    return true;
}

/// Sight of an attack: from a tower, or from a friend's hex with Indirect Fire. Rules: W3.34, W7.2,
/// W9.4, W9.51.
bool Rules::sees_target(const State& s, unsigned u, Hex at, bool dogs) const {
    const Hex from = s.hex[u];
    if (dogs) return sees(s, from, at, true);
    const bool high = (s.tower & bit(u)) != 0 && type(s, u).cls == Class::ranged;
    if (high ? sees_from_tower(s, from, at) : sees(s, from, at)) return true;
    if (!t_.has(Keyword::indirect_fire) || !keywords(s, u).has(Keyword::indirect_fire))
        return false;
    bool found = false;
    (t_.near1[from] & s.occupied[seat_of(static_cast<UnitId>(u))]).each([&](int h) {
        found = found || sees(s, static_cast<Hex>(h), at);
    });
    return found;
}

/// Line of sight. Rules: W3.9-W3.14.
bool Rules::sees(const State& s, Hex a, Hex b, bool dogs) const {
    const int away = distance(a, b);
    if (away <= 1) return true;
    Cells units = s.occupied[0] | s.occupied[1];
    Cells land = t_.no_sight;
    if (t_.burnable) {
        land -= devastated(s);
        land -= t_.token[static_cast<unsigned>(Token::siege_engine)] & s.gone;
        land |= t_.terrain[static_cast<unsigned>(Terrain::forest_river)] &
                t_.token[static_cast<unsigned>(Token::bridge)] & s.gone;
    }
    if (t_.hills) {
        const Cells& hills = t_.terrain[static_cast<unsigned>(Terrain::hill)];
        const std::uint8_t from = t_.hill_group[a], to = t_.hill_group[b];
        if (from != 0 || to != 0) units &= hills;
        if (from != 0 && from == to)
            hills.each([&](int h) {
                if (t_.hill_group[static_cast<unsigned>(h)] != from) land.set(h);
            });
        else
            land |= hills;
    }
    // War dogs run between friends but not through water (W9.4).
    if (dogs) {
        units -= s.occupied[seat_of(unit_at(s, a))];
        // A bridge takes the place of its river hex (W3.15), a ford does not (W3.20).
        const Cells bridges = (t_.token[static_cast<unsigned>(Token::bridge)] - s.gone) |
                              t_.token[static_cast<unsigned>(Token::stone_bridge)];
        land |= (t_.terrain[static_cast<unsigned>(Terrain::river)] |
                    t_.terrain[static_cast<unsigned>(Terrain::forest_river)]) -
                bridges;
    }
    return clear(a, b, units | land);
}

}  // namespace sim::westeros
