"""Words on a page: how long they are, shortened to fit, folded into lines of a terminal."""

from __future__ import annotations

__all__ = ["Piece", "fit", "fold", "length"]

Piece = tuple[str, str]
"""A run of text and its Rich style, empty for plain text."""

_WIDE = frozenset("★▪●▶…%@ABCDEGHKMNOPQRSTUVWXYZmw")
_THIN = frozenset("ijltfr.,'I ·")
_LINE = 78


def length(words: str, size: float) -> float:
    """Estimate how long a text is on the page."""
    return size * sum(0.74 if sign in _WIDE else 0.31 if sign in _THIN else 0.56 for sign in words)


def fit(words: str, size: float, room: float, *, ending: str = "") -> str:
    """Shorten a text, but not its ending, so that it takes no more room than there is.

    >>> fit("Order two units", 10, 60)
    'Order two…'
    """
    if length(words + ending, size) <= room:
        return words + ending
    while words and length(f"{words}…{ending}", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…{ending}"


def fold(words: list[str], between: str = "; ") -> str:
    """Put words one after the other on lines that fit a terminal."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) + 2 > _LINE:
            lines.append(line)
            line = ""
        line += f"{between if line else ''}{word}"
    lines.append(line)
    return "\n".join(lines) + "\n"
