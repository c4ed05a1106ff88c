"""Closed lists of the westeros data files: terrain codes, keywords, operations, conditions.

The words come from the core, which is what plays them; here stands which keys go with which word.
Rules: WD3.2, WD9.1, WD10.1, WD2.25, WD11.1.
"""

from __future__ import annotations

from pysim import _core

__all__ = [
    "ABILITY_ONLY",
    "BURN_LIMITS",
    "CARD_ONLY",
    "CLASSES",
    "CODES",
    "COMMIT_MOMENTS",
    "COMMIT_ONLY",
    "CONDITIONS",
    "EFFECT_KEYS",
    "EFFECT_TARGETS",
    "IMPASSABLE",
    "KEYWORDS",
    "KEYWORDS_WITH_NUMBER",
    "MOMENTS",
    "MOST_KEPT_CARDS",
    "NOT_STANDING",
    "OPERATIONS",
    "RANKS",
    "RESERVED_MOMENTS",
    "SPECIAL_KEYS",
    "SPECIAL_REQUIRED",
    "SPECIAL_RULES",
    "STANDING_DICE",
    "UNTIL",
    "VICTORY_CONDITIONS",
    "VICTORY_KEYS",
    "VICTORY_REQUIRED",
    "WHO",
]

_WORDS = {name: tuple(words) for name, words in _core.vocabulary("westeros").items()}

RANKS = _WORDS["ranks"]
CLASSES = tuple(word for word in _WORDS["classes"] if word)
KEYWORDS = _WORDS["keywords"]
OPERATIONS = _WORDS["operations"]
WHO = _WORDS["who"]
CONDITIONS = _WORDS["conditions"]
UNTIL = _WORDS["until"]
MOMENTS = _WORDS["when"]
VICTORY_CONDITIONS = _WORDS["victory"]

CODES: dict[str, tuple[str, str]] = {
    ".": ("plains", ""),
    "F": ("forest", ""),
    "H": ("hill", ""),
    "=": ("road", ""),
    "~": ("river", ""),
    "%": ("forest_river", ""),
    ":": ("forest_road", ""),
    "L": ("lake", ""),
    "M": ("marsh", ""),
    "V": ("building", ""),
    "O": ("outpost", ""),
    "f": ("river", "ford"),
    "r": ("river", "ford"),
    "w": ("river", "bridge"),
    "b": ("river", "stone_bridge"),
    "P": ("plains", "palisade"),
    "T": ("plains", "tent"),
    "C": ("plains", "siege_engine"),
}
"""Map codes of WD3.2: terrain of the hex and the token on it."""

IMPASSABLE = frozenset("~%LC")
"""Codes of hexes on which no unit of the core set may stand (W3.18, W3.20)."""

BURN_LIMITS = {
    "forest": 3,
    "building": 4,
    "outpost": 4,
    "forest_road": 3,
    "bridge": 3,
    "palisade": 2,
    "tent": 1,
    "siege_engine": 3,
}
"""Burn limits of W3.18 and W3.20; a plan may change them by its ``burn_limits``."""

KEYWORDS_WITH_NUMBER = frozenset({"pursue", "toughness"})

_WHICH = ("who", "class", "trait")
EFFECT_KEYS: dict[str, tuple[str, ...]] = {
    "add_dice": ("k", *_WHICH, "condition", "first_attack", "until", "count", "require"),
    "add_move": ("k", *_WHICH, "count", "require"),
    "grant": ("keyword", "x", "who", "class", "until"),
    "pursue_bonus": ("k",),
    "second_attack": ("k", "who", "class", "adjacent"),
    "extra_morale": ("k",),
    "order_adjacent": ("n",),
    "reroll_one": ("who",),
    "rally": ("n", "class", "area", "k", "commander", "at"),
    "morale": ("k",),
    "morale_per_retreat": ("k",),
    "as_flank": ("class",),
    "step": ("who", "class", "n", "k"),
    "draw": ("n",),
    "discard_hand": ("n",),
    "discard_token": ("kind",),
    "swap_bearers": (),
    "war_dogs_attack": (),
    "morale_also_hits": (),
    "add_fire": ("n", "k"),
    "free_disengage": (),
    "no_parting_blow": (),
    "keep_cards": ("n",),
    "aura": ("keyword",),
    "own_bonus": ("dice", "move"),
    "deactivate": ("commander",),
    "hit_uncontrolled": (),
    "tax_counter": (),
    "choose_bonus": ("dice", "move"),
    "extend_advance": (),
    "join_box": ("box", "trait"),
    "add_dice_terrain": (),
    "move_instead_of_attack": ("k", "class"),
    "add_dice_support": (),
    "attack_twice": ("keyword",),
    "pay_figures_for_palisade": ("n", "house"),
    "step_all": ("k", "commander"),
    "discard_cards_for_tokens": ("n",),
    "roll_swap_token": (),
    "ignore_terrain": (),
    "withdraw_before_counter": (),
    "heal": ("n", "who", "die"),
    "place_defend": ("who", "die", "at"),
    "token_on_other_commander": (),
    "force_kind": (),
    "give_up_order": (),
    "pass_friends": (),
    "counter_pursue": ("x",),
    "revive": (),
    "free_rally": (),
    "capture_bonus": ("k",),
    "escape": (),
    "any_token": (),
    "fill_gap": (),
    "covering_fire": (),
    "dice_per_unit_passed": (),
    "river_jump": (),
    "rearrange_command_tokens": (),
    "joint_counter": (),
}
"""Operations and the keys each may have; one that is not named here may have any key."""

EFFECT_TARGETS: dict[str, tuple[str, ...]] = {
    "add_dice": ("ordered", "one", "own"),
    "add_move": ("ordered", "one", "own"),
    "grant": ("ordered", "one_unordered_active", "target", "own"),
    "second_attack": ("one", "own"),
    "reroll_one": ("ordered", "own"),
    "step": ("one_ordered_attacked", "one_ordered_unengaged", "zoc", "own"),
    "heal": ("ordered",),
    "place_defend": ("one_ordered", "zoc"),
}
"""Values of ``who`` for the operations that have it (WD10.9)."""

_AFTER = ("own_turn_start", "after_attack_self", "after_elimination_self")
_ATTACK = ("before_attack_self", "on_attack_on")
COMMIT_MOMENTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("swap_bearers", ""): ("on_loss_self",),
    ("second_attack", "own"): ("after_attack_self",),
    ("war_dogs_attack", ""): _AFTER,
    ("morale_also_hits", ""): _ATTACK,
    ("grant", "target"): _ATTACK,
    ("step", ""): _AFTER,
    ("add_fire", ""): _AFTER,
    ("escape", ""): ("on_capture_self",),
    ("any_token", ""): ("own_turn_start",),
    ("fill_gap", ""): ("on_ally_eliminated",),
    ("covering_fire", ""): ("own_turn_start",),
    ("dice_per_unit_passed", ""): ("before_move_self",),
    ("river_jump", ""): ("after_move_self",),
    ("rearrange_command_tokens", ""): ("before_lead_self",),
    ("joint_counter", ""): ("after_attack_on",),
}
"""Operation and ``who`` ("" for any) -> the only moments at which a commit may have it (WD2.25)."""

RESERVED_MOMENTS = frozenset(
    {
        "on_loss_self",
        "before_lead_self",
        "before_move_self",
        "after_move_self",
        "after_attack_on",
        "on_capture_self",
        "on_ally_eliminated",
    }
)
"""Moments that belong to one operation of `COMMIT_MOMENTS` each, and to no other."""

STANDING_DICE = ("k", "who", "condition")
"""Keys of ``add_dice`` as the ability of a commander, which acts in all his attacks (WD2.40)."""

MOST_KEPT_CARDS = 2
"""Cards that ``keep_cards`` may keep (W5.43)."""

COMMIT_ONLY = frozenset(COMMIT_MOMENTS) - {("step", ""), ("add_fire", "")}
"""Operations of `COMMIT_MOMENTS` that no card or tactic may have."""

ABILITY_ONLY = frozenset(
    {
        "free_disengage",
        "no_parting_blow",
        "keep_cards",
        "aura",
        "force_kind",
        "give_up_order",
        "pass_friends",
        "counter_pursue",
        "revive",
        "free_rally",
        "capture_bonus",
    }
)
"""Operations that only the ability of a commander may have (WD2.40)."""

NOT_STANDING = frozenset(
    {
        "grant",
        "add_move",
        "pursue_bonus",
        "second_attack",
        "extra_morale",
        "order_adjacent",
        "rally",
        "morale",
        "morale_per_retreat",
        "as_flank",
        "step",
        "draw",
        "discard_hand",
        "discard_token",
        "add_fire",
        "own_bonus",
    }
)
"""Operations that happen at a moment, and so do nothing as the ability of a commander (WD2.40)."""

CARD_ONLY = frozenset(
    {
        "deactivate",
        "hit_uncontrolled",
        "tax_counter",
        "choose_bonus",
        "extend_advance",
        "join_box",
        "add_dice_terrain",
        "move_instead_of_attack",
        "add_dice_support",
        "attack_twice",
        "pay_figures_for_palisade",
        "step_all",
        "discard_cards_for_tokens",
        "roll_swap_token",
        "ignore_terrain",
        "withdraw_before_counter",
        "heal",
        "place_defend",
        "token_on_other_commander",
    }
)
"""Operations that only a card or a tactic may have (W10.4)."""

SPECIAL_KEYS: dict[str, tuple[str, ...]] = {
    "hidden_locations": ("rows", "real", "false", "seat"),
    "hidden_archers": ("hexes", "real", "seat", "type", "rank"),
    "captive": ("at", "seat"),
    "palisade_setup": ("tokens", "dice", "owner"),
    "catapults": ("owner", "each"),
    "bar_terrain": ("seat", "kind"),
    "scorch_units": ("units",),
    "scorch_only": ("token",),
    "burnt_token": ("token", "seat"),
    "no_fire_before": ("at", "round"),
    "prisoner": ("places", "owner", "carrier", "free_row"),
    "exits": ("seat", "hexes"),
}
SPECIAL_REQUIRED = SPECIAL_KEYS
SPECIAL_RULES = tuple(dict.fromkeys([*SPECIAL_KEYS, *_WORDS["special"]]))

_COMMON = ("who", "points", "when", "condition", "from_round")
VICTORY_KEYS: dict[str, tuple[str, ...]] = {
    "enemy_unit_eliminated": _COMMON,
    "controls": (*_COMMON, "at"),
    "each_controlled": (*_COMMON, "kind", "while_standing"),
    "enemy_morale": (*_COMMON,),
    "units_in": (*_COMMON, "area", "per"),
    "token_present": (*_COMMON, "token"),
    "token_destroyed": (*_COMMON, "token"),
    "commander_captured": (*_COMMON, "name"),
    "captive_taken": _COMMON,
    "row_reached": (*_COMMON, "table", "count"),
    "fire_level": (*_COMMON, "kind", "once_destroyed"),
    "prisoner_freed": _COMMON,
    "prisoner_held": _COMMON,
    "prisoner_lost": _COMMON,
    "unit_exits": (*_COMMON, "with_commander"),
}
"""Victory conditions of WD11.1 and their keys; one that is not named here may have any key."""

VICTORY_REQUIRED: dict[str, tuple[str, ...]] = {
    "controls": ("at",),
    "units_in": ("area", "per"),
    "token_present": ("token",),
    "token_destroyed": ("token",),
    "row_reached": ("table",),
    "fire_level": ("kind",),
}
