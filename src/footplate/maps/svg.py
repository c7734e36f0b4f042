"""The words that SVG drawings are written in: numbers, paths, groups, and the net that land is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape
from zlib import crc32

from footplate.maps.geometry import Car, CityPlace, Curve, Point
from footplate.maps.layout import Box


def document(width: float, height: float, title: str, layers: Iterable[str]) -> str:
    body = "\n".join(layer for layer in layers if layer)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{px(width)}" height="{px(height)}"'
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


def quadratic(curve: Curve) -> str:
    return f"M{xy(curve.start)}Q{xy(curve.control)} {xy(curve.end)}"


def placed(piece: Car | CityPlace) -> str:
    """The transform that moves what is drawn round 0, 0 to where the piece stands."""
    return f"translate({px(piece.x)} {px(piece.y)})"


def xy(point: Iterable[float]) -> str:
    return " ".join(px(value) for value in point)


def px(value: float, digits: int = 1) -> str:
    """A number as short as it can be: 12.0 is "12", and there is no "-0"."""
    return f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def id_prefix(name: str, theme: str, width: float, height: float) -> str:
    """What this drawing's ids begin with, so that several drawings can share a page."""
    return f"m{crc32(f'{name} {theme} {width:g} {height:g}'.encode()):08x}"


def swollen(net: str, color: str, stroke_width: float) -> str:
    """The net (by id) with everything within half of ``stroke_width`` of it."""
    return (
        f'<use href="#{net}" fill="{color}" stroke="{color}" stroke-width="{px(stroke_width)}"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )


def wagon(width: float, height: float, round_left: bool, round_right: bool) -> str:
    """Outline of a wagon centred on 0, 0; round ends are half discs, the others have small corners."""
    x, y = width / 2, height / 2
    left, right = (min(x, y) if is_round else min(x, 2) for is_round in (round_left, round_right))
    return (
        f"M{px(left - x)} {px(-y)}H{px(x - right)}{_wagon_end(right, y, 1, round_right)}"
        f"H{px(left - x)}{_wagon_end(left, y, -1, round_left)}Z"
    )


def _wagon_end(radius: float, y: float, way: int, is_round: bool) -> str:
    if is_round:
        return f"a{px(radius)} {px(y)} 0 0 1 0 {px(2 * y * way)}"
    r, straight = px(radius), px(way * 2 * (y - radius))
    out, back = px(way * radius), px(-way * radius)
    return f"a{r} {r} 0 0 1 {out} {out}v{straight}a{r} {r} 0 0 1 {back} {out}"
