// The built-in greedy agent: the best answer one decision ahead, by the judgement of
// greedy_judge.cpp. A group that moves is judged with the companions it may still take.
#include "games/warriors/greedy_judge.hpp"

namespace sim::warriors {

namespace {

/// Scores one answer of a decision; the best one is taken, the first among equals.
class Scorer {
  public:
    Scorer(const Rules& rules, const State& state)
        : rules_(rules), t_(rules.tables()), s_(state), judge_(rules, state, state.side) {}

    [[nodiscard]] int score(Action x) const {
        switch (kind_of(x)) {
        case Kind::take:
        case Kind::exchange: return freed(field_a(x));
        case Kind::move: return moved(field_a(x), field_b(x));
        case Kind::join: return joined(field_a(x));
        case Kind::remove_marker: return unmarked(field_a(x));
        case Kind::battle: return fought(field_a(x));
        case Kind::commander: return chief(field_a(x));
        case Kind::siege: return besieged();
        case Kind::field: return fought(s_.area);
        case Kind::withdraw: return judge_.worth(field_b(x));
        case Kind::give_up: return -judge_.quality(field_a(x));
        case Kind::lose_mercenaries: return -20;
        case Kind::lose: return lost(field_b(x), field_c(x));
        case Kind::lose_leader: return 20 - 30 * t_.leaders[field_a(x)].stars;
        case Kind::force: return 1;
        case Kind::stand: return stood();
        case Kind::retreat: return fled(field_a(x));
        case Kind::escape: return judge_.quality(field_a(x));
        case Kind::recruit: return recruited(field_b(x), field_c(x));
        case Kind::lift: return lifted(field_a(x), field_b(x), field_c(x));
        case Kind::drop: return dropped(field_a(x), field_b(x), field_c(x));
        case Kind::hire: return hired(field_b(x));
        case Kind::pay: return paid(field_a(x), field_b(x));
        case Kind::place_neutral:
            return judge_.quality(field_a(x)) * 3 + placed(field_a(x), field_b(x));
        case Kind::place: return placed(field_a(x), field_b(x));
        case Kind::crown: return crowned(field_a(x));
        case Kind::give: return given(field_a(x), field_b(x), field_c(x));
        default: return 0;
        }
    }

  private:
    /// One's own good leaders first, the enemy's poor ones.
    [[nodiscard]] int freed(unsigned leader) const {
        const bool enemy = s_.serves[other(judge_.me())].test(static_cast<int>(leader));
        return enemy ? -judge_.quality(leader) : judge_.quality(leader);
    }

    /// Change of what two areas promise when some leaders go from one to the other.
    [[nodiscard]] int change(const Leaders& group, unsigned from, unsigned to) const {
        const Leaders here = rules_.leaders_in(s_, judge_.me(), from);
        const Leaders there = rules_.leaders_in(s_, judge_.me(), to);
        const Force enemy_here = judge_.enemy_in(from), enemy_there = judge_.enemy_in(to);
        const auto at = [&](const Leaders& leaders, unsigned area, const Force& enemy) {
            return judge_.promise(area, judge_.force_of(leaders, area), enemy);
        };
        return at(here - group, from, enemy_here) - at(here, from, enemy_here) +
               at(there | group, to, enemy_there) - at(there, to, enemy_there);
    }

    /// With the companions that make it better, as many as may cross.
    [[nodiscard]] int moved(unsigned leader, unsigned to) const {
        const unsigned from = s_.where[leader];
        Leaders group = Leaders::of(static_cast<int>(leader));
        int best = change(group, from, to);
        unsigned room = rules_.border_limit(s_, judge_.me(), from, to) - 1;
        rules_.leaders_in(s_, judge_.me(), from).each([&](int i) {
            if (room == 0 || static_cast<unsigned>(i) <= leader) return;
            const Leaders more = group | Leaders::of(i);
            const int with = change(more, from, to);
            if (with <= best) return;
            group = more;
            best = with;
            --room;
        });
        return best;
    }
    [[nodiscard]] int joined(unsigned leader) const {
        return change(Leaders::of(static_cast<int>(leader)), s_.area, s_.to);
    }
    [[nodiscard]] int unmarked(unsigned area) const {
        const Force own = judge_.own_in(area);
        return judge_.worth(area) * 2 * std::clamp(own.target - own.hired, 0, 6) / 6;
    }

    [[nodiscard]] int fought(unsigned area) const {
        return Judge::chance(judge_.own_in(area), judge_.enemy_in(area));
    }
    [[nodiscard]] int chief(unsigned leader) const {
        return 3 * t_.leaders[leader].bravery + t_.leaders[leader].battle;
    }
    /// Chance to hold the walls, in per mille like that of a field battle.
    [[nodiscard]] int besieged() const {
        const int falls = 6 - std::clamp(rules_.siege_number(s_, s_.area, judge_.me()), 0, 6);
        return 1000 - falls * 1000 / 6 - 100;
    }

    [[nodiscard]] int stood() const { return fought(s_.area) - 400; }
    [[nodiscard]] int fled(unsigned to) const {
        const int limit = static_cast<int>(rules_.border_limit(s_, judge_.me(), s_.area, to));
        const int left = std::max(0, judge_.own_in(s_.area).count - limit);
        return judge_.worth(to) / 20 - 300 * left;
    }

    /// Hits met, less what the points are worth.
    [[nodiscard]] int lost(unsigned type, unsigned n) const {
        switch (t_.troops[type].cls) {
        case TroopClass::knight: return static_cast<int>(n) * (40 - 24);
        case TroopClass::longbow: return static_cast<int>(n) * (20 - 16);
        case TroopClass::gunner: return static_cast<int>(n) * (20 - 3);
        default: return static_cast<int>(n) * (20 - 9);
        }
    }
    [[nodiscard]] static int recruited(unsigned bows, unsigned extra) {
        return 3 * static_cast<int>(bows) + ((extra & 1) != 0 ? 4 : 0) - ((extra & 2) != 0 ? 1 : 0);
    }

    /// Points that own leaders of an area could still take, less those that lie there.
    [[nodiscard]] int demand(unsigned area, unsigned type) const {
        int room = 0;
        rules_.leaders_in(s_, judge_.me(), area).each([&](int i) {
            const auto l = static_cast<unsigned>(i);
            if ((t_.leaders[l].commands >> type & 1U) != 0)
                room += static_cast<int>(rules_.free_command(s_, l));
        });
        int lying = 0;
        for (const auto n : s_.unassigned[area]) lying += n & (kLifted - 1);
        return room - lying;
    }
    /// Points nobody here can take go where somebody can.
    [[nodiscard]] int lifted(unsigned area, unsigned type, unsigned n) const {
        const int spare = std::min<int>(-demand(area, type), static_cast<int>(n));
        int wanted = 0;
        each_bit(rules_.group_of(s_, area) & ~area_bit(area),
            [&](int a) { wanted += std::max(0, demand(static_cast<unsigned>(a), type)); });
        for (const auto& group : s_.hand)
            for (const auto held : group) wanted -= held;
        return std::min(spare, wanted) * 2 - static_cast<int>(n);
    }
    [[nodiscard]] int dropped(unsigned area, unsigned type, unsigned n) const {
        const int wanted = std::max(0, demand(area, type));
        return std::min(wanted, static_cast<int>(n)) * 10 -
               std::max(0, static_cast<int>(n) - wanted) + judge_.worth(area) / 100;
    }
    [[nodiscard]] int hired(unsigned leader) const {
        const unsigned area = s_.where[leader];
        int lying = 0;
        for (const auto n : s_.unassigned[area]) lying += n;
        return static_cast<int>(rules_.free_command(s_, leader)) - lying - 1;
    }

    [[nodiscard]] int paid(unsigned leader, unsigned area) const {
        return t_.leaders[leader].stars * 260 - 3 * judge_.worth(area) - 50 * t_.areas[area].value;
    }
    [[nodiscard]] int placed(unsigned leader, unsigned area) const {
        const Force enemy = judge_.enemy_in(area);
        Force own = judge_.own_in(area);
        const int before = judge_.promise(area, own, enemy);
        judge_.add(own, leader, point(kInfantry, t_.leaders[leader].stars), area);
        int lying = 0;
        for (const auto n : s_.unassigned[area]) lying += n;
        return judge_.promise(area, own, enemy) - before +
               12 * std::min(lying, static_cast<int>(rules_.free_command(s_, leader)));
    }
    [[nodiscard]] int crowned(unsigned leader) const {
        return 10 * t_.leaders[leader].entry +
               (s_.where[leader] == t_.capital[judge_.me()] ? 100 : 0);
    }
    /// More to the best commander of the area, mercenaries where nothing has to be won.
    [[nodiscard]] int given(unsigned leader, unsigned type, unsigned n) const {
        const Leaders here = rules_.leaders_in(s_, judge_.me(), s_.area);
        int others = 0;
        here.each([&](int l) {
            if (static_cast<unsigned>(l) != leader)
                others = std::max(others, judge_.quality(static_cast<unsigned>(l)));
        });
        const bool rolls =
            (t_.contested & area_bit(s_.area)) != 0 && !rules_.controls(s_, judge_.me(), s_.area);
        if (t_.troops[type].cls == TroopClass::mercenary && rolls) return -static_cast<int>(n);
        return static_cast<int>(n) * (judge_.quality(leader) >= others ? 1 : -1);
    }

    const Rules& rules_;
    const Tables& t_;
    const State& s_;
    Judge judge_;
};

}  // namespace

Action Rules::greedy(const State& s, const ActionList& legal, Stream&) const {
    const Scorer scorer(*this, s);
    Action best = legal[0];
    int most = scorer.score(best);
    for (int i = 1; i < legal.size(); ++i) {
        const int score = scorer.score(legal[i]);
        if (score <= most) continue;
        most = score;
        best = legal[i];
    }
    return best;
}

}  // namespace sim::warriors
