// Battles of Westeros, core set: the rules of one battle plan under chosen options.
//
// Source: the rules text shipped as pysim/data/westeros/rules.md (ids W and WD).
// Two seats; hidden hands; all chance through Dice. A Rules object is immutable; a State is a plain
// value.
//
// A turn is a stack of frames (state.hpp). `advance` runs automatic steps until a player must
// choose among at least two actions (W5.37) or the battle is over, and leaves that choice's legal
// actions in the caller's list.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/action.hpp"
#include "dice/dice.hpp"
#include "drivers/playout.hpp"
#include "game/game.hpp"
#include "games/westeros/tables.hpp"

namespace sim::westeros {

/// Kinds of action, W section 5.7 and WD section 5; the numbers are part of the action codec.
enum class Kind : std::uint8_t {
    token,
    token_pair,
    morale_up,
    morale_rally,
    lead,
    pass,
    choose_command_box,
    choose_ordered_unit,
    end_ordered_units,
    choose_tactic,
    choose_move,
    end_moves,
    choose_attack,
    end_attacks,
    choose_flank_reroll,
    choose_reroll_die,
    choose_stalwart_ignore,
    choose_retreat_hex,
    choose_counterattack,
    choose_advance,
    choose_pursue_move,
    choose_pursue_attack,
    choose_commit,
    choose_keep_token,
    choose_keep_card,
    choose_effect_unit,
    choose_effect_hex,
    choose_discard_card,
    place_hidden_token,
    assign_hidden_token,
    place_palisade_token,
    remove_palisade_token,
    place_catapult_token,
    choose_carry,
    count
};

/// What a field of an action holds.
enum class Field : unsigned {
    none,
    face,
    unit,
    card,
    commander,
    yes_no,
    hex,
    mode,
    target,
    optional_face,
    optional_unit,
    optional_hex,
    optional_card,
    number,
    payment
};

inline constexpr int kKinds = static_cast<int>(Kind::count);
extern const std::array<KindDef, kKinds> kKindTable;

struct StepDef;

class Rules {
  public:
    using State = westeros::State;

    explicit Rules(const Value& compiled);

    /// A battle at its first decision. Rules: W4.1-W4.3.
    [[nodiscard]] State initial(Dice& dice) const;
    /// The same, leaving the first legal actions in `out`.
    State initial(Dice& dice, ActionList& out) const;
    /// Seat to choose, -1 when the battle is over.
    [[nodiscard]] int to_act(const State& s) const;
    [[nodiscard]] bool is_terminal(const State& s) const { return s.winner != kNone; }
    /// 1 for the winner, -1 for the loser, 0 while the battle goes on.
    [[nodiscard]] float returns(const State& s, int seat) const;
    /// Fill `out` with the legal actions in increasing order; empty at the end of the battle.
    void legal_actions(const State& s, ActionList& out) const;
    /// Carry out a legal action and run on to the next decision.
    void apply(State& s, Action action, Dice& dice) const;
    /// The same, leaving the next legal actions in `out` (saves listing them twice).
    void step(State& s, Action action, Dice& dice, ActionList& out) const;

    /// The state with everything hidden from `seat` masked. Rules: W1.6, WD1.6.
    [[nodiscard]] State view(const State& s, int seat) const;
    /// Fill what a view hides at random, consistent with all that is seen.
    [[nodiscard]] State complete(const State& view, Dice& dice) const;

    [[nodiscard]] std::string action_text(const State& s, Action action) const;
    [[nodiscard]] std::string_view decision(const State& s) const;
    [[nodiscard]] Value describe(const State& s) const;
    /// Names of broken invariants; empty when all hold.
    [[nodiscard]] std::vector<std::string> check_invariants(const State& s) const;
    [[nodiscard]] const Tables& tables() const { return t_; }

    /// The built-in greedy agent: the best action one decision ahead, judged from the seat's view
    /// (greedy.cpp).
    [[nodiscard]] Action greedy(const State& s, const ActionList& legal, Stream& stream) const;
    void summarise(const State& s, GameResult& result) const;
    [[nodiscard]] static std::string_view way_name(const State& s);
    [[nodiscard]] static std::vector<std::string> way_names();
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>> roll_names();

    // Questions that bots, odds and tests ask as well.
    [[nodiscard]] Rank rank(const State& s, unsigned u) const {
        return (s.red & bit(u)) != 0    ? Rank::red
               : (s.blue & bit(u)) != 0 ? Rank::blue
                                        : Rank::green;
    }
    [[nodiscard]] const UnitType& type(const State& s, unsigned u) const {
        return t_.types[s.type[u]];
    }
    [[nodiscard]] int figures(const State& s, unsigned u) const {
        return s.plain[u] + (s.commander[u] != kNone ? 1 : 0);
    }
    [[nodiscard]] int depth(const State& s, Seat seat) const;
    [[nodiscard]] Zone zone(const State& s, Seat seat) const;
    [[nodiscard]] Keywords keywords(const State& s, unsigned u) const;
    [[nodiscard]] UnitId unit_at(const State& s, Hex h) const;
    [[nodiscard]] Cells reach(
        const State& s, unsigned u, Hex from, int allowance, bool by_order) const;
    [[nodiscard]] int allowance(const State& s, unsigned u, bool by_order = true) const;
    [[nodiscard]] bool sees(const State& s, Hex a, Hex b, bool dogs = false) const;
    /// Dice after all modifiers and limits; `colour` replaces the rank for war dogs (W9.4).
    [[nodiscard]] int attack_dice(const State& s, unsigned attacker, unsigned target, Mode mode,
        bool flank, bool second, int colour = -1) const;
    /// Defence level of W7.18 and whether valor counts.
    [[nodiscard]] int defence(const State& s, unsigned target) const;
    [[nodiscard]] int count_hits(Faces faces, int defence, bool valor_counts) const;
    [[nodiscard]] int protection(const State& s, unsigned target) const;
    [[nodiscard]] int fire_level(const State& s, Hex h) const;
    [[nodiscard]] UnitMask in_zoc(const State& s, unsigned commander) const;
    [[nodiscard]] int final_points(const State& s, Seat seat) const;
    [[nodiscard]] bool legal_target(
        const State& s, unsigned attacker, unsigned target, Mode mode) const;

  private:
    friend struct StepDef;
    friend struct StepTable;

    // Flow (flow.cpp).
    void advance(State& s, Dice& d, ActionList& out) const;
    void run_setup(State& s, Dice& d) const;
    void run_rally(State& s, Dice& d) const;
    void run_marshal(State& s, Dice& d) const;
    void run_turn_start(State& s, Dice& d) const;
    void run_order_start(State& s, Dice& d) const;
    void run_finish_move(State& s, Dice& d) const;
    void run_attack_start(State& s, Dice& d) const;
    void run_turn_end(State& s, Dice& d) const;
    void run_turn_close(State& s, Dice& d) const;
    void run_regroup_status(State& s, Dice& d) const;
    void run_regroup_discard(State& s, Dice& d) const;
    void run_regroup_end(State& s, Dice& d) const;
    void list_leads(const State& s, Seat seat, ActionList& out) const;
    void options_turn_action(const State& s, ActionList& out) const;
    void on_turn_action(State& s, Action x, Dice& d) const;
    void options_keep_token(const State& s, ActionList& out) const;
    void on_keep_token(State& s, Action x, Dice& d) const;
    void options_keep_card(const State& s, ActionList& out) const;
    void on_keep_card(State& s, Action x, Dice& d) const;
    void draw_cards(State& s, Seat seat, int n, Dice& d) const;
    void roll_order_tokens(State& s, Seat seat, Dice& d) const;
    void order(State& s, unsigned u) const;
    void end_bonuses(State& s, Until until, Seat seat) const;

    // Cards and abilities (cards.cpp, effects.cpp).
    void options_command_box(const State& s, ActionList& out) const;
    void on_command_box(State& s, Action x, Dice& d) const;
    void open_box(State& s, unsigned box) const;
    [[nodiscard]] UnitMask orderable(const State& s, const BoxDef& box) const;
    [[nodiscard]] UnitMask uncontrolled_beside(const State& s, unsigned first) const;
    void run_lead_units(State& s, Dice& d) const;
    void options_ordered_units(const State& s, ActionList& out) const;
    void on_ordered_units(State& s, Action x, Dice& d) const;
    void run_tactic_before(State& s, Dice& d) const;
    void options_tactic(const State& s, ActionList& out) const;
    void on_tactic(State& s, Action x, Dice& d) const;
    void run_effects(State& s, Dice& d) const;
    void options_effect_unit(const State& s, ActionList& out) const;
    void on_effect_unit(State& s, Action x, Dice& d) const;
    void options_effect_hex(const State& s, ActionList& out) const;
    void on_effect_hex(State& s, Action x, Dice& d) const;
    void options_discard_card(const State& s, ActionList& out) const;
    void on_discard_card(State& s, Action x, Dice& d) const;
    void options_commit(const State& s, ActionList& out) const;
    void on_commit(State& s, Action x, Dice& d) const;
    [[nodiscard]] bool box_usable(
        const State& s, const BoxDef& box, unsigned commander, UnitMask zoc) const;
    [[nodiscard]] UnitMask candidates(const State& s, const BoxDef& box, unsigned commander) const;
    [[nodiscard]] bool tactic_usable(const State& s, const CardDef& card, bool after) const;
    [[nodiscard]] const std::vector<EffectDef>& effect_list(const State& s, const Frame& f) const;
    [[nodiscard]] UnitMask effect_units(const State& s, const Frame& f) const;
    [[nodiscard]] Cells effect_hexes(const State& s, const Frame& f) const;
    void start_effect(State& s, const EffectDef& e, const Frame& f, Dice& d) const;
    void apply_to_unit(State& s, const EffectDef& e, const Frame& f, unsigned u, Dice& d) const;
    void add_bonus(State& s, const Bonus& b) const;
    [[nodiscard]] bool ask_commit(State& s, When when) const;
    [[nodiscard]] bool commit_possible(const State& s, unsigned commander, When when) const;

    // Movement (movement.cpp).
    void options_move(const State& s, ActionList& out) const;
    void on_move(State& s, Action x, Dice& d) const;
    void place(State& s, unsigned u, Hex to) const;
    void end_movement(State& s, unsigned u, Dice& d) const;
    void disengage(State& s, unsigned u) const;
    [[nodiscard]] Cells blocked_for(const State& s, unsigned u) const;
    [[nodiscard]] Cells devastated(const State& s) const;
    [[nodiscard]] Cells burning(const State& s) const {
        return t_.burnable ? s.fire[0] | s.fire[1] | s.fire[2] : Cells{};
    }
    [[nodiscard]] Cells stops(const State& s) const;
    void add_fire(State& s, Hex h, int levels) const;
    void set_fire(State& s, Hex h, int levels, Seat seat) const;

    // Combat (combat.cpp, attack.cpp).
    void options_attack(const State& s, ActionList& out) const;
    void on_attack(State& s, Action x, Dice& d) const;
    void list_attacks(const State& s, unsigned u, bool second, Kind kind, ActionList& out) const;
    [[nodiscard]] bool has_bonus(const State& s, unsigned u, Hook hook) const;
    [[nodiscard]] Terrain land(const State& s, Hex h) const;
    [[nodiscard]] Token token(const State& s, Hex h) const;
    void begin_attack(
        State& s, unsigned attacker, unsigned target, Mode mode, int flags, int more = 0) const;
    void run_at_engage(State& s, Dice& d) const;
    void run_at_roll(State& s, Dice& d) const;
    void run_at_reroll(State& s, Dice& d) const;
    void run_at_count(State& s, Dice& d) const;
    void run_at_losses(State& s, Dice& d) const;
    void run_at_retreat(State& s, Dice& d) const;
    void run_at_counter(State& s, Dice& d) const;
    void run_at_follow(State& s, Dice& d) const;
    void run_at_after(State& s, Dice& d) const;
    void run_at_end(State& s, Dice& d) const;
    void options_flank_reroll(const State& s, ActionList& out) const;
    void on_flank_reroll(State& s, Action x, Dice& d) const;
    void options_reroll_die(const State& s, ActionList& out) const;
    void on_reroll_die(State& s, Action x, Dice& d) const;
    void options_yes_no(const State& s, ActionList& out) const;
    void on_stalwart_ignore(State& s, Action x, Dice& d) const;
    void on_counterattack(State& s, Action x, Dice& d) const;
    void on_advance(State& s, Action x, Dice& d) const;
    void options_pursue_move(const State& s, ActionList& out) const;
    void on_pursue_move(State& s, Action x, Dice& d) const;
    void options_pursue_attack(const State& s, ActionList& out) const;
    void on_pursue_attack(State& s, Action x, Dice& d) const;
    void roll_scorch(State& s, Attack& a, Dice& d) const;
    void roll_war_dogs(State& s, Attack& a, Dice& d) const;

    // Losses, retreat, morale (losses.cpp).
    void run_retreat(State& s, Dice& d) const;
    void options_retreat_hex(const State& s, ActionList& out) const;
    void on_retreat_hex(State& s, Action x, Dice& d) const;
    [[nodiscard]] Cells retreat_hexes(const State& s, unsigned u) const;
    void lose(State& s, unsigned u, int n) const;
    void eliminate(State& s, unsigned u) const;
    void change_morale(State& s, Seat seat, int gain) const;

    // Victory (victory.cpp).
    void score(State& s, VictoryWhen when) const;
    void finish(State& s) const;
    void win(State& s, Seat seat, Way way) const;
    [[nodiscard]] int points_of(const State& s, const VictoryDef& v) const;

    // Rules of single plans (plan.cpp, plan_setup.cpp).
    void award(State& s, Seat seat, int points) const;
    void enter(State& s, unsigned u, Dice& d) const;
    void reveal(State& s, unsigned token, Hex at, bool ordered) const;
    void appear(State& s, unsigned slot, Hex at, bool ordered) const;
    [[nodiscard]] bool may_carry(const State& s, unsigned u) const;
    void carry_along(State& s, unsigned u) const;
    /// `regroup`: the moment of W5.42; else only conditions that are tested at once (W11.2).
    void check_instant(State& s, bool regroup = false) const;
    void decide_by_points(State& s) const;
    void turn_up(State& s, Hex around, int hexes) const;
    [[nodiscard]] UnitMask hidden_near(const State& s, unsigned commander) const;
    [[nodiscard]] UnitMask fresh_units(const State& s) const {
        return s.fresh == 0 ? 0 : UnitMask{s.fresh} << t_.plan.archer_slot;
    }
    void plan_end_movement(State& s, unsigned u) const;
    [[nodiscard]] UnitMask hidden_tokens(const State& s) const;
    [[nodiscard]] UnitMask hidden_candidates(const State& s, const BoxDef& box) const;
    [[nodiscard]] Cells archer_hexes(const State& s, Hex around) const;
    void options_place_hidden(const State& s, ActionList& out) const;
    void on_place_hidden(State& s, Action x, Dice& d) const;
    void options_assign_hidden(const State& s, ActionList& out) const;
    void on_assign_hidden(State& s, Action x, Dice& d) const;
    void options_place_palisade(const State& s, ActionList& out) const;
    void on_place_palisade(State& s, Action x, Dice& d) const;
    void options_remove_palisade(const State& s, ActionList& out) const;
    void on_remove_palisade(State& s, Action x, Dice& d) const;
    void options_place_catapult(const State& s, ActionList& out) const;
    void on_place_catapult(State& s, Action x, Dice& d) const;
    void options_carry(const State& s, ActionList& out) const;
    void on_carry(State& s, Action x, Dice& d) const;
    void options_place_archers(const State& s, ActionList& out) const;
    void on_place_archers(State& s, Action x, Dice& d) const;
    void mask_plan(State& v, Seat hidden_from) const;
    void complete_plan(State& s, Seat seat, Dice& d) const;

    void push(State& s, Frame f) const {
        SIM_ASSERT(s.stack_depth < kStackDepth);
        s.stack[s.stack_depth++] = f;
    }
    void pop(State& s) const {
        SIM_ASSERT(s.stack_depth > 0);
        s.stack[--s.stack_depth] = Frame{};
    }
    [[nodiscard]] static Frame& top(State& s) { return s.stack[s.stack_depth - 1U]; }
    [[nodiscard]] static const Frame& top(const State& s) { return s.stack[s.stack_depth - 1U]; }
    [[nodiscard]] static Attack& fight(State& s) { return s.attack[s.attack_depth - 1U]; }
    [[nodiscard]] static const Attack& fight(const State& s) {
        return s.attack[s.attack_depth - 1U];
    }

    Tables t_;
};

/// One row a step: automatic steps have `run`, decisions have `options` and `on`.
struct StepDef {
    Step step;
    std::string_view name;
    std::string_view rule;
    void (*run)(const Rules&, State&, Dice&);
    void (*options)(const Rules&, const State&, ActionList&);
    void (*on)(const Rules&, State&, Action, Dice&);
};

static_assert(Game<Rules>);

}  // namespace sim::westeros
