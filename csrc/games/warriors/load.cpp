// From the compiled scenario (plain data, checked and explained by Python) to the tables, checked
// again. Rules: G2, G3, G12, G13.
#include "games/warriors/load.hpp"

#include <set>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

std::uint8_t side_of(const Value& v, const std::string& what, bool empty) {
    const std::string& text = v.as_text(what);
    if (text == "E") return kEnglish;
    if (text == "F") return kFrench;
    if (text == "N" || (empty && text.empty())) return kNeutral;
    bad(what + ": E, F or N");
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

void load_areas(Tables& t, const Value& v) {
    const auto& list = v["areas"].as_list("areas");
    if (list.size() > kAreas) bad("areas: at most " + std::to_string(kAreas));
    for (unsigned i = 0; i < list.size(); ++i) {
        const std::string at = "areas." + std::to_string(i);
        AreaDef area;
        area.id = list[i]["id"].as_text(at + ".id");
        area.name = list[i]["name"].text_or(area.id);
        const bool contested = list[i]["kind"].as_text(at + ".kind") == "contested";
        area.value = small(list[i]["value"], at + ".value", contested ? 1 : 0,
            contested ? static_cast<int>(kMaxValue) : 0);
        t.of_value[area.value] |= area_bit(i);
        if (contested) t.contested |= area_bit(i);
        t.areas.push_back(std::move(area));
    }
    if (std::popcount(t.contested) > static_cast<int>(kContested))
        bad("areas: at most " + std::to_string(kContested) + " contested ones");
    for (const Value& border : v["borders"].as_list("borders")) {
        const auto& one = border.as_list("borders");
        const unsigned a = find_id(t.areas, one.at(0), "borders");
        const unsigned b = find_id(t.areas, one.at(1), "borders");
        if (a == b || t.map.joined(a, b)) bad("borders: each pair of areas once");
        t.map.join(a, b, named<unsigned>(kBorderNames, one.at(2), "borders"));
    }
    const Value& limits = v["border_limits"];
    for (unsigned i = 0; i < kBorderNames.size(); ++i)
        t.limits.plain[i] =
            small(limits[kBorderNames[i]], "border_limits", 1, static_cast<int>(kLeaders));
    t.limits.sea_friendly = small(limits["S_friendly"], "border_limits.S_friendly", 1, kLeaders);
    t.limits.sea_english = small(limits["S_english"], "border_limits.S_english", 1, kLeaders);
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
        leader.entry = small(one["entry"], at + ".entry", 0, 60);
        leader.stars = small(one["stars"], at + ".stars", 1, kMaxStars);
        leader.bravery = small(one["bravery"], at + ".bravery", 1, 9);
        leader.battle = small(one["battle"], at + ".battle", 1, 12);
        leader.home = find_id(t.areas, one["home"], at + ".home");
        leader.longbow = one["longbow"].int_or(at + ".longbow", 0) != 0;
        leader.silences = one["silences"].int_or(at + ".silences", 0) != 0;
        leader.battle_bonus =
            static_cast<std::uint8_t>(one["battle_bonus"].int_or(at + ".battle_bonus", 0));
        if (leader.battle_bonus > 12 || 2 * (leader.battle + leader.battle_bonus) > kMaxSixPool)
            bad(at + ".battle: at most " + std::to_string(kMaxSixPool / 2) + " with its bonus");
        leader.hist = side_of(one["hist"], at + ".hist", true);
        const int capacity = t.charts.command * leader.stars;
        if (capacity > static_cast<int>(kMaxPoints)) bad("charts.command: too high");
        leader.capacity = static_cast<std::uint8_t>(capacity);
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
    for (unsigned i = 0; i < t.areas.size(); ++i)
        for (const Value& id : v["areas"].as_list("areas")[i]["recruits"].as_list("recruits"))
            t.areas[i].recruits =
                static_cast<Types>(t.areas[i].recruits | 1U << find_id(t.troops, id, "recruits"));
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
    const Value& vp = v["vp"];
    for (unsigned i = 0; i <= kMaxValue; ++i)
        c.value[i] = small(vp["value"].as_list("charts.vp.value").at(i), "charts.vp.value", 0, 9);
    for (unsigned i = 0; i <= kMaxStars; ++i)
        c.killed[i] =
            small(vp["killed"].as_list("charts.vp.killed").at(i), "charts.vp.killed", 0, 9);
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

/// At most 24 leaders of one side and 36 in all in any six consecutive sets. Rules: G5.73.
void check_sets(const Tables& t) {
    for (int first = 0; first <= 60; ++first) {
        std::array<int, 3> n{};
        for (const LeaderDef& leader : t.leaders)
            if (leader.entry >= first && leader.entry < first + static_cast<int>(kAges))
                ++n[leader.side];
        if (n[0] + n[2] > 24 || n[1] + n[2] > 24)
            bad("leaders: more than 24 of one side in six consecutive sets (G5.73)");
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
    t_.turns = within(v["rounds"], "rounds", 1, 60);
    const auto& sides = v["sides"].as_list("sides");
    if (sides.size() != 2) bad("sides: two");
    for (unsigned i = 0; i < 2; ++i)
        t_.side[i] = {sides[i]["id"].as_text("sides.id"), i == 0 ? "E" : "F"};
    load_charts(t_, v["charts"]);
    load_areas(t_, v);
    load_troops(t_, v);
    load_leaders(t_, v);
    load_options(t_, v["options"]);
    check_ids(t_);
    check_sets(t_);
    t_.initiative_modifiers = v["flags"]["initiative_modifiers"].int_or("flags", 0) != 0;
    t_.english_sea = v["flags"]["english_sea"].int_or("flags", 0) != 0;
    for (unsigned i = 0; i < 2; ++i)
        t_.capital[i] = find_id(t_.areas, v["capitals"][t_.side[i].letter], "capitals");
    for (unsigned i = 0; i < t_.troops.size(); ++i) {
        if (t_.troops[i].commanders != Commanders::listed) continue;
        for (const Value& id : v["troops"].as_list("troops")[i]["listed"].as_list("listed")) {
            auto& leader = t_.leaders[find_id(t_.leaders, id, "troops.listed")];
            leader.commands = static_cast<Types>(leader.commands | 1U << i);
        }
    }
    derive(t_);
    load_setup(t_, v);
    if (!v["position"].is_null()) {
        t_.position_phase = static_cast<unsigned>(within(v["position"]["phase"], "phase", 1, 11));
        t_.position = load_position(t_, empty_state(), v["position"]);
        const bool peace = t_.position_phase >= 4 && t_.position_phase <= 8;
        if (peace && battle_areas(*t_.position) != 0)
            bad("position.leaders: both sides in one area, in phases 1 to 3 and 9 to 11 only");
        const auto broken = check_invariants(*t_.position);
        if (!broken.empty()) bad("position: " + broken.front());
    }
}

}  // namespace sim::warriors
