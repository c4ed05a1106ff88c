// Unit types, commanders, cards and units of a compiled scenario. Rules: WD1.4, W2.4-W2.14.
#include <algorithm>
#include <map>

#include "games/westeros/load.hpp"

namespace sim::westeros {

namespace {

Keywords load_keywords(const Value& list, const std::string& what) {
    Keywords k;
    for (const Value& pair : list.as_list(what)) {
        const auto& entry = pair.as_list(what);
        k.add(named<Keyword>(kKeywordNames, entry.at(0), what), entry.at(1).as_int(what));
    }
    return k;
}

/// The bit of a trait, a new one when nobody has asked for it before; a House is written "@id".
std::uint32_t trait_bit(Tables& t, const std::string& name) {
    for (unsigned i = 0; i < t.traits.size(); ++i)
        if (t.traits[i] == name) return 1U << i;
    if (t.traits.size() == 32) bad("traits: at most 32 different ones, Houses included");
    t.traits.push_back(name);
    return 1U << (t.traits.size() - 1);
}

std::uint32_t traits_of(Tables& t, const Value& v, const std::string& what) {
    std::uint32_t bits = 0;
    if (!v["house"].is_null()) bits |= trait_bit(t, "@" + v["house"].as_text(what + ".house"));
    if (!v["traits"].is_null())
        for (const Value& trait : v["traits"].as_list(what + ".traits"))
            bits |= trait_bit(t, trait.as_text(what + ".traits"));
    return bits;
}

/// The trait and the House to which an order or an effect is narrowed (WD10.4).
std::uint32_t needed_traits(Tables& t, const Value& v, const std::string& what) {
    std::uint32_t bits = 0;
    if (!v["house"].is_null()) bits |= trait_bit(t, "@" + v["house"].as_text(what + ".house"));
    if (!v["trait"].is_null()) bits |= trait_bit(t, v["trait"].as_text(what + ".trait"));
    return bits;
}

Requirement load_requirement(const Value& v, const std::string& what) {
    Requirement r;
    if (!v["own_morale"].is_null()) r.kind = Requirement::own_morale_green;
    if (!v["enemy_morale"].is_null()) r.kind = Requirement::enemy_morale_green;
    if (const auto* pool = v["pool"].map()) {
        r.kind = Requirement::pool;
        for (const auto& [key, n] : *pool)
            r.tokens[named<unsigned>(kFaceNames, Value(key), what + ".pool")] =
                static_cast<std::uint8_t>(n.as_int(what));
    }
    return r;
}

EffectDef load_effect(Tables& t, const Value& v, const std::string& what) {
    EffectDef e;
    e.op = named<Op>(kOpNames, v["op"], what + ".op");
    e.k = v["k"].int_or(what + ".k", 0);
    e.x = v["x"].int_or(what + ".x", 0);
    e.n = v["n"].int_or(what + ".n", 0);
    e.dice = v["dice"].int_or(what + ".dice", 0);
    e.move = v["move"].int_or(what + ".move", 0);
    e.first_attack = v["first_attack"].int_or(what, 0) != 0;
    e.box = v["box"].int_or(what + ".box", 0);
    e.count_idle = v["count"].text_or("") == "idle_commanders";
    e.die = v["die"].int_or(what + ".die", 0) != 0;
    e.at_end = v["at"].text_or("") == "turn_end";
    e.who = named_or<Who>(kWhoNames, v["who"], what + ".who", Who::ordered);
    e.cls = named_or<Class>(kClassNames, v["class"], what + ".class", Class::any);
    e.condition = named_or<Condition>(
        kConditionNames, v["condition"], what + ".condition", Condition::always);
    e.until = named_or<Until>(kUntilNames, v["until"], what + ".until", Until::turn_end);
    e.keyword =
        named_or<Keyword>(kKeywordNames, v["keyword"], what + ".keyword", Keyword::stalwart);
    e.kind = named_or<Face>(kFaceNames, v["kind"], what + ".kind", Face::morale);
    e.area = named_or<Area>(kAreaNames, v["area"], what + ".area", Area::zoc);
    e.traits = needed_traits(t, v, what);
    e.person = v["commander"].text_or("");
    e.require = load_requirement(v["require"], what + ".require");
    if (e.n < 0 || e.n > 16) bad(what + ".n: from 0 to 16");
    if (e.op == Op::join_box && e.box != 0) bad(what + ".box: only the first box can be joined");
    if (e.op == Op::pay_figures_for_palisade && e.n != 2) bad(what + ".n: two figures");
    return e;
}

std::vector<EffectDef> load_effects(Tables& t, const Value& list, const std::string& what) {
    std::vector<EffectDef> out;
    if (list.is_null()) return out;
    for (const Value& v : list.as_list(what)) out.push_back(load_effect(t, v, what));
    return out;
}

UnitType load_type(Tables& t, const Value& v) {
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
        if (max > 6 || min < 1 || min > max) bad(what + ".attacks: range from 1 to 6");
        if (mode == Mode::melee) u.melee = true;
        if (mode == Mode::ranged) u.range_min = min, u.range_max = max;
        if (mode == Mode::war_dogs) u.dogs_min = min, u.dogs_max = max;
    }
    u.keywords = load_keywords(v["keywords"], what + ".keywords");
    u.traits = traits_of(t, v, what);
    u.brotherhood = v["house"].text_or("") == "brotherhood";
    if (const auto* formations = v["formations"].list();
        formations != nullptr && !formations->empty()) {
        if (formations->size() != 2) bad(what + ".formations: none or two");
        u.formations = true;
        for (unsigned i = 0; i < 2; ++i) {
            const Value& f = formations->at(i);
            u.formation_id[i] = f["id"].as_text(what + ".formations.id");
            u.formation[i] = load_keywords(f["keywords"], what + ".formations.keywords");
        }
    }
    return u;
}

/// Operations that need an attack in progress, or none, are refused elsewhere (WD2.25).
void check_moments(const EffectDef& e, std::uint16_t when, const std::string& what) {
    const auto at = [](auto... moments) {
        return static_cast<std::uint16_t>((0U | ... | (1U << static_cast<unsigned>(moments))));
    };
    using enum When;
    std::uint16_t fitting = at(own_turn_start, before_attack_self, after_attack_self, on_attack_on,
        after_elimination_self);
    switch (e.op) {
    case Op::escape: fitting = at(on_capture_self); break;
    case Op::fill_gap: fitting = at(on_ally_eliminated); break;
    case Op::joint_counter: fitting = at(after_attack_on); break;
    case Op::dice_per_unit_passed: fitting = at(before_move_self); break;
    case Op::river_jump: fitting = at(after_move_self); break;
    case Op::rearrange_command_tokens: fitting = at(before_lead_self); break;
    case Op::any_token:
    case Op::covering_fire: fitting = at(own_turn_start); break;
    default: break;
    }
    if (e.op == Op::swap_bearers) fitting = at(on_loss_self);
    if (e.op == Op::second_attack && e.who == Who::own) fitting = at(after_attack_self);
    if (e.op == Op::war_dogs_attack)
        fitting = at(own_turn_start, after_attack_self, after_elimination_self);
    if (e.op == Op::step || e.op == Op::add_fire)
        fitting = at(own_turn_start, after_attack_self, after_elimination_self);
    if (e.op == Op::morale_also_hits || (e.op == Op::grant && e.who == Who::target))
        fitting = at(before_attack_self, on_attack_on);
    if ((when & ~fitting) != 0)
        bad(what + ": '" + std::string(kOpNames[static_cast<unsigned>(e.op)]) +
            "' does not fit this moment");
}

/// Operations that only the commit ability or the standing ability of a commander may have.
void check_owner(const EffectDef& e, bool commit, bool ability, const std::string& what) {
    const bool of_commit = e.op >= Op::escape;
    const bool of_ability = e.op >= Op::force_kind && e.op < Op::escape;
    if ((of_commit && !commit) || (of_ability && !ability))
        bad(what + ": '" + std::string(kOpNames[static_cast<unsigned>(e.op)]) + "' belongs to " +
            (of_commit ? "commit abilities" : "unit abilities"));
}

/// A card is played outside attacks.
void check_card(const std::vector<EffectDef>& effects, const std::string& what) {
    for (const EffectDef& e : effects)
        if (e.op != Op::step)
            check_moments(e, 1U << static_cast<unsigned>(When::own_turn_start), what);
    for (const EffectDef& e : effects)
        if (e.op == Op::war_dogs_attack)
            bad(what + ": 'war_dogs_attack' belongs to commit abilities");
    for (const EffectDef& e : effects) check_owner(e, false, false, what);
}

CardDef load_card(Tables& t, const Value& v) {
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
            box.traits = needed_traits(t, order, what + ".order");
            if (box.order < 1 || box.order > 16) bad(what + ".order.n: from 1 to 16");
        }
        box.effects = load_effects(t, b["effects"], what + ".effects");
        check_card(box.effects, what + ".effects");
        for (const EffectDef& e : box.effects) {
            box.at_end |= e.at_end;
            if (e.op == Op::token_on_other_commander) bad(what + ": a matter of tactics");
        }
        card.boxes.push_back(std::move(box));
    }
    if (card.boxes.empty() || card.boxes.size() > 2) bad(what + ".boxes: one or two");
    const BoxDef& only = card.boxes.front();
    card.any_unit = card.boxes.size() == 1 && only.order > 0 && only.cls == Class::any &&
                    !only.anywhere && only.traits == 0 &&
                    std::none_of(only.effects.begin(), only.effects.end(), [](const EffectDef& e) {
                        return e.op == Op::rally || e.op == Op::morale || e.op == Op::draw ||
                               e.op == Op::deactivate;
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
        card.tactic.require = load_requirement(tactic["require"], what + ".tactic.require");
        card.tactic.effects = load_effects(t, tactic["effects"], what + ".tactic.effects");
        check_card(card.tactic.effects, what + ".tactic.effects");
        for (const EffectDef& e : card.tactic.effects)
            if ((e.op == Op::token_on_other_commander) != card.tactic.payment)
                bad(what + ".tactic: 'token_on_other_commander' goes with the moment payment");
    }
    return card;
}

CommanderDef load_commander(Tables& t, const Value& v) {
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
    c.ability = load_effects(t, v["ability"], what + ".ability");
    if (!v["traits"].is_null())
        for (const Value& trait : v["traits"].as_list(what + ".traits"))
            c.traits |= trait_bit(t, trait.as_text(what + ".traits"));
    for (const EffectDef& e : c.ability) {
        check_owner(e, false, true, what + ".ability");
        c.force_kind |= e.op == Op::force_kind;
        c.give_up_order |= e.op == Op::give_up_order;
        c.pass_friends |= e.op == Op::pass_friends;
        c.revive |= e.op == Op::revive;
        c.free_rally |= e.op == Op::free_rally;
        if (e.op == Op::counter_pursue) c.counter_pursue = e.x;
        if (e.op == Op::capture_bonus) c.capture_bonus = e.k;
        c.free_move |= e.op == Op::free_disengage;
        c.no_blow |= e.op == Op::no_parting_blow;
        c.reroll |= e.op == Op::reroll_one;
        if (e.op == Op::keep_cards) c.keep = e.n;
        if (e.op == Op::keep_cards && (e.n < 1 || e.n > 2)) bad(what + ".ability.n: 1 or 2");
        const bool plain = e.cls == Class::any && e.traits == 0 && !e.first_attack &&
                           !e.count_idle && e.require.kind == Requirement::none;
        if (e.op == Op::add_dice && !plain) bad(what + ".ability: only k and condition");
        if (e.op == Op::grant) bad(what + ".ability: 'grant' belongs to cards and commits");
        if (e.op == Op::aura) c.aura.add(e.keyword, e.x);
    }
    const Value& commit = v["commit"];
    if (!commit.is_null()) {
        for (const Value& when : commit["when"].as_list(what + ".commit.when"))
            c.when = static_cast<std::uint16_t>(
                c.when |
                1U << static_cast<unsigned>(named<When>(kWhenNames, when, what + ".commit.when")));
        c.commit = load_effects(t, commit["effects"], what + ".commit.effects");
        if (c.commit.empty()) bad(what + ".commit.effects: empty");
        for (const EffectDef& e : c.commit) {
            check_moments(e, c.when, what + ".commit");
            check_owner(e, true, false, what + ".commit");
        }
    }
    return c;
}

}  // namespace

void load_units(Tables& t, const Value& v) {
    std::map<std::string, int> types, commanders;
    for (const Value& x : v["types"].as_list("types")) {
        types[x["id"].as_text("types.id")] = static_cast<int>(t.types.size());
        t.types.push_back(load_type(t, x));
    }
    if (t.types.size() > 250) bad("types: at most 250");
    for (const Value& x : v["commanders"].as_list("commanders")) {
        const std::string& id = x["id"].as_text("commanders.id");
        commanders[id] = static_cast<int>(t.commanders.size());
        t.commanders.push_back(load_commander(t, x));
        if (const std::string type = x["type"].text_or(""); !type.empty()) {
            const auto found = types.find(type);
            if (found == types.end()) bad("commanders." + id + ".type: unknown");
            t.commanders.back().type = found->second;
        }
    }
    if (t.commanders.size() > kCommanders) bad("commanders: at most 12");
    for (const Value& x : v["cards"].as_list("cards")) {
        const int seat = x["seat"].as_int("cards.seat") & 1;
        auto& deck = t.cards[static_cast<unsigned>(seat)];
        if (deck.size() == kCards) bad("cards: at most 24 different cards a House");
        deck.push_back(load_card(t, x));
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

}  // namespace sim::westeros
