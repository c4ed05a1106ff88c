// A position to start from instead of the set-up. Rules: G5.2c.
#include "games/warriors/load.hpp"

namespace sim::warriors {

namespace {

void load_sets(
    const Tables& t, const Value& v, const std::string& what, std::array<Areas, 2>& sets) {
    sets = {0, 0};
    const auto* map = v.map();
    if (map == nullptr) return;
    for (const auto& [id, side] : *map) {
        const std::uint8_t who = side_of(side, what + "." + id);
        if (who == kNeutral) bad(what + "." + id + ": E or F");
        sets[who] |= area_bit(find_id(t.areas, Value(id), what));
    }
}

std::uint8_t place_of(const Tables& t, const Value& v, const std::string& what) {
    const std::string& text = v.as_text(what);
    for (unsigned i = 0; i < kPlaceNames.size(); ++i)
        if (kPlaceNames[i] == text && kAreas + i < killed)
            return static_cast<std::uint8_t>(kAreas + i);
    return find_id(t.areas, v, what);
}

/// Take points out of the pool.
void draw(const Tables& t, State& s, unsigned type, unsigned n, const std::string& what) {
    if (t.troops[type].supply == kNone || n == 0) return;
    if (s.pool[type] < n) bad(what + ": more " + t.troops[type].id + " than there are");
    s.pool[type] = static_cast<std::uint8_t>(s.pool[type] - n);
}

void load_leader(const Tables& t, State& s, const Value& v) {
    const unsigned l = find_id(t.leaders, v["leader"], "position.leaders.leader");
    const LeaderDef& def = t.leaders[l];
    const std::string at = "position.leaders." + def.id;
    const auto i = static_cast<int>(l);
    s.where[l] = place_of(t, v["where"], at + ".where");
    const bool serving = s.where[l] <= in_prison;
    if (def.side == kNeutral && serving) {
        const std::uint8_t side = side_of(v["side"], at + ".side");
        if (side == kNeutral) bad(at + ".side: E or F");
        s.serves[side].set(i);
    }
    if (v["disgraced"].int_or(at + ".disgraced", 0) != 0) s.disgraced.set(i);
    const Points p = load_points(t, v["troops"], at + ".troops");
    for (unsigned type = 0; type < t.troops.size(); ++type) {
        if (points_of(p, type) > 0 && (def.commands >> type & 1U) == 0)
            bad(at + ".troops: may not command " + t.troops[type].id);
        draw(t, s, type, points_of(p, type), at + ".troops");
    }
    if (total(p) > def.capacity) bad(at + ".troops: more than the leader commands");
    if (p != 0 && s.where[l] >= kAreas) bad(at + ".troops: only on the map");
    set_troops(s, l, p);
}

void load_killed(const Tables& t, State& s, const Value& v) {
    for (unsigned side = 0; side < 2; ++side) {
        const auto* list = v[t.side[side].letter].list();
        if (list == nullptr) continue;
        for (const Value& id : *list) {
            const unsigned l = find_id(t.leaders, id, "position.killed");
            if (s.where[l] != dead) bad("position.killed: dead leaders");
            s.where[l] = killed;
            if (t.leaders[l].side == kNeutral) s.serves[side].set(static_cast<int>(l));
        }
    }
    if (const auto* kings = v["kings"].list())
        for (const Value& side : *kings)
            s.killed_kings = static_cast<std::uint8_t>(
                s.killed_kings | 1U << (side_of(side, "position.killed.kings") & 1U));
}

}  // namespace

State load_position(const Tables& t, State s, const Value& v) {
    s.turn = small(v["turn"], "position.turn", 1, t.turns);
    s.initiative = side_of(v["initiative"], "position.initiative");
    if (s.initiative == kNeutral) bad("position.initiative: E or F");
    const auto& impulses = v["impulses"].as_list("position.impulses");
    for (unsigned side = 0; side < 2; ++side)
        s.impulses[side] = small(impulses.at(side), "position.impulses", 0, 99);
    s.side = s.initiative;
    if (!v["next"].is_null() && !v["next"].as_text("position.next").empty())
        s.side = side_of(v["next"], "position.next") & 1U;
    s.vp = static_cast<std::int16_t>(within(v["vp"], "position.vp", -9999, 9999));
    load_sets(t, v["control"], "position.control", s.control);
    load_sets(t, v["aggressor"], "position.aggressor", s.aggressor);
    for (unsigned side = 0; side < 2; ++side) {
        const Value& king = v["kings"][t.side[side].letter];
        const bool none = king.is_null() || king.as_text("position.kings").empty();
        s.king[side] = none ? kNone : find_id(t.leaders, king, "position.kings");
    }
    for (unsigned type = 0; type < t.troops.size(); ++type) {
        if (t.troops[type].supply != kNone) s.pool[type] = t.troops[type].supply;
        for (auto& area : s.unassigned) area[type] = 0;
    }
    for (const Value& one : v["leaders"].as_list("position.leaders")) load_leader(t, s, one);
    if (const auto* unassigned = v["unassigned"].map())
        for (const auto& [id, points] : *unassigned) {
            const unsigned area = find_id(t.areas, Value(id), "position.unassigned");
            const std::string at = "position.unassigned." + id;
            if (const auto* map = points.map())
                for (const auto& [name, n] : *map) {
                    const unsigned type = find_id(t.troops, Value(name), at);
                    s.unassigned[area][type] = small(n, at + "." + name, 0, kLifted - 1);
                    draw(t, s, type, s.unassigned[area][type], at);
                }
        }
    load_killed(t, s, v["killed"]);
    return s;
}

}  // namespace sim::warriors
