"""Fixtures of the tournament tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from pysim.tournament import run_event
from tests.python.made_up_engine import EVENT, MadeUpEngine


@pytest.fixture(name="finished")
def _finished(tmp_path: Path) -> Path:
    """Make a complete run of the made-up engine."""
    run_event(EVENT, tmp_path / "finished", threads=1, engine=MadeUpEngine())
    return tmp_path / "finished"
