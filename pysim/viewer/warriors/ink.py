"""Pieces of SVG with page coordinates: labels of a known length, signs, pills.

A label carries its length, so that it takes the same room whatever font the reader has.
"""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from pysim.viewer.warriors.palette import CLOTH, INK, NOBODY

__all__ = ["DEFINITIONS", "badge", "label", "length", "pill", "pill_width", "shorten", "sign"]

_CLASSES: Mapping[float, str] = {
    0.222: "ijl'",
    0.278: " !,./:;I[]\\ft|·",
    0.333: '-()r`"*',
    0.5: "cksvxyzJ",
    0.556: "abdeghnopqu0123456789?_$#L",
    0.611: "FTZ+<>=~^",
    0.667: "ABEKPSVXY&",
    0.722: "CDHNRUw",
    0.778: "GOQ",
    0.833: "mM",
    0.944: "W",
    1.0: "@%…",
}
_WIDTHS = {letter: width for width, letters in _CLASSES.items() for letter in letters}
_BOLD = 1.07
_PILL = 9.5

DEFINITIONS = """
<path id="pysim-w-star" d="M0,-5 L1.4,-1.7 L5,-1.5 L2.2,0.8 L3.1,4.3 L0,2.4 L-3.1,4.3 L-2.2,0.8
 L-5,-1.5 L-1.4,-1.7 Z"/>
<path id="pysim-w-crown" d="M-6,4.5 L-6.5,-3.5 L-3,0 L0,-5 L3,0 L6.5,-3.5 L6,4.5 Z"/>
<g id="pysim-w-bow" fill="none" stroke-linecap="round"><path d="M-2.5,-5.5 C4,-4 4,4 -2.5,5.5"
 stroke-width="1.8"/><path d="M-2.5,-5.5 V5.5" stroke-width="0.8"/>
<path d="M-5,0 H4.6 M2.6,-1.8 L5,0 L2.6,1.8" stroke-width="1.1"/></g>
<g id="pysim-w-swords" fill="none" stroke-linecap="round" stroke-width="1.8"><path
 d="M-4.5,-4.5 L4,4 M4.5,-4.5 L-4,4"/><path d="M-5,1.6 L-1.6,5 M5,1.6 L1.6,5"/></g>
<path id="pysim-w-castle" d="M-5,5 V-5 H-2.8 V-2.8 H-1.1 V-5 H1.1 V-2.8 H2.8 V-5 H5 V5 H1.5 V2
 H-1.5 V5 Z"/>
""".strip()


def length(words: str, size: float, *, bold: bool = False) -> float:
    """Tell how long a text is on the page."""
    widths = (_WIDTHS.get(one) or (1.0 if east_asian_width(one) in "WF" else 0.62) for one in words)
    return size * sum(widths) * (_BOLD if bold else 1.0)


def shorten(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Shorten a text so that it takes no more room than there is."""
    if length(words, size, bold=bold) <= room:
        return words
    while words and length(f"{words}…", size, bold=bold) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def label(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """Write a text with its base line at ``y``."""
    if not words:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"{weight}{place} fill="{fill}" '
        f'textLength="{length(words, size, bold=bold):.1f}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(words)}</text>"
    )


def sign(name: str, x: float, y: float, colour: str, *, scale: float = 1.0) -> str:
    """Place one of the small signs around a point."""
    paint = "stroke" if name in ("bow", "swords") else "fill"
    return (
        f'<use href="#pysim-w-{name}" transform="translate({x:.1f} {y:.1f}) scale({scale:g})" '
        f'{paint}="{colour}"/>'
    )


def badge(x: float, y: float, side: str, *, size: float = 12.0) -> str:
    """Draw the square that names a side, around a point; a leader of nobody gets an N."""
    half = size / 2
    return (
        f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{size:g}" height="{size:g}" rx="2" '
        f'fill="{CLOTH.get(side, NOBODY)}" stroke="#fff" stroke-width="0.8"/>'
        + label(
            x, y + size * 0.3, side or "N", size * 0.78, fill="#fff", bold=True, anchor="middle"
        )
    )


def pill_width(words: str) -> float:
    """Tell how wide a pill is."""
    return length(words, _PILL) + 7.0


def pill(x: float, y: float, words: str, fill: str, *, ink: str = INK, dashed: bool = False) -> str:
    """Draw a small rounded box with words; ``x`` is its left side, ``y`` its middle."""
    dash = ' stroke-dasharray="2 1.6"' if dashed else ""
    width = pill_width(words)
    return (
        f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="{width:.1f}" height="12" rx="3.5" '
        f'fill="{fill}" stroke="#6d6754" stroke-width="0.7"{dash}/>'
        + label(x + 3.5, y + 3.4, words, _PILL, fill=ink)
    )
