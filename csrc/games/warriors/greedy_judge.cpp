// The judgement behind the greedy agent.
#include "games/warriors/greedy_judge.hpp"

namespace sim::warriors {

namespace {

/// Turns for which an area is thought to stay as it is.
constexpr int kHorizon = 3;
/// A star lost to the enemy or won from him.
constexpr int kStar = 110;

}  // namespace

void Judge::add(Force& force, unsigned leader, Points points, unsigned area) const {
    const LeaderDef& def = t_.leaders[leader];
    const auto of = [&](TroopClass cls) {
        return static_cast<int>(total(points & nibbles(t_.of_class[static_cast<unsigned>(cls)])));
    };
    const int all = static_cast<int>(total(points)), bows = of(TroopClass::longbow);
    force.stars += def.stars;
    force.men += 1 + all - of(TroopClass::gunner);
    force.archers += bows + (def.longbow ? 1 : 0);
    force.pieces += 1 + all + of(TroopClass::knight);
    force.hired += of(TroopClass::mercenary);
    force.target = std::max(force.target, def.home == area ? 6 : static_cast<int>(def.stars));
    ++force.count;
    const auto rank = [](int stars, int bravery, int battle) {
        return stars * 100 + bravery * 10 + battle;
    };
    if (rank(def.stars, def.bravery, def.battle) <=
        rank(force.chief_stars, force.bravery, force.battle))
        return;
    force.chief_stars = def.stars;
    force.bravery = def.bravery;
    force.battle = def.battle;
}

Force Judge::force_of(const Leaders& leaders, unsigned area) const {
    Force force;
    leaders.each([&](int i) {
        const auto l = static_cast<unsigned>(i);
        add(force, l, troops_of(s_, l), area);
    });
    return force;
}

int Judge::chance(const Force& own, const Force& enemy) {
    if (own.count == 0) return 0;
    if (enemy.count == 0) return 1000;
    const auto power = [](const Force& a, const Force& b) {
        const int faces = std::clamp(1 + a.bravery - b.bravery, 1, 6);
        return a.dice() * faces * a.pieces;
    };
    const std::int64_t mine = power(own, enemy), theirs = power(enemy, own);
    // The stronger side wins more often than its share: the ratio counts twice.
    return static_cast<int>(1000 * mine * mine / (mine * mine + theirs * theirs + 1));
}

int Judge::worth(unsigned area) const {
    const int value = t_.charts.value[t_.areas[area].value];
    return 100 * (value + (t_.capital[other(me_)] == area ? t_.charts.capitals : 0));
}

int Judge::quality(unsigned leader) const {
    const LeaderDef& def = t_.leaders[leader];
    return def.stars * 30 + def.bravery * 8 + def.battle * 6 + (def.longbow ? 6 : 0);
}

int Judge::alone(unsigned area, const Force& force, Side side) const {
    const int held = kHorizon * worth(area);
    const int sign = side == me_ ? 1 : -1;
    if (rules_.controls(s_, side, area)) return sign * held;
    const int target = std::clamp(force.target - force.hired, 0, 6);
    if (rules_.controls(s_, other(side), area)) return sign * held * target / 18;
    return sign * held * target / 6;
}

int Judge::promise(unsigned area, const Force& own, const Force& enemy) const {
    const bool contested = (t_.contested & area_bit(area)) != 0;
    if (own.count == 0 && enemy.count == 0) {
        if (!contested) return 0;
        const int held = kHorizon * worth(area);
        return rules_.controls(s_, me_, area)          ? held
               : rules_.controls(s_, other(me_), area) ? -held
                                                       : 0;
    }
    const int mine = contested ? alone(area, own, me_) : 0;
    const int theirs = contested ? alone(area, enemy, other(me_)) : 0;
    if (enemy.count == 0) return mine;
    if (own.count == 0) return theirs;
    const int p = chance(own, enemy);
    return (p * (mine + kStar * enemy.stars) + (1000 - p) * (theirs - kStar * own.stars)) / 1000;
}

}  // namespace sim::warriors
