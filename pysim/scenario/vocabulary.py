"""Closed lists of the westeros data files: terrain codes, keywords, operations, conditions.

Rules: WD3.2, WD9.1, WD10.1, WD2.25, WD11.1.
"""

from __future__ import annotations

__all__ = [
    "BURN_LIMITS",
    "CODES",
    "COMMIT_MOMENTS",
    "COMMIT_ONLY",
    "EFFECT_KEYS",
    "EFFECT_TARGETS",
    "IMPASSABLE",
    "KEYWORDS",
    "KEYWORDS_WITH_NUMBER",
    "RANKS",
    "SPECIAL_KEYS",
    "SPECIAL_REQUIRED",
    "VICTORY_KEYS",
    "VICTORY_REQUIRED",
]

RANKS = ("green", "blue", "red")

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

KEYWORDS = (
    "advance",
    "heavy_armor",
    "toughness",
    "war_dogs",
    "off_balance",
    "scorch",
    "pursue",
    "stalwart",
)
KEYWORDS_WITH_NUMBER = frozenset({"pursue", "toughness"})

EFFECT_KEYS: dict[str, tuple[str, ...]] = {
    "add_dice": ("k", "who", "class", "condition", "first_attack", "until"),
    "add_move": ("k", "who", "class"),
    "grant": ("keyword", "x", "who", "class", "until"),
    "pursue_bonus": ("k",),
    "second_attack": ("k", "who", "class", "adjacent"),
    "extra_morale": ("k",),
    "order_adjacent": ("n",),
    "reroll_one": ("who",),
    "rally": ("n", "class", "area"),
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
}
"""Operations of the core set and the keys each may have."""

EFFECT_TARGETS: dict[str, tuple[str, ...]] = {
    "add_dice": ("ordered", "one", "own"),
    "add_move": ("ordered", "one", "own"),
    "grant": ("ordered", "one_unordered_active", "target", "own"),
    "second_attack": ("one", "own"),
    "reroll_one": ("ordered", "own"),
    "step": ("one_ordered_attacked", "one_ordered_unengaged", "zoc", "own"),
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
}
"""Operation and ``who`` ("" for any) -> the only moments at which a commit may have it (WD2.25)."""

COMMIT_ONLY = frozenset(COMMIT_MOMENTS) - {("step", ""), ("add_fire", "")}
"""Operations of `COMMIT_MOMENTS` that no card or tactic may have."""

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
}
SPECIAL_REQUIRED = SPECIAL_KEYS

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
}
"""Victory conditions of WD11.1 and the keys each may have."""

VICTORY_REQUIRED: dict[str, tuple[str, ...]] = {
    "controls": ("at",),
    "each_controlled": ("kind",),
    "units_in": ("area", "per"),
    "token_present": ("token",),
    "token_destroyed": ("token",),
    "row_reached": ("table",),
    "fire_level": ("kind",),
}
