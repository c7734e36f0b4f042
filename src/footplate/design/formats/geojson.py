"""GeoJSON (RFC 7946): points are cities, lines are routes; tickets are features without a geometry."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from footplate.arguments import shown
from footplate.boards import Board
from footplate.design.formats.found import Found, Written, degrees, number, text, whole, written
from footplate.errors import InvalidImport
from footplate.words import counted, listed

MOST_FEATURES = 5000
NAMES = ("name", "NAME", "Name", "title", "label", "id")
ENDS = (("a", "b"), ("from", "to"), ("From", "To"), ("source", "target"))
COLOURS = ("color", "colour", "Colour", "Color")
MAP_HEIGHT = 10.0  # degrees, where a board has no place on the earth
NEAR = 0.02  # of the map's size: so far a line may end from the city that it leads to


# ---------------------------------------------------------------- reading


def read_geojson(name: str, data: Mapping[str, Any]) -> Found:
    features = data.get("features")
    if not isinstance(features, list):
        raise InvalidImport(f"features: {shown(features)}, but a FeatureCollection has a list of features")
    if len(features) > MOST_FEATURES:
        raise InvalidImport(f"features: {len(features):,}, but a board has at most 64 cities and 127 routes")
    own = data.get("footplate")
    found = Found("GeoJSON", name)
    if isinstance(own, dict):
        found.kind, found.frame = "GeoJSON of Footplate", (number("footplate.aspect", own.get("aspect", 1)), 1.0)
        if not 0 < found.frame[0] < 100:
            raise InvalidImport(f"footplate.aspect: {shown(own['aspect'])}, but it is the map's width over its height")
        found.name, found.title = str(own.get("name", name)), str(own.get("title", ""))
    others: Counter[str] = Counter()
    lines: list[tuple[str, dict[str, Any], Any]] = []
    for i, feature in enumerate(features, start=1):
        where = f"feature {i}"
        if not isinstance(feature, dict):
            raise InvalidImport(f"{where}: {shown(feature)}, but it must be an object of type Feature")
        properties = feature.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        geometry = feature.get("geometry")
        geometry = geometry if isinstance(geometry, dict) else {}
        kind = geometry.get("type")
        if kind == "Point":
            found.cities.append(_city(where, feature, properties, geometry, found.frame))
        elif kind == "LineString" or (kind is None and "length" in properties):
            lines.append((where, properties, geometry.get("coordinates")))
        elif kind is None and "points" in properties:
            found.tickets.append(_ticket(where, properties))
        else:
            others[str(kind)[:40]] += 1
    for where, properties, line in lines:
        _read_route(where, properties, line, found)
    if others:
        found.losses.append(f"left out: {listed(counted(n, f'{kind} feature') for kind, n in others.items())}")
    if not found.cities:
        raise InvalidImport("it has no features of type Point; cities are points, and routes are lines between them")
    return found


def _city(
    where: str,
    feature: Mapping[str, Any],
    properties: Mapping[str, Any],
    geometry: Mapping[str, Any],
    frame: tuple[float, float] | None,
) -> dict[str, Any]:
    known = next((properties[key] for key in NAMES if properties.get(key)), feature.get("id"))
    name = text(f"{where}, name", str(known) if isinstance(known, int) else known)
    if frame:
        place = {"x": number(f"{where} ({name}), x", properties.get("x")) * frame[0]}  # from 0 to 1 in the file
        place["y"] = number(f"{where} ({name}), y", properties.get("y"))
        earth = {
            key: number(f"{where} ({name}), {key}", properties[key]) for key in ("lat", "lon") if key in properties
        }
        label = {"label": properties["label"]} if isinstance(properties.get("label"), str) else {}
        return {"name": name, **place, **label, **earth}
    lon, lat = _position(f"{where} ({name})", geometry.get("coordinates"))
    return {"name": name, "lat": lat, "lon": lon}


def _position(where: str, position: object) -> tuple[float, float]:
    if not isinstance(position, list) or len(position) < 2:
        raise InvalidImport(f"{where}: coordinates are {shown(position)}, but they must be [longitude, latitude]")
    return degrees(f"{where}, longitude", position[0], 180), degrees(f"{where}, latitude", position[1], 90)


def _ends(properties: Mapping[str, Any]) -> tuple[Any, Any]:
    return next(((properties[a], properties[b]) for a, b in ENDS if a in properties and b in properties), (None, None))


def _read_route(where: str, properties: Mapping[str, Any], line: object, found: Found) -> None:
    a, b = _ends(properties)
    if a is None or b is None:
        a, b = _nearest(where, line, found)
    if a is None or b is None:
        found.losses.append(f"{where}: a line that doesn't lead from one city to another, left out")
        return
    length = properties.get("length")
    found.routes.append(
        {
            "a": text(f"{where}, from", a),
            "b": text(f"{where}, to", b),
            "length": None if length is None else whole(f"{where}, length", length),
            "color": next((properties[key] for key in COLOURS if properties.get(key)), ""),
            "locomotives": whole(f"{where}, locomotives", properties.get("locomotives") or 0),
            "tunnel": properties.get("tunnel") is True,
            "substitutes": whole(f"{where}, substitutes", properties.get("substitutes") or 0),
        }
    )


def _nearest(where: str, line: object, found: Found) -> tuple[str | None, str | None]:
    """The cities at which a line begins and ends."""
    if not isinstance(line, list) or len(line) < 2:
        raise InvalidImport(f"{where}: coordinates are {shown(line)}, but a line has two positions or more")
    ends = [_position(where, line[0]), _position(where, line[-1])]
    cities = [city for city in found.cities if "lat" in city and "lon" in city]
    if not cities:
        return None, None
    reach = NEAR * max(max(c[key] for c in cities) - min(c[key] for c in cities) for key in ("lat", "lon"))
    found_ends: list[str | None] = []
    for lon, lat in ends:
        away, name = min((math.hypot(city["lon"] - lon, city["lat"] - lat), city["name"]) for city in cities)
        found_ends.append(name if away <= reach else None)
    return found_ends[0], found_ends[1]


def _ticket(where: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    a, b = _ends(properties)
    points = whole(f"{where}, points", properties["points"])
    long = {"long": True} if properties.get("long") is True else {}
    return {"a": text(f"{where}, from", a), "b": text(f"{where}, to", b), "points": points, **long}


# ---------------------------------------------------------------- writing


def geojson_of(board: Board) -> tuple[str, Written]:
    parts = written(board)
    on_earth = all("lat" in city and "lon" in city for city in parts.cities)
    losses = parts.losses
    if not on_earth:
        losses = (*losses, f"a place on the earth: the cities have none, so they lie round 0° 0°, {MAP_HEIGHT:g}° high")
    spots = {
        city["name"]: [city["lon"], city["lat"]]
        if on_earth
        else [round((city["x"] - 0.5) * board.aspect * MAP_HEIGHT, 6), round((0.5 - city["y"]) * MAP_HEIGHT, 6)]
        for city in parts.cities
    }
    features = [_feature("Point", spots[city["name"]], city) for city in parts.cities]
    features += [_feature("LineString", [spots[r["a"]], spots[r["b"]]], r) for r in parts.routes]
    features += [_feature("", None, ticket) for ticket in parts.tickets]
    own = {"name": board.name, "title": board.title, "aspect": board.aspect}
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    head = f'{{"type": "FeatureCollection", "footplate": {json.dumps(own, ensure_ascii=False)}, "features": [\n'
    return f"{head}{lines}\n]}}\n", Written(parts.cities, parts.routes, parts.tickets, losses)


def _feature(kind: str, coordinates: Any, properties: Mapping[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates} if kind else None
    return {"type": "Feature", "geometry": geometry, "properties": properties}
