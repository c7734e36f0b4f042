"""The ground of a map as SVG, for files and for the page: sea and land, countries, districts, rivers.

Land is drawn by its net: what lies within a radius of it, in the widest colour first. Where water is cut out of the
land, every colour has a mask of its own: the net, plus land, minus water, all of it grown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from footplate.maps.geometry import MapGeometry
from footplate.maps.ground import Mark
from footplate.maps.land import WASH
from footplate.maps.layout import Box
from footplate.maps.places import Area, DistrictPlace, Point
from footplate.maps.svg import group, open_path, polygon_paths, polyline, px, quadratic, rect, swollen, xy
from footplate.maps.theme import DISTRICTS, Theme, mix

WATERLINES = ((40.0, 0.28), (25.0, 0.45), (13.0, 0.7), (5.0, 1.0))  # px off the coast, strength
WATERLINE_WIDTH = 0.9
COAST_WIDTH = 1.2
BORDER_WIDTH, BORDER_DASHES = 1.3, "9 3 1.5 3"
DISTRICT_WASH, DISTRICT_HATCHING, DISTRICT_EDGE = 0.1, 0.3, 1.1

Level = tuple[float, str]  # how far beyond the land, in which colour


def net_of(area: Area) -> str:
    """The shapes that an area lies within a radius of."""
    spots = open_path(f"M{xy(spot)}h0" for spot in area.spots) if area.spots else ""
    return f"{polygon_paths(area.polygons)}{open_path(quadratic(curve) for curve in area.curves)}{spots}"


def ground_definitions(geometry: MapGeometry, theme: Theme, prefix: str) -> Iterator[str]:
    """What the ground is drawn with; ``prefix`` begins all ids."""
    yield f'<g id="{prefix}-net">{net_of(geometry.land.area)}</g>'
    for district in geometry.districts:
        name = f"{prefix}-district-{district.value}"
        yield f'<g id="{name}">{net_of(district.area)}</g>'
        yield _hatching(district).format(ink=theme["ink-2"]).replace("<pattern", f'<pattern id="{name}-hatch"', 1)


def ground_layer(geometry: MapGeometry, theme: Theme, prefix: str, *, page: bool = False) -> str:
    """Sea and land, or land to the frame; on the page it goes on beyond the frame, and its parts have classes."""
    land, beyond = geometry.land, 2000.0 if page else 0.0
    sheet = Box(-beyond, -beyond, geometry.width + 2 * beyond, geometry.height + 2 * beyond)
    painter = Painter(f"{prefix}-net", land.area.radius, land.added, () if land.inland else land.water, sheet)
    if not land.inland:
        pieces = _coast(painter, theme, page)
    elif land.area.radius:
        pieces = [
            painter.fill(mix(theme["land"], theme["sea"], theme["abroad-sea"])),
            *_home(geometry, painter, theme, page),
        ]
    else:
        pieces = [painter.fill(theme["land"])]
    pieces += [_district(district, theme, prefix) for district in geometry.districts]
    if land.inland:
        pieces.append(river(land.water, theme))
    return group(pieces)


def _coast(painter: Painter, theme: Theme, page: bool) -> list[str]:
    sea = theme["sea"]
    lines = [
        level
        for off, strength in WATERLINES
        for level in ((off, mix(sea, theme["waterline"], strength)), (off - WATERLINE_WIDTH, sea))
    ]
    waterlines, shore = painter.paint(lines), painter.paint([(COAST_WIDTH, theme["coast"]), (0.0, theme["land"])])
    return [painter.fill(sea), *_part("waterlines", waterlines, page), *shore]


def _home(geometry: MapGeometry, painter: Painter, theme: Theme, page: bool) -> Iterator[str]:
    """The borders of the countries run under the home land, which has a wash of colour along its own."""
    rays = "".join(polyline(border) for border in geometry.land.borders)
    if rays:
        yield (
            f'<path d="{rays}" fill="none" stroke="{theme["coast"]}" stroke-width="{BORDER_WIDTH}"'
            f' stroke-dasharray="{BORDER_DASHES}"/>'
        )
    yield from painter.paint([(BORDER_WIDTH, theme["coast"]), (0.0, theme["land"])])
    wash = mix(theme["land"], theme["enamel"], theme["home-wash"])
    yield from _part("wash", painter.paint([(0.0, wash), (-WASH, theme["land"])]), page)


def _part(name: str, pieces: Sequence[str], page: bool) -> list[str]:
    return [group(pieces, **{"class": name})] if page else list(pieces)


def river(water: Sequence[Mark], theme: Theme) -> str:
    """Banks, water, and one waterline in the middle."""
    banks, waves = [], []
    for mark in water:
        waves.append(mark_path(mark, mark.width, theme["sea"]))
        banks.append(mark_path(mark, mark.width + 2 * COAST_WIDTH, theme["coast"]))
        waves.append(mark_path(mark, WATERLINE_WIDTH, theme["waterline"]))
    return group((*banks, *waves), fill="none", stroke_linejoin="round", stroke_linecap="round")


def _district(district: DistrictPlace, theme: Theme, prefix: str) -> str:
    net, radius = f"{prefix}-district-{district.value}", district.area.radius
    wash = mix(theme["land"], theme["ink-2"], DISTRICT_WASH)
    edge = mix(wash, theme["ink-2"], 0.5)
    hatching = swollen(net, f"url(#{net}-hatch)", 2 * radius)
    return (
        f"{swollen(net, edge, 2 * (radius + DISTRICT_EDGE))}{swollen(net, wash, 2 * radius)}"
        f'<g opacity="{DISTRICT_HATCHING}">{hatching}</g>'
    )


def _hatching(district: DistrictPlace) -> str:
    """By value; there are five."""
    return DISTRICTS[(district.value - 1) % len(DISTRICTS)]


class Painter:
    """Paints land that may have water cut out of it."""

    def __init__(self, net: str, radius: float, added: Sequence[Mark], water: Sequence[Mark], sheet: Box) -> None:
        self._net = net
        self._radius = radius
        self._added = added
        self._water = water
        self._sheet = sheet
        self._masks = 0

    def fill(self, color: str) -> str:
        if not self._sheet.x:
            return f'<rect width="{px(self._sheet.width)}" height="{px(self._sheet.height)}" fill="{color}"/>'
        return rect(self._sheet, fill=color)

    def paint(self, levels: Sequence[Level]) -> list[str]:
        """The land grown by each level's pixels, in its colour, one over the other."""
        return [self._masked(*level) if self._water else self._grown(*level) for level in levels]

    def _grown(self, off: float, color: str) -> str:
        added = "".join(mark_path(mark, mark.width + 2 * off, color) for mark in self._added)
        return swollen(self._net, color, 2 * (self._radius + off)) + _round(added)

    def _masked(self, off: float, color: str) -> str:
        """Where water is narrower than its banks have grown, there is no water left."""
        self._masks += 1
        name = f"{self._net}-{self._masks}"
        cut = "".join(mark_path(m, m.width - 2 * off, "#000") for m in self._water if m.width > 2 * off)
        frame = rect(self._sheet, maskUnits="userSpaceOnUse").replace("<rect ", f'<mask id="{name}" ')
        mask = f"{frame.removesuffix('/>')}>{self._grown(off, '#FFF')}{_round(cut)}</mask>"
        return f"{mask}{rect(self._sheet, fill=color, mask=f'url(#{name})')}"


def _round(paths: str) -> str:
    return group((paths,), fill="none", stroke_linejoin="round", stroke_linecap="round")


def mark_path(mark: Mark, width: float, color: str) -> str:
    return f'<path d="{smooth(mark.line)}" stroke="{color}" stroke-width="{px(width)}"/>'


def smooth(points: Sequence[Point]) -> str:
    """Through the middles of a polyline's pieces, without its corners."""
    if len(points) == 1:
        return f"M{xy(points[0])}h0"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    bends = [f"Q{xy(corner)} {xy(middle)}" for corner, middle in zip(points[1:-1], middles[1:], strict=True)]
    return f"M{xy(points[0])}L{xy(middles[0])}{''.join(bends)}L{xy(points[-1])}"
