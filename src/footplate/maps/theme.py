"""The colours, widths of lines, faces, symbols and liveries that every drawing of a map is made of.

They stand in tokens.css and patterns.svg, which the page uses, too. Two themes: "light" is printed paper, "dark" is
the night train. Colours are ``#RRGGBB``. Symbols and liveries are SVG elements that paint with one ink, written as
``{ink}``: a symbol fills a 10 x 10 box and a livery a 20 x 8 box, both centred on 0, 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from footplate.boards.limits import COLORS, GREY, MAX_PLAYERS

ThemeName = Literal["light", "dark"]
Theme = Mapping[str, str]

_ROOM = files("footplate.maps")
TOKENS, PATTERNS = _ROOM / "tokens.css", _ROOM / "patterns.svg"  # the page is served the same files

COLOR_NAMES = (
    *("panel", "panel-2", "rule", "rule-strong", "ink", "ink-2", "on-enamel", "enamel", "enamel-line", "enamel-tint"),
    *("signal", "signal-text", "lamp-fill", "good", "good-tint"),
    *("sea", "waterline", "land", "coast", "graticule", "rail", "city", "city-ring", "city-ink", "label", "label-halo"),
    *("slot-edge", "slot-edge-o", "train-halo", "train-edge", "thumb-mix"),
    *("graticule-o", "rail-o", "way-o", "laid-o", "slot-line", "tunnel-line", "tunnel-dash", "tunnel-o", "closed-o"),
    *(
        "wagon-line",
        "halo-line",
        "fresh-line",
        "dot-line",
        "dot-line-few",
        "name-halo",
        "board-line",
        "board-edge-line",
    ),
    *(f"{color}{on}" for color in (*COLORS, GREY, "loco") for on in ("", "-on")),
    *("panel-3", "card-edge", "home-wash", "abroad-sea"),
    *(f"p{player}{on}" for player in range(1, MAX_PLAYERS + 1) for on in ("", "-on")),
)  # tokens that drawings use: also widths of lines, opacities (-o), and thumb-mix, the share of ink in small drawings


def _tokens(selector: str) -> dict[str, str]:
    """The tokens in the block of tokens.css that starts with this selector."""
    block = re.search(re.escape(selector) + r" \{(.*?)\n\}", TOKENS.read_text("utf-8"), re.DOTALL)
    assert block
    return dict(re.findall(r"--([\w-]+): *([^;]+);", block[1]))


_PAPER = _tokens(":root")
_NIGHT = _PAPER | _tokens('[data-theme="dark"]')
LIGHT: Theme = {name: _PAPER[name] for name in COLOR_NAMES}
DARK: Theme = {name: _NIGHT[name] for name in COLOR_NAMES}
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}
PAGE: Theme = {name: f"var(--{name})" for name in COLOR_NAMES}  # the page's own, whichever it is

DISPLAY_FACE, TEXT_FACE, FIGURES_FACE = (
    _PAPER[f"font-{use}"].replace('"', "'") for use in ("display", "text", "figures")
)


def _marks(kind: str) -> dict[str, str]:
    """Symbols of patterns.svg whose ids begin with ``kind``, by the rest of the id."""
    patterns = PATTERNS.read_text("utf-8")
    found = re.findall(rf'<symbol id="{kind}-(\w+)"[^>]*>(.*?)</symbol>', patterns)
    bogies = re.findall(r'<g id="bogies">(.*?)</g>', patterns)[0]
    return {
        name: mark.replace('<use href="#bogies"/>', bogies).replace("currentColor", "{ink}") for name, mark in found
    }


SYMBOLS: Mapping[str, str] = _marks("sym")
LIVERIES: tuple[str, ...] = tuple(_marks("livery").values())
STATION: Mapping[str, str] = _marks("station")  # the parts of a house of 18 x 16, and its liveries
PASSENGER: str = _marks("figure")["passenger"]  # 10 x 14
WAGONS: Mapping[str, str] = _marks("wagon")  # silhouettes in a 64 x 32 box
HATCHINGS: Mapping[str, str] = {
    name: f"<pattern{rest}".replace("currentColor", "{ink}")
    for name, rest in re.findall(
        r'<pattern id="hatch-(\w+)"((?:[^>]*/>)|(?:.*?</pattern>))', PATTERNS.read_text("utf-8")
    )
}  # patterns without an id
DISTRICTS: tuple[str, ...] = tuple(
    f"<pattern{rest}".replace("currentColor", "{ink}")
    for rest in re.findall(r'<pattern id="district-\d"(.*?</pattern>)', PATTERNS.read_text("utf-8"))
)  # hatchings by a district's value, patterns without an id


def theme_named(name: str) -> Theme:
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def mix(color: str, other: str, share: float | str) -> str:
    """``color`` with ``share`` (0 to 1, or a percentage) of ``other`` mixed in."""
    if not color.startswith("#"):  # the page's own
        return f"color-mix(in srgb, {color}, {other} {share if isinstance(share, str) else f'{100 * share:g}%'})"
    part = float(share.rstrip("%")) / 100 if isinstance(share, str) else share
    pairs = ((int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)
