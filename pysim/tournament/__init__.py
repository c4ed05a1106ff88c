"""Tournaments: events of any size, played in pairs, stored in blocks, resumable and checkable.

>>> from pysim.tournament import Schedule
>>> [(p.seat0, p.seat1, p.dice_index) for p in Schedule(agents=2, scenarios=1, games=4).plans()]
[(0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1)]
"""

from __future__ import annotations

from pysim.tournament.engine import load_engine
from pysim.tournament.event import Event, EventError, event_from_mapping, read_event_file
from pysim.tournament.header import RunHeader
from pysim.tournament.records import Names, hash_text
from pysim.tournament.replay import Decision, ReplayedGame, play_decisions, replay_game
from pysim.tournament.report import Report, build_report
from pysim.tournament.runner import RunResult, resume_run, run_event
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
from pysim.tournament.verify import Mismatch, VerifyResult, verify_run

__all__ = [
    "Decision",
    "Elo",
    "Event",
    "EventError",
    "GamePlan",
    "Mismatch",
    "Names",
    "Rating",
    "ReplayedGame",
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
    "hash_text",
    "load_engine",
    "play_decisions",
    "ratings_from_pairs",
    "read_event_file",
    "replay_game",
    "resume_run",
    "run_event",
    "share_from_pairs",
    "verify_run",
]
