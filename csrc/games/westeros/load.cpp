// From the compiled scenario (plain data, checked and explained by Python) to the tables, checked
// again. Rules: WD1.4, W3.13-W3.20, W4.1.
#include <algorithm>
#include <map>

#include "games/westeros/rules.hpp"

namespace sim::westeros {

namespace {

[[noreturn]] void bad(const std::string& what) { throw BadScenario(what); }

template <class E, std::size_t N>
E named(const std::array<std::string_view, N>& names, const Value& v, const std::string& what) {
    const std::string& text = v.as_text(what);
    for (unsigned i = 0; i < N; ++i)
        if (names[i] == text) return static_cast<E>(i);
    bad(what + ": unknown name '" + text + "'");
}

template <class E, std::size_t N>
E named_or(const std::array<std::string_view, N>& names, const Value& v, const std::string& what,
    E fallback) {
    return v.is_null() ? fallback : named<E>(names, v, what);
}

Keywords load_keywords(const Value& list, const std::string& what) {
    Keywords k;
    for (const Value& pair : list.as_list(what)) {
        const auto& entry = pair.as_list(what);
        k.add(named<Keyword>(kKeywordNames, entry.at(0), what), entry.at(1).as_int(what));
    }
    return k;
}

EffectDef load_effect(const Value& v, const std::string& what) {
    EffectDef e;
    e.op = named<Op>(kOpNames, v["op"], what + ".op");
    e.k = v["k"].int_or(what + ".k", 0);
    e.x = v["x"].int_or(what + ".x", 0);
    e.n = v["n"].int_or(what + ".n", 0);
    e.dice = v["dice"].int_or(what + ".dice", 0);
    e.move = v["move"].int_or(what + ".move", 0);
    e.first_attack = v["first_attack"].int_or(what, 0) != 0;
    e.adjacent = v["adjacent"].int_or(what, 0) != 0;
    e.who = named_or<Who>(kWhoNames, v["who"], what + ".who", Who::ordered);
    e.cls = named_or<Class>(kClassNames, v["class"], what + ".class", Class::any);
    e.condition = named_or<Condition>(
        kConditionNames, v["condition"], what + ".condition", Condition::always);
    e.until = named_or<Until>(kUntilNames, v["until"], what + ".until", Until::turn_end);
    e.keyword =
        named_or<Keyword>(kKeywordNames, v["keyword"], what + ".keyword", Keyword::stalwart);
    e.kind = named_or<Face>(kFaceNames, v["kind"], what + ".kind", Face::morale);
    e.own_area = v["area"].text_or("zoc") == "own";
    return e;
}

std::vector<EffectDef> load_effects(const Value& list, const std::string& what) {
    std::vector<EffectDef> out;
    if (list.is_null()) return out;
    for (const Value& v : list.as_list(what)) out.push_back(load_effect(v, what));
    return out;
}

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
    t.no_sight = terrain(Terrain::forest) | terrain(Terrain::forest_river) |
                 terrain(Terrain::forest_road) | terrain(Terrain::building) |
                 terrain(Terrain::outpost) | token(Token::siege_engine);
    t.hills = terrain(Terrain::hill).any();
    t.marsh = terrain(Terrain::marsh).any();
    t.road = terrain(Terrain::road) | terrain(Terrain::forest_road) | token(Token::bridge) |
             token(Token::stone_bridge);
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

/// W3.13, in whole numbers: coordinates times 2n, so that a half is n.
SightLine sight_line(Hex a, Hex b) {
    SightLine line;
    const Cube x = cube(a), y = cube(b);
    const int n = distance(a, b);
    line.steps = static_cast<std::uint8_t>(n - 1);
    const auto to_offset = [&](int q, int r) {
        const int c = q + (r - (r & 1)) / 2;
        return static_cast<std::int16_t>(r * kStride + c - a);
    };
    const auto floor_div = [](int p, int q) { return p >= 0 ? p / q : -((-p + q - 1) / q); };
    for (int i = 1; i < n; ++i) {
        const std::array<int, 3> at = {x.q * n + (y.q - x.q) * i, x.r * n + (y.r - x.r) * i,
            (-x.q - x.r) * n + (x.q + x.r - y.q - y.r) * i};
        std::array<int, 3> low{}, high{};
        bool halves = false;
        for (unsigned j = 0; j < 3; ++j) {
            const int down = floor_div(at[j], n), rest = at[j] - down * n;
            if (2 * rest == n) {
                halves = true;
                low[j] = down;
                high[j] = down + 1;
            } else {
                low[j] = high[j] = 2 * rest < n ? down : down + 1;
            }
        }
        auto& cell = line.offset[static_cast<unsigned>(i - 1)];
        if (!halves) {
            cell = {to_offset(low[0], low[1]), to_offset(low[0], low[1])};
            continue;
        }
        // Two coordinates are halves: one up and the other down, and the reverse.
        std::array<unsigned, 2> half{};
        unsigned found = 0;
        for (unsigned j = 0; j < 3; ++j)
            if (low[j] != high[j]) half[found++] = j;
        std::array<int, 3> first = low, second = low;
        first[half[0]] = high[half[0]];
        second[half[1]] = high[half[1]];
        cell = {to_offset(first[0], first[1]), to_offset(second[0], second[1])};
    }
    return line;
}

void derive_sight(Tables& t) {
    for (int parity = 0; parity < 2; ++parity) {
        const Hex a = hex_at(7, 7 + (parity + 1) % 2);  // row 8 is even, row 7 odd
        for (int r = 0; r < kStride - 1; ++r)
            for (int c = 0; c < kStride; ++c) {
                const Hex b = hex_at(c, r);
                if (a == b || distance(a, b) > kSightRange) continue;
                const int delta = b - a;
                t.sight[static_cast<unsigned>(hex_row(a) & 1)][static_cast<unsigned>(
                    delta + kSightRange * (kStride + 1))] = sight_line(a, b);
            }
    }
}

UnitType load_type(const Value& v) {
    UnitType u;
    u.id = v["id"].as_text("types.id");
    const std::string what = "types." + u.id;
    u.name = v["name"].text_or(u.id);
    u.cls = named<Class>(kClassNames, v["class"], what + ".class");
    u.figures = v["figures"].as_int(what + ".figures");
    if (u.figures < 1 || u.figures > 20) bad(what + ".figures: from 1 to 20");
    for (unsigned i = 0; i < 3; ++i) {
        u.move[i] = v["move"].as_list(what + ".move").at(i).as_int(what + ".move");
        u.dice[i] = v["dice"].as_list(what + ".dice").at(i).as_int(what + ".dice");
        if (u.move[i] < 0 || u.move[i] > 8 || u.dice[i] < 0 || u.dice[i] > 10)
            bad(what + ": move 0-8, dice 0-10");
    }
    for (const Value& a : v["attacks"].as_list(what + ".attacks")) {
        const auto mode = named<Mode>(kModeNames, a["mode"], what + ".attacks");
        const int min = a["min"].int_or(what, 1), max = a["max"].int_or(what, 1);
        if (max > kSightRange || min < 1 || min > max) bad(what + ".attacks: range from 1 to 6");
        if (mode == Mode::melee) u.melee = true;
        if (mode == Mode::ranged) u.range_min = min, u.range_max = max;
        if (mode == Mode::war_dogs) u.dogs_min = min, u.dogs_max = max;
    }
    u.keywords = load_keywords(v["keywords"], what + ".keywords");
    return u;
}

CardDef load_card(const Value& v) {
    CardDef card;
    card.id = v["id"].as_text("cards.id");
    const std::string what = "cards." + card.id;
    card.copies = v["copies"].as_int(what + ".copies");
    for (const Value& b : v["boxes"].as_list(what + ".boxes")) {
        BoxDef box;
        const Value& order = b["order"];
        if (!order.is_null()) {
            box.order = order["n"].as_int(what + ".order.n");
            const std::string filter = order["filter"].text_or("");
            box.one_class = filter == "one_class";
            if (!box.one_class && !filter.empty())
                box.cls = named<Class>(kClassNames, order["filter"], what + ".order.filter");
            box.anywhere = order["anywhere"].int_or(what, 0) != 0;
        }
        box.effects = load_effects(b["effects"], what + ".effects");
        card.boxes.push_back(std::move(box));
    }
    if (card.boxes.empty() || card.boxes.size() > 2) bad(what + ".boxes: one or two");
    const BoxDef& only = card.boxes.front();
    card.any_unit = card.boxes.size() == 1 && only.order > 0 && only.cls == Class::any &&
                    !only.anywhere &&
                    std::none_of(only.effects.begin(), only.effects.end(), [](const EffectDef& e) {
                        return e.op == Op::rally || e.op == Op::morale || e.op == Op::draw;
                    });
    const Value& tactic = v["tactic"];
    if (!tactic.is_null()) {
        card.has_tactic = true;
        card.tactic.name = tactic["name"].text_or("");
        for (const Value& when : tactic["when"].as_list(what + ".tactic.when")) {
            const std::string& text = when.as_text(what + ".tactic.when");
            card.tactic.before |= text == "before";
            card.tactic.after |= text == "after";
            card.tactic.payment |= text == "payment";
        }
        const Value& require = tactic["require"];
        if (!require["own_morale"].is_null()) card.tactic.require = Require::own_morale_green;
        if (!require["enemy_morale"].is_null()) card.tactic.require = Require::enemy_morale_green;
        if (const auto* pool = require["pool"].map()) {
            card.tactic.require = Require::pool;
            for (const auto& [key, n] : *pool)
                card.tactic.tokens[named<unsigned>(kFaceNames, Value(key),
                    what + ".tactic.require.pool")] = static_cast<std::uint8_t>(n.as_int(what));
        }
        card.tactic.effects = load_effects(tactic["effects"], what + ".tactic.effects");
    }
    return card;
}

CommanderDef load_commander(const Value& v) {
    CommanderDef c;
    c.id = v["id"].as_text("commanders.id");
    const std::string what = "commanders." + c.id;
    c.person = v["person"].text_or(c.id);
    c.name = v["name"].text_or(c.id);
    c.title = v["title"].text_or("");
    c.cls = named<Class>(kClassNames, v["class"], what + ".class");
    c.limit = v["command_limit"].as_int(what + ".command_limit");
    c.capture = v["capture_rating"].as_int(what + ".capture_rating");
    c.keywords = load_keywords(v["keywords"], what + ".keywords");
    c.ability = load_effects(v["ability"], what + ".ability");
    for (const EffectDef& e : c.ability) {
        c.free_move |= e.op == Op::free_disengage;
        c.no_blow |= e.op == Op::no_parting_blow;
        c.reroll |= e.op == Op::reroll_one;
        if (e.op == Op::keep_cards) c.keep = std::clamp(e.n, 1, 2);
        if (e.op == Op::aura) c.aura.add(e.keyword, e.x);
    }
    const Value& commit = v["commit"];
    if (!commit.is_null()) {
        for (const Value& when : commit["when"].as_list(what + ".commit.when"))
            c.when = static_cast<std::uint8_t>(
                c.when |
                1U << static_cast<unsigned>(named<When>(kWhenNames, when, what + ".commit.when")));
        c.commit = load_effects(commit["effects"], what + ".commit.effects");
        if (c.commit.empty()) bad(what + ".commit.effects: empty");
    }
    return c;
}

}  // namespace

static void load_units(Tables& t, const Value& v);
static void load_victory(Tables& t, const Value& v);
static void load_special(Tables& t, const Value& v);

Rules::Rules(const Value& v) {
    if (v["game"].text_or("") != "westeros") bad("game: expected westeros");
    t_.id = v["id"].as_text("id");
    t_.code = v["code"].text_or("");
    t_.name = v["name"].text_or(t_.id);
    t_.rounds = v["rounds"].as_int("rounds");
    if (t_.rounds < 1 || t_.rounds > 10) bad("rounds: from 1 to 10 (W1.2)");
    load_board(t_, v);
    derive_board(t_);
    derive_sight(t_);
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
    t_.burnable &= scorch;
    for (unsigned seat = 0; seat < 2; ++seat) {
        t_.closed[seat][0] = t_.impassable | t_.plan.barred[seat];
        t_.closed[seat][1] = t_.closed[seat][0] | t_.token[static_cast<unsigned>(Token::palisade)];
    }
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        t_.seat_commanders[t_.commanders[c].seat] |= bit(c);
    for (unsigned c = 0; c < t_.commanders.size(); ++c)
        if ((t_.commanders[c].when >> static_cast<unsigned>(When::own_turn_start) & 1) != 0)
            t_.start_commits[t_.commanders[c].seat] |= bit(c);
}

static void load_units(Tables& t, const Value& v) {
    std::map<std::string, int> types, commanders;
    for (const Value& x : v["types"].as_list("types")) {
        types[x["id"].as_text("types.id")] = static_cast<int>(t.types.size());
        t.types.push_back(load_type(x));
    }
    if (t.types.size() > 250) bad("types: at most 250");
    for (const Value& x : v["commanders"].as_list("commanders")) {
        commanders[x["id"].as_text("commanders.id")] = static_cast<int>(t.commanders.size());
        t.commanders.push_back(load_commander(x));
    }
    if (t.commanders.size() > kCommanders) bad("commanders: at most 12");
    for (const Value& x : v["cards"].as_list("cards")) {
        const int seat = x["seat"].as_int("cards.seat") & 1;
        auto& deck = t.cards[static_cast<unsigned>(seat)];
        if (deck.size() == kCards) bad("cards: at most 24 different cards a House");
        deck.push_back(load_card(x));
        t.copies[static_cast<unsigned>(seat)][deck.size() - 1] =
            static_cast<std::uint8_t>(deck.back().copies);
    }
    std::array<int, 2> next{};
    for (const Value& x : v["units"].as_list("units")) {
        const auto seat = static_cast<unsigned>(x["seat"].as_int("units.seat") & 1);
        if (next[seat] == kUnitsPerSeat) bad("units: at most 16 a House");
        const unsigned u = seat * kUnitsPerSeat + static_cast<unsigned>(next[seat]++);
        UnitDef& def = t.units[u];
        def.number = x["number"].as_text("units.number");
        def.seat = static_cast<Seat>(seat);
        const auto type = types.find(x["type"].as_text("units.type"));
        if (type == types.end()) bad("units." + def.number + ".type: unknown");
        def.type = type->second;
        def.rank = named<Rank>(kRankNames, x["rank"], "units." + def.number + ".rank");
        const int c = x["c"].as_int("units.c"), r = x["r"].as_int("units.r");
        if (c < 0 || r < 0 || c >= t.columns || r >= t.rows)
            bad("units." + def.number + ": off the map");
        def.hex = hex_at(c, r);
        if (!t.playable.test(def.hex) || t.impassable.test(def.hex))
            bad("units." + def.number + ": an unplayable or impassable hex");
        for (const UnitDef& before : t.units)
            if (&before != &def && !before.number.empty() && before.hex == def.hex)
                bad("units." + def.number + ": hex of " + before.number);
        const std::string commander = x["commander"].text_or("");
        if (!commander.empty()) {
            const auto found = commanders.find(commander);
            if (found == commanders.end()) bad("units." + def.number + ".commander: unknown");
            def.commander = static_cast<std::uint8_t>(found->second);
            CommanderDef& boss = t.commanders[static_cast<unsigned>(found->second)];
            if (boss.unit != kNoUnit) bad("commanders." + boss.id + ": placed twice");
            boss.unit = static_cast<UnitId>(u);
            boss.seat = static_cast<Seat>(seat);
            boss.type = def.type;
        }
        const auto cls = static_cast<unsigned>(t.types[static_cast<unsigned>(def.type)].cls);
        t.class_units[cls] |= bit(u);
        t.class_units[static_cast<unsigned>(Class::any)] |= bit(u);
    }
    if (next[0] == 0 || next[1] == 0) bad("units: each House needs one");
    for (const CommanderDef& c : t.commanders)
        if (c.unit == kNoUnit) bad("commanders." + c.id + ": leads no unit");
    t.objective_at.fill(kNone);
    for (const Value& x : v["objectives"].as_list("objectives")) {
        if (t.objectives.size() == kObjectives) bad("objectives: at most 16");
        ObjectiveDef o;
        o.hex = hex_at(x["c"].as_int("objectives.c"), x["r"].as_int("objectives.r"));
        const int owner = x["owner"].int_or("objectives.owner", -1);
        o.owner = owner < 0 ? kNone : static_cast<std::uint8_t>(owner);
        o.kind = x["kind"].text_or("location");
        o.marker = x["marker"].int_or("objectives.marker", 1) != 0;
        t.objective_at[o.hex] = static_cast<std::uint8_t>(t.objectives.size());
        t.objectives.push_back(std::move(o));
    }
}

static void load_victory(Tables& t, const Value& v) {
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

static void load_special(Tables& t, const Value& v) {
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
        p.instant_points = instant["points"].as_int("instant.points");
        for (unsigned i = 0; i < 2; ++i)
            for (unsigned c = 0; c < t.commanders.size(); ++c)
                if (t.commanders[c].id == instant["generals"]
                                              .as_list("instant.generals")
                                              .at(i)
                                              .as_text("instant.generals"))
                    p.general[i] = static_cast<int>(c);
    }
    t.has_plan_rules = p.locations || !p.archers.empty() || p.captive != kNoHex || p.prisoner;
}

/// Units in place, full, active; hands and pools empty. Rules: W4.1, W4.2, WD4.3.
Rules::State Rules::initial(Dice& dice, ActionList& out) const {
    State s{};
    s.hex.fill(kNoHex);
    s.commander.fill(kNone);
    s.engaged.fill(kNoUnit);
    s.commander_unit.fill(kNoUnit);
    s.owner.fill(kNone);
    for (unsigned u = 0; u < kUnits; ++u) {
        const UnitDef& def = t_.units[u];
        if (def.number.empty() || def.hex == kNoHex) continue;
        s.type[u] = static_cast<std::uint8_t>(def.type);
        s.hex[u] = def.hex;
        s.commander[u] = def.commander;
        const bool led = def.commander != kNone;
        s.plain[u] = static_cast<std::uint8_t>(
            t_.types[static_cast<unsigned>(def.type)].figures - (led ? 1 : 0));
        if (led) s.commander_unit[def.commander] = static_cast<UnitId>(u);
        s.occupied[def.seat].set(def.hex);
        s.on_map |= bit(u);
        if (def.rank == Rank::blue) s.blue |= bit(u);
        if (def.rank == Rank::red) s.red |= bit(u);
    }
    s.active = s.on_map;
    for (unsigned o = 0; o < t_.objectives.size(); ++o) s.owner[o] = t_.objectives[o].owner;
    for (Seat seat = 0; seat < 2; ++seat)
        s.board_tokens[seat] = static_cast<std::uint8_t>(t_.house[seat].command_tokens);
    s.morale = static_cast<std::int8_t>(t_.morale_start);
    s.round = 1;
    s.momentum = t_.momentum;
    s.winner = s.view_of = s.card = s.lead = kNone;
    s.stack_depth = 1;
    s.stack[0] = {Step::setup, 0, 0, 0, 0, 0};
    advance(s, dice, out);
    return s;
}

}  // namespace sim::westeros
