"""The small drawing of a board, for lists of boards: land, lines and dots; no names, but the year of its title."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

import numpy as np

from footplate.boards import Board, Route, board_title
from footplate.boards.limits import GREY
from footplate.maps.coast import bays, ponds, rings
from footplate.maps.curves import Pair, pairs_of
from footplate.maps.ground import Ground, ground_of
from footplate.maps.ground_layers import river, terrain_definitions
from footplate.maps.land import HOME, is_ferry, placed_mark
from footplate.maps.layout import Box, Fit, Padding, Points, fit_for, spots_of
from footplate.maps.painter import Painter
from footplate.maps.places import point
from footplate.maps.svg import document, dot, group, id_prefix, open_path, polygon_paths, px, xy
from footplate.maps.terrain import Terrain, terrain_of, thinned
from footplate.maps.theme import DISPLAY_FACE, Theme, ThemeName, mix, theme_named

RADIUS = 8.8  # of the land
WATERLINES = ((6.2, "waterline"), (5.7, "sea"), (3.2, "waterline"), (2.7, "sea"), (0.7, "coast"), (0.0, "land"))
STEPS = 24  # along a line
THINNED = 0.8  # px between the points of an outline, at least
MARK = 0.2  # widths of marks, times those on a map of scale 1


def draw_thumbnail(board: Board, width: float = 180, height: float = 136, theme: ThemeName = "light") -> str:
    """The small drawing: the ground, straight lines in the route colours (thicker for doubles) and dots."""
    colours = theme_named(theme)
    scale = min(width / 180, height / 136)
    padding = Padding(20 * scale, 20 * scale, 18 * scale, 18 * scale)
    fit = fit_for(board, width, height, padding)
    centres = fit.place(spots_of(board.cities))
    pairs, ground = pairs_of(board), ground_of(board)
    sheet = Box(0, 0, width, height)
    net = f"{id_prefix(board.name, theme, width, height)}-thumb"
    if ground.outlines:
        terrain = thinned(terrain_of(ground.outlines, fit), THINNED)
        definitions = "".join(terrain_definitions(terrain, net))
        layers = _terrain(terrain, net, sheet, scale, colours)
    else:
        land = _net(centres, pairs, _land_pairs(board, ground, pairs), ground.gates, sheet, _radius(ground) * scale)
        definitions = f'<g id="{net}">{land}</g>'
        layers = _ground(ground, fit, net, sheet, scale, colours)
    routes = [
        f'<path d="{_line(centres, pair)}" stroke="{_thumbnail_ink(board.routes[pair.routes[0]], colours)}"'
        f' stroke-width="{2.4 if len(pair.routes) > 1 else 1.5}"/>'
        for pair in pairs
    ]
    radius = 2.6 if len(board.cities) < 20 else 1.8
    dots = [f'<circle cx="{px(x)}" cy="{px(y)}" r="{radius}"/>' for x, y in centres]
    return document(
        width,
        height,
        board_title(board),
        (
            f"<defs>{definitions}</defs>",
            *layers,
            group(routes, fill="none"),
            group(dots, fill=colours["city"], stroke=colours["city-ring"], stroke_width=0.9),
            _year(board_title(board), width, height, scale, colours),
        ),
    )


def _radius(ground: Ground) -> float:
    return HOME * RADIUS if ground.inland else RADIUS


def _land_pairs(board: Board, ground: Ground, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs of cities with land between them; inland, those at home."""
    if ground.inland:
        return [pair for pair in pairs if not {pair.a, pair.b} & ground.gates]
    return [pair for pair in pairs if not is_ferry(board, pair)]


def _line(centres: Points, pair: Pair) -> str:
    return f"M{xy(centres[pair.a])}L{xy(centres[pair.b])}"


def _net(
    centres: Points, pairs: Sequence[Pair], by_land: Sequence[Pair], gates: Set[int], sheet: Box, radius: float
) -> str:
    lines = {(pair.a, pair.b): np.linspace(centres[pair.a], centres[pair.b], STEPS) for pair in by_land}
    by_sea = {(pair.a, pair.b) for pair in pairs} - lines.keys()
    joined = {city for ends in lines for city in ends}
    spots = [centre for city, centre in enumerate(centres) if city not in joined | gates]
    inland = list(rings(len(centres), by_land))
    polygons = [*(centres[list(ring)] for ring in inland), *bays(centres, lines, inland, by_sea, radius)]
    known = [*lines.values(), *(spot[None] for spot in spots)]
    polygons += ponds(polygons, known, sheet.width, sheet.height, radius, grid=radius / 5)
    paths = [*(_line(centres, pair) for pair in by_land), *(dot(spot) for spot in spots)]
    return polygon_paths([tuple(map(point, polygon)) for polygon in polygons]) + open_path(paths)


def _ground(ground: Ground, fit: Fit, net: str, sheet: Box, scale: float, colours: Theme) -> list[str]:
    added, water = ([placed_mark(mark, fit, MARK * scale) for mark in marks] for marks in (ground.land, ground.water))
    if not ground.inland:
        painter = Painter(net, _radius(ground) * scale, added, water, sheet)
        return [
            painter.fill(colours["sea"]),
            *painter.paint([(off * scale, colours[name]) for off, name in WATERLINES]),
        ]
    if not ground.countries:
        painter = Painter(net, 0, (), (), sheet)
        return [painter.fill(colours["land"]), river(water, colours)]
    painter = Painter(net, _radius(ground) * scale, (), (), sheet)
    abroad = mix(colours["land"], colours["sea"], colours["abroad-sea"])
    wash = mix(colours["land"], colours["enamel"], colours["home-wash"])
    levels = [(0.7 * scale, colours["coast"]), (0.0, wash), (-1.6 * scale, colours["land"])]
    return [painter.fill(abroad), *painter.paint(levels)]


def _terrain(terrain: Terrain, prefix: str, sheet: Box, scale: float, colours: Theme) -> list[str]:
    painter = Painter(f"{prefix}-net", 0, (), (), sheet)
    abroad = mix(colours["land"], colours["sea"], colours["abroad-sea"]) if terrain.home else colours["land"]
    levels = [(off * scale, abroad if name == "land" else colours[name]) for off, name in WATERLINES]
    home = f'<use href="#{prefix}-home" fill="{colours["land"]}" stroke="{colours["coast"]}" stroke-width="0.5"/>'
    edge = f'fill="{colours["sea"]}" stroke="{colours["coast"]}" stroke-width="0.5"'
    return [
        painter.fill(colours["sea"]),
        *painter.paint(levels),
        *([home] if terrain.home else ()),
        *([f'<use href="#{prefix}-lakes" {edge}/>'] if terrain.lakes else ()),
    ]


def _year(title: str, width: float, height: float, scale: float, colours: Theme) -> str:
    """What tells two editions of one map apart."""
    year = re.search(r"\b(1[89]|20)\d\d\b", title)
    if not year:
        return ""
    return (
        f'<text x="{px(8 * scale)}" y="{px(height - 8 * scale)}" fill="{colours["ink"]}"'
        f' font-family="{DISPLAY_FACE}" font-size="{px(13 * scale)}" font-weight="700">{year[0]}</text>'
    )


def _thumbnail_ink(route: Route, colours: Theme) -> str:
    plain = colours["rail"] if route.color in ("white", GREY) else colours[route.color]
    return mix(plain, colours["ink"], float(colours["thumb-mix"].rstrip("%")) / 100)
