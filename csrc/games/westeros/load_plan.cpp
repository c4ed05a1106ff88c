// Victory and the special rules of a compiled scenario. Rules: WD11.1, WD12.
#include <algorithm>

#include "games/westeros/load.hpp"

namespace sim::westeros {

void load_victory(Tables& t, const Value& v) {
    for (const Value& x : v["victory"].as_list("victory")) {
        VictoryDef def;
        def.condition = named<VictoryIf>(kVictoryNames, x["condition"], "victory.condition");
        const std::string& when = x["when"].as_text("victory.when");
        def.when = when == "immediate"   ? VictoryWhen::immediate
                   : when == "round_end" ? VictoryWhen::round_end
                                         : VictoryWhen::game_end;
        def.points = x["points"].int_or("victory.points", 1);
        def.from_round = x["from_round"].int_or("victory.from_round", 1);
        if (const auto* list = x["zone_points"].list())
            for (unsigned i = 0; i < 3; ++i)
                def.zone_points[i] = list->at(i).as_int("victory.zone_points");
        const std::string kind = x["kind"].text_or("");
        for (unsigned o = 0; o < t.objectives.size(); ++o) {
            const ObjectiveDef& objective = t.objectives[o];
            const bool named_hex =
                !x["c"].is_null() &&
                objective.hex == hex_at(x["c"].as_int("victory.c"), x["r"].as_int("victory.r"));
            if (named_hex || (x["c"].is_null() && (kind.empty() || objective.kind == kind)))
                def.objectives |= bit(o);
        }
        if (x["while_standing"].int_or("victory.while_standing", 0) != 0) def.once_destroyed = -1;
        if (const auto* area = x["area"].list())
            for (const Value& hex : *area)
                def.area.set(hex_at(hex.as_list("victory.area").at(0).as_int("victory.area"),
                    hex.as_list("victory.area").at(1).as_int("victory.area")));
        const std::string token = x["token"].text_or("");
        if (!token.empty()) {
            def.area = t.token[static_cast<unsigned>(
                named<Token>(kTokenNames, Value(token), "victory.token"))];
        } else if (def.condition == VictoryIf::fire_level) {
            each_bit(def.objectives,
                [&](int o) { def.area.set(t.objectives[static_cast<unsigned>(o)].hex); });
            def.once_destroyed = x["once_destroyed"].int_or("victory.once_destroyed", 0);
        }
        def.per = std::max(1, x["per"].int_or("victory.per", 1));
        def.count = x["count"].int_or("victory.count", 3);
        if (const auto* rows = x["table"].list())
            for (const Value& row : *rows)
                def.rows.emplace_back(row.as_list("victory.table").at(0).as_int("victory.table"),
                    row.as_list("victory.table").at(1).as_int("victory.table"));
        def.with_commander = x["with_commander"].int_or("victory.with_commander", def.points);
        const std::string name = x["name"].text_or("");
        for (unsigned c = 0; c < t.commanders.size() && !name.empty(); ++c)
            if (t.commanders[c].id == name) def.name = static_cast<int>(c);
        const int who = x["who"].int_or("victory.who", -1);
        for (int seat = 0; seat < 2; ++seat)
            if (who < 0 || who == seat) {
                def.seat = static_cast<Seat>(seat);
                t.victory.push_back(def);
            }
    }
}

namespace {

Hex hex_of(const Value& pair, const std::string& what) {
    const auto& list = pair.as_list(what);
    return hex_at(list.at(0).as_int(what), list.at(1).as_int(what));
}

Seat seat_of_value(const Value& v, const std::string& what) {
    return static_cast<Seat>(v.as_int(what) & 1);
}

/// Layouts in which every token is adjacent to at least one of each other colour (WD B04, rule 3).
std::vector<std::array<std::uint8_t, 9>> catapult_layouts(const std::vector<Hex>& rafts, int each) {
    std::vector<std::array<std::uint8_t, 9>> found;
    std::array<std::uint8_t, 9> layout{};
    std::array<int, 3> used{};
    const auto legal = [&] {
        for (unsigned i = 0; i < 9; ++i) {
            unsigned beside = 0;
            for (unsigned j = 0; j < 9; ++j)
                if (distance(rafts[i], rafts[j]) == 1) beside |= 1U << layout[j];
            if ((beside | 1U << layout[i]) != 7) return false;
        }
        return true;
    };
    const auto fill = [&](auto&& self, unsigned n) -> void {
        if (n == 9) {
            if (legal()) found.push_back(layout);
            return;
        }
        for (std::uint8_t k = 0; k < 3; ++k) {
            if (used[k] == each) continue;
            ++used[k];
            layout[n] = k;
            self(self, n + 1);
            --used[k];
        }
    };
    fill(fill, 0);
    return found;
}

/// Unit slots that turned-up archers take.
void add_archer_slots(Tables& t, const Value& x) {
    PlanRules& p = t.plan;
    int type = -1;
    for (unsigned i = 0; i < t.types.size(); ++i)
        if (t.types[i].id == x["type"].as_text("special.type")) type = static_cast<int>(i);
    if (type < 0) bad("special.type: unknown");
    unsigned slot = p.archers_seat * 16U;
    while (!t.units[slot].number.empty()) ++slot;
    if (slot + static_cast<unsigned>(p.archers_real) > p.archers_seat * 16U + 16U)
        bad("units: at most 16 a House");
    p.archer_slot = static_cast<UnitId>(slot);
    for (int i = 0; i < p.archers_real; ++i, ++slot) {
        UnitDef& def = t.units[slot];
        def.number = "A" + std::to_string(i + 1);
        def.seat = p.archers_seat;
        def.type = type;
        def.rank = named<Rank>(kRankNames, x["rank"], "special.rank");
        t.class_units[static_cast<unsigned>(t.types[static_cast<unsigned>(type)].cls)] |= bit(slot);
        t.class_units[static_cast<unsigned>(Class::any)] |= bit(slot);
    }
}

}  // namespace

void load_special(Tables& t, const Value& v) {
    PlanRules& p = t.plan;
    p.general = {-1, -1};
    for (const Value& x : v["special"].as_list("special")) {
        const std::string& op = x["op"].as_text("special.op");
        const auto number = [&](const char* key) {
            return x[key].as_int(std::string("special.") + key);
        };
        if (op == "scorch_units") {
            for (const Value& unit : x["units"].as_list("special.units"))
                for (UnitDef& u : t.units)
                    if (u.number == unit.as_text("special.units")) u.scorch = true;
        } else if (op == "scorch_only") {
            t.fire_only &= t.token[static_cast<unsigned>(
                named<Token>(kTokenNames, x["token"], "special.token"))];
        } else if (op == "no_fire_before") {
            t.late_fire = hex_at(number("c"), number("r"));
            t.late_fire_round = number("round");
        } else if (op == "hidden_locations") {
            p.locations = true;
            p.location_seat = seat_of_value(x["seat"], "special.seat");
            p.location_count = {number("false"), number("real")};
            if (p.location_count[0] + p.location_count[1] > kObjectives)
                bad("special: at most 16 locations");
            for (const Value& row : x["rows"].as_list("special.rows"))
                t.playable.each([&](int h) {
                    if (hex_row(static_cast<Hex>(h)) == row.as_int("special.rows") &&
                        !t.impassable.test(h))
                        p.location_area.set(h);
                });
        } else if (op == "hidden_archers") {
            for (const Value& hex : x["hexes"].as_list("special.hexes"))
                p.archers.push_back(hex_of(hex, "special.hexes"));
            p.archers_real = number("real");
            p.archers_seat = seat_of_value(x["seat"], "special.seat");
            add_archer_slots(t, x);
        } else if (op == "captive") {
            p.captive = hex_at(number("c"), number("r"));
            p.captive_seat = seat_of_value(x["seat"], "special.seat");
        } else if (op == "palisade_setup") {
            p.palisade_seat = seat_of_value(x["owner"], "special.owner");
            p.palisade_dice = number("dice");
            int all = 0;
            for (unsigned k = 0; k < 3; ++k) {
                p.palisade_tokens[k] =
                    static_cast<std::uint8_t>(x["tokens"][kFaceNames[k]].as_int("special.tokens"));
                all += p.palisade_tokens[k];
            }
            t.token[static_cast<unsigned>(Token::palisade)].each(
                [&](int h) { p.palisades.push_back(static_cast<Hex>(h)); });
            if (p.palisades.size() > 16 || all != static_cast<int>(p.palisades.size()) + 1)
                bad("special.tokens: one token a palisade and one more");
        } else if (op == "catapults") {
            p.catapult_seat = seat_of_value(x["owner"], "special.owner");
            for (const Value& hex : x["hexes"].as_list("special.hexes"))
                p.rafts.push_back(hex_of(hex, "special.hexes"));
            std::sort(p.rafts.begin(), p.rafts.end());
            if (p.rafts.size() != 9 || number("each") != 3)
                bad("special.catapults: nine landings, three of a colour");
            p.layouts = catapult_layouts(p.rafts, 3);
            if (p.layouts.empty()) bad("special.catapults: no legal layout");
        } else if (op == "bar_terrain") {
            for (const Value& hex : x["hexes"].as_list("special.hexes"))
                p.barred[seat_of_value(x["seat"], "special.seat")].set(
                    hex_of(hex, "special.hexes"));
        } else if (op == "exits") {
            p.exit_seat = seat_of_value(x["seat"], "special.seat");
            for (const Value& hex : x["hexes"].as_list("special.hexes"))
                p.exits.set(hex_of(hex, "special.hexes"));
        } else if (op == "prisoner") {
            p.prisoner = true;
            for (unsigned i = 0; i < 2; ++i)
                p.places[i] = hex_of(x["places"].as_list("special.places").at(i), "special.places");
            p.prisoner_seat = seat_of_value(x["owner"], "special.owner");
            p.carrier_seat = seat_of_value(x["carrier"], "special.carrier");
            p.free_row = number("free_row");
        } else if (op != "burnt_token") {  // where a burnt token goes changes no rule
            bad("special.op: '" + op + "' is not available in this version");
        }
    }
    const Value& decide = v["decide"];
    if (!decide.is_null()) {
        p.decide = true;
        p.decide_winner = seat_of_value(decide["winner"], "decide.winner");
        p.decide_locations = decide["real_locations"].as_int("decide.real_locations");
    }
    const Value& instant = v["instant"];
    if (!instant.is_null()) {
        p.instant = true;
        if (p.exits.any()) bad("instant: not together with exits");
        p.instant_at_once = instant["test"].text_or("regroup") == "at_once";
        p.instant_points = instant["points"].as_int("instant.points");
        for (unsigned i = 0; i < 2; ++i)
            for (unsigned c = 0; c < t.commanders.size(); ++c)
                if (t.commanders[c].id == instant["generals"]
                                              .as_list("instant.generals")
                                              .at(i)
                                              .as_text("instant.generals"))
                    p.general[i] = static_cast<int>(c);
    }
    t.has_plan_rules =
        p.locations || !p.rafts.empty() || !p.archers.empty() || p.captive != kNoHex || p.prisoner;
}

}  // namespace sim::westeros
