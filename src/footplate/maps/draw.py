"""A board, with or without a game on it, as SVG text that stands alone: colours resolved, no CSS, no scripts.

What can still change hands is printed (flat, thin line, square ends); what someone owns is enamelled (full colour,
outline, halo, round ends, joined by a line from city to city). Where everything lies is the business of ``geometry``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from footplate.boards import Board, Route
from footplate.boards.limits import GREY
from footplate.maps import city_layers, shapes
from footplate.maps.furniture import cartouche, compass, frame
from footplate.maps.geometry import map_geometry
from footplate.maps.ground_layers import ground_definitions, ground_layer
from footplate.maps.layout import natural_height
from footplate.maps.leaders import leaders
from footplate.maps.legend import LIVERY_NAMES, legend, legend_height, legend_rows
from footplate.maps.places import Car, RoutePlace
from footplate.maps.position import Highlight, Position, Sheet
from footplate.maps.svg import Size, along, document, escaped, group, id_prefix, placed, polyline, px, title_tag, xy
from footplate.maps.theme import DISPLAY_FACE, LIVERIES, SYMBOLS, ThemeName, theme_named
from footplate.maps.thumbnail import draw_thumbnail

__all__ = ["Highlight", "Position", "Sheet", "Size", "draw_board", "draw_thumbnail", "map_layers"]

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


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
    layered: bool = False,
) -> str:
    """The map as SVG, ``width`` x ``height`` pixels; without a height, the one that shows its true proportions.

    With a ``size`` the drawing has its proportions and comes out that big, with everything on it as big as it is on
    ``width`` pixels.
    A small drawing is clearer without the cities' ``names``. A ``layered`` one has layers with names in Inkscape.
    Under a map with a position stands whose trains are whose, where that takes at most a third of the height.
    """
    position = position or Position()
    rows = legend_rows(position.players, width)
    strip = legend_height(rows)
    if size:
        height = round(width * size.height / size.width, 1)
    if height is None:
        height = natural_height(board, width) + strip
    if strip > height / 3:
        rows, strip = [], 0.0
    geometry = map_geometry(board, width, height - strip)
    prefix = id_prefix(board.name, theme, width, height)
    sheet = Sheet(board, geometry, theme_named(theme), position, highlight or Highlight(), prefix)
    routes = _rails(sheet), _ticket_glow(sheet), _slots(sheet), _trains(sheet)
    layers = (*_named_layers(sheet, routes, names=names), ("Players", legend(rows, geometry, prefix, sheet.theme)))
    drawn = _inkscape_layers(layers) if layered else (layer for _, layer in layers)
    return document(width, height, geometry.title, drawn, size)


def map_layers(sheet: Sheet, routes: Iterable[str], *, names: bool = True) -> Iterator[str]:
    """A map's layers, with those of its routes between the ground and the cities."""
    return (layer for _, layer in _named_layers(sheet, routes, names=names))


def _named_layers(sheet: Sheet, routes: Iterable[str], *, names: bool) -> Iterator[tuple[str, str]]:
    """The layers from the ground up, with their names in a drawing program; those of one name lie on one another."""
    theme = sheet.theme
    yield "", _definitions(sheet)
    yield "Ground", ground_layer(sheet.map, theme, sheet.prefix)
    yield "Ground", _graticule(sheet)
    if names:
        yield "Lines to names", leaders(sheet.map, theme)
    yield from (("Routes", layer) for layer in routes)
    for layer in (city_layers.cities(sheet), city_layers.passengers(sheet), city_layers.stations(sheet)):
        yield "Cities", layer
    if names:
        for layer in (city_layers.city_names(sheet), city_layers.country_names(sheet), city_layers.stamps(sheet)):
            yield "Names", layer
        yield "Names", city_layers.nameboards(sheet)
        yield "Key", cartouche(sheet.board, sheet.map, theme)
    for layer in (_marks(sheet), compass(sheet.map, theme), frame(sheet.map, theme)):
        yield "Frame", layer


def _inkscape_layers(layers: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, same in groupby(layers, key=itemgetter(0)):
        content = "\n".join(layer for _, layer in same if layer)
        if name and content:
            marks = f'xmlns:inkscape="{INKSCAPE}" inkscape:groupmode="layer" inkscape:label="{name}"'
            content = f'<g {marks} id="layer-{name.lower().replace(" ", "-")}">\n{content}\n</g>'
        yield content


# ---- ground ------------------------------------------------------------------------------------------------------


def _definitions(sheet: Sheet) -> str:
    """What the ground is drawn with, and the symbols and liveries that this map uses, in this theme's inks."""
    pieces = list(ground_definitions(sheet.map, sheet.theme, sheet.prefix))
    colours = {route.color for route in sheet.board.routes} - {GREY}
    pieces += [
        f'<g id="{sheet.prefix}-{colour}">{SYMBOLS[colour].format(ink=sheet.theme[f"{colour}-on"])}</g>'
        for colour in sorted(colours)
    ]
    for colour in sorted({route.color for route in sheet.board.routes if route.locomotives}):
        wheel = SYMBOLS["loco"].format(ink=sheet.theme[f"{colour}-on"])
        pieces.append(f'<g id="{sheet.prefix}-locomotive-{colour}">{wheel}</g>')
    for seat in sheet.position.players:
        livery = LIVERIES[seat].format(ink=sheet.theme[f"p{seat + 1}-on"])
        pieces.append(f'<g id="{sheet.prefix}-p{seat + 1}">{livery}</g>')
    if any(city.attraction for city in sheet.map.cities):
        pieces.append(f'<g id="{sheet.prefix}-star">{SYMBOLS["yellow"].format(ink=sheet.theme["city-ink"])}</g>')
    return f"<defs>{''.join(pieces)}</defs>"


def _graticule(sheet: Sheet) -> str:
    lines = shapes.graticule(sheet.map.width, sheet.map.height)
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
        stroke_width=sheet.map.sizes.car_height + shapes.BAND,
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
    """A free route: its cars in the route's colour, tunnels with a heavy broken outline. Closed: struck out."""
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
    strikes = (_strike(car) for car in place.cars) if closed else ()
    cars = group((*(_slot(car) for car in place.cars), *strikes), **look)
    symbols = [] if closed else _slot_symbols(sheet, route, place)
    return group((title_tag(_route_words(sheet, index)), cars, *symbols))


def _slot(car: Car) -> str:
    return (
        f'<rect class="car" x="{px(-car.width / 2)}" y="{px(-car.height / 2)}" width="{px(car.width)}"'
        f' height="{px(car.height)}" rx="{shapes.SLOT_CORNER}" transform="{along(car)}"/>'
    )


def _strike(car: Car) -> str:
    """From corner to corner of a car that can't be laid any more."""
    line = f"M{px(-car.width / 2)} {px(car.height / 2)}L{px(car.width / 2)} {px(-car.height / 2)}"
    return f'<path class="strike" d="{line}" transform="{along(car)}"/>'


def _slot_symbols(sheet: Sheet, route: Route, place: RoutePlace) -> list[str]:
    """Upright whatever the angle of the car; a ferry's first cars carry the locomotive's wheel, grey has none."""
    wheels = [f"locomotive-{route.color}"] * min(route.locomotives, route.length)
    plain = [None if route.color == GREY else route.color] * (route.length - len(wheels))
    scale = px(shapes.symbol_size(sheet.map) / 10, digits=3)
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
        f'<path d="{polyline(sheet.map.routes[i].link)}" stroke="{colour}" stroke-width="{px(width)}"/>'
        for i, seat in owned
        for colour, width in ((theme["train-edge"], line + shapes.TRAIN_LINE_EDGE), (theme[f"p{seat + 1}"], line))
    ]
    cars = [_train(sheet, i, seat) for i, seat in owned]
    return group((*bands, *halos, group(links, fill="none", stroke_linejoin="round"), *cars))


def _halo(sheet: Sheet, index: int, colour: str, width: str) -> str:
    cars = _train_cars(sheet, index)
    return group(cars, fill=colour, stroke=colour, stroke_width=width, stroke_linejoin="round")


def _train(sheet: Sheet, index: int, seat: int) -> str:
    player = f"p{seat + 1}"
    scale = px(shapes.train_height(sheet.map) / 10, digits=3)
    liveries = [
        f'<use href="#{sheet.prefix}-{player}" stroke="none" transform="{along(car)} scale({scale})"/>'
        for car in sheet.map.routes[index].cars
    ]
    look: dict[str, str | float] = {"fill": sheet.theme[player], "stroke": sheet.theme["train-edge"]}
    words = title_tag(_route_words(sheet, index))
    return group((words, *_train_cars(sheet, index, "car"), *liveries), **look, stroke_width=sheet.theme["wagon-line"])


def _train_cars(sheet: Sheet, index: int, kind: str = "halo") -> list[str]:
    place = sheet.map.routes[index]
    return [
        f'<path class="{kind}" d="{shape}" transform="{along(car)}"/>'
        for car, shape in zip(place.cars, shapes.wagons(sheet.map, place), strict=True)
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


# ---- marks ---------------------------------------------------------------------------------------------------------


def _marks(sheet: Sheet) -> str:
    """Discs with a number in the middle of routes."""
    theme, radius = sheet.theme, shapes.MARK * sheet.map.sizes.scale
    letters = shapes.MARK_LETTER * radius
    disc = f'<circle r="{px(radius)}" fill="{theme["enamel"]}" stroke="{theme["panel"]}"/>'
    pieces = []
    for route, words in sheet.highlight.marks.items():
        link = sheet.map.routes[route].link
        number = f'<text y="{px(0.36 * letters)}" fill="{theme["on-enamel"]}">{escaped(words)}</text>'
        pieces.append(f'<g transform="translate({xy(link[len(link) // 2])})">{disc}{number}</g>')
    return group(pieces, font_family=DISPLAY_FACE, font_weight=700, font_size=letters, text_anchor="middle")
