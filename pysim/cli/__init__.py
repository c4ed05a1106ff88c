"""The command line ``pysim``: one module a subcommand, loaded when it is called.

Exit codes: 0 good, 1 negative result, 2 wrong use.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    from pysim.cli.root import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
