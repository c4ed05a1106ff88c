// Battles of Westeros with three expansions: the rules of one battle plan under chosen options.
//
// Source: the rules text shipped as pysim/data/westeros/rules.md (ids W and WD).
// Two seats; hidden hands; all chance through Dice. A Rules object is immutable; a State is a plain
// value.
//
// A turn is a stack of frames (state.hpp). `advance` runs automatic steps until a player must
// choose among at least two actions (W5.37) or the battle is over, and leaves that choice's legal
// actions in the caller's list.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/action.hpp"
#include "dice/dice.hpp"
#include "drivers/playout.hpp"
#include "game/game.hpp"
#include "games/westeros/kinds.hpp"
#include "games/westeros/tables.hpp"

namespace sim::westeros {

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
    /// Is every number of a state from outside one that the tables have? Comes before all else.
    [[nodiscard]] bool intact(const State& s) const;
    [[nodiscard]] const Tables& tables() const { return t_; }

    /// The built-in greedy agent: the best action one decision ahead, judged from the seat's view
    /// (greedy.cpp).
    [[nodiscard]] Action greedy(const State& s, const ActionList& legal, Stream& stream) const;
    void summarise(const State& s, GameResult& result) const;
    [[nodiscard]] static std::string_view way_name(const State& s);
    [[nodiscard]] static std::vector<std::string> way_names();
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>> roll_names();
    [[nodiscard]] std::vector<std::string> seat_names() const {
        return {t_.house[0].id, t_.house[1].id};
    }
    /// The answer that a script's text stands for, none if it cannot be one.
    [[nodiscard]] static std::optional<std::uint32_t> parse_answer(
        RollId id, std::string_view text);

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
        bool flank, bool second, int colour = -1, int more = 0) const;
    /// Defence level of W7.18, against a ranged attack or another.
    [[nodiscard]] int defence(const State& s, unsigned target, bool ranged = false) const;
    /// Does a melee attack count as a flank attack? Rules: W7.11, W9.24, W9.41.
    [[nodiscard]] bool flanks(const State& s, unsigned attacker, unsigned target) const;
    /// Is the unit engaged with a Fearsome enemy? Rules: W9.22.
    [[nodiscard]] bool held(const State& s, unsigned u) const;
    /// Those units that have a keyword.
    [[nodiscard]] UnitMask with_keyword(const State& s, UnitMask units, Keyword k) const;
    [[nodiscard]] int count_hits(Faces faces, int defence, bool valor_counts) const;
    [[nodiscard]] int protection(const State& s, unsigned target) const;
    [[nodiscard]] int fire_level(const State& s, Hex h) const;
    [[nodiscard]] UnitMask in_zoc(const State& s, unsigned commander) const;
    /// Units of a class with all of some traits.
    [[nodiscard]] UnitMask fitting(
        const State& s, UnitMask units, Class cls, std::uint32_t traits) const;
    [[nodiscard]] bool legal_target(
        const State& s, unsigned attacker, unsigned target, Mode mode) const;
    /// The same without line of sight.
    [[nodiscard]] bool in_range(
        const State& s, unsigned attacker, unsigned target, Mode mode) const;

  private:
    friend struct StepTable;

    // Flow (flow.cpp).
    void advance(State& s, Dice& d, ActionList& out) const;
    template <bool Interrupts>
    void run_on(State& s, Dice& d, ActionList& out) const;
    void list_morale(const State& s, UnitMask tired, ActionList& out) const;
    [[nodiscard]] unsigned forced_now(const State& s) const;
    void run_setup(State& s, Dice& d) const;
    void run_rally(State& s, Dice& d) const;
    void run_marshal(State& s, Dice& d) const;
    void run_turn_start(State& s, Dice& d) const;
    void run_order_start(State& s, Dice& d) const;
    void run_finish_move(State& s, Dice& d) const;
    void run_attack_start(State& s, Dice& d) const;
    void run_turn_end(State& s, Dice& d) const;
    void run_turn_effects(State& s, Dice& d) const;
    void run_turn_close(State& s, Dice& d) const;
    void run_regroup_status(State& s, Dice& d) const;
    void run_regroup_victory(State& s, Dice& d) const;
    void run_regroup_discard(State& s, Dice& d) const;
    void run_regroup_end(State& s, Dice& d) const;
    void list_leads(const State& s, Seat seat, ActionList& out) const;
    void options_turn_action(const State& s, ActionList& out) const;
    void on_turn_action(State& s, Action x, Dice& d) const;
    void options_keep_token(const State& s, ActionList& out) const;
    void on_keep_token(State& s, Action x, Dice& d) const;
    void options_keep_card(const State& s, ActionList& out) const;
    void on_keep_card(State& s, Action x, Dice& d) const;
    [[nodiscard]] bool test_loyalty(State& s, unsigned u, Dice& d) const;
    [[nodiscard]] UnitMask rallied_by_token(const State& s, UnitMask inactive) const;
    [[nodiscard]] UnitMask freely_rallied(const State& s, Seat seat) const;
    /// Units of the Brotherhood (WD2.7).
    [[nodiscard]] UnitMask brotherhood(const State& s) const {
        UnitMask found = 0;
        if (t_.has_brotherhood)
            for (unsigned u = 0; u < kUnits; ++u)
                if (type(s, u).brotherhood) found |= bit(u);
        return found & s.on_map;
    }
    /// Those of some units that may be ordered as far as Brotherhood tokens go (WD2.7).
    [[nodiscard]] UnitMask payable(const State& s, Seat seat, UnitMask units) const {
        return s.brotherhood[seat] == 0 ? units & ~brotherhood(s) : units;
    }
    void list_lead_one(const State& s, Seat seat, ActionList& out) const;
    void free_from_force(State& s) const;
    [[nodiscard]] std::array<UnitMask, kFaces> token_orders(const State& s, Seat seat) const;
    void mark_ordered(State& s, unsigned u) const;
    void swap_answer(State& s) const;
    void draw_cards(State& s, Seat seat, int n, Dice& d) const;
    void roll_order_tokens(State& s, Seat seat, Dice& d) const;
    void order(State& s, unsigned u) const;
    void end_bonuses(State& s, Until until, Seat seat) const;

    // Cards and abilities (cards.cpp, effects.cpp).
    void options_command_box(const State& s, ActionList& out) const;
    void on_command_box(State& s, Action x, Dice& d) const;
    void open_box(State& s, unsigned box) const;
    void begin_lead(State& s, unsigned card, unsigned commander, bool one) const;
    void pay_command(State& s, unsigned commander) const;
    void open_card(State& s) const;
    /// The command box in use; that of W13.3 orders one unit and does nothing else.
    [[nodiscard]] const BoxDef& box_of(const State& s) const {
        return s.box == kOneUnit ? t_.one_unit
                                 : t_.cards[s.in_turn][s.card].boxes[s.box & kBoxNumber];
    }
    /// Has another box of the card been carried out before it? Rules: WD13.2, WD10.20.
    [[nodiscard]] bool after_other_box(const State& s) const {
        return !t_.plain_boxes && s.box != kOneUnit && (s.box & kAfterOther) != 0;
    }
    void run_lead_next(State& s, Dice& d) const;
    [[nodiscard]] UnitMask beside_at_start(const State& s, unsigned first) const;
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
    [[nodiscard]] bool acts_alone(
        const State& s, const EffectDef& e, unsigned commander, UnitMask zoc) const;
    [[nodiscard]] bool box_usable(
        const State& s, const BoxDef& box, unsigned commander, UnitMask zoc) const;
    [[nodiscard]] UnitMask candidates(const State& s, const BoxDef& box, unsigned commander) const;
    [[nodiscard]] bool holds(const State& s, Seat seat, const Requirement& require) const;
    [[nodiscard]] bool tactic_usable(const State& s, const CardDef& card, bool after) const;
    [[nodiscard]] bool payable_elsewhere(const State& s, unsigned card, unsigned commander) const;
    [[nodiscard]] const std::vector<EffectDef>& effect_list(const State& s, const Frame& f) const;
    [[nodiscard]] UnitMask effect_units(const State& s, const Frame& f) const;
    [[nodiscard]] Cells effect_hexes(const State& s, const Frame& f) const;
    void start_effect(State& s, const EffectDef& e, const Frame& f, Dice& d) const;
    void apply_to_unit(State& s, const EffectDef& e, const Frame& f, unsigned u) const;
    [[nodiscard]] int amount_of(const State& s, const EffectDef& e, Seat seat) const;
    void add_bonus(State& s, const Bonus& b) const;
    [[nodiscard]] bool ask_commit(State& s, When when) const;
    /// Is there anything for a commit ability to work on? Rules: WD2.24, WD2.25.
    [[nodiscard]] bool commit_possible(const State& s, unsigned commander, When when) const {
        return (t_.commanders[commander].when >> static_cast<unsigned>(when) & 1) != 0 &&
               (s.committed >> commander & 1) == 0 && s.commander_unit[commander] != kNoUnit &&
               commit_works(s, commander, when);
    }
    [[nodiscard]] bool commit_works(const State& s, unsigned commander, When when) const;
    [[nodiscard]] bool asked_in_attack(const State& s, unsigned commander, When when) const;
    [[nodiscard]] int boss_of(const State& s, const EffectDef& e, const Frame& f) const;
    [[nodiscard]] UnitMask reached_by(const State& s, const EffectDef& e, const Frame& f) const;
    [[nodiscard]] bool qualifies(
        const State& s, unsigned u, const EffectDef& e, unsigned die) const;
    void swap_bearers(State& s, unsigned home, unsigned u, unsigned commander) const;
    [[nodiscard]] bool someone_steps(const State& s, const EffectDef& e, UnitMask units) const;
    void start_steps(State& s, const EffectDef& e, const Frame& f) const;
    [[nodiscard]] Cells palisade_hexes(const State& s, unsigned u, unsigned v) const;
    [[nodiscard]] int payable_figures(const State& s, unsigned u) const;
    void start_special(State& s, const EffectDef& e, const Frame& f, Dice& d) const;
    [[nodiscard]] UnitMask special_units(const State& s, const EffectDef& e, const Frame& f) const;
    [[nodiscard]] UnitMask uncontrolled(const State& s, Seat seat) const;
    void options_bonus(const State& s, ActionList& out) const;
    void on_bonus(State& s, Action x, Dice& d) const;
    [[nodiscard]] UnitMask may_deactivate(const State& s, unsigned commander) const;
    void list_deactivate(const State& s, ActionList& out) const;
    void on_deactivate(State& s, unsigned u) const;

    // Tokens and command tokens (tokens.cpp).
    void options_token_to_discard(const State& s, ActionList& out) const;
    void on_token_to_discard(State& s, Action x, Dice& d) const;
    void options_token_source(const State& s, ActionList& out) const;
    void on_token_source(State& s, Action x, Dice& d) const;
    void deal_tokens(State& s, Faces faces) const;
    [[nodiscard]] int supply(const State& s, unsigned face) const;
    void options_other_commander(const State& s, ActionList& out) const;
    void on_other_commander(State& s, Action x, Dice& d) const;
    void options_token_layout(const State& s, ActionList& out) const;
    void on_token_layout(State& s, Action x, Dice& d) const;
    [[nodiscard]] int tokens_on_map(const State& s, Seat seat) const;
    [[nodiscard]] bool may_lead_through(const State& s, unsigned commander) const;

    // Formations, outposts, abilities that act beside an order (abilities.cpp, path.cpp).
    void run_formations(State& s, Dice& d) const;
    void options_formation(const State& s, ActionList& out) const;
    void on_formation(State& s, Action x, Dice& d) const;
    void options_outpost_side(const State& s, ActionList& out) const;
    void on_outpost_side(State& s, Action x, Dice& d) const;
    void run_other_move(State& s, Dice& d) const;
    void move_aside(State& s, unsigned u, Hex to) const;
    void run_fill_gap(State& s, Dice& d) const;
    void options_gap_attack(const State& s, ActionList& out) const;
    void on_gap_attack(State& s, Action x, Dice& d) const;
    void options_covering_unit(const State& s, ActionList& out) const;
    void on_covering_unit(State& s, Action x, Dice& d) const;
    [[nodiscard]] UnitMask covering_units(
        const State& s, unsigned commander, unsigned target) const;
    void list_give_up(const State& s, ActionList& out) const;
    void on_give_up(State& s, Action x) const;
    void list_call_to_arms(const State& s, ActionList& out) const;
    void on_call_to_arms(State& s, Action x) const;
    void options_path(const State& s, ActionList& out) const;
    void on_path(State& s, Action x, Dice& d) const;
    void start_path(State& s, unsigned u, Hex first, bool pursuit) const;
    void extend_path(State& s, Frame& f, Hex to) const;
    [[nodiscard]] bool path_ends(const State& s, unsigned u, Hex at, int left, bool pursuit) const;
    [[nodiscard]] Cells path_ground(const State& s, unsigned u, bool pursuit) const;
    void pursue_to(State& s, unsigned u, Hex to, Dice& d) const;
    void finish_order_move(State& s, unsigned u, Hex to, bool beyond, Dice& d) const;
    [[nodiscard]] bool can_move(const State& s, unsigned u) const;
    [[nodiscard]] Cells road_hexes(const State& s) const;
    [[nodiscard]] Cells path_starts(const State& s, unsigned u) const;
    [[nodiscard]] Cells path_hexes(const State& s, const Frame& f) const;
    [[nodiscard]] unsigned watch_number(unsigned commander) const;
    void finish_path(State& s, Dice& d) const;
    [[nodiscard]] Cells river_hexes(const State& s, Hex at) const;

    // Movement (movement.cpp).
    void options_move(const State& s, ActionList& out) const;
    void on_move(State& s, Action x, Dice& d) const;
    void place(State& s, unsigned u, Hex to) const;
    void end_movement(State& s, unsigned u, Dice& d) const;
    void disengage(State& s, unsigned u) const;
    /// Hexes a unit may not enter or pass. Rules: W6.2, W3.42, W3.20 (palisade and cavalry).
    [[nodiscard]] Cells blocked_for(const State& s, unsigned u) const {
        const Cells units = s.occupied[0] | s.occupied[1];
        const bool horse = type(s, u).cls == Class::cavalry;
        const Cells& closed = t_.closed[seat_of(static_cast<UnitId>(u))][horse ? 1 : 0];
        if (!t_.burnable && !t_.special_moves) return closed | units;
        return blocked_now(s, u, horse, closed) | units;
    }
    [[nodiscard]] Cells blocked_now(const State& s, unsigned u, bool horse, Cells blocked) const;
    void take_control(State& s, unsigned u) const {  // W6.8, W11.7
        const std::uint8_t objective = t_.objective_at[s.hex[u]];
        if (objective != kNone && t_.objectives[objective].marker)
            s.owner[objective] = seat_of(static_cast<UnitId>(u));
    }
    [[nodiscard]] Cells impassable(const State& s) const;
    /// Where a unit may be put: no unit, not impassable, not burning (WD2.38).
    [[nodiscard]] Cells empty_hexes(const State& s) const;
    [[nodiscard]] Cells dive_hexes(const State& s, unsigned u) const;
    [[nodiscard]] bool open_water(const State& s, Hex h) const;
    void surface(State& s, unsigned u) const;
    [[nodiscard]] int burn_limit(const State& s, Hex h) const;
    [[nodiscard]] Cells fuel(const State& s, Hex around) const;
    [[nodiscard]] int wading(const State& s, unsigned u) const;
    [[nodiscard]] bool halted(const State& s, unsigned u, Hex from, Hex to) const;
    template <int N>
    [[nodiscard]] Cells walk(const Cells& open_cells, const Cells& stop_cells,
        const Cells& road_cells, bool climbs, Hex from, int allowance, bool by_order) const;
    [[nodiscard]] int order_allowance(const State& s, unsigned u, int more) const;
    [[nodiscard]] int extra_allowance(const State& s, unsigned u) const;
    [[nodiscard, gnu::always_inline]] inline Cells order_hexes(const State& s, unsigned u) const;
    [[nodiscard]] UnitMask path_units(const State& s) const;
    void list_other_moves(const State& s, ActionList& out) const;
    [[nodiscard]] bool clear(Hex a, Hex b, const Cells& block) const;
    [[nodiscard]] bool ignores_terrain(const State& s, unsigned u) const;
    [[nodiscard]] bool suffers_blow(const State& s, unsigned u) const;
    [[nodiscard]] Cells devastated(const State& s) const;
    [[nodiscard]] Cells burning(const State& s) const {
        return t_.burnable ? s.fire[0] | s.fire[1] | s.fire[2] : Cells{};
    }
    [[nodiscard]] Cells stops(const State& s, unsigned u) const;
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
    [[nodiscard]] UnitMask melee_targets(const State& s, unsigned u) const;
    [[nodiscard]] int special_dice(
        const State& s, unsigned attacker, unsigned target, Mode mode) const;
    [[nodiscard]] int volley(const State& s, unsigned u) const;
    [[nodiscard]] int terrain_types(const State& s, Hex around) const;
    [[nodiscard]] bool sees_target(const State& s, unsigned u, Hex at, bool dogs) const;
    [[nodiscard]] bool sees_from_tower(const State& s, Hex a, Hex b) const;
    [[nodiscard]] int pursue_value(const State& s, const Attack& a) const;
    void run_at_engage(State& s, Dice& d) const;
    void run_at_choices(State& s, Dice& d) const;
    void run_at_roll(State& s, Dice& d) const;
    void run_at_reroll(State& s, Dice& d) const;
    void run_at_count(State& s, Dice& d) const;
    void run_at_losses(State& s, Dice& d) const;
    void run_at_retreat(State& s, Dice& d) const;
    void run_at_fallen(State& s, Dice& d) const;
    void run_at_withdraw(State& s, Dice& d) const;
    void run_at_counter(State& s, Dice& d) const;
    void run_at_follow(State& s, Dice& d) const;
    void run_at_pursue(State& s, Dice& d) const;
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
    void finish_count(State& s, int ignored) const;
    void options_aimed_shot(const State& s, ActionList& out) const;
    void on_aimed_shot(State& s, Action x, Dice& d) const;
    void on_concurrent_counter(State& s, Action x, Dice& d) const;
    [[nodiscard]] bool may_counter(const State& s, const Attack& a) const;
    [[nodiscard]] bool can_pay_tax(const State& s, unsigned u, unsigned attacker) const;
    void pay_tax(State& s, unsigned u, unsigned attacker) const;
    void options_support(const State& s, ActionList& out) const;
    void on_support(State& s, Action x, Dice& d) const;
    [[nodiscard]] UnitMask supporters(const State& s) const;
    [[nodiscard]] int limit_together(const State& s, const Attack& a, int dice) const;
    [[nodiscard]] bool is_fanatic(const State& s, unsigned u) const;
    [[nodiscard]] bool can_deflect(const State& s, const Attack& a) const;
    void options_deflect(const State& s, ActionList& out) const;
    void on_deflect(State& s, Action x, Dice& d) const;
    void options_withdraw(const State& s, ActionList& out) const;
    void on_withdraw(State& s, Action x, Dice& d) const;
    [[nodiscard]] Cells withdraw_hexes(const State& s) const;
    void on_raider(State& s, Action x, Dice& d) const;
    void on_defend_token(State& s, Action x, Dice& d) const;
    void after_advance(State& s, Frame& f) const;
    void options_further_hex(const State& s, ActionList& out) const;
    void on_further_hex(State& s, Action x, Dice& d) const;
    void options_forced_kind(const State& s, ActionList& out) const;
    void on_forced_kind(State& s, Action x, Dice& d) const;
    [[nodiscard]] bool may_force(const State& s, const Attack& a) const;
    [[nodiscard]] UnitMask joint_units(const State& s, Seat seat) const;
    void options_joint_counter(const State& s, ActionList& out) const;
    void on_joint_counter(State& s, Action x, Dice& d) const;
    void roll_scorch(State& s, Attack& a, Dice& d) const;
    void roll_war_dogs(State& s, Attack& a, Dice& d) const;

    // Losses, retreat, morale (losses.cpp).
    void run_retreat(State& s, Dice& d) const;
    void options_retreat_hex(const State& s, ActionList& out) const;
    void on_retreat_hex(State& s, Action x, Dice& d) const;
    [[nodiscard]] Cells retreat_hexes(const State& s, unsigned u) const;
    /// Take figures off; returns the morale spaces that a fallen unit costs, 0 while it stands.
    [[nodiscard]] int take(State& s, unsigned u, int n) const;
    /// Take a unit off the map; returns the morale spaces.
    [[nodiscard]] int eliminate(State& s, unsigned u) const;
    /// What follows from units that fell at the same moment, by House (W8.27, W11.5).
    void settle(State& s, std::array<int, 2> loss) const;
    void lose(State& s, unsigned u, int n) const;
    void fall(State& s, unsigned u) const;
    [[nodiscard]] Attack* attack_on(State& s, unsigned u) const;
    void interrupt(State& s, Dice& d) const;
    [[nodiscard]] bool can_escape(const State& s, unsigned u) const;
    [[nodiscard]] bool commit_possible_at_capture(const State& s, unsigned commander) const;
    [[nodiscard]] bool can_revive(const State& s, unsigned u) const;
    [[nodiscard]] Cells escape_hexes(const State& s, unsigned u) const;
    [[nodiscard]] bool can_fill(const State& s, unsigned commander, Hex h) const;
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
    void leave(State& s, unsigned u) const;
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
    void options_hidden_token(const State& s, ActionList& out) const;
    void on_hidden_token(State& s, Action x, Dice& d) const;
    void options_place_archers(const State& s, ActionList& out) const;
    void on_place_archers(State& s, Action x, Dice& d) const;
    void show_plan(State& v, const State& s, Seat viewer) const;
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

static_assert(Game<Rules>);

}  // namespace sim::westeros
