"""Exact odds as fractions: of one attack, and of any action in a position."""

from __future__ import annotations

from pysim.odds.action import ActionOdds, action_odds
from pysim.odds.attack import Attack, AttackOdds, Outcome, attack_odds

__all__ = ["ActionOdds", "Attack", "AttackOdds", "Outcome", "action_odds", "attack_odds"]
