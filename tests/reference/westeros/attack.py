"""Counting a roll by the table of W7.18, apart from any game."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["count_hits", "count_morale", "defence_level", "hit_faces"]

RANK_NUMBER = {"green": 1, "blue": 2, "red": 3}
SHIELD = {0: "G", 1: "G", 2: "B", 3: "R", 4: "R"}


def defence_level(
    rank: str, *, heavy_armor: bool = False, open_formation: bool = False, ranged: bool = False
) -> int:
    """Give the defence level d: rank, +1 Heavy Armor, -1 Line or Wedge when shot at (W7.18)."""
    level = RANK_NUMBER[rank] + (1 if heavy_armor else 0)
    return level - (1 if open_formation and ranged else 0)


def hit_faces(level: int, *, target_kind: str, attacker_kind: str) -> set[str]:
    """Give the faces that hit (table of W7.18)."""
    faces = {SHIELD[level]}
    no_valor = target_kind == "cavalry" and attacker_kind != "cavalry"
    if level == 0 or (level <= 3 and not no_valor):
        faces.add("V")
    return faces


def count_hits(faces: Mapping[str, int], hitting: set[str]) -> int:
    """Count the hits of a roll before Toughness and Cover (W7.18)."""
    return sum(number for face, number in faces.items() if face in hitting)


def count_morale(faces: Mapping[str, int], *, wedge: bool = False) -> int:
    """Count the morale results, one more in Wedge if any shows (W7.18, W9.42)."""
    shown = faces.get("M", 0)
    return shown + 1 if wedge and shown else shown
