"""A board, with or without a game on it, as SVG text that stands alone: colours resolved, no CSS, no scripts.

``draw_board`` draws the full map, ``draw_thumbnail`` the small one for lists of boards. What can still change hands is
printed (flat, thin line, square ends); what someone owns is enamelled (full colour, outline, halo, round ends, joined
by a line from city to city). Where everything lies is the business of ``geometry``; here it is only put into words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape
from zlib import crc32

from footplate.boards.board import Board, Route
from footplate.boards.coast import rings
from footplate.boards.curves import pairs_of
from footplate.boards.geometry import (
    CARTOUCHE_TITLE_SIZE,
    Car,
    CityPlace,
    Curve,
    MapGeometry,
    Point,
    RoutePlace,
    board_title,
    cartouche_columns,
    map_geometry,
)
from footplate.boards.layout import Box, Padding, fit_cities, natural_height
from footplate.boards.limits import GREY, MAX_PLAYERS
from footplate.boards.theme import (
    DISPLAY_FACE,
    FIGURES_FACE,
    LIVERIES,
    STAR,
    SYMBOLS,
    TEXT_FACE,
    Theme,
    ThemeName,
    mix,
    theme_named,
)

WATERLINES = ((40.0, 0.28), (25.0, 0.45), (13.0, 0.7), (5.0, 1.0))  # px off the coast, strength
LIVERY_NAMES = ("carmine", "prussian", "gold", "teal", "violet")


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the map: owners' seats (0 to 4) by route, closed twins, and routes to light as just claimed."""

    owners: Mapping[int, int] = field(default_factory=dict)
    closed: Collection[int] = ()
    latest: Collection[int] = ()

    def __post_init__(self) -> None:
        for route, seat in self.owners.items():
            if not 0 <= seat < MAX_PLAYERS:
                raise ValueError(f"route {route} is owned by seat {seat}; seats are 0 to {MAX_PLAYERS - 1}")


@dataclass(frozen=True, slots=True)
class Highlight:
    """What the lamp shows: the routes of a ticket's way and the cities (both by index) that get nameboards."""

    routes: Collection[int] = ()
    cities: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One drawing under way. ``prefix`` keeps its ids apart from those of other drawings on the same page."""

    board: Board
    map: MapGeometry
    theme: Theme
    position: Position
    highlight: Highlight
    prefix: str

    @property
    def train_height(self) -> float:
        return self.map.sizes.car_height + self.map.sizes.train_rise


def draw_board(
    board: Board,
    *,
    width: float = 1280,
    height: float | None = None,
    theme: ThemeName = "light",
    position: Position | None = None,
    highlight: Highlight | None = None,
) -> str:
    """The map as SVG, ``width`` x ``height`` pixels; without a height, the one that shows its true proportions."""
    if height is None:
        height = natural_height(len(board.cities), board.aspect, width)
    geometry = map_geometry(board, width, height)
    prefix = _prefix(board.name, theme, width, height)
    sheet = _Sheet(board, geometry, theme_named(theme), position or Position(), highlight or Highlight(), prefix)
    layers = (
        _definitions(sheet),
        _sea_and_land(sheet),
        _graticule(sheet),
        _rails(sheet),
        _ticket_glow(sheet),
        _slots(sheet),
        _trains(sheet),
        _cities(sheet),
        _names(sheet),
        _nameboards(sheet),
        _cartouche(sheet),
        _compass(sheet),
        _frame(sheet),
    )
    return _svg(width, height, geometry.title, layers)


def draw_thumbnail(board: Board, width: float = 180, height: float = 136, theme: ThemeName = "light") -> str:
    """The small drawing: the land, straight lines in the route colours (thicker for doubles) and dots."""
    colors = theme_named(theme)
    scale = min(width / 180, height / 136)
    padding = Padding(20 * scale, 20 * scale, 18 * scale, 18 * scale)
    centres = fit_cities(board.cities, board.aspect, width, height, padding)
    pairs = pairs_of(board)
    lines = [f"M{_xy(centres[pair.a])}L{_xy(centres[pair.b])}" for pair in pairs]
    land = [[(float(x), float(y)) for x, y in centres[list(ring)]] for ring in rings(len(centres), pairs)]
    net = f"{_prefix(board.name, theme, width, height)}-thumb"
    strokes = (("waterline", 30), ("sea", 29), ("waterline", 24), ("sea", 23), ("coast", 19), ("land", 17.6))
    routes = [
        f'<path d="{line}" stroke="{_thumbnail_ink(board.routes[pair.routes[0]], colors)}"'
        f' stroke-width="{2.4 if len(pair.routes) > 1 else 1.5}"/>'
        for line, pair in zip(lines, pairs, strict=True)
    ]
    radius = 2.6 if len(board.cities) < 20 else 1.8
    dots = [f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{radius}"/>' for x, y in centres]
    return _svg(
        width,
        height,
        board_title(board),
        (
            f'<defs><g id="{net}">{_polygons(land)}{_open_paths(lines)}</g></defs>',
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="{colors["sea"]}"/>',
            *(_swollen(net, colors[color], stroke * scale) for color, stroke in strokes),
            _group(routes, fill="none"),
            _group(dots, fill=colors["city"], stroke=colors["city-ring"], stroke_width=0.9),
        ),
    )


def _thumbnail_ink(route: Route, colors: Theme) -> str:
    plain = colors["rail"] if route.color in ("white", GREY) else colors[route.color]
    return mix(plain, colors["ink"], float(colors["thumb-mix"]))


# ---- ground ------------------------------------------------------------------------------------------------------


def _definitions(sheet: _Sheet) -> str:
    """The net that land is made of, and the symbols and liveries that this map uses, in this theme's inks."""
    land = sheet.map.land
    net = f"{_polygons(land.polygons)}{_open_paths(_quadratic(curve) for curve in land.curves)}"
    pieces = [f'<g id="{sheet.prefix}-net">{net}</g>']
    colors = {route.color for route in sheet.board.routes} - {GREY}
    pieces += [
        f'<g id="{sheet.prefix}-{color}">{SYMBOLS[color].format(ink=sheet.theme[f"{color}-on"])}</g>'
        for color in sorted(colors)
    ]
    for color in sorted({route.color for route in sheet.board.routes if route.locomotives}):
        wheel = SYMBOLS["locomotive"].format(ink=sheet.theme[f"{color}-on"])
        pieces.append(f'<g id="{sheet.prefix}-locomotive-{color}">{wheel}</g>')
    for seat in sorted(set(sheet.position.owners.values())):
        livery = LIVERIES[seat].format(ink=sheet.theme[f"p{seat + 1}-on"])
        pieces.append(f'<g id="{sheet.prefix}-p{seat + 1}">{livery}</g>')
    if any(city.attraction for city in sheet.map.cities):
        pieces.append(f'<g id="{sheet.prefix}-star">{STAR.format(ink=sheet.theme["city-ink"])}</g>')
    return f"<defs>{''.join(pieces)}</defs>"


def _sea_and_land(sheet: _Sheet) -> str:
    """Waterlines are the net swollen in the line's colour and again, a line narrower, in that of the sea."""
    theme, radius, net = sheet.theme, sheet.map.land.radius, f"{sheet.prefix}-net"
    pieces = [f'<rect width="{_n(sheet.map.width)}" height="{_n(sheet.map.height)}" fill="{theme["sea"]}"/>']
    for off_coast, strength in WATERLINES:
        line = mix(theme["sea"], theme["waterline"], strength)
        pieces.append(_swollen(net, line, 2 * (radius + off_coast)))
        pieces.append(_swollen(net, theme["sea"], 2 * (radius + off_coast - 0.9)))
    pieces.append(_swollen(net, theme["coast"], 2 * (radius + 1.2)))
    pieces.append(_swollen(net, theme["land"], 2 * radius))
    return _group(pieces)


def _swollen(net: str, color: str, stroke_width: float) -> str:
    return (
        f'<use href="#{net}" fill="{color}" stroke="{color}" stroke-width="{_n(stroke_width)}"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _graticule(sheet: _Sheet) -> str:
    width, height = sheet.map.width, sheet.map.height
    pieces = []
    for i in range(1, 9):
        x, bend = width * i / 9, i - 4.5
        pieces.append(f"M{_n(x)} 0Q{_n(x - 6 * bend)} {_n(height / 2)} {_n(x + 3 * bend)} {_n(height)}")
    for i in range(1, 6):
        y = height * i / 6
        pieces.append(f"M0 {_n(y - 8)}Q{_n(width / 2)} {_n(y + 18)} {_n(width)} {_n(y - 8)}")
    return f'<path d="{"".join(pieces)}" fill="none" stroke="{sheet.theme["graticule"]}" opacity=".75"/>'


# ---- routes ------------------------------------------------------------------------------------------------------


def _rails(sheet: _Sheet) -> str:
    rails = [f'<path d="{_polyline(place.link)}"/>' for place in sheet.map.routes]
    return _group(rails, fill="none", stroke=sheet.theme["rail"], opacity=0.85)


def _ticket_glow(sheet: _Sheet) -> str:
    bands = [
        f'<path d="{_polyline(sheet.map.routes[i].link)}" opacity="{0.55 if i in sheet.position.owners else 0.95}"/>'
        for i in sorted(sheet.highlight.routes)
    ]
    return _group(
        bands,
        fill="none",
        stroke=sheet.theme["lamp-fill"],
        stroke_width=sheet.map.sizes.car_height + 9,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _slots(sheet: _Sheet) -> str:
    return _group(
        _slot_row(sheet, i, route, place)
        for i, (route, place) in enumerate(zip(sheet.board.routes, sheet.map.routes, strict=True))
        if i not in sheet.position.owners
    )


def _slot_row(sheet: _Sheet, index: int, route: Route, place: RoutePlace) -> str:
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
        look["stroke_opacity"] = 0.95 if route.tunnel else sheet.theme["slot-edge-opacity"]
    cars = _group((_slot(car) for car in place.cars), **look)
    symbols = [] if closed else _slot_symbols(sheet, route, place)
    return _group((_title(_route_words(sheet, index)), cars, *symbols))


def _slot(car: Car) -> str:
    return (
        f'<rect class="car" x="{_n(-car.width / 2)}" y="{_n(-car.height / 2)}" width="{_n(car.width)}"'
        f' height="{_n(car.height)}" rx="1.8" transform="translate({_n(car.x)} {_n(car.y)}) rotate({_n(car.angle)})"/>'
    )


def _slot_symbols(sheet: _Sheet, route: Route, place: RoutePlace) -> list[str]:
    """Upright whatever the angle of the car; a ferry's first cars carry the locomotive's wheel, grey has none."""
    wheels = [f"locomotive-{route.color}"] * min(route.locomotives, route.length)
    plain = [None if route.color == GREY else route.color] * (route.length - len(wheels))
    scale = _n(min(0.86 * sheet.map.sizes.car_height, 10.5) / 10, digits=3)
    return [
        f'<use href="#{sheet.prefix}-{symbol}" transform="translate({_n(car.x)} {_n(car.y)}) scale({scale})"/>'
        for symbol, car in zip([*wheels, *plain], place.cars, strict=True)
        if symbol
    ]


def _trains(sheet: _Sheet) -> str:
    """All halos lie under all lines, and these under all cars, so that no train cuts into its neighbour's."""
    owned = sorted(sheet.position.owners.items())
    theme, line = sheet.theme, sheet.map.sizes.train_line
    bands = [_halo(sheet, i, theme["lamp-fill"], 8) for i, _ in owned if i in sheet.position.latest]
    halos = [_halo(sheet, i, theme["train-halo"], 3.4) for i, _ in owned if i not in sheet.position.latest]
    links = [
        f'<path d="{_polyline(sheet.map.routes[i].link)}" stroke="{color}" stroke-width="{_n(width)}"/>'
        for i, seat in owned
        for color, width in ((theme["train-edge"], line + 2), (theme[f"p{seat + 1}"], line))
    ]
    cars = [_train(sheet, i, seat) for i, seat in owned]
    return _group((*bands, *halos, _group(links, fill="none", stroke_linejoin="round"), *cars))


def _halo(sheet: _Sheet, index: int, color: str, wider: float) -> str:
    cars = _train_cars(sheet, index)
    return _group(cars, fill=color, stroke=color, stroke_width=1.1 + wider, stroke_linejoin="round")


def _train(sheet: _Sheet, index: int, seat: int) -> str:
    player = f"p{seat + 1}"
    scale = _n(sheet.train_height / 10, digits=3)
    liveries = [
        f'<use href="#{sheet.prefix}-{player}" stroke="none"'
        f' transform="translate({_n(car.x)} {_n(car.y)}) rotate({_n(car.angle)}) scale({scale})"/>'
        for car in sheet.map.routes[index].cars
    ]
    look: dict[str, str | float] = {"fill": sheet.theme[player], "stroke": sheet.theme["train-edge"]}
    words = _title(_route_words(sheet, index))
    return _group((words, *_train_cars(sheet, index, "car"), *liveries), **look, stroke_width=1.1)


def _train_cars(sheet: _Sheet, index: int, kind: str = "halo") -> list[str]:
    cars = sheet.map.routes[index].cars
    last = len(cars) - 1
    return [
        f'<path class="{kind}" d="{_wagon(car.width + 0.8, sheet.train_height, i == 0, i == last)}"'
        f' transform="translate({_n(car.x)} {_n(car.y)}) rotate({_n(car.angle)})"/>'
        for i, car in enumerate(cars)
    ]


def _wagon(width: float, height: float, round_left: bool, round_right: bool) -> str:
    """Outline of a wagon centred on 0, 0; round ends are half discs, the others have small corners."""
    x, y = width / 2, height / 2
    left, right = (min(x, y) if is_round else min(x, 2) for is_round in (round_left, round_right))
    return (
        f"M{_n(left - x)} {_n(-y)}H{_n(x - right)}{_wagon_end(right, y, 1, round_right)}"
        f"H{_n(left - x)}{_wagon_end(left, y, -1, round_left)}Z"
    )


def _wagon_end(radius: float, y: float, way: int, is_round: bool) -> str:
    if is_round:
        return f"a{_n(radius)} {_n(y)} 0 0 1 0 {_n(2 * y * way)}"
    r, straight = _n(radius), _n(way * 2 * (y - radius))
    out, back = _n(way * radius), _n(-way * radius)
    return f"a{r} {r} 0 0 1 {out} {out}v{straight}a{r} {r} 0 0 1 {back} {out}"


def _route_words(sheet: _Sheet, index: int) -> str:
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


def _cities(sheet: _Sheet) -> str:
    theme, radius = sheet.theme, sheet.map.sizes.dot_radius
    lit = [sheet.map.cities[i] for i in sorted(sheet.highlight.cities)]
    rings = [f'<circle cx="{_n(c.x)}" cy="{_n(c.y)}" r="{_n(radius + 5)}"/>' for c in lit]
    dots = [f'<circle cx="{_n(c.x)}" cy="{_n(c.y)}" r="{_n(radius)}"/>' for c in sheet.map.cities]
    stars = [
        f'<use href="#{sheet.prefix}-star" stroke="none"'
        f' transform="translate({_n(c.x)} {_n(c.y)}) scale({_n(0.144 * radius, digits=3)})"/>'
        for c in sheet.map.cities
        if c.attraction
    ]
    ring_width = 1.7 if len(sheet.map.cities) >= 20 else 2
    return _group(rings, fill=theme["lamp-fill"], stroke=theme["ink"]) + _group(
        (*dots, *stars), fill=theme["city"], stroke=theme["city-ring"], stroke_width=ring_width
    )


def _names(sheet: _Sheet) -> str:
    """All halos first: no name is bitten by its neighbour's."""
    plain = [city for i, city in enumerate(sheet.map.cities) if i not in sheet.highlight.cities]
    texts = [_text_lines(city) for city in plain]
    halo = sheet.theme["label-halo"]
    return _group(
        (
            _group(texts, aria_hidden="true", fill=halo, stroke=halo, stroke_width=3, stroke_linejoin="round"),
            _group(texts, fill=sheet.theme["label"]),
        ),
        font_family=DISPLAY_FACE,
        font_weight=600,
        font_size=sheet.map.sizes.name_size,
    )


def _text_lines(city: CityPlace) -> str:
    label = city.label
    return "".join(
        f'<text x="{_n(label.x)}" y="{_n(baseline)}" text-anchor="{label.anchor}">{escape(line)}</text>'
        for line, baseline in zip(label.lines, label.baselines, strict=True)
    )


def _nameboards(sheet: _Sheet) -> str:
    boards = [_nameboard(sheet, sheet.map.cities[i]) for i in sorted(sheet.highlight.cities)]
    size = sheet.map.sizes.name_size
    return _group(boards, font_family=DISPLAY_FACE, font_weight=600, font_size=size, text_anchor="middle")


def _nameboard(sheet: _Sheet, city: CityPlace) -> str:
    """The name on an enamel plate with a keyline, 7 px further from its city, inside the panel."""
    box, enamel, paint = city.label.box, sheet.theme["enamel"], sheet.theme["on-enamel"]
    away = {"start": (7, 0), "end": (-7, 0), "middle": (0, 6 if box.y > city.y else -6)}[city.label.anchor]
    x = min(max(box.x + away[0], 12), max(12, sheet.map.width - 12 - box.width))
    y = box.y + away[1]
    texts = [
        f'<text x="{_n(x + box.width / 2)}" y="{_n(baseline + away[1])}" fill="{paint}">{escape(line)}</text>'
        for line, baseline in zip(city.label.lines, city.label.baselines, strict=True)
    ]
    outer = Box(x - 6.2, y - 4.2, box.width + 12.4, box.height + 7.4)
    inner = Box(x - 5, y - 3, box.width + 10, box.height + 5)
    plate = _rect(outer, rx=4, fill="none", stroke=enamel, stroke_width=1.4)
    return plate + _rect(inner, rx=3, fill=enamel, stroke=paint, stroke_width=1.2) + "".join(texts)


# ---- furniture ---------------------------------------------------------------------------------------------------


def _cartouche(sheet: _Sheet) -> str:
    """The plate with the board's title and how many points a route of each length brings."""
    box, theme = sheet.map.cartouche, sheet.theme
    if box is None:
        return ""
    x, y, points = box.x, box.y, sorted(sheet.board.rules.route_points.items())
    columns = cartouche_columns(sheet.board, box.width)
    lengths = [f'<text x="{_n(x + dx)}" y="{_n(y + 39)}">{points[i][0]}</text>' for i, dx in enumerate(columns)]
    values = [f'<text x="{_n(x + dx)}" y="{_n(y + 53)}">{points[i][1]}</text>' for i, dx in enumerate(columns)]
    left, inner = _n(x + 11), Box(x + 3, y + 3, box.width - 6, box.height - 6)
    captions = [f'<text x="{left}" y="{_n(y + dy)}">{word}</text>' for word, dy in (("Trains", 39), ("Points", 53))]
    title = f'<text x="{left}" y="{_n(y + 19)}">{escape(sheet.map.title)}</text>'
    figures = {"font_family": FIGURES_FACE, "text_anchor": "middle"}
    return _group(
        (
            _rect(box, rx=3, fill=theme["panel"], fill_opacity=0.9, stroke=theme["coast"]),
            _rect(inner, rx=1.5, fill="none", stroke=theme["coast"], stroke_width=0.6),
            _group((title,), font_family=DISPLAY_FACE, font_weight=700, font_size=CARTOUCHE_TITLE_SIZE),
            f'<path d="M{_n(x + 10)} {_n(y + 25.5)}h{_n(box.width - 20)}" stroke="{theme["rule-strong"]}"'
            ' stroke-width=".8"/>',
            _group(captions, font_family=TEXT_FACE, font_size=11, fill=theme["ink-2"]),
            _group(lengths, **figures, font_size=12, fill=theme["ink-2"]),
            _group(values, **figures, font_size=12.5, font_weight=700),
        ),
        fill=theme["ink"],
    )


def _compass(sheet: _Sheet) -> str:
    """Only on turned boards, where north is to the left."""
    box, theme = sheet.map.compass, sheet.theme
    if box is None:
        return ""
    return (
        f'<g transform="translate({_n(box.x + box.width / 2)} {_n(box.y + box.height / 2)})" fill="{theme["ink"]}">'
        f'<circle r="17" fill="{theme["panel"]}" stroke="{theme["coast"]}"/><path d="M-13 0 6-4.5 3.5 0 6 4.5Z"/>'
        f'<text x="10.5" y="4" text-anchor="middle" font-family="{DISPLAY_FACE}" font-weight="700" font-size="11">N'
        "</text></g>"
    )


def _frame(sheet: _Sheet) -> str:
    inner = Box(4.5, 4.5, sheet.map.width - 9, sheet.map.height - 9)
    return _rect(inner, rx=5, fill="none", stroke=sheet.theme["coast"], opacity=0.5)


# ---- SVG ---------------------------------------------------------------------------------------------------------


def _svg(width: float, height: float, title: str, layers: Iterable[str]) -> str:
    body = "\n".join(layer for layer in layers if layer)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_n(width)}" height="{_n(height)}"'
        f' viewBox="0 0 {_n(width)} {_n(height)}">\n{_title(title)}\n{body}\n</svg>\n'
    )


def _title(words: str) -> str:
    return f"<title>{escape(words)}</title>"


def _group(pieces: Iterable[str], **attributes: str | float) -> str:
    content = "".join(pieces)
    return f"<g{_attributes(attributes)}>{content}</g>" if content else ""


def _rect(box: Box, **attributes: str | float) -> str:
    place = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"'
    return f"<rect {place}{_attributes(attributes)}/>"


def _attributes(attributes: Mapping[str, str | float]) -> str:
    """Python names to SVG names: ``stroke_width=2`` becomes ``stroke-width="2"``."""
    texts = {name: value if isinstance(value, str) else _n(value) for name, value in attributes.items()}
    return "".join(f' {name.replace("_", "-")}="{text}"' for name, text in texts.items())


def _polygons(polygons: Iterable[Iterable[Point]]) -> str:
    return "".join(f'<path d="{_polyline(polygon)}Z"/>' for polygon in polygons)


def _open_paths(paths: Iterable[str]) -> str:
    return f'<path fill="none" d="{"".join(paths)}"/>'


def _polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(_xy(point) for point in points)


def _quadratic(curve: Curve) -> str:
    return f"M{_xy(curve.start)}Q{_xy(curve.control)} {_xy(curve.end)}"


def _xy(point: Iterable[float]) -> str:
    return " ".join(_n(value) for value in point)


def _n(value: float, digits: int = 1) -> str:
    """A number as short as it can be: 12.0 is "12", and there is no "-0"."""
    return f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def _prefix(name: str, theme: str, width: float, height: float) -> str:
    return f"m{crc32(f'{name} {theme} {width:g} {height:g}'.encode()):08x}"
