"""Free spots on a map that is laid out already: for the names of countries, the stamps of districts, passengers.

The map is seen as small cells, each free or taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

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
        sums = np.cumsum(np.cumsum(cells, axis=0, dtype=np.int32), axis=1, dtype=np.int32)
        self._sums = np.pad(sums, ((1, 0), (1, 0)))  # of all cells above and to the left

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
    width: float
    height: float

    @property
    def axes(self) -> tuple[Points, Points]:
        """The middles of the cells, to the right and down."""
        rows, columns = self.taken.shape
        x, y = ((np.arange(n, dtype=np.float64) + 0.5) * CELL for n in (columns, rows))
        return x, y

    @cached_property
    def _counter(self) -> CellCounter:
        return CellCounter(self.taken)

    def cost(self, middles: Points, size: tuple[float, float], edge: float) -> Points:
        """What boxes of this size cost around ``middles`` (n, 2): for what they cover, and for what is near."""
        half = np.array(size) / 2
        room = np.minimum(middles - half, (self.width, self.height) - middles - half).min(axis=1)
        covered = self._counter.count(middles, size)
        near = self._counter.count(middles, (size[0] + 2 * NEAR, size[1] + 2 * NEAR))
        return ON_SOMETHING * covered + BESIDE_SOMETHING * near + np.where(room < edge, OUTSIDE, 0)

    def is_free(self, box: Box) -> bool:
        middle = np.array([(box.x + box.width / 2, box.y + box.height / 2)])
        return not self._counter.count(middle, (box.width, box.height)).any()

    def with_box(self, box: Box) -> Spots:
        """The same with one more box on it."""
        taken = self.taken.copy()
        _take_box(taken, box)
        return Spots(taken, self.width, self.height)

    def grid(self, step: float) -> Points:
        """Points all over the map."""
        x, y = np.meshgrid(np.arange(step / 2, self.width, step), np.arange(step / 2, self.height, step))
        return np.column_stack((x.ravel(), y.ravel()))


def taken_by(discs: Sequence[tuple[Points, float]], boxes: Sequence[Box], width: float, height: float) -> Spots:
    """A map with discs, as centres (n, 2) with one radius each, and boxes on it."""
    taken = np.zeros((int(height / CELL) + 1, int(width / CELL) + 1), dtype=np.bool_)
    for centres, radius in discs:
        reach = int(radius / CELL) + 1
        around = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
        cells = (centres[:, None, ::-1] / CELL).astype(np.int64) + around
        away = (cells + 0.5) * CELL - centres[:, None, ::-1]
        inside = (away**2).sum(axis=2) <= radius**2
        on_map = ((cells >= 0) & (cells < taken.shape)).all(axis=2)
        rows, columns = cells[inside & on_map].T
        taken[rows, columns] = True
    for box in boxes:
        _take_box(taken, box)
    return Spots(taken, width, height)


def _take_box(taken: Cells, box: Box) -> None:
    left, right = (max(int(x / CELL), 0) for x in (box.x, box.x + box.width + CELL))
    top, bottom = (max(int(y / CELL), 0) for y in (box.y, box.y + box.height + CELL))
    taken[top:bottom, left:right] = True


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
