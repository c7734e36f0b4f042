"""Helpers for shapely's geometries. Shapely has no types, so a ``Shape`` may be any of them."""

from __future__ import annotations

from typing import Any

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

Shape = Any


def polygons(shape: Shape) -> list[Polygon]:
    """All polygons in a shape; parts without an area are left out."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [polygon for part in getattr(shape, "geoms", ()) for polygon in polygons(part)]


def areas(shape: Shape) -> Shape:
    """The polygons alone, since a collection with a stray line in it has no boundary."""
    return MultiPolygon(polygons(shape))


def areas_of(shape: Shape) -> Shape:
    """The valid areas of a shape that may cross itself."""
    return areas(shapely.make_valid(shape))


def lines_of(shape: Shape) -> list[LineString]:
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    return [line for part in getattr(shape, "geoms", ()) for line in lines_of(part)]
