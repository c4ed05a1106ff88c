// What the greedy agent thinks of areas, leaders and fights. One victory point is 100.
#pragma once

#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// What a group of leaders in one area can do in a fight.
struct Force {
    int stars = 0;    // of all leaders: what the enemy may win by them
    int men = 0;      // T of G7.11
    int archers = 0;  // W of G7.11
    int pieces = 0;   // hits that it can meet
    int chief_stars = 0;
    int bravery = 0;
    int battle = 0;
    int target = 0;  // for control (G5.16)
    int hired = 0;   // mercenary points
    int count = 0;

    [[nodiscard]] int dice() const { return std::min(battle, men) + std::min(battle, archers); }
};

class Judge {
  public:
    Judge(const Rules& rules, const State& state, Side me)
        : rules_(rules), t_(rules.tables()), s_(state), me_(me) {}

    /// Add a leader with some points to a force that stands in an area.
    void add(Force& force, unsigned leader, Points points, unsigned area) const;
    [[nodiscard]] Force force_of(const Leaders& leaders, unsigned area) const;
    /// Chance in per mille that the first force beats the second one.
    [[nodiscard]] static int chance(const Force& own, const Force& enemy);
    /// What an area promises when these forces stand there.
    [[nodiscard]] int promise(unsigned area, const Force& own, const Force& enemy) const;
    /// Victory points of an area a turn, times 100.
    [[nodiscard]] int worth(unsigned area) const;
    [[nodiscard]] int quality(unsigned leader) const;

    [[nodiscard]] Force own_in(unsigned area) const {
        return force_of(rules_.leaders_in(s_, me_, area), area);
    }
    [[nodiscard]] Force enemy_in(unsigned area) const {
        return force_of(rules_.leaders_in(s_, other(me_), area), area);
    }
    [[nodiscard]] Side me() const { return me_; }

  private:
    /// The same when only one side stands there.
    [[nodiscard]] int alone(unsigned area, const Force& force, Side side) const;

    const Rules& rules_;
    const Tables& t_;
    const State& s_;
    Side me_;
};

}  // namespace sim::warriors
