"""Real ground as SVG: sea with waterlines, neighbours in a paler tone, the home country, borders and lakes."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.maps.land import WASH
from footplate.maps.painter import BORDER_DASHES, BORDER_WIDTH, COAST_WIDTH, WATERLINE_WIDTH, Painter, part
from footplate.maps.svg import polyline, px
from footplate.maps.terrain import Terrain
from footplate.maps.theme import Theme, mix

LAKE_EDGE = 1.0  # px of coast round a lake
SHALLOWS, SHALLOWS_STRENGTH = 3.5, 0.8  # px off a lake's shore, where its one waterline is, and how strong
QUIET_BORDER = 0.65  # of the coast's colour, where no country is at home


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
        inside = f'<path d="{borders}" clip-path="url(#{prefix}-in-home)" {_line(wash, 2 * WASH)}/>'
        pieces += part("wash", [inside], page)
    if borders:
        color = theme["coast"] if terrain.home else mix(abroad, theme["coast"], QUIET_BORDER)
        pieces.append(f'<path d="{borders}" {_line(color, BORDER_WIDTH)} stroke-dasharray="{BORDER_DASHES}"/>')
    if terrain.lakes:
        pieces += _lakes(theme, prefix, page)
    return pieces


def _lakes(theme: Theme, prefix: str, page: bool) -> Iterator[str]:
    lakes = f'<use href="#{prefix}-lakes" '
    sea, shallows = theme["sea"], mix(theme["sea"], theme["waterline"], SHALLOWS_STRENGTH)
    yield f'{lakes}{_line(theme["coast"], 2 * LAKE_EDGE)}/>{lakes}fill="{sea}"/>'
    levels = ((SHALLOWS + WATERLINE_WIDTH, shallows), (SHALLOWS, sea))
    inside = "".join(f"{lakes}{_line(color, 2 * off)}/>" for off, color in levels)
    yield from part("waterlines", [f'<g clip-path="url(#{prefix}-in-lakes)">{inside}</g>'], page)


def _line(color: str, width: float) -> str:
    return f'fill="none" stroke="{color}" stroke-width="{px(width)}" stroke-linejoin="round"'


def _rings(rings: tuple[tuple[tuple[float, float], ...], ...]) -> str:
    return "".join(f"{polyline(ring)}Z" for ring in rings)
