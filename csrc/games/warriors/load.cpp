// From the compiled scenario (plain data, checked and explained by Python) to the tables, checked
// again. Rules: G2, G3, G12, G13.
#include "games/warriors/load.hpp"

#include <set>

#include "games/warriors/steps.hpp"

namespace sim::warriors {

std::uint8_t side_of(const Value& v, const std::string& what, bool empty) {
    const std::string& text = v.as_text(what);
    if (text == "E") return kEnglish;
    if (text == "F") return kFrench;
    if (text == "N" || (empty && text.empty())) return kNeutral;
    bad(what + (empty ? ": E, F or nothing" : ": E, F or N"));
}

Points load_points(const Tables& t, const Value& v, const std::string& what) {
    Points p = 0;
    const auto* map = v.map();
    if (map == nullptr) return 0;
    for (const auto& [id, n] : *map) {
        const unsigned type = find_id(t.troops, Value(id), what);
        p += point(type, small(n, what + "." + id, 0, kMaxPoints));
    }
    return p;
}

namespace {

/// Highest turn of entry, and turns of a game.
constexpr int kLastEntry = 60;
/// Leaders of one side in six consecutive sets (G5.73).
constexpr int kOneSide = 24;
/// Points of a type that State::unassigned can hold in an area.
constexpr int kMaxUnassigned = 255;

void load_areas(Tables& t, const Value& v) {
    const auto& list = v["areas"].as_list("areas");
    if (list.size() > kAreas) bad("areas: at most " + std::to_string(kAreas));
    for (unsigned i = 0; i < list.size(); ++i) {
        const std::string at = "areas." + std::to_string(i);
        AreaDef area;
        area.id = list[i]["id"].as_text(at + ".id");
        area.name = list[i]["name"].text_or(area.id);
        const bool contested = named<unsigned>(kAreaKinds, list[i]["kind"], at + ".kind") == 0;
        area.value = small(list[i]["value"], at + ".value", contested ? 1 : 0,
            contested ? static_cast<int>(kMaxValue) : 0);
        t.of_value[area.value] |= area_bit(i);
        if (contested) t.contested |= area_bit(i);
        t.areas.push_back(std::move(area));
    }
    if (std::popcount(t.contested) > static_cast<int>(kContested))
        bad("areas: at most " + std::to_string(kContested) + " contested ones");
}

void load_borders(Tables& t, const Value& v) {
    const auto& list = v["borders"].as_list("borders");
    for (unsigned i = 0; i < list.size(); ++i) {
        const std::string at = "borders." + std::to_string(i);
        const auto& one = list[i].as_list(at);
        if (one.size() != 3) bad(at + ": two areas and a type");
        const unsigned a = find_id(t.areas, one[0], at), b = find_id(t.areas, one[1], at);
        if (a == b || t.map.joined(a, b)) bad(at + ": each pair of areas once");
        t.map.join(a, b, named<unsigned>(kBorderNames, one[2], at));
    }
    const auto limit = [&](std::string_view name) {
        const std::string at = "border_limits." + std::string(name);
        return small(v["border_limits"][name], at, 1, static_cast<int>(kLeaders));
    };
    for (unsigned i = 0; i < kBorderNames.size(); ++i) t.limits.plain[i] = limit(kBorderNames[i]);
    t.limits.sea_friendly = limit("S_friendly");
    t.limits.sea_english = limit("S_english");
}

void load_leaders(Tables& t, const Value& v) {
    const auto& list = v["leaders"].as_list("leaders");
    if (list.size() > kLeaders) bad("leaders: at most " + std::to_string(kLeaders));
    for (unsigned i = 0; i < list.size(); ++i) {
        const std::string at = "leaders." + std::to_string(i);
        const Value& one = list[i];
        LeaderDef leader;
        leader.id = one["id"].as_text(at + ".id");
        leader.name = one["name"].text_or(leader.id);
        leader.side = side_of(one["side"], at + ".side");
        leader.entry = small(one["entry"], at + ".entry", 0, kLastEntry);
        leader.stars = small(one["stars"], at + ".stars", 1, kMaxStars);
        leader.bravery = small(one["bravery"], at + ".bravery", 1, 9);
        leader.battle = small(one["battle"], at + ".battle", 1, 12);
        leader.home = find_id(t.areas, one["home"], at + ".home");
        leader.longbow = one["longbow"].int_or(at + ".longbow", 0) != 0;
        leader.silences = one["silences"].int_or(at + ".silences", 0) != 0;
        const Value& bonus = one["battle_bonus"];
        if (!bonus.is_null())
            leader.battle_bonus = small(bonus, at + ".battle_bonus", 0, kMaxSixPool / 2);
        if (2 * (leader.battle + leader.battle_bonus) > kMaxSixPool)
            bad(at + ".battle: at most " + std::to_string(kMaxSixPool / 2) + " with its bonus");
        leader.hist = side_of(one["hist"], at + ".hist", true);
        if ((leader.side == kNeutral) != (leader.hist != kNeutral))
            bad(at + ".hist: E or F for non-aligned leaders, nothing for others");
        leader.capacity = static_cast<std::uint8_t>(t.charts.command * leader.stars);
        t.leaders.push_back(std::move(leader));
    }
}

void load_troops(Tables& t, const Value& v) {
    const auto& list = v["troops"].as_list("troops");
    if (list.empty() || list.size() > kTroops) bad("troops: from 1 to " + std::to_string(kTroops));
    for (unsigned i = 0; i < list.size(); ++i) {
        const std::string at = "troops." + std::to_string(i);
        const Value& one = list[i];
        TroopDef troop;
        troop.id = one["id"].as_text(at + ".id");
        troop.name = one["name"].text_or(troop.id);
        troop.cls = named<TroopClass>(kTroopClassNames, one["class"], at + ".class");
        troop.commanders =
            named<Commanders>(kCommandersNames, one["commanders"], at + ".commanders");
        const int pool = within(one["pool"], at + ".pool", -1, 99);
        troop.supply = pool < 0 ? kNone : static_cast<std::uint8_t>(pool);
        if ((troop.cls == TroopClass::infantry) != (i == kInfantry) || (pool < 0) != (i == 0))
            bad(at + ": the first type is the infantry, and only its pool is unlimited");
        const std::string home = one["home"].text_or("");
        if (!home.empty()) troop.home = find_id(t.areas, one["home"], at + ".home");
        if ((troop.cls == TroopClass::mercenary) != (troop.home != kNone))
            bad(at + ".home: mercenaries have one, others none");
        if (troop.home != kNone && t.areas[troop.home].value != 0)
            bad(at + ".home: a neutral area");
        troop.min_value = small(one["min_value"], at + ".min_value", 0, kMaxValue);
        t.troops.push_back(std::move(troop));
    }
    for (unsigned i = 0; i < t.areas.size(); ++i) {
        const std::string at = "areas." + std::to_string(i) + ".recruits";
        for (const Value& id : v["areas"].as_list("areas")[i]["recruits"].as_list(at))
            t.areas[i].recruits =
                static_cast<Types>(t.areas[i].recruits | 1U << find_id(t.troops, id, at));
    }
}

/// The leaders that a type names as its commanders. Rules: G9.3.
void load_listed(Tables& t, const Value& v) {
    for (unsigned i = 0; i < t.troops.size(); ++i) {
        if (t.troops[i].commanders != Commanders::listed) continue;
        const std::string at = "troops." + std::to_string(i) + ".listed";
        for (const Value& id : v["troops"].as_list("troops")[i]["listed"].as_list(at)) {
            LeaderDef& leader = t.leaders[find_id(t.leaders, id, at)];
            leader.commands = static_cast<Types>(leader.commands | 1U << i);
        }
    }
}

void load_charts(Tables& t, const Value& v) {
    Charts& c = t.charts;
    const auto& fates = v["elimination"].as_list("charts.elimination");
    if (fates.size() != c.elimination.size()) bad("charts.elimination: totals 2 to 9");
    for (unsigned i = 0; i < fates.size(); ++i)
        c.elimination[i] = named<Elimination>(kEliminationNames, fates[i], "charts.elimination");
    const auto& ages = v["death"].as_list("charts.death");
    if (ages.size() != kAges) bad("charts.death: ages 1 to 6");
    for (unsigned i = 0; i < kAges; ++i) c.death[i] = small(ages[i], "charts.death", 0, 6);
    if (c.death[kAges - 1] != 6) bad("charts.death: at age 6 every leader dies (G5.73)");
    c.siege = small(v["siege"], "charts.siege", 0, 9);
    c.gunner_cap = small(v["gunner_cap"], "charts.gunner_cap", 0, 9);
    c.command = small(v["command"], "charts.command", 1, 5);
    c.margin = static_cast<std::int16_t>(within(v["margin"], "charts.margin", 1, 10'000));
    static_assert(5 * kMaxStars <= kMaxPoints, "a leader's points of one type fit a nibble");
    const Value& vp = v["vp"];
    const auto points = [&](const char* name, auto& list) {
        const std::string at = std::string("charts.vp.") + name;
        const auto& given = vp[name].as_list(at);
        if (given.size() != list.size()) bad(at + ": " + std::to_string(list.size()) + " numbers");
        for (unsigned i = 0; i < list.size(); ++i) list[i] = small(given[i], at, 0, 9);
    };
    points("value", c.value);
    points("killed", c.killed);
    c.capitals = small(vp["capitals"], "charts.vp.capitals", 0, 9);
    c.king = small(vp["king"], "charts.vp.king", 0, 9);
}

void load_options(Tables& t, const Value& v) {
    Options& o = t.options;
    const auto read = [&](const char* name, bool& value) {
        value = v[name].int_or(std::string("options.") + name, value ? 1 : 0) != 0;
    };
    read("historical_allegiance", o.historical_allegiance);
    read("pin_by_marker_alone", o.pin_by_marker_alone);
    read("impulses_use_modified_dice", o.impulses_use_modified_dice);
    read("strip_and_roll_same_turn", o.strip_and_roll_same_turn);
    read("silenced_round_is_miss", o.silenced_round_is_miss);
    read("pursuit_adds_bravery", o.pursuit_adds_bravery);
    read("crown_captives", o.crown_captives);
    read("ransom_to_enemy", o.ransom_to_enemy);
    read("exchange_by_heads", o.exchange_by_heads);
    read("knights_own_kind", o.knights_own_kind);
    read("free_rearrangement", o.free_rearrangement);
    read("burgundian_neutrals", o.burgundian_neutrals);
    read("returning_infantry", o.returning_infantry);
    read("french_knights_any_rank", o.french_knights_any_rank);
    read("pursuit_before_border", o.pursuit_before_border);
    o.gunner_first_turn = v["gunner_first_turn"].int_or("options.gunner_first_turn", 1);
}

/// What leaders that live at the same time may amount to: kOneSide of one side, and no more
/// infantry in one area than a byte counts. Most can come together when a whole side dies, its
/// enemy places all his leaders there, and everything raised this turn was deployed there. Rules:
/// G5.73.
void check_sets(const Tables& t) {
    int raised = 0;
    for (const AreaDef& area : t.areas) raised += area.value;
    for (int first = 0; first <= kLastEntry; ++first) {
        std::array<int, 3> n{}, stars{};
        for (const LeaderDef& leader : t.leaders)
            if (leader.entry >= first && leader.entry < first + static_cast<int>(kAges)) {
                ++n[leader.side];
                stars[leader.side] += leader.stars;
            }
        for (unsigned side = 0; side < 2; ++side) {
            if (n[side] + n[kNeutral] > kOneSide)
                bad("leaders: more than 24 of one side in six consecutive sets (G5.73)");
            const int dead = t.charts.command * (stars[side] + stars[kNeutral]);
            if (dead + stars[other(static_cast<Side>(side))] + raised > kMaxUnassigned)
                bad("charts.command: with such leaders more points than the core can count");
        }
    }
}

void check_ids(const Tables& t) {
    const auto check = [](const auto& list, const char* what) {
        std::set<std::string> seen;
        for (const auto& one : list)
            if (!seen.insert(one.id).second) bad(std::string(what) + ": id '" + one.id + "' twice");
    };
    check(t.areas, "areas");
    check(t.troops, "troops");
    check(t.leaders, "leaders");
}

}  // namespace

Rules::Rules(const Value& v) {
    if (v["game"].text_or("") != "warriors") bad("game: expected warriors");
    t_.id = v["id"].as_text("id");
    t_.code = v["code"].text_or("");
    t_.name = v["name"].text_or(t_.id);
    t_.turns = within(v["rounds"], "rounds", 1, kLastEntry);
    const auto& sides = v["sides"].as_list("sides");
    if (sides.size() != 2) bad("sides: two");
    for (unsigned i = 0; i < 2; ++i)
        t_.side[i] = {sides[i]["id"].as_text("sides.id"), i == 0 ? "E" : "F"};
    load_charts(t_, v["charts"]);
    load_areas(t_, v);
    load_borders(t_, v);
    load_troops(t_, v);
    load_leaders(t_, v);
    load_options(t_, v["options"]);
    load_listed(t_, v);
    check_ids(t_);
    check_sets(t_);
    const Value& flags = v["flags"];
    t_.initiative_modifiers =
        flags["initiative_modifiers"].int_or("flags.initiative_modifiers", 0) != 0;
    t_.english_sea = flags["english_sea"].int_or("flags.english_sea", 0) != 0;
    for (unsigned i = 0; i < 2; ++i) {
        const std::string at = "capitals." + t_.side[i].letter;
        t_.capital[i] = find_id(t_.areas, v["capitals"][t_.side[i].letter], at);
        if (t_.areas[t_.capital[i]].value == 0) bad(at + ": a contested area");
    }
    derive(t_);
    load_setup(t_, v);
    const Value& position = v["position"];
    if (position.is_null()) return;
    t_.position_phase = static_cast<unsigned>(within(position["phase"], "position.phase", 1, 11));
    t_.position = load_position(t_, empty_state(), position);
    // Its invariants are those of the first step of its phase.
    State start = *t_.position;
    while (state_name(start.step).phase != t_.position_phase)
        start.step = static_cast<Step>(static_cast<unsigned>(start.step) + 1);
    const auto broken = check_invariants(start);
    if (!broken.empty()) bad("position: " + broken.front());
}

}  // namespace sim::warriors
