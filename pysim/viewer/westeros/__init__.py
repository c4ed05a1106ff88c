"""Pictures of the hex battles."""

from __future__ import annotations
