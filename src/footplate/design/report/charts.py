"""The charts of a designer's report, as SVG in the colours of their page: win shares, who begins, the game arc."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from footplate.arena.statistics import Estimate
from footplate.design.evaluation.arc import Arc
from footplate.maps.chart import line, text, ticks
from footplate.maps.layout import Box
from footplate.maps.svg import document, px, rect
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, PAGE

Scale = Callable[[float], float]

_WIDTH, _ROW, _NAMES = 300.0, 46.0, 92.0
_BAND = 2.0  # points of win share on both sides of a wish
_FIGURES: dict[str, str | float] = {"font_family": FIGURES_FACE, "font_size": 11.5}


@dataclass(frozen=True)
class Share:
    """A line of a chart; figures in percent of the games."""

    name: str
    wish: float
    now: Estimate
    before: Estimate | None = None


def draw_shares(shares: Sequence[Share], title: str) -> str:
    """Before hollow, after solid, each with its 95 % interval; the wish is a green band."""
    ends = [end for share in shares for e in (share.now, share.before) if e for end in (e.low, e.high)]
    ends += [share.wish + side * _BAND for share in shares for side in (-1, 1)]
    low, high = max(0.0, min(ends)), min(100.0, max(ends))
    across = _scale(low, high, _NAMES, _WIDTH - 12)
    bottom = _ROW * len(shares)
    layers = []
    for i, share in enumerate(shares):
        top, y = _ROW * i, _ROW * (i + 0.5)
        band = Box(across(share.wish - _BAND), top, across(share.wish + _BAND) - across(share.wish - _BAND), _ROW)
        layers.append(rect(band, fill=PAGE["good-tint"]))
        x = px(across(share.wish))
        layers.append(f'<path d="M{x} {px(top)}v{px(_ROW)}" stroke="{PAGE["good"]}" stroke-dasharray="3 3"/>')
        name = share.name if len(share.name) <= 15 else share.name[:14] + "…"
        layers.append(text(0, y + 4.5, name, PAGE, font_size=13.0, fill=PAGE["ink"]))
        layers += _dots(across, y, share.now, share.before)
    for tick in ticks(low, high):
        layers.append(text(across(tick), bottom + 17, f"{tick:g}", PAGE, text_anchor="middle", **_FIGURES))
    return document(_WIDTH, bottom + 24, title, layers)


def draw_advantage(now: Estimate, before: Estimate | None, title: str) -> str:
    """What beginning is worth, in points of win share; the dashed line is nothing."""
    ends = [0.0, *(end for e in (now, before) if e for end in (e.low, e.high))]
    low, high = math.floor(min(ends)) - 1, math.ceil(max(ends)) + 1
    across, axis = _scale(low, high, 12, _WIDTH - 12), _ROW + 8
    zero = px(across(0))
    layers = [f'<path d="M{zero} 0V{px(axis)}" stroke="{PAGE["good"]}" stroke-dasharray="3 3"/>']
    layers += _dots(across, _ROW / 2, now, before)
    layers.append(line(across(low), axis, across(high), axis, PAGE["rule-strong"]))
    for tick in ticks(low, high):
        layers.append(line(across(tick), axis - 3, across(tick), axis + 3, PAGE["rule-strong"]))
        words = f"{tick:+g}".replace("-", "−") if tick else "0"
        layers.append(text(across(tick), axis + 18, words, PAGE, text_anchor="middle", **_FIGURES))
    return document(_WIDTH, axis + 26, title, layers)


def _dots(across: Scale, y: float, now: Estimate, before: Estimate | None) -> list[str]:
    found = []
    if before:
        color, y = PAGE["ink-2"], y - 8
        found += [_interval(across, y, before, color), _dot(across(before.mean), y, PAGE["panel"], color)]
        y += 16
    color = PAGE["enamel-line"]
    return [*found, _interval(across, y, now, color, 2.4), _dot(across(now.mean), y, color, color)]


def _interval(across: Scale, y: float, estimate: Estimate, color: str, width: float = 1.6) -> str:
    return line(across(estimate.low), y, across(estimate.high), y, color, width)


def _dot(x: float, y: float, fill: str, stroke: str) -> str:
    return f'<circle cx="{px(x)}" cy="{px(y)}" r="5" fill="{fill}" stroke="{stroke}" stroke-width="1.8"/>'


def draw_arc(now: Arc, before: Arc | None, title: str) -> str:
    """Medians by turn with the band of the middle half; before dashed."""
    left, top, wide, tall = 26.0, 22.0, _WIDTH - 34, 150.0
    arcs = [now, *([before] if before else [])]
    turns = max(len(arc.middle) for arc in arcs)
    most = max(*now.high, *(before.middle if before else ()), 1.0)
    across, up = _scale(1, max(2, turns), left, left + wide), _scale(0, most, top + tall, top)
    layers = []
    for tick in ticks(0, most):
        look = f'stroke="{PAGE["rule"]}" stroke-dasharray="1.5 3"'
        layers.append(f'<path d="M{px(left)} {px(up(tick))}h{px(wide)}" {look}/>')
        layers.append(text(left - 6, up(tick) + 4, f"{tick:g}", PAGE, text_anchor="end", **_FIGURES))
    for turn in (tick for tick in ticks(0, turns) if tick >= 1):
        layers.append(text(across(turn), top + tall + 18, f"{turn:g}", PAGE, text_anchor="middle", **_FIGURES))
    layers.append(text(left, top + tall + 18, "turn", PAGE, **_FIGURES))
    band = _points(now.high, across, up) + _points(now.low, across, up)[::-1]
    layers.append(f'<polygon points="{" ".join(band)}" fill="{PAGE["enamel-line"]}" opacity=".18"/>')
    name: dict[str, str | float] = {"font_family": DISPLAY_FACE, "font_weight": "700", "font_size": 13.0}
    if before:
        layers.append(_curve(before.middle, across, up, PAGE["ink-2"], ' stroke-dasharray="5 3"'))
        layers.append(text(left + 4, 13, "before, dashed", PAGE, **name))
        layers.append(text(left + wide, 13, "after", PAGE, text_anchor="end", **name, fill=PAGE["enamel-line"]))
    layers.append(_curve(now.middle, across, up, PAGE["enamel-line"]))
    return document(_WIDTH, top + tall + 26, title, layers)


def _points(values: Sequence[float], across: Scale, up: Scale) -> list[str]:
    return [f"{px(across(turn))},{px(up(value))}" for turn, value in enumerate(values, start=1)]


def _curve(values: Sequence[float], across: Scale, up: Scale, color: str, dashes: str = "") -> str:
    points = " ".join(_points(values, across, up))
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>'


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    span = (high - low) or 1.0
    return lambda value: start + (min(max(value, low), high) - low) / span * (end - start)
