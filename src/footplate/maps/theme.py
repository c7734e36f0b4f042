"""The colours, widths of lines, faces, symbols and liveries that every drawing of a map is made of.

They stand in tokens.css and patterns.svg, which the page uses, too. Two themes: "light" is printed paper, "dark" is
the night train. Colours are ``#RRGGBB``; among the tokens are also widths of lines, opacities (-o), and thumb-mix, the
share of ink in small drawings. Symbols and liveries are SVG elements that paint with one ink, written as ``{ink}``: a
symbol fills a 10 x 10 box and a livery a 20 x 8 box, both centred on 0, 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

ThemeName = Literal["light", "dark"]
Theme = Mapping[str, str]

_ROOM = files("footplate.maps")
TOKENS, PATTERNS = _ROOM / "tokens.css", _ROOM / "patterns.svg"  # the page is served the same files


def _tokens(selector: str) -> dict[str, str]:
    """The tokens in the block of tokens.css that starts with this selector."""
    block = re.search(re.escape(selector) + r" \{(.*?)\n\}", TOKENS.read_text("utf-8"), re.DOTALL)
    assert block
    return dict(re.findall(r"--([\w-]+): *([^;]+);", block[1]))


LIGHT: Theme = _tokens(":root")
DARK: Theme = {**LIGHT, **_tokens('[data-theme="dark"]')}
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}
PAGE: Theme = {name: f"var(--{name})" for name in LIGHT}  # the page's own, whichever it is

DISPLAY_FACE, TEXT_FACE, FIGURES_FACE = (
    LIGHT[f"font-{use}"].replace('"', "'") for use in ("display", "text", "figures")
)


_DRAWN = PATTERNS.read_text("utf-8")


def _marks(kind: str) -> dict[str, str]:
    """Symbols of patterns.svg whose ids begin with ``kind``, by the rest of the id."""
    found = re.findall(rf'<symbol id="{kind}-(\w+)"[^>]*>(.*?)</symbol>', _DRAWN)
    bogies = re.findall(r'<g id="bogies">(.*?)</g>', _DRAWN)[0]
    return {
        name: mark.replace('<use href="#bogies"/>', bogies).replace("currentColor", "{ink}") for name, mark in found
    }


def _patterns(kind: str) -> dict[str, str]:
    """Patterns of patterns.svg whose ids begin with ``kind``, by the rest of the id, which they are without."""
    found = re.findall(rf'<pattern id="{kind}-(\w+)"((?:[^>]*/>)|(?:.*?</pattern>))', _DRAWN)
    return {name: f"<pattern{rest}".replace("currentColor", "{ink}") for name, rest in found}


SYMBOLS: Mapping[str, str] = _marks("sym")
LIVERIES: tuple[str, ...] = tuple(_marks("livery").values())
STATION: Mapping[str, str] = _marks("station")  # the parts of a house of 18 x 16, and its liveries
PASSENGER: str = _marks("figure")["passenger"]  # 10 x 14
WAGONS: Mapping[str, str] = _marks("wagon")  # silhouettes in a 64 x 32 box
HATCHINGS: Mapping[str, str] = _patterns("hatch")
DISTRICTS: tuple[str, ...] = tuple(_patterns("district").values())  # hatchings, in the order of their values


def theme_named(name: str) -> Theme:
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def mix(colour: str, other: str, share: float | str) -> str:
    """``color`` with ``share`` (0 to 1, or a percentage) of ``other`` mixed in."""
    if not colour.startswith("#"):  # the page's own
        return f"color-mix(in srgb, {colour}, {other} {share if isinstance(share, str) else f'{100 * share:g}%'})"
    part = float(share.rstrip("%")) / 100 if isinstance(share, str) else share
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)
