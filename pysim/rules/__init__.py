"""The numbered rules text of each game: look a rule up by its id, or search for words."""

from __future__ import annotations

from pysim.rules.text import Rule, find_rule, games_with_rules, rule_ids, search_rules

__all__ = ["Rule", "find_rule", "games_with_rules", "rule_ids", "search_rules"]
