"""A study's tables as pictures: theirs across, ours up; for short tables a line per figure; curves; histograms."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from footplate.learning import charts as training_charts
from footplate.maps.chart import apart, line, text, ticks
from footplate.maps.layout import Box
from footplate.maps.svg import document, escaped, group, px, rect
from footplate.maps.theme import FIGURES_FACE, Theme, ThemeName, theme_named
from footplate.studies.study import Cell, StudyTable

Floats = npt.NDArray[np.float64]

_SHORT = 24  # figures; longer tables become a square chart
_SIDE, _MARGIN = 480.0, 64.0  # px, of the square chart
_UNSTEADY = 10  # games before a rate so far says anything
_CURVE_COLORS = ("red", "blue", "green", "orange", "pink", "black", "enamel")
_ROW, _NAMES = 26.0, 260.0  # px, of the line chart
_BIN = 0.25  # of rewards, in histograms


def draw_table(table: StudyTable, theme: ThemeName = "light") -> str:
    """The table as SVG. A ring is theirs, a dot with its 95 % interval is ours."""
    colors = theme_named(theme)
    if table.curves and table.curves[0].steps:
        return _over_training(table)
    if table.curves:
        return _over_games(table, colors)
    return _square(table, colors) if len(table.compared) > _SHORT else _lines(table, colors)


def _span(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """From the smallest to the largest figure, with some room; one game alone has an interval without ends."""
    figures = [x for c in cells for x in (c.ours.low, c.ours.mean, c.ours.high, c.published) if x is not None]
    values = [x for x in figures if math.isfinite(x)]
    low, high = min(values), max(values)
    room = 0.05 * (high - low) or 0.5
    return low - room, high + room


def _tick(table: StudyTable, value: float) -> str:
    return f"{100 * value if table.percent else value:g}".replace("-", "−")


def _dot(x: float, y: float, color: str) -> str:
    return f'<circle cx="{px(x)}" cy="{px(y)}" r="4" fill="{color}"/>'


def _ring(x: float, y: float, color: str) -> str:
    return f'<circle cx="{px(x)}" cy="{px(y)}" r="5.5" fill="none" stroke="{color}" stroke-width="1.6"/>'


def _square(table: StudyTable, colors: Theme) -> str:
    """Each figure is a dot: theirs across, ours up. On the diagonal both agree."""
    low, high = _span(table.compared)
    side, edge = _SIDE, _MARGIN

    def across(value: float) -> float:
        return edge + (min(max(value, low), high) - low) / (high - low) * side

    def up(value: float) -> float:
        return edge + side - (min(max(value, low), high) - low) / (high - low) * side

    grid = []
    for tick in ticks(low, high):
        grid += [line(across(tick), edge, across(tick), edge + side, colors["graticule"])]
        grid += [line(edge, up(tick), edge + side, up(tick), colors["graticule"])]
        label: dict[str, str | float] = {"font_family": FIGURES_FACE, "font_size": 11.0}
        grid += [text(across(tick), edge + side + 18, _tick(table, tick), colors, text_anchor="middle", **label)]
        grid += [text(edge - 8, up(tick) + 4, _tick(table, tick), colors, text_anchor="end", **label)]
    grid.append(line(across(low), up(low), across(high), up(high), colors["rule-strong"], 1.5))
    dots = []
    for cell in table.compared:
        x = across(cell.published or 0.0)
        name = f"<title>{escaped(f'{cell.row} – {cell.column}')}</title>"
        interval = line(x, up(cell.ours.low), x, up(cell.ours.high), colors["enamel"], 1.5)
        dots.append(f"<g>{name}{interval}{_dot(x, up(cell.ours.mean), colors['enamel'])}</g>")
    width = height = side + 2 * edge
    layers = [
        rect(Box(0, 0, width, height), fill=colors["panel"]),
        text(edge, 28, table.title, colors, font_size=15.0, font_weight="600", fill=colors["ink"]),
        text(edge, 48, f"theirs across, ours up; differences {_summary(table)}", colors),
        group(grid),
        group(dots, fill_opacity=0.85),
    ]
    return document(width, height, table.title, layers)


def _lines(table: StudyTable, colors: Theme) -> str:
    """A line per figure: a ring for theirs, a dot with its interval for ours."""
    low, high = _span(table.cells)
    top, chart = 84.0, 420.0
    width, height = _NAMES + chart + 40, top + _ROW * len(table.cells) + 40

    def across(value: float) -> float:
        return _NAMES + (min(max(value, low), high) - low) / (high - low) * chart

    layers = [
        rect(Box(0, 0, width, height), fill=colors["panel"]),
        text(20, 30, table.title, colors, font_size=15.0, font_weight="600", fill=colors["ink"]),
        text(20, 52, f"ring: theirs; dot and 95 % interval: ours; differences {_summary(table)}", colors),
    ]
    for tick in ticks(low, high):
        layers.append(line(across(tick), top - 12, across(tick), height - 34, colors["graticule"]))
        layers.append(
            text(across(tick), height - 16, _tick(table, tick), colors, text_anchor="middle", font_family=FIGURES_FACE)
        )
    for i, cell in enumerate(table.cells):
        y = top + _ROW * i
        name = cell.row if len({c.column for c in table.cells}) == 1 else f"{cell.row} – {cell.column}"
        layers.append(text(_NAMES - 14, y + 4, name, colors, text_anchor="end", fill=colors["ink"]))
        layers.append(line(across(cell.ours.low), y, across(cell.ours.high), y, colors["enamel"], 2))
        layers.append(_dot(across(cell.ours.mean), y, colors["enamel"]))
        if cell.published is not None:
            layers.append(_ring(across(cell.published), y, colors["ink"]))
    return document(width, height, table.title, layers)


def _over_games(table: StudyTable, colors: Theme) -> str:
    """Curves over the games played, with the published or wished figure as a line; names at the right end."""
    values = [value for curve in table.curves for value in curve.values[_UNSTEADY - 1 :] or curve.values]
    goals = {cell.published for cell in table.cells if cell.published is not None}
    low, high = min(values + list(goals)) - 0.02, max(values + list(goals)) + 0.02
    most = max(len(curve.values) for curve in table.curves)
    left, top, wide, tall = _MARGIN, 72.0, 560.0, 360.0

    def across(game: int) -> float:
        return left + game / most * wide

    def up(value: float) -> float:
        return top + tall - (min(max(value, low), high) - low) / (high - low) * tall

    layers = [
        rect(Box(0, 0, left + wide + 200, top + tall + 56), fill=colors["panel"]),
        text(20, 30, table.title, colors, font_size=15.0, font_weight="600", fill=colors["ink"]),
        text(20, 52, "the figure so far, after each game", colors),
    ]
    for tick in ticks(low, high):
        layers.append(line(left, up(tick), left + wide, up(tick), colors["graticule"]))
        layers.append(text(left - 8, up(tick) + 4, _tick(table, tick), colors, text_anchor="end"))
    for game in ticks(0, most):
        layers.append(text(across(int(game)), top + tall + 20, f"{game:g}", colors, text_anchor="middle"))
    layers.append(text(left + wide / 2, top + tall + 42, "games", colors, text_anchor="middle"))
    layers += [line(left, up(goal), left + wide, up(goal), colors["ink"], 1.5) for goal in sorted(goals)]
    heights = apart([up(curve.values[-1]) for curve in table.curves])
    for i, (curve, height) in enumerate(zip(table.curves, heights, strict=True)):
        color = colors[_CURVE_COLORS[i % len(_CURVE_COLORS)]]
        points = " ".join(f"{px(across(n))},{px(up(value))}" for n, value in enumerate(curve.values, start=1))
        dashes = ' stroke-dasharray="5 3"' if i >= len(_CURVE_COLORS) else ""
        layers.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.4"{dashes}/>')
        end = left + wide
        layers.append(line(end, up(curve.values[-1]), end + 12, height, color))
        layers.append(text(end + 16, height + 4, curve.name, colors, fill=color, font_size=11.0))
    return document(left + wide + 200, top + tall + 56, table.title, layers)


def draw_histograms(title: str, values: Mapping[str, Floats], theme: ThemeName = "light") -> str:
    """How often each value came up, one row of bars for each name on the same axis; a line at each mean."""
    colors = theme_named(theme)
    low, high = math.floor(min(map(np.min, values.values()))), math.ceil(max(map(np.max, values.values())))
    edges: list[float] = np.arange(low, max(high, low + 1) + _BIN / 2, _BIN).tolist()
    counts = {name: np.histogram(its, edges)[0] / len(its) for name, its in values.items()}
    tallest = max(shares.max() for shares in counts.values())
    wide, tall, top = 480.0, 64.0, 60.0
    width, height = _MARGIN * 2.4 + wide + 20, top + (tall + 14) * len(values) + 40
    left, base = _MARGIN * 2.4, 0.0

    def across(value: float) -> float:
        return left + (value - edges[0]) / (edges[-1] - edges[0]) * wide

    layers = [
        rect(Box(0, 0, width, height), fill=colors["panel"]),
        text(20, 30, title, colors, font_size=15.0, font_weight="600", fill=colors["ink"]),
        text(20, 48, "share of the games by reward; the line is the mean", colors),
    ]
    for i, (name, shares) in enumerate(counts.items()):
        base = top + (tall + 14) * i + tall
        color, mean = colors[_CURVE_COLORS[i % len(_CURVE_COLORS)]], float(values[name].mean())
        bars = [
            rect(Box(across(edge), base - tall * share / tallest, wide / len(shares) - 0.6, tall * share / tallest))
            for edge, share in zip(edges, shares, strict=False)
            if share
        ]
        layers.append(group(bars, fill=color, fill_opacity=0.8))
        layers.append(line(left, base, left + wide, base, colors["rule-strong"]))
        layers.append(line(across(mean), base - tall, across(mean), base, colors["ink"], 1.5))
        layers.append(text(left - 10, base - 18, name, colors, text_anchor="end", fill=colors["ink"]))
        layers.append(text(left - 10, base - 2, f"{mean:.2f}", colors, text_anchor="end", font_family=FIGURES_FACE))
    for tick in ticks(edges[0], edges[-1]):
        layers.append(
            text(across(tick), base + 20, f"{tick:g}", colors, text_anchor="middle", font_family=FIGURES_FACE)
        )
    return document(width, height, title, layers)


def _over_training(table: StudyTable) -> str:
    """As the report of a training run draws them."""
    found = []
    for curve in table.curves:
        steps, values = np.array(curve.steps, float), np.array(curve.values)
        found.append(training_charts.Curve(curve.name, steps, values, values, values))
    return training_charts.draw_curves(found, table.title, percent=table.percent)


def _summary(table: StudyTable) -> str:
    if not table.compared:
        return "unknown, none published"
    unit = " points" if table.percent else ""
    return f"{table.text(table.rms_difference)}{unit} (root mean square)"
