"""Whether cars lie on each other, on dots or on names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.labels import Label, letters
from footplate.maps.lanes import Lane
from footplate.maps.layout import Points, Sizes, distances

Numbers = npt.NDArray[np.intp]
Rectangles = tuple[Points, Points, Points]  # middles (n, 2), angles (n,), halves of length and width (n, 2)

LEAST = 0.02  # px by which a car lies on something


@dataclass(frozen=True, slots=True)
class Touching:
    """How many pairs of cars, of a car and a dot, and of a car and a name lie on each other.

    ``lanes`` should make way, by their numbers: of two that touch each other, the one with longer cars.
    """

    count: int
    lanes: tuple[int, ...]


def find_touching(cities: Points, lanes: Sequence[Sequence[Lane]], labels: Iterable[Label], sizes: Sizes) -> Touching:
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    counts = [len(lane.angles) for lane in every]
    lane_of = np.repeat(np.arange(len(every)), counts)
    middles, angles = np.concatenate([lane.centres for lane in every]), np.concatenate([lane.angles for lane in every])
    widths = np.array([lane.car_width for lane in every])[lane_of]
    halves = np.column_stack((widths / 2, np.full(len(widths), sizes.car_height / 2)))
    boxes = [letters(label) for label in labels]
    words = np.array([(b.x + b.width / 2, b.y + b.height / 2, b.width / 2, b.height / 2) for b in boxes]).reshape(-1, 4)
    reach = distances(halves, np.zeros(2))

    one, other = _near(middles, reach)
    deep = _deep((middles[one], angles[one], halves[one]), (middles[other], angles[other], halves[other]))
    one, other = one[deep], other[deep]
    near_x, near_y = (np.abs(middles[:, None, i] - words[:, i]) < reach[:, None] + words[:, 2 + i] for i in (0, 1))
    car, word = np.nonzero(near_x & near_y)
    upright = words[word, :2], np.zeros(len(word)), words[word, 2:]
    on_words = car[_deep((middles[car], angles[car], halves[car]), upright)]
    on_dots = _on_dots(cities, middles, angles, halves, sizes)
    yielding = lane_of[np.concatenate((on_words, on_dots, np.where(widths[one] >= widths[other], one, other)))]
    return Touching(len(yielding), tuple(dict.fromkeys(yielding.tolist())))


def _near(middles: Points, reach: Points) -> tuple[Numbers, Numbers]:
    """Pairs of cars that could touch, however they are turned."""
    order = middles[:, 0].argsort()
    (x, y), reach = middles[order].T.copy(), reach[order]
    counts = x.searchsorted(x + 2 * reach.max()) - np.arange(len(x)) - 1  # of those behind each that it may reach
    first = np.repeat(np.arange(len(x)), counts)
    second = np.arange(len(first)) - (counts.cumsum() - counts)[first] + first + 1
    away_x, away_y, both = x[second] - x[first], y[second] - y[first], reach[first] + reach[second]
    near = away_x * away_x + away_y * away_y < both * both
    return order[first[near]], order[second[near]]


def _deep(ones: Rectangles, others: Rectangles) -> Numbers:
    """By separating axes: which of ``ones`` lie deep enough each in its other."""
    turned = others[1] - ones[1]
    cos, sin = np.abs(np.cos(turned)), np.abs(np.sin(turned))
    away_x, away_y = (others[0] - ones[0]).T
    depth = np.full(len(cos), np.inf)
    for (_, angle, own), (_, _, far) in ((ones, others), (others, ones)):
        x, y = np.cos(angle), np.sin(angle)
        along = own[:, 0] + far[:, 0] * cos + far[:, 1] * sin - np.abs(away_x * x + away_y * y)
        across = own[:, 1] + far[:, 0] * sin + far[:, 1] * cos - np.abs(away_y * x - away_x * y)
        depth = np.minimum(depth, np.minimum(along, across))
    return np.flatnonzero(depth > LEAST)


def _on_dots(cities: Points, middles: Points, angles: Points, halves: Points, sizes: Sizes) -> Numbers:
    """The cars that lie on dots, each as often as it does."""
    reach = distances(halves, np.zeros(2))[:, None] + sizes.dot_radius
    near_x, near_y = (np.abs(middles[:, None, i] - cities[:, i]) < reach for i in (0, 1))
    car, city = np.nonzero(near_x & near_y)
    (x, y), cos, sin = (cities[city] - middles[car]).T, np.cos(angles[car]), np.sin(angles[car])
    along, across = np.abs(x * cos + y * sin) - halves[car, 0], np.abs(y * cos - x * sin) - halves[car, 1]
    depth = sizes.dot_radius - np.hypot(np.maximum(along, 0), np.maximum(across, 0))
    found: Numbers = car[depth > LEAST]
    return found
