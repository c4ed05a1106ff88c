"""The tables of words in the guide to scenarios, made from the closed lists.

``python -m pysim.scenario.westeros.guide docs/scenarios.md`` writes them anew between their marks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pysim.scenario.westeros import vocabulary
from pysim.scenario.westeros.meanings import MEANINGS

__all__ = ["guide_tables", "with_tables"]

_MARKED = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)
_COMMON = frozenset({"who", "points", "when", "condition", "from_round"})


def guide_tables() -> dict[str, str]:
    """Return the Markdown tables by the names of their marks.

    >>> print(guide_tables()["until"].splitlines()[0])
    | `until` | lasts to |
    """
    tables = {
        "operation": _table(
            ("operation", "keys", "what it does", "where"),
            [[f"`{op}`", _keys(vocabulary.EFFECT_KEYS, op), _text("operation", op), _where(op)]
             for op in vocabulary.OPERATIONS],
        ),
        "victory": _table(
            ("condition", "its own keys", "points"),
            [[f"`{word}`", _keys(vocabulary.VICTORY_KEYS, word, _COMMON), _text("victory", word)]
             for word in vocabulary.VICTORY_CONDITIONS],
        ),
        "special": _table(
            ("`op`", "keys", "what it says"),
            [[f"`{word}`", _keys(vocabulary.SPECIAL_KEYS, word), _text("special", word)]
             for word in vocabulary.SPECIAL_RULES],
        ),
        "keyword": _table(
            ("keyword", "what the unit can do"),
            [[f"`{word}{':X' if word in vocabulary.KEYWORDS_WITH_NUMBER else ''}`",
              _text("keyword", word)] for word in vocabulary.KEYWORDS],
        ),
    }  # fmt: skip
    for name, head, words in (
        ("moment", ("moment", "when it is"), vocabulary.MOMENTS),
        ("who", ("`who`", "reaches"), vocabulary.WHO),
        ("condition", ("`condition`", "counts if"), vocabulary.CONDITIONS),
        ("until", ("`until`", "lasts to"), vocabulary.UNTIL),
    ):
        tables[name] = _table(head, [[f"`{word}`", _text(name, word)] for word in words if word])
    return tables


def with_tables(text: str) -> str:
    """Return the text of the guide with its tables as they should be."""
    tables = guide_tables()

    def marked(found: re.Match[str]) -> str:
        return f"{found[1]}{tables[found[2]]}{found[3]}"

    return _MARKED.sub(marked, text)


def _table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [list(head), ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _text(name: str, word: str) -> str:
    return MEANINGS[name].get(word, "")


def _keys(table: dict[str, tuple[str, ...]], word: str, but: frozenset[str] = frozenset()) -> str:
    if word not in table:
        return "any"
    return ", ".join(f"`{key}`" for key in table[word] if key not in but)


def _where(operation: str) -> str:
    """Say where an operation may stand, if not everywhere."""
    if operation in vocabulary.CARD_ONLY:
        return "card"
    if operation in vocabulary.ABILITY_ONLY:
        return "ability"
    if (operation, "") in vocabulary.COMMIT_ONLY:
        return "commit"
    return "card, commit" if operation in vocabulary.NOT_STANDING else ""


def _main(names: list[str]) -> None:
    for name in names:
        path = Path(name)
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    _main(sys.argv[1:])
