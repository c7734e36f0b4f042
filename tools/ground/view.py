"""Which part of the cities' coordinates the panels of screens show, from very tall to very wide ones."""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.boards.check.layout import BEYOND_GROUND
from footplate.maps.layout import fit_for, padding_for
from tools.ground.warp import Points

PANELS = ((360.0, 800.0), (390.0, 867.0), (900.0, 2000.0), (1040.0, 400.0), (1560.0, 600.0), (2600.0, 1000.0))
SPARE = 0.03


def seen(board: Board) -> tuple[Points, Points]:
    """The top left and bottom right corners of all that such panels show, in the cities' coordinates."""
    corners = np.concatenate([_corners(board, width, height) for width, height in PANELS])
    low, high = corners.min(axis=0) - SPARE, corners.max(axis=0) + SPARE
    return np.clip(low, -BEYOND_GROUND, 1 + BEYOND_GROUND), np.clip(high, -BEYOND_GROUND, 1 + BEYOND_GROUND)


def _corners(board: Board, width: float, height: float) -> Points:
    fit = fit_for(board, width, height, padding_for(board, width, height))
    return fit.spots_at(np.array(((0.0, 0.0), (width, height))))
