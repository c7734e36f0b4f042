"""The small drawing of a board, for lists of boards: land, lines and dots; no names."""

from __future__ import annotations

from footplate.boards import Board, Route, board_title
from footplate.boards.limits import GREY
from footplate.maps.coast import rings
from footplate.maps.curves import pairs_of
from footplate.maps.layout import Padding, fit_cities
from footplate.maps.svg import document, group, id_prefix, open_path, polygon_paths, px, swollen, xy
from footplate.maps.theme import Theme, ThemeName, mix, theme_named


def draw_thumbnail(board: Board, width: float = 180, height: float = 136, theme: ThemeName = "light") -> str:
    """The small drawing: the land, straight lines in the route colours (thicker for doubles) and dots."""
    colors = theme_named(theme)
    scale = min(width / 180, height / 136)
    padding = Padding(20 * scale, 20 * scale, 18 * scale, 18 * scale)
    centres = fit_cities(board.cities, board.aspect, width, height, padding)
    pairs = pairs_of(board)
    lines = [f"M{xy(centres[pair.a])}L{xy(centres[pair.b])}" for pair in pairs]
    land = [[(float(x), float(y)) for x, y in centres[list(ring)]] for ring in rings(len(centres), pairs)]
    net = f"{id_prefix(board.name, theme, width, height)}-thumb"
    strokes = (("waterline", 30), ("sea", 29), ("waterline", 24), ("sea", 23), ("coast", 19), ("land", 17.6))
    routes = [
        f'<path d="{line}" stroke="{_thumbnail_ink(board.routes[pair.routes[0]], colors)}"'
        f' stroke-width="{2.4 if len(pair.routes) > 1 else 1.5}"/>'
        for line, pair in zip(lines, pairs, strict=True)
    ]
    radius = 2.6 if len(board.cities) < 20 else 1.8
    dots = [f'<circle cx="{px(x)}" cy="{px(y)}" r="{radius}"/>' for x, y in centres]
    return document(
        width,
        height,
        board_title(board),
        (
            f'<defs><g id="{net}">{polygon_paths(land)}{open_path(lines)}</g></defs>',
            f'<rect width="{px(width)}" height="{px(height)}" fill="{colors["sea"]}"/>',
            *(swollen(net, colors[color], stroke * scale) for color, stroke in strokes),
            group(routes, fill="none"),
            group(dots, fill=colors["city"], stroke=colors["city-ring"], stroke_width=0.9),
        ),
    )


def _thumbnail_ink(route: Route, colors: Theme) -> str:
    plain = colors["rail"] if route.color in ("white", GREY) else colors[route.color]
    return mix(plain, colors["ink"], float(colors["thumb-mix"].rstrip("%")) / 100)
