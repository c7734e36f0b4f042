"""The colours, faces, symbols and liveries that every drawing of a map is made of.

Two themes: "light" is printed paper, "dark" is the night train. Colours are ``#RRGGBB``; the names are those of the
page's tokens without the leading dashes. Symbols and liveries are SVG elements that paint with one ink, written as
``{ink}``: a symbol fills a 10 x 10 box and a livery a 20 x 8 box, both centred on 0, 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

ThemeName = Literal["light", "dark"]
Theme = Mapping[str, str]

DISPLAY_FACE = (
    "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif Condensed', 'DejaVu Serif', 'Sitka Small', "
    "'Noto Serif', Georgia, serif"
)
TEXT_FACE = (
    "'Gill Sans Nova', 'Gill Sans', 'Gill Sans MT', 'Avenir Next', 'Segoe UI', 'Noto Sans', 'DejaVu Sans Condensed', "
    "'DejaVu Sans', sans-serif"
)
FIGURES_FACE = (
    "Bahnschrift, 'DIN Alternate', 'Avenir Next Condensed', 'Arial Narrow', 'Liberation Sans Narrow', "
    "'DejaVu Sans Condensed', sans-serif"
)

LIGHT: Theme = {
    # paper and ink
    "panel": "#F8F2E4",
    "rule-strong": "#978663",
    "ink": "#2B2521",
    "ink-2": "#5A4F43",
    # enamel and lamp
    "on-enamel": "#FBF5E6",
    "enamel": "#1F4D45",
    "lamp-fill": "#E9B44C",
    # the map
    "sea": "#DCE0D2",
    "waterline": "#AEBBAE",
    "land": "#F5EDDC",
    "coast": "#A99C7F",
    "graticule": "#E6DBC3",
    "rail": "#8C7E66",
    "city": "#FFFCF4",
    "city-ring": "#2B2521",
    "city-ink": "#2B2521",
    "label": "#2B2521",
    "label-halo": "#F5EDDC",
    "slot-edge": "#3B332B",
    "slot-edge-opacity": ".75",
    "train-halo": "#FFFCF4",
    "train-edge": "#1E1A17",
    "thumb-mix": "0",  # share of ink in the lines of small drawings
    # train colours, each with the ink of what stands on it
    "red": "#9E1F12",
    "red-on": "#FBEFE3",
    "orange": "#EB8423",
    "orange-on": "#3A1E05",
    "yellow": "#EFD56A",
    "yellow-on": "#4A3A07",
    "green": "#457E55",
    "green-on": "#FBFCF3",
    "blue": "#24529A",
    "blue-on": "#EAF1FA",
    "pink": "#C887AB",
    "pink-on": "#451229",
    "white": "#FDFAF2",
    "white-on": "#4C443A",
    "black": "#2C2928",
    "black-on": "#EFE7D8",
    "grey": "#BFB8A9",
    "grey-on": "#4A443A",
    # players: carmine, prussian, gold, teal, violet
    "p1": "#B52A2C",
    "p1-on": "#FFF3E2",
    "p2": "#1F2C6B",
    "p2-on": "#F3ECDD",
    "p3": "#CDA30F",
    "p3-on": "#2B2108",
    "p4": "#1FA3AE",
    "p4-on": "#06282C",
    "p5": "#7B46AD",
    "p5-on": "#FBF2FF",
}

DARK: Theme = {
    **LIGHT,
    "panel": "#1A222C",
    "rule-strong": "#65748A",
    "ink": "#EFE6D3",
    "ink-2": "#BDB5A4",
    "enamel": "#2C6A5D",
    "lamp-fill": "#F0C368",
    "sea": "#111922",
    "waterline": "#27384A",
    "land": "#212C38",
    "coast": "#46586C",
    "graticule": "#2A3644",
    "rail": "#66717F",
    "city": "#F4EBD8",
    "city-ring": "#0F141B",
    "label": "#F1E8D5",
    "label-halo": "#212C38",
    "slot-edge": "#EDE3CE",
    "slot-edge-opacity": ".5",
    "train-halo": "#0F141B",
    "train-edge": "#F4EBD8",
    "thumb-mix": ".38",
    "orange": "#E88A33",
    "yellow": "#EBD376",
    "blue": "#2B58A4",
    "pink": "#CB8DB0",
    "white": "#F8F4EA",
    "black": "#0C0E11",
    "black-on": "#D8D0BF",
    "grey": "#4C545E",
    "grey-on": "#F1E8D5",
    "p1": "#CB3B32",
    "p1-on": "#FFF6EA",
    "p2": "#7390E3",
    "p2-on": "#0C1330",
    "p3": "#EFB234",
    "p4": "#5CD5C7",
    "p5": "#8A47A6",
}

THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}

SYMBOLS: Mapping[str, str] = {
    "red": '<circle r="3.7" fill="{ink}"/>',
    "orange": '<path d="M0-4.5 4.5 3.4H-4.5Z" fill="{ink}"/>',
    "yellow": '<path d="M0-5 1.35-1.6 4.9-1.5 2.1.75 3.05 4.2 0 2.2-3.05 4.2-2.1.75-4.9-1.5-1.35-1.6Z" fill="{ink}"/>',
    "green": '<path d="M0-5 4 0 0 5-4 0Z" fill="{ink}"/>',
    "blue": '<path d="M-4.5-3.5h9v2.4h-9zM-4.5 1.1h9v2.4h-9z" fill="{ink}"/>',
    "pink": '<path d="M-1.4-4.6h2.8v3.2h3.2v2.8h-3.2v3.2h-2.8v-3.2h-3.2v-2.8h3.2z" fill="{ink}"/>',
    "white": '<circle r="3.2" fill="none" stroke="{ink}" stroke-width="1.7"/>',
    "black": '<path d="M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 3.6" stroke="{ink}" stroke-width="2.1" fill="none"/>',
    "locomotive": '<circle r="4" fill="none" stroke="{ink}" stroke-width="1.4"/><circle r="1.1" fill="{ink}"/>'
    '<path d="M0-4V4M-3.46-2 3.46 2M3.46-2-3.46 2" stroke="{ink}" stroke-width=".9"/>',
}
STAR = SYMBOLS["yellow"]

LIVERIES: tuple[str, ...] = (
    '<path d="M-7 0H7" stroke="{ink}" stroke-width="1.8"/>',
    '<path d="M-2.6-4V4M2.6-4V4" stroke="{ink}" stroke-width="2"/>',
    '<path d="M-2.4-3.6 1.8 0-2.4 3.6" fill="none" stroke="{ink}" stroke-width="2"/>',
    '<g fill="{ink}"><circle cx="-4" r="1.5"/><circle r="1.5"/><circle cx="4" r="1.5"/></g>',
    '<path d="M-4.6 0 0-3 4.6 0 0 3Z" fill="{ink}"/>',
)


def theme_named(name: str) -> Theme:
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def mix(color: str, other: str, share: float) -> str:
    """``color`` with ``share`` (0 to 1) of ``other`` mixed in."""
    pairs = ((int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
