"""How often routes are claimed, on the map: the more often, the wider and darker. Width alone tells it as well."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.boards import Board
from footplate.maps.draw import map_layers
from footplate.maps.geometry import map_geometry
from footplate.maps.layout import Box, natural_height
from footplate.maps.painter import smooth
from footplate.maps.position import Highlight, Position, Sheet
from footplate.maps.svg import document, group, id_prefix, px, rect, text, title_tag
from footplate.maps.theme import Theme, ThemeName, mix, theme_named

DEAD = 0.02  # a route that is claimed less often is as good as never
_LEGEND = 34.0  # px
_WIDE = 660.0  # px that a legend in words takes
_SAMPLES = (0.1, 0.4, 0.7, 1.0)


def draw_route_use(
    board: Board,
    shares: Sequence[float],
    *,
    width: float = 1280,
    theme: ThemeName = "light",
    least: float = DEAD,
    place: str = "",
) -> str:
    """The map as SVG; ``shares`` (0 to 1) by route. Routes below ``least`` are dotted lines.

    ``place`` tells drawings apart that stand on one page.
    """
    if len(shares) != len(board.routes):
        raise ValueError(f"{len(shares)} shares for {len(board.routes)} routes")
    height = natural_height(board, width)
    geometry = map_geometry(board, width, height)
    prefix = id_prefix(board.name, f"{theme} use {place}".strip(), width, height)
    sheet = Sheet(board, geometry, theme_named(theme), Position(), Highlight(), prefix)
    lines = [_line(sheet, route, share, least) for route, share in sorted(enumerate(shares), key=lambda x: x[1])]
    routes = group(lines, fill="none", stroke_linecap="butt", stroke_linejoin="round")
    layers = (*map_layers(sheet, (routes,)), _legend(width, height, sheet.theme, least))
    return document(width, height + _LEGEND, f"{board.title}: how often each route is claimed", layers)


def _line(sheet: Sheet, route: int, share: float, least: float) -> str:
    ends, track = sheet.board.routes[route], _track(sheet.board, route)
    words = f"{ends.a} – {ends.b}{track}: {100 * share:.0f} %"
    path = smooth(sheet.map.routes[route].link)
    return f'<path d="{path}" {_look(sheet.theme, share, least)}>{title_tag(words)}</path>'


def _track(board: Board, route: int) -> str:
    parallel = next(group for group in board.parallel_routes if route in group)
    return f" ({parallel.index(route) + 1})" if len(parallel) > 1 else ""


def _look(theme: Theme, share: float, least: float) -> str:
    if share < least:
        return f'stroke="{theme["signal"]}" stroke-width="1.4" stroke-dasharray="1.4 3.4"'
    colour = mix(theme["land"], theme["enamel-line"], 0.18 + 0.82 * share)
    return f'stroke="{colour}" stroke-width="{px(1.2 + 9.5 * share**1.5)}"'


def _legend(width: float, height: float, theme: Theme, least: float) -> str:
    y, words = height + _LEGEND / 2, height + _LEGEND / 2 + 4
    samples = [share for share in _SAMPLES if share >= least]
    pieces = [rect(Box(0, height, width, _LEGEND), fill=theme["panel"])]
    if width < _WIDE:
        figures = [f"{100 * share:.0f} %" for share in samples]
        for k, (share, figure) in enumerate(zip([*samples, 0.0], [*figures, "less"], strict=True)):
            x = 10.0 + 66 * k
            pieces.append(f'<path d="M{px(x)} {px(y)}h22" {_look(theme, share, least)}/>')
            pieces.append(text(x + 26, words, figure, theme, font_size=12.0))
        return group(pieces)
    x = 14.0
    for share in samples:
        pieces.append(f'<path d="M{px(x)} {px(y)}h40" {_look(theme, share, least)}/>')
        x += 48
    claimed = f"claimed in {', '.join(f'{100 * share:.0f}' for share in samples)} % of its games"
    pieces.append(text(x + 8, words, claimed, theme, font_size=13.0))
    x += 8 + 6.6 * len(claimed) + 24
    pieces.append(f'<path d="M{px(x)} {px(y)}h40" {_look(theme, 0, least)}/>')
    return group([*pieces, text(x + 52, words, f"in less than {100 * least:.0f} %", theme, font_size=13.0)])
