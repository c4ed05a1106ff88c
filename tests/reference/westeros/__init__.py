"""Battles of Westeros in plain Python: sets, dicts and fractions, straight from the rules text."""

from __future__ import annotations
