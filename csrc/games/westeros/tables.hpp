// What a plan and its options fix for the whole battle: the board, unit types, commanders, cards,
// victory. Built once from the compiled scenario (load.cpp), then shared by all threads and never
// changed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/westeros/plan_tables.hpp"
#include "games/westeros/state.hpp"

namespace sim::westeros {

/// Keywords with their numbers (WD9.1). Pursue of several sources: the larger counts (WD2.23).
struct Keywords {
    std::uint32_t flags = 0;
    std::uint8_t pursue = 0;
    std::uint8_t toughness = 0;
    [[nodiscard]] constexpr bool has(Keyword k) const {
        return flags >> static_cast<unsigned>(k) & 1;
    }
    constexpr void add(Keyword k, int x) {
        flags |= 1U << static_cast<unsigned>(k);
        if (k == Keyword::pursue && x > pursue) pursue = static_cast<std::uint8_t>(x);
        if (k == Keyword::toughness) toughness = static_cast<std::uint8_t>(toughness + x);
    }
    constexpr void add(const Keywords& other) {
        flags |= other.flags;
        pursue = pursue > other.pursue ? pursue : other.pursue;
        toughness = static_cast<std::uint8_t>(toughness + other.toughness);
    }
};

/// W2.5.
struct UnitType {
    std::string id, name;
    Class cls = Class::infantry;
    int figures = 0;
    std::array<int, 3> move{}, dice{};
    bool melee = false;
    int range_min = 0, range_max = 0;  // 0: no ranged attack
    int dogs_min = 0, dogs_max = 0;    // 0: no war dogs
    Keywords keywords;
    std::uint32_t traits = 0;  // bits of Tables::traits: traits and House
    bool formations = false;   // has two, one of them in force (WD9.2)
    std::array<std::string, 2> formation_id;
    std::array<Keywords, 2> formation;
    bool brotherhood = false;  // WD2.7
};

/// Operations of cards and abilities (W10.4, WD2.40, WD10.9).
enum class Op : std::uint8_t {
    add_dice,
    add_move,
    grant,
    pursue_bonus,
    second_attack,
    extra_morale,
    order_adjacent,
    reroll_one,
    rally,
    morale,
    morale_per_retreat,
    as_flank,
    step,
    draw,
    discard_hand,
    discard_token,
    swap_bearers,
    war_dogs_attack,
    morale_also_hits,
    add_fire,
    free_disengage,
    no_parting_blow,
    keep_cards,
    aura,
    own_bonus,
    deactivate,
    hit_uncontrolled,
    tax_counter,
    choose_bonus,
    extend_advance,
    join_box,
    add_dice_terrain,
    move_instead_of_attack,
    add_dice_support,
    attack_twice,
    pay_figures_for_palisade,
    step_all,
    discard_cards_for_tokens,
    roll_swap_token,
    ignore_terrain,
    withdraw_before_counter,
    heal,
    place_defend,
    token_on_other_commander,
    force_kind,
    give_up_order,
    pass_friends,
    counter_pursue,
    revive,
    free_rally,
    capture_bonus,
    escape,
    any_token,
    fill_gap,
    covering_fire,
    dice_per_unit_passed,
    river_jump,
    rearrange_command_tokens,
    joint_counter
};
inline constexpr std::array<std::string_view, 59> kOpNames = {"add_dice", "add_move", "grant",
    "pursue_bonus", "second_attack", "extra_morale", "order_adjacent", "reroll_one", "rally",
    "morale", "morale_per_retreat", "as_flank", "step", "draw", "discard_hand", "discard_token",
    "swap_bearers", "war_dogs_attack", "morale_also_hits", "add_fire", "free_disengage",
    "no_parting_blow", "keep_cards", "aura", "own_bonus", "deactivate", "hit_uncontrolled",
    "tax_counter", "choose_bonus", "extend_advance", "join_box", "add_dice_terrain",
    "move_instead_of_attack", "add_dice_support", "attack_twice", "pay_figures_for_palisade",
    "step_all", "discard_cards_for_tokens", "roll_swap_token", "ignore_terrain",
    "withdraw_before_counter", "heal", "place_defend", "token_on_other_commander", "force_kind",
    "give_up_order", "pass_friends", "counter_pursue", "revive", "free_rally", "capture_bonus",
    "escape", "any_token", "fill_gap", "covering_fire", "dice_per_unit_passed", "river_jump",
    "rearrange_command_tokens", "joint_counter"};

/// Whom an operation reaches (WD10.9 and the rows of WD10).
enum class Who : std::uint8_t {
    ordered,
    one,
    own,
    target,
    one_unordered_active,
    one_ordered_attacked,
    one_ordered_unengaged,
    zoc,
    one_ordered
};
inline constexpr std::array<std::string_view, 9> kWhoNames = {"ordered", "one", "own", "target",
    "one_unordered_active", "one_ordered_attacked", "one_ordered_unengaged", "zoc", "one_ordered"};

/// What must hold for a tactic or an effect (WD10.7, W10.4).
struct Requirement {
    enum Kind : std::uint8_t { none, own_morale_green, enemy_morale_green, pool };
    Kind kind = none;
    std::array<std::uint8_t, kFaces> tokens{};
};

/// The area of a rally (W10.4, WD2.40).
enum class Area : std::uint8_t { zoc, own, own_and_adjacent };
inline constexpr std::array<std::string_view, 3> kAreaNames = {"zoc", "own", "own_and_adjacent"};

struct EffectDef {
    Op op{};
    int k = 0, x = 0, n = 0, dice = 0, move = 0, box = 0;
    bool first_attack = false;
    bool count_idle = false;  // k is the number of idle commanders (WD10.40)
    bool die = false;         // a roll says who qualifies (WD10.8)
    bool at_end = false;      // at TURN_END step 4 (W5.35)
    Who who = Who::ordered;
    Class cls = Class::any;
    Condition condition = Condition::always;
    Until until = Until::turn_end;
    Keyword keyword = Keyword::stalwart;
    Face kind = Face::morale;
    Area area = Area::zoc;
    std::uint32_t traits = 0;  // only units with all of these
    std::string person;        // the commander it names, "": the one who acts (WD10.6)
    Requirement require;
};

/// Moments of commit abilities (WD2.25).
enum class When : std::uint8_t {
    own_turn_start,
    before_attack_self,
    after_attack_self,
    on_attack_on,
    on_loss_self,
    after_elimination_self,
    before_lead_self,
    before_move_self,
    after_move_self,
    after_attack_on,
    on_capture_self,
    on_ally_eliminated
};
inline constexpr std::array<std::string_view, 12> kWhenNames = {"own_turn_start",
    "before_attack_self", "after_attack_self", "on_attack_on", "on_loss_self",
    "after_elimination_self", "before_lead_self", "before_move_self", "after_move_self",
    "after_attack_on", "on_capture_self", "on_ally_eliminated"};

/// W2.9.
struct CommanderDef {
    std::string id, person, name, title;
    Seat seat = 0;
    UnitId unit = kNoUnit;  // the unit he starts in
    int limit = 0, capture = 0;
    Class cls = Class::infantry;
    int type = 0;  // the first of his unit types; his figure counts as it (WD2.31)
    Keywords keywords;
    std::vector<EffectDef> ability, commit;
    std::uint16_t when = 0;  // bit set of When
    bool free_move = false, no_blow = false, reroll = false;
    bool force_kind = false, give_up_order = false, pass_friends = false, revive = false,
         free_rally = false;
    int counter_pursue = 0;  // WD2.39
    int capture_bonus = 0;   // against infantry and ranged units
    int keep = 1;
    Keywords aura;
    std::uint32_t traits = 0;
};

/// W5.22, W5.23.
struct BoxDef {
    int order = 0;  // units, 0: the box orders nobody
    Class cls = Class::any;
    bool one_class = false, anywhere = false;
    std::uint32_t traits = 0;  // only units with all of these
    bool at_end = false;       // has effects for TURN_END step 4
    std::vector<EffectDef> effects;
};
struct TacticDef {
    std::string name;
    bool before = false, after = false, payment = false;
    Requirement require;
    std::vector<EffectDef> effects;
};
struct CardDef {
    std::string id;
    int copies = 0;
    std::vector<BoxDef> boxes;
    bool any_unit = false;  // one box, which orders units of any kind in the zone of control and
                            // does nothing alone
    bool has_tactic = false;
    TacticDef tactic;
};

struct ObjectiveDef {
    Hex hex = kNoHex;
    std::uint8_t owner = kNone;
    std::string kind;
    bool marker = true;
};

struct UnitDef {
    std::string number;
    Seat seat = 0;
    int type = 0;
    Rank rank = Rank::green;
    Hex hex = kNoHex;  // kNoHex: a slot that a plan rule fills later
    std::uint8_t commander = kNone;
    bool scorch = false;  // plan rule: has Scorch the Earth
};

struct HouseDef {
    std::string id;
    bool north = false;
    int order_rating = 0, leadership_rating = 0, command_tokens = 0;
    bool rout = false;
};

/// The steps of a line of sight between two hexes: cells to test, as offsets from the first
/// (W3.13).
struct SightLine {
    std::uint8_t steps = 0;
    std::array<std::array<std::int16_t, 2>, 6>
        offset{};  // equal when the point lies inside one hex
};
inline constexpr int kSightRange = 7;     // of the lines in the table; longer ones are rare
inline constexpr int kPalisadeBurns = 2;  // W3.20, where a card has laid it

/// Hidden plan tokens are named like units, from this number on.
inline constexpr unsigned kHiddenToken = 64;

struct Tables {
    std::string id, code, name;
    int columns = 0, rows = 0, rounds = 0;
    std::array<HouseDef, 2> house;
    Seat momentum = 0;
    int morale_start = 0;
    bool tie_momentum = false;
    Options options;

    std::vector<std::string> traits;  // those that types and commanders have; Houses as "@id"
    BoxDef one_unit;                  // the command of W13.3
    std::vector<UnitType> types;
    std::vector<CommanderDef> commanders;
    std::array<std::vector<CardDef>, 2> cards;
    std::array<std::array<std::uint8_t, kCards>, 2> copies{};
    std::array<UnitDef, kUnits> units;
    std::array<UnitMask, 4> class_units{};  // units by class; index 3: all
    std::vector<ObjectiveDef> objectives;
    std::array<std::uint8_t, kCells> objective_at{};
    std::vector<VictoryDef> victory;

    Cells playable;
    std::array<Cells, 11> terrain;
    std::array<Cells, 8> token;
    std::array<Cells, 5> burn;  // by burn limit; 0: cannot burn
    std::array<std::uint8_t, kCells> terrain_at{}, token_at{}, burn_at{};
    Cells burn_tokens;  // cells whose burnable thing is a token
    std::array<std::uint8_t, kCells> hill_group{};
    Cells no_sight;    // blocking terrain without hills
    Cells stop;        // stop terrain without hills
    Cells impassable;  // all tokens in place
    std::array<std::array<Cells, 2>, 2>
        closed;  // [seat][cavalry]: impassable, palisades, plan bars
    Cells forest_road, road_terrain;
    Cells road;                                     // road-type hexes (W3.19)
    std::array<std::uint8_t, kCommanders> limit{};  // command limits
    std::array<std::uint32_t, 2> any_unit_cards{};  // cards of which CardDef::any_unit holds
    std::array<std::uint32_t, 2> seat_commanders{};
    std::array<std::uint32_t, 2>
        start_commits{};  // commanders who may commit at the start of an own turn, or to lead
    std::array<std::array<SightLine, 2 * kSightRange * kStride + 2 * kSightRange + 1>, 2> sight{};
    std::array<Cells, kCells> near1, zoc;  // distance 1, distance 0 to 2
    bool burnable = false, hills = false, marsh = false, forest_roads = false, outposts = false;

    // What units, commanders and cards of this battle can do beyond the core set.
    std::uint32_t keywords = 0;  // bits of the keywords that anybody has or may be granted
    std::uint32_t lent = 0;      // those of them that come from more than a unit type
    bool formations = false;     // some type has two
    bool lays = false;           // tokens may be laid in play
    bool special_dice = false;   // some keyword or effect changes dice in its own way
    std::array<std::uint32_t, 2> pay_cards{};     // cards with token_on_other_commander
    std::array<std::uint32_t, 2> move_commits{};  // commanders with before_move_self
    std::array<std::uint32_t, 2> free_rally{};    // commanders with the ability of that name
    std::array<std::uint32_t, 2> givers{};        // commanders who may give up their order (Edmure)
    std::array<std::uint32_t, 2> path_takers{};   // commanders who pass through friends (Brynden)
    std::uint32_t watchers = 0;                   // commanders with after_attack_on
    bool remembers_start = false;  // a card asks where units stood when the turn began (WD10.23)
    bool counter_pursuit = false;  // some commander pursues after a counterattack (WD2.39)
    bool has_exits = false;        // WD B08
    bool plain_ends = true;        // a move by order ends without further rules
    bool plain_boxes = true;       // a card never uses two boxes (WD10.20, WD13.2)
    bool interrupts = false;       // a fall may be prevented or answered (interrupt)
    bool plain_turns = true;       // no token orders or rallies but as W5.9 says
    bool extra_moves = false;      // a card gives movement for attacks (WD10.34)
    bool plain_moves = true;       // nothing but moves is offered in MOVE
    bool ignoring = false;         // a card lets units ignore terrain (WD10.43)
    bool special_moves = false;    // some units move in their own way, or tokens may be laid
    bool has_brotherhood = false;
    std::uint32_t gap_fillers = 0;  // commanders with on_ally_eliminated
    std::array<std::uint8_t, 2> concealed{}, brotherhood{};
    Cells water;                                  // river and lake hexes, whatever lies on them
    std::array<std::uint8_t, kCells> river_of{};  // connected river of a hex + 1 (WD2.38)

    [[nodiscard]] bool has(Keyword k) const { return keywords >> static_cast<unsigned>(k) & 1; }
    [[nodiscard]] bool lends(Keyword k) const { return lent >> static_cast<unsigned>(k) & 1; }

    // Plan rules (WD12).
    Cells fire_only;  // cells that may be set on fire; all burnable ones unless the plan narrows it
    Hex late_fire = kNoHex;  // no fire here before late_fire_round
    int late_fire_round = 0;
    PlanRules plan;
    bool has_plan_rules = false;  // something happens where movements end
};

}  // namespace sim::westeros
