"""How routes run: a curve for each pair of cities.

Every pair of cities is joined by a quadratic curve. Its bow, the distance of the curve's middle from the straight
line, is chosen from a few shares of the line's length so that curves keep clear of other cities, of each other and of
names. What a curve costs the others is computed when it is first chosen, and looked up from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from footplate.boards.board import Board
from footplate.maps.layout import Box, Points, Sizes, distance_to_boxes, distances, inside

BOWS = np.array([0, 0.05, -0.05, 0.09, -0.09, 0.13, -0.13, 0.17, -0.17, 0.21, -0.21])  # straight first: it wins ties
ALMOST_STRAIGHT = 0.06
ON_LAND = 1000.0  # cost of shores from which a ferry is on land
STIFF_BELOW = 3.6  # way between the cities for each car, times the car's height
ROUNDS = 4
TOUCHING = 100.0  # cost of two curves beside each other whose cars may touch
PARTED = 2.0  # times that cost, when both may give way
CROSSING = 1000.0  # cost of two curves from one city that cross: one seems to lead where the other does
SAMPLES = 20  # steps along a curve when costs are counted
EDGE = 8.0  # px between cars and the panel's edge, where the frame is
SHARED = 20.0  # px around a city within which its own curves may meet, times the scale
ROUNDING = 1e-6  # px
FORBIDDEN = 1e6


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cities (by index) and the routes between them (by index), with as many trains each as ``lengths`` says."""

    a: int
    b: int
    routes: tuple[int, ...]
    lengths: tuple[int, ...]


def pairs_of(board: Board) -> tuple[Pair, ...]:
    """The pairs of cities that routes join, in the order of their first routes."""
    found: dict[tuple[int, int], list[int]] = {}
    for i, route in enumerate(board.routes):
        a, b = sorted((board.city_index[route.a], board.city_index[route.b]))
        found.setdefault((a, b), []).append(i)
    return tuple(
        Pair(a, b, tuple(routes), tuple(board.routes[i].length for i in routes)) for (a, b), routes in found.items()
    )


def ends_of(cities: Points, pairs: Sequence[Pair]) -> tuple[Points, Points]:
    """Where the two cities of each pair lie, (pairs, 2) each."""
    a, b = np.array([(pair.a, pair.b) for pair in pairs], dtype=np.int64).reshape(-1, 2).T
    return cities[a], cities[b]


def pair_of_routes(pairs: Sequence[Pair]) -> npt.NDArray[np.int64]:
    """The number of the pair of each route, pair by pair."""
    return np.repeat(np.arange(len(pairs)), [len(pair.routes) for pair in pairs])


def control_points(a: Points, b: Points, bows: Points) -> Points:
    """Control points (..., 2) of the quadratic curves from ``a`` to ``b`` with bows of these shares of the distance."""
    along = b - a
    across = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    points: Points = (a + b) / 2 + 2 * bows[..., None] * across
    return points


def curve_points(a: Points, control: Points, b: Points, steps: int) -> Points:
    """Points on the quadratic curves, shape (..., steps + 1, 2)."""
    t = _shares(steps)
    a, control, b = (points[..., None, :] for points in (a, control, b))
    points: Points = (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b
    return points


@cache
def _shares(steps: int) -> Points:
    """Of a way in so many steps, (steps + 1, 1)."""
    return np.linspace(0, 1, steps + 1)[:, None]


def bowed_curves(cities: Points, pairs: Sequence[Pair]) -> Points:
    """Points on the curves of all pairs with all bows, shape (pairs, bows, samples, 2)."""
    a, b = (ends[:, None] for ends in ends_of(cities, pairs))
    return curve_points(a, control_points(a, b, BOWS), b, SAMPLES)


def _beside(points: Points, margins: Points, curves: Points, of: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Which points (n, 2) lie within their margins (n,) of the straight strips that hold the curves ``curves[of]``."""
    a, b = curves[:, 0], curves[:, -1]
    across = np.column_stack((a[:, 1] - b[:, 1], b[:, 0] - a[:, 0])) / np.maximum(distances(a, b), 1e-9)[:, None]
    strip = np.einsum("ijk,ik->ij", curves - a[:, None], across)
    aside = np.einsum("ij,ij->i", points - a.take(of, axis=0), across.take(of, axis=0))
    margins = margins + ROUNDING
    beside: npt.NDArray[np.bool_] = (aside > strip.min(axis=1)[of] - margins) & (
        aside < strip.max(axis=1)[of] + margins
    )
    return beside


def _meet(low: Points, high: Points, other_low: Points, other_high: Points) -> npt.NDArray[np.bool_]:
    """Which boxes (..., 2) meet which others."""
    meets: npt.NDArray[np.bool_] = (low[..., 0] < other_high[..., 0]) & (high[..., 0] > other_low[..., 0])
    meets &= (low[..., 1] < other_high[..., 1]) & (high[..., 1] > other_low[..., 1])
    return meets


class BowChooser:
    """Chooses a bow for every pair of cities; built once for a map, asked again after names have been placed."""

    def __init__(
        self,
        cities: Points,
        pairs: Sequence[Pair],
        sizes: Sizes,
        width: float,
        height: float,
        shores: Points | None = None,
    ) -> None:
        """``shores`` are costs (pairs, bows) of being on land or at sea."""
        self._cities = cities
        self._ends = np.array([(pair.a, pair.b) for pair in pairs])
        self._halves = np.array([sizes.half_width(len(pair.routes)) + 1 for pair in pairs])
        self._free = SHARED * sizes.scale
        self._shared = _shared_cities(cities, self._ends)
        self._crosses = crossings(cities, pairs)
        self._curves = np.ascontiguousarray(bowed_curves(cities, pairs))
        self._samples = np.ascontiguousarray(self._curves.transpose(3, 0, 1, 2))  # (2, pairs, bows, samples)
        bounds = np.stack((self._samples.min(axis=3), self._samples.max(axis=3)))
        self._bounds = np.ascontiguousarray(bounds.transpose(0, 2, 3, 1))  # (2, pairs, bows, 2)
        self._low, self._high = self._bounds[0].min(axis=1), self._bounds[1].max(axis=1)
        self._shores = np.zeros(self._curves.shape[:2]) if shores is None else shores
        edge_cost = self._edge_cost(_overhang(cities, pairs, sizes), width, height)
        bow_cost = self._bow_cost(pairs, sizes)
        self._may_bow = (edge_cost == 0) & (bow_cost < FORBIDDEN)
        self._own_cost = bow_cost + self._city_cost(sizes) + edge_cost + self._shores
        self._name_costs: dict[Box, Points] = {}
        self._clashes: dict[tuple[int, int], Points] = {}
        self._picks = [0] * len(pairs)

    def choose(self, names: Sequence[Box]) -> Points:
        """A bow for each pair that is cheap together with the others and with ``names`` where they stand."""
        fixed = self._own_cost + sum(self._costs_of_names(names))
        clash = np.array(self._clash(enumerate(self._picks)))  # (chosen, pairs, bows)
        wanted = np.argmin(fixed + clash.sum(axis=0), axis=1)
        for _ in range(ROUNDS):
            before = list(self._picks)
            self._clash(enumerate(wanted.tolist()))  # most of these will be chosen: all are computed at once
            for i, pick in enumerate(before):
                if wanted[i] != pick:
                    self._picks[i] = int(wanted[i])
                    (cost,) = self._clash([(i, self._picks[i])])
                    others = np.flatnonzero((cost != clash[i]).any(axis=1))
                    clash[i] = cost
                    wanted[others] = np.argmin(fixed[others] + clash.take(others, axis=1).sum(axis=0), axis=1)
            if self._picks == before:
                break
        self._part(fixed, clash)
        bows: Points = BOWS[self._picks]
        return bows

    def _part(self, fixed: Points, clash: Points) -> None:
        """Change the bows of two curves at once where they touch each other and neither can give way alone."""
        every = np.arange(len(self._picks))
        touching = np.argwhere(np.triu(clash[:, every, self._picks]) > TOUCHING)
        for i, other in touching.tolist():
            both = self._clash_costs(np.full(len(BOWS), i), np.arange(len(BOWS)), [other])[:, other]  # (bows, its bows)
            others = clash.sum(axis=0) + fixed
            alone = others[i] - clash[other, i], others[other] - clash[i, other]
            total = PARTED * both + alone[0][:, None] + alone[1]
            best = np.unravel_index(int(np.argmin(total)), total.shape)
            if total[best] < total[self._picks[i], self._picks[other]]:
                self._picks[i], self._picks[other] = int(best[0]), int(best[1])
                clash[[i, other]] = self._clash([(n, self._picks[n]) for n in (i, other)])

    def bows_for(self, pair: int, bows: Points) -> Points:
        """All bows of a pair inside the panel beside the ``bows`` of the others, the cheapest first.

        None leaves its element, land or water, more than the pair's present bow does, and none crosses another curve.
        """
        picks = np.argmin(np.abs(BOWS - bows[:, None]), axis=1)
        clash = sum(cost[pair] for cost in self._clash(enumerate(picks.tolist())))
        order = np.argsort(self._own_cost[pair] + clash, kind="stable")
        may_bow = self._may_bow[pair] & (self._shores[pair] <= self._shores[pair, picks[pair]])
        may_bow &= ~self._crosses[np.arange(len(picks)), picks, pair].any(axis=0)
        found: Points = BOWS[order[may_bow[order]]]
        return found

    def _bow_cost(self, pairs: Sequence[Pair], sizes: Sizes) -> Points:
        """A little for bowing at all, more where cars are short.

        Twins of unequal length stay almost straight, because their cars are out of step; but not a ferry on land.
        """
        bend = np.abs(BOWS)
        way = distances(*ends_of(self._cities, pairs))
        room = way / [max(pair.lengths) for pair in pairs]
        stiffness = np.where(room < STIFF_BELOW * sizes.car_height, 8.0, 1.0)[:, None]
        unequal = np.array([len(set(pair.lengths)) > 1 for pair in pairs])
        unequal &= self._shores[:, bend < ALMOST_STRAIGHT].min(axis=1) < ON_LAND
        forbidden = unequal[:, None] & (bend > ALMOST_STRAIGHT)
        cost: Points = stiffness * (900 * bend**2 + 26 * bend) + np.where(forbidden, FORBIDDEN, 0.0)
        return cost

    def _city_cost(self, sizes: Sizes) -> Points:
        """For coming near to a city on the way, (pairs, bows)."""
        reach = sizes.car_height + 7 + self._halves
        near = self._near(self._cities, self._cities, reach)
        near[self._ends.T, np.arange(len(self._ends))] = False
        city, pair = np.nonzero(near)
        away = distances(self._curves.take(pair, axis=0), self._cities[city, None, None])
        overlap = np.maximum(reach[pair, None, None] - away, 0)
        cost = np.zeros(self._curves.shape[:2])
        np.add.at(cost, pair, 0.5 * (overlap**2).sum(axis=2))
        return cost

    def _edge_cost(self, overhang: Points, width: float, height: float) -> Points:
        """For leaving the panel, (pairs, bows)."""
        margin = (self._halves[:, None] + EDGE + overhang)[..., None]
        x, y = self._curves[..., 0], self._curves[..., 1]
        room = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
        cost: Points = 4.0 * (np.maximum(margin - room, 0) ** 2).sum(axis=2)
        return cost

    def _near(self, low: Points, high: Points, reach: Points) -> npt.NDArray[np.bool_]:
        """Which pairs have curves that come within their reach (..., pairs) of boxes (..., 2) ``low`` to ``high``."""
        return _meet(self._low - reach[..., None], self._high + reach[..., None], low[..., None, :], high[..., None, :])

    def _costs_of_names(self, names: Sequence[Box]) -> list[Points]:
        """For touching each of the names, (pairs, bows)."""
        unknown = [box for box in dict.fromkeys(names) if box not in self._name_costs]
        boxes = np.array([(box.x, box.y, box.x + box.width, box.y + box.height) for box in unknown]).reshape(-1, 4)
        reach = self._halves + 1
        name, pair = np.nonzero(self._near(boxes[:, :2], boxes[:, 2:], reach))
        away = distance_to_boxes(boxes[name, None, None], self._curves.take(pair, axis=0), 2.0)
        overlap = np.maximum(reach[pair, None, None] - away, 0)
        cost = np.zeros((len(unknown), *self._curves.shape[:2]))
        cost[name, pair] = np.where(overlap > 0, 24 + 3.2 * overlap**2, 0).sum(axis=2)
        self._name_costs.update(zip(unknown, cost, strict=True))
        return [self._name_costs[box] for box in names]

    def _clash(self, chosen: Iterable[tuple[int, int]]) -> list[Points]:
        """What every curve (pairs, bows) costs beside each that is chosen, by its pair and bow."""
        asked = list(chosen)
        unknown = [choice for choice in asked if choice not in self._clashes]
        if unknown:
            self._clashes.update(zip(unknown, self._clash_costs(*np.array(unknown).T), strict=True))
        return [self._clashes[choice] for choice in asked]

    def _clash_costs(
        self, chosen: npt.NDArray[np.int64], picks: npt.NDArray[np.int64], pairs: Sequence[int] | slice = slice(None)
    ) -> Points:
        """For coming near to chosen curves, (chosen, pairs, bows), and for crossing them; right for these ``pairs``.

        The surroundings of a shared city are free.
        """
        curves = self._curves[chosen, picks]
        reach = self._halves + self._halves[chosen, None] + 4  # (chosen, pairs)
        low, high = curves.min(axis=1), curves.max(axis=1)
        near = np.zeros_like(reach, dtype=np.bool_)
        near[:, pairs] = self._near(low, high, reach)[:, pairs]
        near[np.arange(len(chosen)), chosen] = False

        one, pair = np.nonzero(near)  # of a chosen curve and a pair near to it
        margin, shared = reach[one, pair], self._shared[chosen[one], pair]
        low, high = low[one] - margin[:, None], high[one] + margin[:, None]
        i, bow = np.nonzero(_meet(self._bounds[0, pair], self._bounds[1, pair], low[:, None], high[:, None]))
        bows = pair[i] * len(BOWS) + bow
        points = self._samples.reshape(2, -1, SAMPLES + 1).take(bows, axis=1).transpose(1, 2, 0)  # (bows, samples, 2)
        counts = inside(points, low[i, None], high[i, None])
        counts &= distances(points, shared[i, None]) >= self._free
        row, sample = np.nonzero(counts)
        points, i, bow = points[row, sample], i[row], bow[row]
        those = np.flatnonzero(_beside(points, margin[i], curves, one[i]))
        points, i, bow = points.take(those, axis=0), i[those], bow[those]
        others = curves.transpose(2, 0, 1).take(one[i], axis=1).transpose(1, 2, 0)  # (points, samples, 2)
        overlap = margin[i, None] - distances(others, points[:, None])
        np.maximum(overlap, 0, out=overlap)
        overlap[(distances(curves[one], shared[:, None]) < self._free)[i]] = 0
        overlap *= overlap
        bow += (one[i] * len(self._halves) + pair[i]) * len(BOWS)
        cost = np.bincount(bow, 0.35 * overlap.sum(axis=1), near.size * len(BOWS)).reshape(*near.shape, len(BOWS))
        clash: Points = cost + CROSSING * self._crosses[chosen, picks]
        return clash


def _shared_cities(cities: Points, ends: npt.NDArray[np.int64]) -> Points:
    """Where the city is that two pairs share (pairs, pairs, 2): one at most; endlessly far if there is none."""
    shared = np.full((len(ends), len(ends), 2), np.inf)
    for city in ends.T:
        one, other = np.nonzero((ends == city[:, None, None]).any(axis=2))
        shared[one, other] = cities[city[one]]
    return shared


def crossings(cities: Points, pairs: Sequence[Pair]) -> npt.NDArray[np.bool_]:
    """Which curves from one city cross once more, (pairs, bows, pairs, bows).

    Over its chord a curve is a parabola. One that crosses it begins on one side of it and ends on the other.
    """
    ends = np.array([(pair.a, pair.b, i, 1) for i, pair in enumerate(pairs)])
    ends = np.concatenate((ends, ends[:, [1, 0, 2, 3]] * (1, 1, 1, -1)))  # from city, to city, pair, sign of its bows
    one, other = np.nonzero((ends[:, None, 0] == ends[:, 0]) & (ends[:, None, 2] != ends[:, 2]))
    (x, y), (u, v) = ((cities[ends[those, 1]] - cities[ends[those, 0]]).T for those in (one, other))
    chord = np.maximum(np.hypot(u, v), ROUNDING)
    ahead, aside = (x * u + y * v) / chord**2, (y * u - x * v) / chord**2  # where the one curve ends, in chords
    bows, other_bows = BOWS * ends[one, 3, None], BOWS * ends[other, 3, None]
    turn = np.arctan2(aside, ahead)[:, None] + np.arctan(4 * bows)
    begins = turn[:, :, None] - np.arctan(4 * other_bows)[:, None]
    arrives = aside[:, None] - 4 * other_bows * (ahead * (1 - ahead))[:, None]
    is_beside = (ahead > 0) & (ahead < 1)
    does = (begins * arrives[:, None] < 0) & is_beside[:, None, None]
    does |= does[np.lexsort((one, other))].transpose(0, 2, 1)  # the same two, the other one first
    crosses = np.zeros((len(pairs), len(BOWS)) * 2, dtype=np.bool_)
    crosses[ends[one, 2], :, ends[other, 2]] = does
    return crosses


def _overhang(cities: Points, pairs: Sequence[Pair], sizes: Sizes) -> Points:
    """How far cars, straight as they are, reach beyond curves with each bow, (pairs, bows)."""
    way = distances(*ends_of(cities, pairs))
    longest = np.minimum(way / [min(pair.lengths) for pair in pairs], sizes.longest_car)
    overhang: Points = np.abs(BOWS) * (longest * longest / np.maximum(way, 1.0))[:, None]
    return overhang
