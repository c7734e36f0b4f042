"""Charts as SVG, of plain figures: dots with intervals, bars, curves and histograms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from footplate.maps.layout import Box
from footplate.maps.svg import document, group, line, px, rect, text, title_tag
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, LIGHT, PAGE, Theme, ThemeName, mix, theme_named

Floats = npt.NDArray[np.float64]
Look = dict[str, str | float]
Words = Callable[[float], str]  # for a figure on an axis

_FIGURES: Look = {"font_family": FIGURES_FACE, "font_size": 11.5}


class Figure(Protocol):
    """A mean with its 95 % interval."""

    @property
    def mean(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...

    def text(self, digits: int) -> str: ...


class Band(Protocol):
    """A curve and the band around it."""

    @property
    def middle(self) -> Sequence[float]: ...
    @property
    def low(self) -> Sequence[float]: ...
    @property
    def high(self) -> Sequence[float]: ...


# ---------------------------------------------------------------- axes and marks


@dataclass(frozen=True)
class Axis:
    """From figures to pixels; figures beyond an end are drawn at that end."""

    low: float
    high: float
    start: float  # pixels
    end: float

    def __call__(self, figure: float) -> float:
        share = (min(max(figure, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        """About five round figures between the ends."""
        rough = (self.high - self.low) / 5
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
        return [k * step for k in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def apart(heights: Sequence[float], least: float = 14.0) -> list[float]:
    """The heights of labels, moved so far that no two labels overlap."""
    moved = list(heights)
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    down = sum(moved) / len(moved) - sum(heights) / len(heights)
    return [height - down for height in moved]


def plain(figure: float) -> str:
    return f"{figure:g}".replace("-", "−")


def span(figures: Iterable[float | None]) -> tuple[float, float]:
    """The smallest and the largest, with some room. Infinite ends, which a single game has, are left out."""
    there = [figure for figure in figures if figure is not None and math.isfinite(figure)]
    room = 0.05 * (max(there) - min(there)) or 0.5
    return min(there) - room, max(there) + room


def _below(
    axis: Axis, y: float, colours: Theme, look: Look, words: Words = plain, ticks: Sequence[float] = ()
) -> list[str]:
    return [text(axis(tick), y, words(tick), colours, text_anchor="middle", **look) for tick in ticks or axis.ticks]


def _beside(
    axis: Axis, x: float, colours: Theme, look: Look, words: Words = plain, ticks: Sequence[float] = ()
) -> list[str]:
    return [text(x, axis(tick) + 4, words(tick), colours, text_anchor="end", **look) for tick in ticks or axis.ticks]


def _dot(x: float, y: float, fill: str, stroke: str) -> str:
    return f'<circle cx="{px(x)}" cy="{px(y)}" r="5" fill="{fill}" stroke="{stroke}" stroke-width="1.8"/>'


def _interval(axis: Axis, y: float, figure: Figure, colour: str, width: float) -> str:
    return line(axis(figure.low), y, axis(figure.high), y, colour, width)


def _points(figures: Iterable[tuple[float, float]], across: Axis, up: Axis) -> str:
    return " ".join(f"{px(across(x))},{px(up(y))}" for x, y in figures)


def _curve(figures: Iterable[tuple[float, float]], across: Axis, up: Axis, colour: str, width: str, dashes: str) -> str:
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    points = _points(figures, across, up)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{pattern}/>'


def _shorter(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _panel(width: float, height: float, colours: Theme) -> str:
    return rect(Box(0, 0, width, height), fill=colours["panel"])


def _heading(x: float, y: float, title: str, below: float, words: str, colours: Theme) -> list[str]:
    return [
        text(x, y, title, colours, font_size=15.0, font_weight="600", fill=colours["ink"]),
        text(x, below, words, colours),
    ]


# ---------------------------------------------------------------- a board's figures, before and after it was changed

_WIDE, _ROW, _NAMES = 300.0, 46.0, 92.0
_TARGET = 2.0  # points of win share on both sides of a target


@dataclass(frozen=True)
class Share:
    """A row of a chart; figures in percent of the games."""

    name: str
    target: float
    now: Figure
    before: Figure | None = None


def draw_shares(shares: Sequence[Share], title: str) -> str:
    """Before hollow, after solid, each with its 95 % interval; the target is a green band."""
    ends = [end for share in shares for e in (share.now, share.before) if e for end in (e.low, e.high)]
    ends += [share.target + side * _TARGET for share in shares for side in (-1, 1)]
    across = Axis(max(0.0, min(ends)), min(100.0, max(ends)), _NAMES, _WIDE - 12)
    bottom = _ROW * len(shares)
    layers = []
    for i, share in enumerate(shares):
        top, y, left = _ROW * i, _ROW * (i + 0.5), across(share.target - _TARGET)
        layers.append(rect(Box(left, top, across(share.target + _TARGET) - left, _ROW), fill=PAGE["good-tint"]))
        path = f"M{px(across(share.target))} {px(top)}v{px(_ROW)}"
        layers.append(f'<path d="{path}" stroke="{PAGE["good"]}" stroke-dasharray="3 3"/>')
        layers.append(text(0, y + 4.5, _shorter(share.name, 15), PAGE, font_size=13.0, fill=PAGE["ink"]))
        layers += _before_and_after(across, y, share.now, share.before)
    layers += _below(across, bottom + 17, PAGE, _FIGURES)
    return document(_WIDE, bottom + 24, title, layers)


def draw_advantage(now: Figure, before: Figure | None, title: str) -> str:
    """The advantage of the first seat, in points of win share; the dashed line is at none."""
    ends = [0.0, *(end for e in (now, before) if e for end in (e.low, e.high))]
    across, bottom = Axis(math.floor(min(ends)) - 1, math.ceil(max(ends)) + 1, 12, _WIDE - 12), _ROW + 8
    layers = [f'<path d="M{px(across(0))} 0V{px(bottom)}" stroke="{PAGE["good"]}" stroke-dasharray="3 3"/>']
    layers += _before_and_after(across, _ROW / 2, now, before)
    layers.append(line(12, bottom, _WIDE - 12, bottom, PAGE["rule-strong"]))
    layers += [line(across(x), bottom - 3, across(x), bottom + 3, PAGE["rule-strong"]) for x in across.ticks]
    layers += _below(across, bottom + 18, PAGE, _FIGURES, lambda x: f"+{x:g}" if x > 0 else plain(x))
    return document(_WIDE, bottom + 26, title, layers)


def _before_and_after(across: Axis, y: float, now: Figure, before: Figure | None) -> list[str]:
    found, colour = [], PAGE["ink-2"]
    if before:
        found = [_interval(across, y - 8, before, colour, 1.6), _dot(across(before.mean), y - 8, PAGE["panel"], colour)]
        y += 8
    colour = PAGE["enamel-line"]
    return [*found, _interval(across, y, now, colour, 2.4), _dot(across(now.mean), y, colour, colour)]


def draw_arc(now: Band, before: Band | None, title: str) -> str:
    """Medians by turn with the band of the middle half; before dashed."""
    left, top, wide, tall = 26.0, 22.0, _WIDE - 34, 150.0
    turns = max(len(arc.middle) for arc in (now, before) if arc)
    across = Axis(1, max(2, turns), left, left + wide)
    up = Axis(0, max(*now.high, *(before.middle if before else ()), 1.0), top + tall, top)
    layers = [_dotted(left, up(tick), wide, PAGE["rule"]) for tick in up.ticks]
    layers += _beside(up, left - 6, PAGE, _FIGURES)
    layers += _below(across, top + tall + 18, PAGE, _FIGURES, ticks=[x for x in Axis(0, turns, 0, 1).ticks if x >= 1])
    layers.append(text(left, top + tall + 18, "turn", PAGE, **_FIGURES))
    there, back = enumerate(now.high, 1), reversed(list(enumerate(now.low, 1)))
    points = f"{_points(there, across, up)} {_points(back, across, up)}"
    layers.append(f'<polygon points="{points}" fill="{PAGE["enamel-line"]}" opacity=".18"/>')
    look: Look = {"font_family": DISPLAY_FACE, "font_weight": "700", "font_size": 13.0}
    if before:
        layers.append(_curve(enumerate(before.middle, 1), across, up, PAGE["ink-2"], "2", "5 3"))
        layers.append(text(left + 4, 13, "before, dashed", PAGE, **look))
        layers.append(text(left + wide, 13, "after", PAGE, text_anchor="end", **look, fill=PAGE["enamel-line"]))
    layers.append(_curve(enumerate(now.middle, 1), across, up, PAGE["enamel-line"], "2", ""))
    return document(_WIDE, top + tall + 26, title, layers)


def _dotted(left: float, y: float, wide: float, colour: str) -> str:
    return f'<path d="M{px(left)} {px(y)}h{px(wide)}" stroke="{colour}" stroke-dasharray="1.5 3"/>'


# ---------------------------------------------------------------- training

_COLOURS = ("p2", "p4", "p3", "p5", "p1", "ink")
_DASHES = ("", "7 3", "8 3 2 3", "1.6 3", "12 3", "4 2 1.5 2 1.5 2")
_BARS, _BAR = 340.0, 46.0


@dataclass(frozen=True)
class Curve:
    """A figure over the steps of training, or over a ``parameter``, and the band around it."""

    name: str
    steps: Floats
    middle: Floats
    low: Floats
    high: Floats

    def scaled(self, by: float) -> Curve:
        return Curve(self.name, self.steps, by * self.middle, by * self.low, by * self.high)


def draw_curves(curves: Sequence[Curve], title: str, *, percent: bool = True, parameter: str = "") -> str:
    """Over the steps, or over a parameter; each curve has a dash pattern, and its name stands at its end.

    Shares over steps are drawn from 0 to 100 %, over a parameter as far as they reach.
    """
    left, top, wide, tall, names = 46.0, 14.0, 470.0, 300.0, 176.0
    found = [curve.scaled(100.0 if percent else 1.0) for curve in curves]
    most = max(float(curve.steps[-1]) for curve in found) or 1.0
    ends = [float(end) for curve in found for end in (curve.low.min(), curve.high.max())]
    across = Axis(0, most, left, left + wide)
    is_whole = percent and not parameter
    up = Axis(*((0.0, 100.0) if is_whole else span(ends)), top + tall, top)
    unit, word = (1e6, "million steps") if most >= 1e6 else (1e3, "thousand steps")
    unit, word = (1.0, f"= {parameter}") if parameter else (unit, word)
    width, height = left + wide + names, top + tall + 40
    levels = (0, 25, 50, 75, 100) if is_whole else up.ticks
    layers = [_panel(width, height, LIGHT)]
    layers += [_dotted(left, up(tick), wide, LIGHT["rule-strong"]) for tick in levels]
    layers += _beside(up, left - 8, LIGHT, _FIGURES, ticks=levels)
    marks = [unit * tick for tick in Axis(0, most / unit, 0, 1).ticks]
    layers += _below(
        across, top + tall + 20, LIGHT, _FIGURES,
        lambda x: f"{x / unit:g} {word}" if x == marks[-1] else f"{x / unit:g}", marks,
    )  # fmt: skip
    inks = [mix(LIGHT[_COLOURS[i % len(_COLOURS)]], LIGHT["ink"], 0.25) for i in range(len(found))]
    for curve, ink in zip(found, inks, strict=True):
        there = _points(zip(curve.steps, curve.high, strict=True), across, up)
        back = _points(zip(curve.steps[::-1], curve.low[::-1], strict=True), across, up)
        layers.append(f'<polygon points="{there} {back}" fill="{ink}" opacity=".16"/>')
    for i, (curve, ink) in enumerate(zip(found, inks, strict=True)):
        dashes = _DASHES[(i + i // len(_COLOURS)) % len(_DASHES)]  # another one when colours come again
        drawn = _curve(zip(curve.steps, curve.middle, strict=True), across, up, ink, "2", dashes)
        layers.append(group([title_tag(curve.name), drawn]))
    heights = apart([up(curve.middle[-1]) for curve in found], 17.0)
    for curve, ink, y in zip(found, inks, heights, strict=True):
        end = float(curve.middle[-1])
        look: Look = {"font_family": DISPLAY_FACE, "font_weight": "600", "font_size": 13.0, "fill": ink}
        layers.append(line(left + wide + 2, up(end), left + wide + 10, y, ink))
        words = f"{_shorter(curve.name, 20)} {end:.{0 if percent else 2}f}"
        layers.append(text(left + wide + 14, y + 4, words, LIGHT, **look))
    return document(width, height, title, layers)


def draw_rates(rates: Sequence[tuple[str, Figure]], title: str, even: float | None = None) -> str:
    """A bar with its interval for each opponent; ``even`` is the share of an even game, if all have the same."""
    height, across = _BAR * len(rates) + 8, Axis(0, 1, 0, _BARS)
    layers = [_panel(_BARS, height, LIGHT)]
    name_look: Look = {"font_family": DISPLAY_FACE, "font_weight": "600", "font_size": 13.5, "fill": LIGHT["ink"]}
    rate_look: Look = {"font_family": FIGURES_FACE, "font_weight": "600", "fill": LIGHT["ink"]}
    for i, (name, rate) in enumerate(rates):
        y = _BAR * i + 18
        words = f"{100 * rate.mean:.0f} % ± {50 * (rate.high - rate.low):.0f}"
        layers.append(text(0, y, _shorter(name, 30), LIGHT, **name_look))
        layers.append(text(_BARS, y, words, LIGHT, text_anchor="end", **rate_look))
        layers.append(rect(Box(0, y + 8, _BARS, 8), rx=1.5, fill=mix(LIGHT["panel"], LIGHT["rule-strong"], 0.35)))
        layers.append(rect(Box(0, y + 8, across(rate.mean), 8), rx=1.5, fill=LIGHT["enamel"]))
        layers.append(_interval(across, y + 12, rate, LIGHT["ink"], 1.4))
        layers += [line(x, y + 7, x, y + 17, LIGHT["ink"], 1.4) for x in (across(rate.low), across(rate.high))]
        if even is not None:
            layers.append(line(across(even), y + 5, across(even), y + 19, LIGHT["ink-2"], 0.8))
    return document(_BARS, height, title, layers)


# ---------------------------------------------------------------- published figures and ours

_INKS = ("red", "blue", "green", "orange", "pink", "black", "enamel")  # of curves and histograms
_EDGE = 64.0
_BIN = 0.25  # of a histogram


def draw_agreement(
    cells: Sequence[tuple[str, float, Figure]], title: str, words: str, tick_words: Words, theme: ThemeName = "light"
) -> str:
    """A dot with its interval for each name: the published figure across, ours up. On the diagonal both agree."""
    colours, side = theme_named(theme), 480.0
    low, high = span(x for _, published, ours in cells for x in (published, ours.low, ours.mean, ours.high))
    across, up = Axis(low, high, _EDGE, _EDGE + side), Axis(low, high, _EDGE + side, _EDGE)
    look: Look = {"font_family": FIGURES_FACE, "font_size": 11.0}
    grid = [line(across(tick), _EDGE, across(tick), _EDGE + side, colours["graticule"]) for tick in across.ticks]
    grid += [line(_EDGE, up(tick), _EDGE + side, up(tick), colours["graticule"]) for tick in up.ticks]
    grid += _below(across, _EDGE + side + 18, colours, look, tick_words)
    grid += _beside(up, _EDGE - 8, colours, look, tick_words)
    grid.append(line(across(low), up(low), across(high), up(high), colours["rule-strong"], 1.5))
    dots = []
    for name, published, ours in cells:
        x = across(published)
        drawn = line(x, up(ours.low), x, up(ours.high), colours["enamel"], 1.5)
        dots.append(group([title_tag(name), drawn, _spot(x, up(ours.mean), colours["enamel"])]))
    width = side + 2 * _EDGE
    heading = _heading(_EDGE, 28, title, 48, words, colours)
    layers = [_panel(width, width, colours), *heading, group(grid), group(dots, fill_opacity=0.85)]
    return document(width, width, title, layers)


def draw_comparison(
    rows: Sequence[tuple[str, float | None, Figure]],
    title: str,
    words: str,
    tick_words: Words,
    theme: ThemeName = "light",
) -> str:
    """A line for each name: a ring is the published figure, a dot with its interval ours."""
    colours, left, wide, top, row = theme_named(theme), 260.0, 420.0, 84.0, 26.0
    ends = span(x for _, published, ours in rows for x in (published, ours.low, ours.mean, ours.high))
    across = Axis(*ends, left, left + wide)
    width, height = left + wide + 40, top + row * len(rows) + 40
    layers = [_panel(width, height, colours), *_heading(20, 30, title, 52, words, colours)]
    layers += [line(across(x), top - 12, across(x), height - 34, colours["graticule"]) for x in across.ticks]
    layers += _below(across, height - 16, colours, {"font_family": FIGURES_FACE}, tick_words)
    for i, (name, published, ours) in enumerate(rows):
        y = top + row * i
        layers.append(text(left - 14, y + 4, name, colours, text_anchor="end", fill=colours["ink"]))
        layers.append(_interval(across, y, ours, colours["enamel"], 2))
        layers.append(_spot(across(ours.mean), y, colours["enamel"]))
        if published is not None:
            ring = f'<circle cx="{px(across(published))}" cy="{px(y)}" r="5.5" fill="none"'
            layers.append(f'{ring} stroke="{colours["ink"]}" stroke-width="1.6"/>')
    return document(width, height, title, layers)


def _spot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{px(x)}" cy="{px(y)}" r="4" fill="{colour}"/>'


def draw_course(
    curves: Sequence[tuple[str, Sequence[float]]], goals: Iterable[float], title: str, tick_words: Words,
    theme: ThemeName = "light",
) -> str:  # fmt: skip
    """The running figure after each game, with a line for each goal; names at the right end."""
    colours, left, top, wide, tall = theme_named(theme), _EDGE, 72.0, 560.0, 360.0
    steady = [x for _, values in curves for x in values[9:] or values] + list(goals)
    most = max(len(values) for _, values in curves)
    across, up = Axis(0, most, left, left + wide), Axis(min(steady) - 0.02, max(steady) + 0.02, top + tall, top)
    width, height = left + wide + 200, top + tall + 56
    layers = [_panel(width, height, colours)]
    layers += _heading(20, 30, title, 52, "the figure so far, after each game", colours)
    layers += [line(left, up(tick), left + wide, up(tick), colours["graticule"]) for tick in up.ticks]
    layers += _beside(up, left - 8, colours, {}, tick_words)
    layers += _below(across, top + tall + 20, colours, {})
    layers.append(text(left + wide / 2, top + tall + 42, "games", colours, text_anchor="middle"))
    layers += [line(left, up(goal), left + wide, up(goal), colours["ink"], 1.5) for goal in sorted(goals)]
    heights = apart([up(values[-1]) for _, values in curves])
    for i, ((name, values), y) in enumerate(zip(curves, heights, strict=True)):
        ink = colours[_INKS[i % len(_INKS)]]
        layers.append(_curve(enumerate(values, 1), across, up, ink, "1.4", "5 3" if i >= len(_INKS) else ""))
        layers.append(line(left + wide, up(values[-1]), left + wide + 12, y, ink))
        layers.append(text(left + wide + 16, y + 4, name, colours, fill=ink, font_size=11.0))
    return document(width, height, title, layers)


def draw_histograms(title: str, values: Mapping[str, Floats]) -> str:
    """A histogram for each name, all on one axis, with a line at each mean."""
    colours, left, wide, tall, top = LIGHT, 2.4 * _EDGE, 480.0, 64.0, 60.0
    low, high = math.floor(min(map(np.min, values.values()))), math.ceil(max(map(np.max, values.values())))
    edges: list[float] = np.arange(low, max(high, low + 1) + _BIN / 2, _BIN).tolist()
    counts = {name: np.histogram(its, edges)[0] / len(its) for name, its in values.items()}
    tallest = max(shares.max() for shares in counts.values())
    across = Axis(edges[0], edges[-1], left, left + wide)
    width, height = left + wide + 20, top + (tall + 14) * len(values) + 40
    layers = [_panel(width, height, colours)]
    layers += _heading(20, 30, title, 48, "share of the games by reward; the line is the mean", colours)
    for i, (name, shares) in enumerate(counts.items()):
        base, mean = top + (tall + 14) * i + tall, float(values[name].mean())
        heights = tall * shares / tallest
        bars = [
            rect(Box(across(edge), base - bar, wide / len(shares) - 0.6, bar))
            for edge, bar in zip(edges, heights.tolist(), strict=False)
            if bar
        ]
        layers.append(group(bars, fill=colours[_INKS[i % len(_INKS)]], fill_opacity=0.8))
        layers.append(line(left, base, left + wide, base, colours["rule-strong"]))
        layers.append(line(across(mean), base - tall, across(mean), base, colours["ink"], 1.5))
        layers.append(text(left - 10, base - 18, name, colours, text_anchor="end", fill=colours["ink"]))
        layers.append(text(left - 10, base - 2, f"{mean:.2f}", colours, text_anchor="end", font_family=FIGURES_FACE))
    layers += _below(across, base + 20, colours, {"font_family": FIGURES_FACE}, "{:g}".format)
    return document(width, height, title, layers)
