// How the greedy agent judges a position: the worth of units, hexes, attacks and orders, as
// whole numbers.
#pragma once

#include "games/westeros/greedy_odds.hpp"
#include "games/westeros/rules.hpp"

namespace sim::westeros {

/// Worths, in thousandths of a victory point.
namespace worth {
inline constexpr int kPoint = 1000;
inline constexpr int kMorale = 90;  // one space of the track
inline constexpr int kDie = 40;     // a unit's attack, for each die
inline constexpr int kCommander = 250;
inline constexpr int kStep = 24;     // one hex nearer to a goal
inline constexpr int kRetreat = 10;  // one morale result
inline constexpr int kLater = 700;   // of 1000: points that are scored later and may be lost again
inline constexpr int kRaid = 20;     // the roll of a Raider
inline constexpr int kExitStep = 170;  // one hex nearer to an exit
}  // namespace worth

/// Judges one decision for one seat. Reads what that seat may see: no enemy hand, no dice.
class Judge {
  public:
    Judge(const Rules& rules, const State& s, Seat seat);

    /// Expected gain of an attack from where the unit stands, less a Stalwart target's answer.
    [[nodiscard]] int attack(unsigned u, unsigned target, Mode mode, bool second = false);
    /// Expected damage of a ranged attack with the dice of a colour (-1: of the unit's rank) and
    /// `more` dice. Rules: W9.20, WD2.36.
    [[nodiscard]] int volley(unsigned u, unsigned target, int colour, int more, bool second);
    /// Expected damage of `dice` dice that a unit rolls in an answer. Rules: W7.40, WD2.33.
    [[nodiscard]] int strike_back(unsigned u, unsigned enemy, int dice);
    /// The same with the dice that the unit has for a counterattack.
    [[nodiscard]] int counter(unsigned u, unsigned enemy);
    /// What is lost when a unit takes so many hits at once. Rules: W8.1-W8.3.
    [[nodiscard]] int loss(unsigned u, int hits);
    /// What the two worst enemies nearby may do to a unit where it stands.
    [[nodiscard]] int exposure(unsigned u);
    /// Expected gain of Scorch on a hex. Rules: W9.6.
    [[nodiscard]] int scorch(unsigned u, Hex h) const;
    /// Gain of `levels` of fire for certain.
    [[nodiscard]] int fire(Hex h, int levels) const;
    /// The best attack from where the unit stands, at least 0.
    [[nodiscard]] int best_attack(unsigned u);
    /// Prepare `strike` for a unit that may end a move on any of these hexes.
    void survey(unsigned u, const Cells& cells);
    /// The best attack from a hex that was surveyed.
    [[nodiscard]] int strike(Hex h) const { return strike_[h]; }
    /// Worth of standing on a hex without attacking.
    [[nodiscard]] int place(unsigned u, Hex h);
    /// Worth of the place where the unit stands now.
    [[nodiscard]] int stay(unsigned u) { return place(u, s_.hex[u]); }
    /// Gain of the best of these hexes over staying, attack apart; at least 0.
    [[nodiscard]] int step(unsigned u, const Cells& cells);
    /// Expected loss from the parting blow when the unit moves off. Rules: W7.60.
    [[nodiscard]] int parting(unsigned u);
    /// Gain of an order: the best move and attack, over standing idle.
    [[nodiscard]] int order(unsigned u);
    /// Gain of turning up a hidden token of the own House. Rules: WD B03, rule 2.
    [[nodiscard]] int hidden(unsigned token) const;
    /// Is a bonus of this kind in force for the unit?
    [[nodiscard]] bool has_bonus(unsigned u, Hook hook) const;
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const Rules& rules() const { return r_; }
    [[nodiscard]] const State& state() const { return s_; }

  private:
    /// What matters of a unit as a target.
    struct Mark {
        int defence, protection, plain, need, worth;
        int back;      // what a hex of retreat costs its House beyond the engagement
        int deflects;  // hits that Deflect may take away, if the tokens are there
        bool cavalry, stalwart, cornered, scorch, shooter, ranks, defends, fearsome, fanatic, dives,
            raids;
    };
    /// One roll against a unit.
    struct Blow {
        int dice = 0;
        bool horse = false, ranged = false, flank = false, fearsome = false;
        bool drives = false;  // morale results count
        int ignored = 0;      // hits taken away by Deflect
    };

    const Mark& mark(unsigned u);
    void appraise(Mark& m, unsigned u) const;
    [[nodiscard]] bool cornered(unsigned u) const;
    [[nodiscard]] int damage(const Blow& blow, const Mark& m) const;
    [[nodiscard]] int deflected(unsigned u, unsigned target, const Mark& m);
    [[nodiscard]] int melee(const State& s, unsigned u, unsigned target, bool second);
    [[nodiscard]] int shot(const State& s, unsigned u, unsigned target, Mode mode, bool second);
    [[nodiscard]] int aim(const State& s, unsigned u, unsigned target, bool second);
    [[nodiscard]] bool may_not_strike(unsigned u) const;
    [[nodiscard]] Cells find_fuel() const;
    void map();
    void survey_ranged(unsigned u, const Cells& cells, Mode mode);
    void value_ground();
    void value_objectives();
    void value_prisoners();
    void want(Hex h, int value);
    [[nodiscard]] int carried(Hex h) const;
    [[nodiscard]] Cells goals(bool with_fire) const;
    enum Walker : unsigned { plain_walker, burner, diver, walkers };
    [[nodiscard]] const std::array<std::uint8_t, kCells>& distances(unsigned walker);
    void map_threats();
    [[nodiscard]] int rows_value(unsigned u, Hex h) const;
    [[nodiscard]] int exit_value(unsigned u, Hex h);

    const Rules& r_;
    const State& s_;
    const Tables& t_;
    const Seat seat_;
    const bool flees_;  // own units score by leaving the map
    State trial_;       // the position after a move under consideration
    bool mapped_ = false;
    UnitMask known_ = 0;  // whose mark has been made
    Cells fuel_;          // hexes worth burning
    std::array<Mark, kUnits> mark_;
    std::array<int, 2> kill_{};          // points for eliminating a unit of the seat
    const VictoryDef* rows_ = nullptr;   // own row_reached record
    const VictoryDef* exits_ = nullptr;  // somebody's unit_exits record
    std::array<int, kCells> ground_;     // worth of a hex: objectives, areas, prisoners
    Cells wanted_;                       // hexes whose ground is worth something
    using Field = std::array<std::uint8_t, kCells>;
    std::array<Field, walkers> goal_;  // hexes to the next goal
    std::array<bool, walkers> goals_known_{};
    std::array<Cells, 3> threat_;  // enemies that can strike a hex, bit planes of the number
    std::array<int, kCells> strike_;
};

}  // namespace sim::westeros
