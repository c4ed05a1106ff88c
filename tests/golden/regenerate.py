"""Rewrite the golden files: ``python tests/golden/regenerate.py``, from any folder."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Write every golden text, take away those of scenarios that are gone, say what changed."""
    sys.path.insert(0, str(ROOT))
    from tests.golden.record import FOLDER, texts

    made = texts()
    for path in set((FOLDER / "playthroughs").glob("*.txt")) - made.keys():
        path.unlink()
        print(f"removed {path.relative_to(ROOT)}")
    for path, text in made.items():
        old = path.read_text(encoding="utf-8") if path.exists() else None
        if text != old:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{'new' if old is None else 'changed'} {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
