"""Whether a board can be read in our drawing: its curves don't cross, and no name lies on cars."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from footplate.boards import Board
from footplate.design.new.graphs import crosses
from footplate.maps.curves import curve_points
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.layout import natural_height

WIDTH = 1280.0
_STEPS = 16


def is_clear_drawing(board: Board) -> bool:
    height = natural_height(board, WIDTH)
    geometry = map_geometry(board, WIDTH, height)
    return not crossing_routes(board, geometry)


def crossing_routes(board: Board, geometry: MapGeometry) -> list[tuple[int, int]]:
    """Routes (by number, the first of each pair) whose curves cross as they are drawn, ends apart."""
    first = [group[0] for group in board.parallel_routes]
    curves = np.array([[c.start, c.control, c.end] for c in (geometry.routes[route].curve for route in first)])
    lines = curve_points(curves[:, 0], curves[:, 1], curves[:, 2], _STEPS)
    starts, ends = lines[:, :-1].reshape(-1, 2), lines[:, 1:].reshape(-1, 2)
    owner = np.repeat(np.arange(len(first)), _STEPS)
    found = []
    for i, line in enumerate(lines):
        crossed = np.zeros(len(owner), dtype=np.bool_)
        for a, b in pairwise(line):
            crossed |= crosses(a, b, starts, ends)
        found += [(first[i], first[j]) for j in sorted({int(j) for j in owner[crossed]}) if j > i]
    return found
