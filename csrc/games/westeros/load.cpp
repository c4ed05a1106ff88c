// From the compiled scenario (plain data, checked and explained by Python) to the tables, checked
// again. Rules: WD1.4, W3.13-W3.20, W4.1.
#include "games/westeros/load.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

Rules::Rules(const Value& v) {
    if (v["game"].text_or("") != "westeros") bad("game: expected westeros");
    t_.id = v["id"].as_text("id");
    t_.code = v["code"].text_or("");
    t_.name = v["name"].text_or(t_.id);
    t_.rounds = v["rounds"].as_int("rounds");
    if (t_.rounds < 1 || t_.rounds > 10) bad("rounds: from 1 to 10 (W1.2)");
    load_board(t_, v);
    const auto& houses = v["houses"].as_list("houses");
    if (houses.size() != 2) bad("houses: two");
    for (unsigned i = 0; i < 2; ++i) {
        const Value& h = houses[i];
        HouseDef& def = t_.house[i];
        def.id = h["id"].as_text("houses.id");
        def.north = h["edge"].as_text("houses.edge") == "north";
        def.order_rating = h["order_rating"].as_int("order_rating");
        def.leadership_rating = h["leadership_rating"].as_int("leadership_rating");
        def.command_tokens = h["command_tokens"].as_int("command_tokens");
        if (def.order_rating < 0 || def.order_rating > 20 || def.leadership_rating < 0 ||
            def.leadership_rating > 20 || def.command_tokens < 0 || def.command_tokens > 20)
            bad("houses: ratings from 0 to 20");
        def.rout = h["morale_end"].as_text("houses.morale_end") == "rout";
    }
    if (t_.house[0].north == t_.house[1].north) bad("houses: one north, one south");
    t_.momentum = static_cast<Seat>(v["momentum"].as_int("momentum") & 1);
    t_.morale_start = v["morale_start"].int_or("morale_start", 0);
    t_.tie_momentum = v["tie"].text_or("morale") == "momentum";
    const Value& o = v["options"];
    const auto option = [&](const char* name, bool fallback) {
        return o[name].int_or(std::string("options.") + name, fallback ? 1 : 0) != 0;
    };
    t_.options.directional_retreats = option("directional_retreats", false);
    t_.options.reduced_strength = option("reduced_strength", false);
    t_.options.regroup_rout = option("regroup_rout", true);
    t_.options.cap_base_only = option("cap_base_only", false);
    t_.options.engaged_fire_anywhere = option("engaged_fire_anywhere", false);
    t_.options.unlimited_order_tokens = option("unlimited_order_tokens", false);
    t_.options.strict_ring_capture = option("strict_ring_capture", false);
    t_.options.coordinated_attacks = option("coordinated_attacks", false);
    t_.options.any_card_orders_one = option("any_card_orders_one", false);
    t_.options.two_boxes_both = option("two_boxes_both", false);
    t_.options.al01_plains = option("al01_plains", false);
    t_.options.die_tactics_plain = option("die_tactics_plain", false);
    t_.options.al01_cap = o["al01_cap"].int_or("options.al01_cap", 0);
    if (t_.options.al01_cap < 0 || t_.options.al01_cap > 20) bad("options.al01_cap: from 0 to 20");
    const std::string targets = o["hound_targets"].text_or("uncontrolled");
    if (targets != "uncontrolled" && targets != "unordered")
        bad("options.hound_targets: uncontrolled or unordered");
    t_.options.hound_unordered = targets == "unordered";
    load_units(t_, v);
    load_victory(t_, v);
    load_special(t_, v);
    for (unsigned seat = 0; seat < 2; ++seat) {
        const auto tokens = [&](const char* key) {
            const auto* list = v[key].list();
            const int n = list == nullptr ? 0 : list->at(seat).as_int(key);
            if (n < 0 || n > 20) bad(std::string(key) + ": from 0 to 20");
            return static_cast<std::uint8_t>(n);
        };
        t_.concealed[seat] = tokens("concealed_tokens");
        t_.brotherhood[seat] = tokens("brotherhood_tokens");
    }
    derive(t_);
}

}  // namespace sim::westeros
