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
from footplate.maps.shapes import (
    BAND,
    COAST_WIDTH,
    FEW_CITIES,
    MARK,
    MARK_LETTER,
    PLATE_EDGE,
    PLATES,
    RING,
    SLOT_CORNER,
    STAR,
    TRAIN_LINE_EDGE,
    graticule,
    nameboard,
    symbol_size,
    train_height,
    wagons,
    waterlines,
)
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
    xy,
)
from footplate.maps.theme import DISPLAY_FACE, LIVERIES, SYMBOLS, Theme, ThemeName, mix, theme_named
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
    names: bool = True,
) -> str:
    """The map as SVG, ``width`` x ``height`` pixels; without a height, the one that shows its true proportions.

    With a ``size`` the drawing has its proportions and comes out that big, with everything on it as big as it is on
    ``width`` pixels.
    A small drawing is clearer without the cities' ``names``.
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
    layers = (*map_layers(sheet, routes, names=names), legend(rows, geometry, prefix, sheet.theme))
    return document(width, height, geometry.title, layers, size)


def map_layers(sheet: Sheet, routes: Iterable[str], *, names: bool = True) -> Iterator[str]:
    """A map's layers, with those of its routes between the ground and the cities."""
    yield from (_definitions(sheet), _sea_and_land(sheet), _graticule(sheet))
    yield from routes
    yield _cities(sheet)
    theme = sheet.theme
    if names:
        yield from (_names(sheet), _nameboards(sheet), cartouche(sheet.board, sheet.map, theme))
    yield from (_marks(sheet), compass(sheet.map, theme), frame(sheet.map, theme))


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
        pieces.append(f'<g id="{sheet.prefix}-star">{SYMBOLS["yellow"].format(ink=sheet.theme["city-ink"])}</g>')
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
    return f'<path d="{lines}" fill="none" stroke="{sheet.theme["graticule"]}" opacity="{sheet.theme["graticule-o"]}"/>'


# ---- routes ------------------------------------------------------------------------------------------------------


def _rails(sheet: Sheet) -> str:
    rails = [f'<path d="{polyline(place.link)}"/>' for place in sheet.map.routes]
    return group(rails, fill="none", stroke=sheet.theme["rail"], opacity=sheet.theme["rail-o"])


def _ticket_glow(sheet: Sheet) -> str:
    opacity = {i: sheet.theme["laid-o" if i in sheet.position.owners else "way-o"] for i in sheet.highlight.routes}
    bands = [
        f'<path d="{polyline(sheet.map.routes[i].link)}" opacity="{opacity[i]}"/>'
        for i in sorted(sheet.highlight.routes)
    ]
    return group(
        bands,
        fill="none",
        stroke=sheet.theme["lamp-fill"],
        stroke_width=sheet.map.sizes.car_height + BAND,
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
        "stroke_width": sheet.theme["tunnel-line" if route.tunnel else "slot-line"],
    }
    if route.tunnel:
        look["stroke_dasharray"] = sheet.theme["tunnel-dash"]
    if closed:
        look["opacity"] = sheet.theme["closed-o"]
    else:
        look["stroke_opacity"] = sheet.theme["tunnel-o" if route.tunnel else "slot-edge-o"]
    cars = group((_slot(car) for car in place.cars), **look)
    symbols = [] if closed else _slot_symbols(sheet, route, place)
    return group((title_tag(_route_words(sheet, index)), cars, *symbols))


def _slot(car: Car) -> str:
    return (
        f'<rect class="car" x="{px(-car.width / 2)}" y="{px(-car.height / 2)}" width="{px(car.width)}"'
        f' height="{px(car.height)}" rx="{SLOT_CORNER}" transform="{placed(car)} rotate({px(car.angle)})"/>'
    )


def _slot_symbols(sheet: Sheet, route: Route, place: RoutePlace) -> list[str]:
    """Upright whatever the angle of the car; a ferry's first cars carry the locomotive's wheel, grey has none."""
    wheels = [f"locomotive-{route.color}"] * min(route.locomotives, route.length)
    plain = [None if route.color == GREY else route.color] * (route.length - len(wheels))
    scale = px(symbol_size(sheet.map) / 10, digits=3)
    return [
        f'<use href="#{sheet.prefix}-{symbol}" transform="{placed(car)} scale({scale})"/>'
        for symbol, car in zip([*wheels, *plain], place.cars, strict=True)
        if symbol
    ]


def _trains(sheet: Sheet) -> str:
    """All halos lie under all lines, and these under all cars, so that no train cuts into its neighbour's."""
    owned = sorted(sheet.position.owners.items())
    theme, line = sheet.theme, sheet.map.sizes.train_line
    bands = [_halo(sheet, i, theme["lamp-fill"], theme["fresh-line"]) for i, _ in owned if i in sheet.position.latest]
    halos = [
        _halo(sheet, i, theme["train-halo"], theme["halo-line"]) for i, _ in owned if i not in sheet.position.latest
    ]
    links = [
        f'<path d="{polyline(sheet.map.routes[i].link)}" stroke="{color}" stroke-width="{px(width)}"/>'
        for i, seat in owned
        for color, width in ((theme["train-edge"], line + TRAIN_LINE_EDGE), (theme[f"p{seat + 1}"], line))
    ]
    cars = [_train(sheet, i, seat) for i, seat in owned]
    return group((*bands, *halos, group(links, fill="none", stroke_linejoin="round"), *cars))


def _halo(sheet: Sheet, index: int, color: str, width: str) -> str:
    cars = _train_cars(sheet, index)
    return group(cars, fill=color, stroke=color, stroke_width=width, stroke_linejoin="round")


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
    return group((words, *_train_cars(sheet, index, "car"), *liveries), **look, stroke_width=sheet.theme["wagon-line"])


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
    rings = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius + RING)}"/>' for c in lit]
    dots = [f'<circle cx="{px(c.x)}" cy="{px(c.y)}" r="{px(radius)}"/>' for c in sheet.map.cities]
    stars = [
        f'<use href="#{sheet.prefix}-star" stroke="none"'
        f' transform="{placed(c)} scale({px(STAR * radius / 10, digits=3)})"/>'
        for c in sheet.map.cities
        if c.attraction
    ]
    ring_width = theme["dot-line" if len(sheet.map.cities) >= FEW_CITIES else "dot-line-few"]
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
            group(
                texts,
                aria_hidden="true",
                fill=halo,
                stroke=halo,
                stroke_width=sheet.theme["name-halo"],
                stroke_linejoin="round",
            ),
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


def _marks(sheet: Sheet) -> str:
    """Discs with a number in the middle of routes."""
    theme, radius = sheet.theme, MARK * sheet.map.sizes.scale
    letters = MARK_LETTER * radius
    disc = f'<circle r="{px(radius)}" fill="{theme["enamel"]}" stroke="{theme["panel"]}"/>'
    pieces = []
    for route, words in sheet.highlight.marks.items():
        link = sheet.map.routes[route].link
        number = f'<text y="{px(0.36 * letters)}" fill="{theme["on-enamel"]}">{escaped(words)}</text>'
        pieces.append(f'<g transform="translate({xy(link[len(link) // 2])})">{disc}{number}</g>')
    return group(pieces, font_family=DISPLAY_FACE, font_weight=700, font_size=letters, text_anchor="middle")


def _nameboards(sheet: Sheet) -> str:
    boards = [_nameboard(sheet, sheet.map.cities[i]) for i in sorted(sheet.highlight.cities)]
    size = sheet.map.sizes.name_size
    return group(boards, font_family=DISPLAY_FACE, font_weight=600, font_size=size, text_anchor="middle")


def _nameboard(sheet: Sheet, city: CityPlace) -> str:
    """The name on an enamel plate with a keyline, inside the panel."""
    box, theme, (anchor, lower) = city.label.box, sheet.theme, nameboard(city)
    paint = theme["on-enamel"]
    left = anchor - {"start": 0, "end": box.width, "middle": box.width / 2}[city.label.anchor]
    x = min(max(left, PLATE_EDGE), max(PLATE_EDGE, sheet.map.width - PLATE_EDGE - box.width))
    y = box.y + lower
    texts = [
        f'<text x="{px(x + box.width / 2)}" y="{px(baseline + lower)}" fill="{paint}">{escaped(line)}</text>'
        for line, baseline in zip(city.label.lines, city.label.baselines, strict=True)
    ]
    looks = (
        {"fill": "none", "stroke": theme["enamel"], "stroke_width": theme["board-edge-line"]},
        {"fill": theme["enamel"], "stroke": paint, "stroke_width": theme["board-line"]},
    )
    plates = [
        rect(Box(x - aside, y - above, box.width + 2 * aside, box.height + taller), rx=corner, **look)
        for (aside, above, taller, corner), look in zip(PLATES, looks, strict=True)
    ]
    return "".join((*plates, *texts))
