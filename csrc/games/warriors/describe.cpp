// A state as plain data for people and programs.
#include "games/warriors/steps.hpp"

namespace sim::warriors {

namespace {

/// Writes the parts of one state.
class Description {
  public:
    Description(const Rules& rules, const State& state)
        : rules_(rules), t_(rules.tables()), s_(state) {}

    [[nodiscard]] Value letter(unsigned side) const {
        return side < 2 ? Value(t_.side[side].letter) : Value("");
    }
    [[nodiscard]] Value leader_id(unsigned leader) const {
        return leader == kNone ? Value("") : Value(t_.leaders[leader].id);
    }
    [[nodiscard]] Value area_id(unsigned area) const {
        return area < t_.areas.size() ? Value(t_.areas[area].id) : Value("");
    }
    [[nodiscard]] Value owner(const std::array<Areas, 2>& sets, unsigned area) const {
        return letter((sets[0] & area_bit(area)) != 0   ? 0
                      : (sets[1] & area_bit(area)) != 0 ? 1
                                                        : 2);
    }
    /// Both sides' values under their letters.
    template <class F>
    [[nodiscard]] Value both(F&& f) const {
        Value v;
        for (unsigned side = 0; side < 2; ++side) v.set(t_.side[side].letter, f(side));
        return v;
    }

    [[nodiscard]] Value areas() const {
        Value::List list;
        for (unsigned a = 0; a < t_.areas.size(); ++a) {
            Value one;
            one.set("id", t_.areas[a].id);
            one.set("control", owner(s_.control, a));
            one.set("aggressor", owner(s_.aggressor, a));
            one.set("unassigned", unassigned(a));
            list.push_back(std::move(one));
        }
        return list;
    }

    [[nodiscard]] Value leaders() const {
        Value::List list;
        for (unsigned l = 0; l < t_.leaders.size(); ++l) {
            const auto i = static_cast<int>(l);
            Value one;
            one.set("id", t_.leaders[l].id);
            one.set("where", s_.where[l] < kAreas ? area_id(s_.where[l])
                                                  : Value(kPlaceNames[s_.where[l] - kAreas]));
            one.set("side", letter(s_.serves[0].test(i) ? 0 : s_.serves[1].test(i) ? 1 : 2));
            one.set("disgraced", s_.disgraced.test(i));
            one.set("troops", points(rules_.handed_out(s_, l)));
            list.push_back(std::move(one));
        }
        return list;
    }

    [[nodiscard]] Value pools() const {
        Value v{Value::Map{}};
        for (unsigned t = 0; t < t_.troops.size(); ++t)
            if (t_.troops[t].supply != kNone) v.set(t_.troops[t].id, s_.pool[t]);
        return v;
    }

    /// Null outside phase 3.
    [[nodiscard]] Value battle() const {
        if (state_name(s_.step).phase != 3 || s_.area == kNone) return {};
        const bool retreat = s_.step == Step::siege_retreat || s_.step == Step::forced_retreat ||
                             s_.step == Step::escape || s_.step == Step::pursuit_hits;
        Value v;
        v.set("area", area_id(s_.area));
        v.set("commanders", both([&](unsigned side) { return leader_id(s_.commander[side]); }));
        v.set("missed", s_.missed);
        v.set("hits", Value::List{s_.pending[0], s_.pending[1]});
        v.set("retreating", retreat ? letter(s_.side) : Value(""));
        v.set("destination", area_id(s_.to));
        v.set("besieged", letter(s_.besieged));
        v.set("limit", s_.step == Step::escape ? s_.left : 0);
        return v;
    }

    /// Points lifted and not yet dropped, by the lowest area of their friendly group.
    [[nodiscard]] Value hand() const {
        Value::List list;
        if (s_.step != Step::deploy && s_.step != Step::drop) return list;
        for (unsigned g = 0; g < kGroups; ++g)
            for (unsigned t = 0; t < kTroops; ++t) {
                if (s_.hand[g][t] == 0) continue;
                Value one;
                one.set("area", area_id(rules_.lowest_of_group(s_, g)));
                one.set("type", t_.troops[t].id);
                one.set("n", s_.hand[g][t]);
                list.push_back(std::move(one));
            }
        return list;
    }

    /// The question of phase 10, null elsewhere.
    [[nodiscard]] Value asking() const {
        if (s_.step != Step::distribute) return {};
        Value v;
        v.set("leader", leader_id(s_.leader));
        v.set("type", t_.troops[t_.order[s_.type]].id);
        v.set("had", static_cast<int>(rules_.had_before(s_)));
        return v;
    }

  private:
    [[nodiscard]] Value points(Points p) const {
        Value v{Value::Map{}};
        for (unsigned t = 0; t < t_.troops.size(); ++t)
            if (points_of(p, t) > 0) v.set(t_.troops[t].id, static_cast<int>(points_of(p, t)));
        return v;
    }

    /// What the leaders of the area in phase 10 have not been handed out yet is among it.
    [[nodiscard]] Value unassigned(unsigned area) const {
        std::array<int, kTroops> n{};
        for (unsigned t = 0; t < kTroops; ++t)
            n[t] = s_.unassigned[area][t] &
                   (s_.step == Step::deploy || s_.step == Step::drop ? ~kLifted & 255 : 255);
        rules_.at(s_, area).each([&](int i) {
            const auto l = static_cast<unsigned>(i);
            const Points rest = troops_of(s_, l) - rules_.handed_out(s_, l);
            for (unsigned t = 0; t < kTroops; ++t) n[t] += static_cast<int>(points_of(rest, t));
        });
        Value v{Value::Map{}};
        for (unsigned t = 0; t < t_.troops.size(); ++t)
            if (n[t] > 0) v.set(t_.troops[t].id, n[t]);
        return v;
    }

    const Rules& rules_;
    const Tables& t_;
    const State& s_;
};

}  // namespace

Value Rules::describe(const State& s) const {
    const Description d(*this, s);
    Value v;
    v.set("turn", s.turn);
    v.set("phase", static_cast<int>(state_name(s.step).phase));
    v.set("step", state_name(s.step).name);
    v.set("decision", is_terminal(s) ? std::string_view() : decision(s));
    v.set("to_act", to_act(s));
    v.set("initiative", d.letter(s.initiative));
    v.set("impulses", Value::List{s.impulses[0], s.impulses[1]});
    v.set("vp", s.vp);
    v.set("kings", d.both([&](unsigned side) { return d.leader_id(s.king[side]); }));
    v.set("pools", d.pools());
    v.set("areas", d.areas());
    v.set("leaders", d.leaders());
    Value::List kings;
    for (unsigned side = 0; side < 2; ++side)
        if ((s.killed_kings >> side & 1) != 0) kings.push_back(d.letter(side));
    v.set("killed_kings", std::move(kings));
    v.set("battle", d.battle());
    v.set("hand", d.hand());
    v.set("last", static_cast<std::int64_t>(s.last));
    v.set("asking", d.asking());
    Value result;
    if (is_terminal(s)) {
        result.set("winner", s.winner < 2 ? s.winner : -1);
        result.set("way", way_name(s));
    }
    v.set("result", std::move(result));
    return v;
}

}  // namespace sim::warriors
