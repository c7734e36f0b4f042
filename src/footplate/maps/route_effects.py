"""What owning a route does to the choice of another one, on the map: green where it makes it likelier, else red."""

from __future__ import annotations

from collections.abc import Mapping

from footplate.boards import Board
from footplate.maps.draw import map_layers
from footplate.maps.geometry import map_geometry
from footplate.maps.layout import natural_height
from footplate.maps.painter import smooth
from footplate.maps.panels import Panel, draw_panels
from footplate.maps.position import Highlight, Position, Sheet
from footplate.maps.svg import document, group, id_prefix, px, title_tag
from footplate.maps.theme import ThemeName, theme_named

_WIDTH, _COLUMNS = 420, 3
_LEAST = 0.02  # of the largest effect: what is smaller is as good as none


def draw_effects(
    board: Board, title: str, actions: Mapping[str, tuple[int, Mapping[int, float]]], theme: ThemeName = "light"
) -> str:
    """A map for each action, by its name: the route that it claims, and by route what owning it does to that.

    The widest line of a page is its largest effect.
    """
    largest = max((abs(effect) for _, effects in actions.values() for effect in effects.values()), default=0.0)
    panels = [
        Panel(name, _map(board, claimed, effects, largest or 1.0, theme, str(i)))
        for i, (name, (claimed, effects)) in enumerate(actions.items())
    ]
    return draw_panels(title, panels, _COLUMNS, theme)


def _map(board: Board, claimed: int, effects: Mapping[int, float], largest: float, theme: ThemeName, place: str) -> str:
    height = natural_height(board, _WIDTH)
    prefix = id_prefix(board.name, f"{theme} effects {place}", _WIDTH, height)
    sheet = Sheet(
        board, map_geometry(board, _WIDTH, height), theme_named(theme), Position(), Highlight(), prefix
    )  # fmt: skip
    lines = [_line(sheet, route, effect, largest) for route, effect in effects.items()]
    path, ink = smooth(sheet.map.routes[claimed].link), sheet.theme["ink"]
    lines.append(
        f'<path d="{path}" stroke="{ink}" stroke-width="3" stroke-dasharray="7 4">{title_tag("what it claims")}</path>'
    )
    routes = group(lines, fill="none", stroke_linecap="butt", stroke_linejoin="round")
    return document(_WIDTH, height, "What own routes do", map_layers(sheet, (routes,)))


def _line(sheet: Sheet, route: int, effect: float, largest: float) -> str:
    ends, size = sheet.board.routes[route], abs(effect) / largest
    colour = sheet.theme["enamel" if effect > 0 else "red"] if size >= _LEAST else sheet.theme["enamel-line"]
    words = f"{ends.a} – {ends.b}: {100 * effect:+.2f} points"
    path = smooth(sheet.map.routes[route].link)
    return f'<path d="{path}" stroke="{colour}" stroke-width="{px(0.8 + 9 * size)}">{title_tag(words)}</path>'
