"""Pictures of the area map."""

from __future__ import annotations
