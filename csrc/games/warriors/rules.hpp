// Warriors of God: The Hundred Years War and The Lion in Winter under chosen options.
//
// Source: the rules text shipped as pysim/data/warriors/rules.md (ids G).
// Two seats; open information; all chance through Dice. A Rules object is immutable; a State is a
// plain value.
//
// A turn is a walk through the steps of G5.1, one after another, without nesting. `advance` runs
// automatic steps until a player must choose among at least two answers (G5.2) or the game is
// over, and leaves that choice's legal answers in the caller's list. A decision's `on` is called
// with action 0 when it has no legal answer (it is passed over).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/action.hpp"
#include "dice/dice.hpp"
#include "drivers/playout.hpp"
#include "game/game.hpp"
#include "games/warriors/tables.hpp"

namespace sim::warriors {

class Rules {
  public:
    using State = warriors::State;

    explicit Rules(const Value& compiled);

    /// A game at its first decision, with its legal answers in `out`. Rules: G4.
    State initial(Dice& dice, ActionList& out) const;
    /// Seat to choose, -1 when the game is over.
    [[nodiscard]] int to_act(const State& s) const {
        return is_terminal(s) ? -1 : static_cast<int>(s.side);
    }
    [[nodiscard]] bool is_terminal(const State& s) const { return s.winner != kNone; }
    /// 1 for the winner, -1 for the loser, 0 for a draw or while the game goes on.
    [[nodiscard]] float returns(const State& s, int seat) const;
    /// Fill `out` with the legal answers in increasing order; empty at the end of the game.
    void legal_actions(const State& s, ActionList& out) const;
    /// Carry out a legal answer and run on to the next decision.
    void apply(State& s, Action action, Dice& dice) const;
    /// The same, leaving the next legal answers in `out` (saves listing them twice).
    void step(State& s, Action action, Dice& dice, ActionList& out) const;

    /// Nothing is hidden: a view is the state. Rules: G1.7.
    [[nodiscard]] State view(const State& s, int) const { return s; }
    [[nodiscard]] State complete(const State& view, Dice&) const { return view; }

    [[nodiscard]] std::string action_text(const State& s, Action action) const;
    [[nodiscard]] std::string_view decision(const State& s) const;
    [[nodiscard]] Value describe(const State& s) const;
    /// Names of broken invariants; empty when all hold. Rules: G14.53-G14.56.
    [[nodiscard]] std::vector<std::string> check_invariants(const State& s) const;
    /// Is every number of a state from outside one that the tables have? Comes before all else.
    [[nodiscard]] bool intact(const State& s) const;
    [[nodiscard]] const Tables& tables() const { return t_; }
    [[nodiscard]] std::vector<std::string> seat_names() const {
        return {t_.side[0].id, t_.side[1].id};
    }

    /// The built-in greedy agent (greedy.cpp).
    [[nodiscard]] Action greedy(const State& s, const ActionList& legal, Stream& stream) const;
    void summarise(const State& s, GameResult& result) const;
    [[nodiscard]] static std::string_view way_name(const State& s);
    [[nodiscard]] static std::vector<std::string> way_names();
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>> roll_names();
    /// The answer that a script's text stands for, none if it cannot be one.
    [[nodiscard]] static std::optional<std::uint32_t> parse_answer(
        RollId id, std::string_view text);

    // Questions that bots, odds and tests ask as well (position.cpp).
    /// Leaders of a side in an area.
    [[nodiscard]] Leaders leaders_in(const State& s, Side side, unsigned area) const {
        return at(s, area) & s.serves[side];
    }
    /// Leaders of both sides at a place.
    [[nodiscard]] Leaders at(const State& s, unsigned place) const;
    /// Leaders of a side on the map.
    [[nodiscard]] Leaders on_map(const State& s, Side side) const;
    /// Areas that hold leaders of a side.
    [[nodiscard]] Areas held_by(const State& s, Side side) const;
    /// Leaders on the map, in a prison or in the rout box.
    [[nodiscard]] Leaders in_play(const State& s) const;
    [[nodiscard]] bool controls(const State& s, Side side, unsigned area) const {
        return (s.control[side] & area_bit(area)) != 0;
    }
    [[nodiscard]] unsigned free_command(const State& s, unsigned leader) const {
        return t_.leaders[leader].capacity - total(troops_of(s, leader));
    }
    /// Leaders that may cross a border in one impulse or retreat. Rules: chart of 2.4, G9.10.
    [[nodiscard]] unsigned border_limit(
        const State& s, Side side, unsigned from, unsigned to) const;
    /// May one leader of the side leave the area now? Rules: G6.5.
    [[nodiscard]] bool may_leave(const State& s, Side side, unsigned area) const;
    /// Dice of a side in a battle or pursuit, with the given leaders. Rules: G7.11.
    [[nodiscard]] int dice_of(const State& s, Side side, const Leaders& leaders) const;
    /// Faces of a die that hit for a side in a round. Rules: G7.13.
    [[nodiscard]] int hitting_faces(const State& s, Side side) const;
    /// Rules: G7.4.
    [[nodiscard]] int siege_number(const State& s, unsigned area, Side besieged) const;
    /// Legal destinations of a retreat. Rules: G8.12.
    [[nodiscard]] Areas retreats(const State& s, Side side, unsigned area) const;
    /// Areas where a leader may be placed. Rules: G5.47.
    [[nodiscard]] Areas placements(const State& s, Side side, unsigned leader) const;
    /// Areas with leaders of both sides. Rules: G5.10.
    [[nodiscard]] Areas battle_areas(const State& s) const { return held_by(s, 0) & held_by(s, 1); }
    /// What of a leader's points is settled in phase 10; the rest is pooled (G5.52). All of them
    /// outside it.
    [[nodiscard]] Points handed_out(const State& s, unsigned leader) const;
    /// Points of the running type that the leader asked in phase 10 had before (G5.56).
    [[nodiscard]] unsigned had_before(const State& s) const;
    /// The friendly group of the side that deploys which holds an area. Rules: G5.30.
    [[nodiscard]] Areas group_of(const State& s, unsigned area) const {
        return t_.map.connected(area, s.control[s.side], t_.deploys[s.side]);
    }
    /// Lowest area of a friendly group of the side that deploys, by its number.
    [[nodiscard]] unsigned lowest_of_group(const State& s, unsigned group) const;
    /// Points of phase 11 for a side, as the state stands. Rules: G5.57, chart of 2.4.
    [[nodiscard]] int side_points(const State& s, Side side) const;

  private:
    friend struct StepTable;

    [[nodiscard]] Side non(const State& s) const { return other(s.initiative); }

    // Flow (flow.cpp).
    void advance(State& s, Dice& d, ActionList& out) const;
    void run_initiative(State& s, Dice& d) const;
    void next_impulse(State& s) const;
    void run_next_turn(State& s, Dice& d) const;

    // Set-up (setup.cpp).
    [[nodiscard]] State empty_state() const;
    void place_setup(State& s, const SetupDef& def, Side side) const;
    void finish_setup(State& s) const;
    void run_setup_roll(State& s, Dice& d) const;
    void options_setup_pick(const State& s, ActionList& out) const;
    void on_setup_pick(State& s, Action x, Dice& d) const;

    // Movement (movement.cpp).
    void options_impulse(const State& s, ActionList& out) const;
    void on_impulse(State& s, Action x, Dice& d) const;
    void options_companion(const State& s, ActionList& out) const;
    void on_companion(State& s, Action x, Dice& d) const;
    /// One leader goes to an area with all his troops. Rules: G6.4, G6.8, G6.9.
    void move_leader(State& s, unsigned leader, unsigned to) const;
    /// Take the aggressor marker of a side away if it has no leader there any more. Rules: G6.9.
    void drop_aggressor(State& s, Side side, unsigned area) const;
    /// Put an aggressor marker if the area has none and is hostile. Rules: G6.8, G5.49.
    void mark_aggressor(State& s, Side side, unsigned area) const;

    // Battles (battle.cpp): which, commanders, sieges, rounds.
    void options_select(const State& s, ActionList& out) const;
    void on_select(State& s, Action x, Dice& d) const;
    void options_commander(const State& s, ActionList& out) const;
    void on_commander(State& s, Action x, Dice& d) const;
    void options_siege_question(const State& s, ActionList& out) const;
    void on_siege_question(State& s, Action x, Dice& d) const;
    void run_siege(State& s, Dice& d) const;
    void run_round(State& s, Dice& d) const;
    /// Forget the battle and go on to the next one.
    void end_battle(State& s) const;

    // Losses and elimination (losses.cpp).
    struct Pieces;
    [[nodiscard]] Pieces pieces_of(const State& s) const;
    [[nodiscard]] unsigned most_hits(const Pieces& pieces) const;
    [[nodiscard]] unsigned later_hits(const Pieces& pieces, unsigned after) const;
    [[nodiscard]] unsigned key_of(Action x) const;
    [[nodiscard]] bool meets(const Pieces& rest, unsigned hits, unsigned fall, unsigned at) const;
    void list_mercenaries(const Pieces& pieces, unsigned hits, ActionList& out) const;
    void list_points(
        Pieces& pieces, unsigned i, unsigned hits, unsigned last, ActionList& out) const;
    void options_hits(const State& s, ActionList& out) const;
    void on_hits(State& s, Action x, Dice& d) const;
    void lose_pieces(State& s, Action x) const;
    [[nodiscard]] bool allocate(State& s, Action x) const;
    void roll_eliminations(State& s, Dice& d) const;

    // Retreats and pursuit (retreat.cpp).
    [[nodiscard]] Side aggressor_of(const State& s) const;
    void begin_siege_retreat(State& s) const;
    void next_besieger(State& s) const;
    void options_siege_retreat(const State& s, ActionList& out) const;
    void on_siege_retreat(State& s, Action x, Dice& d) const;
    void options_force_question(const State& s, ActionList& out) const;
    void on_force_question(State& s, Action x, Dice& d) const;
    void options_retreat_question(const State& s, ActionList& out) const;
    void on_retreat_question(State& s, Action x, Dice& d) const;
    void options_forced_retreat(const State& s, ActionList& out) const;
    void on_forced_retreat(State& s, Action x, Dice& d) const;
    void begin_retreat(State& s, unsigned to) const;
    void begin_escape(State& s) const;
    void options_escape(const State& s, ActionList& out) const;
    void on_escape(State& s, Action x, Dice& d) const;
    void end_escape(State& s) const;
    void run_pursuit(State& s, Dice& d) const;
    void on_pursuit_hits(State& s, Action x, Dice& d) const;
    void finish_retreat(State& s) const;
    /// Is a decision with one answer asked all the same? Rules: G5.2.
    [[nodiscard]] bool asks_alone(const State& s) const;

    // Leaders that leave play (leaders.cpp).
    void capture(State& s, unsigned leader) const;        // G8.10, G8.21
    void rout(State& s, unsigned leader) const;           // G8.11, G5.44
    void kill(State& s, unsigned leader) const;           // G8.9
    void return_troops(State& s, unsigned leader) const;  // G2.11

    // Control, recruiting (control.cpp, recruiting.cpp).
    void run_control(State& s, Dice& d) const;
    [[nodiscard]] int control_target(const State& s, Side side, unsigned area) const;
    void next_recruiting(State& s) const;
    void options_recruit(const State& s, ActionList& out) const;
    void on_recruit(State& s, Action x, Dice& d) const;

    // Deployment and hiring (deployment.cpp).
    struct Groups;
    [[nodiscard]] Groups groups_of(const State& s, Side side) const;
    void options_deploy(const State& s, ActionList& out) const;
    void on_deploy(State& s, Action x, Dice& d) const;
    void begin_drop(State& s) const;
    void options_drop(const State& s, ActionList& out) const;
    void on_drop(State& s, Action x, Dice& d) const;
    void options_hire(const State& s, ActionList& out) const;
    void on_hire(State& s, Action x, Dice& d) const;

    // Prisoners (prisoners.cpp).
    [[nodiscard]] Leaders captives_of(const State& s, Side keeper) const {
        return at(s, in_prison) & s.serves[other(keeper)];
    }
    void options_exchange(const State& s, ActionList& out) const;
    void on_exchange(State& s, Action x, Dice& d) const;
    [[nodiscard]] bool pays(Areas areas, unsigned sum, unsigned least, unsigned price) const;
    void next_ransom(State& s) const;
    void options_ransom(const State& s, ActionList& out) const;
    void on_ransom(State& s, Action x, Dice& d) const;

    // Deaths and placement (placement.cpp).
    void run_death(State& s, Dice& d) const;
    void die(State& s, unsigned leader) const;
    void place_leader(State& s, unsigned leader, unsigned area) const;
    [[nodiscard]] Leaders waiting(const State& s, Side side) const;
    void next_own(State& s) const;
    void options_neutral(const State& s, ActionList& out) const;
    void on_neutral(State& s, Action x, Dice& d) const;
    void options_own(const State& s, ActionList& out) const;
    void on_own(State& s, Action x, Dice& d) const;
    void options_king(const State& s, ActionList& out) const;
    void on_king(State& s, Action x, Dice& d) const;

    // Distribution and points (distribution.cpp, victory.cpp).
    struct Share;
    [[nodiscard]] Share share_of(const State& s, unsigned leader, const Leaders& mine) const;
    void begin_type(State& s, const Leaders& mine) const;
    [[nodiscard]] bool ask_type(State& s, const Leaders& mine) const;
    bool take_all(State& s, const Leaders& mine) const;
    [[nodiscard]] bool share_area(State& s) const;
    void next_share(State& s) const;
    void give(State& s, unsigned leader, unsigned n) const;
    void options_distribute(const State& s, ActionList& out) const;
    void on_distribute(State& s, Action x, Dice& d) const;
    void run_points(State& s, Dice& d) const;

    // Each phase begins with its bookkeeping and leaves the state at its first step.
    void begin_phase(State& s, unsigned phase) const;
    void begin_battles(State& s) const;
    void begin_recruiting(State& s) const;
    void begin_deployment(State& s, Side side) const;
    void begin_exchange(State& s) const;
    void begin_placement(State& s) const;
    void begin_distribution(State& s) const;

    Tables t_;
};

static_assert(Game<Rules>);

}  // namespace sim::warriors
