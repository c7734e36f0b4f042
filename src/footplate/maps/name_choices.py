"""Which place each name takes: the cheapest among the others, where it lies on no car."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.layout import Points, distance_to_boxes

LOWER = 1.5  # px by which a name's letters are lower than its box, above and below
COUNT_AHEAD = 6.0  # cost: discs are counted at once, at first, for all places that may still win by this
COVERED = 400.0  # cost of each disc of a car that can't make way for the name on it
GIVES_WAY = 400.0  # cost of a name that takes all of the room that the cars of a route can spare
NEVER = 200_000.0  # cost of what must not be: outside the panel, on another name, on the cartouche

_Bounds = npt.NDArray[np.float32]  # (4, n)
_Box = tuple[float, ...]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Discs:
    """What names keep clear of: a row of discs along each car, and along each bare end of a rail, by their centres."""

    cars: Points  # (discs of each, cars, 2)
    rails: Points
    shares: Points  # (cars,): how much each disc takes of the room that its route can spare


@dataclass(frozen=True)
class Places:
    """Every place that each of the names could take."""

    boxes: Points  # (names, places, 4): left, top, right, bottom
    cost: Points  # (names, places), apart from cars, rails and other names; endless where a name has no such wording
    lines: Sequence[Sequence[tuple[str, ...]]]  # by name and wording
    wording: npt.NDArray[np.int64]  # (places,)
    side: npt.NDArray[np.int64]  # (places,): -1: the name ends at the city, 0: above or below, 1: begins there

    def box(self, name: int, pick: int) -> _Box:
        return tuple(self.boxes[name, pick].tolist())


class Rows:
    """Rows of discs, by the centres of their discs (discs of each, rows, 2), and what it costs to lie on them.

    Touching a disc costs ``touch``, and ``depth`` each pixel that is covered; ``clear`` pixels are not the car itself:
    from there on a disc costs as much more as ``covered`` says of its row.
    """

    def __init__(
        self,
        discs: Points,
        radius: float,
        touch: float,
        depth: float,
        clear: float = np.inf,
        covered: Points | None = None,
    ) -> None:
        self._discs = np.ascontiguousarray(discs.transpose(2, 0, 1))  # (2, discs of each, rows)
        self._radius, self._touch, self._depth, self._clear = radius, touch, depth, clear
        self._covered = covered
        low, high = self._discs.min(axis=1) - radius, self._discs.max(axis=1) + radius
        self._around = np.concatenate((low, high)).astype(np.float32)  # (4, rows): enough to tell what may touch

    def moved_from(self, before: Rows) -> _Bounds:
        """What is around the rows that lay elsewhere before, there and here together: (4, n)."""
        moved = (before._discs != self._discs).any(axis=(0, 1))
        (old_low, old_high), (low, high) = (rows._around[:, moved].reshape(2, 2, -1) for rows in (before, self))
        return np.concatenate((np.minimum(old_low, low), np.maximum(old_high, high)))

    def costs(self, boxes: Points) -> Points:
        """Of discs that boxes (n, 4), a little lower than they are, touch, shape (n,)."""
        box, row = np.divmod(np.flatnonzero(_touching(boxes, self._around)), max(self._around.shape[1], 1))
        discs = self._discs.take(row, axis=2).transpose(1, 2, 0)
        covered = self._radius - distance_to_boxes(boxes.T.take(box, axis=1).T, discs, LOWER)
        cost = np.where(covered > 0, self._touch + self._depth * covered, 0.0)
        if self._covered is not None:
            cost += np.where(covered > self._clear, self._covered[row], 0.0)
        return np.bincount(box, cost.sum(axis=0), len(boxes)).astype(np.float64, copy=False)


class Choices:
    """Finds the cheapest places for names. Discs are counted only for places that would be cheap without them."""

    def __init__(self, places: Places, apart: tuple[float, float]) -> None:
        self._places, self._apart = places, apart
        self._cost = places.cost.copy()
        self._is_counted = np.zeros(places.cost.shape, dtype=np.bool_)
        self._bounds = [tuple(bounds) for bounds in box_around(places.boxes).tolist()]
        wider = box_around(places.boxes) + np.outer((-1, 1), apart).ravel()
        near = _touching(wider, wider.T.astype(np.float32)) & ~np.eye(len(wider), dtype=np.bool_)
        self.neighbours = [np.flatnonzero(others).tolist() for others in near]  # which may come too near
        self._rows: Sequence[Rows] = ()
        self._answers: list[dict[tuple[_Box, ...], tuple[int, float]]] = [{} for _ in places.cost]

    def lay(self, rows: Sequence[Rows]) -> None:
        """These discs instead of the last ones; most of them lie where they lay."""
        if self._rows:
            moved = [row.moved_from(before) for row, before in zip(rows, self._rows, strict=True)]
            name, place = np.nonzero(self._is_counted)
            changed = _touching(self._places.boxes[name, place], np.concatenate(moved, axis=1)).any(axis=1)
            name, place = name[changed], place[changed]
            self._cost[name, place], self._is_counted[name, place] = self._places.cost[name, place], False
            for i in set(name.tolist()):
                self._answers[i].clear()
        self._rows = rows
        self.alone = self._cheapest(slice(None))

    def cheapest_among(self, name: int, boxes: Sequence[_Box]) -> tuple[int, float]:
        """The place that is cheapest while the other names stand in ``boxes``, and its cost."""
        others = [boxes[i] for i in self.neighbours[name]]
        pick, cost = self.alone[name]
        if not _near(self._places.box(name, pick), others, self._apart):
            return pick, cost
        crowd = _near(self._bounds[name], others, self._apart)
        if crowd not in self._answers[name]:
            crowding = crowding_cost(self._places.boxes[name], np.array(crowd), *self._apart)
            (self._answers[name][crowd],) = self._cheapest(slice(name, name + 1), crowding)
        return self._answers[name][crowd]

    def _cheapest(self, names: slice, crowding: Points | float = 0.0) -> list[tuple[int, float]]:
        """The places that are cheapest with ``crowding`` (places,) on top, and their costs."""
        boxes, own, is_counted = self._places.boxes[names], self._cost[names], self._is_counted[names]
        each = np.arange(len(own))
        ahead = COUNT_AHEAD
        while True:
            cost = own + crowding
            best = cost.argmin(axis=1)
            least, is_open = cost[each, best], ~is_counted[each, best]
            if not is_open.any():
                return list(zip(best.tolist(), least.tolist(), strict=True))
            limit = np.where(is_open, least + ahead, -np.inf)
            cheap = np.nonzero(~is_counted & (cost <= limit[:, None]))
            own[cheap] += self._disc_cost(boxes[cheap])
            is_counted[cheap] = True
            ahead *= 4  # where nothing is free, many must be counted

    def _disc_cost(self, boxes: Points) -> Points:
        return sum((row.costs(boxes) for row in self._rows), np.zeros(len(boxes)))


def _touching(boxes: Points, around: _Bounds) -> npt.NDArray[np.bool_]:
    """Which boxes (n, 4) may touch which rows of discs (4, m), shape (n, m)."""
    left, top, right, bottom = boxes.T.astype(np.float32)[:, :, None]
    x0, y0, x1, y1 = around
    may: npt.NDArray[np.bool_] = left <= x1
    may &= right >= x0
    may &= top <= y1
    may &= bottom >= y0
    return may


def _near(box: _Box, others: Sequence[_Box], apart: tuple[float, float]) -> tuple[_Box, ...]:
    """The others that come nearer to a box than that."""
    left, top, right, bottom = box
    apart_x, apart_y = apart
    return tuple(
        [
            (x0, y0, x1, y1)
            for x0, y0, x1, y1 in others
            if x1 - left > -apart_x and right - x0 > -apart_x and y1 - top > -apart_y and bottom - y0 > -apart_y
        ]
    )


def crowding_cost(boxes: Points, others: Points, apart_x: float, apart_y: float) -> Points:
    """Cost, shape (boxes,), of standing too near to, or on, the names in ``others``."""
    (left, top, right, bottom), other = boxes.T, others.T[:, :, None]  # (boxes,) and (others, 1)
    near_x = np.minimum(right, other[2]) - np.maximum(left, other[0])
    near_y = np.minimum(bottom, other[3]) - np.maximum(top, other[1])
    too_near = (near_x > -apart_x) & (near_y > -apart_y)
    cost = np.where(too_near, 60 + 0.6 * (near_x + apart_x) * (near_y + apart_y), 0.0)
    cost += np.where((near_x > -1) & (near_y > -1), NEVER, 0.0)
    total: Points = cost.sum(axis=0)
    return total


def box_around(boxes: Points) -> Points:
    """The box around boxes (..., n, 4), shape (..., 4)."""
    return np.concatenate((boxes[..., :2].min(axis=-2), boxes[..., 2:].max(axis=-2)), axis=-1)
