// The changing part of a battle: a plain value, copied with =, equal when its bytes are equal.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "games/westeros/types.hpp"

namespace sim::westeros {

/// The steps of a battle: decisions carry the names of W section 5.7, automatic steps those of W
/// section 5.1.
enum class Step : std::uint8_t {
    // Automatic.
    setup,
    rally,
    marshal,
    turn_start,
    lead_units,
    lead_next,
    tactic_before,
    order_start,
    formations,
    finish_move,
    other_move,
    fill_gap,
    attack_start,
    turn_end,
    turn_effects,
    turn_close,
    regroup_status,
    regroup_victory,
    regroup_discard,
    regroup_end,
    effects,
    at_engage,
    at_choices,
    at_roll,
    at_reroll,
    at_count,
    at_losses,
    at_retreat,
    at_fallen,
    at_withdraw,
    at_counter,
    at_follow,
    at_pursue,
    at_after,
    at_end,
    retreat,
    // Decisions.
    choose_turn_action,
    choose_command_box,
    choose_ordered_units,
    choose_tactic,
    choose_move,
    choose_attack,
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
    place_hidden_tokens,
    assign_hidden_tokens,
    place_palisade_tokens,
    remove_palisade_tokens,
    place_catapult_tokens,
    choose_carry,
    place_archers,
    choose_hidden_token,
    choose_formation,
    choose_outpost_side,
    choose_aimed_shot,
    choose_concurrent_counter,
    choose_support,
    choose_deflect,
    choose_withdraw,
    choose_raider,
    choose_defend_token,
    choose_forced_kind,
    choose_joint_counter,
    choose_path,
    choose_further_hex,
    choose_covering_unit,
    choose_gap_attack,
    choose_token_to_discard,
    choose_token_source,
    choose_bonus,
    choose_other_commander,
    choose_token_layout,
    count
};

/// One frame of the decision stack. What a, b, c mean is said at each step's function.
struct Frame {
    Step step;
    std::uint8_t a, b, c, d, e;
};

/// A bonus in force (W10.2, WD10.5).
struct Bonus {
    Hook hook;
    std::int8_t amount;
    std::uint16_t units;  // whose: numbers within the House
    Condition condition : 3;
    Until until : 2;
    Seat seat : 1;
    std::uint8_t unused : 2;
    std::uint8_t arg;  // keyword of Hook::keyword; 1 = only the first attack of add_dice
};

constexpr Bonus make_bonus(Hook hook, int amount, unsigned units, Until until, Seat seat,
    unsigned arg = 0, Condition condition = Condition::always) {
    Bonus b{};
    b.hook = hook;
    b.amount = static_cast<std::int8_t>(amount);
    b.units = static_cast<std::uint16_t>(units);
    b.condition = condition;
    b.until = until;
    b.seat = seat & 1;
    b.arg = static_cast<std::uint8_t>(arg);
    return b;
}

/// Does a bonus join an equal one that is in force? A keyword without a number counts once.
constexpr bool shares_entry(Hook hook, Until until, int amount) {
    return hook == Hook::keyword && until > Until::turn_end && amount == 0;
}

/// Friends passed this turn, numbers within the House: Hook::dice_per_unit_passed keeps them in
/// amount and arg (WD2.37).
constexpr unsigned passed_units(const Bonus& b) {
    return static_cast<std::uint8_t>(b.amount) | static_cast<unsigned>(b.arg) << 8;
}

/// State::forced: what the opponent's next turn must be (WD2.32).
enum Forced : std::uint8_t {
    forced_card = 1,
    forced_token = 2,
    forced_later = 4,  // named in the opponent's own turn: for the one after it
    forced_seat = 8    // the seat that is bound
};

/// State::marks.
enum Mark : std::uint8_t {
    revived_0 = 1,  // Thoros has brought back a unit of House 0 this round (WD9.34)
    revived_1 = 2,
    gap_seat = 4,     // the House of State::gap
    brothers = 8,     // Brotherhood units have been ordered this turn (WD2.7)
    force_named = 16  // Tyrion's owner has named a kind this turn (WD2.32)
};

/// One attack, counterattack or parting blow on its way through AT.1 to AT.16 (W7.2).
struct Attack {
    std::uint32_t faces;  // the roll, packed
    UnitId attacker;
    UnitId target;
    Mode mode;
    Hex from;  // where the attacker stood
    Hex at;    // where the target stood (scorch: the hex)
    std::uint8_t dice;
    std::uint8_t hits;       // after Toughness and Cover
    std::uint8_t morale;     // results not ignored
    std::uint8_t flags;      // Flag
    std::uint8_t leftover;   // hits beyond the last plain figure (W8.3)
    std::uint8_t retreated;  // hexes the target has gone back
    std::uint8_t more;       // MoreFlag
    std::uint16_t asked;     // commanders asked for a commit in this attack, one bit each
    std::uint8_t colour;     // rank whose dice are rolled in place of its own (W9.20), kNone
    std::uint8_t support;    // dice that others add (W13.2), or all dice of a joint counterattack
    enum Flag : std::uint8_t {
        flank = 1,
        began_alone = 2,
        eliminated = 4,
        cancelled = 8,  // by Tyrion's escape (WD2.35)
        second = 16,
        commit = 32,
        fearsome = 64,  // each morale result is two hexes (W9.22)
        morale_hits = 128
    };
    enum MoreFlag : std::uint8_t {
        pursuit = 1,
        concurrent = 2,    // a counterattack rolled together with the attack below it (W9.62)
        answered = 4,      // the target has counterattacked concurrently, or others for it (WD2.33)
        covering = 8,      // Edmure's commit: one die less, no line of sight
        joint = 16,        // a counterattack of several units (WD2.33)
        no_valor = 32,     // joint: not all of them cavalry
        no_reroll = 64,    // W13.2: not every attacker flanks
        out_of_turn = 128  // after a counterattack (WD2.39) or from a gap (Daven)
    };
};

inline constexpr int kBonuses = 13;     // the loader refuses a plan that may need more
inline constexpr int kAttackDepth = 8;  // attacks inside one another (W5.36)
inline constexpr int kStackDepth = 18;

struct State {
    std::array<Hex, kUnits> hex;
    std::array<std::uint8_t, kUnits> type;
    std::array<std::uint8_t, kUnits> plain;      // figures without the commander
    std::array<std::uint8_t, kUnits> commander;  // kNone without
    std::array<UnitId, kUnits> engaged;          // kNoUnit without

    std::array<Cells, 2> occupied;
    std::array<Cells, 3> fire;  // bit planes of the fire level (W3.40)
    Cells gone;                 // hexes whose terrain token has been removed
    Cells laid;                 // hidden fords on water (W9.53), palisades elsewhere (T-BRY)

    UnitMask on_map;
    UnitMask active;
    UnitMask ordered;
    UnitMask moved;
    UnitMask attacked;
    UnitMask blue;
    UnitMask red;
    UnitMask token_seat;        // set when the engagement token of the unit shows House 1 (W7.11)
    UnitMask advanced;          // Advance once a turn (W9.1)
    UnitMask pursued;           // Pursue once a turn (W9.7)
    UnitMask began;             // attacked at least once this turn
    UnitMask still;             // may not move this turn: turned up, or helped to attack (WD2.36)
    UnitMask advanced_here;     // advanced this turn, not stopped, still there (WD10.26)
    UnitMask defend;            // has a defend token (W9.60)
    UnitMask second_formation;  // in the second formation of its type (WD9.2)
    UnitMask tower;             // outpost side: tower (W3.30)
    UnitMask pending;           // about to fall, but something may prevent it (WD2.35, WD9.34)
    UnitMask hidden_real;       // plan tokens: which are real
    UnitMask hidden_shown;      // plan tokens: which have been turned up or taken off
    std::uint32_t committed;    // commander cards on the committed side

    std::array<std::int16_t, 2> points;
    std::array<std::array<std::uint8_t, kCards>, 2> hand;
    std::array<std::array<std::uint8_t, kCards>, 2> discard;
    std::array<std::uint8_t, 2> unseen_hand;  // cards of a masked hand (views only)
    std::array<std::array<std::uint8_t, kFaces>, 2> pool;
    std::array<std::uint8_t, 2> board_tokens;
    std::array<std::uint8_t, kCommanders> commander_tokens;
    std::array<std::uint8_t, kObjectives> owner;  // control markers: 0, 1, kNone
    std::array<std::uint8_t, 16>
        plan;  // plan rules: catapult colours, palisade tokens, the prisoner ...

    std::int8_t morale;  // +n: n spaces on House 1's segment, -n: on House 0's (WD4.1)
    std::uint8_t round;
    Seat first_player;
    Seat momentum;
    Seat in_turn;
    std::uint8_t passed;  // one bit a House
    std::uint8_t winner;  // kNone while the battle goes on
    Way way;

    std::uint8_t card;  // being played, kNone
    std::uint8_t box;
    std::uint8_t lead;        // playing commander
    std::uint8_t order_left;  // units the box may still order
    std::uint8_t tactic;      // 1 once used
    std::uint8_t view_of;     // kNone, or the seat for which the state is masked
    std::uint8_t bonus_count;
    std::uint8_t attack_depth;
    std::uint8_t stack_depth;
    std::array<UnitId, kCommanders> commander_unit;  // kNoUnit once captured
    std::array<std::uint8_t, 2> concealed;           // tokens for Dive left (W9.53)
    std::array<std::uint8_t, 2> brotherhood;         // Brotherhood tokens left (WD2.7)
    std::uint8_t forced;     // Forced, for the House that does not own Tyrion (WD2.32)
    std::uint8_t must_lead;  // commander through whom a card must be played now + 1 (WD2.25)
    std::uint8_t gap;     // hex + 1 where a unit has just fallen beside a commander who may fill it
    std::uint8_t marks;   // Mark
    std::uint8_t unused;  // keeps the bonuses aligned without padding

    std::array<Bonus, kBonuses> bonus;
    std::array<std::uint8_t, 2> spare;            // keeps the attacks aligned without padding
    std::array<Hex, kUnitsPerSeat> turn_started;  // hexes of the House in turn when its turn began,
                                                  // kept where a card asks for them (WD10.23)
    std::array<Attack, kAttackDepth> attack;
    std::array<Frame, kStackDepth> stack;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>, "no padding: bytes are the value");
static_assert(sizeof(State) <= 1024, "a state is at most 1 KiB");

}  // namespace sim::westeros
