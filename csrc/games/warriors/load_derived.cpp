// What follows from the tables: who commands what, what is raised where, the order of phase 10;
// and the set-up. Rules: G9.3-G9.7, G5.36, G5.67, G4, G13.10, G13.12, G13.16.
#include "games/warriors/load.hpp"

namespace sim::warriors {

namespace {

/// Rules: G9.5, G13.16.
bool commands_knights(const Tables& t, const LeaderDef& leader) {
    if (leader.side == kNeutral) return false;
    const bool any_rank = leader.side == kFrench && t.options.french_knights_any_rank;
    return any_rank || leader.stars == kMaxStars;
}

/// Knights of the own kind only: each side commands those that its capital raises, both the
/// Burgundian ones. Rules: G13.10.
bool own_kind(const Tables& t, const LeaderDef& leader, unsigned type) {
    if (!t.options.knights_own_kind || t.troops[type].commanders == Commanders::burgundian)
        return true;
    return (t.areas[t.capital[leader.side]].recruits >> type & 1U) != 0;
}

bool may_command(const Tables& t, const LeaderDef& leader, unsigned type) {
    switch (t.troops[type].commanders) {
    case Commanders::any: return true;
    case Commanders::aligned: return leader.side != kNeutral;
    case Commanders::listed: return (leader.commands >> type & 1U) != 0;
    case Commanders::knight: return commands_knights(t, leader) && own_kind(t, leader, type);
    case Commanders::burgundian: {
        const bool duke = leader.stars == 2 && leader.home != kNone &&
                          (t.areas[leader.home].recruits >> type & 1U) != 0 &&
                          (leader.side != kNeutral || t.options.burgundian_neutrals);
        return duke || commands_knights(t, leader);
    }
    }
    return false;
}

/// Knight-class types, longbow of listed commanders, mercenaries, gunners; then the common ones:
/// other longbow, last the infantry. Rules: G5.67.
void order_types(Tables& t) {
    unsigned n = 0;
    const auto add = [&](auto&& belongs) {
        for (unsigned type = 0; type < t.troops.size(); ++type)
            if (belongs(t.troops[type])) t.order[n++] = static_cast<std::uint8_t>(type);
    };
    const auto of = [](TroopClass cls) {
        return [cls](const TroopDef& d) { return d.cls == cls; };
    };
    const auto listed = [](const TroopDef& d) {
        return d.cls == TroopClass::longbow && d.commanders == Commanders::listed;
    };
    add(of(TroopClass::knight));
    add(listed);
    add(of(TroopClass::mercenary));
    add(of(TroopClass::gunner));
    const unsigned first_common = n;
    add([&](const TroopDef& d) { return d.cls == TroopClass::longbow && !listed(d); });
    add(of(TroopClass::infantry));
    for (unsigned i = 0; i < n; ++i) {
        t.before[i + 1] = t.before[i] | nibbles(static_cast<Types>(1U << t.order[i]));
        if (t.troops[t.order[i]].cls == TroopClass::mercenary)
            t.mercenaries = static_cast<Types>(t.mercenaries | 1U << t.order[i]);
        if (i >= first_common) t.common = static_cast<Types>(t.common | 1U << t.order[i]);
    }
    t.mercenary_points = nibbles(t.mercenaries);
}

/// Rules: G5.22-G5.26.
void find_recruits(Tables& t) {
    t.raises_longbow.fill(kNone);
    t.raises_knight.fill(kNone);
    t.raises_gunner.fill(kNone);
    t.mercenary.fill(kNone);
    for (unsigned a = 0; a < t.areas.size(); ++a)
        for (unsigned type = 0; type < t.troops.size(); ++type) {
            const TroopDef& troop = t.troops[type];
            if (troop.home == a) {
                if (t.mercenary[a] != kNone)
                    bad("troops." + std::to_string(type) +
                        ".home: one type of mercenaries an area");
                t.mercenary[a] = static_cast<std::uint8_t>(type);
            }
            if ((t.areas[a].recruits >> type & 1U) == 0) continue;
            if (t.areas[a].value < troop.min_value) continue;
            auto* where = troop.cls == TroopClass::longbow  ? &t.raises_longbow[a]
                          : troop.cls == TroopClass::knight ? &t.raises_knight[a]
                          : troop.cls == TroopClass::gunner ? &t.raises_gunner[a]
                                                            : nullptr;
            if (where == nullptr) continue;
            if (*where != kNone)
                bad("areas." + std::to_string(a) + ".recruits: one type of a class in an area");
            *where = static_cast<std::uint8_t>(type);
        }
}

}  // namespace

void derive(Tables& t) {
    unsigned last = 0;
    for (unsigned l = 0; l < t.leaders.size(); ++l) {
        LeaderDef& leader = t.leaders[l];
        const auto i = static_cast<int>(l);
        t.everyone.set(i);
        (leader.side == kNeutral ? t.neutral : t.aligned[leader.side]).set(i);
        for (unsigned type = 0; type < t.troops.size(); ++type)
            if (may_command(t, leader, type))
                leader.commands = static_cast<Types>(leader.commands | 1U << type);
        last = std::max<unsigned>(last, leader.entry);
    }
    t.arrivals.resize(std::max<unsigned>(last, static_cast<unsigned>(t.turns)) + 1);
    for (unsigned l = 0; l < t.leaders.size(); ++l)
        if (t.leaders[l].entry > 0) t.arrivals[t.leaders[l].entry].set(static_cast<int>(l));
    for (unsigned type = 0; type < t.troops.size(); ++type) {
        auto& types = t.of_class[static_cast<unsigned>(t.troops[type].cls)];
        types = static_cast<Types>(types | 1U << type);
        if (t.troops[type].cls != TroopClass::gunner)
            t.fighting = static_cast<Types>(t.fighting | 1U << type);
    }
    order_types(t);
    find_recruits(t);
    const unsigned land = border_bit(Border::clear) | border_bit(Border::river);
    t.deploys = {land | border_bit(Border::sea), land};
}

void load_setup(Tables& t, const Value& v) {
    Leaders seen;
    unsigned chosen = 0;
    for (const Value& one : v["setup"].as_list("setup")) {
        SetupDef def;
        def.leader = find_id(t.leaders, one["leader"], "setup.leader");
        def.side = side_of(one["side"], "setup.side", true);
        def.area = find_id(t.areas, one["area"], "setup.area");
        const LeaderDef& leader = t.leaders[def.leader];
        const std::string at = "setup." + leader.id;
        if (seen.test(def.leader)) bad(at + ": twice");
        seen.set(def.leader);
        if (def.side != leader.side) bad(at + ".side: that of the leader");
        chosen += def.side == kNeutral ? 1U : 0U;
        const Points given = load_points(t, one["troops"], at + ".troops");
        for (unsigned type = 0; type < t.troops.size(); ++type) {
            const unsigned n = points_of(given, type);
            const bool allowed = (leader.commands >> type & 1U) != 0;
            if (!allowed && n > 0 && !t.options.knights_own_kind)
                bad(at + ".troops: may not command " + t.troops[type].id);
            def.troops += point(allowed ? type : kInfantry, n);
        }
        if (total(given) > leader.capacity) bad(at + ".troops: more than the leader commands");
        t.setup.push_back(def);
    }
    if (chosen != 0 && chosen != 2) bad("setup: two non-aligned leaders, or none (G4.5)");
    for (unsigned type = 0; type < t.troops.size(); ++type) {
        unsigned n = 0;
        for (const SetupDef& def : t.setup) n += points_of(def.troops, type);
        if (t.troops[type].supply != kNone && n > t.troops[type].supply)
            bad("setup: more " + t.troops[type].id + " than there are");
    }
    if (const auto* control = v["control"].map())
        for (const auto& [id, side] : *control) {
            const unsigned area = find_id(t.areas, Value(id), "control");
            const std::uint8_t who = side_of(side, "control." + id);
            if (who == kNeutral || (t.contested & area_bit(area)) == 0)
                bad("control." + id + ": E or F, of a contested area");
            t.control[who] |= area_bit(area);
        }
    for (unsigned side = 0; side < 2; ++side) {
        const Value& king = v["kings"][t.side[side].letter];
        if (king.text_or("").empty()) continue;
        const std::string at = "kings." + t.side[side].letter;
        t.king[side] = find_id(t.leaders, king, at);
        const LeaderDef& leader = t.leaders[t.king[side]];
        if (leader.side != side || leader.stars != kMaxStars)
            bad(at + ": an aligned leader of 3 stars of the side");
        if (v["position"].is_null() && !seen.test(t.king[side]))
            bad(at + ": a leader of the set-up (G4.8)");
    }
    t.initiative = side_of(v["initiative"], "initiative");
    if (t.initiative == kNeutral) bad("initiative: E or F");
}

}  // namespace sim::warriors
