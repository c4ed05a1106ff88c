from __future__ import annotations

from pysim.cli import main

if __name__ == "__main__":
    main()
