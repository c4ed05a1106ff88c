// Phase 11. Rules: G5.57, G5.58, G11.
#include "games/warriors/rules.hpp"

namespace sim::warriors {

/// Rules: chart of 2.4, G11.5, G11.6.
int Rules::side_points(const State& s, Side side) const {
    int points = 0;
    for (unsigned value = 1; value <= kMaxValue; ++value)
        points += t_.charts.value[value] * std::popcount(s.control[side] & t_.of_value[value]);
    if (controls(s, side, t_.capital[other(side)])) points += t_.charts.capitals;
    (at(s, killed) & s.serves[other(side)]).each([&](int l) {
        points += t_.charts.killed[t_.leaders[static_cast<unsigned>(l)].stars];
    });
    if ((s.killed_kings >> other(side) & 1) != 0) points += t_.charts.king;
    captives_of(s, side).each([&](int l) { points += t_.leaders[static_cast<unsigned>(l)].stars; });
    return points;
}

/// Rules: G5.57, G5.58, G11.1-G11.3.
void Rules::run_points(State& s, Dice&) const {
    s.vp = static_cast<std::int16_t>(s.vp + side_points(s, kEnglish) - side_points(s, kFrench));
    const Leaders fallen = at(s, killed);
    fallen.each([&](int l) { s.where[static_cast<unsigned>(l)] = dead; });
    for (auto& serves : s.serves) serves -= fallen & t_.neutral;
    s.killed_kings = 0;
    const bool margin = s.vp >= t_.charts.margin || s.vp <= -t_.charts.margin;
    if (!margin && s.turn < t_.turns) {
        s.step = Step::next_turn;
        return;
    }
    s.way = margin ? Way::margin : s.vp == 0 ? Way::draw : Way::final;
    s.winner = s.vp > 0 ? kEnglish : s.vp < 0 ? kFrench : std::uint8_t{2};
    s.step = Step::game_over;
}

}  // namespace sim::warriors
