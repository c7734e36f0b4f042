"""The ground of a map as SVG, for files and for the page: sea and land, countries, districts, rivers.

Land that follows the network is drawn by its net: what lies within a radius of it. On real ground the home country's
neighbours have a paler tone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from footplate.maps.geometry import MapGeometry
from footplate.maps.ground import Mark
from footplate.maps.land import WASH
from footplate.maps.layout import Box
from footplate.maps.painter import (
    BORDER_DASHES,
    BORDER_WIDTH,
    COAST_WIDTH,
    WATERLINE_WIDTH,
    Painter,
    mark_path,
    part,
)
from footplate.maps.places import Area, DistrictPlace
from footplate.maps.svg import dot, group, open_path, polygon_paths, polyline, px, quadratic, swollen
from footplate.maps.terrain import Terrain
from footplate.maps.theme import DISTRICTS, Theme, mix

LAKE_EDGE = 1.0  # px of coast round a lake
SHALLOWS, SHALLOWS_STRENGTH = 3.5, 0.8  # px off a lake's shore, where its one waterline is, and how strong
QUIET_BORDER = 0.65  # of the coast's colour, where no country is at home
DISTRICT_WASH, DISTRICT_HATCHING, DISTRICT_EDGE = 0.1, 0.3, 1.1


def net_of(area: Area) -> str:
    """The shapes that an area lies within a radius of."""
    spots = open_path(dot(spot) for spot in area.spots) if area.spots else ""
    return f"{polygon_paths(area.polygons)}{open_path(quadratic(curve) for curve in area.curves)}{spots}"


def ground_definitions(geometry: MapGeometry, theme: Theme, prefix: str) -> Iterator[str]:
    """What the ground is drawn with; ``prefix`` begins all ids."""
    if geometry.land.terrain:
        yield from terrain_definitions(geometry.land.terrain, prefix)
    else:
        yield f'<g id="{prefix}-net">{net_of(geometry.land.area)}</g>'
    for district in geometry.districts:
        name = f"{prefix}-district-{district.value}"
        yield f'<g id="{name}">{net_of(district.area)}</g>'
        yield _hatching(district).format(ink=theme["ink-2"]).replace("<pattern", f'<pattern id="{name}-hatch"', 1)


def ground_layer(geometry: MapGeometry, theme: Theme, prefix: str, *, page: bool = False) -> str:
    """Sea and land, or land to the frame; on the page it goes on beyond the frame, and its parts have classes."""
    land, beyond = geometry.land, 2000.0 if page else 0.0
    sheet = Box(-beyond, -beyond, geometry.width + 2 * beyond, geometry.height + 2 * beyond)
    water = () if land.inland else land.water
    panel = None if land.inland or land.terrain else Box(0, 0, geometry.width, geometry.height)
    painter = Painter(f"{prefix}-net", land.area.radius, land.added, water, sheet, panel)
    if land.terrain:
        pieces = terrain_layer(land.terrain, painter, theme, prefix, page=page)
    elif not land.inland:
        shore = [(COAST_WIDTH, theme["coast"]), (0.0, theme["land"])]
        pieces = [*painter.sea(theme, page), *painter.paint(shore)]
    elif land.area.radius:
        pieces = [
            painter.fill(mix(theme["land"], theme["sea"], theme["abroad-sea"])),
            *_home(geometry, painter, theme, page),
        ]
    else:
        pieces = [painter.fill(theme["land"])]
    districts = [_district(district, theme, prefix) for district in geometry.districts]
    pieces += districts if land.inland else [painter.clipped(districts)]
    if land.inland:
        pieces.append(river(land.water, theme))
    return group(pieces)


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
    yield from part("wash", painter.paint([(0.0, wash), (-WASH, theme["land"])]), page)


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


# ---- real ground ----------------------------------------------------------------------------------------------------


def terrain_definitions(terrain: Terrain, prefix: str) -> Iterator[str]:
    """Its land is the net that a painter grows."""
    yield f'<path id="{prefix}-net" fill-rule="evenodd" d="{_rings(terrain.land)}"/>'
    for name, rings in (("home", terrain.home), ("lakes", terrain.lakes)):
        if rings:
            yield f'<path id="{prefix}-{name}" fill-rule="evenodd" d="{_rings(rings)}"/>'
            yield f'<clipPath id="{prefix}-in-{name}"><use href="#{prefix}-{name}" clip-rule="evenodd"/></clipPath>'


def terrain_layer(terrain: Terrain, painter: Painter, theme: Theme, prefix: str, *, page: bool) -> list[str]:
    abroad = mix(theme["land"], theme["sea"], theme["abroad-sea"]) if terrain.home else theme["land"]
    pieces = [*painter.sea(theme, page), *painter.paint([(COAST_WIDTH, theme["coast"]), (0.0, abroad)])]
    borders = "".join(map(polyline, terrain.borders))
    if terrain.home:
        pieces.append(f'<use href="#{prefix}-home" fill="{theme["land"]}"/>')
        wash = mix(theme["land"], theme["enamel"], theme["home-wash"])
        line = f'{_line(wash, 2 * WASH)} stroke-linecap="round"'
        inside = f'<path d="{borders}" clip-path="url(#{prefix}-in-home)" {line}/>'
        pieces += part("wash", [inside], page)
    if borders:
        colour = theme["coast"] if terrain.home else mix(abroad, theme["coast"], QUIET_BORDER)
        pieces.append(f'<path d="{borders}" {_line(colour, BORDER_WIDTH)} stroke-dasharray="{BORDER_DASHES}"/>')
    if terrain.lakes:
        pieces += _lakes(theme, prefix, page)
    return pieces


def _lakes(theme: Theme, prefix: str, page: bool) -> Iterator[str]:
    lakes = f'<use href="#{prefix}-lakes" '
    sea, shallows = theme["sea"], mix(theme["sea"], theme["waterline"], SHALLOWS_STRENGTH)
    yield f'{lakes}{_line(theme["coast"], 2 * LAKE_EDGE)}/>{lakes}fill="{sea}"/>'
    levels = ((SHALLOWS + WATERLINE_WIDTH, shallows), (SHALLOWS, sea))
    inside = "".join(f"{lakes}{_line(colour, 2 * off)}/>" for off, colour in levels)
    yield from part("waterlines", [f'<g clip-path="url(#{prefix}-in-lakes)">{inside}</g>'], page)


def _line(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{px(width)}" stroke-linejoin="round"'


def _rings(rings: tuple[tuple[tuple[float, float], ...], ...]) -> str:
    return "".join(f"{polyline(ring)}Z" for ring in rings)
