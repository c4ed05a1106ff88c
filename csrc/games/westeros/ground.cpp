// Terrain and tokens in force: fire, devastation, what stops and what closes. Rules: W3.15-W3.20,
// W3.40-W3.45, W9.53, WD10.43.
#include <algorithm>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

int Rules::fire_level(const State& s, Hex h) const {
    return (s.fire[0].test(h) ? 1 : 0) + (s.fire[1].test(h) ? 2 : 0) + (s.fire[2].test(h) ? 4 : 0);
}

/// Hexes whose fire has reached the burn limit. Rules: W3.41.
Cells Rules::devastated(const State& s) const {
    if (!t_.burnable) return {};
    const Cells four = s.fire[2];
    const Cells three = four | (s.fire[1] & s.fire[0]);
    const Cells two = four | s.fire[1];
    const Cells one = two | s.fire[0];
    return ((t_.burn[4] & four) | (t_.burn[3] & three) | (t_.burn[2] & two) | (t_.burn[1] & one)) -
           t_.burn_tokens;
}

/// Levels of fire that a hex can bear, 0 when nothing there burns. Rules: W3.18, W3.20, W3.40.
int Rules::burn_limit(const State& s, Hex h) const {
    if (t_.lays && s.laid.test(h) && !t_.water.test(h)) return kPalisadeBurns;
    return s.gone.test(h) ? 0 : t_.burn_at[h];
}

/// Rules: W3.40, W3.41, W3.45; a devastated outpost has no tower (W3.38).
void Rules::add_fire(State& s, Hex h, int levels) const {
    const int limit = burn_limit(s, h);
    if (limit == 0 || levels <= 0) return;
    const bool laid = t_.lays && s.laid.test(h);
    const int level = std::min(fire_level(s, h) + levels, limit);
    const bool removed = level == limit && (laid || t_.burn_tokens.test(h));
    for (unsigned i = 0; i < 3; ++i) {
        s.fire[i].reset(h);
        if (!removed && (level >> i & 1) != 0) s.fire[i].set(h);
    }
    if (removed) (laid ? s.laid.reset(h) : s.gone.set(h));
    if (level == limit && s.tower != 0)
        if (const UnitId u = unit_at(s, h); u != kNoUnit) s.tower &= ~bit(u);
}

/// Hexes beside a place where fire may be set. Rules: W3.42, W9.6.
Cells Rules::fuel(const State& s, Hex around) const {
    Cells cells = t_.fire_only - s.gone - devastated(s);
    if (t_.lays) cells |= s.laid - t_.water;
    cells = (t_.near1[around] & cells) - s.occupied[0] - s.occupied[1];
    if (t_.late_fire != kNoHex && s.round < t_.late_fire_round) cells.reset(t_.late_fire);
    return cells;
}

/// Rules: WD10.43.
bool Rules::ignores_terrain(const State& s, unsigned u) const {
    return t_.ignoring && has_bonus(s, u, Hook::ignore_terrain);
}

/// Hexes that end a unit's move when it enters them, hills apart. Rules: W3.16, W3.18, W3.20,
/// W9.55, WD9.32.
Cells Rules::stops(const State& s, unsigned u) const {
    Cells found = t_.stop;
    if (t_.burnable)
        found = found - devastated(s) - (t_.token[static_cast<unsigned>(Token::palisade)] & s.gone);
    if (!t_.special_moves) return found;
    if (ignores_terrain(s, u)) return {};
    found |= s.laid;
    const Keywords k = keywords(s, u);
    if (k.has(Keyword::dive))
        found -= t_.token[static_cast<unsigned>(Token::ford)] | (s.laid & t_.water);
    if (k.has(Keyword::tree_archer))
        found -= t_.terrain[static_cast<unsigned>(Terrain::forest)] |
                 t_.terrain[static_cast<unsigned>(Terrain::forest_road)];
    return found;
}

/// Road-type hexes (W3.19).
Cells Rules::road_hexes(const State& s) const {
    const Cells road = t_.road - (s.laid - t_.water);  // a palisade takes the road's place (W3.15)
    if (!t_.burnable) return road;
    return (road | (t_.road_terrain & s.gone)) - devastated(s) -
           (t_.token[static_cast<unsigned>(Token::bridge)] & s.gone);
}

/// Water that has no crossing. Rules: W9.53.
bool Rules::open_water(const State& s, Hex h) const {
    if (!t_.water.test(h) || s.laid.test(h)) return false;
    const Token here = token(s, h);
    return here != Token::ford && here != Token::bridge && here != Token::stone_bridge;
}

/// Water hexes that a unit may enter by a normal move, there to stop. Rules: W9.53.
Cells Rules::dive_hexes(const State& s, unsigned u) const {
    if (s.concealed[seat_of(static_cast<UnitId>(u))] == 0 || !keywords(s, u).has(Keyword::dive))
        return {};
    Cells found;
    (t_.water - s.occupied[0] - s.occupied[1] - burning(s)).each([&](int h) {
        if (open_water(s, static_cast<Hex>(h))) found.set(h);
    });
    return found & t_.playable;
}

/// A concealed token where a unit has dived. Rules: W9.53.
void Rules::surface(State& s, unsigned u) const {
    if (!open_water(s, s.hex[u])) return;
    s.laid.set(s.hex[u]);
    --s.concealed[seat_of(static_cast<UnitId>(u))];
}

/// Hexes closed to everybody. Rules: W3.18, W3.20.
Cells Rules::impassable(const State& s) const {
    if (!t_.burnable && !t_.lays) return t_.impassable;
    const Cells bridges = t_.token[static_cast<unsigned>(Token::bridge)];
    const Cells engines = t_.token[static_cast<unsigned>(Token::siege_engine)];
    return ((t_.impassable - (engines & s.gone)) | (bridges & s.gone)) - (s.laid & t_.water);
}

Cells Rules::empty_hexes(const State& s) const {
    return t_.playable - impassable(s) - s.occupied[0] - s.occupied[1] - burning(s);
}

/// Hexes closed to a unit, units apart, where tokens come and go. Rules: W3.41, W3.42, W9.53,
/// WD10.43.
Cells Rules::blocked_now(const State& s, unsigned u, bool horse, Cells blocked) const {
    const Cells& bars = t_.plan.barred[seat_of(static_cast<UnitId>(u))];
    const Cells palisades = t_.token[static_cast<unsigned>(Token::palisade)];
    if (t_.special_moves) {
        if (horse && ignores_terrain(s, u))
            blocked -= palisades - t_.impassable - bars;
        else if (horse)
            blocked |= s.laid - t_.water;
        blocked -= s.laid & t_.water;
    }
    if (!t_.burnable) return blocked;
    const Cells bridges = t_.token[static_cast<unsigned>(Token::bridge)];
    const Cells engines = t_.token[static_cast<unsigned>(Token::siege_engine)];
    const Cells opened = (engines | (horse ? palisades : Cells{})) & s.gone;
    return (blocked - opened) | ((bridges & s.gone) - s.laid) | burning(s) | bars;
}

}  // namespace sim::westeros
