"""Several drawings on one page, side by side, each below its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from footplate.maps.layout import Box
from footplate.maps.svg import document, px, rect, text
from footplate.maps.theme import DISPLAY_FACE, ThemeName, theme_named

_GAP, _HEADING = 14.0, 26.0  # px
_SIZE = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True)
class Panel:
    heading: str
    svg: str  # a document whose names of its own (ids) no other panel has


def draw_panels(title: str, panels: Sequence[Panel], columns: int, theme: ThemeName = "light") -> str:
    """The panels row by row as one SVG; a column is as wide as the widest of them."""
    sizes = [_size_of(panel.svg) for panel in panels]
    wide, high = max(width for width, _ in sizes) + _GAP, max(height for _, height in sizes) + _HEADING + _GAP
    columns = min(columns, len(panels))
    width, height = _GAP + columns * wide, _GAP + -(-len(panels) // columns) * high
    colours = theme_named(theme)
    pieces = [rect(Box(0, 0, width, height), fill=colours["panel"])]
    for i, (panel, size) in enumerate(zip(panels, sizes, strict=True)):
        row, column = divmod(i, columns)
        x, y = _GAP + column * wide, _GAP + row * high
        pieces.append(text(x + 4, y + 17, panel.heading, colours, font_family=DISPLAY_FACE, font_size=15.0))
        pieces.append(_placed(panel.svg, x, y + _HEADING, size))
    return document(width, height, title, pieces)


def _size_of(svg: str) -> tuple[float, float]:
    found = _SIZE.search(svg)
    if not found:
        raise ValueError("a panel is a whole SVG with a viewBox")
    return float(found[1]), float(found[2])


def _placed(svg: str, x: float, y: float, size: tuple[float, float]) -> str:
    """A document as a part of another, where it begins at (x, y)."""
    inside = svg[svg.index(">", svg.index("<svg ")) + 1 :]
    wide, high = map(px, size)
    return f'<svg x="{px(x)}" y="{px(y)}" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">{inside}'
