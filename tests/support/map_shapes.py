"""How far parts of a drawn map lie in one another, the slow and obvious way."""

from __future__ import annotations

import json
import math

from footplate.boards import Board
from footplate.maps.layout import Box
from footplate.maps.places import Car, CityPlace

SVG = "{http://www.w3.org/2000/svg}"
PANELS = [(840, 550), (1280, 720), (944, 718), (750, 508)]  # the map on common screens


def overlap(a: Box, b: Box) -> bool:
    apart_x = a.x + a.width <= b.x or b.x + b.width <= a.x
    return not (apart_x or a.y + a.height <= b.y or b.y + b.height <= a.y)


def holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def corners(car: Car) -> list[tuple[float, float]]:
    angle = math.radians(car.angle)
    x, y = math.cos(angle) * car.width / 2, math.sin(angle) * car.width / 2
    u, v = -math.sin(angle) * car.height / 2, math.cos(angle) * car.height / 2
    return [(car.x + i * x + j * u, car.y + i * y + j * v) for i, j in ((1, 1), (1, -1), (-1, -1), (-1, 1))]


def depth_of_overlap(a: Car, b: Car) -> float:
    """By separating axes: how deep two cars lie in each other, in pixels; 0 or less if they don't."""
    depths = []
    for angle in (a.angle, a.angle + 90, b.angle, b.angle + 90):
        u, v = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        one, other = ([x * u + y * v for x, y in corners(car)] for car in (a, b))
        depths.append(min(max(one), max(other)) - max(min(one), min(other)))
    return min(depths)


def depth_in_dot(car: Car, city: CityPlace, radius: float) -> float:
    """How far a dot reaches into a car, in pixels; 0 or less if it doesn't."""
    angle, dx, dy = math.radians(car.angle), city.x - car.x, city.y - car.y
    along, across = (dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle))
    return radius - math.hypot(max(abs(along) - car.width / 2, 0), max(abs(across) - car.height / 2, 0))


def with_layout(board: Board, **layout: object) -> Board:
    data = json.loads(board.to_json())
    data["layout"] = {**data.get("layout", {}), **layout}
    return Board.from_dict(data)
