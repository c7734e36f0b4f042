"""A board, with or without a game on it, as SVG text that stands alone: colours resolved, no CSS, no scripts.

What can still change hands is printed (flat, thin line, square ends); what someone owns is enamelled (full colour,
outline, halo, round ends, joined by a line from city to city). Where everything lies is the business of ``geometry``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from footplate.boards import Board, Route
from footplate.boards.limits import GREY
from footplate.maps.furniture import cartouche, compass, frame
from footplate.maps.geometry import Car, CityPlace, MapGeometry, RoutePlace, map_geometry
from footplate.maps.layout import Box, natural_height
from footplate.maps.legend import LIVERY_NAMES, legend, legend_height, legend_rows
from footplate.maps.position import Highlight, Position
from footplate.maps.shapes import COAST_WIDTH, graticule, train_height, wagons, waterlines
from footplate.maps.svg import (
    Size,
    document,
    escaped,
    group,
    id_prefix,
    open_path,
    placed,
    polygon_paths,
    polyline,
    px,
    quadratic,
    rect,
    swollen,
    title_tag,
)
from footplate.maps.theme import DISPLAY_FACE, LIVERIES, STAR, SYMBOLS, Theme, ThemeName, mix, theme_named
from footplate.maps.thumbnail import draw_thumbnail

__all__ = ["Highlight", "Position", "Sheet", "Size", "draw_board", "draw_thumbnail", "map_layers"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One drawing under way. ``prefix`` keeps its ids apart from those of other drawings on the same page."""

    board: Board
    map: MapGeometry
    theme: Theme
    position: Position
    highlight: Highlight
    prefix: str


def draw_board(
    board: Board,
    *,
    width: float = 1280,
    height: float | None = None,
    size: Size | None = None,
    theme: ThemeName = "light",
    position: Position | None = None,
    highlight: Highlight | None = None,
) -> str:
    """The map as SVG, ``width`` x ``height`` pixels; without a height, the one that shows its true proportions.

    With a ``size`` the drawing has its proportions and comes out that big, with everything on it as big as it is on
    ``width`` pixels.
    Under a map with a position stands whose trains are whose, where that takes at most a third of the height.
    """
    position = position or Position()
    rows = legend_rows(position.players, width)
    strip = legend_height(rows)
    if size:
        height = round(width * size.height / size.width, 1)
    if height is None:
        height = natural_height(len(board.cities), board.aspect, width) + strip
    if strip > height / 3:
        rows, strip = [], 0.0
    geometry = map_geometry(board, width, height - strip)
    prefix = id_prefix(board.name, theme, width, height)
    sheet = Sheet(board, geometry, theme_named(theme), position, highlight or Highlight(), prefix)
    routes = _rails(sheet), _ticket_glow(sheet), _slots(sheet), _trains(sheet)
    layers = (*map_layers(sheet, routes), legend(rows, geometry, prefix, sheet.theme))
    return document(width, height, geometry.title, layers, size)


def map_layers(sheet: Sheet, routes: Iterable[str]) -> Iterator[str]:
    """A map's layers, with those of its routes between the ground and the cities."""
    yield from (_definitions(sheet), _sea_and_land(sheet), _graticule(sheet))
    yield from routes
    yield from (_cities(sheet), _names(sheet), _nameboards(sheet))
    theme = sheet.theme
    yield from (cartouche(sheet.board, sheet.map, theme), compass(sheet.map, theme), frame(sheet.map, theme))


# ---- ground ------------------------------------------------------------------------------------------------------


def _definitions(sheet: Sheet) -> str:
    """The net that land is made of, and the symbols and liveries that this map uses, in this theme's inks."""
    land = sheet.map.land
    net = f"{polygon_paths(land.polygons)}{open_path(quadratic(curve) for curve in land.curves)}"
    pieces = [f'<g id="{sheet.prefix}-net">{net}</g>']
    colors = {route.color for route in sheet.board.routes} - {GREY}
    pieces += [
        f'<g id="{sheet.prefix}-{color}">{SYMBOLS[color].format(ink=sheet.theme[f"{color}-on"])}</g>'
        for color in sorted(colors)
    ]
    for color in sorted({route.color for route in sheet.board.routes if route.locomotives}):
        wheel = SYMBOLS["loco"].format(ink=sheet.theme[f"{color}-on"])
        pieces.append(f'<g id="{sheet.prefix}-locomotive-{color}">{wheel}</g>')
    for seat in sheet.position.players:
        livery = LIVERIES[seat].format(ink=sheet.theme[f"p{seat + 1}-on"])
        pieces.append(f'<g id="{sheet.prefix}-p{seat + 1}">{livery}</g>')
    if any(city.attraction for city in sheet.map.cities):
        pieces.append(f'<g id="{sheet.prefix}-star">{STAR.format(ink=sheet.theme["city-ink"])}</g>')
    return f"<defs>{''.join(pieces)}</defs>"


def _sea_and_land(sheet: Sheet) -> str:
    theme, radius, net = sheet.theme, sheet.map.land.radius, f"{sheet.prefix}-net"
    pieces = [f'<rect width="{px(sheet.map.width)}" height="{px(sheet.map.height)}" fill="{theme["sea"]}"/>']
    for outer, inner, strength in waterlines(sheet.map.land):
        pieces.append(swollen(net, mix(theme["sea"], theme["waterline"], strength), outer))
        pieces.append(swollen(net, theme["sea"], inner))
    pieces.append(swollen(net, theme["coast"], 2 * (radius + COAST_WIDTH)))
    pieces.append(swollen(net, theme["land"], 2 * radius))
    return group(pieces)


def _graticule(sheet: Sheet) -> str:
    lines = graticule(sheet.map.width, sheet.map.height)
    return f'<path d="{lines}" fill="none" stroke="{sheet.theme["graticule"]}" opacity=".75"/>'


# ---- routes ------------------------------------------------------------------------------------------------------


def _rails(sheet: Sheet) -> str:
    rails = [f'<path d="{polyline(place.link)}"/>' for place in sheet.map.routes]
    return group(rails, fill="none", stroke=sheet.theme["rail"], opacity=0.85)


def _ticket_glow(sheet: Sheet) -> str:
    bands = [
        f'<path d="{polyline(sheet.map.routes[i].link)}" opacity="{0.55 if i in sheet.position.owners else 0.95}"/>'
        for i in sorted(sheet.highlight.routes)
    ]
    return group(
        bands,
        fill="none",
        stroke=sheet.theme["lamp-fill"],
        stroke_width=sheet.map.sizes.car_height + 9,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _slots(sheet: Sheet) -> str:
    return group(
        _slot_row(sheet, i, route, place)
        for i, (route, place) in enumerate(zip(sheet.board.routes, sheet.map.routes, strict=True))
        if i not in sheet.position.owners
    )


def _slot_row(sheet: Sheet, index: int, route: Route, place: RoutePlace) -> str:
    """A free route: its cars in the route's colour, tunnels with a heavy broken outline. Closed: only an outline."""
    closed = index in sheet.position.closed
    look: dict[str, str | float] = {
        "fill": "none" if closed else sheet.theme[route.color],
        "stroke": sheet.theme["slot-edge"],
        "stroke_width": 1.7 if route.tunnel else 0.9,
    }
    if route.tunnel:
        look["stroke_dasharray"] = "3.4 2"
    if closed:
        look["opacity"] = 0.38
    else:
        look["stroke_opacity"] = 0.95 if route.tunnel else sheet.theme["slot-edge-o"]
    cars = group((_slot(car) for car in place.cars), **look)
    symbols = [] if closed else _slot_symbols(sheet, route, place)
    return group((title_tag(_route_words(sheet, index)), cars, *symbols))


def _slot(car: Car) -> str:
    return (
        f'<rect class="car" x="{px(-car.width / 2)}" y="{px(-car.height / 2)}" width="{px(car.width)}"'
        f' height="{px(car.height)}" rx="1.8" transform="{placed(car)} rotate({px(car.angle)})"/>'
    )


def _slot_symbols(sheet: Sheet, route: Route, place: RoutePlace) -> list[str]:
    """Upright whatever the angle of the car; a ferry's first cars carry the locomotive's wheel, grey has none."""
    wheels = [f"locomotive-{route.color}"] * min(route.locomotives, route.length)
    plain = [None if route.color == GREY else route.color] * (route.length - len(wheels))
    scale = px(min(0.86 * sheet.map.sizes.car_height, 10.5) / 10, digits=3)
    return [
        f'<use href="#{sheet.prefix}-{symbol}" transform="{placed(car)} scale({scale})"/>'
        for symbol, car in zip([*wheels, *plain], place.cars, strict=True)
        if symbol
    ]


def _trains(sheet: Sheet) -> str:
    """All halos lie under all lines, and these under all cars, so that no train cuts into its neighbour's."""
    owned = sorted(sheet.position.owners.items())
    theme, line = sheet.theme, sheet.map.sizes.train_line
    bands = [_halo(sheet, i, theme["lamp-fill"], 8) for i, _ in owned if i in sheet.position.latest]
    halos = [_halo(sheet, i, theme["train-halo"], 3.4) for i, _ in owned if i not in sheet.position.latest]
    links = [
        f'<path d="{polyline(sheet.map.routes[i].link)}" stroke="{color}" stroke-width="{px(width)}"/>'
        for i, seat in owned
        for color, width in ((theme["train-edge"], line + 2), (theme[f"p{seat + 1}"], line))
    ]
    cars = [_train(sheet, i, seat) for i, seat in owned]
    return group((*bands, *halos, group(links, fill="none", stroke_linejoin="round"), *cars))


def _halo(sheet: Sheet, index: int, color: str, wider: float) -> str:
    cars = _train_cars(sheet, index)
    return group(cars, fill=color, stroke=color, stroke_width=1.1 + wider, stroke_linejoin="round")


def _train(sheet: Sheet, index: int, seat: int) -> str:
    player = f"p{seat + 1}"
    scale = px(train_height(sheet.map) / 10, digits=3)
    liveries = [
        f'<use href="#{sheet.prefix}-{player}" stroke="none"'
        f' transform="{placed(car)} rotate({px(car.angle)}) scale({scale})"/>'
        for car in sheet.map.routes[index].cars
    ]
    look: dict[str, str | float] = {"fill": sheet.theme[player], "stroke": sheet.theme["train-edge"]}
    words = title_tag(_route_words(sheet, index))
    return group((words, *_train_cars(sheet, index, "car"), *liveries), **look, stroke_width=1.1)


def _train_cars(sheet: Sheet, index: int, kind: str = "halo") -> list[str]:
    place = sheet.map.routes[index]
    return [
        f'<path class="{kind}" d="{shape}" transform="{placed(car)} rotate({px(car.angle)})"/>'
        for car, shape in zip(place.cars, wagons(sheet.map, place), strict=True)
    ]


def _route_words(sheet: Sheet, index: int) -> str:
    route = sheet.board.routes[index]
    words = [f"{route.a} to {route.b}", f"{route.length} {route.color}"]
    if route.tunnel:
        words.append("tunnel")
    if route.locomotives:
        words.append(f"needs {route.locomotives} locomotive{'s' if route.locomotives > 1 else ''}")
    if index in sheet.position.owners:
        words.append(f"{LIVERY_NAMES[sheet.position.owners[index]]} trains")
    else:
        words.append("closed" if index in sheet.position.closed else "free")
    return ", ".join(words)


# ---- cities and names --------------------------------------------------------------------------------------------


def _cities(sheet: Sheet) -> str:
    theme, radius = sheet.theme, sheet.map.sizes.dot_radius
    lit = [sheet.map.cities[i] for i in sorted(sheet.highlight.cities)]
    rings = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius + 5)}"/>' for c in lit]
    dots = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius)}"/>' for c in sheet.map.cities]
    stars = [
        f'<use href="#{sheet.prefix}-star" stroke="none"'
        f' transform="{placed(c)} scale({px(0.144 * radius, digits=3)})"/>'
        for c in sheet.map.cities
        if c.attraction
    ]
    ring_width = 1.7 if len(sheet.map.cities) >= 20 else 2
    return group(rings, fill=theme["lamp-fill"], stroke=theme["ink"]) + group(
        (*dots, *stars), fill=theme["city"], stroke=theme["city-ring"], stroke_width=ring_width
    )


def _names(sheet: Sheet) -> str:
    """All halos first: no name is bitten by its neighbour's."""
    plain = [city for i, city in enumerate(sheet.map.cities) if i not in sheet.highlight.cities]
    texts = [_text_lines(city) for city in plain]
    halo = sheet.theme["label-halo"]
    return group(
        (
            group(texts, aria_hidden="true", fill=halo, stroke=halo, stroke_width=3, stroke_linejoin="round"),
            group(texts, fill=sheet.theme["label"]),
        ),
        font_family=DISPLAY_FACE,
        font_weight=600,
        font_size=sheet.map.sizes.name_size,
    )


def _text_lines(city: CityPlace) -> str:
    label = city.label
    return "".join(
        f'<text x="{px(label.x)}" y="{px(baseline)}" text-anchor="{label.anchor}">{escaped(line)}</text>'
        for line, baseline in zip(label.lines, label.baselines, strict=True)
    )


def _nameboards(sheet: Sheet) -> str:
    boards = [_nameboard(sheet, sheet.map.cities[i]) for i in sorted(sheet.highlight.cities)]
    size = sheet.map.sizes.name_size
    return group(boards, font_family=DISPLAY_FACE, font_weight=600, font_size=size, text_anchor="middle")


def _nameboard(sheet: Sheet, city: CityPlace) -> str:
    """The name on an enamel plate with a keyline, 7 px further from its city, inside the panel."""
    box, enamel, paint = city.label.box, sheet.theme["enamel"], sheet.theme["on-enamel"]
    away = {"start": (7, 0), "end": (-7, 0), "middle": (0, 6 if box.y > city.y else -6)}[city.label.anchor]
    x = min(max(box.x + away[0], 12), max(12, sheet.map.width - 12 - box.width))
    y = box.y + away[1]
    texts = [
        f'<text x="{px(x + box.width / 2)}" y="{px(baseline + away[1])}" fill="{paint}">{escaped(line)}</text>'
        for line, baseline in zip(city.label.lines, city.label.baselines, strict=True)
    ]
    outer = Box(x - 6.2, y - 4.2, box.width + 12.4, box.height + 7.4)
    inner = Box(x - 5, y - 3, box.width + 10, box.height + 5)
    plate = rect(outer, rx=4, fill="none", stroke=enamel, stroke_width=1.4)
    return plate + rect(inner, rx=3, fill=enamel, stroke=paint, stroke_width=1.2) + "".join(texts)
