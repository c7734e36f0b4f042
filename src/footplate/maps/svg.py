"""The words that SVG drawings are written in: numbers, paths, groups, and the net that land is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape
from zlib import crc32

from footplate.maps.layout import Box
from footplate.maps.places import Car, CityPlace, Curve, Point
from footplate.maps.theme import TEXT_FACE, Theme

UNITS = ("mm", "cm", "in", "pt", "px")  # of SVG


@dataclass(frozen=True, slots=True)
class Size:
    """How big a drawing comes out, on paper for instance: ``Size.of("800x500mm")``. It is laid out in pixels still."""

    width: float
    height: float
    unit: str

    @classmethod
    def of(cls, text: str) -> Size:
        match = re.fullmatch(rf"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)({'|'.join(UNITS)})", text)
        if not match or not float(match[1]) or not float(match[2]):
            raise ValueError(f"{text!r} is no size; a size is written like 800x500mm, in {', '.join(UNITS)}")
        return cls(float(match[1]), float(match[2]), match[3])


def document(width: float, height: float, title: str, layers: Iterable[str], size: Size | None = None) -> str:
    """``width`` and ``height`` are those of what is drawn; without a ``size`` it comes out as big."""
    body = "\n".join(layer for layer in layers if layer)
    wide, high = (f"{n:g}{size.unit}" for n in (size.width, size.height)) if size else (px(width), px(height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide}" height="{high}"'
        f' viewBox="0 0 {px(width)} {px(height)}">\n{title_tag(title)}\n{body}\n</svg>\n'
    )


def title_tag(words: str) -> str:
    return f"<title>{escaped(words)}</title>"


def escaped(text: str) -> str:
    """Text fit for XML: escaped, and without the control characters that XML can't hold."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def group(pieces: Iterable[str], **attributes: str | float) -> str:
    content = "".join(pieces)
    return f"<g{_attributes(attributes)}>{content}</g>" if content else ""


def text(x: float, y: float, words: str, colours: Theme, **more: str | float) -> str:
    style: dict[str, str | float] = {"font_family": TEXT_FACE, "font_size": 12.0, "fill": colours["ink-2"], **more}
    return f'<text x="{px(x)}" y="{px(y)}"{_attributes(style)}>{escaped(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1.0) -> str:
    return f'<path d="M{px(x1)} {px(y1)}L{px(x2)} {px(y2)}" stroke="{colour}" stroke-width="{px(width)}"/>'


def rect(box: Box, **attributes: str | float) -> str:
    place = f'x="{px(box.x)}" y="{px(box.y)}" width="{px(box.width)}" height="{px(box.height)}"'
    return f"<rect {place}{_attributes(attributes)}/>"


def _attributes(attributes: Mapping[str, str | float]) -> str:
    """Python names to SVG names: ``stroke_width=2`` becomes ``stroke-width="2"``."""
    texts = {name: value if isinstance(value, str) else px(value, digits=2) for name, value in attributes.items()}
    return "".join(f' {name.replace("_", "-")}="{text}"' for name, text in texts.items())


def polygon_paths(polygons: Iterable[Iterable[Point]]) -> str:
    return "".join(f'<path d="{polyline(polygon)}Z"/>' for polygon in polygons)


def open_path(paths: Iterable[str]) -> str:
    """One element for many open paths."""
    return f'<path fill="none" d="{"".join(paths)}"/>'


def polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(xy(point) for point in points)


def dot(spot: Iterable[float]) -> str:
    """A path that round caps make a disc of. It has a length: PDFs lose paths without one."""
    return f"M{xy(spot)}h0.1"


def quadratic(curve: Curve) -> str:
    return f"M{xy(curve.start)}Q{xy(curve.control)} {xy(curve.end)}"


def placed(piece: Car | CityPlace) -> str:
    """The transform that moves what is drawn round 0, 0 to where the piece stands."""
    return f"translate({px(piece.x)} {px(piece.y)})"


def along(car: Car) -> str:
    """The transform that also turns it as the car lies."""
    return f"{placed(car)} rotate({px(car.angle)})"


def xy(point: Iterable[float]) -> str:
    return " ".join(px(value) for value in point)


def px(value: float, digits: int = 1) -> str:
    """A number as short as it can be: 12.0 is "12", and there is no "-0"."""
    return f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def id_prefix(name: str, theme: str, width: float, height: float) -> str:
    """What this drawing's ids begin with, so that several drawings can share a page."""
    return f"m{crc32(f'{name} {theme} {width:g} {height:g}'.encode()):08x}"


def swollen(net: str, colour: str, stroke_width: float) -> str:
    """The net (by id) with everything within half of ``stroke_width`` of it."""
    return (
        f'<use href="#{net}" fill="{colour}" stroke="{colour}" stroke-width="{px(stroke_width)}"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )
