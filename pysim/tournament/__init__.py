"""Tournaments: events of any size, played in pairs, stored in blocks, resumable and checkable.

>>> from pysim.tournament import Schedule
>>> [(p.seat0, p.seat1, p.dice_index) for p in Schedule(agents=2, scenarios=1, games=4).plans()]
[(0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1)]
"""

from __future__ import annotations

from pysim.tournament.engine import load_engine
from pysim.tournament.event import Event, EventError, event_from_mapping, read_event_file
from pysim.tournament.header import RunHeader
from pysim.tournament.report import Report, build_report
from pysim.tournament.runner import (
    Mismatch,
    RunResult,
    VerifyResult,
    resume_run,
    run_event,
    verify_run,
)
from pysim.tournament.schedule import GamePlan, Schedule
from pysim.tournament.statistics import (
    Elo,
    Rating,
    Share,
    elo_from_pairs,
    ratings_from_pairs,
    share_from_pairs,
)
from pysim.tournament.storage import RunError, RunFolder

__all__ = [
    "Elo",
    "Event",
    "EventError",
    "GamePlan",
    "Mismatch",
    "Rating",
    "Report",
    "RunError",
    "RunFolder",
    "RunHeader",
    "RunResult",
    "Schedule",
    "Share",
    "VerifyResult",
    "build_report",
    "elo_from_pairs",
    "event_from_mapping",
    "load_engine",
    "ratings_from_pairs",
    "read_event_file",
    "resume_run",
    "run_event",
    "share_from_pairs",
    "verify_run",
]
