"""How land is painted as SVG: grown by some pixels in each colour, the widest first.

Where water is cut out of the land, every colour has a mask of its own: the net, plus land, minus water, all grown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from footplate.maps.ground import Mark
from footplate.maps.layout import Box
from footplate.maps.places import Point
from footplate.maps.svg import dot, group, polyline, px, rect, swollen, xy
from footplate.maps.theme import Theme, mix

WATERLINES = ((40.0, 0.28), (25.0, 0.45), (13.0, 0.7), (5.0, 1.0))  # px off the coast, strength
WATERLINE_WIDTH = 0.9
COAST_WIDTH = 1.2
SHORE, CORNER = 10.0, 40.0  # px from the panel's edge to where land ends, and how round its corners are there
BORDER_WIDTH, BORDER_DASHES = 1.3, "9 3 1.5 3"

Level = tuple[float, str]  # how far beyond the land, in which colour


class Painter:
    """Paints land that may have water cut out of it, and that ends before the edge of a ``panel`` if there is one."""

    def __init__(
        self,
        net: str,
        radius: float,
        added: Sequence[Mark],
        water: Sequence[Mark],
        sheet: Box,
        panel: Box | None = None,
    ) -> None:
        self._net = net
        self._radius = radius
        self._added = added
        self._water = water
        self._sheet, self._panel = sheet, panel
        self._masks = self._clips = 0

    def fill(self, colour: str) -> str:
        if not self._sheet.x:
            return f'<rect width="{px(self._sheet.width)}" height="{px(self._sheet.height)}" fill="{colour}"/>'
        return rect(self._sheet, fill=colour)

    def sea(self, theme: Theme, page: bool) -> list[str]:
        """Everywhere, with the waterlines off the coast."""
        sea = theme["sea"]
        lines = [
            level
            for off, strength in WATERLINES
            for level in ((off, mix(sea, theme["waterline"], strength)), (off - WATERLINE_WIDTH, sea))
        ]
        return [self.fill(sea), *part("waterlines", self.paint(lines), page)]

    def clipped(self, pieces: Sequence[str]) -> str:
        """What of the pieces lies on the land."""
        content = group(pieces)
        return f"{self._mask(0.0)}{group((content,), mask=f'url(#{self._net}-{self._masks})')}" if content else ""

    def paint(self, levels: Sequence[Level]) -> list[str]:
        """The land grown by each level's pixels, in its colour, one over the other."""
        return [self._masked(*level) if self._water else self._grown(*level) for level in levels]

    def _grown(self, off: float, colour: str) -> str:
        added = "".join(mark_path(mark, mark.width + 2 * off, colour) for mark in self._added)
        return self._ended(swollen(self._net, colour, 2 * (self._radius + off)), off) + _round(added)

    def _ended(self, grown: str, off: float) -> str:
        """Land is not cut off by the frame: it has a coast there, which grows as all coasts do."""
        if not self._panel:
            return grown
        self._clips += 1
        name, box, inset = f"{self._net}-inside-{self._clips}", self._panel, SHORE - off
        inner = Box(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)
        clip = rect(inner, rx=min(CORNER + off, inner.width / 2, inner.height / 2))
        return f'<clipPath id="{name}">{clip}</clipPath>{group((grown,), clip_path=f"url(#{name})")}'

    def _masked(self, off: float, colour: str) -> str:
        """Where water is narrower than its banks have grown, there is no water left."""
        mask = self._mask(off)
        return f"{mask}{rect(self._sheet, fill=colour, mask=f'url(#{self._net}-{self._masks})')}"

    def _mask(self, off: float) -> str:
        """The land grown by so much, as the newest mask."""
        self._masks += 1
        cut = "".join(mark_path(m, m.width - 2 * off, "#000") for m in self._water if m.width > 2 * off)
        frame = rect(self._sheet, maskUnits="userSpaceOnUse").replace(
            "<rect ", f'<mask id="{self._net}-{self._masks}" '
        )
        return f"{frame.removesuffix('/>')}>{self._grown(off, '#FFF')}{_round(cut)}</mask>"


def part(name: str, pieces: Sequence[str], page: bool) -> list[str]:
    """Pieces that the page may hide."""
    return [group(pieces, **{"class": name})] if page else list(pieces)


def _round(paths: str) -> str:
    return group((paths,), fill="none", stroke_linejoin="round", stroke_linecap="round")


def mark_path(mark: Mark, width: float, colour: str) -> str:
    if mark.filled:
        return f'<path d="{polyline(mark.line)}Z" fill="{colour}" stroke="{colour}" stroke-width="{px(width)}"/>'
    return f'<path d="{smooth(mark.line)}" stroke="{colour}" stroke-width="{px(width)}"/>'


def smooth(points: Sequence[Point]) -> str:
    """Through the middles of a polyline's pieces, without its corners."""
    if len(points) == 1:
        return dot(points[0])
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    bends = [f"Q{xy(corner)} {xy(middle)}" for corner, middle in zip(points[1:-1], middles[1:], strict=True)]
    return f"M{xy(points[0])}L{xy(middles[0])}{''.join(bends)}L{xy(points[-1])}"
