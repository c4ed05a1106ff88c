// A position to start from instead of the set-up: the first step of a phase. Rules: G5.2c.
#include "games/warriors/load.hpp"

namespace sim::warriors {

namespace {

constexpr unsigned kImpulses = 2, kBattles = 3, kRecruiting = 5, kDeployment = 6, kPlacement = 9;
/// Points of a type that one area can hold.
constexpr unsigned kMaxCount = 255;

/// A side by its letter; nothing else.
Side one_side(const Value& v, const std::string& what) {
    const std::string& text = v.as_text(what);
    if (text != "E" && text != "F") bad(what + ": E or F");
    return text == "E" ? kEnglish : kFrench;
}

/// Areas by side, out of some areas.
std::array<Areas, 2> load_sets(
    const Tables& t, const Value& v, Areas within, const std::string& what) {
    std::array<Areas, 2> sets{};
    const auto* map = v.map();
    if (map == nullptr) return sets;
    for (const auto& [id, side] : *map) {
        const Areas area = area_bit(find_id(t.areas, Value(id), what));
        if ((within & area) == 0) bad(what + "." + id + ": neutral areas are never controlled");
        if (((sets[0] | sets[1]) & area) != 0) bad(what + "." + id + ": given twice");
        sets[one_side(side, what + "." + id)] |= area;
    }
    return sets;
}

/// Whose impulse is next; he has one. Rules: G5.8.
void load_impulses(const Tables& t, State& s, const Value& v) {
    const auto& impulses = v["impulses"].as_list("position.impulses");
    if (impulses.size() != 2) bad("position.impulses: one number a side");
    for (unsigned side = 0; side < 2; ++side)
        s.impulses[side] = small(impulses[side], "position.impulses", 0, 99);
    const bool given = !v["next"].text_or("").empty();
    s.side = given ? one_side(v["next"], "position.next") : s.initiative;
    if (t.position_phase == kImpulses) {
        if (s.impulses[s.side] == 0) bad("position.impulses: the side to act has none left");
    } else if (given || s.impulses[0] + s.impulses[1] > 0) {
        bad("position.impulses: in phase 2 only");
    }
}

/// Rules: G5.50, G5.51.
void load_kings(const Tables& t, State& s, const Value& v) {
    for (unsigned side = 0; side < 2; ++side) {
        const std::string at = "position.kings." + t.side[side].letter;
        const Value& king = v[t.side[side].letter];
        s.king[side] = kNone;
        if (king.text_or("").empty()) continue;
        s.king[side] = find_id(t.leaders, king, at);
        const LeaderDef& leader = t.leaders[s.king[side]];
        if (leader.side != side || leader.stars != kMaxStars)
            bad(at + ": an aligned leader of 3 stars of the side");
    }
}

std::uint8_t place_of(const Tables& t, const Value& v, const std::string& what) {
    const std::string& text = v.as_text(what);
    for (unsigned place = kAreas; place < killed; ++place)
        if (kPlaceNames[place - kAreas] == text) return static_cast<std::uint8_t>(place);
    return find_id(t.areas, v, what);
}

/// Take points out of the pool. Rules: G2.11, G14.54.
void draw(const Tables& t, State& s, unsigned type, unsigned n, const std::string& what) {
    if (t.troops[type].supply == kNone) return;
    if (s.pool[type] < n) bad(what + ": more " + t.troops[type].id + " than there are");
    s.pool[type] = static_cast<std::uint8_t>(s.pool[type] - n);
}

/// Whom a leader serves: aligned ones their own side, others a side only on the map and in prison.
/// Rules: G5.45, G13.1.
void load_service(
    const Tables& t, State& s, unsigned leader, const Value& v, const std::string& at) {
    const LeaderDef& def = t.leaders[leader];
    const bool given = !v.text_or("").empty();
    if (def.side != kNeutral) {
        if (given && one_side(v, at) != def.side) bad(at + ": his own side, or nothing");
        return;
    }
    if (s.where[leader] > in_prison) {
        if (given) bad(at + ": only on the map and in prison");
        return;
    }
    const Side side = one_side(v, at);
    if (t.options.historical_allegiance && side != def.hist)
        bad(at + ": the side he served in history (G13.1)");
    s.serves[side].set(static_cast<int>(leader));
}

void load_leader(const Tables& t, State& s, unsigned leader, const Value& v) {
    const LeaderDef& def = t.leaders[leader];
    const std::string at = "position.leaders." + def.id;
    s.where[leader] = place_of(t, v["where"], at + ".where");
    const bool later =
        def.entry > s.turn || (def.entry == s.turn && t.position_phase <= kPlacement);
    if (s.where[leader] == in_future && !later) bad(at + ".where: he has entered before (G2.3)");
    load_service(t, s, leader, v["side"], at + ".side");
    const bool placed = s.where[leader] < kAreas;
    if (v["disgraced"].int_or(at + ".disgraced", 0) != 0) {
        if (!placed) bad(at + ".disgraced: only on the map");
        s.disgraced.set(static_cast<int>(leader));
    }
    const Points p = load_points(t, v["troops"], at + ".troops");
    if (p != 0 && !placed) bad(at + ".troops: only on the map");
    if (total(p) > def.capacity) bad(at + ".troops: more than the leader commands (G14.55)");
    for (unsigned type = 0; type < t.troops.size(); ++type) {
        if (points_of(p, type) == 0) continue;
        if ((def.commands >> type & 1U) == 0)
            bad(at + ".troops: may not command " + t.troops[type].id + " (G14.55)");
        draw(t, s, type, points_of(p, type), at + ".troops");
    }
    set_troops(s, leader, p);
}

void load_leaders(const Tables& t, State& s, const Value& v) {
    Leaders seen;
    for (const Value& one : v.as_list("position.leaders")) {
        const unsigned leader = find_id(t.leaders, one["leader"], "position.leaders.leader");
        const auto i = static_cast<int>(leader);
        if (seen.test(i)) bad("position.leaders." + t.leaders[leader].id + ": given twice");
        seen.set(i);
        load_leader(t, s, leader, one);
    }
    if (seen != t.everyone) bad("position.leaders: every leader, wherever he is");
}

void load_unassigned(const Tables& t, State& s, const Value& v) {
    const auto* areas = v.map();
    if (areas == nullptr) return;
    for (const auto& [id, points] : *areas) {
        const unsigned area = find_id(t.areas, Value(id), "position.unassigned");
        const std::string at = "position.unassigned." + id;
        const auto* map = points.map();
        if (map == nullptr) bad(at + ": numbers by type of troops");
        for (const auto& [name, n] : *map) {
            const unsigned type = find_id(t.troops, Value(name), at);
            if (s.unassigned[area][type] != 0) bad(at + "." + name + ": given twice");
            s.unassigned[area][type] = small(n, at + "." + name, 0, kLifted - 1);
            draw(t, s, type, s.unassigned[area][type], at);
        }
    }
}

/// Victims of this turn's battles, whom phase 11 scores. Rules: G5.58, G8.9.
void load_killed(const Tables& t, State& s, const Value& v) {
    std::array<bool, 2> royal{};
    for (unsigned side = 0; side < 2; ++side) {
        const std::string at = "position.killed." + t.side[side].letter;
        const auto* list = v[t.side[side].letter].list();
        if (list == nullptr || list->empty()) continue;
        if (t.position_phase <= kBattles) bad(at + ": from phase 4 on");
        for (const Value& id : *list) {
            const unsigned leader = find_id(t.leaders, id, at);
            const LeaderDef& def = t.leaders[leader];
            if (s.where[leader] != dead) bad(at + ": " + def.id + " is not dead");
            if (def.side == other(static_cast<Side>(side)))
                bad(at + ": " + def.id + " serves the other side");
            s.where[leader] = killed;
            if (def.side == kNeutral) s.serves[side].set(static_cast<int>(leader));
            royal[side] |= def.side == side && def.stars == kMaxStars;
        }
    }
    const auto* kings = v["kings"].list();
    if (kings == nullptr) return;
    for (const Value& one : *kings) {
        const Side side = one_side(one, "position.killed.kings");
        if (!royal[side]) bad("position.killed.kings: no such leader of the side is among them");
        s.killed_kings = static_cast<std::uint8_t>(s.killed_kings | 1U << side);
    }
}

/// No area may come to hold more than a byte counts, nor more than the marks of phase 6 leave room
/// for. Rules: G5.21, G5.48, G5.66.
void check_amounts(const Tables& t, const State& s) {
    unsigned raised = 0;
    if (t.position_phase <= kRecruiting)
        for (const AreaDef& area : t.areas) raised += area.value;
    std::array<unsigned, kTroops> lying{};
    for (const auto& area : s.unassigned)
        for (unsigned type = 0; type < kTroops; ++type) lying[type] += area[type];
    for (const unsigned n : lying)
        if (t.position_phase <= kDeployment && n + raised >= kLifted)
            bad("position.unassigned: more points than the core can count");
    unsigned infantry = lying[kInfantry] + raised;
    for (unsigned l = 0; l < t.leaders.size(); ++l) {
        const LeaderDef& def = t.leaders[l];
        infantry += points_of(troops_of(s, l), kInfantry);
        const bool comes = s.where[l] == in_future ? def.entry == s.turn : s.where[l] < dead;
        if (s.where[l] >= kAreas && comes) infantry += def.stars;
    }
    if (infantry > kMaxCount) bad("position: more infantry than the core can count");
}

}  // namespace

State load_position(const Tables& t, State s, const Value& v) {
    s.turn = small(v["turn"], "position.turn", 1, t.turns);
    s.initiative = one_side(v["initiative"], "position.initiative");
    load_impulses(t, s, v);
    s.vp = static_cast<std::int16_t>(within(v["vp"], "position.vp", -9999, 9999));
    s.control = load_sets(t, v["control"], t.contested, "position.control");
    s.aggressor = load_sets(t, v["aggressor"], ~Areas{0}, "position.aggressor");
    load_kings(t, s, v["kings"]);
    for (auto& area : s.unassigned) area.fill(0);
    for (unsigned type = 0; type < t.troops.size(); ++type)
        s.pool[type] = t.troops[type].supply == kNone ? std::uint8_t{0} : t.troops[type].supply;
    load_leaders(t, s, v["leaders"]);
    load_unassigned(t, s, v["unassigned"]);
    load_killed(t, s, v["killed"]);
    check_amounts(t, s);
    s.step = Step::initiative;
    return s;
}

}  // namespace sim::warriors
