"""The charts of a training report, as SVG: how well a network plays over time, and against whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Estimate
from footplate.learning.progress import Evaluation, History, Match
from footplate.maps.chart import apart, line, text, ticks
from footplate.maps.layout import Box
from footplate.maps.svg import document, group, px, rect, title_tag
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, LIGHT, mix

Floats = npt.NDArray[np.float64]
Scale = Callable[[float], float]  # from a figure to pixels

_COLORS = ("p2", "p4", "p3", "p5", "p1", "ink")
_DASHES = ("", "7 3", "8 3 2 3", "1.6 3", "12 3", "4 2 1.5 2 1.5 2")
_POINTS = 200  # of a curve
_LEFT, _TOP, _WIDE, _TALL = 46.0, 14.0, 470.0, 300.0
_NAMES = 176.0
_BARS, _BAR = 340.0, 46.0


@dataclass(frozen=True)
class Curve:
    """Against one opponent: the median of all runs, and between which values they lie; of one run its 95 % interval."""

    opponent: str
    steps: Floats
    middle: Floats
    low: Floats
    high: Floats


def curves(histories: Sequence[History], *, scores: bool = False) -> list[Curve]:
    """For each opponent, as far as all runs have come. ``scores`` instead of win rates."""
    found = []
    for opponent in histories[0].opponents():
        runs = [run for history in histories if (run := history.against(opponent))]
        steps = np.linspace(0, min(run[-1][0].steps for run in runs), _POINTS)
        means, lows, highs = (_along(runs, steps, end, scores) for end in ("mean", "low", "high"))
        low, high = (means.min(0), means.max(0)) if len(runs) > 1 else (lows[0], highs[0])
        found.append(Curve(opponent, steps, np.median(means, axis=0), low, high))
    return found


def _along(runs: Sequence[Sequence[tuple[Evaluation, Match]]], steps: Floats, end: str, scores: bool) -> Floats:
    """By run and step: the mean of its evaluations there, or an end of their intervals."""
    rows = []
    for run in runs:
        values = [getattr(match.score if scores else match.win_rate, end) for _, match in run]
        rows.append(np.interp(steps, [evaluation.steps for evaluation, _ in run], values))
    return np.array(rows)


def while_learning(histories: Sequence[History]) -> list[Curve]:
    """The mean score of the games that it learned from: one curve, or none where an iteration has no score."""
    runs = [[(p.steps, p.score) for p in history.iterations if p.score is not None] for history in histories]
    if not all(len(run) > 1 for run in runs):
        return []
    steps = np.linspace(max(run[0][0] for run in runs), min(run[-1][0] for run in runs), _POINTS)
    rows = np.array([np.interp(steps, *_smoothed(np.array(run, float))) for run in runs])
    return [Curve("while learning", steps, np.median(rows, axis=0), rows.min(axis=0), rows.max(axis=0))]


def _smoothed(scores: Floats) -> tuple[Floats, Floats]:
    """Means of neighbours, at most as many as a chart has points."""
    parts = np.array_split(scores, min(len(scores), _POINTS))
    steps, means = np.array([part.mean(axis=0) for part in parts]).T
    return steps, means


def draw_curves(found: Sequence[Curve], title: str, *, percent: bool = True) -> str:
    """Over the steps; each opponent has a dash pattern, and its name stands at the end of its line."""
    most = max(float(curve.steps[-1]) for curve in found) or 1.0
    scale = 100.0 if percent else 1.0
    bottom, top = (0.0, 100.0) if percent else _span(found)
    unit, word = (1e6, "million steps") if most >= 1e6 else (1e3, "thousand steps")

    def across(step: float) -> float:
        return _LEFT + step / most * _WIDE

    def up(value: float) -> float:
        return _TOP + _TALL - (min(max(value, bottom), top) - bottom) / (top - bottom) * _TALL

    width, height = _LEFT + _WIDE + _NAMES, _TOP + _TALL + 40
    layers = [rect(Box(0, 0, width, height), fill=LIGHT["panel"])]
    figures: dict[str, str | float] = {"font_family": FIGURES_FACE, "font_size": 11.5}
    for tick in (0, 25, 50, 75, 100) if percent else ticks(bottom, top):
        y = up(tick)
        layers.append(
            f'<path d="M{px(_LEFT)} {px(y)}h{px(_WIDE)}" stroke="{LIGHT["rule-strong"]}" stroke-dasharray="1.5 3"/>'
        )
        layers.append(text(_LEFT - 8, y + 4, f"{tick:g}".replace("-", "−"), LIGHT, text_anchor="end", **figures))
    marks = ticks(0, most / unit)
    for mark in marks:
        words = f"{mark:g} {word}" if mark == marks[-1] else f"{mark:g}"
        layers.append(text(across(mark * unit), _TOP + _TALL + 20, words, LIGHT, text_anchor="middle", **figures))
    layers += [_band(curve, i, across, up, scale) for i, curve in enumerate(found)]
    layers += [_curve(curve, i, across, up, scale) for i, curve in enumerate(found)]
    heights = apart([up(scale * curve.middle[-1]) for curve in found], 17.0)
    for i, (curve, y) in enumerate(zip(found, heights, strict=True)):
        end = scale * float(curve.middle[-1])
        name = f"{_short(curve.opponent)} {end:.0f}" if percent else f"{_short(curve.opponent)} {end:.2f}"
        look: dict[str, str | float] = {
            "font_family": DISPLAY_FACE,
            "font_weight": "600",
            "font_size": 13.0,
            "fill": _color(i),
        }
        layers.append(line(_LEFT + _WIDE + 2, up(end), _LEFT + _WIDE + 10, y, _color(i)))
        layers.append(text(_LEFT + _WIDE + 14, y + 4, name, LIGHT, **look))
    return document(width, height, title, layers)


def _span(found: Sequence[Curve]) -> tuple[float, float]:
    low = min(float(curve.low.min()) for curve in found)
    high = max(float(curve.high.max()) for curve in found)
    room = 0.05 * (high - low) or 0.5
    return low - room, high + room


def _color(i: int) -> str:
    return mix(LIGHT[_COLORS[i % len(_COLORS)]], LIGHT["ink"], 0.25)


def _points(xs: Floats, ys: Floats, across: Scale, up: Scale, scale: float) -> str:
    return " ".join(f"{px(across(x))},{px(up(scale * y))}" for x, y in zip(xs, ys, strict=True))


def _band(curve: Curve, i: int, across: Scale, up: Scale, scale: float) -> str:
    there = _points(curve.steps, curve.high, across, up, scale)
    back = _points(curve.steps[::-1], curve.low[::-1], across, up, scale)
    return f'<polygon points="{there} {back}" fill="{_color(i)}" opacity=".16"/>'


def _curve(curve: Curve, i: int, across: Scale, up: Scale, scale: float) -> str:
    pattern = _DASHES[(i + i // len(_COLORS)) % len(_DASHES)]  # another one when colours come again
    dashes = f' stroke-dasharray="{pattern}"' if pattern else ""
    points = _points(curve.steps, curve.middle, across, up, scale)
    return group(
        [
            title_tag(curve.opponent),
            f'<polyline points="{points}" fill="none" stroke="{_color(i)}" stroke-width="2"{dashes}/>',
        ]
    )


def _short(name: str, most: int = 20) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def draw_rates(rates: Sequence[tuple[str, Estimate]], title: str, even: float | None = None) -> str:
    """A bar for each opponent with its interval; ``even`` is marked where it is the same for all."""
    height = _BAR * len(rates) + 8
    layers = [rect(Box(0, 0, _BARS, height), fill=LIGHT["panel"])]
    for i, (name, rate) in enumerate(rates):
        y = _BAR * i + 18
        half = 50 * (rate.high - rate.low)
        words = f"{100 * rate.mean:.0f} % ± {half:.0f}"
        layers.append(
            text(
                0,
                y,
                _short(name, 30),
                LIGHT,
                font_family=DISPLAY_FACE,
                font_weight="600",
                font_size=13.5,
                fill=LIGHT["ink"],
            )
        )
        layers.append(
            text(
                _BARS,
                y,
                words,
                LIGHT,
                text_anchor="end",
                font_family=FIGURES_FACE,
                font_weight="600",
                fill=LIGHT["ink"],
            )
        )
        layers.append(rect(Box(0, y + 8, _BARS, 8), rx=1.5, fill=mix(LIGHT["panel"], LIGHT["rule-strong"], 0.35)))
        layers.append(rect(Box(0, y + 8, _BARS * rate.mean, 8), rx=1.5, fill=LIGHT["enamel"]))
        low, high = _BARS * rate.low, _BARS * rate.high
        layers.append(line(low, y + 12, high, y + 12, LIGHT["ink"], 1.4))
        layers += [line(x, y + 7, x, y + 17, LIGHT["ink"], 1.4) for x in (low, high)]
        if even is not None:
            layers.append(line(_BARS * even, y + 5, _BARS * even, y + 19, LIGHT["ink-2"], 0.8))
    return document(_BARS, height, title, layers)
