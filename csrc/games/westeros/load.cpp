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
    t_.options = {option("directional_retreats", false), option("reduced_strength", false),
        option("regroup_rout", true), option("cap_base_only", false),
        option("engaged_fire_anywhere", false), option("unlimited_order_tokens", false),
        option("strict_ring_capture", false)};
    for (const char* name : {"coordinated_attacks", "any_card_orders_one", "two_boxes_both"})
        if (option(name, false))
            bad(std::string("options.") + name + ": not available in this version");
    load_units(t_, v);
    load_victory(t_, v);
    load_special(t_, v);
    for (unsigned h = 0; h < kCells; ++h) t_.burnable |= t_.fire_only.test(static_cast<int>(h));
    // Where nobody can set fires the burn tables need not be asked.
    bool scorch = false;
    for (const UnitDef& u : t_.units)
        if (!u.number.empty())
            scorch |=
                u.scorch || t_.types[static_cast<unsigned>(u.type)].keywords.has(Keyword::scorch);
    for (const CommanderDef& c : t_.commanders) {
        scorch |= c.keywords.has(Keyword::scorch);
        for (const EffectDef& e : c.commit) scorch |= e.op == Op::add_fire;
    }
    for (const auto& deck : t_.cards)
        for (const CardDef& card : deck)
            for (const BoxDef& box : card.boxes)
                for (const EffectDef& e : box.effects)
                    scorch |= e.op == Op::grant && e.keyword == Keyword::scorch;
    t_.burnable = (t_.burnable && scorch) || !t_.plan.palisades.empty();
    for (unsigned seat = 0; seat < 2; ++seat) {
        t_.closed[seat][0] = t_.impassable | t_.plan.barred[seat];
        t_.closed[seat][1] = t_.closed[seat][0] | t_.token[static_cast<unsigned>(Token::palisade)];
    }
    for (unsigned c = 0; c < t_.commanders.size(); ++c) {
        t_.seat_commanders[t_.commanders[c].seat] |= bit(c);
        t_.limit[c] = static_cast<std::uint8_t>(t_.commanders[c].limit);
    }
    for (unsigned seat = 0; seat < 2; ++seat)
        for (unsigned card = 0; card < t_.cards[seat].size(); ++card)
            if (t_.cards[seat][card].any_unit) t_.any_unit_cards[seat] |= bit(card);
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        if ((t_.commanders[c].when >> static_cast<unsigned>(When::own_turn_start) & 1) != 0)
            t_.start_commits[t_.commanders[c].seat] |= bit(c);
}

}  // namespace sim::westeros
