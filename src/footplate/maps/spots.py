"""Free spots on a map that is laid out already: for the names of countries, the stamps of districts, passengers.

The map is seen as small cells, each free or taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.layout import Box, Points

Cells = npt.NDArray[np.bool_]
Costs = Callable[[Points], Points]  # of boxes around middles (n, 2)

CELL = 3.0  # px
NEAR = 6.0  # px round a box in which what is taken costs a little
ON_SOMETHING, BESIDE_SOMETHING = 500.0, 2.0  # cost of each taken cell in the box, and near it
OUTSIDE = 1e6  # cost of leaving the panel
COUNT_UP_TO = 60.0  # spots that cost more than this anyway are not tried at first


class CellCounter:
    """Counts ``cells`` in boxes."""

    def __init__(self, cells: Cells) -> None:
        self._shape = cells.shape
        self._sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), dtype=np.int32)  # of all above and to the left
        self._add(cells, 0, 0)

    def with_more(self, cells: Cells, top: int, left: int) -> CellCounter:
        """Counts these cells too, which weren't counted before and lie from there on."""
        counter = copy(self)
        counter._sums = self._sums.copy()
        counter._add(cells, top, left)
        return counter

    def _add(self, cells: Cells, top: int, left: int) -> None:
        rows, columns = cells.shape
        if not cells.size:
            return
        sums = np.cumsum(np.cumsum(cells, axis=0, dtype=np.int32), axis=1, dtype=np.int32)
        below, right = slice(top + rows + 1, None), slice(left + columns + 1, None)
        beside, under = slice(top + 1, top + rows + 1), slice(left + 1, left + columns + 1)
        self._sums[beside, under] += sums
        self._sums[beside, right] += sums[:, -1:]
        self._sums[below, under] += sums[-1]
        self._sums[below, right] += sums[-1, -1]

    def count(self, middles: Points, size: tuple[float, float]) -> Points:
        """How many lie in boxes of this size around ``middles`` (n, 2)."""
        half = np.array(size) / 2
        low, high = ((middles + side * half) / CELL for side in (-1, 1))
        left, top = (np.clip(np.floor(low[:, i]).astype(np.int64), 0, self._shape[1 - i]) for i in (0, 1))
        right, bottom = (np.clip(np.ceil(high[:, i]).astype(np.int64), 0, self._shape[1 - i]) for i in (0, 1))
        sums = self._sums
        counts = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return counts.astype(np.float64)


@dataclass(frozen=True)
class Spots:
    """The cells of a map (rows, columns) that something stands on."""

    taken: Cells
    counter: CellCounter  # of taken cells
    width: float
    height: float

    @property
    def axes(self) -> tuple[Points, Points]:
        """The middles of the cells, to the right and down."""
        rows, columns = self.taken.shape
        x, y = ((np.arange(n, dtype=np.float64) + 0.5) * CELL for n in (columns, rows))
        return x, y

    def cost(self, middles: Points, size: tuple[float, float], edge: float) -> Points:
        """What boxes of this size cost around ``middles`` (n, 2): for what they cover, and for what is near."""
        half = np.array(size) / 2
        room = np.minimum(middles - half, (self.width, self.height) - middles - half).min(axis=1)
        covered = self.counter.count(middles, size)
        near = self.counter.count(middles, (size[0] + 2 * NEAR, size[1] + 2 * NEAR))
        return ON_SOMETHING * covered + BESIDE_SOMETHING * near + np.where(room < edge, OUTSIDE, 0)

    def is_free(self, box: Box) -> bool:
        middle = np.array([(box.x + box.width / 2, box.y + box.height / 2)])
        return not self.counter.count(middle, (box.width, box.height)).any()

    def with_box(self, box: Box) -> Spots:
        """The same with one more box on it."""
        rows, columns = _cells_in(box)
        taken = self.taken.copy()
        taken[rows, columns] = True
        counter = self.counter.with_more(~self.taken[rows, columns], rows.start, columns.start)
        return Spots(taken, counter, self.width, self.height)

    def grid(self, step: float) -> Points:
        """Points all over the map."""
        x, y = np.meshgrid(np.arange(step / 2, self.width, step), np.arange(step / 2, self.height, step))
        return np.column_stack((x.ravel(), y.ravel()))


def taken_by(discs: Sequence[tuple[Points, float]], boxes: Sequence[Box], width: float, height: float) -> Spots:
    """A map with discs, as centres (n, 2) with one radius each, and boxes on it."""
    taken = np.zeros((int(height / CELL) + 1, int(width / CELL) + 1), dtype=np.bool_)
    for centres, radius in discs:
        reach = int(radius / CELL) + 1
        cells = (centres / CELL).astype(np.int64)[:, None] + np.arange(-reach, reach + 1)[:, None]  # (n, around, 2)
        away = ((cells + 0.5) * CELL - centres[:, None]) ** 2
        inside = away[:, :, None, 1] + away[:, None, :, 0] <= radius**2  # (n, rows, columns)
        on_map = (cells >= 0) & (cells < taken.shape[::-1])
        inside &= on_map[:, :, None, 1] & on_map[:, None, :, 0]
        disc, row, column = np.nonzero(inside)
        taken[cells[disc, row, 1], cells[disc, column, 0]] = True
    for box in boxes:
        taken[_cells_in(box)] = True
    return Spots(taken, CellCounter(taken), width, height)


def _cells_in(box: Box) -> tuple[slice, slice]:
    """The rows and columns that a box lies on."""
    left, right = (max(int(x / CELL), 0) for x in (box.x, box.x + box.width + CELL))
    top, bottom = (max(int(y / CELL), 0) for y in (box.y, box.y + box.height + CELL))
    return slice(top, bottom), slice(left, right)


def cheapest(middles: Points, at_least: Costs, cost: Costs) -> Points:
    """The first of ``middles`` (n, 2) with the least cost, which is asked for those only that may have it.

    None costs less than it costs ``at_least``.
    """
    least, limit = at_least(middles), COUNT_UP_TO
    while True:
        tried = middles[least <= limit]
        costs = cost(tried)
        if len(tried) == len(middles) or costs.min(initial=np.inf) <= limit:
            found: Points = tried[int(np.argmin(costs))]
            return found
        limit *= 4
