"""Slow, literal versions of the rules, written from the rules text alone."""

from __future__ import annotations
