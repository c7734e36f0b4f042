"""Lean board files, as people write them: spellings, rules that are left out, and cities by latitude and longitude.

``filled`` makes the content that everything else reads. What is wrong in a file stays as it is, for the check to tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from footplate.boards.check.values import is_degrees, is_number, is_whole
from footplate.boards.limits import COLOURS, GREY, MAX_FACE_UP

FACE_UP_LOCOMOTIVES = 3
DEFAULTS: dict[
    str, Any
] = {  # rules that a file leaves out: those of the first board, "usa", with points for longer routes
    "players": [2, 5],
    "trains": 45,
    "colors": list(COLOURS),
    "cards_per_color": 12,
    "locomotives": 14,
    "initial_cards": 4,
    "face_up": 5,
    "max_face_up_locomotives": FACE_UP_LOCOMOTIVES,
    "initial_tickets": {"deal": 3, "keep": 2},
    "draw_tickets": {"deal": 3, "keep": 1},
    "route_points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21, "9": 27},
    "longest_path_bonus": 10,
    "end_trains": 2,
    "double_routes_min_players": 4,
}
SPELLINGS = {"colours": "colors", "cards_per_colour": "cards_per_color", "colour": "color"}
MARGIN = 0.06  # of the map's shorter side, between its frame and the outermost cities
NARROWEST, WIDEST = 0.5, 2.5  # width over height of a map that follows its cities
DIGITS = 5
PARALLELS = 1 / 6  # how far inside the range of latitudes the two lie that keep their length


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a board file with its spellings as we write them, all its rules, and places for its cities."""
    content = _spelled(data)
    if isinstance(content.get("routes"), list):
        content["routes"] = [_route(route) for route in content["routes"]]
    if isinstance(content.get("special"), dict):
        content["special"] = _special(content["special"])
    if "title" not in content and "name" in content:
        content["title"] = content["name"]
    defaults = {key: value for key, value in DEFAULTS.items() if key not in content}
    if "max_face_up_locomotives" in defaults and is_whole(content.get("face_up"), 0, MAX_FACE_UP):
        defaults["max_face_up_locomotives"] = min(FACE_UP_LOCOMOTIVES, content["face_up"]) or None
    return _placed({**content, **defaults})


def _spelled(data: Mapping[str, Any]) -> dict[str, Any]:
    """``colour`` as ``color``; where a file has both, the check says that one is unknown."""
    return {key if SPELLINGS.get(key, key) in data else SPELLINGS.get(key, key): value for key, value in data.items()}


def _route(route: Any) -> Any:
    if not isinstance(route, dict):
        return route
    route = _spelled(route)
    return {**route, "color": GREY} if route.get("color") == "gray" else route


def _special(special: dict[str, Any]) -> dict[str, Any]:
    changed = dict(special)
    if isinstance(special.get("passengers"), dict):
        changed["passengers"] = _spelled(special["passengers"])
    if isinstance(special.get("variants"), dict):
        patches = special["variants"].items()
        changed["variants"] = {name: _spelled(patch) if isinstance(patch, dict) else patch for name, patch in patches}
    return changed


# ---------------------------------------------------------------- cities by latitude and longitude


def _placed(content: dict[str, Any]) -> dict[str, Any]:
    """With places for cities that have a latitude and a longitude, if none has ``x`` or ``y``."""
    cities = content.get("cities")
    layout = content.get("layout", {})
    if (
        not isinstance(cities, list)
        or not isinstance(layout, dict)
        or not cities
        or not all(map(_has_only_earth, cities))
    ):
        return content
    points = projected([(city["lat"], city["lon"]) for city in cities])
    own = layout.get("aspect")
    aspect = own if is_number(own) and own > 0 else frame_aspect(points)
    places = fitted(points, aspect)
    content["layout"] = {"aspect": aspect, **layout}
    content["cities"] = [{**city, "x": x, "y": y} for city, (x, y) in zip(cities, places, strict=True)]
    return content


def _has_only_earth(city: object) -> bool:
    if not isinstance(city, dict) or "x" in city or "y" in city:
        return False
    return is_degrees(city.get("lat"), 90) and is_degrees(city.get("lon"), 180)


def projected(coordinates: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Latitudes and longitudes on a plane, x to the right and y down, in radians of the earth.

    The projection is the equidistant conic: distances along meridians and along two parallels are true.
    """
    latitudes = [math.radians(lat) for lat, _ in coordinates]
    middle = _middle_longitude([lon for _, lon in coordinates])
    turns = [math.radians((lon - middle + 540) % 360 - 180) for _, lon in coordinates]
    low, high = min(latitudes), max(latitudes)
    first, second = low + (high - low) * PARALLELS, high - (high - low) * PARALLELS
    is_thin = second - first < 1e-9
    cone = math.sin(first) if is_thin else (math.cos(first) - math.cos(second)) / (second - first)
    if abs(cone) < 1e-6:  # both parallels are as far from the equator: the cone is a cylinder
        return [(turn * math.cos(first), -lat) for lat, turn in zip(latitudes, turns, strict=True)]
    reach = math.cos(first) / cone + first
    return [
        ((reach - lat) * math.sin(cone * turn), (reach - lat) * math.cos(cone * turn))
        for lat, turn in zip(latitudes, turns, strict=True)
    ]


def _middle_longitude(longitudes: list[float]) -> float:
    """Opposite the widest gap, so that a map may lie across the 180th meridian."""
    ordered = sorted(longitude % 360 for longitude in longitudes)
    gaps = [(after - before, before) for before, after in zip(ordered, [*ordered[1:], ordered[0] + 360], strict=True)]
    gap, west_of_gap = max(gaps)
    return west_of_gap + gap / 2 + 180


def frame_aspect(points: list[tuple[float, float]]) -> float:
    """Width over height of a frame round the points, within what can be drawn well."""
    wide, high = _spans(points)
    inner = min(max(wide / high if high else WIDEST, NARROWEST), WIDEST)
    edge = MARGIN * min(inner, 1)
    return round((inner + 2 * edge) / (1 + 2 * edge), 3)


def fitted(points: list[tuple[float, float]], aspect: float) -> list[tuple[float, float]]:
    """Points of a plane as places on a map, from 0 to 1, in their proportions, as large as the frame allows."""
    wide, high = _spans(points)
    edge = MARGIN * min(aspect, 1)
    scales = [(aspect - 2 * edge) / wide if wide else math.inf, (1 - 2 * edge) / high if high else math.inf]
    scale = min(scales) if min(scales) < math.inf else 0.0
    left, top = min(x for x, _ in points) + wide / 2, min(y for _, y in points) + high / 2
    return [
        (round(0.5 + (x - left) * scale / aspect, DIGITS), round(0.5 + (y - top) * scale, DIGITS)) for x, y in points
    ]


def _spans(points: list[tuple[float, float]]) -> Iterator[float]:
    for axis in zip(*points, strict=True):
        yield max(axis) - min(axis)
