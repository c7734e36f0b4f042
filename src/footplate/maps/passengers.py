"""Where passengers wait: in a row beside their city, placed after the names; those of a country at its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from footplate.boards import Board
from footplate.maps.ground import Ground
from footplate.maps.layout import Box, Points
from footplate.maps.places import CountryPlace, PassengerRow, point
from footplate.maps.spots import Spots

FIGURE = (10.0, 14.0)  # px
APART = 9.8  # px from one figure's middle to the next
DIRECTIONS = 16
NEAREST, FARTHEST = 9.0, 33.0  # px from the city to the row
EDGE = 8.0  # px to the panel's edge
COVERED = 1e6  # cost: letters and dots can't be seen under a row, and two rows can't be told apart


def place_passengers(
    board: Board, ground: Ground, centres: Points, countries: Sequence[CountryPlace], free: Sequence[Box], spots: Spots,
    scale: float,
) -> tuple[PassengerRow, ...]:  # fmt: skip
    """A row for every city and country where passengers wait at first, long enough for all of them.

    ``free`` are boxes that no row may lie on: letters and dots of the cities.
    """
    boxes = {country.name: country.label.box for country in countries}
    rows: list[PassengerRow] = []
    taken = [*free]
    for name, number in ground.passengers:
        if number < 1 or (name not in boxes and name not in board.city_index):
            continue
        width, height = FIGURE[0] + APART * (number - 1), FIGURE[1]
        if name in boxes:
            box = boxes[name]
            middle = np.array((box.x + box.width / 2, box.y + box.height / 2))
            tried = _around(middle, box.width + width, box.height + height, (3.0, 8.0, 14.0))
        else:
            middle = centres[board.city_index[name]]
            tried = _around(middle, width, height, np.arange(NEAREST, FARTHEST + 1, 2) * scale)
        cost = spots.cost(tried, (width, height), EDGE) + np.hypot(*(tried - middle).T)
        cost += COVERED * _overlapping(tried, (width, height), taken)
        x, y = tried[int(np.argmin(cost))]
        taken.append(Box(x - width / 2, y - height / 2, width, height))
        spots = spots.with_box(taken[-1])
        rows.append(PassengerRow(name, *point((x - width / 2 + FIGURE[0] / 2, y))))
    return tuple(rows)


def _around(middle: Points, width: float, height: float, distances: Sequence[float] | Points) -> Points:
    """Middles of boxes of this size in all directions, their edges that far from ``middle``."""
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ways = np.column_stack((np.cos(angles), np.sin(angles)))
    shift = np.clip(1.35 * ways, -1, 1) * (width / 2, height / 2)
    return np.concatenate([distance * ways + shift for distance in distances]) + middle


def _overlapping(middles: Points, size: tuple[float, float], boxes: Sequence[Box]) -> npt.NDArray[np.int64]:
    """How many of ``boxes`` a box of this size lies on, around each of ``middles``."""
    others = np.array([(box.x + box.width / 2, box.y + box.height / 2, box.width, box.height) for box in boxes])
    x, y, width, height = others.reshape(-1, 4).T[:, :, None]
    on_x = np.abs(middles[:, 0] - x) < (size[0] + width) / 2
    on_y = np.abs(middles[:, 1] - y) < (size[1] + height) / 2
    overlapping: npt.NDArray[np.int64] = (on_x & on_y).sum(axis=0)
    return overlapping
