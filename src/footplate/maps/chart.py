"""What charts share: words, lines, round numbers along an axis, and labels that stand apart."""

from __future__ import annotations

import math
from itertools import pairwise

from footplate.maps.svg import escaped, px
from footplate.maps.theme import TEXT_FACE, Theme


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between low and high."""
    rough = (high - low) / 5
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def text(x: float, y: float, words: str, colors: Theme, **more: str | float) -> str:
    style: dict[str, str | float] = {"font_family": TEXT_FACE, "font_size": 12.0, "fill": colors["ink-2"], **more}
    attributes = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else px(value)}"' for name, value in style.items()
    )
    return f'<text x="{px(x)}" y="{px(y)}"{attributes}>{escaped(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1.0) -> str:
    return f'<path d="M{px(x1)} {px(y1)}L{px(x2)} {px(y2)}" stroke="{color}" stroke-width="{px(width)}"/>'


def apart(heights: list[float], least: float = 14.0) -> list[float]:
    """The heights moved as far as labels need to stand apart."""
    moved = list(heights)
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    down = sum(moved) / len(moved) - sum(heights) / len(heights)
    return [height - down for height in moved]
