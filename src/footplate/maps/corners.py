"""The corners of a map: the cartouche with the board's title and its table of points, and the compass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footplate.boards import Board, board_title
from footplate.maps.labels import text_width
from footplate.maps.layout import Box, Points

CORNER_MARGIN = 14.0
CARTOUCHE_HEIGHT = 62.0
AIM_HEIGHT = 46.0  # of the cartouche where there are no points
KEY_HEIGHT = 20.0  # of its row that shows a tunnel and a ferry
CARTOUCHE_TITLE_SIZE = 12.5
COMPASS_SIZE = 40.0


def free_corner(
    size: tuple[float, float],
    keep_off: Sequence[tuple[Points, tuple[float, float]]],
    width: float,
    height: float,
    taken: Sequence[Box],
) -> Box | None:
    """A box in the first corner that keeps its distances (x, y) from all points; None if there is none.

    The first one is sought from the lower left on, a second one from the upper left.
    """
    right, bottom = width - size[0] - CORNER_MARGIN, height - size[1] - CORNER_MARGIN
    if min(right, bottom) < CORNER_MARGIN:
        return None
    corners = [(CORNER_MARGIN, bottom), (right, bottom), (right, CORNER_MARGIN), (CORNER_MARGIN, CORNER_MARGIN)]
    for x, y in reversed(corners) if taken else corners:
        box = Box(round(x, 2), round(y, 2), *size)
        if not (any(_any_within(points, box, margin) for points, margin in keep_off) or _meets(box, taken)):
            return box
    return None


def _any_within(points: Points, box: Box, margin: tuple[float, float]) -> bool:
    low = (box.x - margin[0], box.y - margin[1])
    high = (box.x + box.width + margin[0], box.y + box.height + margin[1])
    return bool(((points > low) & (points < high)).all(axis=1).any())


def _meets(box: Box, others: Iterable[Box]) -> bool:
    return any(
        box.x < other.x + other.width
        and other.x < box.x + box.width
        and box.y < other.y + other.height
        and other.y < box.y + box.height
        for other in others
    )


def cartouche_sizes(board: Board) -> list[tuple[float, float]]:
    """Widths and heights of the plate with the board's title and its table of points, the best first.

    Where routes have no points, the plate says what wins.

    With tunnels or ferries on the board, it shows how they are drawn, where there is room.
    """
    title = text_width(board_title(board), CARTOUCHE_TITLE_SIZE) + 22
    if aim_words(board):
        return [(round(max(168.0, title), 2), AIM_HEIGHT)]
    width = round(max(168.0, title, 66.0 + sum(_column_widths(board))), 2)
    explained = has_ferries(board) or any(route.tunnel for route in board.routes)
    return [(width, CARTOUCHE_HEIGHT + KEY_HEIGHT)] * explained + [(width, CARTOUCHE_HEIGHT)]


def aim_words(board: Board) -> str:
    """What wins where routes have no points; else empty."""
    if board.rules.race:
        return f"First to {board.rules.race.tickets} tickets"
    return "Early progress counts most" if board.rules.progress else ""


def has_ferries(board: Board) -> bool:
    return any(route.locomotives for route in board.routes)


def cartouche_columns(board: Board, width: float) -> list[float]:
    """Middles of the columns of points in a cartouche of this width, from its left edge."""
    widths = _column_widths(board)
    spare = (width - 66 - sum(widths)) / max(len(widths), 1)
    return [58 + sum(widths[:i]) + column / 2 + spare * (i + 0.5) for i, column in enumerate(widths)]


def _column_widths(board: Board) -> list[float]:
    """What each column of the table of points needs at least, by its figures."""
    return [4.0 + 8 * len(str(points)) for _, points in sorted(board.rules.route_points.items())]
