"""Pictures of a state: an SVG board and a terminal board.

Both take what the engine reports (``State.to_dict()``) and the compiled plan of the
scenario, and decide no rule. A plan alone can be drawn through ``describe_plan``.
Each game has a folder of its own; the plan's ``game`` says which one draws.
"""

from __future__ import annotations

from pysim.viewer.board import describe_plan, svg
from pysim.viewer.terminal import text

__all__ = ["describe_plan", "svg", "text"]
