"""Paper and what is drawn on it: sizes, units, cut marks, and a board cut into tiles that overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footplate.maps.svg import Size, document, escaped, group, px
from footplate.maps.theme import LIGHT, TEXT_FACE

MM = 10.0  # units of a drawing in a millimetre
POINT = 25.4 / 72 * MM
CUT = 7.0  # mm that cut marks need: 5 mm long, 2 mm off
OVERLAP = 10.0  # mm that a tile shares with its neighbour, to glue them
_EDGE = 11.0  # mm of a tile's sheet that stay white, for the printer and the words


@dataclass(frozen=True)
class Paper:
    """A sheet as it lies upright, in mm."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> tuple[float, float]:
        return self.height, self.width


A4, A3, LETTER = Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("Letter", 215.9, 279.4)


@dataclass(frozen=True)
class Tile:
    """A part of a board on its own sheet, all in mm: where it lies on the board and on the sheet."""

    number: int
    row: int
    column: int
    x: float
    y: float
    width: float
    height: float
    left: float
    top: float


@dataclass(frozen=True)
class Tiling:
    sheet: tuple[float, float]  # width and height
    rows: int
    columns: int
    tiles: tuple[Tile, ...]


def tiling(width: float, height: float, paper: Paper) -> Tiling:
    """The fewest sheets, upright or landscape, whose tiles share OVERLAP with their neighbours."""
    ways = [_tiling(width, height, sheet) for sheet in (paper.landscape, (paper.width, paper.height))]
    return min(ways, key=lambda way: len(way.tiles))


def _tiling(width: float, height: float, sheet: tuple[float, float]) -> Tiling:
    columns, wide = _parts(width, sheet[0] - 2 * _EDGE)
    rows, high = _parts(height, sheet[1] - 2 * _EDGE)
    left, top = (sheet[0] - wide) / 2, (sheet[1] - high) / 2
    tiles = tuple(
        Tile(row * columns + column + 1, row, column, column * (wide - OVERLAP), row * (high - OVERLAP), wide, high,
             left, top)
        for row in range(rows)
        for column in range(columns)
    )  # fmt: skip
    return Tiling(sheet, rows, columns, tiles)


def _parts(length: float, room: float) -> tuple[int, float]:
    """Into how many equal parts a length has to be cut, and how long each is."""
    n = max(1, math.ceil((length - OVERLAP) / (room - OVERLAP)))
    return n, (length + (n - 1) * OVERLAP) / n


def drawing(width: float, height: float, title: str, pieces: Iterable[str]) -> str:
    """An SVG of that many mm, laid out in units of which MM are a millimetre."""
    return document(width * MM, height * MM, title, pieces, Size(width, height, "mm"))


def cut_marks(xs: Sequence[float], ys: Sequence[float]) -> str:
    """Outside the rectangle that the outermost lines enclose; all in mm."""
    left, right, top, bottom = xs[0], xs[-1], ys[0], ys[-1]
    lines = [f"M{px(x * MM)} {px(y * MM)}v{px(5 * MM)}" for x in xs for y in (top - CUT, bottom + 2)] + [
        f"M{px(x * MM)} {px(y * MM)}h{px(5 * MM)}" for y in ys for x in (left - CUT, right + 2)
    ]
    return group([f'<path d="{"".join(lines)}"/>'], stroke=LIGHT["ink"], stroke_width=0.25 * MM)


def words_at(
    x: float,
    y: float,
    words: str,
    size: float,
    face: str = TEXT_FACE,
    weight: int = 400,
    ink: str = LIGHT["ink"],
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{px(x)}" y="{px(y)}" font-family="{face}" font-weight="{weight}" font-size="{px(size)}" '
        f'text-anchor="{anchor}" fill="{ink}">{escaped(words)}</text>'
    )
