"""The numbered rules text of each game: look a rule up by its id, or search for words."""

from __future__ import annotations

from pysim.rules.switches import Switch, find_switch, switches
from pysim.rules.text import (
    Rule,
    chapter_rules,
    find_rule,
    games_with_rules,
    rule_ids,
    search_rules,
)

__all__ = [
    "Rule",
    "Switch",
    "chapter_rules",
    "find_rule",
    "find_switch",
    "games_with_rules",
    "rule_ids",
    "search_rules",
    "switches",
]
