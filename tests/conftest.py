"""What all tests share: no test fails because a machine is busy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pysim", deadline=None)
settings.load_profile("pysim")
